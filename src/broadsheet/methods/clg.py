"""CLG (reconstructed in part): nodes chosen by a classifier, grouped by position on the page, and refined.

Shanchan Wu, Jerry Liu, Jian Fan. Automatic web content extraction by combination of learning and grouping. WWW 2015.
doi:10.1145/2736277.2741659. The text of the paper was not available. Each statement below names its source: lecture
notes of the paper (notes), the names in a program that started to implement it (names), Hausner et al. 2021, who adapt
its grouping (Hausner), or our own choice (chosen).

A node is an element that holds text directly; its text nodes are candidates. All of its features are over its whole
subtree, as the notes say. Positions are relative to the width and height of the page.

======================= ==============================================================================================
feature                 what it is
======================= ==============================================================================================
POS_LEFT, POS_RIGHT     1 - abs(BEST - position) of the left and the right edge (notes)
POS_TOP, POS_BOTTOM     1 - abs(BEST - position) of the upper and the lower edge (notes)
POS_X, POS_Y            1 - abs(BEST - position) of the centre (notes)
POS_DIST                1 - distance of the centre from BEST / sqrt(2) (chosen)
AREA_SIZE               area of the box / area of the page (chosen)
AREA_DIST               1 - abs(BEST - AREA_SIZE) (chosen)
FONT_COLOR_POPULARITY   sum over colours of their share in the node times their share in the page, by text (notes)
FONT_SIZE               sum over sizes z of their share in the node times (z - z_min) / (z_max - z_min) (notes)
FONT_SIZE_POPULARITY    as FONT_COLOR_POPULARITY, of sizes (names; chosen)
VISIBLE_CHAR            ln(1 + characters of the node) / ln(1 + characters of the page) (names; chosen)
TEXT_RATIO              A_text / (A_text + A_image + 1), areas of text and of images (notes)
TAG_SCORE               ln((content nodes of this tag + 1) / (other nodes of this tag + 1)) in the training data (names;
                        chosen)
TAG_DENSITY             elements / (characters + 1) (notes)
LINK_DENSITY            links / (elements + 1) (notes)
======================= ==============================================================================================

========= ============ ============ ==========================================================================
symbol    name in code default      what it is
========= ============ ============ ==========================================================================
BEST      best         learnt       mean of a coordinate over the content nodes of the training data (chosen)
          threshold    learnt       least probability of a candidate (chosen)
t         gap          learnt       largest vertical distance inside a group (Hausner)
y_i, h_i  box                       upper edge and height of a text node (Hausner)
========= ============ ============ ==========================================================================

1. Learning: logistic regression (notes; a support vector machine is the alternative), with a ridge penalty and balanced
   classes (chosen). Trained by ``broadsheet train clg``; the model card names the data.
2. Grouping: candidates from top to bottom; a new group begins where y_(i+1) - (y_i + h_i) > t (Hausner, Eq. 6).
3. Selection: the group with the largest sum of characters times probability. The paper's own selection is richer than
   Hausner's largest text (Hausner), and not known (chosen).
4. Refining: drops outliers, and adds missed nodes inside the group's area (notes; how is chosen). The area extends from
   the upper edge of the group to the lower, and between the medians, weighted by text, of the left and the right edges.
   A text node of the group whose box overlaps the area by less than half of the narrower of the two is dropped. A
   missed one is added if it overlaps by as much, its middle is inside, and at most half of its line is linked.

**CLG without layout** is ours, since the paper needs a rendered page with boxes, fonts and colours. The edges of a node
are the numbers of its first and last text node in document order, as shares of all; features that need more are 0 and
have no weight; t is in characters of skipped text between two candidates; and refining takes whole lines, those with
more than half in the group.

Images are not marked, since a marking is of text.

The package has weights of both kinds. On rendered pages, those trained on rendered pages are used. The model card says
what a layout adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking, spread
from broadsheet.methods.dom_nodes import group, load_classifiers
from broadsheet.methods.maths.sequences import in_column
from broadsheet.page import Layout, Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["CLG", "FEATURES", "WITHOUT_LAYOUT", "Nodes", "Weights", "load_weights"]

FEATURES: Final = (
    "POS_LEFT", "POS_RIGHT", "POS_TOP", "POS_BOTTOM", "POS_X", "POS_Y", "POS_DIST", "AREA_SIZE", "AREA_DIST",
    "FONT_COLOR_POPULARITY", "FONT_SIZE", "FONT_SIZE_POPULARITY", "VISIBLE_CHAR", "TEXT_RATIO", "TAG_SCORE",
    "TAG_DENSITY", "LINK_DENSITY",
)  # fmt: skip
"""The features, in the order of their columns."""
WITHOUT_LAYOUT: Final = frozenset(
    {"POS_TOP", "POS_BOTTOM", "POS_Y", "VISIBLE_CHAR", "TAG_SCORE", "TAG_DENSITY", "LINK_DENSITY"}
)
"""The features available without a rendering."""

_LEFT, _RIGHT, _TOP, _BOTTOM, _X, _Y, _AREA = range(7)
_COLOUR, _SIZE, _SIZE_POPULARITY, _VISIBLE, _TEXT, _TAG_DENSITY, _LINK_DENSITY, _MEASURES = range(7, 15)
DEFAULT_GAP: Final = 1000.0  # t in pixels (Hausner), for weights trained without layout
MAX_LINKED: Final = 0.5  # share of linked characters in the line of an added node
_IMAGE: Final = tags.IDS["img"]
_MODEL: Final = "models/clg.npz"


@dataclass(frozen=True, kw_only=True)
class CLG:
    """Learning and grouping.

    Args:
        threshold: least probability of a candidate; None for the learnt one.
        gap: largest distance inside a group, in pixels, or in characters without layout; None for the learnt one.
        refine: drop outliers and add missed nodes.
        weights: a weights file as ``broadsheet train clg`` writes it; None for the package's.
    """

    name: ClassVar[str] = "clg"
    paper: ClassVar[Paper | None] = Paper(
        "Wu et al.", 2015, "Automatic web content extraction by combination of learning and grouping", "WWW",
        "10.1145/2736277.2741659",
    )  # fmt: skip
    needs: ClassVar[frozenset[Need]] = frozenset({Need.LAYOUT, Need.WEIGHTS})
    unit: ClassVar[Unit] = Unit.TEXT

    threshold: float | None = None
    gap: float | None = None
    refine: bool = True
    weights: str | None = None

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the text nodes of the chosen group.

        Raises:
            NeedsNotMet: the weights cannot be read.
        """
        known = load_weights(self.weights)
        notes: tuple[str, ...] = ()
        layout = page.layout
        if layout is None:
            weights = known["plain"]
            notes = ("CLG without layout: the page is not rendered",)
            nodes = measured = Nodes.of_page(page)
        else:
            nodes = measured = Nodes.of_page(page, layout)
            weights = known.get("layout", known["plain"])
            if "layout" not in known:
                measured = Nodes.of_page(page, visible=layout.visible)
                notes = ("the weights were learnt without layout: boxes only group the candidates",)
        if not len(nodes.rows):
            return marking(page, np.zeros(len(page), dtype=np.bool_), notes=notes)
        threshold = weights.threshold if self.threshold is None else self.threshold
        gap = self.gap
        if gap is None:
            gap = DEFAULT_GAP if layout is not None and "layout" not in known else weights.gap
        probability = weights.probability(measured)
        group, best = nodes.group(probability, threshold, gap)
        chosen = nodes.choose(group, best, refine=self.refine)
        keep, score = spread(page, nodes.rows, chosen), spread(page, nodes.rows, probability)
        trace = {"rows": nodes.rows, "probability": probability, "threshold": threshold, "group": group, "best": best}
        return marking(page, keep, score, trace=trace, notes=notes)


