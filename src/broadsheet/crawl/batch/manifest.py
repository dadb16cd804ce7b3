"""The files beside the parts that let a run continue: its manifest and its progress.

``manifest.json`` holds the options that rows depend on and the units of the input. It is written before the first part;
a run continues only in a folder with equal options and the same units, or more. ``progress.jsonl`` gets a line per
finished part and unit. A line may be missing after a crash: the parts are authoritative, and missing lines are
recomputed from them.
"""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from broadsheet.crawl.batch.parts import MANIFEST, SITES, SITES_SO_FAR, Format, found, outcomes, tidy, whole_file
from broadsheet.crawl.sources.options import Kind
from broadsheet.crawl.sources.units import Unit
from broadsheet.errors import BroadsheetError, NeedsNotMet

try:
    import fcntl
except ImportError:  # Windows: `locked` raises NeedsNotMet
    fcntl = None  # type: ignore[assignment]

__all__ = ["SITES_CONTENTS", "OtherRun", "Progress", "locked", "open_run", "read_manifest"]

SITES_CONTENTS: Final = "sites_contents"  # internal option: digest of the file of site profiles
_PROGRESS: Final = "progress.jsonl"
_LOCK: Final = ".lock"
_VERSION: Final = 2  # version of the layout
_DONE: Final = (SITES, SITES_SO_FAR)  # files that show, besides parts, that work has been done


class OtherRun(BroadsheetError):
    """The folder holds the output of another run, or the input has changed."""


def grown(folder: Path, known: Sequence[Unit], planned: Sequence[Unit]) -> list[Unit]:
    """Return the units of a continued run, given those of the run so far and those planned for the input now.

    Raises:
        OtherRun: a known unit has changed or is missing from the input.
    """
    whole = {unit.source: unit for unit in planned if unit.kind is not Kind.FILES}
    pages = dict(_pages(unit for unit in planned if unit.kind is Kind.FILES))
    kept = _with_current_paths(known, whole)
    for unit in kept:
        if unit.kind is Kind.FILES:
            _check_pages(folder, unit, pages)
        elif unit.source not in whole:
            raise _missing(folder, unit.source)
        elif not _same(unit, whole[unit.source]):
            raise _changed(folder, unit.source)
    old = {unit.source for unit in kept if unit.kind is not Kind.FILES}
    old_pages = {path for path, _ in _pages(unit for unit in kept if unit.kind is Kind.FILES)}
    new = (unit if unit.kind is not Kind.FILES else _only_new(unit, old_pages) for unit in planned)
    return [*kept, *(unit for unit in new if unit is not None and unit.source not in old)]


def _with_current_paths(known: Sequence[Unit], whole: dict[str, Unit]) -> list[Unit]:
    """Return the known units, with the current paths of files that were moved."""
    here = {unit.source for unit in known}
    elsewhere: defaultdict[str, list[Unit]] = defaultdict(list)
    for unit in whole.values():
        if unit.fingerprint and unit.source not in here:
            elsewhere[unit.fingerprint].append(unit)
    kept: list[Unit] = []
    for source, units in groupby(known, lambda unit: unit.source):
        parts = list(units)
        alike = elsewhere.get(parts[0].fingerprint) if source not in whole else None
        moved = alike.pop(0) if alike else None
        kept += parts if moved is None else [replace(u, source=moved.source, modified=moved.modified) for u in parts]
    return kept


def _same(unit: Unit, now: Unit) -> bool:
    # Without a modification time, the source is on the web or could not be examined.
    return unit.modified in (0, now.modified) or (unit.fingerprint != "" and unit.fingerprint == now.fingerprint)


def _pages(units: Iterable[Unit]) -> Iterator[tuple[str, int]]:
    """Yield path and size of the pages that are files."""
    for unit in units:
        for name, size in zip(unit.names, unit.sizes, strict=True):
            yield str(Path(unit.source, name)), size


def _check_pages(folder: Path, unit: Unit, pages: dict[str, int]) -> None:
    for path, size in _pages([unit]):
        if size < 0:
            continue  # it could not be examined, and may now be readable, or a folder that can be listed
        if path not in pages:
            raise _missing(folder, path)
        if pages[path] != size:
            raise _changed(folder, path)


def _only_new(unit: Unit, old: set[str]) -> Unit | None:
    """Return the new part of a unit of files, or None."""
    new = [
        (name, size)
        for name, size, (path, _) in zip(unit.names, unit.sizes, _pages([unit]), strict=True)
        if path not in old
    ]
    if not new:
        return None
    sizes = tuple(size for _, size in new)
    size = sum(max(0, size) for size in sizes)
    return replace(unit, names=tuple(name for name, _ in new), sizes=sizes, size=size)


def _missing(folder: Path, name: str) -> OtherRun:
    return OtherRun(
        f"{folder} holds a run over another input ({name} is not in this one): "
        "give the same input with or without additions, or another folder"
    )


def _changed(folder: Path, name: str) -> OtherRun:
    return OtherRun(f"{name} has changed since the run in {folder} began: give another folder")


