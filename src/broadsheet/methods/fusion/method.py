"""`fusion`: segments are content where the network says so.

Ours. It has no paper; `docs/methods/fusion.md` tells what was tried and what it gave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.fusion.features import evidence, tokens
from broadsheet.methods.fusion.network import load
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["Fusion"]

_TABLE: Final = tags.IDS["table"]
_HEADER: Final = tags.IDS["th"]
_MOST_LINKED: Final = 0.5
"""Share of a table's text in links from which it is a list of links."""


@dataclass(frozen=True, kw_only=True)
class Fusion:
    """The default method.

    Args:
        threshold: least probability of a segment that is kept; less finds more, more errs less.
        tables: keep a table of data that stands between kept segments. Gold texts leave tables out as often as not, so
            the network does not learn that they belong to the text.
    """

    name: ClassVar[str] = "fusion"
    paper: ClassVar[Paper | None] = None
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.SEGMENT

    threshold: float = 0.6
    tables: bool = True

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the segments that are content."""
        found = evidence(page, given)
        segments = found.segments
        probability = load().probabilities(found.columns, tokens(page, segments), segments.chars)
        kept = probability >= self.threshold
        if self.tables:
            kept = kept | _tables_in_text(page, segments, kept)
        score = segments.spread(probability)
        return marking(page, segments.rows(kept), score, trace={"probability": probability})


def _tables_in_text(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of tables of data that stand in the text.

    These have header cells, and what stands before and after them, in the element that holds them, is kept.
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    for table in np.flatnonzero(page.tag == _TABLE).tolist():
        end = int(page.end[table])
        first, stop = np.searchsorted(segments.first, (table, end))
        if first == stop or not first or stop == len(segments) or not (page.tag[table:end] == _HEADER).any():
            continue
        holder = int(page.parent[table])
        inside = segments.first[first - 1] > holder and segments.first[stop] < page.end[holder]
        linked = segments.link_chars[first:stop].sum() > _MOST_LINKED * segments.chars[first:stop].sum()
        if inside and not linked and kept[first - 1] and kept[stop]:
            out[first:stop] = True
    return out
