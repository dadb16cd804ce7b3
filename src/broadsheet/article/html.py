"""Blocks -> clean HTML, written from the tree and never copied from the page.

All text is escaped. Only the elements and attributes in `ELEMENTS` are written, and only absolute ``http``, ``https``
and ``mailto`` URLs. Nothing runs or loads, except images on request.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Final

from broadsheet.article import blocks as tree
from broadsheet.article.blocks import Block, Blocks, Inlines
from broadsheet.patterns import pattern

__all__ = ["ELEMENTS", "write_html"]

ELEMENTS: Final[dict[str, frozenset[str]]] = {
    name: frozenset(attributes.split())
    for name, attributes in (
        *((f"h{level}", "") for level in range(1, 7)),
        *((name, "") for name in "p ul li table caption tr figure figcaption pre br hr".split()),
        *((name, "") for name in "em strong s sup sub article header".split()),
        ("blockquote", "cite"),
        ("ol", "start"),
        ("th", "colspan rowspan"),
        ("td", "colspan rowspan"),
        ("code", "class"),
        ("a", "href"),
        ("img", "src alt width height"),
    )
}
"""Every element that is written, with its attributes."""

_WRAPPER: Final[dict[type, str]] = {
    tree.Emphasis: "em",
    tree.Strong: "strong",
    tree.Strikethrough: "s",
    tree.Superscript: "sup",
    tree.Subscript: "sub",
}
_LINK: Final = pattern(r"(?:https?://[^\s/]|mailto:)\S*", re.IGNORECASE)
_PICTURE: Final = pattern(r"https?://[^\s/]\S*", re.IGNORECASE)
_LANGUAGE: Final = pattern(r"[\w+#.-]+")


def write_html(blocks: Blocks, *, images: bool = False, links: bool = False) -> str:
    """The HTML of blocks, one per line.

    Args:
        blocks: the blocks.
        images: write images with their captions, and players as links, in ``figure`` elements.
        links: write links.

    >>> write_html((tree.Paragraph((tree.Text("1 < 2"),)),))
    '<p>1 &lt; 2</p>'
    """
    return _Writer(images=images, links=links).blocks(blocks)


@dataclass(frozen=True, slots=True)
class _Writer:
    images: bool
    links: bool

    def blocks(self, blocks: Blocks) -> str:
        return "\n".join(html for block in blocks if (html := self.block(block)))

    def block(self, block: Block) -> str:
        match block:
            case tree.Paragraph(content):
                inner = self.inlines(content)
                return f"<p>{inner}</p>" if inner else ""
            case tree.Heading(level, content):
                level = min(max(level, 1), 6)
                inner = self.inlines(content)
                return f"<h{level}>{inner}</h{level}>" if inner else ""
            case tree.List():
                return self.list(block)
            case tree.Quote(inner):
                html = self.blocks(inner)
                url = block.url if isinstance(block, tree.Post) and _PICTURE.fullmatch(block.url) else ""
                cite = f' cite="{escape(url)}"' if url else ""
                return f"<blockquote{cite}>\n{html}\n</blockquote>" if html else ""
            case tree.Table():
                return self.table(block)
            case tree.CodeBlock(text, language):
                # HTML, section 4.8.4: a class that begins with "language-" notes the language of code.
                name = f' class="language-{escape(language)}"' if _LANGUAGE.fullmatch(language) else ""
                # HTML, section 13.1.2.5: a newline right after the start tag is dropped, so code within is safe.
                return f"<pre><code{name}>{escape(text, quote=False)}</code></pre>"
            case tree.Rule():
                return "<hr>"
            case tree.Figure(pictures, caption):
                return self.figure("".join(self.image(picture) for picture in pictures), caption)
            case tree.Embed():
                if not _PICTURE.fullmatch(block.url):
                    return ""
                url, text = escape(block.url), escape(block.title or block.url, quote=False)
                return self.figure(f'<a href="{url}">{text}</a>', block.caption)

    def list(self, block: tree.List) -> str:
        items = [f"<li>{inner}</li>" for item in block.items if (inner := self.flow(item))]
        if not items:
            return ""
        name = "ol" if block.ordered else "ul"
        start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
        return "\n".join((f"<{name}{start}>", *items, f"</{name}>"))

    def flow(self, blocks: Blocks) -> str:
        """The content of a list item or cell. A paragraph that is alone or before lists needs no ``p``."""
        first, rest = blocks[:1], blocks[1:]
        if first and isinstance(first[0], tree.Paragraph) and all(isinstance(block, tree.List) for block in rest):
            return "\n".join((self.inlines(first[0].content), *map(self.block, rest)))
        return self.blocks(blocks)

    def table(self, table: tree.Table) -> str:
        rows = ["<tr>" + "".join(self.cell(cell) for cell in row) + "</tr>" for row in table.rows]
        caption = [f"<caption>{self.inlines(table.caption)}</caption>"] if table.caption else []
        return "\n".join(("<table>", *caption, *rows, "</table>"))

    def cell(self, cell: tree.Cell) -> str:
        name = "th" if cell.header else "td"
        spans = (("colspan", cell.colspan), ("rowspan", cell.rowspan))
        stated = "".join(f' {attribute}="{span}"' for attribute, span in spans if span > 1)
        return f"<{name}{stated}>{self.flow(cell.content)}</{name}>"

    def figure(self, inner: str, caption: Inlines) -> str:
        if not self.images or not (inner or caption):
            return ""
        words = self.inlines(caption)
        return f"<figure>{inner}{f'<figcaption>{words}</figcaption>' if words else ''}</figure>"

    def image(self, image: tree.Image) -> str:
        if not _PICTURE.fullmatch(image.src):
            return ""
        sizes = (("width", image.width), ("height", image.height))
        stated = "".join(f' {name}="{value}"' for name, value in sizes if value is not None)
        return f'<img src="{escape(image.src)}" alt="{escape(image.alt)}"{stated}>'

    def inlines(self, inlines: Inlines) -> str:
        parts: list[str] = []
        for inline in inlines:
            match inline:
                case tree.Text(text):
                    parts.append(escape(text, quote=False))
                case tree.LineBreak():
                    parts.append("<br>\n")
                case tree.CodeSpan(text):
                    parts.append(f"<code>{escape(text, quote=False)}</code>")
                case tree.InlineImage(image):
                    if self.images:
                        parts.append(self.image(image))
                    elif parts and parts[-1].endswith(" "):  # one space, not one on either side of the image
                        parts[-1] = parts[-1][:-1]
                case tree.Link(href, children):
                    inner = self.inlines(children)
                    linked = self.links and inner and _LINK.fullmatch(href)
                    parts.append(f'<a href="{escape(href)}">{inner}</a>' if linked else inner)
                case _:
                    name = _WRAPPER[type(inline)]
                    inner = self.inlines(inline.children)
                    if inner:
                        parts.append(f"<{name}>{inner}</{name}>")
        return "".join(parts)
