"""Rules about single lines: those between parts of the text, the headline once more, and the heading of comments.

It must not know where the probabilities come from.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from broadsheet.metadata.written.comments import LONGEST_HEADING, LONGEST_LINE, heads_comments, is_above_comments
from broadsheet.methods.fusion.features import Evidence
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["below_comments", "between", "headline_again"]

_SUBHEADING: Final = tags.mask("h2 h3 h4 h5 h6")
_HEADING_AT: Final = 0.05
"""Lowest probability of a subheading between two kept segments."""
_BESIDE_AT: Final = 0.2
"""The same of another line, if both are its neighbours in one element."""
_BESIDE: Final = 0.41
"""Highest value of the column ``gap_before`` for a segment whose block is the next sibling of the one before."""
_MAX_LINKED: Final = 0.5
"""Share of its characters in links from which a line between two others is left out."""
_FIRST: Final = 3
"""Kept lines at the beginning that may repeat the headline."""
_MAX_HEADLINE_CHARS: Final = 150
_HEADLINE_AT: Final = 0.9
"""Highest probability of a line that may repeat the headline."""
_NEWS_CHARS: Final = 40
"""Kept characters of a text that comments may stand below."""
_PARAGRAPH_CHARS: Final = 80
_STANDFIRST: Final = 2
"""Paragraphs before a line that is called comments, from which on it is no link at the head of an article."""
_GOES_ON: Final = 3
"""Paragraphs behind such a line with which the article goes on."""
_PRESSED: Final = tags.mask("button summary")
_P: Final = tags.IDS["p"]


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


def below_comments(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """The heading of readers' comments, or a plain line that says no more than that, and all behind it."""
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    if not len(place):
        return out
    begun = int(segments.chars[place].cumsum().searchsorted(_NEWS_CHARS))
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
            if _goes_on(page, segments, kept, one):
                out[one] = any(map(str.isdigit, line))
                continue
            out[one:] = True
            break
    return out


def _goes_on(page: Page, segments: Segments, kept: BoolArray, at: int) -> bool:
    """Whether the article goes on behind a line that is called comments.

    It does if that is a button, or if hardly more than a standfirst is kept before it and most of what is behind it are
    paragraphs of one element.
    """
    if _PRESSED[page.tag[page.parent[segments.first[at]]]]:
        return True
    chars = np.where(kept, segments.chars, 0)
    if np.count_nonzero(chars[:at] >= _PARAGRAPH_CHARS) > _STANDFIRST:
        return False
    behind = at + (kept[at:] & (segments.tag[at:] == _P)).nonzero()[0]
    if len(behind) < _GOES_ON:
        return False
    holder = segments.holder[behind]
    together = behind[holder == np.bincount(holder).argmax()]
    return len(together) >= _GOES_ON and bool(2 * chars[together].sum() > chars[at:].sum())
