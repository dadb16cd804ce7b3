"""Rows -> a Markdown table, and the words for numbers.

It must not know what is in the cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["figure", "percent", "table"]


def figure(value: float | None, digits: int = 3) -> str:
    """A number in a cell; a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def percent(share: float) -> str:
    """A share in a sentence.

    >>> percent(0.126)
    '13 %'
    """
    return f"{100 * share:.0f} %"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """A table in Markdown.

    Args:
        head: the heading of each column.
        rows: the cells.
        words: how many columns from the left are words; the others are numbers, set to the right.
    """
    rule = ["---" if place < words else "--:" for place in range(len(head))]
    lines = [head, rule, *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines) + "\n"
