"""Records of corpora: a page, its gold answer, its corpus; and folds of sites, for figures on held-out sites.

Gold answers are stored as the corpus states them.
"""

from __future__ import annotations

import datetime as dt
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, md5
from importlib.resources import files
from typing import Final

from broadsheet.errors import CorpusError, NotHTML, PageTooLarge
from broadsheet.page import Page, decode, read_page

__all__ = ["FOLDS", "INCLUDES", "Corpus", "Gold", "Includes", "Sample", "fold_of", "stable_hash"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Includes:
    """What the gold text of a corpus includes besides the body, by its annotators' convention.

    Each field is True (on all pages), False (on none), or None (varying or unknown).
    """

    title: bool | None = None  # the headline
    byline: bool | None = None  # lines with authors and date
    captions: bool | None = None  # image captions
    comments: bool | None = None  # reader comments below the article


_CONVENTIONS: Final = tomllib.loads((files(__package__) / "includes.toml").read_text("utf-8"))
INCLUDES: Final[dict[str, Includes]] = {name: Includes(**stated) for name, stated in _CONVENTIONS.items()}
"""Conventions by corpus, otherwise by format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The gold answer of one page. Only the first two fields are required."""

    id: str  # name of the page, unique in its corpus
    corpus: str  # name of the corpus
    url: str | None = None  # URL of the page
    site: str | None = None  # its registered domain
    lang: str | None = None  # ISO 639-1 code of its language
    encoding: str | None = None  # codec of its bytes
    title: str | None = None  # headline
    authors: tuple[str, ...] = ()  # names of the authors; empty if unknown
    date: dt.date | None = None  # publication date
    text: str | None = None  # gold text, one paragraph per line
    with_: tuple[str, ...] = ()  # segments that an extraction must have
    without: tuple[str, ...] = ()  # segments that it must not have
    core: str | None = None  # gold text without what `Includes` lists besides the body
    includes: Includes = Includes()  # what the gold texts of its corpus include
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)  # further data, with the corpus's own keys

    @property
    def name(self) -> str:
        """The page's name among all corpora: ``corpus/id``."""
        return f"{self.corpus}/{self.id}"

    @property
    def is_article(self) -> bool | None:
        """Whether the page is an article, by the corpus's label (``label`` or ``page_type``); None without one."""
        kind = self.extra.get("label", self.extra.get("page_type"))
        return None if kind is None else kind == "article"

    @property
    def kind(self) -> str | None:
        """Kind of page, by the corpus's label (``kind`` or ``page_type``); None without one."""
        named = self.extra.get("kind", self.extra.get("page_type"))
        return named if isinstance(named, str) else None

    @property
    def site_or_page(self) -> str:
        """The site, or the page id if unknown: the unit of folds."""
        return self.site or self.id

    @property
    def origin(self) -> Gold:
        """The page's URL, site and language without any answer: what an extractor may be told."""
        return Gold(id=self.id, corpus=self.corpus, url=self.url, site=self.site, lang=self.lang)

    @property
    def can_be_scored(self) -> bool:
        """Whether there is a gold text or gold segments."""
        return self.text is not None or bool(self.with_ or self.without)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One page with its gold answer. The page is read on demand and not kept: a corpus may exceed the memory."""

    gold: Gold  # the gold answer
    load: Callable[[], bytes] = field(repr=False)  # reads the page's bytes
    charset: str | None = None  # encoding that the corpus declares, used like a transport's declaration

    @property
    def html(self) -> bytes:
        """The page's bytes, read each time."""
        return self.load()

    def text(self) -> str:
        """Decode the page with the corpus's codec, otherwise like `broadsheet.page.decode`.

        The latter tries: byte order mark, valid UTF-8, declared, detected, cp1252. Invalid bytes become U+FFFD; a byte
        order mark is dropped.

        Raises:
            CorpusError: the page cannot be read, or its codec is unknown.
        """
        data = self.html
        if self.gold.encoding is None:
            return decode(data, self.charset).utf8.decode()
        try:
            text = data.decode(self.gold.encoding, "replace")
        except (LookupError, UnicodeError) as error:
            raise CorpusError(f"{self.gold.name}: unknown codec {self.gold.encoding!r}") from error
        return text.removeprefix("\ufeff")

    def page(self) -> Page | None:
        """Parse the page; None if it is not a page or exceeds the limits.

        Raises:
            CorpusError: the page cannot be read, or its codec is unknown.
        """
        text = self.text()
        try:
            return read_page(text, url=self.gold.url)
        except (NotHTML, PageTooLarge):
            return None


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Pages of one source, in a stable order."""

    name: str
    samples: Sequence[Sample] = field(repr=False)

    def __len__(self) -> int:
        """The number of pages."""
        return len(self.samples)

    def __iter__(self) -> Iterator[Sample]:
        """The pages, in order."""
        return iter(self.samples)

    def where(self, wanted: Callable[[Gold], bool]) -> Corpus:
        """Return the corpus with only the pages whose gold answer satisfies a predicate."""
        return Corpus(self.name, tuple(sample for sample in self.samples if wanted(sample.gold)))

    def draw(self, count: int | None, *, seed: int = 0) -> Corpus:
        """Return the corpus with ``count`` pages drawn at random, in their order.

        With None, or if there are fewer pages, it is the corpus itself.

        Pages are drawn by the hash of id and seed, so a larger draw contains the smaller ones, and adding a page to the
        corpus changes at most one page of the draw.
        """
        if count is None or count >= len(self.samples):
            return self
        places = range(len(self.samples))
        order = sorted(places, key=lambda at: stable_hash(f"{seed}/{self.name}/{self.samples[at].gold.id}"))
        return Corpus(self.name, tuple(self.samples[place] for place in sorted(order[:count])))


FOLDS: Final = 5


def fold_of(site: str, folds: int = FOLDS) -> int:
    """Return the fold of a site, by its hash, so that it is stable across runs and corpora."""
    return int(md5(site.encode(), usedforsecurity=False).hexdigest(), 16) % folds


def stable_hash(name: str) -> bytes:
    """Return a hash of a name, for draws that do not depend on the other names."""
    return blake2b(name.encode(), digest_size=8).digest()
