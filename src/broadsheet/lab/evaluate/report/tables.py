"""A summary as tables, for a terminal and in Markdown."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from broadsheet.lab.evaluate.report import sheets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from broadsheet.lab.evaluate.breakdown import Breakdown
    from broadsheet.lab.evaluate.report.sheets import Sheet
    from broadsheet.lab.evaluate.summary import Summary

__all__ = ["as_markdown", "as_tables", "markdown_table"]


def as_markdown(summary: Summary, breakdown: Breakdown | None = None) -> str:
    """Format the summary as Markdown tables; with a breakdown, also its tables.

    Args:
        summary: the figures.
        breakdown: figures by language and site, or None.
    """
    parts = []
    for sheet in (*_first(summary), *(sheets.details(summary, breakdown) if breakdown is not None else ())):
        rows = [[_escaped(cell) for cell in row] for row in sheet.rows if row]
        note = f"{_escaped(sheet.note)}\n\n" if sheet.note else ""
        table = markdown_table(map(_escaped, sheet.columns), rows, words=sheet.words)
        parts.append(f"## {_escaped(sheet.title)}\n\n{note}{table}")
    return "\n".join([*parts, "\n\n".join(_escaped(line) for line in sheets.closing(summary))]) + "\n"


def _first(summary: Summary) -> Iterator[Sheet]:
    yield sheets.by_corpus(summary)
    yield sheets.overall(summary)
    of_stages = sheets.stages(summary)
    if of_stages is not None:
        yield of_stages


def markdown_table(columns: Iterable[str], rows: Iterable[Iterable[str]], *, words: int = 1) -> str:
    """Format a Markdown table.

    Args:
        columns: headings.
        rows: cells, as Markdown.
        words: number of columns, from the left, with text instead of numbers.
    """
    heads = list(columns)
    rule = "|" + "---|" * words + "--:|" * (len(heads) - words)
    lines = ("|" + "".join(f" {cell} |" if cell else " |" for cell in cells) for cells in (heads, *rows))
    return "\n".join([next(lines), rule, *lines]) + "\n"


def _escaped(text: str) -> str:
    """Escape Markdown: names of corpora are folder names, and errors may quote a page; a star is our own mark."""
    one_line = " ".join(text.split())
    for mark in "\\|*<`[":
        one_line = one_line.replace(mark, f"\\{mark}")
    return one_line


def as_tables(summary: Summary, *, width: int | None) -> str:
    """Format the summary as tables for a terminal.

    Args:
        summary: the figures.
        width: columns of the terminal; None if the output is not a terminal: lines are not wrapped, without colours.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=width if width is not None else 200,
        force_terminal=width is not None,
        no_color=width is None or None,
    )
    for sheet in _first(summary):
        table = Table(title=sheet.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
        for place, name in enumerate(sheet.columns):
            table.add_column(name, justify="left" if place < sheet.words else "right", no_wrap=place >= sheet.words)
        for row in sheet.rows:
            if row:
                # Text instead of str: rich would read brackets in a name as markup.
                table.add_row(*map(Text, row))
            else:
                table.add_section()
        console.print(table)
    for line in sheets.closing(summary):
        console.print(line, markup=False, highlight=False, soft_wrap=width is None)
    return "".join(line.rstrip() + "\n" for line in stream.getvalue().splitlines())
