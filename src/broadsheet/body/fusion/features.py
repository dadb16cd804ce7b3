"""The evidence of each segment as named columns of numbers, the same code in training and at run time.

It knows what may tell content from the rest, and must not know how it is weighed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.letters import MARKS
from broadsheet.body.fusion.reader import Reader, read
from broadsheet.body.fusion.tokens import HEAD, LEVELS, TAIL, ElementNames, TextWords, ends, split_names
from broadsheet.facts import Facts
from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.methods.mss import MSS
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, Segments, tags

__all__ = ["NAMES", "Evidence", "evidence"]

Columns = NDArray[np.float32]

_BLOCK_TAGS: Final = (
    "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "blockquote", "figcaption", "pre", "dd", "dt",
    "section", "article", "body", "center", "address", "form", "header", "footer", "aside", "nav", "main", "caption",
    "summary", "option", "br",
)  # fmt: skip
"""Tags that have a column if the block of a segment has them."""
_AROUND: Final = (
    "article", "main", "section", "aside", "nav", "header", "footer", "figure", "figcaption", "table", "ul", "ol", "dl",
    "form", "blockquote", "a", "button", "select", "label", "center", "address", "details", "pre",
)  # fmt: skip
"""Tags that count when they are anywhere around a segment."""
_INSIDE: Final = ("a", "b", "strong", "em", "i", "span", "time", "button", "img", "input", "br", "svg", "sup", "small")
"""Tags that are counted inside a segment's rows."""
_BETWEEN: Final = ("img", "figure", "iframe", "video", "hr", "br", "script", "ul", "table", "svg")
"""Tags that are counted between a segment and the one before it."""
_EARLIER: Final = ("h1", "h2", "article", "time", "hr", "form", "footer")
"""Tags that are counted before a segment: how often, and how often on the whole page."""
_LEVELS: Final = 4  # containers above the block that have columns
_HELD: Final = ("share", "link_share", "prose", "segments", "chars_a_tag")  # columns of each
_SHARES: Final = (0.5, 0.75, 0.9)  # shares of the page's prose that a container may hold
_ALIKE: Final = 40  # characters at the beginning of two texts that make them the same lead
_LEAST_STATED: Final = 20  # characters of the shortest segment looked up in the text that the page states for machines

_SHAPE: Final = (
    "log_chars", "log_words", "chars_a_word", "link_share", "marks_a_char", "punctuation_any", "words_a_mark",
    "text_rows", *MARKS, "digits", "capitals", "ends_sentence", "ends_colon", "starts_capital", "starts_quote",
    "bold_share", "italic_share",
)  # fmt: skip
_PLACE: Final = (
    "position", "index", "log_segments", "depth", "start_share", "block_segments", "prose_before", "prose_after",
    "gap_before", "gap_after", "common_before", "common_after", "path_before", "path_after", "log_chars_mean_5",
    "link_share_mean_5",
)  # fmt: skip
_GROUPED: Final = ("log_chars", "share", "count", "link_share", "mean_chars")
_TITLE: Final = (
    "title_found", "title_share", "same_as_title", "meta_found", "meta_share", "after_title", "title_distance",
    "title_common",
)  # fmt: skip
_REPEATS: Final = ("seen_before", "seen_after", "lead_before", "lead_after")
_OTHERS: Final = (
    "stated_any", "stated", "described", "mss", "mss_value",
    "coreex", "coreex_score", "page_log_chars", "page_link_share", "page_prose_share",
)  # fmt: skip

