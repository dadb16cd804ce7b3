"""Runs of words -> inlines, with white space and characters normalised and marks as a tree.

A run is the text between two block boundaries, as pieces in order, each with its marks and its separator from the piece
before. A separator gets the marks that its neighbours share, so that no emphasis begins or ends with white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from broadsheet.article.blocks import FONTS, CodeSpan, Image, Inline, InlineImage, Inlines, LineBreak, Link, Text, plain
from broadsheet.facts.texts import unescaped
from broadsheet.page.characters import INVISIBLE, composed
from broadsheet.patterns import pattern

__all__ = [
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
    "pieces",
    "squeeze",
    "tidied",
    "visible",
    "with_mark",
    "without_repeats",
]

NONE: Final = 0  # ``<b>W</b>ord``
SPACE: Final = 1  # white space without a line break in the source
WRAP: Final = 2  # white space with one, or dropped content: not written between two East Asian characters
LINE: Final = 3  # a visible line break
PARAGRAPH: Final = 4  # several line breaks in a row

Mark: TypeAlias = tuple[type[Inline], str]
"""An inline type, and the URL of a link or an empty string. Each element has its own object."""

_CODE: Final[Mark] = (CodeSpan, "")
_ALNUM: Final = pattern(r"[^\W_]")  # without any, text is not bold or italic


class Piece(NamedTuple):
    """Words or an image, with the separator before it. The greater of two adjacent separators counts."""

    separator: int
    content: str | Image
    marks: tuple[Mark, ...]


_INVISIBLE: Final = pattern(f"[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f{INVISIBLE}]")
"""Invisible and control characters, except direction marks."""

_EAST_ASIAN: Final = (
    "\u2e80-\u3029\u302e-\u303e\u3041-\u312f\u3190-\u31ff\u3220-\u325f\u3280-\u4dbf\u4e00-\ua4cf\uf900-\ufaff"
    "\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff9f\uffe0-\uffe6\U00016fe0-\U0001b2ff\U00020000-\U0003fffd"
)
"""Characters of East Asian width Wide, Fullwidth or Halfwidth, except Hangul."""

_EAST_ASIAN_CHARACTER: Final = pattern(f"[{_EAST_ASIAN}]")
_IDEOGRAPHIC_SPACE: Final = "\u3000"
_WHITE_SPACE: Final = pattern(r"\s{2,}|[^\S ]")  # other than one space


def visible(text: str) -> str:
    r"""A text without invisible characters, in composed form.

    >>> visible("Bu\u0308\u00adcher")
    'Bücher'
    """
    if not text.isprintable():
        text = _INVISIBLE.sub("", text)
    return composed(text)


def squeeze(text: str) -> str:
    """Collapse each run of white space to one space, and strip the ends.

    Ideographic spaces between words stay, as East Asian text is set with them. A line break between two East Asian
    characters is removed (CSS Text Level 3, section 4.1.3, segment break transformation rules).
    """
    text = text.strip()
    if text.isprintable() and "  " not in text:  # printable text has no white space but spaces
        return text
    return " ".join(text.split()) if text.isascii() else _WHITE_SPACE.sub(_squeezed, text)


def _squeezed(run: re.Match[str]) -> str:
    """The replacement for white space between words."""
    if _IDEOGRAPHIC_SPACE in run[0]:
        return _IDEOGRAPHIC_SPACE
    between = run.string[run.start() - 1], run.string[run.end()]
    return "" if _white(run[0]) == WRAP and _go_together(*between) else " "


def tidied(text: str) -> tuple[str, int, int]:
    """The words of a text, visible and squeezed, and the separators before and after them.

    Without words, the first separator is that of the white space, and the second is `NONE`.
    """
    text = visible(text)
    words = text.strip()
    clear = squeeze(words)
    if len(words) == len(text):
        return clear, NONE, NONE
    if not words:
        return "", _white(text), NONE
    before = _white(text[: text.index(words[0])]) if text[0] != words[0] else NONE
    after = _white(text[text.rindex(words[-1]) + 1 :]) if text[-1] != words[-1] else NONE
    return clear, before, after


def clean(text: str) -> str:
    """A text on one line without invisible characters, for the values of attributes.

    Doubly escaped references, common in attributes, are resolved.

    >>> clean("Chad&#39;s minister &nbsp; AT&T, R&D;")
    "Chad's minister AT&T, R&D;"
    """
    return squeeze(visible(unescaped(text)))


def _white(text: str) -> int:
    """The separator that white space stands for."""
    return WRAP if "\n" in text else SPACE


class OpenRun:
    """An open run.

    Attributes:
        pieces: the pieces so far.
        separator: the separator before the next piece.
        mixed: whether it has images or several paragraphs.
        listed: whether its last line begins with a bullet.
    """

    __slots__ = ("listed", "mixed", "pieces", "separator")

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.separator = NONE
        self.mixed = self.listed = False

    def separate(self, separator: int) -> None:
        """Raise the separator before the next piece to at least this one."""
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
        """Add an image after words and a separator."""
        self.pieces.append(Piece(self.separator, picture, ()))
        self.mixed = True
        self.separator = SPACE

    def take(self) -> list[Piece]:
        """End the run and return its pieces."""
        pieces, self.pieces, self.separator, self.mixed, self.listed = self.pieces, [], NONE, False, False
        return pieces


def _lines(run: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces of each line of a run."""
    lines: list[list[Piece]] = []
    for piece in run:
        if piece.separator >= LINE or not lines:
            lines.append([])
        lines[-1].append(piece)
    return lines


