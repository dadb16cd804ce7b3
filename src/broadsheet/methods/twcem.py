"""TWCEM: the rows between the first and the last one that share words with the title.

Zhen Tan, Chunhui He, Yang Fang, Bin Ge, Weidong Xiao. Title-Based Extraction of News Contents for Text Mining.
IEEE Access 6, 2018. doi:10.1109/ACCESS.2018.2877592

======= ============= ======= =====================================================================
symbol  name in code  default where in the paper
======= ============= ======= =====================================================================
d       page                  the HTML document
c       source_lines          its text without tags (Algorithm 1)
H       home_link             the home page; here, the text of its link to d (Algorithm 2, line 1)
c_t     rows, text            candidate titles, the headings h1 to h6 (III.B.2, Algorithm 2 line 4)
m_t     meta_title            the title in a ``meta`` tag (III.B.2, Algorithm 2 line 12)
edit    edit_distance         Levenshtein distance of m_t and c_t (Eq. 1)
t       title                 the title, by Algorithm 2 unless it is given
delta_1 delta1        4       least length of a row (III.C.2; 2 for microblogs, IV.A.3)
delta_2 delta2        1       least number of punctuation marks in a row
delta_3 delta3        2       least number of words that a row shares with the title (1 for microblogs)
Ctext   texts                 rows of text (Definitions 1 and 2)
CCL     ccl                   rows that pass delta_1 and delta_2, each a Cblock (Definition 3, Algorithm 3)
L_C     length                characters of the rows in CCL (Definition 4)
LCS     lcs                   longest common subsequence of words (III.C.3)
======= ============= ======= =====================================================================

Where the paper is silent or contradicts itself, and what we chose. ``TWCEM.as_published()`` has the other reading of
each parameter that is marked with "as published".

Title:

* Eq. (1) as printed adds 1 to the diagonal also where the characters agree, so a text would differ from itself. The
  text names the Levenshtein distance, and that is what we compute: the diagonal costs ``flag`` alone.
* A page without headings: by the text of III.B.2 the attributes are tried "if both meta title and candidate title
  cannot be extracted", so a meta title alone is the title; by the pseudocode, line 5, the attributes are tried at
  once and the meta title is not read. We follow the text; ``meta_alone=False`` is the pseudocode.
* Line 1 reads the link text from the home page; here that text is an argument, since the page does not hold it.
* "The meta tag" with the title: ``title``, ``og:title`` or ``twitter:title``, in this order; without any, the ``title``
  element, which pages of the paper's time had instead.
* An abnormal character string: one with a replacement character, or without a letter. Line 5 asks whether the list of
  candidates is abnormal: we leave out each abnormal candidate.
* No meta title and several candidates: the highest heading, then the first.
* Equal distances: the first candidate.
* The attribute rules, lines 6 to 10, may match several elements: the first with text.
* Hidden headings are candidates like the others, since the paper does not mention them.

Content:

* A row is the text between two line breaks of the source (Definition 1). Minified pages have no lines, so by default a
  row is a segment of the page, a line as readers see it; ``rows="source"`` as published.
* Algorithm 1 also removes "blanks and special characters", without a list: white space is collapsed and character
  references are decoded, since without them words would run together.
* Text of ``head`` is in no row. Algorithm 1 does not remove it, but it is not content, and the ``title`` element would
  be the first row that shares words with the title.
* LCS: the recurrence is over the elements of C and t, and delta_3 is "the number of same words", so we count words.
  In Chinese, Japanese and Thai they come from ICU's dictionaries (extra ``topics``), or else are pairs of characters
  (`methods.maths.text_words`). ``cjk="characters"`` counts single ones, of which any two texts share some.
* Words are compared case-insensitively, which the paper does not say: titles are often in capitals.
* Definition 3 joins K rows into a Cblock, but K is given nowhere and Algorithm 3 adds single rows: a Cblock is a row.
* Definition 5 has the length of a row as f, Algorithm 3 the number of its punctuation marks C, and writes
  f(j) = f(i) + C with f all zero: the trace has C.
* Algorithm 4 starts at i = 1 over a list that Algorithm 3 fills from 0: we start at the first row.
* If the only matching row is in the middle, both searches would find it and nothing else would be content: a row that
  was found as the start is not the end.
* Algorithm 4 compares with >=, the text says "larger than": we follow the algorithm.
* Algorithm 4 excludes the end row it found, the text speaks of the contents between start and end: we include it. With
  one row in CCL, the row is the content.
* L_C is the number of characters by Definition 4, and Algorithm 4 takes its rows up to L_C / 2 from either end: we
  stop at the row in which half of the characters of CCL is reached. ``half="rows"`` as published counts rows, from 0:
  the search from the front tests those with i < L_C / 2, the one from the back those with i > L_C / 2. An article
  above many short teasers then ends in the first half of the rows, where the search from the back never comes.
* Punctuation: the marks that sentences are made with: full stop, comma, semicolon, exclamation and question mark, and
  their Chinese and Japanese forms. ``marks="all"`` as published is all of Unicode's category P: also the quotes,
  colons, hyphens and brackets of menus and labels.
* Without a title: every row of CCL, as the algorithm gives it when no row matches.

``docs/log/reproduction/tan2018.md`` has the effect of each of these parameters.
"""

