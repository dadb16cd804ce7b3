"""The minimum edit distance of two texts, as in Hausner 2021 (section 6, *Metrics*).

Insertions and deletions cost 1, and "a substitution accounts for two edit operations": it never beats a deletion and an
insertion, so the distance is the one without substitutions (*indel*): ``len(a) + len(b) - 2 LCS(a, b)``.

The paper does not name the unit; its figures, and its wish to "retrieve as much text as possible", are of characters.
"""

from __future__ import annotations

from rapidfuzz.distance import Indel

__all__ = ["edit_distance"]


def edit_distance(gold: str, output: str) -> int:
    """The distance in characters. Runs of white space are one space, so that ways to set paragraphs do not count.

    Args:
        gold: the text that is wanted.
        output: the text extracted.

    Returns:
        Characters to insert or delete; one that is replaced counts as both.
    """
    return int(Indel.distance(" ".join(gold.split()), " ".join(output.split())))
