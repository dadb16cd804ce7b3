"""A folder of small corpora under the names that the studies look for: pages of three sites, with menus and teasers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lab.made import write_corpus

WORDS = "the council met on tuesday and agreed on a new bridge over the river after a long debate in the hall".split()
PAGES = 12


def page_of(number: int) -> tuple[str, str]:
    """A page and its answer; the menu and the footer are the same on all."""
    text = [
        " ".join([*WORDS[(number + place) % 7 :], f"{number}x{place},", "and", "so", "it", "goes"]) + "."
        for place in range(3 + number % 3)
    ]
    menu = "".join(f"<li><a href=/s{n}>Section {n}</a></li>" for n in range(8))
    teasers = "".join(f"<div><a href=/t{n}>Teaser {number} {n} about a bridge</a></div>" for n in range(5))
    html = (
        f"<html><head><title>New bridge {number}</title></head><body><ul>{menu}</ul><h1>New bridge {number}</h1>"
        f"<article>{''.join(f'<p>{line}</p>' for line in text)}</article><section>{teasers}</section>"
        "<footer>All rights reserved, and no part of it may be used.</footer></body></html>"
    )
    return html, "\n".join([f"New bridge {number}", *text])


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
