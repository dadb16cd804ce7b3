"""How deep the tree of a page will be, and how often formatting elements will be opened again, from its tags alone.

Tags are read as the tokenizer of the standard reads them (HTML, section 13.2.5): comments, values in quotes, raw text,
what is otherwise in SVG and MathML. Of the tree builder (section 13.2.6) only so much is known as makes both numbers
estimates from above. Not counted are cells, rows and links, which do not nest without another element around them: a
tree is up to five times as deep. Of a million random pages, 80 times the same few tags each, one in 10,000 was deeper
than that, most of them with a ``select``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

__all__ = ["FORMATTING", "TAG", "Tag", "attributes_of", "names_of", "tags_of"]

_VOID: Final = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
)
_DO_NOT_NEST: Final = frozenset("tr td th thead tbody tfoot colgroup html head body a nobr".split())
"""Each closes one before it, unless another element is between."""
FORMATTING: Final = frozenset("b big code em font i s small strike strong tt u".split())
"""Formatting elements that can pile up; an ``a`` or ``nobr`` closes the one before it."""
_RAW_TEXT: Final = frozenset("script style textarea title xmp iframe noembed noframes".split())
_ITEMS: Final = {"li": ("li",), "dd": ("dd", "dt"), "dt": ("dd", "dt")}
"""What an item of a list closes, if nothing but these and inline elements are between."""
_END_A_PARAGRAPH: Final = frozenset(
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup "
    "main menu nav ol p search section summary ul pre listing form li dd dt h1 h2 h3 h4 h5 h6 hr xmp".split()
)
"""Elements that no paragraph holds. Where a table ends one depends on the document type: it is taken to end none."""
_CELLS: Final = frozenset({"td", "th", "caption"})
_IN_TABLES: Final = _CELLS | frozenset({"tr", "tbody", "thead", "tfoot"})
_PASSED: Final = frozenset({"address", "div", "p"})
_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_WALLS: Final = frozenset(
    "table template object applet marquee select foreignobject desc mi mo mn ms mtext annotation-xml".split()
)
"""Elements through which end tags do not reach."""
_REACHING: Final = frozenset(
    "address article aside blockquote button center details dialog dir div dl fieldset figcaption figure footer header "
    "hgroup listing main menu nav ol pre search section summary ul applet marquee object h li dd dt".split()
)
"""Elements whose end tags close all that is open in them."""
_SPECIAL: Final = (_REACHING - {"dialog"}) | _WALLS | frozenset("p noscript form frameset".split())
"""Elements that the end tags of others do not close."""
_TABLE_PARTS: Final = frozenset("caption col colgroup tbody td tfoot th thead tr".split())
"""Start tags that are ignored where no table is open."""
_ONCE: Final = frozenset("html head body frame frameset".split())
"""Start tags that are ignored in the body."""
_SVG, _MATH = 1, 2
_BUTTONS: Final = _WALLS | {"button"}
_LISTS: Final = _WALLS | {"ul", "ol"}
_ROOTS: Final = {"svg": _SVG, "math": _MATH}
_POINTS: Final = {_SVG: frozenset({"foreignobject", "desc", "title"}), _MATH: frozenset("mi mo mn ms mtext".split())}
"""Elements of SVG and MathML in which there is HTML again."""
_POINT_NAMES: Final = frozenset[str]().union(*_POINTS.values(), {"annotation-xml"})
_BREAK_OUT: Final = frozenset(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
"""Elements of HTML that end SVG and MathML."""
_MOST_STEPS: Final = 5_000_000
"""Elements that are passed in search of those that end tags close; further end tags close nothing."""

_WHITE: Final = r"\t\n\f\r "
_ATTRIBUTE: Final = (
    rf"(?:=[^{_WHITE}/>=]*+|[^{_WHITE}/>=]++)"
    rf"(?:[{_WHITE}]*+=[{_WHITE}]*+(?:\"[^\"]*+(?:\"|\Z)|'[^']*+(?:'|\Z)|[^{_WHITE}>\"'][^{_WHITE}>]*+)?+)?+"
)
TAG: Final = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|<(?:[!?]|/(?![a-zA-Z]))[^>]*+>?"
    rf"|<(?P<close>/?)(?P<name>[a-zA-Z][^{_WHITE}/>]*+)"
    rf"(?P<attributes>(?:[{_WHITE}]++|/(?!>)|{_ATTRIBUTE})*+)(?P<empty>/?)>?",
    re.DOTALL,
)
_ATTRIBUTES: Final = re.compile(rf"(?P<name>{_ATTRIBUTE})")
_END_OF_RAW_TEXT: Final = {
    name: re.compile(rf"</{name}(?=[{_WHITE}/>])", re.IGNORECASE) for name in _RAW_TEXT - {"script"}
}
_IN_SCRIPT: Final = re.compile(rf"<!--|--(?=>)|<(?P<close>/?)script(?=[{_WHITE}/>])", re.IGNORECASE)
_CDATA: Final = "<![CDATA["
_ANY: Final = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][^\t\n\f\r />]*+)")
_DOCTYPE: Final = "<!d"


@dataclass(frozen=True, slots=True)
class Tag:
    """How things stand behind a tag.

    Attributes:
        attributes: those of a start tag, as they are written.
        depth: elements that are open, with the formatting elements that will be opened again.
        reopened: formatting elements that are open when an element begins or ends, summed over all until here.
        starts: start tags until here.
        moved: characters that are copied to move text out of tables, until here.
        joined: characters that are copied to join texts with only ignored tags between, until here.
    """

    attributes: str
    depth: int
    reopened: int
    starts: int
    moved: int = 0
    joined: int = 0


@dataclass(frozen=True, slots=True)
class _Open:
    """An element that is open: its name, what it is of (0 for HTML), and what is in it of."""

    name: str
    own: int
    within: int

    @property
    def is_wall(self) -> bool:
        """Whether end tags of HTML do not reach through it."""
        return self.name in _WALLS or (self.own != 0 and not self.within)


_BODY: Final = _Open("body", 0, 0)
_OF_MATH: Final = dict.fromkeys(_POINTS[_MATH], ("mglyph", "malignmark"))
"""Elements of MathML where HTML is expected."""


@dataclass(slots=True)
class _Builder:
    """What is open."""

    stack: list[_Open] = field(default_factory=list)
    many: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    walls: int = 0
    formatting: int = 0
    styles: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    steps: int = 0

    @property
    def within(self) -> int:
        """Whether HTML (0), SVG or MathML is expected."""
        return self.stack[-1].within if self.stack else 0

    @property
    def depth(self) -> int:
        return len(self.stack) + self.formatting

    @property
    def _is_looked_for(self) -> bool:
        """Whether what a start tag closes is looked for: in a ``select`` parsers do not agree about it."""
        return not self.many["select"] and self.steps < _MOST_STEPS

    def open(self, name: str, own: int, within: int) -> None:
        self.stack.append(_Open(name, own, within))
        self.many[name] += 1
        self.walls += self.stack[-1].is_wall

    def drop(self, at: int) -> None:
        """Close one element."""
        one = self.stack.pop(at)
        self.many[one.name] -= 1
        self.walls -= one.is_wall

    def cut(self, at: int) -> None:
        """Close an element and all that are open in it."""
        while len(self.stack) > at:
            self.drop(-1)

    def break_out(self) -> None:
        """End SVG and MathML."""
        while self.stack and self.stack[-1].within:
            self.drop(-1)

    def start(self, name: str, attributes: str, *, empty: bool) -> None:
        """An element begins that is of raw text only where SVG or MathML is expected."""
        within = self.within
        top = self.stack[-1] if self.stack else _BODY
        if top.own == _MATH and name in _OF_MATH.get(top.name, ()):
            within = _MATH
        if within and (name in _BREAK_OUT or (name == "font" and _is_old_font(attributes))):
            self.break_out()
            within = 0
        if not within and name in _ITEMS:
            self._end_item(_ITEMS[name])
        if not within and name in _END_A_PARAGRAPH:
            self.end_paragraph()
        if within:
            if not empty:
                if name == "svg" and top.name == "annotation-xml":
                    within = _SVG
                of_html = name in _POINTS[within] or (
                    within == _MATH and name == "annotation-xml" and _is_html(attributes)
                )
                self.open(name, within, 0 if of_html else within)
        elif name in _ROOTS:
            if not empty:
                self.open(name, _ROOTS[name], _ROOTS[name])
        elif name in FORMATTING:
            self.styles[name].append(self.walls)
            self.formatting += 1
        elif name in _HEADINGS:
            self.open("h", 0, 0)
        elif name in ("option", "optgroup"):
            if self.stack and self.stack[-1].name == "option":
                self.drop(-1)
            self.open(name, 0, 0)
        elif name not in _VOID and name not in _DO_NOT_NEST:
            self.open(name, 0, 0)

    def end(self, name: str) -> bool:
        """An end tag. Whether it is known what it closes."""
        if self.stack and self.stack[-1].own:
            for at in reversed(range(len(self.stack))):
                one = self.stack[at]
                if not one.own:
                    break
                if one.name == name:
                    self.cut(at)
                    return True
                self.steps += 1
            if self.within and (name in FORMATTING or name in ("a", "nobr")):
                return False  # it may end SVG and MathML as well
        if name in FORMATTING:
            # One that was opened in front of a table is not closed in it.
            if self.styles[name] and self.styles[name][-1] >= self.walls:
                self.styles[name].pop()
                self.formatting -= 1
            return True
        if name == "select" and self.many[name]:
            return self._end_select()
        name = "h" if name in _HEADINGS else name
        if self.many[name] and self.steps < _MOST_STEPS:
            self._close(name)
        return True

    def end_paragraph(self) -> bool:
        """Close the paragraph that is open, if there is one."""
        if not self.many["p"] or not self._is_looked_for:
            return False
        for at in reversed(range(len(self.stack))):
            one = self.stack[at]
            if one.name == "p" and not one.own:
                self.cut(at)
                return True
            if one.name in _BUTTONS or one.is_wall:
                return False
            self.steps += 1
        return False

    def _end_item(self, names: tuple[str, ...]) -> None:
        """Close the item that one begins in."""
        if not any(self.many[name] for name in names) or not self._is_looked_for:
            return
        for at in reversed(range(len(self.stack))):
            one = self.stack[at]
            if one.name in names and not one.own:
                self.cut(at)
                return
            if one.is_wall or (one.name in _SPECIAL and one.name not in _PASSED):
                return
            self.steps += 1

    def _end_select(self) -> bool:
        """Close a ``select``. Whether there is nothing in it but options, so that parsers agree."""
        for at in reversed(range(len(self.stack))):
            if self.stack[at].name == "select":
                self.cut(at)
                return True
            if self.stack[at].name not in ("option", "optgroup"):
                break
        return False

    def _close(self, name: str) -> None:
        stops: Callable[[str], bool] = (
            "template".__eq__
            if name in ("table", "template")
            else _LISTS.__contains__
            if name == "li"
            else _WALLS.__contains__
            if name in _REACHING or name == "form"
            else _SPECIAL.__contains__
        )
        for at in reversed(range(len(self.stack))):
            one = self.stack[at]
            if one.name == name and not one.own:
                if name == "form":
                    self.drop(at)
                elif name not in _POINT_NAMES:  # in HTML, parsers take these for walls or not
                    self.cut(at)
                return
            if stops(one.name) or (one.own and not one.within):
                return
            self.steps += 1


@dataclass(slots=True)
class _Moved:
    """Text that stands in tables and in no cell: the parser moves it in front of the table (HTML, section 13.2.6.1).

    It is appended to what was moved before, and the parser copies the whole at each turn: time and memory grow with the
    square of it. Text in elements that are in no cell either is counted with it.
    """

    in_cell: list[bool] = field(default_factory=list)
    characters: int = 0
    copied: int = 0

    def tag(self, name: str, *, close: bool) -> None:
        """A tag of HTML begins or ends an element."""
        if name == "table":
            if not close:
                self.in_cell.append(False)
            elif self.in_cell:
                self.in_cell.pop()
        elif self.in_cell and name in _IN_TABLES:
            self.in_cell[-1] = name in _CELLS and not close

    def text(self, text: str) -> bool:
        """Text stands between two tags. Whether it is moved."""
        if not self.in_cell or self.in_cell[-1] or not text or text.isspace():
            return False
        self.characters += len(text)
        self.copied += self.characters
        return True


@dataclass(slots=True)
class _Joined:
    """Text that goes on behind tags that the parser ignores. If these have attributes, their memory stands in the way
    and the parser copies the text so far: time and memory grow with the square of it.
    """

    characters: int = 0
    copied: int = 0

    def tag(self, attributes: str, *, is_ignored: bool) -> None:
        """A tag that may be ignored, or that ends the text."""
        if not is_ignored:
            self.characters = 0
        elif attributes:
            self.copied += self.characters * attributes_of(attributes)


def tags_of(html: str) -> Iterator[Tag]:
    """The start tags of a page, the end tags that close something or have attributes, and texts that are moved out of
    tables, with how things stand behind each.

    Args:
        html: the source of the page.
    """
    built, moved, joined = _Builder(), _Moved(), _Joined()
    reopened = starts = position = 0
    while (match := TAG.search(html, position)) is not None:
        if moved.text(html[position : match.start()]):
            yield Tag("", built.depth, reopened, starts, moved.copied, joined.copied)
        joined.characters += match.start() - position
        position = match.end()
        name = match["name"]
        if name is None:
            is_doctype = match[0][: len(_DOCTYPE)].lower() == _DOCTYPE
            joined.tag(match[0], is_ignored=is_doctype)
            if is_doctype:
                yield Tag("", built.depth, reopened, starts, moved.copied, joined.copied)
            if built.within and html.startswith(_CDATA, match.start()):
                end = html.find("]]>", match.start())
                position = end + 3 if end >= 0 else len(html)
            continue
        name = name.lower()
        if not built.within and not built.many["template"]:
            moved.tag(name, close=bool(match["close"]))
        if match["close"]:
            before = len(built.stack)
            made = False
            if name in ("p", "br"):
                # A paragraph that was not open begins here and ends, and a line break is one.
                built.break_out()
                made = name == "br" or not built.end_paragraph()
                starts += made
            elif not built.end(name):
                yield from _all_of(html, position, built, reopened, starts, moved, joined)
                return
            closes = made or len(built.stack) < before
            joined.tag(match["attributes"], is_ignored=not closes)
            if closes:
                reopened += built.formatting
            if closes or match["attributes"]:
                yield Tag("", built.depth, reopened, starts, moved.copied, joined.copied)
            continue
        starts += 1
        is_ignored = not built.within and (
            name in _ONCE
            or (name in _TABLE_PARTS and (not moved.in_cell or built.many["select"] > 0))
            or (name == "form" and built.many["form"] > 0)
        )
        joined.tag(match["attributes"], is_ignored=is_ignored)
        raw = name in _RAW_TEXT and not built.within
        if raw and built.many["select"] and name != "script":
            # What a select takes for text and what it leaves out is not known here.
            yield from _all_of(html, position, built, reopened, starts, moved, joined)
            return
        if not raw:
            built.start(name, match["attributes"], empty=bool(match["empty"]))
        if name not in FORMATTING:
            reopened += built.formatting
        yield Tag(match["attributes"], built.depth, reopened, starts, moved.copied, joined.copied)
        if raw:
            ended = _end_of_raw_text(html, name, position)
            if ended is None:
                return
            position = ended


def _all_of(
    html: str, position: int, built: _Builder, reopened: int, starts: int, moved: _Moved, joined: _Joined
) -> Iterator[Tag]:
    """Tags, wherever they stand, as if nothing were ever closed."""
    depth, formatting = built.depth, built.formatting
    begun = bool(moved.in_cell)
    for match in _ANY.finditer(html, position):
        name = match["name"].lower()
        begun = begun or name == "table"
        moved.in_cell = [False] * begun
        _texts(html[position : match.start()], moved)
        joined.characters += match.start() - position
        position = match.end()
        is_ignored = bool(match["close"]) or name in _ONCE or name == "form" or (name in _TABLE_PARTS and not begun)
        whole = TAG.match(html, match.start()) if is_ignored else None
        joined.tag(whole["attributes"] if whole is not None else "", is_ignored=is_ignored)
        if not match["close"]:
            starts += 1
            depth += 1
            formatting += name in FORMATTING
        reopened += formatting
        yield Tag("", depth, reopened, starts, moved.copied, joined.copied)
    _texts(html[position:], moved)
    yield Tag("", depth, reopened, starts, moved.copied, joined.copied)


def _texts(source: str, moved: _Moved) -> None:
    """What stands behind each tag or comment, or what may be one."""
    if moved.in_cell:
        for part in source.split("<"):
            moved.text(part.partition(">")[2])


def _end_of_raw_text(html: str, name: str, position: int) -> int | None:
    """Where the end tag of an element of raw text begins; None if it is never closed."""
    if name != "script":
        match = _END_OF_RAW_TEXT[name].search(html, position)
        return None if match is None else match.start()
    # A script in a comment in a script (section 13.2.5.15 and on): its end tag does not end the one around it.
    commented = inner = False
    while (match := _IN_SCRIPT.search(html, position)) is not None:
        position = match.end()
        if match["close"] is None:
            commented = match[0] == "<!--"
            inner = inner and commented
            if commented:
                position -= 2  # its dashes may be those of its end
        elif match["close"] and inner:
            inner = False
        elif match["close"]:
            return match.start()
        else:
            inner = commented
    return None


def attributes_of(tag: str) -> int:
    """How many attributes are written in a tag, from its name's end on."""
    return sum(1 for _ in _ATTRIBUTES.finditer(tag))


def names_of(html: str) -> set[tuple[str, bool]]:
    """The different names of elements and of attributes, and which of the two each is. Raw text counts too."""
    found: set[tuple[str, bool]] = set()
    for match in TAG.finditer(html):
        if match["name"] is not None:
            found.add((match["name"].lower(), True))
            found.update((name, False) for name, _ in _named(match["attributes"]))
    return found


def _named(attributes: str) -> Iterator[tuple[str, str]]:
    for match in _ATTRIBUTES.finditer(attributes):
        name, _, value = match[0].partition("=") if not match[0].startswith("=") else (match[0], "", "")
        yield name.strip().lower(), value.strip().strip("\"'").lower()


def _is_old_font(attributes: str) -> bool:
    """Whether a ``font`` is that of HTML and not that of SVG."""
    return any(name in ("color", "face", "size") for name, _ in _named(attributes))


def _is_html(attributes: str) -> bool:
    """Whether an ``annotation-xml`` holds HTML; where it may, it is taken to hold none."""
    written = [value for name, value in _named(attributes) if name == "encoding"]
    return written[:1] in (["text/html"], ["application/xhtml+xml"])
