from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="training needs scikit-learn (extra train)")

from broadsheet.lab.corpora import Sample, open_corpora
from broadsheet.lab.train.clg import archive, examples, train
from broadsheet.lab.train.identify_fit import logistic_regression
from broadsheet.methods.base import Given
from broadsheet.methods.clg import CLG, FEATURES, WITHOUT_LAYOUT, load_weights
from broadsheet.page import Layout, Page, read_page
from tests.lab.made import page_of, write_corpus
from tests.methods.test_clg import layout_of


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    pages = [
        (html, {"id": f"p{number}", "site": f"s{number}.example", "text": text})
        for number, (html, text) in enumerate(map(page_of, range(12)))
    ]
    others = [
        {"id": "silent"},
        {"id": "index", "text": "x", "label": "not_article"},
        {"id": "other", "text": "quite other"},
    ]
    pages += [("<p>Some text that is here.</p>", gold) for gold in others]
    return write_corpus(tmp_path / "corpora" / "toy", pages)


def test_the_regression_by_hand() -> None:
    """One feature that is 1 or -1, three of four right: its odds are 3 to 1, so the weight is ln 3 and the bias 0."""
    x = np.array([1, 1, 1, 1, -1, -1, -1, -1], dtype=np.float64)[:, None]
    y = np.array([1, 1, 1, 0, 0, 0, 0, 1], dtype=np.bool_)
    weights, bias = logistic_regression(x, y, np.ones(8), 1e-9)
    assert weights.tolist() == pytest.approx([np.log(3)])
    assert bias == pytest.approx(0, abs=1e-9)


def test_training_finds_the_text(corpus: Path, tmp_path: Path) -> None:
    pages = list(examples(open_corpora(corpus)))
    assert len(pages) == 12, "neither pages without an answer, nor what is no article, nor what has nothing of it"
    assert pages[0].label.tolist() == [False] * 8 + [True] * 4 + [False] * 6
    trained = train(pages)
    assert trained.figures["all"].f1 > 0.95
    assert trained.figures["all"].pages == trained.figures["toy"].pages == 12
    path = tmp_path / "clg.npz"
    path.write_bytes(archive([trained]))
    html, text = page_of(99)
    page = read_page(html)
    keep = CLG(weights=str(path)).mark(page, Given()).keep
    assert "\n".join(page.raw(int(row)) for row in np.flatnonzero(keep)) == text
    weight = load_weights(str(path))["plain"].weight
    assert {name for name, value in zip(FEATURES, weight, strict=True) if value} <= WITHOUT_LAYOUT


def test_the_same_pages_give_the_same_bytes(corpus: Path) -> None:
    first = archive([train(list(examples(open_corpora(corpus))), seed=3)])
    assert archive([train(list(examples(open_corpora(corpus))), seed=3)]) == first


def column_layout(page: Page) -> Layout:
    """Links in a narrow column of small grey print."""
    boxes = {"body": (100.0, 0.0, 600.0, 20.0), "ul": (900.0, 0.0, 90.0, 20.0)}
    layout = layout_of(page, boxes, font={"ul": 10}, colour={"ul": 0x888888FF})
    return replace(layout, y=np.arange(len(page), dtype=np.float32) * 30)


def rendered(sample: Sample) -> Page | None:
    """The page as a browser lays it out; the first was not rendered."""
    if not sample.gold.id[1:].isdigit() or sample.gold.id == "p0":
        return None
    page = read_page(sample.text())
    return page.with_layout(column_layout(page))


def test_rendered_pages_give_weights_for_layout(corpus: Path, tmp_path: Path) -> None:
    pages = list(examples(open_corpora(corpus), page_of=rendered))
    assert len(pages) == 11, "the one that was not rendered is left out"
    trained = train(pages)
    assert trained.layout
    assert trained.figures["all"].f1 > 0.95
    path = tmp_path / "both.npz"
    path.write_bytes(archive([trained, train(list(examples(open_corpora(corpus))))]))
    known = load_weights(str(path))
    assert set(known) == {"layout", "plain"}
    assert known["layout"].weight[FEATURES.index("FONT_SIZE_POPULARITY")] > 0
    assert known["layout"].weight[FEATURES.index("POS_LEFT")] > 0
    page = read_page(page_of(99)[0])
    marking = CLG(weights=str(path)).mark(page.with_layout(column_layout(page)), Given())
    assert not marking.notes
    assert page.text[page.start[marking.keep].min() :].startswith(page_of(99)[1][:13])
