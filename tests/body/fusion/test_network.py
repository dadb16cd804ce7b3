from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from broadsheet.body.fusion import forward, network
from broadsheet.body.fusion.confidence import SIGNS
from broadsheet.body.fusion.features import NAMES, evidence
from broadsheet.body.fusion.network import NAME_WIDTHS, WORD_WIDTHS, Network, load
from broadsheet.body.fusion.tokens import LEVELS, ElementNames, TextWords
from broadsheet.facts import Facts
from broadsheet.lab.corpora import Gold
from broadsheet.lab.train.fusion import Example
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from tests.body.fusion import oracle

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEMO = Path(__file__).parents[3] / "demo"


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


def test_taps_by_hand() -> None:
    h = np.array([[1.0, 1.0], [2.0, 0.0], [3.0, 1.0]], dtype=np.float32)
    taps = np.array([[10.0, 1.0], [1.0, 2.0], [100.0, 4.0]], dtype=np.float32)
    assert oracle.taken(h, taps, 1).tolist() == [[201, 2], [312, 5], [23, 2]]
    assert oracle.taken(h, taps, 2)[:, 0].tolist() == [301, 2, 13]
    assert oracle.taken(h, taps, 4)[:, 0].tolist() == [1, 2, 3]


def random_network(draw: np.random.Generator, inputs: int, width: int) -> dict[str, NDArray[np.float32]]:
    layers, contexts = len(network.DILATIONS), len(network.CONTEXT_AFTER)
    shapes = {
        "input": (inputs, width),
        **{f"conv.{layer}": (width, 2 * width) for layer in range(layers)},
        **{f"context.{number}": (2 * width, width) for number in range(contexts)},
        "output": (width, 1),
    }
    arrays = {f"{name}.weight": draw.normal(size=shape) / np.sqrt(shape[0]) for name, shape in shapes.items()}
    arrays |= {f"{name}.bias": draw.normal(size=shape[1]) for name, shape in shapes.items()}
    arrays |= {f"taps.{layer}": draw.normal(size=(3, width)) for layer in range(layers)}
    arrays |= {
        f"norm.{layer}.{kind}": draw.normal(size=width) for layer in range(layers + 1) for kind in ("weight", "bias")
    }
    return {name: array.astype(np.float32) for name, array in arrays.items()}


@pytest.mark.parametrize("lanes", [0, 4, 8, 16])
@pytest.mark.parametrize(("inputs", "width"), [(342, 64), (7, 5), (16, 40)])
def test_the_compiled_forward_pass_is_the_plain_one(inputs: int, width: int, lanes: int) -> None:
    draw = np.random.default_rng(0)
    arrays = random_network(draw, inputs, width)
    weights = forward.Weights(arrays, network.DILATIONS, network.CONTEXT_AFTER)
    for size in (1, 2, 13, 207):
        x = draw.normal(size=(size, inputs)).astype(np.float32)
        share = draw.dirichlet(np.ones(size)).astype(np.float32)
        try:
            compiled = forward.forward(weights, x, share, lanes)
        except ValueError as error:
            pytest.skip(str(error))
        assert compiled == pytest.approx(oracle.forward(arrays, x, share), abs=1e-3, rel=1e-4)


TABLES = ("names", "words")


@pytest.mark.parametrize("lanes", [0, 4, 8, 16])
@pytest.mark.parametrize(("members", "kind"), [(1, np.float16), (2, np.float16), (3, np.float16), (2, np.float32)])
def test_what_the_compiled_networks_read_is_what_the_plain_ones_do(members: int, kind: type, lanes: int) -> None:
    draw = np.random.default_rng(members)
    arrays = {"mean": draw.normal(size=19).astype(np.float32), "deviation": np.full(19, 0.3, np.float32)}
    for member in range(members):
        for table, many, width in (("names", 12, sum(NAME_WIDTHS)), ("words", 30, sum(WORD_WIDTHS))):
            # Some are below the least number of half precision that has all its digits.
            vectors = draw.normal(size=(many, width)) * draw.choice([1, 1e-6], size=(many, 1))
            vectors[0] = 0
            arrays[f"{member}.{table}" if member else table] = vectors.astype(kind).astype(np.float32)
    ours = Network(
        arrays=arrays,
        names={f"n{'abcdefghijk'[number]}": number + 1 for number in range(11)},
        words={f"word{chr(97 + number)}": number + 1 for number in range(26)},
    )
    scale = arrays["mean"], arrays["deviation"], network.CUT
    tables = [[arrays[f"{member}.{table}" if member else table] for table in TABLES] for member in range(members)]
    readings = [forward.Reading(scale, *each, LEVELS, NAME_WIDTHS, WORD_WIDTHS) for each in tables]
    for size in (1, 16, 45):
        elements = [tuple(draw.permutation([*ours.names, "odd"])[: draw.integers(6)]) for _ in range(9)]
        names = ElementNames([(), *elements], draw.integers(10, size=(size, sum(LEVELS))).astype(np.int32))
        edges = np.concatenate(([0], draw.integers(5, size=size).cumsum())).astype(np.int32)
        words = TextWords(draw.choice([*ours.words, "odd"], size=edges[-1]).tolist(), edges)
        columns = draw.normal(size=(size, 19)).astype(np.float32)
        numbers = ours._names.of_names(names), (ours._words.of_texts(words), edges)
        rows = np.ascontiguousarray(columns.T)
        plain = oracle.inputs(ours, columns, names, words)
        assert len(plain) == members
        x = None
        for reading, other in zip(readings, plain, strict=True):
            try:
                x = forward.fill_inputs(reading, rows, names.around, *numbers, lanes, into=x)
            except ValueError as error:
                pytest.skip(str(error))
            assert reading.structure.bytes == np.dtype(kind).itemsize
            assert x == pytest.approx(other, rel=1e-5, abs=1e-6)


