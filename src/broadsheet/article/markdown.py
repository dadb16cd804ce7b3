"""Blocks -> Markdown: CommonMark 0.31.2 with the tables and strikethrough of GitHub Flavored Markdown 0.29.

A CommonMark parser reads the output back as the same blocks with the same words. Text is escaped only where it would
be markup. Superscripts and subscripts are written as HTML elements, since Markdown has no syntax for them and without
it 10<sup>6</sup> is another number.

Emphasis next to punctuation or within a word does not always parse (section 6.2): ``foo**"bar"**baz`` has none. So a
line is written, and each delimiter is checked. A pair that cannot open or close there is written with underscores, or
without the punctuation at its edges, or dropped. Pairs are nested and none contains another of its kind, so delimiters
that can open and close pair as intended.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from string import punctuation
from typing import Final, NamedTuple

from broadsheet.article import blocks as tree
from broadsheet.article.blocks import Block, Blocks, Inlines, plain, slots, walk
from broadsheet.article.runs import NONE, Piece, build, pieces, squeeze, visible
from broadsheet.facts.addresses import percent_encoded
from broadsheet.patterns import pattern

__all__ = ["write_markdown"]

_ENTITY: Final = pattern(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_UNSAFE_IN_DESTINATION: Final = pattern(r"[\s\x00-\x20<>`\\\x7f]")
_LANGUAGE: Final = pattern(r"[\w+#.-]+")
_BACKTICKS: Final = pattern("`+")

# CommonMark, sections 4 and 5: text at the start of a line that would start another block. The delimiter row of a
# table is GitHub's.
_LINE_START: Final = pattern(
    r"""^(?:
        (?P<number>[0-9]{1,9})(?=[.)](?:\s|$))
      | (?=
            [-+*](?:\s|$)
          | \#{1,6}(?:\s|$)
          | >
          | [-=]+\s*$
          | [-+:|][-+:|\s]*$
          | \[[ xX]\]\s
        )
    )""",
    re.VERBOSE | re.MULTILINE,
)
_CLOSING_SEQUENCE: Final = pattern(r"(^|(?<=\s))(?=#+\s*$)")
_ESCAPE: Final = r"\\"  # in a replacement: one backslash
_SPECIAL: Final = pattern(r"[\\`*_\[\]<&~]")
_ADDRESS: Final = pattern(r"(?<!\]\()(?<![\w/])(?:https?://|www\.)")  # the start of text that GitHub makes a link
MAX_PASSES: Final = 10  # attempts to write a line before all its emphasis is dropped; real lines need three
_BREAK: Final = "\\\n"  # a line break within a paragraph
_DELIMITER: Final = {tree.Emphasis: "*", tree.Strong: "**", tree.Strikethrough: "~~"}
_ELEMENT: Final = {tree.Superscript: "sup", tree.Subscript: "sub"}


def write_markdown(blocks: Blocks, *, images: bool = False, links: bool = False) -> str:
    r"""The Markdown of blocks, without a final newline.

    Args:
        blocks: the blocks.
        images: write images, with captions as titles, and players as links. The words do not change.
        links: write links. The words do not change.

    >>> write_markdown((tree.Heading(2, (tree.Text("1. #tags *and* a_b"),)),))
    '## 1. #tags \\*and\\* a_b'
    """
    return _Writer(images=images, links=links).blocks(blocks)


@dataclass(frozen=True, slots=True)
class _Writer:
    images: bool
    links: bool

    # Blocks.

    def blocks(self, blocks: Blocks, *, separator: str = "\n\n", rule: str = "---") -> str:
        parts: list[str] = []
        before: tree.List | None = None
        other = False
        for block in blocks:
            if isinstance(block, tree.List):
                # Adjacent lists of one kind would be one list: the second gets the other marker (section 5.3).
                second = before is not None and before.ordered == block.ordered and not other
                if text := self.items(block, other=second):
                    before, other = block, second
            else:
                text = rule if isinstance(block, tree.Rule) else self.block(block)
                before = None if text else before
            if text:
                parts.append(text)
        return separator.join(parts)

    def block(self, block: Block) -> str:
        match block:
            case tree.Paragraph(content):
                return _paragraph(self.inlines(content))
            case tree.Heading(level, content):
                text = self.inlines(content).replace(_BREAK, " ")
                return f"{'#' * min(max(level, 1), 6)} {_CLOSING_SEQUENCE.sub(_ESCAPE, text)}" if text else ""
            case tree.Quote(inner):
                text = self.blocks(inner)
                return _prefixed(text, "> ", "> ") if text else ""
            case tree.CodeBlock(text, language):
                return _fenced(text, language)
            case tree.Table():
                return self.table(block)
            case tree.Figure(pictures):
                return "\n".join(self.image(picture) for picture in pictures) if self.images else ""
            case tree.Embed():
                return self.player(block)
            case _:
                return ""

    def items(self, block: tree.List, *, other: bool) -> str:
        tight = self.is_tight(block)
        items: list[str] = []
        number = max(block.start, 0)
        for item in block.items:
            text = self.blocks(item, separator="\n" if tight else "\n\n", rule="___")
            if not text:
                continue
            if block.ordered:
                marker = f"{min(number, 999_999_999)}{')' if other else '.'} "
                number += 1
            else:
                marker = "* " if other else "- "
            items.append(_prefixed(text, marker, " " * len(marker)))
        return ("\n" if tight else "\n\n").join(items)

    def is_tight(self, block: tree.List) -> bool:
        """Whether a list can do without blank lines: each item is a paragraph, perhaps with a list below."""
        for item in block.items:
            for place, part in enumerate(item):
                if isinstance(part, tree.List):
                    # An ordered list that does not begin with 1 cannot interrupt a paragraph (section 5.3).
                    if place != len(item) - 1 or (part.ordered and part.start != 1) or not self.is_tight(part):
                        return False
                elif place or not isinstance(part, tree.Paragraph):
                    return False
        return True

    def table(self, table: tree.Table) -> str:
        # Slots that a cell spans beyond its first are written as empty cells.
        lines = [[self.cell(content) for content in row] for row in slots(table)]
        width = len(lines[0]) if lines else 0
        if not width:
            return ""
        if not all(cell.header or not cell.content for cell in table.rows[0]):
            lines.insert(0, [""] * width)
        lines.insert(1, ["---"] * width)
        text = "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
        caption = _paragraph(self.inlines(table.caption))
        return f"{caption}\n\n{text}" if caption else text

    def cell(self, blocks: Blocks) -> str:
        """Blocks on one line, with ``br`` for line breaks. Rows are split at pipes first, so each pipe is escaped."""
        return "<br>".join(filter(None, self.flat(blocks))).replace(_BREAK, "<br>").replace("|", "\\|")

    def flat(self, blocks: Blocks) -> Iterator[str]:
        """The parts of blocks, without blank lines."""
        for block in walk(blocks):
            match block:
                case tree.Paragraph(content) | tree.Heading(content=content) | tree.Table(caption=content):
                    yield self.inlines(content)
                case tree.CodeBlock(text) if words := squeeze(text):
                    yield _code(words)
                case tree.Figure() | tree.Embed():
                    yield self.block(block).replace("\n", " ")

    # Inlines.

    def inlines(self, inlines: Inlines) -> str:
        if len(inlines) == 1 and isinstance(inlines[0], tree.Text):
            return _escaped(squeeze(visible(inlines[0].text)), "\n", "\n", False)
        return _emphasised(list(self.tokens(build(list(self.written(inlines))))))

    def written(self, inlines: Inlines) -> Iterator[Piece]:
        """Inlines as a run, without links or images unless they are written."""
        waiting = NONE  # the separator of an image that is not written
        for separator, content, marks in pieces(inlines):
            separator = max(separator, waiting)
            if self.images or isinstance(content, str):
                waiting = NONE
                shown = marks if self.links else tuple(mark for mark in marks if mark[0] is not tree.Link)
                yield Piece(separator, content, shown)
            else:
                waiting = separator

    def tokens(self, inlines: Inlines) -> Iterator[_Token]:
        for inline in inlines:
            match inline:
                case tree.Text(text):
                    yield _Token("text", text)
                case tree.CodeSpan(text):
                    yield _Token("code", text)
                case tree.LineBreak():
                    yield _Token("break", _BREAK)
                case tree.InlineImage(image):
                    yield _Token("raw", self.image(image))
                case tree.Link(href, children):
                    yield _Token("link", "[")
                    yield from self.tokens(children)
                    yield _Token("linked", f"]({_destination(href)})")
                case tree.Superscript(children) | tree.Subscript(children):
                    name = _ELEMENT[type(inline)]
                    yield _Token("raw", f"<{name}>")
                    yield from self.tokens(children)
                    yield _Token("raw", f"</{name}>")
                case _:
                    span = _Span(_DELIMITER[type(inline)])
                    yield _Token("open", "", span)
                    yield from self.tokens(inline.children)
                    yield _Token("close", "", span)

    def image(self, image: tree.Image) -> str:
        return "!" + _titled(image.alt, image.src, image.caption)

    def player(self, player: tree.Embed) -> str:
        """A link with the player's title, else its caption, as text, and its kind as title."""
        if not (self.images and player.url):
            return ""
        text = squeeze(player.title) or squeeze(plain(player.caption).replace("\n", " "))
        return _titled(text, player.url, player.kind) if text else f"<{_destination(player.url)}>"


