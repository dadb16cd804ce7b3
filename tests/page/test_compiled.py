"""Where the numbers of an array and the characters of a text begin, as the compiled parts are told."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
import pytest

from broadsheet.page import compiled


@pytest.mark.parametrize("is_behind_head", [True, False])
def test_the_address_of_an_array(monkeypatch: pytest.MonkeyPatch, *, is_behind_head: bool) -> None:
    if is_behind_head and not compiled._IS_BEHIND_HEAD:
        pytest.skip("arrays lie otherwise in memory here")
    monkeypatch.setattr(compiled, "_IS_BEHIND_HEAD", is_behind_head)
    whole = np.arange(24, dtype=np.float64)
    frozen = whole[2:].view()
    frozen.flags.writeable = False
    letters = np.frombuffer("straße".encode("utf-32-le"), dtype=np.uint32)
    for array in (whole, whole[7:], whole.reshape(4, 6)[:, 2], frozen, letters, np.empty(0, dtype=np.int32)):
        assert compiled.address(array) == array.ctypes.data


def test_arrays_of_other_kinds_are_asked_for_theirs(tmp_path) -> None:  # type: ignore[no-untyped-def]
    mapped = np.memmap(tmp_path / "array", dtype=np.int16, mode="w+", shape=(8,))
    assert compiled.address(mapped[3:]) == mapped[3:].ctypes.data


@pytest.mark.parametrize(
    ("letter", "width", "encoding"), [("é", 1, "latin-1"), ("日", 2, "utf-16-le"), ("😀", 4, "utf-32-le")]
)
def test_the_characters_of_a_text(letter: str, width: int, encoding: str) -> None:
    if not compiled._LAYOUTS:
        pytest.skip("texts lie otherwise in memory here")
    for text in (letter * 2, "".join(["plain ", letter, " text"]), f"{letter}\0{letter}"):
        found = compiled.characters_of(text)
        assert found is not None
        assert found[1] == width
        assert ctypes.string_at(found[0], width * len(text)).decode(encoding) == text


def test_of_texts_of_another_kind_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled.characters_of("plain") is None
    assert compiled.characters_of("") is None
    assert compiled.characters_of(sys.intern("".join(["日", "本"]))) is None
    monkeypatch.setattr(compiled, "_LAYOUTS", {})
    assert compiled.characters_of("日本") is None


def test_where_texts_lie_otherwise_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_STATE", compiled._STATE - 16)  # the length: it does not tell widths apart
    assert compiled._layouts() == {}
    monkeypatch.undo()
    monkeypatch.setattr(compiled, "_IS_BEHIND_HEAD", False)
    assert compiled._layouts() == {}
