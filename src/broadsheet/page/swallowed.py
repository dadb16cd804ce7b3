"""Elements that swallow what follows them: what a parser takes for their text, since nobody closes them.

* A ``title`` without an end: to the HTML standard all of the page is its text (section 13.2.6.2), and it shows nothing.
* An ``iframe`` within ``noscript`` that is written as an empty element (``<iframe .../></noscript>``). Browsers that
  run scripts do not look into ``noscript``; without scripts, as pages are parsed here, all up to the end of the next
  frame is text of this one (section 13.2.6.4.7).

Here they are closed where they should have been.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.page import tags
from broadsheet.page.parse import Tree

__all__ = ["released", "swallows"]

_FRAME: Final = tags.IDS["iframe"]
_SWALLOWING: Final = tags.mask("title iframe")
_LONG: Final = 300
"""Characters of a text that is longer than a title, and than what is for browsers without frames."""
_OPEN_TITLE: Final = re.compile(r"<title(?:\s[^<>]*)?>[^<]*", re.IGNORECASE)
_END_OF_TITLE: Final = re.compile(r"</title(?=[\s/>])", re.IGNORECASE)
_FRAMES: Final = re.compile(
    r"(?P<frame><iframe(?:[\s/][^<>]*)?>)|</(?:iframe|(?P<outside>noscript))(?=[\s/>])", re.IGNORECASE
)


def swallows(tree: Tree) -> bool:
    """Whether an element of a page has swallowed a part of it."""
    some = _SWALLOWING.take(tree.tag).nonzero()[0]
    for row in some[tree.stop[some] - tree.start[some] > _LONG].tolist():
        end = "</noscript" if tree.tag[row] == _FRAME else "</"
        if end in tree.text[tree.start[row] : tree.stop[row]].lower():
            return True
    return False


def released(html: str) -> str:
    """The source of a page with titles and frames in ``noscript`` closed.

    >>> released("<title>Bridge<p>Agreed.")
    '<title>Bridge</title><p>Agreed.'
    >>> released("<noscript><iframe src=a /></noscript><p>Agreed.<iframe></iframe>")
    '<noscript><iframe src=a /></iframe></noscript><p>Agreed.<iframe></iframe>'
    """
    title = _OPEN_TITLE.search(html)
    if title is not None and _END_OF_TITLE.match(html, title.end()) is None:
        html = f"{html[: title.end()]}</title>{html[title.end() :]}"
    pieces, done, is_open = [], 0, 0
    for found in _FRAMES.finditer(html):
        if found["frame"]:
            is_open = is_open or found.end()
        else:
            if found["outside"] and is_open:
                pieces += [html[done:is_open], "</iframe>"]
                done = is_open
            is_open = 0
    return "".join([*pieces, html[done:]])
