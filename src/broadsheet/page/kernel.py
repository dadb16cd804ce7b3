"""The compiled walk over the parser's tree, where there is one: `kernel.c`, by way of ctypes.

The package works without it. It is not used where it was not built (no C compiler at the installation), where it was
built from another version of `kernel.c`, where the parser's nodes do not lie in memory as it reads them, or where the
environment variable ``BROADSHEET_KERNEL`` is ``0``. It must give what the Python walk gives, on every page.

It must not know what rows are for, and it never makes the parser's tree: `broadsheet.page.parse` does.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser, LexborNode

from broadsheet.page import characters, tags
from broadsheet.page.arrays import BoolArray, IntArray, TagArray, frozen
from broadsheet.page.compiled import address, characters_of, opened
from broadsheet.page.walk import LAST_STATIC_ID, Walked

__all__ = [
    "Words",
    "all_attributes",
    "attributes",
    "available",
    "collapsed",
    "count_controls",
    "count_no_text",
    "count_octets",
    "count_tags",
    "element_name",
    "hand_down",
    "joined",
    "mapped",
    "raw_text",
    "rows_by_list",
    "segments",
    "utf8",
    "valued",
    "walk",
]

_VERSION: Final = 29
"""Of `kernel.c`. A library built from another one is left alone."""
_MEMORY: Final = Path("/proc/self/mem")
_LONGEST_READ: Final = 256
_FILE: Final = Path(__file__).with_name("_kernel.so")
_CLOSED, _BREAKS, _LINK = 1, 2, 4
_BUCKETS: Final = 4096
_BEHIND: Final = b"\0\0\0"
"""What stands behind texts that are read four octets at a time."""
_SKIP: Final = 0xFFFF
_USUAL_ATTRIBUTES: Final = 8192
"""Bytes that most elements' attributes have place in."""
_THREAD: Final = threading.local()
_Two, _Ends = ctypes.c_int64 * 2, ctypes.c_int64 * 64
_NUMBERS: Final = "parent end block depth start stop chars words punct link_chars".split()
"""The columns of whole numbers, in the order of `kernel.c`."""

# Where `kernel.c` reads, in bytes from the beginning of a node.
_NAME, _NEXT, _PARENT, _FIRST, _DATA, _LENGTH = 8, 40, 56, 64, 96, 104
_QUALIFIED, _VALUE, _NEXT_ATTRIBUTE, _ATTRIBUTES, _NAME_LENGTH, _SHORT_NAME = 104, 112, 128, 120, 24, 16
_ATTRIBUTE_NAMES: Final = """
    accept accept-charset active align alink alt axis bgcolor charset checked class clear codetype color compact
    content declare defer dir direction disabled enctype face focus for frame height hover href hreflang html
    http-equiv id is lang language link maxlength media method multiple nohref noresize noshade nowrap
    placeholder pool public readonly rel required rev rules scheme scope scrolling selected shape size slot src
    style system target text title type valign valuetype vlink width xmlns
    """.split()
"""Names that the parser knows by number; of others it makes a record on each page."""


class _Tables(ctypes.Structure):
    _fields_ = (
        ("numbers", ctypes.c_void_p),
        ("known", ctypes.c_uint64),
        ("kinds", ctypes.c_void_p),
        ("classes", ctypes.c_void_p),
        ("points", ctypes.c_uint32),
        ("unknown", ctypes.c_uint16),
        ("name_count", ctypes.c_uint16),
        ("names", ctypes.c_void_p),
        ("name_at", ctypes.c_void_p),
    )


class _Columns(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_void_p) for name in ("tag", *_NUMBERS, "address", "text"))


@dataclass(frozen=True, slots=True)
class _Kernel:
    library: ctypes.CDLL
    tables: _Tables
    reference: object
    """What the functions take for the tables."""
    reads_attributes: bool
    kept: tuple[NDArray[np.generic], ...]
    """The arrays that the tables point into."""


def available() -> bool:
    """Whether pages are read by the compiled walk."""
    return _kernel() is not None


def walk(document: LexborHTMLParser) -> Walked | None:
    """The rows of a document; None where there is no kernel, or no root."""
    kernel = _kernel()
    node = document.root
    return None if kernel is None or node is None else _walk(kernel, node)


