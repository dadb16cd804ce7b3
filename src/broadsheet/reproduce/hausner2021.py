"""Hausner & Gertz 2021: graph networks on the document, beside an SVC and an MLP, and two libraries.

Their pages are of 16 German outlets; ours are the German pages of two corpora, rendered. One corpus has gold texts; the
other names a few segments of each page that must and must not be found: its other text nodes count in no figure, and
networks take them for negative, as the paper does with what is not labelled. The edit distance needs a gold text.

Networks are trained here, five times each, with the parameters of the paper and with as many pages. Few outlets have
several pages: every second page of such an outlet is tested by what was learnt from its others, among pages of other
outlets. The same classifiers are tested on pages of outlets that they do not know.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.corpora import Corpus, Gold
from broadsheet.errors import CorpusError, NeedsNotMet, SourceUnreadable
from broadsheet.evaluate.metrics import confusion, edit_distance, node_scores
from broadsheet.methods.dom_nodes import TAG_DIMENSION, load_embeddings
from broadsheet.methods.outside.base import load as load_library
from broadsheet.methods.outside.base import quiet
from broadsheet.methods.outside.justext import JusText
from broadsheet.page import Page, read_page
from broadsheet.page.arrays import FloatArray
from broadsheet.render import Browser
from broadsheet.render import Options as Rendering
from broadsheet.reproduce.base import Figures, Options
from broadsheet.reproduce.tables import figure, table
from broadsheet.train.embeddings import edges, tag_vectors, walks
from broadsheet.train.gcn import fit_runs
from broadsheet.train.node_examples import Example, examples, snapshots_in
from broadsheet.train.node_figures import Learnt, choose, classify
from broadsheet.train.node_networks import Settings

__all__ = ["TITLE", "measure", "section"]

TITLE: Final = "Hausner & Gertz 2021: graph embeddings of the document"

VARIABLE: Final = "BROADSHEET_SNAPSHOTS"
"""Environment variable that names a folder of rendered pages, as DIR/CORPUS/ID.snapshot."""
RUNS: Final = 5
_CORPORA: Final = ("fundus", "trafilatura")
_LANGUAGE: Final = "de"
_TEST, _DEVELOPMENT, _TRAINING = 73, 20, 111
"""Pages of the paper's sets."""
_PARTS: Final = 2
"""Parts that the pages of an outlet are divided into: one is tested, the others are learnt from."""
_TURNS: Final = (0, 1)
"""Which parts are tested, one after the other."""
_QUICK: Final[dict[str, Any]] = {"layers": 2, "epochs": 10, "rate": 1e-3}
"""How the ablation trains: fewer and larger steps than the paper's."""
_SAMPLED: Final = 5
"""Children of a node that take part in a step, where they are sampled."""
_PROTOCOLS: Final = {"known": "pages of known outlets", "held out": "outlets held out"}
_MODELS: Final[dict[str, dict[str, Any]]] = {
    "svc": {"model": "svc"},
    "mlp": {"model": "mlp"},
    "gcn2": {"model": "gcn", "layers": 2},
    "gcn3": {"model": "gcn", "layers": 3},
}
_NAMES: Final = {
    "svc": "SVC", "mlp": "MLP", "gcn2": "GCN2", "gcn3": "GCN3", "justext": "jusText", "boilerpipe": "Boilerpipe",
}  # fmt: skip
_PUBLISHED: Final[dict[str, tuple[float, ...]]] = {
    "svc": (1.0, 0.90, 1.0, 0.82, 1.0, 0.86, 80.6),
    "mlp": (0.99, 0.79, 0.99, 0.83, 0.99, 0.81, 92.0),
    "gcn2": (1.0, 0.89, 1.0, 0.95, 1.0, 0.92, 51.1),
    "gcn3": (1.0, 0.87, 1.0, 0.97, 1.0, 0.92, 53.0),
    "justext": (325.7,),
    "boilerpipe": (233.6,),
}
"""Table 1: precision, recall and F1, micro and macro each, and edit distance."""


class Sets(NamedTuple):
    """The pages of one turn: to learn from, of development, and of the test by either protocol."""

    training: list[Example]
    development: list[Example]
    known: list[Example]
    unknown: list[Example]


