"""Whether an article can be read without paying, as far as the page states it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from broadsheet.article.provenance import Access, Claim
from broadsheet.facts.structured import types
from broadsheet.metadata.around.context import Context
from broadsheet.patterns import pattern

__all__ = ["access"]

_FREE: Final = {
    "true": True, "yes": True, "1": True, "free": True, "false": False, "no": False, "0": False, "paid": False,
    "premium": False, "metered": False, "locked": False, "subscriber": False, "subscription": False, "paywall": False,
    "abo": False,
}  # fmt: skip
_TIERS: Final = (
    "article:content_tier", "og:article:content_tier", "isaccessibleforfree", "access", "lp.article:access",
)  # fmt: skip
_PAYING: Final = (
    "cxenseparse:recs:paywall", "cxenseparse:paywall", "article:paid", "paywall", "k5a:paywall", "k5a:paid",
    "article:premium",
)  # fmt: skip
"""Names of ``meta`` elements that state who may read, and of those in which ``true`` means that it costs."""
_OF_PAGE: Final = frozenset({"WebPage", "WebPageElement", "CreativeWork"})
"""Types that state it for the article besides the article itself."""
_TEASER: Final = 800
"""Characters up to which a body that costs is taken for a teaser. CJK characters count double."""
_SHARE: Final = 0.7
"""The share of the stated number of words from which a body is whole."""
_WIDE: Final = pattern(r"[\u2e80-\u9fff]")
_WORDS: Final = pattern(r"\s*(\d{2,6})\s*")


def access(context: Context) -> tuple[Access | None, tuple[Claim, ...]]:
    """What the page states of access, and the evidence; None where it states nothing.

    Args:
        context: the page.
    """
    claims = tuple(Claim("free" if free else "paid", source) for free, source in _stated(context) if free is not None)
    if any(claim.value == "paid" for claim in claims):
        return "cut" if _is_teaser(context) else "paid", claims
    return "free" if claims else None, claims


def _is_teaser(context: Context) -> bool:
    """Whether the body is much shorter than the page states, or short where it states no length."""
    declared = _WORDS.fullmatch(str(context.structured.article.get("wordCount")))
    if declared is not None:
        return bool(context.page.segments.words[context.in_body].sum() < _SHARE * int(declared[1]))
    body = context.body_text
    return len(body) + len(_WIDE.findall(body[:_TEASER])) < _TEASER


def _stated(context: Context) -> Iterator[tuple[bool | None, str]]:
    """Whether it is free by JSON-LD, microdata and ``meta`` elements, with the sources."""
    structured = context.structured
    for thing in (structured.article, *structured.objects):
        kind = (types(thing) or ["Thing"])[0]
        is_own = thing is structured.article or not _OF_PAGE.isdisjoint(types(thing))
        if "isAccessibleForFree" in thing and (is_own or "hasPart" in thing):
            yield _free(thing["isAccessibleForFree"]), f"json-ld:{kind}.isAccessibleForFree"
    if "isAccessibleForFree" not in structured.article:
        for value, source in structured.stated("hasPart"):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, Mapping) and "isAccessibleForFree" in part:
                    yield _free(part["isAccessibleForFree"]), f"{source}.isAccessibleForFree"
    for one in structured.marked:
        if one.name == "isAccessibleForFree":
            yield _free(one.value), f"{one.kind}:{one.type or 'Thing'}.isAccessibleForFree"
    for value, source in structured.metas(*_TIERS):
        yield _free(value), source
    for value, source in structured.metas(*_PAYING):
        yield False if value.strip().lower() in ("true", "yes", "1") else None, source


def _free(value: Any) -> bool | None:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    return _FREE.get(str(value).strip().lower().rsplit("/", 1)[-1])
