"""Preformatted text: code with its language, or an article in plain text."""

from __future__ import annotations

import re
from typing import Final

from broadsheet.article.blocks import Blocks, CodeBlock, Paragraph, Text
from broadsheet.article.runs import squeeze
from broadsheet.page import Page, tags

__all__ = ["blocks_of"]

_CODE: Final = tags.IDS["code"]
_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:language-|lang-|brush:\s*|highlight-source-|sourceCode\s+)([\w+#.-]+)", re.IGNORECASE
)
_HIGHLIGHT: Final = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-(?!(?:source|default|none|text|plain(?:text)?)\b))"
    r"([\w+#.-]+)",
    re.IGNORECASE,
)
"""As `_LANGUAGE`, for an element around one with the class `_IS_HIGHLIGHT` (Sphinx, Rouge)."""
_IS_HIGHLIGHT: Final = "highlight"
MAX_BESIDE_CHARS: Final = 100  # most characters around code in its outer element: a button, a caption, white space
_LINE_ENDS: Final = re.compile(r"(?<![ \t])[ \t]*(?:\r\n?|\n)")
_BLANK_LINE: Final = re.compile(r"\n(?:[^\S\n]*\n)+")
_SENTENCE_END: Final = re.compile(r"[a-z][.!?][\"'”’)]?\s")


def blocks_of(page: Page, row: int, text: str, *, dominant: bool) -> Blocks:
    """The blocks of a preformatted element: a code block, paragraphs, or nothing if it is empty.

    Args:
        page: the page.
        row: the element.
        text: its kept text.
        dominant: whether that is nearly all of the article.
    """
    text = _LINE_ENDS.sub("\n", text.replace("\xa0", " ")).strip("\n").rstrip()
    if not text:
        return ()
    language = _language(page, row)
    if not language and dominant and _is_prose(text):
        return tuple(Paragraph((Text(words),)) for words in map(squeeze, _BLANK_LINE.split(text)) if words)
    return (CodeBlock(text, language),)


def _language(page: Page, row: int) -> str:
    """The programming language of a preformatted element, as syntax highlighters note it."""
    around = int(page.parent[row])
    near = [row, *(child for child in page.children(row)[:3] if page.tag[child] == _CODE), around]
    for element in near:
        if named := _named(page, element, _LANGUAGE):
            return named
    # Documentation generators put two elements around the code, the outer one with its language.
    outer = int(page.parent[around])
    if (
        outer > page.body
        and page.stop[outer] - page.start[outer] <= page.stop[row] - page.start[row] + MAX_BESIDE_CHARS
    ):
        return _named(page, outer, _HIGHLIGHT if _IS_HIGHLIGHT in page.attrs(around).get("class", "") else _LANGUAGE)
    return ""


def _named(page: Page, element: int, pattern: re.Pattern[str]) -> str:
    """The language named by an element's attributes, or an empty string."""
    attributes = page.attrs(element)
    named = attributes.get("data-lang") or attributes.get("data-language")
    found = pattern.search(f"language-{named}" if named else attributes.get("class", ""))
    return found[1].lower() if found else ""


def _is_prose(text: str) -> bool:
    """Whether preformatted text is prose, neither code nor a table."""
    letters = sum(character.isalpha() or character == " " for character in text)
    return letters > 0.85 * len(text) and len(_SENTENCE_END.findall(text)) >= 5
