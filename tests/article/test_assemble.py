"""Pages -> blocks: the cases on file, the words in and out, and pages that are hard to walk."""

from __future__ import annotations

import importlib.util
import pickle
import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadsheet.article import (
    Article,
    Blocks,
    CodeBlock,
    Embed,
    Figure,
    Heading,
    List,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
    assemble,
    drop_caps,
    plain,
    write_html,
    write_markdown,
    write_text,
)
from broadsheet.article.flow import MAX_DROP_CAPS
from broadsheet.article.runs import visible
from broadsheet.page import Page, read_page
from tests.article.markdown_reader import skeleton, skeleton_of

DATA = Path(__file__).parent.parent / "data" / "article"
CASES = sorted(page.parent.name for page in DATA.glob("*/page.html"))


def _maker() -> Any:
    specification = importlib.util.spec_from_file_location("make_article_cases", DATA / "make.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


MAKER = _maker()


def body(html: str, *, url: str | None = "https://example.org/news/story.html") -> Blocks:
    """The blocks of a page of which all text is kept."""
    page = read_page(html, url=url)
    return assemble(page, page.shown)


def squeezed(text: str) -> str:
    return "".join(visible(text).split())


# The cases on file.


@pytest.mark.parametrize("case", CASES)
def test_case(case: str) -> None:
    for name, contents in MAKER.outputs(DATA / case).items():
        assert contents == (DATA / case / name).read_text(encoding="utf-8"), f"{case}/{name}"


@pytest.mark.parametrize("case", CASES)
def test_case_is_read_back(case: str) -> None:
    article = MAKER.marked(read_page((DATA / case / "page.html").read_bytes(), url=MAKER.URL))
    assert skeleton_of(article.markdown) == skeleton(article.body)
    assert skeleton_of(article.to_markdown(images=False, links=False)) == skeleton(article.body)
    assert pickle.loads(pickle.dumps(article)) == article


def test_the_cases_are_there() -> None:
    assert len(CASES) >= 35


# Words in, words out.

TAGS = (
    "p div span b i em strong a ul ol li dl dt dd table tr td th tbody thead caption blockquote cite pre code h2 h3 br "
    "hr article section q sup details summary font center x-y address ins del"
).split()
soup = st.lists(
    st.one_of(
        st.sampled_from([f"<{tag}>" for tag in TAGS]),
        st.sampled_from([f"</{tag}>" for tag in TAGS]),
        st.sampled_from(
            [
                "w",
                "two words",
                " ",
                "\n",
                "T",
                "he",
                "&nbsp;",
                "&shy;",
                "中文",
                "。",
                "1.",
                "#",
                "*",
                "_a_",
                "<a href=x>",
            ]
        ),
        st.sampled_from(
            ["<p hidden>no</p>", "<span style='display:none'>no</span>", "<script>no</script>", "<img src=x.jpg>"]
        ),
    ),
    max_size=40,
).map("".join)


def kept_words(page: Page, keep: np.ndarray[Any, Any]) -> str:
    rows = np.flatnonzero(keep & page.shown)
    return squeezed("".join(page.raw(int(row)) for row in rows))


def without_drawn_marks(text: str) -> str:
    return re.sub("[“”‘’]", "", text)


@given(soup, st.integers(0, 2**32))
@settings(max_examples=200)
def test_the_words_kept_are_the_words_out(html: str, seed: int) -> None:
    page = read_page(f"<!doctype html><body><p>.</p>{html}", url="https://example.org/")
    for keep in (page.shown, np.random.default_rng(seed).random(len(page)) < 0.5):
        blocks = assemble(page, keep)
        expected = kept_words(page, keep)
        assert without_drawn_marks(squeezed(write_text(blocks))) == expected
        assert skeleton_of(write_markdown(blocks)) == skeleton(blocks)


_CAPTIONS = re.compile(
    r"<(?:figure|figcaption|q|rt)\b|caption|class=[^<>]*(?:credit|legend|copyright|bildtext|didascalia)", re.IGNORECASE
)


@pytest.mark.corpora
def test_the_words_of_real_pages(real_pages: Any) -> None:
    """Words change only where a caption or a mark that is drawn is known to be."""
    checked = 0
    for name, raw, _ in real_pages(100):
        page = read_page(raw)
        text = squeezed(write_text(assemble(page, page.shown)))
        if _CAPTIONS.search(page.source) is None:
            assert text == kept_words(page, page.shown), name
            checked += 1
    assert checked > 10


def test_nothing_kept_gives_nothing() -> None:
    page = read_page("<p>Text</p>")
    assert assemble(page, np.zeros(len(page), dtype=np.bool_)) == ()


def test_marks_on_elements_and_on_hidden_text_do_not_count() -> None:
    page = read_page("<div><p>Shown</p><p hidden>Hidden</p><script>x</script></div>")
    assert assemble(page, np.ones(len(page), dtype=np.bool_)) == (Paragraph((Text("Shown"),)),)
    elements = np.ones(len(page), dtype=np.bool_) & ~page.is_text
    assert assemble(page, elements) == ()


def test_one_text_row() -> None:
    for html in (
        "<h1>Word</h1>",
        "<body>Word",
        "<b>Word</b>",
        "<table><tr><td>Word</table>",
        "<ul><li>Word</ul>",
        "<td>Word",
    ):
        assert write_text(body(html)) == "Word"


def test_the_page_is_not_changed() -> None:
    page = read_page("<ul><li>a<li><b>b</b></ul>")
    before = pickle.dumps((page.tag, page.parent, page.end, page.start, page.stop, page.hidden))
    assert assemble(page, page.shown) == assemble(page, page.shown)
    assert pickle.dumps((page.tag, page.parent, page.end, page.start, page.stop, page.hidden)) == before


# Single rules.


def test_a_heading_in_a_kept_link_alone() -> None:
    assert body("<a href=/x><h2>Title</h2></a>")[0] == body("<h2><a href=/x>Title</a></h2>")[0]


def test_relative_addresses_without_a_page_address_are_left_out() -> None:
    blocks = body('<p>a <a href="/x">b</a> <a href="https://e.org/">c</a></p><img src="/i.jpg"><p>d</p>', url=None)
    assert write_markdown(blocks, images=True, links=True) == "a b [c](https://e.org/)\n\nd"


@pytest.mark.parametrize("url", [None, "https://example.org/news/story.html"])
def test_what_leads_back_from_a_note_is_left_out_whatever_is_known_of_the_page(url: str | None) -> None:
    note = "<p>One.</p><ol><li id=n1>See <a href='#x'>it</a>. <a href='#r1'>↩</a></li></ol>"
    assert write_text(body(note, url=url)) == "One.\n\nSee it."


def test_what_stands_for_addresses_is_in_nothing_that_is_given() -> None:
    html = "<ul><li><a href='/x'>a</a> <img src='/i.jpg'></ul><blockquote><em>b <a href='/y'>c</a></em></blockquote>"
    table = "<table><tr><th>d<th><a href='/z'>e</a></tr><tr><td>f<td><img src='/j.jpg'></tr></table>"
    made = body(f"{html}{table}<figure><img src='/k.jpg'><figcaption>g</figcaption></figure><p>h", url=None)
    assert "nowhere" not in repr(made)
    assert write_text(made) == "a\n\nb c\n\nd\te\nf\n\nh"


PART = "The council met on Tuesday, and it agreed on the bridge after a long and quiet debate of some hours."


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (f"<x-part>{PART}</x-part><x-part>“{PART}”</x-part>", f"{PART}\n\n“{PART}”"),
        (f"<span class='block mb-4'>{PART}</span><span class='block mb-4'>{PART}</span>", f"{PART}\n\n{PART}"),
        ("<span style='display: block'>By us</span><span style='display:block'>Today</span>", "By us\n\nToday"),
        ("<span style='display: inline-block'>a</span><span style='color: red'>b</span>", "ab"),
        ("<span>By Ann Example</span><span>May 5, 2026</span>", "By Ann Example May 5, 2026"),
        ("<span>By Ann Example</span><span>5 May 2026</span>", "By Ann Example 5 May 2026"),
        ("<span>the new i</span><span>Phone</span>", "the new iPhone"),
        (f"<span>{PART}</span><span>. {PART}</span>", f"{PART}. {PART}"),
        (f"<span>{PART}</span> <span>{PART}</span>", f"{PART} {PART}"),
        (f"<b>{PART}</b><b>{PART}</b>", f"{PART}{PART}"),
        (f"<span>{PART}</span><span>{PART.lower()}</span>", PART + PART.lower()),
        ("<span>the new i <img src=/i.jpg></span><span>Phone</span>", "the new i Phone"),
    ],
)
def test_words_that_a_style_sheet_sets_apart_are_not_glued(html: str, text: str) -> None:
    assert write_text(body(f"<div>{html}</div>")) == text


