"""The metrics of the papers, from texts or labels of nodes to counts.

* **Bag of words** (Barua 2014, section 5; the evaluation of CEPR's authors; WCXB's ``evaluate.py``): each word counts
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
  say over what; with 1 % positive nodes, a micro average of 1.0 beside a macro average of 0.9 allows no other reading.
  The micro average over classes is the accuracy; the macro average is the mean of the scores of the two classes.
  Standke 2019 reports the F1 of the positive class, with pages as nodes.
* **Sizes** (Zhang 2018, Eq. 13): each text node is weighted by its number of words (stated at Eq. 8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Indel, LCSseq

from broadsheet.lab.evaluate.metrics.overlap import Overlap, Scores
from broadsheet.lab.evaluate.metrics.tokens import tokens
from broadsheet.page.arrays import BoolArray

__all__ = [
    "Confusion",
    "NodeScores",
    "bag_of_words",
    "confusion",
    "edit_distance",
    "in_order",
    "line_sets",
    "node_scores",
    "sizes",
]


class Confusion(NamedTuple):
    """Confusion counts of two labellings.

    Attributes:
        both: true positives.
        extra: false positives: content only in the output.
        missed: false negatives: content only in the gold text.
        neither: true negatives.
    """

    both: int
    extra: int
    missed: int
    neither: int


class NodeScores(NamedTuple):
    """Scores of labels.

    Attributes:
        micro: over both classes, all nodes weighing the same: all three values are the accuracy.
        macro: means of the scores of the two classes.
        positive: scores of the class "content".
    """

    micro: Scores
    macro: Scores
    positive: Scores


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
    return Overlap(len(wanted & got), len(got - wanted), len(wanted - got))


def confusion(gold: BoolArray, output: BoolArray) -> Confusion:
    """Compare the gold labels of some nodes with those of an output, shape (nodes,) each."""
    both = int((gold & output).sum())
    extra, missed = int(output.sum()) - both, int(gold.sum()) - both
    return Confusion(both, extra, missed, len(gold) - both - extra - missed)


def node_scores(pages: Iterable[Confusion]) -> NodeScores:
    """Score the nodes of all pages together; division by 0 gives 0."""
    both, extra, missed, neither = map(sum, zip((0, 0, 0, 0), *pages, strict=True))
    positive, negative = _of_class(both, extra, missed), _of_class(neither, missed, extra)
    accuracy = _ratio(both + neither, both + extra + missed + neither)
    means = ((content + other) / 2 for content, other in zip(positive, negative, strict=True))
    return NodeScores(Scores(accuracy, accuracy, accuracy), Scores(*means), positive)


def sizes(gold: BoolArray, output: BoolArray, size: NDArray[np.integer[Any]]) -> Overlap:
    """Compare two labellings, weighted by node size (Zhang 2018, Eq. 13); shape (nodes,) each."""
    return Overlap(int(size[gold & output].sum()), int(size[output & ~gold].sum()), int(size[gold & ~output].sum()))


def _of_class(hits: int, slips: int, misses: int) -> Scores:
    return Scores(_ratio(hits, hits + slips), _ratio(hits, hits + misses), _ratio(2 * hits, 2 * hits + slips + misses))


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
