"""A snapshot's file has what was saved; other files are refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from broadsheet.errors import SourceUnreadable
from broadsheet.page import read_page
from broadsheet.show.render.capture import map_rows
from broadsheet.show.render.snapshot import VERSION, Snapshot, load
from tests.show.render.nodes_for_tests import PAGE, as_nodes


@pytest.fixture
def snapshot() -> Snapshot:
    page = read_page(PAGE, url="https://courier.example/a")
    layout, mapped = map_rows(page, as_nodes(page))
    return Snapshot(page.source, layout, mapped, page.url, "Chromium 1.2", (1280, 1024))


@pytest.fixture
def file(snapshot: Snapshot, tmp_path: Path) -> Path:
    path = tmp_path / "page.snapshot"
    snapshot.save(path)
    return path


def changed(file: Path, **arrays: np.ndarray) -> Path:
    with np.load(file) as stored:
        every = {name: stored[name] for name in stored.files} | arrays
    with file.open("wb") as stream:
        np.savez_compressed(stream, **every)  # type: ignore[arg-type]
    return file


def test_what_is_saved_is_loaded(snapshot: Snapshot, file: Path) -> None:
    again = load(file)
    assert (again.source, again.url, again.engine, again.viewport) == (
        snapshot.source, snapshot.url, snapshot.engine, snapshot.viewport,
    )  # fmt: skip
    for name, column in vars(snapshot.layout).items():
        assert np.array_equal(getattr(again.layout, name), column), name
        assert getattr(again.layout, name).dtype == column.dtype
    assert np.array_equal(again.mapped, snapshot.mapped)
    assert again.page.layout is again.layout
    assert again.page.url == "https://courier.example/a"
    assert again.share_mapped == 1.0
    with pytest.raises(ValueError, match="read-only"):
        again.layout.x[0] = 1


def test_other_files_are_refused(snapshot: Snapshot, tmp_path: Path) -> None:
    file = tmp_path / "page.snapshot"
    with pytest.raises(SourceUnreadable, match="No such file"):
        load(file)
    for data in (b"", b"<html>", snapshot.to_bytes()[:-200], snapshot.to_bytes()[: len(snapshot.to_bytes()) // 2]):
        file.write_bytes(data)
        with pytest.raises(SourceUnreadable, match="not a snapshot, or damaged"):
            load(file)


def test_a_flipped_byte_is_noticed_or_does_not_matter(snapshot: Snapshot, tmp_path: Path) -> None:
    file = tmp_path / "page.snapshot"
    whole = snapshot.to_bytes()
    refused = 0
    for place in range(0, len(whole), 23):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        file.write_bytes(bytes(damaged))
        try:
            again = load(file)
        except SourceUnreadable:
            refused += 1
            continue
        assert again.source == snapshot.source
        assert np.array_equal(again.layout.x, snapshot.layout.x)
    assert refused > 10


def test_a_later_version_is_refused(file: Path) -> None:
    with np.load(file) as stored:
        header = json.loads(bytes(stored["header"]))
    header["version"] = VERSION + 1
    changed(file, header=np.frombuffer(json.dumps(header).encode(), dtype=np.uint8))
    with pytest.raises(SourceUnreadable, match=f"version {VERSION + 1}"):
        load(file)


def test_columns_must_fit_each_other_and_the_page(file: Path) -> None:
    other = load(changed(file, source=np.frombuffer(b"<p>Another page</p>", dtype=np.uint8)))
    with pytest.raises(SourceUnreadable, match="render it again"):
        _ = other.page
    with pytest.raises(SourceUnreadable, match="different lengths"):
        load(changed(file, x=np.zeros(3, dtype=np.float32)))


def test_an_archive_that_unpacks_to_too_much_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("broadsheet.show.render.snapshot._MAX_BYTES", 1000)
    with pytest.raises(SourceUnreadable, match="unpacks to more"):
        load(file)
