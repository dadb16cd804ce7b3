"""Check one mutant: documented outcomes, clean output, bounded time.

It uses only the public interface.
"""

from __future__ import annotations

import json
import re
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from selectolax.lexbor import LexborHTMLParser

import broadsheet
from broadsheet.article.html import ELEMENTS
from tests.fuzz.mutate import Mutant

CPU_SECONDS: Final = 5.0  # CPU time that one call may take for a page of up to `mutate.MAX_BYTES`
TWICE_EVERY: Final = 8  # every eighth mutant is extracted twice, to compare
_SCHEMES: Final = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_UNSAFE: Final = re.compile(r"(?:script|style|iframe|object|embed|form|input|svg|math|template|base|meta|link)$")
_PACKAGE: Final = broadsheet.__file__.removesuffix("__init__.py")
_T = TypeVar("_T")


class Broken(Exception):
    """An answer breaks a promise."""


class TooSlow(BaseException):
    """A call took too long. Raised by a signal; handlers of `Exception` do not catch it."""


@dataclass(frozen=True)
class Result:
    """How one mutant ended.

    Attributes:
        number, kind, page, size: which mutant it is.
        outcome: ``article``, ``no article``, or the name of a documented error; ``finding`` otherwise.
        cpu: CPU seconds of all calls together.
        peak: peak memory of the process in megabytes.
        group: for a finding, what and where; findings of the same group are one fault.
        detail: for a finding, the traceback.
    """

    number: int
    kind: str
    page: str
    size: int
    outcome: str
    cpu: float = 0.0
    peak: int = 0
    group: str = ""
    detail: str = ""


def check(mutant: Mutant, cpu_seconds: float = CPU_SECONDS) -> Result:
    """Extract and identify a mutant, write it in all formats, and check the results.

    Args:
        mutant: the page and its arguments.
        cpu_seconds: CPU time that one call may take.
    """
    started = time.process_time()
    outcome, group, detail = _outcome(mutant, cpu_seconds)
    if group.startswith(TooSlow.__name__):  # CPU time varies on a busy machine: try again
        started = time.process_time()
        outcome, group, detail = _outcome(mutant, cpu_seconds)
    cpu, peak = time.process_time() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    size = len(mutant.html)
    return Result(mutant.number, mutant.kind, mutant.page, size, outcome, cpu, peak, group, detail)


def _outcome(mutant: Mutant, cpu_seconds: float) -> tuple[str, str, str]:
    call = _Timed(cpu_seconds)
    page: dict[str, Any] = {"url": mutant.url, "charset": mutant.charset}

    def extract() -> broadsheet.Article:
        return broadsheet.extract(mutant.html, **page, **mutant.options)

    try:
        verdict = _or_error(lambda: call("identify", lambda: broadsheet.identify(mutant.html, **page)))
        article = _or_error(lambda: call("extract", extract))
        if isinstance(article, broadsheet.BroadsheetError):
            return type(article).__name__, "", ""
        if isinstance(verdict, broadsheet.BroadsheetError):
            raise Broken(f"identify raises {type(verdict).__name__} and extract does not")  # noqa: TRY301
        _check_formats(article, call)
        if mutant.number % TWICE_EVERY == 0 and call("extract again", extract) != article:
            raise Broken("extracted twice, the articles differ")  # noqa: TRY301
    except (Exception, TooSlow) as error:
        return "finding", _group(error, call.name), traceback.format_exc()[-6_000:]
    return ("article" if verdict.is_article else "no article"), "", ""


class _Timed:
    """Calls functions under a limit on CPU time."""

    def __init__(self, cpu_seconds: float) -> None:
        self.name = ""
        self._limit = cpu_seconds

    def __call__(self, name: str, function: Callable[[], _T]) -> _T:
        self.name = name
        started = time.process_time()
        with _alarm(self._limit):
            value = function()
        # A signal waits until code in C returns, which may be after the last line.
        if time.process_time() - started > self._limit:
            raise TooSlow
        return value


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(*_: object) -> None:
        raise TooSlow

    old = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # repeatedly, because an exception in a destructor is lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, old)


def _or_error(call: Callable[[], _T]) -> _T | broadsheet.BroadsheetError:
    try:
        return call()
    except broadsheet.BroadsheetError as error:
        str(error).encode()
        return error


def _group(error: BaseException, call: str) -> str:
    """The exception, the call, and the last function of the package in the traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    last = ([frame for frame in frames if frame.filename.startswith(_PACKAGE)] or frames)[-1]
    if isinstance(error, Broken):
        return str(error)
    return f"{type(error).__name__} in {call}: {last.filename.removeprefix(_PACKAGE)} {last.name}"


def _check_formats(article: broadsheet.Article, call: _Timed) -> None:
    options = dict.fromkeys(("images", "links", "header"), True)
    writers: dict[str, tuple[Callable[[], str], ...]] = {
        "text": (lambda: article.text, lambda: article.to_text(header=True)),
        "Markdown": (lambda: article.markdown, lambda: article.to_markdown(**options, tables=False)),
        "HTML": (lambda: article.html, lambda: article.to_html(**options), lambda: article.to_html(tables=False)),
    }
    texts = {name: [call(f"write {name}", writer) for writer in several] for name, several in writers.items()}
    for name, written in texts.items():
        for text in written:
            if "\0" in text:
                raise Broken(f"{name} holds a NUL")
            if _SURROGATE.search(text):
                raise Broken(f"{name} holds a lone surrogate")
    for html in texts["HTML"]:
        _check_html(html)
    data, written_json = call("to_dict", article.to_dict), call("to_json", article.to_json)
    if json.loads(written_json.encode("utf-8"), parse_constant=_no_constant) != data:
        raise Broken("the JSON is not what to_dict gives")
    shares = [article.confidence, article.verdict.probability if article.verdict is not None else None]
    if not all(share is None or 0.0 <= share <= 1.0 for share in shares):
        raise Broken("a probability is beyond 0 to 1")


def _no_constant(name: str) -> None:
    raise Broken(f"the JSON holds {name}")


def _check_html(html: str) -> None:
    """Check that there are only documented elements, attributes and addresses."""
    body = LexborHTMLParser(f"<!DOCTYPE html><body>{html}").body
    for node in body.css("*") if body is not None else ():
        if node.tag in {"body", "tbody"}:  # the parser's own
            continue
        if node.tag not in ELEMENTS or _UNSAFE.match(node.tag or ""):
            raise Broken(f"the HTML holds <{node.tag}>")
        for name, value in node.attributes.items():
            if name not in ELEMENTS[node.tag] or name.startswith("on"):
                raise Broken(f"the HTML holds <{node.tag} {name}>")
            if name in {"cite", "href", "src"} and _SCHEMES.match(value or "") is None:
                raise Broken(f"the HTML links to {(value or '')[:20]!r}")
