"""How words are written: the share of a word's occurrences inside sentences that begin with a small letter.

It tells names from headings of boxes and from buttons, which are written as names are (``Related Stories``,
``Contact Us``): their words are written small everywhere else. `broadsheet.lab.train.metadata` counts them on many
sites.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

__all__ = ["WORD", "Lexicon"]

WORD: Final = re.compile(r"[^\W\d_]{2,}")
"""Letters without anything between them, two or more."""
_ARRAYS: Final = ("words", "small")


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """Words that are known from many sites.

    Attributes:
        small: by word, in small letters, the share of its occurrences that are written small, 0 to 1.
    """

    small: Mapping[str, float]

    def written_small(self, text: str) -> float:
        """The mean share of a text's words; a word that is not known counts as one that is never written small.

        >>> lexicon = Lexicon({"related": 0.9, "stories": 1.0, "rose": 0.6})
        >>> lexicon.written_small("RELATED STORIES"), lexicon.written_small("Rose Lovelace")
        (0.95, 0.3)
        """
        words = WORD.findall(text.lower())
        return sum([self.small.get(word, 0.0) for word in words]) / len(words) if words else 0.0

    def arrays(self) -> dict[str, Any]:
        """The words as `read` takes them, each share in a byte."""
        shares = np.array(list(self.small.values()), dtype=np.float64)
        words = np.frombuffer("\n".join(self.small).encode(), dtype=np.uint8)
        return dict(zip(_ARRAYS, (words, np.rint(255 * shares).astype(np.uint8)), strict=True))

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Lexicon | None:
        """The words from arrays, or None where there are none.

        Raises:
            ValueError: they are not what `arrays` gives.
        """
        if any(name not in stored for name in _ARRAYS):
            return None
        words, shares = (stored[name] for name in _ARRAYS)
        known = words.tobytes().decode().split("\n") if len(words) else []
        return cls(dict(zip(known, (shares / 255).tolist(), strict=True)))
