from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.word_vectors import A, WordVectors, pack, unpack, words


def vectors(component: list[float] | None = None) -> WordVectors:
    rows = np.array([[7, 0], [0, 7], [7, 7]], dtype=np.float32)
    packed, scale = pack(rows)
    frequency = np.array([A, 3 * A, 0], dtype=np.float32)
    return WordVectors(
        {"ferry": 0, "the": 1, "渡": 2}, packed, scale, frequency, np.array(component or [0, 0], dtype=np.float32)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ferry, again!", ["the", "ferry", "again"]),
        ("渡轮 returns", ["渡", "轮", "returns"]),
        ("In 2026, 12 boats2", ["in", "0", "0", "boats2"]),
        ("Straße Ё", ["straße", "ё"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_a_sentence_is_the_weighted_mean_of_its_known_words() -> None:
    # a / (a + p): 1/2 for "ferry", 1/4 for "the", 1 for the third
    found = vectors().sentences(["The ferry sails", "unknown words", "", "渡", "ferry ferry"])
    assert found == pytest.approx(np.array([[1.75, 0.875], [0, 0], [0, 0], [7, 7], [3.5, 0]]), rel=1e-3)


def test_the_common_component_is_subtracted() -> None:
    found = vectors([1.0, 0.0]).sentences(["The ferry"])
    assert found == pytest.approx(np.array([[0, 0.875]]), rel=1e-3)


@given(st.integers(0, 10_000))
def test_packing_errors_are_at_most_half_a_step(seed: int) -> None:
    exact = np.random.default_rng(seed).normal(0, 2, (5, 200)).astype(np.float32)
    packed, scale = pack(exact)
    assert packed.shape == (5, 100)
    again = unpack(packed, scale)
    step = np.abs(exact).max(axis=1, keepdims=True) / 7
    assert (np.abs(again - exact) <= 0.51 * step).all()


def test_arrays_give_the_same_vectors() -> None:
    arrays = vectors([0.6, 0.8]).arrays()
    assert all(array.dtype != object for array in arrays.values())
    again = WordVectors.of_arrays(arrays)
    texts = ["the ferry", "渡 ferry"]
    assert np.array_equal(again.sentences(texts), vectors([0.6, 0.8]).sentences(texts))
    with pytest.raises(ValueError, match="different lengths"):
        WordVectors.of_arrays({**arrays, "frequency": np.zeros(1)})
    with pytest.raises(KeyError):
        WordVectors.of_arrays({})
