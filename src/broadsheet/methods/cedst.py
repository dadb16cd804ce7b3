"""CEDST: content features and topics of text nodes, combined by Dempster-Shafer theory.

Kaihang Zhang, Chuang Zhang, Xiaojun Chen, Jianlong Tan. Automatic Web News Extraction Based on DS Theory Considering
Content Topics. ICCS 2018. doi:10.1007/978-3-319-93698-7_15

All numbered equations of the method are in this file, in the order of the paper's sections; the measure, Eq. (13), is
in `broadsheet.lab.evaluate.papers`. Word segmentation and Gaussian smoothing are in `broadsheet.methods.maths`.

============= ============ ======= =====================================================================
symbol        name in code default where in the paper
============= ============ ======= =====================================================================
alpha_fi      alpha        0.95    weight of the positive features ("near to 1", section 3.1)
beta_fi       beta         0.99    weight of the negative feature ("near to 1", section 3.1)
              keywords     20      maximum number of keywords of a text node (chosen)
gamma         gamma        2       co-occurrences above which two words are compatible (sections 3.2, 4.3)
topic(text)   shared       1       keywords that a text must share with a topic, Eq. (7) (chosen)
sb(text)      siblings     block   which text nodes are siblings, Eq. (8) and (9) (chosen)
radius        radius       2       reach of the Gaussian smoothing, in text nodes (section 3.4)
sigma         sigma        1       its standard deviation, in text nodes (section 3.4)
t             step         0.1     distance between the thresholds tried (section 3.4)
h_topic       topic                Eq. (7), by tw, Eq. (6)
h_cluster     cluster              Eq. (8)
h_var         variance             Eq. (9)
h_href        href                 Eq. (10)
m({news})     fusion               Eq. (1)-(5): the fusion value
g, mu         otsu                 Eq. (11), (12)
size(text)    words                words of a text node; a Chinese or Japanese character is one
============= ============ ======= =====================================================================

Where the paper is silent or contradicts itself, and what we chose. ``broadsheet reproduce zhang2018`` measures the
choices with a parameter; the figures below are its F1.

* Text node: a visible text node of the document. The paper's "leaf node that contains text" could also be an element,
  but then part of a text could be linked; with text nodes, h_href is 0 or 1.
* Siblings, sb(text): section 3.3 means the paragraphs of an article, which hang on a few parent nodes. Taken to the
  letter, as text nodes with the same parent (``siblings="parent"`` as published), paragraphs are never siblings: in
  ``<p>a</p><p>b</p>`` each text is alone, and its variance is 0. ``"holder"`` takes the parent of the element that
  holds the text; ``"block"``, the default, the parent of the nearest block, so that inline markup does not split a
  paragraph. Chosen on cleanportaleval, dragnet and misinfo, on pages of sites that the reported corpora do not have:
  0.890 by block, 0.865 by holder, 0.866 by parent.
* topic(text), the topics "generated from the text": topics that share a keyword with it (``shared=1``), or a pair of
  compatible keywords (``shared=2`` as published, since a pair generates a topic). Chosen on the same pages by CEDST-TF:
  0.700 and 0.589. For CEDST itself they are level: 0.890 and 0.888.
* The weights are "near to 1" and may differ by feature. With equal weights, a linked text on the main topic gets 1/2,
  which passes the threshold of most pages; with beta above alpha the link decides.
* The text applies Eq. (3) to h_href; it means Eq. (2), the negative feature.
* Eq. (6) sums over a set of numbers, in which equal numbers would count once: we sum over pairs of words.
* h_var: the variance divides by the number of siblings; lengths are in words, like size.
* If the largest value is 0, the quotients of Eq. (7), (8) and (9) are 0; so is that of Eq. (10) without words.
* Keywords: TextRank's own graph (window of 2, unweighted, d = 0.85, change below 1e-4). Its source takes a third of the
  words, which leaves half of the pages without any topic. We take the 20 best of each text node; then one page in
  thirty has none.
* Parts of speech are not used; stop words, as in the paper, single characters and numbers are removed before words are
  linked.
* "Occur more than gamma times in the same text nodes": in more than gamma text nodes, as keywords of each.
* Maximal compatibility blocks are listed as maximal cliques rather than from left to right, with limits on words, pairs
  and blocks, which are noted when reached. The paper reports cubic time.
* Smoothing is "mentioned by [1,2]" without a radius: sigma = 1 as in CEPR, cut off at two text nodes rather than one.
  Missing neighbours at the ends are left out; they do not count as 0.
* Otsu: values from t on are news; of equal thresholds the smallest; each text node counts once, at any length. On a
  page that no threshold divides, all nodes are kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, Final, Literal, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking, spread
from broadsheet.methods.maths.sequences import gaussian
from broadsheet.methods.maths.text_words import content_words, has_dictionaries
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = ["CEDST", "CEDSTNC", "CEDSTTF"]

MOST_WORDS: Final = 256  # words used for topics: the keywords of the most texts; one page in two hundred has more
MOST_TOPICS: Final = 500  # blocks listed; half of the pages have 10 or more, one in a hundred has 130
MOST_RELATIONS: Final = 2_000
"""Compatible pairs of words. One page in a hundred has 390 or more; if all words are compatible, 63 words fit."""
_DAMPING: Final = 0.85  # d of TextRank
_TOLERANCE: Final = 1e-4  # change of the ranks at which TextRank stops
MAX_ITERATIONS: Final = 100  # limit on TextRank's iterations; the ranks converge like 0.85^n, so 57 are enough


@dataclass(frozen=True, kw_only=True)
class CEDST:
    """Fusion of the topic feature with the non-content features.

    Args:
        alpha: weight of the features that support news, 0 to 1.
        beta: weight of the feature that opposes news, 0 to 1.
        gamma: two words are compatible if they are keywords of the same text node more often than this; at least 0.
        keywords: most keywords of a text node.
        shared: keywords that a text must share with a topic: 1, or 2 that are compatible.
        siblings: text nodes are siblings if these have the same parent: their nearest blocks (``"block"``: paragraphs,
            list items, cells, ...), the elements that hold them (``"holder"``), or the text nodes themselves
            (``"parent"``).
        radius: neighbours on either side for smoothing.
        sigma: standard deviation of the smoothing, in text nodes.
        step: distance between the thresholds tried.

    The trace has, for each text node in ``rows``: the features ``topic``, ``cluster``, ``variance`` and ``href``; the
    fusion value before and after smoothing, ``fusion`` and ``smoothed``. Further ``threshold``; ``t`` and ``g``, the
    thresholds tried and their objective; and ``topic_weight``, one number per topic.
    """

    name: ClassVar[str] = "cedst"
    paper: ClassVar[Paper | None] = Paper(
        "Zhang et al.", 2018, "Automatic Web News Extraction Based on DS Theory Considering Content Topics", "ICCS",
        "10.1007/978-3-319-93698-7_15",
    )  # fmt: skip
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.TEXT
    uses_topics: ClassVar[bool] = True
    uses_non_content: ClassVar[bool] = True

    alpha: float = 0.95
    beta: float = 0.99
    gamma: int = 2
    keywords: int = 20
    shared: Literal[1, 2] = 1
    siblings: Literal["block", "holder", "parent"] = "block"
    radius: int = 2
    sigma: float = 1.0
    step: float = 0.1

    @classmethod
    def as_published(cls) -> Self:
        """The paper to the letter: siblings are text nodes with the same parent, and a text must hold a compatible pair
        of a topic's words. By default siblings are paragraphs, and one shared keyword is enough.
        """
        return cls(siblings="parent", shared=2)

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the text nodes whose smoothed fusion value is at least the threshold."""
        rows = np.flatnonzero(page.shown)
        evidence = []
        trace: dict[str, Any] = {"rows": rows}
        notes: tuple[str, ...] = ()
        if self.uses_topics:
            topic, weight, notes = self._topics(page, rows)
            evidence.append(positive(topic, self.alpha))
            trace |= {"topic": topic, "topic_weight": weight}
        if self.uses_non_content:
            size = page.words[rows]
            parent = self._parents(page, rows)
            cluster, variance = cluster_feature(size, parent), variance_feature(size, parent)
            href = href_feature(np.where(page.in_link[rows], size, 0), size)
            evidence += [positive(cluster, self.alpha), positive(variance, self.alpha), negative(href, self.beta)]
            trace |= {"cluster": cluster, "variance": variance, "href": href}
        fusion = combine(*evidence).news
        smoothed = gaussian(fusion, self.radius, self.sigma)
        threshold, tried, g = otsu(smoothed, self.step)
        trace |= {"fusion": fusion, "smoothed": smoothed, "threshold": threshold, "t": tried, "g": g}
        keep = spread(page, rows, smoothed >= threshold)
        return marking(page, keep, spread(page, rows, smoothed), trace=trace, notes=notes)

    def _parents(self, page: Page, rows: NDArray[np.intp]) -> IntArray:
        """The row that each text node shares with its siblings; the root is its own parent."""
        child = rows if self.siblings == "parent" else {"block": page.block, "holder": page.parent}[self.siblings][rows]
        parents: IntArray = np.maximum(0, page.parent[child])
        return parents

    def _topics(self, page: Page, rows: NDArray[np.intp]) -> tuple[FloatArray, FloatArray, tuple[str, ...]]:
        """Section 3.2: the topic feature h of each text node, the topics' weights, and notes."""
        text, start, stop = page.text, page.start[rows].tolist(), page.stop[rows].tolist()
        texts = [text[a:b] for a, b in zip(start, stop, strict=True)]
        words = content_words(texts)
        found = topics(
            keywords(words.word, words.text, most=self.keywords), len(texts), gamma=self.gamma, shared=self.shared
        )
        notes = []
        if not found.blocks:
            notes.append("no words occur together often enough to make a topic")
        if not found.complete:
            notes.append(f"the page has more topics than the limits allow: {len(found.blocks)} were used")
        if words.language in ("zh", "ja") and not has_dictionaries():
            notes.append("pairs of characters are used as words: for a dictionary, install the extra 'topics'")
        return found.h, found.weight, tuple(notes)


