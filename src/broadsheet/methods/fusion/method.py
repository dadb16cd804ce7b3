"""`fusion`: segments are content where the network says so.

Ours. It has no paper; `docs/methods/fusion.md` tells what was tried and what it gave.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.fusion.confidence import confidence, signs
from broadsheet.methods.fusion.decoding import Rule, chosen, complete
from broadsheet.methods.fusion.features import evidence
from broadsheet.methods.fusion.network import load
from broadsheet.methods.fusion.profile import weigh
from broadsheet.page import Page

__all__ = ["FAVOR", "Fusion"]

FAVOR: Final = {"precision": 0.9, "recall": 0.1}
"""Thresholds for those who would rather miss a line than have a wrong one, and the other way round."""


@dataclass(frozen=True, kw_only=True)
class Fusion:
    """The default method.

    Args:
        threshold: least probability of a segment that is kept; less finds more, more errs less.
        favor: ``"precision"`` or ``"recall"`` in place of a threshold.
        tables: keep a table of data that stands between kept segments. Gold texts leave tables out as often as not, so
            the network does not learn that they belong to the text.
        weights: a file of weights that the package has, or the path of one that ``broadsheet train fusion`` wrote.
    """

    name: ClassVar[str] = "fusion"
    paper: ClassVar[Paper | None] = None
    needs: ClassVar[frozenset[Need]] = frozenset({Need.HOME_LINK, Need.PROFILE, Need.WEIGHTS})
    unit: ClassVar[Unit] = Unit.SEGMENT

    threshold: float = 0.5
    favor: Literal["precision", "recall"] | None = None
    tables: bool = True
    weights: str = "fusion.npz"

    def __post_init__(self) -> None:
        if self.favor is not None and self.favor not in FAVOR:
            raise ValueError(f"favor is precision, recall or None, not {self.favor!r}")

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the segments that are content."""
        found = evidence(page, given)
        segments, network = found.segments, load(self.weights)
        probability = network.probabilities(found.columns, found.names, found.words, segments.chars)
        threshold = self.threshold if self.favor is None else FAVOR[self.favor]
        if given.profile is not None:
            probability = weigh(page, probability, threshold, given.profile)
        choice, articles = chosen(page, found, probability, threshold, self.favor)
        own = choice.rule != Rule.NEXT_ARTICLE.number  # what is of other articles is none of this one's that is missed
        sure = confidence(signs(probability[own], choice.kept[own], segments.chars[own]), network.arrays["confidence"])
        complete(page, found, probability, choice, tables=self.tables, favor=self.favor)
        trace = {"probability": probability, "rule": choice.rule, "confidence": sure}
        notes = (f"the page has {articles} articles one below the other: this is the first",) if articles > 1 else ()
        return marking(page, segments.rows(choice.kept), segments.spread(probability), trace=trace, notes=notes)
