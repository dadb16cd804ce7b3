"""Names of organisations and agencies, told by their words.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.letters import in_small

__all__ = ["AGENCIES", "PRESS", "is_organisation"]

_WORD: Final = re.compile(r"\w+")
AGENCIES: Final = lexicon.words("agencies", "agency_letters")
"""Agencies, in lower case."""
PRESS: Final = lexicon.words("newsrooms")
"""Newsrooms whose names are words, in lower case."""
_WORDS: Final = lexicon.words("organisations", "agencies")
_LETTERS: Final = lexicon.words("agency_letters")
"""Agencies in capitals, in lower case, or alone: people are called so as well (``Efe Demir``)."""
_PHRASE: Final = lexicon.Matcher(r"{organisation_phrases}")
"""Phrases, and words of scripts without spaces."""
_STEM: Final = lexicon.Matcher(r"(?<!\w){organisation_stems}(?!\w)")
"""Words with an open end or beginning."""
_DOMAIN: Final = re.compile(r"\.(?:com|de|org|net|at|ch|fr|pl|es|it|uk|ru)\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def is_organisation(name: str) -> bool:
    """Whether a name is an organisation's, by its words.

    >>> is_organisation("Deutsche Presse-Agentur"), is_organisation("Ada Lovelace")
    (True, False)
    >>> is_organisation("EFE Madrid"), is_organisation("Efe"), is_organisation("Efe Demir")
    (True, True, False)
    """
    words = _WORD.findall(in_small(name))
    if not _WORDS.isdisjoint(words) or _DOMAIN.search(name) is not None:
        return True
    if not _LETTERS.isdisjoint(words) and _is_abbreviated(name):
        return True
    return _STEM.search(name) is not None or (not name.isascii() and _PHRASE.search(name) is not None)


def _is_abbreviated(name: str) -> bool:
    """Whether one of the words of a name is the abbreviation of an agency, as it is written."""
    words = _WORD.findall(name)
    found = [word for word in words if in_small(word) in _LETTERS]
    return len(found) == len(words) or (not name.isupper() and not all(map(str.istitle, found)))
