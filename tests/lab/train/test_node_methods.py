"""Training of the node classifiers: examples, networks, and the weights that the methods read."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from broadsheet.cli import main
from broadsheet.errors import SourceUnreadable
from broadsheet.lab.corpora import Corpus, Gold, Sample
from broadsheet.lab.train import gcn, node_networks
from broadsheet.lab.train.cards import Figures, Origin
from broadsheet.lab.train.gcn import Trained, archive, fit_runs, model_card
from broadsheet.lab.train.node_networks import Settings
from broadsheet.lab.train.node_pages import Example, Learnt, examples, figures, node_weights, snapshots_in, split
from broadsheet.methods.base import Given
from broadsheet.methods.dom_nodes import Graph, Network, load_embeddings
from broadsheet.methods.gcn import GCN2, SVC
from broadsheet.page import Page, read_page
from broadsheet.show.render.snapshot import Snapshot
from tests.lab.made import corpus_of, write_corpus
from tests.methods.test_dom_nodes import drawn
from tests.methods.test_gcn import network_of

TEXT = "The council met on day {n}, and after a long debate it agreed on the new bridge over the river."
MENU = "<ul>" + "<li><a href=x>Link in the menu</a></li>" * 12 + "</ul>"


def page(n: int) -> tuple[str, str]:
    paragraphs = [TEXT.format(n=10 * n + part) for part in range(5)]
    body = "".join(f"<p>{part}</p>" for part in paragraphs)
    return f"<body>{MENU}<div>{body}</div><footer><p>All rights reserved, number {n}</p></footer>", "\n".join(
        paragraphs
    )


@cache
def corpus() -> Corpus:
    made = [(n, *page(n)) for n in range(24)]
    golds = [Gold(id=f"page{n}", corpus="c", site=f"site{n // 2}.example", text=text) for n, _, text in made]
    return Corpus("c", tuple(Sample(gold, html.encode) for gold, (_, html, _) in zip(golds, made, strict=True)))


@cache
def pages() -> tuple[Example, ...]:
    return tuple(examples([corpus()], load_embeddings()))


def network() -> Network:
    """A network of two layers with random weights, for the embeddings of the package."""
    return replace(network_of(2), embeddings=load_embeddings().fingerprint)


def save_snapshot(page: Page, file: Path, more: str = "") -> None:
    """Write a snapshot of a page; with more text it is one of another page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    Snapshot(page.source + more, drawn(page), np.ones(len(page), dtype=np.bool_)).save(file)


def learn(**settings: object) -> tuple[Learnt, list[Example]]:
    training, development = split(pages()[:20])
    fingerprint = load_embeddings().fingerprint
    (learnt,) = fit_runs(training, development, fingerprint, Settings(**settings), [0])  # type: ignore[arg-type]
    return learnt, list(pages()[20:])


def named() -> Example:
    """A page of which two segments are known."""
    html, text = page(1)
    gold = Gold(id="a", corpus="c", with_=(text.split("\n")[2],), without=("All rights reserved",))
    [one] = examples([corpus_of(gold, html=html)], load_embeddings())
    return one


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
    assert one.wanted is None


def test_node_weights() -> None:
    one = named()
    weights = node_weights(one, 0.01, 0.5)
    assert weights[one.label].tolist() == [1.0]
    assert set(weights[~one.label & one.known].tolist()) == {0.01}
    assert set(weights[~one.known].tolist()) == {0.5}


def test_rendered_pages_come_from_a_folder(tmp_path: Path) -> None:
    save_snapshot(read_page(page(0)[0]), tmp_path / "c/page0.snapshot")
    found = list(examples([corpus()], load_embeddings(), page_of=snapshots_in(tmp_path)))
    assert [one.gold.id for one in found] == ["page0"]
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


