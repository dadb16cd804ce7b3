"""A linear scan that recognises oversized input before the parser sees it.

The parser takes quadratic time in the nesting depth of some elements, in the attributes of one tag, in the options of a
``select``, in different names of elements and attributes, and in formatting elements that are left open (each new block
repeats all of them, so the tree itself grows with the square). In text that stands in tables and in no cell it takes
quadratic memory too. Small pages cannot do harm and cost a few counts of characters; only larger ones are scanned tag
by tag.

The scan (`broadsheet.page.nesting`) gives estimates from above, and the limits are far above what real pages have (the
deepest of 4,674 real pages has 197 levels, and the most options are 1,908; seven of these pages are scanned).
Of 413 pages two are scanned for text in tables, and 87,253 characters are the most that are moved; of 825, 26 are
scanned for names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from broadsheet.engine import Survey, count_names, count_texts, survey
from broadsheet.errors import PageTooLarge
from broadsheet.page.arrays import BoolArray
from broadsheet.page.nesting import FORMATTING, TAG, attributes_of, names_of, tags_of

__all__ = ["LIMITS", "Limits", "check", "check_bytes"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a page may have. Each bounds the time or the memory of parsing it.

    Attributes:
        characters: characters of the source.
        elements: start tags.
        depth: nested elements.
        attributes: attributes of one tag.
        reopened: formatting elements that are open when a block starts, summed over the blocks.
        options: options of lists to choose from.
        moved: characters that are copied to move text out of tables, into which it may not be put.
        joined: characters that are copied to join texts that have only ignored tags between them.
        names: different names of elements and attributes.
    """

    characters: int = 32_000_000
    elements: int = 60_000
    depth: int = 4_000
    attributes: int = 4_000
    reopened: int = 1_000_000
    options: int = 12_000
    moved: int = 200_000_000
    joined: int = 1_000_000_000
    names: int = 80_000


LIMITS: Final = Limits()

_BYTES_A_CHARACTER: Final = 4
_FEW_TAGS: Final = 3_000
"""So many tags or fewer are parsed in well under a second whatever they are."""
_MANY_TAGS: Final = 12_000
"""So many are harmless unless formatting elements are among them: nested 12,000 deep they take a third of a second."""
_LONG_TAG: Final = 16_000
"""A tag with thousands of different attributes is longer than this."""
_MANY_VALUES: Final = 16_000
"""So many equals signs or fewer are harmless even in a single tag."""

_FORMATTING_NAME: Final = rf"({'|'.join(sorted(FORMATTING))})(?=[\s/>])"
_START_OF_FORMATTING: Final = re.compile(f"<{_FORMATTING_NAME}".encode(), re.IGNORECASE)
_END_OF_FORMATTING: Final = re.compile(f"</{_FORMATTING_NAME}".encode(), re.IGNORECASE)
_START: Final = re.compile(rb"<[a-zA-Z]")
_SHORTEST_NAMES: Final = 3
"""Bytes that each of many different names takes, at the least."""
_OPTION: Final = re.compile(rb"<option", re.IGNORECASE)
_SHORTEST_ATTRIBUTE: Final = 2
"""Characters of one, with the space before it."""
_TAG_IN_OCTETS: Final = re.compile(TAG.pattern.encode(), re.DOTALL)


def check_bytes(data: bytes, limits: Limits = LIMITS) -> None:
    """Refuse bytes that are too many whatever their encoding, before they are decoded.

    Args:
        data: the page as it came, undecoded.
        limits: what is allowed.

    Raises:
        PageTooLarge: there are more than any encoding needs for the characters allowed.
    """
    if len(data) > _BYTES_A_CHARACTER * limits.characters:
        raise PageTooLarge("the number of bytes", len(data), _BYTES_A_CHARACTER * limits.characters)


def check(html: str, data: bytes, limits: Limits = LIMITS) -> None:
    """Refuse a page that is beyond the limits.

    Args:
        html: the page.
        data: the same in UTF-8, where a character is counted in a fraction of the time.
        limits: what is too large.

    Raises:
        PageTooLarge: one of them is exceeded.
    """
    if len(html) > limits.characters:
        raise PageTooLarge("the number of characters", len(html), limits.characters)
    found = survey(data, _STYLING_PAIRS)
    if (
        found.tags > _MANY_TAGS
        or (found.tags > _FEW_TAGS and _may_reopen(data, found, limits.reopened))
        or found.values > _MANY_VALUES
        or _has_long_tag(data, limits.attributes)
        or _may_move(data, found, limits.moved)
        or _may_join(data, found, limits.joined)
    ):
        options = sum(1 for _ in _OPTION.finditer(data)) if found.tags > limits.options else 0
        if options > limits.options:
            raise PageTooLarge("the number of options to choose from", options, limits.options)
        _scan(html, limits)
    names = _names(html, data, limits.names)
    if names > limits.names:
        raise PageTooLarge("the number of different names of elements and attributes", names, limits.names)


