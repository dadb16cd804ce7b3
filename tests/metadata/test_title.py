from __future__ import annotations

import pytest

import broadsheet
from broadsheet import metadata
from broadsheet.facts import Facts
from broadsheet.metadata.context import Context
from broadsheet.metadata.headlines import headlines
from broadsheet.metadata.title import NAMES, evidence
from broadsheet.page import read_page
from tests.metadata.pages import PROSE


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
        ("<p class=title>Bridge agreed</p>", "Bridge agreed", "text:segment"),
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


def texts_of(html: str) -> set[str]:
    return {one.text for one in headlines(Context(Facts(read_page(html))))}


def candidates_of(head: str) -> set[str]:
    return texts_of(f"<head>{head}</head><body><h1>Bridge agreed</h1>{PROSE}{TEASERS}<h1>The Paper</h1><p>end</p>")


def test_headings_far_from_the_body_are_no_candidates() -> None:
    found = candidates_of("<title>Bridge agreed</title>")
    assert {"Bridge agreed", "The Paper"} <= found
    assert not {text for text in found if text.startswith("Number") or text == "Read 7"}


def test_stated_headings_far_from_the_body_are_candidates() -> None:
    found = candidates_of("<title>NUMBER 7 of the teasers | Paper</title>")
    assert {text for text in found if text.startswith("Number")} == {"Number 7 of the teasers"}


def test_evidence_has_a_row_per_candidate() -> None:
    context = Context(Facts(read_page(f"<title>Bridge agreed | Paper</title><h1>Bridge agreed</h1>{PROSE}")))
    found = headlines(context)
    by_text = {one.text: row for one, row in zip(found, evidence(context, found), strict=True)}
    assert by_text["Bridge agreed"][NAMES.index("h1")] == 1
    assert by_text["Paper"][NAMES.index("only in head")] == 1
    assert evidence(context, []).shape == (0, len(NAMES))


def title_of(html: str, url: str | None = None) -> str | None:
    return metadata.read(read_page(html + PROSE, url=url)).title


@pytest.mark.parametrize(
    "box",
    [
        "<table><tr><td><div><img src=a.jpg width=203 height=152><div class=cap>{}</div></div></td></tr></table>",
        "<table><tr><td><img src=a.jpg width=309 height=206></td></tr><tr><td>{}</td></tr></table>",
        "<figure><img src=a.jpg><figcaption>{}</figcaption></figure>",
        "<form><select><option>{}</option></select></form>",
        "<form><label>{}</label></form>",
        "<div>Hauptinhalt</div>",
        "<div>Saturday, 4 March 2023 (Portmere)</div>",
    ],
)
def test_captions_controls_labels_and_dates_are_no_headlines(box: str) -> None:
    line = box.format("The last ferry of the old line left the pier")
    found = texts_of(f"<div>Ferry returns to the sound</div>{line}{PROSE}<p>end")
    assert "Ferry returns to the sound" in found
    assert not any(text in line for text in found)


def test_stated_trails_are_candidates() -> None:
    head = "<title>Home > Sound > Ferry | Paper</title><div class=title>Home > Sound > Ferry</div>"
    page = read_page(f"<body>{head}{PROSE}<p>end")
    found = {one.text: one for one in headlines(Context(Facts(page)))}
    assert found["Home > Sound > Ferry"].rows


@pytest.mark.parametrize("heading", ["<h2>{}</h2>", "<p class=entry-title>{}</p>"])
def test_headings_that_are_dates_or_labels_are_no_headlines(heading: str) -> None:
    for text in ("Friday, October 19, 2012", "Main content"):
        assert text not in texts_of(f"{heading.format(text)}<h3>Ferry returns</h3>{PROSE}<p>end")


def test_a_title_of_a_breadcrumb_is_no_headline() -> None:
    crumb = (
        "<div itemscope itemtype='http://data-vocabulary.org/Breadcrumb'><a itemprop=url href=/sound>"
        "<span itemprop=title>All about the sound and its ferries</span></a></div>"
    )
    page = read_page(f"<body>{crumb}<h1>Ferry returns</h1>{PROSE}<p>end")
    found = {one.text: one.sources for one in headlines(Context(Facts(page)))}
    assert not any("microdata" in source for sources in found.values() for source in sources)


def test_hyphens_in_scripts_without_spaces() -> None:
    assert "渡轮十一年后重返下海峡" in texts_of(f"<title>渡轮十一年后重返下海峡-海港信使报</title>{PROSE}<p>end")
    assert "Ferry" not in texts_of(f"<title>Ferry-Sound</title>{PROSE}<p>end")


def test_the_title_of_a_home_page_may_be_its_name() -> None:
    name = "<title>Sound Notes</title><meta property=og:title content='Sound Notes'>"
    name += "<meta property=og:site_name content='Sound Notes'>"
    assert title_of(f"{name}<a href=/sitemap>Sitemap</a>", "https://soundnotes.example/") == "Sound Notes"


NAMED = "Bridge over the sound agreed at last"


OG = f"<meta property=og:title content='{NAMED}'>"


