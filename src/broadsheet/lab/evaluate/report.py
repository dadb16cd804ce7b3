"""Reports of a summary, in Markdown and JSON. They compute no figures."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from broadsheet.lab.evaluate.score import PageResult
from broadsheet.lab.evaluate.summary import REFERENCES, RIGHT, Breakdown, Group, Overall, Row, Summary

__all__ = ["as_json", "as_markdown", "files_of", "from_best", "markdown_table", "page_lines", "paragraphs"]

_MAX_SITES: Final = 40  # rows of the table by site: the sites with most pages
_NOTE: Final = (
    "F1, precision and recall are over shingles of four tokens, means over the pages of a corpus; for a corpus without "
    "gold texts, over all its segments together (marked 'segments'). ± is one standard error. A failed or empty page "
    "scores as no text. ms: CPU milliseconds per page, HTML to text."
)
_PAPERS: Final = (  # headings of the values of `paper_scores`
    "words P", "words R", "words F1", "words F1, micro", "words F1, any case", "in order F1", "edits",
    "nodes F1, micro", "nodes F1, macro", "sizes F1", "lines F1",
)  # fmt: skip


def files_of(summary: Summary, breakdown: Breakdown, results: Sequence[PageResult]) -> dict[str, str]:
    """Return the report files by name."""
    return {
        "pages.jsonl": "".join(line for result in results for line in page_lines(result)),
        "summary.json": as_json(summary, breakdown),
        "report.md": as_markdown(summary, breakdown),
    }


def as_json(summary: Summary, breakdown: Breakdown | None = None) -> str:
    """Format the summary as indented JSON; a breakdown is added as ``breakdown``."""
    whole = _plain(summary)
    if breakdown is not None:
        whole["breakdown"] = _plain(breakdown)
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def page_lines(result: PageResult) -> Iterator[str]:
    """Yield a page's trials as lines of JSON, one per entrant."""
    for trial in result.trials:
        line = {
            "corpus": result.corpus,
            "page": result.page,
            "lang": result.lang,
            "site": result.site,
            "entrant": trial.call.entrant,
            "outcome": trial.call.outcome,
            "error": trial.call.error,
            "titled": result.titled,
            "characters": trial.characters,
            "score": trial.page_score,
            "confidence": trial.call.confidence,
            "overlap": trial.overlap,
            "normalised": trial.normalised,
            "found": trial.found,
            "papers": trial.papers,
            "cpu_ms": round(1000 * trial.call.seconds, 4),
        }
        yield json.dumps(_plain(line), ensure_ascii=False) + "\n"


def _plain(value: Any) -> Any:
    """Convert records to dictionaries; `dataclasses.asdict` keeps named tuples, which JSON turns into lists."""
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(item) for name, item in value._asdict().items()}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def as_markdown(summary: Summary, breakdown: Breakdown | None = None) -> str:
    """Format the summary as Markdown tables; with a breakdown, also its tables."""
    sections = [_by_corpus(summary), _overall(summary)]
    if breakdown is not None:
        sections += _details(summary, breakdown)
    return "\n".join([*filter(None, sections), "\n\n".join(_escaped(line) for line in _closing(summary))]) + "\n"


