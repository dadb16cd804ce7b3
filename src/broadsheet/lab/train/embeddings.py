"""Train the tag and word embeddings of `gcn2`, `gcn3`, `svc` and `mlp`.

Words: word2vec (gensim, extra ``train``) on distinct lines of text: sentences of a Leipzig corpus, lines of a text
file, or segments of the pages of corpora. Tags: word2vec's objective on pairs of parent and child tags (Hausner & Gertz
2021, section 3), minimised in full instead of by sampling, since there are few tags; the paper's alternatives, DeepWalk
and node2vec, differ in the pairs only.

Sites of fold `HELD_OUT` take no part, so that figures on them are from unseen pages.
"""

from __future__ import annotations

import gzip
import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import SourceUnreadable
from broadsheet.lab.corpora import FOLDS, Corpus, fold_of
from broadsheet.lab.evaluate.libraries import load
from broadsheet.lab.evaluate.report import markdown_table, paragraphs
from broadsheet.lab.train import MOST_WORDS
from broadsheet.lab.train.cards import Origin, packed, pages_of
from broadsheet.methods.dom_nodes import TAG_DIMENSION, WORD_DIMENSION, Embeddings, nodes_of
from broadsheet.methods.maths.word_vectors import WordVectors, pack, unpack, words
from broadsheet.page import tags
from broadsheet.page.arrays import FloatArray

__all__ = ["HELD_OUT", "Settings", "edges", "gather", "lines_of_file", "model_card", "tag_vectors", "train", "walks"]

