"""Dragnet's data: the separator, the encodings, the lists of the split."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "dragnet")
    assert (corpus.name, corpus.includes) == ("dragnet", Includes(comments=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="10",
            corpus="dragnet",
            text="\n".join([script.FERRY_TITLE, *script.FERRY]),
            comments=("What a pity.", "At last!"),
            extra={"split": "training"},
        ),
        Gold(id="11", corpus="dragnet", text="\n".join(script.MILL)),
    ]


@pytest.mark.parametrize(
    ("written", "text", "comments"),
    [
        (b"one\n\ntwo\n", "one\ntwo", ()),
        (b"one\r\n!@#$%^&*()  COMMENTS\r\ntwo\r\nthree", "one", ("two", "three")),
        (b"one !@#$%^&*() COMMENTS two", "one", ("two",)),
        (b"!@#$%^&*()  COMMENTS\n", "", ()),
        (b"!@#$%^&*() comments of a cartoon", "!@#$%^&*() comments of a cartoon", ()),
        (b"M\xfchle \x96 oder nicht", "Mühle – oder nicht", ()),
        (b"\xef\xbb\xbfM\xc3\xbchle", "Mühle", ()),
    ],
)
def test_what_follows_the_separator_are_comments(
    spoil: Spoil, written: bytes, text: str, comments: tuple[str, ...]
) -> None:
    (corpus,) = open_corpora(spoil("dragnet", {"Corrected/10.html.corrected.txt": written}))
    gold = corpus.samples[0].gold
    assert (gold.text, gold.comments) == (text, comments)
