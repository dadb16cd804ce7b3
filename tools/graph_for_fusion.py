"""What a graph network adds to ``fusion``: ``python tools/graph_for_fusion.py --fold-weights DIR --corpora DIR``

`gcn2` is learnt once for each fold of sites, without that fold, as ``broadsheet train fusion --keep-folds`` does with
``fusion``'s network. A segment's score by the graph is the mean over its text nodes, weighed by their characters. Two
logistic regressions are learnt on the pages of the other folds, one from what ``fusion`` says of a segment and the two
beside it, one from what both say, and both choose the segments of the fold's pages. So every figure is of sites that
nothing was learnt from (but for the vectors of words, which leave out one fold and know no labels).
"""

import argparse
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from broadsheet.corpora import open_corpora
from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.methods.base import Given
from broadsheet.methods.dom_nodes import DomNodes, load_embeddings
from broadsheet.methods.fusion.method import Fusion
from broadsheet.methods.fusion.network import load
from broadsheet.methods.gcn import Graph
from broadsheet.page import read_page
from broadsheet.train import fusion
from broadsheet.train.gcn import fit
from broadsheet.train.node_examples import Example, examples, split
from broadsheet.train.node_figures import Learnt, classify
from broadsheet.train.node_networks import Settings

_LEAST = 1e-4


@dataclass
class Page:
    """A page as both networks see it, with what they say of its segments, once they have been asked."""

    fold: int
    page: fusion.Example
    nodes: Example
    segment: NDArray[np.int32]
    of_fusion: NDArray[np.float64]
    of_graph: NDArray[np.float64] | None = None


def pages(folders: list[Path], weights: Path, count: int) -> list[Page]:
    """The pages of all corpora with whole answers that both can learn from."""
    out = []
    embeddings = load_embeddings()
    for corpus in open_corpora(*folders):
        drawn = corpus.where(lambda gold: gold.text is not None and gold.is_article is not False)
        drawn = drawn.draw(min(count, len(drawn)))
        nodes = {one.id: one for one in examples([drawn], embeddings)}
        for one in fusion.examples([drawn]):
            if one.gold.id not in nodes:
                continue
            of, fold = nodes[one.gold.id], fold_of(one.site)
            segment = read_page(of.source, url=one.gold.url).segments.of[of.nodes.rows[of.nodes.text]]
            said = one.probabilities(load(str(weights / f"fold{fold}.npz")))
            out.append(Page(fold, one, replace(of, site=one.site), segment, said))
    return out


def by_segment(one: Page, probability: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean over the text nodes of each segment, weighed by characters; 0 where there is none."""
    size, known = len(one.page.texts), one.segment >= 0
    weight = one.nodes.nodes.chars[known].astype(np.float64)
    sums = np.bincount(one.segment[known], weights=weight * probability[known], minlength=size)
    return sums / np.maximum(1.0, np.bincount(one.segment[known], weights=weight, minlength=size))


def columns(*said: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log odds of each segment and of the two beside it."""
    out = []
    for probability in said:
        clipped = np.clip(probability, _LEAST, 1 - _LEAST)
        odds = np.log(clipped / (1 - clipped))
        out += [odds, np.append(odds[:1], odds[:-1]), np.append(odds[1:], odds[-1:])]
    return np.column_stack(out)


def stacked(found: list[Page], *, graph: bool) -> list[NDArray[np.float64]]:
    """What a logistic regression says of the segments of each page, learnt on the pages of the other folds."""
    x = [columns(*((one.of_fusion, one.of_graph) if graph else (one.of_fusion,))) for one in found]
    out = [np.zeros(0)] * len(found)
    for fold in range(FOLDS):
        learning = [at for at, one in enumerate(found) if one.fold != fold]
        label = np.concatenate([found[at].page.label for at in learning])
        # Pages count alike.
        weight = np.concatenate([found[at].page.weight / len(found[at].page.weight) for at in learning])
        model = LogisticRegression(max_iter=1000)
        model.fit(np.concatenate([x[at] for at in learning]), label > 0.5, sample_weight=weight * len(learning))
        for at, one in enumerate(found):
            if one.fold == fold:
                out[at] = model.predict_proba(x[at])[:, 1]
    return out


def table(found: list[Page], ways: dict[str, list[NDArray[np.float64]]]) -> str:
    """Mean F1 of shingles of four tokens by corpus, and how often pages get better and worse than in the first way."""
    names = sorted({one.page.corpus for one in found})
    lines = [f"| | {' | '.join(names)} | mean | better / worse pages |", f"|---|{'--:|' * (len(names) + 2)}"]
    first: NDArray[np.float64] | None = None
    for way, said in ways.items():
        f1 = np.array([fusion.score(one.page, p >= 0.5)[2] for one, p in zip(found, said, strict=True)])
        means = defaultdict(list)
        for one, value in zip(found, f1, strict=True):
            means[one.page.corpus].append(value)
        each = [float(np.mean(means[name])) for name in names]
        first = f1 if first is None else first
        changed = f"{int((f1 > first + 1e-9).sum())} / {int((f1 < first - 1e-9).sum())}"
        lines.append(f"| {way} | {' | '.join(f'{v:.4f}' for v in each)} | {np.mean(each):.4f} | {changed} |")
    return "\n".join(lines)


def cost(found: list[Page], classifier: Learnt, count: int = 60) -> tuple[float, float]:
    """CPU milliseconds a page of the graph network, features included, and of ``fusion``; parsing counts for none."""
    embeddings, method = load_embeddings(), Fusion()
    spent = [0.0, 0.0]
    for one in found[:: max(1, len(found) // count)]:
        for which in (0, 1):
            page = read_page(one.nodes.source, url=one.page.gold.url)
            begun = time.process_time()
            if which:
                method.mark(page, Given())
            else:
                nodes = DomNodes.of_page(page, embeddings)
                classifier.probabilities(nodes.features, Graph.of_parents(nodes.parent))
            spent[which] += time.process_time() - begun
    each = 1000 / len(found[:: max(1, len(found) // count)])
    return spent[0] * each, spent[1] * each


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, nargs="*", default=[])
    parser.add_argument("--fold-weights", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=60, help="of each corpus")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--rate", type=float, default=1e-3)
    given = parser.parse_args()
    found = pages(given.corpora, given.fold_weights, given.pages)
    print(f"{len(found)} pages", flush=True)
    settings = Settings(layers=2, epochs=given.epochs, rate=given.rate)
    for fold in range(FOLDS):
        others = [one.nodes for one in found if one.fold != fold]
        learning, development = split(others, seed=fold)
        learnt, _ = fit(learning, development, load_embeddings().fingerprint, settings)
        for one in found:
            if one.fold == fold:
                one.of_graph = by_segment(one, classify(learnt, one.nodes)[one.nodes.nodes.text])
        print(f"fold {fold}: learnt from {len(learning)} pages", flush=True)
    print(
        table(
            found,
            {
                "`fusion`": [one.of_fusion for one in found],
                "`fusion`, stacked alone": stacked(found, graph=False),
                "`fusion` and `gcn2`, stacked": stacked(found, graph=True),
                "`gcn2` by segment, from 0.5": [one.of_graph for one in found],
            },
        )
    )
    graph, whole = cost(found, learnt)
    print(f"{graph:.1f} ms a page for the graph network with its features, {whole:.1f} ms for fusion without parsing")


if __name__ == "__main__":
    main()
