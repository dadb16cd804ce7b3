"""The section that an article is in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import CATEGORY, Context, ascii_, fold
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.language import tongue
from broadsheet.metadata.structured import absolute, clean, texts_of
from broadsheet.metadata.written.dates import dates_in
from broadsheet.page import tags

__all__ = ["section"]

_LONGEST: Final = 60
"""Characters of a section; what is longer is a sentence."""
_HOME: Final = re.compile(
    r"^\W*(?:home(?:page)?|start(?:seite)?|accueil|inicio|início|portada|hem|hjem|forside|etusivu|domov|domů|"
    r"strona główna|kezdőlap|acasă|anasayfa|ana sayfa|beranda|trang chủ|αρχική|главная|головна|начало|الرئيسية|خانه|"
    r"ראשי|होम|ホーム|トップ|首页|首頁|홈|news|all news|nachrichten|aktuell(?:es)?|nieuws|nyheter|nyheder|uutiset|"
    r"fréttir|uudised|naujienos|ziņas|actualit[ée]s?|actu|noticias|notícias|notícies|notizie|știri|stiri|wiadomości|aktualności|"
    r"zprávy|správy|aktuality|novice|vijesti|vesti|вести|вијести|новости|новини|навіны|hírek|friss hírek|ειδήσεις|"
    r"νέα|haber(?:ler)?|lajme(?:t)?|xəbərlər|yangiliklar|berita|tin tức|tin mới|الأخبار|أخبار|اخبار|خبریں|חדשות|समाचार|"
    r"খবর|সংবাদ|செய்திகள்|ข่าว|新闻|新聞|ニュース|뉴스|uncategori[sz]ed|allgemein(?:es)?|articles?|blog|tags?|"
    r"collections?|categor(?:y|ies)|archives?|stor(?:y|ies)|posts?|main|other|misc(?:ellaneous)?|default)\W*$",
    re.IGNORECASE,
)
"""What leads to the first page, and sections that say little."""
_NONE: Final = re.compile(
    r"^\W*(?:articles?|general|uncategori[sz]ed|allgemein(?:es)?|sin categor[ií]a|non class[ée]|sem categoria|"
    r"sans cat[ée]gorie|"
    r"bez kategorii|nezařazen[ée]|nezaradené|egyéb|χωρίς κατηγορία|fără categorie|okategoriserade?|ukategorisert|"
    r"ikke kategoriser(?:et|t)|niet gecategoriseerd|bez kategorije|без категории[ия]?|без категорії|미분류|غير مصنف|"
    r"دسته[\u200c ]?بندی نشده|ללא קטגוריה|chưa (?:được )?phân loại|ไม่มีหมวดหมู่|tak berkategori|genel|"
    r"uncategorized @\w\w|"
    r"senza categoria|geen categorie|без рубрики|未分类|default|main(?: blog)?|other|misc(?:ellaneous)?|root|posts?|"
    r"stor(?:y|ies)|front ?page|titelseite|featured?|archiv(?:es?)?|categor(?:y|ies)|tags?|collections?|none|null|"
    r"(?:print|share|e?-?mail|send|search|tweet)(?: (?:this )?(?:article|page)| (?:to )?a friend)?|"
    r"drucken|teilen|mailen|tweeten|suche|"
    r"(?:zurück|back|terug|retour|volver|zpět|назад)\b.*|(?:正文|內文|内文).*|其他|其它)\W*$",
    re.IGNORECASE,
)
"""What says nothing of a section at all, and other links among breadcrumbs."""
_PATH: Final = re.compile(r"\s*[|>»›]\s*|(?<=\w)/(?=\w)")
"""What stands between the steps of a path, the widest section first."""
_LIST: Final = re.compile(r";\s*|,(?=\S)")
"""What stands between several sections; a comma before a space may be in the name of one."""
_COMMA: Final = re.compile(r",\s*")
_AND: Final = re.compile(r"&|(?<!\w)(?:and|und|et|y|e|i|og|och|en|и)(?!\w)")
"""What is in the last part of a name with commas in it."""
_CRUMBS: Final = ("crumb", "brotkrume", "ariane", "migas", "pathway", "navpath", "rootline")
"""What is in classes and ids of breadcrumbs."""
_STEP: Final = re.compile(r"\s*(?:>>|[>»›→＞])\s*")
"""What stands between the steps of a path that is shown in a line."""
_ARROWS: Final = ">»›→＞"
_HERE: Final = re.compile(r"^[^:：>»›→＞]{2,24}[:：]\s*")
"""What such a line says first: "You are here:"."""
_HEADLINE: Final = 12
"""Letters of a headline, or of the end of an address, from which it is not that of its section."""
_STEP_CHARS: Final = 40
_LINE_CHARS: Final = 200
"""Characters of a step, and of the line."""
_LINES: Final = 20
"""Segments before the body among which it is."""
_HOST: Final = re.compile(r"^(?:https?:)?//[^/]*")
_QUERY: Final = re.compile(r"[?#]")
_HOME_BEHIND: Final = re.compile(r"(?<=\w)\s+home$", re.IGNORECASE)
_LINES_ABOVE, _LINES_BEHIND = 8, 6
"""Segments above and behind the body among which a link to the section is."""
_NAV_CHARS: Final = 30
"""Characters of a link to a section in the navigation."""
_CRUMB_ROWS: Final = 120
_CRUMB_CHARS: Final = 400
"""Rows and characters of the largest element of breadcrumbs."""
_ARTICLES: Final = ("Article", "Posting")
"""How the types of items end whose ``genre`` is their section: Joomla marks its categories so."""
_A, _NAV = tags.IDS["a"], tags.IDS["nav"]


def section(context: Context) -> tuple[Claim, ...]:
    """The section, and what else was named as one.

    Sources in order: JSON-LD, ``meta``, microdata, the last step of the breadcrumbs that are stated, then of those that
    are shown, links to categories, the link in the navigation below whose address the page's own is, links beside the
    body to what is a category by its address. A path gives its
    last step, a list its first; the site's name, a day, the headline and what publishing systems say where nobody has
    chosen a section are none, and what says as little as "news" comes last.
    """
    structured = context.structured
    found = []
    for value, source in structured.stated("articleSection"):
        found += [Claim(text, source) for text in texts_of(value)]
    found += [
        Claim(value, source)
        for value, source in structured.metas(
            "article:section", "og:article:section", "parsely-section", "cxenseparse:section", "sailthru.section",
            "section", "dc.subject", "og:section", "category", "news_category", "prism.section", "subsection",
            "bt:category", "page-section",
        )
    ]  # fmt: skip
    found += [
        Claim(one.value, f"{one.kind}:{one.type or 'Thing'}.{one.name}")
        for name in ("articleSection", "genre")
        for one in structured.marked
        if one.name == name and (name == "articleSection" or one.type.endswith(_ARTICLES))
    ]
    for thing in structured.objects:
        for lists in (thing, thing.get("breadcrumb")):
            if isinstance(lists, dict) and "BreadcrumbList" in types(lists):
                found += [Claim(text, "json-ld:BreadcrumbList") for text in _stated_crumbs(context, lists)]
    found += [Claim(text, "text:breadcrumbs") for text in _shown_crumbs(context)]
    found += [Claim(text, "rel:category") for text in _categories(context)]
    headlines = _headlines(context)
    named = {text: _one(context, text) for text in {claim.value for claim in found}}
    fit = {name for name in set(named.values()) if _is_section(context, name, headlines)}
    proper = [Claim(name, claim.source) for claim in found if (name := named[claim.value]) in fit]
    for look, source in (
        (_path_line, "text:breadcrumbs"), (_above, "text:navigation"), (_beside, "link:category"),
    ):  # fmt: skip
        if not all(_HOME.match(claim.value) for claim in proper):
            break
        own = [Claim(_one(context, text), source) for text in look(context)]
        proper += [
            claim for claim in own if _is_section(context, claim.value, headlines) and not _HOME.match(claim.value)
        ]
    return tuple(sorted(proper, key=lambda claim: _HOME.match(claim.value) is not None))


def _headlines(context: Context) -> frozenset[str]:
    """What the page states as its headline, and the end of its address, folded."""
    end = unquote((context.address or "").rstrip("/").rsplit("/", 1)[-1])
    return frozenset(folded for text in (*context.headlines, end) if (folded := fold(text)))


def _is_section(context: Context, text: str, headlines: frozenset[str]) -> bool:
    """Whether a text may be the name of a section."""
    if not 0 < len(text) <= _LONGEST or text.startswith("http") or not any(map(str.isalpha, text)) or _NONE.match(text):
        return False
    folded = fold(text)
    if any(len(headline) > _HEADLINE and headline in folded for headline in headlines):
        return False
    return not dates_in(text, tongue(context))


def _one(context: Context, text: str) -> str:
    """One section of a path or a list of them, without the site's name."""
    steps = [step for step in _PATH.split(text) if step and not context.is_site(step)]
    telling = [step for step in steps if not _HOME.match(step)] or steps
    if not telling:
        return ""
    listed = [part for part in _LIST.split(telling[-1].strip(" ,")) if part]
    return _first_of(next((part for part in listed if not _HOME.match(part) and not _NONE.match(part)), listed[0]))


