"""datatrove: a step that takes documents whose text is HTML and hands on documents whose text is the article.

::

    from broadsheet.integrations.datatrove import Broadsheet

    pipeline = [WarcReader(...), Broadsheet(), JsonlWriter(...)]

Pages run in a process that can be killed, with limits of time and memory; what became of each page is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import tee
from typing import TYPE_CHECKING, Any

from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

from broadsheet.batch.outcome import Outcome
from broadsheet.batch.page import PageOptions
from broadsheet.batch.stream import as_written, entry_of, facts, stream
from broadsheet.batch.worker import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from datatrove.data import Document

__all__ = ["Broadsheet"]


class Broadsheet(PipelineStep):  # type: ignore[misc] # datatrove has no types
    """Extracts the article of each document.

    The document's ``metadata["url"]`` is the address of the page, and ``metadata["date"]``, where it has a time and an
    offset, when it was captured, as datatrove's reader of WARC files has it. The article's title, authors, dates and
    the like are added to the metadata, with ``outcome``; what the metadata has already stays.

    Args:
        options: what is made of each page.
        limits: what a page may take.
        keep: outcomes whose documents are handed on; the others are dropped, and counted.
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
        """The documents with their articles, in order."""
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
