"""The parts of a stated title: a headline, the kicker before it, the name of the site or of a section beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

__all__ = ["parts_of"]

_SEPARATOR: Final = re.compile(
    r"\s+(?:[|»«·•⋅∙⋆*★●▪▸▶►▷→┃│・–—:/\\>‹›~‐-]+|::|--)\s+|\s*[|｜丨»«·•]\s*|\s*－\s*|\s*--+\s*|:\s+|_(?=\S)|―|"
    r"(?<=[^\x00-\u2e7f])-(?=[^\x00-\u2e7f]{2,12}$)"
)
"""What is between a headline and the site's name; scripts that know no spaces have none beside a hyphen either."""
_EDGES: Final = " |｜丨－»«·•–—:/\\->‹›~_"
_GUILLEMETS: Final = ("«", "»")
_QUOTED: Final = re.compile(r"«[^«»]+»|»(?=\w)[^«»]+(?<=[\w.!?…,])«")
"""What is said between guillemets, whichever way they point: these part nothing."""


@lru_cache(maxsize=64)
def parts_of(text: str) -> tuple[tuple[str, str, str], ...]:
    """Parts that separators set off: the part, where it is (front, back, inner), and what is left out; remembered while
    a page is read, which states the same several times.
    """
    return tuple(_set_off(text))


def _set_off(text: str) -> Iterator[tuple[str, str, str]]:
    """The same, looked for."""
    cuts = [(found.start(), found.end()) for found in _SEPARATOR.finditer(text)]
    if not cuts or len(cuts) > 8:
        return
    bare = _bare
    if any(map(text.__contains__, _GUILLEMETS)):
        marks = {at for found in _QUOTED.finditer(text) for at in (found.start(), found.end() - 1)}
        cuts = [(begin, end) for begin, end in cuts if marks.isdisjoint(range(begin, end))]
        bare = _with_quotes
    for begin, end in cuts:
        yield bare(text[:begin]), "front", bare(text[end:])
        yield bare(text[end:]), "back", bare(text[:begin])
    for one, (_, end) in enumerate(cuts):
        for begin, _ in cuts[one + 1 :]:
            yield bare(text[end:begin]), "inner", bare(text[begin:])


def _bare(part: str) -> str:
    """A part without what is left of separators around it."""
    return part.strip(_EDGES)


def _with_quotes(part: str) -> str:
    """The same, with the guillemets at its edges that belong to one in it, or to each other.

    >>> _with_quotes(" «Enough» | "), _with_quotes(": »Enough«"), _with_quotes("« Bridge agreed")
    ('«Enough»', '»Enough«', 'Bridge agreed')
    """
    bare = part.strip(_EDGES)
    begin = part.find(bare)
    end = begin + len(bare)
    for found in _QUOTED.finditer(part):
        if found.start() < begin < found.end():
            begin = found.start()
        if found.start() < end < found.end():
            end = found.end()
    return part[begin:end]
