"""Connections to public addresses only, also for host names, redirects, and names that change their address."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

import httpcore
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.crawl.sources import FetchOptions, Record
from broadsheet.crawl.sources.guard import WEB_PORTS, AddressRefused, Guard, is_public, look_up
from broadsheet.crawl.sources.http import Fetcher
from broadsheet.errors import FetchFailed
from tests.crawl.sources.loopback import PAGE, Loopback, answer, redirect

HOME = ip_address("127.0.0.1")  # counts as public here: the address of the tests' server

PRIVATE = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 169.254.0.1
169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1
198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16
:: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808
64:ff9b:1::a00:1 100::1 2001::1 2001:0:7f00:1::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::
2002:808:808::1 3fff::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fe80::1%1 fec0::1 ff02::1 ff0e::1
2a00:1450:4001::5efe:7f00:1 2a00:1450:4001:0:200:5efe:a00:1
""".split()
PUBLIC = """
1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
169.253.255.255 172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.0 223.255.255.255
168.63.129.17 2001:200::1 2001:4860:4860::8888 2003::1 2606:4700::1111 2a00:1450:4001:81b::200e
""".split()


def test_private_and_public_addresses() -> None:
    assert [address for address in PRIVATE + PUBLIC if is_public(ip_address(address))] == PUBLIC


@given(st.ip_addresses(v=4))
def test_nothing_is_public_that_the_standard_library_says_is_not(address: IPv4Address) -> None:
    if is_public(address):
        assert address.is_global
        assert not address.is_multicast
        assert not address.is_reserved


class Names:
    """A resolver of invented names, with the addresses of each successive look-up."""

    def __init__(self, **names: Sequence[Sequence[str]]) -> None:
        self.names = {name: list(found) for name, found in names.items()}
        self.asked: list[tuple[str, int]] = []

    def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append((host, port))
        found = self.names.get(host.replace(".", "_").replace("-", "_"))
        if found is None:
            return look_up(host, port)
        return found.pop(0) if len(found) > 1 else found[0]


def only_home(address: IPv4Address | IPv6Address) -> bool:
    return address == HOME


def fetch(url: str, names: Names, **options: float) -> Record:
    guard = Guard(allowed=only_home, ports=None, resolve=names)
    with Fetcher(FetchOptions(**({"connect": 2.0, "read": 2.0, "total": 4.0} | options)), guard=guard) as fetcher:  # type: ignore[arg-type]
        return fetcher.fetch(url)


@pytest.fixture
def inside() -> Iterator[socket.socket]:
    """A server on a private address; at the end, checks that nothing connected to it."""
    listener = socket.create_server(("127.0.0.2", 0))
    listener.settimeout(0.1)
    with listener:
        yield listener
        with pytest.raises(TimeoutError):
            listener.accept()


def test_a_name_is_fetched_from_its_address(site: Loopback) -> None:
    site.routes["/"] = answer(PAGE)
    names = Names(news_example=[["127.0.0.1"]])
    record = fetch(f"http://news.example:{site.port}/", names)
    assert record.data == PAGE.encode()
    assert record.url == f"http://news.example:{site.port}/"
    ((_, fields),) = site.requests
    assert fields["host"] == f"news.example:{site.port}"
    assert names.asked == [("news.example", site.port)]


def refused(url: str, names: Names) -> AddressRefused:
    with pytest.raises(AddressRefused) as caught:
        fetch(url, names)
    assert caught.value.url == url
    assert not caught.value.temporary
    return caught.value


@pytest.mark.parametrize(
    "host", ["127.0.0.2", "127.2", "0x7f000002", "2130706434", "[::ffff:127.0.0.2]", "[::1]", "0", "localhost2"]
)
def test_private_addresses_in_all_notations(inside: socket.socket, host: str) -> None:
    names = Names(localhost2=[["127.0.0.2", "::1"]])
    refused(f"http://{host}:{inside.getsockname()[1]}/", names)


def test_a_name_that_changes_is_looked_up_once_for_each_connection(site: Loopback, inside: socket.socket) -> None:
    """DNS rebinding: public when checked, private a moment later. The checked address is connected to."""
    site.routes["/"] = redirect("/again", Connection="close")
    site.routes["/again"] = answer(PAGE)
    names = Names(news_example=[["127.0.0.1"], ["127.0.0.2"]])
    refused(f"http://news.example:{site.port}/", names)
    assert [target for target, _ in site.requests] == ["/"]
    assert len(names.asked) == 2


def test_proxies_of_the_environment_are_not_used(
    site: Loopback, inside: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.2:{inside.getsockname()[1]}")
    site.routes["/"] = answer(PAGE)
    assert fetch(f"http://news.example:{site.port}/", Names(news_example=[["127.0.0.1"]])).status == 200


def test_ports(site: Loopback) -> None:
    site.routes["/"] = answer(PAGE)
    for port in (1, 22, 25, 6379, site.port):
        with Fetcher(guard=Guard(allowed=only_home)) as fetcher, pytest.raises(AddressRefused, match=f"port {port} "):
            fetcher.fetch(f"http://127.0.0.1:{port}/")
    assert site.requests == []
    assert {80, 443} <= WEB_PORTS


def test_the_default_guard_refuses_the_loopback(site: Loopback) -> None:
    site.routes["/"] = answer(PAGE)
    with Fetcher(guard=Guard(ports=None)) as fetcher, pytest.raises(AddressRefused, match="not a public address"):
        fetcher.fetch(site.url("/"))
    assert site.requests == []


def test_certificates_are_checked_against_the_host_name(
    tls_site: Loopback, certificate: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the connection is made to the address."""
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    tls_site.routes["/"] = answer(PAGE)
    assert fetch(tls_site.url("/", "https"), Names()).status == 200
    with pytest.raises(FetchFailed, match=r"certificate is not trusted.*news\.example"):
        fetch(f"https://news.example:{tls_site.port}/", Names(news_example=[["127.0.0.1"]]))


def test_all_addresses_of_a_name_share_one_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner of a name may give it a hundred addresses that never answer."""
    tried: list[str] = []

    def connect_tcp(self: object, host: str, port: int, timeout: float, *rest: object) -> None:
        tried.append(host)
        time.sleep(min(timeout, 0.1))
        raise httpcore.ConnectTimeout

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect_tcp)
    guard = Guard(resolve=lambda host, port: [f"8.8.8.{number}" for number in range(100)])
    begun = time.monotonic()
    with (
        Fetcher(FetchOptions(connect=0.25), guard=guard) as fetcher,
        pytest.raises(FetchFailed, match="no connection within") as caught,
    ):
        fetcher.fetch("http://news.example/")
    assert caught.value.timed_out
    assert time.monotonic() - begun < 3
    assert 0 < len(tried) <= 3
