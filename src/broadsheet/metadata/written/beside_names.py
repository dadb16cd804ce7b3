"""Words beside the names in a byline: introductions ("By", "Dal nostro inviato") and labels ("Text:", "Foto:") before
them, and roles ("Staff Writer") at either side.

It works on one string, and must not refer to pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.name_shapes import EAST_ASIAN, HAN, KANA, are_names, is_organisation, lowered
from broadsheet.page.characters import is_small
from broadsheet.patterns import pattern

__all__ = [
    "IN_FULL",
    "is_connector",
    "is_role",
    "label_of_writers",
    "of_writers",
    "starts_byline",
    "without_introduction",
    "without_role_head",
    "without_role_tail",
    "without_roles",
]

_MARK: Final = pattern("[:：=＝៖՝/／]")  # after a label
_GENDERED: Final = r"(?:[/:*_·.•(-]{1,2}{gender_endings}\)?(?!\w))*"
"""Endings of a label for both genders, or for one or several people: ``Autor:in``, ``Auteur(s)``."""
_ENDS: Final = lexicon.Matcher(rf"{_GENDERED}$", 0)
_WORDS: Final = f"{{wrote by_phrases did_other editors}}{_GENDERED}"
_LABEL: Final = lexicon.Matcher(
    rf"(?:^|(?<=[\s;,|/•(（]))(?P<one>{_WORDS})(?:(?:\s+{{and}}\s+|\s*[&+/·・、,-]\s*)(?P<two>{_WORDS}))?"
    r"(?:\.?\s+(?:{by}|(?P<of>{of_author}))(?!\w)\s*[:：]?|\.?\s*[:：＝=៖՝/／](?!{gender_endings}(?!\w)))\s*",
    0,
)
"""One label, or two for one name, in lower case, with what separates them from the name."""
MAX_JOINT_CHARS: Final = 60  # longest text that only introduces a name
MAX_LINE_CHARS: Final = 220  # longest byline that begins with a phrase and is a line of its own
MAX_INTRODUCTIONS: Final = 3  # most introductions in a row: ``Text: Von``
_FEW_WORDS: Final = 3  # words after a preposition that show whether it begins a sentence
IN_FULL: Final = lexicon.Matcher(r"[^\W\d_a-zà-ÿ][\w.'’-]*\s+(?:{particles}\s+){0,2}[^\W\d_a-zà-ÿ]", 0)
"""The beginning of a name of two words."""
_STRONG: Final = lexicon.Matcher(r"\W*{by by_phrases}(?:\s*[:：＝]\s*|\s*[/／](?=[^\W\d_\0-\u036f])|\s+)(?=\S)", 0)
"""Words that stand before names and rarely before other words, in lower case."""
_PHRASE: Final = lexicon.Matcher(
    r"{near_phrases by_phrases}\s*:?\s+|(?:{a}\s*)?{kinds}\s+(?:{by of_author}\s+|d['’])", 0
)
"""Phrases before whole names, or the kind of text: ``Eine Kolumne von``."""
_FIRST_LETTERS: Final = pattern(r"\W*(\w{1,3})")
_BEGINNINGS: Final = frozenset(
    _FIRST_LETTERS.findall(entry)[0]
    for field in ("by", "by_phrases", "near_phrases", "a", "kinds", "wrote", "did_other", "editors")
    for entry in lexicon.entries(field)
)
"""The first letters of words that begin bylines; few other lines begin with them."""
_JOINTS: Final = lexicon.words("by", "by_phrases", "near_names", "near_phrases", "wrote", "pictures", "and")
_BEFORE: Final = lexicon.Matcher(
    rf"\W*(?P<word>{{by by_phrases near_names near_phrases wrote kinds}}|(?:\w+\s)?{{in_all}}){_GENDERED}"
    rf"(?:\.?\s*(?:[:：=＝៖՝]|[/／](?=[{HAN}{KANA}]))+\s*|(?P<space>\s+)(?=[^\W\d_])|\s*[-–—]\s+)",
    0,
)
_BEHIND_NICKNAMES: Final = lexicon.words("in", "before_dates", "and")  # lower-case words after nicknames in bylines

_FIELDS: Final = r"(?:{role_fields}(?:\s+(?:{and}|&))?\s+)*"
_ROLE: Final = lexicon.Matcher(
    rf"\W*(?:{{our a}}\s+)?{_FIELDS}(?:{{roles other_roles}}s?|{{roles_of}}\s(?P<field>[a-zà-ÿ]).*)", 0
)
"""A role, in lower case, maybe with its field after it (``head of the lab``)."""
_ROLE_TAIL: Final = lexicon.Matcher(
    rf"(?:\s*[,–—|/(]\s*|\s+(?:-\s+)?){_FIELDS}(?:{{roles other_roles}}s?\W*|{{roles_of}}(?:\s.*)?)$", 0
)
"""A role after a name, in lower case, maybe with its field after it (``redakteurin politik``)."""
_ROLE_HEAD: Final = lexicon.Matcher(rf"{_FIELDS}(?:{{roles}}|{{address_head}}\.?)\s+(?=[^\W\d_])", 0)
"""A role or a form of address before a name, in lower case."""
_BEFORE_ROLE: Final = pattern(r"[,،–—|]")
_NEXT_NAME: Final = r"(?!\s(?!{in}\s){and}\s+(?-i:[^\W\d_a-zà-ÿ]))"
_ROLE_PART: Final = lexicon.Matcher(
    rf"\s*[,–—|]\s*+(?:{{our}}\s+)?(?:{_FIELDS}{{roles other_roles}}s?|{{special_to}}|"
    r"(?!{the}\s)(?:[^\W\d_][\w'’-]*\s+){1,2}{roles_of}s?)(?!\w)"
    rf"(?:{_NEXT_NAME}[^,;|•·&/@])*|\s*[,،–—|]\s*(?:[^\s,،|]+\s){{0,2}}{{caseless_roles}}(?![^\s,،|])[^,،|;]*"
)
"""A role after a name and a mark, with the place or paper after it, up to the next name."""
_CASELESS_TAIL: Final = lexicon.Matcher(r"(?:^|\s+){caseless_roles}(?:\s[^\s,،|]+)?$|\s*{roles_at_end}$")
"""A role at the end of a text in a script without capitals."""


def _labels(text: str) -> Iterator[re.Match[str]]:
    """The labels in a text, in lower case."""
    small = lowered(text)
    return _LABEL.on(small).finditer(small)


def _wrote(found: re.Match[str]) -> bool:
    """Whether a match contains the label of a writer."""
    labels = (label for label in found.group("one", "two") if label)
    return any(_ENDS.sub("", label).casefold() in lexicon.words("wrote", "by_phrases") for label in labels)


def _is_certain(found: re.Match[str]) -> bool:
    """Whether the labels in a match introduce names, unlike a role with its field (``Redactora de tribunales``)."""
    if _MARK.search(found[0]) or found["two"] or not _wrote(found):
        return True
    return found["of"] is None and found["one"].casefold() not in lexicon.words("roles")


def label_of_writers(text: str) -> str | None:
    """The label of a writer at the beginning of a line, with its mark; None without one.

    >>> label_of_writers("Autorka: Eva Malá"), label_of_writers("Foto: Eva Malá")
    ('Autorka: ', None)
    """
    found = _LABEL.match(lowered(text))
    if found is None or not _wrote(found):
        return None
    is_label = _MARK.search(found[0]) or (found["two"] and text[found.end() :][:1].isupper())
    return text[: found.end()] if is_label else None


def of_writers(text: str) -> str:
    """A byline without photographers, editors, translators and the source of the text.

    >>> of_writers("Anna Müller | Quelle: dpa"), of_writers("Autor:in: Anna Müller"), of_writers("Bron: ANP")
    ('Anna Müller |', 'Anna Müller', '')
    """
    found = [one for one in _labels(text) if _is_certain(one)]
    ends = [one.start() for one in found[1:]] + [len(text)]
    before = text[: found[0].start()] if found else text
    kept = [text[one.end() : end] for one, end in zip(found, ends, strict=False) if _wrote(one)]
    return ", ".join(part for one in (before, *kept) if any(map(str.isalpha, part := one.strip())))


@lru_cache(maxsize=1024)
def starts_byline(text: str) -> bool:
    """Whether a line begins like a byline, with words that rarely begin other lines.

    >>> starts_byline("Von Anna Müller"), starts_byline("Bypass opened"), starts_byline("Por primera vez en diez años")
    (True, False, False)
    """
    small = lowered(text)
    if not _may_begin(small):
        return False
    found = _STRONG.match(small)
    if found is not None and (_MARK.search(found[0]) or not _goes_on_small(text)):
        return True
    found = _PHRASE.match(small) if len(text) <= MAX_LINE_CHARS else None
    if found is not None and text[found.end()].isupper() and IN_FULL.match(text, found.end()):
        return True
    return label_of_writers(text) is not None


def _goes_on_small(text: str) -> bool:
    """Whether a preposition begins a sentence: two lower-case words follow (``Por primera vez``) that do not name an
    organisation (``Par la rédaction``).
    """
    words = without_introduction(text).split()[:_FEW_WORDS]
    small = [word for word in words if is_small(word) and word not in _BEHIND_NICKNAMES]
    if len(small) < 2 or text.islower():
        return False
    is_sentence = text.endswith((".", "!", "?")) and text.split()[-1].islower()
    return is_sentence or (is_small(words[0]) and not is_organisation(" ".join(words)))


def _may_begin(small: str) -> bool:
    """Whether a lower-case text may begin a byline: a quick test of its first letters."""
    begin = _FIRST_LETTERS.match(small)
    return begin is not None and begin[1] in _BEGINNINGS


def is_connector(text: str) -> bool:
    """Whether a text only introduces names or joins them.

    >>> is_connector("By"), is_connector(" und "), is_connector("Ada")
    (True, True, False)
    """
    word = text.strip(" \t\n\r\u00a0:")
    if len(word) > MAX_JOINT_CHARS or (not word.isascii() and EAST_ASIAN.search(word)):
        return False
    small = lowered(word)
    if small in _JOINTS and (len(small) > 1 or word == small):
        return True
    return _may_begin(small) and _PHRASE.fullmatch(f"{small} ") is not None


@lru_cache(maxsize=1024)
def without_introduction(text: str) -> str:
    """A byline without the words that introduce its names.

    >>> without_introduction("A cura di Anna Rossi")
    'Anna Rossi'
    """
    # Without a mark, a role or a kind of text may be part of the name.
    roles = lexicon.words("roles", "kinds", "caseless_roles", "roles_at_end")
    for _ in range(MAX_INTRODUCTIONS):
        small = lowered(text)
        found = _PHRASE.match(small)
        if found is None or not IN_FULL.match(text, found.end()):
            found = _BEFORE.match(small)
            if found is not None and found["space"] and found["word"] in roles and not EAST_ASIAN.match(found["word"]):
                is_kind = found["word"] in lexicon.words("kinds")
                if not is_kind or not are_names(text[found.end() :].split()[0]):
                    break
        label = text[: found.end()] if found is not None else label_of_writers(text)
        if not label or len(label) == len(text):
            break
        text = text[len(label) :]
    return text


@lru_cache(maxsize=1024)
def is_role(text: str) -> bool:
    """Whether a text is only a role.

    >>> is_role("Senior Reporter"), is_role("Ada Lovelace"), is_role("כתב פוליטי")
    (True, False, True)
    """
    if (found := _ROLE.fullmatch(lowered(text))) is not None:
        return not found["field"] or text[found.start("field")].islower()
    return not text.isascii() and _CASELESS_TAIL.fullmatch(text) is not None


def without_role_head(text: str) -> str:
    """A text without the role or form of address at its beginning."""
    found = _ROLE_HEAD.match(lowered(text))
    return text if found is None else text[found.end() :]


def without_role_tail(text: str) -> str:
    """A text without the role at its end.

    >>> without_role_tail("Ada Lovelace Senior Reporter"), without_role_tail("김철수 기자")
    ('Ada Lovelace', '김철수')
    """
    if not text.isascii() and (tail := _CASELESS_TAIL.search(text)) is not None and tail.start():
        return text[: tail.start()]
    found = _ROLE_TAIL.search(lowered(text))
    return text if found is None else text[: found.start()]


def without_roles(text: str) -> str:
    """A byline without the roles after names; unchanged if there is nothing else.

    >>> without_roles("Jean Dupont, envoyé spécial")
    'Jean Dupont'
    """
    return (_ROLE_PART.sub("", text) or text) if _BEFORE_ROLE.search(text) else text
