"""What must hold on every real page: nothing is lost, and the columns agree with a walk of another kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import turbohtml
from selectolax.lexbor import LexborHTMLParser, LexborNode

from broadsheet.page import read_page

Pages = Callable[..., Iterator[tuple[str, bytes, dict[str, Any]]]]


def element_texts(root: LexborNode) -> list[str]:
    """The text of every element in document order, each joined from its own children: a walk without columns."""
    out: list[str] = []
    stack: list[tuple[int, list[str]]] = []
    open_nodes: list[LexborNode] = []
    node: LexborNode | None = root
    while node is not None:
        if node.is_text_node:
            if stack:
                stack[-1][1].append(node.text_content or "")
        elif node.is_element_node:
            out.append("")
            stack.append((len(out) - 1, []))
            open_nodes.append(node)
            opaque = node.tag in ("script", "style", "template")
            child = None if opaque else node.first_child
            if child is not None:
                node = child
                continue
            _close(out, stack, open_nodes)
        following = node.next
        while following is None and open_nodes:
            following = _close(out, stack, open_nodes).next
        node = following if stack else None
    return out


def _close(out: list[str], stack: list[tuple[int, list[str]]], open_nodes: list[LexborNode]) -> LexborNode:
    number, parts = stack.pop()
    out[number] = "".join(parts)
    if stack:
        stack[-1][1].append(out[number])
    return open_nodes.pop()


@pytest.mark.corpora
@pytest.mark.parametrize("step", [50, pytest.param(1, marks=pytest.mark.soak)])
def test_every_element_has_the_text_that_an_independent_walk_gives(real_pages: Pages, step: int) -> None:
    seen = 0
    for name, data, truth in real_pages(step):
        page = read_page(data, url=truth.get("url"))
        html = page.source  # decoded, and what was encoded twice put right
        root = LexborHTMLParser(html).root
        assert root is not None, name
        expected = element_texts(root)
        elements = np.flatnonzero(~page.is_text)
        assert len(expected) == len(elements), name
        for row, text in zip(elements.tolist(), expected, strict=True):
            assert page.raw(row) == text, (name, row)
        assert (page.end[1:] <= page.end[page.parent[1:]]).all(), name
        for column in (page.chars, page.words, page.punct, page.link_chars):
            assert page.subtree(column)[0] == column.sum(), name
        seen += 1
    assert seen > 1000 / step


@pytest.mark.corpora
def test_another_parser_finds_the_same_text(real_pages: Pages) -> None:
    same = total = 0
    for _, data, _truth in real_pages(60):
        page = read_page(data)
        html = page.source
        document = turbohtml.parse(html)
        for opaque in document.select("script, style, template"):
            opaque.decompose()
        total += 1
        same += "".join(page.text.split()) == "".join(document.text.split())
    assert same >= 0.97 * total
