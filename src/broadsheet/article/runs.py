"""Runs of words -> inlines: white space and characters normalised, marks turned into a tree.

A run is the text between two block boundaries, as pieces in order. Each piece has marks and a separator from the piece
before. A separator gets the marks that both of its neighbours share, so that no emphasis begins or ends with white
space.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from broadsheet.article.blocks import CodeSpan, Image, Inline, InlineImage, Inlines, LineBreak, Link, Text
from broadsheet.facts.texts import unescaped
from broadsheet.page.characters import INVISIBLE, composed
from broadsheet.patterns import pattern

__all__ = [
    "CODE",
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
    "shared",
    "squeeze",
    "tidied",
    "visible",
    "white",
    "with_mark",
]

NONE: Final = 0  # nothing: ``<b>W</b>ord``
SPACE: Final = 1  # white space without a line break in the source
WRAP: Final = 2  # white space with one, or dropped content: no space between two East Asian characters
LINE: Final = 3  # a line break that is shown
PARAGRAPH: Final = 4  # several line breaks in a row

Mark: TypeAlias = tuple[type[Inline], str]
"""An inline type, and the URL of a link or an empty string."""

CODE: Final[Mark] = (CodeSpan, "")


class Piece(NamedTuple):
    """Words or an image, with the separator before it. The greater of two adjacent separators counts."""

    separator: int
    content: str | Image
    marks: tuple[Mark, ...]


_INVISIBLE: Final = pattern(f"[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f{INVISIBLE}]")
"""Invisible and control characters, direction marks excepted."""

_EAST_ASIAN: Final = (
    "\u2e80-\u3029\u302e-\u303e\u3041-\u312f\u3190-\u31ff\u3220-\u325f\u3280-\u4dbf\u4e00-\ua4cf\uf900-\ufaff"
    "\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff9f\uffe0-\uffe6\U00016fe0-\U0001b2ff\U00020000-\U0003fffd"
)
"""Characters of East Asian width Wide, Fullwidth or Halfwidth, Hangul excepted."""

# CSS Text Level 3 (CR 2024-09-30), section 4.1.3, segment break transformation rules: a break between two such
# characters is removed with the white space around it.
_EAST_ASIAN_WRAP: Final = pattern(rf"(?<=[{_EAST_ASIAN}])[ \t\r\f]*\n[ \t\r\n\f]*(?=[{_EAST_ASIAN}])")
_BREAK_BEFORE_EAST_ASIAN: Final = pattern(rf"(?<![ \t\r\n\f])[ \t\r\f]*+\n[ \t\r\n\f]*+[{_EAST_ASIAN}]")
"""The end of every such break. This cheap search keeps long white space linear."""
_EAST_ASIAN_CHARACTER: Final = pattern(f"[{_EAST_ASIAN}]")
_IDEOGRAPHIC_SPACE: Final = "\u3000"
_WHITE_SPACE: Final = pattern(r"\s+")


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


def tidied(text: str) -> tuple[str, int, int]:
    """The words of a text, visible and squeezed, and the separators that its white space makes before and after them.

    Without words, the first separator is that of the white space, and the last is `NONE`.
    """
    words = text.strip()
    if words.isprintable() and "  " not in words:  # the common case: clean but for the white space around it
        if len(words) == len(text):
            return words if words.isascii() else composed(words), NONE, NONE
    else:
        text = visible(text)
        words = text.strip()
    if not words:
        return "", white(text) if text else NONE, NONE
    before = white(text[: len(text) - len(text.lstrip())]) if text[0].isspace() else NONE
    after = white(text[len(text.rstrip()) :]) if text[-1].isspace() else NONE
    return squeeze(composed(words)), before, after


def clean(text: str) -> str:
    """A text of one line without invisible characters: an attribute's value as it would be shown.

    Doubly escaped references, common in attributes, are resolved.

    >>> clean("Chad&#39;s minister &nbsp; AT&T, R&D;")
    "Chad's minister AT&T, R&D;"
    """
    return squeeze(visible(unescaped(text)))


def white(text: str) -> int:
    """The separator for some white space."""
    return WRAP if "\n" in text else SPACE


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
        alone = all(isinstance(piece.content, Image) for piece in line)
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
    words = [at for at, piece in enumerate(paragraph) if isinstance(piece.content, str)]
    first, last = (words[0], words[-1] + 1) if words else (0, 0)
    yield from filter(None, (paragraph[:first], paragraph[first:last], paragraph[last:]))


def go_together(last: str, separator: int, content: str | Image) -> bool:
    """Whether no space goes between a piece and the one before.

    Args:
        last: the last character of the piece before, or empty after an image.
        separator: the separator between them.
        content: the piece.
    """
    if separator != WRAP or not isinstance(content, str) or last.isascii():
        return separator == NONE
    return _EAST_ASIAN_CHARACTER.match(last) is not None and _EAST_ASIAN_CHARACTER.match(content) is not None


def build(run: Sequence[Piece]) -> Inlines:
    """The inlines of a run. The separator before the first piece is ignored."""
    if len(run) == 1:
        return (_inline(run[0].content, run[0].marks),)
    marked: tuple[Mark, ...] = ()  # the open marks, outermost first
    levels: list[list[Inline | str]] = [[]]  # their contents; strings are kept bare to be joined
    last = ""  # the last character, or empty after an image
    for number, (separator, content, marks) in enumerate(run):
        common = len(marks) if marks is marked else shared(marked, marks)
        if separator >= LINE and common and marks[common - 1] == CODE:  # a code span is on one line
            common -= 1
        if common < len(marked):
            _close(levels, marked[common:])
        if number:
            if separator >= LINE:
                levels[-1].append(LineBreak())
            elif not go_together(last, separator, content):
                levels[-1].append(" ")
        levels.extend([] for _ in marks[common:])
        marked = marks
        if isinstance(content, str):
            levels[-1].append(content)
            last = content[-1]
        else:
            levels[-1].append(InlineImage(content))
            last = ""
    _close(levels, marked)
    return _inlines(levels[0])


def _inline(content: str | Image, marks: tuple[Mark, ...]) -> Inline:
    """Words or an image with their marks."""
    made: Inline = Text(content) if isinstance(content, str) else InlineImage(content)
    for kind, href in reversed(marks):
        if kind is CodeSpan:
            made = CodeSpan(content if isinstance(content, str) else "")
        else:
            made = Link(href, (made,)) if kind is Link else kind((made,))  # type: ignore[call-arg,arg-type]
    return made


def shared(ours: Sequence[Mark], theirs: Sequence[Mark]) -> int:
    """The number of outermost marks that two pieces share."""
    size = 0
    for one, other in zip(ours, theirs, strict=False):
        if one != other:
            break
        size += 1
    return size


def _close(levels: list[list[Inline | str]], marks: tuple[Mark, ...]) -> None:
    """Close the innermost marks: each level's content becomes one inline in its parent."""
    for kind, href in reversed(marks):
        children = levels.pop()
        if kind is CodeSpan:
            made: Inline = CodeSpan("".join(child for child in children if isinstance(child, str)))
        elif kind is Link:
            made = Link(href, _inlines(children))
        else:
            made = kind(_inlines(children))  # type: ignore[call-arg,arg-type]
        levels[-1].append(made)


def _inlines(children: list[Inline | str]) -> Inlines:
    """The inlines with adjacent strings joined into `Text`."""
    if len(children) == 1 and isinstance(children[0], str):
        return (Text(children[0]),)
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


def with_mark(marks: tuple[Mark, ...], mark: Mark) -> tuple[Mark, ...]:
    """The marks and one more. A kind counts once, and code stays innermost."""
    if not marks:
        return (mark,)
    if any(have[0] is mark[0] for have in marks):
        return marks
    if marks[-1] == CODE:
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
            words, before, after = tidied(inline.text)
            separator = max(separator, before)
            if words:
                out.append(Piece(separator, words, with_mark(marks, CODE) if isinstance(inline, CodeSpan) else marks))
                separator = after
        elif isinstance(inline, LineBreak):
            separator = max(separator, LINE)
        elif isinstance(inline, InlineImage):
            out.append(Piece(separator, inline.image, ()))
            separator = NONE
        else:
            mark = (type(inline), inline.href if isinstance(inline, Link) else "")
            separator = _gather(inline.children, with_mark(marks, mark), separator, out)
    return separator
