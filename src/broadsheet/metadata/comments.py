"""How many comments readers wrote, where the page states it."""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import compress
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.boxes import is_of_other_article
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.written.comments import COUNT, WORDS
from broadsheet.page import kernel, tags

__all__ = ["comment_count"]

_A: Final = tags.IDS["a"]
_NUMBER: Final = re.compile(r"\s*(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,7})\s*$")
_ALL: Final = (
    r"(?:(?:view|show|read|see|all|alle|voir|les|ver|tod[oa]s|los|post|reader|lesen|vedi|tutti|i|bekijk|lees|se|visa|"
    r"zobacz|показать|все)\s+)*"
)
"""What leads to all of them: "View all 12 comments"."""
_ON: Final = r"(?:to|zu|on|sur|sobre|en|bei|for|para|su|na|la|op|på|к|о)"
_SHOWN: Final = re.compile(
    rf"^\W*{_ALL}{COUNT}\s*(?:de\s+)?(?:(?:reader|user|leser)[\s-]?)?{WORDS}"
    rf"(?:\s+{_ON}\s.{{0,160}}|\s*[/|·•].{{0,40}}|\s+(?:anzeigen|lesen|ansehen|so far|lire|lezen|tonen))?\W*$|"
    rf"^\W*{COUNT}\s*(?:件の(?:コメント)?|"
    rf"thoughts?\s+on\b|gedanken?\s+zu\b|réflexions?\s+sur\b|ideas?\s+sobre\b|pensieri?\s+su\b).*$|"
    rf"^\W*{_ALL}(?:{WORDS}|join the (?:conversation|discussion)|обсудить)\s*[(\[:：]\s*{COUNT}\s*[)\]]?\W*$|"
    rf"^\W*(?:全部|전체\s*)?(?:コメント(?:数)?|评论|評論|留言|网友评论|댓글|덧글|跟贴)\s*[(（\[:：]?\s*{COUNT}"
    rf"\s*(?:件|条|條|則|则|개)?\s*[)）\]]?\W*$|"
    rf"^\W*(?:共|全部|全|总)?\s*{COUNT}\s*(?:件|条|條|則|则|개의?|人(?:参与|參與)?)?(?:の)?\s*"
    rf"(?:コメント|评论|評論|留言|跟贴|댓글)\W*$|"
    rf"^.{{1,150}}への\s*{COUNT}\s*件の(?:フィードバック|コメント)\W*$",
    re.IGNORECASE,
)
_HEADING: Final = re.compile(rf"^\W*{WORDS}\s+{COUNT}\W*$", re.IGNORECASE)
"""And how a heading may say it."""
_DIGIT: Final = re.compile(r"\d")
_STEMS: Final = kernel.Words([
    tuple(
        "comment respon repl kommen antwort reaktion réaction coment respuest respost risposte reacties svar "
        "komentá komentar komentář hozzászólás коментар комментари отзыв σχόλια コメント 评论 評論 留言 댓글 yorum "
        "luận تعليق תגובות thought gedanken réflexion idea pensier 덧글 跟贴 nhận ý نظر دیدگاه टिप्पण कमेंट মন্তব্য "
        "ความคิดเห็น diskus odpowied răspuns conversation discussion обсудить フィードバック".split()
    )
])  # fmt: skip
"""In small letters; one of these is in all that the patterns above find."""
_TO_COMMENTS: Final = ("#comment", "#respond", "#disqus")
"""Where links to an article's own comments lead."""
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
    return (*found, *(_shown(context) or _linked(context)))


def _shown(context: Context) -> list[Claim]:
    """The first line near the body that says it and is in no box of another article."""
    texts, first, last = context.texts, context.first, context.last
    near = (*range(max(0, first - _BEFORE), first + 2), *range(max(first + 2, last - 2), last + _BEHIND))
    near = near[: bisect_left(near, len(texts))]
    said = [texts[at] for at in near]
    has = _STEMS.in_texts("\0".join(said).lower(), len(said)) if said else None
    for at in near if has is None else compress(near, has.tolist()):
        text, row = texts[at], context.first_row[at]
        if len(text) > _LONGEST or _DIGIT.search(text) is None:
            continue
        shown = _SHOWN.match(text)
        if shown is None and context.page.segments.heading[at]:
            shown = _HEADING.match(text)
        if shown is None:
            continue
        number = next(number for number in shown.groups() if number is not None)
        # Scripts put the number in; until then it says none.
        if (number != "0" or shown.group(1) == "0") and not is_of_other_article(context, row, text):
            return _claim(number, "text:comments")
    return []


def _linked(context: Context) -> list[Claim]:
    """What the first link to the comments above the body, and in no box of another article, is labelled or shows."""
    first = context.first
    begin, end = context.rows_in(first - _BEFORE, first + 1)
    for row in sorted(context.elements.holding("href", _TO_COMMENTS)):
        if (
            begin <= row < end
            and context.tag[row] == _A
            and not is_of_other_article(context, row, context.words_of(row))
        ):
            labels = (context.elements.value(row, name) for name in ("aria-label", "title"))
            labelled = next(filter(None, map(_SHOWN.match, labels)), None)
            number = next(filter(None, labelled.groups())) if labelled is not None else context.words_of(row)
            # As above: a nought alone is what stands there until a script has been asked.
            if number != "0" and (claims := _claim(number, "link:comments")):
                return claims
    return []


def _claim(text: str, source: str) -> list[Claim]:
    found = _NUMBER.match(text)
    return [Claim(re.sub(r"\D", "", found[1]), source)] if found is not None else []
