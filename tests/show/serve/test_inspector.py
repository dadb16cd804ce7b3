"""The inspector: the results of methods, and a page that is complete, self-contained and safe for any input."""

from __future__ import annotations

import dataclasses
import json
import re
from base64 import b64encode
from hashlib import sha256
from xml.etree import ElementTree as ET

import pytest
from selectolax.lexbor import LexborHTMLParser

import broadsheet
from broadsheet.errors import MissingExtra, NeedsNotMet
from broadsheet.methods.base import Given, Marking, Method, marking
from broadsheet.page import Page, read_page
from broadsheet.show.serve import METHODS, Inspection, as_html, inspect
from tests.show.serve.conftest import ADDRESS, parsed, text_in, with_class

LOADS = {
    "img", "script", "link", "iframe", "frame", "object", "embed", "video", "audio", "source", "track", "image", "use",
    "base", "form", "portal", "feimage", "applet", "picture", "area", "template", "svg:script",
}  # fmt: skip
LOADING = "src srcset style action background poster formaction xlink:href srcdoc ping".split()
EVIL = (
    "</script></style></title><script>alert(1)</script>"
    "<img src=https://evil.example/x onerror=alert(1)> \"'>&amp; --> ]]>"
)
BAD = "\x00 \x0b \x1b \ufffe \u202e\u2066 \ud83d"
ARABIC = (
    "\u0647\u0630\u0627 \u0646\u0635 \u0639\u0631\u0628\u064a\u060c \u0645\u0646 \u0627\u0644\u064a\u0645\u064a\u0646."
)
WORDS = "The ferry across the sound, which stopped running in 2015, starts again on Monday, the board said. "


def hostile() -> str:
    said = EVIL.replace("<", "&lt;").replace('"', "&quot;")
    return f"""<!doctype html><html lang='"><script>alert(0)</script>'><head><title>{said}{BAD}</title>
<meta property="og:title" content="{said}{BAD}"><meta name="author" content="{said}">
<meta property="og:image" content="javascript:alert(2)"><link rel="canonical" href="javascript:alert(3)">
<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "<\\/script><script>alert(4)</script>",
"author": {{"name": "A <b>bold</b> \\u0000 \\ud800 name", "url": "javascript:alert(5)"}}}}</script>
<link rel=stylesheet href=https://evil.example/s.css><meta http-equiv=refresh content="0;url=https://evil.example/"></head>
<body onload="alert(6)" class='x" onmouseover="alert(7)' id="</script><script>alert(8)</script>">
<article style="background: url(https://evil.example/b)" class="{said} {BAD}"><h1>{said}{BAD}</h1>
<p onclick="alert(9)">{WORDS * 3}<a href="javascript:alert(10)">{said}</a> <a href=" data:text/html,x">data</a></p>
<p>{WORDS * 3}<img src=https://evil.example/p.png><iframe src=https://evil.example/f></iframe></p>
<p dir=rtl>{ARABIC} {WORDS * 2}{BAD}</p>
<pre>{said}\n  {{{{x}}}} <br> &lt;br&gt; </pre>
<svg><script>alert(11)</script><a xlink:href="javascript:alert(12)">s</a></svg>
<p hidden>{said}</p><math><mtext><img src=x onerror=alert(13)></mtext></math></article></body></html>"""


@pytest.fixture(scope="module")
def evil() -> str:
    return as_html(inspect(read_page(hostile(), url="https://a.example/?q=%22><script>alert(1)</script>")))


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_the_head_says_what_was_found_and_why(tree: ET.Element, inspection: Inspection) -> None:
    (header,) = tree.iter("header")
    words, article = text_in(header), inspection.article
    assert article.verdict is not None
    assert article.confidence is not None
    for wanted in (
        article.title,
        ADDRESS,
        "fusion",
        article.verdict.kind,
        f"{article.verdict.probability:.2f}",
        f"{article.confidence:.2f}",
        *article.verdict.evidence[:3],
    ):
        assert str(wanted) in words
    assert [one.get("lang") for one in tree.iter() if one.get("lang")] == ["en", "en", "en", "en"], "page, title, panes"
    (link,) = header.iter("a")
    assert (link.get("href"), link.get("rel")) == (ADDRESS, "noreferrer noopener")


def test_every_segment_is_shown_once_in_order_with_its_text(tree: ET.Element, demo: Page) -> None:
    shown = with_class(tree, "seg")
    assert [int(one.get("data-i", "")) for one in shown] == list(range(len(demo.segments)))
    assert [text_in(one) for one in shown] == demo.texts


def test_blocks_point_at_segments_of_the_page_that_is_shown() -> None:
    """If only one method reads the text in ``noscript``, methods number segments differently."""
    story = "".join(f"<p>{WORDS * 2}{number}</p>" for number in range(5))
    page = read_page(f"<body><p>{WORDS}</p><noscript>{story}</noscript><p>Behind it. {WORDS * 2}</p>")
    found = inspect(page, [Simple()])
    (counted,) = found.runs
    plain = page.without_scripts()
    assert plain is not None
    first = dataclasses.replace(counted, page=plain, pieces=())
    tree = parsed(as_html(dataclasses.replace(found, runs=(first, counted))))
    (behind,) = (one for one in with_class(tree, "piece") if text_in(one).startswith("Behind it"))
    (segment,) = (one for one in with_class(tree, "seg") if text_in(one).startswith("Behind it"))
    assert behind.get("data-i") == segment.get("data-i") == "6"


