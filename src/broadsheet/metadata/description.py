"""The summary that a page gives of itself: the first stated one that is of the article."""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.facts.structured import texts_of, types
from broadsheet.facts.texts import clean, fold
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.site import own_names

__all__ = ["description"]

_NAMES: Final = (
    "og:description", "description", "twitter:description", "dc.description", "dcterms.description",
    "sailthru.description", "abstract",
)  # fmt: skip
"""Names of ``meta`` elements that summarise a page."""
_COMPARED: Final = 20  # summaries of a page that are read
_SITE: Final = re.compile(r"WebSite|Organization")


def description(context: Context) -> tuple[Claim, ...]:
    """Summaries of the article: ``meta`` elements, then JSON-LD.

    Ignored are those without a letter, those that repeat the title or the name of the site, and what the site says of
    itself in JSON-LD.
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
    return tuple(
        claim
        for claim in claims[:_COMPARED]
        if (folded := fold(claim.value)) not in ignored
        and not any(folded in title for title in titles)
        and any(map(str.isalpha, claim.value))
    )
