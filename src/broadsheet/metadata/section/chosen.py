"""The section that an article is in: the choice among what the page states and shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.boxes import is_own
from broadsheet.metadata.around.context import Context, ascii_, fold
from broadsheet.metadata.language import tongue
from broadsheet.metadata.section.crumbs import path_line, shown_crumbs, stated_crumbs
from broadsheet.metadata.section.paths import FIRST, HEADLINE, NONE, leads_home, own_path, shown_name
from broadsheet.metadata.section.shown import (
    above_headline,
    active_items,
    behind_labels,
    beside_headline,
    called_so,
    categories,
    headed_by,
)
from broadsheet.metadata.stated.json_ld import types
from broadsheet.metadata.stated.structured import texts_of
from broadsheet.metadata.written.dates import dates_in

__all__ = ["may_be_named", "section"]

_LONGEST: Final = 60
"""Characters of a section; what is longer is a sentence."""
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
_ARTICLES: Final = ("Article", "Posting")
"""How the types of items end whose ``genre`` is their section: Joomla marks its categories so."""
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
                found += [Claim(text, "json-ld:BreadcrumbList") for text in stated_crumbs(context, lists)]
    found += [Claim(text, "text:breadcrumbs") for text in shown_crumbs(context)]
    found += [Claim(text, "rel:category") for text in categories(context)]
    headlines = _headlines(context)
    named = {claim: _one(context, claim.value, is_shown=claim.source in _SHOWN) for claim in set(found)}
    fit = {name for name in set(named.values()) if _is_section(context, name, headlines)}
    proper = [Claim(name, claim.source) for claim in found if (name := named[claim]) in fit]
    proper = [*_shown_of_list(context, found, proper, headlines), *proper]
    for look, source in (
        (path_line, "text:breadcrumbs"), (behind_labels, "text:category"), (called_so, "class:category"),
        (above_headline, "text:navigation"), (beside_headline, "link:category"), (headed_by, "link:headline"),
        (active_items, "class:navigation"),
    ):  # fmt: skip
        if not all(leads_home(claim.value) for claim in proper):
            break
        own = [Claim(_one(context, text, is_shown=True), source) for text in look(context)]
        proper += [claim for claim in own if _is_section(context, claim.value, headlines)]
    return _best_written(sorted(proper, key=lambda claim: leads_home(claim.value)))


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
    shown += map(fold, reversed(context.once(own_path)[1]))
    if fold(first.value) in shown:
        return
    shown += map(fold, called_so(context))
    parts = {fold(part): part for part in listed if not leads_home(part)}
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


def _headlines(context: Context) -> frozenset[str]:
    """What the page states as its headline, and the end of its address, folded."""
    end = unquote((context.address or "").rstrip("/").rsplit("/", 1)[-1])
    return frozenset(folded for text in (*context.headlines, end) if (folded := fold(text)))


def _is_section(context: Context, text: str, headlines: frozenset[str]) -> bool:
    """Whether a text may be the name of a section."""
    if not 0 < len(text) <= _LONGEST or text.startswith("http") or not any(map(str.isalpha, text)):
        return False
    if NONE.match(text) or FIRST.match(text):
        return False
    folded = fold(text)
    if any(len(headline) > HEADLINE and headline in folded for headline in headlines):
        return False
    return not dates_in(text, tongue(context))


def may_be_named(context: Context, text: str) -> bool:
    """Whether something of a site may be called so: no day, and no word such as "news" or "home"."""
    return _is_section(context, text, frozenset()) and not leads_home(text)


def _one(context: Context, text: str, *, is_shown: bool = False) -> str:
    """One section of a path or a list of them, without the site's name.

    Args:
        context: the page.
        text: what is said.
        is_shown: it is the name of a link, in which a slash parts nothing.
    """
    text = shown_name(text)
    if text.count(",") > _MANY and _PATH.search(text):
        text = _first_of(text)
    steps = [step for step in _steps(text, is_shown=is_shown) if step and not context.is_site(step)]
    telling = [step for step in steps if not leads_home(step)] or steps
    if not telling:
        return ""
    listed = [part for part in _LIST.split(telling[-1].strip(" ,")) if part]
    if not listed:
        return ""
    return _first_of(next((part for part in listed if not leads_home(part) and not NONE.match(part)), listed[0]))


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
    telling = [part for part in parts if part and not leads_home(part) and not NONE.match(part)]
    is_list = len(telling) < len(parts) or (len(parts) > 2 and not _AND.search(parts[-1]))
    return telling[0] if is_list and telling else text
