"""A C4.5 tree as text and as a picture (SVG). It reads a fitted tree and decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from broadsheet.methods.standke.c45 import C45, Branch, Leaf, Node

__all__ = ["tree_svg", "tree_text"]

_WIDTH: Final = 132
_HEIGHT: Final = 44
_GAP: Final = 14
_LEVEL: Final = 96
_MARGIN: Final = 12
_STYLE: Final = (
    "text{font:12px system-ui,sans-serif;text-anchor:middle;fill:#1a1a1a}.cases,.outcome{font-size:11px;fill:#555}"
    "rect{stroke:#666;fill:#fff}rect.leaf{fill:#eef3ea}path{stroke:#999;fill:none}"
)


def tree_text(tree: C45, names: Sequence[str] | None = None) -> str:
    """Return a fitted tree as indented lines: one per branch; leaves have the class, its cases and wrong ones.

    ``names`` are those of its columns.
    """
    return "\n".join(_lines(tree, tree.tree_, _called(tree, names), 0))


def _called(tree: C45, names: Sequence[str] | None) -> Sequence[str]:
    if names is None:
        return [f"x{column}" for column in range(tree.n_features_in_)]
    if len(names) != tree.n_features_in_:
        raise ValueError(f"{len(names)} names for {tree.n_features_in_} columns")
    return names


def _answer(tree: C45, leaf: Leaf) -> str:
    total = sum(leaf.cases)
    wrong = total - leaf.cases[leaf.label]
    return f"{tree.classes_[leaf.label]} ({total:.4g}{f'/{wrong:.3g}' if wrong > 1e-9 else ''})"


def _lines(tree: C45, node: Node, names: Sequence[str], level: int) -> Iterator[str]:
    if isinstance(node, Leaf):
        yield f"{'|   ' * level}{_answer(tree, node)}"
        return
    for number, child in enumerate(node.children):
        head = f"{'|   ' * level}{names[node.attribute]} {tree.outcome(node, number)}"
        if isinstance(child, Leaf):
            yield f"{head}: {_answer(tree, child)}"
        else:
            yield f"{head}:"
            yield from _lines(tree, child, names, level + 1)


def tree_svg(tree: C45, names: Sequence[str] | None = None) -> str:
    """Draw a fitted tree as a standalone SVG element. ``names`` are those of its columns."""
    called = _called(tree, names)
    parts: list[str] = []
    width, height, _ = _draw(tree, tree.tree_, called, _MARGIN, _MARGIN, parts)
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
        middle = left + _WIDTH / 2
        parts.append(_box(middle, top, _answer(tree, node), "", leaf=True))
        return _WIDTH, top + _HEIGHT, middle
    at, bottom = left, top + _HEIGHT
    middles = []
    for child in node.children:
        width, lower, middle = _draw(tree, child, names, at, top + _LEVEL, parts)
        middles.append(middle)
        bottom = max(bottom, lower)
        at += width + _GAP
    own = (middles[0] + middles[-1]) / 2
    for number, middle in enumerate(middles):
        below = top + _LEVEL
        bend = (top + _HEIGHT + below) / 2
        parts.append(f'<path d="M{own:.1f} {top + _HEIGHT:.1f}V{bend:.1f}H{middle:.1f}V{below:.1f}"/>')
        parts.append(_label(middle, below - 6, tree.outcome(node, number), "outcome"))
    parts.append(_box(own, top, names[node.attribute], _cases(tree, node), leaf=False))
    return at - _GAP - left, bottom, own


def _cases(tree: C45, node: Branch) -> str:
    return ", ".join(f"{label} {weight:.4g}" for label, weight in zip(tree.classes_, node.cases, strict=True))


def _box(middle: float, top: float, first: str, second: str, *, leaf: bool) -> str:
    kind = ' class="leaf"' if leaf else ""
    box = (
        f'<rect{kind} x="{middle - _WIDTH / 2:.1f}" y="{top:.1f}" width="{_WIDTH}" height="{_HEIGHT}" rx="6">'
        f"<title>{escape(f'{first} {second}'.strip())}</title></rect>"
    )
    if not second:
        return box + _label(middle, top + _HEIGHT / 2 + 4, first, "")
    return box + _label(middle, top + 18, first, "") + _label(middle, top + 34, second, "cases")


def _label(x: float, y: float, words: str, kind: str) -> str:
    shown = words if len(words) <= 24 else words[:23] + "…"
    return f'<text{f" class={kind!r}" if kind else ""} x="{x:.1f}" y="{y:.1f}">{escape(shown)}</text>'
