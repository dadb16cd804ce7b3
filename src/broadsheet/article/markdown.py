"""Blocks -> Markdown: CommonMark 0.31.2 with the tables and strikethrough of GitHub Flavored Markdown 0.29.

A CommonMark parser reads the output back as the same blocks with the same words. Text is escaped only where it would
mean something. Emphasis next to punctuation or within a word does not always parse (section 6.2,
`broadsheet.article.emphasis`), so it is checked, moved past the punctuation, or left out.

Superscripts and subscripts are written as HTML elements, since Markdown has no syntax for them and 10<sup>6</sup>
without it is another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from string import punctuation
from typing import Final

from broadsheet.article import blocks as tree
from broadsheet.article.blocks import Block, Blocks, Inlines, walk
from broadsheet.article.emphasis import Span, Token, render
from broadsheet.article.runs import CODE, LINE, Mark, Piece, go_together, pieces, shared, squeeze, visible
from broadsheet.article.tables import slots
from broadsheet.facts.addresses import percent_encoded

__all__ = ["write_markdown"]

_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_UNSAFE_IN_DESTINATION: Final = re.compile(r"[\s\x00-\x20<>`\\\x7f]")
_LANGUAGE: Final = re.compile(r"[\w+#.-]+")
_BACKTICKS: Final = re.compile("`+")

# CommonMark, sections 4 and 5: text at the start of a line that starts another block unless its first character is
# escaped. The delimiter row of a table is GitHub's.
_LINE_START: Final = re.compile(
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
_CLOSING_SEQUENCE: Final = re.compile(r"(^|(?<=\s))(?=#+\s*$)")
_ESCAPE: Final = r"\\"  # in a replacement: one backslash
_SPECIAL: Final = re.compile(r"[\\`*_\[\]<&~]")
_ASCII_PUNCTUATION: Final = frozenset(punctuation)
_DELIMITER: Final = {tree.Emphasis: "*", tree.Strong: "**", tree.Strikethrough: "~~"}
_ELEMENT: Final = {tree.Superscript: "sup", tree.Subscript: "sub"}


def write_markdown(blocks: Blocks, *, images: bool = False, links: bool = False) -> str:
    r"""The Markdown of some blocks, without a final newline.

    Args:
        blocks: the blocks.
        images: write images, with captions as titles, and players as autolinks. The words do not change.
        links: write links. The words do not change.

    >>> write_markdown((tree.Heading(2, (tree.Text("1. #tags *and* a_b"),)),))
    '## 1. #tags \\*and\\* a_b'
    """
    return _Writer(images=images, links=links).blocks(blocks)


class _Writer:
    __slots__ = ("images", "links")

    def __init__(self, *, images: bool, links: bool) -> None:
        self.images = images
        self.links = links

    # Blocks.

    def blocks(self, blocks: Blocks, *, separator: str = "\n\n", rule: str = "---") -> str:
        parts: list[str] = []
        before: tree.List | None = None
        other = False
        for block in blocks:
            if isinstance(block, tree.List):
                # Adjacent lists of one kind would be one list: the second gets the other marker (section 5.3).
                second = before is not None and before.ordered == block.ordered and not other
                text = self.items(block, other=second)
                if text:
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
                return _at_line_starts(self.inlines(content))
            case tree.Heading(level, content):
                text = self.inlines(content, one_line=True)
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
            case tree.Embed(url):
                return f"<{_destination(url)}>" if self.images and url else ""
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
        """Whether a list can be written without blank lines: each item is a paragraph, perhaps with a list under it."""
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
        lines = [["" if cell is None else self.cell(cell.content) for cell in row] for row in slots(table)]
        width = len(lines[0]) if lines else 0
        if not width:
            return ""
        if not all(cell.header or not cell.content for cell in table.rows[0]):
            lines.insert(0, [""] * width)
        lines.insert(1, ["---"] * width)
        text = "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
        caption = _at_line_starts(self.inlines(table.caption))
        return f"{caption}\n\n{text}" if caption else text

    def cell(self, blocks: Blocks) -> str:
        """Blocks on one line. Rows are split at pipes before anything else is parsed, so each pipe is escaped."""
        return " ".join(filter(None, self.flat(blocks))).replace("|", "\\|")

    def flat(self, blocks: Blocks) -> Iterator[str]:
        """The parts of some blocks, each on one line."""
        for block in walk(blocks):
            match block:
                case tree.Paragraph(content) | tree.Heading(content=content) | tree.Table(caption=content):
                    yield self.inlines(content, one_line=True)
                case tree.CodeBlock(text) if words := squeeze(text):
                    yield _code(words)
                case tree.Figure(pictures) if self.images:
                    yield from map(self.image, pictures)
                case tree.Embed(url) if self.images and url:
                    yield f"<{_destination(url)}>"

    # Inlines.

    def inlines(self, inlines: Inlines, *, one_line: bool = False) -> str:
        if len(inlines) == 1 and isinstance(inlines[0], tree.Text):
            return _escaped(squeeze(visible(inlines[0].text)), "\n", "\n", False)
        return render(self.tokens(pieces(inlines), one_line=one_line), _escaped, _code)

    def tokens(self, run: Iterable[Piece], *, one_line: bool) -> list[Token]:
        """A run as text, delimiters and literals."""
        out: list[Token] = []
        marked: list[tuple[Mark, Span | None]] = []
        waiting = 0  # the separator of an image that is not written
        last = ""
        for piece in run:
            separator, content = max(piece.separator, waiting), piece.content
            waiting = 0
            if not isinstance(content, str) and not self.images:
                waiting = separator
                continue
            marks = piece.marks if self.links else tuple(mark for mark in piece.marks if mark[0] is not tree.Link)
            common = shared([mark for mark, _ in marked], marks)
            broken = separator >= LINE and not one_line
            if broken and common and marked[common - 1][0] == CODE:
                common -= 1
            while len(marked) > common:
                self.close(out, *marked.pop())
            if out:
                if broken:
                    out.append(Token("raw", "\\\n"))
                elif not go_together(last, separator, content):
                    out.append(Token("text", " "))
            marked.extend((mark, self.open(out, mark)) for mark in marks[common:])
            if isinstance(content, str):
                out.append(Token("text", content))
                last = content[-1]
            else:
                out.append(Token("raw", self.image(content)))
                last = ""
        while marked:
            self.close(out, *marked.pop())
        return out

    def open(self, out: list[Token], mark: Mark) -> Span | None:
        kind = mark[0]
        if kind in _DELIMITER:
            span = Span(_DELIMITER[kind])
            out.append(Token("open", "", span))
            return span
        if kind in _ELEMENT:
            out.append(Token("raw", f"<{_ELEMENT[kind]}>"))
        else:
            out.append(Token("link" if kind is tree.Link else "opened", ""))
        return None

    def close(self, out: list[Token], mark: Mark, span: Span | None) -> None:
        kind, href = mark
        if span is not None:
            out.append(Token("close", "", span))
        elif kind in _ELEMENT:
            out.append(Token("raw", f"</{_ELEMENT[kind]}>"))
        elif kind is tree.Link:
            out.append(Token("linked", f"]({_destination(href)})"))
        else:  # code: the output since it was opened is one literal
            words: list[str] = []
            while (token := out.pop()).kind != "opened":
                words.append(token.text)
            out.append(Token("code", "".join(reversed(words))))

    def image(self, image: tree.Image) -> str:
        alt = _escaped(squeeze(image.alt), "[", "]", True)
        caption = squeeze(image.caption)
        title = _ENTITY.sub(r"\\\g<0>", caption.replace("\\", "\\\\").replace('"', '\\"'))
        if title:
            title = f' "{title}"'
        return f"![{alt}]({_destination(image.src)}{title})"


def _escaped(text: str, before: str, after: str, brackets: bool) -> str:
    """Text with escapes where a character would mean something.

    Args:
        text: one line.
        before: the character before it.
        after: the character after it.
        brackets: escape all brackets, as in the text of a link or image.
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
            special = following in _ASCII_PUNCTUATION or following == "\n"
        else:
            special = True
        return "\\" + character if special else character

    return _SPECIAL.sub(escape, text)


