"""Lines that say who wrote a text, or when, and nothing else: they are metadata, and no part of the text.

The module knows lines. It must not know pages, nor who was taken for the author.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache
from typing import Final

from broadsheet import lexicon
from broadsheet.facts.comments import WORDS
from broadsheet.metadata.written.around_names import to_weekday
from broadsheet.metadata.written.beside_dates import beside_dates, stands_beside_dates
from broadsheet.metadata.written.dates import Written, dates_in
from broadsheet.metadata.written.introductions import IN_FULL, starts_byline, without_introduction
from broadsheet.metadata.written.name_shapes import looks_like_name, may_be_name
from broadsheet.metadata.written.names import BETWEEN, signed_by, split_names
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.metadata.written.people import are_names
from broadsheet.metadata.written.plain_names import without_additions
from broadsheet.metadata.written.roles import is_of_press, is_role, without_role_tail, without_roles
from broadsheet.metadata.written.tasks import other_label
from broadsheet.page.characters import is_small

__all__ = ["PARTS_NAMES", "byline_behind_date", "is_byline", "is_signature", "name_before_marks", "names_with_roles"]

_LONGEST: Final = 140
"""Characters of such a line."""
_SHORT: Final = 50
"""And of one that says how long ago."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_PARTING: Final = ("|", "·", "•", "-", "–", "—")
"""Marks between a date and a name."""
PARTS_NAMES: Final = re.compile(r"[,/|•·–—]|\s(?:-|and|und|et|y|e|og|och|en)\s")
"""What parts the last part of a line from the others."""
_ENDS: Final = ".!?…。！？"
"""Marks that end a sentence."""
_READING: Final = lexicon.Matcher(
    r"(?<!\w)\d+\s*(?:-\s*)?(?:min(?:ut\w*)?\.?\s+)?{reading}(?!\w)|"
    r"(?<!\w){reading}\s*:?\s*(?:ca\.?\s*)?\d+(?:\s*min\w*\.?)?"
)
"""How long a text takes to read."""
_AMOUNT: Final = r"(?:\d{1,2}|{one})\s+{units}"
_SAID_BESIDE: Final = lexicon.Matcher(
    rf"{_READING.template}|(?<!\w)\d+\s*(?:-\s*)?min(?:ut\w*)?(?!\w|\s+{{ago_ends}})\.?|"
    rf"(?<!\w)(?:\d+|{{no}})\s+{WORDS}(?!\w)|(?<!\w){_AMOUNT}\s+{{ago_ends}}(?!\w)"
)
"""That, and how many comments there are, or how long ago: what else stands in such lines."""
_BY_ACCOUNT: Final = lexicon.Matcher(
    r"(?:{published published_near}\W+(?:{before_dates}\W+)?)?{by by_phrases}\s*:?\s+(?P<account>[\w.@-]{2,30})"
    r"(?:\s+{before_dates at_hour})?(?:\s+[^\W\d_]{2,4}\.?,)?[\W\d]*(?:[ap]\.?m\.?)?\W*"
    r"(?:\s{in filed}\s+[\w &,/-]{2,60})?"
)
"""What an account did, whose name is written as it may be, with what systems set around the day."""
_FROM: Final = lexicon.Matcher(r"\w{0,2}{did_other wrote by_phrases editors}\s*[:：]\s*[^\s，。,、|:：]{1,15}", 0)
"""Where a Chinese text is from, and who wrote and edited it."""
_SAID: Final = r"(?:{last changed published published_near}\s*[:|]?\s*)"
_AGO: Final = lexicon.Matcher(
    rf"(?:{_SAID}+{_AMOUNT}|{_SAID}*{_AMOUNT}\s+{{ago_ends}}|"
    rf"{_SAID}*{{ago_begins}}\s+{_AMOUNT}(?:\s+{{changed published}})?)\W*"
)
"""A line that says how long ago, and nothing else."""
_PARTS: Final = re.compile(r"[|•·–—]")
"""What parts names, dates and the rest."""
_DIGIT: Final = re.compile(r"\d")
_NEXT_WORD: Final = re.compile(r"[\s,(|]{0,3}([^\W\d_]+(?:-[^\W\d_]+)?)\b[.)]?")
"""The word behind a date."""
_EAST_ASIAN_DAY: Final = re.compile(
    r"\s*(?:(?:星期|[周週])[一二三四五六日天]|[月火水木金土日]曜日|[월화수목금토일]요일|"
    r"[(（]\s*(?:(?:星期|[周週])?[一二三四五六日天]|[月火水木金土日](?:曜日?)?|[월화수목금토일](?:요일)?)\s*[)）])"
)
"""The day of the week behind a date."""
_NO_LETTERS: Final = re.compile(r"^[\W\d_]+")
_FIRST_WORD: Final = re.compile(r"([^\W\d_]+)[\W\d_]*")
_BETWEEN_NAMES: Final = lexicon.Matcher(r"\s*[,;|&•·/]\s*|\s+(?:{and}|[–—-])\s+", 0)
"""What parts names."""
_AROUND_ROLE: Final = " \t,;:|•·–—-()[]/"
_MOST_BESIDE: Final = 4
"""Other words beside names, written large: a role, a place, a paper."""


