"""Files of corpora: read whole or not at all, found by the names that the gold gives, and kept inside their folder.

What is wrong with a file is a `broadsheet.errors.CorpusError` that names it. The module must not know formats.
"""

from __future__ import annotations

import gzip
import zlib
from functools import partial
from typing import TYPE_CHECKING

from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

__all__ = ["check_name", "files_of", "find_page", "page_loader", "read_bytes", "read_page_bytes"]


def read_bytes(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        CorpusError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise CorpusError(f"{path}: {error.strerror}") from error


def read_page_bytes(path: Path) -> bytes:
    """The bytes of a page; those of a file named ``.gz`` are unpacked.

    Raises:
        CorpusError: it cannot be read or unpacked.
    """
    if path.suffix != ".gz":
        return read_bytes(path)
    try:
        packed = path.read_bytes()
        data = gzip.decompress(packed)
    except (OSError, EOFError, zlib.error) as error:
        raise CorpusError(f"{path}: not readable as gzip ({error})") from error
    if not packed:  # which the library takes for an archive of nothing
        raise CorpusError(f"{path}: not readable as gzip (the file is empty)")
    return data


def check_name(name: str, where: object) -> None:
    """Refuse the name of a page that would lead out of its folder.

    Raises:
        CorpusError: it is empty, or has a path separator.
    """
    if not name or name in {".", ".."} or any(character in name for character in "/\\\0"):
        raise CorpusError(f"{where}: the name of a page must not be empty or have a path separator: {name!r}")


def find_page(folders: Iterable[Path], name: str, where: object, endings: Iterable[str] = ("",)) -> Path:
    """The file of a page, in the first of the folders that has it.

    Args:
        folders: where to look.
        name: the page's name, as the gold gives it.
        where: the place in the gold, for messages.
        endings: what may follow the name, the likeliest first.

    Raises:
        CorpusError: there is no such file, or the name would lead out of the folder.
    """
    check_name(name, where)
    paths = [folder / f"{name}{ending}" for folder in folders for ending in endings]
    for path in paths:
        if path.is_file():
            return path
    raise CorpusError(f"{where}: there is no page {paths[0]}")


def page_loader(
    folders: Iterable[Path], name: str, where: object, endings: Iterable[str] = ("",)
) -> Callable[[], bytes]:
    """Reads a page when it is called: what `broadsheet.corpora.base.Sample` asks for (see `find_page`).

    Raises:
        CorpusError: there is no such file, or the name would lead out of the folder.
    """
    return partial(read_page_bytes, find_page(folders, name, where, endings))


def files_of(folder: Path, pattern: str = "*") -> list[Path]:
    """The files of a folder, by name, without those that file managers leave behind (``.DS_Store``).

    Raises:
        CorpusError: there is no such folder.
    """
    if not folder.is_dir():
        raise CorpusError(f"{folder}: no such folder")
    return sorted(path for path in folder.glob(pattern) if path.is_file() and not path.name.startswith("."))
