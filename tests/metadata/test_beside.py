"""Who is named beside an article and did not write it: pages written for these tests."""

from __future__ import annotations

import pytest

from broadsheet.article.provenance import Author
from tests.metadata.test_as_shown import ld, of

BYLINE = "<p class=byline>By Ada Lovelace</p>"
PAPER = ld(author={"@type": "Organization", "name": "Northgate Herald"})
CARDS = "<section><h2>More</h2>{}</section>".format(
    "".join(
        f"<div class=card><h3><a href='/2026/{at}.html'>{headline}</a></h3>"
        f"<span class=byline>By <a href='/author/{at}'>{name}</a></span></div>"
        for at, (name, headline) in enumerate(
            (("Karen Moore", "The old crossing closes"), ("Dave Wilkins", "Where the river bends"))
        )
    )
)
NEXT = "<div><h3><a href='/2026/7.html'>The old crossing closes</a></h3><span class=byline>By Karen Moore</span></div>"
READERS = "<ul class=ugc><li><span class=author>Karen Moore</span><p>I never thought so.</p></li></ul>"
SAYS = "<section><div class=post><cite class=fn>Karen Moore</cite> says:<p>I never thought so.</p></div></section>"


@pytest.mark.parametrize("behind", [CARDS, NEXT, f"<aside>{CARDS}</aside>", READERS, SAYS])
def test_who_is_named_in_other_boxes_wrote_nothing(behind: str) -> None:
    assert of(behind=behind).authors == ()
    assert of("", BYLINE, behind=behind).authors == ("Ada Lovelace",)
    assert of(PAPER, behind=behind).authors == ("Northgate Herald",)


def test_the_box_of_the_author_is_none_of_another_article() -> None:
    box = "<div><h3><a href='/author/ada'>Ada Lovelace</a></h3><p>She writes about rivers and bridges.</p></div>"
    assert of(behind=box).authors == ("Ada Lovelace",)


def test_the_headline_that_leads_to_the_page_itself_is_of_this_article() -> None:
    byline = "<div><h2><a href='/local/new-bridge-approved-18273'>A new bridge over the sound</a></h2>{}</div>"
    assert of("", byline.format(BYLINE)).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "byline", ["<a href=/authors/ada>Ada Lovelace</a>", "<div class=author-name>Ada Lovelace</div>"]
)
def test_the_paper_that_is_stated_yields_to_a_person(byline: str) -> None:
    assert of(PAPER, byline).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "line", ["Written by {} | Reviewed by {}", "Edited by {1} | Written by {0}", "By {}. Fact-checked by {}"]
)
def test_who_checked_a_text_did_not_write_it(line: str) -> None:
    linked = line.format("<a href=/author/ada>Ada Lovelace</a>", "<a href=/author/karl>Karl Berg</a>")
    assert of("", f"<div class=byline>{linked}</div>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize("name", ["Joana da Silva", "Juana de la Cruz", "Anna von Berg"])
def test_a_name_with_particles_in_a_line_of_its_own(name: str) -> None:
    assert of("", f"<p>{name}</p><p>12 May 2026</p>").authors == (name,)


@pytest.mark.parametrize(
    "picture",
    [
        "<figure><img src=a.jpg><figcaption class=credit>Karl Berg/Reuters</figcaption></figure>",
        "<figure itemscope itemtype='https://schema.org/ImageObject'><span itemprop=author>Karl Berg</span></figure>",
    ],
)
def test_who_took_a_picture_did_not_write_the_text(picture: str) -> None:
    assert of("", f"{picture}{BYLINE}").authors == ("Ada Lovelace",)


def test_names_in_brackets_at_the_end_sign_a_text() -> None:
    assert of("", "", behind="<p>(Ada Lovelace)</p>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize("addition", [" · 4 min read", " • Transport reporter"])
def test_what_stands_behind_a_mark_is_no_part_of_a_line(addition: str) -> None:
    assert of("", f"<p>Ada Lovelace{addition}</p>").authors == ("Ada Lovelace",)


def test_authors_that_are_numbered() -> None:
    people = {str(at): {"@type": "Person", "name": name} for at, name in enumerate(("Ada Lovelace", "Tom Hale"))}
    assert of(ld(author=people)).authors == ("Ada Lovelace", "Tom Hale")


@pytest.mark.parametrize(
    ("name", "kind"), [("Sid Lowry", "person"), ("Clara Church", "person"), ("Toimitus", "organisation")]
)
def test_what_is_stated_as_a_person(name: str, kind: str) -> None:
    stated = of(ld(author={"@type": "Person", "name": name}))
    assert stated.contributors == (Author(name, kind),)


@pytest.mark.parametrize("name", ["Per Lindgren", "Lena Sun", "Mary Anne Head"])
def test_a_name_that_is_stated_and_shown_is_whole(name: str) -> None:
    assert of(ld(author={"@type": "Person", "name": name}), f"<p class=byline>By {name}</p>").authors == (name,)
