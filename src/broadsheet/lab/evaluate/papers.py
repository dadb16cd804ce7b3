"""The papers' metrics of one page, and over many pages, each aggregated as in its paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from statistics import fmean
from typing import NamedTuple

import numpy as np

from broadsheet.lab.evaluate.alignment import NodeWords, label_nodes, node_words
from broadsheet.lab.evaluate.metrics import (
    Confusion,
    Overlap,
    bag_of_words,
    confusion,
    edit_distance,
    in_order,
    line_sets,
    macro,
    micro,
    node_scores,
    sizes,
)
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["NodeMarks", "Nodes", "PaperScores", "Papers", "by_papers", "mean_paper_scores", "paper_scores"]


class NodeMarks(NamedTuple):
    """Comparison of the text nodes of an output with those of the gold text: by label, by size in words, as lines."""

    nodes: Confusion
    sizes: Overlap
    lines: Overlap


@dataclass(frozen=True, slots=True)
class Papers:
    """One text by the papers' metrics (see `broadsheet.lab.evaluate.metrics`)."""

    words: Overlap
    folded: Overlap  # in lower case
    ordered: Overlap
    edits: int  # edit distance in characters
    marks: NodeMarks | None  # None if the page cannot be parsed


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The text nodes of a page, labelled by its gold text, with their sizes in words and segments; shape (nodes,)."""

    words: NodeWords
    size: IntArray
    segment: IntArray
    lines: tuple[str, ...]  # text of each segment
    gold: BoolArray

    @classmethod
    def of(cls, page: Page, gold: str) -> Nodes:
        """Label the nodes of a page."""
        rows = np.flatnonzero(page.shown)
        words = node_words([page.raw(row) for row in rows.tolist()])
        return cls(words, page.words[rows], page.segments.of[rows], tuple(page.texts), label_nodes(words, gold))

    def compare(self, output: str) -> NodeMarks:
        """Compare an output's labels with the gold text's."""
        labels = label_nodes(self.words, output)
        lines = (
            [self.lines[place] for place in np.unique(self.segment[marked]).tolist()] for marked in (self.gold, labels)
        )
        return NodeMarks(confusion(self.gold, labels), sizes(self.gold, labels, self.size), line_sets(*lines))


def by_papers(gold: str, output: str, nodes: Nodes | None) -> Papers:
    """Compare an output with a gold text; ``nodes`` are those of the page, if it can be parsed."""
    return Papers(
        words=bag_of_words(gold, output),
        folded=bag_of_words(gold, output, fold_case=True),
        ordered=in_order(gold, output),
        edits=edit_distance(gold, output),
        marks=nodes.compare(output) if nodes is not None else None,
    )


@dataclass(frozen=True, slots=True)
class PaperScores:
    """Scores by the papers' metrics; between 0 and 1, except ``edits``.

    Attributes:
        words_precision, words_recall, words_f1: bag of words, means over pages (Barua 2014).
        words_micro_f1: bag of words, counts of all pages summed.
        folded_f1: bag of lower-case words, mean of the pages' F1 (WCXB).
        ordered_f1: words in order, mean of the pages' F1 (CETD; WCEB's Levenshtein ratio).
        edits: mean edit distance in characters; lower is better (Hausner 2021).
        nodes_micro_f1, nodes_macro_f1: over the classes of text nodes (Hausner 2021).
        sizes_f1: text nodes weighted by size, mean of the pages' F1 (Zhang 2018).
        lines_f1: sets of lines, mean of the pages' F1 (a reading of Tan 2018).
    """

    words_precision: float
    words_recall: float
    words_f1: float
    words_micro_f1: float
    folded_f1: float
    ordered_f1: float
    edits: float
    nodes_micro_f1: float
    nodes_macro_f1: float
    sizes_f1: float
    lines_f1: float


def paper_scores(pages: Sequence[Papers]) -> PaperScores | None:
    """Aggregate pages; None for no pages. Node metrics cover only pages that could be parsed."""
    if not pages:
        return None
    words = macro([page.words for page in pages])
    marks = [page.marks for page in pages if page.marks is not None]
    nodes = node_scores(mark.nodes for mark in marks)
    return PaperScores(
        words_precision=words.precision,
        words_recall=words.recall,
        words_f1=words.f1,
        words_micro_f1=micro([page.words for page in pages]).f1,
        folded_f1=macro([page.folded for page in pages]).f1,
        ordered_f1=macro([page.ordered for page in pages]).f1,
        edits=fmean(page.edits for page in pages),
        nodes_micro_f1=nodes.micro.f1,
        nodes_macro_f1=nodes.macro.f1,
        sizes_f1=macro([mark.sizes for mark in marks]).f1,
        lines_f1=macro([mark.lines for mark in marks]).f1,
    )


def mean_paper_scores(corpora: Sequence[PaperScores]) -> PaperScores | None:
    """Average over corpora, equally weighted; None for none."""
    if not corpora:
        return None
    columns = zip(*(astuple(scores) for scores in corpora), strict=True)
    return PaperScores(
        **{field.name: fmean(column) for field, column in zip(fields(PaperScores), columns, strict=True)}
    )
