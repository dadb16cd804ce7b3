from __future__ import annotations

import shutil
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from broadsheet.body.fusion import network
from broadsheet.body.fusion.features import NAMES, evidence
from broadsheet.body.fusion.method import SIGNS
from broadsheet.body.fusion.network import NAME_WIDTHS, WORD_WIDTHS, Network, load
from broadsheet.body.fusion.tokens import LEVELS
from broadsheet.errors import NeedsNotMet
from broadsheet.facts import Facts
from broadsheet.lab.corpora import Gold
from broadsheet.lab.train.fusion import Example
from broadsheet.lab.train.spelled import Inputs, SpelledNames, SpelledWords, spelled
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from broadsheet.page.arrays import FloatArray
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


def random_network(draw: np.random.Generator, columns: int, width: int, members: int = 1) -> Network:
    """A network of random numbers that knows eleven names and 26 words."""
    layers, contexts = len(network.DILATIONS), len(network.CONTEXT_AFTER)
    shapes = {
        "input": (columns + sum(NAME_WIDTHS) + sum(WORD_WIDTHS), width),
        **{f"conv.{layer}": (width, 2 * width) for layer in range(layers)},
        **{f"context.{number}": (2 * width, width) for number in range(contexts)},
        "output": (width, 1),
    }
    arrays = {"mean": draw.normal(size=columns), "deviation": np.full(columns, 0.3)}
    for start in ("", *(f"{member}." for member in range(1, members))):
        for name, shape in shapes.items():
            arrays[f"{start}{name}.weight"] = draw.normal(size=shape) / np.sqrt(shape[0])
            arrays[f"{start}{name}.bias"] = draw.normal(size=shape[1])
        for layer in range(layers):
            arrays[f"{start}taps.{layer}"] = draw.normal(size=(3, width)) / 2
        for layer in range(layers + 1):
            arrays[f"{start}norm.{layer}.weight"], arrays[f"{start}norm.{layer}.bias"] = draw.normal(size=(2, width))
        for table, many, wide in (("names", 12, sum(NAME_WIDTHS)), ("words", 27, sum(WORD_WIDTHS))):
            # Some are below the least number of half precision that has all its digits.
            vectors = draw.normal(size=(many, wide)) * draw.choice([1, 1e-6], size=(many, 1))
            vectors[0] = 0
            arrays[f"{start}{table}"] = vectors.astype(np.float16)
    return Network(
        arrays={name: array.astype(np.float32) for name, array in arrays.items()},
        names={f"n{'abcdefghijk'[number]}": number + 1 for number in range(11)},
        words={f"word{chr(97 + number)}": number + 1 for number in range(26)},
    )


def random_page(draw: np.random.Generator, ours: Network, size: int) -> tuple[Any, ...]:
    """What a network reads of a page of random numbers, some columns of which are 0."""
    elements = [tuple(draw.permutation([*ours.names, "odd"])[: draw.integers(6)]) for _ in range(9)]
    names = SpelledNames.of([(), *elements], draw.integers(10, size=(size, sum(LEVELS))).astype(np.int32))
    edges = np.concatenate(([0], draw.integers(5, size=size).cumsum())).astype(np.int32)
    words = SpelledWords.of(draw.choice([*ours.words, "odd"], size=edges[-1]).tolist(), edges)
    columns = draw.normal(size=(size, len(ours.arrays["mean"]))).astype(np.float32) * 3
    columns[:, ::3] *= draw.random(size)[:, None] < 0.1
    return columns, names, words, draw.integers(1, 500, size=size).astype(np.int32)


def probabilities(ours: Network, *given: Any) -> FloatArray:
    """The probabilities by all networks."""
    *_, out = ours.passes(*given)
    return out


@pytest.mark.parametrize("lanes", [0, 4, 8, 16])
@pytest.mark.parametrize(("columns", "width", "members"), [(190, 64, 1), (7, 5, 2), (240, 40, 3)])
def test_networks_equal_the_oracle_s(columns: int, width: int, members: int, lanes: int) -> None:
    draw = np.random.default_rng(members)
    ours = random_network(draw, columns, width, members)
    for size in (1, 2, 13, 207):
        given = random_page(draw, ours, size)
        try:
            *_, compiled = ours.passes(*given, lanes=lanes)
        except ValueError as error:
            pytest.skip(str(error))
        assert compiled == pytest.approx(oracle.probabilities(ours, *given), abs=1e-4)


def test_weights_are_read_from_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(str(files("broadsheet.body.fusion") / "fusion.npz"), tmp_path / "mine.npz")
    monkeypatch.chdir(tmp_path)
    assert load("mine.npz").names == load().names


