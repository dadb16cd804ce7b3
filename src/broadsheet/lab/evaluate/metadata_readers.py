"""Readers of metadata: ours and the libraries', each a function from HTML to metadata."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any, Final

from broadsheet import metadata
from broadsheet.article import assemble
from broadsheet.article.text import write_text
from broadsheet.errors import MissingExtra
from broadsheet.facts import Facts
from broadsheet.lab.corpora.folds import FOLDS, fold_of
from broadsheet.metadata.ranking import Ranking
from broadsheet.metadata.ranking import read as read_ranking
from broadsheet.metadata.reading import COLUMNS
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.methods.outside.base import load, quiet
from broadsheet.methods.outside.libraries import NOWHERE
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import read_page

__all__ = ["DATA", "METADATA", "OURS", "Found", "Reader", "absent", "ours", "readers"]

DATA: Final = ("title", "authors", "published", "language")  # fields with gold answers

OURS: Final = "broadsheet"
METADATA: Final = "metadata"  # our stage that reads metadata; the other stages are those of an extraction


@dataclass(frozen=True, slots=True)
class Found:
    """Metadata found on a page."""

    title: str | None = None
    authors: tuple[str, ...] = ()  # names, one each
    published: str | None = None  # ISO 8601 date or time
    language: str | None = None  # language tag
    titles: tuple[str, ...] = ()  # for ours, the title and its alternatives
    stages: Mapping[str, float] = field(default_factory=dict)  # CPU seconds of the stages, for ours


@dataclass(frozen=True, slots=True)
class Reader:
    """A function from HTML to metadata.

    Attributes:
        name: name in tables.
        package: its package on PyPI.
        gives: the fields of `DATA` that it returns; only these are scored.
        read: reads a page, given its HTML, its URL, and its site, for readers trained on some sites. Exceptions are
            passed on.
        weights: hash of the fold weights, if it reads with some.
    """

    name: str
    package: str
    gives: frozenset[str]
    read: Callable[[str, str | None, str | None], Found]
    weights: str = ""


def ours(fold_weights: Path | None = None) -> Reader:
    """Return our complete extraction with the default method and metadata, with timed stages.

    Args:
        fold_weights: ``fold0`` to ``fold4``, as ``broadsheet train metadata --keep-folds`` writes them, for pages of
            training corpora: each page is read with the weights trained without its site.
    """
    by_fold = [] if fold_weights is None else [_of_fold(fold_weights, fold) for fold in range(FOLDS)]
    digest = hashlib.sha256()
    for rankings in by_fold:
        for ranking in rankings.values():
            if ranking is not None:
                digest.update(ranking.hidden.tobytes() + ranking.direct.tobytes())

    def read(html: str, url: str | None, site: str | None) -> Found:
        rankings = by_fold[fold_of(site or "")] if by_fold else None
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

    return Reader(OURS, "broadsheet", frozenset(DATA), read, f"-{digest.hexdigest()[:16]}" if by_fold else "")


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


def _algorithm_2() -> Reader:
    """Return the title by TWCEM's Algorithm 2."""

    def read(html: str, url: str | None, _: str | None) -> Found:
        return Found(title=algorithm_2(Facts(read_page(html, url=url))))

    return Reader("algorithm 2", "broadsheet", frozenset({"title"}), read)


def _trafilatura() -> Reader:
    """Return ``extract_metadata(html, default_url=url)``, as documented; it joins names with semicolons.

    Its language is not scored: it returns one only if a target language is given.
    """
    extract = load("trafilatura", "trafilatura").extract_metadata

    def read(html: str, url: str | None, _: str | None) -> Found:
        with quiet("trafilatura", "htmldate", "courlan", "dateparser"):
            found = extract(html, default_url=url)
        if found is None:
            raise ValueError("trafilatura could not parse the page")
        names = (found.author or "").split(";")
        return Found(title=found.title, authors=_names(names), published=found.date)

    return Reader("trafilatura", "trafilatura", frozenset({"title", "authors", "published"}), read)


def _newspaper() -> Reader:
    """Return ``Article(url).download(input_html=html).parse()``, as documented for a page in memory.

    If there is no tokenizer for the page's language, English is used: metadata needs none.
    """
    article_of = load("newspaper", "newspaper4k").Article

    def parse(html: str, url: str | None, language: str | None) -> Any:
        article = article_of(url or NOWHERE, language=language, fetch_images=False)
        article.download(input_html=html).parse()
        if article.doc is None:  # it only logs this
            raise ValueError("newspaper4k could not parse the page")
        return article

    def read(html: str, url: str | None, _: str | None) -> Found:
        with quiet("newspaper", "dateparser", "tldextract", "urllib3", "charset_normalizer"):
            try:
                article = parse(html, url, None)
            except ImportError:
                article = parse(html, url, "en")
        when = article.publish_date
        return Found(
            title=article.title or None,
            authors=_names(article.authors),
            published=when.isoformat() if isinstance(when, dt.date) else when or None,
            language=article.meta_lang or None,
        )

    return Reader("newspaper", "newspaper4k", frozenset(DATA), read)


def _readability() -> Reader:
    """Return ``Document(html)``: ``short_title()``, its title without the site name, and ``author()``."""
    document_of = load("readability", "readability-lxml").Document

    def read(html: str, url: str | None, _: str | None) -> Found:
        with quiet("readability"):
            document = document_of(html)
            title, author = document.short_title(), document.author()
        # Its placeholders for nothing found.
        return Found(
            title=None if title in ("", "[no-title]") else title,
            authors=() if author in (None, "[no-author]") else _names([author]),
        )

    return Reader("readability", "readability-lxml", frozenset({"title", "authors"}), read)


def _turbohtml() -> Reader:
    """Return ``parse(html).article()``: its title, byline, date and language."""
    parse = load("turbohtml", "turbohtml").parse

    def read(html: str, url: str | None, _: str | None) -> Found:
        found = parse(html).article()
        names = _names([found.byline] if found.byline else [])
        return Found(title=found.title, authors=names, published=found.date, language=found.lang)

    return Reader("turbohtml", "turbohtml", frozenset(DATA), read)


def _htmldate() -> Reader:
    """Return ``find_date(html, original_date=True, url=url)``: the day of publication."""
    find = load("htmldate", "htmldate").find_date

    def read(html: str, url: str | None, _: str | None) -> Found:
        with quiet("htmldate", "dateparser"):
            return Found(published=find(html, original_date=True, url=url))

    return Reader("htmldate", "htmldate", frozenset({"published"}), read)


_LIBRARIES: Final = (_trafilatura, _newspaper, _readability, _turbohtml, _htmldate)


def readers(*, libraries: bool = True, fold_weights: Path | None = None) -> tuple[list[Reader], Sequence[MissingExtra]]:
    """Return all available readers, ours first (see `ours`), and an error per library that is not installed."""
    found, missing = [ours(fold_weights), _algorithm_2()], []
    for library in _LIBRARIES if libraries else ():
        try:
            found.append(library())
        except MissingExtra as error:
            missing.append(error)
    return found, missing


def _names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names if name and name.strip())