def _first_of(text: str) -> str:
    """The first of several sections with commas between them that says something; a name with commas in it whole.

    >>> _first_of("News, World"), _first_of("Bars, Food, Music"), _first_of("Fife, Borders & East Scotland")
    ('World', 'Bars', 'Fife, Borders & East Scotland')
    """
    if "," not in text:
        return text
    parts = _COMMA.split(text)
    telling = [part for part in parts if part and not _HOME.match(part) and not _NONE.match(part)]
    is_list = len(telling) < len(parts) or (len(parts) > 2 and not _AND.search(parts[-1]))
    return telling[0] if is_list and telling else text


def _stated_crumbs(context: Context, thing: Any) -> list[str]:
    """The names of a breadcrumb list, without the home page and the article itself."""
    items = thing.get("itemListElement")
    steps = []
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            inner = item.get("item")
            name = clean(item.get("name") or (inner.get("name") if isinstance(inner, dict) else None))
            address = inner.get("@id") or inner.get("url") if isinstance(inner, dict) else inner
            steps.append((name, address if isinstance(address, str) else None))
    return _between(context, steps)


def _shown_crumbs(context: Context) -> list[str]:
    """The links of the first breadcrumbs shown, without those to the home page and the page itself."""
    elements = context.elements
    rows = {row for name in ("class", "id", "itemtype", "data-testid") for row in elements.holding(name, _CRUMBS)}
    rows |= {row for row in elements.holding("class", ("path",)) if "path" in tokens(elements.value(row, "class"))}
    return _crumbs_in(context, rows) or _crumbs_in(
        context, filter(partial(_is_labelled, context), context.page.rows_of(_NAV))
    )


