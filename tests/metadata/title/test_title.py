from __future__ import annotations

import json

import numpy as np
import pytest

import broadsheet
from broadsheet import metadata
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.ranking import Ranking
from broadsheet.metadata.stated.structured import read_structured
from broadsheet.metadata.title.candidates import agreed, headlines
from broadsheet.metadata.title.chosen import title
from broadsheet.metadata.title.corrections import _beside_name
from broadsheet.metadata.title.evidence import NAMES
from broadsheet.page import read_page, tags

PROSE = "".join(
    f"<p>The two towns on the sound had argued about it for eleven years, and on day {day} they said that nobody in "
    "either of them could remember how it began, or who had wanted what.</p>"
    for day in range(1, 6)
)


@pytest.mark.parametrize(
    ("html", "expected", "source"),
    [
        (
            '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Bridge &amp; tunnel agreed"}'
            "</script>"
            "<h1>The Paper</h1><h1>Bridge &amp; tunnel agreed!</h1>",
            "Bridge & tunnel agreed!",
            "text:h1",
        ),
        (
            "<meta property=og:site_name content='The Paper'>"
            "<meta property=og:title content='Bridge agreed at last | The Paper'>"
            "<h1>The Paper</h1>",
            "Bridge agreed at last",
            "meta:og:title (part)",
        ),
        # Written for search engines; the reader sees the only main heading.
        (
            "<meta property=og:title content='Bridge: all you need to know'><h1>No way across</h1>",
            "No way across",
            "text:h1",
        ),
        (
            "<title>Sport | Bridge agreed at last | Paper</title><h2>Bridge agreed at last</h2>",
            "Bridge agreed at last",
            "title (part)",
        ),
        (
            "<title>The long bridge was agreed at last | Paper</title>",
            "The long bridge was agreed at last",
            "title (part)",
        ),
        (
            "<title>Bridge agreed - The Paper</title><meta property=og:site_name content='The Paper'>",
            "Bridge agreed",
            "title (part)",
        ),
        ("<p class=title>Bridge agreed</p>", "Bridge agreed", "class:title"),
        ("<h2>Bridge agreed</h2><title>" + "all of the page " * 50, "Bridge agreed", "text:h2"),
    ],
)
def test_order_of_sources(html: str, expected: str, source: str) -> None:
    data = metadata.read(read_page(html + PROSE))
    assert data.title == expected
    assert source in data.sources["title"].split(" = ")


def test_hidden_headings_are_not_the_title() -> None:
    page = read_page(
        "<meta property=og:title content='Bridge agreed'><h1 hidden>Bridge agreed x</h1><h2>Bridge agreed y</h2>"
    )
    assert metadata.read(page).title in ("Bridge agreed y", "Bridge agreed")


def test_no_title() -> None:
    data = metadata.read(read_page("<p>text"))
    assert data.title is None
    assert "title" not in data.sources


TEASERS = "".join(
    f"<h3>Number {number} of the teasers</h3><p class='teaser-title'>Read {number}</p>" for number in range(20)
)


def candidates_of(head: str) -> set[str]:
    page = read_page(f"<head>{head}</head><body><h1>Bridge agreed</h1>{PROSE}{TEASERS}<h1>The Paper</h1><p>end</p>")
    return {one.text for one in headlines(Context(page, read_structured(page)))[0]}


def test_headings_far_from_the_beginning_are_those_of_other_articles() -> None:
    found = candidates_of("<title>Bridge agreed</title>")
    assert {"Bridge agreed", "The Paper"} <= found
    assert not {text for text in found if text.startswith("Number") or text == "Read 7"}


def test_unless_something_states_the_same() -> None:
    found = candidates_of("<title>NUMBER 7 of the teasers | Paper</title>")
    assert {text for text in found if text.startswith("Number")} == {"Number 7 of the teasers"}


def test_evidence_is_a_row_for_each_candidate() -> None:
    page = read_page(f"<title>Bridge agreed | Paper</title><h1>Bridge agreed</h1>{PROSE}")
    found, evidence = headlines(Context(page, read_structured(page)))
    assert evidence.shape == (len(found), len(NAMES))
    by_text = {one.text: row for one, row in zip(found, evidence, strict=True)}
    assert by_text["Bridge agreed"][NAMES.index("h1")] == 1
    assert by_text["Paper"][NAMES.index("only in head")] == 1
    nothing = read_page("<p>")
    assert headlines(Context(nothing, read_structured(nothing)))[1].shape == (0, len(NAMES))


def title_of(html: str, url: str | None = None) -> str | None:
    return metadata.read(read_page(html + PROSE, url=url)).title


