"""The effect of each element on the text in it: its role, its mark, and generated punctuation, all by tag name."""

from __future__ import annotations

from typing import Final

from broadsheet.article.blocks import CodeSpan, Emphasis, Strikethrough, Strong, Subscript, Superscript
from broadsheet.article.runs import Mark
from broadsheet.page import tags

__all__ = [
    "BLOCK",
    "BR",
    "BREAKS",
    "CAPTION",
    "CELL",
    "CITE",
    "DRAWN",
    "DRAWN_INSIDE",
    "EMPHASIS",
    "FIGCAPTION",
    "FIGURE",
    "GROUP",
    "HEADING",
    "HR",
    "INLINE",
    "ITEM",
    "LEVEL",
    "LINK",
    "LIST",
    "MARK",
    "MARK_OF",
    "OPAQUE",
    "OWN",
    "PLAIN",
    "PRE",
    "QUOTATION_MARKS",
    "QUOTE",
    "ROLE",
    "ROW",
    "RT",
    "STRONG",
    "TABLE",
    "TERM",
    "Q",
]

# The roles. Elements without one are inline and set no mark, custom elements included.
PLAIN, BLOCK, MARK, LINK, BR, HR, HEADING, LIST, ITEM, TERM, QUOTE, TABLE, GROUP, ROW, CELL = range(15)
CAPTION, PRE, FIGURE, FIGCAPTION, CITE, Q, RT, OPAQUE = range(15, 23)


def _roles() -> list[int]:
    named = {
        MARK: "b strong em i dfn var del s strike sup sub code kbd samp tt",
        LINK: "a",
        BR: "br",
        HR: "hr",
        HEADING: "h1 h2 h3 h4 h5 h6",
        LIST: "ul ol menu dir",
        ITEM: "li",
        TERM: "dt",
        QUOTE: "blockquote",
        TABLE: "table",
        GROUP: "thead tbody tfoot",
        ROW: "tr",
        CELL: "td th",
        CAPTION: "caption",
        PRE: "pre listing xmp plaintext",
        FIGURE: "figure",
        FIGCAPTION: "figcaption",
        CITE: "cite",
        Q: "q",
        RT: "rt",
        OPAQUE: "svg math canvas video audio object iframe select datalist map textarea noscript",
    }
    roles = [BLOCK if line_break else PLAIN for line_break in tags.LINE_BREAK.tolist()]
    for role, names in named.items():
        for tag in tags.ids(names):
            roles[tag] = role
    return roles


ROLE: Final = _roles()  # the role of each tag
BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()  # whether a tag starts and ends lines
INLINE: Final = frozenset((PLAIN, MARK, LINK, CITE, Q, RT))  # the roles of inline elements
LEVEL: Final = {tags.IDS[f"h{level}"]: level for level in range(1, 7)}  # the level of each heading tag

MARK_OF: Final[dict[int, Mark]] = {
    tag: (kind, "")
    for kind, names in (
        (Strong, "b strong"),
        (Emphasis, "em i dfn var cite"),
        (Strikethrough, "del s strike"),
        (Superscript, "sup"),
        (Subscript, "sub"),
        (CodeSpan, "code kbd samp tt"),
    )
    for tag in tags.ids(names)
}
"""The mark of each tag. The mark of a link has its address."""
STRONG: Final[Mark] = (Strong, "")
EMPHASIS: Final[Mark] = (Emphasis, "")

QUOTATION_MARKS: Final = frozenset("\"'«»‹›“”„‟‘’‚‛「」『』《》〈〉＂")
DRAWN: Final = {Q: ("“", "”"), RT: ("(", ")")}
"""Punctuation that browsers generate before and after an element, by role."""
DRAWN_INSIDE: Final = {Q: ("‘", "’"), RT: ("(", ")")}  # generated punctuation inside another such element
OWN: Final = {Q: QUOTATION_MARKS, RT: frozenset("()（）")}
"""Characters by which a page may already have that punctuation."""
