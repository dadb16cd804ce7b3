from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from broadsheet.cli import main
from broadsheet.reproduce import Stored, read_figures, write, write_figures
from broadsheet.reproduce.document import file_of
from broadsheet.reproduce.store import FiguresUnreadable


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
    first = (out / "reproduction.md").read_text(encoding="utf-8")
    assert "`broadsheet reproduce zhang2018 --sample 2`" in first
    assert (out / "reproduction" / "zhang2018-gamma.svg").read_text(encoding="utf-8").startswith("<svg")
    (out / "reproduction.md").unlink()
    result = CliRunner().invoke(main, ["reproduce", "--write-only", "-o", str(out)])
    assert result.exit_code == 0, result.output
    assert (out / "reproduction.md").read_text(encoding="utf-8") == first


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


def test_the_document_in_the_repository_is_written_from_its_figures(tmp_path: Path) -> None:
    docs = Path(__file__).parent.parent.parent / "docs"
    for file in (docs / "reproduction").glob("*.json"):
        target = file_of(tmp_path, file.stem)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.read_bytes())
    (tmp_path / "reproduction").mkdir(exist_ok=True)
    write(tmp_path)
    assert (tmp_path / "reproduction.md").read_text(encoding="utf-8") == (docs / "reproduction.md").read_text(
        encoding="utf-8"
    )
    for drawing in (tmp_path / "reproduction").glob("*.svg"):
        assert drawing.read_bytes() == (docs / "reproduction" / drawing.name).read_bytes()
