"""Find news articles in web pages and extract them clean::

    import broadsheet

    article = broadsheet.extract(html, url="https://example.org/news/1")
    article.title, article.authors, article.text, article.markdown

Packages, bottom up: ``engine`` (the compiled core), ``page`` (bytes to columns), ``lexicon`` (words of languages),
``facts`` (what a page states and shows), ``article`` (rows to blocks to text), ``methods`` (the published ones),
``body`` (the default, and which rows are the article), ``metadata``, ``verdict``, and ``pipeline`` (all of it, for one
page). Around them: ``crawl`` (sources, batch), ``show`` (server, rendering), ``lab`` (corpora, training) and ``cli``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from broadsheet.article import Article, Verdict
    from broadsheet.crawl.extractor import Extractor, Result
    from broadsheet.errors import (
        BadSelector,
        BroadsheetError,
        CorpusError,
        FetchFailed,
        MissingExtra,
        NeedsNotMet,
        NotHTML,
        PageCrashed,
        PageTimeout,
        PageTooLarge,
        SourceUnreadable,
        UnknownMethod,
    )
    from broadsheet.methods.base import Given, Marking, Method
    from broadsheet.page import Page, read_page
    from broadsheet.pipeline import extract
    from broadsheet.verdict import identify, identify_url

    __version__: str

__all__ = [
    "Article",
    "BadSelector",
    "BroadsheetError",
    "CorpusError",
    "Extractor",
    "FetchFailed",
    "Given",
    "Marking",
    "Method",
    "MissingExtra",
    "NeedsNotMet",
    "NotHTML",
    "Page",
    "PageCrashed",
    "PageTimeout",
    "PageTooLarge",
    "Result",
    "SourceUnreadable",
    "UnknownMethod",
    "Verdict",
    "extract",
    "identify",
    "identify_url",
    "read_page",
]

_PACKAGES = {
    "Article": "article",
    "Extractor": "crawl.extractor",
    "Given": "methods.base",
    "Marking": "methods.base",
    "Method": "methods.base",
    "Page": "page",
    "Result": "crawl.extractor",
    "Verdict": "article",
    "extract": "pipeline",
    "identify": "verdict",
    "identify_url": "verdict",
    "read_page": "page",
}
"""Modules of the public names outside `errors`. They are imported on first use, so that the command line can show its
help without loading the parser and numpy."""

if not TYPE_CHECKING:  # with it, type checkers would accept every name

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            value = importlib.import_module("importlib.metadata").version("broadsheet")
        elif name in __all__:
            value = getattr(importlib.import_module(f"{__name__}.{_PACKAGES.get(name, 'errors')}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return globals().setdefault(name, value)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
