"""The server at its limits: statuses 408, 413, 500, 503 and 504, after which it continues to work."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from broadsheet.crawl.sources.guard import Guard
from broadsheet.errors import BroadsheetError, MissingExtra, NeedsNotMet, RenderFailed
from broadsheet.show.serve import ServeOptions
from broadsheet.show.serve.incoming import of_error
from tests.crawl.sources.loopback import Loopback
from tests.show.serve.serving import Serving, Trade, extracting
from tests.show.serve.test_api import figure, problem


def eventually(condition: Callable[[], bool], seconds: float = 20.0) -> bool:
    """Return whether a condition becomes true in time."""
    end = time.monotonic() + seconds
    while not (done := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return done


def at_work(served: Serving, what: str) -> int:
    """Return the number of ``pages`` or ``fetches`` in progress."""
    number: int = served.client.get("/health").json()[what]
    return number


@pytest.fixture
def trade(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers that execute a command in the page."""
    monkeypatch.setattr("broadsheet.show.serve.api.Tasks", Trade)


@pytest.mark.usefixtures("trade")
def test_a_page_that_exceeds_its_time_or_memory_or_crashes() -> None:
    with Serving(page_seconds=0.6) as served:
        begun = time.monotonic()
        problem(served.post("/extract", html="spin"), 504, "timeout")
        assert time.monotonic() - begun < 4
        problem(served.post("/extract", html="bell"), 504, "timeout")
        assert "SIGKILL" in problem(served.post("/extract", html="die"), 500, "crashed")["detail"]
        problem(served.post("/extract", html="memory"), 413, "too-large")
        assert problem(served.post("/extract", html="not html"), 422, "not-html")["looks_like"] == "a tale"
        assert served.post("/extract", html="well").status_code == 200
        text = served.client.get("/metrics").text
        assert figure(text, "broadsheet_worker_restarts") == 3
        assert figure(text, "broadsheet_pages_in_progress") == 0


