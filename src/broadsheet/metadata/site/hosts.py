"""Names that are like the address of the site: written in it, or shortened to it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final
from urllib.parse import urlsplit

from broadsheet.metadata.around.context import Context, ascii_, fold, words
from broadsheet.metadata.written.letters import WRITTEN_OUT
from broadsheet.page import tags

__all__ = [
    "ALIKE_WORDS",
    "CHARS",
    "GENERAL",
    "TELLING",
    "abbreviates",
    "bare_name",
    "beginnings",
    "host_of",
    "is_latin",
    "is_like_host",
    "is_like_site",
    "own_host",
    "registered",
    "site_labels",
    "spellings",
    "without_form",
]

CHARS: Final = 300
"""Characters of a stated name with what the site says of itself."""
_HOST_CHARS: Final = 253
"""Characters of the longest host."""
_FORM: Final = re.compile(
    r"(?:\s+(?:Verlag(?:s-? und Vertriebs-?)?(?:s?gesellschaft)?|Holdings?|Publishing|Publications?))*[\s,]+(?:"
    r"GmbH(?:\s*&\s*Co\.?\s*(?:KGaA|KG|OHG))?|AG|KG|UG|Inc|LLC|LLP|L\.?P|Ltd|Limited|PLC|Corp(?:oration)?|S\.?A\.?S?|"
    r"S\.p\.A|S\.r\.l|B\.V|N\.V|Sp\.\s?z\s?o\.\s?o|A/S|AB|Oyj?|Kft|Zrt|s\.r\.o|a\.s|S\.L\.?U?|A\.Ş|Ltda|S/A|d\.o\.o|Α\.?Ε|Pty|Pte)(?![\w&])\.?(?:[\s,].*)?$",
    re.IGNORECASE,
)
"""The legal form of a company behind its name, what it is for between them, and all that comes after."""
_FORM_IN_FRONT: Final = re.compile(
    r"^(?:(?:ООО|ЗАО|ОАО|ПАО|АО|ТОВ|ПрАТ|PT)\s+|(?:株式会社|有限会社|（株）|주식회사)\s*)|"
    r"\s*(?:株式会社|有限会社|（株）|(?:股份)?有限公司|주식회사)$"
)
"""Such forms in front of a name, and where words are not parted."""
_PLACES: Final = re.compile(r"(?:,\s[A-ZÄÖÜ][\w .-]+){1,3}$")
"""Where the holder of the rights sits."""
_EDGES: Final = " \t,.;:|–—―-·•*?\"'“”«»"
_ABBREVIATED: Final = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?)+[^\W\d_]$")
"""Letters each of which stands for a word: the last has a full stop too (``e. V.``)."""
TELLING: Final = 4
"""Letters of a part of a title that are no accident when they are found elsewhere."""
_SPARE: Final = 14
"""Letters that a name may have besides those that the address has."""
ALIKE_WORDS: Final = 3
"""Words of a name of which one is a short label of the host, and of a part behind a slogan."""
_ARTICLES: Final = frozenset("the der die das le la les el los il o os a as".split())
"""Words before a name that its abbreviation leaves out."""
GENERAL: Final = frozenset(
    "www www2 web m mobile amp news blog blogs forum forums com co org net gov edu ac or go ne archive media".split()
)
"""Labels of hosts that name no site."""
_SECOND: Final = frozenset("co com org net gov edu ac or go ne".split())
"""Labels under which countries register names."""
_ARCHIVED: Final = re.compile(r"/web/\d{4,14}\w*/(https?:/.*)", re.DOTALL)
"""How archives of the web write the address of a page."""
_OTHERS: Final = frozenset(
    "archive.org facebook.com twitter.com google.com youtube.com instagram.com linkedin.com doubleclick.net".split()
)
"""Where links of pages lead that are not of the site."""
_LINKS: Final = 4
_MAIN: Final = 0.4
"""Links, and their share of those to any host, that lead to the page's own site."""
_ABSOLUTE: Final = re.compile(r"\s*(?:/web/\d{4,14}\w*/|https?://[^/]+/web/\d{4,14}\w*/)?https?://([^/?#:\s]{1,253})")
"""The host of a link."""
_BASE: Final = tags.IDS["base"]


def is_latin(name: str) -> bool:
    """Whether a name has letters that hosts are written in."""
    return any(character.isascii() and character.isalpha() for character in name)


def bare_name(text: str) -> str:
    """A name without marks around it, but with the full stop of its last abbreviation.

    >>> bare_name("| Friends of the Sound e. V. -"), bare_name("The Herald.")
    ('Friends of the Sound e. V.', 'The Herald')
    """
    bare = text.strip(_EDGES)
    return f"{bare}." if f"{bare}." in text and _ABBREVIATED.search(bare) else bare