def is_byline(line: str, language: str | None = None, *, accounts: bool = True) -> bool:
    """Whether a line says who wrote a text, or when, and nothing else.

    A name counts only behind a word that introduces one, before a date or, with a mark between, behind it. On sites
    left out, 74 bodies in six corpora whose gold texts mostly are without bylines began with such a line; four of the
    lines are in the gold text.

    Args:
        line: the line.
        language: that of the page, in which names of months are looked for besides English.
        accounts: one may be named by an account, as those who comment are.

    >>> is_byline("By Ada Lovelace - January 2, 2008"), is_byline("Published on 14/01/2008, 11:42 am")
    (True, True)
    >>> is_byline("Posted on May 12, 2026 by Ada Lovelace"), is_byline("Ada Lovelace · May 12, 2026 · 4 min read")
    (True, True)
    >>> is_byline("May 12, 2026 | Ada Lovelace"), is_byline("May 12, 2026 Ada Lovelace")
    (True, False)
    >>> is_byline("By Ada Lovelace on March 2, 2026"), is_byline("Von Ada Lovelace am 2. März 2026", "de")
    (True, True)
    >>> is_byline("April 16, 1999 – Ada Lovelace"), is_byline("April 16, 1999, Ada Lovelace")
    (True, False)
    >>> is_byline("Submitted by ada on Thu, 03/06/2025 - 14:02"), is_byline("Publié le 6 mars 2025 - Lecture 3 min.")
    (True, True)
    >>> is_byline("2025年7月2日 10:12 来源：新华社", "zh"), is_byline("Last updated: 3 hours ago"), is_byline("3 hours")
    (True, True, False)
    >>> is_byline("5. März 2026, Donnerstag", "de"), is_byline("2026.03.05 (목) 08:30", "ko")
    (True, True)
    >>> is_byline("Ada Lovelace, Mathematician, and Charles Babbage, Professor")
    True
    >>> is_byline("By January 2 the bridge was open"), is_byline("Ada Lovelace"), is_byline("1984")
    (False, False, False)
    """
    if len(line) > _LONGEST:
        return False
    dates = dates_in(line, language)
    rest, said = _SAID_BESIDE.pattern.subn(" | ", _without_dates(line, dates))
    if dates:
        rest = _FROM.sub(" | ", rest)
    elif len(line) <= _SHORT and _AGO.fullmatch(line.strip(BETWEEN)):
        return True
    if accounts and _is_of_account(rest.strip(BETWEEN), has_day=bool(dates)):
        return True
    if dates or said:
        rest = _introduced(rest)
        if not rest:
            return bool(dates) or _READING.search(line) is not None
        if (
            dates
            and may_be_name(rest)
            and (line.lstrip().startswith(rest) or line.rstrip().removesuffix(rest).rstrip().endswith(_PARTING))
        ):
            return True
    if not starts_byline(rest := rest.strip(BETWEEN)):
        return _names_reporters(rest, language) or (not dates and names_with_roles(line) is not None)
    return _names_only(rest, split_names(rest, language))


