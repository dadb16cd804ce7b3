"""Lines of a page as dates and names are looked for in them: with a mark where the style sheet alone parts elements,
and without what is raised, which are numbers of notes.
"""

from __future__ import annotations

import unicodedata
from itertools import compress, pairwise
from typing import Final

from broadsheet.facts.elements import word_list
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.introductions import is_joint, without_introduction
from broadsheet.metadata.written.name_shapes import PARTICLES, may_be_name
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.metadata.written.plain_names import plain_name
from broadsheet.metadata.written.tasks import begins_with_label
from broadsheet.page import tags
from broadsheet.page.characters import is_small

__all__ = ["parted", "parted_element"]

_SHORT: Final = 220
"""Characters of a line that may be a byline, or of a date."""
_PARTED, _MOST = 3, 7
"""Texts of an element that may be names one behind the other, with the white space between, at the least and the most.
"""
_SPACES: Final = 3
"""Spaces in a name."""
_UP: Final = 4
"""Elements around a text up to the one that it has in common with its neighbour."""
_RAISED: Final = tags.IDS["sup"]
_A, _BUTTON, _TIME = tags.IDS["a"], tags.IDS["button"], tags.IDS["time"]
_ALONE: Final = frozenset({_A, _BUTTON, _TIME})
"""Elements whose text is nothing with that of the next one."""
_OF_AUTHORS: Final = word_list("author", "byline", "autor", "auteur")
"""What is in classes of elements that hold a whole name."""
_MARK: Final = " • "


def parted(context: Context, at: int) -> str:
    """The text of a segment; that of a short one with a mark where two elements touch, and one of them alone has a
    date, or a word that is written large begins behind one that is not, or a label begins, or with a space, where one
    of them is what stands before or between names; and with a mark where only white space is behind a whole name.
    """
    known = context.once(_remembered)
    text = known.get(at)
    if text is None:
        text = known[at] = _parted(context, at)
    return text


def parted_element(context: Context, row: int) -> str:
    """The text of an element, with a mark where two elements touch, in letters or digits, and where only white space
    is between a whole name and another, or what stands apart from it.
    """
    rows, parts = _texts(context, row, context.end[row])
    if len(parts) == 1:
        return " ".join(parts[0].split())
    parts = _with_marks(context, rows, parts)
    return _joined(parts, [_touch(one, two) for one, two in pairwise(parts)])


def _touch(one: str, two: str) -> bool:
    """Whether a text ends with a letter, a mark on one, or a digit, and the next begins with such, or a handle."""
    return unicodedata.category(one[-1])[0] in "LMN" and (two[0].isalnum() or two[0] == "@")


def _with_marks(context: Context, rows: list[int], parts: list[str]) -> list[str]:
    """Texts with marks in place of the white space between a whole name and what stands apart from it."""
    if not _PARTED <= len(parts) <= _MOST:
        return parts
    gaps = [at for at in range(1, len(parts) - 1) if parts[at].isspace()]
    marked = [at for at in gaps if _is_apart(context, rows, parts, at)]
    return [_MARK if at in marked else part for at, part in enumerate(parts)] if marked else parts


def _is_apart(context: Context, rows: list[int], parts: list[str], at: int) -> bool:
    """Whether what stands before white space is a whole name, and what is behind it is no part of that: both are
    elements, and one of them is a link, a button or named for authors, or the first has what introduces names as well,
    or the second is no word of a name. First and family name may be two elements, and either may be two words.
    """
    one, two = parts[at - 1].strip(), parts[at + 1].strip()
    if not one or not two or is_joint(one) or is_joint(two):
        return False
    name = without_introduction(one)
    if not _is_whole_name(name):
        return False
    if _is_whole_name(two):
        return True
    gap = context.parent[rows[at]]
    before, behind = (_around(context, rows[at + by], gap) for by in (-1, 1))
    if not before or not behind:
        return False
    first = two.split()[0]
    return (
        name != one
        or not (two[0].isupper() or first.casefold() in PARTICLES)
        or any(mark in two for mark in ":：0123456789")
        or any(context.tag[up] in _ALONE for up in (*before, *behind))
        or not context.called(_OF_AUTHORS).isdisjoint(before)
    )


def _around(context: Context, row: int, top: int) -> list[int]:
    """The elements around a text that are in another one; none where it is not in that."""
    chain = context.chain(row, _UP + 1)[1:]
    return chain[: chain.index(top)] if top in chain else []


def _is_whole_name(text: str) -> bool:
    """Whether a text is a person's name, with a first and a family name."""
    text = text.strip()
    if not 1 <= text.count(" ") <= _SPACES or is_small(text[0]) or not may_be_name(text):
        return False
    return plain_name(text) == text and not is_organisation(text)


def spaced_element(context: Context, row: int) -> str:
    """The text of an element, with a space where a word that is written large touches one that ends small."""
    _, parts = _texts(context, row, context.end[row])
    touching = [one[-1].islower() and two[0].isupper() for one, two in pairwise(parts)]
    if not any(touching):
        return context.words_of(row)
    text = parts[0] + "".join(f" {two}" if touch else two for touch, two in zip(touching, parts[1:], strict=True))
    return " ".join(text.split())


def _remembered(_: Context) -> dict[int, str]:
    """The segments that were read: dates and names ask for the same ones."""
    return {}


def _texts(context: Context, first: int, stop: int) -> tuple[list[int], list[str]]:
    """Text rows that are shown and not raised, and what they say, white space included."""
    tag, parent = context.tag, context.parent
    shown = compress(range(first, stop), context.is_text_shown[first:stop])
    rows, parts = [], []
    for row in shown:
        if tag[parent[row]] != _RAISED and (part := context.page.raw(row)):
            rows.append(row)
            parts.append(part)
    return rows, parts


def _parted(context: Context, at: int) -> str:
    text = context.texts[at]
    first, last = context.first_row[at], context.last_row[at]
    if first == last or len(text) > _SHORT:
        return text
    rows, raw = _texts(context, first, last + 1)
    parts = _with_marks(context, rows, raw)
    touching = [_touch(one, two) for one, two in pairwise(parts)]
    if not any(touching):
        return text if parts is raw else _joined(parts, touching)
    language = tongue(context)
    dated = [bool(dates_in(part, language)) for part in parts]
    apart = [
        touch
        and (
            dated[at] != dated[at + 1]
            or (
                two[0].isupper() and (one[-1].islower() or (len(one) > _SPACES and one.isupper() and not two.isupper()))
            )
            or two[0] == "@"
            or is_joint(one)
            or is_joint(two)
            or begins_with_label(two)
        )
        for at, (touch, (one, two)) in enumerate(zip(touching, pairwise(parts), strict=True))
    ]
    return _joined(parts, apart) if any(apart) or parts is not raw else text


def _joined(parts: list[str], apart: list[bool]) -> str:
    """Texts one behind the other, with marks between some of them: with a space where one of two is what stands before
    or between names.
    """
    out = parts[:1]
    for one, two, mark in zip(parts, parts[1:], apart, strict=False):
        out += [" " if is_joint(one) or is_joint(two) else _MARK, two] if mark else [two]
    return " ".join("".join(out).split())
