"""Which rows of a page are hidden, as far as its markup tells without style sheets."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import tags
from broadsheet.page.arrays import BoolArray, IntArray, sums_before
from broadsheet.page.parse import Tree

__all__ = ["hidden"]

_DIALOG: Final = tags.IDS["dialog"]
_PAGE: Final = tags.mask("html body")
_HIDDEN_WITHOUT_SCRIPTS: Final = tags.HIDDEN | tags.FALLBACK
_HIDDEN_WITH_SCRIPTS: Final = _HIDDEN_WITHOUT_SCRIPTS | tags.mask("noscript")
_STREAMED: Final = re.compile(r"S:[0-9a-fA-F]+")
"""Ids of elements that React appends to a page; a script moves each to its place (``$RC("B:0", "S:0")``)."""
_CUT_TO_NOTHING: Final = re.compile(r"clip\s*:\s*rect\(\s*[01](?:px)?[\s,]|clip-path\s*:\s*inset\(\s*(?:50|100)%")
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


def hidden(tree: Tree, *, scripts: bool = True) -> BoolArray:
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
