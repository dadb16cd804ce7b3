"""Whether a date in a line stands for itself, with a label perhaps, or is told in a sentence.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.beside_dates import to_weekday
from broadsheet.metadata.written.dates import Written
from broadsheet.metadata.written.east_asian import HAN
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.labels import says_when

__all__ = ["LINE", "is_told", "labelled", "stands_apart"]

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
_GOES_ON: Final = re.compile(rf"[\s,]*(?:[a-zà-ÿ]|[^\W\d_{_CAPITALS}]+\s+\w)")
"""The rest of a sentence behind a date in it; a single word of other scripts is the word for years."""
_STOPS: Final = (".", "!", "?", "。", "।", "؟", "۔")
_ABBREVIATED: Final = re.compile(r"(?<!\w)[^\W\d_]\.$")
"""The end of some dates and times: ``4 января 2012 г.``, ``21:15 น.``."""
_PART: Final = re.compile(r"[|•·;()–—\n]|\s[-/@]\s")
_CLOCK: Final = re.compile(r"\d\s?[:.h時点시]\s?[0-5]\d")
_BEHIND: Final = re.compile(rf"\s*(?:\d{{1,2}}[:：時时]\d{{1,2}}分?\s*)?([{HAN}]{{2}})")
"""Two characters behind a date, which may be its label in Chinese and Japanese."""
_OF_OTHER: Final = lexicon.Matcher(r"(?<![\w-]){other_dates}(?: (?:{before_dates a}))?\s*:\s*$|©|\(c\)|copyright")
"""The label of a day that is not the article's: a deadline, an event, a reader's first visit, the owner of rights."""
_LASTS: Final = lexicon.Matcher(r"\s*(?:[–—-]|{to})\s*\d")
"""The rest of a span of time."""


def labelled(line: str, dates: Sequence[Written]) -> Iterator[tuple[Written, str]]:
    """Yield the dates in a line, each with the words that may be its label, but not deadlines, events and the like.

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


def is_told(line: str, one: Written, label: str) -> bool:
    """Whether a date is told in a sentence, which goes on behind it or has words in small letters and no label before
    it. A sentence about "this article" says the article's own day, and so does a verb behind a date in a long line.
    """
    if not lexicon.words("this").isdisjoint(line.casefold().split()) and says_when(line):
        return False
    goes_on = _GOES_ON.match(line, one.stop) is not None
    if len(line) > 2 * LINE:
        is_told = goes_on or (one.start > _LABEL and not says_when(label))
        return is_told and not says_when(line[one.stop : one.stop + _VERB])
    words = _PART.split(to_weekday(line[: one.start]))[-1]
    is_sentence = line.endswith(_STOPS) and _ABBREVIATED.search(line) is None
    return is_sentence and (goes_on or (_SMALL.search(words) is not None and not says_when(label)))


def stands_apart(line: str, one: Written) -> bool:
    """Whether a relative time, or a day without a year, stands by itself in its part of a line: behind a label, "by" or
    nothing, with no sentence behind it. Before a day with its time anything may stand.

    Args:
        line: the line.
        one: where it stands.

    >>> from datetime import date
    >>> lines = "By Ada | 3 hours ago | 2 min", "Updated 3 hours ago", "Last comment 3 hours ago", "A fire 3 hours ago"
    >>> [stands_apart(one, Written(date.today(), "", at := one.index("3"), at + 11)) for one in lines]
    [True, True, False, False]
    """
    part = _PART.split(to_weekday(line[: one.start]))[-1].strip(" ,\u00a0")
    goes_on = _GOES_ON.match(line, one.stop) is not None and not says_when(line[one.stop : one.stop + _VERB])
    is_alone = not part or says_when(part) or without_introduction(part) != part
    is_alone = is_alone or _CLOCK.search(line, one.start, one.stop) is not None
    return is_alone and not (goes_on or _LASTS.match(line, one.stop))
