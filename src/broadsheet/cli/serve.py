"""``broadsheet serve``: the HTTP API and the inspector, until it is told to stop.

It knows the options and the words for the reader; everything else is done by the rooms below.
"""

from __future__ import annotations

import click

from broadsheet.cli.durations import Seconds
from broadsheet.cli.failures import EXIT_CODES, note
from broadsheet.serve.options import MAX_BYTES, ServeOptions

__all__ = ["serve"]

_USUAL = ServeOptions()


@click.command(short_help="Answer over HTTP: extract, identify, inspect.", epilog=EXIT_CODES)
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", "-p", metavar="N", type=click.IntRange(0, 65535), default=8000, show_default=True,
    help="Its port; 0 for one that is free.",
)  # fmt: skip
@click.option("--jobs", "-j", metavar="N", type=click.IntRange(min=1), help="Worker processes; one a core by default.")
@click.option(
    "--waiting", metavar="N", type=click.IntRange(min=0), default=_USUAL.waiting, show_default=True,
    help="Requests that may wait for a worker; further ones are answered with 503.",
)  # fmt: skip
@click.option(
    "--waiting-seconds", metavar="SECONDS", type=Seconds(), default=_USUAL.waiting_seconds,
    show_default=True, help="The most time that one may wait; then it is answered with 503.",
)  # fmt: skip
@click.option(
    "--page-seconds", metavar="SECONDS", type=Seconds(), default=_USUAL.page_seconds,
    show_default=True, help="The most time that one page may take.",
)  # fmt: skip
@click.option(
    "--page-memory", metavar="MB", type=click.IntRange(min=16), default=_USUAL.page_megabytes, show_default=True,
    help="The most memory that one page may take.",
)  # fmt: skip
@click.option(
    "--max-bytes", metavar="N", type=click.IntRange(min=1), default=MAX_BYTES, show_default=True,
    help="The most bytes of a request, and of a fetched page, decompressed.",
)  # fmt: skip
@click.option(
    "--fetch/--no-fetch", default=True, show_default=True,
    help="Fetch pages from public addresses, where a request names one and brings no page.",
)  # fmt: skip
@click.option(
    "--fetches", metavar="N", type=click.IntRange(min=1), default=_USUAL.fetches, show_default=True,
    help="Pages that are fetched at a time.",
)  # fmt: skip
@click.option(
    "--timeout", metavar="SECONDS", type=Seconds(), default=_USUAL.fetch_seconds, show_default=True,
    help="The most that fetching one may take, redirects and all.",
)  # fmt: skip
@click.option("--access-log", is_flag=True, help="Write a line for each request to the standard error.")
def serve(
    *,
    host: str,
    port: int,
    jobs: int | None,
    waiting: int,
    waiting_seconds: float,
    page_seconds: float,
    page_memory: int,
    max_bytes: int,
    fetch: bool,
    fetches: int,
    timeout: float,
    access_log: bool,
) -> None:
    """Answer over HTTP: extract, identify, inspect.

    POST /extract, /identify and /inspect take a page or its address, GET / is a form for the inspector, GET /methods,
    /health and /metrics say what there is and how it goes, and /openapi.json describes all of it. Scripts of pages
    never run, and nothing is fetched from private addresses.
    """
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.serve.running import run_server

    options = ServeOptions(
        jobs=jobs,
        waiting=waiting,
        waiting_seconds=waiting_seconds,
        page_seconds=page_seconds,
        page_megabytes=page_memory,
        max_bytes=max_bytes,
        fetch=fetch,
        fetches=fetches,
        fetch_seconds=timeout,
    )
    run_server(options, host=host, port=port, access_log=access_log, told=note)
