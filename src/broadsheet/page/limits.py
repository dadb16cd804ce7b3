"""Limits on the size of a page. The parser measures most of them and stops at one; the rest are counted before.

The parser takes quadratic time in the options of a ``select``, and in different names of elements and attributes. The
limits are far above what real pages have: the deepest of 4,674 has 197 levels, and the most options are 1,908.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Final

from broadsheet.engine import LimitExceeded, count_names
from broadsheet.errors import PageTooLarge

__all__ = ["LIMITS", "UNLIMITED", "Limits", "check", "check_bytes", "exceeded", "names_of", "of_parser"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a page may have. Each bounds the time or the memory of parsing it.

    Attributes:
        characters: characters of the source.
        elements: start tags.
        depth: nested elements.
        searched: elements open at an end tag, each of which the parser may look at, summed over all end tags.
        attributes: attributes of one tag.
        options: options of lists to choose from.
        memory: bytes that the parser takes. They grow with the square of the page in two cases. Formatting elements
            left open are made again in each block. Text in a table outside its cells, and text with ignored tags in
            it, comes in pieces, and the text so far is copied for each of them.
        names: different names of elements and attributes.
    """

    characters: int = 32_000_000
    elements: int = 60_000
    depth: int = 8_000
    searched: int = 1_000_000_000
    attributes: int = 4_000
    options: int = 12_000
    memory: int = 500_000_000
    names: int = 80_000


LIMITS: Final = Limits()
UNLIMITED: Final = Limits(*[1 << 62] * len(fields(Limits)))
"""For pages that have passed limits before."""

_MEASURES: Final = {
    "elements": "the number of elements",
    "depth": "the depth of nested elements",
    "searched": "the number of elements that are open at end tags",
    "attributes": "the number of attributes of one tag",
    "memory": "the memory that the parser takes",
}
"""What the parser measures, in its order."""
_BYTES_A_CHARACTER: Final = 4
_SHORTEST_NAMES: Final = 3
"""Bytes that each of many different names takes, at the least."""
_OPTION: Final = b"<option"
_WHITE: Final = r"\t\n\f\r "
_ATTRIBUTE: Final = (
    rf"(?:=[^{_WHITE}/>=]*+|[^{_WHITE}/>=]++)"
    rf"(?:[{_WHITE}]*+=[{_WHITE}]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^{_WHITE}>\"'][^{_WHITE}>]*+)?+)?+"
)
_ATTRIBUTES: Final = re.compile(_ATTRIBUTE)
_TAG: Final = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|<(?:[!?]|/(?![a-zA-Z]))[^>]*+>?"
    rf"|</?(?P<name>[a-zA-Z][^{_WHITE}/>]*+)(?P<attributes>(?:[{_WHITE}]++|/(?!>)|{_ATTRIBUTE})*+)/?>?",
    re.DOTALL,
)
"""Comments and tags, as the tokenizer of the standard reads them (HTML, section 13.2.5)."""


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
    """Refuse a page that is beyond the limits that can be told before it is parsed.

    Args:
        html: the page.
        data: the same in UTF-8, where a character is counted in a fraction of the time.
        limits: what is too large.

    Raises:
        PageTooLarge: one of them is exceeded.
    """
    if len(html) > limits.characters:
        raise PageTooLarge("the number of characters", len(html), limits.characters)
    if len(data) > len(_OPTION) * limits.options and (options := data.lower().count(_OPTION)) > limits.options:
        raise PageTooLarge("the number of options to choose from", options, limits.options)
    if len(data) >= _SHORTEST_NAMES * limits.names and count_names(data, limits.names) > limits.names:
        names = len(names_of(html))
        if names > limits.names:
            raise PageTooLarge("the number of different names of elements and attributes", names, limits.names)


def of_parser(limits: Limits) -> tuple[int, ...]:
    """The limits that the parser knows, in its order."""
    return tuple(getattr(limits, name) for name in _MEASURES)


def exceeded(error: LimitExceeded, limits: Limits) -> PageTooLarge:
    """The error for a limit that the parser has found exceeded."""
    return PageTooLarge([*_MEASURES.values()][error.place], error.value, of_parser(limits)[error.place])


def names_of(html: str) -> set[tuple[str, bool]]:
    """The different names of elements and of attributes, and which of the two each is. Raw text counts too."""
    found: set[tuple[str, bool]] = set()
    for tag in _TAG.finditer(html):
        if tag["name"] is not None:
            found.add((tag["name"].lower(), True))
            found.update((_name_of(attribute[0]), False) for attribute in _ATTRIBUTES.finditer(tag["attributes"]))
    return found


def _name_of(attribute: str) -> str:
    return (attribute if attribute.startswith("=") else attribute.partition("=")[0]).strip().lower()
