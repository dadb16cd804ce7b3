from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from broadsheet.cli import main
from broadsheet.cli.failures import Code
from broadsheet.errors import MissingExtra
from broadsheet.lab.corpora import Gold
from broadsheet.lab.evaluate import entrants
from broadsheet.lab.evaluate.entrants import Entrant, Extraction, enter
from broadsheet.methods import catalog

STUBS = "tests.lab.evaluate.entrants_for_tests"


@pytest.fixture(autouse=True)
def methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalog of two methods that work and two that do not."""
    ours = {"broken": "Broken", "everything": "Everything", "nothing": "Nothing", "paragraphs": "Paragraphs"}
    monkeypatch.setattr(catalog, "CATALOG", {name: f"{STUBS}:{path}" for name, path in ours.items()})


@pytest.fixture
def tiny(data: Path) -> str:
    return str(data / "corpora" / "tiny")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["bench", *arguments])


def done(*arguments: str) -> str:
    result = call(*arguments)
    assert result.exit_code == Code.DONE, result.stderr
    return result.stdout


def test_a_method_and_a_library_side_by_side(tiny: str) -> None:
    pytest.importorskip("turbohtml")
    read = json.loads(done(tiny, "--methods", "paragraphs,turbohtml", "--format", "json"))
    assert [line["entrant"] for line in read["overall"]] == ["paragraphs", "turbohtml"]
    ours, library = read["overall"]
    assert ours["f1"] == 1
    assert 0.5 < library["f1"] <= 1
    assert (ours["failed"], ours["empty"], library["failed"]) == (0, 0, 0)
    assert read["best"] == "paragraphs"
    assert read["settings"]["corpora"] == {"tiny": 4}
    assert "turbohtml" in read["machine"]["packages"]


@pytest.fixture
def with_others(tiny: str, tmp_path: Path) -> str:
    """The corpus with answers for two pages that are no articles."""
    shutil.copytree(tiny, folder := tmp_path / "tiny")
    lines = map(json.loads, (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines())
    answers = {"index": {"kind": "section"}, "latin": {"page_type": "forum"}, "silent": {"label": "not_article"}}
    told = [{**line, "text": line.get("text") or "Stories.", **answers.get(line["id"], {})} for line in lines]
    (folder / "truth.jsonl").write_text("\n".join(map(json.dumps, told)), encoding="utf-8")
    return str(folder)


def test_non_articles_are_measured_by_kind(with_others: str, tmp_path: Path) -> None:
    results = str(tmp_path / "results")
    result = call(with_others, "--methods", "paragraphs", "--other-pages", "--format", "json", "--output", results)
    assert "tiny: 3 of 6 pages left out, which have no answer or may be articles" in result.stderr
    read = json.loads(result.stdout)
    assert read["settings"]["corpora"] == {"tiny-forum": 1, "tiny-other": 1, "tiny-section": 1}
    assert json.loads(done("--score", results, "--format", "json"))["overall"] == read["overall"]
    assert "tiny, 3" in done(with_others, "--methods", "paragraphs")
    assert call(with_others, "--other-pages", "--gate").exit_code == Code.USAGE
    assert call("--score", results, "--worst-of", "nothing").exit_code == Code.USAGE


def test_answers_that_are_wrong_are_left_out(tiny: str, tmp_path: Path) -> None:
    results, errata = str(tmp_path / "results"), tmp_path / "errata.tsv"
    errata.write_text("tiny\tlatin\ttext\tof another page\ntiny\tarticle\tlanguage\twrong\n", encoding="utf-8")
    result = call(tiny, "--methods", "everything", "--format", "json", "--output", results, "--errata", str(errata))
    assert "1 page left out: wrong gold answers, by the errata" in result.stderr
    read = json.loads(result.stdout)
    assert (read["overall"][0]["pages"], read["settings"]["errata"]) == (3, "1 page left out")
    again = json.loads(done("--score", results, "--format", "json"))
    assert (again["overall"][0]["pages"], "errata" in again["settings"]) == (4, False)
    known = json.loads(done(tiny, "--metadata", "--only-ours", "--format", "json", "--errata", str(errata)))
    everything = json.loads(done(tiny, "--metadata", "--only-ours", "--format", "json"))
    assert known[0]["pages"]["language"] == everything[0]["pages"]["language"] - 1
    assert known[0]["pages"]["title"] == everything[0]["pages"]["title"]


def test_labelled_data_and_insertions_are_measured(tiny: str, tmp_path: Path) -> None:
    (tmp_path / "labels.tsv").write_text("tiny\tarticle\tsection\tnone\t-\n", encoding="utf-8")
    (found,) = json.loads(done(tiny, "--labels", str(tmp_path / "labels.tsv"), "--format", "json"))
    assert (found["datum"], found["pages"], found["score"]) == ("section", 1, 1)
    report = done(tiny, "--methods", "paragraphs", "--insertions", "--sample", "1", "--output", str(tmp_path))
    assert (tmp_path / "insertions.md").read_text(encoding="utf-8") == report
    assert "list" in report


def test_a_library_that_is_missing_is_left_out_with_a_note(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any) -> None:
        raise MissingExtra("aLibrary", "compare")

    monkeypatch.setattr(entrants, "LIBRARIES", {"scripted": missing})
    result = call(tiny)
    assert result.exit_code == Code.DONE
    lacking = "aLibrary is not installed: install the extra 'compare' (in a checkout, pip install '.[compare]')"
    assert f"left out: {lacking}" in result.stderr
    result = call(tiny, "--methods", "scripted")
    assert result.exit_code == Code.CANNOT_RUN
    assert result.stderr == f"broadsheet: {lacking}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("{tiny}", "--methods", "no-such"), Code.USAGE, "unknown method 'no-such'"),
        (("{tmp}/none",), Code.UNREADABLE, "no such folder"),
        (("{tmp}/file",), Code.UNREADABLE, "this is not a folder"),
        (("{tmp}/empty",), Code.FAILED, "empty"),
        (("{tmp}/bad",), Code.FAILED, "bad/truth.jsonl:1: not a line of JSON"),
        (("{tmp}/silent",), Code.FAILED, "silent: no page with a gold answer"),
        (("{tiny}", "--only-ours", "--output", "{tmp}/file/results"), Code.UNWRITABLE, "cannot write "),
        (("--score", "{tmp}/empty"), Code.FAILED, "no run of 'broadsheet bench' here (run.json)"),
        (("{tiny}", "--only-ours", "--gate", "--gate-file", "{tmp}/none.json"), Code.FAILED, "no pin in "),
        (("{tiny}", "--only-ours", "--gate", "--gate-file", "{tmp}/file"), Code.FAILED, "not a file of pinned scores"),
    ],
)
def test_bad_input_is_one_clear_line(
    tiny: str, tmp_path: Path, arguments: tuple[str, ...], code: Code, words: str
) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    for name, line in (("bad", "{"), ("silent", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "truth.jsonl").write_text(line)
    result = call(*(argument.format(tiny=tiny, tmp=tmp_path) for argument in arguments))
    assert result.exit_code == code
    # The gate comes after the tables, and after what was left out.
    assert "--gate" in arguments or result.stdout == ""
    assert result.stderr.startswith("broadsheet: ")
    assert words in result.stderr
    assert result.stderr.count("\n") == 1 + ("--gate" in arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--methods", "a", "--only-ours"),
        ("--methods", " , "),
        ("--sample", "0"),
        ("--score", "x", "--output", "y"),
        ("--score", "x", "--sample", "3"),
        ("--gate", "--pin"),
        ("--allow-lower",),
        ("--insertions", "--gate"),
    ],
)
def test_wrong_usage(tiny: str, arguments: tuple[str, ...]) -> None:
    assert call(tiny, *arguments).exit_code == Code.USAGE


def extractions(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """All that was extracted, by file, without the times."""
    found = {}
    for path in sorted(folder.glob("*/**/*.jsonl")):
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for line in lines:
            line.pop("seconds", None)
        found[path.relative_to(folder).as_posix()] = lines
    return found


def without_times(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            name: without_times(item)
            for name, item in value.items()
            if not ("ms" in name.split("_") or name in ("times", "machine", "corpora"))
        }
    return [without_times(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("at", [1, 4, 7])
def test_an_interrupted_run_continues_without_loss_or_duplicates(
    tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    arguments = (tiny, "--methods", "paragraphs,everything,broken", "--papers", "--output")
    done(*arguments, str(tmp_path / "whole"))
    calls = 0

    def interrupted(name: str) -> Entrant:
        entrant = enter(name)

        def extract(html: str, gold: Gold) -> Extraction:
            nonlocal calls
            calls += 1
            # The first 15 calls warm up.
            if calls == 15 + at:
                raise KeyboardInterrupt
            return entrant.extract(html, gold)

        return replace(entrant, extract=extract)

    with monkeypatch.context() as patch:
        patch.setattr(entrants, "enter", interrupted)
        result = call(*arguments, str(tmp_path / "parts"))
    assert result.exit_code == Code.INTERRUPTED
    before = extractions(tmp_path / "parts")
    # Half a line, as a killed process leaves it.
    with (tmp_path / "parts" / "extractions" / "tiny" / "everything.jsonl").open("ab") as file:
        file.write(b'{"page": "lat')
    done(*arguments, str(tmp_path / "parts"))
    whole, parts = extractions(tmp_path / "whole"), extractions(tmp_path / "parts")
    assert parts == whole
    assert all(lines == whole[name][: len(lines)] for name, lines in before.items())
    one, other = (
        without_times(json.loads((tmp_path / name / "summary.json").read_text(encoding="utf-8")))
        for name in ("whole", "parts")
    )
    assert one == other


def test_gold_answers_may_change_but_not_pages(tiny: str, tmp_path: Path) -> None:
    corpus = tmp_path / "tiny"
    shutil.copytree(tiny, corpus)
    done(str(corpus), "--methods", "everything", "--output", str(tmp_path / "out"))
    truth = (corpus / "truth.jsonl").read_text(encoding="utf-8")
    (corpus / "truth.jsonl").write_text(truth.replace("old ferry", "new ferry"), encoding="utf-8")
    result = call("--score", str(tmp_path / "out"))
    assert result.exit_code == Code.DONE
    assert "tiny: gold answers have changed" in result.stderr
    (corpus / "truth.jsonl").write_text(truth, encoding="utf-8")
    (corpus / "html" / "latin.html.gz").write_bytes((corpus / "html" / "article.html.gz").read_bytes())
    result = call("--score", str(tmp_path / "out"))
    assert result.exit_code == Code.FAILED
    assert "the pages have changed since these extractions were made" in result.stderr
    result = call(str(corpus), "--methods", "everything", "--output", str(tmp_path / "out"))
    assert "tiny, everything: started again (pages: " in result.stderr
    shutil.rmtree(corpus)
    (tmp_path / "tiny").mkdir()
    assert call("--score", str(tmp_path / "out")).exit_code == Code.FAILED


def test_pins_are_written_held_and_lowered(tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = str(tmp_path / "gate.json")
    arguments = (tiny, "--methods", "paragraphs", "--gate-file", gate)
    assert ": 1 score\n" in call(*arguments, "--pin").stderr
    assert "held" in done(*arguments, "--gate")
    # Other pages have pins of their own.
    assert "no pin" in call(*arguments, "--gate", "--sample", "2").stderr
    done(*arguments, "--pin", "--sample", "2")
    done(*arguments, "--gate", "--sample", "2")
    pinned = (tmp_path / "gate.json").read_text(encoding="utf-8")
    assert pinned.count('"method": "paragraphs"') == 2

    monkeypatch.setitem(catalog.CATALOG, "paragraphs", f"{STUBS}:Worse")
    lost = call(*arguments, "--gate")
    assert lost.exit_code == Code.FAILED
    assert "LOWER" in lost.stdout
    assert "1 of 1 scores are below their pins" in lost.stderr
    refused = call(*arguments, "--pin")
    assert refused.exit_code == Code.FAILED
    assert "1 score is lower than pinned: --allow-lower lowers the pins" in refused.stderr
    assert (tmp_path / "gate.json").read_text(encoding="utf-8") == pinned
    done(*arguments, "--pin", "--allow-lower")
    assert "held" in done(*arguments, "--gate")
