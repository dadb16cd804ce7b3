"""Names that the page as a whole speaks against: of those who did something else than write, and of those whom only
the structured data know.

It must not look for names: it chooses among those that were found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from broadsheet.facts.texts import fold
from broadsheet.metadata.around.boxes import is_of_other_article
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.candidates import AT, Name
from broadsheet.metadata.word_case import Lexicon
from broadsheet.metadata.written.east_asian import EAST_ASIAN, HAN
from broadsheet.metadata.written.letters import in_small, plain_letters
from broadsheet.metadata.written.names import split_names
from broadsheet.metadata.written.people import are_names
from broadsheet.metadata.written.tasks import bare_other_label, other_label

__all__ = ["credited"]

_NAME: Final = r"(?-i:[^\W\d_a-zà-ÿ])[\w.'’-]+(?:[ \u00a0](?-i:[^\W\d_a-zà-ÿ])[\w.'’-]+){1,3}"
_NAMES: Final = re.compile(rf"{_NAME}(?:(?:, (?:and |& )?| (?:and|&) ){_NAME}){{0,4}}", re.IGNORECASE)
"""A name, or up to five of them."""
_DID_OTHERWISE: Final = re.compile(
    r"(?:contributions?\s+(?:from|by)|additional\s+reporting\s+by|photograph(?:y|s|ed)\s+by|photographer|photos?\s+by|"
    r"styled\s+by|stylist|illustrat(?:ed|ions?)\s+by|researched\s+by)\s*:?\s+(?=\w)"
)
"""What stands before those who did something else for an article, in lower case."""
_CHECKED: Final = re.compile(
    r"(?:fact[\s-](?:reviewed|checked)|medically[\s-](?:reviewed|checked)|clinically[\s-](?:reviewed|checked)|"
    r"reviewed|checked|edited|translated)\s+by\s*:?\s+(?=\w)"
)
"""What stands before those who did something to a text, in lower case, at the beginning of short lines or behind a
mark: elsewhere it is said of anything."""
_LONGEST: Final = 150
"""Characters of such a line."""
_MARKS: Final = "|•·.;–—-"
_EDITED: Final = re.compile(
    rf"(?:责任编辑|責任編輯|责编|責編|编辑|編輯)\s*[:：]\s*([{HAN}]{{2,4}}(?:[、，,\s]+[{HAN}]{{2,4}})*)"
)
_AUTHORED: Final = re.compile(rf"(?:作者|记者|記者|撰文|文)\s*[:：/／]?\s*([{HAN}]{{2,4}})")
"""What stands in Chinese before those who put a text on the page, and before those who wrote it."""
_OF_HAN: Final = re.compile(rf"[{HAN}]+")
_IN_WORD: Final = re.compile(r"(?<=\w)")
_WROTE: Final = re.compile(r"(?<!\w)(?:(\w+)\s+)?by\s*:?\s+(?=\w)", re.IGNORECASE)
_NOT_WROTE: Final = frozenset(
    "contribution contributions edited reviewed photography photograph photographs photographed photo photos styled "
    "researched updated reporting fact illustrated illustration illustrations checked translated".split()
)
"""What before "by" makes it something else than writing."""
_BYLINES: Final = ("class", "class name", "line")
_SHOWN: Final = (*_BYLINES, "rel", "page link")
_ORDINARY: Final = 0.3
"""The share of a name's words that are written small elsewhere from which it is taken for no name."""
_WORD: Final = re.compile(r"\w{3,}")


def credited(
    context: Context, taken: list[Name], found: Sequence[Name], chances: Sequence[float], lexicon: Lexicon | None
) -> list[Name]:
    """The names that were taken, as far as nothing on the page speaks against them.

    Args:
        context: the page.
        taken: the names that were taken.
        found: all that may be names of authors.
        chances: how probable each of them is.
        lexicon: how words are written elsewhere, if that is known.
    """
    if not taken:
        return taken
    if len(taken) > 1:
        taken = _without_others(context, taken)
    order = sorted(range(len(found)), key=lambda at: -chances[at])
    people = [found[at] for at in order if _is_person(found[at])]
    if all(one.kind == "organisation" or one.has_any(("organisation", "is site")) for one in taken):
        at_end = [one for one in people if one.has("end") and one.has("begins byline")]
        taken = at_end[:1] or taken
    one = None if lexicon is None else _shown_instead(context, taken, people, lexicon)
    return taken if one is None else [one]


