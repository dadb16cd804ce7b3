"""The server on the loopback, in a thread of this process."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from typing import Any, Self

import httpx

from broadsheet.crawl.sources.guard import Guard
from broadsheet.show.serve.running import ServeOptions

PATIENCE = 60.0
"""Seconds for what takes one or two."""


class Serving:
    """The server, and a client for it."""

    def __init__(self, *, guard: Guard | None = None, jobs: int = 1, **options: Any) -> None:
        import uvicorn

        from broadsheet.show.serve.api import Api, make_app
        from broadsheet.show.serve.running import configured

        self.api = Api(ServeOptions(jobs=jobs, **options), guard=guard)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        config = configured(make_app(self.api), self.api.options, lifespan="on")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._server.serve(sockets=[self._socket])), daemon=True
        )
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE, trust_env=False, follow_redirects=False
        )

    def __enter__(self) -> Self:
        self._thread.start()
        end = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive()
            assert time.monotonic() < end
            time.sleep(0.02)
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        self._socket.close()
        assert not self._thread.is_alive()

    @property
    def connections(self) -> int:
        """Number of the server's open connections."""
        return len(self._server.server_state.connections)

    def take_little_at_a_time(self) -> None:
        """Give later connections small receive buffers."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)

    def post(self, path: str, **members: Any) -> httpx.Response:
        """Send JSON."""
        return self.client.post(path, json=members)
