"""The evidence of each segment as named columns of numbers, the same code in training and at run time.

It knows what may tell content from the rest, and must not know how it is weighed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.metadata.stated.structured import read_head
from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.methods.fusion import kernel, kernel_columns, kernel_texts
from broadsheet.methods.fusion.letters import DIGIT, LETTER, MARKS, UPPER, classes, folding
from broadsheet.methods.fusion.stated import stated_body
from broadsheet.methods.fusion.tokens import ElementNames, TextWords, element_names, segment_words, text_words
from broadsheet.methods.fusion.vocabulary import Vocabulary
from broadsheet.methods.mss import MSS
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import FloatArray, IntArray
from broadsheet.page.characters import code_points

__all__ = ["NAMES", "Evidence", "evidence"]

Columns = NDArray[np.float32]

_BLOCK_TAGS: Final = (
    "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "blockquote", "figcaption", "pre", "dd", "dt",
    "section", "article", "body", "center", "address", "form", "header", "footer", "aside", "nav", "main", "caption",
    "summary", "option", "br",
)  # fmt: skip
"""Tags of a segment's block that have a column of their own."""
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
_LEVELS: Final = 4
"""Containers above the block that are looked at."""
_HELD: Final = ("share", "link_share", "prose", "segments", "chars_a_tag")
"""What is said of each."""
_SHARES: Final = (0.5, 0.75, 0.9)
"""Shares of the page's prose that a container may hold."""
_PROSE: Final = 80
"""Characters from which a segment with few links is taken for prose in the container features."""
_ALIKE: Final = 40
"""Characters at the beginning of two texts that make them the same lead."""
_LEAST_STATED: Final = 20
"""Characters of a segment that is looked up in the text that the page states for machines."""

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


def _stretch(first: str, count: int) -> slice:
    """The rows of columns that stand together, from the first of them."""
    return slice(_AT[first], _AT[first] + count)


_BLOCK_COLUMN: Final = np.full(len(tags.NAMES), -1)
for _place, _name in enumerate(_BLOCK_TAGS):
    _BLOCK_COLUMN[tags.IDS[_name]] = _AT[f"block_{_name}"]
_AROUND_BITS: Final = np.zeros(len(tags.NAMES), dtype=np.uint32)
for _bit, _name in enumerate(_AROUND):
    _AROUND_BITS[tags.IDS[_name]] = 1 << _bit
_BOLD: Final = np.uint32(1 << len(_AROUND))
_AROUND_BITS[tags.mask("b strong h1 h2 h3 h4 h5 h6 th")] |= _BOLD
_ITALIC: Final = np.uint32(1 << len(_AROUND) + 1)
_AROUND_BITS[tags.mask("i em cite small")] |= _ITALIC
_SHIFTS: Final = np.arange(len(_AROUND), dtype=np.uint32)[:, None]

_COUNTED: Final = tuple(dict.fromkeys((*_INSIDE, *_BETWEEN, *_EARLIER)))
_COUNTED_AT: Final = np.full(len(tags.NAMES), -1, dtype=np.int8)
for _place, _name in enumerate(_COUNTED):
    _COUNTED_AT[tags.IDS[_name]] = _place
_INSIDE_AT, _BETWEEN_AT, _EARLIER_AT = (
    np.array([_COUNTED.index(name) for name in names]) for names in (_INSIDE, _BETWEEN, _EARLIER)
)
_LOGARITHMS: Final = np.log1p(np.arange(4096)).astype(np.float32)
"""Of the counts that occur."""
_STEPS: Final = (np.random.default_rng(0).integers(1 << 62, size=32, dtype=np.uint64) << np.uint64(1)) + np.uint64(1)
"""What multiplies the signature of an ancestor 1, 2, 4, 8 ... levels up: odd numbers, the same each time."""

_SPECIAL: Final = (1 << len(MARKS)) - 1 | DIGIT | UPPER
_ABOVE: Final = np.full(1, -1, dtype=np.int32)
_HALF: Final = 32
_LOW: Final = (1 << _HALF) - 1


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


