"""What the engine must compute for `fusion`, in plain Python with numpy: columns, words, and the networks."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion import features, tokens
from broadsheet.body.fusion.features import NAMES
from broadsheet.body.fusion.network import CONTEXT_AFTER, CUT, DILATIONS, NAME_WIDTHS, WORD_WIDTHS, Network
from broadsheet.body.fusion.tokens import (
    DIGIT,
    LETTER,
    LEVELS,
    MARKS,
    UPPER,
    ElementNames,
    TextWords,
    Vocabulary,
    classes,
)
from broadsheet.facts import Facts
from broadsheet.methods.base import Given
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, Segments
from broadsheet.page.arrays import FloatArray, IntArray
from broadsheet.page.characters import code_points

Array = NDArray[np.float32]
Columns = Array

_AT = features._AT

_STEPS = (np.random.default_rng(0).integers(1 << 62, size=32, dtype=np.uint64) << np.uint64(1)) + np.uint64(1)
"""What multiplies the signature of an ancestor 1, 2, 4, 8 ... levels up: odd numbers, the same each time."""
_SPECIAL = (1 << len(MARKS)) - 1 | DIGIT | UPPER
_HALF = 32
_LOW = (1 << _HALF) - 1
_ABOVE = np.full(1, -1, dtype=np.int32)
_BOLD = np.uint32(1 << len(features._AROUND))
_ITALIC = np.uint32(1 << len(features._AROUND) + 1)
_SHIFTS = np.arange(len(features._AROUND), dtype=np.uint32)[:, None]
_FIVE = np.ones(5) / 5
_PROSE = 80
"""Characters from which a segment with few links counts as prose, as in `columns.h`."""
_LOGARITHMS = np.log1p(np.arange(4096)).astype(np.float32)
"""Of the counts that occur."""


def columns(page: Page, given: Given) -> Columns:
    """The columns of `features.evidence`."""
    count = len(page.segments)
    rows = np.zeros((len(NAMES), count), dtype=np.float32)
    if not count:
        return rows.T

    def put(name: str, values: Any) -> None:
        rows[_AT[name]] = values

    _fill_columns(put, rows, page, element_names(page))
    _titles(put, rows, page, given)
    _repeats(rows, page.texts)
    values = features._MSS.values(page, *features._MSS.shares(page))
    put("mss", features._MSS.chosen(page, values)[0])
    put("mss_value", np.sign(values))
    keep, score = features._COREEX.scores(page)[:2]
    put("coreex", keep[page.segments.first])
    put("coreex_score", score[page.segments.block])
    return rows.T


def _titles(put: Any, rows: Columns, page: Page, given: Given) -> None:
    facts = Facts(page)
    head = facts.head
    title = given.title or algorithm_2(facts, home_link=given.home_link, meta_alone=False) or ""
    stated = head.first_meta("og:title", "twitter:title", "title")
    meta = stated[0] if stated is not None else head.title or ""
    both = tokens.text_words([text.replace("\n", " ") for text in (title, meta)])
    _words_of_titles(put, page, page.segments, tokens.text_words(page.texts), both)
    if title:
        put("same_as_title", [text.casefold() == title.casefold() for text in page.texts])
    body = _folded(facts.article_body)
    description = _folded((head.first_meta("og:description", "description", "twitter:description") or ("",))[0])
    put("stated_any", 1.0 if body else 0.0)
    for at, text in enumerate(page.texts):
        if page.segments.chars[at] >= features._LEAST_STATED:
            lead = _folded(text[: 3 * features._ALIKE])[: features._ALIKE]
            rows[_AT["stated"], at] = bool(body) and lead in body
            rows[_AT["described"], at] = bool(description) and lead in description


def _folded(text: str) -> str:
    return "".join(text.casefold().split())


def element_names(page: Page) -> ElementNames:
    """`tokens.element_names`."""
    segments, levels = page.segments, sum(LEVELS[1:])
    inner = page.upwards(page.parent[segments.first], LEVELS[0])
    rows = np.concatenate((np.where(inner > segments.block, inner, -1), page.upwards(segments.block, levels))).T
    number: dict[tuple[str, ...], int] = {(): 0}
    used = sorted({*rows.ravel().tolist()} - {-1})
    of_row = np.zeros(len(page) + 1, dtype=np.int32)
    for row, names in zip(used, page.joined(used, tokens.NAMING), strict=True):
        of_row[row] = number.setdefault(tokens._split(names), len(number))
    return ElementNames.of(list(number), of_row[rows])  # -1 is the last


def probabilities(
    network: Network, columns: Columns, names: ElementNames, words: TextWords, chars: IntArray
) -> FloatArray:
    """`Network.probabilities`."""
    weight = np.log1p(chars).astype(np.float32)
    each = inputs(network, columns, names, words)
    logits = [forward(a, x, weight / weight.sum()) for a, x in zip(network._members, each, strict=True)]
    out: FloatArray = 1 / (1 + np.exp(-np.mean(logits, axis=0)))
    return out


def inputs(network: Network, columns: Columns, names: ElementNames, words: TextWords) -> list[Array]:
    """What the first layer of each network reads."""
    scaled = np.clip((columns - network.arrays["mean"]) / network.arrays["deviation"], -CUT, CUT)
    return [
        np.hstack([scaled, _named(network, names, a["names"]), _worded(network, words, a["words"])])
        for a in network._members
    ]


def _named(network: Network, around: ElementNames, table: Array) -> Array:
    """The sums of the vectors of the names around each segment, shape (m, 80)."""
    numbers, edges = network._names.numbers(around.hashes), around.edges
    known = numbers > 0
    at = np.concatenate(([0], known.cumsum()))[edges]
    element = _summed(table[numbers[known]], at)
    # An element with a dozen names, most of them a tool's, must not drown its neighbours.
    element /= np.sqrt(np.maximum(1, np.diff(at))).astype(np.float32)[:, None]
    edge = np.cumsum((0, *NAME_WIDTHS)).tolist()
    return np.hstack(
        [
            element[:, first:stop][group].sum(axis=1)
            for group, first, stop in zip(around.groups, edge[:-1], edge[1:], strict=True)
        ]
    )


def _worded(network: Network, text: TextWords, table: Array) -> Array:
    """The mean vector of each segment's known words, and those of its first, second and last, shape (m, 72)."""
    number = np.append(network._words.numbers(text.hashes), 0)
    start, stop = text.edges[:-1], text.edges[1:]
    size = stop - start
    end = len(number) - 1
    any_width = WORD_WIDTHS[0]
    before = np.zeros(len(number), dtype=np.int32)
    np.cumsum(number[:-1] > 0, out=before[1:])
    known = before[text.edges]
    mean = _summed(table[number[:-1][number[:-1] > 0], :any_width], known)
    mean /= np.maximum(1, np.diff(known)).astype(np.float32)[:, None]
    places = (
        np.where(size > 0, start, end),
        np.where(size > 1, start + 1, end),
        np.where(size > 0, stop - 1, end),
    )
    edge = np.cumsum(WORD_WIDTHS).tolist()
    at = [table[number[place], first:last] for place, first, last in zip(places, edge[:-1], edge[1:], strict=True)]
    return np.hstack([mean, *at])


