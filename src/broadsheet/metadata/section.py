"""The section that an article is in."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from broadsheet.article.provenance import Claim
from broadsheet.metadata.boxes import is_own
from broadsheet.metadata.context import CATEGORY, Context, ascii_, fold, label_test, words
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.language import tongue
from broadsheet.metadata.structured import absolute, clean, texts_of
from broadsheet.metadata.written.dates import dates_in
from broadsheet.page import tags

__all__ = ["may_be_named", "section"]

_LONGEST: Final = 60
"""Characters of a section; what is longer is a sentence."""
_FIRST_PAGE: Final = (
    r"home(?: ?page)?|start(?:seite|sida|side| ?page)?|hauptseite|voorpagina|accueil|inicio|início|"
    r"p[áa]gina (?:inicial|principal|de inicio|iniziale)|portada|hem|hjem|forside|etusivu|domov|domů|"
    r"strona (?:główna|startowa)|kezdőlap|főoldal|címlap|acasă|prima pagină|anasayfa|ana sayfa|beranda|trang chủ|"
    r"αρχική(?: σελίδα)?|главная(?: страница)?|головна(?: сторінка)?|начало|naslovn(?:a|ica)|početna|sākums|esileht|"
    r"avaleht|الرئيسية|خانه|ראשי|होम|मुखपृष्ठ|หน้าแรก|ホーム|トップ(?:ページ)?|首页|首頁|主页|主頁|홈"
)
_FIRST: Final = re.compile(rf"^\W*(?:{_FIRST_PAGE})\W*$", re.IGNORECASE)
"""What leads to the first page of a site."""
_HOME: Final = re.compile(
    rf"^\W*(?:{_FIRST_PAGE}|news|headlines|top stories|breaking news|latest (?:news|posts|articles|stories)|"
    r"najnowsze wiadomości|blogs|"
    r"all news|nachrichten|aktuell(?:es)?|nieuws|nyheter|nyheder|uutiset|"
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
_OTHER_META: Final = re.compile(
    r"(?!tmgads|og:)(?:.*[.:_-])?(?:(?:article|content|page|primary|main|news)[.:_-]?(?:sections?|category)|sections?)"
    r"(?:[.:_-]?name)?|cxenseparse:category"
)
"""Names of ``meta`` elements that state a section, as systems make them up."""
_PATH: Final = re.compile(r"\s*[|>»›]\s*")
"""What stands between the steps of a path, the widest section first."""
_SLASH: Final = re.compile(r"(?<=\w)/(?=\w)")
"""So does a slash, where it does not stand for two forms of a word: ``Actor/ess``."""
_LIST: Final = re.compile(r";\s*|,(?=\S)")
"""What stands between several sections; a comma before a space may be in the name of one."""
_COMMA: Final = re.compile(r",\s*")
_MANY: Final = 2
"""Commas of a text from which it is a list, whatever marks of a path one of its parts has."""
_AND: Final = re.compile(r"&|(?<!\w)(?:and|und|et|y|e|i|og|och|en|и)(?!\w)")
"""What is in the last part of a name with commas in it."""
_GLYPHS: Final = re.compile("[\ue000-\uf8ff]+")
"""Characters that only a font of icons has."""
_EDGES: Final = " \t\n/|›»«‹>·•:：,→"
"""What is shown around a name and is no part of it."""
_KINDS: Final = (
    r"(?:[ck]ategori(?:e[ns]?|er|as?|je|i)?|categor(?:y|ies|[ií]as?)|catégories?|rubri(?:k|ken|ques?|cas?|ek|ka|kk)|"
    r"ressort|sezione|secci[oó]n|dział|рубрик[аи]|категори[яи]|κατηγορί(?:α|ες)|カテゴリー?|分类|分類|카테고리)"
)
_POSTED: Final = (
    r"(?:(?:posted|filed|published) (?:in|under)|filed as|(?:abgelegt|veröffentlicht|gepostet) (?:in|unter)|"
    r"(?:publié|classé) (?:dans|sous)|publicado en|publicado em|archiviato in|pubblicato in|geplaatst in)"
)
_LABEL: Final = re.compile(rf"{_KINDS}\s*[:：]?\s+(?=\S)|{_KINDS}[:：](?=\S)", re.IGNORECASE)
"""What is said before the name of a section: ``Category: Local``."""
_INTRODUCES: Final = re.compile(rf"(?<!\w)(?:{_KINDS}|{_POSTED})\s*[:：]\s*|(?<!\w){_POSTED}\s+", re.IGNORECASE)
"""What is said of it in a line of other things."""
_MAY_INTRODUCE: Final = re.compile(r"[:： ](?:(?<! )|(?:in|under|as|unter|dans|sous|en|em)\s)", re.IGNORECASE)
"""This is in all that the pattern above finds."""
_NEXT: Final = re.compile(r"\s*[,;|•·／]\s*|\s+[-–—/]\s+|\s{2,}")
"""What stands behind its name there."""
_IN_CALLED: Final = ("categor", "kategori", "rubri", "ressort", "cat-", "-cat", "_cat", "cat_")
"""In lower case; one of these is in all that the pattern below finds."""
_is_called_category: Final = label_test(
    re.compile(
        r"^(?!widget)(?:.*[-_])?"
        r"(?:categor(?:y|ies|ie|ia)|kategorien?|rubri(?:c|k|que|ca|ka)|ressort|cats?(?=[-_]links?$)|(?<=[-_])cats?)"
        r"(?:[-_]*(?:links?|list|labels?|names?|title|text|wrap(?:per)?|container|item))?$",
        re.IGNORECASE,
    )
)
"""How elements are called that hold the name of an article's section."""
_CALLED_ROOM, _CALLED_LINKS = 80, 5
"""Characters and links of such an element."""
_OF_TAG: Final = re.compile(r"(?:^|/)(?:tags?|keywords?|etiquetas?|schlagw\w+)[/=]", re.IGNORECASE)
"""Addresses of tags, which some sites have in lists that they call so."""
_CALLED_ABOVE, _CALLED_BEHIND = 3, 20
"""Segments above the headline, and behind the body inside the same article, among which it is."""
_MENUS: Final = ("menu", "nav", "dropdown")
_is_called_menu: Final = label_test(
    re.compile(
        r"menu|dropdown|^nav(?:bar|igation|i)?$|^(?:main|sub|top|site|global|primary|secondary|header)[-_]?nav",
        re.IGNORECASE,
    )
)
"""How the site's navigation is called where it is in no such element; one of the words above is in all of it."""
_MENU_ITEMS: Final = 3
"""Entries of a list in a breadcrumb from which it is a menu."""
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
_LIKE: Final = 4
"""Letters in which a name and the part of an address that it is of are alike."""
_DEEPER: Final = 3
"""Parts of an address behind that of a category."""
_QUERY: Final = re.compile(r"[?#]")
_HOME_BEHIND: Final = re.compile(r"(?<=\w)\s+home$", re.IGNORECASE)
_LINES_ABOVE, _LINES_BEHIND = 8, 6
"""Segments above and behind the body among which a link to the section is."""
_NAV_CHARS, _NAME_CHARS = 30, 40
"""Characters of a link to a section in the navigation, and of one that is marked as its name."""
_FAR: Final = 25
"""Segments between a headline and the body from which it is that of something else."""
_HEAD_ROOM, _HEADED_WORDS, _HEADED_LINKS = 5, 3, 2
"""Segments of the head of an article above its headline, words of the name of a section there, and links beside it."""
_WRITERS: Final = ("author", "byline")
"""What is in names of elements with the authors' names."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d$")
_CRUMB_ROWS: Final = 120
_CRUMB_CHARS: Final = 400
"""Rows and characters of the largest element of breadcrumbs."""
_ARTICLES: Final = ("Article", "Posting")
"""How the types of items end whose ``genre`` is their section: Joomla marks its categories so."""
_A, _NAV, _LI = (tags.IDS[name] for name in ("a", "nav", "li"))
_LISTS: Final = frozenset(tags.IDS[name] for name in ("ul", "ol"))
_ROWS: Final = _LISTS | {tags.IDS["table"]}
_SIDEBARS: Final = ("amp-sidebar", "menu")
_LABELS: Final = ("label", "categor", "kategor", "rubri", "topic")
_SHOWN: Final = frozenset({"json-ld:BreadcrumbList", "text:breadcrumbs", "rel:category"})
"""Sources that say where an article is on its site; others have what it is about as well."""


def section(context: Context) -> tuple[Claim, ...]:
    """The section, and what else was named as one.

    Sources in order: JSON-LD, ``meta``, microdata, the last step of the breadcrumbs that are stated, then of those that
    are shown, links to categories; where none of them says anything, a line that is a path, what is labelled a category
    beside the headline or behind the body, what is in elements that are called so, the link in the navigation below
    whose address the page's own is, links beside the body to what is a category by its address, the link right above
    the headline, the items that WordPress marks in the navigation. A path gives its last step, a list what is shown as
    well, or its first; the site's name, a day, the headline and what publishing systems say where nobody has chosen a
    section are none, and what says as little as "news" comes last.
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
            "bt:category", "page-section", "articlesection", *structured.named(_states_section),
        )
    ]  # fmt: skip
    found += [
        Claim(one.value, f"{one.kind}:{one.type or 'Thing'}.{one.name}")
        for name in ("articleSection", "genre")
        for one in structured.marked
        if one.name == name and (name == "articleSection" or one.type.endswith(_ARTICLES)) and is_own(context, one)
    ]
    for thing in structured.objects:
        for lists in (thing, thing.get("breadcrumb")):
            if isinstance(lists, dict) and "BreadcrumbList" in types(lists):
                found += [Claim(text, "json-ld:BreadcrumbList") for text in _stated_crumbs(context, lists)]
    found += [Claim(text, "text:breadcrumbs") for text in _shown_crumbs(context)]
    found += [Claim(text, "rel:category") for text in _categories(context)]
    headlines = _headlines(context)
    named = {claim: _one(context, claim.value, is_shown=claim.source in _SHOWN) for claim in set(found)}
    fit = {name for name in set(named.values()) if _is_section(context, name, headlines)}
    proper = [Claim(name, claim.source) for claim in found if (name := named[claim]) in fit]
    proper = [*_shown_of_list(context, found, proper, headlines), *proper]
    for look, source in (
        (_path_line, "text:breadcrumbs"), (_labelled, "text:category"), (_called, "class:category"),
        (_above, "text:navigation"), (_beside, "link:category"), (_headed, "link:headline"),
        (_active, "class:navigation"),
    ):  # fmt: skip
        if not all(_leads_home(claim.value) for claim in proper):
            break
        own = [Claim(_one(context, text, is_shown=True), source) for text in look(context)]
        proper += [claim for claim in own if _is_section(context, claim.value, headlines)]
    return _best_written(sorted(proper, key=lambda claim: _leads_home(claim.value)))


