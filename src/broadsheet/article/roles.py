"""The effect of each element on the text in it, by tag: its role, and the mark of an inline element."""

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
    "PLAIN",
    "PRE",
    "QUOTE",
    "ROLE",
    "ROW",
    "TABLE",
]

# The roles. Elements without one are inline and set no mark, custom elements included.
PLAIN, BLOCK, MARK, LINK, BR, HR, HEADING, LIST, ITEM, QUOTE, TABLE, GROUP, ROW, CELL = range(14)
CAPTION, PRE, FIGURE, FIGCAPTION, OPAQUE = range(14, 19)

_MARKS: Final = {
    Strong: "b strong",
    Emphasis: "em i dfn var cite",
    Strikethrough: "del s strike",
    Superscript: "sup",
    Subscript: "sub",
    CodeSpan: "code kbd samp tt",
}
_NAMES: Final = {
    MARK: " ".join(_MARKS.values()),
    LINK: "a",
    BR: "br",
    HR: "hr",
    HEADING: "h1 h2 h3 h4 h5 h6",
    LIST: "ul ol menu dir",
    ITEM: "li",
    QUOTE: "blockquote",
    TABLE: "table",
    GROUP: "thead tbody tfoot",
    ROW: "tr",
    CELL: "td th",
    CAPTION: "caption",
    PRE: "pre listing xmp plaintext",
    FIGURE: "figure",
    FIGCAPTION: "figcaption",
    OPAQUE: "svg math canvas video audio object iframe select datalist map textarea noscript",
}

BREAKS: Final[list[bool]] = tags.LINE_BREAK.tolist()  # whether a tag starts and ends lines
ROLE: Final = [BLOCK if line_break else PLAIN for line_break in BREAKS]  # the role of each tag
for _role, _names in _NAMES.items():
    for _tag in tags.ids(_names):
        ROLE[_tag] = _role
INLINE: Final = frozenset((PLAIN, MARK, LINK))  # the roles of inline elements
LEVEL: Final = {tags.IDS[f"h{level}"]: level for level in range(1, 7)}  # the level of each heading tag

MARK_OF: Final[dict[int, Mark]] = {tag: (kind, "") for kind, names in _MARKS.items() for tag in tags.ids(names)}
"""The mark of each tag. The mark of a link has its address."""
