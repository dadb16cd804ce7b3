"""Readers of formats whose gold answers are a file per page, in text or HTML.

Each is a function from a folder to its pages. Its docstring says how the folder is laid out (as its repository and the
programs that read it show; archives were not always unpacked), and what its gold texts are. Sources and licences are in
``docs/guide/corpora.md``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import numpy as np

from broadsheet.crawl.domain import registered_domain
from broadsheet.errors import CorpusError, NotHTML, PageTooLarge
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.reading import (
    Record,
    files_of,
    find_page,
    lines,
    marked_paragraphs,
    page_loader,
    read_bytes,
    read_record,
    read_text,
)
from broadsheet.page import Page, read_page

__all__ = ["cleaneval", "cleanportaleval", "daniel", "dragnet", "l3s", "readability"]

_CHINESE: Final = frozenset({"zh", "chinese"})
_FALLBACK: Final = {"zh": "gb18030"}  # encoding of gold texts that are not UTF-8, by language; otherwise Windows-1252
_URL: Final = re.compile(r"\A\s*URL:[^\S\n]*(\S*)[^\n]*")
_WRAPPER: Final = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<text\b([^>]*)>\s*", re.IGNORECASE)
_WRAPPER_END: Final = re.compile(rb"\s*</text>\s*\Z", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(rb"""([a-z]+)\s*=\s*["']([^"'<>]*)["']""", re.IGNORECASE)
_HEAD_BYTES: Final = 4096  # part of a page that contains the wrapper's start tag

_DANIEL_NAME: Final = re.compile(r"(\d{4})(\d\d)(\d\d)_([^_]+)_[0-9a-f]+")
_CODES: Final = {"Chinese": "zh", "English": "en", "Greek": "el", "Polish": "pl", "Russian": "ru"}

_CORRECTED: Final = ".html.corrected.txt"
_COMMENTS: Final = re.compile(r"!@#\$%\^&\*\(\)\s+COMMENTS")

_HEADLINE, _FULL_TEXT = 1, 2
_LABEL: Final = re.compile(r"(?:\A|\s)x-nc-sel([0-5])(?=\s|\Z)")
_MAPPING: Final = re.compile(r"<urn:uuid:([0-9a-f-]+)>\s+(\S+)")


def cleaneval(folder: Path) -> Iterator[Sample]:
    """CleanEval (2007): pages of any kind, English and Chinese, cleaned and marked up by hand.

    **Layout**: two folders, of gold texts and of pages, paired by number::

        GoldStandard/<n>.txt          finalrun-input/<n>.html   the final run; also clean/ with orig/, or with input/
        en_cleaned/<n>-cleaned.txt    en_original/<n>.html      the development set; also zh_cleaned/ with zh_original/

    The Chinese folders are named by analogy. A page without a gold text is left out, as in the task. A gold text begins
    with a line ``URL: ...``; its paragraphs begin with ``<h>`` (heading), ``<p>`` or ``<l>`` (list item), and long
    lines are wrapped. A page is wrapped in ``<text id="URL" title="..." encoding="...">`` ... ``</text>``, which is
    removed; its encoding counts as declared. Gold texts are UTF-8 or, if not valid, cp1252 (GB 18030 in the Chinese
    set).

    **The gold text** is what the annotators took for the content of any page: it may include titles, lists, forum
    posts, comments and lists of links.

    Corpora are called ``cleaneval`` and ``cleaneval-dev-en``, ``cleaneval-dev-zh``; a final run in a folder whose name
    has the word ``zh`` or ``chinese`` is ``cleaneval-zh``.
    """
    found = False
    for lang in ("en", "zh"):
        if (folder / f"{lang}_cleaned").is_dir():
            found = True
            yield from _pairs(folder / f"{lang}_cleaned", folder / f"{lang}_original", f"cleaneval-dev-{lang}", lang)
    chinese = not _CHINESE.isdisjoint(re.split(r"[^a-z]+", folder.resolve().name.lower()))
    name, lang = ("cleaneval-zh", "zh") if chinese else ("cleaneval", "en")
    for texts, pages in (("GoldStandard", "finalrun-input"), ("GoldStandard", "input"), ("clean", "orig")):
        if (folder / texts).is_dir() and (folder / pages).is_dir():
            yield from _pairs(folder / texts, folder / pages, name, lang)
            return
    if not found:
        raise CorpusError(
            f"{folder}: no folder of gold texts next to the folder of pages (GoldStandard, finalrun-input)"
        )


def cleanportaleval(folder: Path) -> Iterator[Sample]:
    """CleanPortalEval (2013): 70 pages of four news portals and blogs, cleaned by hand in CleanEval's way.

    **Layout**: ``GoldStandard/<name>.txt`` and ``input/<name>.html``, in the format of `cleaneval`; the names are
    portals and numbers (``courier.example_news_01``), and the wrapper of a page has only ``id``.

    **The gold text** begins with the headline, as ``<h>``; the rest is the text of the post or article.
    """
    return _pairs(folder / "GoldStandard", folder / "input", "cleanportaleval", "en")


def _pairs(texts: Path, pages: Path, corpus: str, lang: str) -> Iterator[Sample]:
    """Yield the pages of a folder of gold texts and a folder of pages, in CleanEval's format."""
    for path in files_of(texts, "*.txt"):
        name = path.stem.removesuffix("-cleaned")
        page = find_page([pages], name, path, [".html"])
        text = read_text(path, _FALLBACK.get(lang, "windows-1252"))
        stated = _URL.match(text)
        wrapper = _wrapper(page)
        url = (stated[1] if stated else "") or wrapper.get("id")
        gold = Gold(
            id=name,
            corpus=corpus,
            url=url or None,
            site=registered_domain(url),
            lang=lang,
            text=marked_paragraphs(text[stated.end() :] if stated else text),
        )
        yield Sample(gold, partial(_unwrapped, page), wrapper.get("encoding") or None)


