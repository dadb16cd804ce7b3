"""The part of a page with the kept text: its columns, the roles of its elements, and text for screen readers.

The properties of an element refer to its kept text only.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.blocks import Cell, CodeSpan, Emphasis, Strikethrough, Strong, Subscript, Superscript
from broadsheet.article.runs import Mark, squeeze, visible
from broadsheet.facts import Facts
from broadsheet.facts.elements import word_list
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, sums_before
from broadsheet.page.characters import composed
from broadsheet.patterns import pattern

__all__ = ["BREAKS", "LEVEL", "MARK_OF", "ROLE", "SPOKEN", "Region", "Role", "spoken_rows"]


class Role:
    """The effects of elements on the text in them. `PLAIN` ones are inline and set no mark."""

    PLAIN, BLOCK, MARK, LINK, BR, HR, HEADING, LIST, ITEM, QUOTE, TABLE, GROUP, ROW, CELL = range(14)
    CAPTION, PRE, FIGURE, FIGCAPTION, OPAQUE = range(14, 19)


_MARKS: Final = {
    Strong: "b strong",
    Emphasis: "em i dfn var cite",
    Strikethrough: "del s strike",
    Superscript: "sup",
    Subscript: "sub",
    CodeSpan: "code kbd samp tt",
}
_NAMES: Final = {
    Role.MARK: " ".join(_MARKS.values()),
    Role.LINK: "a",
    Role.BR: "br",
    Role.HR: "hr",
    Role.HEADING: "h1 h2 h3 h4 h5 h6",
    Role.LIST: "ul ol menu dir",
    Role.ITEM: "li",
    Role.QUOTE: "blockquote",
    Role.TABLE: "table",
    Role.GROUP: "thead tbody tfoot",
    Role.ROW: "tr",
    Role.CELL: "td th",
    Role.CAPTION: "caption",
    Role.PRE: "pre listing xmp plaintext",
    Role.FIGURE: "figure",
    Role.FIGCAPTION: "figcaption",
    Role.OPAQUE: "svg math canvas video audio object iframe select datalist map textarea noscript",
}

BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()  # whether a tag starts and ends lines
ROLE: Final = [Role.BLOCK if line_break else Role.PLAIN for line_break in BREAKS]  # the role of each tag
for _role, _names in _NAMES.items():
    for _tag in tags.ids(_names):
        ROLE[_tag] = _role
_INLINE: Final = np.isin(ROLE, (Role.PLAIN, Role.MARK, Role.LINK))
_TEXT: Final = tags.mask("#text")
_MATTERS: Final = _TEXT | tags.mask("q rt") | (np.array(ROLE) != Role.PLAIN)  # tags that matter with kept text in them
_MATTERS_EMPTY: Final = ~(_INLINE | _TEXT) | tags.mask("img embed")  # tags that matter without any
_FIGURES: Final = tags.mask("figure figcaption")
LEVEL: Final = {tags.IDS[f"h{level}"]: level for level in range(1, 7)}  # the level of each heading tag
MARK_OF: Final[dict[int, Mark]] = {tag: (kind, "") for kind, names in _MARKS.items() for tag in tags.ids(names)}
"""The mark of each tag. The mark of a link has its address."""
_STYLED: Final = pattern(
    r"(?<![\w-])font-(?:(weight)\s*:\s*(?:bold|[6-9]00)|style\s*:\s*(?:italic|oblique))", re.IGNORECASE
)
"""A style that makes text bold or italic."""

MIN_CONTAINER_SHARE: Final = 0.9  # share of the kept characters that the article's container must hold
MIN_DOMINANT_SHARE: Final = 0.8  # a quote, list or mark with a larger share of the kept text is layout
MIN_DOMINANT_CHARS: Final = 800  # layout also has more text than this
MAX_CELL_CHARS: Final = 600  # longest cell of a data table; a layout cell has several paragraphs of about 200
MAX_LIST_NUMBER: Final = 999_999_999  # CommonMark, section 5.2: an ordered list marker has at most nine digits
MAX_COLSPAN: Final = 1000  # HTML, section 4.9.11, as the next
MAX_ROWSPAN: Final = 65534

_TH, _TR, _OL, _TABLE, _MATH = (tags.IDS[name] for name in "th tr ol table math".split())
_CELLS: Final = tags.ids("td th")
_JOINER: Final = "\u200d"
_JOINED: Final = pattern(rf"[\u0600-\u0dff]{_JOINER}\Z")  # an Arabic or Indic letter that the joiner shapes
_DIGITS: Final = pattern(r"\s*([+-]?\d{1,9})")
SPOKEN: Final = pattern(
    r"(?<![\w:-])(?:[\w-]*[_-])?(?<!not-)"
    r"(?:sr-only|visually-?hidden|screen-?reader(?:-text|-only)?|show-for-sr|element-invisible|mw-editsection)"
    r"(?![a-z])",
    re.IGNORECASE,
)
"""Class names for screen-reader text (Bootstrap, Tailwind, WordPress, Drupal, Foundation) and MediaWiki edit links."""
_SPOKEN_PARTS: Final = word_list(*"sr-only lyhidden ly-hidden nreader n-reader for-sr t-invisible editsection".split())
"""Parts of these names, at least one in each: a fast check before `SPOKEN`."""
MAX_SPOKEN_LEVELS: Final = 3  # levels from a text up to an element that is checked


class Region:
    """The kept text of a page, and the elements around it.

    Attributes:
        page, facts: the page, and what it states and shows.
        first, last: the first and last kept row.
        mass: kept characters in each row's subtree.
        outside, linked: visible characters outside figures before each row, and the linked ones among them.
        container: the lowest element that holds nearly all kept characters.
        tag, end, start, stop, parent, hidden, chars: columns of the page, for single rows.
        words: the words of each kept row, and the separators before and after them (`broadsheet.article.runs`).
    """

    def __init__(self, page: Page, kept: BoolArray, rows: NDArray[np.intp], facts: Facts) -> None:
        mass, outside, linked = page.document.masses(kept, page.hidden, _FIGURES)
        numbers: list[int] = rows.tolist()
        self.page, self.facts = page, facts
        self.first, self.last = numbers[0], numbers[-1]
        # Memory views give plain numbers, faster than arrays.
        self.mass, self.outside, self.linked = mass.data, outside.data, linked.data
        self.tag, self.end, self.start, self.stop = page.tag.data, page.end.data, page.start.data, page.stop.data
        self.parent, self.hidden, self.chars = page.parent.data, page.hidden.data, page.chars.data
        words, gaps = page.document.kept_texts(kept, page.hidden, numbers)
        texts = composed(words).split("\n")[:-1]
        if _JOINER in words:  # page builders put one into empty paragraphs and after others
            texts = [text if _JOINED.search(text) else text.strip(_JOINER) for text in texts]
        self.words = dict(zip(numbers, zip(texts, gaps[::2], gaps[1::2], strict=True), strict=True))
        if "\r" in words:
            rare = {row: squeeze(visible(page.raw(row))) for row, (text, _, _) in self.words.items() if "\r" in text}
            self.words |= {row: (text, *self.words[row][1:]) for row, text in rare.items()}
        self._has_mass = mass > 0
        # Elements with more than half of the text are nested, so the last is the innermost.
        lowest = int((mass >= MIN_CONTAINER_SHARE * self.mass[0]).nonzero()[0][-1])
        self.container = self.parent[lowest] if self.tag[lowest] == tags.TEXT else lowest
        self._dominant = max(MIN_DOMINANT_CHARS, MIN_DOMINANT_SHARE * self.mass[0])
        self._spans: dict[str, dict[int, str]] | None = None

    def root(self) -> int:
        """The row where the walk starts: the lowest block that holds all kept rows."""
        parent = self.parent
        root = parent[self.first]
        while self.end[root] <= self.last:
            root = parent[root]
        root = int(self.page.block[root])
        while root > 0 and not BREAKS[self.tag[parent[root]]]:  # a link around a headline belongs to the headline
            root = parent[root]
        return parent[root] if ROLE[self.tag[root]] == Role.GROUP else root

    def media_end(self) -> int:
        """The row up to which images may follow the last words: that of the next text, or the end of the container."""
        first = self.last + 1
        return bisect_right(self.outside, self.outside[first], first, max(first, self.end[self.parent[self.container]]))

    def rows(self, first: int, stop: int, others: Collection[int]) -> Iterator[tuple[int, int]]:
        """The kept text rows, the elements that matter for blocks, and ``others``, in a range, with their tags."""
        tag, has_mass = self.page.tag[first:stop], self._has_mass[first:stop]
        wanted = np.where(has_mass, _MATTERS.take(tag), _MATTERS_EMPTY.take(tag))
        wanted[[row - first for row in others if first <= row < stop]] = True
        rows = wanted.nonzero()[0]
        return zip((rows + first).tolist(), tag[rows].tolist(), strict=True)

    def styled(self) -> dict[int, Mark]:
        """The marks of the elements whose style makes text bold or italic."""
        styles = self.page.values("style")["style"]
        fonts = (value for value in styles.distinct if "font-" in value.lower())
        found = {value: style for value in fonts if (style := _STYLED.search(value))}
        return {row: (Strong if found[value][1] else Emphasis, "") for row, value in styles.pairs(found.__contains__)}

    def is_dominant(self, row: int) -> bool:
        """Whether an element holds nearly all kept text, so that it is layout."""
        return self.mass[row] > self._dominant

    def shown_chars(self, row: int) -> int:
        """Visible characters of an element, kept or not."""
        return sum(self.chars[at] for at in range(row, self.end[row]) if not self.hidden[at])

    def numbering(self, row: int) -> tuple[bool, int]:
        """Whether a list is ordered, and its first number."""
        if self.tag[row] != _OL:
            return False, 1
        return True, _integer(self.page.attr(row, "start"), 0, MAX_LIST_NUMBER)

    def cell(self, row: int) -> Cell:
        """An empty cell with its spans."""
        if self._spans is None:
            self._spans = self.page.valued("colspan", "rowspan")
        return Cell(
            content=(),
            header=self.tag[row] == _TH,
            colspan=_integer(self._spans["colspan"].get(row), 1, MAX_COLSPAN),
            rowspan=_integer(self._spans["rowspan"].get(row), 0, MAX_ROWSPAN),
        )

    def holds_data(self, row: int) -> bool:
        """Whether a table is one of data, not layout: it has at least two rows and columns, and only short cells."""
        tag, mass, end = self.tag, self.mass, self.end[row]
        if _TABLE in tag[row + 1 : end]:
            return False  # only innermost tables are read, so that all of them take linear time
        rows = columns = in_row = 0
        for at in range(row + 1, end):
            if tag[at] == _TR:
                rows, in_row = rows + (mass[at] > 0), 0
            elif tag[at] in _CELLS and mass[at]:
                if mass[at] > MAX_CELL_CHARS:
                    return False
                in_row += 1
                columns = max(columns, in_row)
        return rows > 1 and columns > 1


def _integer(value: str | None, low: int, high: int) -> int:
    """HTML, section 2.3.4.1 (signed integers): leading digits count, the rest is ignored; 1 without any."""
    match = _DIGITS.match(value) if value else None
    return min(max(int(match[1]), low), high) if match else 1


def spoken_rows(facts: Facts, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """The kept text rows in ``rows``, sorted, that are screen-reader text or repeated formulas.

    An element with most of the text is never taken for screen-reader text.
    """
    page, elements = facts.page, facts.elements
    named, has_formulas = sorted(elements.holding("class", _SPOKEN_PARTS)), page.has(_MATH)
    if not named and not has_formulas:
        return rows[:0]
    spoken = _repeated_formulas(page)[rows] if has_formulas else np.zeros(len(rows), dtype=np.bool_)
    before = sums_before(page.chars[rows])  # characters before each row
    bounds = rows.searchsorted([named, page.end[named].tolist()]).tolist()
    for at, first, stop in zip(named, *bounds, strict=True):
        is_part = first < stop and 2 * (before[stop] - before[first]) < before[-1]
        if is_part and SPOKEN.search(elements.value(at, "class")):
            levels = page.depth[rows[first:stop]].min() - page.depth[at]
            spoken[first:stop] |= levels <= MAX_SPOKEN_LEVELS
    return rows[spoken]


def _repeated_formulas(page: Page) -> BoolArray:
    """Flag rows, shape (page size,), of MathML with a TeX source, its other annotations, and KaTeX's rendering."""
    source, rendering = np.zeros((2, len(page)), dtype=np.bool_)
    source[page.select("math annotation[encoding*=tex i]")] = True
    rendering[page.select("math annotation, math annotation-xml, .katex-html")] = True
    formulas = (page.tag == _MATH) & (page.subtree(source) > 0)
    out: BoolArray = page.under(formulas | rendering) & ~page.under(source)
    return out
