"""Options as Python callers give them: conversions, and invalid values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from broadsheet import metadata
from broadsheet.crawl.batch import Engine, Format, Limits, PageOptions, RowMaker, RunOptions, WorkOptions, run
from broadsheet.crawl.sources.options import Kind, Politeness
from broadsheet.errors import BadSelector

WORK = WorkOptions(folder=Path("out"))


def test_strings_stand_for_enumeration_members() -> None:
    plain: Any = {"folder": "out", "form": "jsonl"}
    work = WorkOptions(**plain)
    assert work == WorkOptions(folder=Path("out"), form=Format.JSONL)
    assert work.form is Format.JSONL
    named: Any = {"inputs": "pages", "engine": "ray", "kind": "warc"}
    made = RunOptions(**named, work=work)
    assert made == RunOptions(inputs=("pages",), engine=Engine.RAY, kind=Kind.WARC, work=work)
    assert made.engine is Engine.RAY
    assert made.kind is Kind.WARC
    for inputs in (Path("pages"), [Path("pages")], ("pages",)):
        several: Any = inputs
        assert RunOptions(inputs=several, work=work).inputs == ("pages",)
    store: Any = Path("sites.db")
    assert PageOptions(sites=store).sites == "sites.db"
    assert PageOptions(keep="p", drop="a") == PageOptions(keep=("p",), drop=("a",))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "wrong", "kind", "words"),
    [
        (RunOptions, {"inputs": ()}, ValueError, "inputs must be one or more"),
        (RunOptions, {"inputs": (1,)}, TypeError, "an input must be str or PathLike, not int"),
        (RowMaker, {"options": "x"}, TypeError, "options must be PageOptions, not str"),
        (run, {"options": "x"}, TypeError, "options must be RunOptions, not str"),
        (metadata.read, {"page": "<p>x"}, TypeError, "page must be Page"),
        (RunOptions, {"jobs": 0}, ValueError, "jobs must be 1 or more, not 0"),
        (RunOptions, {"jobs": True}, TypeError, "jobs must be int, not bool"),
        (RunOptions, {"kind": "nope"}, ValueError, "kind must be one of warc, tar, .*, not 'nope'"),
        (RunOptions, {"engine": "spark"}, ValueError, "engine must be one of local, ray, not 'spark'"),
        (RunOptions, {"since": "May"}, ValueError, "since must be a day .*, not 'May'"),
        (RunOptions, {"work": None}, TypeError, "work must be WorkOptions"),
        (RunOptions, {"learn_sites": "no"}, TypeError, "learn_sites must be bool, not str"),
        (RunOptions, {"resume": None}, TypeError, "resume must be bool, not NoneType"),
        (WorkOptions, {"folder": 1}, TypeError, "folder must be str or PathLike"),
        (WorkOptions, {"form": "csv"}, ValueError, "form must be one of parquet, jsonl, not 'csv'"),
        (WorkOptions, {"part_rows": 0}, ValueError, "part_rows must be 1 or more"),
        (WorkOptions, {"limits": 60}, TypeError, "limits must be Limits"),
        (WorkOptions, {"page": "coreex"}, TypeError, "page must be PageOptions"),
        (WorkOptions, {"columns": "html"}, TypeError, "columns must be Columns"),
        (PageOptions, {"files": "pdf"}, ValueError, "files must be one of md, text, html"),
        (PageOptions, {"front_matter": True}, ValueError, "front_matter needs files of Markdown"),
        (PageOptions, {"keep": "p >"}, BadSelector, "not a valid CSS selector"),
        (PageOptions, {"drop": 7}, TypeError, "int"),
        *((Limits, {"seconds": n}, ValueError, "seconds") for n in (0, -1.0, float("inf"), float("nan"), 1e9)),
        *((Politeness, {n: 0}, ValueError, f"{n} must be a finite number, 1") for n in ("per_host", "hosts")),
        *((Politeness, {n: -1}, ValueError, f"{n} must be a finite number, 0") for n in ("delay", "retries")),
        (Politeness, {"delay": float("nan")}, ValueError, "delay"),
        (Limits, {"seconds": "60"}, TypeError, "seconds"),
        (Limits, {"megabytes": 0}, ValueError, "megabytes"),
    ],
)
def test_invalid_options_are_refused(options: type, wrong: dict[str, Any], kind: type[Exception], words: str) -> None:
    required = {RunOptions: {"inputs": ("pages",), "work": WORK}, WorkOptions: {"folder": Path("out")}}
    with pytest.raises(kind, match=words):
        options(**{**required.get(options, {}), **wrong})
