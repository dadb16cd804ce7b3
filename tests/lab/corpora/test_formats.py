from __future__ import annotations

import gzip
import json
import re
import shutil
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import FORMATS, Corpus, Gold, Includes, open_corpora, recognise
from broadsheet.lab.corpora.reading import marked_paragraphs
from tests.lab.corpora.conftest import Spoil

NAMES = sorted(set(FORMATS) - {"plain"})
PAGES = {".gz", ".html"}

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
PAGES_MAY_BE_MISSING = {"readability", "wceb"}


def first_page(corpus: Corpus) -> Path:
    load = corpus.samples[0].load
    assert isinstance(load, partial)
    path = load.args[0]
    assert isinstance(path, Path)
    return path


def answers(folder: Path) -> list[Path]:
    gold = ("annotated", "reference", "expected.html")
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path for path in files if path.suffix not in PAGES or any(part in path.parts for part in gold)]


def test_the_fixtures_are_what_their_script_makes(data: Path, script: ModuleType, tmp_path: Path) -> None:
    script.make(tmp_path)
    committed = data / "corpora"
    made = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    there = {
        path.relative_to(committed)
        for path in committed.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert made == there - {Path("make.py")}
    for name in made:
        # The compressed bytes depend on the version of zlib.
        unpacked = gzip.decompress if name.suffix == ".gz" else bytes
        assert unpacked((tmp_path / name).read_bytes()) == unpacked((committed / name).read_bytes()), name


@pytest.mark.parametrize("name", NAMES)
def test_a_folder_is_recognised_by_its_shape(formats: Path, name: str, tmp_path: Path) -> None:
    shutil.copytree(formats / name, tmp_path / "any name")
    assert recognise(tmp_path / "any name") == name
    assert recognise(tmp_path) is None


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_read_when_asked_for_and_gold_texts_have_a_line_a_paragraph(formats: Path, name: str) -> None:
    for corpus in open_corpora(formats / name):
        for sample in corpus:
            assert sample.gold.corpus == corpus.name
            assert sample.html
            assert sample.html is not sample.html
            assert "�" not in sample.text()
            assert "<p>" in sample.text() or "<li>" in sample.text()
            lines = (sample.gold.text or "no text").split("\n")
            assert all(line and line == " ".join(line.split()) for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_a_missing_page_is_an_error_that_names_it(spoil: Spoil, name: str) -> None:
    folder = spoil(name)
    corpus = open_corpora(folder)[0]
    page = first_page(corpus)
    page.unlink()
    with pytest.raises(CorpusError, match="No such file"):
        _ = corpus.samples[0].html
    if name not in PAGES_MAY_BE_MISSING:
        with pytest.raises(CorpusError, match=rf"{re.escape(str(folder))}.*: no such page .*{re.escape(page.name)}"):
            open_corpora(folder)


@pytest.mark.parametrize("name", sorted(PAGES_MAY_BE_MISSING))
def test_missing_pages_are_skipped_if_the_format_allows(spoil: Spoil, name: str) -> None:
    folder = spoil(name)
    whole = open_corpora(folder)
    first_page(whole[0]).unlink()
    assert sum(map(len, open_corpora(folder))) == sum(map(len, whole)) - 1


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_reader_rejects_a_folder_without_its_layout(name: str, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=str(tmp_path)):
        open_corpora(tmp_path, format=name)


def test_a_format_can_be_named(formats: Path) -> None:
    (corpus,) = open_corpora(formats / "cleanportaleval", format="cleaneval")
    assert corpus.name == "cleaneval"


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_answers_raise_only_corpus_errors(
    name: str, data: st.DataObject, formats: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("spoilt") / name
    shutil.copytree(formats / name, folder)
    path = data.draw(st.sampled_from(answers(folder)))
    if path.suffix in {".json", ".jsonl", ".info"} and data.draw(st.booleans()):
        path.write_text(json.dumps(data.draw(ANY_JSON)), encoding="utf-8")
    else:
        whole = path.read_bytes()
        start = data.draw(st.integers(0, len(whole)))
        stop = data.draw(st.integers(start, min(len(whole), start + 40)))
        path.write_bytes(whole[:start] + data.draw(st.binary(max_size=8)) + whole[stop:])
    try:
        for corpus in open_corpora(folder, format=name):
            assert len(corpus)
    except CorpusError as error:
        assert str(folder) in str(error)  # noqa: PT017 (either is right)


def test_the_guide_lists_every_format() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "guide" / "corpora.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", guide, re.MULTILINE) == ["plain", *NAMES]


WORDS = st.lists(st.text("aÄß茶1.,;<>", min_size=1, max_size=4), min_size=1, max_size=4).map(" ".join)
DANIEL = "20111103_www.news.courier.gr_0123456789abcdef"
L3S = "01234567-89ab-cdef-0123-456789abcdef"
DEFECTS: dict[tuple[str, str], list[tuple[str | bytes | None, str]]] = {
    ("daniel", "doc_lg.json"): [
        ("Greek", r"doc_lg\.json:1: not JSON"),
        (f'{{"{DANIEL}": 1}}', rf"doc_lg\.json: '{DANIEL}' must be a string"),
    ],
    ("fundus", "gb/SoundCourier.json"): [
        (None, r"gb/SoundCourier\.json: No such file"),
        ('{"V1": {}, "V2": {}}', r"SoundCourier\.json: 2 versions, but .*meta\.info has 1 p"),
        ('{\n"First": {}}', r"SoundCourier\.json:2: 'First': expected a version"),
        ('{"V1": {"body": 1}}', "'V1': 'body' must be a JSON object"),
        ('{"V1": {"body": {"sections": [1]}}}', "'sections' must be a list of JSON objects"),
    ],
    ("fundus", "gb/meta.info"): [('{"SoundCourier.html.gz": {"url": "u"}}', "'crawl_date' must be a string")],
    ("l3s", "url-mapping.txt"): [("\nhttp://a.example/\n", r"mapping\.txt:2: expected '<urn:uuid:...>' and a URL")],
    ("l3s", f"annotated/{L3S}.html"): [("%PDF-1.4", rf"annotated/{L3S}\.html: not an HTML page")],
    ("naeb", "articles.json"): [
        ('{\n"00ff": {"title": "t"}}', r"articles\.json:2: '00ff': 'articleBody' must be a string"),
        ('{"00ff": {"articleBody": "", "authors": [1]}}', "'authors' must be a list of strings"),
    ],
    ("readability", "ferry/expected.html"): [
        (None, r"ferry/expected\.html: No such file"),
        ("%PDF-1.4", r"ferry/expected\.html: not an HTML page"),
    ],
    ("readability", "ferry/expected-metadata.json"): [
        ("{\n]", r"ferry/expected-metadata\.json:2: not JSON"),
        ('{"title": 1}', r"expected-metadata\.json: 'title' must be a string"),
    ],
    ("scrapinghub", "ground-truth.json"): [
        ("{", r"ground-truth\.json:1: not JSON"),
        ('{\n"a1": []}', r"ground-truth\.json:2: 'a1': expected a JSON object"),
        ('{\n\n"a1": {"url": "x"}}', r"ground-truth\.json:3: 'a1': 'articleBody' must be a string"),
        ('{"../a1": {"articleBody": "x"}}', "must not be empty or contain a path separator: '../a1'"),
        ("{}", "no page with a gold answer"),
        (b'{"a1":\n"\xff"}', r"ground-truth\.json:2: not UTF-8"),
        ("[" * 100_000, r"ground-truth\.json: not JSON"),
    ],
    ("trafilatura", "evaldata.json"): [
        ('{"u": []}', r"evaldata\.json:1: 'u': expected a JSON object"),
        ('{"u": {"with": []}}', r"evaldata\.json:1: 'u': 'file' must be a string"),
        ('{"u": {"file": "muehle.example.html", "with": "a"}}', "'with' must be a list of strings"),
        ('{"u": {"file": "../evaldata.json"}}', "must not be empty or contain a path separator"),
        ('{"u": {"file": "gone.html"}}', r"evaldata\.json:1: 'u': no such page .*cache/gone\.html"),
    ],
    ("wceb", "ground-truth/cetd.jsonl"): [
        ("\n{", r"cetd\.jsonl:2: not a line of JSON"),
        ('\n{"plaintext": "x"}', r"cetd\.jsonl:2: 'page_id' must be a string"),
        ('\n{"page_id": "a/a", "plaintext": "x"}', r"cetd\.jsonl:2: a page id must not .*: 'a/a'"),
        ('{"page_id": "aa", "plaintext": "x"}\n' * 2, "two pages have the id 'aa'"),
    ],
    ("wcxb", "dev/ground-truth/0001.json"): [
        ("[]", r"0001\.json: expected a JSON object"),
        ('{"ground_truth": {"main_content": 1}}', r"0001\.json: 'ground_truth': 'main_content' must be a string"),
        ('{"ground_truth": {"with": "a"}}', r"0001\.json: 'ground_truth': 'with' must be a list of strings"),
        ('{"ground_truth": {}, "_internal": 1}', r"0001\.json: '_internal' must be a JSON object"),
        ('{"ground_truth": {}, "_internal": {"page_type": 1}}', "'_internal': 'page_type' must be a JSON object"),
    ],
}
"""By format and file: what is written there instead (nothing removes it), and what the error says."""


@pytest.mark.parametrize(
    ("name", "file", "content", "message"),
    [(name, file, *case) for (name, file), cases in DEFECTS.items() for case in cases],
)
def test_a_defect_is_named_with_its_place(
    spoil: Spoil, name: str, file: str, content: str | bytes | None, message: str
) -> None:
    with pytest.raises(CorpusError, match=message):
        open_corpora(spoil(name, {file: content}))


def plain(gold: Gold) -> Any:
    """The fields of a gold answer that are not empty, as JSON has them."""
    filled = {
        name: value
        for name, value in asdict(gold).items()
        if value not in (None, (), {}) and name not in ("corpus", "includes")
    }
    return json.loads(json.dumps(filled, default=str))


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"plain"}))
def test_every_field_is_read(formats: Path, data: Path, name: str) -> None:
    expected = json.loads((data / "gold" / f"{name}.json").read_text(encoding="utf-8"))
    for corpus, wanted in zip(open_corpora(formats / name), expected, strict=True):
        assert corpus.name == wanted["corpus"]
        assert {sample.gold.includes for sample in corpus} == {Includes(**wanted["includes"])}
        assert [plain(sample.gold) for sample in corpus] == wanted["golds"]


