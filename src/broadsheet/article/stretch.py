"""The stretch of a page that an article is in: its columns, and what is asked of a row's subtree before it is entered.

It must not know what blocks are made of the rows. Only kept text has mass.
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

__all__ = ["MOST_HEADING", "Stretch"]

MOST_HEADING: Final = 300
"""A heading element with more text than this was left open, or holds more than a heading. The longest real ones have
about 200 characters."""

_DOMINANT: Final = 0.8
"""A quote, list or mark with this share of all kept text is layout: an article is no list item."""
_DOMINANT_SIZE: Final = 800
"""But only if that is more than a few sentences."""

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
_NO_LEVEL: Final = 2
"""The level of a heading that says no number (WAI-ARIA 1.2, section 6.6, aria-level)."""
_DIGITS: Final = re.compile(r"\s*([+-]?\d{1,9})")
_MOST_NUMBER: Final = 999_999_999
"""CommonMark, section 5.2: an ordered list marker has at most nine digits."""


class Stretch:
    """Rows of a page, counted from where the stretch begins.

    Attributes:
        page: the page.
        begin: its row where the stretch begins.
        size: how many rows there are.
        tag, end, start, stop, chars: the page's columns; no subtree ends beyond the stretch.
        hidden: the same.
        text: the page's text.
        mass: characters of kept text in the subtree of each row.
        links: the addresses of the links that hold kept text, by row, as they are written.
        headings: the levels of elements that are headings by their role, by row.
        drawn: elements within lines of text that a style of their own draws as blocks.
    """

    __slots__ = (
        "_numbers",
        "_spans",
        "_structure",
        "_tables",
        "_total",
        "begin",
        "chars",
        "drawn",
        "end",
        "headings",
        "hidden",
        "links",
        "mass",
        "page",
        "size",
        "start",
        "stop",
        "tag",
        "text",
    )

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
        self.drawn = self._drawn()
        self._total = int(mass[0])
        self._tables: list[int] = ((tag == _TABLE) & has_mass).nonzero()[0].tolist()
        self._structure: list[int] | None = None
        self._spans: dict[str, dict[int, str]] | None = None
        self._numbers: dict[str, dict[int, str]] | None = None

    def _headings(self) -> dict[int, int]:
        """The levels of elements that are headings by their role and stand in a line of their own."""
        found: dict[int, int] = {}
        for at, level in self.page.headings().items():
            row, line = at - self.begin, max(0, int(self.page.block[at]) - self.begin)
            if 0 <= row < self.size and self.tag[row] in _MAY_BE_HEADING and self.mass[row] == self.mass[line]:
                found[row] = _integer(level, _NO_LEVEL, 1, max(roles.LEVEL.values()))
        return {row: level for row, level in found.items() if 0 < self.mass[row] <= MOST_HEADING}

    def _drawn(self) -> frozenset[int]:
        """The elements with something kept in them that are blocks by their style alone."""
        rows = (row - self.begin for row, style in self.page.styled("display", "DISPLAY") if _BLOCK_STYLE.search(style))
        return frozenset(
            row for row in rows if 0 <= row < self.size and self.mass[row] and roles.ROLE[self.tag[row]] == roles.PLAIN
        )

    def is_dominant(self, row: int) -> bool:
        """Whether nearly all kept text is in a row's subtree, so that what the element says distinguishes nothing."""
        mass = self.mass[row]
        return mass > _DOMINANT_SIZE and mass > _DOMINANT * self._total

    def is_defined(self, row: int) -> bool:
        """Whether a definition, or another term, follows a term."""
        at = self.end[row]
        while at < self.size and self.tag[at] == _TEXT:
            at += 1
        return at < self.size and self.mass[at] > 0 and self.tag[at] in _DEFINED

    def is_structured(self, row: int) -> bool:
        """Whether a preformatted element holds blocks, so that its lines are not what divides it."""
        if self._structure is None:
            tag = self.page.tag[self.begin : self.begin + self.size]
            self._structure = [0, *_STRUCTURE.take(tag).cumsum().tolist()]
        return self._structure[self.end[row]] > self._structure[row]

    def holds_lines(self, row: int) -> bool:
        """Whether there are blocks in an element within a line of text."""
        inside = self.page.tag[row + self.begin : self.end[row] + self.begin]
        return bool(_LINES[inside].any()) or any(row < at < self.end[row] for at in self.drawn)

    def is_wrapper(self, row: int) -> bool:
        """Whether a bold element is what word processors wrap pasted text in, and not bold."""
        return self.is_structured(row) and _NOT_BOLD.search(self.page.attr(row + self.begin, "style") or "") is not None

    def is_source(self, row: int) -> bool:
        """Whether a ``cite`` names the source of a block quotation."""
        page = self.page
        return bool(page.tag[page.parent[row + self.begin]] == _QUOTE)

    def ends_its_parent(self, row: int) -> bool:
        """Whether no text follows an element in the one around it."""
        page = self.page
        return not self.text[self.stop[row] : page.stop[page.parent[row + self.begin]]].strip()

    def shown_chars(self, row: int) -> int:
        """The characters that are shown of an element, kept or not."""
        return sum(self.chars[at] for at in range(row, self.end[row]) if not self.hidden[at])

    def numbering(self, row: int) -> tuple[bool, int, Mapping[int, int]]:
        """Whether a list is ordered, the number of its first item, and those of all by their rows where they do not
        simply count up (HTML, section 4.4.5: ``reversed``; 4.4.8: ``value``).
        """
        if self.tag[row] != _OL:
            return False, 1, {}
        if self._numbers is None:
            self._numbers = self.page.valued("start", "reversed", "value")
        (starts, turned, values), at = self._numbers.values(), row + self.begin
        items = [item for item in self._children(row) if self.tag[item] == _LI]
        step = -1 if at in turned else 1
        number = start = _integer(starts.get(at), 1 if step > 0 else len(items), 0, _MOST_NUMBER)
        if step > 0 and not any(item + self.begin in values for item in items):
            return True, start, {}
        numbers: dict[int, int] = {}
        for item in items:
            numbers[item] = number = _integer(values.get(item + self.begin), number, 0, _MOST_NUMBER)
            number = max(0, number + step)
        return True, start, numbers

    def _children(self, row: int) -> Iterator[int]:
        at = row + 1
        while at < self.end[row]:
            yield at
            at = self.end[at]

    def cell(self, row: int, *, header: bool) -> tables.Draft:
        """A cell with its spans. One in the head of its table is a ``header``, and so is a ``th``."""
        if self._spans is None:
            self._spans = self.page.valued("colspan", "rowspan")
        spans, at = self._spans, row + self.begin
        return tables.Draft(
            content=(),
            header=self.tag[row] == _TH or header,
            colspan=_integer(spans["colspan"].get(at), 1, 1, tables.MOST_COLUMNS),
            rowspan=_integer(spans["rowspan"].get(at), 1, 0, tables.MOST_ROWS),
        )

    def holds_data(self, row: int) -> bool:
        """Whether a table is one, and not a way to place things on a page."""
        return tables.holds_data(self._shape(row))

    def _shape(self, row: int) -> tables.Shape:
        """What a table looks like. Only innermost tables are looked into, so that all of them take linear time."""
        end = self.end[row]
        place = bisect_right(self._tables, row)
        nested = place < len(self._tables) and self._tables[place] < end
        rows = columns = cells = longest = in_row = 0
        marked = sections = False
        behind = row  # the caption, in which headings begin no sections
        for at in range(row + 1, row + 1 if nested else end):
            mass, number = self.mass[at], self.tag[at]
            marked = marked or number == _TH  # one that was not kept too
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
    """HTML, section 2.3.4.1 (signed integers): digits count, what follows them does not."""
    match = _DIGITS.match(value) if value else None
    return min(max(int(match[1]), least), most) if match else default
