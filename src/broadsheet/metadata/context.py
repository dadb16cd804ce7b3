"""The facts of a page together with its body: its lines as bylines and dates are read in them, and the boxes of other
articles beside it.

It must not decide anything about a datum.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable
from datetime import datetime
from itertools import compress, pairwise
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import mapped
from broadsheet.facts import Facts
from broadsheet.facts.elements import word_list
from broadsheet.facts.structured import Marked
from broadsheet.facts.texts import SHARP_S, fold, folded_points, words
from broadsheet.lexicon import page_words
from broadsheet.metadata.written.beside_names import is_connector
from broadsheet.page import tags
from broadsheet.page.arrays import sums_before
from broadsheet.page.forks import made_once

__all__ = ["MAX_LINE_CHARS", "Context", "is_of_other_article", "parted", "parted_element", "spaced_element"]

_T = TypeVar("_T")
BEGINNING_SEGMENTS: Final = 30  # first segments of the body, whose words are compared with a title
HEADLINE_SEGMENTS: Final = 3  # first segments of the body that may be the headline
MIN_PROSE_CHARS: Final = 120  # shortest segment that counts as body if no method has marked one
MAX_LINE_CHARS: Final = 220  # longest line that may be a byline or a date
_MARK: Final = " • "  # between parts of a line that only the style sheet separates
_A, _H1, _SUP = tags.IDS["a"], tags.IDS["h1"], tags.IDS["sup"]
_LATER_HEADINGS: Final = tags.mask("h2 h3 h4 h5 h6")
_OF_OTHERS: Final = word_list(*page_words("markup", "others"))  # comments, boxes with other articles, embedded posts
_COMMENT: Final = word_list("comment")
MAX_BOX_CHARS: Final = 700  # largest box of one article, white space included
MAX_BOX_LEVELS: Final = 7  # levels, from a line upwards, that may be such a box
MIN_HEADING_WORDS, MIN_LINK_WORDS, MIN_HEADLINE_CHARS = 3, 4, 8  # shorter headings and links name sections
MAX_NEIGHBOURS: Final = 40  # siblings of a box that are compared with it


class Context(Facts):
    """The facts of a page, and its body.

    Args:
        facts: the facts. What has been read already is not read again.
        keep: the rows of the body, shape (page size,), if a method has marked them.
        captured: the moment at which the page was captured, with an offset, if known.
    """

    def __init__(
        self, facts: Facts, keep: NDArray[np.bool_] | None = None, *, captured: datetime | None = None
    ) -> None:
        facts.structured  # noqa: B018 - read it here, so that the facts have it too
        self.__dict__.update(vars(facts))
        self.keep = keep
        self.captured = captured
        self.lines: dict[int, str] = {}  # by segment, as far as `parted` has read them
        self._made: dict[object, Any] = {}

    def once(self, make: Callable[[Context], _T]) -> _T:
        """The result of a function of this page, computed once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _T = self._made[make]
        return made

    @made_once
    def in_body(self) -> NDArray[np.bool_]:
        """Segments of the body, shape (m,)."""
        segments = self.page.segments
        if self.keep is not None and len(segments):
            marked: NDArray[np.bool_] = self.keep[segments.first]
            if marked.any():
                return marked
        prose: NDArray[np.bool_] = (segments.chars >= MIN_PROSE_CHARS) & (segments.link_chars < 0.3 * segments.chars)
        return prose

    @made_once
    def body(self) -> list[int]:
        """The numbers of the body's segments, in order."""
        body: list[int] = self.in_body.nonzero()[0].tolist()
        return body

    @made_once
    def first(self) -> int:
        """The first segment of the body, or of the page if there is no body."""
        return self.body[0] if self.body else 0

    @made_once
    def last(self) -> int:
        """The last segment of the body, or of the page if there is no body."""
        return self.body[-1] if self.body else len(self.page.segments) - 1

    @made_once
    def body_text(self) -> str:
        """The text of the body."""
        texts = self.texts
        return "\n".join([texts[at] for at in self.body])

    @made_once
    def body_words(self) -> str:
        """The folded words of the body's first segments but one, which may be the headline; each between spaces."""
        beginning, segments = self.body[1:BEGINNING_SEGMENTS], self.page.segments
        text, whole = mapped(self.page.points, segments.start[beginning], segments.stop[beginning], folded_points())
        left = [at for at, done in zip(beginning, whole.tolist(), strict=True) if not done]
        return " ".join(["", text.replace(SHARP_S, "ss"), *(word for at in left for word in words(self.texts[at])), ""])

    @made_once
    def headline_row(self) -> int:
        """The last ``h1`` before or at the beginning of the body that is not the site's name, or -1."""
        segments = len(self.page.segments)
        stop = self.first_row[min(self.first + HEADLINE_SEGMENTS, segments - 1)] if segments else 0
        own = (self.page.tag[:stop] == _H1).nonzero()[0].tolist()
        return next((at for at in reversed(own) if not self.is_site(self.words_of(at))), -1)

    def is_in_body(self, row: int) -> bool:
        """Whether a row is in a segment of the body, or right before one."""
        place = self.segment_of[row]
        return place < len(self.in_body) and bool(self.in_body[place])

    def is_beside(self, row: int) -> bool:
        """Whether a row is in an element named for comments or other articles, without the beginning of the body."""
        return bool(self._beside[row])

    def is_own(self, item: Marked) -> bool:
        """Whether a property belongs to no item in readers' comments or in a box of other articles."""
        return not self.is_beside(item.scope if item.scope >= 0 else item.row)

    @made_once
    def _beside(self) -> memoryview:
        page = self.page
        start = self.first_row[self.first] if len(page.segments) else 0
        found = np.zeros(len(page), dtype=np.bool_)
        # Class names of the body and the article may say whether comments are open.
        named = self.named(_OF_OTHERS) | self.elements.holding("itemtype", _COMMENT)
        found[[row for row in named if not row <= start < self.end[row]]] = True
        return page.under(found).data

    @made_once
    def headlines_of_others(self) -> list[int]:
        """The rows that may be headlines of other articles: headings with a link, and long links."""
        page = self.page
        is_link = page.tag == _A
        at = (is_link | _LATER_HEADINGS.take(page.tag)).nonzero()[0]
        ends, is_link = page.end[at], is_link[at]
        sums = [total[ends] - total[at] for total in map(sums_before, (page.words, page.chars, page.link_chars))]
        is_headline = np.where(is_link, sums[0] >= MIN_LINK_WORDS, (sums[0] >= MIN_HEADING_WORDS) & (sums[2] > 0))
        rows: list[int] = at[is_headline & (sums[1] >= MIN_HEADLINE_CHARS)].tolist()
        return rows

    @made_once
    def _own_links(self) -> list[int]:
        """The rows of links to the page itself."""
        path = urlsplit(self.address or "").path
        if len(path) < 2:
            return []
        found = self.elements.pairs("href", lambda one: path in one and one.partition("?")[0].endswith(path))
        return [row for row, _ in found]

    def has_own_link(self, row: int) -> bool:
        """Whether an element has a link to the page itself."""
        at = bisect_left(self._own_links, row)
        return at < len(self._own_links) and self._own_links[at] < self.end[row]

    def headlines_within(self, row: int) -> list[int]:
        """The rows below a row that may be headlines of other articles."""
        rows = self.headlines_of_others
        return rows[bisect_left(rows, row) : bisect_left(rows, self.end[row])]