def test_a_final_run_is_chinese_by_the_name_of_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "cleaneval-zh"
    for name in ("GoldStandard/1.txt", "finalrun-input/1.html"):
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_bytes("<p>河边的老茶馆".encode("gb18030"))
    (corpus,) = open_corpora(folder)
    gold = corpus.samples[0].gold
    assert (corpus.name, gold.lang, gold.text) == ("cleaneval-zh", "zh", "河边的老茶馆")


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
def test_marked_paragraphs_are_read_back(paragraphs: list[str], mark: str) -> None:
    assert marked_paragraphs("".join(f"<{mark}>{text}\n" for text in paragraphs)) == "\n".join(paragraphs)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (b"one\n\ntwo\n", "one\ntwo"),
        (b"one\r\n!@#$%^&*()  COMMENTS\r\ntwo\r\nthree", "one"),
        (b"one !@#$%^&*() COMMENTS two", "one"),
        (b"!@#$%^&*()  COMMENTS\n", ""),
        (b"!@#$%^&*() comments of a cartoon", "!@#$%^&*() comments of a cartoon"),
        (b"M\xfchle \x96 oder nicht", "Mühle – oder nicht"),
        (b"\xef\xbb\xbfM\xc3\xbchle", "Mühle"),
    ],
)
def test_text_after_the_separator_is_comments(spoil: Spoil, written: bytes, text: str) -> None:
    (corpus,) = open_corpora(spoil("dragnet", {"Corrected/10.html.corrected.txt": written}))
    assert corpus.samples[0].gold.text == text


@pytest.mark.parametrize(("body", "text"), [(["[a]", "b"], "a\nb"), (["[a] b", "[", "[]", ""], "[a] b\n["), ([], "")])
def test_a_paragraph_in_brackets_loses_them(spoil: Spoil, body: list[str], text: str) -> None:
    truth = json.dumps({"SoundCourier_0": {"body": body}})
    gold = open_corpora(spoil("fundus-evaluation", {"ground_truth.json": truth}))[0].samples[0].gold
    assert gold.text == text


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


def test_a_corpus_without_its_folder_of_pages_is_an_error(spoil: Spoil) -> None:
    folder = spoil("wceb")
    shutil.rmtree(folder / "html" / "cetd")
    with pytest.raises(CorpusError, match=r"cetd\.jsonl: no folder of its pages"):
        open_corpora(folder)


def test_a_part_can_be_opened_alone(formats: Path) -> None:
    assert recognise(formats / "wcxb" / "dev") == "wcxb"
    assert [corpus.name for corpus in open_corpora(formats / "wcxb" / "dev")] == ["wcxb-dev"]
