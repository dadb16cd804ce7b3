"""Pictures with text that are not the article's: links to other articles, author boxes."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

from broadsheet.article.pictures import FILE, has_any
from broadsheet.facts.addresses import Addresses
from broadsheet.page import Page, tags

__all__ = ["DOUBTFUL", "FOREIGN", "MAX_LINKED_CHARS", "Names", "is_teaser", "shows_author"]

_LINK: Final = tags.IDS["a"]

DOUBTFUL: Final = 1  # weight of a name that also occurs around the article's own images, on zoom or share controls
FOREIGN: Final = 2  # weight of a name that never belongs to the article
_FOREIGN: Final = frozenset(
    "avatar gravatar author byline bio logo emoji related newsletter sidebar outbrain taboola comment comments "
    "breadcrumb breadcrumbs marketing".split()
)
_DOUBTFUL: Final = frozenset("icon social share sharing promo ad ads adslot nav navigation paging excerpt".split())
_FOREIGN_PARTS: Final = tuple(
    "readmore readalso morefrom mostread relatedarticle relatedstor relatedpost recommend wpsmiley".split()
)
_DOUBTFUL_PARTS: Final = ("advert", "sponsor", "printonly")
"""Words, and parts of words without hyphens, in the class or id of an image or its ancestors without kept text."""
_NAME_WORD: Final = re.compile(r"[a-z]+")
_LABEL: Final = re.compile(
    r"\b(?:read (?:more|also|next|now)|see also|more on this|(?:czytaj|zobacz) (?:więcej|też|także|również)|"
    r"lesen sie (?:auch|mehr|dazu|hier)|lies auch|mehr zum thema|lire aussi|à lire|lire la suite|lee también|leer más|"
    r"lea también|te puede interesar|leggi anche|leia (?:mais|também)|lees ook|läs (?:också|även|mer)|læs også|"
    r"les også|lue myös|читайте также|читать далее|diğer haberler|続きを読む|関連記事)(?!\w)",
    re.IGNORECASE,
)
_LABEL_HINTS: Final = tuple(
    "read see more czytaj zobacz lies lesen mehr lire lee también leer lea interesar leggi leia lees läs les lue "
    "читат diğer 続きを読む 関連記事".split()
)
"""One of these is in every label that `_LABEL`, a "read more" pattern, matches (cheap pre-check)."""
_GALLERY: Final = re.compile(
    r"/[\w.-]{0,12}(?:galler|galer|photo|foto|bild|image|picture|media|attachment|zoom|lightbox|slide)[\w.-]{0,8}/|"
    r"wp-content|/upload|/file:",
    re.IGNORECASE,
)
_GALLERY_HINTS: Final = tuple(
    "galler galer photo foto bild image picture media attachment zoom lightbox slide wp-content /upload /file:".split()
)
"""One of these is in every address that `_GALLERY`, a pattern for pages that show one image large, matches."""
MAX_LINK_LEVELS: Final = 6  # ancestor levels of an image among which its link is looked for
MAX_BOX_ROWS: Final = 300  # rows around an image that are searched for more links to its target
MAX_LINKED_CHARS: Final = 15  # Most linked characters beside an image, as of a photographer's name. A teaser has more.
MAX_LABELLED_CHARS: Final = 600  # longest text beside an image that is searched for a label
_BY: Final = re.compile(
    r"\W*(?:von|by|par|por|di|da|af|av|door|autore?|author|auteur|text|texte|texto)\b", re.IGNORECASE
)
_BYLINE: Final = re.compile(r"\W*\w+:?\s+(?:[A-ZÀ-Ý][\w.’'-]*[ ,|/]*){2,5}")  # the start of a byline
_JOB_OR_DATE: Final = re.compile(
    r"\b(?:redakt(?:eur|ion|or)\w*|reporter\w*|korrespondent\w*|autorin|volontär\w*|editor|correspondent|journalist\w*|"
    r"staff writer|columnist|rédact\w+|redactor\w*|periodista|giornalista|redacteur|dziennikar\w+)\b"
    r"|\b\d{1,2}[./-]\d{1,2}[./-](?:20)?\d{2}\b|\b(?:\d{1,2}\.? \w+|\w+ \d{1,2},) 20\d\d\b",
    re.IGNORECASE,
)
"""Job titles and publication dates, which only captions of author portraits have."""
_PHOTOGRAPHER: Final = re.compile(
    r"©|photo|foto|picture|image|bild|getty|reuters|\bap\b|\bafp\b|\bdpa\b", re.IGNORECASE
)
MAX_PORTRAIT_CAPTION_CHARS: Final = 160  # longest caption of an author portrait


class Names(dict[str, int]):
    """Weights of class and id values, memoised: `FOREIGN` or `DOUBTFUL` if they are not the article's, else 0."""

    def __missing__(self, name: str) -> int:
        weight = self[name] = _weight(name.lower())
        return weight


