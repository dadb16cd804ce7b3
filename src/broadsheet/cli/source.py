"""The source of a page, for the commands for one page: their options, how they read it, and its errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from broadsheet.cli.durations import Seconds
from broadsheet.cli.failures import Code, Failure, explain
from broadsheet.crawl.sources.options import MAX_BYTES, FetchOptions
from broadsheet.crawl.sources.record import moment_of
from broadsheet.errors import BroadsheetError, SourceUnreadable

if TYPE_CHECKING:
    from broadsheet.page import Page

__all__ = [
    "BROWSER_OPTION",
    "CAPTURED_OPTION",
    "MAX_BYTES_OPTION",
    "NETWORK_OPTION",
    "TIMEOUT_OPTION",
    "URL_OPTION",
    "OnePage",
    "Opened",
    "address",
    "open_page",
    "reading",
]

_SCHEMELESS_URL: Final = re.compile(r"www\.|[\w-]+(?:\.[\w-]+)+/")
_ZIP: Final = b"PK"  # how a ZIP archive begins, and so a snapshot


class OnePage(click.Command):
    """A command for one page. Given several, it names the command for many."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and explain those left over."""
        ctx.allow_extra_args = True
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            ctx.fail(f"one page at a time, and '{left[0]}' is another: 'broadsheet batch' takes many")
        return left


class Opened(NamedTuple):
    """A page as read.

    Attributes:
        page: the page, with its layout if the source is a snapshot.
        captured: when it was captured, if known.
    """

    page: Page
    captured: datetime | None


def open_page(source: str, *, url: str | None, timeout: float, max_bytes: int) -> Opened:
    """Read one page from a URL, a file (of HTML, or a snapshot that ``broadsheet render`` wrote), or standard input.

    Raises:
        BroadsheetError: it cannot be fetched or read, or is not a page.
    """
    # Imported here to keep help fast.
    from broadsheet.crawl.sources import open_source
    from broadsheet.page import page_of

    record = open_source(source, url=url, options=FetchOptions(total=timeout, max_bytes=max_bytes))
    if record.data.startswith(_ZIP):
        from broadsheet.show.render.snapshot import is_snapshot, loads

        if is_snapshot(record.data):
            snapshot = loads(record.data, source)
            return Opened((snapshot if record.url is None else replace(snapshot, url=record.url)).page, record.captured)
    return Opened(page_of(record.data, url=record.url, charset=record.charset), record.captured)


@contextmanager
def reading(source: str) -> Iterator[None]:
    """Turn errors with a page inside the block into `Failure`.

    Raises:
        Failure: the page cannot be fetched or read, or the work on it fails.
    """
    try:
        yield
    except SourceUnreadable as error:
        raise _unreadable(error, source) from error
    except BroadsheetError as error:
        raise explain(error, subject="standard input" if source == "-" else source) from error


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


def _unreadable(error: SourceUnreadable, source: str) -> Failure:
    """Return the failure for a page that cannot be read, with a hint for a URL without scheme and for a folder."""
    hint = ""
    if _SCHEMELESS_URL.match(source):
        hint = " (a URL begins with https://)"
    elif source and Path(source).is_dir():
        hint = " ('broadsheet batch' takes a directory of pages)"
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
BROWSER_OPTION: Final = click.option(
    "--browser", metavar="PATH", help="Chromium to use; by default BROADSHEET_CHROMIUM or the one found."
)
NETWORK_OPTION: Final = click.option(
    "--network", is_flag=True, help="Let the page load its style sheets, images and frames."
)
