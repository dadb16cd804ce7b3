"""The report's tables without a format: their columns, rows and rounding."""

from __future__ import annotations

from dataclasses import astuple
from typing import TYPE_CHECKING, Final, NamedTuple

from broadsheet.lab.evaluate.breakdown import RIGHT
from broadsheet.lab.evaluate.entrants import STAGES
from broadsheet.lab.evaluate.summary import REFERENCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from broadsheet.lab.evaluate.breakdown import Breakdown, Group
    from broadsheet.lab.evaluate.metrics import Interval
    from broadsheet.lab.evaluate.summary import Summary

__all__ = [
    "Sheet",
    "by_corpus",
    "closing",
    "details",
    "differences",
    "failures",
    "from_best",
    "groups",
    "overall",
    "papers",
    "reliabilities",
    "stages",
    "worst_pages",
]

_MAX_SITES: Final = 40  # rows of the table by site: the sites with most pages
_NOTE: Final = (
    "F1, precision, recall: shingles of four tokens, means over the pages of a corpus; where it has no gold text, its "
    "segments, all counted together (marked 'segments'). ± is one standard error. A failed page and an empty one "
    "score as no text. ms: CPU milliseconds a page, HTML to text."
)
_PAPERS: Final = (  # heading and decimals of each field of `PaperScores`, in order
    ("words P", 3), ("words R", 3), ("words F1", 3), ("words F1, micro", 3), ("words F1, any case", 3),
    ("in order F1", 3), ("edits", 0), ("nodes F1, micro", 3), ("nodes F1, macro", 3),
    ("sizes F1", 3), ("lines F1", 3),
)  # fmt: skip


class Sheet(NamedTuple):
    """A table without a format. An empty row is a rule.

    Attributes:
        title: title.
        columns: headings.
        rows: cells.
        words: number of columns, from the left, with text instead of numbers.
        note: explanation.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    words: int
    note: str = ""


def by_corpus(summary: Summary) -> Sheet:
    """Tabulate every entrant on every corpus."""
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
                f"{row.normalised.f1:.3f}" if row.normalised is not None else "-",
                str(row.failed),
                str(row.empty),
                f"{row.cpu_ms:.2f}",
            )
        )
    columns = ("corpus, pages", "method", "F1", "precision", "recall", "page F1", "normalised", "failed", "empty", "ms")
    return Sheet("By corpus", columns, rows, words=2)


def overall(summary: Summary) -> Sheet:
    """Tabulate every entrant's means over the corpora."""
    references = [name for name in REFERENCES if any(name in line.times for line in summary.overall)]
    rows = [
        (
            _starred(line.entrant, ours=line.ours),
            line.version,
            f"{line.f1:.3f} ± {line.f1_error:.3f}",
            f"{line.precision:.3f}",
            f"{line.recall:.3f}",
            f"{line.normalised_f1:.3f}" if line.normalised_f1 is not None else "-",
            str(line.failed),
            str(line.empty),
            f"{line.cpu_ms:.2f}",
            *(f"{line.times[name]:.2f}" for name in references),
        )
        for line in summary.overall
    ]
    columns = ("method", "version", "F1", "precision", "recall", "normalised", "failed", "empty", "ms")
    return Sheet("Mean over the corpora", (*columns, *(f"ms / {name}" for name in references)), rows, words=2)


def stages(summary: Summary) -> Sheet | None:
    """Tabulate the time of our methods' stages; None without our methods."""
    ours = [line for line in summary.overall if line.stages_ms]
    rows = [
        (
            line.entrant,
            *(f"{line.stages_ms[stage]:.3f}" for stage in STAGES),
            f"{sum(line.stages_ms.values()):.3f}",
        )
        for line in ours
    ]
    return Sheet("Where our time goes, ms a page", ("method", *STAGES, "together"), rows, words=1) if rows else None


def differences(summary: Summary) -> Sheet | None:
    """Tabulate the difference of each entrant from the best of ours, or the best of all; None for a single entrant."""
    best = from_best(summary)
    rows = []
    for line in summary.differences:
        if line.corpus is None and best in (line.better, line.worse):
            other, sign = (line.worse, -1) if line.better == best else (line.better, 1)
            low, high = sorted((sign * line.f1_interval.low, sign * line.f1_interval.high))
            clear = "yes" if line.is_clear else "no"
            rows.append((other, _signed(sign * line.f1), f"{_signed(low)} to {_signed(high)}", clear))
    note = "Mean over the corpora. The interval is of 95 %, by the paired bootstrap; clear: it leaves 0 out."
    columns = ("method", "F1", "interval", "clear")
    return Sheet(f"Difference from {best}", columns, rows, words=1, note=note) if rows else None


def from_best(summary: Summary) -> str | None:
    """Return the entrant that others are compared with: the best of ours, otherwise the best."""
    return summary.best or (summary.overall[0].entrant if summary.overall else None)


