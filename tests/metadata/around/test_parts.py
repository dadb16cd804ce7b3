"""Authors of parts of an article that are works of their own: pages written for these tests."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet import metadata
from broadsheet.page import read_page
from tests.metadata.test_as_shown import ADDRESS, HEADLINE, ld, page

AUTHOR = "<span itemprop=author itemscope itemtype='https://schema.org/Person'><b itemprop=name>{}</b></span>"
OTHERS = ("Brian Fletcher", "Joan Pickering")


def part(kind: str, name: str, who: str, headline: str = "What else there was") -> str:
    named = f"itemprop={name}" if name else ""
    return (
        f"<div {named} itemscope itemtype='https://schema.org/{kind}'><h3 itemprop=headline>{headline}</h3>"
        f"{AUTHOR.format(who)}<p itemprop=articleBody>Something else was said in the afternoon.</p></div>"
    )


def authors(parts: str, head: str = "", top: str = "", outer: str = "LiveBlogPosting") -> set[str]:
    item = f"<article itemscope itemtype='https://schema.org/{outer}'>"
    html = page(head, top).replace("<article>", item).replace("</article>", f"{parts}</article>")
    return set(broadsheet.extract(html, url=ADDRESS).authors)


PARTS = [
    ("BlogPosting", "liveBlogUpdate"),
    ("BlogPosting", "blogPost"),
    ("NewsArticle", "hasPart"),
    ("NewsArticle", ""),
    ("Comment", "comment"),
    ("Review", "review"),
    ("Book", "about"),
    ("Movie", "itemReviewed"),
    ("Quotation", "citation"),
    ("SocialMediaPosting", "sharedContent"),
    ("VideoObject", "video"),
]


@pytest.mark.parametrize("outer", ["LiveBlogPosting", "NewsArticle"])
@pytest.mark.parametrize(("kind", "name"), PARTS)
def test_who_wrote_a_part_is_no_author_beside_who_wrote_all_of_it(kind: str, name: str, outer: str) -> None:
    parts = "".join(part(kind, name, who) for who in OTHERS)
    assert authors(parts, top=AUTHOR.format("Ada Lovelace"), outer=outer) == {"Ada Lovelace"}
    assert authors(parts, ld(author="Ada Lovelace"), outer=outer) == {"Ada Lovelace"}


def test_where_nobody_wrote_all_of_it_those_who_wrote_its_entries_did() -> None:
    assert authors("".join(part("BlogPosting", "liveBlogUpdate", who) for who in OTHERS)) == set(OTHERS)


@pytest.mark.parametrize(("kind", "name"), PARTS[4:])
def test_readers_and_those_who_wrote_what_is_quoted_never_did(kind: str, name: str) -> None:
    assert authors("".join(part(kind, name, who) for who in OTHERS)) == set()


def test_an_item_in_another_may_be_the_article_itself() -> None:
    own = part("BlogPosting", "", "Ada Lovelace", HEADLINE)
    assert authors(own) == {"Ada Lovelace"}
    assert authors(part("BlogPosting", "mainEntity", "Ada Lovelace")) == {"Ada Lovelace"}
    assert authors(part("BlogPosting", "blogPost", "Ada Lovelace"), outer="Blog") == {"Ada Lovelace"}
    inner = "<div itemscope itemtype='https://schema.org/BlogPosting'>" + AUTHOR.format("Ada Lovelace")
    html = page().replace("<article>", f"<article itemscope itemtype='https://schema.org/Article'>{inner}")
    html = html.replace("</article>", "</div></article>")
    assert broadsheet.extract(html, url=ADDRESS).authors == ("Ada Lovelace",)


@pytest.mark.parametrize("text", ["", f"<p>{'words of it ' * 80}</p>"])
@pytest.mark.parametrize("close", ["</div>", ""])
def test_pages_of_parts_alone(text: str, close: str) -> None:
    comment = "<div itemprop=comment itemscope itemtype='https://schema.org/Comment'><meta itemprop=author content=Tom>"
    html = f"<body>{text}<div itemscope itemtype='https://schema.org/Article'>{f'{comment}{close}' * 900}"
    assert metadata.read(read_page(html)).authors == ()
