"""Hausner & Gertz 2021: graph networks on the document, beside an SVC and an MLP, and two libraries.

Their pages are of 16 German outlets; ours are the German pages of two corpora, rendered. One corpus has gold texts; the
other names a few segments of each page that must and must not be found, so that its other text nodes are left open. The
edit distance needs a gold text.

Networks are trained here, five times each, with the parameters of the paper and with as many pages.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, Final

import numpy as np

from broadsheet.corpora import Corpus, Gold
from broadsheet.errors import CorpusError, NeedsNotMet
from broadsheet.evaluate.metrics import confusion, edit_distance, node_scores
from broadsheet.methods.dom_nodes import load_embeddings
from broadsheet.methods.outside.base import load as load_library
from broadsheet.methods.outside.base import quiet
from broadsheet.methods.outside.justext import JusText
from broadsheet.page import Page, read_page
from broadsheet.render import Browser
from broadsheet.render import Options as Rendering
from broadsheet.reproduce.base import Figures, Options
from broadsheet.reproduce.tables import figure, table
from broadsheet.train import gcn as learner

__all__ = ["TITLE", "measure", "section"]

TITLE: Final = "Hausner & Gertz 2021: graph embeddings of the document"

VARIABLE: Final = "BROADSHEET_SNAPSHOTS"
"""Environment variable that names a folder of rendered pages, as DIR/CORPUS/ID.snapshot."""
RUNS: Final = 5
_CORPORA: Final = ("fundus", "trafilatura")
_LANGUAGE: Final = "de"
_TEST, _DEVELOPMENT, _TRAINING = 73, 20, 111
"""Pages of the paper's sets."""
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


