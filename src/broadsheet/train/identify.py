"""Learn the models of `broadsheet.identify`: is there an article on a page, what is it else, and what says an address.

Pages labelled article or not are learnt from and measured on. Pages of other article corpora were tried as further
articles, and made the verdict worse on sites left out: what they have in common is their time and how they were stored.
All pages of a site are in one fold. scikit-learn (extra ``train``) is imported only
here and in `broadsheet.identify.c45`; what is written are plain arrays (`broadsheet.identify.model`).
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import numpy as np
from numpy.typing import NDArray

from broadsheet.corpora import Corpus, Gold, Sample
from broadsheet.corpora.domain import registered_domain
from broadsheet.corpora.folds import fold_of
from broadsheet.errors import BroadsheetError, MissingExtra
from broadsheet.identify.address import ADDRESS, address_features
from broadsheet.identify.evidence import NAMES, Evidence, gather
from broadsheet.identify.judge import SELDOM
from broadsheet.identify.kinds import by_rule, by_signs
from broadsheet.identify.model import Choice, Linear, Model, Trees, arrays
from broadsheet.identify.signs import SIGNS
from broadsheet.metadata.structured import read_structured
from broadsheet.page import Page, read_page
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = [
    "Example", "Figures", "Trained", "calibration_error", "examples", "labelled", "model_card", "site_of", "train",
    "write",
]  # fmt: skip

FOLDS: Final = 10
ROUNDS: Final = 60
"""Trees of an ensemble."""
REPEATS: Final = 5
"""Other ways to put the sites into folds, to see how much the figures depend on it."""
ARTICLES: Final = frozenset({"fundus"})
"""Corpora whose pages are articles and count among those with labels, though they do not say so page by page."""
_OTHER: Final = 1.5
"""Weight of a page that is no article: there are fewer of them."""
_BLIND: Final = 0.5
"""Weight of a copy of each page that lacks something."""
_LINKS_A_SITE: Final = 8
"""Links of a site's navigation that the model of addresses learns from as pages that are no articles."""
_LINK: Final = 0.1
"""Weight of such a link: a few do lead to articles."""
_KINDS: Final[Mapping[str, str]] = {
    "section": "index", "index": "index", "listing": "index", "collection": "index", "thread": "forum",
    "forum": "forum", "product": "product", "documentation": "documentation", "service": "service",
    "privacy": "service", "imprint": "service",
}  # fmt: skip
"""Our kinds by the words of the corpora."""
_ADDRESS_COLUMNS: Final = [at for at, name in enumerate(NAMES) if name in ADDRESS]
_KNOWN: Final = NAMES.index("url_known")
_OF_ADDRESS: Final = [NAMES.index(name) for name in ("slug_in_title", "section_like")]
_SLUG: Final = NAMES.index("slug_words")
_SCRIPTED: Final = [at for at, name in enumerate(NAMES) if name.startswith("ld_")]
CANDIDATES: Final = ("linear", "trees", "linear + trees")
CHOSEN: Final = "linear"
ADDRESS_CHOSEN: Final = "linear + trees"
"""What is shipped, of pages and of addresses; the model card has the figures of all candidates."""


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A page with its label.

    Attributes:
        name: corpus and id.
        site: its registered domain.
        source: who labelled it, or the corpus.
        url: its address.
        label: whether it is an article.
        kind: what else it is, in our words, where the corpus says so.
        values: the evidence, shape (f,).
        links: addresses in its navigation.
    """

    name: str
    site: str
    source: str
    url: str | None
    label: bool
    kind: str | None
    values: FloatArray
    links: tuple[str, ...]


def labelled(corpora: Iterable[Corpus]) -> Iterator[tuple[Corpus, Sample, bool | None]]:
    """Every page of some corpora, with whether it is an article; None where nobody says so."""
    for corpus in corpora:
        for sample in corpus:
            label = sample.gold.is_article
            yield corpus, sample, True if label is None and corpus.name in ARTICLES else label


def site_of(gold: Gold) -> str:
    """The site of a page; a page of which it is not known is a site of its own."""
    return gold.site or registered_domain(gold.url) or gold.id


def examples(corpora: Iterable[Corpus], seen: Callable[[], None] = lambda: None) -> Iterator[Example]:
    """The pages of some corpora that say whether they are articles.

    Args:
        corpora: the corpora.
        seen: called for every page, for a progress bar.
    """
    for corpus, sample, label in labelled(corpora):
        seen()
        example = None if label is None else _example(corpus.name, sample, label=label)
        if example is not None:
            yield example


def _example(corpus: str, sample: Sample, *, label: bool) -> Example | None:
    gold = sample.gold
    try:
        page = read_page(sample.text(), url=gold.url)
    except BroadsheetError:
        return None
    named = gold.extra.get("kind", gold.extra.get("page_type"))
    source = gold.extra.get("source")
    return Example(
        name=f"{corpus}/{gold.id}",
        site=site_of(gold),
        source=source if isinstance(source, str) else corpus,
        url=gold.url,
        label=label,
        kind=_KINDS.get(named) if isinstance(named, str) else None,
        values=gather(page, read_structured(page)).values,
        links=tuple(_navigation(page)),
    )


def _navigation(page: Page) -> Iterator[str]:
    """Addresses that a page's navigation links to."""
    for _, attributes in page.query("nav a[href], [role=navigation] a[href], header a[href]"):
        try:
            address = urljoin(page.url or "", attributes["href"].strip())
            parts = urlsplit(address)
        except ValueError:
            continue
        if parts.scheme in ("http", "https") and parts.hostname:
            yield address


