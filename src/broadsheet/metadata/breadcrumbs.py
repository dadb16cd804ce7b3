"""The trail that leads to an article, such as ``Home > Sport > Tennis``: the first that is stated, else shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from broadsheet.article.provenance import Breadcrumb
from broadsheet.facts.addresses import absolute
from broadsheet.facts.elements import word_list
from broadsheet.facts.structured import types
from broadsheet.facts.texts import clean
from broadsheet.metadata.around.context import Context
from broadsheet.page import tags

__all__ = ["breadcrumbs", "shown_trails", "stated_trails"]

MAX_STEPS: Final = 50  # steps read of a trail
MAX_NAME_CHARS: Final = 300  # longest name of a step; longer text is ignored
MAX_TRAIL_CHARS: Final = 400  # of an element that shows a trail
MAX_TRAIL_ROWS: Final = 120  # of an element that shows a trail
_CRUMBS: Final = word_list("crumb", "brotkrume", "ariane", "migas", "pathway", "navpath", "rootline")
"""Parts of the class, id, item type, test id or, on ``nav``, label of breadcrumbs."""
_MARKED: Final = word_list("breadcrumblist")
_LINK, _NAV = tags.IDS["a"], tags.IDS["nav"]


class Step(NamedTuple):
    """A step of a trail as it is on the page: its name and its address, empty where there is none."""

    name: str
    address: str


def breadcrumbs(context: Context) -> tuple[tuple[Breadcrumb, ...], str | None]:
    """The trail to the article, the widest section first, and its source; JSON-LD, microdata, then what is shown."""
    sources = (
        ("json-ld:BreadcrumbList", stated_trails(context)),
        ("microdata:BreadcrumbList", _marked_trails(context)),
        ("text:breadcrumbs", shown_trails(context)),
    )
    for source, trails in sources:
        for trail in trails:
            found = tuple(
                Breadcrumb(step.name, absolute(step.address, context.base) if step.address else None)
                for step in trail
                if 0 < len(step.name) <= MAX_NAME_CHARS
            )
            if found:
                return found, source
    return (), None


def stated_trails(context: Context) -> Iterator[list[Step]]:
    """The breadcrumb lists in JSON-LD."""
    for thing in context.structured.objects:
        for crumbs in (thing, thing.get("breadcrumb")):
            if isinstance(crumbs, dict) and "BreadcrumbList" in types(crumbs):
                items = crumbs.get("itemListElement")
                steps = items[:MAX_STEPS] if isinstance(items, list) else []
                yield [_step(item) for item in steps if isinstance(item, dict)]


def _step(item: dict[str, Any]) -> Step:
    inner = item.get("item")
    name = item.get("name") or (inner.get("name") if isinstance(inner, dict) else None)
    address = inner.get("@id") or inner.get("url") if isinstance(inner, dict) else inner
    return Step(clean(name) or "", address if isinstance(address, str) else "")


def _marked_trails(context: Context) -> Iterator[list[Step]]:
    """The breadcrumb lists in microdata; hidden ones too, since they are for machines."""
    elements = context.elements
    for row in sorted(elements.holding("itemtype", _MARKED)):
        inside = range(row, min(context.end[row], row + MAX_TRAIL_ROWS))
        items = [at for at in inside if elements.value(at, "itemprop") == "itemListElement"]
        yield [_marked_step(context, item) for item in items]


def _marked_step(context: Context, item: int) -> Step:
    elements = context.elements
    inside = range(item, min(context.end[item], item + MAX_TRAIL_ROWS))
    named = next((at for at in inside if elements.value(at, "itemprop") == "name"), item)
    name = elements.value(named, "content") or context.words_of(named)
    return Step(name, next((address for at in inside if (address := elements.value(at, "href"))), ""))


def shown_trails(context: Context) -> Iterator[list[Step]]:
    """The links of elements above the end of the body that are called breadcrumbs."""
    elements = context.elements
    rows = {row for name in ("class", "id", "itemtype", "data-testid") for row in elements.holding(name, _CRUMBS)}
    rows |= {row for row in elements.holding("aria-label", _CRUMBS) if context.tag[row] == _NAV}
    for row in sorted(rows):
        if context.place[row] > context.last:
            break
        if context.hidden[row] or context.size(row) > MAX_TRAIL_CHARS or context.end[row] - row > MAX_TRAIL_ROWS:
            continue
        yield _links(context, range(row, context.end[row]))


def _links(context: Context, rows: Iterable[int]) -> list[Step]:
    return [Step(context.words_of(at), context.elements.value(at, "href")) for at in rows if context.tag[at] == _LINK]
