"""Site profiles: what a site's other pages say about the segments of this one, combined with the network.

There are two kinds of evidence. A text that other articles of the site have in the same place is noise. A place (a
block and the elements next above it) where other pages had content, or none, by the network, probably has the same
here. Both shift the network's logit and do not replace it, so they stay valid when the network is retrained:

=========== ======== ======= ===========================================================================
symbol      in code  default what it is
=========== ======== ======= ===========================================================================
z           -        -       the network's logit of a segment
n           others   -       other articles that have the segment's text in its place
p, r        -        -       other pages with a segment in this place; mean share of them that was content
v_3, v_2    seen_3,  2.5,    what n >= 3 and n = 2 subtract from z. v_2 holds for a profile of up to m pages, and
            seen_2   1.25    v_2 m / N for one of N: with more pages, two equal ones mean less
m           pages_2  5       see above
u, d        usual,   0.25,   weights of r above and below one half: z += (u or d) p / (p + c) logit(r)
            unusual  0.1
c           doubt    2       pages at which a place counts half
=========== ======== ======= ===========================================================================

A repeated text lends its place no weight. Prose is only affected by its own repetition: d is 0 for it. If most of the
chosen prose is repeated, but not on nearly all pages of the site, the page is another copy of an article, or so short
that a notice dominates it: that prose is left alone.
The numbers were chosen across sites: `docs/log/sites.md`.
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

MIN_PROSE_CHARS: Final = 80  # shortest segment that counts as prose
MAX_PROSE_LINKED: Final = 0.3  # prose has a smaller share of linked characters
MIN_COPY_SHARE: Final = 0.5  # share of repeated prose above which the page is a copy
MIN_STANDING_SHARE: Final = 0.7
"""Share of the site's pages from which a text is a standing notice, whatever else is on the page."""
MIN_PLACE_SHARE: Final = 0.02  # shares of places are clipped to this distance from 0 and 1
MIN_PROBABILITY: Final = 1e-6  # probabilities are clipped to this distance from 0 and 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """The weight of a profile; symbols as in the module's table."""

    seen_3: float = 2.5
    seen_2: float = 1.25
    pages_2: float = 5.0
    usual: float = 0.25
    unusual: float = 0.1
    doubt: float = 2.0


def weigh(
    page: Page, probability: FloatArray, threshold: float, profile: Profile, weighing: Weighing | None = None
) -> FloatArray:
    """The probabilities of a page's segments, adjusted by a site profile.

    Args:
        page: the page. If the profile was learnt from it too, its own counts are left out.
        probability: the network's probabilities, shape (m,).
        threshold: least probability of a kept segment.
        profile: what pages of the site have taught.
        weighing: the weight of the profile.

    Returns:
        Probabilities, shape (m,); unchanged where the profile knows nothing.
    """
    if not len(probability) or not profile.pages:
        return probability
    weights = weighing if weighing is not None else Weighing()
    segments = page.segments
    here = places(page)
    chosen = probability >= threshold
    prose = (segments.chars >= MIN_PROSE_CHARS) & (segments.link_chars < MAX_PROSE_LINKED * segments.chars)

    others = profile.texts.others(here.texts, here.article)
    seen_2 = weights.seen_2 * min(1.0, weights.pages_2 / profile.pages)
    taken = np.where(others >= 3, weights.seen_3, np.where(others == 2, seen_2, 0.0))
    at = profile.texts.find(here.texts)
    copied = prose & (at >= 0) & (taken > 0)
    copied[copied] = profile.texts.pages[at[copied]] < MIN_STANDING_SHARE * profile.pages
    if segments.chars[chosen & copied].sum() > MIN_COPY_SHARE * segments.chars[chosen & prose].sum():
        taken[copied] = 0.0

    pages, share = _elsewhere(profile, here.places, chosen, own=_learnt_from(profile, here.texts, here.article))
    share = np.clip(share, MIN_PLACE_SHARE, 1 - MIN_PLACE_SHARE)
    usual = pages / (pages + weights.doubt) * np.log(share / (1 - share))
    unusual = np.where(prose, 0.0, weights.unusual)

    bounded = np.clip(probability, MIN_PROBABILITY, 1 - MIN_PROBABILITY)
    # A standing text taken for content on every page would make its place look usual.
    usually = np.where(taken > 0, 0.0, weights.usual)
    moved = usually * np.maximum(usual, 0.0) + unusual * np.minimum(usual, 0.0) - taken
    weighed = 1 / (1 + (1 - bounded) / bounded * np.exp(-moved))
    # Segments that are not moved keep their exact number.
    return np.where(moved == 0, probability, weighed)


def _learnt_from(profile: Profile, texts: np.ndarray[tuple[int], np.dtype[np.uint64]], article: int) -> bool:
    """Whether the profile was learnt from the page: some text then has its article number."""
    at = profile.texts.find(texts)
    return bool((profile.texts.articles[at[at >= 0]] == article).any())


def _elsewhere(
    profile: Profile, here: np.ndarray[tuple[int], np.dtype[np.uint64]], chosen: BoolArray, *, own: bool
) -> tuple[FloatArray, FloatArray]:
    """For each segment's place: other pages that have it, and the share of them that was content; shape (m,)."""
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
