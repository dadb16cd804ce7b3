"""Bylines and the names in them: which lines only say who wrote the text and when, and the names in one, without the
introductions, roles, places and agencies around them.

It works on one string, and must not refer to pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from itertools import pairwise, takewhile
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.beside_names import (
    is_role,
    of_writers,
    starts_byline,
    without_introduction,
    without_role_head,
    without_role_tail,
    without_roles,
)
from broadsheet.metadata.written.dated_lines import before_date, beside_dates, stands_beside_dates
from broadsheet.metadata.written.dates import Written, dates_in
from broadsheet.metadata.written.name_shapes import (
    AGENCIES,
    EAST_ASIAN,
    KANA,
    PAIR,
    PARTICLES,
    are_names,
    east_asian_byline,
    has_family_name,
    is_organisation,
    looks_like_name,
    without_dots,
)
from broadsheet.page.characters import is_small
from broadsheet.patterns import pattern

__all__ = ["byline_of", "is_byline", "is_signature", "may_be_name", "names_alone", "plain_name", "split_names"]

# Names.

BETWEEN: Final = " \t|•·–—-,;:/"  # marks between a name and a date in a byline
_EDGES: Final = ' \t\n\r,;:|।-–—•·*"“”„«»›>→★☆\u00a0\u200b'  # marks around a name
_ENDS: Final = tuple(".!?…。！？")  # marks that end a sentence
_FULL_STOP: Final = pattern("[。！？]")  # the end of a Chinese or Japanese sentence (``记者：...？`` in interviews)
MAX_NAME_CHARS, MAX_NAME_WORDS = 60, 6  # a longer text is a sentence or several names
MAX_LIST_CHARS: Final = 2_000  # characters of a list of names that are read
_JOINER: Final = "\u2060"  # word joiner, in place of the spaces in a known name, so that nothing splits it
_SYMBOL: Final = pattern("[\u2122\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")  # arrows, signs and pictures
_DIGIT: Final = pattern(r"\d")
_BRACKETS: Final = pattern(r"\s*[(\[（［{【][^)\]）］}】]*(?:[)\]）］}】]|$)")
_HANDLE: Final = pattern(
    r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b>?|\[email.protected\]|(?:https?:|www\.)\S+|\b\w+\.com/\S*|(?<!\w)@\w+",
    re.IGNORECASE,
)
"""Mail addresses (also as Cloudflare hides them), other addresses and accounts."""
_IN_HANDLES: Final = ("@", "[email", "http", "www.", ".com/")  # each match of `_HANDLE` has one of these
_SEPARATOR: Final = lexicon.Matcher(
    rf"\s*(?:[;؛|•·、،，＆&\n\t/／]|(?<=[^\W\d_{KANA}]{{2}})・(?=[^\W\d_{KANA}]{{2}})|\s\+\s|"
    r"\s(?!{no_and}\s)(?:{and}|(?i:{and_capitals}))\s|\s*(?=[\u0e00-\u0eff]){and}\s*|\s+[-–—]\s+|"
    r",(?!\s*(?i:{suffixes})\b\.?+(?!\s*[^\W\d_a-zà-ÿ])))\s*",
    0,
)
_BETWEEN_EAST_ASIAN: Final = pattern(r"[\s·・、,，]+")
_NUMBER: Final = lexicon.Matcher(
    r"(?:(?<!\w){months}\.?\s+)?(?<!\w)\d(?!\d*\s*,\s*[^\W\d_])|(?<=\d)[日年月년월]|(?<=[^\W\d_])\d{1,2}[./]\d"
)
"""The beginning of a day or a time."""
_AMBIGUOUS: Final = lexicon.Matcher(
    r"(?<![^\W_])(?-i:(?=[A-ZÀ-Ý]))(?!{rarely_names}\s+\w+\s+\w){names_too}(?=\s+[^\W\d_])"
)
"""A word that introduces names in some languages and is a name in others (``Per``, ``Theo``)."""
_NO_WRITER: Final = lexicon.Matcher(
    r".*(?<!\w){contributed}(?!\w)|(?-i:{in})\s+(?-i:[^\W\d_a-zà-ÿ])|"
    r"{for}\s+(?:{a}\s*)?(?-i:[^\W\d_a-zà-ÿ])|{pictures}\s+(?=(?-i:[^\W\d_a-zà-ÿ]))"
)
"""A place, a paper that an author wrote for, or a person with another job, between marks after a name."""
_AND: Final = lexicon.Matcher(r"^(?:{and}|(?i:{and_capitals})|&)\s+(?=[^\W\d_a-zà-ÿ])|\s+(?:{and}|[+&])$", 0)
"""A conjunction before the last name of a list, or after the first."""
_BEHIND: Final = lexicon.Matcher(
    r"\s*,?\s+(?:(?-i:{in of for our is tells})\s+(?=(?-i:[^\W\d_a-zà-ÿ])|{a}\s(?-i:[^\W\d_a-zà-ÿ])).*|{is tells}|"
    r"{buttons}(?:\W.*|\s{of by}\s.*)?|\d{1,4}|(?-i:(?=[A-Z])){the}\s+(?-i:[^\W\d_a-zà-ÿ]).*)$|"
    r"(?<=[^\W\d_]{4})\.\s+(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+$"
)
"""A place, a paper, a verb, a button or a count after a name; and a place after a full stop."""
_INITIAL: Final = lexicon.Matcher(r"\b(?:{suffixes}|(?-i:[^\W\d_a-zà-öø-ÿа-яё]))\.$")
"""The end of a name with a full stop: an initial, or ``Jr.``."""
_IN_NO_NAME: Final = pattern(r"[@#<>{}=©®%$€*?？。：︰「」『』《》:\d](?:(?<![:\d])|(?<=:)(?:\s|$)|(?<=\d)\d\d)")
_NOT_A_NAME: Final = lexicon.Matcher(
    r"{pictures}\.\s|{our}\s|{begins_no_name}(?!\w)|(?-i:[a-z]+(?:\.[a-z]+){3})|"
    r".*\s{stops}$|{accounts}[_.-]?\d{1,5}$|[a-z\d]+[_-]admin\d*$|admin[_-][a-z\d]+$"
)

# Lines.

MAX_BYLINE_CHARS: Final = 140  # longest byline
_WORD: Final = pattern(r"[^\W\d_]+")
_PARTING: Final = ("|", "·", "•", "-", "–", "—")  # marks between a date and a name
_READING: Final = lexicon.Matcher(
    r"(?<!\w)\d+\s*(?:-\s*)?(?:min(?:ut\w*)?\.?\s+)?{reading}(?!\w)|"
    r"(?<!\w){reading}\s*:?\s*(?:ca\.?\s*)?\d+(?:\s*min\w*\.?)?"
)
"""The reading time of a text."""
_SAID_BESIDE: Final = lexicon.Matcher(
    rf"{_READING.template}|(?<!\w)(?:\d+|{{no}})\s+{{comments comment_answers}}(?!\w)"
)
"""The reading time of a text, and the number of comments."""
_BY_ACCOUNT: Final = lexicon.Matcher(
    r"(?:{published published_near}\W+(?:{before_dates}\W+)?)?{by by_phrases}\s*:?\s+(?P<account>[\w.@-]{2,30})"
    r"[\W\d]*(?:[ap]\.?m\.?)?\W*(?:\s{in filed}\s+[\w &,/-]{2,60})?"
)
"""The byline of an account, whose name may have any form."""
_FROM: Final = lexicon.Matcher(r"\w{0,2}{did_other wrote by_phrases editors}\s*[:：]\s*[^\s，。,、|:：]{1,15}", 0)
"""The source, author or editor of a Chinese text."""
_PARTS: Final = pattern(r"[|•·–—]")
_NO_LETTERS: Final = pattern(r"^[\W\d_]+")
_FIRST_WORD: Final = pattern(r"([^\W\d_]+)[\W\d_]*")
MAX_NAMES_ALONE: Final = 3  # most names in a line without an introduction
MAX_OTHER_WORDS: Final = 4  # most capitalised words beside names: a role, a place, a paper


def split_names(text: str, language: str | None = None, *, is_person: bool = False) -> list[str]:
    """The names in a byline.

    Args:
        text: the byline.
        language: the page's language; it tells first names from words that introduce names.
        is_person: whether the structured data say that it is one person's name.

    >>> split_names("By Ada Lovelace and Charles Babbage, Staff Writers")
    ['Ada Lovelace', 'Charles Babbage']
    >>> split_names("Von unserem Korrespondenten Karl Groß in Rom (dpa)")
    ['Karl Groß']
    >>> split_names("Per Olsson", "sv"), split_names("Per Jordi Vila", "ca")
    (['Per Olsson'], ['Jordi Vila'])
    """
    if language is not None or is_person:
        own, here = _introducing(language or "")
        if not lexicon.words("names_too").isdisjoint(text.lower().split()):
            text = _AMBIGUOUS.on(text).sub(
                lambda word: word[0] if word[0].lower() in own else f"{word[0]}{_JOINER}", text
            )
            text = text.replace(f"{_JOINER} ", _JOINER)
        first, _, rest = text.partition(" ")
        text = rest if first.lower() in here and rest[:1].isupper() else text
    return [name.replace(_JOINER, " ") for name in _split_names(text)]


@cache
def _introducing(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words that introduce names in a language, and those that do so only if they are not names themselves."""
    own = (word for field in ("by", "near_names") for word in lexicon.entries(field, language))
    return frozenset(own), frozenset(lexicon.entries("by_here", language))


