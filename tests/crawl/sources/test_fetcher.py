from __future__ import annotations

import gzip
import pickle
import socket
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from unittest.mock import Mock, patch

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadsheet.crawl.sources import FetchOptions, Record
from broadsheet.crawl.sources.guard import Guard
from broadsheet.crawl.sources.http import Fetcher
from broadsheet.crawl.sources.payload import BrokenCompression, gather, inflate
from broadsheet.errors import BroadsheetError, FetchFailed, NotHTML, PageTooLarge
from tests.crawl.sources.loopback import PAGE, Exchange, Loopback, answer, redirect


def fetch(url: str, **options: Any) -> Record:
    options = {"connect": 2.0, "read": 2.0, "total": 4.0} | options
    with Fetcher(FetchOptions(**options)) as fetcher:
        return fetcher.fetch(url)


def failure(url: str, **options: Any) -> FetchFailed:
    with pytest.raises(FetchFailed) as caught:
        fetch(url, **options)
    assert caught.value.url == url
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_record_has_the_response_metadata(site: Loopback) -> None:
    site.routes["/news/1"] = answer(PAGE, X_Served_By="one")
    record = fetch(site.url("/news/1"))
    assert record.data == PAGE.encode()
    assert record.url == site.url("/news/1")
    assert (record.status, record.charset, record.content_type) == (200, "utf-8", "text/html; charset=utf-8")
    assert ("x-served-by", "one") in record.headers
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize(
    "label", ["gzip", "x-gzip", "GZIP", "deflate", "bare deflate", "gzip, gzip", "identity", "UTF-8"]
)
def test_compressed_bodies(site: Loopback, label: str) -> None:
    bare = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    pack: dict[str, Callable[[bytes], bytes]] = {
        "deflate": zlib.compress,
        "bare deflate": lambda data: bare.compress(data) + bare.flush(),
        "gzip, gzip": lambda data: gzip.compress(gzip.compress(data)),
        "identity": bytes,
        "UTF-8": bytes,
    }
    body = pack.get(label, gzip.compress)(PAGE.encode())
    site.routes["/"] = answer(body, Content_Encoding=label.removeprefix("bare "))
    assert fetch(site.url("/")).data == PAGE.encode()


def test_credentials_are_used_and_not_recorded(site: Loopback) -> None:
    site.routes["/"] = answer(PAGE)
    record = fetch(f"http://user:secret@127.0.0.1:{site.port}/")
    assert record.url == site.url("/")
    assert site.requests[0][1]["authorization"].startswith("Basic ")
    for user in ("user:secret@", ""):
        failed = str(failure(f"http://{user}127.0.0.1:{site.port}/gone?at=http://me@a.example"))
        assert failed == f"could not fetch {site.url('/gone?at=http://me@a.example')}: HTTP status 404, Not Found"


def test_a_chain_of_redirects(site: Loopback) -> None:
    site.routes["/a"] = redirect("/b", "301 Moved Permanently")
    site.routes["/b"] = redirect(site.url("/c?x=ü"), "303 See Other")
    site.routes["/c?x=%C3%BC"] = redirect("d#part", "308 Permanent Redirect")
    site.routes["/d"] = answer(PAGE)
    record = fetch(site.url("/a"))
    assert record.url == site.url("/d#part")


def test_a_page_longer_than_declared_does_not_spoil_the_next(site: Loopback) -> None:
    site.routes |= {"/1": answer(PAGE, Content_Length="9"), "/2": answer(PAGE)}
    with Fetcher() as fetcher:
        assert [len(fetcher.fetch(site.url(path)).data) for path in ("/1", "/2")] == [9, len(PAGE)]


def test_redirects_stop_at_a_loop_and_at_the_limit(site: Loopback) -> None:
    site.routes |= {"/a": redirect("/b"), "/b": redirect("/a")}
    assert "redirect loop" in failure(site.url("/a")).reason
    assert len(site.requests) == 2
    for number in range(20):
        site.routes[f"/{number}"] = redirect(f"/{number + 1}")
    assert "more than 4 redirects" in failure(site.url("/0"), max_redirects=4).reason
    assert len(site.requests) == 2 + 5
    site.routes["/2"] = answer(PAGE)
    assert fetch(site.url("/0"), max_redirects=2).status == 200
    assert "more than 0 redirects" in failure(site.url("/0"), max_redirects=0).reason


