"""The evidence of each segment as named columns of numbers, for training and at run time.

This module defines the features, and must not know their weights.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.tokens import (
    HEAD,
    LEVELS,
    MARKS,
    NAMING,
    TAIL,
    ElementNames,
    TextWords,
    ends,
    folding,
    kinds,
    small_letters,
)
from broadsheet.engine import LIBRARY, fields, pointer, pointers
from broadsheet.facts import Facts
from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.methods.mss import MSS
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, tags
from broadsheet.page.arrays import FloatArray

__all__ = ["NAMES", "Evidence", "evidence"]

Columns = NDArray[np.float32]

_BLOCK_TAGS: Final = (
    "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "blockquote", "figcaption", "pre", "dd", "dt",
    "section", "article", "body", "center", "address", "form", "header", "footer", "aside", "nav", "main", "caption",
    "summary", "option", "br",
)  # fmt: skip
"""Tags of a segment's block that have a column."""
_AROUND: Final = (
    "article", "main", "section", "aside", "nav", "header", "footer", "figure", "figcaption", "table", "ul", "ol", "dl",
    "form", "blockquote", "a", "button", "select", "label", "center", "address", "details", "pre",
)  # fmt: skip
"""Tags of any ancestor of a segment that have a column."""
_INSIDE: Final = ("a", "b", "strong", "em", "i", "span", "time", "button", "img", "input", "br", "svg", "sup", "small")
"""Tags that are counted inside a segment's rows."""
_BETWEEN: Final = ("img", "figure", "iframe", "video", "hr", "br", "script", "ul", "table", "svg")
"""Tags that are counted between a segment and the previous one."""
_EARLIER: Final = ("h1", "h2", "article", "time", "hr", "form", "footer")
"""Tags that are counted before and after a segment."""
_LEVELS: Final = 4  # containers above the block that have columns
_HELD: Final = ("share", "link_share", "prose", "segments", "chars_a_tag")  # columns of each
_SHARES: Final = (0.5, 0.75, 0.9)  # the smallest containers of these shares of the page's prose have columns
_ALIKE: Final = 40  # leads are equal if this many initial characters are
_ATTRIBUTES: Final = "".join(f"{name}\0" for name in NAMING).encode()
_ROOM: Final = 4  # space for words of names, per row of the page; with more words, the page is read again
_TEXTS: Final = 5  # texts passed to the engine
_MIN_STATED_CHARS: Final = 20  # shortest segment that is looked up in the stated texts
_MAX_STATED_CHARS: Final = 100_000  # characters of a stated text; the longest `articleBody` of the corpora has 39,781

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
    *_SHAPE, *_PLACE,
    *(f"{group}_{what}" for group in ("path", "kind") for what in _GROUPED),
    *_TITLE, *_REPEATS, *_OTHERS,
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
    """The evidence of the segments of a page.

    Attributes:
        columns: one row per segment, one column per name of `NAMES`; float32, shape (m, len(NAMES)).
        names: the names of the elements around each segment.
        words: the words at both ends of each segment.
        page: the page.
        titles: the headline as shown, and as stated in the head.
    """

    columns: Columns
    names: ElementNames
    words: TextWords
    page: Page
    titles: tuple[str, ...] = ()

    def value(self, segment: int, name: str) -> float:
        """One segment's number in a column."""
        return self.columns.item(segment, _AT[name])


def evidence(facts: Facts, given: Given) -> Evidence:
    """The evidence of every segment of a page.

    Args:
        facts: what the page states and shows.
        given: what else is known: the title, or the link on the home page that names it.
    """
    page, segments = facts.page, facts.page.segments
    count = len(segments)
    # Transposed until they are complete, because each column is written at once.
    rows = np.zeros((len(NAMES), count), dtype=np.float32)
    if not count:
        none, edges = np.zeros(0, dtype=np.uint64), np.zeros(2, dtype=np.int32)
        names = ElementNames(np.zeros((0, sum(LEVELS)), dtype=np.int32), none, edges, edges[:0])
        return Evidence(rows.T, names, TextWords(none, edges[:1]), page)
    titles, stated, description = _stated(facts, given)
    texts = (*[ends(title.replace("\n", " ")).lower() for title in titles], titles[0].casefold(), stated, description)
    names, words = read(page, texts, _MSS.shares_of_type(page), rows)
    return Evidence(rows.T, names, words, page, titles)


def _stated(facts: Facts, given: Given) -> tuple[tuple[str, str], str, str]:
    """The title and the one stated in the head; the stated body and description, folded."""
    # The networks were trained with the titles of the pseudocode.
    title = given.title or algorithm_2(facts, home_link=given.home_link, meta_alone=False) or ""
    stated = facts.head.first_meta("og:title", "twitter:title", "title")
    meta = stated[0] if stated is not None else facts.head.title or ""
    description = (facts.head.first_meta("og:description", "description", "twitter:description") or ("",))[0]
    return (title, meta), _folded(facts.article_body), _folded(description)


def _folded(text: str) -> str:
    return "".join(text[:_MAX_STATED_CHARS].casefold().split())


_MSS: Final = MSS(sheet=False)
_COREEX: Final = CoreEx(ignore_forms=False, tie=0.0)


