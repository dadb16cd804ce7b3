from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.errors import PageTooLarge
from broadsheet.page import Limits, kernel, limits, read_page

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="the compiled walk was not built here")


@pytest.mark.parametrize(
    ("html", "measure"),
    [
        ("<div>" * 100_000 + "x", "the depth of nested elements"),
        ("<DIV>" * 100_000 + "x", "the depth of nested elements"),
        ("<ul><li>" * 50_000 + "x", "the depth of nested elements"),
        ("<p>" + "<span title='a > b'>" * 20_000, "the depth of nested elements"),
        ("".join(f"<p><font color={n}>" for n in range(20_000)), "the number of formatting elements left open"),
        ("<div " + " ".join(f"a{n}" for n in range(30_000)) + ">x", "the number of attributes of one tag"),
        ("<div " + " ".join(f"a{n}='>'" for n in range(30_000)) + ">x", "the number of attributes of one tag"),
        ("<p>x</p><div " + " ".join(f"a{n}" for n in range(30_000)), "the number of attributes of one tag"),
        ("<a href=x>y</a>" * 1_000_000, "the number of elements"),
        ("<p>" + "x" * 33_000_000, "the number of characters"),
        (b"<p>" + b"x" * 130_000_000, "the number of bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 80 else "",
)
def test_oversized_input_is_refused(html: str | bytes, measure: str) -> None:
    with pytest.raises(PageTooLarge) as raised:
        read_page(html)
    assert raised.value.measure == measure
    assert raised.value.value > raised.value.limit
    assert measure in str(raised.value)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 3_900 + "x",
        "<p>one" * 50_000,  # an end tag that may be left out does not nest
        "<li><b>x</b>" * 20_000,
        "<p>hello</p><script>" + "if (a<b) { c<div }" * 20_000 + "</script>",
        "<!-- " + "<div>" * 20_000 + " --><p>x",
        "<textarea>" + "<div>" * 20_000 + "</textarea><p>x",
        "<p>x<img src='data:image/png;base64," + "A" * 2_000_000 + "'>",
        "<p>" + "word " * 4_000_000,
        "<p>" + "=" * 5_000_000,
        "<p>x" + "<" * 5_000_000,
        "<script>" * 500_000,
        "<p>x" + "<!--" * 2_000_000,
    ],
    ids=lambda value: value[:12] + value[-12:],
)
def test_large_but_harmless_input_passes(html: str) -> None:
    assert len(read_page(html)) >= 4


def test_limits_can_be_set() -> None:
    with pytest.raises(PageTooLarge, match=r"number of characters is 10, the limit is 5"):
        read_page("<p>1234567", limits_=Limits(characters=5))
    deep = "<div>" * 10_000 + "x"
    assert len(read_page(deep, limits_=Limits(depth=20_000))) == 10_004


def test_many_formatting_elements_that_are_closed_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(html: str, limits_: limits.Limits) -> None:
        raise AssertionError("scanned tag by tag")

    monkeypatch.setattr(limits, "_scan", scan)
    closed = "<p>" + "<i class='x>y'></i><B title='<b>'>word</b><br>" * 1_500
    limits.check(closed, closed.encode())


@needs_kernel
@given(st.lists(st.sampled_from("< </ <b <B <i> <strong <p <!-- b i > ".split(" ")), max_size=30))
def test_tags_are_counted_alike(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    octets = np.frombuffer(data, dtype=np.uint8)
    styling = limits._styling(octets, np.flatnonzero(octets == ord("<")))
    assert kernel.count_tags(data, limits._STYLING_PAIRS) == (data.count(b"</"), len(styling))


PIECES = st.sampled_from(
    """
    < </ > ~ <b> <B~x> </b~> <i/> <em <strong></strong> <div> </DIV> <p> </p> <br> <img/> <my-tag> <ä> <1> <a=1>
    <a/=">"> <a~b='>'> <a~b~=~"<i>"> = " ' <script> </script </SCRIPT> <textarea> </textarea> <style> <!-- -->
    <!--> <!---> x -- - ! <nobr> <FONT~color=red> </font>
    """.split()
).map(lambda piece: piece.replace("~", " "))


@needs_kernel
@given(st.lists(PIECES, max_size=40), st.integers(0, 6), st.integers(0, 4), st.integers(0, 8))
def test_the_compiled_scan_is_the_plain_one(pieces: list[str], depth: int, reopened: int, elements: int) -> None:
    html = "".join(pieces)
    few = Limits(depth=depth, reopened=reopened, elements=elements)
    try:
        limits._scan(html, few)
        within = True
    except PageTooLarge:
        within = False
    assert kernel.is_within(html.encode(), limits._KINDS, elements, depth, few.attributes, reopened) == within


@needs_kernel
@pytest.mark.parametrize("piece", ["a ", "b=1 ", "c = 'x y'/", "e='1'f = / "])
@pytest.mark.parametrize("many", [1, 7, 20])
def test_the_compiled_scan_counts_attributes_alike(piece: str, many: int) -> None:
    tag = f"<a {piece * many}>"
    found = limits._TAG.match(tag)
    assert found is not None
    count = limits._attributes(found["attributes"])
    assert count >= many
    assert kernel.is_within(tag.encode(), limits._KINDS, 9, 9, count, 9)
    assert not kernel.is_within(tag.encode(), limits._KINDS, 9, 9, count - 1, 9)


@needs_kernel
def test_what_a_compiled_scan_finds_is_said_by_the_plain_one() -> None:
    html = "<div>" * 13_000
    with pytest.raises(PageTooLarge, match="the depth of nested elements"):
        limits.check(html, html.encode())


@pytest.mark.parametrize(
    "left_open",
    [
        "<b title='</b>'>",
        "<b>text<!-- </b> -->",
        "<b></bold>",
        "<b <b></i>",
        '<b x="><b></b>">',
        "<i></b>",
        "<b>x</ b>",
    ],
)
def test_a_formatting_element_that_only_looks_closed_counts(left_open: str) -> None:
    html = left_open * 2_000 + "<div></div>" * 2_000
    with pytest.raises(PageTooLarge):
        limits.check(html, html.encode())
