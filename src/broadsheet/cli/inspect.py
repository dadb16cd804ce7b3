"""``broadsheet inspect``: one page in, one file of HTML out that shows why its extraction is what it is.

It knows the order of the steps and the words for the reader; everything else is done by the rooms below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from broadsheet.cli.failures import EXIT_CODES, explain, note
from broadsheet.cli.output import STANDARD_OUTPUT, check_writable, write_text
from broadsheet.cli.source import CAPTURED_OPTION, MAX_BYTES_OPTION, TIMEOUT_OPTION, URL_OPTION, unreadable
from broadsheet.errors import BroadsheetError, SourceUnreadable
from broadsheet.sources.options import FetchOptions

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["inspect"]


@click.command(short_help="Show why the extraction of a page is what it is.", epilog=EXIT_CODES)
@click.argument("source")
@click.option(
    "--method",
    "-m",
    "names",
    metavar="NAME",
    multiple=True,
    help="Show this method; may be given again, and the first is the chosen one. "
    "By default fusion and those that need nothing besides the page.",
)
@click.option("--output", "-o", metavar="FILE", default=STANDARD_OUTPUT, help="Write to a file, whole or not at all.")
@URL_OPTION
@CAPTURED_OPTION
@TIMEOUT_OPTION
@MAX_BYTES_OPTION
def inspect(
    source: str,
    *,
    names: tuple[str, ...],
    output: str,
    url: str | None,
    captured: datetime | None,
    timeout: float,
    max_bytes: int,
) -> None:
    """Show why the extraction of a page is what it is, in one file of HTML.

    The page stands beside its article, each segment coloured by its score, with a switch between methods and their
    traces drawn, and where each value of the metadata came from. The file loads nothing from anywhere.

    SOURCE is a URL, a file (also gzipped), or - for the standard input.
    """
    check_writable(output)
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.methods import catalog
    from broadsheet.methods.base import Given
    from broadsheet.page import page_of
    from broadsheet.serve import METHODS, as_html
    from broadsheet.serve import inspect as inspect_page
    from broadsheet.sources import open_source

    # Before the page is fetched: a wrong name should not cost a download.
    for name in names:
        if name not in catalog.CATALOG:
            catalog.get(name)
    subject = "standard input" if source == "-" else source
    try:
        record = open_source(source, url=url, options=FetchOptions(total=timeout, max_bytes=max_bytes))
        page = page_of(record.data, url=record.url, charset=record.charset)
        given = Given(captured=captured if captured is not None else record.captured)
        inspection = inspect_page(page, names or METHODS, given=given)
    except SourceUnreadable as error:
        raise unreadable(error, source) from error
    except BroadsheetError as error:
        raise explain(error, subject=subject) from error
    write_text(as_html(inspection), output)
    for name, reason in inspection.barred:
        note(f"{subject}: {name} cannot run: {reason}")
