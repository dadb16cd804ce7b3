"""Words before the names in a byline: introductions ("By", "Dal nostro inviato") and labels ("Text:", "Foto:").

It works on one string, and must not know pages, nor how a name looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.name_shapes import EAST_ASIAN, HAN, KANA, are_names, in_small, is_organisation
from broadsheet.page.characters import is_small

__all__ = [
    "IN_FULL",
    "byline_within",
    "is_joint",
    "label_of_writers",
    "of_writers",
    "starts_byline",
    "without_introduction",
]

_MARK: Final = re.compile("[:：=＝៖՝/／]")
"""The mark behind a label."""
_GENDERED: Final = r"(?:[/:*_·.•(-]{1,2}(?:in(?:nen)?|t?rice|ice|es?|as?|i|s)\)?(?!\w))*"
"""Endings of a label for women and men, or one or several people: ``Autor:in``, ``Auteur(s)``."""
_ENDS: Final = re.compile(rf"{_GENDERED}$")
_WORDS: Final = f"{{wrote by_phrases did_other editors}}{_GENDERED}"
_LABEL: Final = lexicon.Matcher(
    rf"(?:^|(?<=[\s;,|/•(（]))(?P<one>{_WORDS})(?:(?:\s+{{and}}\s+|\s*[&+/·・、,-]\s*)(?P<two>{_WORDS})(?:['’]s)?)?"
    r"(?:\.?\s+(?:{by}|(?P<of>d[eia]))(?!\w)\s*[:：]?|\.?\s*[:：＝=៖՝/／](?!(?:in(?:nen)?|t?rice|es?|s)(?!\w)))\s*",
    0,
)
"""One label, or two for one name, in lower case, with what separates them from the name."""
_LONGEST: Final = 60
"""Characters of the words before names."""
_LONG: Final = 220
"""Characters of a byline that is a line of its own."""
_MOST_INTRODUCTIONS: Final = 3
"""Introductions one behind the other: ``Text: Von``."""
_FEW_WORDS: Final = 3
_QUOTES: Final = ('"', "“", "„", "«", "‘", "「", ">>")
"""Quotation marks and what transcripts put before a speaker: no byline begins so."""
IN_FULL: Final = re.compile(
    r"[^\W\d_a-zà-ÿ][\w.'’-]*\s+(?:(?:de|van|von|der|den|di|da|del|della|la|le|du|el|al|af|av|y|e|i)\s+){0,2}[^\W\d_a-zà-ÿ]"
)
"""The beginning of a name of two words."""
_STRONG: Final = lexicon.Matcher(r"\W*{by by_phrases}(?:\s*[:：＝]\s*|\s*[/／](?=[^\W\d_\0-\u036f])|\s+)(?=\S)", 0)
"""Words that stand before names and hardly before anything else, in lower case."""
_PHRASE: Final = lexicon.Matcher(
    r"{near_phrases by_phrases}\s*:?\s+|(?:{a}\s+|l['’])?{kinds}\s+(?:(?:{by}|de|van)\s+|d['’])", 0
)
"""Phrases before whole names, or the kind of text: ``Eine Kolumne von``."""
_BEFORE: Final = lexicon.Matcher(
    rf"\W*(?P<word>{{by by_phrases near_names near_phrases wrote kinds}}|(?:\w+\s)?{{in_all}}){_GENDERED}"
    rf"(?:\.?\s*(?:[:：=＝៖՝]|[/／](?=[{HAN}{KANA}]))+\s*|\.\s+|(?P<space>\s+)(?=[^\W\d_])|\s*[-–—]\s+)",
    0,
)
_WITHIN: Final = lexicon.Matcher(r"[|•·–—]\s*({by}\s+[^\W\d_])")
_BEHIND_NAMES: Final = lexicon.words("in", "before_dates", "and")
"""Small words behind nicknames in bylines."""


def _labels(text: str) -> Iterator[re.Match[str]]:
    """The labels in a text, in lower case."""
    small = in_small(text)
    return _LABEL.on(small).finditer(small)


def _wrote(found: re.Match[str]) -> bool:
    """Whether one of the labels found is of who wrote."""
    labels = (label for label in found.group("one", "two") if label)
    return any(_ENDS.sub("", label).casefold() in lexicon.words("wrote", "by_phrases") for label in labels)


def _is_certain(found: re.Match[str]) -> bool:
    """Whether labels introduce names: a role may go on otherwise (``Redactora de tribunales``)."""
    if _MARK.search(found[0]) or found["two"] or not _wrote(found):
        return True
    return found["of"] is None and found["one"].casefold() not in lexicon.words("roles")


def label_of_writers(text: str) -> str | None:
    """The label of who wrote at the beginning of a line, with its mark; None without one.

    >>> label_of_writers("Autorka: Eva Malá"), label_of_writers("Foto: Eva Malá")
    ('Autorka: ', None)
    >>> label_of_writers("Text und Fotos: Karl May"), label_of_writers("Note: all of it")
    ('Text und Fotos: ', None)
    """
    found = _LABEL.match(in_small(text))
    if found is None or not _wrote(found):
        return None
    is_label = _MARK.search(found[0]) or (found["two"] and text[found.end() :][:1].isupper())
    return text[: found.end()] if is_label else None


def label_within(text: str) -> int:
    """The place of a label of who wrote inside a line, with letters behind it; -1 for none.

    >>> label_within("11.03.2022 14:05 Автор: Анна Петрова"), label_within("Анна Петрова")
    (17, -1)
    """
    for found in _labels(text) if _MARK.search(text) is not None else ():
        if found.start() and _wrote(found) and text[found.end() : found.end() + 1].isalpha():
            return found.start("one")
    return -1


def of_writers(text: str) -> str:
    """A byline without people who took the pictures, edited or translated, and without its source.

    >>> of_writers("Text: Anna Müller Fotos: Karl May"), of_writers("Tekst en foto's: Jan de Wit")
    ('Anna Müller', 'Jan de Wit')
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
    """Whether a line begins as bylines do, by words that hardly begin anything else.

    >>> starts_byline("Von Anna Müller"), starts_byline("Bypass opened"), starts_byline("Por primera vez en diez años")
    (True, False, False)
    """
    if text.startswith(_QUOTES):
        return False
    small = in_small(text)
    found = _STRONG.match(small)
    if found is not None and (_MARK.search(found[0]) or not _goes_on_small(text)):
        return True
    found = _PHRASE.match(small) if len(text) <= _LONG else None
    if found is not None and text[found.end()].isupper() and IN_FULL.match(text, found.end()):
        return True
    return label_of_writers(text) is not None


