"""The evidence of each segment as named columns of numbers, the same code in training and at run time.

It knows what may tell content from the rest, and must not know how it is weighed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.metadata.structured import read_head
from broadsheet.metadata.title import algorithm_2
from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.methods.fusion.tokens import ElementNames, TextWords, element_names, text_words
from broadsheet.methods.mss import MSS
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import FloatArray, IntArray

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

_MARKS: Final = {
    "commas": ",，、،",
    "ends": ".!?…。！？؟।",
    "colon": ":：",
    "copyright": "©®™",
    "at": "@",
    "bars": "|»›•·/→>",
    "quotes": "\"“”„«»'‘’",
    "brackets": "()[]",
}
"""Marks that are counted, by the name of their column."""

_SHAPE: Final = (
    "log_chars", "log_words", "chars_a_word", "link_share", "marks_a_char", "punctuation_any", "words_a_mark",
    "text_rows", *_MARKS, "digits", "capitals", "ends_sentence", "ends_colon", "starts_capital", "starts_quote",
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
_OTHERS: Final = (
    "seen_before", "seen_after", "lead_before", "lead_after", "stated_any", "stated", "described", "mss", "mss_value",
    "coreex", "coreex_score", "page_log_chars", "page_link_share", "page_prose_share",
)  # fmt: skip

NAMES: Final[tuple[str, ...]] = (
    *_SHAPE,
    *_PLACE,
    *(f"{group}_{what}" for group in ("path", "kind") for what in _GROUPED),
    *_TITLE,
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

_BLOCK_COLUMN: Final = np.full(len(tags.NAMES), -1)
for _place, _name in enumerate(_BLOCK_TAGS):
    _BLOCK_COLUMN[tags.IDS[_name]] = _place
_AROUND_BITS: Final = np.zeros(len(tags.NAMES), dtype=np.uint32)
for _bit, _name in enumerate(_AROUND):
    _AROUND_BITS[tags.IDS[_name]] = 1 << _bit
_BOLD: Final = tags.mask("b strong h1 h2 h3 h4 h5 h6 th")
_ITALIC: Final = tags.mask("i em cite small")

_DIGIT: Final = 1 << 8
_UPPER: Final = 1 << 9
_LETTER: Final = 1 << 10
_SPECIAL: Final = (1 << len(_MARKS)) - 1 | _DIGIT | _UPPER
_PLANE: Final = 0x10000


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of the segments of a page.

    Attributes:
        columns: one row a segment, one column a name of `NAMES`; float32, shape (m, len(NAMES)).
        names: the names of the elements around each segment.
        words: the words at both ends of each segment.
        segments: the segments.
        texts: their texts.
    """

    columns: Columns
    names: ElementNames
    words: TextWords
    segments: Segments
    texts: list[str]

    def column(self, name: str) -> Columns:
        """One column, shape (m,)."""
        return self.columns[:, _AT[name]]


def evidence(page: Page, given: Given) -> Evidence:
    """The evidence of every segment of a page."""
    segments = page.segments
    count = len(segments)
    texts = segments.texts(page)
    words = text_words(texts)
    names = element_names(page, segments)
    columns = np.zeros((count, len(NAMES)), dtype=np.float32)
    if not count:
        return Evidence(columns, names, words, segments, texts)
    chars = segments.chars.astype(np.float64)
    link_share = segments.link_chars / chars
    prose = np.where((chars >= _PROSE) & (link_share < 0.3), chars - segments.link_chars, 0.0)

    def put(name: str, values: Any) -> None:
        columns[:, _AT[name]] = values

    signature, around = _inherited(page)
    path = _numbered(signature[segments.block])
    kind = _numbered(signature[segments.block] * np.uint64(31) + _kind(names))
    _shape(put, page, segments, texts, link_share)
    _place_on_page(put, page, segments, path, prose, link_share)
    for group, member in (("path", path), ("kind", kind)):
        _grouped(put, group, member, segments)
    _titles(put, page, given, segments, texts, words)
    _repeats(put, texts)
    _methods(put, page, given, segments)
    total = chars.sum()
    put("page_log_chars", np.log1p(total))
    put("page_link_share", segments.link_chars.sum() / total)
    put("page_prose_share", prose.sum() / total)
    _containers(put, page, segments, prose)
    _tags(columns, page, segments, around)
    return Evidence(columns, names, words, segments, texts)


