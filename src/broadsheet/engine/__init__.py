"""The compiled engine: a parsed page with its rows, and loops over characters and rows that Python is too slow for.

It is a shared library, built from the C files in this folder and from lexbor, an HTML parser. ctypes loads it, so that
it works with every version of Python. The engine knows HTML and characters; words, weights and other tables come from
its callers as arrays.

Rows are the elements and text nodes in document order. Comments, the doctype, processing instructions and the text of
scripts and style sheets are not rows. The contents of a ``template`` are another document and are not entered.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from ctypes import addressof
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "LIBRARY",
    "Amounts",
    "Document",
    "LimitExceeded",
    "NativeSegments",
    "Tables",
    "Words",
    "count_controls",
    "fields",
    "mapped",
    "pointer",
    "pointers",
]

_VERSION: Final = 16  # version of the functions below, as in `document.c`; a library of another version is refused
_SEED: Final = int.from_bytes(os.urandom(8), "little")
_FILE: Final = Path(__file__).with_name("_engine.so")
_HELP: Final = (
    "Install a wheel of broadsheet, or build it with a C compiler: 'pip install --force-reinstall .' "
    "(in a checkout 'pip install --editable .')."
)

_POINTER: Final = ctypes.c_void_p
_BYTES: Final = ctypes.c_char_p
_SIZE: Final = ctypes.c_int64
_Counts = ctypes.c_int64 * 64

_CLOSED, _BREAKS, _LINK = 1, 2, 4  # properties of a tag, as in `engine.h`
_NUMBERS: Final = 10  # columns of integers
MAX_NAMES: Final = 32  # most attributes that are read at once, as in `engine.h`
SEGMENT_COLUMNS: Final = ("first", "last", "start", "stop", "block", "holder", "chars", "words", "punct", "link_chars")
"""Columns of a page's segments, as in `engine.h`."""
_BUFFER_BYTES: Final = 1 << 16  # buffer that each thread keeps for results; larger results get their own
_THREAD: Final = threading.local()
_BUCKETS: Final = 4096  # hash buckets of words, as in `text.c`
_PADDING: Final = b"\0\0\0"  # after texts, which are read four bytes at a time


def _checked(status: int) -> int:
    """The result of a function that returns a negative number when memory runs out."""
    if status < 0:
        raise MemoryError("no memory for the engine's work")
    return status


_SIGNATURES: Final[dict[str, tuple[Any, ...]]] = {
    # Name, result, arguments.
    "tag_count": (_SIZE,),
    "number_tags": (None, _BYTES, _POINTER),
    "document_open": (_POINTER, _BYTES, _SIZE, _POINTER, _POINTER, _POINTER),
    "document_columns": (None, *[_POINTER] * 5),
    "document_close": (None, _POINTER),
    "document_name": (_SIZE, _POINTER, _SIZE, _POINTER, _SIZE),
    "document_has": (_SIZE, _POINTER, _BYTES),
    "document_attributes": (_SIZE, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER, _SIZE),
    "document_raw_text": (_SIZE, _POINTER, _SIZE, _POINTER, _SIZE),
    "document_joined": (_SIZE, _POINTER, _POINTER, _SIZE, _BYTES, _POINTER, _SIZE),
    "document_values": (_SIZE, _POINTER, _BYTES, _POINTER, _POINTER, _SIZE),
    "document_select": (_SIZE, _POINTER, _BYTES, _SIZE, _POINTER, _SIZE),
    "document_segments": (_SIZE, _POINTER, _BYTES, _POINTER, _POINTER, _SIZE),
    "document_hand_down": (None, _POINTER, _POINTER),
    "document_masses": (None, _POINTER, *[_BYTES] * 3, _POINTER),
    "document_texts": (_SIZE, *[_POINTER] * 3),
    "document_kept_texts": (_SIZE, _POINTER, _BYTES, _BYTES, _SIZE, _SIZE, _POINTER, _POINTER),
    "map_points": (_SIZE, _POINTER, _POINTER, ctypes.c_uint32, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER),
    "words_in_texts": (None, _BYTES, _SIZE, *[_POINTER] * 3),
    "document_amounts": (_checked, *[_POINTER] * 6),
    "words_in_values": (_SIZE, _BYTES, _SIZE, _SIZE, _SIZE, _POINTER, _POINTER, _SIZE),
    "count_controls": (_SIZE, _BYTES, _SIZE),
    "is_utf8": (ctypes.c_bool, _BYTES, _SIZE),
    "hash_words": (_SIZE, _POINTER, _SIZE, _POINTER),
    "fill_table": (None, _POINTER, _POINTER, _SIZE, _POINTER, _POINTER, _SIZE),
    "look_up": (None, _POINTER, _SIZE, _POINTER, _POINTER, _SIZE, _POINTER),
    "read_evidence": (_checked, *[_POINTER] * 5),
    "find_copies": (
        *(_checked, *[_POINTER] * 4, _SIZE, _POINTER, ctypes.c_uint16, _POINTER, _SIZE, *[_POINTER] * 4),
        *(ctypes.c_double, _POINTER),
    ),
    "signs": (None, *[_POINTER] * 3, _SIZE, ctypes.c_double, ctypes.c_double, _POINTER),
    "score": (_checked, _POINTER, _POINTER, _SIZE, _SIZE, _POINTER, _POINTER, _SIZE),
}


