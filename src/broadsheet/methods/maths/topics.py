"""Topics: words that stand together in the same texts again and again. Nothing here knows a page.

Sources: Mihalcea, Tarau, TextRank: bringing order into texts, EMNLP 2004 (keywords); Zhang et al. 2018, section 3.2
(topics as maximal compatibility blocks).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.page.arrays import BoolArray, FloatArray, IntArray

__all__ = [
    "MOST_RELATIONS",
    "MOST_TOPICS",
    "MOST_WORDS",
    "Keywords",
    "Topics",
    "blocks",
    "keywords",
    "textrank",
    "topics",
]

MOST_WORDS: Final = 256
"""Words that topics are made of at most, those that are keywords of the most texts. One page in a hundred has more."""
MOST_TOPICS: Final = 500
"""Maximal compatibility blocks that are listed at most. Half of the pages have 8, one in a hundred 200."""
MOST_RELATIONS: Final = 2_000
"""Compatible pairs of words at most. One page in a hundred has 340; where all words are compatible, it lets 63 in."""
_DAMPING: Final = 0.85
_CHANGE: Final = 1e-4
_ROUNDS: Final = 100
"""The ranks converge like 0.85^n, so the change is below its limit after 57 rounds at the latest."""


class Keywords(NamedTuple):
    """Which words are keywords of which texts: pairs in order of text, columns of shape (k,)."""

    text: IntArray
    word: IntArray


class _Pairs(NamedTuple):
    """Words x and y that are keywords of the same text, each pair once a text; columns of shape (k,)."""

    text: IntArray
    x: IntArray
    y: IntArray


class Topics(NamedTuple):
    """The topics of some texts.

    Attributes:
        blocks: the words of each topic, at least two.
        weight: the topics' weights, shape (number of topics,).
        h: the topic feature of each text, 0 to 1, shape (number of texts,).
        complete: every word and every topic was looked at; otherwise the bounds on work were reached.
    """

    blocks: list[list[int]]
    weight: FloatArray
    h: FloatArray
    complete: bool


def keywords(word: IntArray, text: IntArray, *, most: int, window: int) -> Keywords:
    """The highest ranked words of each text, each once; all of them where a text has no more.

    Args:
        word: numbers of the words of all texts, in order, shape (m,).
        text: the text of each, shape (m,), ascending.
        most: keywords of a text at most.
        window: words that are less than this far apart are linked (`textrank`).
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
    score = textrank(vertex[ranked], text[ranked], len(pairs), window=window)
    # Ranks are compared in steps of the precision they were computed to; of equals the word used first on the page.
    order = np.lexsort((pair_word, -np.round(score / _CHANGE), pair_text))
    place = np.arange(len(pairs)) - np.repeat(np.cumsum(different) - different, different)
    chosen = np.sort(order[place < most])
    return Keywords(pair_text[chosen], pair_word[chosen])


def textrank(vertex: NDArray[np.intp], text: IntArray, size: int, *, window: int) -> FloatArray:
    """TextRank of the words of many texts at once: their graphs do not touch, so they are ranked as one.

    Undirected and unweighted, as in the source: two words are linked if they stand less than ``window`` words apart.

    Args:
        vertex: the vertex of each word of the texts, in order, shape (m,). Texts share no vertex.
        text: the text of each, shape (m,), ascending.
        size: number of vertices.
        window: 2 links words that follow each other.

    Returns:
        The ranks, shape (size,); those of vertices without any link are 1 - d.
    """
    found = []
    for apart in range(1, window):
        here, there = vertex[:-apart], vertex[apart:]
        linked = (text[:-apart] == text[apart:]) & (here != there)
        here, there = here[linked].astype(np.int64), there[linked].astype(np.int64)
        found += [here * size + there, there * size + here]
    edges = np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.int64)
    source, target = edges // size, edges % size
    degree = np.maximum(1, np.bincount(source, minlength=size))
    score: FloatArray = np.ones(size, dtype=np.float64)
    for _ in range(_ROUNDS):
        # S(V_i) = (1 - d) + d * sum of S(V_j) / degree(V_j) over the neighbours of V_i
        before = score
        given = np.bincount(target, (before / degree)[source], minlength=size)
        score = np.asarray((1 - _DAMPING) + _DAMPING * given, dtype=np.float64)
        if np.abs(score - before).max(initial=0.0) < _CHANGE:
            break
    return score


