"""Draw curves and trees of C4.5 as standalone SVG, curves for light and dark pages and readable without colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from broadsheet.methods.standke.c45 import C45, Leaf, Node

__all__ = ["curves", "tree_svg"]

_WIDTH, _HEIGHT = 480, 316
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 110, 48, 44
_LINES: Final = {"F1": ("#2f6db5", ""), "precision": ("#c2571a", "6 3"), "recall": ("#3b8f52", "2 3")}  # colour, dashes
_STEPS: Final = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
_MAX_LINES: Final = 6
_MAX_TICKS: Final = 11  # of the x axis, so that their labels do not overlap
_LINE_HEIGHT: Final = 14.0  # of the names of curves


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


def curves(title: str, parameter: str, scores: Mapping[Any, Mapping[str, float]], y_name: str = "score") -> str:
    """Draw F1, precision and recall by the values of a parameter, at least one, on one scale."""
    cells = sorted((float(value), cell) for value, cell in scores.items())
    drawn = {name: [(x, cell[name.lower()]) for x, cell in cells] for name in _LINES}
    scale, xs = _Scale.of([point for points in drawn.values() for point in points]), [x for x, _ in cells]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img" font-family="system-ui, sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        "<style>text{fill:#222}line{stroke:#ddd}"
        "@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#444}}</style>",
        f'<text x="{_LEFT}" y="16" font-weight="600">{escape(title)}</text>',
        *_axes(scale, xs[:: -(-len(xs) // _MAX_TICKS)], parameter, y_name),
        *(_curve(name, [scale.place(*point) for point in points]) for name, points in drawn.items()),
        *_names({name: scale.place(*points[-1])[1] for name, points in drawn.items()}),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes(scale: _Scale, ticks: Sequence[float], x_name: str, y_name: str) -> Iterator[str]:
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


def _curve(name: str, places: Sequence[tuple[float, float]]) -> str:
    colour, dash = _LINES[name]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in places)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.8"{dashes}/>{dots}'


def _names(ends: dict[str, float]) -> Iterator[str]:
    """Yield the names of the curves, given the heights of their ends; overlapping ones are moved down."""
    last = -_LINE_HEIGHT
    for name in sorted(ends, key=ends.__getitem__):
        last = ends[name] = max(ends[name], last + _LINE_HEIGHT)
    for name, y in ends.items():
        yield f'<text x="{_WIDTH - _RIGHT + 8}" y="{y + 4:.1f}" style="fill:{_LINES[name][0]}">{name}</text>'


_BOX_WIDTH: Final = 132
_BOX_HEIGHT: Final = 44
_BOX_GAP: Final = 14
_LEVEL: Final = 96
_MARGIN: Final = 12
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;text-anchor:middle;fill:#1a1a1a}.cases,.outcome{font-size:11px;fill:#555}"
    "rect{stroke:#666;fill:#fff}rect.leaf{fill:#eef3ea}path{stroke:#999;fill:none}"
)


def _answer(tree: C45, leaf: Leaf) -> str:
    total = sum(leaf.cases)
    wrong = total - leaf.cases[leaf.label]
    return f"{tree.classes_[leaf.label]} ({total:.4g}{f'/{wrong:.3g}' if wrong > 1e-9 else ''})"


def tree_svg(tree: C45, names: Sequence[str]) -> str:
    """Draw a fitted tree as a standalone SVG element. ``names`` are those of its columns."""
    parts: list[str] = []
    width, height, _ = _draw(tree, tree.tree_, names, _MARGIN, _MARGIN, parts)
    size = f"{width + 2 * _MARGIN:.0f} {height + _MARGIN:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img" aria-label="decision tree">'
        f"<style>{_STYLE}</style>{''.join(parts)}</svg>\n"
    )


def _draw(
    tree: C45, node: Node, names: Sequence[str], left: float, top: float, parts: list[str]
) -> tuple[float, float, float]:
    """Draw a subtree; return its width, its lower edge, and the middle of its topmost box."""
    if isinstance(node, Leaf):
        middle = left + _BOX_WIDTH / 2
        parts.append(_box(middle, top, _answer(tree, node), "", leaf=True))
        return _BOX_WIDTH, top + _BOX_HEIGHT, middle
    at, below, bottom = left, top + _LEVEL, top + _BOX_HEIGHT
    middles = []
    for child in node.children:
        width, lower, middle = _draw(tree, child, names, at, below, parts)
        middles.append(middle)
        bottom = max(bottom, lower)
        at += width + _BOX_GAP
    own = (middles[0] + middles[-1]) / 2
    bend = (top + _BOX_HEIGHT + below) / 2
    for number, middle in enumerate(middles):
        parts.append(f'<path d="M{own:.1f} {top + _BOX_HEIGHT:.1f}V{bend:.1f}H{middle:.1f}V{below:.1f}"/>')
        parts.append(_label(middle, below - 6, tree.outcome(node, number), "outcome"))
    cases = ", ".join(f"{label} {weight:.4g}" for label, weight in zip(tree.classes_, node.cases, strict=True))
    parts.append(_box(own, top, names[node.attribute], cases, leaf=False))
    return at - _BOX_GAP - left, bottom, own


def _box(middle: float, top: float, first: str, second: str, *, leaf: bool) -> str:
    kind = ' class="leaf"' if leaf else ""
    left = middle - _BOX_WIDTH / 2
    box = (
        f'<rect{kind} x="{left:.1f}" y="{top:.1f}" width="{_BOX_WIDTH}" height="{_BOX_HEIGHT}" rx="6">'
        f"<title>{escape(f'{first} {second}'.strip())}</title></rect>"
    )
    if not second:
        return box + _label(middle, top + _BOX_HEIGHT / 2 + 4, first, "")
    return box + _label(middle, top + 18, first, "") + _label(middle, top + 34, second, "cases")


def _label(x: float, y: float, words: str, kind: str) -> str:
    shown = words if len(words) <= 24 else words[:23] + "…"
    return f'<text{f" class={kind!r}" if kind else ""} x="{x:.1f}" y="{y:.1f}">{escape(shown)}</text>'
