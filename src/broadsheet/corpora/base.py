"""The records that every corpus reader gives: a page, what is known of it, and the corpus that it belongs to.

They hold what the corpus says, word for word. They must not know file formats, nor how an answer is scored.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from broadsheet.errors import CorpusError, NotHTML, PageTooLarge
from broadsheet.page import decode, read_page

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from broadsheet.page import Page

__all__ = ["Corpus", "Gold", "Includes", "Sample", "collect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Includes:
    """What the gold text of a corpus has besides the body: the convention of its annotators.

    Every field is True (on all pages), False (on none), or None (it varies from page to page, or is not known).

    Attributes:
        title: the headline.
        byline: lines with the authors and the date.
        captions: captions of images.
        comments: what readers wrote below the article.
    """

    title: bool | None = None
    byline: bool | None = None
    captions: bool | None = None
    comments: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What is known of one page. Everything but the first two may be missing.

    Attributes:
        id: the page's name, unique in its corpus.
        corpus: the corpus's name.
        url: where the page was found.
        site: its registered domain.
        lang: ISO 639-1 code of its language.
        encoding: the codec of its bytes.
        title: the headline.
        authors: who wrote it; empty where nothing is known.
        date: when it was published.
        text: the gold text, a paragraph a line.
        with_: segments that an extraction must have.
        without: segments that it must not have.
        core: the gold text without what `Includes` says it has besides the body.
        supplemental: captions and the like, which are not in ``text``.
        comments: segments of readers' comments.
        extra: what only this corpus knows, by its own names.
    """

    id: str
    corpus: str
    url: str | None = None
    site: str | None = None
    lang: str | None = None
    encoding: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    date: dt.date | None = None
    text: str | None = None
    with_: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    core: str | None = None
    supplemental: str | None = None
    comments: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def is_article(self) -> bool | None:
        """Whether the page is an article, by the corpus's own label (``label`` or ``page_type``); None without one."""
        kind = self.extra.get("label", self.extra.get("page_type"))
        return None if kind is None else kind == "article"

    @property
    def kind(self) -> str | None:
        """What kind of page it is, in the corpus's own word (``kind`` or ``page_type``); None without one."""
        named = self.extra.get("kind", self.extra.get("page_type"))
        return named if isinstance(named, str) else None

    @property
    def site_or_page(self) -> str:
        """The site, or the page itself where that is not known: what folds keep together."""
        return self.site or self.id

    @property
    def can_be_scored(self) -> bool:
        """Whether an extraction can be compared with anything: a gold text, or segments."""
        return self.text is not None or bool(self.with_ or self.without)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One page with its answer. The page is read when asked for, and not kept: a corpus may be larger than memory.

    Attributes:
        gold: the answer.
        load: reads the page's bytes.
        charset: the encoding that the corpus declares for the page, as a transport would; the bytes may say otherwise.
    """

    gold: Gold
    load: Callable[[], bytes] = field(repr=False)
    charset: str | None = None

    @property
    def html(self) -> bytes:
        """The page's bytes, read anew each time.

        Raises:
            CorpusError: they cannot be read.
        """
        return self.load()

    def text(self) -> str:
        """The page decoded by the codec that the corpus names, else by the order of `broadsheet.page.decode`.

        That order is: byte order mark, valid UTF-8, declared, detected, cp1252. Bytes that the codec does not know
        become U+FFFD; a byte order mark is dropped.

        Raises:
            CorpusError: the page cannot be read, or there is no such codec.
        """
        data = self.html
        if self.gold.encoding is None:
            return decode(data, self.charset).text
        try:
            text = data.decode(self.gold.encoding, "replace")
        except (LookupError, UnicodeError) as error:
            raise CorpusError(
                f"{self.gold.corpus}/{self.gold.id}: no codec is called {self.gold.encoding!r}"
            ) from error
        return text.removeprefix("\ufeff")

    def page(self) -> Page | None:
        """The page, read; None where it is no page, or beyond the limits of one.

        Raises:
            CorpusError: the page cannot be read, or there is no such codec.
        """
        text = self.text()
        try:
            return read_page(text, url=self.gold.url)
        except (NotHTML, PageTooLarge):
            return None


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Pages of one source, in a stable order.

    Attributes:
        name: the corpus's name.
        includes: what its gold text has besides the body.
        samples: its pages.
    """

    name: str
    includes: Includes
    samples: Sequence[Sample] = field(repr=False)

    def __len__(self) -> int:
        """The number of pages."""
        return len(self.samples)

    def __iter__(self) -> Iterator[Sample]:
        """The pages, in order."""
        return iter(self.samples)

    def where(self, wanted: Callable[[Gold], bool]) -> Corpus:
        """The same corpus with only the pages whose answer is wanted."""
        return Corpus(self.name, self.includes, tuple(sample for sample in self.samples if wanted(sample.gold)))

    def draw(self, count: int, *, seed: int = 0) -> Corpus:
        """The same corpus with so many pages drawn at random, in their order; with all of them where there are fewer.

        A page is drawn by the hash of its name and the seed, so that a larger draw holds the smaller ones, and a page
        that is added to the corpus changes one place of the draw at the most.

        Args:
            count: how many pages.
            seed: another seed draws other pages.
        """
        if count >= len(self.samples):
            return self

        def lot(place: int) -> bytes:
            return blake2b(f"{seed}/{self.name}/{self.samples[place].gold.id}".encode(), digest_size=8).digest()

        drawn = sorted(sorted(range(len(self.samples)), key=lot)[:count])
        return Corpus(self.name, self.includes, tuple(self.samples[place] for place in drawn))


def collect(name: str, samples: Iterable[Sample], where: object, includes: Includes) -> Corpus:
    """The corpus of the samples.

    Args:
        name: the corpus's name.
        samples: its pages, in order.
        where: the folder or file of the answers, for messages.
        includes: what the gold text has besides the body.

    Raises:
        CorpusError: there are no pages, or two of one name.
    """
    kept: dict[str, Sample] = {}
    for sample in samples:
        if sample.gold.id in kept:
            raise CorpusError(f"{where}: two pages are called {sample.gold.id!r}")
        kept[sample.gold.id] = sample
    if not kept:
        raise CorpusError(f"{where}: no page with an answer")
    return Corpus(name, includes, tuple(kept.values()))