def _site_of(address: str) -> str:
    return registered_domain(address) or address


@dataclass(frozen=True, slots=True)
class Figures:
    """How good a model is on sites that it has not seen.

    Attributes:
        pages: how many.
        articles: how many of them are articles.
        accuracy, f1: at a probability of a half; F1 of the class article.
        error: expected calibration error over ten bins.
    """

    pages: int
    articles: int
    accuracy: float
    f1: float
    error: float


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """Models and what is known of them.

    Attributes:
        page, kinds, address: the models.
        candidates: figures on all pages by candidate.
        figures: figures of the chosen model by group of pages.
        baseline: figures of ``og:type`` = article, by group.
        addresses: figures of the model of addresses, by group.
        address_candidates: figures of its candidates on all pages.
        navigation: share of the links in navigations that it takes for no articles.
        kinds_right: by kind, how many pages there are, and on how many the kind was found.
        learnt: pages and sites by source.
        wrong: the pages on which the verdict is wrong, with the probability of an article.
        repeated: figures of the chosen model on all pages, with the sites in other folds.
        rules: by kind, on how many articles and on how many other pages a rule tells the kind.
    """

    page: Model
    kinds: Choice
    address: Model
    candidates: Mapping[str, Figures]
    figures: Mapping[str, Figures]
    baseline: Mapping[str, Figures]
    addresses: Mapping[str, Figures]
    address_candidates: Mapping[str, Figures]
    navigation: float
    kinds_right: Mapping[str, tuple[int, int]]
    learnt: Mapping[str, tuple[int, int, int]]
    wrong: tuple[tuple[str, float], ...]
    repeated: tuple[Figures, ...]
    rules: Mapping[str, tuple[int, int]]


def train(pages: Sequence[Example], *, seed: int = 0, told: Callable[[str], None] = lambda words: None) -> Trained:
    """Cross-validate the candidates, then learn the models from all pages.

    Args:
        pages: what to learn from.
        seed: of everything that is drawn.
        told: is told what is being done.

    Raises:
        MissingExtra: scikit-learn is not installed.
        ValueError: there are too few pages or sites, or only one class.
    """
    limits = _limits()
    with limits(1):  # one thread: the order of additions, and so the bytes, do not depend on the machine's cores
        return _train(pages, seed, told)


def _limits() -> Any:
    try:
        import sklearn  # noqa: F401 - looked for here, so that the message names it
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        raise MissingExtra("scikit-learn", "train") from error
    return threadpool_limits


def _train(pages: Sequence[Example], seed: int, told: Callable[[str], None]) -> Trained:
    values = np.array([page.values for page in pages])
    labels = np.array([page.label for page in pages])
    fold = np.array([fold_of(page.site, FOLDS) for page in pages])
    if len(np.unique(labels)) < 2 or len(np.unique(fold)) < 2:
        raise ValueError("there must be pages of several sites, articles and others")
    weight = np.where(labels, 1.0, _OTHER)
    found: dict[str, FloatArray] = {name: np.zeros(len(pages)) for name in (*CANDIDATES, "blind")}
    for number in np.unique(fold).tolist():
        told(f"fold {number + 1} of {FOLDS}")
        test = fold == number
        rest = ~test
        for name, logits in _left_out(values[rest], labels[rest], weight[rest], values[test], seed).items():
            found[name][test] = logits
    ruled = [by_rule(Evidence(one, None)) for one in values]
    at_most = np.array([1.0 if kind is None else SELDOM for kind in ruled])
    calibrated = {name: np.minimum(_cross_calibrated(column, labels, fold), at_most) for name, column in found.items()}
    told("other folds")
    repeated = tuple(_repeated(pages, values, labels, weight, at_most))
    told("all pages")
    whole = _fitted_linear(values, labels, weight)
    page = Model(names=NAMES, linear=whole, trees=None, calibration=_platt(found[CHOSEN], labels))
    declared = values[:, NAMES.index("og_article")]
    chosen = calibrated[CHOSEN]
    groups = _groups(pages)
    figures = {name: _figures(chosen[rows], labels[rows]) for name, rows in groups.items()}
    figures["all, address withheld"] = _figures(calibrated["blind"], labels)
    held_out = _held_out(pages, values, labels, weight, at_most)
    if held_out is not None:
        figures["Standke's, no page of them in training"] = held_out
    told("kinds and addresses")
    kinds, right = _kinds(pages, values, fold)
    address, addresses, address_candidates, navigation = _addresses(pages, seed)
    return Trained(
        page=page,
        kinds=kinds,
        address=address,
        candidates={name: _figures(calibrated[name], labels) for name in CANDIDATES},
        figures=figures,
        baseline={name: _figures(declared[rows], labels[rows]) for name, rows in groups.items()},
        addresses=addresses,
        address_candidates=address_candidates,
        navigation=navigation,
        kinds_right=right,
        learnt=_learnt(pages),
        wrong=tuple(
            (one.name, float(probability))
            for one, probability in zip(pages, chosen, strict=True)
            if (probability >= 0.5) != one.label
        ),
        repeated=repeated,
        rules=_rules(ruled, labels),
    )


def _repeated(
    pages: Sequence[Example], values: FloatArray, labels: BoolArray, weight: FloatArray, at_most: FloatArray
) -> Iterator[Figures]:
    """Figures of the chosen model with the sites in other folds."""
    for number in range(REPEATS):
        fold = np.array([fold_of(f"{number} {page.site}", FOLDS) for page in pages])
        logits = np.zeros(len(pages))
        for part in np.unique(fold):
            test = fold == part
            logits[test] = _fitted_linear(values[~test], labels[~test], weight[~test]).logits(values[test])[:, 0]
        yield _figures(np.minimum(_cross_calibrated(logits, labels, fold), at_most), labels)


def _rules(ruled: Sequence[str | None], labels: BoolArray) -> dict[str, tuple[int, int]]:
    kinds = np.array([kind or "" for kind in ruled])
    return {
        str(kind): (int(labels[kinds == kind].sum()), int((~labels[kinds == kind]).sum()))
        for kind in np.unique(kinds)
        if kind
    }


def _left_out(
    values: FloatArray, labels: BoolArray, weight: FloatArray, unseen: FloatArray, seed: int
) -> dict[str, FloatArray]:
    """The log-odds that each candidate gives to pages that it has not seen, and the chosen one without addresses."""
    parts = _fit(values, labels, weight, seed)
    return parts.logits(unseen) | {"blind": parts.linear.logits(_without_address(unseen))[:, 0]}


def _groups(pages: Sequence[Example]) -> dict[str, BoolArray]:
    sources = np.array([page.source for page in pages])
    groups = {"all": np.ones(len(pages), dtype=np.bool_)}
    return groups | {str(name): sources == name for name in np.unique(sources)}


