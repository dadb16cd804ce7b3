from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods.fusion import network
from broadsheet.methods.fusion.features import NAMES
from broadsheet.methods.fusion.network import Network, load


def test_the_shipped_network_fits_the_columns() -> None:
    shipped = load()
    assert shipped.arrays["mean"].shape == (len(NAMES),)
    assert shipped.arrays["input.weight"].shape[0] == len(NAMES) + shipped.arrays["embedding"].shape[1]
    assert len(shipped.vocabulary) == len(shipped.arrays["embedding"])
    assert all(np.isfinite(array).all() for array in shipped.arrays.values())


def test_no_segments() -> None:
    assert load().probabilities(np.zeros((0, len(NAMES)), np.float32), [], np.zeros(0, np.int32)).shape == (0,)


def test_convolution_by_hand() -> None:
    h = np.array([[1.0], [2.0], [3.0]], dtype=np.float32)
    kernel = np.array([[[10.0]], [[1.0]], [[100.0]]], dtype=np.float32)
    bias = np.zeros(1, dtype=np.float32)
    assert network._convolve(h, kernel, bias, 1)[:, 0].tolist() == [201, 312, 23]
    assert network._convolve(h, kernel, bias, 2)[:, 0].tolist() == [301, 2, 13]
    assert network._convolve(h, kernel, bias, 4)[:, 0].tolist() == [1, 2, 3]


def test_words_are_summed_and_unknown_ones_passed_over() -> None:
    tiny = Network(arrays={"embedding": np.array([[1.0, 2.0], [10.0, 20.0]], np.float32)}, vocabulary={"a": 0, "b": 1})
    assert tiny._embedded([["a", "b"], [], ["x", "b", "b"]]).tolist() == [[11, 22], [0, 0], [20, 40]]


def test_long_pages_are_read_in_parts() -> None:
    shipped = load()
    draw = np.random.default_rng(0)
    columns = draw.normal(size=(network._WIDEST + 5, len(NAMES))).astype(np.float32)
    words: list[list[str]] = [[] for _ in range(len(columns))]
    out = shipped.probabilities(columns, words, np.full(len(columns), 9, np.int32))
    assert out.shape == (len(columns),)
    assert ((out >= 0) & (out <= 1)).all()


def test_it_equals_pytorch() -> None:
    """The training code's forward pass and this one, on pages and weights drawn at random."""
    torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from broadsheet.train import fusion as training

    torch.manual_seed(0)
    settings = training.Settings(hidden=8, word=3)
    model = training._model(torch, settings, 4)
    draw = np.random.default_rng(0)
    pages = [training_page(draw, size) for size in (40, 3, 1)]
    mean, deviation = np.zeros(len(NAMES), np.float32), np.ones(len(NAMES), np.float32)
    known = [[[int(w) for w in around] for around in page.words] for page in pages]
    drawn = training.random.Random(1)
    drawn.random = lambda: 1.0  # type: ignore[method-assign]
    batch = training._batch(torch, pages, known, mean, deviation, settings, drawn)
    with torch.no_grad():
        logits = training._forward(torch, model, batch, settings, training=False).numpy()
    ours = Network(training._arrays(model, mean, deviation), {str(n): n for n in range(4)})
    expected = np.concatenate([ours.probabilities(p.columns.astype(np.float32), p.words, p.chars) for p in pages])
    assert 1 / (1 + np.exp(-logits)) == pytest.approx(expected, abs=1e-5)


def training_page(draw: np.random.Generator, size: int):  # type: ignore[no-untyped-def]
    from broadsheet.corpora import Gold
    from broadsheet.train.fusion import Example

    return Example(
        corpus="c",
        site="s",
        columns=draw.normal(size=(size, len(NAMES))).astype(np.float16),
        words=[[str(n) for n in draw.integers(0, 4, size=draw.integers(0, 4))] for _ in range(size)],
        chars=draw.integers(1, 500, size=size).astype(np.int32),
        label=np.zeros(size, np.float32),
        weight=np.ones(size, np.float32),
        gold=Gold(id="g", corpus="c"),
        texts=[""] * size,
    )
