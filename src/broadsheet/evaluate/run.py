"""The run: every page through every entrant, timed. What comes out is kept as it is, and scored by others.

It treats all entrants alike and must not know the answers.

How time is measured, the same for all:

* Every entrant gets the same text, decoded beforehand. Parsing it is inside the time of each.
* CPU time of the process, one call a page: what other programs do on the machine does not count.
* Everybody has a turn of some pages before the next one comes: who extracts a corpus runs one extractor over page after
  page. Where another one is run after each page, every call pays for what that left in the processor's caches.
* A page that makes libraries load what they load once (`broadsheet.evaluate.warm_up`) and a few of the corpora are
  passed through before the clock counts, so that models, imports, caches and compiled patterns are warm.
* The cyclic garbage collector is off during a call and on between calls, as in Python's ``timeit``.
* The order of the entrants is rotated from turn to turn, so that each comes first as often.
* A call that does not end within the limit is ended, and its time counts up to there.
"""

from __future__ import annotations

import gc
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, groupby
from time import process_time
from typing import TYPE_CHECKING, Final

from broadsheet import metadata
from broadsheet.evaluate.entrants import Entrant, Extraction
from broadsheet.evaluate.limit import TimeUp, time_limit
from broadsheet.evaluate.warm_up import LANGUAGE, PAGE, URL
from broadsheet.page import read_page

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from broadsheet.corpora import Corpus, Sample

__all__ = ["LIMIT", "READING", "TURN", "WARM_UP", "Call", "Outcome", "PageCalls", "Reading", "run"]

TURN: Final = 20
"""Pages that go through one entrant before the next one has them."""
WARM_UP: Final = 4
"""Pages that go through every entrant before the clock counts."""
LIMIT: Final = 60.0
"""Seconds of wall-clock time that a call may take: a thousand times what the slowest library needs for a usual page."""

READING: Final = "(headline)"
"""What `run` is asked for where only the headline of a page is to be read."""


class Outcome(StrEnum):
    """How a call ended. A failure is not an empty result: both score as no text, and are counted apart."""

    EXTRACTED = "extracted"
    EMPTY = "empty"
    FAILED = "failed"
    TIMEOUT = "timeout"

    @property
    def is_failure(self) -> bool:
        """Whether there is no result at all."""
        return self in (Outcome.FAILED, Outcome.TIMEOUT)


