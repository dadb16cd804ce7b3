"""The kinds of pieces, and the right answer for each by the conventions of `docs/guide/conventions.md`."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

__all__ = ["KINDS", "Answer", "Kind"]


class Answer(StrEnum):
    """The right treatment of a piece."""

    KEEP = "keep"
    LEAVE = "leave"
    ONCE = "once"


class Kind(NamedTuple):
    """A kind of piece: the right treatment, and its description in tables."""

    answer: Answer
    description: str


_KEEP: Final = {
    "post-x": "post of X in its blockquote",
    "post-x-wrapped": "post of X inside a wrapper",
    "post-instagram": "post of Instagram",
    "post-facebook": "post of Facebook",
    "post-threads": "post of Threads",
    "post-bluesky": "post of Bluesky",
    "post-mastodon": "post of Mastodon",
    "post-tiktok": "post of TikTok",
    "post-telegram": "post of Telegram",
    "list-facts": "short list of facts",
    "list-items": "list of short items",
    "list-sentences": "list of sentences",
    "list-ordered": "ordered list",
    "list-definitions": "definition list",
    "table": "table of data with header cells",
    "table-bare": "table of data without header cells",
    "quotation": "quotation",
    "quotation-cited": "quotation with its source",
    "subheading": "subheading and paragraph",
    "short-paragraph": "short paragraph",
    "questions": "question and answer",
    "transcript": "transcript",
    "recipe": "ingredients and steps",
    "timeline": "timeline",
    "live-blog": "live-blog entries",
    "code": "program code",
}
_LEAVE: Final = {
    "consent-top": "consent notice before the article",
    "consent-embed": "consent notice in place of an embed",
    "newsletter": "newsletter call",
    "related": "related links in a box",
    "read-more": "read-more line",
    "share": "share bar",
    "caption": "caption and credit of an image",
    "app": "app promotion",
    "podcast": "podcast promotion",
    "advertisement": "advertisement with its label",
    "paywall": "log-in or paywall notice",
    "teasers": "teasers in boxes behind the article",
    "comments": "readers' comments",
    "biography": "author biography",
    "copyright": "copyright line",
    "tags": "tags",
    "machine-facts": "microdata with times and addresses as hidden text",
}
_ONCE: Final = {
    "pull-quote": "pull quote that repeats the text",
    "machine-copy": "copy of the body for machines",
    "print-copy": "print version of the body",
    "lead-again": "the first paragraph again above a picture",
    "headline-again": "headline and kicker run together",
}

KINDS: Final = {
    name: Kind(answer, description)
    for answer, kinds in ((Answer.KEEP, _KEEP), (Answer.LEAVE, _LEAVE), (Answer.ONCE, _ONCE))
    for name, description in kinds.items()
}
