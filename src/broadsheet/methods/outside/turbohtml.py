"""turbohtml: readability's scoring by content density, in C. Called as in its documentation for article text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from broadsheet.methods.outside.base import EXTRA, as_text, load

__all__ = ["TurboHTML"]


@dataclass(frozen=True, slots=True)
class TurboHTML:
    """``turbohtml.parse(html).article().text``.

    The record also holds the page's metadata, which adds a little to the measured time.

    Raises:
        MissingExtra: turbohtml is not installed.
    """

    name: ClassVar[str] = "turbohtml"
    library: ClassVar[str] = "turbohtml"
    extra: ClassVar[str] = EXTRA

    _parse: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parse", load("turbohtml", self.library).parse)

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page."""
        found: str = self._parse(as_text(html)).article().text
        return found
