"""Write the output atomically: parts of a table, and a file per page.

Files are written under a temporary name, synced to disk and renamed. The name of a part gives its unit and its range of
pages, so an existing part is work done and is never written twice. The files of pages are in a folder per part, written
before the part; a folder without its part is left from a killed run, and is written again.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from html import escape
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from broadsheet.crawl.batch.checks import member
from broadsheet.crawl.batch.schema import Column, arrow_schema
from broadsheet.crawl.sources.tables import pyarrow
from broadsheet.crawl.sources.units import SPOOLING
from broadsheet.errors import SourceUnreadable
from broadsheet.page.characters import composed, normal_form, without_surrogates

if TYPE_CHECKING:
    from broadsheet.article import Article

__all__ = [
    "DOCUMENT",
    "FETCHED",
    "SITES",
    "SITES_SO_FAR",
    "Files",
    "Format",
    "discard",
    "document_of",
    "found",
    "outcomes",
    "read_rows",
    "replacing",
    "tidy",
    "whole_file",
    "write_contents",
    "write_files",
    "write_part",
]

_NAME: Final = re.compile(r"part-(\d+)-(\d+)\.(parquet|jsonl)")
UNFINISHED: Final = ".unfinished-"  # prefix of temporary files
SITES: Final = "sites.db"  # file of site profiles
SITES_SO_FAR: Final = ".sites-so-far.db"  # counts of an unfinished first pass
FETCHED: Final = ".fetched.db"  # pages of an unfinished run
_COMPRESSION: Final = "zstd"
_DAMAGED: Final = "this part is damaged: delete it and repeat the command"
MANIFEST: Final = "manifest.json"
PAGES: Final = "pages"  # folder of the files
CONTENTS: Final = "contents.tsv"
DOCUMENT: Final = "document"  # key of a row with the contents of its file, until that is written
_COLUMNS: Final = "file url outcome title published authors name reason".split()  # columns of the table of contents
_MAX_HOST_CHARS: Final = 30  # characters of the host in a file name
_MAX_PATH_CHARS: Final = 60  # and of the path; the end of a path says more than its beginning
_ENDING: Final = re.compile(r"(?:/index)?\.(?:s?html?|php|aspx?|jsp)$|/index$", re.IGNORECASE)
_MAX_NAMED_BYTES: Final = 180  # bytes of host and path in a file name; file systems allow 255 for the whole name
_ACCENTS: Final = re.compile(r"(?<=[a-z0-9])[\u0300-\u036f]+")


class Format(StrEnum):
    """Format of the parts."""

    PARQUET = "parquet"
    JSONL = "jsonl"


def part_name(unit: int, part: int, form: Format) -> str:
    """Return the file name of a part."""
    return f"part-{unit:06d}-{part:05d}.{form}"


def found(folder: Path) -> set[tuple[int, int]]:
    """Return the existing parts as (unit, part) numbers."""
    with os.scandir(folder) as files:
        names = [match for file in files if (match := _NAME.fullmatch(file.name)) is not None]
    return {(int(match[1]), int(match[2])) for match in names}


def tidy(folder: Path) -> None:
    """Remove temporary files and folders of killed writers."""
    for pattern in (f"{UNFINISHED}*", SPOOLING.format("*"), f"*/{UNFINISHED}*"):
        _remove(folder, pattern)


def write_part(
    folder: Path, unit: int, part: int, rows: Sequence[dict[str, Any]], form: Format, columns: tuple[Column, ...]
) -> None:
    """Write the rows of a part."""
    with whole_file(folder / part_name(unit, part, form)) as stream:
        if form is Format.PARQUET:
            pa = pyarrow()
            from pyarrow import parquet

            encodable = [{name: _encodable(value) for name, value in row.items()} for row in rows]
            table = pa.Table.from_pylist(encodable, schema=arrow_schema(columns))
            parquet.write_table(table, stream, compression=_COMPRESSION)
        else:
            names = [column.name for column in columns]
            for row in rows:
                line = json.dumps({name: row[name] for name in names}, ensure_ascii=False, default=bytes.hex)
                stream.write(line.encode("utf-8", "replace") + b"\n")


def discard(folder: Path, name: str) -> None:
    """Delete a database that is no longer needed, with its log."""
    _remove(folder, f"{name}*")


@contextmanager
def whole_file(target: Path) -> Iterator[IO[bytes]]:
    """Open a file to be written atomically and durably: it exists after the block, but not after an error.

    Raises:
        OSError: it cannot be written.
    """
    with replacing(target) as unfinished, unfinished.open("xb") as stream:
        yield stream
        _sync(stream)


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Yield a new path beside a file or folder. What is written there replaces it at the end of the block, durably.

    After an error, nothing is left.
    """
    unfinished = target.with_name(f"{UNFINISHED}{target.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        yield unfinished
        if target.is_dir() and unfinished.is_dir():
            shutil.rmtree(target)
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            _remove(target.parent, f"{unfinished.name}*")
        raise
    _sync_folder(target.parent)


def _remove(folder: Path, pattern: str) -> None:
    """Remove the files and folders in a folder whose names match."""
    for path in folder.glob(pattern):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _sync(stream: IO[bytes]) -> None:
    stream.flush()
    os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    """Sync the folder to disk; otherwise a rename may be lost in a power failure."""
    with suppress(OSError):  # some file systems do not support it
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def read_rows(
    folder: str | os.PathLike[str], form: Format | None = None, columns: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the rows of all parts, in the order of the input.

    Args:
        folder: folder of the parts.
        form: ``"parquet"`` or ``"jsonl"``; by default from the file names.
        columns: names of columns to read; by default all.

    Raises:
        ValueError: unknown format.
        SourceUnreadable: no such folder, no run in it, or a damaged part.
        MissingExtra: the parts are Parquet, and pyarrow is not installed.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise SourceUnreadable(str(folder), "this is a file, not a folder" if folder.exists() else "no such folder")
    if form is not None:
        form = member(Format, form, "form")
    else:
        form = Format.JSONL if any(folder.glob(f"part-*.{Format.JSONL}")) else Format.PARQUET
    parts = sorted(found(folder))
    if not parts and not (folder / MANIFEST).exists():
        raise SourceUnreadable(str(folder), "no run in this folder")
    for unit, part in parts:
        yield from _rows(folder / part_name(unit, part, form), form, columns)


def outcomes(folder: Path, unit: int, part: int, form: Format) -> Counter[str]:
    """Count the pages of a part by outcome."""
    return Counter(row["outcome"] for row in _rows(folder / part_name(unit, part, form), form, ("outcome",)))


def _rows(path: Path, form: Format, columns: Sequence[str] | None) -> Iterator[dict[str, Any]]:
    if form is Format.PARQUET:
        pa = pyarrow()
        from pyarrow import parquet

        # A stream, because Arrow rejects paths that are not UTF-8.
        with pa.OSFile(os.fsencode(path)) as stream:
            try:
                table = parquet.ParquetFile(stream).read(columns=list(columns) if columns is not None else None)
            except pa.ArrowInvalid as error:
                raise SourceUnreadable(str(path), _DAMAGED) from error
        yield from table.to_pylist()
        return
    with path.open("rb") as lines:
        for line in lines:
            try:
                row: dict[str, Any] = json.loads(line)
            except ValueError as error:
                raise SourceUnreadable(str(path), _DAMAGED) from error
            if row.get("minhash") is not None:
                row["minhash"] = bytes.fromhex(row["minhash"])
            yield row if columns is None else {name: row[name] for name in columns}


def _encodable(value: Any) -> Any:
    """Replace lone surrogates in a string or in the strings of a list: Arrow cannot store them."""
    if isinstance(value, str):
        return without_surrogates(str(value))
    return [_encodable(item) for item in value] if isinstance(value, list) else value


class Files(StrEnum):
    """Format of the pages' files."""

    MD = "md"
    TEXT = "text"
    HTML = "html"

    @property
    def suffix(self) -> str:
        """File suffix."""
        return ".txt" if self is Files.TEXT else f".{self}"


def document_of(article: Article, form: Files, *, front_matter: bool) -> str:
    """Write an article as a whole file, with title and byline."""
    text = article.written(form, front_matter=front_matter)
    if form is Files.HTML:
        lang = f' lang="{escape(article.language)}"' if article.language else ""
        title = f"<title>{escape(article.title or '')}</title>"
        head = f'<!DOCTYPE html>\n<html{lang}>\n<head><meta charset="utf-8">{title}</head>\n<body>\n'
        text = f"{head}{text}\n</body>\n</html>"
    return f"{text}\n"


def file_name(row: dict[str, Any], form: Files) -> str:
    """Return the name of a page's file: its number in the unit, and words of its URL.

    Names consist of lower-case letters of any script, digits and hyphens, so they are valid on all systems.

    >>> file_name({"number": 7, "url": "https://www.courier.example/2026/Ferry%20returns.html", "name": None}, Files.MD)
    '00007-courier-example-2026-ferry-returns.md'
    >>> file_name({"number": 8, "url": "https://courier.example/Fähre/Паром", "name": None}, Files.TEXT)
    '00008-courier-example-fahre-паром.txt'
    """
    address = row["url"] or row["name"] or ""
    try:
        parts = urlsplit(address)
        host, path = parts.hostname or "", unquote(parts.path)
    except ValueError:
        host, path = "", address
    named = f"{_safe(host.removeprefix('www.'))[:_MAX_HOST_CHARS]}-{_safe(_ENDING.sub('', path))[-_MAX_PATH_CHARS:]}"
    named = _safe(named.encode()[-_MAX_NAMED_BYTES:].decode(errors="ignore"))
    return f"{row['number']:05d}-{named or 'page'}{form.suffix}"


def _safe(text: str) -> str:
    """Return the letters and digits of a text, in words joined by hyphens; Latin letters lose their accents."""
    signs = [" "]
    for sign in composed(_ACCENTS.sub("", normal_form("NFKD", text).lower())):
        # Marks are vowels in some scripts. Those after an emoji are invisible.
        is_mark = signs[-1] != " " and unicodedata.category(sign).startswith("M")
        signs.append(sign if is_mark or sign.isalnum() else " ")
    return "-".join("".join(signs).split())


def write_files(folder: Path, unit: int, part: int, rows: Iterable[dict[str, Any]], form: Files) -> None:
    """Write the files of a part's rows, and replace the documents in the rows by the names of the files.

    Raises:
        OSError: a file cannot be written; no file of the part is left.
    """
    target = folder / PAGES / f"{unit:06d}-{part:05d}"
    with replacing(target) as unfinished:
        unfinished.mkdir(parents=True)
        for row in rows:
            document = row.pop(DOCUMENT, None)
            if document is None:
                continue
            name = file_name(row, form)
            with (unfinished / name).open("xb") as stream:
                stream.write(document.encode("utf-8", "replace"))
                _sync(stream)
            row["file"] = f"{PAGES}/{target.name}/{name}"
        _sync_folder(unfinished)


def write_contents(folder: Path) -> None:
    """Write the table of contents of a finished run: a line per page, with tabs between the columns."""
    with whole_file(folder / CONTENTS) as stream:
        stream.write(("\t".join(_COLUMNS) + "\n").encode())
        for row in read_rows(folder, columns=_COLUMNS):
            stream.write(("\t".join(_cell(row[name]) for name in _COLUMNS) + "\n").encode("utf-8", "replace"))


def _cell(value: str | Sequence[str] | None) -> str:
    text = value if isinstance(value, str) else ", ".join(value or ())
    return " ".join(text.split())
