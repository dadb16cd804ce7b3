r"""Classes of characters, normal forms, and lone surrogates.

* white space: what ``str.isspace`` says, no-break spaces included;
* punctuation: Unicode general category P;
* CJK: scripts without spaces between words, in which a character is roughly a word (Han, Hiragana, Katakana, Bopomofo).
  Hangul is not among them: Korean separates words by spaces;
* CJK marks: the punctuation and symbols of those scripts, which end a word;
* invisible: soft hyphen, zero-width space, word joiner and byte order mark, which occur inside words without being part
  of them. Not the zero-width joiner and non-joiner: the spelling of Persian, the Indic scripts and emoji needs them;
* signs: vowel signs, tone marks and other combining characters that distinguish words, in scripts such as Syriac,
  Thaana, the Indic ones, Thai, Tibetan, Burmese, Khmer and Meetei. Python does not count them as letters;
* optional: characters in which two spellings of a word may differ: the invisible ones, joiners and direction marks;
  combining accents; Hebrew points, Arabic vowel signs and tatweel; Armenian marks of question and exclamation.

A *character* is a code point, after white space was collapsed and trimmed. A *word* is a CJK code point, or a maximal
run of characters that are neither white space, CJK nor CJK marks.

Lone surrogates are code points that a Python string can hold and no Unicode encoding can write. They come from JSON
escapes (``"\udc80"``) and from file names that are not UTF-8.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from broadsheet.patterns import pattern

__all__ = [
    "CJK",
    "CJK_CLASS",
    "CJK_LETTERS",
    "CJK_MARK",
    "INVISIBLE",
    "OPTIONAL",
    "PUNCTUATION",
    "SIGNS",
    "SPACE",
    "classes",
    "clean_json",
    "code_points",
    "composed",
    "has_surrogates",
    "is_small",
    "normal_form",
    "table",
    "two_planes",
    "visible",
    "without_optional",
    "without_surrogates",
]

SPACE: Final = 1
PUNCTUATION: Final = 2
CJK: Final = 4
CJK_MARK: Final = 8

_PLANES: Final = 0x20000  # code points of planes 0 and 1; all higher ones count as Han (planes 2 and 3)
_MAX_MARKS: Final = 30  # combining marks on one letter

CJK_LETTERS: Final = (
    (0x2E80, 0x2FDF), (0x3005, 0x3007), (0x3021, 0x3029), (0x3031, 0x3035), (0x3038, 0x303C), (0x3041, 0x3096),
    (0x309D, 0x309F), (0x30A1, 0x30FA), (0x30FC, 0x30FF), (0x3105, 0x312F), (0x31A0, 0x31BF), (0x31F0, 0x31FF),
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F), (0x1AFF0, 0x1B16F),
)  # fmt: skip
_CJK_MARKS: Final = ((0x3000, 0x303F), (0x3099, 0x309C), (0x30A0, 0x30A0), (0x30FB, 0x30FB), (0xFE30, 0xFE4F),
                     (0xFF01, 0xFF0F), (0xFF1A, 0xFF20), (0xFF3B, 0xFF40), (0xFF5B, 0xFF65))  # fmt: skip
CJK_CLASS: Final = "".join(f"{chr(first)}-{chr(last)}" for first, last in CJK_LETTERS) + "\U00020000-\U0003ffff"
"""The CJK code points, as the inside of a character class of a regular expression."""
INVISIBLE: Final = "\u00ad\u200b\u2060\ufeff"
"""The invisible characters, likewise."""
SIGNS: Final = (
    "\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u082d\u0859-\u085b\u0900-\u0963\u0981-\u09e3\u09fe-\u0a75"
    "\u0a81-\u0ae3\u0afa-\u0b63\u0b82-\u0bd7\u0c00-\u0c63\u0c81-\u0c83\u0cbc-\u0d4d\u0d57-\u0d63\u0d81-\u0df3\u0e31-\u0e3a"
    "\u0e47-\u0e4e\u0eb1-\u0ece\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f84\u0f86-\u0fbc\u0fc6\u102b-\u103e\u1056-\u109d"
    "\u135d-\u135f\u1712-\u1734\u1752-\u17d3\u17dd\u1885-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1b00-\u1b44\u1b80-\u1bf3"
    "\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1cf9\u2d7f\ua802-\ua827\ua82c\ua880-\ua8c5\ua8e0-\ua8f1\ua8ff-\ua92d\ua947-\ua953"
    "\ua980-\ua9c0\ua9e5-\uaa4d\uaa7b-\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed"
)
"""Ranges that contain the signs, likewise; they also contain letters and digits."""
OPTIONAL: Final = (
    f"{INVISIBLE}\u061c\u180b-\u180f\u200c-\u200f\u202a-\u202e\u2061-\u2064\u2066-\u2069\u0300-\u036f\u0483-\u0489\u055b"
    "\u055c\u055e\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e8\u06ea-\u06ed\u0897-\u089f\u08ca-\u08e1\u08e3-\u08ff\u1ab0-\u1aff\u1b6b-\u1b73\u1dc0-\u1dff\u20d0-\u20f0"
    "\u2cef-\u2cf1\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ufb1e"
    "\ufe00-\ufe0f\ufe20-\ufe2f"
)
"""The optional characters, likewise."""
_OPTIONAL: Final = pattern(f"[{OPTIONAL}]")
_GEORGIAN: Final = ("\u10d0", "\u10ff")  # letters that Unicode calls lower-case, with capitals for headlines only


def is_small(word: str) -> bool:
    """Whether a word or letter is in lower case, in a script that begins names and sentences with capitals.

    >>> is_small("bridge"), is_small("Bridge"), is_small("ხიდი"), is_small("पुल")
    (True, False, False, False)
    """
    return word.islower() and not _GEORGIAN[0] <= word[0] <= _GEORGIAN[1]


def without_optional(text: str) -> str:
    r"""A text without the optional characters.

    >>> without_optional("so\u00adft"), without_optional("bridge")
    ('soft', 'bridge')
    """
    return text if text.isascii() else _OPTIONAL.sub("", text)


def composed(text: str) -> str:
    r"""A text in normal form C (Unicode Standard Annex 15): letters are combined with their marks.

    >>> composed("Cafe\u0301")
    'Café'
    """
    return normal_form("NFC", text)


def normal_form(form: Literal["NFC", "NFKC", "NFKD"], text: str) -> str:
    r"""A text in a normal form (Unicode Standard Annex 15), in linear time.

    Composing takes quadratic time in the length of a run of marks. Runs of more than 30 are left alone; no script needs
    them (the annex's stream-safe format).

    >>> normal_form("NFKC", "\ufb01ne") == "fine"
    True
    """
    if text.isascii():
        return text
    step = _MAX_MARKS + 1  # a run of that many marks has one at such a step, and three in a row at a third of it
    if not any(map(unicodedata.combining, text[step - 1 :: step])):
        return unicodedata.normalize(form, text)
    if b"\1\1\1" not in bytes(unicodedata.combining(letter) > 0 for letter in text[:: step // 3]):
        return unicodedata.normalize(form, text)
    pieces = _long_runs().split(text)
    return "".join([unicodedata.normalize(form, piece) if at % 2 == 0 else piece for at, piece in enumerate(pieces)])


@cache
def _long_runs() -> re.Pattern[str]:
    """A pattern for runs of more than `_MAX_MARKS` combining marks."""
    marks = "".join(chr(point) for point in range(_PLANES) if unicodedata.combining(chr(point)))
    return re.compile(f"([{marks}]{{{_MAX_MARKS + 1},}})")


def code_points(text: str) -> NDArray[np.uint32]:
    """The code points of a text, including lone surrogates; read-only."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)


def two_planes() -> NDArray[np.str_]:
    """All characters of planes 0 and 1 in order, including surrogates."""
    return np.arange(_PLANES, dtype="<u4").view("<U1")


@cache
def table() -> NDArray[np.uint8]:
    """Class bits by code point, shape (0x20000 + 1,); the last entry stands for all higher code points."""
    bits = np.zeros(_PLANES + 1, dtype=np.uint8)
    characters = two_planes()
    spaces = np.strings.isspace(characters)
    bits[:-1][spaces] = SPACE
    # Letters and digits are not punctuation, and are not looked up.
    others = characters[~(spaces | np.strings.isalnum(characters))].tobytes().decode("utf-32-le", "surrogatepass")
    marks = filter(str.isprintable, others)
    bits[[ord(mark) for mark in marks if unicodedata.category(mark)[0] == "P"]] = PUNCTUATION
    for first, last in _CJK_MARKS:
        bits[first : last + 1] |= CJK_MARK
    for first, last in CJK_LETTERS:
        bits[first : last + 1] &= ~np.uint8(CJK_MARK)
        bits[first : last + 1] |= CJK
    bits[_PLANES] = CJK
    bits.flags.writeable = False
    return bits


def classes(text: str) -> NDArray[np.uint8]:
    """Class bits of each code point of a text, shape (len(text),)."""
    points = code_points(text)
    return table().take(points, mode="clip")


def visible(text: str) -> NDArray[np.bool_]:
    """Whether each code point of a text is not white space, shape (len(text),)."""
    out: NDArray[np.bool_] = (classes(text) & SPACE) == 0
    return out


_SURROGATE: Final = pattern("[\ud800-\udfff]")
_ESCAPED: Final = pattern(r"\\u[dD][89a-fA-F]")
"""An escaped surrogate in JSON, lone or one of a pair."""


def has_surrogates(text: str) -> bool:
    """Whether a text cannot be encoded."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def without_surrogates(text: str) -> str:
    """The text with each lone surrogate replaced by a question mark."""
    return text if text.isascii() else _SURROGATE.sub("?", text)


def clean_json(value: Any, source: str) -> Any:
    """Remove lone surrogates from the strings of a value read from JSON; lists and objects are changed in place.

    Args:
        value: the value.
        source: the JSON, in which surrogates are escaped.
    """
    if _ESCAPED.search(source) is None:
        return value
    whole = [value]
    waiting: list[list[Any] | dict[str, Any]] = [whole]
    while waiting:
        outer: Any = waiting.pop()
        for key, inner in enumerate(outer) if isinstance(outer, list) else outer.items():
            if isinstance(inner, str):
                outer[key] = _SURROGATE.sub("", inner)
            elif isinstance(inner, list | dict):
                waiting.append(inner)
    return whole[0]