@pytest.mark.parametrize("whole", ["Northgate Notes: Permission to build", "Permission to build - Northgate Notes"])
@pytest.mark.parametrize(("chosen", "instead"), [("Northgate Notes", "Permission to build"), ("October", None)])
def test_the_name_of_the_site_yields_to_the_heading_that_the_title_has_beside_it(
    whole: str, chosen: str, instead: str | None
) -> None:
    headings = "<h1>Northgate Notes</h1><h2>October</h2><h3>Permission to build</h3>"
    head = f'<title>{whole}</title><meta property="og:title" content="{whole}">'
    page = read_page(f"{head}<body>{headings}{PROSE}", url="https://notes.example/2012/permission.html")
    context = Context(page, read_structured(page))
    found, _ = headlines(context)
    best = next(at for at, one in enumerate(found) if one.text == chosen)
    at = _beside_name(context, found, best)
    assert (None if at is None else found[at].text) == instead


@pytest.mark.parametrize(
    "box",
    [
        "<table><tr><td><div><img src=a.jpg width=203 height=152><div class=cap>{}</div></div></td></tr></table>",
        "<table><tr><td><img src=a.jpg width=309 height=206></td></tr><tr><td>{}</td></tr></table>",
        "<figure><img src=a.jpg><figcaption>{}</figcaption></figure>",
        "<form><select><option>{}</option></select></form>",
        "<form><label>{}</label></form>",
    ],
)
def test_captions_and_controls_are_no_headlines(box: str) -> None:
    line = "The last ferry of the old line left the pier"
    page = read_page(f"<body><div>Ferry returns to the sound</div>{box.format(line)}{PROSE}<p>end")
    found = {one.text for one in headlines(Context(page, read_structured(page)))[0]}
    assert "Ferry returns to the sound" in found
    assert line not in found


@pytest.mark.parametrize(
    "line",
    [
        "Warning: include(menu.php) failed to open stream in /srv/www/paper/index.php on line 52",
        "http://www.ferries.example/timetable",
        "You are here: Home > News > Ferries",
        "Hauptinhalt",
        "Saturday, 4 March 2023 (Portmere)",
    ],
)
def test_lines_that_say_what_they_are_are_no_headlines(line: str) -> None:
    page = read_page(f"<body><div>Ferry returns to the sound</div><div>{line}</div>{PROSE}<p>end")
    found = {one.text for one in headlines(Context(page, read_structured(page)))[0]}
    assert "Ferry returns to the sound" in found
    assert line not in found


def test_unless_something_states_them() -> None:
    head = "<title>Home > Sound > Ferry | Paper</title><div class=title>Home > Sound > Ferry</div>"
    page = read_page(f"<body>{head}{PROSE}<p>end")
    found = {one.text: one for one in headlines(Context(page, read_structured(page)))[0]}
    assert found["Home > Sound > Ferry"].row > 0


@pytest.mark.parametrize("heading", ["<h2>{}</h2>", "<p class=entry-title>{}</p>"])
def test_headings_that_are_dates_or_labels_are_no_headlines(heading: str) -> None:
    for text in ("Friday, October 19, 2012", "Main content"):
        page = read_page(f"<body>{heading.format(text)}<h3>Ferry returns</h3>{PROSE}<p>end")
        assert text not in {one.text for one in headlines(Context(page, read_structured(page)))[0]}


def test_a_title_of_a_breadcrumb_is_no_headline() -> None:
    crumb = (
        "<div itemscope itemtype='http://data-vocabulary.org/Breadcrumb'><a itemprop=url href=/sound>"
        "<span itemprop=title>All about the sound and its ferries</span></a></div>"
    )
    page = read_page(f"<body>{crumb}<h1>Ferry returns</h1>{PROSE}<p>end")
    found = {one.text: one.sources for one in headlines(Context(page, read_structured(page)))[0]}
    assert not any("microdata" in source for sources in found.values() for source in sources)


def test_a_hyphen_without_spaces_where_words_are_not_parted() -> None:
    page = read_page(f"<title>渡轮十一年后重返下海峡-海港信使报</title><body>{PROSE}<p>end")
    assert "渡轮十一年后重返下海峡" in {one.text for one in headlines(Context(page, read_structured(page)))[0]}
    page = read_page(f"<title>Ferry-Sound</title><body>{PROSE}<p>end")
    assert "Ferry" not in {one.text for one in headlines(Context(page, read_structured(page)))[0]}


def preferring(column: str) -> Ranking:
    """A choice that goes by one column alone."""
    direct = np.zeros(len(NAMES), dtype=np.float32)
    direct[NAMES.index(column)] = 1
    none = np.zeros(1, dtype=np.float32)
    return Ranking(NAMES, hidden=np.zeros((len(NAMES), 1), dtype=np.float32), bias=none, output=none, direct=direct)


def chosen(html: str, column: str, url: str | None = None) -> str | None:
    page = read_page(html + PROSE, url=url)
    rankings = {"title": preferring(column), "authors": None, "published": None}
    return metadata.read(page, rankings=rankings).title


@pytest.mark.parametrize(("site", "cut"), [("Row More Boats", True), ("RowMore", True), ("Lessons and more", False)])
def test_the_site_behind_a_title_that_nothing_shows_is_cut(site: str, cut: bool) -> None:
    stated = "Reliable lessons on the sound"
    page = f"<title>{stated} | {site}</title><div>Book a lesson</div>"
    title = chosen(page, "is element", "https://rowmoreboats.example/why/testimonials/")
    assert title == (stated if cut else f"{stated} | {site}")


