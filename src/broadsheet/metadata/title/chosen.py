"""The title of an article: the choice among what the page states and shows.

What may be the headline is listed in `broadsheet.metadata.title.candidates`: structured data, the ``title`` element
with and without the site's name, headings, and what stands before the body. Which of them it is is learnt
(`broadsheet.train.metadata`): that sources agree is evidence, as is where a text stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from broadsheet.article.provenance import Claim, in_one
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.ranking import Array, Ranking
from broadsheet.metadata.stated.structured import clean
from broadsheet.metadata.title.candidates import agreed, headlines
from broadsheet.metadata.title.corrections import IS_SITE, corrected, is_first_page, leads_home
from broadsheet.metadata.title.evidence import NAMES, Headline

__all__ = ["preference", "title"]

_RULE: Final = np.float32(100.0)
"""More than scores differ by where a candidate may be the headline."""
_OG_PIECE: Final = NAMES.index("og piece")
_SHORT: Final = [NAMES.index("words 1-2"), NAMES.index("words 3-4")]
_HOME_LINKS: Final = 3
"""Candidates of which each is looked at where those before it are links to the first page of the site."""
_NEVER: Final = np.float32(1000.0)
"""More than any difference of scores."""
_ALTERNATIVES: Final = 8
"""Other candidates that are named."""


def preference(ranking: Ranking, evidence: Array, *, first_page: bool = False) -> Array:
    """How much each candidate is preferred, shape (n,): the learnt score, and two rules that go before it.

    A name of the site, of a few words, is not the headline; a page that is the site's own is rarer among those that
    were learnt from than elsewhere. (A longer one is what some pages state as their site's name by mistake.) It may be
    on the site's first page.

    What ``og:title`` states, and a heading shows as an element of its own beside others, is the headline: the others
    are a kicker, which JSON-LD and the ``title`` element often glue to it. Such pages are too few to learn it from: of
    33 on some two dozen sites it is right on 29.

    Args:
        ranking: the learnt choice.
        evidence: shape (n, columns of `broadsheet.metadata.title.candidates`).
        first_page: whether the page is the first one of its site.
    """
    names_site = (evidence[:, IS_SITE] > 0) & (evidence[:, _SHORT] > 0).any(axis=1) & (not first_page)
    score: Array = ranking.score(evidence) + _RULE * evidence[:, _OG_PIECE] - _NEVER * names_site
    return score


def title(
    context: Context, ranking: Ranking | None, *, home_link: str | None = None
) -> tuple[Claim | None, tuple[Claim, ...]]:
    """The title with its source, and the other candidates, most probable first.

    Args:
        context: the page.
        ranking: the learnt choice; without it, the longest of those with the most sources.
        home_link: the text of the link to the page on the site's home page, if known: it is the headline.
    """
    if (linked := clean(home_link)) and "\ufffd" not in linked and any(map(str.isalpha, linked)):
        return Claim(linked, "home page"), ()
    first_page = is_first_page(context)
    if ranking is not None and not first_page and (found := agreed(context)):
        return _claims(found)
    found, evidence = headlines(context)
    if not found:
        return None, ()
    if ranking is None:
        return _claims(sorted(found, key=lambda one: (-len(one.sources), -len(one.text))))
    score = preference(ranking, evidence, first_page=first_page)
    order = np.argsort(-score, kind="stable").tolist()
    for at in order[:_HOME_LINKS]:
        if at == order[0] and len(order) > 1 and not first_page and leads_home(context, found[at]):
            score[at] -= _NEVER
            order = [*order[1:], at]
    if (at := corrected(context, found, order, score)) is not None:
        order = [at, *(other for other in order if other != at)]
    return _claims([found[at] for at in order])


def _claims(found: Sequence[Headline]) -> tuple[Claim, tuple[Claim, ...]]:
    """The first of some candidates, and those behind it."""
    first, *others = [Claim(one.text, in_one(one.sources)) for one in found[: 1 + _ALTERNATIVES]]
    return first, tuple(others)
