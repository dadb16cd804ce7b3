"""Bylines -> names: introductions, roles, places and agencies around the names are cut.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache
from itertools import takewhile
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.dated_lines import before_date
from broadsheet.metadata.written.introductions import of_writers, without_introduction
from broadsheet.metadata.written.name_shapes import (
    EAST_ASIAN,
    KANA,
    PAIR,
    PARTICLES,
    has_family_name,
    in_small,
    is_organisation,
    looks_like_name,
    without_dots,
)

__all__ = [
    "BETWEEN",
    "is_role",
    "may_be_name",
    "plain_name",
    "signed_by",
    "split_names",
    "without_additions",
    "without_role_tail",
    "without_roles",
    "without_symbols",
]

BETWEEN: Final = " \t|•·–—-,;:/"
"""Marks between a name and a date in a byline."""
_EDGES: Final = ' \t\n\r,;:|।-–—•·*"“”„«»›>→★☆\u00a0\u200b'
"""Marks around a name."""
_LONGEST: Final = 60
"""Characters of a name; a longer text is a sentence or several names."""
_LONGEST_LIST: Final = 2_000
"""Characters of a byline that are read."""
_MOST_WORDS: Final = 6
"""Words of a name."""
_JOINER: Final = "\u2060"
"""A joiner without width in place of the spaces in a known name, so that nothing splits it."""
_SYMBOL: Final = re.compile("[\u2122\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")
"""Arrows, signs and pictures."""
_BRACKETS: Final = re.compile(r"\s*[(\[（［{【][^)\]）］}】]*(?:[)\]）］}】]|$)")
_HANDLE: Final = re.compile(
    r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b>?|\[?\bemail\s*(?:protected|the author)?\]?|"
    r"(?:https?:|www\.)\S+|\b\w+\.com/\S*|(?:\btwitter:?\s*)?(?<!\w)@\w+|\bfollow\b.*$",
    re.IGNORECASE,
)
"""Mail addresses, other addresses and accounts."""
_IN_HANDLES: Final = ("@", "email", "http", "www.", ".com/", "follow")
"""Each of them has one of these."""
_DIGIT: Final = re.compile(r"\d")
_SEPARATOR: Final = lexicon.Matcher(
    rf"\s*(?:[;؛|•·、،，＆&\n\t/／]|(?<=[^\W\d_{KANA}]{{2}})・(?=[^\W\d_{KANA}]{{2}})|\s\+\s|"
    r"\s(?!en chef|und zu )(?:{and}|AND|And)\s|\s*และ\s*|\s+[-–—]\s+|"
    r",(?!\s*(?:Jr|Sr|MD|PhD|M\.D|Ph\.D|II|III|IV|Esq)\b))\s*",
    0,
)
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
    r"(?:{for}|for the|special to(?: the)?)\s+(?:l['’])?(?-i:[^\W\d_a-zà-ÿ])|{pictures}\s+(?=(?-i:[^\W\d_a-zà-ÿ]))"
)
"""A place, a paper that an author wrote for, or somebody with another task, between marks behind a name."""
_AND: Final = lexicon.Matcher(r"^(?:{and}|And|&)\s+(?=[^\W\d_a-zà-ÿ])|\s+(?:{and}|plus|[+&])$", 0)
"""A conjunction before the last name of a list, or behind the first."""
_BEHIND: Final = lexicon.Matcher(
    r"\s*,?\s+(?:(?-i:{in of for our is}|[Ff]or|reports?|writes|reporting)\s+"
    r"(?=(?-i:[^\W\d_a-zà-ÿ])|{a}\s(?-i:[^\W\d_a-zà-ÿ])).*|{is tells}|"
    r"{buttons}(?:\W.*|\s(?:of|from|by|with)\s.*)?|\d{1,4}|(?<![Aa]nd\s)(?<!['’]s\s)(?-i:The|THE)\s+(?-i:[^\W\d_a-zà-ÿ]).*|"
    r"(?-i:M\.?D\.?|Ph\.?\s?D\.?|R\.?D\.?N?\.?|M\.?S\.?c?\.?|M\.?P\.?H\.?|B\.?A\.?|B\.?Sc?\.?|R\.?N\.?|J\.?D\.?|"
    r"M\.?B\.?A\.?|C\.?F\.?[AP]\.?|CPA|PharmD|PsyD|Esq\.?|EdD)(?:[®™])?)$|"
    r"(?<=[^\W\d_]{4})\.\s+(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+$"
)
"""A place, a paper, a verb, a button, a count or a degree behind a name; and a place behind a full stop."""
_GENITIVE: Final = re.compile(r"['’]s$")
_INITIAL: Final = re.compile(r"\b(?:[Jj]r|[Ss]r|[Jj]un|[Ss]en|ml|st|[^\W\d_a-zà-öø-ÿа-яё])\.$")
"""The end of a name with a full stop: an initial, or ``Jr.``."""
_PLACE_IN_BRACKETS: Final = re.compile(
    r"\s+\((?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:[ -](?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+)?\)\s*$"
)
_IN_NO_NAME: Final = re.compile(r"[@#<>{}=©®%$€*?？。：︰「」『』《》:\d](?:(?<![:\d])|(?<=:)(?:\s|$)|(?<=\d)\d\d)")
_NOT_A_NAME: Final = lexicon.Matcher(
    r"^\d+\s?{units}\s?[前전]$|{pictures}\.\s|{our}\s|{begins_no_name}(?!\w)|(?:page|post|site|article|author)\.\w+\.|"
    r".*\s{stops}$|{accounts}[_.-]?\d{1,5}$|[a-z\d]+[_-]admin\d*$|admin[_-][a-z\d]+$"
)
_BETWEEN_EAST_ASIAN: Final = re.compile(r"[\s·・、,，]+")

_FIELDS: Final = r"(?:{role_fields}(?:\s+(?:and|&))?\s+)*"
_NOUN: Final = _FIELDS + r"{roles other_roles}s?"
"""A role, with its field."""
_ROLE: Final = lexicon.Matcher(
    rf"\W*(?:{{our a}}\s+)?{_FIELDS}(?:{{roles other_roles}}s?|{{roles_of}}\s(?P<field>[a-zà-ÿ]).*)", 0
)
"""A role, in lower case, maybe with its field behind it (``head of the lab``)."""
_ROLE_TAIL: Final = lexicon.Matcher(
    rf"(?:\s*[,–—|/(]\s*|\s+(?:-\s+)?){_FIELDS}(?:{{roles other_roles}}s?\W*|{{roles_of}}(?:\s.*)?)$", 0
)
"""A role behind a name, in lower case, maybe with its field behind it (``redakteurin politik``)."""
_ROLE_HEAD: Final = lexicon.Matcher(rf"{_FIELDS}(?:{{roles}}|{{address_head}}\.?)\s+(?=[^\W\d_])", 0)
"""A role or a form of address before a name, in lower case."""
_FAMILY_NAMES: Final = frozenset({" head", " chief", " fellow", " author"})
"""Last words of longer roles that are family names by themselves."""
_BEFORE_ROLE: Final = re.compile(r"[,،–—|]")
_NEXT_NAME: Final = r"(?!\s(?!{in}\s){and}\s+(?-i:[^\W\d_a-zà-ÿ]))"
_ROLE_PART: Final = lexicon.Matcher(
    rf"\s*[,–—|]\s*+(?:{{our}}\s+)?(?:{_NOUN}|{{special_to}}|(?!the\s)(?:[^\W\d_][\w'’-]*\s+){{1,2}}{{roles_of}}s?)(?!\w)"
    rf"(?:{_NEXT_NAME}[^,;|•·&/@])*|\s*[,،–—|]\s*(?:[^\s,،|]+\s){{0,2}}{{caseless_roles}}(?![^\s,،|])[^,،|;]*"
)
"""A role behind a name and a mark, with the place or paper behind it, up to the next name."""
_CASELESS_TAIL: Final = lexicon.Matcher(r"(?:^|\s+){caseless_roles}(?:\s[^\s,،|]+)?$|\s*{roles_at_end}$")
"""A role at the end of a text in a script without capitals."""


def split_names(text: str, language: str | None = None, *, is_person: bool = False) -> list[str]:
    """The names in a byline.

    Args:
        text: the byline.
        language: that of the page; it tells first names from words that introduce names.
        is_person: whether the structured data say that it is one person's name.

    >>> split_names("By Ada Lovelace and Charles Babbage, Staff Writers")
    ['Ada Lovelace', 'Charles Babbage']
    >>> split_names("Von unserem Korrespondenten Karl Groß in Rom (dpa)")
    ['Karl Groß']
    >>> split_names("Martin Luther King, Jr.; ada@example.org")
    ['Martin Luther King, Jr.']
    >>> split_names("Per Olsson", "sv"), split_names("Per Jordi Vila", "ca")
    (['Per Olsson'], ['Jordi Vila'])
    """
    if language is not None or is_person:
        own = _introducing(language or "")
        text = _AMBIGUOUS.on(text).sub(lambda word: word[0] if word[0].lower() in own else f"{word[0]}{_JOINER}", text)
        text = text.replace(f"{_JOINER} ", _JOINER)
        first, _, rest = text.partition(" ")
        text = rest if first.lower() in _introducing_here(language or "") and rest[:1].isupper() else text
    return [name.replace(_JOINER, " ") for name in _split_names(text)]


@cache
def _introducing(language: str) -> frozenset[str]:
    """The words that introduce names in a language."""
    return frozenset(word for field in ("by", "near_names") for word in lexicon.entries(field, language))


@cache
def _introducing_here(language: str) -> frozenset[str]:
    """The words that introduce names in a language and are names in others."""
    return frozenset(lexicon.entries("by_here", language))


def signed_by(line: str, names: Collection[str]) -> bool:
    """Whether a line names only people who are known.

    >>> signed_by("Text: Per Olsson", ["Per Olsson"]), signed_by("Ada Lovelace", ["Per Olsson"])
    (True, False)
    """
    for name in names:
        line = line.replace(name, name.replace(" ", _JOINER))
    found = _split_names(line)
    return bool(found) and all(name.replace(_JOINER, " ") in names for name in found)


@lru_cache(maxsize=1024)
def _split_names(text: str) -> tuple[str, ...]:
    """The names, cached: several sources say the same."""
    text = _without_handles(without_symbols(" ".join(text[:_LONGEST_LIST].split())))
    text = _BRACKETS.sub(" ", text).strip(" \u00a0") or text.strip(" ()[]（）［］【】")
    text = without_introduction(of_writers(text))
    half = text[: len(text) // 2].strip()
    text = without_roles(half if " " in half and text in (half * 2, f"{half} {half}") else text)
    if _DIGIT.search(text) and (number := _NUMBER.search(text)) is not None:
        text = before_date(text[: number.start()])
    # The people behind an unknown label may not have written.
    parts = takewhile(lambda part: ": " not in part, filter(None, _SEPARATOR.on(text).split(text)))
    names = tuple(dict.fromkeys(name for part in parts if (name := plain_name(part)) is not None))
    if len(names) > 1:
        names = tuple(name for name in names if name.casefold() not in lexicon.words("places", "weekdays")) or names
    return names


def without_symbols(text: str) -> str:
    """A text without icons.

    >>> without_symbols("✍️ Ada Lovelace"), without_symbols("Ada Lovelace ✓")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    return text if text.isascii() or not _SYMBOL.search(text) else " ".join(_SYMBOL.sub(" ", text).split())