@dataclass(frozen=True, kw_only=True)
class CEDSTNC(CEDST):
    """The non-content features only (section 4.2)."""

    name: ClassVar[str] = "cedst-nc"
    uses_topics: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class CEDSTTF(CEDST):
    """The topic feature only (section 4.2)."""

    name: ClassVar[str] = "cedst-tf"
    uses_non_content: ClassVar[bool] = False


# Section 3.1: evidence, by Dempster-Shafer theory over the frame {news, not news}.


class Masses(NamedTuple):
    """A basic mass assignment for each of n text nodes, shape (n,) each; a node's three masses sum to 1.

    Attributes:
        news: m({news}), the evidence for news.
        other: m({~news}), the evidence against it.
        unknown: m(Theta), the uncommitted mass.
    """

    news: FloatArray
    other: FloatArray
    unknown: FloatArray


def positive(h: FloatArray, alpha: float) -> Masses:
    """The masses of a feature h, 0 to 1, that can only support news, with its weight alpha."""
    # Eq. (1)
    news = alpha * np.asarray(h, dtype=np.float64)
    return Masses(news, np.zeros_like(news), 1 - news)


def negative(h: FloatArray, beta: float) -> Masses:
    """The masses of a feature h, 0 to 1, that can only oppose news, with its weight beta."""
    # Eq. (2)
    other = beta * np.asarray(h, dtype=np.float64)
    return Masses(np.zeros_like(other), other, 1 - other)