def test_the_heading_nearest_to_the_body_is_the_headline_where_the_title_begins_with_it() -> None:
    head = "<title>What is a Ferry? - The Lower Sound Handbook</title>"
    bar = "<nav><a href=a.html>Home</a></nav><div class=bar><h1 class=menu-title>The Lower Sound Handbook</h1></div>"
    assert title_of(f"{head}{bar}<main><h2>What is a Ferry?</h2>") == "What is a Ferry?"


@pytest.mark.parametrize(
    ("tag", "lines", "is_nearer"), [("h2", 0, True), ("h2", 2, True), ("h2", 3, False), ("div", 0, False)]
)
def test_a_heading_right_above_the_body_is_the_headline_before_one_farther_above(
    tag: str, lines: int, *, is_nearer: bool
) -> None:
    head = "<title>What is a Ferry? - The Lower Sound Handbook</title><h1>The Lower Sound Handbook</h1>"
    found = chosen(f"{head}<{tag}>What is a Ferry?</{tag}>{'<div>Chapter</div>' * lines}", "h1")
    assert found == ("What is a Ferry?" if is_nearer else "The Lower Sound Handbook")


def test_a_heading_that_is_a_link_to_the_first_page_is_the_name_of_the_site() -> None:
    bar = "<div id=top><h1><a href='https://www.soundnotes.example/'>Notes From Around The Sound</a></h1></div>"
    page = f"{bar}<div class=post><h2 class=title>Ferry returns after eleven years</h2>"
    assert title_of(page, "https://www.soundnotes.example/2983") == "Ferry returns after eleven years"


@pytest.mark.parametrize(
    "headings",
    ["<h1>{}</h1><h1>{}</h1>", "<h1><a href=/>{}</a></h1><h2>{}</h2>", "<h1>{}</h1><div class=hd>{}</div>"],
)
@pytest.mark.parametrize("name", ["The Harbour Courier", "बंदरगाह समाचार"])
def test_a_title_that_is_the_name_of_the_site_on_every_page_yields_to_what_is_below_it(
    headings: str, name: str
) -> None:
    page = f"<title>{name}</title><body><a href=/>{name}</a>{headings.format(name, REOPENED)}<p>© 2024 {name}</p>"
    for column in ("is element", "shown"):
        assert chosen(page, column, "https://www.harbourcourier.example/news/4711") == REOPENED
    assert chosen(page, "is element", "https://www.harbourcourier.example/") == name


@pytest.mark.parametrize("label", ["Exclusive", "Politik", "Harbours"])
def test_a_heading_that_is_a_rubric_or_a_section_yields_to_the_one_below_it(label: str) -> None:
    crumbs = "<ul class=breadcrumb><li><a href=/>Home</a><li><a href=/politik>Politik</a></ul>"
    page = f"<title>The Harbour Courier</title>{crumbs}<h1>{label}</h1><h2>{REOPENED}</h2>"
    assert chosen(page, "h1", "https://courier.example/4711") == ("Harbours" if label == "Harbours" else REOPENED)
    linked = page.replace(REOPENED, f"<a href=/politik/4711>{REOPENED}</a>")
    for other in (linked, page.replace("The Harbour Courier", label)):
        assert chosen(other, "h1", "https://courier.example/4711") == label
    assert chosen(page, "h1", f"https://courier.example/{label}/") == label


def test_on_the_first_page_its_name_may_be_the_title() -> None:
    name = "<title>Sound Notes</title><meta property=og:title content='Sound Notes'>"
    name += "<meta property=og:site_name content='Sound Notes'>"
    assert title_of(f"{name}<a href=/sitemap>Sitemap</a>", "https://soundnotes.example/") == "Sound Notes"


def test_a_line_of_the_body_gives_way_to_what_is_stated() -> None:
    head = "<title>Ferry returns after eleven years</title>"
    line = "The ferry on the sound is built anew by the yard of Portmere"
    prose = PROSE[: PROSE.index("</p>") + 4]
    assert chosen(f"{head}{prose}<p>{line}</p>", "shown") == "Ferry returns after eleven years"
    assert chosen(f"{prose}<p>{line}</p>", "shown") == line


def test_a_heading_gives_way_to_a_stated_one_above_it() -> None:
    head = "<title>All aboard!</title>"
    assert chosen(f"{head}<h2>All aboard!</h2><h1>Aboard at last</h1>", "h1") == "All aboard!"
    assert chosen(f"{head}<h1>Aboard at last</h1><h2>All aboard!</h2>", "h1") == "Aboard at last"


NAMED = "Bridge over the sound agreed at last"


OG = f"<meta property=og:title content='{NAMED}'>"