@dataclass(frozen=True, eq=False)
class Nodes:
    """The text nodes of a page and their measures, columns of shape (n,).

    Attributes:
        rows: their rows.
        measures: measures of the element that holds each, from which features are made, shape (n, 14).
        tag: the tag of that element.
        chars: characters of the text node.
        line: the segment of the text node.
        linked: share of linked characters in the line.
        box: left, right, upper and lower edge of the text node in pixels, shape (n, 4); None without layout.
    """

    rows: NDArray[np.intp]
    measures: FloatArray
    tag: NDArray[np.uint16]
    chars: NDArray[np.int64]
    line: NDArray[np.int64]
    linked: FloatArray
    box: FloatArray | None

    @classmethod
    def of_page(cls, page: Page, layout: Layout | None = None, *, visible: BoolArray | None = None) -> Nodes:
        """Measure a page. Without a layout, document order stands in for height. ``visible`` flags the rows to use, by
        default those that the layout draws.
        """
        if layout is not None and visible is None:
            visible = layout.visible
        shown = page.shown if visible is None else page.shown & visible
        rows = np.flatnonzero(shown)
        node = page.parent[rows]
        chars = np.where(shown, page.chars, 0).astype(np.int64)
        text = page.subtree(chars)
        elements = page.subtree(~page.is_text & ~page.hidden)[node]
        measures = np.zeros((len(rows), _MEASURES))
        measures[:, _VISIBLE] = np.log1p(text[node]) / np.log1p(max(1, int(chars.sum())))
        measures[:, _TAG_DENSITY] = elements / (text[node] + 1)
        measures[:, _LINK_DENSITY] = page.subtree(tags.LINK[page.tag] & ~page.hidden)[node] / (elements + 1)
        box = None
        if layout is None:
            # Share of the text nodes that precede a row.
            before = np.append(0, np.cumsum(shown)) / max(1, len(rows))
            measures[:, _TOP], measures[:, _BOTTOM] = before[node], before[page.end[node]]
            measures[:, _Y] = (before[node] + before[page.end[node]]) / 2
        else:
            measures[:, : _AREA + 1] = _position(layout)[node]
            measures[:, _COLOUR : _SIZE_POPULARITY + 1] = _fonts(page, layout, rows, text)[node]
            measures[:, _TEXT] = _text_ratio(page, layout, shown)[node]
            left, top = layout.x[rows].astype(np.float64), layout.y[rows].astype(np.float64)
            box = np.column_stack((left, left + layout.width[rows], top, top + layout.height[rows]))
        segments = page.segments
        share = segments.link_chars / np.maximum(1, segments.chars)
        line = segments.of[rows].astype(np.int64)
        return cls(rows, measures, page.tag[node], chars[rows], line, share[line], box)

    def features(self, best: FloatArray, tag_score: FloatArray) -> FloatArray:
        """The features, shape (n, 17); unknown ones are 0.

        Args:
            best: BEST of the left, right, upper and lower edge, the centre (x, y) and the area, shape (7,).
            tag_score: TAG_SCORE per tag; a tag beyond the last counts as unknown.
        """
        of = self.measures
        out: FloatArray = np.zeros((len(self.rows), len(FEATURES)))
        near = 1 - np.abs(of[:, : _Y + 1] - best[: _Y + 1])
        if self.box is None:
            out[:, [2, 3, 5]] = near[:, [_TOP, _BOTTOM, _Y]]
        else:
            out[:, :6] = near
            out[:, 6] = 1 - np.hypot(of[:, _X] - best[_X], of[:, _Y] - best[_Y]) / np.sqrt(2)
            out[:, 7] = of[:, _AREA]
            out[:, 8] = 1 - np.abs(of[:, _AREA] - best[_AREA])
        out[:, 9:12] = of[:, _COLOUR : _SIZE_POPULARITY + 1]
        out[:, 12], out[:, 13] = of[:, _VISIBLE], of[:, _TEXT]
        out[:, 14] = tag_score[np.where(self.tag < len(tag_score), self.tag, tags.UNKNOWN)]
        out[:, 15], out[:, 16] = of[:, _TAG_DENSITY], of[:, _LINK_DENSITY]
        return out

    def group(self, probability: FloatArray, threshold: float, gap: float) -> tuple[NDArray[np.int64], int]:
        """The group of each text node, -1 for non-candidates, and the number of the best group, -1 without one."""
        edges = None if self.box is None else self.box[:, 2:]
        number, longest = group(probability >= threshold, self.chars, edges, gap)
        if longest < 0:
            return number, -1
        grouped = number >= 0
        weight = np.bincount(number[grouped], weights=(self.chars * probability)[grouped])
        return number, int(weight.argmax())

    def choose(self, group: NDArray[np.int64], best: int, *, refine: bool) -> BoolArray:
        """The text nodes of the best group, optionally refined; shape (n,)."""
        chosen: BoolArray = group == best if best >= 0 else np.zeros(len(group), dtype=np.bool_)
        if not refine or not chosen.any():
            return chosen
        if self.box is None:
            whole = np.bincount(self.line, weights=self.chars)
            inside = np.bincount(self.line, weights=self.chars * chosen)
            lines: BoolArray = (2 * inside > whole)[self.line]
            return lines
        left, right, upper, lower = self.box.T
        middle = (upper + lower) / 2
        missed = (middle >= upper[chosen].min()) & (middle <= lower[chosen].max()) & (self.linked <= MAX_LINKED)
        refined: BoolArray = in_column(left, right, self.chars, chosen) & (chosen | missed)
        return refined


