"""White space, invisible characters and marks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from broadsheet.article import CodeSpan, Emphasis, Image, Inlines, LineBreak, Link, Strong, Text, plain
from broadsheet.article.runs import (
    GAP,
    LINE,
    NONE,
    PARAGRAPH,
    SPACE,
    WRAP,
    OpenRun,
    Piece,
    build,
    clean,
    divided,
    pieces,
    squeeze,
    visible,
    white_after,
    white_before,
    with_mark,
)
from tests.article.trees import inlines

BOLD = (Strong, "")
SLANTED = (Emphasis, "")
CODE = (CodeSpan, "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  a \n\t b  ", "a b"),
        ("a\xa0\xa0b", "a b"),
        ("a\u2003b\u202fc", "a b c"),
        ("中文\n中文", "中文中文"),
        ("中文 \n\t 。", "中文。"),
        ("中文 中文", "中文 中文"),
        ("中文\nEnglish", "中文 English"),
        ("한국어\n한국어", "한국어 한국어"),
        ("東京\u3000太郎", "東京\u3000太郎"),
        ("\u3000\u3000第一段", "第一段"),
        ("第一 \u3000\n\u3000 第二", "第一\u3000第二"),
        ("\ue000 東京\u3000太郎", "\ue000 東京\u3000太郎"),
        ("", ""),
        (" \u3000 ", ""),
    ],
)
def test_squeeze(text: str, expected: str) -> None:
    assert squeeze(text) == expected


def test_visible() -> None:
    assert visible("so\xadft\u200b\u2060\ufeff\x01\x9f") == "soft"
    kept = "a\u200cb\u200dc\u200e\t\n"
    assert visible(kept) == kept
    assert clean(" A\xad \n b ") == "A b"


def test_letters_are_one_with_their_marks() -> None:
    assert visible("Bu\u0308cher, cafe\u0301") == "Bücher, café"
    assert clean("Bu\u0308cher") == "Bücher"
    assert visible("\u1112\u1161\u11ab\u1100\u1173\u11af") == "한글"


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        ([Piece(SPACE, "a", ())], (Text("a"),)),
        ([Piece(NONE, "a", ()), Piece(NONE, "b", ())], (Text("ab"),)),
        ([Piece(NONE, "a", (BOLD,)), Piece(SPACE, "b", ())], (Strong((Text("a"),)), Text(" b"))),
        ([Piece(NONE, "a", (BOLD,)), Piece(SPACE, "b", (BOLD,))], (Strong((Text("a b"),)),)),
        ([Piece(NONE, "a", ()), Piece(LINE, "b", (BOLD,))], (Text("a"), LineBreak(), Strong((Text("b"),)))),
        ([Piece(NONE, "a", (CODE,)), Piece(LINE, "b", (CODE,))], (CodeSpan("a"), LineBreak(), CodeSpan("b"))),
        (
            [Piece(NONE, "a", (BOLD, CODE)), Piece(LINE, "b", (BOLD, CODE))],
            (Strong((CodeSpan("a"), LineBreak(), CodeSpan("b"))),),
        ),
        ([Piece(NONE, "中", ()), Piece(WRAP, "文", ())], (Text("中文"),)),
        ([Piece(NONE, "中", ()), Piece(SPACE, "文", ())], (Text("中 文"),)),
        ([Piece(NONE, "한", ()), Piece(WRAP, "文", ())], (Text("한 文"),)),
        ([Piece(NONE, "中", ()), Piece(WRAP, "국", ())], (Text("中 국"),)),
        ([Piece(NONE, "a", ()), Piece(GAP, "b", ())], (Text("a b"),)),
        ([Piece(NONE, "a", ()), Piece(GAP, ".", ())], (Text("a."),)),
        (
            [Piece(NONE, "a", (BOLD, SLANTED)), Piece(SPACE, "b", (BOLD,)), Piece(SPACE, "c", (SLANTED,))],
            (Strong((Emphasis((Text("a"),)), Text(" b"))), Text(" "), Emphasis((Text("c"),))),
        ),
        (
            [Piece(NONE, "a", ((Link, "x"),)), Piece(NONE, "b", ((Link, "y"),))],
            (Link("x", (Text("a"),)), Link("y", (Text("b"),))),
        ),
    ],
)
def test_build(run: list[Piece], expected: Inlines) -> None:
    assert build(run) == expected


def test_a_kind_of_mark_counts_once_and_code_is_innermost() -> None:
    assert with_mark((BOLD,), BOLD) == (BOLD,)
    assert with_mark((CODE,), BOLD) == (BOLD, CODE)
    assert with_mark(((Link, "x"),), (Link, "y")) == ((Link, "x"),)


@given(inlines)
@settings(max_examples=150)
def test_tidying_is_done_once(content: Inlines) -> None:
    tidy = build(pieces(content))
    assert build(pieces(tidy)) == tidy
    assert "".join(visible(plain(content)).split()) == "".join(plain(tidy).split())


def test_white_space_at_the_ends_of_a_text() -> None:
    assert (white_before("a b"), white_after("a b")) == (NONE, NONE)
    assert (white_before(" \n a "), white_after(" \n a ")) == (WRAP, SPACE)
    assert (white_before(""), white_after("")) == (NONE, NONE)


def test_of_separators_that_meet_the_greatest_counts() -> None:
    run = OpenRun()
    run.separate(LINE)
    run.add("a", (), after=GAP)
    run.separate(SPACE)
    run.separate(GAP)
    run.add("b", (BOLD,))
    assert not run.mixed
    assert run.take() == [Piece(NONE, "a", ()), Piece(SPACE, "b", (BOLD,))]
    assert (run.pieces, run.separator, run.mixed) == ([], NONE, False)


def test_a_run_is_divided_into_paragraphs_and_pictures() -> None:
    one, two, three = (Image(f"https://news.example/{name}.jpg") for name in "123")
    run = OpenRun()
    run.add("a", ())
    run.add_picture(one)  # between words of a paragraph
    run.add("b", (), after=LINE)
    run.add("c", (), after=PARAGRAPH)
    run.add("d", ())
    run.add_picture(two)  # behind its words
    run.separate(LINE)
    run.add_picture(three)  # on a line of its own
    assert run.mixed
    parts = [[piece.content for piece in part] for part in divided(run.take())]
    assert parts == [["a", one, "b", "c"], ["d"], [two], [three]]