@dataclass(frozen=True, slots=True)
class Call:
    """What one entrant gave for one page.

    Attributes:
        entrant: its name.
        outcome: how the call ended.
        error: what was raised, in one line, if it failed.
        seconds: CPU seconds of the call, failed or not.
        stages: CPU seconds of its parts, for our methods.
        confidence: the entrant's own probability that it is right, if it gives one.
        text: what came out; empty if the call failed.
    """

    entrant: str
    outcome: Outcome
    error: str | None
    seconds: float
    stages: Mapping[str, float]
    confidence: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The headline as our metadata reads it, which is in no entrant's time.

    Attributes:
        title: the headline, if there is one.
        seconds: CPU seconds besides parsing; None if it failed.
        error: what was raised, in one line, if it failed.
    """

    title: str | None
    seconds: float | None
    error: str | None


@dataclass(frozen=True, slots=True)
class PageCalls:
    """What came out for one page.

    Attributes:
        corpus: the corpus's name.
        page: the page's name.
        reading: the headline as our metadata reads it.
        calls: one for each entrant that was called, in the order in which they were entered.
    """

    corpus: str
    page: str
    reading: Reading
    calls: tuple[Call, ...]


def run(
    corpora: Sequence[Corpus],
    entrants: Sequence[Entrant],
    *,
    wanted: Callable[[str, str], Container[str]] | None = None,
    limit: float | None = LIMIT,
    warm_up: int = WARM_UP,
    turn: int = TURN,
) -> Iterator[PageCalls]:
    """Pass every page through every entrant, in one thread.

    Args:
        corpora: the pages.
        entrants: who takes part.
        wanted: gives for a corpus's name and a page's name the entrants that are to be called, and `READING` where
            only the headline is; all entrants are by default.
        limit: seconds that a call may take, where calls can be limited (`broadsheet.evaluate.limit`).
        warm_up: pages to pass through first, spread over all of them, after one that makes libraries load what they
            load once; with 0, none at all.
        turn: pages that go through one entrant before the next one has them: 1 or more.

    Yields:
        One result a page that something was to be done for, in order, when its turn is through.

    Raises:
        CorpusError: a page cannot be read.
    """
    pages = [(corpus.name, sample) for corpus in corpora for sample in corpus]
    todo: list[_Task] = []
    for number, (name, sample) in enumerate(pages):
        names = wanted(name, sample.gold.id) if wanted is not None else {entrant.name for entrant in entrants}
        called = tuple(place for place, entrant in enumerate(entrants) if entrant.name in names)
        if called or READING in names:
            todo.append(_Task(number // turn, name, sample, called))
    busy = {place for task in todo for place in task.called}
    samples = [task.sample for task in todo[:: max(1, len(todo) // max(1, warm_up))][:warm_up]]
    some = ((one.text(), one.gold.url, one.gold.lang, one.gold.site_or_page) for one in samples)
    for html, url, lang, site in chain([(PAGE, URL, LANGUAGE, None)] if samples else [], some):
        _read_headline(html, url, limit)
        for place in sorted(busy):
            with suppress(Exception, TimeUp), time_limit(limit):
                entrants[place].extract(html, url=url, lang=lang, site=site)
    for number, tasks in groupby(todo, key=lambda task: task.turn):
        yield from _turns(list(tasks), entrants, first=number, limit=limit)


@dataclass(frozen=True, slots=True)
class _Task:
    """What is to be done for a page.

    Attributes:
        turn: the number of the turns that it is in, by its place among all pages: an interrupted run goes on in the
            order in which it began.
        corpus: the corpus's name.
        sample: the page.
        called: the places of the entrants that are called.
    """

    turn: int
    corpus: str
    sample: Sample
    called: tuple[int, ...]


def _turns(
    tasks: Sequence[_Task], entrants: Sequence[Entrant], *, first: int, limit: float | None
) -> Iterator[PageCalls]:
    """Some pages through the entrants, one entrant after the other, beginning with another one each time."""
    texts = [task.sample.text() for task in tasks]
    readings = [_read_headline(html, task.sample.gold.url, limit) for html, task in zip(texts, tasks, strict=True)]
    calls: list[dict[int, Call]] = [{} for _ in tasks]
    for step in range(len(entrants)):
        place = (first + step) % len(entrants)
        for task, html, done in zip(tasks, texts, calls, strict=True):
            if place in task.called:
                done[place] = _call(entrants[place], html, task.sample, limit)
    for task, reading, done in zip(tasks, readings, calls, strict=True):
        yield PageCalls(task.corpus, task.sample.gold.id, reading, tuple(done[place] for place in task.called))


def _read_headline(html: str, url: str | None, limit: float | None) -> Reading:
    try:
        with time_limit(limit):
            page = read_page(html, url=url)
            began = process_time()
            title = metadata.read(page).title
            seconds = process_time() - began
    except TimeUp:
        return Reading(None, None, _too_long(limit))
    except Exception as error:  # the page is scored without a headline, and the report says so
        return Reading(None, None, _in_words(error))
    return Reading(title, seconds, None)


def _call(entrant: Entrant, html: str, sample: Sample, limit: float | None) -> Call:
    """What a call gave or raised, and its CPU seconds."""
    collecting = gc.isenabled()
    gc.disable()
    result, error = Extraction(""), None
    seconds = 0.0
    try:
        with time_limit(limit):
            began = process_time()
            try:
                gold = sample.gold
                result = entrant.extract(html, url=gold.url, lang=gold.lang, site=gold.site_or_page)
            finally:
                seconds = process_time() - began
        outcome = Outcome.EXTRACTED if result.text.strip() else Outcome.EMPTY
    except TimeUp:
        result, outcome, error = Extraction(""), Outcome.TIMEOUT, _too_long(limit)
    except Exception as raised:  # whatever a library raises is a failure of the library on this page
        outcome, error = Outcome.FAILED, _in_words(raised)
    finally:
        if collecting:
            gc.enable()
    return Call(entrant.name, outcome, error, seconds, result.stages, result.confidence, result.text)


def _too_long(limit: float | None) -> str:
    return f"timeout: no answer in {limit:g} s"


def _in_words(error: BaseException) -> str:
    """An error in one line; one that says nothing by what it comes from."""
    words = " ".join(str(error).split())
    if not words and error.__cause__ is not None:
        words = f"from {_in_words(error.__cause__)}"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
