"""What a run is, and how far it is: the two files beside the parts that let it go on where it stopped.

``manifest.json`` says what was asked for: the options that rows depend on, and the units of the input. It is written
before the first part, and a run only goes on in a folder whose manifest is its own. ``progress.jsonl`` gets a line for
each part and each unit that is done. The parts themselves are the truth: a line can be missing, after a crash, and
what it said is found out again.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from broadsheet.batch.growth import OtherRun, grown
from broadsheet.batch.parts import SITES, SITES_SO_FAR, Format, found, outcomes, tidy, write_whole
from broadsheet.errors import BroadsheetError, NeedsNotMet
from broadsheet.sources.units import Unit

try:
    import fcntl
except ImportError:  # Windows, where there are no runs: `locked` says so
    fcntl = None  # type: ignore[assignment]

__all__ = ["SITES_CONTENTS", "FolderInUse", "Manifest", "Progress", "locked", "open_run", "read_manifest"]

SITES_CONTENTS: Final = "sites_contents"
"""The option that says what is in the file of site profiles, where one is given; nobody gives it himself."""
_MANIFEST: Final = "manifest.json"
_PROGRESS: Final = "progress.jsonl"
_LOCK: Final = ".lock"
_VERSION: Final = 2
_DONE: Final = (_PROGRESS, SITES, SITES_SO_FAR)
"""Files that are there when something has been done, besides parts."""


class FolderInUse(BroadsheetError):
    """Another process is writing to this folder."""


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder. The lock goes with the process, however that ends; and what was made for it goes
    where a run fails before it writes anything.

    Raises:
        FolderInUse: another run is in it.
        NeedsNotMet: the system is none of POSIX.
        OSError: the folder cannot be made or written.
    """
    if fcntl is None:
        raise NeedsNotMet("a run needs a POSIX system (Linux, macOS): this one has no locks of files")
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    with (folder / _LOCK).open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FolderInUse(f"another run is writing to {folder}") from error
        if not os.fstat(lock.fileno()).st_nlink:
            raise FolderInUse(f"another run has just given up {folder}")
        try:
            yield
        except BaseException:
            _give_up(folder, before, made)
            raise


def _give_up(folder: Path, before: set[Path], made: Sequence[Path]) -> None:
    """Take away the lock where nothing else is new in a folder, and the folders that were made, innermost first."""
    with suppress(OSError):
        if set(folder.iterdir()) - before == {folder / _LOCK}:
            (folder / _LOCK).unlink()
            for one in made:
                one.rmdir()


@dataclass
class Progress:
    """How far a run is.

    Attributes:
        folder: where it is written.
        form: what parts are.
        units: the units of the input.
        parts: the parts that are done, with the number of pages by outcome.
        ended: the units that have been read to their end, with their number of parts.
    """

    folder: Path
    form: Format
    units: list[Unit]
    parts: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    ended: dict[int, int] = field(default_factory=dict)

    def done(self, unit: int) -> bool:
        """Whether nothing is left of a unit to do."""
        return unit in self.ended and all((unit, part) in self.parts for part in range(self.ended[unit]))

    def add_part(self, unit: int, part: int, pages: Counter[str]) -> None:
        """Note that a part is there."""
        self.parts[unit, part] = pages
        self._append({"unit": unit, "part": part, "outcomes": dict(pages)})

    def add_end(self, unit: int, parts: int) -> None:
        """Note that a unit has been read to its end.

        Args:
            unit: its number.
            parts: the parts that were seen in it; those that were done before are not looked at again.
        """
        parts = max([parts, *(part + 1 for one, part in self.parts if one == unit)])
        self.ended[unit] = parts
        self._append({"unit": unit, "parts": parts})

    def totals(self) -> Counter[str]:
        """Pages by outcome."""
        total: Counter[str] = Counter()
        for pages in self.parts.values():
            total.update(pages)
        return total

    def _append(self, line: dict[str, Any]) -> None:
        path = self.folder / _PROGRESS
        with path.open("ab+") as stream:
            # The last line may be half a line, if its writer was killed.
            if stream.tell():
                stream.seek(-1, os.SEEK_END)
                if stream.read(1) != b"\n":
                    stream.write(b"\n")
            stream.write(json.dumps(line).encode("ascii") + b"\n")

    def _load(self) -> None:
        there = found(self.folder)
        with (self.folder / _PROGRESS).open("rb") if (self.folder / _PROGRESS).exists() else _nothing() as lines:
            for line in lines:
                try:
                    entry = json.loads(line)
                    if "parts" in entry:
                        self.ended[int(entry["unit"])] = int(entry["parts"])
                    elif (key := (int(entry["unit"]), int(entry["part"]))) in there:
                        self.parts[key] = Counter(entry["outcomes"])
                except (ValueError, KeyError, TypeError):
                    continue  # half a line
        for key in sorted(there - self.parts.keys()):
            self.parts[key] = outcomes(self.folder, *key, self.form)


