"""A page as columns: what the parser found, once, in arrays that every other room reads.

Rows are the elements and text nodes of the document in document order, so a subtree is a slice: the rows of row ``i``
are ``i`` to ``end[i]``, and its text is ``text[start[i]:stop[i]]``. Nothing here decides what is content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import Document, collapsed
from broadsheet.errors import PageTooLarge
from broadsheet.page import hiding, limits, tags
from broadsheet.page.arrays import BoolArray, IntArray, TagArray, frozen, sums_before
from broadsheet.page.encoding import Decoded, decode
from broadsheet.page.layout import Layout
from broadsheet.page.once import made_once
from broadsheet.page.parse import Tree, Values, parse, tables
from broadsheet.page.segments import Segments
from broadsheet.page.shadow import has_roots, with_open_roots
from broadsheet.page.sniff import reject_other_formats
from broadsheet.page.surrogates import has_surrogates
from broadsheet.page.swallowed import released, swallows
from broadsheet.page.twice_encoded import once_encoded

__all__ = ["Page", "read_page"]

_LOOKED_AT: Final = 4
"""Rows, and characters with white space, that are looked at for each character of a text that has a limit."""
_NO_BREAKS: Final = bytes(tag for tag, breaks in enumerate(tags.LINE_BREAK.tolist()) if not breaks)
"""Tags that divide no lines, as octets."""
_ABOVE: Final = np.full(1, -1, dtype=np.int32)
_SCRIPT: Final = tags.IDS["script"]


@dataclass(frozen=True, eq=False)
class Page:
    """One parsed page. Frozen: the arrays are read-only, and no method changes it.

    Attributes:
        text: the text of all text rows, one after the other, exactly as parsed.
        tag: tag number of each row (`broadsheet.page.tags`), uint16.
        parent: parent row, -1 for the root.
        end: first row after the subtree.
        depth: distance from the root.
        start, stop: the row's span in ``text``; an element's covers its subtree.
        chars, words, punct: counts of a text row (`broadsheet.page.characters`), 0 for elements.
        link_chars: ``chars`` where the text row is inside a link, else 0.
        hidden: the row is not shown: by the user-agent style sheet, the ``hidden`` attribute, an inline style, or an
            ancestor of that kind.
        block: the nearest line-break row, the row itself included.
        url: where the page is from, if known.
        encoding: how the bytes were decoded, if there were bytes.
        layout: the visual layer, if the page was rendered.
        source: the HTML that was parsed.
        utf8: the same as it went to the parser, in UTF-8; a lone surrogate is a question mark.
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
    source: str = field(repr=False)
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
        return _restore, (self.source, self.url, self.encoding, self.layout)

    @property
    def document(self) -> Document:
        """The engine's document, for compiled functions."""
        return self._tree

    # Attributes: read from the parser's nodes when asked for.

    def attrs(self, row: int) -> Mapping[str, str]:
        """The attributes of a row. One without a value has the empty string; a text row has none."""
        return self._tree.attributes(row)

    def attr(self, row: int, name: str) -> str | None:
        """One attribute of a row, or None where it is absent.

        Args:
            row: the row of an element.
            name: the attribute's name, in lower case.
        """
        return self._tree.attributes(row).get(name)

    def joined(self, rows: Sequence[int], names: Sequence[str]) -> list[str]:
        """The values of some attributes of each of some rows, with a space between; the empty string for none.

        Args:
            rows: rows of elements.
            names: names of attributes, in lower case; values come in this order.

        Returns:
            One text a row.
        """
        return self._tree.joined(rows, names)

    def joined_utf8(self, rows: NDArray[np.intp], names: Sequence[str]) -> bytes:
        """`joined` in one piece, in UTF-8, with a zero after each row's.

        Args:
            rows: rows of elements, shape (k,).
            names: names of attributes, as for `joined`.
        """
        return self._tree.joined_utf8(rows, names)

    def name(self, row: int) -> str:
        """The element's name in lower case, or ``#text``."""
        number = int(self.tag[row])
        return self._tree.name(row) if number == tags.UNKNOWN else tags.NAMES[number]

    def select(self, selector: str) -> IntArray:
        """The rows that match a CSS selector, in document order.

        Raises:
            ValueError: the selector is not valid CSS.
        """
        return self._tree.select(selector)

    def query(self, selector: str) -> list[tuple[int, Mapping[str, str]]]:
        """The rows that match a CSS selector and their attributes, in document order.

        Quicker than `select` and `attrs` for a few elements of a page whose attributes are not read otherwise.

        Raises:
            ValueError: the selector is not valid CSS.
        """
        return self._tree.pairs(self._tree.select(selector))

    def elements(self) -> list[tuple[int, Mapping[str, str]]]:
        """The rows that have attributes, and these, in document order."""
        return [(row, found) for row, found in self._tree.pairs((~self.is_text).nonzero()[0]) if found]

    def values(self, *names: str) -> dict[str, Values]:
        """The values of some attributes (at most 32) of the elements that have them, each different one once.

        All names are read in one walk over the page.
        """
        return self._tree.values(names)

    def valued(self, *names: str) -> dict[str, dict[int, str]]:
        """The values of some attributes (at most 32) by row, of the elements that have them, in document order.

        One without a value has the empty string. All names are read in one walk over the page.
        """
        return {name: values.column() for name, values in self._tree.values(names).items()}

    def tagged(self, elements: BoolArray) -> list[tuple[int, Mapping[str, str]]]:
        """The rows with certain tags and their attributes, in document order.

        Args:
            elements: a lookup table of tags (`broadsheet.page.tags.mask`), not of text.
        """
        return self._tree.pairs(elements.take(self.tag).nonzero()[0])

    def styled(self, *words: str) -> list[tuple[int, str]]:
        """The rows in whose ``style`` attribute one of some words is, and that attribute, in document order."""

        def has_one(text: str) -> bool:
            return any(map(text.__contains__, words))

        styles = self._tree.styles
        return styles.pairs(has_one) if has_one(styles.text) else []

    def headings(self) -> dict[int, str]:
        """The ``aria-level`` attributes of the rows whose ``role`` is ``heading``, by row, in document order."""
        levels = self._tree.levels.column()
        if not levels:
            return {}
        named = zip(levels.items(), self.joined(list(levels), ("role",)), strict=True)
        return {row: level for (row, level), role in named if role == "heading"}

    def scripts(self, wanted: Callable[[str], bool]) -> list[str]:
        """The contents of the ``script`` elements whose ``type`` is wanted, in document order. They have no text rows.

        Args:
            wanted: says of a type, as it is written, whether it is.
        """
        return self._tree.raw_texts(_SCRIPT, wanted)

    def script(self, row: int) -> str:
        """The contents of a ``script`` element."""
        return self._tree.raw_text(row)

    # Text.

    def raw(self, row: int) -> str:
        """The text of a row's subtree as it is in the page."""
        start, stop, *_ = self._single
        return self.text[start[row] : stop[row]]

    def words_of(self, row: int, most: int | None = None) -> str:
        """The text of a row's subtree as it reads: white space collapsed and trimmed, a space at each line break.

        Args:
            row: the row.
            most: the most characters to return. Elements may be nested thousands deep: to read the whole of each takes
                quadratic time.
        """
        start, stop, end, block = self._single
        until, limit = stop[row], end[row]
        if most is not None:
            until = min(until, start[row] + _LOOKED_AT * most)
            if row + 1 + _LOOKED_AT * most < limit:
                limit = row + 1 + _LOOKED_AT * most
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
    def _single(self) -> tuple[memoryview, memoryview, memoryview, memoryview]:
        """Columns to look up single rows in, which takes a fourth of the time of an array's."""
        return self.start.data, self.stop.data, self.end.data, self.block.data

    # Sets of rows.

    def has(self, tag: int) -> bool:
        """Whether there is a row with a tag, by its number."""
        return tag in self._octets

    def rows_of(self, tag: int) -> list[int]:
        """The rows with a tag, by its number, in document order."""
        return (self.tag == tag).nonzero()[0].tolist() if tag in self._octets else []

    @made_once
    def _octets(self) -> bytes:
        """The tag of each row: a number is found in octets at once, and there are less than 256."""
        return self.tag.astype(np.uint8).tobytes()

    @made_once
    def is_text(self) -> BoolArray:
        """Text rows."""
        out: BoolArray = frozen(self.tag == tags.TEXT)
        return out

    @made_once
    def shown(self) -> BoolArray:
        """Text rows with something to show: not hidden, not only white space."""
        out: BoolArray = frozen(self.is_text & ~self.hidden & (self.chars > 0))
        return out

    def without(self, rows: NDArray[np.intp]) -> Page:
        """The page as it is where some rows of text are not shown."""
        hidden = self.hidden.copy()
        hidden[rows] = True
        return replace(self, hidden=frozen(hidden))

    def without_scripts(self) -> Page | None:
        """The page as a browser shows it that runs no scripts, with what is in ``noscript``; None where that is
        nothing.
        """
        hidden = frozen(hiding.hidden(self._tree, scripts=False))
        return replace(self, hidden=hidden) if (self.hidden & ~hidden & self.is_text & (self.chars > 0)).any() else None

    @made_once
    def in_link(self) -> BoolArray:
        """Rows that are inside a link (or are one)."""
        out: BoolArray = frozen(self.under(tags.LINK.take(self.tag)))
        return out

    def under(self, elements: BoolArray) -> BoolArray:
        """Rows that lie in the subtree of a marked row, itself included; mask of shape (page size,) in and out."""
        return self._tree.hand_down(elements.copy())

    def ancestors(self, row: int) -> Iterator[int]:
        """The ancestors of a row, nearest first, the root last.

        Asking for all of them for each row takes time quadratic in the page; `under` and `holders` do not.
        """
        parent = self.parent
        up = int(parent[row])
        while up >= 0:
            yield up
            up = int(parent[up])

    def holders(self, elements: Iterable[int], rows: Iterable[int]) -> dict[int, int]:
        """The lowest of some elements that holds each of some rows, and is not the row itself; -1 where none does."""
        waiting = iter([*sorted(elements), len(self)])
        element, open_ = next(waiting), [-1]
        found = {}
        for row in sorted(set(rows)):
            while element < row:
                while len(open_) > 1 and self.end[open_[-1]] <= element:
                    open_.pop()
                open_.append(element)
                element = next(waiting)
            while len(open_) > 1 and self.end[open_[-1]] <= row:
                open_.pop()
            found[row] = open_[-1]
        return found

    def upwards(self, rows: IntArray, levels: int) -> IntArray:
        """Rows and their ancestors, level by level.

        Args:
            rows: the rows, shape (k,).
            levels: how many levels, the rows' own included.

        Returns:
            Rows, shape (levels, k); -1 above the root.
        """
        up = np.concatenate((self.parent, _ABOVE))  # -1 is the last: above what is above the root is nothing
        out = np.empty((levels, len(rows)), dtype=np.int32)
        for level in range(levels):
            out[level] = rows
            rows = up[rows]
        return out

    def children(self, row: int) -> list[int]:
        """The child rows of a row, in order."""
        out = []
        ends = self._single[2]
        child, end = row + 1, ends[row]
        while child < end:
            out.append(child)
            child = ends[child]
        return out

    def subtree(self, values: NDArray[Any]) -> NDArray[Any]:
        """Sums over subtrees: for each row, the sum of a column over the row and all rows below it.

        Args:
            values: one number a row, shape (page size,).

        Returns:
            The sums, shape (page size,), in int64 or float64.
        """
        total = sums_before(values)
        out: NDArray[Any] = total[self.end] - total[:-1]
        return out

    @made_once
    def body(self) -> int:
        """The row of ``body`` (of the first ``frameset`` where there is none, of the root else)."""
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
        """The text of each segment, white space collapsed; made once: not to be changed."""
        start, stop = self.segments.start, self.segments.stop
        return collapsed(self.points, start, stop, tables()) if len(start) else []

    @made_once
    def segments(self) -> Segments:
        """The segments of the shown text rows."""
        return self.segments_of(self.shown)

    def segments_of(self, eligible: BoolArray) -> Segments:
        """The segments of some text rows.

        Args:
            eligible: the rows, a mask of shape (page size,).
        """
        return Segments.of_rows(self._tree, eligible)

    def with_layout(self, layout: Layout) -> Page:
        """The same page with a visual layer.

        Raises:
            ValueError: the layer has another number of rows.
        """
        if len(layout.x) != len(self):
            raise ValueError(f"the layout has {len(layout.x)} rows, the page has {len(self)}")
        return replace(self, layout=layout)


