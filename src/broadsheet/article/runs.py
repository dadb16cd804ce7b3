"""Runs of words -> inlines: white space and characters normalised, marks turned into a tree.

A run is the text between two block boundaries, as pieces in order. Each piece has marks and a separator from the piece
before. A separator gets the marks that both of its neighbours share, so that no emphasis begins or ends with white
space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from broadsheet.article.blocks import (
    CodeSpan,
    Image,
    Inline,
    InlineImage,
    Inlines,
    LineBreak,
    Link,
    Text,
)
from broadsheet.facts.texts import unescaped
from broadsheet.page.characters import INVISIBLE, composed

__all__ = [
    "CODE",
    "GAP",
    "LINE",
    "NONE",
    "PARAGRAPH",
    "SPACE",
    "WRAP",
    "Mark",
    "OpenRun",
    "Piece",
    "build",
    "clean",
    "divided",
    "go_together",
    "pieces",
    "squeeze",
    "tidied",
    "visible",
    "white",
    "white_after",
    "white_before",
    "with_mark",
]

NONE: Final = 0  # nothing: ``<b>W</b>ord``
GAP: Final = 1  # dropped content: no white space before a full stop, but two words stay two
SPACE: Final = 2  # white space without a line break in the source
WRAP: Final = 3  # white space with a line break in the source: no space between two East Asian characters
LINE: Final = 4  # a line break that is shown
PARAGRAPH: Final = 5  # several line breaks in a row

Mark: TypeAlias = tuple[type[Inline], str]
"""An inline type, and the URL of a link or an empty string."""

CODE: Final[Mark] = (CodeSpan, "")


class Piece(NamedTuple):
    """Words or an image, with the separator before it. The greater of two adjacent separators counts."""

    separator: int
    content: str | Image
    marks: tuple[Mark, ...]


_INVISIBLE: Final = re.compile(f"[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f{INVISIBLE}]")
"""Invisible and control characters, direction marks excepted."""

_EAST_ASIAN: Final = (
    "\u2e80-\u3029\u302e-\u303e\u3041-\u312f\u3190-\u31ff\u3220-\u325f\u3280-\u4dbf\u4e00-\ua4cf\uf900-\ufaff"
    "\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff9f\uffe0-\uffe6\U00016fe0-\U0001b2ff\U00020000-\U0003fffd"
)
"""Characters of East Asian width Wide, Fullwidth or Halfwidth, Hangul excepted."""

# CSS Text Level 3 (CR 2024-09-30), section 4.1.3, segment break transformation rules: a break between two such
# characters is removed with the white space around it.
_EAST_ASIAN_WRAP: Final = re.compile(rf"(?<=[{_EAST_ASIAN}])[ \t\r\f]*\n[ \t\r\n\f]*(?=[{_EAST_ASIAN}])")
_BREAK_BEFORE_EAST_ASIAN: Final = re.compile(rf"(?<![ \t\r\n\f])[ \t\r\f]*+\n[ \t\r\n\f]*+[{_EAST_ASIAN}]")
"""The end of every such break. This cheap search keeps long white space linear."""
_EAST_ASIAN_CHARACTER: Final = re.compile(f"[{_EAST_ASIAN}]")
_FIRST_EAST_ASIAN: Final = "\u2e80"

_CLOSING: Final = frozenset(".,;:!?…)]}»”’،؛؟。、，；：！？）」』】")  # punctuation without a space before it

_IDEOGRAPHIC_SPACE: Final = "\u3000"
_WHITE_SPACE: Final = re.compile(r"\s+")


def visible(text: str) -> str:
    r"""A text without invisible characters, in composed form.

    >>> visible("Bu\u0308\u00adcher")
    'Bücher'
    """
    if not text.isprintable():
        text = _INVISIBLE.sub("", text)
    return composed(text)


def squeeze(text: str) -> str:
    """A text with each run of white space as one space, and none at its ends.

    Ideographic spaces between words stay, as East Asian text is set with them.
    """
    text = text.strip()
    if text.isprintable() and "  " not in text:  # printable text has no white space but spaces
        return text
    if not text.isascii():
        if _BREAK_BEFORE_EAST_ASIAN.search(text):
            text = _EAST_ASIAN_WRAP.sub("", text)
        if _IDEOGRAPHIC_SPACE in text:
            # Python treats it as white space.
            return _WHITE_SPACE.sub(lambda run: _IDEOGRAPHIC_SPACE if _IDEOGRAPHIC_SPACE in run[0] else " ", text)
    return " ".join(text.split())


def tidied(text: str) -> tuple[str, str]:
    """A text as shown (`visible`), and its words (`squeeze`)."""
    if text.isascii() and text.isprintable() and "  " not in text:  # no white space but single spaces
        return text, text.strip()
    text = visible(text)
    return text, squeeze(text)


def clean(text: str) -> str:
    """A text of one line without invisible characters: an attribute's value as it would be shown.

    Doubly escaped references, common in attributes, are resolved.

    >>> clean("Chad&#39;s minister &nbsp; AT&T, R&D;")
    "Chad's minister AT&T, R&D;"
    """
    return tidied(unescaped(text))[1]


def white(text: str) -> int:
    """The separator for some white space."""
    return WRAP if "\n" in text else SPACE


def white_before(text: str) -> int:
    """The separator for the white space at the start of a text."""
    return white(text[: len(text) - len(text.lstrip())]) if text[:1].isspace() else NONE


def white_after(text: str) -> int:
    """The separator for the white space at the end of a text."""
    return white(text[len(text.rstrip()) :]) if text[-1:].isspace() else NONE


class OpenRun:
    """A run under construction.

    Attributes:
        pieces: the pieces so far.
        separator: separator before the next piece.
        mixed: it holds images, or several paragraphs.
    """

    __slots__ = ("mixed", "pieces", "separator")

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.separator = NONE
        self.mixed = False

    def separate(self, separator: int) -> None:
        """Raise the separator before the next piece."""
        if separator > self.separator:
            self.separator = separator

    def add(self, words: str, marks: tuple[Mark, ...], after: int = NONE) -> None:
        """Add words with their marks, and the separator after them."""
        if not self.pieces:
            self.separator = NONE
        elif self.separator == PARAGRAPH:
            self.mixed = True
        self.pieces.append(Piece(self.separator, words, marks))
        self.separator = after

    def add_picture(self, picture: Image) -> None:
        """Add an image after words. Words on both sides of it are separate words, whether it is written or not."""
        self.separate(SPACE)
        self.pieces.append(Piece(self.separator, picture, ()))
        self.mixed = True
        self.separator = SPACE

    def take(self) -> list[Piece]:
        """End the run and return its pieces."""
        pieces, self.pieces, self.separator, self.mixed = self.pieces, [], NONE, False
        return pieces


def divided(run: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The parts of a mixed run: each is a paragraph that begins and ends with words, or images only.

    A line of images is a part of its own, and so are images at the ends of a paragraph.
    """
    lines: list[list[Piece]] = []
    for piece in run:
        if piece.separator >= LINE or not lines:
            lines.append([])
        lines[-1].append(piece)
    paragraph: list[Piece] = []
    for line in lines:
        alone = not any(isinstance(piece.content, str) for piece in line)
        if alone or line[0].separator == PARAGRAPH:
            yield from _without_edges(paragraph)
            paragraph = []
        if alone:
            yield line
        else:
            paragraph += line
    yield from _without_edges(paragraph)


