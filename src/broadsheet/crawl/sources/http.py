"""Fetch one URL over HTTP into a record, with limits of time, size and redirects (RFC 9110, RFC 9112)."""

from __future__ import annotations

import os
import re
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final, Self
from weakref import WeakSet

import httpx

from broadsheet.crawl.sources.guard import AddressRefused, Guard, GuardedTransport
from broadsheet.crawl.sources.options import FetchOptions
from broadsheet.crawl.sources.payload import MAX_CODINGS, BrokenCompression, gather, inflate, other_type
from broadsheet.crawl.sources.record import Record, http_date
from broadsheet.errors import FetchFailed, PageTooLarge
from broadsheet.page.encoding import header_charset
from broadsheet.page.forks import made_once

__all__ = ["Fetcher", "address_of"]

_ACCEPT: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.5,*/*;q=0.1"
_SCHEMES: Final = ("http", "https")
_HOST: Final = re.compile(r"[^\s%<>|^\\]+")  # without forbidden host code points (URL Standard, section 3.1)
_REDIRECTS: Final = (301, 302, 303, 307, 308)
_BUSY: Final = (429, 503)

_CODINGS: Final = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"}  # decompressors with bounded output
_OTHER_CODINGS: Final = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})


class Fetcher:
    """An HTTP client that fetches one page at a time; a context manager, for one thread.

    Connections are kept alive; cookies are dropped, so that no page depends on the one before. Proxies and certificates
    come from the environment (``HTTPS_PROXY``, ``NO_PROXY``, ``SSL_CERT_FILE``).

    Args:
        options: limits of time, size and redirects.
        guard: rules of connections, for URLs from third parties. Proxies of the environment are then ignored, because
            they would make the connections.
    """

    def __init__(self, options: FetchOptions | None = None, *, guard: Guard | None = None) -> None:
        self.options = options if options is not None else FetchOptions()
        self._guard = guard
        self._sockets = _Sockets()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def interrupt(self) -> None:
        """End the fetch in progress in another thread, and all later ones, by closing connections."""
        self._sockets.end()

    def close(self) -> None:
        """Close the connections."""
        if "_client" in self.__dict__:
            self._client.close()

    @made_once
    def _client(self) -> httpx.Client:
        options = self.options
        certificates = _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
        return httpx.Client(
            headers={
                "User-Agent": options.user_agent or f"broadsheet/{version('broadsheet')}",
                "Accept": _ACCEPT,
                "Accept-Encoding": "gzip, deflate",
            },
            timeout=httpx.Timeout(options.read, connect=options.connect),
            verify=certificates,
            follow_redirects=False,
            transport=None if self._guard is None else GuardedTransport(self._guard, certificates),
        )

    def fetch(
        self,
        url: str,
        *,
        fields: Mapping[str, str] | None = None,
        pages_only: bool = True,
        permit: Callable[[str], object] | None = None,
    ) -> Record:
        """Fetch a page, following redirects.

        Args:
            url: an ``http`` or ``https`` URL.
            fields: additional request headers. Conditions (``If-None-Match``) may give status 304, raised as
                `FetchFailed`.
            pages_only: reject responses with a declared type other than a page.
            permit: called with each URL before it is requested, including redirects; its exceptions end the fetch.

        Raises:
            FetchFailed: the fetch failed; with the HTTP status if there was a response.
            AddressRefused: the guard forbids the connection; a subclass of `FetchFailed`.
            NotHTML: the server declares another format; the body is not downloaded.
            PageTooLarge: the page exceeds the size limit.
        """
        address = address_of(url)
        try:
            client = self._client
        except (ValueError, ImportError, OSError, httpx.InvalidURL) as error:
            # httpx reads the environment's proxy and certificate settings here.
            raise FetchFailed(url, f"the environment's proxy or certificate settings are invalid: {error}") from error
        client.cookies.clear()
        with _Watch(self.options.total, self._sockets) as watch:
            request = client.build_request("GET", address, headers=fields, extensions={"trace": watch.trace})
            passed: list[str] = []
            status: int | None = None  # status of the last redirect
            seen: set[tuple[str, str]] = set()
            while True:
                # The same URL with other cookies is not a loop: sites redirect once to test for cookies.
                state = (str(request.url), request.headers.get("cookie", ""))
                if state in seen:
                    chain = " -> ".join([*passed, _bare(request.url)][-4:])
                    raise FetchFailed(url, f"a redirect loop: {chain}", status)
                seen.add(state)
                where = f" (redirected to {_bare(request.url)})" if passed else ""
                if (wrong := _wrong_address(request.url)) is not None:
                    raise FetchFailed(url, wrong + where, status)
                if permit is not None:
                    permit(_bare(request.url))
                try:
                    with closing(_send(client, request, watch)) as response:
                        if response.next_request is None:
                            return self._record(response, url, where, watch, pages_only)
                except AddressRefused as refused:
                    raise AddressRefused(url, refused.reason + where) from refused
                # UnicodeError: host names that no codec accepts.
                except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, UnicodeError) as error:
                    raise self._failure(error, url, where, watch, status) from error
                status = response.status_code
                passed.append(_bare(request.url))
                if len(passed) > self.options.max_redirects:
                    raise FetchFailed(url, f"more than {self.options.max_redirects} redirects", status)
                request = response.next_request

    def _record(
        self,
        response: httpx.Response,
        url: str,
        where: str,
        watch: _Watch,
        pages_only: bool,
    ) -> Record:
        status = response.status_code
        if not response.is_success:
            raise _refusal(response, url, where)
        types = response.headers.get_list("content-type")
        content_type = types[-1] if types else None
        if pages_only and (other := other_type(content_type)) is not None:
            raise other
        return Record(
            data=self._body(response, url, where, watch),
            url=_bare(response.url),
            charset=header_charset(content_type),
            content_type=content_type,
            status=status,
            headers=tuple((name.lower(), value) for name, value in response.headers.multi_items()),
            fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _body(self, response: httpx.Response, url: str, where: str, watch: _Watch) -> bytes:
        codings = [
            coding
            for coding in response.headers.get_list("content-encoding", split_commas=True)
            if coding.strip().lower() not in ("", "identity")
        ]
        length = response.headers.get("content-length", "")
        if not codings and length.isdecimal() and int(length[:20]) > self.options.max_bytes:
            raise PageTooLarge("the number of bytes", int(length[:20]), self.options.max_bytes)
        try:
            return gather(watch.guard(_decompressed(response.iter_raw(), codings)), self.options.max_bytes)
        except (BrokenCompression, _TimeOver) as error:
            # A connection shut down by the watch looks like truncated compressed data.
            reason = watch.reason if watch.over else str(error)
            raise FetchFailed(url, reason + where, response.status_code, timed_out=watch.over) from error

    def _failure(self, error: Exception, url: str, where: str, watch: _Watch, status: int | None) -> FetchFailed:
        if watch.over:
            return FetchFailed(url, watch.reason + where, status, timed_out=True)
        reason, may_pass = self._reason(error)
        timed_out = isinstance(error, httpx.TimeoutException)
        return FetchFailed(url, reason + where, status, temporary=may_pass, timed_out=timed_out)

    def _reason(self, error: Exception) -> tuple[str, bool]:
        """Return the reason of a failure, and whether a retry may help."""
        system = _system_error(error)
        match error:
            case httpx.ConnectTimeout():
                return f"no connection within {self.options.connect:g} s", True
            case httpx.TimeoutException():
                return f"the server sent nothing for {self.options.read:g} s", True
            case httpx.ProxyError():
                return f"the proxy refused: {error}", False
            case httpx.ConnectError():
                return _connection_reason(system, error)
            case httpx.RemoteProtocolError() if "closed connection" in str(error):
                return "the connection was closed before the page was complete", True
            case httpx.RemoteProtocolError() if "disconnected" in str(error):
                return "the server closed the connection without a response", True
            case httpx.RemoteProtocolError() if "location" in str(error):
                return "redirected to an invalid URL", False
            case httpx.RemoteProtocolError():
                return f"the response is not valid HTTP: {error}", False
            case httpx.NetworkError():
                words = system.strerror if system is not None else None
                return f"the connection was lost: {words or error}", True
            case UnicodeError():
                return "the host name is not valid", False
            case httpx.InvalidURL():
                return "redirected to an invalid URL", False
            case _:
                return f"{error}", False


class _TimeOver(Exception):
    """The total time is over."""


class _Sockets:
    """The open connections of a client, weakly referenced."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: WeakSet[socket.socket] = WeakSet()
        self._ended = False

    def add(self, connection: socket.socket) -> None:
        with self._lock:
            self._open.add(connection)
        if self._ended:
            self.shut()

    def end(self) -> None:
        """Shut down open connections, and any opened later."""
        self._ended = True
        self.shut()

    def shut(self) -> None:
        with self._lock:
            connections = list(self._open)
        for connection in connections:
            # The plain socket's method: the TLS socket's would change its state during a read in another thread.
            with suppress(OSError):
                socket.socket.shutdown(connection, socket.SHUT_RDWR)


class _Watch:
    """Ends an exchange that exceeds its total time.

    The client's timeouts restart with every byte, so a server that sends a byte now and then could hold it for ever.
    When the time is over, the sockets are shut down under the client.
    """

    def __init__(self, seconds: float, sockets: _Sockets) -> None:
        self._seconds = seconds
        self._sockets = sockets
        self._end = time.monotonic() + seconds
        self.opened = 0  # connections
        self._timer = threading.Timer(seconds, sockets.shut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        # A timer that fires now would shut down the connections of the next page.
        self._timer.join()

    @property
    def over(self) -> bool:
        return time.monotonic() >= self._end

    @property
    def reason(self) -> str:
        return f"it took longer than {self._seconds:g} s in total"

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Record new connections (httpx, "Request extensions", trace)."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            self.opened += 1
            connection = info["return_value"].get_extra_info("socket")
            if isinstance(connection, socket.socket):
                self._sockets.add(connection)
            if self.over:
                self._sockets.shut()

    def guard(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """Yield the pieces while there is time; then raise `_TimeOver`."""
        for piece in pieces:
            if self.over:
                break
            yield piece
        # To the client, a body without a declared length ends where its connection was shut down.
        if self.over:
            raise _TimeOver(self.reason)


@lru_cache(maxsize=4)
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Load trusted certificates, which takes 50 ms; cached by environment."""
    return httpx.create_ssl_context()


def _send(client: httpx.Client, request: httpx.Request, watch: _Watch) -> httpx.Response:
    """Send a request, and again if a connection from an earlier one breaks (RFC 9112, section 9.3.1).

    The server may have closed it, or sent more than the length that it declared.
    """
    opened = watch.opened
    try:
        return client.send(request, stream=True)
    except (httpx.RemoteProtocolError, httpx.ReadError):
        if watch.opened > opened or watch.over:
            raise
        return client.send(request, stream=True)


def address_of(url: str) -> httpx.URL:
    """Parse a URL; raise `FetchFailed` unless it is an http or https URL."""
    try:
        address = httpx.URL(url.strip())
        wrong = _wrong_address(address)
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchFailed(url, f"this is not a valid URL: {error}") from error
    if wrong is not None:
        raise FetchFailed(url, wrong)
    return address


def _wrong_address(address: httpx.URL) -> str | None:
    """Return what is wrong with a URL, or None."""
    if address.scheme not in _SCHEMES:
        return f"only http and https URLs can be fetched, not {address.scheme or 'one without a scheme'}"
    if not address.host:
        return "the URL has no host"
    if not _HOST.fullmatch(address.host):
        return "the host name is not valid"
    if address.port is not None and not 0 < address.port < 1 << 16:
        return f"port {address.port} is out of range"
    return None


def _bare(address: httpx.URL) -> str:
    """Format a URL without user name and password, for records and logs."""
    return str(address.copy_with(username=None, password=None) if address.userinfo else address)


def _status_words(status: int) -> str:
    if status in _REDIRECTS:
        return f"HTTP status {status}, a redirect without a target"
    try:
        return f"HTTP status {status}, {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP status {status}"


def _refusal(response: httpx.Response, url: str, where: str) -> FetchFailed:
    status = response.status_code
    reason = _status_words(status)
    wait = _retry_after(response) if status in _BUSY else None
    if wait is not None:
        reason += f" (the server asks to wait for {wait:.0f} s)"
    return FetchFailed(url, reason + where, status, temporary=status in _BUSY, wait=wait)


def _retry_after(response: httpx.Response) -> float | None:
    """Parse ``Retry-After`` to seconds (RFC 9110, section 10.2.3): a number, or a date by the server's clock."""
    value = response.headers.get("retry-after", "").strip()
    if value.isdecimal():
        return float(value[:12])
    if (when := http_date(value)) is None:
        return None
    now = http_date(response.headers.get("date")) or datetime.now(UTC)
    return max(0.0, (when - now).total_seconds())


def _decompressed(chunks: Iterator[bytes], codings: list[str]) -> Iterator[bytes]:
    """Undo the content codings of a body, the last one first (RFC 9110, section 8.4).

    A coding that was not requested raises `BrokenCompression`.
    """
    if len(codings) > MAX_CODINGS:
        raise BrokenCompression(f"the response is compressed {len(codings)} times over")
    for label in reversed(codings):
        coding = label.strip().lower()
        if coding in _OTHER_CODINGS:
            raise BrokenCompression(f"the response is compressed with {coding}, which was not requested")
        # Like browsers, ignore invalid labels: servers put character encodings here.
        if coding in _CODINGS:
            chunks = inflate(chunks, _CODINGS[coding])
    return chunks


def _system_error(error: BaseException) -> OSError | None:
    """Return the operating system's error at the end of the exception chain."""
    below: BaseException | None = error
    for _ in range(10):
        if below is None or isinstance(below, OSError):
            return below
        below = below.__cause__ or below.__context__
    return None


def _connection_reason(system: OSError | None, error: Exception) -> tuple[str, bool]:
    match system:
        case socket.gaierror(errno=socket.EAI_AGAIN):
            return "the host name could not be resolved (temporary failure)", True
        case socket.gaierror():
            return "the host name is unknown", False
        case ssl.SSLCertVerificationError():
            return f"the server's certificate is not trusted: {system.verify_message}", False
        case ssl.SSLError():
            words = (system.reason or "no reason given").replace("_", " ").lower()
            return f"no TLS connection: {words}", False
        case ConnectionRefusedError():
            return "the connection was refused", True
        case OSError(strerror=str() as words):
            return f"no connection: {words}", True
        case _:
            return f"no connection: {error}", True