@dataclass(frozen=True, slots=True, eq=False)
class Grouped:
    """The segments of a page as the kernel finds them.

    Attributes:
        of: the segment of each row, or -1.
        first, last: the rows of each segment.
        sums: its characters, words, punctuation marks and characters in links, shape (4, m).
    """

    of: IntArray
    first: IntArray
    last: IntArray
    sums: NDArray[np.int64]


def segments(end: IntArray, block: IntArray, eligible: BoolArray, counts: Sequence[IntArray]) -> Grouped | None:
    """The segments of a page; None where there is no kernel.

    Args:
        end: of each row, and so on.
        block: its block.
        eligible: whether it may be in a segment.
        counts: its characters, words, punctuation marks and characters in links.
    """
    kernel = _kernel()
    if kernel is None:
        return None
    place = int(np.count_nonzero(eligible))
    of = np.empty(len(end), dtype=np.int32)
    first, last = np.empty((2, place), dtype=np.int32)
    sums = np.empty((place, 4), dtype=np.int64)
    given = (address(column) for column in (end, block, eligible, *counts, of, first, last, sums))
    many = kernel.library.segments(len(end), *given)
    return Grouped(of, first[:many], last[:many], np.ascontiguousarray(sums[:many].T))


def collapsed(points: NDArray[np.uint32], start: IntArray, stop: IntArray) -> list[str] | None:
    """Stretches of a text, given its code points, with each run of white space made one space, and none at the ends.

    None as `walk`.

    Args:
        points: the code points of the text, shape (characters,).
        start: where each stretch begins, in characters, shape (k,).
        stop: where it ends, shape (k,).
    """
    kernel = _kernel()
    if kernel is None:
        return None
    out = np.empty(4 * int((stop - start).sum()) + len(start), dtype=np.uint8)
    size = kernel.library.collapse(
        address(points), kernel.reference, address(start), address(stop), len(start), address(out)
    )
    return str(out[:size].data, "utf-8", "surrogatepass").split("\n")[:-1]


def mapped(
    points: NDArray[np.uint32], start: IntArray, stop: IntArray, units: NDArray[np.uint16]
) -> tuple[str, BoolArray] | None:
    """Stretches of a text in other letters, where there is one for each of theirs.

    Args:
        points: the text's code points.
        start: where each stretch begins, shape (k,).
        stop: where it ends.
        units: the letter by code point, 0 for those that have none; those beyond it have none either.

    Returns:
        The stretches that have a letter for each code point, with a space behind each, and which these are, shape (k,);
        None as `walk`.
    """
    kernel = _kernel()
    if kernel is None:
        return None
    out = np.empty(int((stop - start).sum()) + len(start), dtype=np.uint16)
    whole = np.empty(len(start), dtype=np.bool_)
    given = (address(points), address(units), len(units), address(start), address(stop), len(start))
    size = kernel.library.map_points(*given, address(out), address(whole))
    return str(out[:size].data, "utf-16-le", "surrogatepass"), whole


def hand_down(flags: BoolArray, parent: IntArray) -> bool:
    """Set the flags of all rows below those that have one; False where there is no kernel."""
    kernel = _kernel()
    if kernel is None:
        return False
    kernel.library.hand_down(len(flags), address(parent), address(flags))
    return True


def count_no_text(data: bytes, length: int) -> int | None:
    """How many of the first octets stand in no text; None where there is no kernel."""
    kernel = _kernel()
    return None if kernel is None else int(kernel.library.count_no_text(data, min(length, len(data))))


def utf8(text: str) -> bytes:
    """A text in UTF-8; a lone surrogate is a question mark. Where there is no kernel that is Python's own work."""
    kernel = None if text.isascii() else _kernel()
    found = None if kernel is None else characters_of(text)
    if kernel is None or found is None:
        return text.encode("utf-8", "replace")
    begin, width = found
    out = np.empty(min(4, width + 1) * len(text), dtype=np.uint8)
    size = kernel.library.to_utf8(begin, len(text), width, address(out))
    return ctypes.string_at(address(out), size)


def count_octets(data: bytes, first: int, second: int) -> tuple[int, int] | None:
    """How often two octets occur; None where there is no kernel."""
    kernel = _kernel()
    if kernel is None:
        return None
    counts = _Two()
    kernel.library.count_octets(data, len(data), first, second, counts)
    return counts[0], counts[1]