def evidence(page: Page, given: Given) -> Evidence:
    """The evidence of every segment of a page.

    Args:
        page: the page.
        given: what is known besides: the title, or the link on the home page that tells it.
    """
    segments = page.segments
    count = len(segments)
    words = segment_words(page)
    names = element_names(page, segments)
    # Columns are rows until they are complete: each is written in one go.
    rows = np.zeros((len(NAMES), count), dtype=np.float32)
    if not count:
        return Evidence(rows.T, names, words, page)

    def put(name: str, values: Any) -> None:
        rows[_AT[name]] = values

    if kernel.available():
        kernel_columns.fill_columns(_tables_for_kernel(), page, names.own, names.above, rows)
    else:
        _fill_columns(put, rows, page, names)
    titles = _titles(put, rows, page, given, words)
    if kernel.available():
        kernel_texts.repeats(folding(), page, _ALIKE, rows[_stretch(_REPEATS[0], len(_REPEATS))])
    else:
        _repeats(rows, page.texts)
    _methods(put, rows, page, segments)
    return Evidence(rows.T, names, words, page, titles)


def _fill_columns(put: Any, rows: Columns, page: Page, names: ElementNames) -> None:
    """The columns that come from the page's rows and characters: what the compiled code fills where there is some."""
    segments = page.segments
    chars = segments.chars.astype(np.float64)
    link_share = segments.link_chars / chars
    prose = np.where((chars >= _PROSE) & (link_share < 0.3), chars - segments.link_chars, 0.0)
    signature, around = _inherited(page)
    of_block = signature[segments.block]
    path = _numbered(of_block)
    kind = _numbered(of_block * np.uint64(31) + _kind(names))
    _shape(put, rows, page, segments, link_share, around)
    _place_on_page(put, page, segments, path, prose, link_share)
    _grouped(rows, path, kind, segments)
    total = chars.sum()
    put("page_log_chars", np.log1p(total))
    put("page_link_share", segments.link_chars.sum() / total)
    put("page_prose_share", prose.sum() / total)
    _containers(rows, page, segments, prose)
    _tags(rows, page, segments, around)


@cache
def _tables_for_kernel() -> kernel_columns.ColumnTables:
    groups = {
        "shape": _SHAPE[0], "place": _PLACE[0], "grouped": f"path_{_GROUPED[0]}", "page": "page_log_chars",
        "container": f"container_0_{_HELD[0]}", "holder": "holder_50", "holder_depth": "holder_50_depth",
        "around": f"around_{_AROUND[0]}", "inside": f"inside_{_INSIDE[0]}", "between": f"between_{_BETWEEN[0]}",
        "earlier": f"earlier_{_EARLIER[0]}", "later": f"later_{_EARLIER[0]}",
    }  # fmt: skip
    return kernel_columns.ColumnTables(
        classes=classes(),
        around_bits=_AROUND_BITS,
        block_column=_BLOCK_COLUMN,
        counted=_COUNTED_AT,
        inside=_INSIDE_AT,
        between=_BETWEEN_AT,
        earlier=_EARLIER_AT,
        around=len(_AROUND),
        tags=len(_COUNTED),
        starts={group: _AT[name] for group, name in groups.items()},
    )


def _kind(names: ElementNames) -> NDArray[np.uint64]:
    """A number for the names of a segment's block and of the element above it."""
    both = names.own.astype(np.uint64) * np.uint64(1 << 20) + names.above.astype(np.uint64) + np.uint64(1)
    out: NDArray[np.uint64] = both * np.uint64(0x9E3779B97F4A7C15)
    return out


def _numbered(keys: NDArray[np.uint64]) -> IntArray:
    """The keys as numbers from 0."""
    number: dict[int, int] = {}
    return np.array([number.setdefault(key, len(number)) for key in keys.tolist()], dtype=np.int32)


@cache
def _packed() -> NDArray[np.int64]:
    """One for each bit of a class but the highest, two in a number: those of the lower half of the bits below."""
    each = np.arange(2 * LETTER) >> np.arange(len(MARKS) + 2)[:, None] & 1
    lower, higher = np.split(each.astype(np.int64), 2)
    return lower | higher << _HALF


