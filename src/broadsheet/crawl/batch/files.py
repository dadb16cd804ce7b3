"""Write a file per page, beside the rows.

The files of a part are in a folder of their own, written atomically before the part, so every finished part has its
files. A folder without its part is left from a killed run, and is written again.
"""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from broadsheet.crawl.batch.parts import read_rows, sync_folder, unfinished_path, write_whole

if TYPE_CHECKING:
    from broadsheet.article import Article

__all__ = ["CONTENTS", "DOCUMENT", "Files", "document_of", "file_name", "write_contents", "write_files"]

PAGES: Final = "pages"  # folder of the files
CONTENTS: Final = "contents.tsv"
DOCUMENT: Final = "document"  # key of a row with the contents of its file, until that is written
_COLUMNS: Final = ("file", "url", "outcome", "title", "published", "authors")  # of the table of contents
_MAX_HOST_CHARS: Final = 30  # of a file name
_MAX_PATH_CHARS: Final = 60  # of a file name; the end of a path says more than its beginning
_ENDING: Final = re.compile(r"(?:/index)?\.(?:s?html?|php|aspx?|jsp)$|/index$", re.IGNORECASE)
_UNSAFE: Final = re.compile(r"[^a-z0-9]+")


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

    Names consist of lower-case letters, digits and hyphens, so they are different on all systems.

    >>> file_name({"number": 7, "url": "https://www.courier.example/2026/Ferry%20returns.html", "name": None}, Files.MD)
    '00007-courier-example-2026-ferry-returns.md'
    """
    address = row["url"] or row["name"] or ""
    try:
        parts = urlsplit(address)
        host, path = parts.hostname or "", unquote(parts.path)
    except ValueError:
        host, path = "", address
    words = [_safe(host.removeprefix("www."))[:_MAX_HOST_CHARS], _safe(_ENDING.sub("", path))[-_MAX_PATH_CHARS:]]
    named = "-".join(word for word in (word.strip("-") for word in words) if word)
    return f"{row['number']:05d}-{named or 'page'}{form.suffix}"


def _safe(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return _UNSAFE.sub("-", plain).strip("-")


def write_files(folder: Path, unit: int, part: int, rows: Iterable[dict[str, Any]], form: Files) -> None:
    """Write the files of a part's rows, and replace the documents in the rows by the names of the files.

    Args:
        folder: output folder.
        unit: number of the unit.
        part: number of the part in the unit.
        rows: the rows.
        form: file format.

    Raises:
        OSError: a file cannot be written; no file of the part is left.
    """
    target = folder / PAGES / f"{unit:06d}-{part:05d}"
    unfinished = unfinished_path(target)
    try:
        unfinished.mkdir(parents=True)
        for row in rows:
            document = row.pop(DOCUMENT, None)
            if document is None:
                continue
            name = file_name(row, form)
            with (unfinished / name).open("xb") as stream:
                stream.write(document.encode("utf-8", "replace"))
                stream.flush()
                os.fsync(stream.fileno())
            row["file"] = f"{PAGES}/{target.name}/{name}"
        sync_folder(unfinished)
        if target.exists():
            shutil.rmtree(target)
        unfinished.rename(target)
    except BaseException:
        with suppress(OSError):
            shutil.rmtree(unfinished)
        raise
    sync_folder(target.parent)


def write_contents(folder: Path) -> None:
    """Write the table of contents of a finished run: a line per page, with tabs between the columns.

    Raises:
        OSError: the file cannot be written.
    """

    def write(stream: Any) -> None:
        stream.write(("\t".join(_COLUMNS) + "\n").encode())
        for row in read_rows(folder, columns=_COLUMNS):
            stream.write(("\t".join(_cell(row[name]) for name in _COLUMNS) + "\n").encode("utf-8", "replace"))

    write_whole(folder / CONTENTS, write)


def _cell(value: str | Sequence[str] | None) -> str:
    text = value if isinstance(value, str) else ", ".join(value or ())
    return " ".join(text.split())
