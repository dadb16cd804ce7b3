from __future__ import annotations

import json

import pytest

import broadsheet
from broadsheet.facts import Facts
from broadsheet.facts.app_state import CHARS_PER_VALUE, MAX_VALUES, shown_by_app
from broadsheet.page import read_page

HEADLINE = "Ferry to run again"
LINES = [
    f"The harbour board met {day}, and the ferry across the sound is to run again as soon as its hull is mended."
    for day in ("on Monday", "a second time on Tuesday", "once more on Wednesday")
]
HTML = "".join(f"<p>{line}</p>" for line in LINES)
SPLIT = [(line[:18], line[18:]) for line in LINES]


def in_json(state: object) -> str:
    return f'<script id="state" type="application/json">{json.dumps(state)}</script>'


def app(script: str, title: str = f"{HEADLINE} | The Courier", head: str = "") -> str:
    return f"<html><head><title>{title}</title>{head}</head><body><div id=root></div>{script}</body></html>"


def shown(html: str) -> list[str] | None:
    page = shown_by_app(Facts(read_page(html)))
    return None if page is None else page.texts


def assigned(value: str) -> str:
    return f"<script>var a = {{}}, b = [], c = 'x'; window.__STATE__ = {value};(function() {{}})();</script>"


def text(words: str) -> dict[str, object]:
    return {"type": "text", "text": words}


def blocks(kind: str, inner: str) -> list[dict[str, object]]:
    return [{kind: "paragraph", inner: [text(one), text(two)]} for one, two in SPLIT]


