"""Lines that say who wrote, and when, and nothing else.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.dated_lines import before_date, beside_dates, stands_beside_dates
from broadsheet.metadata.written.dates import Written, dates_in
from broadsheet.metadata.written.introductions import IN_FULL, byline_within, starts_byline, without_introduction
from broadsheet.metadata.written.name_shapes import (
    AGENCIES,
    PARTICLES,
    are_names,
    east_asian_byline,
    is_organisation,
    looks_like_name,
)
from broadsheet.metadata.written.names import (
    BETWEEN,
    is_role,
    may_be_name,
    signed_by,
    split_names,
    without_additions,
    without_role_tail,
    without_roles,
    without_symbols,
)
from broadsheet.page.characters import is_small

__all__ = ["byline_of", "is_byline", "is_signature", "names_alone"]

_LONGEST: Final = 140
"""Characters of a byline."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_PARTING: Final = ("|", "·", "•", "-", "–", "—")
"""Marks between a date and a name."""
_ENDS: Final = tuple(".!?…。！？")
"""Marks that end a sentence."""
_READING: Final = lexicon.Matcher(
    r"(?<!\w)\d+\s*(?:-\s*)?(?:min(?:ut\w*)?\.?\s+)?{reading}(?!\w)|"
    r"(?<!\w){reading}\s*:?\s*(?:ca\.?\s*)?\d+(?:\s*min\w*\.?)?"
)
"""The time that a text takes to read."""
_SAID_BESIDE: Final = lexicon.Matcher(
    rf"{_READING.template}|(?<!\w)(?:\d+|{{no}})\s+{{comments comment_answers}}(?!\w)"
)
"""The time that a text takes to read, and the number of comments."""
_BY_ACCOUNT: Final = lexicon.Matcher(
    r"(?:{published published_near}\W+(?:{before_dates}\W+)?)?{by by_phrases}\s*:?\s+(?P<account>[\w.@-]{2,30})"
    r"[\W\d]*(?:[ap]\.?m\.?)?\W*(?:\s{in filed}\s+[\w &,/-]{2,60})?"
)
"""The byline of an account, whose name may be written in any way."""
_FROM: Final = lexicon.Matcher(r"\w{0,2}{did_other wrote by_phrases editors}\s*[:：]\s*[^\s，。,、|:：]{1,15}", 0)
"""The source, author or editor of a Chinese text."""
_PARTS: Final = re.compile(r"[|•·–—]")
_NO_LETTERS: Final = re.compile(r"^[\W\d_]+")
_FIRST_WORD: Final = re.compile(r"([^\W\d_]+)[\W\d_]*")
_BETWEEN_NAMES: Final = lexicon.Matcher(r"\s*[,;|&•·/]\s*(?:{and}\s+)?|\s+(?:{and}|[–—-])\s+", 0)
_MOST_NAMES: Final = 3
"""Names in a line without an introduction."""
_MOST_BESIDE: Final = 4
"""Other capitalised words beside names: a role, a place, a paper."""


def is_byline(line: str, language: str | None = None) -> bool:
    """Whether a line says who wrote a text, or when, and nothing else.

    A name counts only behind a word that introduces one, before a date or, with a mark between, behind it.

    Args:
        line: the line.
        language: that of the page, for the names of months; English is read in any.

    >>> is_byline("By Ada Lovelace - January 2, 2008"), is_byline("Published on 14/01/2008, 11:42 am")
    (True, True)
    >>> is_byline("Ada Lovelace · May 12, 2026 · 4 min read"), is_byline("May 12, 2026 | Ada Lovelace")
    (True, True)
    >>> is_byline("Submitted by ada on Thu, 03/06/2025 - 14:02"), is_byline("2025年7月2日 10:12 来源：新华社", "zh")
    (True, True)
    >>> is_byline("Ada Lovelace, Mathematician, and Charles Babbage, Professor")
    True
    >>> is_byline("By January 2 the bridge was open"), is_byline("Ada Lovelace"), is_byline("1984")
    (False, False, False)
    """
    if len(line) > _LONGEST:
        return False
    dates = dates_in(line, language)
    undated = _without_dates(line, dates)
    rest, said = _SAID_BESIDE.on(undated).subn(" | ", undated)
    if dates:
        rest = _FROM.sub(" | ", rest)
    if _is_of_account(rest.strip(BETWEEN), has_day=bool(dates)):
        return True
    if dates or said:
        rest = _introduced(rest)
        if not rest:
            return bool(dates) or _READING.search(line) is not None
        is_at_end = line.rstrip().removesuffix(rest).rstrip().endswith(_PARTING)
        if dates and may_be_name(rest) and (line.lstrip().startswith(rest) or is_at_end):
            return True
    rest = rest.strip(BETWEEN)
    if starts_byline(rest):
        return _names_only(rest, split_names(rest, language))
    return not dates and names_with_roles(line) is not None