@lru_cache(maxsize=1024)
def _split_names(text: str) -> tuple[str, ...]:
    """The names, cached since several sources repeat them. Two known names are a full name without further tests."""
    first, _, last = text.partition(" ")
    if first.isalpha() and last.isalpha() and text.istitle() and are_names(text) and not _is_no_name(text):
        return (text,)
    text = _without_handles(_without_symbols(" ".join(text[:MAX_LIST_CHARS].split())))
    text = _BRACKETS.sub(" ", text).strip(" \u00a0") or text.strip(" ()[]（）［］【】")
    text = without_roles(without_introduction(of_writers(text)))
    if _DIGIT.search(text) and (number := _NUMBER.search(text)) is not None:
        text = before_date(text[: number.start()])
    # The people after an unknown label may not be writers.
    parts = takewhile(lambda part: ": " not in part, filter(None, _SEPARATOR.on(text).split(text)))
    names = tuple(dict.fromkeys(name for part in parts if (name := plain_name(part)) is not None))
    if len(names) > 1:
        names = tuple(name for name in names if name.casefold() not in lexicon.words("places", "weekdays")) or names
    return names


@lru_cache(maxsize=1024)
def plain_name(text: str) -> str | None:
    """One name without role, place and paper; None if the text is not a name.

    >>> plain_name("Senior Reporter Ada Lovelace"), plain_name("Political Editor"), plain_name("Read more")
    ('Ada Lovelace', None, None)
    """
    name = text.strip(_EDGES)
    if _NO_WRITER.match(name):
        return None
    whole = name = without_introduction(_AND.sub("", name))
    if not name.isascii() and EAST_ASIAN.search(name) is not None:
        name = without_role_tail(name)
    if _is_no_name(name):
        return None
    name = _shorter(name, without_role_head(name))
    name = _shorter(name, shorter := _BEHIND.sub("", name))
    if _is_no_name(shorter):  # "admin in News"
        return None
    name = _shorter(name, without_role_tail(name)).strip(_EDGES)
    name = name if _INITIAL.search(name) else name.rstrip(".")
    words = [word.casefold() for word in name.split()]
    is_of_many = len(words) > MAX_NAME_WORDS and sum(word not in PARTICLES for word in words) >= MAX_NAME_WORDS
    if not PAIR <= len(name) <= MAX_NAME_CHARS or is_of_many:
        return None
    if words[-1] in lexicon.words("by") or not any(map(str.isalpha, name)):  # "Recipe by"
        return None
    if _IN_NO_NAME.search(name) or _NOT_A_NAME.match(name) or (name != whole and _is_no_name(name)):
        return None
    return name


