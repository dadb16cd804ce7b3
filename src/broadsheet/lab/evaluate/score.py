"""Score extractions against gold answers, page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from broadsheet.lab.corpora import Corpus, Gold, Includes, Sample
from broadsheet.lab.evaluate.conventions import compose, headline, neutral_runs, without_runs
from broadsheet.lab.evaluate.metrics import Found, Overlap, Shingles, found_segments, overlap, shingles, shingles_of
from broadsheet.lab.evaluate.papers import Nodes, Papers, by_papers
from broadsheet.lab.evaluate.run import Call, Outcome, PageCalls

__all__ = ["PageResult", "Trial", "score"]


@dataclass(frozen=True, slots=True)
class Trial:
    """The scores of one entrant on one page."""

    entrant: str
    outcome: Outcome  # how the call ended
    error: str | None  # the exception, in one line, if it failed
    seconds: float  # CPU seconds of the call, failed or not
    stages: Mapping[str, float]  # CPU seconds of its stages, for our methods
    characters: int  # length of the extracted text
    confidence: float | None  # the entrant's probability that the text is right, if estimated
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
    site: str  # site of the page, otherwise the host of its URL, otherwise the page itself
    titled: bool  # whether the headline was put in front of outputs without it
    metadata_seconds: float | None  # CPU seconds of our metadata, without parsing; None if it failed
    metadata_error: str | None  # the exception, in one line, if it failed
    trials: tuple[Trial, ...]  # one per entrant, in the order of the entrants


def score(corpus: Corpus, pages: Iterable[PageCalls], *, papers: bool = False) -> Iterator[PageResult]:
    """Score the extractions of a corpus. The papers' metrics take ten times as long.

    Yields:
        One result per page, in the order of the extractions.
    """
    samples = {sample.gold.id: sample for sample in corpus}
    for page in pages:
        sample, reading = samples[page.page], page.reading
        title = headline(sample.gold, corpus.includes, reading.text if reading is not None else None)
        answer = _Answer.of(sample, corpus.includes, title, papers=papers)
        yield PageResult(
            corpus=corpus.name,
            page=page.page,
            lang=sample.gold.lang,
            site=_site(sample.gold),
            titled=title is not None,
            metadata_seconds=reading.stages.get("metadata") if reading is not None else None,
            metadata_error=reading.error if reading is not None else None,
            trials=tuple(map(answer.trial, page.calls)),
        )


def _site(gold: Gold) -> str:
    if gold.site:
        return gold.site
    try:
        host = urlsplit(gold.url).hostname if gold.url else None
    except ValueError:  # not a valid URL
        host = None
    return host or f"{gold.corpus}/{gold.id}"


@dataclass(frozen=True, slots=True, eq=False)
class _Answer:
    """A gold answer, prepared for comparisons."""

    gold: Gold  # the answer
    title: str | None  # the headline to put in front of outputs, if any
    wanted: Shingles | None  # shingles of the gold text, if there is one
    runs: tuple[tuple[str, ...], ...]  # neutral token runs
    normalised: Shingles  # shingles of the rest of the gold text
    nodes: Nodes | None  # the page's text nodes, for the papers' metrics, if it can be parsed
    papers: bool  # score with the papers' metrics

    @classmethod
    def of(cls, sample: Sample, includes: Includes, title: str | None, *, papers: bool) -> _Answer:
        """Prepare the answer of a page."""
        gold = sample.gold
        if gold.text is None:
            return cls(gold, title, None, (), Counter(), None, papers=False)
        page = sample.page()
        runs = neutral_runs(page, gold, includes)
        nodes = Nodes.of(page, gold.text) if papers and page is not None else None
        return cls(gold, title, shingles(gold.text), runs, shingles_of(without_runs(gold.text, runs)), nodes, papers)

    def trial(self, call: Call) -> Trial:
        """Score one call."""
        gold, text = self.gold, call.text
        composed = compose(text, self.title) if self.title else text
        wanted = self.wanted
        normalised = shingles_of(without_runs(text, self.runs)) if wanted is not None else Counter()
        return Trial(
            entrant=call.entrant,
            outcome=call.outcome,
            error=call.error,
            seconds=call.seconds,
            stages=call.stages,
            characters=len(text),
            confidence=call.confidence,
            overlap=overlap(wanted, shingles(composed)) if wanted is not None else None,
            normalised=overlap(self.normalised, normalised) if wanted is not None else None,
            found=found_segments(text, gold.with_, gold.without) if gold.with_ or gold.without else None,
            papers=by_papers(gold.text, composed, self.nodes) if self.papers and gold.text is not None else None,
        )