def _is_person(one: Name) -> bool:
    """Whether a name is written as a person's."""
    return one.evidence[AT["like name"]] == 1 and not one.has_any(("organisation", "is site", "one word"))


def _without_others(context: Context, taken: list[Name]) -> list[Name]:
    """Those who wrote: without those who did something else, as the page says, and nowhere that they wrote."""
    text = "\n".join(context.texts)
    lower = in_small(text)
    labels = [one for one in _DID_OTHERWISE.finditer(lower) if not _IN_WORD.match(lower, one.start())]
    labels += [one for one in _CHECKED.finditer(lower) if _is_in_credits(lower, one)]
    others = {fold(name) for name in _behind(text, (one.end() for one in labels))}
    if "编" in text or "編" in text:
        edited = {name for one in _EDITED.finditer(text) for name in _OF_HAN.findall(one[1])}
        others |= edited - {one[1] for one in _AUTHORED.finditer(text)}
    if others.isdisjoint(one.folded for one in taken):
        return taken
    places = (one.end() for one in _WROTE.finditer(text) if (one[1] or "").lower() not in _NOT_WROTE)
    others -= {fold(name) for name in _behind(text, places)}
    return [one for one in taken if one.folded not in others] or taken


def _begins_otherwise(line: str) -> bool:
    """Whether a line says first that somebody did something else than write."""
    return len(line) <= _LONGEST and (other_label(line) or bare_other_label(line))


def _is_in_credits(text: str, label: re.Match[str]) -> bool:
    """Whether a label stands at the beginning of a short line of a text, or behind a mark in one."""
    begin, end = text.rfind("\n", 0, label.start()) + 1, text.find("\n", label.end())
    before = text[begin : label.start()].rstrip()
    return (len(text) if end < 0 else end) - begin <= _LONGEST and (not before or before[-1] in _MARKS)


def _behind(text: str, places: Iterator[int]) -> Iterator[str]:
    """The names that begin at some places of a text, with those of their lists."""
    for at in places:
        if (found := _NAMES.match(text, at)) is not None:
            yield from split_names(found[0])


def _shown_instead(context: Context, taken: list[Name], people: list[Name], lexicon: Lexicon) -> Name | None:
    """The person whom the byline shows, where none of those who were taken is anywhere in what readers see but behind
    labels of who edited or took pictures, nor stated as an organisation: papers state who put the text on the page.
    """
    shown = [
        one
        for one in people
        if one.has("shown near headline")
        and one not in taken
        and not one.has("in away")
        and one.has_any(_SHOWN)
        and (lexicon.written_small(one.text) < _ORDINARY or are_names(one.text))
    ]
    if not shown or any(one.has("ld organisation") or EAST_ASIAN.search(one.text) for one in taken):
        return None
    own = [plain_letters(one.text) for one in taken]
    if any(_is_shown(context, one, name) for one, name in zip(taken, own, strict=True)):
        return None
    words = {word for name in own for word in _WORD.findall(name)}
    return next((one for one in shown if words.isdisjoint(_WORD.findall(plain_letters(one.text)))), None)


def _is_shown(context: Context, one: Name, plain: str) -> bool:
    """Whether a name is in a line that does not say that its bearer did something else than write, and that is neither
    in the box of another article nor beside this one.

    Args:
        context: the page.
        one: the name.
        plain: the same without accents and capitals.
    """
    if one.has("times in text"):
        return any(
            one.text in line
            and (not _begins_otherwise(line) or one.text in split_names(line))
            and not context.is_aside(row := context.first_row[at])
            and not context.is_beside(row)
            and not is_of_other_article(context, row, line)
            for at, line in enumerate(context.texts)
        )
    return plain in plain_letters(context.page.text)