def topics(
    found: Keywords,
    texts: int,
    *,
    gamma: int,
    most_words: int = MOST_WORDS,
    most_relations: int = MOST_RELATIONS,
    most_topics: int = MOST_TOPICS,
) -> Topics:
    """Topics from the keywords of texts, their weights, and how far each text is about the weightiest one.

    To list all maximal compatibility blocks takes time without bound, so work is held down in three steps. A word is
    looked at only if it is a keyword of more than gamma texts, since the others are compatible with none. The rest are
    taken in order of the number of their texts, up to ``most_words`` words and ``most_relations`` compatible pairs. Of
    the blocks, ``most_topics`` are listed; if there are more, one is grown by its strongest relations around each
    compatible pair that is in none of them, so that no pair is left without a topic.

    Args:
        found: the keywords.
        texts: number of texts.
        gamma: words that are keywords of the same text more often than this are compatible; at least 0.
        most_words: bound on words.
        most_relations: bound on compatible pairs.
        most_topics: bound on listed topics.
    """
    nothing = Topics([], np.zeros(0), np.zeros(texts), complete=True)
    frequency = np.bincount(found.word) if len(found.word) else np.zeros(0, dtype=np.intp)
    often = np.flatnonzero(frequency > gamma)
    if len(often) < 2:
        return nothing
    often = often[np.argsort(-frequency[often], kind="stable")]
    complete = len(often) <= most_words
    often = often[:most_words]
    together = _pairs(found, often)
    relate = co_occurrence(together, len(often))
    related = relate > gamma
    # Each word brings its relations to the words before it.
    within = int(np.searchsorted(np.cumsum(np.tril(related).sum(axis=1)), most_relations, side="right"))
    if within < len(often):
        complete = False
        often, relate, related = often[:within], relate[:within, :within], related[:within, :within]
        together = _Pairs(*(column[(together.x < within) & (together.y < within)] for column in together))

    listed = blocks(related, most_topics + 1)
    if len(listed) > most_topics:
        complete = False
        listed = listed[:most_topics]
        listed += _blocks_of_the_rest(listed, relate, related)
    if not listed:
        return nothing._replace(complete=complete)
    weight = topic_weight(listed, relate)
    h = topic_feature(together, texts, listed, weight, len(often))
    return Topics([often[block].tolist() for block in listed], weight, h, complete)


def _pairs(found: Keywords, words: NDArray[np.intp]) -> _Pairs:
    """All pairs of keywords of the same text, of some words, which are numbered by their place among them."""
    place = np.full(int(found.word.max()) + 1, -1, dtype=np.int32)
    place[words] = np.arange(len(words))
    used = place[found.word] >= 0
    text, word = found.text[used], place[found.word[used]]
    pairs = [_Pairs(text[:0], word[:0], word[:0])]
    for apart in range(1, len(text)):
        same = text[:-apart] == text[apart:]
        if not same.any():
            break
        pairs.append(_Pairs(text[apart:][same], word[:-apart][same], word[apart:][same]))
    return _Pairs(*map(np.concatenate, zip(*pairs, strict=True)))


def co_occurrence(together: _Pairs, words: int) -> IntArray:
    """relate(x, y): in how many texts two words are keywords together.

    Args:
        together: the pairs of words of each text.
        words: number of words.

    Returns:
        The counts, symmetric, 0 on the diagonal, shape (words, words).
    """
    counts = np.bincount(together.x.astype(np.int64) * words + together.y, minlength=words * words)
    one_way = counts.reshape(words, words).astype(np.int32)
    return one_way + one_way.T


def blocks(related: BoolArray, most: int) -> list[list[int]]:
    """Maximal compatibility blocks of at least two words: the maximal cliques of the relation (Definition 1).

    Args:
        related: the compatibility relation, symmetric, false on the diagonal, shape (n, n).
        most: blocks at most; there may be more.
    """
    pairs = np.argwhere(np.triu(related)).tolist()
    if not pairs:
        return []
    # A tenth of a second, paid only by pages that have topics.
    import networkx as nx

    return [sorted(block) for block in islice(nx.find_cliques(nx.Graph(pairs)), most)]


def topic_weight(listed: Sequence[Sequence[int]], relate: IntArray) -> FloatArray:
    """The weight tw of each topic: the co-occurrences of its words, summed over its pairs.

    Args:
        listed: the words of each topic.
        relate: co-occurrence counts, symmetric, 0 on the diagonal, shape (words, words).
    """
    # Eq. (6): both halves of the matrix have each pair
    return np.array([relate[np.ix_(block, block)].sum() / 2 for block in listed], dtype=np.float64)


def topic_feature(
    together: _Pairs, texts: int, listed: Sequence[Sequence[int]], weight: FloatArray, words: int
) -> FloatArray:
    """h_topic of each text: its weightiest topic's share of the weightiest of all; shape (texts,).

    A topic is a text's if they share two words, so the weightiest topic of each pair of words is all that is needed.

    Args:
        together: the pairs of words of each text.
        texts: number of texts.
        listed: the words of each topic.
        weight: tw of each topic, above 0.
        words: number of words.
    """
    of_pair = np.zeros((words, words), dtype=np.float64)
    for topic in np.argsort(weight, kind="stable").tolist():
        of_pair[np.ix_(listed[topic], listed[topic])] = weight[topic]
    heaviest: FloatArray = np.zeros(texts, dtype=np.float64)
    np.maximum.at(heaviest, together.text, of_pair[together.x, together.y])
    # Eq. (7)
    h: FloatArray = heaviest / weight.max()
    return h


def _blocks_of_the_rest(listed: Sequence[Sequence[int]], relate: IntArray, related: BoolArray) -> list[list[int]]:
    """Maximal blocks that hold the compatible pairs which the listed ones leave out."""
    missing = np.triu(related)
    for block in listed:
        missing[np.ix_(block, block)] = False
    out = []
    for x, y in np.argwhere(missing).tolist():
        if missing[x, y]:
            out.append(_grown(relate, related, x, y))
            missing[np.ix_(out[-1], out[-1])] = False
    return out


def _grown(relate: IntArray, related: BoolArray, x: int, y: int) -> list[int]:
    """A maximal block with two words: the word with the most co-occurrences with those in it is added, and so on."""
    block = [x, y]
    candidates = related[x] & related[y]
    strength = relate[x] + relate[y]
    while candidates.any():
        best = int(np.argmax(np.where(candidates, strength, -1)))
        block.append(best)
        candidates &= related[best]
        strength += relate[best]
    return sorted(block)
