from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.body.fusion.features import evidence
from broadsheet.body.fusion.tokens import LEVELS, Vocabulary
from broadsheet.facts import Facts
from broadsheet.lab.train.spelled import SpelledWords, spelled
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from tests.body.fusion import oracle
from tests.body.fusion.test_features import PAGE


def test_names_of_the_elements_around_a_segment() -> None:
    page = read_page(PAGE)
    found, _ = spelled(evidence(Facts(page), Given()))
    inner, own, near, far = ([[found.words[i] for i in row] for row in group.tolist()] for group in found.groups)
    assert inner[0] == [(), (), ()]
    assert near[0] == [(), ("site", "nav", "main", "menu")]
    assert own[3] == [("lead", "text")]
    assert near[3] == [("story",), ()]
    assert far[3] == [()] * 6
    assert tuple(len(group[0]) for group in (inner, own, near, far)) == LEVELS


def test_inline_elements_inside_the_block_are_named() -> None:
    page = read_page('<div class=box><span class="photoCredit"><b id=by>Jane Doe</b></span> wrote</div>')
    found, _ = spelled(evidence(Facts(page), Given()))
    assert [found.words[i] for i in found.groups[0][0]] == [("by",), ("photo", "credit"), ()]
    assert [found.words[i] for i in found.groups[1][0]] == [("box",)]


def test_words_at_both_ends() -> None:
    found = SpelledWords.of_texts(["The 12 Cats", "", "天气: 1234567", "a" * 90 + " middle " + "x " * 60 + "the end."])
    assert found.words[:3] == ["the", "00", "cats"]
    assert found.edges.tolist()[:4] == [0, 3, 3, 7]
    assert found.words[3:7] == ["天", "气", ":", "00000"]
    last = found.words[7:]
    assert last[:2] == ["a" * 90, "middle"]
    assert "…" in last
    assert last[-2:] == ["the", "end"]


def test_kinds_of_words() -> None:
    found = SpelledWords.of_texts(["Año 2031: 中文字 a_b2c (x) \u0663\u0664 12\u0663 ² \U00020000\U00020001"])
    assert found.words == [
        "año", "0000", ":", "中", "文", "字", "a", "b", "0", "c", "(", "x", ")", "\u0663\u0664", "000", "²",
        "\U00020000", "\U00020001",
    ]  # fmt: skip


@given(
    st.lists(
        st.text("aBİ1 \n\u00a0.:…漢éΣ\U00010400\U00020000", max_size=12)
        | st.text(max_size=20)
        | st.sampled_from(
            ["x \n " * 70 + "end", "a1" * 70, "İ" * 141, "ΟΔΟΣ ΣΑΣ", "BΣ漢 éΣ:𐐀", "b" * 99 + "  " + "C3" * 40]
        )
    )
)
def test_words_of_segments_equal_those_of_their_texts(lines: list[str]) -> None:
    page = read_page("<p>first" + "".join(f"<p>{line}" for line in lines))
    compiled, plain = evidence(Facts(page), Given()).words, SpelledWords.of_texts(page.texts)
    assert compiled.edges.tolist() == plain.edges.tolist()
    known = {word: number for number, word in enumerate(sorted({*plain.words, "other"}), 1) if number % 3}
    vocabulary = Vocabulary(known)
    assert vocabulary.numbers(compiled.hashes).tolist() == vocabulary.numbers(plain.hashes).tolist()


@given(st.lists(st.text("aBcD_-1é ", max_size=12) | st.sampled_from(["x" * 299 + "é" + "Yz", "é" * 299 + "ab"])))
def test_names_equal_the_oracle_s(names: list[str]) -> None:
    page = read_page(
        "<p>first" + "".join(f'<div class="{name}"><p id="{name}">text {at}</p></div>' for at, name in enumerate(names))
    )
    found, plain = evidence(Facts(page), Given()), oracle.element_names(page)
    compiled = found.names
    assert spelled(found)[0].words == plain.words
    assert compiled.around.tolist() == plain.around.tolist()
    assert compiled.hashes.tolist() == plain.hashes.tolist()
    assert compiled.edges.tolist() == plain.edges.tolist()