def _is_no_name(text: str) -> bool:
    """Whether a text is only a role, an account or a button: ``Editor``, ``Admin``, ``Read more``."""
    return is_role(text) or text.casefold() in lexicon.words("nobody")


def _shorter(name: str, shorter: str) -> str:
    """A name without its tail, if the rest is a person's name."""
    if shorter == name:
        return name
    words = shorter.split()
    # "Letters to the Editor" has no role at its end.
    is_name = len(words) > 1 and words[-1] not in lexicon.words("in", "for") and not is_organisation(shorter)
    return shorter if is_name else name


def _without_symbols(text: str) -> str:
    """A text without icons."""
    return text if text.isascii() or not _SYMBOL.search(text) else " ".join(_SYMBOL.sub(" ", text).split())


def _without_handles(text: str) -> str:
    """A text without mail addresses, other addresses and accounts."""
    return _HANDLE.sub(" ", text).strip() if any(map(text.lower().__contains__, _IN_HANDLES)) else text


def may_be_name(text: str) -> bool:
    """Whether a line of its own may be a person's name.

    Scripts without capitals need more than the shape: two words where spaces separate words, else a known family name.

    >>> may_be_name("李明"), may_be_name("相關新聞"), may_be_name("Ada Lovelace"), may_be_name("김철수·이영희")
    (True, False, True, True)
    """
    if ":" in text or looks_like_name(text) < 1 or text.casefold() in lexicon.words("places"):
        return False
    east_asian = has_family_name("".join(filter(str.isalpha, text)))
    if east_asian is False:
        east_asian = all(map(has_family_name, _BETWEEN_EAST_ASIAN.split(without_role_tail(text))))
    return len(without_dots(text).split()) > 1 if east_asian is None else east_asian


