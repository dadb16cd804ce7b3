"""The server's workers: waiting, starting and closing. The tests of `Extractor` cover the pool itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from broadsheet.crawl.batch import pool
from broadsheet.crawl.batch.process import Limits, WorkersFail
from broadsheet.errors import NeedsNotMet, PageCrashed
from broadsheet.show.serve.tasks import Workers
from tests.processes import running
from tests.show.serve.serving import Trade


@asynccontextmanager
async def opened() -> AsyncIterator[Workers]:
    workers = Workers(1, Trade(), Limits(seconds=20.0), 60.0)
    try:
        await workers.open()
        yield workers
    finally:
        await workers.close()


async def worker_of(workers: Workers) -> int:
    return int((await workers.do("who")).body)


def test_workers_that_never_start_are_given_up() -> None:
    async def run() -> None:
        async with opened() as workers:
            workers._pool._work = Trade("dead")
            with pytest.raises(PageCrashed):
                await workers.do("die")
            before = workers.restarts
            with pytest.raises(WorkersFail, match="SIGKILL"):
                await workers.do("who")
            assert workers.restarts - before == pool.MAX_STARTS

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


def test_a_worker_that_cannot_start_now_is_started_later(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: list[str] = []

    class Worker(pool.Worker):
        def __init__(self, *named: Any) -> None:
            if lacking:
                raise OSError(12, lacking[0])
            super().__init__(*named)

    monkeypatch.setattr(pool, "Worker", Worker)

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


def test_closing_ends_tasks_in_progress() -> None:
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
        assert not running(worker)
        with pytest.raises((WorkersFail, RuntimeError)):
            await workers.do("who")
        await workers.close()

    asyncio.run(run())
