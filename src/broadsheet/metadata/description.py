"""The summary that a page gives of itself: the first stated one that is of the article."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.facts.json_ld import types
from broadsheet.facts.structured import texts_of
from broadsheet.facts.texts import clean, fold, words
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.site import own_names

__all__ = ["description"]

_NAMES: Final = (
    "og:description", "description", "twitter:description", "dc.description", "dcterms.description",
    "sailthru.description", "abstract",
)  # fmt: skip
"""Names of ``meta`` elements that summarise a page."""
_CUT: Final = re.compile(r"(?:…|\.\.\.|\[(?:…|\.\.\.)\])$")
"""How a shortened summary ends."""
_WORD_CHARS: Final = 4
"""Characters of a word, or of a site's name, that is looked for."""
_SHARE: Final = 0.3
"""The share of its words up to which the article may have those of a text about the site."""
_BODY_CHARS: Final = 500
"""Characters of a body that is long enough to have them."""
_COMPARED, _READ = 20, 2_000
"""Summaries of a page, and characters of one, that are read."""
_SITE: Final = re.compile(r"WebSite|Organization")


def description(context: Context) -> tuple[Claim, ...]:
    """Summaries of the article: ``meta`` elements, then JSON-LD.

    Ignored are those without a letter, those that repeat the title or the name of the site, and what the site says of
    itself in JSON-LD. Those that are shortened come last.
    """
    structured = context.structured
    claims = [Claim(value, source) for value, source in structured.metas(*_NAMES)]
    claims += [
        Claim(text, source) for value, source in structured.stated("description") for text in texts_of(value)[:1]
    ]
    of_site = {
        fold(text)
        for thing in structured.objects
        if any(map(_SITE.search, types(thing))) and (text := clean(thing.get("description")))
    }
    ignored = {*of_site, *context.once(own_names)}
    titles = list(map(fold, context.headlines))
    kept = [
        claim
        for claim in claims[:_COMPARED]
        if (folded := fold(claim.value)) not in ignored
        and not any(folded in title for title in titles)
        and any(map(str.isalpha, claim.value))
        and not _speaks_of_site(context, claim.value)
    ]
    return tuple(sorted(kept, key=lambda claim: _is_cut(claim.value, kept)))


def _speaks_of_site(context: Context, text: str) -> bool:
    """Whether a text names the site and shares hardly a word with the title and the body."""
    folded, names = fold(text), [name for name in context.once(own_names) if len(name) >= _WORD_CHARS]
    if len(context.body_text) < _BODY_CHARS or not any(name in folded for name in names):
        return False
    telling = [
        word for word in words(text[:_READ]) if len(word) >= _WORD_CHARS and not any(word in name for name in names)
    ]
    said = fold(f"{context.structured.title or ''} {context.body_text}")
    return sum(map(said.__contains__, telling)) <= _SHARE * len(telling)


def _is_cut(text: str, claims: Sequence[Claim]) -> bool:
    """Whether a summary is shortened that another source has in full."""
    beginning = fold(_CUT.sub("", text))
    return _CUT.search(text) is not None and any(
        len(claim.value) > len(text) and fold(claim.value).startswith(beginning) for claim in claims
    )