_FIRST_COLUMNS: Final = {
    "shape": _SHAPE[0], "place": _PLACE[0], "grouped": f"path_{_GROUPED[0]}", "page": "page_log_chars",
    "container": f"container_0_{_HELD[0]}", "holder": "holder_50", "holder_depth": "holder_50_depth",
    "at_around": f"around_{_AROUND[0]}", "at_inside": f"inside_{_INSIDE[0]}", "at_between": f"between_{_BETWEEN[0]}",
    "at_earlier": f"earlier_{_EARLIER[0]}", "at_later": f"later_{_EARLIER[0]}", "at_titles": _TITLE[0],
    "at_repeats": _REPEATS[0], "at_stated": "stated_any", "at_mss": "mss", "at_coreex": "coreex",
}  # fmt: skip
"""The first column of each group, by the name of the group in the engine."""


class _Spec(ctypes.Structure):
    kept: Any  # keeps the tables alive; see `_Folding`
    _fields_ = (
        *fields(ctypes.c_void_p, "folded small kinds"),
        ("naming", ctypes.c_char_p),
        *fields(ctypes.c_void_p, "around_bits block_column counted links inside between earlier"),
        *fields(ctypes.c_int64, "last_kind counted_tags around insides betweens earliers inline_levels levels"),
        *fields(ctypes.c_int64, "head tail alike stated"),
        *fields(ctypes.c_double, "least_size least_colour most_links threshold weight_ratio weight_text"),
        *[(name, ctypes.c_int64) for name in _FIRST_COLUMNS],
    )


class _Inputs(ctypes.Structure):
    _fields_ = (
        *fields(ctypes.c_void_p, "hidden size colour"),
        ("texts", ctypes.c_char_p),
        ("bounds", ctypes.c_int64 * (_TEXTS + 1)),
    )


class _Outputs(ctypes.Structure):
    _fields_ = (
        *fields(ctypes.c_void_p, "columns around first name_edges word_edges names words"),
        ("capacity", ctypes.c_int64),
        ("counts", ctypes.c_int64 * 3),
    )


@cache
def _spec() -> _Spec:
    """The tables and parameters of the evidence: `struct spec` of the engine's `columns.h`, which describes them."""
    kept = folding().structure, small_letters().structure, kinds()
    spec = _Spec(
        folded=ctypes.addressof(kept[0]), small=ctypes.addressof(kept[1]), kinds=pointer(kept[2]), naming=_ATTRIBUTES,
        around_bits=pointer(_AROUND_BITS), block_column=pointer(_BLOCK_COLUMN), counted=pointer(_COUNTED_AT),
        links=pointer(tags.LINK), inside=pointer(_INSIDE_AT), between=pointer(_BETWEEN_AT),
        earlier=pointer(_EARLIER_AT), last_kind=len(kept[2]) - 1, counted_tags=len(_COUNTED), around=len(_AROUND),
        insides=len(_INSIDE), betweens=len(_BETWEEN), earliers=len(_EARLIER), inline_levels=LEVELS[0],
        levels=sum(LEVELS[1:]), head=HEAD, tail=TAIL, alike=_ALIKE, stated=_MIN_STATED_CHARS,
        least_size=_MSS.c1, least_colour=_MSS.c2, most_links=_MSS.c3,
        threshold=_COREEX.threshold, weight_ratio=_COREEX.weight_ratio, weight_text=_COREEX.weight_text,
        **{group: _AT[column] for group, column in _FIRST_COLUMNS.items()},
    )  # fmt: skip
    spec.kept = kept
    return spec


def read(
    page: Page, texts: tuple[str, ...], shares: tuple[FloatArray, FloatArray], rows: Columns, *, room: int = _ROOM
) -> tuple[ElementNames, TextWords]:
    """Read the evidence of a page.

    Args:
        page: the page, with at least one segment.
        texts: the title and the one stated in the head, in lower case and cut as by `ends`; the title, folded; the
            stated body and description, folded and without white space.
        shares: the share of each segment in the page's most common font size, and in its most common colour.
        rows: output: the columns, one row each; initially 0; shape (f, m).
        room: space for words of names, per row of the page.

    Returns:
        The names of the elements around each segment, and the words at both ends of its text.
    """
    count, size = len(page.segments), len(page)
    around = np.empty((count, sum(LEVELS)), dtype=np.int32)
    edges, hashes = np.empty(count + 1, dtype=np.int32), np.empty(len(page.points) + count, dtype=np.uint64)
    numbers, names = np.empty((2, size + 2), dtype=np.int32), np.empty(room * size, dtype=np.uint64)
    bounds = (ctypes.c_int64 * (_TEXTS + 1))(0, *accumulate(map(len, texts)))
    inputs = _Inputs(*pointers(page.hidden, *shares), "".join(texts).encode("utf-32-le", "surrogatepass"), bounds)
    out = _Outputs(*pointers(rows, around, *numbers, edges, names, hashes), len(names))
    structures = map(ctypes.byref, (_spec(), inputs, out))
    LIBRARY.read_evidence(page.document.handle, page.segments.native.reference, *structures)
    distinct_names, words_of_names, words_of_texts = out.counts
    if words_of_names > len(names):
        rows[:] = 0
        return read(page, texts, shares, rows, room=words_of_names // size + 1)
    first, name_edges = numbers[0, :distinct_names], numbers[1, : distinct_names + 2]
    return ElementNames(around, names[:words_of_names], name_edges, first), TextWords(hashes[:words_of_texts], edges)
