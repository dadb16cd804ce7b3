"""Words in a text: as many as a search for each of them finds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from broadsheet.identify.words import Words

WORDS = ("toc", "post", "post-body", "body", "订阅后", "会員限定", "in den warenkorb", "é à la carte", "river")


@given(
    st.lists(st.sampled_from([*WORDS, " ", "p", "posts", "iver", "-", "\ud800", "\U0001f600"]), max_size=12).map(
        "".join
    )
)
def test_each_word_is_counted_as_by_itself(text):
    assert Words(WORDS).counts(text) == {word: text.count(word) for word in WORDS if word in text}


def test_short_texts():
    assert Words(["post"]).counts("") == Words(["post"]).counts("pos") == {}
    assert Words(["post"]).counts("post") == {"post": 1}
