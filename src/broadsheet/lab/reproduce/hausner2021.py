"""Hausner & Gertz 2021: graph networks on the document, an SVC and an MLP as baselines, and two libraries.

Their pages are of 16 German outlets; ours are the German pages of two corpora, rendered. One corpus has gold texts; the
other has a few segments of each page that must and must not be found: its other blocks are not scored, and all
classifiers treat them as negative, as the paper does with unlabelled text. The edit distance needs a gold text.

Everything is trained here, the networks five times each, with the paper's parameters and number of pages. Three
protocols:

* known outlets: few German outlets have several pages; every second page of such an outlet is tested with classifiers
  trained on its other pages, among pages of other outlets.
* held-out outlets: the same classifiers on pages of unseen outlets.
* sixteen outlets: the paper's numbers of outlets and pages per set, all with gold texts; few outlets are German.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import count, zip_longest
from pathlib import Path
from statistics import fmean, median, pstdev
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import CorpusError, NeedsNotMet, SourceUnreadable
from broadsheet.lab.corpora import Corpus, Sample
from broadsheet.lab.evaluate.entrants import of_library
from broadsheet.lab.evaluate.libraries import boilerpipe, justext
from broadsheet.lab.evaluate.papers import confusion, edit_distance, node_scores
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.evaluate.run import call
from broadsheet.lab.reproduce.scores import figure
from broadsheet.lab.reproduce.studies import Figures, Options, published
from broadsheet.lab.train.embeddings import edges, tag_vectors, walks
from broadsheet.lab.train.gcn import fit_runs
from broadsheet.lab.train.node_networks import Settings
from broadsheet.lab.train.node_pages import Example, Learnt, choose, classify, examples, snapshot_file, snapshots_in
from broadsheet.methods.dom_nodes import TAG_DIMENSION, load_embeddings
from broadsheet.page import Page, read_page
from broadsheet.page.arrays import FloatArray
from broadsheet.show.render import Browser
from broadsheet.show.render import Options as Rendering

__all__ = ["TITLE", "measure", "section", "summary"]

TITLE: Final = "Hausner & Gertz 2021: graph embeddings of the document"

VARIABLE: Final = "BROADSHEET_SNAPSHOTS"  # environment variable with a folder of rendered pages, DIR/CORPUS/ID.snapshot
RUNS: Final = 5
_CORPORA: Final = ("fundus", "trafilatura")
_LANGUAGE: Final = "de"
_TEST, _DEVELOPMENT, _TRAINING = 73, 20, 111  # pages of the paper's sets
_PARTS: Final = 2  # parts of an outlet's pages: one is tested, the others are for training
_TURNS: Final = (0, 1)  # index of the tested part in each turn
_QUICK: Final[dict[str, Any]] = {"layers": 2, "epochs": 10, "rate": 1e-3}  # the ablation: few large steps
_OUTLETS: Final = 16  # of the paper
_OUTLET_PAGES: Final = 13  # per outlet: (73 + 20 + 111) / 16, rounded up
_SAMPLED: Final = 5  # children of a node in a training step, with sampling
_PROTOCOLS: Final = {"known": "known outlets", "held out": "held-out outlets", "sixteen": "sixteen outlets"}
_GERMAN: Final = ("known", "held out")
_FAST: Final = " rate"  # suffix of networks trained at ten times the paper's rate
_MODELS: Final[dict[str, dict[str, Any]]] = {
    "svc": {"model": "svc", "nodes": 1_000_000},
    "mlp": {"model": "mlp"},
    "gcn2": {"model": "gcn", "layers": 2},
    "gcn3": {"model": "gcn", "layers": 3},
    "gcn2 rate": {"model": "gcn", "layers": 2, "rate": 1e-3},
    "gcn3 rate": {"model": "gcn", "layers": 3, "rate": 1e-3},
}
_NAMES: Final = {
    "svc": "SVC", "mlp": "MLP", "gcn2": "GCN2", "gcn3": "GCN3", "gcn2 rate": "GCN2, ten times the rate",
    "gcn3 rate": "GCN3, ten times the rate", "justext": "jusText", "boilerpipe": "Boilerpipe",
}  # fmt: skip
# Precision, recall and F1, micro and macro each, and edit distance; of the libraries the edit distance alone.
_PUBLISHED: Final[Mapping[str, Sequence[float]]] = published("hausner2021")


class Sets(NamedTuple):
    """The pages of one turn: for training, for development, and for the test of known and of unknown outlets."""

    training: list[Example]
    development: list[Example]
    known: list[Example]
    unknown: list[Example]


def measure(corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
    """Train and test all four classifiers by three protocols, and GCN2 with one change at a time.

    Raises:
        CorpusError: no German page with a gold answer.
        NeedsNotMet: pages are not rendered, and there is no browser.
        MissingExtra: PyTorch, scikit-learn, Playwright or a compared library is not installed.
    """
    chosen = [
        options.draw(corpus.where(lambda gold: gold.lang == _LANGUAGE)) for corpus in corpora if corpus.name in _CORPORA
    ]
    if not sum(map(len, chosen)):
        raise CorpusError(f"Hausner 2021 needs German pages of {' or '.join(_CORPORA)}")
    others = sixteen([options.draw(corpus) for corpus in corpora], seed=options.seed)
    with ExitStack() as stack:
        page_of = rendered(stack, os.environ.get(VARIABLE))
        advance = _progress("Hausner 2021: pages", sum(map(len, [*chosen, *others])), options)
        pages, of_outlets = (
            list(examples(some, load_embeddings(), page_of=page_of, advance=advance)) for some in (chosen, others)
        )
    turns = [divide(pages, turn, seed=options.seed) for turn in _TURNS]
    return {
        "pages": len(pages),
        "runs": RUNS,
        "protocols": judge(turns, _GERMAN, options)
        | (judge([divide_outlets(of_outlets)], ("sixteen",), options) if of_outlets else {}),
        "ablation": ablate(turns, options),
    }


def sixteen(corpora: Sequence[Corpus], *, seed: int) -> list[Corpus]:
    """Return the corpora with only pages with gold texts of sixteen outlets, thirteen each; empty if too few."""
    outlets: dict[tuple[str, str], list[str]] = {}
    for corpus in corpora:
        for sample in corpus:
            gold = sample.gold
            if gold.text is not None and gold.site and gold.can_be_scored and gold.is_article is not False:
                outlets.setdefault((corpus.name, gold.site), []).append(gold.name)
    enough = sorted(name for name, found in outlets.items() if len(found) >= _OUTLET_PAGES)
    if len(enough) < _OUTLETS:
        return []
    draw = random.Random(seed)  # noqa: S311 - reproducible draws, no secrets
    wanted = {
        page for outlet in draw.sample(enough, _OUTLETS) for page in draw.sample(sorted(outlets[outlet]), _OUTLET_PAGES)
    }
    drawn = [corpus.where(lambda gold: gold.name in wanted) for corpus in corpora]
    return [corpus for corpus in drawn if len(corpus)]


def rendered(stack: ExitStack, folder: str | None) -> Callable[[Sample], Page | None]:
    """Return a function that finds a page rendered in the folder, or renders and stores it."""
    known = snapshots_in(Path(folder)) if folder else lambda sample: None
    browser: list[Browser] = []

    def page_of(sample: Sample) -> Page | None:
        # Snapshots of another version of the parser are rendered again.
        with suppress(SourceUnreadable):
            page = known(sample)
            if page is not None:
                return page
        if not browser:
            browser.append(stack.enter_context(Browser(Rendering(timeout=60))))
        try:
            snapshot = browser[0].render(read_page(sample.text(), url=sample.gold.url))
        except NeedsNotMet as error:
            raise NeedsNotMet(
                f"pages must be rendered: name a folder of snapshots with {VARIABLE}, or: {error}"
            ) from error
        if folder:
            file = snapshot_file(Path(folder), sample.gold)
            file.parent.mkdir(parents=True, exist_ok=True)
            snapshot.save(file)
        return snapshot.page

    return page_of


def divide(pages: Sequence[Example], turn: int, *, seed: int) -> Sets:
    """Divide the pages for a turn.

    In the corpus with gold texts, every second page of an outlet with several pages is for the test of known outlets,
    and the others are for training; of the outlets with one page, half are for the test of unknown ones. The other
    corpus fills all sets up to the paper's numbers, except that of known outlets, because it has rarely two pages of
    one. The tests of the turns, 0 and 1, are disjoint.
    """
    draw = random.Random(seed)  # noqa: S311 - reproducible draws, no secrets
    outlets = _by_site(page for page in pages if page.wanted is not None)
    several = [found for found in outlets.values() if len(found) > 1]
    single = [found[0] for found in outlets.values() if len(found) == 1]
    draw.shuffle(single)
    known = [page for found in several for page in found[turn::_PARTS]]
    partners = [page for found in several for place, page in enumerate(found) if place % _PARTS != turn]
    unknown, rest = single[turn::_PARTS], [page for at, page in enumerate(single) if at % _PARTS != turn]
    whole = len(partners) + len(rest)
    development = rest[: round(whole * _DEVELOPMENT / (_DEVELOPMENT + _TRAINING))]
    training = [*partners, *rest[len(development) :]]
    # The other corpus, outlet by outlet; those tested in earlier turns come last.
    with_text = {site for _, site in outlets}
    others = _by_site(page for page in pages if page.wanted is None and page.site not in with_text)
    order = sorted(others)
    draw.shuffle(order)
    begin = len(order) * turn // _PARTS
    left = [others[site] for site in (*order[begin:], *order[:begin])]
    for into, most in ((unknown, _TEST), (development, _DEVELOPMENT), (training, _TRAINING)):
        while left and len(into) < most:
            into += left.pop(0)[: most - len(into)]
    return Sets(training, development, known, unknown)


def _by_site(pages: Iterable[Example]) -> dict[tuple[str, str], list[Example]]:
    """Group pages by corpus and site, in the order of their ids."""
    outlets: dict[tuple[str, str], list[Example]] = {}
    for page in sorted(pages, key=lambda page: page.gold.id):
        outlets.setdefault((page.gold.corpus, page.site), []).append(page)
    return outlets


def divide_outlets(pages: Sequence[Example]) -> Sets:
    """Divide pages into sets of the paper's sizes with pages of every outlet in each, as far as they last."""
    order = [page for turn in zip_longest(*_by_site(pages).values()) for page in turn if page is not None]
    rest = order[_TEST:]
    return Sets(rest[_DEVELOPMENT:][:_TRAINING], rest[:_DEVELOPMENT], order[:_TEST], [])