def headline_of(head: str, h1: str = "", *, top: str = "") -> str | None:
    html = f"<html><head>{head}</head><body><header><a href=/>The Harbour Courier</a></header>{top}{h1}{PROSE}"
    page = read_page(html, url="https://courier.example/news/4711")
    headline = metadata.read(page).title
    assert metadata.read(page, only_title=True).title == headline
    return headline


@pytest.mark.parametrize("separator", ["⋆", "*", "●", "▷", "→", "┃", "・"])
def test_separators_before_the_name_of_the_site(separator: str) -> None:
    stated = f"{REOPENED} {separator} The Harbour Courier"
    assert headline_of(f"<title>{stated}</title>") == REOPENED
    assert headline_of(f"<title>{stated}</title><meta property=og:title content='{stated}'>") == REOPENED


@pytest.mark.parametrize(
    "h1",
    [
        "{} <span class=badge>Abo</span>",
        "<span class=badge>Abo</span> {}",
        "{} <i class=badge></i><span class=badge>Abo</span>",
        "{} <a class=comments-link href=#comments>12</a>",
    ],
)
@pytest.mark.parametrize("stated", ["{} - Hafenkurier", "Hafenkurier: {}"])
def test_badges_in_the_heading(stated: str, h1: str) -> None:
    headline = "Stadtrat öffnet die alte Flussbrücke"
    assert headline_of(f"<title>{stated.format(headline)}</title>", f"<h1>{h1.format(headline)}</h1>") == headline


def test_a_stated_kicker_is_kept() -> None:
    headline = "Ferries: Council votes to reopen the old bridge"
    h1 = "<h1><span class=kicker>Ferries</span>: <span>Council votes to reopen the old bridge</span></h1>"
    head = f"<title>{headline} | The Harbour Courier</title><meta property=og:title content='{headline}'>"
    assert headline_of(head, h1) == headline


REOPENED = "Harbour railway reopens after two winters"


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
def test_other_elements_in_the_heading(h1: str, stated: str, name: str | None) -> None:
    head = f"<title>{stated.format(REOPENED)}</title>"
    head += f"<meta property={name} content='{stated.format(REOPENED)}'>" if name else ""
    assert headline_of(head, f"<h1>{h1.format(REOPENED)}</h1>") == REOPENED


@pytest.mark.parametrize(
    ("page", "headline"),
    [
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


@pytest.mark.parametrize(
    ("beside", "is_piece"),
    [
        ("<h2><span>Timetable</span><span>No more trains in winter</span></h2>", True),
        ("<h2>No more trains in winter</h2><h2><b>Timetable</b><b>No more trains in winter</b></h2>", False),
    ],
)
def test_pieces_of_headings(beside: str, is_piece: bool) -> None:
    head = "<meta property=og:title content='No more trains in winter'>"
    page = read_page(f"<head>{head}<body><h1>Council: {REOPENED}</h1>{beside}{PROSE}")
    found = headlines(Context(Facts(page)))[0]
    assert (found.text, found.is_piece and not found.heading) == ("No more trains in winter", is_piece)


def test_a_title_without_letters_is_no_headline() -> None:
    page = read_page(f"<meta property=og:title content='***'><h1>{REOPENED}</h1>{PROSE}")
    assert headlines(Context(Facts(page)))[0].text == REOPENED


@pytest.mark.parametrize("ellipsis", ["…", "...", " […]"])
@pytest.mark.parametrize("head", [OG, "<title>{} | The Harbour Courier</title>", f"{OG}<title>{{}}</title>"])
def test_headlines_cut_by_an_ellipsis(head: str, ellipsis: str) -> None:
    cut = f"{REOPENED[:27]}{ellipsis}"
    assert headline_of(head.replace(NAMED, cut).format(cut), f"<h1>{REOPENED}</h1>") == REOPENED
    assert headline_of(head.replace(NAMED, cut).format(cut), "<h1>Two winters without trains</h1>") != REOPENED


_MARATHON = 'Harbour Marathon 2024: Superior winner and "a royal visit"'


@pytest.mark.parametrize(
    ("quote", "headline"), [('"', _MARATHON), ("'", "Nobody's winner in the Harbour Marathon"), ('"', '"No," she said')]
)
def test_headlines_cut_at_a_quotation_mark(quote: str, headline: str) -> None:
    cut = f"content={quote}{headline}{quote}"
    head = f"<title>{headline} - Courier</title><meta property=og:title {cut}><meta name=twitter:title {cut}>"
    body = "".join(
        f"<p>The board met for the {at}. time, and no one of its members spoke for long.</p>" for at in range(9)
    )
    assert broadsheet.extract(f"<!doctype html>{head}<h2>{headline}</h2>{body}").title == headline


def test_a_chinese_headline_with_one_space() -> None:
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


def test_the_link_on_the_home_page_is_the_headline() -> None:
    page = read_page(f"<h1>{REOPENED}</h1>{PROSE}")
    for link, headline in (("Trains are back", "Trains are back"), ("***", REOPENED)):
        assert metadata.read(page, home_link=link).title == headline