def test_a_gate_that_is_shut_or_open_wide_gives_numbers() -> None:
    arrays = random_network(np.random.default_rng(0), 4, 8)
    for name in arrays:
        if name.startswith("conv"):
            arrays[name] *= 1e4
    x, share = np.ones((20, 4), np.float32), np.full(20, 0.05, np.float32)
    weights = forward.Weights(arrays, network.DILATIONS, network.CONTEXT_AFTER)
    compiled = forward.forward(weights, x, share)
    assert np.isfinite(compiled).all()
    assert compiled == pytest.approx(oracle.forward(arrays, x, share), rel=1e-2, abs=1e-2)


def test_each_pass_is_the_mean_of_the_networks_so_far() -> None:
    page = read_page((DEMO / "article.html").read_bytes())
    found, shipped = evidence(Facts(page), Given()), load()
    given = found.columns, found.names, found.words, page.segments.chars
    first, both = shipped.passes(*given)
    one = {name: array for name, array in shipped.arrays.items() if not name[0].isdigit()}
    assert np.array_equal(first, Network(one, shipped.names, shipped.words).probabilities(*given))
    assert not np.array_equal(first, both)
    assert np.array_equal(both, shipped.probabilities(*given))


def test_compiled_probabilities_are_the_plain_ones() -> None:
    pages = [read_page(path.read_text()) for path in sorted(DEMO.glob("*.html"))]
    assert pages
    for page in pages:
        found, chars = evidence(Facts(page), Given()), page.segments.chars
        compiled = load().probabilities(found.columns, found.names, found.words, chars)
        names, words = oracle.element_names(page), oracle.text_words(page.texts)
        plain = oracle.probabilities(load(), oracle.columns(page, Given()), names, words, chars)
        assert len(compiled) > 2
        assert compiled == pytest.approx(plain, abs=1e-5)


def tiny() -> Network:
    """A network that knows a name and two words: their vectors are 1, 2 and 3 everywhere."""
    arrays = {
        "mean": np.zeros(3, np.float32),
        "deviation": np.ones(3, np.float32),
        "names": np.array([0, 1], np.float32)[:, None].repeat(sum(NAME_WIDTHS), axis=1),
        "words": np.array([0, 2, 3], np.float32)[:, None].repeat(sum(WORD_WIDTHS), axis=1),
    }
    return Network(arrays=arrays, names={"nav": 1}, words={"read": 1, "more": 2})


def test_names_are_summed_over_their_root_and_unknown_ones_passed_over() -> None:
    names = ElementNames([(), ("nav", "odd", "nav", "nav", "nav"), ("odd",)], np.zeros((2, sum(LEVELS)), np.int32))
    _, own, near, far = names.groups
    own[0], near[0] = 1, 1
    far[1, :3] = 1, 2, 1
    (vectors,) = tiny()._inputs(np.zeros((2, 3), np.float32), names, TextWords([], np.zeros(3, np.int32)))
    vectors = vectors[:, 3 : 3 + sum(NAME_WIDTHS)]
    edges = np.cumsum(NAME_WIDTHS)[:-1]
    assert [part[0, 0] for part in np.split(vectors, edges, axis=1)] == [0, 2, 4, 0]
    assert [part[1, 0] for part in np.split(vectors, edges, axis=1)] == [0, 0, 0, 4]


