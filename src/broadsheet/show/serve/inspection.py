"""Run several methods on a page, and keep the article and labels of each, and the page as each saw it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from broadsheet.article import write_text
from broadsheet.article.places import segments_of
from broadsheet.errors import MissingExtra, NeedsNotMet
from broadsheet.methods import catalog
from broadsheet.pipeline import extract

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.article import Article, Block
    from broadsheet.methods.base import Given, Marking, Method
    from broadsheet.page import Page

__all__ = ["METHODS", "Barred", "Inspection", "Piece", "Run", "inspect"]

# Methods shown by default: those that need only the page, the default method first.
METHODS: Final = ("fusion", "coreex", "mss", "twcem", "cedst", "cetd", "cetr", "cepr", "stadynot")


class Piece(NamedTuple):
    """A block of an article, and the page's segments with its text, ascending; none if they are unknown."""

    block: Block
    segments: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Run:
    """The result of one method on a page.

    Attributes:
        method: the method.
        article: the article; only the first run's has metadata and verdict.
        page: the page as the method saw it: with the text for browsers without scripts, if the text was found there.
        marking: its labels.
        pieces: the blocks of the article with their segments.
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
    """A method that cannot run, and the reason."""

    name: str
    reason: str


@dataclass(frozen=True, eq=False, slots=True)
class Inspection:
    """The methods that ran, at least one and the selected one first, and those that could not."""

    runs: tuple[Run, ...]
    barred: tuple[Barred, ...] = ()

    @property
    def page(self) -> Page:
        """The page as the selected method saw it."""
        return self.runs[0].page

    @property
    def article(self) -> Article:
        """The article of the selected method, with metadata and verdict."""
        return self.runs[0].article


def inspect(page: Page, methods: Sequence[str | Method] = METHODS, *, given: Given | None = None) -> Inspection:
    """Run methods on a page.

    Args:
        page: the page.
        methods: names of the catalog, or methods, or one name; the first that can run is the selected one.
        given: what is known besides the page.

    Raises:
        UnknownMethod: unknown name.
        NeedsNotMet, MissingExtra: no method can run; the error is the first method's.
        ValueError: no methods.
    """
    runs: list[Run] = []
    barred: list[Barred] = []
    first: NeedsNotMet | MissingExtra | None = None
    for wanted in dict.fromkeys([methods] if isinstance(methods, str) else methods):
        try:
            runs.append(_run(catalog.get(wanted) if isinstance(wanted, str) else wanted, page, given, whole=not runs))
        except (NeedsNotMet, MissingExtra) as error:
            first = first or error
            barred.append(Barred(wanted if isinstance(wanted, str) else wanted.name, str(error)))
    if runs:
        return Inspection(tuple(runs), tuple(barred))
    raise first or ValueError("no methods to inspect the page with")


def _run(method: Method, page: Page, given: Given | None, *, whole: bool) -> Run:
    """Run one method; with ``whole``, also read metadata and judge the page."""
    watched = _Recorder(method)
    article = extract(page, method=cast("Method", watched), given=given, with_metadata=whole, with_verdict=whole)
    # `extract` reads a page with hardly any text a second time, as browsers without scripts show it. Take the reading
    # that more blocks of the article align with; `max` returns the first of equals.
    texts = [write_text((block,)) for block in article.body]
    looks = [(seen, marking, segments_of(texts, seen, marking.keep)) for seen, marking in watched.seen]
    seen, marking, segments = max(looks, key=lambda look: sum(map(bool, look[2])))
    return Run(method, article, seen, marking, tuple(map(Piece, article.body, segments)))


@dataclass(frozen=True, eq=False)
class _Recorder:
    """A method that records the pages it is run on and its labels."""

    method: Method
    seen: list[tuple[Page, Marking]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.method.name

    def mark(self, page: Page, given: Given) -> Marking:
        marking = self.method.mark(page, given)
        self.seen.append((page, marking))
        return marking
