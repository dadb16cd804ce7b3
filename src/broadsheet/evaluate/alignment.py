"""Which text nodes of a page a text is made of: labels for the measures that count nodes.

Gold texts, and what libraries give, are texts and not nodes. Words are aligned in document order, and a node is
labelled if half of its words or more are aligned. Gold and output are treated alike, our methods' outputs too, so that
no one's labels are better than the others'.

* Words are tokens in lower case: quotes, dashes and case may have been changed on the way.
* Only words in a run that stands in the text as well take part: first runs of eight, then, in what is left between
  these, runs of three. Else the small words of a menu would be taken for those of a paragraph, and a headline for the
  sentence that says the same. Runs go across nodes, so a link inside a paragraph is part of its runs.
* Among these, the longest common subsequence decides: a paragraph that stands on the page twice is labelled once.

It must not know what the labels are for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from rapidfuzz.distance import LCSseq

from broadsheet.evaluate.metrics.tokens import tokens_as_written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.page.arrays import BoolArray, IntArray

__all__ = ["NodeWords", "label_nodes", "node_words"]

_RUNS: Final = (8, 3)
"""Words of a run, first and last. Eight words in a row are hardly ever the same by chance; with two, "of the" makes
runs everywhere; with four, short subheadings between notes are lost."""


@dataclass(frozen=True, slots=True, eq=False)
class NodeWords:
    """The words of the nodes of a page, in document order.

    Attributes:
        words: the words of all nodes, one after the other.
        node: the node of each word, shape (words,).
        count: how many words each node has, shape (nodes,).
    """

    words: tuple[str, ...]
    node: IntArray
    count: IntArray


def node_words(nodes: Sequence[str]) -> NodeWords:
    """Cut the texts of nodes into words."""
    cut = [tokens_as_written(text.lower()) for text in nodes]
    count = np.array([len(words) for words in cut], dtype=np.int32)
    return NodeWords(
        words=tuple(word for words in cut for word in words),
        node=np.repeat(np.arange(len(cut), dtype=np.int32), count),
        count=count,
    )


def label_nodes(nodes: NodeWords, text: str) -> BoolArray:
    """Which nodes a text is made of; shape (nodes,). A node without words is never labelled.

    Args:
        nodes: the words of a page's text nodes.
        text: a text, such as the gold text; its case does not count.
    """
    aligned = np.zeros(len(nodes.words), dtype=np.bool_)
    aligned[[place for place, _ in _align(nodes.words, tokens_as_written(text.lower()), _RUNS)]] = True
    labels: BoolArray = 2 * np.bincount(nodes.node[aligned], minlength=len(nodes.count)) >= np.maximum(nodes.count, 1)
    return labels


def _align(words: Sequence[str], wanted: Sequence[str], runs: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of places of words that are aligned, rising in both texts."""
    if not runs or not words or not wanted:
        return []
    size = min(runs[0], len(words), len(wanted))
    known = set(zip(*(wanted[offset:] for offset in range(size)), strict=False))
    taking_part = np.zeros(len(words), dtype=np.bool_)
    for place, run in enumerate(zip(*(words[offset:] for offset in range(size)), strict=False)):
        if run in known:
            taking_part[place : place + size] = True
    places = np.flatnonzero(taking_part).tolist()
    firm = [
        (places[step.src_start + at], step.dest_start + at)
        for step in LCSseq.opcodes([words[place] for place in places], wanted)
        if step.tag == "equal"
        for at in range(step.src_end - step.src_start)
    ]
    pairs = []
    begin, wanted_begin = 0, 0
    for place, other in [*firm, (len(words), len(wanted))]:
        between = _align(words[begin:place], wanted[wanted_begin:other], runs[1:])
        pairs += [(begin + one, wanted_begin + another) for one, another in between]
        pairs.append((place, other))
        begin, wanted_begin = place + 1, other + 1
    return pairs[:-1]
