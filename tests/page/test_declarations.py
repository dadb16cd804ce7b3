from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.page.declarations import header_charset, labels_in_markup


@pytest.mark.parametrize(
    ("header", "label"),
    [
        ("text/html; charset=ISO-8859-1", "ISO-8859-1"),
        ("text/html;Charset=utf-8;x=y", "utf-8"),
        ('text/html; charset="windows-1251"', "windows-1251"),
        ('text/html; charset="windows-1251', "windows-1251"),
        ('text/html; title="; charset=hex"; charset=utf-8', "utf-8"),
        (r'text/html; title="\"; charset=hex"; charset=utf-8', "utf-8"),
        ("text/html; charset=iso_8859-1:1987", "iso_8859-1:1987"),
        ("text/html; charset=utf-8, text/html; charset=hex", "utf-8"),
        ("text/html; charset=hex; charset=utf-8", "hex"),
        ("text/html; charset=", ""),
        ("charset=utf-8", "utf-8"),
        ("text/html; xcharset=utf-8", None),
        ("text/html", None),
        ("", None),
        (None, None),
    ],
)
def test_header(header: str | None, label: str | None) -> None:
    assert header_charset(header) == label


@pytest.mark.parametrize(
    ("markup", "labels"),
    [
        ("<meta charset=utf-8>", ["utf-8"]),
        ("<META  CharSet = 'x y' />", ["x y"]),
        ("<meta charset=utf-8 charset=hex>", ["utf-8"]),
        ("<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>", ["windows-1251"]),
        ('<meta content="text/html; charset=\'a b\'" http-equiv="content-type">', ["a b"]),
        ("<meta http-equiv=refresh content='text/html; charset=windows-1251'>", []),
        ("<meta content='text/html; charset=windows-1251'>", []),
        ("<meta name=description content='charset=hex'><meta charset=koi8-r>", ["koi8-r"]),
        ("<!-- <meta charset=hex> --><meta charset=koi8-r>", ["koi8-r"]),
        ("<!-- <meta charset=hex>", []),
        ("<a title='<meta charset=hex>'><meta charset=koi8-r>", ["koi8-r"]),
        ("<metadata charset=hex>", []),
        ("<meta/charset=utf-8>", ["utf-8"]),
        ("<meta charset='utf-8", ["utf-8"]),
        ("<?xml version='1.0' encoding='koi8-r'?><html>", ["koi8-r"]),
        ("<meta charset=hex><meta charset=utf-8>", ["hex", "utf-8"]),
        (" " * 5000 + "<meta charset=utf-8>", []),
    ],
)
def test_markup(markup: str, labels: list[str]) -> None:
    assert list(labels_in_markup(markup.encode())) == labels


@given(st.text(alphabet="<>/!-?='\" \tmetaxlchrsoding\xe9", max_size=80))
def test_anything_is_searched(markup: str) -> None:
    list(labels_in_markup(f"<meta {markup}".encode()))
    header_charset(markup)
