"""Connections to public internet addresses only, against server-side request forgery.

A URL from a third party may name a private host, or a host name that resolves to one. Host names are resolved here, the
IP addresses are checked, and connections are made to a checked IP address, not to the name, so a second resolution
cannot give another one (DNS rebinding). Redirects are separate requests and checked again.
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

__all__ = ["AddressRefused", "Guard", "GuardedTransport"]

Address = IPv4Address | IPv6Address

# IANA, Service Name and Port Number Registry: 80, 443, and their usual alternatives.
WEB_PORTS: Final = frozenset({80, 443, 8080, 8443})
_MAX_ADDRESSES: Final = 8  # IP addresses of a host that are tried

# Not public, besides what `IPv4Address.is_global` and `is_multicast` know: IANA IPv4 Special-Purpose Address Registry.
_IPV4: Final = tuple(
    IPv4Network(network)
    for network in (
        "168.63.129.16/32",  # a public number, but Azure's own on each of its machines
        "192.0.0.0/24",  # protocol assignments (RFC 6890)
        "192.31.196.0/24",  # AS112 (RFC 7535)
        "192.52.193.0/24",  # multicast tunnels (RFC 7450)
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "192.175.48.0/24",  # AS112 (RFC 7534)
    )
)
# The only public block (IANA IPv6 Address Space). Outside are loopback, unspecified, link-local, site-local, unique
# local and multicast addresses, mapped (``::ffff:0:0/96``), compatible (``::/96``) and translated
# (``::ffff:0:0:0/96``) IPv4 addresses, NAT64 (``64:ff9b::/96``, ``64:ff9b:1::/48``), discard and segment routing.
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
# Not public inside that block: IANA IPv6 Special-Purpose Address Registry.
_IPV6: Final = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments: Teredo, benchmarking, ORCHID (RFC 2928)
        "2001:db8::/32",  # documentation (RFC 3849)
        "2002::/16",  # 6to4, which holds an IPv4 address (RFC 3056)
        "2620:4f:8000::/48",  # AS112 (RFC 7534)
        "3ffe::/16",  # the 6bone, returned (RFC 3701)
        "3fff::/20",  # documentation (RFC 9637)
    )
)
_ISATAP: Final = (0x00005EFE, 0x02005EFE)  # middle of IPv6 addresses that embed IPv4 (RFC 5214, section 6.1)


def is_public(address: Address) -> bool:
    """Whether an IP address is public and embeds no other address."""
    if isinstance(address, IPv4Address):
        return address.is_global and not address.is_multicast and not any(address in network for network in _IPV4)
    if address.scope_id is not None or address not in _GLOBAL_UNICAST:
        return False
    if int(address) >> 32 & 0xFFFFFFFF in _ISATAP:
        return False
    return not any(address in network for network in _IPV6)


def look_up(host: str, port: int) -> list[str]:
    """Resolve a host with the system's resolver, preferred addresses first; `OSError` if it has none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(sockaddr[0]) for _, _, _, _, sockaddr in found]


class AddressRefused(FetchFailed):
    """The address of a page is not public, or its port is not allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """Rules of connections.

    Attributes:
        allowed: returns whether an IP address may be connected to.
        ports: allowed ports; None for all.
        resolve: returns the IP addresses of a host and port; raises `OSError` if there are none.
    """

    allowed: Callable[[Address], bool] = is_public
    ports: frozenset[int] | None = WEB_PORTS
    resolve: Callable[[str, int], Sequence[str]] = look_up

    def addresses(self, host: str, port: int) -> list[str]:
        """Return the allowed IP addresses of a host.

        Raises:
            AddressRefused: none is allowed, or the port is not.
            OSError: the host has no address.
        """
        if self.ports is not None and port not in self.ports:
            raise AddressRefused(host, f"port {port} is not allowed")
        found = dict.fromkeys(ip_address(one) for one in self.resolve(host, port))
        permitted = [str(one) for one in found if self.allowed(one)]
        if not permitted:
            raise AddressRefused(host, f"{host} is not a public address")
        return permitted[:_MAX_ADDRESSES]


class _GuardedBackend(httpcore.NetworkBackend):
    """Connects to checked IP addresses only."""

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
        """Connect to the first IP address that answers; the timeout covers all attempts."""
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
    """Transport whose connections obey a guard.

    It uses public interfaces of httpx and httpcore only: a change in them raises an error, and cannot bypass the guard.
    """

    def __init__(self, guard: Guard, certificates: ssl.SSLContext) -> None:
        self._pool = httpcore.ConnectionPool(ssl_context=certificates, network_backend=_GuardedBackend(guard))

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send a request and return the response, whose body is read on demand."""
        url = request.url
        # The same as in httpx.HTTPTransport.
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


_ERRORS: Final = (  # names common to both libraries
    "ConnectTimeout ReadTimeout WriteTimeout PoolTimeout ConnectError ReadError WriteError "
    "LocalProtocolError RemoteProtocolError UnsupportedProtocol"
).split()


@contextmanager
def _as_httpx(request: httpx.Request) -> Iterator[None]:
    """Convert httpcore's errors to those of httpx."""
    try:
        yield
    except tuple(getattr(httpcore, name) for name in _ERRORS) as error:
        kind: type[httpx.RequestError] = getattr(httpx, type(error).__name__)
        raise kind(str(error), request=request) from error
