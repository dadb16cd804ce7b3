"""Standke 2019: is there an article on this page? The experiment of the slides, and the same with sites kept together.

Block design: in each of twenty trials the pages are shuffled into ten folds, and the trees of all sets of features meet
the same folds. The honest version lets no site be in training and test at once.

His pages were rendered. Where there is a browser, they are laid out again (offline, without scripts), so that MSS knows
fonts and colours; without one, the rendered sets are left out.

Where other corpora with labels are given, the trees meet their pages too, sites apart: the pages that the default
verdict is measured on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.corpora import Corpus, Sample
from broadsheet.errors import CorpusError, MissingExtra, NeedsNotMet, RenderFailed
from broadsheet.identify.c45 import C45
from broadsheet.identify.drawing import tree_svg, tree_text
from broadsheet.identify.paper import SETS, TAGS, paper_features
from broadsheet.page import Page, read_page
from broadsheet.render import Browser
from broadsheet.render import Options as Rendering
from broadsheet.reproduce.base import Figures, Options
from broadsheet.reproduce.tables import table
from broadsheet.train.identify import labelled, site_of

__all__ = ["TITLE", "drawings", "measure", "section"]

TITLE: Final = "Standke 2019: is there an article on this page?"
_CORPUS: Final = "pagetype"
_SOURCE: Final = "standke"
_FOLDS: Final = 10
_TRIALS: Final = 20
_TRIALS_ELSEWHERE: Final = 5
"""Trials on the pages of all corpora: with hundreds of sites one differs little from the next."""
_PUBLISHED: Final[Mapping[str, float | None]] = {
    "MSS + CoreEx": 0.892,
    "links": 0.941,
    "links + MSS + CoreEx": 0.969,
    "links of the page + MSS + CoreEx": None,
    "all": None,
}
"""Mean accuracies that Standke gives for his 344 pages; his last trees had no MSS."""
_RENDERED: Final = tuple(name for name, features in SETS.items() if "mss" in features)
"""Sets that are measured on rendered pages too: the others do not depend on the layout."""
_PATIENCE: Final = 30.0
"""Seconds for a page to be laid out."""
_HIS: Final = "links + CoreEx, the author's values"
_HIS_FEATURES: Final = (
    "number", "date", "ending_slash", "reserved_word", "length", "slash_count", "main_tag", "freq_tag", "score",
)  # fmt: skip

Table = NDArray[np.object_]


def measure(corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
    """Compute the features once, then cross-validate the trees of every set.

    Raises:
        CorpusError: there is no corpus of page types with Standke's pages.
        MissingExtra: scikit-learn is not installed.
    """
    found = next((corpus for corpus in corpora if corpus.name == _CORPUS), None)
    if found is None:
        raise CorpusError(f"no corpus is called {_CORPUS!r}: the study needs pages labelled article or not")
    C45()  # without scikit-learn it says so, before the work
    samples = [sample for sample in options.draw(found) if sample.gold.is_article is not None]
    rows = []
    for number, sample in enumerate(samples):
        rows.append(paper_features(read_page(sample.text(), url=sample.gold.url)))
        options.progress(TITLE, number + 1, len(samples))
    labels = np.array([bool(sample.gold.is_article) for sample in samples])
    sites = np.array([site_of(sample.gold) for sample in samples])
    his = np.array([sample.gold.extra.get("source") == _SOURCE for sample in samples])
    if not his.any() or len(np.unique(labels[his])) < 2:
        raise CorpusError(f"{_CORPUS}: none of Standke's pages is among those drawn")
    sets = {name: _columns(rows, names) for name, names in SETS.items()}
    discrete = _discrete()
    in_his = {name: values[his] for name, values in sets.items()}
    of_his = [sample for sample, kept in zip(samples, his, strict=True) if kept]
    authors = _authors_values(of_his)
    if authors is not None:
        in_his[_HIS] = authors
        discrete[_HIS] = [at for at, one in enumerate(_HIS_FEATURES) if one.endswith("_tag")]
    laid_out = _rendered(of_his, options)
    if laid_out is not None:
        for name in _RENDERED:
            in_his[f"{name}, rendered"] = _columns(laid_out.rows, SETS[name])
            discrete[f"{name}, rendered"] = discrete[name]
    tree = C45(discrete=discrete["links + MSS + CoreEx"]).fit(sets["links + MSS + CoreEx"][his], _named(labels[his]))
    return {
        "pages": {"standke": _counted(labels[his], sites[his]), "all": _counted(labels, sites)},
        "laid_out": None if laid_out is None else laid_out.number,
        "folds": _FOLDS,
        "trials": _TRIALS,
        "random": _trials(in_his, discrete, labels[his], None, options.seed),
        "by_site": _trials(in_his, discrete, labels[his], sites[his], options.seed),
        "by_site_all": _trials(sets, discrete, labels, sites, options.seed),
        "elsewhere": _elsewhere(rows, labels, sites, _others(corpora, options), options),
        "tree": tree_text(tree, SETS["links + MSS + CoreEx"]),
        "drawing": tree_svg(tree, SETS["links + MSS + CoreEx"]),
    }


@dataclass(frozen=True, slots=True)
class _LaidOut:
    """Pages as a browser lays them out.

    Attributes:
        rows: their features; of a page that it could not lay out, those of its source.
        number: of the pages that it could.
    """

    rows: Sequence[Mapping[str, Any]]
    number: int


def _rendered(samples: Sequence[Sample], options: Options) -> _LaidOut | None:
    """Pages laid out by a browser; None without one."""
    rows: list[Mapping[str, Any]] = []
    laid_out = 0
    try:
        with Browser(Rendering(timeout=_PATIENCE)) as browser:
            for number, sample in enumerate(samples):
                page: Page = read_page(sample.text(), url=sample.gold.url)
                with suppress(RenderFailed):
                    page = browser.render(page).page
                    laid_out += 1
                rows.append(paper_features(page))
                options.progress(f"{TITLE} (rendered)", number + 1, len(samples))
    except (NeedsNotMet, MissingExtra):
        return None
    return _LaidOut(rows, laid_out)


def _others(corpora: Sequence[Corpus], options: Options) -> list[tuple[Mapping[str, Any], bool, str]]:
    """Features, label and site of the pages with labels in the other corpora."""
    out: list[tuple[Mapping[str, Any], bool, str]] = []
    others = [options.draw(corpus) for corpus in corpora if corpus.name != _CORPUS]
    found = [(sample, label) for _, sample, label in labelled(others) if label is not None]
    for number, (sample, label) in enumerate(found):
        page = sample.page()
        if page is not None:
            out.append((paper_features(page), label, site_of(sample.gold)))
        options.progress(f"{TITLE} (other pages)", number + 1, len(found))
    return out


def _elsewhere(
    rows: Sequence[Mapping[str, Any]],
    labels: NDArray[np.bool_],
    sites: NDArray[Any],
    others: Sequence[tuple[Mapping[str, Any], bool, str]],
    options: Options,
) -> dict[str, Any]:
    """The trials on the pages of his corpus and the others together, sites apart; nothing where there are no others."""
    if not others:
        return {}
    rows = [*rows, *(row for row, _, _ in others)]
    labels = np.concatenate([labels, [label for _, label, _ in others]])
    sites = np.concatenate([sites, [site for _, _, site in others]])
    sets = {name: _columns(rows, names) for name, names in SETS.items()}
    return {
        "pages": _counted(labels, sites),
        "trials": _TRIALS_ELSEWHERE,
        "by_site": _trials(sets, _discrete(), labels, sites, options.seed, _TRIALS_ELSEWHERE),
    }


def _discrete() -> dict[str, list[int]]:
    """Which columns of each set hold names."""
    return {name: [at for at, one in enumerate(names) if one in TAGS] for name, names in SETS.items()}


def _counted(labels: NDArray[np.bool_], sites: NDArray[Any]) -> dict[str, int]:
    return {"pages": len(labels), "articles": int(labels.sum()), "sites": len(np.unique(sites))}


def _columns(rows: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Table:
    return np.array([[row[name] for name in names] for row in rows], dtype=object)


def _authors_values(samples: Sequence[Sample]) -> Table | None:
    """The features as Standke computed them, where the corpus has them for all his pages."""
    given = [sample.gold.extra.get("author_features") for sample in samples]
    rows = [row for row in given if isinstance(row, Mapping)]
    if len(rows) < len(samples):
        return None
    values = _columns(rows, _HIS_FEATURES)
    for at, name in enumerate(_HIS_FEATURES):
        if not name.endswith("_tag"):
            values[:, at] = [float(value) for value in values[:, at]]
    return values


def _named(labels: NDArray[np.bool_]) -> NDArray[np.str_]:
    return np.where(labels, "article", "other")


def _trials(
    sets: Mapping[str, Table],
    discrete: Mapping[str, list[int]],
    labels: NDArray[np.bool_],
    sites: NDArray[Any] | None,
    seed: int,
    trials: int | None = None,
) -> dict[str, Any]:
    """Accuracy and F1 of each set in each trial, folds being those of all sets alike.

    Args:
        sets: the columns of each set.
        discrete: which of them hold names.
        labels: whether each page is an article.
        sites: the site of each page, where a site's pages must stay together.
        seed: of the shuffling.
        trials: how many; None for the paper's number.
    """
    draw = np.random.default_rng(seed)
    scores: dict[str, list[tuple[float, float]]] = {name: [] for name in sets}
    known: dict[tuple[str, bytes], NDArray[np.bool_]] = {}
    for _ in range(trials or _TRIALS):
        fold = _folds(len(labels), sites, draw)
        for name, values in sets.items():
            guessed = np.zeros(len(labels), dtype=np.bool_)
            for number in np.unique(fold):
                test = fold == number
                key = name, test.tobytes()
                if key not in known:  # with few sites the same fold comes again and again
                    tree = C45(discrete=discrete[name]).fit(values[~test], labels[~test])
                    known[key] = tree.predict(values[test])
                guessed[test] = known[key]
            scores[name].append(_scores(labels, guessed))
    best = {name: np.array(values) for name, values in scores.items()}
    return {
        name: {
            "accuracy": float(values[:, 0].mean()),
            "accuracy_deviation": float(values[:, 0].std(ddof=1)),
            "f1": float(values[:, 1].mean()),
            "f1_deviation": float(values[:, 1].std(ddof=1)),
            "f1_trials": values[:, 1].tolist(),
        }
        for name, values in best.items()
    }


def _folds(count: int, sites: NDArray[Any] | None, draw: np.random.Generator) -> NDArray[np.int64]:
    """The fold of each page: as equal as can be; or a site's pages together, each site into the smallest fold."""
    if sites is None:
        out = np.arange(count) % _FOLDS
        draw.shuffle(out)
        return out
    names, of, sizes = np.unique(sites, return_inverse=True, return_counts=True)
    filled = np.zeros(min(_FOLDS, len(names)))
    fold = np.zeros(len(names), dtype=np.int64)
    for site in draw.permutation(len(names)):
        fold[site] = int(np.argmin(filled))
        filled[fold[site]] += sizes[site]
    return fold[of]


