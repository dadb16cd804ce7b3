"""Labels: gold values of metadata that no corpus has, read off pages by people.

A file of labels is a tab-separated table: the corpus, the page (its id in the corpus), the datum, where on the page the
value is stated or shown, and the accepted values, separated by spaces. Free text and URLs belong to their publishers,
so their values are stored as `digest`; tags as the digests of a whole set, with commas. Numbers and codes are plain;
``-`` means that the page has no value. Empty lines and lines that begin with ``#`` are ignored.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.files import table_rows

__all__ = ["LABELLED", "Label", "digest", "read_labels"]

LABELLED: Final = (
    "site_name", "description", "section", "tags", "lead_image", "access", "comment_count", "canonical_url",
)  # fmt: skip
"""The labelled data."""
_NONE: Final = "-"
_ADDRESS: Final = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)
_DIGITS: Final = 12
_COLUMNS: Final = 5


@dataclass(frozen=True, slots=True)
class Label:
    """The accepted values of one datum of one page, and where on the page the first of them is."""

    corpus: str
    page: str
    datum: str  # one of `LABELLED`
    source: str
    values: tuple[str, ...]

    def score(self, found: str | Iterable[str] | None) -> float:
        """Score a value, 0 to 1: tags by the best F1 with an accepted set, other data by equality."""
        if self.datum == "tags":
            own = frozenset(map(digest, found or ()))
            return max(
                _f1(own, frozenset() if value == _NONE else frozenset(value.split(","))) for value in self.values
            )
        if not isinstance(found, str):
            return float(_NONE in self.values)
        return float((found if self.datum in ("access", "comment_count") else digest(found)) in self.values)


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
    expected = "not a corpus, a page, a datum, a source and values with tabs between them"
    for where, cells in table_rows(path, _COLUMNS, expected):
        corpus, page, datum, source, values = cells
        if datum not in LABELLED:
            raise CorpusError(f"{where}: no datum is called {datum!r}; there are: {', '.join(LABELLED)}")
        labels.append(Label(corpus, page, datum, source, tuple(values.split())))
    return tuple(labels)


def _f1(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the F1 of two sets; 1 if both are empty."""
    return 2 * len(one & other) / (len(one) + len(other)) if one or other else 1.0
