"""The same work on a Ray cluster: Ray Data hands units to actors, and each actor has a worker process of its own.

An actor is to its node what the supervisor is on one machine: it reads a unit, has it extracted by a process that can
be killed, and writes the parts. So outcomes, limits and files are the same, and a part is there whole or not at all,
whichever node wrote it. Ray retries a unit whose node is gone; what that node had written is found and not done again.
The folder of output and the inputs must be on storage that all nodes see under the same path.

It must not know pages. Ray is imported here and nowhere else.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from broadsheet.batch.crew import Crew
from broadsheet.batch.learning import LearnOptions, store_being_made
from broadsheet.batch.manifest import Progress
from broadsheet.batch.options import RunOptions
from broadsheet.batch.parts import found, outcomes
from broadsheet.batch.state import State, Watch
from broadsheet.batch.work import PagesDone, PartDone, UnitDone, WorkOptions, look, work
from broadsheet.errors import BroadsheetError, MissingExtra
from broadsheet.sources.units import Kind, Unit

if TYPE_CHECKING:
    from broadsheet.sites import SiteProfile

__all__ = ["ClusterFails", "learn_on_ray", "run_on_ray"]

_ROUNDS: Final = 3
"""How often units are handed out that no actor could finish; Ray itself has tried each of them several times before."""


class ClusterFails(BroadsheetError):
    """Ray gave up on some units. What is written stays, and the run can go on."""


class UnitWorker:
    """An actor: does unit after unit with a worker process that has loaded its models once.

    Args:
        options: what is made of units.
    """

    def __init__(self, options: WorkOptions) -> None:
        self._options = options
        self._crew = Crew(1, options.page, options.limits)

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        """Do a unit: its parts that are not there yet. Gives what is known of it then, as plain data."""
        number, unit = int(row["number"]), Unit.from_dict(json.loads(row["unit"]))
        there = {part for one, part in found(self._options.folder) if one == number}
        done: dict[int, dict[str, int]] = {}
        parts = 0
        restarts = self._crew.restarts
        events = work([(number, unit)], self._crew, self._options, done=lambda _, part: part in there)
        for event in events:
            match event:
                case PartDone(_, part, pages):
                    done[part] = dict(pages)
                case UnitDone(_, count):
                    parts = count
                case PagesDone():
                    pass
        for part in there:
            pages = outcomes(self._options.folder, number, part, self._options.form)
            done[part] = dict(pages)
        # As text: Arrow would give all reports the fields of each.
        report = {
            "number": number,
            "parts": max([parts, *(part + 1 for part in there)]),
            "done": list(done.items()),
            "restarts": self._crew.restarts - restarts,
        }
        return {"report": json.dumps(report)}


class UnitObserver:
    """An actor of the first pass: counts what the pages of a unit repeat.

    Args:
        options: how units are read, and what a page may take.
    """

    def __init__(self, options: WorkOptions) -> None:
        self._options = options
        self._crew = Crew(1, LearnOptions(), options.limits)

    def __call__(self, row: dict[str, Any]) -> list[dict[str, Any]]:
        """The counts of a unit, by site and month."""
        number, unit = int(row["number"]), Unit.from_dict(json.loads(row["unit"]))
        counts: dict[tuple[str, str], SiteProfile] = {}
        for _, some in look([(number, unit)], self._crew, self._options, lambda count: None):
            for one in some:
                if (profile := one.get("profile")) is not None:
                    key = (profile.site, profile.period)
                    counts[key] = counts[key].add(profile) if key in counts else profile
        return [{"site": site, "profile": pickle.dumps(profile)} for (site, _), profile in counts.items()]


def _add_up(group: dict[str, Any]) -> dict[str, Any]:
    """The counts of one site, added up by month; runs where Ray's shuffle has brought them together."""
    counts: dict[str, SiteProfile] = {}
    for packed in group["profile"]:
        profile = pickle.loads(packed)  # noqa: S301 - from an actor of this run
        counts[profile.period] = counts[profile.period].add(profile) if profile.period in counts else profile
    return {"site": [group["site"][0]] * len(counts), "profile": [pickle.dumps(one) for one in counts.values()]}


