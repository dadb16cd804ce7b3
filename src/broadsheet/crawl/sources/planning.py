"""Plan the units of the inputs that a user names.

Planning looks at names and sizes and reads almost nothing. Equal inputs give equal units in equal order. A named input
must exist; an unreadable file in a folder becomes a unit, and reading it reports the error.
"""

from __future__ import annotations

import hashlib
import os
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from broadsheet.crawl.sources.files import MISTYPED_URL, NO_NAME, is_page_name, note_of_skipped
from broadsheet.crawl.sources.listings import begins_addresses, begins_listing, requested
from broadsheet.crawl.sources.options import Kind
from broadsheet.crawl.sources.payload import GZIP_MAGIC, ZSTD_MAGIC, decompressor
from broadsheet.crawl.sources.tables import Columns, NoColumn, check_jsonl, row_groups
from broadsheet.crawl.sources.units import Unit, read_unit
from broadsheet.errors import BroadsheetError, FetchFailed, MissingExtra, PageTooLarge, SourceUnreadable

if TYPE_CHECKING:
    from broadsheet.crawl.sources.robots import Visited

__all__ = ["plan"]

_UNIT_FILES: Final = 1000  # pages in files per unit
_UNIT_BYTES: Final = 256 << 20  # bytes of a JSON-lines file per unit
_HEAD_BYTES: Final = 1 << 12  # bytes read to detect the kind of a file
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"
_UNIT_URLS: Final = 50_000  # URLs per unit, equal to the look-ahead of fetching
_WEB: Final = ("http://", "https://")
_SAMPLES: Final = 16  # pieces of a file in its fingerprint
_SAMPLE_BYTES: Final = 1 << 14  # bytes of each piece
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
_ZSTD_KINDS: Final = frozenset({Kind.WARC, Kind.JSONL})  # readable when compressed with zstd
_ARCHIVES: Final = frozenset({Kind.WARC, Kind.TAR, Kind.ZIP})


class _Place(NamedTuple):
    """A file to read: its absolute path, and the folder that the user named, or the parent of a named file.

    ``listed`` is False for a folder that could not be listed.
    """

    path: str
    folder: str
    named: bool = False
    listed: bool = True


def plan(
    inputs: Sequence[str],
    *,
    kind: Kind | None = None,
    columns: Columns | None = None,
    known: Sequence[Unit] = (),
    visited: Visited | None = None,
    output: Path | None = None,
    since: str | None = None,
    told: Callable[[str], None] = lambda words: None,
    failed: list[BroadsheetError] | None = None,
) -> list[Unit]:
    """Divide inputs into units.

    Args:
        inputs: paths of files and folders, and URLs of lists (sitemaps, feeds, plain lists). A folder stands for the
            pages and archives in it, at any depth, or for its tables if there are neither. Inputs keep their order;
            files in folders are sorted by name. Duplicates are read once.
        kind: type of all files; by default detected from names and first bytes.
        columns: names of table columns.
        known: units planned before: lists on the web, which change often, are not fetched again.
        visited: state of hosts, for fetching lists.
        output: the output folder: skipped inside an input, rejected as an input.
        since: skip URLs that their lists date before this day (``YYYY-MM-DD``).
        told: called with notes, such as skipped files and lines.
        failed: gets the errors of lists on the web, which are left out. If None, or if no unit is left, one is raised.

    Raises:
        SourceUnreadable: an input is missing or unreadable, or no table of a folder has a named column.
        FetchFailed: a list could not be fetched.
        MissingExtra: a required library is not installed.
    """
    planner = _Planner(kind, columns if columns is not None else Columns(), since, told)
    for given in inputs:
        if given.lower().startswith(_WEB):
            try:
                planner.address(given, [unit for unit in known if unit.source == given], visited)
            except (FetchFailed, SourceUnreadable) as error:
                if failed is None or len(inputs) == 1:
                    raise
                failed.append(error)
        else:
            planner.places(_places(given, told, output))
    planner.end_of_pages()
    if failed and not planner.units:
        raise failed[-1]
    return planner.units


