"""The section that an article is in: the first one that the page states, else the plainest that it shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

from broadsheet.article.provenance import Claim
from broadsheet.facts.addresses import absolute
from broadsheet.facts.elements import tokens, word_list
from broadsheet.facts.structured import texts_of
from broadsheet.facts.texts import ascii_, fold, label_test, words
from broadsheet.lexicon import page_words
from broadsheet.metadata.around.boxes import is_own
from broadsheet.metadata.around.context import CATEGORY, Context
from broadsheet.metadata.breadcrumbs import shown_trails, stated_trails
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import dates_in
from broadsheet.page import tags

__all__ = ["section"]

_META: Final = (
    "article:section", "og:article:section", "parsely-section", "cxenseparse:section", "sailthru.section", "section",
)  # fmt: skip
_SECTION_CHARS, _LONGEST = 60, 300
"""Characters of a section, and of a path or a list of them; what is longer is a sentence."""
_HEADLINE_CHARS: Final = 12
"""Characters of a headline or its beginning, folded, from which it is no section."""
_STEP: Final = re.compile(r"\s*[|>»›→]\s*")
"""What stands between the steps of a path, the widest section first."""
_AND: Final = re.compile(r"&|\b(?:and|und|et|y|e|og|och|en|и)\b")
"""What is behind the last comma of a name with commas in it."""
_EDGES: Final = " \t\n/|›»«‹>·•:：,→#"
FIRST_PAGES: Final = frozenset(map(fold, page_words("parts", "home")))
"""Names of first pages and of what is no section, folded."""
_VAGUE: Final = frozenset(map(fold, page_words("parts", "vague_sections")))
"""Names of sections that say little, folded: they come last."""
_CALLED: Final = word_list("categor", "kategor", "rubri", "ressort", "cat-links")
_CATEGORY: Final = word_list("category")
_IN_CATEGORY: Final = word_list("categor", "kategor", "rubri", "ressort", "secci", "sezion")
_is_called_category: Final = label_test(
    re.compile(
        r"(?:^|[-_])(?:categor(?:y|ies|ia)|kategorie|rubri[ckq]\w*|ressort)"
        r"(?:[-_]+(?:name|title|label|links?|tags?))?$|^cat-links$",
        re.IGNORECASE,
    )
)
"""How elements are called that hold the name of an article's section."""
_ABOVE, _BEHIND, _BEHIND_IN_ARTICLE = 8, 6, 20
"""Segments above the body, behind it, and behind it in the same article, in which a link to the section is."""
_LINK: Final = tags.IDS["a"]
_DEPTH: Final = 4
"""Parts of an address, from its beginning, that may be sections."""
_LIKE, _LINK_CHARS = 4, 30
"""Characters in which the name of such a link begins like the part of the address, and characters of it."""
_TITLE_WORDS: Final = 4
"""Words of the title, and of nothing else, that are no step of a path."""


def section(context: Context) -> tuple[Claim, ...]:
    """Names of the section: JSON-LD, ``meta``, microdata, breadcrumbs stated and shown, links marked as categories, an
    element named so beside the headline, the links to what the page's address is below.

    A path gives its last step. The site's name and the headline are ignored; vague names ("News") come last.
    """
    structured = context.structured
    found = [Claim(text, source) for value, source in structured.stated("articleSection") for text in texts_of(value)]
    found += [Claim(value, source) for value, source in structured.metas(*_META)]
    found += [
        Claim(one.value, f"{one.kind}:{one.type or 'Thing'}.articleSection")
        for one in structured.marked
        if one.name == "articleSection" and is_own(context, one)
    ]
    for trail in stated_trails(context):
        found += [Claim(text, "json-ld:BreadcrumbList") for text in _between(context, trail)]
    shown = (_between(context, trail) for trail in shown_trails(context))
    found += [Claim(text, "text:breadcrumbs") for text in next(filter(None, shown), [])]
    found += [Claim(text, "rel:category") for text in _categories(context)]
    found += [Claim(text, "class:category") for text in _called_so(context)]
    found += [Claim(text, "text:navigation") for text in _above_page(context)]
    headlines = [folded for text in context.headlines if len(folded := fold(text)) >= _HEADLINE_CHARS]
    proper = [Claim(name, claim.source) for claim in found if (name := _one(context, claim.value, headlines))]
    return _best_written(sorted(proper, key=lambda claim: fold(claim.value) in _VAGUE))


def _best_written(claims: list[Claim]) -> tuple[Claim, ...]:
    """The claims, the first as it is shown: a URL has ``republica`` for ``República``."""
    if claims and (first := claims[0].value) == first.lower():
        plain = ascii_(fold(first))
        shown = [claim for claim in claims if claim.value != claim.value.lower() and ascii_(fold(claim.value)) == plain]
        return (*shown[:1], *claims)
    return tuple(claims)