@dataclass(frozen=True, eq=False)
class Weights:
    """The learnt parameters.

    Attributes:
        best: BEST, shape (7,).
        tag_score: TAG_SCORE per tag.
        weight: weight of each feature, shape (17,).
        bias: bias of the regression.
    """

    best: FloatArray
    tag_score: FloatArray
    weight: FloatArray
    bias: float
    threshold: float
    gap: float

    def probability(self, nodes: Nodes) -> FloatArray:
        """The probability that each text node is content, shape (n,)."""
        score = nodes.features(self.best, self.tag_score) @ self.weight + self.bias
        out: FloatArray = 0.5 * (1 + np.tanh(score / 2))
        return out

    def arrays(self, kind: str) -> dict[str, NDArray[Any]]:
        """The named arrays of a file; kind is ``"plain"``, or ``"layout"`` for weights trained on rendered pages."""
        return {f"{kind}.{name}": np.asarray(value, dtype=np.float64) for name, value in vars(self).items()}

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Weights:
        """Read the arrays of one kind.

        Raises:
            KeyError, ValueError, TypeError: these are not the arrays of `Weights`.
        """
        bias, threshold, gap = (float(arrays[name]) for name in ("bias", "threshold", "gap"))
        return cls(arrays["best"], arrays["tag_score"], arrays["weight"], bias, threshold, gap)


