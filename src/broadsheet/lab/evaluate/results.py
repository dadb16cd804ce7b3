"""From the folder of a benchmark to figures and report files, without running anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadsheet.lab.evaluate.report import as_json, as_markdown, page_lines
from broadsheet.lab.evaluate.score import PageResult, score
from broadsheet.lab.evaluate.store import Plan, read_calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from broadsheet.lab.corpora import Corpus
    from broadsheet.lab.evaluate.breakdown import Breakdown
    from broadsheet.lab.evaluate.fingerprint import CorpusHashes
    from broadsheet.lab.evaluate.summary import Summary

__all__ = ["files_of", "score_folder"]


def score_folder(
    folder: Path, corpora: Sequence[Corpus], plan: Plan, hashes: Mapping[str, CorpusHashes], *, papers: bool
) -> Iterator[PageResult]:
    """Score the extractions in a folder.

    Args:
        folder: folder of the run.
        corpora: pages with gold answers.
        plan: the entrants.
        hashes: current hashes of each corpus, by name.
        papers: also score with the papers' metrics.

    Raises:
        LedgerUnreadable: extractions are missing, or of other pages.
        CorpusError: a page cannot be read.
    """
    names = [entered.name for entered in plan.entrants]
    for corpus in corpora:
        yield from score(corpus, read_calls(folder, corpus, names, hashes[corpus.name]), papers=papers)


def files_of(summary: Summary, breakdown: Breakdown, results: Sequence[PageResult]) -> dict[str, str]:
    """Return the report files by name."""
    return {
        "pages.jsonl": "".join(line for result in results for line in page_lines(result)),
        "summary.json": as_json(summary, breakdown),
        "report.md": as_markdown(summary, breakdown),
    }
