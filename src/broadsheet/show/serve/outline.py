"""Markup of a page's segments in reading order: visible text, and hidden text folded away.

The page's own markup is not used: elements are written anew, and the page's attributes are escaped text.
"""

from __future__ import annotations

import re
from itertools import groupby, islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from broadsheet.page import tags
from broadsheet.show.markup import element, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray

__all__ = ["outline", "path_of", "shown_segments"]

_MAX_LEVELS: Final = 8  # elements of a path, from the innermost outwards
_MAX_NAME_CHARS: Final = 60
_MAX_PATH_CHARS: Final = 240
_MAX_CLASSES: Final = 3
MOST_SEGMENTS: Final = 2_500  # of a page with more, kept segments are shown first, then the earliest
_MAX_SEGMENT_CHARS: Final = 1_200
_MAX_CHARS: Final = 500_000  # of all segments; later ones are shortened to stubs
_STUB_CHARS: Final = 80
_MAX_HIDDEN: Final = 200  # hidden texts shown
_MAX_HIDDEN_CHARS: Final = 400  # of a hidden text
_SPACE: Final = re.compile(r"\s+")
_LANDMARKS: Final = tags.mask("header nav main article aside footer section form dialog")
_CELLS: Final = tags.mask("td th")
_TABLES: Final = tags.mask("table")
_MAX_CELLS: Final = 40  # cells of a table row that is shown as one line
_MAX_CELL_CHARS: Final = 120  # tables with longer cells are layout tables
_ITEMS: Final = tags.mask("li dt dd")
_QUOTES: Final = tags.mask("blockquote")
_CAPTIONS: Final = tags.mask("figcaption caption")
_PRE: Final = tags.mask("pre listing xmp")
_TR: Final = tags.mask("tr")


def name_of(page: Page, row: int) -> str:
    """Return an element's tag, id and first classes: ``div#story.text.wide``."""
    attributes = page.attrs(row)
    identity = "".join(attributes.get("id", "")[:_MAX_NAME_CHARS].split())
    classes = attributes.get("class", "")[: 4 * _MAX_NAME_CHARS].split()[:_MAX_CLASSES]
    whole = "".join(
        [page.name(row)[:_MAX_NAME_CHARS], f"#{identity}" if identity else "", *(f".{one}" for one in classes)]
    )
    return whole if len(whole) <= _MAX_NAME_CHARS else f"{whole[: _MAX_NAME_CHARS - 1]}…"


def path_of(page: Page, row: int) -> str:
    """Return an element's path, outermost element first."""
    names: list[str] = []
    up, size = row, 0
    while up >= 0 and len(names) < _MAX_LEVELS and size < _MAX_PATH_CHARS:
        names.append(name_of(page, up))
        size += len(names[-1])
        up = int(page.parent[up])
    return " > ".join([*(["…"] if up >= 0 else []), *reversed(names)])


class _Hidden(NamedTuple):
    """Adjacent hidden texts: the element that hides them, their text nodes, and their characters."""

    holder: int
    rows: list[int]
    chars: int


def shown_segments(page: Page, kept: BoolArray) -> BoolArray:
    """Return which segments to show, shape (m,), given those that a method keeps."""
    size = len(page.segments)
    if size <= MOST_SEGMENTS:
        return np.ones(size, dtype=np.bool_)
    order = np.concatenate((np.flatnonzero(kept), np.flatnonzero(~kept)))
    out = np.zeros(size, dtype=np.bool_)
    out[order[:MOST_SEGMENTS]] = True
    return out


def outline(page: Page, shown: BoolArray, classes: Sequence[str]) -> str:
    """Return the segments of a page as markup.

    Args:
        page: the page.
        shown: which segments to show, shape (m,).
        classes: CSS classes of each segment's colours, shape (m,).
    """
    return "".join(_Outline(page, shown, classes).parts())


