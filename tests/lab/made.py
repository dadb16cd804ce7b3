from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from broadsheet.lab.corpora import Corpus, Gold, Includes, Sample


def corpus_of(*golds: Gold, html: str = "<p>x", includes: Includes | None = None) -> Corpus:
    """A corpus whose pages are all the same."""
    return Corpus("c", includes or Includes(), tuple(Sample(gold, html.encode) for gold in golds))


def write_corpus(folder: Path, pages: Iterable[tuple[str, dict[str, Any]]]) -> Path:
    """Write pages and their gold answers into a folder, and return it."""
    (folder / "html").mkdir(parents=True, exist_ok=True)
    lines = []
    for html, gold in pages:
        (folder / "html" / f"{gold['id']}.html.gz").write_bytes(gzip.compress(html.encode()))
        lines.append(json.dumps(gold) + "\n")
    (folder / "truth.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder
