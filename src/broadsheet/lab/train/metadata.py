"""Train the rankings of candidates for title, authors and publication day, and write them as plain arrays.

Candidates and their evidence come from `broadsheet.metadata`, labels from corpora. Title and day are one of the
candidates: the loss is the cross entropy of the softmax over a page's candidates. Each author is decided alone:
logistic loss per name, and the highest threshold whose mean F1 is as good as the best. Lower-case and capitalised words
are counted over many sites (`authors.chosen.lowercase_share`). Figures are from five folds of sites; the
written weights are trained on all pages. Needs numpy alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import BroadsheetError
from broadsheet.facts import Facts
from broadsheet.facts.texts import fold
from broadsheet.lab.corpora import FOLDS, Corpus, Gold, fold_of
from broadsheet.lab.evaluate.metadata import names as folded_names
from broadsheet.lab.evaluate.metrics import Overlap
from broadsheet.lab.evaluate.report import markdown_table, paragraphs
from broadsheet.lab.train.author_pages import NOBODY, PAPER, UNSTATED, made
from broadsheet.lab.train.cards import Origin, packed, words_as_bytes
from broadsheet.metadata.authors import chosen as authors
from broadsheet.metadata.context import Context
from broadsheet.metadata.dates import chosen as days
from broadsheet.metadata.headlines import headlines
from broadsheet.metadata.ranking import Ranking
from broadsheet.metadata.reading import COLUMNS
from broadsheet.metadata.title import evidence
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.page import read_page

__all__ = [
    "DATA",
    "Example",
    "Settings",
    "Words",
    "arrays",
    "examples",
    "learn",
    "model_card",
    "settings_of",
    "write",
    "write_folds",
]

_MIN_SITES: Final = 5  # fewest sites of a known word, so that no word of a few sites is stored
_MIN_LOWER_SHARE: Final = 0.02  # lower-case share below which a word counts as unknown, that is, as a name
_MIN_SENTENCE_WORDS: Final = 8  # fewest words of a sentence, in which a capital means a name
_BEFORE_CAPITALS: Final = frozenset('.!?:»"“”„«')  # characters after which any word has a capital


class Words:
    """Words of pages, counted by site, so that sites can be held out."""

    def __init__(self) -> None:
        self._small: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._large: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, site: str, texts: Iterable[str]) -> None:
        """Count the words of a page's segments; repeated texts count once."""
        small, large = self._small[site], self._large[site]
        for text in dict.fromkeys(texts):
            found = list(authors.WORD.finditer(text))
            for number, match in enumerate(found):
                word = match[0]
                if word.islower():
                    small[word] += 1
                elif (
                    number
                    and len(found) >= _MIN_SENTENCE_WORDS
                    and word.istitle()
                    and text[: match.start()].rstrip(" ")[-1:] not in _BEFORE_CAPITALS
                ):
                    large[word.lower()] += 1

    def lexicons(self) -> tuple[dict[str, float], list[dict[str, float]]]:
        """Return the lexicon of all sites, and for each fold of sites that of the others.

        All sites weigh the same for a word, however often they use it.
        """
        shares = [defaultdict[str, list[float]](list) for _ in range(FOLDS)]
        for site in sorted(self._small):
            small, large, fold = self._small[site], self._large[site], shares[fold_of(site)]
            for word in small.keys() | large.keys():
                fold[word].append(small[word] / (small[word] + large[word]))
        return _lexicon(shares), [_lexicon(shares[:fold] + shares[fold + 1 :]) for fold in range(FOLDS)]


def _lexicon(shares: Iterable[Mapping[str, list[float]]]) -> dict[str, float]:
    """Return the mean lower-case share of each known word, from the shares of the sites of some folds."""
    of_sites = defaultdict[str, list[float]](list)
    for one in shares:
        for word, some in one.items():
            of_sites[word] += some
    means = {word: sum(some) / len(some) for word, some in of_sites.items() if len(some) >= _MIN_SITES}
    return {word: means[word] for word in sorted(means) if means[word] >= _MIN_LOWER_SHARE}


Array = NDArray[np.float32]
Double = NDArray[np.float64]

