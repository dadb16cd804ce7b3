"""Errata: gold answers known to be wrong, so that figures can be computed without them.

A file of errata is a tab-separated table: the corpus, the page (its URL, or its id in the corpus), the wrong field of
the gold answer, and the reason. Empty lines and lines that begin with ``#`` are ignored. People who read the pages made
these judgements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.base import Corpus, Gold
from broadsheet.lab.corpora.files import table_rows

__all__ = ["Errata", "read_errata"]

_UNKNOWN: Final[dict[str, dict[str, Any]]] = {  # gold fields to reset, by the name of the wrong field
    "text": {"text": None, "core": None, "with_": (), "without": ()},
    "title": {"title": None},
    "authors": {"authors": ()},
    "published": {"date": None},
    "language": {"lang": None},
}
_COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class Errata:
    """Wrong gold answers: names of the wrong fields, by corpus and the page's URL or id."""

    wrong: Mapping[tuple[str, str], frozenset[str]]

    def of(self, gold: Gold) -> frozenset[str]:
        """Return the names of the wrong fields of a gold answer."""
        by_name = self.wrong.get((gold.corpus, gold.id), frozenset())
        return by_name if gold.url is None else by_name | self.wrong.get((gold.corpus, gold.url), frozenset())

    def without(self, corpus: Corpus) -> Corpus:
        """Return the corpus without wrong fields. Pages are kept."""
        samples = []
        for sample in corpus:
            gold = sample.gold
            for datum in self.of(gold):
                gold = replace(gold, **_UNKNOWN[datum])
            samples.append(sample if gold is sample.gold else replace(sample, gold=gold))
        return Corpus(corpus.name, corpus.includes, tuple(samples))


def read_errata(path: Path) -> Errata:
    """Read a file of errata.

    Raises:
        CorpusError: it cannot be read, or a line is invalid.
    """
    wrong: dict[tuple[str, str], frozenset[str]] = {}
    for where, cells in table_rows(path, _COLUMNS, "expected corpus, page, field and reason, tab-separated"):
        corpus, page, datum, _ = cells
        if datum not in _UNKNOWN:
            raise CorpusError(f"{where}: unknown field {datum!r}; fields: {', '.join(_UNKNOWN)}")
        wrong[corpus, page] = wrong.get((corpus, page), frozenset()) | {datum}
    return Errata(wrong)
