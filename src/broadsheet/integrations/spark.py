"""Spark: a function for ``DataFrame.mapInPandas``, and the schema of what it gives.

::

    from broadsheet.integrations.spark import extract_pages, schema

    articles = pages.mapInPandas(extract_pages(), schema())

Pages run in a process that can be killed, with limits of time and memory, so that one of them cannot fail a task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from broadsheet.batch.page import PageOptions
from broadsheet.batch.stream import FIELDS, as_written, entry_of, facts, stream
from broadsheet.batch.worker import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["extract_pages", "schema"]

_TYPES: Final = {
    "int32": "int",
    "int64": "bigint",
    "string": "string",
    "bool": "boolean",
    "double": "double",
    "binary": "binary",
    "list<string>": "array<string>",
}


def schema(carry: Sequence[str] = ()) -> str:
    """The schema of the output, as Spark's DDL.

    Args:
        carry: columns of the input that are handed on, with their types: ``("id bigint",)``.
    """
    return ", ".join([*carry, *(f"`{column.name}` {_TYPES[column.type]}" for column in FIELDS)])


def extract_pages(
    *,
    html: str = "html",
    url: str = "url",
    captured: str = "captured",
    carry: Sequence[str] = (),
    options: PageOptions | None = None,
    limits: Limits | None = None,
) -> Callable[[Iterator[pd.DataFrame]], Iterator[pd.DataFrame]]:
    """A function from frames of pages to frames of articles, a row for each page.

    Args:
        html: the column that holds the page, as text or bytes.
        url: the column that holds its address; the frame need not have it.
        captured: the column that says when it was captured, in the form of ISO 8601 with an offset; likewise.
        carry: columns of the input that are handed on; their names, or name and type as for `schema`.
        options: what is made of each page.
        limits: what a page may take.
    """
    chosen = options if options is not None else PageOptions(near_duplicates=False)
    bounds = limits if limits is not None else Limits()
    kept = [word.split()[0].strip("`") for word in carry]

    def extract(frames: Iterator[pd.DataFrame]) -> Iterator[pd.DataFrame]:
        waiting: list[pd.DataFrame] = []

        def entries() -> Iterator[Any]:
            for frame in frames:
                waiting.append(frame)
                none = [None] * len(frame)
                columns = (frame.get(name, none) for name in (url, captured))
                for page, address, when in zip(frame[html], *columns, strict=True):
                    yield entry_of(_known(page), url=_known(address), fetched=as_written(_known(when)))

        rows = stream(entries(), chosen, bounds)
        done: list[dict[str, Any]] = []
        for row in rows:
            done.append(facts(row))
            while waiting and len(done) >= len(waiting[0]):
                frame = waiting.pop(0)
                some, done = done[: len(frame)], done[len(frame) :]
                yield _frame(some, frame[kept])
        for frame in waiting:  # frames without rows
            yield _frame([], frame[kept])

    return extract


def _known(value: Any) -> Any:
    """A value of a frame, or None where it is missing: pandas 3 has NaN for it in columns of text."""
    return None if value is pd.NA or (isinstance(value, float) and value != value) else value


def _frame(rows: list[dict[str, Any]], carried: pd.DataFrame) -> pd.DataFrame:
    names = [column.name for column in FIELDS]
    found = pd.DataFrame(rows, columns=names).astype(object)
    found = found.where(found.notna(), None)
    return pd.concat([carried.reset_index(drop=True), found], axis=1)
