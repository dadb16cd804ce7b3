"""``broadsheet render``: render one page in a browser, and write a snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from broadsheet.cli.failures import EXIT_CODES, note
from broadsheet.cli.options import (
    BROWSER_OPTION,
    NETWORK_OPTION,
    STANDARD_OUTPUT,
    URL_OPTION,
    number_option,
    path_option,
    seconds_option,
)
from broadsheet.cli.output import check_writable, write_bytes
from broadsheet.cli.source import OnePage, open_page, reading
from broadsheet.crawl.sources.options import MAX_BYTES

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["render"]


@click.command(cls=OnePage, epilog=EXIT_CODES)
@click.argument("source")
@path_option("--output", "-o", required=True, readable=False, help="Write the snapshot here (.snapshot).")
@URL_OPTION
@BROWSER_OPTION
@seconds_option("--timeout", most=3600, default=30.0, help="Time limit for fetching, and the same again for rendering.")
@number_option("--width", metavar="PIXELS", most=10_000, default=1280, help="Window width.")
@number_option("--height", metavar="PIXELS", most=10_000, default=1024, help="Window height.")
@NETWORK_OPTION
@click.option("--scripts", is_flag=True, help="Run the page's scripts; the snapshot has the resulting document.")
def render(source: str, *, output: Path, url: str | None, timeout: float, **how: Any) -> None:
    """Render one page in a browser, and save the layout.

    SOURCE is a URL, a file (also gzipped), or - for standard input. Needs the extra 'render' and an installed Chromium.
    Scripts are off. Only SOURCE is fetched unless --network is given; external style sheets then have no effect. The
    other commands for one page read the snapshot like a page.
    """
    if str(output) == STANDARD_OUTPUT:
        raise click.BadParameter("a snapshot needs a file", param_hint="'--output' / '-o'")
    check_writable(str(output))
    # Imported here to keep help fast.
    from broadsheet.show.render import Options
    from broadsheet.show.render import render as draw

    with reading(source):
        page, _ = open_page(source, url=url, timeout=timeout, max_bytes=MAX_BYTES)
        snapshot = draw(page, options=Options(timeout=timeout, **how))
    write_bytes(snapshot.to_bytes(), str(output))
    drawn = int(snapshot.layout.visible.sum())
    note(f"{len(snapshot.mapped)} nodes, {drawn} visible, {snapshot.share_mapped:.1%} of the text mapped: {output}")
