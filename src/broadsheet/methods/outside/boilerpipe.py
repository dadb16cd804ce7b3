"""boilerpy3, the Python port of boilerpipe: shallow text features of blocks (Kohlschütter and others 2010).

Called with the extractor that its documentation names for news articles, on HTML with balanced tags. The Java original
reads what NekoHTML has repaired; the port reads the page with Python's ``html.parser``, which repairs nothing. There an
end tag without a start tag, or text before the first tag, is an exception, and an ``embed``, which has no end tag, or
an ``option`` without one hides the rest of the page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from broadsheet.methods.outside.base import EXTRA, as_text, load, quiet

__all__ = ["Boilerpipe", "balanced"]


@dataclass(frozen=True, slots=True)
class Boilerpipe:
    """``ArticleExtractor().get_content(balanced(html))``.

    Args:
        balance: balance the tags; otherwise boilerpy3 gets the page as is.

    Raises:
        MissingExtra: boilerpy3 is not installed.
    """

    name: ClassVar[str] = "boilerpipe"
    library: ClassVar[str] = "boilerpy3"
    extra: ClassVar[str] = EXTRA

    balance: bool = True
    _extractor: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_extractor", load("boilerpy3.extractors", self.library).ArticleExtractor())

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page."""
        page = as_text(html)
        with quiet("boilerpy3"):
            found: str = self._extractor.get_content(balanced(page) if self.balance else page)
        return found


def balanced(html: str) -> str:
    """A page with an end tag for every start tag, as the HTML standard repairs it, without ``embed``.

    Raises:
        MissingExtra: selectolax is not installed.

    >>> balanced("</b>one<embed><p>two")
    '<html><head></head><body>one<p>two</p></body></html>'
    """
    tree = load("selectolax.lexbor", "selectolax").LexborHTMLParser(html)
    for element in tree.css("embed"):
        element.decompose()
    whole: str | None = tree.html
    return whole or ""
