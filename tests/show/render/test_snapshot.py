"""Mapping of the browser's nodes to the page's rows, and the files of snapshots."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from broadsheet.errors import SourceUnreadable
from broadsheet.page import Page, read_page
from broadsheet.show.render import capture
from broadsheet.show.render.capture import Box, Node, Style, map_rows
from broadsheet.show.render.snapshot import VERSION, Snapshot, load

PLAIN = Style(16.0, 400, 0x000000FF, 0x00000000, shown=True)
PAGE = "<body><h1>Ferry</h1><p>One <b>bold</b> word.</p><p>Two.</p>"


def as_nodes(page: Page, style: Style | None = PLAIN) -> list[Node]:
    """Return the nodes of a browser with the same parser: a box of 10 by 20 for each row, one below the other."""
    return [
        Node(
            page.name(row),
            page.raw(row) if page.is_text[row] else "",
            Box(0, 20.0 * row, 10, 20) if style else None,
            style,
        )
        for row in range(len(page))
    ]


def test_equal_trees_map_one_to_one() -> None:
    page = read_page(PAGE)
    layout, mapped = map_rows(page, as_nodes(page))
    assert mapped.all()
    assert layout.y.tolist() == [20.0 * row for row in range(len(page))]
    assert layout.visible.all()
    assert (layout.font_size == 16).all()
    assert (layout.colour == 0x000000FF).all()
    assert (layout.background == 255).all(), "the canvas is white"
    assert page.with_layout(layout).layout is layout


def test_rows_that_the_browser_lacks_have_no_box_and_the_style_of_their_parent() -> None:
    page = read_page(PAGE)
    nodes = as_nodes(page)
    nodes[2] = replace(nodes[2], style=PLAIN._replace(font_size=30.0))
    gone = next(row for row in range(len(page)) if page.raw(row) == "Two.")
    layout, mapped = map_rows(page, [node for row, node in enumerate(nodes) if row != gone])
    assert np.flatnonzero(~mapped).tolist() in ([gone], [gone + 1])
    lost = int(np.flatnonzero(~mapped)[0])
    assert not layout.visible[lost]
    assert layout.width[lost] == 0
    assert layout.font_size[lost] == layout.font_size[page.parent[lost]]


def test_nodes_that_the_page_lacks_are_skipped() -> None:
    page = read_page(PAGE)
    nodes = as_nodes(page)
    extra = Node("#text", "from nowhere", Box(0, 0, 1, 1), PLAIN)
    for place in (5, len(nodes)):
        layout, mapped = map_rows(page, [*nodes[:place], extra, *nodes[place:]])
        assert mapped.all()
        assert layout.y.tolist() == [20.0 * row for row in range(len(page))]


def test_trees_that_differ_too_much_are_mapped_at_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_page(PAGE)
    nodes = as_nodes(page)
    for place in (4, len(page) - 3):
        nodes[place] = Node("i", "", None, None)
    assert np.flatnonzero(~map_rows(page, nodes).mapped).tolist() == [4, len(page) - 3]
    monkeypatch.setattr(capture, "_MAX_PAIRS", 4)
    assert np.flatnonzero(~map_rows(page, nodes).mapped).tolist() == list(range(4, len(page) - 2))


def test_nodes_without_layout_are_not_visible() -> None:
    page = read_page(PAGE)
    layout, mapped = map_rows(page, as_nodes(page, style=None))
    assert mapped.all()
    assert not layout.visible.any()
    assert (layout.font_size == 16).all()
    for box, style in (
        (Box(3, 3, 0, 0), PLAIN),
        (Box(3, 3, 9, 0), PLAIN),
        (Box(3, 3, 0, 9), PLAIN),
        (Box(3, 3, 9, 9), PLAIN._replace(shown=False)),
    ):
        unseen = [Node(node.name, node.text, box, style) for node in as_nodes(page)]
        assert not map_rows(page, unseen).layout.visible.any()


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
