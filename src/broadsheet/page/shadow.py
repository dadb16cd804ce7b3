"""Shadow roots that a page declares (HTML, section 4.12.3: ``template`` with ``shadowrootmode``): they are shown.

To the parser a ``template`` is another document. Here the tags of those that are shadow roots get the name of an
element that means nothing, so that what is in them is part of the page, before what its host holds besides.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.page import tags
from broadsheet.page.parse import Tree

__all__ = ["has_roots", "with_open_roots"]

_TEMPLATE: Final = tags.IDS["template"]
_MODES: Final = ("shadowrootmode", "shadowroot")
"""The attribute, and what it was called before there was a standard."""
_TAG: Final = re.compile(
    r"<!--(?:-?>|.*?--!?>|.*)"
    r"|<(script|style|textarea|title)(?=[\s/>])(?:.*?</\1(?=[\s/>])|.*)"
    r"|<(?P<end>/?)template(?P<attributes>(?:[\s/][^<>]*)?)>",
    re.IGNORECASE | re.DOTALL,
)
"""The tags of templates, and what may hold what looks like one."""
_MODE: Final = re.compile(r"\sshadowroot(?:mode)?\s*=\s*[\"']?(?:open|closed)\b", re.IGNORECASE)
_NAME: Final = "shadow-root"


def has_roots(tree: Tree) -> bool:
    """Whether there are shadow roots among the templates of a page."""
    templates = (tree.tag == _TEMPLATE).nonzero()[0]
    return len(templates) > 0 and any(tree.joined(templates.tolist(), _MODES))


def with_open_roots(html: str) -> str:
    """The source of a page in which shadow roots are ordinary elements."""
    open_roots: list[bool] = []
    """Of the templates that are open, whether each is a shadow root."""

    def renamed(match: re.Match[str]) -> str:
        if match["attributes"] is None:
            return match[0]
        if not match["end"]:
            open_roots.append(_MODE.search(match["attributes"]) is not None)
            is_root = open_roots[-1]
        else:
            is_root = bool(open_roots) and open_roots.pop()
        return f"<{match['end']}{_NAME}{match['attributes']}>" if is_root else match[0]

    return _TAG.sub(renamed, html)