def _stretches(values: NDArray[Any], edges: NDArray[Any]) -> NDArray[Any]:
    """The sums of some stretches of each row of numbers, shape (rows, k).

    Args:
        values: the numbers, shape (rows, n).
        edges: where each stretch begins and ends, one after the other, in order; shape (2k,).
    """
    ended = np.concatenate((values, np.zeros((len(values), 1), dtype=values.dtype)), axis=1)
    out: NDArray[Any] = np.add.reduceat(ended, edges, axis=1)[:, ::2]
    return np.where(edges[::2] < edges[1::2], out, 0)


def _bits(text: str) -> NDArray[np.uint16]:
    return classes().take(code_points(text), mode="clip")


def _shape(
    put: Any,
    columns: Columns,
    page: Page,
    segments: Segments,
    link_share: FloatArray,
    around: NDArray[np.uint32],
) -> None:
    """What a segment looks like by itself."""
    chars = segments.chars.astype(np.float64)
    put("log_chars", np.log1p(chars))
    put("log_words", np.log1p(segments.words))
    put("chars_a_word", np.minimum(20, chars / np.maximum(1, segments.words)) / 10)
    put("link_share", link_share)
    put("marks_a_char", np.minimum(0.3, segments.punct / chars) * 10)
    put("punctuation_any", segments.punct > 0)
    put("words_a_mark", np.minimum(40, segments.words / np.maximum(1, segments.punct)) / 10)

    bits = classes().take(page.points, mode="clip")
    edges = np.stack((segments.start, segments.stop), axis=1).ravel()
    special = (bits & _SPECIAL).nonzero()[0]
    counted = _stretches(_packed().take(bits[special], axis=1), np.searchsorted(special, edges))
    kinds = np.concatenate((counted & _LOW, counted >> _HALF))
    letters = _stretches((bits & LETTER != 0).astype(np.int32)[None], edges)[0]
    columns[_stretch("commas", len(MARKS))] = np.minimum(0.25, kinds[: len(MARKS)] / chars) * 20
    put("digits", np.minimum(1, kinds[-2] / chars))
    put("capitals", kinds[-1] / np.maximum(1, letters))
    texts = page.texts
    ends = _bits("".join([text[-3:].rjust(3) for text in texts])).reshape(-1, 3)
    last = ends[:, 2]
    stop, quote = 1 << list(MARKS).index("ends"), 1 << list(MARKS).index("quotes")
    closing = quote | 1 << list(MARKS).index("brackets")
    ended = (last & stop) | ((last & closing != 0) * (ends[:, 1] & stop))
    put("ends_sentence", ended != 0)
    put("ends_colon", last & (1 << list(MARKS).index("colon")) != 0)
    first = _bits("".join([text[:2].ljust(2) for text in texts])).reshape(-1, 2)
    quoted = first[:, 0] & quote != 0
    put("starts_capital", (first[:, 0] & UPPER != 0) | (quoted & (first[:, 1] & UPPER != 0)))
    put("starts_quote", quoted)

    rows = (segments.of >= 0).nonzero()[0]
    of = segments.of[rows]
    put("text_rows", np.log1p(np.bincount(of, minlength=len(segments))))
    styled, weights = around[rows], page.chars[rows]
    for name, style in (("bold_share", _BOLD), ("italic_share", _ITALIC)):
        put(name, np.bincount(of, weights=np.where(styled & style, weights, 0), minlength=len(segments)) / chars)


def _place_on_page(
    put: Any, page: Page, segments: Segments, path: IntArray, prose: FloatArray, link_share: FloatArray
) -> None:
    """Where a segment stands, and what stands around it: prose on each side, how far the neighbours are in the tree."""
    count = len(segments)
    chars = segments.chars.astype(np.float64)
    put("position", chars.cumsum() / chars.sum())
    put("index", np.arange(count) / count)
    put("log_segments", np.log1p(count))
    depth = page.depth[segments.block]
    put("depth", depth / 20.0)
    put("start_share", segments.start / max(1, len(page.text)))
    put("block_segments", np.log1p(np.bincount(segments.block))[segments.block])
    total = max(1.0, prose.sum())
    reached = prose.cumsum()
    put("prose_before", (reached - prose) / total)
    put("prose_after", 1 - reached / total)
    gap, common, same = np.zeros((3, count + 1))
    if count > 1:
        meeting = _meeting_depth(page, segments.block)
        gap[1:-1] = np.minimum(20, depth[:-1] + depth[1:] - 2 * meeting) / 5
        common[1:-1] = meeting / 20
        same[1:-1] = path[:-1] == path[1:]
    for name, values in (("gap", gap), ("common", common), ("path", same)):
        put(f"{name}_before", values[:-1])
        put(f"{name}_after", values[1:])
    for name, values in (("log_chars_mean_5", np.log1p(chars)), ("link_share_mean_5", link_share)):
        padded = np.concatenate((values[[0, 0]], values, values[[-1, -1]]))
        put(name, np.convolve(padded, _FIVE, mode="valid"))


