"""Which addresses of the internet are public, and connections that lead to these alone.

For whoever fetches URLs that others chose: such a URL may name a machine that the asker could not reach, or a name
whose owner lets it lead to one. So the name is looked up here, its addresses are checked, and what is connected to is
an address that was checked, not the name: there is no second look-up that could give another. Each redirect is a
request of its own and comes here again. It must not know pages.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

import httpcore
import httpx

from broadsheet.errors import FetchFailed

__all__ = ["WEB_PORTS", "AddressRefused", "Guard", "GuardedTransport", "is_public", "look_up"]

Address = IPv4Address | IPv6Address

WEB_PORTS: Final = frozenset({80, 443, 8080, 8443})
"""Where the web is served: 80 and 443, and their usual alternatives (IANA, Service Name and Port Number Registry)."""
_MOST_ADDRESSES: Final = 8
"""Addresses of a name that are tried; more are no help to anybody."""

_IPV4: Final = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8",  # this network (RFC 791)
        "10.0.0.0/8",  # private (RFC 1918)
        "100.64.0.0/10",  # shared behind carriers' translators (RFC 6598); some clouds answer here for themselves
        "127.0.0.0/8",  # loopback (RFC 1122)
        "168.63.129.16/32",  # public by its number, and Azure's own on each of its machines
        "169.254.0.0/16",  # link-local (RFC 3927); most clouds give away credentials here
        "172.16.0.0/12",  # private (RFC 1918)
        "192.0.0.0/24",  # protocol assignments (RFC 6890)
        "192.0.2.0/24",  # documentation (RFC 5737)
        "192.31.196.0/24",  # AS112 (RFC 7535)
        "192.52.193.0/24",  # multicast tunnels (RFC 7450)
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "192.168.0.0/16",  # private (RFC 1918)
        "192.175.48.0/24",  # AS112 (RFC 7534)
        "198.18.0.0/15",  # measuring (RFC 2544)
        "198.51.100.0/24",  # documentation (RFC 5737)
        "203.0.113.0/24",  # documentation (RFC 5737)
        "224.0.0.0/4",  # multicast (RFC 5771)
        "240.0.0.0/4",  # reserved (RFC 1112), and broadcast
    )
)
"""What is not public (IANA IPv4 Special-Purpose Address Registry, and what is said of each)."""
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
"""All that is public is in here (IANA IPv6 Address Space). Outside are loopback, unspecified, link-local, site-local,
unique local and multicast addresses, IPv4 addresses that are mapped (``::ffff:0:0/96``), compatible (``::/96``) or
translated (``::ffff:0:0:0/96``), NAT64 (``64:ff9b::/96``, ``64:ff9b:1::/48``), discard and segment routing."""
_IPV6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, measuring, ORCHID (RFC 2928)
        "2001:db8::/32",  # documentation (RFC 3849)
        "2002::/16",  # 6to4, which holds an IPv4 address (RFC 3056)
        "2620:4f:8000::/48",  # AS112 (RFC 7534)
        "3ffe::/16",  # the 6bone, given back (RFC 3701)
        "3fff::/20",  # documentation (RFC 9637)
    )
)
"""What of it is not (IANA IPv6 Special-Purpose Address Registry)."""
_ISATAP: Final = (0x00005EFE, 0x02005EFE)
"""The middle of an IPv6 address whose end is an IPv4 address (RFC 5214, section 6.1)."""


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet, and holds no other address in itself."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _IPV4)
    if address.scope_id is not None or address not in _GLOBAL_UNICAST:
        return False
    if int(address) >> 32 & 0xFFFFFFFF in _ISATAP:
        return False
    return not any(address in network for network in _IPV6)


def look_up(host: str, port: int) -> list[str]:
    """The addresses of a host, as the system knows them, the preferred one first.

    Raises:
        OSError: it has none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for _, _, _, _, sockaddr in found]


class AddressRefused(FetchFailed):
    """A page is not fetched, because its address leads where nobody may be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """What may be connected to.

    Attributes:
        allowed: says it of an address.
        ports: the ports that may be asked; None for all.
        resolve: gives the addresses of a host and a port; raises an `OSError` where it has none.
    """

    allowed: Callable[[Address], bool] = is_public
    ports: frozenset[int] | None = WEB_PORTS
    resolve: Callable[[str, int], Sequence[str]] = look_up

    def addresses(self, host: str, port: int) -> list[str]:
        """The addresses of a host that may be connected to: numbers, with nothing left to be looked up.

        Raises:
            AddressRefused: there are none among those that it has, or the port is none of the web.
            OSError: it has none at all.
        """
        if self.ports is not None and port not in self.ports:
            raise AddressRefused(host, f"port {port} is not one of those that are fetched from")
        found = dict.fromkeys(ip_address(one) for one in self.resolve(host, port))
        permitted = [str(one) for one in found if self.allowed(one)]
        if not permitted:
            raise AddressRefused(host, f"{host} has no public address, and others are not fetched from")
        return permitted[:_MOST_ADDRESSES]


class _GuardedBackend(httpcore.NetworkBackend):
    """Connects to addresses that were checked, and to nothing else."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._inner = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to one of a host's addresses, all of them tried within the time for one."""
        try:
            addresses = self._guard.addresses(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        end = None if timeout is None else time.monotonic() + timeout
        failed: Exception | None = None
        for address in addresses:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                break
            try:
                return self._inner.connect_tcp(address, port, left, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed or httpcore.ConnectTimeout


class GuardedTransport(httpx.BaseTransport):
    """Carries requests over connections that a guard allows. It is made of public parts of httpx and httpcore alone:
    were one of them to change, this would break, and not go on without a guard.

    Args:
        guard: what may be connected to.
        certificates: what is trusted.
    """

    def __init__(self, guard: Guard, certificates: ssl.SSLContext) -> None:
        self._pool = httpcore.ConnectionPool(ssl_context=certificates, network_backend=_GuardedBackend(guard))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request, and give the answer; its body is read when it is asked for."""
        url = request.url
        # What is sent is what httpx itself would send (its HTTPTransport).
        inner = httpcore.Request(
            method=request.method,
            url=httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _as_httpx(request):
            response = self._pool.handle_request(inner)
        return httpx.Response(
            response.status,
            headers=response.headers,
            stream=_Body(response, request),
            extensions=response.extensions,
            request=request,
        )

    def close(self) -> None:
        """Close the connections."""
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response, request: httpx.Request) -> None:
        self._response = response
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        with _as_httpx(self._request):
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


_ERRORS: Final = (
    "ConnectTimeout ReadTimeout WriteTimeout PoolTimeout ConnectError ReadError WriteError "
    "LocalProtocolError RemoteProtocolError UnsupportedProtocol"
).split()
"""Errors that both libraries have under one name."""


@contextmanager
def _as_httpx(request: httpx.Request) -> Iterator[None]:
    """Around calls of httpcore: its errors become those of httpx."""
    try:
        yield
    except tuple(getattr(httpcore, name) for name in _ERRORS) as error:
        kind: type[httpx.RequestError] = getattr(httpx, type(error).__name__)
        raise kind(str(error), request=request) from error
