"""Markdown -> a skeleton of blocks, by a CommonMark parser.

A skeleton is nested tuples: the block's kind, and its words or the skeletons in it. `skeleton_of` makes one of Markdown
text, `skeleton` one of our own tree, so that the two can be compared without our writers' help.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token

from broadsheet.article import blocks as node
from broadsheet.article import plain
from broadsheet.article.runs import visible

Skeleton: TypeAlias = tuple[Any, ...]

PARSER = MarkdownIt("commonmark", {"maxNesting": 200}).enable(["table", "strikethrough"])

_KIND = {"em": node.Emphasis, "strong": node.Strong, "s": node.Strikethrough}
_TAG = {"<sup>": node.Superscript, "<sub>": node.Subscript}


def words(text: str) -> str:
    """node.Text as a sequence of words."""
    return " ".join(visible(text).split())


# From Markdown.


def skeleton_of(markdown: str) -> list[Skeleton]:
    """The blocks of a Markdown text."""
    return list(_blocks(iter(PARSER.parse(markdown)), ""))


def _blocks(tokens: Iterator[Token], end: str) -> Iterator[Skeleton]:
    for token in tokens:
        if token.type == end:
            return
        if token.type == "paragraph_open":
            if text := words(plain(inlines_of(_inline(tokens, "paragraph_close")))):
                yield ("paragraph", text)
        elif token.type == "heading_open":
            if text := words(plain(inlines_of(_inline(tokens, "heading_close")))):
                yield (token.tag, text)
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            ordered = token.type == "ordered_list_open"
            items = []
            for item in tokens:
                if item.type != "list_item_open":
                    break
                if inner := list(_blocks(tokens, "list_item_close")):
                    items.append(inner)
            if items:
                yield ("list", ordered, int(token.attrs.get("start", 1)) if ordered else 1, items)
        elif token.type == "blockquote_open":
            if inner := list(_blocks(tokens, "blockquote_close")):
                yield ("quote", inner)
        elif token.type == "fence":
            yield ("code", token.content.removesuffix("\n"), token.info)
        elif token.type == "hr":
            yield ("rule",)
        elif token.type == "table_open":
            yield ("table", list(_rows(tokens)))
        else:
            raise AssertionError(f"the Markdown has a block of another kind: {token.type} {token.content!r}")


def _inline(tokens: Iterator[Token], end: str) -> list[Token]:
    inline = next(tokens)
    assert inline.type == "inline"
    assert next(tokens).type == end
    return inline.children or []


def _rows(tokens: Iterator[Token]) -> Iterator[list[str]]:
    row: list[str] = []
    for token in tokens:
        if token.type == "table_close":
            return
        if token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            yield row
        elif token.type == "inline":
            row.append(words(plain(inlines_of(token.children or []))))


def inlines_of(tokens: list[Token]) -> node.Inlines:
    """Inline tokens as inlines, without images."""
    root: list[Any] = []
    levels: list[list[Any]] = [root]
    is_player = False  # whether the open link is one, with a title or as an autolink
    for token in tokens:
        here = levels[-1]
        if token.type in ("text", "text_special"):
            here.append(node.Text(token.content))
        elif token.type == "softbreak":
            here.append(node.Text(" "))
        elif token.type == "hardbreak" or (token.type, token.content) == ("html_inline", "<br>"):
            here.append(node.LineBreak())
        elif token.type == "code_inline":
            here.append(node.CodeSpan(token.content))
        elif token.type == "image":
            pass
        elif token.type == "link_close" and is_player:
            levels.pop()
        elif token.type.endswith("_open"):
            levels.append([])
            is_player = token.info == "auto" or "title" in token.attrs
        elif token.type.endswith("_close"):
            children = tuple(levels.pop())
            name = token.type.removesuffix("_close")
            levels[-1].append(node.Link("", children) if name == "link" else _KIND[name](children))
        elif token.content in _TAG:
            levels.append([])
        elif token.content in ("</sup>", "</sub>"):
            children = tuple(levels.pop())
            levels[-1].append(_TAG[token.content.replace("/", "")](children))
        else:
            raise AssertionError(f"the Markdown has an inline of another kind: {token.type} {token.content!r}")
    assert len(levels) == 1
    return tuple(root)


# From a tree.


def skeleton(blocks: node.Blocks) -> list[Skeleton]:
    """The blocks that Markdown can express: no figures, and none that are empty."""
    out: list[Skeleton] = []
    for block in blocks:
        match block:
            case node.Paragraph(content):
                if text := words(plain(content)):
                    out.append(("paragraph", text))
            case node.Heading(level, content):
                if text := words(plain(content)):
                    out.append((f"h{level}", text))
            case node.List(ordered, items, start):
                inner = [found for item in items if (found := skeleton(item))]
                if inner:
                    out.append(("list", ordered, start if ordered else 1, inner))
            case node.Quote(inner_blocks):
                if found := skeleton(inner_blocks):
                    out.append(("quote", found))
            case node.CodeBlock(text, language):
                if text:
                    out.append(("code", text, language if re.fullmatch(r"[\w+#.-]+", language) else ""))
            case node.Rule():
                out.append(("rule",))
            case node.Table():
                out.extend(_table(block))
            case node.Figure() | node.Embed():
                pass
    return out


def _table(table: node.Table) -> Iterator[Skeleton]:
    if caption := words(plain(table.caption)):
        yield ("paragraph", caption)
    grid: dict[tuple[int, int], str] = {}
    for number, row in enumerate(table.rows):
        column = 0
        for cell in row:
            while (number, column) in grid:
                column += 1
            for down in range(min(cell.rowspan, len(table.rows) - number)):
                for right in range(cell.colspan):
                    grid.setdefault((number + down, column + right), "")
            grid[number, column] = words(" ".join(_flat(cell.content)))
            column += cell.colspan
    width = max((column for _, column in grid), default=-1) + 1
    if width:
        rows = [[grid.get((number, column), "") for column in range(width)] for number in range(len(table.rows))]
        if not all(cell.header or not cell.content for cell in table.rows[0]):
            rows.insert(0, [""] * width)
        yield ("table", rows)


def _flat(blocks: node.Blocks) -> Iterator[str]:
    for block in blocks:
        match block:
            case node.Paragraph(content) | node.Heading(content=content):
                yield plain(content)
            case node.CodeBlock(text):
                yield text
            case node.List(items=items):
                for item in items:
                    yield from _flat(item)
            case node.Quote(inner):
                yield from _flat(inner)
            case node.Table(rows, caption):
                yield plain(caption)
                for row in rows:
                    for cell in row:
                        yield from _flat(cell.content)
            case _:
                pass


Marked: TypeAlias = tuple[str, frozenset[type]]


def characters(inlines: node.Inlines, marks: frozenset[type] = frozenset()) -> list[Marked]:
    """The characters of some inlines with their marks, without white space and line breaks."""
    out: list[Marked] = []
    for inline in inlines:
        if isinstance(inline, node.Text | node.CodeSpan):
            own = marks | {node.CodeSpan} if isinstance(inline, node.CodeSpan) else marks
            out.extend((character, own) for character in visible(inline.text) if not character.isspace())
        elif isinstance(inline, node.WRAPPERS):
            out.extend(characters(inline.children, marks | {type(inline)}))
    return out
