"""Map the browser's nodes to the page's nodes, and build the page's layout.

Both parsers follow the HTML standard, and the browser runs without scripts, so the two sequences are mostly equal.
Where they differ (a parser's limit, a quirk), the longest common subsequence of elements and texts is mapped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from broadsheet.page import Layout, Page
from broadsheet.page.arrays import BoolArray, frozen
from broadsheet.show.render.capture import Node

__all__ = ["Mapping", "map_rows"]

# Maximum product of the lengths of two sequences that are aligned fully: 250 MB. Of longer ones, only the common
# beginning and end are mapped.
_MAX_PAIRS: Final = 2_000_000_000
_BLACK: Final = 0x000000FF
_WHITE: Final = (255.0, 255.0, 255.0)
_FONT_SIZE: Final = 16.0
_FONT_WEIGHT: Final = 400


class Mapping(NamedTuple):
    """The layout of a page, and which nodes the browser has, shape (page size,).

    Unmapped nodes are invisible and have no box.
    """

    layout: Layout
    mapped: BoolArray


def map_rows(page: Page, nodes: Sequence[Node]) -> Mapping:
    """Build the layout of a page from the browser's nodes, in document order and parsed from the same source."""
    ours = [page.raw(row) if not tag else f"<{page.name(row).lower()}" for row, tag in enumerate(page.tag.tolist())]
    theirs = [node.text if node.name == "#text" else f"<{node.name}" for node in nodes]
    node_of = _pairs(ours, theirs)
    return Mapping(_layout(page, nodes, node_of), frozen(node_of >= 0))


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> NDArray[np.int64]:
    """Return the browser's node of each page node, -1 for none; shape (rows,)."""
    node_of = np.full(len(ours), -1, dtype=np.int64)
    if ours == theirs:
        node_of[:] = np.arange(len(ours))
        return node_of
    first = 0
    least = min(len(ours), len(theirs))
    while first < least and ours[first] == theirs[first]:
        first += 1
    last = 0
    while last < least - first and ours[-1 - last] == theirs[-1 - last]:
        last += 1
    node_of[:first] = np.arange(first)
    if last:
        node_of[-last:] = np.arange(len(theirs) - last, len(theirs))
    left, right = ours[first : len(ours) - last], theirs[first : len(theirs) - last]
    if left and right and len(left) * len(right) <= _MAX_PAIRS:
        for step in LCSseq.opcodes(left, right):
            if step.tag == "equal":
                rows = slice(first + step.src_start, first + step.src_end)
                node_of[rows] = np.arange(first + step.dest_start, first + step.dest_end)
    return node_of


def _layout(page: Page, nodes: Sequence[Node], node_of: NDArray[np.int64]) -> Layout:
    size = len(page)
    box = np.zeros((4, size), dtype=np.float32)
    font_size = np.zeros(size, dtype=np.float32)
    font_weight = np.zeros(size, dtype=np.uint16)
    colour = np.zeros(size, dtype=np.uint32)
    visible = np.zeros(size, dtype=np.bool_)
    mixed = np.zeros((size, 3))
    parents = page.parent.tolist()
    for row, (number, parent) in enumerate(zip(node_of.tolist(), parents, strict=True)):
        node = nodes[number] if number >= 0 else None
        style = node.style if node is not None else None
        under = mixed[parent] if parent >= 0 else _WHITE
        if node is None or style is None:
            # Nodes without layout inherit their parent's style.
            font_size[row] = font_size[parent] if parent >= 0 else _FONT_SIZE
            font_weight[row] = font_weight[parent] if parent >= 0 else _FONT_WEIGHT
            colour[row] = colour[parent] if parent >= 0 else _BLACK
            mixed[row] = under
            continue
        font_size[row], font_weight[row], colour[row] = style.font_size, style.font_weight, style.colour
        # A text node reports the background of its parent, which is included already.
        alpha = (style.background & 0xFF) / 255 if node.name != "#text" else 0.0
        if alpha:
            own = np.array([style.background >> shift & 0xFF for shift in (24, 16, 8)])
            mixed[row] = alpha * own + (1 - alpha) * np.asarray(under)
        else:
            mixed[row] = under
        if node.box is not None:
            box[:, row] = node.box
            visible[row] = style.shown and node.box.width > 0 and node.box.height > 0
    x, y, width, height = (frozen(np.ascontiguousarray(column)) for column in box)
    return Layout(
        x=x,
        y=y,
        width=width,
        height=height,
        font_size=frozen(font_size),
        colour=frozen(colour),
        background=frozen(np.rint(mixed).astype(np.uint8)),
        visible=frozen(visible),
        font_weight=frozen(font_weight),
    )
