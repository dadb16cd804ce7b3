"""What a body is: blocks less what belongs to the metadata. It knows blocks, and nothing of how they were chosen."""

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

_LAST: Final = 2
"""Lines at the end that may say who wrote the text."""
_FIRST: Final = 3
"""Blocks with words at the beginning that may be bylines."""
_BETWEEN: Final = " | "
"""What is set between the items of a list that may be one."""
_BESIDE: Final = 2
"""How many times longer than the headline a heading is, at the most, that has it beside something else."""
_REPEATED, _STANDFIRST_AMONG = 40, 8
"""Letters and digits of a standfirst that is there twice by no accident, and blocks at the beginning, figures too."""
_STANDFIRST: Final = 70
"""Characters of a heading before the text from which it may be the standfirst."""
_LONGER: Final = 1.5
"""How many times longer it is than the subheadings of its level."""
_MIN_CAPTIONS, _MIN_CAPTION_CHARS = 4, 60
"""Captions of a photo story, and the characters of most of them."""
_MAX_INTRODUCTION: Final = 0.5
"""Characters of its other text, as a share of those of the captions."""


def with_captions(blocks: Blocks) -> Blocks:
    """The blocks of a photo story, in which captions are the text: the captions of its figures as paragraphs. All that
    there is between the figures are other figures, and no text is as long as theirs.
    """
    flat = [one for block in blocks for one in (_figures_of(block) or (block,))]
    at = [place for place, block in enumerate(flat) if isinstance(block, Figure) and block.caption]
    if len(at) < _MIN_CAPTIONS or any(has_words(block) for block in flat[at[0] : at[-1]]):
        return blocks
    captions = {plain(block.caption) for block in flat if isinstance(block, Figure) and block.caption}
    rest = len(write_text(tuple(flat)))
    lengths = [len(caption) for caption in captions]
    if len(lengths) < _MIN_CAPTIONS or median(lengths) < _MIN_CAPTION_CHARS or rest > _MAX_INTRODUCTION * sum(lengths):
        return blocks
    return tuple(one for block in flat for one in _with_words(block))


def _figures_of(block: Block) -> Blocks:
    """The figures of a list of nothing else."""
    if not isinstance(block, List):
        return ()
    inside = [one for item in block.items for one in item]
    return tuple(inside) if all(isinstance(one, Figure) for one in inside) else ()


def _with_words(block: Block) -> Blocks:
    """A figure and its caption as a paragraph; another block by itself."""
    if not isinstance(block, Figure) or not block.caption:
        return (block,)
    pictures = tuple(replace(image, caption="") for image in block.images)
    return (*((Figure(pictures),) if pictures else ()), Paragraph(block.caption))


def without_title(blocks: Blocks, title: str | None) -> Blocks:
    """The blocks less the headline: the first heading that says the same as the title, case and punctuation aside, or
    says it before any other words with a kicker or the like beside it, and what says it before any other words, as a
    heading once more or as a paragraph. Pictures stay.

    Args:
        blocks: the blocks of a body, the headline maybe among them.
        title: the title of the article, if it is known.
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
    """Whether a heading says the headline; one of the first level, which all else follows, with little beside it."""
    said = _folded(plain(heading.content))
    is_beside = is_first and heading.level == 1 and (said.startswith(wanted) or said.endswith(wanted))
    return said == wanted or (is_beside and len(said) <= _BESIDE * len(wanted))


def _without_first(blocks: Blocks, wanted: str) -> Blocks:
    """The blocks less those headings and paragraphs that say only the headline before there are any other words."""
    front: list[Block] = []
    last = next((at for at in reversed(range(len(blocks))) if has_words(blocks[at])), None)
    for at, block in enumerate(blocks):
        if has_words(block):
            is_headline = isinstance(block, Heading | Paragraph) and _folded(plain(block.content)) == wanted
            # A text of one line was taken for the title: it is all that there is.
            if not is_headline or (at == last and isinstance(block, Paragraph)):
                return (*front, *blocks[at:])
            front += _pictures(block)
        else:
            front.append(block)
    return tuple(front)


def _without_lines(blocks: Blocks, says: Callable[[str], bool]) -> Blocks:
    """The blocks less the first lines of the first paragraph that say something, where others follow in it: old pages
    have the headline and the byline so, with line breaks between.
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
    """The blocks less what says who wrote the text, or when, before any other words or right behind the standfirst.
    Pictures stay.

    Where such lines stand further down as well, and not as the last ones, they head the parts of a text: a diary,
    letters to the editor. They may be the items of a list.

    Args:
        blocks: the blocks of a body.
        is_byline: whether a line says that and nothing else.
    """

    def says(block: Block) -> bool:
        if isinstance(block, List):
            return is_byline(_BETWEEN.join(_words(one) for item in block.items for one in item if is_line(one)))
        return is_line(block) and is_byline(_words(block))

    def is_line(block: Block) -> TypeGuard[Paragraph | Heading]:
        return isinstance(block, Paragraph | Heading)

    with_words = list(islice((at for at, block in enumerate(blocks) if has_words(block)), _FIRST + 1))
    begin = 0 if not with_words or says(blocks[with_words[0]]) else 1

    # A byline and a day above the text are headings too; further down one heads a part.
    headings = list(takewhile(lambda at: isinstance(blocks[at], Heading), with_words))

    def leads(at: int) -> bool:
        return (isinstance(blocks[at], Paragraph | List) or (not begin and at in headings)) and says(blocks[at])

    front = list(takewhile(leads, with_words[begin : begin + _FIRST]))
    if not front:
        return _without_lines(blocks, is_byline)
    rest = [block for block in blocks[front[-1] + 1 :] if has_words(block)]
    # Agencies name those who reported and edited behind the text.
    last = list(takewhile(lambda one: isinstance(one, Paragraph) and says(one), islice(reversed(rest), _LAST)))
    if len(last) == len(rest) or any(map(says, rest[: len(rest) - len(last)])):
        return blocks
    return _without_lines(_without(blocks, front), is_byline)