def judge(turns: Sequence[Sets], protocols: Sequence[str], options: Options, **changes: Any) -> dict[str, Any]:
    """Train the classifiers with changed settings, and test them and the libraries by some protocols, on all turns."""
    fingerprint = load_embeddings().fingerprint
    out: dict[str, dict[str, Any]] = {name: {"models": {}} for name in protocols}
    for name, model in _MODELS.items():
        settings = Settings(**{**model, **changes})
        for protocol, runs in train_and_test(name, turns, settings, fingerprint, protocols, options).items():
            out[protocol]["models"][name] = runs
    for protocol, found in out.items():
        test = [page for one in turns for page in _tested(one, protocol)]
        found |= {
            "training": [len(one.training) for one in turns],
            "training with text": [sum(page.wanted is not None for page in one.training) for one in turns],
            "development": [len(one.development) for one in turns],
            "test": len(test),
            "with text": sum(page.wanted is not None for page in test),
            "nodes": int(sum(page.known.sum() for page in test)),
            "positive": int(sum(page.label.sum() for page in test)),
            "libraries": libraries(test),
        }
    return out


def train_and_test(
    name: str, turns: Sequence[Sets], settings: Settings, embeddings: str, protocols: Sequence[str], options: Options
) -> dict[str, list[dict[str, float]]]:
    """Train a classifier on each turn in several runs; return, by protocol, each run's scores on all turns' tests."""
    report = _progress(f"Hausner 2021: {name}", len(turns) * settings.epochs, options)
    runs = range(1 if settings.model == "svc" else RUNS)  # the support vector machine has one solution
    learnt = [fit_runs(one.training, one.development, embeddings, settings, runs, report) for one in turns]
    return {
        protocol: [
            scores((of, _tested(one, protocol)) for of, one in zip(run, turns, strict=True))
            for run in zip(*learnt, strict=True)
        ]
        for protocol in protocols
    }