def without_repeats(run: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces of a caption without lines that repeat others, or the start or end of the first: hidden copies."""
    if all(piece.separator < LINE for piece in run[1:]):  # one line, as most captions are
        return run
    lines: dict[str, list[Piece]] = {}
    for line in _lines(run):
        lines.setdefault(plain(build(line)), line)
    first = next(iter(lines))
    repeated = {words for words in lines if first.startswith(words) or first.endswith(words)} - {first}
    return [piece for words, line in lines.items() if words not in repeated for piece in line]


def divided(run: Sequence[Piece]) -> Iterator[list[Piece]]:
    """The parts of a mixed run: paragraphs that begin and end with words, and groups of images.

    Images on a line of their own are such a group, and so are those at the ends of a paragraph.
    """
    paragraph: list[Piece] = []
    for line in _lines(run):
        alone = all(isinstance(content, Image) for _, content, _ in line)
        if alone or line[0].separator == PARAGRAPH:
            yield from _without_edges(paragraph)
            paragraph = []
        if alone:
            yield line
        else:
            paragraph += line
    yield from _without_edges(paragraph)


def _without_edges(paragraph: list[Piece]) -> Iterator[list[Piece]]:
    """The images before a paragraph's first words, the paragraph, and the images after its last words."""
    words = [at for at, (_, content, _) in enumerate(paragraph) if isinstance(content, str)]
    first, last = (words[0], words[-1] + 1) if words else (0, 0)
    yield from filter(None, (paragraph[:first], paragraph[first:last], paragraph[last:]))


def build(run: Sequence[Piece], depth: int = 0) -> Inlines:
    """The inlines of a run. The separator before the first piece is ignored.

    Args:
        run: the pieces.
        depth: the number of outer marks, which all pieces share and which are left out.
    """
    if len(run) == 1 and len(run[0].marks) == depth:
        content = run[0].content
        return (Text(content) if isinstance(content, str) else InlineImage(content),)
    out: list[Inline] = []
    text = before = ""  # text not yet in an inline, and the piece before
    at, size = 0, len(run)
    while at < size:
        separator, content, marks = run[at]
        inline: Inline | None = None
        if separator >= LINE and at:
            out += (Text(text), LineBreak()) if text else (LineBreak(),)
            text = ""
        elif separator and at and (separator == SPACE or not _go_together(before, content)):
            text += " "
        begin, at = at, at + 1
        if len(marks) > depth:
            mark = marks[depth]
            while at < size and len(run[at].marks) > depth and run[at].marks[depth] == mark:
                # On another line, another element begins; code is on one line.
                if run[at].separator >= LINE and (mark == _CODE or run[at].marks[depth] is not mark):
                    break
                at += 1
            inner, content = build(run[begin:at], depth + 1), run[at - 1].content
            if mark[0] in FONTS and len(inner) == 1 and type(inner[0]) is Text and not _ALNUM.search(inner[0].text):
                text += inner[0].text
            else:
                inline = _marked(mark, inner)
        elif isinstance(content, str):
            text += content
        else:
            inline = InlineImage(content)
        if inline is not None:
            out += (Text(text), inline) if text else (inline,)
            text = ""
        before = content if isinstance(content, str) else ""
    if text:
        out.append(Text(text))
    return tuple(out)


def _marked(mark: Mark, inner: Inlines) -> Inline:
    """Inlines with a mark around them."""
    kind, href = mark
    if kind is CodeSpan:
        return CodeSpan(plain(inner))
    return Link(href, inner) if kind is Link else kind(inner)  # type: ignore[call-arg,arg-type]


def _go_together(before: str, content: str | Image) -> bool:
    """Whether white space with a line break between two pieces is dropped: in East Asian text.

    ``before`` is empty for an image.
    """
    if not before or not isinstance(content, str) or before[-1].isascii():
        return False
    return bool(_EAST_ASIAN_CHARACTER.match(before[-1]) and _EAST_ASIAN_CHARACTER.match(content))


def with_mark(marks: tuple[Mark, ...], mark: Mark) -> tuple[Mark, ...]:
    """Add a mark to others. Each kind is used once, and code stays innermost."""
    if not marks:
        return (mark,)
    if any(other[0] is mark[0] for other in marks):
        return marks
    if marks[-1] == _CODE:
        return (*marks[:-1], mark, _CODE)
    return (*marks, mark)


def pieces(inlines: Inlines) -> list[Piece]:
    """Turn inlines back into a run, from which `build` makes the same text, tidied."""
    out: list[Piece] = []
    _gather(inlines, (), NONE, out)
    return out


def _gather(inlines: Inlines, marks: tuple[Mark, ...], separator: int, out: list[Piece]) -> int:
    for inline in inlines:
        if isinstance(inline, Text | CodeSpan):
            words, before, after = tidied(inline.text)
            separator = max(separator, before)
            if words:
                out.append(Piece(separator, words, with_mark(marks, _CODE) if isinstance(inline, CodeSpan) else marks))
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
