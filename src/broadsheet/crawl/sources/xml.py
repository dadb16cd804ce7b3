"""Parse XML safely, element by element: no entity declarations, no external files, limited depth.

Feeds and sitemaps often contain errors. An error costs the rest of its entry; HTML's entity names (``&nbsp;``), bare
ampersands and all encodings of the web are supported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.entities import name2codepoint
from typing import Final
from xml.parsers import expat

from broadsheet.page.encoding import decode

__all__ = ["Element", "XMLBroken", "elements"]

_MAX_DEPTH: Final = 64  # nested elements
_PIECE: Final = 1 << 16  # bytes parsed at a time
_MAX_TEXT_CHARS: Final = 1 << 20  # characters kept of an element's own text
_MAX_ERRORS: Final = 1000  # errors after which reading ends
_ENTRY: Final = re.compile(rb"<(?:[\w.-]+:)?(?:item|entry|url|sitemap)[\s>]", re.IGNORECASE)
_CDATA: Final = re.compile(r"(<!\[CDATA\[.*?(?:\]\]>|\Z))", re.DOTALL)
_BARE: Final = re.compile(r"&(?!(?:[A-Za-z][A-Za-z0-9]{1,30}|#\d+|#x[\da-fA-F]+);)")
_NAMED: Final = re.compile(r"&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][A-Za-z0-9]{1,30});")  # entities that XML lacks
_CONTROLS: Final = bytes({*range(32)} - {*b"\t\n\r"})  # forbidden in XML


class XMLBroken(ValueError):
    """The bytes are not well-formed everywhere, or contain something forbidden."""


@dataclass(frozen=True, slots=True)
class Element:
    """A complete element: the local names from the root to it, its attributes by local name, and its own text without
    surrounding white space.
    """

    path: tuple[str, ...]
    attributes: Mapping[str, str]
    text: str


def elements(data: bytes) -> Iterator[Element]:
    """Yield the elements of a document as they end. After an error, reading continues with the next entry of the list.

    Raises:
        XMLBroken: at the end: it is not well-formed everywhere. It declares entities; it is nested too deeply.
    """
    parts = _CDATA.split(decode(data).utf8.decode())
    # Two passes: one with a function for each ampersand takes ten times as long.
    parts[::2] = [_NAMED.sub(_named, _BARE.sub("&amp;", part)) for part in parts[::2]]
    data = "".join(parts).encode("utf-8", "replace").translate(None, _CONTROLS)
    reader = _Reader()
    broken: XMLBroken | None = None
    begin = len(data) - len(data.lstrip())
    for _ in range(_MAX_ERRORS):
        root = b"<r>" if broken else b""  # to the parser, the rest is a document of its own
        parser = reader.parser(root)
        try:
            for at in range(begin, max(len(data), begin + 1), _PIECE):
                parser.Parse(data[at : at + _PIECE], at + _PIECE >= len(data))
                yield from reader.taken()
            break
        except XMLBroken as error:
            broken = error
            break
        except expat.ExpatError as error:
            if broken is None:
                line = data.count(b"\n", 0, begin) + error.lineno
                words = expat.ErrorString(error.code) or "not well-formed"
                broken = XMLBroken(f"damaged XML in line {line}, entries may be missing: {words}")
        entry = _ENTRY.search(data, begin + max(1, parser.ErrorByteIndex - len(root)))
        if entry is None or not reader.path:
            break
        reader.end_entry()
        begin = entry.start()
    yield from reader.taken()
    if broken is not None:
        raise broken


def _named(match: re.Match[str]) -> str:
    name = match[1]
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
        self.path: list[str] = []
        self._ended: list[Element] = []
        self._open: list[_Open] = []

    def parser(self, root: bytes) -> expat.XMLParserType:
        """Return a parser that calls these handlers, after it has read a root of its own."""
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.Parse(root)
        parser.StartElementHandler = self.start
        parser.CharacterDataHandler = self.text
        parser.EndElementHandler = self.end
        parser.EntityDeclHandler = parser.UnparsedEntityDeclHandler = self.refuse
        return parser

    def taken(self) -> list[Element]:
        """Return the complete elements, each once."""
        ended, self._ended = self._ended, []
        return ended

    def end_entry(self) -> None:
        """End all elements below the root."""
        while len(self.path) > 1:
            self.end("")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.path.append(_local(name))
        if len(self.path) > _MAX_DEPTH:
            raise XMLBroken(f"nested deeper than {_MAX_DEPTH} elements")
        self._open.append(_Open({_local(key): value for key, value in attributes.items()}))

    def text(self, piece: str) -> None:
        if self._open and (inner := self._open[-1]).size < _MAX_TEXT_CHARS:
            inner.pieces.append(piece)
            inner.size += len(piece)

    def end(self, name: str) -> None:
        inner = self._open.pop()
        self._ended.append(Element(tuple(self.path), inner.attributes, "".join(inner.pieces).strip()))
        self.path.pop()

    def refuse(self, *words: object) -> None:
        raise XMLBroken("it declares entities, which feeds and sitemaps do not need")


def _local(name: str) -> str:
    return name.rpartition(":")[2]