def _opened(file: Path) -> ctypes.CDLL:
    """Load the library and declare the signatures.

    Raises:
        ImportError: the library is missing, cannot be loaded, or has another version.
    """
    if not file.exists():
        raise ImportError(f"broadsheet's engine was not built: there is no {file}. {_HELP}")
    try:
        library = ctypes.CDLL(str(file))
    except OSError as error:
        raise ImportError(f"broadsheet's engine cannot be loaded: {error}. {_HELP}") from error
    if library.engine_open(ctypes.c_uint64(_SEED)) != _VERSION:
        raise ImportError(f"broadsheet's engine at {file} was built from another version. {_HELP}")
    for name, (result, *arguments) in _SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


LIBRARY: Final = _opened(_FILE)
_first_byte: Final[Callable[[Any], ctypes.c_char]] = ctypes.c_char.from_buffer


def pointer(array: NDArray[np.generic]) -> int:
    """The address of an array's data, for a function of the library. The caller must keep the array alive."""
    try:
        return addressof(_first_byte(array))
    except (TypeError, ValueError):  # read-only or empty: this takes six times as long
        return array.ctypes.data


def pointers(*arrays: NDArray[Any]) -> list[int]:
    """`pointer` of each array."""
    return [pointer(array) for array in arrays]


def fields(kind: Any, names: str) -> list[tuple[str, Any]]:
    """Fields of one type for a structure of `ctypes`, given as one string of names."""
    return [(name, kind) for name in names.split()]


class Amounts(ctypes.Structure):
    """Amounts of text, links and headings on a page, as in `amounts.c`."""

    _fields_ = fields(
        _SIZE,
        "text prose headlines prose_chars prose_lines headline_lines first_prose parents most_of_parent in_items "
        "under_headlines links headings elsewhere cards code pictures",
    )


class LimitExceeded(Exception):
    """A page exceeds a limit of its parser. ``args``: the index of the limit, and the measured value."""


class _Tables(ctypes.Structure):
    _fields_ = (*fields(_POINTER, "numbers kinds classes"), ("points", ctypes.c_uint32))


