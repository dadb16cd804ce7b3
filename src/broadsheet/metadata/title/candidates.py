"""Texts of a page that may be its headline, and the evidence for each.

Texts that fold to the same letters are one candidate. Which is the headline is not decided here:
`broadsheet.metadata.title.chosen` ranks them.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.facts.texts import fold, is_wide, plain
from broadsheet.metadata.context import Context
from broadsheet.metadata.ranking import Array
from broadsheet.metadata.title.evidence import Headline, columns_of_rest, describe_row, described
from broadsheet.metadata.title.sources import MAX_CHARS, parts_of, shown_in_page, stated_titles

__all__ = ["headlines"]

_MARKS: Final = tuple("|»·•–—:/>›-〉")
_MARK: Final = re.compile(r"^(?:[|»·•–—:/>›-]\s+|〉\s*)+")
"""The rest of a separator at the beginning of a headline."""
_INNER: Final = re.compile(r"[:：|–—] (?:(?<=\w[:：] )|(?<= [|–—] ))")
"""A separator of a kicker and a headline on one line; on two lines there is none."""


def headlines(context: Context) -> tuple[list[Headline], Array]:
    """The candidates of a page, in the order in which they were found; and their evidence, shape (n, columns)."""
    found: dict[str, Headline] = {}
    stated = stated_titles(context)
    for text, kind, source in stated:
        if (one := _add(found, text, source)) is not None:
            one.mark(f"is {kind}")
    parts = [(kind, source, *part) for text, kind, source in stated for part in parts_of(text)]
    named = {*found, *(fold(part) for _, _, part, _, _ in parts)}
    for text, row, source in shown_in_page(context, named):
        is_new = source != "text:segment" or fold(text) not in found or found[fold(text)].row < 0
        if is_new and (one := _add(found, text, source, row=row)) is not None:
            describe_row(context, one, row)
            if source.endswith("(part)"):
                one.is_piece = True
            elif source.startswith("text:h"):
                one.heading = one.heading or int(source[-1])
    shown = {one.folded for one in found.values() if one.row >= 0}
    of_rest: dict[str, list[str]] = {}  # the same text is left of several statements
    for kind, source, part, position, rest in parts:
        if (one := _add(found, part, f"{source} (part)")) is not None:
            one.mark(f"{position} of {'element' if kind == 'element' else 'stated'}")
            if rest not in of_rest:
                of_rest[rest] = columns_of_rest(context, rest, shown)
            for column in of_rest[rest]:
                one.mark(column)
    candidates = list(found.values())
    return candidates, described(context, candidates)


def _add(found: dict[str, Headline], text: str, source: str, *, row: int = -1) -> Headline | None:
    """The candidate of a text, added if it is new. None if the text cannot be a headline."""
    text = plain(text)
    mark = _MARK.match(text) if text.startswith(_MARKS) else None
    text = text if mark is None else text[mark.end() :].strip()
    if not text or len(text) > MAX_CHARS or "\ufffd" in text:
        return None
    folded = fold(text)
    if not any(map(str.isalpha, folded)):
        return None
    one = found.get(folded)
    if one is None:
        one = found[folded] = Headline(text=text, folded=folded, sources=[])
    if source not in one.sources:
        one.sources.append(source)
    if row >= 0 and one.row < 0:
        # As readers see it, but for shouting.
        shouted = text.isupper() and not one.text.isupper()
        is_broken = len(text) > len(one.text) and is_wide(text) and text.replace(" ", "") == one.text  # into lines
        if not (shouted or is_broken) and (_INNER.search(text) or not _INNER.search(one.text)):
            one.text = text
        one.row = row
    return one
