"""A page -> what several methods say of it, each with its article, its marking, and the page as the method saw it.

It must not know how any of this is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from broadsheet.errors import MissingExtra, NeedsNotMet
from broadsheet.methods import catalog
from broadsheet.pipeline import extract
from broadsheet.serve.alignment import Piece, pieces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.article import Article
    from broadsheet.methods.base import Given, Marking, Method
    from broadsheet.page import Page

__all__ = ["METHODS", "Barred", "Inspection", "Run", "inspect"]

METHODS: Final = ("fusion", "coreex", "mss", "twcem", "cedst", "cetd", "cetr", "cepr", "stadynot")
"""Methods that are shown unless others are named: those that can do with the page alone, the default first."""


@dataclass(frozen=True, eq=False, slots=True)
class Run:
    """What one method says of a page.

    Attributes:
        method: the method.
        article: what it found; metadata and verdict are in that of the first run alone.
        page: the page as the method saw it: with what only shows where no scripts run, where the text was there.
        marking: what it said of the rows.
        pieces: the blocks of the article, and the segments that each is made of.
    """

    method: Method
    article: Article
    page: Page
    marking: Marking
    pieces: tuple[Piece, ...]

    @property
    def name(self) -> str:
        """The method's name."""
        return self.method.name


class Barred(NamedTuple):
    """A method that cannot run.

    Attributes:
        name: its name.
        reason: why not, in words.
    """

    name: str
    reason: str


@dataclass(frozen=True, eq=False, slots=True)
class Inspection:
    """What there is to show of a page.

    Attributes:
        runs: the methods that ran, the chosen one first; at least one.
        barred: those that could not.
    """

    runs: tuple[Run, ...]
    barred: tuple[Barred, ...] = ()

    @property
    def page(self) -> Page:
        """The page, as the chosen method saw it."""
        return self.runs[0].page

    @property
    def article(self) -> Article:
        """The article of the chosen method, with metadata and verdict."""
        return self.runs[0].article


def inspect(page: Page, methods: Sequence[str | Method] = METHODS, *, given: Given | None = None) -> Inspection:
    """Run methods on a page, and keep what they say.

    Args:
        page: the page.
        methods: names of the catalog, or methods; the first that can run is the chosen one.
        given: what is known besides the page.

    Raises:
        UnknownMethod: no method has one of the names.
        NeedsNotMet, MissingExtra: none of the methods can run; the error is that of the first.
        ValueError: no methods are given.
    """
    runs: list[Run] = []
    barred: list[Barred] = []
    first: NeedsNotMet | MissingExtra | None = None
    for wanted in dict.fromkeys(methods):
        try:
            runs.append(_run(catalog.get(wanted) if isinstance(wanted, str) else wanted, page, given, whole=not runs))
        except (NeedsNotMet, MissingExtra) as error:
            first = first or error
            barred.append(Barred(wanted if isinstance(wanted, str) else wanted.name, str(error)))
    if runs:
        return Inspection(tuple(runs), tuple(barred))
    raise first or ValueError("no methods to inspect the page with")


def _run(method: Method, page: Page, given: Given | None, *, whole: bool) -> Run:
    """One method's article and what it was made of.

    Args:
        method: the method.
        page: the page.
        given: what is known besides the page.
        whole: read metadata and judge the page as well.
    """
    watched = _Watched(method)
    article = extract(page, method=cast("Method", watched), given=given, with_metadata=whole, with_verdict=whole)
    # A page that shows hardly a line is read a second time, as it is without scripts. Where the text is found there,
    # more of the article's blocks are in it; `max` takes the first of equals.
    looks = [(seen, marking, pieces_of(article.body, seen, marking)) for seen, marking in watched.seen]
    seen, marking, pieces = max(looks, key=lambda look: sum(bool(piece.segments) for piece in look[2]))
    return Run(method, article, seen, marking, pieces)


@dataclass(frozen=True, eq=False)
class _Watched:
    """A method, and what it said of each page that it was asked about."""

    method: Method
    seen: list[tuple[Page, Marking]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.method.name

    def mark(self, page: Page, given: Given) -> Marking:
        marking = self.method.mark(page, given)
        self.seen.append((page, marking))
        return marking