def _kind(names: ElementNames) -> NDArray[np.uint64]:
    """A number for the names of a segment's block and of the element above it."""
    both = names.own[:, 0].astype(np.uint64) * np.uint64(1 << 20) + names.near[:, 0].astype(np.uint64) + np.uint64(1)
    out: NDArray[np.uint64] = both * np.uint64(0x9E3779B97F4A7C15)
    return out


def _numbered(keys: NDArray[np.uint64]) -> IntArray:
    """The keys as numbers from 0."""
    out: IntArray = np.unique(keys, return_inverse=True)[1].astype(np.int32)
    return out


@cache
def _classes() -> NDArray[np.uint16]:
    """What a code point is, as bits: the marks in the order of `_MARKS`, digits, capitals, letters."""
    table = np.zeros(_PLANE, dtype=np.uint16)
    for point in range(_PLANE):
        character = chr(point)
        if character.isalpha():
            table[point] = _LETTER | (_UPPER if character.isupper() else 0)
        elif character.isdigit():
            table[point] = _DIGIT
    for bit, marks in enumerate(_MARKS.values()):
        table[[ord(mark) for mark in marks]] |= 1 << bit
    return table


def _bits(text: str) -> NDArray[np.uint16]:
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return _classes().take(points, mode="clip")


def _shape(put: Any, page: Page, segments: Segments, texts: list[str], link_share: FloatArray) -> None:
    """What a segment looks like by itself."""
    chars = segments.chars.astype(np.float64)
    put("log_chars", np.log1p(chars))
    put("log_words", np.log1p(segments.words))
    put("chars_a_word", np.minimum(20, chars / np.maximum(1, segments.words)) / 10)
    put("link_share", link_share)
    put("marks_a_char", np.minimum(0.3, segments.punct / chars) * 10)
    put("punctuation_any", segments.punct > 0)
    put("words_a_mark", np.minimum(40, segments.words / np.maximum(1, segments.punct)) / 10)
    member = segments.of[segments.of >= 0]
    put("text_rows", np.log1p(np.bincount(member, minlength=len(segments))))

    bits = _bits(page.text)
    special = np.flatnonzero(bits & _SPECIAL)
    special_bits = bits[special]

    def counted(places: NDArray[np.intp]) -> IntArray:
        out: IntArray = np.searchsorted(places, segments.stop) - np.searchsorted(places, segments.start)
        return out

    for bit, name in enumerate(_MARKS):
        put(name, np.minimum(0.25, counted(special[special_bits & (1 << bit) != 0]) / chars) * 20)
    put("digits", np.minimum(1, counted(special[special_bits & _DIGIT != 0]) / chars))
    letters = counted(np.flatnonzero(bits & _LETTER))
    put("capitals", counted(special[special_bits & _UPPER != 0]) / np.maximum(1, letters))
    ends = _bits("".join([text[-3:].rjust(3) for text in texts])).reshape(-1, 3)
    last = ends[:, 2]
    stop, quote = 1 << list(_MARKS).index("ends"), 1 << list(_MARKS).index("quotes")
    closing = quote | 1 << list(_MARKS).index("brackets")
    ended = (last & stop) | ((last & closing != 0) * (ends[:, 1] & stop))
    put("ends_sentence", ended != 0)
    put("ends_colon", last & (1 << list(_MARKS).index("colon")) != 0)
    first = _bits("".join([text[:2].ljust(2) for text in texts])).reshape(-1, 2)
    quoted = first[:, 0] & quote != 0
    put("starts_capital", (first[:, 0] & _UPPER != 0) | (quoted & (first[:, 1] & _UPPER != 0)))
    put("starts_quote", quoted)
    rows = np.flatnonzero(segments.of >= 0)
    of = segments.of[rows]
    for name, mask in (("bold_share", _BOLD), ("italic_share", _ITALIC)):
        styled = page.under(mask[page.tag])[rows]
        put(name, np.bincount(of, weights=page.chars[rows] * styled, minlength=len(segments)) / chars)


