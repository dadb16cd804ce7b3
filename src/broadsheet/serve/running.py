"""The server as a program: it listens, says where, answers until it is told to stop, and leaves nothing behind.

The web framework is loaded here, and only when a server is wanted. It must not know what is answered.
"""

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
from broadsheet.serve.options import ServeOptions

if TYPE_CHECKING:
    import uvicorn

    from broadsheet.sources.guard import Guard

__all__ = ["CONNECTIONS", "EXTRA", "IDLE", "CannotListen", "configured", "run_server"]

EXTRA: Final = "serve"
_LIBRARIES: Final = {
    "fastapi": "FastAPI",
    "starlette": "FastAPI",
    "pydantic": "FastAPI",
    "uvicorn": "uvicorn",
    "prometheus_client": "prometheus-client",
    "python_multipart": "python-multipart",
}
"""What the extra installs, by the names that are imported."""
CONNECTIONS: Final = 512
"""Open connections, beyond which an idle one makes room; where none is idle, requests are answered with 503."""
IDLE: Final = 64
"""Idle connections of one client that may stay so; more than a proxy keeps open, and an eighth of all."""
_BACKLOG: Final = 256


class CannotListen(BroadsheetError):
    """The address of the server cannot be had."""


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
        options: what is taken and how much.
        host: the name or number of the address to listen on.
        port: its port; 0 for one that is free.
        access_log: write a line for each request to the standard error.
        guard: which addresses may be fetched from; the public ones by default.
        told: called with what is worth knowing: where the server listens.

    Raises:
        MissingExtra: the libraries of a server are not installed.
        CannotListen: the address is not there, or somebody else has it.
        BroadsheetError: workers do not start.
    """
    try:
        import python_multipart  # noqa: F401 - loaded by the framework when it reads a form
        import uvicorn

        from broadsheet.serve.api import Api, make_app
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in _LIBRARIES:
            raise
        raise MissingExtra(_LIBRARIES[missing], EXTRA) from error
    options = options if options is not None else ServeOptions()
    with _listening(host, port) as listener:
        api = Api(options, guard=guard)
        # Opened below and not by the framework: what goes wrong is then an error, and not a traceback in a log.
        app = make_app(api, lifespan=False)
        config = configured(app, options, lifespan="off", access_log=access_log)
        _log(access=access_log)

        class Server(uvicorn.Server):
            async def startup(self, sockets: list[socket.socket] | None = None) -> None:
                await super().startup(sockets)
                told(f"listening on {_address(listener)}")

            async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
                await super().shutdown(sockets)
                # Here, for the signal that ended the server is raised once more when it returns.
                await api.close()

        asyncio.run(_serve(Server(config), api, listener))


def configured(
    app: Any, options: ServeOptions, *, lifespan: Literal["on", "off"], access_log: bool = False
) -> uvicorn.Config:
    """The settings of the server library.

    Args:
        app: the application of ASGI.
        options: what is taken and how much.
        lifespan: whether the library opens and closes the application.
        access_log: write a line for each request.
    """
    import uvicorn

    from broadsheet.serve.connections import bounded

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
        # Those of look-ups are negative, and have words of their own.
        words = os.strerror(number) if number and number > 0 else getattr(error, "strerror", None) or str(error)
        raise CannotListen(f"cannot listen on {host}, port {port}: {words}") from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _log(*, access: bool) -> None:
    """Lines of a server go to the standard error: what went wrong always, requests where that is wanted."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for name, level in (
        ("uvicorn.error", logging.WARNING),
        ("uvicorn.access", logging.INFO if access else logging.CRITICAL),
        ("broadsheet.serve", logging.INFO),
    ):
        logger = logging.getLogger(name)
        logger.setLevel(level)
        logger.handlers = [handler]
        logger.propagate = False
