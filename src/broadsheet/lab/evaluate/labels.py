"""Score data without corpus answers: the default extraction against labels of pages.

A score is the mean over the labelled pages of a datum, with its standard error by bootstrap over sites.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import broadsheet
from broadsheet.article import Article
from broadsheet.errors import BroadsheetError
from broadsheet.lab.corpora import LABELLED, Corpus, Label, digest
from broadsheet.lab.corpora.judgements import NONE
from broadsheet.lab.evaluate.metrics import of_sets, resampled, standard_errors
from broadsheet.lab.evaluate.report import markdown_table

__all__ = ["as_markdown", "figures", "measure"]

Scores = Mapping[str, Mapping[str, Sequence[float]]]
"""Scores by datum and site."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The mean score of a datum over its labelled pages, 0 to 1, and its standard error."""

    datum: str
    pages: int
    score: float
    error: float


def measure(
    corpora: Sequence[Corpus], labels: Sequence[Label], *, advance: Callable[[], object] = lambda: None
) -> dict[str, dict[str, list[float]]]:
    """Extract the labelled pages of some corpora and score their data. A page that fails has no data.

    ``advance`` is called after each page.

    Returns:
        Scores by datum and site.
    """
    of_page: dict[tuple[str, str], list[Label]] = defaultdict(list)
    for label in labels:
        of_page[label.corpus, label.page].append(label)
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for corpus in corpora:
        for sample in corpus:
            own = of_page.get((corpus.name, sample.gold.id))
            if own is None:
                continue
            try:
                article = broadsheet.extract(sample.text(), url=sample.gold.url, with_verdict=False)
            except BroadsheetError:
                article = None
            for label in own:
                found = None if article is None else _value(article, label.datum)
                scores[label.datum][sample.gold.site_or_page].append(score(label, found))
            advance()
    return scores


def score(label: Label, found: str | Iterable[str] | None) -> float:
    """Score a value, 0 to 1: tags by the best F1 with an accepted set, other data by equality."""
    if label.datum == "tags":
        own = frozenset(map(digest, found or ()))
        accepted = (frozenset() if value == NONE else frozenset(value.split(",")) for value in label.values)
        return max(of_sets(wanted, own).f1 for wanted in accepted)
    if not isinstance(found, str):
        return float(NONE in label.values)
    return float((found if label.datum in ("access", "comment_count") else digest(found)) in label.values)


def figures(scores: Scores, *, seed: int = 0) -> Iterator[Figure]:
    """Yield the figures of the scored data, in the order of `LABELLED`."""
    for datum in filter(scores.__contains__, LABELLED):
        by_site = np.array([(sum(site), len(site)) for site in scores[datum].values()], dtype=np.float64)
        total, pages = by_site.sum(axis=0).tolist()
        samples = resampled(by_site, lambda sums: sums[:, :1] / sums[:, 1:], seed=seed)
        yield Figure(datum, int(pages), total / pages, standard_errors(samples)[0])


def as_markdown(found: Sequence[Figure]) -> str:
    """Format the figures as a Markdown table."""
    rows = ((one.datum, str(one.pages), f"{one.score:.3f}", f"{one.error:.3f}") for one in found)
    return markdown_table(("field", "pages", "score", "standard error"), rows)


def _value(article: Article, datum: str) -> str | tuple[str, ...] | None:
    """Return a datum of an article in the form of labels."""
    match datum:
        case "lead_image":
            return None if article.lead_image is None else article.lead_image.src
        case "comment_count":
            return None if article.comment_count is None else str(article.comment_count)
        case _:
            value: str | tuple[str, ...] | None = getattr(article, datum)
            return value