def test_a_quotation_ends_with_its_words_and_not_with_a_picture() -> None:
    made = body("<p>She said <q>we wait <img src='/i.jpg' alt=x></q> and left.</p>")
    assert write_text(made) == "She said “we wait” and left."
    assert "“we wait”" in write_html(made, images=False, links=False)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p>A <q><p>We wait.</p></q> b", "a\n\nA\n\nWe wait.\n\nb"),
        ("<p>a</p>A <q>We wait.<p>And wait.</p></q> b", "a\n\nA We wait.\n\nAnd wait.\n\nb"),
        ("<p>a</p>A <q>we wait<figure><img src=/i.jpg></figure></q> b", "a\n\nA we wait\n\nb"),
        ("<p>A <q>we wait <span class=wp-caption><img src=/i.jpg> c</span></q> b", "A “we wait\n\nb"),
        ("<p>A <q><span style='display: block'>We wait.</span></q> b", "A\n\nWe wait.\n\nb"),
        ("<p>A <q><img src=/i.jpg></q> b", "A b"),
        ("<p>A <q>we<br>wait</q> b", "A “we\nwait” b"),
        ("<p>A <img src=/i.jpg><q>we wait</q> b", "A “we wait” b"),
        ("<p><ruby><rt>かん</rt></ruby>の話。", "(かん)の話。"),
    ],
)
def test_marks_are_drawn_around_words_and_never_stand_alone(html: str, text: str) -> None:
    assert write_text(body(html)) == text


