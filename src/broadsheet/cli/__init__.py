"""The command line: ``broadsheet COMMAND``, one file per command.

A command is loaded when it is called, so that help is quick and a command that lacks a library does not take the
others with it. What goes wrong ends in one line on the standard error and an exit code; both are in
`broadsheet.cli.failures`. No command knows another.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from importlib.util import find_spec
from typing import Any, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, explain, note

__all__ = ["COMMANDS", "Commands", "main"]

COMMANDS: Final[dict[str, str]] = {
    "extract": "Take the article out of one page.",
    "identify": "Say whether there is an article on a page.",
    "inspect": "Show why the extraction of a page is what it is.",
    "serve": "Answer over HTTP: extract, identify, inspect.",
    "batch": "Take the articles out of many pages.",
    "methods": "List the methods that find the body.",
    "bench": "Measure methods and libraries on pages with known answers.",
    "sites": "Learn what the pages of a site repeat, and look at it.",
    "render": "Lay one page out in a browser, and keep the layout.",
    "train": "Learn the weights of a method from pages with known answers.",
    "reproduce": "Measure the papers' tables and figures again.",
}
"""Every command with its summary; the command ``x`` is the object ``x`` of the module ``broadsheet.cli.x``."""


class Commands(click.Group):
    """A group that loads a command when it is called, and turns what escapes from it into a line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands that are there."""
        return [name for name in COMMANDS if find_spec(f"{__name__}.{name}") is not None]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        try:
            command = getattr(importlib.import_module(f"{__name__}.{cmd_name}"), cmd_name)
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
            raise Failure(f"the command {cmd_name} cannot be loaded: {words}", Code.BUG) from error
        if not isinstance(command, click.Command):
            raise Failure(f"the command {cmd_name} cannot be loaded: it is no command", Code.BUG)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands on the help page, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (click.exceptions.Exit, click.Abort, click.ClickException):
            raise
        except KeyboardInterrupt:
            Failure(None, Code.INTERRUPTED).end()
        except Exception as error:
            if ctx.params.get("debug"):
                traceback.print_exc(file=sys.stderr)
            explain(error).end()

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program; the arguments are click's."""
        # The products are small: more threads would wait for each other longer than they compute.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        try:
            return super().main(*args, **extra)
        except OSError as error:
            # The help page of the program itself is printed before there is a command to run.
            failure = explain(error)
            if failure.message is not None:
                note(failure.message)
            sys.exit(int(failure.code))


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=EXIT_CODES,
)
@click.version_option(package_name="broadsheet", message="broadsheet %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def main(*, debug: bool) -> None:
    """Find news articles in web pages and take them out clean."""
