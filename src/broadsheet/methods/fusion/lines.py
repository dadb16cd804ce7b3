"""Rules about single lines: those that the text needs between its parts, and the headline that begins it once more.

It must not know where the probabilities come from.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from broadsheet.methods.fusion.features import Evidence
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray, holds

__all__ = ["between", "headline_again", "holes"]

_SUBHEADING: Final = tags.mask("h2 h3 h4 h5 h6")
_HEADING_AT: Final = 0.05
"""Lowest probability of a subheading between two kept segments."""
_BESIDE_AT: Final = 0.2
"""The same of another line, if both are its neighbours in one element."""
_BESIDE: Final = 0.41
"""Highest value of the column ``gap_before`` for a segment whose block is the next sibling of the one before."""
_MAX_LINKED: Final = 0.5
"""Share of its characters in links from which a line between two others is left out."""
_MIN_PARAGRAPH_CHARS: Final = 80
_MAX_HOLE: Final = 12
"""Segments from one kept paragraph to the next between which others are looked for."""
_FIRST: Final = 3
"""Kept lines at the beginning that may repeat the headline."""
_MAX_HEADLINE_CHARS: Final = 150
_HEADLINE_AT: Final = 0.9
"""Highest probability of a line that may repeat the headline."""


def between(found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Single segments between two kept ones: subheadings, and lines beside both in the same element."""
    out = np.zeros(len(kept), dtype=np.bool_)
    at = (kept[:-2] & kept[2:] & ~kept[1:-1]).nonzero()[0] + 1
    if len(at):
        heading = _SUBHEADING[found.segments.tag[at]]
        beside = (found.column("gap_before")[at] <= _BESIDE) & (found.column("gap_after")[at] <= _BESIDE)
        likely = (heading & (probability[at] >= _HEADING_AT)) | (beside & (probability[at] >= _BESIDE_AT))
        out[at] = likely & (found.column("link_share")[at] < _MAX_LINKED)
    return out


def holes(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Long paragraphs without links between two kept ones with the same tag and class in the same element."""
    out = np.zeros(len(kept), dtype=np.bool_)
    long, holder, tag = segments.chars >= _MIN_PARAGRAPH_CHARS, segments.holder, segments.tag
    place = kept.nonzero()[0]
    before, after = place[:-1], place[1:]
    hole = (after - before > 1) & (after - before <= _MAX_HOLE) & long[before] & long[after]
    hole &= (holder[before] == holder[after]) & (tag[before] == tag[after])
    if not holds(hole):
        return out

    def name(at: int) -> str | None:
        return page.attr(int(segments.block[at]), "class")

    plain = long & (segments.link_chars == 0)
    for first, last in zip(before[hole].tolist(), after[hole].tolist(), strict=True):
        inside = slice(first + 1, last)
        alike = plain[inside] & (holder[inside] == holder[first]) & (tag[inside] == tag[first])
        if alike.any() and name(first) == name(last):
            some = first + 1 + alike.nonzero()[0]
            out[some] = [name(at) == name(first) for at in some.tolist()]
    return out


def headline_again(found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """The first kept lines, as long as the title has all of their words and they end no sentence.

    `broadsheet.article.conventions` takes out headings that are the title to the letter, for every method.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    share, ends, chars = found.column("title_share"), found.column("ends_sentence"), found.segments.chars
    for at in kept.nonzero()[0][:-1][:_FIRST].tolist():  # never all that is kept
        if share[at] < 1 or ends[at] or chars[at] > _MAX_HEADLINE_CHARS or probability[at] > _HEADLINE_AT:
            break
        out[at] = True
    return out
