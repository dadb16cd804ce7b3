"""Labels of nodes: which are content by the gold text, and which by the output.

* **Hausner 2021** (section 6, Table 1a) counts nodes, and averages over the two *classes*. The paper does not say over
  what; with 1 % of the nodes positive, a micro average of 1.0 beside a macro average of 0.9 can be nothing else. The
  micro average over classes is the accuracy; the macro average is the mean of the scores of the two classes.
* **Zhang 2018**, Eq. (13), weighs each text node by its size, the number of its words (told at Eq. 8).
* **Standke 2019** reports the F1 of the positive class, a page being a node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from broadsheet.evaluate.metrics.overlap import Overlap, Scores

if TYPE_CHECKING:
    from collections.abc import Iterable

    from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["Confusion", "NodeScores", "confusion", "node_scores", "sizes"]


class Confusion(NamedTuple):
    """How often two labellings agree and disagree.

    Attributes:
        both: content by both (true positives).
        extra: only by the output (false positives).
        missed: only by the gold text (false negatives).
        neither: by neither (true negatives).
    """

    both: int
    extra: int
    missed: int
    neither: int


class NodeScores(NamedTuple):
    """Scores of labels.

    Attributes:
        micro: over both classes, each node weighing the same: all three are the accuracy.
        macro: means of the scores of the two classes.
        positive: the scores of the class "content" alone.
    """

    micro: Scores
    macro: Scores
    positive: Scores


def confusion(gold: BoolArray, output: BoolArray) -> Confusion:
    """Compare two labellings of the same nodes, shape (nodes,).

    Args:
        gold: which nodes are content, shape (nodes,).
        output: which were kept, shape (nodes,).
    """
    both = int((gold & output).sum())
    extra, missed = int(output.sum()) - both, int(gold.sum()) - both
    return Confusion(both, extra, missed, len(gold) - both - extra - missed)


def node_scores(pages: Iterable[Confusion]) -> NodeScores:
    """The scores of the nodes of all pages together; a quotient of nothing is 0."""
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
    """What two labellings have in common, by the size of the nodes (Zhang 2018, Eq. 13).

    Args:
        gold: the labels of the gold text, shape (nodes,).
        output: the labels of the output, shape (nodes,).
        size: the size of each node, shape (nodes,), in words.
    """
    return Overlap(int(size[gold & output].sum()), int(size[output & ~gold].sum()), int(size[gold & ~output].sum()))


def _of_class(hits: int, slips: int, misses: int) -> Scores:
    return Scores(_ratio(hits, hits + slips), _ratio(hits, hits + misses), _ratio(2 * hits, 2 * hits + slips + misses))


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
