"""Mozilla Readability's test pages: 130 pages of many sites, each with the output that its developers want of it.

**Source and licence**: mozilla/readability on GitHub, ``test/test-pages``, Apache-2.0 (the pages keep their own
rights). The layout is known from the repository: its list of files, one output and one file of metadata.

**Layout**: a folder a page, with ``source.html``, ``expected.html`` (a fragment) and ``expected-metadata.json``,
whose keys are ``title``, ``byline``, ``dir``, ``lang``, ``excerpt``, ``siteName``, ``publishedTime`` and
``readerable``. Folders without a source hold other tests and are left out. URLs are not recorded. ``byline`` is a
line and not a list of names: it stays in ``extra``, as do a date that is not a day and the keys above that `Gold` has
no field for.

**The gold text** is the text of ``expected.html``, a line for each that a reader would see. It is the output of one
extractor, approved by people, so it flatters that extractor; captions are in it where the figure was kept. Whether the
headline and the byline are varies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.errors import CorpusError, NotHTML, PageTooLarge
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.fields import Record, read_record
from broadsheet.lab.corpora.files import page_loader, read_bytes
from broadsheet.page import read_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "readability"


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    for path in sorted(source.parent for source in folder.glob("*/source.html")):
        stated = path / "expected-metadata.json"
        record = read_record(stated) if stated.is_file() else Record({}, stated)
        gold = Gold(
            id=path.name,
            corpus=_NAME,
            lang=(record.filled("lang") or "").replace("_", "-").partition("-")[0].lower() or None,
            title=record.filled("title"),
            date=record.stated_day("publishedTime"),
            text=_text(path / "expected.html"),
            extra=record.rest("title", day="publishedTime"),
        )
        yield Sample(gold, page_loader([path], "source.html", path))


def _text(path: Path) -> str:
    data = read_bytes(path)
    if not data.strip():
        return ""
    try:
        page = read_page(data)
    except (NotHTML, PageTooLarge) as error:
        raise CorpusError(f"{path}: {error}") from error
    return "\n".join(page.texts)