def _may_reopen(data: bytes, found: Survey, most: int) -> bool:
    """Whether more formatting elements may be open when blocks start, were they left open and the first on the page."""
    blocks = found.tags - found.ends
    return found.pairs * blocks > most and _not_closed_at_once(data) * blocks > most


def _not_closed_at_once(data: bytes) -> int:
    """How many start tags of formatting elements are not followed by text and their own end tag.

    One that is followed by it is closed, if it is a tag at all and no part of a comment, a script or a value.
    """
    left = 0
    for start in _START_OF_FORMATTING.finditer(data):
        tag = _TAG_IN_OCTETS.match(data, start.start())
        end = -1 if tag is None else data.find(b"<", tag.end())
        closing = _END_OF_FORMATTING.match(data, end) if end >= 0 else None
        left += closing is None or closing[1].lower() != start[1].lower()
    return left


def _styling_pairs() -> BoolArray:
    table = np.zeros(1 << 16, dtype=np.bool_)
    for name in FORMATTING:
        for first in (name[0], name[0].upper()):
            for second in (name[1], name[1].upper()) if len(name) > 1 else "\t\n\f\r />":
                table[ord(first) << 8 | ord(second)] = True
    return table


_STYLING_PAIRS: Final = _styling_pairs()


def _may_move(data: bytes, found: Survey, most: int) -> bool:
    """Whether more characters may be copied to move text out of tables, were all texts in tables and in no cell."""
    size = found.from_table
    # Of the texts moved so far half are copied at each turn, on the average.
    return found.tags * size > 2 * most and count_texts(data[-size:]) * size > 2 * most


def _may_join(data: bytes, found: Survey, most: int) -> bool:
    """Whether more characters may be copied to join texts, if all text stood between ignored tags."""
    # At each attribute one half of the text is copied, on the average.
    return found.ignored > _SHORTEST_ATTRIBUTE * (2 * most // max(1, len(data)))


def _names(html: str, data: bytes, most: int) -> int:
    """How many different names of elements and attributes there are, from above; 0 where they are few for certain.

    The parser keeps each name in a table that takes quadratic time to fill. What is in scripts counts too.
    """
    if len(data) < _SHORTEST_NAMES * most or count_names(data, most) <= most:
        return 0
    return len(names_of(html))


def _has_long_tag(data: bytes, most: int) -> bool:
    """Whether some stretch without ``>`` may be a tag with more than so many attributes."""
    position = 0
    size = len(data)
    # Jump ahead by a long tag's length and look back for an end of tag: a few hundred steps a page at the most.
    while position + _LONG_TAG < size:
        last = data.rfind(b">", position, position + _LONG_TAG)
        if last >= 0:
            position = last + 1
            continue
        end = data.find(b">", position)
        end = size if end < 0 else end
        start = _START.search(data, position, end)
        if start is not None and attributes_of(data[start.start() : end].decode("utf-8", "replace")) > most:
            return True
        position = end + 1
    return False


def _scan(html: str, limits: Limits) -> None:
    for tag in tags_of(html):
        if tag.starts > limits.elements:
            raise PageTooLarge("the number of elements", tag.starts, limits.elements)
        if len(tag.attributes) > limits.attributes:
            count = attributes_of(tag.attributes)
            if count > limits.attributes:
                raise PageTooLarge("the number of attributes of one tag", count, limits.attributes)
        if tag.depth > limits.depth:
            raise PageTooLarge("the depth of nested elements", tag.depth, limits.depth)
        if tag.reopened > limits.reopened:
            raise PageTooLarge("the number of formatting elements left open", tag.reopened, limits.reopened)
        if tag.moved > limits.moved:
            raise PageTooLarge("the text that tables do not hold and that is moved", tag.moved, limits.moved)
        if tag.joined > limits.joined:
            raise PageTooLarge("the text that goes on behind ignored tags", tag.joined, limits.joined)
