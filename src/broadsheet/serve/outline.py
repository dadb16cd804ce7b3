"""A page -> its segments in reading order, as markup: what a reader sees, and, folded away, what is hidden.

Nothing of the page's own markup comes through: elements here are written anew, and attributes of the page are text.
It must not know methods: what they say of a segment comes in as classes.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from broadsheet.evaluate.report.markup import element, text_of
from broadsheet.page import tags
from broadsheet.serve.nodes import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray

__all__ = ["MOST_SEGMENTS", "outline", "shown_segments"]

MOST_SEGMENTS: Final = 2_500
"""Segments that are shown. Of a page with more, those that a method keeps come first, then the earliest."""
_LONGEST: Final = 1_200
"""Characters of a segment that are shown."""
_MOST_CHARACTERS: Final = 500_000
"""Characters of all segments together; those behind are cut short."""
_STUB: Final = 80
"""Characters of a segment that is cut short."""
_MOST_HIDDEN: Final = 200
"""Hidden texts that are shown."""
_HIDDEN: Final = 400
"""Characters of a hidden text that are shown."""

_SPACE: Final = re.compile(r"\s+")
_PLACES: Final = tags.mask("header nav main article aside footer section form dialog")
_CELLS: Final = tags.mask("td th")
_TABLES: Final = tags.mask("table")
_MOST_CELLS: Final = 40
_LONGEST_CELL: Final = 120
"""Cells of a row that is shown as one, and characters of each; one with longer cells holds the page together."""
_ITEMS: Final = tags.mask("li dt dd")
_QUOTES: Final = tags.mask("blockquote")
_CAPTIONS: Final = tags.mask("figcaption caption")
_PRE: Final = tags.mask("pre listing xmp")
_TR: Final = tags.mask("tr")


class _Hidden(NamedTuple):
    """Hidden texts that stand together.

    Attributes:
        holder: the element that hides them.
        rows: their rows.
        chars: characters of all of them.
    """

    holder: int
    rows: list[int]
    chars: int


def shown_segments(page: Page, kept: BoolArray) -> BoolArray:
    """Which segments of a page are shown, shape (m,), given those that any method keeps."""
    size = len(page.segments)
    if size <= MOST_SEGMENTS:
        return np.ones(size, dtype=np.bool_)
    order = np.concatenate((np.flatnonzero(kept), np.flatnonzero(~kept)))
    out = np.zeros(size, dtype=np.bool_)
    out[order[:MOST_SEGMENTS]] = True
    return out


def outline(page: Page, shown: BoolArray, classes: Sequence[str]) -> str:
    """The segments of a page as markup.

    Args:
        page: the page.
        shown: which of them, shape (m,).
        classes: what each is called for its colours, shape (m,).
    """
    return "".join(_Outline(page, shown, classes).parts())


class _Outline:
    """One walk over the segments."""

    def __init__(self, page: Page, shown: BoolArray, classes: Sequence[str]) -> None:
        self.page = page
        self.shown = shown
        self.classes = classes
        self.tag = page.tag
        self.hidden = _hidden_texts(page)
        self.left = _MOST_CHARACTERS
        self.above = page.under(_QUOTES[page.tag])
        self.place = _nearest(page, _PLACES)
        self.in_row = _rows_of_data(page)

    def parts(self) -> Iterator[str]:
        """The markup, piece by piece."""
        place, row, cells = -1, -1, list[str]()
        for number, block in enumerate(self.page.segments.block.tolist()):
            behind = self.hidden.pop(number, ())
            here, now = int(self.place[block]), int(self.in_row[block])
            if cells and (now != row or behind or here != place or not self.shown[number]):
                yield element("div", *cells, cls="cells")
                cells = []
            yield from map(self.folded, behind)
            if not self.shown[number]:
                yield from self.gap(number)
                continue
            if here != place:
                place = here
                if place >= 0:
                    yield element("p", text_of(name_of(self.page, place)), cls="place")
            row = now
            if row >= 0:
                cells.append(self.segment(number, block))
            else:
                yield self.segment(number, block)
        if cells:
            yield element("div", *cells, cls="cells")
        for behind in self.hidden.values():
            yield from map(self.folded, behind)

    def gap(self, number: int) -> Iterator[str]:
        """How many segments are missing from here on, once."""
        if number == 0 or self.shown[number - 1]:
            later = np.flatnonzero(self.shown[number:])
            missing = int(later[0]) if len(later) else len(self.shown) - number
            yield element("p", f"… {missing:,} segments are not shown …", cls="gap")

    def segment(self, number: int, block: int) -> str:
        """One segment."""
        kind = self.kind(block)
        words = self.words(number)
        cls = f"seg {kind} {self.classes[number]}".rstrip()
        return element("div", words, cls=cls, dir="auto", tabindex="-1", **{"data-i": str(number)})

    def kind(self, block: int) -> str:
        """What a segment looks like."""
        tag = self.tag[block]
        if tags.HEADING[tag]:
            return f"is-{self.page.name(block)}"
        kinds = (("is-cell", _CELLS), ("is-item", _ITEMS), ("is-caption", _CAPTIONS), ("is-pre", _PRE))
        found = next((kind for kind, mask in kinds if mask[tag]), "")
        if not found and self.tag[max(int(self.page.parent[block]), 0)] == tags.IDS["li"]:
            found = "is-item"
        return f"{found} is-quote" if self.above[block] else found or "is-text"

    def words(self, number: int) -> str:
        """The text of a segment, links marked."""
        page, segments = self.page, self.page.segments
        most = min(_LONGEST, max(self.left, _STUB))
        first, last = int(segments.first[number]), int(segments.last[number])
        parts: list[str] = []
        linked, piece, used, total = False, "", 0, 0
        written = bool(_PRE[segments.tag[number]])
        inside = slice(first, last + 1)
        space = page.is_text[inside] & ~page.hidden[inside] & (page.chars[inside] == 0)
        for row in (np.flatnonzero((segments.of[inside] == number) | space) + first).tolist():
            text = page.text[page.start[row] : page.stop[row]]
            text = text if written else _SPACE.sub(" ", text)
            total += len(text)
            if used >= most:
                continue
            link = bool(page.in_link[row])
            if link != linked and piece:
                parts.append(_piece(piece, linked))
                piece = ""
            linked = link
            piece += text[: most - used]
            used += min(len(text), most - used)
        if piece:
            parts.append(_piece(piece, linked))
        self.left -= used
        if total > used:
            parts.append(element("span", f" … {total - used:,} more characters", cls="more"))
        return "".join(parts)

    def folded(self, behind: _Hidden) -> str:
        """Hidden texts, folded away."""
        page = self.page
        texts, used = [], 0
        for row in behind.rows:
            start, stop = int(page.start[row]), int(page.stop[row])
            text = " ".join(page.text[start : min(stop, start + 4 * _HIDDEN)].split())
            texts.append(text)
            used += len(text)
            if used > _HIDDEN:
                break
        whole = " ".join(texts)
        words = whole if len(whole) <= _HIDDEN else f"{whole[:_HIDDEN]} …"
        holder = name_of(page, behind.holder)
        summary = element("summary", text_of(f"hidden: {behind.chars:,} characters in {holder}"))
        return element("details", summary, element("p", text_of(words), dir="auto"), cls="hidden")


def _piece(text: str, linked: bool) -> str:
    return element("span", text_of(text), cls="link") if linked else text_of(text)


def _nearest(page: Page, elements: BoolArray) -> list[int]:
    """The nearest row around each that has a certain tag, itself included; -1 for none."""
    marked, parent = elements[page.tag].tolist(), page.parent.tolist()
    out: list[int] = []
    for row, is_one in enumerate(marked):
        out.append(row if is_one else out[parent[row]] if parent[row] >= 0 else -1)
    return out


def _rows_of_data(page: Page) -> list[int]:
    """The table row around each row, where its cells are short and hold one segment each; else -1."""
    segments, nearest, cell = page.segments, _nearest(page, _TR), _nearest(page, _CELLS)
    out = [-1] * len(page)
    for row in np.flatnonzero(_TR[page.tag]).tolist():
        end = int(page.end[row])
        first, stop = segments.between(row, end)
        if not 0 < stop - first <= _MOST_CELLS or segments.chars[first:stop].max() > _LONGEST_CELL:
            continue
        blocks = segments.block[first:stop].tolist()
        if len({cell[block] for block in blocks}) == len(blocks) and not _TABLES[page.tag[row:end]].any():
            for block in blocks:
                out[block] = nearest[block]
    return out


def _hiders(page: Page) -> list[int]:
    """The outermost hidden element around each hidden row, below ``head``; -1 for rows that are shown."""
    hidden, parent, head = page.hidden.tolist(), page.parent.tolist(), (page.tag == tags.IDS["head"]).tolist()
    out: list[int] = []
    for row, is_hidden in enumerate(hidden):
        above = parent[row]
        inside = above >= 0 and hidden[above] and not head[above]
        out.append((out[above] if inside else row) if is_hidden else -1)
    return out


def _hidden_texts(page: Page) -> dict[int, list[_Hidden]]:
    """Hidden texts by the segment that comes next; the number of segments for those at the end."""
    rows = np.flatnonzero(page.is_text & page.hidden & (page.chars > 0))
    if not len(rows):
        return {}
    following = np.searchsorted(page.segments.first, rows)
    hiders = np.array(_hiders(page))[rows]
    new = np.flatnonzero((np.diff(following) != 0) | (np.diff(hiders) != 0)) + 1
    starts = np.append(0, new)
    runs = zip(following[starts].tolist(), hiders[starts].tolist(), np.split(rows, new), strict=True)
    out: dict[int, list[_Hidden]] = {}
    for number, holder, some in islice(runs, _MOST_HIDDEN):
        out.setdefault(number, []).append(_Hidden(holder, some.tolist(), int(page.chars[some].sum())))
    return out
