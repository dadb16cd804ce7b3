"""Whether a text is written as names are, in any script, and whether its words are known given and family names.

``lexicon/people.txt`` has names of some eighty countries without accents and capitals (``tools/names.py`` writes it).
It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.east_asian import has_family_name
from broadsheet.metadata.written.letters import plain_letters
from broadsheet.metadata.written.roles import without_role_tail
from broadsheet.page.characters import is_small

__all__ = [
    "PAIR",
    "PARTICLES",
    "are_names",
    "looks_like_name",
    "may_be_name",
    "may_name_somebody",
    "without_particles",
]

PAIR: Final = 2
"""Letters of an initial at the most, and words of a whole name at the least."""
_CASELESS, _GEORGIAN = 14, 24
"""Letters of a name in a script without capitals, and in Georgian, which writes every vowel."""
_BETWEEN_EAST_ASIAN: Final = re.compile(r"[\s·・、,，]+")
_GLUED_INITIAL: Final = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]{2})")
"""The dot between an initial and a name, as Mongolian and Russian papers set it: ``Б.Болормаа``."""
PARTICLES: Final = lexicon.words("particles")
"""Lower-case words of names."""
_ELIDED: Final = re.compile(r"^(?:d|l|s|t|dell|dall|nell)?['’](?=[^\W\d_])")
"""A small prefix that is one word with a name: ``d’Ors``."""
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_LISTED: Final = frozenset(
    "ar az bg cs da de el en es et fa fi fr ga he hr hu hy id is it lt lv mk nb nl nn no pl pt ro ru sk sl sv sw tr uk "
    "uz".split()
)
"""Languages whose names are listed."""
_ARABIC_OR_HEBREW: Final = re.compile("[\u0590-\u06ff]")
"""Scripts without capitals whose names are listed."""


def without_particles(name: str) -> str:
    """A name without particles and words of two letters, unless there is nothing else.

    >>> without_particles("Sanne de Wit"), without_particles("Lu Xu")
    ('Sanne Wit', 'Lu Xu')
    """
    words = [word for word in name.split() if len(word) > PAIR and word.casefold() not in PARTICLES]
    return " ".join(words) or name


def may_be_name(text: str) -> bool:
    """Whether a line of its own may be a person's name.

    Scripts without capitals need more than the shape: two words where words are parted, else a known family name.

    >>> may_be_name("李明"), may_be_name("相關新聞"), may_be_name("Ada Lovelace"), may_be_name("김철수·이영희")
    (True, False, True, True)
    """
    if ":" in text or looks_like_name(text) < 1 or text.casefold() in lexicon.words("places"):
        return False
    east_asian = has_family_name("".join(filter(str.isalpha, text)))
    if east_asian is False:
        east_asian = all(map(has_family_name, _BETWEEN_EAST_ASIAN.split(without_role_tail(text))))
    return len(_GLUED_INITIAL.sub(" ", text).split()) > 1 if east_asian is None else east_asian


@lru_cache(maxsize=4096)
def looks_like_name(name: str) -> float:
    """How much a text is written as people's names are, 0 to 1: two to four words that begin with capitals.

    >>> looks_like_name("Ada van der Lovelace"), looks_like_name("read this"), looks_like_name("李明")
    (1.0, 0.0, 1.0)
    """
    spaced = name.replace("-", " ")
    tokens = (_GLUED_INITIAL.sub(" ", spaced) if "." in spaced else spaced).split()
    if not name.isascii():
        letters = [char for char in name if char.isalpha()]
        if letters and all(unicodedata.category(char) == "Lo" for char in letters):
            return 1.0 if 2 <= len(letters) <= _CASELESS else 0.3
        if letters and all(char.islower() and not is_small(char) for char in letters):
            return 1.0 if 1 < len(tokens) <= PAIR + 1 and len(letters) <= _GEORGIAN else 0.3
    if not any(map(str.isalpha, name)):
        return 0.0
    proper = [token for token in tokens if token.casefold() not in PARTICLES]
    capital = sum([token[0].isupper() or _ELIDED.sub("", token)[:1].isupper() for token in proper])
    share = capital / max(1, len(proper))
    return share if 2 <= len(tokens) <= 5 else share / 2


@cache
def _names() -> frozenset[str]:
    """The names that are known, without accents, in small letters."""
    return frozenset(lexicon.people())


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
