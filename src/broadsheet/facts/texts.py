"""Functions that clean texts for output, and fold them and split them into words for comparison, without a page."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.characters import INVISIBLE, SIGNS, composed, normal_form, without_optional
from broadsheet.patterns import pattern

__all__ = [
    "SEPARATOR",
    "SHARP_S",
    "ascii_",
    "clean",
    "fold",
    "folded_points",
    "for_output",
    "is_placeholder",
    "is_wide",
    "label_test",
    "plain",
    "unescaped",
    "unspaced_words",
    "words",
]

_ENTITY: Final = pattern(r"&(?:#\w+|[A-Za-z]\w+);")  # a character reference
_MARKUP: Final = pattern(r"<[a-zA-Z/!][^<>]*>")
_DIVIDING: Final = pattern(r"<(?:/(?:p|div|li|h[1-6]|tr|td|blockquote)|br)(?=[\s/>])[^<>]*>", re.IGNORECASE)
"""Tags that separate words."""
_PLACEHOLDERS: Final = frozenset({"null", "none", "undefined", "nan", "n/a", "[object object]", "(null)"})
"""Placeholders that templates write for missing data, in lower case."""
_PLACEHOLDER_STARTS: Final = frozenset(letter for word in _PLACEHOLDERS for letter in (word[0], word[0].upper()))
_UNFILLED: Final = (("{{", "}}"), ("%%", "%%"), ("${", "}"), ("{%", "%}"), ("<%", "%>"))
"""Delimiters of template variables that were never filled."""
MAX_PLACEHOLDER_CHARS: Final = 24  # characters of placeholders, repeated ones included
_SLASHED: Final = pattern(r"(?<!\\)\\++(?=[\"'])")
"""Backslashes before quotation marks in strings that were escaped twice."""
_INVISIBLE: Final = pattern(rf"[{INVISIBLE}\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Invisible, directional and control characters."""
_WORD: Final = pattern(rf"[\w{SIGNS}]+")
_NO_LETTERS: Final = bytes(number for number in range(128) if not chr(number).isalnum())
_CAPITALS: Final = bytes(number for number in range(128) if chr(number).isupper())
_SMALL: Final = bytes.maketrans(_CAPITALS, _CAPITALS.lower())
_SPACES: Final = bytes.maketrans(_NO_LETTERS + _CAPITALS, b" " * len(_NO_LETTERS) + _CAPITALS.lower())
"""Translation tables for bytes, which are translated several times as fast as characters."""
_LATIN_SPACES: Final = bytes(
    ord(one.lower() if one.isalnum() else " ") if one != "?" and normal_form("NFKC", one) in (one, " ") else 0
    for one in map(chr, range(256))
)
"""Latin-1, folded; 0 for characters that NFKC changes, and for the question mark, which stands for all others."""
_WIDE: Final = pattern("[\u2e80-\U0010ffff]")
_UNSPACED: Final = pattern("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""A letter of Thai, Lao, Burmese or Khmer, which do not put spaces between words."""
LETTERS_PER_WORD: Final = 5  # mean length of a word in these scripts
SEPARATOR: Final = pattern(
    r"\s+(?:[|»«·•⋅∙⋆*★●▪▸▶►▷→┃│・–—:/\\>‹›~‐-]+|::|--)\s+|\s*[|｜丨»«·•]\s*|\s*－\s*|\s*--+\s*|:\s+|_(?=\S)|―|"
    r"(?<=[^\x00-\u2e7f])-(?=[^\x00-\u2e7f]{2,12}$)"
)
"""Separators between a headline and the site's name; in scripts without spaces, also a bare hyphen."""
_SOFT_HYPHEN: Final = b"\xad"  # the only optional character of Latin-1
_TYPOGRAPHIC: Final = "?\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u20ac"
"""Punctuation that is common in Latin texts: all that is beyond Latin-1, and the question mark."""

_IN_ASCII: Final = str.maketrans(
    {"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h"}
)
"""Transliterations in URLs of letters without a canonical decomposition."""
MAX_FOLDED_POINT: Final = 0x2100  # first code point beyond the table of `folded_points`
SHARP_S: Final = "ß"  # the only common letter in that table that folds to two letters


@lru_cache(maxsize=2048)
def fold(text: str) -> str:
    """A text for comparison: NFKC, case-folded, letters and digits only.

    >>> fold("The “Ｂridge”, agreed!") == fold("the bridge agreed")
    True
    """
    if text.isascii():
        return text.encode().translate(_SMALL, _NO_LETTERS).decode()
    return "".join(words(text))


def label_test(wanted: re.Pattern[str]) -> Callable[[str], bool]:
    """A cached test of an element's classes and id: whether any matches a pattern."""

    @lru_cache(maxsize=8192)  # elements share ancestors, and pages of a site share names
    def has_any(label: str) -> bool:
        return any(map(wanted.search, label.split()))

    return has_any


def words(text: str) -> list[str]:
    """The words of a text, folded, without optional characters (`broadsheet.page.characters`).

    >>> words("Bridge, agreed"), words("Gemäß § 5 – 30 m²?")
    (['bridge', 'agreed'], ['gemäss', '5', '30', 'm2'])
    """
    if text.isascii():
        return text.encode().translate(_SPACES).decode().split()
    latin = text
    for mark in _TYPOGRAPHIC:  # several searches for one character are faster than one for several
        latin = latin.replace(mark, " ")
    encoded = latin.encode("latin-1", "replace").translate(_LATIN_SPACES, _SOFT_HYPHEN)
    if b"\0" not in encoded:
        return encoded.decode("latin-1").replace(SHARP_S, "ss").split()
    return _WORD.findall(without_optional(normal_form("NFKC", text).casefold()).replace("_", " "))


def unspaced_words(text: str) -> float:
    """The estimated number of words in the South-East Asian scripts without spaces."""
    return 0 if text.isascii() else len(_UNSPACED.findall(text)) / LETTERS_PER_WORD


def is_wide(text: str) -> bool:
    """Whether a text has East Asian letters.

    >>> is_wide("Bridge agreed"), is_wide("橋の合意")
    (False, True)
    """
    return _WIDE.search(text) is not None


@cache
def folded_points() -> NDArray[np.uint16]:
    """The folded form of each code point: a space for separators; 0 if it depends on neighbours or is longer."""
    units = np.zeros(MAX_FOLDED_POINT, dtype=np.uint16)
    for point in range(1, len(units)):
        folded = unicodedata.normalize("NFKC", chr(point)).casefold()
        parts = not any(map(str.isalnum, folded))
        # NFKC composes combining marks and Hangul jamo with their neighbours.
        is_composed = unicodedata.category(chr(point)).startswith("M") or 0x1100 <= point < 0x1200
        if (parts or len(folded) == 1) and not is_composed and without_optional(chr(point)):
            units[point] = ord(" ") if parts else ord(folded)
    units[ord(SHARP_S)] = ord(SHARP_S)
    return units


def ascii_(word: str) -> str:
    """A word without accents, as in URLs; words of other scripts are unchanged."""
    if word.isascii():
        return word
    return unicodedata.normalize("NFKD", word.translate(_IN_ASCII)).encode("ascii", "ignore").decode() or word


def clean(value: object) -> str | None:
    """A string with entities resolved, tags dropped and white space collapsed.

    None for other types, empty strings and placeholders for missing data (``undefined``).

    >>> clean(" A&amp;amp;B <b>bold</b>  ")
    'A&B bold'
    """
    if not isinstance(value, str):
        return None
    if "&" in value:
        value = html.unescape(html.unescape(value))
    if "<" in value:
        value = _MARKUP.sub("", _DIVIDING.sub(" ", value))
    if "\\" in value:
        value = _SLASHED.sub("", value)
    value = " ".join(value.split())
    return None if not value or is_placeholder(value) else value


def is_placeholder(text: str) -> bool:
    """Whether a text, without white space around it, is a placeholder for missing data."""
    lower = text.lower() if len(text) <= MAX_PLACEHOLDER_CHARS and text[:1] in _PLACEHOLDER_STARTS else ""
    if lower in _PLACEHOLDERS or (lower and _PLACEHOLDERS.issuperset(lower.split())):
        return True
    return text[:1] in "{%$<" and any(text.startswith(begin) and text.endswith(end) for begin, end in _UNFILLED)


def unescaped(text: str) -> str:
    """A text with doubly escaped character references resolved; other ampersands stay."""
    return html.unescape(text) if "&" in text and _ENTITY.search(text) else text


def plain(text: str) -> str:
    r"""A text with doubly escaped entities resolved and invisible characters removed.

    >>> plain("Data\u00adbase &#x26; more")
    'Database & more'
    """
    text = unescaped(text)
    if not text.isprintable():
        text = _INVISIBLE.sub("", text)
    return " ".join(text.split())


def for_output(text: str) -> str:
    r"""A text for output: `plain`, in Unicode's composed form, like the body.

    >>> for_output("Cafe\u0301")
    'Café'
    """
    return composed(plain(text))
