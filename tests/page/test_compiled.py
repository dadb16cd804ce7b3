"""Where the numbers of an array begin, as the compiled parts are told."""

from __future__ import annotations

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
