"""Markdown: a CommonMark parser reads the same blocks with the same words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from broadsheet.article import blocks as node
from broadsheet.article import write_markdown
from tests.article.markdown_reader import PARSER, characters, inlines_of, skeleton, skeleton_of
from tests.article.trees import blocks, inlines

EMPHASIS = frozenset((node.Emphasis, node.Strong, node.Strikethrough))


def paragraph(*content: str | node.Inline) -> node.Paragraph:
    return node.Paragraph(tuple(node.Text(part) if isinstance(part, str) else part for part in content))


def strong(text: str) -> node.Strong:
    return node.Strong((node.Text(text),))


def em(text: str) -> node.Emphasis:
    return node.Emphasis((node.Text(text),))


def written(*content: str | node.Inline, links: bool = False, images: bool = False) -> str:
    return write_markdown((paragraph(*content),), links=links, images=images)


# Properties.


@given(blocks)
@settings(max_examples=25)
def test_the_same_blocks_are_read(tree: node.Blocks) -> None:
    assert skeleton_of(write_markdown(tree)) == skeleton(tree)


@given(blocks)
@settings(max_examples=20)
def test_switches_do_not_change_the_words(tree: node.Blocks) -> None:
    assert skeleton_of(write_markdown(tree, images=True, links=True)) == skeleton_of(write_markdown(tree))


@given(inlines)
@settings(max_examples=50)
def test_the_same_inlines_are_read(content: node.Inlines) -> None:
    """Links, code and scripts are complete; emphasis may be missing but is never added."""
    tokens = PARSER.parse(write_markdown((node.Paragraph(content),), links=True))
    assert len(tokens) in (0, 3)
    read = characters(inlines_of(tokens[1].children or [])) if tokens else []
    meant = characters(content)
    assert [(character, marks - EMPHASIS) for character, marks in read] == [
        (character, marks - EMPHASIS) for character, marks in meant
    ]
    assert all(ours <= theirs for (_, ours), (_, theirs) in zip(read, meant, strict=True))


# node.Emphasis.


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (("a ", em("b"), " c"), "a *b* c"),
        (("un", em("believ"), "able"), "un*believ*able"),
        ((strong("W"), "ord"), "**W**ord"),
        (("a", em(" b "), "c"), "a *b* c"),
        ((strong("a"), em("b")), "**a**_b_"),
        ((node.Strong((em("a"),)),), "**_a_**"),
        ((node.Emphasis((strong("a"),)),), "_**a**_"),
        ((node.Strong((node.Text("a "), em("b"))),), "**a _b_**"),
        ((strong("Note:"), "text"), "**Note**:text"),
        (("x", strong('"quoted"'), "y"), 'x"**quoted**"y'),
        (("他说", strong("“你好”"), "了"), "他说“**你好**”了"),
        (("中文", strong("强调"), "中文"), "中文**强调**中文"),
        (("a", strong("!!!"), "b"), "a!!!b"),
        ((strong("a"), "- b"), "**a**- b"),
        ((strong("a"), " ", strong("b")), "**a b**"),
        ((node.Strikethrough((node.Text("old"),)), " new"), "~~old~~ new"),
        ((strong("a"), node.LineBreak(), strong("b")), "**a**\\\n**b**"),
        (("~5 of*", strong("a"), node.LineBreak(), "_b"), "~5 of\\***a**\\\n_b"),
        (("see www.x.org)", node.LineBreak(), "x"), "see www.x.org) \\\nx"),
        ((em(""), "a", strong("  "), "b"), "a b"),
        ((node.Emphasis((node.Text("a "), em("b"))),), "*a b*"),
        (
            ("10", node.Superscript((node.Text("6"),)), " H", node.Subscript((node.Text("2"),)), "O"),
            "10<sup>6</sup> H<sub>2</sub>O",
        ),
    ],
)
def test_emphasis(content: tuple[str | node.Inline, ...], expected: str) -> None:
    assert written(*content) == expected


def test_much_inexpressible_emphasis_takes_little_time() -> None:
    content = [part for number in range(1000) for part in (f"a{number}", strong("!"), em("?"))]
    assert "**" not in written(*content)


# node.Blocks.


def items(*texts: str) -> tuple[node.Blocks, ...]:
    return tuple((paragraph(text),) for text in texts)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ((node.List(False, items("a", "b")), node.List(False, items("c"))), "- a\n- b\n\n* c"),
        ((node.List(False, items("a")), node.List(False, items("")), node.List(False, items("b"))), "- a\n\n* b"),
        ((node.List(True, items("a")), node.List(True, items("b"))), "1. a\n\n1) b"),
        ((node.List(True, items("a", "b"), start=9),), "9. a\n10. b"),
        ((node.List(False, ((paragraph("a"), node.List(False, items("b"))),)),), "- a\n  - b"),
        ((node.List(False, ((paragraph("a"), node.List(True, items("b"), start=3)),)),), "- a\n\n  3. b"),
        ((node.List(False, ((paragraph("a"), node.List(False, items("b")), paragraph("c")),)),), "- a\n\n  - b\n\n  c"),
        (
            (node.List(False, ((paragraph("a"), node.List(False, items("b")), node.List(True, items("c"))),)),),
            "- a\n\n  - b\n\n  1. c",
        ),
        (
            (node.List(False, ((paragraph("a"), node.List(False, ((paragraph("b"), paragraph("c")),))),)),),
            "- a\n\n  - b\n\n    c",
        ),
        ((node.List(False, ((paragraph("a"), paragraph("b")), (paragraph("c"),))),), "- a\n\n  b\n\n- c"),
        ((node.List(False, ((node.CodeBlock("x\n\ny"),),)),), "- ```\n  x\n\n  y\n  ```"),
        ((node.Quote((paragraph("a"), paragraph("b"))), node.Quote((paragraph("c"),))), "> a\n>\n> b\n\n> c"),
        ((node.CodeBlock("```\nx\n```", "python"),), "````python\n```\nx\n```\n````"),
        ((node.CodeBlock("x", "not a` language"),), "```\nx\n```"),
    ],
)
def test_blocks(tree: node.Blocks, expected: str) -> None:
    assert write_markdown(tree) == expected
    assert skeleton_of(expected) == skeleton(tree)


def cell(text: str, *, header: bool = False, colspan: int = 1, rowspan: int = 1) -> node.Cell:
    content: tuple[node.Block, ...] = (paragraph(text),) if text else ()
    return node.Cell(content, header=header, colspan=colspan, rowspan=rowspan)


def test_a_table_has_its_spans_filled_with_empty_cells() -> None:
    table = node.Table(
        (
            (cell("a", header=True, rowspan=2), cell("b", header=True, colspan=2)),
            (cell("c", header=True), cell("d", header=True)),
            (cell("1"), cell("2|3"), cell("")),
        ),
        (node.Text("Figures"),),
    )
    assert write_markdown((table,)) == ("Figures\n\n| a | b |  |\n| --- | --- | --- |\n|  | c | d |\n| 1 | 2\\|3 |  |")


def test_a_table_cell_is_one_line() -> None:
    content = (paragraph("a", node.LineBreak(), "b"), node.List(False, items("c", "d")), node.CodeBlock("e\n|"))
    table = node.Table(((cell("h", header=True), cell("i", header=True)), (node.Cell(content), cell("x"))))
    assert write_markdown((table,)).splitlines()[-1] == "| a<br>b<br>c<br>d<br>`e \\|` | x |"
    assert skeleton_of(write_markdown((table,))) == skeleton((table,))
