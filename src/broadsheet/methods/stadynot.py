"""StaDyNoT: a news page without its static and its dynamic noise.

Jayendra Barua, Dhaval Patel, Ankur Kumar Agrawal. Removing Noise Content from Online News Articles. COMAD 2014.

============ ============ ======= ===================================================================
symbol       name in code default where in the paper
============ ============ ======= ===================================================================
W            neighbours,          news pages of the same site and category (section 3.1)
             least        9       their number in section 4; used with a profile
key          static_keys          "tag-name : tag-attribute: tag_data" of a tag (section 3.1)
value        support              number of pages that have a key (section 3.1)
alpha        alpha        50      least non-link text of a tag, in characters (section 3.2)
beta         beta         0.20    largest link fraction (section 3.2)
LF_n         link_fraction        link text / total text of node n (section 3.2)
============ ============ ======= ===================================================================

Where the paper is silent or contradicts itself, and what we chose:

* Tag data is the text of the whole subtree without white space: with only a tag's own text, the empty containers around
  every article would be static noise. Table 1 shows texts of whole lists.
* A key is counted once per page. The paper adds 1 at every node, so that a key that occurs twice on each page would
  never have the value of the number of pages, and one that occurs five times on one of five pages would.
* A node is an element ("each node is an HTML tag"); a text node among other text is not static noise by itself.
* Keys are kept as 64-bit fingerprints. The order of attributes counts, since templates write them in one order; unknown
  tag names count as one.
* A neighbour with the same text as the page teaches nothing and is left out.
* A profile of the site can replace its pages. It may cover thousands of pages of all categories, so hardly any key is
  on all of them: a key is static noise if W other pages have it, W as in section 4, or all of them if there are fewer.
  The page itself is not counted, nor are other copies of its article.
* "Least common ancestors of discovered path-strings": of adjacent anchors, which give the ancestors of any two.
* Text of a node that is already marked no longer counts: static noise, and, from the deepest candidates up, candidates
  marked before. Otherwise ``body``, the ancestor of the first and the last link, has more than a fifth of its text in
  links on most pages and takes the article with it, which the paper's recall of 97 % rules out.
* beta = 20 is a percentage.
* Text is counted with its spaces, as the paper says, but white space is collapsed, and trimmed in each text node.
* A candidate without remaining text has less than alpha characters, so it is marked.
* ``form`` is in the list of tags that "never carry any informative content" and goes with its contents; pages wrapped
  in one form lose everything. ``forms=True`` keeps them.
* Hidden text is not counted, since it is never in the result.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.base import NO_ARTICLE, Counted, Given, Marking, Need, Paper, Profile, Unit, marking, spread
from broadsheet.methods.maths.places import TEXT_HALF, Fingerprints, of_spans, places
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["StaDyNoT", "static_keys", "static_rows", "support"]

_NON_INFORMATIVE: Final = "img link script style noscript embed object param form input caption meta textarea"
_REMOVED: Final = {
    forms: tags.mask(" ".join(name for name in _NON_INFORMATIVE.split() if not (forms and name == "form")))
    for forms in (False, True)
}
_PARAGRAPH: Final = tags.IDS["p"]
_LEAST_DATA: Final = np.uint64(1 << 32)


@dataclass(frozen=True, kw_only=True)
class StaDyNoT:
    """Removal of static and dynamic noise.

    Args:
        alpha: candidates with less unlinked text, in characters, are noise.
        beta: candidates with a larger share of linked text, 0 to 1, are noise.
        least: with a profile instead of neighbours, the number of other pages that must have a key; all of them if
            there are fewer.
        forms: keep the contents of ``form``, which the paper removes.
    """

    name: ClassVar[str] = "stadynot"
    paper: ClassVar[Paper | None] = Paper(
        "Barua et al.", 2014, "Removing Noise Content from Online News Articles", "COMAD"
    )
    needs: ClassVar[frozenset[Need]] = frozenset({Need.NEIGHBOURS, Need.PROFILE})
    unit: ClassVar[Unit] = Unit.ELEMENT

    alpha: int = 50
    beta: float = 0.20
    least: int = 9
    forms: bool = False

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark what remains without static noise, dynamic noise and non-informative tags."""
        neighbours = [other for other in given.neighbours if other is not page and other.text != page.text]
        notes: tuple[str, ...] = ()
        static = np.zeros(len(page), dtype=np.bool_)
        if neighbours:
            # Section 3.1: the keys whose value is the number of neighbour pages.
            keys, value = support(static_keys(other) for other in neighbours)
            static = static_rows(page, keys[value == len(neighbours)])
        elif given.profile is not None and (known := self._static_keys(page, given.profile)) is not None:
            static = static_rows(page, known)
        else:
            notes = ("no other pages of the site were given: only dynamic noise is removed",)
        noise = page.under(static)

        candidates = common_ancestors(page, np.flatnonzero(tags.LINK[page.tag]).astype(np.int32))
        is_noise, total, linked = self._judge(page, candidates, page.shown & ~noise)
        dynamic = candidates[is_noise]
        noise |= page.under(spread(page, dynamic))
        # Section 3.3
        noise |= page.under(_REMOVED[self.forms][page.tag])
        trace = {
            "static": np.flatnonzero(static),
            "candidates": candidates,
            "non_link_text": total - linked,
            # Link Fraction (LF_n), section 3.2; 0 without text
            "link_fraction": linked / np.maximum(1, total),
            "dynamic": dynamic,
        }
        return marking(page, page.shown & ~noise, trace=trace, notes=notes)

    def _static_keys(self, page: Page, profile: Profile) -> Fingerprints | None:
        """The keys that enough other pages of a profile have; None if it knows no other pages."""
        table = profile.static
        own = _pages_of(table, places(page).article)
        others = profile.pages - own
        if others < 1:
            return None
        # Only valid for keys of the page; others are not looked up.
        keys: Fingerprints = table.keys[table.pages - own >= min(self.least, others)]
        return keys

    def _judge(
        self, page: Page, candidates: IntArray, counted: BoolArray
    ) -> tuple[BoolArray, NDArray[np.int64], NDArray[np.int64]]:
        """Section 3.2: whether each candidate is dynamic noise, and its counted text and linked text."""
        chars = np.where(counted, page.chars, 0)
        total = page.subtree(chars)[candidates].tolist()
        linked = page.subtree(chars * page.in_link)[candidates].tolist()
        paragraph = (page.tag[candidates] == _PARAGRAPH).tolist()
        above = _nearest_above(candidates.tolist(), page.end[candidates].tolist())
        noise = [False] * len(candidates)
        # The text of each without the noise below it.
        text, link = total.copy(), linked.copy()
        # Deepest first: a candidate follows its ancestors, so going backwards judges its descendants first.
        for at in range(len(candidates) - 1, -1, -1):
            # Filter 1, then the two conditions of filter 2.
            noise[at] = not paragraph[at] and (text[at] - link[at] < self.alpha or link[at] > self.beta * text[at])
            if above[at] >= 0:
                text[above[at]] -= total[at] if noise[at] else total[at] - text[at]
                link[above[at]] -= linked[at] if noise[at] else linked[at] - link[at]
        return np.array(noise, np.bool_), np.array(text, np.int64), np.array(link, np.int64)


