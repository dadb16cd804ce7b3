"""Print CPU times beside the fastest and the best-known library, as ratios: text, text and metadata, whole article.

``python tools/speed.py [CORPORA]``: pages of four corpora, one process, the best of
five times for each page. The readers take turns at all of them, so that a busy moment of the machine is no reader's
alone.
With ``--fresh``: the CPU time of a new process for its first pages, with start-up, data files and regular expressions.
With ``--parts``: where the time for the text of a page goes, in microseconds, by part and by function of the engine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import resiliparse.extract.html2text
import trafilatura

import broadsheet
from broadsheet.engine import LIBRARY
from broadsheet.lab.corpora import named_folders, open_corpora

CORPORA = ("fundus", "naeb", "trafilatura", "wcxb")
PAGES = 50  # of each corpus
STEP = 4  # every fourth page
PASSES = 5  # on each page
PARTS = {
    "parsing, columns, segments": ("pipeline.page_of",),
    "evidence": ("body.fusion.method.evidence",),
    "network": ("body.fusion.method.Network.passes", "body.fusion.method._confidence"),
    "decoding": ("body.fusion.method.chosen",),
    "copies": ("body.fusion.decoding.repeated",),
    "blocks": ("body.find.assemble",),
    "title": ("pipeline.metadata.read",),
    "conventions": ("pipeline._without_metadata",),
    "writing": ("article.article.write_text",),
}
"""Functions of each part, as their callers name them. What one calls of another part counts there."""
FRESH = {
    "Broadsheet": "import broadsheet; read = broadsheet.extract",
    "trafilatura": "import trafilatura; read = lambda *html, url: trafilatura.bare_extraction(*html, url=url)",
}
"""Statements that import a library and define what reads a whole article from a page and its URL."""
FRESH_PAGES = (1, 10, 50)  # numbers of pages after which a new process tells its CPU time
MIN_MICROSECONDS = 1.0  # functions of the engine that take less are left out

Pages = list[tuple[str, str | None]]
Reader = Callable[[str, str | None], object]


def pages(folder: Path) -> Pages:
    """The pages, decoded, with their addresses."""
    found = []
    for name in CORPORA:
        some = [sample for corpus in open_corpora(folder / name) for sample in list(corpus)[::STEP]]
        found += [(sample.text(), sample.gold.url) for sample in some[:PAGES]]
    return found


def text_of(html: str, url: str | None) -> str:
    """The text alone."""
    return broadsheet.extract(html, url=url, with_metadata=False, with_verdict=False).text


def milliseconds(readers: Mapping[str, Reader], given: Pages) -> dict[str, float]:
    """Mean CPU time of a page by reader."""
    best = {name: [float("inf")] * len(given) for name in readers}
    for _ in range(PASSES + 1):  # the first warms up
        for name, read in readers.items():
            for at, (html, url) in enumerate(given):
                begun = time.process_time()
                read(html, url)
                best[name][at] = min(best[name][at], time.process_time() - begun)
    return {name: sum(times) / len(given) * 1000 for name, times in best.items()}


class Clock:
    """The CPU time of parts of a page, each without the parts that it calls.

    Attributes:
        spent: nanoseconds of each part, and of each function of the engine called in it.
    """

    def __init__(self) -> None:
        self.spent: Counter[tuple[str, str]] = Counter()
        self._open = [("other", "")]
        self._begun = time.thread_time_ns()

    def _switch(self, change: Callable[[], object]) -> None:
        self.spent[self._open[-1]] += time.thread_time_ns() - self._begun
        change()
        self._begun = time.thread_time_ns()

    def timed(self, function: Callable[..., Any], *, part: str = "", engine: str = "") -> Callable[..., Any]:
        """A function that counts its time as that of a part, or of a function of the engine in the part around it."""

        def run(*given: Any, **named: Any) -> Any:
            self._switch(lambda: self._open.append((part or self._open[-1][0], engine)))
            try:
                made = function(*given, **named)
            finally:
                self._switch(self._open.pop)
            return self._timed_items(made, part) if isinstance(made, Iterator) else made

        return run

    def _timed_items(self, items: Iterator[Any], part: str) -> Iterator[Any]:
        step = self.timed(lambda: next(items, None), part=part)
        while (item := step()) is not None:
            yield item


def parts(given: Pages) -> Counter[tuple[str, str]]:
    """Mean microseconds of a page by part and function of the engine, the best of the passes for each page."""
    clock = Clock()
    for part, names in PARTS.items():
        for name in names:
            path, _, last = f"broadsheet.{name}".rpartition(".")
            try:
                holder = import_module(path)
            except ModuleNotFoundError:
                module, _, inside = path.rpartition(".")
                holder = getattr(import_module(module), inside)
            setattr(holder, last, clock.timed(getattr(holder, last), part=part))
    for name in [name for name in vars(LIBRARY) if not name.startswith("_")]:
        setattr(LIBRARY, name, clock.timed(getattr(LIBRARY, name), engine=name))
    total: Counter[tuple[str, str]] = Counter()
    for html, url in given:
        best: Counter[tuple[str, str]] | None = None
        for _ in range(PASSES + 1):
            clock.spent.clear()
            text_of(html, url)
            clock.timed(int)()  # ends the time of what is open
            best = clock.spent.copy() if best is None or clock.spent.total() < best.total() else best
        total.update(best or {})
    return Counter({key: spent / 1000 / len(given) for key, spent in total.items()})


def print_parts(spent: Counter[tuple[str, str]]) -> None:
    """Print two tables in Markdown: Python and engine by part, and the engine's functions."""
    print("| part | microseconds per page | share | of these in the engine |\n|---|--:|--:|--:|")
    for part in (*PARTS, "other"):
        own = {engine: took for (of, engine), took in spent.items() if of == part}
        total = sum(own.values())
        print(f"| {part} | {total:.0f} | {total / spent.total():.0%} | {total - own.get('', 0):.0f} |")
    print(f"| all | {spent.total():.0f} | 100% | {sum(took for (_, engine), took in spent.items() if engine):.0f} |")
    functions: Counter[str] = Counter()
    for (_, engine), took in spent.items():
        functions[engine] += took
    print("\n| function of the engine | microseconds per page |\n|---|--:|")
    for engine, took in functions.most_common():
        if engine and took >= MIN_MICROSECONDS:
            print(f"| `{engine}` | {took:.0f} |")


