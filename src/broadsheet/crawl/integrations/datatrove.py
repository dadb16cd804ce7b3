"""datatrove: a pipeline step that replaces HTML documents by their articles.

::

    from broadsheet.crawl.integrations.datatrove import Broadsheet

    pipeline = [WarcReader(...), Broadsheet(), JsonlWriter(...)]

Pages run in a killable process with limits of time and memory; outcomes are counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import tee
from typing import TYPE_CHECKING, Any

from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

from broadsheet.crawl.batch.page import PageOptions
from broadsheet.crawl.batch.process import Limits
from broadsheet.crawl.batch.schema import Outcome
from broadsheet.crawl.batch.stream import as_written, entry_of, facts, stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    from datatrove.data import Document

__all__ = ["Broadsheet"]


class Broadsheet(PipelineStep):  # type: ignore[misc] # datatrove has no types
    """Extracts the article of each document.

    ``metadata["url"]`` is the page's URL, and ``metadata["date"]``, if it has a time and an offset, its time of
    capture, as datatrove's WARC reader sets it. Title, authors, dates and ``outcome`` are added to the metadata;
    existing keys are kept.

    Args:
        options: what to do with each page.
        limits: limits per page.
        keep: outcomes of the documents to pass on; others are dropped and counted.
    """

    type = "EXTRACTOR"
    name = "Broadsheet"

    def __init__(
        self,
        options: PageOptions | None = None,
        limits: Limits | None = None,
        keep: Iterable[str] = (Outcome.EXTRACTED,),
    ) -> None:
        super().__init__()
        self.options = options if options is not None else PageOptions(near_duplicates=False)
        self.limits = limits if limits is not None else Limits()
        self.keep = frozenset(map(str, keep))

    def run(self, data: Iterable[Document], rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yield the documents with their articles, in order."""
        documents, pages = tee(data or ())
        entries = (
            entry_of(page.text, url=page.metadata.get("url"), fetched=as_written(page.metadata.get("date")))
            for page in pages
        )
        for document, row in zip(documents, stream(entries, self.options, self.limits), strict=True):
            found: dict[str, Any] = facts(row)
            outcome = found["outcome"]
            self.stat_update(StatHints.total, outcome)
            document.text = found.pop("text") or ""
            document.metadata = {**{name: value for name, value in found.items() if value}, **document.metadata}
            document.metadata["outcome"] = outcome
            if outcome in self.keep:
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update(StatHints.dropped)