from __future__ import annotations

import html as entities
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, Self

import numpy as np
from rapidfuzz.distance import LCSseq, Levenshtein

from broadsheet.facts import Facts
from broadsheet.facts.texts import clean
from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, facts_of, marking
from broadsheet.methods.maths.text_words import segment
from broadsheet.page import Page, characters, tags
from broadsheet.page.arrays import BoolArray, IntArray, sums_before
from broadsheet.patterns import pattern

__all__ = ["TWCEM", "Lines", "algorithm_2", "edit_distance", "lcs", "locate", "source_lines", "words"]

_OPAQUE: Final = pattern(
    r"<!--.*?(?:-->|\Z)"
    r"|<(script|style|template)\b[^>]*>.*?(?:</\1\s*>|\Z)"
    r"|<title\b[^>]*(?<!/)>.*?(?:</title\s*>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
"""Comments and elements whose contents are not text of the body. In ``head``, only ``title`` has text."""
_TAG: Final = pattern(r"<[/!?a-zA-Z][^>]*>")
_CJK: Final = pattern(f"[{characters.CJK_CLASS}]")
_META_TITLES: Final = ("title", "og:title", "twitter:title")
_TITLE_ATTRIBUTES: Final = '[id^="title"], [id$="title"], [class^="title"]'
MAX_TITLE_CHARS: Final = 400  # characters of a title or heading that are read, to bound time
MIN_DISTINCT_CHARS: Final = 40  # a shorter line that is not in the page could be found by chance far below
MAX_LOOKAHEAD: Final = 4_000  # so it is only searched for in this many of the following non-space characters
MAX_MISSED: Final = 200  # after this many missing longer lines, all are only searched for nearby, to bound time
_SENTENCE: Final[BoolArray] = np.zeros(0x10000, dtype=np.bool_)
"""The marks of ``marks="sentence"``, by code point; the last entry stands for all higher ones."""
_SENTENCE[[ord(mark) for mark in ".,;!?\u2026\u3001\u3002\uff0c\uff0e\uff1b\uff01\uff1f"]] = True


@dataclass(frozen=True, kw_only=True)
class TWCEM:
    """Title-based extraction.

    Args:
        delta1: least characters of a row, without white space.
        delta2: least punctuation marks of a row.
        delta3: least words that the first and last row share with the title.
        rows: ``"segments"``, or ``"source"`` for lines of the HTML source as in the paper.
        half: the unit of L_C / 2: ``"characters"`` or ``"rows"``.
        marks: punctuation: ``"sentence"`` or ``"all"``.
        cjk: the unit of the LCS in Chinese and Japanese: ``"words"`` or ``"characters"``.
        meta_alone: if no title is given and the page has no headings, use its meta title.
    """

    name: ClassVar[str] = "twcem"
    paper: ClassVar[Paper | None] = Paper(
        "Tan et al.", 2018, "Title-Based Extraction of News Contents for Text Mining", "IEEE Access",
        "10.1109/ACCESS.2018.2877592",
    )  # fmt: skip
    needs: ClassVar[frozenset[Need]] = frozenset({Need.HOME_LINK})
    unit: ClassVar[Unit] = Unit.ROW

    delta1: int = 4
    delta2: int = 1
    delta3: int = 2
    rows: Literal["segments", "source"] = "segments"
    half: Literal["characters", "rows"] = "characters"
    marks: Literal["sentence", "all"] = "sentence"
    cjk: Literal["words", "characters"] = "words"
    meta_alone: bool = True

    @classmethod
    def as_published(cls) -> Self:
        """The paper to the letter: rows of the source, L_C / 2 in rows, all marks of punctuation."""
        return cls(rows="source", half="rows", marks="all")

    @classmethod
    def microblog(cls) -> Self:
        """The paper's parameters for microblogs (section IV.A.3)."""
        return cls(delta1=2, delta2=1, delta3=1)

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the rows from the first to the last that share words with the title."""
        title = given.title or algorithm_2(facts_of(page, given), home_link=given.home_link, meta_alone=self.meta_alone)
        notes = () if title else ("no title was found: every row that passes the filters is kept",)
        lines = source_lines(page) if self.rows == "source" else None
        texts: Sequence[str] = page.texts if lines is None else lines.texts
        length, punctuation = self._counts(texts)
        ccl = np.flatnonzero((length >= self.delta1) & (punctuation >= self.delta2))
        first, last = self._recognise(texts, ccl.tolist(), length[ccl], title)
        chosen = np.zeros(len(texts), dtype=np.bool_)
        chosen[ccl[first : last + 1]] = True
        trace = {"f_cblock": punctuation, "ccl": ccl, "row_start": first, "row_end": last}
        if lines is not None:
            return marking(page, lines.rows(page, chosen), trace=trace, notes=notes)
        segments = page.segments
        return marking(page, segments.rows(chosen), segments.spread(punctuation), trace=trace, notes=notes)

    def _counts(self, texts: Sequence[str]) -> tuple[IntArray, IntArray]:
        """Non-space characters (Definition 4) and punctuation marks of each row."""
        text = "".join(texts)
        edges = np.cumsum([0, *map(len, texts)])
        classes = characters.classes(text)
        if self.marks == "all":
            marks = (classes & characters.PUNCTUATION) > 0
        else:
            marks = _SENTENCE[np.minimum(characters.code_points(text), len(_SENTENCE) - 1)]
        visible = (classes & characters.SPACE) == 0
        return np.diff(sums_before(visible)[edges]), np.diff(sums_before(marks)[edges])

    def _recognise(self, texts: Sequence[str], ccl: list[int], length: IntArray, title: str | None) -> tuple[int, int]:
        """Algorithm 4: the first and last row of the content in CCL, given by row numbers; (0, -1) if it is empty."""
        # lines 1-4
        row_start, row_end = 0, len(ccl) - 1
        t = words(title or "", cjk=self.cjk)
        if not t or not ccl:
            return row_start, row_end

        def shares(i: int) -> bool:
            return lcs(words(texts[ccl[i]], cjk=self.cjk), t) >= self.delta3

        front, back = self._halves(length)
        # lines 5-11
        row_start = next(filter(shares, range(front)), row_start)
        # lines 12-18
        row_end = next(filter(shares, range(row_end, max(back, row_start + 1) - 1, -1)), row_end)
        return row_start, row_end

    def _halves(self, length: IntArray) -> tuple[int, int]:
        """The bounds of Algorithm 4's searches: the first row not tested from the front, the last one from the back."""
        count = len(length)
        if self.half == "rows":
            # i < L_C / 2 and i > L_C / 2
            return (count + 1) // 2, count // 2 + 1
        reached = np.cumsum(length, dtype=np.int64)
        total = reached[-1]
        return int(np.searchsorted(2 * reached, total)) + 1, int(np.searchsorted(2 * reached, total, side="right"))


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines of the source in document order, and the place of each in the page; columns of shape (k,).

    Attributes:
        texts: the texts, white space collapsed.
        start, stop: span in ``page.text``; both -1 where a text was not found.
    """

    texts: tuple[str, ...]
    start: IntArray
    stop: IntArray

    def rows(self, page: Page, keep: BoolArray) -> BoolArray:
        """The text rows with more than half of their characters in the kept lines, shape (page size,)."""
        inside = np.zeros(len(page.text) + 1, dtype=np.int64)
        found = keep & (self.start >= 0)
        np.add.at(inside, self.start[found], 1)
        np.subtract.at(inside, self.stop[found], 1)
        visible = characters.visible(page.text)
        kept, total = sums_before((np.cumsum(inside)[:-1] > 0) & visible), sums_before(visible)
        out: BoolArray = 2 * (kept[page.stop] - kept[page.start]) > total[page.stop] - total[page.start]
        return out & page.is_text


def locate(page: Page, texts: Sequence[str]) -> Lines:
    """Find texts in the page, ignoring white space. They occur in this order, with few exceptions."""
    visible = np.flatnonzero(characters.visible(page.text))
    compact = "".join(page.text.split())
    start = np.full(len(texts), -1, dtype=np.int32)
    stop = start.copy()
    cursor = missed = 0
    for number, wanted in enumerate("".join(text.split()) for text in texts):
        near = len(wanted) < MIN_DISTINCT_CHARS or missed == MAX_MISSED
        limit = cursor + len(wanted) + MAX_LOOKAHEAD if near else len(compact)
        at = compact.find(wanted, cursor, limit) if wanted else -1
        if at >= 0:
            cursor = at + len(wanted)
            start[number], stop[number] = visible[at], visible[cursor - 1] + 1
        else:
            missed += not near
    return Lines(tuple(texts), start, stop)


# Algorithm 1, Definitions 1 and 2
def source_lines(page: Page) -> Lines:
    """The lines of the source with text of the body, without tags, comments, scripts and styles.

    Line breaks inside tags do not end a line, since tags are removed first.
    """
    bare = _TAG.sub("", _OPAQUE.sub("", page.source))
    texts = [" ".join(entities.unescape(line).split()) for line in bare.split("\n")]
    return locate(page, [text for text in texts if text])


# Eq. (1)
def edit_distance(m: str, c: str) -> int:
    """Levenshtein distance between two strings, in edits."""
    return int(Levenshtein.distance(m, c))


def algorithm_2(facts: Facts, *, home_link: str | None = None, meta_alone: bool = True) -> str | None:
    """The title t of a page by Algorithm 2, or None.

    Args:
        facts: what the news page d states and shows.
        home_link: the text of the link to it on the home page H, if known.
        meta_alone: if a page has no headings, its meta title is the title (the text of III.B.2); otherwise the
            attributes are tried at once (the pseudocode).
    """
    # lines 1-2 and 15
    if (linked := clean(home_link)) and not _abnormal(linked):
        return linked
    # lines 3-5
    page = facts.page
    headings = tags.HEADING.take(page.tag).nonzero()[0]
    rows = iter(headings[page.tag[headings].argsort(kind="stable")].tolist())  # the highest level first
    best = next((text for row in rows if not _abnormal(text := _heading(page, row))), None)
    if best is not None or meta_alone:
        # lines 12-13
        found = facts.head.first_meta(*_META_TITLES)
        meta_title = (found[0] if found is not None else facts.head.title or "")[:MAX_TITLE_CHARS]
        if best is not None:
            return _nearest(page, meta_title, best, rows) if meta_title else best
        if not _abnormal(meta_title):
            return meta_title
    # lines 6-10
    for row, _ in page.query(_TITLE_ATTRIBUTES):
        if not _abnormal(text := _heading(page, row)):
            return text
    return None


def _nearest(page: Page, wanted: str, best: str, rows: Iterable[int]) -> str:
    """The text nearest to a title among ``best`` and the headings; the first of equals."""
    lowest = edit_distance(wanted, best)
    start, stop, end = page.start.data, page.stop.data, page.end.data
    for row in rows:
        if not lowest:  # none is nearer
            break
        # Each missing character is an edit; each row may add a space.
        if len(wanted) - (stop[row] - start[row]) - (end[row] - row) >= lowest:
            continue
        text = _heading(page, row)
        may_be_nearer = abs(len(wanted) - len(text)) < lowest and not _abnormal(text)
        if may_be_nearer and (distance := edit_distance(wanted, text)) < lowest:
            best, lowest = text, distance
    return best


def _heading(page: Page, row: int) -> str:
    return page.words_of(row, MAX_TITLE_CHARS)


def _abnormal(text: str) -> bool:
    """Whether a text is an AbnormalCharString: it has a replacement character, or no letter."""
    return "\ufffd" in text or not any(map(str.isalpha, text))


def words(text: str, *, cjk: Literal["words", "characters"] = "words") -> list[str]:
    """The words of a text, case folded; for Chinese and Japanese, its words or its characters.

    >>> words("The cat's out, again")
    ['the', "cat's", 'out', 'again']
    >>> words("天气 good", cjk="characters")
    ['天', '气', 'good']
    """
    text = text.casefold()
    if cjk == "characters":
        text = _CJK.sub(r" \g<0> ", text)
    return [word for word in segment(text) if word[0].isalnum()]


def lcs(c: Sequence[str], t: Sequence[str]) -> int:
    """The length of the longest common subsequence of the words of a Cblock and of the title (III.C.3).

    >>> lcs(["a", "b", "c", "d"], ["b", "x", "d"])
    2
    """
    return int(LCSseq.similarity(c, t))
