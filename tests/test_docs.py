"""The pages that tools write are up to date, and what the guides show works."""

from __future__ import annotations

import dataclasses
import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import broadsheet

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("tool", ["equations.py", "help_pages.py", "readme.py", "reference.py"])
def test_written_pages_are_up_to_date(tool: str) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, ROOT / "tools" / tool, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


SHOWN = ["README.md", "docs/reference/python.md", "docs/reference/json.md"]


@pytest.mark.parametrize("page", [*SHOWN, *(f"docs/guide/{p.name}" for p in (ROOT / "docs/guide").glob("*.md"))])
def test_examples_in_the_guides_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failures, _ = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failures == 0


def test_the_reference_has_every_name() -> None:
    words = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    for name in (*broadsheet.__all__, *(one.name for one in dataclasses.fields(broadsheet.Article))):
        assert f"`{name}`" in words
    for name, thing in vars(broadsheet.Article).items():
        if not name.startswith("_") and (callable(thing) or isinstance(thing, property)):
            assert re.search(rf"`{name}\b", words)


def test_the_description_of_the_json_has_every_member() -> None:
    schema = json.loads((ROOT / "src/broadsheet/article/article.schema.json").read_text(encoding="utf-8"))
    words = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    for part in (schema, *schema["$defs"].values()):
        for name, member in part.get("properties", {}).items():
            if name != "type":
                assert f"| `{name}` |" in words
                assert member["description"]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *map(str, sorted((ROOT / "docs").rglob("*.md")))])
def test_links_between_pages_lead_somewhere(page: str) -> None:
    file = ROOT / page
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (file.parent / target).exists(), f"{page} links to {target}"
