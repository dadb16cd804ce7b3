"""A folder of small corpora under the names that the studies look for: pages of three sites, with menus and teasers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lab.made import page_of, write_corpus

PAGES = 12


@pytest.fixture(scope="session")
def small_corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder: ``crawlfuture`` and ``cleaneval``, pages of other sites in ``dragnet``, and a group of neighbours."""
    folder = tmp_path_factory.mktemp("corpora")
    for corpus, first in (("crawlfuture", 0), ("cleaneval", PAGES), ("dragnet", 2 * PAGES)):
        pages = []
        for number in range(first, first + PAGES):
            html, text = page_of(number)
            # One page of dragnet is of a site of the other two.
            site = number % 3 if number <= 2 * PAGES else number
            gold = {"id": f"p{number}", "site": f"s{site}.example", "text": text, "title": f"New bridge {number}"}
            pages.append((html, gold))
        write_corpus(folder / corpus, pages)
    group = {"site": "s.example", "pages": [f"crawlfuture/p{number}" for number in range(PAGES)]}
    (folder / "neighbours.jsonl").write_text(json.dumps(group) + "\n", encoding="utf-8")
    return folder
