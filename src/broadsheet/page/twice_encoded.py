"""Text that was encoded twice: UTF-8 read as Latin-1 and written as UTF-8 again.

Programs that fetch pages do so where a server names no encoding (RFC 2616 made Latin-1 the default), and archives keep
what they wrote. An apostrophe is then ``\u00e2`` and two control characters; no page has these control characters on
purpose, and so they tell such text from letters with accents that stand beside a sign.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from broadsheet.engine import count_controls

__all__ = ["once_encoded"]

_LEAST: Final = 3
"""Twice-encoded characters with a control character in them that a page must have: fewer may be chance."""
_TWICE: Final = re.compile(
    rb"\xc3(?:[\x82-\x9f]\xc2[\x80-\xbf]|[\xa0-\xaf](?:\xc2[\x80-\xbf]){2}|[\xb0-\xb4](?:\xc2[\x80-\xbf]){3})"
)
"""What was two, three or four octets of UTF-8 became as many characters, which are two octets each."""
_FIRST_NO_CONTROL: Final = 0xA0
_BESIDE_LETTERS: Final = frozenset("\xa0«»")
"""What stands right after a capital with an accent in good text as well."""
_CAPITALS: Final = frozenset("ÇÈÉÊËÍÓÚ")
"""Capitals that end words, and that hardly any text has as the first half of a letter: what they begin is rare."""


def once_encoded(data: bytes) -> bytes:
    """A page, with what was encoded twice as it was before; the same bytes where there is no sign of it.

    Args:
        data: a page in UTF-8.
    """
    if count_controls(data) < _LEAST:
        return data
    with_control = (found for found in _TWICE.finditer(data) if _has_control(found[0]))
    enough = next(islice(with_control, _LEAST - 1, None), None) is not None
    return _TWICE.sub(_once, data) if enough else data


def _has_control(twice: bytes) -> bool:
    """Whether one of the characters behind the first is a control character."""
    return min(twice[3::2]) < _FIRST_NO_CONTROL


def _once(found: re.Match[bytes]) -> bytes:
    twice = found[0]
    characters = twice.decode()
    if characters[0] in _CAPITALS and characters[1] in _BESIDE_LETTERS:
        return twice
    once = characters.encode("latin-1")
    try:
        once.decode()
    except UnicodeDecodeError:
        return twice
    return once
