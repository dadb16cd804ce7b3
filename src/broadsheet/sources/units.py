"""Inputs as a user names them -> units, and a unit -> its entries.

A unit is what one reader reads in one go: a WARC file, an archive, a row group, a stretch of a file of JSON lines, some
of the files of a folder, a list of addresses. Planning looks at names and sizes and reads next to nothing, and the same
inputs give the same units in the same order, so that a run that was broken off knows what it had. It must not know
what is done with the pages.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Self

from broadsheet.errors import SourceUnreadable
from broadsheet.sources.archives import is_page_name, read_files, read_tar, read_zip
from broadsheet.sources.entry import Entry
from broadsheet.sources.files import STANDARD_INPUT
from broadsheet.sources.inflate import GZIP_MAGIC
from broadsheet.sources.options import MAX_BYTES
from broadsheet.sources.tables import Columns, read_jsonl, read_parquet, row_groups
from broadsheet.sources.warc import read_warc

if TYPE_CHECKING:
    from broadsheet.sources.politeness import Visited

__all__ = ["Kind", "Unit", "changed", "plan", "read_unit", "spool"]

_FILES: Final = 1000
"""Files of a folder in one unit."""
_STRETCH: Final = 256 << 20
"""Bytes of a file of JSON lines in one unit."""
_HEAD: Final = 1 << 10
_ADDRESSES: Final = 50_000
"""Addresses in one unit: as many as fetching looks ahead."""
_WEB: Final = ("http://", "https://")


class Kind(StrEnum):
    """What a unit is read as."""

    WARC = "warc"
    TAR = "tar"
    ZIP = "zip"
    PARQUET = "parquet"
    JSONL = "jsonl"
    FILES = "files"
    ADDRESSES = "addresses"


_ENDINGS: Final = {
    ".warc": Kind.WARC,
    ".wet": Kind.WARC,
    ".parquet": Kind.PARQUET,
    ".pq": Kind.PARQUET,
    ".jsonl": Kind.JSONL,
    ".ndjson": Kind.JSONL,
    ".tar": Kind.TAR,
    ".tgz": Kind.TAR,
    ".tbz2": Kind.TAR,
    ".txz": Kind.TAR,
    ".zip": Kind.ZIP,
    ".txt": Kind.ADDRESSES,
    ".urls": Kind.ADDRESSES,
}
_PACKED: Final = frozenset({".gz", ".zst", ".zstd", ".bz2", ".xz", ".lz4"})
_TABLES: Final = frozenset({Kind.PARQUET, Kind.JSONL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What is read in one go.

    Attributes:
        kind: what it is read as.
        source: the path of the file, or of the folder that the files are in.
        size: bytes, as they lie there; the measure of how far a run is.
        modified: when the file was changed, in nanoseconds; 0 for several files. A run that goes on checks that its
            input is what it was.
        first: the number of a row group, the first byte of a stretch; else 0.
        stop: the byte at which a stretch ends; else None.
        names: the paths of the files, where the unit is some of many; the addresses to fetch.
    """

    kind: Kind
    source: str
    size: int
    modified: int = 0
    first: int = 0
    stop: int | None = None
    names: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The unit in a few words."""
        match self.kind:
            case Kind.PARQUET:
                return f"{self.source}, row group {self.first}"
            case Kind.JSONL if self.first or self.stop is not None:
                return f"{self.source} from byte {self.first}"
            case Kind.FILES:
                return f"{len(self.names)} files of {self.source}"
            case Kind.ADDRESSES:
                return f"{len(self.names)} addresses of {self.source}"
            case _:
                return self.source

    def to_dict(self) -> dict[str, Any]:
        """The unit as plain data."""
        return {name: value for name, value in asdict(self).items() if value not in ((), None)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The unit again."""
        return cls(**{**data, "kind": Kind(data["kind"]), "names": tuple(data.get("names", ()))})


def plan(
    inputs: Iterable[str],
    *,
    kind: Kind | None = None,
    columns: Columns | None = None,
    known: Sequence[Unit] = (),
    visited: Visited | None = None,
) -> list[Unit]:
    """Cut inputs into units.

    Args:
        inputs: paths of files and folders, and addresses of lists (sitemaps, feeds, plain lists). A folder stands for
            the pages and archives in it, at any depth; for its tables if there are neither. The order of the inputs
            is kept; inside a folder it is that of the names.
        kind: what all files are; by default each is taken for what its name or its first bytes say.
        columns: the names of the columns of tables.
        known: units that were planned before: lists on the web are not asked again, they change by the hour.
        visited: what is remembered of hosts, where lists are fetched.

    Raises:
        SourceUnreadable: an input is not there, or is nothing that can be read.
        MissingExtra: a library for it is not installed.
    """
    units: list[Unit] = []
    pages: list[tuple[str, int]] = []

    def end_of_pages() -> None:
        for at in range(0, len(pages), _FILES):
            some = pages[at : at + _FILES]
            folder = os.path.commonpath([str(Path(name).parent) for name, _ in some]) or "."
            size = sum(size for _, size in some)
            units.append(Unit(kind=Kind.FILES, source=folder, size=size, names=tuple(name for name, _ in some)))
        pages.clear()

    for given in inputs:
        if given.lower().startswith(_WEB):
            end_of_pages()
            before = [unit for unit in known if unit.source == given]
            units.extend(before or _units_of_addresses(given, visited=visited))
            continue
        for name in _files(given):
            what = kind if kind is not None else _kind(name)
            if what is Kind.FILES:
                pages.append((name, _stat(name).st_size))
                continue
            end_of_pages()
            units.extend(_units_of_file(name, what, columns))
    end_of_pages()
    return units


