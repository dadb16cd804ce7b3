"""Find news articles in web pages and extract them clean::

    import broadsheet

    article = broadsheet.extract(html, url="https://example.org/news/1")
    article.title, article.authors, article.text, article.markdown

Packages, bottom up: ``page`` (bytes to columns), ``article`` (columns to blocks to text), ``metadata``,
``methods`` (which rows are content), ``sources`` (where pages come from), ``pipeline`` (all of it, for one page).
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from broadsheet.article import Article, Verdict
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
    from broadsheet.extractor import Extractor, Result
    from broadsheet.methods.base import Given, Marking, Method
    from broadsheet.page import Page, read_page
    from broadsheet.pipeline import extract
    from broadsheet.verdict import identify, identify_url

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
    "Extractor": "extractor",
    "Given": "methods.base",
    "Marking": "methods.base",
    "Method": "methods.base",
    "Page": "page",
    "Result": "extractor",
    "Verdict": "article",
    "extract": "pipeline",
    "identify": "verdict",
    "identify_url": "verdict",
    "read_page": "page",
}
"""Modules of the public names outside `errors`. They are imported on first use, so that the command line can show its
help without loading the parser and numpy."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        value: Any = importlib.import_module("importlib.metadata").version("broadsheet")
    elif name in __all__:
        module = importlib.import_module(f"{__name__}.{_PACKAGES.get(name, 'errors')}")
        value = getattr(module, name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, value)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
