"""What the studies share: pages with gold labels, scores averaged over pages, and statements about orderings.

The headline is not scored: some gold texts have it and some do not, and the extraction of the body is compared. Where
the gold text has it, its nodes are excluded from comparisons of nodes, and every text gets it in front.

All corpora weigh the same, regardless of size. Precision and recall are means over pages. Papers compute F1 in
different ways (`MeanF1`). Differences between two methods are of the pages' own scores, with the interval of the paired
bootstrap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from statistics import fmean
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

from broadsheet.article import Article, assemble
from broadsheet.errors import BroadsheetError, CorpusError
from broadsheet.facts import Facts
from broadsheet.lab.corpora import Corpus, Gold, Sample
from broadsheet.lab.evaluate.conventions import compose, headline
from broadsheet.lab.evaluate.metrics import RESAMPLES, Overlap, interval
from broadsheet.lab.evaluate.papers import bag_of_words, line_sets, sizes
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.evaluate.words import label_nodes, node_words
from broadsheet.lab.reproduce.studies import Figures, Options, T
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, read_page
from broadsheet.page.arrays import BoolArray, IntArray

__all__ = [
    "CLAIMS",
    "CLEANEVAL",
    "COMPARED",
    "MEASURES",
    "NEWS",
    "PROTOCOL",
    "Comparison",
    "MeanF1",
    "Subject",
    "Tally",
    "Times",
    "beside_published",
    "by_corpus",
    "cells",
    "claim",
    "count",
    "figure",
    "interval_text",
    "orderings",
    "ratio_text",
    "read_subject",
    "subjects",
    "verdicts",
]

# Corpora of news pages with complete gold texts; of ``wcxb`` the pages labelled as articles.
NEWS: Final = ("crawlfuture", "daniel", "fundus", "l3s", "msv", "naeb", "wcxb")
CLEANEVAL: Final = "cleaneval"  # the one collection that several papers share with us
PROTOCOL: Final = (
    "Text nodes of the headline are not compared where the gold text has it. "
    "`clg` was trained on these corpora, and runs without the layout that its paper has. `mcstd` is a reconstruction; "
    "`cepr`, `cetd` and `cetr` follow programs, since the texts of their papers were not available. Values of `cetr` "
    "and `mcstd` were chosen on news pages, as their modules say."
)
COMPARED: Final = "`clg` was trained on these corpora and runs without a layout; `mcstd` is a reconstruction."
CLAIMS: Final = "## Claims\n\nLeads are of the pages' own scores, with the 95 % interval over pages.\n"


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A page with its gold answer."""

    gold: Gold
    html: str
    page: Page
    rows: IntArray  # text nodes in comparisons of nodes, shape (k,)
    wanted: BoolArray  # their gold labels, shape (k,)
    lines: tuple[str, ...]  # text of each segment of the page
    title: str | None  # headline to put in front of texts, if the gold text has it

    @property
    def corpus(self) -> str:
        """The name of its corpus."""
        return self.gold.corpus

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


def subjects(
    paper: str, corpora: Sequence[Corpus], names: Sequence[str], options: Options, *, needed: bool = True
) -> Iterator[Subject]:
    """Yield the article pages with a complete gold text of the corpora with some names, sampled if requested.

    Raises:
        CorpusError: there is no such page, although one is needed.
    """
    chosen = [
        options.draw(corpus.where(lambda gold: gold.text is not None and gold.is_article is not False))
        for corpus in corpora
        if corpus.name in names
    ]
    samples = [sample for corpus in chosen for sample in corpus]
    found = False
    for done, sample in enumerate(samples, 1):
        subject = read_subject(sample)
        if subject is not None and subject.wanted.any():
            found = True
            yield subject
        options.progress(f"{paper}: {sample.gold.corpus}", done, len(samples))
    if needed and not found:
        raise CorpusError(f"no page of the corpora {', '.join(names)} holds its whole answer")


def read_subject(sample: Sample) -> Subject | None:
    """Read a page and label its nodes by the gold text; None if it is no page."""
    html, gold = sample.text(), sample.gold
    try:
        page = read_page(html, url=gold.url)
    except BroadsheetError:
        return None
    # Algorithm 2's title, if the corpus has none.
    title = headline(gold, algorithm_2(Facts(page)) if gold.title is None else None)
    rows = np.flatnonzero(page.shown).astype(np.int32)
    words = node_words([page.raw(row) for row in rows.tolist()])
    wanted = label_nodes(words, gold.text or "")
    if title:
        body = ~label_nodes(words, title)
        rows, wanted = rows[body], wanted[body]
    return Subject(gold, html, page, rows, wanted, tuple(page.texts), title)


def figure(value: float | None, digits: int = 3) -> str:
    """Format a number in a cell; a dash for None."""
    return "-" if value is None else f"{value:.{digits}f}"


def cells(scores: Mapping[str, float] | None) -> list[str]:
    """Format precision, recall and F1 in three cells; dashes for None."""
    return [figure(scores[name] if scores is not None else None) for name in ("precision", "recall", "f1")]


