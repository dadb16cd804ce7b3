"""Compare two texts side by side: common and different pieces, with long common pieces shortened."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from rapidfuzz.distance import LCSseq

from broadsheet.evaluate.metrics import canonical, token_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Kind", "Piece", "beside"]

_MAX_CHANCE_WORDS: Final = 2  # common runs up to this length between differences are shown as different
_CONTEXT_WORDS: Final = 25  # words shown before and after an omission in a common piece
_MAX_DIFFERENT_WORDS: Final = 150  # words shown at the beginning of a different piece, besides its end


class Kind(StrEnum):
    """Kind of a piece."""

    SAME = "same"
    ONLY = "only"
    GAP = "gap"


class Piece(NamedTuple):
    """A piece of a text, or a note about an omission.

    Attributes:
        kind: in both texts, only in this one, or a note.
        text: the text with normalised white space, or the note.
    """

    kind: Kind
    text: str


def beside(gold: str, output: str) -> tuple[list[Piece], list[Piece]]:
    """Divide two texts into pieces. Words are compared exactly; punctuation and white space are ignored.

    Args:
        gold: the gold text.
        output: the extracted text.

    Returns:
        The pieces of both texts, in order.
    """
    wanted, got = _words(gold), _words(output)
    steps = LCSseq.opcodes([word for word, _ in wanted], [word for word, _ in got])
    same_wanted, same_got = [False] * len(wanted), [False] * len(got)
    for step in steps:
        length = step.src_end - step.src_start
        at_edge = step.src_start == 0 == step.dest_start or (step.src_end == len(wanted) and step.dest_end == len(got))
        if step.tag == "equal" and (length > _MAX_CHANCE_WORDS or at_edge):
            same_wanted[step.src_start : step.src_end] = [True] * length
            same_got[step.dest_start : step.dest_end] = [True] * length
    return list(_pieces(wanted, same_wanted)), list(_pieces(got, same_got))


def _words(text: str) -> list[tuple[str, str]]:
    """Return each word, and the text from it to the next word; paragraphs are a blank line apart."""
    tidy = "\n\n".join(filter(None, (" ".join(line.split()) for line in canonical(text).splitlines())))
    starts = [match.start() for match in token_pattern().finditer(tidy)]
    if not starts:
        return [("", tidy)] if tidy else []
    ends = [*starts[1:], len(tidy)]
    # Text before the first word is part of it.
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
            # No context is needed at the beginning and end of the text.
            before, after = (0 if start == 0 else _CONTEXT_WORDS), (0 if end == len(words) else _CONTEXT_WORDS)
            kind = Kind.SAME
        else:
            before, after, kind = _MAX_DIFFERENT_WORDS, _CONTEXT_WORDS, Kind.ONLY
        yield from _shortened(kind, stretches, before, after)
        start = end


def _shortened(kind: Kind, stretches: Sequence[str], before: int, after: int) -> Iterator[Piece]:
    left_out = len(stretches) - before - after
    # A note is as long as a few words.
    if left_out <= _CONTEXT_WORDS:
        yield Piece(kind, "".join(stretches))
        return
    if before:
        yield Piece(kind, "".join(stretches[:before]))
    yield Piece(Kind.GAP, f"{left_out} words the same" if kind is Kind.SAME else f"{left_out} more such words")
    if after:
        yield Piece(kind, "".join(stretches[-after:]))
