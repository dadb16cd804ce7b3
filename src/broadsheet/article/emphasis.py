"""Markdown emphasis that a CommonMark parser reads as meant.

CommonMark (0.31.2, section 6.2) reads ``**`` as a delimiter only between certain characters: ``foo**"bar"**baz`` has
none. So the text is written, and each delimiter is checked. A pair that cannot open or close where it stands is
changed: written with underscores, with the punctuation at its edges moved out, or dropped. Pairs are nested and none
holds another of its kind, so delimiters that can open and close pair as meant. The module knows text, delimiters and
literals, not blocks or inlines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from string import punctuation
from typing import Final, NamedTuple

__all__ = ["Span", "Token", "render"]

MAX_PASSES: Final = 10  # times that a line is written before its emphasis is dropped; real lines need three
_ASCII_PUNCTUATION: Final = frozenset(punctuation)


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
    """The Markdown of the parts of a line, with as much of their emphasis as can be expressed."""
    for _ in range(MAX_PASSES):
        text, delimiters = _written(tokens, escape, code)
        wrong = _misread(text, delimiters)
        if not wrong:
            return text
        tokens = _rewritten(tokens, wrong)
    return _written([token for token in tokens if token.span is None], escape, code)[0]


class _Delimiter(NamedTuple):
    start: int
    span: Span
    opens: bool


def _written(tokens: list[Token], escape: Escape, code: Callable[[str], str]) -> tuple[str, list[_Delimiter]]:
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
            text += tokens[at].text  # adjacent code spans, as where emphasis was dropped, would be read as one run
            at += 1
        if kind == "text":
            text = escape(text, parts[-1][-1:] if parts else "\n", "*" if at < count else "\n", in_link)
        elif kind == "code":
            text = code(text)
        elif span is not None:
            delimiters.append(_Delimiter(size, span, kind == "open"))
            text = span.delimiter
        elif kind == "link":
            in_link = True
            if parts and parts[-1].endswith("!"):  # "![" would start an image
                parts[-1] = parts[-1][:-1] + "\\!"
                size += 1
            text = "["
        elif kind == "linked":
            in_link = False
        parts.append(text)
        size += len(text)
    return "".join(parts), delimiters


def _misread(text: str, delimiters: list[_Delimiter]) -> dict[Span, None]:
    """The spans that a parser would not read as meant, in order."""
    wrong: dict[Span, None] = {}
    previous: Span | None = None
    end = 0  # of the previous delimiter
    for start, span, opens in delimiters:
        if previous is not None and start == end and previous.delimiter[0] == span.delimiter[0]:  # one run of both
            wrong[span if span.delimiter == "*" else previous] = None
        elif not _can(text, start, span.delimiter, opens=opens):
            wrong[span] = None
        previous, end = span, start + len(span.delimiter)
    return wrong


def _can(text: str, start: int, delimiter: str, *, opens: bool) -> bool:
    """Whether a delimiter can open or close emphasis (section 6.2, left- and right-flanking).

    Symbols became punctuation in version 0.31, and parsers differ, so both readings must agree.
    """
    stop = start + len(delimiter)
    before, after = text[max(start - 1, 0) : start], text[stop : stop + 1]
    outer, inner = (before, after) if opens else (after, before)
    if inner.isspace() or not inner:
        return False
    for symbols in (True, False):
        mark_outside = not outer or outer.isspace() or _is_mark(outer, symbols=symbols)
        mark_inside = _is_mark(inner, symbols=symbols)
        if mark_inside and not mark_outside:
            return False
        if delimiter == "_" and not mark_outside:
            return False
    return True


def _is_mark(character: str, *, symbols: bool) -> bool:
    if character < "\x80":
        return character in _ASCII_PUNCTUATION
    category = unicodedata.category(character)
    return category[0] == "P" or (symbols and category[0] == "S")


def _rewritten(tokens: list[Token], spans: Collection[Span]) -> list[Token]:
    """The tokens with some spans written in the next way: with underscores, without the punctuation at their edges, or
    not at all.
    """
    places: dict[Span, list[int]] = {}
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
            out[first] = [Token("text", head), tokens[first]]
            out[last] = [tokens[last], Token("text", tail)]
            if head:
                out[first + 1] = [Token("text", inner[0].text[len(head) :])]
            if tail:
                out[last - 1] = [Token("text", out[last - 1][0].text[: -len(tail)])]
        else:
            out[first], out[last] = [], []
    return [token for part in out for token in part]


def _edge(token: Token, strip: Callable[[str, str], str]) -> str:
    """The punctuation and white space at one end of a text; empty for other tokens."""
    if token.kind != "text":
        return ""
    rest = strip(token.text, "".join(character for character in set(token.text) if not character.isalnum()))
    size = len(token.text) - len(rest)
    return token.text[:size] if strip is str.lstrip else token.text[len(token.text) - size :]