def forward(a: dict[str, Array], x: Array, share: Array) -> Array:
    """The logit of each segment, given what it weighs in the page's mean; shape (m,)."""
    h = np.maximum(0, x @ a["input.weight"] + a["input.bias"])
    contexts = iter(range(len(CONTEXT_AFTER)))
    for layer, dilation in enumerate(DILATIONS):
        z = taken(_normal(h, a, layer), a[f"taps.{layer}"], dilation) @ a[f"conv.{layer}.weight"]
        value, gate = np.hsplit(z + a[f"conv.{layer}.bias"], 2)
        with np.errstate(over="ignore"):  # a gate that is far below 0 lets nothing through
            h += value / (1 + np.exp(-gate))
        if layer in CONTEXT_AFTER:
            number = next(contexts)
            page = np.concatenate([share @ h, h.max(axis=0)])
            h += np.maximum(0, page @ a[f"context.{number}.weight"] + a[f"context.{number}.bias"])
    with np.errstate(invalid="ignore"):  # BLAS may raise the flag for lanes of a vector that it does not use
        out: Array = (_normal(h, a, len(DILATIONS)) @ a["output.weight"] + a["output.bias"])[:, 0]
    return out


def _summed(vectors: Array, edges: IntArray) -> Array:
    """The sum of each stretch of vectors between two edges, shape (len(edges) - 1, width)."""
    out: Array = np.zeros((len(edges) - 1, vectors.shape[1]), dtype=np.float32)
    filled = edges[1:] > edges[:-1]
    if filled.any():
        out[filled] = np.add.reduceat(vectors, edges[:-1][filled], axis=0)
    return out


