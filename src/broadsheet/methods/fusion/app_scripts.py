"""The objects and lists that a page brings along for the program that is to show it.

They are JSON: in a ``script`` of its own (``__NEXT_DATA__``), assigned to a variable (``window.__INITIAL_STATE__ =
{...}``, ``... = JSON.parse("...")``), or in an attribute (``data-page``). Two forms are JSON in which values stand for
others: the list of devalue (``__NUXT_DATA__``), and the rows of React's server components (``self.__next_f.push``).

It must not know what is in them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, TypeGuard

from broadsheet.page import Page

__all__ = ["DEEPEST", "states"]

DEEPEST: Final = 30
"""Objects and lists within each other that are looked into."""
_LEAST: Final = 300
"""Characters of a script or an attribute that is read."""
_LONGEST: Final = 4_000_000
"""Characters of scripts that are looked through, one after the other."""
_VALUES: Final = 200
"""Values that are read of a script."""
_MOST: Final = 100_000
"""Objects, lists and strings that are made of values which stand for others: one may stand for itself, or for many."""

_TYPES: Final = re.compile(r"(?:text/javascript|application/(?:javascript|json)|module)?", re.IGNORECASE)
_ASSIGNED: Final = re.compile(r"=\s*(?:JSON\.parse\(\s*(?=[\"'])|(?=[{\[]))")
_SINGLE: Final = re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL)
"""A string of a program in single quotes, which JSON has not."""
_ESCAPE: Final = re.compile(r"\\x([0-9a-fA-F]{2})|\\.|\"", re.DOTALL)
_IN_ATTRIBUTE: Final = re.compile(r"""=\s*["'][{[][{["&]""")
_UNDEFINED: Final = re.compile(r"(?<=[:\[,])\s*undefined(?=\s*[,}\]])")
_PUSHED: Final = re.compile(r"\b__next_f\.push\(\s*(?=\[)")
"""What hands React a piece of its rows."""
_ROW: Final = re.compile(rb"([0-9a-f]*):(?:T([0-9a-f]{1,8}),)?")
"""The number of a row, and how many octets it has where it is a text."""
_REFERENCE: Final = re.compile(r"\$[L@]?([0-9a-f]+)")
"""A string that stands for a row."""
_PAIR: Final = 2
_NOTHING: Final = range(-6, 0)
"""What stands for no JSON in devalue: undefined, a hole in a list, numbers without digits."""


def states(page: Page) -> Iterator[Any]:
    """The objects and lists in scripts, and those in attributes, which parts of a program have theirs in."""
    scripts = page.scripts(lambda kind: _TYPES.fullmatch(kind.strip()) is not None)
    having = page.elements() if _IN_ATTRIBUTE.search(page.source) else ()
    values = (value for _, attributes in having for value in attributes.values() if value and value[0] in "{[")
    left = _LONGEST
    pushed: list[str] = []
    for text in chain(scripts, values):
        left -= len(text)
        if left < 0:
            break
        pushed += _pushed(text)
        if len(text) >= _LEAST:
            yield from _values(text)
    if pushed:
        yield from _rows("".join(pushed))


def _values(script: str) -> Iterator[Any]:
    """The objects and lists that a text is, or that it gives to variables as a script."""
    text = _UNDEFINED.sub("null", script.strip())
    if text[:1] in ("{", "["):
        value, _ = _read(text, 0)
        if value is not None:
            yield value
            if _is_flat(value):
                yield _unflattened(value)
        return
    at = 0
    for _ in range(_VALUES):
        found = _ASSIGNED.search(text, at)
        if found is None:
            return
        value, at = _read(text, found.end())
        if isinstance(value, str):
            value, _ = _read(value, 0)
        if isinstance(value, dict | list):
            yield value


def _read(text: str, at: int) -> tuple[Any, int]:
    """The value of JSON, or the string of a program, at a place of a text, and where it ends; None and the place where
    there is none.
    """
    single = _SINGLE.match(text, at)
    if single is not None:
        value, _ = _read(f'"{_ESCAPE.sub(_as_in_json, single[1])}"', 0)
        return value, at if value is None else single.end()
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None, at


def _as_in_json(escape: re.Match[str]) -> str:
    """An escape or a double quote in a string in single quotes as JSON has it."""
    if escape[0] == '"':
        return '\\"'
    if escape[1]:
        return f"\\u00{escape[1]}"
    return "'" if escape[0] == "\\'" else escape[0]


_DECODER: Final = json.JSONDecoder(strict=False)


# Values that stand for others.


class _Copying:
    """Copies values in which some stand for others: as many, and so deep, as is bounded.

    Args:
        resolve: what a value stands for, and whether that is to be copied in turn.
    """

    def __init__(self, resolve: Callable[[Any], Any]) -> None:
        self._resolve = resolve
        self._left = _MOST

    def copy(self, value: Any, depth: int = 0) -> Any:
        """A value with what its members stand for in their place; None where it is too deep, or there are too many."""
        value = self._resolve(value)
        if not isinstance(value, dict | list):
            return value
        self._left -= 1
        if depth > 2 * DEEPEST or self._left < 0:
            return None
        if isinstance(value, dict):
            return {name: self.copy(member, depth + 1) for name, member in value.items()}
        return [self.copy(member, depth + 1) for member in value]


def _is_flat(value: Any) -> bool:
    """Whether a list may be one of devalue's: its first item has places of the list in it, and nothing else."""
    if not isinstance(value, list) or len(value) < _PAIR:
        return False
    first = value[0]
    places = list(first.values()) if isinstance(first, dict) else first[1:] if _is_wrapped(first) else []
    return bool(places) and all(_is_place(place, value) or place in _NOTHING for place in places)


