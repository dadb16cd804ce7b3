from __future__ import annotations

import datetime as dt
import random
import re

import pytest

from broadsheet.lab.corpora import Gold
from broadsheet.lab.evaluate.entrants import Entrant, Extraction
from broadsheet.lab.insertions import pieces
from broadsheet.lab.insertions.generate import Insertions, Places, find
from broadsheet.lab.insertions.measure import as_markdown, figures, judge, run
from broadsheet.lab.insertions.pieces import KINDS, NAMES, SERVICES, SETS, Answer, languages, phrases, templates, varied
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


def found(html: str = HTML, gold: Gold = GOLD, paragraphs: int | None = None) -> Places:
    places = find(html, gold) if paragraphs is None else find(html, gold, paragraphs=paragraphs)
    assert places is not None
    return places


def test_five_languages_are_for_evaluation_only() -> None:
    assert len(set(languages("measure")) - set(languages("train"))) >= 5
    assert set(languages("train")) < set(languages("measure"))


def test_all_languages_have_the_same_keys_and_the_same_of_them_in_two_parts() -> None:
    forms = {
        frozenset((key, "|" in value) for key, values in phrases(which, language).items() for value in values)
        for which in SETS
        for language in languages(which)
    }
    assert len(forms) == 1


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
    drawn = {varied(html, random.Random(seed)) for seed in range(200)}  # noqa: S311 - draws, no secrets
    assert len(drawn) > 50
    assert {text_of(one) for one in drawn} == {"{sentence} {name}"}
    assert all('class="twitter-tweet"' in one and one.count("<") == 2 * one.count("</") for one in drawn)
    assert not all('class="x"' in one for one in drawn)


@pytest.mark.parametrize(
    ("between", "gold", "gaps"),
    [
        # The third and the fourth stand in two containers, one after the other.
        ("</div><div>", GOLD, (0, 1, 2, 3)),
        ("</div><aside>Not the article</aside><div>", GOLD, (0, 1, 3)),
        ("", Gold(id="a", corpus="test", with_=("something",)), (0, 1, 2, 3)),
    ],
    ids=["lines of the gold text", "something between two of them", "the longest prose"],
)
def test_paragraphs_and_the_gaps_between_them(between: str, gold: Gold, gaps: tuple[int, ...]) -> None:
    places = found(HTML.replace("</div><div>", between), gold)
    assert [one.text for one in places.paragraphs] == PARAGRAPHS
    assert places.gaps == gaps


def test_short_pages_are_used_for_training_only() -> None:
    short = HTML.replace(f"<p>{PARAGRAPHS[0]}</p>", "<p>")
    for text in PARAGRAPHS[1:4]:
        short = short.replace(f"<p>{text}</p>", "")
    assert find(short, GOLD) is None
    places = found(short, paragraphs=1)
    assert [one.text for one in places.paragraphs] == PARAGRAPHS[4:]
    assert Insertions("train").make(GOLD, places, "read-more") is None  # there is no place in the middle
    made = Insertions("train").make(GOLD, places, "teasers")
    assert made is not None
    assert PARAGRAPHS[4] in made.html


@pytest.mark.parametrize("place", ["before", "top", "middle", "end", "behind"])
def test_a_piece_stands_where_it_was_put_and_nothing_else_changes(place: str) -> None:
    places = found()
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
    fields = {name for template in templates(which)[kind] for name in re.findall(r"\{([a-z_]+)", template.html)}
    assert fields <= {*phrases(which, "en"), *pieces._COPIES, *pieces._FILLERS}
    made = Insertions(which, seed=3).make(GOLD, found(), kind)
    assert made is not None
    assert made.texts
    assert "{" not in made.html
    assert "[[" not in made.html
    assert made == Insertions(which, seed=3).make(GOLD, found(), kind)
    if KINDS[kind].answer is not Answer.ONCE and kind != "machine-facts":
        shown = text_of(made.html)
        assert all(" ".join(text.split()) in shown for text in made.texts)


@pytest.mark.parametrize(
    ("kind", "text", "right"),
    [
        ("list-facts", "Before.\nPIECE\nAfter.", True),
        ("list-facts", "Before. After.", False),
        ("list-facts", "WITHOUT THE LAST", False),
        ("list-facts", "REVERSED", False),
        ("newsletter", "Before. After.", True),
        ("newsletter", "Before.\nFIRST\nAfter.", False),
        ("lead-again", "", False),
        ("lead-again", "FIRST", True),
        ("lead-again", "FIRST\nFIRST", False),
        ("headline-again", "Body.", True),
        ("headline-again", "A headline of the page\nBody.", False),
    ],
)
def test_outputs_are_judged_by_the_kind_of_the_piece(kind: str, text: str, right: bool) -> None:
    made = Insertions("measure").make(GOLD, found(), kind)
    assert made is not None
    words = {
        "PIECE": made.texts,
        "FIRST": made.texts[:1],
        "WITHOUT THE LAST": made.texts[:-1],
        "REVERSED": made.texts[::-1],
    }
    for word, texts in words.items():
        text = text.replace(word, "\n".join(texts))
    assert judge(made, text) is right


def fixed(name: str, *, loses: bool) -> Entrant:
    """An extractor that keeps all text, or all but the second paragraph where there is a list."""

    def extract(html: str, gold: Gold) -> Extraction:
        text = "\n".join(read_page(html).texts)
        return Extraction(text.replace(PARAGRAPHS[1], "") if loses and "<li>" in html else text)

    return Entrant(name, True, "broadsheet", "", extract)


def test_lost_paragraphs_are_counted() -> None:
    corpus = corpus_of(GOLD, html=HTML)
    entrants = [fixed("all", loses=False), fixed("loses", loses=True)]
    scored = figures(list(run([corpus], entrants, Insertions("measure"), pages=5, kinds=["list-ordered", "copyright"])))
    assert scored["list-ordered"]["all"] == (1, 1.0, 0.0)
    assert scored["list-ordered"]["loses"] == (1, 1.0, 0.2)
    assert scored["copyright"]["all"] == (1, 0.0, 0.0)
    table = as_markdown(scored)
    assert "| keep: ordered list | 1 | 1.00 | 1.00 |" in table
    assert "| other paragraphs lost, worst kind | | 0.00% | 20.00% |" in table
