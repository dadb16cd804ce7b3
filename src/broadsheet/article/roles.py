"""What each element does to the text in it: its role, the mark that it sets, the punctuation that is drawn around it.

It must not know what is on a page: all of this follows from the names of elements.
"""

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

# The roles. Elements without one are inline and leave no mark, custom elements among them.
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


ROLE: Final = _roles()
"""The role of a tag."""
BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()
"""Whether a tag begins and ends lines."""
INLINE: Final = frozenset((PLAIN, MARK, LINK, CITE, Q, RT))
"""The roles of elements within a line of text."""
LEVEL: Final = {tags.IDS[f"h{level}"]: level for level in range(1, 7)}
"""The level of a heading's tag."""

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
"""The mark that a tag sets. That of links has an address."""
STRONG: Final[Mark] = (Strong, "")
EMPHASIS: Final[Mark] = (Emphasis, "")

QUOTATION_MARKS: Final = frozenset("\"'«»‹›“”„‟‘’‚‛「」『』《》〈〉＂")
DRAWN: Final = {Q: ("“", "”"), RT: ("(", ")")}
"""What is drawn before and after an element without being text of the page, by role."""
DRAWN_INSIDE: Final = {Q: ("‘", "’"), RT: ("(", ")")}
"""The same, within another such element."""
OWN: Final = {Q: QUOTATION_MARKS, RT: frozenset("()（）")}
"""What a page may have of its own there."""