def learn_on_ray(options: RunOptions, units: Sequence[tuple[int, Unit]], state: State, watch: Watch) -> None:
    """The first pass on a cluster: actors count, the shuffle brings the counts of a site together.

    Args:
        options: the run.
        units: all of them.
        state: is kept up to date.
        watch: is told of it.

    Raises:
        MissingExtra: Ray is not installed.
        ClusterFails: the pass could not be done.
    """
    with _cluster(options) as ray:
        rows = [{"number": number, "unit": json.dumps(unit.to_dict())} for number, unit in units]
        counted = ray.data.from_items(rows, override_num_blocks=len(rows)).flat_map(
            UnitObserver, fn_constructor_args=(options.work,), **_actors(options, len(rows))
        )
        watch(state)
        try:
            with store_being_made(options.work.folder) as store:
                for row in counted.groupby("site").map_groups(_add_up, batch_format="numpy").iter_rows():
                    store.add([pickle.loads(row["profile"])])  # noqa: S301 - from an actor of this run
                    watch(state)
        except ray.exceptions.RayError as error:
            raise ClusterFails(f"the sites could not be learnt: {_first_line(error)}") from error


def run_on_ray(
    options: RunOptions, progress: Progress, todo: Sequence[tuple[int, Unit]], state: State, watch: Watch
) -> int:
    """Do units on a cluster; gives how many workers were replaced.

    Args:
        options: the run.
        progress: is told what is done.
        todo: the units.
        state: is kept up to date.
        watch: is told of it.

    Raises:
        MissingExtra: Ray is not installed.
        ClusterFails: units are left that could not be done, or cannot be done on a cluster.
    """
    if any(unit.kind is Kind.ADDRESSES for _, unit in todo):
        raise ClusterFails("addresses are fetched from one machine, with manners: use the local engine for them")
    restarts = 0
    left = dict(todo)
    with _cluster(options) as ray:
        for _ in range(_ROUNDS):
            restarts += _round(ray, options, progress, left, state, watch)
            left = {number: unit for number, unit in left.items() if not progress.done(number)}
            if not left:
                return restarts
    raise ClusterFails(f"{len(left)} units could not be done, the first is {next(iter(left.values())).label}")


def _round(ray: Any, options: RunOptions, progress: Progress, left: dict[int, Unit], state: State, watch: Watch) -> int:
    """Hand out units once, and note what comes back."""
    rows = [{"number": number, "unit": json.dumps(unit.to_dict())} for number, unit in left.items()]
    reports = ray.data.from_items(rows, override_num_blocks=len(rows)).map(
        UnitWorker, fn_constructor_args=(options.work,), **_actors(options, len(rows))
    )
    restarts = 0
    watch(state)
    # What was done and could not be reported is found in the next round.
    with suppress(ray.exceptions.RayError):
        for row in reports.iter_rows():
            report = json.loads(row["report"])
            number = report["number"]
            for part, pages in report["done"]:
                if (number, part) not in progress.parts:
                    counts = Counter(pages)
                    progress.add_part(number, part, counts)
                    state.outcomes.update(counts)
                    state.parts += 1
            progress.add_end(number, report["parts"])
            state.bytes_done += left[number].size
            restarts += report["restarts"]
            watch(state)
    return restarts


@contextmanager
def _cluster(options: RunOptions) -> Iterator[Any]:
    """Ray, connected: to the cluster of this process if it has one already, else to the one that is named."""
    try:
        import ray
        import ray.data
        import ray.exceptions
    except ImportError as error:
        raise MissingExtra("ray", "ray") from error
    started = not ray.is_initialized()
    if started:
        try:
            # A dashboard is for clusters that stay: starting it takes longer than anything else here.
            more = {} if options.ray_address is not None else {"include_dashboard": False}
            ray.init(address=options.ray_address, log_to_driver=False, logging_level="error", **more)
        except Exception as error:  # Ray raises whatever it has at hand, down to Exception itself
            where = f"at {options.ray_address}" if options.ray_address is not None else "could be started here"
            raise ClusterFails(f"no Ray cluster {where}: {_first_line(error)}") from error
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    # A unit that fails for good is handed out again in the next round; it does not take the others with it.
    context.max_errored_blocks = -1
    try:
        yield ray
    finally:
        if started:
            ray.shutdown()


def _actors(options: RunOptions, units: int) -> dict[str, Any]:
    """How Ray is to run the actors: one for each core, as many as there are units; tried again when a node is gone."""
    import ray

    jobs = options.jobs if options.jobs is not None else max(1, int(ray.cluster_resources().get("CPU", 1)))
    return {
        "concurrency": (1, max(1, min(jobs, units))),
        "num_cpus": 1,
        "max_restarts": -1,
        "max_task_retries": -1,
        # Where this process finds its modules, the actors look too.
        "runtime_env": {"env_vars": {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}},
    }


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
