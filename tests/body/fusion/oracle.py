"""What the engine must compute for `fusion`, in plain Python: columns, names of elements, and the networks."""

from __future__ import annotations

from collections.abc import Callable
from math import log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion import features, tokens
from broadsheet.body.fusion.features import NAMES
from broadsheet.body.fusion.network import CONTEXT_AFTER, CUT, DILATIONS, NAME_WIDTHS, WORD_WIDTHS, Network
from broadsheet.body.fusion.tokens import DIGIT, LETTER, LEVELS, MARKS, UPPER, classes
from broadsheet.facts import Facts
from broadsheet.lab.train.spelled import SpelledNames, SpelledWords, names_in
from broadsheet.methods.base import Given
from broadsheet.methods.twcem import algorithm_2
from broadsheet.page import Page, tags
from broadsheet.page.arrays import FloatArray, IntArray

Array = NDArray[np.float32]
Columns = dict[str, list[float]]

MIN_PROSE_CHARS = 80
"""Characters from which a segment with few links counts as prose, as in `columns.h`."""
_BOLD = 1 << len(features._AROUND)
_ITALIC = _BOLD << 1


def columns(page: Page, given: Given) -> Array:
    """The columns of `features.evidence`."""
    out: Columns = {name: [0.0] * len(page.segments) for name in NAMES}
    if len(page.segments):
        around = _around(page)
        _shape(out, page, around)
        _place(out, page)
        _containers(out, page)
        _tags(out, page, around)
        _titles(out, page, given)
        _repeats(out, page.texts)
        values = features._MSS.values(page, *features._MSS.shares(page))
        keep, score = features._COREEX.scores(page)[:2]
        out["mss"] = features._MSS.chosen(page, values)[0].tolist()
        out["mss_value"] = np.sign(values).tolist()
        out["coreex"] = keep[page.segments.first].tolist()
        out["coreex_score"] = score[page.segments.block].tolist()
    return np.array([out[name] for name in NAMES], dtype=np.float32).T


def _around(page: Page) -> list[int]:
    """Of each row, the bits of its tag and of those around it."""
    bits: list[int] = []
    for tag, parent in zip(page.tag.tolist(), page.parent.tolist(), strict=True):
        bits.append(int(features._AROUND_BITS[tag]) | (bits[parent] if parent >= 0 else 0))
    return bits


def _class(text: str, at: int) -> int:
    return int(classes()[min(ord(text[at]), len(classes()) - 1)]) if -len(text) <= at < len(text) else 0


def _shape(out: Columns, page: Page, around: list[int]) -> None:
    """The text of each segment."""
    segments, marks = page.segments, list(MARKS)
    ends, colon, quotes, brackets = (1 << marks.index(name) for name in ("ends", "colon", "quotes", "brackets"))
    for at, text in enumerate(page.texts):
        rows = (segments.of == at).nonzero()[0].tolist()
        shown = [
            row for row in range(rows[0], rows[-1] + 1) if row in rows or (page.is_text[row] and not page.chars[row])
        ]
        raw = "".join(map(page.raw, shown))
        chars, words, punct = (int(column[at]) for column in (segments.chars, segments.words, segments.punct))
        kinds = [_class(raw, place) for place in range(len(raw))]
        last, first = _class(text, -1), _class(text, 0)
        values: dict[str, float] = {
            "log_chars": log1p(chars),
            "log_words": log1p(words),
            "chars_a_word": min(20, chars / max(1, words)) / 10,
            "link_share": segments.link_chars[at] / chars,
            "marks_a_char": min(0.3, punct / chars) * 10,
            "punctuation_any": punct > 0,
            "words_a_mark": min(40, words / max(1, punct)) / 10,
            "digits": min(1, sum(kind & DIGIT != 0 for kind in kinds) / chars),
            "capitals": sum(kind & UPPER != 0 for kind in kinds) / max(1, sum(kind & LETTER != 0 for kind in kinds)),
            "ends_sentence": last & ends or (last & (quotes | brackets) and _class(text, -2) & ends),
            "ends_colon": last & colon,
            "starts_capital": first & UPPER or (first & quotes and _class(text, 1) & UPPER),
            "starts_quote": first & quotes,
            "text_rows": log1p(len(rows)),
            "bold_share": sum(int(page.chars[row]) for row in rows if around[row] & _BOLD) / chars,
            "italic_share": sum(int(page.chars[row]) for row in rows if around[row] & _ITALIC) / chars,
        }
        for bit, name in enumerate(marks):
            values[name] = min(0.25, sum(kind >> bit & 1 for kind in kinds) / chars) * 20
        for name in ("ends_sentence", "ends_colon", "starts_capital", "starts_quote"):
            values[name] = bool(values[name])
        for name, value in values.items():
            out[name][at] = value


