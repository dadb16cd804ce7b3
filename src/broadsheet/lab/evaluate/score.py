"""Score extractions against gold answers, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from broadsheet.lab.corpora import Corpus, Sample
from broadsheet.lab.evaluate.conventions import compose, headline, neutral_runs, without_runs
from broadsheet.lab.evaluate.metrics import Found, Overlap, found_segments, overlap, shingles, shingles_of
from broadsheet.lab.evaluate.papers import Nodes, Papers, by_papers
from broadsheet.lab.evaluate.run import READER, Call, PageCalls

__all__ = ["PageResult", "Trial", "score"]


@dataclass(frozen=True, slots=True)
class Trial:
    """The scores of one entrant on one page."""

    call: Call  # without its text, to save memory
    characters: int  # length of the extracted text
    overlap: Overlap | None  # shingles against the gold text, if there is one
    found: Found | None  # gold segments found, if there are any
    normalised: Overlap | None = None  # ``overlap`` under the conventions of `broadsheet.lab.evaluate.conventions`
    papers: Papers | None = None  # the papers' metrics, if requested and there is a gold text

    @property
    def page_score(self) -> float:
        """One score for the page, 0 to 1: F1 of shingles, or without a gold text the share of right segments."""
        if self.overlap is not None:
            return self.overlap.f1
        return self.found.accuracy if self.found is not None else 0.0


@dataclass(frozen=True, slots=True)
class PageResult:
    """All entrants on one page."""

    corpus: str
    page: str
    lang: str | None  # language of the page, if known
    site: str  # site of the page, otherwise the page itself
    titled: bool  # whether the headline was put in front of outputs without it
    metadata_error: str | None  # why our metadata could not be read, in one line, if so
    trials: tuple[Trial, ...]  # one per entrant, in the order of the entrants


def score(corpus: Corpus, pages: Iterable[PageCalls], *, papers: bool = False) -> Iterator[PageResult]:
    """Score the extractions of a corpus, composed with the headlines of `READER` if there are any.

    The papers' metrics take ten times as long.

    Yields:
        One result per page, in the order of the extractions.
    """
    samples = {sample.gold.id: sample for sample in corpus}
    for page in pages:
        sample, calls = samples[page.page], dict(page.calls)
        gold, reading = sample.gold, calls.pop(READER.name, None)
        title = headline(gold, reading.text if reading is not None else None)
        yield PageResult(
            corpus=corpus.name,
            page=page.page,
            lang=gold.lang,
            site=gold.site or gold.name,
            titled=title is not None,
            metadata_error=reading.error if reading is not None else None,
            trials=tuple(map(_scorer(sample, title, papers=papers), calls.values())),
        )


def _scorer(sample: Sample, title: str | None, *, papers: bool) -> Callable[[Call], Trial]:
    """Return a function that scores the calls on a page; ``title`` is the headline to put in front of outputs."""
    gold, wanted = sample.gold, sample.gold.text
    page = sample.page() if wanted is not None else None
    nodes = Nodes.of(page, wanted) if papers and page is not None and wanted is not None else None
    runs = neutral_runs(page, gold)
    exact, normalised = shingles(wanted or ""), shingles_of(without_runs(wanted or "", runs))

    def trial(call: Call) -> Trial:
        text = call.text
        composed = compose(text, title) if title else text
        return Trial(
            call=replace(call, text=""),
            characters=len(text),
            overlap=overlap(exact, shingles(composed)) if wanted is not None else None,
            found=found_segments(text, gold.with_, gold.without) if gold.with_ or gold.without else None,
            normalised=overlap(normalised, shingles_of(without_runs(text, runs))) if wanted is not None else None,
            papers=by_papers(wanted, composed, nodes) if papers and wanted is not None else None,
        )

    return trial
