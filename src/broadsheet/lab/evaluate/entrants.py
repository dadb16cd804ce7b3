"""Entrants of a benchmark: our methods and the libraries, as functions from HTML to text or to metadata."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from zipfile import BadZipFile

from broadsheet import metadata
from broadsheet.article import Article, assemble
from broadsheet.body import find
from broadsheet.body.fusion import Fusion
from broadsheet.errors import MissingExtra, SourceUnreadable, UnknownMethod
from broadsheet.facts import Facts
from broadsheet.lab.corpora import FOLDS, Gold, fold_of
from broadsheet.lab.evaluate.libraries import LIBRARIES, Library, load, newspaper_parser, quiet
from broadsheet.metadata.ranking import Ranking
from broadsheet.metadata.ranking import read as read_ranking
from broadsheet.metadata.reading import COLUMNS
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import read_page

__all__ = [
    "DATA",
    "OURS",
    "Entrant",
    "Extraction",
    "Found",
    "enter",
    "enter_all",
    "found_in",
    "held_out_fusion",
    "ours",
    "readers",
]


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result of a call."""

    text: str  # the article's text
    confidence: float | None = None  # probability that the text is right, if estimated


@dataclass(frozen=True, slots=True)
class Entrant:
    """A function from HTML to text, by the name of its method or library, and what its texts depend on."""

    name: str
    ours: bool  # one of our methods
    package: str  # on PyPI
    parameters: str
    # extracts the text of a page from its HTML and `Gold.origin`, never from its answers; exceptions pass
    extract: Callable[[str, Gold], Extraction]
    gives: frozenset[str] = frozenset()  # the fields of `DATA` that it returns, if its texts are metadata (`found_in`)


def of_method(method: Method) -> Entrant:
    """Return one of our methods, from HTML to text, including parsing, as for a caller who uses only this method.

    On pages with hardly any text, or only the beginning, the text is `broadsheet.extract`'s fallback. Metadata is not
    read; except for lines that are metadata, the text does not depend on it.
    """

    def extract(html: str, origin: Gold) -> Extraction:
        found = find(Facts(read_page(html, url=origin.url)), method, Given())
        return Extraction(Article(url=origin.url, body=found.body, method=method.name).text, found.confidence)

    return Entrant(method.name, True, "broadsheet", repr(method), extract)


def held_out_fusion(folder: Path) -> Entrant:
    """Return `fusion` for its training corpora: each page is read by the network trained without its site.

    Args:
        folder: ``fold0.npz`` to ``fold4.npz``, as ``broadsheet train fusion --keep-folds`` writes them.
    """
    weights = [folder / f"fold{fold}.npz" for fold in range(FOLDS)]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in weights)).hexdigest()[:16]

    def extract(html: str, origin: Gold) -> Extraction:
        return of_method(Fusion(weights=str(weights[fold_of(origin.site_or_page)]))).extract(html, origin)

    return Entrant(Fusion.name, True, "broadsheet", f"{Fusion()}, weights by fold: {digest}", extract)


def of_library(library: Library) -> Entrant:
    """Return a library, through its adapter."""

    def extract(html: str, origin: Gold) -> Extraction:
        return Extraction(library.text(html, url=origin.url, lang=origin.lang))

    return Entrant(library.name, False, library.package, "", extract)


def enter(name: str) -> Entrant:
    """Return the entrant with a name: one of our methods, or a library.

    Raises:
        UnknownMethod: unknown name.
        MissingExtra: a library that is not installed.
    """
    if name in LIBRARIES:
        return of_library(LIBRARIES[name]())
    if name not in catalog.CATALOG:
        raise UnknownMethod(f"unknown method {name!r}; methods: {', '.join([*catalog.names(), *LIBRARIES])}")
    return of_method(catalog.get(name))


def enter_all(*, libraries: bool = True) -> tuple[list[Entrant], list[MissingExtra]]:
    """Return all available entrants, ours first, and an error per library that is not installed."""
    return _installed(partial(enter, name) for name in [*catalog.names(), *(LIBRARIES if libraries else ())])


def _installed(makers: Iterable[Callable[[], Entrant]]) -> tuple[list[Entrant], list[MissingExtra]]:
    entrants, missing = [], []
    for make in makers:
        try:
            entrants.append(make())
        except MissingExtra as error:
            missing.append(error)
    return entrants, missing


DATA: Final = ("title", "authors", "published", "language")  # fields with gold answers

OURS: Final = "broadsheet"


@dataclass(frozen=True, slots=True)
class Found:
    """Metadata found on a page."""

    title: str | None = None
    authors: tuple[str, ...] = ()  # names, one each
    published: str | None = None  # ISO 8601 date or time
    language: str | None = None  # language tag
    titles: tuple[str, ...] = ()  # for ours, the title and its alternatives