def measure(corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
    """Train and judge all four classifiers, by two protocols, and GCN2 with one change at a time.

    Raises:
        CorpusError: no German page with an answer is there.
        NeedsNotMet: pages are not rendered, and there is no browser.
        MissingExtra: PyTorch, scikit-learn, Playwright or a library to compare with is not installed.
    """
    chosen = [
        options.draw(corpus.where(lambda gold: gold.lang == _LANGUAGE)) for corpus in corpora if corpus.name in _CORPORA
    ]
    if not sum(map(len, chosen)):
        raise CorpusError(f"Hausner 2021 needs German pages of {' or '.join(_CORPORA)}")
    with ExitStack() as stack:
        page_of = rendered(chosen, stack, os.environ.get(VARIABLE))
        pages = read(chosen, page_of, options)
    turns = [divide(pages, turn, seed=options.seed) for turn in _TURNS]
    return {
        "pages": len(pages),
        "runs": RUNS,
        "protocols": judge(turns, options),
        "ablation": ablate(turns, options),
    }


def rendered(corpora: Sequence[Corpus], stack: ExitStack, folder: str | None) -> Callable[[Gold], Page | None]:
    """A function that gives the rendered page of an answer: from the folder, or drawn now (and kept there)."""
    samples = {(corpus.name, sample.gold.id): sample for corpus in corpora for sample in corpus}
    known = snapshots_in(Path(folder)) if folder else lambda gold: None
    browser: list[Browser] = []

    def page_of(gold: Gold) -> Page | None:
        # A snapshot of another version of the parser is drawn anew.
        with suppress(SourceUnreadable):
            page = known(gold)
            if page is not None:
                return page
        if not browser:
            browser.append(stack.enter_context(Browser(Rendering(timeout=60))))
        try:
            snapshot = browser[0].render(read_page(samples[gold.corpus, gold.id].text(), url=gold.url))
        except NeedsNotMet as error:
            raise NeedsNotMet(
                f"pages must be rendered: name a folder of snapshots with {VARIABLE}, or: {error}"
            ) from error
        if folder:
            file = Path(folder) / gold.corpus / f"{gold.id.replace('/', '_')}.snapshot"
            file.parent.mkdir(parents=True, exist_ok=True)
            snapshot.save(file)
        return snapshot.page

    return page_of


def read(corpora: Sequence[Corpus], page_of: Callable[[Gold], Page | None] | None, options: Options) -> list[Example]:
    """The labelled pages."""
    total = sum(map(len, corpora))
    done = 0

    def seen() -> None:
        nonlocal done
        done += 1
        options.progress("Hausner 2021: pages", done, total)

    return list(examples(corpora, load_embeddings(), page_of=page_of, seen=seen))


def divide(pages: Sequence[Example], turn: int, *, seed: int) -> Sets:
    """The pages of a turn.

    Of the corpus with gold texts: of an outlet with several pages every second page is for the test of known outlets,
    and the others are learnt from; of the outlets with one page half are for the test of unknown ones. The other corpus
    fills all sets up to the paper's numbers, but for that of known outlets, for it has hardly two pages of one.

    Args:
        pages: all of them.
        turn: 0 or 1; what is tested in one is not tested in the other.
        seed: another seed draws others.
    """
    draw = random.Random(seed)  # noqa: S311 - reproducible draws, no secrets
    outlets: dict[str, list[Example]] = {}
    for page in sorted(pages, key=lambda page: page.id):
        if page.gold is not None:
            outlets.setdefault(page.site, []).append(page)
    several = [found for found in outlets.values() if len(found) > 1]
    single = [found[0] for found in outlets.values() if len(found) == 1]
    draw.shuffle(single)
    known = [page for found in several for page in found[turn::_PARTS]]
    partners = [page for found in several for place, page in enumerate(found) if place % _PARTS != turn]
    unknown, rest = single[turn::_PARTS], [page for at, page in enumerate(single) if at % _PARTS != turn]
    whole = len(partners) + len(rest)
    development = rest[: round(whole * _DEVELOPMENT / (_DEVELOPMENT + _TRAINING))]
    training = [*partners, *rest[len(development) :]]
    # The other corpus, outlet by outlet; what was tested in the turns before stands at the end.
    others: dict[str, list[Example]] = {}
    for page in sorted(pages, key=lambda page: page.id):
        if page.gold is None and page.site not in outlets:
            others.setdefault(page.site, []).append(page)
    order = sorted(others)
    draw.shuffle(order)
    begin = len(order) * turn // _PARTS
    left = [others[site] for site in (*order[begin:], *order[:begin])]
    for into, most in ((unknown, _TEST), (development, _DEVELOPMENT), (training, _TRAINING)):
        while left and len(into) < most:
            into += left.pop(0)[: most - len(into)]
    return Sets(training, development, known, unknown)


def judge(turns: Sequence[Sets], options: Options, **changes: Any) -> dict[str, Any]:
    """Train the classifiers and judge them on the test pages of all turns, and the libraries beside them."""
    fingerprint = load_embeddings().fingerprint
    out: dict[str, dict[str, Any]] = {name: {"models": {}} for name in _PROTOCOLS}
    for name, model in _MODELS.items():
        settings = Settings(**{**model, **changes})
        told = _passes(f"Hausner 2021: {name}", len(turns), settings.epochs, options)
        learnt = [
            fit_runs(one.training, one.development, fingerprint, settings, range(_runs(name)), told) for one in turns
        ]
        for protocol, found in out.items():
            found["models"][name] = [
                scores((of, _tested(one, protocol)) for (of, _), one in zip(run, turns, strict=True))
                for run in zip(*learnt, strict=True)
            ]
    for protocol, found in out.items():
        test = [page for one in turns for page in _tested(one, protocol)]
        found |= {
            "training": [len(one.training) for one in turns],
            "development": [len(one.development) for one in turns],
            "test": len(test),
            "with text": sum(page.gold is not None for page in test),
            "nodes": int(sum(page.known.sum() for page in test)),
            "positive": int(sum(page.label.sum() for page in test)),
            "libraries": libraries(test),
        }
    return out


def _passes(what: str, turns: int, epochs: int, options: Options) -> Callable[[int, list[float]], None]:
    """A function that is called after each pass, and tells the progress."""
    done = 0

    def told(_epoch: int, _losses: list[float]) -> None:
        nonlocal done
        done += 1
        options.progress(what, done, turns * epochs)

    return told


def _tested(sets: Sets, protocol: str) -> list[Example]:
    return sets.known if protocol == "known" else sets.unknown


def _runs(name: str) -> int:
    """How often a classifier is trained: the support vector machine has one solution."""
    return 1 if name == "svc" else RUNS


def ablate(turns: Sequence[Sets], options: Options, **changes: Any) -> dict[str, Any]:
    """GCN2 on outlets held out, with one change at a time, in few passes at a high rate.

    Tags are learnt anew from the pages to learn from and those of development: by word2vec over the edges as in the
    paper, and over walks as DeepWalk and node2vec do.
    """
    pages = {page.id: page for sets in turns for part in sets for page in part}
    tags = {name: read_page(page.source).tag[page.nodes.rows] for name, page in pages.items()}
    settings = Settings(**{**_QUICK, **changes})
    out: dict[str, Any] = {}
    for name, (pairs_of, neighbours) in _VARIANTS.items():
        told = _passes(f"Hausner 2021: {name}", len(turns), settings.epochs, options)
        tested = []
        for sets in turns:
            trees = [(tags[page.id], page.nodes.parent) for page in (*sets.training, *sets.development)]
            vectors = tag_vectors(pairs_of(trees, options.seed), seed=options.seed).astype(np.float16)
            own = Sets(*([_with_tags(page, vectors[tags[page.id]]) for page in part] for part in sets))
            sampled = replace(settings, neighbours=neighbours)
            learnt = fit_runs(own.training, own.development, "", sampled, range(RUNS), told)
            tested.append([(of, own.unknown) for of, _ in learnt])
        out[name] = [scores(run) for run in zip(*tested, strict=True)]
    return out


Trees = Sequence[tuple[NDArray[Any], NDArray[Any]]]
_VARIANTS: Final[dict[str, tuple[Callable[[Trees, int], FloatArray], int | None]]] = {
    "word2vec over the edges (the paper)": (lambda trees, seed: edges(trees), None),
    "DeepWalk": (lambda trees, seed: walks(trees, seed=seed), None),
    "node2vec, p = 0.5, q = 2": (lambda trees, seed: walks(trees, p=0.5, q=2.0, seed=seed), None),
    f"the first, and at most {_SAMPLED} children sampled in a step (GraphSAGE)": (
        lambda trees, seed: edges(trees),
        _SAMPLED,
    ),
}
"""Where the pairs of tags are from, and how many children take part in a step."""


def _with_tags(page: Example, vectors: NDArray[np.float16]) -> Example:
    """The same page with other vectors of tags, shape (n, 8)."""
    features = page.nodes.features.copy()
    features[:, :TAG_DIMENSION] = vectors
    return replace(page, nodes=replace(page.nodes, features=features))


def scores(tested: Iterable[tuple[Learnt, Sequence[Example]]]) -> dict[str, float]:
    """Scores of the nodes as they are classified and as they are refined, and the edit distance after refinement.

    Args:
        tested: classifiers with the pages that each is judged on; the scores are over all of these.
    """
    bare, refined, edits = [], [], []
    for learnt, page in ((learnt, page) for learnt, pages in tested for page in pages):
        probability = classify(learnt, page)
        chosen = choose(learnt, page, probability)
        kept = np.zeros(len(page.label), dtype=np.bool_)
        kept[page.nodes.blocks[chosen]] = True
        bare.append(confusion(page.label[page.known], probability[page.known] >= learnt.threshold))
        refined.append(confusion(page.label[page.known], kept[page.known]))
        if page.gold is not None:
            edits.append(edit_distance(wanted_text(page), _text(page, chosen)))
    out = {}
    for name, found in (("classified", node_scores(bare)), ("refined", node_scores(refined))):
        for kind in ("precision", "recall", "f1"):
            out[f"{name} {kind} micro"] = round(getattr(found.micro, kind), 4)
            out[f"{name} {kind} macro"] = round(getattr(found.macro, kind), 4)
        out[f"{name} f1 content"] = round(found.positive.f1, 4)
    out["edits"] = round(fmean(edits), 1) if edits else 0.0
    return out


def libraries(pages: Sequence[Example]) -> dict[str, float]:
    """Mean edit distance of the libraries on the pages with a gold text."""
    justext = JusText()
    boilerpipe = load_library("boilerpy3.extractors", "boilerpy3").ArticleSentencesExtractor()
    failure = load_library("boilerpy3.exceptions", "boilerpy3").HTMLExtractionError
    found: dict[str, list[int]] = {"justext": [], "boilerpipe": []}
    for page in pages:
        if page.gold is None:
            continue
        wanted = wanted_text(page)
        found["justext"].append(edit_distance(wanted, justext.text(page.source, lang=_LANGUAGE)))
        with quiet("boilerpy3"):
            try:
                text = boilerpipe.get_content(page.source)
            except failure:  # what it cannot parse gives nothing
                text = ""
        found["boilerpipe"].append(edit_distance(wanted, text))
    return {name: round(fmean(edits), 1) for name, edits in found.items() if edits}


def wanted_text(page: Example) -> str:
    """The text of the labelled nodes, the paper's "ground truth text given by the annotations"."""
    return _text(page, page.label[page.nodes.blocks])


def _text(page: Example, chosen: Any) -> str:
    return " ".join(text for text, kept in zip(page.texts, chosen, strict=True) if kept)


def section(figures: Figures) -> str:
    """The section: a table for each protocol, and what follows from it."""
    turns = max((len(found["training"]) for found in figures["protocols"].values()), default=1)
    parts = [
        "Precision, recall and F1 of nodes, *micro* and *macro* over the two classes (so that micro is the accuracy), "
        "and the mean edit distance in characters to the text of the labelled nodes. "
        f"Our {figures['pages']} labelled pages are the German ones of `fundus` and `trafilatura`, of which as many "
        "are learnt from as in the paper; all were rendered without a network, so that style sheets outside the page "
        "had no effect. "
        "A text node is labelled if half of its words are aligned with the gold text, which leaves the headline out; "
        "on pages of `trafilatura` only the segments that it names are labelled; in learning, networks take its other "
        "text nodes for negative, as the paper does with what is not labelled, and in the scores they count nowhere. "
        "The edit distance is over the pages with a gold text, those of `fundus`. "
        "Few outlets have several pages: every second page of such an outlet is tested by what was learnt from its "
        f"others, among pages of other outlets{', and in a second turn the other way round' if turns > 1 else ''}. "
        "The same classifiers are tested on outlets that they do not know. "
        "The runs of a network begin with weights of their own and meet the pages in one order, so that the deviations "
        "are those of the first weights alone. "
        "The word vectors are those of the package: of far less text than the paper's, and of other folds than one by "
        "site, so that they may have seen the words of test pages, without labels.\n"
    ]
    for protocol, title in _PROTOCOLS.items():
        found = figures["protocols"].get(protocol)
        if found is not None:
            parts += [f"### {title[0].upper()}{title[1:]}\n", _sizes(found), _table(found), _spread(found)]
    parts.append(_claims(figures))
    if figures.get("ablation"):
        parts.append(_ablation(figures["ablation"]))
    return "\n".join(parts)


def _sizes(found: Figures) -> str:
    return (
        f"{_counts(found['training'])} pages to learn from, {_counts(found['development'])} for development, "
        f"{found['test']} for the test, {found['with text']} of these with a gold text; {found['positive']:,} of the "
        f"test's {found['nodes']:,} nodes are content. The best of the runs by macro F1, as in the paper, and the "
        "published figures in brackets; the scores are those of the classification, the last column is after "
        "refinement.\n"
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
        published = _PUBLISHED[name]
        cells = [
            f"{figure(best[f'classified {kind}'], 2)} ({value:.2f})"
            for kind, value in zip(kinds, published, strict=False)
        ]
        rows.append(
            [_NAMES[name], *cells, f"{best['edits']:.1f} ({published[6]:.1f})", figure(best["refined f1 macro"], 2)]
        )
    for name, value in found["libraries"].items():
        rows.append([_NAMES[name], *["-"] * 6, f"{value:.1f} ({_PUBLISHED[name][0]:.1f})", "-"])
    head = ["", "P micro", "P macro", "R micro", "R macro", "F1 micro", "F1 macro", "edit distance", "refined F1 macro"]
    return table(head, rows)


def _spread(found: Figures) -> str:
    rows = []
    for name in _MODELS:
        runs = found["models"].get(name)
        if not runs:
            continue
        kinds = (("classified f1 macro", 3), ("refined f1 macro", 3), ("refined f1 content", 3), ("edits", 1))
        cells = [_mean([run[kind] for run in runs], digits) for kind, digits in kinds]
        rows.append([_NAMES[name], str(len(runs)), *cells])
    head = ["mean ± deviation", "runs", "F1 macro", "refined F1 macro", "refined F1 of content", "edit distance"]
    return table(head, rows)


def _mean(values: Sequence[float], digits: int) -> str:
    if len(values) == 1:
        return figure(values[0], digits)
    return f"{fmean(values):.{digits}f} ± {pstdev(values):.{digits}f}"


def _claims(figures: Figures) -> str:
    lines = ["### What holds\n"]
    for protocol, title in _PROTOCOLS.items():
        found = figures["protocols"].get(protocol)
        if found is None:
            continue
        models = {name: runs for name, runs in found["models"].items() if runs}
        f1 = {name: fmean(run["classified f1 macro"] for run in runs) for name, runs in models.items()}
        edits = {name: fmean(run["edits"] for run in runs) for name, runs in models.items()} | found["libraries"]
        by_f1 = ", ".join(_NAMES[name] for name in sorted(f1, key=lambda name: -f1[name]))
        by_edits = ", ".join(_NAMES[name] for name in sorted(edits, key=lambda name: edits[name]))
        graphs = [name for name in f1 if name.startswith("gcn")]
        others = [name for name in f1 if not name.startswith("gcn")]
        if graphs and others:
            better = min(f1[name] for name in graphs) > max(f1[name] for name in others)
            which = "both graph networks are" if len(graphs) > 1 else f"{_NAMES[graphs[0]]} is"
            said = (
                f"{which} above both baselines, as published"
                if better
                else "the graph networks are not both above both baselines, as they are in the paper"
            )
            lines.append(
                f"- {title}: {said}. By mean macro F1: {by_f1}. By mean edit distance, best first: {by_edits}."
            )
    return "\n".join(lines) + "\n"


def _ablation(found: Figures) -> str:
    kinds = (("classified f1 macro", 3), ("refined f1 macro", 3), ("edits", 1))
    rows = [
        [name, str(len(runs)), *(_mean([run[kind] for run in runs], digits) for kind, digits in kinds)]
        for name, runs in found.items()
    ]
    head = ["GCN2, outlets held out", "runs", "F1 macro", "refined F1 macro", "edit distance"]
    said = (
        f"GCN2, trained in {_QUICK['epochs']} passes at a rate of {_QUICK['rate']:g}, a quarter of the paper's "
        "passes; mean and deviation of its runs. Tags are learnt from the pages to learn from and from those of "
        "development. For comparison among these rows only.\n\n"
    )
    return "### One change at a time\n\n" + said + table(head, rows)