@pytest.mark.parametrize(
    ("head", "heading", "sources"),
    [
        (OG, f"<h1>{NAMED}!</h1>", "meta:og:title = text:h1"),
        (f"{OG}<title>{NAMED} | The Paper</title>", f"<h1>{NAMED}</h1>", "meta:og:title = text:h1 = title (part)"),
        (OG.replace(NAMED, f"Traffic: {NAMED}"), f"<h1>Traffic: {NAMED}</h1>", "meta:og:title = text:h1"),
        # All that is stated begins with the only one that is shown.
        (f"<title>{NAMED}</title>", f"<h1>{NAMED}</h1>", "text:h1 = title"),
        (
            f"<title>{NAMED} - The Paper</title><meta property=og:title content='{NAMED} | Traffic'>",
            f"<h1>The Paper</h1>{PROSE * 5}<h1>{NAMED}</h1>",
            "text:h1 = meta:og:title (part) = title (part)",
        ),
    ],
)  # fmt: skip
def test_a_headline_that_is_stated_and_shown_needs_no_choice(head: str, heading: str, sources: str) -> None:
    page = read_page(
        f"<head>{head}</head><body>{heading}<article>{PROSE * 2}</article>", url="https://example.org/bridge"
    )
    begin = int((page.tag == tags.IDS["article"]).argmax())
    keep = page.is_text & (np.arange(len(page)) >= begin)
    found = agreed(Context(page, read_structured(page), keep))
    data = metadata.read(page, keep=keep)
    assert data.title == found[0].text
    assert data.sources["title"] == sources


@pytest.mark.parametrize(
    ("head", "heading"),
    [
        # Two are stated, or none.
        (f"{OG}<meta name=twitter:title content=Sound>", f"<h1>{NAMED}</h1>"),
        ("", f"<h1>{NAMED}</h1>"),
        # It stands behind a separator, or is the beginning of a sentence.
        (f"<title>Traffic: {NAMED}</title>", f"<h1>{NAMED}</h1>"),
        (f"<title>{NAMED} after eleven years</title>", f"<h1>{NAMED}</h1>"),
        # A kicker may be in it.
        (f"<meta property=og:title content='Traffic {NAMED}'>", f"<h1><i>Traffic</i> <b>{NAMED}</b></h1>"),
        (f"<title>Traffic {NAMED}</title>", f"<h1><i>Traffic</i> <b>{NAMED}</b></h1>"),
        # Another is shown, or none of the first level, or two, or it is what the site or a section is called.
        (OG, "<h1>The two towns have agreed</h1>"),
        (OG, f"<h2>{NAMED}</h2>"),
        (f"<title>{NAMED}</title>", f"<h1>{NAMED}</h1><h1>The two towns have agreed</h1>"),
        (f"{OG}<meta property=og:site_name content='{NAMED}'>", f"<h1>{NAMED}</h1>"),
        ("<title>Traffic</title>", "<h1>Traffic</h1>"),
        ("<title>The example of the two towns | News</title>", "<h1>The example of the two towns</h1>"),
    ],
)
def test_what_is_stated_and_shown_otherwise_is_weighed(head: str, heading: str) -> None:
    page = read_page(f"<head>{head}</head><body>{heading}{PROSE}</body>", url="https://example.org/news/bridge")
    assert not agreed(Context(page, read_structured(page)))


def test_what_else_is_stated_stands_behind_it() -> None:
    page = read_page(
        f"<meta property=og:title content='{NAMED}'><title>A bridge for two towns</title><h1>{NAMED}</h1>{PROSE}"
    )
    assert [one.text for one in agreed(Context(page, read_structured(page)))] == [NAMED, "A bridge for two towns"]


def headline_of(head: str, h1: str = "", *, top: str = "") -> str | None:
    html = f"<html><head>{head}</head><body><header><a href=/>The Harbour Courier</a></header>{top}{h1}{PROSE}"
    return metadata.read(read_page(html, url="https://courier.example/news/4711")).title


@pytest.mark.parametrize(
    "headline",
    [
        "“We lost it all” – bakers count the cost of a closed bridge",
        "Die alte Brücke – ein Trauerspiel",
        "Il ponte riapre dopo tre anni: «Abbiamo perso tutto»",
        "»Vi har mistet alt«: Handlende håber på broen",
        "«Мы потеряли всё»: торговцы о закрытом мосте",
    ],
)
def test_dashes_and_guillemets_of_a_headline_that_the_title_element_alone_has(headline: str) -> None:
    assert headline_of(f"<title>{headline} | The Harbour Courier</title>") == headline


@pytest.mark.parametrize("separator", ["⋆", "*", "●", "▷", "→", "┃", "・"])
def test_signs_before_the_name_of_the_site(separator: str) -> None:
    stated = f"{REOPENED} {separator} The Harbour Courier"
    assert headline_of(f"<title>{stated}</title>") == REOPENED
    assert headline_of(f"<title>{stated}</title><meta property=og:title content='{stated}'>") == REOPENED


def test_a_headline_that_og_title_states_whole_is_not_cut() -> None:
    headline = "เปิดสะพานเก่า - ใครจ่าย?"
    head = f"<title>{headline} | การเมือง | ข่าวท่าเรือ</title><meta property=og:title content='{headline}'>"
    assert headline_of(f"{head}<meta property=og:site_name content=ข่าวท่าเรือ>") == headline


