"""Readers of metadata: ours and the libraries', each a function from HTML to metadata."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, ClassVar, Final, Protocol

from broadsheet import metadata
from broadsheet.article import assemble
from broadsheet.article.text import write_text
from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.errors import MissingExtra
from broadsheet.facts import Facts
from broadsheet.metadata.ranking import Ranking
from broadsheet.metadata.ranking import read as read_ranking
from broadsheet.metadata.reading import COLUMNS
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.methods.outside.base import load, quiet
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import read_page

__all__ = ["DATA", "METADATA", "OURS", "Found", "Reader", "absent", "readers"]

DATA: Final = ("title", "authors", "published", "language")  # fields with gold answers

OURS: Final = "broadsheet"
METADATA: Final = "metadata"  # our stage that reads metadata; the other stages are those of an extraction

_PLACEHOLDER_URL: Final = "https://example.org/"  # newspaper4k requires a URL


@dataclass(frozen=True, slots=True)
class Found:
    """Metadata found on a page.

    Attributes:
        title: headline.
        authors: names, one each.
        published: ISO 8601 date or time.
        language: language tag.
        titles: for ours, the title and its alternatives.
        stages: CPU seconds of the stages, for ours.
    """

    title: str | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None
    language: str | None = None
    titles: tuple[str, ...] = ()
    stages: Mapping[str, float] = field(default_factory=dict)


class Reader(Protocol):
    """A function from HTML to metadata.

    Attributes:
        name: name in tables.
        package: its package on PyPI.
        gives: the fields of `DATA` that it returns; only these are scored.
    """

    name: ClassVar[str]
    package: ClassVar[str]
    gives: ClassVar[frozenset[str]]

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page. Exceptions are passed on.

        Args:
            html: the page.
            url: its URL.
            site: its site, for readers trained on some sites.
        """
        ...


@dataclass(frozen=True, slots=True)
class Ours:
    """Our complete extraction with the default method and metadata, with timed stages.

    Args:
        fold_weights: ``fold0`` to ``fold4``, as ``broadsheet train metadata --keep-folds`` writes them, for pages of
            training corpora: each page is read with the weights trained without its site.
    """

    name: ClassVar[str] = OURS
    package: ClassVar[str] = "broadsheet"
    gives: ClassVar[frozenset[str]] = frozenset(DATA)

    fold_weights: Path | None = None
    _rankings: list[Mapping[str, Ranking | None]] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.fold_weights is not None:
            self._rankings.extend(_of_fold(self.fold_weights, fold) for fold in range(FOLDS))

    @property
    def weights(self) -> str:
        """Hash of fold weights; empty for the shipped weights."""
        digest = hashlib.sha256()
        for rankings in self._rankings:
            for ranking in rankings.values():
                if ranking is not None:
                    digest.update(ranking.hidden.tobytes() + ranking.direct.tobytes())
        return f"-{digest.hexdigest()[:16]}" if self._rankings else ""

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page, timing the stages."""
        rankings = self._rankings[fold_of(site or "")] if self._rankings else None
        began = process_time()
        page = read_page(html, url=url)
        parsed = process_time()
        keep = catalog.get(catalog.DEFAULT).mark(page, Given()).keep
        marked = process_time()
        body = assemble(page, keep)
        write_text(body)
        assembled = process_time()
        found = metadata.read(page, keep=keep, body=body, rankings=rankings)
        done = process_time()
        others = [claim.value for claim in found.alternatives.get("title", ())]
        return Found(
            title=found.title,
            authors=found.authors,
            published=found.published,
            language=found.language,
            titles=(found.title, *others) if found.title else (),
            stages={
                "parse": parsed - began,
                "mark": marked - parsed,
                "assemble": assembled - marked,
                METADATA: done - assembled,
            },
        )


def _of_fold(folder: Path, fold: int) -> Mapping[str, Ranking | None]:
    return {name: read_ranking(_file(folder, fold, name), columns) for name, columns in COLUMNS.items()}


def _file(folder: Path, fold: int, name: str) -> Path:
    return folder / f"fold{fold}" / f"{name}.npz"


def absent(folder: Path) -> str | None:
    """Return the first file of fold weights that is missing or unusable, or None."""
    for fold in range(FOLDS):
        for name, found in _of_fold(folder, fold).items():
            if found is None:
                return str(_file(folder, fold, name).relative_to(folder))
    return None


@dataclass(frozen=True, slots=True)
class Algorithm2:
    """The title by TWCEM's Algorithm 2."""

    name: ClassVar[str] = "algorithm 2"
    package: ClassVar[str] = "broadsheet"
    gives: ClassVar[frozenset[str]] = frozenset({"title"})

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page."""
        return Found(title=algorithm_2(Facts(read_page(html, url=url))))


@dataclass(frozen=True, slots=True)
class Trafilatura:
    """``extract_metadata(html, default_url=url)``, as documented; it joins names with semicolons.

    Its language is not scored: it returns one only if a target language is given.
    """

    name: ClassVar[str] = "trafilatura"
    package: ClassVar[str] = "trafilatura"
    gives: ClassVar[frozenset[str]] = frozenset({"title", "authors", "published"})

    _read: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_read", load("trafilatura", self.package).extract_metadata)

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page."""
        with quiet("trafilatura", "htmldate", "courlan", "dateparser"):
            found = self._read(html, default_url=url)
        if found is None:
            raise ValueError("trafilatura could not parse the page")
        names = (found.author or "").split(";")
        return Found(title=found.title, authors=_names(names), published=found.date)


