from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from broadsheet.corpora import Gold
from broadsheet.methods.fusion import network
from broadsheet.methods.fusion.confidence import SIGNS
from broadsheet.methods.fusion.features import NAMES
from broadsheet.methods.fusion.network import NAME_WIDTHS, WORD_WIDTHS, Network, load
from broadsheet.methods.fusion.tokens import LEVELS, ElementNames, TextWords
from broadsheet.train.fusion import Example

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_NAMES = ElementNames([()], *(np.zeros((0, size), np.int32) for size in LEVELS))
NO_WORDS = TextWords([], np.zeros(1, np.int32))


def test_the_shipped_network_fits_the_columns() -> None:
    shipped = load()
    assert shipped.arrays["mean"].shape == (len(NAMES),)
    assert shipped.arrays["input.weight"].shape[0] == len(NAMES) + sum(NAME_WIDTHS) + sum(WORD_WIDTHS)
    assert shipped.arrays["names"].shape == (len(shipped.names) + 1, sum(NAME_WIDTHS))
    assert shipped.arrays["words"].shape == (len(shipped.words) + 1, sum(WORD_WIDTHS))
    assert not shipped.arrays["names"][0].any()
    assert not shipped.arrays["words"][0].any()
    assert shipped.arrays["confidence"].shape == (len(SIGNS) + 1,)
    assert all(np.isfinite(array).all() for array in shipped.arrays.values())


def test_no_segments() -> None:
    none = np.zeros((0, len(NAMES)), np.float32)
    assert load().probabilities(none, NO_NAMES, NO_WORDS, np.zeros(0, np.int32)).shape == (0,)


def test_taps_by_hand() -> None:
    h = np.array([[1.0, 1.0], [2.0, 0.0], [3.0, 1.0]], dtype=np.float32)
    taps = np.array([[10.0, 1.0], [1.0, 2.0], [100.0, 4.0]], dtype=np.float32)
    assert network._taken(h, taps, 1).tolist() == [[201, 2], [312, 5], [23, 2]]
    assert network._taken(h, taps, 2)[:, 0].tolist() == [301, 2, 13]
    assert network._taken(h, taps, 4)[:, 0].tolist() == [1, 2, 3]


def tiny() -> Network:
    """A network that knows a name and two words: their vectors are 1, 2 and 3 everywhere."""
    arrays = {
        "names": np.array([0, 1], np.float32)[:, None].repeat(sum(NAME_WIDTHS), axis=1),
        "words": np.array([0, 2, 3], np.float32)[:, None].repeat(sum(WORD_WIDTHS), axis=1),
    }
    return Network(arrays=arrays, names={"nav": 1}, words={"read": 1, "more": 2})


def test_names_are_summed_over_their_root_and_unknown_ones_passed_over() -> None:
    inner, own, near, far = (np.zeros((2, size), np.int32) for size in LEVELS)
    own[0], near[0] = 1, 1
    far[1, :3] = 1, 2, 1
    vectors = tiny()._named(ElementNames([(), ("nav", "odd", "nav", "nav", "nav"), ("odd",)], inner, own, near, far))
    edges = np.cumsum(NAME_WIDTHS)[:-1]
    assert [part[0, 0] for part in np.split(vectors, edges, axis=1)] == [0, 2, 4, 0]
    assert [part[1, 0] for part in np.split(vectors, edges, axis=1)] == [0, 0, 0, 4]


def test_words_are_averaged_and_those_at_the_ends_told_apart() -> None:
    vectors = tiny()._worded(TextWords(["more", "odd", "read", "read", "odd"], np.array([0, 3, 3, 4, 5])))
    edges = np.cumsum(WORD_WIDTHS)[:-1]
    first = [[part[row, 0] for part in np.split(vectors, edges, axis=1)] for row in range(4)]
    assert first == [[2.5, 3, 0, 2], [0, 0, 0, 0], [2, 2, 0, 2], [0, 0, 0, 0]]


def test_long_pages_are_read_in_parts() -> None:
    page = training_page(np.random.default_rng(0), network._WIDEST + 5)
    out = page.probabilities(load())
    assert out.shape == (network._WIDEST + 5,)
    assert ((out >= 0) & (out <= 1)).all()


def test_the_forward_pass_is_pytorch_s() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra 'train'")
    from broadsheet.train import fusion_model as training

    torch.manual_seed(0)
    settings = training.Settings(hidden=8, nameless=0, unread=0)
    model = training._model(torch, settings, 4, 5)
    noise = np.random.default_rng(0)
    pages = [training_page(noise, size) for size in (40, 3, 1)]
    mean, deviation = np.zeros(len(NAMES), np.float32), np.ones(len(NAMES), np.float32)
    names, words = ({str(n): n for n in range(1, most + 1)} for most in (4, 5))
    known = [training._known(page, names, words) for page in pages]
    batch = training._batch(torch, known, mean, deviation, settings, noise)
    with torch.no_grad():
        logits = training._forward(torch, model, batch, 0.2, None).numpy()
    ours = Network(training._arrays(model, mean, deviation), names, words)
    expected = np.concatenate([page.probabilities(ours) for page in pages])
    assert 1 / (1 + np.exp(-logits)) == pytest.approx(expected, abs=1e-5)


def training_page(draw: np.random.Generator, size: int) -> Example:
    """A page of random numbers, whose names and words are the numbers 0 to 6."""

    def number(shape: tuple[int, ...]) -> NDArray[np.int32]:
        return draw.integers(0, 5, size=shape).astype(np.int32)

    edges = np.concatenate(([0], np.cumsum(draw.integers(0, 4, size=size)))).astype(np.int32)
    elements = [(), ("1",), ("2", "3"), ("6",), ("4", "1")]
    return Example(
        corpus="c",
        site="s",
        columns=draw.normal(size=(size, len(NAMES))).astype(np.float16),
        names=ElementNames(elements, *(number((size, width)) for width in LEVELS)),
        words=TextWords([str(n) for n in draw.integers(0, 7, size=edges[-1])], edges),
        chars=draw.integers(1, 500, size=size).astype(np.int32),
        label=np.zeros(size, np.float32),
        weight=np.ones(size, np.float32),
        gold=Gold(id="g", corpus="c"),
        texts=[""] * size,
    )
