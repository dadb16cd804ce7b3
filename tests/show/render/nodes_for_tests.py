"""Pages, and the nodes that a browser would report for them."""

from __future__ import annotations

from broadsheet.page import Page
from broadsheet.show.render.capture import Box, Node, Style

PLAIN = Style(16.0, 400, 0x000000FF, 0x00000000, shown=True)
PAGE = "<body><h1>Ferry</h1><p>One <b>bold</b> word.</p><p>Two.</p>"


def as_nodes(page: Page, style: Style | None = PLAIN) -> list[Node]:
    """Return the nodes of a browser with the same parser: a box of 10 by 20 for each row, one below the other."""
    return [
        Node(
            page.name(row),
            page.raw(row) if page.is_text[row] else "",
            Box(0, 20.0 * row, 10, 20) if style else None,
            style,
        )
        for row in range(len(page))
    ]
