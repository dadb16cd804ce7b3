"""Translate a method's trace into scores and facts per segment, and charts of how the result came about.

One function per method with its own trace; the others share one. Values are those of the trace, or sums and means of
them; nothing is decided here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from broadsheet.body.fusion.decoding import Rule
from broadsheet.show.serve.charts import Bar, Chart, Ranking
from broadsheet.show.serve.outline import path_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray, FloatArray, IntArray
    from broadsheet.show.serve.inspection import Run

__all__ = ["Reading", "read"]

_MAX_CANDIDATES: Final = 40  # nodes ranked; the chart shows fewer
_SEGMENT: Final = "segment of the page"
_LINE: Final = "line of the source"


class Fact(NamedTuple):
    """A named value that a method has for each segment, shape (m,)."""

    name: str
    values: FloatArray


class Reading(NamedTuple):
    """What a method reports about the segments of a page.

    Attributes:
        score_name: name of the score.
        score: score of each segment, shape (m,).
        kept: kept share of each segment's characters, shape (m,).
        facts: other values of each segment.
        reasons: sentences; the first is empty.
        reason: index of each segment's sentence, shape (m,).
        drawings: charts.
    """

    score_name: str
    score: FloatArray
    kept: FloatArray
    facts: tuple[Fact, ...]
    reasons: tuple[str, ...]
    reason: NDArray[np.int8]
    drawings: tuple[Chart | Ranking, ...]


class _Traced(NamedTuple):
    """What a method's own trace adds; ``score`` per segment, if the method does not score text nodes."""

    score_name: str
    drawings: tuple[Chart | Ranking, ...]
    facts: tuple[Fact, ...] = ()
    reasons: tuple[tuple[str, BoolArray], ...] = ()
    score: FloatArray | None = None


class _View(NamedTuple):
    """A method's labels, mapped to the segments of the displayed page: score and kept share of each, shape (m,)."""

    run: Run
    page: Page
    score: FloatArray
    kept: FloatArray

    @property
    def trace(self) -> Mapping[str, NDArray[np.generic]]:
        return self.run.marking.trace

    def values(self, name: str) -> FloatArray:
        return np.asarray(self.trace[name], dtype=np.float64)

    def number(self, name: str) -> float:
        return float(self.values(name))

    def own(self) -> tuple[IntArray, BoolArray]:
        """Return, for each segment of the page as the method saw it, the displayed segment and whether it is kept."""
        first = self.run.page.segments.first
        return self.of(first), self.run.marking.keep[first]

    def of(self, rows: NDArray[np.generic]) -> IntArray:
        """Return the segments of nodes, -1 for none."""
        out: IntArray = self.page.segments.of[np.asarray(rows, dtype=np.intp)]
        return out

    def mean(self, rows: NDArray[np.generic], values: FloatArray) -> FloatArray:
        """Average values of text nodes per segment, weighted by characters."""
        at = self.of(rows)
        inside, weights = at >= 0, self.page.chars[np.asarray(rows, dtype=np.intp)].astype(np.float64)
        size = len(self.page.segments)
        total = np.bincount(at[inside], weights=(values * weights)[inside], minlength=size)
        out: FloatArray = total / np.maximum(1, np.bincount(at[inside], weights=weights[inside], minlength=size))
        return out

    def bar(self, row: int, value: float, note: str, *, chosen: bool) -> Bar:
        """Return the bar of a candidate node, which leads to the first segment inside."""
        first, stop = self.page.segments.between(row, int(self.page.end[row]))
        return Bar(path_of(self.run.page, row), float(value), note, chosen, first if first < stop else -1)