def _at_line_starts(text: str) -> str:
    """A paragraph with escapes where a line would start another block."""
    if "\n" in text:
        return _LINE_START.sub(_escaped_start, text)
    return _LINE_START.sub(_escaped_start, text, count=1) if _LINE_START.match(text) else text


def _escaped_start(match: re.Match[str]) -> str:
    return (match["number"] or "") + "\\"


def _prefixed(text: str, first: str, rest: str) -> str:
    """Text with one prefix on its first line and another on the rest."""
    if "\n" not in text:
        return first + text
    lines = text.split("\n")
    blank = rest.rstrip()
    return "\n".join([first + lines[0], *(rest + line if line else blank for line in lines[1:])])


def _fenced(text: str, language: str) -> str:
    """A fenced code block (section 4.5). The fence is longer than any run of backticks within."""
    if not text:
        return ""
    fence = "`" * max(3, 1 + max(map(len, _BACKTICKS.findall(text)), default=0))
    return f"{fence}{language if _LANGUAGE.fullmatch(language) else ''}\n{text}\n{fence}"


def _code(text: str) -> str:
    """A code span (section 6.1) with the shortest fence that does not occur within."""
    runs = set(map(len, _BACKTICKS.findall(text)))
    size = 1
    while size in runs:
        size += 1
    fence = "`" * size
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"


def _destination(url: str) -> str:
    """A link destination (section 6.3) without spaces, its parentheses balanced or escaped."""
    url = _UNSAFE_IN_DESTINATION.sub(percent_encoded, url)
    depth = 0
    for character in url:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
    if depth:
        url = url.replace("(", "\\(").replace(")", "\\)")
    return _ENTITY.sub(r"&amp;\g<0>", url).replace("&amp;&", "&amp;")
