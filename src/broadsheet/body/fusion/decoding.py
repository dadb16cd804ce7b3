"""Choose segments from their probabilities: a threshold, then a few rules (`docs/methods/fusion.md`)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from broadsheet import lexicon
from broadsheet.article.media import posts_in
from broadsheet.body.fusion.again import repeated
from broadsheet.body.fusion.features import Evidence
from broadsheet.engine import Words
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["Choice", "Rule", "chosen"]

_LISTS: Final = tags.mask("ul ol dl")
_TABLE, _HEADER = (tags.IDS[name] for name in ("table", "th"))
MIN_WHOLE_SHARE: Final = 0.6  # share of kept segments from which a list, a table or a post is kept whole
MIN_WHOLE_PROBABILITY: Final = 0.1  # lowest mean probability of one in the text that is kept despite a smaller share
MIN_ITEM_PROBABILITY: Final = 0.02  # a less likely segment, such as a link to another page, is not kept with its list
MAX_LIST_LINKED: Final = 0.1  # highest share of linked characters in such a list
MAX_LINKED: Final = 0.5  # the same for anything else that a rule keeps
MAX_GAP: Final = 4  # segments on each side of a list, table or post that are searched for kept ones
_COLONS: Final = (":", "：")  # ends of a line that introduces the next ones
MAX_ITEMS: Final = 40  # segments of a list that is kept whole
MAX_CELLS: Final = 300  # segments of a table or post that is kept whole
_SUBHEADING: Final = tags.mask("h2 h3 h4 h5 h6")
MIN_HEADING_PROBABILITY: Final = 0.05  # lowest probability of a subheading between two kept segments
MIN_NEIGHBOUR_PROBABILITY: Final = 0.2  # lowest probability of another line between two kept siblings
MAX_SIBLING_GAP: Final = 0.41  # highest `gap_before` of a segment whose block is the next sibling of the previous one
MAX_FIRST_LINES: Final = 3  # kept lines at the beginning of the text that may repeat the headline
MAX_HEADLINE_CHARS: Final = 150
MAX_HEADLINE_PROBABILITY: Final = 0.9  # highest probability of a line that may repeat the headline
MAX_COMMENTS_HEADING_CHARS: Final = 150  # longest heading of comments, with the title that it may repeat
MAX_COMMENTS_LINE_CHARS: Final = 60  # longest other line that introduces comments
_COMMENTS_HEADING: Final = lexicon.Matcher(
    r"\W*(?:{comments_before}\s+)*{comment_plurals}"
    r"(?:\s*[(（\[:：]?\s*\d*\s*[)）\]]?|\s+{comments_on}\s+(?:this|[\"'“‘«„]).*)\W*|"
    r"\W*\d[\d.,]*\s*(?:{comments_before}\s+)*"
    r"(?:{comments comment_answers}|{comments}\s+{comments_on}\s.*|{comment_answers}\s+{comments_on}\s+[\"'“‘«„].*)\W*|"
    r"\W*{comments comment_answers}\s*[(（\[]\s*\d+\s*[)）\]]\W*|\W*{comment_calls}(?!\w).*"
)
_COMMENTS_LINE: Final = lexicon.Matcher(r"{comment_plurals}\s*[:：]?|{comments_closed}(?!\w).*")
_COMMENTS_FIELDS: Final = "comments", "comment_plurals", "comment_answers", "comment_calls", "comments_closed"
"""Fields of the lexicon: a line that either matcher accepts contains an entry of one of them."""
MIN_NEWS_CHARS: Final = 40  # kept characters before the first line that may head the comments
MIN_PARAGRAPH_CHARS: Final = 80  # shortest segment that counts as a standfirst or paragraph before such a link
MAX_STANDFIRSTS: Final = 2  # paragraphs before a link to the comments at the head of an article
MIN_FOLLOWING_PARAGRAPHS: Final = 3  # paragraphs after such a link
_BUTTONS: Final = tags.mask("button summary")
_P: Final = tags.IDS["p"]


class Rule(Enum):
    """A reason to keep or drop a segment against the network, with the sentence that the inspector shows."""

    BETWEEN = "A rule keeps it: between two kept segments a lower probability is enough."
    WHOLE = "A rule keeps it: it is part of a list, table or embedded post in the text, which is kept whole."
    HEADLINE = "A rule drops it: it repeats the headline."
    COMMENTS = "A rule drops it: it is below the heading of the readers' comments."
    AGAIN = "A rule drops it: it repeats other kept text."
    FAVOR = "`favor` keeps or drops it: recall only adds to the usual text, precision only takes away from it."

    @property
    def number(self) -> int:
        """Its number among the rules, from 1."""
        return [*Rule].index(self) + 1


class Choice:
    """The kept segments of a page, as rules change them.

    Attributes:
        kept: whether each segment is kept, shape (m,).
        rule: the number of the last rule that changed each segment, 0 for none, shape (m,).
    """

    def __init__(self, kept: BoolArray) -> None:
        self.kept = kept
        self.rule = np.zeros(len(kept), dtype=np.uint8)

    def keep(self, rule: Rule, flags: BoolArray) -> None:
        """Keep more segments."""
        if flags.any():
            self._change(rule, self.kept | flags)

    def drop(self, rule: Rule, flags: BoolArray) -> None:
        """Drop segments."""
        if flags.any():
            self._change(rule, self.kept & ~flags)

    def _change(self, rule: Rule, kept: BoolArray) -> None:
        self.rule[kept != self.kept] = rule.number
        self.kept = kept


def chosen(
    found: Evidence, probability: FloatArray, threshold: float, *, favor: Literal["precision", "recall"] | None = None
) -> Choice:
    """Choose the segments that are content.

    Args:
        found: the page's evidence.
        probability: the probability of each segment, shape (m,).
        threshold: the lowest probability of a kept segment.
        favor: with ``"precision"``, skip the rule for lists, tables and posts, which adds uncertain segments.
    """
    page, segments = found.page, found.page.segments
    posts, choice = posts_in(page), Choice(probability >= threshold)
    choice.keep(Rule.BETWEEN, between(found, probability, choice.kept))
    if favor != "precision":
        choice.keep(Rule.WHOLE, wholes(page, segments, probability, choice.kept, posts))
    choice.drop(Rule.HEADLINE, repeated_headline(found, probability, choice.kept))
    choice.drop(Rule.COMMENTS, below_comments(page, segments, choice.kept))
    outside_posts = choice.kept.copy()  # the text may quote them
    for row in posts:
        outside_posts[slice(*segments.between(row, int(page.end[row])))] = False
    choice.drop(Rule.AGAIN, repeated(page, segments, outside_posts, found.titles))
    return choice


def wholes(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray, posts: Sequence[int]) -> BoolArray:
    """The segments of lists, data tables and embedded posts that are mostly kept, or likely and in the text."""
    out, flags = np.zeros(len(kept), dtype=np.bool_), kept.tobytes()
    begun, last = flags.find(1), flags.rfind(1)
    if begun < 0:
        return out
    end, first_rows = page.end.data, segments.first.data
    begin, limit = first_rows[begun], first_rows[min(last + MAX_GAP, len(flags) - 1)]
    lists = _LISTS.take(page.tag[: limit + 1]).nonzero()[0].tolist()
    for rows, max_size, max_linked, min_mean, min_each in (
        (lists, MAX_ITEMS, MAX_LIST_LINKED, MIN_WHOLE_PROBABILITY, MIN_ITEM_PROBABILITY),
        (_data_tables(page), MAX_CELLS, MAX_LINKED, MIN_WHOLE_PROBABILITY, 0),
        (posts, MAX_CELLS, MAX_LINKED, 0, 0),
    ):
        for row in rows:
            if row > limit or end[row] <= begin:  # far from the text
                continue
            first, stop = bisect_left(first_rows, row), bisect_left(first_rows, end[row])
            count = flags.count(1, first, stop)
            if not 1 < stop - first <= max_size or count == stop - first:
                continue
            is_partly = count / (stop - first) >= MIN_WHOLE_SHARE
            if is_partly or _stands_in_text(page, flags, first, stop):
                linked = segments.link_chars[first:stop].sum() / segments.chars[first:stop].sum()
                is_likely = linked <= max_linked and probability[first:stop].mean() >= min_mean
                if linked <= MAX_LINKED if is_partly else is_likely:
                    out[first:stop] |= probability[first:stop] >= min_each
    return out


def _data_tables(page: Page) -> list[int]:
    """The tables with header cells that contain no other table."""
    rows = pairwise([*page.rows_of(_TABLE), len(page)])
    return [row for row, next_row in rows if next_row >= page.end[row] and _HEADER in page.tag[row : page.end[row]]]


def _stands_in_text(page: Page, kept: bytes, first: int, stop: int) -> bool:
    """Whether a range has kept segments close on both sides, or directly follows a kept one that introduces it."""
    if 1 not in kept[max(0, first - MAX_GAP) : first]:
        return False
    return 1 in kept[stop : stop + MAX_GAP] or (kept[first - 1] == 1 and page.texts[first - 1].endswith(_COLONS))


def between(found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Single segments between two kept ones: subheadings, and lines between two siblings."""
    out, flags = np.zeros(len(kept), dtype=np.bool_), kept.tobytes()
    at = 0
    while at := flags.find(b"\1\0\1", at) + 1:
        likely = probability[at]
        if likely < MIN_HEADING_PROBABILITY or found.value(at, "link_share") >= MAX_LINKED:
            continue
        out[at] = _SUBHEADING[found.page.segments.tag[at]] or (
            likely >= MIN_NEIGHBOUR_PROBABILITY
            and found.value(at, "gap_before") <= MAX_SIBLING_GAP
            and found.value(at, "gap_after") <= MAX_SIBLING_GAP
        )
    return out


