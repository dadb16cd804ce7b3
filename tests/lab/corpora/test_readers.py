"""The readers of the public formats: what is read, and what each defect is called."""

from __future__ import annotations

import datetime as dt
import json
import shutil
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import Gold, Includes, open_corpora, recognise
from broadsheet.lab.corpora.reading import marked_paragraphs

if TYPE_CHECKING:
    from tests.lab.corpora.conftest import Spoil

WORDS = st.lists(st.text("aÄß茶1.,;<>", min_size=1, max_size=4), min_size=1, max_size=4).map(" ".join)
DANIEL = "20111103_www.news.courier.gr_0123456789abcdef"
CONVENTIONS = Includes(title=False, byline=False, captions=False, comments=False)
L3S = "01234567-89ab-cdef-0123-456789abcdef"
DEFECTS = [
    *(
        ("daniel", {"doc_lg.json": one}, message)
        for one, message in [
            ("Greek", r"doc_lg\.json:1: not JSON"),
            (f'{{"{DANIEL}": 1}}', rf"doc_lg\.json: '{DANIEL}' must be a string"),
        ]
    ),
    *(
        ("fundus", one, message)
        for one, message in [
            ({"gb/SoundCourier.json": None}, r"gb/SoundCourier\.json: No such file"),
            (
                {"gb/SoundCourier.json": '{"V1": {}, "V2": {}}'},
                r"SoundCourier\.json: 2 versions, but .*meta\.info has 1 p",
            ),
            ({"gb/SoundCourier.json": '{\n"First": {}}'}, r"SoundCourier\.json:2: 'First': expected a version"),
            ({"gb/SoundCourier.json": '{"V1": {"body": 1}}'}, "'V1': 'body' must be a JSON object"),
            (
                {"gb/SoundCourier.json": '{"V1": {"body": {"sections": [1]}}}'},
                "'sections' must be a list of JSON objects",
            ),
            ({"gb/SoundCourier.json": '{"V1": {"body": {"summary": "a"}}}'}, "'summary' must be a list of strings"),
            ({"gb/meta.info": '{"SoundCourier.html.gz": {"url": "u"}}'}, "'crawl_date' must be a string"),
        ]
    ),
    *(
        ("l3s", one, message)
        for one, message in [
            (
                {"url-mapping.txt": "\nhttp://a.example/\n"},
                r"url-mapping\.txt:2: expected '<urn:uuid:...>' and a URL",
            ),
            ({f"annotated/{L3S}.html": "%PDF-1.4"}, rf"annotated/{L3S}\.html: not an HTML page"),
        ]
    ),
    *(
        ("naeb", {"articles.json": f'{{\n"00ff": {one}}}'}, message)
        for one, message in [
            ('{"title": "t"}', r"articles\.json:2: '00ff': 'articleBody' must be a string"),
            ('{"articleBody": "", "authors": [1]}', r"articles\.json:2: '00ff': 'authors' must be a list of strings"),
            ('{"articleBody": "", "authors": 1}', r"articles\.json:2: '00ff': 'authors' must be a string"),
            ('{"articleBody": "", "date": 2024}', r"articles\.json:2: '00ff': 'date' must be a string"),
        ]
    ),
    *(
        ("readability", one, message)
        for one, message in [
            ({"ferry/expected.html": None}, r"ferry/expected\.html: No such file"),
            ({"ferry/expected.html": "%PDF-1.4"}, r"ferry/expected\.html: not an HTML page"),
            ({"ferry/expected-metadata.json": "{\n]"}, r"ferry/expected-metadata\.json:2: not JSON"),
            ({"ferry/expected-metadata.json": '{"title": 1}'}, r"expected-metadata\.json: 'title' must be a string"),
            ({"ferry/expected-metadata.json": '{"publishedTime": 1}'}, "'publishedTime' must be a string"),
        ]
    ),
    *(
        ("scrapinghub", {"ground-truth.json": one}, message)
        for one, message in [
            ("{", r"ground-truth\.json:1: not JSON"),
            ("[]", r"ground-truth\.json: expected a JSON object"),
            ('{\n"a1": []}', r"ground-truth\.json:2: 'a1': expected a JSON object"),
            ('{\n\n"a1": {"url": "x"}}', r"ground-truth\.json:3: 'a1': 'articleBody' must be a string"),
            ('{"a1": {"articleBody": "x", "url": 5}}', r"ground-truth\.json:1: 'a1': 'url' must be a string"),
            ('{"../a1": {"articleBody": "x"}}', "must not be empty or contain a path separator: '../a1'"),
            ('{"": {"articleBody": "x"}}', "must not be empty or contain a path separator: ''"),
            ("{}", "no page with a gold answer"),
            (b'{"a1":\n"\xff"}', r"ground-truth\.json:2: not UTF-8"),
            ("[" * 100_000, r"ground-truth\.json: not JSON"),
        ]
    ),
    *(
        ("trafilatura", {"evaldata.json": json.dumps({"u": one})}, message)
        for one, message in [
            ([], r"evaldata\.json:1: 'u': expected a JSON object"),
            ({"with": []}, r"evaldata\.json:1: 'u': 'file' must be a string"),
            ({"file": "muehle.example.html", "with": "a"}, "'with' must be a list of strings"),
            ({"file": "../evaldata.json"}, "must not be empty or contain a path separator"),
            ({"file": "gone.html"}, r"evaldata\.json:1: 'u': no such page .*cache/gone\.html"),
        ]
    ),
    *(
        ("wceb", {"ground-truth/cetd.jsonl": f"\n{one}\n"}, message)
        for one, message in [
            ("{", r"cetd\.jsonl:2: not a line of JSON"),
            ("5", r"cetd\.jsonl:2: expected a JSON object"),
            ('{"plaintext": "x"}', r"cetd\.jsonl:2: 'page_id' must be a string"),
            ('{"page_id": "aa"}', r"cetd\.jsonl:2: 'plaintext' must be a string"),
            ('{"page_id": "a/a", "plaintext": "x"}', r"cetd\.jsonl:2: a page id must not .*: 'a/a'"),
            ('{"page_id": "aa", "plaintext": "x"}\n{"page_id": "aa", "plaintext": "y"}', "two pages have the id 'aa'"),
        ]
    ),
    *(
        ("wcxb", {"dev/ground-truth/0001.json": json.dumps(one)}, message)
        for one, message in [
            ([], r"0001\.json: expected a JSON object"),
            ({"ground_truth": {"main_content": 1}}, r"0001\.json: 'ground_truth': 'main_content' must be a string"),
            ({"ground_truth": {"with": "a"}}, r"0001\.json: 'ground_truth': 'with' must be a list of strings"),
            ({"ground_truth": {}, "_internal": 1}, r"0001\.json: '_internal' must be a JSON object"),
            ({"ground_truth": {}, "_internal": {"page_type": 1}}, "'_internal': 'page_type' must be a JSON object"),
        ]
    ),
]
"""A format, files that are written anew in it, and what the error says."""