@contextmanager
def _nothing() -> Iterator[Sequence[bytes]]:
    yield ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the manifest of a folder says, or that it is none.

    Attributes:
        units: the units of the run.
        options: what its rows depend on.
        layout: the version of the layout.
        error: why it is not the manifest of a run.
    """

    units: list[Unit] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    layout: int = _VERSION
    error: Exception | None = None


def read_manifest(folder: Path) -> Manifest | None:
    """Read the manifest of a folder. What is wrong with it matters only if something has been done: `open_run` says it.

    Returns:
        The manifest; None where there is none.

    Raises:
        OSError: it cannot be read.
    """
    try:
        old = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        return Manifest([Unit.from_dict(unit) for unit in old["units"]], old["options"], old["version"])
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        return Manifest(error=error)


def open_run(
    folder: Path, old: Manifest | None, units: Sequence[Unit], options: dict[str, Any], form: Format
) -> Progress:
    """Begin a run in a folder, or go on with it.

    Args:
        folder: the folder, locked by the caller.
        old: its manifest.
        units: the units of the input. Where the run is known already there may be more of them than before: the
            input has grown. Those that were there keep their numbers.
        options: whatever the rows depend on, as plain data.
        form: what parts are written as.

    Raises:
        OtherRun: the folder holds a run with other options or another input, or output that is nobody's.
        OSError: the folder cannot be read or written.
    """
    path = folder / _MANIFEST
    tidy(folder)
    known: list[Unit] = []
    # A run that ended before it had done anything, for want of a library say, may begin again with other options.
    if old is not None and (found(folder) or any((folder / name).exists() for name in _DONE)):
        if old.error is not None:
            raise OtherRun(f"{path} is not the manifest of a run: {old.error}") from old.error
        if old.layout != _VERSION:
            raise OtherRun(f"{folder} was written in layout {old.layout}; this program writes {_VERSION}")
        known, before = old.units, old.options
        if before != options:
            names = sorted(name for name in before.keys() | options.keys() if before.get(name) != options.get(name))
            if names == [SITES_CONTENTS]:
                store = options["sites"]
                raise OtherRun(
                    f"{store} was changed since the run in {folder} began: give it as it was, or another folder"
                )
            names = [name for name in names if name != SITES_CONTENTS]
            raise OtherRun(
                f"{folder} holds a run with another value of {', '.join(names)}: "
                "give the same options to go on with it, or another folder"
            )
        units = grown(folder, known, units)
    elif found(folder):
        raise OtherRun(f"{folder} holds parts and no manifest: give another folder")
    progress = Progress(folder, form, list(units))
    if known != progress.units:
        manifest = {
            "version": _VERSION,
            "broadsheet": version("broadsheet"),
            "options": options,
            "units": [unit.to_dict() for unit in units],
        }
        text = json.dumps(manifest, indent=1).encode("ascii")
        write_whole(path, lambda stream: stream.write(text))
    progress._load()  # noqa: SLF001 - its own class's other half
    return progress
