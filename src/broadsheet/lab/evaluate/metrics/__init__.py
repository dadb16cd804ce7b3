r"""Metrics of extraction: pure functions from texts and labels to counts, and from counts to scores. One file per kind:

========== ============================================================ ==============================================
file       metric                                                       used by
========== ============================================================ ==============================================
shingles   runs of four tokens, with bootstrap                          article extraction benchmark of Scrapinghub
segments   segments that must and must not be there                     trafilatura's evaluation
words      bag of words; words in order (longest common subsequence)    Barua 2014, CEPR, WCXB; CETD, WCEB
edits      edit distance where a substitution counts twice              Hausner 2021
nodes      labels of nodes, micro and macro; text nodes by their size   Hausner 2021; Zhang 2018, Eq. (13)
lines      sets of lines                                                CETR, a reading of Tan 2018
========== ============================================================ ==============================================

Standke 2019 evaluates decision trees by the F1 of one label per page, which `nodes` computes too. CleanEval's own
edit-distance score is not used by any of the papers: they use its pages with other metrics.
"""

from broadsheet.lab.evaluate.metrics.bootstrap import RESAMPLES, Interval, interval
from broadsheet.lab.evaluate.metrics.edits import edit_distance
from broadsheet.lab.evaluate.metrics.lines import line_sets
from broadsheet.lab.evaluate.metrics.nodes import Confusion, NodeScores, confusion, node_scores, sizes
from broadsheet.lab.evaluate.metrics.overlap import Overlap, Scores, macro, micro
from broadsheet.lab.evaluate.metrics.segments import (
    Found,
    SegmentScores,
    found_segments,
    segment_scores,
)
from broadsheet.lab.evaluate.metrics.shingles import (
    SHINGLE,
    Shingles,
    ShingleScores,
    overlap,
    shingle_scores,
    shingles,
    shingles_of,
)
from broadsheet.lab.evaluate.metrics.tokens import canonical, token_pattern, tokens
from broadsheet.lab.evaluate.metrics.words import bag_of_words, in_order

__all__ = [
    "RESAMPLES",
    "SHINGLE",
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
    "token_pattern",
    "tokens",
]