@pytest.mark.usefixtures("trade")
def test_a_bug_is_logged_and_not_shown_to_the_client(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("broadsheet.show.serve")
    logger.propagate = True
    with caplog.at_level(logging.ERROR, "broadsheet.show.serve"), Serving() as served:
        said = problem(served.post("/extract", html="bug"), 500, "internal-error")
        assert "secret" not in said["detail"]
        assert "a secret of the server" in caplog.text


@pytest.mark.parametrize(
    ("error", "status", "slug"),
    [
        (MissingExtra("torch", "train"), 501, "cannot-run"),
        (NeedsNotMet("a rendering is needed"), 422, "cannot-run"),
        (RenderFailed("the browser has gone"), 500, "internal-error"),
    ],
)
def test_errors_of_the_library_are_problems(error: BroadsheetError, status: int, slug: str) -> None:
    found = of_error(error)
    assert found.kind is not None
    assert (found.code, found.kind.slug, found.detail) == (status, slug, str(error))


@pytest.mark.usefixtures("trade")
def test_too_many_requests_are_refused_at_once() -> None:
    with Serving(jobs=1, waiting=1) as served, ThreadPoolExecutor(2) as others:
        busy = [others.submit(served.post, "/extract", html="sleep 2") for _ in range(2)]
        assert eventually(lambda: at_work(served, "pages") >= 2)
        assert figure(served.client.get("/metrics").text, "broadsheet_pages_in_progress") == 2
        begun = time.monotonic()
        response = served.post("/identify", html="well")
        problem(response, 503, "busy")
        assert time.monotonic() - begun < 1.9
        assert int(response.headers["retry-after"]) >= 1
        # Requests that need no worker are answered meanwhile.
        assert served.client.get("/methods").status_code == 200
        assert [one.result().status_code for one in busy] == [200, 200]
        assert served.post("/identify", html="well").status_code == 200


@pytest.mark.usefixtures("trade")
def test_requests_of_disconnected_clients_are_dropped() -> None:
    with Serving(jobs=1, page_seconds=30) as served:
        leaving = [served.connect(extracting("sleep 30")) for _ in range(4)]
        assert eventually(lambda: at_work(served, "pages") >= len(leaving))
        for one in leaving:
            one.close()
        assert eventually(lambda: not at_work(served, "pages"))
        begun = time.monotonic()
        assert served.post("/extract", html="well").status_code == 200
        assert time.monotonic() - begun < 15
        assert figure(served.client.get("/metrics").text, "broadsheet_worker_restarts") == 1


@pytest.mark.usefixtures("trade")
def test_a_request_waits_at_most_the_limit() -> None:
    with Serving(jobs=1, waiting_seconds=0.4) as served, ThreadPoolExecutor(1) as other:
        busy = other.submit(served.post, "/extract", html="sleep 3")
        assert eventually(lambda: at_work(served, "pages") >= 1)
        response = served.post("/extract", html="well")
        assert "0.4 s" in problem(response, 503, "busy")["detail"]
        assert int(response.headers["retry-after"]) >= 1
        assert not busy.done()
        assert busy.result().status_code == 200


@pytest.mark.usefixtures("trade")
def test_requests_that_outlast_a_shutdown_are_answered(caplog: pytest.LogCaptureFixture) -> None:
    with ThreadPoolExecutor(2) as others:
        with Serving(jobs=1, page_seconds=1) as served:
            post = partial(httpx.post, f"http://127.0.0.1:{served.port}/extract", timeout=20, trust_env=False)
            busy = [others.submit(post, json={"html": "sleep 9"}) for _ in range(2)]
            assert eventually(lambda: at_work(served, "pages") >= 2)
        late = max((one.result() for one in busy), key=lambda response: response.elapsed)
        assert problem(late, 503, "busy")["detail"] == "the server is shutting down"
        assert "Traceback" not in caplog.text


def test_fetches_have_their_own_limit(site: Loopback) -> None:
    site.routes["/"] = lambda exchange: exchange.drip([b""] * 100, 0.1)
    url = site.url("/")
    guard = Guard(allowed=lambda one: one.is_loopback, ports=None)
    with Serving(guard=guard, jobs=1, waiting=0, fetches=1, fetch_seconds=2) as served, ThreadPoolExecutor(1) as other:
        waits = other.submit(served.post, "/extract", url=url)
        assert eventually(lambda: at_work(served, "fetches") >= 1)
        problem(served.post("/extract", url=url), 503, "busy")
        # Requests with a page do not wait for fetches.
        assert served.post("/identify", html="<p>some words</p>").status_code == 200
        problem(waits.result(), 504, "fetch-timeout")
        assert served.client.get("/health").json()["fetches"] == 0


def test_a_slow_name_resolution_times_out_and_keeps_its_slot() -> None:
    over = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        over.wait(20)
        return ["127.0.0.1"]

    with Serving(guard=Guard(resolve=resolve, ports=None), fetches=1, fetch_seconds=0.2) as served:
        begun = time.monotonic()
        problem(served.post("/extract", url="http://slow.example/"), 504, "fetch-timeout")
        assert time.monotonic() - begun < 4
        assert served.client.get("/health").json()["fetches"] == 1
        problem(served.post("/extract", url="http://slow.example/"), 503, "busy")
        over.set()
        assert eventually(lambda: not at_work(served, "fetches"))


def test_a_slow_request_body_times_out() -> None:
    with Serving(body_seconds=0.4, waiting=0) as served:
        head = b"POST /extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>"
        with served.connect(head) as connection:
            assert connection.recv(99).startswith(b"HTTP/1.1 408 ")
        served.connect(head).close()
        assert eventually(lambda: not at_work(served, "pages"))
        assert served.post("/identify", html="<p>some words</p>").status_code == 200


@pytest.mark.parametrize("before", [b"", b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"], ids=["first", "second"])
def test_a_slow_request_head_times_out(before: bytes) -> None:
    """Also if the client keeps sending, and after another request."""
    with Serving(body_seconds=0.6) as served, served.connect(before) as connection:
        answer = b""
        while before and not answer.endswith(b"}"):
            answer += connection.recv(9999)
        begun = time.monotonic()
        connection.sendall(b"POST /extract HTTP/1.1\r\nHost: x\r\n")
        connection.settimeout(0.1)
        while True:
            try:
                assert connection.recv(99) == b""
                break
            except TimeoutError:
                assert time.monotonic() - begun < 3
                connection.sendall(b"X-A: a\r\n")
            except ConnectionResetError:
                break


@contextmanager
def opened(served: Serving, count: int, source: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """Open idle connections from an address of the loopback."""
    with ExitStack() as stack:
        yield [stack.enter_context(served.connect(source_address=(source, 0))) for _ in range(count)]


def are_open(connections: list[socket.socket]) -> list[bool]:
    """Return for each connection whether the server has left it open."""

    def is_open(one: socket.socket) -> bool:
        one.settimeout(0)
        try:
            return one.recv(1) != b""
        except BlockingIOError:
            return True
        except ConnectionResetError:
            return False

    return [is_open(one) for one in connections]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server with at most 12 connections, and 4 idle ones per client."""
    monkeypatch.setattr("broadsheet.show.serve.running.CONNECTIONS", 12)
    monkeypatch.setattr("broadsheet.show.serve.running.IDLE", 4)


@pytest.mark.usefixtures("few", "trade")
def test_idle_connections_of_one_client_do_not_block_others() -> None:
    with Serving(body_seconds=60) as served, opened(served, 2, "127.0.0.2") as others:
        for _ in range(3):
            with opened(served, 40) as many:
                for _ in range(10):
                    # a new connection each time
                    assert httpx.get(f"http://127.0.0.1:{served.port}/health", trust_env=False).status_code == 200
                assert sum(are_open(many)) < 12
        assert are_open(others) == [True, True]


@pytest.mark.usefixtures("trade")
def test_a_client_that_does_not_read_is_disconnected() -> None:
    with Serving(body_seconds=0.5) as served:
        with served.connect(extracting("large 30000000")) as connection:
            assert connection.recv(99).startswith(b"HTTP/1.1 200 ")
            assert eventually(lambda: not served.connections)
        # A client that reads slowly gets the complete response.
        with served.connect(extracting("large 30000000")) as connection:
            size = 0
            for piece in iter(lambda: connection.recv(2_000_000), b""):
                size += len(piece)
                time.sleep(0.1)
            assert size > 30_000_000


def sent(served: Serving, request: bytes, most: int) -> tuple[int, bytes]:
    """Send an endless body; return the number of bytes that the server reads, and its response."""
    piece = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    with served.connect(request + b"Host: a\r\nTransfer-Encoding: chunked\r\n\r\n") as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
        size = 0
        try:
            while size < most:
                size += connection.send(piece)
        except (ConnectionError, TimeoutError):
            pass
        try:
            return size, connection.recv(99)
        except ConnectionError:
            return size, b""


@pytest.mark.usefixtures("trade")
def test_an_endless_body_is_cut_at_the_limit() -> None:
    """Also if the request is answered before its body is read."""
    most = 2_000_000
    answers = {
        b"POST /extract HTTP/1.1\r\nContent-Type: text/html\r\n": b"HTTP/1.1 413 ",
        b"POST /extract HTTP/1.1\r\nContent-Type: application/json\r\n": b"HTTP/1.1 413 ",
        b"POST /extract HTTP/1.1\r\nContent-Type: text/css\r\n": b"HTTP/1.1 415 ",
        b"POST /health HTTP/1.1\r\n": b"HTTP/1.1 405 ",
        b"GET /health HTTP/1.1\r\n": b"HTTP/1.1 200 ",
    }
    with Serving(max_bytes=most, body_seconds=60) as served:
        served.take_little_at_a_time()
        for request, answer in answers.items():
            size, heard = sent(served, request, 4 * most)
            # The buffers of the two sockets belong to the system, not to the server.
            assert size < most + 1_000_000, request
            assert heard.startswith(answer), request
        assert eventually(lambda: not served.connections)
        assert served.client.get("/health").json()["pages"] == 0


def test_without_fetching() -> None:
    with Serving(fetch=False) as served:
        problem(served.post("/extract", url="http://news.example/"), 403, "fetching-off")
        assert "The URL of the page below." in served.client.get("/").text


WRONG = {"jobs": 0, "waiting": -1, "waiting_seconds": 0, "page_seconds": 1e9, "max_bytes": 0, "body_seconds": 0}


@pytest.mark.parametrize(("name", "value"), [*WRONG.items(), ("page_seconds", 0), ("fetch_seconds", float("nan"))])
def test_numbers_out_of_range(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=name):
        ServeOptions(**{name: value})