@lru_cache(maxsize=4096)
def _leads_home(text: str) -> bool:
    """Whether a text is what leads to the first page, or a section that says little: asked of each several times."""
    return _HOME.match(text) is not None


@lru_cache(maxsize=4096)
def _states_section(name: str) -> bool:
    """Whether a ``meta`` element that is in no list states a section by its name."""
    return _OTHER_META.fullmatch(name) is not None


def _shown_of_list(
    context: Context, found: Sequence[Claim], proper: Sequence[Claim], headlines: frozenset[str]
) -> Iterator[Claim]:
    """Of several sections that are stated together, the first that the page shows or its address has: what an article
    is about is stated so as well.
    """
    if not proper or proper[0].source in _SHOWN:
        return
    first = proper[0]
    listed = [part for claim in found if claim.source == first.source for part in _COMMA.split(claim.value)]
    if len(listed) < 2:
        return
    shown = [fold(claim.value) for claim in proper if claim.source in _SHOWN]
    shown += map(fold, reversed(context.once(_own_path)[1]))
    if fold(first.value) in shown:
        return
    shown += map(fold, _called(context))
    parts = {fold(part): part for part in listed if not _leads_home(part)}
    part = next((parts[folded] for folded in shown if folded in parts), None)
    if part is not None and _is_section(context, part, headlines):
        yield Claim(part, first.source)


