"""Lines of a page as dates and names are looked for in them: with a mark where the style sheet alone parts elements,
and without what is raised, which are numbers of notes.
"""

from __future__ import annotations

import unicodedata
from itertools import compress, pairwise
from typing import Final

from broadsheet.metadata.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.introductions import is_joint
from broadsheet.metadata.written.names import may_be_name, plain_name
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.page import tags

__all__ = ["parted", "parted_element"]

_SHORT: Final = 220
"""Characters of a line that may be a byline, or of a date."""
_PARTED, _MOST = 3, 7
"""Texts of an element that may be names one behind the other, with the white space between, at the least and the most.
"""
_SPACES: Final = 3
"""Spaces in a name."""
_RAISED: Final = tags.IDS["sup"]
_MARK: Final = " • "


def parted(context: Context, at: int) -> str:
    """The text of a segment; that of a short one with a mark where two elements touch, and one of them alone has a
    date, or a word that is written large begins behind one that is not, or with a space, where one of them is what
    stands before or between names.
    """
    known = context.once(_remembered)
    text = known.get(at)
    if text is None:
        text = known[at] = _parted(context, at)
    return text


def parted_element(context: Context, row: int) -> str:
    """The text of an element, with a mark where two elements touch, in letters or digits, and where only white space
    is between two that are whole names.
    """
    parts = _texts(context, row, context.end[row])
    for at in range(1, len(parts) - 1) if _PARTED <= len(parts) <= _MOST else ():
        if parts[at].isspace() and _is_whole_name(parts[at - 1]) and _is_whole_name(parts[at + 1]):
            parts[at] = _MARK
    return _joined(parts, [one[-1:].isalnum() and two[:1].isalnum() for one, two in pairwise(parts)])


def _is_whole_name(text: str) -> bool:
    """Whether a text is a person's name, with a first and a family name."""
    text = text.strip()
    is_name = 1 <= text.count(" ") <= _SPACES and text[0].isupper() and may_be_name(text)
    return is_name and plain_name(text) == text and not is_organisation(text)


def spaced_element(context: Context, row: int) -> str:
    """The text of an element, with a space where a word that is written large touches one that ends small."""
    parts = _texts(context, row, context.end[row])
    touching = [one[-1].islower() and two[0].isupper() for one, two in pairwise(parts)]
    if not any(touching):
        return context.words_of(row)
    text = parts[0] + "".join(f" {two}" if touch else two for touch, two in zip(touching, parts[1:], strict=True))
    return " ".join(text.split())


def _remembered(_: Context) -> dict[int, str]:
    """The segments that were read: dates and names ask for the same ones."""
    return {}


def _texts(context: Context, first: int, stop: int) -> list[str]:
    """What text rows say that are shown and not raised, white space included."""
    tag, parent = context.tag, context.parent
    rows = compress(range(first, stop), context.is_text_shown[first:stop])
    return [part for row in rows if tag[parent[row]] != _RAISED and (part := context.page.raw(row))]


def _parted(context: Context, at: int) -> str:
    text = context.texts[at]
    first, last = context.first_row[at], context.last_row[at]
    if first == last or len(text) > _SHORT:
        return text
    parts = _texts(context, first, last + 1)
    touching = [unicodedata.category(one[-1])[0] in "LMN" and two[0].isalnum() for one, two in pairwise(parts)]
    if not any(touching):
        return text
    language = tongue(context)
    dated = [bool(dates_in(part, language)) for part in parts]
    apart = [
        touch
        and (dated[at] != dated[at + 1] or (one[-1].islower() and two[0].isupper()) or is_joint(one) or is_joint(two))
        for at, (touch, (one, two)) in enumerate(zip(touching, pairwise(parts), strict=True))
    ]
    return _joined(parts, apart) if any(apart) else text


def _joined(parts: list[str], apart: list[bool]) -> str:
    """Texts one behind the other, with marks between some of them: with a space where one of two is what stands before
    or between names.
    """
    out = parts[:1]
    for one, two, mark in zip(parts, parts[1:], apart, strict=False):
        out += [" " if is_joint(one) or is_joint(two) else _MARK, two] if mark else [two]
    return " ".join("".join(out).split())
