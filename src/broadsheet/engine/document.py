"""A parsed page: its columns, and what is read of its rows when it is asked for.

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
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine.library import LIBRARY, pointer, pointers

__all__ = ["Document", "Grouped", "LimitExceeded", "Tables", "Valued"]

_CLOSED, _BREAKS, _LINK = 1, 2, 4
"""What the engine must know of a tag, as in `engine.h`."""
_NUMBERS: Final = 10
"""Columns of whole numbers."""
SEGMENT_COLUMNS: Final = ("first", "last", "start", "stop", "block", "holder", "chars", "words", "punct", "link_chars")
"""Columns of a page's segments, as in `engine.h`."""
_USUAL_SIZE: Final = 1 << 16
"""Bytes of the place that each thread keeps for answers; longer ones get a place of their own."""
_THREAD: Final = threading.local()
_Two, _Five = ctypes.c_int64 * 2, ctypes.c_int64 * 5


class LimitExceeded(Exception):
    """A page is beyond a limit of its parser.

    Attributes:
        place: the place of the limit among those given.
        value: what was found until then.
    """

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
        names: the names of tags by their numbers; number 0 is a text node, number 1 an element of another name.
        without_text: numbers of the tags whose contents are no rows.
        breaks: flag by number, for tags that break lines.
        links: flag by number, for links.
        classes: class bits by code point; the last entry stands for all above.
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


class Valued(NamedTuple):
    """An attribute of the rows that have it.

    Attributes:
        rows: these rows, in order.
        which: which of the different values each has.
        utf8: the different values, in the order in which they come first, in UTF-8, with a zero behind each.
    """

    rows: NDArray[np.int32]
    which: NDArray[np.int32]
    utf8: NDArray[np.uint8]


class _Segments(ctypes.Structure):
    _fields_ = (("count", ctypes.c_int64), *[(name, ctypes.c_void_p) for name in ("of", *SEGMENT_COLUMNS)])


class Grouped:
    """The segments of a page.

    Args:
        of: the segment of each row, or -1.
        numbers: the columns of `SEGMENT_COLUMNS`, shape (10, m or more).
        count: m, how many segments there are.

    Attributes:
        of: see above.
        columns: the columns by name, each of shape (m,).
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
        most: the most start tags, nested elements, elements that are open at end tags (summed over these), attributes
            of a tag, and bytes of memory. Without bounds, some pages would take quadratic time and memory.

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
        self.handle = LIBRARY.document_open(html, len(html), tables.reference, _Five(*most), sizes)
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

    def joined_utf8(self, rows: NDArray[np.integer[Any]], names: Sequence[str]) -> bytes:
        """The values of some attributes (at most 32) of each of some rows, with a space between, and a zero behind each
        row's.
        """
        wanted = np.ascontiguousarray(rows, dtype=np.int64)
        return _read(LIBRARY.document_joined, self.handle, pointer(wanted), len(rows), _in_one(tuple(names)))

    def valued(self, names: Sequence[str]) -> list[Valued]:
        """The values of some attributes (at most 32) of the rows that have them, all read in one walk."""
        counts = (_Two * len(names))()
        data = _read(LIBRARY.document_values, self.handle, _in_one(tuple(names)), counts)
        out, at = [], 0
        for rows, size in counts:
            begin = at + 8 * rows
            both = np.frombuffer(data, dtype=np.int32, count=2 * rows, offset=at)
            out.append(Valued(both[:rows], both[rows:], np.frombuffer(data, np.uint8, size, begin)))
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
    """What a function writes to a place whose size is not known before."""
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
    """Names as the engine reads them: with a zero behind each; Python puts another behind the last."""
    return "".join(f"{name}\0" for name in names).encode()
