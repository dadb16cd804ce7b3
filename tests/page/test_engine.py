"""The engine's columns, attributes and searches equal those of a plain walk over selectolax's nodes."""

from __future__ import annotations

import gc
import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import turbohtml
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from broadsheet import engine
from broadsheet.page import read_page, tags
from broadsheet.page.encoding import decode
from broadsheet.page.parse import Tree
from tests.page import oracle
from tests.page.oracle import PIECES

Pages = Callable[..., Iterator[tuple[str, bytes, dict[str, Any]]]]

NAMES = ("class", "id", "data-x", "href", "style", "hidden", "none")
SELECTORS = ("*", "p", "div > a[href]", "[class='a'], [id]", "svg path, foo-bar", "table td", ":not(p)")


def _same(html: str) -> None:
    data = html.encode("utf-8", "replace")
    document = LexborHTMLParser(data)
    ours, plain = Tree(data), oracle.walk(document)
    assert ours.text == plain.text
    for name in oracle.COLUMNS:
        assert getattr(ours, name).tolist() == getattr(plain, name), name
    rows = range(len(plain.tag))
    elements = np.flatnonzero(ours.tag != tags.TEXT)
    assert [ours.attributes(row) for row in rows] == [plain.attributes(row) for row in rows]
    assert ours.pairs(elements) == [(row, plain.attributes(row)) for row in elements.tolist()]
    assert [ours.name(row) for row in elements.tolist()] == [plain.name(row) for row in elements.tolist()]
    assert [ours.raw_text(row) for row in elements.tolist()] == [plain.raw_text(row) for row in elements.tolist()]
    assert ours.joined(rows, NAMES) == [plain.joined(row, NAMES) for row in rows]
    for name, values in ours.values(NAMES).items():
        column = plain.valued(name)
        assert values.column() == column, name
        assert values.distinct == list(dict.fromkeys(column.values())), name
    for selector in SELECTORS:
        assert ours.select(selector).tolist() == plain.select(document, selector), selector


@given(st.lists(PIECES, max_size=60))
def test_columns_equal_the_oracle_s(pieces: list[str]) -> None:
    _same("".join(pieces))


@pytest.mark.parametrize(
    "html",
    [
        "",
        "text",
        "<!-- only a comment -->",
        "<html></html><!-- after the document -->",
        "<div>" * 3_000 + "deep",
        "<template><p>inert</p></template><p>shown",
        "<body>" + "x" * 70_000 + " y",
        "<p>" + " " * 40_000 + "a" + "。" * 40_000,
        "<p class='" + "a " * 60_000 + "'>longer than the place for usual answers<script>" + "x" * 70_000,
        "<menuitem>m</menuitem><svg><foreignObject>x</foreignObject></svg><a-name-longer-than-sixteen>y<use></use><isindex>",
    ],
)
def test_columns_of_edge_cases_equal_the_oracle_s(html: str) -> None:
    _same(html)


@pytest.mark.corpora
def test_columns_of_real_pages_equal_the_oracle_s(real_pages: Pages) -> None:
    for _, data, _ in real_pages(step=20):
        _same(decode(data).utf8.decode())


@pytest.mark.corpora
def test_another_parser_finds_the_same_text(real_pages: Pages) -> None:
    same = total = 0
    for _, data, _truth in real_pages(60):
        page = read_page(data)
        html = page.source
        document = turbohtml.parse(html)
        for opaque in document.select("script, style, template"):
            opaque.decompose()
        total += 1
        same += "".join(page.text.split()) == "".join(document.text.split())
    assert same >= 0.97 * total


@given(st.lists(PIECES, max_size=60), st.integers(0, 2**32 - 1))
def test_segments_equal_the_oracle_s(pieces: list[str], seed: int) -> None:
    page = read_page("<p>x" + "".join(pieces))
    drawn = np.random.default_rng(seed).random(len(page)) < 0.8
    for eligible in (page.shown, page.is_text & drawn, drawn & False):
        found = page.segments_of(eligible)
        groups, of = oracle.segments(page, eligible)
        assert found.of.tolist() == of
        assert list(zip(found.first.tolist(), found.last.tolist(), strict=True)) == [(g[0], g[-1]) for g in groups]
        for name in ("chars", "words", "punct", "link_chars"):
            column = getattr(page, name)
            assert getattr(found, name).tolist() == [int(column[rows].sum()) for rows in groups]


@given(st.lists(PIECES, max_size=60), st.integers(0, 2**32 - 1))
def test_flags_are_handed_down(pieces: list[str], seed: int) -> None:
    page = read_page("<p>x" + "".join(pieces))
    some = np.random.default_rng(seed).random(len(page)) < 0.1
    below = np.zeros(len(page), dtype=np.bool_)
    for row in np.flatnonzero(some).tolist():
        below[row : page.end[row]] = True
    assert page.under(some).tolist() == below.tolist()


