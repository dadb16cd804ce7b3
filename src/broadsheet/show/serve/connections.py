"""Limits of connections: idle time, number, and bytes read after a response.

A connection is idle while no request is in progress: its head has not arrived, or the last one was answered. uvicorn
itself only closes connections that are silent after a response.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    # At run time one of two classes, depending on installed packages; both have the members used here.
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
else:
    Protocol = AutoHTTPProtocol

__all__ = ["bounded"]

CROWDED_SECONDS: Final = 1.0  # idle time allowed beyond a client's number of idle connections


class _Idle:
    """The idle connections of a server by client address, longest idle first."""

    def __init__(self) -> None:
        self._by_client: dict[str, dict[Protocol, None]] = {}

    def add(self, client: str, connection: Protocol) -> int:
        """Add a connection, and return the number of its client's connections."""
        own = self._by_client.setdefault(client, {})
        own[connection] = None
        return len(own)

    def discard(self, client: str, connection: Protocol) -> None:
        """Remove a connection, if present."""
        own = self._by_client.get(client, {})
        own.pop(connection, None)
        if not own:
            self._by_client.pop(client, None)

    def pop(self) -> Protocol | None:
        """Remove and return the longest idle connection of the client with the most."""
        client, own = max(self._by_client.items(), key=lambda each: len(each[1]), default=("", {}))
        connection = next(iter(own), None)
        if connection is not None:
            self.discard(client, connection)
        return connection


def bounded(seconds: float, *, most: int, idle: int, most_bytes: int) -> type[asyncio.Protocol]:
    """Return a protocol class for connections with limits.

    Args:
        seconds: maximum idle time, including time between the bytes of a head.
        most: maximum open connections; beyond, each new one replaces the longest idle one.
        idle: idle connections per client with the full idle time; others get `CROWDED_SECONDS`.
        most_bytes: maximum bytes of a body read after its request was answered.
    """
    waiting = _Idle()

    class Bounded(Protocol):
        """A connection."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._closing: asyncio.TimerHandle | None = None
            self._unsent = 0
            self._read_after = 0

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            # Aborted, not closed: a client that does not read would keep its slot for ever.
            if len(self.connections) >= most and (other := waiting.pop()) is not None:
                other.transport.abort()
            self._schedule()

        def data_received(self, data: bytes) -> None:
            self._read_after = self._read_after + len(data) if self._is_answered_early() else 0
            if self._read_after > most_bytes:
                self.transport.close()
                return
            super().data_received(data)
            self._schedule()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._schedule()

        def connection_lost(self, exc: Exception | None) -> None:
            self._unschedule()
            super().connection_lost(exc)

        @property
        def _address(self) -> str:
            return self.client[0] if self.client else ""

        def _is_answered_early(self) -> bool:
            return self.cycle is not None and self.cycle.response_complete and self.cycle.more_body

        def _schedule(self) -> None:
            """Schedule closing, unless a request is in progress."""
            if self.cycle is not None and not self.cycle.response_complete:
                self._unschedule()
            elif self._closing is None:
                crowded = waiting.add(self._address, self) > idle
                self._unsent = 0
                self._closing = self.loop.call_later(min(seconds, CROWDED_SECONDS) if crowded else seconds, self._close)

        def _unschedule(self) -> None:
            waiting.discard(self._address, self)
            if self._closing is not None:
                self._closing.cancel()
                self._closing = None

        def _close(self) -> None:
            """Close the connection; during a response, only if the client has read nothing since the last check."""
            before, self._unsent = self._unsent, self.transport.get_write_buffer_size()
            if not self._unsent:
                self.transport.close()
            elif self._unsent == before:
                self.transport.abort()
            else:
                self._closing = self.loop.call_later(seconds, self._close)

    return Bounded
