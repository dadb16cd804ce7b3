"""Labels in bylines: who wrote, who took pictures, edited or translated, and where the text is from.

It works on one string, and must not know pages, nor how a name looks.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet import lexicon

__all__ = ["GENDERED", "MARK", "begins_with_label", "label_of_writers", "label_within", "of_writers"]

MARK: Final = re.compile("[:：=＝៖՝/／]")
"""The mark behind a label."""
GENDERED: Final = r"(?:[/:*_·.•(-]{1,2}(?:in(?:nen)?|t?rice|ice|es?|as?|i|s)\)?(?!\w))*"
"""Endings of a label for women and men, or one or several people: ``Autor:in``, ``Auteur(s)``."""
_ENDS: Final = re.compile(rf"{GENDERED}$")
_WORDS: Final = f"{{wrote by_phrases did_other editors}}{GENDERED}"
_LABEL: Final = lexicon.Matcher(
    rf"(?:^|(?<=[\s;,|/•(（]))(?P<one>{_WORDS})(?:(?:\s+{{and}}\s+|\s*[&+/·・、,-]\s*)(?P<two>{_WORDS})(?:['’]s)?)?"
    r"(?:\.?\s+(?:{by}|(?P<of>d[eia]))(?!\w)\s*[:：]?|\.?\s*[:：＝=៖՝/／](?!(?:in(?:nen)?|t?rice|es?|s)(?!\w)))\s*"
)
"""One label, or two for one name, with what separates them from the name."""


def _wrote(found: re.Match[str]) -> bool:
    """Whether one of the labels found is of who wrote."""
    labels = (label for label in found.group("one", "two") if label)
    return any(_ENDS.sub("", label).casefold() in lexicon.words("wrote", "by_phrases") for label in labels)


def _is_certain(found: re.Match[str]) -> bool:
    """Whether labels introduce names: a role may go on otherwise (``Redactora de tribunales``)."""
    if MARK.search(found[0]) or found["two"] or not _wrote(found):
        return True
    return found["of"] is None and found["one"].casefold() not in lexicon.words("roles")


def label_of_writers(text: str) -> str | None:
    """The label of who wrote at the beginning of a line, with its mark; None without one.

    >>> label_of_writers("Autorka: Eva Malá"), label_of_writers("Foto: Eva Malá")
    ('Autorka: ', None)
    >>> label_of_writers("Text und Fotos: Karl May"), label_of_writers("Note: all of it")
    ('Text und Fotos: ', None)
    """
    found = _LABEL.match(text)
    if found is None or not _wrote(found):
        return None
    is_label = MARK.search(found[0]) or (found["two"] and text[found.end() :][:1].isupper())
    return found[0] if is_label else None


def begins_with_label(text: str) -> bool:
    """Whether a text begins with any label and a colon.

    >>> begins_with_label("Foto: Eva Malá"), begins_with_label("编辑：王芳"), begins_with_label("Eva Malá")
    (True, True, False)
    """
    found = _LABEL.match(text) if ":" in text or "：" in text else None
    return found is not None and found[0].rstrip().endswith((":", "："))


def label_within(text: str) -> int:
    """The place of a label of who wrote inside a line, with letters behind it; -1 for none.

    >>> label_within("11.03.2022 14:05 Автор: Анна Петрова"), label_within("Анна Петрова")
    (17, -1)
    """
    for found in _LABEL.on(text).finditer(text) if MARK.search(text) is not None else ():
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
    found = [one for one in _LABEL.on(text).finditer(text) if _is_certain(one)]
    ends = [one.start() for one in found[1:]] + [len(text)]
    before = text[: found[0].start()] if found else text
    kept = [text[one.end() : end] for one, end in zip(found, ends, strict=False) if _wrote(one)]
    return ", ".join(part for one in (before, *kept) if any(map(str.isalpha, part := one.strip())))
