"""Many pages in files: one page a file, or in tar and zip archives. Files and members may be gzipped by themselves.

It must not know tables or WARC files. What is no page by its name (a picture, a style sheet) is passed over; what is
none by its bytes is for the rooms above to say.
"""

from __future__ import annotations

import os
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import IO, Final

from broadsheet.errors import BroadsheetError, PageTooLarge, SourceUnreadable
from broadsheet.sources.entry import Entry
from broadsheet.sources.files import read_file
from broadsheet.sources.inflate import GZIP_MAGIC, BrokenCompression, gather, inflate
from broadsheet.sources.options import MAX_BYTES
from broadsheet.sources.record import Record

__all__ = ["is_page_name", "not_looked_at", "read_files", "read_tar", "read_zip"]

_PAGES: Final = frozenset({"", ".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".cfm"})
_PACKED: Final = ".gz"
_UTF8: Final = 0x800
_UNIX: Final = 3
_NAMED: Final = 5
"""Kinds of files that are named, of those that are passed over."""


def is_page_name(name: str) -> bool:
    """Whether a file may be a page by its name: it ends as pages do, or has no ending; ``.gz`` may follow."""
    path = PurePosixPath(name)
    if path.name.startswith("."):
        return False
    suffix = path.suffix.lower()
    return (PurePosixPath(path.stem).suffix.lower() if suffix == _PACKED else suffix) in _PAGES


def not_looked_at(names: Sequence[str]) -> str:
    """How many files are passed over, and of what kinds: ``"3 files were not looked at (2 .warc, 1 .txt)"``."""
    files = "1 file was" if len(names) == 1 else f"{len(names):,} files were"
    return f"{files} not looked at ({_kinds_in_words(names)})"


def _kinds_in_words(names: Iterable[str]) -> str:
    """How many files there are of each kind, by their names, the commonest first: ``"2 .warc, 1 .txt"``."""
    kinds = Counter(PurePosixPath(name).suffix.lower() for name in names)
    words = ", ".join(f"{count} {ending}" for ending, count in kinds.most_common(_NAMED))
    return f"{words}, ..." if len(kinds) > _NAMED else words


def read_files(
    folder: str, names: Sequence[str], *, max_bytes: int = MAX_BYTES, wanted: Callable[[int], bool] | None = None
) -> Iterator[Entry]:
    """Read files that are one page each.

    Args:
        folder: where they are.
        names: their paths in it.
        max_bytes: the most bytes of a page, unpacked.
        wanted: says by its number whether an entry is wanted; all are by default. The others are not opened.
    """
    for number, name in enumerate(names):
        if wanted is not None and not wanted(number):
            continue
        try:
            yield Entry(number=number, name=name, record=read_file(Path(folder, name), max_bytes=max_bytes))
        except BroadsheetError as error:
            yield Entry(number=number, name=name, error=error)


def read_tar(
    path: str | os.PathLike[str], *, max_bytes: int = MAX_BYTES, told: Callable[[str], None] = lambda words: None
) -> Iterator[Entry]:
    """Read the pages of a tar archive, compressed or not, in its order.

    Args:
        path: the archive.
        max_bytes: the most bytes of a page, unpacked.
        told: called at the end with what was passed over, if something was.

    Raises:
        SourceUnreadable: it cannot be opened, is no tar archive, or has files and none that may be a page.
    """
    name = os.fspath(path)
    try:
        archive = tarfile.open(name, "r|*")  # noqa: SIM115 - closed below; opening alone fails like this
    except Exception as error:  # of damaged bytes the standard library raises whatever its decoders do
        raise SourceUnreadable(name, _words(error)) from error
    number = 0
    passed: list[str] = []
    with archive:
        while True:
            try:
                member = archive.next()
                if member is None:
                    break
                if not member.isfile() or not is_page_name(member.name):
                    archive.members = []  # type: ignore[attr-defined] # it would keep one for each file
                    if member.isfile():
                        passed.append(member.name)
                    continue
                stream = archive.extractfile(member)
                entry = _member(stream, number, name, member.name, member.size, max_bytes, offset=member.offset)
            except Exception as error:  # of damaged bytes the standard library raises whatever its decoders do
                # In a stream there is no way round a damaged place.
                yield Entry(number=number, error=SourceUnreadable(name, f"the archive breaks off: {_words(error)}"))
                return
            yield entry
            number += 1
            archive.members = []  # type: ignore[attr-defined] # it would keep one for each file
    _tell(name, passed, told, pages=number)


def read_zip(
    path: str | os.PathLike[str],
    *,
    max_bytes: int = MAX_BYTES,
    wanted: Callable[[int], bool] | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> Iterator[Entry]:
    """Read the pages of a zip archive, in its order.

    Args:
        path: the archive.
        max_bytes: the most bytes of a page, unpacked.
        wanted: says by its number whether an entry is wanted; all are by default.
        told: called at the end with what was passed over, if something was.

    Raises:
        SourceUnreadable: it cannot be opened, is no zip archive, or has files and none that may be a page.
    """
    name = os.fspath(path)
    try:
        archive = zipfile.ZipFile(name)
    except Exception as error:  # of damaged bytes the standard library raises whatever its decoders do
        raise SourceUnreadable(name, _words(error)) from error
    with archive:
        files = [(member, _name_in_zip(member)) for member in archive.infolist() if not member.is_dir()]
        members = [(member, called) for member, called in files if is_page_name(called)]
        for number, (member, called) in enumerate(members):
            if wanted is not None and not wanted(number):
                continue
            offset = member.header_offset
            try:
                with archive.open(member) as stream:
                    yield _member(stream, number, name, called, member.file_size, max_bytes, offset=offset)
            except Exception as error:  # of damaged bytes the standard library raises whatever its decoders do
                unreadable = SourceUnreadable(f"{name}/{called}", _words(error))
                yield Entry(number=number, offset=offset, name=called, error=unreadable)
    passed = [called for _, called in files if not is_page_name(called)]
    _tell(name, passed, told, pages=len(members))


def _name_in_zip(member: zipfile.ZipInfo) -> str:
    """What a member is called. The flag that says UTF-8 is not set by all programs that write it: those of Unix write
    names as the system has them, and not in the code page that the format means without it.

    Standard: PKWARE's APPNOTE.TXT, appendix D (the flag) and section 4.4.2 (the system).
    """
    if member.flag_bits & _UTF8 or member.create_system != _UNIX:
        return member.filename
    try:
        return member.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return member.filename


def _tell(name: str, passed: Iterable[str], told: Callable[[str], None], *, pages: int) -> None:
    """Say which files of an archive were passed over; hidden ones do not count.

    Raises:
        SourceUnreadable: there was nothing else.
    """
    seen = [member for member in passed if not PurePosixPath(member).name.startswith(".")]
    if not seen:
        return
    if not pages:
        words = (
            f"there is no page in this archive ({_kinds_in_words(seen)}); archives and tables in it are not looked into"
        )
        raise SourceUnreadable(name, words)
    told(f"{name}: {not_looked_at(seen)}")


def _member(
    stream: IO[bytes] | None, number: int, archive: str, member: str, size: int, max_bytes: int, *, offset: int
) -> Entry:
    """One file of an archive."""
    asked = f"{archive}/{member}"
    data = b""
    error: BroadsheetError | None = None
    if size > max_bytes:
        error = PageTooLarge("the number of bytes", size, max_bytes)
    else:
        data = stream.read(max_bytes + 1) if stream is not None else b""
        if len(data) < size:
            raise EOFError("unexpected end of data")
    try:
        if data.startswith(GZIP_MAGIC):
            data = gather(inflate((data,), "gzip"), max_bytes)
    except BrokenCompression as broken:
        error = SourceUnreadable(asked, str(broken))
    except PageTooLarge as large:
        error = large
    record = Record(asked=asked, data=data) if error is None else None
    return Entry(number=number, offset=offset, name=member, record=record, error=error)


def _words(error: Exception) -> str:
    match error:
        case OSError(strerror=str() as words):
            return words
        case _:
            return str(error) or type(error).__name__