def _without_edges(paragraph: list[Piece]) -> Iterator[list[Piece]]:
    """The images before a paragraph's first words, the paragraph, and the images after its last words, if any."""
    first, last = 0, len(paragraph)
    while first < last and not isinstance(paragraph[first].content, str):
        first += 1
    while last > first and not isinstance(paragraph[last - 1].content, str):
        last -= 1
    for part in (paragraph[:first], paragraph[first:last], paragraph[last:]):
        if part:
            yield part


def go_together(last: str, separator: int, content: str | Image) -> bool:
    """Whether no space goes between a piece and the one before.

    Args:
        last: the last character of the piece before, or empty after an image.
        separator: the separator between them.
        content: the piece.
    """
    if separator in (GAP, WRAP) and last and isinstance(content, str):
        return (separator == GAP and content[0] in _CLOSING) or (
            last >= _FIRST_EAST_ASIAN
            and content >= _FIRST_EAST_ASIAN
            and _EAST_ASIAN_CHARACTER.match(last) is not None
            and _EAST_ASIAN_CHARACTER.match(content) is not None
        )
    return separator == NONE


def build(run: Sequence[Piece]) -> Inlines:
    """The inlines of a run. The separator before the first piece is ignored."""
    if len(run) == 1 and not run[0].marks:
        content = run[0].content
        return (Text(content) if isinstance(content, str) else InlineImage(content),)
    marked: tuple[Mark, ...] = ()  # the open marks, outermost first
    levels: list[list[Inline | str]] = [[]]  # their contents; strings are kept bare to be joined
    last = ""  # the last character, or empty after an image
    for number, (separator, content, marks) in enumerate(run):
        shared = marks if marks == marked else _shared(marked, marks)
        if separator >= LINE and shared and shared[-1] == CODE:  # a code span is on one line
            shared = shared[:-1]
        if len(shared) < len(marked):
            _close(levels, marked[len(shared) :])
        if number:
            if separator >= LINE:
                levels[-1].append(LineBreak())
            elif not go_together(last, separator, content):
                levels[-1].append(" ")
        if len(marks) > len(shared):
            levels.extend([] for _ in marks[len(shared) :])
        marked = marks
        if isinstance(content, str):
            levels[-1].append(content)
            last = content[-1]
        else:
            levels[-1].append(InlineImage(content))
            last = ""
    _close(levels, marked)
    return _inlines(levels[0])


