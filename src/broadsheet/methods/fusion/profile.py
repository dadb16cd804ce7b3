"""What a site's other pages say about the segments of this one, weighed against what the network says.

Two kinds of evidence. A text that other articles of the site have in the same place is noise. A place (a block and the
elements next above it) where other pages hold content, as the network saw them, holds content here too, and where they
hold none, there is none here. Both move the network's logit and do not replace it, so they stay valid when the network
is trained anew:

=========== ======== ======= ===========================================================================
symbol      in code  default what it is
=========== ======== ======= ===========================================================================
z           -        -       the network's logit of a segment
n           others   -       other articles that have the segment's text in its place
p, r        -        -       other pages with a segment in this place; mean share of them that was content
v_3, v_2    seen_3,  2.5,    what n >= 3 and n = 2 take from z; v_2 is that for a profile of up to m pages, and
            seen_2   1.25    v_2 m / N for one of N: the more pages there are, the less it says that two are alike
m           pages_2  5       see there
u, d        usual,   0.25,   weights of r above and below one half: z += (u or d) p / (p + c) logit(r)
            unusual  0.1
c           doubt    2       pages at which a place counts half
=========== ======== ======= ===========================================================================

A text that is taken lends its place no weight. What reads as prose is taken only by its own repetition: d is 0 for it.
And if most of the prose that the network chose is repeated, but not on nearly all pages of the site, the page is either
another copy of an article that the site has several times, or it has so little text that a notice is most of it: that
prose is not taken.
The numbers were chosen across sites: `docs/guide/sites.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.methods.maths.places import places

if TYPE_CHECKING:
    from broadsheet.methods.base import Profile
    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["Weighing", "weigh"]

_PROSE: Final = 80
"""Characters from which a segment with few links reads as prose, as among the network's columns."""
_LINKED: Final = 0.3
"""Share of its text in links from which it does not."""
_COPY: Final = 0.5
"""Share of the chosen prose that is repeated elsewhere from which the page is a copy."""
_FEW: Final = 0.7
"""Share of the site's pages from which a text is a standing one, whatever else is on the page."""
_SURE: Final = 0.02
"""No place is surer than this, in either direction."""
_LEAST: Final = 1e-6
"""No probability is surer than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """How much a profile counts; the symbols of the module's table."""

    seen_3: float = 2.5
    seen_2: float = 1.25
    pages_2: float = 5.0
    usual: float = 0.25
    unusual: float = 0.1
    doubt: float = 2.0


def weigh(
    page: Page, probability: FloatArray, threshold: float, profile: Profile, weighing: Weighing | None = None
) -> FloatArray:
    """Probabilities of the segments in the light of a profile of the site.

    Args:
        page: the page. If it is among those that the profile was learnt from, what it said there itself is left out.
        probability: that each segment is content, as the network says, shape (m,).
        threshold: the probability from which a segment is kept.
        profile: what pages of the site have taught.
        weighing: how much that counts.

    Returns:
        Numbers from 0 to 1, shape (m,); those given where the profile knows nothing.
    """
    if not len(probability) or not profile.pages:
        return probability
    weights = weighing if weighing is not None else Weighing()
    segments = page.segments
    here = places(page)
    chosen = probability >= threshold
    prose = (segments.chars >= _PROSE) & (segments.link_chars < _LINKED * segments.chars)

    others = profile.texts.others(here.texts, here.article)
    seen_2 = weights.seen_2 * min(1.0, weights.pages_2 / profile.pages)
    taken = np.where(others >= 3, weights.seen_3, np.where(others == 2, seen_2, 0.0))
    at = profile.texts.find(here.texts)
    copied = prose & (at >= 0) & (taken > 0)
    copied[copied] = profile.texts.pages[at[copied]] < _FEW * profile.pages
    if segments.chars[chosen & copied].sum() > _COPY * segments.chars[chosen & prose].sum():
        taken[copied] = 0.0

    pages, share = _elsewhere(profile, here.places, chosen, own=_own(profile, here.texts, here.article))
    share = np.clip(share, _SURE, 1 - _SURE)
    usual = pages / (pages + weights.doubt) * np.log(share / (1 - share))
    unusual = np.where(prose, 0.0, weights.unusual)

    bounded = np.clip(probability, _LEAST, 1 - _LEAST)
    # Where a standing text is taken for content on each page, its place looks usual.
    usually = np.where(taken > 0, 0.0, weights.usual)
    moved = usually * np.maximum(usual, 0.0) + unusual * np.minimum(usual, 0.0) - taken
    weighed = 1 / (1 + (1 - bounded) / bounded * np.exp(-moved))
    # What is not moved keeps its very number.
    return np.where(moved == 0, probability, weighed)


def _own(profile: Profile, texts: np.ndarray[tuple[int], np.dtype[np.uint64]], article: int) -> bool:
    """Whether the page is among those that the profile was learnt from: then some text of it has its number."""
    at = profile.texts.find(texts)
    return bool((profile.texts.articles[at[at >= 0]] == article).any())


def _elsewhere(
    profile: Profile, here: np.ndarray[tuple[int], np.dtype[np.uint64]], chosen: BoolArray, *, own: bool
) -> tuple[FloatArray, FloatArray]:
    """Of each segment's place: the other pages that have it, and the share of them that was content; shape (m,)."""
    if not len(profile.places):
        return np.zeros(len(here)), np.full(len(here), 0.5)
    at = np.minimum(np.searchsorted(profile.places, here), len(profile.places) - 1)
    known = profile.places[at] == here
    pages = np.where(known, profile.place_pages[at], 0).astype(np.float64)
    kept = np.where(known, profile.place_kept[at], 0) / 1000
    if own:
        _, number = np.unique(here, return_inverse=True)
        mine = (np.bincount(number, weights=chosen) / np.bincount(number))[number]
        pages, kept = np.maximum(pages - 1, 0), np.maximum(kept - mine, 0)
    share = np.divide(kept, pages, out=np.full(len(here), 0.5), where=pages > 0)
    return pages, np.minimum(share, 1.0)
