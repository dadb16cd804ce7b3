"""``broadsheet inspect``: one page in, one HTML file out that shows why each line was kept or left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from broadsheet.cli.failures import EXIT_CODES, note
from broadsheet.cli.options import CAPTURED_OPTION, MAX_BYTES_OPTION, OUTPUT_OPTION, TIMEOUT_OPTION, URL_OPTION
from broadsheet.cli.output import check_writable, write_text
from broadsheet.cli.source import OnePage, named, open_page, reading

if TYPE_CHECKING:
    from datetime import datetime

__all__ = ["inspect"]


@click.command(cls=OnePage, epilog=EXIT_CODES)
@click.argument("source")
@click.option(
    "--method",
    "-m",
    "names",
    metavar="NAME",
    multiple=True,
    help="Method to show; repeatable, the first one is selected. "
    "By default fusion and all methods that need only the page.",
)
@OUTPUT_OPTION
@URL_OPTION
@CAPTURED_OPTION
@TIMEOUT_OPTION
@MAX_BYTES_OPTION
def inspect(source: str, *, names: tuple[str, ...], output: str, captured: datetime | None, **how: Any) -> None:
    """Show why each line of a page was kept or left out, in one HTML file.

    The page is shown beside its article, with each segment coloured by its score, a switch between methods, charts of
    their traces, and the source of each metadata value. The file loads no other resources.

    SOURCE is a URL, a file (also gzipped, or a snapshot), or - for standard input.
    """
    check_writable(output)
    # Imported here to keep help fast.
    from broadsheet.methods import catalog
    from broadsheet.methods.base import Given
    from broadsheet.show.serve import METHODS, as_html
    from broadsheet.show.serve import inspect as inspect_page

    # Before the page is fetched: a wrong name should not cost a download.
    for name in names:
        if name not in catalog.CATALOG:
            catalog.get(name)
    with reading(source):
        page, when = open_page(source, **how)
        given = Given(captured=captured if captured is not None else when)
        inspection = inspect_page(page, names or METHODS, given=given)
    write_text(as_html(inspection), output)
    for name, reason in inspection.barred:
        note(f"{named(source)}: {name} cannot run: {reason}")
