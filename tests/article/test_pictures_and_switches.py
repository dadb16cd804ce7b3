"""Pictures beside the text, the switch for tables, and marks that are no words."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.article.assemble import assemble
from broadsheet.article.blocks import (
    Cell,
    Embed,
    Figure,
    Heading,
    Image,
    InlineImage,
    Link,
    List,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
)
from broadsheet.article.conventions import without_tables
from broadsheet.article.html import write_html
from broadsheet.article.markdown import write_markdown
from broadsheet.article.pictures import best_candidate
from broadsheet.article.text import write_text
from broadsheet.page import read_page, tags

ADDRESS = "https://www.northgate.example/local/new-bridge-approved-18273"
SENTENCE = (
    "The two towns on the sound had argued about it for eleven years, and nobody in either of them could "
    "remember how it "
    "began, or who had wanted what of the other."
)
PROSE = "".join(f"<p>{SENTENCE} That was in year {year}.</p>" for year in range(1, 8))
STANDFIRST = "<p class=standfirst>The closure starts in September and will cost fourteen million, the council said.</p>"


MORE = "".join(
    f"<p>A ferry took people across until the ice came, and it left when the captain had had his coffee. Day {day}.</p>"
    for day in range(1, 8)
)
"""Other paragraphs: what a page says twice is given once."""


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


def test_icons_before_the_text_do_not_keep_the_leading_picture_from_being_found() -> None:
    icons = "".join(f"<a class=share href='#'><img src='/share{at}.png' width=20></a>" for at in range(12))
    article = broadsheet.extract(
        page(f"<figure><img src='/bridge.jpg' width=900></figure><div class=share>{icons}</div>{PROSE}"), url=ADDRESS
    )
    assert [image.src for image in article.images] == ["https://www.northgate.example/bridge.jpg"]


def test_descriptors_of_two_kinds() -> None:
    assert best_candidate("a-40x27.jpg 40w 27h, a-1200x800.jpg 1200w 800h") == "a-1200x800.jpg"


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


@pytest.mark.parametrize("mark", ["#", "¶", "🔗", "§", "⌗"])
def test_the_mark_with_which_a_heading_links_to_itself(mark: str) -> None:
    heading = f"<h2>Part one <a class=anchor href='#part-one'>{mark}</a></h2>"
    article = broadsheet.extract(page(f"<div>{PROSE}{heading}{PROSE}</div>"), url=ADDRESS)
    assert [block for block in article.body if isinstance(block, Heading)] == [Heading(2, (Text("Part one"),))]


def test_marks_that_are_no_links_stay() -> None:
    article = broadsheet.extract(
        page(f"<div>{PROSE}<h2>We are <a href='/no-1'>No 1</a> #</h2>{PROSE}</div>"), url=ADDRESS
    )
    heading = next(block for block in article.body if isinstance(block, Heading))
    assert heading == Heading(
        2, (Text("We are "), Link("https://www.northgate.example/no-1", (Text("No 1"),)), Text(" #"))
    )


@pytest.mark.parametrize("nothing", ["\u200d", "\u2063", "\u200c\ufe0f", "\u200e"])
def test_paragraphs_of_joiners_are_none(nothing: str) -> None:
    article = broadsheet.extract(page(f"<div>{PROSE}<p>{nothing}</p>{MORE}</div>"), url=ADDRESS)
    assert len(article.body) == 14
    assert nothing not in article.text


def test_a_joiner_between_two_signs_stays() -> None:
    article = broadsheet.extract(
        page(f"<div>{PROSE}<p>The ferry is closed for good, and he went home \U0001f469\u200d\U0001f4bb</p></div>"),
        url=ADDRESS,
    )
    assert "\U0001f469\u200d\U0001f4bb" in article.text


@pytest.mark.parametrize(
    "control",
    [
        "Enlarge this image",
        "Press enter or click to view image in full size",
        "toggle caption",
        "Bild vergrößern",
        "Image caption, ",
        "Advertisement",
    ],
)
def test_what_enlarges_a_picture_is_no_caption(control: str) -> None:
    caption = f"<figcaption><button>{control}</button><span>{control}</span> The bridge at dawn.</figcaption>"
    article = broadsheet.extract(page(f"<figure><img src='/b.jpg' width=900>{caption}</figure>{PROSE}"), url=ADDRESS)
    assert [image.caption for image in article.images] == ["The bridge at dawn."]


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
    article = broadsheet.extract(page(f"{PROSE}{figure}{PROSE}"), url=ADDRESS)
    assert [image.caption for image in article.images] == [caption]
    assert "Ada" not in article.text


def test_a_post_that_is_no_part_of_the_text_is_a_player() -> None:
    post = (
        "<blockquote class=twitter-tweet><p>so here we go</p>— Ada (@ada) "
        "<a href='https://twitter.com/ada/status/12345678'>May 5</a></blockquote>"
    )
    read = read_page(page(f"{PROSE}{post}{PROSE}"), url=ADDRESS)
    quote = int((read.tag == tags.IDS["blockquote"]).nonzero()[0][0])
    keep = read.shown.copy()
    keep[quote : read.end[quote]] = False
    blocks = assemble(read, keep)
    assert [block for block in blocks if isinstance(block, Embed)] == [
        Embed("https://twitter.com/ada/status/12345678", "post")
    ]
    assert "so here" not in write_text(blocks)
    assert "<https://twitter.com/ada/status/12345678>" in write_markdown(blocks, images=True)
    assert not [block for block in assemble(read, read.shown) if isinstance(block, Embed)]


def test_pictures_in_cells_stay_where_rows_are_paragraphs() -> None:
    picture = Image("https://cdn.example/anna.jpg", "Anna")
    cells = (
        Cell((Paragraph((InlineImage(picture),)),)),
        Cell((Figure((picture,)),)),
        Cell((Paragraph((Text("Anna"),)),)),
    )
    written = write_markdown(without_tables((Table((cells,)),)), images=True)
    assert written.count("![Anna](https://cdn.example/anna.jpg)") == 2
    assert "Anna" in written.rsplit(")", 1)[1]


def test_what_was_escaped_twice_in_the_words_of_a_picture() -> None:
    alt = "The sea &amp;ndash; Ada&amp;#39;s &amp;nbsp; boat, R&amp;D"
    article = broadsheet.extract(page(f"{PROSE}<p><img src='/b.jpg' width=900 alt='{alt}'></p>{MORE}"), url=ADDRESS)
    assert [image.alt for image in article.images] == ["The sea – Ada's boat, R&D"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("One<br><img src='/b.jpg' width=900> two", "One\ntwo"),
        ("One <img src='/b.jpg' width=900><br>two", "One\ntwo"),
        ("One <img src='/b.jpg' width=900> two", "One two"),
    ],
)
def test_no_space_is_left_of_a_picture_where_a_line_begins_or_ends(line: str, text: str) -> None:
    found = read_page(f"<body><p>{line}</p></body>", url=ADDRESS)
    assert write_text(assemble(found, found.shown)) == text
