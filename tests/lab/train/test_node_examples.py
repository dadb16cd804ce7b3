from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from broadsheet.errors import BroadsheetError, NeedsNotMet, RenderFailed, SourceUnreadable
from broadsheet.lab.corpora import Gold
from broadsheet.lab.train.node_pages import examples, node_weights, snapshots_in
from broadsheet.methods.dom_nodes import load_embeddings
from broadsheet.page import Page, read_page
from tests.lab.train.labelled import TEXT, corpus, named, page, pages, save_snapshot


def test_blocks_are_labelled_by_the_gold_text() -> None:
    one = pages()[0]
    texts = [one.texts[at] for at in np.flatnonzero(one.label[one.nodes.blocks])]
    assert texts == [TEXT.format(n=part) for part in range(5)]
    assert one.label.sum() == 5, "text nodes, and elements around blocks, are not labelled too"
    assert one.known.all()
    assert one.source.startswith("<body>")


def test_unlisted_blocks_have_unknown_labels() -> None:
    text, one = page(1)[1], named()
    label = {one.texts[at]: one.label[node] for at, node in enumerate(one.nodes.blocks)}
    known = {one.texts[at]: one.known[node] for at, node in enumerate(one.nodes.blocks)}
    assert [part for part in label if label[part]] == [text.split("\n")[2]]
    assert sorted(part for part in known if known[part]) == sorted(
        [text.split("\n")[2], "All rights reserved, number 1"]
    )
    assert one.gold is None


def test_node_weights() -> None:
    one = named()
    weights = node_weights(one, 0.01, 0.5)
    assert weights[one.label].tolist() == [1.0]
    assert set(weights[~one.label & one.known].tolist()) == {0.01}
    assert set(weights[~one.known].tolist()) == {0.5}


def test_rendered_pages_come_from_a_folder(tmp_path: Path) -> None:
    save_snapshot(read_page(page(0)[0]), tmp_path / "c/page0.snapshot")
    found = list(examples([corpus()], load_embeddings(), page_of=snapshots_in(tmp_path)))
    assert [one.id for one in found] == ["page0"]
    assert found[0].nodes.box is not None


def test_unreadable_snapshots_are_reported(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    damaged, changed = tmp_path / "c/page0.snapshot", tmp_path / "c/page1.snapshot"
    damaged.write_bytes(b"no snapshot")
    save_snapshot(read_page(page(1)[0]), changed, more="<p>one row more</p>")
    told: list[SourceUnreadable] = []
    assert not list(examples([corpus()], load_embeddings(), page_of=snapshots_in(tmp_path, told.append)))
    assert [error.source for error in told] == [str(damaged), str(changed)]
    assert "render it again" in told[1].reason
    with pytest.raises(SourceUnreadable, match="page0"):
        list(examples([corpus()], load_embeddings(), page_of=snapshots_in(tmp_path)))


def test_pages_that_cannot_be_rendered_are_left_out_and_a_missing_browser_is_an_error() -> None:
    def failing(error: BroadsheetError) -> Callable[[Gold], Page | None]:
        def page_of(gold: Gold) -> Page | None:
            raise error

        return page_of

    assert not list(examples([corpus()], load_embeddings(), page_of=failing(RenderFailed("too slow"))))
    with pytest.raises(NeedsNotMet):
        list(examples([corpus()], load_embeddings(), page_of=failing(NeedsNotMet("no browser"))))
