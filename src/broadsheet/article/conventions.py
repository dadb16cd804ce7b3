"""The body by convention: without headline, bylines and repetitions; captions and standfirst may become paragraphs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import islice, takewhile
from statistics import median
from typing import Final, TypeGuard

from broadsheet.article.blocks import (
    Block,
    Blocks,
    Cell,
    Figure,
    Heading,
    InlineImage,
    Inlines,
    LineBreak,
    List,
    Paragraph,
    Quote,
    Table,
    Text,
    images,
    plain,
)
from broadsheet.article.text import has_words, write_text
from broadsheet.page.characters import normal_form

__all__ = [
    "with_captions",
    "with_standfirst",
    "without_bylines",
    "without_repetition",
    "without_signature",
    "without_tables",
    "without_title",
]

MAX_LAST_LINES: Final = 2  # blocks at the end that may be a signature
MAX_FIRST_BLOCKS: Final = 3  # blocks with words at the beginning that may be bylines
_ITEM_SEPARATOR: Final = " | "  # joins the items of a list that may be a byline
MAX_HEADLINE_RATIO: Final = 2
"""Greatest length of a heading that contains the headline and more, as a multiple of the headline's."""
MIN_REPEATED_CHARS: Final = 40  # fewest letters and digits of a standfirst whose repetition is not chance
MAX_REPEATED_AMONG: Final = 8
"""Blocks at the beginning, figures included, among which a repeated standfirst is looked for."""
MIN_STANDFIRST_CHARS: Final = 70  # shortest heading before the text that may be the standfirst
MIN_STANDFIRST_RATIO: Final = 1.5  # its least length, as a multiple of the subheadings of its level
MIN_CAPTIONS: Final = 4  # fewest captions of a photo story
MIN_CAPTION_CHARS: Final = 60  # least median length of a photo story's captions
MAX_TEXT_RATIO: Final = 0.5  # greatest share of a photo story's other text, relative to its captions


def with_captions(blocks: Blocks) -> Blocks:
    """The blocks with captions as paragraphs if they are a photo story: only figures between the captioned figures, and
    captions longer than the rest of the text.
    """
    flat = [one for block in blocks for one in (_figures_of(block) or (block,))]
    at = [place for place, block in enumerate(flat) if isinstance(block, Figure) and block.caption]
    if len(at) < MIN_CAPTIONS or any(has_words(block) for block in flat[at[0] : at[-1]]):
        return blocks
    captions = {plain(block.caption) for block in flat if isinstance(block, Figure) and block.caption}
    rest = len(write_text(tuple(flat)))
    lengths = [len(caption) for caption in captions]
    if len(lengths) < MIN_CAPTIONS or median(lengths) < MIN_CAPTION_CHARS or rest > MAX_TEXT_RATIO * sum(lengths):
        return blocks
    return tuple(one for block in flat for one in _with_words(block))


def _figures_of(block: Block) -> Blocks:
    """The figures of a list that holds nothing else."""
    if not isinstance(block, List):
        return ()
    inside = [one for item in block.items for one in item]
    return tuple(inside) if all(isinstance(one, Figure) for one in inside) else ()


def _with_words(block: Block) -> Blocks:
    """A figure, and its caption as a paragraph; any other block as it is."""
    if not isinstance(block, Figure) or not block.caption:
        return (block,)
    pictures = tuple(replace(image, caption="") for image in block.images)
    return (*((Figure(pictures),) if pictures else ()), Paragraph(block.caption))


def without_title(blocks: Blocks, title: str | None) -> Blocks:
    """The blocks without the headline. Images stay.

    Removed are: the first heading that equals the title but for case and punctuation, or that precedes all other words
    and contains the title and little else (a kicker); and headings and paragraphs before any other words that repeat
    the title.

    Args:
        blocks: the blocks of a body, perhaps with the headline.
        title: the article's title, if known.
    """
    wanted = _folded(title or "")
    if not wanted:
        return blocks
    blocks = _without_lines(blocks, lambda line: _folded(line) == wanted)
    is_first = True
    for at, block in enumerate(blocks):
        if isinstance(block, Heading) and _is_headline(block, wanted, is_first=is_first):
            blocks = blocks[:at] + blocks[at + 1 :]
            break
        is_first = is_first and not has_words(block)
    return _without_first(blocks, wanted)