def count_tags(data: bytes, pairs: BoolArray) -> tuple[int, int] | None:
    """How many end tags there may be, and how many start tags whose names begin with a pair of octets.

    Args:
        data: a page.
        pairs: the pairs, the first octet times 256; shape (65536,).

    Returns:
        Both; None where there is no kernel.
    """
    kernel = _kernel()
    if kernel is None:
        return None
    counts = _Two()
    kernel.library.count_tags(data, len(data), address(pairs), counts)
    return counts[0], counts[1]


def count_controls(data: bytes) -> int | None:
    """How many control characters of U+0080 to U+009F stand right behind a character of U+0080 to U+00FF, in UTF-8.

    None where there is no kernel.
    """
    kernel = _kernel()
    return None if kernel is None else int(kernel.library.count_controls(data, len(data)))


def attributes(element: int) -> dict[str, str] | None:
    """The attributes of an element by the address of its node; None where there is no kernel that reads them."""
    kernel = _reading()
    if kernel is None:
        return None
    out = _buffer()
    size = kernel.library.attributes(element, kernel.reference, out, _USUAL_ATTRIBUTES)
    if size > _USUAL_ATTRIBUTES:
        out = ctypes.create_string_buffer(size)
        kernel.library.attributes(element, kernel.reference, out, size)
    if size < 0:
        return None
    strings = ctypes.string_at(out, size).decode("utf-8", "replace").split("\0")
    return dict(zip(strings[:-1:2], strings[1::2], strict=True))


def all_attributes(elements: NDArray[np.uint64]) -> list[dict[str, str]] | None:
    """`attributes` of several elements at once."""
    kernel = _reading()
    if kernel is None:
        return None
    counts = np.empty(len(elements), dtype=np.int32)
    arguments = (address(elements), len(elements), kernel.reference, address(counts))
    size = kernel.library.all_attributes(*arguments, None)
    if size < 0:
        return None
    out = np.empty(size, dtype=np.uint8)
    kernel.library.all_attributes(*arguments, address(out))
    strings = iter(str(out.data, "utf-8", "replace").split("\0"))
    pairs = zip(strings, strings, strict=False)
    return [dict(islice(pairs, count)) for count in counts.tolist()]


class _Words(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_void_p) for name in ("pairs", "heads", "next", "front", "mask", "octets", "at", "lists")
    )


class Words:
    """Lists of words that are looked for at once.

    Args:
        lists: the lists, at most 64; each word has two octets or more in UTF-8.
    """

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
        self._structure = _Words(*map(address, self._kept))

    def in_texts(self, texts: str, count: int) -> NDArray[np.uint64] | None:
        """The lists of which a word is in each text, a bit each, shape (count,); None where there is no kernel.

        Args:
            texts: the texts, with a zero after each but the last.
            count: how many there are.
        """
        kernel = _kernel()
        if kernel is None:
            return None
        out = np.empty(count, dtype=np.uint64)
        data = utf8(texts) + _BEHIND
        kernel.library.words_in_texts(data, len(data) - len(_BEHIND), ctypes.byref(self._structure), address(out))
        return out


def _bucket(octets: bytes) -> int:
    """The bucket of the first two octets."""
    return (octets[0] * 64 + octets[1]) % _BUCKETS


def rows_by_list(
    found: NDArray[np.uint64], which: IntArray, rows: NDArray[np.intp]
) -> tuple[list[int], NDArray[np.intp]] | None:
    """The rows in whose values a word of each list is; None as `walk`.

    Args:
        found: the lists of which a word is in each of the different values (`Words.in_texts`).
        which: which of these each row has, shape (k,).
        rows: the rows, shape (k,).

    Returns:
        Where the rows of each of 64 lists end, and these, those of one list after those of the other, each in order.
    """
    kernel = _kernel()
    if kernel is None:
        return None
    ends = _Ends()
    given = (address(found), address(which), address(rows), len(rows), ends)
    out = np.empty(kernel.library.rows_by_list(*given, None), dtype=np.intp)
    kernel.library.rows_by_list(*given, address(out))
    return ends[:], out


