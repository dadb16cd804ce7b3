"""What we write, a CommonMark parser reads as the same blocks with the same words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from broadsheet.article import (
    Block,
    Blocks,
    Cell,
    CodeBlock,
    CodeSpan,
    Embed,
    Emphasis,
    Figure,
    Heading,
    Image,
    Inline,
    InlineImage,
    Inlines,
    LineBreak,
    Link,
    List,
    Paragraph,
    Quote,
    Rule,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Table,
    Text,
    write_markdown,
)
from broadsheet.article.runs import build, pieces
from tests.article.markdown_reader import PARSER, characters, inlines_of, links_of, skeleton, skeleton_of
from tests.article.trees import NASTY, blocks, inlines

EMPHASIS = frozenset((Emphasis, Strong, Strikethrough))


def paragraph(*content: str | Inline) -> Paragraph:
    return Paragraph(tuple(Text(part) if isinstance(part, str) else part for part in content))


def strong(text: str) -> Strong:
    return Strong((Text(text),))


def em(text: str) -> Emphasis:
    return Emphasis((Text(text),))


def written(*content: str | Inline, links: bool = False, images: bool = False) -> str:
    return write_markdown((paragraph(*content),), links=links, images=images)


# Properties.


@given(blocks)
@settings(max_examples=50)
def test_the_same_blocks_are_read(tree: Blocks) -> None:
    assert skeleton_of(write_markdown(tree)) == skeleton(tree)


@given(blocks)
@settings(max_examples=30)
def test_switches_do_not_change_the_words(tree: Blocks) -> None:
    assert skeleton_of(write_markdown(tree, images=True, links=True)) == skeleton_of(write_markdown(tree))


@given(inlines)
@settings(max_examples=200)
def test_the_same_inlines_are_read(content: Inlines) -> None:
    """Links, code and scripts are all there; emphasis may be left out, but is never where it was not."""
    tokens = PARSER.parse(write_markdown((Paragraph(content),), links=True))
    assert len(tokens) in (0, 3)
    read = characters(inlines_of(tokens[1].children or [])) if tokens else []
    meant = characters(build(pieces(content)))
    assert [(character, marks - EMPHASIS) for character, marks in read] == [
        (character, marks - EMPHASIS) for character, marks in meant
    ]
    assert all(ours <= theirs for (_, ours), (_, theirs) in zip(read, meant, strict=True))


@pytest.mark.parametrize("text", NASTY)
def test_a_paragraph_of_nasty_text(text: str) -> None:
    tree = (paragraph(text), paragraph("before", LineBreak(), text), Heading(2, (Text(text),)), paragraph("a " + text))
    assert skeleton_of(write_markdown(tree)) == skeleton(tree)


# Escapes: where they are needed, and nowhere else.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# not a heading", "\\# not a heading"),
        ("#hashtag", "#hashtag"),
        ("1. not a list", "1\\. not a list"),
        ("2023. A year", "2023\\. A year"),
        ("1.5 percent", "1.5 percent"),
        ("- not a list", "\\- not a list"),
        ("-5 degrees", "-5 degrees"),
        ("+ plus", "\\+ plus"),
        ("> quoted", "\\> quoted"),
        ("a > b", "a > b"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("* star", "\\* star"),
        ("Bürger*innen", "Bürger\\*innen"),
        ("snake_case_name", "snake_case_name"),
        ("_private", "\\_private"),
        ("a < b", "a < b"),
        ("<script>", "\\<script>"),
        ("AT&T & Co", "AT&T & Co"),
        ("&amp; is an entity", "\\&amp; is an entity"),
        ("[…] he said [sic]", "[…] he said [sic]"),
        ("[a](b)", "[a\\](b)"),
        ("[a]: b", "[a\\]: b"),
        ("C:\\dir", "C:\\dir"),
        ("a\\*b", "a\\\\\\*b"),
        ("ends with \\", "ends with \\\\"),
        ("=====", "\\====="),
        ("---", "\\---"),
        ("a | b", "a | b"),
        ("~50 people", "~50 people"),
        ("about ~50 people", "about ~50 people"),
        ("`tick", "\\`tick"),
        ("[x] done", "\\[x] done"),
    ],
)
def test_escapes(text: str, expected: str) -> None:
    assert written(text) == expected


def test_a_line_after_a_break_is_no_block_either() -> None:
    assert written("a", LineBreak(), "# b", LineBreak(), "===") == "a\\\n\\# b\\\n\\==="
    assert written("a | b", LineBreak(), "--- | ---") == "a | b\\\n\\--- | ---"


def test_number_signs_at_the_end_of_a_heading_stay() -> None:
    assert write_markdown((Heading(2, (Text("C #"),)), Heading(3, (Text("C#"),)))) == "## C \\#\n\n### C#"


def test_an_exclamation_before_a_link_makes_no_image() -> None:
    link = Link("https://example.org/", (Text("here"),))
    assert written("Look!", link, links=True) == "Look\\![here](https://example.org/)"
    assert written("Look!", link) == "Look!here"


# Emphasis.


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (("a ", em("b"), " c"), "a *b* c"),
        (("un", em("believ"), "able"), "un*believ*able"),
        ((strong("W"), "ord"), "**W**ord"),
        (("a", em(" b "), "c"), "a *b* c"),
        ((strong("a"), em("b")), "**a***b*"),
        ((Strong((em("a"),)),), "**_a_**"),
        ((Emphasis((strong("a"),)),), "***a***"),
        ((Strong((Text("a "), em("b"))),), "**a *b***"),
        ((strong("Note:"), "text"), "**Note**:text"),
        (("x", strong('"quoted"'), "y"), 'x"**quoted**"y'),
        (("他说", strong("“你好”"), "了"), "他说“**你好**”了"),
        (("中文", strong("强调"), "中文"), "中文**强调**中文"),
        (("a", strong("!!!"), "b"), "a!!!b"),
        ((strong("a"), " ", strong("b")), "**a b**"),
        ((Strikethrough((Text("old"),)), " new"), "~~old~~ new"),
        ((em(""), "a", strong("  "), "b"), "a b"),
        ((Emphasis((Text("a "), em("b"))),), "*a b*"),
        (("10", Superscript((Text("6"),)), " H", Subscript((Text("2"),)), "O"), "10<sup>6</sup> H<sub>2</sub>O"),
    ],
)
def test_emphasis(content: tuple[str | Inline, ...], expected: str) -> None:
    assert written(*content) == expected


def test_much_emphasis_that_cannot_be_written_takes_little_time() -> None:
    content = [part for number in range(1000) for part in (f"a{number}", strong("!"), em("?"))]
    assert "**" not in written(*content)


def test_code_beside_code_whose_emphasis_cannot_be_written_is_one_span() -> None:
    assert written("a", Emphasis((CodeSpan("0"),)), CodeSpan("b")) == "a`0b`"
    assert written("a", Strong((CodeSpan("0"),)), CodeSpan("`")) == "a`` 0` ``"


def test_code_spans() -> None:
    assert written(CodeSpan("a`b")) == "``a`b``"
    assert written(CodeSpan("a"), LineBreak(), CodeSpan("b")) == "`a`\\\n`b`"
    assert written(Strong((CodeSpan("a"), LineBreak(), CodeSpan("b")))) == "**`a`\\\n`b`**"
    assert write_markdown((Heading(2, (CodeSpan("a"), LineBreak(), CodeSpan("b"))),)) == "## `a b`"
    assert written(CodeSpan("`a")) == "`` `a ``"
    assert written("see ", Strong((CodeSpan("*"),))) == "see **`*`**"


# Links and pictures.


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("https://example.org/a_(b)", "https://example.org/a_(b)"),
        ("https://example.org/a(b", "https://example.org/a\\(b"),
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://example.org/?a=1&lt;=2", "https://example.org/?a=1&amp;lt;=2"),
        ("https://example.org/?a=1&b=2", "https://example.org/?a=1&b=2"),
    ],
)
def test_link_destinations(href: str, expected: str) -> None:
    text = written("a ", Link(href, (Text("b [c]"),)), links=True)
    assert text == f"a [b \\[c\\]]({expected})"
    assert links_of(text) == [("b [c]", PARSER.normalizeLink(href))]


def test_a_picture_has_its_caption_as_title() -> None:
    image = Image("https://example.org/a.jpg", alt="A [dog]", caption='"Rex", the dog')
    figure = Figure((image,), (Text('"Rex", the dog'),))
    assert write_markdown((figure,)) == ""
    assert write_markdown((figure,), images=True) == '![A \\[dog\\]](https://example.org/a.jpg "\\"Rex\\", the dog")'


def test_a_picture_in_a_line_leaves_one_space() -> None:
    image = InlineImage(Image("https://example.org/a.jpg"))
    assert written("a ", image, " b") == "a b"
    assert written("a ", image, " b", images=True) == "a ![](https://example.org/a.jpg) b"


def test_players_are_autolinks() -> None:
    embed = Embed("https://www.youtube.com/embed/x", "video", title="A film")
    assert write_markdown((embed,), images=True) == "<https://www.youtube.com/embed/x>"
    assert write_markdown((embed,), links=True) == ""
    cells = (Cell((embed,)), Cell((Embed("", "video"), Rule(), paragraph("a"))))
    table = Table((cells,), (Text("Films"),))
    made = write_markdown((Embed("", "video"), table), images=True).splitlines()
    assert (made[0], made[-1]) == ("Films", "| <https://www.youtube.com/embed/x> | a |")
    assert write_markdown((table,)).splitlines()[-1] == "|  | a |"


# Blocks.


def items(*texts: str) -> tuple[Blocks, ...]:
    return tuple((paragraph(text),) for text in texts)


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        ((List(False, items("a", "b")), List(False, items("c"))), "- a\n- b\n\n* c"),
        ((List(False, items("a")), List(False, items("")), List(False, items("b"))), "- a\n\n* b"),
        ((List(True, items("a")), List(True, items("b"))), "1. a\n\n1) b"),
        ((List(True, items("a", "b"), start=9),), "9. a\n10. b"),
        ((List(False, ((paragraph("a"), List(False, items("b"))),)),), "- a\n  - b"),
        ((List(False, ((paragraph("a"), List(True, items("b"), start=3)),)),), "- a\n\n  3. b"),
        ((List(False, ((paragraph("a"), List(False, items("b")), paragraph("c")),)),), "- a\n\n  - b\n\n  c"),
        (
            (List(False, ((paragraph("a"), List(False, items("b")), List(True, items("c"))),)),),
            "- a\n\n  - b\n\n  1. c",
        ),
        (
            (List(False, ((paragraph("a"), List(False, ((paragraph("b"), paragraph("c")),))),)),),
            "- a\n\n  - b\n\n    c",
        ),
        ((List(False, ((paragraph("a"), paragraph("b")), (paragraph("c"),))),), "- a\n\n  b\n\n- c"),
        ((List(False, ((CodeBlock("x\n\ny"),),)),), "- ```\n  x\n\n  y\n  ```"),
        ((Quote((paragraph("a"), paragraph("b"))), Quote((paragraph("c"),))), "> a\n>\n> b\n\n> c"),
        ((CodeBlock("```\nx\n```", "python"),), "````python\n```\nx\n```\n````"),
        ((CodeBlock("x", "not a` language"),), "```\nx\n```"),
    ],
)
def test_blocks(tree: Blocks, expected: str) -> None:
    assert write_markdown(tree) == expected
    assert skeleton_of(expected) == skeleton(tree)


def cell(text: str, *, header: bool = False, colspan: int = 1, rowspan: int = 1) -> Cell:
    content: tuple[Block, ...] = (paragraph(text),) if text else ()
    return Cell(content, header=header, colspan=colspan, rowspan=rowspan)


def test_a_table_has_its_spans_filled_with_empty_cells() -> None:
    table = Table(
        (
            (cell("a", header=True, rowspan=2), cell("b", header=True, colspan=2)),
            (cell("c", header=True), cell("d", header=True)),
            (cell("1"), cell("2|3"), cell("")),
        ),
        (Text("Figures"),),
    )
    assert write_markdown((table,)) == ("Figures\n\n| a | b |  |\n| --- | --- | --- |\n|  | c | d |\n| 1 | 2\\|3 |  |")


def test_a_table_without_a_header_gets_an_empty_one() -> None:
    table = Table(((cell("a"), cell("b")), (cell("c"), cell("d"))))
    assert write_markdown((table,)) == "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"


@pytest.mark.parametrize("rows", [(), ((),)])
def test_a_table_without_cells_is_none(rows: tuple[tuple[Cell, ...], ...]) -> None:
    assert write_markdown((paragraph("a"), Table(rows))) == "a"


def test_a_table_in_a_cell_is_its_words() -> None:
    inner = Table(((cell("b"), cell("c")), (cell("d"), cell(""))), (Text("a"),))
    assert write_markdown((Table(((Cell((inner,)), cell("e")),)),)).splitlines()[-1] == "| a b c d | e |"


def test_a_table_cell_is_one_line() -> None:
    content = (paragraph("a", LineBreak(), "b"), List(False, items("c", "d")), CodeBlock("e\n|"))
    table = Table(((cell("h", header=True), cell("i", header=True)), (Cell(content), cell("x"))))
    assert write_markdown((table,)).splitlines()[-1] == "| a b c d `e \\|` | x |"
    assert skeleton_of(write_markdown((table,))) == skeleton((table,))
