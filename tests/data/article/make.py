"""Writes what is expected of each case beside its page: run it, and read what changed.

A case is a folder with ``page.html``. Its kept text is inside elements with ``data-keep``, except what is inside ones
with ``data-drop``. The page is taken to be from `URL`. The outputs are written with pictures and links.

    python tests/data/article/make.py [case ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from broadsheet.article import Article, Switches, assemble
from broadsheet.page import Page, read_page

FOLDER = Path(__file__).parent
URL = "https://example.org/news/story.html"


def marked(page: Page) -> Article:
    """The article that the marks in a page's own attributes make."""
    keep = np.zeros(len(page), dtype=np.bool_)
    marks = {
        int(row): selector == "[data-keep]"
        for selector in ("[data-keep]", "[data-drop]")
        for row in page.select(selector)
    }
    for row in sorted(marks):  # an inner mark comes after an outer one, and counts
        keep[row : page.end[row]] = marks[row]
    return Article(url=page.url, body=assemble(page, keep), switches=Switches(images=True, links=True))


def outputs(case: Path) -> dict[str, str]:
    """The contents of each file that is expected for a case."""
    article = marked(read_page((case / "page.html").read_bytes(), url=URL))
    return {
        "expected.txt": article.text + "\n",
        "expected.md": article.markdown + "\n",
        "expected.html": article.html + "\n",
    }


if __name__ == "__main__":
    names = sys.argv[1:] or sorted(page.parent.name for page in FOLDER.glob("*/page.html"))
    for name in names:
        for file, contents in outputs(FOLDER / name).items():
            (FOLDER / name / file).write_text(contents, encoding="utf-8")
