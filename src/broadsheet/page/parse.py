"""HTML -> the rows of a document, within limits, with their attributes and whether they are hidden.

The engine parses. Hidden rows are those that the markup hides, without style sheets. This module must not know what
rows are used for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import Document, LimitExceeded, Tables
from broadsheet.errors import PageTooLarge
from broadsheet.page import characters, tags
from broadsheet.page.arrays import BoolArray, IntArray, sums_before
from broadsheet.page.forks import made_once
from broadsheet.page.repair import show_headed_figures
from broadsheet.patterns import pattern

__all__ = ["LIMITS", "UNLIMITED", "AttributeValues", "Limits", "Tree", "hidden_rows", "parse", "tables"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper limits of a page, which bound the time and the memory of parsing it.

    The parser takes quadratic time in depth, attributes and names. The limits are far above what real pages need: of
    4,674 pages, the deepest has 197 levels.

    Attributes:
        characters: characters of the source.
        elements: start tags.
        depth: nested elements.
        searched: open elements at an end tag, each of which the parser may look at, summed over all end tags.
        attributes: attributes of one tag.
        names: different names of elements and attributes that are not in HTML.
        memory: bytes that the parser allocates. They grow with the square of the page in two cases. Unclosed formatting
            elements are created again in each block. Text in a table outside its cells, and text with ignored tags in
            it, comes in pieces, and each piece copies the text so far.
    """

    characters: int = 32_000_000
    elements: int = 60_000
    depth: int = 8_000
    searched: int = 1_000_000_000
    attributes: int = 4_000
    names: int = 80_000
    memory: int = 500_000_000


LIMITS: Final = Limits()
UNLIMITED: Final = Limits(*[1 << 62] * len(fields(Limits)))
"""For pages that have been checked before."""

_MEASURES: Final = {
    "elements": "the number of elements",
    "depth": "the depth of nested elements",
    "searched": "the number of elements that are open at end tags",
    "attributes": "the number of attributes of one tag",
    "names": "the number of different names of elements and attributes",
    "memory": "the memory that the parser takes",
}
"""What the engine measures, in its order."""


@dataclass(eq=False)
class AttributeValues:
    """The values of one attribute, in document order.

    Attributes:
        data: the values of several attributes as the engine wrote them (`broadsheet.engine.Document.raw_values`).
        offset: where the part of this one begins.
        count: the number k of rows that have it.
        size: the bytes of its distinct values.
    """

    data: bytes
    offset: int
    count: int
    size: int

    @made_once
    def rows(self) -> NDArray[np.intp]:
        """The rows that have the attribute, shape (k,)."""
        return np.frombuffer(self.data, np.int64, self.count, self.offset)

    @made_once
    def indices(self) -> IntArray:
        """The index of each row's value among the distinct values, shape (k,)."""
        return np.frombuffer(self.data, np.int32, self.count, self.offset + 8 * self.count)

    @made_once
    def distinct(self) -> list[str]:
        """The distinct values, in order of first use."""
        begin = self.offset + 12 * self.count
        return self.data[begin : begin + self.size].decode("utf-8", "replace").split("\0")[:-1]

    def pairs(self, wanted: Callable[[str], bool]) -> list[tuple[int, str]]:
        """The rows with a wanted value, and their values, in document order. Each distinct value is tested once."""
        found = {index: value for index, value in enumerate(self.distinct) if wanted(value)} if self.count else {}
        if not found:
            return []
        each = zip(self.rows.tolist(), self.indices.tolist(), strict=True)
        return [(row, found[index]) for row, index in each if index in found]

    def lookup(self, size: int) -> tuple[memoryview, list[str]]:
        """For lookups of single rows: the index of each row's value, -1 for none; and the distinct values, with an
        empty string as the last, which is at -1.

        Args:
            size: the number of rows of the page.
        """
        indices = np.full(size, -1, dtype=np.int32)
        indices[self.rows] = self.indices
        return indices.data, [*self.distinct, ""]

    def column(self) -> dict[int, str]:
        """A mapping from rows to values."""
        return dict(zip(self.rows.tolist(), map(self.distinct.__getitem__, self.indices.tolist()), strict=True))


_USUAL: Final = (
    "style", "hidden", "class", "id", "href", "rel", "content", "itemprop", "property", "itemscope", "itemtype",
    "typeof", "title", "data-author", "data-testid", "datetime", "data-date", "data-datetime", "data-published",
    "data-timestamp",
)  # fmt: skip
"""Attributes that are needed on nearly every page: read in one walk. Others are read on request."""


