"""The section: what names one on a page, and what only looks like it."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.page import read_page

SENTENCE = (
    "The two towns on the sound had argued about it for eleven years, and nobody in either of them could remember how "
    "it began, or who had wanted what. "
)
PROSE = f"<p>{SENTENCE}</p>" * 5
HEADLINE = "Ferry returns to the lower sound after eleven years"
H1 = f"<h1>{HEADLINE}</h1>"
ADDRESS = "https://www.northgate.example/a/ferry-returns-4711"


def of(html: str, *, title: str = HEADLINE, url: str = ADDRESS) -> metadata.Metadata:
    return metadata.read(read_page(f"<title>{title}</title>{html}", url=url))


def ld(**thing: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **thing})}</script>'


@pytest.mark.parametrize(
    ("stated", "section"),
    [
        ("Actor/ess", "Actor/ess"),
        ("Sport/Rowing", "Rowing"),
        ("sport/rowing", "rowing"),
        ("Harbours, Ferries, Boats, Talks | Daily, Piers", "Harbours"),
        ("Headlines,Harbours", "Harbours"),
        ({"0": "News", "2": ["Harbours"]}, "Harbours"),
        ("Homepage", None),
        ("\ue5cc Harbours", "Harbours"),
        ("Category: Harbours", "Harbours"),
        (";Harbours", "Harbours"),
        ("News, , Boats", "Boats"),
        (";", None),
        ("Northgate", None),
        ("https://www.northgate.example/harbours", "harbours"),
        (HEADLINE, None),
    ],
)
def test_one_section_of_what_is_stated(stated: str, section: str | None) -> None:
    assert of(ld(articleSection=stated) + H1 + PROSE).section == section


@pytest.mark.parametrize(
    "shown",
    [
        "<nav class=breadcrumb><a href=/>Home</a> <a href=/harbours/>Harbours</a></nav>",
        "<p><a rel=category href=/h>Harbours</a></p>",
        "<p class=post-category><a href=/h>Harbours</a></p>",
    ],
)
def test_of_several_sections_the_one_that_is_shown(shown: str) -> None:
    for stated in (["Boats", "Harbours"], "Boats,Harbours"):
        found = of(ld(articleSection=stated) + shown + H1 + PROSE)
        source = found.sources["section"].split(" = ")[0]
        assert (found.section, source) == ("Harbours", "json-ld:NewsArticle.articleSection")
    assert of(ld(articleSection=["Boats", "Piers"]) + shown + H1 + PROSE).section == "Boats"


def test_of_several_sections_that_are_shown_the_one_that_is_stated_first() -> None:
    crumbs = "<nav class=breadcrumb><a href=/>Home</a> <a href=/h/>Harbours</a> <a href=/h/b/>Boats</a></nav>"
    assert of(ld(articleSection=["Harbours", "Boats"]) + crumbs + H1 + PROSE).section == "Harbours"


def test_of_several_sections_the_one_of_the_address() -> None:
    html = ld(articleSection=["Boats", "Old Harbours"]) + H1 + PROSE
    assert of(html, url="https://www.northgate.example/old-harbours/ferry-returns").section == "Old Harbours"


def test_a_section_is_written_as_it_is_shown() -> None:
    crumbs = "<div class=breadcrumbs><a href=/>Início</a> <a href=/republica>República</a></div>"
    assert of(f"<meta property=article:section content=republica>{crumbs}{H1}{PROSE}").section == "República"
    assert of(f"<meta property=article:section content=harbours>{crumbs}{H1}{PROSE}").section == "harbours"
    shouted = crumbs.replace("República", "REPÚBLICA")
    assert of(f"<meta property=article:section content=republica>{shouted}{H1}{PROSE}").section == "republica"


@pytest.mark.parametrize(
    ("crumbs", "section"),
    [
        # A menu opens in each step.
        (
            "<li><a href=/a/>Harbours</a><ul><li><a href=/x>Cards</a><li><a href=/y>Tours</a><li><a href=/z>Jobs</a>"
            "</ul>",
            "Harbours",
        ),
        (
            "<li><a href=/>Sound</a><ul><li><a href=/x>Cards</a><li><a href=/a/>Harbours</a><li><a href=/z>Jobs</a>"
            "</ul>",
            "Harbours",
        ),
        ("<li><a href=/>Sound</a><ul><li><a href=/x>Piers</a></ul>", "Piers"),
        ("<li><a href=/>Hauptseite ›</a><li><a href=/news>News ›</a>", "News"),
        (
            "<li><a href=/>Home</a><li><a href=/n>News</a><li><a href=/a/ferry-returns-4711/?x=1>Ferry returns</a>",
            "News",
        ),
        ("<li><a href=/p>Piers</a><li><a href=/q>Ferry returns to the lower ...</a>", "Piers"),
        ("<li><a href=/p>Actors/actresses</a>", "Actors/actresses"),
    ],
)
def test_steps_of_breadcrumbs(crumbs: str, section: str) -> None:
    assert of(f"<ul class=breadcrumb>{crumbs}</ul>{H1}{PROSE}").section == section


def test_the_title_of_the_page_has_the_name_of_the_section_as_well() -> None:
    crumbs = "<div class=breadcrumbs><a href=/>Home</a> <a href=/n>National Harbours</a></div>"
    assert of(crumbs + H1 + PROSE, title=f"{HEADLINE} - National Harbours").section == "National Harbours"


@pytest.mark.parametrize(
    ("items", "section"),
    [
        ([{"name": "Home"}, {"item": {"name": "Piers"}}, "x", {"name": 4}], "Piers"),
        ([{"item": "https://www.northgate.example/", "name": "Sound"}, {"item": ["/p"], "name": "Piers"}], "Piers"),
        ({"name": "Piers"}, None),
        (4, None),
    ],
)
def test_forms_of_breadcrumbs_that_are_stated(items: object, section: str | None) -> None:
    crumbs = ld(breadcrumb={"@type": "BreadcrumbList", "itemListElement": items})
    assert of(crumbs + H1 + PROSE).section == section


@pytest.mark.parametrize(
    ("above", "behind"),
    [
        ("<div class=breadcrumb hidden><a href=/p>Piers</a></div>", ""),
        (f"<div class=breadcrumb>{'<i></i>' * 130}<a href=/p>Piers</a></div>", ""),
        ("", "<p>Courier</p><p>Imprint</p><div class=breadcrumb><a href=/p>Piers</a></div>"),
    ],
)
def test_breadcrumbs_that_are_hidden_large_or_behind_the_article_are_none(above: str, behind: str) -> None:
    assert of(above + H1 + PROSE + behind).section is None


@pytest.mark.parametrize("url", [ADDRESS, "http://[northgate/news/ferry"])
def test_a_page_without_text_and_one_whose_address_is_none(url: str) -> None:
    assert of("<a rel=category href=/p></a>", url=url).section is None
    assert of(f"{ld(articleSection='Piers')}<p class=category></p>", url=url).section == "Piers"


def test_breadcrumbs_that_say_more_than_news() -> None:
    first = "<div class=breadcrumb><a href=/n>News</a></div>"
    assert of(f"{first}<div class=breadcrumb><a href=/p>Piers</a></div>{H1}{PROSE}").section == "Piers"
    assert of(f"{first}{H1}{PROSE}").section == "News"


def test_days_are_no_steps_of_a_path() -> None:
    line = (
        "<p><a href=/>Main</a> » <a href=/piers>Piers</a> » <a href=/2010>2010</a> » <a href=/2010/10>October</a></p>"
    )
    assert of(line + H1 + PROSE).section == "Piers"


CARD = "<div class=related><p><a rel=category href=/category/boats>Boats</a></p></div>"


@pytest.mark.parametrize(
    ("above", "behind", "section"),
    [
        ("<p class=field--category><a href=/x>Piers</a></p>", "", "Piers"),
        ("<h6 class=blog-cat>in <strong><a href=/x>Piers</a></strong></h6>", "", "Piers"),
        ("<h2 class=post_cat>Piers</h2>", "", "Piers"),
        ("<p class=category>5 May 2020 | <a href=/x>Piers</a></p>", "", "Piers"),
        ("<p class=category>From the category: Piers</p>", "", "Piers"),
        (
            "",
            "<ul><li class=category-link><a href=/x>Piers</a><li class=category-link><a href=/y>Boats</a></ul>",
            "Piers",
        ),
        ("", "<footer><span class=cat-links><a href=/x>Piers</a></span></footer>", "Piers"),
        # Menus, lists of the site, other articles, tags, and what is no name.
        ("<ul class=main-menu><li class=menu-category><a href=/category/x>Piers</a></ul>", "", None),
        ("<nav><p class=category><a href=/x>Piers</a></p></nav>", "", None),
        ("<ul class=nav><li class=category><a href=/category/x>Piers</a></ul>", "", None),
        ("", CARD, None),
        ("<div class=categories><a href=/tag/x>Piers</a> <a href=/tag/y>Boats</a></div>", "", None),
        ("<p class=category><a href=/tag/x>Piers</a></p>", "", "Piers"),
        ("".join(f"<span class=category><a href=/x{at}>Pier {at}</a></span>" for at in "abcdefg"), "", None),
        ("<p class=widget_categories><a href=/x>Piers</a></p>", "", None),
        ("<p class=category>12 comments</p>", "", None),
        ("<p class=category><a href=/x>https://www.northgate.example/piers</a></p>", "", None),
        (f"<p class=category><a href=/x>{'Piers and boats ' * 9}</a></p>", "", None),
        (f"<p class=category>{'<a href=/x>Piers</a> ' * 7}</p>", "", None),
        ("<p class=category></p>", "", None),
        (f"<p class=category><a href=/x>Piers</a></p>{'<p>Line</p>' * 12}", "", None),
        ("", f"{'<p>Line</p>' * 30}<p class=category><a href=/x>Piers</a></p>", None),
    ],
)
def test_elements_that_are_called_a_category(above: str, behind: str, section: str | None) -> None:
    assert of(f"<article>{above}{H1}{PROSE}{behind}</article>").section == section


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("Ausgabe 2022/3 Kategorie: Brücken", "Brücken"),
        ("01.02.2022 Kategorie: Brücken, Verband", "Brücken"),
        ("Posted in <a href=/x>Piers</a>, <a href=/y>Boats</a> | <a href=/z>Jane</a>", "Piers"),
        ("Filed under: <a href=/x>Uncategorized</a> | <a href=#c>38 comments</a>", None),
        ("Posted in the town of Northgate", None),
        ("Categories of ferries", None),
    ],
)
def test_lines_that_say_the_category(line: str, section: str | None) -> None:
    assert of(f"<div>{H1}<p>{line}</p>{PROSE}</div>").section == section
    assert of(f"<div>{H1}{PROSE}<p>{line}</p></div>").section == section


def test_links_to_the_category_of_the_article_and_not_to_those_of_others() -> None:
    own, other = (
        "<p class={}><a rel=category href=/{}>{}</a></p>".format(*it) for it in (("b", 1, "Piers"), ("b", 2, "Boats"))
    )
    nav = f"<nav>{other}</nav>"
    assert of(f"{nav}{own}{H1}{PROSE}").section == "Piers"
    assert of(f"{other}{''.join(f'<p>Line {at}</p>' for at in range(9))}{own}{H1}{PROSE}").section == "Piers"
    assert of(f"{nav}{H1}{PROSE}").section is None
    assert of(f"{own.replace('rel=category', 'rel=categories-of-others')}{H1}{PROSE}", title="Ferry").section is None
    # A line below the headline may be named after the comments it counts.
    below = "<p class=commentmeta><a rel=category href=/p>Piers</a> | No comments</p>"
    assert of(f"{H1}{below}{PROSE}").section == "Piers"


@pytest.mark.parametrize(
    ("link", "section"),
    [
        ("<a href='a/'>A</a><a href='harbours/'>Harbours</a>", "Harbours"),
        ("<a href='/harbours/'>Harbours today</a><a href='/harbours'>Harbours \ue5cc</a>", "Harbours"),
        ("<a href='/harbours/2012/'>2012 archive</a>", None),
        ("<a href='/harbours/2012/ferry-returns/'>Ferry returns</a>", None),
    ],
)
def test_menus_in_no_navigation(link: str, section: str | None) -> None:
    html = f"<base href=https://www.northgate.example/><div>{link}</div>{H1}{PROSE}"
    assert of(html, url="https://www.northgate.example/harbours/2012/ferry-returns/").section == section


@pytest.mark.parametrize(
    ("link", "section"),
    [
        ("<a href=/category/x/old-piers>Old Piers</a>", "Old Piers"),
        ("<a href=/category/x/piers>Someone Else</a>", None),
        ("<a href=/category/piers>Category Piers</a>", "Piers"),
        ("<a href=/category/piers>Piers / Boats / Harbours and Ferries</a>", "Piers / Boats / Harbours and Ferries"),
    ],
)
def test_addresses_of_categories_in_others(link: str, section: str | None) -> None:
    assert of(f"<div>{H1}<p>{link}</p></div><div>{PROSE}</div>").section == section


@pytest.mark.parametrize(
    ("line", "section"),
    [
        ("<p><a href=/sea/old-piers>Old Piers</a></p>", "Old Piers"),
        ("<p><a href=/tag/piers/>/ Piers</a></p><p>5 May 2020</p>", "Piers"),
        ("<p><a href=/economics/>Экономика</a></p>", "Экономика"),
        ("<p><a href=https://portal.example/>Портал</a> &gt; <a href=/sea/>海港</a></p>", "海港"),
        ("<p><a href=/p/4711>Экономика</a></p>", None),
        ("<p><a href=/ru/>Русский</a></p>", None),
        ("<p><a href=/who-we-are>Contact</a></p>", None),
        ("<p><a href=/x/print>Print</a> <a href=/x/send>Send</a> <a href=/x/save>Save</a></p>", None),
        ("<p><a href=/a/earlier-ferries>Earlier ferries</a></p>", None),
        ("<p><a href=/x/one-ferry-of-many>One ferry of many</a></p>", None),
        ("<p class=byline><a href=/team/ada-moore>Ada Moore</a></p>", None),
        ("<header><p><a href=/imprint>Imprint</a></p></header>", None),
    ],
)
def test_the_link_right_above_the_headline(line: str, section: str | None) -> None:
    assert of(f"<div>{line}{H1}</div>{PROSE}").section == section


ITEMS = [f"<a href=/{name.lower()}>{name}</a>" for name in ("Harbours", "Economy", "Politics")]
ENTRIES = "".join(f"<li>{item}</li>" for item in ITEMS)
CELLS = "".join(f"<td>{item}</td>" for item in ITEMS)


@pytest.mark.parametrize(
    "menu",
    [
        f"<amp-sidebar><ul>{ENTRIES}</ul></amp-sidebar>",
        f"<div><ul>{ENTRIES}</ul></div>",
        f"<table><tr>{CELLS}</tr></table>",
    ],
)
def test_the_last_link_of_a_menu_that_nothing_marks_is_no_section(menu: str) -> None:
    assert of(f"{menu}<article>{H1}{PROSE}</article>").section is None


def test_a_list_of_sections_in_the_article_and_an_address_that_tells_which_of_a_menu_it_is() -> None:
    assert of(f"<main><div><ul>{ENTRIES}</ul>{H1}</div>{PROSE}</main>").section == "Politics"
    menu = f"<div><ul>{ENTRIES}</ul></div><article>{H1}{PROSE}</article>"
    canonical = "<link rel=canonical href=https://www.northgate.example/economy/ferry-returns>"
    assert metadata.read(read_page(f"<title>{HEADLINE}</title>{canonical}{menu}")).section == "Economy"


@pytest.mark.parametrize(
    ("link", "section"),
    [
        ("<a href=/economics/>Экономика</a>", "Экономика"),
        ("<a href=/economics>经济</a>", "经济"),
        ("<a href=/economics/>Economics</a>", "Economics"),
        ("<a href=/economics/>Our paper</a>", None),
        ("<a href=/sport/>Спорт</a>", None),
    ],
)
def test_a_name_in_another_script_than_the_address_that_the_page_is_below(link: str, section: str | None) -> None:
    html = f"<nav>{link}</nav>{H1}{PROSE}"
    assert of(html, url="https://www.northgate.example/economics/ferry-returns-4711").section == section


def test_a_folder_for_a_language_is_no_section() -> None:
    html = f"<nav><a href=/ru/>Русский</a></nav>{H1}{PROSE}"
    assert of(html, url="https://www.northgate.example/ru/ferry-returns-4711").section is None


def test_items_of_the_navigation_that_wordpress_calls_those_of_the_article() -> None:
    inner = "<ul><li class='item current-post-parent'><a href=/x2>Ferries</a><li><a href=/x3>Boats</a></ul>"
    sea = f"<li class='item current-post-ancestor'><a href=/x1>Sea</a>{inner}"
    menu = f"<nav><ul><li><a href=/x0>Politics</a>{sea}</ul></nav>"
    found = of(f"{menu}{H1}{PROSE}")
    assert (found.section, found.sources["section"]) == ("Ferries", "class:navigation")
    assert of(f"{menu.replace('current-post-', 'other-')}{H1}{PROSE}").section is None
