"""Results of a run -> a summary -> tables to read, Markdown to keep, JSON for programs.

It adds up and shows, and must not know how a page was scored or timed.
"""

from __future__ import annotations

import dataclasses
import io
import json
import math
from dataclasses import dataclass
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from broadsheet.evaluate.entrants import STAGES, Entrant
from broadsheet.evaluate.metrics import SegmentScores, ShingleScores, segment_scores, shingle_scores
from broadsheet.evaluate.run import Outcome, PageResult, Trial

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from broadsheet.evaluate.machine import Machine

__all__ = ["REFERENCES", "Overall", "Row", "Summary", "as_json", "as_markdown", "as_tables", "page_lines", "summarise"]

REFERENCES: Final = ("trafilatura", "resiliparse")
"""Whose time the others' is compared with: the most used one, and the fastest of those that were there first."""

_NOTE: Final = (
    "F1, precision, recall: shingles of four tokens, means over the pages of a corpus; where it has no gold text, its "
    "segments, all counted together (marked 'segments'). ± is one standard error. A failed page and an empty one "
    "score as no text. ms: CPU milliseconds a page, HTML to text."
)


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant on one corpus.

    Attributes:
        corpus: the corpus's name.
        entrant: the entrant's name.
        ours: whether it is one of our methods.
        pages: pages tried.
        failed: pages where it raised an error.
        empty: pages where it found nothing.
        shingles: scores against gold texts, if the corpus has any.
        segments: scores by segments, if the corpus has any.
        cpu_ms: mean CPU milliseconds a page.
    """

    corpus: str
    entrant: str
    ours: bool
    pages: int
    failed: int
    empty: int
    shingles: ShingleScores | None
    segments: SegmentScores | None
    cpu_ms: float

    @property
    def measure(self) -> str:
        """What the row is judged by: ``"shingles"`` where there are gold texts, ``"segments"`` else."""
        return "shingles" if self.shingles is not None else "segments"

    @property
    def scores(self) -> ShingleScores | SegmentScores:
        """The scores of that measure."""
        scores = self.shingles if self.shingles is not None else self.segments
        return scores if scores is not None else segment_scores([])


@dataclass(frozen=True, slots=True)
class Overall:
    """One entrant on everything.

    Attributes:
        entrant: its name.
        ours: whether it is one of our methods.
        version: the version of its package.
        pages, failed, empty: sums over the corpora.
        f1, precision, recall: means over the corpora, each by its own measure, so that a small one weighs as much as a
            large one.
        f1_error: the standard error of ``f1``, for these corpora.
        cpu_ms: mean CPU milliseconds a page, over all pages.
        cpu_ms_median: the median.
        times: ``cpu_ms`` divided by that of each reference that took part.
        stages_ms: mean milliseconds of each stage, over the pages that did not fail; for our methods.
    """

    entrant: str
    ours: bool
    version: str
    pages: int
    failed: int
    empty: int
    f1: float
    precision: float
    recall: float
    f1_error: float
    cpu_ms: float
    cpu_ms_median: float
    times: Mapping[str, float]
    stages_ms: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Summary:
    """All of a run.

    Attributes:
        machine: what it ran on.
        settings: what was asked for.
        rows: by corpus, and inside each by falling F1.
        overall: by falling F1.
        metadata_ms: mean CPU milliseconds of reading a page's metadata with ours, which is in no entrant's time.
        metadata_failed: pages whose metadata could not be read; they were scored without a headline.
        best: the best of our methods, by mean F1; None if none took part.
    """

    machine: Machine
    settings: Mapping[str, Any]
    rows: tuple[Row, ...]
    overall: tuple[Overall, ...]
    metadata_ms: float | None
    metadata_failed: int
    best: str | None


def summarise(
    results: Sequence[PageResult], entrants: Sequence[Entrant], *, machine: Machine, settings: Mapping[str, Any]
) -> Summary:
    """Add up a run.

    Args:
        results: what it gave.
        entrants: who took part, in the order of the trials of each page.
        machine: what it ran on.
        settings: what was asked for, to be kept with the figures.
    """
    corpora: dict[str, list[PageResult]] = {}
    for result in results:
        corpora.setdefault(result.corpus, []).append(result)
    rows = [
        _row(name, entrant, [page.trials[place] for page in pages])
        for name, pages in corpora.items()
        for place, entrant in enumerate(entrants)
    ]
    mean_ms = {
        entrant.name: _milliseconds(page.trials[place].seconds for page in results)
        for place, entrant in enumerate(entrants)
    }
    overall = [
        _overall(
            entrant,
            [row for row in rows if row.entrant == entrant.name],
            [page.trials[place] for page in results],
            mean_ms,
            machine.packages.get(entrant.package, ""),
        )
        for place, entrant in enumerate(entrants)
    ]
    overall.sort(key=lambda line: -line.f1)
    order = {name: place for place, name in enumerate(corpora)}
    rows.sort(key=lambda row: (order[row.corpus], -row.scores.f1))
    metadata = [page.metadata_seconds for page in results if page.metadata_seconds is not None]
    return Summary(
        machine=machine,
        settings=dict(settings),
        rows=tuple(rows),
        overall=tuple(overall),
        metadata_ms=_milliseconds(metadata) if metadata else None,
        metadata_failed=sum(page.metadata_error is not None for page in results),
        best=next((line.entrant for line in overall if line.ours), None),
    )


def _row(corpus: str, entrant: Entrant, trials: Sequence[Trial]) -> Row:
    overlaps = [trial.overlap for trial in trials if trial.overlap is not None]
    founds = [trial.found for trial in trials if trial.found is not None]
    return Row(
        corpus=corpus,
        entrant=entrant.name,
        ours=entrant.ours,
        pages=len(trials),
        failed=sum(trial.outcome is Outcome.FAILED for trial in trials),
        empty=sum(trial.outcome is Outcome.EMPTY for trial in trials),
        shingles=shingle_scores(overlaps) if overlaps else None,
        segments=segment_scores(founds) if founds else None,
        cpu_ms=_milliseconds(trial.seconds for trial in trials),
    )


def _overall(
    entrant: Entrant, rows: Sequence[Row], trials: Sequence[Trial], mean_ms: Mapping[str, float], version: str
) -> Overall:
    own = mean_ms[entrant.name]
    done = [trial for trial in trials if trial.stages]
    return Overall(
        entrant=entrant.name,
        ours=entrant.ours,
        version=version,
        pages=len(trials),
        failed=sum(row.failed for row in rows),
        empty=sum(row.empty for row in rows),
        f1=_mean(row.scores.f1 for row in rows),
        precision=_mean(row.scores.precision for row in rows),
        recall=_mean(row.scores.recall for row in rows),
        f1_error=math.hypot(*(row.scores.f1_error for row in rows)) / max(1, len(rows)),
        cpu_ms=own,
        cpu_ms_median=1000 * median(trial.seconds for trial in trials) if trials else 0.0,
        times={name: own / mean_ms[name] for name in REFERENCES if mean_ms.get(name)},
        stages_ms={stage: _milliseconds(trial.stages[stage] for trial in done) for stage in STAGES} if done else {},
    )


def _mean(values: Iterable[float]) -> float:
    known = list(values)
    return fmean(known) if known else 0.0


def _milliseconds(seconds: Iterable[float]) -> float:
    return 1000 * _mean(seconds)


# For programs.


def as_json(summary: Summary) -> str:
    """The summary as a JSON object, indented."""
    rows = [_scored(row) | {"measure": row.measure} for row in summary.rows]
    return json.dumps(dataclasses.asdict(summary) | {"rows": rows}, ensure_ascii=False, indent=2) + "\n"


def _scored(row: Row) -> dict[str, Any]:
    # `asdict` leaves named tuples as they are, and JSON would make lists of them.
    named = {name: scores._asdict() for name in ("shingles", "segments") if (scores := getattr(row, name)) is not None}
    return dataclasses.asdict(row) | named


def page_lines(result: PageResult) -> Iterator[str]:
    """A page's trials as lines of JSON, one an entrant."""
    for trial in result.trials:
        yield (
            json.dumps(
                {
                    "corpus": result.corpus,
                    "page": result.page,
                    "entrant": trial.entrant,
                    "outcome": trial.outcome,
                    "error": trial.error,
                    "titled": result.titled,
                    "characters": trial.characters,
                    "overlap": trial.overlap._asdict() if trial.overlap is not None else None,
                    "found": trial.found._asdict() if trial.found is not None else None,
                    "cpu_ms": round(1000 * trial.seconds, 4),
                    "stages_ms": {name: round(1000 * seconds, 4) for name, seconds in trial.stages.items()},
                },
                ensure_ascii=False,
            )
            + "\n"
        )