def test_words_are_averaged_and_those_at_the_ends_told_apart() -> None:
    words = TextWords(["more", "odd", "read", "read", "odd"], np.array([0, 3, 3, 4, 5]))
    names = ElementNames([()], np.zeros((4, sum(LEVELS)), np.int32))
    (x,) = tiny()._inputs(np.zeros((4, 3), np.float32), names, words)
    vectors = x[:, 3 + sum(NAME_WIDTHS) :]
    edges = np.cumsum(WORD_WIDTHS)[:-1]
    first = [[part[row, 0] for part in np.split(vectors, edges, axis=1)] for row in range(4)]
    assert first == [[2.5, 3, 0, 2], [0, 0, 0, 0], [2, 2, 0, 2], [0, 0, 0, 0]]


def test_columns_are_scaled_and_cut() -> None:
    ours = tiny()
    ours.arrays["mean"][:], ours.arrays["deviation"][:] = 1, 2
    names = ElementNames([()], np.zeros((2, sum(LEVELS)), np.int32))
    columns = np.array([[1, 3, -99], [99, 0, 5]], np.float32)
    (x,) = ours._inputs(columns, names, TextWords([], np.zeros(3, np.int32)))
    assert x[:, :3].tolist() == [[0, 1, -8], [8, -0.5, 2]]
    assert not x[:, 3:].any()


def test_long_pages_are_read_in_parts() -> None:
    page = training_page(np.random.default_rng(0), network.MAX_SEGMENTS + 5)
    out = page.probabilities(load())
    assert out.shape == (network.MAX_SEGMENTS + 5,)
    assert ((out >= 0) & (out <= 1)).all()


def test_a_part_is_read_as_it_would_be_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_page("".join(f"<div class=c{at}><p>Word {at} of <b>many</b>, said Ann.</p></div>" for at in range(25)))
    found = evidence(Facts(page), Given())
    whole = found.columns, found.names, found.words, page.segments.chars
    monkeypatch.setattr(network, "MAX_SEGMENTS", 10)
    parts = load().probabilities(*whole)
    monkeypatch.undo()
    for first in (0, 10, 20):
        stop = min(first + 10, 25)
        words = TextWords(
            list(found.words.words[found.words.edges[first] : found.words.edges[stop]]),
            found.words.edges[first : stop + 1] - found.words.edges[first],
        )
        names = ElementNames(list(found.names.words), found.names.around[first:stop])
        alone = load().probabilities(found.columns[first:stop], names, words, page.segments.chars[first:stop])
        assert parts[first:stop] == pytest.approx(alone, abs=1e-6)


def test_the_forward_pass_is_pytorch_s() -> None:
    torch = pytest.importorskip("torch", reason="needs the extra 'train'")
    from broadsheet.lab.train import fusion_model as training

    torch.manual_seed(0)
    settings = training.Settings(hidden=8, nameless=0, bare=0, unread=0)
    model = training._model(torch, settings, 4, 5)
    noise = np.random.default_rng(0)
    pages = [training_page(noise, size) for size in (40, 3, 1)]
    mean, deviation = np.zeros(len(NAMES), np.float32), np.ones(len(NAMES), np.float32)
    names, words = ({str(n): n for n in range(1, most + 1)} for most in (4, 5))
    known = [training._to_numbers(page, names, words) for page in pages]
    batch = training._batch(torch, known, mean, deviation, settings, noise)
    with torch.no_grad():
        logits = training._forward(torch, model, batch, None).numpy()
    ours = Network(training._arrays(model, mean, deviation), names, words)
    expected = np.concatenate([page.probabilities(ours) for page in pages])
    assert 1 / (1 + np.exp(-logits)) == pytest.approx(expected, abs=1e-5)


def test_several_networks_are_averaged() -> None:
    def logit(probability: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.log(probability / (1 - probability))

    shipped, draw = load(), np.random.default_rng(1)
    shared = {name: shipped.arrays[name] for name in ("mean", "deviation", "confidence")}
    one = {name: array for name, array in shipped._members[0].items() if not name[0].isdigit()}
    other = {name: array * draw.uniform(0.9, 1.1, array.shape).astype(np.float32) for name, array in one.items()}
    second = {f"1.{name}": array for name, array in other.items() if name not in shared}
    page = training_page(draw, 50)
    alone, apart, both = (
        logit(page.probabilities(Network(arrays, shipped.names, shipped.words)))
        for arrays in (one, other | shared, one | second)
    )
    assert both == pytest.approx((alone + apart) / 2, abs=1e-3)
    assert not np.allclose(alone, apart)


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
        names=ElementNames(elements, number((size, sum(LEVELS)))),
        words=TextWords([str(n) for n in draw.integers(0, 7, size=edges[-1])], edges),
        chars=draw.integers(1, 500, size=size).astype(np.int32),
        label=np.zeros(size, np.float32),
        weight=np.ones(size, np.float32),
        gold=Gold(id="g", corpus="c"),
        texts=[""] * size,
        neutral=np.zeros(size, np.bool_),
        wanted="",
    )
