"""Fingerprints of many spans of a text at once, to find the same text on another page.

A fingerprint is a polynomial over the characters modulo 2^64, computed from prefix sums, so that nested spans cost no
more than flat ones. It is the same on every machine, so it may be stored. Two texts collide by chance once in 2^64. It
is not collision-resistant, so it proves nothing about hostile input.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.characters import SPACE, classes, code_points

if TYPE_CHECKING:
    from broadsheet.page.arrays import IntArray

__all__ = ["Fingerprints", "of_spans"]

Fingerprints: TypeAlias = NDArray[np.uint64]

_BASE: Final = np.uint64(0x9E3779B97F4A7C15)
"""Odd, so that it has an inverse modulo 2^64: the golden ratio, as in splitmix64."""
_INVERSE: Final = np.uint64(pow(int(_BASE), -1, 1 << 64))


def of_spans(text: str, start: IntArray, stop: IntArray) -> Fingerprints:
    """The fingerprint of each span of a text, ignoring white space.

    Args:
        text: the text.
        start: start of each span, shape (k,).
        stop: end of each span; spans may nest and overlap.

    Returns:
        One number per span, shape (k,); 0 for spans without visible characters.
    """
    visible = (classes(text) & SPACE) == 0
    points = code_points(text)[visible]
    place = np.zeros(len(text) + 1, dtype=np.int64)
    np.cumsum(visible, out=place[1:])
    count = len(points)
    total = np.zeros(count + 1, dtype=np.uint64)
    np.cumsum(points * _powers(_BASE, count), out=total[1:])
    first, last = place[start], place[stop]
    # Dividing by the base to the power of the offset makes the fingerprint independent of the position.
    out = (total[last] - total[first]) * _powers(_INVERSE, count + 1)[first]
    # 0 is reserved for empty spans.
    return np.where(last > first, np.maximum(_mixed(out), np.uint64(1)), np.uint64(0))


def _mixed(z: Fingerprints) -> Fingerprints:
    """Spread numbers over all 64 bits: the finaliser of splitmix64 (Steele, Lea, Flood 2014), a bijection.

    Otherwise texts that differ in their first character would differ in the lowest bits only.
    """
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _powers(base: np.uint64, count: int) -> Fingerprints:
    """1, base, base^2 ... modulo 2^64, shape (count,)."""
    out: Fingerprints = np.full(count, base, dtype=np.uint64)
    out[:1] = 1
    return np.cumprod(out, dtype=np.uint64)
