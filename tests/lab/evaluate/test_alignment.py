"""Which nodes a text is made of."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.lab.evaluate.words import label_nodes, node_words


def labelled(nodes: list[str], text: str) -> list[str]:
    labels = label_nodes(node_words(nodes), text)
    assert labels.shape == (len(nodes),)
    assert labels.dtype == np.bool_
    return [node for node, label in zip(nodes, labels.tolist(), strict=True) if label]


MENU = ["The", "News", "of the day", "Sport"]
FIRST, LINK, REST = "The old ferry across the ", "sound", " will stop running in October."
SECOND = "A bridge has taken the passengers of the boat."
PAGE = [*MENU, FIRST, LINK, REST, "Share this", SECOND, "The end of the page"]


def test_a_text_is_found_across_nodes_and_lines() -> None:
    text = f"{FIRST}{LINK}{REST}\n{SECOND}"
    assert labelled(PAGE, text) == [FIRST, LINK, REST, SECOND]


def test_small_words_of_a_menu_are_not_those_of_a_paragraph() -> None:
    assert labelled(PAGE, SECOND) == [SECOND]


def test_half_a_node_is_enough_and_less_is_not() -> None:
    long = "one two three four five six seven eight"
    assert labelled([long], "one two three four") == [long]
    assert labelled([long], "one two three") == []


def test_a_paragraph_that_stands_twice_is_labelled_once() -> None:
    assert labelled([SECOND, "Share this", SECOND], SECOND) == [SECOND]
    assert labelled([SECOND, FIRST, SECOND], f"{SECOND} {FIRST} {SECOND}") == [SECOND, FIRST, SECOND]


@given(st.lists(st.text(alphabet="ab 中", max_size=12), max_size=8))
def test_a_page_is_made_of_all_its_own_words(nodes: list[str]) -> None:
    words = node_words(nodes)
    assert label_nodes(words, "\n".join(nodes)).tolist() == [count > 0 for count in words.count.tolist()]