def _is_of_account(line: str, *, has_day: bool) -> bool:
    """Whether a line is an account's byline; without a day beside it the account is capitalised, as names are."""
    found = _BY_ACCOUNT.fullmatch(line)
    if found is None or found["account"].casefold() in lexicon.words("no_account"):
        return False
    return has_day or (found["account"][0].isupper() and line.partition(" ")[0].casefold() not in lexicon.words("by"))


def _byline_behind_date(line: str, language: str | None = None) -> str | None:
    """The byline behind a date in a line, or behind words that stand beside dates.

    >>> _byline_behind_date("Posted on May 12, 2026 by Ada Lovelace")
    'by Ada Lovelace'
    >>> _byline_behind_date("12/05/2026 by Ada Lovelace, member of the board for what is new")
    'by Ada Lovelace'
    >>> _byline_behind_date("May 12, 2026, and by then the bridge was open") is None
    True
    """
    dates = dates_in(line, language) if len(line) <= _LONGEST else ()
    if not dates:
        return None
    rest = _introduced(_SAID_BESIDE.sub(" | ", line[dates[-1].stop :]).strip(BETWEEN))
    # A long role may follow a whole name.
    name = rest.partition(",")[0]
    for byline in (rest, *([name] if name != rest and rest[-1] not in _ENDS else [])):
        if starts_byline(byline) and _names_only(byline, split_names(byline, language)):
            return byline if byline is rest or IN_FULL.match(without_introduction(byline)) else None
    return None


def byline_of(line: str, language: str | None = None) -> str | None:
    """The byline that a line is or holds: from words that introduce names, behind a mark or a date, or by its label.

    >>> byline_of("By Ada Lovelace"), byline_of("March 8, 2010 | By Ada Lovelace"), byline_of("Ada Lovelace")
    ('By Ada Lovelace', 'By Ada Lovelace', None)
    """
    if (names := east_asian_byline(line)) is not None or starts_byline(line):
        return names or line
    return byline_within(line) or _byline_behind_date(line, language)


def names_alone(line: str, language: str | None = None) -> str | None:
    """The names, or the agency, in a line that says nothing else but dates, roles, a place and the reading time.

    >>> names_alone("Ada Lovelace · 4 min read"), names_alone("March 8, 2026 - Ada Lovelace in Paris")
    ('Ada Lovelace', 'Ada Lovelace')
    >>> names_alone("Ada Lovelace | Julkaistu", "fi"), names_alone("(dpa)"), names_alone("The bridge of John Doe")
    ('Ada Lovelace', 'dpa', None)
    """
    if len(line) > _LONGEST or not _may_hold_name(line):
        return None
    others = lexicon.words("places", "kinds")
    rest = _SAID_BESIDE.sub(" | ", _without_dates(without_symbols(line), dates_in(line, language)))
    parts = [part for one in _PARTS.split(rest) if (part := one.strip(BETWEEN))]
    parts = [one for one in parts if not (is_role(one) or stands_beside_dates(one) or one.casefold() in others)]
    if len(parts) != 1:
        return names_with_roles(line)
    if (agency := parts[0].strip(" ()[]/")).casefold() in AGENCIES:
        return agency
    names = [one for one in split_names(parts[0], language) if may_be_name(one) and not is_organisation(one)]
    is_known = len(names) == 1 or (len(names) <= _MOST_NAMES and all(are_names(one.split()[0]) for one in names))
    return ", ".join(names) if is_known and _names_only(parts[0], names) else names_with_roles(line)


