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

from broadsheet.batch.worker import Limits
from broadsheet.errors import NeedsNotMet
from broadsheet.serve import workers as workers_module
from broadsheet.serve.workers import Crashed, NoTurn, NoWorkers, TimeIsUp, Workers
from tests.serve.trades import Trade


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
            answers = await asyncio.gather(*(workers.do("sleep 0.8") for _ in range(2)))
            assert time.monotonic() - begun < 1.5
            assert len({answer.body for answer in answers}) == 2
            assert workers.restarts == 0

    asyncio.run(run())


@pytest.mark.parametrize("task", ["sleep 60", "spin", "bell"])
def test_a_page_that_takes_too_long_is_ended_and_its_place_is_free(task: str) -> None:
    async def run() -> None:
        async with opened(seconds=0.7) as workers:
            before = await worker_of(workers)
            begun = time.monotonic()
            with pytest.raises(TimeIsUp, match=r"after 0\.7 s"):
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
            with pytest.raises(Crashed, match=how):
                await workers.do(task)
            assert await worker_of(workers) > 0

    asyncio.run(run())


def test_one_that_dies_takes_no_other_with_it() -> None:
    async def run() -> None:
        async with opened(2) as workers:
            done = await asyncio.gather(
                workers.do("sleep 1"), workers.do("die"), workers.do("who"), return_exceptions=True
            )
            assert isinstance(done[1], Crashed)
            assert not isinstance(done[0], BaseException)
            assert not isinstance(done[2], BaseException)

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


def test_workers_that_die_at_the_moment_of_asking_cost_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are still taken for alive, because the system has not reported their end."""
    monkeypatch.setattr(workers_module._Worker, "dead", False)

    async def run() -> None:
        async with opened(2) as workers:
            numbers = {worker.number for worker in workers._all}
            for number in numbers:
                os.kill(number, signal.SIGKILL)
            answers = await asyncio.gather(*(workers.do("who") for _ in range(4)))
            assert numbers.isdisjoint(int(answer.body) for answer in answers)
            assert workers.restarts == 2

    asyncio.run(run())


def test_workers_that_are_killed_while_they_load_cost_no_page() -> None:
    async def run() -> None:
        async with opened() as workers:
            with pytest.raises(Crashed):
                await workers.do("die")
            (loading,) = workers._all
            os.kill(loading.number, signal.SIGKILL)
            assert await worker_of(workers) != loading.number

    asyncio.run(run())


def test_workers_that_never_begin_are_not_tried_for_ever() -> None:
    async def run() -> None:
        async with opened() as workers:
            workers._work = Trade("dead")
            with pytest.raises(Crashed):
                await workers.do("die")
            before = workers.restarts
            with pytest.raises(NoWorkers, match="SIGKILL"):
                await workers.do("who")
            assert workers.restarts - before == workers_module._MAX_TRIES

    asyncio.run(run())


def test_a_task_waits_no_longer_than_it_may() -> None:
    async def run() -> None:
        async with opened(patience=0.3) as workers:
            at_work = asyncio.create_task(workers.do("sleep 1.5"))
            await asyncio.sleep(0.1)
            begun = time.monotonic()
            with pytest.raises(NoTurn, match=r"within 0\.3 s"):
                await workers.do("who")
            assert time.monotonic() - begun < 1
            await at_work
            assert await worker_of(workers) > 0
            assert workers.restarts == 0

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


def test_what_nobody_waits_for_goes_on_while_nobody_else_wants_its_worker() -> None:
    async def run() -> None:
        async with opened() as workers:
            before = await worker_of(workers)
            left = asyncio.create_task(workers.do("sleep 0.8"))
            await asyncio.sleep(0.1)
            left.cancel()
            await asyncio.sleep(1.2)
            assert await worker_of(workers) == before
            assert workers.restarts == 0

    asyncio.run(run())


def test_answers_come_whole_also_where_the_worker_took_its_time() -> None:
    """After half a second a worker sends what it has before it says that it is done."""

    async def run() -> None:
        async with opened() as workers:
            assert len((await workers.do("large 30000000")).body) == 30_000_000
            first = await workers.do("sleep 0.7")
            assert first.body == (await workers.do("who")).body
            assert workers.restarts == 0

    asyncio.run(run())


@pytest.mark.parametrize(
    ("begins", "error", "words"),
    [
        ("refused", NeedsNotMet, "lacks something"),
        ("broken", NoWorkers, "ValueError: a library does not load"),
        ("dead", NoWorkers, "SIGKILL"),
    ],
)
def test_workers_that_do_not_start(begins: str, error: type[Exception], words: str) -> None:
    async def run() -> None:
        workers = Workers(1, Trade(begins), Limits())
        with pytest.raises(error, match=words):
            await workers.open()
        await workers.close()

    asyncio.run(run())


def test_a_worker_that_is_not_ready_in_time_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.serve.workers._START_SECONDS", 0.0)
    test_workers_that_do_not_start("well", NoWorkers, "a worker was not ready after 0 s")


def test_a_worker_that_cannot_be_had_now_is_had_later(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking: list[str] = []

    class Worker(workers_module._Worker):
        def __init__(self, *named: Any) -> None:
            if lacking:
                raise OSError(12, lacking[0])
            super().__init__(*named)

    monkeypatch.setattr(workers_module, "_Worker", Worker)

    async def run() -> None:
        async with opened() as workers:
            lacking.append("Cannot allocate memory")
            with pytest.raises(Crashed):
                await workers.do("die")
            with pytest.raises(NoWorkers, match="a worker cannot be started: Cannot allocate memory"):
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
        with pytest.raises((Crashed, NoWorkers)):
            await at_work
        with pytest.raises((asyncio.CancelledError, NoWorkers)):
            await waiting
        assert not alive(worker)
        with pytest.raises((NoWorkers, RuntimeError)):
            await workers.do("who")
        await workers.close()

    asyncio.run(run())


def test_a_worker_is_replaced_after_so_many_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.serve.workers._MAX_WORKER_TASKS", 2)

    async def run() -> None:
        async with opened() as workers:
            seen = [await worker_of(workers) for _ in range(4)]
            assert seen[0] == seen[1] != seen[2] == seen[3]

    asyncio.run(run())


def test_a_worker_of_ours_is_at_home_nowhere() -> None:
    """Its process is another, and holds no files of the server's."""

    async def run() -> None:
        async with opened() as workers:
            worker = await worker_of(workers)
            assert worker != os.getpid()
            held = [str(one.readlink()) for one in Path(f"/proc/{worker}/fd").iterdir()]
            assert sum(one.startswith("socket:") for one in held) == 1

    asyncio.run(run())