DATA: Final = ("title", "authors", "published")  # the data with a ranking
_DEFAULT_THRESHOLD: Final = 0.5  # of the authors, without held-out pages to choose it on
_MAX_F1_LOSS: Final = 0.001  # smaller differences of mean F1 are chance
# weight of made pages by kind; with more for the paper's name, organisations that are stated authors are missed
_MADE_WEIGHTS: Final = {UNSTATED: 1.0, PAPER: 0.1, NOBODY: 0.6}
# a column of evidence and what it adds to the score, for what too few pages show: what ``og:title`` states, and a
# heading shows as an element of its own beside a kicker, is the headline
_PRIOR: Final = {"title": ("og piece", 100.0)}
_PERHAPS_RIGHT: Final = (*authors.STATED, "begins byline")  # evidence of names on such a page that may be right


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Training parameters."""

    seed: int = 0  # random seed
    units: int = 12  # width of the hidden layer of one network
    members: int = 6  # networks from different seeds; their mean is one network, that many times wider
    epochs: int = 20  # passes over the pages
    rate: float = 3e-3  # largest learning rate
    decay: float = 1e-3  # weight decay
    batch: int = 32  # pages in a step
    # weight of a page by corpus, by default 1: more for recent news, less for corpora that have the headline in the
    # gold text only
    weight: Mapping[str, float] = field(default_factory=lambda: {"fundus": 3.0})


_SETTINGS: Final = {
    "title": Settings(
        members=12,
        weight={"fundus": 3.0, "daniel": 0.2, "cleanportaleval": 0.2, "dragnet": 0.2, "cleaneval": 0.2},
    ),
    "authors": Settings(members=18, epochs=40, rate=4e-3, decay=0.5),
    "published": Settings(members=18, epochs=30, decay=0.1, weight={"fundus": 6.0}),
}


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """The candidates of a page for one datum."""

    datum: str  # one of `DATA`
    corpus: str
    site: str  # a site's pages are in one fold
    page: str
    evidence: Array  # shape (candidates, columns)
    right: NDArray[np.bool_]  # which candidates are right, shape (candidates,)
    wanted: int  # number of gold values; for authors, those that are not candidates included
    names: tuple[authors.Name, ...] = ()  # for authors, the candidates
    weight: float = 1.0  # factor of the loss, besides the weight of its corpus


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """The result of training for a datum."""

    datum: str  # one of `DATA`
    ranking: Ranking  # the weights
    # on held-out sites, by corpus: pages, mean score, and the best possible score
    figures: Mapping[str, tuple[int, float, float]]
    settings: Settings  # training parameters
    folds: tuple[Ranking, ...] = ()  # the weights trained without each fold of sites


def examples(
    corpora: Iterable[Corpus], advance: Callable[[], None] = lambda: None, words: Words | None = None
) -> Iterator[Example]:
    """Yield the training pages of some corpora, one example per datum.

    ``words`` counts the words of all pages, those without gold metadata included.
    """
    method = catalog.get(catalog.DEFAULT)
    for corpus in corpora:
        has_titles = any(sample.gold.title for sample in corpus)
        for sample in corpus:
            advance()
            gold = sample.gold
            # In corpora without titles, it may be the headline; if not, it is hardly ever a candidate.
            lines = () if has_titles or gold.includes.title is False else (gold.text or "").split("\n")
            first = next(filter(None, map(str.strip, lines)), None)
            known = gold.is_article is not False and (gold.title or gold.authors or gold.date or first)
            if not known and words is None:
                continue
            page = sample.page()
            if page is None:
                continue
            if words is not None:
                words.add(gold.site_or_page, page.texts)
            if known:
                facts = Facts(page)
                if first is not None and (gold.includes.title or fold(first) in fold(facts.head.title or "")):
                    gold = replace(gold, title=first)
                keep = method.mark(page, Given(facts=facts)).keep
                yield from of_page(Context(facts, keep), gold)
                if gold.authors:
                    yield from _made(sample.text(), gold, method)


def of_page(context: Context, gold: Gold) -> Iterator[Example]:
    """Yield the examples of one page."""
    where = (gold.corpus, gold.site_or_page, gold.id)
    if gold.title:
        title = fold(gold.title)
        heads = headlines(context)
        yield _example("title", where, evidence(context, heads), [one.folded == title for one in heads], 1)
    if gold.authors:
        yield _authors(where, context, gold)
    if gold.date is not None:
        day = gold.date.isoformat()
        dated = days.candidates(context)
        yield _example("published", where, [one.evidence for one in dated], [one.day == day for one in dated], 1)


def _made(html: str, gold: Gold, method: Method) -> Iterator[Example]:
    """Yield the examples of pages that are made from one with known authors. Where these are removed, other names that
    are stated or begin a byline may be right too, and are left out.
    """
    paper = gold.site_or_page.split(".")[0].title() + " News"
    for kind, text in made(html, gold.authors, paper):
        try:
            facts = Facts(read_page(text, url=gold.url))
        except BroadsheetError:
            continue
        context = Context(facts, method.mark(facts.page, Given(facts=facts)).keep)
        one = replace(_authors((kind, gold.site_or_page, gold.id), context, gold), weight=_MADE_WEIGHTS[kind])
        if kind != NOBODY:
            yield one
        elif not one.right.any():
            wrong = [at for at, name in enumerate(one.names) if not name.has_any(_PERHAPS_RIGHT)]
            names = tuple(one.names[at] for at in wrong)
            yield replace(one, evidence=one.evidence[wrong], right=one.right[wrong], wanted=0, names=names)


def _authors(where: tuple[str, str, str], context: Context, gold: Gold) -> Example:
    wanted = folded_names(gold.authors)
    found = tuple(authors.candidates(context))
    right = [one.folded in wanted for one in found]
    return replace(_example("authors", where, [one.evidence for one in found], right, len(wanted)), names=found)


def _completed(page: Example, lexicon: Mapping[str, float] | None) -> Example:
    """A page with the evidence that depends on a lexicon, which others may have been trained on."""
    return replace(page, evidence=authors.complete(page.names, lexicon)) if page.names else page


def _example(
    datum: str,
    where: tuple[str, str, str],
    evidence: Sequence[Sequence[float]] | Array,
    right: list[bool],
    wanted: int,
) -> Example:
    columns = len(COLUMNS[datum])
    stacked = np.array(evidence, dtype=np.float32).reshape(len(evidence), columns)
    return Example(datum, *where, stacked, np.array(right, dtype=np.bool_), wanted)


def learn(datum: str, pages: Sequence[Example], settings: Settings, words: Words | None = None) -> Trained:
    """Train the ranking of a datum, and evaluate it on held-out sites."""
    pages = [page for page in pages if page.datum == datum]
    if not any(page.right.any() for page in pages):
        raise ValueError(f"no page of these corpora has a known {datum}")
    known, others = words.lexicons() if words is not None and datum == "authors" else (None, [None] * FOLDS)
    models: list[Ranking | None] = []
    unseen: list[tuple[Ranking, Example]] = []
    for out, lexicon in zip(range(FOLDS), others, strict=True):
        kept = [_completed(page, lexicon) for page in pages if fold_of(page.site) != out]
        if not any(map(_teaches, kept)):
            models.append(None)
            continue
        model = replace(_fit(datum, kept, settings), lexicon=lexicon)
        models.append(model)
        unseen += [(model, page) for page in pages if fold_of(page.site) == out]
    measured = [(model, page) for model, page in unseen if page.corpus not in _MADE_WEIGHTS]
    threshold = _threshold(measured, settings) if datum == "authors" and measured else _DEFAULT_THRESHOLD
    whole = replace(
        _fit(datum, [_completed(page, known) for page in pages], settings), lexicon=known, threshold=threshold
    )
    folds = tuple(whole if model is None else replace(model, threshold=threshold) for model in models)
    return Trained(datum, whole, _figures(unseen, threshold), settings, folds)


def _threshold(unseen: Sequence[tuple[Ranking, Example]], settings: Settings) -> float:
    """Return the highest threshold that is as good as the best: a wrong name is worse than none."""
    tries = np.arange(0.2, 0.91, 0.05)
    of_page = [settings.weight.get(page.corpus, 1.0) for _, page in unseen]
    scores = [[_score(model, page, level) for model, page in unseen] for level in tries]
    means = np.average(scores, axis=1, weights=of_page).tolist()
    return max(float(level) for level, mean in zip(tries, means, strict=True) if mean >= max(means) - _MAX_F1_LOSS)


def _figures(unseen: Sequence[tuple[Ranking, Example]], threshold: float) -> dict[str, tuple[int, float, float]]:
    """Return by corpus the number of held-out pages, their mean score, and the best possible one."""
    scores: dict[str, list[tuple[float, float]]] = {}
    for model, page in unseen:
        best = float(page.right.any() or not page.wanted)
        if page.datum == "authors" and page.wanted:
            best = _f1(page, page.right)
        scores.setdefault(page.corpus, []).append((_score(model, page, threshold), best))
    return {
        corpus: (len(values), float(np.mean([one for one, _ in values])), float(np.mean([best for _, best in values])))
        for corpus, values in scores.items()
    }


def _score(model: Ranking, page: Example, threshold: float) -> float:
    if not len(page.right):
        return float(not page.wanted)
    if page.datum == "authors":
        authors.choose(page.names, model.probability(authors.complete(page.names, model.lexicon)), threshold)
        taken = np.array([one.taken for one in page.names])
        return _f1(page, taken) if page.wanted else float(not taken.any())
    return float(page.right[int(np.argmax(model.score(page.evidence)))])


def _f1(page: Example, taken: NDArray[np.bool_]) -> float:
    hits = int((taken & page.right).sum())
    return Overlap(hits, int(taken.sum()) - hits, page.wanted - hits).f1


def settings_of(datum: str, *, seed: int = 0) -> Settings:
    """Return the parameters that are best on held-out sites."""
    return replace(_SETTINGS[datum], seed=seed)


def _fit(datum: str, pages: Sequence[Example], settings: Settings) -> Ranking:
    """Fit several networks, and join them to one that gives their mean score and the prior."""
    members = [_fit_one(datum, pages, replace(settings, seed=settings.seed + n)) for n in range(settings.members)]
    count = np.float32(len(members))
    prior = np.zeros(len(COLUMNS[datum]), dtype=np.float32)
    if datum in _PRIOR:
        column, prior_score = _PRIOR[datum]
        prior[COLUMNS[datum].index(column)] = prior_score
    return Ranking(
        columns=COLUMNS[datum],
        hidden=np.concatenate([one.hidden for one in members], axis=1),
        bias=np.concatenate([one.bias for one in members]),
        output=(np.concatenate([one.output for one in members]) / count).astype(np.float32),
        direct=(np.sum([one.direct for one in members], axis=0) / count).astype(np.float32) + prior,
        constant=float(np.mean([one.constant for one in members])),
    )


def _fit_one(datum: str, pages: Sequence[Example], settings: Settings) -> Ranking:
    """Fit by Adam with a warm-up and a linear decay."""
    listwise = datum != "authors"
    stack = _stack([page for page in pages if _teaches(page)], settings)
    columns = len(COLUMNS[datum])
    draw = np.random.default_rng(settings.seed)
    hidden = draw.normal(0, (2 / columns) ** 0.5, (columns, settings.units))
    parameters: list[Double] = [
        hidden, np.zeros(settings.units), draw.normal(0, 0.5 * settings.units**-0.5, settings.units),
        np.zeros(columns), np.zeros(1),
    ]  # fmt: skip
    first = [np.zeros_like(part) for part in parameters]
    second = [np.zeros_like(part) for part in parameters]
    count = len(stack.size)
    steps = settings.epochs * -(-count // settings.batch)
    step = 0
    for _ in range(settings.epochs):
        order = draw.permutation(count)
        for at in range(0, count, settings.batch):
            gradient = _gradient(parameters, stack.some(order[at : at + settings.batch]), listwise=listwise)
            step += 1
            rate = settings.rate * min(1.0, 10 * step / steps) * (1 - step / (steps + 1))
            for part, slope, one, two in zip(parameters, gradient, first, second, strict=True):
                one += 0.1 * (slope - one)
                two += 0.001 * (slope * slope - two)
                move = one / (1 - 0.9**step) / (np.sqrt(two / (1 - 0.999**step)) + 1e-8)
                part -= rate * (move + settings.decay * part)
    small = [part.astype(np.float32) for part in parameters]
    return Ranking(COLUMNS[datum], small[0], small[1], small[2], small[3], float(small[4][0]))


def _teaches(page: Example) -> bool:
    """Whether a page can be trained on: where one candidate is chosen, one must be right."""
    return bool(len(page.right)) and (page.datum == "authors" or bool(page.right.any()))


@dataclass(frozen=True, slots=True, eq=False)
class _Stack:
    """Concatenated pages."""

    evidence: Double  # shape (candidates, columns)
    right: NDArray[np.bool_]  # shape (candidates,)
    # ``begin, size``: index of each page's first candidate, and number of candidates, shape (pages,)
    begin: NDArray[np.int64]
    size: NDArray[np.int64]
    weight: Double  # weight of each page, shape (pages,)

    def some(self, pages: NDArray[np.int64]) -> _Stack:
        """Return some of the pages."""
        size = self.size[pages]
        begin = np.cumsum(size) - size
        rows = np.repeat(self.begin[pages] - begin, size) + np.arange(int(size.sum()))
        return _Stack(self.evidence[rows], self.right[rows], begin, size, self.weight[pages])


def _stack(pages: Sequence[Example], settings: Settings) -> _Stack:
    size = np.array([len(page.right) for page in pages], dtype=np.int64)
    return _Stack(
        np.concatenate([page.evidence for page in pages]).astype(np.float64),
        np.concatenate([page.right for page in pages]),
        np.cumsum(size) - size,
        size,
        np.array([settings.weight.get(page.corpus, 1.0) * page.weight for page in pages]),
    )


def _gradient(parameters: Sequence[Double], batch: _Stack, *, listwise: bool) -> list[Double]:
    hidden, bias, output, direct, constant = parameters
    evidence, right, begin = batch.evidence, batch.right, batch.begin
    units = np.maximum(evidence @ hidden + bias, 0)
    score = units @ output + evidence @ direct + constant[0]
    page = np.repeat(np.arange(len(begin)), batch.size)
    if listwise:
        chance = np.exp(score - np.maximum.reduceat(score, begin)[page])
        chance /= np.add.reduceat(chance, begin)[page]
        among = chance * right
        slope = chance - among / np.maximum(np.add.reduceat(among, begin), 1e-9)[page]
    else:
        slope = 1 / (1 + np.exp(-np.clip(score, -40, 40))) - right
    slope *= batch.weight[page] / len(begin)
    back = np.outer(slope, output) * (units > 0)
    return [
        evidence.T @ back, back.sum(axis=0), units.T @ slope, evidence.T @ slope,
        np.array([0.0 if listwise else slope.sum()]),
    ]  # fmt: skip


def arrays(ranking: Ranking) -> dict[str, Any]:
    """The weights as `broadsheet.metadata.ranking.read` reads them."""
    known = ranking.lexicon
    words = {} if known is None else {
        "words": words_as_bytes(known),
        "small": np.rint(255 * np.array(list(known.values()), dtype=np.float64)).astype(np.uint8),
    }  # fmt: skip
    return {
        "columns": np.array(ranking.columns),
        **{name: getattr(ranking, name) for name in ("hidden", "bias", "output", "direct")},
        **{name: np.float32(getattr(ranking, name)) for name in ("constant", "threshold")},
        **words,
    }


def write(trained: Trained, folder: Path) -> None:
    """Write the weights into a folder."""
    (folder / f"{trained.datum}.npz").write_bytes(packed(arrays(trained.ranking)))


def write_folds(trained: Trained, folder: Path) -> None:
    """Write the weights trained without each fold of sites, into ``fold0`` to ``fold4``."""
    for number, ranking in enumerate(trained.folds):
        inner = folder / f"fold{number}"
        inner.mkdir(parents=True, exist_ok=True)
        write(replace(trained, ranking=ranking), inner)


def model_card(trained: Sequence[Trained], origin: Origin) -> str:
    """Return the model card in Markdown: training data and figures on held-out sites."""
    words = {"title": "exactly right", "authors": "F1 of the set of names", "published": "right day"}
    parts = [
        origin.head("Model card: metadata"),
        "The same pages give the same files.",
        "Each model ranks candidates with a network of one hidden layer over the columns that `broadsheet.metadata` "
        "names; see `ranking.py`.\n"
        "The figures are from five folds by site: each page is scored by a network that has not seen its site.\n"
        "The position of the body is part of the evidence; the shipped default method found the body,\n"
        "and has seen these pages. *Best* is the score of a choice that is always right.",
    ]
    for one in trained:
        rows = (
            (corpus, pages, f"{score:.3f}", f"{best:.3f}")
            for corpus, (pages, score, best) in sorted(one.figures.items())
        )
        facts = {"columns": len(one.ranking.columns), "threshold": round(one.ranking.threshold, 2)}
        facts |= asdict(one.settings)
        parts += [
            f"## {one.datum}: {words[one.datum]}",
            markdown_table(("corpus", "pages", "score", "best"), rows),
            "; ".join(f"{name}: {value}" for name, value in facts.items()) + ".",
        ]
    return paragraphs(*parts)