NAMES: Final[tuple[str, ...]] = (
    *_SHAPE,
    *_PLACE,
    *(f"{group}_{what}" for group in ("path", "kind") for what in _GROUPED),
    *_TITLE,
    *_REPEATS,
    *_OTHERS,
    *(f"container_{level}_{what}" for level in range(_LEVELS) for what in _HELD),
    *(f"holder_{int(100 * share)}" for share in _SHARES),
    *(f"holder_{int(100 * share)}_depth" for share in _SHARES),
    *(f"block_{name}" for name in _BLOCK_TAGS),
    *(f"around_{name}" for name in _AROUND),
    *(f"inside_{name}" for name in _INSIDE),
    *(f"between_{name}" for name in _BETWEEN),
    *(f"earlier_{name}" for name in _EARLIER),
    *(f"later_{name}" for name in _EARLIER),
)  # fmt: skip
"""The columns, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}


_BLOCK_COLUMN: Final = np.full(len(tags.NAMES), -1, dtype=np.int32)
for _place, _name in enumerate(_BLOCK_TAGS):
    _BLOCK_COLUMN[tags.IDS[_name]] = _AT[f"block_{_name}"]
_AROUND_BITS: Final = np.zeros(len(tags.NAMES), dtype=np.uint32)
for _bit, _name in enumerate(_AROUND):
    _AROUND_BITS[tags.IDS[_name]] = 1 << _bit
_AROUND_BITS[tags.mask("b strong h1 h2 h3 h4 h5 h6 th")] |= np.uint32(1 << len(_AROUND))
_AROUND_BITS[tags.mask("i em cite small")] |= np.uint32(1 << len(_AROUND) + 1)

_COUNTED: Final = tuple(dict.fromkeys((*_INSIDE, *_BETWEEN, *_EARLIER)))
_COUNTED_AT: Final = np.full(len(tags.NAMES), -1, dtype=np.int8)
for _place, _name in enumerate(_COUNTED):
    _COUNTED_AT[tags.IDS[_name]] = _place
_INSIDE_AT, _BETWEEN_AT, _EARLIER_AT = (
    np.array([_COUNTED.index(name) for name in names], dtype=np.int32) for names in (_INSIDE, _BETWEEN, _EARLIER)
)


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of the segments of a page.

    Attributes:
        columns: one row a segment, one column a name of `NAMES`; float32, shape (m, len(NAMES)).
        names: the names of the elements around each segment.
        words: the words at both ends of each segment.
        page: the page.
        titles: the headline, as the page shows it and as its head states it.
    """

    columns: Columns
    names: ElementNames
    words: TextWords
    page: Page
    titles: tuple[str, ...] = ()

    @property
    def segments(self) -> Segments:
        """The segments."""
        return self.page.segments

    @property
    def texts(self) -> list[str]:
        """Their texts."""
        return self.page.texts

    def column(self, name: str) -> Columns:
        """One column, shape (m,)."""
        return self.columns[:, _AT[name]]


def evidence(facts: Facts, given: Given) -> Evidence:
    """The evidence of every segment of a page.

    Args:
        facts: what the page states and shows.
        given: what is known besides: the title, or the link on the home page that tells it.
    """
    page, segments = facts.page, facts.page.segments
    count = len(segments)
    # Columns are rows until they are complete: each is written in one go.
    rows = np.zeros((len(NAMES), count), dtype=np.float32)
    if not count:
        names = ElementNames(split_names([]), np.zeros((0, sum(LEVELS)), dtype=np.int32))
        return Evidence(rows.T, names, TextWords([], np.zeros(1, dtype=np.int32)), page)
    titles, stated, description = _stated(facts, given)
    texts = (*[ends(title.replace("\n", " ")).lower() for title in titles], titles[0].casefold(), stated, description)
    names, words = read(_reader(), page, texts, _MSS.shares_of_type(page), rows)
    return Evidence(rows.T, names, words, page, titles)


def _stated(facts: Facts, given: Given) -> tuple[tuple[str, str], str, str]:
    """The title and what the head states as one; the body and the description that the page states, folded."""
    # The networks have learnt from titles of the pseudocode.
    title = given.title or algorithm_2(facts, home_link=given.home_link, meta_alone=False) or ""
    stated = facts.head.first_meta("og:title", "twitter:title", "title")
    meta = stated[0] if stated is not None else facts.head.title or ""
    description = (facts.head.first_meta("og:description", "description", "twitter:description") or ("",))[0]
    return (title, meta), _folded(facts.article_body), _folded(description)


def _folded(text: str) -> str:
    return "".join(text.casefold().split())


_MSS: Final = MSS(sheet=False)
_COREEX: Final = CoreEx(ignore_forms=False, tie=0.0)


@cache
def _reader() -> Reader:
    groups = (
        _SHAPE[0], _PLACE[0], f"path_{_GROUPED[0]}", "page_log_chars", f"container_0_{_HELD[0]}", "holder_50",
        "holder_50_depth", f"around_{_AROUND[0]}", f"inside_{_INSIDE[0]}", f"between_{_BETWEEN[0]}",
        f"earlier_{_EARLIER[0]}", f"later_{_EARLIER[0]}", _TITLE[0], _REPEATS[0], "stated_any", "mss", "coreex",
    )  # fmt: skip
    lists = _INSIDE_AT, _BETWEEN_AT, _EARLIER_AT
    levels = LEVELS[0], sum(LEVELS[1:])
    return Reader(
        (_AROUND_BITS, _BLOCK_COLUMN, _COUNTED_AT, tags.LINK, *lists),
        (len(_COUNTED), len(_AROUND), *map(len, lists), *levels, HEAD, TAIL, _ALIKE, _LEAST_STATED),
        (_MSS.c1, _MSS.c2, _MSS.c3, _COREEX.threshold, _COREEX.weight_ratio, _COREEX.weight_text),
        [_AT[name] for name in groups],
    )
