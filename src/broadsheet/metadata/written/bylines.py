"""Lines that say who wrote a text, or when, and nothing else: they are metadata, and no part of the text.

The module knows lines. It must not know pages, nor who was taken for the author.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from broadsheet.metadata.written.around_names import to_weekday
from broadsheet.metadata.written.beside_dates import beside_dates, stands_beside_dates
from broadsheet.metadata.written.dates import Written, dates_in
from broadsheet.metadata.written.introductions import IN_FULL, starts_byline, without_introduction
from broadsheet.metadata.written.name_shapes import looks_like_name, may_be_name
from broadsheet.metadata.written.names import BETWEEN, signed_by, split_names
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.metadata.written.people import are_names
from broadsheet.metadata.written.plain_names import without_additions
from broadsheet.metadata.written.roles import is_of_press, is_role, without_role_tail, without_roles
from broadsheet.metadata.written.tasks import other_label
from broadsheet.page.characters import is_small

__all__ = ["byline_behind_date", "is_byline", "is_signature", "name_before_marks"]

_LONGEST: Final = 140
"""Characters of such a line."""
_SHORT: Final = 50
"""And of one that says how long ago."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_PARTING: Final = ("|", "·", "•", "-", "–", "—")
"""Marks between a date and a name."""
_ENDS: Final = ".!?…。！？"
"""Marks that end a sentence."""
_MINUTES: Final = r"\b\d+\s*(?:-\s*)?min(?:ut\w*)?\b\.?"
_READING: Final = re.compile(
    rf"{_MINUTES}\s+(?:read(?:ing)?(?:\s+time)?|de\s+lectur[ae]|de\s+leitura|di\s+lettura|"
    r"lesezeit|lesedauer|leestijd|läsning|lesetid|læsetid|czytania|чтения|okuma)\b|"
    r"\b(?:(?:estimated\s+)?read(?:ing)?\s+time|lesezeit|lesedauer|temps\s+de\s+lecture|tiempo\s+de\s+lectura|"
    r"tempo\s+di\s+lettura|tempo\s+de\s+leitura|lecture|lectura|lettura|leitura|leestijd|lästid|lesetid|læsetid|czas\s+czytania|время\s+чтения)"
    r"\s*:?\s*(?:ca\.?\s*)?\d+(?:\s*min\w*\.?)?",
    re.IGNORECASE,
)
"""How long a text takes to read."""
_DID: Final = (
    r"(?:submitted|posted|published|written|created|added|eingereicht|veröffentlicht|publiziert|verfasst|erstellt|"
    r"gespeichert|soumis|publié|envoyé|enviado|publicado|pubblicato|geplaatst)"
)
_BY: Final = r"(?:by|von|par|por|da|door)\s*:?\s+"
_ON: Final = "on|am|le|el|em|il|op"
_ACCOUNT: Final = r"[\w.@-]{2,30}"
_FILED: Final = r"(?:\s(?:in|under|filed\s+under|unter|dans|en|em)\s+[\w &,/-]{2,60})"
_BY_ACCOUNT: Final = re.compile(
    rf"{_DID}(?:\s+(?:{_ON})\b)?(?:\s+[^\W\d_]{{2,4}}\.?,)?[\W\d]*{_BY}{_ACCOUNT}"
    rf"(?:\s+(?:at|{_ON}))?(?:\s+[^\W\d_]{{2,4}}\.?,)?[\W\d]*(?:[ap]\.?m\.?)?\W*{_FILED}?",
    re.IGNORECASE,
)
"""What an account did, whose name is written as it may be, with what systems set around the day."""
_BY_SOMEBODY: Final = re.compile(
    rf"(?i:{_DID}\s+{_BY})[^\W\d_a-zà-ÿ][\w.-]+(?:\s[^\W\d_a-zà-ÿ][\w.-]+){{0,2}}(?i:{_FILED})?"
)
"""The same where no day is: the name is written large, as names are (`Posted by Adam`, but not `by mistake`)."""
_ACCOUNT_AND_DAY: Final = re.compile(rf"{_BY}(?P<account>{_ACCOUNT})\s*(?:\s(?:{_ON})|[-–—|•·,])\s*", re.IGNORECASE)
_DAY_AND_ACCOUNT: Final = re.compile(rf"[\s,|•·–—-]*{_BY}(?P<account>{_ACCOUNT})\s*", re.IGNORECASE)
"""An account before a day, and behind one."""
_TIMES: Final = frozenset(
    "noon midday midnight dawn dusk sunrise sunset daybreak nightfall morning afternoon evening night lunchtime then "
    "now today tomorrow law early late mid mittag mitternacht abend morgen heute midi minuit aujourd'hui mediodía "
    "medianoche hoy mezzogiorno mezzanotte oggi meio-dia meia-noite hoje".split()
)
"""What is no account between a preposition and a day."""
_SAID_BESIDE: Final = re.compile(
    rf"{_READING.pattern}|{_MINUTES}|"
    r"\b(?:\d+|no|keine|leave\s+a)\s+(?:comments?|kommentare?|commentaires?|comentarios?|comentários?|commenti|reacties|"
    r"kommentarer|responses?)\b",
    re.IGNORECASE,
)
"""That, and how many comments there are: what else stands in such lines."""
_FROM: Final = re.compile(
    r"(?:信息|文章|新闻|新聞|本文)?(?:来源|來源|稿源|出处)\s*[:：]\s*[^\s，。,、|]{1,15}|"
    r"(?:作者|记者|記者|编辑|編輯|责任编辑|責任編輯|责编|校对)\s*[:：]\s*[^\s，。,|:：]{2,8}"
)
"""Where a Chinese text is from, and who wrote and edited it."""
_AGO: Final = re.compile(
    r"(?:(?:last |zuletzt )?(?:updated|published|posted|modified|aktualisiert|veröffentlicht|publié|mis à jour|"
    r"actualizado|publicado|atualizado|aggiornato|pubblicato|bijgewerkt|gepubliceerd|обновлено|опубликовано)\s*[:|]?\s*)?"
    r"(?:(?:vor|il y a|hace|há)\s+)?(?:\d{1,2}|an?|one|einer?|une?|una|een)\s+"
    r"(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|minuten?|stunden?|tagen?|wochen?|heures?|jours?|semaines?|minutos?|"
    r"horas?|días?|dias?|semanas?|minuti|or[ae]|giorn[oi]|settiman[ae]|minuut|minuten|uur|uren|dag|dagen|weken|минут\w*|"
    r"час\w*|дн\w+|день)(?:\s+(?:ago|fa|geleden|atrás|назад))?(?:\s+(?:aktualisiert|veröffentlicht|bijgewerkt))?\W*",
    re.IGNORECASE,
)
"""A line that says how long ago, and nothing else."""
_AGO_MARK: Final = re.compile(
    r"\b(?:ago|fa|geleden|atrás|назад|vor|il y a|hace|há|updated|published|posted|aktualisiert|mis à jour)\b",
    re.IGNORECASE,
)
"""One of these is in it."""
_PARTS: Final = re.compile(r"[|•·–—]")
"""What parts names, dates and the rest."""
_DIGIT: Final = re.compile(r"\d")
_NEXT_WORD: Final = re.compile(r"[\s,(|]{0,3}([^\W\d_]+(?:-[^\W\d_]+)?)\b[.)]?")
"""The word behind a date."""
_EAST_ASIAN_DAY: Final = re.compile(
    r"\s*(?:(?:星期|[周週])[一二三四五六日天]|[月火水木金土日]曜日|[월화수목금토일]요일|"
    r"[(（]\s*(?:(?:星期|[周週])?[一二三四五六日天]|[月火水木金土日](?:曜日?)?|[월화수목금토일](?:요일)?)\s*[)）])"
)
"""The day of the week behind a date."""
_NO_LETTERS: Final = re.compile(r"^[\W\d_]+")
_FIRST_WORD: Final = re.compile(r"([^\W\d_]+)[\W\d_]*")
_BESIDE_NAMES: Final = beside_dates().union(
    "and und et y e i og och en ja in aus à for für the der die das of von de di at with mit ago min minutes "
    "desde from reporting da fra från z ze w из в".split()
)
"""Words that stand beside names in bylines, and dates beside these, and are written small."""
_BEFORE_DATES: Final = frozenset("on at am vom le el em il op den på dne dnia la".split())
"""Words that lead from a name to a date, written small."""
_BETWEEN_NAMES: Final = re.compile(r"\s*[,;|&•·/]\s*|\s+(?:and|und|et|y|e|og|och|en|[–—-])\s+")
"""What parts them."""
_ARTICLES: Final = frozenset(("the", "an", "der", "die", "le", "la", "el", "den", "de"))
"""What is known as a name in one language and is an article in another."""
_AROUND_ROLE: Final = " \t,;:|•·–—-()[]/"
_MOST_BESIDE: Final = 4
"""Other words beside names, written large: a role, a place, a paper."""


