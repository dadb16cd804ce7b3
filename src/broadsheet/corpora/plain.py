"""The plain layout: a folder a corpus, with ``truth.jsonl`` and the pages as ``html/<id>.html.gz``.

One JSON object a line; ``id`` is required, and the keys of `broadsheet.corpora.base.Gold` are optional (``with`` for
``with_``; ``date`` as an ISO day). Other keys go into ``Gold.extra``. The corpus is called like its folder, and a known
name brings its conventions. The module must not know how answers are scored.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadsheet.corpora.base import Corpus, Gold, Includes, Sample
from broadsheet.corpora.conventions import INCLUDES
from broadsheet.corpora.fields import json_lines
from broadsheet.corpora.files import page_loader
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from broadsheet.corpora.fields import Record

__all__ = ["open_corpus", "read"]

_STRINGS: Final = ("url", "site", "lang", "encoding", "title", "text", "core", "supplemental")
_KNOWN: Final = ("id", "date", "authors", "with", "without", "comments", *_STRINGS)


def read(folder: Path) -> list[Corpus]:
    """The corpus of a folder.

    Raises:
        CorpusError: a file is missing or not in the plain layout; the message names the file and the line.
    """
    return [open_corpus(folder)]


def open_corpus(folder: str | Path) -> Corpus:
    """Open one corpus in the plain layout. Its answers are read and checked; its pages are only looked up.

    Raises:
        CorpusError: a file is missing or not in the plain layout; the message names the file and the line.
    """
    path = Path(folder).resolve()
    samples: dict[str, Sample] = {}
    for record in json_lines(path / "truth.jsonl"):
        gold = _gold(record, path.name)
        if gold.id in samples:
            raise CorpusError(f"{record.where}: a page before it is called {gold.id!r} too")
        samples[gold.id] = Sample(gold, page_loader([path / "html"], gold.id, record.where, [".html.gz"]))
    return Corpus(path.name, INCLUDES.get(path.name, Includes()), tuple(samples.values()))


def _gold(record: Record, corpus: str) -> Gold:
    name = record.string("id")
    if not name:
        raise CorpusError(f"{record.where}: 'id' must be a string that is not empty")
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
