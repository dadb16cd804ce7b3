"""The metrics of the papers: of texts and labels of nodes, and aggregated over pages as in each paper.

* **Bag of words** (Barua 2014, section 4; the evaluation of CEPR's authors; WCXB's ``evaluate.py``): each word counts
  as often as it occurs in both texts. Barua keeps stop words. CEPR's "score" is ``both / (both + extra + missed)``.
* **In order** (CETD, Sun 2011, section 6; WCEB, ``eval.py``): longest common subsequence of words, divided by the
  length of the output (precision) and of the gold text (recall). Its F1 is WCEB's Levenshtein ratio.
* **Edit distance** (Hausner 2021, section 6, *Metrics*): "a substitution accounts for two edit operations", so
  substitutions never beat a deletion with an insertion, and the distance is *indel*:
  ``len(a) + len(b) - 2 LCS(a, b)``. The paper does not name the unit; its figures suggest characters.
* **Lines** (Tan 2018, section IV.A.2): ``Precision = |Se & Sl| / |Se|`` and ``Recall = |Se & Sl| / |Sl|`` with the sets
  of extracted and of labelled results. Tan does not define a result, and follows CETR, where it is a line of the HTML
  source. **Our unit is the page's segment**: minified pages have no lines; and lines of outputs would measure how a
  library breaks paragraphs, not what it found.
* **Nodes** (Hausner 2021, section 6, Table 1a): counts of nodes, averaged over the two *classes*. The paper does not
  say over what; with 1 % positive nodes, a micro average of 1.0 with a macro average of 0.9 allows no other reading.
  The micro average over classes is the accuracy; the macro average is the mean of the scores of the two classes.
  Standke 2019, with pages as nodes, plans F1 in the slides and reports accuracy; our F1 is of the class "article".
* **Sizes** (Zhang 2018, Eq. 13): each text node is weighted by its number of words (stated at Eq. 8).

CleanEval's own edit-distance score is not used by any of the papers: they use its pages with other metrics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel, LCSseq

from broadsheet.lab.evaluate.metrics import Overlap, Scores, macro, micro, of_sets
from broadsheet.lab.evaluate.words import NodeWords, label_nodes, node_words, tokens
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, IntArray

__all__ = [
    "Nodes",
    "Papers",
    "bag_of_words",
    "by_papers",
    "confusion",
    "edit_distance",
    "line_sets",
    "mean_paper_scores",
    "node_scores",
    "paper_scores",
    "sizes",
]


class Confusion(NamedTuple):
    """Confusion counts of two labellings."""

    both: int  # true positives
    extra: int  # false positives: content only in the output
    missed: int  # false negatives: content only in the gold text
    neither: int  # true negatives


class NodeScores(NamedTuple):
    """Scores of labels."""

    micro: Scores  # over both classes, all nodes weighing the same: all three values are the accuracy
    macro: Scores  # means of the scores of the two classes
    positive: Scores  # scores of the class "content"


def bag_of_words(gold: str, output: str, *, fold_case: bool = False) -> Overlap:
    """Count common tokens in any order, each as often as it occurs in both texts; in lower case like WCXB if asked."""
    wanted, got = (Counter(tokens(text.lower() if fold_case else text)) for text in (gold, output))
    both = (wanted & got).total()
    return Overlap(both, got.total() - both, wanted.total() - both)


def in_order(gold: str, output: str) -> Overlap:
    """Compare two texts by the longest common subsequence of their tokens."""
    wanted, got = tokens(gold), tokens(output)
    both = LCSseq.similarity(wanted, got)
    return Overlap(both, len(got) - both, len(wanted) - both)


def edit_distance(gold: str, output: str) -> int:
    """Return the distance in characters; a replaced character counts twice.

    Runs of white space count as one space, so paragraph breaks do not matter.
    """
    return int(Indel.distance(" ".join(gold.split()), " ".join(output.split())))


def line_sets(gold: Iterable[str], output: Iterable[str]) -> Overlap:
    """Compare two sets of lines. White space is collapsed; blank and repeated lines are ignored."""
    wanted, got = ({" ".join(line.split()) for line in lines} - {""} for lines in (gold, output))
    return of_sets(wanted, got)


def confusion(gold: BoolArray, output: BoolArray) -> Confusion:
    """Compare the gold labels of some nodes with those of an output, shape (nodes,) each."""
    both = int((gold & output).sum())
    extra, missed = int(output.sum()) - both, int(gold.sum()) - both
    return Confusion(both, extra, missed, len(gold) - both - extra - missed)


def node_scores(pages: Iterable[Confusion]) -> NodeScores:
    """Score the nodes of all pages together; division by 0 gives 0."""
    both, extra, missed, neither = map(sum, zip((0, 0, 0, 0), *pages, strict=True))
    positive, negative = _of_class(both, extra, missed), _of_class(neither, missed, extra)
    accuracy = _share(both + neither, both + extra + missed + neither)
    means = ((content + other) / 2 for content, other in zip(positive, negative, strict=True))
    return NodeScores(Scores(accuracy, accuracy, accuracy), Scores(*means), positive)


def sizes(gold: BoolArray, output: BoolArray, size: NDArray[np.integer[Any]]) -> Overlap:
    """Compare two labellings, weighted by node size; shape (nodes,) each."""
    # Zhang 2018, Eq. (13)
    return Overlap(int(size[gold & output].sum()), int(size[output & ~gold].sum()), int(size[gold & ~output].sum()))


def _of_class(hits: int, slips: int, misses: int) -> Scores:
    return Scores(_share(hits, hits + slips), _share(hits, hits + misses), _share(2 * hits, 2 * hits + slips + misses))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


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


def paper_scores(pages: Sequence[Papers]) -> dict[str, float]:
    """Aggregate pages: scores by the papers' metrics, by name, between 0 and 1 except ``edits``; empty for no pages.

    Node metrics cover only pages that could be parsed.
    """
    if not pages:
        return {}
    words = macro([page.words for page in pages])
    marks = [page.marks for page in pages if page.marks is not None]
    nodes = node_scores(mark.nodes for mark in marks)
    return {
        # Bag of words, means over pages (Barua 2014); and of the counts of all pages.
        "words_precision": words.precision,
        "words_recall": words.recall,
        "words_f1": words.f1,
        "words_micro_f1": micro([page.words for page in pages]).f1,
        "folded_f1": macro([page.folded for page in pages]).f1,  # in lower case (WCXB)
        "ordered_f1": macro([page.ordered for page in pages]).f1,  # words in order (CETD; WCEB's Levenshtein ratio)
        "edits": fmean(page.edits for page in pages),  # in characters; lower is better (Hausner 2021)
        # Over the classes of text nodes (Hausner 2021).
        "nodes_micro_f1": nodes.micro.f1,
        "nodes_macro_f1": nodes.macro.f1,
        "sizes_f1": macro([mark.sizes for mark in marks]).f1,  # text nodes weighted by size (Zhang 2018)
        "lines_f1": macro([mark.lines for mark in marks]).f1,  # sets of lines (a reading of Tan 2018)
    }


def mean_paper_scores(corpora: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Average over corpora, equally weighted; empty for none."""
    return {name: fmean(scores[name] for scores in corpora) for name in (corpora[0] if corpora else ())}
