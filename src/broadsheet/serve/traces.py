"""A marking -> what it says of each segment of the page, and drawings of how it came about.

One function a method that has a trace of its own; the others share one. Numbers are those of the trace, or sums and
means of them: nothing is decided here. It must not know how a drawing or a segment looks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from broadsheet.methods.fusion.decoding import Rule
from broadsheet.serve.charts import Bar, Chart, Ranking
from broadsheet.serve.nodes import path_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray, FloatArray, IntArray
    from broadsheet.serve.inspection import Run

__all__ = ["Fact", "Reading", "read"]

_CANDIDATES: Final = 40
"""Nodes that are ranked; the drawing shows fewer."""


class Fact(NamedTuple):
    """A number that a method has of each segment.

    Attributes:
        name: what it is.
        values: the numbers, shape (m,).
    """

    name: str
    values: FloatArray


class Reading(NamedTuple):
    """What a method says of the segments of a page.

    Attributes:
        score_name: what the score is.
        score: the score of each segment, shape (m,).
        kept: the share of each segment's characters that is kept, shape (m,).
        facts: other numbers of each segment.
        reasons: sentences; the first is empty.
        reason: which of them holds for each segment, shape (m,).
        drawings: how it came about.
    """

    score_name: str
    score: FloatArray
    kept: FloatArray
    facts: tuple[Fact, ...]
    reasons: tuple[str, ...]
    reason: NDArray[np.int8]
    drawings: tuple[Chart | Ranking, ...]


class _Told(NamedTuple):
    """What a method's own trace adds."""

    score_name: str
    drawings: tuple[Chart | Ranking, ...]
    facts: tuple[Fact, ...] = ()
    reasons: tuple[tuple[str, BoolArray], ...] = ()
    score: FloatArray | None = None
    """of each segment, where the method scores no text"""


class _Look(NamedTuple):
    """A marking, and the segments of the page that is shown.

    Attributes:
        run: the method, its page and its marking.
        page: the page that is shown.
        score: the score of each of its segments, shape (m,).
        kept: the share of each that is kept, shape (m,).
    """

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
        """The segments of the page as the method saw it: those that they are on the page that is shown, and whether
        the method keeps them; shape (segments of that page,).
        """
        first = self.run.page.segments.first
        return self.of(first), self.run.marking.keep[first]

    def of(self, rows: NDArray[np.generic]) -> IntArray:
        """The segments that rows belong to, -1 for none."""
        out: IntArray = self.page.segments.of[np.asarray(rows, dtype=np.intp)]
        return out

    def mean(self, rows: NDArray[np.generic], values: FloatArray) -> FloatArray:
        """One number a segment, given some of its text rows and their numbers: the mean, by characters."""
        at = self.of(rows)
        inside, weights = at >= 0, self.page.chars[np.asarray(rows, dtype=np.intp)].astype(np.float64)
        size = len(self.page.segments)
        total = np.bincount(at[inside], weights=(values * weights)[inside], minlength=size)
        out: FloatArray = total / np.maximum(1, np.bincount(at[inside], weights=weights[inside], minlength=size))
        return out

    def first_in(self, row: int) -> int:
        """The first segment that begins in an element, -1 for none."""
        first, stop = self.page.segments.between(row, int(self.page.end[row]))
        return first if first < stop else -1


def read(run: Run, page: Page) -> Reading:
    """What a method says of the segments of a page.

    Args:
        run: the method with its marking.
        page: the page that is shown; its rows are those of the page that the method saw.
    """
    rows = np.flatnonzero(page.segments.of >= 0)
    look = _Look(run, page, np.zeros(0), np.zeros(0))
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


def _fusion(look: _Look) -> _Told:
    at, kept = look.own()
    probability = look.values("probability")
    threshold = look.number("threshold")
    by_rule = np.where(kept != (probability >= threshold), look.values("rule"), 0)
    shown = np.zeros(len(look.kept))
    shown[at[at >= 0]] = by_rule[at >= 0]
    chart = Chart(
        title="Probability of each segment",
        x="segment of the page",
        y="probability",
        bars=probability,
        kept=kept,
        level=("threshold", threshold),
        at=at,
    )
    reasons = tuple((rule.value, shown == rule.number) for rule in Rule)
    return _Told("probability", (chart,), reasons=reasons)