@pytest.mark.parametrize("to", ["file:///etc/passwd", "ftp://127.0.0.1/page", "about://blank", "data:/text"])
def test_a_redirect_to_another_scheme_is_not_followed(site: Loopback, to: str) -> None:
    site.routes["/"] = redirect(to)
    error = failure(site.url("/"))
    assert "only http and https" in error.reason
    assert "redirected to" in error.reason


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("404 Nope", "HTTP status 404, Not Found"),
        ("299 Odd", None),
        ("599 Odd", "HTTP status 599"),
        ("304 Not Modified", "HTTP status 304, Not Modified"),
    ],
)
def test_statuses(site: Loopback, status: str, words: str | None) -> None:
    site.routes["/"] = answer(PAGE, status=status)
    if words is None:
        assert fetch(site.url("/")).status == int(status[:3])
    else:
        error = failure(site.url("/"))
        assert (error.status, error.reason) == (int(status[:3]), words)


@pytest.mark.parametrize(
    ("after", "wait"),
    [
        ("7", 7.0),
        ("soon", None),
        ("Mon, 01 Jan 99999999999 00:00:00 GMT", None),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0.0),
        ("Sun Nov  6 08:49:37 1994", 0.0),
        ("Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: Sun, 06 Nov 1994 08:49:30 GMT", 7.0),
        (None, None),
    ],
)
def test_a_busy_server_may_say_how_long_to_wait(site: Loopback, after: str | None, wait: float | None) -> None:
    site.routes["/"] = answer(status="503 Busy", **({} if after is None else {"Retry_After": after}))
    error = failure(site.url("/"))
    assert (error.temporary, error.wait) == (True, wait)


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ("application/pdf", "PDF"),
        ("image/png", "an image"),
        ("application/json; charset=utf-8", "JSON"),
        ("application/ld+json", "JSON"),
        ("video/mp4", "video"),
        ("application/rss+xml", "a feed"),
        ("text/css", "a style sheet"),
        ("application/x-shockwave-flash", "application/x-shockwave-flash"),
    ],
)
def test_other_types_are_named_and_not_downloaded(site: Loopback, declared: str, name: str) -> None:
    sent = threading.Event()

    def body_without_end(exchange: Exchange) -> None:
        exchange.send(f"HTTP/1.1 200 OK\r\nContent-Type: {declared}\r\n\r\n".encode())
        try:
            for _ in range(2000):
                exchange.send(bytes(65536))
        except OSError:
            sent.set()

    site.routes["/"] = body_without_end
    with pytest.raises(NotHTML, match=name):
        fetch(site.url("/"))
    assert sent.wait(2), "the connection was left open"


def test_a_declared_length_beyond_the_limit_is_not_downloaded(site: Loopback) -> None:
    site.routes["/"] = answer(b"", Content_Length="5000000000")
    with pytest.raises(PageTooLarge) as caught:
        fetch(site.url("/"), max_bytes=1000)
    assert (caught.value.value, caught.value.limit) == (5_000_000_000, 1000)


def test_a_fast_body_without_end(site: Loopback) -> None:
    def endless(exchange: Exchange) -> None:
        exchange.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        exchange.drip((b"<p>more</p>" * 1000 for _ in range(5000)), 0)

    site.routes["/"] = endless
    with pytest.raises(PageTooLarge):
        fetch(site.url("/"), max_bytes=300_000)


def drip_of(kind: str) -> Callable[[Exchange], None]:
    def drip(exchange: Exchange) -> None:
        exchange.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")
        if kind == "header":
            exchange.drip((b"X-%d: y\r\n" % number for number in range(300)), 0.02)
        elif kind == "length":
            exchange.send(b"Content-Length: 100000\r\n\r\n")
            exchange.drip((b"x" for _ in range(300)), 0.02)
        elif kind == "close":
            exchange.send(b"\r\n")
            exchange.drip((b"x" for _ in range(300)), 0.02)
        elif kind == "gzip":
            exchange.send(b"Content-Encoding: gzip\r\n\r\n")
            exchange.drip((bytes([byte]) for byte in gzip.compress(PAGE.encode())), 0.02)
        else:
            exchange.send(b"Transfer-Encoding: chunked\r\n\r\n")
            exchange.drip((b"1\r\nx\r\n" for _ in range(300)), 0.02)

    return drip


