"""The pages that tools write are up to date, and what the guides show works."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("tool", ["equations.py", "help_pages.py", "readme.py"])
def test_written_pages_are_up_to_date(tool: str) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, ROOT / "tools" / tool, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", ["README.md", *(f"docs/guide/{p.name}" for p in (ROOT / "docs/guide").glob("*.md"))])
def test_examples_in_the_guides_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failures, _ = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failures == 0


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *map(str, sorted((ROOT / "docs").rglob("*.md")))])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    file = ROOT / page
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (file.parent / target).exists(), f"{page} links to {target}"
