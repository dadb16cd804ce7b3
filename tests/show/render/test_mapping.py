"""Mapping of the browser's nodes to the page's rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from broadsheet.page import read_page
from broadsheet.show.render import capture
from broadsheet.show.render.capture import Box, Node, map_rows
from tests.show.render.nodes_for_tests import PAGE, PLAIN, as_nodes


def test_equal_trees_map_one_to_one() -> None:
    page = read_page(PAGE)
    layout, mapped = map_rows(page, as_nodes(page))
    assert mapped.all()
    assert layout.y.tolist() == [20.0 * row for row in range(len(page))]
    assert layout.visible.all()
    assert (layout.font_size == 16).all()
    assert (layout.colour == 0x000000FF).all()
    assert (layout.background == 255).all(), "the canvas is white"
    assert page.with_layout(layout).layout is layout


def test_rows_that_the_browser_lacks_have_no_box_and_the_style_of_their_parent() -> None:
    page = read_page(PAGE)
    nodes = as_nodes(page)
    nodes[2] = replace(nodes[2], style=PLAIN._replace(font_size=30.0))
    gone = next(row for row in range(len(page)) if page.raw(row) == "Two.")
    layout, mapped = map_rows(page, [node for row, node in enumerate(nodes) if row != gone])
    assert np.flatnonzero(~mapped).tolist() in ([gone], [gone + 1])
    lost = int(np.flatnonzero(~mapped)[0])
    assert not layout.visible[lost]
    assert layout.width[lost] == 0
    assert layout.font_size[lost] == layout.font_size[page.parent[lost]]


def test_nodes_that_the_page_lacks_are_skipped() -> None:
    page = read_page(PAGE)
    nodes = as_nodes(page)
    extra = Node("#text", "from nowhere", Box(0, 0, 1, 1), PLAIN)
    layout, mapped = map_rows(page, [*nodes[:5], extra, *nodes[5:]])
    assert mapped.all()
    assert layout.y.tolist() == [20.0 * row for row in range(len(page))]


@pytest.mark.parametrize("where", ["page", "browser"])
def test_an_extra_node_at_the_end(where: str) -> None:
    page = read_page(PAGE)
    nodes = as_nodes(page)
    nodes = nodes[:-1] if where == "page" else [*nodes, Node("i", "", None, None)]
    _, mapped = map_rows(page, nodes)
    assert mapped.tolist() == [True] * (len(page) - 1) + [where == "browser"]


def test_trees_that_differ_too_much_are_mapped_at_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_page(PAGE)
    nodes = as_nodes(page)
    for place in (4, len(page) - 2):
        nodes[place] = Node("i", "", None, None)
    assert np.flatnonzero(~map_rows(page, nodes).mapped).tolist() == [4, len(page) - 2]
    monkeypatch.setattr(capture, "_MAX_PAIRS", 4)
    assert np.flatnonzero(~map_rows(page, nodes).mapped).tolist() == list(range(4, len(page) - 1))


def test_nodes_without_layout_are_not_visible() -> None:
    page = read_page(PAGE)
    layout, mapped = map_rows(page, as_nodes(page, style=None))
    assert mapped.all()
    assert not layout.visible.any()
    assert (layout.font_size == 16).all()
    for box, style in (
        (Box(3, 3, 0, 0), PLAIN),
        (Box(3, 3, 9, 0), PLAIN),
        (Box(3, 3, 0, 9), PLAIN),
        (Box(3, 3, 9, 9), PLAIN._replace(shown=False)),
    ):
        unseen = [Node(node.name, node.text, box, style) for node in as_nodes(page)]
        assert not map_rows(page, unseen).layout.visible.any()
