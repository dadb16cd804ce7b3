from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.topics import Keywords, Topics, blocks, keywords, textrank, topics


def sequence(*texts: str) -> tuple[np.ndarray, np.ndarray]:
    """Words that are single letters, numbered from a."""
    word = [ord(letter) - ord("a") for text in texts for letter in text]
    text = [number for number, text in enumerate(texts) for _ in text]
    return np.array(word, dtype=np.int32), np.array(text, dtype=np.int32)


def found_in(*texts: str) -> list[str]:
    found = keywords(*sequence(*texts), most=99, window=2)
    out = [""] * len(texts)
    for text, word in zip(found.text, found.word, strict=True):
        out[text] += chr(ord("a") + word)
    return out


def of(*texts: str, gamma: int = 2, **bounds: int) -> Topics:
    return topics(keywords(*sequence(*texts), most=99, window=2), len(texts), gamma=gamma, **bounds)


def letters(found: Topics) -> set[str]:
    return {"".join(sorted(chr(ord("a") + word) for word in block)) for block in found.blocks}


def test_textrank_of_a_path() -> None:
    """a - b - c: S(b) = 0.15 + 0.85 (S(a) + S(c)), S(a) = S(c) = 0.15 + 0.85 S(b) / 2, so S(b) = 0.405 / 0.2775."""
    word, text = sequence("abc")
    score = textrank(word.astype(np.intp), text, 3, window=2)
    assert score == pytest.approx([0.77027, 1.45946, 0.77027], abs=2e-4)


def test_textrank_links_within_the_window_and_the_text() -> None:
    vertex = np.array([0, 1, 2, 3], dtype=np.intp)
    apart = textrank(vertex, np.array([0, 0, 1, 1], dtype=np.int32), 5, window=2)
    assert apart[:4] == pytest.approx([1, 1, 1, 1])
    assert apart[4] == pytest.approx(0.15)
    triangle = textrank(vertex[:3], np.zeros(3, dtype=np.int32), 3, window=3)
    assert triangle == pytest.approx([1, 1, 1])


def test_keywords_are_the_highest_ranked() -> None:
    found = keywords(*sequence("abacada", "xyz"), most=1, window=2)
    # a is linked with all others; the second text is ranked for itself: y is in the middle.
    assert [(int(t), chr(97 + w)) for t, w in zip(found.text, found.word, strict=True)] == [(0, "a"), (1, "y")]


def test_short_texts_keep_all_their_words() -> None:
    assert found_in("cab", "", "bb") == ["abc", "", "b"]


def test_words_of_equal_rank_in_order_of_first_use() -> None:
    found = keywords(*sequence("dcba"), most=2, window=9)
    assert found.word.tolist() == [0, 1]


def test_compatible_words_stand_together_more_than_gamma_times() -> None:
    assert letters(of("ab", "ab", "ac")) == set()
    assert letters(of("ab", "ab", "abc")) == {"ab"}
    assert letters(of("ab", "ab", "abc", gamma=0)) == {"abc"}


def test_definition_1_maximal_compatibility_blocks() -> None:
    """Fig. 3: n is compatible with x, y, z and k, and x, y, z with each other: {n, x, y, z} and {n, k}."""
    assert letters(of(*["nxyz"] * 3, *["nk"] * 3)) == {"nxyz", "kn"}


def test_eq_6_topic_weight() -> None:
    """a and b stand together 4 times, a and c 3, b and c 3: 10."""
    found = of("abc", "abc", "abc", "ab")
    assert found.weight.tolist() == [10.0]


def test_eq_7_topic_feature() -> None:
    """{a, b, c} weighs 5 + 3 + 3 = 11 and {x, y} 4; a and x stand together twice only."""
    found = of("abc", "abc", "abc", "ab", "xy", "xy", "xyab", "xyz", "ax", "c", "")
    assert sorted(found.weight.tolist()) == [4.0, 11.0]
    assert found.h == pytest.approx([1, 1, 1, 1, 4 / 11, 4 / 11, 1, 4 / 11, 0, 0, 0])
    assert found.complete


