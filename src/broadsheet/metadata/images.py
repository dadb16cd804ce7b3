"""The lead image with its caption, and the images that the page states for the article.

Images that stand in the body are the article's own (`broadsheet.article`); here is what the page says of itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from broadsheet.article.blocks import Blocks, Image
from broadsheet.article.blocks import images as images_in
from broadsheet.article.images import file_name, telling_name
from broadsheet.article.provenance import Claim
from broadsheet.facts.addresses import absolute
from broadsheet.facts.structured import in_string, types
from broadsheet.facts.texts import clean, given
from broadsheet.metadata.around.boxes import is_own
from broadsheet.metadata.around.context import Context
from broadsheet.page import tags

__all__ = ["images", "lead_image"]

_NOT_A_PICTURE: Final = re.compile(
    r"/(?:themes?|icons?|ads|adserver|logos?)/|^https?://[^/]*(?:gravatar\.|\bads?\.|https?:)|"
    r"(?:logo(?:type|s)?|(?:^|[-_./])(?:placeholder|favicon|sprite|avatar|blank|spacer|dummy|fallback|apple-touch-icon|"
    r"(?:og|share|social|facebook|fb|twitter)[-_]?(?:image|img|share|card|default|standard)))(?![a-z])[^/]*$|/default(?![a-z])[^/]*$|[-_.]default\.\w+$|\.svg$|/(?:undefined|null|false|true|uploads/)$|\{\{",
    re.IGNORECASE,
)
"""What is in the addresses of images that belong to no article."""
_META: Final = (
    "og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src", "parsely-image-url",
    "sailthru.image.full", "thumbnail", "image", "thumbnailurl",
)  # fmt: skip
_PIXELS: Final = re.compile(r"\s*(\d{1,5})(?:\s*px)?\s*$")
_HOST: Final = re.compile(r"^https?://[^/]+")
_QUERY: Final = re.compile(r"[?#].*$")
_IMG: Final = tags.IDS["img"]
_MOST: Final = 40
"""Images of a page that are kept."""
_ADDRESSES: Final = ("src", "data-src", "data-original", "srcset", "data-srcset")
"""Attributes of images that have addresses."""
_NAME_CHARS: Final = 6
"""Characters of a file name from which another address with it is the same image."""
_CAPTION_CHARS: Final = 500
_HEAD: Final = 5
"""Blocks at the beginning of the body among which its first image is the lead image."""

Stated = tuple[tuple[Image, str], ...]


def images(context: Context) -> Stated:
    """The images that the page states, with their sources: JSON-LD, ``meta``, links, microdata."""
    found: dict[str, tuple[Image, str]] = {}
    for image, source in islice(_stated(context), 4 * _MOST):
        address = _absolute(image.src, context.base)
        if address is not None and len(found) < _MOST:
            found.setdefault(file_name(address), (replace(image, src=address), source))
    return tuple(found.values())


def lead_image(context: Context, stated: Stated, body: Blocks = ()) -> tuple[Image | None, tuple[Claim, ...]]:
    """The lead image with its caption; and the other candidates.

    It is the first image stated that is no logo, else the first at the head of the body.

    Args:
        context: the page.
        stated: what `images` gives.
        body: the blocks of the article, if they are known.
    """
    claims = tuple(Claim(image.src, source) for image, source in stated)
    chosen = next((image for image, _ in stated if _is_picture(image)), None)
    if chosen is None:
        first = next(filter(_is_picture, images_in(body[:_HEAD])), None)
        return first, claims if first is None else (Claim(first.src, "text:img"), *claims)
    placed = next((image for image in images_in(body) if _is_same(image.src, chosen.src)), None)
    alt, caption = (placed.alt, placed.caption) if placed is not None else ("", "")
    if not caption:
        alt, caption = _shown(context, chosen.src) or (alt, caption)
    chosen = replace(chosen, alt=alt or chosen.alt, caption=caption or chosen.caption)
    if placed is not None and placed.src == chosen.src and chosen.width is None and chosen.height is None:
        chosen = replace(chosen, width=placed.width, height=placed.height)
    return chosen, tuple(sorted(claims, key=lambda claim: claim.value != chosen.src))


def _is_picture(image: Image) -> bool:
    """Whether an image may be an article's by its address."""
    return _NOT_A_PICTURE.search(unquote(_QUERY.sub("", image.src))) is None


