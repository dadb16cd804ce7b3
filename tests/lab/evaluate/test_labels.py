from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from broadsheet.lab.corpora import Corpus, Gold, Label, digest, open_corpora, read_labels
from broadsheet.lab.evaluate.labels import as_markdown, figures, measure, score
from tests.lab.made import corpus_of

PAGE = (
    "<title>Bridge agreed</title><meta property=og:site_name content='Harbour Courier'>"
    "<meta property=article:section content=Local><p>The council agreed on the new bridge last night."
)
SHIPPED = Path(__file__).parents[3] / "docs" / "labels.tsv"
LEAST = {  # scores on the shipped labels less about one standard error
    "site_name": 0.95, "description": 0.95, "section": 0.81, "tags": 0.85, "lead_image": 0.95, "access": 0.97,
    "comment_count": 0.94, "canonical_url": 0.98,
}  # fmt: skip


def corpus(*pages: str, html: str = PAGE) -> Corpus:
    return corpus_of(*(Gold(id=name, corpus="c", site=name) for name in pages), html=html)


@pytest.mark.parametrize(
    ("datum", "values", "right", "wrong"),
    [
        ("section", (digest("Politics"), digest("World")), ["POLITICS", "World"], ["Sport", None]),
        ("section", ("-",), [None], ["Politics"]),
        ("comment_count", ("12",), ["12"], ["1.2"]),
        ("access", ("paid",), ["paid"], ["free"]),
        ("tags", (",".join(map(digest, ("bridge", "council"))), digest("harbour")),
         [("Bridge", "Council"), ("harbour",)], [()]),
        ("tags", ("-",), [()], [("bridge",)]),
    ],
)  # fmt: skip
def test_values_are_scored(datum: str, values: tuple[str, ...], right: list[Any], wrong: list[Any]) -> None:
    label = Label("c", "bridge", datum, "meta:x", values)
    assert [score(label, found) for found in right] == [1] * len(right)
    assert [score(label, found) for found in wrong] == [0] * len(wrong)


def test_tags_are_scored_by_the_best_set() -> None:
    label = Label("c", "bridge", "tags", "meta:x", (",".join(map(digest, ("bridge", "council"))), digest("harbour")))
    assert score(label, ("bridge", "sport")) == 0.5


def test_the_labelled_data_of_a_page_are_scored() -> None:
    labels = [
        Label("c", "one", "site_name", "meta:og:site_name", (digest("harbour courier"),)),
        Label("c", "one", "section", "meta:article:section", (digest("Sport"),)),
        Label("c", "one", "comment_count", "none", ("-",)),
        Label("c", "other", "section", "none", ("-",)),
    ]
    calls: list[None] = []
    scores = measure([corpus("one", "two")], labels, advance=lambda: calls.append(None))
    assert {datum: dict(by_site) for datum, by_site in scores.items()} == {
        "site_name": {"one": [1.0]}, "section": {"one": [0.0]}, "comment_count": {"one": [1.0]},
    }  # fmt: skip
    assert len(calls) == 1


def test_unreadable_pages_have_no_values() -> None:
    scores = measure([corpus("one", html="%PDF-1.7")], [Label("c", "one", "access", "none", ("-",))])
    assert scores["access"]["one"] == [1.0]


def test_figures_are_means_over_pages_with_errors_over_sites() -> None:
    (figure,) = figures({"access": {"one": [1.0, 1.0, 1.0], "two": [0.0]}})
    assert (figure.datum, figure.pages, figure.score) == ("access", 4, 0.75)
    assert 0.1 < figure.error < 0.5
    assert as_markdown([figure]).splitlines()[2].startswith("| access | 4 | 0.750 | 0.")


def test_scores_on_the_shipped_labels(corpora: Path) -> None:
    found = {one.datum: one for one in figures(measure(open_corpora(corpora), read_labels(SHIPPED)))}
    if not found or min(one.pages for one in found.values()) < 100:
        pytest.skip("these corpora hold too few of the labelled pages")
    assert {datum: one.score for datum, one in found.items() if one.score < LEAST[datum]} == {}
