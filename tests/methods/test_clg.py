from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from broadsheet.methods.base import Given
from broadsheet.methods.clg import CLG, FEATURES, WITHOUT_LAYOUT, Nodes, Weights, load_weights
from broadsheet.page import Layout, Page, read_page, tags
from tests.methods.kept import kept

HALF = np.full(7, 0.5)


def features(nodes: Nodes, tag_score: np.ndarray | None = None) -> list[dict[str, float]]:
    scores = np.zeros(len(tags.NAMES)) if tag_score is None else tag_score
    return [dict(zip(FEATURES, row, strict=True)) for row in nodes.features(HALF, scores).tolist()]


def weights_file(folder: Path, *, threshold: float = 0.5, gap: float = 10.0, layout: bool = False) -> str:
    """Weights with which an element is content as far as it is free of links."""
    weight = np.zeros(len(FEATURES))
    weight[FEATURES.index("LINK_DENSITY")] = -20.0
    weights = Weights(HALF, np.zeros(len(tags.NAMES)), weight, 6.0, threshold, gap)
    arrays = weights.arrays("plain") | (weights.arrays("layout") if layout else {})
    path = folder / f"weights-{threshold}-{gap}-{layout}.npz"
    np.savez(path, **arrays)  # type: ignore[arg-type]
    return str(path)


def layout_of(page: Page, boxes: dict[str, tuple[float, float, float, float]], **style: dict[str, float]) -> Layout:
    """A layout: the box (x, y, width, height), font size and colour of the subtrees of some elements."""
    size = len(page)

    def column(values: dict[str, float], default: float) -> np.ndarray:
        out = np.full(size, default, dtype=np.float32)
        for selector, value in values.items():
            for row in page.select(selector):
                out[row : page.end[row]] = value
        return out

    return Layout(
        *(column({name: box[at] for name, box in boxes.items()}, 0) for at in range(4)),
        font_size=column(style.get("font", {}), 16),
        colour=column(style.get("colour", {}), 0xFF).astype(np.uint32),
        background=np.zeros((size, 3), np.uint8),
        visible=column(style.get("hidden", {}), 1).astype(np.bool_),
    )


def test_features_without_layout_by_hand() -> None:
    """The page has 20 characters in three text nodes; the paragraph has 14 in two, the second of which is a link."""
    page = read_page("<body><h1>Header</h1><p>Some te <a href=x>link it</a></p></body>")
    tag_score = np.zeros(len(tags.NAMES))
    tag_score[[tags.IDS["p"], tags.IDS["a"]]] = 2, -3
    header, paragraph, link = features(Nodes.of_page(page), tag_score)
    assert paragraph["POS_TOP"] == pytest.approx(1 - abs(0.5 - 1 / 3))
    assert paragraph["POS_BOTTOM"] == pytest.approx(1 - abs(0.5 - 1))
    assert paragraph["POS_Y"] == pytest.approx(1 - abs(0.5 - 2 / 3))
    assert paragraph["VISIBLE_CHAR"] == pytest.approx(np.log(15) / np.log(21))
    assert paragraph["TAG_DENSITY"] == pytest.approx(2 / 15), "two elements, the paragraph itself included"
    assert paragraph["LINK_DENSITY"] == pytest.approx(1 / 3)
    assert (header["TAG_SCORE"], paragraph["TAG_SCORE"], link["TAG_SCORE"]) == (0, 2, -3)
    assert link["LINK_DENSITY"] == pytest.approx(1 / 2)
    assert link["TAG_DENSITY"] == pytest.approx(1 / 8)
    for name in set(FEATURES) - WITHOUT_LAYOUT:
        assert header[name] == paragraph[name] == link[name] == 0


