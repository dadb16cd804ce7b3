"""Parse the browser's DOM snapshot into nodes with boxes and styles, and map them to the page's nodes for its layout.

The snapshot is the result of ``DOMSnapshot.captureSnapshot`` (Chrome DevTools Protocol): tables of indices into one
table of strings. Only the main document is read, not frames. Both parsers follow the HTML standard, and the browser
runs without scripts, so the two sequences of nodes are mostly equal. Where they differ (a parser's limit, a quirk), the
longest common subsequence of elements and texts is mapped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from broadsheet.errors import RenderFailed
from broadsheet.page import Layout, Page
from broadsheet.page.arrays import BoolArray, frozen

__all__ = ["STYLES", "map_rows", "nodes"]

# Computed styles to request, in this order.
STYLES: Final = ("font-size", "font-weight", "color", "background-color", "visibility", "display")

_ELEMENT: Final = 1
_TEXT: Final = 3
_DOCUMENT_TYPE: Final = 10
_DOCUMENT: Final = 9
_WITHOUT_TEXT: Final = frozenset({"script", "style", "template"})
_NUMBER: Final = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?%?")
# Maximum product of the lengths of two sequences that are aligned fully: 250 MB. Of longer ones, only the common
# beginning and end are mapped.
_MAX_PAIRS: Final = 2_000_000_000
_BLACK: Final = 0x000000FF
_WHITE: Final = (255.0, 255.0, 255.0)
_FONT_SIZE: Final = 16.0
_FONT_WEIGHT: Final = 400


class Box(NamedTuple):
    """A rectangle in CSS pixels from the top left corner of the page."""

    x: float
    y: float
    width: float
    height: float


class Style(NamedTuple):
    """Computed styles of a node; text nodes have those of their parent element.

    Attributes:
        font_size: in CSS pixels.
        font_weight: 1 to 1000.
        colour: 0xRRGGBBAA.
        background: 0xRRGGBBAA, of this node only.
        shown: ``visibility`` is ``visible`` and ``display`` is not ``none``.
    """

    font_size: float
    font_weight: int
    colour: int
    background: int
    shown: bool


@dataclass(frozen=True, slots=True)
class Node:
    """An element by its name in lower case, or a text node (``#text``); without layout it has no box or style."""

    name: str
    text: str
    box: Box | None
    style: Style | None


def nodes(answer: Mapping[str, Any]) -> list[Node]:
    """Return the nodes of the document, in document order.

    As in a `Page`, these are left out: comments, doctype, generated content, shadow trees, and the contents of
    ``script``, ``style`` and ``template``. Adjacent text nodes are joined.

    Raises:
        RenderFailed: the snapshot does not follow the protocol.
    """
    try:
        return _nodes(answer)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise RenderFailed(f"the browser's snapshot cannot be read: {type(error).__name__}: {error}") from error


def _nodes(answer: Mapping[str, Any]) -> list[Node]:
    strings: Sequence[str] = answer["strings"]
    document = answer["documents"][0]
    table = document["nodes"]
    drawn = _drawn(document["layout"], strings)
    generated = set(table["pseudoType"]["index"]) | set(table["shadowRootType"]["index"])
    out: list[Node] = []
    kinds = table["nodeType"]
    entered = [False] * len(kinds)  # whether the children of a node are read
    text_of = -1  # parent of the previous node, if that is a text node
    for number, (parent, kind, name, value) in enumerate(
        zip(table["parentIndex"], kinds, table["nodeName"], table["nodeValue"], strict=True)
    ):
        if parent < 0:
            entered[number] = kind == _DOCUMENT
            continue
        if not entered[parent] or number in generated or kind == _DOCUMENT_TYPE:
            continue
        box, style = drawn.get(number, (None, None))
        if kind == _TEXT:
            node = Node("#text", strings[value] if value >= 0 else "", box, style)
            if text_of == parent:
                out[-1] = _joined(out[-1], node)
            else:
                out.append(node)
            text_of = parent
            continue
        text_of = -1
        if kind == _ELEMENT:
            tag = strings[name].lower()
            entered[number] = tag not in _WITHOUT_TEXT
            out.append(Node(tag, "", box, style))
    return out


def _drawn(layout: Mapping[str, Any], strings: Sequence[str]) -> dict[int, tuple[Box, Style]]:
    """Return box and style of nodes by number; a node laid out in several pieces has a box around all."""
    out: dict[int, tuple[Box, Style]] = {}
    for number, bounds, styles in zip(layout["nodeIndex"], layout["bounds"], layout["styles"], strict=True):
        if len(styles) != len(STYLES):  # the document itself
            continue
        around = Box(*bounds)
        if number in out:
            before, style = out[number]
            out[number] = (_union(before, around), style)
        else:
            out[number] = (around, _style(tuple(strings[style] for style in styles)))
    return out


def _joined(one: Node, other: Node) -> Node:
    boxes = [box for box in (one.box, other.box) if box is not None]
    return Node("#text", one.text + other.text, reduce(_union, boxes) if boxes else None, one.style or other.style)


def _union(a: Box, b: Box) -> Box:
    """Return the smallest box around two; boxes without area are ignored."""
    if not (b.width and b.height):
        return a
    if not (a.width and a.height):
        return b
    x, y = min(a.x, b.x), min(a.y, b.y)
    return Box(x, y, max(a.x + a.width, b.x + b.width) - x, max(a.y + a.height, b.y + b.height) - y)


@lru_cache(maxsize=4096)
def _style(values: tuple[str, ...]) -> Style:
    size, weight, text, background, visibility, display = values
    return Style(
        font_size=float(size.removesuffix("px")),
        font_weight=int(float(weight)),
        colour=colour(text),
        background=colour(background),
        shown=visibility == "visible" and display != "none",
    )


@lru_cache(maxsize=4096)
def colour(value: str) -> int:
    """Parse a computed colour to 0xRRGGBBAA.

    ``rgb()`` and ``rgba()`` in the legacy syntax, and ``color(srgb ...)``; of other colour spaces only the opacity is
    read, and they count as black. Source: CSS Color 4, section 15 (serialisation).
    """
    kind, _, rest = value.strip().rstrip(")").partition("(")
    solid, _, opacity = rest.partition("/")
    parts = [_number(part) for part in _NUMBER.findall(solid)]
    alpha = _number(opacity.strip()) if opacity.strip() else 1.0
    if kind in ("rgb", "rgba") and len(parts) >= 3:
        channels = parts[:3]
        alpha = parts[3] if len(parts) > 3 else alpha
    elif kind == "color" and rest.startswith("srgb ") and len(parts) >= 3:
        channels = [255 * part for part in parts[:3]]
    else:
        channels = [0.0, 0.0, 0.0]
    out = 0
    for channel in (*channels, 255 * alpha):
        out = out << 8 | min(255, max(0, int(channel + 0.5)))
    return out


def _number(text: str) -> float:
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


class MappedLayout(NamedTuple):
    """The layout of a page, and which nodes the browser has, shape (page size,).

    Unmapped nodes are invisible and have no box.
    """

    layout: Layout
    mapped: BoolArray


def map_rows(page: Page, nodes: Sequence[Node]) -> MappedLayout:
    """Build the layout of a page from the browser's nodes, in document order and parsed from the same source."""
    ours = [page.raw(row) if not tag else f"<{page.name(row).lower()}" for row, tag in enumerate(page.tag.tolist())]
    theirs = [node.text if node.name == "#text" else f"<{node.name}" for node in nodes]
    node_of = _pairs(ours, theirs)
    return MappedLayout(_layout(page, nodes, node_of), frozen(node_of >= 0))


def _pairs(ours: Sequence[str], theirs: Sequence[str]) -> NDArray[np.int64]:
    """Return the browser's node of each page node, -1 for none; shape (rows,)."""
    first = _common(ours, theirs)
    last = _common(ours[first:][::-1], theirs[first:][::-1])
    node_of = np.full(len(ours), -1, dtype=np.int64)
    node_of[:first] = np.arange(first)
    node_of[len(ours) - last :] = np.arange(len(theirs) - last, len(theirs))
    left, right = ours[first : len(ours) - last], theirs[first : len(theirs) - last]
    if left and right and len(left) * len(right) <= _MAX_PAIRS:
        for step in LCSseq.opcodes(left, right):
            if step.tag == "equal":
                rows = slice(first + step.src_start, first + step.src_end)
                node_of[rows] = np.arange(first + step.dest_start, first + step.dest_end)
    return node_of


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the number of equal items at the beginning of two sequences."""
    unequal = (number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(unequal, min(len(one), len(other)))


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