@pytest.mark.parametrize(
    ("title", "h1", "headline"),
    [
        (
            "단독: 시의회, 옛 다리 재개통 의결 - 항구일보",
            "<h1><span class=kicker>단독</span><span class=headline>시의회, 옛 다리 재개통 의결</span></h1>",
            "시의회, 옛 다리 재개통 의결",
        ),
        (
            "Stadtrat öffnet die alte Flussbrücke - Hafenkurier",
            "<h1>Stadtrat öffnet die alte Flussbrücke <span class=badge>Abo</span></h1>",
            "Stadtrat öffnet die alte Flussbrücke",
        ),
        (
            "Stadtrat öffnet die alte Flussbrücke - Hafenkurier",
            "<h1><span class=badge>Abo</span> Stadtrat öffnet die alte Flussbrücke</h1>",
            "Stadtrat öffnet die alte Flussbrücke",
        ),
        (
            "Stadtrat öffnet die alte Flussbrücke - Hafenkurier",
            "<h1>Stadtrat öffnet die alte Flussbrücke <i class=badge></i><span class=badge>Abo</span></h1>",
            "Stadtrat öffnet die alte Flussbrücke",
        ),
        (
            "Hafenkurier: Stadtrat öffnet die alte Flussbrücke",
            "<h1>Stadtrat öffnet die alte Flussbrücke <a class=comments-link href=#comments>12</a></h1>",
            "Stadtrat öffnet die alte Flussbrücke",
        ),
    ],
)
def test_badges_and_kickers_in_the_heading(title: str, h1: str, headline: str) -> None:
    assert headline_of(f"<title>{title}</title>", h1) == headline


def test_a_kicker_that_is_stated_as_a_part_of_the_headline_stays() -> None:
    headline = "Ferries: Council votes to reopen the old bridge"
    h1 = "<h1><span class=kicker>Ferries</span>: <span>Council votes to reopen the old bridge</span></h1>"
    head = f"<title>{headline} | The Harbour Courier</title><meta property=og:title content='{headline}'>"
    assert headline_of(head, h1) == headline


REOPENED = "Harbour railway reopens after two winters"


@pytest.mark.parametrize("line", ["Ada Lovelace 12 March 2024", "Northport, 12. März 2024"])
def test_lines_that_end_with_a_day_are_no_headlines(line: str) -> None:
    page = f"<h4>{REOPENED}</h4><p>{line}</p>"
    assert chosen(page, "just before body") == REOPENED
    assert chosen(f"<title>{line}</title>{page}", "is element") == line


@pytest.mark.parametrize(
    "h1",
    [
        "{}<button>Share</button>",
        "<button class=listen>Listen</button>{}",
        "{} <a href=/print>Print</a>",
        "{} <span>[edit]</span>",
        "{}<a href=#comments>7 comments</a>",
        "{} <time>4 May 2025</time>",
        "<span>Northport</span><br><span>{}</span>",
        "{}<span class=below>The first train left at dawn</span>",
        "<span>Northport</span><br><span>{}</span><button>Share</button>",
    ],
)
@pytest.mark.parametrize("stated", ["{}", "{} | The Harbour Courier", "The Harbour Courier | {}"])
@pytest.mark.parametrize("name", ["og:title", None])
def test_what_stands_beside_a_stated_headline_in_its_heading(h1: str, stated: str, name: str | None) -> None:
    head = f"<title>{stated.format(REOPENED)}</title>"
    head += f"<meta property={name} content='{stated.format(REOPENED)}'>" if name else ""
    assert headline_of(head, f"<h1>{h1.format(REOPENED)}</h1>") == REOPENED


@pytest.mark.parametrize(
    ("stated", "headline"),
    [
        (f"<title>{REOPENED}</title>", REOPENED),
        (f"<title>{REOPENED} | Courier</title><meta property=og:site_name content=Courier>", REOPENED),
        (f"<title>{REOPENED} | Trains</title><meta property=og:site_name content=Courier>", f"Dawn {REOPENED}"),
    ],
)
def test_an_element_of_a_heading_is_the_headline_where_it_is_stated_whole(stated: str, headline: str) -> None:
    column = "has pieces" if headline == REOPENED else "h1"
    assert chosen(f"{stated}<h1><span>Dawn</span> <span>{REOPENED}</span></h1>", column) == headline


def test_a_rubric_is_cut_off_what_no_heading_shows_whole() -> None:
    head = f"<meta property=og:title content='Live: {REOPENED}'>"
    heading = f"<h1><span>{REOPENED}</span> <span>4 May</span></h1>"
    assert chosen(f"{head}<p>{heading}", "is og") == REOPENED
    assert chosen(f"{head}<body>The <em>Harbour</em> Courier{heading}", "is og") == REOPENED


