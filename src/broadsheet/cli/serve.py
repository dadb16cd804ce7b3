"""``broadsheet serve``: the HTTP API and the inspector."""

from __future__ import annotations

from typing import Any

import click

from broadsheet.cli.failures import EXIT_CODES, note
from broadsheet.cli.options import JOBS_OPTION, number_option, seconds_option
from broadsheet.show.serve.options import MAX_BYTES, ServeOptions

__all__ = ["serve"]

_DEFAULTS = ServeOptions()


@click.command(epilog=EXIT_CODES)
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="Address to listen on.")
@number_option("--port", "-p", least=0, most=65535, default=8000, help="Port; 0 picks a free one.")
@JOBS_OPTION
@number_option(
    "--waiting", least=0, default=_DEFAULTS.waiting, help="Maximum queued requests; further ones get status 503."
)
@seconds_option(
    "--waiting-seconds",
    default=_DEFAULTS.waiting_seconds,
    help="Maximum time in the queue; then the request gets status 503.",
)
@seconds_option("--page-seconds", default=_DEFAULTS.page_seconds, help="Time limit per page.")
@number_option(
    "--page-memory",
    "page_megabytes",
    metavar="MB",
    least=16,
    default=_DEFAULTS.page_megabytes,
    help="Memory limit per page.",
)
@number_option(
    "--max-bytes",
    default=MAX_BYTES,
    help="Maximum size in bytes of a request, and of a fetched page, decompressed.",
)
@click.option(
    "--fetch/--no-fetch",
    default=True,
    show_default=True,
    help="Fetch pages from public addresses if a request has a URL and no page.",
)
@number_option("--fetches", default=_DEFAULTS.fetches, help="Maximum concurrent fetches.")
@seconds_option(
    "--timeout",
    "fetch_seconds",
    default=_DEFAULTS.fetch_seconds,
    help="Time limit for a fetch, including redirects.",
)
@click.option("--access-log", is_flag=True, help="Log each request to standard error.")
def serve(*, host: str, port: int, access_log: bool, **limits: Any) -> None:
    """Serve extract, identify and inspect over HTTP.

    POST /extract, /identify and /inspect take a page or its URL. GET / is a form for the inspector; GET /methods,
    /health and /metrics report methods, status and load; /openapi.json describes the API. Scripts of pages never run,
    and nothing is fetched from private addresses.
    """
    # Imported here to keep help fast.
    from broadsheet.show.serve.running import run_server

    run_server(ServeOptions(**limits), host=host, port=port, access_log=access_log, told=note)
