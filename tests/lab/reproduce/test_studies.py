from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from broadsheet.cli import main
from broadsheet.errors import CorpusError, MissingExtra
from broadsheet.lab.corpora import Gold, open_corpora
from broadsheet.lab.evaluate.entrants import Extraction
from broadsheet.lab.evaluate.metrics import Overlap
from broadsheet.lab.reproduce import barua2014, scores, studies, tan2018, zhang2018
from broadsheet.lab.reproduce.scores import Tally, Times, claim, subjects
from broadsheet.lab.reproduce.studies import (
    FiguresUnreadable,
    Options,
    Stored,
    measure,
    read_figures,
    write,
    write_figures,
)
from tests.lab.made import page_of, write_corpus

PAGES = 12


@pytest.fixture(scope="session")
def small_corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder: ``crawlfuture`` and ``cleaneval``, pages of other sites in ``dragnet``, and a group of neighbours."""
    folder = tmp_path_factory.mktemp("corpora")
    for corpus, first in (("crawlfuture", 0), ("cleaneval", PAGES), ("dragnet", 2 * PAGES)):
        pages = []
        for number in range(first, first + PAGES):
            html, text = page_of(number)
            # One page of dragnet is of a site of the other two.
            site = number % 3 if number <= 2 * PAGES else number
            gold = {"id": f"p{number}", "site": f"s{site}.example", "text": text, "title": f"New bridge {number}"}
            pages.append((html, gold))
        write_corpus(folder / corpus, pages)
    group = {"site": "s.example", "pages": [f"crawlfuture/p{number}" for number in range(PAGES)]}
    (folder / "neighbours.jsonl").write_text(json.dumps(group) + "\n", encoding="utf-8")
    return folder


class Library:
    """A library that takes the paragraphs; it fails on one page."""

    name = "paragraphs"

    def extract(self, html: str, origin: Gold) -> Extraction:
        assert origin.text is None, "no answer is told"
        if "New bridge 7<" in html:
            raise RuntimeError("cannot")
        body = html.split("<article>")[1].split("</article>")[0]
        return Extraction(body.replace("<p>", "").replace("</p>", "\n"))


@pytest.fixture(scope="module")
def stored(small_corpora: Path) -> Iterator[dict[str, dict[str, Any]]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(barua2014, "enter", lambda _: Library())
        told: list[tuple[str, int, int]] = []
        options = Options(folders=(small_corpora,), progress=lambda *done: told.append(done))
        corpora = open_corpora(small_corpora)
        found = {paper: measure(paper, corpora, options).figures for paper in ("tan2018", "barua2014", "zhang2018")}
        assert all(0 < done <= total for _, done, total in told)
        yield found


def test_the_same_pages_give_the_same_figures(stored: dict[str, dict[str, Any]], small_corpora: Path) -> None:
    again = zhang2018.measure(open_corpora(small_corpora), Options(folders=(small_corpora,)))
    assert {**again, "times": None} == {**stored["zhang2018"], "times": None}


def test_zhang_measures_every_ordering_of_its_tables(stored: dict[str, dict[str, Any]]) -> None:
    """Tables 1 and 2 have five and three methods, and three measures; Table 3 has three methods."""
    figures = stored["zhang2018"]
    assert [len(figures["orderings"][where]) for where in ("news", "cleaneval")] == [3 * 10, 3 * 3]
    shown = {(one["measure"], one["ahead"], one["behind"]) for one in figures["orderings"]["news"]}
    assert {("precision", "cedst-tf", "cedst-nc"), ("recall", "cetr", "cedst"), ("f1", "cedst", "cepr")} <= shown
    assert figures["pages"] == {"news": {"crawlfuture": 12}, "cleaneval": {"cleaneval": 12}, "choice": {"dragnet": 11}}
    assert figures["gamma"]["2"] == figures["news"]["cedst"]["mean"], "2 is the default"
    text = zhang2018.section(figures)
    assert "0.917" in text, "the published figure"
    assert all(f"{one.upper()} takes longer than" in text for one in ("cedst", "cetr"))
    assert figures["times"]["ratios"].keys() == {"cedst/cetr", "cedst/cepr", "cetr/cepr", "cedst/cedst-nc"}


def test_tan_measures_the_rows_of_its_table_and_three_parameters(stored: dict[str, dict[str, Any]]) -> None:
    figures = stored["tan2018"]
    for unit in ("words", "lines"):
        news = figures["news"][unit]
        assert {"cetd", "clg", "mcstd", "cetr", "cepr", "twcem", "twcem, as published"} <= news.keys()
        assert figures["cleaneval"][unit].keys() == news.keys()
        assert figures["deltas"]["news"][unit]["delta1"]["4"] == news["twcem"]["mean"], "4 is the default"
        assert figures["deltas"]["news"][unit]["delta2"]["9"] != news["twcem"]["mean"]
    assert figures["news"]["words"]["cetr"] != figures["news"]["lines"]["cetr"]
    assert len(tan2018.drawings(figures)) == 3
    assert all(f"({name})" in tan2018.summary(figures) for name in tan2018.drawings(figures))
    # Two of six methods, three measures, two tables; and three of the times.
    assert len(figures["orderings"]["news"]) == len(figures["orderings"]["cleaneval"]) == 15 * 3
    text = tan2018.section(figures)
    assert sum("takes a third" in line or "takes less time" in line for line in text.splitlines()) == 3


def test_the_claims_agree_with_the_published_figures() -> None:
    news = zhang2018._PUBLISHED["news"]
    claims = [(news, ordering, 1) for _, ordering in zhang2018._CLAIMS]
    claims += [(news, ordering, -1) for _, ordering in zhang2018._LOWEST]
    claims += [(barua2014._PUBLISHED, ordering, 1) for _, ordering in barua2014._CLAIMS]
    for where, sites in (("news", tan2018._SITES), ("cleaneval", (tan2018._CLEANEVAL,))):
        claims += [(tan2018._published(sites), ordering, 1) for _, ordering in tan2018._CLAIMS[where]]
    for table, (kind, one, *others), sign in claims:
        assert all(sign * (table[one][kind] - table[other][kind]) > 0 for other in others), (kind, one)


def test_barua_measures_by_the_number_of_neighbours(stored: dict[str, dict[str, Any]]) -> None:
    figures = stored["barua2014"]
    assert figures["groups"] == {"9": 1, "19": 0}
    cells = figures["scores"]["9"]
    assert [name for name in cells if name.endswith("neighbours")] == [
        f"stadynot, {n} neighbours" for n in (0, 2, 4, 9)
    ]
    none, nine = cells["stadynot, 0 neighbours"]["mean"], cells["stadynot, 9 neighbours"]["mean"]
    assert nine["precision"] > none["precision"], "the footer is the same on all pages"
    assert set(figures["failed"].values()) == {1}
    assert set(figures["empty"].values()) == {0}
    text = barua2014.section(figures)
    assert "0.967" in text, "the published recall"
    assert "| method | crawlfuture |" in text, "Table 2 has a row a site, here a column a corpus"
    assert re.search(r"- \*\*(Holds|Does not hold)\*\*: NReadability's precision is equal to StaDyNoT's", text)
    assert barua2014.drawings(figures)


def test_papers_that_cannot_be_measured_are_skipped_with_a_reason(
    small_corpora: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_: str) -> Library:
        raise MissingExtra("boilerpy3", "compare")

    monkeypatch.setattr(barua2014, "enter", missing)
    monkeypatch.setattr(studies, "STUDIES", ("barua2014", "zhang2018"))
    asked = ["--corpora", str(small_corpora), "--sample", "1", "-o", str(tmp_path)]
    for papers, code in ([[], 0], [["barua2014"], 7]):
        result = CliRunner().invoke(main, ["reproduce", *papers, *asked])
        assert result.exit_code == code
        assert "barua2014" in result.output
        assert "the extra 'compare'" in result.output
    assert [file.name for file in tmp_path.glob("papers/*.json")] == ["zhang2018.json"]


DOCS = Path(__file__).parent.parent.parent.parent / "docs"


def test_figures_are_written_and_read_back(tmp_path: Path) -> None:
    stored = Stored(paper="zhang2018", version="1", sample=3, seed=1, figures={"a": [1, None, {"b": 0.5}]})
    file = tmp_path / "deep" / "zhang2018.json"
    assert read_figures(file) is None
    write_figures(stored, file)
    assert read_figures(file) == stored
    file.write_text('{"paper": 1}')
    with pytest.raises(FiguresUnreadable, match=r"zhang2018\.json"):
        read_figures(file)
    assert stored.command == "broadsheet reproduce zhang2018 --sample 3 --seed 1"


def test_the_command_measures_and_writes(small_corpora: Path, tmp_path: Path) -> None:
    out = tmp_path / "docs"
    asked = ["reproduce", "zhang2018", "--corpora", str(small_corpora), "--sample", "2", "-o", str(out)]
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0, result.output
    page, tables = out / "papers" / "zhang2018.md", out / "log" / "reproduction" / "zhang2018.md"
    first = page.read_text(encoding="utf-8"), tables.read_text(encoding="utf-8")
    assert all("`broadsheet reproduce zhang2018 --sample 2`" in text for text in first)
    assert (out / "papers" / "zhang2018-gamma.svg").read_text(encoding="utf-8").startswith("<svg")
    page.write_text(f"# By hand\n\n{first[0][first[0].index('<!--') :]}\nAnd below.\n", encoding="utf-8")
    tables.unlink()
    result = CliRunner().invoke(main, ["reproduce", "--write-only", "-o", str(out)])
    assert result.exit_code == 0, result.output
    written = page.read_text(encoding="utf-8")
    assert written.startswith("# By hand\n")
    assert written.endswith("And below.\n")
    assert "| `cedst` |" in written
    assert tables.read_text(encoding="utf-8") == first[1]


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nobody1999"], 2, "unknown paper"),
        (["--write-only", "tan2018"], 2, "measures nothing"),
        (["barua2014", "--corpora", "EMPTY"], 1, ""),
    ],
)
def test_wrong_usage_is_one_line(tmp_path: Path, arguments: list[str], code: int, words: str) -> None:
    (tmp_path / "empty").mkdir()
    given = [str(tmp_path / "empty") if word == "EMPTY" else word for word in arguments]
    result = CliRunner().invoke(main, ["reproduce", *given, "-o", str(tmp_path / "docs")])
    assert result.exit_code == code
    assert words in result.output
    assert "Traceback" not in result.output


def test_the_pages_in_the_repository_are_written_from_their_figures(tmp_path: Path) -> None:
    shutil.copytree(DOCS / "papers", tmp_path / "papers")
    for page in write(tmp_path):
        tables = Path("log", "reproduction", page.name)
        assert page.read_bytes() == (DOCS / "papers" / page.name).read_bytes()
        assert (tmp_path / tables).read_bytes() == (DOCS / tables).read_bytes()
    for drawing in (tmp_path / "papers").glob("*.svg"):
        assert drawing.read_bytes() == (DOCS / "papers" / drawing.name).read_bytes()


def test_corpora_weigh_the_same_in_a_tally() -> None:
    """Corpus a: precisions 1/2 and 1, recalls 1 and 1/2; corpus b: both 1."""
    tally = Tally()
    tally.add("m", "a", Overlap(1, 1, 0))
    tally.add("m", "a", Overlap(1, 0, 1))
    tally.add("m", "b", Overlap(3, 0, 0))
    cells = tally.table()["m"]
    assert cells["a"] == {"precision": 0.75, "recall": 0.75, "f1": 0.75}
    assert cells["mean"] == {"precision": 0.875, "recall": 0.875, "f1": 0.875}
    assert tally.sizes() == {"a": 2, "b": 1}


def test_a_difference_is_the_mean_over_corpora_within_its_interval() -> None:
    tally = Tally()
    for page in range(40):
        tally.add("good", "a", Overlap(9 + page % 2, 1, 0))
        tally.add("bad", "a", Overlap(5, 5, 0))
    found = tally.difference("good", "bad", "precision")
    assert found["mean"] == pytest.approx((9 / 10 + 10 / 11) / 2 - 1 / 2, abs=1e-4)
    assert found["low"] <= found["mean"] <= found["high"]
    assert tally.difference("good", "good") == {"mean": 0.0, "low": 0.0, "high": 0.0}


@pytest.mark.parametrize(
    ("intervals", "word"),
    [
        ([(0.1, 0.2)], "Holds"),
        ([(-0.2, -0.1)], "Does not hold"),
        ([(-0.1, 0.1)], "Undecided"),
        ([(0.1, 0.2), (-0.2, -0.1)], "Holds only against `b0`"),
        ([(0.1, 0.2), (-0.1, 0.1)], "Holds only against `b0`; undecided against `b1`"),
    ],
)
def test_a_claim_says_what_the_intervals_say(intervals: list[tuple[float, float]], word: str) -> None:
    ahead = {
        f"b{number}": {"mean": (low + high) / 2, "low": low, "high": high}
        for number, (low, high) in enumerate(intervals)
    }
    said = claim("A is above B.", ahead, "Because.")
    assert said.startswith(f"- **{word}**: A is above B.")
    assert all(f"over `{name}`" in said for name in ahead)
    assert ("Because." in said) == (word != "Holds")


def test_the_headline_is_not_scored(small_corpora: Path) -> None:
    chosen = list(subjects("test", open_corpora(small_corpora), ("crawlfuture",), Options(sample=2)))
    assert len(chosen) == 2
    for subject in chosen:
        page = subject.page
        assert page is not None
        everything = page.is_text & page.shown
        assert subject.title is not None
        assert subject.title not in {page.raw(int(row)) for row in subject.rows[subject.wanted]}
        words = int(page.words[subject.rows].sum())
        found = subject.by_words(everything)
        assert found.missed == 0
        assert found.both + found.extra == words
        right = np.zeros(len(page), dtype=np.bool_)
        right[subject.rows[subject.wanted]] = True
        assert subject.by_words(right).f1 == subject.by_lines(right).f1 == 1.0
        assert subject.by_bag(subject.text_of(right, "m")).f1 == 1.0


def test_corpora_without_a_page_for_a_study_are_named(small_corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scores, "read_subject", lambda sample: None)
    for name in ("naeb", "crawlfuture"):  # the first is not there
        with pytest.raises(CorpusError, match=name):
            list(subjects("test", open_corpora(small_corpora), (name,), Options()))


def test_means_and_ratios_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corpora weigh the same: (2 + 6) / 2 ms and 3 ms make 3.5; (1 + 1) / 2 ms and 1 ms make 1."""
    taken = Times()
    for entrant, corpus, seconds in (
        ("a", "x", 0.002), ("a", "x", 0.006), ("a", "y", 0.003),
        ("b", "x", 0.001), ("b", "x", 0.001), ("b", "y", 0.001),
    ):  # fmt: skip
        clock = iter((5.0, 5.0 + seconds))
        monkeypatch.setattr(scores, "process_time", lambda clock=clock: next(clock))
        assert taken.add(entrant, corpus, lambda: "done") == "done"
    assert taken.milliseconds() == {"a": 3.5, "b": 1.0}
    ratio = taken.ratio("a", "b")
    assert ratio == {"mean": 3.5, "low": 2.5, "high": 4.5}, "of the two pages of x, either may be drawn twice"
