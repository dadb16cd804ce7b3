"""The publisher's topics of an article: its section, the breadcrumbs that lead to it, and its tags.

The first source that states or shows one counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import Any, Final
from urllib.parse import urlsplit

from broadsheet.article import Breadcrumb, Claim
from broadsheet.facts.addresses import absolute
from broadsheet.facts.elements import tokens, word_list
from broadsheet.facts.structured import texts_of, types
from broadsheet.facts.texts import ascii_, clean, fold, is_wide, label_test, words
from broadsheet.lexicon import one_of, page_words
from broadsheet.metadata.context import Context, is_of_other_article
from broadsheet.page.tags import IDS
from broadsheet.patterns import pattern

__all__ = ["breadcrumbs", "section", "tags"]

_SECTIONS: Final = ("article:section", "og:article:section", "parsely-section", "section")
MAX_SECTION_CHARS: Final = 60  # longer names are sentences
_LISTED: Final = pattern("[;,|]")  # separates names in a list of sections
_SECTION_EDGES: Final = " \t\n/|›»«‹>·•:：,→#"
_HOME: Final = frozenset(map(fold, page_words("parts", "home")))  # names of home pages, not sections, folded
_VAGUE: Final = frozenset(map(fold, page_words("parts", "vague_sections")))
"""Names of sections that mean little ("News"), folded: they come last."""
_PATHS, _NAMES = (sorted(page_words("markup", name)) for name in ("category_paths", "category_names"))
_LABEL: Final = pattern(rf"^{one_of(_NAMES)} ?: ", re.IGNORECASE)  # before the name of a section
_CATEGORY_URL: Final = pattern(rf"/{one_of(_PATHS)}(?:/[^/]+){{1,3}}/?$", re.IGNORECASE)  # URLs of category pages
_IN_CATEGORY_URL: Final = word_list(*_PATHS)
_CATEGORY: Final = word_list("category")
_IN_CATEGORY_NAME: Final = word_list(*[name.rstrip("*") for name in _NAMES], "cat-links")
_names_category: Final = label_test(
    pattern(rf"(?:^|[-_]){one_of(_NAMES)}(?:[-_]+(?:name|title|label|links?|tags?))?$|^cat-links$", re.IGNORECASE)
)
"""Whether a class or id names the element that shows an article's section."""
SEGMENTS_BEFORE, SEGMENTS_AFTER = 8, 20  # segments around the body searched for section and tags
MAX_NAVIGATION_CHARS: Final = 30  # longest navigation link to a section
MAX_STEPS: Final = 50  # most steps of a trail that are read
MAX_STEP_CHARS: Final = 300  # longest name of a step; longer ones are ignored
MAX_TRAIL_CHARS, MAX_TRAIL_ROWS = 400, 120  # largest element that shows a trail, tags or the section
SEGMENTS_ABOVE: Final = 15  # segments above the body searched for lines with arrows between links
MAX_LEVELS: Final = 3  # levels, from a text upwards, that may be the link of a step, or hold the tags after a label
_CRUMB_WORDS: Final = page_words("markup", "trails")
_ARROW: Final = pattern("(?:[»›→▸►>＞≫]|::)+")  # separates the steps of a trail
_HERE: Final = pattern(r"^[^»›→▸►>＞≫:]*[:：](?!:)\s*")  # before the first step (``You are here:``)
_CRUMBS: Final = word_list(*_CRUMB_WORDS)
_MARKED: Final = word_list("breadcrumblist")
_LINK, _NAV = IDS["a"], IDS["nav"]