def is_byline(line: str, language: str | None = None, *, accounts: bool = True) -> bool:
    """Whether a line says who wrote a text, or when, and nothing else.

    A name counts only behind a word that introduces one, before a date or, with a mark between, behind it. On sites
    left out, 74 bodies in six corpora whose gold texts mostly are without bylines began with such a line; four of the
    lines are in the gold text.

    Args:
        line: the line.
        language: that of the page, in which names of months are looked for besides English.
        accounts: one may be named by an account, as those who comment are.

    >>> is_byline("By Ada Lovelace - January 2, 2008"), is_byline("Published on 14/01/2008, 11:42 am")
    (True, True)
    >>> is_byline("Posted on May 12, 2026 by Ada Lovelace"), is_byline("Ada Lovelace · May 12, 2026 · 4 min read")
    (True, True)
    >>> is_byline("May 12, 2026 | Ada Lovelace"), is_byline("May 12, 2026 Ada Lovelace")
    (True, False)
    >>> is_byline("By Ada Lovelace on March 2, 2026"), is_byline("Von Ada Lovelace am 2. März 2026", "de")
    (True, True)
    >>> is_byline("April 16, 1999 – Ada Lovelace"), is_byline("April 16, 1999, Ada Lovelace")
    (True, False)
    >>> is_byline("Submitted by ada on Thu, 03/06/2025 - 14:02"), is_byline("Publié le 6 mars 2025 - Lecture 3 min.")
    (True, True)
    >>> is_byline("2025年7月2日 10:12 来源：新华社", "zh"), is_byline("Last updated: 3 hours ago"), is_byline("3 hours")
    (True, True, False)
    >>> is_byline("5. März 2026, Donnerstag", "de"), is_byline("2026.03.05 (목) 08:30", "ko")
    (True, True)
    >>> is_byline("By January 2 the bridge was open"), is_byline("Ada Lovelace"), is_byline("1984")
    (False, False, False)
    """
    if len(line) > _LONGEST:
        return False
    dates = dates_in(line, language)
    rest, said = _SAID_BESIDE.subn(" | ", _without_dates(line, dates))
    if dates:
        rest = _FROM.sub(" | ", rest)
    elif len(line) <= _SHORT and _AGO_MARK.search(line) and _AGO.fullmatch(line.strip(BETWEEN)):
        return True
    if accounts and _is_of_account(line, rest.strip(BETWEEN), dates):
        return True
    if dates or said:
        rest = _introduced(rest)
        if not rest:
            return bool(dates) or _READING.search(line) is not None
        if (
            dates
            and may_be_name(rest)
            and (line.lstrip().startswith(rest) or line.rstrip().removesuffix(rest).rstrip().endswith(_PARTING))
        ):
            return True
    if not starts_byline(rest := rest.strip(BETWEEN)):
        return _names_reporters(rest, language)
    return _names_only(rest, split_names(rest, language))