@given(st.lists(st.sampled_from(["à", "\x85", "x", "\u2019", "Ã©", "\x80"])))
def test_control_characters_after_latin_ones_are_counted(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert engine.count_controls(text.encode()) == len(re.findall("(?<=[\x80-\xff])[\x80-\x9f]", text))


@given(st.lists(st.sampled_from([b"a" * 9, "é漢\U0001f600".encode(), b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90"])))
def test_utf_8_is_valid_if_python_decodes_all_of_it(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    assert engine.LIBRARY.is_utf8(data, len(data)) == (data.decode("utf-8", "ignore").encode() == data)


@given(st.lists(st.text(st.sampled_from("abß漢\U0001f600 "), max_size=6), max_size=6))
def test_texts_are_mapped_if_every_letter_has_a_replacement(texts: list[str]) -> None:
    points = np.array([ord(letter) for letter in "".join(texts)], dtype=np.uint32)
    edges = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    units = np.zeros(0x7000, dtype=np.uint16)
    for letter, other in ("ab", "bc", "ßя", "  "):
        units[ord(letter)] = ord(other)
    text, whole = engine.mapped(points, edges[:-1].copy(), edges[1:].copy(), units)
    done = [set(text) <= set("abß ") for text in texts]
    table = str.maketrans("abß", "bcя")
    assert whole.tolist() == done
    assert text == "".join(f"{text.translate(table)} " for text, yes in zip(texts, done, strict=True) if yes)


WORDS = st.text(st.sampled_from("abcdé"), min_size=2, max_size=6).filter(lambda word: len(word.encode()) > 1)


@given(
    st.lists(st.lists(WORDS, max_size=5), max_size=5),
    st.lists(st.text(st.sampled_from("abcdé "), max_size=12), min_size=1),
)
def test_words_are_found_in_texts(lists: list[list[str]], texts: list[str]) -> None:
    found = engine.Words(lists).in_texts("\0".join(texts), len(texts))
    expected = [
        sum(1 << number for number, words in enumerate(lists) if any(word in text for word in words)) for text in texts
    ]
    assert found.tolist() == expected


@given(st.lists(st.lists(WORDS, max_size=5), max_size=5), st.lists(st.text(st.sampled_from("abcdéABC "), max_size=12)))
def test_rows_are_grouped_by_the_words_in_their_values(lists: list[list[str]], texts: list[str]) -> None:
    tree = Tree("".join(f"<p class='{text}'>" for text in texts).encode())
    values = tree.values(("class",))["class"]
    ends, rows = engine.Words(lists).in_values(values.data, values.offset, values.count, values.size)
    for words, begin, end in zip([*lists, []], [0, *ends], ends, strict=False):
        expected = [row for row, text in values.column().items() if any(word in text.lower() for word in words)]
        assert rows[begin:end] == expected


def test_at_most_32_attributes_are_read_at_once() -> None:
    names = [f"a{number}" for number in range(33)]
    tree = Tree(f"<p {' '.join(f'{name}=v' for name in names)}>".encode())
    assert tree.joined([3], names[:32]) == [" ".join("v" * 32)]
    for read in (lambda: tree.joined([3], names), lambda: tree.values(names)):
        with pytest.raises(ValueError, match="at most 32 attributes"):
            read()


def test_columns_cannot_be_written_to() -> None:
    page = read_page("<p>one <a href=x>two</a></p>")
    for name in oracle.COLUMNS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(page, name)[0] = 1


@pytest.mark.skipif("asan" in os.environ.get("LD_PRELOAD", ""), reason="AddressSanitizer holds freed memory back")
def test_memory_is_freed() -> None:
    def resident() -> int:
        line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1])

    html = "<div class=c>" + "<p id=x>words of a page</p>" * 5_000
    for _ in range(3):
        read_page(html)
    gc.collect()
    before = resident()
    for _ in range(40):
        read_page(html).select("p")
    gc.collect()
    assert resident() - before < 20_000  # kB; one such page takes 8,000


def test_a_page_can_be_read_by_several_threads() -> None:
    page = read_page("".join(f"<p id=p{number} class=c>text</p>" for number in range(300)))
    rows = page.select("p").tolist()
    wrong: list[int] = []

    def look() -> None:
        for number, row in enumerate(rows):
            if page.document.attributes(row)["id"] != f"p{number}" or page.joined([row], ("class",)) != ["c"]:
                wrong.append(row)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize(
    ("content", "message"), [(None, "was not built"), (b"no library", "cannot be loaded")], ids=["absent", "broken"]
)
def test_without_the_library_an_error_says_what_to_do(content: bytes | None, message: str, tmp_path: Path) -> None:
    file = tmp_path / "_engine.so"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ImportError, match=f"{message}.*pip install"):
        engine._opened(file)


def test_a_library_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_VERSION", 0)
    with pytest.raises(ImportError, match="another version"):
        engine._opened(engine._FILE)
