"""Section, breadcrumbs and tags."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet import metadata
from broadsheet.article import Breadcrumb
from broadsheet.cli.extract import explain
from broadsheet.metadata import Metadata
from broadsheet.page import read_page
from tests.metadata.pages import PROSE, ld

HEADLINE = "Bridge across the sound agreed at last"
URL = "https://www.courier.example/local/towns/bridge-across-the-sound"


def read(head: str = "", *, top: str = "", text: str = "", foot: str = "", url: str = URL) -> Metadata:
    html = f"<head>{head}<title>{HEADLINE} | Courier</title></head><body><main><article>{top}<h1>{HEADLINE}</h1>"
    return metadata.read(read_page(f"{html}{text}{PROSE}{foot}</article></main>", url=url))


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
        ("", "<p>Here: <a href=/>Home</a> › <a href=/t>Towns</a> › Bridge</p>", "", "Towns", "text:breadcrumbs"),
        ("", "", "<p><a href=/category/local/t>Towns</a></p>", "Towns", "link:category"),
        ("", "", "<p>In <a rel='category tag' href=/t>Towns</a></p>", "Towns", "link:category"),
        ("", "<div class=category>Towns</div>", "", "Towns", "class:category"),
        ("", "<div class=category>Filed in <a href=/t>Towns</a></div>", "", "Towns", "class:category"),
        ("", "<nav><a href=/local>Local</a> <a href=/sport>Sport</a></nav>", "", "Local", "text:navigation"),
        ("<base href=/>", "<a href=/local/>Local</a><a href=/local/towns/>Towns</a>", "", "Towns", "text:navigation"),
    ],
)
def test_sources_of_the_section(head: str, top: str, foot: str, section: str, source: str) -> None:
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
        ("Category: Food, Music", "Food"),
        ("Home", None),
        ("Uncategorized", None),
        ("Nieuws", "Nieuws"),
        ("Courier", None),
        ("https://www.courier.example/local", None),
        ("12345", None),
        ("x" * 200, None),
    ],
)
def test_odd_and_vague_sections(stated: str, section: str | None) -> None:
    assert read(ld(articleSection=stated), url="https://www.courier.example/1").section == section


def test_vague_sections_come_last() -> None:
    found = read(ld(articleSection="News") + "<meta property=article:section content=Towns>")
    assert found.section == "Towns"
    assert [claim.value for claim in found.alternatives["section"]] == ["News"]
    assert read(ld(articleSection="News")).section == "News"


def test_sections_as_the_page_shows_them() -> None:
    assert read(ld(articleSection="republica"), top=crumbs("República")).section == "República"
    assert read(ld(articleSection=["Best of", "Towns"]), top=crumbs("Local", "Towns")).section == "Towns"


def test_the_article_is_no_section() -> None:
    assert read("<title>The bridge</title>", top=crumbs("Local", HEADLINE)).section == "Local"


@pytest.mark.parametrize(
    "top",
    [
        "<div hidden class=breadcrumb><a href=/x>Whales</a></div>",
        f"<div class=breadcrumb><a href=/x>Whales</a>{'long ' * 100}</div>",
        "<p><a href=/category/whales>Whales</a> <a href=/category/seals>Seals</a></p>",
        "<div class=category-menu>Whales</div>",
        "<p>Home > Sport > Whales</p>",
        "<p><a href=/a>Login</a> | <a href=/b>Jobs</a> | <a href=/c>Search</a> | Help</p>",
        "<p><a href=/whales>Whales are back</a> »</p>",
        "<div class=related><b class=category>Whales</b></div>",
        "<nav><a href='/local/'>Subscribe now</a></nav>",
        "<p itemscope itemtype='https://schema.org/Movie'><b itemprop=genre>Whales</b></p>",
        "<p><a href=/local/towns/bridge-across-the-sound#comments>12 comments</a></p>",
    ],
)
def test_hidden_and_large_elements_and_those_of_others_are_no_sections(top: str) -> None:
    assert read(top=top).section is None


@pytest.mark.parametrize("value", [None, 4711, [[]], {"name": 1}, [{"name": ["a"]}], "\x00", ">" * 5_000])
def test_odd_values_of_the_section(value: object) -> None:
    lists = {"@type": "BreadcrumbList", "itemListElement": value}
    assert read(ld(articleSection=value, breadcrumb=lists)).section in (None, "a")


@pytest.mark.parametrize(
    "url", ["https://[::1", "https://courier.example", "https://courier.example/a/b/c/d/e/f/fares/"]
)
def test_odd_addresses_of_the_page(url: str) -> None:
    assert read(top="<a href=/a/b/c/d/e/f/fares/>Fares</a>", url=url).section is None


HOME, SPORT, TENNIS = (
    Breadcrumb("Home", "https://paper.example/"),
    Breadcrumb("Sport", "https://paper.example/sport"),
    Breadcrumb("Tennis", "https://paper.example/sport/tennis"),
)
STATED = [
    {"@type": "ListItem", "position": 1, "name": "Home", "item": "/"},
    {"@type": "ListItem", "position": 2, "item": {"@id": "https://paper.example/sport", "name": "Sport"}},
    {"@type": "ListItem", "position": 3, "item": {"url": "/sport/tennis", "name": "Tennis"}},
    {"@type": "ListItem", "position": 4, "name": "The final"},
]
MARKED = (
    '<ol itemscope itemtype="https://schema.org/BreadcrumbList">'
    '<li itemprop="itemListElement" itemscope><a itemprop="item" href="/"><span itemprop="name">Home</span></a>'
    '<li itemprop="itemListElement" itemscope><a itemprop="item" href="/sport"><b itemprop="name">Sport</b></a></ol>'
)
SHOWN = '<nav class="breadcrumbs"><a href="/">Home</a> &gt; <a href="/sport">Sport</a> &gt; <b>Final</b></nav>'


def trail_of(head: str = "", top: str = "") -> broadsheet.Article:
    html = f"<head>{head}</head><body>{top}<article><h1>The final</h1>{PROSE}</article>"
    return broadsheet.extract(html, url="https://paper.example/sport/tennis/final")


@pytest.mark.parametrize(
    ("head", "top", "found", "source"),
    [
        (
            ld(**{"@type": "BreadcrumbList", "itemListElement": STATED}),
            SHOWN,
            (HOME, SPORT, TENNIS, Breadcrumb("The final")),
            "json-ld:BreadcrumbList",
        ),
        (
            ld(**{"@type": "BreadcrumbList", "itemListElement": "nothing"}),
            MARKED,
            (HOME, SPORT),
            "microdata:BreadcrumbList",
        ),
        ("", SHOWN, (HOME, SPORT), "text:breadcrumbs"),
        ("", "<nav><a href=/>Home</a> <a href=/sport>Sport</a></nav>", (), None),
    ],
)
def test_the_first_trail(head: str, top: str, found: tuple[Breadcrumb, ...], source: str | None) -> None:
    article = trail_of(head, top)
    assert article.breadcrumbs == found
    assert ("breadcrumbs: Home > Sport\n  from text:breadcrumbs" in explain(article)) == (source == "text:breadcrumbs")
    assert {origin.datum: origin.source for origin in article.origins}.get("breadcrumbs") == source
    assert article.to_dict()["breadcrumbs"] == [{"name": one.name, "url": one.url} for one in found]


def test_long_trails_are_cut() -> None:
    many = [{"name": f"Section {number}", "item": f"/{number}"} for number in range(10_000)]
    assert len(trail_of(ld(**{"@type": "BreadcrumbList", "itemListElement": many})).breadcrumbs) == 50


LINKS = "<a href=/tag/sound>sound</a> <a href=/tag/ferries>ferries</a>"
TAGS = ("sound", "ferries")


def tags_of(head: str = "", **more: str) -> tuple[str, ...]:
    return read(head, **more).tags


@pytest.mark.parametrize(
    ("head", "behind"),
    [
        (ld(keywords=list(TAGS)), ""),
        (ld(keywords="sound, ferries"), ""),
        ("<meta property=article:tag content=sound><meta property=article:tag content=ferries>", ""),
        ("<meta name=news_keywords content='sound; ferries'>", ""),
        ("<meta name=keywords content='sound,ferries'>", ""),
        ("", "<p itemscope itemtype=https://schema.org/Article><b itemprop=keywords>sound, ferries</b></p>"),
        ("", "<p><a rel=tag href=/a>sound (12)</a> <a rel=tag href=/b>#ferries</a></p>"),
        ("", f"<footer>{LINKS}</footer>"),
        ("", "<div class=post-tags><a href=/a>sound [12]</a><a href=/b>ferries</a></div>"),
        ("", "<div id=articleTags><i>Tags</i><i>sound</i><i>ferries</i></div>"),
        ("", "<p>Tags: <a href=/a>sound</a> <a href=/b>ferries</a></p>"),
    ],
)
def test_sources_of_tags(head: str, behind: str) -> None:
    assert tags_of(head, foot=behind) == TAGS


def test_all_tags_are_of_the_first_source_that_has_any() -> None:
    assert tags_of(foot=f"<div>{LINKS}</div>", head=ld(keywords=["bridge", "Bridge", "towns"])) == ("bridge", "towns")


@pytest.mark.parametrize(
    "mark",
    [
        "textbelowcentergridwidth",
        "_commerce",
        "type_news",
        "section:news",
        "Category: Tech",
        "26157981-b4f7-4929-adc1-e860c6f03636",
        "exclude-from-syndication",
        "Tf07941c5937b4170",
        "displayType: standard article",
        "web",
        "https://courier.example/tag/a",
        "47",
        "x" * 61,
        "courier.example",
        "Bridge across the sound agreed at last",
    ],
)
def test_internal_labels_are_no_tags(mark: str) -> None:
    assert tags_of(head=ld(keywords=["bridge", mark, "sound"])) == ("bridge", "sound")


@pytest.mark.parametrize("tag", ["type-2 diabetes", "Kong: Skull Island", "full-time work", "Olympia 2028", "C++"])
def test_tags_that_resemble_internal_labels(tag: str) -> None:
    assert tags_of(head=ld(keywords=["bridge", tag])) == ("bridge", tag)


def test_commas_in_tags_of_a_list() -> None:
    names = ("Tourism, transport and travel", "bridge")
    assert tags_of(ld(keywords=names)) == names
    assert tags_of(ld(keywords="sound; ferries | sea, land | sky")) == ("sound; ferries", "sea, land", "sky")
    assert tags_of(ld(keywords="橋 海峡")) == ("橋", "海峡")


def test_words_of_the_headline_are_no_tags() -> None:
    head = "<meta name=keywords content='bridge, across, sound, agreed, at, last, news'>"
    assert tags_of(head=head) == ()
    assert tags_of(head, foot=f"<p>{LINKS}</p>") == TAGS
    assert tags_of(f"<title>{HEADLINE} | Towns</title><meta name=keywords content='{HEADLINE}, Towns'>") == ()


def test_keywords_without_words_of_the_text_are_ignored() -> None:
    assert tags_of(head="<meta name=keywords content='opera, cricket, chess, sound'>") == ()
    assert tags_of(head="<meta property=article:tag content=opera>") == ("opera",)


@pytest.mark.parametrize(
    ("top", "text", "behind"),
    [
        ("", "", f"</article></main><footer>{LINKS}</footer>"),
        ("<nav><a href=/tag/whales>whales</a></nav>", "", ""),
        (
            "",
            "<p>What is <a href=/tag/bridge>by now a bridge</a> was a ferry for most of its life; those who crossed "
            "the sound with it remember how long they waited in the wind for the next one.</p>",
            "",
        ),
        ("", "", "<p>Tags: </p>"),
        ("", "", "<div class=tags><a href=/x>Ferries on the sound are late again</a></div>"),
    ],
)
def test_links_elsewhere_are_no_tags(top: str, text: str, behind: str) -> None:
    assert tags_of(top=top, text=text, foot=behind) == ()


@pytest.mark.parametrize("value", [None, 4711, {}, [[["bridge"]]], {"name": ["bridge"]}, "," * 5_000, ["", None, "#"]])
def test_odd_values_of_tags(value: object) -> None:
    assert tags_of(head=ld(keywords=value)) in ((), ("bridge",))
