"""How many comments readers wrote, where the page states it."""

from __future__ import annotations

import re
from itertools import compress
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context
from broadsheet.page import kernel

__all__ = ["comment_count"]

_NUMBER: Final = re.compile(r"\s*(\d{1,3}(?:[.,\s]\d{3})+|\d{1,7})\s*$")
_COUNT: Final = r"(\d{1,3}(?:[.,\s]\d{3})+|\d{1,6})"
_WORDS: Final = (
    r"(?:comments?|responses?|replies|kommentare?|leserkommentare?|antworten|reaktionen|commentaires?|réactions?|"
    r"comentarios?|respuestas?|comentários?|respostas?|commenti|risposte|reacties|kommentarer|svar|kommentit|kommentti\w*|"
    r"komentarz\w*|komentář\w*|komentáre|hozzászólás\w*|comentarii|коментар\w*|комментари\w+|отзыв\w*|σχόλια|コメント|"
    r"评论|評論|条评论|則留言|댓글|yorum|bình luận|komentar|تعليقات|תגובות)"
)
_SHOWN: Final = re.compile(
    rf"^\W*{_COUNT}\s*(?:(?:reader|user|leser)[\s-]?)?{_WORDS}(?:\s+(?:to|zu|on|sur|sobre|en|bei|for|su|na|к|о)\s.{{0,160}}|\s*[/|·•].{{0,40}})?\W*$|"
    rf"^\W*{_COUNT}\s*(?:件の(?:コメント)?|thoughts?\s+on\b|gedanken?\s+zu\b|réflexions?\s+sur\b|ideas?\s+sobre\b|pensieri?\s+su\b).*$|"
    rf"^\W*(?:(?:view|show|read|see|all|alle|voir|les|ver|post|reader|lesen)\s+)*{_WORDS}\s*[(\[:：]\s*{_COUNT}\s*[)\]]?\W*$|"
    rf"^\W*(?:コメント(?:数)?|评论|評論|留言|网友评论|댓글|덧글|跟贴)\s*[(（\[:：]?\s*{_COUNT}\s*(?:件|条|條|則|则|개)?\s*[)）\]]?\W*$|"
    rf"^\W*(?:共|全部|全|总)?\s*{_COUNT}\s*(?:件|条|條|則|则|개)?(?:の)?\s*(?:コメント|评论|評論|留言|跟贴|댓글)\W*$",
    re.IGNORECASE,
)
_DIGIT: Final = re.compile(r"\d")
_STEMS: Final = kernel.Words([
    tuple(
        "comment respon repl kommen antwort reaktion réaction coment respuest respost risposte reacties svar "
        "komentá komentar komentář hozzászólás коментар комментари отзыв σχόλια コメント 评论 評論 留言 댓글 yorum "
        "luận تعليقات תגובות thought gedanken réflexion idea pensier 덧글 跟贴".split()
    )
])  # fmt: skip
"""In small letters; one of these is in all that the pattern above finds."""
_LONGEST: Final = 200
"""Characters of a line that says it, with the title that it may repeat."""
_BEFORE, _BEHIND = 25, 120
"""Segments before the body, and behind it, where the count of its own comments stands; further away are those of other
articles."""


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
    texts, first, last = context.texts, context.first, context.last
    near = texts[max(0, first - _BEFORE) : first + 2] + texts[max(first + 2, last - 2) : last + _BEHIND]
    has = _STEMS.in_texts("\0".join(near).lower(), len(near)) if near else None
    for text in near if has is None else compress(near, has.tolist()):
        if len(text) <= _LONGEST and _DIGIT.search(text) is not None and (shown := _SHOWN.match(text)) is not None:
            number, thoughts, *labelled = shown.groups()
            # Scripts put the number in; until then it says none.
            if "0" not in labelled:
                found += _claim(next(filter(None, (number, thoughts, *labelled))), "text:comments")
                break
    return tuple(found)


def _claim(text: str, source: str) -> list[Claim]:
    found = _NUMBER.match(text)
    return [Claim(re.sub(r"\D", "", found[1]), source)] if found is not None else []
