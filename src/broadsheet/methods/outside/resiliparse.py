"""Resiliparse: fast rule-based main content extraction on lexbor's tree (Bevendorff and others 2018).

Called as in its manual for main content, without text that is not the article's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from broadsheet.methods.outside.base import EXTRA, as_text, load

__all__ = ["Resiliparse"]


@dataclass(frozen=True, slots=True)
class Resiliparse:
    """``extract_plain_text`` with ``main_content=True``, no alternative texts, no comments, no list bullets.

    The last three are options of the library's manual. Turning them off raises its score on article corpora:
    alternative texts are not visible, comments are not the article, and list numbers are in no gold text.

    Raises:
        MissingExtra: Resiliparse is not installed.
    """

    name: ClassVar[str] = "resiliparse"
    library: ClassVar[str] = "resiliparse"
    extra: ClassVar[str] = EXTRA

    _extract: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        module = load("resiliparse.extract.html2text", self.library)
        object.__setattr__(self, "_extract", module.extract_plain_text)

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page."""
        found: str = self._extract(
            as_text(html), main_content=True, alt_texts=False, comments=False, list_bullets=False
        )
        return found
