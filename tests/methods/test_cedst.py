from __future__ import annotations

import itertools
import math
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.base import Given, Marking
from broadsheet.methods.cedst import (
    CEDST,
    CEDSTNC,
    CEDSTTF,
    Masses,
    Topics,
    blocks,
    cluster_feature,
    combine,
    href_feature,
    keywords,
    negative,
    otsu,
    positive,
    textrank,
    topics,
    variance_feature,
)
from broadsheet.page import read_page
from tests.methods.kept import kept

_TOPIC = [
    "The council of Springfield voted for the bridge on Tuesday.",
    "Opponents of the bridge told the council that it costs too much.",
    "The council will ask an engineer whether the bridge can be cheaper.",
    "Nobody expects the council to drop the bridge altogether.",
]


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def mark(html: str, method: CEDST) -> Marking:
    return method.mark(read_page(html), Given())


def one(news: float, other: float) -> Masses:
    return Masses(*(np.array([value]) for value in (news, other, 1 - news - other)))


def test_eq_1_and_2_masses_of_one_feature() -> None:
    h = np.array([0.0, 0.5, 1.0])
    towards, against = positive(h, 0.9), negative(h, 0.9)
    assert towards.news == pytest.approx([0, 0.45, 0.9])
    assert (against.other == towards.news).all()
    assert not towards.other.any()
    assert not against.news.any()
    assert (against.unknown == towards.unknown).all()
    assert towards.unknown == pytest.approx([1, 0.55, 0.1])


def test_eq_3_fusion() -> None:
    """Masses 0.76 and 0.475 for, 0.99 against: P = 1 - 0.24 * 0.525 = 0.874, K = 1 - 0.874 * 0.99."""
    together = combine(
        positive(np.array([0.8]), 0.95), positive(np.array([0.5]), 0.95), negative(np.array([1.0]), 0.99)
    )
    k = 1 - 0.874 * 0.99
    assert together.news[0] == pytest.approx(0.874 * 0.01 / k)
    assert together.other[0] == pytest.approx(0.99 * 0.126 / k)
    assert together.unknown[0] == pytest.approx(0.126 * 0.01 / k)


def test_eq_4_nothing_goes_to_the_empty_set() -> None:
    together = combine(one(0.6, 0.3), one(0.1, 0.8), one(0.0, 0.5))
    assert together.news + together.other + together.unknown == pytest.approx([1.0])


def test_eq_5_k_is_what_does_not_conflict() -> None:
    """One piece says 0.5 for, the other 0.5 against: a quarter conflicts, so each has a quarter of 3/4."""
    together = combine(one(0.5, 0.0), one(0.0, 0.5))
    assert together.news[0] == together.other[0] == together.unknown[0] == pytest.approx(0.25 / 0.75)


@given(st.lists(st.tuples(st.floats(0, 0.49), st.floats(0, 0.49)), min_size=1, max_size=5))
def test_the_closed_form_equals_the_sum_over_all_intersections(evidence: list[tuple[float, float]]) -> None:
    masses = [{"n": news, "o": other, "no": 1 - news - other} for news, other in evidence]
    total = {"n": 0.0, "o": 0.0, "no": 0.0, "": 0.0}
    for sets in itertools.product(("n", "o", "no"), repeat=len(masses)):
        common = "".join(sorted(set.intersection(*map(set, sets))))
        total[common] += math.prod(mass[chosen] for mass, chosen in zip(masses, sets, strict=True))
    found = combine(*(one(*pair) for pair in evidence))
    assert [each[0] for each in found] == pytest.approx([total[each] / (1 - total[""]) for each in ("n", "o", "no")])


def test_total_conflict_leaves_all_mass_unknown() -> None:
    together = combine(one(1.0, 0.0), one(0.0, 1.0))
    assert (together.news[0], together.other[0], together.unknown[0]) == (0.0, 0.0, 1.0)


def sequence(*texts: str) -> tuple[np.ndarray, np.ndarray]:
    """Words that are single letters, numbered from a."""
    word = [ord(letter) - ord("a") for text in texts for letter in text]
    text = [number for number, text in enumerate(texts) for _ in text]
    return np.array(word, dtype=np.int32), np.array(text, dtype=np.int32)


