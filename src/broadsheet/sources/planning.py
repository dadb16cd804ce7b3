"""Inputs as a user names them -> units.

Planning looks at names and sizes and reads next to nothing, and the same inputs give the same units in the same order.
What a user names must be there; what lies in a folder and cannot be read becomes a unit all the same, whose reading
says why. It must not know what is done with units.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from broadsheet.errors import SourceUnreadable
from broadsheet.sources.archives import is_page_name, not_looked_at
from broadsheet.sources.files import NO_NAME
from broadsheet.sources.inflate import GZIP_MAGIC, ZSTD_MAGIC
from broadsheet.sources.listings import begins_addresses, begins_listing, requested
from broadsheet.sources.tables import Columns, NoColumn, check_jsonl, row_groups
from broadsheet.sources.units import Kind, Unit, read_unit

if TYPE_CHECKING:
    from broadsheet.sources.politeness import Visited

__all__ = ["plan"]

_FILES: Final = 1000
"""Files of a folder in one unit."""
_STRETCH: Final = 256 << 20
"""Bytes of a file of JSON lines in one unit."""
_HEAD: Final = 1 << 12
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_ADDRESSES: Final = 50_000
"""Addresses in one unit: as many as fetching looks ahead."""
_WEB: Final = ("http://", "https://")
_SAMPLES: Final = 16
_SAMPLE: Final = 1 << 14
"""So many pieces of so many bytes of a file make its fingerprint."""
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
_OF_ZSTD: Final = frozenset({Kind.WARC, Kind.JSONL})
"""What is unpacked where it is zstd data."""
_ARCHIVES: Final = frozenset({Kind.WARC, Kind.TAR, Kind.ZIP})


class _Place(NamedTuple):
    """A file to be read.

    Attributes:
        path: its path from the root.
        folder: the folder that the user named, which it is in; or that of a file that the user named.
        named: the user named it, and not only its folder.
        listed: a file; else a folder that could not be listed.
    """

    path: str
    folder: str
    named: bool = False
    listed: bool = True


def plan(
    inputs: Iterable[str],
    *,
    kind: Kind | None = None,
    columns: Columns | None = None,
    known: Sequence[Unit] = (),
    visited: Visited | None = None,
    but: Path | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> list[Unit]:
    """Cut inputs into units.

    Args:
        inputs: paths of files and folders, and addresses of lists (sitemaps, feeds, plain lists). A folder stands for
            the pages and archives in it, at any depth; for its tables if there are neither. The order of the inputs
            is kept; inside a folder it is that of the names. What is named twice is read once.
        kind: what all files are; by default each is taken for what its name or its first bytes say.
        columns: the names of the columns of tables.
        known: units that were planned before: lists on the web are not asked again, they change by the hour.
        visited: what is remembered of hosts, where lists are fetched.
        but: a folder that is passed over where it is in one of the inputs, and refused where it is one: that of the
            output.
        told: called with what is worth knowing: files and lines that are passed over.

    Raises:
        SourceUnreadable: an input is not there, or is nothing that can be read; or no table of a folder has a column
            that was named.
        FetchFailed: a list could not be fetched.
        MissingExtra: a library for it is not installed.
    """
    planner = _Planner(kind, columns if columns is not None else Columns(), told)
    for given in inputs:
        if given.lower().startswith(_WEB):
            planner.address(given, [unit for unit in known if unit.source == given], visited)
        else:
            planner.places(_places(given, told, but))
    planner.end_of_pages()
    return planner.units


class _Planner:
    """Makes units of one input after the other."""

    def __init__(self, kind: Kind | None, columns: Columns, told: Callable[[str], None]) -> None:
        self.units: list[Unit] = []
        self._kind = kind
        self._columns = columns
        self._told = told
        self._pages: list[tuple[_Place, int]] = []
        self._seen: set[str] = set()

    def address(self, given: str, known: list[Unit], visited: Visited | None) -> None:
        """A list on the web, which may be known."""
        self.end_of_pages()
        if given not in self._seen:
            self._seen.add(given)
            self.units.extend(known or _of_addresses(given, self._told, visited))

    def places(self, places: Iterable[_Place]) -> None:
        """A file that the user named, or what is to be read of a folder."""
        tables = 0
        errors: list[SourceUnreadable] = []
        for place in places:
            if place.path in self._seen:
                continue
            self._seen.add(place.path)
            kind = self._kind_of(place)
            if kind is Kind.FILES:
                about = _about(place.path)
                self._pages.append((place, about.st_size if about is not None and place.listed else -1))
                continue
            self.end_of_pages()
            tables += kind in _TABLES
            try:
                units = list(self._of_file(place.path, kind))
                if place.named and kind in _ARCHIVES:
                    next(read_unit(units[0]), None)  # what it is not is said before the work
                self.units.extend(units)
            except SourceUnreadable as error:
                if place.named:
                    raise
                errors.append(error)
                about = _about(place.path)
                size, modified = (about.st_size, about.st_mtime_ns) if about is not None else (0, 0)
                self.units.append(Unit(kind=kind, source=place.path, size=size, modified=modified))
        wrong = [error for error in errors if isinstance(error, NoColumn)]
        # One table may be another than the others; a name that none of them has is a slip.
        if wrong and len(errors) == tables:
            raise wrong[0]

    def end_of_pages(self) -> None:
        """Make units of the pages that are waiting."""
        for at in range(0, len(self._pages), _FILES):
            some = self._pages[at : at + _FILES]
            folder = os.path.commonpath([place.folder for place, _ in some])
            names = tuple(os.path.relpath(place.path, folder) for place, _ in some)
            sizes = tuple(size for _, size in some)
            size = sum(max(0, size) for size in sizes)
            self.units.append(Unit(kind=Kind.FILES, source=folder, size=size, names=names, sizes=sizes))
        self._pages.clear()

    def _kind_of(self, place: _Place) -> Kind:
        if not place.listed:
            return Kind.FILES
        if self._kind is not None:
            return self._kind
        try:
            kind = _kind(place.path)
        except SourceUnreadable:
            if place.named:
                raise
            return Kind.FILES  # whoever reads it finds out what is wrong with it
        # A list of addresses is named by itself: nothing is fetched because of what lies in a folder.
        return kind if place.named or kind is not Kind.ADDRESSES else Kind.FILES

    def _of_file(self, name: str, kind: Kind) -> Iterator[Unit]:
        """The units of an archive, a table or a list."""
        about = _stat(name)
        whole = Unit(
            kind=kind,
            source=name,
            size=about.st_size,
            modified=about.st_mtime_ns,
            fingerprint=_fingerprint(name, about),
        )
        if kind is Kind.JSONL:
            check_jsonl(name, self._columns)  # a wrong name of a column is said before the work
        if kind is Kind.ADDRESSES:
            for unit in _of_addresses(name, self._told):
                yield replace(unit, modified=whole.modified, fingerprint=whole.fingerprint)
        elif kind is Kind.PARQUET:
            for number, size in enumerate(row_groups(name, self._columns)):
                yield replace(whole, size=size, first=number)
        elif kind is Kind.JSONL and whole.size > _STRETCH and not _head(name).startswith((GZIP_MAGIC, ZSTD_MAGIC)):
            for first in range(0, whole.size, _STRETCH):
                stop = min(first + _STRETCH, whole.size)
                yield replace(whole, size=stop - first, first=first, stop=stop)
        else:
            yield whole


def _places(given: str, told: Callable[[str], None], but: Path | None) -> list[_Place]:
    """A file itself, or what is to be read of a folder, but for one folder in it."""
    if not given:
        raise SourceUnreadable(given, NO_NAME)
    mode = _stat(given).st_mode
    path = Path(given)
    if path.is_dir():
        return _places_in(given, told, but)
    if not stat.S_ISREG(mode):
        words = "this is a pipe or a device, and can be read only once: give - and it on the standard input"
        raise SourceUnreadable(given, words)
    # Its own name is kept where it is a link: the name says what the file is.
    folder = path.parent.resolve()
    return [_Place(str(folder / path.name), str(folder), named=True)]


def _places_in(given: str, told: Callable[[str], None], but: Path | None) -> list[_Place]:
    """What is to be read of a folder, but for one folder in it."""
    root = str(Path(given).resolve())
    left_out = str(but.resolve()) if but is not None else None
    if root == left_out:
        raise SourceUnreadable(given, "this is the folder of output too: give the output a folder of its own")
    found, unlisted, links = _walked(given, root, left_out)
    pipes = {name for name in found if not _is_file(name)}
    kinds = {name: None if name in pipes else _kind_of_name(name) for name in found}
    # Text files in a folder of pages are notes, as a rule; a list of addresses is named by itself.
    chosen = [name for name in found if kinds[name] not in (None, Kind.ADDRESSES, *_TABLES)]
    chosen = chosen or [name for name in found if kinds[name] in _TABLES]
    if not chosen and not unlisted:
        raise SourceUnreadable(given, "there is no page, archive or table in this folder")
    read = set(chosen)
    if pipes:
        told(f"{given}: pipes and devices, which are not read: {len(pipes):,}")
    if passed := [name for name in found if name not in read and name not in pipes]:
        told(f"{given}: {not_looked_at(passed)}")
    if links:
        told(f"{given}: links to folders, which are not followed: {links:,}")
    # Pages first, so that those of different folders are units together.
    chosen.sort(key=lambda name: (kinds[name] is not Kind.FILES, name))
    places = [_Place(name, root) for name in chosen]
    return [_Place(name, root, listed=False) for name in sorted(unlisted)] + places


def _walked(given: str, root: str, left_out: str | None) -> tuple[list[str], list[str], int]:
    """What is in a folder at any depth, but for hidden names: files, folders that could not be listed, and the number
    of links to folders, which are not followed.

    Args:
        given: the folder as the user names it.
        root: its path.
        left_out: the path of a folder that is passed over.
    """
    found: list[str] = []
    unlisted: list[str] = []
    links = 0

    def pass_over(error: OSError) -> None:
        if error.filename == root:
            raise SourceUnreadable(given, error.strerror or str(error)) from error
        unlisted.append(error.filename)

    for folder, inner, names in os.walk(root, onerror=pass_over):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and str(Path(folder, name)) != left_out)
        links += sum(Path(folder, name).is_symlink() for name in inner)
        found.extend(str(Path(folder, name)) for name in sorted(names) if not name.startswith("."))
    return found, unlisted, links


def _of_addresses(source: str, told: Callable[[str], None], visited: Visited | None = None) -> Iterator[Unit]:
    """The addresses of a list, each once, in units of many."""
    from broadsheet.sources.addresses import read_addresses

    listed = [address.url for address in read_addresses(source, visited=visited, told=told)]
    names = list({requested(url): url for url in reversed(listed)}.values())[::-1]
    if not names:
        raise SourceUnreadable(source, "there is no address in this list")
    if len(names) < len(listed):
        told(f"{source}: addresses that are in several of its lists, and are taken once: {len(listed) - len(names):,}")
    for first in range(0, len(names), _ADDRESSES):
        some = tuple(names[first : first + _ADDRESSES])
        yield Unit(kind=Kind.ADDRESSES, source=source, size=sum(map(len, some)), first=first, names=some)


def _fingerprint(name: str, about: os.stat_result) -> str:
    """A number made of a file's size and some of its bytes; nothing if it cannot be read."""
    digest = hashlib.blake2b(str(about.st_size).encode("ascii"), digest_size=16)
    step = max(_SAMPLE, (about.st_size - _SAMPLE) // (_SAMPLES - 1))
    try:
        with Path(name).open("rb") as stream:
            for number in range(_SAMPLES):
                stream.seek(number * step)
                digest.update(stream.read(_SAMPLE))
    except OSError:
        return ""
    return digest.hexdigest()


def _stat(name: str) -> os.stat_result:
    try:
        return Path(name).stat()
    except FileNotFoundError as error:
        raise SourceUnreadable(name, "no such file or folder") from error
    except (OSError, ValueError) as error:
        raise SourceUnreadable(name, getattr(error, "strerror", None) or str(error)) from error


def _about(name: str) -> os.stat_result | None:
    try:
        return _stat(name)
    except SourceUnreadable:
        return None


def _is_file(name: str) -> bool:
    """Whether this is a file, or nothing at all, which whoever reads it will say. A pipe would keep him waiting."""
    about = _about(name)
    return about is None or stat.S_ISREG(about.st_mode)


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
    is_zstd = head.startswith(ZSTD_MAGIC)
    kind = _kind_of_head(_of_zstd(name) if is_zstd else _unpacked(head)) or by_name
    if kind is None:
        raise SourceUnreadable(name, "this is neither a page nor an archive nor a table (its kind can be given)")
    if is_zstd and kind not in _OF_ZSTD:
        raise SourceUnreadable(
            name, "this is zstd data, which is unpacked only where WARC records or JSON lines are in it"
        )
    return kind


def _of_zstd(name: str) -> bytes:
    """The first bytes of a file of zstd data, unpacked; nothing if they are broken or nothing here can unpack them."""
    try:
        from fastwarc.stream_io import ZstdReader

        with Path(name).open("rb") as stream:
            head: bytes = ZstdReader(stream).read(_HEAD)
            return head
    except (ImportError, OSError):
        return b""


def _unpacked(head: bytes) -> bytes:
    """The first bytes of a file, unpacked if they are gzip; nothing if they are broken."""
    if not head.startswith(GZIP_MAGIC):
        return head
    import zlib

    try:
        return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(head, _HEAD)
    except zlib.error:
        return b""


def _kind_of_head(head: bytes) -> Kind | None:
    """What a file is by its first bytes."""
    bare = head.removeprefix(_BYTE_ORDER_MARK).lstrip()
    if head.startswith((b"WARC/", b"\x5d\x2a\x4d\x18")):
        return Kind.WARC
    if head.startswith(b"PAR1"):
        return Kind.PARQUET
    if head.startswith(b"PK\x03\x04"):
        return Kind.ZIP
    if head[257:262] == b"ustar":
        return Kind.TAR
    if begins_listing(head):
        return Kind.ADDRESSES
    if bare[:1] == b"{":
        return Kind.JSONL
    if begins_addresses(bare):
        return Kind.ADDRESSES
    return Kind.FILES if bare[:1] == b"<" else None
