"""A whole run: plan, go on where the last one stopped, do what is left, mark duplicates, sum up.

It must not know the terminal; whoever calls it is told how far things are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from broadsheet.batch.crew import Crew
from broadsheet.batch.duplicates import mark_duplicates
from broadsheet.batch.growth import OtherRun
from broadsheet.batch.learning import LearnOptions, add_up, learn
from broadsheet.batch.manifest import SITES_CONTENTS, Progress, locked, open_run, read_manifest
from broadsheet.batch.options import Engine, RunOptions
from broadsheet.batch.outcome import Outcome
from broadsheet.batch.parts import SITES, write_whole
from broadsheet.batch.process import cores
from broadsheet.batch.so_far import SoFar, discard
from broadsheet.batch.state import State, Watch
from broadsheet.batch.work import PagesDone, PartDone, UnitDone, WorkOptions, look, work
from broadsheet.batch.worker import Limits
from broadsheet.errors import BroadsheetError
from broadsheet.methods import catalog
from broadsheet.sites import SiteStore
from broadsheet.sources.files import STANDARD_INPUT
from broadsheet.sources.planning import plan
from broadsheet.sources.politeness import Visited
from broadsheet.sources.tables import Columns
from broadsheet.sources.units import Unit, spool

if TYPE_CHECKING:
    from broadsheet.sites import Learnt

__all__ = ["Summary", "learn_sites", "run"]

_SUMMARY: Final = "summary.json"
_LOOKED_AT: Final = "looked at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a run came to.

    Attributes:
        pages: pages of the input, each with one row.
        outcomes: pages by outcome.
        units: units of the input.
        parts: files of output.
        pages_now: pages of this run; the others were done before.
        seconds: wall-clock seconds of this run.
        restarts: workers that died and were replaced in this run.
        duplicate_groups: groups of texts that are the same or nearly so.
        duplicate_pages: pages in these groups.
    """

    pages: int
    outcomes: dict[str, int]
    units: int
    parts: int
    pages_now: int
    seconds: float
    restarts: int
    duplicate_groups: int
    duplicate_pages: int


def run(options: RunOptions, watch: Watch | None = None, told: Callable[[str], None] | None = None) -> Summary:
    """Run, or go on with a run: the same options over the same folder do what is left, and nothing twice.

    Args:
        options: what is done.
        watch: is told how far things are, a few times a second at the most.
        told: called with what is worth knowing of the input: files and lines that are passed over.

    Raises:
        SourceUnreadable: an input, or the file of site profiles, is not there, or is nothing that can be read.
        FetchFailed: an input on the web could not be fetched.
        OtherRun: the folder holds another run.
        FolderInUse: another run is writing to it.
        WorkersFail: workers die before they can do anything.
        MissingExtra: a library that is needed is not installed.
        OSError, OutputUnwritable: the output cannot be written. What is written stays, and the run can go on.
    """
    folder = options.work.folder
    catalog.get(options.work.page.method)
    identity = _identity(options)  # what is wrong with the file of site profiles is said before the work
    with locked(folder):
        visited = Visited()
        told = told if told is not None else _nobody
        progress = _opened(options, identity, visited, told)
        state = _state(progress)
        todo = [(number, unit) for number, unit in enumerate(progress.units) if not progress.done(number)]
        restarts = 0
        watch = watch if watch is not None else _nobody
        if todo and options.learn_sites:
            options = _with_sites(options, progress, watch, visited)
        if todo and options.engine is Engine.RAY:
            restarts = _ray(options, progress, todo, state, watch)
        elif todo:
            restarts = _local(options, progress, todo, state, watch, visited, told)
        groups = mark_duplicates(folder, options.work.form, near=options.work.page.near_duplicates)
        totals = progress.totals()
        summary = Summary(
            pages=totals.total(),
            outcomes={str(outcome): totals[outcome] for outcome in Outcome if totals[outcome]},
            units=len(progress.units),
            parts=len(progress.parts),
            pages_now=state.pages,
            seconds=state.seconds,
            restarts=restarts,
            duplicate_groups=groups.groups,
            duplicate_pages=groups.pages,
        )
        text = json.dumps(asdict(summary), indent=1).encode("ascii") + b"\n"
        write_whole(folder / _SUMMARY, lambda stream: stream.write(text))
        return summary


def _opened(options: RunOptions, identity: dict[str, Any], visited: Visited, told: Callable[[str], None]) -> Progress:
    """The run of the folder, begun or gone on with."""
    folder = options.work.folder
    old = read_manifest(folder)
    known = old.units if old is not None else []
    if known and not options.resume:
        raise OtherRun(f"{folder} holds a run already: go on with it, or give another folder")
    kept = spool(folder) if STANDARD_INPUT in options.inputs else ""  # once, however often it is named
    inputs = [kept if given == STANDARD_INPUT else given for given in options.inputs]
    try:
        units = plan(
            inputs,
            kind=options.kind,
            columns=options.work.columns,
            known=known,
            visited=visited,
            but=folder,
            told=told,
        )
        return open_run(folder, old, units, identity, options.work.form)
    except BroadsheetError:
        used = {Path(unit.source).name for unit in known}
        for path, given in zip(inputs, options.inputs, strict=True):
            if given == STANDARD_INPUT and Path(path).name not in used:
                Path(path).unlink(missing_ok=True)
        raise


def _nobody(what: object) -> None:
    """Nobody is watching or listening."""