def read(run: Run, page: Page) -> Reading:
    """Describe the segments of a page as a method sees them.

    ``page`` is the displayed page; its nodes are those of the page that the method saw.
    """
    rows = np.flatnonzero(page.segments.of >= 0)
    look = _View(run, page, np.zeros(0), np.zeros(0))
    kept = look.mean(rows, run.marking.keep[rows].astype(np.float64))
    look = look._replace(score=look.mean(rows, run.marking.score[rows]), kept=kept)
    tell = _OF_METHOD.get(run.name, _others)
    told = tell(look) if run.marking.trace else _others(look)
    reason = np.zeros(len(kept), dtype=np.int8)
    for number, (_, where) in enumerate(told.reasons, start=1):
        reason[where & (reason == 0)] = number
    sentences = ("", *(sentence for sentence, _ in told.reasons))
    score = np.nan_to_num(look.score if told.score is None else told.score, nan=0.0, posinf=0.0, neginf=0.0)
    return Reading(told.score_name, score, kept, told.facts, sentences, reason, told.drawings)


def _fusion(look: _View) -> _Traced:
    at, kept = look.own()
    probability = look.values("probability")
    threshold = look.number("threshold")
    shown = _to_displayed(look, at, np.where(kept != (probability >= threshold), look.values("rule"), 0))
    level = ("threshold", threshold)
    chart = Chart("Probability of each segment", _SEGMENT, "probability", probability, kept=kept, level=level, at=at)
    reasons = tuple((rule.value, shown == rule.number) for rule in Rule)
    return _Traced("probability", (chart,), reasons=reasons)


def _coreex(look: _View) -> _Traced:
    score = look.run.marking.score
    set_text, set_link = look.values("set_text"), look.values("set_link")
    best = int(look.number("best"))
    least, tie = (float(getattr(look.run.method, name, 0.0)) for name in ("threshold", "tie"))
    # In the method's order: of the scores that tie with the highest, the largest excess first, then the higher node.
    ties = score >= score.max(initial=0.0) - tie
    excess = (1 - least) * set_text - set_link
    order = np.lexsort((look.run.page.depth, -np.where(ties, excess, score), ~ties))
    order = order[score[order] > 0][:_MAX_CANDIDATES]
    if best >= 0 and best not in order:
        order = np.append(order, best)
    ratio = (set_text - set_link) / np.maximum(1, set_text)
    bars = tuple(
        look.bar(
            row,
            set_text[row],
            f"score {score[row]:.3f}, ratio {ratio[row]:.3f}, {set_text[row]:,.0f} words",
            chosen=row == best,
        )
        for row in order.tolist()
    )
    block = look.page.segments.block
    words, links = look.values("text_count")[block], look.values("link_count")[block]
    # A block's own ratio, which decides whether it is a rich child of its parent element.
    own = np.maximum(0.0, (words - links) / np.maximum(1, words))
    level = ("threshold", least)
    scores = _by_segment(look._replace(score=own), "Ratio of the block of each segment", "ratio", level)
    facts = (Fact("words in its block", words), Fact("links in its block", links))
    best_nodes = Ranking("The nodes with the best scores, and the words in their rich children", bars)
    return _Traced("ratio of its block", (best_nodes, scores), facts, score=own)


def _mss(look: _View) -> _Traced:
    at, kept = look.own()
    values = look.values("values")
    first, stop = look.values("run").astype(int).tolist()
    span = ("maximum scoring subsequence", first, stop - 1) if stop > first else None
    title = "Value of each segment: its length, negative where it looks unlike the text"
    each = Chart(title, _SEGMENT, "characters", values, kept=kept, span=span, at=at)
    line = ("running sum", np.cumsum(values))
    total = Chart("Running sum of the values", _SEGMENT, "sum", np.zeros(len(values)), line=line, span=span)
    names = {"p_size": "in the most common size", "p_color": "in the most common colour", "p_link": "in links"}
    facts = tuple(Fact(said, _to_displayed(look, at, look.values(name))) for name, said in names.items())
    against = _to_displayed(look, at, values) < 0
    number = np.arange(len(values))
    inside = _to_displayed(look, at, (first <= number) & (number < stop)) > 0
    reasons = (
        ("It lies inside the run with the greatest sum, but outside the column.", inside & (look.kept == 0)),
        ("It counts for the text, but lies outside the run with the greatest sum.", ~against & ~inside),
        ("It counts against the text, but lies inside the run with the greatest sum.", against & inside),
    )
    return _Traced("length, signed", (each, total), facts, reasons)