def element_name(element: int) -> str | None:
    """The name of an element that is no common one, by the address of its node; None as `attributes`, or if it is."""
    kernel = _reading()
    if kernel is None:
        return None
    out = _buffer()
    size = kernel.library.element_name(element, out, _USUAL_ATTRIBUTES)
    return ctypes.string_at(out, size).decode("utf-8", "replace") if 0 <= size <= _USUAL_ATTRIBUTES else None


def raw_text(element: int) -> str | None:
    """The text of an element that has nothing else in it, by the address of its node; None as `walk`, or if it has."""
    kernel = _kernel()
    if kernel is None:
        return None
    data = ctypes.c_void_p()
    size = kernel.library.raw_text(element, kernel.reference, ctypes.byref(data))
    if size <= 0:
        return None if size else ""
    return ctypes.string_at(data, size).decode("utf-8", "replace")


def joined(nodes: NDArray[np.uint64], names: Sequence[str]) -> bytes | None:
    """The values of some attributes of each node, with a space between; nothing for none.

    Args:
        nodes: addresses of the parser's nodes.
        names: names of attributes, in lower case.

    Returns:
        What each node has, in UTF-8, with a zero after it; None where there is no kernel that reads attributes.
    """
    kernel = _reading()
    if kernel is None:
        return None
    given = (address(nodes), len(nodes), kernel.reference, _in_one(tuple(names)))
    place = 64 * len(nodes) + 4096
    while True:
        out = np.empty(place, dtype=np.uint8)
        size = kernel.library.joined(*given, address(out), place)
        if size <= place:
            return None if size < 0 else out[:size].tobytes()
        place = size


_MOST_NAMES: Final = 32
"""Attributes that are read in one walk, as in `kernel.c`."""


class _Values(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_int64) for name in ("most", "room", "slots")],
        *[(name, ctypes.c_void_p) for name in ("place", "which", "out", "table", "begins", "met", "of", "number")],
        *[(name, ctypes.c_int64 * (_MOST_NAMES + 1)) for name in ("first", "different")],
        ("size", ctypes.c_int64),
    )


def valued(
    nodes: NDArray[np.uint64], rows: NDArray[np.intp], names: Sequence[str]
) -> list[tuple[NDArray[np.intp], IntArray, NDArray[np.uint8]]] | None:
    """The attributes of some names (at most 32) that elements have.

    Args:
        nodes: addresses of the parser's nodes.
        rows: those of elements, in order.
        names: names of attributes, in lower case.

    Returns:
        For each name the rows that have it, in order, which of the different values each has, and these in UTF-8, with
        a zero after each; None as `attributes`.
    """
    kernel = _reading()
    if kernel is None:
        return None
    elements = nodes[rows]
    most, room = 2 * len(elements) + 256, 64 * len(elements) + 8192
    while True:
        slots = 1 << most.bit_length()
        whole, met = np.empty(4 * most + 1, dtype=np.int32), np.empty(most * 2, dtype=np.uint64)
        table, octets = np.zeros(slots, dtype=np.int32), np.empty(most + room, dtype=np.uint8)
        place, out = address(whole), address(octets)
        which, of, begins = (place + 4 * number * most for number in (1, 2, 3))
        into = _Values(most, room, slots, place, which, out, address(table), begins, address(met), of, out + room)
        given = (address(elements), len(elements), kernel.reference, _in_one(tuple(names)), ctypes.byref(into))
        found = kernel.library.valued(*given)
        if found <= most and into.size <= room:
            break
        most, room = max(most, found), max(room, into.size)
    if found < 0:
        return None
    first, different = into.first[: len(names) + 1], into.different[: len(names) + 1]
    having, numbers = rows[whole[:found]], whole[most : most + found]
    edges = zip(pairwise(first), pairwise(whole[3 * most :][different].tolist()), strict=True)
    return [(having[a:b], numbers[a:b], octets[c:d]) for (a, b), (c, d) in edges]


@cache
def _in_one(names: tuple[str, ...]) -> bytes:
    """Names as `kernel.c` reads them: with a zero after each; Python puts another after the last."""
    return "".join(f"{name}\0" for name in names).encode()


def _reading() -> _Kernel | None:
    """The kernel, if it reads attributes."""
    kernel = _kernel()
    return kernel if kernel is not None and kernel.reads_attributes else None


