"""Pages with pieces: the page's own segments stay what they are, and a piece's have the answer of its kind."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from broadsheet.lab.corpora import Sample
from broadsheet.lab.insertions.generate import Inserted
from broadsheet.lab.insertions.pieces import KINDS, Answer
from broadsheet.lab.train import pieces as made
from broadsheet.lab.train.pieces import LEAVE_WEIGHT, PIECE, PIECE_WEIGHT, Pieces, Segments
from broadsheet.page import read_page
from tests.lab.test_insertions import GOLD, HTML

TEXTS = list(read_page(HTML).texts)


def put(kind: str, monkeypatch: pytest.MonkeyPatch, seed: int = 0, shortened: float = 0) -> Segments | None:
    monkeypatch.setattr(made, "_draw_kinds", lambda rnd, most: [kind])
    monkeypatch.setattr(made, "BRIEF_SHARE", shortened)
    return Pieces([GOLD], seed=seed).put_into(Sample(GOLD, HTML.encode), TEXTS)


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_piece_is_new(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = put(kind, monkeypatch)
    if found is None:  # a piece for machines alone shows nothing
        assert kind in {"machine-facts", "machine-copy"}
        return
    own = found.origin != PIECE
    assert found.origin[own].tolist() == list(range(len(TEXTS)))
    assert not found.weight[own].any()
    assert np.diff(np.flatnonzero(~own)).tolist() == [1] * (np.count_nonzero(~own) - 1)
    assert len(found.inputs.columns) == len(found.inputs.chars) == len(found.label)
    asked = found.weight > 0
    assert set(found.weight[asked].tolist()) <= {PIECE_WEIGHT, LEAVE_WEIGHT}
    assert (found.label[asked] == (KINDS[kind].answer is Answer.KEEP)).all()
    if KINDS[kind].answer is not Answer.ONCE:
        assert asked.any()


@pytest.mark.parametrize("seed", range(8))
def test_a_shortened_page_keeps_what_is_not_a_later_paragraph(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found = put("teasers", monkeypatch, seed, shortened=1)
    assert found is not None
    stood = found.origin[found.origin != PIECE].tolist()
    paragraphs = [TEXTS.index(line) for line in (GOLD.text or "").split("\n") if line in TEXTS]
    left = [at for at in paragraphs if at in stood]
    assert left == paragraphs[: len(left)]
    assert 1 <= len(left) <= made.MAX_BRIEF_PARAGRAPHS < len(paragraphs)
    assert stood == [at for at in range(len(TEXTS)) if at not in paragraphs[len(left) :]]


def test_pieces_are_drawn_from_pages_of_the_same_fold() -> None:
    sites = [f"site{number}.example" for number in range(40)]
    golds = [replace(GOLD, site=site, text=f"{GOLD.text}\nOnly {site} says this about the bridge.") for site in sites]
    for site in sites[:5]:
        insertions = Pieces(golds)._insertions[made.fold_of(site)]
        said = {of for pool in insertions._sentences.values() for of, _ in pool}
        assert site in said
        assert {made.fold_of(of) for of in said} == {made.fold_of(site)}


@pytest.mark.parametrize(
    ("old", "new", "place", "span"),
    [
        ("abc", "abxc", "middle", (2, 3)),
        ("abc", "xyabc", "before", (0, 2)),
        ("abc", "abca", "end", (3, 4)),
        ("abc", "aabc", "top", (0, 1)),
        ("abc", "abbc", "middle", (2, 3)),
        ("abc", "axcx", "middle", None),
        ("abc", "abc", "middle", None),
    ],
)
def test_positions_of_inserted_segments(old: str, new: str, place: str, span: tuple[int, int] | None) -> None:
    assert made._inserted(list(old), list(new), place) == span


def test_buttons_in_posts_and_equal_copies_have_no_weight() -> None:
    post = Inserted("post-x", "en", "middle", "", ("The bridge opens on Tuesday.",))
    assert made._answer(post, "The bridge opens on Tuesday.", []) == (1, PIECE_WEIGHT)
    assert made._answer(post, "View on the service", []) == (1, 0)
    quote = Inserted("pull-quote", "en", "middle", "", ("It opens",))
    assert made._answer(quote, "It opens", ["It opens on Tuesday"]) == (0, LEAVE_WEIGHT)
    assert made._answer(quote, "It opens", ["It opens"]) == (0, 0)
