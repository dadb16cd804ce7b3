"""The lead image with its caption, and the images that the page states for the article.

Images that stand in the body are the article's own (`broadsheet.article`); here is what the page says of itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import unquote

from broadsheet.article.blocks import Image
from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context
from broadsheet.metadata.structured import absolute, clean
from broadsheet.page import Page, tags

__all__ = ["images", "lead_image"]

_NOT_A_PICTURE: Final = re.compile(
    r"(?:logo|placeholder|default|favicon|sprite|blank|fallback|avatar|share[-_.]?(?:image|img|pic)|og[-_.]?image)\b|\.svg(?:$|\?)",
    re.IGNORECASE,
)
_ARTICLE: Final = re.compile(r"Article|Posting")
_PIXELS: Final = re.compile(r"\s*(\d{1,5})(?:\s*px)?\s*$")
_HOST: Final = re.compile(r"^https?://[^/]+")
_SIZE: Final = re.compile(r"[-_x]?\d{2,4}x\d{2,4}|[?].*$|/(?:w|h|width|height|crop|fit|quality|c|q)[_=,/]?\d+\b")
_IMG: Final = tags.IDS["img"]
_MOST: Final = 40
_ADDRESSES: Final = ("src", "data-src", "data-original", "srcset", "data-srcset")
"""Attributes of images that have addresses."""
_TELLING: Final = 3
"""Characters of an image's name that are in its address, whatever its size."""


Stated = tuple[tuple[Image, str], ...]


def images(context: Context) -> Stated:
    """The images that the page states, with their sources: JSON-LD, Open Graph, other ``meta``, microdata."""
    page = context.page
    found: dict[str, tuple[Image, str]] = {}
    for src, source, width, height, caption in _stated(context):
        address = _absolute(page, src, context.structured.links.get("canonical"))
        if address is not None and len(found) < _MOST:
            found.setdefault(_same(address), (Image(address, "", caption or "", width, height), source))
    return tuple(found.values())


def lead_image(context: Context, stated: Stated) -> tuple[Image | None, tuple[Claim, ...]]:
    """The picture at the head of the article with its caption; and the other candidates.

    The first image stated that is no logo; if the page shows it, with the caption and alternative text it has there.

    Args:
        context: the page.
        stated: what `images` gives.
    """
    claims = tuple(Claim(image.src, source) for image, source in stated)
    pictures = [image for image, _ in stated if not _NOT_A_PICTURE.search(image.src)]
    if not pictures:
        return None, claims
    chosen = pictures[0]
    shown = _shown(context, chosen.src)
    if shown is not None:
        alt, caption = shown
        chosen = Image(chosen.src, alt, caption or chosen.caption, chosen.width, chosen.height)
    claims = tuple(sorted(claims, key=lambda claim: claim.value != chosen.src))
    return chosen, claims


def _stated(context: Context) -> Iterator[tuple[str, str, int | None, int | None, str | None]]:
    structured = context.structured
    for value, source in structured.stated("image", "thumbnailUrl"):
        yield from _objects(value, source)
    meta = structured.meta
    sizes = [_number(value) for value in (*meta.get("og:image:width", ())[:1], *meta.get("og:image:height", ())[:1])]
    width, height = sizes if len(sizes) == 2 else (None, None)
    alt = next(iter(meta.get("og:image:alt", ())), None)
    first = True
    for value, source in structured.metas("og:image", "og:image:url", "og:image:secure_url"):
        yield value, source, width if first else None, height if first else None, alt if first else None
        first = False
    for value, source in structured.metas(
        "twitter:image", "twitter:image:src", "parsely-image-url", "sailthru.image.full", "thumbnail", "image"
    ):
        yield value, source, None, None, None
    if "image_src" in structured.links:
        yield structured.links["image_src"], "link:image_src", None, None, None
    for one in structured.marked:
        if one.name in ("image", "thumbnailUrl") and _ARTICLE.search(one.type):
            yield one.value, f"{one.kind}:{one.type}.{one.name}", None, None, None


def _objects(value: Any, source: str, depth: int = 0) -> Iterator[tuple[str, str, int | None, int | None, str | None]]:
    if isinstance(value, str):
        yield value, source, None, None, None
    elif isinstance(value, list) and depth < 3:
        for item in value[:_MOST]:
            yield from _objects(item, source, depth + 1)
    elif isinstance(value, dict):
        address = value.get("url") or value.get("contentUrl") or value.get("@id")
        if isinstance(address, list):
            address = next(iter(address), None)
        if isinstance(address, str):
            caption = clean(value.get("caption")) or clean(value.get("description"))
            yield address, source, _number(value.get("width")), _number(value.get("height")), caption


def _number(value: Any) -> int | None:
    if isinstance(value, dict):
        value = value.get("value")
    found = _PIXELS.match(str(value)) if value is not None else None
    return int(found[1]) if found is not None and int(found[1]) else None


def _absolute(page: Page, src: str, base: str | None) -> str | None:
    address = absolute(src, page.url or base)
    return address if address is not None and " " not in address else None


def _same(address: str) -> str:
    """An address without size and host: publishers serve one picture in many sizes and from many hosts."""
    path = unquote(_HOST.sub("", address))
    return _SIZE.sub("", path).rsplit("/", 1)[-1] or path


def _shown(context: Context, src: str) -> tuple[str, str] | None:
    """The alternative text and the caption of an image where the page shows it."""
    page = context.page
    name = _same(src)
    if len(name) < 6:
        return None
    elements = context.elements
    rows = (page.tag == _IMG).nonzero()[0].tolist()
    for row, addresses in zip(rows, page.joined(rows, _ADDRESSES), strict=True):
        likely = name[:_TELLING] in addresses or "%" in addresses
        if not likely or not any(_same(address.rstrip(",")) == name for address in addresses.split()):
            continue
        caption = ""
        for up in page.ancestors(row)[:4]:
            if page.name(up) == "figure":
                inside = [at for at in range(up, int(page.end[up])) if page.name(at) == "figcaption"]
                caption = page.words_of(inside[0]) if inside else ""
                break
        return " ".join(elements.value(row, "alt").split()), caption
    return None
