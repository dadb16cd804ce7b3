"""C4.5's own files."""

from __future__ import annotations

from pathlib import Path

import pytest

from broadsheet.errors import CorpusError
from broadsheet.lab.reproduce.standke_cases import read_cases

NAMES = """yes, no.   | the classes

size of it:  continuous.
kind:        a.b, c.
depth:       discrete 9."""


def written(folder: Path, data: str, names: str = NAMES) -> Path:
    (folder / "x.names").write_text(names, encoding="utf-8")
    (folder / "x.data").write_text(data, encoding="utf-8")
    return folder


def test_a_pair_of_files(tmp_path: Path) -> None:
    cases = read_cases(written(tmp_path, "1.5,a.b,3,no.\n?, c, ?, yes\n\n"), "x")
    assert cases.attributes == ("size of it", "kind", "depth")
    assert cases.discrete == (1, 2)
    assert cases.values.tolist() == [[1.5, "a.b", "3"], [None, "c", None]]
    assert cases.classes == ("yes", "no")
    assert cases.labels.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("data", "names"),
    [
        pytest.param("", NAMES, id="no cases"),
        pytest.param("1,c,no.\n", NAMES, id="a value too few"),
        pytest.param("one,c,3,no.\n", NAMES, id="a number that is none"),
        pytest.param("1,c,3,perhaps.\n", NAMES, id="another class"),
        pytest.param("1,no.\n", "yes, no.\nsize.", id="an attribute without values"),
    ],
)
def test_another_format_is_an_error(tmp_path: Path, data: str, names: str) -> None:
    with pytest.raises(CorpusError, match="not in the format"):
        read_cases(written(tmp_path, data, names), "x")
