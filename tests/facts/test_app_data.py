from __future__ import annotations

import pytest

import broadsheet
from tests.facts.test_app_state import HEADLINE, HTML, app, in_json


def extracted(data: dict[str, object]) -> broadsheet.Article:
    return broadsheet.extract(app(in_json({"post": {"title": HEADLINE, "body": HTML, **data}})))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"author": "Ada Lovelace"}, id="a name"),
        pytest.param({"authors": ["Ada Lovelace"]}, id="names"),
        pytest.param({"byline": " Ada Lovelace "}, id="byline"),
        pytest.param({"author": {"name": "Ada Lovelace", "title": "Reporter"}}, id="a person"),
        pytest.param({"author": {"first_name": "Ada", "last_name": "Lovelace"}}, id="name in parts"),
        pytest.param({"authors": [{"displayName": "Ada Lovelace", "name": "alovelace"}]}, id="shown name"),
        pytest.param({"credits": {"by": [{"type": "author", "name": "Ada Lovelace"}]}}, id="arc"),
        pytest.param({"author": 7, "_embedded": {"author": [{"id": 7, "name": "Ada Lovelace"}]}}, id="wordpress"),
        pytest.param({"author": {"fields": {"name": "Ada Lovelace"}}}, id="contentful"),
        pytest.param({"authors": {"data": [{"attributes": {"name": "Ada Lovelace"}}]}}, id="strapi"),
        pytest.param({"authors": {"edges": [{"node": {"name": "Ada Lovelace"}}]}}, id="edges"),
        pytest.param({"fields": {"author": "Ada Lovelace"}}, id="in fields"),
        pytest.param({"authors": ["Ada Lovelace", "Ada Lovelace"]}, id="twice"),
        pytest.param({"coauthors": {"nodes": [{"name": "Ada Lovelace"}]}, "author": "admin"}, id="coauthors"),
        pytest.param({"primary_author": {"givenName": "Ada", "familyName": "Lovelace"}}, id="ghost"),
        pytest.param({"authors": [{"person": {"name": "Ada Lovelace"}}]}, id="a person in an author"),
        pytest.param({"author": {"name": {"text": "Ada Lovelace"}}}, id="a text in a name"),
        pytest.param({"authors": {"0": {"name": "Ada Lovelace"}}}, id="a list with numbers"),
        pytest.param({"meta": {"author": "Ada Lovelace"}}, id="in meta"),
        pytest.param(
            {"contributors": [{"name": "Ada Lovelace", "role": "Author"}, {"name": "Tom Adeyemi", "role": "Photos"}]},
            id="roles",
        ),
    ],
)
def test_authors(data: dict[str, object]) -> None:
    assert extracted(data).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"author": 12}, id="number"),
        pytest.param({"author": ""}, id="empty"),
        pytest.param({"author": None}, id="null"),
        pytest.param({"author": "https://courier.example/ada"}, id="address"),
        pytest.param({"author": {"title": "Reporter"}}, id="role alone"),
        pytest.param({"sidebar": {"author": "Ada Lovelace"}}, id="elsewhere"),
        pytest.param({"published": True, "date": False}, id="flags"),
        pytest.param({"date": 10**400}, id="huge number"),
        pytest.param({"date": float("nan")}, id="not a number"),
        pytest.param({"date": 17}, id="small number"),
        pytest.param({"author": {"createdAt": "2015-01-01"}}, id="day of an account"),
        pytest.param({"date": "today"}, id="no digits"),
        pytest.param({"date": {"format": "short"}}, id="object without a day"),
    ],
)
def test_nothing(data: dict[str, object]) -> None:
    article = extracted(data)
    assert article.text
    assert (article.authors, article.published) == ((), None)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param({"datePublished": "2026-03-02T10:15:00+00:00"}, id="schema.org"),
        pytest.param({"publish_date": 1772446500}, id="seconds"),
        pytest.param({"publishedAt": 1772446500000}, id="milliseconds"),
        pytest.param({"pubDate": "1772446500"}, id="seconds as text"),
        pytest.param({"published_at": {"date": "2026-03-02T10:15:00+00:00", "timezone": "UTC"}}, id="object"),
        pytest.param({"date": {"$date": 1772446500000}}, id="extended JSON"),
        pytest.param(
            {"publish_date": "2026-03-05", "first_publish_date": "2026-03-02T10:15:00+00:00"}, id="the first of two"
        ),
        pytest.param({"fields": {"date": "2026-03-02T10:15:00+00:00"}}, id="in fields"),
        pytest.param({"dates": {"published": "2026-03-02T10:15:00+00:00"}}, id="in dates"),
        pytest.param({"createdAt": "2026-03-01", "publishOn": 1772446500}, id="created before"),
        pytest.param({"sys": {"createdAt": "2026-03-02T10:15:00+00:00"}}, id="created"),
    ],
)
def test_day(data: dict[str, object]) -> None:
    assert str(extracted(data).published) == "2026-03-02T10:15:00+00:00"


def test_article_of_an_application_has_its_author_and_days() -> None:
    state = {
        "site": {"name": "The Courier", "authors": ["Bob Stone"], "date": "2019-01-01"},
        "post": {
            "title": HEADLINE,
            "authors": [{"name": "Ada Lovelace"}],
            "publishedAt": "2026-03-02T10:15:00+01:00",
            "updatedAt": "2026-03-04T08:00:00+01:00",
            "body": HTML,
        },
    }

    article = broadsheet.extract(app(in_json(state)))

    assert article.title == HEADLINE
    assert article.authors == ("Ada Lovelace",)
    assert str(article.published) == "2026-03-02T10:15:00+01:00"
    assert str(article.modified) == "2026-03-04T08:00:00+01:00"
    assert "Ada" not in article.text
