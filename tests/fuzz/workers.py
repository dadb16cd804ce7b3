"""Worker processes that check mutants. One that crashes, hangs or runs out of memory is replaced."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Final

from tests.fuzz.check import CPU_SECONDS, Result, check
from tests.fuzz.mutate import MAX_BYTES, mutant
from tests.fuzz.pages import Pages

WALL_SECONDS: Final = 300.0  # time without an answer after which a worker is killed
MEMORY_BYTES: Final = 3 << 30  # address space of a worker; beyond it there is a MemoryError, which is a finding


@dataclass(frozen=True)
class Plan:
    """What to run.

    Attributes:
        seed: the seed.
        numbers: the first mutant, and the one after the last.
        minutes: stop after this time; None for no limit.
        workers: number of processes.
        real: a folder of corpora, or None.
        largest: maximum of bytes of a mutant.
        cpu_seconds, wall_seconds: the limits on one call, and on the time without an answer.
        before: called in each worker before its first mutant; tests plant faults with it.
    """

    seed: int = 1
    numbers: tuple[int, int] = (0, 5_000)
    minutes: float | None = None
    workers: int = 2
    real: Path | None = None
    largest: int = MAX_BYTES
    cpu_seconds: float = CPU_SECONDS
    wall_seconds: float = WALL_SECONDS
    before: Callable[[], None] | None = None


class _Worker:
    """A process with a pipe to it, and the number of its mutant."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, plan), daemon=True)
        self.process.start()
        theirs.close()
        self.number: int | None = None
        self.since = time.monotonic()

    def give(self, number: int) -> None:
        self.number, self.since = number, time.monotonic()
        self.pipe.send(number)

    def is_silent(self, plan: Plan) -> bool:
        return self.number is not None and time.monotonic() - self.since >= plan.wall_seconds

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _work(pipe: Connection, plan: Plan) -> None:
    pages = Pages(plan.real, plan.largest)
    # The first page loads the models.
    check(mutant(plan.seed, 0, pages, 1_000))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if plan.before is not None:
        plan.before()
    pipe.send(None)
    while True:
        made = mutant(plan.seed, pipe.recv(), pages, plan.largest)
        pipe.send(check(made, plan.cpu_seconds))


def run(plan: Plan) -> Iterator[Result]:
    """The results of all mutants, in order of completion. A worker that dies or hangs is a finding."""
    numbers = iter(range(*plan.numbers))
    until = None if plan.minutes is None else time.monotonic() + 60 * plan.minutes
    workers = [_Worker(plan) for _ in range(plan.workers)]
    pages = Pages(plan.real, plan.largest)
    try:
        while workers:
            by_pipe = {worker.pipe: worker for worker in workers}
            for pipe in wait(by_pipe, timeout=1.0):
                worker = by_pipe[pipe]  # type: ignore[index]
                try:
                    result = worker.pipe.recv()
                except (EOFError, ConnectionError):
                    yield from _died(plan, pages, worker, "")
                    workers[workers.index(worker)] = _Worker(plan)
                    continue
                if result is not None:
                    yield result
                over = until is not None and time.monotonic() > until
                if over or (number := next(numbers, None)) is None:
                    worker.end()
                    workers.remove(worker)
                else:
                    worker.give(number)
            for worker in [one for one in workers if one.is_silent(plan)]:
                yield from _died(plan, pages, worker, "silent")
                workers[workers.index(worker)] = _Worker(plan)
    finally:
        for worker in workers:
            worker.end()


def _died(plan: Plan, pages: Pages, worker: _Worker, how: str) -> Iterator[Result]:
    """The finding about a worker that died or hung."""
    if not how:
        worker.process.join()
        how = f"died with exit status {worker.process.exitcode}"
    number = worker.number
    worker.end()
    if number is None:
        raise RuntimeError(f"a worker {how} before its first mutant")
    made = mutant(plan.seed, number, pages, plan.largest)
    lost = Result(number, made.kind, made.page, len(made.html), "finding")
    yield replace(lost, group=f"worker {how}", detail=f"the worker {how}; no traceback")
