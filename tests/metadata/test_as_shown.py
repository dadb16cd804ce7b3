"""Dates, site, comments, images, access and language as pages state and show them: pages written for these tests."""

from __future__ import annotations

import json

import pytest

import broadsheet
from broadsheet import metadata
from broadsheet.article import Article
from broadsheet.article.blocks import Figure, Image, Paragraph, Text
from broadsheet.facts import Facts
from broadsheet.metadata.context import Context
from broadsheet.metadata.images import images, lead_image
from broadsheet.metadata.language import of_text
from broadsheet.metadata.written.dated_lines import says_changed
from broadsheet.page import read_page
from tests.metadata.pages import ld

HEADLINE = "Council approves a new bridge over the sound after eleven years"
ADDRESS = "https://www.northgate.example/local/new-bridge-approved-18273"
PROSE = "".join(
    f"<p>The two towns on the sound had argued about it for eleven years, and in year {year} they said that nobody in "
    "either of them could remember how it began, or who had wanted what of the other.</p>"
    for year in range(1, 7)
)
CROWD = (
    "<section class=comments><h3>Comments</h3><ol>"
    + "".join(
        f"<li class=comment><div class='comment-author vcard'><b class=fn>{name}</b></div>"
        f"<time datetime='2026-05-1{day}T10:00:00+00:00'>1{day} May 2026</time><p>I was there and saw it all.</p></li>"
        for day, name in enumerate(("Brian Fletcher", "Joan Pickering", "Mark Haddon"))
    )
    + "</ol></section>"
)
TEASERS = (
    "<section class=related-stories><h3>Related</h3>"
    + "".join(
        f"<div class=card><a href='/{at}'>Storm leaves towns without power</a> <span class=byline>By {name}</span>"
        f"<time datetime='2025-04-0{at}T10:00:00Z'>{at} April 2025</time></div>"
        for at, name in enumerate(("Karen Moore", "Dave Wilkins"), 1)
    )
    + "</section>"
)


def page(head: str = "", top: str = "", *, behind: str = "", title: str = HEADLINE) -> str:
    return (
        f"<!doctype html><html lang=en><head><title>{title}</title>{head}</head><body>"
        "<header class=site-header><a href='/'>Northgate Herald</a><nav><a href='/news'>News</a></nav></header>"
        f"<main><article><h1>{HEADLINE}</h1>{top}{PROSE}</article>{behind}</main>"
        "<footer>Copyright 2026 Northgate Herald</footer></body></html>"
    )


def of(head: str = "", top: str = "", *, behind: str = "", title: str = HEADLINE) -> Article:
    return broadsheet.extract(page(head, top, behind=behind, title=title), url=ADDRESS)


def test_a_word_of_change_behind_the_date() -> None:
    article = of(top="<p>2026/3/6 18:30 (2026/3/7 9:10 更新)</p>")
    assert (article.published, article.modified) == ("2026-03-06T18:30:00", "2026-03-07T09:10:00")


@pytest.mark.parametrize("behind", [CROWD, TEASERS])
def test_dates_of_comments_and_other_articles_are_ignored(behind: str) -> None:
    assert of(behind=behind).published is None
    dated = "<time datetime='2026-05-06T08:30:00+02:00'>6 May 2026</time>"
    assert of(top=dated, behind=behind).published == "2026-05-06T08:30:00+02:00"


def test_modified_is_not_before_published_on_the_same_day() -> None:
    data = of(ld(datePublished="2025-05-06T08:30:00+02:00", dateModified="2025-05-06T08:00:00+02:00"))
    assert (data.published, data.modified) == ("2025-05-06T08:30:00+02:00", None)
    data = of(ld(datePublished="2025-05-06T08:30:00+02:00", dateModified="2025-05-06T07:00:00Z"))
    assert data.modified == "2025-05-06T07:00:00+00:00"


def test_the_day_of_a_dateline_is_that_of_publication() -> None:
    line = "<p>NORTHGATE, March 6, 2026 (Sound Press) - The two towns on the sound have come to an agreement. </p>"
    html = f"<title>{HEADLINE}</title><h1>{HEADLINE}</h1>{PROSE.replace('year', 'round')}{line}{PROSE}"
    assert broadsheet.extract(html, url=ADDRESS).published == "2026-03-06"