def _learnt(pages: Sequence[Example]) -> dict[str, tuple[int, int, int]]:
    by_source: dict[str, list[Example]] = defaultdict(list)
    for page in pages:
        by_source[page.source].append(page)
    return {
        name: (len(some), sum(page.label for page in some), len({page.site for page in some}))
        for name, some in sorted(by_source.items())
    }


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    linear: Linear
    trees: Trees

    def logits(self, values: FloatArray) -> dict[str, FloatArray]:
        """The log-odds of each candidate."""
        linear, trees = self.linear.logits(values)[:, 0], self.trees.logits(values)
        return {"linear": linear, "trees": trees, "linear + trees": (linear + trees) / 2}


def _without_address(values: FloatArray) -> FloatArray:
    out = values.copy()
    out[:, _ADDRESS_COLUMNS] = np.nan
    out[:, _KNOWN] = 0.0
    out[:, _OF_ADDRESS] = np.nan
    out[:, _SLUG] = 0.0
    return _counted_again(out)


def _without_scripts(values: FloatArray) -> FloatArray:
    """As if no JSON-LD had been on the pages: some are stored without their scripts."""
    out = values.copy()
    out[:, _SCRIPTED] = 0.0
    return _counted_again(out)


def _counted_again(values: FloatArray) -> FloatArray:
    """The values with their signs counted anew, in place."""
    for kind, signs in SIGNS.items():
        found = [values[:, NAMES.index(name)] > least for name, least in signs.items()]
        values[:, NAMES.index(f"signs_{kind}")] = np.sum(found, axis=0)
    return values


def _fit(values: FloatArray, labels: BoolArray, weight: FloatArray, seed: int) -> _Parts:
    """The candidates' parts."""
    linear = _fitted_linear(values, labels, weight)
    return _Parts(linear, _trees(*_with_copies(values, labels, weight), seed))


def _fitted_linear(values: FloatArray, labels: BoolArray, weight: FloatArray) -> Linear:
    return _linear(*_with_copies(values, labels, weight), strength=_STRENGTH, trust=_TRUST)


def _with_copies(values: FloatArray, labels: BoolArray, weight: FloatArray) -> tuple[FloatArray, BoolArray, FloatArray]:
    """Each page three times: as it is, without its address, without its scripts."""
    copies = np.vstack([values, _without_address(values), _without_scripts(values)])
    return copies, np.tile(labels, 3), np.concatenate([weight, weight * _BLIND, weight * _BLIND])


_STRENGTH: Final = 0.003
"""Inverse of the penalty of the linear part, chosen on folds by site among 0.002, 0.003, 0.005 and 0.015."""
_TRUST: Final = np.array([2.0 if name.startswith("signs_") else 1.0 for name in NAMES])
"""Signs may weigh more than other features before the penalty is felt; chosen on folds by site among 1, 2 and 3."""


_KIND_STRENGTH: Final = 0.005
"""The same for the model of kinds, which has few pages."""
_ADDRESS_STRENGTH: Final = 0.1
"""The same for the model of addresses, which has few features."""


def _linear(
    values: FloatArray, labels: NDArray[Any], weight: FloatArray, *, strength: float, trust: FloatArray | float = 1.0
) -> Linear:
    from sklearn.linear_model import LogisticRegression

    fill = np.nan_to_num(_medians(values))
    filled = np.where(np.isnan(values), fill, values)
    scale = filled.std(axis=0)
    blank = Linear(
        fill=fill, centre=filled.mean(axis=0), scale=np.where(scale > 1e-6, scale, 1.0) / trust,
        weight=np.zeros((values.shape[1], 1)), bias=np.zeros(1),
    )  # fmt: skip
    fitted = LogisticRegression(C=strength, max_iter=1000).fit(blank.scaled(values), labels, weight)
    return Linear(
        fill=blank.fill, centre=blank.centre, scale=blank.scale, weight=fitted.coef_.T, bias=fitted.intercept_
    )


def _medians(values: FloatArray) -> FloatArray:
    known = ~np.isnan(values).all(axis=0)
    out = np.zeros(values.shape[1])
    out[known] = np.nanmedian(values[:, known], axis=0)
    return out


