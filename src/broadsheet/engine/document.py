"""The engine's functions for Python: a parsed page with its rows, and searches in texts.

Rows are the elements and text nodes in document order. Comments, the doctype and processing instructions are no rows,
and neither are the text nodes of elements that hold no text; the contents of a ``template`` are another document and
are not entered.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import LIBRARY, pointer, pointers

__all__ = [
    "Document",
    "Grouped",
    "LimitExceeded",
    "Tables",
    "Words",
    "collapsed",
    "count_controls",
    "mapped",
    "rows_by_list",
]

_CLOSED, _BREAKS, _LINK = 1, 2, 4
"""Properties of a tag, as in `engine.h`."""
_NUMBERS: Final = 10
"""Columns of whole numbers."""
SEGMENT_COLUMNS: Final = ("first", "last", "start", "stop", "block", "holder", "chars", "words", "punct", "link_chars")
"""Columns of a page's segments, as in `engine.h`."""
_USUAL_SIZE: Final = 1 << 16
"""Bytes of the buffer that each thread keeps for results; longer ones get a buffer of their own."""
_THREAD: Final = threading.local()
_Two = ctypes.c_int64 * 2
_BUCKETS: Final = 4096
_PADDING: Final = b"\0\0\0"
"""Put behind texts, which are read four octets at a time."""
_Ends = ctypes.c_int64 * 64


class LimitExceeded(Exception):
    """A page is beyond a limit of its parser: the place of the limit among those given, and the value found."""

    def __init__(self, place: int, value: int) -> None:
        super().__init__(place, value)
        self.place, self.value = place, value


class _Tables(ctypes.Structure):
    _fields_ = (
        ("numbers", ctypes.c_void_p),
        ("kinds", ctypes.c_void_p),
        ("classes", ctypes.c_void_p),
        ("points", ctypes.c_uint32),
    )


