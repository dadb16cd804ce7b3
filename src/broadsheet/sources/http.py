"""A URL -> a record, over HTTP, within limits of time, size and redirects (RFC 9110, RFC 9112).

It must not know HTML: only what the server declares is judged here. Retries and politeness towards a site are for
whoever fetches many pages.
"""

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
from email.utils import parsedate_to_datetime
from functools import cached_property, lru_cache
from http import HTTPStatus
from importlib.metadata import version
from types import TracebackType
from typing import Any, Final, Self
from weakref import WeakSet

import httpx

from broadsheet.errors import FetchFailed, PageTooLarge
from broadsheet.page.declarations import header_charset
from broadsheet.sources.guard import AddressRefused, Guard, GuardedTransport
from broadsheet.sources.inflate import BrokenCompression, gather, inflate
from broadsheet.sources.media_types import other_type
from broadsheet.sources.options import FetchOptions
from broadsheet.sources.record import Record

__all__ = ["Fetcher", "address_of"]

_ACCEPT: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.5,*/*;q=0.1"
_SCHEMES: Final = ("http", "https")
_HOST: Final = re.compile(r"[^\s%<>|^\\]+")
"""Characters that cannot be in a host name (URL Standard, section 3.1, forbidden host code points)."""
_REDIRECTS: Final = (301, 302, 303, 307, 308)
_BUSY: Final = (429, 503)

_CODINGS: Final = {"gzip": "gzip", "x-gzip": "gzip", "deflate": "deflate"}
"""What is asked for, and no more: these decompressors can be told where to stop."""
_OTHER_CODINGS: Final = frozenset({"br", "zstd", "compress", "x-compress", "dcb", "dcz"})
_MOST_CODINGS: Final = 3
"""Nobody compresses more often than this in good faith."""


class Fetcher:
    """An HTTP client that fetches one page at a time.

    Connections are kept for the next page; cookies are not, so that no page depends on the one before it. Proxies and
    certificates are taken from the environment (``HTTPS_PROXY``, ``NO_PROXY``, ``SSL_CERT_FILE``). A fetcher is for one
    thread; close it, or use it in a ``with`` statement.

    Args:
        options: limits of time, size and redirects.
        transport: what carries the requests, in place of the network.
        guard: says which addresses may be connected to, where others than the caller choose the URLs. Proxies of the
            environment are not used then: they would make the connections.
    """

    def __init__(
        self,
        options: FetchOptions | None = None,
        *,
        transport: httpx.BaseTransport | None = None,
        guard: Guard | None = None,
    ) -> None:
        self.options = options if options is not None else FetchOptions()
        self._transport = transport
        self._guard = guard
        self._sockets = _Sockets()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def interrupt(self) -> None:
        """End the fetch that is going on in another thread, and all after it: connections are shut."""
        self._sockets.end()

    def close(self) -> None:
        """Close the connections."""
        if "_client" in self.__dict__:
            self._client.close()

    @cached_property
    def _client(self) -> httpx.Client:
        options = self.options
        certificates = _certificates(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))
        transport = self._transport if self._guard is None else GuardedTransport(self._guard, certificates)
        return httpx.Client(
            headers={
                "User-Agent": options.user_agent or _user_agent(),
                "Accept": _ACCEPT,
                "Accept-Encoding": "gzip, deflate",
            },
            timeout=httpx.Timeout(options.read, connect=options.connect),
            verify=certificates,
            follow_redirects=False,
            transport=transport,
        )

    def fetch(
        self,
        url: str,
        *,
        fields: Mapping[str, str] | None = None,
        pages_only: bool = True,
        permit: Callable[[str], None] | None = None,
    ) -> Record:
        """Fetch a page, following redirects.

        Args:
            url: an ``http`` or ``https`` URL.
            fields: further header fields of the request. Conditions among them (``If-None-Match``) may be answered
                by the status 304, which is a `FetchFailed` of that status.
            pages_only: refuse what the server declares to be no page; else anything is taken.
            permit: called with each address before it is asked for, those of redirects included; what it raises
                ends the fetch.

        Raises:
            FetchFailed: there is no page to be had; the reason is in words, and the HTTP status with it if there
                was an answer.
            AddressRefused: a guard does not let it be connected to; a `FetchFailed` as well.
            NotHTML: the server declares another format; its bytes have not been downloaded.
            PageTooLarge: the page has more bytes than allowed.
        """
        address = address_of(url)
        try:
            client = self._client
        except (ValueError, ImportError, OSError, httpx.InvalidURL) as error:
            # What the environment says about proxies and certificates is read here.
            raise FetchFailed(url, f"the environment's proxy or certificate settings do not work: {error}") from error
        retries = 0
        with _Watch(self.options.total, self._sockets) as watch:
            while True:
                try:
                    return self._exchange(client, url, address, watch, fields, pages_only, permit)
                except _Passing as passing:
                    wait = self.options.retry_wait * 2**retries if passing.wait is None else passing.wait
                    if retries == self.options.retries or wait >= watch.left:
                        raise FetchFailed(
                            url, passing.reason, passing.status, True, passing.wait, passing.timed_out
                        ) from passing.__cause__
                retries += 1
                time.sleep(wait)

    def _exchange(
        self,
        client: httpx.Client,
        url: str,
        address: httpx.URL,
        watch: _Watch,
        fields: Mapping[str, str] | None,
        pages_only: bool,
        permit: Callable[[str], None] | None,
    ) -> Record:
        client.cookies.clear()
        request = client.build_request("GET", address, headers=fields, extensions={"trace": watch.trace})
        passed: list[str] = []
        seen: set[tuple[str, str]] = set()
        while True:
            # A page may send its reader round once to see whether a cookie comes back; that is no loop yet.
            state = (str(request.url), request.headers.get("cookie", ""))
            if state in seen:
                raise FetchFailed(url, f"a redirect loop: {' -> '.join([*passed, _bare(request.url)][-4:])}")
            seen.add(state)
            where = f" (redirected to {_bare(request.url)})" if passed else ""
            if (wrong := _wrong_address(request.url)) is not None:
                raise FetchFailed(url, wrong + where)
            if permit is not None:
                permit(_bare(request.url))
            try:
                with closing(client.send(request, stream=True)) as response:
                    if response.next_request is None:
                        return self._record(response, url, where, tuple(passed), watch, pages_only)
            except AddressRefused as refused:
                raise AddressRefused(url, refused.reason + where) from refused
            # Host names that no codec takes are UnicodeErrors of the standard library.
            except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, UnicodeError) as error:
                raise self._failure(error, url, where, watch) from error
            passed.append(_bare(request.url))
            if len(passed) > self.options.max_redirects:
                raise FetchFailed(url, f"more than {self.options.max_redirects} redirects", response.status_code)
            request = response.next_request

    def _record(
        self,
        response: httpx.Response,
        url: str,
        where: str,
        redirects: tuple[str, ...],
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
            asked=url,
            data=self._body(response, url, where, watch),
            url=_bare(response.url),
            charset=header_charset(content_type),
            content_type=content_type,
            status=status,
            headers=tuple((name.lower(), value) for name, value in response.headers.multi_items()),
            redirects=redirects,
            fetched=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _body(self, response: httpx.Response, url: str, where: str, watch: _Watch) -> bytes:
        """The bytes of the page, decompressed."""
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
            # A connection that the watch shut down looks like compressed data that is cut short.
            reason = watch.reason if watch.over else str(error)
            raise FetchFailed(url, reason + where, response.status_code, timed_out=watch.over) from error

    def _failure(self, error: Exception, url: str, where: str, watch: _Watch) -> Exception:
        """What an error of the client is to the caller."""
        if watch.over:
            return FetchFailed(url, watch.reason + where, timed_out=True)
        reason, may_pass = self._reason(error)
        timed_out = isinstance(error, httpx.TimeoutException)
        if may_pass:
            return _Passing(reason + where, timed_out=timed_out)
        return FetchFailed(url, reason + where, timed_out=timed_out)

    def _reason(self, error: Exception) -> tuple[str, bool]:
        """Why it failed, in words, and whether it may go better another time."""
        system = _system_error(error)
        match error:
            case httpx.ConnectTimeout():
                return f"no connection within {self.options.connect:g} s", True
            case httpx.TimeoutException():
                return f"the server was silent for {self.options.read:g} s", True
            case httpx.ProxyError():
                return f"the proxy refused: {error}", False
            case httpx.ConnectError():
                return _connection_reason(system, error)
            case httpx.RemoteProtocolError() if "closed connection" in str(error):
                return "the connection was closed before the page was complete", True
            case httpx.RemoteProtocolError() if "disconnected" in str(error):
                return "the server closed the connection without an answer", True
            case httpx.RemoteProtocolError() if "location" in str(error):
                return "redirected to an address that is not valid", False
            case httpx.RemoteProtocolError():
                return f"the answer is not valid HTTP: {error}", False
            case httpx.NetworkError():
                words = system.strerror if system is not None else None
                return f"the connection broke off: {words or error}", True
            case UnicodeError():
                return "the host name is not valid", False
            case httpx.InvalidURL():
                return "redirected to an address that is not valid", False
            case _:
                return f"{error}", False


class _Passing(Exception):
    """A failure that may be over when the page is asked for again."""

    def __init__(
        self, reason: str, status: int | None = None, wait: float | None = None, *, timed_out: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.wait = wait
        self.timed_out = timed_out


class _TimeOver(Exception):
    """The time for everything is over."""


class _Sockets:
    """The open connections of a client, as far as they are still alive."""

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
        """Shut what is open, and what is opened from now on."""
        self._ended = True
        self.shut()

    def shut(self) -> None:
        with self._lock:
            connections = list(self._open)
        for connection in connections:
            # The method of the plain socket: a TLS socket would change its own state under the reading thread.
            with suppress(OSError):
                socket.socket.shutdown(connection, socket.SHUT_RDWR)


class _Watch:
    """Ends an exchange that takes too long in all.

    The client's own timeouts start again with every byte that arrives, so a server that sends a byte now and then
    could hold it for ever, most of all inside the header, where nobody else gets a turn. When the time is over the
    connections are shut down under the client, which sees them end.
    """

    def __init__(self, seconds: float, sockets: _Sockets) -> None:
        self._seconds = seconds
        self._sockets = sockets
        self._end = time.monotonic() + seconds
        self._timer = threading.Timer(seconds, sockets.shut)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._timer.cancel()
        # A timer that fires while it is cancelled would shut the connections of the next page.
        self._timer.join()

    @property
    def left(self) -> float:
        """Seconds that are left."""
        return self._end - time.monotonic()

    @property
    def over(self) -> bool:
        return self.left <= 0

    @property
    def reason(self) -> str:
        return f"it took longer than {self._seconds:g} s in all"

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Learn of new connections (httpx, "Request extensions", trace)."""
        if event.endswith(("connect_tcp.complete", "start_tls.complete")):
            connection = info["return_value"].get_extra_info("socket")
            if isinstance(connection, socket.socket):
                self._sockets.add(connection)
            if self.over:
                self._sockets.shut()

    def guard(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The same pieces, as long as there is time.

        Raises:
            _TimeOver: there is no more.
        """
        for piece in pieces:
            if self.over:
                break
            yield piece
        # A body without a declared length ends, for the client, where its connection was shut down.
        if self.over:
            raise _TimeOver(self.reason)


@lru_cache(maxsize=4)
def _certificates(file: str | None, folder: str | None) -> ssl.SSLContext:
    """What is trusted. Reading it takes 50 ms, longer than many a page, so it is done once for each environment."""
    return httpx.create_ssl_context()


def _user_agent() -> str:
    return f"broadsheet/{version('broadsheet')} (+https://github.com/broadsheet/broadsheet)"


def address_of(url: str) -> httpx.URL:
    """An address that can be asked for.

    Raises:
        FetchFailed: it is none of the web.
    """
    try:
        address = httpx.URL(url.strip())
        wrong = _wrong_address(address)
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchFailed(url, f"this is not a valid address: {error}") from error
    if wrong is not None:
        raise FetchFailed(url, wrong)
    return address


def _wrong_address(address: httpx.URL) -> str | None:
    """What is wrong with an address, if anything is."""
    if address.scheme not in _SCHEMES:
        return f"only http and https addresses can be fetched, not {address.scheme or 'one without a scheme'}"
    if not address.host:
        return "the address names no host"
    if not _HOST.fullmatch(address.host):
        return "the host name is not valid"
    if address.port is not None and not 0 < address.port < 1 << 16:
        return f"there is no port {address.port}"
    return None


def _bare(address: httpx.URL) -> str:
    """An address without a user's name and password: it is going to be written down."""
    return str(address.copy_with(username=None, password=None) if address.userinfo else address)


def _status_words(status: int) -> str:
    if status in _REDIRECTS:
        return f"HTTP status {status}, a redirect that does not say where to"
    try:
        return f"HTTP status {status}, {HTTPStatus(status).phrase}"
    except ValueError:
        return f"HTTP status {status}"


def _refusal(response: httpx.Response, url: str, where: str) -> Exception:
    """What an answer without a page is to the caller."""
    status = response.status_code
    reason = _status_words(status)
    if status not in _BUSY:
        return FetchFailed(url, reason + where, status)
    wait = _retry_after(response.headers.get("retry-after"))
    if wait is not None:
        reason += f" (the server asks to wait for {wait:.0f} s)"
    return _Passing(reason + where, status, wait)


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait (RFC 9110, section 10.2.3): a number of seconds, or a date."""
    if value is None:
        return None
    value = value.strip()
    if value.isdecimal():
        return float(value[:12])
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _decompressed(chunks: Iterator[bytes], codings: list[str]) -> Iterator[bytes]:
    """Undo the codings of a body, the last one first (RFC 9110, section 8.4).

    Raises:
        BrokenCompression: a coding is used that was not asked for.
    """
    if len(codings) > _MOST_CODINGS:
        raise BrokenCompression(f"the answer is compressed {len(codings)} times over")
    for label in reversed(codings):
        coding = label.strip().lower()
        if coding in _OTHER_CODINGS:
            raise BrokenCompression(f"the answer is compressed with {coding}, which was not asked for")
        # Servers put character encodings and worse here; browsers take the body as it is, and so do we.
        if coding in _CODINGS:
            chunks = inflate(chunks, _CODINGS[coding])
    return chunks


def _system_error(error: BaseException) -> OSError | None:
    """The system's own error, at the bottom of the chain."""
    seen = 0
    below: BaseException | None = error
    while below is not None and seen < 10:
        if isinstance(below, OSError):
            return below
        below = below.__cause__ or below.__context__
        seen += 1
    return None


def _connection_reason(system: OSError | None, error: Exception) -> tuple[str, bool]:
    match system:
        case socket.gaierror(errno=socket.EAI_AGAIN):
            return "the host name cannot be looked up at the moment", True
        case socket.gaierror():
            return "the host name is not known", False
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
