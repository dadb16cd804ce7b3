"""The 215 features of a node, the equations of the network by hand, and the groups of candidates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import pytest

from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.methods.dom_nodes import (
    FEATURES,
    Classifier,
    DomNodes,
    Embeddings,
    Graph,
    Network,
    NodeMethod,
    block_texts,
    group,
    load_embeddings,
    nodes_of,
)
from broadsheet.methods.maths.word_vectors import WordVectors, pack
from broadsheet.page import Layout, Page, read_page, tags

PAGE = "<body><h1>Ferry</h1>\n<div hidden><p>Gone</p></div><p>The <b>ferry</b> sails.</p></body>"


PARENT = np.array([-1, 0, 0, 1])
"""0 has the children 1 and 2, and 1 has 3; so D is 3, 2, 1, 1."""


def embeddings() -> Embeddings:
    generator = np.random.default_rng(0)
    packed, scale = pack(generator.normal(0, 1, (3, 200)).astype(np.float32))
    number = {"ferry": 0, "the": 1, "sails": 2}
    words = WordVectors(number, packed, scale, np.full(3, 1e-3, np.float32), np.zeros(200, np.float32))
    return Embeddings(generator.normal(0, 1, (len(tags.NAMES), 8)).astype(np.float32), words)


def drawn(page: Page) -> Layout:
    """Every row 10 pixels high below the one before, the page 200 wide, in red on grey."""
    size = len(page)
    return Layout(
        x=np.zeros(size, np.float32),
        y=np.arange(size, dtype=np.float32) * 10,
        width=np.full(size, 100, np.float32) + 100 * (np.arange(size) == 0),
        height=np.full(size, 10, np.float32),
        font_size=np.full(size, 16, np.float32),
        colour=np.full(size, 0xFF0000FF, np.uint32),
        background=np.full((size, 3), 51, np.uint8),
        visible=~page.hidden & (np.arange(size) > 0),
    )


def test_nodes_are_elements_and_texts_that_are_not_white_space() -> None:
    page = read_page(PAGE)
    rows, parent = nodes_of(page)
    names = [page.name(int(row)) for row in rows]
    assert names.count("#text") == 5
    assert all(page.raw(int(row)).strip() for row in rows if page.is_text[row])
    assert parent[0] == -1
    for node, above in enumerate(parent.tolist()):
        if above >= 0:
            assert page.parent[rows[node]] == rows[above]


def test_the_columns_of_a_text_node() -> None:
    page, vectors = read_page(PAGE), embeddings()
    nodes = DomNodes.of_page(page, vectors)
    assert nodes.features.shape[1] == FEATURES == 215
    at = next(node for node, row in enumerate(nodes.rows) if page.is_text[row] and page.raw(int(row)) == "ferry")
    row = nodes.features[at]
    assert np.array_equal(row[:8], vectors.tag[tags.TEXT])
    assert np.array_equal(row[8:208], vectors.words.sentences(["ferry"])[0])
    assert row[208] == pytest.approx(0.05), "five characters, times 0.01"
    assert row[209:].tolist() == [1, 1, 1, 0, 0, 1], "without rendering: white, no size, visible"


def test_the_columns_of_an_element() -> None:
    page, vectors = read_page(PAGE), embeddings()
    nodes = DomNodes.of_page(page, vectors)
    names = [page.name(int(row)) for row in nodes.rows]
    inline, hidden = nodes.features[names.index("b")], nodes.features[names.index("div")]
    assert np.array_equal(inline[:8], vectors.tag[tags.IDS["b"]])
    assert not inline[8:209].any(), "an element that is no block of text has no text"
    assert hidden[214] == 0


def test_blocks_are_the_nearest_line_break_elements_of_the_texts() -> None:
    page, vectors = read_page(PAGE), embeddings()
    nodes = DomNodes.of_page(page, vectors)
    assert [page.name(int(nodes.rows[at])) for at in nodes.blocks] == ["h1", "p"], "nothing hidden, nothing inline"
    assert nodes.chars.tolist() == [5, 14]
    assert block_texts(page, nodes.text, nodes.block_of) == ["Ferry", "The ferry sails."]
    paragraph = nodes.features[nodes.blocks[1]]
    assert np.array_equal(paragraph[:8], vectors.tag[tags.IDS["p"]])
    assert np.array_equal(paragraph[8:208], vectors.words.sentences(["The ferry sails."])[0])
    assert paragraph[208] == pytest.approx(0.14)


def test_undrawn_text_is_in_no_block() -> None:
    page = read_page("<body><p>One <b>two</b></p><p>Three</p>")
    layout = drawn(page)
    three = int(np.flatnonzero(page.shown)[2])
    two = int(np.flatnonzero(page.shown)[1])
    visible = layout.visible.copy()
    visible[[two, three]] = False
    nodes = DomNodes.of_page(page, embeddings(), Layout(**{**vars(layout), "visible": visible}))
    assert len(nodes.blocks) == 1
    assert nodes.chars.tolist() == [3], "text that is not drawn does not count"
    one = int(nodes.text[0])
    assert nodes.box is not None
    assert nodes.box.tolist() == [[10.0 * one, 10.0 * one + 10]]
    whole = DomNodes.of_page(page, embeddings(), layout)
    assert whole.box is not None
    assert whole.box[0].tolist() == [10.0 * one, 10.0 * two + 10], "around all text nodes of the block"


def test_eq_6_groups_by_the_gap_between_boxes() -> None:
    # upper and lower edges; candidates 0, 1, 3; from 50 to 1050 are 1000 pixels, from 1150 to 2151 are 1001
    box = np.array([[0, 50], [1050, 1150], [1200, 1210], [2151, 2160]], dtype=np.float64)
    candidate = np.array([True, True, False, True])
    chars = np.array([10, 20, 500, 29])
    number, best = group(candidate, chars, box, 1000)
    assert number.tolist() == [0, 0, -1, 1]
    assert best == 0, "30 characters against 29; what is no candidate does not count"
    assert group(candidate, chars, box, 1001)[0].tolist() == [0, 0, -1, 0]


def test_without_boxes_the_text_between_counts() -> None:
    chars = np.array([100, 300, 100, 301, 100])
    candidate = np.array([True, False, True, False, True])
    assert group(candidate, chars, None, 300)[0].tolist() == [0, -1, 0, -1, 1]
    assert group(candidate, chars, None, 301)[0].tolist() == [0, -1, 0, -1, 0]


@dataclass(frozen=True, kw_only=True)
class Scored(NodeMethod):
    """A method whose classifier gives each block its number of characters, in hundredths."""

    name: ClassVar[str] = "scored"
    threshold_learnt: float = 0.5

    def classifiers(self) -> Mapping[str, Classifier]:
        return {"plain": Hundredths(self.threshold_learnt, 1000, load_embeddings(self.embeddings).fingerprint)}


@dataclass(frozen=True)
class Hundredths(Classifier):
    threshold: float
    gap: float
    embeddings: str

    def block_scores(self, nodes: DomNodes) -> np.ndarray:
        return nodes.chars / 100

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, Any]) -> Self:
        return cls(**cls.border(arrays))


def test_below_the_threshold_the_best_blocks_are_candidates(tmp_path: Path) -> None:
    file = tmp_path / "embeddings.npz"
    np.savez(file, **embeddings().arrays())
    page = read_page("".join(f"<p>{'a' * length}</p>" for length in (40, 37, 35, 20)))

    def kept(**parameters: Any) -> tuple[list[int], bool]:
        marking = Scored(embeddings=str(file), refine=False, **parameters).mark(page, Given())
        return page.chars[marking.keep].tolist(), any("no block reaches" in note for note in marking.notes)

    assert kept() == ([40, 37], True), "nine tenths of 0.4 are 0.36"
    assert kept(threshold_learnt=0.4) == ([40], False)
    assert kept(threshold=0.5) == ([], False), "a threshold that was asked for holds"
    assert kept(nearest=None) == ([], False), "as published"
    assert kept(nearest=0.8) == ([40, 37, 35], True)


@pytest.mark.parametrize("name", ["gcn2", "gcn3", "mlp", "svc"])
def test_markings_and_notes_with_and_without_layout(name: str) -> None:
    text = "The council met on Tuesday, and after a long debate it agreed on the new bridge. " * 3
    page = read_page("<body><h1>Council agrees</h1>" + f"<p>{text}</p>" * 6)
    method = catalog.get(name)
    plain = method.mark(page, Given())
    assert any("not rendered" in note for note in plain.notes)
    rendered = method.mark(page.with_layout(drawn(page)), Given())
    assert rendered.notes == ()
    assert rendered.keep.any()
    assert {"rows", "probability", "threshold", "group", "best"} <= set(plain.trace)
    kept = catalog.get(name, threshold=0.0, refine=False).mark(page, Given()).keep
    assert (kept == page.shown).all()
    assert not catalog.get(name, threshold=1.01).mark(page, Given()).keep.any()
    apart = drawn(page)
    far = Layout(**{**vars(apart), "y": apart.y * 1000})
    one = catalog.get(name, threshold=0.0).mark(page.with_layout(far), Given()).keep
    assert one.sum() == 1, "each block is a group of its own"


def test_eq_2_children_and_parents_are_weighed_by_their_degrees() -> None:
    graph = Graph.of_parents(PARENT)
    h = np.array([[1.0], [10.0], [100.0], [1000.0]], dtype=np.float32)
    a01, a02, a13 = 1 / np.sqrt(3 * 2), 1 / np.sqrt(3 * 1), 1 / np.sqrt(2 * 1)
    assert graph.children(h)[:, 0] == pytest.approx([10 * a01 + 100 * a02, 1000 * a13, 0, 0])
    assert graph.above(h)[:, 0] == pytest.approx([0, a01, a02, 10 * a13])


def test_eq_3_and_4_and_5_by_hand() -> None:
    # One column of features, embeddings of one number: W_0 = (1, 2, -1), W_1 = 2, W_c = 0.5
    w_0, w_1, w_c = (np.array(values, dtype=np.float32).reshape(-1, 1) for values in ([1, 2, -1], [2], [0.5]))
    network = Network(layers=((w_0, w_1),), out=w_c, threshold=0.5, gap=1000.0, embeddings="")
    graph = Graph.of_parents(np.array([-1, 0]))
    x = np.array([[1.0], [4.0]], dtype=np.float32)
    # D is 2 and 1, so A^ is 1/sqrt(2): z = (1 + 2 * 4 / sqrt 2, 4 - 1 / sqrt 2)
    z = [1 + 8 / np.sqrt(2), 4 - 1 / np.sqrt(2)]
    assert network.embed(x, graph)[:, 0] == pytest.approx([2 * z[0], 2 * z[1]])
    assert network.probabilities(x, graph) == pytest.approx([1 / (1 + np.exp(-value)) for value in z])
    assert network.embed(-x, graph)[:, 0] == pytest.approx([0, 0]), "ReLU"
