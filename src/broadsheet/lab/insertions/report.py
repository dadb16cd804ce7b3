"""Results of insertions, as a table and as records."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.insertions.kinds import KINDS, Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.lab.insertions.measure import Judged

__all__ = ["Figure", "as_markdown", "figures", "records"]


class Figure(NamedTuple):
    """The result of one extractor on one kind of piece.

    Attributes:
        pages: pages with such a piece.
        right: share of the pages on which the piece was handled as the conventions say.
        lost: share of the article's other paragraphs that were lost because of the piece.
    """

    pages: int
    right: float
    lost: float


def figures(judged: Sequence[Judged]) -> dict[str, dict[str, Figure]]:
    """The results by kind, in the order of `KINDS`, and by extractor, in order of appearance."""
    rows: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for result in judged:
        rows[result.kind, result.entrant].append(result)
    entrants = dict.fromkeys(result.entrant for result in judged)
    return {
        kind: {
            entrant: Figure(
                len(some),
                fmean(result.right for result in some),
                sum(result.lost for result in some) / max(1, sum(result.found for result in some)),
            )
            for entrant in entrants
            if (some := rows.get((kind, entrant)))
        }
        for kind in KINDS
        if any((kind, entrant) in rows for entrant in entrants)
    }


def as_markdown(found: dict[str, dict[str, Figure]]) -> str:
    """A Markdown table of the shares that are right, with the mean per answer and the worst loss of other text."""
    entrants = list(dict.fromkeys(entrant for row in found.values() for entrant in row))
    lines: list[list[str]] = []
    for answer in Answer:
        rows = {kind: row for kind, row in found.items() if KINDS[kind].answer is answer}
        for kind, row in rows.items():
            cells = [f"{row[entrant].right:.2f}" if entrant in row else "-" for entrant in entrants]
            pages = max(figure.pages for figure in row.values())
            lines.append([f"{answer}: {KINDS[kind].description}", str(pages), *cells])
        if rows:
            cells = [_mean([row[entrant].right for row in rows.values() if entrant in row]) for entrant in entrants]
            lines.append([f"**{answer}, mean of {len(rows)} kinds**", "", *cells])
    lost = [max((row[entrant].lost for row in found.values() if entrant in row), default=0.0) for entrant in entrants]
    lines.append(["other paragraphs lost, worst kind", "", *(f"{share:.2%}" for share in lost)])
    return markdown_table(["piece", "pages", *entrants], lines)


def records(found: dict[str, dict[str, Figure]]) -> list[dict[str, Any]]:
    """The results as records, one per kind and extractor."""
    return [
        {"kind": kind, "answer": str(KINDS[kind].answer), "entrant": entrant, **figure._asdict()}
        for kind, row in found.items()
        for entrant, figure in row.items()
    ]


def _mean(shares: Sequence[float]) -> str:
    return f"**{fmean(shares):.3f}**" if shares else "-"
