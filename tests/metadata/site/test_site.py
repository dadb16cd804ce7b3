"""Names of sites, and what is none: handles, holders of rights, authors, sections, addresses where a name is."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.metadata.site.hosts import is_like_host
from broadsheet.page import read_page

HEADLINE = "Bridge agreed at last"
ADDRESS = "https://www.courier.example/news/bridge"
PROSE = "".join(
    f"<p>{text} Nobody in either of them can remember how it began.</p>"
    for text in (
        "The two towns on the sound have argued about a bridge for eleven years, and nobody thought they would agree.",
        "On Monday the councils voted for it by a narrow margin, after a debate that went on until midnight.",
        "Work on the piers begins in the spring, and the first cars are to cross the water four years from now.",
    )
)


def name(head: str, *, title: str = HEADLINE, top: str = "", foot: str = "", url: str = ADDRESS) -> str | None:
    """The name of the site of a page with this in its head, above its body and below it."""
    html = f"<title>{title}</title>{head}<body>{top}<h1>{HEADLINE}</h1><article>{PROSE}</article>{foot}"
    return metadata.read(read_page(html, url=url)).site_name


def meta(key: str, content: str) -> str:
    return f'<meta property="{key}" content="{content}">'


def ld(**members: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(members)}</script>'


@pytest.mark.parametrize(
    ("handle", "found"),
    [
        ("@Courier", "Courier"),
        ("Courier_de", "Courier"),
        ("https://twitter.com/CourierNews", "Courier"),
        ("@SoundPress", None),
        ("The Sound Courier", "The Sound Courier"),
        ("https://twitter.com/", None),
        ("@", None),
    ],
)
def test_a_handle_is_a_name_as_far_as_the_host_has_it(handle: str, found: str | None) -> None:
    assert name(meta("twitter:site", handle)) == found


def test_two_letters_of_a_handle_are_no_name() -> None:
    assert name(meta("twitter:site", "@zqnews"), url="https://zq.example/news/bridge") is None


@pytest.mark.parametrize("stated", ["- |", "***", "The Courier and all of its friends " * 400])
def test_what_is_stated_and_says_no_name(stated: str) -> None:
    publisher = {"@type": "NewsArticle", "headline": HEADLINE, "publisher": {"name": stated}}
    for head in (meta("og:site_name", stated), meta("copyright", stated), ld(**publisher)):
        assert name(head, title=f"{HEADLINE} | The Courier") == "The Courier"


@pytest.mark.parametrize("url", ["http://[courier/news/bridge", f"https://{'courier' * 900}.example/news/bridge"])
def test_an_address_that_is_none(url: str) -> None:
    head = meta("og:site_name", "The Courier") + meta("og:url", url)
    assert name(head, url=url) == "The Courier"


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("https://www.courier.example/", "The Courier"),
        ("https://web.archive.org/web/2020/https://www.courier.example/", "The Courier"),
        ("https://share.example/?u=https://www.courier.example/", None),
        ("ftp://www.courier.example/", None),
    ],
)
def test_links_to_the_home_page(link: str, found: str | None) -> None:
    assert name("", top=f"<a href='{link}'>The Courier</a>") == found


def test_a_page_in_an_archive_is_of_the_site_that_it_is_from() -> None:
    url = "https://web.archive.org/web/2020/https://www.courier.example/news/bridge"
    assert name("", title=f"{HEADLINE} | The Courier", url=url) == "The Courier"


def test_a_host_in_the_title_is_a_name() -> None:
    assert name("", title=f"{HEADLINE} | harbour.test") == "harbour.test"


def test_a_handle_is_written_as_the_text_writes_it_and_comes_behind_the_link_to_the_home_page() -> None:
    said = (
        "<p>More of this on COURIER every day, from both of the towns and from all of the islands that lie between "
        "them or behind them in the sound.</p>"
    )
    assert name(meta("twitter:site", "@courier")) == "courier"
    html = f"{meta('twitter:site', '@courier')}<h1>{HEADLINE}</h1><article>{PROSE}{said}</article>"
    assert metadata.read(read_page(html, url=ADDRESS)).site_name == "COURIER"
    assert name(meta("twitter:site", "@courier"), top="<a href=/>The Courier</a>") == "The Courier"


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (meta("copyright", "Webwork GmbH, Northgate"), "The Courier"),
        (meta("publisher", "Sound Media Group"), "The Courier"),
        (meta("application-name", "Live Boards"), "The Courier"),
        (meta("application-name", "Courier Live"), "Courier Live"),
        ("<div itemscope itemtype=https://schema.org/NewsArticle><b itemprop=publisher>Wire</b></div>", "The Courier"),
        (ld(**{"@type": "NewsArticle", "headline": HEADLINE, "publisher": {"name": "Sound Press"}}), "The Courier"),
        (ld(**{"@type": "NewsArticle", "headline": HEADLINE, "publisher": {"name": "Courier Ltd"}}), "Courier"),
        (ld(**{"@type": "WebSite", "name": "Home"}), "The Courier"),
    ],
)
def test_who_may_be_another_comes_behind_the_title(head: str, found: str) -> None:
    assert name(head, title=f"{HEADLINE} | The Courier") == found


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        (meta("copyright", "Sound Media Group"), "Courier.example"),
        (meta("publisher", "The Courier"), "The Courier"),
        (meta("apple-mobile-web-app-title", "Courier.example app"), "Courier.example"),
        (meta("publisher", "***"), "Courier.example"),
        (meta("application-name", "Icecourier"), "Courier.example"),
        (ld(**{"@type": "NewsArticle", "headline": HEADLINE, "publisher": {"name": "Ada King"}}), "Courier.example"),
    ],
)
def test_a_stated_address_yields_only_to_a_name_that_says_the_same(stated: str, found: str) -> None:
    assert name(meta("og:site_name", "Courier.example") + stated) == found


def test_an_address_with_its_scheme_yields_to_what_it_stands_for() -> None:
    head = meta("og:site_name", "https://www.courier.example/") + meta("publisher", "The Courier")
    assert name(head) == "The Courier"


def test_an_abbreviated_address_yields_to_the_whole_name() -> None:
    head = meta("og:site_name", "nac.example") + meta("publisher", "Northgate Allgemeiner Courier")
    assert name(head, url="https://nac.example/a") == "Northgate Allgemeiner Courier"


@pytest.mark.parametrize(
    ("title", "found"),
    [(f"{HEADLINE} - Кур'єр", "Кур'єр"), (f"{HEADLINE} - Новини - courier.example", "courier.example")],
)
def test_a_name_in_another_script_is_the_title_s_in_place_of_the_address(title: str, found: str) -> None:
    links = "<a href=/>Кур'єр</a><a href=/>Новини</a>"
    assert name(meta("og:site_name", "courier.example"), title=title, top=links) == found
    assert name(meta("og:site_name", "courier.example"), title=title) == found


@pytest.mark.parametrize(
    ("stated", "title", "found"),
    [
        ("Loans", f"{HEADLINE} | COURIER", "COURIER"),
        ("Loans", HEADLINE, "Loans"),
        ("Loans", f"{HEADLINE} | courier.example", "Loans"),
        ("Sound Daily", f"{HEADLINE} | COURIER", "Sound Daily"),
    ],
)
def test_the_name_of_a_folder_yields_to_one_that_is_like_the_host(stated: str, title: str, found: str) -> None:
    assert name(meta("og:site_name", stated), title=title, url="https://www.courier.example/loans/bridge") == found


@pytest.mark.parametrize("publisher", ["Northern Papers Group", "Reuters"])
def test_a_publisher_that_the_host_is_not_called_after_yields_to_the_title(publisher: str) -> None:
    head = ld(**{"@type": "NewsArticle", "publisher": {"@type": "Organization", "name": publisher}})
    assert name(head, title=f"{HEADLINE} | Sound Courier") == "Sound Courier"
    assert name(head, title=f"{HEADLINE} | Traffic") == publisher


def test_a_site_that_is_stated_by_its_address_has_the_other_name() -> None:
    site = {"@type": "WebSite", "name": "courier.example"}
    assert name(ld(**site, alternateName="The Courier")) == "The Courier"
    assert name(ld(**site, alternateName="News of the Sound")) == "courier.example"


def test_an_organisation_like_the_host_is_the_site() -> None:
    head = ld(**{"@graph": [{"@type": "Organization", "name": "Courier Ltd"}, {"@type": "WebSite", "name": "Daily"}]})
    assert name(head, url="https://www.courier.example/daily/bridge") == "Courier"
    assert name(ld(**{"@type": "Organization", "name": "Sound Bank"})) is None


def test_authors_are_not_the_site_unless_the_host_has_their_name() -> None:
    head = meta("author", "Ada King")
    line = "<footer>© 2026 Ada King. All rights reserved.</footer>"
    assert name(head, foot=line) is None
    assert name(head + meta("copyright", "Ada King")) is None
    assert name(head, foot=line, url="https://adaking.example/bridge") == "Ada King"


def test_a_short_headline_before_a_long_name_does_not_hide_it() -> None:
    own = "Courses and Papers of the Sound and its Islands"
    assert name(meta("og:site_name", own), title=f"Bridge | {own}") == own


@pytest.mark.parametrize(
    ("title", "foot", "found"),
    [
        (f"{HEADLINE} | Friends of the Courier e. V.", "", "Friends of the Courier e. V."),
        (HEADLINE, "<footer>© 2026 Friends of the Sound e. V. - Imprint</footer>", "Friends of the Sound e. V."),
        (f"{HEADLINE} | The Courier.", "", "The Courier"),
    ],
)
def test_an_abbreviation_keeps_its_full_stop(title: str, foot: str, found: str) -> None:
    assert name("", title=title, foot=foot) == found


def test_what_stands_before_an_address_in_the_title_is_no_name() -> None:
    assert name("", title=f"{HEADLINE} - Recipe from Courier.example", url="https://courier.example/a") == (
        "Courier.example"
    )


def test_a_title_that_is_only_the_site_s_name_is_one() -> None:
    assert name("", title="Courier Enquiries -", top="<a href=/>Courier Enquiries</a>") == "Courier Enquiries"
    assert name("", title="Courier Enquiries -") is None


def test_parts_like_the_host_come_before_words_of_the_line_of_rights() -> None:
    line = "<footer>© 2026 courier.example - Design</footer>"
    assert name("", title=f"{HEADLINE} - courier.example - Design", foot=line) == "courier.example"


def test_general_words_of_hosts_are_no_names() -> None:
    assert name("", top="<a href=/>News</a>", url="https://news.courier.example/a") is None


def test_letters_as_hosts_write_them() -> None:
    assert is_like_host("Schweizer Jäger Online", "schweizerjaeger")
    assert is_like_host("Głos Zatoki", "glos")
    assert is_like_host("The Northgate Post", "npost")
    assert not is_like_host("Jäger", "post")
    assert not is_like_host("Jäger", "")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Copyright © 2000-2024 港口日报社 京ICP备12345号", "港口日报社"),
        ("© 2024 बंदरगाह समाचार. सर्वाधिकार सुरक्षित", "बंदरगाह समाचार"),
        ("© 2024 बंदरगाह समाचार सर्वाधिकार सुरक्षित", "बंदरगाह समाचार"),
        ("© 2000-2024 4711. All rights reserved.", None),
    ],
)
def test_what_stands_behind_the_holder_of_the_rights(line: str, found: str | None) -> None:
    assert name("", foot=f"<footer><p>{line}</p></footer>") == found


@pytest.mark.parametrize(
    ("title", "found"),
    [
        (f"{HEADLINE} - Sound Daily", "Sound Daily"),
        (f"Sound Daily: {HEADLINE}", "Sound Daily"),
        (f"{HEADLINE} (Sound Daily)", "Sound Daily"),
        (f"{HEADLINE}『港口日报』", "港口日报"),
        (f"{HEADLINE} | Sound Daily | News", "Sound Daily"),
        (f"{HEADLINE} - by Ada King", None),
        (f"{HEADLINE} - 3 May 2026", None),
        (f"{HEADLINE} - News", None),
        (f"{HEADLINE} - and what the councils of the sound say about it now", None),
        ("Sound Daily", None),
    ],
)
def test_what_the_title_has_beside_the_headline_is_the_name_where_nothing_else_says_one(
    title: str, found: str | None
) -> None:
    assert name("", title=title) == found
    assert name("", title=title, foot="<footer>© 2026 Northern Media</footer>") == (found or "Northern Media")
    assert name("", title=title, foot="<footer>© 2026 The Courier</footer>") == "The Courier"


def test_a_section_beside_the_headline_is_no_name() -> None:
    top = "<nav class=breadcrumb><a href=/>Home</a> &gt; <a href=/town>Town</a></nav>"
    assert name("", title=f"{HEADLINE} - Town", top=top) is None


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("<a class=site-logo href=/>Sound Daily</a>", "Sound Daily"),
        ("<a href=/><img class=logo alt='Sound Daily logo'></a>", "Sound Daily"),
        ("<a class=brand href=/ aria-label='Sound Daily'><svg></svg></a>", "Sound Daily"),
        ("<a class=brand href=/ title='Sound Daily - Home'><svg></svg></a>", "Sound Daily"),
        ("<a class=logo href=/>Home</a>", None),
        ("<a href=/>Sound Daily</a>", None),
        ("<a class=logo href=/news/>Sound Daily</a>", None),
        ("<a href=/ aria-label='The Courier'><svg></svg></a>", "The Courier"),
    ],
)
def test_a_logo_is_the_name_where_nothing_else_says_one(link: str, found: str | None) -> None:
    assert name("", top=link) == found


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("The Courier © 2026", "The Courier"),
        ("Imprint | The Courier, © 2026", "The Courier"),
        ("© The Courier", "The Courier"),
        ("Courier Ltd. © 2026", "Courier"),
        ("Sound Daily © 2026", None),
        ("Write to desk@courier.example © 2026", None),
    ],
)
def test_a_name_like_the_host_anywhere_in_the_line_of_rights(line: str, found: str | None) -> None:
    assert name("", foot=f"<footer><p>{line}</p></footer>") == found


def test_a_slogan_in_a_stated_name_is_told_by_the_title() -> None:
    assert name(meta("og:site_name", "Портовый вестник - новости"), title=f"{HEADLINE} | Портовый вестник") == (
        "Портовый вестник"
    )
    whole = "Вестник - новости порта"
    assert name(meta("og:site_name", whole), title=f"{HEADLINE} | {whole}") == whole


@pytest.mark.parametrize("title", [f"{HEADLINE} | 港口日报", f"{HEADLINE} _ 海峡 _ 港口日报", f"港口日报：{HEADLINE}"])
@pytest.mark.parametrize(
    "stated",
    [
        ld(**{"@type": "NewsArticle", "headline": HEADLINE, "publisher": {"name": "Northern Papers Group"}}),
        meta("og:site_name", "www.courier.example"),
        meta("og:site_name", "https://www.courier.example/"),
    ],
)
def test_a_name_in_another_script_beside_the_headline_goes_before_a_company_and_an_address(
    stated: str, title: str
) -> None:
    assert name(stated, title=title) == "港口日报"
