"""XML bytes -> its elements, one after the other, safely: no entities of its own, no files, bounded depth.

Feeds and sitemaps are written by programs that do not always know XML. What comes before a mistake is given; names of
characters that only HTML has (``&nbsp;``) and declared encodings that the parser does not know are understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.entities import name2codepoint
from typing import Final
from xml.parsers import expat

__all__ = ["Element", "XMLBroken", "elements"]

_DEEPEST: Final = 64
_PIECE: Final = 1 << 16
_LONGEST: Final = 1 << 20
"""Characters of one element's own text that are kept: no address or title is longer."""
_NAMED: Final = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,30});")
_OF_XML: Final = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})
_DECLARED: Final = re.compile(rb"""^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
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
    for attempt in (_plain, _renamed, _recoded):
        prepared = attempt(data)
        if prepared is None:
            continue
        try:
            for number, element in enumerate(_parse(prepared)):
                # A second attempt reads anew what the first has given.
                if number >= given:
                    yield element
                    given = number + 1
        except _Unprepared:
            continue
        return
    raise XMLBroken("it uses names of characters or an encoding that are not known")


def _plain(data: bytes) -> bytes | None:
    return data


def _renamed(data: bytes) -> bytes | None:
    """Names that only HTML knows as numbers."""

    def number(match: re.Match[bytes]) -> bytes:
        name = match[1]
        if name in _OF_XML:
            return match[0]
        code = name2codepoint.get(name.decode("ascii"))
        return b"&#%d;" % code if code is not None else b"&amp;" + name + b";"

    return _NAMED.sub(number, data)


def _recoded(data: bytes) -> bytes | None:
    """The text in UTF-8, where an encoding is declared that the parser does not know."""
    declared = _DECLARED.search(data[:200])
    try:
        text = data.decode(declared[1].decode("ascii") if declared else "utf-8", "replace")
    except LookupError:
        text = data.decode("utf-8", "replace")
    bare = re.sub(r"^\s*<\?xml[^>]*\?>", "", text, count=1)
    return _renamed(bare.encode("utf-8", "replace"))


class _Unprepared(Exception):
    """It may be read if it is prepared otherwise."""


def _parse(data: bytes) -> Iterator[Element]:
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    path: list[str] = []
    attributes: list[dict[str, str]] = []
    texts: list[list[str]] = []
    sizes: list[int] = []
    ended: list[Element] = []

    def start(name: str, given: dict[str, str]) -> None:
        path.append(_local(name))
        if len(path) > _DEEPEST:
            raise XMLBroken(f"it nests deeper than {_DEEPEST} elements")
        attributes.append({_local(key): value for key, value in given.items()})
        texts.append([])
        sizes.append(0)

    def text(piece: str) -> None:
        if texts and sizes[-1] < _LONGEST:
            texts[-1].append(piece)
            sizes[-1] += len(piece)

    def end(name: str) -> None:
        ended.append(Element(tuple(path), attributes.pop(), "".join(texts.pop()).strip()))
        sizes.pop()
        path.pop()

    def refuse(*words: object) -> None:
        raise XMLBroken("it declares entities, which no feed or sitemap needs")

    parser.StartElementHandler = start
    parser.CharacterDataHandler = text
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    start_of_text = len(data) - len(data.lstrip())
    for at in range(start_of_text, max(len(data), start_of_text + 1), _PIECE):
        last = at + _PIECE >= len(data)
        try:
            parser.Parse(data[at : at + _PIECE], last)
        except expat.ExpatError as error:
            yield from ended
            if error.code in _UNDEFINED or error.code in _ENCODING:
                raise _Unprepared from error
            words = expat.ErrorString(error.code) or "not well-formed"
            raise XMLBroken(f"it is no XML from line {error.lineno} on: {words}") from error
        except (ValueError, LookupError) as error:
            if isinstance(error, XMLBroken):
                raise
            # A declared encoding of several bytes a character, or one that does not exist.
            raise _Unprepared from error
        yield from ended
        ended.clear()


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