def _titled(text: str, url: str, title: str) -> str:
    """The text, destination and title of a link or image (section 6.3)."""
    words = _ENTITY.sub(r"\\\g<0>", squeeze(title).replace("\\", "\\\\").replace('"', '\\"'))
    label = _escaped(squeeze(text), "[", "]", True)
    return f"[{label}]({_destination(url)}" + (f' "{words}")' if words else ")")


def _escaped(text: str, before: str, after: str, brackets: bool) -> str:
    """Text with escapes where a character would be markup.

    Args:
        text: one line.
        before: the character before it.
        after: the character after it.
        brackets: whether to escape all brackets, as in the text of a link or image.
    """
    if _SPECIAL.search(text) is None:
        return text

    def escape(match: re.Match[str]) -> str:
        character, place = match[0], match.start()
        previous = text[place - 1] if place else before
        following = text[place + 1] if place + 1 < len(text) else after
        if character == "*":  # neither left- nor right-flanking between white space
            special = not (previous.isspace() and following.isspace())
        elif character == "_":  # does nothing within a word
            special = not (previous.isalnum() and following.isalnum())
        elif character == "<":  # a tag, a comment, an autolink
            special = following in "/!?" or (following.isascii() and following.isalpha())
        elif character == "&":
            special = _ENTITY.match(text, place) is not None
        elif character == "[":
            special = brackets
        elif character == "]":  # inline link, full reference, definition of a reference
            special = brackets or following in "([:"
        elif character == "~":
            special = following in "~*" or not previous.isspace()
        elif character == "\\":
            special = following in punctuation or following == "\n"
        else:
            special = True
        return "\\" + character if special else character

    return _SPECIAL.sub(escape, text)