@pytest.mark.parametrize(
    ("attributes", "src"),
    [
        ('src="a.jpg"', "a.jpg"),
        ('src="a.jpg" srcset="b.jpg 2x, c.jpg 3x"', "c.jpg"),
        ('src="a.jpg" srcset="b.jpg 320w,c.jpg 640w"', "c.jpg"),
        ('srcset="https://e.org/w_1,h_2/b.jpg 320w, d.jpg 5000w"', "https://e.org/w_1,h_2/b.jpg"),
        ('src="data:image/gif;base64,R0" data-src="b.jpg"', "b.jpg"),
        ('src="/img/blank.gif" data-original="b.jpg"', "b.jpg"),
        ('src="/img/transparent.png" data-srcset="b.jpg 1x, c.jpg 2x"', "c.jpg"),
        ('src="a.jpg" width="1" height="1"', None),
        ('src="a.jpg" width="64" height="64"', None),
        ('src="a.jpg" width="300" height="200"', "a.jpg"),
        ('src="a.jpg" width="728" height="90"', None),
        ('src="a.jpg" width="700" height="40"', None),
        ('src="a.jpg" width="40" height="700"', None),
        ('src="a.jpg" class="author-avatar"', None),
        ('src="icon-share.png"', None),
        ('src="logo.svg"', None),
        ('src="clear-sky.jpg"', "clear-sky.jpg"),
        ('src="javascript:x"', None),
        ('src=""', None),
        ("", None),
    ],
)
def test_pictures(attributes: str, src: str | None) -> None:
    found = Article(body=body(f"<div><p>Before.</p><img {attributes}><p>After.</p></div>", url="https://e.org/")).images
    expected = None if src is None else src if ":" in src else "https://e.org/" + src
    assert [image.src for image in found] == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ('<iframe src="https://www.youtube-nocookie.com/embed/x"></iframe>', "video"),
        ('<iframe src="https://w.soundcloud.com/player/?url=x"></iframe>', "audio"),
        ('<iframe src="https://www.google.com/maps/embed?pb=x"></iframe>', "map"),
        ('<iframe src="https://flo.uri.sh/visualisation/1/embed?auto=1&from=flourish"></iframe>', "chart"),
        ('<iframe src="https://www.instagram.com/p/x/embed/"></iframe>', "post"),
        ('<iframe src="https://example.com/game"></iframe>', "frame"),
        ('<video><source src="x.mp4"></video>', "video"),
        ('<audio src="x.mp3"></audio>', "audio"),
        ('<lite-youtube videoid="dQw4w9WgXcQ"></lite-youtube>', "video"),
        ('<amp-youtube data-videoid="dQw4w9WgXcQ"></amp-youtube>', "video"),
        ('<amp-youtube data-videoid="">', None),
        ('<lite-youtube videoid="x/y?z=1234"></lite-youtube>', None),
        ('<iframe src="about:blank"></iframe>', None),
        ('<blockquote class=twitter-tweet><a href="https://twitter.com/ada"><img alt=x></a></blockquote>', None),
        ('<iframe src="https://tpc.googlesyndication.com/x"></iframe>', None),
        ('<iframe src="https://www.facebook.com/plugins/like.php?x"></iframe>', None),
        ('<div hidden><iframe src="https://www.youtube.com/embed/x"></iframe></div>', None),
        ("<video></video>", None),
        ('<object data="banner.swf"></object>', None),
        ('<embed src="https://www.youtube.com/v/x">', "video"),
        ('<noscript><embed src="https://www.youtube.com/v/x"></noscript>', None),
    ],
)
def test_players(html: str, kind: str | None) -> None:
    blocks = body(f"<div><p>Before.</p>{html}<p>After.</p></div>")
    assert [block.kind for block in blocks if isinstance(block, Embed)] == ([] if kind is None else [kind])


