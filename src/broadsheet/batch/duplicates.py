"""Rows -> which of them say the same. Nothing is dropped: a file beside the parts names the groups.

Texts with one content hash are the same. Others are compared where their MinHash signatures agree in one of 16 bands
of 8 places (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4: half of the pairs of similarity
0.7 meet, and 95 % of those of 0.8), and belong together where the estimated similarity is 0.8 or more. Groups are the
connected components, so that they depend on the set of the texts and not on their order.

Rows are read up to three times and never held: what is held of each is some fifty bytes of numbers. Signatures wait in
files without a name, in the folder of output, that go with the process. It must not know pages.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.batch.parts import Format, read_rows, write_whole
from broadsheet.batch.similarity import PLACES

__all__ = ["SIMILAR", "Duplicate", "Groups", "Rows", "find_duplicates", "mark_duplicates"]

SIMILAR: Final = 0.8
"""The Jaccard similarity from which texts are nearly the same; the usual value for web text."""
_BANDS: Final = 16
_WIDTH: Final = PLACES // _BANDS
_BLOCK: Final = 1 << 14
"""Pairs that are compared, and rows that are written, at a time."""
_DIGEST: Final = 16
"""Bytes of a content hash."""
_FACTORS: Final = np.random.default_rng(8).integers(1 << 62, size=_WIDTH, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
"""Odd numbers that make one number of the places of a band. Which they are changes nothing but whom chance puts beside
whom: a pair is always compared by its whole signatures."""

Rows = Callable[[], Iterable[dict[str, Any]]]
"""Gives the rows, each time it is called, in the same order."""


@dataclass(frozen=True, slots=True)
class Groups:
    """How much is there more than once.

    Attributes:
        groups: the number of groups.
        pages: the pages in them.
    """

    groups: int
    pages: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A page whose text is there more than once, or nearly.

    Attributes:
        unit, number: the page.
        url: where it is from.
        group: the least content hash of the group: its name.
        similarity: the estimated similarity to the group's representative; 1 where the texts are the same.
        representative: whether this page stands for the group; one of each group does.
    """

    unit: int
    number: int
    url: str | None
    group: str
    similarity: float
    representative: bool


def mark_duplicates(folder: Path, form: Format, *, near: bool) -> Groups:
    """Find the duplicates among the rows of a run, and write ``duplicates.parquet`` or ``duplicates.jsonl``.

    Args:
        folder: where the parts are.
        form: what they are, and what is written.
        near: find near-duplicates too; the parts have signatures then.

    Raises:
        OSError: the files cannot be written.
    """
    light = ["unit", "number", "url", "content_hash"]
    whole = [*light, "minhash"] if near else light
    groups, found = find_duplicates(
        lambda: read_rows(folder, form, light), signed=lambda: read_rows(folder, form, whole), folder=folder
    )

    def write(stream: IO[bytes]) -> None:
        if form is Format.JSONL:
            for one in found:
                stream.write(json.dumps(asdict(one), ensure_ascii=False).encode("utf-8", "replace") + b"\n")
            return
        import pyarrow as pa
        from pyarrow import parquet

        schema = pa.schema(
            [
                ("unit", pa.int32()),
                ("number", pa.int32()),
                ("url", pa.string()),
                ("group", pa.string()),
                ("similarity", pa.float32()),
                ("representative", pa.bool_()),
            ]
        )
        with parquet.ParquetWriter(stream, schema) as out:
            while some := [asdict(one) for one in islice(found, _BLOCK)]:
                out.write_table(pa.Table.from_pylist(some, schema=schema))

    write_whole(folder / f"duplicates.{form}", write)
    return groups


def find_duplicates(
    rows: Rows, *, signed: Rows | None = None, folder: Path | None = None
) -> tuple[Groups, Iterator[Duplicate]]:
    """The pages that are there more than once.

    Args:
        rows: rows with ``unit``, ``number``, ``url`` and ``content_hash``. Those without a text are passed over.
        signed: the same rows with ``minhash``, if near-duplicates are wanted.
        folder: where signatures wait; the system's folder for such files by default.

    Returns:
        How many there are; and they themselves, in the order of the rows, which are read once more for it.

    Raises:
        OSError: the signatures cannot be written.
    """
    with ExitStack() as files:
        seen = _Seen([files.enter_context(tempfile.TemporaryFile(dir=folder)) for _ in range(1 + _BANDS)])
        for row in (signed if signed is not None else rows)():
            if row["content_hash"] is not None:
                seen.add(row)
        text, first, names = _texts(seen.hashes())
        leader = np.arange(len(first))
        similarity = np.ones(len(text), dtype=np.float32)
        if seen.signed.count(1):
            signatures = seen.signatures()
            alike = np.flatnonzero(np.frombuffer(seen.signed, dtype=np.bool_)[first])
            leader[alike] = alike[_components(signatures, first[alike], seen.bands())]
            lead = first[leader[text]]
            for at in range(0, len(text), _BLOCK):
                some = slice(at, at + _BLOCK)
                other = at + np.flatnonzero(leader[text[some]] != text[some])
                similarity[other] = np.mean(signatures[other] == signatures[lead[other]], axis=1)
    group = leader[text]
    twice = np.bincount(group, minlength=len(first))[group] > 1
    # Of the pages with the text that stands for a group, the one of the least address does.
    stands = twice & (group == text)
    best: dict[int, tuple[bool, str, int, int]] = {}
    for at, row in _chosen(rows, stands):
        mine = (row["url"] is None, row["url"] or "", row["unit"], row["number"])
        best[group[at]] = min(best.get(group[at], mine), mine)
    representatives = {mine[2:] for mine in best.values()}

    def found() -> Iterator[Duplicate]:
        for at, row in _chosen(rows, twice):
            page = (row["unit"], row["number"])
            name = names[group[at]].tobytes().hex()
            yield Duplicate(*page, row["url"], name, float(similarity[at]), page in representatives)

    return Groups(len(np.unique(group[twice])), int(twice.sum())), found()


