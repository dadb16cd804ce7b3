"""The section: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.metadata import Metadata
from broadsheet.page import read_page

HEADLINE = "Bridge across the sound agreed at last"
PROSE = (
    "<p>The two towns on the sound had argued about the bridge for eleven years, and nobody in either of them could "
    "remember how it began, or who had wanted what.</p>"
) * 4
URL = "https://www.courier.example/local/towns/bridge-across-the-sound"


def read(head: str = "", *, top: str = "", foot: str = "", url: str = URL) -> Metadata:
    html = f"<head><title>{HEADLINE} | Courier</title>{head}</head><body>{top}<h1>{HEADLINE}</h1>{PROSE}{foot}"
    return metadata.read(read_page(html, url=url))


def ld(**thing: object) -> str:
    return f"<script type=application/ld+json>{json.dumps({'@type': 'NewsArticle', **thing})}</script>"


def crumbs(*steps: str) -> str:
    return f"<ol class=breadcrumb>{''.join(f'<li><a href=/{step}>{step}</a></li>' for step in steps)}</ol>"


@pytest.mark.parametrize(
    ("head", "top", "foot", "section", "source"),
    [
        (ld(articleSection="Towns"), "", "", "Towns", "json-ld:NewsArticle.articleSection"),
        ("<meta property=article:section content=Towns>", "", "", "Towns", "meta:article:section"),
        (
            "",
            "<i itemscope itemtype=https://schema.org/Article><b itemprop=articleSection>Towns</b></i>",
            "",
            "Towns",
            "microdata:Article.articleSection",
        ),
        (
            ld(breadcrumb={"@type": "BreadcrumbList", "itemListElement": [{"name": "Home"}, {"name": "Towns"}]}),
            "",
            "",
            "Towns",
            "json-ld:BreadcrumbList",
        ),
        ("", crumbs("Home", "Local", "Towns"), "", "Towns", "text:breadcrumbs"),
        ("", "", "<p><a href=/category/t>Towns</a></p>", "Towns", "link:category"),
        ("", "<div class=category>Towns</div>", "", "Towns", "class:category"),
        ("", "<nav><a href=/local>Local</a> <a href=/sport>Sport</a></nav>", "", "Local", "text:navigation"),
    ],
)
def test_sources(head: str, top: str, foot: str, section: str, source: str) -> None:
    found = read(head, top=top, foot=foot)
    assert (found.section, found.sources["section"].split(" = ")[0]) == (section, source)


@pytest.mark.parametrize(
    "trail",
    [
        "<div id=breadcrumbs><a href=/>Startseite</a><a href=/t>Towns</a><a href='#'></a></div>",
        "<nav aria-label=Breadcrumb><a href=/>Home</a><a href=/t>Towns</a></nav>",
        "<ol itemscope itemtype=https://schema.org/BreadcrumbList><li><a href=/>Home</a><li><a href=/t>Towns</a></ol>",
    ],
)
def test_elements_that_hold_breadcrumbs(trail: str) -> None:
    assert read(top=trail).section == "Towns"


@pytest.mark.parametrize(
    ("stated", "section"),
    [
        ("News, Towns", "Towns"),
        ("Bars, Food, Music", "Bars"),
        ("Home", None),
        ("Uncategorized", None),
        ("Nieuws", "Nieuws"),
        ("Courier", None),
        ("https://www.courier.example/local", None),
        ("12345", None),
        ("x" * 200, None),
    ],
)
def test_one_section_of_what_is_stated(stated: str, section: str | None) -> None:
    assert read(ld(articleSection=stated), url="https://www.courier.example/1").section == section


def test_a_line_with_bars_is_a_menu_and_no_path() -> None:
    assert read(top="<p><a href=/a>Login</a> | <a href=/b>Jobs</a> | <a href=/c>Search</a> | Help</p>").section is None


def test_vague_sections_come_last() -> None:
    found = read(ld(articleSection="News") + "<meta property=article:section content=Towns>")
    assert found.section == "Towns"
    assert [claim.value for claim in found.alternatives["section"]] == ["News"]
    assert read(ld(articleSection="News")).section == "News"


def test_a_section_is_written_as_it_is_shown() -> None:
    assert read(ld(articleSection="republica"), top=crumbs("República")).section == "República"


def test_the_page_itself_is_no_step_of_a_path() -> None:
    assert read(top=crumbs("Local", "Bridge across the sound agreed")).section == "Local"


@pytest.mark.parametrize(
    "top",
    [
        "<div hidden class=breadcrumb><a href=/x>Whales</a></div>",
        f"<div class=breadcrumb><a href=/x>Whales</a>{'long ' * 100}</div>",
        "<div class=related><a rel=category href=/x>Whales</a></div>",
        "<aside><a rel=category href=/x>Whales</a></aside>",
        "<div class=category-menu>Whales</div>",
        "<p>Home > Sport > Whales</p>",
        "<p itemscope itemtype='https://schema.org/Movie'><b itemprop=genre>Whales</b></p>",
        "<p><a href=/local/towns/bridge-across-the-sound#comments>12 comments</a></p>",
    ],
)
def test_what_is_hidden_large_or_of_others_is_no_section(top: str) -> None:
    assert read(top=top).section is None


@pytest.mark.parametrize("value", [None, 4711, [[]], {"name": 1}, [{"name": ["a"]}], "\x00", ">" * 5_000])
def test_hostile_values(value: object) -> None:
    lists = {"@type": "BreadcrumbList", "itemListElement": value}
    assert read(ld(articleSection=value, breadcrumb=lists)).section in (None, "a")


@pytest.mark.parametrize("url", ["https://[::1", "https://courier.example", "https://courier.example/a/b/c/d/e/f/"])
def test_addresses(url: str) -> None:
    assert read(url=url).section is None
