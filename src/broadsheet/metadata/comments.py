"""How many comments readers wrote, where the page states it."""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context

__all__ = ["comment_count"]

_NUMBER: Final = re.compile(r"\s*(\d{1,3}(?:[.,\s]\d{3})+|\d{1,7})\s*$")
_SHOWN: Final = re.compile(
    r"^\W*(\d{1,3}(?:[.,\s]\d{3})+|\d{1,6})\s*(?:comments?|kommentare?|commentaires?|comentarios?|comentários?|commenti|"
    r"reacties|kommentarer|kommenttia|komentarz\w*|komentář\w*|комментари\w+|σχόλια|コメント|评论|yorum)\W*$",
    re.IGNORECASE,
)


def comment_count(context: Context) -> tuple[Claim, ...]:
    """The number of comments: JSON-LD ``commentCount``, its interaction counter, microdata, a line that says it."""
    structured = context.structured
    found = []
    for value, source in structured.stated("commentCount"):
        found += _claim(str(value), source)
    for value, source in structured.stated("interactionStatistic"):
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict) and "Comment" in str(one.get("interactionType")):
                found += _claim(str(one.get("userInteractionCount")), source)
    for marked in structured.marked:
        if marked.name == "commentCount":
            found += _claim(marked.value, f"{marked.kind}:commentCount")
        elif marked.name == "interactionCount" and "Comment" in marked.value:
            found += _claim(marked.value.rsplit(":", 1)[-1], f"{marked.kind}:interactionCount")
    for text in context.texts:
        # The number comes first, and few lines begin so.
        if len(text) > 40 or text[:1].isalpha():
            continue
        if (shown := _SHOWN.match(text)) is not None:
            found += _claim(shown[1], "text:comments")
            break
    return tuple(found)


def _claim(text: str, source: str) -> list[Claim]:
    found = _NUMBER.match(text)
    return [Claim(re.sub(r"\D", "", found[1]), source)] if found is not None else []
