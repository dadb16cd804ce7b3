"""boilerpy3, the Python port of boilerpipe: shallow text features of blocks (Kohlschütter and others 2010).

Called with the extractor that its documentation names for news articles.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from broadsheet.methods.outside.base import EXTRA, as_text, load, quiet

__all__ = ["Boilerpipe"]


@dataclass(frozen=True, slots=True)
class Boilerpipe:
    """``ArticleExtractor().get_content(html)``; a page that it cannot parse is a failure, as by default.

    Raises:
        MissingExtra: boilerpy3 is not installed.
    """

    name: ClassVar[str] = "boilerpipe"
    library: ClassVar[str] = "boilerpy3"
    extra: ClassVar[str] = EXTRA

    _extractor: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_extractor", load("boilerpy3.extractors", self.library).ArticleExtractor())

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page."""
        with quiet("boilerpy3"):
            found: str = self._extractor.get_content(as_text(html))
        return found
