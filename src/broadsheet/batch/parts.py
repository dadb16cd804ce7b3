"""Rows -> files of output, each whole or not there: written under another name, brought to the disk, renamed.

The name of a part says which pages are in it (unit, and stretch of that unit), so that a part that is there is a
stretch that is done, and none can be written twice. It must not know how rows are made.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import IO, Any, Final

from broadsheet.batch.checks import member
from broadsheet.batch.schema import Column, arrow_schema
from broadsheet.errors import MissingExtra, SourceUnreadable
from broadsheet.page.surrogates import without_surrogates
from broadsheet.sources.units import SPOOLING

__all__ = [
    "SITES",
    "SITES_SO_FAR",
    "UNFINISHED",
    "Format",
    "found",
    "outcomes",
    "part_name",
    "read_rows",
    "sync_folder",
    "tidy",
    "write_part",
    "write_whole",
]

_NAME: Final = re.compile(r"part-(\d+)-(\d+)\.(parquet|jsonl)")
UNFINISHED: Final = ".unfinished-"
"""How the name of a file begins that is not whole."""
SITES: Final = "sites.db"
"""The name of the file of site profiles."""
SITES_SO_FAR: Final = ".sites-so-far.db"
"""The name of the file of what a first pass has learnt that is not done."""
_COMPRESSION: Final = "zstd"
_DAMAGED: Final = "this part is damaged: delete it, and the command that made it makes it again"


class Format(StrEnum):
    """What parts are written as."""

    PARQUET = "parquet"
    JSONL = "jsonl"


def part_name(unit: int, part: int, form: Format) -> str:
    """The name of a part."""
    return f"part-{unit:06d}-{part:05d}.{form}"


def found(folder: Path) -> set[tuple[int, int]]:
    """The parts that are there: number of the unit, number in the unit."""
    with os.scandir(folder) as files:
        names = [match for file in files if (match := _NAME.fullmatch(file.name)) is not None]
    return {(int(match[1]), int(match[2])) for match in names}


def tidy(folder: Path) -> None:
    """Remove what writers that were killed have left behind."""
    for pattern in (f"{UNFINISHED}*", SPOOLING.format("*")):
        for file in folder.glob(pattern):
            with suppress(FileNotFoundError):
                file.unlink()


def write_part(
    folder: Path, unit: int, part: int, rows: Sequence[dict[str, Any]], form: Format, columns: tuple[Column, ...]
) -> Path:
    """Write a part.

    Args:
        folder: where.
        unit: the number of the unit.
        part: its number in the unit.
        rows: the rows, in order.
        form: as what.
        columns: the columns.

    Raises:
        OSError: it cannot be written; nothing is left of it then.
        MissingExtra: pyarrow is not installed.
    """
    target = folder / part_name(unit, part, form)

    def write(stream: IO[bytes]) -> None:
        if form is Format.PARQUET:
            import pyarrow as pa
            from pyarrow import parquet

            table = pa.Table.from_pylist([_encodable(row) for row in rows], schema=arrow_schema(columns))
            parquet.write_table(table, stream, compression=_COMPRESSION)
        else:
            names = [column.name for column in columns]
            for row in rows:
                line = json.dumps({name: _plain(row[name]) for name in names}, ensure_ascii=False)
                stream.write(line.encode("utf-8", "replace") + b"\n")

    write_whole(target, write)
    return target


def write_whole(target: Path, write: Any) -> None:
    """Write a file that is there whole or not at all, whatever happens, and that lasts.

    Args:
        target: its path.
        write: writes the contents to a binary stream.

    Raises:
        OSError: it cannot be written; nothing is left of it then.
    """
    unfinished = target.with_name(f"{UNFINISHED}{target.name}-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        with unfinished.open("xb") as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk: a rename is not there after a power failure otherwise."""
    with suppress(OSError):  # some file systems do not know this, and need it not
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def read_rows(
    folder: str | os.PathLike[str], form: Format | None = None, columns: Sequence[str] | None = None
) -> Iterator[dict[str, Any]]:
    """The rows of all parts, in the order of the input.

    Args:
        folder: where the parts are.
        form: what they are, ``"parquet"`` or ``"jsonl"``; their names say it.
        columns: the names of the columns wanted; all by default.

    Raises:
        ValueError: parts have no such form.
        SourceUnreadable: there is no such folder, or a part is damaged.
        MissingExtra: the parts are Parquet, and pyarrow is not installed.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise SourceUnreadable(str(folder), "this is a file, not a folder" if folder.exists() else "no such folder")
    if form is not None:
        form = member(Format, form, "form")
    else:
        form = Format.JSONL if any(folder.glob(f"part-*.{Format.JSONL}")) else Format.PARQUET
    for unit, part in sorted(found(folder)):
        yield from _rows(folder / part_name(unit, part, form), form, columns)


def outcomes(folder: Path, unit: int, part: int, form: Format) -> Counter[str]:
    """How many pages of a part have which outcome."""
    return Counter(row["outcome"] for row in _rows(folder / part_name(unit, part, form), form, ("outcome",)))


def _rows(path: Path, form: Format, columns: Sequence[str] | None) -> Iterator[dict[str, Any]]:
    if form is Format.PARQUET:
        try:
            import pyarrow as pa
            from pyarrow import parquet
        except ImportError as error:
            raise MissingExtra("pyarrow", "batch") from error
        # As bytes: Arrow takes a path for text, and what is no UTF-8 in it for an error.
        with pa.OSFile(os.fsencode(path)) as stream:
            try:
                table = parquet.ParquetFile(stream).read(columns=list(columns) if columns is not None else None)
            except pa.ArrowInvalid as error:
                raise SourceUnreadable(str(path), _DAMAGED) from error
        yield from table.to_pylist()
        return
    with path.open("rb") as lines:
        for line in lines:
            try:
                row: dict[str, Any] = json.loads(line)
            except ValueError as error:
                raise SourceUnreadable(str(path), _DAMAGED) from error
            if row.get("minhash") is not None:
                row["minhash"] = bytes.fromhex(row["minhash"])
            yield row if columns is None else {name: row[name] for name in columns}


def _plain(value: Any) -> Any:
    return value.hex() if isinstance(value, bytes) else value


def _encodable(row: dict[str, Any]) -> dict[str, Any]:
    """The same row with plain texts without lone surrogates, which Arrow cannot write."""
    return {name: _whole(value) for name, value in row.items()}


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return without_surrogates(str(value))
    return [_whole(item) for item in value] if isinstance(value, list) else value