def test_saturated_gates_give_finite_numbers() -> None:
    draw = np.random.default_rng(0)
    ours = random_network(draw, 4, 8)
    for name in ours.arrays:
        if name.startswith("conv"):
            ours.arrays[name] *= 1e4
    given = random_page(draw, ours, 20)
    compiled = probabilities(ours, *given)
    assert np.isfinite(compiled).all()
    assert compiled == pytest.approx(oracle.probabilities(ours, *given), abs=1e-2)


def test_no_segments_have_no_probabilities() -> None:
    ours = random_network(np.random.default_rng(0), 4, 8)
    names, words = (
        SpelledNames.of([()], np.zeros((0, sum(LEVELS)), np.int32)),
        SpelledWords.of([], np.zeros(1, np.int32)),
    )
    assert probabilities(ours, np.zeros((0, 4), np.float32), names, words, np.zeros(0, np.int32)).shape == (0,)


def test_each_pass_is_the_mean_of_the_networks_so_far() -> None:
    page = read_page((DEMO / "article.html").read_bytes())
    found, shipped = evidence(Facts(page), Given()), load()
    given = found.columns, found.names, found.words, page.segments.chars
    first, both = shipped.passes(*given)
    one = {name: array for name, array in shipped.arrays.items() if not name[0].isdigit()}
    assert np.array_equal(first, probabilities(Network(one, shipped.names, shipped.words), *given))
    assert not np.array_equal(first, both)
    assert np.array_equal(both, probabilities(shipped, *given))


def test_probabilities_of_pages_equal_the_oracle_s() -> None:
    pages = [read_page(path.read_text()) for path in sorted(DEMO.glob("*.html"))]
    assert pages
    for page in pages:
        found, chars = evidence(Facts(page), Given()), page.segments.chars
        compiled = probabilities(load(), found.columns, found.names, found.words, chars)
        names, words = oracle.element_names(page), SpelledWords.of_texts(page.texts)
        plain = oracle.probabilities(load(), oracle.columns(page, Given()), names, words, chars)
        assert len(compiled) > 2
        assert compiled == pytest.approx(plain, abs=1e-5)


def test_parts_of_a_long_page_are_computed_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_page("".join(f"<div class=c{at}><p>Word {at} of <b>many</b>, said Ann.</p></div>" for at in range(25)))
    found = evidence(Facts(page), Given())
    named, said = spelled(found)
    whole = found.columns, found.names, found.words, page.segments.chars
    monkeypatch.setattr(network, "MAX_SEGMENTS", 10)
    parts = probabilities(load(), *whole)
    monkeypatch.undo()
    for first in (0, 10, 20):
        stop = min(first + 10, 25)
        words = SpelledWords.of(
            said.words[found.words.edges[first] : found.words.edges[stop]],
            found.words.edges[first : stop + 1] - found.words.edges[first],
        )
        names = SpelledNames.of(named.words, found.names.around[first:stop])
        alone = probabilities(load(), found.columns[first:stop], names, words, page.segments.chars[first:stop])
        assert parts[first:stop] == pytest.approx(alone, abs=1e-6)


def test_the_forward_pass_equals_pytorch_s() -> None:
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
    assert 1 / (1 + np.exp(-logits)) == pytest.approx(expected, abs=1e-3), "embeddings are read in half precision"


def training_page(draw: np.random.Generator, size: int) -> Example:
    """A page of random numbers, whose names and words are the numbers 0 to 6."""

    def number(shape: tuple[int, ...]) -> NDArray[np.int32]:
        return draw.integers(0, 5, size=shape).astype(np.int32)

    edges = np.concatenate(([0], np.cumsum(draw.integers(0, 4, size=size)))).astype(np.int32)
    elements = [(), ("1",), ("2", "3"), ("6",), ("4", "1")]
    inputs = Inputs(
        columns=draw.normal(size=(size, len(NAMES))).astype(np.float16),
        names=SpelledNames.of(elements, number((size, sum(LEVELS)))),
        words=SpelledWords.of([str(n) for n in draw.integers(0, 7, size=edges[-1])], edges),
        chars=draw.integers(1, 500, size=size).astype(np.int32),
    )
    return Example(
        corpus="c",
        site="s",
        inputs=inputs,
        label=np.zeros(size, np.float32),
        weight=np.ones(size, np.float32),
        gold=Gold(id="g", corpus="c"),
        texts=[""] * size,
        neutral=np.zeros(size, np.bool_),
        wanted="",
    )


@pytest.mark.parametrize("content", [b"", b"not arrays"])
def test_a_file_without_a_network_is_an_error_that_names_it(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "weights.npz").write_bytes(content)
    with pytest.raises(NeedsNotMet, match=r"fusion needs a file of arrays, which .*weights\.npz is not"):
        load(str(tmp_path / "weights.npz"))
