"""Fundus's parser tests (2023 to date): articles of publishers in many countries, with what its parsers must give.

**Source and licence**: flairNLP/fundus on GitHub, ``tests/resources/parser/test_data``, MIT (the pages keep their own
rights). The layout is known from the repository: two files of answers, one ``meta.info``, the tests' own readers and
the list of files.

**Layout**: a folder a country (``us/``), with ``<Publisher>_<year>_<month>_<day>.html.gz`` (UTF-8), ``meta.info``
(JSON: ``url`` and ``crawl_date`` of each page by its file name) and ``<Publisher>.json``, which maps the versions of
the publisher's parser (``V1``, ``V1_1``, ``V2``) to ``title``, ``authors``, ``publishing_date``, ``body`` and more.

Which version is for which page is not written down: it follows from the days on which the parsers were in use. There is
one page for each version, so the versions in order are the pages in order of their ``crawl_date``; as many of one as of
the other are required.

**The gold text** is the body, by parsers that were written by hand for each publisher: summary, then headlines and
paragraphs of the sections. Title, byline, captions and comments are not in it. Older answers have no body; they have
title and authors only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.fields import Record, entries
from broadsheet.lab.corpora.files import page_loader
from broadsheet.lab.corpora.texts import lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "fundus"
_ENDING: Final = ".html.gz"
_DATED: Final = re.compile(r"_\d{4}_\d\d_\d\d\Z")
_VERSION: Final = re.compile(r"V(\d+(?:_\d+)*)\Z")


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    for meta in sorted(folder.glob("*/meta.info")):
        pages: defaultdict[str, list[tuple[str, str, Record]]] = defaultdict(list)
        for file, record in entries(meta):
            name = file.removesuffix(_ENDING)
            pages[_DATED.sub("", name)].append((record.required("crawl_date"), name, record))
        for publisher, crawled in sorted(pages.items()):
            answers = meta.parent / f"{publisher}.json"
            versions = sorted(entries(answers), key=lambda entry: _order(*entry))
            if len(versions) != len(crawled):
                raise CorpusError(f"{answers}: {len(versions)} versions, but {meta} has {len(crawled)} pages for them")
            for (_, name, about), (version, answer) in zip(sorted(crawled, key=_when), versions, strict=True):
                yield _sample(meta.parent, name, about, version, answer)


def _when(crawled: tuple[str, str, Record]) -> tuple[str, str]:
    return crawled[:2]


def _order(version: str, answer: Record) -> list[int]:
    found = _VERSION.match(version)
    if not found:
        raise CorpusError(f"{answer.where}: expected a version (V1, V1_1, V2)")
    return [int(number) for number in found[1].split("_")]


def _sample(country: Path, name: str, about: Record, version: str, answer: Record) -> Sample:
    url = about.filled("url")
    gold = Gold(
        id=f"{country.name}-{name}",
        corpus=_NAME,
        url=url,
        site=registered_domain(url),
        encoding="utf-8",
        title=answer.filled("title"),
        authors=answer.strings("authors"),
        date=answer.stated_day("publishing_date"),
        text=_text(answer.record("body")),
        extra={
            **answer.rest("title", "authors", "body", day="publishing_date"),
            **about.rest("url"),
            "country": country.name,
            "version": version,
        },
    )
    return Sample(gold, page_loader([country], name, about.where, [_ENDING]))


def _text(body: Record) -> str | None:
    if not body.values:
        return None
    parts = list(body.strings("summary"))
    for section in body.records("sections"):
        parts += [*section.strings("headline"), *section.strings("paragraphs")]
    return lines("\n".join(parts))