def _section(
    title: str, columns: Sequence[str], rows: Iterable[Iterable[str]], *, words: int = 1, note: str = ""
) -> str:
    """Format a table with a heading and a note; empty without rows. The first ``words`` columns have text."""
    cells = [[_escaped(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    above = f"{_escaped(note)}\n\n" if note else ""
    return f"## {_escaped(title)}\n\n{above}{markdown_table(map(_escaped, columns), cells, words=words)}"


def markdown_table(columns: Iterable[str], rows: Iterable[Iterable[object]], *, words: int = 1) -> str:
    """Format a Markdown table. The first ``words`` columns have text instead of numbers."""
    heads = list(columns)
    rule = "|" + "---|" * words + "--:|" * (len(heads) - words)
    lines = ("|" + "".join(f" {cell} |" if cell != "" else " |" for cell in cells) for cells in (heads, *rows))
    return "\n".join([next(lines), rule, *lines]) + "\n"


def paragraphs(*parts: str) -> str:
    """Join headings, paragraphs and tables with empty lines between them; empty ones are left out."""
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def _escaped(text: str) -> str:
    """Escape Markdown: names of corpora are folder names, and errors may quote a page; a star is our own mark."""
    one_line = " ".join(text.split())
    for mark in "\\|*<`[":
        one_line = one_line.replace(mark, f"\\{mark}")
    return one_line


def _details(summary: Summary, breakdown: Breakdown) -> Iterator[str]:
    failures = [(line.entrant, line.kind, line.example, line.words, str(line.pages)) for line in summary.failures]
    worst = [(one.page, one.outcome, _three(one.score)) for one in breakdown.worst]
    yield _differences(summary)
    yield _papers(summary)
    yield _reliability(breakdown)
    yield _section("Failures", ("method", "kind", "first page", "message", "pages"), failures, words=4)
    yield _section(f"Worst pages of {breakdown.entrant}", ("page", "outcome", "score"), worst, words=2)
    entrants = [line.entrant for line in summary.overall]
    note = "Means of each page's F1, or of the share of its segments that are right."
    most = min(_MAX_SITES, len(breakdown.sites))
    of_sites = f" The {most} sites with most pages, of {len(breakdown.sites)}." if most < len(breakdown.sites) else ""
    yield _grouped("language", breakdown.languages, entrants, note)
    yield _grouped("site", breakdown.sites[:_MAX_SITES], entrants, note + of_sites)


def _by_corpus(summary: Summary) -> str:
    rows: list[tuple[str, ...]] = []
    for place, row in enumerate(summary.rows):
        first = place == 0 or summary.rows[place - 1].corpus != row.corpus
        marked = row.corpus if row.measure == "shingles" else f"{row.corpus} (segments)"
        rows.append(
            (
                f"{marked}, {row.pages}" if first else "",
                _starred(row),
                f"{row.scores.f1:.3f} ± {row.scores.f1_error:.3f}",
                _three(row.scores.precision),
                _three(row.scores.recall),
                _three(row.shingles.page_f1 if row.shingles is not None else None),
                _three(row.normalised.f1 if row.normalised is not None else None),
                str(row.failed),
                str(row.empty),
                f"{row.cpu_ms:.2f}",
            )
        )
    columns = ("corpus, pages", "method", "F1", "precision", "recall", "page F1", "normalised", "failed", "empty", "ms")
    return _section("By corpus", columns, rows, words=2)


def _overall(summary: Summary) -> str:
    references = [name for name in REFERENCES if any(name in line.times for line in summary.overall)]
    rows = [
        (
            _starred(line),
            line.version,
            f"{line.f1:.3f} ± {line.f1_error:.3f}",
            _three(line.precision),
            _three(line.recall),
            _three(line.normalised_f1),
            str(line.failed),
            str(line.empty),
            f"{line.cpu_ms:.2f}",
            *(f"{line.times[name]:.2f}" for name in references),
        )
        for line in summary.overall
    ]
    columns = ("method", "version", "F1", "precision", "recall", "normalised", "failed", "empty", "ms")
    return _section("Mean over the corpora", (*columns, *(f"ms / {name}" for name in references)), rows, words=2)


def _differences(summary: Summary) -> str:
    """Tabulate the difference of each entrant from the best of ours, or the best of all."""
    best = from_best(summary)
    rows = []
    for line in summary.differences:
        if best in (line.better, line.worse):
            other, sign = (line.worse, -1) if line.better == best else (line.better, 1)
            low, high = sorted((sign * line.f1_interval.low, sign * line.f1_interval.high))
            clear = "yes" if line.is_clear else "no"
            rows.append((other, _signed(sign * line.f1), f"{_signed(low)} to {_signed(high)}", clear))
    note = "Mean over the corpora, with the 95 % interval of the paired bootstrap; clear: the interval excludes 0."
    return _section(f"Difference from {best}", ("method", "F1", "interval", "clear"), rows, words=1, note=note)


def from_best(summary: Summary) -> str | None:
    """Return the entrant that others are compared with: the best of ours, otherwise the best."""
    return summary.best or (summary.overall[0].entrant if summary.overall else None)


def _papers(summary: Summary) -> str:
    rows = [
        (_starred(line), *(f"{value:.{0 if name == 'edits' else 3}f}" for name, value in line.papers.items()))
        for line in summary.overall
        if line.papers
    ]
    note = (
        "Bag of words (Barua 2014; micro: all words together; any case: WCXB), words in order (CETD, WCEB), edit "
        "distance in characters, lower is better (Hausner 2021), text nodes over the classes (Hausner 2021), text "
        "nodes by size (Zhang 2018), segments as sets of lines (a reading of Tan 2018)."
    )
    return _section("By the papers' measures", ("method", *_PAPERS), rows, words=1, note=note)


def _grouped(name: str, lines: Iterable[Group], entrants: Sequence[str], note: str) -> str:
    rows = [(line.name, str(line.pages), *(_three(line.scores[entrant]) for entrant in entrants)) for line in lines]
    return _section(f"By {name}", (name, "pages", *entrants), rows, words=1, note=note)


def _reliability(breakdown: Breakdown) -> str:
    rows: list[tuple[str, ...]] = []
    for line in breakdown.reliability:
        for place, one in enumerate(line.bins):
            named = f"{line.entrant} (error {line.error:.3f}, Brier {line.brier:.3f})" if not place else ""
            limits = f"{one.low:.1f} to {one.high:.1f}"
            rows.append((named, limits, str(one.pages), _three(one.confidence), _three(one.right)))
    note = f"Right: a page score of {RIGHT} or more. Of texts with confidence 0.8, four of five should be right."
    columns = ("method", "confidence", "pages", "mean confidence", "right")
    return _section("Reliability", columns, rows, words=2, note=note)


def _closing(summary: Summary) -> Iterator[str]:
    yield f"{_NOTE} * ours."
    if summary.metadata_failed:
        yield f"Our metadata could not be read on {summary.metadata_failed} pages: scored without a headline."
    machine = summary.machine
    yield f"{machine.date}, {machine.processor}, {machine.python}, one thread."
    best = next((line for line in summary.overall if line.entrant == summary.best), None)
    if best is not None:
        low, high = best.f1_interval
        yield f"Best of our methods by mean F1: {best.entrant} ({best.f1:.3f}, 95 % {low:.3f} to {high:.3f})."


def _starred(line: Row | Overall) -> str:
    return f"{line.entrant} *" if line.ours else line.entrant


def _three(value: float | None) -> str:
    return f"{value:.3f}" if value is not None else "-"


def _signed(value: float) -> str:
    rounded = round(value, 3)
    return f"{rounded:+.3f}" if rounded else "0.000"
