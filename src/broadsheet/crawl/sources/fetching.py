"""Fetch many pages politely: robots.txt, a delay between requests to a host, few requests at a time, retries.

Pages come in the order of completion, with the numbers of their URLs. Memory is bounded: some thousand URLs are read
ahead, and pages wait in a short queue. The rules of a host (RFC 9309) are read once.
"""

from __future__ import annotations

import heapq
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final

from broadsheet.crawl.sources.http import Fetcher, address_of
from broadsheet.crawl.sources.http_cache import HttpCache, conditions
from broadsheet.crawl.sources.options import FetchOptions, Politeness
from broadsheet.crawl.sources.record import Entry, Record
from broadsheet.crawl.sources.robots import Visit, Visited, host_of
from broadsheet.errors import BroadsheetError, FetchFailed

__all__ = ["fetch_all"]

_AHEAD: Final = 50_000  # URLs read ahead, so that many URLs of one host do not block the others
_TEMPORARY_STATUSES: Final = frozenset({408, 425, 429, 500, 502, 503, 504})  # RFC 9110, section 15
_NOT_MODIFIED: Final = 304
_MAX_HOSTS: Final = 100_000  # hosts in memory before idle ones are dropped
_POLL_SECONDS: Final = 0.2  # interval of checks whether to stop
_JOIN_SECONDS: Final = 5.0  # time for threads to end


def fetch_all(
    addresses: Iterable[str],
    *,
    options: FetchOptions | None = None,
    politeness: Politeness | None = None,
    cache: HttpCache | None = None,
    visited: Visited | None = None,
    pages_only: bool = True,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Entry]:
    """Fetch pages.

    Args:
        addresses: ``http`` and ``https`` URLs, not a single string; read a bounded number ahead in the caller's thread.
        options: limits of each fetch.
        politeness: rules of fetching; by default those of ``visited``.
        cache: cache of responses: unchanged pages are not fetched again.
        visited: state of hosts from earlier fetches, updated, so that the rules hold across several lists.
        pages_only: reject responses with a declared type other than a page.
        stopped: polled; once it returns true, no more entries come, and fetches in progress are dropped.

    Yields:
        One entry per URL in the order of completion, numbered in the order of the URLs. Errors are entries too.

    Raises:
        TypeError: ``addresses`` is a single string.
    """
    if isinstance(addresses, str):
        raise TypeError("fetch_all takes several URLs: pass a list")
    visited = visited if visited is not None else Visited()
    crawl = _Crawl(options or FetchOptions(), politeness or visited.politeness, cache, visited, pages_only)
    try:
        yield from crawl.run(enumerate(addresses), stopped)
    finally:
        crawl.stop()


@dataclass(slots=True)
class _Task:
    number: int
    url: str
    attempts: int = 0


@dataclass(slots=True)
class _Host(Visit):
    waiting: deque[_Task] = field(default_factory=deque)
    active: int = 0
    queued: bool = False


