"""Pages with what the papers' measures need: their text nodes, which of them the answer is made of, and its text.

The headline counts for nobody: some answers have it and some have not, and it is the finding of the body that is
compared. Where the answer has it, the nodes that it is made of are left out of both sides of a comparison of nodes, and
every text gets it in front. It must not know any paper or method.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.article import Article, assemble
from broadsheet.errors import BroadsheetError, CorpusError
from broadsheet.evaluate.alignment import label_nodes, node_words
from broadsheet.evaluate.compose import compose, headline
from broadsheet.evaluate.metrics import Overlap, bag_of_words, line_sets, sizes
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, read_page

if TYPE_CHECKING:
    from broadsheet.corpora import Corpus, Gold, Includes, Sample
    from broadsheet.page.arrays import BoolArray, IntArray
    from broadsheet.reproduce.base import Options

__all__ = ["NEWS", "Subject", "choose", "read_subject", "subjects"]

NEWS: Final = ("crawlfuture", "daniel", "fundus", "l3s", "msv", "naeb", "wcxb")
"""The corpora of news pages with whole answers; of ``wcxb`` the pages that are articles by its own label."""


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A page with its answer.

    Attributes:
        corpus: the name of its corpus.
        gold: the answer.
        html: the page's text.
        page: the page; None where our parser does not take it.
        rows: the text rows that take part in a comparison of nodes, shape (k,).
        wanted: which of them the answer is made of, shape (k,).
        lines: the text of each segment of the page.
        title: the headline that texts get in front, where the answer has it.
    """

    corpus: str
    gold: Gold
    html: str
    page: Page | None
    rows: IntArray
    wanted: BoolArray
    lines: tuple[str, ...]
    title: str | None

    def by_words(self, keep: BoolArray) -> Overlap:
        """Text nodes by their size in words (Zhang 2018, Eq. 13; size as in its Eq. 8)."""
        return sizes(self.wanted, keep[self.rows], self.parsed.words[self.rows])

    def by_lines(self, keep: BoolArray) -> Overlap:
        """Sets of lines; a line is a segment of the page (a reading of Tan 2018, section IV.A.2)."""
        of = self.parsed.segments.of[self.rows]
        wanted, got = (np.unique(of[chosen]).tolist() for chosen in (self.wanted, keep[self.rows]))
        return line_sets((self.lines[line] for line in wanted), (self.lines[line] for line in got))

    def by_bag(self, text: str) -> Overlap:
        """Words in any order (Barua 2014, section 4)."""
        whole = compose(text, self.title) if self.title else text
        return bag_of_words(self.gold.text or "", whole)

    def text_of(self, keep: BoolArray, method: str) -> str:
        """The text of the rows that a method keeps, as an article."""
        return Article(url=self.gold.url, body=assemble(self.parsed, keep), method=method).text

    @property
    def parsed(self) -> Page:
        """The page, which all that `subjects` gives have.

        Raises:
            ValueError: our parser does not take it.
        """
        if self.page is None:
            raise ValueError("the page could not be parsed")
        return self.page


def choose(corpora: Sequence[Corpus], names: Sequence[str], options: Options) -> list[Corpus]:
    """Of some corpora, the pages that are articles and have a whole answer, as many as were asked for.

    Args:
        corpora: all corpora there are.
        names: those wanted.
        options: how many pages to draw.

    Raises:
        CorpusError: none of those wanted is there.
    """
    found = [
        options.draw(corpus.where(lambda gold: gold.text is not None and gold.is_article is not False))
        for corpus in corpora
        if corpus.name in names
    ]
    found = [corpus for corpus in found if len(corpus)]
    if not found:
        raise CorpusError(f"none of the corpora {', '.join(names)} is there, with whole answers")
    return found


def subjects(
    corpora: Sequence[Corpus], what: str, options: Options, told: Callable[[str], str] = str
) -> Iterator[Subject]:
    """The pages of some corpora, one after the other; those that cannot be parsed are left out.

    Args:
        corpora: the corpora.
        what: what is being done, for the progress.
        options: whom to tell.
        told: how the name of a corpus is told.
    """
    total, done = sum(map(len, corpora)), 0
    for corpus in corpora:
        for sample in corpus:
            subject = read_subject(corpus.name, corpus.includes, sample)
            if subject.page is not None and subject.wanted.any():
                yield subject
            done += 1
            options.progress(f"{what}: {told(corpus.name)}", done, total)


def read_subject(corpus: str, includes: Includes, sample: Sample) -> Subject:
    """Read a page and find the nodes that its answer is made of.

    Args:
        corpus: the name of its corpus.
        includes: what the answers of the corpus have besides the body.
        sample: the page.
    """
    html, gold = sample.text(), sample.gold
    try:
        page = read_page(html, url=gold.url)
    except BroadsheetError:
        nothing = np.zeros(0, dtype=np.int32)
        return Subject(corpus, gold, html, None, nothing, nothing > 0, (), headline(gold, includes, None))
    # Algorithm 2's title, where the corpus names none.
    title = headline(gold, includes, algorithm_2(page) if gold.title is None else None)
    rows = np.flatnonzero(page.shown).astype(np.int32)
    words = node_words([page.raw(row) for row in rows.tolist()])
    wanted = label_nodes(words, gold.text or "")
    if title:
        body = ~label_nodes(words, title)
        rows, wanted = rows[body], wanted[body]
    return Subject(corpus, gold, html, page, rows, wanted, tuple(page.texts), title)
