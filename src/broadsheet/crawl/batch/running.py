"""Run a batch: plan, resume, process the remaining units, mark duplicates, summarise."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from broadsheet.crawl.batch.checks import instance
from broadsheet.crawl.batch.duplicates import mark_duplicates
from broadsheet.crawl.batch.learning import LearnOptions, Learnt, SoFar
from broadsheet.crawl.batch.manifest import SITES_CONTENTS, OtherRun, Progress, locked, open_run, read_manifest
from broadsheet.crawl.batch.options import Engine, RunOptions, State, Watch
from broadsheet.crawl.batch.parts import FETCHED, SITES, SITES_SO_FAR, discard, whole_file, write_contents
from broadsheet.crawl.batch.pool import Pool
from broadsheet.crawl.batch.process import Limits
from broadsheet.crawl.batch.schema import Outcome
from broadsheet.crawl.batch.work import PagesDone, PartDone, UnitDone, WorkOptions, rows_of_units, work
from broadsheet.crawl.sites import SiteStore
from broadsheet.crawl.sources.files import STANDARD_INPUT
from broadsheet.crawl.sources.options import Kind
from broadsheet.crawl.sources.planning import plan
from broadsheet.crawl.sources.robots import Visited
from broadsheet.crawl.sources.tables import Columns
from broadsheet.crawl.sources.units import Unit, spool
from broadsheet.errors import BroadsheetError
from broadsheet.methods import catalog

__all__ = ["Summary", "learn_sites", "run"]
_SUMMARY: Final = "summary.json"
_COUNTED: Final = "counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """Summary of a run.

    Attributes:
        pages: pages of the input, each with one row.
        outcomes: pages by outcome.
        units: units of the input.
        parts: output files.
        pages_now: pages of this run, without those of earlier runs.
        seconds: wall-clock seconds of this run.
        restarts: workers that died and were replaced in this run.
        duplicate_groups: groups of equal or nearly equal texts.
        duplicate_pages: pages in these groups.
        unread: errors of lists on the web that could not be read; another run in the folder tries them again.
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
    unread: list[str] = field(default_factory=list)


def run(options: RunOptions, watch: Watch | None = None, told: Callable[[str], None] | None = None) -> Summary:
    """Start a run, or continue the one in its folder; finished parts are not repeated.

    Args:
        options: options of the run.
        watch: called with the progress, a few times a second at most.
        told: called with notes on the input, such as skipped files and lines.

    Raises:
        TypeError: not `RunOptions`.
        SourceUnreadable: an input, or the file of site profiles, is missing or unreadable.
        FetchFailed: the input on the web could not be fetched; if there are other inputs, the summary has the error.
        OtherRun: the folder holds another run.
        FolderInUse: another run writes to the folder.
        WorkersFail: workers die before they are ready.
        MissingExtra: a required library is not installed.
        OSError, OutputUnwritable: the output cannot be written. Written parts stay, and the run can continue.
    """
    instance(options, RunOptions, "options")
    folder = options.work.folder
    catalog.get(options.work.page.method)
    with locked(folder):
        visited = Visited(politeness=options.politeness, pages=folder / FETCHED)
        watch, told = watch or _ignore, told or _ignore
        unread: list[BroadsheetError] = []
        progress = _opened(options, visited, told, unread)
        state = _state(progress)
        todo = [(number, unit) for number, unit in enumerate(progress.units) if not progress.done(number)]
        restarts = 0
        if todo and options.learn_sites:
            options = _with_sites(options, progress, watch, visited)
        if todo and options.engine is Engine.RAY:
            from broadsheet.crawl.batch.ray import run_on_ray

            restarts = run_on_ray(options, progress, todo, state, watch)
        elif todo:
            restarts = _local(options, progress, todo, state, watch, visited, told)
        discard(folder, FETCHED)
        groups = mark_duplicates(folder, options.work.form, near=options.work.page.near_duplicates)
        if options.work.page.files is not None:
            write_contents(folder)
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
            unread=[str(error) for error in unread],
        )
        text = json.dumps(asdict(summary), indent=1).encode("ascii") + b"\n"
        with whole_file(folder / _SUMMARY) as stream:
            stream.write(text)
        return summary


def _opened(
    options: RunOptions, visited: Visited, told: Callable[[str], None], unread: list[BroadsheetError]
) -> Progress:
    identity = _identity(options)  # before planning: it raises if the file of site profiles is unreadable
    folder = options.work.folder
    old = read_manifest(folder)
    known = old.units if old is not None else []
    if known and not options.resume:
        raise OtherRun(f"{folder} holds a run already: continue it, or give another folder")
    if any(unit.kind is Kind.ADDRESSES and not unit.modified for unit in known):
        told("lists on the web are read only once per folder: use another one to get their new pages")
    kept = spool(folder) if STANDARD_INPUT in options.inputs else ""
    inputs = [kept if given == STANDARD_INPUT else given for given in options.inputs]
    try:
        units = plan(
            inputs,
            kind=options.kind,
            columns=options.work.columns,
            known=known,
            visited=visited,
            output=folder,
            since=options.since,
            told=told,
            failed=unread,
        )
        progress = open_run(folder, old, units, identity, options.work.form)
    except BroadsheetError as error:
        for other in unread:
            if other is not error:
                told(str(other))
        used = {Path(unit.source).name for unit in known}
        for path, given in zip(inputs, options.inputs, strict=True):
            if given == STANDARD_INPUT and Path(path).name not in used:
                Path(path).unlink(missing_ok=True)
        raise
    for other in unread:
        told(f"{other} (the other inputs are read)")
    return progress


