"""Extend the units of a continued run with files added to its input. Known units keep their numbers and contents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from broadsheet.crawl.sources.units import Kind, Unit
from broadsheet.errors import BroadsheetError

__all__ = ["OtherRun", "grown"]


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
        some = list(units)
        alike = elsewhere.get(some[0].fingerprint) if source not in whole else None
        moved = alike.pop(0) if alike else None
        kept += some if moved is None else [replace(u, source=moved.source, modified=moved.modified) for u in some]
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
