"""Conventions of the body: no headline or bylines, the standfirst as a paragraph, tables as rows on request."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.article.blocks import (
    Blocks,
    Cell,
    Emphasis,
    Figure,
    Heading,
    Image,
    LineBreak,
    List,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
    write_text,
)
from broadsheet.article.conventions import (
    with_standfirst,
    without_bylines,
    without_signature,
    without_tables,
    without_title,
)
from broadsheet.article.html import write_html
from broadsheet.article.markdown import write_markdown
from broadsheet.metadata.written.bylines import is_byline

TITLE = "Bridge agreed, at last"
PROSE = Paragraph((Text("The two towns on the sound had argued about it."),))
PICTURE = Image("https://example.org/a.jpg")
FIGURE = Figure((PICTURE,), (Text(TITLE),))
AS_HEADING = Heading(1, (Text("Bridge agreed at last"),))
LONGER = Heading(1, (Text("Bridge agreed at last, but nobody can say who is to pay for it"),))
AS_PARAGRAPH = Paragraph((Emphasis((Text("BRIDGE AGREED – AT LAST"),)),))


@pytest.mark.parametrize(
    ("blocks", "rest"),
    [
        ((AS_HEADING, PROSE), (PROSE,)),
        ((PROSE, AS_HEADING, PROSE), (PROSE, PROSE)),
        ((AS_PARAGRAPH, PROSE), (PROSE,)),
        ((FIGURE, AS_PARAGRAPH, PROSE), (FIGURE, PROSE)),
        ((AS_HEADING, AS_PARAGRAPH, AS_HEADING, PROSE), (PROSE,)),
        ((AS_PARAGRAPH, AS_HEADING, PROSE), (PROSE,)),
        ((LONGER, PROSE), (LONGER, PROSE)),
        # In the middle of the text it is a quotation, or heads a part.
        ((PROSE, AS_PARAGRAPH, PROSE), (PROSE, AS_PARAGRAPH, PROSE)),
        ((Quote((AS_PARAGRAPH,)), PROSE), (Quote((AS_PARAGRAPH,)), PROSE)),
        ((List(False, ((AS_PARAGRAPH,),)), PROSE), (List(False, ((AS_PARAGRAPH,),)), PROSE)),
        ((Paragraph((LineBreak(), Text(TITLE), LineBreak(), *PROSE.content)),), (PROSE,)),
        ((AS_HEADING, AS_HEADING), ()),
        ((Paragraph((Text(TITLE), LineBreak())), PROSE), (PROSE,)),
        # A body is never emptied.
        ((AS_PARAGRAPH,), (AS_PARAGRAPH,)),
        ((AS_PARAGRAPH, FIGURE), (AS_PARAGRAPH, FIGURE)),
        ((), ()),
    ],
)
def test_the_headline_is_not_in_the_body(blocks: Blocks, rest: Blocks) -> None:
    assert without_title(blocks, TITLE) == rest


LEAD = "The two towns on the sound had argued about it for eleven years, and nobody could say why."
SHOWN = Figure((Image("https://example.org/a.jpg"),))
STORY = Paragraph((Text("The council met on Tuesday."),))


def heading(text: str, level: int = 2) -> Heading:
    return Heading(level, (Text(text),))


@pytest.mark.parametrize("before", [(), (SHOWN,)])
@pytest.mark.parametrize("behind", [(STORY,), (STORY, heading("The costs"), STORY, heading(LEAD, 3), STORY)])
def test_a_standfirst_is_a_paragraph(before: Blocks, behind: Blocks) -> None:
    made = with_standfirst((*before, heading(LEAD), *behind))
    assert made == (*before, Paragraph((Text(LEAD),)), *behind)


@pytest.mark.parametrize(
    "blocks",
    [
        (),
        (SHOWN,),
        (STORY, heading(LEAD), STORY),
        (heading("A short heading"), STORY),
        (heading(LEAD, 1), STORY),
        (heading(LEAD), heading("Another")),
    ],
)
def test_other_headings_stay(blocks: Blocks) -> None:
    assert with_standfirst(blocks) == blocks


def test_the_words_of_an_article_stay() -> None:
    story = (
        "<p>The council met on Tuesday, and it agreed on the plan after a long and quiet debate about the costs.</p>"
    )
    html = f"<title>A bridge for the sound</title><h1>A bridge for the sound</h1><h2>{LEAD}</h2>{story * 3}"
    article = broadsheet.extract(html)
    assert article.markdown.startswith(f"{LEAD}\n\n")
    assert article.text.startswith(LEAD)


BYLINE = Paragraph((Text("By Ada Lovelace"),))
DATE = Paragraph((Emphasis((Text("January 2, 2008"),)),))


@pytest.mark.parametrize(
    ("blocks", "rest"),
    [
        ((BYLINE, PROSE), (PROSE,)),
        ((DATE, BYLINE, PROSE, PROSE), (PROSE, PROSE)),
        ((FIGURE, BYLINE, FIGURE, DATE, PROSE), (FIGURE, FIGURE, PROSE)),
        # A text in parts with a byline each, or one that ends with a byline.
        ((DATE, PROSE, DATE, PROSE), (DATE, PROSE, DATE, PROSE)),
        ((BYLINE, PROSE, Heading(2, BYLINE.content)), (BYLINE, PROSE, Heading(2, BYLINE.content))),
        ((PROSE, PROSE, BYLINE, PROSE), (PROSE, PROSE, BYLINE, PROSE)),
        # After the standfirst.
        ((PROSE, BYLINE, PROSE), (PROSE, PROSE)),
        ((Heading(2, PROSE.content), BYLINE, DATE, PROSE), (Heading(2, PROSE.content), PROSE)),
        ((PROSE, BYLINE), (PROSE, BYLINE)),
        ((Heading(2, DATE.content), PROSE), (PROSE,)),
        ((Heading(6, BYLINE.content), Heading(6, DATE.content), PROSE), (PROSE,)),
        ((PROSE, Heading(6, DATE.content), PROSE), (PROSE, Heading(6, DATE.content), PROSE)),
        ((BYLINE, BYLINE), (BYLINE, BYLINE)),
        # A body is never emptied.
        ((BYLINE,), (BYLINE,)),
        ((BYLINE, FIGURE), (BYLINE, FIGURE)),
        ((), ()),
    ],
)
def test_bylines_before_the_text(blocks: Blocks, rest: Blocks) -> None:
    assert without_bylines(blocks, is_byline) == rest


@pytest.mark.parametrize(
    ("blocks", "rest"),
    [
        ((PROSE, BYLINE, FIGURE), (PROSE, FIGURE)),
        ((PROSE, DATE, BYLINE), (PROSE,)),
        ((PROSE, BYLINE, DATE, Paragraph(BYLINE.content)), (PROSE, BYLINE)),
        ((PROSE, Heading(2, BYLINE.content)), (PROSE, Heading(2, BYLINE.content))),
        ((BYLINE, BYLINE), (BYLINE, BYLINE)),
    ],
)
def test_signatures_at_the_end(blocks: Blocks, rest: Blocks) -> None:
    assert without_signature(blocks, is_byline) == rest


URL = "https://e.example/news/bridge"
DAY = "<p>The council met on day {}, and it agreed on the plan after a long and quiet debate.</p>"
STORIES = "".join(map(DAY.format, range(7)))
TABLE = (
    "<table><caption>Costs</caption><tr><th>Year<th>Cost</tr><tr><td>2025<td>14 <a href='/m'>million</a></tr>"
    "<tr><td>2026<td>15 million</tr></table>"
)


@pytest.mark.parametrize(
    "wrapped",
    [
        TABLE,
        f"<div class=table-responsive>{TABLE}</div>",
        f"<figure><div>{TABLE}</div><figcaption>Source: us</figcaption></figure>",
    ],
)
def test_tables_in_wrappers(wrapped: str) -> None:
    html = f"<title>Council approves a bridge</title><main>{STORIES}{wrapped}{STORIES}</main>"
    with_, without = broadsheet.extract(html, url=URL), broadsheet.extract(html, url=URL, with_tables=False)
    assert any(isinstance(block, Table) for block in with_.body)
    assert "| Year | Cost" in with_.markdown
    assert "|" not in without.markdown
    assert "<table>" not in without.html
    assert with_.text == without.text
    assert "2026 15 million" in without.markdown
    assert "[million](https://e.example/m)" in without.to_markdown(links=True)
    assert without.to_markdown(tables=True) == with_.markdown


def test_table_rows_as_paragraphs_keep_words_and_marks() -> None:
    cell = Cell((Paragraph((Strong((Text("Bridge"),)),)),))
    listed = Cell((List(False, ((Paragraph((Text("one"),)),), (Paragraph((Text("two"),)),))),))
    empty = Cell(())
    table = Table(((cell, empty, listed), (empty, empty, empty)), (Text("Costs"),))
    blocks = (Heading(2, (Text("A"),)), Quote((table,)), List(False, ((table,),)), table)
    flat = without_tables(blocks)
    assert write_text(flat).split() == write_text(blocks).split()
    assert "table" not in write_html(flat)
    assert write_markdown(flat).endswith("Costs\n\n**Bridge** one two")
    assert without_tables(flat) == flat
