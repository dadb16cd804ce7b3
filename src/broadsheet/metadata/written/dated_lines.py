"""What lines say of the dates in them: whether they are there to say one, or tell of it in a sentence; and whether it
is a day at all, or one of something else than the text: of an event, a deadline, a life.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from broadsheet import lexicon
from broadsheet.lexicon import tongue_of
from broadsheet.metadata.written.around_names import to_weekday
from broadsheet.metadata.written.dates import Written
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.labels import is_label, says_changed, says_published
from broadsheet.metadata.written.months import month_of
from broadsheet.metadata.written.name_shapes import may_be_name

__all__ = [
    "LINE",
    "before",
    "ends_of_spans",
    "is_in_sentence",
    "is_no_day",
    "is_of_other",
    "is_of_release",
    "is_told",
    "is_told_in_head",
    "labelled",
    "says_when",
    "stands_apart",
]

_DIGIT: Final = re.compile(r"\d")
_LABEL: Final = 40
"""Characters before a date that say what it is."""
_VERB: Final = 24
"""Characters behind it that may, with a time in them: ``um 23:03 Uhr gepostet``."""
LINE: Final = 80
"""Characters of a line that may be there to say a date; what is longer is a sentence."""
_CAPITALS: Final = "".join(filter(str.isupper, map(chr, range(0x530))))
"""Those of Latin, Greek and Cyrillic letters."""
_SMALL: Final = re.compile(rf"(?<!\w)[^\W\d_{_CAPITALS}]")
"""A word that is written small, or in a script that has no capitals: there a sentence and a label look alike."""
_GOES_ON: Final = re.compile(r"[\s,]*[a-zà-ÿ]")
"""How a sentence goes on behind a date in it."""
_GOES_ON_LONG: Final = re.compile(r"[\s,]*(?:[a-zà-ÿ]{1,3}\s+)?[a-zà-ÿ]{4}")
"""And behind a date that it begins with: with a longer word, which the first or the second is."""
_APART: Final = re.compile(r"[|•·]")
"""What stands between a date and what is no part of its sentence."""
_STOPS: Final = (".", "!", "?", "。", "।", "؟", "۔")
"""How sentences end."""
_ABBREVIATED: Final = re.compile(r"(?<!\w)[^\W\d_]\.$")
"""And how dates and times do: ``4 января 2012 г.``, ``21:15 น.``."""
_LONG_SMALL: Final = re.compile(rf"(?<!\w)[^\W\d_{_CAPITALS}]\w{{3}}")
"""A longer word that is written small."""
_VERSION: Final = re.compile(r"-(?:snapshot|alpha|beta|rc|dev|nightly)|\.\d{1,3}(?![\d:.h])", re.IGNORECASE)
_PART: Final = re.compile(r"[|•·;()–—\n]|\s[-/@]\s")
"""What parts a line that says several things."""
_CLOCK: Final = re.compile(r"\d\s?[:.h時点시]\s?[0-5]\d")
"""A time of day."""
_LASTS: Final = lexicon.Matcher(r"\s*(?:[–—-]|{to})\s*\d")
"""What is behind the first day, or the beginning, of something that lasts."""
_DASHES: Final = ("-", "–", "—")
_PAIR: Final = 2
_VERSION_BEFORE: Final = re.compile(r"\b[vV]\.?$")
"""What is behind and in front of the number of a version."""
_TO: Final = lexicon.Matcher(r"\s*(?:[–—-]|{to})\s*")
"""What stands between the first day of something and the last."""
_LABEL_BEHIND: Final = re.compile(
    r"\s*[日号號]?\s*(?:\d{1,2}\s?[:：時时点]\s?\d{1,2}分?\s*)?[にの]?"
    r"(更新|改訂|修订|修訂|修正|公開|掲載|配信|投稿|发布|發布)(?=\s*(?:[)）\]】|/／、，,　]|\d|$))"
)
"""What says behind a date, and its time, whether it is one of a change or one of publication."""
_LIFE: Final = re.compile(r"\b1[89]\d\d\)?\s*[–—-]\s*$")
"""The year of a birth, before the day of a death."""
_CLOCK_SPAN: Final = lexicon.Matcher(
    r"[\s,|·•]*(?:{at_hour}|at)?\s*[012]?\d(?:\s?[:.h]\s?[0-5]\d)?\s?(?:{hour}|[ap]\.?m\.?)?\s*"
    r"(?:[–—-]|{to})\s*[012]?\d(?:\s?[:.h]\s?[0-5]\d(?![.\d])|\s?(?:{hour}(?!\w)|[ap]\.?m\b))"
)
"""How long something lasts, behind its day: ``, 13:15 Uhr - 19:00 Uhr``."""
_FIRST_DAY: Final = re.compile(
    r"(?<![\w.°º#/-])(?:(?P<day>[0-3]?\d)\.|[0-3]?\d\.?\s(?P<behind>[^\W\d_]{3,9})\.?|"
    r"(?P<front>[^\W\d_]{3,9})\.?\s[0-3]?\d(?:st|nd|rd|th)?)"
    r"\s*[–—-]\s*$",
    re.IGNORECASE,
)
"""The first day of something, without its year, before the last: ``14. - ``, ``Apr 15 - `` (if the word is a month)."""
_LABEL_OF_OTHER: Final = lexicon.Matcher(r"(?<![\w-]){other_dates}(?: (?:{before_dates a}))?\s*:\s*$")
"""What labels a day that is one of something else: a deadline, an event, a reader's first visit."""
_LINE_OF_OTHER: Final = lexicon.Matcher(r"\W*{other_dates}\s*:?\s*")
"""And in a line of its own in front of the day's."""
_INTRODUCES_OTHER: Final = lexicon.Matcher(r"(?<!\w){cinema}[\s,:]*$")
"""What introduces such a day without a colon: that of a film."""
_RELEASE: Final = lexicon.Matcher(r"(?<![\w-]){release}\s*:\s*$")
"""What is said before the day of a product, but before that of a press release as well."""


