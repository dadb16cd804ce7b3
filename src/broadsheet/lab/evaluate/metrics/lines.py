"""Sets of lines: a reading of the metrics of Tan 2018 (section IV.A.2).

``Precision = |Se & Sl| / |Se|`` and ``Recall = |Se & Sl| / |Sl|`` with the sets of extracted and of labelled results.
Tan does not define a result, and follows CETR, where it is a line of the HTML source. **Our unit is the page's
segment**: minified pages have no lines; and lines of outputs would measure how a library breaks paragraphs, not what it
found. The function takes any lines: `broadsheet.lab.evaluate.alignment` labels the segments of a text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadsheet.lab.evaluate.metrics.overlap import Overlap

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["line_sets"]


def line_sets(gold: Iterable[str], output: Iterable[str]) -> Overlap:
    """Compare two sets of lines.

    White space is collapsed; blank and repeated lines are ignored.

    Args:
        gold: lines of the gold text.
        output: extracted lines.
    """
    wanted, got = ({" ".join(line.split()) for line in lines} - {""} for lines in (gold, output))
    return Overlap(len(wanted & got), len(got - wanted), len(wanted - got))
