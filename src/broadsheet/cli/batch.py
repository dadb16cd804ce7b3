"""``broadsheet batch``: options, progress bar and summary of `broadsheet.crawl.batch`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, counted, note
from broadsheet.cli.options import (
    DROP_OPTION,
    HTML_COLUMN_OPTION,
    JOBS_OPTION,
    KEEP_OPTION,
    KIND_OPTION,
    MAX_BYTES_OPTION,
    METHOD_OPTION,
    SITES_OPTION,
    URL_COLUMN_OPTION,
    number_option,
    path_option,
    seconds_option,
)
from broadsheet.cli.progress import progress
from broadsheet.errors import OutputUnwritable

if TYPE_CHECKING:
    from broadsheet.crawl.batch import RunOptions, State, Summary

__all__ = ["batch"]

_PAGE_OPTIONS: Final = (  # options with the same name in `PageOptions`
    "keep drop markdown only_articles near_duplicates metadata verdict front_matter".split()
)
_LINE_SECONDS: Final = 30.0  # time between two progress lines when standard error is not a terminal


def _day(value: str) -> str:
    # Imported here to keep help fast.
    from broadsheet.crawl.sources.options import check_since

    try:
        return check_since(value)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a day, such as 2026-03-06") from None


@click.command(epilog=EXIT_CODES)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@path_option(
    "--output",
    "-o",
    metavar="DIR",
    required=True,
    readable=False,
    help="Output folder. An interrupted run continues when you repeat the command.",
)
@click.option(
    "--resume/--no-resume",
    default=True,
    show_default=True,
    help="Continue the run in DIR, or refuse a DIR that holds one.",
)
@click.option(
    "--format",
    "-f",
    "form",
    type=click.Choice(("parquet", "jsonl", "md", "text", "html")),
    help="A table (parquet, the default, or jsonl), or one file per page with a table of contents.",
)
@click.option("--files", is_flag=True, help="Write one file per page: as text, unless --format says md or html.")
@click.option("--front-matter", is_flag=True, help="With --format md: begin each file with the metadata as YAML.")
@METHOD_OPTION
@KEEP_OPTION
@DROP_OPTION
@click.option("--markdown", is_flag=True, help="Add a column with the body as Markdown.")
@click.option(
    "--only-articles", is_flag=True, help="Leave out the text of pages that are not articles; each keeps its row."
)
@click.option(
    "--metadata/--no-metadata",
    default=True,
    show_default=True,
    help="Read all metadata, or only the title. The texts are the same.",
)
@click.option(
    "--verdict/--no-verdict",
    default=True,
    show_default=True,
    help="Judge whether each page is an article, or treat every page as one.",
)
@click.option(
    "--near-duplicates/--no-near-duplicates",
    default=True,
    show_default=True,
    help="Compute text signatures and mark near-duplicates. Exact duplicates are always marked.",
)
@click.option("--learn-sites", is_flag=True, help="Learn the profile of each site in a first pass over all pages.")
@SITES_OPTION
@KIND_OPTION
@HTML_COLUMN_OPTION
@URL_COLUMN_OPTION
@click.option(
    "--since",
    metavar="DAY",
    type=_day,
    help="Skip URLs that their lists date before this day (YYYY-MM-DD).",
)
@seconds_option(
    "--delay", least=0.0, default=1.0, help="Pause between requests to a host; robots.txt may ask for more."
)
@JOBS_OPTION
@seconds_option("--page-seconds", default=60.0, help="CPU-time limit per page; the wall-clock limit is ten times that.")
@number_option("--page-memory", metavar="MB", least=16, default=1024, help="Memory limit per page.")
@MAX_BYTES_OPTION
@number_option("--part-rows", default=2000, help="Rows per part.")
@click.option(
    "--engine",
    type=click.Choice(("local", "ray")),
    default="local",
    show_default=True,
    help="Processes on this machine, or a Ray cluster.",
)
@click.option("--ray-address", metavar="ADDRESS", help="The cluster; by default Ray is started on this machine.")
@click.option("--quiet", "-q", is_flag=True, help="No progress bar, notes or summary.")
def batch(
    inputs: tuple[str, ...],
    *,
    output: Path,
    form: str | None,
    files: bool,
    method: str | None,
    store: Path | None,
    html_column: str,
    url_column: str | None,
    delay: float,
    page_seconds: float,
    page_memory: int,
    quiet: bool,
    **more: Any,
) -> None:
    """Extract the articles from many pages.

    INPUT is a WARC file, a tar or zip archive of pages, a Parquet or JSON-lines file with the page in a column, a page,
    a folder of such files, a list of URLs (a text file, or the URL of a sitemap, a feed or a site), or - for standard
    input. Every page gets one row, whose column 'outcome' says what happened. A page that hangs or exhausts the memory
    fails alone.

    Exit code 0 means that every page has its row, not that every page is an article.
    """
    if more["ray_address"] is not None and more["engine"] != "ray":
        raise click.UsageError("--ray-address needs --engine ray")
    if more["learn_sites"] and store is not None:
        raise click.UsageError("--sites and --learn-sites exclude each other")
    if more["only_articles"] and not more["verdict"]:
        raise click.UsageError("--only-articles and --no-verdict exclude each other")
    if form in ("parquet", "jsonl") and files:
        raise click.UsageError(f"--files writes md, text or html, not {form}")
    if more["front_matter"] and form != "md":
        raise click.UsageError("--front-matter needs --format md")
    files = files or form in ("md", "text", "html")
    # Imported here to keep help fast.
    from broadsheet.crawl.batch import Files, Format, Limits, PageOptions, RunOptions, WorkOptions
    from broadsheet.crawl.sources.options import Politeness
    from broadsheet.crawl.sources.tables import Columns
    from broadsheet.methods import catalog

    page = PageOptions(
        method=method if method is not None else catalog.DEFAULT,
        sites=str(store.absolute()) if store is not None else None,
        files=Files(form or "text") if files else None,
        **{name: more.pop(name) for name in _PAGE_OPTIONS},
    )
    work = WorkOptions(
        folder=output,
        form=Format.JSONL if files else Format(form or "parquet"),
        page=page,
        limits=Limits(seconds=page_seconds, megabytes=page_memory),
        columns=Columns(html=html_column, url=url_column),
        part_rows=more.pop("part_rows"),
        max_bytes=more.pop("max_bytes"),
    )
    options = RunOptions(inputs=inputs, work=work, politeness=Politeness(delay=delay), **more)
    summary = _run(options, quiet=quiet)
    if not quiet:
        click.echo(_summary_text(summary, output), err=True)
    if summary.unread:
        words = f"{counted(len(summary.unread), 'input')} could not be read; repeat the command to try again"
        raise Failure(f"{words}: {'; '.join(summary.unread)}", Code.NOT_FETCHED)


def _run(options: RunOptions, *, quiet: bool) -> Summary:
    from broadsheet.crawl.batch import run

    output = options.work.folder
    try:
        with _progress_display(quiet=quiet) as watch:
            return run(options, watch, note if not quiet else None)
    except KeyboardInterrupt as error:
        # Without any finished part, the folder has been removed already.
        further = f"; repeat the command to continue in {output}" if output.is_dir() else ""
        raise Failure(f"interrupted{further}", Code.INTERRUPTED) from error
    except (OSError, OutputUnwritable) as error:
        words = error.reason if isinstance(error, OutputUnwritable) else error.strerror or str(error)
        further = ""
        with suppress(OSError):  # without permission to look at it
            if output.is_file():
                words = "this is a file"
            further = "; repeat the command to continue" if output.is_dir() else ""
        raise Failure(f"cannot write {output}: {words}{further}", Code.UNWRITABLE) from error


@contextmanager
def _progress_display(*, quiet: bool) -> Iterator[Callable[[State], None] | None]:
    """Yield a callback that draws a bar on standard error, or prints a line from time to time without a terminal."""
    if quiet:
        yield None
        return
    from rich.console import Console

    if not Console(stderr=True).is_terminal:
        yield _print_lines()
        return
    with progress("starting", of="share") as bar:
        yield lambda state: bar.move(_progress_text(state), int(state.bytes_done), max(1, state.bytes))


def _print_lines() -> Callable[[State], None]:
    """Return a callback that prints a progress line at most every `_LINE_SECONDS` seconds."""
    printed = time.monotonic()

    def print_(state: State) -> None:
        nonlocal printed
        if time.monotonic() - printed >= _LINE_SECONDS:
            printed = time.monotonic()
            share = f"{state.bytes_done / state.bytes:.0%} " if state.bytes else ""
            note(share + _progress_text(state))

    return print_


def _progress_text(state: State) -> str:
    words = ["learning sites"] if state.learning else []
    before = f" (and {state.pages_before:,} before)" if state.pages_before else ""
    words += [f"{state.pages:,} pages{before}", f"{state.pages_per_second:,.0f}/s"]
    if (left := state.seconds_left) is not None:
        words.append(f"{_duration(left)} left")
    words += [f"{count:,} {outcome}" for outcome, count in state.outcomes.most_common(3)]
    return ", ".join(words)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def _summary_text(summary: Summary, output: Path) -> str:
    width = max(map(len, summary.outcomes), default=0)
    lines = [f"{outcome:{width}} {count:>12,}" for outcome, count in summary.outcomes.items()]
    speed = f"{summary.pages_now / max(1e-9, summary.seconds):,.1f} pages/s"
    lines.append(f"{counted(summary.pages, 'page')} in {counted(summary.parts, 'part')}: {output}")
    if summary.pages_now:
        before = " (the others were done before)" if summary.pages_now < summary.pages else ""
        lines.append(f"{counted(summary.pages_now, 'page')} in {_duration(summary.seconds)}, {speed}{before}")
    else:
        lines.append("nothing was left to do" if summary.pages else "no page found in the input")
    if summary.duplicate_pages:
        groups = counted(summary.duplicate_groups, "group")
        lines.append(f"{counted(summary.duplicate_pages, 'page')} in {groups} of (near-)duplicates")
    if summary.restarts:
        lines.append(f"{counted(summary.restarts, 'worker was', 'workers were')} replaced")
    return "\n".join(lines)