def combine(*evidence: Masses) -> Masses:
    """Dempster's rule, in closed form: the sums over all choices of one set from each piece of evidence.

    The chosen sets intersect in {news} if every one is {news} or Theta and not all are Theta, so the sum of those
    products is prod(news + unknown) - prod(unknown). {~news} is symmetric, and Theta has prod(unknown). The rest
    belongs to empty intersections. Where the pieces contradict each other completely (K = 0), all mass is unknown.
    """
    open_ = math.prod(m.unknown for m in evidence)
    news = math.prod(m.news + m.unknown for m in evidence) - open_
    other = math.prod(m.other + m.unknown for m in evidence) - open_
    # Eq. (5): 1 minus the products with an empty intersection, which is the sum of the others.
    k = news + other + open_
    # Eq. (4): the empty set gets no mass.
    defined = k > 0
    divisor = np.where(defined, k, 1.0)
    # Eq. (3)
    return Masses(
        np.clip(news / divisor, 0.0, 1.0), np.clip(other / divisor, 0.0, 1.0), np.where(defined, open_ / divisor, 1.0)
    )


# Section 3.2: topics. Keywords are TextRank's: Mihalcea, Tarau, TextRank: bringing order into texts, EMNLP 2004.


class Keywords(NamedTuple):
    """Pairs of a text and one of its keywords, ordered by text; columns of shape (k,)."""

    text: IntArray
    word: IntArray


class Topics(NamedTuple):
    """The topics of texts.

    Attributes:
        blocks: the words of each topic, at least two.
        weight: the topics' weights, shape (number of topics,).
        h: the topic feature of each text, 0 to 1, shape (number of texts,).
        complete: False if a limit on words, pairs or topics was reached.
    """

    blocks: list[list[int]]
    weight: FloatArray
    h: FloatArray
    complete: bool


