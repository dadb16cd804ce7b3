"""The lead image with its caption, and the images that the page states for the article.

It must not read the images in the body: `broadsheet.article` does that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from broadsheet.article import Claim
from broadsheet.article.blocks import Blocks, Image
from broadsheet.article.blocks import images as images_in
from broadsheet.article.media import file_name
from broadsheet.facts.addresses import absolute
from broadsheet.facts.texts import clean, for_output
from broadsheet.metadata.context import Context
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = ["images", "lead_image"]

_NOT_A_PICTURE: Final = pattern(
    r"/(?:themes?|icons?|ads|adserver|logos?)/|logo(?:type|s)?(?![a-z])[^/]*$|"
    r"[-_./](?:placeholder|favicon|icon(?=[-_]?\d|\.)|sprite|avatar|blank|spacer|dummy|fallback|apple-touch-icon|"
    r"no[-_]?(?:image|photo)|default[-_]?(?:image|img|share|og|social|thumb(?:nail)?)|"
    r"(?:og|opengraph|share|social|facebook|fb|twitter)[-_]?(?:image|img|share|card|default|standard))(?![a-z])[^/]*$"
)
"""Occurs in addresses of images that belong to no article."""
_NO_PICTURE_HOST: Final = pattern(r"/https?://[^/]*(?:/?$|gravatar\.|\bads?\.)")
"""The beginning of other such addresses. Both patterns expect the address in lower case, after a slash."""
_META: Final = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_PIXELS: Final = pattern(r"\s*(\d{1,5})(?:\s*px)?\s*$")
_QUERY: Final = pattern(r"[?#].*$")
_IMG, _FIGURE, _FIGCAPTION = (tags.IDS[name] for name in ("img", "figure", "figcaption"))
MAX_IMAGES: Final = 40  # most images of a page
_ADDRESSES: Final = ("src", "data-src", "data-original", "srcset", "data-srcset")
MIN_NAME_CHARS: Final = 6  # shortest file name that identifies an image in two addresses
MAX_CAPTION_CHARS: Final = 500  # longer captions are cut
MAX_FIGURE_LEVELS: Final = 6  # elements around an image that may be its figure
HEAD_BLOCKS: Final = 5  # blocks at the beginning of the body whose first image may be the lead image

Stated = tuple[tuple[Image, str], ...]


def images(context: Context) -> Stated:
    """The images that the page states, with their sources: JSON-LD, ``meta``, links."""
    found: dict[str, tuple[Image, str]] = {}
    for image, source in islice(_stated(context), 4 * MAX_IMAGES):
        address = absolute(image.src, context.base)
        if address is not None and len(found) < MAX_IMAGES:
            resolved = image if image.src == address else replace(image, src=address)
            found.setdefault(file_name(address), (resolved, source))
    return tuple(found.values())


def lead_image(context: Context, stated: Stated, body: Blocks = ()) -> tuple[Image | None, tuple[Claim, ...]]:
    """The lead image with its caption, and all candidates, the chosen one first.

    It is the first stated image that is not a logo or the like, else the first at the head of the body.

    Args:
        context: the page.
        stated: the result of `images`.
        body: the blocks of the article, if they are known.
    """
    claims = tuple(Claim(image.src, source) for image, source in stated)
    chosen = next((image for image, _ in stated if _is_picture(image)), None)
    if chosen is None:
        first = next(filter(_is_picture, images_in(body[:HEAD_BLOCKS])), None)
        return first, claims if first is None else (Claim(first.src, "text:img"), *claims)
    name = file_name(chosen.src)
    placed = next((image for image in images_in(body) if _is_same(image.src, chosen.src, name)), None)
    alt, caption = (placed.alt, placed.caption) if placed is not None else ("", "")
    if not caption:
        alt, caption = _shown(context, chosen.src, name) or (alt, caption)
    chosen = replace(chosen, alt=alt or chosen.alt, caption=caption or chosen.caption)
    return chosen, tuple(sorted(claims, key=lambda claim: claim.value != chosen.src))


def _is_picture(image: Image) -> bool:
    """Whether an image may be an article's, by its address."""
    address = f"/{unquote(_QUERY.sub('', image.src)).lower()}"
    return not (_NO_PICTURE_HOST.match(address) or _NOT_A_PICTURE.search(address))


def _is_same(one: str, other: str, name: str) -> bool:
    """Whether two addresses are of one image, perhaps in different sizes; `name` is the `file_name` of the second."""
    return one == other or (len(name) >= MIN_NAME_CHARS and file_name(one) == name)


def _stated(context: Context) -> Iterator[tuple[Image, str]]:
    """The stated images with their sources; addresses as written."""
    structured = context.structured
    for value, source in structured.stated("image", "thumbnailUrl"):
        for image in _objects(value):
            yield image, source
    first = {name: next(iter(structured.meta.get(f"og:image:{name}", ())), None) for name in ("width", "height", "alt")}
    for at, (value, source) in enumerate(structured.metas(*_META)):
        is_described = at == 0 and source.startswith("meta:og:")
        alt, width, height = for_output(first["alt"] or ""), _number(first["width"]), _number(first["height"])
        yield Image(value, alt, "", width, height) if is_described else Image(value), source
    if "image_src" in structured.links:
        yield Image(structured.links["image_src"]), "link:image_src"


def _objects(value: Any, depth: int = 0) -> Iterator[Image]:
    """The images in a member of JSON-LD: addresses, ``ImageObject``, lists of these."""
    if isinstance(value, str) and value.strip():  # an empty address is the page's own
        yield Image(value)
    elif isinstance(value, list) and depth < 3:
        for item in value[:MAX_IMAGES]:
            yield from _objects(item, depth + 1)
    elif isinstance(value, dict):
        address = value.get("url") or value.get("contentUrl") or value.get("@id") or value.get("thumbnailUrl")
        if isinstance(address, list):
            address = next(iter(address), None)
        if isinstance(address, str):
            caption = for_output(clean(value.get("caption")) or clean(value.get("description")) or "")
            yield Image(address, "", caption, _number(value.get("width")), _number(value.get("height")))


def _number(value: Any) -> int | None:
    if isinstance(value, dict):
        value = value.get("value")
    found = _PIXELS.match(str(value)) if value is not None else None
    return int(found[1]) or None if found is not None else None


def _shown(context: Context, src: str, name: str) -> tuple[str, str] | None:
    """The alternative text and the caption of the first ``img`` on the page that shows an image; see `_is_same`."""
    rows = context.page.rows_of(_IMG)
    end = name[-3:].lower()
    for row, addresses in zip(rows, context.page.joined(rows, _ADDRESSES), strict=True):
        plain = unquote(addresses) if "%" in addresses else addresses
        if context.hidden[row] or end not in plain.lower():
            continue
        if any(_is_same(absolute(one.rstrip(","), context.base) or "", src, name) for one in addresses.split()):
            return " ".join((context.page.attr(row, "alt") or "").split()), _caption(context, row)
    return None


def _caption(context: Context, row: int) -> str:
    """The ``figcaption`` of the figure of an image."""
    figure = next((up for up in context.chain(row, MAX_FIGURE_LEVELS) if context.tag[up] == _FIGURE), row)
    for at in range(figure, context.end[figure]):
        if context.tag[at] == _FIGCAPTION and not context.hidden[at] and context.size(at) <= 2 * MAX_CAPTION_CHARS:
            return context.page.words_of(at)[:MAX_CAPTION_CHARS]
    return ""