@pytest.mark.parametrize(
    "settings",
    [
        {"model": "gcn", "layers": 2, "epochs": 12, "rate": 5e-3},
        {"model": "gcn", "layers": 3, "epochs": 12, "rate": 5e-3},
        {"model": "gcn", "layers": 2, "epochs": 12, "rate": 5e-3, "neighbours": 4},
        {"model": "mlp", "epochs": 12, "rate": 5e-3},
    ],
)
def test_networks_learn_and_are_exported(settings: dict[str, object]) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    learnt, unseen = learn(**settings)
    assert figures(learnt, unseen)["all"].f1 > 0.9
    again, _ = learn(**settings)
    assert all(np.array_equal(a, b) for a, b in zip(learnt.arrays().values(), again.arrays().values(), strict=True))


@pytest.mark.parametrize("settings", [Settings(layers=2), Settings(layers=3), Settings(model="mlp")])
def test_training_computes_what_the_exported_network_does(settings: Settings) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    torch.manual_seed(0)
    page = pages()[0]
    whole = node_networks._first_weights(torch, settings)
    weights = {name: weight[None] for name, weight in whole.items()}
    of_page = node_networks._tensors(torch, page, replace(settings, model="gcn"))
    logit = node_networks._logit(torch, weights, of_page, settings)
    exported = node_networks._export({name: weight.numpy() for name, weight in whole.items()}, "", settings)
    features = page.nodes.features.astype(np.float32)
    graph = (Graph.of_parents(page.nodes.parent),) if isinstance(exported, Network) else ()
    assert exported.probabilities(features, *graph) == pytest.approx(torch.sigmoid(logit)[0].numpy(), abs=1e-5)


