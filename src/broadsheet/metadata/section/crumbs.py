"""The way to a page as it is stated and shown: breadcrumbs, and lines that are one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from broadsheet.metadata.around.context import Context, words
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.section.paths import (
    FIRST,
    HEADLINE,
    LINE_CHARS,
    MENU_ITEMS,
    NONE,
    QUERY,
    leads_home,
    leads_to,
    own_path,
)
from broadsheet.metadata.stated.structured import absolute, clean
from broadsheet.page import tags

__all__ = ["path_line", "shown_crumbs", "stated_crumbs"]

_LINK, _NAV, _ITEM = (tags.IDS[name] for name in ("a", "nav", "li"))
_LISTS: Final = tags.ids("ul ol")
_CRUMBS: Final = ("crumb", "brotkrume", "ariane", "migas", "pathway", "navpath", "rootline")
"""What is in classes and ids of breadcrumbs."""
_STEP: Final = re.compile(r"\s*(?:>>|[>»›→＞])\s*")
"""What stands between the steps of a path that is shown in a line."""
_ARROWS: Final = ">»›→＞"
_HERE: Final = re.compile(r"^[^:：>»›→＞]{2,24}[:：]\s*")
"""What such a line says first: "You are here:"."""
_STEP_CHARS: Final = 40
"""Characters of a step of such a line."""
_LINES: Final = 20
"""Segments before the body among which it is."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d$")
_CRUMB_ROWS: Final = 120
_CRUMB_CHARS: Final = 400
"""Rows and characters of the largest element of breadcrumbs."""


def stated_crumbs(context: Context, thing: Any) -> list[str]:
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


def shown_crumbs(context: Context) -> list[str]:
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
    below = context.once(own_path)[2]
    least: list[str] = []
    for row in sorted(rows):
        if context.place[row] > context.last:
            break
        if context.end[row] - row > _CRUMB_ROWS or context.size(row) > _CRUMB_CHARS or context.hidden[row]:
            continue
        links = [at for at in _without_menus(context, row, below) if context.tag[at] == _LINK]
        names = _between(context, ((context.words_of(at), context.elements.value(at, "href")) for at in links))
        if not all(map(leads_home, names)):
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
        if tag[at] in _LISTS and tag[parent[at]] == _ITEM and parent[at] > row:
            entries = sum(tag[inner] == _ITEM for inner in context.page.children(at))
            if entries >= MENU_ITEMS:
                yield from (one for one in range(at, context.end[at]) if leads_to(context, one) in below)
                at = context.end[at]
                continue
        yield at
        at += 1


def path_line(context: Context) -> list[str]:
    """The steps of a line above the body that is a path with links, the nearest first: ``Home > Sport > Tennis``."""
    segments, texts = context.page.segments, context.texts
    for at in range(context.first, max(-1, context.first - _LINES), -1):
        if at >= len(texts) or len(texts[at]) > LINE_CHARS or not any(map(texts[at].__contains__, _ARROWS)):
            continue
        if not segments.link_chars[at]:
            continue
        steps = [step for step in _STEP.split(_HERE.sub("", texts[at])) if step]
        if len(steps) < 2 or max(map(len, steps[:-1])) > _STEP_CHARS:
            continue
        is_rooted = context.is_site(steps[0]) or leads_home(steps[0])
        is_ended = NONE.match(steps[-1]) is not None
        if len(steps) < 3 and not (is_rooted or is_ended):
            continue
        own = steps[1:] if is_rooted or len(steps) > 2 else steps
        own = own[: next((at for at, step in enumerate(own) if _YEAR.match(step)), len(own))]
        names = [step for step in own if len(step) <= _STEP_CHARS and not re.search(r"[:：]", step)]
        if names := [name for name in _between(context, ((name, None) for name in names)) if not NONE.match(name)]:
            return names
    return []


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
        if not name or is_end or FIRST.match(name):
            continue
        said = " ".join(words(name))
        # The title of a page has the name of its section as well, which leads elsewhere.
        begins = len(said) > HEADLINE and headline.startswith(said)
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
    return QUERY.split(address or "", maxsplit=1)[0].rstrip("/")


def _begins_words(text: str, part: str, *, is_cut: bool) -> bool:
    """Whether words are in a text as whole ones, the last but where it is cut; anywhere where no spaces part words."""
    if " " not in text:
        return part in text
    return f" {part}" in f" {text}" if is_cut else f" {part} " in f" {text} "
