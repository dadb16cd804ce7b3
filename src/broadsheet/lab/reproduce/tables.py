"""Markdown tables and number formats."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["figure", "percent", "table"]


def figure(value: float | None, digits: int = 3) -> str:
    """Format a number in a cell; a dash for None."""
    return "-" if value is None else f"{value:.{digits}f}"


def percent(share: float) -> str:
    """Format a share in a sentence.

    >>> percent(0.126)
    '13 %'
    """
    return f"{100 * share:.0f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """Format a table in Markdown.

    Args:
        head: headings.
        rows: cells.
        words: number of text columns from the left; the others are right-aligned.
    """
    rule = ["---" if place < words else "--:" for place in range(len(head))]
    lines = [head, rule, *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines) + "\n"