HELD_OUT: Final = 0  # the held-out fold of sites
MAX_SENTENCES: Final = 60_000  # lines from which u is computed
_WINDOW: Final = 5
_NEGATIVE: Final = 5
_EPOCHS: Final = 5
_WALKS: Final = 200  # random walks per page
_WALK_NODES: Final = 20  # nodes of a walk


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Training parameters."""

    seed: int = 0
    vocabulary: int = MOST_WORDS  # most words kept, the commonest first
    least: int = 5  # fewest occurrences of a kept word


@dataclass(frozen=True, eq=False, slots=True)
class Texts:
    """The training data from pages."""

    lines: list[str]  # the distinct segments
    pairs: FloatArray  # how often tag i is the parent of tag j, shape (tags, tags)
    pages: int
    languages: Counter[str]  # pages per language, where the corpus names it


def gather(corpora: Iterable[Corpus], *, advance: Callable[[], None] = lambda: None) -> Texts:
    """Read the pages of corpora, but not of the sites of fold `HELD_OUT`."""
    lines: dict[str, None] = {}
    pairs = np.zeros((len(tags.NAMES), len(tags.NAMES)))
    languages: Counter[str] = Counter()
    pages = 0
    for sample, page in pages_of(corpora, lambda gold: fold_of(gold.site_or_page) != HELD_OUT, advance):
        pages += 1
        languages[sample.gold.lang or "?"] += 1
        lines.update(dict.fromkeys(page.texts))
        rows, parent = nodes_of(page)
        pairs += edges([(page.tag[rows], parent)])
    return Texts(list(lines), pairs, pages, languages)


def lines_of_file(path: Path) -> Iterator[str]:
    """The lines of a UTF-8 text file, optionally gzipped; for a Leipzig corpus (number, tab, sentence) the sentences.

    Raises:
        SourceUnreadable: it cannot be read.
    """
    try:
        with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8", errors="replace") as stream:
            for text in map(str.strip, stream):
                number, tab, sentence = text.partition("\t")
                if text:
                    yield sentence if tab and number.isdigit() else text
    except OSError as error:
        raise SourceUnreadable(str(path), error.strerror or str(error)) from error
    except (EOFError, zlib.error) as error:
        raise SourceUnreadable(str(path), "the compressed data is damaged or ends early") from error


def train(lines: Sequence[str], pairs: FloatArray, settings: Settings) -> tuple[Embeddings, dict[str, float]]:
    """Train the vectors.

    Returns:
        The embeddings, and figures: ``words`` in the text, ``known`` (their share in the vocabulary), and ``cosine``
        (mean cosine of word vectors before and after quantisation).
    """
    cut = [line for line in map(words, lines) if len(line) > 1]
    counts = Counter(word for line in cut for word in line)
    total = sum(counts.values())
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[: settings.vocabulary]
    known = [word for word, count in ranked if count >= settings.least]
    if len(known) < WORD_DIMENSION:
        raise ValueError(f"too little text: {len(known)} words occur {settings.least} times")
    exact = _word2vec(cut, known, counts, settings.seed)
    packed, scale = pack(exact)
    frequency = np.array([counts[word] / total for word in known], dtype=np.float32)
    number = {word: place for place, word in enumerate(known)}
    without_component = WordVectors(number, packed, scale, frequency, np.zeros(WORD_DIMENSION, dtype=np.float32))
    draw = random.Random(settings.seed)  # noqa: S311 - reproducible draws, no secrets
    bare = without_component.sentences(draw.sample(lines, min(MAX_SENTENCES, len(lines))))
    # u: the first singular vector of the sentence matrix, from the (dimension x dimension) product.
    _, vectors = np.linalg.eigh(bare.T.astype(np.float64) @ bare)
    component = vectors[:, -1] * (1 if vectors[np.abs(vectors[:, -1]).argmax(), -1] > 0 else -1)
    found = replace(without_component, component=component.astype(np.float32))
    figures = {
        "words": float(total),
        "known": sum(counts[word] for word in known) / total,
        "cosine": _cosine(exact, unpack(packed, scale)),
    }
    return Embeddings(tag_vectors(pairs, seed=settings.seed).astype(np.float32), found), figures


def tag_vectors(pairs: FloatArray, *, seed: int = 0, steps: int = 2000) -> FloatArray:
    """word2vec (skip-gram, negative sampling) over pairs of tags, each pair in both directions.

    Maximises sum_ij w_i (n_ij log s(u_i.v_j) + k n_i q_j log s(-u_i.v_j)), where q is the distribution of tags to the
    power 3/4 and k = 5 (Mikolov et al. 2013): word2vec's objective without sampling. Its subsampling is a weight, w_i
    of 1 / sqrt(n_i). Adam, all pairs in each step. ``pairs`` counts tag i beside tag j, shape (tags, tags).

    Returns:
        u, shape (tags, `TAG_DIMENSION`). A tag that was never seen has the vector of an unknown one.
    """
    both = pairs + pairs.T
    both = both / max(1.0, both.sum())
    share = both.sum(axis=1)
    noise = share**0.75
    noise /= max(1e-12, noise.sum())
    expected = _NEGATIVE * np.outer(share, noise)
    weight = 1 / np.sqrt(np.maximum(share, 1e-9))
    weight = np.minimum(weight / weight[share > 0].min(initial=1.0), 1e4)[:, None]
    generator = np.random.default_rng(seed)
    u = generator.normal(0, 0.1, (len(pairs), TAG_DIMENSION))
    v = generator.normal(0, 0.1, (len(pairs), TAG_DIMENSION))
    state = [np.zeros_like(u) for _ in range(4)]
    for step in range(1, steps + 1):
        sigmoid = 0.5 * (1 + np.tanh(u @ v.T / 2))
        slope = weight * (expected * sigmoid - both * (1 - sigmoid))
        for at, (target, gradient) in enumerate(((u, slope @ v), (v, slope.T @ u))):
            first, second = state[2 * at], state[2 * at + 1]
            first += 0.1 * (gradient - first)
            second += 0.001 * (gradient * gradient - second)
            target -= 0.02 * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-10)
    seen = share > 0
    u[~seen] = u[tags.UNKNOWN] if seen[tags.UNKNOWN] else 0.0
    out: FloatArray = u
    return out


def edges(trees: Iterable[tuple[NDArray[Any], NDArray[Any]]]) -> FloatArray:
    """How often tag i is the parent of tag j: the pairs of the paper, shape (tags, tags).

    Trees are tags and parents of the nodes of pages, parents as numbers of nodes, -1 for the root.
    """
    size = len(tags.NAMES)
    out = np.zeros(size * size)
    for tag, parent in trees:
        child = np.flatnonzero(parent >= 0)
        pair = tag[parent[child]].astype(np.int64) * size + tag[child]
        out += np.bincount(pair, minlength=size * size)
    return out.reshape(size, size)


def walks(
    trees: Iterable[tuple[NDArray[Any], NDArray[Any]]], *, p: float = 1.0, q: float = 1.0, seed: int = 0
) -> FloatArray:
    """Counts of pairs of tags near each other on random walks over the tree.

    DeepWalk (Perozzi et al. 2014) draws each step uniformly from the neighbours; node2vec (Grover & Leskovec 2016)
    weighs going back by 1 / p and going farther by 1 / q. In a tree, no neighbour of the previous node is one of the
    current node's, so there are no other cases. Trees are as for `edges`; the nodes of a pair are at most
    `_WINDOW` apart.

    Returns:
        The counts, shape (tags, tags).
    """
    draw = random.Random(seed)  # noqa: S311 - reproducible draws, no secrets
    out = np.zeros((len(tags.NAMES), len(tags.NAMES)))
    for tag, parent in trees:
        near: list[list[int]] = [[] for _ in range(len(tag))]
        for node, above in enumerate(parent.tolist()):
            if above >= 0:
                near[node].append(above)
                near[above].append(node)
        for _ in range(_WALKS):
            walk = [draw.randrange(len(tag))]
            while len(walk) < _WALK_NODES and near[walk[-1]]:
                around = near[walk[-1]]
                before = walk[-2] if len(walk) > 1 else -1
                weights = [1 / p if node == before else 1 / q for node in around]
                walk.append(draw.choices(around, weights)[0])
            on_walk = tag[walk]
            for apart in range(1, min(_WINDOW, len(walk) - 1) + 1):
                np.add.at(out, (on_walk[:-apart], on_walk[apart:]), 1)
    return out


def archive(embeddings: Embeddings) -> bytes:
    """Return the file, as `broadsheet.methods.dom_nodes.load_embeddings` reads it."""
    return packed(embeddings.arrays())


def model_card(
    figures: dict[str, float],
    texts: Texts,
    settings: Settings,
    origin: Origin,
    *,
    lines: int,
    files: Sequence[str] = (),
) -> str:
    """Return the model card in Markdown.

    The words are learnt from lines of some files, or of segments of the pages if there are none.
    """
    source = f"of {', '.join(files)}" if files else "segments of the pages"
    languages = ", ".join(f"{name} {count}" for name, count in texts.languages.most_common())
    facts = {
        "text": f"{lines:,} lines, {source}: {figures['words']:,.0f} words",
        f"pages (for tags{'' if files else ' and words'})": f"{texts.pages:,}, by language: {languages or '-'}",
        "held-out sites": f"those of fold {HELD_OUT} of {FOLDS} (by a hash of the registered domain)",
        "words": f"word2vec (gensim: CBOW, window {_WINDOW}, {_NEGATIVE} negative samples, {_EPOCHS} passes), "
        f"dimension {WORD_DIMENSION}, the {settings.vocabulary:,} most common words that occur {settings.least} "
        "times or more, four bits per number",
        "coverage": f"{figures['known']:.1%} of the words of the text are in the vocabulary",
        "packing": f"mean cosine of a word's vector before and after packing: {figures['cosine']:.4f}",
        "tags": f"dimension {TAG_DIMENSION}, pairs of parent and child",
        "seed": settings.seed,
    }
    return paragraphs(
        origin.head("Model card: embeddings of tags and words"),
        "Used by `gcn2`, `gcn3`, `svc` and `mlp`; described in `broadsheet.methods.dom_nodes` and "
        "`broadsheet.methods.maths.word_vectors`.",
        markdown_table(("", ""), facts.items(), words=2),
        "The paper's vectors come from six million German sentences; these come from far less text, in more languages.",
    )


def _word2vec(cut: Sequence[Sequence[str]], known: Sequence[str], counts: Counter[str], seed: int) -> Any:
    model = load("gensim.models", "gensim", extra="train").Word2Vec(
        vector_size=WORD_DIMENSION, window=_WINDOW, min_count=1, workers=1, seed=seed, negative=_NEGATIVE, sg=0
    )
    model.build_vocab_from_freq({word: counts[word] for word in known}, corpus_count=len(cut))
    model.train(cut, total_examples=len(cut), epochs=_EPOCHS)
    return np.stack([model.wv[word] for word in known]).astype(np.float32)


def _cosine(one: Any, other: Any) -> float:
    both = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    return float(((one * other).sum(axis=1) / np.maximum(both, 1e-12)).mean())
