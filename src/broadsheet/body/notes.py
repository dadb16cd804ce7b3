"""Remarks about a page's encoding and addresses, for the reader of an article."""

from __future__ import annotations

from typing import Final

from broadsheet.facts.addresses import count_lost
from broadsheet.page import Page, is_address
from broadsheet.page.arrays import BoolArray

__all__ = ["ADDRESSES_LEFT_OUT", "address_notes", "encoding_notes"]

ADDRESSES_LEFT_OUT: Final = "relative addresses of links and pictures are left out"
"""Prefix of the note about dropped links, which callers who ignore links may skip."""
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


def address_notes(page: Page, keep: BoolArray, url: str | None) -> tuple[str, ...]:
    """Notes about an invalid ``url``, and about links dropped because it is missing.

    Args:
        page: the page.
        keep: the rows of the body.
        url: the URL as the caller passed it.
    """
    notes = []
    if url and not is_address(url):
        notes.append("the given url is not an http or https address, and is ignored")
    if lost := count_lost(page, keep):
        notes.append(f"{ADDRESSES_LEFT_OUT} ({lost}): pass the page's url to keep them")
    return tuple(notes)
