"""The lead image with its caption, and the images that the page states for the article.

Images that stand in the body are the article's own (`broadsheet.article`); here is what the page says of itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from broadsheet.article.blocks import Blocks, Image
from broadsheet.article.blocks import images as images_in
from broadsheet.article.pictures import file_name, telling_name
from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.boxes import is_own
from broadsheet.metadata.around.context import Context, words
from broadsheet.metadata.site.hosts import site_labels
from broadsheet.metadata.stated.json_ld import in_string, types, unwrapped
from broadsheet.metadata.stated.structured import absolute, clean, given
from broadsheet.page import tags

__all__ = ["images", "lead_image"]

_NOT_A_PICTURE: Final = re.compile(
    r"(?<![a-z])(?:(?:site|news|web|brand|default|header|main)?logo(?:type|s)?|placeholders?|favicons?|sprites?|avatars?)(?![a-z])|"
    r"/(?:themes?|icons?|ads|adserver)/|/uploads/$|"
    r"^https?://[^/]*(?:(?:gravatar|adserver)\.|https?:)",
    re.IGNORECASE,
)
"""What is in the addresses of pictures that no article is about; queries say how a picture is served."""
_NO_PICTURE_NAME: Final = re.compile(
    r"^(?:undefined|null|none|false|true)$|\{\{|^(?:default|blank|fallback|dummy|apple-touch-icon)(?![a-z])|^icon-\d+|"
    r"^no[-_]?(?:image|photo|img|pic(?:ture)?|thumb\w*)(?![a-z])|^(?:sin|sem|kein|brak|bez)[-_](?:ima?ge[nm]|bild|foto)|"
    r"^(?:image|img|photo|foto)[-_]not[-_]|[-_]por[-_]defecto|^(?:spacer|transparent|pixel|1x1)\.|"
    r"^(?:fb|facebook|twitter|social|og)[-_.]?(?:share|sharing|card|image|img|default|thumb\w*)(?![a-z])|"
    r"[-_.](?:default|fallback)(?:[-_.]?(?:image|img|share|social|og|thumb\w*))?\.\w+$|"
    r"(?:logo(?:type|s)?|share[-_.]?(?:image|img|pic)|og[-_.]?image)(?![a-z])",
    re.IGNORECASE,
)
"""And what is in their names, while directories may be called so."""
_ARTICLE: Final = re.compile(r"Article|Posting")
_STATING: Final = ("image", "thumbnailUrl")
_OF_ITEM: Final = ("url", "contentUrl")
"""Properties with the address of a picture: of an article, and of an item that is one."""
_PIXELS: Final = re.compile(r"\s*(\d{1,5})(?:\s*px)?\s*$")
_HOST: Final = re.compile(r"^https?://[^/]+")
_QUERY: Final = re.compile(r"[?#].*$")
_IMG: Final = tags.IDS["img"]
_MOST: Final = 40
_NAME: Final = 4
"""Letters of a word that can tell whose logo it is."""
_ADDRESSES: Final = ("src", "data-src", "data-original", "srcset", "data-srcset")
"""Attributes of images that have addresses."""
_TELLING_NAME: Final = 6
"""Characters of a name that is no accident when another address has it."""
_SIZED: Final = re.compile(r"(?<=/)((?=[a-z_-]*\d)[\w-]{6,})/[1-9]\d{2,3}/[1-9]\d{2,3}$", re.IGNORECASE)
"""An address that ends with the name of a picture, one with figures in it, its width and its height."""
_FORMAT: Final = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)$", re.IGNORECASE)
_TELLING: Final = 3
"""Characters at each end of an image's name that are in its address, whatever its size."""
_CAPTION: Final = tuple(
    "caption legend bildunterschrift bildtext bildetekst billedtekst kuvateksti bijschrift onderschrift pie-de-foto "
    "pie-foto piefoto epigrafe didascalia podpis popisek img_desc img-desc image-desc".split()
)
"""What is in classes of captions that are no ``figcaption``."""
_CREDIT: Final = ("credit", "copyright", "quelle", "bildnachweis", "bildrechte")
"""What is in classes of what says whose a picture is."""
_CAPTION_SIZE: Final = 500
"""Characters of the longest caption."""
_TRIED: Final = 5
"""Captions that are looked at around a picture."""
_HEAD: Final = 5
"""Blocks of the body among which the picture at its head is."""


Stated = tuple[tuple[Image, str], ...]


