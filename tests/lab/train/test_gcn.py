"""The commands that train classifiers of nodes, and the files that they write."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from broadsheet.cli import main
from broadsheet.lab.train.gcn import Trained, archive
from broadsheet.methods.base import Given
from broadsheet.methods.gcn import GCN2, SVC
from broadsheet.page import read_page
from broadsheet.show.render.snapshot import Snapshot
from tests.lab.train.labelled import TEXT, corpus, network_of, page
from tests.methods.test_dom_nodes import drawn


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


def test_what_is_written_is_what_the_method_reads(tmp_path: Path) -> None:
    network = network_of()
    file = tmp_path / "gcn.npz"
    plain = Trained(network, False, 9, 3, 2, {})
    both = [plain, plain._replace(learnt=replace(network, threshold=1.01), layout=True)]
    file.write_bytes(archive(both))
    assert archive(both) == archive(both)
    method = GCN2(weights=str(file))
    parsed = read_page(page(0)[0])
    flat = method.mark(parsed, Given())
    assert any("not rendered" in note for note in flat.notes)
    assert np.array_equal(method.classifiers()["plain"].layers[0][0], network.layers[0][0])
    rendered = method.mark(parsed.with_layout(drawn(parsed)), Given())
    assert rendered.notes != flat.notes, "the weights for rendered pages decide about a rendered page"
    assert float(rendered.trace["threshold"]) != float(flat.trace["threshold"])
