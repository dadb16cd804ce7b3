"""Options about the source of a page that the commands for one page share, and their checks."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

import click

from broadsheet.cli.durations import Seconds
from broadsheet.cli.failures import Code, Failure
from broadsheet.errors import SourceUnreadable
from broadsheet.sources.options import MAX_BYTES
from broadsheet.sources.record import moment_of

__all__ = ["CAPTURED_OPTION", "MAX_BYTES_OPTION", "TIMEOUT_OPTION", "URL_OPTION", "address", "unreadable"]

_SCHEMELESS_URL: Final = re.compile(r"www\.|[\w-]+(?:\.[\w-]+)+/")


def address(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Check a URL.

    Raises:
        BadParameter: not an http or https URL.
    """
    if value is None:
        return None
    # Imported here to keep help fast.
    from broadsheet.page import is_address

    if not is_address(value):
        raise click.BadParameter("a URL begins with http:// or https://", context, parameter)
    return value.strip()


def moment(context: click.Context, parameter: click.Parameter, value: str | None) -> datetime | None:
    """Parse a date and time with an offset.

    Raises:
        BadParameter: not a date and time, or without an offset.
    """
    if value is None:
        return None
    when = moment_of(value)
    if when is not None:
        return when
    try:
        datetime.fromisoformat(value.strip())
    except ValueError:
        words = f"{value!r} is not a date and time, such as 2026-03-06T09:30Z"
    else:
        words = "the time needs an offset, as in 2026-03-06T09:30Z"
    raise click.BadParameter(words, context, parameter)


def unreadable(error: SourceUnreadable, source: str) -> Failure:
    """Return the failure for a page that cannot be read, with a hint if a URL lacks its scheme."""
    hint = " (a URL begins with https://)" if _SCHEMELESS_URL.match(source) else ""
    return Failure(f"{error}{hint}", Code.UNREADABLE)


URL_OPTION: Final = click.option(
    "--url", metavar="URL", callback=address, help="URL of the page, if SOURCE is not its URL."
)
CAPTURED_OPTION: Final = click.option(
    "--captured",
    metavar="WHEN",
    callback=moment,
    help="When the page was captured (2026-03-06T09:30Z); '3 hours ago', and days without a year, are relative to it. "
    "By default the time of the response, for a URL.",
)
TIMEOUT_OPTION: Final = click.option(
    "--timeout",
    metavar="SECONDS",
    type=Seconds(),
    default=60.0,
    show_default=True,
    help="Time limit of fetching, including redirects.",
)
MAX_BYTES_OPTION: Final = click.option(
    "--max-bytes",
    metavar="N",
    type=click.IntRange(min=1),
    default=MAX_BYTES,
    show_default=True,
    help="Maximum size of the page in bytes, decompressed.",
)
