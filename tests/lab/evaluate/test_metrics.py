"""The metrics: by hand, beside plain definitions, and by their properties; and the nodes that a text consists of."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.lab.evaluate.metrics import (
    Found,
    Interval,
    Overlap,
    found_segments,
    interval,
    overlap,
    segment_scores,
    shingle_scores,
    shingles,
)
from broadsheet.lab.evaluate.papers import (
    Confusion,
    NodeMarks,
    Papers,
    bag_of_words,
    confusion,
    edit_distance,
    in_order,
    line_sets,
    node_scores,
    paper_scores,
    sizes,
)
from broadsheet.lab.evaluate.words import label_nodes, node_words, tokens

texts = st.text(alphabet="ab 中", max_size=40)


def compare(gold: str, output: str) -> Overlap:
    return overlap(shingles(gold), shingles(output))


def lines(gold: str, output: str) -> Overlap:
    return line_sets(gold.split("|"), output.split("|"))


@pytest.mark.parametrize(
    ("metric", "gold", "output", "expected", "scores"),
    [
        # gold: abcd bcde; output: bcde cdef defg. One in both, two extra, one missed, of four.
        (compare, "a b c d e", "b c d e f g", Overlap(0.25, 0.5, 0.25), (1 / 3, 1 / 2, 2 / 5)),
        (compare, "", "", Overlap(0, 0, 0), (1, 1, 1)),
        (compare, "", "a b", Overlap(0, 1, 0), (0, 0, 0)),
        (compare, "a b", "", Overlap(0, 0, 1), (0, 0, 0)),
        (compare, "a b", "a b", Overlap(1, 0, 0), (1, 1, 1)),
        (bag_of_words, "a a b c", "c a x", Overlap(2, 1, 2), (2 / 3, 2 / 4, 4 / 7)),
        (bag_of_words, "a b c d", "c d a b x", Overlap(4, 1, 0), (4 / 5, 1, 8 / 9)),
        # The longest common subsequence is two words long.
        (in_order, "a b c d", "c d a b x", Overlap(2, 3, 2), (2 / 5, 2 / 4, 4 / 9)),
        (lines, "a|b|c|d", "a|b|x", Overlap(2, 1, 2), (2 / 3, 2 / 4, 4 / 7)),
        (lines, "the  ferry|the ferry| ", " the ferry\t|", Overlap(1, 0, 0), (1, 1, 1)),
    ],
)
def test_overlaps_by_hand(
    metric: Callable[[str, str], Overlap], gold: str, output: str, expected: Overlap, scores: tuple[float, ...]
) -> None:
    found = metric(gold, output)
    assert found == expected
    assert found.scores == pytest.approx(scores)


def test_scores_are_means_and_f1_is_of_the_means() -> None:
    pages = [
        Overlap(0.25, 0.5, 0.25),  # precision 1/3, recall 1/2, F1 2/5
        Overlap(1.0, 0.0, 0.0),  # 1, 1, 1
        Overlap(0.0, 0.0, 1.0),  # no output: no precision, recall 0, F1 0
        Overlap(0.0, 1.0, 0.0),  # no gold text: precision 0, no recall, F1 0
        Overlap(0.0, 0.0, 0.0),  # nothing to find and nothing found: F1 1
    ]
    scores, _ = shingle_scores(pages)
    precision, recall = (1 / 3 + 1 + 0) / 3, (1 / 2 + 1 + 0) / 3
    assert (scores.pages, scores.precision, scores.recall) == (5, pytest.approx(precision), pytest.approx(recall))
    assert scores.f1 == pytest.approx(2 * precision * recall / (precision + recall))
    assert scores.page_f1 == pytest.approx((2 / 5 + 1 + 0 + 0 + 1) / 5)


def benchmark(pairs: list[tuple[str, str]]) -> tuple[float, float, float]:
    """The definition of Scrapinghub's benchmark, written as plainly as it can be."""

    def count(text: str) -> Counter[tuple[str, ...]]:
        found = tokens(text)
        runs = (tuple(found[at : at + 4]) for at in range(max(1, len(found) - 3)))
        return Counter(run for run in runs if run)

    precisions, recalls = [], []
    for gold, output in pairs:
        wanted, got = count(gold), count(output)
        both = (wanted & got).total()
        if got:
            precisions.append(both / got.total())
        if wanted:
            recalls.append(both / wanted.total())
    precision = sum(precisions) / len(precisions) if precisions else 0
    recall = sum(recalls) / len(recalls) if recalls else 0
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0


