"""Pages -> blocks: cases in files, kept words, nested elements, and hostile pages."""

from __future__ import annotations

import pickle
import re
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadsheet.article import (
    Article,
    Blocks,
    Cell,
    CodeSpan,
    Inlines,
    Link,
    Paragraph,
    Strong,
    Table,
    Text,
    assemble,
    plain,
    write_html,
    write_markdown,
    write_text,
)
from broadsheet.article.frames import grid
from broadsheet.article.region import Region
from broadsheet.article.runs import build, pieces, tidied, visible, with_mark
from broadsheet.facts import Facts
from broadsheet.page import Page, read_page
from tests.article.markdown_reader import skeleton, skeleton_of
from tests.article.trees import inlines
from tests.data.article import make

DATA = make.FOLDER
CASES = sorted(page.parent.name for page in DATA.glob("*/page.html"))


def body(html: str, *, url: str | None = "https://example.org/news/story.html") -> Blocks:
    """The blocks of a page of which all text is kept."""
    page = read_page(html, url=url)
    return assemble(page, page.shown)


def squeezed(text: str) -> str:
    """The characters of a text without white space, drawn quotation marks, and those of typed bullets and rules."""
    return re.sub(r"[\s“”•●▪◦‣⁃∙·*_=~#☼–—-]+", "", visible(text))


# Cases in files.


@pytest.mark.parametrize("case", CASES)
def test_case(case: str) -> None:
    for name, contents in make.outputs(DATA / case).items():
        assert contents == (DATA / case / name).read_text(encoding="utf-8"), f"{case}/{name}"


@pytest.mark.parametrize("case", CASES)
def test_case_is_read_back(case: str) -> None:
    article = make.marked(read_page((DATA / case / "page.html").read_bytes(), url=make.URL))
    assert skeleton_of(article.markdown) == skeleton(article.body)
    assert skeleton_of(article.to_markdown(images=False, links=False)) == skeleton(article.body)
    assert pickle.loads(pickle.dumps(article)) == article


# Marks that browsers draw.


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>He said <q>we wait</q>, and left.</p>", "He said “we wait”, and left."),
        ("<p>He said “<q>we wait</q>”, and left.</p>", "He said “we wait”, and left."),
        ("<p>He said <q>we <b>wait</b></q>.</p>", "He said “we wait”."),
        ("<p><ruby>漢字<rt>かんじ</rt></ruby>を読む。</p>", "漢字(かんじ)を読む。"),
        ("<p><ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>を読む。</p>", "漢字(かんじ)を読む。"),
        ("<p>橋は\nABC社が\n架けた。</p>", "橋は ABC社が架けた。"),
        ("<p>അവന്\u200d", "അവന്\u200d"),
        ("<p>He said</p><q><p>We wait.</p></q><p>And left.</p>", "He said\n\nWe wait.\n\nAnd left."),
    ],
)
def test_marks_around_quotations_and_annotations(html: str, text: str) -> None:
    assert write_text(body(html)) == text


def test_styles_make_text_bold_or_italic() -> None:
    html = "<p>a <span style='FONT-WEIGHT: bold'>b</span> <font style='font-style:italic'>c</font>"
    assert write_markdown(body(html)) == "a **b** *c*"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a<p>* * *<p>b<p>***", "a\n\n---\n\nb"),
        ("<p>___<p>a<p>• • •<p>b", "a\n\n---\n\nb"),
        ("<p>• a<p>•<b>b</b> c<p><b>•</b> d<p>e", "- a\n- **b** c\n- d\n\ne"),
        ("<p>Pros<br>● a<br>● b<br>Cons<br>c<br>● d", "Pros\n\n- a\n- b\n\nCons\\\nc\n\n- d"),
        ("<p>– a<br>– b<p>*c<p>•", "– a\\\n– b\n\n*c\n\n•"),
    ],
)
def test_rules_and_bullets_that_are_typed(html: str, markdown: str) -> None:
    assert write_markdown(body(html)) == markdown


# Kept words.

TAGS = (
    "p div span b i em strong a ul ol li dl dt dd table tr td th tbody thead caption blockquote cite pre code h2 h3 br "
    "hr article section q sup details summary font center x-y address ins del"
).split()
PARTS = [
    *(f"<{slash}{tag}>" for tag in TAGS for slash in ("", "/")),
    *("w", "two words", " ", "\n", "T", "he", "&nbsp;", "&shy;", "中文", "。", "1.", "#", "*", "_a_", "<a href=x>"),
    *("<p hidden>no</p>", "<span style='display:none'>no</span>", "<script>no</script>", "<img src=x.jpg>"),
]
soup = st.lists(st.sampled_from(PARTS), max_size=40).map("".join)


