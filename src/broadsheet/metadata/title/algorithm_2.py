"""Algorithm 2 of TWCEM: the title as the paper finds it, the heading that is nearest to what the page states.

It is not used for our own choice (`broadsheet.metadata.title.chosen`), but where that has no weights.

Zhen Tan, Chunhui He, Yang Fang, Bin Ge, Weidong Xiao. Title-Based Extraction of News Contents for Text Mining.
IEEE Access 6, 2018. doi:10.1109/ACCESS.2018.2877592

====== ================ ======================================== =========================
symbol name in code     what it is                               where in the paper
====== ================ ======================================== =========================
H      home_link        the home page; here, its link's text     Algorithm 2, line 1
c_t    rows, text       headings h1 to h6                        III.B.2, Algorithm 2 line 4
m_t    meta_title       the title in a ``meta`` tag              III.B.2, Algorithm 2 line 12
edit   edit_distance    Levenshtein distance                     Eq. (1)
====== ================ ======================================== =========================

Where the paper is silent or contradicts itself, and what we chose:

* Eq. (1) as printed adds 1 to the diagonal also where the characters agree, so a text would differ from itself. The
  text names the Levenshtein distance, and that is what we compute: the diagonal costs ``flag`` alone.
* Line 1 reads the link text from the home page; we take that text as an argument, since the page does not hold it.
* "The meta tag" that holds the title: ``title``, ``og:title`` or ``twitter:title``, in this order; without any, the
  ``title`` element, which pages of the paper's time had and ``meta`` titles they had not.
* An abnormal character string: one with a replacement character, or without a letter.
* No meta title and several candidates: the highest heading, then the first.
* Equal distances: the first candidate.
* The attribute rules, lines 6 to 10, may match several elements: the first that has text.
* Hidden headings are candidates like the others: the paper has no notion of them. Ours leaves them out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rapidfuzz.distance import Levenshtein

from broadsheet.metadata.stated.structured import Structured, clean, read_head
from broadsheet.page import Page, tags

__all__ = ["abnormal", "algorithm_2", "edit_distance"]

_META_TITLES: Final = ("title", "og:title", "twitter:title")
_TITLE_ATTRIBUTES: Final = '[id^="title"], [id$="title"], [class^="title"]'
_LONGEST: Final = 400
"""Characters of a candidate that are compared; no headline is longer."""


# Eq. (1)
def edit_distance(m: str, c: str) -> int:
    """Levenshtein distance between two strings, in edits."""
    return int(Levenshtein.distance(m, c))


def algorithm_2(page: Page, *, home_link: str | None = None, structured: Structured | None = None) -> str | None:
    """The title as the paper finds it.

    Args:
        page: the news page d.
        home_link: the text of the link to it on the home page H, if known.
        structured: what was read of the page's head, if it was read already.

    Returns:
        The title t, or None.
    """
    # Algorithm 2, lines 1-2 and 15
    if (linked := clean(home_link)) and not abnormal(linked):
        return linked
    # lines 3-5
    rows = iter(_headings(page))
    best = next((text for row in rows if not abnormal(text := _heading(page, row))), None)
    if best is not None:
        # lines 12-13
        structured = structured if structured is not None else read_head(page)
        found = structured.first_meta(*_META_TITLES)
        meta_title = found[0] if found is not None else structured.title
        return best if meta_title is None else _nearest(page, meta_title[:_LONGEST], best, rows)
    # lines 6-10
    for row, _ in page.query(_TITLE_ATTRIBUTES):
        if not abnormal(text := _heading(page, row)):
            return text
    return None


def _nearest(page: Page, wanted: str, best: str, rows: Iterable[int]) -> str:
    """Of a text and those of some headings the one that is nearest to a title; of several, the first."""
    least = edit_distance(wanted, best)
    start, stop, end = page.start.data, page.stop.data, page.end.data
    for row in rows:
        if not least:  # none is nearer
            break
        # Each character that one is shorter is an edit; at each row a space may be added.
        if len(wanted) - (stop[row] - start[row]) - (end[row] - row) >= least:
            continue
        text = _heading(page, row)
        if not abnormal(text) and (distance := edit_distance(wanted, text)) < least:
            best, least = text, distance
    return best


def _heading(page: Page, row: int) -> str:
    return page.words_of(row, _LONGEST)


def _headings(page: Page) -> list[int]:
    """Heading rows, the highest level first and in document order within a level."""
    rows = tags.HEADING.take(page.tag).nonzero()[0]
    order: list[int] = rows[page.tag[rows].argsort(kind="stable")].tolist()
    return order


def abnormal(text: str) -> bool:
    """Whether a text is an abnormal character string: it has a replacement character, or no letter."""
    return "\ufffd" in text or not any(map(str.isalpha, text))
