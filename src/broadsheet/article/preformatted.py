"""Preformatted text: code with its language."""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.blocks import Blocks, CodeBlock
from broadsheet.page import Page, tags

__all__ = ["blocks_of"]

_CODE: Final = tags.IDS["code"]
_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:language-|lang-|brush:\s*|highlight-source-|sourceCode\s+)([\w+#.-]+)", re.IGNORECASE
)
_LINE_ENDS: Final = re.compile(r"(?<![ \t])[ \t]*(?:\r\n?|\n)")


def blocks_of(page: Page, row: int, text: str) -> Blocks:
    """The block of a preformatted element, or nothing if it is empty.

    Args:
        page: the page.
        row: the element.
        text: its kept text.
    """
    text = _LINE_ENDS.sub("\n", text.replace("\xa0", " ")).strip("\n").rstrip()
    return (CodeBlock(text, _language(page, row)),) if text else ()


def _language(page: Page, row: int) -> str:
    """The programming language of a preformatted element, as syntax highlighters note it."""
    for element in (row, *(child for child in page.children(row)[:3] if page.tag[child] == _CODE), page.parent[row]):
        attributes = page.attrs(int(element))
        named = attributes.get("data-lang") or attributes.get("data-language")
        found = _LANGUAGE.search(f"language-{named}" if named else attributes.get("class", ""))
        if found is not None:
            return found[1].lower()
    return ""
