from __future__ import annotations

import numpy as np

from broadsheet.page import read_page
from broadsheet.page.rows import locate


def test_a_text_row_goes_with_the_larger_part_of_it() -> None:
    page = read_page("<p>A long first line of text\nshort</p>\n<p>other</p>")
    lines = locate(page, ["A long first line of text", "short", "other"])
    keep = lines.rows(page, np.array([True, False, False]))
    assert [page.words_of(int(row)) for row in np.flatnonzero(keep)] == ["A long first line of text short"]
    keep = lines.rows(page, np.array([False, True, True]))
    assert [page.words_of(int(row)) for row in np.flatnonzero(keep)] == ["other"]


def test_what_is_not_in_the_page_is_passed_over() -> None:
    page = read_page("<p>alpha</p><p>beta</p><p>gamma</p>")
    lines = locate(page, ["alpha", "missing", " ", "ga mma", "beta"])
    assert (lines.start >= 0).tolist() == [True, False, False, True, False]