def _shared(ours: tuple[Mark, ...], theirs: tuple[Mark, ...]) -> tuple[Mark, ...]:
    """The outermost marks that two pieces share."""
    size = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        size += 1
    return ours[:size]


def _close(levels: list[list[Inline | str]], marks: tuple[Mark, ...]) -> None:
    """Close the innermost marks: each level's content becomes one inline in its parent."""
    for mark in reversed(marks):
        children = levels.pop()
        levels[-1].append(_wrap(mark, children))


def _inlines(children: list[Inline | str]) -> Inlines:
    """The inlines with adjacent strings joined into `Text`."""
    out: list[Inline] = []
    words: list[str] = []
    for child in children:
        if isinstance(child, str):
            words.append(child)
            continue
        if words:
            out.append(Text("".join(words)))
            words = []
        out.append(child)
    if words:
        out.append(Text("".join(words)))
    return tuple(out)


def _wrap(mark: Mark, children: list[Inline | str]) -> Inline:
    kind, href = mark
    if kind is CodeSpan:
        return CodeSpan("".join(child for child in children if isinstance(child, str)))
    if kind is Link:
        return Link(href, _inlines(children))
    return kind(_inlines(children))  # type: ignore[call-arg,arg-type]


def with_mark(marks: tuple[Mark, ...], mark: Mark) -> tuple[Mark, ...]:
    """The marks and one more. A kind counts once, and code stays innermost."""
    kind = mark[0]
    for have, _ in marks:
        if have is kind:
            return marks
    if marks and marks[-1] == CODE:
        return (*marks[:-1], mark, CODE)
    return (*marks, mark)


def pieces(inlines: Inlines) -> list[Piece]:
    """The run that some inlines stand for; `build` gives the same text back, tidied."""
    out: list[Piece] = []
    _gather(inlines, (), NONE, out)
    return out


def _gather(inlines: Inlines, marks: tuple[Mark, ...], separator: int, out: list[Piece]) -> int:
    for inline in inlines:
        if isinstance(inline, Text | CodeSpan):
            text, words = tidied(inline.text)
            separator = max(separator, white_before(text))
            if words:
                out.append(Piece(separator, words, with_mark(marks, CODE) if isinstance(inline, CodeSpan) else marks))
                separator = white_after(text)
        elif isinstance(inline, LineBreak):
            separator = max(separator, LINE)
        elif isinstance(inline, InlineImage):
            out.append(Piece(separator, inline.image, ()))
            separator = NONE
        else:
            mark = (type(inline), inline.href if isinstance(inline, Link) else "")
            separator = _gather(inline.children, with_mark(marks, mark), separator, out)
    return separator
