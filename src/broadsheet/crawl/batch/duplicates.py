"""Find exact and near-duplicates among texts. Nothing is dropped: a file beside the parts lists the groups.

Texts with equal content hashes are duplicates. Others are compared if their MinHash signatures agree in one of 16 bands
of 8 places (Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.4: half of the pairs with similarity
0.7 are compared, and 95 % of those with 0.8), and are near-duplicates from an estimated similarity of 0.8. Groups are
connected components, so they depend on the set of texts and not on its order.

Rows are read up to three times and not kept in memory, which holds about fifty bytes per row. Signatures are in unnamed
temporary files in the output folder.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.crawl.batch.parts import Format, read_rows, whole_file
from broadsheet.errors import MissingExtra
from broadsheet.page.characters import SIGNS, composed, without_optional

__all__ = ["content_hash", "load", "mark_duplicates", "signature"]

PLACES: Final = 128  # places of a signature; the standard error of the estimate is below 1 / sqrt(128) = 0.09
_SEED: Final = 1
_SHINGLE_WORDS: Final = 5  # as in most published deduplication of web text
# Scripts without spaces between words: each character counts as a word, as elsewhere in this package.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
    "\U00020000-\U0003ffff"
)
_WORD_PATTERN: Final = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+(?:[{SIGNS}]+[^\W{_UNSPACED}]*)*")
SIMILAR: Final = 0.8  # minimum Jaccard similarity of near-duplicates; the usual value for web text
_BANDS: Final = 16  # parts of a signature; texts that agree in one are compared
_BAND_PLACES: Final = PLACES // _BANDS
_BATCH: Final = 1 << 14  # pairs compared, and rows written, at a time
_HASH_BYTES: Final = 16  # bytes of a content hash
# Random odd factors that hash the places of a band to one number. Collisions cost time only: pairs are always compared
# by their whole signatures.
_FACTORS: Final = 2 * np.random.default_rng(8).integers(1 << 62, size=_BAND_PLACES, dtype=np.uint64) + 1


def content_hash(text: str) -> str:
    """Return BLAKE2b of the text with normalised white space: 32 hexadecimal digits."""
    return hashlib.blake2b(" ".join(text.split()).encode("utf-8", "replace"), digest_size=16).hexdigest()


def words(text: str) -> list[str]:
    """Return the words of a text in lower case, without punctuation and optional characters.

    >>> words("The bridge, agreed"), words("नदी का पुल")
    (['the', 'bridge', 'agreed'], ['नदी', 'का', 'पुल'])
    """
    return _WORD_PATTERN.findall(without_optional(composed(text.lower())))


def signature(text: str) -> bytes | None:
    """Return the MinHash signature: 128 little-endian unsigned 32-bit integers; None for a text without words."""
    found = words(text)
    if not found:
        return None
    shingles = {" ".join(found[at : at + _SHINGLE_WORDS]) for at in range(max(1, len(found) - _SHINGLE_WORDS + 1))}
    sketch = load()(num_perm=PLACES, seed=_SEED)
    sketch.update(list(shingles))
    places: NDArray[np.uint32] = np.asarray(sketch.digest(), dtype="<u4")
    return places.tobytes()


def load() -> type:
    """Return rensa's class of signatures, or raise `MissingExtra`."""
    try:
        from rensa import RMinHash
    except ImportError as error:
        raise MissingExtra("rensa", "batch") from error
    found: type = RMinHash
    return found


Rows = Callable[[], Iterable[dict[str, Any]]]  # returns the rows, always in the same order