def _place_on_page(
    put: Any, page: Page, segments: Segments, path: IntArray, prose: FloatArray, link_share: FloatArray
) -> None:
    """Where a segment stands, and what stands around it: prose on each side, how far the neighbours are in the tree."""
    count = len(segments)
    chars = segments.chars.astype(np.float64)
    put("position", np.cumsum(chars) / chars.sum())
    put("index", np.arange(count) / max(1, count))
    put("log_segments", np.log1p(count))
    put("depth", page.depth[segments.block] / 20.0)
    put("start_share", segments.start / max(1, len(page.text)))
    block = _numbered(segments.block.astype(np.uint64))
    put("block_segments", np.log1p(np.bincount(block))[block])
    total = max(1.0, prose.sum())
    reached = np.cumsum(prose)
    put("prose_before", (reached - prose) / total)
    put("prose_after", 1 - reached / total)
    gap, common, same = np.zeros(count + 1), np.zeros(count + 1), np.zeros(count + 1)
    if count > 1:
        meeting = _meeting_depth(page, segments.block[:-1], segments.block[1:])
        depth = page.depth[segments.block]
        gap[1:-1] = np.minimum(20, depth[:-1] + depth[1:] - 2 * meeting) / 5
        common[1:-1] = meeting / 20
        same[1:-1] = path[:-1] == path[1:]
    for name, values in (("gap", gap), ("common", common), ("path", same)):
        put(f"{name}_before", values[:-1])
        put(f"{name}_after", values[1:])
    kernel = np.ones(5) / 5
    put("log_chars_mean_5", np.convolve(np.pad(np.log1p(chars), 2, mode="edge"), kernel, mode="valid"))
    put("link_share_mean_5", np.convolve(np.pad(link_share, 2, mode="edge"), kernel, mode="valid"))


def _grouped(put: Any, group: str, member: IntArray, segments: Segments) -> None:
    """How much text the segments of a group hold together."""
    size = int(member.max()) + 1
    chars = segments.chars.astype(np.float64)
    held = np.bincount(member, weights=chars, minlength=size)
    linked = np.bincount(member, weights=segments.link_chars, minlength=size)
    number = np.bincount(member, minlength=size)
    put(f"{group}_log_chars", np.log1p(held)[member])
    put(f"{group}_share", (held / chars.sum())[member])
    put(f"{group}_count", np.log1p(number)[member])
    put(f"{group}_link_share", (linked / held)[member])
    put(f"{group}_mean_chars", np.log1p(held / number)[member])


