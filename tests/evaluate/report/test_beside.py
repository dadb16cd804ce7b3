"""Two texts side by side."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.evaluate.report.beside import Kind, Piece, beside

SAME, ONLY, GAP = Kind.SAME, Kind.ONLY, Kind.GAP


def test_what_each_has_alone() -> None:
    gold, output = beside("One two three four five six.", "One two three, new words: five six!")
    assert gold == [Piece(SAME, "One two three "), Piece(ONLY, "four "), Piece(SAME, "five six.")]
    assert output == [Piece(SAME, "One two three, "), Piece(ONLY, "new words: "), Piece(SAME, "five six!")]


@given(st.text(alphabet="ab. \n中", max_size=40), st.text(alphabet="ab. \n中", max_size=40))
def test_nothing_is_lost(gold: str, output: str) -> None:
    for text, pieces in zip((gold, output), beside(gold, output), strict=True):
        assert "".join(piece.text for piece in pieces).split() == text.split()
        assert all(one.kind != other.kind for one, other in pairwise(pieces))
