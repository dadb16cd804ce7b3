"""Roles beside names in bylines: editors, correspondents, professors.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.letters import in_small

__all__ = ["ROLE_HEAD", "is_role", "without_role_tail", "without_roles"]

_FIELDS: Final = r"(?:{role_fields}(?:\s+(?:and|&))?\s+)*"
_NOUN: Final = _FIELDS + r"{roles other_roles}s?"
"""A role, with its field."""
_ROLE: Final = lexicon.Matcher(rf"\W*(?:{{our a}}\s+)?{_NOUN}", 0)
_ROLE_TAIL: Final = lexicon.Matcher(rf"(?:\s*[,–—|/(]\s*|\s+-\s+|\s+){_NOUN}\W*$", 0)
ROLE_HEAD: Final = lexicon.Matcher(rf"^{_FIELDS}(?:{{roles}}|{{address_head}}\.?)\s+(?=[^\W\d_])")
"""A role or a form of address before a name."""
_FAMILY_NAMES: Final = frozenset({" head", " chief", " fellow", " author"})
"""Last words of longer roles that are family names by themselves."""
_BEFORE_ROLE: Final = re.compile(r"[,،–—|]")
_ROLE_OF_FIELD: Final = lexicon.Matcher(rf"\s{_FIELDS}{{roles_of}}(?:\s(.*))?$", 0)
"""A role behind a name, with its field behind it (``Redakteurin Politik``)."""
_ROLE_OF: Final = lexicon.Matcher(rf"{_FIELDS}{{roles_of}}\s(?-i:[a-zà-ÿ]).*")
"""A role with its field behind it, alone (``Head of the lab``)."""
_NEXT_NAME: Final = r"(?!\s(?!{in}\s){and}\s+(?-i:[^\W\d_a-zà-ÿ]))"
_ROLE_PART: Final = lexicon.Matcher(
    rf"\s*[,–—|]\s*+(?:{{our}}\s+)?(?:{_NOUN}|{{special_to}}|(?!the\s)(?:[^\W\d_][\w'’-]*\s+){{1,2}}{{roles_of}}s?)(?!\w)"
    rf"(?:{_NEXT_NAME}[^,;|•·&/@])*|\s*[,،–—|]\s*(?:[^\s,،|]+\s){{0,2}}{{caseless_roles}}(?![^\s,،|])[^,،|;]*"
)
"""A role behind a name and a mark, with the place or paper behind it, up to the next name."""
_CASELESS_TAIL: Final = lexicon.Matcher(r"(?:^|\s+){caseless_roles}(?:\s[^\s,،|]+)?$|\s*{roles_at_end}$")
"""A role at the end of a text in a script without capitals."""


def is_role(text: str) -> bool:
    """Whether a text is only a role.

    >>> is_role("Senior Reporter"), is_role("Ada Lovelace"), is_role("כתב פוליטי")
    (True, False, True)
    """
    is_caseless = not text.isascii() and _CASELESS_TAIL.fullmatch(text) is not None
    return is_caseless or _ROLE.fullmatch(in_small(text)) is not None or _ROLE_OF.fullmatch(text) is not None


def without_role_tail(text: str) -> str:
    """A text without the role at its end.

    >>> without_role_tail("Ada Lovelace Senior Reporter"), without_role_tail("Ada Mary Head")
    ('Ada Lovelace', 'Ada Mary Head')
    >>> without_role_tail("Anna Müller Redakteurin Politik"), without_role_tail("김철수 기자")
    ('Anna Müller', '김철수')
    """
    if not text.isascii() and (tail := _CASELESS_TAIL.search(text)) is not None and tail.start():
        return text[: tail.start()]
    small = in_small(text)
    found = [one for one in (_ROLE_TAIL.search(small), _ROLE_OF_FIELD.search(small)) if one is not None]
    return text[: min(one.start() for one in found)] if found and found[0][0] not in _FAMILY_NAMES else text


def without_roles(text: str) -> str:
    """A byline without the roles behind names, unless there is nothing else.

    >>> without_roles("Jean Dupont, envoyé spécial")
    'Jean Dupont'
    """
    return (_ROLE_PART.sub("", text) or text) if _BEFORE_ROLE.search(text) else text