class Tables:
    """Tags and characters as the engine reads them.

    Args:
        names: the names of tags by number; 0 is a text node, 1 any other element.
        without_text: numbers of the tags whose contents are not rows.
        breaks: whether each tag breaks lines.
        links: whether each tag is a link.
        classes: class bits by code point; the last entry stands for all higher code points.
    """

    def __init__(
        self,
        names: Sequence[str],
        without_text: Iterable[int],
        breaks: NDArray[np.bool_],
        links: NDArray[np.bool_],
        classes: NDArray[np.uint8],
    ) -> None:
        numbers = np.empty(LIBRARY.tag_count(), dtype=np.uint16)
        LIBRARY.number_tags(_zero_terminated(tuple(names)), pointer(numbers))
        kinds = breaks * np.uint8(_BREAKS) + links * np.uint8(_LINK)
        kinds[sorted(without_text)] |= _CLOSED
        self._kept = numbers, kinds, classes
        self._structure = _Tables(*map(pointer, self._kept), len(classes) - 1)
        self.reference = ctypes.byref(self._structure)


class _Segments(ctypes.Structure):
    _fields_ = (("count", _SIZE), ("of", _POINTER), *[(name, _POINTER) for name in SEGMENT_COLUMNS])


class NativeSegments:
    """The segments of a page.

    Attributes:
        of: the segment of each row, or -1.
        columns: the columns of `SEGMENT_COLUMNS` by name, shape (m,) each.
        reference: the argument for functions of the library.
    """

    def __init__(self, of: NDArray[np.int32], numbers: NDArray[np.int32], count: int) -> None:
        begin, step = pointer(numbers), numbers.strides[0]
        places = [begin + step * number for number in range(len(SEGMENT_COLUMNS))]
        self._structure = _Segments(count, pointer(of), *places)
        self.reference = ctypes.byref(self._structure)
        of.setflags(write=False)
        numbers.setflags(write=False)  # the columns are views of it
        self.of = of
        self.columns = dict(zip(SEGMENT_COLUMNS, numbers[:, :count], strict=True))


