"""What a method is: the protocol, what it may be given, and what it gives back.

A method reads a page and says which rows are content. It must not make text, and must not change the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray, frozen
from broadsheet.page.surrogates import without_surrogates

__all__ = [
    "KNOWN_ARTICLES",
    "NO_ARTICLE",
    "Counted",
    "Given",
    "Marking",
    "Method",
    "Need",
    "Paper",
    "Profile",
    "Unit",
    "marking",
]

KNOWN_ARTICLES: Final = 4
"""Articles that a profile remembers for each thing it has counted: enough to say that three others have it."""
NO_ARTICLE: Final = 0xFFFFFFFF
"""Fills the places of articles that are not there."""


class Need(Enum):
    """Something that is not on the page and that a method uses."""

    LAYOUT = "layout"
    """the visual layer of a rendered page"""
    NEIGHBOURS = "neighbours"
    """other pages of the same site"""
    PROFILE = "profile"
    """what other pages of the same site have taught"""
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
    BLOCK = "block of text"
    """all text with the same nearest line-break element"""
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


@dataclass(frozen=True, eq=False)
class Counted:
    """On how many pages of a site each of some things was seen. Things are known by a number (`methods.maths`).

    Pages with the same article, under other addresses or as it was read again, are several pages and one article. Of
    each thing the smallest few numbers of its articles are known, so tables can be merged in any order.

    Attributes:
        keys: the things, ascending, uint64, shape (k,).
        pages: how many pages have each, int64, shape (k,).
        articles: the smallest numbers of articles that have it, ascending, uint32, shape (k, `KNOWN_ARTICLES`);
            `NO_ARTICLE` where there are fewer.
    """

    keys: NDArray[np.uint64]
    pages: NDArray[np.int64]
    articles: NDArray[np.uint32]

    def find(self, keys: NDArray[np.uint64]) -> NDArray[np.intp]:
        """Where things stand in the table, shape of ``keys``; -1 for those that are not in it."""
        if not len(self.keys):
            return np.full(len(keys), -1, dtype=np.intp)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, at, -1)

    def others(self, keys: NDArray[np.uint64], article: int) -> NDArray[np.intp]:
        """How many other articles have each thing, as far as they are known: up to `KNOWN_ARTICLES`.

        Args:
            keys: the things, shape (m,).
            article: the number of the article that asks.
        """
        at = self.find(keys)
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.intp)
        known = self.articles[np.maximum(at, 0)]
        count: NDArray[np.intp] = ((known != NO_ARTICLE) & (known != article)).sum(axis=1)
        return np.where(at >= 0, count, 0)


@dataclass(frozen=True, eq=False)
class Profile:
    """What pages of a site have taught, as far as methods use it. The room `sites` learns and stores it.

    Attributes:
        site: whose pages these were.
        pages: how many.
        static: StaDyNoT's keys (`methods.stadynot.static_keys`).
        texts: texts of segments in their places (`methods.maths.places`).
        places: places where segments stood, ascending, uint64, shape (k,).
        place_pages: pages with a segment there, int64, shape (k,).
        place_kept: the share of a page's segments there that was content, summed over these pages, in thousandths,
            int64, shape (k,).
    """

    site: str
    pages: int
    static: Counted
    texts: Counted
    places: NDArray[np.uint64]
    place_pages: NDArray[np.int64]
    place_kept: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Given:
    """What a method may use besides the page. Everything is optional; a method that must have something says so.

    Attributes:
        title: the title of the article, if it is known already: methods look for it, and `Article.title` is what the
            page says.
        home_link: the text of the link to this page on the site's home page.
        neighbours: other pages of the same site, of about the same time. Methods that use a profile alone leave them
            out of account.
        profile: what pages of the same site have taught; the page itself may be one of them.
        captured: the moment at which the page was captured, with an offset. No method uses it: `Article.published` and
            `Article.modified` do, where the page tells when only from then (``3 hours ago``) or without a year.

    Raises:
        TypeError: one of them is of another type.
        ValueError: the moment of the capture has no offset.
    """

    title: str | None = None
    home_link: str | None = None
    neighbours: tuple[Page, ...] = ()
    profile: Profile | None = None
    captured: datetime | None = None

    def __post_init__(self) -> None:
        for name, kind in (("title", str), ("home_link", str), ("profile", Profile), ("captured", datetime)):
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                raise TypeError(f"{name} must be {kind.__name__} or None, not {type(value).__name__}")
            if isinstance(value, str):  # as it is read in a page
                object.__setattr__(self, name, without_surrogates(value))
        if self.captured is not None and self.captured.utcoffset() is None:
            raise ValueError("captured must have an offset from universal time (tzinfo), as datetime.now(UTC) has one")
        for page in self.neighbours:
            if not isinstance(page, Page):
                raise TypeError(f"neighbours must be pages (broadsheet.read_page), not {type(page).__name__}")


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
        score=frozen(np.array(kept if score is None else score, dtype=np.float64)),
        trace=MappingProxyType({name: frozen(np.array(value)) for name, value in (trace or {}).items()}),
        notes=notes,
    )


def _restore(keep: BoolArray, score: FloatArray, trace: dict[str, NDArray[Any]], notes: tuple[str, ...]) -> Marking:
    frozen_trace = MappingProxyType({name: frozen(value) for name, value in trace.items()})
    return Marking(keep=frozen(keep), score=frozen(score), trace=frozen_trace, notes=notes)


@runtime_checkable
class Method(Protocol):
    """A way to find the content of a page. Implementations are frozen dataclasses; their fields are the paper's
    parameters under the paper's symbols, with the paper's defaults, or with others that the module gives reasons for.
    A class with other defaults has the class method ``as_published()``, which gives the paper to the letter.

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
