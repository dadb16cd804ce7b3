"""Errata: answers of corpora that are known to be wrong, so that figures can be given without them too.

A file of errata is a table with tabs between its columns: the corpus, the page (its address, or its name in the
corpus), which datum of its answer is wrong, and why. Lines that are empty or begin with ``#`` say nothing.

What is in such a file was judged by people who read the page; the module only takes these answers away. It must not
know formats of corpora.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from broadsheet.corpora.base import Corpus
from broadsheet.corpora.files import read_bytes
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from broadsheet.corpora.base import Gold

__all__ = ["Errata", "read_errata"]

_UNKNOWN: Final[dict[str, dict[str, Any]]] = {
    "text": {"text": None, "core": None, "with_": (), "without": ()},
    "title": {"title": None},
    "authors": {"authors": ()},
    "published": {"date": None},
    "language": {"lang": None},
}
"""What an answer is without a datum, by the datum's name."""
_COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class Errata:
    """Which answers are wrong.

    Attributes:
        wrong: what is wrong of a page's answer, by the corpus and the page's address or name.
    """

    wrong: Mapping[tuple[str, str], frozenset[str]]

    def of(self, gold: Gold) -> frozenset[str]:
        """What of an answer is wrong: the names of data, mostly none."""
        by_name = self.wrong.get((gold.corpus, gold.id), frozenset())
        return by_name if gold.url is None else by_name | self.wrong.get((gold.corpus, gold.url), frozenset())

    def without(self, corpus: Corpus) -> Corpus:
        """The same corpus, knowing nothing where its answers are wrong. The pages stay."""
        samples = []
        for sample in corpus:
            gold = sample.gold
            for datum in self.of(gold):
                gold = replace(gold, **_UNKNOWN[datum])
            samples.append(sample if gold is sample.gold else replace(sample, gold=gold))
        return Corpus(corpus.name, corpus.includes, tuple(samples))


def read_errata(path: Path) -> Errata:
    """Read a file of errata.

    Args:
        path: the table, in UTF-8.

    Raises:
        CorpusError: it cannot be read, or a line is none of a table of errata.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from error
    wrong: dict[tuple[str, str], frozenset[str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != _COLUMNS or not all(cells):
            raise CorpusError(f"{path}:{number}: not a corpus, a page, a datum and a reason with tabs between them")
        corpus, page, datum, _ = cells
        if datum not in _UNKNOWN:
            raise CorpusError(f"{path}:{number}: no datum is called {datum!r}; there are: {', '.join(_UNKNOWN)}")
        wrong[corpus, page] = wrong.get((corpus, page), frozenset()) | {datum}
    return Errata(wrong)
