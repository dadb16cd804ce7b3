"""Labels: tables of right values are read, and values are scored against them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import LABELLED, Label, digest, open_corpora, read_labels

SHIPPED = Path(__file__).parents[3] / "docs" / "labels.tsv"


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "labels.tsv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def label(datum: str, *values: str) -> Label:
    return Label("c", "bridge", datum, "meta:x", values)


def test_a_table_is_read_without_comments_and_empty_lines(tmp_path: Path) -> None:
    text = "\ufeff# why\n\nc\tbridge\taccess\tmeta:x\tfree paid\nc\tbridge\tsection\tnone\t-\n"
    assert read_labels(written(tmp_path, text)) == (
        label("access", "free", "paid"),
        Label("c", "bridge", "section", "none", ("-",)),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c\tbridge\taccess\tfree\n", ":1: not a corpus"),
        ("\nc\tbridge\taccess\t\tfree\n", ":2: not a corpus"),
        ("c\tbridge\ttitle\tmeta:x\tabc\n", ":1: no datum is called 'title'"),
        (b"c\tbridge\t\xff\n", ": not UTF-8"),
    ],
)
def test_a_line_that_is_no_label_is_named(tmp_path: Path, text: str | bytes, words: str) -> None:
    with pytest.raises(CorpusError, match=re.escape(words)):
        read_labels(written(tmp_path, text))


def test_addresses_are_told_apart_by_their_queries() -> None:
    assert digest("http://www.courier.example/a?b=1#c") == digest("https://courier.example/a?b=1")
    assert digest("https://courier.example/a?b=1") != digest("https://courier.example/a?b=2")


def test_the_shipped_labels_are_of_many_pages() -> None:
    labels = read_labels(SHIPPED)
    assert len({(one.corpus, one.page) for one in labels}) == 150
    assert {one.datum for one in labels} == set(LABELLED)
    plain = re.compile(r"-|free|paid|cut|\d{1,6}|[0-9a-f]{12}(?:,[0-9a-f]{12})*")
    assert all(plain.fullmatch(value) for one in labels for value in one.values)


def test_the_shipped_labels_are_of_pages_that_the_corpora_have(corpora: Path) -> None:
    opened = open_corpora(corpora)
    known = {(corpus.name, sample.gold.id) for corpus in opened for sample in corpus}
    here = {corpus.name for corpus in opened}
    lacking = {(one.corpus, one.page) for one in read_labels(SHIPPED) if one.corpus in here} - known
    assert not lacking
