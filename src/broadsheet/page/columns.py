"""A page as columns: its rows, its segments and its visual layer.

Rows are the elements and text nodes in document order, so a subtree is a slice: the rows ``i`` to ``end[i]`` of row
``i``, with the text ``text[start[i]:stop[i]]``. Nothing here decides what is content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import Document, NativeSegments
from broadsheet.page import tags
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray, TagArray, frozen, sums_before
from broadsheet.page.encoding import Decoded
from broadsheet.page.forks import made_once
from broadsheet.page.parse import AttributeValues, Tree, hidden_rows, parse

__all__ = ["Layout", "Page", "Segments"]

_READ_AHEAD: Final = 4  # rows, and characters before white space is collapsed, read per character of a limited text
_NO_BREAKS: Final = bytes(tag for tag, breaks in enumerate(tags.LINE_BREAK.tolist()) if not breaks)
"""Tags that do not break lines."""
_OF_TREE: Final = "text tag parent end depth start stop chars words punct link_chars block".split()
"""Columns that the engine fills."""
_LEFT_OUT: Final = np.zeros(1, dtype=np.bool_)
_ZERO: Final = np.zeros(1, dtype=np.float64)
_SCRIPT: Final = tags.IDS["script"]


@dataclass(frozen=True, eq=False)
class Layout:
    """The visual layer of a rendered page: where each row is drawn and how.

    One entry per row of the page, shape (page size,), unless stated otherwise.

    Attributes:
        x, y, width, height: the row's box in CSS pixels from the top left corner of the page; 0 if it has none.
        font_size: computed font size in CSS pixels; if the row is not laid out, that of the nearest ancestor that is.
        colour: text colour as 0xRRGGBBAA.
        background: background colour as RGB, shape (page size, 3), 0 to 255, blended with what shows through, down to
            the white canvas.
        visible: whether anything of the row is drawn.
        font_weight: computed font weight, 1 to 1000; None if unknown.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    width: NDArray[np.float32]
    height: NDArray[np.float32]
    font_size: NDArray[np.float32]
    colour: NDArray[np.uint32]
    background: NDArray[np.uint8]
    visible: BoolArray
    font_weight: NDArray[np.uint16] | None = None


@dataclass(frozen=True, eq=False)
class Segments:
    """The segments of a page with visible text, as columns of shape (m,), in document order.

    A segment is a run of text nodes with the same nearest line-break node: a line or paragraph as readers see it.
    Source: Luo et al., DocEng 2009, section 3 (as described by Standke 2019), where successive leaves with the same
    nearest line-break node form a group. Here ``br``, ``hr`` and hidden blocks divide groups; in the source the first
    two are leaves, and are then removed from their groups.

    Attributes:
        first: first text row.
        last: last text row (inclusive).
        start, stop: span in ``page.text``, hidden text between the first row and the last included.
        block: the nearest line-break row.
        tag: the block's tag number.
        holder: the block's parent, -1 for none.
        chars, words, punct, link_chars: sums over the segment's text rows.
        of: the segment of each row of the page, or -1; shape (page size,).
        native: the same columns for compiled functions.
    """

    first: IntArray
    last: IntArray
    start: IntArray
    stop: IntArray
    block: IntArray
    tag: TagArray
    holder: IntArray
    chars: IntArray
    words: IntArray
    punct: IntArray
    link_chars: IntArray
    of: IntArray
    native: NativeSegments

    def __len__(self) -> int:
        return len(self.first)

    @made_once
    def heading(self) -> BoolArray:
        """Whether each is in a heading."""
        return frozen(tags.HEADING.take(self.tag))

    def between(self, row: int, end: int) -> tuple[int, int]:
        """The first segment that begins at or after a row, and the first at or after the row ``end``."""
        first, stop = self.first.searchsorted((row, end)).tolist()
        return first, stop

    def rows(self, keep: BoolArray) -> BoolArray:
        """A mask of the rows of kept segments, shape (page size,), given one flag per segment, shape (m,)."""
        out: BoolArray = np.concatenate((keep, _LEFT_OUT)).take(self.of)  # -1 is the last
        return out

    def spread(self, values: NDArray[Any]) -> FloatArray:
        """One number per row of the page, shape (page size,), given one per segment, shape (m,); 0 outside segments."""
        out: FloatArray = np.concatenate((values, _ZERO)).take(self.of)  # -1 is the last
        return out


