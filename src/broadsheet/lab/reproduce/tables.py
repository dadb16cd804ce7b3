"""Markdown tables and number formats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

__all__ = ["cells", "figure", "interval_text", "percent", "table"]


def figure(value: float | None, digits: int = 3) -> str:
    """Format a number in a cell; a dash for None."""
    return "-" if value is None else f"{value:.{digits}f}"


def cells(scores: Mapping[str, float] | None) -> list[str]:
    """Format precision, recall and F1 in three cells; dashes for None."""
    return [figure(scores[name] if scores is not None else None) for name in ("precision", "recall", "f1")]


def interval_text(difference: Mapping[str, float]) -> str:
    """Format a difference with its interval, in a sentence or a cell."""
    return f"{difference['mean']:+.3f} ({difference['low']:+.3f} to {difference['high']:+.3f})"


def percent(share: float) -> str:
    """Format a share in a sentence.

    >>> percent(0.126)
    '13 %'
    """
    return f"{100 * share:.0f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """Format a table in Markdown. The first ``words`` columns are text; the others are right-aligned."""
    rule = ["---" if place < words else "--:" for place in range(len(head))]
    lines = [head, rule, *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines) + "\n"
