"""One name without what people add to it: degrees, roles, places, agencies, what kind of thing it is."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.around_names import EMAIL, LONGEST
from broadsheet.metadata.written.beside_names import without_kind
from broadsheet.metadata.written.controls import is_control
from broadsheet.metadata.written.east_asian import EAST_ASIAN, HAN
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.name_shapes import CJK_AFTER, PAIR, PARTICLES, may_be_name
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.metadata.written.people import are_names, may_name_somebody
from broadsheet.metadata.written.roles import ROLE_HEAD, field_of_role, is_role, without_role_tail
from broadsheet.metadata.written.tasks import bare_other_label, other_label

__all__ = ["HANDLE", "plain_name", "without_additions", "without_kind_or_role"]

_MOST_WORDS: Final = 6
_EDGES: Final = ' \t\n\r,;:|।-–—•·*"“”„«»★☆\u00a0\u200b'
"""What stands before and after a name and is no part of it."""
_TOOK_PICTURES: Final = ("摄", "攝", "摄影", "攝影", "撮影")
"""What stands in Chinese and Japanese behind the name of who took a picture."""
_CJK_BEFORE: Final = lexicon.Matcher(r"^(?:{roles_at_end}\s+|編譯(?=.{2,4}$))(?=\S)")
_REPORT: Final = re.compile(f"[{HAN}]{{2,6}}(?:報導|报道|報道)")
"""Where a Chinese report is from, as it stands behind the name: ``台北報導``."""
_PLACE_TAIL: Final = lexicon.Matcher(
    r"\s*,?\s+(?-i:{in of for our}|[Ff]or|IN(?=\s+[^\W\d_]+[a-zß-ÿ])|reports?|writes|reporting)\s+"
    r"(?=(?-i:[^\W\d_a-zà-ÿ])|{a}\s(?-i:[^\W\d_a-zà-ÿ])).*$"
)
_PLACE: Final = lexicon.Matcher(r"(?-i:{in})\s+(?-i:[^\W\d_a-zà-ÿ])")
"""How a place begins that stands between marks behind a name."""
_PLACE_AND_AGENCY: Final = re.compile(
    r"\s*[/|–—-]\s*(?:(?-i:[^\W\d_a-zà-ÿ])[\w'’.-]+(?:\s(?-i:[^\W\d_a-zà-ÿ])[\w'’.-]+)?)\s*,?\s*\((?P<agency>[^\W\d_]{2,12})\)\s*$"
)
"""The place behind a name, and the agency in brackets behind that, as Turkish agencies sign."""
_PAPER_TAIL: Final = re.compile(r"\s+(?:special\s+(?:to|for)\s.*|for\s+[\w.-]+\.\w{2,3})$", re.IGNORECASE)
"""The paper that somebody wrote for, behind the name."""
_BEHIND: Final = lexicon.Matcher(
    r"\s+(?:{buttons}(?:\W.*|\s(?:of|from|by|with)\s.*)?|\d{1,4}|(?<![Aa]nd\s)(?<!['’]s\s)(?-i:The|THE)\s+(?-i:[^\W\d_a-zà-ÿ]).*)$|"
    r"(?<=[^\W\d_]{4})\.\s+(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+$"
)
"""What stands behind names without a mark: buttons, a count, the paper; and a place behind a full stop."""
_BEFORE_TAIL: Final = re.compile(r"[,–—|/(]")
_IS: Final = lexicon.Matcher(r"\s+{is}$", 0)
_DANGLING: Final = lexicon.words("and") | {"plus", "+", "&", "AND", "WITH"}
"""What is left behind a name where others than names followed: ``and 2 others``."""
_GENITIVE: Final = re.compile(r"['’]s$")
_INITIAL: Final = re.compile(r"\b(?:[Jj]r|[Ss]r|[Jj]un|[Ss]en|ml|st|[^\W\d_a-zà-öø-ÿа-яё])\.$")
"""The end of a name with a full stop: an initial, or what tells a son from his father."""
HANDLE: Final = re.compile(r"(?:\btwitter:?\s*)?(?<!\w)@\w+|\bfollow\b.*$|\bseguir\b.*$", re.IGNORECASE)
_PLACE_IN_BRACKETS: Final = re.compile(
    r"\s+\((?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:[ -](?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+)?\)\s*$"
)
"""One or two words in brackets at the end, written large."""
_FOR: Final = lexicon.Matcher(
    r"^(?-i:{for}|[Ff]or(?: the)?|[Ss]pecial to(?: the)?)\s+(?:l['’])?(?=(?-i:[^\W\d_a-zà-ÿ]))"
)
"""What stands before the paper that somebody wrote for."""
_AND: Final = lexicon.Matcher(r"^(?:{and}|And|&)\s+(?=[^\W\d_a-zà-ÿ])", 0)
"""What is left before the last name of a list."""
_BEFORE_AGENCY: Final = lexicon.Matcher(
    r"^(?:(?:{and}|{in}|com|med|met|cu|z|s)\s+)?(?:the\s+|l['’])?(?=(?P<agency>[^\W\d_]+)$)"
)
"""What is left before an agency that is named with somebody: ``avec l'AFP``, ``com Lusa``."""
_REPORTS: Final = lexicon.Matcher(r"^{in}\s+[^\W\d_]+\s+(?:{tells})\s+")
_TELLS: Final = lexicon.Matcher(r"\s{tells}$", 0)
"""Verbs in front of the name of who wrote, and behind it."""
_CONTRIBUTED: Final = lexicon.Matcher(r"(?<!\w){contributed}(?!\w)")
"""What is said of those who only contributed."""
_AGENCY_TAIL: Final = lexicon.Matcher(
    r"\s+(?:{for and}\s+)?(?:the\s+|l['’])?(?:(?P<letters>{agencies agency_letters})|"
    r"Staff(?: Writer| Reporter)?|(?:(?-i:[A-Z])\w+ )?News Service|"
    r"(?:Statehouse|Capitol|Capital|Washington) Bureau)$"
)
"""Agencies that stand behind a name with nothing between."""
_IN_NO_NAME: Final = re.compile(r"[@#<>{}=©®%$€*?？。：︰「」『』《》:\d](?:(?<![:\d])|(?<=:)(?:\s|$)|(?<=\d)\d\d)")
"""What is in no name."""
_NOT_A_NAME: Final = lexicon.Matcher(
    r"^\d+\s?{units}\s?[前전]$|(?-i:^[A-Z]+_[A-Z]+$)|^{pictures}\.\s|^(?:{particles}[\s\u2060])?{our}\s|"
    r"^{begins_no_name}(?!\w)|"
    r"^(?:page|post|site|article|author)\.\w+\.|^(?:\w+\s+)?by$|.*\s{stops}$"
)
"""What is none."""
_ACCOUNT: Final = lexicon.Matcher(r"{accounts}[_.-]?\d{1,5}|[a-z\d]+[_-]admin\d*|admin[_-][a-z\d]+")
"""An account that is one of many, or a site's: ``editor1``, ``courier_admin``."""


