"""Whether a page says that it lists what stands elsewhere: it is somebody's profile, a collection, or of an archive.

Corpora have hardly any archive with whole posts on it, and a model that has seen none takes it for an article.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from broadsheet.metadata.elements import elements_of, tokens
from broadsheet.metadata.stated.structured import Structured, types
from broadsheet.page import Page

__all__ = ["listing_of"]

_COLLECTIONS: Final = frozenset({"CollectionPage", "SearchResultsPage"})
_ARCHIVES: Final = frozenset("archive author category tag search-results".split())
_STORIES: Final = frozenset("single single-post singular".split())
"""What publishing software calls pages of many posts, and of one, in the class of the body element."""
_ADDRESS: Final = re.compile(
    r"/(?:(?:19|20)\d\d(?:/\d{1,2}){1,2}|page/\d+|(?:categor(?:y|ia|ie)|kategorien?|tags?|topics?|authors?|autor(?:en)?)/[^/]+)/?$"
)
"""The end of an address of a month, of a day, of a further page of a list, of a category or an author."""
_SEVERAL: Final = 2
_MOST: Final = 0.5


def listing_of(page: Page, structured: Structured, url: str | None, linked: Callable[[], tuple[int, float]]) -> str:
    """What the page says it is: ``profile``, ``collection``, ``archive``, or nothing of these.

    Args:
        page: the page.
        structured: what was read of its structured data.
        url: its address, if known.
        linked: gives the number of ``article`` elements whose headlines are links, and their share of the running text:
            teasers below an article have little of it.
    """
    found = {kind for thing in structured.objects for kind in types(thing)}
    og = next(iter(structured.meta.get("og:type", ())), "").strip().lower()
    if og == "profile" or "ProfilePage" in found:
        return "profile"
    collection = bool(_COLLECTIONS & found) or _is_archive(page)
    if not collection and not _of_archive(url):
        return ""
    number, share = linked()
    if number < _SEVERAL or share < _MOST:
        return ""
    return "collection" if collection else "archive"


def _is_archive(page: Page) -> bool:
    """Whether the page's software calls it one of many posts."""
    names = tokens(elements_of(page).value(page.body, "class"))
    return bool(names & _ARCHIVES) and not names & _STORIES


def _of_archive(url: str | None) -> bool:
    try:
        return _ADDRESS.search(urlsplit(url or "").path) is not None
    except ValueError:
        return False
