r"""Tokens, the units of most metrics; and the text nodes of a page that a text consists of, by its tokens.

A token is a match of ``\w+``, as in Scrapinghub's benchmark, with three additions of ours, which do not affect other
texts and are the same for every method. Case matters, as in the benchmark.

* **A CJK character is one token** (`broadsheet.page.characters`). Otherwise a whole Chinese or Japanese clause is one
  token, and one wrong character costs four clauses.
* **Invisible characters** (soft hyphen, zero-width space, word joiner, byte order mark) **are removed first**. Gold
  texts and extractors differ in keeping them, and a soft hyphen would split a word into two tokens.
* **A letter and its diacritic** are one character if possible (normal form C of Unicode Standard Annex 15): ``\w`` does
  not match combining marks, and texts that differ only in this are equal by that standard.

Gold texts and outputs are texts, not nodes. Words are aligned in document order, and a node is labelled if at least
half of its words are aligned. Gold texts and all outputs, ours included, are treated the same way.

* Words are lower-case tokens: quotes, dashes and case may differ.
* Only words in a run that also occurs in the text take part: first runs of eight, then, between these, runs of three.
  Otherwise the short words of a menu would match those of a paragraph, and a headline a sentence with the same words.
  Runs cross node boundaries, so a link inside a paragraph is part of its runs.
* Among these the longest common subsequence decides: a paragraph that occurs twice on the page is labelled once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from rapidfuzz.distance import LCSseq

from broadsheet.page.arrays import BoolArray, IntArray
from broadsheet.page.characters import CJK_CLASS, INVISIBLE, composed

__all__ = ["NodeWords", "canonical", "label_nodes", "node_words", "tokens", "tokens_as_written"]

_INVISIBLE: Final = re.compile(f"[{INVISIBLE}]")
# Radicals and similar are symbols, which \w does not match. Unassigned code points of the last planes count as Han:
# later versions of Unicode assign them.
_TOKEN: Final = re.compile(rf"[^\W{CJK_CLASS}]+|(?!\W)[{CJK_CLASS}]|[\U00020000-\U0003ffff]")


def tokens(text: str) -> list[str]:
    """Return the tokens of a text, in order."""
    return _TOKEN.findall(canonical(text))


def tokens_as_written(text: str) -> list[str]:
    """Return the tokens of a text without normal form C, for comparisons with its own page. The training labels of the
    shipped models use these.
    """
    return _TOKEN.findall(_INVISIBLE.sub("", text))


def canonical(text: str) -> str:
    """Normalise a text: without invisible characters, in normal form C."""
    return composed(_INVISIBLE.sub("", text))


# Words of a run, first and second pass. Eight equal words in a row are rarely chance; with two, "of the" matches
# everywhere; with four, short subheadings between unlabelled segments are lost.
_RUNS: Final = (8, 3)


@dataclass(frozen=True, slots=True, eq=False)
class NodeWords:
    """The words of the text nodes of a page, in document order."""

    words: tuple[str, ...]  # words of all nodes, concatenated
    node: IntArray  # node of each word, shape (words,)
    count: IntArray  # number of words of each node, shape (nodes,)


def node_words(nodes: Sequence[str]) -> NodeWords:
    """Split the texts of nodes into words."""
    cut = [tokens_as_written(text.lower()) for text in nodes]
    count = np.array([len(words) for words in cut], dtype=np.int32)
    return NodeWords(
        words=tuple(word for words in cut for word in words),
        node=np.repeat(np.arange(len(cut), dtype=np.int32), count),
        count=count,
    )


def label_nodes(nodes: NodeWords, text: str) -> BoolArray:
    """Return which nodes a text consists of, shape (nodes,). Nodes without words are never labelled.

    Case is ignored.
    """
    aligned = np.zeros(len(nodes.words), dtype=np.bool_)
    aligned[[place for place, _ in _align(nodes.words, tokens_as_written(text.lower()), _RUNS)]] = True
    labels: BoolArray = 2 * np.bincount(nodes.node[aligned], minlength=len(nodes.count)) >= np.maximum(nodes.count, 1)
    return labels


def _align(words: Sequence[str], wanted: Sequence[str], runs: Sequence[int]) -> list[tuple[int, int]]:
    """Return pairs of positions of aligned words, ascending in both texts."""
    if not runs or not words or not wanted:
        return []
    size = min(runs[0], len(words), len(wanted))
    known = set(zip(*(wanted[offset:] for offset in range(size)), strict=False))
    taking_part = np.zeros(len(words), dtype=np.bool_)
    for place, run in enumerate(zip(*(words[offset:] for offset in range(size)), strict=False)):
        if run in known:
            taking_part[place : place + size] = True
    places = np.flatnonzero(taking_part).tolist()
    blocks = LCSseq.opcodes([words[place] for place in places], wanted).as_matching_blocks()
    aligned = [(places[block.a + at], block.b + at) for block in blocks for at in range(block.size)]
    pairs = []
    begin, wanted_begin = 0, 0
    for place, other in [*aligned, (len(words), len(wanted))]:
        between = _align(words[begin:place], wanted[wanted_begin:other], runs[1:])
        pairs += [(begin + one, wanted_begin + another) for one, another in between]
        pairs.append((place, other))
        begin, wanted_begin = place + 1, other + 1
    return pairs[:-1]
