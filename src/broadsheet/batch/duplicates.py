"""Rows -> which of them say the same. Nothing is dropped: a file beside the parts names the groups.

Texts with one content hash are the same. Others are compared where their MinHash signatures agree in one of 16 bands
of 8 places (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4: half of the pairs of similarity
0.7 meet, and 95 % of those of 0.8), and belong together where the estimated similarity is 0.8 or more. Groups are the
connected components, so that they depend on the set of the texts and not on their order. It must not know pages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.batch.parts import Format, read_rows, write_whole
from broadsheet.batch.similarity import PLACES

__all__ = ["SIMILAR", "Duplicate", "Groups", "find_duplicates", "mark_duplicates"]

SIMILAR: Final = 0.8
"""The Jaccard similarity from which texts are nearly the same; the usual value for web text."""
_BANDS: Final = 16
_BLOCK: Final = 1 << 16
"""Pairs that are compared at a time."""


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
        OSError: the file cannot be written.
    """
    names = ["unit", "number", "url", "content_hash", *(["minhash"] if near else [])]
    found = find_duplicates(read_rows(folder, form, names))

    def write(stream: IO[bytes]) -> None:
        if form is Format.PARQUET:
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
            parquet.write_table(pa.Table.from_pylist([_plain(one) for one in found], schema=schema), stream)
        else:
            for one in found:
                stream.write(json.dumps(_plain(one), ensure_ascii=False).encode("utf-8", "replace") + b"\n")

    write_whole(folder / f"duplicates.{form}", write)
    return Groups(len({one.group for one in found}), len(found))


def find_duplicates(rows: Iterable[dict[str, Any]]) -> list[Duplicate]:
    """The pages that are there more than once, in the order of the input.

    Args:
        rows: rows with ``unit``, ``number``, ``url``, ``content_hash`` and, if near-duplicates are wanted,
            ``minhash``. Rows without a text are passed over.
    """
    pages: dict[str, list[tuple[int, int, str | None]]] = {}
    signatures: dict[str, bytes] = {}
    for row in rows:
        if (name := row["content_hash"]) is None:
            continue
        pages.setdefault(name, []).append((row["unit"], row["number"], row["url"]))
        if (sketch := row.get("minhash")) is not None:
            signatures[name] = sketch
    # In the order of the hashes: what follows does not depend on the order of the rows.
    names = sorted(signatures)
    matrix = np.frombuffer(b"".join(signatures[name] for name in names), dtype="<u4").reshape(len(names), PLACES)
    place = {name: number for number, name in enumerate(names)}
    groups = _components(matrix)
    members: dict[str, list[str]] = {}
    for name in sorted(pages):
        leader = names[groups[place[name]]] if name in place else name
        members.setdefault(leader, []).append(name)
    found = []
    for leader, alike in members.items():
        if len(alike) == 1 and len(pages[leader]) == 1:
            continue
        first = min((url is None, url or "", unit, number) for unit, number, url in pages[leader])
        for name in alike:
            similarity = 1.0 if name == leader else float(np.mean(matrix[place[name]] == matrix[place[leader]]))
            for unit, number, url in pages[name]:
                stands = name == leader and (url is None, url or "", unit, number) == first
                found.append(Duplicate(unit, number, url, leader, similarity, stands))
    return sorted(found, key=lambda one: (one.unit, one.number))


def _components(matrix: NDArray[np.uint32]) -> list[int]:
    """For each row of signatures the first row of its group."""
    parent = list(range(len(matrix)))

    def root(row: int) -> int:
        while parent[row] != row:
            parent[row] = parent[parent[row]]
            row = parent[row]
        return row

    for one, other in _alike(matrix):
        low, high = sorted((root(one), root(other)))
        parent[high] = low
    return [root(row) for row in range(len(matrix))]


def _alike(matrix: NDArray[np.uint32]) -> Iterator[tuple[int, int]]:
    """Pairs of rows that are similar enough: of those in a band, each is compared with the first and the next."""
    if len(matrix) < 2:
        return
    width = PLACES // _BANDS
    for band in range(_BANDS):
        keys = np.ascontiguousarray(matrix[:, band * width : (band + 1) * width]).view(f"V{4 * width}").ravel()
        _, kind = np.unique(keys, return_inverse=True)
        order = np.argsort(kind, kind="stable")
        same = kind[order][1:] == kind[order][:-1]
        starts = np.flatnonzero(np.concatenate(([True], ~same)))
        first = order[np.repeat(starts, np.diff(np.append(starts, len(order))))]
        pairs = np.concatenate(
            [np.stack([order[:-1][same], order[1:][same]]), np.stack([first[1:][same], order[1:][same]])], axis=1
        )
        for at in range(0, pairs.shape[1], _BLOCK):
            left, right = pairs[:, at : at + _BLOCK]
            near = np.mean(matrix[left] == matrix[right], axis=1) >= SIMILAR
            yield from zip(left[near].tolist(), right[near].tolist(), strict=True)


def _plain(one: Duplicate) -> dict[str, Any]:
    return {
        "unit": one.unit,
        "number": one.number,
        "url": one.url,
        "group": one.group,
        "similarity": one.similarity,
        "representative": one.representative,
    }
