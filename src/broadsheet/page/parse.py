"""HTML text -> the rows of a document, in document order. With its two walks, the only module that knows the parser.

The parser is lexbor. It must not know what rows are for: it gives columns, and `columns` makes a page of them.

Comments, the doctype and processing instructions are no rows, and neither are the text nodes of ``script``, ``style``
and ``template``; the contents of a ``template`` are another document and are not entered.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from broadsheet.page import kernel, tags
from broadsheet.page.arrays import IntArray
from broadsheet.page.headed import without_headed_figures
from broadsheet.page.once import made_once
from broadsheet.page.walk import Walked, walk

__all__ = ["Tree", "Values", "parse"]

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Values:
    """An attribute of the elements that have it, in document order.

    Attributes:
        rows: the rows of the elements, shape (k,).
        which: which of the different values each has, shape (k,).
        utf8: the different values, in the order in which they come first, in UTF-8, with a zero after each; one without
            a value is empty.
    """

    rows: NDArray[np.intp]
    which: IntArray
    utf8: NDArray[np.uint8]

    @classmethod
    def of_column(cls, column: Mapping[int, str]) -> Values:
        """Of values by row."""
        numbers: dict[str, int] = {}
        which = [numbers.setdefault(value, len(numbers)) for value in column.values()]
        utf8 = "".join([f"{value}\0" for value in numbers]).encode("utf-8", "replace")
        return cls(
            np.array([*column], dtype=np.intp), np.array(which, dtype=np.int32), np.frombuffer(utf8, dtype=np.uint8)
        )

    @made_once
    def text(self) -> str:
        """The different values, with a zero after each."""
        return str(self.utf8.data, "utf-8", "replace")

    @made_once
    def different(self) -> list[str]:
        """The different values."""
        return self.text.split("\0")[:-1]

    def having(self, wanted: Callable[[str], bool]) -> NDArray[np.intp]:
        """The rows whose value is wanted, in document order; each different value is asked for once."""
        if not len(self.rows):
            return self.rows
        flags = [wanted(value) for value in self.different]
        return self.rows[np.array(flags)[self.which]] if any(flags) else self.rows[:0]

    def pairs(self, wanted: Callable[[str], bool]) -> list[tuple[int, str]]:
        """The rows whose value is wanted, and that, in document order."""
        if not len(self.rows) or not any(flags := [wanted(value) for value in self.different]):
            return []
        different = self.different
        each = zip(self.rows.tolist(), self.which.tolist(), strict=True)
        return [(row, different[which]) for row, which in each if flags[which]]

    def places(self, size: int) -> tuple[memoryview, list[str]]:
        """Which of the different values each row of a page has, -1 for none, to look at single rows; and these values,
        the last of which is the empty string, so that it stands at -1.

        Args:
            size: the rows of the page.
        """
        which = np.full(size, -1, dtype=np.int32)
        which[self.rows] = self.which
        return which.data, [*self.different, ""]

    def column(self) -> dict[int, str]:
        """The values by row."""
        return dict(zip(self.rows.tolist(), map(self.different.__getitem__, self.which.tolist()), strict=True))


@dataclass(frozen=True, eq=False)
class Tree:
    """A parsed document: its rows, and its nodes for what is read of them later.

    Attributes:
        rows: the rows as columns.
        parser: the parser's document.
    """

    rows: Walked
    parser: LexborHTMLParser

    @made_once
    def nodes(self) -> list[LexborNode | None]:
        """The parser's node of each element; None for text rows."""
        if self.rows.nodes is not None:
            return self.rows.nodes
        # All elements in document order, and the contents of templates, which are no rows.
        elements = self.select("*")
        addresses = [node.mem_id for node in elements]
        rows = self._elements.tolist()
        nodes: list[LexborNode | None] = [None] * len(self.rows.tag)
        wanted = [] if self.rows.address is None else self.rows.address[rows].tolist()
        if addresses != wanted:
            by_address = dict(zip(addresses, elements, strict=True))
            elements = [by_address[address] for address in wanted]
        for row, node in zip(rows, elements, strict=True):
            nodes[row] = node
        return nodes

    @made_once
    def _elements(self) -> NDArray[np.intp]:
        """The rows of all elements."""
        elements: NDArray[np.intp] = (self.rows.tag != tags.TEXT).nonzero()[0]
        return elements

    def _address(self, row: int) -> int | None:
        """Where the kernel can read an element. None once there are the parser's nodes, which are quicker to read.

        To make all of them takes as long as to read some hundred elements.
        """
        if "nodes" in self.__dict__ or self.rows.address is None:
            return None
        return int(self.rows.address[row])

    @made_once
    def _row_of(self) -> dict[int, int]:
        """The row of each element by the parser's identity of its node."""
        if self.rows.address is not None:
            return dict(zip(self.rows.address.tolist(), range(len(self.rows.tag)), strict=True))
        return {node.mem_id: row for row, node in enumerate(self.nodes) if node is not None}

    def row(self, node: LexborNode) -> int | None:
        """The row of a node; None for one that is no row: the contents of a ``template``."""
        return self._row_of.get(node.mem_id)

    def elements(self) -> list[tuple[int, Mapping[str, str | None]]]:
        """The rows that have attributes, and these as the parser gives them, in document order."""
        return [(row, found) for row, node in enumerate(self.nodes) if node is not None and (found := node.attributes)]

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; one without a value has the empty string. Text rows have none."""
        known = self._attributes.get(row)
        if known is not None:
            return known
        if self.rows.tag[row] == tags.TEXT:
            return _NONE
        address = self._address(row)
        read = None if address is None else kernel.attributes(address)
        self._attributes[row] = out = _attributes_of(self.nodes[row]) if read is None else read
        return out

    @made_once
    def _attributes(self) -> dict[int, Mapping[str, str]]:
        """Those of single rows that have been asked for."""
        return {}

    @property
    def styles(self) -> Values:
        """The ``style`` attributes."""
        return self._shown["style"]

    @property
    def hidden(self) -> Values:
        """The ``hidden`` attributes."""
        return self._shown["hidden"]

    @property
    def levels(self) -> Values:
        """The ``aria-level`` attributes."""
        return self._shown["aria-level"]

    @made_once
    def _shown(self) -> dict[str, Values]:
        return self.values(("style", "hidden", "aria-level"))

    def all_attributes(self, rows: NDArray[np.intp]) -> list[tuple[int, Mapping[str, str]]]:
        """Some rows, all of elements, and their attributes."""
        each = rows.tolist()
        if "nodes" not in self.__dict__ and self.rows.address is not None:
            read = kernel.all_attributes(self.rows.address[rows])
            if read is not None:
                return list(zip(each, read, strict=True))
        return [(row, self.attributes(row)) for row in each]

    def values(self, names: Sequence[str]) -> dict[str, Values]:
        """The values of some attributes (at most 32) of the elements that have them."""
        found = None
        if self.rows.address is not None:
            found = kernel.valued(self.rows.address, self._elements, names)
        if found is not None:
            return {name: Values(*one) for name, one in zip(names, found, strict=True)}
        columns: dict[str, dict[int, str]] = {name: {} for name in names}
        for row, attributes in self.elements():
            for name in columns.keys() & attributes.keys():
                columns[name][row] = attributes[name] or ""
        return {name: Values.of_column(column) for name, column in columns.items()}

    def valued(self, names: Sequence[str]) -> dict[str, dict[int, str]]:
        """The values of some attributes (at most 32) by row, of the elements that have them, in document order."""
        return {name: values.column() for name, values in self.values(names).items()}

    def joined(self, rows: Sequence[int], names: Sequence[str]) -> list[str]:
        """The values of some attributes of each of some rows, with a space between; the empty string for none."""
        if not len(rows):
            return []
        read = self.joined_utf8(np.asarray(rows, dtype=np.intp), names)
        if read is not None:
            return str(read, "utf-8", "replace").split("\0")[:-1]
        nodes, wanted = self.nodes, set(names)
        out = []
        for row in rows:
            node = nodes[row]
            found = node.attributes if node is not None else None
            having = wanted.intersection(found) if found else None
            if not having or not found:
                out.append("")
            elif len(having) == 1:
                out.append(found[having.pop()] or "")
            else:
                out.append(" ".join([found[name] or "" for name in names if name in having]))
        return out

    def joined_utf8(self, rows: NDArray[np.intp], names: Sequence[str]) -> bytes | None:
        """`joined` in one piece, in UTF-8, with a zero after each row's; None where it is not read at once."""
        if self.rows.address is None:
            return None
        return kernel.joined(self.rows.address[rows], names)

    def name(self, row: int) -> str:
        """The element name of a row in lower case, or ``#text``."""
        number = int(self.rows.tag[row])
        if number != tags.UNKNOWN:
            return tags.NAMES[number]
        address = self._address(row)
        read = None if address is None else kernel.element_name(address)
        if read is not None:
            return read
        node = self.nodes[row]
        return tags.NAMES[number] if node is None else node.tag or tags.NAMES[number]

    def select(self, selector: str) -> Sequence[LexborNode]:
        """The nodes that a CSS selector matches. Some may be no rows: the contents of a ``template``.

        Raises:
            ValueError: the selector is not valid CSS.
        """
        try:
            return self.parser.css(selector)
        except SelectolaxError as error:
            raise ValueError(f"not a valid CSS selector: {selector!r}") from error

    def query(self, selector: str) -> list[tuple[int, Mapping[str, str]]]:
        """The rows that a CSS selector matches with their attributes, in document order, each once."""
        found = {row: _attributes_of(node) for node in self.select(selector) if (row := self.row(node)) is not None}
        return sorted(found.items(), key=lambda item: item[0])

    def raw_texts(self, tag: int, wanted: Callable[[str], bool]) -> list[str]:
        """The raw text inside the elements of a tag whose ``type`` is wanted, in document order."""
        rows = (self.rows.tag == tag).nonzero()[0].tolist()
        types = self.joined(rows, ("type",))
        return [self.raw_text(row) for row, of in zip(rows, types, strict=True) if wanted(of)]

    def raw_text(self, row: int) -> str:
        """The raw text inside an element."""
        address = self._address(row)
        read = None if address is None else kernel.raw_text(address)
        if read is not None:
            return read
        node = self.nodes[row]
        return "" if node is None else node.text() or ""


def _attributes_of(node: LexborNode | None) -> Mapping[str, str]:
    return _NONE if node is None else {name: value or "" for name, value in node.attributes.items()}


def parse(html: bytes) -> Tree:
    """Parse a page, in UTF-8, as the HTML standard says, scripting off.

    The caller has scanned the input (`broadsheet.page.limits`): nesting and attributes without bound would take the
    parser quadratic time.
    """
    # Thousands of nodes are made and none is garbage: the collector would look through them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        document = LexborHTMLParser(html)
        return Tree(without_headed_figures(kernel.walk(document) or walk(document)), document)
    finally:
        if collecting:
            gc.enable()
