"""Lines that are nothing but two words with capitals: names of people are known, headings of boxes are not."""

import pytest

from broadsheet import metadata
from broadsheet.metadata.written.name_shapes import are_names, may_name_somebody
from broadsheet.page import read_page

BODY = "".join(
    f"<p>Die {number}. Fähre fährt nun auch am Abend, wie der Rat der Stadt am Dienstag nach langer Beratung "
    "beschloss, und die Karten dafür kosten ebenso viel wie am Tag.</p>"
    for number in range(1, 7)
)


def authors(above: str = "", below: str = "", head: str = "", behind: str = "") -> tuple[str, ...]:
    """Who wrote a page that has some lines above and below its headline, and behind its text."""
    page = read_page(
        f"<html lang=de><head><title>Neue Fähre am Abend</title>{head}</head><body>{above}<main>"
        f"<h1>Neue Fähre am Abend</h1>{below}{BODY}{behind}</main></body></html>",
        url="https://hafenblatt.example/faehre",
    )
    return metadata.read(page).authors


def test_a_line_without_any_known_name_is_nobody() -> None:
    assert authors(below="<div>Karin Hoffmann</div>") == ("Karin Hoffmann",)
    assert authors(below="<div>Reparaturset Zylinderkopf</div>") == ()
    assert authors(behind="<div>Verbraucherservice Energie</div>") == ()


def test_a_link_above_the_headline_is_nobody() -> None:
    links = "".join(
        f"<li><a href=/amt/{name}>{name.title()} Hoffmann</a></li>"
        for name in ("karl", "paul", "otto", "anna", "maria")
    )
    assert authors(above=f"<div><ul>{links}</ul></div>") == ()


def test_words_of_the_headline_are_nobody() -> None:
    assert authors(below="<div>Neue Fähre</div>") == ()


def test_a_link_to_what_may_be_a_page_of_an_author_needs_a_name() -> None:
    assert authors(below="<div><a href=/author/karin-hoffmann>Karin Hoffmann</a></div>") == ("Karin Hoffmann",)
    assert authors(behind="<footer><a href=/author/kontakte>Kontakte Anfahrt</a></footer>") == ()


def test_whom_the_byline_shows_goes_before_the_paper_that_meta_states_everywhere() -> None:
    head = (
        "<meta name=author content='Hafenblatt Nachrichten'>"
        "<meta property=og:site_name content='Hafenblatt Nachrichten'>"
    )
    assert authors(head=head, below="<div class=byline>Von Karin Hoffmann</div>") == ("Karin Hoffmann",)
    assert authors(head=head) == ("Hafenblatt Nachrichten",)
    stated = '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Neue Fähre am Abend", "author": '
    stated += '{"@type": "Organization", "name": "Hafenblatt Nachrichten"}}</script>'
    assert authors(head=stated, below="<div class=byline>Fotos: Karin Hoffmann</div>") == ("Hafenblatt Nachrichten",)


@pytest.mark.parametrize(
    ("text", "language", "known"),
    [
        ("Ada Lovelace", "en", True),
        ("Zoë Müller", "de", True),
        ("Jürgen Wagner-Lindenhof", "de", True),
        ("Ольга Кузнецова", "ru", True),
        ("Autokredit Ratgeber", "de", False),
        ("Лига Европы", "ru", False),
        ("Ευαίσθητο Δέρμα", "el", False),
        ("相关新闻", "zh", True),
        ("سارة محمود", "ar", True),
        ("أخبار العالم", "ar", False),
        ("דנה לוי", "he", True),
        ("מזג אוויר", "he", False),
        ("राजेश वर्मा", "hi", True),
        ("Etxeberria Zubizarreta", "eu", True),
    ],
)
def test_names_are_known_in_languages_that_are_listed(text: str, language: str, known: bool) -> None:
    assert may_name_somebody(text, language) is known


def test_beside_stated_people_only_lines_that_name_one_of_them_say_who_else_wrote() -> None:
    head = '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Neue Fähre am Abend", "author": '
    head += '{"@type": "Person", "name": "Karin Hoffmann"}}</script>'
    assert authors(head=head, below="<div>Karin Hoffmann und Paul Weber</div>") == ("Karin Hoffmann", "Paul Weber")
    assert authors(head=head, below="<div>Otto Becker</div>") == ("Karin Hoffmann",)


def test_a_text_without_words_has_no_names() -> None:
    assert are_names("Ada James")
    assert not are_names("—")
