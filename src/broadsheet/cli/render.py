"""``broadsheet render``: lay one page out in a browser, and write a snapshot.

It knows the order of the steps and the words for the reader; everything else is done by the rooms below.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from broadsheet.cli.durations import Seconds
from broadsheet.cli.failures import EXIT_CODES, Code, Failure, explain, note
from broadsheet.cli.output import STANDARD_OUTPUT, check_writable
from broadsheet.cli.paths import NamedPath
from broadsheet.cli.source import URL_OPTION
from broadsheet.errors import BroadsheetError

if TYPE_CHECKING:
    from broadsheet.render import Snapshot

__all__ = ["render"]


@click.command(short_help="Lay one page out in a browser, and keep the layout.", epilog=EXIT_CODES)
@click.argument("source")
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    required=True,
    type=NamedPath(readable=False, path_type=Path),
    help="Write the snapshot here (.snapshot).",
)
@URL_OPTION
@click.option("--browser", metavar="PATH", help="The Chromium to use, if not the one found or BROADSHEET_CHROMIUM.")
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=Seconds(most=3600),
    default=30.0,
    show_default=True,
    help="The most that fetching, and then rendering, may take.",
)
@click.option(
    "--width", metavar="PIXELS", type=click.IntRange(1, 10_000), default=1280, show_default=True, help="Of the window."
)
@click.option(
    "--height", metavar="PIXELS", type=click.IntRange(1, 10_000), default=1024, show_default=True, help="Of the window."
)
@click.option("--network", is_flag=True, help="Let the page fetch its style sheets, images and frames.")
@click.option("--scripts", is_flag=True, help="Run the page's scripts; what they make of it is the page then.")
def render(
    source: str,
    *,
    output: Path,
    url: str | None,
    browser: str | None,
    timeout: float,
    width: int,
    height: int,
    network: bool,
    scripts: bool,
) -> None:
    """Lay one page out in a browser, and keep the layout.

    SOURCE is a URL, a file (also gzipped), or - for the standard input. Needs the extra 'render' and an installed
    Chromium. Scripts are off. Apart from SOURCE itself nothing is fetched, unless --network is given; style sheets that
    are not in the page then have no effect.
    """
    if str(output) == STANDARD_OUTPUT:
        raise click.BadParameter("a snapshot is written to a file", param_hint="'--output' / '-o'")
    check_writable(str(output))
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.page import read_page
    from broadsheet.render import Options
    from broadsheet.render import render as draw
    from broadsheet.sources import open_source
    from broadsheet.sources.options import FetchOptions

    subject = "standard input" if source == "-" else source
    options = Options(browser=browser, timeout=timeout, width=width, height=height, network=network, scripts=scripts)
    try:
        record = open_source(source, url=url, options=FetchOptions(total=timeout))
        page = read_page(record.data, url=record.url, charset=record.charset)
        snapshot = draw(page, options=options)
    except BroadsheetError as error:
        raise explain(error, subject=subject) from error
    _write(snapshot, output)
    drawn = int(snapshot.layout.visible.sum())
    note(f"{len(snapshot.mapped)} rows, {drawn} drawn, {snapshot.share_mapped:.1%} of the text found: {output}")


def _write(snapshot: Snapshot, output: Path) -> None:
    part = output.with_name(f".{output.name}.{os.getpid()}.part")
    try:
        snapshot.save(part)
        part.replace(output)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Failure(f"cannot write {output}: {error.strerror}", Code.UNWRITABLE) from error
