"""Entrants of a benchmark: our methods and the libraries, each a function from HTML to text, with timing."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Final, Protocol

from broadsheet.article import Article
from broadsheet.body import with_fallbacks
from broadsheet.body.fusion import Fusion
from broadsheet.errors import MissingExtra, UnknownMethod
from broadsheet.facts import Facts
from broadsheet.lab.corpora.folds import FOLDS, fold_of
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.methods.outside.base import Library
from broadsheet.page import read_page

__all__ = ["STAGES", "Entrant", "Extraction", "enter", "enter_all", "held_out_fusion", "of_library", "of_method"]

STAGES: Final = ("flatten", "mark", "assemble")  # of our methods: HTML to page, page to labels, labels to text


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result of a call."""

    text: str  # the article's text
    stages: Mapping[str, float] = field(default_factory=dict)  # CPU seconds of each stage, if measured
    confidence: float | None = None  # probability that the text is right, if estimated


class Extract(Protocol):
    """A function from HTML to text."""

    def __call__(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        """Extract the text of a page. Exceptions are passed on.

        Some entrants need the language, or the site: those trained on some sites.
        """
        ...


@dataclass(frozen=True, slots=True)
class Entrant:
    """A function from HTML to text, by its name in the catalog, and what its texts depend on."""

    name: str
    ours: bool  # one of our methods
    package: str  # on PyPI
    parameters: Mapping[str, object]
    extract: Extract


def of_method(method: Method) -> Entrant:
    """Return one of our methods, from HTML to text, including parsing, as for a caller who uses only this method.

    On pages with hardly any text, or only the beginning, the text is `broadsheet.extract`'s fallback. Metadata is not
    read; except for lines that are metadata, the text does not depend on it. The stages are timed.
    """

    def extract(html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        began = process_time()
        page = read_page(html, url=url)
        flattened = process_time()
        facts = Facts(page)
        marking = method.mark(page, Given(facts=facts))
        marked = process_time()
        found = with_fallbacks(facts, method, Given(), marking)
        text = Article(url=url, body=found.body, method=method.name).text
        seconds = (flattened - began, marked - flattened, process_time() - marked)
        return Extraction(text, dict(zip(STAGES, seconds, strict=True)), found.confidence)

    return Entrant(method.name, True, "broadsheet", _fields(method), extract)


def held_out_fusion(folder: Path) -> Entrant:
    """Return `fusion` for its training corpora: each page is read by the network trained without its site.

    Args:
        folder: ``fold0.npz`` to ``fold4.npz``, as ``broadsheet train fusion --keep-folds`` writes them.
    """
    weights = [folder / f"fold{fold}.npz" for fold in range(FOLDS)]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in weights)).hexdigest()[:16]

    def extract(html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        method = Fusion(weights=str(weights[fold_of(site or "")]))
        return of_method(method).extract(html, url=url, lang=lang)

    parameters = _fields(Fusion()) | {"weights": f"by fold, {digest}"}
    return Entrant(Fusion.name, True, "broadsheet", parameters, extract)


def of_library(library: Library) -> Entrant:
    """Return a library, through its adapter."""

    def extract(html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        return Extraction(library.text(html, url=url, lang=lang))

    return Entrant(library.name, False, library.package, library.parameters, extract)


def _fields(thing: object) -> dict[str, object]:
    """Return the public fields of a dataclass; empty for other objects."""
    if not dataclasses.is_dataclass(thing):
        return {}
    return {item.name: getattr(thing, item.name) for item in dataclasses.fields(thing) if item.name[0] != "_"}


def enter(name: str) -> Entrant:
    """Return the entrant with a name: one of our methods, or a library.

    Raises:
        UnknownMethod: unknown name.
        MissingExtra: a library that is not installed.
    """
    path = catalog.OUTSIDE.get(name)
    if path is not None:
        module, _, attribute = path.partition(":")
        return of_library(getattr(importlib.import_module(module), attribute)())
    if name not in catalog.CATALOG:
        raise UnknownMethod(f"unknown method {name!r}; methods: {', '.join(catalog.names(outside=True))}")
    return of_method(catalog.get(name))


def enter_all(*, libraries: bool = True) -> tuple[list[Entrant], Sequence[MissingExtra]]:
    """Return all available entrants, ours first, and an error per library that is not installed."""
    entrants: list[Entrant] = [enter(name) for name in catalog.names()]
    missing = []
    for name in sorted(catalog.OUTSIDE) if libraries else ():
        try:
            entrants.append(enter(name))
        except MissingExtra as error:
            missing.append(error)
    return entrants, missing
