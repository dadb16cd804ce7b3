"""Every dependency has its reason in the guide."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def required() -> list[str]:
    lists = [
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    ]
    return sorted({re.split(r"[<>=!~\[ ;]", requirement)[0] for group in lists for requirement in group})


@pytest.mark.parametrize("name", required())
def test_every_dependency_has_its_reason(name: str) -> None:
    guide = (ROOT / "docs" / "guide" / "dependencies.md").read_text(encoding="utf-8")
    assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", guide), f"{name} is not in docs/guide/dependencies.md"


@pytest.mark.parametrize(
    ("name", "requirements"),
    [
        ("core", [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"]]),
        ("test", PROJECT["dependency-groups"]["test"]),
        ("check", PROJECT["dependency-groups"]["check"]),
        ("docs", PROJECT["dependency-groups"]["docs"]),
    ],
)
def test_locked_versions_are_in_the_declared_ranges(name: str, requirements: list[str]) -> None:
    text = (ROOT / "locked" / f"{name}.txt").read_text(encoding="utf-8")
    pinned: dict[str, list[str]] = {}
    for found in re.finditer(
        r"^([a-z0-9-]+)==([^ ;]+)[^\n]*\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE
    ):
        pinned.setdefault(found[1], []).append(found[2])
    assert sum(map(len, pinned.values())) == len(re.findall(r"^[^# ]", text, re.MULTILINE))
    for requirement in map(Requirement, requirements):
        versions = pinned.get(requirement.name.lower().replace("_", "-"), [])
        assert versions, f"{requirement.name} is not in locked/{name}.txt: run make lock"
        assert all(version in requirement.specifier for version in versions), "run make lock"


def test_the_conda_recipe_has_the_same_dependencies() -> None:
    recipe = (ROOT / "recipe" / "recipe.yaml").read_text(encoding="utf-8")
    listed = re.findall(
        r"^    - ([a-z0-9-]+) (>=[\d.]+)$", recipe.split("  run:", 1)[1].split("tests:")[0], re.MULTILINE
    )
    core = [one for one in map(Requirement, PROJECT["project"]["dependencies"]) if one.marker is None]
    wanted = [(one.name, str(one.specifier)) for one in core]
    assert listed == [("python", PROJECT["project"]["requires-python"]), *wanted]
    assert f'version: "{PROJECT["project"]["version"]}"' in recipe


def test_the_conda_recipe_has_the_same_lexbor() -> None:
    hatch_build = pytest.importorskip("hatch_build", reason="needs hatchling")
    recipe = (ROOT / "recipe" / "recipe.yaml").read_text(encoding="utf-8")
    assert f"{hatch_build.HOLDER}-{hatch_build.VERSION}.tar.gz" in recipe
    assert f"sha256: {hatch_build.SHA256}" in recipe
