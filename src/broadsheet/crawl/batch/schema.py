"""The row of a page: its columns, for Parquet and JSON lines, and its outcome.

`docs/guide/batch.md` prints the table of columns; a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final

from broadsheet.crawl.sources.tables import pyarrow
from broadsheet.errors import BroadsheetError, FetchFailed, NotHTML, PageTooLarge

__all__ = ["COLUMNS", "MEANINGS", "Column", "Outcome", "arrow_schema", "columns", "empty_row", "of_error"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column: name, type in Arrow's notation, and meaning."""

    name: str
    type: str
    meaning: str


_TABLE: Final = files(__package__) / "columns.tsv"
# All columns, in order. Every row has all of them; unknown values are null.
COLUMNS: Final = tuple(Column(*line.split("\t")) for line in _TABLE.read_text(encoding="utf-8").splitlines()[1:])


def columns(*, markdown: bool, near_duplicates: bool, files: bool = False) -> tuple[Column, ...]:
    """Return the columns of a run. A text that has a file of its own is not repeated."""
    kept = {"markdown": markdown, "minhash": near_duplicates, "file": files, "text": not files}
    left_out = {name for name, is_kept in kept.items() if not is_kept}
    return tuple(column for column in COLUMNS if column.name not in left_out)


def empty_row() -> dict[str, Any]:
    """Return a row of nulls."""
    return dict.fromkeys(column.name for column in COLUMNS)


def arrow_schema(chosen: tuple[Column, ...]) -> Any:
    """Return the Arrow schema of columns; meanings are stored as field metadata. It needs pyarrow."""
    pa = pyarrow()
    types = {
        "int32": pa.int32(),
        "int64": pa.int64(),
        "string": pa.string(),
        "bool": pa.bool_(),
        "double": pa.float64(),
        "binary": pa.binary(),
        "list<string>": pa.list_(pa.string()),
    }
    return pa.schema(
        [pa.field(column.name, types[column.type], metadata={"meaning": column.meaning}) for column in chosen]
    )


class Outcome(StrEnum):
    """The outcomes. The column ``reason`` gives details."""

    EXTRACTED = "extracted"
    NOT_ARTICLE = "not_article"
    NOTHING_FOUND = "nothing_found"
    NOT_HTML = "not_html"
    TOO_LARGE = "too_large"
    UNDECODABLE = "undecodable"
    FETCH_FAILED = "fetch_failed"
    SKIPPED_DUPLICATE = "skipped_duplicate"
    TIMEOUT = "timeout"
    CRASHED = "crashed"


MEANINGS: Final[dict[Outcome, str]] = {
    Outcome.EXTRACTED: "an article, with its text",
    Outcome.NOT_ARTICLE: "not an article (an index, a login wall); the row has the text found on the page",
    Outcome.NOTHING_FOUND: "the method found no text",
    Outcome.NOT_HTML: "not a page, judged by its declared type or its bytes",
    Outcome.TOO_LARGE: "beyond the limits of size or structure",
    Outcome.UNDECODABLE: "a broken record, damaged compression, or bytes that are not text in any encoding",
    Outcome.FETCH_FAILED: "not fetched, or stored with an HTTP error status",
    Outcome.SKIPPED_DUPLICATE: "a revisit record: identical to an earlier capture, without bytes",
    Outcome.TIMEOUT: "not finished within the time limit per page",
    Outcome.CRASHED: "the worker crashed, or an unexpected error: please report it",
}


def of_error(error: BroadsheetError) -> Outcome:
    """Return the outcome of a page that could not be obtained or read."""
    match error:
        case NotHTML():
            return Outcome.NOT_HTML
        case PageTooLarge():
            return Outcome.TOO_LARGE
        case FetchFailed():
            return Outcome.FETCH_FAILED
        case _:
            return Outcome.UNDECODABLE