def without_form(name: str, *, places: bool = False) -> str:
    """A company's name without its legal form, and if that is asked for, without the places behind it.

    >>> without_form("Courier Verlags- und Vertriebs GmbH"), without_form("Courier, Northgate", places=True)
    ('Courier', 'Courier')
    """
    if len(name) > CHARS:
        return name
    short = _FORM.sub("", _FORM_IN_FRONT.sub("", name))
    short = bare_name(short) or name
    return (_PLACES.sub("", short) or short) if places else short


def is_like_host(name: str, label: str) -> bool:
    """Whether a name of a site may be what a label of its host stands for.

    >>> is_like_host("Los Angeles Times", "latimes"), is_like_host("The Courier", "courier")
    (True, True)
    >>> is_like_host("Bridge agreed", "courier")
    False
    """
    return any(_may_be(label, parts) for parts in spellings(name))


def _may_be(label: str, parts: list[str]) -> bool:
    """Whether a label of a host may be what the words of a name are there."""
    whole = "".join(parts)
    if not whole:
        return False
    if whole == label or (len(whole) >= TELLING and whole in label):
        return True
    if len(label) >= TELLING and label in whole and len(whole) <= len(label) + _SPARE:
        return True
    return len(label) > 2 and any(
        len(own) > 1 and label[0] == own[0][0] and abbreviates(label, own) for own in beginnings(parts)
    )


def beginnings(parts: list[str]) -> list[list[str]]:
    """The words of a name, and those behind its article."""
    return [parts, parts[1:]] if len(parts) > 1 and parts[0] in _ARTICLES else [parts]


def spellings(name: str) -> list[list[str]]:
    """The words of a name as hosts may have them.

    >>> spellings("Jäger Blad")
    [['jager', 'blad'], ['jaeger', 'blad']]
    """
    own = words(name)
    if name.isascii():
        return [own]
    plain, written_out = list(map(ascii_, own)), [ascii_(word.translate(WRITTEN_OUT)) for word in own]
    return [plain] if plain == written_out else [plain, written_out]


def abbreviates(label: str, parts: list[str]) -> bool:
    """Whether a label is made of beginnings of all words, in order: ``l`` + ``a`` + ``times``."""
    ends = {0}
    for part in parts:
        ends = {
            at + size
            for at in ends
            for size in range(1, len(part) + 1)
            if label.startswith(part[:size], at)
        }  # fmt: skip
    return len(label) in ends


def is_like_site(context: Context, name: str) -> bool:
    """Whether a name may be what the host of the page's site stands for."""
    labels = context.once(site_labels)
    for parts in spellings(name):
        for label in labels:
            if _may_be(label, parts) or (len(label) > 2 and len(parts) <= ALIKE_WORDS and label in parts):
                return True
    return False


def site_labels(context: Context) -> list[str]:
    """What the host of the page's site has that may be its name, folded, the most telling first: the registered name,
    those below it, the whole host.
    """
    host = context.once(own_host)
    site = registered(host)
    below = host.removesuffix(site).split(".")
    found = [context.domain_word, site.split(".")[0], *reversed(below)]
    return [
        *dict.fromkeys(fold(label) for label in found if label and label not in GENERAL),
        *filter(None, [fold(host)]),
    ]


def own_host(context: Context) -> str:
    """The host of the page's site: by its address, else by its base and its feeds, else that to which most of its links
    lead.
    """
    page, elements = context.page, context.elements
    if known := host_of(page.url or "") or context.host[:_HOST_CHARS]:
        return known
    stated = [elements.value(row, "href") for row in page.rows_of(_BASE)]
    stated += [
        elements.value(row, "href")
        for row in sorted(elements.holding("rel", ("alternate",)))
        if elements.value(row, "type").lower().endswith(("rss+xml", "atom+xml"))
    ]
    for address in stated:
        if (host := host_of(address)) and registered(host) not in _OTHERS:
            return host
    found = filter(None, map(_ABSOLUTE.match, elements.column("href").values()))
    sites = Counter[str]()
    for host, times in Counter(one[1] for one in found).items():
        if (site := registered(host.lower())) not in _OTHERS:
            sites[site] += times
    if not sites:
        return ""
    site, times = sites.most_common(1)[0]
    return site if times >= max(_LINKS, _MAIN * sites.total()) else ""


def host_of(address: str) -> str:
    """The host of an address, without ``www``, of an archived one that of the page; empty where it has none."""
    if (archived := _ARCHIVED.search(address)) is not None:
        address = archived[1]
    try:
        host = urlsplit(address.strip()).hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.") if len(host) <= _HOST_CHARS else ""


def registered(host: str) -> str:
    """The end of a host that is registered, as far as its form tells: ``courier.co.uk`` of ``news.courier.co.uk``."""
    labels = host.split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND else labels[-2:])
