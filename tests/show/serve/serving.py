"""The server on the loopback, in a thread of this process, and work that fails on command."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
import time
from dataclasses import dataclass
from typing import Any, Self

import httpx

from broadsheet.crawl.sources.guard import Guard
from broadsheet.errors import NeedsNotMet, NotHTML
from broadsheet.show.serve.options import ServeOptions
from broadsheet.show.serve.tasks import Answer, Bug, NoMemory

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

    def connect(self, sending: bytes = b"", **options: Any) -> socket.socket:
        """Open a connection, and send some bytes."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=10, **options)
        connection.sendall(sending)
        return connection

    def take_little_at_a_time(self) -> None:
        """Give later connections small receive buffers."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)

    def post(self, path: str, **members: Any) -> httpx.Response:
        """Send JSON."""
        return self.client.post(path, json=members)

    def send(self, path: str, body: Any, media: str = "text/html", **more: Any) -> httpx.Response:
        """Send a body of a media type; the other arguments are httpx's."""
        return self.client.post(path, content=body, headers={"Content-Type": media, **more.pop("headers", {})}, **more)


def extracting(words: str) -> bytes:
    """Return a request to extract a page, as bytes."""
    body = json.dumps({"html": words}).encode()
    head = "POST /extract HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
    return f"{head}{len(body)}\r\n\r\n".encode() + body


@dataclass(frozen=True)
class Trade:
    """Work of a task that is a command, or a page with a command as its text; `begins` says how it starts."""

    begins: str = "well"

    def begin(self) -> Trade:
        match self.begins:
            case "refused":
                raise NeedsNotMet("it lacks something")
            case "broken":
                raise ValueError("a library does not load")
            case "dead":
                os.kill(os.getpid(), signal.SIGKILL)
        return self

    def __call__(self, task: Any, *, unit: int) -> Any:
        word = task if isinstance(task, str) else task.args[0].data
        match word.split():
            case ["sleep", seconds]:
                time.sleep(float(seconds))
            case ["spin"]:
                while True:
                    pass
            case ["die"]:
                os.kill(os.getpid(), signal.SIGKILL)
            case ["bell"]:
                os.kill(os.getpid(), signal.SIGPROF)
            case ["not", "html"]:
                return NotHTML("a tale")
            case ["memory"]:
                return NoMemory()
            case ["bug"]:
                return Bug("ValueError: a secret of the server")
            case ["large", size]:
                return Answer(body=b"x" * int(size), media_type="text/plain")
        return Answer(body=f"{os.getpid()}".encode(), media_type="text/plain")