def count(pages: Mapping[str, int]) -> str:
    """Write the number of pages, and their corpora."""
    return f"{sum(pages.values())} pages of {', '.join(pages)}"


def beside_published(ours: Mapping[str, Mapping[str, float]], published: Mapping[str, Mapping[str, float]]) -> str:
    """Write a table of precision, recall and F1 of some methods, with the published ones if there are any."""
    head = ["method", *(f"{name}{of}" for of in ("", " published") for name in ("P", "R", "F1"))]
    return markdown_table(
        head, [[f"`{name}`", *cells(found), *cells(published.get(name))] for name, found in ours.items()]
    )


def by_corpus(table: Mapping[str, Mapping[str, Mapping[str, float]]], names: Sequence[str]) -> str:
    """Write a table of precision, recall and F1 of some methods on each corpus, given those of `Tally.table`."""
    corpora = [corpus for corpus in table[names[0]] if corpus != "mean"]
    rows = [[f"`{name}`", *(" / ".join(cells(table[name][corpus])) for corpus in corpora)] for name in names]
    return "P / R / F1 by corpus:\n\n" + markdown_table(["method", *corpora], rows)


def interval_text(difference: Mapping[str, float]) -> str:
    """Format a difference with its interval, in a sentence or a cell."""
    return f"{difference['mean']:+.3f} ({difference['low']:+.3f} to {difference['high']:+.3f})"


MEASURES: Final = {"f1": "F1", "precision": "P", "recall": "R"}
_DIGITS: Final = 4


class MeanF1(Enum):
    """How the F1 of many pages is computed."""

    OF_MEANS = "of means"  # harmonic mean of mean precision and mean recall
    OF_SITES = "of sites"  # the same within a site (here a corpus), then the mean over sites
    OF_PAGES = "of pages"  # mean of the pages' F1


class Tally:
    """Scores of several entrants, page by page; ``seed`` is that of the bootstrap."""

    def __init__(self, f1: MeanF1 = MeanF1.OF_MEANS, *, seed: int = 0) -> None:
        self._f1, self._seed = f1, seed
        self._pages: dict[str, dict[str, list[Overlap]]] = {}

    def add(self, entrant: str, corpus: str, overlap: Overlap) -> None:
        """Add a page. All entrants must get the same pages in the same order."""
        self._pages.setdefault(entrant, {}).setdefault(corpus, []).append(overlap)

    def table(self) -> dict[str, dict[str, dict[str, float]]]:
        """Return precision, recall and F1 of every entrant on every corpus, and their means as ``mean``."""
        out = {}
        for entrant, corpora in self._pages.items():
            cells = {corpus: self._of_pages(pages) for corpus, pages in sorted(corpora.items())}
            found = {**cells, "mean": self._of_corpora([*cells.values()])}
            out[entrant] = {
                name: {measure: round(value, _DIGITS) for measure, value in cell.items()}
                for name, cell in found.items()
            }
        return out

    def means(self) -> dict[str, dict[str, float]]:
        """Return the means of every entrant over the corpora."""
        return {entrant: found["mean"] for entrant, found in self.table().items()}

    def _of_pages(self, pages: Sequence[Overlap]) -> dict[str, float]:
        cell = {name: fmean(getattr(page, name) for page in pages) for name in ("precision", "recall", "f1")}
        return cell if self._f1 is MeanF1.OF_PAGES else _of_means(cell)

    def _of_corpora(self, corpora: Sequence[Mapping[str, float]]) -> dict[str, float]:
        cell = {name: fmean(corpus[name] for corpus in corpora) for name in ("precision", "recall", "f1")}
        return _of_means(cell) if self._f1 is MeanF1.OF_MEANS else cell

    def sizes(self) -> dict[str, int]:
        """Return the number of pages of each corpus."""
        first = next(iter(self._pages.values()), {})
        return {corpus: len(pages) for corpus, pages in sorted(first.items())}

    def difference(self, one: str, other: str, measure: str = "f1") -> dict[str, float]:
        """Return the lead of one entrant over another by a measure, with the 95 % interval; corpora weigh the same."""
        rng = np.random.default_rng(self._seed)
        means, samples = [], np.zeros(RESAMPLES)
        corpora = sorted(self._pages[one])
        for corpus in corpora:
            pairs = zip(self._pages[one][corpus], self._pages[other][corpus], strict=True)
            ahead = np.array([getattr(a, measure) - getattr(b, measure) for a, b in pairs])
            means.append(float(ahead.mean()))
            samples += ahead[rng.integers(len(ahead), size=(RESAMPLES, len(ahead)))].mean(axis=1) / len(corpora)
        low, high = interval(samples)
        return {"mean": round(fmean(means), _DIGITS), "low": round(low, _DIGITS), "high": round(high, _DIGITS)}


