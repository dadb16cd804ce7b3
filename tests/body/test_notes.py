from __future__ import annotations

import numpy as np

from broadsheet.body.notes import address_notes
from broadsheet.facts import Facts
from broadsheet.page import read_page, tags


def test_the_link_that_the_text_begins_with_is_counted_as_lost() -> None:
    page = read_page(
        '<nav><a href="/">Home</a></nav><p><a href="/a">First</a> and <a href="/b">last</a>.</p><a href=c>'
    )
    paragraph = page.rows_of(tags.IDS["p"])[0]
    keep = np.zeros(len(page), dtype=np.bool_)
    keep[paragraph : page.end[paragraph]] = True
    assert address_notes(Facts(page), keep, None) == (
        "relative addresses of links and pictures are left out (2): pass the page's url to keep them",
    )
