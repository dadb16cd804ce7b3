"""Options as Python callers give them: what stands for the same, and what is refused before anything is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from broadsheet.crawl.batch import Engine, Format, Limits, PageOptions, RunOptions, WorkOptions
from broadsheet.crawl.sources.units import Kind

WORK = WorkOptions(folder=Path("out"))


def test_names_stand_for_what_they_name() -> None:
    plain: Any = {"folder": "out", "form": "jsonl"}
    work = WorkOptions(**plain)
    assert work == WorkOptions(folder=Path("out"), form=Format.JSONL)
    assert work.form is Format.JSONL
    named: Any = {"inputs": "pages", "engine": "ray", "kind": "warc"}
    run = RunOptions(**named, work=work)
    assert run == RunOptions(inputs=("pages",), engine=Engine.RAY, kind=Kind.WARC, work=work)
    assert run.engine is Engine.RAY
    assert run.kind is Kind.WARC
    for inputs in (Path("pages"), [Path("pages")], ("pages",)):
        several: Any = inputs
        assert RunOptions(inputs=several, work=work).inputs == ("pages",)
    store: Any = Path("sites.db")
    assert PageOptions(sites=store).sites == "sites.db"


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ({"inputs": ()}, ValueError, "inputs must be one or more"),
        ({"inputs": (1,)}, TypeError, "an input must be str or PathLike, not int"),
        ({"inputs": None}, TypeError, "NoneType"),
        ({"jobs": 0}, ValueError, "jobs must be 1 or more, not 0"),
        ({"jobs": "2"}, TypeError, "jobs must be int, not str"),
        ({"jobs": True}, TypeError, "jobs must be int, not bool"),
        ({"kind": "nope"}, ValueError, "kind must be one of warc, tar, .*, not 'nope'"),
        ({"engine": "spark"}, ValueError, "engine must be one of local, ray, not 'spark'"),
        ({"work": None}, TypeError, "work must be WorkOptions"),
        ({"learn_sites": "no"}, TypeError, "learn_sites must be bool, not str"),
        ({"resume": None}, TypeError, "resume must be bool, not NoneType"),
    ],
)
def test_runs_that_mean_nothing(wrong: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        RunOptions(**{"inputs": ("pages",), "work": WORK, **wrong})


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        ({"folder": 1}, TypeError, "folder must be str or PathLike"),
        ({"form": "csv"}, ValueError, "form must be one of parquet, jsonl, not 'csv'"),
        ({"form": None}, TypeError, "form must be str, not NoneType"),
        ({"part_rows": 0}, ValueError, "part_rows must be 1 or more"),
        ({"max_bytes": -1}, ValueError, "max_bytes must be 1 or more"),
        ({"limits": 60}, TypeError, "limits must be Limits"),
        ({"page": "coreex"}, TypeError, "page must be PageOptions"),
        ({"columns": "html"}, TypeError, "columns must be Columns"),
    ],
)
def test_work_that_means_nothing(wrong: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        WorkOptions(**{"folder": Path("out"), **wrong})


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        *(({"seconds": seconds}, ValueError) for seconds in (0, -1.0, float("inf"), float("nan"), 1e9)),
        ({"seconds": "60"}, TypeError),
        ({"megabytes": 0}, ValueError),
        ({"megabytes": 1.5}, TypeError),
    ],
)
def test_limits_that_no_clock_can_be_set_to(wrong: dict[str, Any], kind: type[Exception]) -> None:
    with pytest.raises(kind, match=next(iter(wrong))):
        Limits(**wrong)
