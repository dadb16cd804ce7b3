"""The state of a single-page application: JSON objects and lists embedded in the page.

JSON is read in a ``script`` of its own (``__NEXT_DATA__``), assigned to a variable (``window.__INITIAL_STATE__ =
{...}``, ``... = JSON.parse("...")``), or in an attribute (``data-page``). Two formats use JSON with references: the
list of devalue (``__NUXT_DATA__``), and the rows of React's server components (``self.__next_f.push``).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, TypeGuard

from broadsheet.page import Page

__all__ = ["MAX_DEPTH", "states"]

MAX_DEPTH: Final = 30  # most levels of objects and lists that are read
MIN_CHARS: Final = 300  # shortest script or attribute that is read
MAX_CHARS: Final = 4_000_000  # characters of scripts and attributes that are read per page
MAX_VALUES: Final = 200  # assigned values that are read per script
MAX_COPIES: Final = 100_000
"""Objects and lists that are made by resolving references, which may be circular or repeated."""

_TYPES: Final = re.compile(r"(?:text/javascript|application/(?:javascript|json)|module)?", re.IGNORECASE)
_ASSIGNED: Final = re.compile(r"=\s*(?:JSON\.parse\(\s*(?=[\"'])|(?=[{\[]))")
_SINGLE: Final = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)  # a JavaScript string in single quotes, which JSON lacks
_ESCAPE: Final = re.compile(r"\\x([0-9a-fA-F]{2})|\\.|\"", re.DOTALL)
_IN_ATTRIBUTE: Final = re.compile(r"""=\s*["'][{[][{["&]""")
_UNDEFINED: Final = re.compile(r"(?<=[:\[,])\s*undefined(?=\s*[,}\]])")
_PUSHED: Final = re.compile(r"\b__next_f\.push\(\s*(?=\[)")  # the call that passes React a piece of its rows
_ROW: Final = re.compile(rb"([0-9a-f]*):(?:T([0-9a-f]{1,8}),)?")
"""The number of a row, and the length of its text in bytes, if it is a text."""
_REFERENCE: Final = re.compile(r"\$[L@]?([0-9a-f]+)")  # a string that refers to a row
_PAIR: Final = 2
_NOTHING: Final = range(-6, 0)
"""devalue's codes for values that JSON lacks: undefined, a hole in a list, NaN, infinities, minus zero."""


def states(page: Page) -> Iterator[Any]:
    """The objects and lists in scripts and attributes."""
    scripts = page.scripts(lambda kind: _TYPES.fullmatch(kind.strip()) is not None)
    having = page.elements() if _IN_ATTRIBUTE.search(page.source) else ()
    values = (value for _, attributes in having for value in attributes.values() if value and value[0] in "{[")
    left = MAX_CHARS
    pushed: list[str] = []
    for text in chain(scripts, values):
        left -= len(text)
        if left < 0:
            break
        pushed += _react_pieces(text)
        if len(text) >= MIN_CHARS:
            yield from _values(text)
    if pushed:
        yield from _react_values("".join(pushed))


def _values(script: str) -> Iterator[Any]:
    """The objects and lists that a text is, or that a script assigns to variables."""
    text = _UNDEFINED.sub("null", script.strip())
    if text[:1] in ("{", "["):
        value, _ = _read(text, 0)
        if value is not None:
            yield value
            if _is_flat(value):
                yield _unflattened(value)
        return
    at = 0
    for _ in range(MAX_VALUES):
        found = _ASSIGNED.search(text, at)
        if found is None:
            return
        value, at = _read(text, found.end())
        if isinstance(value, str):
            value, _ = _read(value, 0)
        if isinstance(value, dict | list):
            yield value


def _read(text: str, at: int) -> tuple[Any, int]:
    """The JSON value or JavaScript string at an offset, and its end; None and the offset if there is none."""
    single = _SINGLE.match(text, at)
    if single is not None:
        value, _ = _read(f'"{_ESCAPE.sub(_json_escape, single[1])}"', 0)
        return value, at if value is None else single.end()
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at


def _json_escape(escape: re.Match[str]) -> str:
    """The JSON form of an escape or double quote in a single-quoted string."""
    if escape[0] == '"':
        return '\\"'
    if escape[1]:
        return f"\\u00{escape[1]}"
    return "'" if escape[0] == "\\'" else escape[0]


