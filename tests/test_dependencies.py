"""Every dependency has its reason in the guide."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def required() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [
        project["project"]["dependencies"],
        *project["project"]["optional-dependencies"].values(),
        *project["dependency-groups"].values(),
    ]
    return sorted({re.split(r"[<>=!~\[ ;]", requirement)[0] for group in lists for requirement in group})


@pytest.mark.parametrize("name", required())
def test_every_dependency_has_its_reason(name: str) -> None:
    guide = (ROOT / "docs" / "guide" / "dependencies.md").read_text(encoding="utf-8")
    assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", guide), f"{name} is not in docs/guide/dependencies.md"


def test_the_readme_counts_them() -> None:
    core = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    number = dict(enumerate("ten eleven twelve thirteen fourteen fifteen".split(), 10))[len(core)]
    assert f"The core is {number} small libraries" in (ROOT / "README.md").read_text(encoding="utf-8")
