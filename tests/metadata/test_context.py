"""Folded words of a page's body equal those of its texts, in many scripts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.facts import Facts
from broadsheet.facts.texts import ascii_, fold, unspaced_words, words
from broadsheet.metadata.context import Context
from broadsheet.page import read_page

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
    return frozenset(word for word in candidates if f" {word} " in context.body_words)


@given(TEXTS)
def test_words_of_the_body_are_those_of_its_texts(texts: list[str]) -> None:
    long = "a line of the body, long enough to be one where nothing says which these are: " * 2
    page = read_page("".join(f"<p>{long}{text}</p>" for text in ["", *texts]))
    context = Context(Facts(page))
    own = frozenset().union(*[words(long + text) for text in texts])
    assert said(context, own) == own
    assert not said(context, frozenset(words("Nowhere " + " ".join(texts))) - own)
    assert not said(context, frozenset(word[1:] for word in own if len(word) > 1) - own)


def test_words_of_many_scripts_are_folded() -> None:
    page = read_page("".join(f"<p>{'Das Maß der Straße, été и Щедрость — 漢字 ½. ' * 4}</p>" for _ in range(3)))
    expected = frozenset({"mass", "strasse", "été", "щедрость", "漢字", "1", "2"})
    assert said(Context(Facts(page)), expected | {"maß", "Das", "tras"}) == expected


def test_each_letter_is_folded_as_in_a_word() -> None:
    letters = [chr(point) for point in range(32, 0x2400) if not unicodedata.category(chr(point)).startswith("C")]
    page = read_page("".join(f"<p>{'x ' * 70}a{letter}b</p>" for letter in ["", *letters] if letter not in "<&"))
    texts = page.texts
    for begin in range(1, len(texts), 29):
        context = Context(Facts(page))
        context.body = [0, *range(begin, min(begin + 29, len(texts)))]
        own = frozenset().union(*[words(texts[at]) for at in context.body[1:]])
        assert said(context, own | {"ab", "b"}) == own


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("हिन्दी में राष्ट्रपति", "हिन्दी में राष्ट्रपति"),
        ("বাংলা ভাষা।", "বাংলা ভাষা"),
        ("தமிழ் மொழி", "தமிழ் மொழி"),
        ("తెలుగు వార్త", "తెలుగు వార్త"),
        ("සිංහල පුවත්", "සිංහල පුවත්"),
        ("ข่าวด่วน", "ข่าวด่วน"),
        ("ខ្មែរ ថ្មី", "ខ្មែរ ថ្មី"),
        ("မြန်မာ", "မြန်မာ"),
        ("བོད་ཡིག", "བོད ཡིག"),
        ("שָׁלוֹם עוֹלָם", "שלום עולם"),
        ("مُحَمَّدٌ محـــمد", "محمد محمد"),
        ("می\u200cخواهم", "میخواهم"),
        (unicodedata.normalize("NFD", "Tiếng Việt"), "tiếng việt"),
        (unicodedata.normalize("NFD", "한국어 뉴스"), "한국어 뉴스"),
        ("ﾊﾝｶｸ、新聞", "ハンカク 新聞"),
        ("አማርኛ፡ነው።", "አማርኛ ነው"),
        ("Ինչո՞ւ այսօր", "ինչու այսօր"),
        ("İSTANBUL ẹ́kọ́", "istanbul ẹkọ"),
        ("Brü\u00adcke", "brücke"),
        ("👨\u200d👩\u200d👧 at home", "at home"),
    ],
)
def test_words_of_many_scripts_are_whole(text: str, expected: str) -> None:
    assert words(text) == expected.split()
    assert fold(text) == expected.replace(" ", "")


def test_optional_characters_do_not_split_words_of_the_body() -> None:
    line = "a line of the body, long enough to be one where nothing says which these are: " * 2
    page = read_page(
        "".join(f"<p>{line}{word}</p>" for word in ("one", "brü\u00adcke", "محـمد", "می\u200cخواهم", "पुल की"))
    )
    own = frozenset({"brücke", "محمد", "میخواهم", "पुल", "की"})
    assert said(Context(Facts(page)), own | {"brü", "cke", "प", "क"}) == own


def test_words_without_spaces_are_counted_by_letters() -> None:
    assert unspaced_words("เริ่มซ่อมสะพานเก่ากลางเมืองเดือนหน้า") > 4
    assert unspaced_words("Bridge to be repaired") == 0


@pytest.mark.parametrize(
    ("word", "plain"), [("łódź", "lodz"), ("đường", "duong"), ("ışık", "isik"), ("größe", "grosse"), ("पुल", "पुल")]
)
def test_words_as_addresses_spell_them(word: str, plain: str) -> None:
    assert ascii_(word) == plain
