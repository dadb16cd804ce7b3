from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadsheet.engine import count_names
from broadsheet.errors import PageTooLarge
from broadsheet.page import limits, read_page, tags
from broadsheet.page.nesting import attributes_of, names_of, tags_of
from broadsheet.page.parse import parse

NAMES = "the number of different names of elements and attributes"
MOVED = "the text that tables do not hold and that is moved"


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
        ("<select>" + "<OPTION>one" * 12_001, "the number of options to choose from"),
        ("<table>" + "x<!-->" * 40_000, MOVED),
        ("<table>" + "<tr><td>one</td>two</tr>\n" * 20_000, MOVED),
        ("<table>" + ("x" * 10_000 + "<!-->") * 1_000, MOVED),
        ("<p>x" + "".join(f"</x{n}>" for n in range(90_000)), NAMES),
        ("<p>x" + "".join(f"<x{n} y{n}>y</x{n}>" for n in range(50_000)), NAMES),
        ("<p>x" + "".join(f"<p a{n}=1 b{n}>" for n in range(50_000)), NAMES),
        ("<p>x" + "".join(f"<p a{n} b{n} C{n}>" for n in range(30_000)), NAMES),
        ("<p>x" + "".join(f"<p a='b'a{n}='c'b{n}>" for n in range(50_000)), NAMES),
        ("<p>x" + "".join(f"<p a{n // 300}'b{n % 300} c{n}>" for n in range(50_000)), NAMES),
        ("<p>x" + "".join(f"</p/a{n}/b{n}>" for n in range(50_000)), NAMES),
        ("<title>" + "".join(f"</x{n}>" for n in range(90_000)), NAMES),
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
        "<p>x<svg><![CDATA[" + "<div>" * 20_000 + "]]></svg>",
        "<select>" + "<script></script>" * 20_000 + "</select>",
        "<table>" + "<tr><td>word</td></tr>\n" * 25_000,
        "<p>" + " ".join(f"word{n}" for n in range(200_000)),
        "<p>x" + "".join(f"<p id=a{n} class='b{n} c{n}'>" for n in range(50_000)),
        "<table><tr><td>word</td></tr></table>" + "</td>word<br>" * 50_000,
        "<table><tr><td><table><tr><td>one</td></tr></table>" + "word<br>" * 50_000,
        "<p>x" + "<p></form></br><span></p>" * 5_000,
        "<p>x<svg><![CDATA[" + "<div>" * 20_000,
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


def test_many_formatting_elements_that_are_closed_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    def scan(html: str, limits_: limits.Limits) -> None:
        raise AssertionError("scanned tag by tag")

    monkeypatch.setattr(limits, "_scan", scan)
    closed = "<p>" + "<i class='x>y'></i><B title='<b>'>word</b><br><embed>" * 1_500
    limits.check(closed, closed.encode())


PIECES = st.sampled_from(
    """
    < </ > ~ x - -- ! ? <b> <B~x> </b~> <i/> <font~color=red> </font> <nobr> <a> </a> <div> </DIV> <p> </p> <br>
    <img/> <my-tag> <my-tag/> </my-tag> <span> </span> <h1> <h2> </h1> <form> </form> <table> <tr> <td> </td>
    </table> <li> <ul> </ul> <dd> <optgroup> <option> <select> </select> <input> <rt> <ruby> <button> </button>
    <object> </object> <template> </template> <noscript> </noscript> <ä> <1> </1> <a=1> <a/=">"> <a~b='>'>
    <a~b~=~"<i>"> <a~='> <a~b=c='>'> = " ' <script> </script </SCRIPT> </scripty> <textarea> </textarea> <title>
    </title> <style> </style> <!-- --> --!> <!--> <!---> <!x <?x <svg> </svg> <svg/> <path/> <g> </g> <desc>
    </desc> <foreignObject> </foreignObject> <math> </math> <mi> </mi> <annotation-xml~encoding=text/html>
    <annotation-xml> </annotation-xml> <![CDATA[ ]]> <font> <plaintext>
    """.split()
).map(lambda piece: piece.replace("~", " "))


def estimate(html: str) -> tuple[int, int]:
    """The greatest depth, and the elements that there are at the most."""
    depth = rows = 0
    for tag in tags_of(html):
        depth, rows = max(depth, tag.depth), tag.starts + tag.reopened
    return depth, rows


