"""The walk over the parser's tree: its nodes -> rows in document order, and what is counted of each.

This is the walk that is always there; `broadsheet.page.kernel` has the same one compiled, where it could be built. It
must not know what rows are for.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser, LexborNode

from broadsheet.page import characters, tags
from broadsheet.page.arrays import BoolArray, IntArray, TagArray

__all__ = ["LAST_STATIC_ID", "Walked", "cover", "walk"]

LAST_STATIC_ID: Final = 4096
"""lexbor numbers the tags it knows from 0; a name it does not know gets the address of its own record."""
_NUMBERS: Final[dict[int, int]] = {}
"""Our tag numbers by lexbor's: filled as names are met, since lexbor's numbers belong to its version."""
_SKIP: Final = -1
_BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()


@dataclass(frozen=True, eq=False, slots=True)
class Walked:
    """The rows of a document, each column of shape (rows,): as `broadsheet.page.Page` describes them.

    Attributes:
        text: the text of all text rows, one after the other.
        nodes: the parser's node of each element, None for text rows; or None, if the walk made no such objects.
        address: the parser's node of each row by its address, or None.
    """

    text: str
    tag: TagArray
    parent: IntArray
    end: IntArray
    block: IntArray
    depth: IntArray
    start: IntArray
    stop: IntArray
    chars: IntArray
    words: IntArray
    punct: IntArray
    link_chars: IntArray
    nodes: list[LexborNode | None] | None = None
    address: NDArray[np.uint64] | None = None


def _tag_number(node: LexborNode, lexbor_id: int) -> int:
    if lexbor_id > LAST_STATIC_ID:
        return tags.UNKNOWN
    name = node.tag
    if name == "-text":
        found = tags.TEXT
    elif name is None or name.startswith("-"):
        found = _SKIP
    else:
        found = tags.IDS.get(name, tags.UNKNOWN)
    _NUMBERS[lexbor_id] = found
    return found


def walk(document: LexborHTMLParser) -> Walked:
    """The rows of a document. Iterative: pages nest deeper than Python calls."""
    tag: list[int] = []
    parent: list[int] = []
    end: list[int] = []
    texts: list[str] = []
    block: list[int] = []
    nodes: list[LexborNode | None] = []
    known = _NUMBERS
    no_text = tags.NO_TEXT
    breaks = _BREAKS
    stack: list[LexborNode] = []
    rows: list[int] = []
    node = document.root
    row = 0
    up = -1
    while node is not None:
        lexbor_id = node.tag_id
        found = known.get(lexbor_id)
        if found is None:
            found = _tag_number(node, lexbor_id)
        if found != _SKIP:
            tag.append(found)
            parent.append(up)
            block.append(row if breaks[found] or up < 0 else block[up])
            row += 1
            end.append(row)
            nodes.append(node if found else None)
            if not found:
                texts.append(node.text_content or "")
            elif found not in no_text:
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
    return _counted(
        np.frombuffer(array("H", tag), dtype=np.uint16), _column(parent), _column(end), _column(block), texts, nodes
    )


def _counted(
    tag: TagArray,
    parent: IntArray,
    end: IntArray,
    block: IntArray,
    texts: list[str],
    nodes: list[LexborNode | None],
) -> Walked:
    size = len(tag)
    # Each row is as deep as there are rows before it whose subtree has not ended.
    depth = np.arange(size, dtype=np.int32) - np.cumsum(np.bincount(end, minlength=size)[:size], dtype=np.int32)
    text = "".join(texts)
    # Offsets: a text row adds its length; an element spans from the text before it to the text before its end.
    text_rows = (tag == tags.TEXT).nonzero()[0]
    edges = np.zeros(len(text_rows) + 1, dtype=np.int32)
    np.cumsum(np.fromiter(map(len, texts), np.int32, len(texts)), out=edges[1:])
    texts_before = np.zeros(size + 1, dtype=np.int32)
    texts_before[text_rows + 1] = 1
    offsets = edges[np.cumsum(texts_before, out=texts_before)]
    counts = np.zeros((3, size), dtype=np.int32)
    counts[:, text_rows] = characters.count(text, edges)
    chars, words, punct = counts
    link_chars = chars * cover(tags.LINK[tag].nonzero()[0], end)
    return Walked(
        text, tag, parent, end, block, depth, offsets[:-1], offsets[end], chars, words, punct, link_chars, nodes
    )


def cover(rows: NDArray[np.intp], end: IntArray) -> BoolArray:
    """Rows inside the subtree of any of some rows, these included; a flag a row.

    Args:
        rows: some rows.
        end: first row after the subtree of each row of the page.
    """
    size = len(end)
    if not len(rows):
        return np.zeros(size, dtype=np.bool_)
    steps = -np.bincount(end[rows], minlength=size + 1)
    steps[rows] += 1
    covered: BoolArray = steps[:-1].cumsum() > 0
    return covered


def _column(values: list[int]) -> IntArray:
    """A list of whole numbers as an array, by way of the standard library's, which reads lists three times as fast."""
    return np.frombuffer(array("i", values), dtype=np.int32)