def compare(given: Pages) -> None:
    """Measure and print a table in Markdown."""
    ours: dict[str, Reader] = {
        "text": text_of,
        "text and metadata": lambda html, url: broadsheet.extract(html, url=url, with_verdict=False).text,
        "whole article: text, metadata, verdict": lambda html, url: broadsheet.extract(html, url=url).text,
    }
    plain_text, bare = resiliparse.extract.html2text.extract_plain_text, trafilatura.bare_extraction
    others: dict[str, Reader] = {
        "resiliparse": lambda html, _: plain_text(html, main_content=True),
        "trafilatura": lambda html, url: trafilatura.extract(html, url=url),
        "bare": lambda html, url: bare(html, url=url, with_metadata=True),
    }
    took = milliseconds({**ours, **others}, given)
    print("| CPU time | ms per page | / resiliparse's (text) | / trafilatura's |\n|---|--:|--:|--:|")
    for name in ours:
        beside = took["trafilatura" if name == "text" else "bare"]
        print(f"| {name} | {took[name]:.1f} | {took[name] / took['resiliparse']:.1f} | {took[name] / beside:.2f} |")


def compare_fresh(given: Pages) -> None:
    """Measure new processes and print a table in Markdown; pages of all corpora, the least time of all passes."""
    body = f"""import json, sys, time
given = json.load(sys.stdin)
begun = time.process_time()
%s
for at, (html, url) in enumerate(given, 1):
    read(html, url=url)
    if at in {FRESH_PAGES}:
        print(time.process_time() - begun)
"""
    mixed = json.dumps(given[:: len(given) // max(FRESH_PAGES)][: max(FRESH_PAGES)])
    columns = []
    for statements in FRESH.values():
        command = [sys.executable, "-c", body % statements]
        runs = [
            subprocess.run(command, input=mixed, capture_output=True, text=True, check=True).stdout.split()
            for _ in range(PASSES)
        ]
        columns.append([min(map(float, times)) for times in zip(*runs, strict=True)])
    print(f"| pages of a new process | {' | '.join(f'{name}, s' for name in FRESH)} |\n|--:|{'--:|' * len(FRESH)}")
    for at, *times in zip(FRESH_PAGES, *columns, strict=True):
        print(f"| {at} | {' | '.join(f'{took:.2f}' for took in times)} |")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="?", type=Path, help="by default the folder that BROADSHEET_CORPORA names")
    parser.add_argument("--fresh", action="store_true", help="measure the first pages of new processes")
    parser.add_argument("--parts", action="store_true", help="print where the time goes")
    asked = parser.parse_args()
    (folder,) = named_folders([asked.corpora] if asked.corpora else [])
    given = pages(folder)
    if asked.parts:
        print_parts(parts(given))
    elif asked.fresh:
        compare_fresh(given)
    else:
        compare(given)


if __name__ == "__main__":
    main()
