"""The inspector's page: complete, on its own, and safe whatever the page holds."""

from __future__ import annotations

import dataclasses
import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from selectolax.lexbor import LexborHTMLParser

from broadsheet.article.provenance import Claim, Origin
from broadsheet.errors import NeedsNotMet
from broadsheet.page import read_page
from broadsheet.serve import METHODS, Inspection, as_html, inspect
from tests.serve.conftest import ADDRESS, parsed, text_in, with_class
from tests.serve.test_inspection import Barring, Counting

if TYPE_CHECKING:
    from broadsheet.page import Page

LOADS = {
    "img", "script", "link", "iframe", "frame", "object", "embed", "video", "audio", "source", "track", "image", "use",
    "base", "form", "portal", "feimage", "applet", "picture", "area", "template", "svg:script",
}  # fmt: skip
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


def policy(tree: ET.Element) -> str:
    (found,) = (one.get("content", "") for one in tree.iter("meta") if one.get("http-equiv"))
    return found


def hashed(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def data_of(tree: ET.Element) -> dict[str, list[object]]:
    (block,) = (one for one in tree.iter("script") if one.get("type"))
    found: dict[str, list[object]] = json.loads(block.text or "")
    return found


# What it shows.


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
    (link,) = header.iter("a")
    assert (link.get("href"), link.get("rel")) == (ADDRESS, "noreferrer noopener")


def test_every_segment_is_shown_once_in_order_with_its_text(tree: ET.Element, demo: Page) -> None:
    shown = with_class(tree, "seg")
    assert [int(one.get("data-i", "")) for one in shown] == list(range(len(demo.segments)))
    assert [text_in(one) for one in shown] == demo.texts


def test_segments_look_like_what_they_are(tree: ET.Element, demo: Page) -> None:
    def kinds(words: str) -> set[str]:
        (found,) = (one for one in with_class(tree, "seg") if text_in(one).startswith(words))
        return set(found.get("class", "").split())

    assert "is-h1" in kinds("Ferry returns to the Lower Sound")
    assert "is-h2" in kinds("Why the tunnel was not enough")
    assert "is-item" in kinds("hulls from a yard")
    assert "is-quote" in kinds("It is the only way to work")
    assert "is-caption" in kinds("The Havlit on a trial run")
    assert "is-cell" in kinds("Crossing")
    assert [len(row) for row in with_class(tree, "cells")] == [3, 3, 3, 3]
    assert "Karin Lindqvist" in [text_in(one) for one in with_class(tree, "link")]
    assert list(map(text_in, with_class(tree, "place")))[:3] == [
        "header.site-header",
        "nav",
        "article.story",
    ]


def test_hidden_text_is_folded_away(tree: ET.Element) -> None:
    folded = [one for one in tree.iter("details") if "hidden" in one.get("class", "")]
    assert any("div#consent" in text_in(one) and "We and our partners" in text_in(one) for one in folded)
    assert all("open" not in one.attrib for one in folded)


def test_the_colours_and_marks_are_those_of_each_method(tree: ET.Element, inspection: Inspection) -> None:
    segments = inspection.page.segments
    for number, run in enumerate(inspection.runs):
        for one in with_class(tree, "seg"):
            at = int(one.get("data-i", ""))
            rows = segments.of == at
            share = (run.marking.keep & rows)[rows].mean()
            classes = one.get("class", "").split()
            assert (f"m{number}k" in classes or f"m{number}p" in classes) == (share > 0), (run.name, at)
            if run.name == "fusion":
                level = round(6 * float(run.marking.trace["probability"][at]))
                assert [name for name in classes if name.startswith("m0l")] == ([f"m0l{level}"] if level else [])


def test_white_space_of_the_source_takes_no_room() -> None:
    tree = parsed(
        as_html(inspect(read_page(f"<p>{' ' * 5000}one\n{' ' * 5000}<a href=/>two</a>{' ' * 99}three</p>"), ["mss"]))
    )
    (segment,) = with_class(tree, "seg")
    assert text_in(segment) == "one two three"
    assert len("".join(segment.itertext())) < 20


def test_tables_that_hold_the_page_together_are_no_rows() -> None:
    tree = parsed(as_html(inspect(read_page(f"<table><tr><td>{WORDS * 3}<br>{WORDS}<td>x<tr><td>1<td>2"), ["mss"])))
    (row,) = with_class(tree, "cells")
    assert [text_in(one) for one in row] == ["1", "2"]
    assert len(with_class(tree, "seg")) == 5


def test_paragraphs_of_items_are_items_and_rows_without_text_are_none() -> None:
    rows = "<tr><td></td></tr><tr><td>1<td>2</tr><tr><td>3<br>4<td>5</tr>"
    html = f"<ul><li><p>{WORDS}</p></li></ul><table>{rows}<tr>{'<td>6' * 41}</tr></table>"
    tree = parsed(as_html(inspect(read_page(html), ["mss"])))
    assert [text_in(one) for one in with_class(tree, "is-item")] == [WORDS.strip()]
    assert [[text_in(cell) for cell in row] for row in with_class(tree, "cells")] == [["1", "2"]]


def test_a_row_around_another_table_is_no_row() -> None:
    html = f"<p>{WORDS}</p><table><tr><td>x<td><table><tr><td>1<td>2</table></table>"
    tree = parsed(as_html(inspect(read_page(html), ["mss"])))
    assert [[text_in(cell) for cell in row] for row in with_class(tree, "cells")] == [["1", "2"]]


def test_hidden_text_between_cells_stands_between_them() -> None:
    rows = "<tr><td>1<td hidden>between<td>2</tr><tr><td>3<td>4</tr>"
    tree = parsed(as_html(inspect(read_page(f"<p>{WORDS}</p><table>{rows}</table>"), ["mss"])))
    found = [one for one in tree.iter() if one.get("class") in ("cells", "hidden")]
    assert [text_in(one[-1]) for one in found] == ["1", "between", "2", "4"]


def test_long_hidden_text_is_cut() -> None:
    words = ("word " * 60).strip()
    for hidden, shown in (
        (words, words),
        (f"{words} {words}", f"{words} {words}"[:400]),
        (f"{words}<p>{words}<p>{words}", f"{words} {words}"[:400]),
    ):
        tree = parsed(as_html(inspect(read_page(f"<p>{WORDS * 3}</p><div hidden>{hidden}</div>"), ["mss"])))
        (folded,) = with_class(tree, "hidden")
        assert text_in(folded[1]) == (shown if shown == words else f"{shown.strip()} …")


def test_programs_keep_their_lines() -> None:
    tree = parsed(as_html(inspect(read_page(f"<p>{WORDS}</p><pre>one\n  two\n</pre>"), ["mss"])))
    assert with_class(tree, "is-pre")[0].text == "one\n  two\n"


def test_blocks_point_at_segments_of_the_page_that_is_shown() -> None:
    """One method may find its text in ``noscript``; another sees the page without that, and counts otherwise."""
    story = "".join(f"<p>{WORDS * 2}{number}</p>" for number in range(5))
    page = read_page(f"<body><p>{WORDS}</p><noscript>{story}</noscript><p>Behind it. {WORDS * 2}</p>")
    found = inspect(page, [Counting()])
    (counted,) = found.runs
    plain = page.without_scripts()
    assert plain is not None
    first = dataclasses.replace(counted, page=plain, pieces=())
    tree = parsed(as_html(dataclasses.replace(found, runs=(first, counted))))
    (behind,) = (one for one in with_class(tree, "piece") if text_in(one).startswith("Behind it"))
    (segment,) = (one for one in with_class(tree, "seg") if text_in(one).startswith("Behind it"))
    assert behind.get("data-i") == segment.get("data-i") == "6"


def test_each_method_has_its_article(tree: ET.Element, inspection: Inspection) -> None:
    (pane,) = (one for one in with_class(tree, "pane") if one.get("id") == "article")
    assert len(pane) == len(inspection.runs)
    for shown, run in zip(pane, inspection.runs, strict=True):
        words = "".join(run.article.text.split())
        assert "".join(text_in(shown).split()) == words, run.name


def test_the_switch_works_by_style_alone(tree: ET.Element, html: str) -> None:
    buttons = [one for one in tree.iter("input") if one.get("type") == "radio"]
    assert [one.get("id") for one in buttons] == [f"m{number}" for number in range(len(METHODS))]
    assert [one.get("checked") is not None for one in buttons] == [True] + [False] * (len(METHODS) - 1)
    labels = {one.get("for"): text_in(one) for one in tree.iter("label")}
    for number, name in enumerate(METHODS):
        assert labels[f"m{number}"] == name
        assert f"html:has(#m{number}:checked) .of-m{number}{{display:revert}}" in html
        assert len(with_class(tree, f"of-m{number}")) == 3, "about it, its article, its drawings"
    (group,) = tree.iter("fieldset")
    assert text_in(group[0]) == "Method"


def test_methods_that_cannot_run_are_named(demo: Page) -> None:
    found = inspect(demo, ["mss", Barring(NeedsNotMet(f"it needs {EVIL}"))])
    (barred,) = with_class(parsed(as_html(found)), "barred")
    assert f"barring: it needs {EVIL}" in text_in(barred)


def test_where_each_datum_came_from(tree: ET.Element, inspection: Inspection) -> None:
    (table,) = with_class(tree, "metadata")
    rows = {text_in(row[0]): [text_in(cell) for cell in row[1:]] for row in list(table)[1]}
    assert list(rows) == [origin.datum.replace("_", " ") for origin in inspection.article.origins]
    assert rows["authors"][0] == "Maren Iversen, Tom Adeyemi"
    assert rows["authors"][1] == "json-ld:NewsArticle.author"
    assert "Karin Lindqvist link:author" in rows["authors"][2]
    assert rows["title"][1].startswith("json-ld:NewsArticle.headline meta:og:title")
    assert rows["comment count"][0] == "2"


def test_what_was_claimed_and_not_believed_has_no_value(demo: Page) -> None:
    (run,) = inspect(demo, ["mss"]).runs
    claims = tuple(Claim(f"Section {number}", "url:path") for number in range(9))
    origins = tuple(Origin(name, None, claims) for name in ("section", "tags"))
    article = dataclasses.replace(run.article, section=None, tags=(), origins=origins)
    tree = parsed(as_html(Inspection((dataclasses.replace(run, article=article),), ())))
    (table,) = with_class(tree, "metadata")
    for row in list(table)[1]:
        value, source, claimed = (text_in(cell) for cell in row[1:])
        assert (value, source) == ("(none)", "")
        assert claimed.startswith("Section 0 url:path")


def test_the_data_of_details_are_the_pages(tree: ET.Element, inspection: Inspection) -> None:
    data, segments = data_of(tree), inspection.page.segments
    assert [one[0] for one in data["segments"]] == list(range(len(segments)))  # type: ignore[index]
    assert [one[2:] for one in data["segments"]] == [  # type: ignore[index]
        [chars, linked] for chars, linked in zip(segments.chars.tolist(), segments.link_chars.tolist(), strict=True)
    ]
    assert "html > body.article-page > main > article.story > h1" in data["paths"]
    for told, run in zip(data["methods"], inspection.runs, strict=True):
        assert told["name"] == run.name  # type: ignore[index, call-overload]


def test_it_can_be_used_with_the_keyboard_and_read_aloud(tree: ET.Element) -> None:
    assert tree.get("lang") == "en"
    for pane in with_class(tree, "pane"):
        assert pane.get("tabindex") == "0"
        assert pane.get("role") == "region"
        assert pane.get("aria-label")
    for drawing in with_class(tree, "chart"):
        assert drawing.get("role") == "img"
        assert drawing.get("aria-label")
    assert any(one.get("aria-live") == "polite" for one in tree.iter())
    (table,) = with_class(tree, "metadata")
    assert all(one.get("scope") for one in table.iter("th"))
    assert len(list(tree.iter("h1"))) == 1 + sum(text_in(one) == "" for one in tree.iter("h1"))


# On its own, and safe.


def test_the_policy_allows_what_is_in_the_file_and_nothing_else(tree: ET.Element) -> None:
    (style,) = tree.iter("style")
    (program,) = (one for one in tree.iter("script") if not one.get("type"))
    assert policy(tree) == (
        f"default-src 'none'; style-src {hashed(style.text or '')}; script-src {hashed(program.text or '')}; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r"[<&]", (style.text or "") + (program.text or "")), "HTML and XML read these differently"
    assert not re.search(r"url\(|@import|expression", style.text or "")
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
                assert key not in (
                    "src",
                    "srcset",
                    "style",
                    "action",
                    "background",
                    "poster",
                    "formaction",
                    "xlink:href",
                    "srcdoc",
                    "ping",
                )
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
    # What HTML's own parser makes of it is the same.
    again = LexborHTMLParser(evil)
    (heading,) = (node for node in again.css(".seg.is-h1"))
    assert "<img src=https://evil.example/x onerror=alert(1)>" in heading.text()
    assert len(again.css(".seg")) == len(with_class(tree, "seg"))
    assert all(one.get("dir") == "auto" for one in with_class(tree, "seg"))


def test_an_address_that_is_none_of_the_web_is_no_link() -> None:
    html = as_html(inspect(read_page(f"<p>{WORDS}</p>", url="javascript:alert(1)"), ["mss"]))
    assert not list(parsed(html).iter("a"))
    assert "javascript:alert(1)" in html


def test_data_cannot_end_their_script(evil: str) -> None:
    block = re.search(r'<script type="application/json" id="data">(.*?)</script>', evil, re.DOTALL)
    assert block is not None
    assert not re.search(r"[<>&]", block[1])
    assert data_of(parsed(evil))["segments"]


@pytest.mark.parametrize(
    "source",
    [
        "<p>x</p>",
        "<html><body></body></html>",
        "<p hidden>nothing is shown</p>",
        f"<frameset><frame src=x></frameset><noframes>{WORDS}</noframes>",
        f"<table>{'<tr><td>1<td>2' * 3}</table>",
        f"{'<div>' * 3000}{WORDS}",
        f"<pre>\n\n{WORDS}\n</pre><p>{WORDS}<br>{WORDS}",
        f"<form><input><p>{WORDS}</form><dl><dt>a<dd>b</dl>",
        "<p>\u4e2d\u6587\u65b0\u95fb\uff0c\u6e21\u8f6e\u3002" * 9,
    ],
)
def test_pages_of_all_sorts_are_shown(source: str) -> None:
    page = read_page(source)
    tree = parsed(as_html(inspect(page)))
    assert [text_in(one) for one in with_class(tree, "seg")] == page.texts


def test_the_same_page_gives_the_same_bytes(demo: Page, html: str) -> None:
    assert as_html(inspect(demo)) == html


# Bounds.


def test_of_a_long_page_what_is_kept_is_shown_and_the_file_is_bounded() -> None:
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


def test_long_texts_are_cut_and_say_so() -> None:
    body = "".join(f"<p>{number} {(WORDS * 40).strip()}</p>" for number in range(300))
    page = read_page(f"<article><h1>Ferry</h1>{body}</article>")
    html = as_html(inspect(page, [Counting()]))
    tree = parsed(html)
    whole = len(page.texts[1])
    assert text_in(with_class(tree, "seg")[1]).endswith(f"… {whole - 1200:,} more characters")
    assert re.search(r"\d more blocks are not shown", text_in(tree))
    assert len(html) < 1_200_000
    one = as_html(inspect(read_page(f"<p>{WORDS * 4000}</p>"), [Counting()]))
    assert re.search(r"… \([\d,]+ characters\)", one)
    assert len(one) < 150_000


def test_the_worst_of_texts_and_names_stays_bounded() -> None:
    def around(number: int, inside: str) -> str:
        for level in range(5):
            inside = f'<div id="{number}{level}{"&amp;" * 60}">{inside}</div>'
        return inside

    body = "".join(around(number, f"<p>{'&lt;&quot;' * 150}, . {number}</p>") for number in range(2600))
    # CETR reads the source once more, which takes longer than all else here.
    html = as_html(inspect(read_page(f"<body>{body}"), [name for name in METHODS if name != "cetr"]))
    parsed(html)
    assert 6_000_000 < len(html.encode()) < 12_000_000
    han = "\u6e21\u8f6e\u56de\u6765\u4e86\uff0c\u7968\u4ef7\u3002" * 30
    html = as_html(
        inspect(read_page(f"<article><h1>{han[:9]}</h1>{f'<p>{han}</p>' * 600}</article>"), ["mss", "twcem"])
    )
    assert len(html.encode()) < 3_000_000
