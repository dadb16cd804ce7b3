"""A server on the loopback that sends raw bytes, so that responses can be wrong in any way."""

from __future__ import annotations

import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

PARAGRAPH = (
    "The council decided on Tuesday evening, after a debate of four hours, that the old bridge over the river will be "
    "closed to cars from May on, and that buses, bicycles and pedestrians may go on using it while it is repaired."
)
PAGE = (
    "<!DOCTYPE html><html lang=en><head><title>Bridge to close - The Courier</title></head><body>"
    "<nav><a href=/>Home</a> <a href=/sport>Sport</a></nav>"
    f"<article><h1>Bridge to close</h1><p>{PARAGRAPH}</p><p>{PARAGRAPH[::-1]}</p></article></body></html>"
)

Handler = Callable[["Exchange"], None]


def answer(
    body: bytes | str = b"", *, status: str = "200 OK", type_: str | None = "text/html; charset=utf-8", **fields: str
) -> bytes:
    """Return a complete response; keywords are further header fields, with ``_`` for ``-``."""
    data = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}"]
    if type_ is not None:
        lines.append(f"Content-Type: {type_}")
    fields.setdefault("Content_Length", str(len(data)))
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + data


def redirect(to: str, status: str = "302 Found", **fields: str) -> bytes:
    return answer(status=status, Location=to, **fields)


@dataclass
class Exchange:
    """One request, and the way to answer it."""

    connection: socket.socket
    target: str
    fields: dict[str, str]
    stopped: threading.Event

    def send(self, data: bytes) -> None:
        self.connection.sendall(data)

    def drip(self, pieces: Iterable[bytes], seconds: float) -> None:
        """Send piece after piece, with waits; ends with the test at the latest."""
        for piece in pieces:
            self.send(piece)
            if self.stopped.wait(seconds):
                return


class Loopback:
    """The server: ``routes`` maps a request target to bytes, or to a function that sends them."""

    def __init__(self, certificate: str | None = None) -> None:
        self.routes: dict[str, bytes | Handler] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.connections = 0
        self._stopped = threading.Event()
        self._context: ssl.SSLContext | None = None
        if certificate is not None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(certificate)
        outer = self

        class Connection(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                outer.connections += 1
                # Many tests make the client disconnect.
                with suppress(OSError):
                    outer._serve(self.request)

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True

        self._server = Server(("127.0.0.1", 0), Connection)
        self.port: int = self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()

    def url(self, path: str, scheme: str = "http") -> str:
        return f"{scheme}://127.0.0.1:{self.port}{path}"

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(5)
        if self._context is not None:
            connection = self._context.wrap_socket(connection, server_side=True)
        with connection:
            head = b""
            while not self._stopped.is_set():
                while b"\r\n\r\n" not in head:
                    chunk = connection.recv(65536)
                    if not chunk or not chunk.isascii():
                        connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                        return
                    head += chunk
                text, _, head = head.partition(b"\r\n\r\n")
                first, *lines = text.decode("latin-1").split("\r\n")
                target = first.split(" ")[1]
                fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
                self.requests.append((target, fields))
                route = self.routes.get(target, answer("nothing here", status="404 Not Found"))
                if isinstance(route, bytes):
                    connection.sendall(route)
                    if b"content-length" not in route.lower():
                        return
                else:
                    route(Exchange(connection, target, fields, self._stopped))
                    return