def _trees(values: FloatArray, labels: BoolArray, weight: FloatArray, seed: int) -> Trees:
    from sklearn.ensemble import HistGradientBoostingClassifier

    fitted = HistGradientBoostingClassifier(
        max_iter=ROUNDS, learning_rate=0.12, max_leaf_nodes=8, min_samples_leaf=15, l2_regularization=2.0, max_bins=63,
        max_features=0.3, early_stopping=False, random_state=seed,
    ).fit(values, labels, weight)  # fmt: skip
    trees = _exported(fitted)
    if not np.allclose(trees.logits(values), fitted.decision_function(values), atol=1e-3):
        raise BroadsheetError("the trees could not be read from this version of scikit-learn")
    return trees


def _exported(fitted: Any) -> Trees:
    """The trees of a fitted ensemble as arrays."""
    nodes = [stage[0].nodes for stage in fitted._predictors]  # noqa: SLF001 - there is no public way
    starts = np.concatenate(([0], np.cumsum([len(tree) for tree in nodes]))).astype(np.int32)
    joined = np.concatenate(nodes)
    shift = np.repeat(starts[:-1], [len(tree) for tree in nodes])
    leaf = joined["is_leaf"].astype(bool)
    return Trees(
        feature=np.where(leaf, -1, joined["feature_idx"]).astype(np.int16),
        threshold=np.where(leaf, 0, joined["num_threshold"]).astype(np.float64),
        left=np.where(leaf, 0, joined["left"] + shift).astype(np.int32),
        right=np.where(leaf, 0, joined["right"] + shift).astype(np.int32),
        missing_left=joined["missing_go_to_left"].astype(bool),
        value=np.where(leaf, joined["value"], 0).astype(np.float32),
        root=starts[:-1],
        base=float(np.ravel(fitted._baseline_prediction)[0]),  # noqa: SLF001
    )


def _platt(logits: FloatArray, labels: BoolArray) -> tuple[float, float]:
    """Slope and offset of the log-odds that fit the labels best."""
    from sklearn.linear_model import LogisticRegression

    fitted = LogisticRegression(C=100.0).fit(logits[:, None], labels)
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def _cross_calibrated(logits: FloatArray, labels: BoolArray, fold: NDArray[Any]) -> FloatArray:
    """Probabilities, each fold calibrated on the others."""
    out = np.zeros(len(logits))
    for number in np.unique(fold):
        test = fold == number
        slope, offset = _platt(logits[~test], labels[~test])
        out[test] = 1 / (1 + np.exp(-(slope * logits[test] + offset)))
    return out


def _held_out(
    pages: Sequence[Example], values: FloatArray, labels: BoolArray, weight: FloatArray, at_most: FloatArray
) -> Figures | None:
    """Figures on all of Standke's pages, with none of them and no page of their sites in training."""
    his = np.array([page.source == "standke" for page in pages])
    if not his.any():
        return None
    sites = {page.site for page, one in zip(pages, his, strict=True) if one}
    rest = np.array([page.site not in sites for page in pages])
    if len(np.unique(labels[rest])) < 2:
        return None
    logits = _fitted_linear(values[rest], labels[rest], weight[rest]).logits(values[his])[:, 0]
    return _figures(np.minimum(1 / (1 + np.exp(-logits)), at_most[his]), labels[his])


def calibration_error(probability: FloatArray, labels: BoolArray, bins: int = 10) -> float:
    """Expected calibration error: the mean distance of probability and share, by bins of equal width."""
    place = np.minimum((probability * bins).astype(np.int64), bins - 1)
    total = 0.0
    for number in range(bins):
        inside = place == number
        if inside.any():
            total += inside.sum() * abs(float(probability[inside].mean()) - float(labels[inside].mean()))
    return total / len(labels)


def _figures(probability: FloatArray, labels: BoolArray) -> Figures:
    guessed = probability >= 0.5
    right = int((guessed & labels).sum())
    return Figures(
        pages=len(labels),
        articles=int(labels.sum()),
        accuracy=float((guessed == labels).mean()),
        f1=2 * right / max(1, int(guessed.sum()) + int(labels.sum())),
        error=calibration_error(probability, labels),
    )


