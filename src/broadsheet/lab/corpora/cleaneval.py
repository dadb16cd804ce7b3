"""CleanEval (2007): pages of any kind, English and Chinese, cleaned and marked up by hand.

**Source and licence**: the shared task of ACL SIGWAC (cleaneval.sigwac.org.uk); no licence is stated. The layout is
known from programs that read the files (for dragnet, the WCEB and Palladian, under the folder names below) and from
CleanPortalEval, which has the same format. The archives were not seen: the Chinese folders are named by analogy, and
the attributes ``title`` and ``encoding`` of the wrapper are as reported.

**Layout**: two folders, of gold texts and of pages, paired by number::

    GoldStandard/<n>.txt          finalrun-input/<n>.html     the final run; also as clean/ with orig/, or with input/
    en_cleaned/<n>-cleaned.txt    en_original/<n>.html        the development set; also zh_cleaned/ with zh_original/

A page without a gold text is left out, as in the task. A gold text begins with a line ``URL: ...``; its paragraphs
begin with ``<h>`` (heading), ``<p>`` or ``<l>`` (list item), and long lines are wrapped. A page is wrapped in
``<text id="URL" title="..." encoding="...">`` ... ``</text>``, which is not part of it and is taken off; its encoding
counts as declared. Gold texts are UTF-8 or, where that is not valid, cp1252 (GB 18030 in the Chinese set).

**The gold text** is what the annotators took for the content of any page: titles, lists, forum posts, comments and
lists of links may be in it.

Corpora are called ``cleaneval`` and ``cleaneval-dev-en``, ``cleaneval-dev-zh``; a final run in a folder whose name has
the word ``zh`` or ``chinese`` is ``cleaneval-zh``.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.errors import CorpusError
from broadsheet.lab.corpora.base import Corpus, Gold, Includes, Sample, collect
from broadsheet.lab.corpora.conventions import INCLUDES
from broadsheet.lab.corpora.files import files_of, find_page, read_bytes
from broadsheet.lab.corpora.texts import marked_paragraphs, read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["read", "read_pair"]

_FINAL_RUN: Final = (("GoldStandard", "finalrun-input"), ("GoldStandard", "input"), ("clean", "orig"))
_DEVELOPMENT: Final = {"en": ("en_cleaned", "en_original"), "zh": ("zh_cleaned", "zh_original")}
_CHINESE: Final = frozenset({"zh", "chinese"})
_FALLBACK: Final = {"zh": "gb18030"}  # encoding of gold texts that are not UTF-8, by language; otherwise cp1252
_URL: Final = re.compile(r"\A\s*URL:[^\S\n]*(\S*)[^\n]*")
_WRAPPER: Final = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*<text\b([^>]*)>\s*", re.IGNORECASE)
_WRAPPER_END: Final = re.compile(rb"\s*</text>\s*\Z", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(rb"""([a-z]+)\s*=\s*["']([^"'<>]*)["']""", re.IGNORECASE)
_HEAD_BYTES: Final = 4096  # part of a page that contains the wrapper's start tag


def read(folder: Path) -> list[Corpus]:
    """Return the corpora of a folder: the final run, or the development sets by language."""
    corpora = [
        read_pair(folder / texts, folder / pages, f"cleaneval-dev-{lang}", lang, INCLUDES["cleaneval"])
        for lang, (texts, pages) in _DEVELOPMENT.items()
        if (folder / texts).is_dir()
    ]
    chinese = not _CHINESE.isdisjoint(re.split(r"[^a-z]+", folder.resolve().name.lower()))
    name, lang = ("cleaneval-zh", "zh") if chinese else ("cleaneval", "en")
    for texts, pages in _FINAL_RUN:
        if (folder / texts).is_dir() and (folder / pages).is_dir():
            return [*corpora, read_pair(folder / texts, folder / pages, name, lang, INCLUDES["cleaneval"])]
    if not corpora:
        raise CorpusError(f"{folder}: no folder of gold texts beside one of pages (GoldStandard, finalrun-input)")
    return corpora


def read_pair(texts: Path, pages: Path, corpus: str, lang: str, includes: Includes) -> Corpus:
    """Return the corpus of a folder of gold texts and a folder of pages.

    Args:
        texts: folder of gold texts, ``.txt``.
        pages: folder of pages, ``.html``.
        corpus: name of the corpus.
        lang: its language.
        includes: what its gold texts include besides the body.

    Raises:
        CorpusError: a file cannot be read, or a gold text has no page.
    """
    return collect(corpus, _samples(texts, pages, corpus, lang), texts, includes)


def _samples(texts: Path, pages: Path, corpus: str, lang: str) -> Iterator[Sample]:
    for path in files_of(texts, "*.txt"):
        name = path.stem.removesuffix("-cleaned")
        page = find_page([pages], name, path, [".html"])
        text = read_text(path, _FALLBACK.get(lang, "cp1252"))
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
        yield Sample(gold, partial(_page, page), wrapper.get("encoding") or None)


def _wrapper(page: Path) -> dict[str, str]:
    """Return the attributes of a page's wrapper element."""
    try:
        with page.open("rb") as file:
            found = _WRAPPER.match(file.read(_HEAD_BYTES))
    except OSError as error:
        raise CorpusError(f"{page}: {error.strerror}") from error
    if not found:
        return {}
    return {name.decode().lower(): value.decode("utf-8", "replace") for name, value in _ATTRIBUTE.findall(found[1])}


def _page(path: Path) -> bytes:
    data = read_bytes(path)
    start = _WRAPPER.match(data[:_HEAD_BYTES])
    return _WRAPPER_END.sub(b"", data[start.end() :]) if start else data
