"""Gold texts as files and strings: decoded, and brought to the shape that all corpora share, a paragraph a line.

The module must not know which corpus a text is from.
"""

from __future__ import annotations

import codecs
import html
import re
from typing import TYPE_CHECKING, Final

from broadsheet.corpora.files import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["decode_text", "lines", "marked_paragraphs", "read_text"]

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PARAGRAPH_MARK: Final = re.compile(r"</?\s*[hpl]\s*/?>|\n[^\S\n]*\n", re.IGNORECASE)
"""``<h>``, ``<p>``, ``<l>``, their closing forms, or an empty line."""


def decode_text(data: bytes, fallback: str = "cp1252") -> str:
    r"""The text of a gold file, which cannot declare its encoding: by its byte order mark, as UTF-8 if valid, or else.

    Line ends become ``\n``.

    Args:
        data: the bytes.
        fallback: the codec of last resort; what it does not know becomes U+FFFD.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            text = data[len(mark) :].decode(codec, "replace")
            break
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode(fallback, "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_text(path: Path, fallback: str = "cp1252") -> str:
    """The text of a gold file (see `decode_text`).

    Raises:
        CorpusError: it cannot be read.
    """
    return decode_text(read_bytes(path), fallback)


def lines(text: str) -> str:
    """A text whose line ends are paragraph ends, with white space collapsed and without its empty lines."""
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))


def marked_paragraphs(text: str) -> str:
    """A text in CleanEval's marks: paragraphs begin with ``<h>``, ``<p>`` or ``<l>``, and their lines are wrapped.

    An empty line ends a paragraph too. Character references are resolved; any other markup is left as it is, since a
    text may have been written with angle brackets.
    """
    pieces = (" ".join(html.unescape(piece).split()) for piece in _PARAGRAPH_MARK.split(text))
    return "\n".join(filter(None, pieces))