def _is_labelled(context: Context, row: int) -> bool:
    """Whether an element is breadcrumbs by its label (WAI-ARIA Authoring Practices, Breadcrumb Pattern)."""
    return any(map((context.page.attr(row, "aria-label") or "").lower().__contains__, _CRUMBS))


def _crumbs_in(context: Context, rows: Iterable[int]) -> list[str]:
    """The names that the first of some elements with breadcrumbs has."""
    for row in sorted(rows):
        if context.place[row] > context.last:
            break
        if context.end[row] - row > _CRUMB_ROWS or context.size(row) > _CRUMB_CHARS or context.hidden[row]:
            continue
        links = [at for at in range(row, context.end[row]) if context.tag[at] == _A]
        if names := _between(context, ((context.words_of(at), context.elements.value(at, "href")) for at in links)):
            return names
    return []


def _path_line(context: Context) -> list[str]:
    """The steps of a line above the body that is a path with links, the nearest first: ``Home > Sport > Tennis``."""
    segments, texts = context.page.segments, context.texts
    for at in range(context.first, max(-1, context.first - _LINES), -1):
        if at >= len(texts) or len(texts[at]) > _LINE_CHARS or not any(map(texts[at].__contains__, _ARROWS)):
            continue
        if not segments.link_chars[at]:
            continue
        steps = [step for step in _STEP.split(_HERE.sub("", texts[at])) if step]
        if len(steps) < 2 or max(map(len, steps[:-1])) > _STEP_CHARS:
            continue
        is_rooted = context.is_site(steps[0]) or _HOME.match(steps[0]) is not None
        is_ended = _NONE.match(steps[-1]) is not None
        if len(steps) < 3 and not (is_rooted or is_ended):
            continue
        own = steps[1:] if is_rooted or len(steps) > 2 else steps
        names = [step for step in own if len(step) <= _STEP_CHARS and not re.search(r"[:：]", step)]
        if names := [name for name in _between(context, ((name, None) for name in names)) if not _NONE.match(name)]:
            return names
    return []


