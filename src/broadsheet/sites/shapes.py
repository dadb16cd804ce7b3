"""Addresses without what differs from page to page: ``/2026/03/story-4711`` -> ``/{year}/{month}/story-{number}``.

It must not know which shapes are those of articles: that is counted by whoever sees the pages.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

__all__ = ["url_shape"]

_MOST_PARTS: Final = 8
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
_DATE: Final = re.compile(r"(?:19|20)[0-9]{2}-?[01][0-9]-?[0-3][0-9]")
_MONTHS: Final = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_WORDS_OF_SLUG: Final = 3
"""Words from which a part of a path is an article's own."""
_LONGEST: Final = 30
"""Characters from which it is as well."""


def url_shape(url: str) -> str | None:
    """The shape of an address's path: what differs from article to article is a name in braces.

    Args:
        url: the address. Its host and its query's values do not count; the names in the query do.

    Returns:
        The shape, or None for what is no address.

    >>> url_shape("https://courier.example/news/2026/03/06/ferry-returns-after-years.html")
    '/news/{year}/{month}/{day}/{slug}.html'
    >>> url_shape("https://courier.example/story.php?id=42&lang=en")
    '/story.php?id&lang'
    >>> url_shape("https://courier.example/sport/article-123456")
    '/sport/article-{number}'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    if not parts.netloc:
        return None
    out: list[str] = []
    for part in parts.path.split("/")[1:][:_MOST_PARTS]:
        stem, dot, ending = part.rpartition(".")
        if dot and len(ending) <= len("shtml") and not ending.isdecimal():
            out.append(f"{_part(stem, out)}.{ending.lower()}")
        else:
            out.append(_part(part, out))
    names = sorted({name for pair in parts.query.split("&") if (name := pair.partition("=")[0])})
    query = f"?{'&'.join(names[:_MOST_PARTS])}" if names else ""
    return "/" + "/".join(out) + query


def _part(part: str, before: list[str]) -> str:
    """One part of a path, given the shapes of those before it."""
    if part.isdecimal():
        if _YEAR.fullmatch(part):
            return "{year}"
        if len(part) <= 2 and before and before[-1] == "{year}":
            return "{month}"
        if len(part) <= 2 and before and before[-1] == "{month}":
            return "{day}"
        return "{date}" if _DATE.fullmatch(part) else "{number}"
    if part[:3].lower() in _MONTHS and len(part) <= len("september") and before and before[-1] == "{year}":
        return "{month}"
    words = [word for word in re.split("[-_+,%]", part) if word]
    if _DATE.fullmatch(part):
        return "{date}"
    if len(words) >= _WORDS_OF_SLUG or len(part) >= _LONGEST:
        # What an article is numbered by often ends its slug.
        return "{slug}-{number}" if words and words[-1].isdecimal() and len(words[-1]) > 3 else "{slug}"
    return re.sub("[0-9]+", "{number}", part)
