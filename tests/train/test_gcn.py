"""Labels, sets, and what the training of the classifiers of nodes gives."""

from __future__ import annotations

import datetime as dt
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from broadsheet.cli import main
from broadsheet.corpora import Corpus, Gold, Includes, Sample
from broadsheet.errors import BroadsheetError, NeedsNotMet, RenderFailed, SourceUnreadable
from broadsheet.methods.base import Given
from broadsheet.methods.dom_nodes import load_embeddings
from broadsheet.methods.gcn import GCN2, Graph, Network
from broadsheet.methods.svc import SVC, load_machines
from broadsheet.page import Page, read_page
from broadsheet.render.snapshot import Snapshot
from broadsheet.train import gcn as learner
from tests.methods.test_dom_nodes import drawn

TEXT = "The council met on day {n}, and after a long debate it agreed on the new bridge over the river."
MENU = "<ul>" + "<li><a href=x>Link in the menu</a></li>" * 12 + "</ul>"


def page(n: int) -> tuple[str, str]:
    """A page and its gold text."""
    paragraphs = [TEXT.format(n=10 * n + part) for part in range(5)]
    body = "".join(f"<p>{part}</p>" for part in paragraphs)
    return f"<body>{MENU}<div>{body}</div><footer><p>All rights reserved, number {n}</p></footer>", "\n".join(
        paragraphs
    )


@cache
def corpus() -> Corpus:
    samples = []
    for n in range(24):
        html, text = page(n)
        gold = Gold(id=f"page{n}", corpus="c", site=f"site{n // 2}.example", text=text)
        samples.append(Sample(gold, html.encode))
    return Corpus("c", Includes(), tuple(samples))


@cache
def pages() -> tuple[learner.Example, ...]:
    return tuple(learner.examples([corpus()], load_embeddings()))


def network_of() -> Network:
    """A network of two layers with weights drawn at random, for the embeddings of the package."""
    draw = np.random.default_rng(0)
    layers = tuple(
        (draw.normal(0, 0.1, (width, 20)).astype(np.float32), draw.normal(0, 0.3, (20, 20)).astype(np.float32))
        for width in (645, 60)
    )
    out = draw.normal(0, 0.3, (20, 1)).astype(np.float32)
    return Network(layers, out, 0.5, 1000.0, load_embeddings().fingerprint)


def fit(**settings: object) -> tuple[learner.Learnt, dict[str, np.ndarray], list[learner.Example]]:
    training, development = learner.split(pages()[:20])
    fingerprint = load_embeddings().fingerprint
    learnt, check = learner.fit(training, development, fingerprint, learner.Settings(**settings))  # type: ignore[arg-type]
    return learnt, check, list(pages()[20:])


def test_text_nodes_are_labelled_by_the_gold_text() -> None:
    one = pages()[0]
    texts = [one.texts[at] for at in np.flatnonzero(one.label[one.nodes.text])]
    assert texts == [TEXT.format(n=part) for part in range(5)]
    assert one.label.sum() == 5, "elements around a text are not labelled too"
    assert one.known.all()
    assert one.source.startswith("<body>")


def named() -> learner.Example:
    """A page of which two segments are known."""
    html, text = page(1)
    gold = Gold(id="a", corpus="c", with_=(text.split("\n")[2],), without=("All rights reserved",))
    [one] = learner.examples([Corpus("c", Includes(), (Sample(gold, html.encode),))], load_embeddings())
    return one


def test_named_segments_leave_the_other_text_nodes_open() -> None:
    text, one = page(1)[1], named()
    label = {one.texts[at]: one.label[node] for at, node in enumerate(one.nodes.text)}
    known = {one.texts[at]: one.known[node] for at, node in enumerate(one.nodes.text)}
    assert [part for part in label if label[part]] == [text.split("\n")[2]]
    assert sorted(part for part in known if known[part]) == sorted(
        [text.split("\n")[2], "All rights reserved, number 1"]
    )
    assert one.gold is None


def test_networks_take_what_is_not_labelled_for_negative() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    one = named()
    for unnamed in (0.02, 0.0):
        tensors = learner._tensors(torch, one, learner.Settings(unnamed=unnamed))
        assert tensors.weight[~one.known].numpy() == pytest.approx(unnamed)
        assert tensors.weight[one.known & ~one.label].numpy() == pytest.approx(0.01)
        assert tensors.weight[one.label].numpy() == pytest.approx(1.0)
        assert tensors.label.numpy().astype(bool).tolist() == one.label.tolist()


