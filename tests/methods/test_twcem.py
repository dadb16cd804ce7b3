from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.facts import Facts
from broadsheet.methods.base import Given
from broadsheet.methods.maths.text_words import has_dictionaries
from broadsheet.methods.twcem import TWCEM, algorithm_2, edit_distance, locate, source_lines
from broadsheet.page import read_page
from tests.methods.kept import kept

PAGE = """<html><head><meta property="og:title" content="Council agrees on new bridge | The Paper"></head><body>
<ul><li>Home</li><li>News, sport</li></ul>
<h1>Council agrees on new bridge</h1>
<p>Tue.</p>
<p>The council met, and a majority agreed on the plan.</p>
<p>Work starts soon, it said.</p>
<p>No mark here</p>
<p>Critics of the council say the bridge is too dear.</p>
<p>Subscribe now, and save.</p>
<p>Copyright, all rights.</p>
</body></html>"""


@pytest.mark.parametrize("rows", ["segments", "source"])
def test_algorithms_3_and_4(rows: str) -> None:
    page = read_page(PAGE)
    method = TWCEM(rows=rows)  # type: ignore[arg-type]
    trace = method.mark(page, Given()).trace
    # Algorithm 3 drops "Home", the title and "No mark here" (no punctuation) and "Tue." only by delta_1 = 5.
    assert len(trace["ccl"]) == 7
    assert (int(trace["row_start"]), int(trace["row_end"])) == (2, 4)
    assert kept(page, method) == [
        "The council met, and a majority agreed on the plan.",
        "Work starts soon, it said.",
        "Critics of the council say the bridge is too dear.",
    ]


ROWS = ["nothing, here.", "bridge new, said so.", "a new long bridge, yes.", "last, words."]


@pytest.mark.parametrize(
    ("rows", "parameters", "expected"),
    [
        # Characters without white space.
        (["a b.", "abc."], {}, ["abc."]),
        (["a b.", "abc."], {"delta1": 3}, ["a b.", "abc."]),
        # Punctuation that is shown.
        (["one, two.", "three <i hidden>,.</i>four."], {"delta2": 2}, ["one, two."]),
        # Words in order: "bridge new" shares one, "new ... bridge" two. The search from the front ends halfway.
        (ROWS, {"delta3": 1}, ROWS[1:3]),
        (ROWS, {}, ROWS[:3]),
    ],
)
def test_thresholds(rows: list[str], parameters: dict[str, Any], expected: list[str]) -> None:
    given = Given(title="new bridge") if rows is ROWS else Given()
    assert kept(read_page("".join(f"<p>{row}</p>" for row in rows)), TWCEM(**parameters), given) == expected


def test_without_a_title_every_row_of_ccl() -> None:
    page = read_page("<p>one, two.</p><p>three</p><p>four, five.</p>")
    marking = TWCEM().mark(page, Given())
    assert kept(page, TWCEM()) == ["one, two.", "four, five."]
    assert marking.notes == ("no title was found: every row that passes the filters is kept",)


def longest(c: list[str], t: list[str]) -> int:
    """LCS by the recurrence of III.C.3."""
    if not c or not t:
        return 0
    return longest(c[:-1], t[:-1]) + 1 if c[-1] == t[-1] else max(longest(c, t[:-1]), longest(c[:-1], t))


some_words = st.lists(st.sampled_from(["new", "bridge", "ferry"]), min_size=1, max_size=4)


@given(st.lists(st.tuples(some_words, st.sampled_from(["", ".", "!"])), max_size=9), some_words, st.integers(1, 3))
def test_algorithms_3_and_4_as_printed(rows: list[tuple[list[str], str]], t: list[str], delta3: int) -> None:
    """With rows numbered from 0, L_C as the number of rows, and the end row included."""
    ccl = [row for row, mark in rows if len("".join(row) + mark) >= 4 and mark]
    hit = [longest(row, t) >= delta3 for row in ccl]
    half, count = len(ccl) / 2, len(ccl)
    start = next((i for i in range(count) if i < half and hit[i]), 0)
    end = next((i for i in reversed(range(count)) if i > half and hit[i]), count - 1)
    page = read_page("<body>" + "".join(f"<p>{' '.join(row)}{mark}</p>" for row, mark in rows))
    found = kept(page, TWCEM(half="rows", delta3=delta3), Given(title=" ".join(t)))
    assert [row.rstrip(".!").split() for row in found] == ccl[start : end + 1]