def before(line: str, one: Written) -> str:
    """The words in front of a date."""
    return line[max(0, one.start - _LABEL) : one.start]


def labelled(line: str, dates: Sequence[Written], language: str | None = None) -> Iterator[tuple[Written, str]]:
    """The dates in a line, each with the words before it, and the one behind it where that says what it is, as in
    Chinese and Japanese; not the two ends of a time that something lasts.

    Args:
        line: the line.
        dates: its dates.
        language: of the line, as its months are written.

    >>> from broadsheet.metadata.written.dates import dates_in
    >>> line = "Posted May 5, 2025 | Open 7 May 2025 - 9 May 2025"
    >>> [(one.value, label) for one, label in labelled(line, dates_in(line, "en"))]
    [('2025-05-05', 'Posted ')]
    """
    lasting = ends_of_spans(line, dates) if len(dates) > 1 else ()
    end = 0
    for at, one in enumerate(dates):
        label = line[max(end, one.start - _LABEL) : one.start]
        end = one.stop
        if at not in lasting and not is_no_day(line, one, language):
            behind = _LABEL_BEHIND.match(line, one.stop)
            if behind is not None and _is_of_next(line, behind, [one, *dates[at + 1 : at + 2]]):
                behind = None
            yield one, label if behind is None else behind[1]
            if behind is not None:  # it is not said of the next date
                end = behind.end()


def _is_of_next(line: str, label: re.Match[str], dates: Sequence[Written]) -> bool:
    """Whether a label between two dates is the second one's: it says that something was changed, on the same day or a
    later one, right in front of the date, which has no label behind it.
    """
    *_, one = dates
    return (
        len(dates) > 1
        and dates[0].day <= one.day
        and says_changed(label[1])
        and not line[label.end() : one.start].strip(" \u3000:：")
        and _LABEL_BEHIND.match(line, one.stop) is None
    )


def ends_of_spans(line: str, dates: Sequence[Written]) -> set[int]:
    """The numbers of those of some dates that are the first and the last day of something, without a time."""
    spans = [
        at
        for at, (one, two) in enumerate(pairwise(dates))
        if one.day != two.day
        and len(one.value) == len(two.value) == len("2000-01-01")
        and _TO.fullmatch(line[one.stop : two.start])
    ]
    return {*spans, *(at + 1 for at in spans)}


def is_no_day(line: str, one: Written, language: str | None = None) -> bool:
    """Whether a date is the number of a version, or the last day, without a time, of something that began on another
    day of the same year, or of somebody's life.

    Args:
        line: what it stands in.
        one: the date.
        language: of the line, as its months are written.

    >>> from broadsheet.metadata.written.dates import dates_in
    >>> lines = "Tool v2025.05.05-beta", "Fair, 3. - 5. Mai 2025", "(1901 - 5 May 2001)", "Part 3 - 5 May 2025"
    >>> [is_no_day(line, one, "de") for line in lines for one in dates_in(line, "de")]
    [True, True, True, False]
    """
    if line[one.stop : one.stop + 1] in ("-", ".") and _VERSION.match(line, one.stop):
        return True
    words = before(line, one)
    if words[-_PAIR:].rstrip(".").endswith(("v", "V")) and _VERSION_BEFORE.search(words):
        return True
    if not words.rstrip().endswith(_DASHES):
        return False
    if _LIFE.search(words):
        return True
    if len(one.value) > len("2000-01-01"):
        return False
    first = _FIRST_DAY.search(words)
    if first is None:
        return False
    if first["day"] is not None:
        return line[one.start].isdecimal() and int(first["day"]) < one.day.day
    return month_of((first["behind"] or first["front"]).lower(), tongue_of(language)) is not None


