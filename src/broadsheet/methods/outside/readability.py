"""readability-lxml: the Python port of arc90's readability, scoring paragraphs and their parents.

Called as in its documentation. It returns HTML, whose text is taken here, one block per line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from broadsheet.methods.outside.base import EXTRA, as_text, load, quiet

__all__ = ["Readability"]

_INLINE: Final = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "time", "tt", "u", "var", "wbr",
})  # fmt: skip
"""Elements that do not break a line."""
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Readability:
    """``Document(html).summary()``, then its text.

    The page's URL is not passed on, as it would only make links absolute, at a cost. The summary includes the headline
    if the chosen container does.

    Raises:
        MissingExtra: readability-lxml is not installed.
    """

    name: ClassVar[str] = "readability"
    library: ClassVar[str] = "readability-lxml"
    extra: ClassVar[str] = EXTRA

    _document: Any = field(init=False, repr=False, compare=False)
    _parse: Any = field(init=False, repr=False, compare=False)
    _walk: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_document", load("readability", self.library).Document)
        object.__setattr__(self, "_parse", load("lxml.html", self.library).document_fromstring)
        object.__setattr__(self, "_walk", load("lxml.etree", self.library).iterwalk)

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page."""
        with quiet("readability"):
            summary = self._document(as_text(html)).summary()
            return self._lines(self._parse(summary)) if summary.strip() else ""

    def _lines(self, root: Any) -> str:
        """The text of a tree, white space collapsed, each block on its own lines."""
        pieces = []
        for event, element in self._walk(root, events=("start", "end")):
            if element.tag not in _INLINE:
                pieces.append("\n")
            following = element.text if event == "start" else element.tail
            if following:
                pieces.append(_SPACE.sub(" ", following))
        lines = (line.strip() for line in "".join(pieces).split("\n"))
        return "\n".join(line for line in lines if line)