def _twcem(look: _View) -> _Traced:
    at, kept = look.own()
    marks = look.values("f_cblock")
    if len(marks) != len(at):  # the method's rows are source lines
        return _others(look)
    ccl = look.values("ccl").astype(int)
    first, last = int(look.number("row_start")), int(look.number("row_end"))
    bounds = (("start", int(ccl[first])), ("end", int(ccl[last]))) if last >= first and len(ccl) else ()
    title, x = "Punctuation marks of each row, with the start and end row", "row (segment of the page)"
    chart = Chart(title, x, "punctuation marks", marks, kept=kept, marks=bounds, at=at)
    passed = np.zeros(len(at), dtype=np.float64)
    passed[ccl] = 1
    candidate = _to_displayed(look, at, passed) > 0
    order = np.arange(len(look.kept))
    shown = [int(at[item]) for _, item in bounds]
    before = order < shown[0] if shown else np.zeros(len(order), np.bool_)
    behind = order > shown[1] if shown else before
    reasons = (
        ("It has too few characters or punctuation marks to be content.", ~candidate & (look.kept == 0)),
        ("It comes before the first row that shares words with the title.", before),
        ("It comes after the last row that shares words with the title.", behind),
    )
    return _Traced("punctuation marks", (chart,), reasons=reasons)


def _cedst(look: _View) -> _Traced:
    rows, threshold, tried = look.trace["rows"], look.number("threshold"), look.values("t")
    fusion = _by_text_node(
        look,
        "Fusion values before and after smoothing",
        "fusion value m({news})",
        look.values("fusion"),
        line=("after smoothing", look.values("smoothed")),
        level="Otsu threshold",
    )
    marks = (("chosen", int(np.argmin(np.abs(tried - threshold)))),) if len(tried) else ()
    ticks = tuple(f"{value:g}" for value in tried.tolist())
    title = "Otsu's objective for each threshold"
    otsu = Chart(title, "threshold t", "g(t)", look.values("g"), marks=marks, ticks=ticks)
    names = {"topic": "topic", "cluster": "cluster", "variance": "variance", "href": "in links"}
    facts = tuple(Fact(said, look.mean(rows, look.values(name))) for name, said in names.items() if name in look.trace)
    return _Traced("smoothed fusion value", (fusion, otsu), facts)


def _cetd(look: _View) -> _Traced:
    page = look.run.page
    density_sum, best = look.values("density_sum"), int(look.number("best"))
    inside = np.arange(page.body, int(page.end[page.body]))
    order = inside[np.argsort(-density_sum[inside], kind="stable")][:_MAX_CANDIDATES]
    density, threshold = look.values("density"), look.number("threshold")
    bars = tuple(
        look.bar(row, density_sum[row], f"density {density[row]:,.0f}, sum {density_sum[row]:,.0f}", chosen=row == best)
        for row in order.tolist()
        if density_sum[row] > 0
    )
    chart = _by_segment(look, "Text density of the element around each segment", "density", ("threshold", threshold))
    return _Traced("density of its element", (chart, Ranking("Greatest density sums", bars)))


def _cetr(look: _View) -> _Traced:
    content = np.asarray(look.trace["content"], dtype=np.bool_)
    smooth = look.values("smooth_ratio")
    level = ("threshold", look.number("threshold")) if "threshold" in look.trace else None
    title, line = "Characters for each tag, line by line", ("smoothed", smooth)
    ratio = Chart(title, _LINE, "tag ratio", look.values("ratio"), line=line, kept=content, level=level)
    if "smooth_change" not in look.trace:
        return _Traced("smoothed tag ratio", (ratio,))
    title = "Change of the smoothed ratio, also used to cluster the lines"
    change = Chart(title, _LINE, "change", look.values("smooth_change"), kept=content)
    return _Traced("smoothed tag ratio", (ratio, change))


