"""What the page's words are: the same, however they are read."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.metadata.context import Context, words
from broadsheet.metadata.structured import read_structured
from broadsheet.page import kernel, read_page

TEXTS = st.lists(
    st.text(
        st.characters(exclude_characters="<&", exclude_categories=["Cc", "Cs"])
        | st.sampled_from("aBß ´½é’\u0301\u1112\u1161Щ"),
        min_size=1,
        max_size=12,
    ),
    max_size=6,
)


@given(TEXTS)
def test_words_of_the_body_are_those_of_its_texts(texts: list[str]) -> None:
    long = "a line of the body, long enough to be one where nothing says which these are: " * 2
    page = read_page("".join(f"<p>{long}{text}</p>" for text in ["", *texts]))
    context = Context(page, read_structured(page))
    assert context.body_words == frozenset().union(*[words(long + text) for text in texts])


def test_without_the_kernel_they_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "".join(f"<p>{'Das Maß der Straße, été и Щедрость — 漢字 ½. ' * 4}</p>" for _ in range(3))
    found = []
    for mapped in (kernel.mapped, lambda *_: None):
        monkeypatch.setattr(kernel, "mapped", mapped)
        page = read_page(html)
        found.append(Context(page, read_structured(page)).body_words)
    assert found[0] == found[1]
    assert {"mass", "strasse", "été", "щедрость", "漢字", "1", "2"} <= found[0]


def test_each_letter_is_folded_as_in_a_word() -> None:
    letters = [chr(point) for point in range(32, 0x2400) if not unicodedata.category(chr(point)).startswith("C")]
    html = "".join(f"<p>{'x ' * 70}a{letter}b</p>" for letter in ["", *letters] if letter not in "<&")
    page = read_page(html)
    texts = page.texts
    context = Context(page, read_structured(page))
    for begin in range(1, len(texts), 29):
        context.__dict__.pop("body_words", None)
        context.body = [0, *range(begin, min(begin + 29, len(texts)))]
        assert context.body_words == frozenset().union(*[words(texts[at]) for at in context.body[1:]])
