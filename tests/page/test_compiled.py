"""Where the numbers of an array and the characters of a text begin, as the compiled parts are told."""

from __future__ import annotations

import ctypes

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
