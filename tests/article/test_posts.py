"""Embedded posts: recognition, data, and their words in the text."""

from __future__ import annotations

import json

import pytest

import broadsheet
from broadsheet.article import Post

PROSE = [
    "The council voted on Tuesday evening to close the old footbridge over the mill race, after engineers found that "
    "three of its five supports had rotted below the waterline.",
    "Residents who use the crossing every day said that they had warned about the sagging planks for two winters, and "
    "that the detour along the ring road would add a quarter of an hour.",
    "A public meeting about the design will be held in the school hall next month, and drawings of the three "
    "candidates are on show in the library until then.",
]
WORDS = "The bridge is shut until spring, sorry everybody."
X = (
    f'<blockquote class="twitter-tweet"><p lang="en" dir="ltr">{WORDS}</p>&mdash; Ada Low (@ada_low) '
    '<a href="https://twitter.com/ada_low/status/1234567">May 4, 2024</a></blockquote>'
)


def page(post: str, *, at: int = 1) -> str:
    parts = [f"<p>{text}</p>" for text in PROSE]
    parts.insert(at, post)
    return f"<html><body><h1>Council shuts footbridge</h1><main>{''.join(parts)}</main></body></html>"


def post_of(html: str) -> Post:
    [found] = [
        block for block in broadsheet.extract(page(html), url="https://a.example/b").body if isinstance(block, Post)
    ]
    return found


@pytest.mark.parametrize(
    ("html", "service", "author", "url", "date"),
    [
        (X, "X", "Ada Low", "https://twitter.com/ada_low/status/1234567", "May 4, 2024"),
        (
            '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/Abc1/"><a '
            f'href="https://www.instagram.com/p/Abc1/">{WORDS}</a><p>A post shared by Ada Low (@adalow) on '
            '<time datetime="2021-05-04T10:00:00+00:00">May 4</time></p></blockquote>',
            "Instagram", "Ada Low", "https://www.instagram.com/p/Abc1/", "2021-05-04",
        ),
        (
            f'<div class="fb-post"><blockquote cite="https://www.facebook.com/ada/posts/12"><p>{WORDS}</p>— Ada Low, '
            '<a href="https://www.facebook.com/ada/posts/12">4 May 2024</a></blockquote></div>',
            "Facebook", "", "https://www.facebook.com/ada/posts/12", "4 May 2024",
        ),
        (
            f'<blockquote class="bluesky-embed"><p>{WORDS}</p>&mdash; Ada Low (<a href="https://bsky.app/profile/ada.test">'
            '@ada.test</a>) <a href="https://bsky.app/profile/ada.test/post/3k">4 May 2024 at 10:00</a></blockquote>',
            "Bluesky", "Ada Low", "https://bsky.app/profile/ada.test/post/3k", "4 May 2024 at 10:00",
        ),
        (
            f'<blockquote><p>{WORDS}</p><p>@ada_low, <a href="https://t.me/ada_low/12">4.5.2024</a></p></blockquote>',
            "Telegram", "@ada_low", "https://t.me/ada_low/12", "4.5.2024",
        ),
        (
            f'<blockquote><p>{WORDS}</p><p>Ада Лоу (@ada@social.test) '
            '<a href="https://social.test/@ada/110123456">4 мая</a></p></blockquote>',
            "Mastodon", "Ада Лоу", "https://social.test/@ada/110123456", "4 мая",
        ),
        (
            X.replace("</p>&mdash;", " Bye."),
            "X", "Ada Low", "https://twitter.com/ada_low/status/1234567", "May 4, 2024",
        ),
        (f'<blockquote class="text-post-media"><p>{WORDS}</p></blockquote>', "Threads", "", "", ""),
    ],
)  # fmt: skip
def test_service_author_url_and_date_of_a_post(html: str, service: str, author: str, url: str, date: str) -> None:
    found = post_of(html)
    assert (found.service, found.author, found.url, found.date) == (service, author, url, date)


def test_a_post_is_a_block_in_json() -> None:
    article = broadsheet.extract(page(X), url="https://a.example/b")
    [record] = [block for block in json.loads(article.to_json())["body"] if block["type"] == "post"]
    assert record["service"] == "X"
    assert record["author"] == "Ada Low"
    assert record["date"] == "May 4, 2024"
    assert record["content"][0]["content"][0]["text"] == WORDS


@pytest.mark.parametrize("at", [1, 2, 3])
@pytest.mark.parametrize("wrap", ["{}", '<div class="a1"><div class="a2">{}</div></div>', "{0}{0}"])
def test_the_words_of_a_post_are_in_the_text(at: int, wrap: str) -> None:
    text = broadsheet.extract(page(wrap.format(X), at=at)).text
    assert WORDS in text
    assert "Ada Low" in text
    assert all(paragraph in text for paragraph in PROSE)


def test_a_quotation_that_links_elsewhere_is_no_post() -> None:
    quote = f'<blockquote><p>{WORDS}</p><a href="https://a.example/speech">The speech</a></blockquote>'
    article = broadsheet.extract(page(quote), url="https://a.example/b")
    assert not any(isinstance(block, Post) for block in article.body)
