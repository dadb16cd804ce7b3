"""A page's nodes with 215 features each, the graph network over them, and the grouping of content blocks.

Philip Hausner, Michael Gertz. News Article Extraction Using Graph Embeddings. LWDA 2021. All equations of the paper
(sections 3 to 5). A method is a classifier of nodes; `gcn` holds the methods.

====== ============ ========= ==========================================================================
symbol name in code default   where in the paper
====== ============ ========= ==========================================================================
X      features               section 3: 8 of the tag, 200 of the sentence, 1 of the length, 3 of the
                              background, 2 of width and height, 1 of visibility
A      parent                 section 4: A_ij = 1 if node j is a child of node i
D      degree                 section 4: D_ii = sum_j (A + I)_ij: one more than the children of i
A^     Graph.share            Eq. (2): D^(-1/2) A D^(-1/2)
H^(l)  h                      activations at layer l; H^(0) = X
Z^(l)  (parts)                Eq. (2): H, A^ H and A^T H, concatenated
W_0    layers                 Eq. (4): with W_1 the weights of a layer, without biases
W_c    out                    Eq. (5)
       (20)                   section 6: dimension of an embedding
t      gap          1000      section 6: largest vertical distance inside a group, in pixels
y, h   box                    Eq. (6): upper edge and height of a node
g      best                   section 5: the group with the longest text
       nearest      0.9       (ours) share of the highest score that suffices if no block reaches the threshold
====== ============ ========= ==========================================================================

Where the paper is silent or contradicts itself, and what we chose:

* "D defined as above" is the row sum of A + I; with A directed that is one more than the number of children.
* W_0 maps three times the width to 20, W_1 maps 20 to 20. The paper writes no biases, so there are none.
* Z W_0 is computed as H W_a + A^ (H W_b) + A^T (H W_c), with W_0 split into these three: the same numbers, but the
  graph is traversed with 20 columns instead of 215.
* Dropout "in each layer": on a layer's output.
* Nodes are the elements and the text nodes, except text nodes of white space.
* Labels and candidates: the annotators marked "every block of text", one of several nested elements. We take the
  nearest line-break element (`Page.block`) of the text nodes. Text in a nested block belongs to that block.
* The paper gives text to text nodes only, and its baselines, which see one node, find content by it. So here a block
  has the sentence and the length of its own text; its text nodes keep theirs.
* y and h of a block: the extent of its drawn text nodes. The width and height among the features are the element's.
* Background: a transparent element has the colour behind it. (Read literally, it would be black.)
* Visibility: what the style ``visibility`` hides is not visible either. The paper asks for ``display`` and the size.
* A candidate that is not drawn has no position from top to bottom, and is dropped.
* Equal groups: the first.
* No block reaches the threshold: the paper then has no text. By default we take the blocks with at least ``nearest``
  times the highest score, and note it; ``nearest=None`` as published. Languages without known words have low scores.

**Without a rendering** (ours): the background is white, width and height are 0, and a node is visible unless the
page's own markup hides it. Eq. (6) counts the characters of skipped text between two candidates instead of pixels; its
t is learnt with the weights.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar, Final, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import NeedsNotMet, PageTooLarge
from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, load_arrays, marking
from broadsheet.methods.maths.word_vectors import WordVectors
from broadsheet.page import Layout, Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray
from broadsheet.page.forks import made_once

__all__ = [
    "BORDER",
    "FEATURES",
    "PIXELS",
    "TAG_DIMENSION",
    "WORD_DIMENSION",
    "Classifier",
    "DomNodes",
    "Embeddings",
    "Graph",
    "Network",
    "NodeMethod",
    "block_texts",
    "group",
    "load_classifiers",
    "load_embeddings",
    "nodes_of",
]

TAG_DIMENSION: Final = 8
WORD_DIMENSION: Final = 200
FEATURES: Final = TAG_DIMENSION + WORD_DIMENSION + 1 + 3 + 2 + 1  # columns of X: 215
_LENGTH: Final = TAG_DIMENSION + WORD_DIMENSION
_COLOUR: Final = slice(_LENGTH + 1, _LENGTH + 4)
_WIDTH: Final = _LENGTH + 4
_HEIGHT: Final = _LENGTH + 5
_VISIBLE: Final = _LENGTH + 6
MAX_NODES: Final = 90_000  # most nodes of a page, each with 215 features
_LENGTH_SCALE: Final = 0.01
PIXELS: Final = 1000.0  # t of rendered pages
NEAREST: Final = 0.9  # share of the highest score of a candidate if no block reaches the threshold; chosen by hand
BORDER: Final = ("threshold", "gap", "embeddings")  # the fields that every classifier has
_EMBEDDINGS: Final = "models/embeddings.npz"

HAUSNER_2021: Final = Paper(
    "Hausner, Gertz", 2021, "News Article Extraction Using Graph Embeddings", "LWDA (CEUR 2993)"
)

Array = NDArray[np.float32]
C = TypeVar("C")


def nodes_of(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows of the nodes, and the index of each node's parent, -1 for the root; shape (n,) each."""
    node = ~page.is_text | (page.chars > 0)
    rows = np.flatnonzero(node)
    place = np.cumsum(node) - 1
    above = page.parent[rows]
    return rows, np.where(above >= 0, place[above], -1)


