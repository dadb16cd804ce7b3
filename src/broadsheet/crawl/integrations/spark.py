"""Spark: a function for ``DataFrame.mapInPandas``, and its output schema.

::

    from broadsheet.crawl.integrations.spark import extract_pages, schema

    articles = pages.mapInPandas(extract_pages(), schema())

Pages run in a killable process with limits of time and memory, so that no page can fail a task.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from broadsheet.crawl.batch.page import PageOptions
from broadsheet.crawl.batch.process import Limits
from broadsheet.crawl.batch.stream import FIELDS, as_written, entry_of, facts, stream

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
    """Return the output schema as Spark DDL.

    Args:
        carry: input columns to keep, with their types: ``("id bigint",)``.
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
    """Return a function from frames of pages to frames of articles, one row per page.

    Args:
        html: column of the page, as text or bytes.
        url: column of its URL; optional in the frame.
        captured: column of its time of capture (ISO 8601 with an offset); optional in the frame.
        carry: input columns to keep; names, or names and types as for `schema`.
        options: what to do with each page.
        limits: limits per page.
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
                done_here, done = done[: len(frame)], done[len(frame) :]
                yield _frame(done_here, frame[kept])
        for frame in waiting:  # frames without rows
            yield _frame([], frame[kept])

    return extract


def _known(value: Any) -> Any:
    """Return a value of a frame, or None if missing; pandas 3 uses NaN in text columns."""
    return None if value is pd.NA or (isinstance(value, float) and value != value) else value


def _frame(rows: list[dict[str, Any]], carried: pd.DataFrame) -> pd.DataFrame:
    names = [column.name for column in FIELDS]
    found = pd.DataFrame(rows, columns=names).astype(object)
    found = found.where(found.notna(), None)
    return pd.concat([carried.reset_index(drop=True), found], axis=1)
