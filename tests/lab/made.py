from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from broadsheet.lab.corpora import Corpus, Gold, Sample

WORDS = "the council met on tuesday and agreed on a new bridge over the river after a long debate in the hall".split()


def page_of(number: int) -> tuple[str, str]:
    """A page and its gold text; the menu and the footer are the same on all."""
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


def corpus_of(*golds: Gold, html: str = "<p>x") -> Corpus:
    """A corpus whose pages are all the same."""
    return Corpus("c", tuple(Sample(gold, html.encode) for gold in golds))


def write_corpus(folder: Path, pages: Iterable[tuple[str, dict[str, Any]]]) -> Path:
    """Write pages and their gold answers into a folder, and return it."""
    (folder / "html").mkdir(parents=True, exist_ok=True)
    lines = []
    for html, gold in pages:
        (folder / "html" / f"{gold['id']}.html.gz").write_bytes(gzip.compress(html.encode()))
        lines.append(json.dumps(gold) + "\n")
    (folder / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder
