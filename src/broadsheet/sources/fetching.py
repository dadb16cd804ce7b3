"""Many addresses -> their pages, with manners: robots.txt, a pause between requests to a host, few at a time, retries.

Pages come in the order in which they are there, each with the number of its address. Memory is bounded: addresses are
read some thousands ahead, pages wait in a short queue. It must not know where the addresses are from.
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
from typing import Final

from broadsheet.errors import BroadsheetError, FetchFailed
from broadsheet.sources.entry import Entry
from broadsheet.sources.http import Fetcher, address_of
from broadsheet.sources.http_cache import HttpCache, conditions, unchanged
from broadsheet.sources.options import FetchOptions
from broadsheet.sources.politeness import Politeness, Visit, Visited
from broadsheet.sources.record import Record
from broadsheet.sources.robots import Robots, host_of

__all__ = ["fetch_all"]

_AHEAD: Final = 50_000
"""Addresses that are looked at ahead, so that one host at the top of a list does not keep the others waiting."""
_FOR_THE_MOMENT: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses after which it may go better another time (RFC 9110, section 15)."""
_NOT_MODIFIED: Final = 304
_MOST_HOSTS: Final = 100_000
"""Hosts that are remembered without being forgotten now and then."""
_LOOK: Final = 0.2
"""Seconds between two looks at whether it is over."""
_PATIENCE: Final = 5.0
"""Seconds that threads have to end."""


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
        addresses: ``http`` and ``https`` URLs. They are read a bounded number ahead, in the caller's thread.
        options: the limits of each fetch. Its retries do not count: those of the manners do.
        politeness: the manners.
        cache: answers that were kept: pages that have not changed since are not fetched again.
        visited: what earlier fetches remember of hosts, and this one adds to: where several lists are fetched one
            after the other, the manners hold over all of them.
        pages_only: refuse what a server declares to be no page.
        stopped: asked again and again whether to stop: then no more entries come, and what is being fetched is let go.

    Yields:
        One entry an address, numbered in the order of the addresses, in the order in which they are done. An address
        that cannot be had is an entry with an error.
    """
    visited = visited if visited is not None else Visited()
    crawl = _Crawl(options or FetchOptions(), politeness or Politeness(), cache, visited, pages_only=pages_only)
    try:
        yield from crawl.run(enumerate(addresses), stopped)
    finally:
        crawl.stop()


@dataclass(slots=True)
class _Task:
    """An address to be fetched."""

    number: int
    url: str
    attempts: int = 0


@dataclass(slots=True)
class _Host:
    """What is known of a host, and what is wanted from it."""

    name: str
    waiting: deque[_Task] = field(default_factory=deque)
    ready: float = 0.0
    active: int = 0
    failures: int = 0
    given_up: str | None = None
    queued: bool = False


class _Crawl:
    """Threads that take the next address of the next host that may be asked again."""

    def __init__(
        self,
        options: FetchOptions,
        politeness: Politeness,
        cache: HttpCache | None,
        visited: Visited,
        *,
        pages_only: bool,
    ) -> None:
        self.pages_only = pages_only
        self.options = replace(options, retries=0)
        self.manners = politeness
        self.cache = cache
        self.visited = visited
        self.robots = visited.robots = visited.robots or Robots()
        self.over = threading.Event()
        self.changed = threading.Condition()
        self.hosts: dict[str, _Host] = {}
        self.order: list[tuple[float, int, _Host]] = []
        self.turn = 0
        self.pending = 0
        self.done: queue.Queue[Entry | BaseException] = queue.Queue(maxsize=2 * politeness.hosts)
        self.threads: list[threading.Thread] = []
        self.fetchers: list[Fetcher] = []

    def run(self, tasks: Iterator[tuple[int, str]], stopped: Callable[[], bool]) -> Iterator[Entry]:
        """All entries, unless it is to stop."""
        more = True
        while more or self.pending:
            while more and self.pending < _AHEAD:
                numbered = next(tasks, None)
                if numbered is None:
                    more = False
                    break
                self.pending += 1
                wrong = self._want(_Task(*numbered))
                if wrong is not None:
                    self.pending -= 1
                    yield wrong
                elif len(self.threads) < self.manners.hosts:
                    self._start_thread()
                if not self.done.empty():
                    break
            if self.pending:
                entry = self._first_done(stopped)
                if entry is None:
                    return
                if isinstance(entry, BaseException):
                    raise entry
                self.pending -= 1
                yield entry

    def _first_done(self, stopped: Callable[[], bool]) -> Entry | BaseException | None:
        """What is done next; None if it is to stop before."""
        while not stopped():
            with suppress(queue.Empty):
                return self.done.get(timeout=_LOOK)
        return None

    def stop(self) -> None:
        """End the threads, in the middle of a fetch if need be."""
        self.over.set()
        with self.changed:
            self.changed.notify_all()
        for fetcher in list(self.fetchers):
            fetcher.interrupt()
        end = time.monotonic() + _PATIENCE
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))
        self._remember()

    def _remember(self) -> None:
        """Write down how hosts are left, for the next fetch; those that may be asked at once are forgotten."""
        now = time.monotonic()
        with self.changed:
            for host in self.hosts.values():
                # A request that did not end in time may be on its way still.
                ready = max(host.ready, now + self.manners.delay) if host.active else host.ready
                self.visited.hosts[host.name] = Visit(ready=ready, failures=host.failures, given_up=host.given_up)
        self.visited.hosts = {
            name: visit
            for name, visit in self.visited.hosts.items()
            if visit.ready > now or visit.failures or visit.given_up is not None
        }

    def _start_thread(self) -> None:
        thread = threading.Thread(target=self._work, name=f"fetch-{len(self.threads)}", daemon=True)
        self.threads.append(thread)
        thread.start()

    # Whose turn it is.

    def _want(self, task: _Task) -> Entry | None:
        """Queue an address; an entry if it is none."""
        try:
            name = host_of(task.url)
            address_of(task.url)  # before the rules of its host are asked for
        except ValueError as error:
            return _failed(task, FetchFailed(task.url, f"this is not a valid address: {error}"))
        except FetchFailed as error:
            return _failed(task, error)
        with self.changed:
            host = self.hosts.get(name)
            if host is None:
                if len(self.hosts) >= _MOST_HOSTS:
                    self._forget()
                host = self.hosts[name] = _Host(name)
                if (visit := self.visited.hosts.get(name)) is not None:
                    host.ready, host.failures, host.given_up = visit.ready, visit.failures, visit.given_up
            host.waiting.append(task)
            self._queue(host)
        return None

    def _forget(self) -> None:
        """Forget the hosts that may be asked again at once and of which nothing is wanted."""
        now = time.monotonic()
        self.hosts = {
            name: host
            for name, host in self.hosts.items()
            if host.waiting or host.active or host.ready > now or host.given_up is not None
        }

    def _queue(self, host: _Host) -> None:
        """Let a host have a turn, if there is something to ask it for and it is not being asked enough."""
        if host.waiting and not host.queued and host.active < self.manners.per_host:
            self.turn += 1
            host.queued = True
            heapq.heappush(self.order, (host.ready, self.turn, host))
            self.changed.notify()

    def _next(self) -> tuple[_Host, _Task] | None:
        """The next address that may be fetched, when it may be; None when all is over."""
        with self.changed:
            while not self.over.is_set():
                if not self.order:
                    self.changed.wait(_LOOK)
                    continue
                ready, _, host = self.order[0]
                if host.ready > ready:  # it was told to wait meanwhile
                    heapq.heapreplace(self.order, (host.ready, self.turn, host))
                    continue
                wait = ready - time.monotonic()
                if wait > 0:
                    self.changed.wait(min(wait, _LOOK))
                    continue
                heapq.heappop(self.order)
                host.queued = False
                host.active += 1
                host.ready = time.monotonic() + self.manners.delay
                task = host.waiting.popleft()
                self._queue(host)
                return host, task
        return None

    def _finished(self, host: _Host, *, wait: float, again: _Task | None) -> None:
        with self.changed:
            host.active -= 1
            host.ready = max(host.ready, time.monotonic() + wait)
            if again is not None:
                host.waiting.appendleft(again)
            self._queue(host)

    # What a thread does.

    def _work(self) -> None:
        try:
            with Fetcher(self.options) as fetcher, Fetcher(self.options) as for_robots:
                self.fetchers += [fetcher, for_robots]
                while (turn := self._next()) is not None:
                    self._serve(*turn, fetcher, for_robots)
        except BaseException as error:
            self._put(error)

    def _serve(self, host: _Host, task: _Task, fetcher: Fetcher, for_robots: Fetcher) -> None:
        if host.given_up is not None:
            self._put(_failed(task, FetchFailed(task.url, host.given_up)))
            self._finished(host, wait=0.0, again=None)
            return
        delay = self.manners.delay
        try:
            if self.manners.robots:
                delay = max(delay, self._permitted(task.url, for_robots))
            record = self._fetch(task.url, fetcher, for_robots)
        except FetchFailed as error:
            wait = self._after(error, host, task)
            if wait is not None:
                task.attempts += 1
                self._finished(host, wait=max(wait, delay), again=task)
                return
            self._put(_failed(task, error))
            # Without a request there is nothing to pause after.
            self._finished(host, wait=0.0 if isinstance(error, _Refused) else delay, again=None)
        except BroadsheetError as error:
            host.failures = 0
            self._put(_failed(task, error))
            self._finished(host, wait=delay, again=None)
        except Exception as error:  # what nobody thought of is this address's trouble, not that of the others
            words = f"an unforeseen error, {type(error).__name__}: {error}"
            self._put(_failed(task, FetchFailed(task.url, words)))
            self._finished(host, wait=delay, again=None)
        else:
            host.failures = 0
            self._put(Entry(number=task.number, url=record.url, record=record))
            self._finished(host, wait=delay, again=None)

    def _permitted(self, url: str, fetcher: Fetcher) -> float:
        """Seconds between two requests that the host asks for.

        Raises:
            FetchFailed: the address may not be fetched.
        """
        rules = self.robots.rules(url, fetcher)
        if (refusal := rules.against(url)) is not None:
            raise _Refused(url, refusal)
        delay = rules.delay or 0.0
        if delay > self.manners.longest_delay:
            raise _Refused(
                url,
                f"the site's robots.txt asks for {delay:g} s between requests, "
                f"more than the {self.manners.longest_delay:g} s that are granted",
            )
        return delay

    def _fetch(self, url: str, fetcher: Fetcher, for_robots: Fetcher) -> Record:
        def permit(address: str) -> None:
            # A redirect may lead to another host, which has rules of its own.
            self._permitted(address, for_robots)

        kept = self.cache.recall(url) if self.cache is not None else None
        fields = conditions(kept) if kept is not None else None
        try:
            record = fetcher.fetch(
                url, fields=fields, pages_only=self.pages_only, permit=permit if self.manners.robots else None
            )
        except FetchFailed as error:
            if error.status == _NOT_MODIFIED and kept is not None:
                return unchanged(kept, url, datetime.now(UTC).isoformat(timespec="seconds"))
            raise
        if self.cache is not None:
            self.cache.keep(url, record)
        return record

    def _after(self, error: FetchFailed, host: _Host, task: _Task) -> float | None:
        """Seconds until another attempt; None if there is to be none."""
        passing = error.temporary or error.status in _FOR_THE_MOMENT
        if error.status is not None:
            host.failures = 0
        elif not isinstance(error, _Refused):
            host.failures += 1
            if host.failures >= self.manners.failures:
                host.given_up = f"the host was given up after {host.failures} failures in a row ({error.reason})"
        if not passing or host.given_up is not None:
            return None
        wait = error.wait if error.wait is not None else self.manners.retry_wait * 2.0**task.attempts
        if wait > self.manners.longest_wait:
            if error.wait is not None:
                host.given_up = f"the server asks to wait for {wait:.0f} s, longer than is waited for a page"
            return None
        return wait if task.attempts < self.manners.retries else None

    def _put(self, entry: Entry | BaseException) -> None:
        while not self.over.is_set():
            with suppress(queue.Full):
                self.done.put(entry, timeout=_LOOK)
                return


class _Refused(FetchFailed):
    """Nothing was asked for: the site does not want it."""


def _failed(task: _Task, error: BroadsheetError) -> Entry:
    return Entry(number=task.number, url=task.url, error=error)