def _goes_on_small(text: str) -> bool:
    """Whether a line goes on as a sentence behind a preposition, with two lower-case words (``Por primera vez en diez
    años``). They may also name a body (``Par la rédaction``).
    """
    words = without_introduction(text).split()[:_FEW_WORDS]
    small = [word for word in words if is_small(word) and word not in _BEHIND_NAMES]
    if len(small) < 2 or text.islower():
        return False
    is_sentence = text.endswith((".", "!", "?")) and text.split()[-1].islower()
    return is_sentence or (is_small(words[0]) and not is_organisation(" ".join(words)))


def byline_within(text: str) -> str | None:
    """The byline inside a line, behind a mark or by its label.

    >>> byline_within("March 8, 2010 | By Ada Lovelace")
    'By Ada Lovelace'
    >>> byline_within("11.03.2022 14:05 Автор: Анна Петрова")
    'Автор: Анна Петрова'
    """
    found = _WITHIN.search(text)
    if found is not None:
        within = text[found.start(1) :]
        return None if _goes_on_small(within) else within
    at = label_within(text)
    return text[at:] if at >= 0 else None


def is_joint(text: str) -> bool:
    """Whether a text only introduces names or joins them.

    >>> is_joint("By"), is_joint(" und "), is_joint("Ada")
    (True, True, False)
    """
    word = text.strip(" \t\n\r\u00a0:")
    if len(word) > _LONGEST or (not word.isascii() and EAST_ASIAN.search(word)):
        return False
    small = in_small(word)
    joints = lexicon.words("by", "by_phrases", "near_names", "near_phrases", "wrote", "pictures", "and")
    return (small in joints and (len(small) > 1 or word == small)) or _PHRASE.fullmatch(f"{small} ") is not None


@lru_cache(maxsize=1024)
def without_introduction(text: str) -> str:
    """A byline without the words that introduce its names.

    >>> without_introduction("A cura di Anna Rossi")
    'Anna Rossi'
    """
    # Without a mark, a role or a kind of text may be part of the name.
    roles = lexicon.words("roles", "kinds", "caseless_roles", "roles_at_end")
    for _ in range(_MOST_INTRODUCTIONS):
        small = in_small(text)
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