class Tree(Document):
    """The rows of a page and their attributes, which are read once.

    Args:
        html: the page in UTF-8.
        limits: the upper limits.
    """

    def __init__(self, html: bytes, limits: Limits = UNLIMITED) -> None:
        super().__init__(html, tables(), [getattr(limits, name) for name in _MEASURES])
        self._attributes: dict[int, Mapping[str, str]] = {}
        self._values: dict[str, AttributeValues] = {}

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; none for text rows. The value of one without a value is the empty string."""
        known = self._attributes.get(row)
        if known is None:
            known = self._attributes[row] = super().attributes(row)
        return known

    def values(self, names: Sequence[str]) -> dict[str, AttributeValues]:
        """The values of up to 12 attributes. One walk reads all that are new, and the usual ones."""
        if not self._values.keys() >= set(names):
            unread = [name for name in dict.fromkeys((*names, *_USUAL)) if name not in self._values]
            data, parts = self.raw_values(unread)
            self._values.update((name, AttributeValues(data, *part)) for name, part in zip(unread, parts, strict=True))
        return {name: self._values[name] for name in names}


@cache
def tables() -> Tables:
    """Tags and characters as the engine reads them."""
    return Tables(tags.NAMES, tags.NO_TEXT, tags.LINE_BREAK, tags.LINK, characters.table())


def parse(html: bytes, limits: Limits = UNLIMITED) -> Tree:
    """Parse a page in UTF-8 by the HTML standard, with scripting off.

    Args:
        html: the page.
        limits: the upper limits.

    Raises:
        PageTooLarge: the page exceeds one of the limits.
    """
    try:
        tree = Tree(html, limits)
    except LimitExceeded as error:
        place, value = error.args
        name, measure = [*_MEASURES.items()][place]
        raise PageTooLarge(measure, value, getattr(limits, name)) from None
    show_headed_figures(tree)
    tree.tag.setflags(write=False)
    return tree


_DIALOG: Final = tags.IDS["dialog"]
_PAGE: Final = tags.mask("html body")
_HIDDEN_WITHOUT_SCRIPTS: Final = tags.HIDDEN | tags.FALLBACK
_HIDDEN_WITH_SCRIPTS: Final = _HIDDEN_WITHOUT_SCRIPTS | tags.mask("noscript")
_STREAMED: Final = pattern(r"S:[0-9a-fA-F]+")
"""Ids of elements that React appends to a page; a script moves each into place (``$RC("B:0", "S:0")``)."""
_CUT_TO_NOTHING: Final = pattern(r"clip\s*:\s*rect\(\s*[01](?:px)?[\s,]|clip-path\s*:\s*inset\(\s*(?:50|100)%")
_OFF_SCREEN: Final = pattern(r"(?<![\w-])(?:left|top)\s*:\s*-\d{4,}px")
"""In styles of positioned elements: text for screen readers only."""
_ON_DEMAND: Final = pattern(
    r"\btrue\b|dialog|(?<![a-z])(?:menu|navigation|tooltip|modal|popup|pop-?over|overlay|lightbox|drawer|off-?canvas|"
    r"cookies?|consent|gdpr|nav|dropdown|mega-?menu|login|sign-?(?:in|up)|regist\w+|subscri\w+|newsletter|paywall|"
    r"adblock\w*|comments?|gallery|slide[rs]?(?!-(?:in|up|left|right|down))|carousel|tab(?:s|panel)?|accordion|collapse)(?![a-z])",
    re.IGNORECASE,
)
"""Names, roles and states of elements that are shown on demand."""
_PAID: Final = pattern(r"gallery|subscri\w+|paywall|regist\w+|sign-?(?:in|up)|login", re.IGNORECASE)
"""Those that the rest of an article for subscribers may have too."""
_NAMES: Final = ("id", "class", "role", "aria-modal", "aria-hidden")
_NO_REST: Final = _HIDDEN_WITH_SCRIPTS | tags.mask("dialog nav menu form footer select")
_NEARLY_ALL: Final = 0.9  # share of a page's text; a page that hides more relies on a script to show it
_MIN_CHARS: Final = 100  # characters of hidden text that matters
_MIN_BEGUN_CHARS: Final = 100  # characters of visible sentences before the hidden rest of a text
_MIN_REST_CHARS: Final = 300  # characters of sentences in the hidden rest
_MAX_AFTER: Final = 0.5  # visible sentences after the rest, relative to those before it; a rest comes last


def hidden_rows(tree: Tree, *, scripts: bool = True) -> BoolArray:
    """The hidden rows, a mask of shape (page size,).

    Args:
        tree: the page.
        scripts: whether the browser runs scripts.
    """
    tag = tree.tag
    own = (_HIDDEN_WITH_SCRIPTS if scripts else _HIDDEN_WITHOUT_SCRIPTS).take(tag)
    for row in (tag == _DIALOG).nonzero()[0].tolist():
        own[row] |= "open" not in tree.attributes(row)
    values = tree.values(("style", "hidden"))
    # A search shows ``until-found``.
    found = values["style"].pairs(_hides) + values["hidden"].pairs(lambda value: value.lower() != "until-found")
    named = np.array([row for row, _ in found if not _PAGE[tag[row]]], dtype=np.intp)
    if not len(named):
        return tree.hand_down(own)
    by_tag = own.copy()
    own[named] = True
    own[_streamed(tree)] = False
    spans = tree.stop[named] - tree.start[named]
    around = named[2 * spans > len(tree.text)]
    if len(around) and _hides_nearly_all(tree, by_tag, own):
        own[around] = False
    if spans.sum() >= _MIN_REST_CHARS:
        own[_rest(tree, own, named, spans)] = False
    return tree.hand_down(own)


def _streamed(tree: Tree) -> list[int]:
    """The hidden elements that React moves into place."""
    rows = tree.values(("hidden",))["hidden"].rows.tolist()
    return [row for row, name in zip(rows, tree.joined(rows, ("id",)), strict=True) if _STREAMED.fullmatch(name)]


def _hides_nearly_all(tree: Tree, by_tag: BoolArray, own: BoolArray) -> bool:
    """Whether attributes and styles (`own`) hide nearly all text that the tags (`by_tag`) show."""
    before, after = (int(tree.chars[~tree.hand_down(flags.copy())].sum()) for flags in (by_tag, own))
    return before - after > max(_MIN_CHARS, _NEARLY_ALL * before)


def _rest(tree: Tree, own: BoolArray, named: NDArray[np.intp], spans: IntArray) -> list[int]:
    """Hidden elements with the rest of a text that begins visibly: after it, in the same element, and longer.

    Newspapers hide it from readers who do not pay, and lists until the reader scrolls. `named` are the rows that an
    attribute hides, and `spans` their characters.
    """
    long = named[(spans >= _MIN_CHARS) & own[named]]
    beside: dict[int, list[int]] = {}
    for row, holder in zip(long.tolist(), tree.parent[long].tolist(), strict=True):
        beside.setdefault(holder, []).append(row)
    rests = {
        holder: rest
        for holder, rows in beside.items()
        if not _PAGE[tree.tag[holder]]
        and tree.stop[holder] - tree.start[holder] >= _MIN_REST_CHARS + _MIN_BEGUN_CHARS
        and (rest := _not_on_demand(tree, rows))
    }
    if not rests:
        return []
    sentences = np.where(tree.punct > 0, tree.chars - tree.link_chars, 0)
    unseen = tree.hand_down(own.copy())
    of_all, in_view = sums_before(sentences), sums_before(np.where(unseen, 0, sentences))
    found = []
    for holder, rest in rests.items():
        before = in_view[rest[0]] - in_view[holder]
        after = in_view[tree.end[holder]] - in_view[rest[0]]
        size = sum(int(of_all[tree.end[row]] - of_all[row]) for row in rest)
        is_begun = not unseen[holder] and before >= _MIN_BEGUN_CHARS and after <= _MAX_AFTER * before
        if is_begun and size >= max(_MIN_REST_CHARS, before + after):
            found += rest
    return found


def _not_on_demand(tree: Tree, rows: list[int]) -> list[int]:
    """The rows without dialogs, menus and other elements that are shown on demand."""
    return [
        row
        for row, name in zip(rows, tree.joined(rows, _NAMES), strict=True)
        if not _NO_REST[tree.tag[row]] and _ON_DEMAND.search(_PAID.sub("", name)) is None
    ]


def _hides(style: str) -> bool:
    """Whether a style hides an element, or shows it to screen readers only."""
    style = style.lower()
    if "none" in style or "hidden" in style:
        for declaration in style.split(";"):
            name, _, value = declaration.partition(":")
            value = value.replace("!important", "").strip()
            if (name.strip(), value) in (("display", "none"), ("visibility", "hidden")):
                return True
    return "absolute" in style and (
        ("clip" in style and _CUT_TO_NOTHING.search(style) is not None) or _OFF_SCREEN.search(style) is not None
    )