@lru_cache(maxsize=1024)
def plain_name(text: str) -> str | None:
    """One name without role, place and paper; None for a text that is no name.

    >>> plain_name("Senior Reporter Ada Lovelace"), plain_name("Political Editor"), plain_name("Read more")
    ('Ada Lovelace', None, None)
    """
    name = text.strip(_EDGES)
    if _NO_WRITER.match(name):
        return None
    whole = name = without_introduction(_AND.sub("", name))
    if not name.isascii() and EAST_ASIAN.search(name) is not None:
        name = without_role_tail(name)
    if _is_nobody(name):
        return None
    head = _ROLE_HEAD.match(in_small(name))
    name = name if head is None else _shorter(name, name[head.end() :])
    name = _shorter(name, shorter := _BEHIND.sub("", name))
    if _is_nobody(shorter):  # "admin in News"
        return None
    name = _shorter(name, without_role_tail(name))
    name = _GENITIVE.sub("", name.strip(_EDGES))
    name = name if _INITIAL.search(name) else name.rstrip(".")
    words = [word.casefold() for word in name.split()]
    is_of_many = len(words) > _MOST_WORDS and sum(word not in PARTICLES for word in words) >= _MOST_WORDS
    if not PAIR <= len(name) <= _LONGEST or is_of_many:
        return None
    if words[-1] in lexicon.words("by") or not any(map(str.isalpha, name)):  # "Recipe by"
        return None
    if _IN_NO_NAME.search(name) or _NOT_A_NAME.match(name) or (name != whole and _is_nobody(name)):
        return None
    return name


