"""The section that an article is in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context, fold
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.json_ld import types
from broadsheet.metadata.structured import absolute, clean, texts_of
from broadsheet.page import tags

__all__ = ["section"]

_LONGEST: Final = 60
"""Characters of a section; what is longer is a sentence."""
_HOME: Final = re.compile(
    r"^\W*(?:home(?:page)?|start(?:seite)?|accueil|inicio|início|portada|hem|hjem|forside|etusivu|domov|domů|"
    r"strona główna|kezdőlap|acasă|anasayfa|ana sayfa|beranda|trang chủ|αρχική|главная|головна|начало|الرئيسية|خانه|"
    r"ראשי|होम|ホーム|トップ|首页|首頁|홈|news|all news|uncategori[sz]ed|allgemein(?:es)?|articles?|blog|tags?|"
    r"collections?|categor(?:y|ies)|archives?|stor(?:y|ies)|posts?|main|other|misc(?:ellaneous)?|default)\W*$",
    re.IGNORECASE,
)
"""What leads to the first page, and sections that say little."""
_PATH: Final = re.compile(r"\s*[|>»›]\s*|(?<=\w)/(?=\w)")
"""What stands between the steps of a path, the widest section first."""
_LIST: Final = re.compile(r";\s*|,(?=\S)")
"""What stands between several sections; a comma before a space may be in the name of one."""
_CRUMBS: Final = ("breadcrumb", "bread-crumb", "bread_crumb", "brotkrume", "ariane", "migas")
"""What is in classes and ids of breadcrumbs."""
_CRUMB_ROWS: Final = 120
_CRUMB_CHARS: Final = 400
"""Rows and characters of the largest element of breadcrumbs."""
_A: Final = tags.IDS["a"]


def section(context: Context) -> tuple[Claim, ...]:
    """The section, and what else was named as one.

    Sources in order: JSON-LD, ``meta``, microdata, the last step of the breadcrumbs that are stated, then of those that
    are shown, links to categories. A path gives its last step, a list its first; the site's name is none, and
    what says as little as "news" comes last.
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
        for one in structured.marked
        if one.name == "articleSection"
    ]
    for thing in structured.objects:
        for lists in (thing, thing.get("breadcrumb")):
            if isinstance(lists, dict) and "BreadcrumbList" in types(lists):
                found += [Claim(text, "json-ld:BreadcrumbList") for text in _stated_crumbs(context, lists)]
    found += [Claim(text, "text:breadcrumbs") for text in _shown_crumbs(context)]
    found += [Claim(text, "rel:category") for text in _categories(context)]
    own = [Claim(_one(context, claim.value), claim.source) for claim in found]
    proper = [claim for claim in own if 0 < len(claim.value) <= _LONGEST and not claim.value.startswith("http")]
    return tuple(sorted(proper, key=lambda claim: _HOME.match(claim.value) is not None))


def _one(context: Context, text: str) -> str:
    """One section of a path or a list of them, without the site's name."""
    steps = [step for step in _PATH.split(text) if step and not context.is_site(step)]
    telling = [step for step in steps if not _HOME.match(step)] or steps
    return _LIST.split(telling[-1])[0].strip() if telling else ""


def _stated_crumbs(context: Context, thing: Any) -> list[str]:
    """The names of a breadcrumb list, the nearest first, without the home page and the article itself."""
    items = thing.get("itemListElement")
    base = context.page.url or context.structured.links.get("canonical")
    names = []
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            inner = item.get("item")
            name = clean(item.get("name") or (inner.get("name") if isinstance(inner, dict) else None))
            address = inner.get("@id") or inner.get("url") if isinstance(inner, dict) else inner
            whole = absolute(address, base) if isinstance(address, str) else None
            if name and not (whole is not None and (whole == base or context.is_home(whole))):
                names.append(name)
    return [name for name in _without_headline(context, names) if not _HOME.match(name)]


def _shown_crumbs(context: Context) -> list[str]:
    """The links of the first breadcrumbs shown, the nearest first, without those to the home page and the
    page itself.
    """
    page, elements = context.page, context.elements
    rows = (
        elements.holding("class", _CRUMBS) | elements.holding("id", _CRUMBS) | elements.holding("itemtype", _CRUMBS[:1])
    )
    base = page.url or context.structured.links.get("canonical")
    for row in sorted(rows):
        if context.place[row] > context.last:
            break
        if page.end[row] - row > _CRUMB_ROWS or page.stop[row] - page.start[row] > _CRUMB_CHARS or page.hidden[row]:
            continue
        names = []
        for at in range(row, int(page.end[row])):
            if context.tag[at] == _A and (name := context.words_of(at)):
                address = absolute(elements.value(at, "href"), base)
                if address is None or not (address == base or context.is_home(address)):
                    names.append(name)
        if names := [name for name in _without_headline(context, names) if not _HOME.match(name)]:
            return names
    return []


def _without_headline(context: Context, names: Iterable[str]) -> list[str]:
    """Steps from the home page to an article, the nearest first, without the article itself."""
    headline = fold(clean(context.structured.article.get("headline")) or context.structured.title or "")
    return [name for name in reversed(list(names)) if not (len(fold(name)) > 3 and fold(name) in headline)]


def _categories(context: Context) -> Iterator[str]:
    """Links that are marked as leading to the article's category."""
    elements = context.elements
    for row in sorted(elements.holding("rel", ("category",))):
        if (
            context.tag[row] == _A
            and "category" in tokens(elements.value(row, "rel"))
            and not context.page.hidden[row]
        ):  # fmt: skip
            yield context.words_of(row)
