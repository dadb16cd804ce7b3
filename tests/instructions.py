"""Count the machine instructions for pages of growing size, with valgrind's callgrind.

One process runs under valgrind. It imports the package, extracts a page to warm up, and then forks for each page, so
that pages do not share caches. Counts are reproducible. They are kept by library, so that a loop in Python is not lost
among the arithmetic of a network.

The parser's own instructions do not count: it is quadratic in nesting, and `broadsheet.page.parse` rejects pages on
which that does harm.

As a program, it measures generators of `tests.hostile` and prints those that grow faster than linearly::

    python -m tests.instructions                     all of them: several hours
    python -m tests.instructions --every 20          one in twenty
    python -m tests.instructions nested: 'text:title,'
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import importlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.hostile import GENERATORS

__all__ = ["FACTOR", "SIZE", "count", "handle", "superlinear", "why_not"]

SIZE: Final = 2_000  # characters of the smallest repeated part; it is doubled twice
FACTOR: Final = 2.3  # maximal growth when a page is doubled; linear code has 2, quadratic code 4
_DOUBLINGS: Final = 2
_SHARE: Final = 0.1  # share of the growth of all instructions from which a library is checked separately
_LEAST: Final = 1_000_000  # growth in instructions below which nothing can be said
_BATCH: Final = 50  # generators that one process measures
_ROOT: Final = Path(__file__).parents[1]
_STUB: Final = """
#include <valgrind/callgrind.h>
void start(void) { CALLGRIND_START_INSTRUMENTATION; }
void zero(void) { CALLGRIND_ZERO_STATS; }
void dump(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
"""
_TRIGGER: Final = re.compile(r"desc: Trigger: Client Request: (\d+)$")
_NAMED: Final = re.compile(r"c?(ob|fn)=\((\d+)\)(?: (.*))?$")
_OF_PARSER: Final = re.compile(r"lexbor_|lxb_(?!sel|css)")


def handle(html: str) -> None:
    """Extract a page, write the article in each format, and identify the page."""
    import broadsheet  # late, so that valgrind's process alone pays for it

    try:
        options = dict.fromkeys(("with_images", "with_links", "with_places"), True)
        article = broadsheet.extract(html, url="https://www.courier.example/2026/01/bridge.html", **options)
        broadsheet.identify(html)
    except broadsheet.PageTooLarge:
        return
    _ = article.to_json(), article.markdown, article.html, article.text


@cache
def why_not() -> str | None:
    """Return why instructions cannot be counted here, or None."""
    if shutil.which("valgrind") is None:
        return "needs valgrind"
    with tempfile.TemporaryDirectory() as folder:
        return _compile_stub(Path(folder))


def _compile_stub(folder: Path) -> str | None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return "needs a C compiler"
    (folder / "stub.c").write_text(_STUB)
    command = [compiler, "-shared", "-fPIC", "-o", str(folder / "stub.so"), str(folder / "stub.c")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return f"needs valgrind's header callgrind.h: {done.stderr[:200]}" if done.returncode else None


def count(names: Sequence[str], size: int = SIZE, *, plant: bool = False) -> dict[str, list[Counter[str]]]:
    """Count instructions by library.

    Args:
        names: names of generators.
        size: characters of the smallest repeated part.
        plant: put a quadratic loop into the measured process, which the check must find.

    Returns:
        For each generator, the counts of pages of `size`, twice and four times that size.
    """
    sizes = [size << at for at in range(_DOUBLINGS + 1)]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if (reason := _compile_stub(folder)) is not None:
            raise RuntimeError(reason)
        (folder / "job.json").write_text(json.dumps({"names": names, "sizes": sizes, "plant": plant}))
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/out.%p"]
        environment = {**os.environ, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        done = subprocess.run(
            [*command, sys.executable, "-m", "tests.instructions", "--measure", name],
            cwd=_ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if not (folder / "done").exists():
            raise RuntimeError(f"measuring ended early: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        found = dict(map(_read, folder.glob("out.*.1")))
    step = len(sizes)
    return {name: [found[at * step + place] for place in range(step)] for at, name in enumerate(names)}


def _read(file: Path) -> tuple[int, Counter[str]]:
    """The number of a page, and its instructions by library, from a file in callgrind's format."""
    number, counts = -1, Counter[str]()
    names: dict[tuple[str, str], str] = {}
    now = {"ob": "", "fn": ""}
    of_call = False
    with file.open() as lines:
        for line in lines:
            if (named := _NAMED.match(line)) is not None:
                kind, key, name = named.groups()
                name = names.setdefault((kind, key), name or "")
                if not line.startswith("c"):
                    now[kind] = name
            elif line.startswith("calls="):
                of_call = True  # the next line has what the called function took
            elif line[:1] in "+-*0123456789" and line.strip():
                if not of_call and not ("_engine" in now["ob"] and _OF_PARSER.match(now["fn"])):
                    counts["/".join(now["ob"].split("/")[-2:])] += int(line.split()[1])
                of_call = False
            elif (trigger := _TRIGGER.match(line)) is not None:
                number = int(trigger[1])
    return number, counts


def superlinear(counts: Sequence[Mapping[str, int]]) -> str | None:
    """Return what grows too fast, or None.

    Of two doublings, the second may add `FACTOR` times as many instructions as the first. Constant costs cancel.

    Args:
        counts: the instructions by library of three pages, each twice as large as the one before.
    """
    sums = {"all": [sum(one.values()) for one in counts]}
    sums |= {library: [one.get(library, 0) for one in counts] for library in sorted(counts[-1])}
    growth = sums["all"][-1] - sums["all"][0]
    for library, (small, middle, large) in sums.items():
        if large - small >= max(_LEAST, _SHARE * growth) and large - middle > FACTOR * (middle - small):
            return f"{library}: {small:,} {middle:,} {large:,} instructions"
    return None


def check(names: Iterable[str]) -> dict[str, str]:
    """Return what grows too fast, by generator.

    Suspects are measured again at larger sizes: code that runs only from some size on looks like growth once, and so
    does a buffer that has to be moved.
    """
    found = dict.fromkeys(names, "")
    for times in (1, 4, 16):
        counts = count(list(found), times * SIZE) if found else {}
        found = {name: reason for name, one in counts.items() if (reason := superlinear(one))}
    return found


# In the process that is measured.


def _measure(folder: Path) -> None:
    job = json.loads((folder / "job.json").read_text())
    stub = ctypes.CDLL(str(folder / "stub.so"))
    warm = GENERATORS["body:paragraphs"].page(1_000)
    for page in (
        warm,
        *(GENERATORS[name].page(job["sizes"][-1]) for name in job["names"]),
    ):  # patterns are compiled when first needed
        handle(page)
    if job["plant"]:
        _plant_loop()
    stub.start()
    handle(warm)  # valgrind translates code when it first runs: forks inherit what is translated
    gc.collect()
    gc.freeze()
    gc.disable()
    number = 0
    for name in job["names"]:
        for size in job["sizes"]:
            page = GENERATORS[name].page(size)
            child = os.fork()
            if not child:
                stub.zero()
                handle(page)
                stub.dump(str(number).encode())
                os.kill(os.getpid(), signal.SIGKILL)  # at any other end callgrind would write a second file
            _, status = os.waitpid(child, 0)
            if not os.WIFSIGNALED(status):
                sys.exit(f"{name} of {size}: failed")
            number += 1
    (folder / "done").touch()
    os.kill(os.getpid(), signal.SIGKILL)


def _plant_loop() -> None:
    """Plant a quadratic loop over the words of the text."""
    finding: Any = importlib.import_module("broadsheet.body.find")
    assemble = finding.assemble

    def planted(page: Any, *rest: Any, **named: Any) -> Any:
        words = page.text.split()
        for at in range(len(words)):
            for word in words[:at]:
                _ = word
        return assemble(page, *rest, **named)

    finding.assemble = planted


def main() -> int:
    """Measure generators, print those that grow faster than linearly, and return the exit code."""
    parser = argparse.ArgumentParser(description="Check that handling hostile pages takes linear time.")
    parser.add_argument("parts", nargs="*", help="parts of the names of generators; all by default")
    parser.add_argument("--every", type=int, default=1, help="measure every so many of them")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure is not None:
        _measure(options.measure)
    if (reason := why_not()) is not None:
        print(reason, file=sys.stderr)
        return 1
    names = [name for name in GENERATORS if not options.parts or any(part in name for part in options.parts)]
    names = names[:: options.every]
    failed = 0
    for at in range(0, len(names), _BATCH):
        for name, reason in check(names[at : at + _BATCH]).items():
            print(f"{name}: {reason}", flush=True)
            failed += 1
        print(f"{min(at + _BATCH, len(names))} of {len(names)} measured", file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
