"""What stands on a page as a picture with words, and is no picture of the article: a link to another one, an author.

It must not know which words were kept: it reads what an element says, what its links lead to and what it is called.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from broadsheet.article.addresses import Addresses
from broadsheet.article.pictures import FILE, has_any
from broadsheet.page import Page, tags

__all__ = ["FEW_LINKED", "LITTLE", "OTHER", "Names", "is_teaser", "shows_author"]

_LINK: Final = tags.IDS["a"]

LITTLE: Final = 1
"""A name that also stands on what is around the article's own pictures: on what enlarges or shares them."""
OTHER: Final = 2
"""A name of what is never the article's."""
_OTHER: Final = frozenset(
    "avatar gravatar author byline bio logo emoji related newsletter sidebar outbrain taboola comment comments "
    "breadcrumb breadcrumbs marketing".split()
)
_LITTLE: Final = frozenset("icon social share sharing promo ad ads adslot nav navigation paging excerpt".split())
_OTHER_PARTS: Final = tuple(
    "readmore readalso morefrom mostread relatedarticle relatedstor relatedpost recommend wpsmiley".split()
)
_LITTLE_PARTS: Final = ("advert", "sponsor", "printonly")
"""Words, and parts of words without hyphens, in the class or id of a picture or of what is around it, where that holds
no text of the article."""
_WORD: Final = re.compile(r"[a-z]+")
_LABEL: Final = re.compile(
    r"\b(?:read (?:more|also|next|now)|see also|more on this|(?:czytaj|zobacz) (?:więcej|też|także|również)|"
    r"lesen sie (?:auch|mehr|dazu|hier)|lies auch|mehr zum thema|lire aussi|à lire|lire la suite|lee también|leer más|"
    r"lea también|te puede interesar|leggi anche|leia (?:mais|também)|lees ook|läs (?:också|även|mer)|læs også|"
    r"les også|lue myös|читайте также|читать далее|diğer haberler|続きを読む|関連記事)(?!\w)",
    re.IGNORECASE,
)
_MAY_LABEL: Final = tuple(
    "read see more czytaj zobacz lies lesen mehr lire lee también leer lea interesar leggi leia lees läs les lue "
    "читат diğer 続きを読む 関連記事".split()
)
"""What is written beside the picture of another article, and a part that any of it has."""
_GALLERY: Final = re.compile(
    r"/[\w.-]{0,12}(?:galler|galer|photo|foto|bild|image|picture|media|attachment|zoom|lightbox|slide)[\w.-]{0,8}/|"
    r"wp-content|/upload|/file:",
    re.IGNORECASE,
)
_MAY_SHOW: Final = tuple(
    "galler galer photo foto bild image picture media attachment zoom lightbox slide wp-content /upload /file:".split()
)
"""What is in the addresses of pages that show a picture large, and a part that any of it has."""
_ABOVE: Final = 6
"""So many levels above a picture its link is looked for."""
_BOX: Final = 300
"""And so many rows are looked at for other links to where it leads."""
FEW_LINKED: Final = 15
"""So many linked characters may be a photographer's name; more are of a teaser."""
_LONGEST_LABELLED: Final = 600
_BY: Final = re.compile(
    r"\W*(?:von|by|par|por|di|da|af|av|door|autore?|author|auteur|text|texte|texto)\b", re.IGNORECASE
)
_BYLINE: Final = re.compile(r"\W*\w+:?\s+(?:[A-ZÀ-Ý][\w.’'-]*[ ,|/]*){2,5}")
"""What begins like the line that names an author."""
_OFFICE: Final = re.compile(
    r"\b(?:redakt(?:eur|ion|or)\w*|reporter\w*|korrespondent\w*|autorin|volontär\w*|editor|correspondent|journalist\w*|"
    r"staff writer|columnist|rédact\w+|redactor\w*|periodista|giornalista|redacteur|dziennikar\w+)\b"
    r"|\b\d{1,2}[./-]\d{1,2}[./-](?:20)?\d{2}\b|\b(?:\d{1,2}\.? \w+|\w+ \d{1,2},) 20\d\d\b",
    re.IGNORECASE,
)
"""And what is only in the captions of their portraits: their office, or the day of publication."""
_PHOTOGRAPHER: Final = re.compile(
    r"©|photo|foto|picture|image|bild|getty|reuters|\bap\b|\bafp\b|\bdpa\b", re.IGNORECASE
)
_SHORT: Final = 160
"""Characters of the longest caption of a portrait."""