_DECODER: Final = json.JSONDecoder(strict=False)


# References.


class _Copying:
    """Copies values with references resolved, up to a limit on number and depth.

    Args:
        resolve: returns the value that a value refers to.
    """

    def __init__(self, resolve: Callable[[Any], Any]) -> None:
        self._resolve = resolve
        self._left = MAX_COPIES

    def copy(self, value: Any, depth: int = 0) -> Any:
        """A value with its references resolved; None beyond the limits."""
        value = self._resolve(value)
        if not isinstance(value, dict | list):
            return value
        self._left -= 1
        if depth > 2 * MAX_DEPTH or self._left < 0:
            return None
        if isinstance(value, dict):
            return {name: self.copy(member, depth + 1) for name, member in value.items()}
        return [self.copy(member, depth + 1) for member in value]


def _is_flat(value: Any) -> bool:
    """Whether a list may be devalue's: its first item holds list indices and nothing else."""
    if not isinstance(value, list) or len(value) < _PAIR:
        return False
    first = value[0]
    places = list(first.values()) if isinstance(first, dict) else first[1:] if _is_wrapped(first) else []
    return bool(places) and all(_is_index(place, value) or place in _NOTHING for place in places)


def _is_wrapped(value: Any) -> TypeGuard[list[Any]]:
    """Whether a list is a value with its type before it: ``["Reactive", 1]``."""
    return isinstance(value, list) and len(value) >= _PAIR and isinstance(value[0], str)


def _is_index(value: Any, values: list[Any]) -> bool:
    return type(value) is int and 0 < value < len(values)


def _unflattened(values: list[Any]) -> Any:
    """The value of a devalue list, in which members are indices into the list.

    Source: github.com/sveltejs/devalue, the format of ``stringify``.

    >>> _unflattened([["Reactive", 1], {"title": 2, "lines": 3}, "Ferry", [2, 4], "Pier"])
    {'title': 'Ferry', 'lines': ['Ferry', 'Pier']}
    """

    def at(place: Any) -> Any:
        value = values[place] if place == 0 or _is_index(place, values) else None
        for _ in range(MAX_DEPTH):
            if not _is_wrapped(value):
                return value
            kind, inner, *others = value
            if kind == "Set":
                return [inner, *others]
            if not _is_index(inner, values):
                return inner  # a date, a big integer
            value = values[inner]
        return None

    return _Copying(at).copy(0)


def _react_pieces(script: str) -> Iterator[str]:
    """The pieces of React's rows in a script."""
    for found in _PUSHED.finditer(script):
        value, _ = _read(script, found.end())
        if isinstance(value, list) and len(value) == _PAIR and isinstance(value[1], str):
            yield value[1]


def _react_values(stream: str) -> Iterator[Any]:
    """The objects and lists in React's rows, with references resolved.

    Source: github.com/facebook/react, ``ReactFlightClient``. A row is a number, a colon and JSON up to the end of the
    line, or the length of a text in bytes and that text; ``$5`` and ``$L5`` refer to row 5.
    """
    data, at = stream.encode("utf-8", "replace"), 0
    rows: dict[str, Any] = {}
    while (found := _ROW.match(data, at)) is not None:
        if found[2] is not None:
            at = found.end() + int(found[2], 16)
            rows[found[1].decode()] = data[found.end() : at].decode("utf-8", "replace")
            continue
        stop = data.find(b"\n", found.end())
        line = data[found.end() : stop if stop >= 0 else len(data)].decode("utf-8", "replace")
        value, _ = _read(line, 0) if line[:1] in ("{", "[") else (None, 0)
        if value is not None:
            rows[found[1].decode()] = value
        if stop < 0:
            break
        at = stop + 1
    copying = _Copying(lambda value: _resolved(value, rows))
    yield from [copying.copy(value) for value in rows.values() if isinstance(value, dict | list)]


def _resolved(value: Any, rows: Mapping[str, Any]) -> Any:
    """The value that a value in React's rows refers to."""
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    found = _REFERENCE.fullmatch(value)
    return rows.get(found[1]) if found is not None else value[1:] if value.startswith("$$") else value
