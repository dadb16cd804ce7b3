"""Lone surrogates, which no encoding can write, are rejected, dropped, or written as question marks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import broadsheet
from broadsheet import Given
from broadsheet.cli import main
from broadsheet.crawl.batch import PageOptions, RowMaker
from broadsheet.crawl.batch.stream import entry_of, facts
from broadsheet.crawl.sites import ProfileUnreadable, SiteProfile, SiteStore, observe
from broadsheet.crawl.sources.tables import read_jsonl

LONE = "\udc80"
ADDRESSES = [f"https://ex{LONE}.example/a", f"https://ex.example/{LONE}", f"https://ex.example/?{LONE}#{LONE}"]
SENTENCE = f"The ferry {LONE} crossed the sound at six, and came back at noon."
STATED = {
    "@type": "NewsArticle",
    "@id": LONE,
    "headline": f"Ferry {LONE} returns to the sound",
    "alternativeHeadline": LONE,
    "description": f"It {LONE} crosses.",
    "author": [{"@type": "Person", "name": f"Ada {LONE} Hill", "url": f"https://a.example/{LONE}"}, f"Bo {LONE} Lee"],
    "publisher": {"@type": "Organization", "name": f"Courier {LONE}", "logo": f"https://a.example/{LONE}.png"},
    "articleSection": f"News {LONE}",
    "keywords": [f"ferry {LONE}", LONE],
    "image": [{"url": f"https://a.example/{LONE}.png", "caption": f"Boat {LONE}"}, f"https://a.example/{LONE}2.png"],
    "url": f"https://a.example/{LONE}",
    "mainEntityOfPage": f"https://a.example/{LONE}",
    "inLanguage": LONE,
    "datePublished": f"2026-03-06{LONE}",
    "articleBody": f"{SENTENCE} " * 20,
    "commentCount": LONE,
}
HEAD = (
    f"<title>Ferry {LONE} returns to the sound</title><meta property=og:title content='Ferry &#xdc80; {LONE}'>"
    f"<link rel=canonical href='https://a.example/{LONE}'><base href='https://a.example/{LONE}/'>"
)
BODY = (
    f"<h1>Ferry {LONE} returns to the sound</h1>"
    + f"<p>{SENTENCE} <a href='{LONE}'>{LONE}</a><img src={LONE}.png alt={LONE}></p>" * 9
)


def page(*, stated: str = "", body: str = BODY) -> str:
    script = f"<script type=application/ld+json>{stated}</script>" if stated else ""
    return f"<html><head>{HEAD}{script}</head><body>{body}</body></html>"


def as_text_once_more(value: Any) -> Any:
    """Lists as JSON in a string, as some systems write them."""
    return {key: json.dumps(one) if isinstance(one, list) else one for key, one in value.items()}


WRITTEN = {
    "as it is": json.dumps(STATED),
    "in strings": json.dumps(as_text_once_more(STATED)),
    "twice": json.dumps(json.dumps(STATED)),
    "with value objects": json.dumps({key: one if key[0] == "@" else {"@value": one} for key, one in STATED.items()}),
    "with a prefix": json.dumps({key if key[0] == "@" else f"schema:{key}": one for key, one in STATED.items()}),
    "broken": json.dumps(STATED).replace('": "', '": "a "quoted" ') + ",,",
    "cut off": json.dumps(STATED)[:-9],
    "two": json.dumps(STATED) * 2,
}  # fmt: skip


def check(article: broadsheet.Article) -> None:
    for written in (
        article.to_json(),
        article.text,
        article.markdown,
        article.html,
        article.to_markdown(header=True),
        article.to_html(header=True),
        json.dumps(article.verdict.to_dict() if article.verdict is not None else None, ensure_ascii=False),
    ):
        written.encode()


@pytest.mark.parametrize("body", [BODY, "<p>short</p>"], ids=["shown", "stated alone"])
@pytest.mark.parametrize("form", WRITTEN)
def test_structured_data(form: str, body: str) -> None:
    html = page(stated=WRITTEN[form], body=body)
    article = broadsheet.extract(html, with_images=True, with_links=True)
    check(article)
    if body == BODY and form == "as it is":
        assert article.section == "News"


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_with_a_surrogate_is_invalid(url: str) -> None:
    html = page()
    article = broadsheet.extract(html, url=url, with_images=True, with_links=True)
    check(article)
    assert article == broadsheet.extract(html, url="ferry.html", with_images=True, with_links=True)
    assert any("is not an http or https URL" in note for note in article.notes)
    check(broadsheet.extract(broadsheet.read_page(html, url=url)))
    assert broadsheet.identify(html, url=url) == broadsheet.identify(html)
    with pytest.raises(ValueError, match=r"an absolute URL begins with http") as failed:
        broadsheet.identify_url(url)
    str(failed.value).encode()


def test_method_names_and_given_facts() -> None:
    html = page()
    for given in (Given(title=LONE), Given(home_link=f"Ferry {LONE} returns to the sound")):
        for method in ("fusion", "coreex", "mcstd", "cedst"):
            check(broadsheet.extract(html, given=given, method=method))
    check(broadsheet.extract(html.encode("utf-8", "replace"), charset=LONE))
    with pytest.raises(broadsheet.UnknownMethod) as failed:
        broadsheet.extract(html, method=LONE)
    str(failed.value).encode()


def test_rows(tmp_path: Path) -> None:
    options = PageOptions(method="coreex", near_duplicates=False, markdown=True)
    entries = [
        entry_of(page(stated=WRITTEN["as it is"]), url=url, charset=LONE, fetched=LONE, headers=(("date", LONE),))
        for url in (*ADDRESSES, LONE)
    ]
    path = tmp_path / "pages.jsonl"
    rows = [{"html": page(), "url": url} for url in ADDRESSES] + [{"html": None, "url": LONE}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    entries += read_jsonl(path)
    for row in map(RowMaker(options), entries):
        json.dumps(facts(row), ensure_ascii=False).encode()
        json.dumps({**row, "outcome": str(row["outcome"])}, ensure_ascii=False).encode()


def test_profiles(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "profiles") as store:
        one = broadsheet.read_page(page(), url="https://courier.example/a")
        store.add([observe(one, one.shown, site="courier.example")])
        with pytest.raises(ValueError, match="a site is a domain"):
            observe(one, one.shown, site=LONE)
        assert store.listed(LONE) == list(store.profiles(LONE)) == []
        assert store.evidence(LONE) is None
        (profile,) = store.profiles()
    written = profile.to_json()
    written.encode()
    with pytest.raises(ProfileUnreadable, match="lone surrogate") as failed:
        SiteProfile.from_json(re.sub(r'"site": "[^"]*"', r'"site": "\\udc80"', written))
    str(failed.value).encode()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["extract", "{page}", "--url", ADDRESSES[0]], 2),
        (["extract", "{page}", "--method", LONE], 2),
        (["extract", "{page}", "--captured", LONE], 2),
        (["extract", "{page}", "--sites", LONE], 6),
        (["extract", ADDRESSES[0]], 5),
        (["extract", LONE], 6),
        (["identify", "{page}", "--url", ADDRESSES[0]], 2),
        (["identify", ADDRESSES[0]], 5),
        (["inspect", "{page}", "--method", LONE], 2),
        (["sites", "show", LONE, "--sites", "{page}.db"], 2),
        (["sites", "export", f"ex{LONE}.example", "--sites", "{page}.db"], 2),
        (["sites", "learn", "{page}", "--site", LONE, "--sites", "{page}.db"], 2),
        (["batch", LONE, "--output", "{page}.rows"], 6),
        (["batch", "{page}", "--output", "{page}.rows", "--html-column", LONE], 0),
        (["methods", LONE], 2),
    ],
)  # fmt: skip
def test_arguments_of_the_command(arguments: list[str], code: int, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(page(stated=WRITTEN["as it is"]), encoding="utf-8", errors="replace")
    run = CliRunner().invoke(main, [argument.replace("{page}", str(path)) for argument in arguments])
    assert run.exit_code == code, (run.output, run.exception)


def test_service() -> None:
    pytest.importorskip("fastapi", reason="the extra serve is not installed")
    from tests.show.serve.serving import Serving

    html, ways = page(stated=WRITTEN["as it is"]), ("/extract", "/identify", "/inspect")
    with Serving() as served:

        def status(path: str, **members: Any) -> int:
            content = json.dumps(members).encode()
            response = served.client.post(path, content=content, headers={"Content-Type": "application/json"})
            response.content.decode()
            return response.status_code

        for path in ways:
            assert status(path, html=html) == 200
            assert status(path, html=html, **{LONE: "a"}) == 422
            assert status(path, html=html, url=LONE) == 200  # left out, as any other that is none
            assert status(path, url=ADDRESSES[0]) == 422
            assert status(path, html=html, method=LONE if path == "/extract" else [LONE]) == 422
            assert (
                served.client.post(
                    f"{path}?url=https://ex.example/%ED%B2%80", content=b"<p>a", headers={"Content-Type": "text/html"}
                ).status_code
                == 200
            )
        for name in ("format", "favor", "captured", "with_links"):
            assert status("/extract", html=html, **{name: LONE}) == 422
