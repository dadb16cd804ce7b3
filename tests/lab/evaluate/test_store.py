from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from broadsheet.lab.corpora import Corpus
from broadsheet.lab.evaluate.entrants import Entrant, of_library, of_method
from broadsheet.lab.evaluate.store import (
    FolderBusy,
    Ledger,
    LedgerUnreadable,
    collect,
    corpus_hashes,
    read_calls,
    read_ledger,
)
from tests.lab.evaluate.entrants_for_tests import Paragraphs, Sure, scripted

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
    assert read_ledger(path) == (HEADER, {"a": {"text": "A"}})


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


def test_invalid_ledgers_are_refused(path: Path) -> None:
    with pytest.raises(LedgerUnreadable, match=r"mss\.jsonl: No such file"):
        read_ledger(path)
    path.parent.mkdir()
    for text in ("", "[]\n", '{"page": "a"}\n'):
        path.write_text(text)
        with pytest.raises(LedgerUnreadable, match="not a header of extractions"):
            read_ledger(path)


def collected(folder: Path, corpus: Corpus, *entrants: Entrant) -> tuple[list[int], list[str]]:
    """How many pages each step did, and what was reported."""
    notes: list[str] = []
    hashes = {corpus.name: corpus_hashes(corpus)}
    steps = [pages for _, pages in collect(folder, [corpus], entrants, hashes, limit=None, report=notes.append)]
    return steps, notes


OURS, LIBRARY = of_method(Paragraphs()), of_library(scripted(lambda html: "some text"))


def test_extractions_are_made_once_and_read_back(tmp_path: Path, tiny: Corpus) -> None:
    sure = of_method(Sure())
    assert collected(tmp_path, tiny, sure) == ([1] * 5, [])
    assert collected(tmp_path, tiny, sure) == ([5], [])
    assert collected(tmp_path, tiny, sure, LIBRARY) == ([1] * 5, [])
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jsonl"))
    assert names == ["extractions/tiny/scripted.jsonl", "extractions/tiny/sure.jsonl", "headlines/tiny.jsonl"]
    pages = list(read_calls(tmp_path, tiny, ["scripted", "sure"], corpus_hashes(tiny)))
    assert [page.page for page in pages] == [sample.gold.id for sample in tiny]
    library, ours = pages[0].calls
    assert (library.entrant, library.text, library.stages, library.confidence) == ("scripted", "some text", {}, None)
    assert (ours.entrant, ours.confidence, ours.outcome.value) == ("sure", 0.75, "extracted")
    assert pages[0].reading is not None
    assert pages[0].reading.text == "Last trip for the old ferry"


def test_other_parameters_start_again(tmp_path: Path, tiny: Corpus) -> None:
    collected(tmp_path, tiny, of_method(Sure()), LIBRARY)
    steps, notes = collected(tmp_path, tiny, of_method(Sure(confidence=0.5)), LIBRARY)
    assert steps == [1] * 5
    (words,) = notes
    assert words == "tiny, sure: started again (parameters: confidence=0.75 -> confidence=0.5)"


def test_two_runs_in_one_folder_are_refused(tmp_path: Path, tiny: Corpus) -> None:
    pytest.importorskip("fcntl")
    hashes = {"tiny": corpus_hashes(tiny)}
    first = collect(tmp_path, [tiny], [OURS], hashes, limit=None, report=print)
    next(iter(first))
    with pytest.raises(FolderBusy, match="another run is writing"):
        collected(tmp_path, tiny, OURS)
    first.close()  # type: ignore[attr-defined]
    assert collected(tmp_path, tiny, OURS)[0] == [1] * 5
