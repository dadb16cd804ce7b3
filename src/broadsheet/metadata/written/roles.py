"""What people are, as bylines say it beside their names: editors, correspondents, professors.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.letters import in_small

__all__ = [
    "ROLE_HEAD",
    "begins_with_role",
    "field_of_role",
    "is_of_press",
    "is_role",
    "without_role_tail",
    "without_roles",
]

_FIELDS: Final = r"(?:{role_fields}(?:\s+(?:and|&))?\s+)*"
_NOUN: Final = _FIELDS + r"{roles other_roles}s?"
"""What somebody is, with the field that they write on."""
_ROLE: Final = lexicon.Matcher(rf"\W*(?:{{our a}}\s+)?{_NOUN}(?!\w)", 0)
_ROLE_TAIL: Final = lexicon.Matcher(rf"(?:\s*[,–—|/(]\s*|\s+-\s+|\s+){_NOUN}\W*$", 0)
"""A role at the end of a text in small letters, with what parts it from a name."""
ROLE_HEAD: Final = lexicon.Matcher(rf"^{_FIELDS}(?:{{roles}}|{{address_head}}\.?)\s+(?=[^\W\d_])")
"""What is said before a name without anything between: a role, a form of address."""
_FAMILY_NAMES: Final = frozenset({" head", " chief", " fellow", " author"})
"""Roles of more words, whose last word alone is a family name."""
_BEFORE_ROLE: Final = re.compile(r"[,،–—|]")
"""What parts a role from a name."""
_ROLE_OF_FIELD: Final = lexicon.Matcher(rf"\s{_FIELDS}{{roles_of}}(?:\s(.*))?$", 0)
"""A role behind a name, with what it is for (``Redakteurin Politik``), in such a text."""
_OF_PRESS: Final = lexicon.Matcher(r"(?<!\w){roles}(?!\w)")
"""What only those are who write for papers."""
_NEXT_NAME: Final = r"(?!\s(?!{in}\s){and}\s+(?-i:[^\W\d_a-zà-ÿ]))"
_ROLE_PART: Final = lexicon.Matcher(
    rf"\s*[,–—|]\s*+(?:{{our}}\s+)?(?:{_NOUN}|{{special_to}}|(?!the\s)(?:[^\W\d_][\w'’-]*\s+){{1,2}}{{roles_of}}s?)(?!\w)"
    rf"(?:{_NEXT_NAME}[^,;|•·&/@])*"
)
"""A role behind a name, with what belongs to it, up to the next name."""
_CASELESS_ROLE: Final = lexicon.Matcher(r"\s*[,،–—|]\s*(?:[^\s,،|]+\s){0,2}{caseless_roles}(?![^\s,،|])[^,،|;]*")
"""A role behind a name and a mark in a script without capitals, with the place or the paper that belongs to it."""
_CASELESS_ALONE: Final = lexicon.Matcher(r"{caseless_roles roles_at_end}(?:\s[^\s,،|]+)?")
_CASELESS_TAIL: Final = lexicon.Matcher(r"(?<=\S)\s+{caseless_roles roles_at_end}(?:\s[^\s,،|]+)?$")
"""One that is all of a text, and one at its end, each with one word behind it that says for what."""


def is_role(text: str) -> bool:
    """Whether a text is nothing but a role.

    >>> is_role("Senior Reporter"), is_role("Ada Lovelace"), is_role("כתב פוליטי")
    (True, False, True)
    """
    found = _ROLE.match(in_small(text))
    if found is not None and found.end() == len(text):
        return True
    return not text.isascii() and _CASELESS_ALONE.fullmatch(text) is not None


def begins_with_role(text: str) -> bool:
    """Whether a text says first what somebody is.

    >>> begins_with_role("Head of the Foreign Desk"), begins_with_role("Ada Head")
    (True, False)
    """
    return _ROLE.match(in_small(text)) is not None


def is_of_press(text: str) -> bool:
    """Whether a text has a role in it that only those have who write for papers.

    >>> is_of_press("Ada Lovelace, Staff Writer"), is_of_press("Ada Lovelace, President")
    (True, False)
    """
    return _OF_PRESS.search(text) is not None


def without_role_tail(text: str) -> str:
    """A text without the role at its end.

    >>> without_role_tail("Ada Lovelace Senior Reporter"), without_role_tail("Ada Mary Head")
    ('Ada Lovelace', 'Ada Mary Head')
    >>> without_role_tail("Anna Müller Redakteurin Politik"), without_role_tail("Ada Lovelace London Correspondent")
    ('Anna Müller', 'Ada Lovelace')
    """
    if not text.isascii() and (tail := _CASELESS_TAIL.search(text)) is not None:
        return text[: tail.start()]
    small = in_small(text)
    found = [one for one in (_ROLE_TAIL.search(small), _ROLE_OF_FIELD.search(small)) if one is not None]
    return text[: min(one.start() for one in found)] if found and found[0][0] not in _FAMILY_NAMES else text


def field_of_role(text: str) -> str:
    """What somebody is a reporter of, or one for, in a text that begins with that; or nothing.

    >>> field_of_role("Redakteurin Politik"), field_of_role("Ada Lovelace")
    ('politik', '')
    """
    found = _ROLE_OF_FIELD.match(f" {in_small(text)}")
    return (found[1] or "") if found is not None else ""


def without_roles(text: str) -> str:
    """A byline without the roles behind names, unless there is nothing else.

    >>> without_roles("Jean Dupont, envoyé spécial")
    'Jean Dupont'
    """
    if not _BEFORE_ROLE.search(text):
        return text
    if not text.isascii():
        text = _CASELESS_ROLE.sub("", text) or text
    return _ROLE_PART.sub("", text) or text
