from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from broadsheet.cli import main
from broadsheet.lab.train import gcn
from broadsheet.lab.train.cards import Figures, Origin
from broadsheet.lab.train.gcn import Trained, archive, model_card
from broadsheet.lab.train.node_networks import Settings
from broadsheet.methods.base import Given
from broadsheet.methods.gcn import GCN2, SVC
from broadsheet.page import read_page
from tests.lab.made import write_corpus
from tests.lab.train.labelled import TEXT, corpus, named, network, page, save_snapshot
from tests.methods.test_dom_nodes import drawn


def written(folder: Path) -> tuple[Path, Path]:
    """The corpus and snapshots of its pages, in folders."""
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
    assert "Learnt without rendering" in card
    assert "7 passes (at most 40) at a rate of 0.0001" in card
    assert "rendered pages" not in card
    drawn = plain._replace(layout=True, learning=4)
    both = model_card("gcn2", [plain, drawn], Settings(), origin, same=found["c"])
    assert "## For rendered pages" in both
    assert "4 pages to learn from" in both
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
