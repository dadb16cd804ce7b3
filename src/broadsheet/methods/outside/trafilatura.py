"""trafilatura: rules over the tree, with readability and jusText as fallbacks (Barbaresi 2021).

Called as in its own evaluation: defaults, but without comments.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from broadsheet.methods.outside.base import EXTRA, as_text, load, quiet

__all__ = ["Trafilatura"]


@dataclass(frozen=True, slots=True)
class Trafilatura:
    """``trafilatura.extract`` with ``include_comments=False``.

    Comments are off in the library's evaluation (tests/eval_common.py, ``EXTRACT_OPTS``) and in the public benchmarks;
    tables are in and formatting is out, by default. The URL is passed on.

    Raises:
        MissingExtra: trafilatura is not installed.
    """

    name: ClassVar[str] = "trafilatura"
    library: ClassVar[str] = "trafilatura"
    extra: ClassVar[str] = EXTRA

    _extract: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_extract", load("trafilatura", self.library).extract)

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page."""
        with quiet("trafilatura", "htmldate", "courlan", "justext", "charset_normalizer"):
            return self._extract(as_text(html), url=url, include_comments=False) or ""
