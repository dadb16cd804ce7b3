"""`fusion`: a network classifies segments as content. It has no paper; see `docs/methods/fusion.md`."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import partial
from math import exp
from operator import mul
from typing import ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.decoding import Rule, chosen
from broadsheet.body.fusion.features import evidence
from broadsheet.body.fusion.network import Network, load
from broadsheet.body.fusion.profile import weigh
from broadsheet.engine import LIBRARY, pointers
from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, facts_of, marking
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray
from broadsheet.page.columns import Segments

__all__ = ["FAVOR", "SIGNS", "THRESHOLD", "Fusion", "confidence", "signs"]

FAVOR: Final = {"precision": 0.9, "recall": 0.1}  # thresholds that favour precision or recall

THRESHOLD: Final = 0.5  # lowest probability of a kept segment on ordinary pages
MAX_LOST_CONFIDENCE: Final = 0.1  # below it the text is probably wrong, and the confidence serves as the threshold
MIN_THRESHOLD: Final = 0.02  # lowest such threshold
MIN_CLEAR_CONFIDENCE: Final = 0.9  # confidence from which the next threshold applies
CLEAR_THRESHOLD: Final = 0.7
MIN_TEXT_CHARS: Final = 150
SHORT_TEXT_THRESHOLD: Final = 0.3  # highest threshold for a text with fewer characters
ENOUGH_CONFIDENCE: Final = 0.95  # of the first network, to skip the second, as on three pages out of four
ENOUGH_CONFIDENCE_WITH_PROFILE: Final = 0.9625  # the same with a site profile, which moves segments near the threshold

SIGNS: Final = (
    "expected_f1", "certainty", "doubtful", "log_chars", "share", "mean_kept", "mean_left", "runs", "segments",
    "none_kept", "longest",
)  # fmt: skip
"""The features of the confidence, in order."""
_DOUBTFUL: Final = (0.1, 0.9)  # probabilities between which a segment is doubtful


def _confidence(network: Network, probability: FloatArray, segments: Segments) -> float:
    return confidence(signs(probability, probability >= THRESHOLD, segments.chars), network.arrays["confidence"])


def _threshold(certainty: float) -> float:
    """The lowest probability of a kept segment, by the confidence in the page.

    >>> _threshold(0.01), _threshold(0.06), _threshold(0.6), _threshold(0.97)
    (0.02, 0.06, 0.5, 0.7)
    """
    if certainty < MAX_LOST_CONFIDENCE:
        return max(certainty, MIN_THRESHOLD)
    return THRESHOLD if certainty < MIN_CLEAR_CONFIDENCE else CLEAR_THRESHOLD


@dataclass(frozen=True, kw_only=True)
class Fusion:
    """The default method.

    Args:
        threshold: the lowest probability of a kept segment. Low values favour recall, high values precision. By default
            0.5, but 0.7 on pages with high confidence, and below 0.1 on pages with very low confidence.
        favor: ``"precision"`` or ``"recall"`` instead of a threshold. The text is then part of the usual text, or
            contains it.
        weights: the package's weights, or the path of a file written by ``broadsheet train fusion``.
    """

    name: ClassVar[str] = "fusion"
    paper: ClassVar[Paper | None] = None
    needs: ClassVar[frozenset[Need]] = frozenset({Need.HOME_LINK, Need.PROFILE, Need.WEIGHTS})
    unit: ClassVar[Unit] = Unit.SEGMENT

    threshold: float | None = None
    favor: Literal["precision", "recall"] | None = None
    weights: str = "fusion.npz"

    def __post_init__(self) -> None:
        if self.favor is not None and self.favor not in FAVOR:
            raise ValueError(f"favor must be precision, recall or None, not {self.favor!r}")

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the segments that are content."""
        found = evidence(facts_of(page, given), given)
        segments, network = page.segments, load(self.weights)
        requested = self.threshold if self.favor is None else FAVOR[self.favor]
        profile = given.profile if given.profile is not None and given.profile.pages else None
        enough = ENOUGH_CONFIDENCE if profile is None else ENOUGH_CONFIDENCE_WITH_PROFILE
        for probability in network.passes(found.columns, found.names, found.words, segments.chars):
            certainty = _confidence(network, probability, segments)
            if certainty >= enough:
                break
        if profile is not None:
            probability = weigh(page, probability, THRESHOLD if requested is None else requested, profile)
            certainty = _confidence(network, probability, segments)
        usual = _threshold(certainty)
        if segments.chars[probability >= usual].sum() < MIN_TEXT_CHARS:
            usual = min(usual, SHORT_TEXT_THRESHOLD)
        threshold = usual if requested is None else requested
        choose = partial(chosen, found, probability)
        choice = choose(threshold, favor=self.favor)
        if self.favor is not None:
            kept = choose(usual).kept
            if self.favor == "recall":
                choice.keep(Rule.FAVOR, kept)
            else:
                choice.drop(Rule.FAVOR, choice.kept & ~kept)
        trace = {"probability": probability, "rule": choice.rule, "confidence": certainty, "threshold": threshold}
        return marking(page, segments.rows(choice.kept), segments.spread(probability), trace=trace)


def signs(probability: FloatArray, kept: BoolArray, chars: IntArray) -> list[float]:
    """The features of a page's text, in the order of `SIGNS`.

    Args:
        probability: the probability of each segment, shape (m,).
        kept: flags of the chosen segments, shape (m,).
        chars: the characters of each segment, shape (m,).
    """
    out = (ctypes.c_double * len(SIGNS))()
    lengths = np.ascontiguousarray(chars, dtype=np.int32)
    LIBRARY.signs(*pointers(probability, kept, lengths), len(lengths), *_DOUBTFUL, out)
    return out[:]


def confidence(features: list[float], weights: NDArray[np.float32]) -> float:
    """The probability that the text of a page is right, that is, has an F1 of at least 0.8.

    Args:
        features: the result of `signs`.
        weights: one per feature and, last, the constant; shape (len(SIGNS) + 1,).
    """
    *coefficients, constant = weights.tolist()
    z = sum(map(mul, features, coefficients), constant)
    return 1 / (1 + exp(-min(max(z, -50.0), 50.0)))
