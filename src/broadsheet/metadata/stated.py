"""Data that the page states of itself: description, URL, whether it is free to read, number of comments.

The first statement counts. Only the number of comments is also read from the lines around the body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from broadsheet.article.provenance import Access, Claim
from broadsheet.facts.addresses import absolute, is_no_page
from broadsheet.facts.structured import texts_of, types
from broadsheet.facts.texts import fold
from broadsheet.lexicon import Matcher
from broadsheet.metadata.context import Context
from broadsheet.patterns import pattern

__all__ = ["access", "canonical_url", "comment_count", "description"]

_DESCRIPTIONS: Final = (
    "og:description", "description", "twitter:description", "dc.description", "dcterms.description",
    "sailthru.description", "abstract",
)  # fmt: skip
MAX_DESCRIPTIONS: Final = 20  # that are compared
_QUERY: Final = re.compile(r"[?#].*", re.DOTALL)
_FREE: Final = {
    "true": True, "yes": True, "1": True, "free": True, "false": False, "no": False, "0": False, "paid": False,
    "premium": False, "metered": False, "locked": False, "subscriber": False, "subscription": False, "paywall": False,
    "abo": False,
}  # fmt: skip
_TIERS: Final = (
    "article:content_tier", "og:article:content_tier", "isaccessibleforfree", "access", "lp.article:access",
)  # fmt: skip
"""``meta`` elements that state who may read."""
_OF_PAGE: Final = frozenset({"WebPage", "WebPageElement", "CreativeWork"})
"""Types that state access for the article besides the article itself."""
MAX_TEASER_CHARS: Final = 800  # of a body that costs and is a teaser; CJK characters count double
_WIDE: Final = pattern(r"[\u2e80-\u9fff]")
_NUMBER: Final = re.compile(r"\s*(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,7})\s*$")
_COUNT: Final = r"(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,6})"
_COMMENTS: Final = Matcher(
    rf"\W*(?:\w+ ){{0,2}}{_COUNT} ?{{comments comment_answers}}(?: {{comments_on}}\b.*|\W*)|"
    rf"\W*(?:\w+ ){{0,2}}{{comments comment_answers}} ?[(（\[:：]? ?{_COUNT} ?\W*"
)
"""``12 comments``, ``12 thoughts on "The bridge"``, ``View comments (12)``."""
MAX_LINE_CHARS: Final = 200  # of a line with the number of comments, and the title that it may repeat
SEGMENTS_BEFORE, SEGMENTS_AFTER = 25, 120  # around the body, among which the number of comments is shown


def description(context: Context) -> tuple[Claim, ...]:
    """Summaries of the article: ``meta`` elements, then JSON-LD; those without a letter or in the title are ignored."""
    structured = context.structured
    found = [*structured.metas(*_DESCRIPTIONS)]
    found += [(text, source) for value, source in structured.stated("description") for text in texts_of(value)[:1]]
    titles = list(map(fold, context.headlines))
    return tuple(
        Claim(text, source)
        for text, source in found[:MAX_DESCRIPTIONS]
        if any(map(str.isalpha, text)) and not any(fold(text) in title for title in titles)
    )


def canonical_url(context: Context) -> tuple[Claim, ...]:
    """The page's own URL: ``link rel=canonical``, Open Graph, JSON-LD.

    A home page, which many templates state on all pages, comes last, and is ignored if the page's own URL is another.
    """
    page, structured = context.page, context.structured
    stated: list[tuple[Any, str]] = [(structured.links.get("canonical"), "link:canonical"), *structured.metas("og:url")]
    stated += structured.stated("url", "mainEntityOfPage")
    is_known = page.url is not None and not is_no_page(_QUERY.sub("", page.url))
    found = []
    for value, source in stated:
        if isinstance(value, dict):
            value = value.get("@id") or value.get("url")
        address = absolute(value, context.base) if isinstance(value, str) and value.strip() else None
        if address is not None and not (is_known and is_no_page(address)):
            found.append(Claim(address, source))
    return tuple(sorted(found, key=lambda claim: is_no_page(claim.value)))


def access(context: Context) -> tuple[Access | None, tuple[Claim, ...]]:
    """Whether the article can be read without paying, as far as the page states it, and the statements.

    Args:
        context: the page.
    """
    claims = tuple(Claim("free" if free else "paid", source) for free, source in _free(context) if free is not None)
    if any(claim.value == "paid" for claim in claims):
        return "cut" if _is_teaser(context) else "paid", claims
    return "free" if claims else None, claims


def _is_teaser(context: Context) -> bool:
    """Whether the body is too short to be the whole article."""
    body = context.body_text
    return len(body) + len(_WIDE.findall(body[:MAX_TEASER_CHARS])) < MAX_TEASER_CHARS


def _free(context: Context) -> Iterator[tuple[bool | None, str]]:
    """Whether it is free by JSON-LD, microdata and ``meta`` elements, with the sources."""
    structured, key = context.structured, "isAccessibleForFree"
    for thing in (structured.article, *structured.objects):
        kinds = types(thing) or ["Thing"]
        if key in thing and (thing is structured.article or "hasPart" in thing or not _OF_PAGE.isdisjoint(kinds)):
            yield _is_free(thing[key]), f"json-ld:{kinds[0]}.{key}"
    for one in structured.marked:
        if one.name == key:
            yield _is_free(one.value), f"{one.kind}:{one.type or 'Thing'}.{key}"
    for value, source in structured.metas(*_TIERS):
        yield _is_free(value), source


def _is_free(value: Any) -> bool | None:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return _FREE.get(str(value).strip().lower().rsplit("/", 1)[-1])


def comment_count(context: Context) -> tuple[Claim, ...]:
    """Numbers of comments: ``commentCount`` in JSON-LD and microdata, a line near the body."""
    structured = context.structured
    found = list(structured.stated("commentCount"))
    found += [(one.value, f"{one.kind}:commentCount") for one in structured.marked if one.name == "commentCount"]
    found += [(number, "text:comments") for number in _shown_count(context)]
    return tuple(
        Claim(re.sub(r"\D", "", number[1]), source)
        for value, source in found
        if (number := _NUMBER.match(str(value))) is not None
    )


def _shown_count(context: Context) -> list[str]:
    """The number of comments in the first line near the body that says it.

    A zero behind the word stands there until a script runs.
    """
    texts, first, last = context.texts, context.first, context.last
    before, after = (
        texts[max(0, first - SEGMENTS_BEFORE) : first + 2],
        texts[max(first + 2, last - 2) : last + SEGMENTS_AFTER],
    )
    for text in (*before, *after):
        shown = _COMMENTS.fullmatch(text) if len(text) <= MAX_LINE_CHARS else None
        if shown is not None and (shown[1] or shown[2] != "0"):
            return [shown[1] or shown[2]]
    return []