@given(st.lists(st.tuples(texts, texts), max_size=8), st.integers(0, 5))
def test_scores_are_those_of_the_benchmark_bounded_and_repeatable(pairs: list[tuple[str, str]], seed: int) -> None:
    pages = [compare(gold, output) for gold, output in pairs]
    scores, _ = shingle_scores(pages, seed=seed)
    assert (scores.precision, scores.recall, scores.f1) == pytest.approx(benchmark(pairs))
    assert all(0 <= value <= 1 + 1e-9 for value in scores[1:])
    assert scores == shingle_scores(pages, seed=seed)[0]


def test_segments_by_hand() -> None:
    output = "The  harbour\nboard said on Tuesday. Share this story"
    found = found_segments(output, ["harbour board said", "on Monday", " on\tTuesday. "], ["Share this", "Subscribe"])
    assert found == Found(wanted=2, unwanted=1, missed=1, absent=1)
    # Invisible characters do not matter.
    assert found_segments("The coun\xadcil agreed.", ["council\u200b agreed"], []) == (1, 0, 0, 0)
    assert (Found(2, 1, 1, 0).accuracy, Found(0, 0, 0, 0).accuracy) == (0.5, 1)


def test_segment_scores_count_all_segments_together() -> None:
    # tp 4, fp 1, fn 1, tn 4 in all; the mean over the pages would be another figure.
    scores, _ = segment_scores([Found(3, 0, 0, 3), Found(1, 1, 1, 1)])
    assert scores[:5] == pytest.approx((2, 4 / 5, 4 / 5, 8 / 10, 8 / 10))
    assert 0 < scores.f1_error < 0.5


def test_the_interval_has_95_percent_of_the_samples() -> None:
    assert interval(np.arange(1001, dtype=np.float64)) == Interval(25, 975)


@pytest.mark.parametrize(
    ("gold", "output", "distance"),
    [
        ("", "", 0),
        ("ferry", "", 5),
        ("ferry", "fery", 1),
        ("cat", "cut", 2),  # a substitution is two operations
        ("cat", "act", 2),
        ("a\n\n b", " a b ", 0),
        ("茶馆", "茶楼", 2),
    ],
)
def test_edit_distance_by_hand(gold: str, output: str, distance: int) -> None:
    assert edit_distance(gold, output) == distance


GOLD = np.array([True, True, True, False, False, False, False, False])
OUTPUT = np.array([True, True, False, True, False, False, False, False])


def test_averages_of_nodes_are_over_the_two_classes_and_all_pages() -> None:
    scores = micro_, macro_, positive = node_scores([confusion(GOLD, OUTPUT)])
    assert positive == pytest.approx((2 / 3, 2 / 3, 2 / 3))
    # The other class: four of the five that the output leaves out are rightly so, and four of the five there are.
    assert macro_ == pytest.approx(((2 / 3 + 4 / 5) / 2,) * 3)
    assert micro_ == pytest.approx((6 / 8,) * 3)
    assert node_scores([Confusion(1, 0, 1, 2), Confusion(1, 1, 0, 2)]) == scores