@dataclass(frozen=True, eq=False)
class Embeddings:
    """Vectors of tags and of words.

    Attributes:
        tag: vector per tag number, shape (tags, 8).
        words: vectors for sentences.
    """

    tag: Array
    words: WordVectors

    @made_once
    def fingerprint(self) -> str:
        """A hash of the embeddings. Weights are only valid with the embeddings they were trained on."""
        digest = hashlib.blake2b(digest_size=8)
        for _, array in sorted(self.arrays().items()):
            digest.update(np.ascontiguousarray(array).tobytes())
        return digest.hexdigest()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The named arrays of a file."""
        return {"tag": self.tag.astype(np.float32), **self.words.arrays()}


def _file(path: str | None, own: str) -> Traversable:
    """The file at a path, or the package's file ``own`` if the path is None."""
    return Path(path) if path else resources.files("broadsheet.methods") / own


@cache
def load_embeddings(path: str | None = None) -> Embeddings:
    """Load embeddings from a file, None for the package's; cached.

    Raises:
        NeedsNotMet: the file is missing, or does not hold embeddings.
    """
    arrays = load_arrays(_file(path, _EMBEDDINGS), "embeddings")
    try:
        return Embeddings(arrays["tag"].astype(np.float32), WordVectors.of_arrays(arrays))
    except (KeyError, ValueError) as error:
        raise NeedsNotMet(f"{path or _EMBEDDINGS} does not hold embeddings: {error}") from error


@cache
def load_classifiers(
    path: str | None, own: str, of: str, read: Callable[[Mapping[str, NDArray[Any]]], C]
) -> Mapping[str, C]:
    """Load classifiers by kind from a file (`load_arrays`); cached: ``"plain"``, and ``"layout"`` for rendered pages if
    the file has one. ``read`` makes a classifier from its arrays.

    Raises:
        NeedsNotMet: the file is missing or incomplete.
    """
    kinds: dict[str, dict[str, NDArray[Any]]] = {"plain": {}}
    for name, array in load_arrays(_file(path, own), of).items():
        kind, _, part = name.partition(".")
        if kind in ("plain", "layout"):
            kinds.setdefault(kind, {})[part] = array
    try:
        return {kind: read(arrays) for kind, arrays in kinds.items()}
    except (KeyError, ValueError, TypeError) as error:
        raise NeedsNotMet(f"{of} needs its weights, and {path or own} does not hold them: {error}") from error