def _normal(h: Array, a: dict[str, Array], layer: int) -> Array:
    """Layer normalisation of each segment's state."""
    centred = h - h.mean(axis=1, keepdims=True)
    deviation = np.sqrt(np.einsum("ij,ij->i", centred, centred) / h.shape[1] + 1e-5)
    centred /= deviation[:, None]
    out: Array = centred * a[f"norm.{layer}.weight"] + a[f"norm.{layer}.bias"]
    return out


def taken(h: Array, taps: Array, dilation: int) -> Array:
    """What three taps along the segments take of each state; beyond the page there is nothing."""
    out: Array = h * taps[1]
    if len(h) > dilation:
        out[dilation:] += h[:-dilation] * taps[0]
        out[:-dilation] += h[dilation:] * taps[2]
    return out


def _fill_columns(put: Any, rows: Columns, page: Page, names: ElementNames) -> None:
    """The columns that come from the page's rows and characters."""
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


def _kind(names: ElementNames) -> NDArray[np.uint64]:
    """A number for the names of a segment's block and of the element above it."""
    _, own, above, _ = names.groups
    both = own[:, 0].astype(np.uint64) * np.uint64(1 << 20) + above[:, 0].astype(np.uint64) + np.uint64(1)
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


def _grouped(columns: Columns, path: IntArray, kind: IntArray, segments: Segments) -> None:
    """How much text the segments with the same path, and those of the same kind, hold together."""
    count = len(segments)
    paths = int(path.max()) + 1
    member = np.concatenate((path, kind + paths))
    chars = np.concatenate((segments.chars, segments.chars))
    held = np.bincount(member, weights=chars)
    linked = np.bincount(member, weights=np.concatenate((segments.link_chars, segments.link_chars)))
    number = np.bincount(member)
    # In the order of `features._GROUPED`.
    of_group = np.stack(
        (np.log1p(held), held / segments.chars.sum(), np.log1p(number), linked / held, np.log1p(held / number))
    )
    at = _stretch("path_log_chars", 2 * len(features._GROUPED))
    columns[at] = of_group[:, member].reshape(len(features._GROUPED), 2, count).swapaxes(0, 1).reshape(-1, count)