class _Planner:
    """Makes the units, input by input."""

    def __init__(self, kind: Kind | None, columns: Columns, since: str | None, told: Callable[[str], None]) -> None:
        self.units: list[Unit] = []
        self._kind = kind
        self._columns = columns
        self._since = since
        self._told = told
        self._pages: list[tuple[_Place, int]] = []
        self._seen: set[str] = set()
        self._urls: set[str] = set()

    def address(self, given: str, known: list[Unit], visited: Visited | None) -> None:
        """Add a list on the web, unless known."""
        self.end_of_pages()
        if given not in self._seen:
            self._seen.add(given)
            self._urls.update(requested(url) for unit in known for url in unit.names)
            self.units.extend(known or _of_addresses(given, self._urls, self._since, self._told, visited))

    def places(self, places: Iterable[_Place]) -> None:
        """Add a named file, or the files of a folder."""
        tables = 0
        errors: list[SourceUnreadable] = []
        for place in places:
            if place.path in self._seen:
                continue
            self._seen.add(place.path)
            kind = self._kind_of(place)
            if kind is Kind.FILES:
                about = _stat_or_none(place.path)
                self._pages.append((place, about.st_size if about is not None and place.listed else -1))
                continue
            self.end_of_pages()
            tables += kind in _TABLES
            try:
                units = list(self._of_file(place.path, kind))
                if place.named and kind in _ARCHIVES:
                    next(read_unit(units[0]), None)  # raises now if it is not an archive
                elif kind in _TABLES and tables == 1 and units and self._columns.url is None:
                    first = next(read_unit(units[0], columns=self._columns), None)
                    if first is not None and first.url is None:
                        self._told(f"{place.path}: the first page has no URL (--url-column names its column)")
                self.units.extend(units)
            except SourceUnreadable as error:
                if place.named:
                    raise
                errors.append(error)
                about = _stat_or_none(place.path)
                size, modified = (about.st_size, about.st_mtime_ns) if about is not None else (0, 0)
                self.units.append(Unit(kind=kind, source=place.path, size=size, modified=modified))
        wrong = [error for error in errors if isinstance(error, NoColumn)]
        # One table may differ from the others, but a column that all of them lack is a mistake.
        if wrong and len(errors) == tables:
            raise wrong[0]

    def end_of_pages(self) -> None:
        """Make units of the pages collected so far."""
        for at in range(0, len(self._pages), _UNIT_FILES):
            pages = self._pages[at : at + _UNIT_FILES]
            folder = os.path.commonpath([place.folder for place, _ in pages])
            names = tuple(os.path.relpath(place.path, folder) for place, _ in pages)
            sizes = tuple(size for _, size in pages)
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
            return Kind.FILES  # reading reports the error
        # Lists of URLs in folders are ignored: only a named list is fetched.
        return kind if place.named or kind is not Kind.ADDRESSES else Kind.FILES

    def _of_file(self, name: str, kind: Kind) -> Iterator[Unit]:
        about = _stat(name)
        whole = Unit(
            kind=kind,
            source=name,
            size=about.st_size,
            modified=about.st_mtime_ns,
            fingerprint=_fingerprint(name, about),
        )
        if kind is Kind.JSONL:
            check_jsonl(name, self._columns)  # raises now if a column is missing
        if kind is Kind.ADDRESSES:
            for unit in _of_addresses(name, self._urls, self._since, self._told):
                yield replace(unit, modified=whole.modified, fingerprint=whole.fingerprint)
        elif kind is Kind.PARQUET:
            for number, size in enumerate(row_groups(name, self._columns)):
                yield replace(whole, size=size, first=number)
        elif kind is Kind.JSONL and whole.size > _UNIT_BYTES and not _head(name).startswith((GZIP_MAGIC, ZSTD_MAGIC)):
            for first in range(0, whole.size, _UNIT_BYTES):
                stop = min(first + _UNIT_BYTES, whole.size)
                yield replace(whole, size=stop - first, first=first, stop=stop)
        else:
            yield whole