def _progress(what: str, total: int, options: Options) -> Callable[..., None]:
    """Return a function that reports one more step, whatever its arguments."""
    steps = count(1)
    return lambda *_: options.progress(what, next(steps), total)


def _tested(sets: Sets, protocol: str) -> list[Example]:
    return sets.unknown if protocol == "held out" else sets.known


def ablate(turns: Sequence[Sets], options: Options, **changes: Any) -> dict[str, Any]:
    """Train GCN2 with one change at a time, by the two protocols of German pages, mostly in few epochs at a high rate.

    Tag embeddings are trained on the pages for training and development: by word2vec over the edges as in the paper,
    and over walks like DeepWalk and node2vec.
    """
    pages = {page.gold.name: page for sets in turns for part in sets for page in part}
    tags = {name: read_page(page.source).tag[page.nodes.rows] for name, page in pages.items()}
    out: dict[str, Any] = {}
    for name, (pairs_of, own_changes) in _VARIANTS.items():
        own = []
        for sets in turns:
            trees = [(tags[page.gold.name], page.nodes.parent) for page in (*sets.training, *sets.development)]
            vectors = tag_vectors(pairs_of(trees, options.seed), seed=options.seed).astype(np.float16)
            own.append(Sets(*([_with_tags(page, vectors[tags[page.gold.name]]) for page in part] for part in sets)))
        out[name] = train_and_test(name, own, Settings(**{**_QUICK, **own_changes, **changes}), "", _GERMAN, options)
    return out