def _wrapper(page: Path) -> dict[str, str]:
    found = _WRAPPER.match(read_bytes(page)[:_HEAD_BYTES])
    if not found:
        return {}
    return {name.decode().lower(): value.decode("utf-8", "replace") for name, value in _ATTRIBUTE.findall(found[1])}


def _unwrapped(path: Path) -> bytes:
    data = read_bytes(path)
    start = _WRAPPER.match(data[:_HEAD_BYTES])
    return _WRAPPER_END.sub(b"", data[start.end() :]) if start else data


def daniel(folder: Path) -> Iterator[Sample]:
    """DAnIEL's corpus (2011 and 2012): news in Chinese, English, Greek, Polish and Russian, paragraphs checked by hand.

    **Layout**: ``html/<name>``, ``reference/<name>`` and ``doc_lg.json``, which maps names to languages (in English, or
    as a code); ``name`` is ``<yyyymmdd>_<host>_<hash>``, without an ending. A gold text has one paragraph per line, in
    ``<p>`` and ``</p>``. A page without one is left out; the index may be missing. The day is when the page was found,
    so it is ``extra["found"]`` and not the date.

    **The gold text** begins with the headline, often followed by lines with the author and the date.
    """
    index = folder / "doc_lg.json"
    languages = read_record(index) if index.is_file() else Record({}, index)
    for path in files_of(folder / "reference"):
        name = _DANIEL_NAME.fullmatch(path.name)
        language = languages.filled(path.name)
        gold = Gold(
            id=path.name,
            corpus="daniel",
            site=registered_domain(name[4]) if name else None,
            lang=_CODES.get(language, language) if language else None,
            text=marked_paragraphs(read_text(path)),
            extra={"found": "-".join(name.groups()[:3])} if name else {},
        )
        yield Sample(gold, page_loader([folder / "html"], path.name, path))


def dragnet(folder: Path) -> Iterator[Sample]:
    """Dragnet's data (2012): about 1,380 pages of news and blogs; the content was copied from a browser by hand.

    **Layout**: ``HTML/<id>.html`` and ``Corrected/<id>.html.corrected.txt`` (the WCEB has ``corrected/Corrected``).
    In a gold text, ``!@#$%^&*()`` and ``COMMENTS`` separate the article from reader comments. Gold texts are UTF-8,
    UTF-16 or else Latin.

    **The gold text** is the article as a person would copy it: with titles, bylines and dates on most pages, but not on
    all; comments are left out.
    """
    texts = folder / "Corrected"
    if not texts.is_dir():
        texts = folder / "corrected" / "Corrected"
    for path in files_of(texts, f"*{_CORRECTED}"):
        name = path.name.removesuffix(_CORRECTED)
        text = _COMMENTS.split(read_text(path), maxsplit=1)[0]
        gold = Gold(id=name, corpus="dragnet", text=lines(text))
        yield Sample(gold, page_loader([folder / "HTML"], name, path, [".html"]))


