"""newspaper4k: scoring of containers by the stop words of their paragraphs.

Called as in its documentation for a page at hand: nothing is downloaded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from broadsheet.methods.outside.base import EXTRA, as_text, load, quiet

__all__ = ["Newspaper"]

_NOWHERE: Final = "https://example.org/"  # the library requires a URL; this one is for pages without


@dataclass(frozen=True, slots=True)
class Newspaper:
    """``Article(url, language=lang, fetch_images=False).download(input_html=html).parse().text``.

    The language is the given one, else the one that the page declares, by default. Some languages need a tokeniser from
    an extra of newspaper4k (``zh``, ``ja``, ``th`` ...); without it, the page is treated as English. The library also
    reads the page's metadata in the same call, which adds to the measured time.

    Raises:
        MissingExtra: newspaper4k is not installed.
    """

    name: ClassVar[str] = "newspaper"
    library: ClassVar[str] = "newspaper4k"
    extra: ClassVar[str] = EXTRA

    _article: Any = field(init=False, repr=False, compare=False)
    _languages: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_article", load("newspaper", self.library).Article)
        available = load("newspaper.languages", self.library).get_available_languages()
        object.__setattr__(self, "_languages", frozenset(available))

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page.

        Raises:
            ValueError: the library could not parse the page (it only logs that).
        """
        page = as_text(html)
        code = (lang or "").lower().partition("-")[0]
        language = code if code in self._languages else None
        with quiet("newspaper", "dateparser", "tldextract", "urllib3", "charset_normalizer"):
            try:
                return self._parse(page, url, language)
            except ImportError:
                return self._parse(page, url, "en")

    def _parse(self, page: str, url: str | None, language: str | None) -> str:
        article = self._article(url or _NOWHERE, language=language, fetch_images=False)
        article.download(input_html=page).parse()
        if article.doc is None:
            raise ValueError("newspaper4k could not parse the page")
        text: str = article.text
        return text