def is_byline(line: str, language: str | None = None) -> bool:
    """Whether a line only says who wrote a text, or when.

    A name counts only after a word that introduces one, before a date or, with a mark between them, after a date.

    Args:
        line: the line.
        language: the page's language, for the names of months; English ones are always read.

    >>> is_byline("By Ada Lovelace - January 2, 2008"), is_byline("Published on 14/01/2008, 11:42 am")
    (True, True)
    >>> is_byline("Ada Lovelace · May 12, 2026 · 4 min read"), is_byline("May 12, 2026 | Ada Lovelace")
    (True, True)
    >>> is_byline("By January 2 the bridge was open"), is_byline("Ada Lovelace"), is_byline("1984")
    (False, False, False)
    """
    if len(line) > MAX_BYLINE_CHARS:
        return False
    dates = dates_in(line, language)
    undated = _without_dates(line, dates)
    rest, said = _SAID_BESIDE.on(undated).subn(" | ", undated)
    if dates:
        rest = _FROM.sub(" | ", rest)
    if _is_of_account(_NO_LETTERS.sub("", rest).rstrip(BETWEEN), has_day=bool(dates)):
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
    return not dates and _names_with_roles(line) is not None


def _is_of_account(line: str, *, has_day: bool) -> bool:
    """Whether a line is an account's byline; without a day beside it, the account must be capitalised like a name."""
    found = _BY_ACCOUNT.fullmatch(line)
    if found is None or found["account"].casefold() in lexicon.words("no_account"):
        return False
    return has_day or (found["account"][0].isupper() and line.partition(" ")[0].casefold() not in lexicon.words("by"))


def byline_of(line: str) -> str | None:
    """The line if it is a byline, by words that introduce names, else None; only the names of an East Asian one.

    >>> byline_of("By Ada Lovelace"), byline_of("Ada Lovelace")
    ('By Ada Lovelace', None)
    """
    return east_asian_byline(line) or (line if starts_byline(line) and _FULL_STOP.search(line) is None else None)