def orderings(
    published: Mapping[str, Mapping[str, float]], difference: Callable[[str, str, str], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Compare every two methods of a published table, in the published order of each measure.

    ``difference`` returns ours of two methods by a measure.
    """
    return [
        {"measure": name, "ahead": one, "behind": other, **difference(one, other, name)}
        for name in MEASURES
        for one, other in combinations(sorted(published, key=lambda method: -published[method][name]), 2)
    ]


class Comparison(NamedTuple):
    """A published table and ours: the published scores by method, 0 to 1, and our differences (`orderings`)."""

    scores: Mapping[str, Mapping[str, float]]
    differences: Sequence[Figures]

    def published(self, measure: str, *methods: str) -> str:
        """Format the published scores of some methods."""
        return ", ".join(f"`{method}` {self.scores[method][measure]:.3f}" for method in methods)

    def lead(self, measure: str, one: str, other: str) -> dict[str, float]:
        """Return our lead of one method over another."""
        for each in self.differences:
            if each["measure"] == measure and {each["ahead"], each["behind"]} == {one, other}:
                mean, low, high = each["mean"], each["low"], each["high"]
                if each["ahead"] == other:
                    mean, low, high = -mean, -high, -low
                return {"mean": mean, "low": low, "high": high}
        raise KeyError((measure, one, other))

    def leads(self, measure: str, one: str, *others: str) -> dict[str, dict[str, float]]:
        """Return our lead of one method over each of some others."""
        return {other: self.lead(measure, one, other) for other in others}

    def claim(self, said: str, ordering: Sequence[str], why: str = "") -> str:
        """Write whether an ordering of the paper holds here; see `claim`.

        Args:
            said: the ordering, as in the paper, with its place there in brackets at the end.
            ordering: the measure, the method that should be ahead, and the others.
            why: reason, written only if the ordering does not hold.
        """
        published = self.published(*ordering)
        return claim(f"{said.removesuffix(')')}; published: {published}).", self.leads(*ordering), why)


def claim(said: str, ahead: Mapping[str, Mapping[str, float]], why: str = "", *, link: str = "over") -> str:
    """Write a line that says whether an ordering holds here.

    Args:
        said: the ordering, as in the paper.
        ahead: what it should be ahead of, and its lead with the interval (`Tally.difference`).
        why: reason, written only if the ordering does not hold.
        link: word between a lead and what it is over.
    """
    held = [f"`{name}`" for name, one in ahead.items() if one["low"] > 0]
    open_ = [f"`{name}`" for name, one in ahead.items() if one["low"] <= 0 <= one["high"]]
    if len(held) == len(ahead):
        word = "Holds"
    elif held:
        word = f"Holds only against {', '.join(held)}" + (f"; undecided against {', '.join(open_)}" if open_ else "")
    else:
        word = "Undecided" if len(open_) == len(ahead) else "Does not hold"
    numbers = ", ".join(f"{interval_text(one)} {link} `{name}`" for name, one in ahead.items())
    reason = f"\n  {why}" if why and word != "Holds" else ""
    return f"- **{word}**: {said}\n  Here: {numbers}.{reason}\n"


def verdicts(claims: str) -> str:
    """Shorten claims to their verdicts: the first line of each, without the published figures."""
    heads = [line for line in claims.splitlines() if line.startswith("- **")]
    return "\n".join(f"{re.sub(r'; published:? [^)]*', '', line).removesuffix('.')}." for line in heads) + "\n"


def _of_means(cell: Mapping[str, float]) -> dict[str, float]:
    """Replace F1 by the harmonic mean of precision and recall, 0 if both are 0."""
    total = cell["precision"] + cell["recall"]
    return {**cell, "f1": 2 * cell["precision"] * cell["recall"] / total if total > 0 else 0.0}


class Times:
    """CPU times of several entrants, page by page; ``seed`` is that of the bootstrap."""

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed
        self._pages: dict[str, dict[str, list[float]]] = {}

    def add(self, entrant: str, corpus: str, work: Callable[[], T]) -> T:
        """Do some work on a page and add its time. All entrants must get the same pages in the same order."""
        start = process_time()
        done = work()
        self._pages.setdefault(entrant, {}).setdefault(corpus, []).append(process_time() - start)
        return done

    def milliseconds(self) -> dict[str, float]:
        """Return the mean time per page of every entrant."""
        return {entrant: round(1000 * _mean_time(corpora), 3) for entrant, corpora in self._pages.items()}

    def ratio(self, one: str, other: str) -> dict[str, float]:
        """Return the time ratio of two entrants, with the 95 % interval of the paired bootstrap."""
        rng = np.random.default_rng(self._seed)
        samples = np.zeros((2, RESAMPLES))
        for corpus in self._pages[one]:
            pages = np.array([self._pages[one][corpus], self._pages[other][corpus]])
            samples += pages[:, rng.integers(pages.shape[1], size=(RESAMPLES, pages.shape[1]))].mean(axis=2)
        low, high = interval(samples[0] / samples[1])
        mean = _mean_time(self._pages[one]) / _mean_time(self._pages[other])
        return {"mean": round(mean, 3), "low": round(low, 3), "high": round(high, 3)}


def ratio_text(ratio: Mapping[str, float]) -> str:
    """Format a time ratio with its interval."""
    return f"{ratio['mean']:.2f} ({ratio['low']:.2f} to {ratio['high']:.2f})"


def _mean_time(corpora: dict[str, list[float]]) -> float:
    return fmean(map(fmean, corpora.values()))
