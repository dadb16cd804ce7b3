"""The headline in front: where, and where not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.corpora import Gold, Includes
from broadsheet.evaluate.compose import begins_with, compose, headline

TITLE = "Last trip for the old ferry"
BODY = "The old ferry across the sound will stop running.\nA bridge has taken the passengers."


def gold(text: str | None, title: str | None = None) -> Gold:
    return Gold(id="1", corpus="c", text=text, title=title)


@pytest.mark.parametrize(
    "text",
    [
        f"{TITLE}\n{BODY}",
        f"LAST TRIP FOR THE OLD FERRY!\n{BODY}",
        f"News\n\n  Tuesday\n{TITLE} - Courier\n{BODY}",
        f"The Sound Courier | News | {TITLE}\n{BODY}",
        f"Last trip for old ferry\n{BODY}",
        f"{TITLE} {BODY}".replace("\n", " "),
        f"News | Islands | {TITLE} By Ada Moller {BODY}",
        TITLE,
    ],
)
def test_a_headline_is_seen(text: str) -> None:
    assert begins_with(text, TITLE)
    assert compose(text, TITLE) == text


@pytest.mark.parametrize("text", [BODY, f"{BODY * 30}\n{TITLE}", "Old ferry", "x\n" * 9 + BODY])
def test_a_headline_is_missed(text: str) -> None:
    assert not begins_with(text, TITLE)
    assert compose(text, TITLE) == f"{TITLE}\n{text}"


def test_chinese_headlines() -> None:
    assert begins_with("河边的老茶馆\n星期二清晨,河边的老茶馆重新开门。", "河边的老茶馆")
    assert not begins_with("星期二清晨,老茶馆重新开门。", "河边的老茶馆")


@pytest.mark.parametrize("nothing", ["", " \n "])
def test_an_empty_output_stays_empty(nothing: str) -> None:
    assert compose(nothing, TITLE) == nothing


def test_a_headline_without_words_is_never_added() -> None:
    assert compose(BODY, "***") == BODY


@given(st.text(max_size=60), st.text(max_size=60))
def test_composing_twice_is_composing_once(output: str, title: str) -> None:
    once = compose(output, title)
    assert compose(once, title) == once
    assert once.endswith(output)


@pytest.mark.parametrize("read", [TITLE, f"Courier | News | {TITLE.upper()}"])
def test_the_headline_is_a_line_of_the_gold_text(read: str) -> None:
    page = gold(f"1 October 2024\n{TITLE}!\n{BODY}")
    assert headline(page, Includes(title=True), read) == headline(page, Includes(), read) == f"{TITLE}!"


def test_the_headline_of_the_corpus_comes_first() -> None:
    page = gold(f"{TITLE}\nFerry ends\n{BODY}", title="Ferry ends")
    assert headline(page, Includes(), TITLE) == "Ferry ends"
    assert headline(gold(page.text, title="Something else entirely"), Includes(), TITLE) == TITLE


@pytest.mark.parametrize(
    ("includes", "text", "read"),
    [
        (Includes(title=False), f"{TITLE}\n{BODY}", TITLE),
        (Includes(title=True), BODY, TITLE),
        (Includes(title=True), f"{TITLE}\n{BODY}", None),
        (Includes(title=True), f"{TITLE}\n{BODY}", "Bookmark with:"),
        (Includes(title=True), f"{TITLE}\n{BODY}", "***"),
        (Includes(title=True), f"{TITLE}\n{BODY}", "ferry"),
        (Includes(title=True), "", TITLE),
        (Includes(title=True), None, TITLE),
    ],
)
def test_pages_without_a_headline_to_add(includes: Includes, text: str | None, read: str | None) -> None:
    assert headline(gold(text), includes, read) is None
