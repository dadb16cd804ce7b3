"""`Extractor`: `broadsheet.extract` in worker processes, with limits of time and memory per page.

For whole crawls, with output files and resumption, use `broadsheet.crawl.batch`.
"""

from __future__ import annotations

import os
import pickle
import threading
import weakref
from asyncio import wrap_future
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from inspect import signature
from typing import Any, Final, Self, TypeAlias, TypeVar

from broadsheet import pipeline
from broadsheet.article import Article
from broadsheet.crawl.batch.checks import instance, positive
from broadsheet.crawl.batch.page import WARM_UP
from broadsheet.crawl.batch.pool import Pool
from broadsheet.crawl.batch.process import Limits, cores
from broadsheet.crawl.sources.options import check_seconds
from broadsheet.errors import PageCrashed
from broadsheet.page import Page, is_address

__all__ = ["Extractor", "Result"]

_AHEAD: Final = 3  # pages that `map` reads ahead per worker: bounds the memory, and keeps workers busy

Html: TypeAlias = str | bytes | bytearray | memoryview | Page
Input: TypeAlias = Html | tuple[Html, str | None]
_T = TypeVar("_T")
_EXTRACT: Final = signature(pipeline.extract)
_Call: TypeAlias = tuple[str | bytes | Page, dict[str, Any]]  # a page and the options, as they are sent to a worker


@dataclass(frozen=True, slots=True)
class Result:
    """The result for a page of `Extractor.map`: one of the two is None.

    Attributes:
        article: the article.
        error: the exception that `Extractor.extract` would have raised.
    """

    article: Article | None = None
    error: Exception | None = None


