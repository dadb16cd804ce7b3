"""Whether a date in a line stands for itself, with a label perhaps, or is told in a sentence.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.around_names import to_weekday
from broadsheet.metadata.written.dates import Written
from broadsheet.metadata.written.east_asian import HAN
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.labels import is_label, says_changed, says_published
from broadsheet.metadata.written.name_shapes import may_be_name

__all__ = ["LINE", "before", "is_in_sentence", "is_told", "is_told_in_head", "labelled", "says_when", "stands_apart"]

_DIGIT: Final = re.compile(r"\d")
_LABEL: Final = 40
"""Characters before a date that may be its label."""
_VERB: Final = 24
"""Characters behind it that may be a verb, with a time: ``um 23:03 Uhr gepostet``."""
LINE: Final = 80
"""Characters of a line that may only say a date; a longer one is a sentence."""
_CAPITALS: Final = "".join(filter(str.isupper, map(chr, range(0x530))))
"""Capital Latin, Greek and Cyrillic letters."""
_SMALL: Final = re.compile(rf"(?<!\w)[^\W\d_{_CAPITALS}]")
"""A lower-case word, or one in a script without capitals, where sentences and labels look alike."""
_LONG_SMALL: Final = re.compile(rf"(?<!\w)[^\W\d_{_CAPITALS}]\w{{3}}")
_GOES_ON: Final = re.compile(r"[\s,]*[a-zà-ÿ]")
"""The rest of a sentence behind a date in it."""
_GOES_ON_LONG: Final = re.compile(r"[\s,]*(?:[a-zà-ÿ]{1,3}\s+)?[a-zà-ÿ]{4}")
"""The rest of a sentence that begins with a date: its first or second word is longer."""
_APART: Final = re.compile(r"[|•·]")
_STOPS: Final = (".", "!", "?", "。", "।", "؟", "۔")
_ABBREVIATED: Final = re.compile(r"(?<!\w)[^\W\d_]\.$")
"""The end of some dates and times: ``4 января 2012 г.``, ``21:15 น.``."""
_PART: Final = re.compile(r"[|•·;()–—\n]|\s[-/@]\s")
_CLOCK: Final = re.compile(r"\d\s?[:.h時点시]\s?[0-5]\d")
_OF_OTHER: Final = lexicon.Matcher(r"(?<![\w-]){other_dates}(?: (?:{before_dates a}))?\s*:\s*$")
"""The label of a day that is not the article's: a deadline, an event, a reader's first visit."""
_BEHIND: Final = re.compile(rf"\s*(?:\d{{1,2}}[:：時时]\d{{1,2}}分?\s*)?([{HAN}]{{2}})")
"""Two characters behind a date, which may be its label in Chinese and Japanese."""
_LASTS: Final = lexicon.Matcher(r"\s*(?:[–—-]|{to})\s*\d")
"""The rest of a span of time."""


def before(line: str, one: Written) -> str:
    """The words before a date."""
    return line[max(0, one.start - _LABEL) : one.start]


def labelled(line: str, dates: Sequence[Written]) -> Iterator[tuple[Written, str]]:
    """Yield the dates in a line, each with the words before it, but not deadlines, events and the like.

    >>> from broadsheet.metadata.written.dates import dates_in
    >>> line = "Posted May 5, 2025 | Updated 7 May 2025 | Deadline: 9 May 2025"
    >>> [(one.value, label) for one, label in labelled(line, dates_in(line, "en"))]
    [('2025-05-05', 'Posted '), ('2025-05-07', ' | Updated ')]
    """
    end = 0
    for one in dates:
        label = line[max(end, one.start - _LABEL) : one.start]
        end = one.stop
        if (behind := _BEHIND.match(line, one.stop)) is not None and says_when(behind[1]):
            label, end = behind[1], behind.end()
        if _OF_OTHER.search(label) is None:
            yield one, label


def is_in_sentence(line: str, one: Written, *, is_body: bool) -> bool:
    """Whether a date is in a sentence: told in a short line; in a long one, without a label."""
    words = before(line, one)
    if len(line) <= LINE:
        return (is_told if is_body else is_told_in_head)(line, one, words)
    is_of_report = one.start <= _LABEL and not _SMALL.search(words) and not _GOES_ON.match(line, one.stop)
    return not is_of_report and (is_body or not says_when(words + line[one.stop : one.stop + _VERB]))


def says_when(words: str) -> bool:
    """Whether words beside a date say that something was published or changed then."""
    return says_published(words) or says_changed(words)


def is_told(line: str, one: Written, label: str, *, is_cut: bool = False) -> bool:
    """Whether a date is told in a sentence, which goes on or ends behind it; no label is before it.

    Args:
        line: the line.
        one: the date.
        label: the words before the date.
        is_cut: the line is the beginning of a longer one, whose end is not known.
    """
    ends = _ends_sentence(line)
    if _SMALL.search(to_weekday(_APART.split(line[: one.start])[-1])) is None:
        tells = (ends or is_cut) and _GOES_ON_LONG.match(line, one.stop) is not None
    else:
        tells = ends or _GOES_ON.match(line, one.stop) is not None or (is_cut and one.start > _LABEL)
    if len(label) >= _LABEL:  # with the rest of a label that is cut
        label = _DIGIT.split(line[: one.start - _LABEL])[-1] + label
    return tells and not is_label(label)


def is_told_in_head(line: str, one: Written, label: str) -> bool:
    """Whether a date outside the body, where bylines are, is told: in a whole sentence."""
    if not _ends_sentence(line):
        return False
    words = _APART.split(line[: one.start])[-1]
    return (not _SMALL.search(words) or _LONG_SMALL.search(words) is not None) and is_told(line, one, label)


def stands_apart(line: str, one: Written) -> bool:
    """Whether a relative time, or a day without a year, stands by itself in its part of a line: behind a label, a name
    or nothing, with no sentence behind it. Before a day with its time anything may stand.

    Args:
        line: the line.
        one: where it stands.

    >>> from datetime import date
    >>> lines = "By Ada | 3 hours ago | 2 min", "Updated 3 hours ago", "Last comment 3 hours ago", "A fire 3 hours ago"
    >>> [stands_apart(one, Written(date.today(), "", at := one.index("3"), at + 11)) for one in lines]
    [True, True, False, False]
    """
    behind = line[one.stop :]
    if is_told_in_head(line, one, before(line, one)) or _LASTS.match(behind):
        return False
    first = next(filter(str.isalpha, behind[:2]), "")
    if first and not first.isupper() and not says_when(behind[:_VERB]) and (first.islower() or len(line) > _LABEL):
        return False
    part = _PART.split(to_weekday(line[: one.start]))[-1].strip(" ,\u00a0")
    return (
        not part
        or (says_when(part) and is_label(part))
        or without_introduction(part) != part
        or may_be_name(part)
        or _CLOCK.search(line, one.start, one.stop) is not None
    )


def _ends_sentence(line: str) -> bool:
    """Whether a line ends as sentences do."""
    return line.endswith(_STOPS) and _ABBREVIATED.search(line) is None
