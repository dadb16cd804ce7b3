"""Who takes part: our methods and the libraries, each as something that takes the HTML of a page and gives its text.

The module knows how each is called and where the clock is read inside a call. It must not know the answers.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
from dataclasses import dataclass, field
from time import process_time
from typing import TYPE_CHECKING, Final, Protocol, cast

from broadsheet.article import Article
from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.errors import MissingExtra, UnknownMethod
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.methods.fusion import Fusion
from broadsheet.page import read_page
from broadsheet.pipeline import settle

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

STAGES: Final = ("flatten", "mark", "assemble")
"""The parts of a call to one of our methods: HTML to columns; columns to a marking; a marking to text."""

CONFIDENCE: Final = "confidence"
"""The name in a marking's trace under which a method says how probable it is that it is right: one number."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a call gave.

    Attributes:
        text: the text of the article.
        stages: CPU seconds of each part of the call, for those that are measured in parts.
        confidence: the probability that the text is right, from those that estimate it.
    """

    text: str
    stages: Mapping[str, float] = field(default_factory=dict)
    confidence: float | None = None


class Entrant(Protocol):
    """Something that takes the HTML of a page and gives its text.

    Attributes:
        name: the name in the catalog.
        ours: whether it is one of our methods.
        package: the package that it is from, by its name on PyPI.
        parameters: what it was set to, by name.
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
        """Take the text out of a page. What goes wrong inside is raised, whatever it is.

        Args:
            html: the page.
            url: where it is from.
            lang: its language, for those that must be told.
            site: the site that it is from, for those that were learnt from some sites and not from others.
        """
        ...


@dataclass(frozen=True, slots=True)
class OurEntrant:
    """One of our methods, from HTML to text: the page is parsed anew for each, as for a caller who uses only this one.

    Where a page shows hardly a line, or no more than the beginning, the text is what `broadsheet.extract` gives then.
    Metadata is not read: but for the lines that are metadata, the text does not depend on it.
    """

    method: Method
    ours: bool = field(default=True, init=False)

    @property
    def name(self) -> str:
        """The method's name."""
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
        """Take the text out of a page, reading the clock between the stages."""
        began = process_time()
        page = read_page(html, url=url)
        flattened = process_time()
        marking = self.method.mark(page, Given())
        marked = process_time()
        found = settle(self.method, page, Given(), marking)
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
    """`fusion` on pages of corpora that it was learnt from: each page goes to the network that has not seen its site.

    Args:
        folder: ``fold0.npz`` to ``fold4.npz``, as ``broadsheet train fusion --keep-folds`` writes them.
    """

    folder: Path
    name: str = field(default=Fusion.name, init=False)
    ours: bool = field(default=True, init=False)
    package: str = field(default="broadsheet", init=False)

    @property
    def parameters(self) -> Mapping[str, object]:
        """The method's fields, and what the networks are."""
        found = hashlib.sha256()
        for fold in range(FOLDS):
            found.update(self._weights(fold).read_bytes())
        return _fields(Fusion()) | {"weights": f"by fold, {found.hexdigest()[:16]}"}

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        """Take the text out of a page."""
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
        """The library's name in the catalog."""
        return self.adapter.name

    @property
    def package(self) -> str:
        """The library's name on PyPI."""
        return self.adapter.library

    @property
    def parameters(self) -> Mapping[str, object]:
        """The adapter's fields."""
        return _fields(self.adapter)

    def extract(self, html: str, *, url: str | None, lang: str | None, site: str | None = None) -> Extraction:
        """Take the text out of a page."""
        return Extraction(self.adapter.text(html, url=url, lang=lang))


def _fields(thing: object) -> dict[str, object]:
    """The fields of a dataclass, those of its class and private ones left out; nothing for another object."""
    if not dataclasses.is_dataclass(thing):
        return {}
    return {item.name: getattr(thing, item.name) for item in dataclasses.fields(thing) if item.name[0] != "_"}


def enter(name: str) -> Entrant:
    """The entrant of a name: one of our methods, or a library.

    Raises:
        UnknownMethod: there is no such name.
        MissingExtra: it is a library that is not installed.
    """
    path = catalog.OUTSIDE.get(name)
    if path is not None:
        module, _, attribute = path.partition(":")
        return LibraryEntrant(cast("Library", getattr(importlib.import_module(module), attribute)()))
    if name not in catalog.CATALOG:
        raise UnknownMethod(f"no method is called {name!r}; there are: {', '.join(catalog.names(outside=True))}")
    return OurEntrant(catalog.get(name))


def enter_all(*, libraries: bool = True) -> tuple[list[Entrant], Sequence[MissingExtra]]:
    """Everything that can take part here, ours first.

    Args:
        libraries: whether the libraries take part.

    Returns:
        The entrants, and an error for each library that is not installed.
    """
    entrants: list[Entrant] = [enter(name) for name in catalog.names()]
    missing = []
    for name in sorted(catalog.OUTSIDE) if libraries else ():
        try:
            entrants.append(enter(name))
        except MissingExtra as error:
            missing.append(error)
    return entrants, missing