LINKED = [
    [{"nodeType": "text", "value": one}, {"nodeType": "hyperlink", "data": {}, "content": [{"value": two}]}]
    for one, two in SPLIT
]
SPANS = [[{"_type": "span", "text": part} for part in parts] for parts in SPLIT]
BODIES = {
    "html": HTML,
    "lines": "\n\n".join(LINES),
    "list of lines": LINES,
    "wordpress": {"rendered": HTML, "protected": False},
    "arc": [{"type": "text", "content": line} for line in LINES] + [{"type": "image", "content": "A ferry"}],
    "draft": {"blocks": [{"text": line, "type": "unstyled"} for line in LINES], "entityMap": {}},
    "editorjs": {"time": 1, "blocks": [{"type": "paragraph", "data": {"text": line}} for line in LINES]},
    "prosemirror": {"type": "doc", "content": blocks("type", "content")},
    "sanity": [{"_type": "block", "style": "normal", "children": spans} for spans in SPANS],
    "contentful": {
        "nodeType": "document",
        "content": [{"nodeType": "paragraph", "data": {}, "content": parts} for parts in LINKED],
    },
    "nested": [{"elements": [{"html": f"<p>{line}</p>"}]} for line in LINES],
    "lexical": {"root": {"type": "root", "children": blocks("type", "children")}},
    "gutenberg": [
        *({"name": "core/paragraph", "attributes": {"content": line}, "innerBlocks": []} for line in LINES),
        {"name": "core/image", "attributes": {"content": "A ferry"}},
    ],
    "gutenberg as parsed": [
        {"blockName": "core/paragraph", "attrs": {}, "innerHTML": f"<p>{line}</p>"} for line in LINES
    ],
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_formats_of_texts(body: object) -> None:
    for name in ("body", "content"):
        for headline in (HEADLINE, {"basic": HEADLINE}):
            state = {"props": {"page": {"headline": headline, "date": "2026-03-02", name: body}}}
            assert shown(app(in_json(state))) == [HEADLINE, *LINES]


STATE = json.dumps({"story": {"title": HEADLINE, "content": HTML + '<p>It is "safe", they say: it\'s new.</p>'}})
WHOLE = [HEADLINE, *LINES, 'It is "safe", they say: it\'s new.']


@pytest.mark.parametrize(
    "value", [STATE, STATE.replace('"story"', '"user": undefined, "story"'), f"JSON.parse({json.dumps(STATE)})"]
)
def test_values_assigned_in_scripts(value: str) -> None:
    assert shown(app(assigned(value))) == WHOLE


def flat(value: object) -> list[object]:
    """A value as devalue writes it: each in a list once, and its place wherever it is."""
    values: list[object] = []

    def add(one: object) -> int:
        place = len(values)
        values.append(one)
        if isinstance(one, dict):
            values[place] = {name: add(member) for name, member in one.items()}
        elif isinstance(one, list):
            values[place] = [add(member) for member in one]
        return place

    add(value)
    return values


@pytest.mark.parametrize("body", [HTML, {"type": "doc", "content": [text(line) for line in LINES]}])
def test_devalue_lists(body: object) -> None:
    state = {"data": {"story": {"headline": HEADLINE, "shows": True, "read": 7, "body": body}}, "none": None}
    values = flat(state)
    assert shown(app(in_json(values))) == [HEADLINE, *LINES]
    # Vue's own kinds, days, sets and what JSON has not.
    places = {"story": 6, "published": 4, "tags": 5, "left": -1}
    story = {"title": 7, "body": 8}
    named = [["Reactive", 1], {"data": 2}, ["ShallowReactive", 3], places, ["Date", "2026-03-02"], ["Set", 7], story]
    assert shown(app(in_json([*named, HEADLINE, HTML]))) == [HEADLINE, *LINES]


def test_devalue_lists_are_bounded() -> None:
    assert shown(app(in_json([{"title": 1, "body": 2}, HEADLINE, [2] * 2_000]))) is None
    assert shown(app(in_json([["Reactive", 1], ["Reactive", 1], HTML]))) is None
    repeated = shown(app(in_json([{"title": 1, "body": 2}, HEADLINE, [3] * 2_000, "".join(LINES) * 20])))
    assert repeated is not None
    assert sum(map(len, repeated)) < MAX_VALUES * CHARS_PER_VALUE  # not 12 million characters from 13,000


def pushed(*pieces: str) -> str:
    return "".join(f"<script>self.__next_f.push({json.dumps([1, piece])})</script>" for piece in pieces)


def test_rows_of_react_server_components() -> None:
    story = {"title": HEADLINE, "body": "$a", "price": "$$5"}
    lines = HTML.replace("again", "ağain")
    rows = (
        '1:"$Sreact.fragment"\n2:I[12,["static/a.js"],"default"]\n:HL["/a.css","style"]\n'
        f"a:T{len(lines.encode()):x},{lines}"
        f'3:["$","main",null,{{"children":["$","$L2",null,{{"story":{json.dumps(story)}}}]}}]\n4:null'
    )
    for at in (1, 40, 300, len(rows) - 20):  # a piece ends anywhere
        found = shown(
            app("<script>(self.__next_f=self.__next_f||[]).push([0])</script>" + pushed(rows[:at], rows[at:]))
        )
        assert found == [HEADLINE, *(line.replace("again", "ağain") for line in LINES)]


def test_the_article_is_appended_to_the_body() -> None:
    page = shown_by_app(Facts(read_page(app(in_json({"title": HEADLINE, "body": HTML}), head="<meta charset=utf-8>"))))
    assert page is not None
    assert page.parent[page.select("article")[0]] == page.body
    bare = f"<title>{HEADLINE}</title>{in_json({'title': HEADLINE, 'body': HTML})}"
    assert shown(bare) == [HEADLINE, *LINES]
    assert shown(f"{bare}<p>İİİ</BODY></html>") == ["İİİ", HEADLINE, *LINES]  # which is longer in small letters


OTHER = {"title": "Bridge is closed for a year", "body": HTML * 2}


@pytest.mark.parametrize(
    ("state", "title", "found"),
    [
        ({"title": HEADLINE, "body": HTML, "related": [OTHER]}, f"{HEADLINE} - The Courier", True),
        ([OTHER, {"title": HEADLINE, "body": HTML}], HEADLINE, True),
        # The shell of a program says nothing of what it shows.
        ([{"title": HEADLINE, "body": HTML}], "The Courier", True),
        ([OTHER, {"title": HEADLINE, "body": HTML}], "The Courier", False),
        # What is short, has no headline, or is no text.
        ({"title": HEADLINE, "body": LINES[0]}, HEADLINE, False),
        ({"body": HTML}, HEADLINE, False),
        ({"title": "News", "body": HTML}, "News", False),
        ({"title": HEADLINE, "content": "a" * 500}, HEADLINE, False),
        ({"title": HEADLINE, "url": HTML}, HEADLINE, False),
        ({"title": HEADLINE, "body": [1, None, True, [], {}]}, HEADLINE, False),
    ],
)
def test_the_text_beside_the_own_headline_is_chosen(state: object, title: str, found: bool) -> None:
    assert shown(app(in_json(state), title)) == ([HEADLINE, *LINES] if found else None)


def test_a_page_that_states_its_headline_has_no_other_article() -> None:
    stated = '<meta property="og:title" content="Market opens">'
    assert shown(app(in_json(OTHER), "The Courier", stated)) is None


@pytest.mark.parametrize(
    "script",
    [
        in_json(None),
        '<script type="application/json">{"title": "' + HEADLINE + '", "body": "' + HTML,
        '<script type="application/ld+json">' + json.dumps({"title": HEADLINE, "body": HTML}) + "</script>",
        "<script>" + "={" * 200_000 + "</script>",
        "<script>a = " + '{"content":' * 50_000 + "</script>",
        "<script>a = " + "[" * 200_000 + "</script>",
        "<script>self.__next_f.push([])</script>",
        "<script>" + "a = [[0, 0]];" * 200 + "</script>",
        "<script>" + 'a = JSON.parse("' * 50_000 + "</script>",
        "<script>a = " + json.dumps({"title": HEADLINE, "body": HTML}) + "/" * 4_000_000 + "</script>",
    ],
)
def test_scripts_without_an_article(script: str) -> None:
    assert shown(app(script)) is None


def test_a_page_with_much_text_is_no_shell() -> None:
    state = in_json({"title": HEADLINE, "body": HTML})
    for many, found in ((40, True), (41, False)):
        links = "".join(f"<p><a href=/{at}>{'a' * 100}</a>" for at in range(many))
        assert (shown(app(state + links)) is not None) == found


def test_a_text_that_is_nested_too_deeply_is_ignored() -> None:
    assert shown(app(in_json({"title": HEADLINE, "body": HTML + "<div>" * 20_000}))) is None


# Authors and dates.


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
def test_values_that_are_neither_authors_nor_dates(data: dict[str, object]) -> None:
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
def test_dates_of_publication(data: dict[str, object]) -> None:
    assert str(extracted(data).published) == "2026-03-02T10:15:00+00:00"


def test_an_application_has_title_author_and_dates() -> None:
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