def _own_path(context: Context) -> tuple[str, list[str], dict[str, int]]:
    """The path of the page's address, the parts of it but the last, and which of these each path above it ends with."""
    try:
        own = urlsplit(context.address or "").path
    except ValueError:
        own = ""
    parts = [part for part in own.split("/")[:-1] if part]
    # Of the parts of an address, the first few are sections.
    return own, parts, {"/" + "/".join(parts[: at + 1]): at for at in range(min(len(parts), 4))}


def _path_of(address: str) -> str:
    """The path of an address, without a slash at its end."""
    return _HOST.sub("", _QUERY.split(address.strip(), maxsplit=1)[0]).rstrip("/")


def _above(context: Context) -> list[str]:
    """The links in navigation to what the page's address is below, the nearest first: where they are named like that
    part of the address.
    """
    _, parts, below = _own_path(context)
    if not below:
        return []
    found: dict[int, str] = {}
    top = f"/{parts[0]}"
    elements = context.elements
    for row, address in elements.column("href").items():
        if top not in address or context.tag[row] != _A or not context.is_aside(row):
            continue
        at = below.get(_path_of(address))
        if at is None or at in found:
            continue
        name = context.words_of(row)
        part, folded = ascii_(fold(parts[at])), ascii_(fold(name))
        is_like = folded.startswith(part[:4]) and (folded in part or part in folded)
        if len(folded) > 2 and len(name) <= _NAV_CHARS and is_like:
            found[at] = _HOME_BEHIND.sub("", name)
    return [found[at] for at in sorted(found, reverse=True)]


def _beside(context: Context) -> list[str]:
    """The links right above the body or behind it that lead to a category by their address, or to what the page's own
    address is below.
    """
    own, _, below = _own_path(context)
    elements, place = context.elements, context.place
    edges = (
        *context.rows_in(context.first - _LINES_ABOVE, context.first),
        *context.rows_in(max(context.first, context.last) + 1, context.last + _LINES_BEHIND),
    )
    linked = elements.having("href")
    begin, end, begin_behind, end_behind = (bisect_left(linked, edge) for edge in edges)
    found: list[str] = []
    for row in (*linked[begin:end], *linked[begin_behind:end_behind]):
        address = elements.value(row, "href")
        path = _path_of(address)
        is_own = path in below and path != own.rstrip("/") and place[row] <= context.first
        if context.tag[row] != _A or context.is_aside(row) or not (is_own or CATEGORY.search(path)):
            continue
        name = context.words_of(row)
        is_name = 0 < len(name) <= _NAV_CHARS and not name[0].isdigit()
        if is_name and not (context.is_beside(row) or context.is_home(address)):
            found.append(name)
    return found


def _between(context: Context, steps: Iterable[tuple[str | None, str | None]]) -> list[str]:
    """The names of steps from the home page to an article, the nearest first, without these two.

    Args:
        context: the page.
        steps: names and addresses, as far as they are given.
    """
    own = context.address
    headline = fold(clean(context.structured.article.get("headline")) or context.structured.title or "")
    names = []
    for name, address in steps:
        whole = absolute(address, context.base) if address is not None else None
        is_end = whole is not None and (whole == own or context.is_home(whole))
        if name and not is_end and not _HOME.match(name) and not (len(fold(name)) > 3 and fold(name) in headline):
            names.append(name)
    return names[::-1]


def _categories(context: Context) -> Iterator[str]:
    """Links that are marked as leading to the article's category."""
    elements = context.elements
    for row in context.links(elements.holding("rel", ("category",))):
        if "category" in tokens(elements.value(row, "rel")):
            yield context.words_of(row)
