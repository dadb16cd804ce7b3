"""``broadsheet methods``: what is in the catalog, as a table or as JSON.

It reads what the methods declare about themselves, and runs none of them.
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from typing import TYPE_CHECKING, Any, Final

import click

from broadsheet.cli.output import write_text

if TYPE_CHECKING:
    pass

__all__ = ["methods"]

_COLUMNS: Final = ("name", "paper", "needs", "unit")
_NARROW: Final = 60
"""Columns of text under which a table would be more lines than words."""


@click.command(short_help="List the methods that find the body.")
@click.option(
    "--format",
    "-f",
    "form",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
    help="A table to read, or JSON for programs.",
)
def methods(*, form: str) -> None:
    """List the methods that find the body of an article.

    Each with the paper that it is from, what it needs besides the page, and what it decides about: rows of the source,
    segments of text between line breaks, blocks of text, text nodes, or elements. The default is marked with a
    star.
    """
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.methods import catalog

    entries = catalog.entries()
    if form == "json":
        write_text(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
        return
    terminal = sys.stdout.isatty()
    write_text(table(entries, width=shutil.get_terminal_size().columns if terminal else None))


def table(entries: list[dict[str, Any]], *, width: int | None) -> str:
    """The methods as text.

    Args:
        entries: the methods.
        width: columns of the terminal, or None where the text goes elsewhere: then each method is one line, and
            there are neither rules nor colours.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    rows = [_cells(entry) for entry in entries]
    if width is not None and width < _NARROW:
        return "".join(
            f"{row[0]}\n" + "".join(f"  {name}: {cell}\n" for name, cell in zip(_COLUMNS[1:], row[1:], strict=True))
            for row in rows
        )
    drawn = Table(box=box.SIMPLE_HEAD if width is not None else None, pad_edge=False, show_edge=False)
    for name in _COLUMNS:
        drawn.add_column(name, no_wrap=width is None or name == "name", overflow="fold")
    for row in rows:
        # Text, not markup: a bracket in a title is a bracket.
        drawn.add_row(*(Text(cell) for cell in row))
    stream = io.StringIO()
    # Unbounded, a line is as long as its cells; rich still wants a number.
    console = Console(
        file=stream,
        width=width if width is not None else 10_000,
        force_terminal=width is not None,
        no_color=width is None or None,
    )
    console.print(drawn)
    return "".join(line.rstrip() + "\n" for line in stream.getvalue().splitlines())


def _cells(entry: dict[str, Any]) -> tuple[str, str, str, str]:
    paper = entry["paper"]
    return (
        entry["name"] + (" *" if entry["default"] else ""),
        f"{paper['authors']} {paper['year']}: {paper['title']}" if paper is not None else "-",
        ", ".join(entry["needs"]) or "-",
        entry["unit"],
    )