@pytest.mark.parametrize(("name", "files", "message"), DEFECTS)
def test_a_defect_is_named_with_its_place(
    spoil: Spoil, name: str, files: dict[str, str | bytes | None], message: str
) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil(name, files))


def test_every_field_of_cleaneval_is_read(formats: Path, script: ModuleType) -> None:
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


@given(st.lists(WORDS, max_size=6), st.sampled_from("hpl"))
def test_what_is_marked_up_comes_back(paragraphs: list[str], mark: str) -> None:
    assert marked_paragraphs("".join(f"<{mark}>{text}\n" for text in paragraphs)) == "\n".join(paragraphs)


def test_every_field_of_daniel_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "daniel")
    assert (corpus.name, corpus.includes) == ("daniel", Includes(title=True))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id=DANIEL,
            corpus="daniel",
            site="courier.gr",
            lang="el",
            text="\n".join([script.FERRY_TITLE, *script.FERRY]),
            extra={"found": "2011-11-03"},
        ),
        Gold(id="press_01_en.html", corpus="daniel", lang="en", text="Ferries & bridges"),
    ]


def test_every_field_of_dragnet_is_read(formats: Path, script: ModuleType) -> None:
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


def test_every_field_of_fundus_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "fundus")
    assert (corpus.name, corpus.includes) == ("fundus", CONVENTIONS)
    first, *others = script.MILL
    assert corpus.samples[0].gold == Gold(
        id="de-Muehlenbote_2023_05_01",
        corpus="fundus",
        url="https://muehle.example/rad",
        site="muehle.example",
        encoding="utf-8",
        title=script.MILL_TITLE,
        authors=("Ada Moller",),
        date=dt.date(2023, 4, 30),
        text="\n".join([first, "Was bleibt", *others]),
        extra={"topics": ["Handwerk"], "crawl_date": "2023-05-01 10:00:00", "country": "de", "version": "V1"},
    )


