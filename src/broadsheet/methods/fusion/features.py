"""The evidence of each segment as named columns of numbers, the same code in training and at run time.

It knows what may tell content from the rest, and must not know how it is weighed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.metadata.title import algorithm_2
from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.methods.maths.lcs import lcs, words
from broadsheet.methods.mss import MSS
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import FloatArray, IntArray

__all__ = ["NAMES", "Evidence", "evidence", "tokens"]

Columns = NDArray[np.float32]

_BLOCK_TAGS: Final = (
    "p", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "td", "th", "blockquote", "figcaption", "pre", "dd", "dt",
    "section", "article", "body", "center", "address", "form", "header", "footer", "aside", "nav", "main", "caption",
    "summary", "option",
)  # fmt: skip
"""Tags of a segment's block that have a column of their own."""
_AROUND: Final = (
    "article", "main", "section", "aside", "nav", "header", "footer", "figure", "figcaption", "table", "ul", "ol", "dl",
    "form", "blockquote", "a", "button", "select", "label", "center", "address", "details", "pre",
)  # fmt: skip
"""Tags that count when they are anywhere around a segment."""
_INSIDE: Final = ("a", "b", "strong", "em", "i", "span", "time", "button", "img", "input", "br", "svg", "sup", "small")
"""Tags that are counted inside a segment's rows."""
_LEVELS: Final = 4
"""Containers above the block that are looked at."""
_HELD: Final = ("share", "link_share", "prose", "segments", "chars_a_tag")
"""What is said of each."""
_SHARES: Final = (0.5, 0.75, 0.9)
"""Shares of the page's prose that a container may hold."""
_PROSE: Final = 80
"""Characters from which a segment with few links is taken for prose in the container features."""
_DIGIT: Final = re.compile("[0-9]")
_END: Final = re.compile(r"[.!?…。！？؟।]['\"”’»)\]]*$")
_LOOKED_AT: Final = 300
"""Characters of a segment in which marks are counted; a longer one is prose anyway."""

NAMES: Final[tuple[str, ...]] = (
    "log_chars", "log_words", "chars_a_word", "link_share", "marks_a_char", "commas", "digits", "capitals",
    "ends_sentence", "starts_capital", "has_colon_end", "has_copyright", "has_at", "has_bar", "text_rows",
    "position", "index", "log_segments", "depth", "start_share", "path_log_chars", "path_share", "path_count",
    "path_link_share", "block_segments", "title_lcs", "title_share", "same_as_title", "after_title", "title_distance",
    "seen_before", "seen_after", "log_chars_mean_5", "link_share_mean_5", "prose_before", "prose_after",
    "gap_before", "gap_after", "common_before", "common_after", "mss", "mss_value", "coreex",
    "coreex_score", "page_log_chars", "page_link_share", "page_prose_share", "punctuation_any", "words_a_mark",
    *(f"container_{level}_{what}" for level in range(_LEVELS) for what in _HELD),
    *(f"holder_{int(100 * share)}" for share in _SHARES),
    *(f"holder_{int(100 * share)}_depth" for share in _SHARES),
    *(f"block_{name}" for name in _BLOCK_TAGS),
    *(f"around_{name}" for name in _AROUND),
    *(f"inside_{name}" for name in _INSIDE),
)  # fmt: skip
"""The columns, in order."""

_BLOCK_IDS: Final = np.array([tags.IDS[name] for name in _BLOCK_TAGS])
_AROUND_BITS: Final = np.zeros(len(tags.NAMES), dtype=np.uint32)
for _bit, _name in enumerate(_AROUND):
    _AROUND_BITS[tags.IDS[_name]] = 1 << _bit