@dataclass(eq=False)
class _Crawl:
    """Threads that fetch the next URL of the next host that is ready."""

    options: FetchOptions
    politeness: Politeness
    cache: HttpCache | None
    visited: Visited
    pages_only: bool
    over: threading.Event = field(default_factory=threading.Event)
    changed: threading.Condition = field(default_factory=threading.Condition)
    hosts: dict[str, _Host] = field(default_factory=dict)
    order: list[tuple[float, int, _Host]] = field(default_factory=list)
    turn: int = 0
    pending: int = 0
    threads: list[threading.Thread] = field(default_factory=list)
    fetchers: list[Fetcher] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.done: queue.Queue[Entry | BaseException] = queue.Queue(maxsize=2 * self.politeness.hosts)

    def run(self, tasks: Iterator[tuple[int, str]], stopped: Callable[[], bool]) -> Iterator[Entry]:
        """Yield all entries, unless stopped."""
        more = True
        while more or self.pending:
            while more and self.pending < _AHEAD:
                if (numbered := next(tasks, None)) is None:
                    more = False
                    break
                self.pending += 1
                known = self._enqueue(_Task(*numbered))
                if known is not None:
                    self.pending -= 1
                    yield known
                elif len(self.threads) < self.politeness.hosts:
                    self._start_thread()
                if not self.done.empty():
                    break
            if self.pending:
                if (entry := self._first_done(stopped)) is None:
                    return
                if isinstance(entry, BaseException):
                    raise entry
                self.pending -= 1
                yield entry

    def _first_done(self, stopped: Callable[[], bool]) -> Entry | BaseException | None:
        """Wait for the next result; None if stopped first."""
        while not stopped():
            with suppress(queue.Empty):
                return self.done.get(timeout=_POLL_SECONDS)
        return None

    def stop(self) -> None:
        """End the threads, interrupting fetches."""
        self.over.set()
        with self.changed:
            self.changed.notify_all()
        for fetcher in list(self.fetchers):
            fetcher.interrupt()
        end = time.monotonic() + _JOIN_SECONDS
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))
        self._save_hosts()

    def _save_hosts(self) -> None:
        """Save the state of hosts for the next fetch, except idle hosts without failures."""
        now = time.monotonic()
        with self.changed:
            for name, host in self.hosts.items():
                # A request that was interrupted may still be in progress.
                ready = max(host.ready, now + self.politeness.delay) if host.active else host.ready
                self.visited.hosts[name] = Visit(ready, host.failures, host.given_up)
        self.visited.hosts = {
            name: visit
            for name, visit in self.visited.hosts.items()
            if visit.ready > now or visit.failures or visit.given_up is not None
        }

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._work, name=f"fetch-{len(self.threads)}", daemon=True)
        self.threads.append(thread)
        thread.start()

    # Scheduling.

    def _enqueue(self, task: _Task) -> Entry | None:
        """Queue a URL; returns an entry if it is invalid, or needs no request."""
        try:
            name = host_of(task.url)
            address_of(task.url)  # before robots.txt is fetched
        except ValueError as error:
            return _failed(task, FetchFailed(task.url, f"this is not a valid URL: {error}"))
        except FetchFailed as error:
            return _failed(task, error)
        if self.cache is not None and self.cache.every and (kept := self.cache.recall(task.url)) is not None:
            return Entry(number=task.number, url=kept.url, record=kept)
        with self.changed:
            host = self.hosts.get(name)
            if host is None:
                if len(self.hosts) >= _MAX_HOSTS:
                    self._drop_idle()
                visit = self.visited.hosts.get(name, Visit())
                host = self.hosts[name] = _Host(visit.ready, visit.failures, visit.given_up)
            host.waiting.append(task)
            self._schedule(host)
        return None

    def _drop_idle(self) -> None:
        now = time.monotonic()
        self.hosts = {
            name: host
            for name, host in self.hosts.items()
            if host.waiting or host.active or host.ready > now or host.given_up is not None
        }

    def _schedule(self, host: _Host) -> None:
        """Schedule a host if it has URLs waiting and a free request slot."""
        if host.waiting and not host.queued and host.active < self.politeness.per_host:
            self.turn += 1
            host.queued = True
            heapq.heappush(self.order, (host.ready, self.turn, host))
            self.changed.notify()

    def _next(self) -> tuple[_Host, _Task] | None:
        """Wait for the next URL that may be fetched; None when stopped."""
        with self.changed:
            while not self.over.is_set():
                if not self.order:
                    self.changed.wait(_POLL_SECONDS)
                    continue
                ready, _, host = self.order[0]
                if host.ready > ready:  # delayed in the meantime
                    heapq.heapreplace(self.order, (host.ready, self.turn, host))
                    continue
                wait = ready - time.monotonic()
                if wait > 0:
                    self.changed.wait(min(wait, _POLL_SECONDS))
                    continue
                heapq.heappop(self.order)
                host.queued = False
                host.active += 1
                host.ready = time.monotonic() + self.politeness.delay
                task = host.waiting.popleft()
                self._schedule(host)
                return host, task
        return None

    # Fetching threads.

    def _work(self) -> None:
        try:
            with Fetcher(self.options) as fetcher, Fetcher(self.options) as for_robots:
                self.fetchers += [fetcher, for_robots]
                while (turn := self._next()) is not None:
                    self._process(*turn, fetcher, for_robots)
        except BaseException as error:
            self._put(error)

    def _process(self, host: _Host, task: _Task, fetcher: Fetcher, for_robots: Fetcher) -> None:
        entry, wait = self._attempt(host, task, fetcher, for_robots)
        if entry is not None:
            self._put(entry)
        with self.changed:
            host.active -= 1
            host.ready = max(host.ready, time.monotonic() + wait)
            if entry is None:
                host.waiting.appendleft(task)
            self._schedule(host)

    def _attempt(self, host: _Host, task: _Task, fetcher: Fetcher, for_robots: Fetcher) -> tuple[Entry | None, float]:
        """Try a URL once; returns its entry, or None for another attempt, and the seconds that the host must rest."""
        if host.given_up is not None:
            return _failed(task, FetchFailed(task.url, host.given_up)), 0.0
        delay = self.politeness.delay
        try:
            if self.politeness.robots:
                delay = max(delay, self._permitted(task.url, for_robots))
            record = self._fetch(task.url, fetcher, for_robots)
        except FetchFailed as error:
            wait = self._retry_wait(error, host, task)
            if wait is not None:
                task.attempts += 1
                return None, max(wait, delay)
            # After a refusal no request was made, so no delay is needed.
            return _failed(task, error), 0.0 if isinstance(error, _Refused) else delay
        except BroadsheetError as error:
            host.failures = 0
            return _failed(task, error), delay
        except Exception as error:  # an unexpected error must fail this URL only
            return _failed(task, FetchFailed(task.url, f"unexpected {type(error).__name__}: {error}")), delay
        host.failures = 0
        return Entry(number=task.number, url=record.url, record=record), delay

    def _permitted(self, url: str, fetcher: Fetcher) -> float:
        """Return the delay in seconds that the host's robots.txt asks for.

        Raises:
            FetchFailed: robots.txt forbids the URL.
        """
        rules = self.visited.robots.rules(url, fetcher)
        if (refusal := rules.against(url)) is not None:
            raise _Refused(url, refusal, temporary=rules.may_change)
        delay = rules.delay or 0.0
        if delay > self.politeness.longest_delay:
            raise _Refused(
                url,
                f"the site's robots.txt asks for {delay:g} s between requests, "
                f"more than the limit of {self.politeness.longest_delay:g} s",
            )
        return delay

    def _fetch(self, url: str, fetcher: Fetcher, for_robots: Fetcher) -> Record:
        # Also asked for redirects, which may lead to another host.
        permit = partial(self._permitted, fetcher=for_robots) if self.politeness.robots else None
        kept = self.cache.recall(url) if self.cache is not None else None
        fields = conditions(kept) if kept is not None else None
        try:
            record = fetcher.fetch(url, fields=fields, pages_only=self.pages_only, permit=permit)
        except FetchFailed as error:
            if error.status == _NOT_MODIFIED and kept is not None:
                return replace(kept, fetched=datetime.now(UTC).isoformat(timespec="seconds"))
            raise
        if self.cache is not None:
            self.cache.keep(url, record)
        return record

    def _retry_wait(self, error: FetchFailed, host: _Host, task: _Task) -> float | None:
        """Return the seconds until another attempt; None for no more attempts."""
        passing = error.temporary or error.status in _TEMPORARY_STATUSES
        if error.status is not None:
            host.failures = 0
        elif not isinstance(error, _Refused) and not task.attempts:  # retries of one page say little about its host
            host.failures += 1
            if host.failures >= self.politeness.failures:
                host.given_up = f"the host was given up after {host.failures} consecutive failures ({error.reason})"
        if not passing or host.given_up is not None:
            return None
        wait = error.wait if error.wait is not None else self.politeness.retry_wait * 2.0**task.attempts
        if wait > self.politeness.longest_wait:
            if error.wait is not None:
                host.given_up = f"the server asks to wait for {wait:.0f} s, longer than the limit"
            return None
        return wait if task.attempts < self.politeness.retries else None

    def _put(self, entry: Entry | BaseException) -> None:
        while not self.over.is_set():
            with suppress(queue.Full):
                self.done.put(entry, timeout=_POLL_SECONDS)
                return


class _Refused(FetchFailed):
    """The site's robots.txt forbids the request."""


def _failed(task: _Task, error: BroadsheetError) -> Entry:
    return Entry(number=task.number, url=task.url, error=error)
