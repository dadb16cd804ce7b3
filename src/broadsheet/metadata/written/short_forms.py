"""Short forms of names: one word of a name (``Ada``), initials (``A. Lovelace``), a form of address before the family
name (``Dr Lovelace``), an account (``alovelace``); and what an account is when it is spelt out.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.east_asian import EAST_ASIAN
from broadsheet.metadata.written.letters import WRITTEN_OUT, plain_letters
from broadsheet.metadata.written.people import are_names

__all__ = ["initials_of", "is_short_for", "may_be_short", "spelt_out"]

_LETTERS: Final = re.compile(r"[^\W\d_]+")
_ADDRESSES: Final = lexicon.words("address")
"""Forms of address, without full stops."""
_FEWEST: Final = 4
"""Letters of an account that is a name with an initial in front of it or behind it."""
_SHORTEST: Final = 3
"""And those of the name in it."""
_INITIALS: Final = 2
"""Letters of initials in one word: ``J.K.``"""
_ACCOUNT: Final = re.compile(
    r"(?P<first>[a-z]{2,})[._-](?:(?P<initial>[a-z])[._-])?(?P<last>[a-z]{2,}(?:[._-][a-z]{2,})?)\d{0,2}"
)
"""An account whose parts are words: ``ada-lovelace``."""
_PARTING: Final = re.compile(r"[._-]")


def may_be_short(name: str) -> bool:
    """Whether a name may be a short form of some other: it is one word, or has initials or a form of address in it.

    >>> may_be_short("Ada"), may_be_short("A. Lovelace"), may_be_short("Ada Lovelace")
    (True, True, False)
    """
    words = _words(name)
    return len(words) == 1 or any(len(word) <= _INITIALS or word in _ADDRESSES for word in words)


def initials_of(name: str) -> frozenset[str]:
    """The first letters of the words of a name: with one of them begins some word of each of its short forms."""
    return frozenset(word[0] for word in _words(name))


def is_short_for(short: str, whole: str) -> bool:
    """Whether a name is a short form of another, whatever its capitals and accents.

    >>> [is_short_for(one, "Ada Lovelace") for one in ("Ada", "lovelace", "A. Lovelace", "Ada L.", "Dr. Lovelace")]
    [True, True, True, True, True]
    >>> is_short_for("alovelace", "Ada Lovelace"), is_short_for("karl-heinz", "Karl-Heinz Berg")
    (True, True)
    >>> is_short_for("Ada Lovelace", "Ada Lovelace"), is_short_for("B. Lovelace", "Ada Lovelace")
    (False, False)
    """
    if " " not in whole or EAST_ASIAN.search(whole):
        return False
    spellings = {whole, whole.translate(WRITTEN_OUT)}
    return any(_is_form(short.split(), _words(one)) for one in spellings)


def _is_form(parts: list[str], names: tuple[str, ...]) -> bool:
    """Whether parts of a name, as they are written, are a short form of a name of these words."""
    words = _words(" ".join(parts))
    if min(len(words), len(names) - 1) < 1 or len(words) != len(parts):
        return False
    if len(words) == 1:
        return words[0] in (names[0], names[-1]) or _is_account_of(words[0], names)
    if len(words) == 2 and words[0] in _ADDRESSES:
        return words[1] == names[-1] and names[0] != words[0]
    return _is_of_initials(parts, words, names)


@lru_cache(maxsize=2048)
def _words(name: str) -> tuple[str, ...]:
    """The words of a name in small letters, without accents; one with hyphens is one word, and so are initials."""
    return tuple(word for part in plain_letters(name).split() if (word := "".join(_LETTERS.findall(part))))


def _is_account_of(word: str, names: tuple[str, ...]) -> bool:
    """Whether a word is a first or last name with the initial of the other, or both names in one."""
    first, lasts = names[0], names[1:]
    rest = "".join(lasts)
    if len(word) < _FEWEST or min(map(len, (first, rest))) < _SHORTEST:
        return False
    return any(
        word in (first[0] + last, first + last[0], last + first[0], first + last, last + first)
        for last in (rest, *lasts)
        if len(last) >= _SHORTEST
    )


def _is_of_initials(parts: list[str], words: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether words are a name with initials in place of its first names, or an initial in place of the last; or the
    family name with that of the first name behind it.
    """
    first, last = words[0], words[-1]
    if last == names[-1]:
        return _are_initials(parts[0], first) and len(names[0]) > len(first) and first[0] == names[0][0]
    if not _are_initials(parts[-1], last):
        return False
    return (first == names[0] and last == names[-1][0]) or (first == names[-1] and last[0] == names[0][0])


def _are_initials(part: str, word: str) -> bool:
    """Whether a part of a name is initials, by how it is written: ``J.K.``, ``JK``."""
    return len(word) == 1 or (len(word) <= _INITIALS and ("." in part[:-1] or part.isupper()))


def spelt_out(account: str) -> str:
    """The name that an account is, where all its parts are known as names; else the account.

    >>> spelt_out("anna-martin"), spelt_out("anna.m.martin"), spelt_out("site-editor")
    ('Anna Martin', 'Anna M. Martin', 'site-editor')
    """
    found = _ACCOUNT.fullmatch(account)
    if found is None:
        return account
    first, initial, last = found.group("first", "initial", "last")
    last = " ".join(_PARTING.split(last))
    if not are_names(f"{first} {last}"):
        return account
    return " ".join([first.title(), *([f"{initial.upper()}."] if initial else []), last.title()])
