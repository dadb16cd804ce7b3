"""`Extractor`: results are those of `extract`, a bad page is killed alone, and no process is left behind."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import Mock

import pytest

import broadsheet
from broadsheet import Extractor
from broadsheet.methods.base import Given, Marking, Method
from broadsheet.methods.cetd import CETD
from broadsheet.page import Page
from tests.crawl.batch.pages_for_tests import page as story
from tests.processes import SOON, children, gone, running

if os.name != "posix":
    pytest.skip("worker processes need a POSIX system", allow_module_level=True)

DEMO = (Path(__file__).parent.parent.parent / "demo" / "article.html").read_bytes()


@dataclass(frozen=True)
class Told(Method):
    """A method that executes a command in the page's text."""

    name: ClassVar[str] = "told"

    def mark(self, page: Page, given: Given) -> Marking:
        match page.text.split():
            case ["sleep", seconds]:
                time.sleep(float(seconds))
            case ["spin"]:
                while True:
                    pass
            case ["die"]:
                os.kill(os.getpid(), signal.SIGKILL)
            case ["memory"]:
                bytearray(3_000_000_000)
            case ["bug"]:
                raise IndexError("a bug")
            case ["unpicklable"]:
                raise type("Local", (Exception,), {})("of a class that only the worker has")
            case ["who"]:
                return CETD().mark(broadsheet.read_page(f"<p>{os.getpid()}"), given)
        return CETD().mark(page, given)


def told(words: object) -> str:
    return f"<p>{words}"


@pytest.fixture
def no_child_is_left() -> Iterator[None]:
    before = children()
    yield
    assert children() <= before


@pytest.fixture(scope="module")
def extractor() -> Iterator[Extractor]:
    before = children()
    with Extractor(workers=2, timeout=10 * SOON) as made:
        yield made
    assert children() <= before


def test_an_article_is_what_extract_gives(extractor: Extractor) -> None:
    options: dict[str, Any] = {"url": "https://courier.example/a", "with_links": True, "drop": "blockquote"}
    expected = broadsheet.extract(DEMO, **options)
    assert extractor.extract(DEMO, **options) == expected
    assert extractor.extract(memoryview(DEMO), **options) == expected
    page = broadsheet.read_page(DEMO, url="https://courier.example/a")
    assert extractor.extract(page, method="cetd") == broadsheet.extract(page, method="cetd")


def test_errors_are_those_of_extract(extractor: Extractor) -> None:
    with pytest.raises(broadsheet.NotHTML, match="JSON"):
        extractor.extract('{"a": 1}')
    with pytest.raises(broadsheet.UnknownMethod):
        extractor.extract(DEMO, method="magic")
    with pytest.raises(TypeError, match="with_magic"):
        next(extractor.map([DEMO], with_magic=True))
    for one in (DEMO, (DEMO, None), (DEMO, "https://courier.example/a")):
        with pytest.raises(TypeError, match="several pages"):
            next(extractor.map(one))
    assert [result.error for result in extractor.map((DEMO, DEMO))] == [None, None]
    with pytest.raises(IndexError, match="a bug"):
        extractor.extract(told("bug"), method=Told())
    with pytest.raises(RuntimeError, match="Local: of a class that only the worker has"):
        extractor.extract(told("unpicklable"), method=Told())
    with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
        extractor.extract(DEMO, method=lambda page: page)  # type: ignore[arg-type]


@pytest.mark.parametrize("words", ["sleep 600", "spin"])
def test_a_page_that_takes_too_long_is_killed(no_child_is_left: None, words: str) -> None:
    with Extractor(workers=1, timeout=2) as extractor:
        extractor.extract(told("warm up"), method=Told())
        begun = time.monotonic()
        with pytest.raises(broadsheet.PageTimeout, match="the page was not finished after 2 s"):
            extractor.extract(told(words), method=Told())
        assert time.monotonic() - begun < SOON
        assert extractor.extract(told("the next one"), method=Told()).text


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux")
def test_a_page_that_takes_too_much_memory_is_named(no_child_is_left: None) -> None:
    with Extractor(workers=1, memory=300) as extractor:
        with pytest.raises(broadsheet.PageCrashed, match="memory"):
            extractor.extract(told("memory"), method=Told())
        assert extractor.extract(DEMO).title is not None


def test_a_worker_killed_while_idle_is_replaced(extractor: Extractor) -> None:
    extractor.extract(DEMO)
    for worker in extractor._pool._all:
        os.kill(worker._process.pid, signal.SIGKILL)
    assert extractor.extract(DEMO).title is not None


def test_map_keeps_the_order_and_names_the_pages_that_fail(extractor: Extractor) -> None:
    words = ["sleep 0.5", "one", "die", "two", "bug", "three"]
    results = list(extractor.map(map(told, words), method=Told()))
    failed = {words[at]: type(result.error) for at, result in enumerate(results) if result.article is None}
    assert failed == {"die": broadsheet.PageCrashed, "bug": IndexError}
    assert "SIGKILL" in str(results[2].error)
    assert [type(one.error) for one in extractor.map([(), (DEMO,)])] == [TypeError] * 2  # type: ignore[list-item]
    pairs = [(story(number), f"https://a.example/{number}") for number in range(20)]
    for (html, url), result in zip(pairs, extractor.map(pairs), strict=True):
        assert result.article == broadsheet.extract(html, url=url)


