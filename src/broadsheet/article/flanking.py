"""Markdown emphasis that a CommonMark parser reads as meant.

CommonMark (0.31.2, section 6.2) reads ``**`` as a delimiter only between certain characters: ``foo**"bar"**baz``
has none, and adjacent delimiters may pair differently. So the text is written, the standard's own procedure is run over
its delimiters, and a pair that does not come out as meant is changed: written with underscores, with the punctuation at
its edges moved out, or dropped. The module knows text, delimiters and literals, not blocks or inlines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from string import punctuation
from typing import Final, NamedTuple

__all__ = ["Span", "Token", "render"]

_ASCII_PUNCTUATION: Final = frozenset(punctuation)
MAX_TOKENS_WRITTEN: Final = 20_000
"""Tokens written before the remaining wrong spans are dropped. Each try writes all of a paragraph's tokens, which are
a few dozen in real text."""


@dataclass(eq=False, slots=True)
class Span:
    """A pair of delimiters: ``*``, ``**`` or ``~~``."""

    delimiter: str
    tried: bool = False


class Token(NamedTuple):
    """A part of a line of Markdown.

    ``text`` is escaped when written; ``raw`` is written as is; ``code`` is joined with adjacent code; ``open`` and
    ``close`` are the ends of a span; ``link`` starts a link's text, and ``linked`` ends it and holds its destination.
    """

    kind: str
    text: str
    span: Span | None = None


Escape = Callable[[str, str, str, bool], str]
"""Text, the character before it, the one after it, and whether brackets must be balanced -> escaped text."""


def render(tokens: list[Token], escape: Escape, code: Callable[[str], str]) -> str:
    """The Markdown of some tokens, with as much of their emphasis as can be expressed.

    Args:
        tokens: the parts of the line.
        escape: escapes text.
        code: writes a code span.
    """
    work = 0
    while True:
        text, delimiters = _written(tokens, escape, code)
        wrong = _mismatched(text, delimiters) if delimiters else None
        if not wrong:
            return text
        work += len(tokens)
        if work > MAX_TOKENS_WRITTEN:
            left_out = set(map(id, wrong))
            tokens = [token for token in tokens if id(token.span) not in left_out]
            continue
            # A wrong span may make later ones wrong, so only the first is changed. Before that, asterisks that touch
            # others become underscores.
        span = next((span for span in wrong if not span.tried and span.delimiter == "*"), wrong[0])
        tokens = _rewritten(tokens, span)


class _Delimiter(NamedTuple):
    start: int
    span: Span
    opens: bool
    link: int
    """Number of the link whose text it is in, or 0. Delimiters pair within one link's text, or outside links."""


def _written(tokens: list[Token], escape: Escape, code: Callable[[str], str]) -> tuple[str, list[_Delimiter]]:
    """The text of the tokens, and the delimiters in it."""
    parts: list[str] = []
    delimiters: list[_Delimiter] = []
    size = links = link = 0
    at, count = 0, len(tokens)
    while at < count:
        kind, text, span = tokens[at]
        at += 1
        if kind == "text":
            while at < count and tokens[at].kind == "text":
                text += tokens[at].text
                at += 1
            before = parts[-1][-1:] if parts else "\n"
            text = escape(text, before, "*" if at < count else "\n", link > 0)
        elif kind == "code":
            # Adjacent code spans, left when the emphasis between them was dropped, would be read as one run.
            while at < count and tokens[at].kind == "code":
                text += tokens[at].text
                at += 1
            text = code(text)
        elif span is not None:
            delimiters.append(_Delimiter(size, span, kind == "open", link))
            text = span.delimiter
        elif kind == "link":
            links += 1
            link = links
            if parts and parts[-1].endswith("!"):  # "![" would start an image
                parts[-1] = parts[-1][:-1] + "\\!"
                size += 1
            text = "["
        elif kind == "linked":
            link = 0
        parts.append(text)
        size += len(text)
    return "".join(parts), delimiters


def _mismatched(text: str, delimiters: list[_Delimiter]) -> list[Span]:
    """The spans whose delimiters a parser would pair differently, in order.

    Symbols became punctuation in version 0.31, and parsers differ, so both readings must agree.
    """
    meant: dict[Span, list[int]] = {}
    for delimiter in delimiters:
        meant.setdefault(delimiter.span, []).append(delimiter.start)
    good = _paired(text, delimiters, symbols=True)
    if not text.isascii():
        good &= _paired(text, delimiters, symbols=False)
    return [span for span, (first, last) in meant.items() if (first, last, len(span.delimiter)) not in good]


