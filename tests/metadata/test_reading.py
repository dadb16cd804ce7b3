from __future__ import annotations

from pathlib import Path

import pytest

from broadsheet import metadata
from broadsheet.page import read_page
from tests.metadata.pages import PROSE, ld

ROOT = Path(__file__).parent.parent.parent


def of(html: str, url: str | None = None) -> metadata.Metadata:
    return metadata.read(read_page(html, url=url))


def test_the_demo_page() -> None:
    data = of((ROOT / "demo" / "article.html").read_text(encoding="utf-8"))
    assert data.title == "Ferry returns to the Lower Sound after eleven years"
    assert data.authors == ("Maren Iversen", "Tom Adeyemi")
    assert data.published == "2026-03-06T06:30:00+01:00"
    assert data.modified == "2026-03-06T11:02:00+01:00"
    assert data.language == "en"
    assert data.site_name == "The Harbour Courier"
    assert data.description == "Two electric boats will cross every twenty minutes from Monday."
    assert data.canonical_url == "https://courier.example/2026/03/06/ferry-returns-to-the-lower-sound.html"
    assert data.sources["authors"] == "json-ld:NewsArticle.author"
    assert data.tags == ("ferry", "harbour")
    assert data.lead_image is not None
    assert data.lead_image.caption == "The Havlit on a trial run on Thursday. Photo: Ana Reyes"
    assert data.comment_count == 2
    assert {one.datum for one in data.origins} >= {"title", "authors", "published", "modified", "language"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2024-03-05", "2024-03-05"),
        ("2024/3/5", "2024-03-05"),
        ("20240305", "2024-03-05"),
        ("2024-03-05T09:07:00+0100", "2024-03-05T09:07:00+01:00"),
        ("2024-03-05T09:07:00.123Z", "2024-03-05T09:07:00.123000+00:00"),
        ("2024-03-05 09:07:00 -05", "2024-03-05T09:07:00-05:00"),
        ("2024-03-05T09:07:00 CET", "2024-03-05T09:07:00+01:00"),
        ("2024-03-05T99:99", "2024-03-05"),
        ("Tue, 05 Mar 2024 09:07:00 GMT", "2024-03-05T09:07:00+00:00"),
        ("1709629620", "2024-03-05T09:07:00+00:00"),
        ("20240305090700", "2024-03-05T09:07:00"),
        ("/Date(1709629620)/", "2024-03-05T09:07:00+00:00"),
        ("/Date(1709629620000+0100)/", "2024-03-05T09:07:00+00:00"),
        ("2024-03-05 9:07 PM EST", "2024-03-05T21:07:00-05:00"),
        ("2024-03-05 09:07 (CET)", "2024-03-05T09:07:00+01:00"),
        ("2024-03-05T09:07:00+02:00[Europe/Berlin]", "2024-03-05T09:07:00+02:00"),
        ("2024-03-05T09:07:00 Nowhere/Atall", "2024-03-05T09:07:00"),
        ("2024-03-05T09:07:00\u221205:00", "2024-03-05T09:07:00-05:00"),
        ("2024-03-05 09:07:00 AM", "2024-03-05T09:07:00"),
        ("2024-03-05 12:07:00 am", "2024-03-05T00:07:00"),
        ("2024-03-05 09:07:00 pm", "2024-03-05T21:07:00"),
        ("2024-03-05T09:07:00 GMT+2", "2024-03-05T09:07:00+02:00"),
        ("2024-03-05T09:07:00 GMT+5:30", "2024-03-05T09:07:00+05:30"),
        ("2024-03-05T09:07:00[x]", "2024-03-05T09:07:00"),
        ("2024-03-05T09:07:00 QQQ", "2024-03-05T09:07:00"),
        ("2024-03-05T09:07 QQQ", "2024-03-05T09:07:00"),
        ("Tue, 05 Mar 2024 09:07:00 QQQ", "2024-03-05T09:07:00"),
        ("1970-01-01", None),
        ("2999-01-01", None),
        ("2024-13-45", None),
        ("soon", None),
        ("", None),
    ],
)
def test_dates(value: str, expected: str | None) -> None:
    page = read_page(f'<meta property="article:published_time" content="{value}"><p>Text.')
    assert metadata.read(page).published == expected


@pytest.mark.parametrize(
    ("html", "published", "source"),
    [
        (ld(datePublished="2024-03-05") + PROSE, "2024-03-05", "json-ld:NewsArticle.datePublished"),
        ("<meta property=article:published_time content=2024-03-05><p>x", "2024-03-05", "meta:article:published_time"),
        (
            "<time itemprop=datePublished datetime=2024-03-05>x</time>",
            "2024-03-05",
            "microdata:Thing.datePublished = text:time[datetime]",
        ),
        ("<p><time datetime=2024-03-05>Tuesday</time>", "2024-03-05", "text:time[datetime]"),
    ],
)
def test_published(html: str, published: str, source: str) -> None:
    data = of(html)
    assert (data.published, data.sources["published"]) == (published, source)


def test_language_and_addresses() -> None:
    data = of("<html lang=de_AT><link rel='alternate canonical' href='/x?y#z'><p>x", "https://a.example/b")
    assert (data.language, data.canonical_url) == ("de-AT", "https://a.example/x?y#z")
    data = of("<html lang='not a tag'><meta property=og:locale content=pt_BR><link rel=canonical href='http://[bad'>")
    assert (data.language, data.canonical_url) == ("pt-BR", None)


@pytest.mark.corpora
def test_it_reads_real_pages(real_pages) -> None:  # type: ignore[no-untyped-def]
    titled = total = 0
    for _, html, truth in real_pages(25):
        data = metadata.read(read_page(html, url=truth.get("url")))
        assert all(isinstance(name, str) and name for name in data.authors)
        total += 1
        titled += data.title is not None
    assert titled > 0.95 * total


def test_letters_are_one_with_their_marks_in_all_that_is_given() -> None:
    data = metadata.read(
        read_page(
            "<html lang=de><head><title>Bu\u0308cher</title><meta name=author content='Jo\u0308rg Mu\u0308ller'>"
            "<meta name=description content='U\u0308ber Bu\u0308cher'><meta property=og:site_name content='Du\u0308ne'>"
            "<meta property=article:tag content='Ha\u0308fen'>"
            "<meta property=og:image content='https://example.org/a.jpg'>"
            "<meta property=og:image:alt content='Fu\u0308r'></head><body><h1>Bu\u0308cher aus Mu\u0308nchen</h1>"
            + "<p>Es war ein langer Tag an den Ha\u0308fen.</p>"
            * 9
        )
    )
    assert data.title == "Bücher aus München"
    assert data.authors == ("Jörg Müller",)
    assert (data.description, data.site_name) == ("Über Bücher", "Düne")
    assert data.tags == ("Häfen",)
    assert data.stated_images[0].alt == "Für"