def _kinds(
    pages: Sequence[Example], values: FloatArray, fold: NDArray[Any]
) -> tuple[Choice, dict[str, tuple[int, int]]]:
    """The model of kinds among pages that are no articles, and how often it is right on sites apart."""
    rows = np.array([at for at, page in enumerate(pages) if page.kind is not None and not page.label])
    kinds = np.array([pages[at].kind for at in rows])
    classes = tuple(np.unique(kinds).tolist())
    some = values[rows]
    found = np.empty(len(rows), dtype=object)
    for number in np.unique(fold[rows]):
        test = fold[rows] == number
        if len(np.unique(kinds[~test])) < 2:
            continue
        choice = _choice(some[~test], kinds[~test])
        found[test] = [by_signs(Evidence(one, None)) or choice.likeliest(one) for one in some[test]]
    right = {kind: (int((kinds == kind).sum()), int(((kinds == kind) & (found == kind)).sum())) for kind in classes}
    return _choice(some, kinds), right


def _choice(values: FloatArray, kinds: NDArray[Any]) -> Choice:
    classes = tuple(np.unique(kinds).tolist())
    twice = np.vstack([values, _without_address(values)])
    both = np.concatenate([kinds, kinds])
    linear = _linear(twice, both, np.ones(len(both)), strength=_KIND_STRENGTH, trust=_TRUST)
    if len(classes) == 2:  # scikit-learn gives one column for two classes
        linear = Linear(
            linear.fill, linear.centre, linear.scale, np.hstack([-linear.weight, linear.weight]),
            np.concatenate([-linear.bias, linear.bias]),
        )  # fmt: skip
    return Choice(classes=classes, linear=linear)


def _addresses(pages: Sequence[Example], seed: int) -> tuple[Model, dict[str, Figures], dict[str, Figures], float]:
    """The model of addresses; its figures on the pages with labels, sites apart, by group and by candidate; and the
    share of the links of navigations that it takes for no articles.
    """
    known = [page for page in pages if page.url and address_features(page.url)["url_known"]]
    rows = [_address_values(page.url) for page in known]
    labels = [page.label for page in known]
    weight = [1.0] * len(known)
    sites = [page.site for page in known]
    own = {page.url for page in known}
    links: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        for address in page.links:
            if address not in own and _site_of(address) == page.site and len(links[page.site]) < _LINKS_A_SITE:
                links[page.site].add(address)
    for site in sorted(links):
        for address in sorted(links[site]):
            rows.append(_address_values(address))
            labels.append(False)
            weight.append(_LINK)
            sites.append(site)
    values, truth, weights = np.array(rows), np.array(labels), np.array(weight)
    fold = np.array([fold_of(site, FOLDS) for site in sites])
    measured = np.arange(len(rows)) < len(known)
    logits = {name: np.zeros(len(rows)) for name in CANDIDATES}
    for number in np.unique(fold):
        test = fold == number
        rest = ~test
        if len(np.unique(truth[rest])) < 2:
            continue
        parts = _address_parts(values[rest], truth[rest], weights[rest], seed)
        for name, found in parts.logits(values[test]).items():
            logits[name][test] = found
    candidates = {
        name: _figures(_cross_calibrated(found[measured], truth[measured], fold[measured]), truth[measured])
        for name, found in logits.items()
    }
    chosen = logits[ADDRESS_CHOSEN]
    calibration = _platt(chosen[measured], truth[measured])
    probability = _cross_calibrated(chosen[measured], truth[measured], fold[measured])
    parts = _address_parts(values, truth, weights, seed)
    model = Model(names=ADDRESS, linear=parts.linear, trees=parts.trees, calibration=calibration)
    slope, offset = calibration
    others = float((slope * chosen[~measured] + offset < 0).mean()) if (~measured).any() else float("nan")
    figures = {name: _figures(probability[some], truth[measured][some]) for name, some in _groups(known).items()}
    return model, figures, candidates, others


def _address_parts(values: FloatArray, labels: BoolArray, weight: FloatArray, seed: int) -> _Parts:
    linear = _linear(values, labels, weight, strength=_ADDRESS_STRENGTH)
    return _Parts(linear, _trees(values, labels, weight, seed))


def _address_values(url: str | None) -> list[float]:
    found = address_features(url)
    return [found[name] for name in ADDRESS]


def write(trained: Trained, folder: Path) -> None:
    """Write the models as ``page.npz`` and ``address.npz``: the same models give the same bytes."""
    for name, stored in (
        ("page", arrays(trained.page, trained.kinds)),
        ("address", arrays(trained.address)),
    ):
        with (folder / f"{name}.npz").open("wb") as file:
            ordered: dict[str, Any] = {key: stored[key] for key in sorted(stored)}
            np.savez_compressed(file, **ordered)