@dataclass(frozen=True, eq=False)
class DomNodes:
    """The nodes of a page, in document order, and its text blocks, in the order of their first text.

    Attributes:
        rows: rows of the nodes, shape (n,).
        parent: index of each node's parent, -1 for the root, shape (n,).
        features: X, shape (n, 215).
        blocks: indices of the text blocks, shape (k,).
        chars: characters of each block's own text, shape (k,).
        box: upper and lower edge of each block's text in pixels, shape (k, 2); None without layout.
        text: rows of the blocks' text nodes, in document order, shape (t,).
        block_of: the block of each text node, below k, shape (t,).
    """

    rows: NDArray[np.int64]
    parent: NDArray[np.int64]
    features: Array
    blocks: NDArray[np.int64]
    chars: NDArray[np.int64]
    box: FloatArray | None
    text: NDArray[np.int64]
    block_of: NDArray[np.int64]

    @classmethod
    def of_page(cls, page: Page, embeddings: Embeddings, layout: Layout | None = None) -> DomNodes:
        """Read the nodes of a page. Without a layout, visual features are neutral.

        Raises:
            PageTooLarge: more than `MAX_NODES` nodes.
        """
        rows, parent = nodes_of(page)
        if len(rows) > MAX_NODES:
            raise PageTooLarge("the number of nodes", len(rows), MAX_NODES)
        features = np.zeros((len(rows), FEATURES), dtype=np.float32)
        tag = page.tag[rows]
        known = np.where(tag < len(embeddings.tag), tag, tags.UNKNOWN)
        features[:, :TAG_DIMENSION] = embeddings.tag[known]
        text, block_of, block_rows, chars = _blocks(page)
        blocks = np.searchsorted(rows, block_rows)
        alone = np.flatnonzero(page.is_text[rows])
        speaking = np.concatenate((alone, blocks))
        texts = [*map(page.raw, rows[alone].tolist()), *block_texts(page, text, block_of)]
        # Most blocks have a single text node, with the same text.
        place = {sentence: place for place, sentence in enumerate(dict.fromkeys(texts))}
        sentences = embeddings.words.sentences([*place])
        features[speaking, TAG_DIMENSION:_LENGTH] = sentences[[place[sentence] for sentence in texts]]
        features[:, _LENGTH] = _LENGTH_SCALE * page.chars[rows]
        features[blocks, _LENGTH] = _LENGTH_SCALE * chars
        nodes = cls(rows, parent, features, blocks, chars, None, text, block_of)
        if layout is None:
            features[:, _COLOUR] = 1.0
            features[:, _VISIBLE] = ~page.hidden[rows]
            return nodes
        features[:, _COLOUR] = layout.background[rows] / np.float32(255)
        right, bottom = layout.x + layout.width, layout.y + layout.height
        features[:, _WIDTH] = layout.width[rows] / max(1.0, float(right.max(initial=0.0)))
        features[:, _HEIGHT] = layout.height[rows] / max(1.0, float(bottom.max(initial=0.0)))
        features[:, _VISIBLE] = layout.visible[rows]
        return nodes.drawn(page, layout)

    def drawn(self, page: Page, layout: Layout) -> DomNodes:
        """The nodes with only the blocks and text nodes that a layout draws, and the boxes of these blocks."""
        drawn = layout.visible[self.text]
        text = self.text[drawn]
        kept, block_of = np.unique(self.block_of[drawn], return_inverse=True)
        box = np.column_stack((np.full(len(kept), np.inf), np.full(len(kept), -np.inf)))
        np.minimum.at(box[:, 0], block_of, layout.y[text])
        np.maximum.at(box[:, 1], block_of, layout.y[text] + layout.height[text])
        chars = np.bincount(block_of, weights=page.chars[text], minlength=len(kept)).astype(np.int64)
        return replace(self, blocks=self.blocks[kept], chars=chars, box=box, text=text, block_of=block_of)