def is_of_other_article(context: Context, row: int, text: str) -> bool:
    """Whether a line outside the body is in a box of another article: a small one with a heading that is a link,
    and no link to the page itself.

    Before the body, or where the heading follows the line or is a mere link, a similar box must stand beside it.

    Args:
        context: the page.
        row: the row of the line.
        text: the line.
    """
    if context.is_in_body(row) or not len(context.first_row):
        return False
    first, headline, end = context.first_row[context.first], context.headline_row, context.end
    is_behind, name, rows = context.segment_of[row] >= context.first, None, context.headlines_of_others
    at = bisect_left(rows, row)
    before, next_ = rows[at - 1] if at else -1, rows[at] if at < len(rows) else len(end)
    for up in context.chain(row, MAX_BOX_LEVELS):
        if before < up and next_ >= end[up]:  # no headline; whatever ends the search here also ends it further up
            continue
        is_of_page = up <= first < end[up] or up <= headline < end[up]
        if is_of_page or context.size(up) > MAX_BOX_CHARS or context.has_own_link(up):
            break
        name = fold(text) if name is None else name
        inside = context.headlines_within(up)
        inside = [at for at in inside if not _says(context, at, name)] if name else inside
        if is_behind and any(at < row and context.tag[at] != _A for at in inside):
            return True
        if inside and _has_twin(context, up):
            return True
    return False


