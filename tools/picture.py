"""Write docs/pictures/inspector-light.png and -dark.png: the inspector with the bundled page, as Chromium shows it.

``python tools/picture.py`` needs Playwright (extra ``render``) and a Chromium.
"""

import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import broadsheet
from broadsheet.show.render import find_browser
from broadsheet.show.serve import as_html, inspect

ROOT = Path(__file__).parent.parent
URL = "https://courier.example/2026/03/06/ferry.html"
METHODS = ["fusion", "coreex", "mss", "twcem", "cedst", "cetd", "cetr", "cepr", "stadynot"]
SELECTED = "The crossing takes nine minutes"  # beginning of the segment that is selected
WIDTH, HEIGHT = 1280, 800

if __name__ == "__main__":
    page = broadsheet.read_page((ROOT / "demo" / "article.html").read_bytes(), url=URL)
    folder = ROOT / "docs" / "pictures"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as running:
        report = Path(name) / "report.html"
        report.write_text(as_html(inspect(page, METHODS)), encoding="utf-8")
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        browser = running.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"] if root else [])
        for scheme in ("light", "dark"):
            tab = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme=scheme)
            tab.goto(report.as_uri())
            tab.locator(".seg", has_text=SELECTED).first.click()
            tab.get_by_text("Method", exact=True).first.evaluate("one => one.scrollIntoView()")
            tab.mouse.move(WIDTH - 5, 5)
            tab.screenshot(path=folder / f"inspector-{scheme}.png")
        browser.close()