def readability(folder: Path) -> Iterator[Sample]:
    """Mozilla Readability's test pages: 130 pages of many sites, each with the output that its developers want.

    **Layout**: one folder per page, with ``source.html``, ``expected.html`` (a fragment) and
    ``expected-metadata.json``, whose keys are ``title``, ``byline``, ``dir``, ``lang``, ``excerpt``, ``siteName``,
    ``publishedTime`` and ``readerable``. Folders without a source hold other tests and are left out. URLs are not
    recorded. ``byline`` is a line and not a list of names: it stays in ``extra``, like dates that are not a day and
    keys for which `Gold` has no field.

    **The gold text** is the text of ``expected.html``, one line per line that a reader would see. It is the output of
    one extractor, approved by people, so it flatters that extractor; it includes captions where the figure was kept,
    and varies on headline and byline.
    """
    for path in sorted(source.parent for source in folder.glob("*/source.html")):
        stated, expected = path / "expected-metadata.json", path / "expected.html"
        record = read_record(stated) if stated.is_file() else Record({}, stated)
        gold = Gold(
            id=path.name,
            corpus="readability",
            lang=(record.filled("lang") or "").replace("_", "-").partition("-")[0].lower() or None,
            title=record.filled("title"),
            date=record.stated_day("publishedTime"),
            text="\n".join(_parsed(expected).texts) if read_bytes(expected).strip() else "",
            extra=record.rest("title", day="publishedTime"),
        )
        yield Sample(gold, page_loader([path], "source.html", path))


def _parsed(path: Path) -> Page:
    try:
        return read_page(read_bytes(path))
    except (NotHTML, PageTooLarge) as error:
        raise CorpusError(f"{path}: {error}") from error


def l3s(folder: Path) -> Iterator[Sample]:
    r"""L3S-GN1 (Kohlschütter and others, WSDM 2010): 621 news articles of 408 English-language sites, labelled by hand.

    **Layout**: ``original/<uuid>.html`` and ``annotated/<uuid>.html``, the same page with
    ``<span class="x-nc-selN">`` around text; ``url-mapping.txt`` has a line ``<urn:uuid:UUID>\tURL`` for each. The
    official form, two records per page in a WARC file, is not read: unpack it to these folders.

    A text belongs to the nearest label around it: 0 not content, 1 headline, 2 full text, 3 supplemental (captions and
    the like), 4 related content, 5 comments.

    **The gold text** is the headline and the full text, in the page's order; ``core`` is the full text alone.
    """
    urls = _urls(folder / "url-mapping.txt")
    for path in files_of(folder / "annotated", "*.html"):
        blocks = _labelled(path)
        url = urls.get(path.stem)
        gold = Gold(
            id=path.stem,
            corpus="l3s",
            url=url,
            site=registered_domain(url),
            lang="en",
            title=" ".join(text for label, text in blocks if label == _HEADLINE) or None,
            text="\n".join(text for label, text in blocks if label in (_HEADLINE, _FULL_TEXT)),
            core="\n".join(text for label, text in blocks if label == _FULL_TEXT),
        )
        yield Sample(gold, page_loader([folder / "original"], path.stem, path, [".html"]))


def _urls(path: Path) -> dict[str, str]:
    """Return the URL of each page. Some copies of L3S-GN1 lack the file."""
    if not path.exists():
        return {}
    urls = {}
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        found = _MAPPING.fullmatch(line.strip())
        if found:
            urls[found[1]] = found[2]
        elif line.strip():
            raise CorpusError(f"{path}:{number}: expected '<urn:uuid:...>' and a URL")
    return urls


def _labelled(path: Path) -> list[tuple[int, str]]:
    """Return label and text of labelled pieces in order, one per line of the page and label."""
    page = _parsed(path)
    label = np.zeros(len(page), dtype=np.int8)  # of each node's nearest labelled ancestor, 0 for none
    # In document order, so that inner labels overwrite outer ones.
    for row, attributes in page.query('[class*="x-nc-sel"]'):
        found = _LABEL.search(attributes.get("class", ""))
        if found:
            label[row : page.end[row]] = int(found[1])
    # Not `page.segments`, which leaves out text hidden by style sheets: annotators saw it.
    line = page.segments_of(page.is_text).of
    pieces: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    stop: dict[tuple[int, int], int] = {}
    for row in np.flatnonzero((label > 0) & page.is_text & (line >= 0)).tolist():
        place = int(line[row]), int(label[row])
        # Skipped white space between two pieces separates their words.
        if place in stop and stop[place] < page.start[row]:
            pieces[place].append(" ")
        pieces[place].append(page.raw(row))
        stop[place] = int(page.stop[row])
    texts = ((place[1], " ".join("".join(parts).split())) for place, parts in pieces.items())
    return [(number, text) for number, text in texts if text]
