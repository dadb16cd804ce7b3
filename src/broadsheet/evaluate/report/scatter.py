"""Scatter plot of F1 against CPU time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from broadsheet.evaluate.report.markup import element, text_of
from broadsheet.evaluate.report.svg import drawing, label, line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from broadsheet.evaluate.metrics import Interval

__all__ = ["Point", "scatter"]

_WIDTH: Final = 440
_HEIGHT: Final = 350
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 10, 14, 42
_CHAR_WIDTH: Final = 7.0  # of labels, in SVG units; slightly above the average
_LINE_HEIGHT: Final = 13
_MAX_DROP: Final = 0.5  # points further below the best F1 are drawn at the lower edge, to keep the scale useful


class Point(NamedTuple):
    """One entrant.

    Attributes:
        name: its name.
        ours: whether it is one of our methods.
        ms: CPU milliseconds per page.
        f1: its F1.
        f1_interval: 95 % interval of F1.
    """

    name: str
    ours: bool
    ms: float
    f1: float
    f1_interval: Interval


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: _Box) -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


class _Scales(NamedTuple):
    """Converts values to coordinates: milliseconds on a logarithmic scale, F1 on a linear one."""

    first: float
    last: float
    low: float
    high: float

    def x(self, ms: float) -> float:
        share = (math.log10(ms) - self.first) / (self.last - self.first)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    def y(self, f1: float) -> float:
        share = (min(max(f1, self.low), self.high) - self.low) / (self.high - self.low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)


def scatter(points: Sequence[Point]) -> str:
    """Draw the plot; an empty string without points."""
    drawn = [point for point in points if point.ms > 0]
    if not drawn:
        return ""
    scales = _scales(drawn)
    parts = [*_axes(scales)]
    marks = {point: (scales.x(point.ms), scales.y(point.f1)) for point in drawn}
    taken = [_Box(x - 5, y - 5, x + 5, y + 5) for x, y in marks.values()]
    for point, (x, _) in marks.items():
        top, bottom = scales.y(point.f1_interval.high), scales.y(point.f1_interval.low)
        parts.append(line("error", (x, x), (top, bottom)))
    for point, (x, y) in sorted(marks.items(), key=lambda item: item[1][1]):
        said = f"{point.name}: F1 {point.f1:.3f}, {point.ms:.2f} ms a page"
        title = element("title", text_of(said))
        parts.append(element("circle", title, cls="ours" if point.ours else "other", cx=x, cy=y, r=4.5))
        below = point.f1 < scales.low
        words = f"{point.name} ({point.f1:.2f} ↓)" if below else point.name
        place, anchor = _place(words, x, y, taken)
        taken.append(place)
        at = {"start": place.left, "middle": (place.left + place.right) / 2, "end": place.right}[anchor]
        parts.append(label(words, at, place.bottom - 3, "label ours" if point.ours else "label", anchor=anchor))
    words = "F1 of each method against its CPU time; the table below has the figures"
    return drawing(*parts, cls="scatter", width=_WIDTH, height=_HEIGHT, said=words)


def _scales(points: Iterable[Point]) -> _Scales:
    known = list(points)
    times = [math.log10(point.ms) for point in known]
    best = max(point.f1 for point in known)
    lowest = min((point.f1_interval.low for point in known if point.f1 >= best - _MAX_DROP), default=0.0)
    low = max(0.0, math.floor(min(lowest, best - 0.1) * 20) / 20)
    high = min(1.0, math.ceil(max(point.f1_interval.high for point in known) * 20) / 20)
    # Space for a label at both sides, and at least one decade.
    middle, half = (min(times) + max(times)) / 2, max(0.5, (max(times) - min(times)) / 2 + 0.2)
    return _Scales(middle - half, middle + half, low, max(high, low + 0.1))


def _axes(scales: _Scales) -> Iterator[str]:
    bottom, right = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    step = 0.1 if scales.high - scales.low > 0.35 else 0.05
    first = math.ceil(scales.low / step - 1e-9)
    for number in range(first, math.floor(scales.high / step + 1e-9) + 1):
        y = scales.y(number * step)
        yield line("grid", (_LEFT, right), (y, y))
        yield label(f"{number * step:.2f}", _LEFT - 6, y, "tick", anchor="end", baseline="middle")
    for power in range(math.floor(scales.first), math.ceil(scales.last) + 1):
        for ms in (10.0**power, 2 * 10.0**power, 5 * 10.0**power):
            if scales.first <= math.log10(ms) <= scales.last:
                x = scales.x(ms)
                yield line("grid", (x, x), (_TOP, bottom))
                yield label(f"{ms:g}", x, bottom + 16, "tick", anchor="middle")
    middle = (_LEFT + right) / 2
    yield label("CPU milliseconds a page (fewer is better)", middle, _HEIGHT - 6, "axis", anchor="middle")
    yield label("F1", _LEFT + 5, _TOP + 5, "axis", baseline="hanging")


def _place(words: str, x: float, y: float, taken: Sequence[_Box]) -> tuple[_Box, str]:
    """Place a label: the first position beside its point with the fewest overlaps."""
    width, half = len(words) * _CHAR_WIDTH, _LINE_HEIGHT / 2
    places = [
        (_Box(x + 8, y - half, x + 8 + width, y + half), "start"),
        (_Box(x - 8 - width, y - half, x - 8, y + half), "end"),
        *(
            (_Box(left, top, left + width, top + _LINE_HEIGHT), anchor)
            for away in (7, 20, 33, 46)
            for top in (y - away - _LINE_HEIGHT, y + away)
            for left, anchor in ((x - width / 2, "middle"), (x - 5, "start"), (x + 5 - width, "end"))
        ),
    ]
    inside = [(box, anchor) for box, anchor in places if box.left >= 0 and box.right <= _WIDTH and box.top >= 0]
    # `min` returns the first of equals.
    return min(inside or places, key=lambda place: sum(place[0].meets(box) for box in taken))
