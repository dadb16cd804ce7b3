"""The publisher's name for the site."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context, ascii_, count_words, fold, is_wide, label_test, words
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.section import may_be_named, section
from broadsheet.metadata.structured import FIRST_PAGE, clean, texts_of
from broadsheet.metadata.written.introductions import starts_byline
from broadsheet.metadata.written.letters import WRITTEN_OUT
from broadsheet.page import tags

__all__ = ["is_called", "own_names", "site_labels", "site_name"]

_HANDLE: Final = re.compile(r"^@|^https?:|^www\.|^[\w-]+(?:\.[\w-]+)+[/,]")
_ADDRESS: Final = re.compile(rf"{_HANDLE.pattern}|^[\w-]+(?:\.[\w-]+)+$")
_USER: Final = re.compile(r"(?:https?://(?:www\.)?(?:twitter|x)\.com/)?@?(?P<name>\w+)/?")
"""A handle, or the address of what it stands for."""
_LONGEST: Final = 60
"""Characters of a name of a site."""
_MOST_WORDS: Final = 6
_MOST: Final = 20
_CHARS: Final = 300
"""Stated names that are looked at, and characters of one with what the site says of itself."""
_HOST_CHARS: Final = 253
"""Characters of the longest host."""
_PART: Final = re.compile(
    r"\s+(?:[|»«·•⋆*★●▪▸▶►▷→┃│・–—:/\\>‹›~_-]|::|--|//)\s+|\s*[|｜»«·•]\s*|_(?=\S)|:\s+|\s*[-–—－]\s*(?=[^\x00-\u2e7f])"
)
"""What a title has before or behind the site's name. Scripts that know no spaces have none there either."""
_OF_ADDRESS: Final = re.compile(r"\s[^\W\d_A-Z]+\s(?P<address>[\w-]+(?:\.[\w-]+)+)$")
"""An address behind what it has there (``Recipe from ...``)."""
_SLOGAN: Final = re.compile(r"\s+(?:[|»«·•–—:/\\>‹›~-]|::|--|//)\s+|\s*[|｜»«·•]\s*|[:：]\s+|：")
"""What a name of a site has between itself and what the site says of itself."""
_DANGLING: Final = re.compile(r"^[\s|–—·•-]+|[\s|–—·•-]+$")
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
_RIGHTS: Final = re.compile(
    r"[©ⓒⒸ]|\(c\)|&copy;|\bcopyright\b|\ball rights reserved\b.*|alle rechte vorbehalten.*|tous droits réservés.*|"
    r"todos los derechos reservados.*|todos os direitos reservados.*|tutti i diritti riservati.*|版权所有|版權所有|"
    r"все права защищены.*|wszelkie prawa zastrzeżone.*|(?<!\d)(?:19|20)\d\d(?!\d)(?:\s*[-–]\s*(?:(?:19|20)\d\d)?)?",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(r"(?<=[\w.])[\s,;|–-]+https?://\S+$")
"""An address behind a name."""
_HOLDER: Final = re.compile(
    r"(?:[©ⓒⒸ]|\(c\)|\bcopyright\b)(?:\s*(?:[©ⓒⒸ]|\(c\)|copyright|by)(?!\w))*[\s,:]*"
    r"(?:(?:19|20)\d\d(?:\s*[-–—]\s*(?:(?:19|20)\d\d)?)?)?[\s,:–-]*(?:by\s)?\s*(?P<name>[^\n;|,]*)",
    re.IGNORECASE,
)
"""A line of rights up to the name."""
_HOLDER_END: Final = re.compile(
    r"(?<=[\w\u0900-\u0dff][\w\u0900-\u0dff])[.।](?=\s|$|(?-i:[A-Z][a-z]))|\s*\w?ICP[备備证證]|\s\w公网安备|"
    r"\s(?:सर्वाधिकार|सर्व हक्क|সর্বস্বত্ব)|\s[-–—·]\s|\ball rights\b|\balle rechte\b|\btous droits\b|"
    r"\btodos (?:los|os)\b|\btutti i\b|\bwszelkie\b|\bвсе права\b|https?:|[(©ⓒⒸ]|\b(?:19|20)\d\d\b|版",
    re.IGNORECASE,
)
"""What comes behind the name."""
_STATES_RIGHTS: Final = re.compile(
    r"(?:19|20)\d\d|rights reserved|rechte vorbehalten|droits réservés|reservados", re.IGNORECASE
)
_NAMED_SO: Final = re.compile(r"[|,;·•]")
"""What stands beside a name in such a line."""
_OF_SOFTWARE: Final = re.compile(r"\bpowered by\b|\bwebsite by\b|\btheme\b", re.IGNORECASE)
_OF_RIGHTS: Final = re.compile(r"[©ⓒⒸCc版](?:(?<=[©ⓒⒸ])|(?<=\b[Cc])(?i:opyright)\b|(?<=版)(?:权所有|權所有))")
"""What begins with one of some characters is looked for several times as fast as what begins in one of some ways."""
_EDGES: Final = " \t,.;:|–—―-·•*?\"'“”«»"
_ABBREVIATED: Final = re.compile(r"(?<!\w)(?:[^\W\d_]\.\s?)+[^\W\d_]$")
"""Letters each of which stands for a word: the last has a full stop too (``e. V.``)."""
_FOOTER: Final = 25
"""Segments at the end of a page among which the line of rights is."""
_TELLING: Final = 4
"""Letters of a part of a title that are no accident when they are found elsewhere."""
_WIDE: Final = 3
"""The same for scripts of which a character is a syllable or a word."""
_ENDS: Final = 4
"""Parts at each end of a title that are looked at."""
_SPARE: Final = 14
"""Letters that a name may have besides those that the address has."""
_ALIKE_WORDS: Final = 3
"""Words of a name of which one is a short label of the host, and of a part behind a slogan."""
_TITLE_WORDS: Final = 4
_TITLE_WIDE: Final = 8
"""Words of a headline, and characters of one in a script without spaces; a shorter one may be the name of its site."""
_MARKS: Final = re.compile(r"([\W_]+)")
_WRAPPED: Final = re.compile(r"[(\[【『「（](.+)[)\]】』」）]")
"""What stands between words, and a name between brackets."""
_LINES: Final = 8
"""Segments before the body of which one may show the headline."""
_LITTLE: Final = 6
"""Letters that the link to the home page may have besides those that the address has, where nothing else names the
site."""
_AGENCIES: Final = frozenset(
    "theassociatedpress associatedpress reuters thomsonreuters afp agencefrancepresse dpa upi ap".split()
)
"""Who has the rights in a text that others print."""
_HOME_WORDS: Final = re.compile(
    r"(?<!\w)(?:(?:back )?to (?:the )?home ?page|home(?:page| page)?|logo|(?:zur )?startseite|start|accueil|inicio|"
    r"portada|(?:на )?главную|главная|strona główna|úvod|domů|forside|etusivu)(?!\w)|"
    r"首页|首頁|主頁|主页|ホーム|トップ|홈",
    re.IGNORECASE,
)
"""What a link to the home page says besides its name."""
_ANY_SITE: Final = frozenset("新聞 新闻 網站 网站 論壇 论坛 博客 頻道 频道 中文 返回 回到 回".split())
"""What may stand before those words and is no name."""
_ARTICLES: Final = frozenset("the der die das le la les el los il o os a as".split())
"""Words before a name that its abbreviation leaves out."""
_GENERAL: Final = frozenset(
    "www www2 web m mobile amp news blog blogs forum forums com co org net gov edu ac or go ne archive media".split()
)
"""Labels of hosts that name no site."""
_SECOND: Final = frozenset("co com org net gov edu ac or go ne".split())
"""Labels under which countries register names."""
_ARCHIVED: Final = re.compile(r"/web/\d{4,14}\w*/(https?:/.*)", re.DOTALL)
"""How archives of the web write the address of a page."""
_HOST: Final = re.compile(r"^\w[\w-]*(?:\.[\w-]+)*\.[a-z]{2,4}$", re.IGNORECASE)
_OTHERS: Final = frozenset(
    "archive.org facebook.com twitter.com google.com youtube.com instagram.com linkedin.com doubleclick.net".split()
)
"""Where links of pages lead that are not of the site."""
_PUBLISHER: Final = ".publisher.name"
"""What is in the sources of who published an article."""
_LINKS: Final = 4
_MAIN: Final = 0.4
"""Links, and their share of those to any host, that lead to the page's own site."""
_HOME: Final = re.compile(FIRST_PAGE, re.IGNORECASE)
_HOME_CHARS: Final = 16
_NOT_HOME: Final = re.compile(rf"/(?!web/)[^/]+/[^/]|https?://[^/]+/(?!web/)(?:[^/]+/[^/]|[^/]{{{_HOME_CHARS + 1}}})")
"""The beginnings of most addresses that are not of a first page, nor of one in an archive."""
_SCHEMES: Final = ("http:", "https:", "")
_ABSOLUTE: Final = re.compile(r"\s*(?:/web/\d{4,14}\w*/|https?://[^/]+/web/\d{4,14}\w*/)?https?://([^/?#:\s]{1,253})")
"""The host of a link."""
_A, _IMG, _BASE = tags.IDS["a"], tags.IDS["img"], tags.IDS["base"]
_is_called_logo: Final = label_test(
    re.compile(r"(?:^|[-_])(?:logo|brand|masthead)|site-?_?(?:title|name|logo)|(?-i:[a-z]Logo)", re.IGNORECASE)
)
"""Whether a class or id is that of a logo."""
_AROUND: Final = 3
_LOGO_ROWS: Final = 30
"""Rows of a link to the home page that holds a logo."""


def site_name(context: Context) -> tuple[Claim, ...]:
    """The name of the site.

    Sources in order: Open Graph, the site in JSON-LD, the JSON-LD publisher, the name of the application where the host
    or the title has it; the part of the title that is like the host, or that the line of rights or the link to the home
    page repeats; an organisation in JSON-LD that is like the host; what stands in microdata and ``meta`` for the
    publisher and the holder of the rights; the link to the home page, where it is like the host; the beginning of the
    site's handle, where the host has it; the line of rights, where that is like the host; what the title has beside the
    headline; any line of rights; the logo.
    What the site says of itself behind its name, and the legal form of a company, are cut. The article's headline is
    none, and neither are its authors as publishers. An address yields only to a name that says the same; the name of a
    folder in the page's address, and of a publisher that the host is not called after, to one that is like the host.
    """
    found, rest = _stated(context)
    known = {fold(claim.value) for claim in (*found, *rest)}
    found = _named(context, found, known)
    if unnamed := all(_HANDLE.search(claim.value) for claim in found):
        found += (*_of_title(context), *_of_organisations(context))
    found += _named(context, rest, known)
    if not unnamed and _ADDRESS.search(found[0].value):
        found += (*_of_title(context), *_of_other_names(context), *_beside_headline(context))
    elif found and (_is_of_part(context, found[0].value) or _is_of_company(context, found[0])):
        more = () if unnamed else (*_of_title(context), *_of_organisations(context), *_beside_headline(context))
        found = _of_whole(context, [*found, *more])
    if names := [claim for claim in found if not _HANDLE.search(claim.value)]:
        return tuple(_proper(names))
    shown = list(_of_lines(context))
    if found:
        hosts = [Claim(_host_of(claim.value) or claim.value, claim.source) for claim in found]
        shown = [claim for claim in shown if _says_same(claim, hosts[0].value)]
        return (*shown, *(claim for claim in _beside_headline(context) if not _is_latin(claim.value)), *hosts)
    sure = [claim for claim in shown if claim.source == "text:home" or _is_like_site(context, claim.value)]
    at = sum(claim.source == "text:home" and _is_like_site(context, claim.value) for claim in sure)
    if named := (*sure[:at], *_of_handles(context), *sure[at:]):
        return (*named, *(claim for claim in shown if claim not in sure))
    return (*_beside_headline(context), *shown, *_of_logos(context))


def is_called(context: Context, text: str) -> bool:
    """Whether a text is a name of the site, by what the page states or by what was found."""
    return fold(text) in context.once(own_names)


def own_names(context: Context) -> frozenset[str]:
    """The names of the site, folded: what the page states, and what was found."""
    return context.site_names | {fold(claim.value) for claim in context.once(site_name)[:1]}


def _stated(context: Context) -> tuple[list[Claim], list[Claim]]:
    """The names that the page states for its site or for who publishes it, and those that may be others': of who
    published the article first, has the rights in it, or made an application.
    """
    structured = context.structured
    found = [Claim(value, source) for value, source in structured.metas("og:site_name", "og:sitename", "og:site")]
    rest: list[Claim] = []
    found += [
        Claim(name, "json-ld:WebSite.name")
        for thing in structured.objects
        if "WebSite" in types(thing) and (name := clean(thing.get("name"))) and _HOME_WORDS.sub("", name).strip()
    ]
    has_own = bool(found)
    holders = [
        Claim(_without_form(name), f"{source}.name")
        for value, source in structured.stated("publisher")
        for name in texts_of(value)
    ]
    found += holders if has_own else _but_authors(context, holders)
    for value, source in structured.metas("application-name", "apple-mobile-web-app-title"):
        of_site = has_own or fold(value) in fold(structured.title or "") or _is_like_site(context, value)
        (found if of_site else rest).append(Claim(value, source))
    holders = [
        Claim(_without_form(one.value), f"{one.kind}:{one.type or 'Thing'}.{one.name}")
        for one in structured.marked
        if one.name == "publisher" and len(one.value) < _LONGEST
    ]
    holders += [
        Claim(_without_form(value), source)
        for value, source in structured.metas("dc.publisher", "dcterms.publisher", "publisher", "cre")
    ]
    holders += [
        Claim(_without_form(value, places=True), source)
        for text, source in structured.metas("copyright", "twitter:site")
        if (value := _bare(_RIGHTS.sub("", text).removeprefix("by ")))
        and len(value) < _LONGEST
        and not (source == "meta:twitter:site" and (_USER.fullmatch(text) or _HANDLE.search(text)))
    ]
    return found, rest + (holders if has_own else _but_authors(context, holders))


def _of_other_names(context: Context) -> list[Claim]:
    """What else the site is called in JSON-LD."""
    return [
        Claim(name, "json-ld:WebSite.alternateName")
        for thing in context.structured.objects
        if "WebSite" in types(thing)
        for name in texts_of(thing.get("alternateName"))
    ]


def _of_organisations(context: Context) -> list[Claim]:
    """Organisations in JSON-LD that are like the host."""
    return [
        Claim(_without_form(name), "json-ld:Organization.name")
        for thing in context.structured.objects
        if any("Organization" in kind for kind in types(thing))
        and (name := clean(thing.get("name")))
        and _is_like_site(context, name)
    ]


def _but_authors(context: Context, claims: list[Claim]) -> list[Claim]:
    """Claims of who publishes a page or has the rights in it, without its authors where the host is not called so."""
    if not claims:
        return claims
    structured = context.structured
    authors = {fold(name) for name, _ in structured.metas("author", "dc.creator")}
    authors |= {fold(name) for value, _ in structured.stated("author") for name in texts_of(value)}
    return [
        claim
        for claim in claims
        if fold(claim.value) not in authors
        or not _is_latin(claim.value)
        or _ADDRESS.search(claim.value)
        or _is_like_site(context, claim.value)
    ]


def _is_of_part(context: Context, name: str) -> bool:
    """Whether a stated name may be that of a part of the site: a folder in the page's address has it, and the site's
    own name is another.
    """
    folded = fold(name)
    return folded in context.once(_folders) and not _is_like_site(context, name)


def _is_of_company(context: Context, claim: Claim) -> bool:
    """Whether a stated name is that of who published the article, and not what the host is called: a company with
    several papers, or an agency.
    """
    return _PUBLISHER in claim.source and not _is_like_site(context, claim.value)


def _of_whole(context: Context, claims: list[Claim]) -> list[Claim]:
    """Claims with those first that are like the host and no addresses of it, or of which nobody can tell that: what the
    title has in another script than the first one.
    """
    written_as_hosts = _is_latin(claims[0].value)

    def may_be_whole(claim: Claim) -> bool:
        in_other_script = written_as_hosts and claim.source == "title (part)" and not _is_latin(claim.value)
        return _ADDRESS.search(claim.value) is None and (in_other_script or _is_like_site(context, claim.value))

    return sorted(claims, key=lambda claim: not may_be_whole(claim))


def _folders(context: Context) -> frozenset[str]:
    """The folders of the page's address, folded."""
    try:
        path = urlsplit(context.page.url or "").path
    except ValueError:
        return frozenset()
    return frozenset(map(fold, path.split("/")[1:-1])) - {""}


def _proper(names: list[Claim]) -> list[Claim]:
    """Names of which the first is the site's; where that is an address, another that says the same goes before it, or
    one in another script that the title has in its place.
    """
    first = names[0].value
    proper = [claim for claim in names if not _ADDRESS.search(claim.value)]
    if _ADDRESS.search(first):
        in_title = any(claim.source == "title (part)" and fold(claim.value) == fold(first) for claim in names)
        proper = [
            claim
            for claim in proper
            if _says_same(claim, first)
            or (claim.source == "title (part)" and not in_title and not _is_latin(claim.value))
        ]
    return proper or [claim for claim in names if _ADDRESS.search(claim.value)]


def _says_same(claim: Claim, address: str) -> bool:
    """Whether a name is what an address stands for, and not only something with the address in it."""
    name, whole = fold(claim.value), fold(address)
    if name == whole or not _is_latin(claim.value):
        return name == whole
    label = _registered(_host_of(f"//{address}")).split(".")[0]
    label = ascii_(fold(label))
    return whole not in name and any(_is_short_for(label, parts) for parts in _spellings(claim.value))


def _is_short_for(label: str, parts: list[str]) -> bool:
    """Whether a label begins with a name, or with the beginning of it or of its later words, or abbreviates it.

    >>> _is_short_for("faz", ["frankfurter", "allgemeine", "zeitung"]), _is_short_for("climbing", ["iceclimbing"])
    (True, False)
    """
    if not label:
        return False
    if label.startswith("".join(parts)) or any("".join(parts[at:]).startswith(label) for at in range(len(parts))):
        return True
    return any(label[0] == own[0][0] and _abbreviates(label, own) for own in _beginnings(parts))


def _is_latin(name: str) -> bool:
    """Whether a name has letters that hosts are written in."""
    return any(character.isascii() and character.isalpha() for character in name)


def _of_handles(context: Context) -> Iterator[Claim]:
    """The beginnings of handles that are what the host says: sites have more in them than their names (``_news``)."""
    for value, source in context.structured.metas("twitter:site"):
        if (user := _USER.fullmatch(value)) is None:
            continue
        beginnings = {fold(user["name"][:end]): user["name"][:end] for end in range(len(user["name"]), 1, -1)}
        labels = context.once(site_labels)
        if name := next((beginnings[label] for label in labels if len(label) > 2 and label in beginnings), None):
            if name.islower():  # as the text writes it
                said = Counter(re.findall(rf"(?<![\w.@/]){name}(?![\w.@/])", context.body_text, re.IGNORECASE))
                name = said.most_common(1)[0][0] if said else name
            yield Claim(name, f"{source} (part)")


def _named(context: Context, claims: list[Claim], known: Collection[str]) -> list[Claim]:
    """Stated names without what the sites say of themselves beside them, and without those that are headlines.

    Args:
        context: the page.
        claims: the names.
        known: all names that the page states, folded.
    """
    if not claims:
        return []
    headlines = context.once(_headlines)
    out = []
    for claim in claims[:_MOST]:
        if len(claim.value) > _CHARS:
            continue
        whole = _DANGLING.sub("", _BEHIND.sub("", claim.value))
        name = _without_slogan(context, whole, known)
        if name != whole:
            out.append(Claim(name, f"{claim.source} (part)"))
        elif (folded := fold(whole)) and not (
            folded in headlines
            and (count_words(whole) >= _TITLE_WORDS or (len(whole) >= _TITLE_WIDE and not whole.isascii()))
            and not _is_like_site(context, whole)
        ):
            out.append(Claim(whole, claim.source))
    return out


def _headlines(context: Context) -> frozenset[str]:
    """What the page states as its headline or its title, and the longest part of the title, folded; the last part is
    the site's name.
    """
    parts = _PART.split(context.structured.title or "")
    longest = max(parts, key=len)
    own = [longest] if longest != parts[-1] or len(parts) < 2 else []
    return frozenset(map(fold, (*context.headlines, *own)))


def _without_slogan(context: Context, name: str, known: Collection[str]) -> str:
    """A stated name, or that part of it that is like the host, or that is stated as a name elsewhere, or that the link
    to the home page shows.

    Args:
        context: the page.
        name: the name.
        known: the names that the page states, folded.
    """
    parts = [part for one in _SLOGAN.split(name) if (part := _bare(one))]
    if len(parts) < 2 or any(fold(name) in label for label in context.once(site_labels)):
        return name
    parts = parts[: 2 * _ENDS]
    for part in (parts[0], *parts[:0:-1]):
        if len(part.split()) <= (_MOST_WORDS if part is parts[0] else _ALIKE_WORDS) and _is_like_site(context, part):
            return part
    whole = fold(name)
    title = context.structured.title or ""
    parted = {fold(part) for part in _PART.split(title)} if whole not in fold(title) else ()
    for names in (known, _home_names(context), parted):
        for part in parts:
            if fold(part) in names and fold(part) != whole:
                return part
    return name


def _bare(text: str) -> str:
    """A name without marks around it, but with the full stop of its last abbreviation.

    >>> _bare("| Friends of the Sound e. V. -"), _bare("The Herald.")
    ('Friends of the Sound e. V.', 'The Herald')
    """
    bare = text.strip(_EDGES)
    return f"{bare}." if f"{bare}." in text and _ABBREVIATED.search(bare) else bare


def _without_form(name: str, *, places: bool = False) -> str:
    """A company's name without its legal form, and if that is asked for, without the places behind it.

    >>> _without_form("Courier Verlags- und Vertriebs GmbH"), _without_form("Courier, Northgate", places=True)
    ('Courier', 'Courier')
    """
    if len(name) > _CHARS:
        return name
    short = _FORM.sub("", _FORM_IN_FRONT.sub("", name))
    short = _bare(short) or name
    return (_PLACES.sub("", short) or short) if places else short


def _of_title(context: Context) -> Iterator[Claim]:
    """The parts of the title that are names of the site, by what the address and other lines of the page say."""
    title = clean(context.structured.title) or ""
    parts = [part for one in _PART.split(title) if (part := _bare(one))]
    if len(parts) < 2:
        if parts and fold(parts[0]) in _home_names(context) and _is_like_site(context, parts[0]):
            yield Claim(parts[0], "title")
        return
    longest = max(map(len, parts))
    parts = parts if len(parts) <= 2 * _ENDS else [*parts[:_ENDS], *parts[-_ENDS:]]
    repeated = []
    for part in (parts[-1], parts[0], *parts[-2:0:-1]):
        if len(part) > _LONGEST or len(part.split()) > _MOST_WORDS or not any(map(str.isalpha, part)):
            continue
        if _is_like_site(context, part):
            yield Claim(_own_address_in(context, part), "title (part)")
        elif len(part) == longest and (part == parts[0] or is_wide(part)):
            continue  # the headline
        elif _HOST.match(part):
            yield Claim(part, "title (part)")
        elif _is_said_elsewhere(context, part):
            repeated.append(Claim(part, "title (part)"))
    yield from repeated


def _beside_headline(context: Context) -> Iterator[Claim]:
    """What the title has behind the headline that is stated or shown, or else before it, the outermost part first,
    where nothing else names the site: what is shorter than that, and no section, day or byline.
    """
    tokens = _MARKS.split(title := clean(context.structured.title) or "")
    if len(tokens) == 1:
        return
    stated = (clean(context.structured.article.get("headline")), *context.structured.meta.get("og:title", ()))
    shown = context.texts[max(0, context.first - _LINES) : context.first + 1]
    headlines = {fold(text) for text in (*stated, *shown) if text and len(text) <= 2 * len(title)}
    folded = list(map(fold, tokens))
    for at in range(1, len(tokens), 2):
        front, back = "".join(folded[:at]), "".join(folded[at:])
        if not tokens[at].strip():
            continue
        if front in headlines and len(front) > len(back):
            rest = _PART.split("".join(tokens[at:]))[::-1]
        elif back in headlines and len(back) > len(front):
            rest = _PART.split("".join(tokens[: at + 1]))
        else:
            continue
        sections = {fold(claim.value) for claim in context.once(section)}
        for one in rest:
            part = _WRAPPED.sub(r"\1", _bare(one).strip("："))
            is_short = len(part.split()) <= _MOST_WORDS and fold(part) not in sections
            if is_short and may_be_named(context, part) and not starts_byline(part):
                yield Claim(part, "title (part)")
        return


def _own_address_in(context: Context, part: str) -> str:
    """The site's own address in a part of a title; the part where it has none."""
    found = _OF_ADDRESS.search(part)
    is_own = found is not None and fold(found["address"]) == fold(context.once(_own_host))
    return found["address"] if found is not None and is_own else part


def _is_said_elsewhere(context: Context, part: str) -> bool:
    """Whether a link to the home page says a part of the title, or a line of rights has it."""
    name = fold(part)
    return len(name) >= (_WIDE if is_wide(part) else _TELLING) and any(
        name == fold(line.text) or (line.rights and name in fold(line.text)) for line in context.once(_elsewhere)
    )


def _home_names(context: Context) -> set[str]:
    """What links to the home page say, folded."""
    return {fold(line.text) for line in context.once(_elsewhere) if not line.rights}


def _of_lines(context: Context) -> Iterator[Claim]:
    """What the link to the home page says, if it is like the host, and who has the rights by the last line of them,
    or by one that names somebody like the host.
    """
    found = []
    labels = context.once(site_labels)
    for line in context.once(_elsewhere):
        name = (_holder(line.text) or _like_site_in(context, line.text)) if line.rights else line.text
        is_like = any(
            is_like_host(name, label) and (line.rights or len(fold(name)) <= len(label) + _LITTLE) for label in labels
        )
        if line.rights and not _but_authors(context, [Claim(name, "")]):
            continue
        if name and (line.rights or line.is_labelled or is_like) and fold(name) not in _AGENCIES:
            claim = Claim(name, "text:rights" if line.rights else "text:home")
            found.append((not is_like, _ADDRESS.search(name) is not None, line.rights, claim))
    found.reverse()  # of the lines of rights, the last is the site's
    for *_, claim in sorted(found, key=lambda one: one[:3]):
        yield claim


def _like_site_in(context: Context, line: str) -> str:
    """What is like the host in a line of rights that says otherwise whose they are: ``The Courier © 2026``."""
    pieces = (_without_form(_bare(piece)) for one in _RIGHTS.split(line) for piece in _NAMED_SO.split(one))
    short = (one for one in pieces if len(one.split()) <= _MOST_WORDS and "@" not in one)
    return next((one for one in short if _is_like_site(context, one)), "")


def _of_logos(context: Context) -> Iterator[Claim]:
    """What the link to the home page says that is called a logo, where nothing else names the site."""
    for line in context.once(_elsewhere):
        if line.is_logo and len(line.text.split()) <= _MOST_WORDS and may_be_named(context, line.text):
            yield Claim(line.text, "text:home")


def _holder(line: str) -> str:
    """Who has the rights by a line of them; empty where it does not say it.

    >>> _holder("© 2026 The Harbour Courier. All rights reserved."), _holder("Copyright notice")
    ('The Harbour Courier', '')
    """
    found = _HOLDER.search(line)
    if found is None or not _STATES_RIGHTS.search(line) or _OF_SOFTWARE.search(line[: found.end()]):
        return ""
    name = _HOLDER_END.split(_without_form(found["name"].strip()), maxsplit=1)[0]
    name = _without_form(_bare(name))
    is_name = 1 < len(name) <= _LONGEST and len(name.split()) <= _MOST_WORDS and any(map(str.isalpha, name))
    return name if is_name else ""


def is_like_host(name: str, label: str) -> bool:
    """Whether a name of a site may be what a label of its host stands for.

    >>> is_like_host("Los Angeles Times", "latimes"), is_like_host("The Courier", "courier")
    (True, True)
    >>> is_like_host("Bridge agreed", "courier")
    False
    """
    return any(_may_be(label, parts) for parts in _spellings(name))


def _may_be(label: str, parts: list[str]) -> bool:
    """Whether a label of a host may be what the words of a name are there."""
    whole = "".join(parts)
    if not whole:
        return False
    if whole == label or (len(whole) >= _TELLING and whole in label):
        return True
    if len(label) >= _TELLING and label in whole and len(whole) <= len(label) + _SPARE:
        return True
    return len(label) > 2 and any(
        len(own) > 1 and label[0] == own[0][0] and _abbreviates(label, own) for own in _beginnings(parts)
    )


def _beginnings(parts: list[str]) -> list[list[str]]:
    """The words of a name, and those behind its article."""
    return [parts, parts[1:]] if len(parts) > 1 and parts[0] in _ARTICLES else [parts]


def _spellings(name: str) -> list[list[str]]:
    """The words of a name as hosts may have them.

    >>> _spellings("Jäger Blad")
    [['jager', 'blad'], ['jaeger', 'blad']]
    """
    own = words(name)
    if name.isascii():
        return [own]
    plain, written_out = list(map(ascii_, own)), [ascii_(word.translate(WRITTEN_OUT)) for word in own]
    return [plain] if plain == written_out else [plain, written_out]


def _abbreviates(label: str, parts: list[str]) -> bool:
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


def _is_like_site(context: Context, name: str) -> bool:
    """Whether a name may be what the host of the page's site stands for."""
    labels = context.once(site_labels)
    for parts in _spellings(name):
        for label in labels:
            if _may_be(label, parts) or (len(label) > 2 and len(parts) <= _ALIKE_WORDS and label in parts):
                return True
    return False


def site_labels(context: Context) -> list[str]:
    """What the host of the page's site has that may be its name, folded, the most telling first: the registered name,
    those below it, the whole host.
    """
    host = context.once(_own_host)
    site = _registered(host)
    below = host.removesuffix(site).split(".")
    found = [context.domain_word, site.split(".")[0], *reversed(below)]
    return [
        *dict.fromkeys(fold(label) for label in found if label and label not in _GENERAL),
        *filter(None, [fold(host)]),
    ]


def _own_host(context: Context) -> str:
    """The host of the page's site: by its address, else by its base and its feeds, else that to which most of its links
    lead.
    """
    page, elements = context.page, context.elements
    if known := _host_of(page.url or "") or context.host[:_HOST_CHARS]:
        return known
    stated = [elements.value(row, "href") for row in page.rows_of(_BASE)]
    stated += [
        elements.value(row, "href")
        for row in sorted(elements.holding("rel", ("alternate",)))
        if elements.value(row, "type").lower().endswith(("rss+xml", "atom+xml"))
    ]
    for address in stated:
        if (host := _host_of(address)) and _registered(host) not in _OTHERS:
            return host
    found = filter(None, map(_ABSOLUTE.match, elements.column("href").values()))
    sites = Counter[str]()
    for host, times in Counter(one[1] for one in found).items():
        if (site := _registered(host.lower())) not in _OTHERS:
            sites[site] += times
    if not sites:
        return ""
    site, times = sites.most_common(1)[0]
    return site if times >= max(_LINKS, _MAIN * sites.total()) else ""


def _host_of(address: str) -> str:
    """The host of an address, without ``www``, of an archived one that of the page; empty where it has none."""
    if (archived := _ARCHIVED.search(address)) is not None:
        address = archived[1]
    try:
        host = urlsplit(address.strip()).hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.") if len(host) <= _HOST_CHARS else ""


def _registered(host: str) -> str:
    """The end of a host that is registered, as far as its form tells: ``courier.co.uk`` of ``news.courier.co.uk``."""
    labels = host.split(".")
    return ".".join(labels[-3:] if len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND else labels[-2:])


def _leads_to_site(context: Context, address: str) -> bool:
    """Whether an address is that of the first page of the page's own site, so that what is linked to it may be the
    site's name: not of a part of the site, as for `Context.is_home`, but of an archived one too, and of that which
    only links tell.
    """
    before, absolute, rest = address.strip().rpartition("//")
    host, slash, path = rest.partition("/")
    if not absolute:
        return not host and bool(slash) and _HOME.fullmatch(path) is not None
    if len(path) > _HOME_CHARS or _HOME.fullmatch(path) is None:
        return False
    if before not in _SCHEMES and ("/web/" not in before or "?" in before):
        return False
    own, host = context.once(_own_host), host.partition(":")[0].lower().removeprefix("www.")
    return bool(own) and (host == own or own.endswith(f".{host}"))


class _Line(NamedTuple):
    """Where a page names its site.

    Attributes:
        text: what stands there.
        rights: whether it is a line of rights, of which a name is a part, and no link to the home page.
        is_labelled: whether it says in a script without spaces, or by its ``rel``, that it leads to the home page of
            what it names.
        is_logo: whether the link, what is right around it, or a picture in it is called a logo or the site's name.
    """

    text: str
    rights: bool = False
    is_labelled: bool = False
    is_logo: bool = False


def _elsewhere(context: Context) -> list[_Line]:
    """Where the page names its site: lines of rights, and links to its home, without the words that say that."""
    lines = [
        _Line(text, rights=True) for text in context.texts[-_FOOTER:] if len(text) < 300 and _OF_RIGHTS.search(text)
    ]
    elements = context.elements
    for row, address in elements.column("href").items():
        if _NOT_HOME.match(address):  # most
            continue
        if context.tag[row] != _A or context.end[row] - row > _LOGO_ROWS or not _leads_to_site(context, address):
            continue
        inside = range(row, context.end[row])
        around = (*context.chain(row, _AROUND), *inside)
        said = [context.words_of(row), *(elements.value(at, "alt") for at in inside if context.tag[at] == _IMG)]
        for name in said if any(said) else (elements.value(row, "aria-label"), elements.value(row, "title")):
            if len(name) <= 2 * _LONGEST:
                bare, times = _HOME_WORDS.subn(" ", name)
                bare = _bare(bare)
                lines.append(
                    _Line(
                        bare,
                        is_labelled=len(bare) > 1
                        and bare not in _ANY_SITE
                        and fold(bare) not in _GENERAL
                        and ((times == 1 and min(bare) > "\u2e7f") or "home" in tokens(elements.value(row, "rel"))),
                        is_logo=any(_is_called_logo(context.label(at)) for at in around),
                    )
                )
    return [line for line in lines if (name := fold(line.text)) and name not in _GENERAL]
