"""HTML: only allowed elements, all text escaped, and the same words as the plain text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from broadsheet.article import blocks as node
from broadsheet.article import write_html, write_text
from broadsheet.article.html import ELEMENTS
from broadsheet.article.runs import visible
from broadsheet.page import read_page
from tests.article.trees import blocks


def body_words(html: str) -> str:
    """The words of some HTML as a browser shows it, figures left out, without white space."""
    page = read_page(f"<!doctype html><body>{html}<p>.")
    figures = (
        page.under(page.tag == page.tag[page.select("figure")[0]]) if len(page.select("figure")) else ~page.is_text
    )
    texts = (page.raw(row) for row in range(len(page)) if page.shown[row] and not figures[row])
    return "".join(visible("".join(texts)).split()).removesuffix(".")


@given(blocks)
@settings(max_examples=20)
def test_only_allowed_elements_and_attributes(tree: node.Blocks) -> None:
    html = write_html(tree, images=True, links=True)
    page = read_page(f"<!doctype html><body>{html}<p>.")
    for row in range(page.body + 1, len(page)):
        if page.is_text[row]:
            continue
        name, attributes = page.name(row), page.attrs(row)
        if name == "tbody":  # the parser's
            continue
        assert name in ELEMENTS, html
        assert set(attributes) <= ELEMENTS[name]
        for attribute in ("href", "src"):
            if attribute in attributes:
                assert attributes[attribute].startswith(("https://", "http://", "mailto:"))


@given(blocks)
@settings(max_examples=20)
def test_the_words_equal_those_of_the_text(tree: node.Blocks) -> None:
    expected = "".join(visible(write_text(tree)).split())
    assert body_words(write_html(tree)) == expected
    assert body_words(write_html(tree, images=True, links=True)) == expected


ELEMENT_CASES: list[tuple[node.Block, str]] = [
    (
        node.Paragraph((node.Text('<script>alert("x")</script> & &amp;'),)),
        '<p>&lt;script&gt;alert("x")&lt;/script&gt; &amp; &amp;amp;</p>',
    ),
    (node.Paragraph((node.Link("javascript:alert(1)", (node.Text("a"),)),)), "<p>a</p>"),
    (node.Paragraph((node.Link(' https://example.org/"x', (node.Text("a"),)),)), "<p>a</p>"),
    (
        node.Paragraph((node.Link('https://example.org/"x', (node.Text("a"),)),)),
        '<p><a href="https://example.org/&quot;x">a</a></p>',
    ),
    (
        node.Figure((node.Image("data:image/png;base64,x", alt='"'),), (node.Text("c"),)),
        "<figure><figcaption>c</figcaption></figure>",
    ),
    (
        node.Figure((node.Image("https://e.org/i", alt='a" onload="x', width=1, height=0),)),
        '<figure><img src="https://e.org/i" alt="a&quot; onload=&quot;x" width="1" height="0"></figure>',
    ),
    (node.Figure((node.Image("javascript:x"),)), ""),
    (node.Paragraph((node.Text("a"), node.Link("https://e.org/", ()))), "<p>a</p>"),
    (node.Embed("javascript:x", "video"), ""),
    (node.Embed("https://e.org/", "video"), '<figure><a href="https://e.org/">https://e.org/</a></figure>'),
    (node.Embed("https://e.org/", "video", title="<b>"), '<figure><a href="https://e.org/">&lt;b&gt;</a></figure>'),
    (node.CodeBlock("\n<a>\n", 'x" onclick="'), "<pre><code>\n&lt;a&gt;\n</code></pre>"),
    (node.CodeBlock("x", "c++"), '<pre><code class="language-c++">x</code></pre>'),
    (node.Rule(), "<hr>"),
    (node.Heading(2, ()), ""),
    (node.Paragraph(()), ""),
    (node.List(False, ((),)), ""),
    (
        node.Table(
            ((node.Cell((node.Paragraph((node.Text("a"),)),), header=True, colspan=2), node.Cell((), rowspan=2)),)
        ),
        '<table>\n<tr><th colspan="2">a</th><td rowspan="2"></td></tr>\n</table>',
    ),
    (
        node.List(
            True,
            ((node.Paragraph((node.Text("a"),)), node.List(False, ((node.Paragraph((node.Text("b"),)),),))),),
            start=3,
        ),
        '<ol start="3">\n<li>a\n<ul>\n<li>b</li>\n</ul></li>\n</ol>',
    ),
]


@pytest.mark.parametrize(("block", "expected"), ELEMENT_CASES)
def test_elements(block: node.Block, expected: str) -> None:
    assert write_html((block,), images=True, links=True) == expected
