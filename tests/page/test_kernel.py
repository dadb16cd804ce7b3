"""The compiled walk gives what the Python walk gives, on every page, and is left alone where it cannot be trusted."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from broadsheet.page import Segments, kernel, limits, read_page, tags, walk
from broadsheet.page.encoding import decode
from broadsheet.page.parse import Tree

Pages = Callable[..., Iterator[tuple[str, bytes, dict[str, Any]]]]

COLUMNS = "tag parent end block depth start stop chars words punct link_chars".split()

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="the compiled walk was not built here")

PIECES = st.sampled_from(
    """
    <p> </p> <div> </div> <a> <a/href=x> <p/class=a/id=b> <i/id/class=c> <div/style=x/hidden> <u/data-x=y/data-x=z>
    <svg/viewbox=v/xlink:href=w> </a> <b> <i> </b> <table> <tr> <td> </table> <script> <script/type=x> </script> <style>
    </style> <template>
    </template> <svg> <path/> </svg> <foo-bar> </foo-bar> <br> <!-- --> <!--x--> <?pi?> <![CDATA[x]]>
    <select> <option> </select> <noscript> </noscript> <textarea> </textarea> <ul> <li> </ul> <math> <mi> </math>
    &amp; &lt; &nbsp; &#8222; &nGt; &#0; &#xD800; word wörter 漢字 。 「 ， 한국어 שלום 😀 ... , ! -
    \u00a0 \u3000 \u200b \u0301
    """.split(" ")
)


def _same(html: str) -> None:
    document = LexborHTMLParser(html.encode("utf-8", "replace"))
    compiled, plain = kernel.walk(document), walk.walk(document)
    assert compiled is not None
    assert compiled.text == plain.text
    for name in COLUMNS:
        ours, theirs = getattr(compiled, name), getattr(plain, name)
        assert ours.dtype == theirs.dtype, name
        assert ours.tolist() == theirs.tolist(), name
    one, other = Tree(compiled, document), Tree(plain, document)
    rows = range(len(plain.tag))
    assert [one.attributes(row) for row in rows] == [other.attributes(row) for row in rows]
    assert [one.name(row) for row in rows] == [other.name(row) for row in rows]
    assert [node and node.mem_id for node in one.nodes] == [node and node.mem_id for node in other.nodes]
    elements = [node for node in other.nodes if node is not None]
    assert [one.row(node) for node in elements] == [other.row(node) for node in elements]
    each = np.flatnonzero(plain.tag != tags.TEXT)
    assert one.all_attributes(each) == [(row, other.attributes(row)) for row in each.tolist()]
    for wanted in (("style", "hidden", "x"), ("class", "id", "data-x", "href", "none")):
        assert one.valued(wanted) == other.valued(wanted)
        for ours, theirs in zip(one.values(wanted).values(), other.values(wanted).values(), strict=True):
            assert ours.rows.tolist() == theirs.rows.tolist()
            assert ours.which.tolist() == theirs.which.tolist()
            assert ours.different == theirs.different
    names = ("class", "id", "data-x", "href")
    assert one.joined(rows, names) == other.joined(rows, names)
    assert one.raw_texts(tags.IDS["script"], bool) == other.raw_texts(tags.IDS["script"], bool)


@needs_kernel
@given(st.lists(PIECES, max_size=60), st.integers(0, 2**32 - 1))
def test_it_gives_the_same_segments(pieces: list[str], seed: int) -> None:
    page = read_page("<p>x" + "".join(pieces))
    drawn = np.random.default_rng(seed).random(len(page)) < 0.8
    for eligible in (page.shown, page.is_text & drawn, drawn & False):
        compiled = page.segments_of(eligible)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel, "segments", lambda *_: None)
            plain = page.segments_of(eligible)
        for name in Segments.__dataclass_fields__:
            assert getattr(compiled, name).tolist() == getattr(plain, name).tolist(), name


@needs_kernel
@given(st.lists(PIECES, max_size=60), st.integers(0, 2**32 - 1))
def test_what_is_below_some_rows_is_the_same(pieces: list[str], seed: int) -> None:
    page = read_page("<p>x" + "".join(pieces))
    some = np.random.default_rng(seed).random(len(page)) < 0.1
    assert page.under(some).tolist() == walk.cover(some.nonzero()[0], page.end).tolist()


@needs_kernel
@given(st.binary(max_size=600), st.integers(0, 700))
def test_octets_are_counted_alike(data: bytes, most: int) -> None:
    no_text = {*range(32)} - set(b"\t\n\f\r\x0e\x0f\x1b")
    assert kernel.count_no_text(data, most) == sum(octet in no_text for octet in data[:most])


@needs_kernel
@given(st.lists(PIECES, max_size=60))
def test_it_gives_the_same_columns(pieces: list[str]) -> None:
    _same("".join(pieces))


@needs_kernel
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
        "<menuitem>m</menuitem><svg><foreignObject>x</foreignObject></svg><a-name-longer-than-sixteen>y<use></use><isindex>",
    ],
)
def test_it_gives_the_same_columns_at_the_edges(html: str) -> None:
    _same(html)


@needs_kernel
def test_it_gives_the_same_columns_on_real_pages(real_pages: Pages) -> None:
    for _, data, _ in real_pages(step=60):
        _same(decode(data).text)


@needs_kernel
@given(st.lists(st.text(st.sampled_from("abß漢\U0001f600 "), max_size=6), max_size=6))
def test_stretches_are_mapped_where_each_letter_has_another(texts: list[str]) -> None:
    points = np.array([ord(letter) for letter in "".join(texts)], dtype=np.uint32)
    edges = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    units = np.zeros(0x7000, dtype=np.uint16)
    for letter, other in ("ab", "bc", "ßя", "  "):
        units[ord(letter)] = ord(other)
    found = kernel.mapped(points, edges[:-1].copy(), edges[1:].copy(), units)
    assert found is not None
    text, whole = found
    done = [set(text) <= set("abß ") for text in texts]
    table = str.maketrans("abß", "bcя")
    assert whole.tolist() == done
    assert text == "".join(f"{text.translate(table)} " for text, yes in zip(texts, done, strict=True) if yes)


WORDS = st.text(st.sampled_from("abcdé"), min_size=2, max_size=6).filter(lambda word: len(word.encode()) > 1)


@needs_kernel
@given(
    st.lists(st.lists(WORDS, max_size=5), max_size=5),
    st.lists(st.text(st.sampled_from("abcdé "), max_size=12), min_size=1),
)
def test_words_are_found_in_texts(lists: list[list[str]], texts: list[str]) -> None:
    found = kernel.Words(lists).in_texts("\0".join(texts), len(texts))
    assert found is not None
    expected = [
        sum(1 << number for number, words in enumerate(lists) if any(word in text for word in words)) for text in texts
    ]
    assert found.tolist() == expected


@needs_kernel
@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=5), st.lists(st.integers(0, 4), max_size=20))
def test_rows_are_given_by_list(found: list[int], which: list[int]) -> None:
    which = [number % len(found) for number in which]
    rows = [3 * number for number in range(len(which))]
    given_ = np.array(found, dtype=np.uint64), np.array(which, dtype=np.int32), np.array(rows, dtype=np.intp)
    given_back = kernel.rows_by_list(*given_)
    assert given_back is not None
    ends, out = given_back
    for number, (begin, end) in enumerate(zip([0, *ends], ends, strict=False)):
        expected = [row for row, value in zip(rows, which, strict=True) if found[value] >> number & 1]
        assert out[begin:end].tolist() == expected


@given(
    st.lists(st.sampled_from(["<p>" * 20, "é", "ÿ" * 40, "日", "\ud800", "\udfff", "\uffff", "😀", "\U0010ffff", "\0"]))
)
def test_texts_are_encoded_as_python_does_it(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert kernel.utf8(text) == text.encode("utf-8", "replace")


def test_without_it_pages_are_the_same() -> None:
    html = Path(__file__).parent.parent.parent.joinpath("demo", "article.html").read_text()
    program = (
        "import sys; from broadsheet.page import kernel, read_page\n"
        "page = read_page(sys.stdin.read())\n"
        "print(kernel.available(), page.words.tolist(), page.hidden.tolist(), page.attr(5, 'class'))"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program],
        input=html,
        env=os.environ | {"BROADSHEET_KERNEL": "0"},
        text=True,
        capture_output=True,
        check=True,
    )
    page = read_page(html)
    assert done.stdout.strip() == f"False {page.words.tolist()} {page.hidden.tolist()} {page.attr(5, 'class')}"


@pytest.mark.parametrize("wrong", ["absent", "no library", "layout"])
def test_it_is_left_alone_where_it_cannot_be_trusted(
    wrong: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if wrong == "absent":
        monkeypatch.setattr(kernel, "_FILE", tmp_path / "absent.so")
    elif wrong == "no library":
        broken = tmp_path / "broken.so"
        broken.write_bytes(b"no library")
        monkeypatch.setattr(kernel, "_FILE", broken)
    else:
        monkeypatch.setattr(kernel, "_FIRST", 72)  # another field of a node
        monkeypatch.setattr(kernel, "_FILE", Path(__file__))
    kernel._kernel.cache_clear()
    try:
        assert not kernel.available()
        assert kernel.count_octets(b"<", 60, 61) is None
        assert kernel.utf8("日本\ud800") == "日本?".encode()
        assert len(read_page("<p>read all the same</p>")) == 5
        limits.check("<p>", b"<p>")
    finally:
        monkeypatch.undo()
        kernel._kernel.cache_clear()
