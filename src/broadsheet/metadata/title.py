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

from broadsheet.metadata.structured import Structured, clean, read_head
from broadsheet.page import Page, tags

__all__ = ["algorithm_2", "edit_distance", "title"]

_META_TITLES: Final = ("title", "og:title", "twitter:title")
_TITLE_ATTRIBUTES: Final = '[id^="title"], [id$="title"], [class^="title"]'
_LONGEST: Final = 400
"""Characters of a candidate that are compared; no headline is longer."""
_SEPARATORS: Final = re.compile(r"\s+[|»«·•–—:/\\-]+\s+|\s*[|»«]\s*")
_MARKS: Final = " |»«·•–—:/\\-"
_FEW_WORDS: Final = 3
"""A heading of fewer words is a section's or the site's name, as far as words go."""
_SITE_WORDS: Final = 4
"""A site's name in a title has no more words."""
_H1: Final = tags.IDS["h1"]
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
        structured: what was read of the page's head, if it was read already.

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
        structured = structured if structured is not None else read_head(page)
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

    The headline that the structured data states is looked up among the page's headings, since those carry no site name
    and are written for the reader. Where no heading is close to it, it was written for search engines: then the only
    main heading is the title, if there is one, else what is stated, less the site's name. Without structured data the
    ``title`` element takes its place; without that, Algorithm 2.
    """
    if (linked := clean(home_link)) and not _abnormal(linked):
        return linked, "home page"
    stated = _stated(structured)
    if stated is None:
        found = algorithm_2(page, structured=structured)
        return (found, "algorithm 2") if found is not None else None
    text, source = stated
    plain = _without_site(text, structured)
    headings = [(row, page.words_of(row)) for row in _headings(page) if not page.hidden[row]]
    headings = [(row, words) for row, words in headings if not _abnormal(words) and len(words) <= _LONGEST]
    heading = _closest([words for _, words in headings], plain)
    if heading is not None:
        return heading, f"text:heading ({source})"
    main = {words for row, words in headings if page.tag[row] == _H1}
    if len(main) == 1 and source != "json-ld:headline":
        (only,) = main
        if len(only.split()) >= _FEW_WORDS and only.casefold() not in _site_names(structured):
            return only, "text:h1"
    return plain, source


def _stated(structured: Structured) -> tuple[str, str] | None:
    headline = clean(structured.article.get("headline"))
    if headline and not _abnormal(headline):
        return headline, "json-ld:headline"
    found = structured.first_meta("og:title", "twitter:title", "parsely-title", "sailthru.title", "dc.title", "title")
    if found is not None and not _abnormal(found[0]):
        return found
    # An unclosed title element swallows the page.
    if structured.title and not _abnormal(structured.title) and len(structured.title) <= _LONGEST:
        return structured.title, "title"
    return None


def _closest(headings: list[str], text: str) -> str | None:
    """The heading that is the same headline as a text: a few edits away, or a part of it that a separator sets off."""
    best, least = None, _CLOSE
    folded = text.casefold()
    parts = {part.casefold() for part in _SEPARATORS.split(text)}
    for candidate in headings:
        distance = float(Levenshtein.normalized_distance(folded, candidate.casefold(), score_cutoff=least))
        if candidate.casefold() in parts and len(candidate.split()) >= _FEW_WORDS:
            distance = 0.0
        if distance < least:
            best, least = candidate, distance
    return best


def _site_names(structured: Structured) -> set[str]:
    return {name.casefold() for key in ("og:site_name", "application-name") for name in structured.meta.get(key, ())}


def _without_site(text: str, structured: Structured) -> str:
    """A title less the site's name at its end or beginning, where a separator sets it off.

    Where the page does not say its site's name, what stands after the last bar is taken for it if it is the shorter
    part.
    """
    names = _site_names(structured)
    parts = _SEPARATORS.split(text)
    if len(parts) < 2:
        return text
    if parts[-1].casefold() in names:
        return text[: text.rfind(parts[-1])].rstrip(_MARKS)
    if parts[0].casefold() in names:
        return text[len(parts[0]) :].lstrip(_MARKS)
    rest = text[: text.rfind(parts[-1])].rstrip(_MARKS)
    if len(parts[-1].split()) <= _SITE_WORDS and len(rest) > 2 * len(parts[-1]):
        return rest
    return text
