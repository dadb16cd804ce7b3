"""JSON Schemas of a page, a URL and a CSS selector in requests, as far as a pattern can tell."""

from __future__ import annotations

from typing import Any, Final

from broadsheet.page.tags import NAMES

__all__ = ["ADDRESS", "PAGE", "SCHEMAS", "SELECTOR", "ref"]

SCHEMAS: Final = "#/components/schemas/"
_NOT_HTML: Final = frozenset("#text #unknown image math svg path g use rect circle defs symbol polygon".split())


def _any_case(name: str) -> str:
    """Return a pattern for a name in any case; JSON Schema has no flag for that."""
    return "".join(f"[{char}{char.upper()}]" if char.isalpha() else char for char in name)


_TAGS: Final = "|".join(_any_case(name) for name in NAMES if name not in _NOT_HTML)
PAGE: Final[dict[str, Any]] = {
    "title": "Page",
    "description": "An HTML page or fragment: text with a tag. Other formats are refused (`not-html`).",
    "type": "string",
    "pattern": rf"<({_TAGS})([ \t\r\n][^<>\x00-\x08\x0e-\x1f]*)?/?>",
}
ADDRESS: Final[dict[str, Any]] = {"type": "string", "pattern": r"^[hH][tT][tT][pP][sS]?://[^\s/?#@:\[\]\\]+"}

_WORD: Final = "[a-zA-Z_][a-zA-Z0-9_-]*"
_SIMPLE: Final = rf'([.#]{_WORD}|\[{_WORD}(="[^"\\\n]*")?\]|:nth-(child|of-type)\([1-9][0-9]?\))'
_COMPOUND: Final = rf"((\*|{_WORD}){_SIMPLE}*|{_SIMPLE}+)"
SELECTOR: Final = rf"^{_COMPOUND}(( | ?[>+~,] ?){_COMPOUND})*$"


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a schema."""
    return {"$ref": SCHEMAS + name}