@pytest.mark.parametrize(
    ("page", "headline"),
    [
        ("<h1><img src=a.png alt='Harbour railway reopens after two winters'></h1>", REOPENED),
        (
            "<h1><img src=a.png alt='渡轮十一年后重返下海峡港口居民排队等候第一班船只市长向所有人表示感谢'></h1>",
            "渡轮十一年后重返下海峡港口居民排队等候第一班船只市长向所有人表示感谢",
        ),
        ("<h1><img src=a.png alt='The Courier'></h1>", None),
        (f"<h1><a href=/>{REOPENED}</a></h1>", REOPENED),
        ("<title>½</title><h1>½</h1>", None),
        ("<title>二〇</title><h1>二〇</h1>", "二〇"),
        ("<title>〇</title><h1>〇</h1>", None),
        (
            '<script type=application/ld+json>{"@type": "NewsArticle", "headline": ["Two winters"]}</script>',
            "Two winters",
        ),
        ('<script type=application/ld+json>{"@type": "NewsArticle", "headline": {"en": "Two winters"}}</script>', None),
    ],
)
def test_pictures_lists_and_numbers_as_headlines(page: str, headline: str | None) -> None:
    prose = "<p>no: it is what nobody has said of them, and yet both of the towns are to live with it.</p>"
    assert metadata.read(read_page(page + prose * 5)).title == headline


def test_what_is_read_without_what_is_learnt() -> None:
    rankings = dict.fromkeys(("title", "authors", "published"))
    said = {"author": ["Ada Lovelace", "Karl Berg"], "datePublished": "2024-03-05"}
    html = f"<title>{REOPENED} | Courier</title><h1>Courier</h1><h2>{REOPENED}</h2><p>By Tom Adeyemi</p>{PROSE}"
    stated = f"<script type=application/ld+json>{json.dumps({'@type': 'NewsArticle', **said})}</script>"
    found = metadata.read(read_page(f"{stated}<meta name=date content=2024-03-09>{html}"), rankings=rankings)
    assert (found.title, found.authors, found.published) == (REOPENED, ("Ada Lovelace", "Karl Berg"), "2024-03-05")
    assert [one.value for one in found.alternatives["authors"]] == ["Tom Adeyemi"]
    assert metadata.read(read_page(PROSE), rankings=rankings).title is None


def test_a_title_without_letters_says_nothing_of_others() -> None:
    page = read_page(f"<meta property=og:title content='***'><h1>{REOPENED}</h1>{PROSE}")
    found, evidence = headlines(Context(page, read_structured(page)))
    assert [one.text for one in found][:1] == [REOPENED]
    assert not evidence[:, NAMES.index("holds og")].any()


def test_a_picture_of_more_pixels_than_there_are_is_none() -> None:
    box = f"<div><img src=a.jpg width={'9' * 5_000} height=400><p>{REOPENED}</p></div>"
    assert chosen(f"{box}", "shown") == REOPENED


@pytest.mark.parametrize(
    "h1",
    [
        "{}<button>Share</button>",
        "{} <time>4 May 2025</time>",
        "{}<span class=post-date>4 May 2025</span>",
        "{}<a class=edit-link href=/edit/4711>[edit]</a>",
        "<span class=sr-only>Exclusive: </span>{}",
        "<a href=#top>🔗</a>{}",
        "<span>LIVE</span> <span class=css-1x2>{}</span>",
        "<div>Exkluzivně</div><div>{}</div>",
        "<strong>Эксклюзив.</strong> {}",
        "<span class=css-1x2>단독</span>{}",
    ],
)
@pytest.mark.parametrize("head", ["<title>The Harbour Courier</title>", OG.replace(NAMED, REOPENED)])
def test_what_is_in_a_heading_and_is_none_of_its_words(h1: str, head: str) -> None:
    assert headline_of(head, f"<h1>{h1.format(REOPENED)}</h1>") == REOPENED


@pytest.mark.parametrize("rubric", ["Opinion |", "LIVE:", "Exklusiv –"])
def test_a_rubric_in_one_line_with_the_headline_is_cut_off_where_the_rest_is_stated(rubric: str) -> None:
    head = f"<title>{REOPENED} | The Harbour Courier</title>"
    assert headline_of(head, f"<h1>{rubric} {REOPENED}</h1>") == REOPENED
    head = head.replace(REOPENED, f"{rubric} {REOPENED}")
    assert headline_of(head, f"<h1>{rubric} {REOPENED}</h1>") == f"{rubric} {REOPENED}"


@pytest.mark.parametrize("ellipsis", ["…", "...", " […]"])
@pytest.mark.parametrize("head", [OG, "<title>{} | The Harbour Courier</title>", f"{OG}<title>{{}}</title>"])
def test_a_headline_that_was_cut_is_whole_in_the_heading(head: str, ellipsis: str) -> None:
    cut = f"{REOPENED[:27]}{ellipsis}"
    assert headline_of(head.replace(NAMED, cut).format(cut), f"<h1>{REOPENED}</h1>") == REOPENED
    assert headline_of(head.replace(NAMED, cut).format(cut), "<h1>Two winters without trains</h1>") != REOPENED


