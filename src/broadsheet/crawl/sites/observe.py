"""Turn one page, as labelled by a method, into counts for a site profile."""

from __future__ import annotations

import datetime as dt
import ipaddress
import re
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet import metadata
from broadsheet.crawl.domain import registered_domain
from broadsheet.crawl.sites.profile import UNDATED, Entry, Place, SiteProfile
from broadsheet.crawl.sites.shapes import url_shape
from broadsheet.facts import Facts
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.canonical import canonical_url
from broadsheet.methods.maths.places import element_path, places
from broadsheet.methods.stadynot import static_keys
from broadsheet.page import is_address, tags

if TYPE_CHECKING:
    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray

__all__ = ["belongs", "day_of", "observe", "site_named", "site_of_page"]

_BODY_SHARE: Final = 0.5  # share of the content in the body's container; a headline or standfirst may be outside
_INLINE: Final = tags.mask("a b blockquote center em font i li p pre small span strong u")  # never a body's container
_EXCERPT_CHARS: Final = 60
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")  # of a domain name


def site_named(name: str) -> str | None:
    """Normalise a domain, host or URL to the registered domain; None for anything else.

    >>> site_named("https://www.Courier.example/ferry"), site_named("courier.example"), site_named("the courier")
    ('courier.example', 'courier.example', None)
    """
    name = name.strip()
    site = registered_domain(name) if "@" not in name and ("://" not in name or is_address(name)) else None
    if site is None:
        return None
    with suppress(ValueError):
        return str(ipaddress.ip_address(site))
    labels = site.split(".")
    return site if all(map(_LABEL.fullmatch, labels)) and not labels[-1].isdigit() else None


def site_of_page(page: Page) -> str | None:
    """Return the site of a page, by its URL or otherwise its canonical URL."""
    site = registered_domain(page.url)
    if site is None and (claims := canonical_url(Context(Facts(page)))):
        site = registered_domain(claims[0].value)
    return site


def day_of(written: str | None) -> dt.date | None:
    """Parse the day of an ISO 8601 date or time, or None."""
    with suppress(ValueError):
        return dt.date.fromisoformat((written or "")[:10])
    return None


def belongs(page: Page, *, site: str | None = None, day: dt.date | None = None) -> tuple[str | None, dt.date | None]:
    """Return site and day of a page.

    Args:
        page: the page.
        site: used if the page has no site of its own (`site_of_page`).
        day: when it was fetched; None for its publication date.

    Returns:
        Site and day, each None if unknown.
    """
    own = site_of_page(page)
    return own if own is not None else site, day if day is not None else day_of(metadata.read(page).published)


def observe(page: Page, keep: BoolArray, *, site: str, day: dt.date | None = None) -> SiteProfile:
    """Make the profile of one page.

    Args:
        page: the page.
        keep: content labels of the nodes, shape (page size,).
        site: the site.
        day: when the page was fetched, or else published, if known.
    """
    segments = page.segments
    here = places(page)
    article = (here.article,)
    content = _content(page, keep)
    found: dict[int, Entry] = {}
    for key, text in zip(here.texts.tolist(), _excerpts(page), strict=True):
        found.setdefault(key, Entry(1, article, text))
    shown: dict[int, Place] = {}
    if len(segments):
        place, first, number, many = np.unique(here.places, return_index=True, return_inverse=True, return_counts=True)
        kept = np.bincount(number, weights=content)
        shown = {
            key: Place(1, round(1000 * of / all_), element_path(page, block))
            for key, of, all_, block in zip(
                place.tolist(), kept.tolist(), many.tolist(), segments.block[first].tolist(), strict=True
            )
        }
    body = _container(page, content)
    shape = url_shape(page.url) if page.url is not None and body else None
    return SiteProfile(
        site=site,
        period=UNDATED if day is None else f"{day:%Y-%m}",
        pages=1,
        texts=found,
        static={key: Entry(1, article) for key in static_keys(page).tolist()},
        places=shown,
        containers={body: Counter({"" if day is None else day.isoformat(): 1})},
        shapes=Counter({shape: 1} if shape is not None else {}),
    )


def _content(page: Page, keep: BoolArray) -> BoolArray:
    """Return which segments have a content node, shape (m,)."""
    segments = page.segments
    out = np.zeros(len(segments), dtype=np.bool_)
    of = segments.of[keep & (segments.of >= 0)]
    out[of] = True
    return out


def _excerpts(page: Page) -> list[str]:
    """Return the beginning of each segment; cut before white space is collapsed, because segments may be long."""
    text, segments = page.text, page.segments
    return [
        " ".join(text[start : min(stop, start + 4 * _EXCERPT_CHARS)].split())[:_EXCERPT_CHARS]
        for start, stop in zip(segments.start.tolist(), segments.stop.tolist(), strict=True)
    ]


def _container(page: Page, content: BoolArray) -> str:
    """Return the path of the lowest element with most of the content; empty if there is none."""
    segments = page.segments
    chars = np.zeros(len(page), dtype=np.int64)
    np.add.at(chars, segments.first[content], segments.chars[content])
    held = page.subtree(chars)
    if not held[0]:
        return ""
    holders = np.flatnonzero((held >= _BODY_SHARE * held[0]) & ~page.is_text & ~_INLINE[page.tag])
    return element_path(page, int(holders[np.argmax(page.depth[holders])]))
