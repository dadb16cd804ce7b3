from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given

from broadsheet.page import Layout, Page, read_page
from tests.page.oracle import HTML

SAMPLE = """<!DOCTYPE html><!-- first --><html lang=en><head><title>The title</title><style>p{}</style></head>
<body><div id=a class="x y"><p>One <b>bold</b>, two.</p><script>var no = "text";</script>
<p hidden>Not shown</p><p style="color:red; DISPLAY : none !important">Nor this</p>a<!-- between -->b</div>
<noscript><p>Fallback</p></noscript><template><p>Inert</p></template>
<a href="/next">Next <img src=i.png> page</a><my-tag>custom</my-tag></body></html>after"""


@pytest.fixture
def page() -> Page:
    return read_page(SAMPLE, url="https://example.org/")


def row_of(page: Page, selector: str) -> int:
    return int(page.select(selector)[0])


def test_text_is_complete_and_has_no_scripts(page: Page) -> None:
    assert page.words_of(0) == "The title One bold, two. Not shown Nor this ab Fallback Next pagecustomafter"
    assert "Not shownNor this" in page.raw(0)
    assert page.words_of(row_of(page, "#a > p")) == "One bold, two."


def test_line_breaks_separate_words() -> None:
    page = read_page("<h1><span>Kicker:</span><div>The</div><div>he<b>ad</b><!-- c -->line</div>of<br>today</h1>")
    assert page.words_of(row_of(page, "h1")) == "Kicker: The headline of today"


def test_hidden_rows_are_flagged_and_kept(page: Page) -> None:
    hidden = {page.words_of(row) for row in np.flatnonzero(page.hidden & page.is_text)}
    assert hidden - {""} == {"The title", "Not shown", "Nor this", "Fallback"}
    assert not page.hidden[page.body]


@pytest.mark.parametrize(
    ("html", "hidden"),
    [
        ("<p hidden=until-found>x", False),
        ("<p hidden=''>x", True),
        ("<p style='visibility:hidden'>x", True),
        ("<p style='visibility:visible;display:block'>x", False),
        ("<p style='background:url(none.png)'>x", False),
        ("<dialog>x</dialog>", True),
        ("<dialog open>x</dialog>", False),
        ("<p aria-hidden=true>x", False),
        ("<p style='position:absolute;clip:rect(0 0 0 0);width:1px'>x", True),
        ("<p style='position: absolute !important; clip-path: inset(50%)'>x", True),
        ("<p style='position:absolute;left:-9999px'>x", True),
        ("<p style='position:absolute;clip:rect(10px, 20px, 30px, 0)'>x", False),
        ("<p style='position:absolute;margin-left:-9999px'>x", False),
        ("<p style='position:absolute;left:-20px'>x", False),
        ("<textarea>x</textarea>", True),
        ("<b><svg><text>x</text></svg></b>", True),
    ],
)
def test_markup_that_hides(html: str, hidden: bool) -> None:
    page = read_page(html)
    assert bool(page.hidden[page.is_text].all()) is hidden


def test_attributes(page: Page) -> None:
    div = row_of(page, "#a")
    assert page.attrs(div) == {"id": "a", "class": "x y"}
    assert page.attr(div, "class") == "x y"
    assert page.attr(div, "href") is None
    assert page.attr(row_of(page, "[hidden]"), "hidden") == ""
    tree = page.document
    for missing in (-1, len(page), 10**12):
        assert (tree.attributes(missing), tree.joined([missing], ("class",)), tree.raw_text(missing)) == ({}, [""], "")
    assert page.attrs(int(np.flatnonzero(page.is_text)[0])) == {}
    assert page.query("img") == [(row_of(page, "img"), {"src": "i.png"})]
    assert page.scripts("".__eq__) == ['var no = "text";']
    with pytest.raises(ValueError, match="not a valid CSS selector"):
        page.select("p[")


def test_scripts_by_type() -> None:
    page = read_page(
        "<script>one</script><script type=Module>two</script><script type=a/b></script><template><script type=a/b>no"
        "</script></template><p>x<svg><script type=a/b>th<g>r</g>ee</script></svg>"
    )
    assert page.scripts("".__eq__) == ["one"]
    assert page.scripts(lambda kind: kind.lower() == "module") == ["two"]
    assert page.scripts("a/b".__eq__) == ["", "three"]
    assert [page.document.raw_text(int(row)) for row in page.select("script")] == ["one", "two", "", "three"]


def test_a_page_survives_pickling(page: Page) -> None:
    page = page.without(page.select("b"))
    again = pickle.loads(pickle.dumps(page))
    assert (again.url, again.text, again.texts) == (page.url, page.text, page.texts)
    assert again.attrs(row_of(page, "#a")) == page.attrs(row_of(page, "#a"))


