"""Pages in files: one page per file, standard input, folders, and tar and zip archives. gzip data is decompressed.

Files whose names show that they are not pages (images, style sheets) are skipped in archives.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Final, Self

from broadsheet.crawl.sources.options import MAX_BYTES
from broadsheet.crawl.sources.payload import GZIP_MAGIC, BrokenCompression, gather, gunzipped, inflate
from broadsheet.crawl.sources.record import Entry, Record
from broadsheet.errors import BroadsheetError, PageTooLarge, SourceUnreadable

if TYPE_CHECKING:
    import zipfile

__all__ = [
    "MISTYPED_URL",
    "NO_NAME",
    "STANDARD_INPUT",
    "is_page_name",
    "note_of_skipped",
    "read_file",
    "read_files",
    "read_standard_input",
    "read_tar",
    "read_zip",
    "standard_input",
]

STANDARD_INPUT: Final = "-"
MISTYPED_URL: Final = re.compile(r"https?:|www\.|[\w-]+(?:\.[\w-]+)+(?::\d+)?/|localhost:")  # of a missing file
NO_NAME: Final = "the file name is empty"
_CHUNK: Final = 1 << 16
_PAGE_SUFFIXES: Final = frozenset(
    {"", ".html", ".htm", ".xhtml", ".xht", ".shtml", ".php", ".asp", ".aspx", ".jsp", ".cfm"}
)
_GZIP_SUFFIX: Final = ".gz"
_UTF8_FLAG: Final = 0x800  # general purpose bit 11: the name is UTF-8 (APPNOTE.TXT, appendix D)
_UNIX: Final = 3  # "version made by" (APPNOTE.TXT, section 4.4.2)
_TAR_HEADERS: Final = b"xgXLK"  # types of members with long names and other fields: pax, Solaris, GNU
_MAX_TAR_HEADER_BYTES: Final = 1 << 17  # bytes of one header; tarfile before Python 3.11.10 may take quadratic time
_MAX_SUFFIXES: Final = 5  # file suffixes listed in a note on skipped files


def read_file(path: str | os.PathLike[str], *, url: str | None = None, max_bytes: int = MAX_BYTES) -> Record:
    """Read a page from a regular file, a named pipe, or a device.

    Args:
        path: the file; gzip data is decompressed.
        url: URL of the page, if known.
        max_bytes: maximum size of the page in bytes, decompressed.

    Raises:
        SourceUnreadable: the file is missing, a directory, not permitted, or its gzip data is broken.
        PageTooLarge: it exceeds ``max_bytes``.
    """
    name = os.fspath(path)
    if not name:
        raise SourceUnreadable(name, NO_NAME)
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below; only opening is in the try block
    except (OSError, ValueError) as error:
        raise SourceUnreadable(name, reason_of(error)) from error
    with stream:
        return _read(stream, name, url, max_bytes)


def read_standard_input(*, url: str | None = None, max_bytes: int = MAX_BYTES) -> Record:
    """Read a page from standard input, to its end; arguments and errors are those of `read_file`."""
    return _read(standard_input(), STANDARD_INPUT, url, max_bytes)


def standard_input() -> BinaryIO:
    """Return standard input; raise `SourceUnreadable` if it is closed."""
    # Without a standard input, sys.stdin is None; the type stubs leave that out.
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    if stream is None or stream.closed:
        raise SourceUnreadable(STANDARD_INPUT, "standard input is closed")
    return stream


def _read(stream: BinaryIO, name: str, url: str | None, max_bytes: int) -> Record:
    try:
        chunks = iter(partial(stream.read, _CHUNK), b"")
        first = next(chunks, b"")
        whole = chain((first,), chunks)
        data = gather(inflate(whole, "gzip") if first.startswith(GZIP_MAGIC) else whole, max_bytes)
    except (OSError, BrokenCompression) as error:
        raise SourceUnreadable(name, reason_of(error)) from error
    return Record(data=data, url=url)


def reason_of(error: Exception) -> str:
    """Return why a file cannot be read."""
    match error:
        case FileNotFoundError():
            return "no such file"
        case IsADirectoryError():
            return "this is a directory, not a file"
        case PermissionError():
            return "no permission to read it"
        case OSError(strerror=str() as words):
            return words
        case _:
            return str(error) or type(error).__name__


def is_page_name(name: str) -> bool:
    """Whether a file name may be a page: a suffix of pages or none, optionally followed by ``.gz``."""
    path = PurePosixPath(name)
    if path.name.startswith("."):
        return False
    suffix = path.suffix.lower()
    return (PurePosixPath(path.stem).suffix.lower() if suffix == _GZIP_SUFFIX else suffix) in _PAGE_SUFFIXES


def note_of_skipped(names: Sequence[str]) -> str:
    """Describe skipped files: ``"3 files were skipped (2 .warc, 1 .txt)"``."""
    files = "1 file was" if len(names) == 1 else f"{len(names):,} files were"
    return f"{files} skipped ({_suffix_counts(names)})"


def _suffix_counts(names: Iterable[str]) -> str:
    """Count files by suffix, most frequent first: ``"2 .warc, 1 .txt"``."""
    kinds = Counter(PurePosixPath(name).suffix.lower() for name in names)
    words = ", ".join(f"{count} {ending}" for ending, count in kinds.most_common(_MAX_SUFFIXES))
    return f"{words}, ..." if len(kinds) > _MAX_SUFFIXES else words


def read_files(
    folder: str, names: Sequence[str], *, max_bytes: int = MAX_BYTES, wanted: Callable[[int], bool] | None = None
) -> Iterator[Entry]:
    """Read files of a folder that are one page each; the arguments are those of `read_zip`."""
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
    """Read the pages of a tar archive, compressed or not, in order; arguments and errors are those of `read_zip`."""
    import tarfile  # takes longer to import than a page to read

    class Member(tarfile.TarInfo):
        @classmethod
        def frombuf(cls, buf: Any, encoding: str, errors: str) -> Self:
            member = super().frombuf(buf, encoding, errors)
            if member.type in _TAR_HEADERS and member.size > _MAX_TAR_HEADER_BYTES:  # tarfile would read it whole
                raise tarfile.ReadError(f"a header of {member.size:,} bytes")
            return member

    name = os.fspath(path)
    try:
        archive = tarfile.open(name, "r|*", tarinfo=Member)  # noqa: SIM115 - closed below
    except Exception as error:  # for damaged data, tarfile raises errors of all its decoders
        what = "" if isinstance(error, OSError) else "this is not a tar archive, or it is damaged: "
        raise SourceUnreadable(name, what + reason_of(error)) from error
    number = 0
    passed: list[str] = []
    with archive:
        while True:
            try:
                archive.members = []  # type: ignore[attr-defined] # otherwise it grows with every file
                member = archive.next()
                if member is None:
                    break
                if not member.isfile() or not is_page_name(member.name):
                    if member.isfile():
                        passed.append(member.name)
                    continue
                stream = archive.extractfile(member)
                entry = _member(stream, number, name, member.name, member.size, max_bytes, offset=member.offset)
            except Exception as error:  # for damaged data, tarfile raises errors of all its decoders
                # A stream cannot skip a damaged place.
                reason = f"the archive cannot be read further: {reason_of(error)}"
                yield Entry(number=number, error=SourceUnreadable(name, reason))
                return
            yield entry
            number += 1
    _note_skipped(name, passed, told, pages=number)


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
        max_bytes: maximum size of a page in bytes, decompressed.
        wanted: returns whether to read an entry, by its number; by default all are read.
        told: called at the end with a note on skipped files.

    Raises:
        SourceUnreadable: it cannot be opened, is not a zip archive, or has only files that are not pages.
    """
    import zipfile

    name = os.fspath(path)
    try:
        archive = zipfile.ZipFile(name)
    except Exception as error:  # for damaged data, zipfile raises errors of all its decoders
        raise SourceUnreadable(name, reason_of(error)) from error
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
            except Exception as error:  # for damaged data, zipfile raises errors of all its decoders
                unreadable = SourceUnreadable(f"{name}/{called}", reason_of(error))
                yield Entry(number=number, offset=offset, name=called, error=unreadable)
    passed = [called for _, called in files if not is_page_name(called)]
    _note_skipped(name, passed, told, pages=len(members))