def _one(context: Context, text: str, headlines: list[str]) -> str:
    """The section in a name, a path or a list; empty where there is none."""
    if len(text) > _LONGEST:
        return ""
    text = " ".join(text.split()).strip(_EDGES)
    steps = [step for one in _STEP.split(text) if (step := one.strip(_EDGES)) and not context.is_site(step)]
    telling = [step for step in steps if fold(step) not in _VAGUE] or steps
    name = _first_of(telling[-1]) if telling else ""
    folded = fold(name)
    if folded in FIRST_PAGES:
        return ""
    if len(name) > _SECTION_CHARS or name.startswith("http") or not any(map(str.isalpha, name)):
        return ""
    is_headline = any(one in folded or (folded in one and 2 * len(folded) > len(one)) for one in headlines)
    return "" if is_headline else name


def _first_of(text: str) -> str:
    """The first of several sections that is not vague; a name with a comma in it whole.

    >>> _first_of("News, World"), _first_of("Bars, Food, Music"), _first_of("Fife, Borders & East Scotland")
    ('World', 'Bars', 'Fife, Borders & East Scotland')
    """
    parts = [part for one in re.split("[;,]", text) if (part := one.strip())]
    telling = [part for part in parts if fold(part) not in _VAGUE]
    is_list = len(telling) < len(parts) or len(parts) > 2 or _AND.search(text.rpartition(",")[2]) is None
    return telling[0] if is_list and telling else text


def _between(context: Context, steps: Iterable[tuple[str, str]]) -> list[str]:
    """The names of steps from the first page to an article, the nearest first, without these two.

    Args:
        context: the page.
        steps: names and addresses, empty where there is none.
    """
    own, title, language = _bare(context.address), words(context.structured.title or ""), tongue(context)
    own_words, names = set(title), []
    for name, address in steps:
        if not 0 < len(name) <= _LONGEST:
            continue
        whole = absolute(address, context.base) if address else None
        said = words(name)
        begins = len(said) > 1 and title[: len(said)] == said
        is_title = begins or (len(said) >= _TITLE_WORDS and own_words.issuperset(said[:-1]))
        is_end = whole is not None and (_bare(whole) == own or context.is_home(whole))
        if not (is_title or is_end or dates_in(name, language)):
            names.append(name)
    return names[::-1]


def _bare(address: str | None) -> str:
    """An address without its query and fragment."""
    return re.split(r"[?#]", address or "", maxsplit=1)[0].rstrip("/")


def _is_near(context: Context, row: int) -> bool:
    """Whether a row is between the lines above the body and those behind it, in no navigation and no other box."""
    at = context.place[row]
    is_aside = context.is_aside(row) and not context.is_in_article(row)
    is_beside = is_aside or context.hidden[row] or context.is_beside(row)
    behind = _BEHIND_IN_ARTICLE if context.is_in_article(row) else _BEHIND
    return context.first - _ABOVE <= at <= context.last + behind and not is_beside


def _categories(context: Context) -> list[str]:
    """Links near the body that are marked as leading to the article's category, or do by their address."""
    elements = context.elements
    rows = {row for row in elements.holding("rel", _CATEGORY) if "category" in tokens(elements.value(row, "rel"))}
    rows |= {
        row
        for row in elements.holding("href", _IN_CATEGORY)
        if CATEGORY.search(elements.value(row, "href").rstrip("/"))
    }
    near = [row for row in context.links(rows) if _is_near(context, row)]
    return [context.words_of(row) for row in sorted(near, key=lambda row: row < context.headline_row)]


def _called_so(context: Context) -> list[str]:
    """The texts of the first small element beside the body that is called a category."""
    for row in sorted(context.called(_CALLED)):
        if (
            not context.first < context.place[row] <= context.last
            and context.size(row) <= 2 * _SECTION_CHARS
            and _is_near(context, row)
            and _is_called_category(context.label(row))
            and not row <= context.headline_row < context.end[row]
        ):
            links = [context.words_of(at) for at in range(row, context.end[row]) if context.tag[at] == _LINK]
            return links or [context.words_of(row)]
    return []


def _above_page(context: Context) -> Iterator[str]:
    """The links above the body to what the page's address is below, the nearest first, if they are named like it."""
    parts = [part for part in urlsplit(context.address or "").path.rstrip("/").split("/")[:-1] if part][:_DEPTH]
    below = {"/" + "/".join(parts[: at + 1]): at for at in range(len(parts))}
    found: dict[int, str] = {}
    for row, address in context.elements.column("href").items() if parts else ():
        if parts[0] not in address or context.tag[row] != _LINK or context.place[row] > context.first:
            continue
        at = below.get(urlsplit(absolute(address, context.base) or "").path.rstrip("/"))
        if at is None or at in found:
            continue
        name, part = context.words_of(row), ascii_(fold(parts[at]))
        folded = ascii_(fold(name))
        is_like = folded.startswith(part[:_LIKE]) and (folded in part or part in folded)
        if len(folded) > 2 and len(name) <= _LINK_CHARS and is_like:
            found[at] = name
    yield from (found[at] for at in sorted(found, reverse=True))