_INSIDE_IDS: Final = [tags.IDS[name] for name in _INSIDE]
_TOKEN: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TOKEN_LEVELS: Final = 5
_NAMING: Final = ("class", "id", "role", "itemprop", "data-testid", "data-component")


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of the segments of a page.

    Attributes:
        columns: one row a segment, one column a name of `NAMES`; float32, shape (m, len(NAMES)).
        segments: the segments.
    """

    columns: Columns
    segments: Segments


def evidence(page: Page, given: Given) -> Evidence:
    """The evidence of every segment of a page."""
    segments = page.segments
    count = len(segments)
    if not count:
        return Evidence(np.zeros((0, len(NAMES)), np.float32), segments)
    texts = segments.texts(page)
    out: dict[str, NDArray[np.float64]] = {}
    chars = segments.chars.astype(np.float64)
    link_share = segments.link_chars / chars
    total = chars.sum()

    _shape(out, texts, segments, link_share)
    out["position"] = np.cumsum(chars) / total
    out["index"] = np.arange(count) / max(1, count)
    out["log_segments"] = np.full(count, np.log1p(count))
    out["depth"] = page.depth[segments.block] / 20.0
    out["start_share"] = segments.start / max(1, len(page.text))
    signature, around = _inherited(page)
    _paths(out, signature, segments)
    _title(out, page, given, texts)
    _repeats(out, texts)
    _neighbours(out, page, segments, link_share)
    _methods(out, page, given, segments)
    prose = np.where((chars >= _PROSE) & (link_share < 0.3), chars - segments.link_chars, 0.0)
    out["page_log_chars"] = np.full(count, np.log1p(total))
    out["page_link_share"] = np.full(count, segments.link_chars.sum() / total)
    out["page_prose_share"] = np.full(count, prose.sum() / total)
    _containers(out, page, segments, prose)
    _tags(out, page, segments, around)
    columns = np.empty((count, len(NAMES)), dtype=np.float32)
    for at, name in enumerate(NAMES):
        columns[:, at] = out[name]
    return Evidence(columns, segments)


def _shape(out: dict[str, FloatArray], texts: list[str], segments: Segments, link_share: FloatArray) -> None:
    """What a segment looks like by itself."""
    chars = segments.chars.astype(np.float64)
    word_count = np.maximum(1, segments.words)
    out["log_chars"] = np.log1p(chars)
    out["log_words"] = np.log1p(segments.words)
    out["chars_a_word"] = np.minimum(20, chars / word_count) / 10
    out["link_share"] = link_share
    out["marks_a_char"] = np.minimum(0.3, segments.punct / chars) * 10
    out["punctuation_any"] = (segments.punct > 0).astype(np.float64)
    out["words_a_mark"] = np.minimum(40, segments.words / np.maximum(1, segments.punct)) / 10
    rows = []
    for whole in texts:
        text = whole[:_LOOKED_AT]
        size = max(1, len(text))
        head, tail = text[:1], whole[-1:]
        rows.append(
            (
                (text.count(",") + text.count("，") + text.count("、") + text.count("،")) / size * 20,
                len(_DIGIT.findall(text)) / size,
                1.0 if text.isupper() else 0.0,
                1.0 if _END.search(whole[-4:]) else 0.0,
                1.0 if head.isupper() or head in "\"“„«'‘" else 0.0,
                1.0 if tail in ":：" else 0.0,
                1.0 if "©" in text or "(c)" in text else 0.0,
                1.0 if "@" in text else 0.0,
                1.0 if "|" in text or "»" in text or "›" in text else 0.0,
            )
        )
    names = (
        "commas",
        "digits",
        "capitals",
        "ends_sentence",
        "starts_capital",
        "has_colon_end",
        "has_copyright",
        "has_at",
        "has_bar",
    )
    out |= dict(zip(names, np.array(rows, dtype=np.float64).T, strict=True))
    member = segments.of[segments.of >= 0]
    out["text_rows"] = np.log1p(np.bincount(member, minlength=len(segments)))


def _paths(out: dict[str, FloatArray], signature: NDArray[np.uint64], segments: Segments) -> None:
    """Segments whose blocks have the same tags up to the root, and how much text these hold together."""
    _, path = np.unique(signature[segments.block], return_inverse=True)
    size = int(path.max()) + 1
    chars = segments.chars.astype(np.float64)
    of_path = np.bincount(path, weights=chars, minlength=size)
    linked = np.bincount(path, weights=segments.link_chars, minlength=size)
    number = np.bincount(path, minlength=size)
    out["path_log_chars"] = np.log1p(of_path)[path]
    out["path_share"] = (of_path / chars.sum())[path]
    out["path_count"] = np.log1p(number)[path]
    out["path_link_share"] = (linked / of_path)[path]
    _, block = np.unique(segments.block, return_inverse=True)
    out["block_segments"] = np.log1p(np.bincount(block))[block]


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


def _title(out: dict[str, FloatArray], page: Page, given: Given, texts: list[str]) -> None:
    """How a segment goes with the title, and on which side of it it stands."""
    title = given.title or algorithm_2(page, home_link=given.home_link) or ""
    wanted = words(title)
    count = len(texts)
    common, share, same = np.zeros(count), np.zeros(count), np.zeros(count)
    folded = title.casefold()
    if wanted:
        for at, text in enumerate(texts):
            if len(text) > 2 * len(title) + 20:  # longer than any form of the title
                continue
            found = words(text)
            longest = lcs(found, wanted)
            common[at] = longest / len(wanted)
            share[at] = longest / max(1, len(found))
            same[at] = 1.0 if text.casefold() == folded else 0.0
    out["title_lcs"], out["title_share"], out["same_as_title"] = common, share, same
    likely = np.flatnonzero((common > 0.7) & (share > 0.6))
    place = int(likely[0]) if len(likely) else -1
    after = np.arange(count) - place
    out["after_title"] = (after > 0).astype(np.float64) if place >= 0 else np.full(count, 0.5)
    out["title_distance"] = np.log1p(np.abs(after)) / 3 if place >= 0 else np.full(count, 2.0)


def _repeats(out: dict[str, FloatArray], texts: list[str]) -> None:
    """Whether the same text stands elsewhere on the page."""
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for at, text in enumerate(texts):
        first.setdefault(text, at)
        last[text] = at
    out["seen_before"] = np.array([float(first[text] < at) for at, text in enumerate(texts)])
    out["seen_after"] = np.array([float(last[text] > at) for at, text in enumerate(texts)])


def _neighbours(out: dict[str, FloatArray], page: Page, segments: Segments, link_share: FloatArray) -> None:
    """What stands around a segment: means over five, prose on each side, how far the neighbours are in the tree."""
    count = len(segments)
    logs = np.log1p(segments.chars)
    kernel = np.ones(5) / 5
    out["log_chars_mean_5"] = np.convolve(np.pad(logs, 2, mode="edge"), kernel, mode="valid")
    out["link_share_mean_5"] = np.convolve(np.pad(link_share, 2, mode="edge"), kernel, mode="valid")
    prose = np.where((segments.chars >= _PROSE) & (link_share < 0.3), segments.chars, 0).astype(np.float64)
    total = max(1.0, prose.sum())
    reached = np.cumsum(prose)
    out["prose_before"] = (reached - prose) / total
    out["prose_after"] = 1 - reached / total
    gap = np.zeros(count + 1)
    common = np.zeros(count + 1)
    if count > 1:
        meeting = _meeting_depth(page, segments.block[:-1], segments.block[1:])
        depth = page.depth[segments.block]
        gap[1:-1] = np.minimum(20, depth[:-1] + depth[1:] - 2 * meeting) / 5
        common[1:-1] = meeting / 20
    out["gap_before"], out["gap_after"] = gap[:-1], gap[1:]
    out["common_before"], out["common_after"] = common[:-1], common[1:]


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


def _methods(out: dict[str, FloatArray], page: Page, given: Given, segments: Segments) -> None:
    """What the published methods say."""
    mss = MSS().mark(page, given)
    out["mss"] = mss.keep[segments.first].astype(np.float64)
    out["mss_value"] = np.sign(mss.score[segments.first])
    coreex = CoreEx(ignore_forms=False).mark(page, given)
    out["coreex"] = coreex.keep[segments.first].astype(np.float64)
    out["coreex_score"] = coreex.score[segments.block]


def _containers(out: dict[str, FloatArray], page: Page, segments: Segments, prose: FloatArray) -> None:
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
        out[f"container_{level}_share"] = text[at] / total
        out[f"container_{level}_link_share"] = link[at] / np.maximum(1, text[at])
        out[f"container_{level}_prose"] = good[at] / total_good
        out[f"container_{level}_segments"] = np.log1p(many[at])
        out[f"container_{level}_chars_a_tag"] = np.log1p(text[at] / elements[at])
    for share in _SHARES:
        # The lowest element that holds so much of the page's prose.
        holders = np.flatnonzero((good >= share * total_good) & ~page.is_text)
        holder = int(holders[np.argmax(page.depth[holders])]) if len(holders) and good[0] else 0
        inside = (segments.first >= holder) & (segments.first < page.end[holder])
        out[f"holder_{int(100 * share)}"] = inside.astype(np.float64)
        out[f"holder_{int(100 * share)}_depth"] = (page.depth[segments.block] - page.depth[holder]) / 10.0


def _tags(out: dict[str, FloatArray], page: Page, segments: Segments, around: NDArray[np.uint32]) -> None:
    """The tags of a segment's block, around it and in it."""
    block = page.tag[segments.block]
    for name, number in zip(_BLOCK_TAGS, _BLOCK_IDS, strict=True):
        out[f"block_{name}"] = (block == number).astype(np.float64)
    above = around[segments.first]
    for bit, name in enumerate(_AROUND):
        out[f"around_{name}"] = ((above >> np.uint32(bit)) & np.uint32(1)).astype(np.float64)
    stop = np.append(segments.first[1:], len(page))
    last = np.minimum(stop, segments.last + 1)
    for name, number in zip(_INSIDE, _INSIDE_IDS, strict=True):
        counted = np.concatenate(([0], np.cumsum(page.tag == number)))
        out[f"inside_{name}"] = np.log1p(counted[last] - counted[np.maximum(segments.first - 1, 0)])


