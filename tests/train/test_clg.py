from __future__ import annotations

import datetime as dt
import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from broadsheet.cli import main
from broadsheet.corpora import Gold, open_corpora
from broadsheet.methods.base import Given
from broadsheet.methods.clg import CLG, FEATURES, WITHOUT_LAYOUT, Nodes, load_weights
from broadsheet.page import Layout, Page, read_page
from broadsheet.render import Snapshot
from broadsheet.train.clg import Example, archive, examples, logistic_regression, model_card, train

WORDS = "the council met on tuesday and agreed on a new bridge over the river after a long debate".split()


def page_of(number: int) -> tuple[str, str]:
    """A page of a site of its own, and its gold text."""
    text = [
        " ".join([*WORDS[(number + n) % 7 :], f"{number}x{n}", "and", "so", "it", "goes"])
        for n in range(3 + number % 3)
    ]
    links = "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(6 + number % 4))
    return f"<body><ul>{links}</ul><div>{''.join(f'<p>{t}.</p>' for t in text)}</div><ul>{links}</ul>", "\n".join(text)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpora" / "toy"
    (folder / "html").mkdir(parents=True)
    lines = []
    for number in range(12):
        html, text = page_of(number)
        (folder / "html" / f"p{number}.html.gz").write_bytes(gzip.compress(html.encode()))
        lines.append(json.dumps({"id": f"p{number}", "site": f"s{number}.example", "text": text}))
    for name, truth in {
        "silent": {},
        "index": {"text": "x", "label": "not_article"},
        "other": {"text": "quite other"},
    }.items():
        (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(b"<p>Some text that is here.</p>"))
        lines.append(json.dumps({"id": name, **truth}))
    (folder / "truth.jsonl").write_text("\n".join(lines))
    return folder


def test_pages_to_learn_from(corpus: Path) -> None:
    found = list(examples(open_corpora(corpus)))
    assert len(found) == 12, "neither pages without an answer, nor what is no article, nor what has nothing of it"
    first = found[0]
    assert (first.corpus, first.site) == ("toy", "s0.example")
    assert first.label.tolist() == [False] * 6 + [True] * 3 + [False] * 6


def test_the_regression_by_hand() -> None:
    """One feature that is 1 or -1, three of four right: its odds are 3 to 1, so the weight is ln 3 and the bias 0."""
    x = np.array([1, 1, 1, 1, -1, -1, -1, -1], dtype=np.float64)[:, None]
    y = np.array([1, 1, 1, 0, 0, 0, 0, 1], dtype=np.bool_)
    weights, bias = logistic_regression(x, y, np.ones(8), ridge=0.0)
    assert weights.tolist() == pytest.approx([np.log(3)])
    assert bias == pytest.approx(0, abs=1e-9)


def test_the_penalty_keeps_weights_finite_where_the_classes_are_apart() -> None:
    x = np.array([[0.0, 7.0], [1.0, 7.0], [10.0, 7.0], [11.0, 7.0]])
    weights, bias = logistic_regression(x, np.array([False, False, True, True]), np.ones(4))
    assert weights[0] > 0
    assert weights[1] == 0, "a feature that does not vary has no weight"
    assert x[1] @ weights + bias < 0 < x[2] @ weights + bias
    with pytest.raises(ValueError, match="one class"):
        logistic_regression(x, np.ones(4, np.bool_), np.ones(4))
    with pytest.raises(ValueError, match="did not converge"):
        logistic_regression(x, np.array([False, False, True, True]), np.ones(4), ridge=1e-12, steps=3)


