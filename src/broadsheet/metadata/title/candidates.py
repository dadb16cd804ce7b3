"""Texts of a page that may be its headline, and the evidence for each.

Texts that fold to the same letters are one candidate. Which is the headline is not decided here:
`broadsheet.metadata.title.chosen` ranks them.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.facts.texts import fold, is_wide, plain
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.title.evidence import Headline, Rests, describe_row, described
from broadsheet.metadata.title.parts import parts_of
from broadsheet.metadata.title.sources import (
    LONGEST,
    all_stated,
    shown_in_page,
)

__all__ = ["headlines"]

_MARKS: Final = tuple("|»·•–—:/>›-〉")
_MARK: Final = re.compile(r"^(?:[|»·•–—:/>›-]\s+|〉\s*)+")
"""What is left of a separator before a headline, and how it begins."""
_INNER: Final = re.compile(r"[:：|–—] (?:(?<=\w[:：] )|(?<= [|–—] ))")
"""What stands between a kicker and a headline where they are one line; where they are two it is not shown."""


def headlines(context: Context) -> tuple[list[Headline], NDArray[np.float32]]:
    """The candidates of a page, in the order in which they were found; and their evidence, shape (n, columns)."""
    found: dict[str, Headline] = {}
    stated = context.once(all_stated)
    for text, name, source in stated:
        one = _add(found, text, source)
        if one is not None:
            one.mark(f"is {name}")
    parts = [(name, source, *part) for text, name, source in stated for part in parts_of(text)]
    named = {*found, *(fold(part) for _, _, part, _, _ in parts)}
    seen: set[tuple[str, int]] = set()
    for text, row, source in shown_in_page(context, named):
        one = _add(found, text, source, row=row)
        if one is not None:
            if (one.folded, row) not in seen:
                seen.add((one.folded, row))
                describe_row(context, one, row)
            if source.endswith("(part)"):
                one.mark("is piece")
    rests = Rests(context, {one.folded for one in found.values() if one.row >= 0})
    for name, source, part, way, rest in parts:
        one = _add(found, part, f"{source} (part)")
        if one is None:
            continue
        one.mark(f"{way} of {'element' if name == 'element' else 'stated'}")
        for column in rests.columns(rest):
            one.mark(column)
    candidates = list(found.values())
    return candidates, described(context, candidates, stated)


def _add(found: dict[str, Headline], text: str, source: str, *, row: int = -1) -> Headline | None:
    text = plain(text)
    mark = _MARK.match(text) if text.startswith(_MARKS) else None
    text = text if mark is None else text[mark.end() :].strip()
    if not text or len(text) > LONGEST or "\ufffd" in text:
        return None
    folded = fold(text)
    if not any(map(str.isalpha, folded)):
        return None
    one = found.get(folded)
    if one is None:
        one = found[folded] = Headline(text=text, folded=folded, sources=[])
    if mark is not None:
        one.mark("begins with mark")
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
