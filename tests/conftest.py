"""What all tests share: where the real pages are, and how to walk them."""

from __future__ import annotations

import gzip
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("default")

DATA = Path(__file__).parent / "data"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what takes minutes first, so that the other processes need not wait for it in the end."""
    items.sort(key=lambda item: "test_linear" not in item.nodeid)


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of fixtures."""
    return DATA


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of corpora; the test is skipped where there are none."""
    folder = Path(os.environ.get("BROADSHEET_CORPORA", "../shared/corpora"))
    if not any(folder.glob("*/truth.jsonl")):
        pytest.skip(f"no corpora at {folder} (set BROADSHEET_CORPORA)")
    return folder


@pytest.fixture(scope="session")
def real_pages(corpora: Path) -> Callable[..., Iterator[tuple[str, bytes, dict[str, Any]]]]:
    """A function that gives (name, bytes, truth) of the real pages, every ``step``-th of each corpus."""

    def pages(step: int = 1) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
        for truth_file in sorted(corpora.glob("*/truth.jsonl")):
            folder = truth_file.parent
            with truth_file.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines):
                    if number % step:
                        continue
                    truth = json.loads(line)
                    file = folder / "html" / f"{truth['id']}.html.gz"
                    yield f"{folder.name}/{truth['id']}", gzip.decompress(file.read_bytes()), truth

    return pages


@contextmanager
def _unprivileged() -> Iterator[None]:
    """Without the rights of the superuser, who may read and write what nobody may."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def unprivileged() -> Callable[[], AbstractContextManager[None]]:
    """Gives a context in which the rights of files hold, also for the superuser."""
    return _unprivileged


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that all users may look into."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        for path in Path(name).rglob("*"):
            if path.is_dir():
                path.chmod(0o755)