def test_no_topics() -> None:
    for texts in ([], ["", ""], ["a"] * 5, ["ab", "cd", "ef"]):
        found = of(*texts)
        assert (found.blocks, found.weight.tolist(), found.h.tolist()) == ([], [], [0.0] * len(texts))
        assert found.complete


def test_the_bound_on_words_takes_the_most_frequent() -> None:
    found = of(*["ab"] * 4, *["cd"] * 3, most_words=2)
    assert letters(found) == {"ab"}
    assert not found.complete


def test_the_bound_on_relations_takes_words_while_they_fit() -> None:
    texts = [*["abcd"] * 3, "abc", "ab", "a"]
    assert letters(of(*texts, most_relations=3)) == {"abc"}
    assert letters(of(*texts, most_relations=6)) == {"abcd"}
    assert not of(*texts, most_relations=5).complete
    assert of(*texts, most_relations=5).h.tolist() == [1, 1, 1, 1, 1, 0]


def test_the_bound_on_topics_leaves_no_compatible_pair_without_one() -> None:
    texts = [pair for pair in ("ab", "cd", "ef", "gh", "ac") for _ in range(3)]
    found = of(*texts, most_topics=1)
    assert not found.complete
    assert set("".join(letters(found))) == set("abcdefgh")
    assert (found.h > 0).all()
    assert of(*texts, most_topics=5).complete


def test_work_is_bounded_on_a_graph_with_many_cliques() -> None:
    """Moon and Moser 1965: pairs of all letters but within triples, 3^8 maximal cliques."""
    pairs = [
        f"{a}{b}"
        for (i, a), (j, b) in itertools.combinations(enumerate("abcdefghijklmnopqrstuvwx"), 2)
        if i // 3 != j // 3
    ]
    found = of(*(pair for pair in pairs for _ in range(3)))
    assert not found.complete
    assert len(found.blocks) < 600
    assert (found.h > 0).all()


def test_all_words_compatible_is_one_topic() -> None:
    assert letters(of(*["abcdefghij"] * 3)) == {"abcdefghij"}


@st.composite
def relations(draw: st.DrawFn) -> np.ndarray:
    size = draw(st.integers(2, 7))
    upper = np.zeros((size, size), dtype=np.bool_)
    for i, j in itertools.combinations(range(size), 2):
        upper[i, j] = draw(st.booleans())
    return upper | upper.T


@given(relations())
def test_blocks_equal_enumeration(related: np.ndarray) -> None:
    size = len(related)
    compatible = [
        set(some)
        for n in range(2, size + 1)
        for some in itertools.combinations(range(size), n)
        if all(related[i, j] for i, j in itertools.combinations(some, 2))
    ]
    maximal = [block for block in compatible if not any(block < other for other in compatible)]
    found = blocks(related, 1_000)
    assert sorted(map(sorted, maximal)) == sorted(found)


@given(st.lists(st.text(alphabet="abcdef", max_size=8), max_size=14), st.integers(0, 3))
def test_the_feature_equals_its_definition(texts: list[str], gamma: int) -> None:
    found = of(*texts, gamma=gamma)
    heaviest = found.weight.max(initial=0)
    for text, h in zip(found_in(*texts), found.h, strict=True):
        mine = {ord(letter) - ord("a") for letter in text}
        shared = [w for block, w in zip(found.blocks, found.weight, strict=True) if len(mine & set(block)) >= 2]
        assert h == pytest.approx(max(shared, default=0) / max(1, heaviest))


def test_numbers_of_words_may_have_gaps() -> None:
    text = np.repeat(np.arange(3, dtype=np.int32), 2)
    word = np.array([7, 900] * 3, dtype=np.int32)
    found = topics(Keywords(text, word), 4, gamma=2)
    assert found.blocks == [[7, 900]]
    assert found.h.tolist() == [1, 1, 1, 0]
