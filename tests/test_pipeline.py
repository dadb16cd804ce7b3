from __future__ import annotations

import dataclasses
import gc
import json
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from weakref import ref

import numpy as np
import pytest

import broadsheet
from broadsheet.methods import catalog
from broadsheet.methods.coreex import CoreEx
from broadsheet.page import page_of

DEMO = (Path(__file__).parent.parent / "demo" / "article.html").read_text(encoding="utf-8")

PAGES = Path(__file__).parent / "data" / "article"


@pytest.fixture(scope="module")
def article() -> broadsheet.Article:
    return broadsheet.extract(DEMO, url="https://courier.example/2026/03/06/ferry.html")


def test_the_main_job(article: broadsheet.Article) -> None:
    assert article.title == "Ferry returns to the Lower Sound after eleven years"
    assert article.authors == ("Maren Iversen", "Tom Adeyemi")
    assert article.published == "2026-03-06T06:30:00+01:00"
    assert article.language == "en"
    assert article.method == catalog.DEFAULT
    for sentence in (
        "Two electric boats will cross every twenty minutes",
        "Why the tunnel was not enough",
        "batteries that charge in four minutes at either pier",
        "It is the only way to work on which nobody looks at a screen.",
        "with a bicycle and without a speech",
    ):
        assert article.text.count(sentence) == 1
    for noise in ("cookies", "dataLayer", "gullwatcher finally", "Imprint"):
        assert noise not in article.text


def test_the_headline_is_the_title_and_not_in_the_body(article: broadsheet.Article) -> None:
    assert article.title is not None
    assert article.title not in article.text
    assert article.to_markdown(header=True).count(article.title) == 1


def test_characters_that_could_not_be_decoded_are_noted() -> None:
    data = DEMO.encode() + b"<p>a\xff</p>"
    assert any("became U+FFFD" in note for note in broadsheet.extract(data).notes)
    assert not any("U+FFFD" in note for note in broadsheet.extract(DEMO.encode()).notes)
    slip = DEMO.encode() + b"<!-- " + b"Stra\xc3\x9fe " * 9_999 + b"\xdf -->"
    assert any(note.startswith("less than 0.01% of the characters") for note in broadsheet.extract(slip).notes)


def test_bylines_and_date_lines_are_metadata() -> None:
    text = DEMO.replace("<p>", "<p>By Maren Iversen</p><p>March 6, 2026</p><p>", 1)
    article = broadsheet.extract(text, method=CoreEx())
    assert "By Maren Iversen" not in article.text
    assert "March 6, 2026" not in article.text


def test_rules_beside_bylines_and_signatures_go_with_them() -> None:
    prose = "<p>The two towns on the sound had argued about it for years.</p>"
    html = f"<meta name=author content='Ada Lovelace'><p>By Ada Lovelace</p><hr>{prose * 2}<hr><p>Ada Lovelace</p>"
    assert "---" not in broadsheet.extract(html, method=CoreEx(), keep="p").markdown


STATED = '<script type="application/ld+json">{"@type": "NewsArticle", "author": {"name": "윤서진"}}</script>'


@pytest.mark.parametrize("line", ["윤서진 기자 seojin@paper.example", "윤서진", "윤서진 2024-03-05"])
def test_lines_with_the_names_of_stated_authors_are_metadata(line: str) -> None:
    prose = "<p>The two towns on the sound had argued about it for a long time, and nobody knew why any more.</p>" * 3
    for html in (
        f"{STATED}<h1>Bridge agreed</h1><article><p>{line}</p>{prose}</article>",
        f"{STATED}<h1>Bridge agreed</h1><article>{prose}<p>{line}</p></article>",
    ):
        for with_metadata in (True, False):
            assert "윤서진" not in broadsheet.extract(html, with_metadata=with_metadata).text
        assert broadsheet.extract(html).authors == ("윤서진",)


def test_without_metadata_there_are_only_title_and_body(article: broadsheet.Article) -> None:
    short = broadsheet.extract(DEMO, url=article.url, with_metadata=False)
    assert (short.title, short.body, short.text) == (article.title, article.body, article.text)
    assert (short.verdict, short.confidence) == (article.verdict, article.confidence)
    (origin,) = (origin for origin in article.origins if origin.datum == "title")
    assert short.origins == (dataclasses.replace(origin, alternatives=()),)
    assert {short.authors, short.contributors, short.tags, short.stated_images} == {()}
    assert {short.published, short.language, short.site_name, short.lead_image, short.canonical_url} == {None}


def test_the_verdict_is_optional(article: broadsheet.Article) -> None:
    unjudged = broadsheet.extract(DEMO, url=article.url, with_verdict=False)
    assert article.verdict is not None
    assert unjudged == dataclasses.replace(article, verdict=None)


