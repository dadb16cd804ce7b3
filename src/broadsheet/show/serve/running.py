"""Run the server until it is told to stop. The web framework is imported when it starts."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal

from broadsheet.errors import BroadsheetError, MissingExtra
from broadsheet.show.serve.options import ServeOptions

if TYPE_CHECKING:
    import uvicorn

    from broadsheet.crawl.sources.guard import Guard

__all__ = ["run_server"]

EXTRA: Final = "serve"
_MODULES: Final = frozenset("fastapi starlette pydantic uvicorn prometheus_client python_multipart".split())
CONNECTIONS: Final = 512  # open connections; beyond, an idle one is replaced, or requests get status 503
IDLE: Final = 64  # idle connections per client: more than a proxy keeps, and an eighth of all
_BACKLOG: Final = 256


class CannotListen(BroadsheetError):
    """The server cannot listen on its address."""


def run_server(
    options: ServeOptions | None = None,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    access_log: bool = False,
    guard: Guard | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> None:
    """Answer requests until the process is told to stop (SIGINT, SIGTERM).

    Args:
        options: limits.
        host: host name or IP address to listen on.
        port: port; 0 picks a free one.
        access_log: log each request to standard error.
        guard: rules of connections for fetching; by default only public addresses.
        told: called with the server's address.

    Raises:
        MissingExtra: a library of the extra ``serve`` is missing.
        CannotListen: the address is unavailable.
        BroadsheetError: workers do not start.
    """
    try:
        import python_multipart  # noqa: F401 - the framework imports it for the first form
        import uvicorn

        from broadsheet.show.serve.api import Api, make_app
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _MODULES:
            raise
        raise MissingExtra(missing.replace("_", "-"), EXTRA) from error
    options = options if options is not None else ServeOptions()
    with _listening(host, port) as listener:
        api = Api(options, guard=guard)
        # Opened by `_serve`, not the framework, which would only log a traceback.
        app = make_app(api, lifespan=False)
        config = configured(app, options, lifespan="off", access_log=access_log)
        _log(access=access_log)

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                told(f"listening on {_address(listener)}")

            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                await super().shutdown(sockets)
                # Here, because uvicorn raises the signal again when it returns.
                await api.close()

        asyncio.run(_serve(Server(config), api, listener))


def configured(
    app: Any, options: ServeOptions, *, lifespan: Literal["on", "off"], access_log: bool = False
) -> uvicorn.Config:
    """Return uvicorn's configuration; ``lifespan`` is whether uvicorn opens and closes the application."""
    import uvicorn

    from broadsheet.show.serve.connections import bounded

    return uvicorn.Config(
        app,
        lifespan=lifespan,
        http=bounded(options.body_seconds, most=CONNECTIONS, idle=IDLE, most_bytes=options.max_bytes),
        ws="none",
        log_config=None,
        access_log=access_log,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=math.ceil(options.page_seconds),
    )


async def _serve(server: Any, api: Any, listener: socket.socket) -> None:
    try:
        await api.open()
        await server.serve(sockets=[listener])
    finally:
        await api.close()


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        number = getattr(error, "errno", None)
        # Negative error numbers are name-resolution errors, with their own text.
        words = os.strerror(number) if number and number > 0 else getattr(error, "strerror", None) or str(error)
        raise CannotListen(f"cannot listen on {host}, port {port}: {words}") from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _log(*, access: bool) -> None:
    """Log to standard error: errors always, requests on demand."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for name, level in (
        ("uvicorn.error", logging.WARNING),
        ("uvicorn.access", logging.INFO if access else logging.CRITICAL),
        ("broadsheet.show.serve", logging.INFO),
    ):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.handlers = [handler]
        logger.propagate = False