def _ignore(progress_or_note: object) -> None: ...


def _identity(options: RunOptions) -> dict[str, Any]:
    """Return the options that rows depend on; workers and engine are not among them."""
    work = options.work
    sites = None if options.learn_sites else work.page.sites
    contents: dict[str, Any] = {}
    if sites is not None:
        with SiteStore(sites, read_only=True) as store:
            contents[SITES_CONTENTS] = store.digest()
    for name in ("keep", "drop"):
        if selectors := getattr(work.page, name):
            contents[name] = list(selectors)
    if options.since is not None:
        contents["since"] = options.since
    if work.page.files is not None:
        contents |= {"files": str(work.page.files), "front_matter": work.page.front_matter}
    for name in ("method", "markdown", "only_articles", "near_duplicates", "metadata", "verdict"):
        contents[name] = getattr(work.page, name)
    return contents | {
        "format": str(work.form),
        "sites": "learnt" if options.learn_sites else sites,
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
    """Run the first pass, unless it is done, and return the options of the second."""
    folder = options.work.folder
    store = folder / SITES
    if not store.exists():
        units = list(enumerate(progress.units))
        state = State(bytes=sum(unit.size for unit in progress.units), learning=True)
        if options.engine is Engine.RAY:
            from broadsheet.crawl.batch.ray import learn_on_ray

            learn_on_ray(options, units, state, watch)
        else:
            _learn(options, units, state, watch, visited)
    discard(folder, SITES_SO_FAR)
    return replace(options, work=replace(options.work, page=replace(options.work.page, sites=str(store.absolute()))))


def _learn(
    options: RunOptions, units: Sequence[tuple[int, Unit]], state: State, watch: Watch, visited: Visited
) -> None:
    """Run the rest of the first pass on this machine."""
    folder = options.work.folder
    with SoFar(folder) as so_far, Pool(options.jobs, LearnOptions(), options.work.limits) as pool:
        state.pages_before = so_far.pages
        todo = [(number, unit) for number, unit in units if not so_far.has_all(number)]
        state.bytes_before = sum(unit.size for _, unit in units) - sum(unit.size for _, unit in todo)
        _count(todo, pool, options.work, so_far, state, watch, visited)
        so_far.publish(folder)


def _count(
    units: Iterable[tuple[int, Unit]],
    pool: Pool,
    reading: WorkOptions,
    so_far: SoFar,
    state: State,
    watch: Watch,
    visited: Visited | None = None,
) -> None:
    """Add the workers' counts of all pages to those so far. After an error, counts in memory are not written."""

    def read(count: float) -> None:
        state.bytes_done = state.bytes_before + count

    for unit, rows in rows_of_units(
        units, pool, reading, read, done=so_far.has, ended=so_far.note_end, visited=visited
    ):
        so_far.count(unit, rows)
        state.outcomes[_COUNTED] += len(rows)
        watch(state)
    so_far.flush()


def learn_sites(
    units: Sequence[Unit],
    store: SiteStore,
    *,
    site: str | None = None,
    jobs: int | None = None,
    columns: Columns | None = None,
    watch: Watch | None = None,
) -> Learnt:
    """Learn site profiles from pages with worker processes, and add them to a store, all at the end or none.

    Args:
        units: input.
        store: the store.
        site: site of pages without a URL.
        jobs: worker processes; by default one per core.
        columns: names of table columns.
        watch: called with the progress.

    Raises:
        OutputUnwritable: the store cannot be written.
        WorkersFail: workers die before they are ready.
    """
    state = State(bytes=sum(unit.size for unit in units), learning=True)
    # Partial counts would be counted twice when the same pages are learnt again.
    with SoFar(None) as so_far, Pool(jobs, LearnOptions(site=site), Limits()) as pool:
        reading = WorkOptions(folder=Path(), columns=columns if columns is not None else Columns())
        _count(enumerate(units), pool, reading, so_far, state, watch if watch is not None else _ignore)
        store.add(so_far.profiles())
        return so_far.learnt


def _local(
    options: RunOptions,
    progress: Progress,
    todo: Sequence[tuple[int, Unit]],
    state: State,
    watch: Watch,
    visited: Visited,
    told: Callable[[str], None],
) -> int:
    """Process units on this machine, and return the number of replaced workers."""
    with Pool(options.jobs, options.work.page, options.work.limits) as pool:
        watch(state)
        done = progress.parts
        events = work(todo, pool, options.work, done=lambda *part: part in done, visited=visited, told=told)
        for event in events:
            match event:
                case PagesDone(outcomes, read):
                    state.outcomes.update(outcomes)
                    state.bytes_done = state.bytes_before + read
                case PartDone(unit, part, outcomes):
                    progress.add_part(unit, part, outcomes)
                case UnitDone(unit, parts):
                    progress.add_end(unit, parts)
            watch(state)
        return pool.restarts
