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


def test_a_word_or_two_in_common_by_chance_are_not_shown_as_the_same() -> None:
    gold, _ = beside("a man saw the dog yesterday", "birds fly over the sea at night")
    assert [piece.kind for piece in gold] == [ONLY]


def test_an_empty_side_has_no_pieces() -> None:
    assert beside("", "One") == ([], [Piece(ONLY, "One")])
    assert beside("", "--!") == ([], [Piece(ONLY, "--!")])


def test_long_stretches_are_left_out() -> None:
    long = " ".join(f"w{number}" for number in range(200))
    gold, output = beside(f"{long} end", f"{long} {long}x {long} other")
    assert gold[0] == Piece(GAP, "175 words the same")
    assert gold[1].text.split()[-1] == "w199"
    assert [piece.kind for piece in output][:2] == [GAP, SAME]
    assert any(piece.kind is GAP and piece.text.endswith("more such words") for piece in output)


def test_paragraphs_are_kept() -> None:
    gold, _ = beside(" One\n\n\n two ", "One two")
    assert gold == [Piece(SAME, "One\n\ntwo")]


@given(st.text(alphabet="ab. \n中", max_size=40), st.text(alphabet="ab. \n中", max_size=40))
def test_nothing_is_lost(gold: str, output: str) -> None:
    for text, pieces in zip((gold, output), beside(gold, output), strict=True):
        assert "".join(piece.text for piece in pieces).split() == text.split()
        assert all(one.kind != other.kind for one, other in pairwise(pieces))