def names_with_roles(text: str) -> str | None:
    """The whole names in a line of several people and what each of them is, if nothing else is said there.

    >>> names_with_roles("Ada Lovelace, Mathematician, and Charles Babbage, Professor, Courier Research")
    'Ada Lovelace, Charles Babbage'
    >>> names_with_roles("Ada Lovelace, who wrote the first program, and Charles Babbage")
    """
    parts = [part.strip().removeprefix("and ") for part in PARTS_NAMES.split(text) if part.strip()]
    if any(part[0].islower() for part in parts):
        return None
    names = [part for part in parts if " " in part and may_be_name(part) and are_names(part.split()[0])]
    return ", ".join(names) if len(names) > 1 and names[0] == parts[0] else None


def _is_of_account(line: str, *, has_day: bool) -> bool:
    """Whether a line says what an account did; without a day beside it the name is written large, as names are."""
    found = _BY_ACCOUNT.fullmatch(line)
    if found is None or found["account"].casefold() in lexicon.words("no_account"):
        return False
    return has_day or (found["account"][0].isupper() and line.partition(" ")[0].casefold() not in lexicon.words("by"))


def _names_reporters(line: str, language: str | None) -> bool:
    """Whether a line that nothing introduces is the names of people with what only those are behind them who write for
    papers (``Ada Lovelace, Staff Writer``).
    """
    bare = without_additions(line)
    names = split_names(bare, language) if is_of_press(bare) else []
    if not names or not bare.startswith(names[0]) or not all(map(_is_whole, names)):
        return False
    behind = bare[bare.rfind(names[-1]) + len(names[-1]) :].strip(_AROUND_ROLE)
    return is_role(behind) or without_role_tail(f"{names[-1]} {behind}") == names[-1]


def _is_whole(name: str) -> bool:
    """Whether a text is a name of several words, the first of which is known as a name, or initials before one."""
    first, _, others = name.partition(" ")
    is_known = are_names(others if "." in first else first) and first.casefold() not in lexicon.words("a")
    return bool(others) and is_known and may_be_name(name)


def byline_behind_date(line: str, language: str | None = None) -> str | None:
    """The byline in a line that has it behind a date, or behind words that stand beside dates.

    >>> byline_behind_date("Posted on May 12, 2026 by Ada Lovelace")
    'by Ada Lovelace'
    >>> byline_behind_date("11.09.2011, 16:20 von Anna Müller", "de")
    'von Anna Müller'
    >>> byline_behind_date("12/05/2026 by Ada Lovelace, member of the board for what is new")
    'by Ada Lovelace'
    >>> byline_behind_date("May 12, 2026, and by then the bridge was open") is None
    True
    """
    dates = dates_in(line, language) if len(line) <= _LONGEST else ()
    if not dates:
        return None
    rest = _introduced(_SAID_BESIDE.sub(" | ", line[dates[-1].stop :]).strip(BETWEEN))
    if not starts_byline(rest):
        return None
    if _names_only(rest, split_names(rest, language)):
        return rest
    # What somebody is may be told at length behind a whole name.
    name, comma, _ = rest.partition(",")
    is_whole = bool(comma) and IN_FULL.match(without_introduction(name)) is not None and rest[-1] not in _ENDS
    return name if is_whole and _names_only(name, split_names(name, language)) else None


