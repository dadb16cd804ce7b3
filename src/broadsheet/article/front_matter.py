"""The metadata of an article as YAML front matter, which many programs read at the head of a Markdown file.

Every value is written as a double-quoted string, or a list of them, so that no word is taken for a number, a date or a
mark-up of YAML's own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from broadsheet.page.surrogates import without_surrogates

if TYPE_CHECKING:
    from broadsheet.article.article import Article

__all__ = ["write_front_matter"]

_FIELDS: Final = (
    "title",
    "authors",
    "published",
    "modified",
    "url",
    "canonical_url",
    "site_name",
    "section",
    "tags",
    "language",
    "description",
)
# What YAML 1.2 (section 5.1) does not allow in a text, and what YAML 1.1 takes for line breaks. JSON escapes the rest.
_ESCAPED: Final = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def write_front_matter(article: Article) -> str:
    """Write the known metadata between two lines of dashes; empty ones are left out."""
    lines = []
    for name in _FIELDS:
        value: str | tuple[str, ...] | None = getattr(article, name)
        if value:
            lines.append(f"{name}: {_quoted(value) if isinstance(value, str) else _listed(value)}")
    return "\n".join(("---", *lines, "---"))


def _quoted(text: str) -> str:
    quoted = json.dumps(without_surrogates(text), ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)


def _listed(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_quoted, texts))}]"
