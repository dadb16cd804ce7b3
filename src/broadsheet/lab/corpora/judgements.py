"""Judgements of people who read the pages: errata of gold answers, and labels of metadata that no corpus has.

Both are tab-separated tables; empty lines and lines that begin with ``#`` are ignored. An unreadable file or an invalid
line is a `broadsheet.errors.CorpusError`.

* **Errata**: the corpus, the page (its URL, or its id in the corpus), the wrong field of the gold answer, the reason.
* **Labels**: the corpus, the page (its id), the datum, where on the page the value is stated or shown, and the accepted
  values, separated by spaces. Free text and URLs belong to their publishers, so their values are stored as `digest`;
  tags as the digests of a whole set, with commas. Numbers and codes are plain; ``-`` means that the page has no value.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.base import Corpus, Gold
from broadsheet.lab.corpora.reading import table_rows

__all__ = ["LABELLED", "Errata", "Label", "digest", "read_errata", "read_labels"]

_UNKNOWN: Final[dict[str, dict[str, Any]]] = {  # gold fields to reset, by the name of the wrong field
    "text": {"text": None, "core": None, "with_": (), "without": ()},
    "title": {"title": None},
    "authors": {"authors": ()},
    "published": {"date": None},
    "language": {"lang": None},
}


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
        return Corpus(corpus.name, tuple(samples))


def read_errata(path: Path) -> Errata:
    """Read a file of errata.

    Raises:
        CorpusError: it cannot be read, or a line is invalid.
    """
    wrong: dict[tuple[str, str], frozenset[str]] = {}
    expected = "expected corpus, page, field and reason, tab-separated"
    for where, (corpus, page, datum, _) in table_rows(path, 4, expected):
        if datum not in _UNKNOWN:
            raise CorpusError(f"{where}: unknown field {datum!r}; fields: {', '.join(_UNKNOWN)}")
        wrong[corpus, page] = wrong.get((corpus, page), frozenset()) | {datum}
    return Errata(wrong)


NONE: Final = "-"  # value of a label: the page has none
LABELLED: Final = (
    "site_name", "description", "section", "tags", "lead_image", "access", "comment_count", "canonical_url",
)  # fmt: skip
"""The labelled data."""
_ADDRESS: Final = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)
_DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Label:
    """The accepted values of one datum of one page, and where on the page the first of them is."""

    corpus: str
    page: str
    datum: str  # one of `LABELLED`
    source: str
    values: tuple[str, ...]


def digest(text: str) -> str:
    """Return the beginning of the hash of a text's folded letters and digits; of a URL, without its scheme.

    >>> digest("The Harbour Courier") == digest("the harbour courier!")
    True
    >>> digest("https://www.courier.example/a/") == digest("http://courier.example/a")
    True
    """
    if _ADDRESS.match(text):
        folded = _ADDRESS.sub("", text.partition("#")[0]).rstrip("/")
    else:
        folded = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
    return sha256(folded.encode()).hexdigest()[:_DIGITS]


def read_labels(path: Path) -> tuple[Label, ...]:
    """Read a file of labels.

    Raises:
        CorpusError: it cannot be read, or a line is invalid.
    """
    labels = []
    expected = "expected corpus, page, field, source and values, tab-separated"
    for where, (corpus, page, datum, source, values) in table_rows(path, 5, expected):
        if datum not in LABELLED:
            raise CorpusError(f"{where}: unknown field {datum!r}; fields: {', '.join(LABELLED)}")
        labels.append(Label(corpus, page, datum, source, tuple(values.split())))
    return tuple(labels)