@hypothesis_settings(deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(8, 60), st.integers(1, 4), st.floats(0.1, 10))
def test_the_gradient_is_zero_at_the_weights(seed: int, count: int, width: int, ridge: float) -> None:
    draw = np.random.default_rng(seed)
    x = draw.normal(size=(count, width)) * 10 ** draw.uniform(-2, 2, size=width)
    y = draw.random(count) < 0.4
    y[:2] = True, False
    sample = draw.uniform(0.1, 3, size=count)
    weights, bias = logistic_regression(x, y, sample, ridge=ridge)
    error = sample * (1 / (1 + np.exp(-(x @ weights + bias))) - y)
    deviation = x.std(axis=0)
    standard = (x - x.mean(axis=0)) / deviation
    assert standard.T @ error + ridge * weights * deviation == pytest.approx(np.zeros(width), abs=1e-6)
    assert error.sum() == pytest.approx(0, abs=1e-6)


def test_training_finds_the_text(corpus: Path, tmp_path: Path) -> None:
    pages = list(examples(open_corpora(corpus)))
    trained = train(pages)
    assert trained.overall.f1 > 0.95
    assert trained.overall.pages == trained.figures["toy"].pages == 12
    path = tmp_path / "clg.npz"
    path.write_bytes(archive([trained]))
    html, text = page_of(99)
    page = read_page(html)
    keep = CLG(weights=str(path)).mark(page, Given()).keep
    assert "\n".join(page.raw(int(row)).rstrip(".") for row in np.flatnonzero(keep)) == text
    weight = load_weights(str(path))["plain"].weight
    assert {name for name, value in zip(FEATURES, weight, strict=True) if value} <= WITHOUT_LAYOUT


def test_the_same_pages_give_the_same_bytes(corpus: Path) -> None:
    first = archive([train(list(examples(open_corpora(corpus))), seed=3)])
    assert archive([train(list(examples(open_corpora(corpus))), seed=3)]) == first


def column_layout(page: Page) -> Layout:
    """Rows one under the other; links in a narrow column of small grey print."""
    size = len(page)
    linked = page.under(np.isin(np.arange(size), page.select("ul")))
    return Layout(
        x=np.where(linked, 900, 100).astype(np.float32),
        y=(np.arange(size) * 30).astype(np.float32),
        width=np.where(linked, 90, 600).astype(np.float32),
        height=np.full(size, 20, np.float32),
        font_size=np.where(linked, 10, 16).astype(np.float32),
        colour=np.where(linked, 0x888888FF, 0xFF).astype(np.uint32),
        background=np.zeros((size, 3), np.uint8),
        visible=np.ones(size, np.bool_),
    )


def rendered(gold: Gold) -> Page | None:
    """The page of an answer as a browser lays it out; the first was not rendered."""
    if not gold.id[1:].isdigit() or gold.id == "p0":
        return None
    page = read_page(page_of(int(gold.id[1:]))[0])
    return page.with_layout(column_layout(page))


def test_rendered_pages_give_weights_for_layout(corpus: Path, tmp_path: Path) -> None:
    pages = list(examples(open_corpora(corpus), page_of=rendered))
    assert len(pages) == 11, "the one that was not rendered is left out"
    trained = train(pages)
    assert trained.layout
    assert trained.overall.f1 > 0.95
    path = tmp_path / "both.npz"
    path.write_bytes(archive([trained, train(list(examples(open_corpora(corpus))))]))
    known = load_weights(str(path))
    assert set(known) == {"layout", "plain"}
    assert known["layout"].weight[FEATURES.index("FONT_SIZE_POPULARITY")] > 0
    assert known["layout"].weight[FEATURES.index("POS_LEFT")] > 0
    page = read_page(page_of(99)[0])
    marking = CLG(weights=str(path)).mark(page.with_layout(column_layout(page)), Given())
    assert not marking.notes
    assert page.text[page.start[marking.keep].min() :].startswith(page_of(99)[1][:40])


def test_pages_that_cannot_be_learnt_from(corpus: Path) -> None:
    page = read_page("<p>text</p>")
    plain = Example("c", "1", "s", Nodes.of_page(page), *[np.ones(1, np.bool_)] * 2)
    drawn = Example("c", "2", "t", Nodes.of_page(page, column_layout(page)), *[np.ones(1, np.bool_)] * 2)
    for pages in ([], [plain, drawn]):
        with pytest.raises(ValueError, match="all of them rendered or none"):
            train(pages)
    with pytest.raises(ValueError, match="too few sites"):
        train([plain, plain])


