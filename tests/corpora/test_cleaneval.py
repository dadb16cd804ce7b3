"""CleanEval and CleanPortalEval: their marks, their wrapper, their folders."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.corpora import Gold, Includes, open_corpora
from broadsheet.corpora.texts import marked_paragraphs

if TYPE_CHECKING:
    pass


def test_every_field_is_read(formats: Path, script: ModuleType) -> None:
    chinese, english = open_corpora(formats / "cleaneval")
    assert (english.name, english.includes) == ("cleaneval", Includes())
    assert [sample.gold for sample in english] == [
        Gold(
            id="1",
            corpus="cleaneval",
            url="http://news.courier.co.uk/ferry",
            site="courier.co.uk",
            lang="en",
            text="\n".join([script.FERRY_TITLE, *script.FERRY, "Home & garden", "3 < 4"]),
        ),
        # Without a line for the URL, it is the wrapper's.
        Gold(
            id="2",
            corpus="cleaneval",
            url="http://muehle.example/",
            site="muehle.example",
            lang="en",
            text="Die alte Mühle am Fluss\nohne Zeichen",
        ),
    ]
    assert (chinese.name, chinese.includes) == ("cleaneval-dev-zh", Includes())
    assert [sample.gold for sample in chinese] == [
        Gold(
            id="7",
            corpus="cleaneval-dev-zh",
            url="http://chaguan.example/",
            site="chaguan.example",
            lang="zh",
            text="\n".join(script.RIVER),
        )
    ]


def test_a_final_run_is_chinese_by_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "cleaneval-zh"
    for name in ("GoldStandard/1.txt", "finalrun-input/1.html"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_bytes("<p>河边的老茶馆".encode("gb18030"))
    (corpus,) = open_corpora(folder)
    gold = corpus.samples[0].gold
    assert (corpus.name, gold.lang, gold.text) == ("cleaneval-zh", "zh", "河边的老茶馆")


def test_portals_are_read_in_the_same_way(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "cleanportaleval")
    assert (corpus.name, corpus.includes) == ("cleanportaleval", Includes(title=True))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="courier.example_news_01",
            corpus="cleanportaleval",
            url="http://courier.example/news/ferry",
            site="courier.example",
            lang="en",
            text="\n".join([script.FERRY_TITLE, *script.FERRY]),
        )
    ]
    assert corpus.samples[0].text().strip() == script.FERRY_PAGE.strip()


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("<h>One\n<p>Two\n three\n<l>Four", "One\nTwo three\nFour"),
        ("<P> One </P>\n\n<p></p>", "One"),
        ("no mark\nat all\n\nand a second", "no mark at all\nand a second"),
        ("<p>Nuts&#8217; &amp; bolts", "Nuts’ & bolts"),
        ("<p>if a < b and <pre> stays", "if a < b and <pre> stays"),
        ("", ""),
    ],
)
def test_marks_begin_paragraphs(marked: str, text: str) -> None:
    assert marked_paragraphs(marked) == text


WORDS = st.lists(st.text("aÄß茶1.,;<>", min_size=1, max_size=4), min_size=1, max_size=4).map(" ".join)


@given(st.lists(WORDS, max_size=6), st.sampled_from("hpl"))
def test_what_is_marked_up_comes_back(paragraphs: list[str], mark: str) -> None:
    assert marked_paragraphs("".join(f"<{mark}>{text}\n" for text in paragraphs)) == "\n".join(paragraphs)
