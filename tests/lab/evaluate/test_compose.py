"""The headline in front: where, and where not."""

from __future__ import annotations

import pytest

from broadsheet.lab.corpora import Gold, Includes
from broadsheet.lab.evaluate.conventions import begins_with, compose, headline

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


@pytest.mark.parametrize("read", [TITLE, f"Courier | News | {TITLE.upper()}"])
def test_the_headline_is_a_line_of_the_gold_text(read: str) -> None:
    page = gold(f"1 October 2024\n{TITLE}!\n{BODY}")
    assert headline(page, Includes(title=True), read) == headline(page, Includes(), read) == f"{TITLE}!"


def test_the_headline_of_the_corpus_comes_first() -> None:
    page = gold(f"{TITLE}\nFerry ends\n{BODY}", title="Ferry ends")
    assert headline(page, Includes(), TITLE) == "Ferry ends"
    assert headline(gold(page.text, title="Something else entirely"), Includes(), TITLE) == TITLE