def _weight(name: str) -> int:
    words = _NAME_WORD.findall(name)
    squeezed = name.replace("-", "")
    if not _FOREIGN.isdisjoint(words) or has_any(squeezed, _FOREIGN_PARTS):
        return FOREIGN
    return DOUBTFUL if not _DOUBTFUL.isdisjoint(words) or has_any(squeezed, _DOUBTFUL_PARTS) else 0


def is_teaser(page: Page, row: int, box: int, addresses: Addresses) -> bool:
    """Whether an image belongs to a teaser: it links to another page, and words beside it link there too or say so.

    Args:
        page: the page.
        row: the image.
        box: the element with what stands beside it.
        addresses: resolves links.
    """
    tag, parent, end = page.tag.data, page.parent.data, page.end.data
    link = row
    for _ in range(MAX_LINK_LEVELS):
        link = parent[link]
        if tag[link] == _LINK:
            break
    else:
        return False
    card = parent[parent[link]]  # a teaser's headline is often beside the linked image
    first = min(box, link, card if card > 0 and end[card] - card <= MAX_BOX_ROWS else link)
    last = min(max(end[box], end[link], end[first]), first + MAX_BOX_ROWS)
    start, stop = page.start.data[first], page.stop.data[last - 1]
    if stop - start <= MAX_LINKED_CHARS:
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
    if sum(int(page.link_chars[at : end[at]].sum()) for at in same) > MAX_LINKED_CHARS:
        return True
    return stop - start <= MAX_LABELLED_CHARS and _is_labelled(page.text, start, stop)


def _shows_picture(href: str) -> bool:
    """Whether a link leads to a page that shows one image large."""
    return has_any(href.lower(), _GALLERY_HINTS) and _GALLERY.search(href) is not None


def _is_labelled(text: str, start: int, stop: int) -> bool:
    """Whether a part of the text holds a "read more" label."""
    return has_any(text[start:stop].lower(), _LABEL_HINTS) and _LABEL.search(text, start, stop) is not None


def _is_near(url: str, here: str | None) -> bool:
    """Whether an address is on the same site, by the last two labels of the host."""
    if not here:
        return True
    try:
        there, own = urlsplit(url).hostname or "", urlsplit(here).hostname or ""
    except ValueError:
        return False
    return there.rsplit(".", 2)[-2:] == own.rsplit(".", 2)[-2:]


def shows_author(page: Page, box: int) -> bool:
    """Whether the text beside an image is a byline and nothing else."""
    start, stop = page.start.data[box], page.stop.data[box]
    if not 0 < stop - start <= 4 * MAX_PORTRAIT_CAPTION_CHARS or not _BY.match(page.text, start, stop):
        return False
    text = page.words_of(box)
    return (
        len(text) <= MAX_PORTRAIT_CAPTION_CHARS
        and _BYLINE.match(text) is not None
        and _JOB_OR_DATE.search(text) is not None
        and not _PHOTOGRAPHER.search(text)
    )
