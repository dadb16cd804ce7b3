"""What a paper's file is, and what it is given.

It must not know any paper.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from broadsheet.corpora import Corpus

__all__ = ["Figures", "Options", "Progress", "Study", "silent"]

Figures = Mapping[str, Any]
"""What was measured: mappings, lists, texts, numbers, booleans and None, as JSON has them."""

Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is to do."""


def silent(what: str, done: int, total: int) -> None:
    """Progress that nobody looks at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a measurement is asked for.

    Attributes:
        folders: the folders that the corpora were opened from, for what lies beside them (groups of neighbours).
        sample: how many pages to draw of each corpus; None for all.
        seed: another seed draws other pages and other folds.
        progress: is called every page or so.
    """

    folders: tuple[Path, ...] = ()
    sample: int | None = None
    seed: int = 0
    progress: Progress = field(default=silent, compare=False)

    def draw(self, corpus: Corpus) -> Corpus:
        """The pages of a corpus that take part."""
        return corpus if self.sample is None else corpus.draw(self.sample, seed=self.seed)


class Study(Protocol):
    """A paper's file: a module.

    Attributes:
        TITLE: the heading of its section: authors, year, and what it is about.

    A module may have one thing more: ``drawings(figures) -> Mapping[str, str]``, SVG documents by file name. They are
    written to the folder ``reproduction`` beside the document, so ``section`` refers to ``reproduction/NAME.svg``.
    """

    @property
    def TITLE(self) -> str: ...  # noqa: N802, D102 - described above

    def measure(self, corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
        """Measure the paper's methods.

        Args:
            corpora: all corpora there are, whole; the study takes what it is about.
            options: what was asked for.

        Returns:
            The figures, as JSON has them.

        Raises:
            MissingExtra: an optional library that the study cannot do without is not installed.
            NeedsNotMet: something else is missing (a browser, a trained model); says what.
            CorpusError: none of the corpora is what the study needs; says which would be.
        """
        ...

    def section(self, figures: Figures) -> str:
        """The section of the document, in Markdown, without its heading; headings inside are of the third level.

        What it says of an ordering is read off the figures.
        """
        ...
