"""Write docs/reference/command-line.md: the help pages of the commands, as the program prints them.

The exit codes, which every help page repeats, stand once; ranges of numbers are left out. Of the commands that train
and measure methods only the description and the names of the options are written.

``python tools/help_pages.py`` writes the page; ``--check`` fails if it is out of date.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from broadsheet.cli import main

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "command-line.md"
BRIEF = ("bench", "train", "reproduce")
BRIEF_SITES = ("export", "import", "list", "measure")
EXIT_CODES = "  Exit codes:\n"
RANGE = re.compile(r";\s+\S*x[<>]=\S*(?=\])| +\[x>=\d+\]")
HELP = re.compile(r"\n  -h, --help +Show this message and exit\.")


def _commands(group: click.Group, context: click.Context, before: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words of every command, and of the commands in a command."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*before, name)
        if isinstance(command, click.Group):
            yield from _commands(command, context, (*before, name))


def _help(arguments: tuple[str, ...]) -> tuple[str, str]:
    """The help page of a command without its exit codes, and these."""
    printed = CliRunner().invoke(main, [*arguments, "--help"], prog_name="broadsheet", terminal_width=100).output
    words, _, codes = printed.partition(EXIT_CODES)
    words = RANGE.sub("", HELP.sub("", words))
    return words.replace("Options:\n\n", "").strip().removesuffix("Options:").rstrip(), codes.rstrip()


def _brief(words: str) -> str:
    """Usage and description, and the names of the options alone."""
    head, _, options = words.partition("\nOptions:")
    names = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", options, re.MULTILINE)
    return f"```\n{head.rstrip()}\n```" + (f"\n\nOptions: {', '.join(f'`{name}`' for name in names)}" if names else "")


def page() -> str:
    """The page."""
    lines = [
        "# Command line",
        "",
        "These are the help pages, as `--help` prints them. The exit code gives the kind of an error.",
    ]
    for arguments in [(), *_commands(main, click.Context(main), ())]:
        words, codes = _help(arguments)
        if not arguments:
            lines += ["", "## Exit codes", "", f"```\n{codes}\n```"]
        brief = bool(arguments) and (
            arguments[0] in BRIEF or (arguments[0] == "sites" and arguments[-1] in BRIEF_SITES)
        )
        title = f"{'##' if len(arguments) < 2 else '###'} {' '.join(('broadsheet', *arguments))}"
        lines += ["", title, "", _brief(words) if brief else f"```\n{words}\n```"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page():
            sys.exit("docs/reference/command-line.md is out of date: run python tools/help_pages.py")
    else:
        PAGE.write_text(page(), encoding="utf-8")
