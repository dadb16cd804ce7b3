from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods.base import Given
from broadsheet.methods.twcem import TWCEM
from broadsheet.page import Page, read_page

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


def kept(page: Page, method: TWCEM, given: Given | None = None) -> list[str]:
    return [page.words_of(int(row)) for row in np.flatnonzero(method.mark(page, given or Given()).keep)]


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


def test_delta1_counts_characters_without_white_space() -> None:
    page = read_page("<title>t</title><p>a b.</p><p>abc.</p>")
    assert kept(page, TWCEM()) == ["abc."]
    assert kept(page, TWCEM(delta1=3)) == ["a b.", "abc."]


def test_delta2_counts_punctuation() -> None:
    page = read_page("<p>one, two.</p><p>three four.</p>")
    assert kept(page, TWCEM(delta2=2)) == ["one, two."]


def test_delta3_counts_words_in_order() -> None:
    page = read_page(
        "<p>nothing, here.</p><p>bridge new, said so.</p><p>a new long bridge, yes.</p><p>last, words.</p>"
    )
    given = Given(title="new bridge")
    # "bridge new" shares one word in order, "new ... bridge" two. The search from the front ends halfway.
    assert kept(page, TWCEM(delta3=1), given) == ["bridge new, said so.", "a new long bridge, yes."]
    assert kept(page, TWCEM(), given) == ["nothing, here.", "bridge new, said so.", "a new long bridge, yes."]


def test_the_link_on_the_home_page_is_the_title() -> None:
    page = read_page(PAGE)
    assert kept(page, TWCEM(), Given(home_link="Subscribe now"))[-1] == "Subscribe now, and save."


def test_without_a_title_every_row_of_ccl() -> None:
    page = read_page("<p>one, two.</p><p>three</p><p>four, five.</p>")
    marking = TWCEM().mark(page, Given())
    assert kept(page, TWCEM()) == ["one, two.", "four, five."]
    assert marking.notes == ("no title was found: every row that passes the filters is kept",)


def test_one_row() -> None:
    assert kept(read_page("<p>one, two.</p>"), TWCEM(), Given(title="one two")) == ["one, two."]


def test_microblog_parameters() -> None:
    assert TWCEM.microblog() == TWCEM(delta1=2, delta2=1, delta3=1)


def test_chinese_counts_characters() -> None:
    page = read_page("<p>首页，新闻。</p><p>市议会同意，新桥。</p><p>还有一句。</p><p>版权，所有。</p>")
    assert kept(page, TWCEM(), Given(title="新桥获同意")) == ["市议会同意，新桥。", "还有一句。", "版权，所有。"]


def test_half_of_the_characters_or_half_of_the_rows() -> None:
    """Two long rows above four short ones: half of the characters is reached in the second, half of the rows later."""
    long = "The new bridge was agreed on by the council, after a long debate in the hall on Monday."
    page = read_page(f"<p>{long}</p><p>{long[4:]}</p>" + "".join(f"<p>Teaser, {n}.</p>" for n in range(4)))
    given = Given(title="New bridge agreed")
    assert kept(page, TWCEM(), given) == [long, long[4:]]
    assert len(kept(page, TWCEM(half="rows"), given)) == 6


def test_equal_rows_have_the_same_half_by_characters_and_by_rows() -> None:
    for count in range(1, 8):
        page = read_page("".join(f"<p>bridge new, {n}.</p>" for n in range(count)))
        given = Given(title="bridge new")
        assert kept(page, TWCEM(), given) == kept(page, TWCEM(half="rows"), given)


def test_the_search_from_the_back_ends_in_the_row_that_completes_a_half() -> None:
    """Four rows as long: from the back a half is complete in the third, so the second is no end."""
    rows = ["new bridge, 1.", "new bridge, 2.", "other word, 3.", "other word, 4."]
    page = read_page("".join(f"<p>{row}</p>" for row in rows))
    assert kept(page, TWCEM(), Given(title="New bridge")) == rows
    assert kept(page, TWCEM(half="rows"), Given(title="New bridge")) == rows


def test_punctuation_is_what_sentences_are_made_with() -> None:
    page = read_page("<p>Home | News | Sport</p><p>Tags: bridge</p><p>It was agreed!</p><p>同意了。</p>")
    assert kept(page, TWCEM()) == ["It was agreed!", "同意了。"]
    assert len(kept(page, TWCEM(marks="all"))) == 3, "a bar is a symbol in Unicode, a colon punctuation"


def test_the_start_row_is_not_the_end_row() -> None:
    page = read_page("<p>one row, here.</p><p>new bridge agreed, yes.</p><p>last row, here.</p>")
    assert kept(page, TWCEM(), Given(title="New bridge")) == ["new bridge agreed, yes.", "last row, here."]