def test_eq_13_weighs_nodes_by_their_words() -> None:
    page = sizes(GOLD, OUTPUT, np.array([10, 20, 30, 40, 1, 1, 1, 1], dtype=np.int32))
    # P = (10 + 20) / (10 + 20 + 40), R = (10 + 20) / (10 + 20 + 30).
    assert page == Overlap(both=30, extra=40, missed=30)
    assert page.scores == pytest.approx((30 / 70, 30 / 60, 60 / 130))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("--- !", []),
        ("Don't panic, 42 times", ["Don", "t", "panic", "42", "times"]),
        ("snake_case É", ["snake_case", "É"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("日本語のABC、x1です", ["日", "本", "語", "の", "ABC", "x1", "で", "す"]),
        ("カーテン々", ["カ", "ー", "テ", "ン", "々"]),
        ("a𠮷b", ["a", "𠮷", "b"]),
        ("Bu\u0308cher", ["Bücher"]),
        ("Recht\u00adschrei\u00adbung, zero\u200bwidth\ufeff", ["Rechtschreibung", "zerowidth"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@given(st.text(alphabet=st.characters(max_codepoint=0x2E7F)))
def test_without_cjk_and_invisible_characters_tokens_are_those_of_the_benchmark(text: str) -> None:
    text = unicodedata.normalize("NFC", text.translate(dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))))
    assert tokens(text) == re.findall(r"\w+", text)


LONG, SHORT = Overlap(8, 2, 0), Overlap(1, 0, 3)
PAGES = [
    Papers(LONG, LONG, LONG, 10, NodeMarks(Confusion(2, 1, 1, 4), LONG, SHORT)),
    Papers(SHORT, SHORT, SHORT, 25, None),
]


def test_scores_are_aggregated_as_in_the_papers() -> None:
    scores = paper_scores(PAGES)
    mean = (16 / 18 + 2 / 5) / 2
    assert (scores["words_f1"], scores["folded_f1"], scores["ordered_f1"]) == pytest.approx((mean,) * 3)
    assert (scores["words_precision"], scores["words_recall"]) == pytest.approx((0.9, 0.625))
    assert scores["words_micro_f1"] == pytest.approx(18 / 23)
    assert scores["edits"] == 17.5
    # Of the one page that could be parsed.
    assert scores["nodes_micro_f1"] == pytest.approx(6 / 8)
    assert scores["nodes_macro_f1"] == pytest.approx((2 / 3 + 4 / 5) / 2)
    assert (scores["sizes_f1"], scores["lines_f1"]) == pytest.approx((16 / 18, 2 / 5))


MENU = ["The", "News", "of the day", "Sport"]
FIRST, LINK, REST = "The old ferry across the ", "sound", " will stop running in October."
SECOND = "A bridge has taken the passengers of the boat."
PAGE = [*MENU, FIRST, LINK, REST, "Share this", SECOND, "The end of the page"]
LONG_NODE = "one two three four five six seven eight"


@pytest.mark.parametrize(
    ("nodes", "text", "labelled"),
    [
        (PAGE, f"{FIRST}{LINK}{REST}\n{SECOND}", [FIRST, LINK, REST, SECOND]),  # across nodes and lines
        (PAGE, SECOND, [SECOND]),  # and not the same small words in the menu
        ([LONG_NODE], "one two three four", [LONG_NODE]),  # half a node is enough
        ([LONG_NODE], "one two three", []),
        ([SECOND, "Share this", SECOND], SECOND, [SECOND]),  # once, though it stands there twice
        ([SECOND, FIRST, SECOND], f"{SECOND} {FIRST} {SECOND}", [SECOND, FIRST, SECOND]),
    ],
)
def test_nodes_of_a_text_are_labelled(nodes: list[str], text: str, labelled: list[str]) -> None:
    labels = label_nodes(node_words(nodes), text)
    assert (labels.shape, labels.dtype) == ((len(nodes),), np.bool_)
    assert [node for node, label in zip(nodes, labels.tolist(), strict=True) if label] == labelled


@given(st.lists(st.text(alphabet="ab 中", max_size=12), max_size=8))
def test_a_page_matches_its_own_text(nodes: list[str]) -> None:
    words = node_words(nodes)
    assert label_nodes(words, "\n".join(nodes)).tolist() == [count > 0 for count in words.count.tolist()]
