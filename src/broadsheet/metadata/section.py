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
    page, elements = context.page, context.elements
    rows = (
        elements.holding("class", _CRUMBS) | elements.holding("id", _CRUMBS) | elements.holding("itemtype", _CRUMBS[:1])
    )
    for row in sorted(rows):
        if context.place[row] > context.last:
            break
        if page.end[row] - row > _CRUMB_ROWS or page.stop[row] - page.start[row] > _CRUMB_CHARS or page.hidden[row]:
            continue
        links = [at for at in range(row, int(page.end[row])) if context.tag[at] == _A]
        if names := _between(context, ((context.words_of(at), elements.value(at, "href")) for at in links)):
            return names
    return []


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
