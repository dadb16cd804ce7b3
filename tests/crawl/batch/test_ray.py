"""The Ray engine: the same rows as the local one, also if a node is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="the extra ray is not installed")
pytest.importorskip("fastwarc", reason="the extra batch is not installed")

from broadsheet.crawl.batch import Engine, RunOptions, State, run
from broadsheet.crawl.sites import SiteStore

from . import test_run
from .pages_for_tests import warc
from .test_run import rows

# Ray and its libraries emit warnings of their own.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.cluster]


def options(source: Path, folder: Path, engine: Engine, **more: Any) -> RunOptions:
    return replace(test_run.options(source, folder), engine=engine, **more)


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two nodes on this machine, and a head that does no work."""
    import ray
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    nodes = [made.add_node(num_cpus=1) for _ in range(2)]
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False)
    yield made, nodes
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(6):
        warc(folder / f"{number}.warc.gz", 40)
    return folder


def test_each_engine_continues_a_run_of_the_other(cluster: Any, source: Path, tmp_path: Path) -> None:
    local, far = tmp_path / "local", tmp_path / "ray"
    expected = run(options(source, local, Engine.LOCAL, learn_sites=True))
    seen: list[State] = []
    found = run(options(source, far, Engine.RAY, learn_sites=True), seen.append)
    assert True in [state.learning for state in seen]
    assert rows(far) == rows(local)
    assert (found.pages, found.outcomes, found.parts) == (expected.pages, expected.outcomes, expected.parts)
    with SiteStore(local / "sites.db") as one, SiteStore(far / "sites.db") as other:
        assert one.listed() == other.listed() != []
    whole = rows(far)
    for part in sorted(far.glob("part-*"))[::2]:
        part.unlink()
    assert run(options(source, far, Engine.LOCAL, learn_sites=True)).pages == expected.pages
    for part in sorted(far.glob("part-*"))[::2]:
        part.unlink()
    assert run(options(source, far, Engine.RAY, learn_sites=True)).pages == expected.pages
    assert rows(far) == whole
    assert run(options(source, far, Engine.RAY, learn_sites=True)).pages_now == 0


def test_a_node_that_is_lost_loses_nothing(cluster: Any, source: Path, tmp_path: Path) -> None:
    run(options(source, tmp_path / "local", Engine.LOCAL))
    made, nodes = cluster
    lost = threading.Event()

    def lose() -> None:
        while len(list((tmp_path / "ray").glob("part-*"))) < 2:
            time.sleep(0.01)
        made.remove_node(nodes[0], allow_graceful=False)
        lost.set()

    thread = threading.Thread(target=lose, daemon=True)
    thread.start()
    run(options(source, tmp_path / "ray", Engine.RAY))
    assert lost.wait(30), "the node was lost on the way"
    assert rows(tmp_path / "ray") == rows(tmp_path / "local")