Trees = Sequence[tuple[NDArray[Any], NDArray[Any]]]


def _edges(trees: Trees, seed: int) -> FloatArray:
    return edges(trees)


# Pairs of tags to train on, and changed settings.
_VARIANTS: Final[dict[str, tuple[Callable[[Trees, int], FloatArray], dict[str, Any]]]] = {
    "word2vec over the edges (the paper)": (_edges, {}),
    "DeepWalk": (lambda trees, seed: walks(trees, seed=seed), {}),
    "node2vec, p = 0.5, q = 2": (lambda trees, seed: walks(trees, p=0.5, q=2.0, seed=seed), {}),
    f"the first, and at most {_SAMPLED} children sampled in a step (GraphSAGE)": (_edges, {"neighbours": _SAMPLED}),
    "the first, blocks of unknown label left out": (_edges, {"unnamed": 0.0}),
}


def _with_tags(page: Example, vectors: NDArray[np.float16]) -> Example:
    features = page.nodes.features.copy()
    features[:, :TAG_DIMENSION] = vectors
    return replace(page, nodes=replace(page.nodes, features=features))


def scores(tested: Iterable[tuple[Learnt, Sequence[Example]]]) -> dict[str, float]:
    """Score nodes before and after refinement, and edit distances, over all test pages of some classifiers."""
    bare, refined, edits, bare_edits = [], [], [], []
    for learnt, page in ((learnt, page) for learnt, pages in tested for page in pages):
        probability = classify(learnt, page)
        of_blocks = probability[page.nodes.blocks]
        chosen = choose(learnt, page, of_blocks)
        kept = np.zeros(len(page.label), dtype=np.bool_)
        kept[page.nodes.blocks[chosen]] = True
        bare.append(confusion(page.label[page.known], probability[page.known] >= learnt.threshold))
        refined.append(confusion(page.label[page.known], kept[page.known]))
        if page.wanted is not None:
            edits.append(edit_distance(wanted_text(page), _text(page, chosen)))
            bare_edits.append(edit_distance(wanted_text(page), _text(page, of_blocks >= learnt.threshold)))
    out = {}
    for name, found in (("classified", node_scores(bare)), ("refined", node_scores(refined))):
        for kind in ("precision", "recall", "f1"):
            out[f"{name} {kind} micro"] = round(getattr(found.micro, kind), 4)
            out[f"{name} {kind} macro"] = round(getattr(found.macro, kind), 4)
        out[f"{name} f1 content"] = round(found.positive.f1, 4)
    return out | spread_of(edits) | {"edits unrefined": round(fmean(bare_edits), 1) if bare_edits else 0.0}


