"""Lines of a page as dates and names are looked for in them: with a mark where only the style sheet parts elements, and
without superscript, which is numbers of notes.
"""

from __future__ import annotations

import unicodedata
from itertools import compress, pairwise
from typing import Final

from broadsheet.metadata.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.introductions import is_joint
from broadsheet.metadata.written.tasks import begins_with_label
from broadsheet.page import tags

__all__ = ["parted", "parted_element", "spaced_element"]

MAX_LINE_CHARS: Final = 220  # of a line that may be a byline, or of a date
MAX_INITIALS: Final = 3  # letters of capitals that may go on in the next element
_A, _RAISED = tags.IDS["a"], tags.IDS["sup"]
_MARK: Final = " • "


def parted(context: Context, at: int) -> str:
    """The text of a segment. In a short one there is a mark where two elements touch and are two things: one of them
    alone has a date, a capitalised word begins, or a label; and a space beside what stands before or between names.
    """
    known = context.once(_remembered)
    text = known.get(at)
    if text is None:
        text = known[at] = _parted(context, at)
    return text


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
    """The texts of shown rows that are no superscript, white space included; a mark for a space between two links."""
    tag, parent = context.tag, context.parent
    shown = compress(range(first, stop), context.is_text_shown[first:stop])
    said = [(row, part) for row in shown if tag[parent[row]] != _RAISED and (part := context.page.raw(row))]
    parts = [part for _, part in said]
    for at in range(1, len(said) - 1):
        if parts[at].isspace() and " " in parts[at - 1].strip():
            before, behind = parent[said[at - 1][0]], parent[said[at + 1][0]]
            if before != behind and tag[before] == _A == tag[behind]:
                parts[at] = _MARK
    return parts


def _parted(context: Context, at: int) -> str:
    text = context.texts[at]
    first, last = context.first_row[at], context.last_row[at]
    if first == last or len(text) > MAX_LINE_CHARS:
        return text
    parts = _texts(context, first, last + 1)
    touching = [_touch(one, two) for one, two in pairwise(parts)]
    if not any(touching):
        return text if _MARK not in parts else _joined(parts, touching)
    language = tongue(context)
    dated = [bool(dates_in(part, language)) for part in parts]
    apart = [
        touch
        and (
            dates[0] != dates[1]
            or (two[0].isupper() and (one[-1].islower() or (len(one) > MAX_INITIALS and one.isupper() > two.isupper())))
            or two[0] == "@"
            or is_joint(one)
            or is_joint(two)
            or begins_with_label(two)
        )
        for touch, dates, (one, two) in zip(touching, pairwise(dated), pairwise(parts), strict=True)
    ]
    return _joined(parts, apart) if any(apart) or _MARK in parts else text


def _joined(parts: list[str], apart: list[bool]) -> str:
    """Texts joined, with a mark between some of them, or a space beside what stands before or between names."""
    out = parts[:1]
    for one, two, mark in zip(parts, parts[1:], apart, strict=False):
        out += [" " if is_joint(one) or is_joint(two) else _MARK, two] if mark else [two]
    return " ".join("".join(out).split())
