"""The plain layout: one folder per corpus, with ``truth.jsonl`` and pages as ``html/<id>.html.gz``.

One JSON object per line; ``id`` is required, and the fields of `broadsheet.lab.corpora.base.Gold` are optional
(``with`` for ``with_``; ``date`` as an ISO date). Other keys go into ``Gold.extra``. The corpus has the name of its
folder, and known names have conventions (`broadsheet.lab.corpora.conventions`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.base import Corpus, Gold, Includes, Sample
from broadsheet.lab.corpora.conventions import INCLUDES
from broadsheet.lab.corpora.fields import json_lines
from broadsheet.lab.corpora.files import page_loader

if TYPE_CHECKING:
    from broadsheet.lab.corpora.fields import Record

__all__ = ["open_corpus", "read"]

_STRINGS: Final = ("url", "site", "lang", "encoding", "title", "text", "core", "supplemental")
_KNOWN: Final = ("id", "date", "authors", "with", "without", "comments", *_STRINGS)


def read(folder: Path) -> list[Corpus]:
    """Return the corpus of a folder.

    Raises:
        CorpusError: a file is missing or not in the plain layout; the message names the file and the line.
    """
    return [open_corpus(folder)]


def open_corpus(folder: str | Path) -> Corpus:
    """Open one corpus in the plain layout. Gold answers are read and checked; pages are only located.

    Raises:
        CorpusError: a file is missing or not in the plain layout; the message names the file and the line.
    """
    path = Path(folder).resolve()
    samples: dict[str, Sample] = {}
    for record in json_lines(path / "truth.jsonl"):
        gold = _gold(record, path.name)
        if gold.id in samples:
            raise CorpusError(f"{record.where}: an earlier page has the id {gold.id!r} too")
        samples[gold.id] = Sample(gold, page_loader([path / "html"], gold.id, record.where, [".html.gz"]))
    return Corpus(path.name, INCLUDES.get(path.name, Includes()), tuple(samples.values()))


def _gold(record: Record, corpus: str) -> Gold:
    name = record.string("id")
    if not name:
        raise CorpusError(f"{record.where}: 'id' must be a non-empty string")
    strings = {key: record.string(key) for key in _STRINGS}
    return Gold(
        id=name,
        corpus=corpus,
        **strings,
        authors=record.strings("authors"),
        date=record.day("date"),
        with_=record.strings("with"),
        without=record.strings("without"),
        comments=record.strings("comments"),
        extra={key: value for key, value in record.values.items() if key not in _KNOWN},
    )
