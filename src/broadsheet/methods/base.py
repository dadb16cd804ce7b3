"""The protocol of a method, its inputs and its result. A method says which rows of a page are content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, runtime_checkable
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import NeedsNotMet
from broadsheet.facts import Facts
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray, frozen
from broadsheet.page.characters import without_surrogates

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
    "facts_of",
    "load_arrays",
    "marking",
    "spread",
]

KNOWN_ARTICLES: Final = 4  # articles that a profile remembers per counted item: enough to say that three others have it
NO_ARTICLE: Final = 0xFFFFFFFF  # fills the unused entries of `Counted.articles`


class Need(Enum):
    """Something a method uses that is not on the page."""

    LAYOUT = "layout"  # the visual layer of a rendered page
    NEIGHBOURS = "neighbours"  # other pages of the same site
    PROFILE = "profile"  # counts over pages of the same site
    HOME_LINK = "home link"  # the text of the link from the site's home page
    WEIGHTS = "weights"  # a trained model


class Unit(Enum):
    """The unit that a method decides about."""

    ROW = "row"  # lines of the source, or segments in their place
    SEGMENT = "segment"  # runs of text between line breaks
    BLOCK = "block of text"  # all text with the same nearest line-break element
    ELEMENT = "element"  # subtrees of the document
    TEXT = "text node"
    PAGE = "page"  # the whole page goes in and text comes out


@dataclass(frozen=True, slots=True)
class Paper:
    """A method's publication."""

    authors: str
    year: int
    title: str
    venue: str
    doi: str | None = None

    @property
    def short(self) -> str:
        """Authors and year."""
        return f"{self.authors} {self.year}"


@dataclass(frozen=True, eq=False)
class Counted:
    """Counts of items over the pages of a site. Items are known by a number (`methods.maths`).

    Copies of an article at other addresses or times are several pages and one article. Only the smallest few article
    numbers are kept per item, so that tables can be merged in any order.

    Attributes:
        keys: the items, ascending, uint64, shape (k,).
        pages: pages with each item, int64, shape (k,).
        articles: the smallest numbers of articles with the item, ascending, uint32, shape (k, `KNOWN_ARTICLES`), filled
            up with `NO_ARTICLE`.
    """

    keys: NDArray[np.uint64]
    pages: NDArray[np.int64]
    articles: NDArray[np.uint32]

    def find(self, keys: NDArray[np.uint64]) -> NDArray[np.intp]:
        """The index of each item in the table, shape of ``keys``; -1 for unknown ones."""
        if not len(self.keys):
            return np.full(len(keys), -1, dtype=np.intp)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, at, -1)

    def others(self, keys: NDArray[np.uint64], article: int) -> NDArray[np.intp]:
        """The number of articles other than the given one with each item, shape of ``keys``, up to `KNOWN_ARTICLES`."""
        at = self.find(keys)
        if not len(self.keys):
            return np.zeros(len(keys), dtype=np.intp)
        known = self.articles[np.maximum(at, 0)]
        count: NDArray[np.intp] = ((known != NO_ARTICLE) & (known != article)).sum(axis=1)
        return np.where(at >= 0, count, 0)