@pytest.mark.parametrize("value", [1746513000, 1746513000000, "1746513000"])
def test_timestamps_in_json_ld(value: object) -> None:
    assert of(ld(datePublished=value)).published == "2025-05-06T06:30:00+00:00"


@pytest.mark.parametrize("value", [float("inf"), 1e300, -5, 0, True, [], {}, [None], {"@value": {}}, 10**400])
def test_values_that_are_no_dates(value: object) -> None:
    assert of(ld(datePublished=value)).published is None


@pytest.mark.parametrize(
    ("stated", "name"),
    [
        ("Tickets to Shows, Theatre & More | Northgate", "Northgate"),
        ("The Northgate - Latest News & Headlines", "The Northgate"),
        ("Northgate Herald: Breaking News of the Sound", "Northgate Herald"),
        ("Northgate Herald |", "Northgate Herald"),
        ("Sound Press - all of it", "Sound Press - all of it"),
    ],
)
def test_slogans_are_cut_from_the_name_of_the_site(stated: str, name: str) -> None:
    html = f"<meta property=og:site_name content='{stated}'><h1>{HEADLINE}</h1>{PROSE}"
    assert broadsheet.extract(html, url=ADDRESS).site_name == name


@pytest.mark.parametrize(
    "head",
    [
        "<base href='http://www.northgate.example/'>",
        "<link rel=alternate type=application/rss+xml href='http://feeds.northgate.example/news.xml'>",
        "<link rel=canonical href='http://www.northgate.example/a'>",
        "".join(f"<a href='http://www.northgate.example/{at}'>More</a>" for at in range(6)),
        "".join(f"<a href='/web/2010010203/http://www.northgate.example/{at}'>More</a>" for at in range(6)),
    ],
)
def test_the_name_of_the_site_without_a_url(head: str) -> None:
    html = f"{head}<title>The Northgate // {HEADLINE}</title><h1>{HEADLINE}</h1>{PROSE}"
    assert metadata.read(read_page(html)).site_name == "The Northgate"


def test_the_link_to_the_home_page_repeats_the_name_in_the_title() -> None:
    html = (
        "<base href='http://news.northgate.example/'><title>港口新桥获得批准_财经_北门网</title>"
        f"<a href='http://www.northgate.example/'>北门网首页</a><h1>港口新桥获得批准</h1>{PROSE}"
    )
    assert metadata.read(read_page(html)).site_name == "北门网"


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("Comments (12)", 12),
        ("View Comments (8)", 8),
        ("12 Responses to Council approves a new bridge", 12),
        ("3 thoughts on “Council approves a new bridge”", 3),
        ("45 Antworten", 45),
        ("Комментарии: 7", 7),
        ("评论 57", 57),
        ("Ver 57 comentarios", 57),
        ("Yorumlar (12)", 12),
        ("التعليقات (12)", 12),
        ("12 टिप्पणियाँ", 12),
        ("12 ความคิดเห็น", 12),
        ("<span>Comments</span> <span class=badge>12</span>", 12),
        ("0 Comments", 0),
        ("Comments (0)", None),
        ("12 komentarų", 12),
        ("12 commentators spoke", None),
    ],
)
def test_lines_with_the_number_of_comments(line: str, count: int | None) -> None:
    assert of(behind=f"<h3>{line}</h3>").comment_count == count


PLACEHOLDERS = (
    "logo-por-defecto.jpg spacer.gif fb-share.png apple-touch-icon.png icon512x512_a.jpg social-card.png no-image.jpg "
    "default-image.png opengraph_default.png"
).split()


@pytest.mark.parametrize(
    ("stated", "given"),
    [
        ("https://www.northgate.example/sites/default/files/bridge.jpg", True),
        ("https://cdn.northgate.example/bridge.jpg?impolicy=logo-overlay", True),
        ("https://cdn.northgate.example/the%20sound.jpg", True),
        ("https://cdn.northgate.example/northgate_logo_top.png", False),
        ("https://cdn.northgate.example/themes/herald/social.jpg", False),
        *((f"https://northgate.example/{name}", False) for name in PLACEHOLDERS),
    ],
)
def test_logos_and_placeholders_are_no_lead_image(stated: str, *, given: bool) -> None:
    lead = of(f"<meta property=og:image content='{stated}'>").lead_image
    assert (lead is not None) == given
    if lead is not None:
        assert lead.src == stated