def test_pages_that_teach_nothing_are_left_out() -> None:
    html, text = page(1)
    golds = [
        Gold(id="no answer", corpus="c"),
        Gold(id="other text", corpus="c", text="Nothing of this stands on the page"),
        Gold(id="no article", corpus="c", text=text, extra={"page_type": "listing"}),
    ]
    samples = tuple(Sample(gold, html.encode) for gold in golds)
    assert not list(learner.examples([Corpus("c", Includes(), samples)], load_embeddings()))


def test_rendered_pages_come_from_a_folder(tmp_path: Path) -> None:
    html, _ = page(0)
    parsed = read_page(html)
    (tmp_path / "c").mkdir()
    Snapshot(parsed.source, drawn(parsed), np.ones(len(parsed), dtype=np.bool_)).save(tmp_path / "c/page0.snapshot")
    found = list(learner.examples([corpus()], load_embeddings(), page_of=learner.snapshots_in(tmp_path)))
    assert [one.id for one in found] == ["page0"]
    assert found[0].nodes.box is not None


def test_snapshots_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "c").mkdir()
    damaged, changed = tmp_path / "c/page0.snapshot", tmp_path / "c/page1.snapshot"
    damaged.write_bytes(b"no snapshot")
    parsed = read_page(page(1)[0])
    Snapshot(parsed.source + "<p>one row more</p>", drawn(parsed), np.ones(len(parsed), dtype=np.bool_)).save(changed)
    told: list[SourceUnreadable] = []
    assert not list(
        learner.examples([corpus()], load_embeddings(), page_of=learner.snapshots_in(tmp_path, told.append))
    )
    assert [error.source for error in told] == [str(damaged), str(changed)]
    assert "render it again" in told[1].reason
    with pytest.raises(SourceUnreadable, match="page0"):
        list(learner.examples([corpus()], load_embeddings(), page_of=learner.snapshots_in(tmp_path)))


def test_pages_that_cannot_be_rendered_are_left_out_and_a_missing_browser_is_an_error() -> None:
    def failing(error: BroadsheetError) -> Callable[[Gold], Page | None]:
        def page_of(gold: Gold) -> Page | None:
            raise error

        return page_of

    assert not list(learner.examples([corpus()], load_embeddings(), page_of=failing(RenderFailed("too slow"))))
    with pytest.raises(NeedsNotMet):
        list(learner.examples([corpus()], load_embeddings(), page_of=failing(NeedsNotMet("no browser"))))


def written(folder: Path) -> tuple[Path, Path]:
    """The corpus and snapshots of its pages, in folders."""
    (folder / "toy/html").mkdir(parents=True)
    (folder / "snapshots/toy").mkdir(parents=True)
    truth = []
    for sample in corpus():
        html = sample.text()
        (folder / f"toy/html/{sample.gold.id}.html.gz").write_bytes(gzip.compress(html.encode()))
        truth.append(json.dumps({"id": sample.gold.id, "site": sample.gold.site, "text": sample.gold.text}))
        parsed = read_page(html)
        snapshot = Snapshot(parsed.source, drawn(parsed), np.ones(len(parsed), dtype=np.bool_))
        snapshot.save(folder / f"snapshots/toy/{sample.gold.id}.snapshot")
    (folder / "toy/truth.jsonl").write_text("\n".join(truth))
    return folder / "toy", folder / "snapshots"


@pytest.mark.parametrize("model", ["svc", "clg"])
def test_the_command_learns_from_snapshots_and_says_which_it_cannot_read(tmp_path: Path, model: str) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    pages, snapshots = written(tmp_path)
    broken = snapshots / "toy/page3.snapshot"
    broken.write_bytes(broken.read_bytes()[:-100])
    output = tmp_path / f"{model}.npz"
    words = ["train", model, "--corpora", str(pages), "--snapshots", str(snapshots), "-o", str(output)]
    if model == "svc":
        words += ["--nodes", "300"]
    done = CliRunner().invoke(main, words, prog_name="broadsheet")
    assert done.exit_code == 0, done.output
    assert f"could not read {broken}: not a snapshot, or damaged" in done.stderr
    assert "1 of 24 snapshots cannot be read, and are left out" in done.stderr
    card = output.with_suffix(".md").read_text()
    assert "the same pages, not rendered" in card
    for file in snapshots.glob("toy/*"):
        file.write_bytes(b"")
    refused = CliRunner().invoke(main, words, prog_name="broadsheet")
    assert refused.exit_code == 1
    assert "holds no snapshot of a page of these corpora; 24 cannot be read" in refused.stderr


