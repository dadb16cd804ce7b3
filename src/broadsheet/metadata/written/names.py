"""Bylines -> names: what stands before, between and behind them is cut, in two dozen languages.

It works on one string, and must not know pages. Introductions, roles and organisations have modules of their own.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.around_names import (
    DIVIDER,
    EMAIL,
    LONGEST,
    without_open_label,
    without_place,
    without_place_before,
    without_symbols,
    without_weekday,
)
from broadsheet.metadata.written.beside_dates import stands_beside_dates
from broadsheet.metadata.written.beside_names import once, without_button, without_kind
from broadsheet.metadata.written.east_asian import HAN, has_family_name
from broadsheet.metadata.written.first_words import keep_first_words, keep_names, kept, without_joiners
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.name_shapes import PAIR, looks_like_name
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.metadata.written.plain_names import HANDLE, plain_name
from broadsheet.metadata.written.roles import without_roles
from broadsheet.metadata.written.tasks import of_writers

__all__ = ["BETWEEN", "signed_by", "split_names"]

_LONGEST_LIST: Final = 2_000
"""Characters of a byline that are looked at."""
_WORD: Final = re.compile(r"\w+")
_COMPOUND: Final = ("ca", "es", "pt")
"""Languages in which "and" stands between the two halves of a family name too (``Puig i Ferrer``), before one word;
where a whole name follows, or an agency, it parts two people."""
_SEPARATOR: Final = lexicon.Matcher(
    r"\s*(?:[;؛|•·、，،＆&\n\t/／]|\s\+\s|\s{and}\s|\s*และ\s*|\s+[-–—]\s+|"
    r",(?!\s*(?:Jr|Sr|MD|PhD|M\.D|Ph\.D|II|III|IV|Esq)\b))\s*",
    0,
)
_BETWEEN_HAN: Final = re.compile(rf"(?<=[{HAN}]{{2}})・(?=[{HAN}]{{2}})")
"""A dot between Japanese names; in foreign ones it stands between syllables."""
_LARGE_AND: Final = re.compile(
    r"(?:(?<=[A-ZÄÖÜ.])\s(?:AND|UND)|(?<=[a-zß-ÿ])\s(?:And|AND|Und))\s(?=[A-ZÄÖÜ][\w.'’-]*\s[A-ZÄÖÜ])"
)
"""The same written large, where another name of two words follows."""
_AND_OF_NOBLES: Final = " und zu "
"""In German it stands within names: ``von und zu``."""
_CREDENTIALS: Final = re.compile(
    r",?\s+(?:M\.?D\.?|Ph\.?\s?D\.?|D\.?O\.?|R\.?D\.?N?\.?|L\.?D\.?N?\.?|M\.?S\.?c?\.?|M\.?P\.?H\.?|B\.?A\.?|M\.?A\.?|B\.?Sc?\.?|"
    r"R\.?N\.?|BSN|DDS|DMD|DVM|CPT|CSCS|LCSW|LMFT|PsyD|J\.?D\.?|M\.?B\.?A\.?|C\.?F\.?A\.?|C\.?F\.?P\.?|CPA|FACP|FACLM|FACC|PharmD|NP|PA-C|"
    r"CDCES|CNS|CEPF|CISSP|CPP|PSP|PMP|Esq\.?|O\.?D\.?|DPT|PT|EdD|Ed\.D\.?)(?:[®™])?(?=\s*(?:[,;|&]|\s|$))"
)
"""Degrees and licences behind a name, in the capitals that they are written in."""
_PRONOUNS: Final = re.compile(r"[\s,]+(?:she|he|they)/(?:hers?|him|his|them|they|theirs)(?:/\w+)?(?!\w)", re.IGNORECASE)
"""By what somebody is spoken of."""
_BODY: Final = lexicon.Matcher(r"(?:the\s+)?{bodies}(?!\w)")
"""Words that names of public bodies begin with, which have "for", "of" and "and" in them."""
BETWEEN: Final = " \t|•·–—-,;:/"
"""What stands between a name and a date in a byline."""
_ELSEWHERE: Final = ("@", "follow", "seguir", "http:", "https:", "www.", ".com/", ".net/")
"""One of these is, in small letters, in all that `HANDLE` and `_URL` find."""
_ET_AL: Final = re.compile(r"\s+et\s+al(?:\.|$)")
_URL: Final = re.compile(
    r"(?:https?:|www\.)\S+|\b(?:facebook|twitter|instagram|linkedin|youtube|tiktok|threads|x)\.(?:com|net)/\S*",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(r"\s*[(\[（［{【][^)\]）］}】]*(?:[)\]）］}】]|$)")
_TASK_BEHIND: Final = lexicon.Matcher(r"\s*\(\s*{did_other}\s*\)")
"""What says behind the name who did something else; who wrote as well has ``(Text und Fotos)``."""
_BY_BEHIND: Final = lexicon.Matcher(r"(?<!\w)({by}\s+(?-i:[^\W\d_a-zà-ÿ]).*)$")
"""A byline behind a date."""
_IN_BRACKETS: Final = re.compile(r"^\s*[(\[（［【]\s*([^()\[\]（）［］【】]+?)\s*[)\]）］】]\s*$")
"""A byline that is in brackets as a whole, as Chinese papers set it."""
_NUMBER: Final = re.compile(r"(?:(?<!\w)\d(?!\d*\s*,\s*[^\W\d_])|(?<=\d)[日年月년월]|(?<=[^\W\d_])\d{1,2}[./]\d)")
"""Where a day or a time begins."""
_ENDS_BESIDE_DATE: Final = lexicon.Matcher(
    r"[\s,|•·–—(-]*(?<!\w)"
    r"(?P<word>{months weekdays before_dates beside_dates at_hour to buttons}|{weekday_letters})[\s.:,|•·–—-]*$"
)
"""What leads from a name to a day: ``on``, ``veröffentlicht am``, the day of the week, the month."""


def split_names(text: str, language: str | None = None, *, is_person: bool = False) -> list[str]:
    """The names in a byline.

    Args:
        text: the byline.
        language: that of the page, by which family names of two parts are told from two people, and first names from
            words that introduce names.
        is_person: whether the structured data say that it is one person's name.

    >>> split_names("By Ada Lovelace and Charles Babbage, Staff Writers")
    ['Ada Lovelace', 'Charles Babbage']
    >>> split_names("Von unserem Korrespondenten Karl Groß in Rom (dpa)")
    ['Karl Groß']
    >>> split_names("Martin Luther King, Jr.; ada@example.org")
    ['Martin Luther King, Jr.']
    >>> split_names("Por Letícia Amarante, g1 — São Paulo")
    ['Letícia Amarante', 'g1']
    >>> split_names("李明 王芳", "zh"), split_names("أحمد عبد الله، سارة محمود")
    (['李明', '王芳'], ['أحمد عبد الله', 'سارة محمود'])
    >>> split_names("Núria Puig i Ferrer", "ca"), split_names("Jordi Vila i Anna Soler", "ca")
    (['Núria Puig i Ferrer'], ['Jordi Vila', 'Anna Soler'])
    """
    if language in _COMPOUND:
        text = _halves(language).sub(_kept, text)
    names = list(map(without_joiners, _split_names(keep_first_words(text, language, is_person=is_person))))
    return [part for name in names for part in _parted_by_space(name)] if language == "zh" else names


def _parted_by_space(name: str) -> list[str]:
    """Chinese names that a space alone parts, one by one; another text as it is."""
    parts = name.split()
    return parts if len(parts) > 1 and all(map(has_family_name, parts)) else [name]


def signed_by(line: str, names: Collection[str]) -> bool:
    """Whether a line names nobody but people who are known.

    >>> signed_by("Text: Per Olsson", ["Per Olsson"]), signed_by("Ada Lovelace", ["Per Olsson"])
    (True, False)
    """
    found = list(map(without_joiners, _split_names(keep_names(line, names))))
    return bool(found) and all(name in names for name in found)


@cache
def _halves(language: str) -> re.Pattern[str]:
    """What parts the halves of a family name in a language."""
    return re.compile(rf"(?<=\w) {lexicon.entries('and', language)[0]} (?=[^\W\d_a-zà-ÿ][\w'’-]*(?:\s*[,;|/•·(]|$))")


def _kept(found: re.Match[str]) -> str:
    """What parts the halves of a family name, so that it parts nothing; as it is where no such name can end."""
    before = DIVIDER.split(found.string[: found.start()])[-1]
    behind = _WORD.search(found.string, found.end())
    is_one = behind is not None and not behind[0].isupper() and not is_organisation(behind[0])
    return kept(found[0].strip()) if is_one and len(without_introduction(before).split()) > 1 else found[0]


@lru_cache(maxsize=1024)
def _split_names(text: str) -> tuple[str, ...]:
    """The same, remembered: several sources say the same."""
    text = without_symbols(" ".join(text[:_LONGEST_LIST].split()))
    small = text.lower()
    if "@" in text or "mail" in small:
        text = EMAIL.sub(" ", text)
    if (inside := _IN_BRACKETS.match(text)) is not None:
        text = inside[1]
    if any(map(small.__contains__, _ELSEWHERE)):
        text = HANDLE.sub(" ", _URL.sub(" ", text))
    if "(" in text:
        text = _without_others(text)
    text = _BRACKETS.sub(" ", text)
    if "/" in text:
        text = _PRONOUNS.sub("", text)
    text = text.replace(" en chef", " en-chef")
    whole = once(text.strip(" \u00a0"))
    text = without_kind(without_button(of_writers(whole)))
    introduced = without_introduction(text)
    is_introduced = introduced != whole
    text = without_place(introduced) if is_introduced else without_place_before(text)
    if _BODY.match(text) and len(text) <= LONGEST and not DIVIDER.search(text):
        return (text,)
    text = _CREDENTIALS.sub(_without_degree, _LARGE_AND.sub(", ", text) if text.count(" ") > 3 else text)
    text = without_roles(text)
    if (number := _NUMBER.search(text)) is not None:
        behind = _BY_BEHIND.search(text, number.start())
        text = _before_day(text[: number.start()])
        if not any(map(str.isalpha, text)):
            text = "" if behind is None else without_introduction(behind[1])
            text = _before_day(text[: found.start()]) if (found := _NUMBER.search(text)) is not None else text
    if is_introduced and ": " in text:
        text = _before_colon(text)
    if "・" in text:
        text = _BETWEEN_HAN.sub("、", text)
    if _AND_OF_NOBLES in text:
        text = text.replace(_AND_OF_NOBLES, kept(_AND_OF_NOBLES.strip()))
    if " al" in text:
        text = _ET_AL.sub("", text)
    parts = takewhile(_has_no_label, filter(None, _SEPARATOR.pattern.split(text)))
    names = tuple(dict.fromkeys(name for part in parts if (name := plain_name(part)) is not None))
    if len(names) > 1:  # else it is nobody who is there
        names = tuple(name for name in names if name.casefold() not in lexicon.words("places", "weekdays")) or names
    return names


def _before_day(text: str) -> str:
    """What stands before a day, without the words that lead to it."""
    text = without_weekday(text)
    while (found := _ENDS_BESIDE_DATE.search(text)) is not None:
        own = DIVIDER.split(text[: found.start("word")])[-1].split()
        if (
            len(own) == 1
            and own[0].isalpha()
            and not stands_beside_dates(own[0])
            and found["word"].istitle()
            and not text[found.start() : found.start("word")].strip()
        ):
            break  # a family name: "Alyssa Maio"
        text = text[: found.start()]
    return without_open_label(text)


def _without_degree(found: re.Match[str]) -> str:
    """Nothing in place of a degree; without a comma before it, it may be a name: ``JACK MA``, ``Kim DO``."""
    before = DIVIDER.split(found.string[: found.start()])[-1]
    is_name = not found[0].lstrip().startswith(",") and (len(before.split()) < PAIR or before.isupper())
    return found[0] if is_name else ""


def _has_no_label(part: str) -> bool:
    """Whether a part of a byline has no label that is not known: nobody can say what those behind one did."""
    return ": " not in part


def _before_colon(text: str) -> str:
    """What a byline introduces, up to a colon behind a name: what follows is said of something else."""
    name = text.partition(": ")[0]
    return name if looks_like_name(name) == 1 and len(name.split()) >= PAIR and not name.startswith("The ") else text


def _without_others(text: str) -> str:
    """A byline without those of a list who did something else, as it says in brackets behind their names."""
    kept, at = "", 0
    for found in _TASK_BEHIND.pattern.finditer(text):
        before = text[at : found.start()]
        kept += before[: max((one.start() for one in _SEPARATOR.pattern.finditer(before)), default=0)]
        at = found.end()
    kept += text[at:]
    return kept if any(map(str.isalpha, kept)) else text