def _is_of_account(line: str, rest: str, dates: Sequence[Written]) -> bool:
    """Whether a line says what an account did, and when.

    Args:
        line: the line.
        rest: the same without its dates.
        dates: these.
    """
    if not dates:
        return _BY_SOMEBODY.fullmatch(line.strip(BETWEEN)) is not None
    if _BY_ACCOUNT.fullmatch(rest) is not None:
        return True
    before, behind = to_weekday(line[: dates[0].start], " "), line[dates[-1].stop :]
    found, beside = _ACCOUNT_AND_DAY.fullmatch(before), behind
    if found is None:
        found, beside = _DAY_AND_ACCOUNT.fullmatch(behind), before
    is_all = not any(map(str.isalpha, beside)) or stands_beside_dates(beside)
    return found is not None and is_all and found["account"].casefold() not in _TIMES


def _names_reporters(line: str, language: str | None) -> bool:
    """Whether a line that nothing introduces is the names of people with what only those are behind them who write for
    papers (``Ada Lovelace, Staff Writer``).
    """
    bare = without_additions(line)
    names = split_names(bare, language) if is_of_press(bare) else []
    if not names or not bare.startswith(names[0]) or not all(map(_is_whole, names)):
        return False
    behind = bare[bare.rfind(names[-1]) + len(names[-1]) :].strip(_AROUND_ROLE)
    return is_role(behind) or without_role_tail(f"{names[-1]} {behind}") == names[-1]


def _is_whole(name: str) -> bool:
    """Whether a text is a name of several words, the first of which is known as a name, or initials before one."""
    first, _, others = name.partition(" ")
    is_known = are_names(others if "." in first else first) and first.casefold() not in _ARTICLES
    return bool(others) and is_known and may_be_name(name)


def byline_behind_date(line: str, language: str | None = None) -> str | None:
    """The byline in a line that has it behind a date, or behind words that stand beside dates.

    >>> byline_behind_date("Posted on May 12, 2026 by Ada Lovelace")
    'by Ada Lovelace'
    >>> byline_behind_date("11.09.2011, 16:20 von Anna Müller", "de")
    'von Anna Müller'
    >>> byline_behind_date("12/05/2026 by Ada Lovelace, member of the board for what is new")
    'by Ada Lovelace'
    >>> byline_behind_date("May 12, 2026, and by then the bridge was open") is None
    True
    """
    dates = dates_in(line, language) if len(line) <= _LONGEST else ()
    if not dates:
        return None
    rest = _introduced(_SAID_BESIDE.sub(" | ", line[dates[-1].stop :]).strip(BETWEEN))
    if not starts_byline(rest):
        return None
    if _names_only(rest, split_names(rest, language)):
        return rest
    # What somebody is may be told at length behind a whole name.
    name, comma, _ = rest.partition(",")
    is_whole = bool(comma) and IN_FULL.match(without_introduction(name)) is not None and rest[-1] not in _ENDS
    return name if is_whole and _names_only(name, split_names(name, language)) else None


