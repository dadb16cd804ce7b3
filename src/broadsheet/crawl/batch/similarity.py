"""Content hash of a text, and MinHash signature of its word 5-grams.

Broder, "On the resemblance and containment of documents" (1997): the share of equal places in two signatures
estimates the Jaccard similarity of the two sets. Rensa computes the signatures.
"""

from __future__ import annotations

import hashlib
import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import MissingExtra
from broadsheet.page.characters import SIGNS, composed, without_optional

__all__ = ["PLACES", "content_hash", "load", "signature", "words"]

PLACES: Final = 128  # places of a signature; the standard error of the estimate is below 1 / sqrt(128) = 0.09
_SEED: Final = 1
_SHINGLE_WORDS: Final = 5  # as in most published deduplication of web text
# Scripts without spaces between words: each character counts as a word, as elsewhere in this package.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff"
)
_WORD_PATTERN: Final = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+(?:[{SIGNS}]+[^\W{_UNSPACED}]*)*")


def content_hash(text: str) -> str:
    """Return BLAKE2b of the text with normalised white space: 32 hexadecimal digits."""
    return hashlib.blake2b(" ".join(text.split()).encode("utf-8", "replace"), digest_size=16).hexdigest()


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation and optional characters.

    >>> words("The bridge, agreed"), words("नदी का पुल")
    (['the', 'bridge', 'agreed'], ['नदी', 'का', 'पुल'])
    """
    return _WORD_PATTERN.findall(without_optional(composed(text.lower())))


def signature(text: str) -> bytes | None:
    """Return the MinHash signature: 128 little-endian unsigned 32-bit integers; None for a text without words.

    Raises:
        MissingExtra: rensa is not installed.
    """
    found = words(text)
    if not found:
        return None
    shingles = {" ".join(found[at : at + _SHINGLE_WORDS]) for at in range(max(1, len(found) - _SHINGLE_WORDS + 1))}
    sketch = load()(num_perm=PLACES, seed=_SEED)
    sketch.update(list(shingles))
    places: NDArray[np.uint32] = np.asarray(sketch.digest(), dtype="<u4")
    return places.tobytes()


def load() -> type:
    """Return rensa's class of signatures.

    Raises:
        MissingExtra: rensa is not installed.
    """
    try:
        from rensa import RMinHash
    except ImportError as error:
        raise MissingExtra("rensa", "batch") from error
    found: type = RMinHash
    return found