def test_the_command_writes_weights_for_pages_as_they_are_and_rendered(tmp_path: Path) -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    pages, snapshots = written(tmp_path)
    output = tmp_path / "svc.npz"
    words = ["train", "svc", "--corpora", str(pages), "--nodes", "300", "-o", str(output)]
    assert CliRunner().invoke(main, words, prog_name="broadsheet").exit_code == 0
    assert set(load_machines(str(output))) == {"plain"}
    output = tmp_path / "both.npz"
    done = CliRunner().invoke(main, [*words[:-1], str(output), "--snapshots", str(snapshots)], prog_name="broadsheet")
    assert done.exit_code == 0, done.output
    assert "learnt from 14 pages; F1" in done.stderr
    assert "learnt from 14 rendered pages; F1" in done.stderr
    machines = load_machines(str(output))
    assert set(machines) == {"plain", "layout"}
    with np.load(output) as stored:
        features = stored["check.features"].astype(np.float32)
        assert machines["plain"].probabilities(features) == pytest.approx(stored["check.answer"], abs=1e-5)
        assert machines["layout"].probabilities(features) == pytest.approx(stored["check.rendered"], abs=1e-5)
    one = read_page(page(99)[0])
    marking = SVC(weights=str(output)).mark(one.with_layout(drawn(one)), Given())
    assert not marking.notes
    assert TEXT.format(n=991) in one.text[one.start[marking.keep].min() :]


def test_sets_keep_sites_together() -> None:
    training, development = learner.split(pages(), share=0.25, seed=1)
    assert len(training) + len(development) == len(pages())
    assert not {one.site for one in training} & {one.site for one in development}
    assert len({one.site for one in development}) == 3
    assert [one.id for one in learner.split(pages(), seed=1)[1]] == [
        one.id for one in learner.split(pages(), seed=1)[1]
    ]


def test_pages_are_needed() -> None:
    with pytest.raises(ValueError, match="pages to learn from"):
        learner.fit([], pages(), "", learner.Settings())
    with pytest.raises(ValueError, match="development"):
        learner.fit(pages(), [], "", learner.Settings())


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
    learnt, check, unseen = fit(**settings)
    assert learner.figures(learnt, unseen)["all"].f1 > 0.9
    features = check["check.features"].astype(np.float32)
    if isinstance(learnt, Network):
        found = learnt.probabilities(features, Graph.of_parents(check["check.parent"]))
    else:
        found = learnt.probabilities(features)
    assert found == pytest.approx(check["check.answer"], abs=1e-5)
    again, _, _ = fit(**settings)
    assert all(np.array_equal(a, b) for a, b in zip(learnt.arrays().values(), again.arrays().values(), strict=True))


def test_runs_beside_each_other_are_as_alone() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = learner.split(pages()[:12], share=0.25)
    # Without dropout nothing but the first weights is drawn for each run.
    settings = learner.Settings(epochs=3, rate=1e-2, dropout=0.0, seed=4)
    seen: list[list[float]] = []
    both = learner.fit_runs(training, development, "", settings, [4, 5], lambda _, losses: seen.append(losses))
    alone, check = learner.fit(training, development, "", settings)
    for name, array in alone.arrays().items():
        if array.dtype.kind == "f":
            assert both[0][0].arrays()[name] == pytest.approx(array, abs=1e-3), name
    assert both[0][1]["check.answer"] == pytest.approx(check["check.answer"], abs=1e-3)
    assert not np.allclose(both[0][0].arrays()["out"], both[1][0].arrays()["out"]), "another seed, another network"
    assert [len(losses) for losses in seen] == [2, 2, 2]


