"""Readers of formats whose gold answers are JSON.

Each is a function from a folder to its pages. Its docstring says how the folder is laid out (as its repository and the
programs that read it show; archives were not always unpacked), and what its gold texts are. Sources and licences are in
``docs/guide/corpora.md``.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.reading import (
    Record,
    check_name,
    entries,
    files_of,
    json_lines,
    lines,
    page_loader,
    read_record,
)

__all__ = ["fundus", "fundus_evaluation", "naeb", "plain", "scrapinghub", "trafilatura", "wceb", "wcxb"]

_PACKED: Final = ".html.gz"
_STRINGS: Final = ("url", "lang", "encoding", "title", "text", "core")
_PLAIN: Final = ("id", "date", "authors", "with", "without", "site", *_STRINGS)
_BRACKETS: Final = re.compile(r"\A\[(.*)\]\Z", re.DOTALL)
_FUNDUS_DATE: Final = re.compile(r"_\d{4}_\d\d_\d\d\Z")
_FUNDUS_VERSION: Final = re.compile(r"V(\d+(?:_\d+)*)\Z")


def plain(folder: Path) -> Iterator[Sample]:
    """The plain layout: ``truth.jsonl``, and pages as ``html/<id>.html.gz``.

    One JSON object per line; ``id`` is required, and the fields of `broadsheet.lab.corpora.base.Gold` are optional
    (``with`` for ``with_``; ``date`` as an ISO date). Other keys go into ``Gold.extra``. The corpus has the name of its
    folder.
    """
    corpus = folder.resolve().name
    for record in json_lines(folder / "truth.jsonl"):
        name = record.string("id")
        if not name:
            raise CorpusError(f"{record.where}: 'id' must be a non-empty string")
        strings: dict[str, Any] = {key: record.string(key) for key in _STRINGS}
        gold = Gold(
            id=name,
            corpus=corpus,
            **strings,
            site=record.string("site") or registered_domain(record.string("url")),
            authors=record.strings("authors"),
            date=record.day("date"),
            with_=record.strings("with"),
            without=record.strings("without"),
            extra={key: value for key, value in record.values.items() if key not in _PLAIN},
        )
        yield Sample(gold, page_loader([folder / "html"], name, record.where, [_PACKED]))


def _sample(corpus: str, name: str, record: Record, pages: Path, ending: str = _PACKED, **gold: Any) -> Sample:
    """Return the page ``<name><ending>`` of a folder, in UTF-8 and with the record's ``url``, unless told otherwise."""
    url = record.filled("url")
    known = {"id": name, "url": url, "site": registered_domain(url), "encoding": "utf-8"} | gold
    return Sample(Gold(corpus=corpus, **known), page_loader([pages], name, record.where, [ending]))


def naeb(folder: Path) -> Iterator[Sample]:
    """The article extraction dataset of newspaper4k (2023): two articles each of about 200 sites, cleaned by hand.

    **Layout**: ``articles.json`` maps a hash to an object with ``id`` (a number), ``title``, ``authors``, ``date``,
    ``articleBody``, ``site`` (the home page) and ``url``; the page is ``html/<hash>.html``. ``authors`` is a string;
    no entry with several names was seen, and semicolons are assumed to separate them. A list is accepted too.

    **The gold text** is ``articleBody``: it includes standfirst and subheadings, but not title, byline and captions,
    and often not lists.
    """
    for name, record in entries(folder / "articles.json"):
        yield _sample(
            "naeb",
            name,
            record,
            folder / "html",
            ".html",
            site=registered_domain(record.filled("site") or record.filled("url")),
            encoding=None,
            title=record.filled("title"),
            authors=record.names("authors"),
            date=record.stated_day("date"),
            text=lines(record.required("articleBody")),
            extra=record.rest("title", "authors", "articleBody", "site", "url", day="date"),
        )


def scrapinghub(folder: Path) -> Iterator[Sample]:
    """Scrapinghub's article-extraction-benchmark: 181 pages of news and blogs, fetched in 2019, bodies marked by hand.

    **Layout**: ``ground-truth.json`` maps the id of a page to an object with ``articleBody`` (the text) and sometimes
    ``url``; the page is ``html/<id>.html.gz``, encoded as UTF-8 whatever it declares.

    **The gold text** is ``articleBody``. The README calls headline, authors and date separate fields, so the text
    should not include them; but this is not stated for each page, so `Includes` leaves it open. Reader comments are
    not part of an article there.
    """
    for name, record in entries(folder / "ground-truth.json"):
        text, extra = lines(record.required("articleBody")), record.rest("articleBody", "url")
        yield _sample("scrapinghub", name, record, folder / "html", text=text, extra=extra)


