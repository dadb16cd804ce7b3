"""Measure several papers; those that this machine cannot measure are skipped with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from broadsheet import __version__
from broadsheet.errors import CorpusError, MissingExtra, NeedsNotMet
from broadsheet.lab.reproduce.catalog import load
from broadsheet.lab.reproduce.store import Stored

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from broadsheet.lab.corpora import Corpus
    from broadsheet.lab.reproduce.base import Options

__all__ = ["Skipped", "measure"]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A skipped paper.

    Attributes:
        paper: name in the catalog.
        reason: why it was skipped.
    """

    paper: str
    reason: str


def measure(papers: Sequence[str], corpora: Sequence[Corpus], options: Options) -> Iterator[Stored | Skipped]:
    """Measure papers one by one.

    Args:
        papers: names of the papers.
        corpora: the corpora.
        options: options.

    Yields:
        The figures of each paper, or why it was skipped.

    Raises:
        UnknownStudy: unknown paper.
    """
    studies = {name: load(name) for name in papers}
    for name, study in studies.items():
        try:
            figures = study.measure(corpora, options)
        except (MissingExtra, NeedsNotMet, CorpusError) as error:
            yield Skipped(name, str(error))
        else:
            yield Stored(paper=name, version=__version__, sample=options.sample, seed=options.seed, figures=figures)