@dataclass(frozen=True, eq=False)
class Profile:
    """Counts over the pages of a site. `broadsheet.crawl.sites` learns and stores them.

    Attributes:
        site: the site.
        pages: number of pages.
        static: StaDyNoT's keys (`methods.stadynot.static_keys`).
        texts: texts of segments in their places (`methods.maths.places`).
        places: places of segments, ascending, uint64, shape (k,).
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
    """What a method may use besides the page. Everything is optional.

    Attributes:
        title: the title of the article, if known. Methods look for it; `Article.title` is what the page says.
        home_link: the text of the link to this page on the site's home page.
        neighbours: other pages of the same site, from about the same time.
        profile: counts over pages of the same site, possibly including this one.
        captured: the time of capture, with an offset. Not used by methods, but for `Article.published` and
            `Article.modified` where the page gives a relative time (``3 hours ago``) or no year.
        facts: the facts of the page, if already read (`facts_of`).

    Raises:
        TypeError: a value has the wrong type.
        ValueError: the time of capture has no offset.
    """

    title: str | None = None
    home_link: str | None = None
    neighbours: tuple[Page, ...] = ()
    profile: Profile | None = None
    captured: datetime | None = None
    facts: Facts | None = None

    def __post_init__(self) -> None:
        kinds = {"title": str, "home_link": str, "profile": Profile, "captured": datetime, "facts": Facts}
        for name, kind in kinds.items():
            value = getattr(self, name)
            if value is not None and not isinstance(value, kind):
                raise TypeError(f"{name} must be {kind.__name__} or None, not {type(value).__name__}")
            if isinstance(value, str):  # as in a page
                object.__setattr__(self, name, without_surrogates(value))
        if self.captured is not None and self.captured.utcoffset() is None:
            raise ValueError("captured must have an offset: use an aware datetime such as datetime.now(UTC)")
        if not isinstance(self.neighbours, (tuple, list)) or not all(isinstance(one, Page) for one in self.neighbours):
            raise TypeError("neighbours must be a tuple of Page objects (broadsheet.read_page)")


@dataclass(frozen=True, eq=False)
class Marking:
    """A method's result for the rows of a page.

    Attributes:
        keep: text rows that are content, and elements wholly inside it; bool, shape (page size,).
        score: the method's own score of each row; float, shape (page size,).
        trace: named arrays and numbers for inspection: histograms, thresholds, groups.
        notes: remarks for the reader: missing inputs, choices made.
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
    """Make a `Marking` of read-only arrays.

    Args:
        page: the marked page.
        keep: the chosen rows, shape (page size,). Only visible text rows are kept.
        score: one number per row; by default 0 and 1, as kept.
        trace: arrays and numbers for inspection.
        notes: remarks for the reader.
    """
    kept = keep & page.shown
    return Marking(
        keep=frozen(kept),
        score=frozen(np.array(kept if score is None else score, dtype=np.float64)),
        trace=MappingProxyType({name: frozen(np.array(value)) for name, value in (trace or {}).items()}),
        notes=notes,
    )


def spread(page: Page, rows: NDArray[Any], values: NDArray[Any] | bool = True) -> NDArray[Any]:
    """An array with these values in these rows, and 0 or False in the others; shape (page size,)."""
    out = np.zeros(len(page), dtype=np.asarray(values).dtype)
    out[rows] = values
    return out


def _restore(keep: BoolArray, score: FloatArray, trace: dict[str, NDArray[Any]], notes: tuple[str, ...]) -> Marking:
    frozen_trace = MappingProxyType({name: frozen(value) for name, value in trace.items()})
    return Marking(frozen(keep), frozen(score), frozen_trace, notes)


def facts_of(page: Page, given: Given) -> Facts:
    """The facts that a method was given, or else those of the page, read now."""
    return given.facts if given.facts is not None and given.facts.page is page else Facts(page)


def load_arrays(file: Traversable, of: str) -> dict[str, NDArray[Any]]:
    """Load the arrays of a file.

    Raises:
        NeedsNotMet: the file cannot be read; the message says that ``of`` needs it.
    """
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except FileNotFoundError as error:
        raise NeedsNotMet(f"{of} needs a file of arrays: {file} does not exist") from error
    except (OSError, EOFError, BadZipFile, TypeError, ValueError) as error:
        raise NeedsNotMet(f"{of} needs a file of arrays, which {file} is not") from error


@runtime_checkable
class Method(Protocol):
    """A way to find the content of a page. Your own method is a subclass with a name and `mark`. Those of the catalog
    are frozen dataclasses. Their fields are the paper's parameters, named by the paper's symbols, with its defaults or
    justified others; in that case, the class method ``as_published()`` follows the paper to the letter.

    Attributes:
        name: the name in the catalog.
        paper: the publication; None for our own.
        needs: inputs that are not on the page.
        unit: the unit that it decides about.
    """

    name: ClassVar[str]
    paper: ClassVar[Paper | None] = None
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.SEGMENT

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the content of a page.

        Raises:
            NeedsNotMet: a required input is missing.
        """
        ...
