"""HTML text -> the rows of a document, in document order. The only module that knows the parser (lexbor).

It must not know what rows are for: it gives lists, and `columns` makes a page of them.

Comments, the doctype and processing instructions are no rows, and neither are the text nodes of ``script``, ``style``
and ``template``; the contents of a ``template`` are another document and are not entered.
"""

from __future__ import annotations

import gc
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from broadsheet.page import tags
from broadsheet.page.arrays import IntArray, TagArray

__all__ = ["Tree", "parse"]

_TAG_BY_LEXBOR_ID: Final[dict[int, int]] = {}
"""Our tag numbers by lexbor's: filled as names are met, since lexbor's numbers belong to its version."""
_SKIP: Final = -1
_BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()
_LAST_STATIC_ID: Final = 4096
"""lexbor numbers the tags it knows from 0; a name it does not know gets the address of its own record."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A parsed document as parallel columns, one entry a row.

    Attributes:
        tag: tag numbers (`broadsheet.page.tags`).
        parent: parent row, -1 for the root.
        end: first row after the subtree.
        block: nearest line-break row, the row itself included.
        texts: the text of each text row, in order.
        nodes: the parser's node of each element, for what is read lazily; None for text rows.
        parser: the parser's document.
    """

    tag: TagArray
    parent: IntArray
    end: IntArray
    block: IntArray
    texts: list[str]
    nodes: list[LexborNode | None]
    parser: LexborHTMLParser
    _rows: dict[int, dict[int, int]] = field(default_factory=dict, repr=False)
    """By tag, the rows of its elements by the parser's identity of the node; filled for tags that are asked for."""

    def row(self, node: LexborNode) -> int | None:
        """The row of a node; None for one that is no row: the contents of a ``template``."""
        number = _TAG_BY_LEXBOR_ID.get(node.tag_id, tags.UNKNOWN)
        rows = self._rows.get(number)
        if rows is None:
            alike = [(self.nodes[row], row) for row in (self.tag == number).nonzero()[0].tolist()]
            rows = self._rows[number] = {other.mem_id: row for other, row in alike if other is not None}
        return rows.get(node.mem_id)

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; one without a value has the empty string. Text rows have none."""
        node = self.nodes[row]
        return {} if node is None else {name: value or "" for name, value in node.attributes.items()}

    @cached_property
    def styled(self) -> list[tuple[LexborNode, Mapping[str, str | None]]]:
        """The nodes that have a ``style`` or are ``hidden``, rows or not, with their attributes, in document order."""
        return [(node, node.attributes) for node in self.select("[style],[hidden]")]

    def joined(self, rows: Sequence[int], names: Sequence[str]) -> list[str]:
        """The values of some attributes of each of some rows, with a space between; the empty string for none."""
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

    def name(self, row: int) -> str:
        """The element name of a row in lower case, or ``#text``."""
        number = int(self.tag[row])
        node = self.nodes[row] if number == tags.UNKNOWN else None
        return tags.NAMES[number] if node is None else node.tag or "#unknown"

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
        found = {
            row: {name: value or "" for name, value in node.attributes.items()}
            for node in self.select(selector)
            if (row := self.row(node)) is not None
        }
        return sorted(found.items(), key=lambda item: item[0])

    def raw_text(self, selector: str) -> list[str]:
        """The raw text inside the elements that a CSS selector matches, in document order."""
        return [node.text() or "" for node in self.select(selector)]


def _tag_number(node: LexborNode, lexbor_id: int) -> int:
    if lexbor_id > _LAST_STATIC_ID:
        return tags.UNKNOWN
    name = node.tag
    if name == "-text":
        number = tags.TEXT
    elif name is None or name.startswith("-"):
        number = _SKIP
    else:
        number = tags.IDS.get(name, tags.UNKNOWN)
    _TAG_BY_LEXBOR_ID[lexbor_id] = number
    return number


def parse(html: bytes) -> Tree:
    """Parse a page, in UTF-8, as the HTML standard says, scripting off.

    The caller has scanned the input (`broadsheet.page.limits`): nesting and attributes without bound would take the
    parser quadratic time.
    """
    # Thousands of nodes are made and none is garbage: the collector would look through them again and again.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return _walk(LexborHTMLParser(html))
    finally:
        if collecting:
            gc.enable()


def _walk(document: LexborHTMLParser) -> Tree:
    """The rows of a document. Iterative: pages nest deeper than Python calls."""
    tag: list[int] = []
    parent: list[int] = []
    end: list[int] = []
    texts: list[str] = []
    block: list[int] = []
    nodes: list[LexborNode | None] = []
    known = _TAG_BY_LEXBOR_ID
    no_text = tags.NO_TEXT
    breaks = _BREAKS
    stack: list[LexborNode] = []
    rows: list[int] = []
    node = document.root
    row = 0
    up = -1
    while node is not None:
        lexbor_id = node.tag_id
        number = known.get(lexbor_id)
        if number is None:
            number = _tag_number(node, lexbor_id)
        if number != _SKIP:
            tag.append(number)
            parent.append(up)
            block.append(row if breaks[number] or up < 0 else block[up])
            row += 1
            end.append(row)
            nodes.append(node if number else None)
            if not number:
                texts.append(node.text_content or "")
            elif number not in no_text:
                child = node.first_child
                if child is not None:
                    stack.append(node)
                    rows.append(up)
                    up = row - 1
                    node = child
                    continue
        following = node.next
        while following is None and stack:
            end[up] = row
            node = stack.pop()
            up = rows.pop()
            following = node.next
        # The root has siblings (comments after the document) that are not part of it.
        node = following if stack else None
    return Tree(
        tag=np.frombuffer(array("H", tag), dtype=np.uint16),
        parent=_column(parent),
        end=_column(end),
        block=_column(block),
        texts=texts,
        nodes=nodes,
        parser=document,
    )


def _column(values: list[int]) -> IntArray:
    """A list of whole numbers as an array, by way of the standard library's, which reads lists three times as fast."""
    return np.frombuffer(array("i", values), dtype=np.int32)
