"""Systems without POSIX signals and locks: features without worker processes work, the others raise an error."""

from __future__ import annotations

import subprocess
import sys

import pytest

_ELSEWHERE = """
import signal, sys
for name in ("SIGPROF", "SIGALRM", "setitimer", "ITIMER_PROF", "ITIMER_REAL"):
    delattr(signal, name)
sys.modules["fcntl"] = None
"""


def elsewhere(program: str) -> str:
    """Run a program without what Windows lacks, and return its output."""
    words = [sys.executable, "-c", _ELSEWHERE + program]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603 - our own words


def test_pages_are_extracted_in_the_process_itself() -> None:
    said = elsewhere(
        "from broadsheet.crawl.batch.page import PageOptions, RowMaker\n"
        "from broadsheet.crawl.batch.stream import entry_of\n"
        "page = '<title>Tide</title><article><p>' + 'The tide comes in at six, and goes out again. ' * 9\n"
        "options = PageOptions(method='coreex', near_duplicates=False)\n"
        "print([RowMaker(options)(entry_of(page))['title']])"
    )
    assert said == "['Tide']"


@pytest.mark.parametrize(
    "program",
    [
        "from broadsheet.crawl.batch.stream import entry_of, stream\n"
        "from broadsheet.crawl.batch.process import Limits\n"
        "work = lambda: list(stream([entry_of('<p>x')], None, Limits()))",
        "from pathlib import Path\n"
        "from broadsheet.crawl.batch.running import run\n"
        "from broadsheet.crawl.batch.manifest import locked\n"
        "work = lambda: locked(Path('.')).__enter__()",
        "import asyncio\n"
        "from broadsheet.crawl.batch.process import Limits\n"
        "from broadsheet.show.serve.tasks import Workers\n"
        "work = lambda: asyncio.run(Workers(1, None, Limits()).open())",
    ],
    ids=["stream", "run", "serve"],
)
def test_features_that_need_workers_say_so(program: str) -> None:
    said = elsewhere(
        f"from broadsheet.errors import NeedsNotMet\n{program}\n"
        "try:\n    work()\nexcept NeedsNotMet as error:\n    print(error)"
    )
    assert "a POSIX system (Linux, macOS)" in said