def fundus_evaluation(folder: Path) -> Iterator[Sample]:
    """The fundus evaluation (2024): 80 articles of 16 English-language publishers, their text copied by hand.

    **Layout**: ``ground_truth.json`` maps a page's file name (``<Publisher>_<n>``, with or without ``.html.gz``) to
    ``url``, ``body`` (a list of paragraphs) and ``crawl_date``; the pages are in ``html/``, as UTF-8.

    **The gold text** is the body. A paragraph in square brackets is optional: their scores use the better of with and
    without. Here it is in the text, without its brackets. Whether headlines, bylines or captions are included is not
    stated.
    """
    for file, record in entries(folder / "ground_truth.json"):
        texts = (lines(_BRACKETS.sub(r"\1", paragraph)) for paragraph in record.strings("body"))
        yield _sample(
            "fundus-evaluation",
            file.removesuffix(_PACKED),
            record,
            folder / "html",
            lang="en",
            text="\n".join(filter(None, texts)),
            extra=record.rest("url", "body"),
        )


def trafilatura(folder: Path) -> Iterator[Sample]:
    """Trafilatura's evaluation (2020 to date): pages of many languages, with segments that must and must not be found.

    **Layout**: ``evaldata.json`` maps the URL of a page to an object with ``file``, ``with``, ``without`` and sometimes
    ``comments``, ``title``, ``author``, ``date``, ``license``, ``region``; empty strings and lists mean unknown. Pages
    are in ``cache/`` or ``eval/``; entries without a file are left out. ``evaldata.py`` of older versions is not read.
    Semicolons in ``author`` are assumed to separate names; no entry with several was seen.

    **There is no gold text**, only one to six segments of each kind: decisive ones, at the beginning and the end of the
    main text or in quotes and lists.
    """
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
            corpus="trafilatura",
            url=url,
            site=registered_domain(url),
            title=record.filled("title"),
            authors=record.names("author"),
            date=record.stated_day("date"),
            with_=record.strings("with"),
            without=record.strings("without"),
            extra=record.rest("file", "with", "without", "comments", "title", "author", day="date"),
        )
        yield Sample(gold, page_loader([folder / "cache", folder / "eval"], file, record.where))


def wceb(folder: Path) -> Iterator[Sample]:
    """The Web Content Extraction Benchmark's eight corpora in one layout (Bevendorff and others, SIGIR 2023).

    **Layout**: ``ground-truth/<corpus>.jsonl``, one object per line with ``page_id``, ``plaintext``, ``source`` (the
    corpus and the page's name in it) and sometimes ``url``; the page is ``html/<corpus>/<page_id>.html``, decoded and
    written again as UTF-8, with ``.gz`` in some versions. Empty pages were not written: their answers are left out.
    Versions whose pages are packed as ``.lz4`` must be unpacked first.

    **The gold text** follows the source corpus, but not always as its own reader here has it: for L3S-GN1 it is
    headline, full text and supplemental text; Dragnet's includes comments where the file has them.

    Corpora are called ``wceb-cetd``, ``wceb-cleaneval`` and so on, by their file.
    """
    for path in files_of(folder / "ground-truth", "*.jsonl"):
        pages = folder / "html" / path.stem
        if not pages.is_dir():
            raise CorpusError(f"{path}: no folder of its pages, {pages}")
        for record in json_lines(path):
            name = record.required("page_id")
            check_name(name, record.where)
            if (pages / f"{name}.html.lz4").is_file():
                raise CorpusError(f"{pages / name}.html.lz4: pages must be unpacked first (unlz4 --rm -m *.lz4)")
            ending = next((ending for ending in (".html", _PACKED) if (pages / f"{name}{ending}").is_file()), None)
            if ending is not None:
                text, extra = lines(record.required("plaintext")), record.rest("page_id", "plaintext", "url")
                yield _sample(f"wceb-{path.stem}", name, record, pages, ending, text=text, extra=extra)


