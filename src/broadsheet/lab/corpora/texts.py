"""Decode and normalise gold texts: one paragraph per line."""

from __future__ import annotations

import codecs
import html
import re
from typing import TYPE_CHECKING, Final

from broadsheet.lab.corpora.files import read_bytes

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["decode_text", "lines", "marked_paragraphs", "read_text"]

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PARAGRAPH_MARK: Final = re.compile(r"</?\s*[hpl]\s*/?>|\n[^\S\n]*\n", re.IGNORECASE)  # or an empty line


def decode_text(data: bytes, fallback: str = "cp1252") -> str:
    r"""Decode a gold file, which declares no encoding: by byte order mark, as UTF-8 if valid, or with the fallback.

    Line ends become ``\n``.

    Args:
        data: the bytes.
        fallback: codec of last resort; invalid bytes become U+FFFD.
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
    """Read and decode a gold file (see `decode_text`).

    Raises:
        CorpusError: it cannot be read.
    """
    return decode_text(read_bytes(path), fallback)


def lines(text: str) -> str:
    """Normalise a text with one paragraph per line: white space collapsed, no empty lines."""
    return "\n".join(filter(None, (" ".join(line.split()) for line in text.split("\n"))))


def marked_paragraphs(text: str) -> str:
    """Normalise a text in CleanEval's markup: paragraphs begin with ``<h>``, ``<p>`` or ``<l>``, lines are wrapped.

    An empty line also ends a paragraph. Character references are resolved; other markup is kept, because the text may
    contain angle brackets.
    """
    pieces = (" ".join(html.unescape(piece).split()) for piece in _PARAGRAPH_MARK.split(text))
    return "\n".join(filter(None, pieces))
