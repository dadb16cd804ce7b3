"""Elements of SVG charts. Colours are CSS variables of the page."""

from __future__ import annotations

from broadsheet.show.markup import element, number, text_of

__all__ = ["drawing", "label", "line", "polyline"]


def drawing(*inside: str, cls: str, width: float, height: float, said: str) -> str:
    """Write a drawing, with a description for screen readers."""
    view = f"0 0 {number(width)} {number(height)}"
    return element("svg", *inside, cls=cls, viewBox=view, role="img", aria_label=said)


def label(words: str, x: float, y: float, cls: str, *, anchor: str | None = None, baseline: str | None = None) -> str:
    """Write a text at a point."""
    return element("text", text_of(words), cls=cls, x=x, y=y, text_anchor=anchor, dominant_baseline=baseline)


def line(cls: str, x: tuple[float, float], y: tuple[float, float]) -> str:
    """Write a line from the first to the second x and y."""
    return element("line", cls=cls, x1=x[0], x2=x[1], y1=y[0], y2=y[1])


def polyline(cls: str, points: list[tuple[float, float]]) -> str:
    """Write a line through points."""
    return element("polyline", cls=cls, points=" ".join(f"{number(x)},{number(y)}" for x, y in points))
