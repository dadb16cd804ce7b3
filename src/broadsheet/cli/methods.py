"""``broadsheet methods``: the catalog of methods, as a table or JSON."""

from __future__ import annotations

import io
import json
import shutil
from typing import Any, Final

import click

from broadsheet.cli.options import format_option
from broadsheet.cli.output import is_terminal, write_text

__all__ = ["methods"]

_COLUMNS: Final = ("name", "paper", "uses", "unit")
_MIN_TABLE_COLUMNS: Final = 60  # terminals narrower than this get a list


@click.command()
@format_option("table", "json")
def methods(*, form: str) -> None:
    """List the methods that extract the body of an article.

    For each method: its paper, what it uses besides the page, and the unit that it labels: source lines, segments of
    text between line breaks, text blocks, text nodes, or elements. A star marks the default.
    """
    # Imported here to keep help fast.
    from broadsheet.methods import catalog

    entries = catalog.entries()
    if form == "json":
        write_text(json.dumps(entries, ensure_ascii=False, indent=2) + "\n")
        return
    write_text(table(entries, width=shutil.get_terminal_size().columns if is_terminal() else None))


def table(entries: list[dict[str, Any]], *, width: int | None) -> str:
    """Format the methods as a table.

    ``width`` is that of the terminal in columns; None, if there is none, gives one line per method without rules and
    colours.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    rows = [_cells(entry) for entry in entries]
    if width is not None and width < _MIN_TABLE_COLUMNS:
        return "".join(
            f"{row[0]}\n" + "".join(f"  {name}: {cell}\n" for name, cell in zip(_COLUMNS[1:], row[1:], strict=True))
            for row in rows
        )
    drawn = Table(box=box.SIMPLE_HEAD if width is not None else None, pad_edge=False, show_edge=False)
    for name in _COLUMNS:
        drawn.add_column(name, no_wrap=width is None or name == "name", overflow="fold")
    for row in rows:
        # Text instead of str: rich would read brackets in a title as markup.
        drawn.add_row(*(Text(cell) for cell in row))
    stream = io.StringIO()
    # Without a terminal lines are not folded, but rich needs a number.
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