def of(*texts: str, gamma: int = 2, shared: Literal[1, 2] = 1) -> Topics:
    return topics(keywords(*sequence(*texts), most=99), len(texts), gamma=gamma, shared=shared)


def letters(found: Topics) -> set[str]:
    return {"".join(sorted(chr(ord("a") + word) for word in block)) for block in found.blocks}


def test_textrank_of_a_path() -> None:
    """a - b - c: S(b) = 0.15 + 0.85 (S(a) + S(c)), S(a) = S(c) = 0.15 + 0.85 S(b) / 2, so S(b) = 0.405 / 0.2775."""
    word, text = sequence("abc")
    score = textrank(word.astype(np.intp), text, 3)
    assert score == pytest.approx([0.77027, 1.45946, 0.77027], abs=2e-4)


def test_keywords_are_the_highest_ranked() -> None:
    found = keywords(*sequence("abacada", "xyz"), most=1)
    # a is linked with all others; the second text is ranked separately: y is in the middle.
    assert [(int(t), chr(97 + w)) for t, w in zip(found.text, found.word, strict=True)] == [(0, "a"), (1, "y")]


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
    texts = ["abc", "abc", "abc", "ab", "xy", "xy", "xyab", "xyz", "ax", "c", ""]
    by_pair, by_word = of(*texts, shared=2), of(*texts, shared=1)
    assert sorted(by_pair.weight.tolist()) == sorted(by_word.weight.tolist()) == [4.0, 11.0]
    assert by_pair.h == pytest.approx([1, 1, 1, 1, 4 / 11, 4 / 11, 1, 4 / 11, 0, 0, 0])
    assert by_word.h == pytest.approx([1, 1, 1, 1, 4 / 11, 4 / 11, 1, 4 / 11, 1, 1, 0])
    assert by_pair.complete


