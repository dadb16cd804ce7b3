"""Charts in SVG: values along a page, and rankings of candidates.

A chart has at most `MOST_BARS` bars: with more items, a bar shows the value farthest from 0 of several in a row.
"""

from __future__ import annotations

import math
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from broadsheet.show.markup import element, text_of
from broadsheet.show.markup import number as decimal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["Bar", "Chart", "Ranking", "draw"]

MOST_BARS: Final = 160
_WIDTH: Final = 440
_HEIGHT: Final = 232
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 10, 26, 54
_STRIP_HEIGHT: Final = 6  # strip below the bars that shows kept items
_GAP: Final = 0.18  # share of a bar's slot that stays free
_GRID_LINES: Final = 4  # approximate
_ROW: Final = 54
_CHAR_WIDTH: Final = 7.6  # of a candidate's name; slightly above the average, at the font size on phones
_MAX_CANDIDATES: Final = 12


@dataclass(frozen=True, eq=False, slots=True)
class Chart:
    """Values of items in page order.

    Attributes:
        title: title of the chart.
        x: label of the items.
        y: label of the values.
        bars: one value per item, shape (n,).
        line: name and values of a line over the bars, shape (n,).
        kept: which items are kept, shape (n,).
        level: name and value of a threshold.
        marks: names and items of vertical marks.
        span: name, first and last item (inclusive) of a highlighted range.
        at: segment of each item, -1 for none, shape (n,).
        ticks: names of the items, if they are not numbers.
    """

    title: str
    x: str
    y: str
    bars: FloatArray
    _: KW_ONLY
    line: tuple[str, FloatArray] | None = None
    kept: BoolArray | None = None
    level: tuple[str, float] | None = None
    marks: tuple[tuple[str, int], ...] = ()
    span: tuple[str, int, int] | None = None
    at: IntArray | None = None
    ticks: tuple[str, ...] | None = None


class Bar(NamedTuple):
    """A candidate: the name of its node, the length of its bar, and its values as text.

    ``chosen`` is whether the method chose it; ``at`` is a segment in it, -1 for none.
    """

    name: str
    value: float
    note: str
    chosen: bool
    at: int = -1


@dataclass(frozen=True, eq=False, slots=True)
class Ranking:
    """Ranked candidates, best first.

    Attributes:
        title: title of the chart.
        bars: the candidates; the first dozen are drawn, and a chosen one.
        states: names of the chosen and the other candidates.
        level: name and value of a threshold.
        most: value of a full bar; None for the largest.
    """

    title: str
    bars: tuple[Bar, ...]
    _: KW_ONLY
    states: tuple[str, str] = ("chosen", "not chosen")
    level: tuple[str, float] | None = None
    most: float | None = None


def draw(drawing: Chart | Ranking) -> str:
    """Draw a chart with its legend; an empty string without data."""
    if isinstance(drawing, Ranking):
        return _ranking(drawing) if drawing.bars else ""
    return _chart(drawing) if len(drawing.bars) else ""


class _Scale(NamedTuple):
    """Converts values to coordinates."""

    items: int
    low: float
    high: float

    def x(self, place: float) -> float:
        return _LEFT + place / self.items * (_WIDTH - _LEFT - _RIGHT)

    def y(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)


def _chart(chart: Chart) -> str:
    size = math.ceil(len(chart.bars) / MOST_BARS)
    bars = _binned(_finite(chart.bars), size)
    curve = None if chart.line is None else _binned(_finite(chart.line[1]), size)
    values = [0.0, *bars.tolist(), *(curve.tolist() if curve is not None else [])]
    values += [chart.level[1]] if chart.level is not None and math.isfinite(chart.level[1]) else []
    step = _step(max(values) - min(values))
    low, high = math.floor(min(values) / step + 1e-9) * step, math.ceil(max(values) / step - 1e-9) * step
    scale = _Scale(len(bars), low, high if high > low else low + step)
    kept = None if chart.kept is None else _binned(chart.kept.astype(np.float64), size) > 0
    parts = [
        *_span(chart, scale, size),
        *_grid(scale, step),
        *_bars(chart, scale, bars, kept, size),
        *_strip(scale, kept),
        *_line(scale, curve),
        *_level(chart, scale),
        *_marks(chart, scale, size),
        *_names(chart, scale, size),
    ]
    said = f"{chart.title}: {chart.y} of {len(chart.bars):,} items ({chart.x})"
    drawn = _drawing(*parts, height=_HEIGHT, said=said)
    return _figure(chart.title, drawn, _legend(chart, size))