def _places(given: str, told: Callable[[str], None], output: Path | None) -> list[_Place]:
    """Return a named file, or the files of a folder."""
    if not given:
        raise SourceUnreadable(given, NO_NAME)
    mode = _stat(given).st_mode
    path = Path(given)
    if path.is_dir():
        return _places_in(given, told, output)
    if not stat.S_ISREG(mode):
        words = "pipes and devices can be read only once: give - and redirect it to standard input"
        raise SourceUnreadable(given, words)
    # Links are not resolved: the link's own name shows the kind of file.
    folder = path.parent.resolve()
    return [_Place(str(folder / path.name), str(folder), named=True)]


def _places_in(given: str, told: Callable[[str], None], output: Path | None) -> list[_Place]:
    """Return the files to read in a folder, without the output folder."""
    root = str(Path(given).resolve())
    left_out = str(output.resolve()) if output is not None else None
    if root == left_out:
        raise SourceUnreadable(given, "this is also the output folder: choose another one for the output")
    found, unlisted, links = _walk(given, root, left_out, told)
    pipes = {name for name in found if not _is_file(name)}
    kinds = {name: None if name in pipes else _kind_of_name(name) for name in found}
    # Text files beside pages are usually notes; a list of URLs must be named itself.
    chosen = [name for name in found if kinds[name] not in (None, Kind.ADDRESSES, *_TABLES)]
    chosen = chosen or [name for name in found if kinds[name] in _TABLES]
    if not chosen and not unlisted:
        raise SourceUnreadable(given, "no page, archive or table in this folder")
    read = set(chosen)
    if pipes:
        told(f"{given}: pipes and devices skipped: {len(pipes):,}")
    if skipped := [name for name in found if name not in read and name not in pipes]:
        told(f"{given}: {note_of_skipped(skipped)}")
    if links:
        told(f"{given}: links to folders skipped: {links:,}")
    # Pages first, so that pages of different folders share units.
    chosen.sort(key=lambda name: (kinds[name] is not Kind.FILES, name))
    places = [_Place(name, root) for name in chosen]
    return [_Place(name, root, listed=False) for name in sorted(unlisted)] + places


def _walk(given: str, root: str, left_out: str | None, told: Callable[[str], None]) -> tuple[list[str], list[str], int]:
    """List a folder recursively, without hidden names: files, folders that could not be listed, and the number of links
    to folders, which are not followed.

    ``given`` is the folder as named by the user, ``root`` its path, and ``left_out`` a folder to skip.
    """
    found: list[str] = []
    unlisted: list[str] = []
    links = 0

    def note_unlisted(error: OSError) -> None:
        if error.filename == root:
            raise SourceUnreadable(given, error.strerror or str(error)) from error
        unlisted.append(error.filename)

    for folder, inner, names in os.walk(root, onerror=note_unlisted):
        if folder != root and {"manifest.json", "progress.jsonl"}.issubset(names):
            told(f"{folder}: the output of another run is skipped")
            inner.clear()
            continue
        inner[:] = sorted(name for name in inner if not name.startswith(".") and str(Path(folder, name)) != left_out)
        links += sum(Path(folder, name).is_symlink() for name in inner)
        found.extend(str(Path(folder, name)) for name in sorted(names) if not name.startswith("."))
    return found, unlisted, links


def _of_addresses(
    source: str, seen: set[str], since: str | None, told: Callable[[str], None], visited: Visited | None = None
) -> Iterator[Unit]:
    """Yield the URLs of a list as units, each once and without those seen in other lists."""
    from broadsheet.crawl.sources.addresses import read_addresses

    try:
        listed = [address.url for address in read_addresses(source, since=since, visited=visited, told=told)]
    except PageTooLarge as error:  # which does not name the list
        raise SourceUnreadable(source, str(error)) from error
    if not listed and since is None:  # otherwise there may be nothing new
        raise SourceUnreadable(source, "no URL in this list")
    names: list[str] = []
    for url in listed:
        if (key := requested(url)) not in seen:
            seen.add(key)
            names.append(url)
    if len(names) < len(listed):
        told(f"{source}: URLs that occur in several lists, used once: {len(listed) - len(names):,}")
    for first in range(0, max(1, len(names)), _UNIT_URLS):
        urls = tuple(names[first : first + _UNIT_URLS])
        yield Unit(kind=Kind.ADDRESSES, source=source, size=sum(map(len, urls)), first=first, names=urls)