def test_the_lead_image_of_a_page_that_states_none() -> None:
    picture = "<img src='/img/sound.jpg' width=900 height=600 alt='The sound'>"
    figure = f"<figure>{picture}<figcaption>At dawn.</figcaption></figure>"
    data = of(top=figure)
    assert data.lead_image == Image("https://www.northgate.example/img/sound.jpg", "The sound", "At dawn.", 900, 600)
    origin = next(one for one in data.origins if one.datum == "lead_image")
    assert origin.source == "text:img"


def test_the_caption_of_a_stated_image_comes_from_the_body() -> None:
    read = read_page(page("<meta property=og:image content='/img/sound-bridge.jpg'>"), url=ADDRESS)
    context = Context(Facts(read))
    body = (
        Paragraph((Text("One"),)),
        Figure((Image("https://cdn.example/sound-bridge-640x480.jpg", "A", "At dawn."),)),
    )
    lead, _ = lead_image(context, images(context), body)
    assert lead == Image("https://www.northgate.example/img/sound-bridge.jpg", "A", "At dawn.")


def test_an_image_with_a_short_name_is_known_by_its_address() -> None:
    image = "<img src='/i/b.jpg' srcset='/i/b-400.jpg 400w' alt='A bridge'>"
    figure = f"<figure>{image}<figcaption>At dawn.</figcaption></figure>"
    lead = of("<meta property=og:image content=https://www.northgate.example/i/b.jpg>", figure).lead_image
    assert lead == Image("https://www.northgate.example/i/b.jpg", "A bridge", "At dawn.")
    lead = of("<meta property=og:image content=https://www.northgate.example/j/b.jpg>", figure).lead_image
    assert lead == Image("https://www.northgate.example/j/b.jpg")


@pytest.mark.parametrize(("stated", "shown"), [("/i/b.jpg", "/j/b.webp"), ("/photos/1200/630", "/photos/1200/631")])
def test_similar_addresses_of_other_images(stated: str, shown: str) -> None:
    figure = f"<figure><img src='{shown}'><figcaption>At dawn.</figcaption></figure>"
    lead = of(f"<meta property=og:image content='{stated}'>", figure).lead_image
    assert lead is not None
    assert not lead.caption


def test_alternative_text_is_no_caption() -> None:
    lead = of("<meta property=og:image content='/img/b.jpg'><meta property=og:image:alt content='A bridge'>").lead_image
    assert lead is not None
    assert (lead.alt, lead.caption) == ("A bridge", "")


@pytest.mark.parametrize(
    ("thing", "access"),
    [
        ({"@type": "WebPage", "isAccessibleForFree": False}, "paid"),
        ({"@type": "WebPage", "isAccessibleForFree": True}, "free"),
        ({"@type": "Movie", "isAccessibleForFree": False}, None),
        ({"@type": None, "hasPart": [], "isAccessibleForFree": False}, "paid"),
        ({"@type": "NewsArticle", "isAccessibleForFree": [True, False]}, None),
    ],
)
def test_access_in_json_ld(thing: dict[str, object], access: str | None) -> None:
    text = PROSE * 2
    html = f'<script type="application/ld+json">{json.dumps(thing)}</script><h1>{HEADLINE}</h1>{text}'
    assert metadata.read(read_page(html)).access == access


@pytest.mark.parametrize(
    ("marked", "access"),
    [
        ("<meta property=article:content_tier content=metered>", "paid"),
        ("<p itemscope><link itemprop=isAccessibleForFree href=https://schema.org/False></p>", "paid"),
    ],
)
def test_access_in_meta_elements_and_microdata(marked: str, access: str | None) -> None:
    assert metadata.read(read_page(f"{marked}<h1>{HEADLINE}</h1>{PROSE * 2}")).access == access


def test_latin_america_is_not_laos() -> None:
    text = "<p>Las dos ciudades habían discutido durante once años, y nadie podía recordar cómo empezó todo.</p>" * 6
    assert metadata.read(read_page(f"<html><meta property=og:locale content=es_LA>{text}")).language == "es-419"


@pytest.mark.parametrize(
    ("home", "link", "same"),
    [
        (ADDRESS, "/", True),
        (ADDRESS, "https://www.northgate.example/", True),
        (ADDRESS, "HTTPS://Northgate.Example", True),
        ("https://de.paper.example/a", "https://paper.example/", True),
        (ADDRESS, "https://sport.northgate.example/", True),
        (ADDRESS, "/Default.aspx", True),
        (ADDRESS, " https://other.example/", False),
        (ADDRESS, "https://www.northgate.example?p=12", False),
        (ADDRESS, "https://www.northgate.example/news", False),
        ("https://x.com/a", "https://netflix.com/", False),
        (None, "https://twitter.com/", False),
        (None, "/", True),
    ],
)
def test_links_to_the_first_page(home: str | None, link: str, *, same: bool) -> None:
    read = read_page("<p>text", url=home)
    assert Context(Facts(read)).is_home(link) == same