def test_the_policy_allows_what_is_in_the_file_and_nothing_else(tree: ET.Element) -> None:
    (style,) = tree.iter("style")
    (program,) = (one for one in tree.iter("script") if not one.get("type"))
    (policy,) = (one.get("content", "") for one in tree.iter("meta") if one.get("http-equiv"))
    assert policy == (
        f"default-src 'none'; style-src {hashed(style.text or '')}; script-src {hashed(program.text or '')}; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r"[<&]", (style.text or "") + (program.text or "")), "HTML and XML read these differently"
    assert not re.search(r"url\(|@import|expression", style.text or "")
    assert not re.search(r"(html|body|main):has", style.text or ""), "which would be slow on long pages"
    assert not re.search(
        r"eval|innerHTML|outerHTML|insertAdjacent|document\.write|Function\(|fetch|import", program.text or ""
    )


@pytest.mark.parametrize("which", ["html", "evil"])
def test_nothing_is_loaded_and_nothing_runs(which: str, request: pytest.FixtureRequest) -> None:
    html = request.getfixturevalue(which)
    for tree in (parsed(html), LexborHTMLParser(html)):
        if isinstance(tree, ET.Element):
            elements = [(one.tag.lower(), one.attrib) for one in tree.iter()]
        else:
            elements = [(node.tag.lower(), node.attributes) for node in tree.css("*")]
        assert sum(name == "script" for name, _ in elements) == 2
        assert sum(name == "style" for name, _ in elements) == 1
        for name, attributes in elements:
            assert name == "script" or name not in LOADS
            for key, value in attributes.items():
                assert not key.lower().startswith("on")
                assert key not in LOADING
                if key == "href":
                    assert name == "a"
                    assert re.match(r"https?://[^\s/]", value or "")
                    assert attributes["rel"] == "noreferrer noopener"


def test_hostile_texts_are_texts(evil: str) -> None:
    tree = parsed(evil)
    assert not re.search("[\x00\x0b\x1b\ufffe\ud800-\udfff]", evil)
    shown = " ".join(map(text_in, with_class(tree, "seg")))
    assert "<script>alert(1)</script>" in shown
    assert "onerror=alert(1)" in shown
    assert "<br>" in shown, "a text that reads like an element stays one"
    # An HTML parser reads the same as the XML parser.
    again = LexborHTMLParser(evil)
    (heading,) = (node for node in again.css(".seg.is-h1"))
    assert "<img src=https://evil.example/x onerror=alert(1)>" in heading.text()
    assert len(again.css(".seg")) == len(with_class(tree, "seg"))
    assert all(one.get("dir") == "auto" for one in with_class(tree, "seg"))


def test_only_http_urls_are_links() -> None:
    html = as_html(inspect(read_page(f"<p>{WORDS}</p>", url="javascript:alert(1)"), ["mss"]))
    assert not list(parsed(html).iter("a"))
    assert "javascript:alert(1)" in html


def test_data_cannot_end_their_script(evil: str) -> None:
    block = re.search(r'<script type="application/json" id="data">(.*?)</script>', evil, re.DOTALL)
    assert block is not None
    assert not re.search(r"[<>&]", block[1])
    assert json.loads(block[1])["segments"]


@pytest.mark.parametrize(
    "source",
    [
        "<p>x</p>",
        "<html><body></body></html>",
        "<p hidden>nothing is shown</p>",
        f"<frameset><frame src=x></frameset><noframes>{WORDS}</noframes>",
        f"{'<div>' * 3000}{WORDS}",
        f"<pre>\n\n{WORDS}\n</pre><p>{WORDS}<br>{WORDS}",
        f"<form><input><p>{WORDS}</form><dl><dt>a<dd>b</dl>",
        "<p>\u4e2d\u6587\u65b0\u95fb\uff0c\u6e21\u8f6e\u3002" * 9,
    ],
)
def test_unusual_pages_are_shown(source: str) -> None:
    page = read_page(source)
    tree = parsed(as_html(inspect(page)))
    assert [text_in(one) for one in with_class(tree, "seg")] == page.texts


def test_short_cells_of_a_table_are_shown_in_a_line() -> None:
    page = read_page(f"<table><tr><td>1<td>2<tr><td>3<td>{WORDS * 2}<tr>{'<td>4' * 41}<tr><td>5<td>6</table>")
    tree = parsed(as_html(inspect(page, ["mss"])))
    assert [text_in(one) for one in with_class(tree, "cells")] == ["12", "56"]


def test_hidden_texts_are_folded_by_the_element_that_hides_them() -> None:
    page = read_page(f"<p>{WORDS}<div hidden><p>a<p>b</div><p hidden>c</p><p>{WORDS}<p hidden>d")
    found = with_class(parsed(as_html(inspect(page, ["mss"]))), "hidden")
    assert [text_in(one).rpartition(" in ")[2] for one in found] == ["diva b", "pc", "pd"]


def test_the_same_page_gives_the_same_bytes(demo: Page, html: str) -> None:
    assert as_html(inspect(demo)) == html


def test_a_long_page_shows_kept_segments_in_a_bounded_file() -> None:
    menu = "".join(f"<li><a href=/{number}>Menu {number} of many</a>" for number in range(6000))
    body = "".join(f"<p>{WORDS} {number}</p>" for number in range(30))
    page = read_page(f"<body><ul>{menu}</ul><article><h1>Ferry</h1>{body}</article><ul>{menu}</ul>")
    html = as_html(inspect(page, ["fusion"]))
    tree = parsed(html)
    shown = [text_in(one) for one in with_class(tree, "seg")]
    assert len(shown) == 2500
    assert sum(text.startswith("The ferry across") for text in shown) == 30
    gaps = [text_in(one) for one in with_class(tree, "gap")]
    missing = [int(found[1].replace(",", "")) for gap in gaps if (found := re.match(r"… ([\d,]+) segments", gap))]
    assert sum(missing) == len(page.segments) - 2500
    assert len(html) < 1_500_000


def test_long_texts_and_names_are_bounded() -> None:
    def around(number: int, inside: str) -> str:
        for level in range(5):
            inside = f'<div id="{number}{level}{"&amp;" * 60}">{inside}</div>'
        return inside

    body = "".join(around(number, f"<p>{'&lt;&quot;' * 150}, . {number}</p>") for number in range(2600))
    # Without CETR, which takes longer than the rest of this test.
    html = as_html(inspect(read_page(f"<body>{body}"), [name for name in METHODS if name != "cetr"]))
    parsed(html)
    assert 6_000_000 < len(html.encode()) < 12_000_000
    han = "\u6e21\u8f6e\u56de\u6765\u4e86\uff0c\u7968\u4ef7\u3002" * 30
    html = as_html(
        inspect(read_page(f"<article><h1>{han[:9]}</h1>{f'<p>{han}</p>' * 600}</article>"), ["mss", "twcem"])
    )
    assert len(html.encode()) < 3_000_000


class Simple(Method):
    """A method that keeps all text, or cannot run."""

    name = "simple"

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def mark(self, page: Page, given: Given) -> Marking:
        if self.error is not None:
            raise self.error
        return marking(page, page.shown)


def test_the_article_is_that_of_extract(demo: Page, inspection: Inspection) -> None:
    assert inspection.article == broadsheet.extract(demo)
    assert [run.name for run in inspection.runs] == list(METHODS)
    for run in inspection.runs[1:]:
        assert run.article.body == broadsheet.extract(demo, method=run.name).body
        assert run.article.verdict is None


@pytest.mark.parametrize("error", [NeedsNotMet("a rendering is needed"), MissingExtra("torch", "train")])
def test_a_method_that_cannot_run_is_named_with_its_reason(demo: Page, error: Exception) -> None:
    found = inspect(demo, [Simple(error), "mss"])
    assert [run.name for run in found.runs] == ["mss"]
    assert found.barred == (("simple", str(error)),)
    assert found.article.verdict is not None, "the first that runs is the chosen one"


def test_text_that_shows_without_scripts_is_inspected_where_it_shows() -> None:
    words = (
        "The ferry across the sound runs again, the harbour board said on Monday, and it is on time. ",
        "It had lain in the dock since the storm in March, when a wave broke two of its windows and a door. ",
        "Commuters had to take the long way round by bus, which costs them an hour in the morning and at night. ",
        "The first crossing after the repair is free, and the captain has promised coffee to all who come. ",
    )
    text = "".join(f"<p>{line}</p>" for line in words)
    page = read_page(f"<h1>Ferry</h1><p>Please wait.</p><noscript>{text}</noscript>")
    (run,) = inspect(page, ["fusion"]).runs
    assert "only without JavaScript" in " ".join(run.article.notes)
    assert run.page is not page
    assert run.page.chars[run.marking.keep].sum() > 300


def test_blocks_know_their_segments(demo: Page, inspection: Inspection) -> None:
    texts = demo.texts
    for run in inspection.runs:
        for piece in run.pieces:
            said = "".join(broadsheet.article.write_text((piece.block,)).split())
            own = "".join("".join(texts[number].split()) for number in piece.segments)
            assert own in (said, ""), run.name
    pieces = inspection.runs[0].pieces
    assert all(piece.segments for piece in pieces if not isinstance(piece.block, broadsheet.article.Figure))
    (steps,) = (piece for piece in pieces if isinstance(piece.block, broadsheet.article.List))
    assert [texts[number].split()[0] for number in steps.segments] == ["hulls", "batteries", "and"]