class Extractor:
    """A pool of worker processes that extract articles; a context manager that ends them.

    Workers start when they are first needed, and load their models once. If a page exceeds a limit, its worker is
    killed and replaced. Threads and the tasks of an event loop may share an extractor. It can be pickled, and used
    after a fork: the other process then has its own workers.

    Args:
        workers: number of worker processes; by default the number of available cores.
        timeout: wall-clock limit per page, in seconds.
        memory: memory limit per page in MB, on Linux.

    Raises:
        TypeError, ValueError: an argument has a wrong type or value.
        NeedsNotMet: not a POSIX system.
    """

    def __init__(self, *, workers: int | None = None, timeout: float = 60.0, memory: int = 1024) -> None:
        self.workers = positive(workers, "workers") if workers is not None else cores()
        instance(timeout, (int, float), "timeout")
        check_seconds(timeout, "timeout")
        self._limits = Limits(seconds=timeout, megabytes=positive(memory, "memory"))
        self._pool = Pool(self.workers, _Extraction(), self._limits)
        self._closed = False
        weakref.finalize(self, self._pool.close, wait=False)  # also at the end of the program
        _EXTRACTORS.add(self)

    def __reduce__(self) -> tuple[Any, ...]:
        limits = self._limits
        return partial(Extractor, workers=self.workers, timeout=limits.seconds, memory=limits.megabytes), ()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers, killing those at work."""
        self._closed = True
        self._pool.close()

    def extract(self, html: Html, **options: Any) -> Article:
        """Extract the article from a page.

        Args:
            html: the page, as for `broadsheet.extract`.
            options: the options of `broadsheet.extract`.

        Raises:
            PageTimeout: the page took too long.
            PageCrashed: its worker died: out of memory, a crash, or killed by another process.
            WorkersFail: workers do not start.
            RuntimeError: the extractor is closed.
            BroadsheetError, TypeError, ValueError: as `broadsheet.extract`.
        """
        with self._ahead() as (_, abandoned):
            return self._submit(self._do, _call(html, options), abandoned).result()

    def map(self, pages: Iterable[Input], **options: Any) -> Iterator[Result]:
        """Extract the articles from many pages on all workers.

        Args:
            pages: the pages, read a few ahead; each as for `extract`, or a pair of a page and its URL.
            options: the options of `broadsheet.extract`, for all pages.

        Yields:
            A result per page, in order.

        Raises:
            RuntimeError: the extractor is closed.
            TypeError: ``pages`` is one page, or `broadsheet.extract` has no such option.
        """
        with self._ahead(pages) as (waiting, abandoned):
            for page in pages:
                waiting.append(self._submit(self._result, _call(page, options), abandoned))
                if len(waiting) > _AHEAD * self.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    async def aextract(self, html: Html, **options: Any) -> Article:
        """The awaitable version of `extract`. If it is cancelled, its worker is killed."""
        with self._ahead() as (_, abandoned):
            return await wrap_future(self._submit(self._do, _call(html, options), abandoned))

    async def amap(self, pages: Iterable[Input] | AsyncIterable[Input], **options: Any) -> AsyncIterator[Result]:
        """The asynchronous version of `map`, also for an asynchronous iterable."""
        with self._ahead(pages) as (waiting, abandoned):
            async for page in _each(pages):
                waiting.append(self._submit(self._result, _call(page, options), abandoned))
                if len(waiting) > _AHEAD * self.workers:
                    yield await wrap_future(waiting.popleft())
            while waiting:
                yield await wrap_future(waiting.popleft())

    @contextmanager
    def _ahead(self, pages: object = ()) -> Iterator[tuple[deque[Future[Result]], threading.Event]]:
        """Yield a queue of results, and an event that tells the workers that they are no longer wanted."""
        if _is_one(pages):
            raise TypeError("map and amap take several pages: pass a list, or use extract or aextract for one page")
        abandoned = threading.Event()
        waiting: deque[Future[Result]] = deque()
        try:
            yield waiting, abandoned
        finally:
            abandoned.set()
            for future in waiting:
                future.cancel()

    def _do(self, call: _Call, abandoned: threading.Event) -> Article:
        """Run a call in a worker; ``abandoned`` is set when the result is no longer wanted."""
        answer = self._pool.do(call, lambda: not abandoned.is_set())
        if isinstance(answer, Article):
            return answer
        raise answer

    def _result(self, call: _Call, abandoned: threading.Event) -> Result:
        try:
            return Result(article=self._do(call, abandoned))
        except Exception as error:
            return Result(error=error)

    def _submit(self, function: Callable[[_Call, threading.Event], _T], *args: Any) -> Future[_T]:
        if self._closed:
            raise RuntimeError("the extractor is closed")
        return self._pool.submit(function, *args)


@dataclass(frozen=True, slots=True)
class _Extraction:
    """The work of the workers (`broadsheet.crawl.batch.process.Work`)."""

    def begin(self) -> _Extraction:
        pipeline.extract(WARM_UP)
        return self

    def __call__(self, call: _Call, *, unit: int) -> Article | Exception:
        html, options = call
        try:
            return pipeline.extract(html, **options)
        except MemoryError:
            return PageCrashed("it needs more memory than the limit per page")
        except Exception as error:
            return _portable(error)


def _portable(error: Exception) -> Exception:
    """Return the error, or one with the same message if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def _call(page: Input, options: dict[str, Any]) -> _Call:
    if isinstance(page, tuple) and len(page) == 2:  # another tuple is an error of its page
        return _call(page[0], {**options, "url": page[1]})
    _EXTRACT.bind(page, **options)  # an unknown option is an error of the call, not of each page
    return bytes(page) if isinstance(page, bytearray | memoryview) else page, options


def _is_one(pages: object) -> bool:
    """Whether this is one page, or a pair of a page and its URL."""
    if isinstance(pages, tuple) and len(pages) == 2:
        return pages[1] is None or (isinstance(pages[1], str) and is_address(pages[1]))
    return isinstance(pages, Html)


async def _each(pages: Iterable[Input] | AsyncIterable[Input]) -> AsyncIterator[Input]:
    if isinstance(pages, AsyncIterable):
        async for page in pages:
            yield page
    else:
        for page in pages:
            yield page


_EXTRACTORS: Final[weakref.WeakSet[Extractor]] = weakref.WeakSet()  # for processes forked from this one


def _forget_all() -> None:
    """Start without workers and threads in a forked process: they belong to its parent."""
    for extractor in list(_EXTRACTORS):
        extractor._pool.forget()  # noqa: SLF001 - same module


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