def test_amp_pictures() -> None:
    html = '<p>a</p><amp-img src="/a.jpg" width="600"><noscript><img src="/a.jpg"></noscript></amp-img><p>b</p>'
    assert [image.src for image in Article(body=body(html)).images] == ["https://example.org/a.jpg"]


def test_a_caption_that_was_not_kept_is_available_with_its_picture() -> None:
    page = read_page(
        "<p>a</p><figure><img src='https://e.org/x'><figcaption>Who <b>is</b> it?</figcaption></figure><p>b</p>"
    )
    keep = page.shown & np.array([page.raw(row) in ("a", "b") for row in range(len(page))])
    blocks = assemble(page, keep)
    assert write_text(blocks) == "a\n\nb"
    (made,) = (block for block in blocks if isinstance(block, Figure))
    assert plain(made.caption) == made.images[0].caption == "Who is it?"


def test_a_picture_between_dropped_paragraphs_after_the_end_is_not_taken() -> None:
    page = read_page("<div><p>a</p><p>b</p><p>no</p><img src='https://e.org/x.jpg'><p>no</p></div>")
    keep = page.shown & np.array([page.raw(row) in ("a", "b") for row in range(len(page))])
    assert Article(body=assemble(page, keep)).images == ()


def test_preformatted_prose_is_made_of_paragraphs() -> None:
    lines = "It was a dark and stormy night.\nThe rain fell in torrents. It did not stop.\n\n" * 12
    blocks = body(f"<h1>Title</h1><pre>{lines}</pre>")
    assert len(blocks) == 13
    assert write_text(blocks[1:2]) == "It was a dark and stormy night. The rain fell in torrents. It did not stop."
    assert body(f"<h1>Title</h1><pre>\u3000\n\n{lines}</pre>") == blocks
    for name in ("class='lang-text'", "data-lang=text", "data-language=text"):
        assert body(f"<p>x</p><pre {name}>{lines}</pre>")[1] == CodeBlock(lines.strip(), "text")


def test_a_table_that_claims_more_slots_than_it_has() -> None:
    rows = "".join(f"<tr><td colspan=1000 rowspan=65534>{row}<td>x" for row in range(300))
    started = time.perf_counter()
    (table,) = body(f"<table>{rows}</table>")
    assert isinstance(table, Table)
    assert {(cell.colspan, cell.rowspan) for row in table.rows for cell in row} == {(1, 1)}
    assert time.perf_counter() - started < 5


# Pages that are hard to walk. Nesting is as deep as a page may have it.


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
    started = time.perf_counter()
    article = Article(body=assemble(page, page.shown))
    assert time.perf_counter() - started < 3
    assert article.text.startswith("a")
    assert article.text.endswith("b")
    for written in (article.to_markdown(images=True, links=True), article.to_html(images=True), article.to_json()):
        assert written
    assert pickle.loads(pickle.dumps(article)) == article
    hash(article)
    repr(article)


def test_many_siblings() -> None:
    page = read_page("<body>" + "<p>a <b>b</b> <a href=/c>c</a><br>d" * 5000, url="https://example.org/")
    started = time.perf_counter()
    blocks = assemble(page, page.shown)
    assert len(blocks) == 5000
    assert time.perf_counter() - started < 5


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
def test_much_of_one_kind(middle: str) -> None:
    page = read_page(f"<body><p>a</p>{middle}<p>b</p>", url="https://example.org/")
    page.attrs(0)
    started = time.perf_counter()
    blocks = assemble(page, page.shown)
    assert time.perf_counter() - started < 4
    assert write_text(blocks).startswith("a")
    assert write_markdown(blocks, images=True)


def test_a_form_around_the_whole_page_hides_no_pictures() -> None:
    assert Article(body=body("<form><p>a</p><img src=/x.jpg><p>b</p></form>")).images


def test_kinds_of_blocks() -> None:
    html = "<h2>a</h2><p>b</p><ul><li>c</ul><blockquote>d</blockquote><pre>e</pre>"
    assert [type(block) for block in body(html)] == [Heading, Paragraph, List, Quote, CodeBlock]
    assert write_html(body(html)).count("\n") == 8


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<b>T</b>he boat came in.", "The boat came in."),
        ("<strong><em>“T</em></strong>he boat came in.", "“The boat came in."),
        ("<b>T</b><em>he boat</em> came in.", "*The boat* came in."),
        ("<b>B<sub>t</sub> (T)</b>", "**B<sub>t</sub> (T)**"),
        ("<b>A</b> boat came in.", "**A** boat came in."),
        ("<b>Th</b>e boat came in.", "**Th**e boat came in."),
        ("It was <b>T</b>he boat.", "It was **T**he boat."),
        ("<a href=/t><b>T</b></a>he boat came in.", "**T**he boat came in."),
    ],
)
def test_a_letter_that_is_set_apart_at_the_beginning_is_not_stressed(html: str, expected: str) -> None:
    assert write_markdown(body(f"<p>{html}</p><p>It left.</p>")).splitlines()[0] == expected


def test_only_so_many_drop_caps_of_a_page_are_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    # Each is looked for in thousands of characters: a megabyte of single letters took five seconds.
    looked: list[str] = []

    def completes(*given: object, **_: object) -> bool:
        looked.append(str(given[2]))
        return False

    monkeypatch.setattr(drop_caps, "completes", completes)
    line = "bove it all the clouds went by, and nobody in the town below saw them go."
    html = f"<div><p>{line.capitalize()}</p>" + f"<p>A</p><p>{line}</p>" * (MAX_DROP_CAPS + 100) + "</div>"
    body(html)
    assert len(looked) == MAX_DROP_CAPS


def test_a_class_that_only_begins_like_a_drop_caps_is_none() -> None:
    for name, first in (
        ("dropcap", "Boats came."),
        ("initialized", "B oats came."),
        ("capital-markets", "B oats came."),
    ):
        assert write_text(body(f"<p><span class={name}>B</span> oats came.</p>")).strip() == first


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p><b class=dropcap>L</b> ’anno era lungo.", "L’anno era lungo."),
        ("<p><b class=dropcap>I</b> 2026 it was long.", "I 2026 it was long."),
        ("<p><b class=dropcap>W</b> hat a year.", "What a year."),
        ("<html lang=pl><p><b class=dropcap>W</b> lesie.", "W lesie."),
        ("<html lang=pl><p><b class=dropcap>B</b> yli w lesie.", "Byli w lesie."),
        ("<p>B</p><p>oats came in.", "Boats came in."),
        ("<p>B</p><p>Oats came in.", "B\n\nOats came in."),
        ("<p>B</p><h2>C</h2><p>oats came in.", "B\n\nC\n\noats came in."),
    ],
)
def test_letters_that_go_on_in_what_follows(html: str, text: str) -> None:
    assert write_text(body(f"{html}</p><p>It left.")).removesuffix("\n\nIt left.") == text