def _files(given: str) -> list[str]:
    """A file itself, or what is to be read of a folder."""
    path = Path(given)
    if not path.is_dir():
        _stat(given)
        return [given]
    found: list[str] = []

    def stop(error: OSError) -> None:
        raise SourceUnreadable(error.filename or given, error.strerror or str(error)) from error

    for folder, inner, names in os.walk(given, onerror=stop):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        found.extend(str(Path(folder, name)) for name in sorted(names) if not name.startswith("."))
    kinds = {name: _kind_of_name(name) for name in found}
    # Text files in a folder of pages are notes, as a rule; a list of addresses is named by itself.
    chosen = [name for name in found if kinds[name] not in (None, Kind.ADDRESSES, *_TABLES)]
    chosen = chosen or [name for name in found if kinds[name] in _TABLES]
    # Pages first, so that those of different folders are units together.
    chosen.sort(key=lambda name: (kinds[name] is not Kind.FILES, name))
    if not chosen:
        raise SourceUnreadable(given, "there is no page, archive or table in this folder")
    return chosen


def _units_of_file(name: str, kind: Kind, columns: Columns | None) -> Iterator[Unit]:
    about = _stat(name)
    if kind is Kind.ADDRESSES:
        yield from _units_of_addresses(name, about.st_mtime_ns)
        return
    if kind is Kind.JSONL:
        next(read_jsonl(name, columns=columns), None)  # a wrong name of a column is said before the work
    common = {"kind": kind, "source": name, "modified": about.st_mtime_ns}
    if kind is Kind.PARQUET:
        for number, size in enumerate(row_groups(name, columns)):
            yield Unit(**common, size=size, first=number)  # type: ignore[arg-type]
    elif kind is Kind.JSONL and about.st_size > _STRETCH and not _head(name).startswith((GZIP_MAGIC, b"\x28\xb5\x2f")):
        for first in range(0, about.st_size, _STRETCH):
            stop = min(first + _STRETCH, about.st_size)
            yield Unit(**common, size=stop - first, first=first, stop=stop)  # type: ignore[arg-type]
    else:
        yield Unit(**common, size=about.st_size)  # type: ignore[arg-type]


def _units_of_addresses(source: str, modified: int = 0, visited: Visited | None = None) -> Iterator[Unit]:
    """The addresses of a list, each once, in units of many."""
    from broadsheet.sources.addresses import read_addresses

    names = list(dict.fromkeys(address.url for address in read_addresses(source, visited=visited)))
    if not names:
        raise SourceUnreadable(source, "there is no address in this list")
    for first in range(0, len(names), _ADDRESSES):
        some = tuple(names[first : first + _ADDRESSES])
        yield Unit(
            kind=Kind.ADDRESSES, source=source, size=sum(map(len, some)), modified=modified, first=first, names=some
        )


def _stat(name: str) -> os.stat_result:
    try:
        return Path(name).stat()
    except FileNotFoundError as error:
        raise SourceUnreadable(name, "no such file or folder") from error
    except (OSError, ValueError) as error:
        raise SourceUnreadable(name, getattr(error, "strerror", None) or str(error)) from error


def _head(name: str) -> bytes:
    try:
        with Path(name).open("rb") as stream:
            return stream.read(_HEAD)
    except OSError as error:
        raise SourceUnreadable(name, error.strerror or str(error)) from error


def _kind_of_name(name: str) -> Kind | None:
    """What a file is by its name: ``.warc.gz``, ``.jsonl``, ``.html``."""
    path = Path(name.lower())
    suffix = path.suffix
    if suffix in _PACKED:
        suffix = Path(path.stem).suffix
    if (kind := _ENDINGS.get(suffix)) is not None:
        return kind
    return Kind.FILES if is_page_name(Path(name).name) else None