def _pages_of(table: Counted, article: int) -> int:
    """The number of pages of an article in a table; 0 if it is not in it.

    A key of many articles does not list them all, but a key that only this article has, such as that of its own text,
    lists it alone. A table truncated for size may have lost these keys.
    """
    known = table.articles == article
    alone = known[:, 0] & (table.articles[:, 1] == NO_ARTICLE)
    return max(int(known.any()), int(table.pages[alone].max(initial=0)))


def static_keys(page: Page) -> Fingerprints:
    """The keys "tag-name : tag-attribute: tag_data" of a page as fingerprints, one per element with text.

    They are distinct, in ascending order, and the same on every machine, so they may be counted, stored and added up
    over the pages of a site.
    """
    data = _tag_data(page)
    has_text = data != 0
    return np.unique((data | _names_and_attributes(page, has_text))[has_text])


def support(pages: Iterable[Fingerprints]) -> tuple[Fingerprints, NDArray[np.intp]]:
    """The keys of pages (`static_keys`) in ascending order, and the number of pages with each, shape (k,)."""
    together = [*pages]
    if not together:
        return np.zeros(0, dtype=np.uint64), np.zeros(0, dtype=np.intp)
    return np.unique(np.concatenate(together), return_counts=True)


def static_rows(page: Page, static: Fingerprints) -> BoolArray:
    """The elements of a page, without their subtrees, that match a key of a static noise tag; shape (page size,)."""
    data = _tag_data(page)
    # Attributes are read only where the text matches, since reading them is most of the work.
    possible = np.isin(data, static & TEXT_HALF) & (data != 0)
    if not possible.any():
        return np.zeros(len(page), dtype=np.bool_)
    found: BoolArray = possible & np.isin(data | _names_and_attributes(page, possible), static)
    return found


def _tag_data(page: Page) -> Fingerprints:
    """The half of each element's key that stands for its text; 0 without text, and for text rows."""
    out = of_spans(page.text, page.start, page.stop)
    # A text whose upper half is 0 would count as empty.
    out = np.where(out != 0, np.maximum(out & TEXT_HALF, _LEAST_DATA), np.uint64(0))
    out[page.is_text] = 0
    return out


def _names_and_attributes(page: Page, wanted: BoolArray) -> Fingerprints:
    """The other half of each wanted element's key, from its attributes and name (one for all unknown names), by row."""
    number = page.tag.tolist()
    is_wanted = wanted.tolist()
    out = np.zeros(len(page), dtype=np.uint64)
    kinds = set(page.tag[wanted].tolist())
    if not kinds:
        return out
    selector = "*" if tags.UNKNOWN in kinds else ",".join(tags.NAMES[kind] for kind in kinds)
    for row, attributes in page.query(selector):
        if is_wanted[row]:
            out[row] = zlib.crc32(f"{number[row]} {attributes}".encode("utf-8", "replace"))
    return out


def common_ancestors(page: Page, rows: IntArray) -> IntArray:
    """The lowest common ancestors of all pairs of rows.

    Adjacent rows give all of them: the common ancestor of two rows is the highest one of the adjacent pairs between
    them. That of two nested rows is the outer one. Rows and ancestors are in document order.
    """
    parent, end = page.parent.tolist(), page.end.tolist()
    found = set()
    for row, following in itertools.pairwise(rows.tolist()):
        up = row
        # A row is passed only from the last of the rows in it, so at most once.
        while end[up] <= following:
            up = parent[up]
        found.add(up)
    return np.array(sorted(found), dtype=np.int32)


def _nearest_above(rows: list[int], end: list[int]) -> list[int]:
    """For each row, in document order, the index of its nearest ancestor among the rows, or -1."""
    out = []
    open_: list[int] = []
    for at, row in enumerate(rows):
        while open_ and end[open_[-1]] <= row:
            open_.pop()
        out.append(open_[-1] if open_ else -1)
        open_.append(at)
    return out