def _blocks(page: Page) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The visible text nodes, the block of each, and the row and the characters of each block."""
    text = np.flatnonzero(page.shown)
    found, first, of = np.unique(page.block[text], return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    block_of = place[of]
    chars = np.bincount(block_of, weights=page.chars[text], minlength=len(found)).astype(np.int64)
    return text, block_of, found[order].astype(np.int64), chars


def block_texts(page: Page, text: NDArray[np.int64], block_of: NDArray[np.int64]) -> list[str]:
    """The text of each block, given rows of text nodes in document order and the block of each."""
    # A line break inside a block divides words, an inline element does not; segments tell which it is.
    pieces: list[list[str]] = [[] for _ in range(int(block_of.max(initial=-1)) + 1)]
    segment = page.segments.of[text].tolist()
    last = [-1] * len(pieces)
    for row, block, at in zip(text.tolist(), block_of.tolist(), segment, strict=True):
        if last[block] not in (-1, at):
            pieces[block].append(" ")
        pieces[block].append(page.raw(row))
        last[block] = at
    return [" ".join("".join(piece).split()) for piece in pieces]


def group(
    candidate: BoolArray, chars: NDArray[np.int64], box: FloatArray | None, gap: float
) -> tuple[NDArray[np.int64], int]:
    """Group candidates from top to bottom, and find the group with the longest text.

    Args:
        candidate: flags of the candidates, shape (k,).
        chars: characters of each block, shape (k,).
        box: upper and lower edge of each block, shape (k, 2); None to measure distance in characters.
        gap: t, in pixels or characters.

    Returns:
        The group of each block, -1 for non-candidates, shape (k,), and the number of the longest, -1 without one.
    """
    number = np.full(len(candidate), -1, dtype=np.int64)
    chosen = np.flatnonzero(candidate)
    if not len(chosen):
        return number, -1
    if box is None:
        through = np.cumsum(chars)
        distance = (through[chosen[1:]] - chars[chosen[1:]] - through[chosen[:-1]]).astype(np.float64)
    else:
        chosen = chosen[np.argsort(box[chosen, 0], kind="stable")]
        # Eq. (6): y_(i+1) - (y_i + h_i), and a breakpoint where it is more than t
        distance = box[chosen[1:], 0] - box[chosen[:-1], 1]
    number[chosen] = np.append(0, np.cumsum(distance > gap))
    return number, int(np.bincount(number[chosen], weights=chars[chosen]).argmax())


@dataclass(frozen=True, eq=False, kw_only=True)
class Classifier(ABC):
    """A trained classifier of nodes.

    Attributes:
        threshold: least score of a candidate.
        gap: t in characters, for pages without layout.
        embeddings: the fingerprint of the embeddings it was trained with.
    """

    threshold: float
    gap: float
    embeddings: str

    @abstractmethod
    def block_scores(self, nodes: DomNodes) -> FloatArray:
        """The score of each block, from 0 to 1, shape (k,)."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The named arrays of a file."""
        return {name: np.array(getattr(self, name)) for name in BORDER}

    @classmethod
    @abstractmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Read the result of `arrays`.

        Raises:
            KeyError, ValueError, TypeError: the arrays are something else.
        """

    @staticmethod
    def border(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
        """The fields of `Classifier` among the arrays of a file."""
        return {name: arrays[name].item() for name in BORDER}

    @staticmethod
    def pairs(arrays: Mapping[str, NDArray[Any]], *names: str) -> tuple[tuple[Array, Array], ...]:
        """The two arrays of each layer, by their names in a file."""
        numbers = range(sum(name.endswith(f".{names[0]}") for name in arrays))
        return tuple((arrays[f"{number}.{names[0]}"], arrays[f"{number}.{names[1]}"]) for number in numbers)


@dataclass(frozen=True, eq=False)
class Graph:
    """The tree as the directed, normalised adjacency A^.

    Attributes:
        parent: parent of each node, -1 for the root, shape (n,).
        share: A^_ij for each node j and its parent i, 0 for the root, shape (n,).
        order: the nodes with a parent, siblings together, shape (e,).
        first: the start of each parent's children in ``order``.
        parents: the parents, parallel to ``first``.
    """

    parent: NDArray[np.int64]
    share: Array
    order: NDArray[np.int64]
    first: NDArray[np.int64]
    parents: NDArray[np.int64]

    @classmethod
    def of_parents(cls, parent: NDArray[np.int64]) -> Graph:
        """The graph of a tree, given the parent of each node, -1 for the root, shape (n,)."""
        child = np.flatnonzero(parent >= 0)
        degree = 1.0 + np.bincount(parent[child], minlength=len(parent))
        share = np.zeros(len(parent), dtype=np.float32)
        share[child] = 1 / np.sqrt(degree[parent[child]] * degree[child])
        order = child[np.argsort(parent[child], kind="stable")]
        parents, first = np.unique(parent[order], return_index=True)
        return cls(parent, share, order, first, parents)

    def children(self, h: Array) -> Array:
        """A^ H: the weighted sum of each node's children; shape as H."""
        out = np.zeros_like(h)
        if len(self.order):
            out[self.parents] = np.add.reduceat(h[self.order] * self.share[self.order, None], self.first, axis=0)
        return out

    def above(self, h: Array) -> Array:
        """A^T H: the weighted parent of each node; shape as H."""
        # The root's share is 0, whatever the last row holds.
        out: Array = h[self.parent] * self.share[:, None]
        return out