@pytest.mark.parametrize(
    ("label", "language"),
    [
        ("আপডেট:", "bn"),
        ("עודכן:", "he"),
        ("Përditësuar:", "sq"),
        ("Uppfært", "is"),
        ("अद्यावधिक :", "ne"),
        ("Actualisé le", "fr"),
        ("Rettet", "da"),
        ("Atjaunots:", "lv"),
        ("Muudetud:", "et"),
        ("Actualització:", "ca"),
        ("Změněno", "cs"),
        ("zadnja izmjena:", "hr"),
        ("Последња измена:", "sr"),
        ("Ανανεώθηκε:", "el"),
        ("Змінено", "uk"),
        ("อัพเดท:", "th"),
        ("改訂：", "ja"),
        ("갱신", "ko"),
        ("Act.", "es"),
        ("Corrected on", "en"),
    ],
)
def test_a_day_of_change_in_many_languages(label: str, language: str) -> None:
    line = f"<div class=date>06.05.2025 08:30 | {label} 07.05.2025 14:12</div>"
    html = page("", line).replace("lang=en", f"lang={language}")
    assert broadsheet.extract(html, url=ADDRESS).modified == "2025-05-07T14:12:00"


@pytest.mark.parametrize(("label", "language"), [("Mise à jour :", "fr"), ("Muudetud:", "et"), ("Обновено:", "bg")])
def test_a_day_of_change_that_stands_first_is_not_that_of_publication(label: str, language: str) -> None:
    lines = f"<p>{label} 07.05.2025 14:12</p><p>06.05.2025 08:30</p>"
    data = broadsheet.extract(page("", lines).replace("lang=en", f"lang={language}"), url=ADDRESS)
    assert (data.published, data.modified) == ("2025-05-06T08:30:00", "2025-05-07T14:12:00")


@pytest.mark.parametrize(
    "label", ["La mise à jour de Windows du", "Klimatet förändrat", "Feuerwehr rettet Katze,", "De wet is aangepast op"]
)
def test_words_for_changes_in_sentences_are_no_labels(label: str) -> None:
    assert not says_changed(label)


@pytest.mark.parametrize("numbers", ["03/05/2025 18:20", "03.05.2025 18:20"])
def test_the_order_of_a_date_comes_from_the_text_not_the_template(numbers: str) -> None:
    prose = "".join(
        "<p>El pleno del Ayuntamiento ha decidido construir una nueva piscina junto al puerto. El proyecto costará 42 "
        f"millones de euros y las obras empezarán en {number} meses, según anunció el Consistorio a los vecinos.</p>"
        for number in range(2, 8)
    )
    html = f"<html lang=en-US><title>La piscina</title><h1>La nueva piscina</h1><p>{numbers}</p>{prose}"
    assert broadsheet.extract(html, url=ADDRESS).published == "2025-05-03T18:20:00"
    assert broadsheet.extract(html.replace(prose, PROSE), url=ADDRESS).published == "2025-03-05T18:20:00"


def test_years_of_taiwan() -> None:
    prose = "".join(
        f"<p>市議會決定在港口旁邊興建一座新的游泳池,預計花費{year}億元,明年春天開始施工。</p>" for year in range(2, 9)
    )
    html = f"<html lang=zh-Hant-TW><title>游泳池</title><h1>市議會通過新游泳池</h1><p>114/05/15 14:05</p>{prose}"
    assert broadsheet.extract(html, url=ADDRESS).published == "2025-05-15T14:05:00"
    assert broadsheet.extract(html.replace("zh-Hant-TW", "zh"), url=ADDRESS).published is None


def test_a_labelled_change_on_the_day_of_publication() -> None:
    data = of(top="<div class=date>6 May 2025, 08:30 | Updated: 6 May 2025, 14:12</div>")
    assert (data.published, data.modified) == ("2025-05-06T08:30:00", "2025-05-06T14:12:00")


