"""XML bytes -> its elements, one after the other, safely: no entities of its own, no files, bounded depth.

Feeds and sitemaps are written by programs that do not always know XML. What comes before a mistake is given; names of
characters that only HTML has (``&nbsp;``) and declared encodings that the parser does not know are understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.entities import name2codepoint
from typing import Final
from xml.parsers import expat

from broadsheet.page.labels import codec_of

__all__ = ["Element", "XMLBroken", "elements"]

_DEEPEST: Final = 64
_PIECE: Final = 1 << 16
_LONGEST: Final = 1 << 20
"""Characters of one element's own text that are kept: no address or title is longer."""
_NAMED: Final = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,30});")
_OF_XML: Final = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})
_DECLARED: Final = re.compile(rb"""^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_OF_EXPAT: Final = frozenset({b"utf-8", b"utf-16", b"utf-16be", b"utf-16le", b"iso-8859-1", b"us-ascii"})
"""Encodings that expat decodes itself."""
_UNDEFINED: Final = frozenset({11, 26})
"""expat: undefined entity; error in processing external entity reference."""
_ENCODING: Final = frozenset({18, 19, 30})
"""expat: unknown encoding; encoding specified in the declaration is incorrect; and the like."""


class XMLBroken(ValueError):
    """The bytes are no XML from some place on, or hold what is refused. Sources turn it into an error with a name."""


@dataclass(frozen=True, slots=True)
class Element:
    """An element that has ended.

    Attributes:
        path: local names from the root to the element, without name spaces.
        attributes: by local name.
        text: its own text, white space trimmed.
    """

    path: tuple[str, ...]
    attributes: Mapping[str, str]
    text: str


def elements(data: bytes) -> Iterator[Element]:
    """The elements of a document, each when it ends.

    Raises:
        XMLBroken: it is not well-formed from there on; it declares entities of its own; it nests too deep.
    """
    given = 0
    declared = _DECLARED.search(data[:200])
    # For any other encoding expat asks Python's codecs, which include some that are no encodings of text.
    is_known = declared is None or declared[1].lower() in _OF_EXPAT
    for prepared in (bytes, _renamed, _recoded) if is_known else (_recoded,):
        try:
            for number, element in enumerate(_parse(prepared(data))):
                # A second attempt reads anew what the first has given.
                if number >= given:
                    yield element
                    given = number + 1
        except _Unprepared:
            continue
        return
    raise XMLBroken("it uses names of characters or an encoding that are not known")


def _renamed(data: bytes) -> bytes:
    """Names that only HTML knows as numbers."""

    def number(match: re.Match[bytes]) -> bytes:
        name = match[1]
        if name in _OF_XML:
            return match[0]
        code = name2codepoint.get(name.decode("ascii"))
        return b"&#%d;" % code if code is not None else b"&amp;" + name + b";"

    return _NAMED.sub(number, data)


def _recoded(data: bytes) -> bytes:
    """The text in UTF-8, where an encoding is declared that the parser does not know."""
    declared = _DECLARED.search(data[:200])
    codec = codec_of(declared[1].decode("ascii")) if declared else None
    # A declaration of UTF-16 that could be read as ASCII cannot be true.
    text = data.decode("utf-8" if codec is None or codec.startswith("utf-16") else codec, "replace")
    bare = re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1)
    return _renamed(bare.encode("utf-8", "replace"))


class _Unprepared(Exception):
    """It may be read if it is prepared otherwise."""


def _parse(data: bytes) -> Iterator[Element]:
    parser = expat.ParserCreate(namespace_separator=" ")
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
            if error.code in _UNDEFINED or error.code in _ENCODING:
                raise _Unprepared from error
            line = data.count(b"\n", 0, begin) + error.lineno
            words = expat.ErrorString(error.code) or "not well-formed"
            raise XMLBroken(f"it is no XML from line {line} on: {words}") from error
        except (ValueError, LookupError) as error:
            # A declared encoding of several bytes a character, or one that does not exist.
            raise _Unprepared from error
        yield from reader.ended
        reader.ended.clear()


@dataclass(slots=True)
class _Open:
    """An element that has begun: its attributes, and the pieces of its own text with their size."""

    attributes: dict[str, str]
    pieces: list[str] = field(default_factory=list)
    size: int = 0


class _Reader:
    """What the parser calls. It collects the elements that have ended."""

    def __init__(self) -> None:
        self.ended: list[Element] = []
        self._path: list[str] = []
        self._open: list[_Open] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._path.append(_local(name))
        if len(self._path) > _DEEPEST:
            raise XMLBroken(f"it nests deeper than {_DEEPEST} elements")
        self._open.append(_Open({_local(key): value for key, value in attributes.items()}))

    def text(self, piece: str) -> None:
        if self._open and (inner := self._open[-1]).size < _LONGEST:
            inner.pieces.append(piece)
            inner.size += len(piece)

    def end(self, name: str) -> None:
        inner = self._open.pop()
        self.ended.append(Element(tuple(self._path), inner.attributes, "".join(inner.pieces).strip()))
        self._path.pop()

    def refuse(self, *words: object) -> None:
        raise XMLBroken("it declares entities, which no feed or sitemap needs")


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
