"""What a method is: the protocol, what it may be given, and what it gives back.

A method reads a page and says which rows are content. It must not make text, and must not change the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import NeedsNotMet
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray, frozen

__all__ = ["Given", "Marking", "Method", "Need", "Paper", "Unit", "check_needs", "marking"]


class Need(Enum):
    """Something that is not on the page and that a method uses."""

    LAYOUT = "layout"
    """the visual layer of a rendered page"""
    NEIGHBOURS = "neighbours"
    """other pages of the same site, or a profile learnt from them"""
    HOME_LINK = "home link"
    """the text of the link that leads to the page from the site's home page"""
    WEIGHTS = "weights"
    """a trained model"""


class Unit(Enum):
    """What a method decides about."""

    ROW = "row"
    """lines of the source, or the segments that stand for them"""
    SEGMENT = "segment"
    """runs of text between line breaks"""
    ELEMENT = "element"
    """subtrees of the document"""
    TEXT = "text node"
    PAGE = "page"
    """the whole page goes in and text comes out"""


@dataclass(frozen=True, slots=True)
class Paper:
    """Where a method was published."""

    authors: str
    year: int
    title: str
    venue: str
    doi: str | None = None

    @property
    def short(self) -> str:
        """Authors and year, as in a table."""
        return f"{self.authors} {self.year}"


@dataclass(frozen=True, slots=True)
class Given:
    """What a method may use besides the page. Everything is optional; a method that must have something says so.

    Attributes:
        title: the title of the article, if it is known already.
        home_link: the text of the link to this page on the site's home page.
        neighbours: other pages of the same site, of about the same time.
    """

    title: str | None = None
    home_link: str | None = None
    neighbours: tuple[Page, ...] = ()


@dataclass(frozen=True, eq=False)
class Marking:
    """What a method says about the rows of a page.

    Attributes:
        keep: the text rows that are content, and the elements that lie wholly in it; bool, shape (page size,).
        score: the method's own measure of each row, in its own unit; float, shape (page size,).
        trace: named arrays and numbers to look at: histograms, thresholds, groups.
        notes: what the reader should know: parts of the method that could not run, choices it had to make.
    """

    keep: BoolArray
    score: FloatArray
    trace: Mapping[str, NDArray[Any]] = field(default_factory=lambda: MappingProxyType({}))
    notes: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.keep, self.score, dict(self.trace), self.notes)


def marking(
    page: Page,
    keep: BoolArray,
    score: NDArray[Any] | None = None,
    *,
    trace: Mapping[str, Any] | None = None,
    notes: tuple[str, ...] = (),
) -> Marking:
    """A marking of read-only arrays.

    Args:
        page: the page that is marked.
        keep: the rows chosen, shape (page size,). Only text rows with something to show are kept: white space, hidden
            rows and elements are left to whoever reads the marking.
        score: one number a row, or None for the marking itself as 0 and 1.
        trace: arrays and numbers worth looking at.
        notes: what the reader should know.
    """
    kept = keep & page.shown
    return Marking(
        keep=frozen(kept),
        score=frozen(np.asarray(kept if score is None else score, dtype=np.float64).copy()),
        trace=MappingProxyType({name: frozen(np.array(value)) for name, value in (trace or {}).items()}),
        notes=notes,
    )


def _restore(keep: BoolArray, score: FloatArray, trace: dict[str, NDArray[Any]], notes: tuple[str, ...]) -> Marking:
    frozen_trace = MappingProxyType({name: frozen(value) for name, value in trace.items()})
    return Marking(keep=frozen(keep), score=frozen(score), trace=frozen_trace, notes=notes)


@runtime_checkable
class Method(Protocol):
    """A way to find the content of a page. Implementations are frozen dataclasses; their fields are the paper's
    parameters under the paper's symbols, with the paper's defaults.

    Attributes:
        name: the name in the catalog.
        paper: where it was published; None for our own.
        needs: what it uses that is not on the page.
        unit: what it decides about.
    """

    name: ClassVar[str]
    paper: ClassVar[Paper | None]
    needs: ClassVar[frozenset[Need]]
    unit: ClassVar[Unit]

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the content of a page.

        Raises:
            NeedsNotMet: something is missing that the method cannot do without.
        """
        ...


def check_needs(method: Method, page: Page, given: Given, *, required: frozenset[Need]) -> None:
    """Refuse to run without what is required.

    Raises:
        NeedsNotMet: it is missing; the message says what to supply.
    """
    if Need.LAYOUT in required and page.layout is None:
        raise NeedsNotMet(f"{method.name} needs the layout of the page: render it first")
    if Need.NEIGHBOURS in required and not given.neighbours:
        raise NeedsNotMet(f"{method.name} needs other pages of the same site: pass them as neighbours")
    if Need.HOME_LINK in required and not given.home_link:
        raise NeedsNotMet(f"{method.name} needs the text of the link on the home page")
