"""JSON Schemas of what a request brings: a page, an address. They say what is accepted, as nearly as a pattern can.

The module must not know requests.
"""

from __future__ import annotations

from typing import Any, Final

from broadsheet.page.tags import NAMES

__all__ = ["ADDRESS", "PAGE", "SCHEMAS", "ref"]

SCHEMAS: Final = "#/components/schemas/"
_NOT_OF_HTML: Final = frozenset("#text #unknown image math svg path g use rect circle defs symbol polygon".split())
"""Names that are no elements of HTML: what begins with them is another format, or text."""


def _any_case(name: str) -> str:
    """A pattern for a name in either case. JSON Schema has no flag for that."""
    return "".join(f"[{char}{char.upper()}]" if char.isalpha() else char for char in name)


_TAGS: Final = "|".join(_any_case(name) for name in NAMES if name not in _NOT_OF_HTML)
PAGE: Final[dict[str, Any]] = {
    "title": "Page",
    "description": "A page of HTML, or a part of one: a text that has a tag. Other formats are refused (`not-html`).",
    "type": "string",
    "pattern": rf"<({_TAGS})([ \t\r\n][^<>\x00-\x08\x0e-\x1f]*)?/?>",
}
ADDRESS: Final[dict[str, Any]] = {"type": "string", "pattern": r"^[hH][tT][tT][pP][sS]?://[^\s/?#@:\[\]\\]+"}


def ref(name: str) -> dict[str, Any]:
    """A reference to a schema."""
    return {"$ref": SCHEMAS + name}