def images(context: Context) -> Stated:
    """The images that the page states, with their sources: JSON-LD, Open Graph, other ``meta``, microdata."""
    found: dict[str, tuple[Image, str]] = {}
    seen: set[str] = set()
    for image, source in _stated(context):
        if image.src in seen:
            continue
        seen.add(image.src)
        address = _absolute(image.src, context.base)
        if address is not None and len(found) < _MOST:
            found.setdefault(file_name(address), (replace(image, src=address), source))
    return tuple(found.values())


def lead_image(context: Context, stated: Stated, body: Blocks = ()) -> tuple[Image | None, tuple[Claim, ...]]:
    """The picture at the head of the article with its caption; and the other candidates.

    The first image stated that is no logo; where none is, the first that stands in the head of the body. If the page
    shows it, with the caption and alternative text it has there, and with its size where the very file is in the body.

    Args:
        context: the page.
        stated: what `images` gives.
        body: the blocks of the article, if they are known.
    """
    claims = tuple(Claim(image.src, source) for image, source in stated)
    chosen = next((image for image, _ in stated if _is_picture(context, image)), None)
    if chosen is None:
        first = next((image for image in images_in(body[:_HEAD]) if _is_picture(context, image)), None)
        return first, claims if first is None else (Claim(first.src, "text:img"), *claims)
    shown = _shown(context, chosen.src, body)
    if shown is not None:
        alt, caption = shown
        chosen = replace(chosen, alt=alt or chosen.alt, caption=caption or chosen.caption)
    if chosen.width is None and chosen.height is None:
        placed = next((image for image in images_in(body) if image.src == chosen.src), chosen)
        chosen = replace(chosen, width=placed.width, height=placed.height)
    claims = tuple(sorted(claims, key=lambda claim: claim.value != chosen.src))
    return chosen, claims


def _is_picture(context: Context, image: Image) -> bool:
    """Whether an image can be of an article: no logo, but for that of whom the headline names."""
    address = _QUERY.sub("", image.src)
    name = unquote(address).rsplit("/", 1)[-1]
    if name.lower().endswith(".svg") or image.src in context.once(_logos):
        return False
    if name.lower().partition(".")[0] in context.once(site_labels):
        return False
    if not _NOT_A_PICTURE.search(address) and not _NO_PICTURE_NAME.search(name):
        return True
    headline = {word for word in words(context.structured.title or "") if len(word) >= _NAME}
    said = words(name.replace("_", " "))
    return not headline.isdisjoint(said) and context.site_names.isdisjoint(said)


def _logos(context: Context) -> frozenset[str]:
    """The addresses that the page states as logos of whom it is from."""
    logos = [
        whose["logo"]
        for thing in context.structured.objects
        for whose in (thing, thing.get("publisher"))
        if isinstance(whose, dict) and "logo" in whose
    ]
    found = (_absolute(image.src, context.base) for logo in logos for image in _objects(logo))
    return frozenset(address for address in found if address is not None)


def _stated(context: Context) -> Iterator[tuple[Image, str]]:
    """The images stated, with addresses as they are written there."""
    structured = context.structured
    wrapped: list[tuple[Image, str]] = []
    for value, source in structured.stated("image", "thumbnailUrl"):
        inner = unwrapped(value)
        if inner is not value:
            # A list that is wrapped has all pictures of a page, and the first is no more than the others.
            wrapped += [(image, source) for image in _objects(inner)]
            continue
        for image in _objects(value):
            yield image, source
    meta = structured.meta
    sizes = [_number(value) for value in (*meta.get("og:image:width", ())[:1], *meta.get("og:image:height", ())[:1])]
    width, height = sizes if len(sizes) == 2 else (None, None)
    alt = given(next(iter(meta.get("og:image:alt", ())), ""))
    for at, (value, source) in enumerate(structured.metas("og:image", "og:image:url", "og:image:secure_url")):
        yield Image(value) if at else Image(value, alt, "", width, height), source
    for value, source in structured.metas(
        "twitter:image",
        "twitter:image:src",
        "parsely-image-url",
        "sailthru.image.full",
        "thumbnail",
        "image",
        "thumbnailurl",
    ):
        yield Image(value), source
    if "image_src" in structured.links:
        yield Image(structured.links["image_src"]), "link:image_src"
    yield from _marked(context)
    for thing in structured.objects:
        for key in ("primaryImageOfPage", *_STATING) if "WebPage" in types(thing) else ():
            for image in _objects(thing.get(key)):
                yield image, f"json-ld:WebPage.{key}"
    yield from wrapped


