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


def test_any_of_the_values_is_right() -> None:
    own = label("section", digest("Politics"), digest("World"))
    assert own.score("POLITICS") == own.score("World") == 1
    assert own.score("Sport") == own.score(None) == 0


def test_nothing_is_right_where_the_page_has_no_value() -> None:
    own = label("section", "-")
    assert own.score(None) == 1
    assert own.score("Politics") == 0


def test_numbers_and_codes_are_compared_as_they_are() -> None:
    assert label("comment_count", "12").score("12") == 1
    assert label("comment_count", "12").score("1.2") == 0
    assert label("access", "paid").score("paid") == 1


def test_tags_are_scored_by_the_best_set() -> None:
    own = label("tags", ",".join(map(digest, ("bridge", "council"))), digest("harbour"))
    assert own.score(("Bridge", "Council")) == own.score(("harbour",)) == 1
    assert own.score(("bridge", "sport")) == 0.5
    assert own.score(()) == 0
    assert label("tags", "-").score(()) == 1


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
