"""Read the page of a command for one page, and explain errors of reading it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from broadsheet.cli.failures import Code, Failure, explain
from broadsheet.crawl.sources.files import MISTYPED_URL, STANDARD_INPUT
from broadsheet.crawl.sources.options import FetchOptions
from broadsheet.errors import BroadsheetError, SourceUnreadable

if TYPE_CHECKING:
    from datetime import datetime

    from broadsheet.page import Page

__all__ = ["OnePage", "named", "open_page", "reading"]

_ZIP: Final = b"PK"  # first bytes of a ZIP archive, and so of a snapshot


class OnePage(click.Command):
    """A command for one page. If several are given, its error names the command for many."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and explain extra ones."""
        ctx.allow_extra_args = True
        left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            ctx.fail(f"only one page at a time: '{left[0]}' is a second one ('broadsheet batch' takes many)")
        return left


def open_page(source: str, *, url: str | None, timeout: float, max_bytes: int) -> tuple[Page, datetime | None]:
    """Read one page from a URL, a file (of HTML, or a snapshot that ``broadsheet render`` wrote), or standard input.

    Returns:
        The page, with its layout if the source is a snapshot, and when it was captured, if known.
    """
    # Imported here to keep help fast.
    from broadsheet.crawl.sources import open_source
    from broadsheet.page import page_of

    record = open_source(source, url=url, options=FetchOptions(total=timeout, max_bytes=max_bytes))
    if record.data.startswith(_ZIP):
        from broadsheet.show.render.snapshot import is_snapshot, loads

        if is_snapshot(record.data):
            snapshot = loads(record.data, source)
            return (snapshot if record.url is None else replace(snapshot, url=record.url)).page, record.captured
    return page_of(record.data, url=record.url, charset=record.charset), record.captured


@contextmanager
def reading(source: str) -> Iterator[None]:
    """Turn the errors of a page inside the block into `Failure`."""
    try:
        yield
    except SourceUnreadable as error:
        raise _unreadable(error, source) from error
    except BroadsheetError as error:
        raise explain(error, subject=named(source)) from error


def named(source: str) -> str:
    """Return the name of a source in messages."""
    return "standard input" if source == STANDARD_INPUT else source


def _unreadable(error: SourceUnreadable, source: str) -> Failure:
    """Return the failure for a page that cannot be read, with a hint for a mistyped URL and for a folder."""
    hint = ""
    if MISTYPED_URL.match(source):
        hint = " (a URL begins with https://)"
    elif isinstance(error.__cause__, IsADirectoryError):
        hint = " ('broadsheet batch' takes a directory of pages)"
    return Failure(f"{error}{hint}", Code.UNREADABLE)