def without_place_behind(name: str) -> str:
    """A name without the city behind it: one of several words that is known, or one word behind a name in capitals,
    unless that may be a family name with a particle, before a first name.

    >>> without_place_behind("Ana Silva São Paulo"), without_place_behind("ANA SILVA Lisboa")
    ('Ana Silva', 'ANA SILVA')
    >>> without_place_behind("Ana Maria Silva"), without_place_behind("LE GALL Anne")
    ('Ana Maria Silva', 'LE GALL Anne')
    """
    words = name.split()
    ends = [at for at in range(PAIR, len(words) - 1) if " ".join(words[at:]).casefold() in lexicon.words("places")]
    before = words[:-1]
    if len(before) >= PAIR and words[-1].istitle() and are_names(before[0]) and before[0].casefold() not in PARTICLES:
        ends += [len(before)] if all(word.isupper() and len(word) > PAIR for word in before) else []
    return " ".join(words[: ends[0]]) if ends else name


@lru_cache(maxsize=1024)
def plain_name(text: str) -> str | None:
    """One name without what is said of who has it, or None where it is no name.

    >>> plain_name("Senior Reporter Ada Lovelace")
    'Ada Lovelace'
    >>> plain_name("Political Editor") is None
    True
    """
    name = text.strip(_EDGES)
    if (
        _CONTRIBUTED.search(name)
        or other_label(name)
        or _FOR.match(name)
        or _PLACE.match(name)
        or bare_other_label(name)
    ):
        return None
    name = _REPORTS.sub("", without_introduction(_without_before_agency(_AND.sub("", name))))
    if not name.isascii() and EAST_ASIAN.search(name) is not None:
        if name.endswith(_TOOK_PICTURES) or _REPORT.fullmatch(name):
            return None
        name = _CJK_BEFORE.sub("", CJK_AFTER.sub("", name))
    if is_role(name) or name.casefold() in lexicon.words("nobody"):
        return None
    if name.endswith((" Feed", " feed")) and name.count(" ") <= PAIR:
        return None
    if " " not in name and _ACCOUNT.fullmatch(name) is not None:
        return None
    if (field := field_of_role(name)) and not may_name_somebody(field, "en"):
        return None
    whole = name
    if (shorter := ROLE_HEAD.sub("", name)) != name and len(shorter.split()) > 1:
        name = shorter
    shorter = _PLACE_TAIL.sub("", name := _PAPER_TAIL.sub("", name))
    if (
        (tells := _TELLS.search(shorter))
        and may_be_name(told := shorter[: tells.start()])
        and not is_organisation(told)
    ):
        shorter = told
    name = _IS.sub("", shorter if " " in shorter or not is_organisation(shorter) else name)
    while (last := name.rpartition(" "))[2] in _DANGLING and last[0]:
        name = last[0].rstrip(_EDGES)
    if " " in name:
        name = _shorter(name, _BEHIND.sub("", name))
        if (agency := _AGENCY_TAIL.search(name)) and _is_agency(agency["letters"] or "A"):
            name = _shorter(name, name[: agency.start()])
        # Two words are left of it.
        if name.count(" ") > 1 or _BEFORE_TAIL.search(name):
            name = _shorter(name, without_role_tail(name))
            name = _shorter(name, without_place_behind(name))
    name = _GENITIVE.sub("", name.strip(_EDGES))
    name = name if _INITIAL.search(name) else name.rstrip(".")
    if not 2 <= len(name) <= LONGEST or _is_of_too_many(name.split()):
        return None
    if _IN_NO_NAME.search(name) or _NOT_A_NAME.match(name) or not any(map(str.isalpha, name)) or is_control(name):
        return None
    if name != whole and (is_role(name) or name.casefold() in lexicon.words("nobody")):
        return None
    return name