def _identity(options: RunOptions) -> dict[str, Any]:
    """What the rows depend on. Who makes them, and how many at a time, is not in it.

    Raises:
        StoreUnreadable: the file of site profiles is not there, or is none.
    """
    work = options.work
    given = None if options.learn_sites else work.page.sites
    contents = {}
    if given is not None:
        with SiteStore(given, read_only=True) as store:
            contents[SITES_CONTENTS] = store.digest()
    return contents | {
        "format": str(work.form),
        "method": work.page.method,
        "markdown": work.page.markdown,
        "only_articles": work.page.only_articles,
        "near_duplicates": work.page.near_duplicates,
        "metadata": work.page.metadata,
        "verdict": work.page.verdict,
        "sites": "learnt" if options.learn_sites else given,
        "html_column": work.columns.html,
        "url_column": work.columns.address,
        "part_rows": work.part_rows,
        "max_bytes": work.max_bytes,
        "page_seconds": work.limits.seconds,
        "page_megabytes": work.limits.megabytes,
    }


def _state(progress: Progress) -> State:
    state = State(
        bytes=sum(unit.size for unit in progress.units),
        bytes_before=sum(unit.size for number, unit in enumerate(progress.units) if progress.done(number)),
        pages_before=progress.totals().total(),
    )
    state.bytes_done = state.bytes_before
    return state


def _with_sites(options: RunOptions, progress: Progress, watch: Watch, visited: Visited) -> RunOptions:
    """The first pass, if it is not done; gives the options of the second."""
    folder = options.work.folder
    store = folder / SITES
    if not store.exists():
        units = list(enumerate(progress.units))
        state = State(bytes=sum(unit.size for unit in progress.units), learning=True)
        if options.engine is Engine.RAY:
            from broadsheet.batch.ray import learn_on_ray

            learn_on_ray(options, units, state, watch)
        else:
            _learn(options, units, state, watch, visited)
    discard(folder)
    return replace(options, work=replace(options.work, page=replace(options.work.page, sites=str(store.absolute()))))


def _learn(
    options: RunOptions, units: Sequence[tuple[int, Unit]], state: State, watch: Watch, visited: Visited
) -> None:
    """The first pass on this machine, or what is left of it."""

    def read(count: float) -> None:
        state.bytes_done = state.bytes_before + count

    def told(pages: int) -> None:
        state.outcomes[_LOOKED_AT] += pages
        watch(state)

    folder = options.work.folder
    with SoFar(folder) as so_far, Crew(_jobs(options), LearnOptions(), options.work.limits) as crew:
        state.pages_before = so_far.pages
        todo = [(number, unit) for number, unit in units if not so_far.has_all(number)]
        state.bytes_before = sum(unit.size for _, unit in units) - sum(unit.size for _, unit in todo)
        rows = look(todo, crew, options.work, read, done=so_far.has, ended=so_far.note_end, visited=visited)
        learn(rows, so_far, folder, told)


def learn_sites(
    units: Sequence[Unit],
    store: SiteStore,
    *,
    site: str | None = None,
    jobs: int = 1,
    columns: Columns | None = None,
    watch: Watch | None = None,
) -> Learnt:
    """Learn what the pages of sites repeat, with workers that can be killed, and add it to a store.

    All of it is added at the end, or nothing where that is interrupted or fails.

    Args:
        units: what is read.
        store: what is added to.
        site: the site of the pages that do not say theirs.
        jobs: worker processes.
        columns: the names of the columns of tables.
        watch: is told how far things are.

    Raises:
        OutputUnwritable: the store cannot be written.
        WorkersFail: workers die before they can do anything.
    """
    state = State(bytes=sum(unit.size for unit in units), learning=True)
    watch = watch if watch is not None else _nobody

    def read(count: float) -> None:
        state.bytes_done = count

    def told(pages: int) -> None:
        state.outcomes[_LOOKED_AT] += pages
        watch(state)

    with Crew(jobs, LearnOptions(site=site), Limits()) as crew:
        reading = WorkOptions(folder=Path(), columns=columns if columns is not None else Columns())
        return add_up(look(enumerate(units), crew, reading, read), store, told)


def _local(
    options: RunOptions,
    progress: Progress,
    todo: Sequence[tuple[int, Unit]],
    state: State,
    watch: Watch,
    visited: Visited,
    told: Callable[[str], None],
) -> int:
    """Do units on this machine; gives how many workers were replaced."""
    with Crew(_jobs(options), options.work.page, options.work.limits) as crew:
        watch(state)
        done = progress.parts
        events = work(todo, crew, options.work, done=lambda *part: part in done, visited=visited, told=told)
        for event in events:
            match event:
                case PagesDone(_, outcomes, read):
                    state.outcomes.update(outcomes)
                    state.bytes_done = state.bytes_before + read
                case PartDone(unit, part, outcomes):
                    progress.add_part(unit, part, outcomes)
                    state.parts += 1
                case UnitDone(unit, parts):
                    progress.add_end(unit, parts)
            watch(state)
        return crew.restarts


def _ray(options: RunOptions, progress: Progress, todo: Sequence[tuple[int, Unit]], state: State, watch: Watch) -> int:
    """Do units on a Ray cluster."""
    from broadsheet.batch.ray import run_on_ray

    return run_on_ray(options, progress, todo, state, watch)


def _jobs(options: RunOptions) -> int:
    """Worker processes: as many as the process may use cores, if nobody said."""
    return cores() if options.jobs is None else options.jobs
