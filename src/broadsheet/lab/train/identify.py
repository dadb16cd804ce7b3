"""Train the models of `broadsheet.verdict`: article or not, kind of other pages, and article or not by URL alone.

A linear model decides about pages, trees about addresses: the better of the two on held-out sites. Pages labelled
article or not are for training and evaluation. Pages of other news corpora, all of them articles, count little in
training: with more weight, the model learns their time and how they were stored. All pages of a site are in one fold.
Needs scikit-learn (extra ``train``); the files hold plain arrays (`broadsheet.verdict.model`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import compress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import numpy as np
from numpy.typing import NDArray

from broadsheet.crawl.domain import registered_domain
from broadsheet.facts import Facts
from broadsheet.lab.corpora import Corpus, Gold, fold_of
from broadsheet.lab.evaluate.libraries import load
from broadsheet.lab.evaluate.report import markdown_table, paragraphs
from broadsheet.lab.train.cards import Origin, packed, pages_of, words_as_bytes
from broadsheet.lab.train.identify_fit import Figures, cross_calibrated, figures_of, fit_linear, fit_trees, platt
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray
from broadsheet.verdict.evidence import ADDRESS, FEATURES, Evidence, address_features, combined, gather
from broadsheet.verdict.judge import SELDOM, by_rule, by_signs
from broadsheet.verdict.model import KindModel, Linear, Model, Trees

__all__ = ["Example", "arrays", "examples", "label_of", "model_card", "train", "write"]

FOLDS: Final = 10
REPEATS: Final = 5  # other assignments of sites to folds, which show how much the figures depend on it
_FIGURES: Final = ("pages", "number", "articles", "accuracy", "F1", "calibration error")
ARTICLES: Final = frozenset({"fundus"})  # corpora without labels whose pages are all articles
NEWS: Final = frozenset({"crawlfuture", "daniel", "l3s", "misinfo", "msv", "naeb"})
"""Corpora of articles in several languages without other pages: only trained on, with little weight."""
_NEWS_WEIGHT: Final = 0.03  # of such a page. Chosen among 0, 0.01, 0.02, 0.03 and 0.1 on held-out sites and corpora.
_OTHER_WEIGHT: Final = 1.5  # weight of a page that is no article, as there are fewer of them
_COPY_WEIGHT: Final = 0.5  # weight of the copies of a page without its URL or its structured data
_MAX_SITE_LINKS: Final = 8  # navigation links of a site that the URL model is trained on as other pages
_LINK_WEIGHT: Final = 0.1  # weight of such a link, since a few lead to articles
_KINDS: Final[Mapping[str, str]] = {  # our kinds by the words of the corpora
    "section": "index", "index": "index", "listing": "index", "collection": "index", "thread": "forum",
    "forum": "forum", "product": "product", "documentation": "documentation", "service": "service",
    "privacy": "service", "imprint": "service",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A page with its label."""

    name: str  # corpus and id
    site: str  # its registered domain
    source: str  # who labelled it, or the corpus
    url: str | None
    label: bool  # whether it is an article
    kind: str | None  # our kind of a non-article, if the corpus has one
    evidence: Evidence  # the page's evidence
    links: tuple[str, ...]  # URLs in its navigation


def without_address(page: Evidence) -> Evidence:
    """The same page with its URL unknown."""
    return Evidence(combined({**page.found, **address_features(None)}), page.characters)


def without_structured_data(page: Evidence) -> Evidence:
    """The same page without structured data, as some are stored without their scripts."""
    cleared = {name: 0.0 for name in page.found if name.startswith("ld_")}
    return Evidence(combined({**page.found, **cleared}), page.characters)


def label_of(gold: Gold) -> bool | None:
    """Return whether a page is an article; None without a label."""
    is_news = gold.corpus in ARTICLES or (gold.corpus in NEWS and gold.text is not None)
    return True if gold.is_article is None and is_news else gold.is_article