@dataclass(frozen=True, slots=True)
class Newspaper:
    """``Article(url).download(input_html=html).parse()``, as documented for a page in memory."""

    name: ClassVar[str] = "newspaper"
    package: ClassVar[str] = "newspaper4k"
    gives: ClassVar[frozenset[str]] = frozenset(DATA)

    _article: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_article", load("newspaper", self.package).Article)

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page. If there is no tokenizer for its language, English is used: metadata needs none.

        Raises:
            ValueError: the library could not parse the page, which it only logs.
        """
        with quiet("newspaper", "dateparser", "tldextract", "urllib3", "charset_normalizer"):
            try:
                article = self._parse(html, url, None)
            except ImportError:
                article = self._parse(html, url, "en")
        when = article.publish_date
        return Found(
            title=article.title or None,
            authors=_names(article.authors),
            published=when.isoformat() if isinstance(when, dt.date) else when or None,
            language=article.meta_lang or None,
        )

    def _parse(self, html: str, url: str | None, language: str | None) -> Any:
        article = self._article(url or _PLACEHOLDER_URL, language=language, fetch_images=False)
        article.download(input_html=html).parse()
        if article.doc is None:
            raise ValueError("newspaper4k could not parse the page")
        return article


@dataclass(frozen=True, slots=True)
class Readability:
    """``Document(html)``: ``short_title()``, its title without the site name, and ``author()``."""

    name: ClassVar[str] = "readability"
    package: ClassVar[str] = "readability-lxml"
    gives: ClassVar[frozenset[str]] = frozenset({"title", "authors"})

    _document: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_document", load("readability", self.package).Document)

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page."""
        with quiet("readability"):
            document = self._document(html)
            title, author = document.short_title(), document.author()
        # Its placeholders for nothing found.
        return Found(
            title=None if title in ("", "[no-title]") else title,
            authors=() if author in (None, "[no-author]") else _names([author]),
        )


@dataclass(frozen=True, slots=True)
class Turbohtml:
    """``parse(html).article()``: its title, byline, date and language."""

    name: ClassVar[str] = "turbohtml"
    package: ClassVar[str] = "turbohtml"
    gives: ClassVar[frozenset[str]] = frozenset(DATA)

    _parse: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parse", load("turbohtml", self.package).parse)

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page."""
        found = self._parse(html).article()
        return Found(
            title=found.title,
            authors=_names([found.byline] if found.byline else []),
            published=found.date,
            language=found.lang,
        )


@dataclass(frozen=True, slots=True)
class Htmldate:
    """``find_date(html, original_date=True, url=url)``: the day of publication."""

    name: ClassVar[str] = "htmldate"
    package: ClassVar[str] = "htmldate"
    gives: ClassVar[frozenset[str]] = frozenset({"published"})

    _find: Any = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_find", load("htmldate", self.package).find_date)

    def read(self, html: str, *, url: str | None, site: str | None = None) -> Found:
        """Read a page."""
        with quiet("htmldate", "dateparser"):
            return Found(published=self._find(html, original_date=True, url=url))


_LIBRARIES: Final = (Trafilatura, Newspaper, Readability, Turbohtml, Htmldate)


def readers(*, libraries: bool = True, fold_weights: Path | None = None) -> tuple[list[Reader], Sequence[MissingExtra]]:
    """Return all available readers, ours first.

    Args:
        libraries: include libraries.
        fold_weights: see `Ours`.

    Returns:
        The readers, and an error per library that is not installed.
    """
    found: list[Reader] = [Ours(fold_weights), Algorithm2()]
    missing = []
    for library in _LIBRARIES if libraries else ():
        try:
            found.append(library())
        except MissingExtra as error:
            missing.append(error)
    return found, missing


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names if name and name.strip())
