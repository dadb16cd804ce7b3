"""The title of an article: the choice among what the page states and shows.

The candidates are listed in `broadsheet.metadata.title.candidates`: structured data, the ``title`` element with and
without the site's name, headings, and the lines before the body. Which of them is right is learnt
(`broadsheet.train.metadata`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from broadsheet.article.provenance import Claim, in_one
from broadsheet.facts.texts import clean
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.ranking import Array, Ranking
from broadsheet.metadata.title.candidates import headlines
from broadsheet.metadata.title.evidence import NAMES, Headline

__all__ = ["preference", "title"]

BONUS, PENALTY = np.float32(100.0), np.float32(1000.0)
"""More than learnt scores differ by, and more than that."""
_IS_SITE, _OG_PIECE = NAMES.index("is site"), NAMES.index("og piece")
_SHORT: Final = [NAMES.index("words 1-2"), NAMES.index("words 3-4")]
_ELLIPSES: Final = ("…", "...", "…]", "...]")
_HEADINGS: Final = ("h1", "h2", "h3", "h4+")
_STATED: Final = ("is headline", "is og", "is element")
_PARTS: Final = ("front of stated", "front of element", "back of stated", "back of element")
"""Columns of what is shown as a heading, and of what is stated, whole or as a part."""
MAX_ALTERNATIVES: Final = 8
"""Other candidates that are reported."""


def preference(ranking: Ranking, evidence: Array, *, is_first_page: bool = False) -> Array:
    """How much each candidate is preferred, shape (n,): the learnt score, and two rules for what too few pages show.

    What ``og:title`` states, and a heading shows as an element of its own beside others, is the headline: the others
    are a kicker, which JSON-LD and the ``title`` element often glue to it. A name of the site, of a few words, is not
    the headline unless the page is the site's first one.

    Args:
        ranking: the learnt choice.
        evidence: shape (n, columns of `broadsheet.metadata.title.evidence`).
        is_first_page: whether the page is the first one of its site.
    """
    names_site = (evidence[:, _IS_SITE] > 0) & (evidence[:, _SHORT] > 0).any(axis=1) & (not is_first_page)
    score: Array = ranking.score(evidence) + BONUS * evidence[:, _OG_PIECE] - PENALTY * names_site
    return score


def title(
    context: Context, ranking: Ranking | None, *, home_link: str | None = None
) -> tuple[Claim | None, tuple[Claim, ...]]:
    """The title with its source, and the other candidates, most probable first.

    Args:
        context: the page.
        ranking: the learnt choice; without it, the candidate with the most sources, and the longest of these.
        home_link: the text of the link to the page on the site's home page, if known: it is the headline.
    """
    if (linked := clean(home_link)) and "\ufffd" not in linked and any(map(str.isalpha, linked)):
        return Claim(linked, "home page"), ()
    found, evidence = headlines(context)
    if not found:
        return None, ()
    if ranking is None:
        return _claims(sorted(found, key=lambda one: (-len(one.sources), -len(one.text))))
    is_first_page = bool(context.page.url) and context.is_home(context.page.url or "")
    order = np.argsort(-preference(ranking, evidence, is_first_page=is_first_page), kind="stable").tolist()
    if (at := _as_stated(found, order[0])) is not None:
        order = [at, *(other for other in order if other != at)]
    return _claims([found[at] for at in order])


def _as_stated(found: Sequence[Headline], best: int) -> int | None:
    """The number of the candidate that is what was chosen as the page states it: the part of a heading without a
    kicker, a badge or a date, where nothing states all of it; or the whole of what was cut with an ellipsis.
    """
    one = found[best]
    if one.text.endswith(_ELLIPSES):
        whole = [
            at
            for at, other in enumerate(found)
            if other.folded.startswith(one.folded)
            and not other.text.endswith(_ELLIPSES)
            and (other.row >= 0 or other.has_any(("is headline", "is og", "front of element")))
        ]
        return min(whole, key=lambda at: (found[at].row < 0, len(found[at].folded)), default=None)
    if not one.has_any(_HEADINGS) or one.has_any((*_STATED, *_PARTS)):
        return None
    parts = [
        at
        for at, other in enumerate(found)
        if other.folded in one.folded
        and 2 * len(other.folded) > len(one.folded)
        and other.has("is piece")
        and other.has_any((*_STATED, *_PARTS))
    ]
    return max(parts, key=lambda at: len(found[at].folded), default=None)


def _claims(found: Sequence[Headline]) -> tuple[Claim, tuple[Claim, ...]]:
    """The first candidate, and the alternatives."""
    first, *others = [Claim(one.text, in_one(one.sources)) for one in found[: 1 + MAX_ALTERNATIVES]]
    return first, tuple(others)
