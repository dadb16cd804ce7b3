"""Exit codes, and the one line on standard error that explains a failure.

Codes from 70 up follow shell conventions and ``sysexits.h``.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from enum import IntEnum
from typing import Final, NoReturn, Self

import click

from broadsheet import errors

__all__ = ["EXIT_CODES", "Code", "Failure", "counted", "explain", "note", "silence_standard_output"]


class Code(IntEnum):
    """The exit codes, with their meanings."""

    meaning: str

    def __new__(cls, number: int, meaning: str) -> Self:
        """Make a code."""
        code = int.__new__(cls, number)
        code._value_, code.meaning = number, meaning
        return code

    DONE = 0, "success, even if nothing was found"
    FAILED = 1, "any other failure"
    USAGE = 2, "wrong usage, unknown method, invalid selector"
    NOT_HTML = 3, "not an HTML page"
    TOO_LARGE = 4, "page too large"
    NOT_FETCHED = 5, "could not be fetched"
    UNREADABLE = 6, "file cannot be read"
    CANNOT_RUN = 7, "method cannot run"
    UNWRITABLE = 8, "output cannot be written"
    NOT_ARTICLE = 9, "not an article, and only articles were requested"
    BUG = 70, "internal error"
    INTERRUPTED = 130, "interrupted"
    NO_READER = 141, "the reader closed the output"


# The table at the end of help pages; ``\b`` keeps click from refilling it.
EXIT_CODES: Final = "\b\nExit codes:\n" + "\n".join(f"  {code:>3}  {code.meaning}" for code in Code)

_CODES: Final[tuple[tuple[type[errors.BroadsheetError], Code], ...]] = (
    (errors.NotHTML, Code.NOT_HTML),
    (errors.PageTooLarge, Code.TOO_LARGE),
    (errors.FetchFailed, Code.NOT_FETCHED),
    (errors.SourceUnreadable, Code.UNREADABLE),
    (errors.OutputUnwritable, Code.UNWRITABLE),
    (errors.NeedsNotMet, Code.CANNOT_RUN),
    (errors.MissingExtra, Code.CANNOT_RUN),
    (errors.UnknownMethod, Code.USAGE),
    (errors.BadSelector, Code.USAGE),
    (errors.BroadsheetError, Code.FAILED),
)
_WITH_PAGES: Final = ("a feed", "a sitemap", "a WARC archive", "a tar archive", "a Parquet table")  # kinds of input
_DISK_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Failure(Exception):
    """Ends a command with an exit code, and a message unless it is None."""

    def __init__(self, message: str | None, code: Code) -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code

    def end(self) -> NoReturn:
        """Print the message and end the program: raise `click.exceptions.Exit`."""
        if self.message is not None:
            note(self.message)
        raise click.exceptions.Exit(int(self.code))


def note(message: str) -> None:
    """Print a message on standard error, in one line. Write errors are ignored."""
    with suppress(OSError):
        click.echo(f"broadsheet: {one_line(message)}", err=True)


def counted(number: int, one: str, many: str | None = None) -> str:
    """Format a number with its noun: ``1 page``, ``1,200 pages``. The plural adds an s unless given."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def one_line(text: str) -> str:
    """Return the text in one line without control characters, which a server may have put there."""
    # In an ASCII locale, Python keeps undecodable bytes of a path as lone surrogates.
    whole = text.encode("utf-8", "surrogateescape" if _is_escaped_path(text) else "replace").decode("utf-8", "replace")
    return "".join(character if character.isprintable() else "\ufffd" for character in " ".join(whole.split()))


def _is_escaped_path(text: str) -> bool:
    return all("\udc80" <= character <= "\udcff" for character in text if "\ud800" <= character <= "\udfff")


def explain(error: Exception, *, subject: str | None = None) -> Failure:
    """Return the `Failure` that an exception ends the command with.

    Args:
        error: the exception.
        subject: the page or file being processed, for errors that do not name it.
    """
    match error:
        case Failure():
            return error
        case errors.BroadsheetError():
            code = next(code for kind, code in _CODES if isinstance(error, kind))
            named = subject is None or code not in (Code.NOT_HTML, Code.TOO_LARGE, Code.CANNOT_RUN, Code.FAILED)
            words = str(error) if named else f"{subject}: {error}"
            if isinstance(error, errors.NotHTML) and error.looks_like.startswith(_WITH_PAGES):
                words += " ('broadsheet batch' reads its pages)"
            return Failure(words, code)
        case BrokenPipeError():
            silence_standard_output()
            return Failure(None, Code.NO_READER)
        case OSError(errno=number) if number in _DISK_FULL:
            silence_standard_output()
            return Failure(f"the output cannot be written: {error.strerror}", Code.UNWRITABLE)
        case OSError(filename=str() as name, strerror=str() as words):
            return Failure(f"could not open {name}: {words}", Code.UNREADABLE)
        case MemoryError():
            return Failure("out of memory", Code.BUG)
        case _:
            kind = type(error).__name__
            words = f"{kind}: {error}" if str(error) else kind
            return Failure(f"internal error: {words} (run 'broadsheet --debug ...' for the traceback)", Code.BUG)


def silence_standard_output() -> None:
    """Redirect standard output to the null device; otherwise Python fails on its unwritten buffer at exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
