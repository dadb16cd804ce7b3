"""The parts of a stated title: a headline, the kicker before it, the name of the site or of a section beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["parts_of"]

_SEPARATOR: Final = re.compile(
    r"\s+(?:[|»«·•⋅∙⋆*★●▪▸▶►▷→┃│・–—:/\\>‹›~‐-]+|::|--)\s+|\s*[|｜丨»«·•]\s*|\s*－\s*|\s*--+\s*|:\s+|_(?=\S)|―|"
    r"(?<=[^\x00-\u2e7f])-(?=[^\x00-\u2e7f]{2,12}$)"
)
"""What is between a headline and the site's name; scripts that know no spaces have none beside a hyphen either."""
_EDGES: Final = " |｜丨－»«·•–—:/\\->‹›~_"
MAX_CUTS: Final = 8


def parts_of(text: str) -> Iterator[tuple[str, str, str]]:
    """Parts that separators set off: the part, where it is (front, back, inner), and what is left out."""
    cuts = [(found.start(), found.end()) for found in _SEPARATOR.finditer(text)]
    if not cuts or len(cuts) > MAX_CUTS:
        return
    for begin, end in cuts:
        yield text[:begin].strip(_EDGES), "front", text[end:].strip(_EDGES)
        yield text[end:].strip(_EDGES), "back", text[:begin].strip(_EDGES)
    for one, (_, end) in enumerate(cuts):
        for begin, _ in cuts[one + 1 :]:
            yield text[end:begin].strip(_EDGES), "inner", text[begin:].strip(_EDGES)
