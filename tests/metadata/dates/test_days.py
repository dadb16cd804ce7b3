"""Which of the days on a page is that of publication: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.article import Claim
from broadsheet.metadata.written.dated_lines import says_published
from broadsheet.page import read_page
from tests.metadata import pages
from tests.metadata.pages import HEADLINE, PROSE

URL = "https://courier.example/news/bridge-over-the-sound-agreed"
PUBLISHED, CHANGED = "2025-05-05T09:00:00+02:00", "2025-05-09T10:00:00+02:00"


def ld(**more: object) -> str:
    return pages.ld(**{"headline": HEADLINE, "datePublished": PUBLISHED, **more})


def of(head: str = "", line: str = "", *, above: str = "", behind: str = "", lang: str = "en") -> metadata.Metadata:
    return metadata.read(
        read_page(
            f"<html lang={lang}><head><title>{HEADLINE}</title>{head}</head><body>{above}<nav><a href=/>Home</a></nav>"
            f"<h1>{HEADLINE}</h1>{line}<div>{PROSE}{behind}</div></body></html>",
            url=URL,
        )
    )


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "<p>Updated May 9, 2025</p>"),
        ("de", "<p>Aktualisiert am 9. Mai 2025</p>"),
        ("fr", "<p>Mis à jour le 9 mai 2025</p>"),
        ("ja", "<p>2025年5月9日 更新</p>"),
        ("ja", "<p>2025年5月9日 10:00更新</p>"),
        ("en", '<p><time datetime="2025-05-09T10:00:00+02:00">Updated 2 days ago</time></p>'),
    ],
)
def test_a_line_with_the_date_of_a_change(lang: str, line: str) -> None:
    found = of(ld(dateModified=CHANGED), line, lang=lang)
    assert (found.published, found.modified) == (PUBLISHED, CHANGED)


@pytest.mark.parametrize("name", ["fecha", "td_data_time", "topbar", "a"])
@pytest.mark.parametrize(("head", "line"), [("", "<p>May 5, 2025</p>"), (ld(), "")])
def test_the_date_of_the_visit_is_ignored(name: str, head: str, line: str) -> None:
    found = of(head, line, above=f'<div class="{name}">Wednesday, March 11, 2026</div>')
    assert (found.published or "")[:10] == "2025-05-05"


PAGE = {"@type": "WebPage", "datePublished": PUBLISHED, "dateModified": CHANGED}
MADE = {"@type": "NewsArticle", "headline": HEADLINE, "dateCreated": PUBLISHED, "dateModified": CHANGED}
WORDPRESS = (
    '<div class="posted-on"><time class="entry-date published" datetime="2025-05-05T14:30:00+00:00">May 5, 2025</time> '
    '<time class="updated" datetime="2025-05-07T08:00:00+00:00">May 7, 2025</time></div>'
)
MARKED = (
    '<div itemscope itemtype="https://schema.org/BlogPosting"><time itemprop=dateModified>2025-05-09 10:00:00</time> '
    "<time itemprop=datePublished>2025-05-05 09:00:00</time></div>"
)
CAPTION = "<figure><img src=/a.jpg><figcaption>The old ferry on 3 March 2021.</figcaption></figure>"
TEASER = (
    "</div><a href=/news/2><h3>Ferries of the sound are sold to the south</h3>"
    "<time datetime=2025-05-05T19:32:07+02:00>19:32</time></a>"
)
EXHIBITION = (
    "<p>The exhibition about the ferries and their crews, which the museum has made with the schools of the town, "
    "runs until 12 June 2025 in the town hall.</p>"
)
POSTED = "<p>This entry was posted on 5 May 2025 at 2:30 pm and is filed under harbours, ferries and bridges.</p>"
OWN_LINK = "<a href=https://www.courier.example/>www.courier.example <span>2025-05-05 09:07:17</span></a>"
ABOVE = f'<div class="header"><h2>{HEADLINE}</h2><div class="date">5 May 2025</div></div>'


@pytest.mark.parametrize(
    ("parts", "published", "modified"),
    [
        ({"head": pages.ld(None, **{"@graph": [PAGE]})}, PUBLISHED, CHANGED),
        ({"head": pages.ld(**MADE)}, PUBLISHED, CHANGED),
        ({"line": WORDPRESS}, "2025-05-05T14:30:00+00:00", "2025-05-07T08:00:00+00:00"),
        ({"line": MARKED}, "2025-05-05T09:00:00", "2025-05-09T10:00:00"),
        # A class alone says nothing of the only date.
        ({"line": "<time class=updated datetime=2025-05-07T08:00:00Z>May 7</time>"}, "2025-05-07T08:00:00+00:00", None),
        ({"head": ld(), "line": CAPTION}, PUBLISHED, None),
        ({"line": CAPTION}, None, None),
        ({"line": "<p>© Copyright May 5, 2025</p>"}, None, None),
        ({"line": "<p>Release date: 14 April 2025</p>"}, "2025-04-14", None),
        ({"line": "<p class=date>5 May 2025, 14:00</p>", "behind": TEASER}, "2025-05-05T14:00:00", None),
        ({"line": OWN_LINK}, "2025-05-05T09:07:17", None),
        ({"behind": EXHIBITION}, None, None),
        ({"behind": f"</div>{'<p>Ferries</p>' * 8}</div>{POSTED}"}, "2025-05-05T14:30:00", None),
        ({"above": ABOVE, "behind": "<p>It was built on 9 May 2025.</p>"}, "2025-05-05", None),
        # One day by two calendars is no span.
        ({"line": "<p>۱۵ اردیبهشت ۱۴۰۴ - ۵ مه ۲۰۲۵</p>", "lang": "fa"}, "2025-05-05", None),
        ({"line": "<p>Марија Јовановић 5. мај 2025.</p>", "lang": "sr"}, "2025-05-05", None),
        (
            {
                "head": pages.ld(**{"@type": "NewsArticle", "datePublished": "2025-05-09"}),
                "line": "<p>Published May 5, 2025</p><p>Updated May 9, 2025</p>",
            },
            "2025-05-05",
            "2025-05-09",
        ),
    ],
)
def test_dates_by_position(parts: dict[str, str], published: str | None, modified: str | None) -> None:
    found = of(**parts)
    assert (found.published, found.modified) == (published, modified)


@pytest.mark.parametrize("value", ["2025-05-09T10:00:00+02:00", 1746777600, ["2025-05-09"]])
def test_all_forms_of_a_change_that_is_stated(value: object) -> None:
    assert (of(ld(dateModified=value)).modified or "")[:10] == "2025-05-09"


@pytest.mark.parametrize(
    ("stated", "published"),
    [
        # Where it says nothing, a change is all that is known of the day.
        ({"year": 2025}, "2025-05-14"),
        ("soon", "2025-05-14"),
        (f"{'They argued about it for years. ' * 6}On May 5, 2025 they agreed.", "2025-05-14"),
        ([], "2025-05-14"),
        ("5/13/2025", "2025-05-13"),
    ],
)
def test_forms_of_a_day_that_is_stated(stated: object, published: str) -> None:
    assert of(ld(datePublished=stated, dateModified="5/14/2025")).published == published


def test_dates_of_comments_and_newsletters() -> None:
    sent = "<meta name=sailthru.date content=2025-05-05>"
    comment = "<div itemscope itemtype=https://schema.org/Comment><p>Yes!</p><{}=2025-05-09></div>"
    for element in ("time itemprop=datePublished datetime", "meta itemprop=datePublished content"):
        assert of(sent, behind=comment.format(element)).published == "2025-05-05"
    for nothing in ("soon", {"year": 2025}):
        assert of(sent + ld(datePublished=nothing)).published == "2025-05-05"
    assert of(sent + ld(datePublished="2025-05-09")).published == "2025-05-09"


def test_dates_of_reviews_are_ignored() -> None:
    review = "<div itemscope itemtype=https://schema.org/Review><meta itemprop=datePublished content=2025-05-09></div>"
    assert metadata.read(read_page(review)).modified is None


@pytest.mark.parametrize(
    ("path", "published"),
    [
        ("2025/05/05/bridge", "2025-05-05"),
        ("2025/02/31/bridge", None),
        ("2025/13/45/bridge", None),
        ("2010/WORLD/americas/02/03/story.html", "2010-02-03"),
        ("article/18012008/101/story", "2008-01-18"),
        ("story-29-10-2021.html", "2021-10-29"),
        ("story-12345678", None),
        ("story-29-102021.html", None),
    ],
)
def test_days_in_addresses(path: str, published: str | None) -> None:
    assert metadata.read(read_page(f"<p>{HEADLINE}", url=f"https://courier.example/{path}")).published == published


@pytest.mark.parametrize(
    ("attributes", "published"),
    [
        ("title='May 5, 2025 at 2:30 PM'", "2025-05-05T14:30:00"),
        ("data-date='5. Mai 2025'", "2025-05-05"),
        ("data-date='' title='May 5, 2025'", "2025-05-05"),
        ("content='May 5, 2025'", "2025-05-05"),
        (f"title='{'They argued about it. ' * 6}On May 5, 2025 they agreed'", None),
        ("title='05.05.2025'", "2025-05-05"),
        ("title='On Monday in May'", None),
    ],
)
def test_days_in_attributes_as_people_write_them(attributes: str, published: str | None) -> None:
    assert of(line=f"<p class=date {attributes}>vor zwei Tagen</p>", lang="de").published == published


@pytest.mark.parametrize(
    ("line", "published"),
    [
        ('<span class="date" title="Monday, May 5, 2025 at 2:30 PM">2 hours ago</span>', "2025-05-05T14:30:00"),
        ('<time datetime="May 5, 2025 14:30">yesterday</time>', "2025-05-05T14:30:00"),
        ("<p>2025年5月5日 09:00（2025年5月9日 10:15更新）</p>", "2025-05-05T09:00:00"),
        ("<p>By Ada Thorne on Monday, May 5, 2025 at 2:30 p.m.</p>", "2025-05-05T14:30:00"),
        ("<p>Posted May 5, 2025 at 2:30 p.m., updated May 9, 2025 at 5 p.m.</p>", "2025-05-05T14:30:00"),
        ("<p>5 พฤษภาคม 2568 เวลา 14:30 น.</p>", "2025-05-05T14:30:00"),
        ("<p>Ada Thorne, 5 maja 2025 r.</p>", "2025-05-05"),
    ],
)
def test_where_dates_are_as_people_write_them(line: str, published: str) -> None:
    assert of(line=line, lang="ja" if "年" in line else "en").published == published


@pytest.mark.parametrize(
    ("headline", "is_own"),
    [(f"{HEADLINE} - Courier", True), (HEADLINE[:24], True), ("", True), ("Storm leaves towns dark", False)],
)
def test_another_object_of_the_article_states_its_day(headline: str, *, is_own: bool) -> None:
    own = json.dumps({"@type": "NewsArticle", "headline": HEADLINE, "url": URL})
    other = json.dumps({"@type": "Article", "headline": headline, "datePublished": PUBLISHED})
    found = of(f"<script type=application/ld+json>[{own}, {other}]</script>")
    assert found.published == (PUBLISHED if is_own else None)


CARD = (
    "<div class=card><h3><a href=/news/{0}>Ferry number {0} leaves the harbour for good</a></h3>"
    "<p>{1} April 2025</p></div>"
)


@pytest.mark.parametrize(
    "behind",
    [
        "".join(CARD.format(number, number + 10) for number in (1, 2, 3)),
        "".join(
            f"<a href=/news/{number}><b>Ferry number {number} leaves for good</b> <time datetime=2025-04-1{number}>"
            f"April 1{number}, 2025</time></a>"
            for number in (1, 2, 3)
        ),
        "<p>Registration closes: 12 June 2025</p>",
        "<div itemscope itemtype=//schema.org/Review><meta itemprop=datePublished content=2024-12-29>By Ada</div>",
        "<p>The register of 1 March 2018 lists both harbours, and it says of each how many ferries it had then.</p>",
    ],
)
def test_dates_of_other_things_are_ignored(behind: str) -> None:
    assert of(behind=f"</div><div>{behind}").published is None


@pytest.mark.parametrize("label", ["Deadline:", "Joined:", "Event:", "When:", "Accessed:"])
def test_labels_of_other_dates(label: str) -> None:
    page = '<script type="application/ld+json">{"@type":"WebPage","datePublished":"2025-05-05T09:00:00+02:00"}</script>'
    assert of(page, f"<p>{label} 14 April 2025</p>").published == PUBLISHED


@pytest.mark.parametrize(
    ("line", "behind", "published"),
    [
        ("May 5, 2025, 9:00 a.m.", "2025-05-05T14:17:00+02:00", "2025-05-05T09:00:00"),
        ("May 5, 2025", "2025-05-05T14:17:00+02:00", "2025-05-05"),
    ],
)
def test_a_time_behind_the_body_is_ignored(line: str, behind: str, published: str) -> None:
    time = f"<div class=date><time datetime={behind}>that day</time></div>"
    assert of(line=f"<p class=date>{line}</p>", behind=time).published == published


def test_a_shown_date_years_from_the_stated_one_is_ignored() -> None:
    stated = f'<meta property="article:published_time" content="{PUBLISHED}">'
    found = of(ld() + stated, "<time datetime=2019-09-03>September 3, 2019</time>")
    assert found.published == PUBLISHED
    assert "published" not in found.alternatives
    assert of(ld(), "<p>September 3, 2019</p>").published == "2019-09-03", "which only one source states"


def test_a_single_day() -> None:
    data = of(ld(), '<p class="date">May 5, 2025</p>')
    assert data.published == PUBLISHED
    assert data.alternatives["published"] == (Claim("2025-05-05", "text:p = text:line"),)


@pytest.mark.parametrize(
    ("host", "locale", "line", "published"),
    [
        ("courier.com", "", "03/05/2025 04:15 PM IST", "2025-05-03T16:15:00+05:30"),
        ("courier.com", "", "03-05-2025 16:15 +0530", "2025-05-03T16:15:00+05:30"),
        ("courier.com", "", "03/05/2025 16:15 GMT", "2025-05-03T16:15:00+00:00"),
        ("courier.com", "", "03/05/2025 16:15 UTC", "2025-03-05T16:15:00+00:00"),
        ("courier.com", "", "03/05/2025 16:15 EST", "2025-03-05T16:15:00-05:00"),
        ("courier.com", "en_GB", "03/05/2025 16:15", "2025-05-03T16:15:00"),
        ("courier.com", "en_US", "03/05/2025 16:15", "2025-03-05T16:15:00"),
        ("courier.com", "", "3/5/2025", "2025-03-05"),
        ("courier.example", "en_GB", "3/5/2025", "2025-05-03"),
        ("courier.example", "", "3/5/2025", "2025-05-03"),
        ("courier.co.uk", "en_US", "3/5/2025", "2025-05-03"),
    ],
)
def test_zone_locale_and_host_tell_whether_the_month_stands_first(
    host: str, locale: str, line: str, published: str
) -> None:
    stated = f'<meta property="og:locale" content="{locale}">' if locale else ""
    html = f"<html lang=en><title>{HEADLINE}</title>{stated}<h1>{HEADLINE}</h1><p class=date>{line}</p>{PROSE}"
    assert metadata.read(read_page(html, url=f"https://www.{host}/news/bridge")).published == published


@pytest.mark.parametrize(
    ("head", "line", "published"),
    [
        ('<meta name=pubdate content="Mon, 5 May 2025 17:22:00 CET">', "", "2025-05-05T17:22:00+01:00"),
        ('<meta name=pubdate content="Mon, 5 May 2025 17:22:00 IST">', "", "2025-05-05T17:22:00+05:30"),
        ('<meta name=pubdate content="2025-05-05T09:00Z[UTC]">', "", "2025-05-05T09:00:00+00:00"),
        ('<meta name=pubdate content="2025-05-05T09:00:00Z[UTC]">', "", "2025-05-05T09:00:00+00:00"),
        ('<meta name=pubdate content="2025-05-05T09:00:00[CET]">', "", "2025-05-05T09:00:00+01:00"),
        ("", '<p><time datetime="2025/05/05 17:22">2 days ago</time></p>', "2025-05-05T17:22:00"),
        ("", '<p><time datetime="2025-5-5 7:22">2 days ago</time></p>', "2025-05-05T07:22:00"),
        ("", "<p class=date><span>05</span><span>May</span><span>2025</span></p>", "2025-05-05"),
    ],
)
def test_how_programs_and_style_sheets_write_dates(head: str, line: str, published: str) -> None:
    assert of(head, line).published == published


@pytest.mark.parametrize(
    ("lang", "changed", "published"),
    [
        ("bg", "Обновена: 09.05.2025", "Публикувана: 05.05.2025"),
        ("cs", "Aktualizováno: 9. května 2025", "Zveřejněno: 5. května 2025"),
        ("da", "Opdateret: 9. maj 2025", "Offentliggjort: 5. maj 2025"),
        ("de", "Letzte Änderung: 09.05.2025", "Online seit: 05.05.2025"),
        ("el", "Τελευταία ενημέρωση: 09/05/2025", "Πρώτη καταχώρηση: 05/05/2025"),
        ("en", "Last modified: 9 May 2025", "Online since 5 May 2025"),
        ("en", "Revised: 9 May 2025", "Created: 5 May 2025"),
        ("es", "Actualizado: 09/05/2025", "Creado: 05/05/2025"),
        ("fa", "آخرین ویرایش: ۱۹ اردیبهشت ۱۴۰۴", "تاریخ درج: ۱۵ اردیبهشت ۱۴۰۴"),
        ("fi", "Päivitetty 9.5.2025", "Julkaistu 5.5.2025"),
        ("hu", "Frissítve: 2025. május 9.", "Közzétéve: 2025. május 5."),
        ("id", "Diubah: 9 Mei 2025", "Tayang: 5 Mei 2025"),
        ("ja", "更新日 2025年5月9日", "掲載日 2025年5月5日"),
        ("ko", "수정: 2025-05-09", "승인: 2025-05-05"),
        ("nl", "Laatste wijziging: 9 mei 2025", "Verschenen: 5 mei 2025"),
        ("pl", "Zmieniono: 09.05.2025", "Utworzono: 05.05.2025"),
        ("sv", "Senast ändrad: 9 maj 2025", "Skapad: 5 maj 2025"),
        ("th", "อัปเดต 9 พ.ค. 2568", "เผยแพร่ 5 พ.ค. 2568"),
        ("tr", "Güncelleme: 09.05.2025", "Giriş: 05.05.2025"),
        ("vi", "Cập nhật: 09/05/2025", "Đăng lúc: 05/05/2025"),
        ("zh", "更新时间： 2025-05-09", "发布时间： 2025-05-05"),
        ("zh-TW", "更新時間： 2025-05-09", "刊登： 2025-05-05"),
        ("ar", "آخر تحديث: 9 مايو 2025", "نُشر: 5 مايو 2025"),
    ],
)
@pytest.mark.parametrize("order", ["<p>{1}</p><p>{0}</p>", "<p>{0} {1}</p>", "<p>{0}, {1}</p>"])
def test_labels_of_changes_and_publication(lang: str, changed: str, published: str, order: str) -> None:
    found = of(line=order.format(published, changed), lang=lang)
    assert (found.published, found.modified) == ("2025-05-05", "2025-05-09")


@pytest.mark.parametrize(
    ("lang", "changed", "published"),
    [
        ("en", "Updated 9 May 2025", "5 May 2025"),
        ("en", "Updated 9 May 2025", "By Ada Thorne, 5 May 2025"),
        ("de", "Stand: 09.05.2025", "05.05.2025"),
        ("fr", "Mis à jour : 9 mai 2025", "Le 5 mai 2025"),
    ],
)
def test_an_unlabelled_date_beside_one_of_a_change(lang: str, changed: str, published: str) -> None:
    for lines in (f"<p>{changed}</p><p>{published}</p>", f"<p>{published}</p><p>{changed}</p>"):
        found = of(line=lines, lang=lang)
        assert (found.published, found.modified) == ("2025-05-05", "2025-05-09")


@pytest.mark.parametrize(
    "lines",
    [
        "<p>Fri 9 May 2025 08.05 BST</p><p>First published on Mon 5 May 2025</p>",
        "<p>From the print edition of Friday, 9 May 2025</p><p>Published online 5 May 2025</p>",
    ],
)
def test_an_unlabelled_date_before_a_labelled_one(lines: str) -> None:
    assert of(line=lines).published == "2025-05-05"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "A study published on 2 March 2021 had warned of the tides."),
        ("en", "Published figures on 2 March 2021 showed a loss."),
        ("en", "The harbour was closed on 2 March 2021."),
        ("en", "The harbour was closed on 2 March 2021 at 5 p.m."),
        ("en", "On 2 March 2021 the harbour was closed."),
        ("en", "The ferry, first planned on 2 March 2021, will sail after all."),
        ("en", "The post office was closed on 2 March 2021 for good."),
        ("de", "Am 2. März 2021 wurde der Hafen geschlossen."),
        ("de", "Der am Montag veröffentlichte Bericht vom 2. März 2021 warnte davor."),
        ("fr", "Un rapport publié le 2 mars 2021 avait averti des marées."),
        ("es", "Un informe publicado el 2 de marzo de 2021 advertía del oleaje."),
        ("it", "Uno studio pubblicato il 2 marzo 2021 parlava delle maree."),
        ("pl", "Raport opublikowany przez miasto dnia 2 marca 2021 ostrzegał przed tym."),
        ("ar", "وكان تقرير نشرته المدينة يوم 2 مارس 2021 قد حذر من ذلك."),
    ],
)
@pytest.mark.parametrize(
    ("head", "published"),
    [
        ("", None),
        (ld(), PUBLISHED),
        ('<meta name=date content="2025-05-05">', "2025-05-05"),
        ('<meta name=pubdate content="2025-05-05">', "2025-05-05"),
        ('<meta name="sailthru.date" content="2025-05-05">', "2025-05-05"),
    ],
)
def test_dates_in_sentences_are_ignored(lang: str, sentence: str, head: str, published: str | None) -> None:
    assert of(head, f"<p>{sentence}</p>", lang=lang).published == published
    assert of(head, behind=f"<p>{sentence}</p>", lang=lang).published == published


@pytest.mark.parametrize(
    "line",
    [
        "This article was originally published on 5 May 2025 and has been corrected since.",
        "This entry was posted on Monday, 5 May 2025 at 4:05 pm and is filed under Harbours.",
        "Published in The Sound Tribune, 5 May 2025.",
    ],
)
def test_sentences_about_the_article(line: str) -> None:
    assert (of(line=f"<p>{line}</p>").published or "")[:10] == "2025-05-05"
    assert (of(behind=f"<p>{line}</p>").published or "")[:10] == "2025-05-05"


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "The harbour board updated its plan on 9 May 2025 after protests."),
        ("en", "Modified boats were banned from 9 May 2025 in the whole harbour."),
        ("de", "Die Stadt hat ihren aktualisierten Plan am 9. Mai 2025 vorgelegt."),
        ("fr", "Le port a mis à jour son plan le 9 mai 2025 après des protestations."),
        ("es", "El puerto actualizó su plan el 9 de mayo de 2025 tras las protestas."),
        ("ru", "Город обновил свой план 9 мая 2025 года после протестов."),
        ("pl", "Rada zaktualizowała swój plan 9 maja 2025 po protestach."),
        ("ar", "تم تحديث الخطة يوم 9 مايو 2025 بعد احتجاجات السكان."),
    ],
)
def test_sentences_about_other_changes(lang: str, sentence: str) -> None:
    found = of(ld(), f"<p>{sentence}</p>", lang=lang)
    assert (found.published, found.modified) == (PUBLISHED, None)


@pytest.mark.parametrize(
    "words",
    [
        "The public hearing on ", "Republicans met on ", "It was postponed to ", "The post office was closed on ",
        "He disappeared on ", "Il a disparu le ", "Das Publikum kam am ", "Die Republik seit ", "Geburtsdatum: ",
        "国家新闻发布会", "更新时间：", "Đăng ký trước ", "دمای ۳۰ درجه ",
    ],
)  # fmt: skip
def test_words_that_begin_like_labels(words: str) -> None:
    assert not says_published(words)


def test_stated_days_before_their_months() -> None:
    data = of(ld(datePublished="5/10/2025", dateModified="13/11/2025"))
    assert (data.published, data.modified) == ("2025-10-05", "2025-11-13")


@pytest.mark.parametrize("line", ["5 May 2025", "Updated 5 May 2025"])
def test_dates_of_teasers_do_not_outvote_that_of_the_article(line: str) -> None:
    teasers = "".join(
        f'<div class="related-card"><a href="/news/{day}">Harbour of the north opens anew</a>'
        f'<span class="date">Posted on {day} April 2025</span></div>'
        for day in (1, 2, 3)
    )
    assert of(line=f"<p>{line}</p>", behind=f"<aside class=related>{teasers}</aside>").published == "2025-05-05"


@pytest.mark.parametrize(("changed", "published"), [("Updated", "Published"), ("Last modified", "Posted on")])
@pytest.mark.parametrize(
    "shown", ["<span>{}</span> <time datetime='{}'>{}</time>", "{} <time datetime='{}'>{}</time> "]
)
def test_labels_before_time_elements(changed: str, published: str, shown: str) -> None:
    line = shown.format(changed, CHANGED, "2 hours ago") + shown.format(published, PUBLISHED, "5 May")
    found = of(line=f"<p>{line}</p>")
    assert (found.published, found.modified) == (PUBLISHED, CHANGED)


@pytest.mark.parametrize(
    ("names", "is_known"),
    [
        (("mrf:published_time", "article_modified_time"), True),
        (("issue_date", "last-modified"), True),
        (("published_on", "updatedAt"), True),
        (("gwa_pubdate", "pageUpdateDate"), True),
        (("og:datePublished", "updated_at"), True),
        (("video:release_date", "valid_from"), False),
        (("published-time", "valid_until"), False),
    ],
)
def test_names_of_meta_elements_that_state_dates(names: tuple[str, str], *, is_known: bool) -> None:
    stated = zip(names, (PUBLISHED, CHANGED if is_known else "2025-05-05"), strict=True)
    found = of("".join(f"<meta name='{name}' content='{when}'>" for name, when in stated))
    assert (found.published, found.modified) == ((PUBLISHED, CHANGED) if is_known else (None, None))


@pytest.mark.parametrize(
    ("line", "lang"), [("May 5, 2025 Updated 2 hrs ago", "en"), ("05/05/2025 09h00 Atualizado há 3 dias", "pt")]
)
def test_relative_changes_without_a_capture(line: str, lang: str) -> None:
    found = of(line=f"<div>{line}</div>", lang=lang)
    assert ((found.published or "")[:10], found.modified) == ("2025-05-05", None)