def _may_hold_name(line: str) -> bool:
    """Whether a line has two words in a row that may be of a name, has no capitals, or is an agency: quick to tell."""
    words = line.split()
    if line.endswith(_ENDS) and words[-1].strip(BETWEEN + "".join(_ENDS)).casefold() not in beside_dates():
        return False  # a sentence
    if len(words) == 1 and not line.isascii():
        return True
    may_be = [not is_small(word[0]) or word in PARTICLES or word[1:2] in ("'", "’") for word in words]
    return any(one and two for one, two in pairwise(may_be)) or line.strip(f"{BETWEEN}()[]").casefold() in AGENCIES


def names_with_roles(line: str) -> str | None:
    """The whole names in a line of several people and what each of them is, in any words, if it says nothing else.

    >>> names_with_roles("Ada Lovelace, Mathematician, and Charles Babbage, Professor, Courier Research")
    'Ada Lovelace, Charles Babbage'
    >>> names_with_roles("Ada Lovelace, who wrote the first program, and Charles Babbage")
    """
    parts = [part.strip() for part in _BETWEEN_NAMES.on(line).split(line) if part.strip()]
    if any(part[0].islower() for part in parts):
        return None
    names = [part for part in parts if " " in part and may_be_name(part) and are_names(part.split()[0])]
    return ", ".join(names) if len(names) > 1 and names[0] == parts[0] else None


def _without_dates(line: str, dates: Sequence[Written]) -> str:
    """A line with marks in place of its dates, without the words that lead to them (``on March 2``)."""
    for date in reversed(dates):
        line = f"{before_date(line[: date.start])} | {line[date.stop :]}"
    return line


def _introduced(text: str) -> str:
    """A text from the beginning of a byline in it, without parts that only stand beside dates."""
    parts = [part for part in (part.strip(BETWEEN) for part in _PARTS.split(text)) if not stands_beside_dates(part)]
    text = _NO_LETTERS.sub("", " | ".join(parts))
    while not starts_byline(text):
        first = _FIRST_WORD.match(text)
        if first is None or first[1].casefold() not in beside_dates():
            break
        text = text[first.end() :]
    return text


def is_signature(line: str, names: Collection[str], language: str | None = None) -> bool:
    """Whether a line is only known authors' names with roles, mail addresses and the day.

    Args:
        line: the line.
        names: the authors' names.
        language: that of the page, as for `is_byline`.

    >>> is_signature("Ada Lovelace, Staff Writer", ["Ada Lovelace"]), is_signature("Ada", ["Ada Lovelace"])
    (True, False)
    >>> is_signature("12.03.2024 | Ada Lovelace", ["Ada Lovelace"]), is_signature("윤서진 기자", ["윤서진"])
    (True, True)
    """
    if len(line) > _LONGEST or not any(name in line for name in names):
        return False
    return signed_by(line, names) or signed_by(_without_dates(line, dates_in(line, language)).strip(BETWEEN), names)


def _names_only(line: str, names: list[str]) -> bool:
    """Whether a line that begins as a byline has little besides the names in it."""
    if not names or looks_like_name(names[0]) < 1:
        return False
    if line[-1] in _ENDS and _WORD.findall(line)[-1].casefold() not in beside_dates():  # "10:30 a.m."
        return False
    if not all(looks_like_name(name) == 1 or is_organisation(name) or name[0].isupper() for name in names[1:]):
        return False
    in_names, beside = {word.casefold() for name in names for word in _WORD.findall(name)}, _beside_names()
    said = without_introduction(without_roles(without_additions(line)))
    parts = map(without_role_tail, _BETWEEN_NAMES.on(said).split(said))
    words = [(word, word.casefold()) for part in parts for word in _WORD.findall(part)]
    others = [word for word, folded in words if folded not in in_names and folded not in beside]
    return len(others) <= _MOST_BESIDE and not any(map(is_small, others))


@cache
def _beside_names() -> frozenset[str]:
    """Lower-case words beside names and dates in bylines."""
    said = {word for entry in lexicon.words("near_phrases") for word in entry.split()}
    return beside_dates() | said | lexicon.words("and", "a", "in", "of", "for", "by", "near_names", "before_dates")