@dataclass(frozen=True, eq=False, kw_only=True)
class Network(Classifier):
    """A trained graph convolutional network (section 4).

    Attributes:
        layers: W_0, shape (3 width, 20), and W_1, shape (20, 20), of each layer.
        out: W_c, shape (20, 1).
    """

    layers: tuple[tuple[Array, Array], ...]
    out: Array

    def embed(self, features: Array, graph: Graph) -> Array:
        """H^(m): the embedding of each node, shape (n, 20), from X, shape (n, 215), and the graph of the nodes."""
        h = features
        for w_0, w_1 in self.layers:
            own, below, above = np.split(w_0, 3)
            # Eq. (2) and (3): Z W_0, in the parts of Z
            z = h @ own + graph.children(h @ below) + graph.above(h @ above)
            # Eq. (4)
            h = np.maximum(0, np.maximum(0, z) @ w_1)
        return h

    def probabilities(self, features: Array, graph: Graph) -> FloatArray:
        """Y: the probability of each node, shape (n,), from X, shape (n, 215), and the graph of the nodes."""
        # Eq. (5)
        out: FloatArray = 0.5 * (1 + np.tanh((self.embed(features, graph) @ self.out)[:, 0].astype(np.float64) / 2))
        return out

    def block_scores(self, nodes: DomNodes) -> FloatArray:
        """The probability of each block, shape (k,)."""
        return self.probabilities(nodes.features, Graph.of_parents(nodes.parent))[nodes.blocks]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The named arrays of a file."""
        named = {"out": self.out, **super().arrays()}
        for number, (w_0, w_1) in enumerate(self.layers):
            named |= {f"{number}.w_0": w_0, f"{number}.w_1": w_1}
        return named

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """Read the result of `arrays`."""
        return cls(layers=cls.pairs(arrays, "w_0", "w_1"), out=arrays["out"], **cls.border(arrays))


@dataclass(frozen=True, kw_only=True)
class NodeMethod:
    """The common part of the paper's methods: classify nodes, group the candidates, keep the longest group. A method
    names its class of classifiers; its weights in the package have its name.

    Args:
        threshold: least score of a candidate; None for the learnt one.
        gap: t in pixels, for a rendered page.
        refine: keep only the longest group (section 5); otherwise all candidates.
        nearest: if no block reaches a learnt threshold, blocks with this share of the highest score are candidates;
            None for no candidates, as in the paper.
        weights: a weights file as ``broadsheet train`` writes it; None for the package's.
        embeddings: an embeddings file; None for the package's.
    """

    name: ClassVar[str]
    paper: ClassVar[Paper | None] = HAUSNER_2021
    needs: ClassVar[frozenset[Need]] = frozenset({Need.LAYOUT, Need.WEIGHTS})
    unit: ClassVar[Unit] = Unit.BLOCK
    _classifier: ClassVar[type[Classifier]]

    threshold: float | None = None
    gap: float = PIXELS
    refine: bool = True
    nearest: float | None = NEAREST
    weights: str | None = None
    embeddings: str | None = None

    def classifiers(self) -> Mapping[str, Classifier]:
        """The classifiers by kind: ``"plain"``, and ``"layout"`` if the file has one for rendered pages.

        Raises:
            NeedsNotMet: the weights cannot be read.
        """
        return load_classifiers(self.weights, f"models/{self.name}.npz", self.name, self._classifier.of_arrays)

    @classmethod
    def as_published(cls) -> Self:
        """The method to the letter: no text on a page where no block reaches the threshold."""
        return cls(nearest=None)

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the text of the longest group of blocks.

        Raises:
            NeedsNotMet: weights or embeddings cannot be read, or do not match.
            PageTooLarge: see `DomNodes.of_page`.
        """
        classifier, nodes, notes = self._read(page)
        keep = np.zeros(len(page), dtype=np.bool_)
        score = np.zeros(len(page), dtype=np.float64)
        if not len(nodes.blocks):
            return marking(page, keep, score, notes=notes)
        threshold = classifier.threshold if self.threshold is None else self.threshold
        gap = self.gap if nodes.box is not None else classifier.gap
        probability = classifier.block_scores(nodes)
        if self.threshold is None and self.nearest is not None and float(probability.max()) < threshold:
            threshold = self.nearest * float(probability.max())
            notes = (*notes, "no block reaches the threshold: the blocks nearest to it are the candidates")
        number, best = group(probability >= threshold, nodes.chars, nodes.box, gap)
        chosen = number == best if self.refine else number >= 0
        if best >= 0:
            keep[nodes.text] = chosen[nodes.block_of]
        probability, groups = probability[nodes.block_of], number[nodes.block_of]
        score[nodes.text] = probability
        trace = {"rows": nodes.text, "probability": probability, "threshold": threshold, "group": groups, "best": best}
        return marking(page, keep, score, trace=trace, notes=notes)

    def _read(self, page: Page) -> tuple[Classifier, DomNodes, tuple[str, ...]]:
        """The classifier and nodes for a page, with its layout if there is one, and notes on both."""
        known = self.classifiers()
        layout = page.layout
        classifier = known["plain"] if layout is None or "layout" not in known else known["layout"]
        embeddings = load_embeddings(self.embeddings)
        if classifier.embeddings != embeddings.fingerprint:
            raise NeedsNotMet(f"{self.name}: the weights were trained with other embeddings: retrain them")
        if layout is None:
            note = "not rendered: visual features are neutral, and candidates are grouped by the text between them"
            return classifier, DomNodes.of_page(page, embeddings), (note,)
        if "layout" in known:
            return classifier, DomNodes.of_page(page, embeddings, layout), ()
        note = "the weights were learnt without rendering: boxes only group the candidates"
        return classifier, DomNodes.of_page(page, embeddings).drawn(page, layout), (note,)