def _inherited(page: Page) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Of each row, what its ancestors hand down.

    Returns:
        A number that is the same for rows with the same tags up to the root, and a bit for each tag of `_AROUND` that
        is the row's or an ancestor's; both of shape (page size,).
    """
    signature = np.zeros(len(page), dtype=np.uint64)
    tag = (page.tag.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    around = _AROUND_BITS[page.tag]
    order = np.argsort(page.depth, kind="stable")
    edges = np.searchsorted(page.depth[order], np.arange(int(page.depth.max()) + 2))
    signature[0] = tag[0]
    for first, stop in zip(edges[1:-1].tolist(), edges[2:].tolist(), strict=True):
        rows = order[first:stop]
        up = page.parent[rows]
        signature[rows] = (signature[up] ^ tag[rows]) * np.uint64(0x100000001B3)
        around[rows] |= around[up]
    return signature, around


def _titles(put: Any, page: Page, given: Given, segments: Segments, texts: list[str], words: TextWords) -> None:
    """How a segment goes with the title, and on which side of it it stands; what the page states for machines."""
    head = read_head(page)
    title = given.title or algorithm_2(page, home_link=given.home_link, structured=head) or ""
    stated = head.first_meta("og:title", "twitter:title", "title")
    meta = stated[0] if stated is not None else head.title or ""
    count = len(texts)
    number = np.diff(words.edges)
    found = {}
    for name, text in (("title", title), ("meta", meta)):
        wanted = frozenset(text_words([text]).words)
        hit = np.zeros(len(words.words) + 1, dtype=np.int32)
        np.cumsum(np.fromiter(map(wanted.__contains__, words.words), np.bool_, len(words.words)), out=hit[1:])
        hits = np.diff(hit[words.edges])
        found[name] = np.minimum(1, hits / max(1, len(wanted)))
        put(f"{name}_found", found[name])
        put(f"{name}_share", hits / np.maximum(1, number))
        found[name] = found[name] * (hits >= 0.6 * number)
    folded = title.casefold()
    if folded:
        longest = len(folded)  # folding makes no text shorter
        put("same_as_title", [len(text) <= longest and text.casefold() == folded for text in texts])
    likely = np.flatnonzero(found["title"] > 0.7)
    if not len(likely):
        likely = np.flatnonzero(found["meta"] > 0.7)
    after = np.arange(count) - (int(likely[0]) if len(likely) else -1)
    put("after_title", after > 0 if len(likely) else 0.5)
    put("title_distance", np.log1p(np.abs(after)) / 3 if len(likely) else 2.0)
    common = np.zeros(count)
    if len(likely):
        place = int(segments.first[likely[0]])
        above = np.array(page.ancestors(place)[::-1])
        # One inside the other: of those that begin before a segment, those that end after it hold it.
        begun = np.searchsorted(above, segments.first, side="right")
        ended = np.searchsorted(-page.end[above], -segments.first, side="left")
        common = np.minimum(begun, ended) - 1.0
    put("title_common", common / 20)

    body = _folded(_stated_body(page))
    put("stated_any", 1.0 if body else 0.0)
    description = _folded((head.first_meta("og:description", "description", "twitter:description") or ("",))[0])
    in_body, described = np.zeros(count), np.zeros(count)
    if body or description:
        starts = "\n".join([text[: 3 * _ALIKE] for text in texts]).casefold().split("\n")
        for at, text in enumerate(texts):
            if len(text) >= _LEAST_STATED:
                start = starts[at].replace(" ", "")[:_ALIKE]
                in_body[at] = start in body
                described[at] = start in description
    put("stated", in_body)
    put("described", described)


def _folded(text: str) -> str:
    return "".join(text.casefold().split())


def _stated_body(page: Page) -> str:
    """The text of the article as an object of JSON-LD states it that is not part of another, or nothing."""
    for script in page.scripts('script[type="application/ld+json"]'):
        if '"articleBody"' not in script:
            continue
        try:
            stated = json.loads(script, strict=False)
        except (ValueError, RecursionError):
            continue
        if isinstance(stated, dict) and isinstance(stated.get("articleBody"), str):
            return str(stated["articleBody"])
    return ""


def _repeats(put: Any, texts: list[str]) -> None:
    """Whether the same text, or one with the same beginning, stands elsewhere on the page."""
    for name, keys in (("seen", texts), ("lead", [text[:_ALIKE].casefold() for text in texts])):
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for at, key in enumerate(keys):
            first.setdefault(key, at)
            last[key] = at
        put(f"{name}_before", [first[key] < at for at, key in enumerate(keys)])
        put(f"{name}_after", [last[key] > at for at, key in enumerate(keys)])


def _meeting_depth(page: Page, one: IntArray, other: IntArray) -> IntArray:
    """The depth of the lowest element that holds both rows of each pair, the second row later on the page."""
    at = one.copy()
    end, parent = page.end, page.parent
    for _ in range(int(page.depth[one].max()) + 1):
        outside = end[at] <= other
        if not outside.any():
            break
        at[outside] = parent[at[outside]]
    depth: IntArray = page.depth[at]
    return depth


def _methods(put: Any, page: Page, given: Given, segments: Segments) -> None:
    """What the published methods say."""
    mss = MSS().mark(page, given)
    put("mss", mss.keep[segments.first])
    put("mss_value", np.sign(mss.score[segments.first]))
    coreex = CoreEx(ignore_forms=False, tie=0.0).mark(page, given)
    put("coreex", coreex.keep[segments.first])
    put("coreex_score", coreex.score[segments.block])


def _containers(put: Any, page: Page, segments: Segments, prose: FloatArray) -> None:
    """What the containers above a segment hold: of all the page's text, of its prose, of links."""
    size = len(page)
    of_text = np.bincount(segments.first, weights=segments.chars, minlength=size)
    of_link = np.bincount(segments.first, weights=segments.link_chars, minlength=size)
    of_prose = np.bincount(segments.first, weights=prose, minlength=size)
    number = np.bincount(segments.first, minlength=size)
    text, link, good, many = (page.subtree(column) for column in (of_text, of_link, of_prose, number))
    elements = page.end - np.arange(size)
    total, total_good = max(1.0, float(text[0])), max(1.0, float(good[0]))
    at = segments.block
    for level in range(_LEVELS):
        at = np.maximum(page.parent[at], 0) if level else at
        put(f"container_{level}_share", text[at] / total)
        put(f"container_{level}_link_share", link[at] / np.maximum(1, text[at]))
        put(f"container_{level}_prose", good[at] / total_good)
        put(f"container_{level}_segments", np.log1p(many[at]))
        put(f"container_{level}_chars_a_tag", np.log1p(text[at] / elements[at]))
    for share in _SHARES:
        # The lowest element that holds so much of the page's prose.
        holders = np.flatnonzero((good >= share * total_good) & ~page.is_text)
        holder = int(holders[np.argmax(page.depth[holders])]) if len(holders) and good[0] else 0
        inside = (segments.first >= holder) & (segments.first < page.end[holder])
        put(f"holder_{int(100 * share)}", inside)
        put(f"holder_{int(100 * share)}_depth", (page.depth[segments.block] - page.depth[holder]) / 10.0)