def spread_of(edits: Sequence[int]) -> dict[str, float]:
    """Return mean and median of edit distances, and the share of their sum in the worst tenth of the pages."""
    if not edits:
        return {"edits": 0.0, "edits median": 0.0, "edits of worst tenth": 0.0}
    worst = sorted(edits, reverse=True)[: max(1, round(len(edits) / 10))]
    return {
        "edits": round(fmean(edits), 1),
        "edits median": round(float(median(edits)), 1),
        "edits of worst tenth": round(sum(worst) / max(1, sum(edits)), 4),
    }


def libraries(pages: Sequence[Example]) -> dict[str, dict[str, float]]:
    """Return edit distances of the libraries on the pages with a gold text."""
    found = {}
    scored = [page for page in pages if page.wanted is not None]
    for library in (justext(), boilerpipe("ArticleSentencesExtractor")) if scored else ():
        edits = []
        for page in scored:
            done = call(of_library(library), page.source, page.gold)
            edits.append(edit_distance(wanted_text(page), done.text))
        found[library.name] = spread_of(edits)
    return found


def wanted_text(page: Example) -> str:
    """Return the text of the labelled nodes, the paper's "ground truth text given by the annotations"."""
    return _text(page, page.label[page.nodes.blocks])


def _text(page: Example, chosen: Any) -> str:
    return " ".join(text for text, kept in zip(page.texts, chosen, strict=True) if kept)


def summary(figures: Figures) -> str:
    """Write F1 and edit distance by each protocol with the published ones, and how many claims hold."""
    protocols = figures["protocols"]
    rows = []
    for name in (*_MODELS, "justext", "boilerpipe"):
        cells = []
        for found in protocols.values():
            runs = found["models"].get(name)
            best = _best(runs) if runs else found["libraries"].get(name, {})
            cells += [figure(best.get(_F1), 2), figure(best.get(_E), 1)]
        published = _PUBLISHED[name.removesuffix(_FAST)]
        theirs = [figure(published[_COLUMN[_F1]] if len(published) > 1 else None, 2), figure(published[-1], 1)]
        rows.append([_NAMES[name], *theirs, *cells])
    listed, first = [], []
    for name, found in protocols.items():
        words = [word for claim in _CLAIMS if (word := _verdict(claim, found)) != "-"]
        listed.append(f"{sum(word.startswith('yes') for word in words)} of {len(words)} with {_PROTOCOLS[name]}")
        first.append(_verdict(_CLAIMS[0], found).partition(":")[0])
    return "\n".join(
        [
            "## Figures\n\nMacro F1 of nodes and mean edit distance in characters after refinement, of the best of the "
            "runs, as in the paper. Three protocols: the German pages of two corpora with outlets known from training; "
            "the same with held-out outlets; and the paper's own, sixteen outlets in each set, on other pages. All "
            "pages are rendered without a network.\n",
            markdown_table(["", *(f"{of} {kind}" for of in ("published", *map(_PROTOCOLS.__getitem__, protocols))
                         for kind in ("F1", "edits"))], rows),
            f"How many of the paper's orderings hold: {', '.join(listed)}. The one of the abstract, that "
            f"{_CLAIMS[0].says}: {', '.join(first)}.",
        ]
    )  # fmt: skip