def _marked(context: Context) -> Iterator[tuple[Image, str]]:
    """The images in microdata and RDFa: addresses that an article has, or that an item has which is its image."""
    elements = context.elements
    value, items = elements.value, elements.having_any(("itemscope", "typeof"))
    holders = context.page.holders(items, (one.scope for one in context.structured.marked))
    for one in context.structured.marked:
        of = one.type
        if one.name in _OF_ITEM and of == "ImageObject":
            if "image" not in f"{value(one.scope, 'itemprop')} {value(one.scope, 'property')}".split():
                continue
            around = max(0, holders[one.scope])
            of = (value(around, "itemtype") or value(around, "typeof")).rsplit("/", 1)[-1]
        elif one.name not in _STATING or one.row in items:
            continue
        address = next(filter(None, (value(one.row, name) for name in ("content", "src", "href"))), "")
        if address and _ARTICLE.search(of) and is_own(context, one):
            yield Image(address), f"{one.kind}:{of}.{one.name if of is one.type else 'image'}"


def _objects(value: Any, depth: int = 0) -> Iterator[Image]:
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
    address = absolute(src, base)
    return address if address is not None and _HOST.sub("", address).strip("/") else None


def _shown(context: Context, src: str, body: Blocks) -> tuple[str, str] | None:
    """The alternative text and the caption of an image where the page shows it: in the body, or elsewhere."""
    name = file_name(src)
    if len(name) < _TELLING_NAME:
        return _shown_as(context, src)
    placed = next((image for image in images_in(body) if file_name(image.src) == name), None)
    if placed is not None and placed.caption:
        return placed.alt, placed.caption
    page = context.page
    rows = page.rows_of(_IMG)
    telling = telling_name(src)
    first, last = name[:_TELLING].lower(), name[-_TELLING:].lower()
    for row, addresses in zip(rows, page.joined(rows, _ADDRESSES), strict=True):
        lower = (unquote(addresses) if "%" in addresses else addresses).lower()
        if (
            first in lower
            and last in lower
            and any(
                file_name(address := one.rstrip(",")) == name
                or (telling is not None and telling_name(address) == telling)
                for one in addresses.split()
            )
        ):
            return _said_of(context, row)
    if placed is not None:
        return placed.alt, ""
    return _shown_as(context, src) if _FORMAT.search(name) else None


def _shown_as(context: Context, src: str) -> tuple[str, str] | None:
    """The same, where an image has a name that others may have, and is known by its whole address alone, in whatever
    size and format it is served.
    """
    elements, own = context.elements, _unsized(src)
    for row in context.page.rows_of(_IMG):
        if context.hidden[row] or (address := _absolute(elements.value(row, "src"), context.base)) is None:
            continue
        if address == src or _unsized(address) == own:
            return _said_of(context, row)
    return None


def _unsized(address: str) -> str:
    """The address of a picture without what says in which size or format it is served; without that, the whole one.

    >>> _unsized("https://p.example/i/pier.webp?w=300"), _unsized("https://p.example/4f7a2c/800/450")
    ('https://p.example/i/pier', 'https://p.example/4f7a2c')
    """
    path = _QUERY.sub("", address)
    for end, rest in ((_FORMAT, ""), (_SIZED, r"\1")):
        short, times = end.subn(rest, path)
        if times:
            return short
    return address


def _said_of(context: Context, row: int) -> tuple[str, str]:
    """The alternative text and the caption of an image."""
    return " ".join(context.elements.value(row, "alt").split()), _caption(context, row)


def _caption(context: Context, row: int) -> str:
    """The caption of an image: the ``figcaption`` of its figure, or what is called a caption right around it."""
    page = context.page
    named = sorted(context.elements.holding("class", _CAPTION))
    for up in islice(page.ancestors(row), 4):
        is_figure = page.name(up) == "figure"
        if context.size(up) > 2 * _CAPTION_SIZE and not is_figure:
            break
        captions = [at for at in range(up, context.end[up]) if page.name(at) == "figcaption"] if is_figure else []
        captions += named[bisect_left(named, up) : bisect_left(named, context.end[up])]
        for at in captions[:_TRIED]:
            short = context.size(at) <= 2 * _CAPTION_SIZE
            if short and not context.hidden[at] and 0 < len(text := page.words_of(at)) <= _CAPTION_SIZE:
                return f"{text} {credit}" if is_figure and (credit := _credit(context, up, at)) else text
        if is_figure:
            break
    return ""


def _credit(context: Context, figure: int, caption: int) -> str:
    """Whose the picture of a figure is, where that stands beside its caption."""
    page, end = context.page, context.end
    for at in sorted(context.elements.holding("class", _CREDIT)):
        if figure < at < end[figure] and not (at <= caption < end[at] or caption <= at < end[caption]):
            text = page.words_of(at)
            if 0 < len(text) <= _CAPTION_SIZE and not context.hidden[at]:
                return text
    return ""