def _is_nobody(name: str) -> bool:
    """Whether a text is only a role, an account or a button: ``Editor``, ``Admin``, ``Read more``."""
    return is_role(name) or name.casefold() in lexicon.words("nobody")


def _shorter(name: str, shorter: str) -> str:
    """A name without its tail, if the rest is a person's name."""
    if shorter == name:
        return name
    words = shorter.split()
    # "Letters to the Editor" has no role at its end.
    is_name = len(words) > 1 and words[-1] not in lexicon.words("in", "for") and not is_organisation(shorter)
    return shorter if is_name else name


def without_additions(text: str) -> str:
    """A line without mail addresses, handles, and a place or a paper in brackets at its end.

    >>> without_additions("Ada Lovelace (Reuters) @ada"), without_additions("Ada Lovelace (2)")
    ('Ada Lovelace', 'Ada Lovelace (2)')
    """
    return _PLACE_IN_BRACKETS.sub("", _without_handles(text).rstrip()).strip() or text


def _without_handles(text: str) -> str:
    """A text without mail addresses, other addresses and accounts."""
    return _HANDLE.sub(" ", text) if any(map(text.lower().__contains__, _IN_HANDLES)) else text


def may_be_name(text: str) -> bool:
    """Whether a line of its own may be a person's name.

    Scripts without capitals need more than the shape: two words where words are parted, else a known family name.

    >>> may_be_name("李明"), may_be_name("相關新聞"), may_be_name("Ada Lovelace"), may_be_name("김철수·이영희")
    (True, False, True, True)
    """
    if ":" in text or looks_like_name(text) < 1 or text.casefold() in lexicon.words("places"):
        return False
    east_asian = has_family_name("".join(filter(str.isalpha, text)))
    if east_asian is False:
        east_asian = all(map(has_family_name, _BETWEEN_EAST_ASIAN.split(without_role_tail(text))))
    return len(without_dots(text).split()) > 1 if east_asian is None else east_asian