def _tags(columns: Columns, page: Page, segments: Segments, around: NDArray[np.uint32]) -> None:
    """The tags of a segment's block, around it, in it, between it and the one before, and earlier on the page."""
    count = len(segments)
    column = _BLOCK_COLUMN[page.tag[segments.block]]
    known = np.flatnonzero(column >= 0)
    columns[known, _AT[f"block_{_BLOCK_TAGS[0]}"] + column[known]] = 1
    bits = around[segments.first][:, None] >> np.arange(len(_AROUND), dtype=np.uint32) & np.uint32(1)
    columns[:, _AT[f"around_{_AROUND[0]}"] :][:, : len(_AROUND)] = bits
    first = np.maximum(segments.first - 1, 0)
    last = np.minimum(np.append(segments.first[1:], len(page)), segments.last + 1)
    before = np.append(0, segments.last[:-1] + 1)
    for prefix, names, start, stop in (
        ("inside", _INSIDE, first, last),
        ("between", _BETWEEN, before, segments.first),
        ("earlier", _EARLIER, np.zeros(count, np.int32), segments.first),
        ("later", _EARLIER, segments.first, np.full(count, len(page))),
    ):
        for name in names:
            places = np.flatnonzero(page.tag == tags.IDS[name])
            if len(places):
                columns[:, _AT[f"{prefix}_{name}"]] = np.log1p(
                    np.searchsorted(places, stop) - np.searchsorted(places, start)
                )
