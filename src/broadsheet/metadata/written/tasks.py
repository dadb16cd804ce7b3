"""What labels in bylines say of the names behind them: who wrote, and who took pictures, edited, translated, or where
the text was taken from.

It works on one string, and must not know pages, nor how a name looks.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.east_asian import EAST_ASIAN, HAN, HANGUL, KANA

__all__ = [
    "GENDERED",
    "MARK",
    "bare_other_label",
    "begins_with_label",
    "is_label_of_writers",
    "label_of_writers",
    "label_within",
    "of_writers",
    "other_label",
    "stands_behind_other_label",
]

MARK: Final = re.compile("[:：=＝៖՝/／]")
"""What is behind a label."""
_SHORT: Final = 80
"""Characters of a byline with labels that only white space parts from names."""
GENDERED: Final = r"(?:[/:*_·.•(-]{1,2}(?:in(?:nen)?|t?rice|ice|es?|as?|i|s)\)?(?!\w))*"
"""What is behind a label that speaks of women and men, or of one or several: ``Autor:in``, ``Auteur(s)``."""
_LABELS: Final = f"{{wrote by_phrases did_other editors}}{GENDERED}"
_BOTH: Final = rf"(?P<one>{_LABELS})(?:(?:\s+{{and}}\s+|\s*[&+/·・、,-]\s*)(?P<two>{_LABELS})(?:['’]s)?)?"
"""One label, or two for one name."""
_TASK: Final = lexicon.Matcher(
    rf"(?:^|(?<=[\s;,|/•(（])){_BOTH}(?:\.?\s+(?:{{by}}|(?P<of>d[eia]))(?!\w)\s*[:：]?|\.?\s*[:：＝=៖՝/／](?!(?:in(?:nen)?|t?rice|es?|s)(?!\w)))\s*"
)
"""Labels with what parts them from a name."""
_LABEL: Final = lexicon.Matcher(
    rf"\W*{_BOTH}(?:\.?\s*[:：=＝៖՝]\s*|\s*[/／](?=\s*[{HAN}]{{2,4}}(?:[\s、，,/／(（]|$))|(?:(?<=\))|(?<=[:*]in))\s+)(?=\S)"
)
"""The same at the beginning of a line; one of East Asia may have a stroke behind it, and a name alone."""
_BARE: Final = lexicon.Matcher(r"{pictures}\s+(?=(?-i:[^\W\d_a-zà-ÿ]))")
"""A label without a mark before those who took the pictures, or translated."""
_BARE_SIGNS: Final = lexicon.Matcher(
    rf"(?:^|(?<=[\s·・,，、(（]))({{wrote by_phrases did_other editors}})"
    rf"(?:\s*[|｜丨・]\s*|\s+)(?=[{HAN}{KANA}{HANGUL}])"
)
"""A label of East Asia that only white space parts from a name, a bar or a dot."""
_SIGNS_BEHIND: Final = lexicon.Matcher(
    rf"([{HAN}{HANGUL}]{{2,4}})\s*[/／]\s*({{wrote by_phrases did_other editors}})(?=[\s,，、]|$)"
)
"""A label behind a name."""
_TEXT_AND_PICTURES: Final = lexicon.Matcher(
    r"{wrote}\s+(?P<who>[^\W\d_].*?)[\s,;/|•]+{pictures}\s+(?=(?-i:[^\W\d_a-zà-ÿ]))"
)
"""Two labels, without a mark."""
_BEHIND: Final = lexicon.Matcher(rf"(?:^|(?<=[\s;,|/•])){_BOTH}(?:\.?\s+{{by}}\s*[:：]?|\.?\s*[:：])$")
"""A label at the end of what stands before a name."""
_REPORTERS: Final = re.compile(r"\W*\w{4,}(?:redakteur|korrespondent|reporter|journalist)(?:in)?\s*:\s*", re.IGNORECASE)
"""What somebody is who writes on something, as one word, as a label."""
_ENDS: Final = re.compile(r"[/:*_·.•(-]{1,2}\w{0,5}\)?$")
_EDITORS: Final = lexicon.words("editors")
"""Who put a text on the page, or checked it: named as those who wrote are where nobody else is."""
_COLONS: Final = (":", "：")


def is_label_of_writers(word: str) -> bool:
    """Whether a word is a label of who wrote."""
    return word.casefold() in lexicon.words("wrote", "by_phrases")


def _wrote(found: re.Match[str]) -> bool:
    """Whether one of the labels that are found is of who wrote."""
    return any(
        label and (is_label_of_writers(label) or is_label_of_writers(_ENDS.sub("", label)))
        for label in found.group("one", "two")
    )


def _is_certain(found: re.Match[str]) -> bool:
    """Whether labels introduce names: what somebody is, or what a text is of, may go on otherwise behind a preposition
    (``Redactora de tribunales``, ``Textes de loi``).
    """
    if MARK.search(found[0]) or found["two"] or not _wrote(found):
        return True
    return found["of"] is None and found["one"].casefold() not in lexicon.words("roles")


def label_of_writers(text: str) -> str | None:
    """The label, with what parts it from the names, at the beginning of a line that says who wrote; None without one.

    >>> label_of_writers("Autorka: Eva Malá"), label_of_writers("Foto: Eva Malá")
    ('Autorka: ', None)
    >>> label_of_writers("Text und Fotos: Karl May"), label_of_writers("Note: all of it")
    ('Text und Fotos: ', None)
    >>> label_of_writers("Words and photos by Ada Lovelace"), label_of_writers("Text by now")
    ('Words and photos by ', None)
    """
    found = _LABEL.match(text) if MARK.search(text) is not None else None
    if found is None:
        found = _TASK.match(text)
        if found is not None and (found["two"] is None or not text[found.end() : found.end() + 1].isupper()):
            found = None
    if found is not None:
        return found[0] if _wrote(found) else None
    reporter = _REPORTERS.match(text)
    return None if reporter is None else reporter[0]


def begins_with_label(text: str) -> bool:
    """Whether a text begins with a label, whatever those behind it did, and a colon.

    >>> begins_with_label("Foto: Eva Malá"), begins_with_label("编辑：王芳"), begins_with_label("Eva Malá")
    (True, True, False)
    """
    if ":" not in text and "：" not in text:
        return False
    found = _TASK.match(text)
    return found is not None and found[0].rstrip().endswith(_COLONS)


def label_within(text: str) -> int:
    """Where the label of who wrote stands in a line that has more in front of it, and letters behind it; -1: nowhere.

    >>> label_within("11.03.2022 14:05 Автор: Анна Петрова"), label_within("Анна Петрова")
    (17, -1)
    """
    for found in _TASK.pattern.finditer(text) if MARK.search(text) is not None else ():
        is_label = _wrote(found) and not found[0].rstrip().endswith(("/", "／"))
        if found.start() and is_label and text[found.end() : found.end() + 1].isalpha():
            return found.start("one")
    return -1


def other_label(text: str) -> bool:
    """Whether a text begins with a label of those who did something else than write.

    >>> other_label("Foto: Eva Malá"), other_label("Eva Malá")
    (True, False)
    """
    found = _TASK.match(text)
    return found is not None and not _wrote(found)


def bare_other_label(text: str) -> bool:
    """Whether a text begins with such a label that no mark parts from a name.

    >>> bare_other_label("Übersetzung Eva Malá"), bare_other_label("Foto des Jahres"), bare_other_label("Eva Malá")
    (True, False, False)
    """
    return _BARE.match(text) is not None


def stands_behind_other_label(before: str) -> bool:
    """Whether what stands before a name ends with a label of those who did something else than write.

    >>> stands_behind_other_label("Written by Ada Lovelace | Reviewed by "), stands_behind_other_label("By ")
    (True, False)
    """
    found = _BEHIND.search(before.rstrip())
    return found is not None and not _wrote(found)


def of_writers(text: str) -> str:
    """A byline without those who took the pictures, edited or translated it, and without its source.

    >>> of_writers("Text: Anna Müller Fotos: Karl May"), of_writers("Tekst en foto's: Jan de Wit")
    ('Anna Müller', 'Jan de Wit')
    >>> of_writers("文・中村由美　写真・高橋健一")
    '中村由美'
    >>> of_writers("Anna Müller | Quelle: dpa"), of_writers("Bron: ANP")
    ('Anna Müller |', '')
    >>> of_writers("Autor:in: Anna Müller"), of_writers("Auteur(s) : Jean Petit")
    ('Anna Müller', 'Jean Petit')
    """
    both = _TEXT_AND_PICTURES.match(text)
    if both is not None:
        return both["who"]
    if len(text) <= _SHORT and not text.isascii() and EAST_ASIAN.search(text) is not None:
        text = _BARE_SIGNS.sub(r"\1：", _SIGNS_BEHIND.sub(r" \2：\1 ", text))
    found = [one for one in _TASK.pattern.finditer(text) if _is_certain(one)]
    if not found:
        return text
    before = text[: found[0].start()]
    kept = [before] if any(map(str.isalpha, before)) else []
    for one, following in zip(found, [*found[1:], None], strict=True):
        if _wrote(one):
            kept.append(text[one.end() : None if following is None else following.start()])
    if not any(map(str.strip, kept)) and (edited := [one for one in found if one["one"].casefold() in _EDITORS]):
        return text[edited[0].start() :]
    return ", ".join(part.strip() for part in kept if part.strip())