def _is_wrapped(value: Any) -> TypeGuard[list[Any]]:
    """Whether a list is a value with the name of its kind before it: ``["Reactive", 1]``."""
    return isinstance(value, list) and len(value) >= _PAIR and isinstance(value[0], str)


def _is_place(value: Any, values: list[Any]) -> bool:
    return type(value) is int and 0 < value < len(values)


def _unflattened(values: list[Any]) -> Any:
    """The value that a list of devalue has: each member of an object or list is the place of one in the list.

    Source: github.com/sveltejs/devalue, the format of ``stringify``.

    >>> _unflattened([["Reactive", 1], {"title": 2, "lines": 3}, "Ferry", [2, 4], "Pier"])
    {'title': 'Ferry', 'lines': ['Ferry', 'Pier']}
    """

    def at(place: Any) -> Any:
        value = values[place] if place == 0 or _is_place(place, values) else None
        for _ in range(DEEPEST):
            if not _is_wrapped(value):
                return value
            kind, inner, *others = value
            if kind == "Set":
                return [inner, *others]
            if not _is_place(inner, values):
                return inner  # a day, a large number
            value = values[inner]
        return None

    return _Copying(at).copy(0)


def _pushed(script: str) -> Iterator[str]:
    """The pieces of React's rows that a script hands over."""
    for found in _PUSHED.finditer(script):
        value, _ = _read(script, found.end())
        if isinstance(value, list) and len(value) == _PAIR and isinstance(value[1], str):
            yield value[1]


def _rows(stream: str) -> Iterator[Any]:
    """The objects and lists of React's rows, with those that they refer to in their place.

    Source: github.com/facebook/react, ``ReactFlightClient``: a row is a number, a colon and JSON up to the end of its
    line, or the length of a text in octets and that text; ``$5`` and ``$L5`` stand for row 5.
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
    copying = _Copying(lambda value: _of_row(value, rows))
    yield from [copying.copy(value) for value in rows.values() if isinstance(value, dict | list)]


def _of_row(value: Any, rows: Mapping[str, Any]) -> Any:
    """What a value of React's rows stands for."""
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    found = _REFERENCE.fullmatch(value)
    return rows.get(found[1]) if found is not None else value[1:] if value.startswith("$$") else value
