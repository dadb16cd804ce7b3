"""The state of a single-page application: JSON objects and lists embedded in the page.

JSON is read in a ``script`` of its own (``__NEXT_DATA__``), assigned to a variable (``window.__INITIAL_STATE__ =
{...}``, ``... = JSON.parse("...")``), or in an attribute (``data-page``). Two formats use JSON with references: the
list of devalue (``__NUXT_DATA__``), and the rows of React's server components (``self.__next_f.push``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, Final

from broadsheet.page import Page

__all__ = ["MAX_DEPTH", "states"]

MAX_DEPTH: Final = 30  # most levels of objects and lists that are read
MIN_CHARS: Final = 300  # shortest script or attribute that is read
MAX_CHARS: Final = 4_000_000  # characters of scripts and attributes that are read per page
MAX_VALUES: Final = 200  # assigned values that are read per script
MAX_COPIES: Final = 100_000  # objects and lists made by resolving references, which may be circular or repeated

_TYPES: Final = re.compile(r"(?:text/javascript|application/(?:javascript|json)|module)?", re.IGNORECASE)
_VALUE: Final = re.compile(r"(?:\A|=)\s*(?:JSON\.parse\(\s*(?=\")|(?=[{\[]))")
_IN_ATTRIBUTE: Final = re.compile(r"""=\s*["'][{[][{["&]""")
_UNDEFINED: Final = re.compile(r"(?<=[:\[,])\s*undefined(?=\s*[,}\]])")
_PUSHED: Final = re.compile(r"\b__next_f\.push\(\s*(?=\[)")  # the call that passes React a piece of its rows
_ROW: Final = re.compile(rb"([0-9a-f]*):(?:T([0-9a-f]{1,8}),)?")
"""The number of a row, and the length of its text in bytes, if it is a text."""
_REFERENCE: Final = re.compile(r"\$[L@]?([0-9a-f]+)")  # a string that refers to a row
_DECODER: Final = json.JSONDecoder(strict=False)


def states(page: Page) -> Iterator[Any]:
    """The objects and lists in scripts and attributes."""
    scripts = page.scripts(lambda kind: _TYPES.fullmatch(kind.strip()) is not None)
    having = page.elements() if _IN_ATTRIBUTE.search(page.source) else ()
    attributes = (value for _, own in having for value in own.values() if value and value[0] in "{[")
    left = MAX_CHARS
    pushed: list[str] = []
    for text in chain(scripts, attributes):
        left -= len(text)
        if left < 0:
            break
        pieces = [_read(text, found.end())[0] for found in _PUSHED.finditer(text)]
        pushed += [piece[1] for piece in pieces if isinstance(piece, list) and isinstance(piece[-1], str)]
        if len(text) >= MIN_CHARS:
            yield from _values(_UNDEFINED.sub("null", text))
    yield from _react_values("".join(pushed))


def _values(text: str) -> Iterator[Any]:
    """The objects and lists that a text begins with, or that a script assigns to variables."""
    at = 0
    for _ in range(MAX_VALUES):
        found = _VALUE.search(text, at)
        if found is None:
            return
        value, at = _read(text, found.end())
        if isinstance(value, str):
            value, _ = _read(value, 0)
        if isinstance(value, dict | list):
            yield value
            if isinstance(value, list) and _is_flat(value):
                yield _unflattened(value)


def _read(text: str, at: int) -> tuple[Any, int]:
    """The JSON value at an offset, and its end; None and the offset if there is none."""
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at


def _copied(value: Any, resolve: Callable[[Any], Any], left: Iterator[int], depth: int = 0) -> Any:
    """A value with its references resolved; None beyond the limits on number and depth.

    Args:
        value: the value.
        resolve: returns the value that a value refers to.
        left: has an item for each object or list that may be made.
        depth: the levels around the value.
    """
    value = resolve(value)
    if not isinstance(value, dict | list):
        return value
    if next(left, None) is None or depth > 2 * MAX_DEPTH:
        return None
    if isinstance(value, dict):
        return {name: _copied(member, resolve, left, depth + 1) for name, member in value.items()}
    return [_copied(member, resolve, left, depth + 1) for member in value]


def _is_flat(values: list[Any]) -> bool:
    """Whether a list may be devalue's: its first item holds list indices and nothing else."""
    first = values[0] if len(values) > 1 else None
    places = list(first.values()) if isinstance(first, dict) else first[1:] if isinstance(first, list) else []
    return bool(places) and all(type(place) is int and place < len(values) for place in places)


def _unflattened(values: list[Any]) -> Any:
    """The value of a devalue list, in which members are indices into the list.

    Source: github.com/sveltejs/devalue, the format of ``stringify``.

    >>> _unflattened([["Reactive", 1], {"title": 2, "lines": 3}, "Ferry", [2, 4], "Pier"])
    {'title': 'Ferry', 'lines': ['Ferry', 'Pier']}
    """

    def at(place: Any) -> Any:
        for _ in range(MAX_DEPTH):
            if type(place) is not int or not 0 <= place < len(values):
                return place if isinstance(place, str) else None
            value = values[place]
            if not (isinstance(value, list) and len(value) > 1 and isinstance(value[0], str)):
                return value
            place = value[1]  # a value with its type before it: ["Reactive", 1], ["Date", "2026-03-02"]
        return None

    return _copied(0, at, iter(range(MAX_COPIES)))


def _react_values(stream: str) -> Iterator[Any]:
    """The objects and lists in React's rows, with references resolved.

    Source: github.com/facebook/react, ``ReactFlightClient``. A row is a number, a colon and JSON up to the end of the
    line, or the length of a text in bytes and that text; ``$5`` and ``$L5`` refer to row 5.
    """
    data, at = stream.encode("utf-8", "replace"), 0
    rows: dict[str, Any] = {}
    while (found := _ROW.match(data, at)) is not None:
        at = found.end() + int(found[2], 16) if found[2] else data.find(b"\n", found.end()) + 1 or len(data)
        row = data[found.end() : at].decode("utf-8", "replace")
        rows[found[1].decode()] = row if found[2] else _read(row, 0)[0]

    def referred(value: Any) -> Any:
        if not isinstance(value, str) or not value.startswith("$"):
            return value
        reference = _REFERENCE.fullmatch(value)
        return rows.get(reference[1]) if reference is not None else value[value.startswith("$$") :]

    left = iter(range(MAX_COPIES))
    yield from [_copied(value, referred, left) for value in rows.values() if isinstance(value, dict | list)]
