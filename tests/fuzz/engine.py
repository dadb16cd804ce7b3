"""Run the engine, built with sanitizers, on many pages. A sanitizer ends the process at the first fault.

``python tools/instrumented.py -m tests.fuzz.engine`` extracts pages and mutants of them;
``python tools/instrumented.py --fuzzer -m tests.fuzz.engine --minutes 20`` runs libFuzzer, which mutates the bundled
pages by the code that they reach.
"""

from __future__ import annotations

import argparse
import ctypes
import gzip
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

import broadsheet
from broadsheet import engine
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from tests.fuzz.mutate import mutant
from tests.fuzz.pages import Pages

LARGEST: Final = 200_000  # bytes of a mutant, and of a page that libFuzzer starts from
HOSTILE: Final = 50  # every fiftieth hostile page is read
MUTANTS: Final = 300
PROGRESS: Final = 250  # pages between two lines of progress
SELECTOR_BYTES: Final = 60
METHOD: Final = catalog.get("fusion")
FUZZED_BYTES: Final = 20_000  # of a page that libFuzzer makes


def read(data: bytes | str, *, whole: bool = True) -> None:
    """Use the first line of a page as a selector, and mark the content or extract the whole article."""
    begin = data[:SELECTOR_BYTES]
    selector = (begin if isinstance(begin, str) else begin.decode("utf-8", "replace")).partition("\n")[0]
    with suppress(broadsheet.BroadsheetError):
        page = broadsheet.read_page(data)
        with suppress(ValueError):
            page.select(selector)
        if whole:
            article = broadsheet.extract(page)
            article.to_html(images=True, links=True)
        else:
            METHOD.mark(page, Given())


def pages(real: Path | None, mutants: int, part: tuple[int, int]) -> Iterator[tuple[str, bytes | str]]:
    """The bundled pages and mutants of them, or one part of the pages of a folder of corpora."""
    bundled = Pages(real, LARGEST)
    if real is not None:
        for file in islice(bundled.real, part[0] - 1, None, part[1]):
            yield f"{file.parent.parent.name}/{file.name}", gzip.decompress(file.read_bytes())
        return
    yield from bundled.sample(HOSTILE)
    for number in range(mutants):
        made = mutant(1, number, bundled, LARGEST)
        yield f"mutant {number} of {made.page}", made.html


def fuzz(folder: Path, minutes: float) -> int:
    """Run libFuzzer. A page on which the engine fails is written to the folder."""
    (folder / "seeds").mkdir(parents=True, exist_ok=True)
    (folder / "found").mkdir(exist_ok=True)
    for number, (_, data) in enumerate(Pages(None, LARGEST).sample(HOSTILE)):
        (folder / "seeds" / str(number)).write_bytes(data[:FUZZED_BYTES])
    options = [f"-max_total_time={minutes * 60:.0f}", f"-max_len={FUZZED_BYTES}", "-timeout=600", "-rss_limit_mb=6000"]
    given = ["engine", *options, f"-artifact_prefix={folder}/", str(folder / "found"), str(folder / "seeds")]

    read(b"<p>A page</p>", whole=False)  # loads the models, which takes longer than a page may

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
    def one(at: int | None, size: int) -> int:
        read(ctypes.string_at(at, size) if at and size else b"", whole=False)
        return 0

    count = ctypes.c_int(len(given))
    values = (ctypes.c_char_p * (len(given) + 1))(*(value.encode() for value in given), None)
    place = ctypes.cast(values, ctypes.POINTER(ctypes.c_char_p))
    return int(engine.LIBRARY.LLVMFuzzerRunDriver(ctypes.byref(count), ctypes.byref(place), one))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.engine")
    parser.add_argument("--corpora", type=Path, help="read the pages of a folder of corpora instead")
    parser.add_argument("--part", default="1/1", help="the part of them to read (default: 1/1)")
    parser.add_argument("--mutants", type=int, default=MUTANTS, help=f"mutants of bundled pages ({MUTANTS})")
    parser.add_argument("--minutes", type=float, help="run libFuzzer for this time")
    parser.add_argument("--findings", type=Path, default=Path("build/fuzz-engine"), help="where libFuzzer writes")
    options = parser.parse_args(arguments)
    if "asan" not in os.environ.get("LD_PRELOAD", ""):
        parser.error("the engine has no sanitizers: run this by tools/instrumented.py")
    if options.minutes is not None:
        return fuzz(options.findings, options.minutes)
    number, parts = map(int, options.part.split("/"))
    options.findings.mkdir(parents=True, exist_ok=True)
    last, count = options.findings / "last-page", 0  # which page it was, when a sanitizer ends the process
    for count, (name, data) in enumerate(pages(options.corpora, options.mutants, (number, parts)), 1):
        last.write_text(name, encoding="utf-8")
        read(data)
        if count % PROGRESS == 0:
            print(f"{count:,} pages", flush=True)
    print(f"{count:,} pages, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
