"""Text that was encoded twice: UTF-8 read as Latin-1 and written as UTF-8 again.

Programs that fetch pages do so where a server names no encoding (RFC 2616 made Latin-1 the default), and archives keep
what they wrote. An apostrophe is then ``\u00e2`` and two control characters; no page has these control characters on
purpose, and so they tell such text from letters with accents that stand beside a sign.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from broadsheet.page import kernel

__all__ = ["once_encoded"]

_LEAST: Final = 3
"""Twice-encoded characters with a control character in them that a page must have: fewer may be chance."""
_CONTROL: Final = re.compile(rb"[\xc2\xc3].\xc2[\x80-\x9f]", re.DOTALL)
"""In UTF-8: a control character behind the first half of one, or behind another character that may be of one."""
_TWICE: Final = re.compile("[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
_CONTROLS: Final = frozenset(map(chr, range(0x80, 0xA0)))
_BESIDE_LETTERS: Final = frozenset("\xa0«»")
"""What stands right after a capital with an accent in good text as well."""
_CAPITALS: Final = frozenset("ÇÈÉÊËÍÓÚ")
"""Capitals that end words, and that hardly any text has as the first half of a letter: what they begin is rare."""


def once_encoded(text: str, data: bytes) -> str:
    """The text, with what was encoded twice as it was before; the same text where there is no sign of it.

    Args:
        text: a page.
        data: the same in UTF-8.
    """
    controls = kernel.count_controls(data)
    if controls is None:
        controls = _LEAST if _CONTROL.search(data) else 0
    if controls < _LEAST:
        return text
    with_control = (found for found in _TWICE.finditer(text) if not _CONTROLS.isdisjoint(found[0]))
    enough = next(islice(with_control, _LEAST - 1, None), None) is not None
    return _TWICE.sub(_once, text) if enough else text


def _once(found: re.Match[str]) -> str:
    twice = found[0]
    if twice[0] in _CAPITALS and twice[1] in _BESIDE_LETTERS and _CONTROLS.isdisjoint(twice):
        return twice
    try:
        return twice.encode("latin-1").decode("utf-8")
    except UnicodeDecodeError:
        return twice
