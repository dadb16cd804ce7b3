"""Encoding labels that only Python knows are ignored, wherever they are stated."""

from __future__ import annotations

import encodings
import pkgutil
from collections.abc import Callable
from encodings.aliases import aliases
from pathlib import Path

import pytest

import broadsheet
from broadsheet.crawl.batch import PageOptions
from broadsheet.crawl.batch.page import RowMaker
from broadsheet.crawl.sources.warc import read_warc
from broadsheet.crawl.sources.xml import XMLBroken, elements
from broadsheet.page import decode
from broadsheet.page.encoding import CODECS, LABELS, header_charset
from tests.crawl.batch.pages_for_tests import record

PYTHON_CODECS = {*aliases.values(), *(module.name for module in pkgutil.iter_modules(encodings.__path__))}
PYTHON_NAMES = sorted(PYTHON_CODECS | aliases.keys())
UNKNOWN = sorted(PYTHON_CODECS - LABELS.keys())
TEXT = "The caf\u00e9 on the harbour opened at six, and closed at noon."
PAGE = f"<html><head>{{}}<title>A day</title></head><body><p>{TEXT}</p></body></html>"
META = "<meta charset={}>"
PRAGMA = "<meta http-equiv=Content-Type content='text/html; charset={}'>"
CHANNELS: dict[str, Callable[[str], tuple[bytes, str | None]]] = {
    "meta": lambda name: (PAGE.format(META.format(name)).encode("cp1252"), None),
    "pragma": lambda name: (PAGE.format(PRAGMA.format(name)).encode("cp1252"), None),
    "header": lambda name: (PAGE.format("").encode("cp1252"), header_charset(f"text/html; charset={name}")),
    "argument": lambda name: (PAGE.format("").encode("cp1252"), name),
}

EXTRACTOR = RowMaker(PageOptions(method="coreex", near_duplicates=False, metadata=False, verdict=False))


def ignored(name: str) -> str:
    return f"the declared encoding '{name}' is ignored: the Encoding Standard has no such label"


@pytest.mark.parametrize("channel", CHANNELS)
def test_only_codecs_of_browsers_are_used(channel: str) -> None:
    for name in PYTHON_NAMES:
        decoded = decode(*CHANNELS[channel](name))
        assert decoded.encoding in CODECS, name
        assert decoded.ignored == (() if name in LABELS else (name,))


@pytest.mark.parametrize("channel", ["meta", "argument"])
def test_unknown_labels_are_ignored_with_a_note(channel: str) -> None:
    for name in UNKNOWN:
        html, charset = CHANNELS[channel](name)
        article = broadsheet.extract(html, charset=charset, method="coreex", with_metadata=False, with_verdict=False)
        assert article.text == TEXT, name
        assert ignored(name) in article.notes
        assert article.to_json().encode()
        assert broadsheet.identify(html, charset=charset) == broadsheet.identify(PAGE.format(""))


def test_a_long_label_is_quoted_in_part_and_in_ascii() -> None:
    label = "\udc80\u00e9" * 1000
    article = broadsheet.extract(PAGE.format("").encode(), charset=label, method="coreex")
    (note,) = (note for note in article.notes if "is ignored" in note)
    assert note.isascii()
    assert len(note) < 400


def test_headers_in_a_warc_file(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc", reason="the extra batch is not installed")
    http = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset={}\r\n\r\n"
    body = PAGE.format("").encode("cp1252")
    path = tmp_path / "pages.warc"
    path.write_bytes(b"".join(record(n, body, http=http.format(name).encode()) for n, name in enumerate(UNKNOWN)))
    rows = [EXTRACTOR(entry) for entry in read_warc(path)]
    assert [(row["text"], row["notes"]) for row in rows] == [(TEXT, [ignored(name)]) for name in UNKNOWN]


def test_feeds_and_sitemaps() -> None:
    for name in PYTHON_NAMES:
        text = f'<?xml version="1.0" encoding="{name}"?><rss><channel><title>caf\u00e9</title></channel></rss>'
        for codec in ("utf-8", "cp1252"):
            try:
                titles = [one.text for one in elements(text.encode(codec)) if one.path[-1] == "title"]
            except XMLBroken:
                continue
            assert len(titles) == 1
            assert titles[0].startswith("caf"), (name, titles)