class FolderInUse(BroadsheetError):
    """Another process writes to this folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder against other runs. The lock ends with the process; a run that fails before writing leaves nothing.

    Raises:
        FolderInUse: another run holds the lock.
        NeedsNotMet: not a POSIX system.
        OSError: the folder cannot be created or written.
    """
    if fcntl is None:
        raise NeedsNotMet("a run needs a POSIX system (Linux, macOS): this one has no file locks")
    created = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    with (folder / _LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FolderInUse(f"another run is writing to {folder}") from error
        if not os.fstat(lock.fileno()).st_nlink:
            raise FolderInUse(f"another run has just released {folder}: try again")
        try:
            yield
        except BaseException:
            _remove_lock(folder, before, created)
            raise


def _remove_lock(folder: Path, before: set[Path], created: Sequence[Path]) -> None:
    """If the lock is the only new file, remove it and the folders created for it, innermost first."""
    with suppress(OSError):
        if set(folder.iterdir()) - before == {folder / _LOCK}:
            (folder / _LOCK).unlink()
            for one in created:
                one.rmdir()


@dataclass
class Progress:
    """Progress of a run: finished parts, with pages by outcome, and units read to their end, with numbers of parts."""

    folder: Path
    form: Format
    units: list[Unit]
    parts: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    ended: dict[int, int] = field(default_factory=dict)

    def done(self, unit: int) -> bool:
        """Return whether all parts of a unit are finished."""
        return unit in self.ended and all((unit, part) in self.parts for part in range(self.ended[unit]))

    def add_part(self, unit: int, part: int, pages: Counter[str]) -> None:
        """Record a finished part."""
        self.parts[unit, part] = pages
        self._append({"unit": unit, "part": part, "outcomes": dict(pages)})

    def add_end(self, unit: int, parts: int) -> None:
        """Record a unit that was read to its end.

        ``parts`` is the number of parts seen now, which excludes parts of earlier runs at the end of the unit.
        """
        while (unit, parts) in self.parts:
            parts += 1
        self.ended[unit] = parts
        self._append({"unit": unit, "parts": parts})

    def totals(self) -> Counter[str]:
        """Return the number of pages by outcome."""
        total: Counter[str] = Counter()
        for pages in self.parts.values():
            total.update(pages)
        return total

    def _append(self, line: dict[str, Any]) -> None:
        path = self.folder / _PROGRESS
        with path.open("ab+") as stream:
            # The last line may be incomplete if the process was killed.
            if stream.tell():
                stream.seek(-1, os.SEEK_END)
                if stream.read(1) != b"\n":
                    stream.write(b"\n")
            stream.write(json.dumps(line).encode("ascii") + b"\n")

    def _load(self) -> None:
        existing = found(self.folder)
        lines: list[bytes] = []
        with suppress(FileNotFoundError):
            lines = (self.folder / _PROGRESS).read_bytes().splitlines()
        for line in lines:
            with suppress(ValueError, KeyError, TypeError):  # incomplete line
                entry = json.loads(line)
                if "parts" in entry:
                    self.ended[int(entry["unit"])] = int(entry["parts"])
                elif (key := (int(entry["unit"]), int(entry["part"]))) in existing:
                    self.parts[key] = Counter(entry["outcomes"])
        for key in sorted(existing - self.parts.keys()):
            self.parts[key] = outcomes(self.folder, *key, self.form)


class Manifest(NamedTuple):
    """The manifest of a folder; ``options`` are those that rows depend on."""

    units: list[Unit]
    options: dict[str, Any]


def read_manifest(folder: Path) -> Manifest | None:
    """Read the manifest of a folder; None if there is none.

    Raises:
        OtherRun: it is not a manifest, or has another layout.
    """
    path = folder / MANIFEST
    try:
        old = json.loads(path.read_text(encoding="utf-8"))
        if old["version"] != _VERSION:
            raise OtherRun(f"{folder} has layout version {old['version']}; this program writes {_VERSION}")
        return Manifest([Unit.from_dict(unit) for unit in old["units"]], old["options"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise OtherRun(f"{path} is not the manifest of a run: {error}") from error


def open_run(
    folder: Path, old: Manifest | None, units: Sequence[Unit], options: dict[str, Any], form: Format
) -> Progress:
    """Start or continue a run in a folder, locked by the caller, whose manifest is ``old``.

    A continued run may have more units than before; known units keep their numbers. ``options`` is everything that rows
    depend on, as plain data.

    Raises:
        OtherRun: the folder holds a run with other options or another input, or parts without a manifest.
        OSError: the folder cannot be read or written.
    """
    path = folder / MANIFEST
    tidy(folder)
    known: list[Unit] = []
    # A run that ended before any work, such as for a missing library, may start again with other options.
    if old is not None and (found(folder) or any((folder / name).exists() for name in _DONE)):
        known, before = old
        if before != options:
            names = sorted(name for name in before.keys() | options.keys() if before.get(name) != options.get(name))
            if names == [SITES_CONTENTS]:
                store = options["sites"]
                raise OtherRun(
                    f"{store} has changed since the run in {folder} began: restore it, or give another folder"
                )
            names = [name for name in names if name != SITES_CONTENTS]
            raise OtherRun(
                f"{folder} holds a run with another value of {', '.join(names)}: "
                "give the same options to continue it, or another folder"
            )
        units = grown(folder, known, units)
    elif found(folder):
        raise OtherRun(f"{folder} holds parts and no manifest: give another folder")
    else:
        (folder / _PROGRESS).unlink(missing_ok=True)  # units read to their end by a run that wrote no part
    progress = Progress(folder, form, list(units))
    if known != progress.units:
        manifest = {
            "version": _VERSION,
            "broadsheet": version("broadsheet"),
            "options": options,
            "units": [unit.to_dict() for unit in units],
        }
        with whole_file(path) as stream:
            stream.write(json.dumps(manifest, indent=1).encode("ascii"))
    progress._load()  # noqa: SLF001 - same module
    return progress