class _Seen:
    """What is kept of the rows with a text, in their order."""

    def __init__(self, files: Sequence[IO[bytes]]) -> None:
        self._signatures, *self._bands = files
        self._hashes = bytearray()
        self._waiting: list[bytes] = []
        self.signed = bytearray()

    def add(self, row: dict[str, Any]) -> None:
        """Keep a row."""
        self._hashes += bytes.fromhex(row["content_hash"])
        signature = row.get("minhash")
        self.signed.append(signature is not None)
        self._waiting.append(signature if signature is not None else bytes(4 * PLACES))
        if len(self._waiting) >= _BLOCK:
            self._write()

    def _write(self) -> None:
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._signatures.write(data)
        places = np.frombuffer(data, dtype="<u4").reshape(-1, _BANDS, _WIDTH)
        for band, file in enumerate(self._bands):
            file.write((places[:, band].astype(np.uint64) * _FACTORS).sum(axis=1, dtype=np.uint64).tobytes())

    def hashes(self) -> NDArray[np.uint8]:
        """The content hashes, shape (n, 16)."""
        return np.frombuffer(self._hashes, dtype=np.uint8).reshape(-1, _DIGEST)

    def signatures(self) -> NDArray[np.uint32]:
        """The signatures, shape (n, `PLACES`); they stay in their file. Those that are not there are 0."""
        self._write()
        self._signatures.flush()
        return np.memmap(self._signatures, dtype="<u4", mode="r", shape=(len(self.signed), PLACES))

    def bands(self) -> Iterator[NDArray[np.uint64]]:
        """For each band a number of each row, shape (n,): equal where the places of the band are."""
        for file in self._bands:
            file.seek(0)
            yield np.frombuffer(file.read(), dtype=np.uint64)


def _texts(hashes: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.uint8]]:
    """The texts of some rows, numbered in the order of their hashes: nothing depends on the order of the rows then.

    Args:
        hashes: of the rows, shape (n, 16).

    Returns:
        The text of each row, shape (n,); a row of each text, shape (t,); the hash of each text, shape (t, 16).
    """
    halves = hashes.view(">u8").astype(np.uint64)
    order = np.lexsort((halves[:, 1], halves[:, 0]))
    halves = halves[order]
    new = np.ones(len(order), dtype=np.bool_)
    new[1:] = (halves[1:] != halves[:-1]).any(axis=1)
    text = np.empty(len(order), dtype=np.intp)
    text[order] = np.cumsum(new) - 1
    first = order[new]
    return text, first, hashes[first]


def _chosen(rows: Rows, chosen: NDArray[np.bool_]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Those rows with a text that are chosen, with their places among them; not read where there are none."""
    if not chosen.any():
        return
    at = -1
    for row in rows():
        if row["content_hash"] is not None:
            at += 1
            if chosen[at]:
                yield at, row


def _components(
    signatures: NDArray[np.uint32], row: NDArray[np.intp], bands: Iterable[NDArray[np.uint64]]
) -> NDArray[np.intp]:
    """For each text the first text of its group.

    Args:
        signatures: of the rows, shape (n, `PLACES`).
        row: the row of each text, shape (t,).
        bands: for each band a number of each row, shape (n,).
    """
    parent = np.arange(len(row))

    def root(one: int) -> int:
        while parent[one] != one:
            parent[one] = parent[parent[one]]
            one = int(parent[one])
        return one

    for keys in bands:
        for one, other in _alike(signatures, row, keys[row], parent):
            low, high = sorted((root(one), root(other)))
            parent[high] = low
        while (parent[parent] != parent).any():
            parent = parent[parent]
    return parent


def _alike(
    signatures: NDArray[np.uint32], row: NDArray[np.intp], keys: NDArray[np.uint64], together: NDArray[np.intp]
) -> Iterator[tuple[int, int]]:
    """Pairs of texts that are similar enough: of those with one key, each is compared with the first and the next.

    Those that are in one group already (``together``) need not be compared.
    """
    order = np.argsort(keys, kind="stable")
    same = keys[order][1:] == keys[order][:-1]
    starts = np.flatnonzero(np.concatenate(([True], ~same)))
    heads = order[np.repeat(starts, np.diff(np.append(starts, len(order))))]
    for before in (order[:-1], heads[1:]):
        left, right = before[same], order[1:][same]
        new = together[left] != together[right]
        left, right = left[new], right[new]
        for at in range(0, len(left), _BLOCK):
            some = slice(at, at + _BLOCK)
            near = np.mean(signatures[row[left[some]]] == signatures[row[right[some]]], axis=1) >= SIMILAR
            yield from zip(left[some][near].tolist(), right[some][near].tolist(), strict=True)