@pytest.mark.parametrize("kind", ["header", "length", "close", "gzip", "chunked"])
def test_a_slow_drip_ends_with_the_total_time(site: Loopback, kind: str) -> None:
    site.routes["/"] = drip_of(kind)
    start = time.monotonic()
    error = failure(site.url("/"), total=0.3, read=1.0)
    assert time.monotonic() - start < 3
    assert error.reason == "it took longer than 0.3 s in total"


def test_a_silent_server(site: Loopback) -> None:
    site.routes["/"] = lambda exchange: exchange.drip([b""] * 2, 1.0)
    assert failure(site.url("/"), read=0.15).reason == "the server sent nothing for 0.15 s"
    site.routes["/half"] = lambda exchange: exchange.drip([answer(PAGE)[:200], b""], 1.0)
    assert failure(site.url("/half"), read=0.15).reason == "the server sent nothing for 0.15 s"


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (answer(gzip.compress(PAGE.encode())[:-20], Content_Encoding="gzip"), "truncated"),
        (answer(PAGE, Content_Encoding="gzip"), "damaged"),
        (answer(PAGE)[:-100], "the connection was closed before the page was complete"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc", "closed before the page was complete"),
        (answer(PAGE, Content_Encoding="br"), "compressed with br, which was not requested"),
        (answer(PAGE, Content_Encoding="gzip, gzip, gzip, gzip"), "compressed 4 times over"),
        (answer(status="302 Found"), "a redirect without a target"),
        (redirect("http://[::1"), "redirected to an invalid URL"),
        (b"", "closed the connection without a response"),
        (b"HTTP/1.1 2", "closed the connection without a response"),
        (b"SSH-2.0-OpenSSH_9.6\r\n\r\n", "not valid HTTP"),
        (b"<html>no header</html>\r\n\r\n", "not valid HTTP"),
        (b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "not valid HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "not valid HTTP"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "not valid HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 30_000 + b"\r\n", "not valid HTTP"),
    ],
)
def test_incomplete_and_invalid_responses(site: Loopback, sent: bytes, words: str) -> None:
    site.routes["/"] = lambda exchange: exchange.send(sent)
    error = failure(site.url("/"))
    assert (words in error.reason, error.temporary) == (True, "closed" in words)


@settings(max_examples=25)
@given(
    st.one_of(
        st.binary(max_size=300),
        st.binary(max_size=200).map(b"HTTP/1.1 200 OK\r\n".__add__),
        st.binary(max_size=200).map(b"HTTP/1.1 200 OK\r\n\r\n".__add__),
        st.binary(max_size=200).map(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08".__add__),
        st.binary(max_size=60).map(lambda to: b"HTTP/1.1 302 Found\r\nLocation: " + to + b"\r\n\r\n"),
    )
)
def test_any_answer_gives_a_record_or_a_named_error(sent: bytes) -> None:
    with Loopback() as site:
        site.routes["/"] = lambda exchange: exchange.send(sent)
        only_here = Guard(
            allowed=lambda address: True, ports=frozenset({site.port}), resolve=lambda host, port: ["127.0.0.1"]
        )
        with Fetcher(FetchOptions(read=1, total=2), guard=only_here) as fetcher:
            try:
                record = fetcher.fetch(site.url("/"))
            except BroadsheetError:
                return
    assert (record.status, sent.endswith(record.data)) == (200, True)


def test_a_refused_connection() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        assert failure(f"http://127.0.0.1:{port}/").reason == "the connection was refused"


def test_a_connection_that_is_reset(site: Loopback) -> None:
    def reset(exchange: Exchange) -> None:
        exchange.send(answer(PAGE)[:300])
        exchange.stopped.wait(0.05)
        exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        exchange.connection.close()

    site.routes["/"] = reset
    assert "was lost" in failure(site.url("/")).reason


def test_tls(tls_site: Loopback, certificate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tls_site.routes["/"] = answer(PAGE)
    assert failure(tls_site.url("/", scheme="https")).reason.startswith("the server's certificate is not trusted: ")
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    tls_site.routes["/slow"] = drip_of("header")
    tls_site.routes["/body"] = drip_of("close")
    assert fetch(tls_site.url("/", scheme="https")).data == PAGE.encode()
    for path in ("/slow", "/body"):
        assert failure(tls_site.url(path, scheme="https"), total=0.4).reason == "it took longer than 0.4 s in total"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "the host name is unknown"),
        (socket.gaierror(socket.EAI_AGAIN, "Temporary failure"), "could not be resolved"),
        (OSError(101, "Network is unreachable"), "no connection: Network is unreachable"),
        (OSError("a tunnel that is closed"), "no connection: a tunnel that is closed"),
        (UnicodeError("label too long"), "the host name is not valid"),
        (TimeoutError("timed out"), "no connection within 2 s"),
    ],
)
def test_host_names_and_routes_that_fail(monkeypatch: pytest.MonkeyPatch, error: Exception, words: str) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Mock(side_effect=error))
    assert words in failure("http://news.invalid/").reason


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://",
        "http:///path",
        "http://[::1",
        "http://127.0.0.1:99999/",
        "http://127.0.0.1:0/",
        "http://127.0.0.1:-1/",
        "http://127.0.0.1:port/",
        "http://exa mple.org/",
        "http://exa\0mple.org/",
        "http://xn--/",
        "http://\N{SNOWMAN}\N{ZERO WIDTH JOINER}.org/",
        "http://" + "x" * 100_000,
        "example.org/page",
        "//example.org/page",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
    ],
)
def test_invalid_urls(url: str) -> None:
    with patch.object(httpx.HTTPTransport, "handle_request", side_effect=AssertionError("this was asked for")):
        assert failure(url).status is None


