"""The title of an article: the choice among what the page states and shows.

The candidates are listed in `broadsheet.metadata.title.candidates`: structured data, the ``title`` element with and
without the site's name, headings, and the lines before the body. Which of them is right is learnt
(`broadsheet.lab.train.metadata`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from broadsheet.article.provenance import Claim, in_one
from broadsheet.facts.texts import clean
from broadsheet.metadata.context import Context
from broadsheet.metadata.ranking import Array, Ranking
from broadsheet.metadata.title.candidates import headlines
from broadsheet.metadata.title.evidence import NAMES, Headline

__all__ = ["preference", "title"]

BONUS: Final = np.float32(100.0)  # more than learnt scores differ by
_OG_PIECE: Final = NAMES.index("og piece")
_STATED: Final = (
    "is headline", "is og", "is element", "front of stated", "front of element", "back of stated", "back of element",
)  # fmt: skip
"""Columns of what is stated, as a whole or as a part."""
MAX_ALTERNATIVES: Final = 8
"""Other candidates that are reported."""


def preference(ranking: Ranking, evidence: Array) -> Array:
    """How much each candidate is preferred, shape (n,): the learnt score, and a rule for what too few pages show.

    What ``og:title`` states, and a heading shows as an element of its own beside others, is the headline: the others
    are a kicker, which JSON-LD and the ``title`` element often glue to it.

    Args:
        ranking: the learnt choice.
        evidence: shape (n, columns of `broadsheet.metadata.title.evidence`).
    """
    score: Array = ranking.score(evidence) + BONUS * evidence[:, _OG_PIECE]
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
    order = np.argsort(-preference(ranking, evidence), kind="stable").tolist()
    if (at := _as_stated(found, order[0])) is not None:
        order = [at, *(other for other in order if other != at)]
    return _claims([found[at] for at in order])


def _as_stated(found: Sequence[Headline], best: int) -> int | None:
    """The number of the candidate that the page states, if the chosen one is a heading that nothing states as a whole:
    the heading without a kicker, a badge or a date.
    """
    one = found[best]
    if not one.heading or one.has_any(_STATED):
        return None
    parts = [
        at
        for at, other in enumerate(found)
        if other.folded in one.folded
        and 2 * len(other.folded) > len(one.folded)
        and other.is_piece
        and other.has_any(_STATED)
    ]
    return max(parts, key=lambda at: len(found[at].folded), default=None)


def _claims(found: Sequence[Headline]) -> tuple[Claim, tuple[Claim, ...]]:
    """The first candidate, and the alternatives."""
    first, *others = [Claim(one.text, in_one(one.sources)) for one in found[: 1 + MAX_ALTERNATIVES]]
    return first, tuple(others)
