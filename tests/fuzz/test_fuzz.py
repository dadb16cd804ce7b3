"""The fuzzer finds and names planted faults, is reproducible, and ends with the right exit status."""

from __future__ import annotations

import itertools
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import broadsheet
from broadsheet.article import Article
from tests.fuzz.__main__ import main
from tests.fuzz.check import Result, check
from tests.fuzz.mutate import KINDS, Mutant, mutant
from tests.fuzz.pages import Pages
from tests.fuzz.report import Report

PAGES = Pages()
SMALL = 3_000
PAGE = "<title>Ferry</title>" + "<p>The council voted on Tuesday, after two hours, to reopen the ferry.</p>" * 6


def _replace_text(function: Callable[[Article], str]) -> None:
    Article.text = property(function)  # type: ignore[assignment]


def plant_exception() -> None:
    def text(article: Article) -> NoReturn:
        raise KeyError("planted")

    _replace_text(text)


def plant_endless_loop() -> None:
    _replace_text(lambda article: next(str(n) for n in itertools.count() if n < 0))


def plant_endless_c() -> None:
    _replace_text(lambda article: str(sum(itertools.repeat(0))))


def plant_crash() -> None:
    def text(article: Article) -> NoReturn:
        os.abort()

    _replace_text(text)


def _run(folder: Path, before: Callable[[], None] | None, *more: str) -> tuple[int, list[dict[str, Any]]]:
    arguments = ["--mutants", "3", "--workers", "1", "--largest", str(SMALL), "--findings", str(folder), *more]
    status = main(arguments, before)
    return status, [json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))]


@pytest.mark.parametrize(
    ("plant", "more", "named"),
    [
        (plant_exception, (), "KeyError in write text: "),
        (plant_endless_loop, ("--cpu", "0.5"), "TooSlow in write text: "),
        (plant_endless_c, ("--wall", "2", "--cpu", "0.5"), "worker silent"),
        (plant_crash, (), "worker died with exit status -6"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_planted_fault_is_found_and_saved(
    plant: Callable[[], None], more: tuple[str, ...], named: str, tmp_path: Path
) -> None:
    status, found = _run(tmp_path, plant, "--mutants", "1", "--seed", "7", *more)
    assert status == 1
    assert [one["finding"].startswith(named) for one in found] == [True]
    made = mutant(7, 0, PAGES, SMALL)
    data = made.html if isinstance(made.html, bytes) else made.html.encode("utf-8", "surrogatepass")
    assert (tmp_path / "7-0.html").read_bytes() == data
    assert (found[0]["kind"], found[0]["options"]) == (made.kind, made.options)


def test_a_run_without_findings_ends_with_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tmp_path / "findings", None) == (0, [])
    written = capsys.readouterr().out
    assert "| all | 3 |" in written
    assert "Findings: none." in written


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_mutants_are_reproducible_and_bounded(seed: int, number: int) -> None:
    made = mutant(seed, number, PAGES, 50_000)
    assert made == mutant(seed, number, Pages(), 50_000)
    assert len(made.html) <= 50_000
    assert made.kind.partition("+")[0] == list(KINDS)[number % len(KINDS)]


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=15)
@given(data=st.binary(max_size=60), seed=st.integers(0, 10**6))
def test_mutators_take_any_bytes(name: str, data: bytes, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    assert isinstance(KINDS[name](rng, data, PAGES, 2_000), bytes)


@pytest.mark.parametrize(
    ("name", "written", "named"),
    [
        ("text", "a\0b", "text holds a NUL"),
        ("text", "a\ud800b", "text holds a lone surrogate"),
        ("html", "<p>a</p><script>x</script>", "the HTML holds <script>"),
        ("html", "<p onclick=x>a</p>", "the HTML holds <p onclick>"),
        ("html", "<a href='java\tscript:x'>a</a>", "the HTML links to"),
        ("html", "<table><tbody><tr><td>a</table><svg><a href=x>", "the HTML holds <svg>"),
    ],
)
def test_unclean_output_is_a_finding(name: str, written: str, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Article, name, property(lambda _: written))
    result = check(Mutant(1, "flip", "page", PAGE))
    assert (result.outcome, result.group[: len(named)]) == ("finding", named)


def test_an_article_that_differs_the_second_time_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    extract, urls = broadsheet.extract, iter(("https://a.example/1", "https://a.example/2"))
    monkeypatch.setattr(broadsheet, "extract", lambda html, **_: extract(html, url=next(urls)))
    assert check(Mutant(0, "flip", "page", PAGE)).group == "extracted twice, the articles differ"


def test_the_report_counts_by_kind_and_groups_findings() -> None:
    report = Report()
    for number, (kind, outcome, group) in enumerate(
        [("flip", "article", ""), ("flip+tags", "finding", "KeyError"), ("tags", "finding", "KeyError")]
    ):
        report.add(Result(number, kind, "page", 10, outcome, cpu=number / 2, peak=100 + number, group=group))
    text = report.text()
    assert "| flip | 2 | 1 | 0 | 0 | 0 | 0 | 1 | 250 | 0.50 |" in text
    assert "| all | 3 | 1 | 0 | 0 | 0 | 0 | 2 | 500 | 1.00 |" in text
    assert "- KeyError: 2 mutants, the first is 1" in text
    assert "102 MB" in text
