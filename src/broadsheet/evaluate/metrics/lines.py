"""Sets of lines: a reading of the measures of Tan 2018 (section IV.A.2).

``Precision = |Se & Sl| / |Se|`` and ``Recall = |Se & Sl| / |Sl|`` with the sets of extracted and of labelled results.
Tan does not say what a result is, and follows CETR, where it is a line of the HTML source. **Our unit is the page's
segment**: minified pages have no lines; and lines of the outputs would measure how a library sets its paragraphs, not
what it found. The function takes any lines: `broadsheet.evaluate.alignment` says which segments a text holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from broadsheet.evaluate.metrics.overlap import Overlap

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["line_sets"]


def line_sets(gold: Iterable[str], output: Iterable[str]) -> Overlap:
    """How many lines two sets have in common.

    White space is collapsed; blank lines are none, and a repeated line is one: they are sets.

    Args:
        gold: the lines that are wanted.
        output: the lines extracted.
    """
    wanted, got = ({" ".join(line.split()) for line in lines} - {""} for lines in (gold, output))
    return Overlap(len(wanted & got), len(got - wanted), len(wanted - got))