def _drawing(*inside: str, height: float, said: str) -> str:
    """Write a drawing, with a description for screen readers. Colours are CSS variables of the page."""
    view = f"0 0 {_WIDTH} {height}"
    return element("svg", *inside, cls="chart", viewBox=view, role="img", aria_label=said)


def _label(words: str, x: float, y: float, cls: str, *, anchor: str | None = None, baseline: str | None = None) -> str:
    return element("text", text_of(words), cls=cls, x=x, y=y, text_anchor=anchor, dominant_baseline=baseline)


def _straight(cls: str, x: tuple[float, float], y: tuple[float, float]) -> str:
    """Write a line from the first to the second x and y."""
    return element("line", cls=cls, x1=x[0], x2=x[1], y1=y[0], y2=y[1])


def _figure(title: str, drawn: str, keys: list[str]) -> str:
    legend = element("figcaption", *keys) if keys else ""
    return element("figure", element("h3", text_of(title)), drawn, legend, cls="drawing")


def _key(kind: str, words: str) -> str:
    return element("span", text_of(words), cls=f"key {kind}")


def _legend(chart: Chart, size: int) -> list[str]:
    keys = [] if chart.kept is None else [("is-kept", "kept"), ("is-left", "left out")]
    keys += [("is-line", chart.line[0])] if chart.line is not None else []
    keys += [("is-level", f"{chart.level[0]} {_short(chart.level[1])}")] if chart.level is not None else []
    keys += [("is-mark", f"{name} {_item(chart, item)}") for name, item in chart.marks]
    keys += [("is-span", chart.span[0])] if chart.span is not None else []
    said = [_key(kind, words) for kind, words in keys]
    if size > 1:
        said.append(element("span", text_of(f"each bar stands for {size} items and shows the value farthest from 0")))
    return said


def _finite(values: FloatArray) -> FloatArray:
    return np.nan_to_num(np.asarray(values, dtype=np.float64), nan=0.0, posinf=0.0, neginf=0.0)


def _binned(values: FloatArray, size: int) -> FloatArray:
    """Reduce each run of ``size`` values to the one farthest from 0."""
    if size == 1:
        return values
    padded = np.concatenate((values, np.zeros(-len(values) % size))).reshape(-1, size)
    out: FloatArray = padded[np.arange(len(padded)), np.abs(padded).argmax(axis=1)]
    return out


def _step(extent: float) -> float:
    """Return a round step that divides the extent into a few parts."""
    if extent <= 0:
        return 1.0
    rough = extent / _GRID_LINES
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1.0, 2.0, 2.5, 5.0, 10.0) if factor * power >= rough * (1 - 1e-9))


def _grid(scale: _Scale, step: float) -> Iterator[str]:
    for number in range(round(scale.low / step), round(scale.high / step) + 1):
        y = scale.y(number * step)
        yield _straight("grid" if number else "grid zero", (_LEFT, _WIDTH - _RIGHT), (y, y))
        yield _label(_short(number * step), _LEFT - 6, y, "tick", anchor="end", baseline="middle")


def _bars(chart: Chart, scale: _Scale, bars: FloatArray, kept: BoolArray | None, size: int) -> Iterator[str]:
    zero = scale.y(0.0)
    width = scale.x(1) - scale.x(0)
    for place, value in enumerate(bars.tolist()):
        if not value:
            continue
        y = scale.y(value)
        first, last = place * size, min((place + 1) * size, len(chart.bars)) - 1
        said = f"{_item(chart, first)}{f' to {_item(chart, last)}' if last > first else ''}: {_short(value)}"
        segment = -1 if chart.at is None else int(chart.at[first : last + 1].max())
        yield element(
            "rect",
            element("title", text_of(said)),
            cls="bar" if kept is None else "bar kept" if kept[place] else "bar left",
            x=scale.x(place) + width * _GAP / 2,
            y=min(y, zero),
            width=width * (1 - _GAP),
            height=max(abs(zero - y), 0.4),
            data_i=segment if segment >= 0 else None,
        )


def _item(chart: Chart, number: int) -> str:
    return chart.ticks[number] if chart.ticks is not None else f"{number + 1:,}"


def _strip(scale: _Scale, kept: BoolArray | None) -> Iterator[str]:
    """Show kept items as a strip, which is visible without colours."""
    if kept is None:
        return
    edges = np.flatnonzero(np.diff(np.concatenate(([0], kept.astype(np.int8), [0])))).reshape(-1, 2)
    for first, stop in edges.tolist():
        x, y = scale.x(first), _HEIGHT - _BOTTOM + 3
        yield element("rect", cls="strip", x=x, y=y, width=scale.x(stop) - x, height=_STRIP_HEIGHT)


