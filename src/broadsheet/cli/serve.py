"""``broadsheet serve``: the HTTP API and the inspector."""

from __future__ import annotations

import click

from broadsheet.cli.failures import EXIT_CODES, note
from broadsheet.cli.options import Seconds
from broadsheet.show.serve.options import MAX_BYTES, ServeOptions

__all__ = ["serve"]

_DEFAULTS = ServeOptions()


@click.command(short_help="Serve extract, identify and inspect over HTTP.", epilog=EXIT_CODES)
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", "-p", metavar="N", type=click.IntRange(0, 65535), default=8000, show_default=True,
    help="Port; 0 picks a free one.",
)  # fmt: skip
@click.option(
    "--jobs", "-j", metavar="N", type=click.IntRange(min=1), help="Worker processes; by default one per core."
)
@click.option(
    "--waiting", metavar="N", type=click.IntRange(min=0), default=_DEFAULTS.waiting, show_default=True,
    help="Maximum queued requests; further ones get status 503.",
)  # fmt: skip
@click.option(
    "--waiting-seconds", metavar="SECONDS", type=Seconds(), default=_DEFAULTS.waiting_seconds,
    show_default=True, help="Maximum time in the queue; then the request gets status 503.",
)  # fmt: skip
@click.option(
    "--page-seconds", metavar="SECONDS", type=Seconds(), default=_DEFAULTS.page_seconds,
    show_default=True, help="Time limit per page.",
)  # fmt: skip
@click.option(
    "--page-memory", metavar="MB", type=click.IntRange(min=16), default=_DEFAULTS.page_megabytes, show_default=True,
    help="Memory limit per page.",
)  # fmt: skip
@click.option(
    "--max-bytes", metavar="N", type=click.IntRange(min=1), default=MAX_BYTES, show_default=True,
    help="Maximum size in bytes of a request, and of a fetched page, decompressed.",
)  # fmt: skip
@click.option(
    "--fetch/--no-fetch", default=True, show_default=True,
    help="Fetch pages from public addresses if a request has a URL and no page.",
)  # fmt: skip
@click.option(
    "--fetches", metavar="N", type=click.IntRange(min=1), default=_DEFAULTS.fetches, show_default=True,
    help="Maximum concurrent fetches.",
)  # fmt: skip
@click.option(
    "--timeout", metavar="SECONDS", type=Seconds(), default=_DEFAULTS.fetch_seconds, show_default=True,
    help="Time limit of a fetch, including redirects.",
)  # fmt: skip
@click.option("--access-log", is_flag=True, help="Log each request to standard error.")
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
    """Serve extract, identify and inspect over HTTP.

    POST /extract, /identify and /inspect take a page or its URL. GET / is a form for the inspector; GET /methods,
    /health and /metrics report methods, status and load; /openapi.json describes the API. Scripts of pages never run,
    and nothing is fetched from private addresses.
    """
    # Imported here to keep help fast.
    from broadsheet.show.serve.running import run_server

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