def kept_words(page: Page, keep: np.ndarray[Any, Any]) -> str:
    rows = np.flatnonzero(keep & page.shown)
    return squeezed("".join(page.raw(int(row)) for row in rows))


@given(soup, st.integers(0, 2**32))
@settings(max_examples=60)
def test_exactly_the_kept_words_are_in_the_text(html: str, seed: int) -> None:
    page = read_page(f"<!doctype html><body><p>.</p>{html}", url="https://example.org/")
    for keep in (page.shown, np.random.default_rng(seed).random(len(page)) < 0.5):
        blocks = assemble(page, keep)
        expected = kept_words(page, keep)
        assert squeezed(write_text(blocks)) == expected
        assert skeleton_of(write_markdown(blocks)) == skeleton(blocks)


@given(st.lists(st.text(alphabet="ab \n\t\x7f\xa0\xad\u0301\u2003\u200b\u3000が本", max_size=9), min_size=1))
def test_the_engine_reads_words_as_other_texts_are_tidied(texts: list[str]) -> None:
    page = read_page("<body>" + "".join(f"<p>x</p><b>{text}y</b>" for text in texts))
    region = Region(page, page.shown, page.shown.nonzero()[0], Facts(page))
    assert region.words == {row: tidied(page.raw(row)) for row in page.shown.nonzero()[0].tolist()}


_CAPTIONS = re.compile(
    r"<(?:figure|figcaption)\b|caption|class=[^<>]*(?:credit|legend|copyright|bildtext|didascalia)", re.IGNORECASE
)


@pytest.mark.corpora
def test_the_kept_words_of_real_pages_are_in_the_text(real_pages: Any) -> None:
    """Except for captions."""
    checked = 0
    for name, raw, _ in real_pages(100):
        page = read_page(raw)
        text = squeezed(write_text(assemble(page, page.shown)))
        if _CAPTIONS.search(page.source) is None:
            assert text == kept_words(page, page.shown), name
            checked += 1
    assert checked > 10


# Single rules.


def test_a_link_around_a_heading_belongs_to_it() -> None:
    assert body("<a href=/x><h2>Title</h2></a>")[0] == body("<h2><a href=/x>Title</a></h2>")[0]


def test_an_image_without_an_address_separates_words() -> None:
    assert write_markdown(body("<p>a<img src=/i.jpg>b", url=None), images=True) == "a b"


PART = "The council met on Tuesday, and it agreed on the bridge after a long and quiet debate of some hours."


def test_a_table_with_huge_spans() -> None:
    rows = "".join(f"<tr><td colspan=1000 rowspan=65534>{row}<td>x" for row in range(300))
    started = time.process_time()
    (table,) = body(f"<table>{rows}</table>")
    assert isinstance(table, Table)
    assert {(cell.colspan, cell.rowspan) for row in table.rows for cell in row} == {(1, 1)}
    assert time.process_time() - started < 5


# Hostile pages. Nesting is as deep as a page may have it.


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("<div>x", "</div>"),
        ("<blockquote>x", "</blockquote>"),
        ("<ul><li>x", "</ul>"),
        ("<ul>x", "</ul>"),
        ("<dl><dd>x", "</dl>"),
        ("<span>x", "</span>"),
        ("<table><tr><td>x", "</table>"),
        ("<table><tr><td>x<td>y<tr><td>z<td>", "</table>"),
        ("<figure>x", "</figure>"),
        ("<figure><img src=x.jpg>", "</figure>"),
        ("<figcaption>x", "</figcaption>"),
        ("<x-y>x", "</x-y>"),
        ("<section><h2>x</h2>", "</section>"),
        ("<details><summary>x</summary>", "</details>"),
        ("<ruby>x<rt>", "</ruby>"),
        ("<q>x", "</q>"),
    ],
)
def test_deep_nesting(opening: str, closing: str) -> None:
    levels = 3900 // opening.count("<") if "table" not in opening else 400
    page = read_page(
        "<body><p>a</p>" + opening * levels + "." + closing * levels + "<p>b</p>", url="https://example.org/"
    )
    page.attrs(0)
    started = time.process_time()
    article = Article(body=assemble(page, page.shown))
    assert time.process_time() - started < 3
    assert article.text.startswith("a")
    assert article.text.endswith("b")
    for written in (article.to_markdown(images=True, links=True), article.to_html(images=True), article.to_json()):
        assert written
    assert pickle.loads(pickle.dumps(article)) == article
    hash(article)
    repr(article.body)


