"""The documentation as a site, in Chromium: it fits a phone and a desktop, and loads nothing from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mkdocs", reason="MkDocs is not installed (group docs)")
pytest.importorskip("material", reason="Material for MkDocs is not installed (group docs)")

ROOT = Path(__file__).parent.parent
PAGES = ("index.html", "evidence.html", "guide/batch.html", "guide/inspect.html", "reference/python.html")
WIDTHS = (390, 1280)  # a phone, a desktop
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
BROKEN = "[...document.images].filter(one => one.naturalWidth === 0).map(one => one.src)"
TEXT = "parseFloat(getComputedStyle(document.querySelector('article p')).fontSize)"
SMALLEST = 14  # pixels


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_site_fits_the_screen(site: Path, chromium: Any, name: str, width: int) -> None:
    tab = chromium.new_page(viewport={"width": width, "height": 900})
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((site / name).as_uri())
    assert tab.evaluate(TOO_WIDE) == 0, "the page does not scroll sideways"
    assert tab.evaluate(BROKEN) == []
    assert tab.evaluate(TEXT) >= SMALLEST
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
    tab.close()