class Tables:
    """What the engine must know of tags and characters.

    Args:
        names: the names of tags by number; 0 is a text node, 1 an element of another name.
        without_text: numbers of the tags whose contents are not rows.
        breaks: whether each number's tag breaks lines.
        links: whether it is a link.
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
        LIBRARY.number_other_nodes(pointer(numbers))
        for number, name in enumerate(names):
            LIBRARY.number_tag(name.encode(), len(name.encode()), number, pointer(numbers))
        kinds = breaks * np.uint8(_BREAKS) + links * np.uint8(_LINK)
        kinds[sorted(without_text)] |= _CLOSED
        self._kept = numbers, kinds, classes
        self._structure = _Tables(*map(pointer, self._kept), len(classes) - 1)
        self.reference = ctypes.byref(self._structure)


class _Segments(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int64), *[(name, ctypes.c_void_p) for name in ("of", *SEGMENT_COLUMNS)])


class Grouped:
    """The segments of a page.

    Attributes:
        of: the segment of each row, or -1.
        columns: the columns of `SEGMENT_COLUMNS` by name, each of shape (m,).
        reference: for functions of the library.
    """

    def __init__(self, of: NDArray[np.int32], numbers: NDArray[np.int32], count: int) -> None:
        self.of = of
        self.columns = dict(zip(SEGMENT_COLUMNS, numbers[:, :count], strict=True))
        begin, step = pointer(numbers), numbers.strides[0]
        places = range(begin, begin + len(SEGMENT_COLUMNS) * step, step) if step else [begin] * len(SEGMENT_COLUMNS)
        self._structure = _Segments(count, pointer(of), *places)
        self.reference = ctypes.byref(self._structure)


class Document:
    """A parsed page. The engine's memory is freed with this object.

    Args:
        html: the page in UTF-8.
        tables: what the engine must know of tags and characters.
        most: the limit of each measure, in the order of `document.c`.

    Attributes:
        handle: for functions of the library.
        text: the text of all text rows, one after the other.
        points: its code points.
        tag, parent, end, block, depth, start, stop, chars, words, punct, link_chars: a number a row, as
            `broadsheet.page.Page` describes them.

    Raises:
        LimitExceeded: it is beyond one of the limits.
        MemoryError: there is no memory for it.
    """

    def __init__(self, html: bytes, tables: Tables, most: tuple[int, ...]) -> None:
        sizes = _Two()
        self._tables = tables
        self.handle = LIBRARY.document_open(
            html, len(html), tables.reference, (ctypes.c_int64 * len(most))(*most), sizes
        )
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
        self._numbers.setflags(write=False)  # and so are the columns, which are parts of it
        self.parent, self.end, self.block, self.depth, self.start, self.stop = self._numbers[:6]
        self.chars, self.words, self.punct, self.link_chars = self._numbers[6:]
        self.points = points[: len(self.text)]
        self.points.setflags(write=False)

    def __del__(self, close: Callable[[int | None], None] = LIBRARY.document_close) -> None:
        close(self.__dict__.get("handle"))

    def name(self, row: int) -> str:
        """The name of an element."""
        return _read(LIBRARY.document_name, self.handle, row)[:-1].decode("utf-8", "replace")

    def raw_text(self, row: int) -> str:
        """All text inside an element, also in those that have no text rows."""
        return _read(LIBRARY.document_raw_text, self.handle, row)[:-1].decode("utf-8", "replace")

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row. One without a value has the empty string; a text row has none."""
        one = ctypes.byref(ctypes.c_int64(row))
        strings = _read(LIBRARY.document_attributes, self.handle, one, 1, None).decode("utf-8", "replace").split("\0")
        return dict(zip(strings[:-1:2], strings[1::2], strict=True))

    def all_attributes(self, rows: NDArray[np.integer[Any]]) -> list[dict[str, str]]:
        """The attributes of each of some rows."""
        counts = np.empty(len(rows), dtype=np.int32)
        wanted = np.ascontiguousarray(rows, dtype=np.int64)
        given = self.handle, pointer(wanted), len(rows), pointer(counts)
        strings = iter(_read(LIBRARY.document_attributes, *given).decode("utf-8", "replace").split("\0"))
        pairs = zip(strings, strings, strict=False)
        return [dict(islice(pairs, count)) for count in counts.tolist()]

    def joined(self, rows: Sequence[int] | NDArray[np.integer[Any]], names: Sequence[str]) -> list[str]:
        """The values of some attributes (at most 32) of each of some rows, with a space between; the empty string for
        none.
        """
        if not len(rows):
            return []
        wanted = np.ascontiguousarray(rows, dtype=np.int64)
        found = _read(LIBRARY.document_joined, self.handle, pointer(wanted), len(rows), _in_one(tuple(names)))
        return found.decode("utf-8", "replace").split("\0")[:-1]

    def valued(self, names: Sequence[str]) -> list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]]:
        """The values of some attributes (at most 32) of the rows that have them, all read in one walk.

        Returns:
            For each attribute its rows in order, the index of each row's value among the distinct values, and these in
            order of first use, in UTF-8, with a zero after each.
        """
        counts = (_Two * len(names))()
        data = _read(LIBRARY.document_values, self.handle, _in_one(tuple(names)), counts)
        out, at = [], 0
        for rows, size in counts:
            begin = at + 8 * rows
            both = np.frombuffer(data, dtype=np.int32, count=2 * rows, offset=at)
            out.append((both[:rows], both[rows:], np.frombuffer(data, np.uint8, size, begin)))
            at = (begin + size + 3) & ~3
        return out

    def select(self, selector: str) -> NDArray[np.int32]:
        """The rows that a CSS selector matches, in order, each once.

        Raises:
            ValueError: the selector is not valid.
        """
        query, place = selector.encode(), len(self.tag)
        while True:
            rows = np.empty(place, dtype=np.int32)
            found = LIBRARY.document_select(self.handle, query, len(query), pointer(rows), place)
            if found < 0:
                raise ValueError(f"not a valid CSS selector: {selector!r}")
            if found <= place:
                return np.array(sorted(set(rows[:found].tolist())), dtype=np.int32)
            place = found

    def segments(self, eligible: NDArray[np.bool_]) -> Grouped:
        """The segments that some text rows make, a flag a row."""
        place = int(np.count_nonzero(eligible))
        of = np.empty(len(self.tag), dtype=np.int32)
        numbers = np.empty((len(SEGMENT_COLUMNS), place), dtype=np.int32)
        count = LIBRARY.document_segments(self.handle, *pointers(eligible, of, numbers), place)
        of.setflags(write=False)
        numbers.setflags(write=False)
        return Grouped(of, numbers, count)

    def hand_down(self, flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Flags of rows, set as well for all rows below those that have one. They are written over."""
        LIBRARY.document_hand_down(self.handle, pointer(flags))
        return flags


def _read(function: Callable[..., int], *given: Any) -> bytes:
    """The bytes that a function of the library writes, whose number is not known before."""
    place: ctypes.Array[ctypes.c_char] | None = getattr(_THREAD, "place", None)
    if place is None:
        place = _THREAD.place = ctypes.create_string_buffer(_USUAL_SIZE)
    size = function(*given, place, len(place))
    if size > len(place):
        place = ctypes.create_string_buffer(size)
        function(*given, place, size)
    if size < 0:
        raise MemoryError("no memory to read the page's attributes")
    return ctypes.string_at(place, size)


@cache
def _in_one(names: tuple[str, ...]) -> bytes:
    """Names as the engine reads them, with a zero after each; Python adds another after the last."""
    return "".join(f"{name}\0" for name in names).encode()


def collapsed(
    points: NDArray[np.uint32], start: NDArray[np.int32], stop: NDArray[np.int32], tables: Tables
) -> list[str]:
    """Parts of a text, given as code points, with white space collapsed and trimmed.

    Args:
        points: the code points of the text, shape (characters,).
        start: where each part begins, shape (k,).
        stop: where it ends, shape (k,).
        tables: for the classes of characters.
    """
    out = np.empty(4 * int((stop - start).sum()) + len(start), dtype=np.uint8)
    size = LIBRARY.collapse(pointer(points), tables.reference, pointer(start), pointer(stop), len(start), pointer(out))
    return str(out[:size].data, "utf-8", "surrogatepass").split("\n")[:-1]


def mapped(
    points: NDArray[np.uint32], start: NDArray[np.int32], stop: NDArray[np.int32], units: NDArray[np.uint16]
) -> tuple[str, NDArray[np.bool_]]:
    """Parts of a text with each letter replaced by another.

    Args:
        points: the text's code points.
        start: where each part begins, shape (k,).
        stop: where it ends.
        units: the other letter by code point, 0 for none; higher code points have none either.

    Returns:
        The parts whose letters all have another, with a space after each, and which parts these are, shape (k,).
    """
    out = np.empty(int((stop - start).sum()) + len(start), dtype=np.uint16)
    whole = np.empty(len(start), dtype=np.bool_)
    given = (pointer(points), pointer(units), len(units), pointer(start), pointer(stop), len(start))
    size = LIBRARY.map_points(*given, pointer(out), pointer(whole))
    return str(out[:size].data, "utf-16-le", "surrogatepass"), whole


def count_controls(data: bytes) -> int:
    """The number of characters U+0080 to U+009F right after a character U+0080 to U+00FF, in UTF-8."""
    return int(LIBRARY.count_controls(data, len(data)))


class _Words(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_void_p) for name in ("pairs", "heads", "next", "front", "mask", "octets", "at", "lists")
    )


class Words:
    """At most 64 lists of words that are searched for at once. Each word has two octets or more in UTF-8."""

    def __init__(self, lists: Sequence[Sequence[str]]) -> None:
        masks: dict[bytes, int] = {}
        for number, words in enumerate(lists):
            for word in words:
                masks[word.encode()] = masks.get(word.encode(), 0) | 1 << number
        heads, following = np.zeros(_BUCKETS, dtype=np.uint16), np.zeros(len(masks), dtype=np.uint16)
        pairs = np.zeros(_BUCKETS, dtype=np.uint16)
        for number, octets in enumerate(masks):
            bucket = _bucket(octets)
            following[number], heads[bucket] = heads[bucket], number + 1
            is_pair = len(octets) == 2
            # Words that begin alike are in one group: few third letters fit any second one.
            group = 1 << (0 if is_pair else 1 + octets[0] % 7)
            pairs[bucket] |= group
            pairs[slice(None) if is_pair else _bucket(octets[1:])] |= group << 8
        front, mask = (
            np.frombuffer(b"".join(octets[:4].ljust(4, b"\0") for octets in of), dtype=np.uint32)
            for of in (masks, [b"\xff" * len(octets) for octets in masks])
        )
        octets_of = np.frombuffer(b"".join(masks), dtype=np.uint8)
        at = np.cumsum([0, *map(len, masks)], dtype=np.int32)
        masks_of = np.array([*masks.values()], dtype=np.uint64)
        self._kept: list[NDArray[Any]] = [pairs, heads, following, front, mask, octets_of, at, masks_of]
        self._structure = _Words(*map(pointer, self._kept))

    def in_texts(self, texts: str, count: int) -> NDArray[np.uint64]:
        """The lists with a word in each of so many texts, a bit each, shape (count,). Texts are divided by zeros."""
        out = np.empty(count, dtype=np.uint64)
        data = texts.encode("utf-8", "replace") + _PADDING
        LIBRARY.words_in_texts(data, len(data) - len(_PADDING), ctypes.byref(self._structure), pointer(out))
        return out


def _bucket(octets: bytes) -> int:
    """The bucket of the first two octets."""
    return (octets[0] * 64 + octets[1]) % _BUCKETS


def rows_by_list(
    found: NDArray[np.uint64], which: NDArray[np.int32], rows: NDArray[np.intp]
) -> tuple[list[int], NDArray[np.intp]]:
    """The rows with a word of each list in their values.

    Args:
        found: the lists with a word in each distinct value (`Words.in_texts`).
        which: the index of each row's value, shape (k,).
        rows: the rows, shape (k,).

    Returns:
        Where the rows of each of 64 lists end, and the rows, list after list, in order.
    """
    ends = _Ends()
    given = (pointer(found), pointer(which), pointer(rows), len(rows), ends)
    out = np.empty(LIBRARY.rows_by_list(*given, None), dtype=np.intp)
    LIBRARY.rows_by_list(*given, pointer(out))
    return ends[:], out