def _coreex(look: _Look) -> _Told:
    page, score = look.run.page, look.run.marking.score
    set_text, set_link = look.values("set_text"), look.values("set_link")
    best = int(look.number("best"))
    # As the method chooses: of scores that are nearly the same, the node that adds most to S.
    order = np.lexsort((-set_text, -np.round(score, 2)))
    order = order[score[order] > 0][:_CANDIDATES]
    if best >= 0 and best not in order:
        order = np.append(order, best)
    ratio = (set_text - set_link) / np.maximum(1, set_text)
    bars = tuple(
        Bar(
            path_of(page, row),
            float(set_text[row]),
            f"score {score[row]:.3f}, ratio {ratio[row]:.3f}, {set_text[row]:,.0f} words",
            row == best,
            look.first_in(row),
        )
        for row in order.tolist()
    )
    block = look.page.segments.block
    words, links = look.values("text_count")[block], look.values("link_count")[block]
    # A block's own ratio: what decides whether it is among the rich children of the element around it.
    own = np.maximum(0.0, (words - links) / np.maximum(1, words))
    threshold = ("threshold", float(getattr(look.run.method, "threshold", 0.9)))
    scores = _by_segment(look._replace(score=own), "Ratio of the block of each segment", "ratio", threshold)
    facts = (Fact("words in its block", words), Fact("links in its block", links))
    best_nodes = Ranking(title="The nodes with the best scores, and the words in their rich children", bars=bars)
    return _Told("ratio of its block", (best_nodes, scores), facts, score=own)


def _mss(look: _Look) -> _Told:
    at, kept = look.own()
    values = look.values("values")
    first, stop = look.values("run").astype(int).tolist()
    span = ("maximum scoring subsequence", first, stop - 1) if stop > first else None
    each = Chart(
        title="Value of each segment: its length, negative where it looks unlike the text",
        x="segment of the page",
        y="characters",
        bars=values,
        kept=kept,
        span=span,
        at=at,
    )
    total = Chart(
        title="Running sum of the values",
        x="segment of the page",
        y="sum",
        bars=np.zeros(len(values)),
        line=("sum up to here", np.cumsum(values)),
        span=span,
    )
    names = {"p_size": "in the commonest size", "p_color": "in the commonest colour", "p_link": "in links"}
    facts = tuple(Fact(said, _placed(look, at, look.values(name))) for name, said in names.items())
    against = _placed(look, at, values) < 0
    reasons = (
        ("It counts for the text, but lies outside the run with the greatest sum.", ~against & (look.kept == 0)),
        ("It counts against the text, but lies inside the run with the greatest sum.", against & (look.kept > 0)),
    )
    return _Told("length, signed", (each, total), facts, reasons)


def _twcem(look: _Look) -> _Told:
    at, kept = look.own()
    marks = look.values("f_cblock")
    if len(marks) != len(at):  # rows are lines of the source
        return _others(look)
    ccl = look.values("ccl").astype(int)
    first, last = int(look.number("row_start")), int(look.number("row_end"))
    bounds = (("start", int(ccl[first])), ("end", int(ccl[last]))) if last >= first and len(ccl) else ()
    chart = Chart(
        title="Punctuation marks of each row, with the start and end row",
        x="row (segment of the page)",
        y="punctuation marks",
        bars=marks,
        kept=kept,
        marks=bounds,
        at=at,
    )
    passed = np.zeros(len(at), dtype=np.float64)
    passed[ccl] = 1
    candidate = _placed(look, at, passed) > 0
    order = np.arange(len(look.kept))
    shown = [int(at[item]) for _, item in bounds]
    before = order < shown[0] if shown else np.zeros(len(order), np.bool_)
    behind = order > shown[1] if shown else before
    reasons = (
        ("It has too few characters or punctuation marks to be content.", ~candidate & (look.kept == 0)),
        ("It stands before the first row that shares words with the title.", before),
        ("It stands behind the last row that shares words with the title.", behind),
    )
    return _Told("punctuation marks", (chart,), reasons=reasons)


def _cedst(look: _Look) -> _Told:
    rows, threshold, tried = look.trace["rows"], look.number("threshold"), look.values("t")
    fusion = _by_text_node(
        look,
        "Fusion values before and after smoothing",
        "fusion value m({news})",
        look.values("fusion"),
        line=("after smoothing", look.values("smoothed")),
        level="Otsu threshold",
    )
    otsu = Chart(
        title="Otsu's objective for each threshold",
        x="threshold t",
        y="g(t)",
        bars=look.values("g"),
        marks=(("chosen", int(np.argmin(np.abs(tried - threshold)))),) if len(tried) else (),
        ticks=tuple(f"{value:g}" for value in tried.tolist()),
    )
    names = {"topic": "topic", "cluster": "cluster", "variance": "variance", "href": "in links"}
    facts = tuple(Fact(said, look.mean(rows, look.values(name))) for name, said in names.items() if name in look.trace)
    return _Told("smoothed fusion value", (fusion, otsu), facts)