def _buffer() -> ctypes.Array[ctypes.c_char]:
    """A place to write to, one for each thread."""
    buffer: ctypes.Array[ctypes.c_char] | None = getattr(_THREAD, "buffer", None)
    if buffer is None:
        buffer = _THREAD.buffer = ctypes.create_string_buffer(_USUAL_ATTRIBUTES)
    return buffer


def _walk(kernel: _Kernel, node: LexborNode) -> Walked | None:
    sizes = _Two()
    kernel.library.measure(node.mem_id, kernel.reference, sizes)
    rows, size = sizes[0], sizes[1]
    tag = np.empty(rows, dtype=np.uint16)
    numbers = np.empty((len(_NUMBERS), rows), dtype=np.int32)
    nodes = np.empty(rows, dtype=np.uint64)
    text = np.empty(size, dtype=np.uint8)
    begin, step = address(numbers), numbers.strides[0]
    places = range(begin, begin + step * len(numbers), step)
    columns = _Columns(address(tag), *places, address(nodes), address(text))
    points = kernel.library.fill(node.mem_id, kernel.reference, ctypes.byref(columns))
    decoded = str(text.data, "utf-8", "replace")
    # What the parser gives is valid UTF-8; were it not, offsets would differ.
    if len(decoded) != points:
        return None
    # Frozen as one: so are the columns, which are parts of it.
    parent, end, block, depth, start, stop, chars, words, punct, link_chars = frozen(numbers)
    return Walked(decoded, tag, parent, end, block, depth, start, stop, chars, words, punct, link_chars, address=nodes)


@cache
def _kernel() -> _Kernel | None:
    library = opened(_FILE, _VERSION)
    if library is None or not _laid_out_as_read():
        return None
    pointer: Any = ctypes.c_void_p
    size: Any = ctypes.c_int64
    for function, given, answer in (
        (library.measure, (ctypes.c_uint64, pointer, pointer), None),
        (library.fill, (ctypes.c_uint64, pointer, pointer), size),
        (library.segments, (size, *[pointer] * 11), size),
        (library.collapse, (pointer, pointer, pointer, pointer, size, pointer), size),
        (library.map_points, (pointer, pointer, ctypes.c_uint32, pointer, pointer, size, pointer, pointer), size),
        (library.words_in_texts, (ctypes.c_char_p, size, pointer, pointer), None),
        (library.rows_by_list, (pointer, pointer, pointer, size, pointer, pointer), size),
        (library.hand_down, (size, pointer, pointer), None),
        (library.to_utf8, (pointer, size, ctypes.c_int32, pointer), size),
        (library.count_no_text, (ctypes.c_char_p, size), size),
        (library.count_octets, (ctypes.c_char_p, size, ctypes.c_uint8, ctypes.c_uint8, pointer), None),
        (library.count_tags, (ctypes.c_char_p, size, pointer, pointer), None),
        (library.count_controls, (ctypes.c_char_p, size), size),
        (library.attributes, (ctypes.c_uint64, pointer, ctypes.c_char_p, size), size),
        (library.all_attributes, (pointer, size, pointer, pointer, pointer), size),
        (library.raw_text, (ctypes.c_uint64, pointer, pointer), size),
        (library.element_name, (ctypes.c_uint64, ctypes.c_char_p, size), size),
        (library.joined, (pointer, size, pointer, ctypes.c_char_p, pointer, size), size),
        (library.valued, (pointer, size, pointer, ctypes.c_char_p, pointer), size),
    ):
        function.argtypes, function.restype = given, answer
    numbers, kinds, classes = _numbers(), _kinds(), characters.table()
    known = _attribute_names() or {}
    ordered = [known.get(number, "") for number in range(max(known, default=-1) + 1)]
    names = np.frombuffer("".join(ordered).encode(), dtype=np.uint8)
    name_at = np.cumsum([0, *map(len, ordered)], dtype=np.int32)
    tables = _Tables(
        address(numbers),
        len(numbers),
        address(kinds),
        address(classes),
        len(classes) - 1,
        tags.UNKNOWN,
        len(ordered),
        address(names),
        address(name_at),
    )
    return _Kernel(library, tables, ctypes.byref(tables), bool(known), (numbers, kinds, classes, names, name_at))


