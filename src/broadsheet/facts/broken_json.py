"""What can be read of JSON that is no JSON: the last resort for scripts that templates have glued together.

It knows the ways in which JSON-LD on pages is broken that no replacement of characters mends: quotation marks in a
string that nobody escaped, members without a comma between them or without a value, names without quotation marks,
single or typographic ones, words of JavaScript, and an end that is missing in the middle of a string. A string ends at
a mark behind which the object or the list goes on; a string whose end is missing is left out, since nobody knows what
it would have said. One pass, in linear time.

It must not know what the values mean.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

__all__ = ["read_broken"]

_SKIP: Final = re.compile(r"(?:\s+|/\*.*?(?:\*/|\Z)|//[^\n]*|<[^<>]{0,80}>|,|;)*", re.DOTALL)
"""White space, comments, tags, and marks between members."""
_SPACE: Final = re.compile(r"\s*")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w-])")
_WORD: Final = re.compile(r"[\w$@.+-]+")
_WORDS: Final = {"true": True, "false": False}
_MARKS: Final = {'"': '"', "'": "'", "“": "”", "„": "“"}
_NAME_GOES_ON: Final = re.compile(r"\s*[:=]")
_VALUE_GOES_ON: Final = re.compile(
    r"\s*(?:[}\]]|$|;|/\*|//|<|,\s*(?:[\"'“{\[\]}<]|-?\d|true\b|false\b|null\b|[\w$@]+\s*:|$)|[\"'“][^\"'”\n]{1,60}[\"'”]\s*:)"
)
_ESCAPE: Final = re.compile(r"((?:\\u[0-9a-fA-F]{4})+)|\\(.)", re.DOTALL)
"""Two halves of a character are one together."""
_ESCAPED: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "", "f": ""}
_DEEPEST: Final = 40


def read_broken(text: str) -> list[Any]:
    """The objects and lists in a text, one after the other.

    >>> read_broken('{"a": "he said "no", twice", "b": , c: 1 "d": [1 2')
    [{'a': 'he said "no", twice', 'b': None, 'c': 1, 'd': [1, 2]}]
    """
    reader = _Reader(text)
    values = []
    while (at := min((found for mark in "{[" if (found := text.find(mark, reader.at)) >= 0), default=-1)) >= 0:
        reader.at = at
        values.append(reader.value(0))
    return values


class _Reader:
    """A place in a text, and how to go on from there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def value(self, depth: int) -> Any:
        """The value here, or None where there is none."""
        text, at = self.text, self.at
        mark = text[at : at + 1]
        if mark in ("{", "["):
            if depth > _DEEPEST:
                self.at = len(text)
                return None
            self.at += 1
            return self._members(depth) if mark == "{" else self._items(depth)
        if mark in _MARKS:
            return self._string(_VALUE_GOES_ON)
        if (number := _NUMBER.match(text, at)) is not None:
            self.at = number.end()
            written = number[0]
            # A number with more digits than any of ours has is left alone: turning it into one takes long.
            return None if len(written) > 300 else float(written) if re.search(r"[.eE]", written) else int(written)
        if (word := _WORD.match(text, at)) is not None:
            self.at = word.end()
            return _WORDS.get(word[0])
        return None

    def _members(self, depth: int) -> dict[str, Any]:
        text, found = self.text, dict[str, Any]()
        while True:
            self._skip(_SKIP)
            mark = text[self.at : self.at + 1]
            if mark in ("", "]"):
                return found
            if mark == "}":
                self.at += 1
                return found
            if mark in _MARKS:
                name = self._string(_NAME_GOES_ON)
            elif (word := _WORD.match(text, self.at)) is not None:
                name, self.at = word[0], word.end()
            else:
                self.at += 1
                continue
            self._skip(_SPACE)
            if text[self.at : self.at + 1] not in (":", "="):
                continue
            self.at += 1
            self._skip(_SPACE)
            value = None if text[self.at : self.at + 1] in (",", "}", "]") else self.value(depth + 1)
            if name:
                found.setdefault(name, value)

    def _items(self, depth: int) -> list[Any]:
        text, found = self.text, list[Any]()
        while True:
            self._skip(_SKIP)
            mark = text[self.at : self.at + 1]
            if mark in ("", "}"):
                return found
            if mark == "]":
                self.at += 1
                return found
            before = self.at
            value = self.value(depth + 1)
            if self.at == before:
                self.at += 1
            elif value is not None:
                found.append(value)

    def _string(self, goes_on: re.Pattern[str]) -> str | None:
        """The string that begins here, up to the first mark behind which what it is in goes on."""
        text = self.text
        begin = self.at + 1
        end = _MARKS[text[self.at]]
        at = text.find(end, begin)
        while at >= 0:
            slashes = 0
            while at - slashes > begin and text[at - slashes - 1] == "\\":
                slashes += 1
            if slashes % 2 == 0 and goes_on.match(text, at + 1):
                self.at = at + 1
                return _ESCAPE.sub(_unescaped, text[begin:at])
            at = text.find(end, at + 1)
        self.at = len(text)
        return None

    def _skip(self, what: re.Pattern[str]) -> None:
        found = what.match(self.text, self.at)
        self.at = self.at if found is None else found.end()


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return str(json.loads(f'"{found[1]}"'))
    return _ESCAPED.get(found[2], found[2])