def papers(summary: Summary) -> Sheet | None:
    """Tabulate the papers' metrics, means over corpora with gold texts; None if not requested."""
    rows = [
        (
            _starred(line.entrant, ours=line.ours),
            *(f"{value:.{digits}f}" for value, (_, digits) in zip(astuple(line.papers), _PAPERS, strict=True)),
        )
        for line in summary.overall
        if line.papers is not None
    ]
    note = (
        "Bag of words (Barua 2014; micro: all words together; any case: WCXB), words in order (CETD, WCEB), edit "
        "distance in characters, lower is better (Hausner 2021), text nodes over the classes (Hausner 2021), text "
        "nodes by size (Zhang 2018), segments as sets of lines (a reading of Tan 2018)."
    )
    columns = ("method", *(name for name, _ in _PAPERS))
    return Sheet("By the papers' measures", columns, rows, words=1, note=note) if rows else None


def groups(breakdown: Breakdown, entrants: Sequence[str]) -> Iterator[Sheet]:
    """Tabulate mean page scores by language and by site, one column per entrant.

    Args:
        breakdown: figures by language and site.
        entrants: names of the entrants, in order.
    """
    note = "Means of each page's F1, or of the share of its segments that are where they must be."
    most = min(_MAX_SITES, len(breakdown.sites))
    of_sites = f" The {most} sites with most pages, of {len(breakdown.sites)}." if most < len(breakdown.sites) else ""
    yield _grouped("By language", "language", breakdown.languages, entrants, note)
    yield _grouped("By site", "site", breakdown.sites[:_MAX_SITES], entrants, note + of_sites)


def _grouped(title: str, heading: str, lines: Iterable[Group], entrants: Sequence[str], note: str) -> Sheet:
    rows = [(line.name, str(line.pages), *(f"{line.scores[name]:.3f}" for name in entrants)) for line in lines]
    return Sheet(title, (heading, "pages", *entrants), rows, words=1, note=note)


def reliabilities(breakdown: Breakdown) -> Sheet | None:
    """Tabulate the calibration of confidences; None without confidences."""
    rows: list[tuple[str, ...]] = []
    for line in breakdown.reliability:
        if rows:
            rows.append(())
        for place, one in enumerate(line.bins):
            named = f"{line.entrant} (error {line.error:.3f}, Brier {line.brier:.3f})" if not place else ""
            limits = f"{one.low:.1f} to {one.high:.1f}"
            rows.append((named, limits, str(one.pages), f"{one.confidence:.3f}", f"{one.right:.3f}"))
    note = f"Right: a page score of {RIGHT} or more. Of texts with confidence 0.8, four of five should be right."
    columns = ("method", "confidence", "pages", "mean confidence", "right")
    return Sheet("Reliability", columns, rows, words=2, note=note) if rows else None


def failures(summary: Summary) -> Sheet | None:
    """Tabulate failures by kind; None without failures."""
    rows = [(line.entrant, line.kind, line.example, line.words, str(line.pages)) for line in summary.failures]
    columns = ("method", "kind", "for example", "what was said there", "pages")
    return Sheet("Failures", columns, rows, words=4) if rows else None


def worst_pages(breakdown: Breakdown) -> Sheet | None:
    """Tabulate the worst pages of one entrant; None without any."""
    rows = [(one.page, one.outcome, f"{one.score:.3f}") for one in breakdown.worst]
    return Sheet(f"Worst pages of {breakdown.entrant}", ("page", "outcome", "score"), rows, words=2) if rows else None


def details(summary: Summary, breakdown: Breakdown) -> Iterator[Sheet]:
    """Yield the tables that are too many for a terminal.

    Args:
        summary: the figures.
        breakdown: figures by language and site.
    """
    found = (
        differences(summary),
        papers(summary),
        reliabilities(breakdown),
        failures(summary),
        worst_pages(breakdown),
    )
    yield from (sheet for sheet in found if sheet is not None)
    yield from groups(breakdown, [line.entrant for line in summary.overall])


def closing(summary: Summary) -> Iterator[str]:
    """Yield the lines below the tables."""
    yield f"{_NOTE} * ours."
    if summary.metadata_ms is not None:
        failed = f", failed on {summary.metadata_failed} pages" if summary.metadata_failed else ""
        yield f"Our metadata, which is in no method's time: {summary.metadata_ms:.3f} ms a page{failed}."
    machine = summary.machine
    yield f"{machine.date}, {machine.processor}, {machine.python}, one thread."
    best = next((line for line in summary.overall if line.entrant == summary.best), None)
    if best is not None:
        yield f"Best of our methods by mean F1: {best.entrant} ({best.f1:.3f}, 95 % {_range(best.f1_interval)})."


def _range(interval: Interval) -> str:
    return f"{interval.low:.3f} to {interval.high:.3f}"


def _starred(name: str, *, ours: bool) -> str:
    return f"{name} *" if ours else name


def _signed(value: float) -> str:
    rounded = round(value, 3)
    return f"{rounded:+.3f}" if rounded else "0.000"