@pytest.mark.parametrize(
    ("whole", "h2", "headline"),
    [
        (REOPENED, "", REOPENED),
        ("Two winters without trains at last come to an end", "", None),
        (f"{REOPENED[:33]}…", "", None),
        ("", f"<h2><a href=/4712>{REOPENED}</a></h2>", REOPENED),
        (f"{REOPENED} and a summer", f"<h2><a href=/4712>{REOPENED}</a></h2>", REOPENED),
    ],
)
def test_a_headline_that_is_cut_wherever_it_is_stated_but_once(whole: str, h2: str, headline: str | None) -> None:
    cut = f"{REOPENED[:27]}…"
    stated = json.dumps({"@type": "NewsArticle", "headline": whole or cut})
    head = f"<script type=application/ld+json>{stated}</script><title>{cut} | The Harbour Courier</title>"
    head += "".join(f"<meta property={name}:title content='{cut}'>" for name in ("og", "twitter"))
    assert headline_of(head, h2) == (headline or cut)


@pytest.mark.parametrize("shown", ["<div class=hd>{}</div>", "<table><td>{}</table>", "<h1>{}</h1>"])
def test_a_quotation_that_was_cut_is_whole_where_it_is_shown(shown: str) -> None:
    headline = "„Es blieb uns nichts“ – Händler verlassen den alten Hafen"
    cut = f"{headline[:44]}…"
    head = f"<title>{cut} | The Harbour Courier</title><meta property=og:title content='{cut}'>"
    assert headline_of(head, shown.format(headline)) == headline


def test_a_headline_that_is_cut_for_others_is_whole_in_the_title_element() -> None:
    head = f"<title>{REOPENED} | The Harbour Courier</title><meta property=og:title content='{REOPENED[:27]}…'>"
    assert headline_of(f"{head}<meta property=og:site_name content='The Harbour Courier'>") == REOPENED


@pytest.mark.parametrize("cut", [REOPENED[:23], REOPENED[:32]])
@pytest.mark.parametrize("behind", ["", " | The Harbour Courier"])
def test_a_headline_that_was_cut_without_a_mark_is_whole_in_the_heading(cut: str, behind: str) -> None:
    head = f"<title>{cut}{behind}</title><meta property=og:title content='{cut}'>"
    assert headline_of(head, f"<h1>{REOPENED}</h1>") == REOPENED
    assert headline_of(head, f"<h1>{cut} <small>{REOPENED[len(cut) :]}</small></h1>") == cut


@pytest.mark.parametrize("lines", ["{}<br>{}", "<span>{}</span> <span>{}</span>", "{} <em>{}</em>"])
def test_a_line_of_a_heading_is_no_headline_where_what_is_stated_goes_on(lines: str) -> None:
    heading = lines.format("Harbour railway reopens", "after two winters")
    head = f"<meta property=og:title content='{REOPENED[:31]}…'>"
    assert chosen(f"{head}<h1>{heading}</h1>", "is piece") == REOPENED
    assert chosen(f"<h1>{heading}</h1>", "is piece") != REOPENED


def test_a_word_or_what_a_heading_shows_is_cut_nowhere() -> None:
    head = (
        "<script type=application/ld+json>{}</script><meta property=og:title content='{}'><title>{} | Courier</title>"
    )
    for cut, heading in (("Harbour…", ""), ("Harbour railway reopens …", "<h1>Harbour railway reopens …</h1>")):
        stated = json.dumps({"@type": "NewsArticle", "headline": REOPENED})
        assert chosen(head.format(stated, cut, cut) + heading, "is og") == cut


@pytest.mark.parametrize(
    ("headline", "h1"),
    [
        ("Review: Tide is a play about salt", "Review: <em>Tide</em> is a play about salt <span>★★★☆☆</span>"),
        (
            "Review: Tide is a play about salt",
            "<i></i><a href=/1><i></i>Review: <em>Tide</em> is a play about salt</a>",
        ),
        ("A play about salt", "A play about salt<a href=#top>#</a>"),
        ("A play about salt", "<span class=plus>+</span> A play about salt"),
        ("A play about salt", "★ A play about salt"),
    ],
)
def test_stars_and_signs_beside_a_headline(headline: str, h1: str) -> None:
    head = f"<meta property=og:title content='{headline}'><title>{headline} | The Harbour Courier</title>"
    assert headline_of(head, f"<h1>{h1}</h1>") == headline


@pytest.mark.parametrize(
    "headline", ["The Harbour Courier wins a prize", "A letter to you: why we are now The Harbour Courier"]
)
def test_a_link_to_another_article_is_not_the_headline(headline: str) -> None:
    teaser = "<div class=now><a href=/news/4712>Old lighthouse sold to a baker</a></div>"
    assert headline_of(f"<title>{headline} - The Harbour Courier</title>", top=teaser) == headline


@pytest.mark.parametrize("head", ["", "<title>The Harbour Courier</title>"])
@pytest.mark.parametrize("link", ["<h2><a href={}>{}</a></h2>", "<a href={}><h2>{}</h2></a>"])
def test_a_heading_that_is_a_link_to_another_article_yields_to_the_one_below_it(head: str, link: str) -> None:
    address = "https://courier.example/news/4711"
    top = link.format("/news/4712", "Old lighthouse sold to a baker")
    assert chosen(f"{head}{top}<h2>{REOPENED}</h2>", "in link", address) == REOPENED
    own = link.format("/news/4711", REOPENED)
    assert chosen(f"{head}{own}<h2>The first train left at dawn</h2>", "in link", address) == REOPENED


