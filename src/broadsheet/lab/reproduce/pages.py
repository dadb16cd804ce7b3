"""Pages with what the papers' metrics need: text nodes, their gold labels, and the gold text.

The headline is not scored: some gold texts have it and some do not, and the extraction of the body is compared. Where
the gold text has it, its nodes are excluded from comparisons of nodes, and every text gets it in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from broadsheet.article import Article, assemble
from broadsheet.errors import BroadsheetError, CorpusError
from broadsheet.facts import Facts
from broadsheet.lab.corpora import Corpus, Gold, Includes, Sample
from broadsheet.lab.evaluate.conventions import compose, headline
from broadsheet.lab.evaluate.metrics import Overlap
from broadsheet.lab.evaluate.papers import bag_of_words, line_sets, sizes
from broadsheet.lab.evaluate.words import label_nodes, node_words
from broadsheet.lab.reproduce.studies import Options
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, read_page
from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["CLEANEVAL", "NEWS", "Subject", "choose", "read_subject", "subjects"]

# Corpora of news pages with complete gold texts; of ``wcxb`` the pages labelled as articles.
NEWS: Final = ("crawlfuture", "daniel", "fundus", "l3s", "msv", "naeb", "wcxb")
CLEANEVAL: Final = "cleaneval"  # the one collection that several papers share with us


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A page with its gold answer."""

    corpus: str  # name of its corpus
    gold: Gold
    html: str
    page: Page
    rows: IntArray  # text nodes in comparisons of nodes, shape (k,)
    wanted: BoolArray  # their gold labels, shape (k,)
    lines: tuple[str, ...]  # text of each segment of the page
    title: str | None  # headline to put in front of texts, if the gold text has it

    def by_words(self, keep: BoolArray) -> Overlap:
        """Compare text nodes weighted by words (Zhang 2018, Eq. 13; size as in its Eq. 8)."""
        return sizes(self.wanted, keep[self.rows], self.page.words[self.rows])

    def by_lines(self, keep: BoolArray) -> Overlap:
        """Compare sets of lines; a line is a segment of the page (a reading of Tan 2018, section IV.A.2)."""
        of = self.page.segments.of[self.rows]
        wanted, got = (np.unique(of[chosen]).tolist() for chosen in (self.wanted, keep[self.rows]))
        return line_sets((self.lines[line] for line in wanted), (self.lines[line] for line in got))

    def by_bag(self, text: str) -> Overlap:
        """Compare words in any order (Barua 2014, section 4)."""
        whole = compose(text, self.title) if self.title else text
        return bag_of_words(self.gold.text or "", whole)

    def text_of(self, keep: BoolArray, method: str) -> str:
        """Return the article's text, given the nodes that a method keeps."""
        return Article(url=self.gold.url, body=assemble(self.page, keep), method=method).text


def choose(corpora: Sequence[Corpus], names: Sequence[str], options: Options, *, needed: bool = True) -> list[Corpus]:
    """Select article pages with a complete gold text from the corpora with some names, sampled if requested.

    Raises:
        CorpusError: none of them is present, although one is needed.
    """
    found = [
        options.draw(corpus.where(lambda gold: gold.text is not None and gold.is_article is not False))
        for corpus in corpora
        if corpus.name in names
    ]
    found = [corpus for corpus in found if len(corpus)]
    if needed and not found:
        raise CorpusError(f"none of the corpora {', '.join(names)} is there, with whole answers")
    return found


def subjects(corpora: Sequence[Corpus], what: str, options: Options) -> Iterator[Subject]:
    """Yield the pages of corpora that can be parsed; ``what`` describes the work for the progress."""
    total, done = sum(map(len, corpora)), 0
    for corpus in corpora:
        for sample in corpus:
            subject = read_subject(corpus.name, corpus.includes, sample)
            if subject is not None and subject.wanted.any():
                yield subject
            done += 1
            options.progress(f"{what}: {corpus.name}", done, total)


def read_subject(corpus: str, includes: Includes, sample: Sample) -> Subject | None:
    """Read a page and label its nodes by the gold text, by the conventions of its corpus; None if it is no page."""
    html, gold = sample.text(), sample.gold
    try:
        page = read_page(html, url=gold.url)
    except BroadsheetError:
        return None
    # Algorithm 2's title, if the corpus has none.
    title = headline(gold, includes, algorithm_2(Facts(page)) if gold.title is None else None)
    rows = np.flatnonzero(page.shown).astype(np.int32)
    words = node_words([page.raw(row) for row in rows.tolist()])
    wanted = label_nodes(words, gold.text or "")
    if title:
        body = ~label_nodes(words, title)
        rows, wanted = rows[body], wanted[body]
    return Subject(corpus, gold, html, page, rows, wanted, tuple(page.texts), title)
