"""Whether a text is written as names are, in any script."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.east_asian import HANGUL, has_family_name
from broadsheet.page.characters import is_small

__all__ = [
    "CJK_AFTER",
    "PAIR",
    "PARTICLES",
    "looks_like_name",
    "may_be_name",
    "without_inner_particles",
    "without_particles",
]

PAIR: Final = 2
"""Letters of a word that is an initial at the most, and words of a person's name at the least."""
_CASELESS, _GEORGIAN = 14, 24
"""Letters of a name in a script without capitals, and in Georgian, which writes every vowel."""
CJK_AFTER: Final = re.compile(
    rf"(?:(?<=[{HANGUL}]{{3}})\s+[{HANGUL}]{{2,5}}(?=\s*특파원))?\s*(?:기자|특파원|선임기자|논설위원|편집위원|記者|记者|特派員|論説委員|編集委員)\s*$|"
    rf"(?<=^[{HANGUL}]{{3}})\s+(?:[{HANGUL}A-Z]{{2,12}}\s+)?(?:명예교수|교수|변호사|작가|평론가|칼럼니스트|연구위원|연구원)$|"
    r"\s*[发發]自.*$|\s+(?:报道|報道|報導)$"
)
"""Who a Korean, a Chinese or a Japanese is, behind the name, with the place that belongs to it."""
_BETWEEN_EAST_ASIAN: Final = re.compile(r"[\s·・、,，]+")
"""What parts names of East Asia."""
_GLUED_INITIAL: Final = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]{2})")
"""The dot between an initial and a name, as Mongolian and Russian papers set it: ``Б.Болормаа``."""
PARTICLES: Final = lexicon.words("particles")
"""Words of names that are written small."""
_INNER_PARTICLE: Final = re.compile(
    r"(?<!\S)(?:(?:de|v[ao]n)\s+(?:la|las|los|de[nr]?|het|'t)|v[ao]n|d[aeiou]|d[ao]s|del|della|dello|dalla|bin|al|ibn|y)(?!\S)\s*"
)
"""Those that are written small in the middle of names, and rarely in the middle of headings of boxes."""
_ELIDED: Final = re.compile(r"^(?:d|l|s|t|dell|dall|nell)?['’](?=[^\W\d_])")
"""What stands in small letters before a name and is one word with it: ``d’Ors``."""


def without_particles(name: str) -> str:
    """A name without what is written small in it and words of two letters, which are words of other languages too,
    unless there is nothing else.

    >>> without_particles("Sanne de Wit"), without_particles("Lu Xu")
    ('Sanne Wit', 'Lu Xu')
    """
    words = [word for word in name.split() if len(word) > PAIR and word.casefold() not in PARTICLES]
    return " ".join(words) or name


def without_inner_particles(name: str) -> str:
    """A name without the particles that are written small between its words.

    >>> without_inner_particles("Juan de la Cruz"), without_inner_particles("Zur Person")
    ('Juan Cruz', 'Zur Person')
    """
    first, last = name.find(" ") + 1, name.rfind(" ")
    if last < 0:
        return name
    return " ".join([*name[:first].split(), *_INNER_PARTICLE.sub("", name[first:last]).split(), *name[last:].split()])


def may_be_name(text: str) -> bool:
    """Whether a line of its own may be a person's name, where nothing says so.

    In scripts without capitals more is asked than that it looks like one: a family name at the beginning
    (`broadsheet.metadata.written.east_asian`), two words where words are parted.

    >>> may_be_name("李明"), may_be_name("相關新聞"), may_be_name("Ada Lovelace"), may_be_name("김철수·이영희")
    (True, False, True, True)
    """
    if ":" in text or looks_like_name(text) < 1 or text.casefold() in lexicon.words("places"):
        return False
    east_asian = has_family_name("".join(filter(str.isalpha, text)))
    if east_asian is False:
        parts = _BETWEEN_EAST_ASIAN.split(CJK_AFTER.sub("", text))
        east_asian = all(map(has_family_name, parts))
    return len(_GLUED_INITIAL.sub(" ", text).split()) > 1 if east_asian is None else east_asian


def _is_elided(word: str) -> bool:
    """Whether a word is one that is written large, with what stands in small letters before it."""
    return ("'" in word or "’" in word) and _ELIDED.sub("", word)[:1].isupper()


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
    capital = sum([token[0].isupper() or _is_elided(token) for token in proper])
    share = capital / max(1, len(proper))
    if not 2 <= len(tokens) <= 5:
        share *= 0.5
    return float(share)
