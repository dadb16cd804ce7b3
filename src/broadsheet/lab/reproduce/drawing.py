"""Draw curves as a standalone SVG, for light and dark pages, and readable without colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

__all__ = ["Curve", "curves"]

_WIDTH, _HEIGHT = 480, 316
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 110, 48, 44
_COLOURS: Final = ("#2f6db5", "#c2571a", "#3b8f52", "#8a4fa8", "#a08a00", "#777777")
_DASHES: Final = ("", "6 3", "2 3", "8 3 2 3", "1 4", "12 3")
_STEPS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
_MAX_LINES: Final = 6
_MAX_TICKS: Final = 11  # of the x axis, so that their labels do not overlap
_LINE_HEIGHT: Final = 14.0  # of the names of curves


class Curve(NamedTuple):
    """One curve: the label at its end, and its points ``(x, y)`` from left to right."""

    name: str
    points: tuple[tuple[float, float], ...]


class _Scale(NamedTuple):
    """Range of the x axis, range of the y axis, and the distance of its grid lines."""

    left: float
    right: float
    low: float
    high: float
    step: float

    @classmethod
    def of(cls, points: Sequence[tuple[float, float]]) -> _Scale:
        """Return a scale that includes all points, with few grid lines."""
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        least, most = min(y for _, y in points), max(y for _, y in points)
        step = next((step for step in _STEPS if (most - least) / step <= _MAX_LINES), 1.0)
        return cls(left, right, step * (least // step), step * (most // step + 1), step)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return the coordinates of a point."""
        across = (x - self.left) / (self.right - self.left) if self.right > self.left else 0.5
        up = (y - self.low) / (self.high - self.low)
        return _LEFT + across * (_WIDTH - _LEFT - _RIGHT), _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)


def curves(title: str, x_name: str, y_name: str, drawn: Sequence[Curve]) -> str:
    """Draw curves, each with at least one point, on one scale, with labels of the axes.

    Raises:
        ValueError: no points.
    """
    points = [point for curve in drawn for point in curve.points]
    if not points:
        raise ValueError("no points to draw")
    scale, xs = _Scale.of(points), sorted({x for x, _ in points})
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        "<style>text{fill:#222}line{stroke:#ddd}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#444}}</style>",
        f'<text x="{_LEFT}" y="16" font-weight="600">{escape(title)}</text>',
        *_axes(scale, xs[:: -(-len(xs) // _MAX_TICKS)], x_name, y_name),
        *(_curve(number, [scale.place(*point) for point in curve.points]) for number, curve in enumerate(drawn)),
        *_names(scale, drawn),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes(scale: _Scale, ticks: Sequence[float], x_name: str, y_name: str) -> Iterator[str]:
    """Yield grid lines, ticks and axis labels."""
    for number in range(round((scale.high - scale.low) / scale.step) + 1):
        value = scale.low + number * scale.step
        _, y = scale.place(scale.left, value)
        yield f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.2f}</text>'
    for value in ticks:
        x, _ = scale.place(value, scale.low)
        yield f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{value:g}</text>'
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    yield f'<text x="{middle:.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(x_name)}</text>'
    yield f'<text x="{_LEFT - 6}" y="{_TOP - 14}" text-anchor="end" font-size="11">{escape(y_name)}</text>'


def _curve(number: int, places: Sequence[tuple[float, float]]) -> str:
    colour, dash = _COLOURS[number % len(_COLOURS)], _DASHES[number % len(_DASHES)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in places)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.8"{dashes}/>{dots}'


def _names(scale: _Scale, drawn: Sequence[Curve]) -> Iterator[str]:
    """Yield the names of the curves, each at its end; overlapping ones are moved down."""
    ends = [scale.place(*curve.points[-1])[1] for curve in drawn]
    last = -_LINE_HEIGHT
    for number in sorted(range(len(ends)), key=ends.__getitem__):
        last = ends[number] = max(ends[number], last + _LINE_HEIGHT)
    for number, (curve, y) in enumerate(zip(drawn, ends, strict=True)):
        colour = _COLOURS[number % len(_COLOURS)]
        yield f'<text x="{_WIDTH - _RIGHT + 8}" y="{y + 4:.1f}" style="fill:{colour}">{escape(curve.name)}</text>'
