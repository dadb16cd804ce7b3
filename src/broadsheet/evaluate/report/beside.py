"""Two texts side by side: which words of each the other has, and the long stretches that are the same left out.

It must not know how the pieces are shown.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz.distance import LCSseq

from broadsheet.evaluate.metrics import canonical, token_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Kind", "Piece", "beside"]

_CHANCE: Final = 2
"""Words that the texts have in common by chance: between differences, so few are taken for different too."""
_CONTEXT: Final = 25
"""Words shown before and after what is left out of a stretch that is the same."""
_SHOWN: Final = 150
"""Words shown at the beginning of a stretch that is only in one text; below it, some of its end."""


class Kind(StrEnum):
    """What a piece is."""

    SAME = "same"
    ONLY = "only"
    GAP = "gap"


class Piece(NamedTuple):
    """A piece of a text, or a note that something is left out there.

    Attributes:
        kind: in both texts, only in this one, or a note.
        text: the text, as it is but for white space; of a note, what is left out.
    """

    kind: Kind
    text: str


def beside(gold: str, output: str) -> tuple[list[Piece], list[Piece]]:
    """The pieces of two texts. Words are compared to the letter, punctuation and white space are not.

    Args:
        gold: the text that is wanted.
        output: the text extracted.

    Returns:
        The pieces of the one and of the other, each in its order.
    """
    wanted, got = _words(gold), _words(output)
    steps = LCSseq.opcodes([word for word, _ in wanted], [word for word, _ in got])
    same_wanted, same_got = [False] * len(wanted), [False] * len(got)
    for step in steps:
        length = step.src_end - step.src_start
        at_edge = step.src_start == 0 == step.dest_start or (step.src_end == len(wanted) and step.dest_end == len(got))
        if step.tag == "equal" and (length > _CHANCE or at_edge):
            same_wanted[step.src_start : step.src_end] = [True] * length
            same_got[step.dest_start : step.dest_end] = [True] * length
    return list(_pieces(wanted, same_wanted)), list(_pieces(got, same_got))


def _words(text: str) -> list[tuple[str, str]]:
    """Each word, and the stretch of text up to the next one: together the whole text, paragraphs a blank line apart."""
    tidy = "\n\n".join(filter(None, (" ".join(line.split()) for line in canonical(text).splitlines())))
    starts = [match.start() for match in token_pattern().finditer(tidy)]
    if not starts:
        return [("", tidy)] if tidy else []
    ends = [*starts[1:], len(tidy)]
    # What stands before the first word belongs to it.
    stretches = [tidy[start:end] for start, end in zip([0, *starts[1:]], ends, strict=True)]
    return [(re.sub(r"\W+", "", stretch), stretch) for stretch in stretches]


def _pieces(words: Sequence[tuple[str, str]], same: Sequence[bool]) -> Iterator[Piece]:
    start = 0
    while start < len(words):
        end = start
        while end < len(words) and same[end] is same[start]:
            end += 1
        stretches = [stretch for _, stretch in words[start:end]]
        if same[start]:
            # At the beginning and the end of the text there is no difference to give context to.
            before, after = (0 if start == 0 else _CONTEXT), (0 if end == len(words) else _CONTEXT)
            kind = Kind.SAME
        else:
            before, after, kind = _SHOWN, _CONTEXT, Kind.ONLY
        yield from _shortened(kind, stretches, before, after)
        start = end


def _shortened(kind: Kind, stretches: Sequence[str], before: int, after: int) -> Iterator[Piece]:
    left_out = len(stretches) - before - after
    # A note is as long as a few words.
    if left_out <= _CONTEXT:
        yield Piece(kind, "".join(stretches))
        return
    if before:
        yield Piece(kind, "".join(stretches[:before]))
    yield Piece(Kind.GAP, f"{left_out} words the same" if kind is Kind.SAME else f"{left_out} more such words")
    if after:
        yield Piece(kind, "".join(stretches[-after:]))