def examples(corpora: Iterable[Corpus], advance: Callable[[], None] = lambda: None) -> Iterator[Example]:
    """Yield the labelled pages of some corpora; ``advance`` is called for every page."""
    for sample, page in pages_of(corpora, lambda gold: label_of(gold) is not None, advance):
        gold, source = sample.gold, sample.gold.extra.get("source")
        yield Example(
            name=gold.name,
            site=gold.site_or_page,
            source=source if isinstance(source, str) else gold.corpus,
            url=gold.url,
            label=bool(label_of(gold)),
            kind=_KINDS.get(gold.kind) if gold.kind is not None else None,
            evidence=gather(Facts(page)),
            links=tuple(_navigation(page)),
        )


def _navigation(page: Page) -> Iterator[str]:
    for _, attributes in page.query("nav a[href], [role=navigation] a[href], header a[href]"):
        try:
            address = urljoin(page.url or "", attributes["href"].strip())
            parts = urlsplit(address)
        except ValueError:
            continue
        if parts.scheme in ("http", "https") and parts.hostname:
            yield address


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """The result of training."""

    page: Model  # the models
    kinds: KindModel
    address: Model
    figures: Mapping[str, Figures]  # figures by group of pages
    repeated: tuple[Figures, ...]  # figures of all pages with the sites in other folds
    baseline: Mapping[str, Figures]  # figures of ``og:type`` = article, by group
    addresses: Mapping[str, Figures]  # figures of the URL model, by group
    navigation: float | None  # share of links in navigations that the URL model takes for no articles, if any
    kinds_right: Mapping[str, tuple[int, int]]  # by kind, the number of pages, and of those with the right kind
    learnt: Mapping[str, tuple[int, int, int]]  # pages, articles and sites by source
    wrong: tuple[tuple[str, float], ...]  # pages with a wrong verdict, with the probability of an article
    rules: Mapping[str, tuple[int, int]]  # by kind, the articles and the other pages to which a rule gives it


def train(pages: Sequence[Example], *, seed: int = 0, report: Callable[[str], None] = lambda words: None) -> Trained:
    """Evaluate the models on held-out sites, then train them on all pages; ``report`` is called with progress notes."""
    load("sklearn", "scikit-learn", extra="train")
    limits = load("threadpoolctl", "scikit-learn", extra="train").threadpool_limits
    with limits(1):  # the order of additions, and so the bytes, do not depend on the machine's cores
        return _train(pages, seed, report)


