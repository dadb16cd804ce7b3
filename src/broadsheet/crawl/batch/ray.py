"""Run a batch on a Ray cluster: Ray Data distributes units to actors, each with a worker process of its own.

An actor reads a unit, extracts it in a killable process, and writes the parts, as the supervisor does on one machine:
outcomes, limits and files are the same, and parts are written atomically. Ray retries the units of a lost node; parts
already written are found and not repeated. Output folder and inputs must be on storage with the same path on all nodes.

Ray is imported only in this module.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from broadsheet.crawl.batch.learning import LearnOptions, SoFar
from broadsheet.crawl.batch.manifest import Progress
from broadsheet.crawl.batch.options import RunOptions, State, Watch
from broadsheet.crawl.batch.parts import found, outcomes
from broadsheet.crawl.batch.pool import Pool
from broadsheet.crawl.batch.work import PartDone, UnitDone, WorkOptions, rows_of_units, work
from broadsheet.crawl.sites.learn import Sums, add_to
from broadsheet.crawl.sources.options import Kind
from broadsheet.crawl.sources.units import Unit
from broadsheet.errors import BroadsheetError, MissingExtra

__all__ = ["learn_on_ray", "run_on_ray"]

_ROUNDS: Final = 3  # attempts at units that failed, each after Ray's own retries


class ClusterFails(BroadsheetError):
    """Ray gave up on some units. Written parts stay, and the run can continue."""


class UnitWorker:
    """An actor that processes units with a worker process that loads its models once."""

    def __init__(self, options: WorkOptions) -> None:
        self._options = options
        self._pool = Pool(1, options.page, options.limits)

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        """Write the missing parts of a unit, and return a report as plain data."""
        number, unit = int(row["number"]), Unit.from_dict(json.loads(row["unit"]))
        existing = {part for one, part in found(self._options.folder) if one == number}
        done: dict[int, dict[str, int]] = {}
        parts = 0
        restarts = self._pool.restarts
        events = work([(number, unit)], self._pool, self._options, done=lambda _, part: part in existing)
        for event in events:
            match event:
                case PartDone(_, part, pages):
                    done[part] = dict(pages)
                case UnitDone(_, count):
                    parts = count
        for part in existing:
            done[part] = dict(outcomes(self._options.folder, number, part, self._options.form))
        # As JSON: as columns, Arrow would give every report the fields of all.
        report = {
            "number": number,
            "parts": max([parts, *(part + 1 for part in existing)]),
            "done": list(done.items()),
            "restarts": self._pool.restarts - restarts,
        }
        return {"report": json.dumps(report)}


class UnitObserver:
    """An actor of the first pass: counts texts and containers of the pages of a unit."""

    def __init__(self, options: WorkOptions) -> None:
        self._options = options
        self._pool = Pool(1, LearnOptions(), options.limits)

    def __call__(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the counts of a unit, by site and month."""
        number, unit = int(row["number"]), Unit.from_dict(json.loads(row["unit"]))
        counts: Sums = {}
        for _, rows in rows_of_units([(number, unit)], self._pool, self._options, lambda count: None):
            for one in rows:
                if (profile := one.get("profile")) is not None:
                    add_to(counts, profile)
        return [{"site": site, "profile": pickle.dumps(profile)} for (site, _), profile in counts.items()]


def _add_up(group: dict[str, Any]) -> dict[str, Any]:
    """Sum the counts of one site by month, after Ray's shuffle has brought them together."""
    counts: Sums = {}
    for packed in group["profile"]:
        add_to(counts, pickle.loads(packed))  # noqa: S301 - from an actor of this run
    return {"site": [group["site"][0]] * len(counts), "profile": [pickle.dumps(one) for one in counts.values()]}