def _fingerprint(name: str, about: os.stat_result) -> str:
    """Hash a file's size and some of its bytes; an empty string if it cannot be read."""
    digest = hashlib.blake2b(str(about.st_size).encode("ascii"), digest_size=16)
    step = max(_SAMPLE_BYTES, (about.st_size - _SAMPLE_BYTES) // (_SAMPLES - 1))
    try:
        with Path(name).open("rb") as stream:
            for number in range(_SAMPLES):
                stream.seek(number * step)
                digest.update(stream.read(_SAMPLE_BYTES))
    except OSError:
        return ""
    return digest.hexdigest()


def _stat(name: str) -> os.stat_result:
    try:
        return Path(name).stat()
    except FileNotFoundError as error:
        hint = " (a URL begins with https://)" if MISTYPED_URL.match(name) else ""
        raise SourceUnreadable(name, f"no such file or folder{hint}") from error
    except (OSError, ValueError) as error:
        raise SourceUnreadable(name, getattr(error, "strerror", None) or str(error)) from error


def _stat_or_none(name: str) -> os.stat_result | None:
    try:
        return _stat(name)
    except SourceUnreadable:
        return None


def _is_file(name: str) -> bool:
    """Whether this is a regular file or missing; opening a pipe would block."""
    about = _stat_or_none(name)
    return about is None or stat.S_ISREG(about.st_mode)


def _head(name: str) -> bytes:
    try:
        with Path(name).open("rb") as stream:
            return stream.read(_HEAD_BYTES)
    except OSError as error:
        raise SourceUnreadable(name, error.strerror or str(error)) from error


def _kind_of_name(name: str) -> Kind | None:
    """Return the kind of a file by its name: ``.warc.gz``, ``.jsonl``, ``.html``."""
    path = Path(name.lower())
    suffix = path.suffix
    if suffix in _PACKED:
        suffix = Path(path.stem).suffix
    if (kind := _ENDINGS.get(suffix)) is not None:
        return kind
    return Kind.FILES if is_page_name(Path(name).name) else None


def _kind(name: str) -> Kind:
    """Return the kind of a file by its name, otherwise by its first bytes."""
    by_name = _kind_of_name(name)
    if by_name is not None and (by_name is not Kind.FILES or Path(name).suffix):
        return by_name
    head = _head(name)
    is_zstd = head.startswith(ZSTD_MAGIC)
    kind = _kind_of_head(_unpacked(head, name)) or by_name
    if kind is None:
        raise SourceUnreadable(name, "this is not a page, archive or table (--kind sets its kind)")
    if is_zstd and kind not in _ZSTD_KINDS:
        raise SourceUnreadable(name, "this is zstd data, which is read only if it contains WARC records or JSON lines")
    return kind


def _unpacked(head: bytes, name: str) -> bytes:
    """Return the first bytes of a file, decompressed; none if they are damaged, or fastwarc is missing for zstd."""
    with suppress(MissingExtra, OSError, zlib.error):
        if head.startswith(GZIP_MAGIC):
            return zlib.decompressobj(16 + zlib.MAX_WBITS).decompress(head, _HEAD_BYTES)
        if head.startswith(ZSTD_MAGIC):
            with Path(name).open("rb") as stream:
                head = decompressor("zstd", stream).read(_HEAD_BYTES)
        return head
    return b""


def _kind_of_head(head: bytes) -> Kind | None:
    """Return the kind of a file by its first bytes."""
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
