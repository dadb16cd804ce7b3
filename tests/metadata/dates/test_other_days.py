"""Days of other articles and of the visit against the article's own: pages written for these tests."""

from __future__ import annotations

import pytest

import broadsheet

OWN = '<meta property="article:published_time" content="2024-06-12T08:15:00+02:00">'
LD = '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2024-06-12T08:15:00+02:00"}</script>'
CHANGED = LD.replace("}", ',"dateModified":"2024-06-13T10:00:00+02:00"}')
TEASER = "<h3><a href='/n/1'>School choir wins regional prize</a></h3><span class=d>3 March 2024</span>"
PROSE = "".join(
    f"<p>The town council voted on evening {number} to close the old footbridge over the mill race, after engineers "
    "found that its supports had rotted below the waterline and could no longer carry a crowd.</p>"
    for number in range(1, 6)
)


def day(head: str, above: str = "", line: str = "", *, behind: str = "", lang: str = "en") -> str | None:
    html = (
        f"<!doctype html><html lang={lang}><head><title>Council shuts footbridge | The Courier</title>{head}</head>"
        f"<body><header><a href=/>The Courier</a></header>{above}<main><article><h1>Council shuts footbridge</h1>"
        f"{line}{PROSE}{behind}</article></main><footer><p>The Courier. All rights reserved.</p></footer></body></html>"
    )
    found = broadsheet.extract(html, url="https://courier.example/news/council-shuts-footbridge").published
    return None if found is None else found[:10]


@pytest.mark.parametrize("head", [OWN, LD, CHANGED])
@pytest.mark.parametrize(
    "above",
    [
        f"<div class=strip><div class=item>{TEASER}</div></div>",
        f"<div><div class=item>{TEASER}</div><div class=item>{TEASER.replace('choir', 'team')}</div></div>",
        f"<ul><li>{TEASER}</li><li>{TEASER.replace('choir', 'team')}</li></ul>",
        f"<article>{TEASER}</article>",
        f"<aside>{TEASER}</aside>",
        f"<section><div>{TEASER}</div></section>",
    ],
)
def test_the_date_of_a_teaser_never_overrules_the_stated_one(head: str, above: str) -> None:
    assert day(head, above) == "2024-06-12"


@pytest.mark.parametrize(
    ("masthead", "lang"),
    [
        ("<div class=top><span class=fecha2>Lunes, 25 de Marzo de 2024</span></div>", "es"),
        ("<div class=top><span class=date>Monday, 25 March 2024</span></div>", "en"),
        ("<div class=bar><time>Montag, 25. März 2024</time></div>", "de"),
    ],
)
def test_the_date_in_the_masthead_is_ignored(masthead: str, lang: str) -> None:
    own = {"es": "Viernes, 30 de abril de 2021", "en": "Friday, 30 April 2021", "de": "Freitag, 30. April 2021"}[lang]
    assert day("", masthead, f"<div class=line>{own}</div>", lang=lang) == "2021-04-30"
    assert day("", masthead, f"<p>{own}</p>", lang=lang) == "2021-04-30"


@pytest.mark.parametrize(
    "sentence",
    [
        "Dieser Artikel wurde am 14. Dezember 2015 um 14:48 von <a href=/author/karl>Karl</a> veröffentlicht.",
        "Dieser Beitrag wurde am 14. Dezember 2015 unter Technik veröffentlicht.",
    ],
)
def test_german_sentences_about_the_article(sentence: str) -> None:
    assert day("", behind=f"<div>{sentence}</div>", lang="de") == "2015-12-14"
    assert day("", behind="<div>Das Buch wurde am 14. Dezember 2015 veröffentlicht.</div>", lang="de") is None


@pytest.mark.parametrize(
    ("stated", "shown", "lang", "published"),
    [
        ("11/01/2023 12:43:42", "Erstellt am: 01.11.2023", "de", "2023-11-01"),
        ("11/01/2023", "Publié le 01/11/2023", "fr", "2023-11-01"),
        ("11/01/2023", "", "de", "2023-01-11"),
        ("11/01/2023", "Veröffentlicht am 11.01.2023", "de", "2023-01-11"),
    ],
)
def test_a_shown_date_tells_the_order_of_a_stated_one(stated: str, shown: str, lang: str, published: str) -> None:
    assert day(f'<meta name=date content="{stated}">', behind=f"<p>{shown}</p>", lang=lang) == published