def load_weights(path: str | None = None) -> Mapping[str, Weights]:
    """Weights by kind: ``"plain"``, and ``"layout"`` if the file has them; None for the package's file. Read once.

    Raises:
        NeedsNotMet: the file is missing, or lacks the weights.
    """
    return load_classifiers(path, _MODEL, "clg", Weights.of_arrays)


def _position(layout: Layout) -> FloatArray:
    """Edges, centre and area of each row's box, relative to the page; shape (page size, 7)."""
    left, top = layout.x.astype(np.float64), layout.y.astype(np.float64)
    right, bottom = left + layout.width, top + layout.height
    width = max(1.0, float(right[layout.visible].max(initial=0.0)))
    height = max(1.0, float(bottom[layout.visible].max(initial=0.0)))
    across, down = np.array((left, right)) / width, np.array((top, bottom)) / height
    area = (across[1] - across[0]) * (down[1] - down[0])
    return np.column_stack((*across, *down, across.mean(axis=0), down.mean(axis=0), area))


def _fonts(page: Page, layout: Layout, rows: NDArray[np.intp], text: NDArray[Any]) -> FloatArray:
    """Colour popularity, size, and size popularity of each subtree, shape (page size, 3), given the text rows that
    count and their characters in each subtree.
    """
    columns = np.zeros((3, len(page)))
    chars = page.chars[rows].astype(np.float64)
    size = np.round(layout.font_size[rows].astype(np.float64), 2)
    columns[0, rows] = chars * _popularity(layout.colour[rows], chars)
    if len(rows) and size.max() > size.min():
        columns[1, rows] = chars * (size - size.min()) / (size.max() - size.min())
    columns[2, rows] = chars * _popularity(size, chars)
    out: FloatArray = np.column_stack([page.subtree(column) for column in columns])
    out /= np.maximum(1, text)[:, None]
    return out


def _popularity(kinds: NDArray[Any], chars: FloatArray) -> FloatArray:
    """For each text row, the share of the page's text that is of the same kind."""
    _, number = np.unique(kinds, return_inverse=True)
    out: FloatArray = np.asarray(np.bincount(number, weights=chars)[number], dtype=np.float64)
    out /= max(1.0, float(chars.sum()))
    return out


def _text_ratio(page: Page, layout: Layout, shown: BoolArray) -> FloatArray:
    """The share of text in the area of text and images of each subtree."""
    area = layout.width.astype(np.float64) * layout.height
    of_text = page.subtree(np.where(shown, area, 0.0))
    of_images = page.subtree(np.where((page.tag == _IMAGE) & layout.visible, area, 0.0))
    out: FloatArray = of_text / (of_text + of_images + 1)
    return out
