"""Remove links and images whose addresses are stand-ins, because the page's own URL is unknown or an image has none.

They are kept until the end because they still tell what the text around them is.
"""

from __future__ import annotations

from dataclasses import replace

from broadsheet.article.blocks import (
    Block,
    Blocks,
    Embed,
    Figure,
    Heading,
    Image,
    InlineImage,
    Inlines,
    Link,
    List,
    Paragraph,
    Post,
    Quote,
    Table,
)
from broadsheet.article.runs import NONE, Mark, Piece, build, pieces
from broadsheet.facts.addresses import is_lost

__all__ = ["without_lost"]


def without_lost(blocks: Blocks) -> Blocks:
    """The blocks without links, images and players whose addresses are stand-ins. The words stay."""
    return tuple(one for block in blocks if (one := _without_lost_in(block)) is not None)


def _without_lost_in(block: Block) -> Block | None:
    """A block without them; None if nothing is left."""
    match block:
        case Paragraph(content):
            return Paragraph(_without_lost_inlines(content))
        case Heading(level, content):
            return Heading(level, _without_lost_inlines(content))
        case Figure(images, caption):
            shown, caption = tuple(image for image in images if not is_lost(image.src)), _without_lost_inlines(caption)
            return Figure(shown, caption) if shown or caption else None
        case Embed(url=url, caption=caption):
            if is_lost(url):
                return Figure((), _without_lost_inlines(caption)) if caption else None
            return replace(block, caption=_without_lost_inlines(caption))
        case Quote(inner):
            if not (left := without_lost(inner)):
                return None
            if isinstance(block, Post) and is_lost(block.url):
                return replace(block, blocks=left, url="")
            return replace(block, blocks=left)
        case List(items=items):
            kept = tuple(filter(None, map(without_lost, items)))
            return replace(block, items=kept) if kept else None
        case Table(rows, caption):
            cells = tuple(tuple(replace(cell, content=without_lost(cell.content)) for cell in row) for row in rows)
            return Table(cells, _without_lost_inlines(caption))
        case _:
            return block


def _without_lost_inlines(inlines: Inlines) -> Inlines:
    """Inlines without links and images whose addresses are stand-ins."""
    if not any(_has_lost(inline) for inline in inlines):
        return inlines
    run: list[Piece] = []
    separator = NONE
    for piece in pieces(inlines):
        separator = max(separator, piece.separator)
        if isinstance(piece.content, Image) and is_lost(piece.content.src):
            continue
        run.append(Piece(separator, piece.content, tuple(filter(_is_resolved, piece.marks))))
        separator = NONE
    return build(run)


def _has_lost(inline: object) -> bool:
    if isinstance(inline, InlineImage):
        return is_lost(inline.image.src)
    if isinstance(inline, Link) and is_lost(inline.href):
        return True
    return any(map(_has_lost, getattr(inline, "children", ())))


def _is_resolved(mark: Mark) -> bool:
    return mark[0] is not Link or not is_lost(mark[1])
