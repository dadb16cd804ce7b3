from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from broadsheet.cli import main
from broadsheet.lab.reproduce import Stored, read_figures, write, write_figures
from broadsheet.lab.reproduce.studies import FiguresUnreadable, file_of

DOCS = Path(__file__).parent.parent.parent.parent / "docs"


def test_figures_survive_their_file(tmp_path: Path) -> None:
    stored = Stored(paper="zhang2018", version="1", sample=3, seed=1, figures={"a": [1, None, {"b": 0.5}]})
    file = tmp_path / "deep" / "zhang2018.json"
    assert read_figures(file) is None
    write_figures(stored, file)
    assert read_figures(file) == stored
    assert stored.command == "broadsheet reproduce zhang2018 --sample 3 --seed 1"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"paper": 1}', "\x00"])
def test_another_file_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(FiguresUnreadable, match=r"x\.json"):
        read_figures(file)


def test_the_command_measures_and_writes(small_corpora: Path, tmp_path: Path) -> None:
    out = tmp_path / "docs"
    asked = ["reproduce", "zhang2018", "--corpora", str(small_corpora), "--sample", "2", "-o", str(out)]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    page, tables = out / "papers" / "zhang2018.md", out / "log" / "reproduction" / "zhang2018.md"
    first = page.read_text(encoding="utf-8"), tables.read_text(encoding="utf-8")
    assert all("`broadsheet reproduce zhang2018 --sample 2`" in text for text in first)
    assert (out / "papers" / "zhang2018-gamma.svg").read_text(encoding="utf-8").startswith("<svg")
    page.unlink()
    tables.unlink()
    result = CliRunner().invoke(main, ["reproduce", "--write-only", "-o", str(out)])
    assert result.exit_code == 0, result.output
    assert (page.read_text(encoding="utf-8"), tables.read_text(encoding="utf-8")) == first


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nobody1999"], 2, "unknown paper"),
        (["--write-only", "tan2018"], 2, "measures nothing"),
        (["barua2014", "--corpora", "EMPTY"], 1, ""),
    ],
)
def test_wrong_usage_is_one_line(tmp_path: Path, arguments: list[str], code: int, words: str) -> None:
    (tmp_path / "empty").mkdir()
    given = [str(tmp_path / "empty") if word == "EMPTY" else word for word in arguments]
    result = CliRunner().invoke(main, ["reproduce", *given, "-o", str(tmp_path / "docs")])
    assert result.exit_code == code
    assert words in result.output
    assert "Traceback" not in result.output


def test_what_is_written_by_hand_around_the_summary_stays(tmp_path: Path) -> None:
    file_of(tmp_path, "zhang2018").parent.mkdir()
    shutil.copy(DOCS / "papers" / "zhang2018.json", tmp_path / "papers")
    (path,) = write(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(f"# By hand\n\n{text[text.index('<!--') :]}\nAnd below.\n", encoding="utf-8")
    write(tmp_path)
    assert path.read_text(encoding="utf-8").startswith("# By hand\n")
    assert path.read_text(encoding="utf-8").endswith("And below.\n")
    assert "| `cedst` |" in path.read_text(encoding="utf-8")


def test_the_pages_in_the_repository_are_written_from_their_figures(tmp_path: Path) -> None:
    shutil.copytree(DOCS / "papers", tmp_path / "papers")
    for page in write(tmp_path):
        tables = Path("log", "reproduction", page.name)
        assert page.read_bytes() == (DOCS / "papers" / page.name).read_bytes()
        assert (tmp_path / tables).read_bytes() == (DOCS / tables).read_bytes()
    for drawing in (tmp_path / "papers").glob("*.svg"):
        assert drawing.read_bytes() == (DOCS / "papers" / drawing.name).read_bytes()