def _is_same(one: str, other: str) -> bool:
    """Whether two addresses are of one image, in whatever size it is served."""
    name = file_name(one)
    if len(name) >= _NAME_CHARS and name == file_name(other):
        return True
    telling = telling_name(one)
    return one == other or (telling is not None and telling == telling_name(other))


def _stated(context: Context) -> Iterator[tuple[Image, str]]:
    """The images stated, with addresses as they are written."""
    structured = context.structured
    for value, source in structured.stated("image", "thumbnailUrl"):
        for image in _objects(value):
            yield image, source
    first = {name: next(iter(structured.meta.get(f"og:image:{name}", ())), None) for name in ("width", "height", "alt")}
    for at, (value, source) in enumerate(structured.metas(*_META)):
        is_described = at == 0 and source.startswith("meta:og:")
        alt, width, height = given(first["alt"] or ""), _number(first["width"]), _number(first["height"])
        yield Image(value, alt, "", width, height) if is_described else Image(value), source
    if "image_src" in structured.links:
        yield Image(structured.links["image_src"]), "link:image_src"
    for one in structured.marked:
        if one.name in ("image", "thumbnailUrl") and one.type.endswith(("Article", "Posting")) and is_own(context, one):
            yield Image(one.value), f"{one.kind}:{one.type}.{one.name}"
    for thing in structured.objects:
        for key in ("primaryImageOfPage", "image", "thumbnailUrl") if "WebPage" in types(thing) else ():
            for image in _objects(thing.get(key)):
                yield image, f"json-ld:WebPage.{key}"


def _objects(value: Any, depth: int = 0) -> Iterator[Image]:
    """The images of a member of JSON-LD: addresses, ``ImageObject``, lists of these."""
    if isinstance(value, str):
        inner = in_string(value)
        if inner is not None:
            yield from _objects(inner, depth + 1)
        elif value.strip():  # an empty address is the page's own
            yield Image(value)
    elif isinstance(value, list) and depth < 3:
        for item in value[:_MOST]:
            yield from _objects(item, depth + 1)
    elif isinstance(value, dict):
        address = value.get("url") or value.get("contentUrl") or value.get("@id") or value.get("thumbnailUrl")
        if isinstance(address, list):
            address = next(iter(address), None)
        if isinstance(address, str):
            caption = given(clean(value.get("caption")) or clean(value.get("description")) or "")
            yield Image(address, "", caption, _number(value.get("width")), _number(value.get("height")))


def _number(value: Any) -> int | None:
    if isinstance(value, dict):
        value = value.get("value")
    found = _PIXELS.match(str(value)) if value is not None else None
    return int(found[1]) if found is not None and int(found[1]) else None


def _absolute(src: str, base: str | None) -> str | None:
    """The address of an image; None for what is no address, and for that of a site's first page."""
    address = absolute(src, base)
    return address if address is not None and _HOST.sub("", address).strip("/") else None


def _shown(context: Context, src: str) -> tuple[str, str] | None:
    """The alternative text and the caption of the first ``img`` that shows an image, wherever it is on the page."""
    page = context.page
    rows = page.rows_of(_IMG)
    end = file_name(src)[-3:].lower()
    for row, addresses in zip(rows, page.joined(rows, _ADDRESSES), strict=True):
        plain = unquote(addresses) if "%" in addresses else addresses
        if context.hidden[row] or end not in plain.lower():
            continue
        if any(_is_same(src, _absolute(one.rstrip(","), context.base) or "") for one in addresses.split()):
            return " ".join(context.elements.value(row, "alt").split()), _caption(context, row)
    return None


def _caption(context: Context, row: int) -> str:
    """The ``figcaption`` of the figure of an image."""
    page = context.page
    figure = next((up for up in islice(page.ancestors(row), 6) if page.name(up) == "figure"), None)
    for at in range(figure, context.end[figure]) if figure is not None else ():
        if page.name(at) == "figcaption" and not context.hidden[at] and context.size(at) <= 2 * _CAPTION_CHARS:
            return page.words_of(at)[:_CAPTION_CHARS]
    return ""
