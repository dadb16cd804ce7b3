"""Remarks about a page's encoding and addresses, for the reader of an article."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from broadsheet.facts import Facts
from broadsheet.page import Page, is_address, tags
from broadsheet.page.arrays import BoolArray
from broadsheet.patterns import pattern

__all__ = ["ADDRESSES_LEFT_OUT", "address_notes", "encoding_notes"]

ADDRESSES_LEFT_OUT: Final = "relative addresses of links and pictures are left out"
"""Prefix of the note about dropped links, which callers who ignore links may skip."""
_WHOLE: Final = pattern(r"[a-z][a-z0-9+.-]*:|#|\s*$", re.IGNORECASE)
"""The start of an absolute address, a fragment, or nothing at all."""
MIN_STATED_SHARE: Final = 0.0001  # smallest share of undecodable characters that a note gives as a number
MAX_LABELS: Final = 3  # most ignored encoding labels that are noted
MAX_LABEL_CHARS: Final = 40  # most characters quoted of a label; the longest of the Encoding Standard has 19


def encoding_notes(page: Page) -> tuple[str, ...]:
    """Notes about ignored encoding labels and undecodable characters."""
    decoded = page.encoding
    if decoded is None:
        return ()
    notes = [
        f"the declared encoding {label[:MAX_LABEL_CHARS]!a} is ignored: the Encoding Standard has no such label"
        for label in decoded.ignored[:MAX_LABELS]
    ]
    if decoded.replaced:
        least = MIN_STATED_SHARE
        share = f"{decoded.replaced:.2%}" if decoded.replaced >= least else f"less than {least:.2%}"
        notes.append(f"{share} of the characters could not be decoded as {decoded.encoding} and became U+FFFD")
    return tuple(notes)


def address_notes(facts: Facts, keep: BoolArray, url: str | None) -> tuple[str, ...]:
    """Notes about an invalid ``url``, and about links dropped because it is missing.

    Args:
        facts: what the page states and shows.
        keep: the rows of the body.
        url: the URL as the caller passed it.
    """
    notes = []
    if url and not is_address(url):
        notes.append("the given url is not an http or https address, and is ignored")
    if lost := _count_lost(facts, keep):
        notes.append(f"{ADDRESSES_LEFT_OUT} ({lost}): pass the page's url to keep them")
    return tuple(notes)


def _count_lost(facts: Facts, keep: BoolArray) -> int:
    """Count the links and images around the kept rows that cannot be resolved because the page's URL is unknown."""
    rows = np.flatnonzero(keep & facts.page.shown)
    if not len(rows) or facts.base:
        return 0
    first, last = int(rows[0]), int(rows[-1])
    return sum(
        row <= last and first < facts.end[row] and facts.tag[row] == tags.IDS[tag]
        for tag, name in (("a", "href"), ("img", "src"))
        for row, _ in facts.elements.pairs(name, lambda address: _WHOLE.match(address) is None)
    )