def _spread(values: Sequence[float]) -> str:
    return f"{np.mean(values):.3f} ({min(values):.3f}, {max(values):.3f})"


def model_card(trained: Trained, *, date: dt.date, command: str, version: str) -> str:
    """What the models were learnt from and how good they are, in Markdown."""
    lines = [
        "# Model card: identify",
        "",
        f"Learnt on {date.isoformat()} by Broadsheet {version}: `{command}`.",
        "",
        "Is there an article on a page (`page.npz`), what kind of page is it else, and does an address lead to an "
        "article (`address.npz`).",
        "The probability comes from a linear model of "
        f"{len(trained.page.names)} features, calibrated by Platt's method on folds by site.",
        "Evidence comes from the page alone; no method's marking is used, so the weights of others do not matter.",
        "",
        "## Pages",
        "",
        "| source | pages | articles | sites |",
        "|---|--:|--:|--:|",
        *(f"| {name} | {pages} | {articles} | {sites} |" for name, (pages, articles, sites) in trained.learnt.items()),
        "",
        "## Accuracy on sites left out",
        "",
        f"{FOLDS} folds by site. `og:type` = article alone stands beside it.",
        "",
        "| pages | number | articles | accuracy | F1 | calibration error | og:type: accuracy | F1 |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
        *(
            f"| {name} | {one.pages} | {one.articles} | {one.accuracy:.3f} | {one.f1:.3f} | {one.error:.3f} | "
            + (
                f"{trained.baseline[name].accuracy:.3f} | {trained.baseline[name].f1:.3f} |"
                if name in trained.baseline
                else "- | - |"
            )
            for name, one in trained.figures.items()
        ),
        "",
        f"With the sites in {len(trained.repeated)} other sets of folds, all pages: accuracy "
        f"{_spread([one.accuracy for one in trained.repeated])}, F1 {_spread([one.f1 for one in trained.repeated])}, "
        f"calibration error {_spread([one.error for one in trained.repeated])} (mean, least, most).",
        "",
        "## Candidates",
        "",
        "| model | accuracy | F1 | calibration error |",
        "|---|--:|--:|--:|",
        *(
            f"| {name}{' (shipped)' if name == CHOSEN else ''} | {one.accuracy:.3f} | {one.f1:.3f} | {one.error:.3f} |"
            for name, one in trained.candidates.items()
        ),
        "",
        "## Kinds of pages that are no articles, on sites left out",
        "",
        "| kind | pages | found |",
        "|---|--:|--:|",
        *(f"| {name} | {pages} | {right} |" for name, (pages, right) in trained.kinds_right.items()),
        "",
        "Where several signs of a kind agree the model is not asked; how many are enough was chosen on these pages.",
        "Live blogs, galleries, videos, recordings, errors, walls and legal texts are told by rules: the corpora name "
        "hardly any, and pages written for the tests, in several languages, check them. So are discussions of which "
        "there are three signs or more.",
        "On the pages above a rule speaks so often:",
        "",
        "| rule | articles | other pages |",
        "|---|--:|--:|",
        *(f"| {kind} | {articles} | {others} |" for kind, (articles, others) in trained.rules.items()),
        "",
        "## Addresses alone, on sites left out",
        "",
        "| pages | number | articles | accuracy | F1 | calibration error |",
        "|---|--:|--:|--:|--:|--:|",
        *(
            f"| {name} | {one.pages} | {one.articles} | {one.accuracy:.3f} | {one.f1:.3f} | {one.error:.3f} |"
            for name, one in trained.addresses.items()
        ),
        "",
        f"Of the links in navigations of sites left out, {100 * trained.navigation:.0f} % are taken for no articles.",
        "",
        "| model | accuracy | F1 | calibration error |",
        "|---|--:|--:|--:|",
        *(
            f"| {name}{' (shipped)' if name == ADDRESS_CHOSEN else ''} | {one.accuracy:.3f} | {one.f1:.3f} | "
            f"{one.error:.3f} |"
            for name, one in trained.address_candidates.items()
        ),
    ]
    return "\n".join(lines) + "\n"
