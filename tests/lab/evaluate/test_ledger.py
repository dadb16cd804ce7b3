"""A file that grows by a record a page: nothing lost, nothing twice, nothing mixed."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from broadsheet.lab.evaluate.store import Ledger, LedgerUnreadable, read_ledger

if TYPE_CHECKING:
    from pathlib import Path

HEADER = {"method": "mss", "version": "1", "pages": "abc"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "mss.jsonl"


def write(path: Path, *pages: str, header: dict[str, str] = HEADER, **record: Any) -> Ledger:
    ledger = Ledger(path, header)
    for page in pages:
        ledger.append(page, {"text": page.upper(), **record})
    ledger.close()
    return ledger


def test_records_are_read_back(path: Path) -> None:
    write(path, "a", "b")
    header, records = read_ledger(path)
    assert header == HEADER
    assert records == {"a": {"text": "A"}, "b": {"text": "B"}}


def test_a_second_run_goes_on(path: Path) -> None:
    write(path, "a")
    again = Ledger(path, HEADER)
    assert again.pages == {"a"}
    assert again.changed is None
    again.close()
    write(path, "a", "b")
    assert path.read_bytes().count(b"\n") == 3


@pytest.mark.parametrize("cut", range(1, 30))
def test_half_a_line_is_cut_off(path: Path, cut: int) -> None:
    write(path, "a", "b", "c")
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    ledger = write(path, "a", "b", "c")
    assert ledger.changed is None
    assert path.read_bytes() == whole


def test_records_after_a_broken_line_are_done_again(path: Path) -> None:
    write(path, "a", "b", "c")
    lines = path.read_bytes().split(b"\n")
    lines[2] = b"{nonsense"
    path.write_bytes(b"\n".join(lines))
    ledger = Ledger(path, HEADER)
    ledger.close()
    assert ledger.pages == {"a"}


def test_a_full_disk_leaves_no_half_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(path, HEADER)
    ledger.append("a", {})
    before = path.read_bytes()
    write_bytes = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(28, "No space left on device")
        return write_bytes(file, data[:10])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OSError, match="No space"):
            ledger.append("b", {"text": "x" * 25})
    assert path.read_bytes() == before
    assert ledger.pages == {"a"}
    ledger.append("b", {})
    ledger.close()
    assert json.loads(path.read_bytes().split(b"\n")[2]) == {"page": "b"}


def test_what_is_no_ledger_is_refused(path: Path) -> None:
    with pytest.raises(LedgerUnreadable, match=r"mss\.jsonl: No such file"):
        read_ledger(path)
    path.parent.mkdir()
    for text in ("", "[]\n", '{"page": "a"}\n'):
        path.write_text(text)
        with pytest.raises(LedgerUnreadable, match="not a header of extractions"):
            read_ledger(path)
