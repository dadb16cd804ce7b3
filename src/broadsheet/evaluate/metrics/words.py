"""Words without their order, and words in their order.

* **Bag of words** (Barua 2014, section 5; the evaluation of CEPR's authors; WCXB's ``evaluate.py``): each word as often
  as it occurs in both texts. Barua removes no stop words. CEPR's "score" is ``both / (both + extra + missed)``.
* **In order** (CETD, Sun 2011, section 6; WCEB, ``eval.py``): the longest common subsequence of words, divided by the
  length of the output (precision) and of the gold text (recall). Its F1 is WCEB's Levenshtein ratio.
"""

from __future__ import annotations

from collections import Counter

from rapidfuzz.distance import LCSseq

from broadsheet.evaluate.metrics.overlap import Overlap
from broadsheet.evaluate.metrics.tokens import tokens

__all__ = ["bag_of_words", "in_order"]


def bag_of_words(gold: str, output: str, *, fold_case: bool = False) -> Overlap:
    """Tokens that two texts have in common, each as often as it occurs, in any order.

    Args:
        gold: the gold text.
        output: the text extracted.
        fold_case: take words in lower case, as WCXB does.
    """
    wanted, got = (Counter(tokens(text.lower() if fold_case else text)) for text in (gold, output))
    both = (wanted & got).total()
    return Overlap(both, got.total() - both, wanted.total() - both)


def in_order(gold: str, output: str) -> Overlap:
    """Tokens of the longest common subsequence of two texts, and what each has besides it.

    Args:
        gold: the text that is wanted.
        output: the text extracted.
    """
    wanted, got = tokens(gold), tokens(output)
    both = LCSseq.similarity(wanted, got)
    return Overlap(both, len(got) - both, len(wanted) - both)