def wcxb(folder: Path) -> Iterator[Sample]:
    """WCXB, another Web Content Extraction Benchmark (2025, 2026): pages of seven kinds, drafted by a language model.

    **Layout**: ``dev/`` and ``test/``, each with ``ground-truth/<id>.json`` and ``html/<id>.html.gz`` (UTF-8). A gold
    file has ``url``, ``ground_truth`` (``main_content``, ``main_content_markdown``, ``title``, ``author``,
    ``publish_date``, ``with``, ``without``) and ``_internal.page_type`` (``primary`` is the kind, ``confidence`` says
    who checked it, ``tags``). An older layout with one ``ground-truth.json`` is not read. The kind is
    ``extra["page_type"]``, with ``category`` called ``collection`` as in ``evaluate.py``; it decides what is an
    article. Files without a ``ground_truth`` are left out, as there.

    **The gold text** is ``main_content``: it includes subheadings, lists and tables, but not the title, which has a
    field (except on about one article in 25).

    Corpora are called ``wcxb-dev`` and ``wcxb-test``; one part opened alone is called by its folder.
    """
    parts = [folder / part for part in ("dev", "test") if (folder / part / "ground-truth").is_dir()]
    for part in parts or [folder]:
        for path in files_of(part / "ground-truth", "*.json"):
            record = read_record(path)
            if not isinstance(record.values.get("ground_truth"), dict):
                continue
            truth = record.record("ground_truth")
            content = truth.string("main_content")
            extra = truth.rest("main_content", "title", "author", "with", "without", day="publish_date")
            yield _sample(
                f"wcxb-{part.resolve().name}",
                path.stem,
                record,
                part / "html",
                title=truth.filled("title"),
                authors=truth.names("author"),
                date=truth.stated_day("publish_date"),
                text=None if content is None else lines(content),
                with_=truth.strings("with"),
                without=truth.strings("without"),
                extra={**extra, **_kind(record.record("_internal"))},
            )


def _kind(internal: Record) -> dict[str, object]:
    """Return WCXB's kind of page and its details; a plain string is accepted, and the default is article."""
    if isinstance(internal.values.get("page_type"), str):
        kind, rest = internal.filled("page_type"), {}
    else:
        record = internal.record("page_type")
        kind, rest = record.filled("primary"), record.rest("primary")
    return {**rest, "page_type": "collection" if kind == "category" else kind or "article"}


def fundus(folder: Path) -> Iterator[Sample]:
    """Fundus's parser tests (2023 to date): articles of publishers in many countries, with the expected parser output.

    **Layout**: one folder per country (``us/``), with ``<Publisher>_<year>_<month>_<day>.html.gz`` (UTF-8),
    ``meta.info`` (JSON: ``url`` and ``crawl_date`` of each page by its file name) and ``<Publisher>.json``, which maps
    the versions of the publisher's parser (``V1``, ``V1_1``, ``V2``) to ``title``, ``authors``, ``publishing_date``,
    ``body`` and more.

    The files do not say which version is for which page. There is one page per version, so the versions in order are
    matched to the pages in order of their ``crawl_date``; their numbers must be equal.

    **The gold text** is the body, by parsers that were written by hand for each publisher: summary, then headlines and
    paragraphs of the sections. It does not include title, byline, captions and comments. Older answers have no body,
    only title and authors.
    """
    for meta in sorted(folder.glob("*/meta.info")):
        pages: defaultdict[str, list[tuple[str, str, Record]]] = defaultdict(list)
        for file, record in entries(meta):
            name = file.removesuffix(_PACKED)
            pages[_FUNDUS_DATE.sub("", name)].append((record.required("crawl_date"), name, record))
        for publisher, crawled in sorted(pages.items()):
            answers = meta.parent / f"{publisher}.json"
            versions = sorted(entries(answers), key=_version)
            if len(versions) != len(crawled):
                raise CorpusError(f"{answers}: {len(versions)} versions, but {meta} has {len(crawled)} pages for them")
            crawled.sort(key=lambda page: page[:2])
            country = meta.parent
            for (_, name, about), (version, answer) in zip(crawled, versions, strict=True):
                yield _sample(
                    "fundus",
                    name,
                    about,
                    country,
                    id=f"{country.name}-{name}",
                    title=answer.filled("title"),
                    authors=answer.strings("authors"),
                    date=answer.stated_day("publishing_date"),
                    text=_fundus_text(answer.record("body")),
                    extra={
                        **answer.rest("title", "authors", "body", day="publishing_date"),
                        **about.rest("url"),
                        "country": country.name,
                        "version": version,
                    },
                )


def _version(answer: tuple[str, Record]) -> list[int]:
    found = _FUNDUS_VERSION.match(answer[0])
    if not found:
        raise CorpusError(f"{answer[1].where}: expected a version (V1, V1_1, V2)")
    return [int(number) for number in found[1].split("_")]


def _fundus_text(body: Record) -> str | None:
    if not body.values:
        return None
    parts = list(body.strings("summary"))
    for section in body.records("sections"):
        parts += [*section.strings("headline"), *section.strings("paragraphs")]
    return lines("\n".join(parts))
