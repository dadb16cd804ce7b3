"""The stretch of a page: the contiguous rows that hold the article, as columns, and questions about their subtrees.

Only kept text counts as mass. The module does not know which blocks are made of the rows.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article import roles, tables
from broadsheet.page import Page, tags

__all__ = ["MAX_HEADING_CHARS", "Stretch"]

MAX_HEADING_CHARS: Final = 300
"""A heading with more text was left open, or holds more than a heading. Real ones have up to about 200 characters."""

MIN_DOMINANT_SHARE: Final = 0.8  # a quote, list or mark with a larger share of the kept text is layout
MIN_DOMINANT_CHARS: Final = 800  # layout also has more text than this

_TEXT: Final = tags.TEXT
_CELLS: Final = tags.ids("td th")
_TH: Final = tags.IDS["th"]
_OL: Final = tags.IDS["ol"]
_LI: Final = tags.IDS["li"]
_TABLE: Final = tags.IDS["table"]
_LINK: Final = tags.IDS["a"]
_QUOTE: Final = tags.IDS["blockquote"]
_DEFINED: Final = tags.ids("dd dt")
_CAPTION: Final = tags.IDS["caption"]
_TABLE_MARKS: Final = tags.ids("caption thead")
_SECTIONS: Final = tags.ids("h1 h2 h3 h4 h5 h6 blockquote hr")
_MAY_BE_HEADING: Final = tags.ids("div p span section header")
_LINES: Final = tags.LINE_BREAK & ~tags.mask("br noscript")
_STRUCTURE: Final = tags.mask("p table ul ol dl h1 h2 h3 h4 h5 h6 blockquote article section")

_BLOCK_STYLE: Final = re.compile(r"(?<![\w-])display\s*:\s*(?:block|flex|grid|table|list-item)\b(?!-)", re.IGNORECASE)
_NOT_BOLD: Final = re.compile(r"font-weight:\s*(?:normal|[1-4]00)", re.IGNORECASE)
DEFAULT_LEVEL: Final = 2  # heading level without an ``aria-level`` (WAI-ARIA 1.2, section 6.6)
_DIGITS: Final = re.compile(r"\s*([+-]?\d{1,9})")
MAX_LIST_NUMBER: Final = 999_999_999  # CommonMark, section 5.2: an ordered list marker has at most nine digits.


class Stretch:
    """The rows of a stretch, numbered from 0.

    Attributes:
        page: the page.
        begin: the page row of the first one.
        size: number of rows.
        tag, end, start, stop, chars, hidden: the page's columns; no subtree ends beyond the stretch.
        text: the page's text.
        mass: characters of kept text in each row's subtree.
        links: ``href`` of the links that hold kept text, by row, unresolved.
        headings: levels of the elements with a heading role, by row.
        drawn: inline elements with a block ``display`` in their style.
    """

    def __init__(self, page: Page, mass: NDArray[Any], begin: int, stop: int) -> None:
        part = slice(begin, stop)
        tag, has_mass = page.tag[part], mass[part] > 0
        self.page = page
        self.begin = begin
        self.size = stop - begin
        self.tag: list[int] = tag.tolist()
        self.end: list[int] = (np.minimum(page.end[part], stop) - begin).tolist()
        self.mass: list[int] = mass[part].tolist()
        # Not every row is asked for these: views, which are made at once.
        self.start, self.stop = page.start.data[part], page.stop.data[part]
        self.hidden, self.chars = page.hidden.data[part], page.chars.data[part]
        self.text = page.text
        links = ((tag == _LINK) & has_mass).nonzero()[0]
        hrefs = page.joined((links + begin).tolist(), ("href",)) if len(links) else ()
        self.links = dict(zip(links.tolist(), hrefs, strict=True))
        self.headings = self._headings()
        self.block_styled = self._block_styled()
        self._total = int(mass[0])
        self._tables: list[int] = ((tag == _TABLE) & has_mass).nonzero()[0].tolist()
        self._structure: list[int] | None = None
        self._spans: dict[str, dict[int, str]] | None = None
        self._numbers: dict[str, dict[int, str]] | None = None

    def _headings(self) -> dict[int, int]:
        """Levels of elements with a heading role that fill their line."""
        found: dict[int, int] = {}
        for at, level in self.page.headings().items():
            row, line = at - self.begin, max(0, int(self.page.block[at]) - self.begin)
            if 0 <= row < self.size and self.tag[row] in _MAY_BE_HEADING and self.mass[row] == self.mass[line]:
                found[row] = _integer(level, DEFAULT_LEVEL, 1, max(roles.LEVEL.values()))
        return {row: level for row, level in found.items() if 0 < self.mass[row] <= MAX_HEADING_CHARS}

    def _block_styled(self) -> frozenset[int]:
        """Plain inline elements with kept text and a block ``display``."""
        rows = (row - self.begin for row, style in self.page.styled("display", "DISPLAY") if _BLOCK_STYLE.search(style))
        return frozenset(
            row for row in rows if 0 <= row < self.size and self.mass[row] and roles.ROLE[self.tag[row]] == roles.PLAIN
        )

    def is_dominant(self, row: int) -> bool:
        """Whether a row's subtree holds nearly all kept text, so that its element distinguishes nothing."""
        mass = self.mass[row]
        return mass > MIN_DOMINANT_CHARS and mass > MIN_DOMINANT_SHARE * self._total

    def is_defined(self, row: int) -> bool:
        """Whether a term is followed by a definition or another term."""
        at = self.end[row]
        while at < self.size and self.tag[at] == _TEXT:
            at += 1
        return at < self.size and self.mass[at] > 0 and self.tag[at] in _DEFINED

    def is_structured(self, row: int) -> bool:
        """Whether a preformatted element holds blocks, so that its line breaks are not the structure."""
        if self._structure is None:
            tag = self.page.tag[self.begin : self.begin + self.size]
            self._structure = [0, *_STRUCTURE.take(tag).cumsum().tolist()]
        return self._structure[self.end[row]] > self._structure[row]

    def holds_lines(self, row: int) -> bool:
        """Whether an inline element holds blocks."""
        inside = self.page.tag[row + self.begin : self.end[row] + self.begin]
        return bool(_LINES[inside].any()) or any(row < at < self.end[row] for at in self.block_styled)

    def is_wrapper(self, row: int) -> bool:
        """Whether a bold element is the wrapper that word processors put around pasted text."""
        return self.is_structured(row) and _NOT_BOLD.search(self.page.attr(row + self.begin, "style") or "") is not None

    def is_source(self, row: int) -> bool:
        """Whether a ``cite`` names the source of a block quotation."""
        page = self.page
        return bool(page.tag[page.parent[row + self.begin]] == _QUOTE)

    def ends_its_parent(self, row: int) -> bool:
        """Whether no text follows an element within its parent."""
        page = self.page
        return not self.text[self.stop[row] : page.stop[page.parent[row + self.begin]]].strip()

    def shown_chars(self, row: int) -> int:
        """Visible characters of an element, kept or not."""
        return sum(self.chars[at] for at in range(row, self.end[row]) if not self.hidden[at])

    def numbering(self, row: int) -> tuple[bool, int, Mapping[int, int]]:
        """Whether a list is ordered, its first number, and the numbers of its items by row if they do not simply count
        up (HTML, section 4.4.5: ``reversed``; 4.4.8: ``value``).
        """
        if self.tag[row] != _OL:
            return False, 1, {}
        if self._numbers is None:
            self._numbers = self.page.valued("start", "reversed", "value")
        (starts, turned, values), at = self._numbers.values(), row + self.begin
        items = [item for item in self._children(row) if self.tag[item] == _LI]
        step = -1 if at in turned else 1
        number = start = _integer(starts.get(at), 1 if step > 0 else len(items), 0, MAX_LIST_NUMBER)
        if step > 0 and not any(item + self.begin in values for item in items):
            return True, start, {}
        numbers: dict[int, int] = {}
        for item in items:
            numbers[item] = number = _integer(values.get(item + self.begin), number, 0, MAX_LIST_NUMBER)
            number = max(0, number + step)
        return True, start, numbers

    def _children(self, row: int) -> Iterator[int]:
        at = row + 1
        while at < self.end[row]:
            yield at
            at = self.end[at]

    def cell(self, row: int, *, header: bool) -> tables.Draft:
        """A cell with its spans. It is a header if ``header`` is set or its tag is ``th``."""
        if self._spans is None:
            self._spans = self.page.valued("colspan", "rowspan")
        spans, at = self._spans, row + self.begin
        return tables.Draft(
            content=(),
            header=self.tag[row] == _TH or header,
            colspan=_integer(spans["colspan"].get(at), 1, 1, tables.MAX_COLSPAN),
            rowspan=_integer(spans["rowspan"].get(at), 1, 0, tables.MAX_ROWSPAN),
        )

    def holds_data(self, row: int) -> bool:
        """Whether a table holds data and is not a layout table."""
        return tables.holds_data(self._shape(row))

    def _shape(self, row: int) -> tables.Shape:
        """The measures of a table. Only innermost tables are read, so that all of them take linear time."""
        end = self.end[row]
        place = bisect_right(self._tables, row)
        nested = place < len(self._tables) and self._tables[place] < end
        rows = columns = cells = longest = in_row = 0
        marked = sections = False
        behind = row  # end of the caption, in which headings start no section
        for at in range(row + 1, row + 1 if nested else end):
            mass, number = self.mass[at], self.tag[at]
            marked = marked or number == _TH  # kept or not
            if number == _CAPTION:
                behind = self.end[at]
            if not mass and number not in _SECTIONS:
                continue
            if number in _CELLS:
                in_row += 1
                cells += 1
                longest = max(longest, mass)
                columns = max(columns, in_row)
            elif roles.ROLE[number] == roles.ROW:
                rows += 1
                in_row = 0
            elif number in _TABLE_MARKS:
                marked = True
            elif number in _SECTIONS and at >= behind:
                sections = True
        return tables.Shape(
            role=(self.page.attr(row + self.begin, "role") or "").strip().lower() if rows > 1 and columns > 1 else "",
            rows=rows,
            columns=columns,
            cells=cells,
            chars=self.mass[row],
            longest=longest,
            marked=marked,
            nested=nested,
            sections=sections,
        )


def _integer(value: str | None, default: int, least: int, most: int) -> int:
    """HTML, section 2.3.4.1 (signed integers): leading digits count, the rest is ignored."""
    match = _DIGITS.match(value) if value else None
    return min(max(int(match[1]), least), most) if match else default
