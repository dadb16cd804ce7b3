"""The article's text as stated in JSON-LD (JSON-LD 1.1; schema.org `articleBody <https://schema.org/articleBody>`_)."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from broadsheet.facts import json_ld
from broadsheet.facts.texts import clean
from broadsheet.page import Page
from broadsheet.page.surrogates import clean_json

__all__ = ["article_bodies", "paragraphs_of"]

_HOLDERS: Final = ("@graph", "mainEntity", "mainEntityOfPage")
"""Members that hold the objects of a page, or its main object."""
MIN_ARTICLE_CHARS: Final = 300
_BREAK: Final = re.compile(r"[\r\n]+|</(?:p|div|h\d|li|blockquote)>|<br\b[^<>]*>", re.IGNORECASE)
MAX_OBJECTS: Final = 10_000  # objects checked per page


def article_bodies(page: Page) -> tuple[str, ...]:
    """All ``articleBody`` values of a page, at the top of a script, in lists, in ``@graph`` and in ``mainEntity``."""
    return tuple(_stated(page))


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


def paragraphs_of(bodies: Sequence[str], *, alone: bool = False) -> tuple[str, ...]:
    """The paragraphs of the longest of some texts without markup; none if it is too short for an article.

    Args:
        bodies: all ``articleBody`` values of a page.
        alone: only if no other one is long enough for an article.
    """
    body = max(bodies, key=len, default="")
    others = [one for one in bodies if len(one) >= MIN_ARTICLE_CHARS and one != body]
    if len(body) < MIN_ARTICLE_CHARS or (alone and others):
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
