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


def said(context: Context, candidates: frozenset[str]) -> frozenset[str]:
    """Those of some words that the body's beginning has."""
    return frozenset(filter(context.says_in_body, candidates))


@given(TEXTS)
def test_words_of_the_body_are_those_of_its_texts(texts: list[str]) -> None:
    long = "a line of the body, long enough to be one where nothing says which these are: " * 2
    page = read_page("".join(f"<p>{long}{text}</p>" for text in ["", *texts]))
    context = Context(page, read_structured(page))
    own = frozenset().union(*[words(long + text) for text in texts])
    assert said(context, own) == own
    assert not said(context, frozenset(words("Nowhere " + " ".join(texts))) - own)
    assert not said(context, frozenset(word[1:] for word in own if len(word) > 1) - own)


def test_without_the_kernel_they_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "".join(f"<p>{'Das Maß der Straße, été и Щедрость — 漢字 ½. ' * 4}</p>" for _ in range(3))
    for mapped in (kernel.mapped, lambda *_: None):
        monkeypatch.setattr(kernel, "mapped", mapped)
        page = read_page(html)
        expected = frozenset({"mass", "strasse", "été", "щедрость", "漢字", "1", "2"})
        assert said(Context(page, read_structured(page)), expected | {"maß", "Das", "tras"}) == expected


def test_each_letter_is_folded_as_in_a_word() -> None:
    letters = [chr(point) for point in range(32, 0x2400) if not unicodedata.category(chr(point)).startswith("C")]
    page = read_page("".join(f"<p>{'x ' * 70}a{letter}b</p>" for letter in ["", *letters] if letter not in "<&"))
    texts = page.texts
    for begin in range(1, len(texts), 29):
        context = Context(page, read_structured(page))
        context.body = [0, *range(begin, min(begin + 29, len(texts)))]
        own = frozenset().union(*[words(texts[at]) for at in context.body[1:]])
        assert said(context, own | {"ab", "b"}) == own