def _without_before_agency(name: str) -> str:
    """An agency without what stands before it, where it is named with somebody; another name as it is."""
    found = _BEFORE_AGENCY.match(name)
    if found is None:
        return name
    agency = found["agency"]
    is_one = agency.casefold() in AGENCIES or (agency.isupper() and len(agency) > PAIR)
    return agency if is_one else name


def _is_agency(name: str) -> bool:
    """Whether an agency is written as agencies are: several words, or not as people are."""
    return " " in name or name.isupper() or name.casefold() not in lexicon.words("agency_letters")


def _is_of_too_many(words: list[str]) -> bool:
    """Whether words are more than a name has, which has more of them with several particles: ``Ruiz de la Torre``."""
    if len(words) <= _MOST_WORDS:
        return False
    proper = [word for word in words if word.casefold() not in PARTICLES]
    return len(proper) >= _MOST_WORDS or not all(word[0].isupper() for word in proper)


def _shorter(name: str, shorter: str) -> str:
    """A name without its tail, if what is left is a person's name."""
    words = shorter.split()
    # "Letters to the Editor" has no role at its end.
    return (
        shorter
        if len(words) > 1 and words[-1] not in lexicon.words("in", "for") and not is_organisation(shorter)
        else name
    )


def without_additions(text: str) -> str:
    """A line without addresses for mail, handles, and a word or two in brackets at its end: the place, the paper.

    >>> without_additions("Ada Lovelace (Reuters) @ada"), without_additions("Ada Lovelace (2)")
    ('Ada Lovelace', 'Ada Lovelace (2)')
    """
    shorter = HANDLE.sub(" ", EMAIL.sub(" ", text)) if "@" in text else text
    if shorter.rstrip().endswith(")"):
        found = _PLACE_AND_AGENCY.search(shorter)
        if found is not None and is_organisation(found["agency"]):
            return shorter[: found.start()].strip() or text
        shorter = _PLACE_IN_BRACKETS.sub("", shorter)
    return shorter.strip() or text


def without_kind_or_role(text: str) -> str:
    """A line without the kind of text before a whole name, and the role behind it.

    >>> without_kind_or_role("Opinion | Ada Lovelace"), without_kind_or_role("Anna Müller Redakteurin Politik")
    ('Ada Lovelace', 'Anna Müller')
    """
    text = without_kind(text)
    may_have_role = text.count(" ") > 1 and (not text.isascii() or are_names(text.partition(" ")[0]))
    return _shorter(text, without_role_tail(text)) if may_have_role else text