def section(figures: Figures) -> str:
    """Write the section: a table for each protocol, the claims, and the ablation."""
    protocols = figures["protocols"]
    parts = [
        "Precision, recall and F1 of nodes, *micro* and *macro* over the two classes (so that micro is the accuracy), "
        "and the edit distance in characters to the text of the labelled blocks. "
        "As in the paper, a node is content if it is a block of text of the article. "
        "Our block is the nearest line-break element of the text; it is labelled if half of its characters are in text "
        "nodes that are aligned with the gold text. "
        "The paper also labels headings: so are subheadings here, and the headline in corpora that do not tell it "
        "apart (`daniel`, often `dragnet`). "
        "All pages are rendered without a network, so that external style sheets have no effect. "
        "As in the paper, the best of the runs by macro F1 is shown, and published figures are in brackets; scores are "
        "of the classification, edit distances and the last column are after refinement. "
        "Epochs, rates, dropout and weights are the paper's; the graph networks are trained a second time at ten times "
        "the paper's rate. "
        "The runs of a network have different initial weights and the same order of pages, so the deviations come from "
        "the initial weights alone. "
        "The word vectors are those of the package: from far less text than the paper's, and from all sites but a "
        "fifth, so that they may include the words of test pages, without labels. "
        "Tag vectors minimise word2vec's objective in full instead of by sampling. "
        "Boilerpipe, a port that repairs no HTML, reads pages with balanced tags.\n"
    ]
    for name, found in protocols.items():
        title = _PROTOCOLS[name]
        parts += [f"## {title[0].upper()}{title[1:]}\n", _sizes(name, figures, found), _table(found), _spread(found)]
    parts += [_claims(protocols)]
    if figures.get("ablation"):
        parts.append(_ablation(figures["ablation"]))
    return "\n".join(filter(None, parts))


def _sizes(protocol: str, figures: Figures, found: Figures) -> str:
    several = len(found["training"]) > 1
    differs = {
        "known": (
            f"Pages are the German ones of `fundus` and `trafilatura`, {figures['pages']} in all. "
            "Every second page of an outlet with several pages is a test page; the classifiers are trained on its "
            f"others and on pages of other outlets{', and in a second turn the other way round' if several else ''}. "
            "The paper has seven training pages of each outlet, and gold labels for all; here most training pages are "
            "of `trafilatura`, which lists a few segments of each page. Its other blocks are negative in training, "
            "like unlabelled text in the paper, and are not scored."
        ),
        "held out": (
            "The same classifiers on pages of unseen outlets, which the paper names as the fairer test and does not "
            "make."
        ),
        "sixteen": (
            "The paper's protocol with other pages: sixteen outlets drawn from all corpora with gold texts, all of "
            "them in each set, as many pages as in the paper. Few are German, and many pages are old."
        ),
    }[protocol]
    return (
        f"{differs} {_counts(found['training'])} training pages, {_counts(found['training with text'])} of these with "
        f"a gold text; {_counts(found['development'])} for development; {found['test']} for the test, "
        f"{found['with text']} of these with a gold text; {found['positive']:,} of the test's {found['nodes']:,} nodes "
        "are content.\n"
    )


def _counts(counts: Sequence[int]) -> str:
    return " and ".join(map(str, dict.fromkeys(counts)))


def _best(runs: Sequence[Figures]) -> Figures:
    return max(runs, key=lambda run: run["classified f1 macro"])


