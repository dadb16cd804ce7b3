"""The record: equality, pickling, and how it is asked for in each format."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings

from broadsheet.article import (
    Article,
    Blocks,
    Figure,
    Heading,
    Image,
    InlineImage,
    Link,
    List,
    Paragraph,
    Switches,
    Text,
    plain,
)
from broadsheet.article.explanation import explain
from broadsheet.article.provenance import Author, Claim, Origin
from broadsheet.article.text import has_words, write_text
from tests.article.trees import blocks

IMAGE = Image("https://example.org/a.jpg", alt="a", caption="A caption")
BODY: Blocks = (
    Figure((IMAGE,), (Text("A caption"),)),
    Paragraph((Text("One "), Link("https://example.org/", (Text("link"),)), Text("."))),
    List(False, ((Paragraph((InlineImage(Image("https://example.org/b.jpg")), Text("item"))),),)),
)
ARTICLE = Article(
    title="The *title*", authors=("A. Smith", "B. Jones"), published="2024-05-01T10:00:00+02:00", body=BODY
)


def test_the_properties_write_the_body_alone() -> None:
    assert ARTICLE.text == "One link.\n\nitem"
    assert ARTICLE.markdown == "One link.\n\n- item"
    assert ARTICLE.html == "<p>One link.</p>\n<ul>\n<li>item</li>\n</ul>"


def test_switches_are_the_defaults_of_the_writers() -> None:
    rich = Article(body=BODY, switches=Switches(images=True, links=True))
    assert rich.markdown == ARTICLE.to_markdown(images=True, links=True)
    assert rich.html == ARTICLE.to_html(images=True, links=True)
    assert rich.to_markdown(images=False, links=False) == ARTICLE.markdown
    assert "](https://example.org/)" in ARTICLE.to_markdown(links=True)
    assert "a.jpg" not in ARTICLE.to_markdown(links=True)


def test_header() -> None:
    assert ARTICLE.to_markdown(header=True).startswith(
        "# The \\*title\\*\n\n*A. Smith, B. Jones · 2024-05-01*\n\nOne link."
    )
    assert ARTICLE.to_text(header=True).startswith("The *title*\n\nA. Smith, B. Jones · 2024-05-01\n\nOne link.")
    assert ARTICLE.to_html(header=True).startswith(
        "<article>\n<header><h1>The *title*</h1><p>A. Smith, B. Jones · 2024-05-01</p></header>\n<p>One link.</p>"
    )
    assert ARTICLE.to_html(header=True).endswith("</article>")
    assert ARTICLE.to_text() == ARTICLE.text
    assert "<header><p>A</p></header>" in Article(authors=("A",)).to_html(header=True)


@pytest.mark.parametrize(
    ("article", "byline"),
    [
        (Article(), ""),
        (Article(authors=("A",)), "A"),
        (Article(published="2024-05-01"), "2024-05-01"),
        (Article(published="2024"), "2024"),
    ],
)
def test_byline(article: Article, byline: str) -> None:
    assert article.byline == byline
    assert article.to_text(header=True) == byline


def test_nothing_at_all() -> None:
    article = Article()
    assert (article.text, article.markdown, article.html, article.images) == ("", "", "", ())
    assert article.to_html(header=True) == "<article>\n</article>"
    assert article.to_markdown(header=True) == ""


def test_where_metadata_came_from() -> None:
    article = Article(
        authors=("A", "B"),
        contributors=(Author("A", "person"), Author("B", "organization")),
        tags=("sea", "boats"),
        lead_image=IMAGE,
        description="word " * 40,
        origins=(
            Origin("authors", "byline", (Claim("C\nD", "rel:author"),)),
            Origin("tags", "keywords"),
            Origin("lead_image", "og:image"),
            Origin("description", "og:description"),
            Origin("published", None),
        ),
    )
    assert explain(article).split("\n\n") == [
        "authors: A, B (organization)\n  from byline\n  or: C D  [rel:author]",
        "tags: sea, boats\n  from keywords",
        "lead_image: https://example.org/a.jpg\n  from og:image",
        f"description: {('word ' * 40)[:159]}…\n  from og:description",
        "published: (none)",
    ]
    assert (
        explain(Article(origins=(Origin("authors", None), Origin("tags", None)))) == "authors: (none)\n\ntags: (none)"
    )


def test_images_are_all_pictures_with_their_captions() -> None:
    assert [(image.src[-5:], image.caption) for image in ARTICLE.images] == [("a.jpg", "A caption"), ("b.jpg", "")]


def test_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        ARTICLE.title = "x"  # type: ignore[misc]


@given(blocks)
@settings(max_examples=15)
def test_articles_compare_by_value_and_survive_pickling(tree: Blocks) -> None:
    article = Article(title="a", body=tree, notes=("n",))
    again = pickle.loads(pickle.dumps(article))
    assert again == article == copy.deepcopy(article)
    assert hash(again) == hash(article)
    assert again != Article(title="b", body=tree)


def test_a_heading_of_an_unknown_level_is_still_one() -> None:
    article = Article(body=(Heading(9, (Text("a"),)),))
    assert (article.markdown, article.html) == ("###### a", "<h6>a</h6>")


@given(blocks)
def test_a_block_has_words_where_its_text_is_not_empty(body: Blocks) -> None:
    assert [has_words(block) for block in body] == [bool(write_text((block,)).strip()) for block in body]


@pytest.mark.parametrize(("before", "behind"), [("One ", " two"), ("One", " two"), ("One ", "two")])
def test_a_space_is_left_of_a_picture(before: str, behind: str) -> None:
    assert plain((Text(before), InlineImage(IMAGE), Text(behind))) == "One two"


def test_a_picture_has_no_words() -> None:
    assert [has_words(block) for block in BODY] == [False, True, True]