def is_of_other(line: str, one: Written, above: str = "") -> bool:
    """Whether a date is said to be one of something else than the article.

    Args:
        line: what it stands in.
        one: the date.
        above: the line before that, which is its label where it has none.

    >>> from broadsheet.metadata.written.dates import dates_in
    >>> lines = "Deadline: 5 May 2025", "5 May 2025, 14:00 - 16:00", "Published: 5 May 2025"
    >>> [is_of_other(line, dates_in(line, "en")[0]) for line in lines]
    [True, True, False]
    """
    if one.start:
        words = before(line, one)
        label = _LABEL_OF_OTHER.search(words) if ":" in words[-_PAIR:] else None
        if label is None:
            label = _INTRODUCES_OTHER.search(words)
    else:
        label = _LINE_OF_OTHER.fullmatch(above) if 0 < len(above) <= _LABEL else None
    return label is not None or _CLOCK_SPAN.match(line, one.stop) is not None


def is_of_release(label: str) -> bool:
    """Whether words in front of a date say that it is one of a release, of a product or a press release."""
    return bool(label) and _RELEASE.search(label) is not None


def is_in_sentence(line: str, one: Written, *, is_body: bool) -> bool:
    """Whether a date is in a sentence of a line: in a short one it is told, and in a long one it does not stand at the
    beginning as that of a report does, behind names and labels alone. Outside the body a line may say much, and when it
    was published or changed.
    """
    words = before(line, one)
    if len(line) <= LINE:
        return (is_told if is_body else is_told_in_head)(line, one, words)
    if not is_body and (not one.start or says_when(words) or says_when(line[one.stop : one.stop + _VERB])):
        return False
    is_of_report = one.start <= _LABEL and (not _SMALL.search(words) or (says_published(words) and is_label(words)))
    return not is_of_report or _GOES_ON.match(line, one.stop) is not None


def says_when(words: str) -> bool:
    """Whether words beside a date say that something was published or changed then."""
    return says_published(words) or says_changed(words)


def is_told(line: str, one: Written, label: str, *, is_cut: bool = False) -> bool:
    """Whether a date is told in a sentence: no label stands in front of it but words that are written small, and the
    sentence ends or goes on behind it; or it begins the sentence.

    Args:
        line: the line.
        one: the date.
        label: the words in front of the date.
        is_cut: the line is the beginning of a longer one, whose end is not known: then long words are in front.
    """
    ends = _ends_sentence(line)
    if _SMALL.search(to_weekday(_APART.split(line[: one.start])[-1])) is None:
        tells = (ends or is_cut) and _GOES_ON_LONG.match(line, one.stop) is not None
    else:
        tells = ends or _GOES_ON.match(line, one.stop) is not None or (is_cut and one.start > _LABEL)
    return tells and not is_label(_to_its_beginning(line, one, label))


def is_told_in_head(line: str, one: Written, label: str) -> bool:
    """Likewise outside the body, where bylines are: in a whole sentence, and with longer words, if any, in front."""
    if not _ends_sentence(line):
        return False
    words = _APART.split(line[: one.start])[-1]
    return (not _SMALL.search(words) or _LONG_SMALL.search(words) is not None) and is_told(line, one, label)


def stands_apart(line: str, one: Written) -> bool:
    """Whether a time that is told without its day, or a day without its year, stands by itself in a line: in front of
    it, in its part of the line, there is nothing but a label, a name, or the day of the week, and behind it no sentence
    goes on. Before a day with its time anything may stand, as lines of agencies have it.

    Args:
        line: the line.
        one: where it stands.

    >>> from datetime import date
    >>> lines = "By Ada | 3 hours ago | 2 min", "Updated 3 hours ago", "Last comment 3 hours ago", "A fire 3 hours ago"
    >>> [stands_apart(one, Written(date.today(), "", at := one.index("3"), at + 11)) for one in lines]
    [True, True, False, False]
    """
    label, behind = before(line, one), line[one.stop :]
    if is_told_in_head(line, one, label) or _LASTS.match(behind):
        return False
    first = next(filter(str.isalpha, behind[:_PAIR]), "")
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


def _to_its_beginning(line: str, one: Written, label: str) -> str:
    """The words in front of a date, with what stands in front of a label that is cut, up to another number."""
    if len(label) < _LABEL:
        return label
    return _DIGIT.split(line[: one.start - _LABEL])[-1] + label
