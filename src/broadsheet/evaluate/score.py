"""Extractions and answers -> what each is worth, page by page.

It treats all entrants alike, and must not know how a text was made or how scores are added up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

import numpy as np

from broadsheet.evaluate.alignment import NodeWords, label_nodes, node_words
from broadsheet.evaluate.compose import compose, headline
from broadsheet.evaluate.conventions import neutral_runs, without_runs
from broadsheet.evaluate.metrics import (
    Confusion,
    Found,
    Overlap,
    Shingles,
    bag_of_words,
    confusion,
    edit_distance,
    found_segments,
    in_order,
    line_sets,
    overlap,
    rouge_lsum,
    shingles,
    shingles_of,
    sizes,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from broadsheet.corpora import Corpus, Gold, Includes
    from broadsheet.evaluate.run import Call, Outcome, PageCalls
    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["NodeMarks", "PageResult", "Papers", "Trial", "score"]


class NodeMarks(NamedTuple):
    """How the nodes that an output is made of compare with those of the gold text.

    Attributes:
        nodes: text nodes by their labels.
        sizes: text nodes by their size in words.
        lines: segments of the page, as sets.
    """

    nodes: Confusion
    sizes: Overlap
    lines: Overlap


@dataclass(frozen=True, slots=True)
class Papers:
    """One text by the measures of the papers (`broadsheet.evaluate.metrics` says which is whose).

    Attributes:
        words: words in common, in any order.
        folded: the same with words in lower case.
        ordered: words in common, in the same order.
        rouge: ROUGE-LSum.
        edits: edit distance in characters.
        marks: which nodes of the page the text is made of; None where the page cannot be parsed.
    """

    words: Overlap
    folded: Overlap
    ordered: Overlap
    rouge: Overlap
    edits: int
    marks: NodeMarks | None


@dataclass(frozen=True, slots=True)
class Trial:
    """What one entrant's result for one page is worth.

    Attributes:
        entrant: its name.
        outcome: how the call ended.
        error: what was raised, in one line, if it failed.
        seconds: CPU seconds of the call, failed or not.
        stages: CPU seconds of its parts, for our methods.
        characters: length of the text, as it came out.
        confidence: the entrant's own probability that it is right, if it gives one.
        overlap: shingles against the gold text, if there is one.
        found: segments found, if there are any to find.
        normalised: ``overlap`` with gold text and output brought to the conventions of
            `broadsheet.evaluate.conventions`.
        papers: the papers' measures, if they were asked for and there is a gold text.
    """

    entrant: str
    outcome: Outcome
    error: str | None
    seconds: float
    stages: Mapping[str, float]
    characters: int
    confidence: float | None
    overlap: Overlap | None
    found: Found | None
    normalised: Overlap | None = None
    papers: Papers | None = None

    @property
    def page_score(self) -> float:
        """One figure for the page, between 0 and 1: F1 of shingles, or the share of its segments that are right.

        Segments count where there is no gold text.
        """
        if self.overlap is not None:
            return self.overlap.f1
        return self.found.accuracy if self.found is not None else 0.0


@dataclass(frozen=True, slots=True)
class PageResult:
    """All entrants on one page.

    Attributes:
        corpus: the corpus's name.
        page: the page's name.
        lang: the page's language, if the corpus knows it.
        site: the page's site: by the corpus, else the host of its address, else the page itself.
        titled: whether outputs got the headline in front where they did not have it.
        metadata_seconds: CPU seconds of reading the page's metadata with ours, None if that failed.
        metadata_error: what was raised then, in one line.
        trials: one for each entrant, in the order in which they were entered.
    """

    corpus: str
    page: str
    lang: str | None
    site: str
    titled: bool
    metadata_seconds: float | None
    metadata_error: str | None
    trials: tuple[Trial, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Nodes:
    """The text nodes of a page, and which its gold text is made of.

    Attributes:
        words: their words.
        size: how many words each has, shape (nodes,).
        segment: the segment of each, shape (nodes,).
        lines: the text of each segment.
        gold: the labels by the gold text, shape (nodes,).
    """

    words: NodeWords
    size: IntArray
    segment: IntArray
    lines: tuple[str, ...]
    gold: BoolArray

    def compare(self, output: str) -> NodeMarks:
        """How an output's labels compare with the gold text's."""
        labels = label_nodes(self.words, output)
        return NodeMarks(
            confusion(self.gold, labels),
            sizes(self.gold, labels, self.size),
            line_sets(self._lines(self.gold), self._lines(labels)),
        )

    def _lines(self, labels: BoolArray) -> Iterator[str]:
        """The segments with a labelled node."""
        return (self.lines[place] for place in np.unique(self.segment[labels]).tolist())


@dataclass(frozen=True, slots=True, eq=False)
class _Normalised:
    """A gold text by the conventions.

    Attributes:
        runs: what counts neither way.
        wanted: the shingles of the rest of the gold text.
    """

    runs: tuple[tuple[str, ...], ...]
    wanted: Shingles

    @classmethod
    def of(cls, page: Page | None, gold: Gold, includes: Includes) -> _Normalised | None:
        """That of a page; None where it has no gold text."""
        if gold.text is None:
            return None
        runs = neutral_runs(page, gold, includes)
        return cls(runs, shingles_of(without_runs(gold.text, runs)))

    def compare(self, output: str) -> Overlap:
        """An output without what counts neither way, against the gold text."""
        return overlap(self.wanted, shingles_of(without_runs(output, self.runs)))


def score(corpus: Corpus, pages: Iterable[PageCalls], *, papers: bool = False) -> Iterator[PageResult]:
    """Score the extractions of a corpus.

    Args:
        corpus: the pages with their answers.
        pages: what came out for them.
        papers: score by the papers' measures too, which takes some ten times as long.

    Yields:
        One result a page, in the order of the extractions.

    Raises:
        CorpusError: a page cannot be read.
    """
    samples = {sample.gold.id: sample for sample in corpus}
    for page in pages:
        sample = samples[page.page]
        gold = sample.gold
        title = headline(gold, corpus.includes, page.reading.title)
        wanted = shingles(gold.text) if gold.text is not None else None
        read = sample.page() if gold.text is not None else None
        answer = _Normalised.of(read, gold, corpus.includes)
        nodes = _nodes_of(read, gold.text) if papers and read is not None and gold.text is not None else None
        yield PageResult(
            corpus=corpus.name,
            page=page.page,
            lang=gold.lang,
            site=_site(gold),
            titled=title is not None,
            metadata_seconds=page.reading.seconds,
            metadata_error=page.reading.error,
            trials=tuple(
                _trial(
                    call, gold, wanted, answer, compose(call.text, title) if title else call.text, nodes, papers=papers
                )
                for call in page.calls
            ),
        )


def _site(gold: Gold) -> str:
    if gold.site:
        return gold.site
    try:
        host = urlsplit(gold.url).hostname if gold.url else None
    except ValueError:  # an address that is none
        host = None
    return host or f"{gold.corpus}/{gold.id}"


def _trial(
    call: Call,
    gold: Gold,
    wanted: Shingles | None,
    answer: _Normalised | None,
    composed: str,
    nodes: _Nodes | None,
    *,
    papers: bool,
) -> Trial:
    """One call.

    Args:
        call: what came out.
        gold: the answer.
        wanted: the shingles of the gold text, if there is one.
        answer: the same by the conventions.
        composed: the text as it is compared with the gold text.
        nodes: the page's text nodes, if they could be had.
        papers: score by the papers' measures.
    """
    return Trial(
        entrant=call.entrant,
        outcome=call.outcome,
        error=call.error,
        seconds=call.seconds,
        stages=call.stages,
        characters=len(call.text),
        confidence=call.confidence,
        overlap=overlap(wanted, shingles(composed)) if wanted is not None else None,
        normalised=answer.compare(call.text) if answer is not None else None,
        found=found_segments(call.text, gold.with_, gold.without) if gold.with_ or gold.without else None,
        papers=_papers(gold.text, composed, nodes) if papers and gold.text is not None else None,
    )


def _papers(gold: str, output: str, nodes: _Nodes | None) -> Papers:
    return Papers(
        words=bag_of_words(gold, output),
        folded=bag_of_words(gold, output, fold_case=True),
        ordered=in_order(gold, output),
        rouge=rouge_lsum(gold, output),
        edits=edit_distance(gold, output),
        marks=nodes.compare(output) if nodes is not None else None,
    )


def _nodes_of(page: Page, gold: str) -> _Nodes:
    rows = np.flatnonzero(page.shown)
    words = node_words([page.raw(row) for row in rows.tolist()])
    segments = page.segments
    return _Nodes(
        words=words,
        size=page.words[rows],
        segment=segments.of[rows],
        lines=tuple(page.texts),
        gold=label_nodes(words, gold),
    )
