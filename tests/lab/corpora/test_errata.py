"""Errata: answers that are known to be wrong are taken away, and nothing else is."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import Corpus, Gold, Includes, Sample, open_corpora, read_errata

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
SHIPPED = Path(__file__).parents[3] / "docs" / "errata.tsv"


def corpus(*golds: Gold) -> Corpus:
    return Corpus("c", Includes(), [Sample(gold, lambda: b"<p>x") for gold in golds])


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "errata.tsv"
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
def test_a_datum_is_taken_away_and_the_others_stay(tmp_path: Path, datum: str, emptied: dict[str, object]) -> None:
    errata = read_errata(written(tmp_path, f"c\tbridge\t{datum}\tof another page\n"))
    (sample,) = errata.without(corpus(GOLD))
    for name in ("id", "url", "lang", "title", "authors", "date", "text", "with_", "without", "core"):
        assert getattr(sample.gold, name) == emptied.get(name, getattr(GOLD, name)), name
    assert sample.gold.can_be_scored is (datum != "text")


def test_pages_go_by_their_name_or_their_address(tmp_path: Path) -> None:
    lines = "# why\n\nc\tbridge\ttitle\ta\nc\thttps://news.example/bridge\ttext\tb\nc\tother\ttext\tc\n"
    errata = read_errata(written(tmp_path, "\ufeff" + lines))
    assert errata.of(GOLD) == {"title", "text"}
    assert errata.of(Gold(id="bridge", corpus="another")) == set()
    untouched = Sample(Gold(id="third", corpus="c", text="x"), lambda: b"")
    assert errata.without(Corpus("c", Includes(), [untouched])).samples == (untouched,)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c\tbridge\ttext\n", "errata.tsv:1: expected corpus, page, field and reason, tab-separated"),
        ("#\nc\tbridge\t\twhy\n", "errata.tsv:2: expected corpus"),
        ("c\tbridge\tsize\twhy\n", "errata.tsv:1: unknown field 'size'; fields: text, title"),
        (b"c\tbr\xfccke\ttext\twhy\n", "errata.tsv: not UTF-8 (invalid start byte at byte 4)"),
    ],
)
def test_what_is_no_table_of_errata_is_refused(tmp_path: Path, text: str | bytes, words: str) -> None:
    with pytest.raises(CorpusError, match=re.escape(words)):
        read_errata(written(tmp_path, text))
    with pytest.raises(CorpusError, match="No such file"):
        read_errata(tmp_path / "none.tsv")


def test_the_errata_of_public_corpora_name_pages_of_them(corpora: Path) -> None:
    errata = read_errata(SHIPPED)
    names = {corpus for corpus, _ in errata.wrong}
    found = [sample.gold for whole in open_corpora(corpora) if whole.name in names for sample in whole]
    assert sum(map(len, map(errata.of, found))) == sum(map(len, errata.wrong.values()))