def test_the_limit_on_topics_leaves_every_compatible_pair_a_topic(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [pair for pair in ("ab", "cd", "ef", "gh", "ac") for _ in range(3)]
    for most, complete in ((5, True), (1, False)):
        monkeypatch.setattr("broadsheet.methods.cedst.MOST_TOPICS", most)
        found = of(*texts)
        assert found.complete is complete
    assert set("".join(letters(found))) == set("abcdefgh")
    assert (found.h > 0).all()


def test_work_is_limited_on_a_graph_with_many_cliques() -> None:
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


def test_eq_8_cluster_feature() -> None:
    """Siblings of 10 and 4 words have 14, an only child of 2 words a seventh of that."""
    assert cluster_feature(ints(10, 4, 2), ints(5, 5, 9)) == pytest.approx([1, 1, 1 / 7])


def test_eq_9_variance_feature() -> None:
    """10 and 4 have variance 9; 1, 3 and 5 have 8 / 3; one alone has none."""
    found = variance_feature(ints(10, 4, 1, 3, 5, 7), ints(5, 5, 9, 9, 9, 20))
    assert found == pytest.approx([1, 1, 8 / 27, 8 / 27, 8 / 27, 0])


def test_eq_10_href_feature() -> None:
    assert href_feature(ints(0, 4, 2, 0), ints(10, 4, 4, 0)) == pytest.approx([0, 1, 0.5, 0])


PARAGRAPHS = (
    "<body><div><p>one two three four</p><p>five <i>six</i></p></div>"
    "<ul><li>seven</li><li><a href=x>eight</a> <b>nine</b></li></ul>eleven"
)


def test_eq_8_and_9_of_paragraphs() -> None:
    """Texts of 4, 1 and 1 words in the paragraphs: 6 words, mean 2, variance (4 + 1 + 1) / 3 = 2. Of 1 word each in the
    list: 3 words, variance 0. One word beside them."""
    marking = mark(PARAGRAPHS, CEDSTNC())
    assert marking.trace["cluster"] == pytest.approx([1, 1, 1, 1 / 2, 1 / 2, 1 / 2, 1 / 6])
    assert marking.trace["variance"].tolist() == [1, 1, 1, 0, 0, 0, 0]


def test_siblings_by_the_parent_of_the_element_that_holds_the_text() -> None:
    """The holders are p, p, i, li, a, b, body: 5 words hang on div, 1 on the second p, 1 on ul, 2 on the second li."""
    marking = mark(PARAGRAPHS, CEDSTNC(siblings="holder"))
    assert marking.trace["cluster"] == pytest.approx([1, 1, 1 / 5, 1 / 5, 2 / 5, 2 / 5, 1 / 5])
    assert marking.trace["variance"].tolist() == [1, 1, 0, 0, 0, 0, 0]


def test_eq_11_objective() -> None:
    """0.1 and 0.2 against 0.8 and 0.9: w0 = w1 = 1/2, u0 = 0.15, u1 = 0.85."""
    found = otsu(np.array([0.8, 0.1, 0.9, 0.2]), 0.1)
    assert found.g[5] == pytest.approx(0.5 * 0.35**2 + 0.5 * 0.35**2)
    # 0.1 alone below 0.2: w0 = 1/4, u1 = 1.9 / 3.
    assert found.g[2] == pytest.approx(0.25 * 0.4**2 + 0.75 * (1.9 / 3 - 0.5) ** 2)
    assert found.g[0] == found.g[10] == 0
    # All thresholds from 0.3 to 0.8 give the same classes.
    assert found.threshold == 0.3


def test_eq_12_mean() -> None:
    """The mean of the classes, weighted by their sizes, is the mean of all: 0.15 * 2/3 + 0.9 * 1/3 = 0.4."""
    found = otsu(np.array([0.1, 0.2, 0.9]), 0.1)
    assert found.g[5] == pytest.approx(2 / 3 * (0.15 - 0.4) ** 2 + 1 / 3 * (0.9 - 0.4) ** 2)


def test_thresholds_are_tenths() -> None:
    found = otsu(np.array([0.3, 0.7]), 0.1)
    assert found.t.tolist() == [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
    # 0.3 is not below the threshold 0.3.
    assert found.g[3] == 0 < found.g[4]
    assert found.threshold == 0.4


def test_as_published_reads_the_paper_to_the_letter() -> None:
    letter = CEDST.as_published()
    assert letter == CEDST(siblings="parent", shared=2)
    assert mark(PARAGRAPHS, letter).trace["variance"].tolist() == [0] * 7
    assert CEDSTNC.as_published().name == "cedst-nc"


def test_fusion_of_the_non_content_features() -> None:
    """The paragraphs: masses 0.95 and 0.95 for. The link: 0.95 / 7 for by its cluster, 0.99 against."""
    marking = mark(
        f"<body><div><p>{'word ' * 10}<p>{'word ' * 4}</div><ul><li><a href=x>two words</a></ul>", CEDSTNC(radius=0)
    )
    p = 0.95 / 7
    assert marking.trace["fusion"] == pytest.approx([0.9975, 0.9975, p * 0.01 / (1 - p * 0.99)])
    assert marking.trace["fusion"].tolist() == marking.trace["smoothed"].tolist()
    assert float(marking.trace["threshold"]) == 0.1
    assert marking.keep[marking.trace["rows"]].tolist() == [True, True, False]
    assert marking.score[marking.trace["rows"]].tolist() == marking.trace["smoothed"].tolist()
    assert "topic" not in marking.trace


def test_fusion_of_the_topic_feature() -> None:
    html = "".join(f"<p>{text}</p>" for text in _TOPIC) + "<p>Weather: rain</p>"
    marking = mark(html, CEDSTTF(radius=0))
    assert marking.trace["topic"].tolist() == [1, 1, 1, 1, 0]
    assert marking.trace["fusion"] == pytest.approx([0.95] * 4 + [0])
    assert marking.trace["topic_weight"].tolist() == [4]
    assert len(kept(read_page(html), CEDSTTF(radius=0))) == 4
    assert "cluster" not in marking.trace


def test_all_texts_are_kept_if_no_threshold_divides_them() -> None:
    assert kept(read_page("<p>One text of four.</p>"), CEDST()) == ["One text of four."]
    assert kept(read_page("<p>Alpha beta</p><p>Gamma delta</p>"), CEDSTTF()) == ["Alpha beta", "Gamma delta"]


def test_chinese_words_by_dictionary() -> None:
    pytest.importorskip("icu4py")
    html = "".join(
        f"<p>{text}</p>" for text in ("政府公布经济政策。", "经济学家批评政府。", "政府说经济很好。", "天气晴朗。")
    )
    marking = mark(html, CEDST())
    assert marking.notes == ()
    assert marking.trace["topic"].tolist() == [1, 1, 1, 0]
