"""WCXB, another Web Content Extraction Benchmark (2025 and 2026): pages of seven kinds, drafted by a language model.

**Source and licence**: Murrough-Foley/web-content-extraction-benchmark on GitHub; CC-BY-4.0 for the data as of 2026
(Apache-2.0 in older versions). The layout is known from the repository: its ``evaluate.py``, one gold file and the list
of files. An older layout that its README described, with one ``ground-truth.json``, is not read.

**Layout**: ``dev/`` and ``test/``, each with ``ground-truth/<id>.json`` and ``html/<id>.html.gz`` (UTF-8). A gold
file has ``url``, ``ground_truth`` (``main_content``, ``main_content_markdown``, ``title``, ``author``,
``publish_date``, ``with``, ``without``) and ``_internal.page_type`` (``primary`` is the kind, ``confidence`` says who
checked it, ``tags``). The kind is ``extra["page_type"]``, with ``category`` called ``collection`` as in
``evaluate.py``; it decides what is an article. Files without a ``ground_truth`` are left out, as there.

**The gold text** is ``main_content``: subheadings, lists and tables are in it; the title, which has a field, is not
(but on about one article in 25).

Corpora are called ``wcxb-dev`` and ``wcxb-test``; one part opened alone is called by its folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.lab.corpora.base import Corpus, Gold, Sample, collect
from broadsheet.lab.corpora.conventions import INCLUDES
from broadsheet.lab.corpora.fields import read_record
from broadsheet.lab.corpora.files import files_of, page_loader
from broadsheet.lab.corpora.texts import lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from broadsheet.lab.corpora.fields import Record

__all__ = ["read"]

_PARTS: Final = ("dev", "test")
_SAME_KIND: Final = {"category": "collection"}


def read(folder: Path) -> list[Corpus]:
    """Return the corpora of a folder, one per part."""
    parts = [folder / part for part in _PARTS if (folder / part / "ground-truth").is_dir()]
    return [_part(path) for path in parts or [folder]]


def _part(folder: Path) -> Corpus:
    name = f"wcxb-{folder.resolve().name}"
    return collect(name, _samples(folder, name), folder, INCLUDES["wcxb"])


def _samples(folder: Path, corpus: str) -> Iterator[Sample]:
    for path in files_of(folder / "ground-truth", "*.json"):
        record = read_record(path)
        if not isinstance(record.values.get("ground_truth"), dict):
            continue
        truth, url = record.record("ground_truth"), record.filled("url")
        content, about = truth.string("main_content"), _kind(record.record("_internal"))
        extra = truth.rest("main_content", "title", "author", "with", "without", day="publish_date")
        gold = Gold(
            id=path.stem,
            corpus=corpus,
            url=url,
            site=registered_domain(url),
            encoding="utf-8",
            title=truth.filled("title"),
            authors=truth.names("author"),
            date=truth.stated_day("publish_date"),
            text=None if content is None else lines(content),
            with_=truth.strings("with"),
            without=truth.strings("without"),
            extra={**extra, **about},
        )
        yield Sample(gold, page_loader([folder / "html"], path.stem, path, [".html.gz"]))


def _kind(internal: Record) -> dict[str, object]:
    """Return the kind of page and its details; a plain string is accepted, and the default is article."""
    if isinstance(internal.values.get("page_type"), str):
        kind, rest = internal.filled("page_type"), {}
    else:
        record = internal.record("page_type")
        kind, rest = record.filled("primary"), record.rest("primary")
    kind = kind or "article"
    return {**rest, "page_type": _SAME_KIND.get(kind, kind)}
