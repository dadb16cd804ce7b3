"""What the text of a page tells of it: its prose, the voice that speaks in it, and what stands near its heading."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Final

import numpy as np

from broadsheet.identify.measures import LONG_PROSE, Lines, log1p
from broadsheet.page import Page, tags
from broadsheet.page.arrays import FloatArray

__all__ = ["measure_heading", "measure_prose", "measure_voice"]

_P: Final = tags.IDS["p"]
_ITEM: Final = tags.IDS["li"]
_HEADLINE_LEVEL: Final = tags.mask("h1 h2 h3 h4")
_DIGIT: Final = re.compile(r"\d")
_ASCII_DIGIT: Final = re.compile("[0-9]")
_CUT: Final = ("...", "…", "[…]", "more", "»", "→")
"""How a text ends that goes on elsewhere."""
_QUOTE: Final = re.compile('[“”„«»「"]')


def measure_prose(out: dict[str, float], page: Page, lines: Lines) -> None:
    """Running text: how much, how it hangs together, and whether it is the text of teasers."""
    weights = lines.size[lines.prose_at].tolist()
    total = sum(weights, 0.0)
    out["log_text"] = log1p(lines.total)
    out["log_segments"] = log1p(len(lines))
    out["log_prose"] = log1p(total)
    out["prose_share"] = total / lines.total
    out["prose_segments"] = log1p(len(weights))
    out["long_prose"] = log1p(sum([one >= LONG_PROSE for one in weights]))
    out["longest"] = log1p(max(weights, default=0.0))
    # MSS of Luo et al. without style: the run of lines that gains most, links counting against it.
    first, stop, value = _best_run(np.where(lines.link_share <= 0.5, lines.size, -lines.size))
    out["longest_run"] = log1p(value)
    out["run_share"] = value / lines.total
    out["run_links"] = int(lines.headline_link[first:stop].sum()) / max(1, stop - first)
    if not weights:
        out |= dict.fromkeys(_OF_PROSE, math.nan)
        return
    out["mean_prose"] = float(np.log(total / len(weights)))
    _parents(out, page, lines, weights, total)
    _holder(out, page, lines, total)
    _sentences(out, page, lines, total)
    _order(out, lines, total)


_OF_PROSE: Final = (
    "one_parent", "parents_a_prose", "holder_depth", "holder_share", "holder_links", "holder_headings",
    "holder_linked_headings", "prose_in_p", "prose_ends", "prose_marks", "prose_digits", "prose_words_a_mark",
    "teaser_share", "prose_position", "prose_spread", "quotes", "prose_list_share", "mean_prose", "similar_prose",
    "ellipsis",
)  # fmt: skip
"""What is not known of a page without running text."""


def _parents(out: dict[str, float], page: Page, lines: Lines, weights: list[float], total: float) -> None:
    """The elements that running text stands in, and whether these are children of one."""
    at = lines.block[lines.prose_at]
    by_parent: dict[int, float] = {}
    for parent, one in zip(lines.above[at].tolist(), weights, strict=True):
        by_parent[parent] = by_parent.get(parent, 0.0) + one
    out["one_parent"] = max(by_parent.values()) / total
    out["parents_a_prose"] = len(by_parent) / len(weights)
    tag = page.tag[at].tolist()
    for name, wanted in (("prose_in_p", _P), ("prose_list_share", _ITEM)):
        out[name] = sum([one for one, is_of in zip(weights, tag, strict=True) if is_of == wanted], 0.0) / total


def _holder(out: dict[str, float], page: Page, lines: Lines, total: float) -> None:
    """The lowest element with most of the running text: what else is in it."""
    of_prose, size = lines.of_prose, lines.size
    holder = int((of_prose >= 0.6 * total).nonzero()[0][-1])
    out["holder_depth"] = int(page.depth[holder]) / max(1, int(page.depth[lines.block[lines.prose_at]].max()))
    # A holder's lines are a slice: they stand in the order of the rows.
    held = slice(*page.segments.between(holder, int(page.end[holder])))
    of_text = max(1.0, float(size[held].sum()))
    out["holder_share"] = float(of_prose[holder]) / of_text
    out["holder_links"] = float(size[held][lines.headline_link[held]].sum()) / of_text
    heads = _HEADLINE_LEVEL[page.tag[holder : page.end[holder]]].nonzero()[0] + holder
    out["holder_headings"] = log1p(len(heads))
    out["holder_linked_headings"] = log1p(int(page.in_link[np.minimum(heads + 1, len(page) - 1)].sum()))


def _sentences(out: dict[str, float], page: Page, lines: Lines, total: float) -> None:
    """What running text is made of: how its lines end, quotes, digits, marks, lines that begin alike."""
    segments, prose, text = page.segments, lines.prose_at, page.text
    starts, stops = segments.start[prose].tolist(), segments.stop[prose].tolist()
    pieces = [text[a:b].rstrip() for a, b in zip(starts, stops, strict=True)]
    count = len(pieces)
    beginnings = [piece[:300] for piece in pieces]
    out["prose_ends"] = sum([piece[-1:] in ".!?…。！？»”\"'“" for piece in pieces]) / count
    out["ellipsis"] = sum([piece.endswith(_CUT) for piece in pieces]) / count
    out["quotes"] = sum([_QUOTE.search(piece) is not None for piece in pieces]) / count
    out["similar_prose"] = 1 - len({piece[:40] for piece in pieces}) / count
    out["prose_digits"] = sum([_digits(piece) / max(1, len(piece)) for piece in beginnings]) / count
    marks = int(segments.punct[prose].sum())
    out["prose_marks"] = marks / total
    out["prose_words_a_mark"] = int(segments.words[prose].sum()) / max(1, marks)


def _order(out: dict[str, float], lines: Lines, total: float) -> None:
    """Where running text stands: behind links, as teasers do; how far down, and how far apart."""
    amount = lines.amount
    before = np.zeros(len(lines), dtype=np.bool_)
    before[1:] = lines.headline_link[:-1]
    before[2:] |= lines.headline_link[:-2]
    out["teaser_share"] = float(amount[before].sum()) / total
    place = np.cumsum(lines.size) / lines.total
    middle = float((place * amount).sum() / total)
    out["prose_position"] = middle
    out["prose_spread"] = math.sqrt(float((((place - middle) ** 2) * amount).sum()) / total)


def _digits(text: str) -> int:
    return len((_ASCII_DIGIT if text.isascii() else _DIGIT).findall(text))


def _best_run(values: FloatArray) -> tuple[int, int, float]:
    """The maximum scoring subsequence: where it begins, where it stops, and its sum."""
    if not len(values) or values.max() <= 0:
        return 0, 0, 0.0
    sums = np.zeros(len(values) + 1)
    np.cumsum(values, out=sums[1:])
    lowest = np.minimum.accumulate(sums)
    stop = int((sums - lowest).argmax())
    first = int((sums == lowest[stop]).argmax())
    return first, stop, float(sums[stop] - sums[first])


_YEAR: Final = re.compile(
    r"\b(?:19|20)\d{2}\b|\b\d+ ?(?:min|mins|minutes?|hours?|h|hrs?|days?|weeks?|months?|years?|std|stunden?|tagen?)\b"
    r"(?: ago)?|\d{1,2}[./]\d{1,2}[./]\d{2}\b|\d{1,2}:\d{2}|年"
)
_PRICE: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|zł|kr\b|руб|円|元)")
_BY: Final = re.compile(
    r"^\W*(?:by|von|par|por|di|da|door|od|av|af|written by|author|posted by|文|記者)\b", re.IGNORECASE
)


def measure_heading(out: dict[str, float], page: Page, lines: Lines, texts: list[str]) -> None:
    """A date and a byline around the main heading, as articles have them."""
    here = lines.h1_line
    names = ("date_near", "byline_near", "time_near", "price_near", "few_words_h1")
    if here < 0:
        out |= dict.fromkeys(names, math.nan)
        return
    around = slice(max(0, here - 4), here + 12)
    short = [text for text in texts[around] if len(text) < 120]
    out["date_near"] = float(any(map(_YEAR.search, short)))
    out["byline_near"] = float(any(map(_BY.match, short)))
    out["price_near"] = float(any(map(_PRICE.search, short)))
    first, last = int(page.segments.first[around][0]), int(page.segments.last[around][-1])
    out["time_near"] = float(any(first <= row <= last for row in lines.rows("time").tolist()))
    number = len(lines.h1_text.split()) if len(lines.h1_text) < 300 else 20
    out["few_words_h1"] = float(min(12, number))


_LOWER_ASCII: Final = bytes(
    ord(chr(byte).lower()) if byte < 0x80 and (chr(byte).isalpha() or chr(byte) == "'") else ord(" ")
    for byte in range(256)
)
"""Bytes of UTF-8 to small letters of ASCII and apostrophes, and spaces for all others."""
_MOST_PROSE: Final = 6000
_ENGLISH: Final = 0.03
"""Share of "the" among the words of an English text, at least."""


def measure_voice(out: dict[str, float], lines: Lines, texts: list[str]) -> None:
    """Who speaks in English running text: "we" and "you" sell and explain, "I" talks, "said" and the past report.

    NaN in other languages.
    """
    words = _ascii_words(" ".join([texts[at] for at in lines.prose_at[:60].tolist()])[:_MOST_PROSE])
    count = len(words)
    number = Counter(words)
    if count < 40 or number[b"the"] + number[b"a"] < _ENGLISH * count:
        out |= dict.fromkeys(("voice_we", "voice_you", "voice_said", "voice_i", "voice_past"), math.nan)
        return
    past = sum([times for word, times in number.items() if word[-2:] == b"ed" and len(word) > 4])
    out["voice_past"] = 100 * (past + sum(number[word] for word in (b"was", b"were", b"had", b"did"))) / count
    out["voice_i"] = 100 * sum(number[word] for word in (b"i", b"my", b"me", b"i'm", b"i've")) / count
    out["voice_we"] = 100 * sum(number[word] for word in (b"we", b"our", b"us")) / count
    out["voice_you"] = 100 * sum(number[word] for word in (b"you", b"your")) / count
    out["voice_said"] = 100 * sum(number[word] for word in (b"said", b"says", b"he", b"she")) / count


def _ascii_words(text: str) -> list[bytes]:
    """The words of letters of ASCII and apostrophes, in lower case."""
    # The two characters beyond ASCII that have letters of ASCII in lower case.
    text = text.replace("\u0130", "i\u0307").replace("\u212a", "k")
    return text.encode("utf-8", "surrogatepass").translate(_LOWER_ASCII).split()
