"""Shared parts of training: the pages that can be read, files of arrays, and the head and tables of model cards."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.lab.corpora import Corpus, Gold, Sample
from broadsheet.lab.evaluate.metrics import Scores
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.page import Page

__all__ = ["Figures", "Origin", "by_corpus", "packed", "pages_of", "table", "words_as_bytes"]


def pages_of(
    corpora: Iterable[Corpus],
    wanted: Callable[[Gold], object],
    advance: Callable[[], None],
    page_of: Callable[[Sample], Page | None] = Sample.page,
) -> Iterator[tuple[Sample, Page]]:
    """Yield the pages of some corpora that can be read and whose gold answers are wanted.

    ``advance`` is called for every page. ``page_of`` parses a page, or finds it rendered; None skips the page.
    """
    for corpus in corpora:
        for sample in corpus:
            advance()
            if wanted(sample.gold):
                page = page_of(sample)
                if page is not None:
                    yield sample, page


class Origin(NamedTuple):
    """Where a model comes from: date, command that repeats the training, and version of the package."""

    date: dt.date
    command: str
    version: str

    def head(self, title: str) -> str:
        """Return the first lines of a card."""
        return f"# {title}\n\nMade on {self.date.isoformat()} by Broadsheet {self.version}:\n\n    {self.command}"


class Figures(NamedTuple):
    """Mean precision, recall and F1 over pages."""

    pages: int
    precision: float
    recall: float
    f1: float


def by_corpus(scores: Iterable[tuple[str, Scores]]) -> dict[str, Figures]:
    """Average scores by corpus, and last, under ``all``, over all pages."""
    grouped: dict[str, list[Scores]] = {}
    for corpus, one in scores:
        for name in (corpus, "all"):
            grouped.setdefault(name, []).append(one)
    return {
        name: Figures(len(some), *np.mean(some, axis=0).tolist())
        for name, some in sorted(grouped.items(), key=lambda item: (item[0] == "all", item[0]))
    }


def table(found: Mapping[str, Figures]) -> str:
    """Return a Markdown table with a row per name."""
    rows = ((name, of.pages, *(f"{share:.3f}" for share in of[1:])) for name, of in found.items())
    return markdown_table(("corpus", "pages", "precision", "recall", "F1"), rows)


def packed(arrays: Mapping[str, Any], *, compressed: bool = True) -> bytes:
    """Return the bytes of a file of named arrays. The same arrays in the same order give the same bytes."""
    stream = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(stream, **arrays)
    return stream.getvalue()


def words_as_bytes(words: Iterable[str]) -> NDArray[np.uint8]:
    """Return words as an array of a file, in UTF-8 with a line feed between two."""
    return np.frombuffer("\n".join(words).encode(), dtype=np.uint8)
