"""Mozilla Readability's test pages: what is read, and what may be missing."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "readability")
    assert (corpus.name, corpus.includes) == ("readability", Includes())
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="ferry",
            corpus="readability",
            lang="en",
            title=script.FERRY_TITLE,
            date=dt.date(2024, 10, 1),
            text="\n".join([script.FERRY_TITLE, *script.FERRY]),
            extra={
                "byline": "By Ada Moller",
                "lang": "en-GB",
                "excerpt": script.FERRY[0],
                "siteName": "The Sound Courier",
                "readerable": True,
            },
        ),
        Gold(
            id="silent",
            corpus="readability",
            title="News",
            text="",
            extra={"publishedTime": "yesterday", "readerable": False},
        ),
    ]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"ferry/expected.html": None}, r"ferry/expected\.html: No such file"),
        ({"ferry/expected.html": "%PDF-1.4"}, r"ferry/expected\.html: not an HTML page"),
        ({"ferry/expected-metadata.json": "{\n]"}, r"ferry/expected-metadata\.json:2: not JSON"),
        ({"ferry/expected-metadata.json": '{"title": 1}'}, r"expected-metadata\.json: 'title' must be a string"),
        ({"ferry/expected-metadata.json": '{"publishedTime": 1}'}, "'publishedTime' must be a string"),
    ],
)
def test_a_defect_is_named(spoil: Spoil, files: dict[str, str | None], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("readability", files))
