"""Trafilatura's evaluation (2020 to date): pages of many languages, with segments that must and must not be extracted.

**Source and licence**: adbar/trafilatura on GitHub, ``tests/``, Apache-2.0 (the pages keep their own rights). The
layout is known from the repository: ``eval_common.py``, which reads ``evaldata.json``, and the list of files. Older
versions have a Python file, ``evaldata.py``, in its place, which is not read.

**Layout**: ``evaldata.json`` maps the URL of a page to an object with ``file``, ``with``, ``without`` and, on some,
``comments``, ``title``, ``author``, ``date``, ``license``, ``region``; empty strings and lists say that nothing is
known. Pages are in ``cache/`` or ``eval/``; an entry without a file is left out. Semicolons in ``author`` are taken to
part names; no entry with several was seen.

**There is no gold text**, only one to six segments of each kind: decisive ones, at the beginning and the end of the
main text or in quotes and lists. Comments have a field of their own.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.fields import entries
from broadsheet.lab.corpora.files import page_loader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "trafilatura"
_FIELDS: Final = ("file", "with", "without", "comments", "title", "author")


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    seen: Counter[str] = Counter()
    for url, record in entries(folder / "evaldata.json"):
        file = record.required("file")
        if not file:
            continue
        name = file.removesuffix(".html")
        seen[name] += 1
        gold = Gold(
            # One page may be annotated under two URLs.
            id=name if seen[name] == 1 else f"{name}-{seen[name]}",
            corpus=_NAME,
            url=url,
            site=registered_domain(url),
            title=record.filled("title"),
            authors=record.names("author"),
            date=record.stated_day("date"),
            with_=record.strings("with"),
            without=record.strings("without"),
            comments=record.strings("comments"),
            extra=record.rest(*_FIELDS, day="date"),
        )
        yield Sample(gold, page_loader([folder / "cache", folder / "eval"], file, record.where))
