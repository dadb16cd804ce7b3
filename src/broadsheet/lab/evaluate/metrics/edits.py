"""Edit distance of two texts, as in Hausner 2021 (section 6, *Metrics*).

Insertions and deletions cost 1, and "a substitution accounts for two edit operations", so substitutions never beat a
deletion with an insertion, and the distance is *indel*: ``len(a) + len(b) - 2 LCS(a, b)``.

The paper does not name the unit; its figures, and its aim to "retrieve as much text as possible", suggest characters.
"""

from __future__ import annotations

from rapidfuzz.distance import Indel

__all__ = ["edit_distance"]


def edit_distance(gold: str, output: str) -> int:
    """Return the distance in characters. Runs of white space count as one space, so paragraph breaks do not matter.

    Args:
        gold: the gold text.
        output: the extracted text.

    Returns:
        Characters to insert or delete; a replaced character counts twice.
    """
    return int(Indel.distance(" ".join(gold.split()), " ".join(output.split())))
