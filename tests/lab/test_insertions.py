from __future__ import annotations

import datetime as dt
import random
import re
from collections.abc import Mapping

import pytest

from broadsheet.lab.corpora import Gold
from broadsheet.lab.evaluate.entrants import Extraction
from broadsheet.lab.insertions.generate import Insertions, find
from broadsheet.lab.insertions.measure import as_markdown, figures, judge, run
from broadsheet.lab.insertions.pieces import (
    KINDS,
    NAMES,
    SERVICES,
    SETS,
    Answer,
    languages,
    phrases,
    templates,
    varied,
)
from broadsheet.page import read_page
from tests.lab.made import corpus_of

PARAGRAPHS = [
    f"Paragraph number {word} of the article says something that no other paragraph of this page says, twice over."
    for word in ("one", "two", "three", "four", "five")
]
GOLD = Gold(
    id="a", corpus="test", site="news.example", lang="en", title="A headline of the page", text="\n".join(PARAGRAPHS),
    date=dt.date(2020, 1, 1),
)  # fmt: skip
HTML = (
    "<html><head><title>t</title></head><body><header><a href=/>Site</a></header><main><h1>A headline of the page</h1>"
    f"<div>{''.join(f'<p>{text}</p>' for text in PARAGRAPHS[:3])}</div>"
    f"<div>{''.join(f'<p>{text}</p>' for text in PARAGRAPHS[3:])}</div></main><footer><p>End</p></footer></body></html>"
)


def text_of(html: str) -> str:
    return " ".join(read_page(html).texts)


def test_five_languages_are_for_evaluation_only() -> None:
    assert len(set(languages("measure")) - set(languages("train"))) >= 5
    assert set(languages("train")) < set(languages("measure"))


def test_training_and_evaluation_share_no_phrase() -> None:
    def folded(which: str, language: str) -> set[str]:
        return {" ".join(value.casefold().split()) for values in phrases(which, language).values() for value in values}

    trained = set().union(*(folded("train", language) for language in languages("train")))
    measured = set().union(*(folded("measure", language) for language in languages("measure")))
    assert not trained & measured


def test_training_and_evaluation_share_no_markup() -> None:
    def markup(which: str) -> set[str]:
        return {re.sub(r"\s+", "", one.html) for some in templates(which).values() for one in some}

    def names(which: str) -> set[str]:
        html = "".join(one.html for some in templates(which).values() for one in some)
        return {name for names in re.findall(r'\b(?:class|id)="([^"{}]+)"', html) for name in names.split()}

    assert not markup("train") & markup("measure")
    assert (names("train") | set(NAMES)) & names("measure") <= SERVICES


def test_variations_keep_the_text() -> None:
    html = '<blockquote class="twitter-tweet"><p class="x">{sentence}</p><h3 id="y"><b>{name}</b></h3></blockquote>'
    found = {varied(html, random.Random(seed)) for seed in range(200)}  # noqa: S311 - draws, no secrets
    assert len(found) > 50
    assert {text_of(one) for one in found} == {"{sentence} {name}"}
    assert all('class="twitter-tweet"' in one and one.count("<") == 2 * one.count("</") for one in found)
    assert not all('class="x"' in one for one in found)


def test_paragraphs_are_lines_of_the_gold_text() -> None:
    places = find(HTML, GOLD)
    assert places is not None
    assert [one.text for one in places.paragraphs] == PARAGRAPHS
    # The third and the fourth stand in two containers, one after the other.
    assert places.gaps == (0, 1, 2, 3)


def test_something_between_two_paragraphs_closes_the_gap() -> None:
    places = find(HTML.replace("</div><div>", "</div><aside>Not the article</aside><div>"), GOLD)
    assert places is not None
    assert places.gaps == (0, 1, 3)


def test_without_a_gold_text_the_longest_prose_is_used() -> None:
    prose = Gold(id="a", corpus="test", with_=("something",))
    places = find(HTML.replace("</div><div>", ""), prose)
    assert places is not None
    assert [one.text for one in places.paragraphs] == PARAGRAPHS


