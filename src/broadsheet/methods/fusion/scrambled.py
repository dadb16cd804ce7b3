"""Paid text that a page scrambles for readers who do not pay: each letter is shifted by a constant.

It compares letters only, and needs no word lists. The page's headline, menus, links and headings tell how often each
letter occurs. Text is scrambled if it is unlikely under these frequencies, and likely once it is shifted back.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.fusion.letters import LETTER, classes
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray
from broadsheet.page.characters import code_points

__all__ = ["scrambled"]

_ALPHABETS: Final = ((ord("a"), 26), (ord("α"), 25), (ord("а"), 32))
"""The first letter and the length of alphabets in which a shift may wrap around, as ROT13 does."""
_FIRST_OTHER: Final = 0x530
"""The first code point beyond Latin, Greek and Cyrillic."""
_MAX_SHIFT: Final = 16
"""Half of the longest alphabet: a longer shift forwards is a shorter one backwards."""
_MIN_OWN: Final = 100
"""Letters of the page's own text below which there is no verdict."""
_MIN_LETTERS: Final = 100
"""Letters of scrambled text below which there is no verdict."""
_MIN_PROSE: Final = 40
"""Characters from which a segment outside links and headings is tested; shorter ones go with scrambled ones."""
_UNLIKELY: Final = 0.15
"""How much less likely a letter of scrambled text is than one of the page's own, in nats."""
_PLAUSIBLE: Final = 0.3
"""How much less likely than its own a letter of text that is shifted back may be, in nats."""
_GAIN: Final = 0.4
"""How much likelier each letter becomes when it is shifted back, in nats."""
_MIN_GAIN: Final = 5.0
"""The same for the letters of a whole segment."""
_POINTS: Final = 0x10000
_UNSEEN: Final = 0.5
"""The count of a letter that the page's own text lacks."""


def scrambled(page: Page, titles: Sequence[str]) -> BoolArray:
    """Whether each segment of a page is scrambled text, shape (m,).

    Args:
        page: the page.
        titles: its headline and its description, as the head states them.
    """
    segments = page.segments
    none = np.zeros(len(segments), dtype=np.bool_)
    prose = (segments.chars >= _MIN_PROSE) & (2 * segments.link_chars < segments.chars) & ~segments.heading
    if not prose.any():
        return none
    edges = np.stack((segments.start, segments.stop), axis=1).ravel() - segments.start[0]
    letters = np.append(_small().take(page.points[segments.start[0] : segments.stop[-1]], mode="clip"), np.uint16(0))
    is_own = np.zeros(len(edges) - 1, dtype=np.bool_)
    is_own[::2] = ~prose
    head = _small().take(code_points("".join(titles)), mode="clip")
    counts = np.bincount(np.concatenate((letters[:-1][np.repeat(is_own, np.diff(edges))], head)))
    counts[:1] = 0
    total = counts.sum()
    if total < _MIN_OWN:
        return none
    logs = np.full(_POINTS, np.log(_UNSEEN), dtype=np.float64)
    logs[: len(counts)] = np.log(counts + _UNSEEN)
    logs -= (counts * logs[: len(counts)]).sum() / total
    logs[0] = 0  # for what is no letter
    size = np.add.reduceat((letters > 0).astype(np.float64), edges)[::2]
    likely = np.add.reduceat(logs.take(letters), edges)[::2]
    odd = (prose & (likely < -_UNLIKELY * size)).nonzero()[0]
    if size[odd].sum() < _MIN_LETTERS:
        return none
    of = np.zeros(len(edges), dtype=np.bool_)
    of[2 * odd] = True
    lengths = np.diff(np.append(edges, len(letters) - 1))
    some, firsts = letters[:-1][np.repeat(of, lengths)], np.append(0, lengths[of].cumsum()[:-1])
    shifts = [shift for shift in range(-_MAX_SHIFT, _MAX_SHIFT + 1) if shift]
    gains = (
        np.array([np.add.reduceat(logs.take(_shifted(-shift).take(some)), firsts) for shift in shifts]) - likely[odd]
    )
    sure = (gains >= _GAIN * size[odd]) & (gains + likely[odd] > -_PLAUSIBLE * size[odd])
    total = np.where(sure, gains, 0).sum(axis=1)
    if size[odd[sure[total.argmax()]]].sum() < _MIN_LETTERS:
        return none
    best = shifts[total.argmax()]
    gain = np.add.reduceat(logs.take(_shifted(-best).take(letters)), edges)[::2] - likely
    gone: BoolArray = gain >= np.maximum(_MIN_GAIN, _GAIN * size)
    return gone


@cache
def _small() -> NDArray[np.uint16]:
    """The small letter of each code point; 0 for what is no letter, and for the last, which stands for all above.

    Letters with accents count as none, since some sites shift them and others don't.
    """
    small = [char.lower() for char in map(chr, range(_POINTS))]
    points = np.array([ord(one) if len(one) == 1 else at for at, one in enumerate(small)], dtype=np.uint16)
    points[classes() & LETTER == 0] = 0
    in_alphabet = np.zeros(_POINTS, dtype=np.bool_)
    in_alphabet[_FIRST_OTHER:-1] = True
    for first, length in _ALPHABETS:
        in_alphabet[first : first + length] = True
    points[~in_alphabet[points]] = 0
    return points


@cache
def _shifted(shift: int) -> NDArray[np.uint16]:
    """Each letter shifted by a number of code points, around the ends of alphabets."""
    out = np.arange(_POINTS) + shift
    out[:_FIRST_OTHER] = np.arange(_FIRST_OTHER)
    for first, length in _ALPHABETS:
        out[first : first + length] = first + (np.arange(length) + shift) % length
    out[0] = 0
    return out.clip(0, _POINTS - 1).astype(np.uint16)
