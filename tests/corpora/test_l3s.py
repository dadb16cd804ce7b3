"""L3S-GN1: labels become texts, and the mapping of names to URLs is checked."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from tests.corpora.conftest import Spoil

NAME = "01234567-89ab-cdef-0123-456789abcdef"


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "l3s")
    assert (corpus.name, corpus.includes) == ("l3s", Includes(title=True, captions=False, comments=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id=NAME,
            corpus="l3s",
            url="http://www.courier.example/ferry",
            site="courier.example",
            lang="en",
            title=script.FERRY_TITLE,
            text="\n".join([script.FERRY_TITLE, *script.FERRY[:3]]),
            core="\n".join(script.FERRY[:3]),
            supplemental="The ferry in 1952",
            comments=("What a pity.", "At last!"),
            extra={"related": ["New trains in summer"]},
        )
    ]


@pytest.mark.parametrize(
    ("html", "core"),
    [
        ('<p class="x-nc-sel2">one</p><p>two</p>', "one"),
        ('<p><i class="x-nc-sel2">one</i><i class="x-nc-sel2">two</i>', "onetwo"),
        ('<p><i class="x-nc-sel2">one</i> <i class="x-nc-sel2">two</i>', "one two"),
        ('<p class="x-nc-sel2">one<br>two', "one\ntwo"),
        ('<div class="x-nc-sel2">one <b class="x-nc-sel0">two</b> three</div>', "one three"),
        ('<p class="a x-nc-sel2 b">one</p><p class="x-nc-sel20">two</p><p class="not-x-nc-sel2">three</p>', "one"),
        ('<p class="x-nc-sel2" style="display: none">one</p>', "one"),
        ('<p class="x-nc-sel2"> \n </p>', ""),
    ],
)
def test_a_text_belongs_to_the_nearest_label(spoil: Spoil, html: str, core: str) -> None:
    gold = open_corpora(spoil("l3s", {f"annotated/{NAME}.html": html}))[0].samples[0].gold
    assert (gold.core, gold.text, gold.title) == (core, core, None)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (
            {"url-mapping.txt": "\nhttp://a.example/\n"},
            r"url-mapping\.txt:2: expected '<urn:uuid:...>' and a URL",
        ),
        ({f"annotated/{NAME}.html": "%PDF-1.4"}, rf"annotated/{NAME}\.html: not an HTML page"),
    ],
)
def test_a_defect_is_named(spoil: Spoil, files: dict[str, str], message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil("l3s", files))