def _table(found: Figures) -> str:
    kinds = [f"{kind} {mean}" for kind in ("precision", "recall", "f1") for mean in ("micro", "macro")]
    rows = []
    for name in _MODELS:
        if not found["models"].get(name):
            continue
        best = _best(found["models"][name])
        published = _PUBLISHED[name.removesuffix(_FAST)]
        cells = [
            f"{figure(best[f'classified {kind}'], 2)} ({value:.2f})"
            for kind, value in zip(kinds, published, strict=False)
        ]
        rows.append([_NAMES[name], *cells, *_edits(best, published[6]), figure(best["refined f1 macro"], 2)])
    for name, of in found["libraries"].items():
        rows.append([_NAMES[name], *["-"] * 6, *_edits(of, _PUBLISHED[name][0]), "-"])
    head = [
        "", "P micro", "P macro", "R micro", "R macro", "F1 micro", "F1 macro", "edit distance, mean", "median",
        "worst tenth's share", "refined F1 macro",
    ]  # fmt: skip
    return markdown_table(head, rows)


def _edits(found: Figures, published: float) -> list[str]:
    share = f"{100 * found['edits of worst tenth']:.0f} %"
    return [f"{found['edits']:.1f} ({published:.1f})", f"{found['edits median']:.1f}", share]


def _spread(found: Figures) -> str:
    rows = (
        [_NAMES[name], str(len(runs)), *(_mean([run[kind] for run in runs], digits) for kind, digits in _KINDS)]
        for name in _MODELS
        if (runs := found["models"].get(name))
    )
    return markdown_table(["mean ± deviation", "runs", *_HEADS], rows)


_KINDS: Final = (
    ("classified f1 macro", 3), ("refined f1 macro", 3), ("refined f1 content", 3), ("edits", 1), ("edits median", 1),
)  # fmt: skip
_HEADS: Final = ("F1 macro", "refined F1 macro", "refined F1 of content", "edit distance", "its median")


def _mean(values: Sequence[float], digits: int) -> str:
    if len(values) == 1:
        return figure(values[0], digits)
    return f"{fmean(values):.{digits}f} ± {pstdev(values):.{digits}f}"


class Claim(NamedTuple):
    """An ordering that the paper claims: each of the first is better than each of the second."""

    where: str  # place in the paper
    says: str  # the claim
    kind: str  # the score
    # ``better, worse``: names of classifiers or libraries
    better: tuple[str, ...]
    worse: tuple[str, ...]
    fewer: bool = False  # whether lower is better


_GRAPHS: Final = ("gcn2", "gcn3")
_F1, _P, _R, _E = "classified f1 macro", "classified precision macro", "classified recall macro", "edits"
_CLAIMS: Final = (
    Claim("abstract, Table 1b", "both graph networks have a lower edit distance than all baselines", _E, _GRAPHS,
          ("svc", "mlp", "justext", "boilerpipe"), True),
    Claim("Table 1b", "all four have a lower edit distance than both libraries", _E, ("svc", "mlp", *_GRAPHS),
          ("justext", "boilerpipe"), True),
    Claim("section 6", "both graph networks have a lower edit distance than SVC and MLP", _E, _GRAPHS,
          ("svc", "mlp"), True),
    Claim("Table 1b", "GCN2 has a lower edit distance than GCN3", _E, ("gcn2",), ("gcn3",), True),
    Claim("Table 1b", "SVC has a lower edit distance than MLP", _E, ("svc",), ("mlp",), True),
    Claim("Table 1b", "Boilerpipe has a lower edit distance than jusText", _E, ("boilerpipe",), ("justext",), True),
    Claim("Table 1a", "both graph networks have a higher F1 than SVC and MLP", _F1, _GRAPHS, ("svc", "mlp")),
    Claim("Table 1a", "SVC has a higher F1 than MLP", _F1, ("svc",), ("mlp",)),
    Claim("Table 1a, section 6", "both graph networks have a higher recall than SVC and MLP", _R, _GRAPHS,
          ("svc", "mlp")),
    Claim("Table 1a", "GCN3 has a higher recall than GCN2", _R, ("gcn3",), ("gcn2",)),
    Claim("Table 1a", "MLP has a higher recall than SVC", _R, ("mlp",), ("svc",)),
    Claim("Table 1a, section 6", "SVC has a higher precision than both graph networks", _P, ("svc",), _GRAPHS),
    Claim("Table 1a", "both graph networks have a higher precision than MLP", _P, _GRAPHS, ("mlp",)),
    Claim("Table 1a", "GCN2 has a higher precision than GCN3", _P, ("gcn2",), ("gcn3",)),
    Claim("Table 1a", "SVC, GCN2 and GCN3 have a higher micro average than MLP", "classified f1 micro",
          ("svc", *_GRAPHS), ("mlp",)),
)  # fmt: skip
_COLUMN: Final = {_P: 1, _R: 3, "classified f1 micro": 4, _F1: 5, _E: -1}  # index of a score in `_PUBLISHED`