def keywords(word: IntArray, text: IntArray, *, most: int) -> Keywords:
    """The highest ranked distinct words of each text; all of its words if there are no more.

    Args:
        word: numbers of the words of all texts, in order, shape (m,).
        text: the text of each, shape (m,), ascending.
        most: most keywords per text.
    """
    if not len(word):
        return Keywords(text, word)
    span = int(word.max()) + 1
    pairs, vertex = np.unique(text.astype(np.int64) * span + word, return_inverse=True)
    pair_text, pair_word = (pairs // span).astype(np.int32), (pairs % span).astype(np.int32)
    different = np.bincount(pair_text)
    long = different > most
    if not long.any():
        return Keywords(pair_text, pair_word)
    ranked = long[text]
    score = textrank(vertex[ranked], text[ranked], len(pairs))
    # Ranks are compared to the precision they were computed to; ties go to the word used first on the page.
    order = np.lexsort((pair_word, -np.round(score / _TOLERANCE), pair_text))
    place = np.arange(len(pairs)) - np.repeat(np.cumsum(different) - different, different)
    chosen = np.sort(order[place < most])
    return Keywords(pair_text[chosen], pair_word[chosen])


def textrank(vertex: NDArray[np.intp], text: IntArray, size: int) -> FloatArray:
    """TextRank of the words of many texts at once; their graphs are not connected.

    Undirected and unweighted, as in the source: adjacent words are linked (a window of 2).

    Args:
        vertex: the vertex of each word of the texts, in order, shape (m,). Texts share no vertex.
        text: the text of each, shape (m,), ascending.
        size: number of vertices.

    Returns:
        The ranks, shape (size,); 1 - d for vertices without links.
    """
    linked = (text[:-1] == text[1:]) & (vertex[:-1] != vertex[1:])
    here, there = vertex[:-1][linked].astype(np.int64), vertex[1:][linked].astype(np.int64)
    edges = np.unique(np.concatenate((here * size + there, there * size + here)))
    source, target = edges // size, edges % size
    degree = np.maximum(1, np.bincount(source, minlength=size))
    score: FloatArray = np.ones(size, dtype=np.float64)
    for _ in range(MAX_ITERATIONS):
        # S(V_i) = (1 - d) + d * sum of S(V_j) / degree(V_j) over the neighbours of V_i
        before = score
        received = np.bincount(target, (before / degree)[source], minlength=size)
        score = np.asarray((1 - _DAMPING) + _DAMPING * received, dtype=np.float64)
        if np.abs(score - before).max(initial=0.0) < _TOLERANCE:
            break
    return score


def topics(found: Keywords, texts: int, *, gamma: int, shared: Literal[1, 2]) -> Topics:
    """Topics from the keywords of texts, their weights, and the topic feature of each text.

    The number of maximal compatibility blocks has no useful bound, so work is limited in three steps. Words that are
    keywords of at most gamma texts are skipped, since they are compatible with none. The others are taken in order of
    their number of texts, up to `MOST_WORDS` words and `MOST_RELATIONS` compatible pairs. At most `MOST_TOPICS`
    blocks are listed. If there are more, each compatible pair in none of them gets a block, grown by its strongest
    relations, so that every pair has a topic.

    Args:
        found: the keywords.
        texts: number of texts.
        gamma: as in `CEDST`.
        shared: as in `CEDST`.
    """
    nothing = Topics([], np.zeros(0), np.zeros(texts), complete=True)
    frequency = np.bincount(found.word) if len(found.word) else np.zeros(0, dtype=np.intp)
    often = np.flatnonzero(frequency > gamma)
    if len(often) < 2:
        return nothing
    often = often[np.argsort(-frequency[often], kind="stable")]
    complete = len(often) <= MOST_WORDS
    often = often[:MOST_WORDS]
    used = _renumber(found, often)
    _, x, y = _pairs(used)
    relate = co_occurrence(x, y, len(often))
    related = relate > gamma
    # Each word adds its relations to the words before it.
    within = int(np.searchsorted(np.cumsum(np.tril(related).sum(axis=1)), MOST_RELATIONS, side="right"))
    if within < len(often):
        complete = False
        often, relate, related = often[:within], relate[:within, :within], related[:within, :within]
        used = _renumber(found, often)

    listed = blocks(related, MOST_TOPICS + 1)
    if len(listed) > MOST_TOPICS:
        complete = False
        listed = listed[:MOST_TOPICS]
        listed += _blocks_of_the_rest(listed, relate, related)
    if not listed:
        return nothing._replace(complete=complete)
    weight = topic_weight(listed, relate)
    h = topic_feature(used, texts, listed, weight, len(often), shared)
    return Topics([often[block].tolist() for block in listed], weight, h, complete)


def _renumber(found: Keywords, words: NDArray[np.intp]) -> Keywords:
    """The keywords that are among these words, renumbered by their index there."""
    place = np.full(int(found.word.max()) + 1, -1, dtype=np.int32)
    place[words] = np.arange(len(words))
    used = place[found.word] >= 0
    return Keywords(found.text[used], place[found.word[used]])


def _pairs(found: Keywords) -> tuple[IntArray, IntArray, IntArray]:
    """All pairs of keywords of the same text: the text, and the two words; shape (k,) each."""
    text, word = found
    pairs = [(text[:0], word[:0], word[:0])]
    for apart in range(1, len(text)):
        same = text[:-apart] == text[apart:]
        if not same.any():
            break
        pairs.append((text[apart:][same], word[:-apart][same], word[apart:][same]))
    texts, x, y = map(np.concatenate, zip(*pairs, strict=True))
    return texts, x, y


def co_occurrence(x: IntArray, y: IntArray, words: int) -> IntArray:
    """relate(x, y): the number of texts in which two words are keywords together, given once per text; symmetric, 0 on
    the diagonal, shape (words, words).
    """
    counts = np.bincount(x.astype(np.int64) * words + y, minlength=words * words)
    one_way = counts.reshape(words, words).astype(np.int32)
    return one_way + one_way.T


def blocks(related: BoolArray, most: int) -> list[list[int]]:
    """Maximal compatibility blocks of at least two words: the maximal cliques of the relation (Definition 1).

    Args:
        related: the compatibility relation, symmetric, false on the diagonal, shape (n, n).
        most: most blocks listed.
    """
    adjacent: dict[int, set[int]] = {}
    for x, y in np.argwhere(np.triu(related)).tolist():
        adjacent.setdefault(x, set()).add(y)
        adjacent.setdefault(y, set()).add(x)
    if not adjacent:
        return []
    words = set(iter(adjacent))  # a set made from the dictionary itself would have another order
    return [sorted(block) for block in islice(_cliques(adjacent, [], words.copy(), words), most)]


def _cliques(
    adjacent: Mapping[int, set[int]], clique: list[int], common: set[int], candidates: set[int]
) -> Iterator[list[int]]:
    """The maximal cliques that extend a clique: the algorithm of Tomita, Tanaka and Takahashi (2006).

    Args:
        adjacent: the neighbours of each vertex.
        clique: the clique.
        common: the vertices that are adjacent to all of it.
        candidates: the common vertices whose cliques have not been listed.
    """
    if not common:
        yield clique
    if not candidates:
        return
    pivot = max(common, key=lambda vertex: len(candidates & adjacent[vertex]))
    extensions = candidates - adjacent[pivot]
    while extensions:
        vertex = extensions.pop()
        candidates.remove(vertex)
        near = adjacent[vertex]
        yield from _cliques(adjacent, [*clique, vertex], common & near, candidates & near)


def topic_weight(listed: Sequence[Sequence[int]], relate: IntArray) -> FloatArray:
    """The weight tw of each topic, given its words: their co-occurrences (`co_occurrence`), summed over its pairs."""
    # Eq. (6): the matrix holds each pair twice.
    return np.array([relate[np.ix_(block, block)].sum() / 2 for block in listed], dtype=np.float64)


def topic_feature(
    used: Keywords, texts: int, listed: Sequence[Sequence[int]], weight: FloatArray, words: int, shared: Literal[1, 2]
) -> FloatArray:
    """h_topic of each text: the weight of its heaviest topic, relative to the page's heaviest; shape (texts,).

    Args:
        used: the keywords that are in some topic.
        texts: number of texts.
        listed: the words of each topic.
        weight: tw of each topic, above 0.
        words: number of words.
        shared: as in `CEDST`.
    """
    # The heaviest topic of each word, or pair of words: heavier topics overwrite lighter ones.
    heaviest = np.zeros((words,) * shared)
    for topic in np.argsort(weight, kind="stable").tolist():
        heaviest[np.ix_(*[listed[topic]] * shared)] = weight[topic]
    text, *word = used if shared == 1 else _pairs(used)
    of_text: FloatArray = np.zeros(texts, dtype=np.float64)
    np.maximum.at(of_text, text, heaviest[tuple(word)])
    # Eq. (7)
    h: FloatArray = of_text / weight.max()
    return h


def _blocks_of_the_rest(listed: Sequence[Sequence[int]], relate: IntArray, related: BoolArray) -> list[list[int]]:
    """Maximal blocks for the compatible pairs that no listed block holds."""
    missing = np.triu(related)
    for block in listed:
        missing[np.ix_(block, block)] = False
    out = []
    for x, y in np.argwhere(missing).tolist():
        if missing[x, y]:
            out.append(_grow(relate, related, x, y))
            missing[np.ix_(out[-1], out[-1])] = False
    return out


def _grow(relate: IntArray, related: BoolArray, x: int, y: int) -> list[int]:
    """A maximal block around two words, grown by the word with the most co-occurrences with its members."""
    block = [x, y]
    candidates = related[x] & related[y]
    strength = relate[x] + relate[y]
    while candidates.any():
        best = int(np.argmax(np.where(candidates, strength, -1)))
        block.append(best)
        candidates &= related[best]
        strength += relate[best]
    return sorted(block)


# Section 3.3: non-content features.


def cluster_feature(size: IntArray, parent: IntArray) -> FloatArray:
    """h_cluster of each text node: the words of its siblings, relative to the most of any siblings, given the words of
    each and the row that it shares with its siblings; shape (n,) in and out.
    """
    total = np.bincount(parent, weights=size)[parent]
    # Eq. (8)
    return _share_of_largest(total)


def variance_feature(size: IntArray, parent: IntArray) -> FloatArray:
    """h_var of each text node: the variance of its siblings' lengths, relative to the largest on the page; the
    arguments are as for `cluster_feature`.
    """
    count = np.maximum(1, np.bincount(parent))
    mean = np.bincount(parent, weights=size) / count
    variance = np.bincount(parent, weights=(size - mean[parent]) ** 2) / count
    # Eq. (9)
    return _share_of_largest(variance[parent])


def href_feature(linked: IntArray, size: IntArray) -> FloatArray:
    """h_href of each text node: the share of its words in links; shape (n,) in and out."""
    # Eq. (10)
    share: FloatArray = linked / np.maximum(1, size)
    return share


def _share_of_largest(values: NDArray[Any]) -> FloatArray:
    share: FloatArray = values / (values.max(initial=0) or 1)
    return share


# Section 3.4: the threshold. Otsu, A threshold selection method from gray-level histograms, 1979.


class Otsu(NamedTuple):
    """A threshold and how it was found.

    Attributes:
        threshold: the t with the largest g; the smallest of equal ones. Values from t on are the upper class.
        t: the thresholds tried, shape (k,).
        g: their objective, shape (k,).
    """

    threshold: float
    t: FloatArray
    g: FloatArray


def otsu(values: FloatArray, step: float) -> Otsu:
    """The threshold between 0 and 1 with the largest between-class variance.

    Args:
        values: the fusion values, shape (n,).
        step: distance between the thresholds tried, of which there are 1 / step + 1.

    Returns:
        The threshold; 0, with all values in the upper class, if no threshold divides them.

    Raises:
        ValueError: the step is not above 0 and at most 1.
    """
    if not 0 < step <= 1:
        raise ValueError(f"the step must be above 0 and at most 1, not {step}")
    # Quotients of integers: 0.3 exactly, and not the sum of three steps, which is above it.
    steps = round(1 / step)
    t = np.arange(steps + 1, dtype=np.float64) / steps
    ascending = np.sort(np.asarray(values, dtype=np.float64))
    count = len(ascending)
    total = np.concatenate(([0.0], np.cumsum(ascending)))
    below = np.searchsorted(ascending, t, side="left")
    g = np.zeros(len(t), dtype=np.float64)
    divided = (below > 0) & (below < count)
    cut = below[divided]
    w0 = cut / max(1, count)
    w1 = 1 - w0
    u0 = total[cut] / cut
    u1 = (total[-1] - total[cut]) / (count - cut)
    # Eq. (12)
    mu = w0 * u0 + w1 * u1
    # Eq. (11)
    g[divided] = w0 * (u0 - mu) ** 2 + w1 * (u1 - mu) ** 2
    return Otsu(float(t[int(np.argmax(g))]), t, g)
