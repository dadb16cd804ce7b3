"""Cleaning, folding and splitting texts, for output and for comparison. It must not know pages."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.characters import INVISIBLE, SIGNS, composed, normal_form, without_optional
from broadsheet.patterns import pattern

__all__ = [
    "SHARP_S",
    "ascii_",
    "clean",
    "count_words",
    "fold",
    "folded_points",
    "given",
    "is_nothing",
    "is_wide",
    "label_test",
    "plain",
    "unescaped",
    "unspaced_words",
    "words",
]

_ENTITY: Final = re.compile(r"&(?:#\w+|[A-Za-z]\w+);")  # a character reference
_MARKUP: Final = re.compile(r"<[a-zA-Z/!][^<>]*>")
_DIVIDING: Final = pattern(r"<(?:/(?:p|div|li|h[1-6]|tr|td|blockquote)|br)(?=[\s/>])[^<>]*>", re.IGNORECASE)
"""Tags that separate words."""
_NOTHING: Final = frozenset({"null", "undefined", "nan", "n/a", "[object object]", "(null)"})
"""Values that templates write for missing data, in lower case."""
_UNFILLED: Final = (("{{", "}}"), ("%%", "%%"), ("${", "}"), ("{%", "%}"), ("<%", "%>"))
"""Delimiters of template variables that were never filled."""
_NOTHING_CHARS: Final = 24
_SLASHED: Final = re.compile(r"(?<!\\)\\++(?=[\"'])")
"""Backslashes before quotation marks, from strings that were escaped twice."""
_INVISIBLE: Final = pattern(rf"[{INVISIBLE}\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0e-\x1f\x7f-\x9f]")
"""Invisible characters, marks of direction, control characters."""
_WORD: Final = re.compile(rf"[\w{SIGNS}]+")
_NO_LETTERS: Final = bytes(number for number in range(128) if not chr(number).isalnum())
_CAPITALS: Final = bytes(number for number in range(128) if chr(number).isupper())
_SMALL: Final = bytes.maketrans(_CAPITALS, _CAPITALS.lower())
_SPACES: Final = bytes.maketrans(_NO_LETTERS + _CAPITALS, b" " * len(_NO_LETTERS) + _CAPITALS.lower())
"""Bytes are translated several times as fast as characters."""
_LATIN_SPACES: Final = bytes(number if chr(number).isalnum() else ord(" ") for number in range(256))
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""A letter of Thai, Lao, Burmese or Khmer, which do not put spaces between words."""
_LETTERS_OF_WORD: Final = 5
"""Mean letters of a word in these scripts."""
_SOFT_HYPHEN: Final = b"\xad"
"""The one optional character of Latin-1."""
_TYPOGRAPHIC: Final = re.compile("[\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u20ac]")
"""Punctuation beyond Latin-1 that is common in Latin texts: dashes, quotation marks, bullets, the euro."""

_IN_ASCII: Final = str.maketrans(
    {"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h"}
)
"""Transliterations in URLs of letters without a canonical decomposition."""
_FOLDED_HERE: Final = 0x2100
"""First code point beyond the table of `folded_points`."""
SHARP_S: Final = "ß"
"""The only common letter in the table that folds to two letters."""


@lru_cache(maxsize=2048)
def fold(text: str) -> str:
    """A text for comparison: NFKC, case-folded, letters and digits only.

    >>> fold("The “Ｂridge”, agreed!") == fold("the bridge agreed")
    True
    """
    if text.isascii():
        return text.encode().translate(_SMALL, _NO_LETTERS).decode()
    return "".join(words(text))


def label_test(is_so: re.Pattern[str] | Callable[[str], bool]) -> Callable[[str], bool]:
    """A test of an element's classes and ids: whether any matches a pattern, or passes a function."""
    test = is_so if callable(is_so) else is_so.search

    @lru_cache(maxsize=8192)  # elements share ancestors, and pages of a site share names
    def has_any(label: str) -> bool:
        return any(test(name) for name in label.split())

    return has_any


def words(text: str) -> list[str]:
    """The words of a text, folded: without what is optional in them (`broadsheet.page.characters`).

    >>> words("Bridge, agreed")
    ['bridge', 'agreed']
    >>> len(words("हिन्दी में"))
    2
    """
    if text.isascii():
        return text.encode().translate(_SPACES).decode().split()
    text = normal_form("NFKC", text).casefold()
    try:
        encoded = _TYPOGRAPHIC.sub(" ", text).encode("latin-1")
        return encoded.translate(_LATIN_SPACES, _SOFT_HYPHEN).decode("latin-1").split()
    except UnicodeEncodeError:
        return _WORD.findall(without_optional(text).replace("_", " "))


def count_words(text: str, parted: Sequence[str] | None = None) -> float:
    """The number of words of a text, estimated for scripts of South-East Asia (for East Asia see `is_wide`).

    Args:
        text: the text.
        parted: its words (`words`), if they are known already.

    >>> count_words("Bridge, agreed"), count_words("สะพานเก่า ในเมือง")
    (2, 3.2)
    """
    return max(len(words(text) if parted is None else parted), unspaced_words(text))


def unspaced_words(text: str) -> float:
    """The estimated number of words in scripts of South-East Asia."""
    return 0 if text.isascii() else len(_UNSPACED.findall(text)) / _LETTERS_OF_WORD


def is_wide(text: str) -> bool:
    """Whether a text has East Asian letters, each of which counts for more than a Latin one.

    >>> is_wide("Bridge agreed"), is_wide("橋の合意")
    (False, True)
    """
    return any(map("\u2e7f".__lt__, text))


def _is_composed(point: int) -> bool:
    """Whether NFKC may compose a code point with its neighbours: combining marks and Hangul jamo."""
    return unicodedata.category(chr(point)).startswith("M") or 0x1100 <= point < 0x1200


@cache
def folded_points() -> NDArray[np.uint16]:
    """The folded form of each code point: a space for separators; 0 if it depends on neighbours or is longer."""
    units = np.zeros(_FOLDED_HERE, dtype=np.uint16)
    for point in range(1, len(units)):
        folded = unicodedata.normalize("NFKC", chr(point)).casefold()
        parts = not any(map(str.isalnum, folded))
        if (parts or len(folded) == 1) and not _is_composed(point) and without_optional(chr(point)):
            units[point] = ord(" ") if parts else ord(folded)
    units[ord(SHARP_S)] = ord(SHARP_S)
    return units


def ascii_(word: str) -> str:
    """A word as URLs write it, without accents; words of other scripts are unchanged.

    >>> ascii_("größe"), ascii_("đường"), ascii_("мост")
    ('grosse', 'duong', 'мост')
    """
    if word.isascii():
        return word
    return unicodedata.normalize("NFKD", word.translate(_IN_ASCII)).encode("ascii", "ignore").decode() or word


def clean(value: object) -> str | None:
    """A string value with entities resolved, tags and control characters dropped and white space collapsed.

    None for other types, empty strings and placeholders of templates (``undefined``).

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
    return None if not value or is_nothing(value) else value


def is_nothing(text: str) -> bool:
    """Whether a text is what templates write for missing data."""
    if len(text) <= _NOTHING_CHARS:
        lower = text.lower()
        if lower in _NOTHING or (text and _NOTHING.issuperset(lower.split())):
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


def given(text: str) -> str:
    r"""A text for output: `plain`, in Unicode's composed form, like the body.

    >>> given("Cafe\u0301")
    'Café'
    """
    return composed(plain(text))
