"""Worker processes that check mutants and may crash, hang or run out of memory: the next one takes their place."""

from __future__ import annotations

import multiprocessing
import os
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

__all__ = ["Plan", "run"]

WALL_SECONDS: Final = 300.0
"""Time without an answer after which a worker is killed, if it sleeps or has used the time of all calls."""
CALLS: Final = 12
"""So many times the limit on one call is more than all calls of a mutant may take."""
MEMORY_BYTES: Final = 3 << 30
"""Address space of a worker: beyond it is a MemoryError, which is a finding."""


@dataclass(frozen=True)
class Plan:
    """What to run.

    Attributes:
        seed: the seed.
        numbers: the first mutant, and the one after the last.
        minutes: stop giving out mutants after this time; None for no end but the last mutant.
        workers: processes.
        real: a folder of corpora, or None.
        largest: most bytes of a mutant.
        cpu_seconds, wall_seconds: the limits on one call, and on a worker's silence.
        before: called in each worker before its first mutant: tests plant faults with it.
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
    """A process with a pipe to it, and the mutant that it has in hand."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, plan), daemon=True)
        self.process.start()
        theirs.close()
        self.number: int | None = None
        self.since, self.cpu = time.monotonic(), 0.0
        self.ready = False

    def give(self, number: int) -> None:
        self.number, self.since = number, time.monotonic()
        self.cpu = _state(self.process.pid)[1]
        self.pipe.send(number)

    def is_silent(self, plan: Plan) -> bool:
        """Whether it hangs. One that waits for a processor on a busy machine does not."""
        if not self.ready or time.monotonic() - self.since < plan.wall_seconds:
            return False
        state, cpu = _state(self.process.pid)
        return state != "R" or cpu - self.cpu > CALLS * plan.cpu_seconds

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _state(pid: int | None) -> tuple[str, float]:
    """The state of a process (``R`` runs or waits for a processor) and its processor time; of no use but on Linux."""
    try:  # proc(5): the state is the third field, behind the name in brackets, the times are the 14th and 15th
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    except OSError:
        return "", 0.0
    return fields[0], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _work(pipe: Connection, plan: Plan) -> None:
    pages = Pages(plan.real, plan.largest)
    # The first page loads the models: that time belongs to no mutant.
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
    """The results of all mutants, as they are ready.

    A worker that dies or is silent too long leaves a finding, and another takes its place.
    """
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
                worker.ready = True
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
    """The finding of a worker that is no more."""
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
