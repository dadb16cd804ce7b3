"""Bounds of connections: how long one may be idle, how many there may be, and how much is read after an answer.

A connection is idle while no request is in hand: its head has not arrived, or the last one was answered. The server
library closes connections that are silent after an answer, and knows no other limit. The module must not know what is
answered.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    # What is there at run time is one of two classes, by what is installed; both have what is used here.
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
else:
    Protocol = AutoHTTPProtocol

__all__ = ["bounded"]

CROWDED_SECONDS: Final = 1.0
"""Seconds that a connection may be idle beyond the number that its client may have."""


class _Idle:
    """The idle connections of a server by the addresses of their clients, the longest idle first."""

    def __init__(self) -> None:
        self._by_client: dict[str, dict[Protocol, None]] = {}

    def add(self, client: str, connection: Protocol) -> int:
        """Add one; returns how many its client has now."""
        own = self._by_client.setdefault(client, {})
        own[connection] = None
        return len(own)

    def discard(self, client: str, connection: Protocol) -> None:
        """Forget one, if it is there."""
        own = self._by_client.get(client, {})
        own.pop(connection, None)
        if not own:
            self._by_client.pop(client, None)

    def pop(self) -> Protocol | None:
        """Take out the longest idle connection of the client that has the most."""
        client, own = max(self._by_client.items(), key=lambda each: len(each[1]), default=("", {}))
        connection = next(iter(own), None)
        if connection is not None:
            self.discard(client, connection)
        return connection


def bounded(seconds: float, *, most: int, idle: int, most_bytes: int) -> type[asyncio.Protocol]:
    """The protocol of a server whose connections are bounded.

    Args:
        seconds: the most seconds that a connection is idle; those between the bytes of a head count too.
        most: open connections; from there on, the longest idle one goes for each that comes.
        idle: idle connections of one client that have all that time; further ones have `CROWDED_SECONDS`.
        most_bytes: the most bytes of a body that are read when the request is answered already.
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
            # Not closed but aborted: a client that does not read what it is sent could keep its place for ever.
            if len(self.connections) >= most and (other := waiting.pop()) is not None:
                other.transport.abort()
            self._watch()

        def data_received(self, data: bytes) -> None:
            self._read_after = self._read_after + len(data) if self._is_answered_early() else 0
            if self._read_after > most_bytes:
                self.transport.close()
                return
            super().data_received(data)
            self._watch()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        @property
        def _address(self) -> str:
            return self.client[0] if self.client else ""

        def _is_answered_early(self) -> bool:
            return self.cycle is not None and self.cycle.response_complete and self.cycle.more_body

        def _watch(self) -> None:
            """Close the connection in time, unless a request is in hand."""
            if self.cycle is not None and not self.cycle.response_complete:
                self._forget()
            elif self._closing is None:
                crowded = waiting.add(self._address, self) > idle
                self._unsent = 0
                self._closing = self.loop.call_later(min(seconds, CROWDED_SECONDS) if crowded else seconds, self._close)

        def _forget(self) -> None:
            waiting.discard(self._address, self)
            if self._closing is not None:
                self._closing.cancel()
                self._closing = None

        def _close(self) -> None:
            """Close the connection; while an answer is on its way, only if none of it was taken since the last look."""
            before, self._unsent = self._unsent, self.transport.get_write_buffer_size()
            if not self._unsent:
                self.transport.close()
            elif self._unsent == before:
                self.transport.abort()
            else:
                self._closing = self.loop.call_later(seconds, self._close)

    return Bounded
