"""Texts of a page that may be its headline, and the evidence for each.

Texts that fold to the same letters are one candidate. Which is the headline is not decided here:
`broadsheet.metadata.title.chosen` ranks them.
"""

from __future__ import annotations

import re
import unicodedata
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
_ANCHORS: Final = ("#", "🔗", "¶")
_ANCHOR: Final = re.compile(r"\s+[#🔗]$|\s*¶$|^[🔗¶]\s*")
"""What a heading has beside its words that links to itself."""
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
    if text.endswith(_ANCHORS) or text.startswith(_ANCHORS):
        text = _ANCHOR.sub("", text)
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
        if not (shouted or _adds_marks(text, one.text) or _is_parted(text, one.text)) and (
            _INNER.search(text) or not _INNER.search(one.text)
        ):
            one.text = text
        one.row = row
    elif _adds_marks(one.text, text):
        one.text = text
    return one


def _adds_marks(text: str, other: str) -> bool:
    """Whether a text is another with nothing but marks behind it or before it: the stars of a review, a sign for a
    link to itself, one for what costs.

    >>> _adds_marks("A play about bees ★★★☆☆", "A play about bees"), _adds_marks("Bridge agreed!", "Bridge agreed")
    (True, False)
    """
    if len(text) <= len(other) or not text.startswith(other):
        return text.endswith(f" {other}") and _are_marks(text[: -len(other)].strip().removeprefix("+"))
    return _are_marks(text[len(other) :].strip())


def _are_marks(rest: str) -> bool:
    return all(mark in _ANCHORS or unicodedata.category(mark) == "So" for mark in rest)


def _is_parted(text: str, other: str) -> bool:
    """Whether a text in a script without spaces is another that was broken into lines.

    >>> _is_parted("大橋終於 獲得同意", "大橋終於獲得同意"), _is_parted("Bridge agreed", "Bridgeagreed")
    (True, False)
    """
    return len(text) > len(other) and text.replace(" ", "") == other and is_wide(text)
