from __future__ import annotations

import pytest

from broadsheet.lab.corpora import Corpus, Includes
from broadsheet.lab.evaluate.entrants import Entrant, of_method
from broadsheet.lab.evaluate.metrics import Found, Overlap
from broadsheet.lab.evaluate.papers import Confusion
from broadsheet.lab.evaluate.run import run
from broadsheet.lab.evaluate.score import PageResult, score
from tests.lab.evaluate.entrants_for_tests import BODY, Everything, Paragraphs, gold, saying, untitled


def scored(corpus: Corpus, *entrants: Entrant, papers: bool = False) -> list[PageResult]:
    return list(score(corpus, run([corpus], entrants, warm_up=0), papers=papers))


def test_texts_are_scored(tiny: Corpus) -> None:
    results = {result.page: result for result in scored(tiny, of_method(Paragraphs()), of_method(Everything()))}
    for name in ("article", "latin", "chinese"):
        exact, all_of_it = (trial.overlap for trial in results[name].trials)
        assert exact == Overlap(1.0, 0.0, 0.0), name
        assert all_of_it is not None
        assert all_of_it.missed == 0, name
        assert all_of_it.extra > 0, name
    assert [trial.found for trial in results["segments"].trials] == [Found(2, 0, 0, 2), Found(2, 2, 0, 0)]
    assert [trial.overlap for trial in results["segments"].trials] == [None, None]
    assert [trial.page_score for trial in results["segments"].trials] == [1, 0.5]


@pytest.mark.parametrize(
    ("more", "site"),
    [
        ({"site": "a.example", "url": "https://www.a.example/1"}, "a.example"),
        ({"url": "https://www.a.example/1"}, "www.a.example"),
        ({"url": "http://[oops"}, "c/1"),
        ({}, "c/1"),
    ],
)
def test_every_page_has_a_site(more: dict[str, str], site: str) -> None:
    (result,) = scored(untitled(gold(**more)), saying("x"))
    assert result.site == site


# The papers' measures.


def test_nodes_of_a_library_are_those_of_its_text() -> None:
    html = "<title>t</title><p>The old <b>ferry</b> will stop.</p><p>Read more of this here</p>"
    corpus = untitled(gold(text="The old ferry will stop."), html=html)
    (result,) = scored(corpus, saying("The old ferry will stop. Read more of this here"), papers=True)
    papers = result.trials[0].papers
    assert papers is not None
    assert papers.marks is not None
    assert papers.marks.nodes == Confusion(both=3, extra=1, missed=0, neither=0)
    assert papers.marks.sizes == Overlap(both=2 + 1 + 2, extra=5, missed=0)
    assert papers.marks.lines == Overlap(both=1, extra=1, missed=0)
    assert papers.edits == len(" Read more of this here")


# The headline.


def test_a_wrong_headline_on_the_page_lowers_no_score() -> None:
    full = f"A headline that only the corpus knows\n{BODY}"
    known = gold(text=full, title="A headline that only the corpus knows")
    for page, expected in ((known, 1.0), (gold(text=full), None)):
        (result,) = scored(untitled(page, includes=Includes(title=True)), saying(BODY), saying(full))
        body, whole = (trial.overlap for trial in result.trials)
        assert body is not None
        assert whole == Overlap(1.0, 0.0, 0.0)
        assert body.extra == 0
        assert expected is None or body.both == expected