def without_signature(blocks: Blocks, is_signature: Callable[[str], bool]) -> Blocks:
    """The blocks less the last paragraphs that say who wrote the text. Pictures stay.

    Args:
        blocks: the blocks of a body.
        is_signature: whether a line says that and nothing else.
    """

    def says(at: int) -> bool:
        block = blocks[at]
        return isinstance(block, Paragraph) and is_signature(_words(block))

    with_words = [at for at, block in enumerate(blocks) if has_words(block)]
    last = list(takewhile(says, islice(reversed(with_words), _LAST)))
    if not last or len(last) == len(with_words):
        return blocks
    return _without(blocks, last)


def _words(block: Paragraph | Heading) -> str:
    """The words of a line, with one space between."""
    return " ".join(plain(block.content).split())


def _without(blocks: Blocks, places: Collection[int]) -> Blocks:
    """The blocks less those in some places, whose pictures stay."""
    return tuple(one for at, block in enumerate(blocks) for one in (_pictures(block) if at in places else (block,)))


def _pictures(block: Block) -> Blocks:
    """The pictures of a block, as a paragraph of their own where there are some."""
    found = tuple(map(InlineImage, images((block,))))
    return (Paragraph(found),) if found else ()


def without_repetition(blocks: Blocks) -> Blocks:
    """The blocks less a first paragraph that says word for word what the next one says: a standfirst that stands on the
    page once for wide and once for narrow screens. Pictures stay, and so does what is there more often.

    Args:
        blocks: the blocks of a body without the headline.
    """
    with_words = [at for at, block in enumerate(blocks[:_STANDFIRST_AMONG]) if has_words(block)]
    if len(with_words) < 2:
        return blocks
    at = with_words[0]
    first, second, *rest = (blocks[one] for one in with_words)
    if not (isinstance(first, Paragraph | Heading) and isinstance(second, Paragraph)):
        return blocks
    said = _folded(plain(first.content))
    if len(said) < _REPEATED or said != _folded(plain(second.content)):
        return blocks
    if any(isinstance(one, Paragraph) and _folded(plain(one.content)) == said for one in rest):
        return blocks
    return (*blocks[:at], *_pictures(first), *blocks[at + 1 :])


def with_standfirst(blocks: Blocks) -> Blocks:
    """The blocks with the standfirst as a paragraph, where it is marked up as a heading: the first words, as long as
    no subheading is. Otherwise the whole article would be its section.

    Of 1,140 real pages 70 have one.

    Args:
        blocks: the blocks of a body without the headline.
    """
    at = next((at for at, block in enumerate(blocks) if has_words(block)), None)
    if at is None or not isinstance(first := blocks[at], Heading) or first.level == 1:
        return blocks  # a main heading that is not the title is a headline all the same
    length = len(plain(first.content))
    others = [
        len(plain(one.content)) for one in blocks[at + 1 :] if isinstance(one, Heading) and one.level == first.level
    ]
    if length < _STANDFIRST or (others and length < _LONGER * median(others)):
        return blocks
    if not any(isinstance(block, Paragraph) for block in blocks[at + 1 :]):
        return blocks
    return (*blocks[:at], Paragraph(first.content), *blocks[at + 1 :])


def without_tables(blocks: Blocks) -> Blocks:
    """The blocks with each row of a table as a paragraph, for readers to whom rows and columns are of no use.

    The words stay, in their order, with what is marked in them, and pictures; lists and quotations in cells become
    words.
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
    """The cells of a row behind each other."""
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
    """Whether there is any word or picture."""
    return bool(plain(inlines).strip()) or any(images((Paragraph(inlines),)))


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, normal_form("NFKC", text).casefold()))