def _claims(protocols: Figures) -> str:
    head = ["claim", "in the paper", "published", *map(_PROTOCOLS.__getitem__, protocols)]
    rows = []
    for claim in _CLAIMS:
        published = {name: _PUBLISHED[name][_COLUMN[claim.kind]] for name in (*claim.better, *claim.worse)}
        rows.append(
            [claim.says, claim.where, _values(claim, published, " < " if claim.fewer else " > ")]
            + [_verdict(claim, found) for found in protocols.values()]
        )
    for name in _GRAPHS:
        cells = [
            _refinement(found["models"][name]) if found["models"].get(name) else "-" for found in protocols.values()
        ]
        rows.append([f"refinement lowers the edit distance of {_NAMES[name]}", "sections 5 and 6", "not given", *cells])
    return (
        "## The paper's orderings\n\nEvery ordering that the paper claims, by the best run of each, as in the paper; "
        "*mean* is the same by the means of the runs, where it differs. F1, precision and recall are macro averages. "
        "The differences from the paper's protocol are above each table.\n\n"
        + markdown_table(head, rows, words=len(head))
        + "\nNot measured: that the factor of 0.01 for the length of a text helps slightly (section 3).\n"
    )


def _values(claim: Claim, values: Figures, between: str) -> str:
    digits = 1 if claim.kind == _E else 3
    sides = (", ".join(figure(values[name], digits) for name in side) for side in (claim.better, claim.worse))
    return between.join(sides)


def _verdict(claim: Claim, found: Figures) -> str:
    names = (*claim.better, *claim.worse)
    models, libraries = found["models"], found["libraries"]
    if not all(models.get(name) or name in libraries for name in names):
        return "-"
    best = {name: _best(models[name])[claim.kind] if name in models else libraries[name][claim.kind] for name in names}
    mean = {name: fmean(run[claim.kind] for run in models[name]) if name in models else best[name] for name in names}
    holds, on_average = (_holds(claim, values) for values in (best, mean))
    said = "yes" if holds else "**no**"
    if on_average != holds:
        said += f", mean {'yes' if on_average else '**no**'}"
    return f"{said}: {_values(claim, best, ' against ')}"


def _holds(claim: Claim, values: Figures) -> bool:
    better, worse = ([values[name] for name in side] for side in (claim.better, claim.worse))
    return bool(max(better) < min(worse) if claim.fewer else min(better) > max(worse))


def _refinement(runs: Sequence[Figures]) -> str:
    best = _best(runs)
    said = "yes" if best["edits"] < best["edits unrefined"] else "**no**"
    return f"{said}: {best['edits']:.1f} from {best['edits unrefined']:.1f}"


def _ablation(found: Figures) -> str:
    columns = [(protocol, kind) for protocol in _GERMAN for kind in (_F1, "refined f1 macro")]
    rows = [
        [name, *(_mean([run[kind] for run in of[protocol]], 3) for protocol, kind in columns)]
        for name, of in found.items()
    ]
    head = ["GCN2"] + [f"{_PROTOCOLS[name]}: {kind}" for name in _GERMAN for kind in ("F1 macro", "refined")]
    said = (
        f"GCN2, trained in {_QUICK['epochs']} epochs at a rate of {_QUICK['rate']:g} unless a row says otherwise; mean "
        f"and deviation of {RUNS} runs. Tag vectors are trained on the training and development pages.\n\n"
    )
    return "## One change at a time\n\n" + said + markdown_table(head, rows)