def _prose(page: Page) -> list[int]:
    pairs = zip(page.segments.chars.tolist(), page.segments.link_chars.tolist(), strict=True)
    return [chars - linked if chars >= MIN_PROSE_CHARS and linked / chars < 0.3 else 0 for chars, linked in pairs]


def _place(out: Columns, page: Page) -> None:
    """The place of each segment, its neighbours, and its groups."""
    segments, prose = page.segments, _prose(page)
    chars, linked, blocks = segments.chars.tolist(), segments.link_chars.tolist(), segments.block.tolist()
    count, total, good = len(chars), sum(chars), max(1, sum(prose))
    _, own, above, _ = (group[:, 0].tolist() for group in element_names(page).groups)
    path = [(*(int(page.tag[row]) for row in (block, *page.ancestors(block))),) for block in blocks]
    kind = list(zip(path, own, above, strict=True))
    for at, block in enumerate(blocks):
        near = [min(max(place, 0), count - 1) for place in range(at - 2, at + 3)]
        out["position"][at] = sum(chars[: at + 1]) / total
        out["index"][at] = at / count
        out["log_segments"][at] = log1p(count)
        out["depth"][at] = page.depth[block] / 20
        out["start_share"][at] = segments.start[at] / max(1, len(page.text))
        out["block_segments"][at] = log1p(blocks.count(block))
        out["prose_before"][at] = sum(prose[:at]) / good
        out["prose_after"][at] = 1 - sum(prose[: at + 1]) / good
        out["log_chars_mean_5"][at] = sum(log1p(chars[place]) for place in near) / 5
        out["link_share_mean_5"][at] = sum(linked[place] / chars[place] for place in near) / 5
        out["page_log_chars"][at] = log1p(total)
        out["page_link_share"][at] = sum(linked) / total
        out["page_prose_share"][at] = sum(prose) / total
        if at:
            meeting = blocks[at - 1]
            while block > meeting and page.end[meeting] <= block:
                meeting = int(page.parent[meeting])
            apart = int(page.depth[blocks[at - 1]] + page.depth[block] - 2 * page.depth[meeting])
            out["gap_before"][at] = out["gap_after"][at - 1] = min(20, apart) / 5
            out["common_before"][at] = out["common_after"][at - 1] = page.depth[meeting] / 20
            out["path_before"][at] = out["path_after"][at - 1] = path[at] == path[at - 1]
        for name, keys in (("path", path), ("kind", kind)):
            same = [place for place in range(count) if keys[place] == keys[at]]
            held = sum(chars[place] for place in same)
            out[f"{name}_log_chars"][at] = log1p(held)
            out[f"{name}_share"][at] = held / total
            out[f"{name}_count"][at] = log1p(len(same))
            out[f"{name}_link_share"][at] = sum(linked[place] for place in same) / held
            out[f"{name}_mean_chars"][at] = log1p(held / len(same))


