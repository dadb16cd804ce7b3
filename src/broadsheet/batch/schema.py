"""The columns of the output: names, types and meanings, for Parquet and JSON lines alike.

It must not know how rows are made. `docs/guide/batch.md` prints this table, and a test compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from broadsheet.errors import MissingExtra

__all__ = ["COLUMNS", "KEY", "Column", "arrow_schema", "columns", "empty_row"]


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        name: its name.
        type: its Arrow type, as Arrow writes it.
        meaning: what is in it.
    """

    name: str
    type: str
    meaning: str


COLUMNS: Final = (
    Column("unit", "int32", "number of the unit in the manifest; with `number` it names the page"),
    Column("number", "int32", "place of the page in its unit, from 0"),
    Column("source", "string", "the file that the page is from; for pages that are files of their own, their folder"),
    Column("offset", "int64", "where its record begins in the file, in bytes (Parquet: its row), if that is known"),
    Column("name", "string", "the identifier of the WARC record, or the path in the archive or in the folder `source`"),
    Column("url", "string", "where the page is from"),
    Column("outcome", "string", "how it went"),
    Column("reason", "string", "why, where the outcome needs a reason"),
    Column("status", "int32", "HTTP status"),
    Column("content_type", "string", "`Content-Type` as declared"),
    Column("fetched", "string", "when the server answered, as the archive says"),
    Column(
        "truncated",
        "string",
        "why bytes of the page are missing, in the archive's word "
        "(`WARC-Truncated`; `disconnect` too where a transfer breaks off)",
    ),
    Column("encoding", "string", "how the bytes were decoded"),
    Column("title", "string", "headline"),
    Column("authors", "list<string>", "one name each"),
    Column("published", "string", "ISO 8601 date, or date and time with its zone if known"),
    Column("modified", "string", "likewise"),
    Column("language", "string", "BCP 47 tag"),
    Column("site_name", "string", "name of the site or paper"),
    Column("description", "string", "the page's summary of itself"),
    Column("canonical_url", "string", "where the page says that it belongs"),
    Column("section", "string", "section of the paper"),
    Column("tags", "list<string>", "keywords"),
    Column("lead_image", "string", "address of the picture at the head of the article"),
    Column("access", "string", "`free`, `paid` or `cut` (it costs, and a part or all of it is not there), if stated"),
    Column("comment_count", "int32", "how many comments readers wrote, if that is stated"),
    Column("text", "string", "the body as plain text"),
    Column("markdown", "string", "the body as Markdown (with `--markdown`)"),
    Column("is_article", "bool", "the verdict: is there an article on this page?"),
    Column("article_probability", "double", "the verdict's probability that there is"),
    Column("page_kind", "string", "the verdict's word for the page"),
    Column("confidence", "double", "probability that the text is right"),
    Column("method", "string", "which method found the body"),
    Column("notes", "list<string>", "what the reader should know about how it was found"),
    Column("content_hash", "string", "BLAKE2b of the text with its white space normalised"),
    Column("minhash", "binary", "MinHash of the word 5-grams: 128 numbers of 32 bits (JSON lines: in hexadecimal)"),
    Column("seconds", "double", "CPU seconds that the page took"),
)  # fmt: skip
"""Every column, in order. All are in every row; what is not known is null."""

KEY: Final = ("unit", "number")
"""What names a row."""

_EMPTY: Final[dict[str, Any]] = {column.name: None for column in COLUMNS}


def columns(*, markdown: bool, near_duplicates: bool) -> tuple[Column, ...]:
    """The columns of a run."""
    left_out = {name for name, kept in (("markdown", markdown), ("minhash", near_duplicates)) if not kept}
    return tuple(column for column in COLUMNS if column.name not in left_out)


def empty_row() -> dict[str, Any]:
    """A row of which nothing is known."""
    return dict(_EMPTY)


def arrow_schema(chosen: tuple[Column, ...]) -> Any:
    """The Arrow schema of these columns; the meanings are the fields' metadata.

    Raises:
        MissingExtra: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
    except ImportError as error:
        raise MissingExtra("pyarrow", "batch") from error
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