def ours(fold_weights: Path | None = None) -> Entrant:
    """Return our complete extraction with the default method and metadata.

    Args:
        fold_weights: ``fold0`` to ``fold4``, as ``broadsheet train metadata --keep-folds`` writes them, for pages of
            training corpora: each page is read with the weights trained without its site.

    Raises:
        SourceUnreadable: a file of the folds is missing, or is of other columns.
    """
    by_fold = [] if fold_weights is None else [_of_fold(fold_weights, fold) for fold in range(FOLDS)]
    digest = hashlib.sha256()
    for ranking in (one for rankings in by_fold for one in rankings.values()):
        digest.update(ranking.hidden.tobytes() + ranking.direct.tobytes())

    def extract(html: str, origin: Gold) -> Extraction:
        page = read_page(html, url=origin.url)
        keep = catalog.get(catalog.DEFAULT).mark(page, Given()).keep
        rankings = by_fold[fold_of(origin.site_or_page)] if by_fold else None
        found = metadata.read(page, keep=keep, body=assemble(page, keep), rankings=rankings)
        others = [claim.value for claim in found.alternatives.get("title", ())]
        titles = (found.title, *others) if found.title else ()
        return _as_extraction(Found(found.title, found.authors, found.published, found.language, titles))

    parameters = f"weights by fold: {digest.hexdigest()[:16]}" if by_fold else ""
    return Entrant(OURS, True, "broadsheet", parameters, extract, frozenset(DATA))


def of_reader(
    name: str, package: str, gives: Iterable[str], read: Callable[[str, str | None], Found], *, ours: bool = False
) -> Entrant:
    """Return an entrant that gives metadata, some fields of `DATA`, by a function of a page's HTML and URL."""

    def extract(html: str, origin: Gold) -> Extraction:
        return _as_extraction(read(html, origin.url))

    return Entrant(name, ours, package, "", extract, frozenset(gives))


def _as_extraction(found: Found) -> Extraction:
    return Extraction(json.dumps(dataclasses.asdict(found)))


def found_in(text: str) -> Found:
    """Return the metadata that an extraction's text holds; nothing for an empty one, of a call that failed."""
    values = json.loads(text or "{}")
    values |= {name: tuple(values.get(name, ())) for name in ("authors", "titles")}
    return Found(**values)


def _of_fold(folder: Path, fold: int) -> Mapping[str, Ranking]:
    rankings = {}
    for name, columns in COLUMNS.items():
        file = folder / f"fold{fold}" / f"{name}.npz"
        try:
            rankings[name] = read_ranking(file, columns)
        except (OSError, KeyError, ValueError, BadZipFile) as error:
            reason = getattr(error, "strerror", None) or f"the weights do not match the current columns: {error}"
            raise SourceUnreadable(str(file), reason) from error
    return rankings


def _algorithm_2() -> Entrant:
    """Return the title by TWCEM's Algorithm 2."""

    def read(html: str, url: str | None) -> Found:
        return Found(title=algorithm_2(Facts(read_page(html, url=url))))

    return of_reader("algorithm 2", "broadsheet", ["title"], read, ours=True)


def _trafilatura() -> Entrant:
    """Return ``extract_metadata(html, default_url=url)``, as documented; it joins names with semicolons.

    Its language is not scored: it returns one only if a target language is given.
    """
    extract = load("trafilatura", "trafilatura").extract_metadata

    def read(html: str, url: str | None) -> Found:
        with quiet():
            found = extract(html, default_url=url)
        if found is None:
            raise ValueError("trafilatura could not parse the page")
        names = (found.author or "").split(";")
        return Found(title=found.title, authors=_names(names), published=found.date)

    return of_reader("trafilatura", "trafilatura", ["title", "authors", "published"], read)


def _newspaper() -> Entrant:
    """Return the article of `newspaper_parser`, in the language that the page declares."""
    parse = newspaper_parser()

    def read(html: str, url: str | None) -> Found:
        article = parse(html, url, None)
        when = article.publish_date
        return Found(
            title=article.title or None,
            authors=_names(article.authors),
            published=when.isoformat() if isinstance(when, dt.date) else when or None,
            language=article.meta_lang or None,
        )

    return of_reader("newspaper", "newspaper4k", DATA, read)


def _readability() -> Entrant:
    """Return ``Document(html)``: ``short_title()``, its title without the site name, and ``author()``."""
    document_of = load("readability", "readability-lxml").Document

    def read(html: str, url: str | None) -> Found:
        with quiet():
            document = document_of(html)
            title, author = document.short_title(), document.author()
        # Its placeholders for nothing found.
        return Found(
            title=None if title in ("", "[no-title]") else title,
            authors=() if author in (None, "[no-author]") else _names([author]),
        )

    return of_reader("readability", "readability-lxml", ["title", "authors"], read)


def _turbohtml() -> Entrant:
    """Return ``parse(html).article()``: its title, byline, date and language."""
    parse = load("turbohtml", "turbohtml").parse

    def read(html: str, url: str | None) -> Found:
        found = parse(html).article()
        names = _names([found.byline] if found.byline else [])
        return Found(title=found.title, authors=names, published=found.date, language=found.lang)

    return of_reader("turbohtml", "turbohtml", DATA, read)


def _htmldate() -> Entrant:
    """Return ``find_date(html, original_date=True, url=url)``: the day of publication."""
    find = load("htmldate", "htmldate").find_date

    def read(html: str, url: str | None) -> Found:
        with quiet():
            return Found(published=find(html, original_date=True, url=url))

    return of_reader("htmldate", "htmldate", ["published"], read)


_LIBRARIES: Final = (_trafilatura, _newspaper, _readability, _turbohtml, _htmldate)


def readers(*, libraries: bool = True, fold_weights: Path | None = None) -> tuple[list[Entrant], list[MissingExtra]]:
    """Return all available readers, ours first (see `ours`), and an error per library that is not installed."""
    return _installed([partial(ours, fold_weights), _algorithm_2, *(_LIBRARIES if libraries else ())])


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names if name and name.strip())