def names_alone(line: str, language: str | None = None) -> str | None:
    """The names, the agency or the byline in a line that has nothing else but dates, roles, a place and the reading
    time; else None.

    >>> names_alone("Ada Lovelace | Julkaistu", "fi"), names_alone("(dpa)"), names_alone("May 12, 2026 by Ada Lovelace")
    ('Ada Lovelace', 'dpa', 'by Ada Lovelace')
    """
    if len(line) > MAX_BYLINE_CHARS or not _may_hold_name(line):
        return None
    dates = dates_in(line, language)
    rest = _SAID_BESIDE.sub(" | ", _without_dates(_without_symbols(line), dates))
    if dates and starts_byline(byline := _introduced(rest)):
        return byline if _names_only(byline, split_names(byline, language)) else None
    parts = [part for one in _PARTS.split(rest) if (part := one.strip(BETWEEN))]
    others = lexicon.words("places", "kinds")
    parts = [one for one in parts if not (is_role(one) or stands_beside_dates(one) or one.casefold() in others)]
    if len(parts) != 1:
        return _names_with_roles(line)
    if (agency := parts[0].strip(" ()[]/")).casefold() in AGENCIES:
        return agency
    names = [one for one in split_names(parts[0], language) if may_be_name(one) and not is_organisation(one)]
    is_known = len(names) == 1 or (len(names) <= MAX_NAMES_ALONE and all(are_names(one.split()[0]) for one in names))
    return ", ".join(names) if is_known and _names_only(parts[0], names) else _names_with_roles(line)


def _may_hold_name(line: str) -> bool:
    """Whether a line has two adjacent words that may form a name, has no capitals, or is an agency: a quick test."""
    words = line.split()
    if line.endswith(_ENDS) and words[-1].strip(BETWEEN + "".join(_ENDS)).casefold() not in beside_dates():
        return False  # a sentence
    if len(words) == 1 and not line.isascii():
        return True
    may_be = [not is_small(word[0]) or word in PARTICLES or word[1:2] in ("'", "’") for word in words]
    return any(one and two for one, two in pairwise(may_be)) or line.strip(f"{BETWEEN}()[]").casefold() in AGENCIES


def _names_with_roles(line: str) -> str | None:
    """The full names in a line that lists several people and their roles, in any words, and nothing else; or None."""
    parts = [_AND.on(part).sub("", part) for part in _SEPARATOR.on(line).split(line) if part]
    if any(part[:1].islower() for part in parts):
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


def is_signature(line: str, names: Callable[[str], Collection[str]], language: str | None = None) -> bool:
    """Whether a line is only known authors' names, or East Asian names with roles, with mail addresses and the day.

    Args:
        line: the line.
        names: returns the authors' names that a line may contain.
        language: the page's language, as for `is_byline`.

    >>> is_signature("12.03.2024 | 윤서진 기자", lambda _: []), is_signature("Ada", lambda _: ["Ada Lovelace"])
    (True, False)
    """
    if len(line) > MAX_BYLINE_CHARS:
        return False
    known = {*names(line), *filter(has_family_name, (east_asian_byline(line) or "").split("、"))}
    if not any(name in line for name in known):
        return False
    undated = _without_dates(line, dates_in(line, language)).strip(BETWEEN)
    return _names_none_but(known, line) or _names_none_but(known, undated)


def _names_none_but(names: Collection[str], line: str) -> bool:
    """Whether a line contains one or more of the names, and no other name."""
    for name in names:
        line = line.replace(name, name.replace(" ", _JOINER))
    found = _split_names(line)
    return bool(found) and all(name.replace(_JOINER, " ") in names for name in found)


def _names_only(line: str, names: list[str]) -> bool:
    """Whether a line that begins like a byline has little besides the names in it."""
    if not names or looks_like_name(names[0]) < 1:
        return False
    if line[-1] in _ENDS and _WORD.findall(line)[-1].casefold() not in beside_dates():  # "10:30 a.m."
        return False
    if not all(looks_like_name(name) == 1 or is_organisation(name) or name[0].isupper() for name in names[1:]):
        return False
    in_names, beside = {word.casefold() for name in names for word in _WORD.findall(name)}, _beside_names()
    bare = without_introduction(without_roles(_without_handles(line)))
    parts = map(without_role_tail, _SEPARATOR.on(bare).split(bare))
    words = [(word, word.casefold()) for part in parts for word in _WORD.findall(part)]
    others = [word for word, folded in words if folded not in in_names and folded not in beside]
    return len(others) <= MAX_OTHER_WORDS and not any(map(is_small, others))


@cache
def _beside_names() -> frozenset[str]:
    """Lower-case words beside names and dates in bylines."""
    said = {word for entry in lexicon.words("near_phrases") for word in entry.split()}
    return beside_dates() | said | lexicon.words("and", "a", "in", "of", "for", "by", "near_names", "before_dates")
