"""The Web Content Extraction Benchmark's combination of eight corpora (2023), in one layout.

**Source and licence**: Bevendorff, Gupta, Kiesel, Stein, *An Empirical Comparison of Web Content Extraction
Algorithms*, SIGIR 2023; chatnoir-eu/web-content-extraction-benchmark on GitHub, Apache-2.0 for the programs, each
corpus with its own terms. The layout is known from the programs that write and read it; the archive
``datasets/combined.tar.xz`` was not unpacked.

**Layout**: ``ground-truth/<corpus>.jsonl``, an object a line with ``page_id``, ``plaintext``, ``source`` (the corpus
and the page's name in it) and, on some, ``url``; the page is ``html/<corpus>/<page_id>.html``, decoded and written
again as UTF-8, with ``.gz`` in some versions. Pages that were empty were not written: their answers are left out.
Versions whose pages are packed as ``.lz4`` must be unpacked first.

**The gold text** follows the corpus that it is from, but not always as its own reader here has it: for L3S-GN1 it is
headline, full text and supplemental text; Dragnet's was taken whole, with comments where the file has them.

Corpora are called ``wceb-cetd``, ``wceb-cleaneval`` and so on, by their file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.base import Corpus, Gold, Includes, Sample, collect
from broadsheet.lab.corpora.conventions import INCLUDES
from broadsheet.lab.corpora.fields import json_lines
from broadsheet.lab.corpora.files import check_name, files_of, page_loader
from broadsheet.lab.corpora.texts import lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["read"]

_ENDINGS: Final = (".html", ".html.gz")
_INCLUDES: Final = {
    "cleaneval": INCLUDES["cleaneval"],
    "cleanportaleval": INCLUDES["cleanportaleval"],
    "dragnet": Includes(),
    "l3s-gn1": Includes(title=True, captions=True, comments=False),
    "readability": INCLUDES["readability"],
    "scrapinghub": INCLUDES["scrapinghub"],
}


def read(folder: Path) -> list[Corpus]:
    """Return the corpora of a folder."""
    return [
        collect(
            f"wceb-{path.stem}", _samples(path, folder / "html" / path.stem), path, _INCLUDES.get(path.stem, Includes())
        )
        for path in files_of(folder / "ground-truth", "*.jsonl")
    ]


def _samples(path: Path, pages: Path) -> Iterator[Sample]:
    if not pages.is_dir():
        raise CorpusError(f"{path}: no folder of its pages, {pages}")
    for record in json_lines(path):
        name = record.required("page_id")
        check_name(name, record.where)
        if (pages / f"{name}.html.lz4").is_file():
            raise CorpusError(f"{pages / name}.html.lz4: pages must be unpacked first (unlz4 --rm -m *.lz4)")
        if not any((pages / f"{name}{ending}").is_file() for ending in _ENDINGS):
            continue
        url = record.filled("url")
        gold = Gold(
            id=name,
            corpus=f"wceb-{path.stem}",
            url=url,
            site=registered_domain(url),
            encoding="utf-8",
            text=lines(record.required("plaintext")),
            extra=record.rest("page_id", "plaintext", "url"),
        )
        yield Sample(gold, page_loader([pages], name, record.where, _ENDINGS))