def test_a_column_of_numbers_may_hold_other_signs() -> None:
    lines = "\n".join(str(n) for n in range(1, 12))
    for odd in ("\u00b2", "9" * 5000):
        assert body(f"<pre>{lines}\n{odd}</pre><p>x</p>")


def test_lists_begin_at_the_number_of_their_first_item_once() -> None:
    html = "<ol><li>One</li><li>Two</li><li>\u200d</li><li>Four</li></ol><ul><li>One</li><li>Two</li></ul>"
    page = read_page(html)
    lists = assemble(page, page.shown & np.array([page.raw(row) != "One" for row in range(len(page))]))
    assert [(one.ordered, one.start) for one in lists if isinstance(one, List)] == [(True, 2), (False, 1)]
    keep = page.shown & np.array([page.raw(row) not in ("One", "Two") for row in range(len(page))])
    assert [one.start for one in assemble(page, keep) if isinstance(one, List)] == [3]


def test_a_table_is_one_where_its_header_is_not_kept() -> None:
    cell = "Forty crowns for the journey there, and as much for the way back on the same day. " * 2
    html = f"<table><tr><th>Year<th>Cost</tr><tr><td>{cell}<td>{cell}</tr><tr><td>{cell}<td>{cell}</tr></table>"
    page = read_page(html)
    keep = page.shown & np.array([page.raw(row) not in ("Year", "Cost") for row in range(len(page))])
    assert [type(block).__name__ for block in assemble(page, keep)] == ["Table"]


def test_links_to_change_what_a_heading_heads_are_no_words_of_it() -> None:
    edit = "<span class=mw-editsection><span class=mw-editsection-bracket>[</span><a href=/e>edit</a>]</span>"
    page = read_page(f"<body><h2><span class=mw-headline>What they found</span>{edit}</h2><p>A wall.</p>")
    assert write_text(assemble(page, page.shown)) == "What they found\n\nA wall."


def test_who_is_quoted_in_a_figure_is_text() -> None:
    page = read_page("<body><figure><blockquote><p>A wall.</p></blockquote><figcaption>— Ada</figcaption></figure>")
    assert write_text(assemble(page, page.shown)) == "A wall.\n\n— Ada"


@pytest.mark.parametrize("caption", ["<h3>Costs</h3>", "<div role=heading aria-level=3>Costs</div>", "Costs"])
def test_the_caption_of_a_table_may_be_a_heading(caption: str) -> None:
    rows = "<tr><th>Year<td>Cost</tr><tr><td>2025<td>14</tr>"
    (table,) = body(f"<table><caption>{caption}</caption>{rows}</table>")
    assert isinstance(table, Table)
    assert table.caption == (Text("Costs"),)
    assert not any(isinstance(block, Table) for block in body(f"<table><tr><td><h3>Costs</h3></tr>{rows}</table>"))


@pytest.mark.parametrize(
    ("caption", "figures"),
    [
        ("All of them", [("a.jpg", "A"), ("", "All of them")]),
        ("<img src=/b.jpg>", [("a.jpg", "A"), ("b.jpg", "")]),
        ("<span> | </span>", [("a.jpg", "A")]),
    ],
)
def test_the_caption_of_a_figure_of_figures(caption: str, figures: list[tuple[str, str]]) -> None:
    inner = "<figure><img src=/a.jpg><figcaption>A</figcaption></figure>"
    page = read_page(f"<p>One.<figure>{inner}<figcaption>{caption}</figcaption></figure><p>Two.", url="https://e.org/")
    keep = page.shown & np.array([page.raw(row) in ("One.", "Two.") for row in range(len(page))])
    made = [block for block in assemble(page, keep) if isinstance(block, Figure)]
    assert [("".join(one.src[14:] for one in block.images), plain(block.caption)) for block in made] == figures