@dataclass(frozen=True, slots=True)
class Groups:
    """Number of groups of duplicates, and of pages in them."""

    groups: int
    pages: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A page whose text occurs more than once, exactly or nearly.

    Attributes:
        unit, number: key of the page.
        url: its URL.
        group: name of the group: its smallest content hash.
        similarity: estimated similarity to the group's representative; 1 for equal texts.
        representative: whether this page represents the group; exactly one page of each group does.
    """

    unit: int
    number: int
    url: str | None
    group: str
    similarity: float
    representative: bool


def mark_duplicates(folder: Path, form: Format, *, near: bool) -> Groups:
    """Find the duplicates among the rows of a run, and write ``duplicates.parquet`` or ``duplicates.jsonl``.

    With ``near``, near-duplicates are found too, which needs signatures in the parts.
    """
    light = ["unit", "number", "url", "content_hash"]
    whole = [*light, "minhash"] if near else light
    groups, found = find_duplicates(
        lambda: read_rows(folder, form, light), lambda: read_rows(folder, form, whole), folder
    )
    with whole_file(folder / f"duplicates.{form}") as stream:
        if form is Format.JSONL:
            for one in found:
                stream.write(json.dumps(asdict(one), ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        else:
            _write_parquet(stream, found)
    return groups


def _write_parquet(stream: IO[bytes], found: Iterator[Duplicate]) -> None:
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
        while batch := [asdict(one) for one in islice(found, _BATCH)]:
            out.write_table(pa.Table.from_pylist(batch, schema=schema))


def find_duplicates(rows: Rows, signed: Rows, folder: Path | None = None) -> tuple[Groups, Iterator[Duplicate]]:
    """Find the pages whose text occurs more than once.

    Args:
        rows: rows with ``unit``, ``number``, ``url`` and ``content_hash``. Rows without a text are skipped.
        signed: the same rows, with ``minhash`` to find near-duplicates.
        folder: folder of temporary files; by default the system's.

    Returns:
        The counts, and an iterator over the duplicates in the order of the rows, which reads the rows again.

    Raises:
        OSError: the signatures cannot be written.
    """
    with ExitStack() as files:
        seen = _Seen([files.enter_context(tempfile.TemporaryFile(dir=folder)) for _ in range(1 + _BANDS)])
        for row in signed():
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
            for at in range(0, len(text), _BATCH):
                batch = slice(at, at + _BATCH)
                other = at + np.flatnonzero(leader[text[batch]] != text[batch])
                similarity[other] = np.mean(signatures[other] == signatures[lead[other]], axis=1)
    group = leader[text]
    twice = np.bincount(group, minlength=len(first))[group] > 1
    # Among the pages with the representative text, the one with the smallest URL is the representative.
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
    """Hashes and signatures of the rows with a text, in order."""

    def __init__(self, files: Sequence[IO[bytes]]) -> None:
        self._signatures, *self._bands = files
        self._hashes = bytearray()
        self._waiting: list[bytes] = []
        self.signed = bytearray()

    def add(self, row: dict[str, Any]) -> None:
        """Add a row."""
        self._hashes += bytes.fromhex(row["content_hash"])
        signature = row.get("minhash")
        self.signed.append(signature is not None)
        self._waiting.append(signature if signature is not None else bytes(4 * PLACES))
        if len(self._waiting) >= _BATCH:
            self._write()

    def _write(self) -> None:
        data = b"".join(self._waiting)
        self._waiting.clear()
        self._signatures.write(data)
        places = np.frombuffer(data, dtype="<u4").reshape(-1, _BANDS, _BAND_PLACES)
        for band, file in enumerate(self._bands):
            file.write((places[:, band].astype(np.uint64) * _FACTORS).sum(axis=1, dtype=np.uint64).tobytes())

    def hashes(self) -> NDArray[np.uint8]:
        """Return the content hashes, shape (n, 16)."""
        return np.frombuffer(self._hashes, dtype=np.uint8).reshape(-1, _HASH_BYTES)

    def signatures(self) -> NDArray[np.uint32]:
        """Return the signatures, shape (n, `PLACES`), mapped from their file; 0 for rows without one."""
        self._write()
        self._signatures.flush()
        return np.memmap(self._signatures, dtype="<u4", mode="r", shape=(len(self.signed), PLACES))

    def bands(self) -> Iterator[NDArray[np.uint64]]:
        """Yield for each band the band's hash of each row, shape (n,)."""
        for file in self._bands:
            file.seek(0)
            yield np.frombuffer(file.read(), dtype=np.uint64)


def _texts(hashes: NDArray[np.uint8]) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.uint8]]:
    """Number the distinct texts by their hashes, shape (n, 16), so that nothing depends on the order of the rows.

    Returns:
        The text of each row, shape (n,); one row of each text, shape (t,); the hash of each text, shape (t, 16).
    """
    whole = hashes.view(f"V{_HASH_BYTES}").ravel()
    _, first, text = np.unique(whole, return_index=True, return_inverse=True)
    return text, first, hashes[first]


def _chosen(rows: Rows, chosen: NDArray[np.bool_]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the chosen rows with a text and their positions; reads nothing if none is chosen."""
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
    """Return for each text the first text of its group, shape (t,).

    ``row`` is one row of each text; ``signatures`` are those of all rows; ``bands`` has for each band a hash per row.
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
    """Yield pairs of similar texts. Texts with equal keys are compared with the first and the next of them.

    Pairs that are in one group already (``together``) are not compared.
    """
    order = np.argsort(keys, kind="stable")
    same = keys[order][1:] == keys[order][:-1]
    starts = np.flatnonzero(np.concatenate(([True], ~same)))
    heads = order[np.repeat(starts, np.diff(np.append(starts, len(order))))]
    for before in (order[:-1], heads[1:]):
        left, right = before[same], order[1:][same]
        new = together[left] != together[right]
        left, right = left[new], right[new]
        for at in range(0, len(left), _BATCH):
            batch = slice(at, at + _BATCH)
            near = np.mean(signatures[row[left[batch]]] == signatures[row[right[batch]]], axis=1) >= SIMILAR
            yield from zip(left[batch][near].tolist(), right[batch][near].tolist(), strict=True)
