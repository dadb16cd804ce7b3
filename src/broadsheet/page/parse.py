"""HTML -> the rows of a document, within limits, with their attributes, and which of them are hidden.

The engine parses; this module tells it what tags and characters are to Broadsheet. Hidden rows are those that the
markup tells without style sheets. It must not know what rows are for.
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

__all__ = ["LIMITS", "UNLIMITED", "Limits", "Tree", "Values", "hidden_rows", "parse", "tables"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a page may have. Each bounds the time or the memory of parsing it.

    The parser takes quadratic time in depth, attributes, options and names. The limits are far above what real pages
    have: the deepest of 4,674 has 197 levels, and the most options of a page are 1,908.

    Attributes:
        characters: characters of the source.
        elements: start tags.
        depth: nested elements.
        searched: elements open at an end tag, each of which the parser may look at, summed over all end tags.
        attributes: attributes of one tag.
        options: elements of lists to choose from that the parser may walk through at an option, summed over all
            options.
        names: different names of elements and attributes that HTML lacks.
        memory: bytes that the parser takes. They grow with the square of the page in two cases. Formatting elements
            left open are made again in each block. Text in a table outside its cells, and text with ignored tags in
            it, comes in pieces, and the text so far is copied for each of them.
    """

    characters: int = 32_000_000
    elements: int = 60_000
    depth: int = 8_000
    searched: int = 1_000_000_000
    attributes: int = 4_000
    options: int = 40_000_000
    names: int = 80_000
    memory: int = 500_000_000


LIMITS: Final = Limits()
UNLIMITED: Final = Limits(*[1 << 62] * len(fields(Limits)))
"""For pages that have passed limits before."""

_MEASURES: Final = {
    "elements": "the number of elements",
    "depth": "the depth of nested elements",
    "searched": "the number of elements that are open at end tags",
    "attributes": "the number of attributes of one tag",
    "options": "the number of elements in lists at their options",
    "names": "the number of different names of elements and attributes",
    "memory": "the memory that the parser takes",
}
"""What the engine measures, in its order."""


@dataclass(frozen=True, eq=False)
class Values:
    """An attribute of the elements that have it, in document order.

    Attributes:
        rows: the rows of the elements, shape (k,).
        which: the index of each one's value among the distinct values, shape (k,).
        utf8: the distinct values in order of first use, in UTF-8, with a zero after each; a missing value is empty.
    """

    rows: NDArray[np.intp]
    which: IntArray
    utf8: NDArray[np.uint8]

    @made_once
    def text(self) -> str:
        """The distinct values, with a zero after each."""
        return str(self.utf8.data, "utf-8", "replace")

    @made_once
    def different(self) -> list[str]:
        """The distinct values."""
        return self.text.split("\0")[:-1]

    def having(self, wanted: Callable[[str], bool]) -> NDArray[np.intp]:
        """The rows whose value is wanted, in document order; each distinct value is tested once."""
        if not len(self.rows):
            return self.rows
        flags = [wanted(value) for value in self.different]
        return self.rows[np.array(flags)[self.which]] if any(flags) else self.rows[:0]

    def pairs(self, wanted: Callable[[str], bool]) -> list[tuple[int, str]]:
        """The rows whose value is wanted, each with its value, in document order."""
        if not len(self.rows) or not any(flags := [wanted(value) for value in self.different]):
            return []
        different = self.different
        each = zip(self.rows.tolist(), self.which.tolist(), strict=True)
        return [(row, different[which]) for row, which in each if flags[which]]

    def places(self, size: int) -> tuple[memoryview, list[str]]:
        """The index of each row's value, -1 for none, and the values, to look at single rows. The last value is the
        empty string, so that it stands at -1.

        Args:
            size: the rows of the page.
        """
        which = np.full(size, -1, dtype=np.int32)
        which[self.rows] = self.which
        return which.data, [*self.different, ""]

    def column(self) -> dict[int, str]:
        """The values by row."""
        return dict(zip(self.rows.tolist(), map(self.different.__getitem__, self.which.tolist()), strict=True))


class Tree(Document):
    """The rows of a page, and their attributes, each of which is read once.

    Args:
        html: the page in UTF-8.
        limits: the most that it may have.
    """

    def __init__(self, html: bytes, limits: Limits = UNLIMITED) -> None:
        super().__init__(html, tables(), tuple(getattr(limits, name) for name in _MEASURES))
        self._attributes: dict[int, Mapping[str, str]] = {}
        self._values: dict[str, Values] = {}

    def attributes(self, row: int) -> Mapping[str, str]:
        """The attributes of a row; one without a value has the empty string. Text rows have none."""
        known = self._attributes.get(row)
        if known is None:
            known = self._attributes[row] = super().attributes(row)
        return known

    def pairs(self, rows: NDArray[np.intp] | IntArray) -> list[tuple[int, Mapping[str, str]]]:
        """Some rows and their attributes."""
        return list(zip(rows.tolist(), self.all_attributes(rows), strict=True))

    def values(self, names: Sequence[str]) -> dict[str, Values]:
        """The values of some attributes (at most 32), read in one walk."""
        new = [name for name in names if name not in self._values]
        if new:
            for name, (rows, which, utf8) in zip(new, self.valued(new), strict=True):
                self._values[name] = Values(rows.astype(np.intp), which, utf8)
        return {name: self._values[name] for name in names}