def test_versions_in_order_belong_to_pages_in_order(formats: Path) -> None:
    golds = [sample.gold for sample in open_corpora(formats / "fundus")[0]]
    assert [(gold.id, gold.extra["version"], gold.title) for gold in golds[:2]] == [
        ("de-Muehlenbote_2023_05_01", "V1", "Die Mühle dreht sich wieder"),
        ("de-Muehlenbote_2024_06_02", "V1_1", "Neue Lager"),
    ]


def test_the_evaluation_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "fundus-evaluation")
    assert (corpus.name, corpus.includes) == ("fundus-evaluation", Includes(comments=False))
    first, *others = script.FERRY
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="SoundCourier_0",
            corpus="fundus-evaluation",
            url="https://www.courier.example/ferry",
            site="courier.example",
            lang="en",
            encoding="utf-8",
            text="\n".join([first, "Read more about the sound.", *others]),
            extra={"crawl_date": "2024-10-02 08:00:00", "optional": ["Read more about the sound."]},
        )
    ]


@pytest.mark.parametrize(
    ("body", "text", "optional"),
    [(["[a]", "b"], "a\nb", ["a"]), (["[a] b", "[", "[]", ""], "[a] b\n[", [""]), ([], "", None)],
)
def test_a_paragraph_in_brackets_is_optional(
    spoil: Spoil, body: list[str], text: str, optional: list[str] | None
) -> None:
    truth = json.dumps({"SoundCourier_0": {"body": body}})
    gold = open_corpora(spoil("fundus-evaluation", {"ground_truth.json": truth}))[0].samples[0].gold
    assert (gold.text, gold.extra.get("optional")) == (text, optional)


def test_every_field_of_l3s_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "l3s")
    assert (corpus.name, corpus.includes) == ("l3s", Includes(title=True, captions=False, comments=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id=L3S,
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
    gold = open_corpora(spoil("l3s", {f"annotated/{L3S}.html": html}))[0].samples[0].gold
    assert (gold.core, gold.text, gold.title) == (core, core, None)


def test_every_field_of_naeb_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "naeb")
    assert (corpus.name, corpus.includes) == ("naeb", Includes(title=False, byline=False, captions=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="00ff",
            corpus="naeb",
            url="https://news.courier.example/ferry",
            site="courier.example",
            title=script.FERRY_TITLE,
            authors=("Ada Moller",),
            date=dt.date(2024, 10, 1),
            text="\n".join(script.FERRY),
            extra={"id": 1},
        ),
        Gold(
            id="11ee",
            corpus="naeb",
            url="https://muehle.example/rad",
            site="muehle.example",
            title=script.MILL_TITLE,
            authors=("Rune Dahl", "Ada Moller"),
            text="\n".join(script.MILL),
            extra={"id": 2},
        ),
    ]


def test_every_field_of_readability_is_read(formats: Path, script: ModuleType) -> None:
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


def test_every_field_of_scrapinghub_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "scrapinghub")
    assert (corpus.name, corpus.includes) == ("scrapinghub", Includes(comments=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="a1",
            corpus="scrapinghub",
            url="https://www.courier.example/ferry",
            site="courier.example",
            encoding="utf-8",
            text="\n".join(script.FERRY),
        ),
        Gold(id="b2", corpus="scrapinghub", encoding="utf-8", text=" ".join(script.MILL), extra={"note": "no URL"}),
    ]


