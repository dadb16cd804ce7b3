"""Precision, recall and F1 in characters of text, for the model cards of classifiers of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from broadsheet.page.arrays import BoolArray

__all__ = ["Figures", "Score", "by_corpus", "score", "table"]


class Score(NamedTuple):
    """Precision, recall and F1 of one page."""

    precision: float
    recall: float
    f1: float


class Figures(NamedTuple):
    """Mean precision, recall and F1 over pages."""

    pages: int
    precision: float
    recall: float
    f1: float


def score(chosen: BoolArray, label: BoolArray, chars: NDArray[np.int64]) -> Score:
    """Score chosen nodes or blocks against their labels, in their characters; shape (n,) each."""
    found, wanted = int(chars[chosen].sum()), int(chars[label].sum())
    both = int(chars[chosen & label].sum())
    return Score(both / found if found else 0.0, both / wanted if wanted else 0.0, 2 * both / max(1, found + wanted))


def by_corpus(scores: Iterable[tuple[str, Score]]) -> dict[str, Figures]:
    """Average scores by corpus, and last, under ``all``, over all pages."""
    grouped: dict[str, list[Score]] = {}
    for corpus, one in scores:
        for name in (corpus, "all"):
            grouped.setdefault(name, []).append(one)
    return {
        name: Figures(len(some), *np.mean(some, axis=0).tolist())
        for name, some in sorted(grouped.items(), key=lambda item: (item[0] == "all", item[0]))
    }


def table(found: Mapping[str, Figures]) -> Iterator[str]:
    """Yield the lines of a Markdown table with a row per name."""
    yield "| corpus | pages | precision | recall | F1 |"
    yield "|---|--:|--:|--:|--:|"
    for name, of in found.items():
        yield f"| {name} | {of.pages} | {of.precision:.3f} | {of.recall:.3f} | {of.f1:.3f} |"
