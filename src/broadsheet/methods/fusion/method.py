"""`fusion`: segments are content where the network says so.

Ours. It has no paper; `docs/methods/fusion.md` tells what was tried and what it gave.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, Literal

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.fusion.confidence import confidence, signs
from broadsheet.methods.fusion.decoding import Rule, chosen
from broadsheet.methods.fusion.features import evidence
from broadsheet.methods.fusion.network import Network, load
from broadsheet.methods.fusion.profile import weigh
from broadsheet.methods.fusion.scrambled import scrambled
from broadsheet.page import Page
from broadsheet.page.arrays import FloatArray, holds
from broadsheet.page.segments import Segments

__all__ = ["FAVOR", "SCRAMBLED", "THRESHOLD", "Fusion"]

FAVOR: Final = {"precision": 0.9, "recall": 0.1}
"""Thresholds for those who would rather miss a line than have a wrong one, and the other way round."""

THRESHOLD: Final = 0.5
"""The least probability of a segment that is kept, by which the network is judged."""
SCRAMBLED: Final = "a part of the text is scrambled for readers who do not pay, and left out"
"""The note about letters that are shifted."""
_LOST, _LEAST = 0.1, 0.02
"""The confidence below which a text is most likely wrong, on pages of other kinds than most that were learnt from: the
threshold is the confidence itself there, down to the second. On sites left out 25 texts of articles are better for it
than with 0.1 below 0.05, and 11 worse, and the mean F1 of pages that are no articles is 0.014 higher."""
_CLEAR, _CLEAR_AT = 0.9, 0.7
"""The confidence from which a page is clear, and the threshold there."""
_LITTLE, _LITTLE_AT = 150, 0.3
"""Characters of a text below which the network is less sure of each line, and the highest threshold there."""
_ENOUGH: Final = 0.95
"""The confidence of one network from which the other is not asked: three pages of four have it. The mean F1, sites left
out, is 0.0001 lower than with both on all pages, and a twentieth of the time is saved."""
_ENOUGH_OF_SITE: Final = 0.9625
"""The same with a profile of the site, which moves what is near the threshold."""


def _sure(network: Network, probability: FloatArray, segments: Segments) -> float:
    return confidence(signs(probability, probability >= THRESHOLD, segments.chars), network.arrays["confidence"])


def _threshold(sure: float) -> float:
    """The least probability of a segment that is kept, by how sure the network is of the page.

    >>> _threshold(0.01), _threshold(0.06), _threshold(0.6), _threshold(0.97)
    (0.02, 0.06, 0.5, 0.7)
    """
    if sure < _LOST:
        return max(sure, _LEAST)
    return THRESHOLD if sure < _CLEAR else _CLEAR_AT


@dataclass(frozen=True, kw_only=True)
class Fusion:
    """The default method.

    Args:
        threshold: least probability of a segment that is kept; less finds more, more errs less. Without one it is 0.5,
            0.7 on pages that the network is sure of, and less than 0.1 on those on which it is lost.
        favor: ``"precision"`` or ``"recall"`` in place of a threshold: less than without it or more, never something
            else.
        tables: keep a table of data that stands between kept segments. Gold texts leave tables out as often as not, so
            the network does not learn that they belong to the text.
        weights: a file of weights that the package has, or the path of one that ``broadsheet train fusion`` wrote.
    """

    name: ClassVar[str] = "fusion"
    paper: ClassVar[Paper | None] = None
    needs: ClassVar[frozenset[Need]] = frozenset({Need.HOME_LINK, Need.PROFILE, Need.WEIGHTS})
    unit: ClassVar[Unit] = Unit.SEGMENT

    threshold: float | None = None
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
        asked = self.threshold if self.favor is None else FAVOR[self.favor]
        profile = given.profile if given.profile is not None and given.profile.pages else None
        enough = _ENOUGH if profile is None else _ENOUGH_OF_SITE
        for probability in network.passes(found.columns, found.names, found.words, segments.chars):
            sure = _sure(network, probability, segments)
            if sure >= enough:
                break
        if profile is not None:
            probability = weigh(page, probability, THRESHOLD if asked is None else asked, profile)
            sure = _sure(network, probability, segments)
        usual = _threshold(sure)
        if segments.chars[probability >= usual].sum() < _LITTLE:
            usual = min(usual, _LITTLE_AT)
        threshold = usual if asked is None else asked
        never = scrambled(page, found.titles)
        choose = partial(chosen, page, found, probability, tables=self.tables, never=never)
        choice = choose(threshold, favor=self.favor)
        if self.favor is not None:
            kept = choose(usual).kept
            if self.favor == "recall":
                choice.keep(Rule.FAVOR, kept)
            else:
                choice.leave(Rule.FAVOR, choice.kept & ~kept)
        trace = {"probability": probability, "rule": choice.rule, "confidence": sure, "threshold": threshold}
        notes = (SCRAMBLED,) if holds(never) else ()
        return marking(page, segments.rows(choice.kept), segments.spread(probability), trace=trace, notes=notes)