@pytest.mark.parametrize("dictionaries", [True, False])
def test_chinese_counts_words(dictionaries: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first row has two characters of the title and none of its words, the second one word, the third two."""
    if not dictionaries:
        monkeypatch.setattr("broadsheet.methods.maths.text_words._breaker", lambda: None)
    elif not has_dictionaries():
        pytest.skip("the extra topics is not installed")
    rows = "市场，大桥。 会议结束了。 政府说，大桥将在会议后开工。 还有一句。 版权，所有。 联系，我们。".split()
    page = read_page("".join(f"<p>{row}</p>" for row in rows))
    given = Given(title="政府会议")
    assert kept(page, TWCEM(), given) == rows[2:]
    assert kept(page, TWCEM(cjk="characters"), given) == rows[1:3]


def test_half_of_the_characters_or_half_of_the_rows() -> None:
    """Two long rows above four short ones: half of the characters is reached in the second, half of the rows later."""
    long = "The new bridge was agreed on by the council, after a long debate in the hall on Monday."
    page = read_page(f"<p>{long}</p><p>{long[4:]}</p>" + "".join(f"<p>Teaser, {n}.</p>" for n in range(4)))
    given = Given(title="New bridge agreed")
    assert kept(page, TWCEM(), given) == [long, long[4:]]
    assert len(kept(page, TWCEM(half="rows"), given)) == 6


def test_the_search_from_the_back_ends_in_the_row_that_completes_a_half() -> None:
    """Four rows as long: from the back a half is complete in the third, so the second is no end."""
    rows = ["new bridge, 1.", "new bridge, 2.", "other word, 3.", "other word, 4."]
    page = read_page("".join(f"<p>{row}</p>" for row in rows))
    assert kept(page, TWCEM(), Given(title="New bridge")) == rows
    assert kept(page, TWCEM(half="rows"), Given(title="New bridge")) == rows


# Algorithm 1, Definitions 1 and 2


@pytest.mark.parametrize(
    "head",
    [
        "<head><title>New bridge agreed, at last.</title></head><body>",
        "<title>New <i>bridge</i> agreed,\n at last.</title>",
        "<HEAD><TITLE\n>New bridge agreed, at last.</TITLE ><noscript><link href=x></noscript><base>",
    ],
)
def test_text_of_head_is_in_no_row(head: str) -> None:
    for gap in ("", "\n"):
        page = read_page(f"{head}{gap}<p>Skip, please.</p>\n<p>The new bridge, it says.</p>\n<p>Last one.</p>")
        assert source_lines(page).texts == ("Skip, please.", "The new bridge, it says.", "Last one.")
        assert kept(page, TWCEM(rows="source")) == ["The new bridge, it says.", "Last one."]


def test_eq_1_by_hand() -> None:
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance("", "abc") == 3
    assert edit_distance("same", "same") == 0


@given(st.text("ab", max_size=5), st.text("ab", max_size=5))
def test_eq_1_by_its_recurrence(m: str, c: str) -> None:
    """Where two characters agree, the diagonal costs ``flag`` alone."""

    def edit(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        return min(edit(i - 1, j) + 1, edit(i, j - 1) + 1, edit(i - 1, j - 1) + (m[i - 1] != c[j - 1]))

    assert edit_distance(m, c) == edit(len(m), len(c))


OTHER = "<title>Other</title><h1>Other</h1>"
NEAR = "<meta property=og:title content='Bridge agreed | Paper'><h1>The Paper</h1><h2>Bridge agreed</h2><h3>Sport</h3>"


@pytest.mark.parametrize(
    ("html", "home_link", "title"),
    [
        # The heading nearest to the title of the metadata.
        (NEAR, None, "Bridge agreed"),
        # The home page comes first.
        (OTHER, " Bridge\n agreed ", "Bridge agreed"),
        (OTHER, "\ufffd\ufffd", "Other"),
        (OTHER, " ... ", "Other"),
        # Attributes come last.
        ("<div id=title-main>Bridge agreed</div><p>text", None, "Bridge agreed"),
        ("<div class=titleText>Bridge agreed</div><p>text", None, "Bridge agreed"),
        ("<title> 12 </title><div id=main-title>Bridge agreed</div><p>text", None, "Bridge agreed"),
    ],
)
def test_algorithm_2(html: str, home_link: str | None, title: str) -> None:
    assert algorithm_2(Facts(read_page(html)), home_link=home_link) == title


@pytest.mark.parametrize(
    "meta", ["<title>Bridge agreed</title>", "<title>12</title><meta property=og:title content='Bridge agreed'>"]
)
@pytest.mark.parametrize("headings", ["", "<h1>12</h1>", "<h2></h2>"])
def test_without_headings_the_meta_title_is_the_title(meta: str, headings: str) -> None:
    """By the text of III.B.2; by the pseudocode the attributes are tried at once."""
    page = read_page(f"{meta}<body>{headings}<div id=title>Sport</div><p>text")
    assert algorithm_2(Facts(page)) == "Bridge agreed"
    assert algorithm_2(Facts(page), meta_alone=False) == "Sport"


def test_a_text_row_goes_with_the_larger_part_of_it() -> None:
    page = read_page("<p>A long first line of text\nshort</p>\n<p>other</p>")
    lines = locate(page, ["A long first line of text", "short", "other"])
    keep = lines.rows(page, np.array([True, False, False]))
    assert [page.words_of(int(row)) for row in np.flatnonzero(keep)] == ["A long first line of text short"]
    keep = lines.rows(page, np.array([False, True, True]))
    assert [page.words_of(int(row)) for row in np.flatnonzero(keep)] == ["other"]


def test_after_many_missing_lines_only_near_ones_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    page = read_page(f"<p>{'near' * 10}<p>{'between' * 600}<p>{'far' * 20}")
    for bound in (1, 2):
        monkeypatch.setattr("broadsheet.methods.twcem.MAX_MISSED", bound)
        lines = locate(page, ["missing" * 10, "near" * 10, "far" * 20])
        assert (lines.start >= 0).tolist() == [False, True, bound == 2]