MAX_TAG_CHARS: Final = 60  # longer tags are sentences
MAX_TAGS, MAX_READ = 60, 1_000  # most tags of an article, and tags read from one source
_marks: Final = {name: one_of(page_words("markup", name)) for name in ("commands", "versions", "fields", "layouts")}
_MARK: Final = pattern(
    rf"[\w-]*[:/]+\w|\S*_\S*$|\d{{1,3}}$|\d{{5,}}$|[a-z]{{0,2}}[\da-f]{{8}}[\da-f-]|[^=@{{}}<>]*[=@{{}}<>]|"
    rf"{_marks['commands']}\b|{_marks['versions']}$|(?:\w+ ){{0,2}}\w*{_marks['fields']} ?:|"
    rf"(?=\w*{_marks['layouts']})[a-z]{{12,}}$",
    re.IGNORECASE,
)
"""Labels of publishing systems among keywords: ``section:news``, ``type_news``, record numbers, layouts."""
_SEPARATORS: Final = ";|,、，،"  # separators of tags: the most frequent one is used
_TAG_EDGES: Final = '#" \t\n›»>•·-,:'  # characters around a shown tag that do not belong to it
_COUNT: Final = pattern(r"\s*[(\[]\d+[)\]]$")  # the number of articles, after a shown tag
_TAG_URL: Final = word_list(*page_words("markup", "tag_paths"))  # parts of the addresses of tag pages
_TAG: Final = word_list("tag")
_TAG_LABELS: Final = page_words("parts", "tag_labels")
_TAG_LABEL: Final = pattern(rf"^{one_of(_TAG_LABELS)} ?[:：]", re.IGNORECASE)  # before tags
_TAG_NAMES: Final = sorted(page_words("markup", "tag_names"))
_IN_TAG_NAME: Final = word_list(*_TAG_NAMES)
_names_tags: Final = label_test(pattern(rf"(?:^|[-_]|(?<=[a-z])(?=[A-Z]))(?i:{one_of(_TAG_NAMES)})(?![a-z])"))
"""Whether a class or id names the element that shows an article's tags."""
_KEYWORDS: Final = ("article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "keywords")
_SITE_WIDE: Final = ("meta:keywords", "meta:news_keywords", "class:tags")  # sources that may be the same on all pages
MIN_SAID_SHARE: Final = 0.3  # share of the tags of such a source that must have a word in the text
MIN_WORD_CHARS: Final = 4  # shortest such word
MIN_CUT_WORDS, MIN_CUT_SHARE = 4, 0.6  # tags, and share of all, that are headline words if a list is a cut-up headline
MAX_MEAN_WORDS: Final = 3  # mean number of words of the tags in an element; headlines have more
MIN_TITLE_WORDS, MIN_TITLE_WIDE_CHARS = 4, 8  # words, or East Asian characters, of part of a title, too long for a tag


def section(context: Context) -> tuple[Claim, ...]:
    """Names of the section, vague ones last: JSON-LD, ``meta``, microdata, breadcrumbs, links to category pages, an
    element named as the category, navigation links to parents of the page's URL.

    Of several sections that the first source states, one that the page shows comes first.
    """
    structured = context.structured
    found = [Claim(text, source) for value, source in structured.stated("articleSection") for text in texts_of(value)]
    found += [Claim(value, source) for value, source in structured.metas(*_SECTIONS)]
    marked = (one for one in structured.marked if one.name == "articleSection" and context.is_own(one))
    found += [Claim(one.value, one.source) for one in marked]
    stated = (name for trail in context.once(_stated_trails) for name in _parents(context, trail))
    shown = (_parents(context, trail) for trail in context.once(_shown_trails))
    sources = (
        ("json-ld:BreadcrumbList", stated),
        ("text:breadcrumbs", next(filter(None, shown), [])),
        ("link:category", _category_links(context)),
        ("class:category", _category_element(context)),
        ("text:navigation", _navigation(context)),
    )
    others = [Claim(text, source) for source, texts in sources for text in texts]
    if len(found) > 1:
        first, known = found[0].source, {fold(claim.value) for claim in others}
        found.sort(key=lambda claim: claim.source != first or fold(claim.value) not in known)
    named = [Claim(name, claim.source) for claim in (*found, *others) if (name := _section_name(context, claim.value))]
    return _capitalised(sorted(named, key=lambda claim: fold(claim.value) in _VAGUE))


def _capitalised(claims: list[Claim]) -> tuple[Claim, ...]:
    """The claims, after a capitalised form of the first one if there is any: URLs have ``republica``."""
    if claims and (first := claims[0].value) == first.lower():
        plain = ascii_(fold(first))
        shown = [claim for claim in claims if claim.value != claim.value.lower() and ascii_(fold(claim.value)) == plain]
        return (*shown[:1], *claims)
    return tuple(claims)


def _section_name(context: Context, text: str) -> str:
    """The first name of a list that is not vague, or an empty string if it cannot be a section."""
    listed = _LISTED.split(_LABEL.sub("", " ".join(text.split())))
    parts = [part for one in listed if (part := one.strip(_SECTION_EDGES))]
    name = next((part for part in parts if fold(part) not in _VAGUE), "".join(parts[:1]))
    is_short = len(name) <= MAX_SECTION_CHARS and any(map(str.isalpha, name)) and not name.startswith("http")
    return name if is_short and fold(name) not in _HOME and not context.is_site(name) else ""


def _parents(context: Context, trail: list[Breadcrumb]) -> list[str]:
    """The names of a trail's steps between home page and article, the last first."""
    own, heading = _bare(context.address), context.headline_row
    titles = [words(text) for text in (*context.headlines, context.words_of(heading) if heading >= 0 else "")]
    names = []
    for step in trail:
        address = absolute(step.url, context.base) if step.url else None
        is_end = address is not None and (_bare(address) == own or context.is_home(address))
        said = words(step.name[:MAX_STEP_CHARS])
        is_title = len(said) > 1 and any(title[: len(said)] == said for title in titles)
        if said and not (is_end or is_title):
            names.append(step.name)
    return names[::-1]


def _bare(address: str | None) -> str:
    """An address without its query and fragment."""
    return (address or "").partition("?")[0].partition("#")[0].rstrip("/")


def _is_near(context: Context, row: int) -> bool:
    """Whether a row is shown close to the body, and not in the page's navigation, asides or footer."""
    is_aside = context.is_aside(row) and not context.is_in_article(row)
    is_close = context.first - SEGMENTS_BEFORE <= context.segment_of[row] <= context.last + SEGMENTS_AFTER
    is_own = is_close and not (is_aside or context.hidden[row] or context.is_beside(row))
    return is_own and not is_of_other_article(context, row, "")


def _category_links(context: Context) -> list[str]:
    """The texts of links near the body to category pages, by their ``rel``, else by their address; those above the
    headline are a menu.
    """
    value, holding = context.elements.value, context.elements.holding
    by_rel = (row for row in holding("rel", _CATEGORY) if "category" in tokens(value(row, "rel")))
    by_address = (row for row in holding("href", _IN_CATEGORY_URL) if _CATEGORY_URL.search(value(row, "href")))
    for rows in (by_rel, by_address):
        near = [row for row in context.links(rows) if row > context.headline_row and _is_near(context, row)]
        if near:
            return [context.words_of(row) for row in near]
    return []


def _category_element(context: Context) -> list[str]:
    """The links, or else the text, of the first small element near the body that is named as a category."""
    for row in sorted(context.named(_IN_CATEGORY_NAME)):
        is_named = _names_category(context.label(row))
        if is_named and _is_small(context, row, 2 * MAX_SECTION_CHARS) and _is_near(context, row):
            links = _links(context, row)
            return [link.name for link in links] or [context.words_of(row).rpartition(": ")[2]]
    return []


def _navigation(context: Context) -> list[str]:
    """The texts of links above the body to parents of the page's URL, the nearest first, if text and path are alike."""
    own = urlsplit(context.address or "").path.rstrip("/")
    parts = tuple(filter(None, own.split("/")[:-1]))
    ends = (*parts, *[f"{part}/" for part in parts])
    addresses = context.page.values("href")["href"].distinct if parts else ()
    leading = {
        one for one in addresses if one.endswith(ends) or (("?" in one or "#" in one) and _bare(one).endswith(parts))
    }
    found: dict[str, str] = {}
    for row, address in context.elements.pairs("href", leading.__contains__) if leading else ():
        if context.segment_of[row] > context.first:
            break
        path = urlsplit(absolute(address, context.base) or "").path.rstrip("/")
        if context.tag[row] != _LINK or not own.startswith(f"{path}/"):
            continue
        name, part = context.words_of(row), ascii_(fold(path.rpartition("/")[2]))
        folded = ascii_(fold(name))
        is_alike = len(folded) > 2 and (folded in part or (part and part in folded))
        if is_alike and len(name) <= MAX_NAVIGATION_CHARS:
            found.setdefault(path, name)
    return [found[path] for path in sorted(found, key=len, reverse=True)]


def breadcrumbs(context: Context) -> tuple[tuple[Breadcrumb, ...], str | None]:
    """The trail to the article, the widest section first, and its source: JSON-LD, microdata, else a shown trail."""
    sources = (
        ("json-ld:BreadcrumbList", _stated_trails),
        ("microdata:BreadcrumbList", _marked_trails),
        ("text:breadcrumbs", _shown_trails),
    )
    for source, trails in sources:
        for trail in context.once(trails):
            found = tuple(
                Breadcrumb(step.name, absolute(step.url, context.base) if step.url else None)
                for step in trail
                if 0 < len(step.name) <= MAX_STEP_CHARS
            )
            if found:
                return found, source
    return (), None


def _stated_trails(context: Context) -> list[list[Breadcrumb]]:
    """The breadcrumb lists in JSON-LD; addresses as written."""
    found = []
    for thing in context.structured.objects:
        for crumbs in (thing, thing.get("breadcrumb")):
            if isinstance(crumbs, dict) and "BreadcrumbList" in types(crumbs):
                items = crumbs.get("itemListElement")
                steps = items[:MAX_STEPS] if isinstance(items, list) else []
                found.append([_step(item) for item in steps if isinstance(item, dict)])
    return found


def _step(item: dict[str, Any]) -> Breadcrumb:
    inner = item.get("item")
    name = item.get("name") or (inner.get("name") if isinstance(inner, dict) else None)
    address = inner.get("@id") or inner.get("url") if isinstance(inner, dict) else inner
    return Breadcrumb(clean(name) or "", address if isinstance(address, str) else None)


def _marked_trails(context: Context) -> list[list[Breadcrumb]]:
    """The breadcrumb lists in microdata, also hidden ones."""
    value = context.elements.value

    def step(item: int) -> Breadcrumb:
        inside = range(item, min(context.end[item], item + MAX_TRAIL_ROWS))
        named = next((at for at in inside if value(at, "itemprop") == "name"), item)
        name = value(named, "content") or context.words_of(named)
        return Breadcrumb(name, next((address for at in inside if (address := value(at, "href"))), None))

    rows = sorted(context.elements.holding("itemtype", _MARKED))
    inside = [range(row, min(context.end[row], row + MAX_TRAIL_ROWS)) for row in rows]
    return [[step(at) for at in trail if value(at, "itemprop") == "itemListElement"] for trail in inside]


def _shown_trails(context: Context) -> list[list[Breadcrumb]]:
    """The links of elements above the end of the body that are named as breadcrumbs, else those of lines of steps."""
    elements = context.elements
    rows = {row for name in ("class", "id", "itemtype", "data-testid") for row in elements.holding(name, _CRUMBS)}
    menus = context.page.rows_of(_NAV)
    labels = map(str.lower, context.page.joined(menus, ("aria-label",)))
    rows.update(row for row, label in zip(menus, labels, strict=True) if any(map(label.__contains__, _CRUMB_WORDS)))
    shown = [row for row in sorted(rows) if context.segment_of[row] <= context.last and not context.hidden[row]]
    trails = [_links(context, row) for row in shown if _is_small(context, row, MAX_TRAIL_CHARS)]
    return trails if any(trails) else list(_lines_of_steps(context))


def _lines_of_steps(context: Context) -> Iterator[list[Breadcrumb]]:
    """The links at the beginning of lines above the body that have arrows between links."""
    for at in range(max(0, context.first - SEGMENTS_ABOVE), min(context.first + 1, len(context.texts))):
        text = context.texts[at]
        names = list(map(str.strip, _ARROW.split(_HERE.sub("", text)))) if len(text) <= MAX_TRAIL_CHARS else []
        if len(names) > 1 and names[1]:
            first, last = context.chain(context.first_row[at], MAX_LEVELS)[-1], context.last_row[at]
            links = {link.name: link for link in _links(context, first, last + 1)}
            yield [links[name] for name in takewhile(links.__contains__, names)]


def _is_small(context: Context, row: int, chars: int) -> bool:
    """Whether an element has few rows, and at most ``chars`` characters of text."""
    return context.end[row] - row <= MAX_TRAIL_ROWS and len(context.words_of(row)) <= chars


def _links(context: Context, row: int, stop: int = 0) -> list[Breadcrumb]:
    """The links in an element, or up to a row, with addresses as written."""
    rows = [at for at in range(row, stop or context.end[row]) if context.tag[at] == _LINK]
    return [Breadcrumb(context.words_of(at), context.elements.value(at, "href") or None) for at in rows]


# Tags.


def tags(context: Context) -> tuple[tuple[str, ...], str | None]:
    """The tags and their source: the first of JSON-LD, ``meta``, microdata, links to tag pages, elements for tags."""
    title = fold(max(context.headlines, key=len, default="")[:MAX_READ])
    sites = context.site_names
    for values, source in _sources(context):
        found: dict[str, str] = {}
        parts = (part for value in values for part in _split(value, is_single=len(values) == 1))
        for part in islice(parts, MAX_READ):
            if len(part) <= MAX_TAG_CHARS and not _MARK.match(part) and (folded := fold(part)) and folded not in sites:
                found.setdefault(folded, part)
        of_title = {folded for folded, part in found.items() if folded in title and _is_long(part)}
        head = max(filter(title.startswith, of_title), key=len, default="")
        # If one of them is most of the title, the others are what follows it there, such as the site's name.
        rest = title[len(head) :] if 2 * len(head) > len(title) else ""
        own = tuple(part for folded, part in found.items() if folded not in of_title and folded not in rest)
        if own and not _is_cut_up(context, own) and (source not in _SITE_WIDE or _is_about(context, own)):
            return own[:MAX_TAGS], source
    return (), None


def _is_long(tag: str) -> bool:
    """Whether a part of the title is too long for a tag."""
    return len(words(tag)) >= MIN_TITLE_WORDS or (is_wide(tag) and len(tag) >= MIN_TITLE_WIDE_CHARS)


def _sources(context: Context) -> Iterator[tuple[list[str], str]]:
    structured = context.structured
    for value, source in structured.stated("keywords"):
        yield texts_of(value), source
    for name in _KEYWORDS:
        yield list(structured.meta.get(name, ())), f"meta:{name}"
    marked = [one.value for one in structured.marked if one.name == "keywords" and context.is_own(one)]
    yield marked, "microdata:keywords"
    value, holding = context.elements.value, context.elements.holding
    yield _shown(context, (row for row in holding("rel", _TAG) if "tag" in tokens(value(row, "rel")))), "rel:tag"
    links = holding("href", _TAG_URL)
    yield _shown(context, (row for row in links if context.segment_of[row] > context.last)), "link:tag"
    yield _in_element(context), "class:tags"


def _shown(context: Context, rows: Iterable[int]) -> list[str]:
    """The texts of links where an article shows its tags."""
    return [_COUNT.sub("", context.words_of(row)) for row in context.links(rows) if _is_beside_body(context, row)]


def _in_element(context: Context) -> list[str]:
    """The links, or else the texts, of the first small element beside the body whose name says that it holds tags, or
    that has a line labelled as tags.
    """
    rows = {row for row in context.named(_IN_TAG_NAME) if _names_tags(context.label(row))}
    behind = range(context.last + 1, min(context.last + SEGMENTS_AFTER, len(context.texts)))
    labelled = (context.first_row[at] for at in behind if _TAG_LABEL.match(context.texts[at]))
    rows.update(up for row in labelled for up in context.chain(row, MAX_LEVELS))
    for row in sorted(rows):
        if _is_small(context, row, MAX_TRAIL_CHARS) and _is_beside_body(context, row):
            inside = range(row, context.end[row])
            linked = [at for at in inside if context.tag[at] == _LINK]
            texts = map(context.words_of, linked or [at for at in inside if context.page.is_text[at]])
            plain = (_TAG_LABEL.sub("", _COUNT.sub("", text)) for text in texts)
            found = [text for text in plain if text and text.lower() not in _TAG_LABELS]
            if found and sum(len(words(text)) for text in found) <= MAX_MEAN_WORDS * len(found):
                return found
    return []


def _is_beside_body(context: Context, row: int) -> bool:
    """Whether a row is shortly after the body, or between headline and body."""
    place = context.segment_of[row]
    is_below = 0 <= context.headline_row < row and place < context.first
    return (is_below or place > context.last) and _is_near(context, row)


def _is_about(context: Context, found: Iterable[str]) -> bool:
    """Whether enough tags have a word in the title or the body."""
    said = fold(f"{context.structured.title or ''}\n{context.body_text}")
    telling = [[word for word in words(text) if len(word) >= MIN_WORD_CHARS or not word.isascii()] for text in found]
    return sum(any(map(said.__contains__, own)) for own in telling) > MIN_SAID_SHARE * len(telling)


def _is_cut_up(context: Context, found: Sequence[str]) -> bool:
    """Whether most tags are words of the headline, in its order."""
    said = words(max(context.headlines, key=len, default="")[:MAX_READ])
    places = [said.index(word) for word in map(str.lower, found) if word in said]
    return len(places) >= MIN_CUT_WORDS and places == sorted(places) and len(places) > MIN_CUT_SHARE * len(found)


def _split(value: str, *, is_single: bool = True) -> Iterator[str]:
    """Split a list of tags.

    Args:
        value: the list.
        is_single: it is the only list; otherwise a single comma is part of a tag.

    >>> list(_split("bridge:, #council,")), list(_split("Tourism, transport and travel", is_single=False))
    (['bridge', 'council'], ['Tourism, transport and travel'])
    """
    mark = max(_SEPARATORS, key=value.count)
    if value.count(mark) <= (0 if is_single else 1):
        mark = " " if is_single and is_wide(value) else "\n"
    for part in value.strip("[]").split(mark):
        if text := " ".join(part.strip(_TAG_EDGES).split()):
            yield text