def repeated_headline(found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """The first kept lines that contain only words of the title and do not end a sentence.

    For every method, `broadsheet.article.conventions` removes headings that equal the title.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    for at in kept.nonzero()[0][:-1][:MAX_FIRST_LINES].tolist():  # one segment always remains
        is_title = found.value(at, "title_share") == 1 and not found.value(at, "ends_sentence")
        is_short = found.page.segments.chars[at] <= MAX_HEADLINE_CHARS
        if not is_title or not is_short or probability[at] > MAX_HEADLINE_PROBABILITY:
            break
        out[at] = True
    return out


def below_comments(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """The heading of the readers' comments, or an unlinked line that serves as one, and everything after it."""
    out = np.zeros(len(kept), dtype=np.bool_)
    kept_at, chars, news = kept.nonzero()[0].tolist(), segments.chars.data, 0
    first = next((at for at in kept_at if (news := news + chars[at]) >= MIN_NEWS_CHARS), None)
    if first is None:
        return out
    rest = slice(first, kept_at[-1])
    size = segments.chars[rest]
    heading = segments.heading[rest] & (size <= MAX_COMMENTS_HEADING_CHARS)
    plain = (size <= MAX_COMMENTS_LINE_CHARS) & (segments.link_chars[rest] == 0)
    candidates = (heading | plain).nonzero()[0] + first
    spans = zip(segments.start[candidates].tolist(), segments.stop[candidates].tolist(), strict=True)
    lines = [page.text[start:stop] for start, stop in spans]
    if not lines:
        return out
    likely = _comments_words().in_texts(lexicon.folded("\0".join(lines)), len(lines))
    for number in likely.nonzero()[0].tolist():
        at, line = int(candidates[number]), lines[number]
        if _heads_comments(line, is_heading=bool(segments.heading[at])):
            if _continues(page, segments, kept, at):
                out[at] = any(map(str.isdigit, line))
                continue
            out[at:] = True
            break
    return out


@cache
def _comments_words() -> Words:
    return Words([lexicon.parts(*_COMMENTS_FIELDS)])


def _heads_comments(line: str, *, is_heading: bool) -> bool:
    """Whether a heading, or another line without a link, introduces readers' comments.

    >>> [_heads_comments(line, is_heading=True) for line in ("12 comments", "Kommentare (3)", "टिप्पणी करें")]
    [True, True, True]
    >>> [_heads_comments(line, is_heading=True) for line in ("Comments on the new rules", "5 thoughts on the rules")]
    [False, False]
    >>> [_heads_comments(line, is_heading=False) for line in ("Comments", "Comments are now closed", "Comment")]
    [True, True, False]
    """
    return (_COMMENTS_HEADING if is_heading else _COMMENTS_LINE).fullmatch(line.strip()) is not None


def _continues(page: Page, segments: Segments, kept: BoolArray, at: int) -> bool:
    """Whether the article continues after a line about comments.

    It does if the line is a button, or if at most a few standfirsts are kept before it and most of the text after it is
    paragraphs in one element.
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
