"""Whether the words of a line are known given and family names, of some eighty countries.

``lexicon/people.txt`` has them without accents and capitals (``tools/names.py`` writes it). It must not know pages.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.letters import plain_letters

__all__ = ["are_names", "may_name_somebody"]

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_LISTED: Final = frozenset(
    "ar az bg cs da de el en es et fa fi fr ga he hr hu hy id is it lt lv mk nb nl nn no pl pt ro ru sk sl sv sw tr uk "
    "uz".split()
)
"""Languages whose names are listed."""
_ARABIC_OR_HEBREW: Final = re.compile("[\u0590-\u06ff]")
"""Scripts without capitals whose names are listed."""


@cache
def _names() -> frozenset[str]:
    """The names that are known, without accents, in small letters."""
    return frozenset((resources.files(lexicon) / "people.txt").read_text(encoding="utf-8").split())


@lru_cache(maxsize=4096)
def may_name_somebody(text: str, language: str) -> bool:
    """Whether any word of a text is known as a name, or none of them could be known.

    Nothing is asked of other scripts without capitals than Arabic and Hebrew, nor in languages whose names are not
    listed.

    Args:
        text: what may be a name.
        language: that of the page.

    >>> [may_name_somebody(text, "en") for text in ("Ada Lovelace", "Related Stories", "李明")]
    [True, False, True]
    """
    if language not in _LISTED or (text.upper() == text.lower() and not _ARABIC_OR_HEBREW.search(text)):
        return True
    return not _names().isdisjoint(_WORD.findall(plain_letters(text)))


@lru_cache(maxsize=4096)
def are_names(text: str) -> bool:
    """Whether all words of a text are known as names.

    >>> are_names("James Wood"), are_names("أحمد محمود"), are_names("The Courier")
    (True, True, False)
    """
    words = _WORD.findall(plain_letters(text))
    return bool(words) and _names().issuperset(words)
