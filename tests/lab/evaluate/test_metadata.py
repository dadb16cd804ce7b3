from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from broadsheet.lab.corpora import Gold
from broadsheet.lab.evaluate import metadata
from broadsheet.lab.evaluate.entrants import DATA, Entrant, Found, of_reader
from tests.lab.made import corpus_of

GOLD = Gold(
    id="1",
    corpus="c",
    lang="nb",
    title="Bridge “agreed”",
    authors=("Ada Lovelace", "Carl Groß"),
    date=dt.date(2024, 3, 5),
)


def scripted(answer: Found | Exception, calls: list[str] | None = None) -> Entrant:
    """A reader that gives what it is told to, and writes down the pages that it was given."""

    def read(html: str, url: str | None) -> Found:
        if calls is not None:
            calls.append(html)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return of_reader("scripted", "none", DATA, read)


@pytest.mark.parametrize(
    ("datum", "found", "score"),
    [
        ("title", Found(title='BRIDGE "agreed"!'), 1.0),
        ("title", Found(title="Bridge agreed | Paper"), 0.0),
        ("title", Found(), 0.0),
        ("authors", Found(authors=("ada lovelace", "Carl Gross")), 1.0),
        ("authors", Found(authors=("Ada Lovelace and Carl Groß",)), 1.0),
        ("authors", Found(authors=("Ada Lovelace",)), 2 / 3),
        ("authors", Found(authors=("Someone",)), 0.0),
        ("published", Found(published="2024-03-05T23:00:00+01:00"), 1.0),
        ("published", Found(published="2024-03-06"), 0.0),
        ("language", Found(language="no-NO"), 1.0),
        ("language", Found(language="en"), 0.0),
    ],
)
def test_scores(datum: str, found: Found, score: float) -> None:
    assert metadata.judge(datum, found, GOLD) == pytest.approx(score)


def test_failures_are_counted_separately(tmp_path: Path) -> None:
    reader = scripted(ValueError("broken\npage"))
    results = metadata.measure([corpus_of(GOLD)], [reader], tmp_path)
    assert results[0].calls["scripted"].error == "ValueError: broken page"
    figures = metadata.figures(results, [corpus_of(GOLD)], [reader])["c"]["scripted"]
    assert (figures.failed, figures.scores["title"]) == (1, 0.0)


def test_figures_and_tables(tmp_path: Path) -> None:
    reader = scripted(Found("Bridge agreed", ("Ada Lovelace", "Carl Groß"), "2024-03-05T09:00:00+01:00", "nb"))
    page = corpus_of(GOLD, Gold(id="2", corpus="c", title="Other"))
    results = metadata.measure([page], [reader], tmp_path)
    found = metadata.figures(results, [page], [reader])
    figures = found["c"]["scripted"]
    assert figures.scores == {"title": 0.5, "authors": 1.0, "published": 1.0, "language": 1.0}
    assert figures.pages == {"title": 2, "authors": 1, "published": 1, "language": 1}
    assert (figures.exact_authors, figures.timed, figures.zoned) == (1.0, 1.0, 1.0)
    assert (figures.unnamed, figures.named_there) == (1, 1.0)
    assert "| scripted | 0.500 |" in metadata.as_markdown(found)
    assert "Authors given where the corpus has none" in metadata.as_markdown(found)
    assert json.loads(json.dumps(list(metadata.records(found))))[0]["reader"] == "scripted"


def test_results_are_reused(tmp_path: Path) -> None:
    first = metadata.measure([corpus_of(GOLD)], [scripted(Found(title="x", authors=("Ada",)))], tmp_path)
    calls: list[str] = []
    assert metadata.measure([corpus_of(GOLD)], [scripted(ValueError(), calls)], tmp_path) == first
    assert not calls
