"""Modules that one page loads: start-up time is mostly imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "demo" / "article.html"
HEAVY = (
    "asyncio concurrent.futures fastapi http.client http.server httpx logging multiprocessing numpy.ma "
    "numpy.random pandas playwright py3langid pyarrow ray rensa rich scipy sklearn sqlite3 ssl subprocess torch "
    "urllib.request uvicorn broadsheet.crawl.batch broadsheet.lab broadsheet.show"
).split()
EXTRACT = f"import broadsheet; broadsheet.extract(open({str(PAGE)!r}, encoding='utf-8').read()).text"
COMMAND = f"from broadsheet.cli import main; main(['extract', {str(PAGE)!r}], standalone_mode=False)"


PROGRAM = """
import re, sys
before, compiled, compile = set(sys.modules), [], re._compiler.compile
re._compiler.compile = lambda *given: compiled.append(len(getattr(given[0], "pattern", given[0]))) or compile(*given)
{}
print(len(compiled), sum(compiled), len(sys.modules), *set(sys.modules) - before, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("code", "not_loaded", "most"),
    [
        (
            "import broadsheet",
            [*HEAVY, "click", "numpy", "broadsheet.engine", "broadsheet.page", "broadsheet.crawl.sources"],
            (0, 0, 90),
        ),
        (EXTRACT, [*HEAVY, "click", "broadsheet.cli", "broadsheet.crawl.sources"], (430, 70_000, 480)),
        (COMMAND, HEAVY, (440, 70_000, 520)),
    ],
    ids=["import", "extract", "command"],
)
def test_few_modules_are_loaded_and_few_patterns_compiled(
    code: str, not_loaded: list[str], most: tuple[int, int, int]
) -> None:
    command = [sys.executable, "-c", PROGRAM.format(code)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)  # noqa: S603
    patterns, letters, modules, *loaded = done.stderr.splitlines()[-1].split()
    assert "broadsheet" in loaded
    assert sorted(set(not_loaded) & set(loaded)) == []
    counts = [int(count) for count in (patterns, letters, modules)]
    for what, count, bound in zip(("patterns", "their letters", "modules"), counts, most, strict=True):
        assert count <= bound, what
