"""Labels in bylines: who wrote, who took pictures, edited or translated, and where the text is from.

It works on one string, and must not know pages, nor how a name looks.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.east_asian import HAN

__all__ = [
    "GENDERED",
    "MARK",
    "bare_other_label",
    "begins_with_label",
    "label_of_writers",
    "label_within",
    "of_writers",
    "other_label",
]

MARK: Final = re.compile("[:：=＝៖՝/／]")
"""The mark behind a label."""
GENDERED: Final = r"(?:[/:*_·.•(-]{1,2}(?:in(?:nen)?|t?rice|ice|es?|as?|i|s)\)?(?!\w))*"
"""Endings of a label for women and men, or one or several people: ``Autor:in``, ``Auteur(s)``."""
_ENDS: Final = re.compile(rf"{GENDERED}$")
_LABELS: Final = f"{{wrote by_phrases did_other editors}}{GENDERED}"
_BOTH: Final = rf"(?P<one>{_LABELS})(?:(?:\s+{{and}}\s+|\s*[&+/·・、,-]\s*)(?P<two>{_LABELS})(?:['’]s)?)?"
"""One label, or two for one name."""
_TASK: Final = lexicon.Matcher(
    rf"(?:^|(?<=[\s;,|/•(（])){_BOTH}(?:\.?\s+(?:{{by}}|(?P<of>d[eia]))(?!\w)\s*[:：]?|"
    r"\.?\s*[:：＝=៖՝/／](?!(?:in(?:nen)?|t?rice|es?|s)(?!\w)))\s*"
)
"""Labels with what separates them from a name."""
_LABEL: Final = lexicon.Matcher(
    rf"\W*{_BOTH}(?:\.?\s*[:：=＝៖՝]\s*|\s*[/／](?=\s*[{HAN}]{{2,4}}(?:[\s、，,/／(（]|$))|(?:(?<=\))|(?<=[:*]in))\s+)(?=\S)"
)
"""Labels at the beginning of a line; a Chinese one may have a stroke and a name alone behind it."""
_BARE: Final = lexicon.Matcher(r"{pictures}\s+(?=(?-i:[^\W\d_a-zà-ÿ]))")
"""A label of photographers or translators without a mark."""
_BARE_LABELS: Final = lexicon.Matcher(
    r"{wrote by_phrases}[\s・]+(?P<who>[^\W\d_].*?)[\s,;/|•]+{pictures did_other}[\s・]+[^\W\d_]"
)
"""Two labels that only white space separates from names: ``Tekst Sanne de Wit Beeld Jan Jansen``."""


def _is_label_of_writers(word: str) -> bool:
    """Whether a word is a label of who wrote."""
    return word.casefold() in lexicon.words("wrote", "by_phrases")


def _wrote(found: re.Match[str]) -> bool:
    """Whether one of the labels found is of who wrote."""
    return any(label and _is_label_of_writers(_ENDS.sub("", label)) for label in found.group("one", "two"))


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
    found = _LABEL.match(text) if MARK.search(text) is not None else None
    if found is None:  # Words and photos by Ada Lovelace
        found = _TASK.match(text)
        found = None if found is None or found["two"] is None or not text[found.end() :][:1].isupper() else found
    return found[0] if found is not None and _wrote(found) else None


def begins_with_label(text: str) -> bool:
    """Whether a text begins with any label and a colon.

    >>> begins_with_label("Foto: Eva Malá"), begins_with_label("编辑：王芳"), begins_with_label("Eva Malá")
    (True, True, False)
    """
    found = _TASK.match(text) if ":" in text or "：" in text else None
    return found is not None and found[0].rstrip().endswith((":", "："))


def label_within(text: str) -> int:
    """The place of a label of who wrote inside a line, with letters behind it; -1 for none.

    >>> label_within("11.03.2022 14:05 Автор: Анна Петрова"), label_within("Анна Петрова")
    (17, -1)
    """
    for found in _TASK.pattern.finditer(text) if MARK.search(text) is not None else ():
        if found.start() and _wrote(found) and text[found.end() : found.end() + 1].isalpha():
            return found.start("one")
    return -1


def other_label(text: str) -> bool:
    """Whether a text begins with a label of people who did not write.

    >>> other_label("Foto: Eva Malá"), other_label("Eva Malá")
    (True, False)
    """
    found = _TASK.match(text)
    return found is not None and not _wrote(found)


def bare_other_label(text: str) -> bool:
    """Whether a text begins with such a label, and no mark separates it from a name.

    >>> bare_other_label("Übersetzung Eva Malá"), bare_other_label("Foto des Jahres"), bare_other_label("Eva Malá")
    (True, False, False)
    """
    return _BARE.match(text) is not None


def of_writers(text: str) -> str:
    """A byline without people who took the pictures, edited or translated, and without its source.

    >>> of_writers("Text: Anna Müller Fotos: Karl May"), of_writers("Tekst en foto's: Jan de Wit")
    ('Anna Müller', 'Jan de Wit')
    >>> of_writers("Anna Müller | Quelle: dpa"), of_writers("Autor:in: Anna Müller"), of_writers("Bron: ANP")
    ('Anna Müller |', 'Anna Müller', '')
    """
    found = [one for one in _TASK.pattern.finditer(text) if _is_certain(one)]
    if not found:
        bare = _BARE_LABELS.match(text)
        return text if bare is None else bare["who"]
    before = text[: found[0].start()]
    kept = [before] if any(map(str.isalpha, before)) else []
    for one, following in zip(found, [*found[1:], None], strict=True):
        if _wrote(one):
            kept.append(text[one.end() : None if following is None else following.start()])
    return ", ".join(part.strip() for part in kept if part.strip())
