"""Site profiles: evidence from a site's other pages, combined with the network.

There are two kinds of evidence. A text that other articles of the site have in the same place is boilerplate. A place
(a block and its nearest ancestors) where the network found content on other pages, or none, probably has the same here.
Both shift the network's logit of a segment:

* by -SEEN_3 if at least three other articles have the segment's text in its place, by -SEEN_2 if two have it. For a
  profile of N > PAGES_2 pages, SEEN_2 is multiplied by PAGES_2 / N: two equal texts then mean less;
* by (USUAL or UNUSUAL) p / (p + DOUBT) logit(r), where p other pages have a segment in this place, and the mean share r
  of them was content: USUAL if r is above one half, UNUSUAL if it is below. A repeated text gives its place no weight,
  and prose is not shifted down.

If most of the chosen prose is repeated, but not on nearly all pages of the site, the page is another copy of an
article, or so short that a notice dominates it. That prose is left alone.
The numbers were chosen across sites: `docs/log/sites.md`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from broadsheet.methods.base import Profile
from broadsheet.methods.maths.places import Fingerprints, places
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["weigh"]

SEEN_3: Final = 2.5
SEEN_2: Final = 1.25
PAGES_2: Final = 5.0
USUAL: Final = 0.25
UNUSUAL: Final = 0.1
DOUBT: Final = 2.0  # pages at which a place counts half

MIN_PROSE_CHARS: Final = 80  # shortest segment that counts as prose
MAX_PROSE_LINKED: Final = 0.3  # prose has a smaller share of linked characters
MIN_COPY_SHARE: Final = 0.5  # share of repeated prose above which the page is a copy
MIN_STANDING_SHARE: Final = 0.7  # share of the site's pages from which a text is a standing notice on any page
MIN_PLACE_SHARE: Final = 0.02  # shares of places are clipped to this distance from 0 and 1
MIN_PROBABILITY: Final = 1e-6  # probabilities are clipped to this distance from 0 and 1


def weigh(page: Page, probability: FloatArray, threshold: float, profile: Profile) -> FloatArray:
    """The probabilities of a page's segments, adjusted by a site profile.

    Args:
        page: the page. If the profile was learnt from it too, its own counts are subtracted.
        probability: the network's probabilities, shape (m,).
        threshold: the lowest probability of a kept segment.
        profile: the profile.

    Returns:
        Probabilities, shape (m,); unchanged where the profile has no evidence.
    """
    if not len(probability) or not profile.pages:
        return probability
    segments = page.segments
    here = places(page)
    chosen = probability >= threshold
    prose = (segments.chars >= MIN_PROSE_CHARS) & (segments.link_chars < MAX_PROSE_LINKED * segments.chars)

    others = profile.texts.others(here.texts, here.article)
    seen_2 = SEEN_2 * min(1.0, PAGES_2 / profile.pages)
    penalty = np.where(others >= 3, SEEN_3, np.where(others == 2, seen_2, 0.0))
    at = profile.texts.find(here.texts)
    copied = prose & (at >= 0) & (penalty > 0)
    copied[copied] = profile.texts.pages[at[copied]] < MIN_STANDING_SHARE * profile.pages
    if segments.chars[chosen & copied].sum() > MIN_COPY_SHARE * segments.chars[chosen & prose].sum():
        penalty[copied] = 0.0

    pages, share = _elsewhere(profile, here.places, chosen, own=_learnt_from(profile, here.texts, here.article))
    share = np.clip(share, MIN_PLACE_SHARE, 1 - MIN_PLACE_SHARE)
    place_logit = pages / (pages + DOUBT) * np.log(share / (1 - share))
    unusual_weight = np.where(prose, 0.0, UNUSUAL)

    bounded = np.clip(probability, MIN_PROBABILITY, 1 - MIN_PROBABILITY)
    # A repeated text that the network takes for content would otherwise confirm itself.
    usual_weight = np.where(penalty > 0, 0.0, USUAL)
    shift = usual_weight * np.maximum(place_logit, 0.0) + unusual_weight * np.minimum(place_logit, 0.0) - penalty
    shifted = 1 / (1 + (1 - bounded) / bounded * np.exp(-shift))
    # Segments that are not shifted keep their exact probability.
    return np.where(shift == 0, probability, shifted)


def _learnt_from(profile: Profile, texts: Fingerprints, article: int) -> bool:
    """Whether the profile was learnt from the page too: some text then has its article number."""
    at = profile.texts.find(texts)
    return bool((profile.texts.articles[at[at >= 0]] == article).any())


def _elsewhere(profile: Profile, here: Fingerprints, chosen: BoolArray, *, own: bool) -> tuple[FloatArray, FloatArray]:
    """For each segment's place: the number of other pages with it, and the share of them that was content."""
    if not len(profile.places):
        return np.zeros(len(here)), np.full(len(here), 0.5)
    at = np.minimum(np.searchsorted(profile.places, here), len(profile.places) - 1)
    known = profile.places[at] == here
    pages = np.where(known, profile.place_pages[at], 0).astype(np.float64)
    kept = np.where(known, profile.place_kept[at], 0) / 1000
    if own:
        _, number = np.unique(here, return_inverse=True)
        own_share = (np.bincount(number, weights=chosen) / np.bincount(number))[number]
        pages, kept = np.maximum(pages - 1, 0), np.maximum(kept - own_share, 0)
    share = np.divide(kept, pages, out=np.full(len(here), 0.5), where=pages > 0)
    return pages, np.minimum(share, 1.0)