def test_features_with_layout_by_hand() -> None:
    """A page of 1000 by 500 with a paragraph of 400 by 100 at (100, 200), and an image of the same size beside it."""
    page = read_page("<body><p>Some text <b>bold</b></p><div>Other text here<img src=x></div><i>end</i></body>")
    boxes = {
        "body": (0, 0, 1000, 500), "p": (100, 200, 400, 100), "b": (100, 200, 200, 100), "div": (500, 300, 500, 200),
        "img": (500, 300, 400, 100), "i": (0, 490, 10, 10),
    }  # fmt: skip
    rendered = page.with_layout(layout_of(page, boxes, font={"b": 24, "i": 8}, colour={"b": 0xFF0000FF}))
    paragraph, bold, other, _ = features(Nodes.of_page(rendered, rendered.layout))
    assert paragraph["POS_LEFT"] == pytest.approx(1 - abs(0.5 - 0.1))
    assert paragraph["POS_RIGHT"] == pytest.approx(1 - abs(0.5 - 0.5))
    assert paragraph["POS_TOP"] == pytest.approx(1 - abs(0.5 - 0.4))
    assert paragraph["POS_BOTTOM"] == pytest.approx(1 - abs(0.5 - 0.6))
    assert paragraph["POS_X"] == pytest.approx(1 - abs(0.5 - 0.3))
    assert paragraph["POS_Y"] == pytest.approx(1)
    assert paragraph["POS_DIST"] == pytest.approx(1 - 0.2 / np.sqrt(2))
    assert paragraph["AREA_SIZE"] == pytest.approx(0.08)
    assert paragraph["AREA_DIST"] == pytest.approx(1 - 0.42)
    # Of 31 characters 27 are black and 4 red; 24 of the common size 16, 4 of 24, 3 of 8. In the paragraph, 9 and 4.
    assert paragraph["FONT_COLOR_POPULARITY"] == pytest.approx((9 * 27 / 31 + 4 * 4 / 31) / 13)
    assert paragraph["FONT_SIZE"] == pytest.approx((9 * 0.5 + 4 * 1) / 13)
    assert paragraph["FONT_SIZE_POPULARITY"] == pytest.approx((9 * 24 / 31 + 4 * 4 / 31) / 13)
    assert bold["FONT_SIZE"] == pytest.approx(1)
    # The text of the div is drawn on 500 by 200, its image on 400 by 100.
    assert other["TEXT_RATIO"] == pytest.approx(100_000 / (100_000 + 40_000 + 1))
    assert paragraph["TEXT_RATIO"] == pytest.approx(60_000 / 60_001)


def test_groups_are_divided_by_skipped_text(tmp_path: Path) -> None:
    """The link between the second and the third paragraph has 12 characters: more than a gap of 10."""
    page = read_page("<body><p>First part.</p><p>Then a second part.</p><a href=x>Read this x!</a><p>Far away.</p>")
    marking = CLG(weights=weights_file(tmp_path)).mark(page, Given())
    assert marking.trace["group"].tolist() == [0, 0, -1, 1]
    assert int(marking.trace["best"]) == 0
    assert kept(page, CLG(weights=weights_file(tmp_path))) == ["First part.", "Then a second part."]
    assert len(kept(page, CLG(weights=weights_file(tmp_path, gap=12), refine=False))) == 3
    assert len(kept(page, CLG(weights=weights_file(tmp_path), gap=12))) == 3


def test_refining_takes_whole_lines(tmp_path: Path) -> None:
    page = read_page("<body><p>A line with <i>a</i> <a href=x>link</a> in it</p><p><a href=y>linked line</a>, x</p>")
    weights = weights_file(tmp_path)
    assert "link" not in kept(page, CLG(weights=weights, refine=False))
    assert kept(page, CLG(weights=weights)) == ["A line with", "a", "link", "in it"]


def test_the_threshold(tmp_path: Path) -> None:
    page = read_page("<body><p>Text <a href=x>link</a> more</p>")
    weights = weights_file(tmp_path)
    # 6 - 20 / 3 for the paragraph, 6 - 20 / 2 for the link
    marking = CLG(weights=weights, refine=False).mark(page, Given())
    expected = [1 / (1 + np.exp(20 / 3 - 6)), 1 / (1 + np.exp(4))]
    assert marking.trace["probability"].tolist() == pytest.approx([expected[0], expected[1], expected[0]])
    assert not marking.keep.any()
    assert len(kept(page, CLG(weights=weights, threshold=0.3))) == 3
    assert not CLG(weights=weights, threshold=1.0).mark(page, Given()).keep.any()


def test_undrawn_nodes_are_no_candidates(tmp_path: Path) -> None:
    page = read_page("<body><p id=a>Drawn.</p><p id=b>Not drawn.</p>")
    layout = layout_of(page, {"body": (0, 0, 600, 300)}, hidden={"#b": 0})
    assert kept(page.with_layout(layout), CLG(weights=weights_file(tmp_path, layout=True))) == ["Drawn."]


def test_a_note_tells_that_the_layout_is_missing() -> None:
    assert CLG().mark(read_page("<p>text</p>"), Given()).notes == ("CLG without layout: the page is not rendered",)


def test_the_weights_of_the_package() -> None:
    known = load_weights()
    assert known.keys() == {"plain", "layout"}
    for weights in known.values():
        assert weights.weight.shape == (17,)
        assert weights.tag_score.shape == (len(tags.NAMES),)
        assert 0 < weights.threshold < 1
        assert weights.gap > 0
    plain, layout = ({name for name, weight in zip(FEATURES, known[kind].weight, strict=True) if weight}
                     for kind in ("plain", "layout"))  # fmt: skip
    assert plain <= WITHOUT_LAYOUT
    assert layout > WITHOUT_LAYOUT
