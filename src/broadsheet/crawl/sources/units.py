"""Units of input, and how to read them; and standard input as a file that can be a unit.

A unit is what one reader reads in sequence: a WARC file, an archive, a row group, a byte range of a JSON-lines file,
some files of a folder, a list of URLs.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from broadsheet.crawl.sources.files import STANDARD_INPUT, read_files, read_tar, read_zip, standard_input
from broadsheet.crawl.sources.options import MAX_BYTES, Kind
from broadsheet.crawl.sources.record import Entry
from broadsheet.crawl.sources.tables import Columns, read_jsonl, read_parquet
from broadsheet.crawl.sources.warc import read_warc
from broadsheet.errors import SourceUnreadable

if TYPE_CHECKING:
    from broadsheet.crawl.sources.robots import Visited

__all__ = ["SPOOLING", "Unit", "read_unit", "spool"]

SPOOLING: Final = ".stdin-{}.part"  # file name of incomplete standard input, by process id


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """A unit of input.

    Attributes:
        kind: its type.
        source: absolute path of the file, or of the folder of files; or a URL.
        size: stored size in bytes, the measure of progress.
        modified: modification time in nanoseconds; 0 for several files, or if unknown.
        fingerprint: hash of the file's size and some of its bytes, which identifies a moved file; empty for several
            files, or if unreadable.
        first: number of a row group, first byte of a range; otherwise 0.
        stop: end of a byte range; otherwise None.
        names: paths of the files in the folder, or URLs to fetch.
        sizes: size in bytes of each of these files; -1 if unknown.
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

    def to_dict(self) -> dict[str, Any]:
        """Convert to plain data."""
        return {name: value for name, value in asdict(self).items() if value not in ((), None, "")}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Convert from plain data."""
        several = {name: tuple(data.get(name, ())) for name in ("names", "sizes")}
        return cls(**{**data, "kind": Kind(data["kind"]), **several})


def spool(folder: Path) -> str:
    """Save standard input to a file in a folder, so that an interrupted run can continue, and return the file's path.

    Its name is a hash of its contents. Raises `SourceUnreadable` if standard input is closed or unreadable.
    """
    source = standard_input()
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
        if target.exists():  # keep it: its modification time is in the manifest
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
        columns: names of table columns.
        max_bytes: maximum size of a page in bytes, decompressed.
        wanted: returns whether to read an entry, by its number. Others may come too, if skipping them saves no work.
        visited: state of hosts, for fetching; pass the same to all units of a run, which are read one by one.
        stopped: polled during fetching, which may wait for minutes.
        told: called with notes, such as skipped files of an archive.

    Raises:
        SourceUnreadable: the unit as a whole cannot be read.
        MissingExtra: a required library is not installed.
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
            return _fetch(unit, max_bytes, wanted, visited, stopped)


def _fetch(
    unit: Unit,
    max_bytes: int,
    wanted: Callable[[int], bool] | None,
    visited: Visited | None,
    stopped: Callable[[], bool],
) -> Iterator[Entry]:
    """Fetch the pages of a unit of URLs, in the order of completion."""
    # Imported here because the HTTP client is slow to import.
    from broadsheet.crawl.sources.fetching import fetch_all
    from broadsheet.crawl.sources.http_cache import HttpCache
    from broadsheet.crawl.sources.options import FetchOptions

    numbers = [number for number in range(len(unit.names)) if wanted is None or wanted(number)]
    addresses = (unit.names[number] for number in numbers)
    options = FetchOptions(max_bytes=max_bytes)
    with ExitStack() as closing:
        cache = None
        if visited is not None and visited.pages is not None:
            with suppress(SourceUnreadable):  # a continued run then fetches them again
                cache = closing.enter_context(HttpCache(visited.pages, every=True))
        for entry in fetch_all(addresses, options=options, cache=cache, visited=visited, stopped=stopped):
            yield replace(entry, number=numbers[entry.number], name=unit.names[numbers[entry.number]])
