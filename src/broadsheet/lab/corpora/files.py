"""Read files of corpora: pages, found by the names in the gold answers and only inside their folder, and gold texts.

Errors are `broadsheet.errors.CorpusError` with the path.
"""

from __future__ import annotations

import codecs
import gzip
import html
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from broadsheet.errors import CorpusError

__all__ = [
    "check_name",
    "files_of",
    "find_page",
    "lines",
    "marked_paragraphs",
    "page_loader",
    "read_bytes",
    "read_text",
    "table_rows",
]

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PARAGRAPH_MARK: Final = re.compile(r"</?\s*[hpl]\s*/?>|\n[^\S\n]*\n", re.IGNORECASE)  # or an empty line


def read_bytes(path: Path) -> bytes:
    """Read a file.

    Raises:
        CorpusError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}") from error


def _page_bytes(path: Path) -> bytes:
    """Read a page; ``.gz`` files are decompressed.

    Raises:
        CorpusError: it cannot be read or decompressed.
    """
    if path.suffix != ".gz":
        return read_bytes(path)
    try:
        packed = path.read_bytes()
        data = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{path}: not readable as gzip ({error})") from error
    if not packed:  # gzip accepts it
        raise CorpusError(f"{path}: not readable as gzip (the file is empty)")
    return data


def table_rows(path: Path, columns: int, otherwise: str) -> Iterator[tuple[str, list[str]]]:
    """Read a tab-separated table in UTF-8. Empty lines and lines that begin with ``#`` are ignored.

    Args:
        path: the table.
        columns: cells of a row, none of them empty.
        otherwise: message about a row with other cells.

    Yields:
        Where each row stands (``file:line``), and its cells without white space at their ends.

    Raises:
        CorpusError: the table cannot be read, or a row has other cells.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{path}: not UTF-8 ({error.reason} at byte {error.start})") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) != columns or not all(cells):
            raise CorpusError(f"{path}:{number}: {otherwise}")
        yield f"{path}:{number}", cells


def check_name(name: str, where: object) -> None:
    """Reject names of pages that would lead out of their folder.

    Raises:
        CorpusError: empty, or with a path separator.
    """
    if not name or name in {".", ".."} or any(character in name for character in "/\\\0"):
        raise CorpusError(f"{where}: a page id must not be empty or contain a path separator: {name!r}")


def find_page(folders: Iterable[Path], name: str, where: object, endings: Iterable[str] = ("",)) -> Path:
    """Return the file of a page, in the first folder that has it.

    ``where`` is the place of the name in the gold answers, for messages.

    Raises:
        CorpusError: no such file, or an invalid name.
    """
    check_name(name, where)
    paths = [folder / f"{name}{ending}" for folder in folders for ending in endings]
    for path in paths:
        if path.is_file():
            return path
    raise CorpusError(f"{where}: no such page {paths[0]}")


def page_loader(
    folders: Iterable[Path], name: str, where: object, endings: Iterable[str] = ("",)
) -> Callable[[], bytes]:
    """Return a function that reads a page, for `broadsheet.lab.corpora.base.Sample` (see `find_page`).

    Raises:
        CorpusError: no such file, or an invalid name.
    """
    return partial(_page_bytes, find_page(folders, name, where, endings))


def files_of(folder: Path, pattern: str = "*") -> list[Path]:
    """List the files of a folder by name, without hidden ones (``.DS_Store``).

    Raises:
        CorpusError: no such folder.
    """
    if not folder.is_dir():
        raise CorpusError(f"{folder}: no such folder")
    return sorted(path for path in folder.glob(pattern) if path.is_file() and not path.name.startswith("."))


def read_text(path: Path, fallback: str = "cp1252") -> str:
    r"""Read a gold file, which declares no encoding: by byte order mark, as UTF-8 if valid, or with the fallback.

    Line ends become ``\n``. Invalid bytes become U+FFFD.

    Raises:
        CorpusError: it cannot be read.
    """
    data = read_bytes(path)
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
