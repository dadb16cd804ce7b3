"""The head of a request has its time to arrive; a connection on which it does not is closed.

The server library closes connections that are silent after an answer, and knows no other limit. It must not know what
is answered.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    # What is there at run time is one of two classes, by what is installed; both have what is used here.
    from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol
else:
    Protocol = AutoHTTPProtocol

__all__ = ["bounded"]


def bounded(seconds: float) -> type[asyncio.Protocol]:
    """The protocol of a server on whose connections the head of a request has so many seconds to arrive.

    Args:
        seconds: from when the connection is there, or from the head's first bytes behind another request.
    """

    class Bounded(Protocol):
        """A connection."""

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._closing: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def _watch(self) -> None:
            """Close the connection in time, unless a request is in hand."""
            if self.cycle is not None and not self.cycle.response_complete:
                self._forget()
            elif self._closing is None:
                self._closing = self.loop.call_later(seconds, self._close)

        def _forget(self) -> None:
            if self._closing is not None:
                self._closing.cancel()
                self._closing = None

        def _close(self) -> None:
            self._closing = None
            if self.cycle is None or self.cycle.response_complete:
                self.transport.close()

    return Bounded
