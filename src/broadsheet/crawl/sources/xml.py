"""Parse XML safely, element by element: no entity declarations, no external files, limited depth.

Feeds and sitemaps often contain errors. The elements before an error are returned; HTML's entity names (``&nbsp;``) and
all encodings of the web are supported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.entities import name2codepoint
from typing import Final
from xml.parsers import expat

from broadsheet.page.encoding import codec_of

__all__ = ["Element", "XMLBroken", "elements"]

_MAX_DEPTH: Final = 64
_PIECE: Final = 1 << 16
_MAX_TEXT_CHARS: Final = 1 << 20  # characters kept of an element's own text
_ENTITY: Final = re.compile(r"<!\[CDATA\[.*?\]\]>|&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,30});", re.DOTALL)
_DECLARED: Final = re.compile(rb"""^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_UTF_16_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")


class XMLBroken(ValueError):
    """The bytes are not XML from some place on, or contain something forbidden."""


@dataclass(frozen=True, slots=True)
class Element:
    """A complete element: the local names from the root to it, its attributes by local name, and its own text without
    surrounding white space.
    """

    path: tuple[str, ...]
    attributes: Mapping[str, str]
    text: str


def elements(data: bytes) -> Iterator[Element]:
    """Yield the elements of a document as they end.

    Raises:
        XMLBroken: the rest is not well-formed; it declares entities; it is nested too deeply.
    """
    data = data if data.startswith(_UTF_16_MARKS) else _in_utf8(data)
    parser = expat.ParserCreate("utf-16" if data.startswith(_UTF_16_MARKS) else "utf-8", namespace_separator=" ")
    parser.buffer_text = True
    reader = _Reader()
    parser.StartElementHandler = reader.start
    parser.CharacterDataHandler = reader.text
    parser.EndElementHandler = reader.end
    parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = reader.refuse
    begin = len(data) - len(data.lstrip())
    for at in range(begin, max(len(data), begin + 1), _PIECE):
        try:
            parser.Parse(data[at : at + _PIECE], at + _PIECE >= len(data))
        except XMLBroken:
            yield from reader.ended
            raise
        except expat.ExpatError as error:
            yield from reader.ended
            line = data.count(b"\n", 0, begin) + error.lineno
            words = expat.ErrorString(error.code) or "not well-formed"
            raise XMLBroken(f"not XML from line {line} on: {words}") from error
        yield from reader.ended
        reader.ended.clear()


def _in_utf8(data: bytes) -> bytes:
    """Convert to UTF-8, with numbers in place of HTML's entity names."""
    declared = _DECLARED.search(data[:200])
    codec = codec_of(declared[1].decode("ascii")) if declared else None
    # A UTF-16 declaration that is readable as ASCII must be wrong.
    text = data.decode("utf-8" if codec is None or codec.startswith("utf-16") else codec, "replace")
    return _ENTITY.sub(_numeric, text).encode("utf-8", "replace")


def _numeric(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:  # a CDATA section
        return match[0]
    return f"&#{name2codepoint[name]};" if name in name2codepoint else f"&amp;{name};"


@dataclass(slots=True)
class _Open:
    """An open element: attributes, pieces of its own text, and their size."""

    attributes: dict[str, str]
    pieces: list[str] = field(default_factory=list)
    size: int = 0


class _Reader:
    """Handlers of the parser, which collect complete elements."""

    def __init__(self) -> None:
        self.ended: list[Element] = []
        self._path: list[str] = []
        self._open: list[_Open] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(_local(name))
        if len(self._path) > _MAX_DEPTH:
            raise XMLBroken(f"nested deeper than {_MAX_DEPTH} elements")
        self._open.append(_Open({_local(key): value for key, value in attributes.items()}))

    def text(self, piece: str) -> None:
        if self._open and (inner := self._open[-1]).size < _MAX_TEXT_CHARS:
            inner.pieces.append(piece)
            inner.size += len(piece)

    def end(self, name: str) -> None:
        inner = self._open.pop()
        self.ended.append(Element(tuple(self._path), inner.attributes, "".join(inner.pieces).strip()))
        self._path.pop()

    def refuse(self, *words: object) -> None:
        raise XMLBroken("it declares entities, which feeds and sitemaps do not need")


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