def _is_headline(heading: Heading, wanted: str, *, is_first: bool) -> bool:
    """Whether a heading is the headline, or a leading ``h1`` that contains it and little else."""
    folded = _folded(plain(heading.content))
    is_beside = is_first and heading.level == 1 and (folded.startswith(wanted) or folded.endswith(wanted))
    return folded == wanted or (is_beside and len(folded) <= MAX_HEADLINE_RATIO * len(wanted))


def _without_first(blocks: Blocks, wanted: str) -> Blocks:
    """The blocks without headings and paragraphs that equal the headline and precede any other words."""
    front: list[Block] = []
    last = next((at for at in reversed(range(len(blocks))) if has_words(blocks[at])), None)
    for at, block in enumerate(blocks):
        if has_words(block):
            is_headline = isinstance(block, Heading | Paragraph) and _folded(plain(block.content)) == wanted
            # A body of one line may have been taken for the title: it is all there is.
            if not is_headline or (at == last and isinstance(block, Paragraph)):
                return (*front, *blocks[at:])
            front += _pictures(block)
        else:
            front.append(block)
    return tuple(front)


def _without_lines(blocks: Blocks, says: Callable[[str], bool]) -> Blocks:
    """The blocks without the matching lines at the start of the first paragraph, if other lines follow in it: old pages
    put headline and byline there, separated by line breaks.
    """
    at = next((at for at, block in enumerate(blocks) if has_words(block)), None)
    if at is None or not isinstance(first := blocks[at], Paragraph) or LineBreak() not in first.content:
        return blocks
    begin = 0
    for stop, inline in enumerate(first.content):
        if inline != LineBreak():
            continue
        line = " ".join(plain(first.content[begin:stop]).split())
        if line and not says(line):
            break
        begin = stop + 1
    rest = first.content[begin:]
    if not begin or not plain(rest).strip():
        return blocks
    pictures = _pictures(Paragraph(first.content[:begin]))
    return (*blocks[:at], *pictures, Paragraph(rest), *blocks[at + 1 :])


def without_bylines(blocks: Blocks, is_byline: Callable[[str], bool]) -> Blocks:
    """The blocks without bylines and date lines before any other words or right after the standfirst. Images stay.

    If such lines also occur further down, except at the end, they head the parts of the text (a diary, letters to the
    editor) and all of them stay. A byline may be a list.

    Args:
        blocks: the blocks of a body.
        is_byline: whether a line is a byline or date line and nothing else.
    """

    def says(block: Block) -> bool:
        if isinstance(block, List):
            return is_byline(_ITEM_SEPARATOR.join(_words(one) for item in block.items for one in item if is_line(one)))
        return is_line(block) and is_byline(_words(block))

    def is_line(block: Block) -> TypeGuard[Paragraph | Heading]:
        return isinstance(block, Paragraph | Heading)

    with_words = list(islice((at for at, block in enumerate(blocks) if has_words(block)), MAX_FIRST_BLOCKS + 1))
    begin = 0 if not with_words or says(blocks[with_words[0]]) else 1

    # Above the text, headings may be bylines and dates too; further down they head a part.
    headings = list(takewhile(lambda at: isinstance(blocks[at], Heading), with_words))

    def leads(at: int) -> bool:
        return (isinstance(blocks[at], Paragraph | List) or (not begin and at in headings)) and says(blocks[at])

    front = list(takewhile(leads, with_words[begin : begin + MAX_FIRST_BLOCKS]))
    if not front:
        return _without_lines(blocks, is_byline)
    rest = [block for block in blocks[front[-1] + 1 :] if has_words(block)]
    # News agencies name reporters and editors after the text.
    last = list(takewhile(lambda one: isinstance(one, Paragraph) and says(one), islice(reversed(rest), MAX_LAST_LINES)))
    if len(last) == len(rest) or any(map(says, rest[: len(rest) - len(last)])):
        return blocks
    return _without_lines(_without(blocks, front), is_byline)


def without_signature(blocks: Blocks, is_signature: Callable[[str], bool]) -> Blocks:
    """The blocks without a signature, the last paragraphs that name the author. Images stay.

    Args:
        blocks: the blocks of a body.
        is_signature: whether a line names the author and says nothing else.
    """

    def says(at: int) -> bool:
        block = blocks[at]
        return isinstance(block, Paragraph) and is_signature(_words(block))

    with_words = [at for at, block in enumerate(blocks) if has_words(block)]
    last = list(takewhile(says, islice(reversed(with_words), MAX_LAST_LINES)))
    if not last or len(last) == len(with_words):
        return blocks
    return _without(blocks, last)