def _best_written(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims, the first as it is shown: an address has ``republica`` for ``República``."""
    if claims and (written := claims[0].value) == written.lower():
        plain = ascii_(fold(written))
        for claim in claims[1:]:
            is_written = claim.value != claim.value.lower() and (len(plain) < 4 or not claim.value.isupper())
            if is_written and ascii_(fold(claim.value)) == plain:
                return (claim, *claims)
    return tuple(claims)


def _shown_name(text: str) -> str:
    """A name without what is shown around it: icons, marks, and the word for what it is.

    >>> _shown_name("Categories: Local"), _shown_name("/ Local »")
    ('Local', 'Local')
    """
    if not text.isascii():
        text = _GLYPHS.sub(" ", text)
    text = " ".join(text.split()).strip(_EDGES)
    label = _LABEL.match(text)
    return text[label.end() :] if label is not None else text


def _headlines(context: Context) -> frozenset[str]:
    """What the page states as its headline, and the end of its address, folded."""
    end = unquote((context.address or "").rstrip("/").rsplit("/", 1)[-1])
    return frozenset(folded for text in (*context.headlines, end) if (folded := fold(text)))


def _is_section(context: Context, text: str, headlines: frozenset[str]) -> bool:
    """Whether a text may be the name of a section."""
    if not 0 < len(text) <= _LONGEST or text.startswith("http") or not any(map(str.isalpha, text)):
        return False
    if _NONE.match(text) or _FIRST.match(text):
        return False
    folded = fold(text)
    if any(len(headline) > _HEADLINE and headline in folded for headline in headlines):
        return False
    return not dates_in(text, tongue(context))


def may_be_named(context: Context, text: str) -> bool:
    """Whether something of a site may be called so: no day, and no word such as "news" or "home"."""
    return _is_section(context, text, frozenset()) and not _leads_home(text)


def _one(context: Context, text: str, *, is_shown: bool = False) -> str:
    """One section of a path or a list of them, without the site's name.

    Args:
        context: the page.
        text: what is said.
        is_shown: it is the name of a link, in which a slash parts nothing.
    """
    text = _shown_name(text)
    if text.count(",") > _MANY and _PATH.search(text):
        text = _first_of(text)
    steps = [step for step in _steps(text, is_shown=is_shown) if step and not context.is_site(step)]
    telling = [step for step in steps if not _leads_home(step)] or steps
    if not telling:
        return ""
    listed = [part for part in _LIST.split(telling[-1].strip(" ,")) if part]
    if not listed:
        return ""
    return _first_of(next((part for part in listed if not _leads_home(part) and not _NONE.match(part)), listed[0]))


def _steps(text: str, *, is_shown: bool) -> list[str]:
    """The steps of a path."""
    steps = _PATH.split(text)
    if is_shown or "/" not in text:
        return steps
    out = []
    for step in steps:
        parts = _SLASH.split(step)
        is_path = step == step.lower() or not any(part[0].islower() for part in parts[1:])
        out += parts if is_path else [step]
    return out


def _first_of(text: str) -> str:
    """The first of several sections with commas between them that says something; a name with commas in it whole.

    >>> _first_of("News, World"), _first_of("Bars, Food, Music"), _first_of("Fife, Borders & East Scotland")
    ('World', 'Bars', 'Fife, Borders & East Scotland')
    """
    if "," not in text:
        return text
    parts = _COMMA.split(text)
    telling = [part for part in parts if part and not _leads_home(part) and not _NONE.match(part)]
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
    """The names that the first of some elements with breadcrumbs has, if that can be more than "news"."""
    below = context.once(_own_path)[2]
    least: list[str] = []
    for row in sorted(rows):
        if context.place[row] > context.last:
            break
        if context.end[row] - row > _CRUMB_ROWS or context.size(row) > _CRUMB_CHARS or context.hidden[row]:
            continue
        links = [at for at in _without_menus(context, row, below) if context.tag[at] == _A]
        names = _between(context, ((context.words_of(at), context.elements.value(at, "href")) for at in links))
        if not all(map(_leads_home, names)):
            return names
        least = least or names
    return least


def _without_menus(context: Context, row: int, below: Mapping[str, int]) -> Iterator[int]:
    """The rows of an element without the lists in entries of its lists: what opens there are a site's other parts, but
    for links to what the page is below.
    """
    tag, parent = context.tag, context.parent
    at, end = row, context.end[row]
    while at < end:
        if tag[at] in _LISTS and tag[parent[at]] == _LI and parent[at] > row:
            entries = sum(tag[inner] == _LI and parent[inner] == at for inner in range(at + 1, context.end[at]))
            if entries >= _MENU_ITEMS:
                yield from (one for one in range(at, context.end[at]) if _leads_to(context, one) in below)
                at = context.end[at]
                continue
        yield at
        at += 1


def _leads_to(context: Context, row: int) -> str | None:
    """The path that a link leads to; None where the row is none."""
    address = context.elements.value(row, "href") if context.tag[row] == _A else ""
    return _path_of(absolute(address, context.base) or "") if address else None


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
        is_rooted = context.is_site(steps[0]) or _leads_home(steps[0])
        is_ended = _NONE.match(steps[-1]) is not None
        if len(steps) < 3 and not (is_rooted or is_ended):
            continue
        own = steps[1:] if is_rooted or len(steps) > 2 else steps
        own = own[: next((at for at, step in enumerate(own) if _YEAR.match(step)), len(own))]
        names = [step for step in own if len(step) <= _STEP_CHARS and not re.search(r"[:：]", step)]
        if names := [name for name in _between(context, ((name, None) for name in names)) if not _NONE.match(name)]:
            return names
    return []


def _own_path(context: Context) -> tuple[str, list[str], dict[str, int]]:
    """The path of the page's address, the parts of it but the last, and which of these each path above it ends with."""
    own = urlsplit(context.address or "").path
    parts = [part for part in own.rstrip("/").split("/")[:-1] if part]
    # Of the parts of an address, the first few are sections.
    return own, parts, {"/" + "/".join(parts[: at + 1]): at for at in range(min(len(parts), 4))}


def _path_of(address: str) -> str:
    """The path of an address, without a slash at its end."""
    return _HOST.sub("", _QUERY.split(address.strip(), maxsplit=1)[0]).rstrip("/")


def _above(context: Context) -> list[str]:
    """The links in navigation, or above the headline, to what the page's address is below, the nearest first: where
    they are named like that part of the address.
    """
    _, parts, below = context.once(_own_path)
    if not below:
        return []
    found: dict[int, str] = {}
    head = _head(context)
    elements = context.elements
    for row, address in elements.column("href").items():
        if parts[0] not in address or context.tag[row] != _A:
            continue
        if not (context.is_aside(row) or context.place[row] < head):
            continue
        path = _path_of(address)
        at = below.get(path if path[:1] == "/" else _leads_to(context, row) or "")
        if at is None or parts[at].isdigit():
            continue
        name = _HOME_BEHIND.sub("", _shown_name(context.words_of(row)))
        part, folded = ascii_(fold(parts[at])), ascii_(fold(name))
        if _is_in_other_script(name, part):  # of which nobody can tell whether it is like
            is_like = len(part) > 2 and at not in found
        else:
            is_like = len(folded) > 2 and folded.startswith(part[:_LIKE]) and (folded in part or part in folded)
        if folded and len(name) <= _NAV_CHARS and is_like and (at not in found or folded == part):
            found[at] = name
    return [found[at] for at in sorted(found, reverse=True)]


def _active(context: Context) -> list[str]:
    """The links in the navigation that WordPress calls those of what an article is in, the innermost first."""
    items = sorted(context.called(("current-post-",)), reverse=True)
    links = (next((at for at in range(row, context.end[row]) if context.tag[at] == _A), row) for row in items)
    return [_shown_name(context.words_of(row)) for row in links]


def _is_in_other_script(name: str, part: str) -> bool:
    """Whether a name has none of the letters that a part of an address is written in.

    >>> _is_in_other_script("Экономика", "economics"), _is_in_other_script("Économie", "economie")
    (True, False)
    """
    return part.isascii() and not any(letter.isascii() and letter.isalpha() for letter in name)


def _head(context: Context) -> int:
    """The segment of the headline; the first of the body where that is not known."""
    row = context.headline_row
    at = context.place[row] if row >= 0 else context.first
    return at if context.first - _FAR <= at <= context.first else context.first


def _is_of_menu(context: Context, row: int) -> bool:
    """Whether a row is in the site's navigation, or is hidden, or is of another article."""
    return bool(context.hidden[row]) or context.is_beside(row) or _is_in_menu(context, row)


def _is_in_menu(context: Context, row: int) -> bool:
    """Whether a row is in the site's navigation: in an element that is it, or is called so and holds no body."""
    begin = context.first_row[context.first] if len(context.texts) else 0
    menus = context.called(_MENUS)
    return any(
        context.tag[up] == _NAV
        or (up in menus and _is_called_menu(context.label(up)) and not up <= begin < context.end[up])
        for up in (row, *context.page.ancestors(row))
    )


def _called(context: Context) -> list[str]:
    """What is in elements that are called a category, beside the headline or behind the body."""
    head = _head(context)
    found: list[str] = []
    behind = -1
    for row in sorted(context.called(_IN_CALLED)):
        if row < behind or not _stands_near(context, row, head) or not _is_called_so(context, row):
            continue
        names = _names_in(context, row)
        if names is not None:
            found += [name for name in names if 0 < len(name) <= _NAME_CHARS and not name[0].isdigit()]
            behind = context.end[row]
    # What is called so again and again is something else on the page.
    return found if len(found) <= _CALLED_LINKS else []


def _stands_near(context: Context, row: int, head: int) -> bool:
    """Whether a row is beside the headline, or behind the body: a few lines, or more inside the same article.

    Args:
        context: the page.
        row: the row.
        head: the segment of the headline.
    """
    at, last = context.place[row], max(context.first, context.last)
    if at < head - _CALLED_ABOVE or context.first < at <= last or at > last + _CALLED_BEHIND:
        return False
    return at <= last + _LINES_BEHIND or context.is_in_article(row)


def _is_called_so(context: Context, row: int) -> bool:
    """Whether an element is called a category, is small, and is neither around the headline nor in a menu."""
    return (
        not row <= context.headline_row < context.end[row]
        and context.size(row) <= 4 * _CALLED_ROOM
        and _is_called_category(context.label(row))
        and not _is_of_menu(context, row)
        and (context.is_in_article(row) or not context.is_aside(row))
    )


def _names_in(context: Context, row: int) -> list[str] | None:
    """The names of the links in such an element, or what it says without one; None where it holds something else."""
    text = context.words_of(row)
    links = [one for one in range(row, context.end[row]) if context.tag[one] == _A]
    if not 0 < len(text) <= _CALLED_ROOM or len(links) > _CALLED_LINKS:
        return None
    if len(links) > 1 and any(_OF_TAG.search(context.elements.value(one, "href")) for one in links):
        return None
    if not links and len(text.split()) <= _CALLED_LINKS:
        return [_behind_label(text)]
    return [_shown_name(context.words_of(one)) for one in links]


def _behind_label(text: str) -> str:
    """The name behind the words that introduce it: ``From the category: Local``."""
    label = _INTRODUCES.search(text)
    return _shown_name(text[label.end() :] if label is not None else text)


def _labelled(context: Context) -> list[str]:
    """The names behind a label in lines beside the headline or behind the body: ``5 May | Category: Local``."""
    texts, segments = context.texts, context.page.segments
    head, last = _head(context), max(context.first, context.last)
    lines = (*range(max(0, head - 2), context.first), *range(last + 1, min(len(texts), last + _LINES_BEHIND)))
    for at in lines:
        text = texts[at]
        label = _INTRODUCES.search(text) if len(text) <= _LINE_CHARS and _MAY_INTRODUCE.search(text) else None
        if label is None or _is_of_menu(context, context.first_row[at]):
            continue
        rest = text[label.end() :]
        if segments.link_chars[at]:
            rows = range(context.first_row[at], context.last_row[at] + 1)
            links = [context.words_of(row) for row in rows if context.tag[row] == _A]
            names = []
            for name in links:
                if 0 < len(name) <= _NAME_CHARS and rest.startswith(name):
                    names.append(name)
                    rest = rest[len(name) :].lstrip(" ,;&")
            if names:
                return names
        elif rest and label[0].rstrip()[-1] in ":：":
            name = _NEXT.split(rest, maxsplit=1)[0]
            if 0 < len(name) <= _NAME_CHARS:
                return [name]
    return []


def _beside(context: Context) -> list[str]:
    """The links right above the body or behind it that lead to a category by their address, or to what the page's own
    address is below.
    """
    own, _, below = context.once(_own_path)
    elements, place = context.elements, context.place
    head = _head(context)
    edges = (
        *context.rows_in(min(context.first - _LINES_ABOVE, head - 1), context.first),
        *context.rows_in(max(context.first, context.last) + 1, context.last + _LINES_BEHIND),
    )
    linked = elements.having("href")
    begin, end, begin_behind, end_behind = (bisect_left(linked, edge) for edge in edges)
    found: list[str] = []
    for row in (*linked[begin:end], *linked[begin_behind:end_behind]):
        address = elements.value(row, "href")
        path = _path_of(address)
        if context.tag[row] != _A or context.is_aside(row):
            continue
        is_own = path in below and path != own.rstrip("/") and place[row] <= context.first
        name = _shown_name(context.words_of(row))
        is_name = 0 < len(name) <= _NAME_CHARS and not name[0].isdigit()
        if not is_name or not (is_own or _is_category(path, name)):
            continue
        if not (_is_of_menu(context, row) or context.is_home(address)):
            found.append(name)
    return found


def _is_category(path: str, name: str) -> bool:
    """Whether a path is that of a category, or of one in it that has a name."""
    if CATEGORY.search(path):
        return True
    part = ascii_(fold(unquote(path.rsplit("/", 1)[-1])))[:_LIKE]
    return ascii_(fold(name)).startswith(part) and any(
        CATEGORY.search(path.rsplit("/", deeper)[0]) for deeper in range(1, _DEEPER + 1)
    )


def _is_like(name: str, path: str) -> bool:
    """Whether a name and the last part of a path begin alike, the shorter in the longer, as far as one can tell."""
    part, folded = ascii_(fold(unquote(path.rsplit("/", 1)[-1]))), ascii_(fold(name))
    if part.isalpha() and _is_in_other_script(name, part):
        return len(part) > 2
    return len(part) > 2 and len(folded) > 2 and (part.startswith(folded) or folded.startswith(part))


def _headed(context: Context) -> list[str]:
    """The links right above the headline, in an element with it and little else, that are named like what they lead
    to.
    """
    row_of_headline, head, segments = context.headline_row, _head(context), context.page.segments
    if row_of_headline < 0 or context.place[row_of_headline] != head:
        return []
    # The day may stand between them.
    at = next((at for at in range(head - 1, max(-1, head - 3), -1) if segments.link_chars[at]), -1)
    if at < 0 or 2 * segments.link_chars[at] < segments.chars[at]:
        return []
    first, end = context.first_row[at], context.last_row[at] + 1
    up = context.page.ancestors(first)
    within = next((at for at, row in enumerate(up) if context.end[row] > row_of_headline), len(up) - 1)
    holder, up = up[within], up[:within]
    is_elsewhere = context.place[holder] < head - _HEAD_ROOM or context.is_aside(first)
    if is_elsewhere or any(map(context.headers.get, up)) or not context.called(_WRITERS).isdisjoint(up):
        return []
    links = [row for row in sorted({*range(first, end), *context.chain(first, _HEAD_ROOM)}) if context.tag[row] == _A]
    if len(links) > _HEADED_LINKS:
        return []
    own, _, below = context.once(_own_path)
    own = own.rstrip("/")
    # A list of links in the article is one of its own sections.
    is_menu = not context.is_in_article(first) and any(_is_list_of_links(context, row) for row in up)
    folder = own.rsplit("/", 1)[0]
    found = []
    for row in links:
        path, name = _path_of(context.elements.value(row, "href")), _shown_name(context.words_of(row))
        is_sibling = path == own or (bool(folder) and path.rsplit("/", 1)[0] == folder)
        is_short = len(name.split()) <= _HEADED_WORDS and not name[:1].isdigit()
        if is_menu and path not in below:
            continue
        if is_short and not is_sibling and _is_like(name, path) and not _is_of_menu(context, row):
            found.append(name)
    return found[::-1]


def _is_list_of_links(context: Context, row: int) -> bool:
    """Whether an element is a list or a table of links, or is named for the side of a page: a menu, unless its class
    says that it has labels or categories.
    """
    tag = context.tag
    if row in context.called(_LABELS):
        return False
    if tag[row] not in _ROWS and context.page.name(row) not in _SIDEBARS:
        return False
    return sum(tag[at] == _A for at in range(row, context.end[row])) >= _MENU_ITEMS


def _between(context: Context, steps: Iterable[tuple[str | None, str | None]]) -> list[str]:
    """The names of steps from the home page to an article, the nearest first, without these two.

    Args:
        context: the page.
        steps: names and addresses, as far as they are given.
    """
    own, headline = _bare(context.address), context.once(_headline)
    names = []
    for name, address in steps:
        whole = absolute(address, context.base) if address is not None else None
        is_end = whole is not None and (_bare(whole) == own or context.is_home(whole))
        if not name or is_end or _FIRST.match(name):
            continue
        said = " ".join(words(name))
        # The title of a page has the name of its section as well, which leads elsewhere.
        begins = len(said) > _HEADLINE and headline.startswith(said)
        is_long = whole is None or begins or 2 * len(said) > len(headline)
        if not (len(said) > 3 and is_long and _begins_words(headline, said, is_cut=name.endswith(("...", "…")))):
            names.append(name)
    return names[::-1]


def _headline(context: Context) -> str:
    """The words of the stated headline, or else of the title."""
    structured = context.structured
    return " ".join(words(clean(structured.article.get("headline")) or structured.title or ""))


def _bare(address: str | None) -> str:
    """An address without what is behind its path."""
    return _QUERY.split(address or "", maxsplit=1)[0].rstrip("/")


def _begins_words(text: str, part: str, *, is_cut: bool) -> bool:
    """Whether words are in a text as whole ones, the last but where it is cut; anywhere where no spaces part words."""
    if " " not in text:
        return part in text
    return f" {part}" in f" {text}" if is_cut else f" {part} " in f" {text} "


def _categories(context: Context) -> Iterator[str]:
    """Links that are marked as leading to the article's category: those near it, in no navigation and no box of others.
    A line below a headline may be called after the comments that it counts.
    """
    elements = context.elements
    rows = [
        row
        for row in context.links(elements.holding("rel", ("category",)))
        if "category" in tokens(elements.value(row, "rel")) and not _is_in_menu(context, row)
    ]
    near = [row for row in rows if _is_near(context, row)]
    own = [row for row in rows if not context.is_beside(row)]
    above = [row for row in near if context.place[row] <= context.first + 1]
    yield from map(context.words_of, [row for row in own if row in near] or own or above)


def _is_near(context: Context, row: int) -> bool:
    """Whether a row is between the lines right above the headline and those right behind the body."""
    return _head(context) - _CALLED_ABOVE <= context.place[row] < context.last + _LINES_BEHIND