def _line(scale: _Scale, curve: FloatArray | None) -> Iterator[str]:
    if curve is not None:
        points = ((scale.x(place + 0.5), scale.y(value)) for place, value in enumerate(curve.tolist()))
        yield element("polyline", cls="line", points=" ".join(f"{decimal(x)},{decimal(y)}" for x, y in points))


def _level(chart: Chart, scale: _Scale) -> Iterator[str]:
    if chart.level is not None and scale.low <= chart.level[1] <= scale.high:
        y = scale.y(chart.level[1])
        yield _straight("level", (_LEFT, _WIDTH - _RIGHT), (y, y))


def _span(chart: Chart, scale: _Scale, size: int) -> Iterator[str]:
    if chart.span is not None:
        _, first, last = chart.span
        x, end = scale.x(first // size), scale.x(last // size + 1)
        height = _HEIGHT - _TOP - _BOTTOM
        yield element("rect", cls="span", x=x, y=_TOP, width=end - x, height=height)


def _marks(chart: Chart, scale: _Scale, size: int) -> Iterator[str]:
    for _, item in chart.marks:
        x = scale.x(item // size + 0.5)
        yield _straight("mark", (x, x), (_TOP - 6, _HEIGHT - _BOTTOM))


def _names(chart: Chart, scale: _Scale, size: int) -> Iterator[str]:
    total = len(chart.bars)
    every = max(1, math.ceil(total / 11)) if chart.ticks is not None else max(1, round(_step(total)))
    shown = range(0, total, every) if chart.ticks is not None else [0, *range(every - 1, total, every)]
    last = -math.inf
    for number in shown:
        words, x = _item(chart, number), scale.x(number // size + 0.5)
        if x - last > 7.5 * len(words):
            last = x
            yield _label(words, x, _HEIGHT - _BOTTOM + 25, "tick", anchor="middle")
    yield _label(chart.x, (_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 8, "axis", anchor="middle")
    yield _label(chart.y, 2, 12, "axis")


def _ranking(ranking: Ranking) -> str:
    shown = list(ranking.bars[:_MAX_CANDIDATES])
    shown += [bar for bar in ranking.bars[_MAX_CANDIDATES:] if bar.chosen][:1]
    level = ranking.level
    most = ranking.most or max([bar.value for bar in shown] + ([level[1]] if level else [])) or 1.0
    room = _WIDTH - 2
    edge = None if level is None else 1 + min(1.0, level[1] / most) * room
    parts: list[str] = []
    for place, bar in enumerate(shown):
        top = place * _ROW
        state = ranking.states[not bar.chosen]
        name = _shorten_path(bar.name, int(room / _CHAR_WIDTH))
        width = max(1.0, min(1.0, max(0.0, bar.value / most)) * room)
        cls, at = f"bar {'kept' if bar.chosen else 'left'}", bar.at if bar.at >= 0 else None
        said = element("title", text_of(f"{bar.name}: {bar.note} ({state})"))
        parts += [
            _label(name, 1, top + 13, "label chosen" if bar.chosen else "label"),
            _label(bar.note, 1, top + 29, "tick"),
            element("rect", cls="room", width=room, x=1, y=top + 35, height=7, rx=2),
            element("rect", said, cls=cls, width=width, x=1, y=top + 35, height=7, rx=2, data_i=at),
        ]
        if edge is not None:
            parts.append(_straight("level", (edge, edge), (top + 32, top + 45)))
    said = f"{ranking.title}: {len(shown)} candidates"
    drawn = _drawing(*parts, height=_ROW * len(shown) + 4, said=said)
    keys = [_key(kind, state) for kind, state in zip(("is-kept", "is-left"), ranking.states, strict=True)]
    keys += [_key("is-level", f"{level[0]} {_short(level[1])}")] if level else []
    if len(ranking.bars) > len(shown):
        keys.append(element("span", text_of(f"{len(shown)} of {len(ranking.bars):,} are drawn")))
    return _figure(ranking.title, drawn, keys)


def _shorten_path(path: str, most: int) -> str:
    """Shorten a path to its last names that fit."""
    names = path.split(" > ")
    whole = names.pop()
    while names and len(names[-1]) + len(whole) + len(" > ") + len("… > ") <= most:
        whole = f"{names.pop()} > {whole}"
    whole = f"… > {whole}" if names and names != ["…"] else whole
    return whole if len(whole) <= most else f"{whole[: max(1, most - 1)]}…"


def _short(value: float) -> str:
    if not math.isfinite(value):
        return "none"
    if value == round(value):
        return f"{round(value):,}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