_FIVE: Final = np.ones(5) / 5


def _grouped(columns: Columns, path: IntArray, kind: IntArray, segments: Segments) -> None:
    """How much text the segments with the same path, and those of the same kind, hold together."""
    count = len(segments)
    paths = int(path.max()) + 1
    member = np.concatenate((path, kind + paths))
    chars = np.concatenate((segments.chars, segments.chars))
    held = np.bincount(member, weights=chars)
    linked = np.bincount(member, weights=np.concatenate((segments.link_chars, segments.link_chars)))
    number = np.bincount(member)
    # In the order of `_GROUPED`.
    of_group = np.stack(
        (np.log1p(held), held / segments.chars.sum(), np.log1p(number), linked / held, np.log1p(held / number))
    )
    at = _stretch("path_log_chars", 2 * len(_GROUPED))
    columns[at] = of_group[:, member].reshape(len(_GROUPED), 2, count).swapaxes(0, 1).reshape(-1, count)


def _inherited(page: Page) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Of each row, what its ancestors hand down.

    Returns:
        A number that is the same for rows with the same tags up to the root, and a bit for each tag of `_AROUND` that
        is the row's or an ancestor's, and for bold and italic text; both of shape (page size + 1,), the last for what
        is above the root.
    """
    size = len(page)
    up = np.concatenate((page.parent, _ABOVE))
    signature, around = np.zeros(size + 1, dtype=np.uint64), np.zeros(size + 1, dtype=np.uint32)
    np.add(page.tag, 1, out=signature[:-1])
    around[:-1] = _AROUND_BITS.take(page.tag)
    # Each turn doubles the number of ancestors that a row has heard of.
    for step in _STEPS[: int(page.depth.max()).bit_length()]:
        signature += signature[up] * step
        around |= around[up]
        up = up[up]
    return signature, around


def _titles(put: Any, columns: Columns, page: Page, given: Given, words: TextWords) -> tuple[str, str]:
    """How a segment goes with the title, and on which side of it it stands; what the page states for machines.

    Returns:
        The title, and what the head states as one.
    """
    head = read_head(page)
    # The networks have learnt from titles of the pseudocode.
    title = given.title or algorithm_2(page, home_link=given.home_link, structured=head, meta_alone=False) or ""
    stated = head.first_meta("og:title", "twitter:title", "title")
    meta = stated[0] if stated is not None else head.title or ""
    both = text_words([text.replace("\n", " ") for text in (title, meta)])
    if words.hashes is not None and both.hashes is not None:
        rows = columns[_stretch(_TITLE[0], len(_TITLE))]
        kernel_columns.titles((words.hashes, words.edges), (both.hashes, both.edges), page, rows)
    else:
        _words_of_titles(put, page, page.segments, words, both)
    folded = title.casefold()
    if folded and kernel.available():
        kernel_texts.same_text(folding(), page, folded, columns[_AT["same_as_title"]])
    elif folded:
        put("same_as_title", [text.casefold() == folded for text in page.texts])

    body = _folded(stated_body(page))
    description = _folded((head.first_meta("og:description", "description", "twitter:description") or ("",))[0])
    put("stated_any", 1.0 if body else 0.0)
    if body or description:
        long = (page.segments.chars >= _LEAST_STATED).nonzero()[0]
        for name, text in (("stated", body), ("described", description)):
            if text:
                columns[_AT[name], long[_leads_in(page, long, text)]] = 1
    return title, meta


def _words_of_titles(put: Any, page: Page, segments: Segments, words: TextWords, both: TextWords) -> None:
    """How the words of each segment go with those of two titles: what the compiled code does where there is some."""
    count = len(segments)
    number = np.diff(words.edges)
    of_title, of_meta = (frozenset(both.words[first:stop]) for first, stop in pairwise(both.edges.tolist()))
    either = {word: (word in of_title) + 2 * (word in of_meta) for word in sorted(of_title | of_meta)}
    which = Vocabulary(either).of_texts(words)
    segment = np.repeat(np.arange(count), number)
    hits = np.stack([np.bincount(segment[which & bit != 0], minlength=count) for bit in (1, 2)])
    found = np.minimum(1, hits / [[max(1, len(of_title))], [max(1, len(of_meta))]])
    share = hits / np.maximum(1, number)
    for place, name in enumerate(("title", "meta")):
        put(f"{name}_found", found[place])
        put(f"{name}_share", share[place])
    found *= hits >= 0.6 * number
    of_titles, of_metas = found > 0.7
    likely = (of_titles if of_titles.any() else of_metas).nonzero()[0]
    if not len(likely):
        put("after_title", 0.5)
        put("title_distance", 2.0)
        return
    after = np.arange(count) - int(likely[0])
    put("after_title", after > 0)
    put("title_distance", np.log1p(np.abs(after)) / 3)
    above = np.array([*page.ancestors(int(segments.first[likely[0]]))][::-1])
    # One inside the other: of those that begin before a segment, those that end after it hold it.
    begun = np.searchsorted(above, segments.first, side="right")
    ended = np.searchsorted(-page.end[above], -segments.first, side="left")
    put("title_common", (np.minimum(begun, ended) - 1.0) / 20)


def _leads_in(page: Page, which: NDArray[np.intp], text: str) -> NDArray[np.bool_]:
    """Whether the first characters of some segments, folded and without white space, stand in a text."""
    if kernel.available():
        return kernel_texts.leads_in(folding(), page, which, 3 * _ALIKE, _ALIKE, text)
    texts = page.texts
    return np.array([_folded(texts[at][: 3 * _ALIKE])[:_ALIKE] in text for at in which.tolist()], dtype=np.bool_)


def _folded(text: str) -> str:
    return "".join(text.casefold().split())


def _repeats(columns: Columns, texts: list[str]) -> None:
    """Whether the same text, or one with the same beginning, stands elsewhere on the page."""
    leads = "\n".join([text[:_ALIKE] for text in texts]).casefold().split("\n")
    rows = np.arange(len(texts))
    for name in ("lead", "seen"):
        met: dict[str, int] = {}
        first = np.array([met.setdefault(leads[at], at) for at in rows.tolist()])
        if len(met) == len(rows):
            return
        last = np.zeros(len(leads), dtype=np.intp)
        last[first] = rows  # of several the last stays
        before, after = first < rows, last[first] > rows
        columns[_AT[f"{name}_before"], rows] = before
        columns[_AT[f"{name}_after"], rows] = after
        # Texts that are the same begin alike.
        rows, leads = rows[before | after], texts


def _meeting_depth(page: Page, rows: IntArray) -> IntArray:
    """The depth of the lowest element that holds each row and the one after it, given m; shape (m - 1,).

    What lies between two rows begins below the element that holds both. The row itself counts where the other one is
    no later on the page.
    """
    one, other = rows[:-1], rows[1:]
    depth: IntArray = page.depth[one]
    # Of the others one is in the other, or the second is first: what is left goes on and on along the page.
    apart = (other >= page.end[one]).nonzero()[0]
    if len(apart):
        between = np.stack((one[apart] + 1, other[apart] + 1), axis=1).ravel()
        lowest = np.minimum.reduceat(np.concatenate((page.depth, _ABOVE)), between)[::2]
        depth[apart] = lowest - 1
    return depth


def _methods(put: Any, columns: Columns, page: Page, segments: Segments) -> None:
    """What the published methods say."""
    if kernel.available():
        size, colour = _MSS.shares_of_type(page)
        kernel_columns.mss(segments, (size, colour), (_MSS.c1, _MSS.c2, _MSS.c3), columns[_stretch("mss", 2)])
        weights = _COREEX.threshold, _COREEX.weight_ratio, _COREEX.weight_text
        kernel_columns.coreex(page, tags.LINK, *weights, columns[_stretch("coreex", 2)])
    else:
        values = _MSS.values(page, *_MSS.shares(page))
        put("mss", _MSS.chosen(page, values)[0])
        put("mss_value", np.sign(values))
        keep, score = _COREEX.scores(page)[:2]
        put("coreex", keep[segments.first])
        put("coreex_score", score[segments.block])


_MSS: Final = MSS(sheet=False)
_COREEX: Final = CoreEx(ignore_forms=False, tie=0.0)


def _containers(columns: Columns, page: Page, segments: Segments, prose: FloatArray) -> None:
    """What the containers above a segment hold: of all the page's text, of its prose, of links."""
    count, size = len(segments), len(page)
    before = np.zeros(size + 1, dtype=np.int32)  # segments that begin before a row
    before[segments.first + 1] = 1
    np.cumsum(before, out=before)
    reached = np.zeros((4, count + 1))
    np.cumsum((segments.chars, segments.link_chars, prose, np.ones(count)), axis=1, out=reached[:, 1:])
    total, total_good = max(1.0, reached[0, -1]), max(1.0, reached[2, -1])
    at = np.maximum(page.upwards(segments.block, _LEVELS), 0)
    end = page.end[at]
    text, link, good, many = reached[:, before[end]] - reached[:, before[at]]
    # In the order of `_HELD`.
    held = np.stack(
        (text / total, link / np.maximum(1, text), good / total_good, np.log1p(many), np.log1p(text / (end - at))),
        axis=1,
    )
    columns[_stretch(f"container_0_{_HELD[0]}", held.shape[0] * held.shape[1])] = held.reshape(-1, count)

    # The lowest element that holds so much of the page's prose.
    holders = [0] * len(_SHARES)
    if reached[2, -1]:
        of_row = reached[2].take(before)
        good = of_row[page.end] - of_row[:-1]
        for row in ((good >= min(_SHARES) * total_good) & ~page.is_text).nonzero()[0].tolist():
            for place, share in enumerate(_SHARES):
                if good[row] >= share * total_good and page.depth[row] > page.depth[holders[place]]:
                    holders[place] = row
    holder = np.array(holders)[:, None]
    columns[_stretch("holder_50", len(_SHARES))] = (segments.first >= holder) & (segments.first < page.end[holder])
    columns[_stretch("holder_50_depth", len(_SHARES))] = (page.depth[segments.block] - page.depth[holder]) / 10.0


