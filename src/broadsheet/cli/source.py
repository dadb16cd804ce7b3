"""What commands that read one page share: options about where it is from, and their checks.

It must not know what is done with the page.
"""

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

_HOST: Final = re.compile(r"www\.|[\w-]+(?:\.[\w-]+)+/")
"""What looks like an address without its scheme, where there is no such file."""


def address(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Check an address.

    Raises:
        BadParameter: it is none of the web.
    """
    if value is None:
        return None
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.page import is_address

    if not is_address(value):
        raise click.BadParameter("an address begins with http:// or https://", context, parameter)
    return value.strip()


def moment(context: click.Context, parameter: click.Parameter, value: str | None) -> datetime | None:
    """Check a moment.

    Raises:
        BadParameter: it is none, or has no offset.
    """
    if value is None:
        return None
    when = moment_of(value)
    if when is not None:
        return when
    try:
        datetime.fromisoformat(value.strip())
    except ValueError:
        words = f"there is no moment {value!r}; one is written as 2026-03-06T09:30Z"
    else:
        words = "a moment has an offset, as 2026-03-06T09:30Z has"
    raise click.BadParameter(words, context, parameter)


def unreadable(error: SourceUnreadable, source: str) -> Failure:
    """The end of a command that cannot read its page, with a hint where an address lacks its scheme."""
    hint = " (an address begins with https://)" if _HOST.match(source) else ""
    return Failure(f"{error}{hint}", Code.UNREADABLE)


URL_OPTION: Final = click.option(
    "--url", metavar="URL", callback=address, help="Where the page is from, if not from SOURCE itself."
)
CAPTURED_OPTION: Final = click.option(
    "--captured",
    metavar="WHEN",
    callback=moment,
    help="When the page was captured (2026-03-06T09:30Z): '3 hours ago', and days without a year, are read as of then. "
    "Of an address the time of the answer, by default.",
)
TIMEOUT_OPTION: Final = click.option(
    "--timeout",
    metavar="SECONDS",
    type=Seconds(),
    default=60.0,
    show_default=True,
    help="The most that fetching may take, redirects and all.",
)
MAX_BYTES_OPTION: Final = click.option(
    "--max-bytes",
    metavar="N",
    type=click.IntRange(min=1),
    default=MAX_BYTES,
    show_default=True,
    help="The most bytes that the page may have, decompressed.",
)