def _cetd(look: _Look) -> _Told:
    page = look.run.page
    density_sum, best = look.values("density_sum"), int(look.number("best"))
    inside = np.arange(page.body, int(page.end[page.body]))
    order = inside[np.argsort(-density_sum[inside], kind="stable")][:_CANDIDATES]
    density, threshold = look.values("density"), look.number("threshold")
    bars = tuple(
        Bar(
            path_of(page, row),
            float(density_sum[row]),
            f"density {density[row]:,.0f}, sum {density_sum[row]:,.0f}",
            row == best,
            look.first_in(row),
        )
        for row in order.tolist()
        if density_sum[row] > 0
    )
    chart = _by_segment(look, "Text density of the element around each segment", "density", ("threshold", threshold))
    return _Told("density of its element", (chart, Ranking(title="Greatest density sums", bars=bars)))


def _cetr(look: _Look) -> _Told:
    content = np.asarray(look.trace["content"], dtype=np.bool_)
    smooth = look.values("smooth_ratio")
    level = ("threshold", look.number("threshold")) if "threshold" in look.trace else None
    ratio = Chart(
        title="Characters for each tag, line by line",
        x="line of the source",
        y="tag ratio",
        bars=look.values("ratio"),
        line=("smoothed", smooth),
        kept=content,
        level=level,
    )
    if "smooth_change" not in look.trace:
        return _Told("smoothed tag ratio", (ratio,))
    change = Chart(
        title="Change of the smoothed ratio, by which lines are clustered as well",
        x="line of the source",
        y="change",
        bars=look.values("smooth_change"),
        kept=content,
    )
    return _Told("smoothed tag ratio", (ratio, change))


def _cepr(look: _Look) -> _Told:
    rows, histogram = look.trace["rows"], look.values("histogram")
    chart = _by_text_node(
        look, "Extended path ratio of each text node", "path ratio", histogram, line=("smoothed", look.values("smooth"))
    )
    facts = (Fact("ratio before smoothing", look.mean(rows, histogram)),)
    return _Told("smoothed path ratio", (chart,), facts)


def _stadynot(look: _Look) -> _Told:
    page = look.run.page
    nodes = look.values("candidates").astype(int)
    own, share = look.values("non_link_text"), look.values("link_fraction")
    noise = set(look.values("dynamic").astype(int).tolist())
    order = np.argsort(-own, kind="stable")[:_CANDIDATES]
    bars = tuple(
        Bar(
            path_of(page, int(nodes[place])),
            float(share[place]),
            f"{own[place]:,.0f} characters unlinked, {100 * share[place]:.0f} % linked",
            int(nodes[place]) not in noise,
            look.first_in(int(nodes[place])),
        )
        for place in order.tolist()
    )
    level = ("beta", float(getattr(look.run.method, "beta", 0.2)))
    title, states = "Common ancestors of links, and the share of their text that is linked", ("left", "dynamic noise")
    ranking = Ranking(title=title, bars=bars, states=states, level=level, most=1.0)
    kept = _by_segment(look, "What is left of each segment", "kept share")
    return _Told("left (1) or taken away (0)", (ranking, kept))


def _nodes(look: _Look) -> _Told:
    """Networks over text nodes: a probability each."""
    chart = _by_text_node(look, "Probability of each text node", "probability", look.values("probability"))
    return _Told("probability", (chart,))


def _mcstd(look: _Look) -> _Told:
    first, stop = look.values("run").astype(int).tolist()
    chart = Chart(
        title="Value of each line: its text density, negative where it is empty",
        x="line of the text",
        y="value",
        bars=look.values("values"),
        span=("run with the greatest sum", first, stop - 1) if stop > first else None,
    )
    return _Told("value of its line", (chart,))


def _others(look: _Look) -> _Told:
    return _Told("score", (_by_segment(look, "Score of each segment", "score"),))


_OF_METHOD: Final[dict[str, Callable[[_Look], _Told]]] = {
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


def _by_segment(look: _Look, title: str, y: str, level: tuple[str, float] | None = None) -> Chart:
    """The score of each segment of the page that is shown."""
    return Chart(
        title=title,
        x="segment of the page",
        y=y,
        bars=look.score,
        kept=look.kept > 0,
        level=level,
        at=np.arange(len(look.score), dtype=np.int32),
    )


def _by_text_node(
    look: _Look,
    title: str,
    y: str,
    bars: FloatArray,
    *,
    line: tuple[str, FloatArray] | None = None,
    level: str = "threshold",
) -> Chart:
    """Numbers of the text nodes in the trace, with its threshold."""
    rows = look.trace["rows"].astype(np.intp)
    return Chart(
        title=title,
        x="text node of the page",
        y=y,
        bars=bars,
        line=line,
        kept=look.run.marking.keep[rows],
        level=(level, look.number("threshold")),
        at=look.of(rows),
    )


def _placed(look: _Look, at: IntArray, values: FloatArray) -> FloatArray:
    """Numbers of the segments that a method saw, for those of the page that is shown; 0 for those it did not see."""
    out = np.zeros(len(look.kept), dtype=np.float64)
    out[at[at >= 0]] = values[at >= 0]
    return out
