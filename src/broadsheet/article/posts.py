"""Embedded posts: quotations that a social network's script turns into a post; who wrote them, when and where."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from broadsheet.article.runs import clean
from broadsheet.facts.addresses import Addresses, is_lost
from broadsheet.page import Page, tags
from broadsheet.patterns import pattern

__all__ = ["Posted", "is_post", "posts_in", "read_post"]

_LINK, _QUOTE, _TIME = (tags.IDS[name] for name in ("a", "blockquote", "time"))
_NAMED: Final = pattern(
    r"twitter-tweet|twitter-video|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-post|fb-xfbml|reddit-embed|"
    r"telegram-post|text-post-media"
)
"""Class names of the services' embeds."""
_POST_PAGE: Final = pattern(
    r"/status(?:es)?/\d|instagram\.com/(?:p|reel|tv)/|tiktok\.com/@[^/]+/video/|bsky\.app/profile/[^/]+/post/|"
    r"facebook\.com/.+/(?:posts|videos|photos)/|reddit\.com/r/\w+/comments/|//t\.me/\w+/\d|"
    r"threads\.(?:net|com)/@[^/]+/post/|/@\w+/\d{6,}"
)
"""Addresses of single posts."""
_SERVICES: Final = (
    ("X", "twitter.com", "//x.com", "twitter-"),
    ("Instagram", "instagram",),
    ("Facebook", "facebook.com", "fb-post", "fb-xfbml"),
    ("Threads", "threads.net", "threads.com", "text-post-media"),
    ("Bluesky", "bsky.app", "bluesky-embed"),
    ("TikTok", "tiktok"),
    ("Telegram", "//t.me", "telegram-post"),
    ("Reddit", "reddit"),
    ("Mastodon", "mastodon-embed", "/@"),
)  # fmt: skip
"""Services, and the parts of addresses or class names that tell them; the first match counts."""
_ACCOUNT: Final = re.compile(r"\s*\((@[\w.@-]+)\)|(?<!\S)(@[\w.-]{2,})")  # an account name: ``(@ada)``, or ``@ada``
_DASH: Final = re.compile(r"(?:^|\s)[—–―-]+\s+")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
MAX_AUTHOR_CHARS: Final = 60
MAX_DATE_CHARS: Final = 40  # longest link text that is a post's date


class Posted(NamedTuple):
    """The data of a post; empty strings where unknown.

    Attributes:
        service: the social network.
        author: the name of the account's owner, or of the account.
        url: the post's URL.
        date: the ISO date that the page states, else the date as written.
    """

    service: str
    author: str
    url: str
    date: str


def is_post(page: Page, row: int) -> bool:
    """Whether a quotation is an embedded post: its class name or its parent's is a service's, or its last link leads to
    a single post.
    """
    if any(_NAMED.search(page.attr(at, "class") or "") for at in (row, int(page.parent[row]))):
        return True
    links = _links(page, row)
    return bool(links) and _POST_PAGE.search(page.attr(links[-1], "href") or "") is not None


def posts_in(page: Page) -> list[int]:
    """The rows of the embedded posts of a page: innermost quotations, so that no row is read twice."""
    quotes = [*page.rows_of(_QUOTE), len(page)]
    return [one for one, other in pairwise(quotes) if other >= page.end[one] and is_post(page, one)]


def read_post(page: Page, row: int, addresses: Addresses) -> Posted:
    """Read the data of an embedded post from its quotation. Its URL is the stated one, else that of the last link."""
    attributes = page.attrs(row)
    links = _links(page, row)[::-1]
    hrefs = [page.attr(at, "href") or "" for at in links]
    stated = [attributes.get(name, "") for name in ("data-instgrm-permalink", "cite", "data-href")]
    urls = map(addresses.picture, filter(None, (*stated, *hrefs)))
    url = next((one for one in urls if one is not None and not is_lost(one) and _POST_PAGE.search(one)), "")
    around = page.attr(int(page.parent[row]), "class") or ""
    telling = f"{url} {attributes.get('class', '')} {around}"
    service = next((name for name, *parts in _SERVICES if any(part in telling for part in parts)), "")
    to_posts = [at for at, href in zip(links, hrefs, strict=True) if _POST_PAGE.search(href)]
    return Posted(service, _author(page, row), url, _date(page, row, to_posts))


def _links(page: Page, row: int) -> list[int]:
    return [at for at in range(row, int(page.end[row])) if page.tag[at] == _LINK]


def _author(page: Page, row: int) -> str:
    """The name before the account name, after a dash or as far as its words are capitalised; else the account name."""
    segments = page.segments
    first, stop = segments.between(row, int(page.end[row]))
    lines = page.texts[first:stop]
    for line in reversed(lines):
        for account in reversed(list(_ACCOUNT.finditer(line))):  # the text may name others before
            before = _DASH.split(line[: account.start()])
            name = clean(before[-1]).strip(" ,")
            if len(before) == 1 or len(name) > MAX_AUTHOR_CHARS:
                name = _capitalised_end(name)
            return name or account[1] or account[2]
    return ""


def _capitalised_end(text: str) -> str:
    """The last words of a text up to one that starts with a small letter or ends a sentence."""
    words = text.split()
    at = len(words)
    while at and not words[at - 1][:1].islower() and words[at - 1][-1:] not in ".:!?":
        at -= 1
    name = " ".join(words[at:])
    return name if len(name) <= MAX_AUTHOR_CHARS else ""


def _date(page: Page, row: int, links: Sequence[int]) -> str:
    """The date of a ``time`` element, else the text of the first of some links that has a digit."""
    for at in range(row, int(page.end[row])):
        if page.tag[at] == _TIME and (stated := _DAY.match(page.attr(at, "datetime") or "")):
            return stated[0]
    texts = (page.words_of(at, MAX_DATE_CHARS + 1) for at in links)
    return next((text for text in texts if len(text) <= MAX_DATE_CHARS and any(map(str.isdigit, text))), "")
