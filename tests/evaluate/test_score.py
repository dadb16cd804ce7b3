"""What a result is worth: everyone is scored alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Corpus, Includes, open_corpus
from broadsheet.evaluate.entrants import Entrant, OurEntrant
from broadsheet.evaluate.metrics import Confusion, Found, Overlap
from broadsheet.evaluate.run import run
from broadsheet.evaluate.score import PageResult, score
from tests.evaluate.entrants_for_tests import Broken, Everything, Nothing, Paragraphs
from tests.evaluate.pages_for_tests import BODY, corpus_of, gold, scripted

if TYPE_CHECKING:
    from pathlib import Path


def scored(corpus: Corpus, *entrants: Entrant, papers: bool = False) -> list[PageResult]:
    return list(score(corpus, run([corpus], entrants, warm_up=0), papers=papers))


@pytest.fixture
def tiny(data: Path) -> Corpus:
    return open_corpus(data / "corpora" / "tiny").where(lambda gold: gold.can_be_scored)


def test_what_is_found_is_scored(tiny: Corpus) -> None:
    results = {result.page: result for result in scored(tiny, OurEntrant(Paragraphs()), OurEntrant(Everything()))}
    for name in ("article", "latin", "chinese"):
        exact, all_of_it = (trial.overlap for trial in results[name].trials)
        assert exact == Overlap(1.0, 0.0, 0.0), name
        assert all_of_it is not None
        assert all_of_it.missed == 0, name
        assert all_of_it.extra > 0, name
    assert [trial.found for trial in results["segments"].trials] == [Found(2, 0, 0, 2), Found(2, 2, 0, 0)]
    assert [trial.overlap for trial in results["segments"].trials] == [None, None]
    assert [trial.page_score for trial in results["segments"].trials] == [1, 0.5]


def test_no_text_scores_alike_whatever_the_reason(tiny: Corpus) -> None:
    for result in scored(tiny, OurEntrant(Broken()), OurEntrant(Nothing()), scripted(" \n")):
        broken, nothing, blank = result.trials
        assert broken.overlap == nothing.overlap == blank.overlap
        assert broken.found == nothing.found == blank.found


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
    (result,) = scored(corpus_of(gold(**more)), scripted("x"))
    assert result.site == site


# The papers' measures.


def test_papers_measures_are_made_when_asked_for(tiny: Corpus) -> None:
    assert {trial.papers for result in scored(tiny, scripted("x")) for trial in result.trials} == {None}
    results = {result.page: result for result in scored(tiny, OurEntrant(Paragraphs()), papers=True)}
    (trial,) = results["article"].trials
    assert trial.papers is not None
    assert trial.papers.edits == 0
    for page in (trial.papers.words, trial.papers.folded, trial.papers.ordered, trial.papers.rouge):
        assert (page.extra, page.missed) == (0, 0)
        assert page.both > 100
    assert trial.papers.marks is not None
    nodes, sizes, lines = trial.papers.marks
    assert (nodes.both, nodes.extra, nodes.missed) == (4, 0, 0)
    assert nodes.neither > 5
    assert (sizes.extra, sizes.missed) == (0, 0)
    assert lines == Overlap(4, 0, 0)
    # Segments only: there is no gold text to compare with.
    assert results["segments"].trials[0].papers is None


def test_nodes_of_a_library_are_those_of_its_text() -> None:
    html = "<title>t</title><p>The old <b>ferry</b> will stop.</p><p>Read more of this here</p>"
    corpus = corpus_of(gold(text="The old ferry will stop."), html=html)
    (result,) = scored(corpus, scripted("The old ferry will stop. Read more of this here"), papers=True)
    papers = result.trials[0].papers
    assert papers is not None
    assert papers.marks is not None
    assert papers.marks.nodes == Confusion(both=3, extra=1, missed=0, neither=0)
    assert papers.marks.sizes == Overlap(both=2 + 1 + 2, extra=5, missed=0)
    assert papers.marks.lines == Overlap(both=1, extra=1, missed=0)
    assert papers.edits == len(" Read more of this here")


def test_a_page_that_is_none_has_no_nodes() -> None:
    (result,) = scored(corpus_of(gold(), html="no tags at all"), scripted(BODY), papers=True)
    papers = result.trials[0].papers
    assert papers is not None
    assert papers.marks is None
    assert papers.edits == 0


# The headline.


@pytest.mark.parametrize(
    ("includes", "titled"), [(Includes(title=True), True), (Includes(title=False), False), (Includes(), True)]
)
def test_all_outputs_are_composed_alike(includes: Includes, titled: bool) -> None:
    full = f"Last trip for the old ferry\n{BODY}"
    (result,) = scored(corpus_of(gold(text=full), includes=includes), scripted(BODY), scripted(full))
    without, with_it = result.trials
    assert result.titled is titled
    assert with_it.overlap == Overlap(1.0, 0.0, 0.0)
    assert (without.overlap == with_it.overlap) is titled


def test_a_wrong_headline_on_the_page_costs_nobody_anything() -> None:
    full = f"A headline that only the corpus knows\n{BODY}"
    known = gold(text=full, title="A headline that only the corpus knows")
    for page, expected in ((known, 1.0), (gold(text=full), None)):
        (result,) = scored(corpus_of(page, includes=Includes(title=True)), scripted(BODY), scripted(full))
        body, whole = (trial.overlap for trial in result.trials)
        assert body is not None
        assert whole == Overlap(1.0, 0.0, 0.0)
        assert body.extra == 0
        assert expected is None or body.both == expected


def test_an_empty_output_is_not_helped_by_a_headline() -> None:
    corpus = corpus_of(gold(text=f"Last trip for the old ferry\n{BODY}"), includes=Includes(title=True))
    (result,) = scored(corpus, scripted(""))
    assert result.trials[0].overlap == Overlap(0.0, 0.0, 1.0)