@pytest.mark.parametrize(
    "middle",
    [
        "<div>" + "<img src=x.jpg>" * 20_000 + "</div>",
        "<div>" * 3000 + "<img src=x.jpg>" * 5000 + "</div>" * 3000,
        "<picture>" + "<source srcset='a.jpg 2x'><img>" * 5000 + "</picture>",
        "<noscript><img src=x.jpg></noscript>" * 5000,
        "<p>A</p><p>fter</p>" * 3000,
        "<figure><img src=x.jpg><figcaption>a<br></figcaption></figure>" * 3000,
        "<ul><li><p>a<ul><li>b</ul></ul>" * 3000,
    ],
)
def test_many_elements_of_one_kind(middle: str) -> None:
    page = read_page(f"<body><p>a</p>{middle}<p>b</p>", url="https://example.org/")
    page.attrs(0)
    started = time.process_time()
    blocks = assemble(page, page.shown)
    assert time.process_time() - started < 4
    assert write_text(blocks).startswith("a")
    assert write_markdown(blocks, images=True)


# Nested elements.

CELLS = "<tr><th>Year<td>Cost</tr><tr><td>2025<td>14</tr>"
FILM = "<iframe src='https://www.youtube.com/embed/x'></iframe>"


@pytest.mark.parametrize(
    ("html", "kinds", "text"),
    [
        ("<h2>a<hr>b<blockquote>c</blockquote></h2>", "Heading", "a\nb\nc"),
        ("<h2>a <img src=/i.jpg> b</h2>", "Heading Figure", "a b"),
        ("<h2>a<pre>b</pre><div><h3>c</h3></div></h2>", "Heading", "a\nb\nc"),
        ("<h2>a<figcaption>b</figcaption></h2>", "Heading", "a\nb"),
        (f"<h2>{FILM}a</h2>b", "Heading Embed Paragraph", "a\n\nb"),
        ("<pre>a<hr>b</pre>", "CodeBlock", "a\nb"),
        (f"<pre>{FILM}a</pre>b", "CodeBlock Embed Paragraph", "a\n\nb"),
        ("<pre><img src=/i.jpg><div>a</div></pre>b", "CodeBlock Figure Paragraph", "a\n\nb"),
        ("<pre><img src=/i.jpg></pre>b", "Figure Paragraph", "b"),
        (f"<table><caption>a<hr>b <img src=/i.jpg> c</caption>{CELLS}</table>", "Figure Table", "a\nb c\nYear\tCost"),
        (f"<table><caption>a<figcaption>b</figcaption></caption>{CELLS}</table>", "Table", "a\nb\nYear\tCost"),
        (f"<table><caption>a<svg>b<td></td></svg></caption>{CELLS}</table>", "Table", "a\nYear\tCost"),
        (f"<table><tr><form><td>a<td>b</tr>{CELLS}</table>", "Table", "a\tb\nYear\tCost"),
        ("<p>a <img src=/i.jpg> <span class=caption>b</span> c", "Paragraph", "a b c"),
        ("<p>a <img src=/i.jpg><figcaption>b</figcaption>", "Paragraph Figure", "a"),
        ("<p>a<br><br><img src=/i.jpg> b", "Paragraph Figure Paragraph", "a\n\nb"),
        ("<p>甲<br>　乙<br>丙", "Paragraph Paragraph", "甲\n\n乙\n丙"),
        ("<blockquote>a<hr></blockquote>", "Quote", "a"),
        ("<p>Run <code>a<br>b</code><br><code>c</code>", "Paragraph", "Run a\nb\nc"),
        ("<figure><img src=/i.jpg><figcaption>a</figcaption></figure><p class=caption>b", "Figure Paragraph", "b"),
        ("<figure><table><tr><td>a</table><figcaption>b</figcaption></figure>", "Paragraph Paragraph", "a\n\nb"),
        ("<ul><figure><table><tr><td>a</table><figcaption>b</figcaption></figure></ul>", "List", "a\nb"),
        (f"<ul><li><p>{PART * 12}<p>a<li>b</ul>", "Paragraph Paragraph Paragraph", f"{PART * 12}\n\na\n\nb"),
        (f"<ul><li>{PART * 12}<li>b</ul>", "List", f"{PART * 12}\nb"),
        ("<ul><li><p>a<p>b</ul>", "Paragraph Paragraph", "a\n\nb"),
        (f"<ul><li><img src=/i.jpg><li>{FILM}</ul>a", "Figure Embed Paragraph", "a"),
        ("<div><li>a<li>b</div><li>c</li>", "List", "a\nb\nc"),
        ("<p>a<p>\u200d<p>b\u200d", "Paragraph Paragraph", "a\n\nb"),
        ("<ul><li>a</ul><ul><li>b</ul><ul><li>c<li>d</ul>", "List List", "a\nb\n\nc\nd"),
        ("a<div hidden>b</div> c", "Paragraph", "a c"),
        ("<li>a</li><li>b</li>c<li>d</li>", "List Paragraph List", "a\nb\n\nc\n\nd"),
    ],
)  # fmt: skip
def test_elements_inside_others(html: str, kinds: str, text: str) -> None:
    made = body(f"<div><p>Before.</p>{html}<p>After.</p></div>")[1:-1]
    assert " ".join(type(block).__name__ for block in made) == kinds
    assert write_text(made).removesuffix("\n2025\t14") == text


