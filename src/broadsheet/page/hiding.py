"""Which rows of a page are not shown, as far as the page says so without style sheets.

A page that hides itself, or nearly all that it has to say, waits for a script that shows it again: it is shown here.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.page import tags
from broadsheet.page.arrays import BoolArray, IntArray, TagArray, sums_before
from broadsheet.page.parse import Tree

__all__ = ["hidden"]

_DIALOG: Final = tags.IDS["dialog"]
_PAGE: Final = tags.mask("html body")
_NO_WORDS: Final = tags.NOT_RENDERED | tags.TO_BE_CHANGED | tags.DRAWN
_NOT_SHOWN: Final = _NO_WORDS | tags.NOT_SHOWN_WITH_SCRIPTS
_NOT_SHOWN_WITHOUT_SCRIPTS: Final = _NO_WORDS | tags.FALLBACK
_STREAMED: Final = re.compile(r"S:[0-9a-fA-F]+")
"""Ids of what React sends behind the page that it is part of; a script puts it in its place (``$RC("B:0", "S:0")``)."""
_PLACED: Final = re.compile(r"position\s*:|z-index\s*:|height\s*:\s*0|display\s*:\s*none", re.IGNORECASE)
"""In a style: what is hidden is one of several things in one place, or is folded, and is not about to be shown."""
_CUT_TO_NOTHING: Final = re.compile(r"clip\s*:\s*rect\(\s*[01](?:px)?[\s,]|clip-path\s*:\s*inset\(\s*(?:50|100)%")
"""In a style: what is positioned so has no place on the screen (``clip: rect(0 0 0 0)``)."""
_OFF_SCREEN: Final = re.compile(r"(?<![\w-])(?:left|top)\s*:\s*-\d{4,}px")
"""Likewise."""
_ON_DEMAND: Final = re.compile(
    r"\btrue\b|dialog|(?<![a-z])(?:menu|navigation|tooltip|modal|popup|pop-?over|overlay|lightbox|drawer|off-?canvas|"
    r"cookies?|consent|gdpr|nav|dropdown|mega-?menu|login|sign-?(?:in|up)|regist\w+|subscri\w+|newsletter|paywall|"
    r"adblock\w*|comments?|gallery|slide[rs]?(?!-(?:in|up|left|right|down))|carousel|tab(?:s|panel)?|accordion|collapse)(?![a-z])",
    re.IGNORECASE,
)
"""In the names of an element, its role, or what it says to screen readers: it is shown when it is asked for."""
_PAID: Final = re.compile(r"gallery|subscri\w+|paywall|regist\w+|sign-?(?:in|up)|login", re.IGNORECASE)
"""In the names of an element: what it holds is for those who pay or sign in, or belongs to a picture each."""
_NAMES: Final = ("id", "class", "role", "aria-modal", "aria-hidden")
_STAY: Final = _NOT_SHOWN | tags.mask("dialog nav menu form footer select")
_LEAST: Final = 100
"""Characters that are worth a look."""
_PART: Final = 0.1
"""Of a page's text: with less, an element is neither most of it nor most of its sentences."""
_WHOLE: Final = 0.9
"""Of what there is to show of a page: an element with more is around all of it."""
_MOST: Final = 0.5
"""Of a page's sentences."""
_BEGUN: Final = 100
"""Characters of the sentences that an element shows before it hides the rest."""
_REST: Final = 300
"""Characters of the sentences that it hides at the least."""
_BEHIND: Final = 0.5
"""At most so much of the sentences in view before the rest of a text stands behind its beginning: what else is hidden
between the paragraphs of a text is no rest.
"""
_TIMES: Final = 1
"""How many times as long as what it shows."""


def hidden(tree: Tree, *, scripts: bool = True) -> BoolArray:
    """Rows that are not shown.

    Args:
        tree: the tree.
        scripts: for a browser that runs scripts.
    """
    tag = tree.tag
    own = (_NOT_SHOWN if scripts else _NOT_SHOWN_WITHOUT_SCRIPTS).take(tag)
    values = tree.values(("style", "hidden"))
    # A page that hides itself whole waits for a script that shows it again.
    by_style = _in_page(tag, values["style"].having(_hides))
    by_attribute = _in_page(tag, values["hidden"].having(_hides_as_attribute))
    for row in (tag == _DIALOG).nonzero()[0].tolist():
        own[row] |= "open" not in tree.attributes(row)
    if len(by_style) or len(by_attribute):
        each = np.concatenate((by_style, by_attribute))
        own[each] = True
        own[_streamed(tree)] = False
        waiting = _in_page(tag, values["style"].having(_keeps_place)) if len(by_style) else by_style
        own = _shown_again(tree, own, each, waiting)
    return tree.hand_down(own)


def _in_page(tag: TagArray, some: NDArray[np.intp]) -> NDArray[np.intp]:
    """Some rows without the page's own."""
    return some[~_PAGE[tag[some]]] if len(some) else some