def tokens(page: Page, segments: Segments) -> list[list[str]]:
    """Words in the names that a page's author gave to the elements around each segment, nearest first, each once.

    ``class``, ``id``, ``role`` and the like, cut at case and punctuation, of the block and the elements above it.
    A word of the block itself is marked by a ``+``.
    """
    of_row: dict[int, list[str]] = {}
    above: dict[int, list[str]] = {}
    of_block: dict[int, list[str]] = {}
    out: list[list[str]] = []
    for block in segments.block.tolist():
        around = of_block.get(block)
        if around is None:
            up = int(page.parent[block])
            names = above.get(up)
            if names is None:  # siblings share what is above them
                found: dict[str, None] = {}
                row = up
                for _ in range(_TOKEN_LEVELS - 1):
                    if row < 0:
                        break
                    found |= dict.fromkeys(_names(page, row, of_row))
                    row = int(page.parent[row])
                names = above[up] = list(found)
            around = of_block[block] = ["+" + name for name in _names(page, block, of_row)] + names
        out.append(around)
    return out


def _names(page: Page, row: int, of_row: dict[int, list[str]]) -> list[str]:
    """The words in an element's own names, each once; read once a page."""
    names = of_row.get(row)
    if names is None:
        attributes = page.attrs(row)
        text = " ".join(attributes[key] for key in _NAMING if key in attributes)
        names = of_row[row] = list(dict.fromkeys(map(str.lower, _TOKEN.findall(text[:300])))) if text else []
    return names
