"""What is loaded for one page: the time that a command takes to start is mostly that of imports."""

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


@pytest.mark.parametrize(
    ("code", "not_loaded"),
    [
        (
            "import broadsheet",
            [*HEAVY, "click", "numpy", "broadsheet.engine", "broadsheet.page", "broadsheet.crawl.sources"],
        ),
        (EXTRACT, [*HEAVY, "click", "broadsheet.cli", "broadsheet.crawl.sources"]),
        (COMMAND, HEAVY),
    ],
    ids=["import", "extract", "command"],
)
def test_nothing_heavy_is_loaded(code: str, not_loaded: list[str]) -> None:
    code = f"import sys; before = set(sys.modules); {code}; print(*set(sys.modules) - before, file=sys.stderr)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)  # noqa: S603
    loaded = done.stderr.split()
    assert "broadsheet" in loaded
    assert sorted(set(not_loaded) & set(loaded)) == []


COUNTED = """
import re, sys
compiled, compile = [], re._compiler.compile
re._compiler.compile = lambda *given: compiled.append(len(getattr(given[0], "pattern", given[0]))) or compile(*given)
{}
print(len(compiled), sum(compiled), len(sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("code", "most"),
    [("import broadsheet", (0, 0, 90)), (EXTRACT, (430, 70_000, 480)), (COMMAND, (440, 70_000, 520))],
    ids=["import", "extract", "command"],
)
def test_few_patterns_are_compiled_and_few_modules_loaded(code: str, most: tuple[int, int, int]) -> None:
    command = [sys.executable, "-c", COUNTED.format(code)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)  # noqa: S603
    counts = [int(count) for count in done.stderr.split()[-3:]]
    for what, count, bound in zip(("patterns", "their letters", "modules"), counts, most, strict=True):
        assert count <= bound, what
