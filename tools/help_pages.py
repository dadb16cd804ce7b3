"""Write docs/reference/command-line.md: the help page of every command, as the program prints it.

``python tools/help_pages.py`` writes the page; ``--check`` fails if it is out of date.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from broadsheet.cli import main

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "command-line.md"


def _commands(group: click.Group, context: click.Context, before: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words of every command, and of the commands in a command."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*before, name)
        if isinstance(command, click.Group):
            yield from _commands(command, context, (*before, name))


def page() -> str:
    """The page."""
    context = click.Context(main)
    lines = [
        "# The command line",
        "",
        "Written by `python tools/help_pages.py`.",
    ]
    for arguments in [(), *_commands(main, context, ())]:
        printed = CliRunner().invoke(main, [*arguments, "--help"], prog_name="broadsheet", terminal_width=100).output
        lines += ["", f"## {' '.join(('broadsheet', *arguments))}", "", "```", printed.rstrip(), "```"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
            sys.exit("docs/reference/command-line.md is out of date: run python tools/help_pages.py")
    else:
        PAGE.write_text(page(), encoding="utf-8")
