"""Pictures beside the text, the switch for tables, and marks that are no words."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.article.blocks import Cell, Heading, List, Paragraph, Quote, Strong, Table, Text, write_text
from broadsheet.article.conventions import without_tables
from broadsheet.article.html import write_html
from broadsheet.article.markdown import write_markdown

ADDRESS = "https://www.northgate.example/local/new-bridge-approved-18273"
SENTENCE = (
    "The two towns on the sound had argued about it for eleven years, and nobody in either of them could "
    "remember how it "
    "began, or who had wanted what of the other."
)
PROSE = "".join(f"<p>{SENTENCE} That was in year {year}.</p>" for year in range(1, 8))
STANDFIRST = "<p class=standfirst>The closure starts in September and will cost fourteen million, the council said.</p>"


def page(body: str) -> str:
    return (
        "<!doctype html><html lang=en><head><title>Council approves a bridge</title></head><body><main><article>"
        f"<h1>Council approves a bridge</h1>{body}</article></main></body></html>"
    )


@pytest.mark.parametrize(
    ("between", "found"),
    [
        ("<figure><img src='/b.jpg' width=900><figcaption>At dawn.</figcaption></figure>", True),
        ("<picture><img src='/b.jpg'></picture>", True),
        ("<div><img src='/b.jpg'></div>", True),
        ("<div class=byline><img src='/ada-75x75.jpg'> By Ada Lovelace</div>", False),
        ("<div class=meta><img src='/ada.png'> Ada Lovelace, 5 March</div>", False),
    ],
)
def test_the_picture_between_the_standfirst_and_the_body(between: str, *, found: bool) -> None:
    article = broadsheet.extract(page(f"{STANDFIRST}{between}<div class=body>{PROSE}</div>"), url=ADDRESS)
    assert article.text.startswith("The closure starts")
    assert len(article.images) == found
    if "figcaption" in between:
        assert article.images[0].caption == "At dawn."
        assert "At dawn." not in article.text


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
def test_tables_in_the_text_whatever_wraps_them(wrapped: str) -> None:
    html = page(f"<div class=body>{PROSE}{wrapped}{PROSE}</div>")
    with_, without = broadsheet.extract(html, url=ADDRESS), broadsheet.extract(html, url=ADDRESS, with_tables=False)
    assert any(isinstance(block, Table) for block in with_.body)
    assert "| Year | Cost" in with_.markdown
    assert "|" not in without.markdown
    assert "<table>" not in without.html
    assert with_.text == without.text
    assert "2026 15 million" in without.markdown
    assert "[million](https://www.northgate.example/m)" in without.to_markdown(links=True)
    assert without.to_markdown(tables=True) == with_.markdown


def test_rows_as_paragraphs_keep_every_word_and_what_is_marked() -> None:
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


@pytest.mark.parametrize(
    ("beside", "caption"),
    [
        ("<figcaption>At dawn.</figcaption><p class=photo-credit>Ada</p>", "At dawn. Ada"),
        ("<p class=copyright>Image source, Ada</p><figcaption>At dawn.</figcaption>", "At dawn. Image source, Ada"),
        ("<figcaption>At dawn.</figcaption><p class=credit hidden>Tom</p><p class=credit>Ada</p>", "At dawn. Ada"),
        ("<figcaption>At dawn. Ada</figcaption><p class=credit>Ada</p>", "At dawn. Ada"),
        ("<div class=credits><figcaption>At dawn.</figcaption><i class=credit>Ada</i></div>", "At dawn. Ada"),
        ("<figcaption>At dawn.</figcaption><p>Ada</p>", "At dawn."),
    ],
)
def test_the_credit_beside_the_caption_of_a_picture(beside: str, caption: str) -> None:
    figure = f"<figure><img src='/b.jpg' width=900>{beside}</figure>"
    article = broadsheet.extract(page(f"{STANDFIRST}{figure}{PROSE}"), url=ADDRESS)
    assert [image.caption for image in article.images] == [caption]
    assert "Ada" not in article.text