def test_text_bytes_and_pages_give_the_same(article: broadsheet.Article) -> None:
    data = DEMO.encode()
    page = broadsheet.read_page(data, url=article.url)
    assert broadsheet.extract(data, url=article.url) == article == broadsheet.extract(page)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"title": 3}, "title must be str or None, not int"),
        ({"home_link": b"x"}, "home_link must be str or None, not bytes"),
        ({"neighbours": (DEMO,)}, "neighbours must be a tuple of Page objects"),
        ({"neighbours": broadsheet.read_page(DEMO)}, "neighbours must be a tuple of Page objects"),
        ({"profile": "courier.example"}, "profile must be Profile or None, not str"),
        ({"captured": "2026-03-06T09:30Z"}, "captured must be datetime or None, not str"),
        ({"captured": date(2026, 3, 6)}, "captured must be datetime or None, not date"),
    ],
)
def test_wrong_types_in_given_are_named(given: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        broadsheet.Given(**given)


def test_the_moment_of_the_capture_has_an_offset() -> None:
    with pytest.raises(ValueError, match="captured must have an offset"):
        broadsheet.Given(captured=datetime(2026, 3, 6, 9, 30))
    moment = datetime(2026, 3, 6, 9, 30, tzinfo=UTC)
    assert broadsheet.Given(captured=moment).captured == moment


@pytest.mark.parametrize(
    ("marking", "words"),
    [
        (None, r"mine\.mark must return a Marking, not NoneType"),
        (broadsheet.Marking(keep=np.ones(3, dtype=np.bool_), score=np.ones(3)), r"with `keep` of the shape \(\d+,\)"),
        (broadsheet.Marking(keep=np.ones(len(broadsheet.read_page(DEMO))), score=np.ones(3)), "and type bool"),
        (broadsheet.Marking(keep=[True] * len(broadsheet.read_page(DEMO)), score=np.ones(3)), "and type bool"),  # type: ignore[arg-type]
    ],
)
def test_a_method_that_returns_no_marking_of_the_page_is_named(marking: Any, words: str) -> None:
    method: Any = SimpleNamespace(name="mine", mark=lambda page, given: marking)
    with pytest.raises(TypeError, match=words):
        broadsheet.extract(DEMO, method=method)


RELATIVE = (
    "<head>{}</head><nav><a href=/>News</a></nav>"
    "<article><h1>Bridge agreed</h1><p>{}</p><img src=/a.jpg width=640 height=400>"
    "<p>It <a href=b>is</a> what the two towns on the sound have waited for, for a very long time indeed.</p></article>"
)


def test_without_an_address_the_page_s_own_is_used() -> None:
    words = "The two towns on the sound had argued about it for a long time. " * 9
    html = RELATIVE.format("<link rel=canonical href=https://courier.example/news/bridge>", words)
    article = broadsheet.extract(html, with_links=True)
    assert [image.src for image in article.images] == ["https://courier.example/a.jpg"]
    assert "https://courier.example/news/b" in article.markdown
    assert article.url is None
    assert article.notes == ()
    lost = broadsheet.extract(RELATIVE.format("", words), with_links=True)
    assert lost.text == article.text
    assert lost.images == ()
    assert lost.notes == ("relative URLs of links and images are left out (2): pass the page's url to keep them",)


HIDDEN = "<article><h1>Bridge agreed</h1>{}</article>"
LONG = "".join(
    f"<p>{'The two towns on the sound had argued about it for a long time. ' * 4} {at}</p>" for at in range(6)
)


def test_text_that_is_shown_only_without_scripts() -> None:
    html = f"<html><body><div id=app></div><noscript>{HIDDEN.format(LONG)}</noscript></body></html>"
    article = broadsheet.extract(html)
    assert article.text.startswith("The two towns")
    assert article.notes == ("the page shows this text only without JavaScript",)


def test_text_that_is_only_in_structured_data() -> None:
    body = "\n".join("The two towns on the sound had argued about it. " * 4 for _ in range(5))
    stated = json.dumps({"@type": "NewsArticle", "headline": "Bridge agreed", "articleBody": body})
    html = f"<html><body><script type='application/ld+json'>{stated}</script><div id=app></div></body></html>"
    article = broadsheet.extract(html)
    assert len(article.body) == 5
    assert article.text.startswith("The two towns")
    assert "articleBody" in article.notes[0]
    assert article.confidence is None  # what was marked is another text


def test_text_that_is_only_in_the_state_of_an_app() -> None:
    state = json.dumps({"article": {"headline": "Bridge agreed", "body": LONG}})
    html = f"<title>Bridge agreed</title><div id=app></div><script type='application/json'>{state}</script>"
    article = broadsheet.extract(html)
    assert article.title == "Bridge agreed"
    assert article.text.startswith("The two towns")
    assert article.notes == ("this text is in the page's script data, and is not shown",)
    assert article.verdict is not None
    assert article.verdict.is_article
    assert article.confidence is not None
    assert article.confidence > 0.5


BEGUN = "<p>The two towns on the sound had argued about it for a long time, but now there is an end.</p>" * 2
FULL = "\n".join("The two towns on the sound had argued about it. " * 4 for _ in range(5))


def stated_in_part(*bodies: str) -> broadsheet.Article:
    scripts = "".join(
        f"<script type='application/ld+json'>{json.dumps({'@type': 'NewsArticle', 'articleBody': body})}</script>"
        for body in bodies
    )
    return broadsheet.extract(f"<html><body>{scripts}<article><h1>Bridge agreed</h1>{BEGUN}</article></body></html>")


def test_a_stated_text_replaces_one_that_is_shown_in_part() -> None:
    article = stated_in_part(FULL)
    assert len(article.body) == 5
    assert "shows a part" in article.notes[0]
    assert article.confidence is None


def test_a_page_is_freed_at_once() -> None:
    # Without reference cycles, the pages of a crawl do not wait for the garbage collector.
    pages = [DEMO, *(path.read_text(encoding="utf-8") for path in sorted(PAGES.glob("*/*.html")))]
    assert len(pages) > 10
    broadsheet.extract(DEMO)  # loads what it loads once
    gc.collect()
    gc.disable()
    try:
        for html in pages:
            page = page_of(html, url=None, charset=None)
            seen = ref(page)
            article = broadsheet.extract(page, with_images=True)
            assert article.to_dict()
            del page, article
            assert seen() is None
    finally:
        gc.enable()