@given(
    st.one_of(st.text(max_size=60), st.text(max_size=60).map("http://".__add__), st.text().map("https://a.b/".__add__))
)
def test_any_text_as_an_address_gives_a_record_or_a_named_error(url: str) -> None:
    page = httpx.Response(200, stream=httpx.ByteStream(PAGE.encode()))
    with patch.object(httpx.HTTPTransport, "handle_request", return_value=page):
        try:
            record = fetch(url)
        except FetchFailed:
            return
    assert record.data == PAGE.encode()


def test_a_proxy_of_the_environment_is_used(site: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    for scheme in ("HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.setenv(scheme, site.url(""))
    site.routes["http://news.invalid/1"] = answer(PAGE)
    assert fetch("http://news.invalid/1").data == PAGE.encode()
    assert failure("https://news.invalid/1").reason == "the proxy refused: 404 Not Found"
    site.routes["http://news.invalid/slow"] = drip_of("header")
    assert "longer than" in failure("http://news.invalid/slow", total=0.3).reason
    monkeypatch.setenv("HTTP_PROXY", "ftp://news.invalid")
    assert "proxy or certificate settings are invalid" in failure("http://news.invalid/1").reason


@given(st.lists(st.binary(max_size=300), max_size=4), st.integers(1, 50))
def test_gzip_members_in_chunks_of_any_size(members: list[bytes], size: int) -> None:
    packed = b"".join(gzip.compress(member) for member in members)
    chunks = [packed[at : at + size] for at in range(0, len(packed), size)]
    assert b"".join(inflate(chunks, "gzip")) == b"".join(members)


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate"]))
def test_any_bytes_give_bytes_or_one_kind_of_error(data: bytes, coding: str) -> None:
    with suppress(BrokenCompression):
        assert isinstance(b"".join(inflate([data], coding)), bytes)


def bomb(megabytes: int) -> bytes:
    encoder = zlib.compressobj(9, wbits=31)
    block = bytes(1 << 20)
    return b"".join([encoder.compress(block) for _ in range(megabytes)]) + encoder.flush()


def test_a_bomb_stops_at_the_limit_in_little_memory() -> None:
    packed = bomb(64)
    twice = gzip.compress(packed, 9)
    assert len(twice) < 2000
    tracemalloc.start()
    try:
        with pytest.raises(PageTooLarge) as caught:
            gather(inflate(inflate([twice], "gzip"), "gzip"), 1_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.limit == 1_000_000
    assert caught.value.value <= 1_000_000 + (1 << 16)
    assert peak < 4_000_000
