"""DAnIEL's corpus (2011 and 2012): news in Chinese, English, Greek, Polish and Russian, paragraphs checked by hand.

**Source and licence**: Lejeune and Barbaresi, rundimeco/waddle on GitHub, ``corpora/Corpus_daniel_v2.1``, GPL-3.0. The
layout is known from the repository: its programs, one gold text, one index of another corpus and the list of files.

**Layout**: ``html/<name>``, ``reference/<name>`` and ``doc_lg.json``, which maps names to languages (in English, or
as a code); ``name`` is ``<yyyymmdd>_<host>_<hash>``, without an ending. A gold text has a paragraph a line, in
``<p>`` and ``</p>``. A page without one is left out; the index may be missing. The day is when the page was found, so
it is ``extra["found"]`` and not the date.

**The gold text** begins with the headline; often lines with the author and the date come next.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.fields import Record, read_record
from broadsheet.lab.corpora.files import files_of, page_loader
from broadsheet.lab.corpora.texts import marked_paragraphs, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "daniel"
_PAGE_NAME: Final = re.compile(r"(\d{4})(\d\d)(\d\d)_([^_]+)_[0-9a-f]+")
_CODES: Final = {"Chinese": "zh", "English": "en", "Greek": "el", "Polish": "pl", "Russian": "ru"}


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    index = folder / "doc_lg.json"
    languages = read_record(index) if index.is_file() else Record({}, index)
    for path in files_of(folder / "reference"):
        name = _PAGE_NAME.fullmatch(path.name)
        language = languages.filled(path.name)
        gold = Gold(
            id=path.name,
            corpus=_NAME,
            site=registered_domain(name[4]) if name else None,
            lang=_CODES.get(language, language) if language else None,
            text=marked_paragraphs(read_text(path)),
            extra={"found": "-".join(name.groups()[:3])} if name else {},
        )
        yield Sample(gold, page_loader([folder / "html"], path.name, path))
