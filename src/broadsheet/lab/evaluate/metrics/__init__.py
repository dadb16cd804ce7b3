r"""Metrics of extraction: pure functions from texts and labels to counts, and from counts to scores:

========== ============================================================ ==============================================
file       metric                                                       used by
========== ============================================================ ==============================================
shingles   runs of four tokens, with bootstrap                          article extraction benchmark of Scrapinghub
segments   segments that must and must not be there                     trafilatura's evaluation
published  words, edit distance, sets of lines, labels of nodes         the papers
========== ============================================================ ==============================================

CleanEval's own edit-distance score is not used by any of the papers: they use its pages with other metrics.
"""

from broadsheet.lab.evaluate.metrics.bootstrap import RESAMPLES, Interval, interval
from broadsheet.lab.evaluate.metrics.overlap import Overlap, Scores, macro, micro
from broadsheet.lab.evaluate.metrics.published import (
    Confusion,
    NodeScores,
    bag_of_words,
    confusion,
    edit_distance,
    in_order,
    line_sets,
    node_scores,
    sizes,
)
from broadsheet.lab.evaluate.metrics.segments import Found, SegmentScores, found_segments, segment_scores
from broadsheet.lab.evaluate.metrics.shingles import (
    Shingles,
    ShingleScores,
    overlap,
    shingle_scores,
    shingles,
    shingles_of,
)
from broadsheet.lab.evaluate.metrics.tokens import canonical, tokens

__all__ = [
    "RESAMPLES",
    "Confusion",
    "Found",
    "Interval",
    "NodeScores",
    "Overlap",
    "Scores",
    "SegmentScores",
    "ShingleScores",
    "Shingles",
    "bag_of_words",
    "canonical",
    "confusion",
    "edit_distance",
    "found_segments",
    "in_order",
    "interval",
    "line_sets",
    "macro",
    "micro",
    "node_scores",
    "overlap",
    "segment_scores",
    "shingle_scores",
    "shingles",
    "shingles_of",
    "sizes",
    "tokens",
]