def test_the_model_card(corpus: Path) -> None:
    trained = train(list(examples(open_corpora(corpus))))
    when = {"date": dt.date(2026, 1, 2), "command": "broadsheet train clg -o x.npz", "version": "1.2"}
    card = model_card([trained], **when)  # type: ignore[arg-type]
    assert "Made on 2026-01-02 by Broadsheet 1.2" in card
    assert "    broadsheet train clg -o x.npz" in card
    assert "Learnt without layout" in card
    assert "| toy | 12 |" in card
    assert "POS_LEFT" not in card
    drawn = train(list(examples(open_corpora(corpus), page_of=rendered)))
    both = model_card([trained, drawn], same=trained, **when)  # type: ignore[arg-type]
    assert "## For pages that are not rendered" in both
    assert "## For rendered pages" in both
    assert "| POS_LEFT |" in both
    assert both.count("the same pages, not rendered") == 1


def test_the_command(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "clg.npz"
    words = ["train", "clg", "--corpora", str(corpus.parent), "--seed", "1", "-o", str(out)]
    refused = CliRunner().invoke(main, words, prog_name="broadsheet")
    assert refused.exit_code == 8, "the folder is missing"
    out.parent.mkdir()
    done = CliRunner().invoke(main, words, prog_name="broadsheet")
    assert done.exit_code == 0, done.output
    assert "learnt from 12 pages" in done.stderr
    assert set(load_weights(str(out))) == {"plain"}
    assert "--seed 1" in out.with_suffix(".md").read_text()
    empty = CliRunner().invoke(main, [*words[:3], str(tmp_path / "new"), *words[4:]], prog_name="broadsheet")
    assert empty.exit_code == 1


def test_the_command_learns_from_snapshots_too(corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "snapshots" / "toy"
    folder.mkdir(parents=True)
    for number in range(1, 12):
        page = read_page(page_of(number)[0])
        snapshot = Snapshot(page.source, column_layout(page), np.ones(len(page), np.bool_))
        snapshot.save(folder / f"p{number}.snapshot")
    out = tmp_path / "clg.npz"
    words = ["train", "clg", "--corpora", str(corpus.parent), "--snapshots", str(folder.parent), "-o", str(out)]
    done = CliRunner().invoke(main, words, prog_name="broadsheet")
    assert done.exit_code == 0, done.output
    assert "12 pages, F1" in done.stderr
    assert "11 pages rendered, F1" in done.stderr
    assert set(load_weights(str(out))) == {"layout", "plain"}
    card = out.with_suffix(".md").read_text()
    assert "broadsheet train clg --corpora DIR --seed 0 --snapshots DIR -o clg.npz" in card
    assert "| the same pages, not rendered | 11 |" in card


def test_segments_that_must_and_must_not_be_found_are_labels_of_rendered_pages(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    (folder / "html").mkdir(parents=True)
    html, text = page_of(3)
    (folder / "html" / "p.html.gz").write_bytes(gzip.compress(html.encode()))
    truth = {"id": "p", "site": "s.example", "with": [text.splitlines()[0]], "without": ["Section 2"]}
    (folder / "truth.jsonl").write_text(json.dumps(truth))
    page = read_page(html)
    corpora = open_corpora(folder)
    assert not list(examples(corpora)), "without rendering, whole answers only"
    (one,) = examples(corpora, page_of=lambda gold: page.with_layout(column_layout(page)))
    assert [page.raw(int(row)).rstrip(".") for row in one.nodes.rows[one.label]] == [text.splitlines()[0]]
    assert {page.raw(int(row)) for row in one.nodes.rows[one.known & ~one.label]} == {"Section 2"}