def _paragraph(text: str) -> str:
    """Escape a paragraph where a line would start another block, and unescape a lone mark of emphasis."""
    if "\\" in text and "`" not in text and "\\\\" not in text:  # else the backslash may be text
        for mark in "*_~":
            if text.count(mark) == 1:
                text = text.replace(f"\\{mark}", mark)
    return _LINE_START.sub(r"\g<number>\\", text) if "\n" in text or _LINE_START.match(text) else text


def _prefixed(text: str, first: str, rest: str) -> str:
    """Text with one prefix on its first line and another on the rest."""
    lines = text.split("\n")
    blank = rest.rstrip()
    return "\n".join([first + lines[0], *(rest + line if line else blank for line in lines[1:])])


def _fenced(text: str, language: str) -> str:
    """A fenced code block (section 4.5)."""
    fence = _fence(text, 3)
    return f"{fence}{language if _LANGUAGE.fullmatch(language) else ''}\n{text}\n{fence}" if text else ""


def _code(text: str) -> str:
    """A code span (section 6.1)."""
    fence = _fence(text, 1)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _fence(text: str, min_length: int) -> str:
    """A row of backticks that is longer than any in the text."""
    return "`" * max(min_length, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))


def _destination(url: str) -> str:
    """A link destination (section 6.3) without spaces, with parentheses balanced or escaped."""
    url = _UNSAFE_IN_DESTINATION.sub(percent_encoded, url)
    depth = 0
    for character in url if "(" in url or ")" in url else "":
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
    if depth:
        url = url.replace("(", "\\(").replace(")", "\\)")
    return _ENTITY.sub(r"&amp;\g<0>", url).replace("&amp;&", "&amp;")


# Emphasis.


@dataclass(eq=False, slots=True)
class _Span:
    """A pair of delimiters: ``*``, ``**`` or ``~~``."""

    delimiter: str
    tried: bool = False


class _Token(NamedTuple):
    """A part of a line.

    ``text`` is escaped when written; ``code`` is joined with adjacent code; ``open`` and ``close`` are the ends of a
    span, ``link`` and ``linked`` those of a link's text; ``break`` is a line break; ``raw`` is written as is.
    """

    kind: str
    text: str
    span: _Span | None = None


_Delimiter = tuple[int, _Span, bool]
"""The position of a delimiter, its span, and whether it opens it."""


