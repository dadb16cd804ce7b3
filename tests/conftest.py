"""Fixtures for the tests of several packages."""

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

from tests.crawl.sources.loopback import Loopback

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
    """Run the tests that take minutes first, so that other processes need not wait for them."""
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
    """A function that yields (name, bytes, truth) of every ``step``-th page of each corpus."""

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


@pytest.fixture
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment without proxies."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
def site(no_proxies: None) -> Iterator[Loopback]:
    """A server on the loopback."""
    with Loopback() as server:
        yield server


@pytest.fixture(scope="session")
def browser_path() -> str:
    """The path of Chromium; the test is skipped without it or Playwright."""
    from broadsheet.errors import NeedsNotMet
    from broadsheet.show.render import find_browser

    pytest.importorskip("playwright", reason="Playwright is not installed (extra render)")
    try:
        return find_browser()
    except NeedsNotMet as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def chromium(browser_path: str) -> Iterator[Any]:
    """Playwright's Chromium."""
    from playwright.sync_api import sync_playwright

    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=browser_path, args=["--no-sandbox"] if root else [])
        yield browser
        browser.close()


@contextmanager
def _unprivileged() -> Iterator[None]:
    """Drop the rights of the superuser."""
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
    """A context in which file permissions apply, also to the superuser."""
    return _unprivileged


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that all users may read."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        for path in Path(name).rglob("*"):
            if path.is_dir():
                path.chmod(0o755)
