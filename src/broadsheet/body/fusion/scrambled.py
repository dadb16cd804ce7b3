"""Paywalled text that a page scrambles by shifting each letter by a constant.

Only letter frequencies are compared, without word lists. The page's headline, menus, links and headings give the
expected frequencies. Text is scrambled if it is unlikely under them, and likely once shifted back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.letters import LETTER, classes, small_letters
from broadsheet.engine.library import LIBRARY, pointer, pointers
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray
from broadsheet.page.characters import code_points

__all__ = ["scrambled"]

_ALPHABETS: Final = ((ord("a"), 26), (ord("α"), 25), (ord("а"), 32))
"""First letter and length of the alphabets in which a shift may wrap around, as in ROT13."""
_FIRST_OTHER: Final = 0x530  # first code point beyond Latin, Greek and Cyrillic
MAX_SHIFT: Final = 16  # Half of the longest alphabet. A longer shift forwards is a shorter one backwards.
MIN_OWN_LETTERS: Final = 100  # fewest letters of unscrambled text for a verdict
MIN_LETTERS: Final = 100  # fewest letters of scrambled text for a verdict
MIN_PROSE_CHARS: Final = 40  # shortest segment that is tested; shorter ones follow the verdict
MIN_UNLIKELY: Final = 0.15  # how much less likely a scrambled letter is than the page's own, in nats
MAX_IMPLAUSIBLE: Final = 0.3  # how much less likely a letter shifted back may be than the page's own, in nats
MIN_LETTER_GAIN: Final = 0.4  # how much likelier each letter becomes when shifted back, in nats
MIN_SEGMENT_GAIN: Final = 5.0  # how much likelier a whole segment becomes, in nats
_POINTS: Final = 0x10000


def scrambled(page: Page, titles: Sequence[str]) -> BoolArray:
    """Flag the scrambled segments of a page, shape (m,).

    Args:
        page: the page.
        titles: its stated headline and description.
    """
    segments = page.segments
    none = np.zeros(len(segments), dtype=np.bool_)
    prose = (segments.chars >= MIN_PROSE_CHARS) & (2 * segments.link_chars < segments.chars) & ~segments.heading
    if not prose.any():
        return none
    table, title = _letters(), code_points("".join(titles))
    text = pointer(prose), pointer(title), len(title)
    given = page.document.handle, segments.native.reference, pointer(table), _POINTS, *text
    bounds = MIN_UNLIKELY, MIN_OWN_LETTERS
    if LIBRARY.unlikely_letters(*given, *bounds, None, None, None, None) < MIN_LETTERS:
        return none
    logs, odd = np.empty(_POINTS, dtype=np.float64), np.empty(len(segments), dtype=np.bool_)
    size, likely = np.empty((2, len(segments)))
    LIBRARY.unlikely_letters(*given, *bounds, *pointers(logs, size, likely, odd))
    gains = _sums(page, odd, logs, _shifts())[:, odd] - likely[odd]
    sure = (gains >= MIN_LETTER_GAIN * size[odd]) & (gains + likely[odd] > -MAX_IMPLAUSIBLE * size[odd])
    best = int(np.where(sure, gains, 0).sum(axis=1).argmax())
    if size[odd][sure[best]].sum() < MIN_LETTERS:
        return none
    gain = _sums(page, ~none, logs, _shifts()[best : best + 1])[0] - likely
    gone: BoolArray = gain >= np.maximum(MIN_SEGMENT_GAIN, MIN_LETTER_GAIN * size)
    return gone


def _sums(page: Page, some: BoolArray, logs: FloatArray, tables: NDArray[np.uint16]) -> FloatArray:
    """The logarithms of each segment's letters, shifted by each of some tables, added up; shape (tables, m)."""
    out = np.empty((len(tables), len(some)))
    given = page.document.handle, page.segments.native.reference, pointer(_letters()), _POINTS
    LIBRARY.shifted_letters(*given, *pointers(some, tables), len(tables), *pointers(logs, out))
    return out


@cache
def _letters() -> NDArray[np.uint16]:
    """The lower-case letter of each code point. Non-letters are 0, and so is the last one, which stands for all above.

    Accented letters count as none, since some sites shift them and others do not.
    """
    points = small_letters().folded[:_POINTS].astype(np.uint16)
    points[classes() & LETTER == 0] = 0
    in_alphabet = np.zeros(_POINTS, dtype=np.bool_)
    in_alphabet[_FIRST_OTHER:-1] = True
    for first, length in _ALPHABETS:
        in_alphabet[first : first + length] = True
    points[~in_alphabet[points]] = 0
    return points


@cache
def _shifts() -> NDArray[np.uint16]:
    """Each letter shifted back by a number of code points, wrapping around the ends of alphabets, for each shift."""
    shifts = np.array([[-shift] for shift in range(-MAX_SHIFT, MAX_SHIFT + 1) if shift])
    out = np.arange(_POINTS) + shifts
    out[:, :_FIRST_OTHER] = np.arange(_FIRST_OTHER)
    for first, length in _ALPHABETS:
        out[:, first : first + length] = first + (np.arange(length) + shifts) % length
    out[:, 0] = 0
    tables: NDArray[np.uint16] = out.clip(0, _POINTS - 1).astype(np.uint16)
    return tables