def test_a_day_of_change_behind_the_standfirst() -> None:
    standfirst = "<p class=standfirst>The closure starts in September and will cost fourteen million, it said.</p>"
    lines = "<p class=by>Ada Lovelace</p><p class=date>Published 6 May 2025. Updated 7 May 2025</p>"
    assert of(top=standfirst + lines).modified == "2025-05-07"


@pytest.mark.parametrize("kicker", ["<span>En direct</span>", "<small>Stadtrat</small>", "<span>Live</span><!-- -->"])
def test_a_label_that_touches_the_headline_is_separated(kicker: str) -> None:
    html = page().replace(f"<h1>{HEADLINE}", f"<h1>{kicker}{HEADLINE}").replace(f"<title>{HEADLINE}", "<title>Herald")
    title = broadsheet.extract(html, url=ADDRESS).title
    assert title is not None
    assert title.endswith(HEADLINE)
    assert title.removesuffix(HEADLINE)[-1:] in ("", " ")


@pytest.mark.parametrize("language", ["ckb", "ckb-IQ"])
def test_a_declared_language_of_three_letters(language: str) -> None:
    html = page(top="<p class=date>١٢ی ئازاری ٢٠٢٤، ١٤:٣٥</p>").replace("lang=en", f"lang={language}")
    assert broadsheet.extract(html, url=ADDRESS).published == "2024-03-12T14:35:00"


def test_dates_without_a_declared_language() -> None:
    prose = (
        "<p>Alkateak adierazi duenez, obrek hiru milioi euroko kostua izan dute eta erdia Jaurlaritzak ordaindu du, "
        "baina azokak ehun postu baino gehiago ditu orain, eta goiko solairuan sukaldaritza eskola bat jarri dute.</p>"
    )
    line = "<p>Ane Etxeberria | 2024ko martxoaren 12a, 14:35</p>"
    html = page(top=line).replace("<html lang=en>", "<html>").replace(PROSE, prose * 4)
    data = broadsheet.extract(html, url=ADDRESS)
    assert (data.language, data.published, data.authors) == ("eu", "2024-03-12T14:35:00", ("Ane Etxeberria",))


def test_two_dates_that_touch() -> None:
    line = "<div><span>Nov 12, 2023 1:00 AM</span><span>Nov 17, 2023 6:02 PM</span></div>"
    assert of(top=line).published == "2023-11-12T01:00:00"


def test_hidden_elements_at_the_end_of_the_page() -> None:
    hidden = (
        "<a rel=author href=/author/ada><b hidden>Ada Lovelace</b></a><p class=byline><b hidden>By Tom Adeyemi</b></p>"
        "<time datetime=2024-03-05><b hidden>5 March 2024</b></time><div class=date><b hidden>6 March 2024</b></div>"
        "<a rel=category href=/category/ports><b hidden>Ports</b></a><a rel=tag href=/tag/boats><b hidden>Boats</b></a>"
        "<h2><b hidden>All about boats</b></h2><p class=modified><b hidden>Updated 7 March 2024</b></p>"
    )
    found = metadata.read(read_page(f"<html lang=en><h1>{HEADLINE}</h1>{PROSE}{hidden}"))
    assert found.title == HEADLINE


@pytest.mark.parametrize(
    "shown",
    [
        "<p class=when>12 June 2026 – 14 June 2026</p>",
        "<p>When: <time itemprop=startDate datetime=2026-12-13T17:00>13 December 2026, 5 p.m.</time></p>",
    ],
)
def test_dates_of_events_are_ignored(shown: str) -> None:
    assert of(ld(datePublished="2026-05-10", headline=HEADLINE), shown).published == "2026-05-10"


def test_two_moments_with_a_dash_between() -> None:
    assert of(top="<p class=date>March 5, 2024, 10:00 - March 6, 2024, 11:00</p>").published == "2024-03-05T10:00:00"


def test_tibetan_and_dzongkha_by_declaration() -> None:
    line = "གྲོང་ཁྱེར་ལྷན་ཚོགས་ཀྱི་ཚོགས་འདུའི་ཐོག་གཟའ་ཟླ་བའི་ཉིན་ལོ་བརྒྱའི་ཟམ་པ་རྙིང་པ་ཉམས་གསོ་བྱེད་རྒྱུ་ཐག་གཅོད་བྱས་པ་རེད། "
    assert of_text(2 * line, ("bo",)) == "bo"
    assert of_text(2 * line, ("dz",)) == "dz"