def _train(pages: Sequence[Example], seed: int, report: Callable[[str], None]) -> Trained:
    everything, labelled = _Table.of(pages), np.array([page.source not in NEWS for page in pages], np.bool_)
    judged, table = [*compress(pages, labelled)], everything.some(labelled)
    folds = _folds(pages)
    fold = folds[labelled]
    _check(judged, table.labels, fold)
    report("held-out sites")
    every_logit, every_blind = _held_out_logits(everything, folds)
    logits, blind = every_logit[labelled], every_blind[labelled]
    chosen = table.limited(logits, fold)
    calibration = platt(logits, table.labels)
    report("other folds")
    others = [_folds(pages, f"{number} ") for number in range(REPEATS)]
    report("all pages")
    kinds, right = _kinds(judged, table, fold)
    address, addresses, navigation = _addresses(judged, seed)
    return Trained(
        page=Model(names=FEATURES, scorer=_fitted_linear(everything), calibration=calibration),
        kinds=kinds,
        address=address,
        figures=_by_group(judged, chosen, table.labels)
        | {"all, URL withheld": figures_of(table.limited(blind, fold), table.labels)}
        | _held_out(pages, everything)
        | _of_news(everything.some(~labelled), every_logit[~labelled], calibration),
        repeated=tuple(
            figures_of(table.limited(_held_out_logits(everything, other)[0][labelled], other[labelled]), table.labels)
            for other in others
            if _both_without_each(table.labels, other[labelled])
        ),
        baseline=_by_group(judged, table.values[:, FEATURES.index("og_article")], table.labels),
        addresses=addresses,
        navigation=navigation,
        kinds_right=right,
        learnt=_learnt(pages),
        wrong=tuple(
            (one.name, float(probability))
            for one, probability in zip(judged, chosen, strict=True)
            if (probability >= 0.5) != one.label
        ),
        rules=_rules(table, cross_calibrated(logits, table.labels, fold)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """Pages as arrays, a row each: all features, those without the URL, those without structured data."""

    values: FloatArray
    blind: FloatArray
    bare: FloatArray
    labels: BoolArray  # whether each is an article
    weight: FloatArray  # of each in training
    evidence: tuple[Evidence, ...]  # input of the rules

    @classmethod
    def of(cls, pages: Sequence[Example]) -> _Table:
        evidence = tuple(page.evidence for page in pages)
        return cls(
            values=np.array([one.values for one in evidence]),
            blind=np.array([without_address(one).values for one in evidence]),
            bare=np.array([without_structured_data(one).values for one in evidence]),
            labels=np.array([page.label for page in pages]),
            weight=np.array([_weight(page) for page in pages]),
            evidence=evidence,
        )

    def some(self, rows: BoolArray) -> _Table:
        """Some of the rows."""
        evidence = tuple(one for one, kept in zip(self.evidence, rows.tolist(), strict=True) if kept)
        return _Table(
            self.values[rows], self.blind[rows], self.bare[rows], self.labels[rows], self.weight[rows], evidence
        )

    def ruled(self, probability: FloatArray) -> list[str | None]:
        """Return the kind that a rule gives to each page, or None, given probabilities, shape (n,)."""
        return [by_rule(one, value) for one, value in zip(self.evidence, probability.tolist(), strict=True)]

    def as_ruled(self, probability: FloatArray) -> FloatArray:
        """Apply the rules to probabilities, shape (n,)."""
        at_most = np.array([1.0 if kind is None else SELDOM for kind in self.ruled(probability)])
        out: FloatArray = np.minimum(probability, at_most)
        return out

    def limited(self, logits: FloatArray, fold: NDArray[Any]) -> FloatArray:
        """Calibrate the log-odds of each fold on the others, and apply the rules; shape (n,)."""
        return self.as_ruled(cross_calibrated(logits, self.labels, fold))


def _weight(page: Example) -> float:
    if page.source in NEWS:
        return _NEWS_WEIGHT
    return 1.0 if page.label else _OTHER_WEIGHT


def _folds(pages: Iterable[Example], draw: str = "") -> NDArray[Any]:
    """Return the fold of each page; each draw assigns the sites to other folds."""
    return np.array([fold_of(f"{draw}{page.site}", FOLDS) for page in pages])


def _check(pages: Sequence[Example], labels: BoolArray, fold: NDArray[Any]) -> None:
    """Check before the work that there are enough pages."""
    if not _both_without_each(labels, fold):
        raise ValueError("articles and other pages of several sites are needed")
    if len({page.kind for page in pages if _has_kind(page)}) < 2:
        raise ValueError("pages that are not articles must include at least two kinds")
    known = np.array([_has_address(page) for page in pages])
    if not _both_without_each(labels[known], fold[known]):
        raise ValueError("articles of several sites, and other pages of several sites, must have a URL")


def _both_without_each(labels: BoolArray, fold: NDArray[Any]) -> bool:
    """Whether there are articles and other pages without each of the folds."""
    folds = np.unique(fold)
    return len(folds) > 0 and all(len(np.unique(labels[fold != number])) == 2 for number in folds)


def _has_kind(page: Example) -> bool:
    return page.kind is not None and not page.label


def _has_address(page: Example) -> bool:
    return bool(page.url and address_features(page.url)["url_known"])


def _held_out_logits(table: _Table, fold: NDArray[Any]) -> tuple[FloatArray, FloatArray]:
    """Log-odds of each page by a model trained without its fold, with and without its address, shape (n,) each."""
    logits, blind = np.zeros(len(fold)), np.zeros(len(fold))
    for number in np.unique(fold):
        test = fold == number
        model = _fitted_linear(table.some(~test))
        logits[test] = model.logits(table.values[test])[:, 0]
        blind[test] = model.logits(table.blind[test])[:, 0]
    return logits, blind


def _rules(table: _Table, probability: FloatArray) -> dict[str, tuple[int, int]]:
    kinds = np.array([kind or "" for kind in table.ruled(probability)])
    return {
        str(kind): (int(table.labels[kinds == kind].sum()), int((~table.labels[kinds == kind]).sum()))
        for kind in np.unique(kinds)
        if kind
    }


def _by_group(pages: Sequence[Example], probability: FloatArray, labels: BoolArray) -> dict[str, Figures]:
    """Return figures of all pages, and of those of each source."""
    sources = np.array([page.source for page in pages])
    groups = {"all": np.ones(len(pages), dtype=np.bool_)}
    groups |= {str(name): sources == name for name in np.unique(sources)}
    return {name: figures_of(probability[rows], labels[rows]) for name, rows in groups.items()}


def _learnt(pages: Sequence[Example]) -> dict[str, tuple[int, int, int]]:
    by_source: dict[str, list[Example]] = defaultdict(list)
    for page in pages:
        by_source[page.source].append(page)
    return {
        name: (len(some), sum(page.label for page in some), len({page.site for page in some}))
        for name, some in sorted(by_source.items())
    }


def _fitted_linear(table: _Table) -> Linear:
    return fit_linear(*_with_copies(table), strength=_STRENGTH, trust=_TRUST)


def _with_copies(table: _Table) -> tuple[FloatArray, BoolArray, FloatArray]:
    """Return each page three times: as it is, without its URL, without structured data; with labels and weights."""
    copies, copied = np.vstack([table.values, table.blind, table.bare]), table.weight * _COPY_WEIGHT
    return copies, np.tile(table.labels, 3), np.concatenate([table.weight, copied, copied])


# Chosen on folds of sites: inverse penalty of the linear model, among 0.004, 0.008, 0.01 and 0.015; factors of the
# features before the penalty, for signs among 1, 2 and 3; inverse penalty of the model of kinds, among 0.005 to 0.04.
_STRENGTH: Final = 0.01
_TRUST: Final = np.array([2.0 if name.startswith("signs_") else 1.0 for name in FEATURES])
_KIND_STRENGTH: Final = 0.02


def _held_out(pages: Sequence[Example], table: _Table) -> dict[str, Figures]:
    """Return figures of Standke's pages, trained without these and all pages of their sites; empty without any."""
    standke = np.array([page.source == "standke" for page in pages])
    sites = {page.site for page, one in zip(pages, standke, strict=True) if one}
    rest = np.array([page.site not in sites for page in pages])
    if not standke.any() or len(np.unique(table.labels[rest])) < 2:
        return {}
    logits = _fitted_linear(table.some(rest)).logits(table.values[standke])[:, 0]
    probability = table.some(standke).as_ruled(1 / (1 + np.exp(-logits)))
    return {"Standke's, no page of them in training": figures_of(probability, table.labels[standke])}


def _of_news(news: _Table, logits: FloatArray, calibration: tuple[float, float]) -> dict[str, Figures]:
    """Return figures of the pages of other news corpora, given their held-out log-odds; empty without any."""
    if not len(logits):
        return {}
    slope, offset = calibration
    probability = news.as_ruled(1 / (1 + np.exp(-(slope * logits + offset))))
    return {"other news corpora": figures_of(probability, news.labels)}


def _kinds(pages: Sequence[Example], table: _Table, fold: NDArray[Any]) -> tuple[KindModel, dict[str, tuple[int, int]]]:
    """Train the model of kinds of other pages; with the pages, and those it is right on, by kind, on held-out sites."""
    rows = np.array([_has_kind(page) for page in pages])
    kinds, some, fold = np.array([page.kind or "" for page in pages])[rows], table.some(rows), fold[rows]
    found = np.empty(len(kinds), dtype=object)
    for number in np.unique(fold):
        test = fold == number
        if len(np.unique(kinds[~test])) < 2:
            continue
        choice = _choice(some.some(~test), kinds[~test])
        unseen = some.some(test)
        found[test] = [
            by_signs(one) or choice.likeliest(values)
            for one, values in zip(unseen.evidence, unseen.values, strict=True)
        ]
    right = {
        str(kind): (int((kinds == kind).sum()), int(((kinds == kind) & (found == kind)).sum()))
        for kind in np.unique(kinds)
    }
    return _choice(some, kinds), right


def _choice(table: _Table, kinds: NDArray[Any]) -> KindModel:
    twice, both = np.vstack([table.values, table.blind]), np.concatenate([kinds, kinds])
    linear = fit_linear(twice, both, np.ones(len(both)), strength=_KIND_STRENGTH, trust=_TRUST)
    if linear.weight.shape[1] == 1:  # scikit-learn gives one column for two classes
        linear = Linear(
            linear.fill, linear.centre, linear.scale, np.hstack([-linear.weight, linear.weight]),
            np.concatenate([-linear.bias, linear.bias]),
        )  # fmt: skip
    return KindModel(classes=tuple(np.unique(kinds).tolist()), linear=linear)


def _addresses(pages: Sequence[Example], seed: int) -> tuple[Model, dict[str, Figures], float | None]:
    """Train the model of addresses, from those of the pages and from links of navigations.

    Returns:
        The model; its figures by group; and the share of links that it takes for no articles.
    """
    known = [page for page in pages if _has_address(page)]
    links = _navigation_links(pages, but={page.url for page in known})
    features = map(address_features, [*(page.url for page in known), *(url for _, url in links)])
    values = np.array([[found[name] for name in ADDRESS] for found in features])
    labels = np.array([page.label for page in known] + [False] * len(links))
    weight = np.array([1.0] * len(known) + [_LINK_WEIGHT] * len(links))
    fold = np.array([fold_of(site, FOLDS) for site in [*(page.site for page in known), *(site for site, _ in links)]])
    logits = np.zeros(len(values))
    for number in np.unique(fold):
        test = fold == number
        rest = (values[~test], labels[~test], weight[~test])
        if len(np.unique(rest[1])) == 2:
            logits[test] = fit_trees(*rest, seed).logits(values[test])[:, 0]
    # The pages come first; links have no labels to be measured by.
    count = len(known)
    truth, fold = labels[:count], fold[:count]
    slope, offset = calibration = platt(logits[:count], truth)
    chosen = cross_calibrated(logits[:count], truth, fold)
    refused = slope * logits[count:] + offset < 0
    model = Model(names=ADDRESS, scorer=fit_trees(values, labels, weight, seed), calibration=calibration)
    return model, _by_group(known, chosen, truth), float(refused.mean()) if links else None


def _navigation_links(pages: Iterable[Example], but: Collection[str | None]) -> list[tuple[str, str]]:
    """Return some links of each site's navigation to itself, with the site, in order, without known URLs."""
    links: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        for address in page.links:
            own = (registered_domain(address) or address) == page.site
            if own and address not in but and len(links[page.site]) < _MAX_SITE_LINKS:
                links[page.site].add(address)
    return [(site, address) for site in sorted(links) for address in sorted(links[site])]


def write(trained: Trained, folder: Path) -> None:
    """Write the models as ``page.npz`` and ``address.npz``. The same models give the same bytes."""
    for name, stored in (("page", arrays(trained.page, trained.kinds)), ("address", arrays(trained.address))):
        (folder / f"{name}.npz").write_bytes(packed(dict(sorted(stored.items()))))


def model_card(trained: Trained, origin: Origin) -> str:
    """Return the model card in Markdown."""
    refused = None if trained.navigation is None else f"{100 * trained.navigation:.0f} %"
    return paragraphs(
        origin.head("Model card: identify"),
        "Says whether a page is an article and, if not, its kind (`page.npz`), and whether a URL leads to an "
        "article (`address.npz`).\n"
        f"The probability for a page comes from a linear model of {len(trained.page.names)} features, calibrated by "
        "Platt's method on folds by site; the probability for a URL comes from trees, calibrated in the same way.\n"
        "The output of extraction methods is not used, so their weights do not matter.",
        "## Pages",
        markdown_table(("source", "pages", "articles", "sites"), ((name, *of) for name, of in trained.learnt.items())),
        _accuracy(trained),
        _kind_section(trained),
        "## URLs alone, on held-out sites",
        markdown_table(_FIGURES, (_cells(name, one) for name, one in trained.addresses.items())),
        f"Of the links in navigations of held-out sites, {refused} are classified as non-articles." if refused else "",
    )


def _accuracy(trained: Trained) -> str:
    beside = {name: (f"{one.accuracy:.3f}", f"{one.f1:.3f}") for name, one in trained.baseline.items()}
    repeated = trained.repeated
    return paragraphs(
        "## Accuracy on held-out sites",
        f"{FOLDS} folds by site. The baseline is `og:type` = article alone. All pages of the other news corpora "
        f'({", ".join(sorted(NEWS))}) are articles; each weighs {_NEWS_WEIGHT} in training, and "all" leaves '
        "them out.",
        markdown_table(
            (*_FIGURES, "og:type: accuracy", "F1"),
            ((*_cells(name, one), *beside.get(name, ("-", "-"))) for name, one in trained.figures.items()),
        ),
        f"With the sites in {len(repeated)} other sets of folds, for all pages: accuracy "
        f"{_spread([one.accuracy for one in repeated])}, F1 {_spread([one.f1 for one in repeated])}, "
        f"calibration error {_spread([one.error for one in repeated])} (mean, minimum, maximum)."
        if repeated
        else "",
    )


def _kind_section(trained: Trained) -> str:
    return paragraphs(
        "## Kinds of non-articles, on held-out sites",
        markdown_table(("kind", "pages", "found"), ((name, *of) for name, of in trained.kinds_right.items())),
        "If enough signs of a kind agree, a rule decides instead of the model; the number of signs was chosen on these "
        "pages.\n"
        "Only rules decide on live blogs, galleries, videos, audio pages, errors, walls and legal texts, because the "
        "corpora label hardly any; tests with handwritten pages in several languages check these rules. Discussions "
        "with three signs or more are also decided by a rule.\n"
        "Rules decide on these of the pages above:",
        markdown_table(("rule", "articles", "other pages"), ((kind, *of) for kind, of in trained.rules.items())),
    )


def _spread(values: Sequence[float]) -> str:
    return f"{np.mean(values):.3f} ({min(values):.3f}, {max(values):.3f})"


def _cells(name: str, one: Figures) -> tuple[object, ...]:
    return name, one.pages, one.articles, f"{one.accuracy:.3f}", f"{one.f1:.3f}", f"{one.error:.3f}"


def arrays(model: Model, choice: KindModel | None = None) -> dict[str, NDArray[Any]]:
    """The arrays of a model file, by name, with the classifier of kinds if there is one."""
    out: dict[str, NDArray[Any]] = {
        "names": words_as_bytes(model.names),
        "calibration": np.array(model.calibration, dtype=np.float64),
    }
    parts: dict[str, Linear | Trees] = {"linear" if isinstance(model.scorer, Linear) else "trees": model.scorer}
    if choice is not None:
        out["classes"] = words_as_bytes(choice.classes)
        parts["kind"] = choice.linear
    for prefix, part in parts.items():
        kind = np.float32 if isinstance(part, Linear) else None
        out |= {f"{prefix}.{one.name}": np.asarray(getattr(part, one.name), kind) for one in fields(part)}
    return out