def name_before_marks(line: str) -> str:
    """What stands before marks in a line that has behind them only roles, how long the text takes to read, or what is
    said beside dates; else the line.

    >>> name_before_marks("Ada Lovelace · 4 min read"), name_before_marks("Ada Lovelace | Northgate")
    ('Ada Lovelace', 'Ada Lovelace | Northgate')
    >>> name_before_marks("Ada Lovelace | Julkaistu"), name_before_marks("Ada Lovelace 4 min read")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    parted = _READING.sub(" | ", line) if _DIGIT.search(line) else line
    name, *others = map(str.strip, _PARTS.split(parted))
    return name if others and all(map(_is_said_beside_names, others)) else line


def _is_said_beside_names(part: str) -> bool:
    """Whether a part of a line is only a role, how long the text takes to read, or what is said beside dates."""
    return is_role(part) or _SAID_BESIDE.fullmatch(part) is not None or stands_beside_dates(part)


def _without_dates(line: str, dates: Sequence[Written]) -> str:
    """A line with marks in place of its dates, and of a word right before one that leads to it (`on March 2`)."""
    for date in reversed(dates):
        before = to_weekday(line[: date.start], " ")
        name, _, last = before.rstrip().rpartition(" ")
        line = f"{name if last in _BEFORE_DATES else before} | {_behind_weekday(line[date.stop :])}"
    return line


def _behind_weekday(text: str) -> str:
    """What stands behind a date, without the day of the week at its beginning."""
    found = _EAST_ASIAN_DAY.match(text)
    if found is None:
        found = _NEXT_WORD.match(text)
        if found is None or to_weekday(found[1]):
            return text
    return text[found.end() :]


def _introduced(text: str) -> str:
    """A text from where a byline begins in it, less the parts of it that only stand beside dates."""
    parts = [part for part in (part.strip(BETWEEN) for part in _PARTS.split(text)) if not stands_beside_dates(part)]
    text = _NO_LETTERS.sub("", " | ".join(parts))
    while not starts_byline(text):
        first = _FIRST_WORD.match(text)
        if first is None or first[1].casefold() not in beside_dates():
            break
        text = text[first.end() :]
    return text


def is_signature(line: str, names: Collection[str], language: str | None = None) -> bool:
    """Whether a line is nothing but the names of authors that are known, with what bylines say of them: roles,
    addresses for mail, the day.

    Args:
        line: the line.
        names: those of the authors.
        language: that of the page, as for `is_byline`.

    >>> is_signature("Ada Lovelace, Staff Writer", ["Ada Lovelace"]), is_signature("Ada", ["Ada Lovelace"])
    (True, False)
    >>> is_signature("12.03.2024 | Ada Lovelace", ["Ada Lovelace"])
    True
    >>> is_signature("Ada Lovelace said no.", ["Ada Lovelace"]), is_signature("윤서진 기자 a@paper.example", ["윤서진"])
    (False, True)
    """
    if len(line) > _LONGEST or not any(name in line for name in names):
        return False
    if signed_by(line, names):
        return True
    dates = dates_in(line, language)
    return bool(dates) and signed_by(_without_dates(line, dates).strip(BETWEEN), names)


def _may_stand_behind(name: str) -> bool:
    """Whether something may stand behind the first name in a byline: another name, an agency, a place."""
    return looks_like_name(name) == 1 or is_organisation(name) or (" " not in name and name[0].isupper())


def _names_only(line: str, names: list[str]) -> bool:
    """Whether a line that begins as a byline has little besides the names in it."""
    if not names:
        return False
    last = _WORD.findall(line)[-1].casefold()
    ends = line[-1] in _ENDS and last not in beside_dates()  # "10:30 a.m."
    if ends or looks_like_name(names[0]) < 1 or not all(map(_may_stand_behind, names[1:])):
        return False
    known = _BESIDE_NAMES | {word.casefold() for name in names for word in _WORD.findall(name)}
    said = without_introduction(without_roles(without_additions(line)))
    left = [word for part in _BETWEEN_NAMES.split(said) for word in _WORD.findall(_without_role_or_credit(part))]
    large = [word for word in left if word.casefold() not in known]
    return len(large) <= _MOST_BESIDE and not any(map(is_small, large))


def _without_role_or_credit(part: str) -> str:
    """A part of a byline without the role at its end; nothing where it names those who did something else."""
    return "" if other_label(part) else without_role_tail(part)
