"""Word metrics, without and with order.

* **Bag of words** (Barua 2014, section 5; the evaluation of CEPR's authors; WCXB's ``evaluate.py``): each word counts
  as often as it occurs in both texts. Barua keeps stop words. CEPR's "score" is ``both / (both + extra + missed)``.
* **In order** (CETD, Sun 2011, section 6; WCEB, ``eval.py``): longest common subsequence of words, divided by the
  length of the output (precision) and of the gold text (recall). Its F1 is WCEB's Levenshtein ratio.
"""

from __future__ import annotations

from collections import Counter

from rapidfuzz.distance import LCSseq

from broadsheet.lab.evaluate.metrics.overlap import Overlap
from broadsheet.lab.evaluate.metrics.tokens import tokens

__all__ = ["bag_of_words", "in_order"]


def bag_of_words(gold: str, output: str, *, fold_case: bool = False) -> Overlap:
    """Count common tokens in any order, each as often as it occurs in both texts.

    Args:
        gold: the gold text.
        output: the extracted text.
        fold_case: compare in lower case, like WCXB.
    """
    wanted, got = (Counter(tokens(text.lower() if fold_case else text)) for text in (gold, output))
    both = (wanted & got).total()
    return Overlap(both, got.total() - both, wanted.total() - both)


def in_order(gold: str, output: str) -> Overlap:
    """Compare two texts by the longest common subsequence of their tokens.

    Args:
        gold: the gold text.
        output: the extracted text.
    """
    wanted, got = tokens(gold), tokens(output)
    both = LCSseq.similarity(wanted, got)
    return Overlap(both, len(got) - both, len(wanted) - both)
