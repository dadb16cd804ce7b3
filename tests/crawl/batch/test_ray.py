"""The Ray engine: the same rows as the local one, also if a node is lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ray", reason="the extra ray is not installed")
pytest.importorskip("fastwarc", reason="the extra batch is not installed")

from broadsheet.crawl.batch import Engine, Format, PageOptions, RunOptions, State, WorkOptions, read_rows, run

from .pages_for_tests import warc

# Ray and its libraries emit warnings of their own.
pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.cluster]


def options(source: Path, folder: Path, engine: Engine, **more: Any) -> RunOptions:
    work = WorkOptions(folder=folder, form=Format.JSONL, part_rows=15, page=PageOptions(method="coreex"))
    return RunOptions(inputs=(str(source),), jobs=2, engine=engine, work=work, **more)


def rows(folder: Path) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in row.items() if name != "seconds"} for row in read_rows(folder, Format.JSONL)
    ]


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


def test_the_same_rows_as_the_local_engine(cluster: Any, source: Path, tmp_path: Path) -> None:
    local = run(options(source, tmp_path / "local", Engine.LOCAL))
    far = run(options(source, tmp_path / "ray", Engine.RAY))
    assert rows(tmp_path / "ray") == rows(tmp_path / "local")
    assert (far.pages, far.outcomes, far.parts) == (local.pages, local.outcomes, local.parts)
    again = run(options(source, tmp_path / "ray", Engine.RAY))
    assert again.pages_now == 0


def test_each_engine_continues_a_run_of_the_other(cluster: Any, source: Path, tmp_path: Path) -> None:
    local = run(options(source, tmp_path / "local", Engine.LOCAL))
    expected = rows(tmp_path / "local")
    for part in sorted((tmp_path / "local").glob("part-*"))[::2]:
        part.unlink()
    assert run(options(source, tmp_path / "local", Engine.RAY)).pages == local.pages
    assert rows(tmp_path / "local") == expected


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


def test_sites_are_learnt_by_the_shuffle(cluster: Any, source: Path, tmp_path: Path) -> None:
    seen: list[State] = []
    run(options(source, tmp_path / "local", Engine.LOCAL, learn_sites=True))
    run(options(source, tmp_path / "ray", Engine.RAY, learn_sites=True), seen.append)
    assert rows(tmp_path / "ray") == rows(tmp_path / "local")
    from broadsheet.crawl.sites import SiteStore

    with SiteStore(tmp_path / "local" / "sites.db") as one, SiteStore(tmp_path / "ray" / "sites.db") as other:
        assert one.listed() == other.listed() != []
