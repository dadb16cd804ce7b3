"""The title of an article: structured data first, then Algorithm 2 of TWCEM.

Zhen Tan, Chunhui He, Yang Fang, Bin Ge, Weidong Xiao. Title-Based Extraction of News Contents for Text Mining.
IEEE Access 6, 2018. doi:10.1109/ACCESS.2018.2877592

====== ================ ======================================== =========================
symbol name in code     what it is                               where in the paper
====== ================ ======================================== =========================
H      home_link        the home page; here, its link's text     Algorithm 2, line 1
c_t    candidates       headings h1 to h6                        III.B.2, Algorithm 2 line 4
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

import re
from typing import Final

import numpy as np
from rapidfuzz.distance import Levenshtein

from broadsheet.metadata.structured import Structured, clean, read_structured
from broadsheet.page import Page, tags

__all__ = ["algorithm_2", "edit_distance", "title"]

_META_TITLES: Final = ("title", "og:title", "twitter:title")
_TITLE_ATTRIBUTES: Final = '[id^="title"], [id$="title"], [class^="title"]'
_LONGEST: Final = 400
"""Characters of a candidate that are compared; no headline is longer."""
_SEPARATORS: Final = re.compile(r"\s+[|»«·•–—:/\\-]+\s+|\s*[|»«]\s*")
_CLOSE: Final = 0.35
"""A heading within this share of edits of the structured title is the same headline, written for the reader."""


# Eq. (1)
def edit_distance(m: str, c: str) -> int:
    """Levenshtein distance between two strings, in edits."""
    return int(Levenshtein.distance(m, c))


def algorithm_2(page: Page, *, home_link: str | None = None, structured: Structured | None = None) -> str | None:
    """The title as the paper finds it.

    Args:
        page: the news page d.
        home_link: the text of the link to it on the home page H, if known.
        structured: what `read_structured` gives for the page, if it was read already.

    Returns:
        The title t, or None.
    """
    # Algorithm 2, lines 1-2 and 15
    if (linked := clean(home_link)) and not _abnormal(linked):
        return linked
    # lines 3-5
    candidates = [text for row in _headings(page) if not _abnormal(text := page.words_of(row)[:_LONGEST])]
    if candidates:
        # lines 12-13
        structured = structured if structured is not None else read_structured(page)
        found = structured.first_meta(*_META_TITLES)
        meta_title = found[0] if found is not None else structured.title
        if meta_title is None:
            return candidates[0]
        return min(candidates, key=lambda candidate: edit_distance(meta_title[:_LONGEST], candidate))
    # lines 6-10
    for row, _ in page.query(_TITLE_ATTRIBUTES):
        if not _abnormal(text := page.words_of(row)):
            return text[:_LONGEST]
    return None


def _headings(page: Page) -> list[int]:
    """Heading rows, the highest level first and in document order within a level."""
    rows = np.flatnonzero(tags.HEADING[page.tag])
    return sorted(rows.tolist(), key=lambda row: int(page.tag[row]))


def _abnormal(text: str) -> bool:
    return "\ufffd" in text or not any(map(str.isalpha, text))


def title(page: Page, structured: Structured, *, home_link: str | None = None) -> tuple[str, str] | None:
    """The title and where it was found.

    The headline that the structured data gives is looked up among the page's headings, since those carry no site name
    and are written for the reader; without a heading that is close to it, the structured one stands, less the site's
    name. Without structured data, Algorithm 2; at last the ``title`` element.
    """
    stated = _stated(structured)
    if stated is not None:
        text, source = stated
        plain = _without_site(text, structured)
        heading = _closest_heading(page, plain)
        if heading is not None:
            return heading, f"text:heading ({source})"
        return plain, source
    found = algorithm_2(page, home_link=home_link, structured=structured)
    if found is not None:
        return found, "algorithm 2"
    if structured.title and not _abnormal(structured.title):
        return _without_site(structured.title, structured), "title"
    return None


def _stated(structured: Structured) -> tuple[str, str] | None:
    headline = clean(structured.article.get("headline"))
    if headline and not _abnormal(headline):
        return headline, "json-ld:headline"
    found = structured.first_meta("og:title", "twitter:title", "parsely-title", "sailthru.title", "dc.title", "title")
    return found if found is not None and not _abnormal(found[0]) else None


def _closest_heading(page: Page, text: str) -> str | None:
    best, least = None, _CLOSE
    for row in _headings(page):
        if page.hidden[row]:
            continue
        candidate = page.words_of(row)
        if not candidate or len(candidate) > _LONGEST:
            continue
        distance = float(Levenshtein.normalized_distance(text.casefold(), candidate.casefold(), score_cutoff=least))
        if distance < least:
            best, least = candidate, distance
    return best


def _without_site(text: str, structured: Structured) -> str:
    """A title less the site's name at its end or beginning, where a separator sets it off."""
    names = {name.casefold() for key in ("og:site_name", "application-name") for name in structured.meta.get(key, ())}
    parts = _SEPARATORS.split(text)
    if len(parts) < 2 or not names:
        return text
    if parts[-1].casefold() in names:
        return text[: text.rfind(parts[-1])].rstrip(" |»«·•–—:/\\-")
    if parts[0].casefold() in names:
        return text[len(parts[0]) :].lstrip(" |»«·•–—:/\\-")
    return text
