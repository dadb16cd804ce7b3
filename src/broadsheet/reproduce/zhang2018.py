"""Zhang 2018: CEDST, its two halves, and the methods that it is compared with; and CEDST by gamma.

Their table is of nine news sites, 100 pages each, and of CleanEval. Text nodes are the unit, weighed by their words
(Eq. 13, and size in Eq. 8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from broadsheet.corpora import Corpus
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.methods.cedst import CEDST
from broadsheet.page.arrays import BoolArray
from broadsheet.reproduce.base import Figures, Options
from broadsheet.reproduce.cleaneval import CLEANEVAL, on_cleaneval
from broadsheet.reproduce.drawing import curves
from broadsheet.reproduce.pages import NEWS, Subject, choose, subjects
from broadsheet.reproduce.scores import Tally, claim, measures
from broadsheet.reproduce.tables import figure, percent, table

__all__ = ["TITLE", "drawings", "measure", "section"]

TITLE: Final = "Zhang 2018: CEDST, topics and other evidence weighed by Dempster-Shafer theory"

_METHODS: Final = ("cedst", "cedst-nc", "cedst-tf", "cepr", "cetr", "cetd", "mcstd", "clg")
_BELOW_CETR: Final = ("cedst", "cedst-nc", "cedst-tf", "cepr")
_ONCE: Final = "cedst, repeated texts once"
_GAMMAS: Final = range(7)
_NEWS_PUBLISHED: Final = {
    "cedst": {"precision": 0.8925, "recall": 0.9434, "f1": 0.9173},
    "cedst-nc": {"precision": 0.8525, "recall": 0.9429, "f1": 0.8954},
    "cedst-tf": {"precision": 0.8740, "recall": 0.8111, "f1": 0.8414},
    "cepr": {"precision": 0.8788, "recall": 0.9336, "f1": 0.9054},
    "cetr": {"precision": 0.7579, "recall": 0.9569, "f1": 0.8458},
}
"""The averages of Table 1 of the paper."""
_CLEANEVAL_PUBLISHED: Final = {
    "cedst": {"precision": 0.9041, "recall": 0.8662, "f1": 0.8847},
    "cepr": {"precision": 0.8932, "recall": 0.8742, "f1": 0.8836},
    "cetr": {"precision": 0.8325, "recall": 0.9133, "f1": 0.8710},
}
"""CleanEval-en in Table 2."""


def measure(corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
    """Mark every page by all methods, and by CEDST with each value of gamma.

    Raises:
        CorpusError: there is no corpus of news.
    """
    methods: dict[str, Method] = {name: catalog.get(name) for name in _METHODS}
    of_paper = dict(methods)
    methods[_ONCE] = CEDST(once=True)
    swept = {gamma: CEDST(gamma=gamma) for gamma in _GAMMAS}
    news, sweep = Tally(), Tally()
    added: dict[str, list[tuple[int, ...]]] = {}
    for subject in subjects(choose(corpora, NEWS, options), "Zhang 2018", options):
        keep = {name: method.mark(subject.parsed, Given()).keep for name, method in methods.items()}
        for name, found in keep.items():
            news.add(name, subject.corpus, subject.by_words(found))
        added.setdefault(subject.corpus, []).append(_added(subject, keep["cedst"] & ~keep["cedst-nc"]))
        for gamma, one in swept.items():
            sweep.add(str(gamma), subject.corpus, subject.by_words(one.mark(subject.parsed, Given()).keep))
    clean = on_cleaneval(corpora, of_paper, Subject.by_words, "Zhang 2018", options)
    return {
        "pages": {**news.sizes(), **clean.sizes()},
        "news": news.table(),
        "added": _shares(added),
        "once": news.difference(_ONCE, "cedst", "precision", seed=options.seed),
        "cleaneval": {name: cells["mean"] for name, cells in clean.table().items()},
        "f1": {name: news.difference("cedst", name, seed=options.seed) for name in ("cepr", "cetr")},
        "halves": {
            "cedst-nc": news.difference("cedst", "cedst-nc", seed=options.seed),
            "cedst-tf": news.difference("cedst-nc", "cedst-tf", seed=options.seed),
        },
        "precision": news.difference("cedst", "cedst-nc", "precision", seed=options.seed),
        "recall": {
            "cetr": [news.difference("cetr", name, "recall", seed=options.seed)
                     for name in _BELOW_CETR],
            "cedst": news.difference("cedst", "cedst-nc", "recall", seed=options.seed),
        },
        "gamma": {gamma: cells["mean"] for gamma, cells in sweep.table().items()},
    }  # fmt: skip


def _added(subject: Subject, more: BoolArray) -> tuple[int, ...]:
    """The words that topics bring in, by what _ADDED names."""
    page, rows = subject.parsed, subject.rows
    words, wanted = page.words[rows], np.flatnonzero(subject.wanted)
    texts = [page.words_of(row) for row in rows.tolist()]
    times = Counter(texts)
    repeated = np.array([times[text] > 1 for text in texts])
    place = np.arange(len(rows))
    wrong = more[rows] & ~subject.wanted
    parts = (
        more[rows] & subject.wanted,
        wrong & repeated,
        wrong & ~repeated & (place > wanted[-1]),
        wrong & ~repeated & (place <= wanted[-1]),
    )
    return tuple(int(words[part].sum()) for part in parts)


_ADDED: Final = ("right", "repeated", "below", "other")
"""Words of text nodes that CEDST keeps and CEDST-NC does not: of the answer; or not of it, and then in a text that
stands on the page several times, in another one below the answer, in another one above it or in it."""


def _shares(added: Mapping[str, Sequence[tuple[int, ...]]]) -> dict[str, float]:
    """The shares of what topics bring in; each corpus weighs the same."""
    totals = [np.array(pages).sum(axis=0) for pages in added.values()]
    shares = np.mean([total / max(1, int(total.sum())) for total in totals], axis=0).tolist()
    return {name: round(share, 4) for name, share in zip(_ADDED, shares, strict=True)}


def section(figures: Figures) -> str:
    """The tables, the curve, and which orderings hold."""
    news, pages = figures["news"], {name: count for name, count in figures["pages"].items() if name != CLEANEVAL}
    head = ["method", "P", "R", "F1", "P published", "R published", "F1 published"]
    corpora = [corpus for corpus in news["cedst"] if corpus != "mean"]
    parts = [
        "Precision, recall and F1 of text nodes, weighed by their words. "
        f"Ours: {sum(pages.values())} pages of {', '.join(pages)}, each corpus weighing the same. "
        "Theirs: the average of Table 1. "
        "`clg` has learnt from these corpora, which flatters it; the other methods have learnt nothing.\n",
        table(head, [_row(name, cells["mean"], _NEWS_PUBLISHED.get(name)) for name, cells in news.items()]),
    ]
    if figures["cleaneval"]:
        parts.append("CleanEval, English (theirs: pages that are like news, chosen by hand; ours: all):\n")
        parts.append(table(head, [_row(name, cell, _CLEANEVAL_PUBLISHED.get(name))
                                  for name, cell in figures["cleaneval"].items()]))  # fmt: skip
    parts += [
        "F1 by corpus:\n",
        table(["method", *corpora], [[f"`{name}`", *(figure(cells[corpus]["f1"]) for corpus in corpora)]
                                     for name, cells in news.items()]),
        "### What the paper claims of the methods\n",
        _claims(figures),
        "### F1 by gamma\n",
        "![Precision, recall and F1 by gamma](reproduction/zhang2018-gamma.svg)\n",
        _gamma(figures["gamma"]),
    ]  # fmt: skip
    return "\n".join(parts)


def drawings(figures: Figures) -> Mapping[str, str]:
    """Precision, recall and F1 by gamma, as in the paper's Fig. 5."""
    return {"zhang2018-gamma.svg": curves("CEDST by gamma", "gamma", "score", measures(figures["gamma"]))}


