"""The article extraction dataset of newspaper4k (2023): two articles each of about 200 sites, cleaned by hand.

**Source and licence**: AndyTheFactory/article-extraction-dataset on GitHub, Apache-2.0 (the pages keep their own
rights). The layout is known from two entries and the list of files; the README says nothing.

**Layout**: ``articles.json`` maps a hash to an object with ``id`` (a number), ``title``, ``authors``, ``date``,
``articleBody``, ``site`` (the home page) and ``url``; the page is ``html/<hash>.html``. ``authors`` is a
string; in one with several names, which was not seen, semicolons are taken to part them, and a list would do too.

**The gold text** is ``articleBody``: standfirst and subheadings are in it; title, byline and captions are not; lists
often are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.fields import entries
from broadsheet.lab.corpora.files import page_loader
from broadsheet.lab.corpora.texts import lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "naeb"
_FIELDS: Final = ("title", "authors", "articleBody", "site", "url")


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    for name, record in entries(folder / "articles.json"):
        gold = Gold(
            id=name,
            corpus=_NAME,
            url=record.filled("url"),
            site=registered_domain(record.filled("site") or record.filled("url")),
            title=record.filled("title"),
            authors=record.names("authors"),
            date=record.stated_day("date"),
            text=lines(record.required("articleBody")),
            extra=record.rest(*_FIELDS, day="date"),
        )
        yield Sample(gold, page_loader([folder / "html"], name, record.where, [".html"]))
