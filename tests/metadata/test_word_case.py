"""Lower-case shares of words, and the choice of authors by them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from broadsheet import metadata
from broadsheet.lab.corpora import FOLDS, fold_of
from broadsheet.lab.train.metadata import Words, arrays
from broadsheet.metadata.authors.chosen import NAMES, Name, choose, complete, lowercase_share
from broadsheet.metadata.ranking import load, read
from broadsheet.page import read_page

LEXICON = {"related": 1.0, "stories": 0.9, "rose": 0.2}
SENTENCE = "the mayor said on Tuesday that related stories by Ada were of no use to anybody"


def test_lower_case_shares() -> None:
    assert lowercase_share("RELATED STORIES", LEXICON) == pytest.approx(0.95)
    assert lowercase_share("Rose Lovelace", LEXICON) == pytest.approx(0.1)
    assert lowercase_share("A. 1815", LEXICON) == 0


def test_a_ranking_is_read_as_it_was_written(tmp_path: Path) -> None:
    ranking = load("authors", NAMES)
    assert ranking is not None
    for lexicon in (LEXICON, {}, None):
        np.savez(tmp_path / "authors.npz", **arrays(replace(ranking, lexicon=lexicon)))
        again = read(tmp_path / "authors.npz", NAMES)
        assert again is not None
        assert again.lexicon == (lexicon and pytest.approx(lexicon, abs=1 / 255))


def test_words_are_counted_by_site() -> None:
    words = Words()
    sites = [f"paper{number}.example" for number in range(40)]
    for site in sites:
        words.add(site, [SENTENCE, SENTENCE, "Tuesday"])
    words.add("one.example", ["hapax legomenon"])
    known, without = words.lexicons()
    assert known["related"] == 1
    assert not {"tuesday", "ada", "hapax"} & known.keys()
    words.add(sites[0], ["Related " + SENTENCE.replace("related", "Related")])
    assert words.lexicons()[0]["related"] == pytest.approx(1 - 1 / 80)
    assert len(without) == FOLDS
    left = {fold: 40 - sum(fold_of(site) == fold for site in sites) for fold in range(FOLDS)}
    assert min(left.values()) >= 5
    assert all("mayor" in without[fold] for fold in left)


def test_words_of_one_folds_sites_are_unknown_without_it() -> None:
    words = Words()
    sites = [site for site in (f"paper{number}.example" for number in range(60)) if fold_of(site) == 2][:5]
    for site in sites:
        words.add(site, ["ferries and trams"])
    known, without = words.lexicons()
    assert "ferries" in known
    assert ["ferries" in one for one in without] == [fold != 2 for fold in range(FOLDS)]


def candidate(name: str, source: str, *columns: str, item: bool = False) -> Name:
    one = Name(name, name.lower().replace(" ", ""), [source], item=item)
    for column in columns:
        one.mark_all({column: 1})
    return one


def takes(names: list[Name], probability: list[float]) -> list[bool]:
    choose(names, np.array(probability), 0.7)
    return [one.taken for one in names]


@pytest.mark.parametrize(
    ("name", "column", "taken"),
    [
        ("Ada Lovelace", "end", True),
        ("Related Stories", "end", False),
        ("related stories", "meta", True),
        ("dpa", "end", True),
    ],
)
def test_ordinary_words_are_authors_only_where_a_source_states_them(name: str, column: str, taken: bool) -> None:
    names = [candidate(name, "text:end", column)]
    complete(names, {**LEXICON, "dpa": 1.0})
    assert takes(names, [0.4]) == [taken]
    complete(names, None)
    assert takes(names, [0.4]) == [True]


def test_a_name_of_ordinary_words_is_not_taken_from_an_authors_line() -> None:
    names = [candidate(name, "class:byline", "like name") for name in ("Ada Lovelace", "Related Stories")]
    for one in names:
        one.claims.add(1)
    complete(names, LEXICON)
    assert takes(names, [0.9, 0.05]) == [True, False]
    complete(names, None)
    assert takes(names, [0.9, 0.05]) == [True, True]


@pytest.mark.parametrize(("item", "taken"), [(True, True), (False, False)])
def test_a_team_with_an_item_of_its_own_beside_an_author_is_one(item: bool, taken: bool) -> None:
    names = [candidate("Ada Lovelace", "json-ld"), candidate("Data Team", "json-ld", "organisation", item=item)]
    assert takes(names, [0.9, 0.4]) == [True, taken]


def test_the_shipped_words_tell_headings_from_names() -> None:
    ranking = load("authors", NAMES)
    assert ranking is not None
    assert ranking.lexicon is not None
    for heading in ("Related Stories", "Contact Us", "READ MORE", "Tweet This"):
        assert lowercase_share(heading, ranking.lexicon) >= 0.5, heading
    for name in ("Ada Lovelace", "Rose Smith", "Anna Müller", "Jean-Pierre Blanc", "Frank Hill", "Иван Петров"):
        assert lowercase_share(name, ranking.lexicon) < 0.5, name


@pytest.mark.parametrize("line", ["Related Stories", "Contact Us", "Story Tools", "In Depth"])
def test_headings_behind_the_text_are_no_authors(line: str) -> None:
    prose = (
        "<p>The council met on Tuesday, and it agreed on the plan after a long and quiet debate in the hall.</p>" * 6
    )
    html = f"<title>A new bridge</title><h1>A new bridge</h1>{prose}<p>{line}</p><ul><li><a href=/a>Older</a></li></ul>"
    assert metadata.read(read_page(html)).authors == ()