@dataclass(frozen=True, eq=False)
class Page:
    """One parsed page. It never changes, and its arrays are read-only.

    Attributes:
        text: the text of all text rows, concatenated, exactly as parsed.
        tag: tag number of each row (`broadsheet.page.tags`), uint16.
        parent: parent row, -1 for the root.
        end: first row after the subtree.
        depth: distance from the root.
        start, stop: the span in ``text`` of the row's subtree.
        chars, words, punct: counts of a text row (`broadsheet.page.characters`), 0 for elements.
        link_chars: ``chars`` where the text row is inside a link, else 0.
        hidden: whether the row is hidden by the user-agent style sheet, the ``hidden`` attribute or an inline style, of
            its own or of an ancestor.
        block: the nearest line-break row, which may be the row itself.
        url: the page's URL, if known.
        encoding: how the bytes were decoded, if there were bytes.
        layout: the visual layer, if the page was rendered.
        utf8: the HTML that was parsed, in UTF-8; lone surrogates are replaced by question marks.
    """

    text: str
    tag: TagArray
    parent: IntArray
    end: IntArray
    depth: IntArray
    start: IntArray
    stop: IntArray
    chars: IntArray
    words: IntArray
    punct: IntArray
    link_chars: IntArray
    hidden: BoolArray
    block: IntArray
    utf8: bytes = field(repr=False)
    url: str | None = None
    encoding: Decoded | None = None
    layout: Layout | None = None
    _tree: Tree = field(repr=False, kw_only=True)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.tag)

    def __repr__(self) -> str:
        return f"<Page {self.url or '(no URL)'}: {len(self)} rows, {len(self.text)} characters>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.utf8, self.hidden, self.url, self.encoding, self.layout)

    @made_once
    def source(self) -> str:
        """The HTML that was parsed."""
        return self.utf8.decode()

    @property
    def document(self) -> Document:
        """The engine's document, for compiled functions."""
        return self._tree

    # Attributes, which are read on request.

    def attrs(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; none for text rows, or if the page has no such row. An empty value is ''."""
        return self._tree.attributes(row)

    def attr(self, row: int, name: str) -> str | None:
        """One attribute of a row by its lower-case name, or None."""
        return self._tree.attributes(row).get(name)

    def joined(self, rows: Sequence[int], names: Sequence[str]) -> list[str]:
        """For each row, the values of the named attributes, joined by spaces."""
        return self._tree.joined(rows, names)

    def name(self, row: int) -> str:
        """The name of an element, in lower case except in SVG; or ``#text``."""
        number = int(self.tag[row])
        return self._tree.name(row % len(self)) if number == tags.UNKNOWN else tags.NAMES[number]

    def select(self, selector: str) -> IntArray:
        """The rows that match a CSS selector, in document order.

        Raises:
            ValueError: the selector is not valid CSS.
        """
        return self._tree.select(selector)

    def query(self, selector: str) -> list[tuple[int, Mapping[str, str]]]:
        """The rows that match a CSS selector, with their attributes; faster than `select` and `attrs`.

        Raises:
            ValueError: the selector is not valid CSS.
        """
        return self._tree.pairs(self._tree.select(selector))

    def values(self, *names: str) -> dict[str, AttributeValues]:
        """The values of up to 12 attributes."""
        return self._tree.values(names)

    def valued(self, *names: str) -> dict[str, dict[int, str]]:
        """Mappings from rows to values, in document order, of up to 12 attributes."""
        return {name: values.column() for name, values in self._tree.values(names).items()}

    def tagged(self, elements: BoolArray) -> list[tuple[int, Mapping[str, str]]]:
        """The rows with certain tags and their attributes, in document order.

        Args:
            elements: a lookup table of tags (`broadsheet.page.tags.mask`), not of text.
        """
        return self._tree.pairs(elements.take(self.tag).nonzero()[0])

    def styled(self, *words: str) -> list[tuple[int, str]]:
        """The rows whose ``style`` attribute contains any of the words, and that attribute, in document order."""
        return self._tree.values(("style",))["style"].pairs(lambda style: any(map(style.__contains__, words)))

    def scripts(self, wanted: Callable[[str], bool]) -> list[str]:
        """The contents of the ``script`` elements with a wanted ``type``, in document order."""
        rows = self.rows_of(_SCRIPT)
        kinds = self.joined(rows, ("type",))
        return [self._tree.raw_text(row) for row, kind in zip(rows, kinds, strict=True) if wanted(kind)]

    # Text.

    def raw(self, row: int) -> str:
        """The text of a row's subtree as parsed."""
        return self.text[self.start[row] : self.stop[row]]

    def words_of(self, row: int, most: int | None = None) -> str:
        """The text of a row's subtree as displayed: white space collapsed and trimmed, a space at each line break.

        Args:
            row: the row.
            most: the maximum number of characters. Reading the whole text of nested elements takes quadratic time.
        """
        start, stop, end, block = self._spans
        until, limit = stop[row], end[row]
        if most is not None:
            until = min(until, start[row] + _READ_AHEAD * most)
            if row + 1 + _READ_AHEAD * most < limit:
                limit = row + 1 + _READ_AHEAD * most
                until = min(until, start[limit])
        rows = range(row + 1, limit)
        if not self._octets[rows.start : rows.stop].translate(None, _NO_BREAKS):
            return " ".join(self.text[start[row] : until].split())[:most]
        pieces: list[str] = []
        last = -1
        for at in rows:
            if end[at] > at + 1:
                continue
            if start[at] >= until:
                break
            if block[at] != last:
                pieces.append(" ")
                last = block[at]
            pieces.append(self.text[start[at] : min(stop[at], until)])
        return " ".join("".join(pieces).split())[:most]

    @made_once
    def _spans(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """Start, stop, end and block, for lookups of single rows, which are slow in arrays."""
        return self.start.data, self.stop.data, self.end.data, self.block.data

    # Sets of rows.

    def has(self, tag: int) -> bool:
        """Whether there is a row with a tag number."""
        return tag in self._octets

    def rows_of(self, tag: int) -> list[int]:
        """The rows with a tag number, in document order."""
        return (self.tag == tag).nonzero()[0].tolist() if tag in self._octets else []

    @made_once
    def _octets(self) -> bytes:
        """The tag of each row as one byte, because searches in bytes are fast."""
        return self.tag.astype(np.uint8).tobytes()

    @made_once
    def is_text(self) -> BoolArray:
        """Text rows."""
        return frozen(self.tag == tags.TEXT)

    @made_once
    def shown(self) -> BoolArray:
        """Text rows that are not hidden and not only white space."""
        return frozen(self.is_text & ~self.hidden & (self.chars > 0))

    def without(self, rows: NDArray[np.intp]) -> Page:
        """The page with more rows hidden."""
        hidden = self.hidden.copy()
        hidden[rows] = True
        return replace(self, hidden=frozen(hidden))

    def without_scripts(self) -> Page | None:
        """The page as shown without scripts, ``noscript`` included; None if that shows no more text."""
        hidden = frozen(hidden_rows(self._tree, scripts=False))
        return replace(self, hidden=hidden) if (self.hidden & ~hidden & self.is_text & (self.chars > 0)).any() else None

    @made_once
    def in_link(self) -> BoolArray:
        """Rows inside a link, and links."""
        return frozen(self.under(tags.LINK.take(self.tag)))

    def under(self, elements: BoolArray) -> BoolArray:
        """The rows in the subtrees of marked rows, these included; masks of shape (page size,)."""
        return self._tree.hand_down(elements.copy())

    def ancestors(self, row: int) -> Iterator[int]:
        """The ancestors of a row, nearest first, the root last. For all rows of a page this takes quadratic time."""
        while (row := int(self.parent[row])) >= 0:
            yield row

    def children(self, row: int) -> list[int]:
        """The child rows of a row, in order."""
        end, out, child = self.end.data, [], row + 1
        while child < end[row]:
            out.append(child)
            child = end[child]
        return out

    def subtree(self, values: NDArray[Any]) -> NDArray[Any]:
        """The sum of a column over the subtree of each row; shape (page size,), int64 or float64."""
        total = sums_before(values)
        out: NDArray[Any] = total[self.end] - total[:-1]
        return out

    @made_once
    def body(self) -> int:
        """The row of ``body``, else of the first ``frameset``, else of the root."""
        for name in ("body", "frameset"):
            found = self._octets.find(tags.IDS[name])
            if found >= 0:
                return found
        return 0

    @property
    def points(self) -> NDArray[np.uint32]:
        """The code points of the text."""
        return self._tree.points

    @made_once
    def texts(self) -> list[str]:
        """The text of each segment, with white space collapsed. Do not change the list."""
        return self._tree.texts(self.segments.native)

    @made_once
    def segments(self) -> Segments:
        """The segments of visible text."""
        return self.segments_of(self.shown)

    def segments_of(self, eligible: BoolArray) -> Segments:
        """The segments of the eligible text rows, a mask of shape (page size,)."""
        found = self._tree.segments(eligible)
        tag = frozen(self.tag.take(found.columns["block"]))
        return Segments(tag=tag, of=found.of, native=found, **found.columns)

    def with_layout(self, layout: Layout) -> Page:
        """The same page with a visual layer.

        Raises:
            ValueError: the layer has another number of rows.
        """
        if len(layout.x) != len(self):
            raise ValueError(f"the layout has {len(layout.x)} rows, the page has {len(self)}")
        return replace(self, layout=layout)

    @classmethod
    def of_tree(
        cls,
        tree: Tree,
        utf8: bytes,
        url: str | None = None,
        encoding: Decoded | None = None,
        layout: Layout | None = None,
    ) -> Page:
        """The page of a parsed source; the arguments are as for `Page`."""
        return cls(
            **{name: getattr(tree, name) for name in _OF_TREE},
            hidden=frozen(hidden_rows(tree)),
            utf8=utf8,
            url=url,
            encoding=encoding,
            layout=layout,
            _tree=tree,
        )


def _restore(utf8: bytes, hidden: BoolArray, url: str | None, encoding: Decoded | None, layout: Layout | None) -> Page:
    return replace(Page.of_tree(parse(utf8), utf8, url, encoding, layout), hidden=frozen(hidden))