def _scores(labels: NDArray[np.bool_], guessed: NDArray[np.bool_]) -> tuple[float, float]:
    right = int((labels & guessed).sum())
    f1 = 2 * right / max(1, int(labels.sum()) + int(guessed.sum()))
    return float((labels == guessed).mean()), f1


def section(figures: Figures) -> str:
    """The tables, and what they say of the slides' hypothesis."""
    pages, everything = figures["pages"]["standke"], figures["pages"]["all"]
    random, by_site, of_all = figures["random"], figures["by_site"], figures["by_site_all"]
    once = _once(pages, figures["folds"])
    head = ["features", "published accuracy", "accuracy", "F1", "sites apart: accuracy", "F1"]
    rows = [
        [name, _percent(_PUBLISHED.get(name)), *_pair(values), *_pair(by_site[name], once=once)]
        for name, values in random.items()
    ]
    once_of_all = _once(everything, figures["folds"])
    more = [[name, *_pair(values, once=once_of_all)] for name, values in of_all.items()]
    return "\n".join(
        [
            "Hypothesis: the features of link targets improve on MSS and CoreEx alone.",
            f"Features of {pages['pages']} of Standke's pages ({pages['articles']} articles, {pages['sites']} sites) "
            f"are given to C4.5 (gain ratio, pruning at 25 %); {figures['folds']} folds, {figures['trials']} trials, "
            "all sets of features in the same folds.",
            "In per cent; behind the sign, the deviation over the trials.",
            *(
                [
                    f"With sites apart each of the {pages['sites']} sites is a fold of its own, so that there is one "
                    "trial and no deviation."
                ]
                if once
                else []
            ),
            _how_rendered(figures.get("laid_out")),
            '"Links" are the features of the page\'s own address, "links of the page" the numbers of the slides\' '
            "block design.",
            "The published figures are for his 344 pages.",
            "",
            table(head, rows),
            _claim(random, by_site, once=once),
            *_rendering(random, by_site),
            "",
            "Folds that keep a site's pages together are the honest ones: a tree that has seen a site's addresses "
            "knows the site, not what an article is.",
            f"On all {everything['pages']} pages of the corpus ({everything['sites']} sites, some without any "
            "article), sites apart:",
            "",
            table(["features", "accuracy", "F1"], more),
            *_of_all(figures.get("elsewhere", {})),
            "The tree that all of Standke's pages give, with link targets, MSS and CoreEx:",
            "",
            f"```\n{figures['tree']}\n```",
            "",
            "![the same tree](reproduction/standke2019-tree.svg)",
        ]
    )