def _cepr(look: _View) -> _Traced:
    rows, histogram = look.trace["rows"], look.values("histogram")
    chart = _by_text_node(
        look, "Path ratio of each text node", "path ratio", histogram, line=("smoothed", look.values("smooth"))
    )
    facts = (Fact("ratio before smoothing", look.mean(rows, histogram)),)
    return _Traced("smoothed path ratio", (chart,), facts)


def _stadynot(look: _View) -> _Traced:
    nodes = look.values("candidates").astype(int)
    own, share = look.values("non_link_text"), look.values("link_fraction")
    noise = set(look.values("dynamic").astype(int).tolist())
    order = np.argsort(-own, kind="stable")[:_MAX_CANDIDATES]
    bars = tuple(
        look.bar(row, linked, f"{text:,.0f} characters unlinked, {100 * linked:.0f} % linked", chosen=row not in noise)
        for row, text, linked in zip(nodes[order].tolist(), own[order], share[order], strict=True)
    )
    level = ("beta", float(getattr(look.run.method, "beta", 0.2)))
    title, states = "Common ancestors of links, and the share of their text that is linked", ("left", "dynamic noise")
    ranking = Ranking(title, bars, states=states, level=level, most=1.0)
    kept = _by_segment(look, "Kept share of each segment", "kept share")
    return _Traced("kept (1) or removed (0)", (ranking, kept))


def _nodes(look: _View) -> _Traced:
    """Read the trace of a network over text nodes: a probability each."""
    chart = _by_text_node(look, "Probability of each text node", "probability", look.values("probability"))
    return _Traced("probability", (chart,))


def _mcstd(look: _View) -> _Traced:
    first, stop = look.values("run").astype(int).tolist()
    span = ("run with the greatest sum", first, stop - 1) if stop > first else None
    title = "Value of each line: its text density, negative where it is empty"
    chart = Chart(title, "line of the text", "value", look.values("values"), span=span)
    return _Traced("value of its line", (chart,))


def _others(look: _View) -> _Traced:
    return _Traced("score", (_by_segment(look, "Score of each segment", "score"),))


_OF_METHOD: Final[dict[str, Callable[[_View], _Traced]]] = {
    "fusion": _fusion,
    "coreex": _coreex,
    "mss": _mss,
    "twcem": _twcem,
    "cedst": _cedst,
    "cedst-nc": _cedst,
    "cedst-tf": _cedst,
    "cetd": _cetd,
    "cetr": _cetr,
    "cepr": _cepr,
    "stadynot": _stadynot,
    "mcstd": _mcstd,
    **dict.fromkeys(("clg", "gcn2", "gcn3", "mlp", "svc"), _nodes),
}


def _by_segment(look: _View, title: str, y: str, level: tuple[str, float] | None = None) -> Chart:
    """Chart the score of each displayed segment."""
    at = np.arange(len(look.score), dtype=np.int32)
    return Chart(title, _SEGMENT, y, look.score, kept=look.kept > 0, level=level, at=at)


def _by_text_node(
    look: _View,
    title: str,
    y: str,
    bars: FloatArray,
    *,
    line: tuple[str, FloatArray] | None = None,
    level: str = "threshold",
) -> Chart:
    """Chart values of the text nodes in the trace, with the trace's threshold."""
    rows = look.trace["rows"].astype(np.intp)
    kept, threshold = look.run.marking.keep[rows], (level, look.number("threshold"))
    return Chart(title, "text node of the page", y, bars, line=line, kept=kept, level=threshold, at=look.of(rows))


def _to_displayed(look: _View, at: IntArray, values: FloatArray) -> FloatArray:
    """Map values of the segments that a method saw to displayed segments; 0 for segments that it did not see."""
    out = np.zeros(len(look.kept), dtype=np.float64)
    out[at[at >= 0]] = values[at >= 0]
    return out