def test_layout_must_fit(page: Page) -> None:
    def layout(size: int) -> Layout:
        zeros = np.zeros(size)
        return Layout(zeros, zeros, zeros, zeros, zeros, zeros, np.zeros((size, 3)), zeros > 0)  # type: ignore[arg-type]

    assert pickle.loads(pickle.dumps(page.with_layout(layout(len(page))))).layout is not None
    with pytest.raises(ValueError, match="rows"):
        page.with_layout(layout(3))


@given(HTML)
def test_sums_over_subtrees_equal_sums_over_slices(html: str) -> None:
    page = read_page(html)
    for name in ("chars", "words", "punct", "link_chars"):
        column = getattr(page, name)
        sums = page.subtree(column)
        assert sums.tolist() == [int(column[row : page.end[row]].sum()) for row in range(len(page))]
        assert not column[~page.is_text].any()
    for row in range(len(page)):
        assert page.children(row) == (page.parent == row).nonzero()[0].tolist()


SENTENCES = "The harbour was dredged in spring, and the ferries came back. " * 4


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Title</h1><div style='visibility: hidden; opacity: 0;'><p>{text}</p><p hidden>no</p></div><p>Home.</p>",
        "<h1>Title</h1><p class=slide-in style='visibility:hidden'>{text}</p><p>Home.</p>",
        "<div class=wrapper style='display: none'><ul><li><a href=/>Home</a></ul><h1>Title</h1><p>{text}</p></div>",
        "<main hidden><h1>Title</h1><p>{text}</p></main><p>Wait.</p>",
    ],
    ids=["one element", "each paragraph", "around all", "as an attribute"],
)
def test_hidden_elements_with_most_of_the_page_are_shown(html: str) -> None:
    page = read_page(html.format(text=SENTENCES))
    assert SENTENCES.strip() in page.texts
    assert "no" not in page.texts


BEGUN = (
    "<p>The council met on Tuesday, and it agreed on the plan after a long and quiet debate, as expected by all.</p>"
)


@pytest.mark.parametrize(
    "rest",
    [
        "<div class=paywall style='display:none'>{text}</div>",
        "<div class=subscriber-only hidden>{half}</div><p>More.</p><div class=subscriber-only hidden>{half}</div>",
        "<section class='list-item hidden' hidden>{text}</section>",
        "<div class=more style='display:none'>{half}</div>",
    ],
)
def test_the_hidden_rest_of_a_visible_text_is_shown(rest: str) -> None:
    half = f"<p>{SENTENCES}</p>"
    page = read_page(
        f"<h1>Bridge</h1><article>{BEGUN}{rest.format(text=half * 3, half=half * 2)}</article><p>Home.</p>"
    )
    assert not page.hidden[page.select("article p")].any()


def test_a_page_without_scripts() -> None:
    page = read_page(
        "<p>one</p><noscript><p>two</p></noscript><iframe src=x>three</iframe><video>four</video><canvas>five</canvas>"
    )
    plain = page.without_scripts()
    assert plain is not None
    assert (page.texts, plain.texts) == (["one"], ["one", "two"])
    assert page.without(page.shown.nonzero()[0]).texts == []
    assert read_page("<p>one</p>").without_scripts() is None


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One <b>two</b> three</p><p>four", ["One two three", "four"]),
        ("<p>One<br>two<br><br>three", ["One", "two", "three"]),
        ("<div>loose<p>para</p>loose again</div>", ["loose", "para", "loose again"]),
        ("<div>a<div></div>b</div>", ["a", "b"]),
        ("<div>a<hr>b</div>", ["a", "b"]),
        ("<p>a<!-- c -->b", ["ab"]),
        ("<p>a<img>b", ["ab"]),
        ("<p>a<svg><title>icon</title></svg>b", ["ab"]),
        ("<p>a<span hidden>x</span> b", ["a b"]),
        ("<ul><li>x<li>y</ul>", ["x", "y"]),
        ("<table><tr><td>1<td>2</table>", ["1", "2"]),
        ("<p>shown</p><p hidden>not</p> <p> </p>", ["shown"]),
        ("<a href=x><h2>Head</h2><p>Lead</p></a>", ["Head", "Lead"]),
        # Luo's example, which Standke 2019 draws: eight leaves, three groups.
        (
            "<body>Note:<p>A paragraph<a href=x>, with a link,</a> in it</p>"
            "<div>some<em>emphatic words</em>here,<b>More words</b></div></body>",
            ["Note:", "A paragraph, with a link, in it", "someemphatic wordshere,More words"],
        ),
    ],
)
def test_segments_are_lines_as_displayed(html: str, expected: list[str]) -> None:
    assert read_page(html).texts == expected
