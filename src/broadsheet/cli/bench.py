"""``broadsheet bench``: our methods and other libraries on pages with known answers: how good, how fast.

It knows the options and the words for the reader; the run and the figures are `broadsheet.evaluate`'s.
"""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, note
from broadsheet.cli.output import check_writable, write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from broadsheet.corpora import Corpus
    from broadsheet.evaluate.entrants import Entrant
    from broadsheet.evaluate.run import PageResult

__all__ = ["bench"]

_FORMATS: Final = ("table", "json", "md")
_PAGES: Final = "pages.jsonl"
_SUMMARY: Final = "summary.json"
_REFRESH: Final = 0.2
"""Seconds between two drawings of the progress bar."""


@click.command(short_help="Measure methods and libraries on pages with known answers.", epilog=EXIT_CODES)
@click.argument("folders", nargs=-1, metavar="[FOLDER]...", type=click.Path(path_type=Path))
@click.option("--methods", metavar="A,B,C", help="Which take part, by name: our methods, libraries. All by default.")
@click.option("--only-ours", is_flag=True, help="Leave out the libraries.")
@click.option("--sample", metavar="N", type=click.IntRange(min=1), help="Draw so many pages of each corpus.")
@click.option("--seed", metavar="N", type=int, default=0, show_default=True, help="Another seed draws other pages.")
@click.option(
    "--output",
    "-o",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help=f"Write {_PAGES} (a line a page and method) and {_SUMMARY} into this folder.",
)
@click.option(
    "--format", "-f", "form", type=click.Choice(_FORMATS), default="table", show_default=True, help="What to print."
)
def bench(
    folders: tuple[Path, ...],
    *,
    methods: str | None,
    only_ours: bool,
    sample: int | None,
    seed: int,
    output: Path | None,
    form: str,
) -> None:
    """Measure methods and libraries on pages with known answers: how good, how fast.

    Each FOLDER is a corpus in the plain layout (truth.jsonl, html/ID.html.gz), or holds corpora. Without one, the
    environment variable BROADSHEET_CORPORA names the folder.

    All run in one thread, on the same text of each page. Pages without an answer, and pages that are not articles by
    their corpus's own label, are left out.
    """
    if methods is not None and only_ours:
        raise click.UsageError("--methods says who takes part already: leave out --only-ours")
    if output is not None:
        _make(output)
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.evaluate.machine import this_machine
    from broadsheet.evaluate.report import as_json, as_markdown, as_tables, summarise

    entrants, absent = _entrants(methods, only_ours=only_ours)
    corpora, passed_over = _corpora(folders, sample, seed)
    # After both: a command that ends in an error says only that.
    for words in (*absent, *passed_over):
        note(words)
    results = _results(corpora, entrants, output)
    summary = summarise(
        results,
        entrants,
        machine=this_machine(entrant.package for entrant in entrants),
        settings={
            "corpora": {corpus.name: len(corpus) for corpus in corpora},
            "methods": [entrant.name for entrant in entrants],
            "sample": sample,
            "seed": seed,
        },
    )
    if output is not None:
        write_text(as_json(summary), str(output / _SUMMARY))
    match form:
        case "json":
            write_text(as_json(summary))
        case "md":
            write_text(as_markdown(summary))
        case _:
            terminal = sys.stdout.isatty()
            write_text(as_tables(summary, width=shutil.get_terminal_size().columns if terminal else None))


def _make(folder: Path) -> None:
    """Make the folder for the results, before the work and not after it.

    Raises:
        Failure: it cannot be made, or not be written to.
    """
    with _saying_what_cannot_be_written(folder):
        folder.mkdir(parents=True, exist_ok=True)
    check_writable(str(folder / _SUMMARY))


def _entrants(methods: str | None, *, only_ours: bool) -> tuple[Sequence[Entrant], list[str]]:
    """Who takes part, and who is left out. A library that was asked for by name must be there.

    Raises:
        UnknownMethod: no method and no library has such a name.
        MissingExtra: a library that was asked for is not installed.
    """
    from broadsheet.evaluate.entrants import enter, enter_all

    if methods is not None:
        names = list(dict.fromkeys(filter(None, (name.strip() for name in methods.split(",")))))
        if not names:
            raise click.UsageError("--methods names nothing")
        return [enter(name) for name in names], []
    entrants, missing = enter_all(libraries=not only_ours)
    return entrants, [f"left out: {error}" for error in missing]


def _corpora(folders: Sequence[Path], sample: int | None, seed: int) -> tuple[list[Corpus], list[str]]:
    """The pages that take part, and what is left out.

    Raises:
        CorpusError: a corpus cannot be read.
        Failure: no page has an answer.
    """
    from broadsheet.corpora import open_corpora

    taking_part, left_out = [], []
    for whole in open_corpora(*folders):
        corpus = whole.where(lambda gold: gold.can_be_scored and gold.is_article is not False)
        if len(corpus) < len(whole):
            pages = f"{len(whole) - len(corpus)} of {len(whole)} pages"
            left_out.append(f"{whole.name}: {pages} left out, which have no answer or are not articles")
        if len(corpus):
            taking_part.append(corpus if sample is None else corpus.draw(sample, seed=seed))
    if not taking_part:
        raise Failure("no page of these corpora has an answer to compare with", Code.FAILED)
    return taking_part, left_out


def _results(corpora: Sequence[Corpus], entrants: Sequence[Entrant], output: Path | None) -> list[PageResult]:
    """Run, with a progress bar, and with each page's results written as soon as they are there."""
    from broadsheet.evaluate.report import page_lines
    from broadsheet.evaluate.run import run

    results = []
    with _progress(sum(map(len, corpora))) as advance, _writer(output) as write:
        for result in run(corpora, entrants):
            results.append(result)
            write(page_lines(result))
            advance(result.corpus)
    return results


@contextmanager
def _writer(folder: Path | None) -> Iterator[Callable[[Iterable[str]], None]]:
    """Gives the function that writes lines to the file of pages; one that does nothing where there is no folder."""
    if folder is None:
        yield lambda lines: None
        return
    with _saying_what_cannot_be_written(folder / _PAGES):
        file = (folder / _PAGES).open("w", encoding="utf-8")

    def write(lines: Iterable[str]) -> None:
        with _saying_what_cannot_be_written(folder / _PAGES):
            file.writelines(lines)

    try:
        yield write
    finally:
        with _saying_what_cannot_be_written(folder / _PAGES):
            file.close()


@contextmanager
def _saying_what_cannot_be_written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror}", Code.UNWRITABLE) from error


@contextmanager
def _progress(pages: int) -> Iterator[Callable[[str], None]]:
    """A bar on the standard error, if that is a terminal; gives the function that moves it on by one page."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        # A thread that redraws would run while a call is measured, and its time would be counted.
        auto_refresh=False,
        transient=True,
        disable=not console.is_terminal,
    )
    drawn = 0.0
    task = bar.add_task("", total=pages)

    def advance(corpus: str) -> None:
        nonlocal drawn
        bar.update(task, advance=1, description=corpus)
        now = time.monotonic()
        if now - drawn > _REFRESH:
            drawn = now
            bar.refresh()

    with bar:
        yield advance