@settings(max_examples=60)
@given(st.lists(PIECES, max_size=40), st.integers(1, 30))
def test_the_parser_makes_no_more_of_a_page_than_is_foreseen(pieces: list[str], times: int) -> None:
    html = "".join(pieces) * times
    depth, rows = estimate(html)
    tree = parse(html.encode())
    elements = tree.tag[tree.tag != tags.TEXT]
    # Elements that do not nest stand between others: lists in items, cells in rows in tables.
    assert int(tree.depth.max()) <= 4 * (depth + 2)
    assert len(elements) <= 4 * (rows + 10)


@pytest.mark.parametrize(
    "piece",
    [
        "<div></x>", "<optgroup>", "<rt>", "<svg><td>", "<svg><input>", "<div><table></div></table>",
        "<form><div></form>", "<noscript><div></noscript>", "<a ='><div>'>", "<a b=c='><div>'>",
        "<div><object></div></object>", "<li><dd>", "<h1><a>x", "<span><p></span></p>",
        "<svg><p></svg><my-tag><svg></title><title>",
        "<math><title><div></title>", "<svg><p><x/>", "<svg><font><title></font><g>",
        "<svg><mi><select><font color=red><nobr>", "</table></foreignObject><foreignObject><table><nobr>",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "before", ["", "<!-- --!>", "<svg><title></svg>", "<script><!--<script></script><title>--></script>"]
)
def test_depth_cannot_be_hidden(before: str, piece: str) -> None:
    html = before + piece * 100
    assert int(parse(html.encode()).depth.max()) <= 4 * (estimate(html)[0] + 2)


@pytest.mark.parametrize(
    "before", ["<!-- --!>", "<svg><title></svg>", "<select><title><input>", "<p a =b='>", "<p ='>", "<!x <title>"]
)
@pytest.mark.parametrize(
    "piece", ["<p><font color=i>", "<font color=i><table></font></table>", "<b><object></b></object>"]
)
def test_formatting_elements_cannot_be_hidden(before: str, piece: str) -> None:
    html = "<p>x" + before + piece * 6_000 + "</title>"
    with pytest.raises(PageTooLarge):
        read_page(html)


@pytest.mark.parametrize(
    "before",
    ["", "<svg><td></svg>", "<script><td></script>", "<!--<td>-->", "<template></table><td></template>",
     "<select><title></title></select>", "<tr><td>word</td>", "<td><table></table></td>", "<input value='<td>'>"],
)  # fmt: skip
def test_text_that_is_moved_out_of_tables_cannot_be_hidden(before: str) -> None:
    with pytest.raises(PageTooLarge, match=MOVED):
        read_page("<p>word</p><table>" + before + "x\n<!--\n-->" * 40_000)


@pytest.mark.parametrize(
    ("before", "tag"),
    [
        ("", "<tr a=b>"),
        ("", "</b a=b>"),
        ("", "</tr/a=b>"),
        ("", "<body a=b>"),
        ("", "<!doctype html public 'a'>"),
        ("<table><td>", "<frame a=b>"),
        ("<svg><desc>", "<td a=b>"),
        ("<svg>", "</td a=b>"),
        ("<select><textarea></textarea></select>", "</x a=b>"),
        ("<table></table>", "<td a b c d>"),
    ],
)
def test_text_that_goes_on_behind_ignored_tags_is_bounded(before: str, tag: str) -> None:
    html = "<p>" + before + f"word, word, {tag}" * 40_000
    with pytest.raises(PageTooLarge):
        limits.check(html, html.encode())


def test_tags_that_are_not_ignored_end_the_text_before_them() -> None:
    html = "<table>" + "<tr a=b><td c=d>word</td></tr>" * 15_000
    limits.check(html, html.encode())
    assert not any(tag.joined for tag in tags_of(html + "<p>word<b a=b>word</b>"))


@pytest.mark.parametrize("piece", ["a ", "b=1 ", "c = 'x y'/", "e='1'f = / "])
@pytest.mark.parametrize("many", [1, 7, 20])
def test_attributes_are_counted(piece: str, many: int) -> None:
    html = f"<p {piece * many}>"
    assert (
        len(read_page(html).query("p")[0][1])
        <= attributes_of(next(tags_of(html)).attributes)
        == many * (1 + ("f" in piece))
    )


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


@settings(max_examples=60)
@given(html=st.text("<>/=\"'ab \t\v\n!-é", max_size=60))
def test_names_are_never_more_than_the_quick_count_allows(html: str) -> None:
    names = len(names_of(html))
    assert all(count_names(html.encode(), most) > most for most in range(names))
