from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.fusion.tokens import LEVELS, element_names, text_words, words_of
from broadsheet.page import read_page
from tests.methods.fusion.test_features import PAGE


def test_names_of_the_elements_around_a_segment() -> None:
    page = read_page(PAGE)
    found = element_names(page, page.segments)
    inner, own, near, far = ([[found.words[i] for i in row] for row in group.tolist()] for group in found.groups)
    assert inner[0] == [(), (), ()]
    assert near[0] == [(), ("site", "nav", "main", "menu")]
    assert own[3] == [("lead", "text")]
    assert near[3] == [("story",), ()]
    assert far[3] == [()] * 6
    assert tuple(len(group[0]) for group in (inner, own, near, far)) == LEVELS


def test_inline_elements_inside_the_block_are_named() -> None:
    page = read_page('<div class=box><span class="photoCredit"><b id=by>Jane Doe</b></span> wrote</div>')
    found = element_names(page, page.segments)
    assert [found.words[i] for i in found.inner[0]] == [("by",), ("photo", "credit"), ()]
    assert [found.words[i] for i in found.own[0]] == [("box",)]


def test_words_at_both_ends() -> None:
    found = text_words(["The 12 Cats", "", "天气: 1234567", "a" * 90 + " middle " + "x " * 60 + "the end."])
    assert found.words[:3] == ["the", "00", "cats"]
    assert found.edges.tolist()[:4] == [0, 3, 3, 7]
    assert found.words[3:7] == ["天", "气", ":", "00000"]
    last = found.words[7:]
    assert last[:2] == ["a" * 90, "middle"]
    assert "…" in last
    assert last[-2:] == ["the", "end"]


def test_no_texts() -> None:
    assert text_words([]).edges.tolist() == [0]


@given(st.lists(st.text(st.characters(exclude_characters="\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=60)))
def test_each_text_has_its_own_words(texts: list[str]) -> None:
    found = text_words(texts)
    assert len(found.edges) == len(texts) + 1
    assert found.edges[-1] == len(found.words)
    for at, text in enumerate(texts):
        assert found.words[found.edges[at] : found.edges[at + 1]] == text_words([text]).words


@given(st.lists(st.text().map(lambda text: " ".join(text.split()))))
def test_one_text_has_the_words_that_it_has_among_others(texts: list[str]) -> None:
    found = text_words(texts)
    each = [found.words[first:stop] for first, stop in pairwise(found.edges.tolist())]
    # A capital sigma is lower-cased by what stands beside it.
    assert [[word.replace("ς", "σ") for word in words] for words in each] == [
        [word.replace("ς", "σ") for word in words_of(text)] for text in texts
    ]


def test_words_are_runs_of_letters_or_digits_marks_and_ideographs() -> None:
    assert words_of("Año 2031: 中文字 a_b2c (x) \u0663\u0664 12\u0663 ² \U00020000\U00020001") == [
        "año", "0000", ":", "中", "文", "字", "a", "b", "0", "c", "(", "x", ")", "\u0663\u0664", "000", "²",
        "\U00020000", "\U00020001",
    ]  # fmt: skip
