"""The article's text as stated in JSON-LD (JSON-LD 1.1; schema.org `articleBody <https://schema.org/articleBody>`_)."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

from broadsheet.metadata.stated import json_ld
from broadsheet.metadata.stated.structured import clean
from broadsheet.page import Page
from broadsheet.page.surrogates import clean_json

__all__ = ["stated_body", "stated_paragraphs"]

_HOLDERS: Final = ("@graph", "mainEntity", "mainEntityOfPage")
"""Members that hold the objects of a page, or its main object."""
MIN_ARTICLE_CHARS: Final = 300
_BREAK: Final = re.compile(r"[\r\n]+|</(?:p|div|h\d|li|blockquote)>|<br\b[^<>]*>", re.IGNORECASE)
MAX_OBJECTS: Final = 10_000  # objects checked per page
_FOUND: Final[WeakKeyDictionary[Page, tuple[str, ...]]] = WeakKeyDictionary()  # results for the pages in memory


def stated_body(page: Page) -> str:
    """The longest ``articleBody`` that JSON-LD states, or an empty string.

    Objects are read at the top of a script, in lists, in ``@graph`` and in ``mainEntity``.
    """
    return max(_bodies(page), key=len, default="")


def _bodies(page: Page) -> tuple[str, ...]:
    """All ``articleBody`` values of a page, read once."""
    found = _FOUND.get(page)
    if found is None:
        found = _FOUND[page] = tuple(_stated(page))
    return found


def _stated(page: Page) -> Iterator[str]:
    for script in page.scripts("application/ld+json".__eq__):
        if '"articleBody"' not in script:
            continue
        try:
            stated = clean_json(json.loads(script, strict=False), script)
        except (ValueError, RecursionError):
            stated = json_ld.parse(script)
        for found in _objects(stated):
            body = found.get("articleBody")
            if isinstance(body, str):
                yield body


def stated_paragraphs(page: Page, *, alone: bool = False) -> tuple[str, ...]:
    """The paragraphs of `stated_body` without markup; none if it is too short for an article.

    Args:
        page: the page.
        alone: only if the page states the text of no other article.
    """
    body = stated_body(page)
    if len(body) < MIN_ARTICLE_CHARS or (
        alone and any(len(one) >= MIN_ARTICLE_CHARS and one != body for one in _bodies(page))
    ):
        return ()
    lines = _BREAK.split(html.unescape(body) if "<" not in body else body)
    return tuple(paragraph for line in lines if (paragraph := clean(line)))


def _objects(stated: Any) -> Iterator[dict[str, Any]]:
    waiting = [stated]
    for _ in range(MAX_OBJECTS):
        if not waiting:
            return
        found = waiting.pop()
        if isinstance(found, list):
            waiting += reversed(found)
        elif isinstance(found, dict):
            yield found
            waiting += [found[name] for name in reversed(_HOLDERS) if name in found]
