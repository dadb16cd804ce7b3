"""The command line, ``broadsheet COMMAND``: one module per command.

Commands are imported when called, so that help is fast and a missing optional library disables one command only.
Errors end in one line on standard error and an exit code (`broadsheet.cli.failures`). No command imports another.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
import traceback
from typing import Any, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, explain, note

__all__ = ["COMMANDS", "Commands", "main"]

# Summary by command; the command ``x`` is the object ``x`` of the module ``broadsheet.cli.x``.
COMMANDS: Final[dict[str, str]] = {
    "extract": "Extract the article from one page.",
    "identify": "Tell whether a page is an article.",
    "inspect": "Show why each line of a page was kept or left out.",
    "serve": "Serve extract, identify and inspect over HTTP.",
    "batch": "Extract the articles from many pages.",
    "methods": "List the extraction methods.",
    "bench": "Measure methods and libraries on pages with gold answers.",
    "sites": "Learn and show site profiles (repeated boilerplate).",
    "render": "Render one page in a browser, and save the layout.",
    "train": "Train the weights of a method on pages with gold answers.",
    "reproduce": "Reproduce the tables and figures of the papers.",
}

_OBJECTS_BETWEEN_COLLECTIONS: Final = 200_000
"""Far above Python's default: start-up creates many permanent objects, and visiting them in each collection is slow."""


class Commands(click.Group):
    """A click group that imports commands lazily and maps every exception to a message and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command."""
        if "/" in cmd_name and not ctx.resilient_parsing:  # not while a shell completes words
            ctx.fail(f"'{cmd_name}' is not a command: try 'broadsheet extract {cmd_name}'")
        if cmd_name not in COMMANDS:
            return None
        try:
            command: click.Command = getattr(importlib.import_module(f"{__name__}.{cmd_name}"), cmd_name)
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
            raise Failure(f"the command {cmd_name} cannot be loaded: {words}", Code.BUG) from error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from `COMMANDS`, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in COMMANDS])

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the arguments; end the program if its help page cannot be printed."""
        try:
            return super().make_context(*args, **extra)
        except OSError as error:
            explain(error).end()

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; end the program on an exception."""
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
        # Matrices are small: with more BLAS threads, synchronisation costs more than the work.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
        # The final garbage collection would visit every object, which takes a tenth of the time for one page.
        atexit.register(gc.freeze)
        try:
            return super().main(*args, **extra)
        except OSError as error:
            # A message about wrong usage, or what a shell asks for completion, cannot be printed.
            failure = explain(error)
            if failure.message is not None:
                note(failure.message)
            sys.exit(int(failure.code))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXIT_CODES)
@click.version_option(package_name="broadsheet", message="broadsheet %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
def main(*, debug: bool) -> None:
    """Find news articles in web pages and extract them: title, authors, dates and body."""
