from __future__ import annotations

import re
import unicodedata
from html import escape

import pytest

from broadsheet.page import characters, tags
from broadsheet.page.parse import parse


def test_normal_forms_leave_long_runs_of_marks_alone() -> None:
    marks = "\u0301\u0327"
    assert characters.normal_form("NFC", "Cafe\u0301 " + "e" + marks * 15) == unicodedata.normalize(
        "NFC", "Cafe\u0301 " + "e" + marks * 15
    )
    assert characters.normal_form("NFC", "Cafe\u0301 e" + marks * 16 + " o\u0308") == "Café e" + marks * 16 + " ö"
    assert characters.normal_form("NFKD", "\ufb01\u00e9" + "x" * 40) == "fie\u0301" + "x" * 40


def counts(*pieces: str) -> list[tuple[int, int, int]]:
    """What the engine counts in each text."""
    tree = parse("".join(f"<p>{escape(piece)}</p>" for piece in pieces).encode())
    out = [(0, 0, 0)] * len(pieces)
    for row in (tree.tag == tags.TEXT).nonzero()[0].tolist():
        number = int((tree.tag[:row] == tags.IDS["p"]).sum()) - 1
        out[number] = (int(tree.chars[row]), int(tree.words[row]), int(tree.punct[row]))
    return out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (0, 0, 0)),
        (" \n\t ", (0, 0, 0)),
        ("one", (3, 1, 0)),
        ("  Hello,\n  world! ", (13, 2, 2)),
        ("non\u00a0breaking", (12, 2, 0)),
        ("don't stop", (10, 2, 1)),
        ("天气很好。", (5, 4, 1)),
        ("天气 很好", (5, 4, 0)),
        ("东京2020年", (7, 4, 0)),  # three Han characters and a number
        ("東京タワーへ行く。", (9, 8, 1)),
        ("한국어 단어", (6, 2, 0)),  # Korean separates words by spaces
        ("السلام عليكم، مرحبا", (19, 3, 1)),  # right to left, Arabic comma
        ("שלום עולם.", (10, 2, 1)),
        ("𠮷野家", (3, 3, 0)),  # a Han character beyond the basic plane
        ("a👍b", (3, 1, 0)),
        ("„Zitat“ – ja", (12, 3, 3)),
    ],
)
def test_counts_of_one_text(text: str, expected: tuple[int, int, int]) -> None:
    assert counts(text) == [expected]


def test_marks_are_signs_or_optional_and_separators_are_neither() -> None:
    sign, optional = re.compile(f"[{characters.SIGNS}]"), re.compile(f"[{characters.OPTIONAL}]")
    for letter in map(chr, range(0x10000)):
        category = unicodedata.category(letter)
        found = (sign.match(letter) is not None) + (optional.match(letter) is not None)
        assert found == 1 or not category.startswith("M"), hex(ord(letter))
        assert found <= 1, hex(ord(letter))
        # Three marks of Armenian stand inside a word, on its vowel.
        assert not found or category[0] not in "PSZ" or letter in "\u055b\u055c\u055e", hex(ord(letter))
