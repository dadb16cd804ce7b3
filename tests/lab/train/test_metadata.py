from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from broadsheet.errors import SourceUnreadable
from broadsheet.lab.corpora import Gold, Includes
from broadsheet.lab.evaluate.entrants import found_in, ours
from broadsheet.lab.train import metadata
from broadsheet.lab.train.author_pages import NOBODY, PAPER, UNSTATED
from broadsheet.lab.train.cards import Origin
from broadsheet.metadata.authors.chosen import Name
from tests.lab.made import corpus_of

SETTINGS = metadata.Settings(units=4, members=2, epochs=60, rate=3e-2)


def pages(datum: str, count: int = 40) -> list[metadata.Example]:
    """Pages whose right candidate has the first column set, and others noise."""
    draw = np.random.default_rng(0)
    columns = len(metadata.COLUMNS[datum])
    out = []
    for page in range(count):
        evidence = draw.integers(0, 2, (4, columns)).astype(np.float32)
        right = np.zeros(4, dtype=np.bool_)
        right[page % 4] = True
        evidence[:, 0] = right
        evidence[:, 4:] = 0
        names = tuple(
            Name(f"Name {number}", f"name{number}", [f"source {number}"], evidence=evidence[number].tolist())
            for number in range(4 if datum == "authors" else 0)
        )
        out.append(metadata.Example(datum, "c", f"site{page}.example", str(page), evidence, right, 1, names))
    return out


@pytest.mark.parametrize("datum", metadata.DATA)
def test_the_ranking_learns_the_telling_column(datum: str) -> None:
    trained = metadata.learn(datum, pages(datum), SETTINGS)
    count, score, best = trained.figures["c"]
    assert (count, best) == (40, 1.0)
    assert score > 0.9


def test_the_same_pages_give_the_same_weights() -> None:
    one, other = (metadata.learn("published", pages("published", 20), SETTINGS).ranking for _ in range(2))
    assert all(map(np.array_equal, metadata.arrays(one).values(), metadata.arrays(other).values()))
    third = metadata.learn("published", pages("published", 20), replace(SETTINGS, seed=9)).ranking
    assert not np.array_equal(one.hidden, third.hidden)


def test_nothing_to_learn_from() -> None:
    with pytest.raises(ValueError, match="title"):
        metadata.learn("title", [], SETTINGS)


@pytest.mark.parametrize("datum", metadata.DATA)
def test_training_works_with_pages_of_one_site(datum: str) -> None:
    trained = metadata.learn(datum, [replace(page, site="one.example") for page in pages(datum)], SETTINGS)
    assert not trained.figures
    assert trained.ranking.threshold == 0.5


def test_examples_of_a_page() -> None:
    html = "<title>Bridge agreed | Paper</title><h1>Bridge agreed</h1><p>By Ada Lovelace</p><p>March 5, 2024</p>"
    html += (
        "<p>The two towns on the sound had argued about it for years, and nobody could remember how it began.</p>" * 5
    )
    gold = Gold(id="1", corpus="c", title="Bridge agreed", authors=("Ada Lovelace",), date=dt.date(2024, 3, 5))
    found = [one for one in metadata.examples([corpus_of(gold, html=html)]) if one.corpus != NOBODY]
    assert [one.datum for one in found] == ["title", "authors", "published", "authors", "authors"]
    assert all(one.right.any() for one in found)
    assert [one.corpus for one in found[-2:]] == [UNSTATED, PAPER]


def test_pages_are_made_without_authors_and_with_the_paper_as_their_author() -> None:
    html = (
        '<title>Bridge agreed</title><meta name="author" content="Ada Lovelace"><h1>Bridge agreed</h1>'
        f"<p class=byline>By Ada Lovelace, Otto Berg</p>{'<p>The two towns had argued about it for years.</p>' * 9}"
        "<p class=author>Story Tools</p>"
    )
    gold = Gold(id="1", corpus="c", site="courier.example", authors=("Ada Lovelace",))
    found = [one for one in metadata.examples([corpus_of(gold, html=html)]) if one.corpus in (NOBODY, PAPER)]
    paper, *nobody = [[name.text for name in one.names] for one in found]  # a name that begins a byline may be right
    assert (paper[:2], nobody) == (["Courier News", "Ada Lovelace"], [["Story Tools"]] * 2)
    assert [(one.right.any(), one.weight < 1) for one in found] == [(True, True), (False, True), (False, True)]


@pytest.mark.parametrize(
    ("title", "first", "head", "learnt"),
    [
        (True, "Bridge agreed", "The Courier", True),
        (None, "Bridge agreed", "Bridge agreed - The Courier", True),
        (None, "By Ada Lovelace", "Bridge agreed - The Courier", False),
        (False, "Bridge agreed", "Bridge agreed - The Courier", False),
    ],
)
def test_first_lines_of_gold_texts_are_titles_in_corpora_without_titles(
    title: bool | None, first: str, head: str, learnt: bool
) -> None:
    words = "and it will be built by the spring, said everybody who was asked about it on Monday. " * 4
    html = f"<title>{head}</title><h1>Bridge agreed</h1><p>By Ada Lovelace</p><p>{words}</p><p>{words}</p>"
    golds = [Gold(id="a", corpus="c", text=f"{first}\n{words}\n{words}", includes=Includes(title=title))]
    found = list(metadata.examples([corpus_of(*golds, html=html)]))
    assert [(one.datum, bool(one.right.any())) for one in found] == [("title", True)] * learnt
    # One title that is known says that the others are not.
    golds.append(Gold(id="b", corpus="c", title="Bridge agreed", text=words))
    titled = list(metadata.examples([corpus_of(*golds, html=html)]))
    assert [one.page for one in titled] == ["b"]


def test_the_card_and_the_file(tmp_path: Path) -> None:
    trained = metadata.learn("published", pages("published", 20), SETTINGS)
    metadata.write(trained, tmp_path)
    with np.load(tmp_path / "published.npz", allow_pickle=False) as stored:
        assert tuple(stored["columns"].tolist()) == metadata.COLUMNS["published"]
    card = metadata.model_card([trained], Origin(dt.date(2026, 3, 5), "broadsheet train metadata", "1"))
    assert "| c | 20 |" in card


def test_weights_trained_without_each_fold(tmp_path: Path) -> None:
    for datum in metadata.DATA:
        trained = metadata.learn(datum, pages(datum, 20), replace(SETTINGS, epochs=2))
        metadata.write_folds(trained, tmp_path)
        assert {one.threshold for one in trained.folds} == {trained.ranking.threshold}
    own, other = (ours(tmp_path), ours())
    assert own.parameters != other.parameters
    html = "<title>Bridge agreed</title><h1>Bridge agreed</h1><p>The two towns had argued about it for years.</p>"
    found = found_in(own.extract(html, Gold(id="1", corpus="c", site="courier.example")).text)
    assert found.title is not None
    (tmp_path / "fold3" / "authors.npz").unlink()
    with pytest.raises(SourceUnreadable, match=r"fold3/authors\.npz"):
        ours(tmp_path)