@pytest.mark.parametrize("model", ["gcn", "mlp"])
def test_training_goes_on_from_a_network(model: str) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = learner.split(pages()[:12], share=0.25)
    settings = learner.Settings(model=model, epochs=4, rate=5e-3, dropout=0.0)
    begun, _ = learner.fit(training, development, "", settings)
    still, _ = learner.fit(training, development, "", replace(settings, rate=1e-12), first=begun)
    for name, array in begun.arrays().items():
        if array.dtype.kind == "f" and array.ndim:
            assert still.arrays()[name] == pytest.approx(array, abs=1e-6), name
    losses: dict[bool, list[float]] = {True: [], False: []}
    for on, first in ((True, begun), (False, None)):
        kept = losses[on]
        learner.fit(training, development, "", settings, lambda _, loss, kept=kept: kept.append(loss), first=first)
    assert losses[True][0] < losses[False][0]


def test_training_ends_after_three_rises() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    training, development = learner.split(pages()[:8], share=0.25)
    # Labels that are turned round on the development pages: what is learnt can only make it worse.
    wrong = [replace(one, label=~one.label) for one in development]
    seen: list[int] = []
    settings = learner.Settings(epochs=30, rate=1e-2, dropout=0.0)
    learner.fit(training, wrong, "", settings, lambda epoch, loss: seen.append(epoch))
    assert 3 <= len(seen) < 30


def test_sampling_takes_some_children_and_keeps_the_sum() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    import random

    tensors = learner._tensors(torch, pages()[0], learner.Settings())
    for most in (1, 3, 1000):
        parent, child, share = learner._sampled(torch, tensors, most, random.Random(0))  # noqa: S311
        count = np.bincount(parent.numpy())
        assert count.max() == min(most, np.bincount(tensors.parent.numpy()).max())
        assert len(parent) == len(child) == len(share)
    draw = random.Random
    many = [learner._sampled(torch, tensors, 3, draw(seed))[2].sum().item() for seed in range(200)]
    assert np.mean(many) == pytest.approx(tensors.share.sum().item(), rel=0.05)


def test_the_machine_learns_and_is_exported() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    learnt, check, unseen = fit(model="svc", nodes=600)
    assert learner.figures(learnt, unseen)["all"].f1 > 0.9
    assert learnt.threshold == 0.5
    found = learnt.probabilities(check["check.features"].astype(np.float32))  # type: ignore[call-arg]
    assert found == pytest.approx(check["check.answer"], abs=1e-5)


def test_what_is_written_is_what_the_method_reads(tmp_path: Path) -> None:
    network = network_of()
    file = tmp_path / "gcn.npz"
    plain = learner.Trained(network, {"check.parent": np.array([-1])}, False, 9, 3, 2, {})
    both = [plain, plain._replace(learnt=replace(network, threshold=1.01), layout=True)]
    file.write_bytes(learner.archive(both))
    assert learner.archive(both) == learner.archive(both)
    method = GCN2(weights=str(file))
    parsed = read_page(page(0)[0])
    flat = method.mark(parsed, Given())
    assert any("not rendered" in note for note in flat.notes)
    assert np.array_equal(method.classifiers()["plain"].layers[0][0], network.layers[0][0])
    rendered = method.mark(parsed.with_layout(drawn(parsed)), Given())
    assert rendered.notes != flat.notes, "the weights for rendered pages decide about a rendered page"
    assert float(rendered.trace["threshold"]) != float(flat.trace["threshold"])


def test_the_model_card() -> None:
    network = network_of()
    found = {"c": learner.Figures(3, 0.9, 0.8, 0.85), "all": learner.Figures(3, 0.9, 0.8, 0.85)}
    said = {"date": dt.date(2026, 1, 2), "command": "broadsheet train gcn", "version": "1"}
    plain = learner.Trained(network, {}, False, 10, 2, 7, found)
    card = learner.model_card("gcn2", [plain], learner.Settings(), **said)  # type: ignore[arg-type]
    assert "| c | 3 | 0.900 | 0.800 | 0.850 |" in card
    assert "Learnt without rendering" in card
    assert "7 passes (at most 40) at a rate of 0.0001" in card
    assert "rendered pages" not in card
    drawn = plain._replace(layout=True, learning=4)
    both = learner.model_card("gcn2", [plain, drawn], learner.Settings(), same=found["c"], **said)  # type: ignore[arg-type]
    assert "## For rendered pages" in both
    assert "4 pages to learn from" in both
    assert "1000 pixels" in both
    assert both.count("| the same pages, not rendered | 3 | 0.900 | 0.800 | 0.850 |") == 1
