"""White space, invisible characters and marks."""

from __future__ import annotations

from hypothesis import given, settings

from broadsheet.article import CodeSpan, Inlines, Link, Strong, plain
from broadsheet.article.runs import build, pieces, visible, with_mark
from tests.article.trees import inlines

BOLD = (Strong, "")
CODE = (CodeSpan, "")


def test_a_kind_of_mark_counts_once_and_code_is_innermost() -> None:
    assert with_mark((BOLD,), BOLD) == (BOLD,)
    assert with_mark((CODE,), BOLD) == (BOLD, CODE)
    assert with_mark(((Link, "x"),), (Link, "y")) == ((Link, "x"),)


@given(inlines)
@settings(max_examples=40)
def test_tidying_is_done_once(content: Inlines) -> None:
    tidy = build(pieces(content))
    assert build(pieces(tidy)) == tidy
    assert "".join(visible(plain(content)).split()) == "".join(plain(tidy).split())
