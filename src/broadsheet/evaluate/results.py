"""From the folder of a benchmark to figures and report files, without running anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.evaluate.breakdown import worst
from broadsheet.evaluate.compose import compose, headline
from broadsheet.evaluate.report import Case, as_html, as_json, as_markdown, page_lines
from broadsheet.evaluate.run import Outcome
from broadsheet.evaluate.score import PageResult, score
from broadsheet.evaluate.store import Plan, read_calls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from broadsheet.corpora import Corpus
    from broadsheet.evaluate.breakdown import Breakdown
    from broadsheet.evaluate.fingerprint import CorpusHashes
    from broadsheet.evaluate.summary import Summary

__all__ = ["PAGES", "SUMMARY", "cases", "files_of", "score_folder"]

PAGES: Final = "pages.jsonl"
SUMMARY: Final = "summary.json"
_MARKDOWN: Final = "report.md"
_HTML: Final = "report.html"


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


def cases(
    folder: Path,
    corpora: Sequence[Corpus],
    hashes: Mapping[str, CorpusHashes],
    results: Sequence[PageResult],
    *,
    entrant: str,
    count: int,
) -> list[Case]:
    """Return an entrant's worst pages, with the texts as compared.

    Args:
        folder: folder of the run.
        corpora: pages with gold answers.
        hashes: current hashes of each corpus, by name.
        results: scores of the pages.
        entrant: name of the entrant.
        count: maximum number of pages.
    """
    chosen = {(result.corpus, result.page): result for result in worst(results, entrant, count)}
    found = {}
    for corpus in corpora:
        if not any(name == corpus.name for name, _ in chosen):
            continue
        golds = {sample.gold.id: sample.gold for sample in corpus}
        for page in read_calls(folder, corpus, [entrant], hashes[corpus.name]):
            key = corpus.name, page.page
            if key not in chosen:
                continue
            (call,) = page.calls
            gold = golds[page.page]
            title = headline(gold, corpus.includes, page.reading.title)
            trial = next(trial for trial in chosen[key].trials if trial.entrant == entrant)
            found[key] = Case(
                name="/".join(key),
                url=gold.url,
                score=trial.page_score,
                outcome=call.error or ("" if call.outcome is Outcome.EXTRACTED else call.outcome.value),
                gold=gold.text or "",
                output=compose(call.text, title) if title else call.text,
            )
    return [found[key] for key in chosen]


def files_of(
    summary: Summary,
    breakdown: Breakdown,
    results: Sequence[PageResult],
    shown: Sequence[Case],
    *,
    entrant: str | None,
) -> dict[str, str]:
    """Return the report files by name.

    Args:
        summary: the figures.
        breakdown: their breakdown.
        results: scores of the pages.
        shown: pages to show side by side.
        entrant: the entrant of these pages.
    """
    return {
        PAGES: "".join(line for result in results for line in page_lines(result)),
        SUMMARY: as_json(summary, breakdown),
        _MARKDOWN: as_markdown(summary, breakdown),
        _HTML: as_html(summary, breakdown, shown, entrant=entrant),
    }