def _words(block: Paragraph | Heading) -> str:
    """The words of a line, separated by single spaces."""
    return " ".join(plain(block.content).split())


def _without(blocks: Blocks, places: Collection[int]) -> Blocks:
    """The blocks without those at some places. Their images stay."""
    return tuple(one for at, block in enumerate(blocks) for one in (_pictures(block) if at in places else (block,)))


def _pictures(block: Block) -> Blocks:
    """The images of a block, as one paragraph, if it has any."""
    found = tuple(map(InlineImage, images((block,))))
    return (Paragraph(found),) if found else ()


def without_repetition(blocks: Blocks) -> Blocks:
    """The blocks without a first paragraph or heading that the next paragraph repeats word for word: a standfirst given
    once for wide and once for narrow screens. Images stay. A text repeated more often stays too.

    Args:
        blocks: the blocks of a body without the headline.
    """
    with_words = [at for at, block in enumerate(blocks[:MAX_REPEATED_AMONG]) if has_words(block)]
    if len(with_words) < 2:
        return blocks
    at = with_words[0]
    first, second, *rest = (blocks[one] for one in with_words)
    if not (isinstance(first, Paragraph | Heading) and isinstance(second, Paragraph)):
        return blocks
    folded = _folded(plain(first.content))
    if len(folded) < MIN_REPEATED_CHARS or folded != _folded(plain(second.content)):
        return blocks
    if any(isinstance(one, Paragraph) and _folded(plain(one.content)) == folded for one in rest):
        return blocks
    return (*blocks[:at], *_pictures(first), *blocks[at + 1 :])


def with_standfirst(blocks: Blocks) -> Blocks:
    """The blocks with a standfirst that is marked up as a heading turned into a paragraph; otherwise the whole article
    would be its section. It comes before all other words and is longer than the subheadings.

    Args:
        blocks: the blocks of a body without the headline.
    """
    at = next((at for at, block in enumerate(blocks) if has_words(block)), None)
    if at is None or not isinstance(first := blocks[at], Heading) or first.level == 1:
        return blocks  # an h1 that is not the title is a headline all the same
    length = len(plain(first.content))
    others = [
        len(plain(one.content)) for one in blocks[at + 1 :] if isinstance(one, Heading) and one.level == first.level
    ]
    if length < MIN_STANDFIRST_CHARS or (others and length < MIN_STANDFIRST_RATIO * median(others)):
        return blocks
    if not any(isinstance(block, Paragraph) for block in blocks[at + 1 :]):
        return blocks
    return (*blocks[:at], Paragraph(first.content), *blocks[at + 1 :])


def without_tables(blocks: Blocks) -> Blocks:
    """The blocks with each table row as a paragraph.

    Words, marks and images stay in order; lists and quotations in cells become plain words.
    """
    return tuple(one for block in blocks for one in _without_table(block))


def _without_table(block: Block) -> Blocks:
    match block:
        case Table(rows, caption):
            lines = [caption, *(_line(row) for row in rows)]
            return tuple(Paragraph(line) for line in lines if _shows(line))
        case Quote(inner):
            return (replace(block, blocks=without_tables(inner)),)
        case List(items=items):
            return (replace(block, items=tuple(without_tables(item) for item in items)),)
        case _:
            return (block,)


def _line(row: tuple[Cell, ...]) -> Inlines:
    """The cells of a row in one line."""
    line: list[Inlines] = []
    for cell in row:
        for block in cell.content:
            pictures: Inlines = ()
            if isinstance(block, Paragraph):
                words = block.content
            else:
                words = (Text(" ".join(write_text((block,)).split())),)
                pictures = tuple(map(InlineImage, images((block,))))
            if _shows(words):
                line += [(Text(" "),), words] if line else [words]
            line += [pictures] if pictures else []
    return tuple(inline for inlines in line for inline in inlines)


def _shows(inlines: Inlines) -> bool:
    return bool(plain(inlines).strip()) or any(images((Paragraph(inlines),)))


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, normal_form("NFKC", text).casefold()))
