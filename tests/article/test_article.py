"""The record: equality, pickling, and how it is asked for in each format."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings

from broadsheet.article import (
    Article,
    Blocks,
    Figure,
    Image,
    InlineImage,
    Link,
    List,
    Paragraph,
    Text,
    explain,
    write_text,
)
from broadsheet.article.blocks import has_words
from broadsheet.article.provenance import Author, Claim, Origin
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


def test_where_metadata_came_from() -> None:
    article = Article(
        authors=("A", "B"),
        contributors=(Author("A", "person"), Author("B", "organisation")),
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
        "authors: A, B (organisation)\n  from byline\n  or: C D  [rel:author]",
        "tags: sea, boats\n  from keywords",
        "lead_image: https://example.org/a.jpg\n  from og:image",
        f"description: {('word ' * 40)[:159]}…\n  from og:description",
        "published: (none)",
    ]
    assert (
        explain(Article(origins=(Origin("authors", None), Origin("tags", None)))) == "authors: (none)\n\ntags: (none)"
    )


@given(blocks)
@settings(max_examples=10)
def test_articles_compare_by_value_and_survive_pickling(tree: Blocks) -> None:
    article = Article(title="a", body=tree, notes=("n",))
    again = pickle.loads(pickle.dumps(article))
    assert again == article == copy.deepcopy(article)
    assert hash(again) == hash(article)
    assert again != Article(title="b", body=tree)


@given(blocks)
def test_a_block_has_words_where_its_text_is_not_empty(body: Blocks) -> None:
    assert [has_words(block) for block in body] == [bool(write_text((block,)).strip()) for block in body]