def learn_on_ray(options: RunOptions, units: Sequence[tuple[int, Unit]], state: State, watch: Watch) -> None:
    """Run the first pass on a cluster: actors count, a shuffle brings the counts of each site together."""
    with _cluster(options) as ray:
        rows = [{"number": number, "unit": json.dumps(unit.to_dict())} for number, unit in units]
        counted = ray.data.from_items(rows, override_num_blocks=len(rows)).flat_map(
            UnitObserver, fn_constructor_args=(options.work,), **_actors(options, len(rows))
        )
        watch(state)
        try:
            with SoFar(None) as so_far:
                for row in counted.groupby("site").map_groups(_add_up, batch_format="numpy").iter_rows():
                    so_far.add([pickle.loads(row["profile"])])  # noqa: S301 - from an actor of this run
                    watch(state)
                so_far.publish(options.work.folder)
        except ray.exceptions.RayError as error:
            raise ClusterFails(f"the sites could not be learnt: {_first_line(error)}") from error


def run_on_ray(
    options: RunOptions, progress: Progress, todo: Sequence[tuple[int, Unit]], state: State, watch: Watch
) -> int:
    """Process units on a cluster, update the progress, and return the number of replaced workers."""
    if any(unit.kind is Kind.ADDRESSES for _, unit in todo):
        raise ClusterFails("URLs must be fetched from one machine, to limit the load on servers: use the local engine")
    restarts = 0
    left = dict(todo)
    with _cluster(options) as ray:
        for _ in range(_ROUNDS):
            restarts += _round(ray, options, progress, left, state, watch)
            left = {number: unit for number, unit in left.items() if not progress.done(number)}
            if not left:
                return restarts
    raise ClusterFails(f"{len(left)} units failed, the first is {next(iter(left.values())).source}")


def _round(ray: Any, options: RunOptions, progress: Progress, left: dict[int, Unit], state: State, watch: Watch) -> int:
    """Process the remaining units once, and record the reports."""
    rows = [{"number": number, "unit": json.dumps(unit.to_dict())} for number, unit in left.items()]
    reports = ray.data.from_items(rows, override_num_blocks=len(rows)).map(
        UnitWorker, fn_constructor_args=(options.work,), **_actors(options, len(rows))
    )
    restarts = 0
    watch(state)
    # Work that could not be reported is found in the next round.
    with suppress(ray.exceptions.RayError):
        for row in reports.iter_rows():
            report = json.loads(row["report"])
            number = report["number"]
            for part, pages in report["done"]:
                if (number, part) not in progress.parts:
                    counts = Counter(pages)
                    progress.add_part(number, part, counts)
                    state.outcomes.update(counts)
            progress.add_end(number, report["parts"])
            state.bytes_done += left[number].size
            restarts += report["restarts"]
            watch(state)
    return restarts


@contextmanager
def _cluster(options: RunOptions) -> Iterator[Any]:
    """Yield Ray, connected to this process's cluster if there is one, otherwise to the given or a new one."""
    try:
        import ray
        import ray.data
        import ray.exceptions
    except ImportError as error:
        raise MissingExtra("ray", "ray") from error
    started = not ray.is_initialized()
    if started:
        try:
            # Starting the dashboard takes longer than everything else.
            more = {} if options.ray_address is not None else {"include_dashboard": False}
            ray.init(address=options.ray_address, log_to_driver=False, logging_level="error", **more)
        except Exception as error:  # Ray raises all kinds of exceptions
            where = f"at {options.ray_address}" if options.ray_address is not None else "could be started here"
            raise ClusterFails(f"no Ray cluster {where}: {_first_line(error)}") from error
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    # A unit that fails must not end the others; it is tried again in the next round.
    context.max_errored_blocks = -1
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()


def _actors(options: RunOptions, units: int) -> dict[str, Any]:
    """Return Ray's options for the actors: one core each, at most one per unit, restarted when a node is lost."""
    import ray

    jobs = options.jobs if options.jobs is not None else max(1, int(ray.cluster_resources().get("CPU", 1)))
    return {
        "concurrency": (1, max(1, min(jobs, units))),
        "num_cpus": 1,
        "max_restarts": -1,
        "max_task_retries": -1,
        # Actors get this process's module path.
        "runtime_env": {"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}},
    }


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
