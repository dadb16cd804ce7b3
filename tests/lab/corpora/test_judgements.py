from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import LABELLED, Corpus, Gold, Label, Sample, digest, open_corpora, read_errata, read_labels
from tests.lab.made import corpus_of

GOLD = Gold(
    id="bridge",
    corpus="c",
    url="https://news.example/bridge",
    lang="en",
    title="Bridge agreed",
    authors=("Ada Lovelace",),
    date=dt.date(2024, 3, 5),
    text="The council agreed.",
    with_=("agreed",),
    without=("Advertisement",),
    core="The council agreed.",
)
DOCS = Path(__file__).parents[3] / "docs"


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "table.tsv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@pytest.mark.parametrize(
    ("datum", "emptied"),
    [
        ("text", {"text": None, "core": None, "with_": (), "without": ()}),
        ("title", {"title": None}),
        ("authors", {"authors": ()}),
        ("published", {"date": None}),
        ("language", {"lang": None}),
    ],
)
def test_only_the_wrong_field_is_reset(tmp_path: Path, datum: str, emptied: dict[str, Any]) -> None:
    errata = read_errata(written(tmp_path, f"c\tbridge\t{datum}\tof another page\n"))
    (sample,) = errata.without(corpus_of(GOLD))
    assert sample.gold == replace(GOLD, **emptied)


def test_pages_go_by_their_name_or_their_address(tmp_path: Path) -> None:
    lines = "# why\n\nc\tbridge\ttitle\ta\nc\thttps://news.example/bridge\ttext\tb\nc\tother\ttext\tc\n"
    errata = read_errata(written(tmp_path, "\ufeff" + lines))
    assert errata.of(GOLD) == {"title", "text"}
    assert errata.of(Gold(id="bridge", corpus="another")) == set()
    untouched = Sample(Gold(id="third", corpus="c", text="x"), lambda: b"")
    assert errata.without(Corpus("c", [untouched])).samples == (untouched,)


@pytest.mark.parametrize(
    ("read", "text", "words"),
    [
        (read_errata, "c\tbridge\ttext\n", "table.tsv:1: expected corpus, page, field and reason, tab-separated"),
        (read_errata, "#\nc\tbridge\t\twhy\n", "table.tsv:2: expected corpus"),
        (read_errata, "c\tbridge\tsize\twhy\n", "table.tsv:1: unknown field 'size'; fields: text, title"),
        (read_errata, b"c\tbr\xfccke\ttext\twhy\n", "table.tsv: not UTF-8 (invalid start byte at byte 4)"),
        (read_labels, "c\tbridge\taccess\tfree\n", "table.tsv:1: expected corpus"),
        (read_labels, "\nc\tbridge\taccess\t\tfree\n", "table.tsv:2: expected corpus"),
        (read_labels, "c\tbridge\ttitle\tmeta:x\tabc\n", "table.tsv:1: unknown field 'title'"),
        (read_labels, b"c\tbridge\t\xff\n", "table.tsv: not UTF-8"),
    ],
)
def test_an_invalid_line_is_refused(
    tmp_path: Path, read: Callable[[Path], object], text: str | bytes, words: str
) -> None:
    with pytest.raises(CorpusError, match=re.escape(words)):
        read(written(tmp_path, text))
    with pytest.raises(CorpusError, match="No such file"):
        read(tmp_path / "none.tsv")


def test_the_shipped_errata_and_labels_are_of_pages_that_the_corpora_have(corpora: Path) -> None:
    errata, opened = read_errata(DOCS / "errata.tsv"), open_corpora(corpora)
    here = {corpus.name for corpus in opened}
    known = {(corpus.name, sample.gold.id) for corpus in opened for sample in corpus}
    found = sum(len(errata.of(sample.gold)) for corpus in opened for sample in corpus)
    assert found == sum(len(fields) for (corpus, _), fields in errata.wrong.items() if corpus in here)
    assert not {(one.corpus, one.page) for one in read_labels(DOCS / "labels.tsv") if one.corpus in here} - known


def label(datum: str, *values: str) -> Label:
    return Label("c", "bridge", datum, "meta:x", values)


def test_comments_and_empty_lines_are_ignored(tmp_path: Path) -> None:
    text = "\ufeff# why\n\nc\tbridge\taccess\tmeta:x\tfree paid\nc\tbridge\tsection\tnone\t-\n"
    assert read_labels(written(tmp_path, text)) == (
        label("access", "free", "paid"),
        Label("c", "bridge", "section", "none", ("-",)),
    )


def test_urls_with_other_queries_have_other_digests() -> None:
    assert digest("http://www.courier.example/a?b=1#c") == digest("https://courier.example/a?b=1")
    assert digest("https://courier.example/a?b=1") != digest("https://courier.example/a?b=2")


def test_the_shipped_labels_are_of_many_pages() -> None:
    labels = read_labels(DOCS / "labels.tsv")
    assert len({(one.corpus, one.page) for one in labels}) == 150
    assert {one.datum for one in labels} == set(LABELLED)
    plain = re.compile(r"-|free|paid|cut|\d{1,6}|[0-9a-f]{12}(?:,[0-9a-f]{12})*")
    assert all(plain.fullmatch(value) for one in labels for value in one.values)