# One thing within another.

CELLS = "<tr><th>Year<td>Cost</tr><tr><td>2025<td>14</tr>"
FILM = "<iframe src='https://www.youtube.com/embed/x'></iframe>"


@pytest.mark.parametrize(
    ("html", "kinds", "text"),
    [
        ("<h2>a<hr>b<blockquote>c</blockquote></h2>", "Heading", "a\nb\nc"),
        ("<h2>a <img src=/i.jpg> b</h2>", "Heading Figure", "a b"),
        ("<h2>a<pre>b</pre></h2>", "Heading", "a\nb"),
        ("<h2>a<div><h3>b</h3></div></h2>", "Heading", "a\nb"),
        ("<h2>a<figcaption>b</figcaption></h2>", "Heading", "a\nb"),
        (f"<h2>{FILM}a</h2>b", "Heading Embed Paragraph", "a\n\nb"),
        ("<pre>a<hr>b</pre>", "CodeBlock", "a\nb"),
        (f"<pre>{FILM}a</pre>b", "CodeBlock Embed Paragraph", "a\n\nb"),
        ("<pre><img src=/i.jpg><div>a</div></pre>b", "CodeBlock Figure Paragraph", "a\n\nb"),
        ("<pre><img src=/i.jpg></pre>b", "Figure Paragraph", "b"),
        ("<pre><p>a<p>b</pre>", "Paragraph Paragraph", "a\n\nb"),
        (f"<table><caption>a<hr>b <img src=/i.jpg> c</caption>{CELLS}</table>", "Figure Table", "a\nb c\nYear\tCost"),
        (f"<table><caption>a<figcaption>b</figcaption></caption>{CELLS}</table>", "Table", "a\nb\nYear\tCost"),
        (f"<table><tr><form><td>a<td>b</tr>{CELLS}</table>", "Table", "a\tb\nYear\tCost"),
        ("<p>a <img src=/i.jpg> <span class=caption>b</span> c", "Paragraph", "a b c"),
        ("<p>a <img src=/i.jpg><figcaption>b</figcaption>", "Paragraph Figure", "a"),
        ("<p>a<br><br><img src=/i.jpg> b", "Paragraph Figure Paragraph", "a\n\nb"),
        ("<blockquote>a<hr></blockquote>", "Quote", "a"),
        ("<p>Run <code>a<br>b</code><br><code>c</code>", "Paragraph", "Run a\nb\nc"),
        ("<figure><img src=/i.jpg><figcaption>a</figcaption></figure><p class=caption>b", "Figure Paragraph", "b"),
        ("<figure><table><tr><td>a</table><figcaption>b</figcaption></figure>", "Paragraph Paragraph", "a\n\nb"),
        ("<ul><figure><table><tr><td>a</table><figcaption>b</figcaption></figure></ul>", "List", "a\nb"),
        (f"<ul><li><p>{PART * 12}<p>a<li>b</ul>", "Paragraph Paragraph Paragraph", f"{PART * 12}\n\na\n\nb"),
        (f"<ul><li>{PART * 12}<li>b</ul>", "List", f"{PART * 12}\nb"),
        ("<ul><li><p>a<p>b</ul>", "Paragraph Paragraph", "a\n\nb"),
        ("<div><li>a<li>b</div><li>c</li>", "List", "a\nb\nc"),
        ("<li>a</li><li>b</li>c<li>d</li>", "List Paragraph List", "a\nb\n\nc\n\nd"),
        ("<ul><li>\u2063<li>a</ul><ul><li>\u2063</ul>", "List", "a"),
        ("<table><caption>a</caption>" + "<tr><td>\u2063<td>\u2063</tr>" * 2 + "</table>", "Paragraph", "a"),
        ("<figure><img src=/i.jpg class=avatar><blockquote>a</blockquote><figcaption>b</figcaption></figure>",
         "Quote Paragraph", "a\n\nb"),
    ],
)  # fmt: skip
def test_what_stands_in_something_else(html: str, kinds: str, text: str) -> None:
    made = body(f"<div><p>Before.</p>{html}<p>After.</p></div>")[1:-1]
    assert " ".join(type(block).__name__ for block in made) == kinds
    assert write_text(made).removesuffix("\n2025\t14") == text


