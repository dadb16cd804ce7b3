"""How many comments readers wrote, where the page states or shows it."""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.lexicon import Matcher
from broadsheet.metadata.around.context import Context

__all__ = ["comment_count"]

_NUMBER: Final = re.compile(r"\s*(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,7})\s*$")
_COUNT: Final = r"(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,6})"
_SHOWN: Final = Matcher(
    rf"\W*(?:\w+ ){{0,2}}{_COUNT} ?{{comments comment_answers}}(?: {{comments_on}}\b.*|\W*)|"
    rf"\W*(?:\w+ ){{0,2}}{{comments comment_answers}} ?[(（\[:：]? ?{_COUNT} ?\W*"
)
"""``12 comments``, ``12 thoughts on "The bridge"``, ``View comments (12)``."""
_LINE_CHARS: Final = 200
"""Characters of such a line, with the title that it may repeat."""
_BEFORE, _BEHIND = 25, 120
"""Segments before and behind the body among which the count of the article's own comments stands."""


def comment_count(context: Context) -> tuple[Claim, ...]:
    """Numbers of comments: JSON-LD ``commentCount`` and interaction counter, microdata, a line near the body."""
    structured = context.structured
    found = [(value, source) for value, source in structured.stated("commentCount")]
    for value, source in structured.stated("interactionStatistic"):
        found += [
            (one.get("userInteractionCount"), source)
            for one in (value if isinstance(value, list) else [value])
            if isinstance(one, dict) and "Comment" in str(one.get("interactionType"))
        ]
    for marked in structured.marked:
        if marked.name == "commentCount":
            found.append((marked.value, f"{marked.kind}:commentCount"))
        elif marked.name == "interactionCount" and "Comment" in marked.value:
            found.append((marked.value.rsplit(":", 1)[-1], f"{marked.kind}:interactionCount"))
    found += [(number, "text:comments") for number in _shown(context)]
    return tuple(
        Claim(re.sub(r"\D", "", number[1]), source)
        for value, source in found
        if (number := _NUMBER.match(str(value))) is not None
    )


def _shown(context: Context) -> list[str]:
    """The number in the first line near the body that says it.

    A zero behind the word stands there until a script runs.
    """
    texts, first, last = context.texts, context.first, context.last
    for at in (*range(max(0, first - _BEFORE), first + 2), *range(max(first + 2, last - 2), last + _BEHIND)):
        if at >= len(texts):
            break
        if len(text := texts[at]) > _LINE_CHARS or (shown := _SHOWN.fullmatch(text)) is None:
            continue
        number = shown[1] or shown[2]
        if number != "0" or shown[1]:
            return [number]
    return []