class Names(dict[str, int]):
    """What classes and ids say of elements: `OTHER` or `LITTLE` for what is not the article's, 0 for any other. Most of
    them are on many.
    """

    def __missing__(self, name: str) -> int:
        weight = self[name] = _weight(name.lower())
        return weight


def _weight(name: str) -> int:
    words = _WORD.findall(name)
    squeezed = name.replace("-", "")
    if not _OTHER.isdisjoint(words) or has_any(squeezed, _OTHER_PARTS):
        return OTHER
    return LITTLE if not _LITTLE.isdisjoint(words) or has_any(squeezed, _LITTLE_PARTS) else 0


def is_teaser(page: Page, row: int, box: int, addresses: Addresses) -> bool:
    """Whether a picture is that of another article: it leads there, and so do words beside it, or they say so.

    Args:
        page: the page.
        row: the picture.
        box: the element with what stands beside it.
        addresses: makes links absolute.
    """
    tag, parent, end = page.tag.data, page.parent.data, page.end.data
    link = row
    for _ in range(_ABOVE):
        link = parent[link]
        if tag[link] == _LINK:
            break
    else:
        return False
    card = parent[parent[link]]  # its headline is often beside the link with the picture
    first = min(box, link, card if card > 0 and end[card] - card <= _BOX else link)
    last = min(max(end[box], end[link], end[first]), first + _BOX)
    start, stop = page.start.data[first], page.stop.data[last - 1]
    if stop - start <= FEW_LINKED:
        return False
    attributes = page.attrs(link)
    href = attributes.get("href", "").strip()
    if href[:1] in ("", "#") or FILE.fullmatch(href) or _shows_picture(href):
        return False
    url = addresses.resolve(href)
    if url is None or url.partition("#")[0] == (page.url or "").partition("#")[0] or not _is_near(url, page.url):
        return False
    if "sponsored" in attributes.get("rel", ""):
        return False
    links = ((page.tag[first:last] == _LINK).nonzero()[0] + first).tolist()
    same = [at for at, other in zip(links, page.joined(links, ("href",)), strict=True) if other.strip() == href]
    if sum(int(page.link_chars[at : end[at]].sum()) for at in same) > FEW_LINKED:
        return True
    return stop - start <= _LONGEST_LABELLED and _is_labelled(page.text, start, stop)


def _shows_picture(href: str) -> bool:
    """Whether a link is to a page that shows a picture large."""
    return has_any(href.lower(), _MAY_SHOW) and _GALLERY.search(href) is not None


def _is_labelled(text: str, start: int, stop: int) -> bool:
    """Whether something is written between two places as it is beside the picture of another article."""
    return has_any(text[start:stop].lower(), _MAY_LABEL) and _LABEL.search(text, start, stop) is not None


def _is_near(url: str, here: str | None) -> bool:
    """Whether an address is on the same site, as far as the last two parts of the host tell."""
    if not here:
        return True
    try:
        there, own = urlsplit(url).hostname or "", urlsplit(here).hostname or ""
    except ValueError:
        return False
    return there.rsplit(".", 2)[-2:] == own.rsplit(".", 2)[-2:]


def shows_author(page: Page, box: int) -> bool:
    """Whether all that stands beside a picture is who wrote the article."""
    start, stop = page.start.data[box], page.stop.data[box]
    if not 0 < stop - start <= 4 * _SHORT or not _BY.match(page.text, start, stop):
        return False
    text = page.words_of(box)
    return (
        len(text) <= _SHORT
        and _BYLINE.match(text) is not None
        and _OFFICE.search(text) is not None
        and not _PHOTOGRAPHER.search(text)
    )
