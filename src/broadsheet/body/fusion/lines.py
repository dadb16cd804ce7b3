"""Rules for single lines: lines between kept ones, the repeated headline, and the heading of the comments."""

from __future__ import annotations

from typing import Final

import numpy as np

from broadsheet.body.fusion.features import Evidence
from broadsheet.facts.comments import LONGEST_HEADING, LONGEST_LINE, heads_comments, is_above_comments
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["below_comments", "between", "repeated_headline"]

_SUBHEADING: Final = tags.mask("h2 h3 h4 h5 h6")
MIN_HEADING_PROBABILITY: Final = 0.05  # least probability of a subheading between two kept segments
MIN_NEIGHBOUR_PROBABILITY: Final = 0.2  # least probability of another line, if both are its neighbours in one element
MAX_SIBLING_GAP: Final = 0.41  # highest `gap_before` of a segment whose block is the next sibling of the one before
MAX_LINKED: Final = 0.5  # a line between two others with a larger share of linked characters is dropped
MAX_FIRST_LINES: Final = 3  # kept lines at the beginning that may repeat the headline
MAX_HEADLINE_CHARS: Final = 150
MAX_HEADLINE_PROBABILITY: Final = 0.9  # highest probability of a line that may repeat the headline
MIN_NEWS_CHARS: Final = 40  # kept characters before the first line that may head the comments
MIN_PARAGRAPH_CHARS: Final = 80
MAX_STANDFIRSTS: Final = 2
"""After more paragraphs, a line that names the comments is not a link at the head of an article."""
MIN_FOLLOWING_PARAGRAPHS: Final = 3  # paragraphs after such a link with which the article continues
_BUTTONS: Final = tags.mask("button summary")
_P: Final = tags.IDS["p"]


def between(found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Single segments between two kept ones: subheadings, and lines whose neighbours are in the same element."""
    out = np.zeros(len(kept), dtype=np.bool_)
    at = (kept[:-2] & kept[2:] & ~kept[1:-1]).nonzero()[0] + 1
    if len(at):
        heading = _SUBHEADING[found.segments.tag[at]]
        beside = (found.column("gap_before")[at] <= MAX_SIBLING_GAP) & (
            found.column("gap_after")[at] <= MAX_SIBLING_GAP
        )
        likely = (heading & (probability[at] >= MIN_HEADING_PROBABILITY)) | (
            beside & (probability[at] >= MIN_NEIGHBOUR_PROBABILITY)
        )
        out[at] = likely & (found.column("link_share")[at] < MAX_LINKED)
    return out


def repeated_headline(found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """The first kept lines that contain only words of the title and do not end a sentence.

    `broadsheet.article.conventions` removes headings that equal the title, for every method.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    share, ends, chars = found.column("title_share"), found.column("ends_sentence"), found.segments.chars
    for at in kept.nonzero()[0][:-1][:MAX_FIRST_LINES].tolist():  # never all that is kept
        if share[at] < 1 or ends[at] or chars[at] > MAX_HEADLINE_CHARS or probability[at] > MAX_HEADLINE_PROBABILITY:
            break
        out[at] = True
    return out


def below_comments(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """The heading of readers' comments, or an unlinked line that says only that, and everything after it."""
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    if not len(place):
        return out
    begun = int(segments.chars[place].cumsum().searchsorted(MIN_NEWS_CHARS))
    behind = slice(place[min(begun, len(place) - 1)], place[-1])
    chars = segments.chars[behind]
    heading = segments.heading[behind] & (chars <= LONGEST_HEADING)
    plain = (chars <= LONGEST_LINE) & (segments.link_chars[behind] == 0)
    some = (heading | plain).nonzero()[0]
    starts, stops = segments.start[behind][some].tolist(), segments.stop[behind][some].tolist()
    for at, start, stop in zip(some.tolist(), starts, stops, strict=True):
        line = page.text[start:stop]
        if heads_comments(line) if heading[at] else is_above_comments(line):
            one = int(behind.start + at)
            if _continues(page, segments, kept, one):
                out[one] = any(map(str.isdigit, line))
                continue
            out[one:] = True
            break
    return out


def _continues(page: Page, segments: Segments, kept: BoolArray, at: int) -> bool:
    """Whether the article continues after a line that names the comments.

    It does if the line is a button, or if hardly more than a standfirst is kept before it and most of what follows is
    paragraphs of one element.
    """
    if _BUTTONS[page.tag[page.parent[segments.first[at]]]]:
        return True
    chars = np.where(kept, segments.chars, 0)
    if np.count_nonzero(chars[:at] >= MIN_PARAGRAPH_CHARS) > MAX_STANDFIRSTS:
        return False
    behind = at + (kept[at:] & (segments.tag[at:] == _P)).nonzero()[0]
    if len(behind) < MIN_FOLLOWING_PARAGRAPHS:
        return False
    holder = segments.holder[behind]
    together = behind[holder == np.bincount(holder).argmax()]
    return len(together) >= MIN_FOLLOWING_PARAGRAPHS and bool(2 * chars[together].sum() > chars[at:].sum())