@pytest.mark.parametrize(
    ("title", "href", "is_title"),
    [
        ("渡轮十一年后重返下海峡", "/news/4712", True),
        ("Two lighthouses are sold", "/news/4712", True),
        ("Two lighthouses are sold", "/news/4711", False),
        ("Lighthouses", "/news/4712", False),
    ],
)
def test_what_is_stated_is_the_headline_before_a_link_to_another_article(
    title: str, href: str, *, is_title: bool
) -> None:
    teaser = "Old lighthouse sold to a baker"
    address = "https://courier.example/news/4711"
    link = f"<div><a href={href}>{teaser}</a></div>"
    assert chosen(f"<title>{title}</title>{link}", "shown", address) == (title if is_title else teaser)
    far = f"<a href={href}><div><div><div><div>{teaser}</div></div></div></div></a>"
    assert chosen(f"<title>{title}</title>{far}", "shown", address) == teaser


def test_a_headline_with_a_link_to_the_first_page_in_it_is_one() -> None:
    page = f"<h1><a href=/>The Courier</a>: {REOPENED}</h1><h1>All about trains</h1>"
    assert chosen(page, "h1", "https://courier.example/news/4711") == f"The Courier: {REOPENED}"


def test_what_og_title_states_is_no_whole_where_it_is_another_or_has_the_name_of_the_site() -> None:
    stated = f"{REOPENED} - The Harbour Courier"
    head = "<meta property=og:site_name content='The Harbour Courier'><title>{0} | News</title>"
    head += "<meta property=og:title content='{0}'>"
    assert headline_of(head.format(stated)) == REOPENED
    other = (
        '<script type=application/ld+json>{"@type": "NewsArticle", "headline": "Two winters without trains"}</script>'
    )
    assert chosen(other + head.format(REOPENED), "is headline") == "Two winters without trains"


def test_the_link_on_the_first_page_is_the_headline_where_it_has_letters() -> None:
    page = read_page(f"<h1>{REOPENED}</h1>{PROSE}")
    context = Context(page, read_structured(page))
    for link, headline in (("Trains are back", "Trains are back"), ("***", REOPENED)):
        assert title(context, None, home_link=link)[0].value == headline


_MARATHON = 'Harbour Marathon 2024: Superior winner and "a royal visit"'


@pytest.mark.parametrize(
    ("quote", "headline"), [('"', _MARATHON), ("'", "Nobody's winner in the Harbour Marathon"), ('"', '"No," she said')]
)
@pytest.mark.parametrize("element", ["Courier", "{} - Courier"])
def test_a_title_that_ended_at_a_quotation_mark_is_whole_in_the_heading(
    quote: str, headline: str, element: str
) -> None:
    cut = f"content={quote}{headline}{quote}"
    head = f"<title>{element.format(headline)}</title><meta property=og:title {cut}><meta name=twitter:title {cut}>"
    body = "".join(
        f"<p>The board met for the {at}. time, and no one of its members spoke for long.</p>" for at in range(9)
    )
    assert broadsheet.extract(f"<!doctype html>{head}<h2>{headline}</h2>{body}").title == headline


def test_a_stray_quotation_mark_cuts_nothing_off() -> None:
    head = '<title>Bridge agreed</title><meta property=og:title content="Bridge agreed"">'
    assert read_structured(read_page(head)).broken == frozenset()


def test_a_chinese_headline_is_of_more_than_a_few_words_though_it_has_one_space() -> None:
    # Its site states the headline for its own name too: a name of a few words would be no headline.
    headline = "當心選前症候群 醫師提醒健康為重"
    prose = "選舉將至，門診裡多了不少睡不好、吃不下的人，醫師說，這樣的情形每四年一次，選後多半會好。" * 4
    page = (
        f"<html lang=zh><title>{headline}</title><meta property=og:title content='{headline}'>"
        f"<meta property=og:site_name content='{headline}'><a href=/a>記者部落</a>"
        f"<div class=title>{headline}</div><div>圖片來源：醒報 入稿日期： 2012-01-11</div><div><p>{prose}</p></div>"
    )
    assert metadata.read(read_page(page, url="https://courier.example/news/1")).title == headline


@pytest.mark.parametrize(
    ("stated", "h1", "headline"),
    [
        ("市議會表決同意重新開放舊橋", "市議會表決同意<br>重新開放舊橋", "市議會表決同意重新開放舊橋"),
        ("市議會表決同意 重新開放舊橋", "市議會表決同意<br>重新開放舊橋", "市議會表決同意 重新開放舊橋"),
        ("市議會表決同…", "市議會表決同意重新開放舊橋", "市議會表決同意重新開放舊橋"),
    ],
)
def test_headlines_in_scripts_without_spaces(stated: str, h1: str, headline: str) -> None:
    head = f"<meta property=og:title content='{stated}'><title>{stated} - 港口日報</title>"
    assert headline_of(head, f"<h1>{h1}</h1>") == headline