def read_page(
    html: str | bytes | bytearray | memoryview,
    *,
    url: str | None = None,
    charset: str | None = None,
    limits_: limits.Limits = limits.LIMITS,
) -> Page:
    """Make a page of HTML.

    Args:
        html: text, or bytes that are decoded by the WHATWG order.
        url: where it is from; links are made absolute against it. It is not checked: what is no address of the web
            makes no link absolute. One with a lone surrogate is left out, since nothing could write it.
        charset: the label of the character encoding that the transport declared (HTTP ``Content-Type``), for bytes.
            Labels that the Encoding Standard of the WHATWG lacks are ignored.
        limits_: what is too large.

    Raises:
        TypeError: it is neither text nor bytes.
        NotHTML: the input is empty or of another format.
        PageTooLarge: it is beyond the limits.
    """
    encoding = None
    if url is not None and has_surrogates(url):
        url = None
    if isinstance(html, bytes | bytearray | memoryview):
        html = bytes(html)  # a subclass too, numpy's for one: the parser takes none
    elif not isinstance(html, str):
        raise TypeError(f"html must be str or bytes, not {type(html).__name__}")
    if isinstance(html, bytes):
        reject_other_formats(html)
        limits.check_bytes(html, limits_)
        encoding = decode(html, charset)
        text = encoding.text
        data = html if encoding.source == "utf-8" else text.encode("utf-8", "replace")
        encoding = replace(encoding, text="")
    else:
        text = html.removeprefix("\ufeff")
        data = text.encode("utf-8", "replace")
    reject_other_formats(text, data)
    repaired = once_encoded(data)
    if repaired is not data:
        text, data = repaired.decode(), repaired
    if b"\0" in data:
        text, data = text.replace("\0", ""), data.replace(b"\0", b"")
    limits.check(text, data, limits_)
    text, data, tree = _mended(text, data, limits_)
    return _of_tree(text, data, tree, url, encoding, None)


