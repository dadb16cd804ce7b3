"""Parsing of the browser's DOM snapshot."""

from __future__ import annotations

from typing import Any

import pytest

from broadsheet.errors import RenderFailed
from broadsheet.show.render.capture import Box, colour, nodes

BLACK = ["16px", "400", "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "visible", "block"]


class Answer:
    """A response of ``DOMSnapshot.captureSnapshot``, written node by node."""

    def __init__(self) -> None:
        self.strings: list[str] = []
        self.nodes: dict[str, Any] = {
            "parentIndex": [], "nodeType": [], "nodeName": [], "nodeValue": [],
            "pseudoType": {"index": [], "value": []}, "shadowRootType": {"index": [], "value": []},
        }  # fmt: skip
        self.layout: dict[str, Any] = {"nodeIndex": [], "bounds": [], "styles": []}

    def string(self, text: str) -> int:
        self.strings.append(text)
        return len(self.strings) - 1

    def node(self, parent: int, kind: int, name: str, value: str | None = None) -> int:
        self.nodes["parentIndex"].append(parent)
        self.nodes["nodeType"].append(kind)
        self.nodes["nodeName"].append(self.string(name))
        self.nodes["nodeValue"].append(-1 if value is None else self.string(value))
        return len(self.nodes["nodeType"]) - 1

    def drawn(self, node: int, *box: float, styles: list[str] | None = None) -> None:
        self.layout["nodeIndex"].append(node)
        self.layout["bounds"].append(list(box))
        self.layout["styles"].append([self.string(style) for style in (BLACK if styles is None else styles)])

    def whole(self) -> dict[str, Any]:
        return {"strings": self.strings, "documents": [{"nodes": self.nodes, "layout": self.layout}]}


def test_only_elements_and_texts_are_nodes() -> None:
    answer = Answer()
    document = answer.node(-1, 9, "#document")
    answer.drawn(document, 0, 0, 100, 100, styles=[])
    answer.node(document, 10, "html")
    html = answer.node(document, 1, "HTML")
    answer.node(html, 8, "#comment", " no ")
    body = answer.node(html, 1, "BODY")
    before = answer.node(body, 1, "::before")
    answer.nodes["pseudoType"]["index"].append(before)
    answer.node(before, 3, "#text", "made by a style sheet")
    script = answer.node(body, 1, "SCRIPT")
    answer.node(script, 3, "#text", "let x;")
    shadow = answer.node(body, 11, "#document-fragment")
    answer.nodes["shadowRootType"]["index"].append(shadow)
    answer.node(shadow, 3, "#text", "in the shadow")
    first = answer.node(body, 3, "#text", "Half a line, ")
    second = answer.node(body, 3, "#text", "and its end.")
    answer.drawn(body, 0, 0, 100, 40)
    answer.drawn(first, 8, 10, 30, 10)
    answer.drawn(second, 8, 20, 50, 10)
    found = nodes(answer.whole())
    assert [node.name for node in found] == ["html", "body", "script", "#text"]
    assert found[3].text == "Half a line, and its end."
    assert found[3].box == Box(8, 10, 50, 20), "what the browser cut in two is one node around both"
    assert found[0].box is None
    assert found[1].style is not None
    assert found[1].style.font_size == 16.0
    assert found[1].style.font_weight == 400


@pytest.mark.parametrize(
    ("visibility", "display", "shown"),
    [("visible", "block", True), ("hidden", "block", False), ("visible", "none", False), ("collapse", "block", False)],
)
def test_what_is_shown(visibility: str, display: str, shown: bool) -> None:
    answer = Answer()
    html = answer.node(answer.node(-1, 9, "#document"), 1, "HTML")
    answer.drawn(html, 0, 0, 10, 10, styles=[*BLACK[:4], visibility, display])
    style = nodes(answer.whole())[0].style
    assert style is not None
    assert style.shown is shown


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("rgb(255, 0, 16)", 0xFF0010FF),
        ("rgba(255, 0, 16, 0.5)", 0xFF001080),
        ("rgba(0, 0, 0, 0)", 0x00000000),
        ("rgb(12.6 0 300)", 0x0D00FFFF),
        ("color(srgb 1 0.5 0 / 0.2)", 0xFF800033),
        ("color(srgb 1 0 0)", 0xFF0000FF),
        ("oklch(0.7 0.1 180 / 50%)", 0x00000080),
        ("lab(20% 5 5)", 0x000000FF),
        ("color(display-p3 1 0 0)", 0x000000FF),
        ("color(srgb 1 0)", 0x000000FF),
        ("rgb(255, 0)", 0x000000FF),
        ("", 0x000000FF),
    ],
)
def test_colours(value: str, expected: int) -> None:
    assert hex(colour(value)) == hex(expected)


def test_invalid_snapshots_are_errors() -> None:
    for answer in ({}, {"strings": [], "documents": []}, {"strings": [], "documents": [{"nodes": {}, "layout": {}}]}):
        with pytest.raises(RenderFailed, match="snapshot cannot be read"):
            nodes(answer)