def _containers(out: Columns, page: Page) -> None:
    """The contents of the elements around each segment, and the lowest elements with certain shares of the prose."""
    segments, prose = page.segments, np.array([0, *np.cumsum(_prose(page))])
    chars, linked = (np.array([0, *np.cumsum(column)]) for column in (segments.chars, segments.link_chars))
    total, good = max(1, chars[-1]), max(1, prose[-1])
    for at, block in enumerate(segments.block.tolist()):
        rows = [block, *page.ancestors(block)]
        for level in range(features._LEVELS):
            row = rows[level] if level < len(rows) else 0
            first, stop = segments.between(row, int(page.end[row]))
            text = chars[stop] - chars[first]
            held = {
                "share": text / total,
                "link_share": (linked[stop] - linked[first]) / max(1, text),
                "prose": (prose[stop] - prose[first]) / good,
                "segments": log1p(stop - first),
                "chars_a_tag": log1p(text / (page.end[row] - row)),
            }
            for name, value in held.items():
                out[f"container_{level}_{name}"][at] = value
    for share in features._SHARES:
        holder = 0
        for row in (~page.is_text).nonzero()[0].tolist() if prose[-1] else ():
            first, stop = segments.between(row, int(page.end[row]))
            if prose[stop] - prose[first] >= share * good and page.depth[row] > page.depth[holder]:
                holder = row
        name = f"holder_{int(100 * share)}"
        out[name] = ((segments.first >= holder) & (segments.first < page.end[holder])).tolist()
        out[f"{name}_depth"] = ((page.depth[segments.block] - page.depth[holder]) / 10).tolist()


def _tags(out: Columns, page: Page, around: list[int]) -> None:
    """The tags of each segment's block, around it, in it, between it and the previous one, before and after it."""
    segments, size = page.segments, len(page)
    firsts, lasts = segments.first.tolist(), segments.last.tolist()
    for at, (first, last) in enumerate(zip(firsts, lasts, strict=True)):
        name = tags.NAMES[segments.tag[at]]
        if name in features._BLOCK_TAGS:
            out[f"block_{name}"][at] = 1
        for bit, name in enumerate(features._AROUND):
            out[f"around_{name}"][at] = around[first] >> bit & 1
        spans = {
            "inside": (features._INSIDE, max(0, first - 1), min([last + 1, *firsts[at + 1 : at + 2]])),
            "between": (features._BETWEEN, lasts[at - 1] + 1 if at else 0, first),
            "earlier": (features._EARLIER, 0, first),
            "later": (features._EARLIER, first, size),
        }
        for group, (names, start, stop) in spans.items():
            found = page.tag[start:stop].tolist()
            for name in names:
                out[f"{group}_{name}"][at] = log1p(found.count(tags.IDS[name]))


def _titles(out: Columns, page: Page, given: Given) -> None:
    """The overlap with the titles and with the texts that the page states."""
    facts, segments = Facts(page), page.segments
    title = given.title or algorithm_2(facts, home_link=given.home_link, meta_alone=False) or ""
    stated = facts.head.first_meta("og:title", "twitter:title", "title")
    meta = stated[0] if stated is not None else facts.head.title or ""
    words = [SpelledWords.of_texts([text]).words for text in page.texts]
    likely: list[int] = []
    for name, text in (("title", title), ("meta", meta)):
        wanted = set(SpelledWords.of_texts([text.replace("\n", " ")]).words)
        hits = [sum(word in wanted for word in own) for own in words]
        found = [min(1, hit / max(1, len(wanted))) for hit in hits]
        out[f"{name}_found"] = found
        out[f"{name}_share"] = [hit / max(1, len(own)) for hit, own in zip(hits, words, strict=True)]
        pairs = enumerate(zip(hits, words, strict=True))
        likely += [at for at, (hit, own) in pairs if hit >= 0.6 * len(own) and found[at] > 0.7][: not likely]
    rows = [*page.ancestors(int(segments.first[likely[0]]))] if likely else []
    body = _folded(facts.article_body)
    description = _folded((facts.head.first_meta("og:description", "description", "twitter:description") or ("",))[0])
    for at, text in enumerate(page.texts):
        first = int(segments.first[at])
        out["after_title"][at] = at > likely[0] if likely else 0.5
        out["title_distance"][at] = log1p(abs(at - likely[0])) / 3 if likely else 2.0
        out["title_common"][at] = next((page.depth[row] / 20 for row in rows if row <= first < page.end[row]), 0.0)
        out["same_as_title"][at] = bool(title) and text.casefold() == title.casefold()
        out["stated_any"][at] = bool(body)
        if segments.chars[at] >= features._MIN_STATED_CHARS:
            lead = _folded(text[: 3 * features._ALIKE])[: features._ALIKE]
            out["stated"][at] = bool(body) and lead in body
            out["described"][at] = bool(description) and lead in description