def _tags(columns: Columns, page: Page, segments: Segments, around: NDArray[np.uint32]) -> None:
    """The tags of a segment's block, around it, in it, between it and the one before, and earlier on the page."""
    column = _BLOCK_COLUMN[segments.tag]
    known = (column >= 0).nonzero()[0]
    columns[column[known], known] = 1
    columns[_stretch(f"around_{_AROUND[0]}", len(_AROUND))] = around[segments.first] >> _SHIFTS & np.uint32(1)

    # How often each counted tag stands before each row that has one.
    which = _COUNTED_AT.take(page.tag)
    places = (which >= 0).nonzero()[0]
    table = np.zeros((len(_COUNTED), len(places) + 1), dtype=np.int32)
    table[which[places], np.arange(1, len(places) + 1)] = 1
    np.cumsum(table, axis=1, out=table)
    edges = (
        np.maximum(segments.first - 1, 0),
        np.minimum(np.append(segments.first[1:], len(page)), segments.last + 1),
        np.append(0, segments.last[:-1] + 1),
        segments.first,
    )
    start, stop, after, here = table.take(np.searchsorted(places, edges), axis=1).swapaxes(0, 1)
    for prefix, names, numbers in (
        ("inside", _INSIDE, (stop - start)[_INSIDE_AT]),
        ("between", _BETWEEN, (here - after)[_BETWEEN_AT]),
        ("earlier", _EARLIER, here[_EARLIER_AT]),
        ("later", _EARLIER, (table[:, -1:] - here)[_EARLIER_AT]),
    ):
        columns[_stretch(f"{prefix}_{names[0]}", len(names))] = _logarithm(numbers)


def _logarithm(numbers: IntArray) -> Columns:
    """The logarithm of one more than each number."""
    if numbers.max(initial=0) < len(_LOGARITHMS):
        return _LOGARITHMS.take(numbers)
    return np.log1p(numbers).astype(np.float32)
