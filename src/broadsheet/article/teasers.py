"""Images that are not the article's: links to other articles, icons, author portraits, advertisements."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from broadsheet.facts.addresses import Addresses
from broadsheet.page import Page, tags

__all__ = ["DOUBTFUL", "FOREIGN", "MAX_LINKED_CHARS", "is_teaser", "weight_of"]

_LINK: Final = tags.IDS["a"]

DOUBTFUL: Final = 1  # weight of a name that also occurs around the article's own images, on zoom or share controls
FOREIGN: Final = 2  # weight of a name that never belongs to the article
_FOREIGN: Final = frozenset(
    "avatar gravatar author byline bio logo emoji related newsletter sidebar outbrain taboola comment comments "
    "breadcrumb breadcrumbs marketing".split()
)
_DOUBTFUL: Final = frozenset(
    "icon social share sharing promo ad ads adslot nav navigation paging excerpt advert advertisement sponsor "
    "sponsored".split()
)
"""Words in the class or id of an image or its ancestors without kept text."""
_NAME_WORD: Final = re.compile(r"[a-z]+")
_FILE: Final = re.compile(r"[^\s?#]+\.(?:jpe?g|png|gif|webp|avif)(?:[?#]\S*)?", re.IGNORECASE)
"""The address of an image file."""
MAX_LINK_LEVELS: Final = 6  # ancestor levels of an image among which its link is looked for
MAX_BOX_ROWS: Final = 300  # rows around an image that are searched for more links to its target
MAX_LINKED_CHARS: Final = 15  # Most linked characters beside an image, as of a photographer's name. A teaser has more.


@lru_cache(maxsize=4096)
def weight_of(name: str) -> int:
    """The weight of a class and id: `FOREIGN` or `DOUBTFUL` if what it names is not the article's, else 0."""
    words = _NAME_WORD.findall(name.lower())
    return 0 if not words else FOREIGN if not _FOREIGN.isdisjoint(words) else int(not _DOUBTFUL.isdisjoint(words))


def is_teaser(page: Page, row: int, box: int, addresses: Addresses) -> bool:
    """Whether an image belongs to a teaser: it links to another page of the site, and words beside it link there too.

    ``box`` is the element with what stands beside the image.
    """
    tag, parent, end = page.tag.data, page.parent.data, page.end.data
    link = row
    for _ in range(MAX_LINK_LEVELS):
        link = parent[link]
        if tag[link] == _LINK:
            break
    else:
        return False
    href = (page.attr(link, "href") or "").strip()
    if href[:1] in ("", "#") or _FILE.fullmatch(href):
        return False
    url = addresses.resolve(href)
    if url is None or url.partition("#")[0] == (page.url or "").partition("#")[0] or not _is_near(url, page.url):
        return False
    card = parent[parent[link]]  # a teaser's headline is often beside the linked image
    first = min(box, link, card if card > 0 and end[card] - card <= MAX_BOX_ROWS else link)
    last = min(max(end[box], end[link], end[first]), first + MAX_BOX_ROWS)
    links: Sequence[int] = ((page.tag[first:last] == _LINK).nonzero()[0] + first).tolist()
    same = (at for at, other in zip(links, page.joined(links, ("href",)), strict=True) if other.strip() == href)
    return sum(int(page.link_chars[at : end[at]].sum()) for at in same) > MAX_LINKED_CHARS


def _is_near(url: str, here: str | None) -> bool:
    """Whether an address is on the same site, by the last two labels of the host."""
    if not here:
        return True
    try:
        there, own = urlsplit(url).hostname or "", urlsplit(here).hostname or ""
    except ValueError:
        return False
    return there.rsplit(".", 2)[-2:] == own.rsplit(".", 2)[-2:]
