from __future__ import annotations

import pytest

from broadsheet.errors import PageTooLarge
from broadsheet.page import read_page
from broadsheet.page.parse import Limits, parse

NAMES = "the number of different names of elements and attributes"
MEMORY = "the memory that the parser takes"


@pytest.mark.parametrize(
    ("html", "measure"),
    [
        ("<div>" * 100_000 + "x", "the depth of nested elements"),
        ("<p>" + "<span title='a > b'>" * 20_000, "the depth of nested elements"),
        ("".join(f"<p><font color={n}>" for n in range(20_000)), MEMORY),
        ("<p>" + "<span>" * 7_000 + "</x>" * 200_000, "the number of elements that are open at end tags"),
        ("<div " + " ".join(f"a{n}" for n in range(30_000)) + ">x", "the number of attributes of one tag"),
        ("<a href=x>y</a>" * 1_000_000, "the number of elements"),
        ("<table>" + "x<!-->" * 90_000, MEMORY),
        ("<table>" + ("x" * 10_000 + "<!-->") * 1_000, MEMORY),
        ("<p>" + "word, word, <tr a=b>" * 40_000, MEMORY),
        ("<p>x" + "".join(f"</x{n}>" for n in range(90_000)), NAMES),
        ("<p>x" + "".join(f"<x{n} y{n}>y</x{n}>" for n in range(50_000)), NAMES),
        ("<p>x" + "".join(f"<p a{n // 300}'b{n % 300} c{n}>" for n in range(50_000)), NAMES),
        ("<p>x" + "".join(f"</p/a{n}/b{n}>" for n in range(50_000)), NAMES),
        ("<p>" + "x" * 33_000_000, "the number of characters"),
        (b"<p>" + b"x" * 130_000_000, "the number of bytes"),
    ],
    ids=lambda value: value if isinstance(value, str) and len(value) < 80 else "",
)
def test_oversized_input_is_rejected(html: str | bytes, measure: str) -> None:
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
        "<p>hello</p><script>" + "if (a<b) { c<div }" * 20_000 + "</script>",
        "<p>x<svg><![CDATA[" + "<div>" * 20_000 + "]]></svg>",
        "<select>" + "<option>one" * 50_000 + "</select>",
        "<select>" + "<p>x" * 50_000 + "<option>one" * 3_000,
        "<p>x</p><div " + " ".join(f"a{n}" for n in range(30_000)),  # a tag without an end
        "<p>x" + "".join(f"<p id=a{n} class='b{n} c{n}'>" for n in range(50_000)),
        "<table><tr><td>word</td></tr></table>" + "</td>word<br>" * 50_000,
        "<p>x" + "<p></form></br><span></p>" * 5_000,
        "<p>x<img src='data:image/png;base64," + "A" * 2_000_000 + "'>",
        "<p>" + "word " * 4_000_000,
        "<p>x" + "<" * 5_000_000,
        "<p>x<title>" + "".join(f"</x{n}>" for n in range(90_000)),
    ],
    ids=lambda value: value[:12] + value[-12:],
)
def test_large_but_harmless_input_passes(html: str) -> None:
    assert len(read_page(html)) >= 4


def test_the_parser_stops_at_its_limits() -> None:
    html = "<body><div><p id=a>one<p><b>two</b></div><x-y>"
    assert parse(html.encode(), Limits(elements=6, depth=5, attributes=1, names=1)).depth.max() == 5
    limits = {"elements": 4, "depth": 3, "searched": 3, "attributes": 0, "names": 0, "memory": 100}
    for name, value in limits.items():
        with pytest.raises(PageTooLarge) as raised:
            parse(html.encode(), Limits(**{name: value}))
        assert raised.value.limit == value < raised.value.value


@pytest.mark.parametrize(
    "before", ["", "<!-- --!>", "<svg><title></svg>", "<script><!--<script></script><title>--></script>", "<p a =b='>"]
)
@pytest.mark.parametrize(
    "piece", ["<p><font color={}>", "<font color={}><table></font></table>", "<b id={}><object></b></object>"]
)
def test_unclosed_formatting_elements_are_bounded(before: str, piece: str) -> None:
    with pytest.raises(PageTooLarge):
        read_page("<p>x" + before + "".join(piece.format(n) for n in range(20_000)) + "</title>")


@pytest.mark.parametrize("piece", ["a ", "b=1 ", "c = 'x y'/", "e='1'f = / "])
@pytest.mark.parametrize("many", [1, 7, 20])
def test_attributes_are_counted(piece: str, many: int) -> None:
    html = f"<p {piece * many}>".encode()
    parse(html, Limits(attributes=many * (1 + ("f" in piece))))
    with pytest.raises(PageTooLarge):
        parse(html, Limits(attributes=many * (1 + ("f" in piece)) - 1))