def _emphasised(tokens: list[_Token]) -> str:
    """The Markdown of a line, with as much of its emphasis as can be expressed."""
    for _ in range(MAX_PASSES):
        text, delimiters = _joined(tokens)
        wrong = _misread(text, delimiters)
        if not wrong:
            return text
        tokens = _rewritten(tokens, wrong)
    return _joined([token for token in tokens if token.span is None])[0]


def _joined(tokens: list[_Token]) -> tuple[str, list[_Delimiter]]:
    """The text of the tokens, and the delimiters in it."""
    parts: list[str] = []
    delimiters: list[_Delimiter] = []
    size = 0
    in_link = False
    at, count = 0, len(tokens)
    while at < count:
        kind, text, span = tokens[at]
        at += 1
        while kind in ("text", "code") and at < count and tokens[at].kind == kind:
            text += tokens[at].text  # adjacent code spans, where emphasis was dropped, would be read as one
            at += 1
        if kind == "text":
            text = _escaped(text, parts[-1][-1:] if parts else "\n", "*" if at < count else "\n", in_link)
        elif kind == "code":
            text = _code(text)
        elif span is not None:
            delimiters.append((size, span, kind == "open"))
            text = span.delimiter
        elif kind == "break" and _ADDRESS.search("".join(parts[-2:]).rpartition(" ")[2]):
            text = f" {text}"  # the backslash would be part of the link
        elif kind in ("link", "linked"):
            in_link = kind == "link"
            if in_link and parts and parts[-1].endswith("!"):  # "![" would start an image
                parts[-1] = parts[-1][:-1] + "\\!"
                size += 1
        parts.append(text)
        size += len(text)
    return "".join(parts), delimiters


def _misread(text: str, delimiters: list[_Delimiter]) -> dict[_Span, None]:
    """The spans that a parser would not read as intended, in order."""
    wrong: dict[_Span, None] = {}
    previous: _Span | None = None
    end = 0  # of the previous delimiter
    for start, span, opens in delimiters:
        stop = start + len(span.delimiter)
        before, after = text[max(start - 1, 0) : start], text[stop : stop + 1]
        if previous is not None and start == end and previous.delimiter[0] == span.delimiter[0]:  # one run of both
            wrong[span if span.delimiter == "*" else previous] = None
        elif not _can_pair(span.delimiter, *((before, after) if opens else (after, before))):
            wrong[span] = None
        previous, end = span, stop
    return wrong


def _can_pair(delimiter: str, outer: str, inner: str) -> bool:
    """Whether a delimiter can open or close emphasis between two characters (section 6.2, left- and right-flanking).

    Symbols are punctuation since version 0.31, and parsers differ, so they count as such only where that forbids it.
    """
    if not inner or inner.isspace():
        return False
    is_apart = not outer or outer.isspace() or _is_mark(outer, "P")
    return is_apart or not (delimiter == "_" or _is_mark(inner, "PS"))


def _is_mark(character: str, categories: str) -> bool:
    return character in punctuation if character.isascii() else unicodedata.category(character)[0] in categories


def _rewritten(tokens: list[_Token], spans: Collection[_Span]) -> list[_Token]:
    """The tokens with some spans written differently: with underscores, without punctuation at their edges, or not."""
    places: dict[_Span, list[int]] = {}
    for span in spans:
        if span.delimiter == "*" and not span.tried:
            span.delimiter, span.tried = "_", True
        else:
            span.delimiter = span.delimiter.replace("_", "*")
            places[span] = []
    for place, token in enumerate(tokens):
        if token.span in places:
            places[token.span].append(place)
    out = [[token] for token in tokens]
    for first, last in places.values():
        inner = tokens[first + 1 : last]
        head, tail = _edge(inner[0], str.lstrip), _edge(inner[-1], str.rstrip)
        if (head or tail) and sum(len(token.text) for token in inner) > len(head) + len(tail):
            out[first] = [_Token("text", head), tokens[first]]
            out[last] = [tokens[last], _Token("text", tail)]
            if head:
                out[first + 1] = [_Token("text", inner[0].text[len(head) :])]
            if tail:
                out[last - 1] = [_Token("text", out[last - 1][0].text[: -len(tail)])]
        else:
            out[first], out[last] = [], []
    return [token for part in out for token in part]


def _edge(token: _Token, strip: Callable[[str, str], str]) -> str:
    """The punctuation and white space at one end of a text; empty for other tokens."""
    if token.kind != "text":
        return ""
    rest = strip(token.text, "".join(character for character in set(token.text) if not character.isalnum()))
    size = len(token.text) - len(rest)
    return token.text[:size] if strip is str.lstrip else token.text[len(token.text) - size :]
