"""The server's workers: their tasks and answers, which can be pickled, and their pool behind a queue of requests.

A task that waits too long for a worker is refused; a task without a waiting client is dropped when others wait.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal

from broadsheet import pipeline
from broadsheet.crawl.batch.page import WARM_UP
from broadsheet.crawl.batch.pool import Pool
from broadsheet.crawl.batch.process import Limits, Work, WorkersFail
from broadsheet.errors import BroadsheetError
from broadsheet.methods.base import Given
from broadsheet.page import page_of
from broadsheet.show.serve.inspection import inspect
from broadsheet.show.serve.inspector import as_html, policy
from broadsheet.verdict import identify

__all__ = [
    "Answer",
    "Bug",
    "Format",
    "NoMemory",
    "NoTurn",
    "Source",
    "Task",
    "Tasks",
    "Workers",
    "retrieve",
    "write_article",
    "write_inspection",
    "write_verdict",
]

Format = Literal["json", "text", "md", "html"]
MEDIA_TYPES: Final[dict[Format, str]] = {  # RFC 7763 for Markdown
    "json": "application/json",
    "text": "text/plain; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A page as received: text, or bytes to decode.

    ``charset`` is the encoding declared by the transport, for bytes; ``captured`` has an offset.
    """

    data: str | bytes = field(repr=False)
    url: str | None = None
    charset: str | None = None
    captured: datetime | None = None

    @property
    def given(self) -> Given:
        """What is known besides the page."""
        return Given(captured=self.captured)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The body of a response; without a Content Security Policy of its own it gets the strictest."""

    body: bytes = field(repr=False)
    media_type: str
    policy: str | None = None


@dataclass(frozen=True, slots=True)
class Bug:
    """An unexpected exception: its type and message, for the server's log."""

    words: str


Task = Callable[[], Answer]  # one of the functions below, with its arguments; it may raise a `BroadsheetError`


def write_article(source: Source, form: Format, *, header: bool, front_matter: bool, **options: Any) -> Answer:
    """Extract the article from a page and write it; ``options`` are further ones of `broadsheet.extract`."""
    article = pipeline.extract(
        source.data,
        url=source.url,
        charset=source.charset,
        given=source.given,
        with_places=form == "json",
        **options,
    )
    text = article.written(form, header=header, front_matter=front_matter)
    return Answer(body=_encoded(text), media_type=MEDIA_TYPES[form])


def write_verdict(source: Source) -> Answer:
    """Tell whether a page is an article."""
    verdict = identify(source.data, url=source.url, charset=source.charset)
    said = json.dumps({"url": source.url, **verdict.to_dict()}, ensure_ascii=False)
    return Answer(body=_encoded(said), media_type=MEDIA_TYPES["json"])


def write_inspection(source: Source, methods: Sequence[str]) -> Answer:
    """Show how the extraction of a page came about, by methods of which the first is selected."""
    page = page_of(source.data, url=source.url, charset=source.charset)
    inspection = inspect(page, methods, given=source.given)
    security = policy(len(inspection.runs))
    return Answer(body=_encoded(as_html(inspection)), media_type=MEDIA_TYPES["html"], policy=security)


@dataclass(frozen=True, slots=True)
class Tasks:
    """The work of the server's workers (`broadsheet.crawl.batch.process.Work`)."""

    def begin(self) -> Tasks:
        """Load weights and tables before the first page."""
        write_article(Source(data=WARM_UP), "json", header=True, front_matter=False)
        return self

    def __call__(self, task: Task, *, unit: int) -> Answer | BroadsheetError | Bug:
        """Return the answer to a task, or the error."""
        try:
            return task()
        except BroadsheetError as error:
            return error
        except MemoryError:
            return NoMemory()
        except Exception as error:
            return Bug(" ".join(f"{type(error).__name__}: {error}".split()))


class NoMemory(BroadsheetError):
    """A page exceeded its memory limit."""

    def __str__(self) -> str:
        return "the page needs more memory than the limit per page"


def _encoded(text: str) -> bytes:
    """Encode as UTF-8; lone surrogates become question marks."""
    return text.encode("utf-8", "replace")


class NoTurn(BroadsheetError):
    """A task waited too long for a worker."""


def retrieve(future: asyncio.Future[Any]) -> None:
    """Retrieve the exception of a future that nobody may wait for any more, so that asyncio does not log it."""
    if not future.cancelled():
        future.exception()


class Workers:
    """A pool of worker processes, for which a task waits ``patience`` seconds at most; the limits are per task."""

    def __init__(self, jobs: int, work: Work, limits: Limits, patience: float = float("inf")) -> None:
        self._pool = Pool(jobs, work, limits)
        self._patience = patience
        self._turns = asyncio.Semaphore(jobs)
        self._waiting = 0

    @property
    def restarts(self) -> int:
        """Workers replaced."""
        return self._pool.restarts

    async def open(self) -> None:
        """Start the workers, and wait until they are ready."""
        await asyncio.to_thread(self._pool.start)

    async def close(self) -> None:
        """End the workers, killing those at work."""
        await asyncio.to_thread(self._pool.close)

    async def do(self, task: Any) -> Any:
        """Run a task and return the worker's answer. Cancelled, it leaves the queue, or frees its worker when needed.

        Raises:
            NoTurn: it waited too long.
            PageTimeout, PageCrashed, WorkersFail: see `Pool.do`.
        """
        await self._turn()
        wanted = threading.Event()
        wanted.set()
        try:
            doing = asyncio.wrap_future(
                self._pool.submit(self._pool.do, task, lambda: wanted.is_set() or not self._waiting)
            )
        except RuntimeError as error:  # the pool is closed
            self._turns.release()
            raise WorkersFail("the server is shutting down") from error
        doing.add_done_callback(lambda _: self._turns.release())
        doing.add_done_callback(retrieve)
        try:
            # The thread continues after a cancellation, and keeps its turn until it ends.
            return await asyncio.shield(doing)
        finally:
            wanted.clear()

    async def _turn(self) -> None:
        """Wait for a free thread, and so for a worker; raise `NoTurn` after a while."""
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._turns.acquire()
        except TimeoutError as error:
            raise NoTurn(f"no worker was free within {self._patience:g} s; try again soon") from error
        finally:
            self._waiting -= 1