def _how_rendered(laid_out: int | None) -> str:
    if laid_out is None:
        return "Nothing was rendered: there was no browser."
    return (
        f"Rendered: {laid_out} of the pages, laid out in a browser, offline and without scripts, so that MSS knows "
        "fonts and colours; of style sheets at other addresses it knows nothing."
    )


def _of_all(figures: Figures) -> list[str]:
    """The paragraph and the table of all pages with labels, where there are others than those of his corpus."""
    if not figures:
        return []
    pages = figures["pages"]
    return [
        f"On all {pages['pages']} pages with labels of all corpora ({pages['articles']} articles, {pages['sites']} "
        f"sites), sites apart, {figures['trials']} trials; the default verdict is measured on the same pages "
        "([model card](../src/broadsheet/identify/models/identify.md)):",
        "",
        table(["features", "accuracy", "F1"], [[name, *_pair(values)] for name, values in figures["by_site"].items()]),
    ]


def drawings(figures: Figures) -> dict[str, str]:
    """The picture of the tree."""
    return {"standke2019-tree.svg": figures["drawing"]}


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"


def _once(pages: Mapping[str, int], folds: int) -> bool:
    """Whether all trials with sites apart are one and the same: no site shares a fold with another."""
    return pages["sites"] <= folds


def _pair(values: Mapping[str, float], *, once: bool = False) -> tuple[str, str]:
    """Accuracy and F1 in cells, with their deviations unless there was one trial."""
    if once:
        return _percent(values["accuracy"]), _percent(values["f1"])
    return (
        f"{100 * values['accuracy']:.1f} ± {100 * values['accuracy_deviation']:.1f}",
        f"{100 * values['f1']:.1f} ± {100 * values['f1_deviation']:.1f}",
    )


