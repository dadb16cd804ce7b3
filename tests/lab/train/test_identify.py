"""Training the verdict: on invented pages, quickly; the same pages give the same bytes."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sklearn", reason="training needs scikit-learn (extra train)")

from broadsheet.facts import Facts
from broadsheet.lab.evaluate.metrics import calibration_error
from broadsheet.lab.train import identify, identify_fit
from broadsheet.lab.train.cards import Origin
from broadsheet.lab.train.identify import Example, model_card, train, write
from broadsheet.page import read_page
from broadsheet.verdict.evidence import Evidence, gather
from broadsheet.verdict.judge import SELDOM
from broadsheet.verdict.model import read

PAGE = read_page("<p>word")
RULED = "made/40"
"""An article that a rule takes for an error."""
BLANK = dict.fromkeys(gather(Facts(PAGE)).found, 0.0)
NOISE = ("named_story", "named_body", "named_grid", "mean_prose", "log_links")


def _examples(count=120):
    draw = np.random.default_rng(0)
    out = []
    for number in range(count):
        label = number % 2 == 0
        found = BLANK | {name: 0.1 * draw.normal() for name in NOISE}
        found["og_article"] = float(draw.random() < (0.8 if label else 0.2))
        found["log_prose"] = (8 if label else 5) + draw.normal()
        found["log_text"] = 9
        found["headings_linked_share"] = np.nan if number % 7 == 0 else float(not label)
        name = f"{'k' if number < 20 else 's'}{number // 2 % 6}.example"
        if f"made/{number}" == RULED:
            found["says_error"], found["log_prose"] = 1, 5
        tail = f"2026/03/06/a-long-story-of-number-{number}" if label else f"topics/{number}/"
        out.append(
            Example(
                name=f"made/{number}", site=name, source="standke" if number < 20 else "made",
                url=f"https://www.{name}/{tail}", label=label,
                kind=None if label else ("index", "forum", "product")[number % 3],
                evidence=Evidence(found), links=(f"https://www.{name}/section-{number}/", "https://elsewhere.example/"),
            )
        )  # fmt: skip
    return out


@pytest.fixture(scope="module", autouse=True)
def quick():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identify, "FOLDS", 3)
        patch.setattr(identify_fit, "ROUNDS", 10)
        yield


@pytest.fixture(scope="module")
def trained(quick):
    return train(_examples(), seed=0)


def test_figures_are_of_held_out_sites(trained):
    pages = _examples()
    assert trained.figures["all"].pages == len(pages)
    assert trained.figures["all"].articles == sum(page.label for page in pages)
    assert trained.figures["all"].accuracy > 0.85
    assert 0.6 < trained.baseline["all"].accuracy < 0.95
    assert set(trained.figures) == {
        "all", "made", "standke", "all, URL withheld", "Standke's, no page of them in training",
    }  # fmt: skip
    assert trained.addresses["all"].accuracy > 0.9
    assert sum(number for number, _ in trained.kinds_right.values()) == sum(page.kind is not None for page in pages)
    assert len(trained.wrong) == round((1 - trained.figures["all"].accuracy) * len(pages))


def test_same_pages_same_bytes(trained, tmp_path):
    again = train(_examples(), seed=0)
    for name, models in (("a", trained), ("b", again)):
        (tmp_path / name).mkdir()
        write(models, tmp_path / name)
    for file in ("page.npz", "address.npz"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    with np.load(tmp_path / "a" / "page.npz") as stored:
        model, kinds = read(dict(stored))
    values = np.array([page.evidence.values for page in _examples(6)])
    # Stored in half the digits.
    np.testing.assert_allclose(model.probabilities(values), trained.page.probabilities(values), atol=1e-4)
    assert kinds.classes == ("forum", "index", "product")


def test_figures_include_the_rules(trained):
    assert trained.rules == {"error": (1, 0)}
    assert dict(trained.wrong)[RULED] <= SELDOM


def test_model_card(trained):
    card = model_card(trained, Origin(dt.date(2026, 3, 6), "broadsheet train identify", "1"))
    assert "2026-03-06" in card
    assert f"| all | {trained.figures['all'].pages} |" in card
    assert f"With the sites in {len(trained.repeated)} other sets of folds" in card
    assert "Of the links in navigations" in card


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"kind": None}, "two kinds"),
        ({"kind": "forum"}, "two kinds"),
        ({"url": None}, "have a URL"),
        ({"label": True}, "articles and other pages"),
        ({"site": "one.example"}, "several sites"),
    ],
)
def test_too_little_data_is_an_error(changes, words):
    with pytest.raises(ValueError, match=words):
        train([replace(page, **changes) for page in _examples()], seed=0)


def test_no_pages_are_an_error():
    with pytest.raises(ValueError, match="articles and other pages"):
        train([])


def test_articles_of_other_news_corpora_are_learnt_but_not_counted(trained):
    news = [replace(page, source="daniel", site=f"d{at}.example") for at, page in enumerate(_examples()) if page.label]
    more = train([*_examples(), *news], seed=0)
    assert more.figures["all"].pages == trained.figures["all"].pages
    assert more.figures["other news corpora"].pages == len(news)
    assert set(more.addresses) == set(trained.addresses)
    values = np.array([page.evidence.values for page in news])
    assert more.page.probabilities(values).mean() > trained.page.probabilities(values).mean()


def test_calibration_error_by_hand():
    # Bin 0.2-0.3: mean 0.25, share 0.5; bin 0.9-1: mean 0.95, share 1 -> (2 * 0.25 + 2 * 0.05) / 4.
    probability = np.array([0.25, 0.25, 0.9, 1.0])
    labels = np.array([True, False, True, True])
    assert calibration_error(probability, labels) == pytest.approx(0.15)