class Document:
    """A parsed page. The engine's memory is freed with this object.

    Args:
        html: the page in UTF-8.
        tables: tags and characters.
        limits: the limit of each measure, in the order of `document.c`.

    Attributes:
        handle: the argument for functions of the library.
        text: the text of all text rows, concatenated.
        points: its code points.
        tag, parent, end, block, depth, start, stop, chars, words, punct, link_chars: one number per row; see
            `broadsheet.page.Page`.

    Raises:
        LimitExceeded: the page exceeds a limit.
        MemoryError: memory ran out.
    """

    def __init__(self, html: bytes, tables: Tables, limits: Sequence[int]) -> None:
        sizes = (ctypes.c_int64 * 2)()
        self._tables = tables
        limits_ = (ctypes.c_int64 * len(limits))(*limits)
        self.handle = LIBRARY.document_open(html, len(html), tables.reference, limits_, sizes)
        if self.handle is None:
            if sizes[0] >= 0:
                raise LimitExceeded(*sizes)
            raise MemoryError("no memory to parse the page")
        rows, size = sizes
        self.tag = np.empty(rows, dtype=np.uint16)
        self._numbers = np.empty((_NUMBERS, rows), dtype=np.int32)
        text, points = np.empty(size, dtype=np.uint8), np.empty(size, dtype=np.uint32)
        LIBRARY.document_columns(self.handle, *pointers(self.tag, self._numbers, text, points))
        self.text = str(text.data, "utf-8")
        self._numbers.setflags(write=False)  # the columns are views of it
        self.parent, self.end, self.block, self.depth, self.start, self.stop = self._numbers[:6]
        self.chars, self.words, self.punct, self.link_chars = self._numbers[6:]
        self.points = points[: len(self.text)]
        self.points.setflags(write=False)

    def __del__(self, close: Callable[[int | None], None] = LIBRARY.document_close) -> None:
        close(self.__dict__.get("handle"))

    def name(self, row: int) -> str:
        """The name of an element."""
        return _read(LIBRARY.document_name, self.handle, row)[:-1].decode("utf-8", "replace")

    def has(self, name: bytes) -> bool:
        """Whether any element has a name that HTML does not know, given in lower case."""
        return bool(LIBRARY.document_has(self.handle, name))

    def raw_text(self, row: int) -> str:
        """All text inside an element, also of scripts and style sheets."""
        return _read(LIBRARY.document_raw_text, self.handle, row)[:-1].decode("utf-8", "replace")

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; none for text rows. The value of one without a value is the empty string."""
        rows = ctypes.byref(ctypes.c_int64(row))
        strings = _read(LIBRARY.document_attributes, self.handle, rows, 1, None).decode("utf-8", "replace").split("\0")
        return dict(zip(strings[:-1:2], strings[1::2], strict=True))

    def pairs(self, rows: NDArray[np.integer[Any]]) -> list[tuple[int, Mapping[str, str]]]:
        """The rows, each with its attributes."""
        counts = np.empty(len(rows), dtype=np.int32)
        wanted = np.ascontiguousarray(rows, dtype=np.int64)
        arguments = self.handle, pointer(wanted), len(rows), pointer(counts)
        strings = iter(_read(LIBRARY.document_attributes, *arguments).decode("utf-8", "replace").split("\0"))
        pairs = zip(strings, strings, strict=False)
        return [(row, dict(islice(pairs, count))) for row, count in zip(rows.tolist(), counts.tolist(), strict=True)]

    def joined(self, rows: Sequence[int] | NDArray[np.integer[Any]], names: Sequence[str]) -> list[str]:
        """For each row, the values of the named attributes, joined by spaces; an empty string for none.

        Raises:
            ValueError: more than `MAX_NAMES` attributes.
        """
        if not len(rows):
            return []
        wanted = np.ascontiguousarray(rows, dtype=np.int64)
        found = _read(LIBRARY.document_joined, self.handle, pointer(wanted), len(rows), _attribute_names(names))
        return found.decode("utf-8", "replace").split("\0")[:-1]

    def raw_values(self, names: Sequence[str]) -> tuple[bytes, list[tuple[int, int, int]]]:
        """The values of the named attributes in all rows that have them, read in one walk.

        Returns:
            The values; and for each attribute, the offset of its part, the number k of its rows, and the bytes of its
            distinct values. A part has its rows in order, int64; the index of each row's value among the distinct
            values, int32; and these, in order of first use, in UTF-8, each followed by a zero byte.

        Raises:
            ValueError: more than `MAX_NAMES` attributes.
        """
        counts = (ctypes.c_int64 * (2 * len(names)))()
        data = _read(LIBRARY.document_values, self.handle, _attribute_names(names), counts)
        out, offset = [], 0
        numbers = iter(counts[:])
        for rows, size in zip(numbers, numbers, strict=True):
            out.append((offset, rows, size))
            offset = (offset + 12 * rows + size + 7) & ~7
        return data, out

    def select(self, selector: str) -> NDArray[np.int32]:
        """The rows that match a CSS selector, in document order.

        Raises:
            ValueError: the selector is not valid.
        """
        query, capacity = selector.encode(), len(self.tag)
        while True:
            rows = np.empty(capacity, dtype=np.int32)
            found = LIBRARY.document_select(self.handle, query, len(query), pointer(rows), capacity)
            if found < 0:
                raise ValueError(f"not a valid CSS selector: {selector!r}")
            if found <= capacity:
                return np.array(sorted(set(rows[:found].tolist())), dtype=np.int32)
            capacity = found

    def segments(self, eligible: NDArray[np.bool_]) -> NativeSegments:
        """The segments of the flagged text rows."""
        capacity = int(np.count_nonzero(eligible))
        of = np.empty(len(self.tag), dtype=np.int32)
        numbers = np.empty((len(SEGMENT_COLUMNS), capacity), dtype=np.int32)
        count = LIBRARY.document_segments(self.handle, eligible.tobytes(), pointer(of), pointer(numbers), capacity)
        return NativeSegments(of, numbers, count)

    def hand_down(self, flags: NDArray[Any]) -> NDArray[Any]:
        """Copy the flags or bits of each row to all rows below it, in place; return the array."""
        LIBRARY.document_hand_down(self.handle, pointer(flags))
        return flags

    def amounts(
        self, segments: NativeSegments, hidden: NDArray[Any], kinds: NDArray[Any]
    ) -> tuple[Amounts, NDArray[Any]]:
        """Amounts of text, links and headings; and the visible characters before each row and, last, of the page.

        `hidden` has a flag for each row, `kinds` the properties of each tag (`amounts.c`).
        """
        out, chars = Amounts(), np.empty(len(self.tag) + 1, dtype=np.int32)
        LIBRARY.document_amounts(self.handle, segments.reference, *pointers(hidden, kinds, chars), ctypes.byref(out))
        return out, chars

    def masses(self, kept: NDArray[Any], hidden: NDArray[Any], apart: NDArray[Any]) -> list[NDArray[np.int32]]:
        """Three sums of characters per row and for the end of the page (see `text.c`). ``apart`` has flags by tag."""
        sums = np.zeros((3, len(self.tag) + 1), dtype=np.int32)
        LIBRARY.document_masses(self.handle, kept.tobytes(), hidden.tobytes(), apart.tobytes(), pointer(sums))
        return list(sums)

    def kept_texts(self, kept: NDArray[np.bool_], hidden: NDArray[np.bool_], rows: list[int]) -> tuple[str, bytes]:
        """The words of the kept rows, each followed by a line feed, and two separators for each (see `text.c`)."""
        first, stop = rows[0], rows[-1] + 1
        out = np.empty(4 * int(self.stop[stop - 1] - self.start[first]) + len(rows), dtype=np.uint8)
        gaps = np.empty(2 * len(rows), dtype=np.uint8)
        flags = kept.tobytes(), hidden.tobytes()  # `pointer` is slow for read-only arrays
        size = LIBRARY.document_kept_texts(self.handle, *flags, first, stop, *pointers(out, gaps))
        return str(out[:size].data, "utf-8", "surrogatepass"), gaps.tobytes()

    def texts(self, segments: NativeSegments) -> list[str]:
        """The text of each segment, with white space collapsed and trimmed."""
        out = np.empty(4 * len(self.points) + len(segments.of), dtype=np.uint8)
        size = LIBRARY.document_texts(self.handle, segments.reference, pointer(out))
        return str(out[:size].data, "utf-8", "surrogatepass").split("\n")[:-1]


def _read(function: Callable[..., int], *arguments: Any) -> bytes:
    """Call a function that writes an unknown number of bytes, and return them."""
    buffer: ctypes.Array[ctypes.c_char] | None = getattr(_THREAD, "buffer", None)
    if buffer is None:
        buffer = _THREAD.buffer = ctypes.create_string_buffer(_BUFFER_BYTES)
    size = function(*arguments, buffer, len(buffer))
    if size > len(buffer):
        buffer = ctypes.create_string_buffer(size)
        function(*arguments, buffer, size)
    if size < 0:
        raise MemoryError("no memory to read the page's attributes")
    return bytes(memoryview(buffer)[:size])


def _attribute_names(names: Sequence[str]) -> bytes:
    if len(names) > MAX_NAMES:
        raise ValueError(f"at most {MAX_NAMES} attributes can be read at once, not {len(names)}")
    return _zero_terminated(tuple(names))


@cache
def _zero_terminated(names: tuple[str, ...]) -> bytes:
    """Names in the engine's form, each followed by a zero byte; ctypes adds another after the last."""
    return "".join(f"{name}\0" for name in names).encode()


