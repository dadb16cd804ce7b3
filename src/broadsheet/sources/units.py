"""A unit -> its entries, and the standard input -> a file that can be a unit.

A unit is what one reader reads in one go: a WARC file, an archive, a row group, a stretch of a file of JSON lines, some
of the files of a folder, a list of addresses. It must not know how inputs are cut into units, nor what is done with the
pages.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Self

from broadsheet.errors import SourceUnreadable
from broadsheet.sources.archives import read_files, read_tar, read_zip
from broadsheet.sources.entry import Entry
from broadsheet.sources.files import STANDARD_INPUT
from broadsheet.sources.options import MAX_BYTES
from broadsheet.sources.tables import Columns, read_jsonl, read_parquet
from broadsheet.sources.warc import read_warc

if TYPE_CHECKING:
    from broadsheet.sources.politeness import Visited

__all__ = ["SPOOLING", "Kind", "Unit", "read_unit", "spool"]

SPOOLING: Final = ".stdin-{}.part"
"""The name of what has been kept of the standard input so far, by the process that reads it."""


class Kind(StrEnum):
    """What a unit is read as."""

    WARC = "warc"
    TAR = "tar"
    ZIP = "zip"
    PARQUET = "parquet"
    JSONL = "jsonl"
    FILES = "files"
    ADDRESSES = "addresses"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What is read in one go.

    Attributes:
        kind: what it is read as.
        source: the path of the file, or of the folder that the files are in, from the root; or an address.
        size: bytes, as they lie there; the measure of how far a run is.
        modified: when the file was changed, in nanoseconds; 0 for several files, and for one that cannot be looked at.
        fingerprint: made of the file's size and some of its bytes, so that it is known again elsewhere; empty for
            several files, and for one that cannot be read.
        first: the number of a row group, the first byte of a stretch; else 0.
        stop: the byte at which a stretch ends; else None.
        names: where the unit is some files of many, their paths in the folder; the addresses to fetch.
        sizes: the bytes of each of these files; -1 for one that cannot be looked at.
    """

    kind: Kind
    source: str
    size: int
    modified: int = 0
    fingerprint: str = ""
    first: int = 0
    stop: int | None = None
    names: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()

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
        return {name: value for name, value in asdict(self).items() if value not in ((), None, "")}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """The unit again."""
        several = {name: tuple(data.get(name, ())) for name in ("names", "sizes")}
        return cls(**{**data, "kind": Kind(data["kind"]), **several})


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
    part = folder / SPOOLING.format(os.getpid())
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
    stopped: Callable[[], bool] = lambda: False,
    told: Callable[[str], None] = lambda words: None,
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
        stopped: asked whether to stop, where addresses are fetched: a host may want minutes between two requests.
        told: called with what is worth knowing: files of an archive that are passed over.

    Raises:
        SourceUnreadable: the whole of it cannot be read.
        MissingExtra: a library for it is not installed.
    """
    match unit.kind:
        case Kind.WARC:
            return read_warc(unit.source, max_bytes=max_bytes)
        case Kind.TAR:
            return read_tar(unit.source, max_bytes=max_bytes, told=told)
        case Kind.ZIP:
            return read_zip(unit.source, max_bytes=max_bytes, wanted=wanted, told=told)
        case Kind.PARQUET:
            return read_parquet(unit.source, group=unit.first, columns=columns, max_bytes=max_bytes)
        case Kind.JSONL:
            return read_jsonl(unit.source, columns=columns, first=unit.first, stop=unit.stop, max_bytes=max_bytes)
        case Kind.FILES:
            return read_files(unit.source, unit.names, max_bytes=max_bytes, wanted=wanted)
        case Kind.ADDRESSES:
            return _fetched(unit, max_bytes, wanted, visited, stopped)


def _fetched(
    unit: Unit,
    max_bytes: int,
    wanted: Callable[[int], bool] | None,
    visited: Visited | None,
    stopped: Callable[[], bool],
) -> Iterator[Entry]:
    """The pages of a unit of addresses, in the order in which they come."""
    # Imported here: the client takes longer to load than many a page to read.
    from broadsheet.sources.fetching import fetch_all
    from broadsheet.sources.options import FetchOptions

    numbers = [number for number in range(len(unit.names)) if wanted is None or wanted(number)]
    addresses = (unit.names[number] for number in numbers)
    for entry in fetch_all(addresses, options=FetchOptions(max_bytes=max_bytes), visited=visited, stopped=stopped):
        yield replace(entry, number=numbers[entry.number], name=unit.names[numbers[entry.number]])
