from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.verdict import pages

import broadsheet

if TYPE_CHECKING:
    from conftest import Run

STORY = "https://www.courier.example/2026/03/06/ferry-returns-to-the-lower-sound-4711.html"


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "story.html"
    path.write_text(pages.article(), encoding="utf-8")
    return path


@pytest.fixture
def front(tmp_path: Path) -> Path:
    path = tmp_path / "front.html"
    path.write_text(pages.case("index en").html, encoding="utf-8")
    return path


def test_a_verdict_in_words(run: Run, front: Path) -> None:
    result = run("identify", front)
    verdict = broadsheet.identify(pages.case("index en").html)
    assert result.exit_code == 0
    head, *evidence = result.stdout.splitlines()
    assert head == f"index: not an article (probability {verdict.probability:.2f})"
    assert [line.strip() for line in evidence] == list(verdict.evidence)
    coded = run("identify", front, "--exit-code")
    assert (coded.exit_code, coded.stdout, coded.stderr) == (9, result.stdout, "")


def test_a_verdict_as_json(run: Run, story: Path, tmp_path: Path) -> None:
    result = run("identify", story, "--url", STORY, "-o", tmp_path / "verdict.json", "--exit-code")
    assert result.exit_code == 0
    assert result.stdout == ""
    written = json.loads((tmp_path / "verdict.json").read_text(encoding="utf-8"))
    assert written == {"url": STORY, **broadsheet.identify(pages.article(), url=STORY).to_dict()}


def test_an_address_without_its_page(run: Run) -> None:
    assert run("identify", STORY, "--address-only").stdout.startswith("article (")
    result = run("identify", "https://courier.example/politics/", "--address-only", "--format", "json", "--exit-code")
    assert json.loads(result.stdout)["is_article"] is False
    assert result.exit_code == 9
    for_nothing = run("identify", STORY, "--address-only", "--url", STORY)
    assert (for_nothing.exit_code, "leave out --url" in for_nothing.stderr) == (2, True)
    refused = run("identify", "front.html", "--address-only")
    assert refused.exit_code == 2
    assert "Invalid value for 'SOURCE': a URL begins with http:// or https://, not 'front.html'" in refused.stderr


def test_only_articles(run: Run, story: Path, front: Path) -> None:
    assert run("extract", story, "--only-articles").stdout == run("extract", story).stdout
    refused = run("extract", front, "--only-articles")
    assert refused.exit_code == 9
    assert refused.stdout == ""
    assert "not an article (index, probability of an article 0." in refused.stderr
    assert run("extract", front).exit_code == 0