def _rendering(random: Mapping[str, Any], by_site: Mapping[str, Any]) -> list[str]:
    """What rendering does to MSS and CoreEx, where pages were rendered."""
    plain, rendered = _RENDERED[0], f"{_RENDERED[0]}, rendered"
    if rendered not in random:
        return []
    changes = [
        f"{100 * (results[rendered]['accuracy'] - results[plain]['accuracy']):+.1f} points with {folds}"
        for folds, results in (("random folds", random), ("sites apart", by_site))
    ]
    return [f"Rendering changes the accuracy of {plain} by {' and '.join(changes)}."]


def _claim(random: Mapping[str, Any], by_site: Mapping[str, Any], *, once: bool) -> str:
    """Whether the hypothesis holds, in either kind of folds; `once` is said of those with sites apart."""
    words = []
    for name, results, single in (("with random folds", random, False), ("with sites apart", by_site, once)):
        with_links, without = (np.array(results[one]["f1_trials"]) for one in ("links + MSS + CoreEx", "MSS + CoreEx"))
        difference = with_links - without
        ahead = int((difference > 0).sum())
        verdict = "holds" if ahead > len(difference) / 2 else "does not hold"
        counted = "" if single else f", ahead in {ahead} of {len(difference)} trials"
        words.append(
            f"The hypothesis {verdict} {name}: with link targets F1 is {100 * difference.mean():+.1f} points{counted}."
        )
    return "\n".join(words)