def _streamed(tree: Tree) -> list[int]:
    """Elements with what React sends behind the page that it is part of."""
    rows = tree.values(("hidden",))["hidden"].rows.tolist()
    names = tree.joined(rows, ("id",)) if rows else ()
    return [row for row, name in zip(rows, names, strict=True) if _STREAMED.fullmatch(name)]


def _shown_again(tree: Tree, own: BoolArray, named: NDArray[np.intp], waiting: NDArray[np.intp]) -> BoolArray:
    """The rows that hide themselves without those that a script will show: an element around nearly all that there is
    to show, and elements whose place is kept (``visibility``) with most of the sentences.

    Args:
        tree: the tree.
        own: those that hide themselves.
        named: those of them that say so in an attribute.
        waiting: those of these whose place is kept.
    """
    size = len(tree.text)
    lengths = tree.stop[named] - tree.start[named]
    longest = int(lengths.argmax())
    if lengths[longest] > max(_LEAST, size / 2):
        around = [row for row in _not_on_demand(tree, [int(named[longest])]) if own[row]]
        own = _without(tree, own, around, tree.chars, _WHOLE)
    if len(waiting):
        spans = tree.stop[waiting] - tree.start[waiting]
        if spans.sum() > max(_LEAST, size * _PART):
            sentences = (tree.chars - tree.link_chars) * (tree.punct > 0)
            filled = waiting[spans > 0].tolist()
            own = _without(tree, own, _not_on_demand(tree, filled), sentences, _MOST)
    return _with_rest(tree, own, named, lengths) if lengths.sum() >= _REST else own


def _with_rest(tree: Tree, own: BoolArray, named: NDArray[np.intp], spans: IntArray) -> BoolArray:
    """The rows that hide themselves without the rest of a text that is begun in view: behind it, in one element, and
    as long or longer. Papers hide so from those who do not pay, and lists what comes with the next scroll.
    """
    long = named[(spans >= _LEAST) & own[named]]
    if not len(long):
        return own
    beside: dict[int, list[int]] = {}
    for row, holder in zip(long.tolist(), tree.parent[long].tolist(), strict=True):
        beside.setdefault(holder, []).append(row)
    rests = {
        holder: rest
        for holder, some in beside.items()
        if not _PAGE[tree.tag[holder]]
        and tree.stop[holder] - tree.start[holder] >= _REST + _BEGUN
        and (rest := _not_on_demand(tree, some, but=_PAID))
    }
    if not rests:  # mostly
        return own
    sentences = np.where(tree.punct > 0, tree.chars - tree.link_chars, 0)
    unseen = tree.hand_down(own.copy())
    all_of, in_view = sums_before(sentences), sums_before(np.where(unseen, 0, sentences))
    for holder, rest in rests.items():
        begun = in_view[rest[0]] - in_view[holder]
        goes_on = in_view[tree.end[holder]] - in_view[rest[0]]
        size = sum(int(all_of[tree.end[row]] - all_of[row]) for row in rest)
        if unseen[holder] or begun < _BEGUN or goes_on > _BEHIND * begun:
            continue
        if size >= max(_REST, _TIMES * (begun + goes_on)):
            own = own.copy()
            own[rest] = False
    return own


def _not_on_demand(tree: Tree, rows: list[int], *, but: re.Pattern[str] | None = None) -> list[int]:
    """Those of some elements that are no dialogs, menus and the like.

    Args:
        tree: the tree.
        rows: the elements.
        but: what in their names does not count.
    """
    names = tree.joined(rows, _NAMES)
    if but is not None:
        names = [but.sub("", name) for name in names]
    tag = tree.tag
    return [
        row for row, name in zip(rows, names, strict=True) if not _STAY[tag[row]] and _ON_DEMAND.search(name) is None
    ]


def _without(tree: Tree, own: BoolArray, some: list[int], weight: NDArray[np.int32], share: float) -> BoolArray:
    """The rows that hide themselves, without some if these have more than a share of what could be shown."""
    if not some:
        return own
    fewer = own.copy()
    fewer[some] = False
    before = int(weight[~tree.hand_down(own.copy())].sum())
    after = int(weight[~tree.hand_down(fewer.copy())].sum())
    return fewer if after - before > max(_LEAST, share * after) else own


def _hides_as_attribute(value: str) -> bool:
    """Whether an attribute ``hidden`` hides: what may be found is shown when it is."""
    return value.lower() != "until-found"


def _keeps_place(style: str) -> bool:
    """Whether a style hides and keeps the place of what it hides."""
    return "none" not in style and _hides(style) and _PLACED.search(style) is None


def _hides(style: str) -> bool:
    """Whether a style hides: ``display: none``, ``visibility: hidden``, or for the eye alone, as what only screen
    readers are to say: cut to nothing, or far off the screen.
    """
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