def mapped(
    points: NDArray[np.uint32], start: NDArray[np.int32], stop: NDArray[np.int32], units: NDArray[np.uint16]
) -> tuple[str, NDArray[np.bool_]]:
    """Parts of a text, with each letter replaced.

    Args:
        points: the code points of the text.
        start: where each part begins, shape (k,).
        stop: where it ends, shape (k,).
        units: the replacement by code point, 0 for none; higher code points have none.

    Returns:
        The parts whose letters all have a replacement, each followed by a space; and a flag for each of these, shape
        (k,).
    """
    out = np.empty(int((stop - start).sum()) + len(start), dtype=np.uint16)
    whole = np.empty(len(start), dtype=np.bool_)
    parts = *pointers(start, stop), len(start)
    size = LIBRARY.map_points(*pointers(points, units), len(units), *parts, *pointers(out, whole))
    return str(out[:size].data, "utf-16-le", "surrogatepass"), whole


def count_controls(data: bytes) -> int:
    """The number of characters U+0080 to U+009F right after a character U+0080 to U+00FF, in UTF-8."""
    return int(LIBRARY.count_controls(data, len(data)))


class _Words(ctypes.Structure):
    _fields_ = fields(_POINTER, "pairs heads next front mask octets at lists")


class Words:
    """Up to 64 lists of words that are searched for at once. Each word has at least two bytes in UTF-8."""

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        masks: dict[bytes, int] = {}
        for number, words in enumerate(lists):
            for word in words:
                masks[word.encode()] = masks.get(word.encode(), 0) | 1 << number
        heads, following = np.zeros(_BUCKETS, dtype=np.uint16), np.zeros(len(masks), dtype=np.uint16)
        pairs = np.zeros(_BUCKETS, dtype=np.uint16)
        for number, data in enumerate(masks):
            bucket = _bucket(data)
            following[number], heads[bucket] = heads[bucket], number + 1
            is_pair = len(data) == 2
            # Words with the same first letter are in one group, so that few third letters match.
            group = 1 << (0 if is_pair else 1 + data[0] % 7)
            pairs[bucket] |= group
            pairs[slice(None) if is_pair else _bucket(data[1:])] |= group << 8
        front, mask = (
            np.frombuffer(b"".join(data[:4].ljust(4, b"\0") for data in of), dtype=np.uint32)
            for of in (masks, [b"\xff" * len(data) for data in masks])
        )
        octets = np.frombuffer(b"".join(masks), dtype=np.uint8)
        at = np.cumsum([0, *map(len, masks)], dtype=np.int32)
        of_lists = np.array([*masks.values()], dtype=np.uint64)
        self._kept: list[NDArray[Any]] = [pairs, heads, following, front, mask, octets, at, of_lists]
        self._structure = _Words(*pointers(*self._kept))

    def in_texts(self, texts: str, count: int) -> NDArray[np.uint64]:
        """For each text, a bit for each list with a word in it; shape (count,). Texts are separated by zeros."""
        out = np.empty(count, dtype=np.uint64)
        data = texts.encode("utf-8", "replace") + _PADDING
        LIBRARY.words_in_texts(data, len(data) - len(_PADDING), ctypes.byref(self._structure), pointer(out), None)
        return out

    def counts(self, text: str) -> list[int]:
        """The number of occurrences in a text of words of each of the 64 lists, overlapping ones included."""
        out, found = _Counts(), ctypes.c_uint64()
        data = text.encode("utf-8", "replace") + _PADDING
        size = len(data) - len(_PADDING)
        LIBRARY.words_in_texts(data, size, ctypes.byref(self._structure), ctypes.byref(found), out)
        return out[:]

    def in_values(self, data: bytes, offset: int, count: int, size: int) -> tuple[list[int], list[int]]:
        """Where the rows of each of 64 lists end, and the rows with a word of each list, in any case, list after list.

        Args:
            data: the values of attributes (`Document.raw_values`), and for one attribute:
            offset: where its part begins.
            count: the number of its rows.
            size: the bytes of its values.
        """
        found = _read(LIBRARY.words_in_values, data, offset, count, size, ctypes.byref(self._structure))
        numbers = memoryview(found).cast("i").tolist()
        return numbers[:64], numbers[64:]


def _bucket(word: bytes) -> int:
    """The bucket of the first two bytes."""
    return (word[0] * 64 + word[1]) % _BUCKETS