@dataclass(slots=True)
class _Run:
    """A delimiter run: its character, its remaining range, and its original length."""

    character: str
    start: int
    stop: int
    length: int = 0
    can_open: bool = False
    can_close: bool = False


def _paired(text: str, delimiters: list[_Delimiter], *, symbols: bool) -> set[tuple[int, int, int]]:
    """Pairs of delimiters that a parser finds: both start offsets, and their length."""
    scopes: dict[int, list[_Run]] = {}
    for start, span, _, link in delimiters:
        runs = scopes.setdefault(link, [])
        character = span.delimiter[0]
        stop = start + len(span.delimiter)
        if runs and runs[-1].stop == start and runs[-1].character == character:
            runs[-1].stop = stop
        else:
            runs.append(_Run(character, start, stop))
    found: set[tuple[int, int, int]] = set()
    for runs in scopes.values():
        for run in runs:
            _classify(run, text, symbols=symbols)
        _pair(runs, found)
    return found


def _classify(run: _Run, text: str, *, symbols: bool) -> None:
    """Set whether a run is left- or right-flanking, and can open or close emphasis."""
    before = text[run.start - 1] if run.start else "\n"
    after = text[run.stop] if run.stop < len(text) else "\n"
    space_before, space_after = before.isspace(), after.isspace()
    mark_before, mark_after = _is_mark(before, symbols=symbols), _is_mark(after, symbols=symbols)
    left = not space_after and (not mark_after or space_before or mark_before)
    right = not space_before and (not mark_before or space_after or mark_after)
    run.length = run.stop - run.start
    if run.character == "_":
        run.can_open = left and (not right or mark_before)
        run.can_close = right and (not left or mark_after)
    else:
        run.can_open, run.can_close = left, right


def _is_mark(character: str, *, symbols: bool) -> bool:
    if character < "\x80":
        return character in _ASCII_PUNCTUATION
    category = unicodedata.category(character)
    return category[0] == "P" or (symbols and category[0] == "S")


def _pair(runs: list[_Run], found: set[tuple[int, int, int]]) -> None:
    """The procedure *process emphasis* of the standard's appendix, on one stack."""
    stack: list[_Run] = []
    for closer in runs:
        while closer.can_close and closer.start < closer.stop:
            place = len(stack) - 1
            while place >= 0 and not _fits(stack[place], closer):
                place -= 1
            if place < 0:
                break
            opener = stack[place]
            del stack[place + 1 :]
            strength = 2 if min(opener.stop - opener.start, closer.stop - closer.start) >= 2 else 1
            opener.stop -= strength
            found.add((opener.stop, closer.start, strength))
            closer.start += strength
            if opener.start == opener.stop:
                stack.pop()
        if closer.can_open and closer.start < closer.stop:
            stack.append(closer)


def _fits(opener: _Run, closer: _Run) -> bool:
    if opener.character != closer.character:
        return False
    if opener.character == "~":  # GitHub: both have the same length
        return opener.stop - opener.start == closer.stop - closer.start
    if opener.can_close or closer.can_open:  # rules 9 and 10
        return (opener.length + closer.length) % 3 != 0 or opener.length % 3 == 0
    return True


def _rewritten(tokens: list[Token], span: Span) -> list[Token]:
    """The tokens with a span written in the next way, or dropped."""
    if span.delimiter == "*" and not span.tried:
        span.delimiter, span.tried = "_", True
        return tokens
    span.delimiter = span.delimiter.replace("_", "*")
    moved = _narrowed(tokens, span)
    return [token for token in tokens if token.span is not span] if moved is None else moved


def _narrowed(tokens: list[Token], span: Span) -> list[Token] | None:
    """The tokens with punctuation moved out of the edges of a span. None if there is none, or nothing else."""
    first, last = (place for place, token in enumerate(tokens) if token.span is span)
    inner = tokens[first + 1 : last]
    head = tail = ""
    if inner[0].kind == "text":
        words = inner[0].text
        rest = words.lstrip("".join({character for character in words if not character.isalnum()}))
        head = words[: len(words) - len(rest)]
        inner[0] = Token("text", rest)
    if inner[-1].kind == "text":
        words = inner[-1].text
        rest = words.rstrip("".join({character for character in words if not character.isalnum()}))
        tail = words[len(rest) :]
        inner[-1] = Token("text", rest)
    if not (head or tail) or not any(token.text for token in inner):
        return None
    return [
        *tokens[:first],
        Token("text", head),
        tokens[first],
        *inner,
        tokens[last],
        Token("text", tail),
        *tokens[last + 1 :],
    ]