def _inherited(page: Page) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Of each row, what its ancestors hand down.

    Returns:
        A number that is the same for rows with the same tags up to the root, and a bit for each tag around a row or
        itself; both of shape (page size + 1,).
    """
    size = len(page)
    up = np.concatenate((page.parent, _ABOVE))
    signature, around = np.zeros(size + 1, dtype=np.uint64), np.zeros(size + 1, dtype=np.uint32)
    np.add(page.tag, 1, out=signature[:-1])
    around[:-1] = features._AROUND_BITS.take(page.tag)
    # Each turn doubles the number of ancestors that a row has heard of.
    for step in _STEPS[: int(page.depth.max()).bit_length()]:
        signature += signature[up] * step
        around |= around[up]
        up = up[up]
    return signature, around


def _words_of_titles(put: Any, page: Page, segments: Segments, words: TextWords, both: TextWords) -> None:
    """How the words of each segment go with those of two titles."""
    count = len(segments)
    number = np.diff(words.edges)
    of_title, of_meta = (frozenset(both.words[first:stop]) for first, stop in pairwise(both.edges.tolist()))
    either = {word: (word in of_title) + 2 * (word in of_meta) for word in sorted(of_title | of_meta)}
    which = Vocabulary(either).numbers(words.hashes)
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


def _repeats(columns: Columns, texts: list[str]) -> None:
    """Whether the same text, or one with the same beginning, stands elsewhere on the page."""
    leads = "\n".join([text[: features._ALIKE] for text in texts]).casefold().split("\n")
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


def _stretch(first: str, count: int) -> slice:
    at = NAMES.index(first)
    return slice(at, at + count)


def _containers(columns: Columns, page: Page, segments: Segments, prose: FloatArray) -> None:
    """What the containers above a segment hold: of all the page's text, of its prose, of links."""
    count, size = len(segments), len(page)
    before = np.zeros(size + 1, dtype=np.int32)  # segments that begin before a row
    before[segments.first + 1] = 1
    np.cumsum(before, out=before)
    reached = np.zeros((4, count + 1))
    np.cumsum((segments.chars, segments.link_chars, prose, np.ones(count)), axis=1, out=reached[:, 1:])
    total, total_good = max(1.0, reached[0, -1]), max(1.0, reached[2, -1])
    at = np.maximum(page.upwards(segments.block, features._LEVELS), 0)
    end = page.end[at]
    text, link, good, many = reached[:, before[end]] - reached[:, before[at]]
    # In the order of `features._HELD`.
    held = np.stack(
        (text / total, link / np.maximum(1, text), good / total_good, np.log1p(many), np.log1p(text / (end - at))),
        axis=1,
    )
    columns[_stretch(f"container_0_{features._HELD[0]}", held.shape[0] * held.shape[1])] = held.reshape(-1, count)

    # The lowest element that holds so much of the page's prose.
    holders = [0] * len(features._SHARES)
    if reached[2, -1]:
        of_row = reached[2].take(before)
        good = of_row[page.end] - of_row[:-1]
        for row in ((good >= min(features._SHARES) * total_good) & ~page.is_text).nonzero()[0].tolist():
            for place, share in enumerate(features._SHARES):
                if good[row] >= share * total_good and page.depth[row] > page.depth[holders[place]]:
                    holders[place] = row
    holder = np.array(holders)[:, None]
    columns[_stretch("holder_50", len(features._SHARES))] = (segments.first >= holder) & (
        segments.first < page.end[holder]
    )
    columns[_stretch("holder_50_depth", len(features._SHARES))] = (
        page.depth[segments.block] - page.depth[holder]
    ) / 10.0


def _tags(columns: Columns, page: Page, segments: Segments, around: NDArray[np.uint32]) -> None:
    """The tags of a segment's block, around it, in it, between it and the one before, and earlier on the page."""
    column = features._BLOCK_COLUMN[segments.tag]
    known = (column >= 0).nonzero()[0]
    columns[column[known], known] = 1
    columns[_stretch(f"around_{features._AROUND[0]}", len(features._AROUND))] = around[
        segments.first
    ] >> _SHIFTS & np.uint32(1)

    # How often each counted tag stands before each row that has one.
    which = features._COUNTED_AT.take(page.tag)
    places = (which >= 0).nonzero()[0]
    table = np.zeros((len(features._COUNTED), len(places) + 1), dtype=np.int32)
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
        ("inside", features._INSIDE, (stop - start)[features._INSIDE_AT]),
        ("between", features._BETWEEN, (here - after)[features._BETWEEN_AT]),
        ("earlier", features._EARLIER, here[features._EARLIER_AT]),
        ("later", features._EARLIER, (table[:, -1:] - here)[features._EARLIER_AT]),
    ):
        columns[_stretch(f"{prefix}_{names[0]}", len(names))] = _logarithm(numbers)


def _logarithm(numbers: IntArray) -> Columns:
    """The logarithm of one more than each number."""
    if numbers.max(initial=0) < len(_LOGARITHMS):
        return _LOGARITHMS.take(numbers)
    return np.log1p(numbers).astype(np.float32)