@cache
def tables() -> Tables:
    """What the engine must know of tags and characters."""
    return Tables(tags.NAMES, tags.NO_TEXT, tags.LINE_BREAK, tags.LINK, characters.table())


def parse(html: bytes, limits: Limits = UNLIMITED) -> Tree:
    """Parse a page, in UTF-8, as the HTML standard says, scripting off.

    Args:
        html: the page.
        limits: the most that it may have.

    Raises:
        PageTooLarge: the page is beyond one of the limits.
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
_STREAMED: Final = re.compile(r"S:[0-9a-fA-F]+")
"""Ids of elements that React appends to a page; a script moves each to its place (``$RC("B:0", "S:0")``)."""
_CUT_TO_NOTHING: Final = pattern(r"clip\s*:\s*rect\(\s*[01](?:px)?[\s,]|clip-path\s*:\s*inset\(\s*(?:50|100)%")
_OFF_SCREEN: Final = re.compile(r"(?<![\w-])(?:left|top)\s*:\s*-\d{4,}px")
"""In the styles of positioned elements: text for screen readers only."""
_ON_DEMAND: Final = re.compile(
    r"\btrue\b|dialog|(?<![a-z])(?:menu|navigation|tooltip|modal|popup|pop-?over|overlay|lightbox|drawer|off-?canvas|"
    r"cookies?|consent|gdpr|nav|dropdown|mega-?menu|login|sign-?(?:in|up)|regist\w+|subscri\w+|newsletter|paywall|"
    r"adblock\w*|comments?|gallery|slide[rs]?(?!-(?:in|up|left|right|down))|carousel|tab(?:s|panel)?|accordion|collapse)(?![a-z])",
    re.IGNORECASE,
)
"""In the names, role or state of elements that are shown on demand."""
_PAID: Final = re.compile(r"gallery|subscri\w+|paywall|regist\w+|sign-?(?:in|up)|login", re.IGNORECASE)
"""Names that the rest of an article may have too: it is for those who pay or sign in."""
_NAMES: Final = ("id", "class", "role", "aria-modal", "aria-hidden")
_NO_REST: Final = _HIDDEN_WITH_SCRIPTS | tags.mask("dialog nav menu form footer select")
_NEARLY_ALL: Final = 0.9
"""Share of a page's text: a page that hides more waits for a script that shows it."""
_MIN_CHARS: Final = 100
"""Characters of hidden text that matters."""
_MIN_BEGUN_CHARS: Final = 100
"""Characters of sentences in view before the rest of a text."""
_MIN_REST_CHARS: Final = 300
"""Characters of sentences in the rest of a text."""
_MAX_AFTER: Final = 0.5
"""Sentences in view after the rest, as a share of those before it. With more, the hidden text is inside a text."""


def hidden_rows(tree: Tree, *, scripts: bool = True) -> BoolArray:
    """The hidden rows, a mask of shape (page size,).

    Args:
        tree: the tree.
        scripts: for a browser that runs scripts.
    """
    tag = tree.tag
    own = (_HIDDEN_WITH_SCRIPTS if scripts else _HIDDEN_WITHOUT_SCRIPTS).take(tag)
    for row in (tag == _DIALOG).nonzero()[0].tolist():
        own[row] |= "open" not in tree.attributes(row)
    values = tree.values(("style", "hidden"))
    named = np.concatenate((values["style"].having(_hides), values["hidden"].having(_hides_as_attribute)))
    named = named[~_PAGE[tag[named]]]
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
    """The elements that React appends to a page."""
    rows = tree.values(("hidden",))["hidden"].rows.tolist()
    return [row for row, name in zip(rows, tree.joined(rows, ("id",)), strict=True) if _STREAMED.fullmatch(name)]


def _hides_nearly_all(tree: Tree, by_tag: BoolArray, own: BoolArray) -> bool:
    """Whether attributes and styles hide nearly all text that the tags show.

    Args:
        tree: the tree.
        by_tag: rows that their tag hides.
        own: rows that their tag, an attribute or their style hides.
    """
    before, after = (int(tree.chars[~tree.hand_down(flags.copy())].sum()) for flags in (by_tag, own))
    return before - after > max(_MIN_CHARS, _NEARLY_ALL * before)


def _rest(tree: Tree, own: BoolArray, named: NDArray[np.intp], spans: IntArray) -> list[int]:
    """Hidden elements with the rest of a text that begins in view: after the beginning, within one element, and as long
    or longer. Newspapers hide it from readers who do not pay, and lists until the next scroll.

    Args:
        tree: the tree.
        own: rows that hide themselves.
        named: those of them that say so in an attribute, shape (k,).
        spans: the characters of each, shape (k,).
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
    """Elements without dialogs, menus and the like."""
    names = tree.joined(rows, _NAMES)
    return [
        row
        for row, name in zip(rows, names, strict=True)
        if not _NO_REST[tree.tag[row]] and _ON_DEMAND.search(_PAID.sub("", name)) is None
    ]


def _hides_as_attribute(value: str) -> bool:
    """Whether an attribute ``hidden`` hides; ``until-found`` is shown on a search."""
    return value.lower() != "until-found"


def _hides(style: str) -> bool:
    """Whether a style hides an element: ``display: none``, ``visibility: hidden``, or only for the eye."""
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
