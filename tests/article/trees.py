"""Random trees of blocks, with texts that look like Markdown, for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from broadsheet.article import blocks as node

NASTY = [
    "#", "# a", "## ", "#5", "1.", "1. b", "1) b", "23.", "2023. It", "+", "+ c", "-", "- d", "--", "---", "===", "=",
    "*", "* e", "**", "***", "_", "__", "a_b", "_a_", "a*b", "*a*", "**a**", ">", "> q", "`", "``", "```", "a`b", "~",
    "~~", "~~~", "~5", "|", "a | b", "| --- |", "--- | ---", ":-", "|-", "<", "<b>", "</b>", "<!--", "<http://x.y>",
    "a < b", "<a", "&", "&amp;", "&#35;", "&copy", "[", "]", "[x]", "[x](y)", "](y)", "[x]: y", "[x][y]", "![x](y)",
    "!", "wow!", "[ ] todo", "[^1]", "\\", "a\\", "\\*", "C:\\x", "    code", "\tcode", "a  ", " a", "a ", " ", ".",
    ",", '"', "'", "“", "”", "(", ")", "«", "»", "。", "「", "」", "中文", "日本", "한국어", "עברית", "العربية",
    "naïve",
    "word", "Two words", "x", "1", "€", "°", "©", "🙂", "é", "\u200c", "www.x.org", "http://x.org/a_b_c", "a@b.c",
    ":", ": def", "$", "$x$", "{x}", "^2", "%", "\u3000", "\xad", "\n", "a\nb", "- [ ] x", "***a", "a***",
]  # fmt: skip
"""Texts that are markup in Markdown, and various characters to put next to them."""

texts = st.one_of(
    st.lists(st.sampled_from(NASTY), min_size=1, max_size=3).map("".join),
    st.lists(st.sampled_from(NASTY), min_size=1, max_size=3).map(" ".join),
    st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Zl", "Zp")), max_size=6),
)
paths = ("", "a_(b)", "a(b", "a)b", "?a=1&lt;=2&amp;", "a b", "`x`_y_*z*", "<x>", "a|b", "a\\b")
urls = st.sampled_from(("mailto:a@example.org", *(f"https://example.org/{path}" for path in paths)))
images = st.builds(node.Image, src=urls.filter(lambda url: url[0] == "h"), alt=texts, caption=texts)


def _wrap(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(children, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        *(
            st.builds(kind, some)
            for kind in (node.Emphasis, node.Strong, node.Strikethrough, node.Superscript, node.Subscript)
        ),
        st.builds(node.Link, urls, some),
    )


leaves = st.one_of(
    st.builds(node.Text, texts),
    st.builds(node.Text, texts),
    st.builds(node.CodeSpan, texts),
    st.builds(node.InlineImage, images),
    st.just(node.LineBreak()),
)
inlines = st.lists(st.recursive(leaves, _wrap, max_leaves=4), max_size=4).map(tuple)
code_lines = st.lists(
    st.sampled_from(["", "x", "    y", "\tz", "```", "~~~", "# a", "- b", "> c", "  ", "|", "<p>"]), max_size=4
)
codes = st.builds(
    node.CodeBlock,
    code_lines.map("\n".join).map(lambda text: text.strip("\n")),
    st.sampled_from(["", "python", "c++", "a b`"]),
)


def _blocks(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(inner, min_size=1, max_size=3).map(tuple)
    cell = st.builds(node.Cell, some, header=st.booleans(), colspan=st.integers(1, 3), rowspan=st.integers(1, 3))
    return st.one_of(
        st.builds(
            node.List, st.booleans(), st.lists(some, min_size=1, max_size=3).map(tuple), st.sampled_from((1, 1, 0, 7))
        ),
        st.builds(node.Quote, some),
        st.builds(
            node.Table,
            st.lists(st.lists(cell, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple),
            inlines,
        ),
    )


single = st.one_of(
    st.builds(node.Paragraph, inlines),
    st.builds(node.Paragraph, inlines),
    st.builds(node.Heading, st.integers(1, 6), inlines),
    codes,
    st.just(node.Rule()),
    st.builds(node.Figure, st.lists(images, max_size=2).map(tuple), inlines),
    st.builds(node.Embed, urls.filter(lambda url: url[0] == "h"), st.just("video"), texts, inlines),
)
blocks = st.lists(st.recursive(single, _blocks, max_leaves=4), max_size=3).map(tuple)
