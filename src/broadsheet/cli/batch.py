"""``broadsheet batch``: many pages in, one row for each out.

It knows the options, the progress bar and the words for the reader; the work is `broadsheet.batch`'s.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from broadsheet.cli.durations import Seconds
from broadsheet.cli.failures import EXIT_CODES, Code, Failure, counted, note
from broadsheet.cli.inputs import HTML_COLUMN_OPTION, KIND_OPTION, URL_COLUMN_OPTION
from broadsheet.cli.paths import NamedPath
from broadsheet.errors import OutputUnwritable
from broadsheet.sources.options import MAX_BYTES

if TYPE_CHECKING:
    from broadsheet.batch import RunOptions, State, Summary

__all__ = ["batch"]

_REFRESH: Final = 0.25
"""Seconds between two drawings of the progress bar."""
_BAR: Final = 16
"""Columns of the bar."""
_LINE: Final = 30.0
"""Seconds between two lines on how far it is, where there is no terminal to draw on."""


@click.command(short_help="Take the articles out of many pages.", epilog=EXIT_CODES)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "--output",
    "-o",
    metavar="DIR",
    required=True,
    type=NamedPath(readable=False, path_type=Path),
    help="Write here. A run that was broken off goes on when it is started again with the same options.",
)
@click.option(
    "--resume/--no-resume",
    default=True,
    show_default=True,
    help="Go on with the run that DIR holds, or refuse a DIR that holds one.",
)
@click.option(
    "--format",
    "-f",
    "form",
    type=click.Choice(("parquet", "jsonl")),
    default="parquet",
    show_default=True,
    help="What the parts are.",
)
@click.option("--method", "-m", metavar="NAME", help="Which method finds the body; 'broadsheet methods' lists them.")
@click.option("--markdown", is_flag=True, help="Write the body as Markdown too.")
@click.option(
    "--only-articles", is_flag=True, help="Leave out the text of pages that are no articles; each keeps its row."
)
@click.option(
    "--metadata/--no-metadata",
    default=True,
    show_default=True,
    help="Read all metadata, or the title alone. The texts are the same.",
)
@click.option(
    "--verdict/--no-verdict",
    default=True,
    show_default=True,
    help="Judge whether there is an article on each page, or take every text for one.",
)
@click.option(
    "--near-duplicates/--no-near-duplicates",
    default=True,
    show_default=True,
    help="Sign each text, and mark those that are nearly the same. Equal texts are always marked.",
)
@click.option("--learn-sites", is_flag=True, help="Learn what the pages of each site repeat first: two passes.")
@click.option(
    "--sites",
    "store",
    metavar="FILE",
    type=NamedPath(readable=False, path_type=Path),
    help="Use what 'broadsheet sites learn' has learnt about the pages' sites.",
)
@KIND_OPTION
@HTML_COLUMN_OPTION
@URL_COLUMN_OPTION
@click.option("--jobs", "-j", metavar="N", type=click.IntRange(min=1), help="Worker processes; one a core by default.")
@click.option(
    "--page-seconds",
    metavar="SECONDS",
    type=Seconds(),
    default=60.0,
    show_default=True,
    help="The most CPU time that one page may take; ten times as much on the clock.",
)
@click.option(
    "--page-memory",
    metavar="MB",
    type=click.IntRange(min=16),
    default=1024,
    show_default=True,
    help="The most memory that one page may take.",
)
@click.option(
    "--max-bytes",
    metavar="N",
    type=click.IntRange(min=1),
    default=MAX_BYTES,
    show_default=True,
    help="The most bytes that a page may have, decompressed.",
)
@click.option(
    "--part-rows", metavar="N", type=click.IntRange(min=1), default=2000, show_default=True, help="Rows of a part."
)
@click.option(
    "--engine",
    type=click.Choice(("local", "ray")),
    default="local",
    show_default=True,
    help="Processes of this machine, or a Ray cluster.",
)
@click.option("--ray-address", metavar="ADDRESS", help="The cluster; without one Ray is started on this machine.")
@click.option("--quiet", "-q", is_flag=True, help="No progress, no notes and no summary.")
def batch(
    inputs: tuple[str, ...],
    *,
    output: Path,
    resume: bool,
    form: str,
    method: str | None,
    markdown: bool,
    only_articles: bool,
    metadata: bool,
    verdict: bool,
    near_duplicates: bool,
    learn_sites: bool,
    store: Path | None,
    kind: str | None,
    html_column: str,
    url_column: str | None,
    jobs: int | None,
    page_seconds: float,
    page_memory: int,
    max_bytes: int,
    part_rows: int,
    engine: str,
    ray_address: str | None,
    quiet: bool,
) -> None:
    """Take the articles out of many pages.

    INPUT is a WARC file, a tar or zip archive of pages, a Parquet file or a file of JSON lines with the page in a
    column, a page, a folder of such files, a list of addresses (a text file, or the address of a sitemap, a feed or a
    site), or - for the standard input. Every page gets one row, whatever becomes of
    it: the column 'outcome' says what. A page that hangs or fills the memory costs itself and no other.

    Exit code 0 means that every page has its row, not that every page is an article.
    """
    if ray_address is not None and engine != "ray":
        raise click.UsageError("--ray-address goes with --engine ray")
    if learn_sites and store is not None:
        raise click.UsageError("--sites and --learn-sites exclude each other")
    if only_articles and not verdict:
        raise click.UsageError("--only-articles and --no-verdict exclude each other")
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.batch import Engine, Format, Limits, PageOptions, RunOptions, WorkOptions
    from broadsheet.methods import catalog
    from broadsheet.sources.tables import Columns
    from broadsheet.sources.units import Kind

    options = RunOptions(
        inputs=inputs,
        kind=Kind(kind) if kind is not None else None,
        jobs=jobs,
        engine=Engine(engine),
        ray_address=ray_address,
        learn_sites=learn_sites,
        resume=resume,
        work=WorkOptions(
            folder=output,
            form=Format(form),
            page=PageOptions(
                method=method if method is not None else catalog.DEFAULT,
                markdown=markdown,
                only_articles=only_articles,
                near_duplicates=near_duplicates,
                sites=str(store.absolute()) if store is not None else None,
                metadata=metadata,
                verdict=verdict,
            ),
            limits=Limits(seconds=page_seconds, megabytes=page_memory),
            columns=Columns(html=html_column, url=url_column),
            part_rows=part_rows,
            max_bytes=max_bytes,
        ),
    )
    summary = _run(options, quiet=quiet)
    if not quiet:
        click.echo(_summed_up(summary, output), err=True)


def _run(options: RunOptions, *, quiet: bool) -> Summary:
    """Run, shown as it goes.

    Raises:
        Failure: it was interrupted, or the output cannot be written; what is written can be gone on with.
    """
    from broadsheet.batch import run

    output = options.work.folder
    try:
        with _shown(quiet=quiet) as watch:
            return run(options, watch, note if not quiet else None)
    except KeyboardInterrupt as error:
        # A folder of nothing but a beginning is gone already.
        further = f"; the same command goes on with {output}" if output.is_dir() else ""
        raise Failure(f"interrupted{further}", Code.INTERRUPTED) from error
    except (OSError, OutputUnwritable) as error:
        words = error.reason if isinstance(error, OutputUnwritable) else error.strerror or str(error)
        if output.exists() and not output.is_dir():
            words = "this is a file"
        further = "; the same command goes on with it" if output.is_dir() else ""
        raise Failure(f"cannot write {output}: {words}{further}", Code.UNWRITABLE) from error


@contextmanager
def _shown(*, quiet: bool) -> Iterator[Callable[[State], None] | None]:
    """A bar on the standard error, or a line now and then where that is no terminal."""
    if quiet:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
    from rich.table import Column

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines()
        return
    # The bar of `broadsheet.cli.progress` has no room for so many words in 80 columns. These are cut, and nothing else.
    bar = Progress(
        BarColumn(bar_width=_BAR),
        TaskProgressColumn(),
        TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, ratio=1)),
        console=console, auto_refresh=False, transient=True, expand=True,
    )  # fmt: skip
    task = bar.add_task("starting", total=None)
    drawn = 0.0

    def draw(state: State) -> None:
        nonlocal drawn
        if time.monotonic() - drawn < _REFRESH:
            return
        drawn = time.monotonic()
        bar.update(task, total=max(1, state.bytes), completed=state.bytes_done, description=_how_far(state))
        bar.refresh()

    with bar:
        yield draw


def _lines() -> Callable[[State], None]:
    """A function that prints a line now and then."""
    printed = time.monotonic()

    def print_(state: State) -> None:
        nonlocal printed
        if time.monotonic() - printed >= _LINE:
            printed = time.monotonic()
            share = f"{state.bytes_done / state.bytes:.0%} " if state.bytes else ""
            note(share + _how_far(state))

    return print_


def _how_far(state: State) -> str:
    """How far a run is, in one line."""
    words = ["learning sites"] if state.learning else []
    words += [f"{state.pages_before + state.pages:,} pages", f"{state.pages_per_second:,.0f}/s"]
    if (left := state.seconds_left) is not None:
        words.append(f"{_duration(left)} left")
    words += [f"{count:,} {outcome}" for outcome, count in state.outcomes.most_common(3)]
    return ", ".join(words)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def _summed_up(summary: Summary, output: Path) -> str:
    """The summary, a line for each thing."""
    width = max(map(len, summary.outcomes), default=0)
    lines = [f"{outcome:{width}} {count:>12,}" for outcome, count in summary.outcomes.items()]
    speed = summary.pages_now / max(1e-9, summary.seconds)
    lines.append(f"{counted(summary.pages, 'page')} in {counted(summary.parts, 'part')}: {output}")
    if summary.pages_now:
        before = " (the others were done before)" if summary.pages_now < summary.pages else ""
        lines.append(f"{summary.pages_now:,} in {_duration(summary.seconds)}, {speed:,.1f} pages/s{before}")
    else:
        lines.append("nothing was left to do" if summary.pages else "there is no page in the input")
    if summary.duplicate_pages:
        groups = counted(summary.duplicate_groups, "group")
        lines.append(f"{counted(summary.duplicate_pages, 'page')} in {groups} of (near-)duplicates")
    if summary.restarts:
        lines.append(f"{counted(summary.restarts, 'worker was', 'workers were')} replaced")
    return "\n".join(lines)
