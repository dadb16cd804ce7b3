"""Entrants of a benchmark: our methods and the libraries, each a function from HTML to text, with timing."""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING, Final, Protocol, cast

from broadsheet.article import Article
from broadsheet.body import with_fallbacks
from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.errors import MissingExtra, UnknownMethod
from broadsheet.facts import Facts
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.methods.fusion import Fusion
from broadsheet.page import read_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from broadsheet.methods.outside.base import Library

__all__ = [
    "CONFIDENCE",
    "STAGES",
    "Entrant",
    "Extraction",
    "HeldOutFusion",
    "LibraryEntrant",
    "OurEntrant",
    "enter",
    "enter_all",
]

STAGES: Final = ("flatten", "mark", "assemble")  # of our methods: HTML to page, page to labels, labels to text
CONFIDENCE: Final = "confidence"  # key in a marking's trace of the probability that it is right


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result of a call.

    Attributes:
        text: the article's text.
        stages: CPU seconds of each stage, if measured.
        confidence: probability that the text is right, if estimated.
    """

    text: str
    stages: Mapping[str, float] = field(default_factory=dict)
    confidence: float | None = None


class Entrant(Protocol):
    """A function from HTML to text.

    Attributes:
        name: name in the catalog.
        ours: whether it is one of our methods.
        package: its package on PyPI.
        parameters: its settings, by name.
    """

    @property
    def name(self) -> str: ...  # noqa: D102 - described above
    @property
    def ours(self) -> bool: ...  # noqa: D102
    @property
    def package(self) -> str: ...  # noqa: D102
    @property
    def parameters(self) -> Mapping[str, object]: ...  # noqa: D102

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        """Extract the text of a page. Exceptions are passed on.

        Args:
            html: the page.
            url: its URL.
            lang: its language, for entrants that need it.
            site: its site, for entrants trained on some sites.
        """
        ...


@dataclass(frozen=True, slots=True)
class OurEntrant:
    """One of our methods, from HTML to text, including parsing, as for a caller who uses only this method.

    On pages with hardly any text, or only the beginning, the text is `broadsheet.extract`'s fallback. Metadata is not
    read; except for lines that are metadata, the text does not depend on it.
    """

    method: Method
    ours: bool = field(default=True, init=False)

    @property
    def name(self) -> str:
        """Name of the method."""
        return self.method.name

    @property
    def package(self) -> str:
        """This package."""
        return "broadsheet"

    @property
    def parameters(self) -> Mapping[str, object]:
        """The method's fields."""
        return _fields(self.method)

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        """Extract the text of a page, timing the stages."""
        began = process_time()
        page = read_page(html, url=url)
        flattened = process_time()
        facts = Facts(page)
        marking = self.method.mark(page, Given(facts=facts))
        marked = process_time()
        found = with_fallbacks(facts, self.method, Given(), marking)
        text = Article(url=url, body=found.body, method=self.method.name).text
        assembled = process_time()
        seconds = (flattened - began, marked - flattened, assembled - marked)
        confidence = found.marking.trace.get(CONFIDENCE)
        return Extraction(
            text,
            dict(zip(STAGES, seconds, strict=True)),
            None if confidence is None else float(confidence),
        )


@dataclass(frozen=True, slots=True)
class HeldOutFusion:
    """`fusion` on its training corpora: each page is read by the network trained without its site.

    Args:
        folder: ``fold0.npz`` to ``fold4.npz``, as ``broadsheet train fusion --keep-folds`` writes them.
    """

    folder: Path
    name: str = field(default=Fusion.name, init=False)
    ours: bool = field(default=True, init=False)
    package: str = field(default="broadsheet", init=False)

    @property
    def parameters(self) -> Mapping[str, object]:
        """The method's fields, and a hash of the networks."""
        found = hashlib.sha256()
        for fold in range(FOLDS):
            found.update(self._weights(fold).read_bytes())
        return _fields(Fusion()) | {"weights": f"by fold, {found.hexdigest()[:16]}"}

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        """Extract the text of a page."""
        weights = self._weights(fold_of(site or ""))
        return OurEntrant(Fusion(weights=str(weights))).extract(html, url=url, lang=lang)

    def _weights(self, fold: int) -> Path:
        return self.folder / f"fold{fold}.npz"


@dataclass(frozen=True, slots=True)
class LibraryEntrant:
    """A library, through its adapter."""

    adapter: Library
    ours: bool = field(default=False, init=False)

    @property
    def name(self) -> str:
        """Name of the library in the catalog."""
        return self.adapter.name

    @property
    def package(self) -> str:
        """Name of the library on PyPI."""
        return self.adapter.library

    @property
    def parameters(self) -> Mapping[str, object]:
        """The adapter's fields."""
        return _fields(self.adapter)

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        """Extract the text of a page."""
        return Extraction(self.adapter.text(html, url=url, lang=lang))


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
        return LibraryEntrant(cast("Library", getattr(importlib.import_module(module), attribute)()))
    if name not in catalog.CATALOG:
        raise UnknownMethod(f"unknown method {name!r}; methods: {', '.join(catalog.names(outside=True))}")
    return OurEntrant(catalog.get(name))


def enter_all(*, libraries: bool = True) -> tuple[list[Entrant], Sequence[MissingExtra]]:
    """Return all available entrants, ours first.

    Args:
        libraries: include libraries.

    Returns:
        The entrants, and an error per library that is not installed.
    """
    entrants: list[Entrant] = [enter(name) for name in catalog.names()]
    missing = []
    for name in sorted(catalog.OUTSIDE) if libraries else ():
        try:
            entrants.append(enter(name))
        except MissingExtra as error:
            missing.append(error)
    return entrants, missing
