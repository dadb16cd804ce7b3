"""CI workflows are pinned, and cover the Python versions that the package promises."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_actions_are_pinned_by_hash(file: Path) -> None:
    used = re.findall(r"uses: (.*)", file.read_text(encoding="utf-8"))
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[\d.]+", one)] == []


def test_every_promised_python_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = set(re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"])))
    matrix = re.search(r"python: \[(.*)\]", (ROOT / ".github/workflows/tests.yml").read_text(encoding="utf-8"))
    assert matrix is not None
    assert set(re.findall(r"3\.\d+", matrix[1])) == promised
    built = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    assert {f"3.{minor}" for minor in re.findall(r"cp3(\d+)-", built)} == promised