def _claims(figures: Figures) -> str:
    halves = figures["halves"]
    return "".join(
        (
            claim(
                "CEDST's F1 is above that of its non-content features alone (CEDST-NC).",
                {"cedst-nc": halves["cedst-nc"]},
                _why(figures),
            ),
            claim(
                "CEDST-NC's F1 is above that of the topic feature alone (CEDST-TF).", {"cedst-tf": halves["cedst-tf"]}
            ),
            claim(
                "Topics raise precision: CEDST's is above CEDST-NC's.",
                {"cedst-nc": figures["precision"]},
                _why_precision(figures),
            ),
            claim("Recall does not fall: CEDST's is no lower.", {"cedst-nc": figures["recall"]["cedst"]}),
            claim("CEDST's F1 is above those of CEPR and CETR.", figures["f1"]),
            claim("CETR has the highest recall.", dict(zip(_BELOW_CETR, figures["recall"]["cetr"], strict=True))),
        )
    )


def _why(figures: Figures) -> str:
    """Why topics do not raise F1 here."""
    added, clean = figures["added"], figures["cleaneval"]
    elsewhere = (
        f" On CleanEval, pages of 2007, CEDST is at {clean['cedst']['f1']:.3f} and CEDST-NC at "
        f"{clean['cedst-nc']['f1']:.3f}."
        if clean
        else ""
    )
    return (
        "Topics bring in text nodes that the other features miss. Of their words "
        f"{percent(added['right'])} belong to the answer, so precision loses what recall gains. "
        f"Of the rest {_share(added, 'repeated')} stand in texts that the page has several times (as teasers, or menus "
        f"for desks and for phones), {_share(added, 'below')} in other texts below the article (as comments), "
        f"{_share(added, 'other')} elsewhere. "
        "Other weights, numbers of keywords, smoothings and steps of the threshold change little; see the list in "
        "`broadsheet.methods.cedst`." + elsewhere
    )


