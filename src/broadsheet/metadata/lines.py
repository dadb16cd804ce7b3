"""Lines of a page as dates and names are looked for in them: with a mark where only the style sheet parts elements, and
without superscript, which is numbers of notes.
"""

from __future__ import annotations

import unicodedata
from itertools import compress, pairwise
from typing import Final

from broadsheet.metadata.context import Context
from broadsheet.metadata.written.introductions import is_joint
from broadsheet.page import tags

__all__ = ["parted", "parted_element", "spaced_element"]

MAX_LINE_CHARS: Final = 220  # of a line that may be a byline, or of a date
_MARK: Final = " • "
_RAISED: Final = tags.IDS["sup"]


def parted(context: Context, at: int) -> str:
    """The text of a segment. In a short one there is a mark where two elements touch and the second does not begin with
    a lower-case letter; and a space instead beside what stands before or between names.
    """
    known = context.once(_remembered)
    if at not in known:
        known[at] = _parted(context, at)
    return known[at]


def parted_element(context: Context, row: int) -> str:
    """The text of an element, with a mark where two elements touch in letters or digits."""
    parts = _texts(context, row, context.end[row])
    return _joined(parts, [_touch(one, two) for one, two in pairwise(parts)])


def spaced_element(context: Context, row: int) -> str:
    """The text of an element, with a space where a capitalised word touches one that ends in a small letter."""
    parts = _texts(context, row, context.end[row])
    touching = [one[-1].islower() and two[0].isupper() for one, two in pairwise(parts)]
    if not any(touching):
        return context.words_of(row)
    text = parts[0] + "".join(f" {two}" if touch else two for touch, two in zip(touching, parts[1:], strict=True))
    return " ".join(text.split())


def _remembered(_: Context) -> dict[int, str]:
    """The segments that were read: dates and names ask for the same ones."""
    return {}


def _touch(one: str, two: str) -> bool:
    """Whether a text ends with a letter, a mark on one, or a digit, and the next begins with such, or a handle."""
    return unicodedata.category(one[-1])[0] in "LMN" and (two[0].isalnum() or two[0] == "@")


def _texts(context: Context, first: int, stop: int) -> list[str]:
    """The texts of shown rows that are no superscript, white space included."""
    shown = compress(range(first, stop), context.is_text_shown[first:stop])
    return [part for row in shown if context.tag[context.parent[row]] != _RAISED and (part := context.page.raw(row))]


def _parted(context: Context, at: int) -> str:
    text = context.texts[at]
    first, last = context.first_row[at], context.last_row[at]
    if first == last or len(text) > MAX_LINE_CHARS:
        return text
    parts = _texts(context, first, last + 1)
    # An initial in large type touches the rest of its word.
    apart = [_touch(one, two) and (not two[0].islower() or is_joint(two)) for one, two in pairwise(parts)]
    return _joined(parts, apart) if any(apart) else text


def _joined(parts: list[str], apart: list[bool]) -> str:
    """Texts joined, with a mark between some of them, or a space beside what stands before or between names."""
    out = parts[:1]
    for one, two, mark in zip(parts, parts[1:], apart, strict=False):
        out += [" " if is_joint(one) or is_joint(two) else _MARK, two] if mark else [two]
    return " ".join("".join(out).split())