def test_every_field_of_trafilatura_is_read(formats: Path, script: ModuleType) -> None:
    (corpus,) = open_corpora(formats / "trafilatura")
    assert (corpus.name, corpus.includes) == ("trafilatura", Includes(comments=False))
    assert [sample.gold for sample in corpus] == [
        Gold(
            id="courier.example.ferry",
            corpus="trafilatura",
            url="https://www.courier.example/ferry",
            site="courier.example",
            title=script.FERRY_TITLE,
            authors=("Ada Moller", "Rune Dahl, PhD"),
            date=dt.date(2024, 10, 1),
            with_=("stop running at the end", "work at the container terminal"),
            without=("New trains in summer",),
            comments=("What a pity.",),
            extra={"region": "GB"},
        ),
        Gold(
            id="muehle.example",
            corpus="trafilatura",
            url="https://muehle.example/rad",
            site="muehle.example",
            with_=("Die alte Mühle",),
            without=("Impressum",),
            extra={"date": "im Frühjahr"},
        ),
    ]


def test_every_field_of_wceb_is_read(formats: Path, script: ModuleType) -> None:
    cetd, l3s = open_corpora(formats / "wceb")
    assert (cetd.name, cetd.includes) == ("wceb-cetd", Includes())
    assert (l3s.name, l3s.includes) == ("wceb-l3s-gn1", Includes(title=True, captions=True, comments=False))
    assert [sample.gold for sample in (*cetd, *l3s)] == [
        Gold(
            id="aa",
            corpus="wceb-cetd",
            encoding="utf-8",
            text="\n".join(script.FERRY),
            extra={"source": ["cetd", "BBC_1"]},
        ),
        Gold(
            id="cc",
            corpus="wceb-l3s-gn1",
            url="http://www.muehle.example/rad",
            site="muehle.example",
            encoding="utf-8",
            text="\n".join([script.MILL_TITLE, " ".join(script.MILL)]),
            extra={"source": ["l3s-gn1", "x"]},
        ),
    ]


def test_a_corpus_without_its_folder_of_pages_is_an_error(spoil: Spoil) -> None:
    folder = spoil("wceb")
    shutil.rmtree(folder / "html" / "cetd")
    with pytest.raises(CorpusError, match=r"cetd\.jsonl: no folder of its pages"):
        open_corpora(folder)


def test_every_field_of_wcxb_is_read(formats: Path, script: ModuleType) -> None:
    dev, test = open_corpora(formats / "wcxb")
    assert (dev.name, dev.includes, test.name) == ("wcxb-dev", Includes(title=False), "wcxb-test")
    assert [sample.gold for sample in (*dev, *test)] == [
        Gold(
            id="0001",
            corpus="wcxb-dev",
            url="https://www.courier.example/ferry",
            site="courier.example",
            encoding="utf-8",
            title=script.FERRY_TITLE,
            authors=("Ada Moller",),
            date=dt.date(2024, 10, 1),
            text="\n".join(script.FERRY),
            with_=("stop running at the end",),
            without=("New trains in summer",),
            extra={
                "main_content_markdown": "**The old ferry**",
                "confidence": "verified",
                "tags": ["sea"],
                "page_type": "article",
            },
        ),
        Gold(
            id="0002",
            corpus="wcxb-dev",
            url="https://www.courier.example/",
            site="courier.example",
            encoding="utf-8",
            extra={"publish_date": "autumn", "page_type": "collection"},
        ),
        Gold(
            id="4000",
            corpus="wcxb-test",
            url="https://muehle.example/rad",
            site="muehle.example",
            encoding="utf-8",
            text="\n".join(script.MILL),
            extra={"page_type": "article"},
        ),
    ]


def test_a_part_can_be_opened_alone(formats: Path) -> None:
    assert recognise(formats / "wcxb" / "dev") == "wcxb"
    assert [corpus.name for corpus in open_corpora(formats / "wcxb" / "dev")] == ["wcxb-dev"]
