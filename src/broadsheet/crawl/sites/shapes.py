"""URL patterns: ``/2026/03/story-4711`` -> ``/{year}/{month}/story-{number}``."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

__all__ = ["url_shape"]

_MAX_PARTS: Final = 8
_YEAR: Final = re.compile(r"(?:19|20)[0-9]{2}")
_DATE: Final = re.compile(r"(?:19|20)[0-9]{2}-?[01][0-9]-?[0-3][0-9]")
_MONTHS: Final = frozenset("jan feb mar apr may jun jul aug sep oct nov dec".split())
_MIN_SLUG_WORDS: Final = 3  # a path segment with this many words or
_MIN_SLUG_CHARS: Final = 30  # this many characters is an article's slug


def url_shape(url: str) -> str | None:
    """Return the pattern of a URL's path and query names, or None if it is not a URL.

    Host and query values are dropped; parts that differ from article to article become placeholders.

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
    for part in parts.path.split("/")[1:][:_MAX_PARTS]:
        stem, dot, ending = part.rpartition(".")
        if dot and len(ending) <= len("shtml") and not ending.isdecimal():
            out.append(f"{_part(stem, out)}.{ending.lower()}")
        else:
            out.append(_part(part, out))
    names = sorted({name for pair in parts.query.split("&") if (name := pair.partition("=")[0])})
    query = f"?{'&'.join(names[:_MAX_PARTS])}" if names else ""
    return "/" + "/".join(out) + query


def _part(part: str, before: list[str]) -> str:
    """Return the pattern of one path segment, given those before it."""
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
    if len(words) >= _MIN_SLUG_WORDS or len(part) >= _MIN_SLUG_CHARS:
        # A slug often ends with the article's number.
        return "{slug}-{number}" if words and words[-1].isdecimal() and len(words[-1]) > 3 else "{slug}"
    return re.sub("[0-9]+", "{number}", part)