def test_short_pages_are_used_for_training_only() -> None:
    short = HTML.replace(f"<p>{PARAGRAPHS[0]}</p>", "<p>")
    for text in PARAGRAPHS[1:4]:
        short = short.replace(f"<p>{text}</p>", "")
    assert find(short, GOLD) is None
    places = find(short, GOLD, paragraphs=1)
    assert places is not None
    assert [one.text for one in places.paragraphs] == PARAGRAPHS[4:]
    assert Insertions("train").make(GOLD, places, "read-more") is None  # there is no place in the middle
    made = Insertions("train").make(GOLD, places, "teasers")
    assert made is not None
    assert PARAGRAPHS[4] in made.html


@pytest.mark.parametrize("place", ["before", "top", "middle", "end", "behind"])
def test_a_piece_stands_where_it_was_put_and_nothing_else_changes(place: str) -> None:
    places = find(HTML, GOLD)
    assert places is not None
    changed = text_of(places.insert("<p>The piece itself</p>", place, 1))
    assert changed.count("The piece itself") == 1
    assert " ".join(changed.replace("The piece itself", "").split()) == text_of(places.html)
    at = changed.index("The piece itself")
    before = {"before": -1, "top": -1, "middle": 1, "end": 4, "behind": 4}[place]
    assert [changed.index(text) < at for text in PARAGRAPHS] == [number <= before for number in range(5)]
    if place == "before":
        assert at < changed.index("Site")


@pytest.mark.parametrize("which", SETS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_put_into_a_page(which: str, kind: str) -> None:
    places = find(HTML, GOLD)
    assert places is not None
    made = Insertions(which, seed=3).make(GOLD, places, kind)
    assert made is not None
    assert made.texts
    assert "{" not in made.html
    assert "[[" not in made.html
    assert made == Insertions(which, seed=3).make(GOLD, places, kind)
    if KINDS[kind].answer is not Answer.ONCE and kind != "machine-facts":
        shown = text_of(made.html)
        assert all(" ".join(text.split()) in shown for text in made.texts)


def judged(kind: str, text: str) -> tuple[bool, tuple[str, ...]]:
    places = find(HTML, GOLD)
    assert places is not None
    made = Insertions("measure").make(GOLD, places, kind)
    assert made is not None
    return judge(made, text.replace("PIECE", "\n".join(made.texts))), made.texts


def test_a_piece_to_keep_must_be_there_whole_and_in_order() -> None:
    assert judged("list-facts", "Before.\nPIECE\nAfter.")[0]
    right, texts = judged("list-facts", "Before. After.")
    assert not right
    assert not judged("list-facts", "\n".join(texts[:-1]))[0]
    assert not judged("list-facts", "\n".join(reversed(texts)))[0]


def test_a_piece_to_leave_must_be_absent_altogether() -> None:
    assert judged("newsletter", "Before. After.")[0]
    _, texts = judged("newsletter", "PIECE")
    assert not judged("newsletter", f"Before.\n{texts[0]}\nAfter.")[0]


def test_a_repeated_text_must_be_there_once() -> None:
    _, texts = judged("lead-again", "")
    assert not judged("lead-again", "")[0]
    assert judged("lead-again", texts[0])[0]
    assert not judged("lead-again", f"{texts[0]}\n{texts[0]}")[0]


def test_a_repeated_headline_must_be_left_out() -> None:
    assert judged("headline-again", "Body.")[0]
    assert not judged("headline-again", "A headline of the page\nBody.")[0]


class _Fixed:
    """An extractor that keeps all text, or all but the second paragraph where there is a list."""

    ours = True
    package = "broadsheet"
    parameters: Mapping[str, object] = {}

    def __init__(self, name: str, *, loses: bool) -> None:
        self.name, self._loses = name, loses

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        text = "\n".join(read_page(html).texts)
        if self._loses and "<li>" in html:
            text = text.replace(PARAGRAPHS[1], "")
        return Extraction(text)


def test_lost_paragraphs_are_counted() -> None:
    corpus = corpus_of(GOLD, html=HTML)
    entrants = [_Fixed("all", loses=False), _Fixed("loses", loses=True)]
    found = figures(list(run([corpus], entrants, Insertions("measure"), pages=5, kinds=["list-ordered", "copyright"])))
    assert found["list-ordered"]["all"] == (1, 1.0, 0.0)
    assert found["list-ordered"]["loses"] == (1, 1.0, 0.2)
    assert found["copyright"]["all"] == (1, 0.0, 0.0)
    table = as_markdown(found)
    assert "| keep: ordered list | 1 | 1.00 | 1.00 |" in table
    assert "| other paragraphs lost, worst kind | | 0.00% | 20.00% |" in table
