"""A figure or caption around the headline is the head of the article."""

from __future__ import annotations

import pytest

from broadsheet import extract
from broadsheet.page import read_page

BODY = "".join(
    f"<p>{line}</p>"
    for line in (
        "Residents who cross the bridge every day said they had warned about the sagging planks for two winters.",
        "“Nobody wants it gone, but nobody wants to stand on it when it gives way,” said the deputy mayor, Ann Reed.",
        "A replacement should cost about four hundred thousand pounds, of which the county would pay half.",
        "Until then wardens will stand at both ends on market days, and the lower path will be fenced off.",
    )
)
GERMAN = "".join(
    f"<p>{line}</p>"
    for line in (
        "Die Anwohner sagten, sie hätten seit zwei Wintern vor den Planken gewarnt, die sich immer weiter durchbiegen.",
        "„Niemand will, dass er verschwindet, aber niemand will darauf stehen“, sagte die Bürgermeisterin am Abend.",
        "Der Neubau soll rund vierhunderttausend Euro kosten, von denen das Land die Hälfte trägt.",
        "Bis dahin stehen an Markttagen Wachen an beiden Enden, und der untere Weg am Ufer wird bald eingezäunt.",
    )
)
GERMAN_LEAD = "Der Stadtrat hat am Dienstagabend beschlossen, die alte Brücke zu sperren, deren Pfeiler morsch sind."
LEAD = "The council voted on Tuesday evening to close the old bridge, three of whose five piers have rotted."
SITE = "<header><a href=/>The Herald</a></header>"


@pytest.mark.parametrize(
    ("head", "title", "lead", "body"),
    [
        (
            "<figure><img src=a.jpg></figure><figcaption><small>14 March 2023</small>"
            f"<h1>Council closes the old bridge</h1><p>{LEAD}</p></figcaption>",
            "Council closes the old bridge | The Herald",
            LEAD,
            BODY,
        ),
        (
            "<figure class=hero><img src=a.jpg><figcaption><h1>Council closes the old bridge</h1>"
            f"<time datetime=2023-03-14>14 March 2023</time><p>{LEAD}</p></figcaption></figure>",
            "The Herald",
            LEAD,
            BODY,
        ),
        (
            "<figure class=head><h1>Stadtrat sperrt die alte Brücke</h1><p class=datum>14. März 2023</p>"
            f"<p>{GERMAN_LEAD}</p><img src=a.jpg></figure>",
            "Stadtrat sperrt die alte Brücke - Der Bote",
            GERMAN_LEAD,
            GERMAN,
        ),
    ],
)
def test_what_stands_beside_the_headline_is_no_caption(head: str, title: str, lead: str, body: str) -> None:
    page = f"<html><head><title>{title}</title></head><body>{SITE}<div class=news>{head}{body}</div></body></html>"
    article = extract(page, url="https://herald.example/news/bridge")
    assert lead in article.text
    assert str(article.published).startswith("2023-03-14")
    assert "Photo" not in article.text
    assert article.title is not None
    assert article.title in head


def test_the_only_headline_of_many_teasers_is_none() -> None:
    teaser = "<figure><img src=a.jpg><figcaption><h1>{}</h1></figcaption></figure>"
    page = read_page(f"<title>The Herald</title>{teaser.format('Bridge closed')}{teaser.format('Bridge opened')}")
    assert "figcaption" in {page.name(int(row)) for row in page.select("figcaption")}