# To read.


class _Sheet(NamedTuple):
    """A table before it has a form. A row of no cells is a rule."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    words: int
    """columns, from the left, that hold words and not numbers"""


def _sheets(summary: Summary) -> Iterator[_Sheet]:
    rows: list[tuple[str, ...]] = []
    for place, row in enumerate(summary.rows):
        first = place == 0 or summary.rows[place - 1].corpus != row.corpus
        if first and place:
            rows.append(())
        marked = row.corpus if row.measure == "shingles" else f"{row.corpus} (segments)"
        page_f1 = f"{row.shingles.page_f1:.3f}" if row.shingles is not None else "-"
        rows.append(
            (
                f"{marked}, {row.pages}" if first else "",
                _starred(row.entrant, ours=row.ours),
                f"{row.scores.f1:.3f} ± {row.scores.f1_error:.3f}",
                f"{row.scores.precision:.3f}",
                f"{row.scores.recall:.3f}",
                page_f1,
                str(row.failed),
                str(row.empty),
                f"{row.cpu_ms:.2f}",
            )
        )
    columns = ("corpus, pages", "method", "F1", "precision", "recall", "page F1", "failed", "empty", "ms")
    yield _Sheet("By corpus", columns, rows, words=2)

    references = [name for name in REFERENCES if any(name in line.times for line in summary.overall)]
    yield _Sheet(
        "Mean over the corpora",
        (
            *("method", "version", "F1", "precision", "recall", "failed", "empty", "ms"),
            *(f"ms / {name}" for name in references),
        ),
        [
            (
                _starred(line.entrant, ours=line.ours),
                line.version,
                f"{line.f1:.3f} ± {line.f1_error:.3f}",
                f"{line.precision:.3f}",
                f"{line.recall:.3f}",
                str(line.failed),
                str(line.empty),
                f"{line.cpu_ms:.2f}",
                *(f"{line.times[name]:.2f}" for name in references),
            )
            for line in summary.overall
        ],
        words=2,
    )

    ours = [line for line in summary.overall if line.stages_ms]
    if ours:
        yield _Sheet(
            "Where our time goes, ms a page",
            ("method", *STAGES, "together"),
            [
                (
                    line.entrant,
                    *(f"{line.stages_ms[stage]:.3f}" for stage in STAGES),
                    f"{sum(line.stages_ms.values()):.3f}",
                )
                for line in ours
            ],
            words=1,
        )


def _starred(name: str, *, ours: bool) -> str:
    return f"{name} *" if ours else name


def _closing(summary: Summary) -> Iterator[str]:
    yield f"{_NOTE} * ours."
    if summary.metadata_ms is not None:
        failed = f", failed on {summary.metadata_failed} pages" if summary.metadata_failed else ""
        yield f"Our metadata, which is in no method's time: {summary.metadata_ms:.3f} ms a page{failed}."
    machine = summary.machine
    yield f"{machine.date}, {machine.processor}, {machine.python}, one thread."
    best = next((line for line in summary.overall if line.entrant == summary.best), None)
    if best is not None:
        yield f"Best of our methods by mean F1: {best.entrant} ({best.f1:.3f})."


def as_markdown(summary: Summary) -> str:
    """The summary as Markdown tables."""
    parts = []
    for sheet in _sheets(summary):
        rule = tuple("---" if place < sheet.words else "--:" for place in range(len(sheet.columns)))
        lines = (_piped(row) for row in (sheet.columns, rule, *filter(None, sheet.rows)))
        parts.append(f"## {sheet.title}\n\n" + "\n".join(lines) + "\n")
    return "\n".join([*parts, "\n\n".join(_escaped(line) for line in _closing(summary))]) + "\n"


def _piped(cells: Iterable[str]) -> str:
    return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"


def _escaped(text: str) -> str:
    """Names of corpora are names of folders, and a star is our mark."""
    return text.replace("|", "\\|").replace("*", "\\*")


def as_tables(summary: Summary, *, width: int | None) -> str:
    """The summary as tables for a terminal.

    Args:
        summary: what to show.
        width: columns of the terminal, or None where the text goes elsewhere: then lines are as long as they are, and
            there are no colours.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    stream = io.StringIO()
    console = Console(
        file=stream,
        width=width if width is not None else 200,
        force_terminal=width is not None,
        no_color=width is None or None,
    )
    for sheet in _sheets(summary):
        table = Table(title=sheet.title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
        for place, name in enumerate(sheet.columns):
            table.add_column(name, justify="left" if place < sheet.words else "right", no_wrap=place >= sheet.words)
        for row in sheet.rows:
            if row:
                # Text, not markup: a bracket in a name is a bracket.
                table.add_row(*map(Text, row))
            else:
                table.add_section()
        console.print(table)
    for line in _closing(summary):
        console.print(line, markup=False, highlight=False, soft_wrap=width is None)
    return "".join(line.rstrip() + "\n" for line in stream.getvalue().splitlines())
