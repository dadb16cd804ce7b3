"""A rendered page and its file: the source and one column per style.

The file is a compressed archive of plain arrays (``.npz``, without pickles) with a JSON header. Equal snapshots give
equal bytes.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, BinaryIO, Final
from zlib import error as ZlibError  # noqa: N812 - a class

import numpy as np

from broadsheet.errors import SourceUnreadable
from broadsheet.page import Layout, Page, read_page
from broadsheet.page.arrays import BoolArray, frozen
from broadsheet.page.forks import made_once

__all__ = ["SUFFIX", "Snapshot", "is_snapshot", "load", "loads"]

VERSION: Final = 1  # of the file; readers accept this and earlier versions
SUFFIX: Final = ".snapshot"
_FORMAT: Final = "broadsheet snapshot"
_FLAGS: Final = ("visible", "mapped")
_COLUMNS: Final = tuple(column.name for column in fields(Layout) if column.name not in _FLAGS)
_MAX_BYTES: Final = 1 << 30  # decompressed size of a file
_SIGNATURE: Final = b"PK\x03\x04"  # of a ZIP archive, such as ``.npz``
_FIRST: Final = b"header.npy"  # the archive's first file
_FIRST_AT: Final = 30  # position of its name (APPNOTE.TXT 4.3.7: the size of a local file header)


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A page with its layout.

    Attributes:
        source: the rendered HTML, whose nodes the columns refer to.
        layout: columns for all nodes.
        mapped: which nodes the browser has, shape (page size,).
        url: URL of the page, if known.
        engine: the browser and its version.
        viewport: window width and height in CSS pixels.
    """

    source: str = field(repr=False)
    layout: Layout = field(repr=False)
    mapped: BoolArray = field(repr=False)
    url: str | None = None
    engine: str = ""
    viewport: tuple[int, int] = (0, 0)

    @made_once
    def page(self) -> Page:
        """The page with its layout.

        Raises:
            SourceUnreadable: the current parser gives another number of nodes than the one at the time of rendering.
        """
        page = read_page(self.source, url=self.url)
        if len(page) != len(self.mapped):
            words = f"{len(self.mapped)} nodes when it was rendered, {len(page)} now: render it again"
            raise SourceUnreadable(self.url or "snapshot", words)
        return page.with_layout(self.layout)

    @property
    def share_mapped(self) -> float:
        """Share of visible text nodes that the browser has; 1 without text."""
        shown = self.page.shown
        return float(self.mapped[shown].mean()) if shown.any() else 1.0

    def to_bytes(self) -> bytes:
        """Write the file to bytes."""
        header = {
            "format": _FORMAT,
            "version": VERSION,
            "rows": len(self.mapped),
            "url": self.url,
            "engine": self.engine,
            "viewport": list(self.viewport),
        }
        arrays: dict[str, Any] = {
            "header": np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), dtype=np.uint8),
            "source": np.frombuffer(self.source.encode("utf-8", "replace"), dtype=np.uint8),
            "mapped": np.packbits(self.mapped),
            "visible": np.packbits(self.layout.visible),
        }
        for name in _COLUMNS:
            column = getattr(self.layout, name)
            if column is not None:
                arrays[name] = column
        stream = io.BytesIO()
        np.savez_compressed(stream, **arrays)
        return stream.getvalue()

    def save(self, path: str | Path) -> None:
        """Write the file."""
        Path(path).write_bytes(self.to_bytes())


def is_snapshot(data: bytes) -> bool:
    """Whether bytes are those of a snapshot file, by their beginning."""
    return data.startswith(_SIGNATURE) and data.startswith(_FIRST, _FIRST_AT)


def load(path: str | Path) -> Snapshot:
    """Read a snapshot.

    Raises:
        SourceUnreadable: no such file, not a snapshot, damaged, or of a later version.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise SourceUnreadable(str(path), error.strerror or str(error)) from error
    return loads(data, str(path))


def loads(data: bytes, name: str) -> Snapshot:
    """Read a snapshot from the bytes of its file; ``name`` is where they are from, for errors. See `load`."""
    try:
        return _read(io.BytesIO(data))
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, TypeError, ZlibError, NotImplementedError) as error:
        raise SourceUnreadable(name, f"not a snapshot, or damaged: {error}") from error


def _read(stream: BinaryIO) -> Snapshot:
    with zipfile.ZipFile(stream) as archive:
        if sum(item.file_size for item in archive.infolist()) > _MAX_BYTES:
            raise ValueError(f"it unpacks to more than {_MAX_BYTES:,} bytes")
    stream.seek(0)
    with np.load(stream, allow_pickle=False) as stored:
        header = json.loads(bytes(stored["header"]))
        if not isinstance(header, dict) or header.get("format") != _FORMAT:
            raise ValueError("no snapshot header")
        if header["version"] > VERSION:
            raise ValueError(f"version {header['version']}, this program reads up to {VERSION}")
        rows = int(header["rows"])
        flags = {name: frozen(np.unpackbits(stored[name], count=rows).astype(np.bool_)) for name in _FLAGS}
        columns = {name: frozen(stored[name]) for name in _COLUMNS if name in stored.files}
        if any(len(column) != rows for column in (*columns.values(), *flags.values())):
            raise ValueError("columns of different lengths")
        width, height = header["viewport"]
        return Snapshot(
            source=bytes(stored["source"]).decode("utf-8"),
            layout=Layout(visible=flags["visible"], **columns),
            mapped=flags["mapped"],
            url=header["url"],
            engine=str(header["engine"]),
            viewport=(int(width), int(height)),
        )