def name_before_marks(line: str) -> str:
    """What stands before marks in a line that has behind them only roles, how long the text takes to read, or what is
    said beside dates; else the line.

    >>> name_before_marks("Ada Lovelace · 4 min read"), name_before_marks("Ada Lovelace | Northgate")
    ('Ada Lovelace', 'Ada Lovelace | Northgate')
    >>> name_before_marks("Ada Lovelace | Julkaistu"), name_before_marks("Ada Lovelace 4 min read")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    parted = _READING.sub(" | ", line) if _DIGIT.search(line) else line
    name, *others = map(str.strip, _PARTS.split(parted))
    return name if others and all(map(_is_said_beside_names, others)) else line


def _is_said_beside_names(part: str) -> bool:
    """Whether a part of a line is only a role, how long the text takes to read, or what is said beside dates."""
    return is_role(part) or _SAID_BESIDE.fullmatch(part) is not None or stands_beside_dates(part)


def _without_dates(line: str, dates: Sequence[Written]) -> str:
    """A line with marks in place of its dates, and of a word right before one that leads to it (`on March 2`)."""
    for date in reversed(dates):
        before = to_weekday(line[: date.start], " ")
        name, _, last = before.rstrip().rpartition(" ")
        kept = name if last in lexicon.words("before_dates") else before
        line = f"{kept} | {_behind_weekday(line[date.stop :])}"
    return line


def _behind_weekday(text: str) -> str:
    """What stands behind a date, without the day of the week at its beginning."""
    found = _EAST_ASIAN_DAY.match(text)
    if found is None:
        found = _NEXT_WORD.match(text)
        if found is None or to_weekday(found[1]):
            return text
    return text[found.end() :]


def _introduced(text: str) -> str:
    """A text from where a byline begins in it, less the parts of it that only stand beside dates."""
    parts = [part for part in (part.strip(BETWEEN) for part in _PARTS.split(text)) if not stands_beside_dates(part)]
    text = _NO_LETTERS.sub("", " | ".join(parts))
    while not starts_byline(text):
        first = _FIRST_WORD.match(text)
        if first is None or first[1].casefold() not in beside_dates():
            break
        text = text[first.end() :]
    return text


def is_signature(line: str, names: Collection[str], language: str | None = None) -> bool:
    """Whether a line is nothing but the names of authors that are known, with what bylines say of them: roles,
    addresses for mail, the day.

    Args:
        line: the line.
        names: those of the authors.
        language: that of the page, as for `is_byline`.

    >>> is_signature("Ada Lovelace, Staff Writer", ["Ada Lovelace"]), is_signature("Ada", ["Ada Lovelace"])
    (True, False)
    >>> is_signature("12.03.2024 | Ada Lovelace", ["Ada Lovelace"])
    True
    >>> is_signature("Ada Lovelace said no.", ["Ada Lovelace"]), is_signature("윤서진 기자 a@paper.example", ["윤서진"])
    (False, True)
    """
    if len(line) > _LONGEST or not any(name in line for name in names):
        return False
    if signed_by(line, names):
        return True
    dates = dates_in(line, language)
    return bool(dates) and signed_by(_without_dates(line, dates).strip(BETWEEN), names)


def _may_stand_behind(name: str) -> bool:
    """Whether something may stand behind the first name in a byline: another name, an agency, a place."""
    return looks_like_name(name) == 1 or is_organisation(name) or (" " not in name and name[0].isupper())


def _names_only(line: str, names: list[str]) -> bool:
    """Whether a line that begins as a byline has little besides the names in it."""
    if not names:
        return False
    last = _WORD.findall(line)[-1].casefold()
    ends = line[-1] in _ENDS and last not in beside_dates()  # "10:30 a.m."
    if ends or looks_like_name(names[0]) < 1 or not all(map(_may_stand_behind, names[1:])):
        return False
    known = _beside_names() | {word.casefold() for name in names for word in _WORD.findall(name)}
    said = without_introduction(without_roles(without_additions(line)))
    left = [
        word for part in _BETWEEN_NAMES.pattern.split(said) for word in _WORD.findall(_without_role_or_credit(part))
    ]
    large = [word for word in left if word.casefold() not in known]
    return len(large) <= _MOST_BESIDE and not any(map(is_small, large))


@cache
def _beside_names() -> frozenset[str]:
    """Words that stand beside names in bylines, and dates beside these, and are written small."""
    said = {word for entry in lexicon.words("near_phrases") for word in entry.split()}
    return beside_dates() | said | lexicon.words("and", "a", "in", "of", "for", "by", "near_names", "before_dates")


def _without_role_or_credit(part: str) -> str:
    """A part of a byline without the role at its end; nothing where it names those who did something else."""
    return "" if other_label(part) else without_role_tail(part)