def _laid_out_as_read() -> bool:
    """Whether the fields of a node stand where `kernel.c` reads them.

    Looks only inside nodes that the parser has just made, and compares with what it says of them itself.
    """
    root = LexborHTMLParser("<html><head></head><body>twelve bytes<i></i></body></html>").root
    head = None if root is None else root.first_child
    body = None if head is None else head.next
    text = None if body is None else body.first_child
    if root is None or head is None or body is None or text is None:
        return False
    if any(
        _at(node, place) != value
        for node, place, value in (
            (root, _NAME, root.tag_id),
            (text, _NAME, text.tag_id),
            (root, _FIRST, head.mem_id),
            (head, _FIRST, 0),
            (body, _FIRST, text.mem_id),
            (head, _NEXT, body.mem_id),
            (body, _NEXT, 0),
            (head, _PARENT, root.mem_id),
            (text, _PARENT, body.mem_id),
            (text, _LENGTH, len("twelve bytes")),
        )
    ):
        return False
    return ctypes.string_at(_at(text, _DATA), len("twelve bytes")) == b"twelve bytes"


def _at(node: LexborNode, place: int) -> int:
    """The word of eight bytes at a place of a node."""
    return ctypes.c_uint64.from_address(node.mem_id + place).value


def _attribute_names() -> dict[int, str] | None:
    """The names of attributes that the parser knows, by its numbers; None if they are not laid out as `kernel.c` reads.

    Where attributes stand cannot be asked of the parser, so the first looks go through the system, which says of an
    address that is none that it is none.
    """
    names = [*_ATTRIBUTE_NAMES, "data-n", "data-a-name-of-more-than-sixteen-letters", "xlink:href"]
    document = LexborHTMLParser(f"<svg {' '.join(f'{name}=v{number}' for number, name in enumerate(names))}>")
    node = None if document.body is None else document.body.first_child
    if node is None:
        return None
    known = {}
    try:
        with _MEMORY.open("rb", buffering=0) as memory:
            attribute = _word(memory, node.mem_id + _ATTRIBUTES)
            for number, name in enumerate(names):
                value = _word(memory, attribute + _VALUE)
                if _bytes(memory, _word(memory, value), _word(memory, value + 8)) != f"v{number}".encode():
                    return None
                own = _word(memory, attribute + _QUALIFIED) or _word(memory, attribute + _NAME)
                if own < LAST_STATIC_ID:
                    known[own] = name
                else:
                    place = own if len(name) <= _SHORT_NAME else _word(memory, own)
                    if _bytes(memory, place, _word(memory, own + _NAME_LENGTH)) != name.encode():
                        return None
                attribute = _word(memory, attribute + _NEXT_ATTRIBUTE)
    except (OSError, OverflowError):
        return None
    return known if attribute == 0 else None


def _word(memory: BinaryIO, address: int) -> int:
    return int.from_bytes(_bytes(memory, address, 8), "little")


def _bytes(memory: BinaryIO, address: int, size: int) -> bytes:
    return os.pread(memory.fileno(), min(size, _LONGEST_READ), address)


def _numbers() -> TagArray:
    """Our numbers of tags by the parser's, which belong to its version: read off a page that has all our tags.

    The parser's own kinds of nodes (comments, the doctype) come first in its table, and all of them before ``a``.
    """
    known: dict[int, int] = {}
    document = LexborHTMLParser("text")
    for name, number in tags.IDS.items():
        node = document.create_node(name) if number > tags.UNKNOWN else None
        if node is not None and node.tag_id <= LAST_STATIC_ID:
            known[node.tag_id] = number
    least = min(known)
    table = np.full(max(known) + 1, tags.UNKNOWN, dtype=np.uint16)
    table[:least] = _SKIP
    table[list(known)] = list(known.values())
    body = document.body
    if body is not None and body.first_child is not None:
        table[body.first_child.tag_id] = tags.TEXT
    return table


def _kinds() -> NDArray[np.uint8]:
    """What the walk must know of an element, by our number of its tag."""
    kinds = np.zeros(len(tags.NAMES), dtype=np.uint8)
    kinds[sorted(tags.NO_TEXT)] |= _CLOSED
    kinds[tags.LINE_BREAK] |= _BREAKS
    kinds[tags.LINK] |= _LINK
    return kinds
