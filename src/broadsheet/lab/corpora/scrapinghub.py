"""Scrapinghub's article-extraction-benchmark: 181 pages of news and blogs, fetched in 2019, bodies marked by hand.

**Source and licence**: scrapinghub/article-extraction-benchmark on GitHub, MIT. The layout is known from the
repository's README, its ``evaluate.py`` and the list of its files; the gold texts were not read.

**Layout**: ``ground-truth.json`` maps the id of a page to an object with ``articleBody`` (the text) and, on some,
``url``; the page is ``html/<id>.html.gz``, gzip, written as UTF-8 whatever it declares.

**The gold text** is the field ``articleBody``. The README calls the headline, the authors and the date fields of their
own, so they should not be in it; what was done on each page is not stated, so `Includes` leaves it open. Readers'
comments are not part of an article there.
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

_NAME: Final = "scrapinghub"


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    for name, record in entries(folder / "ground-truth.json"):
        url = record.filled("url")
        gold = Gold(
            id=name,
            corpus=_NAME,
            url=url,
            site=registered_domain(url),
            encoding="utf-8",
            text=lines(record.required("articleBody")),
            extra=record.rest("articleBody", "url"),
        )
        yield Sample(gold, page_loader([folder / "html"], name, record.where, [".html.gz"]))
