"""Lines that say who wrote a text, or when, and nothing else."""

from __future__ import annotations

import pytest

from broadsheet.metadata.written.bylines import is_byline, is_signature
from broadsheet.metadata.written.labels import is_label
from broadsheet.metadata.written.tasks import begins_with_label, label_of_writers


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1984",
        "Ada Lovelace",
        "By now the bridge was open",
        "By Ada Lovelace we were told that it would open",
        "By Ada Lovelace, who was there.",
        "By John Smith and the bridge that fell",
        "By Paris, London and Rome",
        "Par exemple Paul Martin",
        "Von Anfang an war klar",
        "On January 2, 2008 the bridge was opened",
        "Berlin, 3. Mai 2021: die Brücke ist offen",
        "Copyright 2021",
        "1. Ada Lovelace, January 2, 2008",
        "Ada Lovelace read for 4 min",
        "By noon on May 12, 2026",
        "Everything changed on May 12, 2026",
        "2 comments",
        "30 minutes",
        "May 12, 2026, and by then the bridge was open",
        "The Well Quiz was won on May 12, 2026 by somebody else",
        f"By Ada Lovelace {'and Charles Babbage ' * 8}",
    ],
)
def test_other_lines(line: str) -> None:
    assert not is_byline(line, "de")
    assert not is_byline(line)


@pytest.mark.parametrize(
    "line",
    [
        "Ada Lovelace, President",
        "Ada Lovelace reporter’s notebook",
        "Ada Lovelace is a correspondent in Rome",
        "Reporter Ada Lovelace went to Rome",
        "Staff Writer",
        "Our Rome correspondent",
        "The Last Reporter",
        "Ask the Editor",
        "By Ada Lovelace’s account the ferry was late",
        "By law on May 12, 2026",
        "By early May 2026",
        "Posted by mistake",
        "Written by hand",
        "Von Mai bis Juni 2026",
    ],
)
def test_what_only_begins_as_such_lines_do(line: str) -> None:
    assert not is_byline(line, "en")
    assert not is_byline(line)


def test_what_stands_behind_the_first_name_in_a_byline() -> None:
    assert is_byline("By Ada Lovelace, Northgate", "en")
    assert not is_byline("By Ada Lovelace, wearily", "en")


def test_one_word_in_front_of_what_was_done_is_a_label() -> None:
    assert is_label("exclusively published on ")
    assert not is_label("accounts exclusively published on ")


def test_labels_of_texts_and_of_tasks() -> None:
    assert label_of_writers("Text and photos by Ada Lovelace")
    assert not label_of_writers("Text and nothing by Ada Lovelace")
    assert begins_with_label("Foto: Eva Malá")
    assert not begins_with_label("Photos by Ada Lovelace: the pier")


def test_a_first_name_that_introduces_names_elsewhere_signs_as_a_whole() -> None:
    assert is_signature("Text: Per Lindgren", ["Per Lindgren"])
    assert not is_signature("Text: Per Lindgren", ["Ada Lovelace"])


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("12 mars 2024 | Marie Curie", "fr"),
        ("12.03.2024 - Marie Curie", None),
        ("March 12, 2024 · Marie Curie", None),
        ("2024年3月12日, Marie Curie", "zh"),
    ],
)
def test_authors_sign_behind_the_day_too(line: str, language: str | None) -> None:
    assert is_signature(line, ["Marie Curie"], language)
    assert not is_signature(f"{line} and Ada Lovelace", ["Marie Curie"], language)


def test_a_name_behind_a_date_needs_a_mark_between() -> None:
    assert is_byline("12 mars 2024 | Marie Curie", "fr")
    assert is_byline("12 mars 2024 – Marie Curie", "fr")
    assert not is_byline("12 mars 2024, Marie Curie", "fr")
