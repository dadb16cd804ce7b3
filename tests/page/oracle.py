"""The expected results of the engine, by a plain walk over selectolax's nodes; and pieces of pages to test it with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser, LexborNode

from broadsheet.page import characters, tags

PIECES = st.sampled_from(
    """
    <p> </p> <div> </div> <a> <a/href=x> <p/class=a/id=b> <i/id/class=c> <div/style=x/hidden> <u/data-x=y/data-x=z>
    <svg/viewbox=v/xlink:href=w> </a> <b> <i> </b> <table> <tr> <td> </table> <script> <script/type=x> </script> <style>
    </style> <template>
    </template> <svg> <path/> <title> </title> </svg> <foo-bar> </foo-bar> <br> <!-- --> <!--x--> <?pi?> <![CDATA[x]]>
    <select> <option> </select> <noscript> </noscript> <textarea> </textarea> <ul> <li> </ul> <math> <mi> </math>
    &amp; &lt; &nbsp; &#8222; &nGt; &#0; &#xD800; word wörter 漢字 。 「 ， 한국어 שלום 😀 ... , ! -
    \u00a0 \u3000 \u200b \u0301
    """.split(" ")
)
HTML = st.lists(PIECES, max_size=40).map(lambda pieces: "<p>" + "".join(pieces))

COLUMNS = "tag parent end block depth start stop chars words punct link_chars".split()
_UNKNOWN = 4096
"""lexbor numbers the tags it knows from 0; for other names it uses an address."""


@dataclass(frozen=True)
class Walked:
    """The rows of a document, each column a list, as `broadsheet.page.Page` describes them; a text row has no node."""

    text: str
    tag: list[int]
    parent: list[int]
    end: list[int]
    block: list[int]
    depth: list[int]
    start: list[int]
    stop: list[int]
    chars: list[int]
    words: list[int]
    punct: list[int]
    link_chars: list[int]
    nodes: list[LexborNode | None]

    def attributes(self, row: int) -> dict[str, str]:
        node = self.nodes[row]
        return {} if node is None else {name: value or "" for name, value in node.attributes.items()}

    def valued(self, name: str) -> dict[int, str]:
        return {row: found[name] for row in range(len(self.tag)) if name in (found := self.attributes(row))}

    def joined(self, row: int, names: tuple[str, ...]) -> str:
        found = self.attributes(row)
        return " ".join(found[name] for name in names if name in found)

    def name(self, row: int) -> str:
        node = self.nodes[row]
        return tags.NAMES[self.tag[row]] if node is None else node.tag or ""

    def raw_text(self, row: int) -> str:
        node = self.nodes[row]
        return "" if node is None else node.text() or ""

    def select(self, document: LexborHTMLParser, selector: str) -> list[int]:
        rows = {node.mem_id: row for row, node in enumerate(self.nodes) if node is not None}
        return sorted({rows[node.mem_id] for node in document.css(selector) if node.mem_id in rows})


def _number(node: LexborNode) -> int | None:
    """The number of a node's tag; None if the node is not a row."""
    if node.tag_id > _UNKNOWN:
        return tags.UNKNOWN
    if node.tag == "-text":
        return tags.TEXT
    return None if node.tag is None or node.tag.startswith("-") else tags.IDS.get(node.tag, tags.UNKNOWN)


def walk(document: LexborHTMLParser) -> Walked:
    """The rows of a document."""
    out = Walked("", *([] for _ in COLUMNS), nodes=[])
    pieces: list[str] = []
    stack: list[tuple[LexborNode | None, int]] = [(document.root, -1)]
    open_rows: list[int] = []
    position = 0
    while stack:
        node, up = stack.pop()
        if node is None:  # the subtree of a row has ended
            out.end[up], out.stop[up] = len(out.tag), position
            open_rows.pop()
            continue
        if up >= 0 and node.next is not None:
            stack.append((node.next, up))
        number = _number(node)
        if number is None:
            continue
        row = len(out.tag)
        text = node.text_content or "" if number == tags.TEXT else ""
        chars, words, punct = count(text)
        in_link = any(tags.LINK[out.tag[above]] for above in open_rows)
        is_label = number == tags.IDS["title"] and any(out.tag[above] == tags.IDS["svg"] for above in open_rows)
        breaks = up < 0 or (tags.LINE_BREAK[number] and not is_label)
        for name, value in (
            ("tag", number), ("parent", up), ("end", row + 1), ("depth", len(open_rows)), ("start", position),
            ("block", row if breaks else out.block[up]), ("stop", position + len(text)),
            ("chars", chars), ("words", words), ("punct", punct), ("link_chars", chars * in_link),
        ):  # fmt: skip
            getattr(out, name).append(value)
        out.nodes.append(node if number else None)
        pieces.append(text)
        position += len(text)
        if number != tags.TEXT and number not in tags.NO_TEXT and node.first_child is not None:
            open_rows.append(row)
            stack += [(None, row), (node.first_child, row)]
    return Walked("".join(pieces), **{name: getattr(out, name) for name in (*COLUMNS, "nodes")})


def count(text: str) -> tuple[int, int, int]:
    """The characters, words and punctuation marks of a text, as `broadsheet.page.characters` defines them."""
    words, in_word = 0, False
    for bits in characters.classes(text).tolist():
        if bits & characters.CJK:
            words, in_word = words + 1, False
        elif bits & (characters.SPACE | characters.CJK_MARK):
            in_word = False
        else:
            words, in_word = words + (not in_word), True
    punct = int(np.count_nonzero(characters.classes(text) & characters.PUNCTUATION))
    return len(" ".join(text.split())), words, punct


def segments(page: Any, eligible: NDArray[np.bool_]) -> tuple[list[list[int]], list[int]]:
    """The text rows of each segment of a page, and the segment of each row."""
    groups: list[list[int]] = []
    last = -1
    is_open = False
    for row in range(len(page)):
        if page.end[row] > row + 1:
            continue
        is_open = is_open and page.block[row] == last
        last = page.block[row]
        if eligible[row]:
            if not is_open:
                groups.append([])
            groups[-1].append(row)
            is_open = True
    groups = [rows for rows in groups if sum(page.chars[rows].tolist())]
    of = [-1] * len(page)
    for number, rows in enumerate(groups):
        for row in rows:
            of[row] = number
    return groups, of