def _name_in_zip(member: zipfile.ZipInfo) -> str:
    """Return the name of a member. Unix programs write UTF-8 without setting its flag; zipfile then decodes cp437.

    Standard: PKWARE's APPNOTE.TXT, appendix D (the flag) and section 4.4.2 (the system).
    """
    if member.flag_bits & _UTF8_FLAG or member.create_system != _UNIX:
        return member.filename
    try:
        return member.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return member.filename


def _note_skipped(name: str, passed: Iterable[str], told: Callable[[str], None], *, pages: int) -> None:
    """Note the skipped files of an archive, except hidden ones; raise `SourceUnreadable` if it has no others."""
    seen = [member for member in passed if not PurePosixPath(member).name.startswith(".")]
    if not seen:
        return
    if not pages:
        words = f"this archive has no pages ({_suffix_counts(seen)}); nested archives and tables are not read"
        raise SourceUnreadable(name, words)
    told(f"{name}: {note_of_skipped(seen)}")


def _member(
    stream: IO[bytes] | None, number: int, archive: str, member: str, size: int, max_bytes: int, *, offset: int
) -> Entry:
    try:
        if size > max_bytes:
            raise PageTooLarge("the number of bytes", size, max_bytes)
        data = stream.read(max_bytes + 1) if stream is not None else b""
        if len(data) < size:
            raise EOFError("unexpected end of data")
        record = Record(data=gunzipped(data, f"{archive}/{member}", max_bytes))
    except BroadsheetError as error:
        return Entry(number=number, offset=offset, name=member, error=error)
    return Entry(number=number, offset=offset, name=member, record=record)