class _Outline:
    """One pass over the segments."""

    def __init__(self, page: Page, shown: BoolArray, classes: Sequence[str]) -> None:
        self.page = page
        self.shown = shown
        self.classes = classes
        self.tag = page.tag
        self.hidden = _hidden_texts(page)
        self.left = _MAX_CHARS
        self.above = page.under(_QUOTES[page.tag])
        self.place = _nearest(page, _LANDMARKS)
        self.in_row = _data_rows(page)

    def parts(self) -> Iterator[str]:
        """Yield the markup, piece by piece."""
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
        """Note the number of omitted segments, once per gap."""
        if number == 0 or self.shown[number - 1]:
            later = np.flatnonzero(self.shown[number:])
            missing = int(later[0]) if len(later) else len(self.shown) - number
            yield element("p", f"… {missing:,} segments are not shown …", cls="gap")

    def segment(self, number: int, block: int) -> str:
        """Return the markup of one segment."""
        kind = self.kind(block)
        words = self.words(number)
        cls = f"seg {kind} {self.classes[number]}".rstrip()
        return element("div", words, cls=cls, dir="auto", tabindex=-1, data_i=number)

    def kind(self, block: int) -> str:
        """Return the CSS class of a segment's appearance."""
        tag = self.tag[block]
        if tags.HEADING[tag]:
            return f"is-{self.page.name(block)}"
        kinds = (("is-cell", _CELLS), ("is-item", _ITEMS), ("is-caption", _CAPTIONS), ("is-pre", _PRE))
        found = next((kind for kind, mask in kinds if mask[tag]), "")
        if not found and self.tag[max(int(self.page.parent[block]), 0)] == tags.IDS["li"]:
            found = "is-item"
        return f"{found} is-quote" if self.above[block] else found or "is-text"

    def words(self, number: int) -> str:
        """Return the text of a segment, with links marked."""
        page, segments = self.page, self.page.segments
        most = min(_MAX_SEGMENT_CHARS, max(self.left, _STUB_CHARS))
        first, last = int(segments.first[number]), int(segments.last[number])
        parts: list[str] = []
        used = total = 0
        written = bool(_PRE[segments.tag[number]])
        inside = slice(first, last + 1)
        space = page.is_text[inside] & ~page.hidden[inside] & (page.chars[inside] == 0)
        rows = (np.flatnonzero((segments.of[inside] == number) | space) + first).tolist()
        for linked, some in groupby(rows, page.in_link.__getitem__):
            text = "".join(page.text[page.start[row] : page.stop[row]] for row in some)
            text = text if written else _SPACE.sub(" ", text)
            total += len(text)
            if piece := text[: most - used]:
                used += len(piece)
                parts.append(element("span", text_of(piece), cls="link") if linked else text_of(piece))
        self.left -= used
        if total > used:
            parts.append(element("span", f" … {total - used:,} more characters", cls="more"))
        return "".join(parts)

    def folded(self, behind: _Hidden) -> str:
        """Return hidden texts as a folded element."""
        page = self.page
        texts, used = [], 0
        for row in behind.rows:
            start, stop = int(page.start[row]), int(page.stop[row])
            text = " ".join(page.text[start : min(stop, start + 4 * _MAX_HIDDEN_CHARS)].split())
            texts.append(text)
            used += len(text)
            if used > _MAX_HIDDEN_CHARS:
                break
        whole = " ".join(texts)
        words = whole if len(whole) <= _MAX_HIDDEN_CHARS else f"{whole[:_MAX_HIDDEN_CHARS]} …"
        holder = name_of(page, behind.holder)
        summary = element("summary", text_of(f"hidden: {behind.chars:,} characters in {holder}"))
        return element("details", summary, element("p", text_of(words), dir="auto"), cls="hidden")


def _nearest(page: Page, elements: BoolArray) -> list[int]:
    """Return the nearest ancestor-or-self with one of these tags for each node; -1 for none."""
    marked, parent = elements[page.tag].tolist(), page.parent.tolist()
    out: list[int] = []
    for row, is_one in enumerate(marked):
        out.append(row if is_one else out[parent[row]] if parent[row] >= 0 else -1)
    return out


def _data_rows(page: Page) -> list[int]:
    """Return each node's table row, if its cells are short and have one segment each; otherwise -1."""
    segments, nearest, cell = page.segments, _nearest(page, _TR), _nearest(page, _CELLS)
    out = [-1] * len(page)
    for row in np.flatnonzero(_TR[page.tag]).tolist():
        end = int(page.end[row])
        first, stop = segments.between(row, end)
        if not 0 < stop - first <= _MAX_CELLS or segments.chars[first:stop].max() > _MAX_CELL_CHARS:
            continue
        blocks = segments.block[first:stop].tolist()
        if len({cell[block] for block in blocks}) == len(blocks) and not _TABLES[page.tag[row:end]].any():
            for block in blocks:
                out[block] = nearest[block]
    return out


def _hiders(page: Page) -> list[int]:
    """Return the outermost hidden element around each hidden node, below ``head``; -1 for visible nodes."""
    hidden, parent, head = page.hidden.tolist(), page.parent.tolist(), (page.tag == tags.IDS["head"]).tolist()
    out: list[int] = []
    for row, is_hidden in enumerate(hidden):
        above = parent[row]
        inside = above >= 0 and hidden[above] and not head[above]
        out.append((out[above] if inside else row) if is_hidden else -1)
    return out


def _hidden_texts(page: Page) -> dict[int, list[_Hidden]]:
    """Return hidden texts by the number of the next segment; for those at the end, the number of segments."""
    rows = np.flatnonzero(page.is_text & page.hidden & (page.chars > 0))
    if not len(rows):
        return {}
    following = np.searchsorted(page.segments.first, rows)
    hiders = np.array(_hiders(page))[rows]
    new = np.flatnonzero((np.diff(following) != 0) | (np.diff(hiders) != 0)) + 1
    starts = np.append(0, new)
    runs = zip(following[starts].tolist(), hiders[starts].tolist(), np.split(rows, new), strict=True)
    out: dict[int, list[_Hidden]] = {}
    for number, holder, some in islice(runs, _MAX_HIDDEN):
        out.setdefault(number, []).append(_Hidden(holder, some.tolist(), int(page.chars[some].sum())))
    return out