@pytest.mark.parametrize("model", ["gcn", "mlp"])
def test_training_goes_on_from_a_network(model: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = split(pages()[:12], share=0.25)
    settings = Settings(model=model, epochs=4, rate=5e-3, dropout=0.0)
    (begun,) = fit_runs(training, development, "", settings, [0])
    (still,) = fit_runs(training, development, "", replace(settings, rate=1e-12), [0], first=begun)
    for name, array in begun.arrays().items():
        if array.dtype.kind == "f" and array.ndim:
            assert still.arrays()[name] == pytest.approx(array, abs=1e-6), name
    losses: dict[bool, list[list[float]]] = {True: [], False: []}
    for on, first in ((True, begun), (False, None)):
        kept = losses[on]
        fit_runs(training, development, "", settings, [0], lambda _, loss, kept=kept: kept.append(loss), first=first)
    assert losses[True][0] < losses[False][0]


def test_sampling_takes_some_children_and_keeps_the_sum() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    import random

    tensors = node_networks._tensors(torch, pages()[0], Settings())
    for most in (1, 3, 1000):
        parent, child, share = node_networks._sample_edges(torch, tensors, most, random.Random(0))  # noqa: S311
        count = np.bincount(parent.numpy())
        assert count.max() == min(most, np.bincount(tensors.parent.numpy()).max())
        assert len(parent) == len(child) == len(share)
    draw = random.Random
    many = [node_networks._sample_edges(torch, tensors, 3, draw(seed))[2].sum().item() for seed in range(200)]
    assert np.mean(many) == pytest.approx(tensors.share.sum().item(), rel=0.05)


def written(folder: Path) -> tuple[Path, Path]:
    pages = []
    for sample in corpus():
        save_snapshot(read_page(sample.text()), folder / f"snapshots/toy/{sample.gold.id}.snapshot")
        pages.append((sample.text(), {"id": sample.gold.id, "site": sample.gold.site, "text": sample.gold.text}))
    return write_corpus(folder / "toy", pages), folder / "snapshots"


def test_the_command_writes_weights_for_pages_as_they_are_and_rendered(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    pages, snapshots = written(tmp_path)
    output = tmp_path / "svc.npz"
    words = ["train", "svc", "--corpora", str(pages), "--nodes", "300", "-o", str(output)]
    assert CliRunner().invoke(main, words, prog_name="broadsheet").exit_code == 0
    assert set(SVC(weights=str(output)).classifiers()) == {"plain"}
    output = tmp_path / "both.npz"
    done = CliRunner().invoke(main, [*words[:-1], str(output), "--snapshots", str(snapshots)], prog_name="broadsheet")
    assert done.exit_code == 0, done.output
    assert "trained on 14 pages; F1" in done.stderr
    assert "trained on 14 rendered pages; F1" in done.stderr
    assert set(SVC(weights=str(output)).classifiers()) == {"plain", "layout"}
    one = read_page(page(99)[0])
    marking = SVC(weights=str(output)).mark(one.with_layout(drawn(one)), Given())
    assert not marking.notes
    assert TEXT.format(n=991) in one.text[one.start[marking.keep].min() :]


def test_the_method_reads_the_written_weights(tmp_path: Path) -> None:
    weights = network()
    file = tmp_path / "gcn.npz"
    plain = Trained(weights, False, 9, 3, 2, {})
    both = [plain, plain._replace(learnt=replace(weights, threshold=1.01), layout=True)]
    file.write_bytes(archive(both))
    assert archive(both) == archive(both)
    method = GCN2(weights=str(file))
    parsed = read_page(page(0)[0])
    flat = method.mark(parsed, Given())
    assert any("not rendered" in note for note in flat.notes)
    assert np.array_equal(method.classifiers()["plain"].layers[0][0], weights.layers[0][0])
    rendered = method.mark(parsed.with_layout(drawn(parsed)), Given())
    assert rendered.notes != flat.notes, "the weights for rendered pages decide about a rendered page"
    assert float(rendered.trace["threshold"]) != float(flat.trace["threshold"])


def test_the_model_card() -> None:
    weights = network()
    found = {"c": Figures(3, 0.9, 0.8, 0.85), "all": Figures(3, 0.9, 0.8, 0.85)}
    origin = Origin(dt.date(2026, 1, 2), "broadsheet train gcn", "1")
    plain = Trained(weights, False, 10, 2, 7, found)
    card = model_card("gcn2", [plain], Settings(), origin)
    assert "| c | 3 | 0.900 | 0.800 | 0.850 |" in card
    assert "Trained without rendering" in card
    assert "7 epochs (at most 40) at a learning rate of 0.0001" in card
    assert "rendered pages" not in card
    drawn = plain._replace(layout=True, learning=4)
    both = model_card("gcn2", [plain, drawn], Settings(), origin, same=found["c"])
    assert "## For rendered pages" in both
    assert "4 training pages" in both
    assert "1000 pixels" in both
    assert both.count("| the same pages, not rendered | 3 | 0.900 | 0.800 | 0.850 |") == 1


def test_the_support_vector_machine_uses_the_weights_of_nodes() -> None:
    one = named()
    for unnamed, count in ((0.0, int(one.known.sum())), (0.01, len(one.known))):
        features, label, weight = gcn._training_nodes([one], Settings(unnamed=unnamed), 0)
        assert len(features) == len(label) == len(weight) == count
        assert label.sum() == 1
        assert sorted(set(weight.tolist())) == [0.01, 1.0]


def test_copies_of_a_node_are_merged_with_their_weights() -> None:
    sklearn = pytest.importorskip("sklearn.svm", reason="scikit-learn is not installed (extra train)")
    draw = np.random.default_rng(0)
    features = np.repeat(draw.normal(0, 1, (30, 4)).astype(np.float16), 3, axis=0)
    label = np.arange(90) % 3 == 0  # every node is there once as content and twice as not
    weight = np.where(label, 1.0, 0.25)
    x, y, w = gcn._without_copies(features, label, weight)
    assert len(x) == 60
    assert sorted(set(w.tolist())) == [0.5, 1.0]

    def distance(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
        model = sklearn.SVC(gamma=0.5, tol=1e-9).fit(x.astype(np.float64), y, sample_weight=weight)
        return np.asarray(model.decision_function(draw_points))

    draw_points = draw.normal(0, 1, (20, 4))
    assert distance(x, y, w) == pytest.approx(distance(features, label, weight), abs=1e-5)