def test_map_reads_an_endless_generator_a_few_pages_ahead(extractor: Extractor) -> None:
    read = 0

    def pages() -> Iterator[bytes]:
        nonlocal read
        for number in count():
            read += 1
            yield story(number)

    results = extractor.map(pages())
    titles = [result.article.title for result in islice(results, 10) if result.article is not None]
    assert titles == [f"Story {number}" for number in range(10)]
    assert read <= 10 + 4 * extractor.workers
    results.close()  # type: ignore[attr-defined]


def test_an_abandoned_map_frees_its_workers(extractor: Extractor) -> None:
    results = extractor.map([told("one"), *[told("sleep 600")] * 10], method=Told())
    next(results)
    begun = time.monotonic()
    del results
    assert extractor.extract(DEMO).title is not None
    assert time.monotonic() - begun < SOON


def test_the_awaitable_versions(extractor: Extractor) -> None:
    async def pages() -> AsyncIterator[bytes]:
        for number in range(9):
            await asyncio.sleep(0)
            yield story(number)

    async def run() -> None:
        both = await asyncio.gather(extractor.aextract(DEMO), extractor.aextract(story(1)))
        assert [article.title for article in both] == [broadsheet.extract(DEMO).title, "Story 1"]
        titles = [one.article.title async for one in extractor.amap(pages()) if one.article is not None]
        assert titles == [f"Story {number}" for number in range(9)]
        (failed,) = [one async for one in extractor.amap(["{}"])]
        assert isinstance(failed.error, broadsheet.NotHTML)
        # Cancelled tasks free their workers.
        left = [asyncio.create_task(extractor.aextract(told("sleep 600"), method=Told())) for _ in range(2)]
        await asyncio.sleep(0.3)
        for one in left:
            one.cancel()
        begun = time.monotonic()
        await extractor.aextract(DEMO)
        assert time.monotonic() - begun < SOON

    asyncio.run(run())


def test_a_closed_extractor_says_so(no_child_is_left: None) -> None:
    async def closed() -> Extractor:
        async with Extractor(workers=1) as made:
            await made.aextract(DEMO)
        return made

    extractor = asyncio.run(closed())
    extractor.close()
    for call in (lambda: extractor.extract(DEMO), lambda: list(extractor.map([DEMO]))):
        with pytest.raises(RuntimeError, match="the extractor is closed"):
            call()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker needs one small temporary file")
def test_a_worker_needs_no_temporary_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.TemporaryFile", Mock(side_effect=OSError("read-only")))
    with Extractor(workers=1) as extractor:
        assert extractor.extract(DEMO).title == "Ferry returns to the Lower Sound after eleven years"


def test_workers_start_on_demand_and_end_with_the_extractor(no_child_is_left: None) -> None:
    before = children()
    extractor = Extractor(workers=8)
    assert children() == before
    extractor.extract(DEMO)
    assert len(children() - before) == 1
    del extractor


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"workers": 0}, ValueError),
        ({"workers": "2"}, TypeError),
        ({"timeout": 0}, ValueError),
        ({"timeout": "20"}, TypeError),
        ({"memory": 0}, ValueError),
        ({"memory": "1G"}, TypeError),
    ],
)
def test_wrong_arguments_are_named(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match=f"^{next(iter(options))} must be "):
        Extractor(**options)


def _titles(extractor: Extractor, send: Callable[[Any], None]) -> None:
    send([result.article.title for result in extractor.map([story(1), story(2)]) if result.article])
    extractor.close()


@pytest.mark.parametrize("start", ["spawn", "fork"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_another_process_has_workers_of_its_own(extractor: Extractor, start: str) -> None:
    extractor.extract(DEMO)
    mine = {worker._process.pid for worker in extractor._pool._all}
    context: Any = multiprocessing.get_context(start)
    ours, theirs = context.Pipe()
    other = context.Process(target=_titles, args=(extractor, theirs.send))
    other.start()
    assert ours.poll(120)
    assert ours.recv() == ["Story 1", "Story 2"]
    other.join(30)
    assert other.exitcode == 0
    other.close()
    assert all(map(running, mine))
    assert extractor.extract(DEMO).title is not None


SCRIPT = """
import os, sys, time
from broadsheet import Extractor
from tests.crawl.test_extractor import Told, told

extractor = Extractor(workers=2)
list(extractor.map([told("sleep 0.3")] * 2, method=Told()))
print(*[worker._process.pid for worker in extractor._pool._all], flush=True)
{then}
"""


def started(then: str) -> tuple[subprocess.Popen[str], set[int]]:
    """A program with two workers, and these."""
    program = subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", SCRIPT.format(then=then)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    assert program.stdout is not None
    workers = {int(number) for number in program.stdout.readline().split()}
    assert len(workers) == 2
    return program, workers


def test_no_worker_outlives_a_program_that_ends_without_closing() -> None:
    program, workers = started("")
    _, said = program.communicate(timeout=2 * SOON)
    assert (program.returncode, said) == (0, "")
    assert gone(*workers)


@pytest.mark.parametrize(
    "then",
    [
        "extractor.extract(told('sleep 600'), method=Told())",
        "list(extractor.map([told('sleep 600')] * 9, method=Told()))",
        "import asyncio; asyncio.run(extractor.aextract(told('sleep 600'), method=Told()))",
    ],
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_no_worker_outlives_a_program_that_is_interrupted_or_killed(then: str, number: signal.Signals) -> None:
    program, workers = started(then)
    time.sleep(0.5)
    program.send_signal(number)
    begun = time.monotonic()
    _, said = program.communicate(timeout=2 * SOON)
    assert time.monotonic() - begun < SOON
    assert "KeyboardInterrupt" in said if number == signal.SIGINT else program.returncode == -number
    assert gone(*workers)