@pytest.mark.parametrize(
    ("rows", "headers"),
    [
        ("<tr><th>a<th>b</tr><tr><th>c<td>d</tr>", "abc"),
        ("<thead><tr><td>a<td>b</tr></thead><tbody><tr><td>c<td>d</tr></tbody>", "ab"),
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
        ("<pre>one<b>\nleft out\n</b>two</pre>", "```\none\ntwo\n```"),
        ("<figure><figure><figcaption>a</figcaption></figure><figcaption>left out</figcaption></figure>", ""),
        ("a <img src=/i.jpg><figcaption>left out</figcaption>", 'a\n\n![](https://e.org/i.jpg "left out")'),
        (f"<figure><img src=/i.jpg><div>{'left out ' * 99}</div></figure>", "![](https://e.org/i.jpg)"),
        (f"<figure><table><tr><td>left out</table><table>{CELLS}</table><figcaption>c</figcaption></figure>",
         "c\n\n|  |  |\n| --- | --- |\n| Year | Cost |\n| 2025 | 14 |"),
    ],
)  # fmt: skip
def test_what_is_left_out_within_something(html: str, written: str) -> None:
    page = read_page(f"<div><p>Before.</p>{html}<p>After.</p></div>", url="https://e.org/")
    keep = page.shown & np.array(["left out" not in page.raw(row) for row in range(len(page))])
    made = assemble(page, keep)[1:-1]
    assert write_markdown(made, images=True) == written
    assert ("left out" in write_html(made, images=True)) == ("left out" in written)


def test_white_space_is_kept_in_all_of_a_preformatted_element() -> None:
    page = read_page("<p>One.</p><pre><div>def two():\n    return 2</div></pre>")
    keep = page.shown & np.array([page.raw(row) != "One." for row in range(len(page))])
    assert assemble(page, keep) == (CodeBlock("def two():\n    return 2"),)


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<b style='font-weight: normal'><p>One <i>and</i></p><p>two.</p></b>", "One *and*\n\ntwo."),
        ("<dl><dt>One<dd>two</dl>", "**One**\n\ntwo"),
        (f"<dl><dt>{PART * 3}<dd>two</dl>", f"{PART * 3}\n\ntwo"),
    ],
)
def test_what_is_not_bold(html: str, written: str) -> None:
    assert write_markdown(body(f"<p>Before.</p>{html}")) == f"Before.\n\n{written}"


def test_a_list_around_a_list_alone_is_none() -> None:
    assert body("<p>One.<ul><li><ul><li>a<li>b</ul></ul>") == body("<p>One.<ul><li>a<li>b</ul>")


def test_a_caption_before_everything_else() -> None:
    assert body("<figcaption>a</figcaption><p>b") == (Figure((), (Text("a"),)), Paragraph((Text("b"),)))


def test_players_and_quotations_of_which_nothing_is_left_without_an_address() -> None:
    html = "<h2>a</h2><figure><iframe src=/f></iframe><figcaption>b</figcaption></figure><iframe src=/g></iframe>"
    quote = "<blockquote>\u2063<img src=/i.jpg></blockquote><ul><li>\u2063<img src=/j.jpg></ul>"
    assert body(f"{html}{quote}<hr><p>c<iframe src='https://e.org/h'></iframe>d", url=None) == (
        Heading(2, (Text("a"),)),
        Figure((), (Text("b"),)),
        Rule(),
        Paragraph((Text("c d"),)),
        Embed("https://e.org/h", "frame"),
    )
    mixed = "<p>a <a href=/b>b</a> <img src='https://e.org/i.jpg'> c"
    assert write_markdown(body(mixed, url=None), images=True) == "a b ![](https://e.org/i.jpg) c"


def test_a_page_of_many_formulas() -> None:
    page = read_page("<body>" + "<p>One <math><mi>x</mi></math> more.</p>" * 6000)
    assert write_text(assemble(page, page.shown)).count("more.") == 6000