@lru_cache(maxsize=1024)
def is_role(text: str) -> bool:
    """Whether a text is only a role.

    >>> is_role("Senior Reporter"), is_role("Ada Lovelace"), is_role("כתב פוליטי")
    (True, False, True)
    """
    if (found := _ROLE.fullmatch(in_small(text))) is not None:
        return not found["field"] or text[found.start("field")].islower()
    return not text.isascii() and _CASELESS_TAIL.fullmatch(text) is not None


def without_role_tail(text: str) -> str:
    """A text without the role at its end.

    >>> without_role_tail("Ada Lovelace Senior Reporter"), without_role_tail("Ada Mary Head")
    ('Ada Lovelace', 'Ada Mary Head')
    >>> without_role_tail("Anna Müller Redakteurin Politik"), without_role_tail("김철수 기자")
    ('Anna Müller', '김철수')
    """
    if not text.isascii() and (tail := _CASELESS_TAIL.search(text)) is not None and tail.start():
        return text[: tail.start()]
    found = _ROLE_TAIL.search(in_small(text))
    return text if found is None or found[0] in _FAMILY_NAMES else text[: found.start()]


def without_roles(text: str) -> str:
    """A byline without the roles behind names, unless there is nothing else.

    >>> without_roles("Jean Dupont, envoyé spécial")
    'Jean Dupont'
    """
    return (_ROLE_PART.sub("", text) or text) if _BEFORE_ROLE.search(text) else text
