"""Run every entrant on every page, timed and with a time limit. Results are stored unscored.

Timing, the same for all entrants:

* Every entrant gets the same decoded text. Parsing is included.
* CPU time of the process, one call per page, so other programs do not matter.
* Entrants take turns of some pages each, as when a corpus is extracted with one extractor. If another one ran after
  each page, every call would pay for the processor caches that it left.
* A page that triggers one-time loading, such as tables for a rare language, and a few pages of the corpora are run
  untimed, so that models, imports, caches and compiled patterns are loaded.
* The cyclic garbage collector is off during a call and on between calls, as in Python's ``timeit``.
* The order of the entrants is rotated between turns.
* A call that exceeds the limit is ended, and its time up to then counts. The limit uses a timer and a signal in the
  main thread of a POSIX process; elsewhere calls are unlimited. A loop in C code is interrupted only when it returns to
  the interpreter.
"""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from itertools import groupby
from time import process_time
from typing import Final

from broadsheet import metadata
from broadsheet.lab.corpora import Corpus, Gold, Sample
from broadsheet.lab.evaluate.entrants import Entrant, Extraction
from broadsheet.page import read_page

__all__ = ["LIMIT", "READER", "Call", "Outcome", "PageCalls", "TimeUp", "call", "run", "time_limit"]

_REPEAT_SECONDS: Final = 0.5  # the alarm repeats, for code that catches everything


class TimeUp(BaseException):
    """The time is up. Not an `Exception`, because libraries catch those and continue."""


def can_limit() -> bool:
    """Whether calls can be limited in this thread and process."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `TimeUp` in the block after a wall-clock time; never for None.

    An alarm may fire after the block has finished: then `TimeUp` also leaves the ``with`` statement, with the timer and
    the signal handler restored.
    """
    if seconds is None or not can_limit():
        yield
        return
    armed = True

    def ring(*_: object) -> None:
        if armed:
            raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _REPEAT_SECONDS)
    try:
        try:
            yield
        finally:
            armed = False
    finally:
        # Again: the alarm may have fired just before the first.
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_words(error: BaseException) -> str:
    """Format an exception in one line, or its cause if it has no message."""
    words = " ".join(str(error).split())
    if not words and error.__cause__ is not None:
        words = f"from {_in_words(error.__cause__)}"
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


TURN: Final = 20  # consecutive pages of one entrant
WARM_UP: Final = 4  # untimed pages
LIMIT: Final = 60.0  # wall-clock limit of a call in seconds: a thousand times the slowest library's usual time

# A short article in Welsh, whose language neither stop words nor markup reveal; a word between numbers begins like a
# month's name but is not one.
_WARM: Final = Sample(
    Gold(id="warm", corpus="warm", url="https://example.org/newyddion/pont", lang="cy"),
    (files(__package__) / "warm.html").read_bytes,
)


def _read_headline(html: str, origin: Gold) -> Extraction:
    return Extraction(metadata.read(read_page(html, url=origin.url)).title or "")


# The headline by our metadata, which is needed to compose texts: an entrant of its own, not part of any other's time.
READER: Final = Entrant("(headline)", True, "broadsheet", "", _read_headline)


class Outcome(StrEnum):
    """How a call ended. Failures and empty results both score as no text, but are counted separately."""

    EXTRACTED = "extracted"
    EMPTY = "empty"
    FAILED = "failed"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Call:
    """The result of one entrant on one page."""

    entrant: str
    outcome: Outcome  # how the call ended
    error: str | None  # the exception, in one line, if it failed or took too long
    seconds: float  # CPU seconds of the call, failed or not
    confidence: float | None  # the entrant's probability that the text is right, if estimated
    text: str  # the extracted text; empty if the call failed


@dataclass(frozen=True, slots=True)
class PageCalls:
    """The results of one page."""

    corpus: str
    page: str
    calls: Mapping[str, Call]  # by entrant called, in the order of the entrants


def run(
    corpora: Sequence[Corpus],
    entrants: Sequence[Entrant],
    *,
    wanted: Callable[[str, str], Collection[str]] | None = None,
    limit: float | None = LIMIT,
    warm_up: int = WARM_UP,
) -> Iterator[PageCalls]:
    """Run every entrant on every page, in one thread.

    Args:
        corpora: the pages.
        entrants: the entrants.
        wanted: returns for a corpus name and page id the names of the entrants to call; by default all.
        limit: time limit of a call in seconds, where possible (`broadsheet.lab.evaluate.run`).
        warm_up: untimed pages, spread over all pages, after the one that triggers one-time loading; 0 for none.

    Yields:
        One result per page with something to do, in order, after each turn.
    """
    everything = {entrant.name for entrant in entrants}
    pages = ((corpus.name, sample) for corpus in corpora for sample in corpus)
    todo = [
        _Task(number // TURN, name, sample, names)
        for number, (name, sample) in enumerate(pages)
        if (names := everything if wanted is None else wanted(name, sample.gold.id))
    ]
    samples = [task.sample for task in todo[:: max(1, len(todo) // max(1, warm_up))][:warm_up]]
    for sample in [_WARM, *samples] if samples else []:
        html = sample.text()
        for entrant in entrants:
            if any(entrant.name in task.names for task in todo):
                call(entrant, html, sample.gold, limit)
    for number, tasks in groupby(todo, key=lambda task: task.turn):
        yield from _turns(list(tasks), entrants, first=number, limit=limit)


@dataclass(frozen=True, slots=True)
class _Task:
    """Calls for one page."""

    turn: int  # number of its turn, by its position among all pages, so that an interrupted run continues in its order
    corpus: str  # name of the corpus
    sample: Sample  # the page
    names: Collection[str]  # of the entrants to call


def _turns(
    tasks: Sequence[_Task], entrants: Sequence[Entrant], *, first: int, limit: float | None
) -> Iterator[PageCalls]:
    """Run the entrants on some pages, one entrant after the other, starting with another one each time."""
    texts = [task.sample.text() for task in tasks]
    calls: list[dict[str, Call]] = [{} for _ in tasks]
    for step in range(len(entrants)):
        entrant = entrants[(first + step) % len(entrants)]
        for task, html, done in zip(tasks, texts, calls, strict=True):
            if entrant.name in task.names:
                done[entrant.name] = call(entrant, html, task.sample.gold, limit)
    for task, done in zip(tasks, calls, strict=True):
        in_order = {entrant.name: done[entrant.name] for entrant in entrants if entrant.name in done}
        yield PageCalls(task.corpus, task.sample.gold.id, in_order)


def call(entrant: Entrant, html: str, gold: Gold, limit: float | None = LIMIT) -> Call:
    """Call an entrant under a time limit, with the cyclic garbage collector off. Exceptions are results."""
    result, error = Extraction(""), None
    collecting = gc.isenabled()
    gc.disable()
    began = process_time()
    try:
        with time_limit(limit):
            result = entrant.extract(html, gold.origin)
        outcome = Outcome.EXTRACTED if result.text.strip() else Outcome.EMPTY
    except TimeUp:
        result, outcome, error = Extraction(""), Outcome.TIMEOUT, f"timeout: no answer in {limit:g} s"
    except Exception as raised:  # any exception is a failure of this call alone
        outcome, error = Outcome.FAILED, _in_words(raised)
    finally:
        seconds = process_time() - began
        if collecting:
            gc.enable()
    return Call(entrant.name, outcome, error, seconds, result.confidence, result.text)