def _kind(name: str) -> Kind:
    """What a file is: by its name if that says it, else by its first bytes."""
    by_name = _kind_of_name(name)
    if by_name is not None and (by_name is not Kind.FILES or Path(name).suffix):
        return by_name
    head = _head(name)
    if head.startswith(GZIP_MAGIC):
        import zlib

        try:
            head = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(head, _HEAD)
        except zlib.error:
            head = b""
    if head.startswith((b"WARC/", b"\x28\xb5\x2f\xfd", b"\x5d\x2a\x4d\x18")):
        return Kind.WARC
    if head.startswith(b"PAR1"):
        return Kind.PARQUET
    if head.startswith(b"PK\x03\x04"):
        return Kind.ZIP
    if head[257:262] == b"ustar":
        return Kind.TAR
    if head.lstrip()[:1] == b"{":
        return Kind.JSONL
    if head.lstrip()[:8].lower().startswith((b"http://", b"https://")):
        return Kind.ADDRESSES
    if by_name is Kind.FILES or head.lstrip()[:1] == b"<":
        return Kind.FILES
    raise SourceUnreadable(name, "this is neither a page nor an archive nor a table (its kind can be given)")


def spool(folder: Path, stream: BinaryIO | None = None) -> str:
    """Keep what comes on the standard input in a file, so that a run that is broken off can go on.

    Args:
        folder: where the file goes. Its name comes from its contents: the same input gives the same file.
        stream: what is read, the standard input by default.

    Returns:
        The path of the file.

    Raises:
        SourceUnreadable: the standard input is closed or cannot be read.
    """
    # A process may be started without a standard input; the type stubs leave that out.
    source: BinaryIO | None = stream if stream is not None else getattr(sys.stdin, "buffer", None)
    if source is None or source.closed:
        raise SourceUnreadable(STANDARD_INPUT, "the standard input is closed")
    part = folder / f".stdin-{os.getpid()}.part"
    digest = hashlib.blake2b(digest_size=16)
    try:
        with part.open("wb") as kept:
            while True:
                try:
                    piece = source.read(1 << 20)
                except OSError as error:
                    raise SourceUnreadable(STANDARD_INPUT, error.strerror or str(error)) from error
                if not piece:
                    break
                digest.update(piece)
                kept.write(piece)
        target = folder / f"stdin-{digest.hexdigest()}"
        if target.exists():  # its time of change is part of what a run remembers
            part.unlink()
        else:
            part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return str(target)


def read_unit(
    unit: Unit,
    *,
    columns: Columns | None = None,
    max_bytes: int = MAX_BYTES,
    wanted: Callable[[int], bool] | None = None,
    visited: Visited | None = None,
) -> Iterator[Entry]:
    """Read the entries of a unit.

    Args:
        unit: the unit.
        columns: the names of the columns of tables.
        max_bytes: the most bytes of a page, unpacked.
        wanted: says by its number whether an entry is wanted; all are by default. Others may come all the same,
            where passing them over is no less work.
        visited: what is remembered of hosts, where addresses are fetched: give the same to all units of a run, which
            are read one after the other.

    Raises:
        SourceUnreadable: the whole of it cannot be read.
        MissingExtra: a library for it is not installed.
    """
    match unit.kind:
        case Kind.WARC:
            return read_warc(unit.source, max_bytes=max_bytes)
        case Kind.TAR:
            return read_tar(unit.source, max_bytes=max_bytes)
        case Kind.ZIP:
            return read_zip(unit.source, max_bytes=max_bytes, wanted=wanted)
        case Kind.PARQUET:
            return read_parquet(unit.source, group=unit.first, columns=columns, max_bytes=max_bytes)
        case Kind.JSONL:
            return read_jsonl(unit.source, columns=columns, first=unit.first, stop=unit.stop, max_bytes=max_bytes)
        case Kind.FILES:
            return read_files(unit.names, max_bytes=max_bytes, wanted=wanted)
        case Kind.ADDRESSES:
            return _fetched(unit, max_bytes, wanted, visited)


def _fetched(
    unit: Unit, max_bytes: int, wanted: Callable[[int], bool] | None, visited: Visited | None
) -> Iterator[Entry]:
    """The pages of a unit of addresses, in the order in which they come."""
    # Imported here: the client takes longer to load than many a page to read.
    from broadsheet.sources.fetching import fetch_all
    from broadsheet.sources.options import FetchOptions

    numbers = [number for number in range(len(unit.names)) if wanted is None or wanted(number)]
    addresses = (unit.names[number] for number in numbers)
    for entry in fetch_all(addresses, options=FetchOptions(max_bytes=max_bytes), visited=visited):
        yield replace(entry, number=numbers[entry.number], name=unit.names[numbers[entry.number]])


def changed(units: Sequence[Unit]) -> list[str]:
    """The files of units that are not what they were when the units were planned: gone, longer, newer."""
    found = []
    for source, modified in {unit.source: unit.modified for unit in units if unit.modified}.items():
        try:
            if Path(source).stat().st_mtime_ns == modified:
                continue
        except OSError:
            pass
        found.append(source)
    return found