@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        ("<tr><th>a<th>b</tr><tr><th>c<td>d</tr>", "abc"),
        ("<tr><td><b>a</b><td><b>b</b></tr><tr><td>c<td>d</tr>", "ab"),
        ("<tr><td><td><b>b</b></tr><tr><td>c<td>d</tr>", "b"),
        ("<tr><td>a<td><b>b</b></tr><tr><td>c<td>d</tr>", ""),
        ("<tr><td><b>a</b><td><b>b</b></tr><tr><td><b>c</b><td><b>d</b></tr>", ""),
        ("<tr><td><b>a</b><td><b>b</b></tr><tr><th>c<td>d</tr>", "c"),
    ],
)
def test_cells_that_are_headers(rows: str, headers: str) -> None:
    (table,) = body(f"<table>{rows}</table>")
    assert isinstance(table, Table)
    assert "".join(write_text(cell.content) for row in table.rows for cell in row if cell.header) == headers


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<pre>one<b>left out</b>two</pre>", "```\none two\n```"),
        ("<pre>  <i>one</i>\n  two</pre>", "```\n  one\n  two\n```"),
        ("<pre>one<b>\nleft out\n</b>two</pre>", "```\none\ntwo\n```"),
        ("<figure><figure><figcaption>a</figcaption></figure><figcaption>left out</figcaption></figure>", ""),
        ("a <img src=/i.jpg><figcaption>left out</figcaption>", 'a\n\n![](https://e.org/i.jpg "left out")'),
    ],
)  # fmt: skip
def test_unkept_text_within_elements(html: str, written: str) -> None:
    page = read_page(f"<div><p>Before.</p>{html}<p>After.</p></div>", url="https://e.org/")
    keep = page.shown & np.array(["left out" not in page.raw(row) for row in range(len(page))])
    made = assemble(page, keep)[1:-1]
    assert write_markdown(made, images=True) == written
    assert ("left out" in write_html(made, images=True)) == ("left out" in written)


# Parts: the grid of a table, white space, marks.


def cell(text: str, colspan: int = 1, rowspan: int = 1) -> Cell:
    return Cell((Paragraph((Text(text),)),) if text else (), False, colspan, rowspan)


@given(st.lists(st.lists(st.tuples(st.booleans(), st.integers(1, 3), st.integers(0, 3)), max_size=4), max_size=4))
def test_a_grid_has_every_cell_with_content_once(shape: list[list[tuple[bool, int, int]]]) -> None:
    names = iter("abcdefghijklmnopqrstuvwxyz")
    rows = [[cell(next(names) if full else "", colspan, rowspan) for full, colspan, rowspan in row] for row in shape]
    wanted = [one.content for row in rows for one in row if one.content]
    table = grid(rows)
    assert [one.content for row in table for one in row if one.content] == wanted
    assert all(any(one.content for one in row) for row in table)
    assert all(one.colspan >= 1 <= one.rowspan for row in table for one in row)


BOLD = (Strong, "")
CODE = (CodeSpan, "")


def test_marks_are_used_once_and_code_is_innermost() -> None:
    assert with_mark((BOLD,), BOLD) == (BOLD,)
    assert with_mark((CODE,), BOLD) == (BOLD, CODE)
    assert with_mark(((Link, "x"),), (Link, "y")) == ((Link, "x"),)


@given(inlines)
@settings(max_examples=40)
def test_tidying_is_idempotent(content: Inlines) -> None:
    tidy = build(pieces(content))
    assert build(pieces(tidy)) == tidy
    assert "".join(visible(plain(content)).split()) == "".join(plain(tidy).split())