def _folded(text: str) -> str:
    return "".join(text.casefold().split())


def _repeats(out: Columns, texts: list[str]) -> None:
    """Whether the same text, or one with the same beginning, stands elsewhere on the page."""
    for name, keys in (("seen", texts), ("lead", [text[: features._ALIKE].casefold() for text in texts])):
        out[f"{name}_before"] = [keys[at] in keys[:at] for at in range(len(keys))]
        out[f"{name}_after"] = [keys[at] in keys[at + 1 :] for at in range(len(keys))]


def element_names(page: Page) -> SpelledNames:
    """The names of the elements around each segment."""
    segments, levels = page.segments, sum(LEVELS[1:])

    def upwards(rows: IntArray, many: int) -> IntArray:
        levels = [rows]
        while len(levels) < many:
            levels.append(np.where(levels[-1] < 0, -1, page.parent[levels[-1]]))
        return np.array(levels)

    inner = upwards(page.parent[segments.first], LEVELS[0])
    rows = np.concatenate((np.where(inner > segments.block, inner, -1), upwards(segments.block, levels))).T
    number: dict[tuple[str, ...], int] = {(): 0}
    used = sorted({*rows.ravel().tolist()} - {-1})
    of_row = np.zeros(len(page) + 1, dtype=np.int32)
    for row, names in zip(used, page.joined(used, tokens.NAMING), strict=True):
        of_row[row] = number.setdefault(names_in(names), len(number))
    return SpelledNames.of(list(number), of_row[rows])  # -1 is the last


def probabilities(
    network: Network, columns: Array, names: SpelledNames, words: SpelledWords, chars: IntArray
) -> FloatArray:
    """The probabilities by all networks."""
    weight = np.log1p(chars).astype(np.float32)
    each = inputs(network, columns, names, words)
    logits = [forward(a, x, weight / weight.sum()) for a, x in zip(network._members, each, strict=True)]
    out: FloatArray = 1 / (1 + np.exp(-np.mean(logits, axis=0)))
    return out


def inputs(network: Network, columns: Array, names: SpelledNames, words: SpelledWords) -> list[Array]:
    """What the first layer of each network reads."""
    scaled = np.clip((columns - network.arrays["mean"]) / network.arrays["deviation"], -CUT, CUT)
    return [
        np.hstack([scaled, _named(network, names, a["names"]), _worded(network, words, a["words"])])
        for a in network._members
    ]


def _known(numbers: dict[str, int], words: Any, table: Array, scale: Callable[[int], float]) -> Array:
    """The sum of the embeddings of known words, divided by a function of their number."""
    known = [numbers[word] for word in words if word in numbers]
    out: Array = table[known].sum(axis=0, dtype=np.float32) / np.float32(scale(max(1, len(known))))
    return out


def _named(network: Network, names: SpelledNames, table: Array) -> Array:
    """The sums of the vectors of the elements around each segment, shape (m, 80)."""
    element = np.array([_known(network.names, words, table, np.sqrt) for words in names.words])
    edge = np.cumsum((0, *NAME_WIDTHS)).tolist()
    groups = zip(names.groups, edge[:-1], edge[1:], strict=True)
    return np.hstack([element[:, first:stop][group].sum(axis=1) for group, first, stop in groups])


def _worded(network: Network, text: SpelledWords, table: Array) -> Array:
    """The mean vector of each segment's known words, and those of its first, second and last, shape (m, 72)."""
    any_width, *widths = WORD_WIDTHS
    out = np.zeros((len(text.edges) - 1, sum(WORD_WIDTHS)), dtype=np.float32)
    for at in range(len(out)):
        words = text.words[text.edges[at] : text.edges[at + 1]]
        out[at, :any_width] = _known(network.words, words, table[:, :any_width], float)
        column = any_width
        for part, width in zip((words[:1], words[1:2], words[-1:]), widths, strict=True):
            if part:
                out[at, column : column + width] = table[network.words.get(part[0], 0), column : column + width]
            column += width
    return out


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