def measure(corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
    """Train and judge all four classifiers, by two protocols.

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
    out: dict[str, Any] = {"pages": len(pages), "runs": RUNS, "protocols": {}}
    for protocol in _PROTOCOLS:
        sets = divide(pages, by_site=protocol == "held out", seed=options.seed)
        out["protocols"][protocol] = judge(sets, {name: _runs(name) for name in _MODELS}, options)
    return out


def rendered(corpora: Sequence[Corpus], stack: ExitStack, folder: str | None) -> Callable[[Gold], Page | None]:
    """A function that gives the rendered page of an answer: from the folder, or drawn now (and kept there)."""
    samples = {(corpus.name, sample.gold.id): sample for corpus in corpora for sample in corpus}
    known = learner.snapshots_in(Path(folder)) if folder else lambda gold: None
    browser: list[Browser] = []

    def page_of(gold: Gold) -> Page | None:
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


def read(
    corpora: Sequence[Corpus], page_of: Callable[[Gold], Page | None] | None, options: Options
) -> list[learner.Example]:
    """The labelled pages."""
    total = sum(map(len, corpora))
    done = 0

    def seen() -> None:
        nonlocal done
        done += 1
        options.progress("Hausner 2021: pages", done, total)

    return list(learner.examples(corpora, load_embeddings(), page_of=page_of, seen=seen))


def divide(pages: Sequence[learner.Example], *, by_site: bool, seed: int) -> tuple[list[learner.Example], ...]:
    """Pages to learn from, of development and of the test: of each corpus the shares that the paper's sets have.

    Args:
        pages: all of them.
        by_site: keep the pages of an outlet together.
        seed: another seed draws others.
    """
    whole = _TEST + _DEVELOPMENT + _TRAINING
    names = sorted({page.corpus for page in pages})
    # The corpus with gold texts takes part whole; of the other come as many as fill the paper's number.
    full = [page for page in pages if page.gold is not None]
    draw = random.Random(seed)  # noqa: S311 - reproducible draws, no secrets
    rest = [page for page in pages if page.gold is None]
    draw.shuffle(rest)
    taking_part = [*full, *rest[: max(0, whole - len(full))]]
    sets: tuple[list[learner.Example], ...] = ([], [], [])
    for name in names:
        of_corpus = [page for page in taking_part if page.corpus == name]
        units: dict[str, list[learner.Example]] = {}
        for page in of_corpus:
            units.setdefault(page.site if by_site else page.id, []).append(page)
        order = sorted(units)
        draw.shuffle(order)
        wanted = (len(of_corpus) * _TEST / whole, len(of_corpus) * _DEVELOPMENT / whole)
        mine: tuple[list[learner.Example], ...] = ([], [], [])
        for unit in order:
            place = 2 if len(mine[2]) < wanted[0] else 1 if len(mine[1]) < wanted[1] else 0
            mine[place].extend(units[unit])
        for one, more in zip(sets, mine, strict=True):
            one.extend(more)
    return sets


def _runs(name: str) -> int:
    """How often a classifier is trained: the support vector machine has one solution."""
    return 1 if name == "svc" else RUNS


def judge(
    sets: tuple[list[learner.Example], ...], runs: Mapping[str, int], options: Options, **changes: Any
) -> dict[str, Any]:
    """Train the classifiers and judge them on the test pages, and the libraries beside them."""
    training, development, test = sets
    total = sum(runs.values())
    done = 0
    models: dict[str, list[dict[str, float]]] = {}
    for name, count in runs.items():
        for run in range(count):
            done += 1
            options.progress(f"Hausner 2021: {name}", done, total)
            settings = learner.Settings(**{**_MODELS[name], "seed": run, **changes})
            learnt, _ = learner.fit(training, development, load_embeddings().fingerprint, settings)
            models.setdefault(name, []).append(scores(learnt, test))
    return {
        "training": len(training),
        "development": len(development),
        "test": len(test),
        "with text": sum(page.gold is not None for page in test),
        "nodes": int(sum(page.known.sum() for page in test)),
        "positive": int(sum(page.label.sum() for page in test)),
        "models": models,
        "libraries": libraries(test),
    }


def scores(learnt: learner.Learnt, pages: Sequence[learner.Example]) -> dict[str, float]:
    """Scores of the nodes as they are classified and as they are refined, and the edit distance after refinement."""
    bare, refined, edits = [], [], []
    for page in pages:
        probability = learner.classify(learnt, page)
        chosen = learner.choose(learnt, page, probability)
        kept = np.zeros(len(page.label), dtype=np.bool_)
        kept[page.nodes.text[chosen]] = True
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


def libraries(pages: Sequence[learner.Example]) -> dict[str, float]:
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


def wanted_text(page: learner.Example) -> str:
    """The text of the labelled nodes, the paper's "ground truth text given by the annotations"."""
    return _text(page, page.label[page.nodes.text])


def _text(page: learner.Example, chosen: Any) -> str:
    return " ".join(text for text, kept in zip(page.texts, chosen, strict=True) if kept)


def section(figures: Figures) -> str:
    """The section: a table for each protocol, and what follows from it."""
    parts = [
        "Precision, recall and F1 of nodes, *micro* and *macro* over the two classes (so that micro is the accuracy), "
        "and the mean edit distance in characters to the text of the labelled nodes. "
        f"Our {figures['pages']} labelled pages are the German ones of `fundus` and `trafilatura`, of which as many "
        "take part as in the paper; all were rendered without a network, so that style sheets outside the page had no "
        "effect. "
        "A text node is labelled if half of its words are aligned with the gold text, which leaves the headline out; "
        "on pages of `trafilatura` only the segments that it names are labelled, and other text nodes count nowhere. "
        "The edit distance is over the pages with a gold text. "
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
        f"{found['training']} pages to learn from, {found['development']} for development, {found['test']} for the "
        f"test, {found['with text']} of these with a gold text; {found['positive']:,} of the test's "
        f"{found['nodes']:,} nodes are content. The best of the runs by macro F1, as in the paper, and the published "
        "figures in brackets; the scores are those of the classification, the last column that after refinement.\n"
    )


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
        cells = []
        for kind, digits in (
            ("classified f1 macro", 3), ("refined f1 macro", 3), ("refined f1 content", 3), ("edits", 1),
        ):  # fmt: skip
            values = [run[kind] for run in runs]
            cells.append(
                f"{fmean(values):.{digits}f} ± {pstdev(values):.{digits}f}"
                if len(values) > 1
                else figure(values[0], digits)
            )
        rows.append([_NAMES[name], str(len(runs)), *cells])
    head = ["mean ± deviation", "runs", "F1 macro", "refined F1 macro", "refined F1 of content", "edit distance"]
    return table(head, rows)


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
            said = (
                "both graph networks are above both baselines, as published"
                if better
                else ("the graph networks are not both above both baselines, as they are in the paper")
            )
            lines.append(
                f"- {title}: {said}. By mean macro F1: {by_f1}. By mean edit distance, best first: {by_edits}."
            )
    return "\n".join(lines) + "\n"


def _ablation(found: Figures) -> str:
    rows = [
        [name, str(len(runs)), *(
            figure(fmean(run[kind] for run in runs), digits)
            for kind, digits in (("classified f1 macro", 3), ("refined f1 macro", 3), ("edits", 1))
        )]
        for name, runs in found.items()
    ]  # fmt: skip
    head = ["GCN2, outlets held out", "runs", "F1 macro", "refined F1 macro", "edit distance"]
    return "### One change at a time\n\n" + table(head, rows)
