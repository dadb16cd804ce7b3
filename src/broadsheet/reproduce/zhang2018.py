"""Zhang 2018: CEDST, its two halves, and the methods that it is compared with; and CEDST by gamma.

Their table is of nine news sites, 100 pages each, and of CleanEval. Text nodes are the unit, weighed by their words
(Eq. 13, and size in Eq. 8).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from broadsheet.corpora import Corpus
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.methods.cedst import CEDST
from broadsheet.reproduce.base import Figures, Options
from broadsheet.reproduce.drawing import Curve, curves
from broadsheet.reproduce.pages import NEWS, choose, subjects
from broadsheet.reproduce.scores import Tally, claim, curve
from broadsheet.reproduce.tables import figure, table

__all__ = ["TITLE", "drawings", "measure", "section"]

TITLE: Final = "Zhang 2018: CEDST, topics and other evidence weighed by Dempster-Shafer theory"

_CLEANEVAL: Final = "cleaneval"
_METHODS: Final = ("cedst", "cedst-nc", "cedst-tf", "cepr", "cetr", "cetd", "mcstd", "clg")
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
    methods = {name: catalog.get(name) for name in _METHODS}
    swept = {gamma: CEDST(gamma=gamma) for gamma in _GAMMAS}
    news, sweep = Tally(), Tally()
    for subject in subjects(choose(corpora, NEWS, options), "Zhang 2018", options):
        assert subject.page is not None  # noqa: S101 - those that cannot be parsed are left out
        for name, method in methods.items():
            news.add(name, subject.corpus, subject.by_words(method.mark(subject.page, Given()).keep))
        for gamma, one in swept.items():
            sweep.add(str(gamma), subject.corpus, subject.by_words(one.mark(subject.page, Given()).keep))
    clean = Tally()
    if any(corpus.name == _CLEANEVAL for corpus in corpora):
        for subject in subjects(choose(corpora, (_CLEANEVAL,), options), "Zhang 2018", options):
            assert subject.page is not None  # noqa: S101
            for name, method in methods.items():
                clean.add(name, subject.corpus, subject.by_words(method.mark(subject.page, Given()).keep))
    found = news.table()
    return {
        "pages": {**news.sizes(), **clean.sizes()},
        "news": found,
        "cleaneval": {name: cells["mean"] for name, cells in clean.table().items()},
        "f1": {name: news.difference("cedst", name, seed=options.seed) for name in ("cepr", "cetr")},
        "halves": {
            "cedst-nc": news.difference("cedst", "cedst-nc", seed=options.seed),
            "cedst-tf": news.difference("cedst-nc", "cedst-tf", seed=options.seed),
        },
        "precision": news.difference("cedst", "cedst-nc", "precision", seed=options.seed),
        "recall": {
            "cetr": [news.difference("cetr", name, "recall", seed=options.seed)
                     for name in ("cedst", "cedst-nc", "cedst-tf", "cepr")],
            "cedst": news.difference("cedst", "cedst-nc", "recall", seed=options.seed),
        },
        "gamma": {gamma: cells["mean"] for gamma, cells in sweep.table().items()},
    }  # fmt: skip


def section(figures: Figures) -> str:
    """The tables, the curve, and which orderings hold."""
    news, pages = figures["news"], {name: count for name, count in figures["pages"].items() if name != _CLEANEVAL}
    head = ["method", "P", "R", "F1", "P published", "R published", "F1 published"]
    corpora = [corpus for corpus in news["cedst"] if corpus != "mean"]
    parts = [
        "Precision, recall and F1 of text nodes, weighed by their words. "
        f"Ours: {sum(pages.values())} pages of {', '.join(pages)}, each corpus weighing the same. "
        "Theirs: the average of Table 1.\n",
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
    names = ("f1", "precision", "recall")
    drawn = [Curve(name, curve(figures["gamma"], name)) for name in names]
    return {"zhang2018-gamma.svg": curves("CEDST by gamma", "gamma", "score", drawn)}


def _claims(figures: Figures) -> str:
    halves = figures["halves"]
    return "".join(
        (
            claim("CEDST's F1 is above that of its non-content features alone (CEDST-NC).", [halves["cedst-nc"]], _WHY),
            claim("CEDST-NC's F1 is above that of the topic feature alone (CEDST-TF).", [halves["cedst-tf"]]),
            claim("Topics raise precision: CEDST's is above CEDST-NC's.", [figures["precision"]], _WHY_PRECISION),
            claim("Recall stays as it is: CEDST's is no lower than CEDST-NC's.", [figures["recall"]["cedst"]]),
            claim("CEDST's F1 is above those of CEPR and CETR.", [figures["f1"]["cepr"], figures["f1"]["cetr"]]),
            claim("CETR has the highest recall.", figures["recall"]["cetr"]),
        )
    )


_WHY: Final = (
    "Topics find paragraphs that the other features miss, and menus, headlines and comments that stand on the page "
    "several times. What they gain in recall they nearly lose in precision. Other weights, numbers of keywords, "
    "smoothings and steps of the threshold change little; see the list in `broadsheet.methods.cedst`."
)
_WHY_PRECISION: Final = (
    "A topic is words that stand together in more than gamma text nodes, so whatever a page repeats makes one: teasers "
    "that stand on it twice, menus for desks and for phones, and readers' comments, which are about the article. The "
    "paper names this as the weakness that makes CEDST fail on one of its nine sites (NY Post); many pages here are "
    "like that. Counting a repeated text once and leaving linked texts out of the topics gives some of the precision "
    "back, but is not the paper's method."
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
