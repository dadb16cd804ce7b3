"""Labels of nodes: content by the gold text, and content by the output.

* **Hausner 2021** (section 6, Table 1a) counts nodes, and averages over the two *classes*. The paper does not say over
  what; with 1 % positive nodes, a micro average of 1.0 beside a macro average of 0.9 allows no other reading. The micro
  average over classes is the accuracy; the macro average is the mean of the scores of the two classes.
* **Zhang 2018**, Eq. (13), weights each text node by its size, its number of words (stated at Eq. 8).
* **Standke 2019** reports the F1 of the positive class, with pages as nodes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from broadsheet.lab.evaluate.metrics.overlap import Overlap, Scores

if TYPE_CHECKING:
    from collections.abc import Iterable

    from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["Confusion", "NodeScores", "confusion", "node_scores", "sizes"]


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


def confusion(gold: BoolArray, output: BoolArray) -> Confusion:
    """Compare two labellings of the same nodes.

    Args:
        gold: gold labels, shape (nodes,).
        output: labels of the output, shape (nodes,).
    """
    both = int((gold & output).sum())
    extra, missed = int(output.sum()) - both, int(gold.sum()) - both
    return Confusion(both, extra, missed, len(gold) - both - extra - missed)


def node_scores(pages: Iterable[Confusion]) -> NodeScores:
    """Score the nodes of all pages together; division by 0 gives 0."""
    both = extra = missed = neither = 0
    for page in pages:
        both, extra, missed, neither = (
            both + page.both,
            extra + page.extra,
            missed + page.missed,
            neither + page.neither,
        )
    positive, negative = _of_class(both, extra, missed), _of_class(neither, missed, extra)
    accuracy = _ratio(both + neither, both + extra + missed + neither)
    means = ((content + other) / 2 for content, other in zip(positive, negative, strict=True))
    return NodeScores(Scores(accuracy, accuracy, accuracy), Scores(*means), positive)


def sizes(gold: BoolArray, output: BoolArray, size: IntArray) -> Overlap:
    """Compare two labellings, weighted by node size (Zhang 2018, Eq. 13).

    Args:
        gold: labels of the gold text, shape (nodes,).
        output: labels of the output, shape (nodes,).
        size: size of each node in words, shape (nodes,).
    """
    return Overlap(int(size[gold & output].sum()), int(size[output & ~gold].sum()), int(size[gold & ~output].sum()))


def _of_class(hits: int, slips: int, misses: int) -> Scores:
    return Scores(_ratio(hits, hits + slips), _ratio(hits, hits + misses), _ratio(2 * hits, 2 * hits + slips + misses))


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