def _restore(source: str, url: str | None, encoding: Decoded | None, layout: Layout | None) -> Page:
    data = source.encode("utf-8", "replace")
    return _of_tree(source, data, parse(data), url, encoding, layout)


def _mended(source: str, data: bytes, limits_: limits.Limits) -> tuple[str, bytes, Tree]:
    """A page in which nothing swallows what follows and shadow roots are open: its source, also in UTF-8, and tree."""
    tree = parse(data, limits_)
    for finds, mended in ((swallows, released), (has_roots, with_open_roots)):
        if finds(tree):
            changed = mended(source)
            again = changed.encode("utf-8", "replace")
            try:
                limits.check(changed, again, limits_)
                tree = parse(again, limits_)
            except PageTooLarge:
                continue  # what was text is markup now
            source, data = changed, again
    return source, data, tree


def _of_tree(
    source: str, data: bytes, tree: Tree, url: str | None, encoding: Decoded | None, layout: Layout | None
) -> Page:
    return Page(
        text=tree.text,
        tag=tree.tag,
        parent=tree.parent,
        end=tree.end,
        depth=tree.depth,
        start=tree.start,
        stop=tree.stop,
        chars=tree.chars,
        words=tree.words,
        punct=tree.punct,
        link_chars=tree.link_chars,
        hidden=frozen(hiding.hidden(tree)),
        block=tree.block,
        source=source,
        utf8=data,
        url=url,
        encoding=encoding,
        layout=layout,
        _tree=tree,
    )
