"""The workers: what takes too long or dies gives its place back, and says so."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from broadsheet.crawl.batch import single
from broadsheet.crawl.batch.process import WorkersFail
from broadsheet.crawl.batch.worker import Limits
from broadsheet.errors import NeedsNotMet, PageCrashed, PageTimeout
from broadsheet.show.serve.workers import Workers
from tests.show.serve.trades import Trade


@asynccontextmanager
async def opened(jobs: int = 1, *, seconds: float = 20.0, patience: float = 60.0) -> AsyncIterator[Workers]:
    workers = Workers(jobs, Trade(), Limits(seconds=seconds), patience)
    try:
        await workers.open()
        yield workers
    finally:
        await workers.close()


def alive(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


async def worker_of(workers: Workers) -> int:
    return int((await workers.do("who")).body)


def test_tasks_are_done_side_by_side() -> None:
    async def run() -> None:
        async with opened(2) as workers:
            begun = time.monotonic()
            answers = await asyncio.gather(*(workers.do("sleep 1") for _ in range(2)))
            assert time.monotonic() - begun < 1.9
            assert len({answer.body for answer in answers}) == 2
            assert workers.restarts == 0

    asyncio.run(run())


@pytest.mark.parametrize("task", ["sleep 60", "spin", "bell"])
def test_a_page_that_takes_too_long_is_ended_and_its_place_is_free(task: str) -> None:
    async def run() -> None:
        async with opened(seconds=0.7) as workers:
            before = await worker_of(workers)
            begun = time.monotonic()
            with pytest.raises(PageTimeout, match=r"after 0\.7 s"):
                await workers.do(task)
            assert time.monotonic() - begun < 3
            assert not alive(before)
            after = await worker_of(workers)
            assert after != before
            assert workers.restarts == 1

    asyncio.run(run())


@pytest.mark.parametrize(("task", "how"), [("die", "SIGKILL"), ("exit", "exit code 3")])
def test_a_page_that_ends_its_process_is_blamed_and_the_next_is_done(task: str, how: str) -> None:
    async def run() -> None:
        async with opened() as workers:
            with pytest.raises(PageCrashed, match=how):
                await workers.do(task)
            assert await worker_of(workers) > 0

    asyncio.run(run())


def test_a_worker_that_died_while_nothing_was_asked_of_it_costs_no_page() -> None:
    async def run() -> None:
        async with opened(2) as workers:
            numbers = {await worker_of(workers) for _ in range(2)}
            assert len(numbers) == 2
            for number in numbers:
                os.kill(number, signal.SIGKILL)
            while any(map(alive, numbers)):
                await asyncio.sleep(0.02)
            assert await worker_of(workers) not in numbers
            assert workers.restarts == 2

    asyncio.run(run())


def test_workers_that_never_begin_are_not_tried_for_ever() -> None:
    async def run() -> None:
        async with opened() as workers:
            workers._pool._work = Trade("dead")
            with pytest.raises(PageCrashed):
                await workers.do("die")
            before = workers.restarts
            with pytest.raises(WorkersFail, match="SIGKILL"):
                await workers.do("who")
            assert workers.restarts - before == single.MAX_TRIES

    asyncio.run(run())


def test_what_nobody_waits_for_any_more_keeps_nobody_waiting() -> None:
    async def run() -> None:
        async with opened() as workers:
            before = await worker_of(workers)
            left = [asyncio.create_task(workers.do("sleep 30")) for _ in range(4)]
            await asyncio.sleep(0.2)
            for one in left:
                one.cancel()
            begun = time.monotonic()
            assert await worker_of(workers) != before
            assert time.monotonic() - begun < 15
            # The first was ended, the others never begun.
            assert workers.restarts == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    ("begins", "error", "words"),
    [
        ("refused", NeedsNotMet, "lacks something"),
        ("broken", WorkersFail, "ValueError: a library does not load"),
        ("dead", WorkersFail, "SIGKILL"),
    ],
)
def test_workers_that_do_not_start(begins: str, error: type[Exception], words: str) -> None:
    async def run() -> None:
        workers = Workers(1, Trade(begins), Limits())
        with pytest.raises(error, match=words):
            await workers.open()
        await workers.close()

    asyncio.run(run())


def test_a_worker_that_cannot_be_had_now_is_had_later(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: list[str] = []

    class Worker(single._Worker):
        def __init__(self, *named: Any) -> None:
            if lacking:
                raise OSError(12, lacking[0])
            super().__init__(*named)

    monkeypatch.setattr(single, "_Worker", Worker)

    async def run() -> None:
        async with opened() as workers:
            lacking.append("Cannot allocate memory")
            with pytest.raises(PageCrashed):
                await workers.do("die")
            with pytest.raises(WorkersFail, match="a worker cannot be started: Cannot allocate memory"):
                await workers.do("who")
            lacking.clear()
            assert await worker_of(workers) > 0

    asyncio.run(run())


def test_closing_ends_what_is_going_on() -> None:
    async def run() -> None:
        workers = Workers(1, Trade(), Limits())
        await workers.open()
        worker = await worker_of(workers)
        at_work = asyncio.create_task(workers.do("sleep 60"))
        waiting = asyncio.create_task(workers.do("who"))
        await asyncio.sleep(0.3)
        begun = time.monotonic()
        await workers.close()
        assert time.monotonic() - begun < 5
        with pytest.raises((PageCrashed, WorkersFail)):
            await at_work
        with pytest.raises((asyncio.CancelledError, WorkersFail)):
            await waiting
        assert not alive(worker)
        with pytest.raises((WorkersFail, RuntimeError)):
            await workers.do("who")
        await workers.close()

    asyncio.run(run())
