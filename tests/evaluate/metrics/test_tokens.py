"""Tokens, by hand and beside the benchmark's pattern."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.evaluate.metrics import tokens
from broadsheet.evaluate.metrics.tokens import tokens_as_written


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


def test_as_they_are_written() -> None:
    assert tokens_as_written("Bu\u0308cher, Recht\u00adschreibung") == ["Bu", "cher", "Rechtschreibung"]