def _share(added: Mapping[str, float], name: str) -> str:
    return percent(added[name] / max(1e-9, 1 - added["right"]))


def _why_precision(figures: Figures) -> str:
    """Why topics do not raise precision here."""
    once = figures["once"]
    return (
        "A topic is words that stand together in more than gamma text nodes, so whatever a page repeats makes one, and "
        "readers' comments are about the article. The paper names this as the weakness that makes CEDST fail on one of "
        "its nine sites (NY Post), where a recommendation is repeated. "
        f"If repeated texts make topics once (`{_ONCE}`, which is not the paper's method), precision changes by "
        f"{once['mean']:+.3f} ({once['low']:+.3f} to {once['high']:+.3f}), so repetition "
        + ("is a part of the reason only." if once["low"] > 0 else "alone is not the reason.")
    )


def _gamma(points: Figures) -> str:
    best = max(points, key=lambda gamma: points[gamma]["f1"])
    here = "and so it is here" if best == "2" else f"here it is {best}, by {points[best]['f1'] - points['2']['f1']:.3f}"
    low, two, high = (points[gamma] for gamma in ("0", "2", "6"))
    recall = "falls" if high["recall"] < two["recall"] < low["recall"] else "does not fall throughout"
    precision = "rises" if two["precision"] > low["precision"] else "does not rise"
    return (
        f"The paper finds gamma = 2 best, {here}. It reports that recall falls as gamma rises (it {recall} here), and "
        f"that below 2 precision is low (from 0 to 2 it {precision} here, "
        f"{low['precision']:.3f} to {two['precision']:.3f}).\n"
    )


def _row(name: str, cell: Mapping[str, float], theirs: Mapping[str, float] | None) -> list[str]:
    ours = [figure(cell[key]) for key in ("precision", "recall", "f1")]
    return [f"`{name}`", *ours, *(figure(theirs[key] if theirs else None) for key in ("precision", "recall", "f1"))]