def _says(context: Context, row: int, name: str) -> bool:
    """Whether a row's text contains a folded name, or is contained in it."""
    text = fold(context.words_of(row))
    return text in name or name in text


def _has_twin(context: Context, box: int) -> bool:
    """Whether a box has a sibling with the same tag and class, and another headline."""
    tag, end, value = context.tag, context.end, context.elements.value
    kind, name, parent = tag[box], value(box, "class"), context.parent[box]
    at = parent + 1
    for _ in range(MAX_NEIGHBOURS):
        if at >= end[parent]:
            break
        is_alike = tag[at] == kind and at != box and value(at, "class") == name
        if is_alike and context.size(at) <= MAX_BOX_CHARS and context.headlines_within(at):
            return True
        at = end[at]
    return False


def parted(context: Context, at: int) -> str:
    """The text of a segment. In a short one, elements that touch are separated by a mark, or by a space next to words
    that introduce or join names; not if the second begins with a lower-case letter.
    """
    if at not in context.lines:
        context.lines[at] = _parted(context, at)
    return context.lines[at]


def parted_element(context: Context, row: int) -> str:
    """The text of an element, with a mark where two elements touch in letters or digits."""
    parts = _texts(context, row, context.end[row])
    return _joined(parts, [_touch(one, two) for one, two in pairwise(parts)])


def spaced_element(context: Context, row: int) -> str:
    """The text of an element, with a space where a capitalised word follows a small letter without one."""
    parts = _texts(context, row, context.end[row])
    touching = [one[-1].islower() and two[0].isupper() for one, two in pairwise(parts)]
    if not any(touching):
        return context.words_of(row)
    text = parts[0] + "".join(f" {two}" if touch else two for touch, two in zip(touching, parts[1:], strict=True))
    return " ".join(text.split())


def _touch(first: str, second: str) -> bool:
    """Whether a text ends with a letter, mark or digit, and the next begins with a letter, a digit or ``@``."""
    return unicodedata.category(first[-1])[0] in "LMN" and (second[0].isalnum() or second[0] == "@")


def _texts(context: Context, first: int, stop: int) -> list[str]:
    """The texts of shown rows without superscript (note numbers), white space included."""
    shown = compress(range(first, stop), context.is_text_shown[first:stop])
    return [part for row in shown if context.tag[context.parent[row]] != _SUP and (part := context.page.raw(row))]


def _parted(context: Context, at: int) -> str:
    text = context.texts[at]
    first, last = context.first_row[at], context.last_row[at]
    if first == last or len(text) > MAX_LINE_CHARS:
        return text
    parts = _texts(context, first, last + 1)
    # An initial in large type touches the rest of its word.
    apart = [_touch(one, two) and (not two[0].islower() or is_connector(two)) for one, two in pairwise(parts)]
    return _joined(parts, apart) if any(apart) else text


def _joined(parts: list[str], apart: list[bool]) -> str:
    """Texts joined, with a mark where flagged in `apart`, or a space next to words that introduce or join names."""
    out = parts[:1]
    for first, second, mark in zip(parts, parts[1:], apart, strict=False):
        out += [" " if is_connector(first) or is_connector(second) else _MARK, second] if mark else [second]
    return " ".join("".join(out).split())
