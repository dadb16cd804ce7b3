"""The interface of a paper's module, and its options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from broadsheet.lab.corpora import Corpus

__all__ = ["Figures", "Options", "Progress", "Study", "silent"]

Figures = Mapping[str, Any]  # measured figures: JSON-compatible plain data
Progress = Callable[[str, int, int], None]  # called with what is being done, steps done, and steps in total


def silent(what: str, done: int, total: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a measurement."""

    folders: tuple[Path, ...] = ()  # folders of the corpora, for files beside them (groups of neighbours)
    sample: int | None = None  # pages to draw from each corpus; None for all
    seed: int = 0  # random seed of pages and folds
    progress: Progress = field(default=silent, compare=False)  # called about once per page

    def draw(self, corpus: Corpus) -> Corpus:
        """Draw the pages of a corpus to use."""
        return corpus.draw(self.sample, seed=self.seed)


class Study(Protocol):
    """A paper's module.

    Attributes:
        TITLE: heading of its section: authors, year, and topic.

    A module may also have ``drawings(figures) -> Mapping[str, str]``: SVG documents by file name. They are written to
    the folder of the page, so ``summary`` refers to ``NAME.svg``.
    """

    @property
    def TITLE(self) -> str: ...  # noqa: N802, D102 - described above

    def measure(self, corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
        """Measure the paper's methods on those of all corpora that it selects; return JSON-compatible figures.

        Raises:
            MissingExtra: a required library is not installed.
            NeedsNotMet: another requirement is missing (a browser, a trained model).
            CorpusError: no suitable corpus; names the suitable ones.
        """
        ...

    def summary(self, figures: Figures) -> str:
        """Write what the paper's page shows in Markdown; headings are of the second level."""
        ...

    def section(self, figures: Figures) -> str:
        """Write all tables in Markdown; headings are of the second level.

        Statements about orderings are computed from the figures.
        """
        ...
