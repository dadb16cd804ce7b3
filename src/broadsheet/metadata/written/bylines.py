"""Lines that say who wrote a text, or when, and nothing else: they are metadata, and no part of the text.

The module knows lines. It must not know pages, nor who was taken for the author.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from broadsheet.metadata.written.clocks import PARTS_OF_DAY
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.names import (
    BETWEEN,
    WEEKDAY,
    is_organisation,
    looks_like_name,
    split_names,
    starts_byline,
    without_introduction,
    without_roles,
)

__all__ = ["is_byline", "is_signature"]

_LONGEST: Final = 140
"""Characters of such a line."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_ENDS: Final = ".!?…。！？"
"""Marks that end a sentence."""
_BESIDE_DATES: Final = frozenset(
    # English
    "published posted updated created modified date dated first last on at by the and of article am pm p m a "
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun "
    "st nd rd th gmt utc bst est edt cst cdt mst mdt pst pdt et ct mt pt ist aest hours "
    # German, Dutch, Nordic
    "veröffentlicht erschienen aktualisiert stand datum am um uhr vom den und gepubliceerd geplaatst "
    "bijgewerkt op om uur "
    "publicerad uppdaterad publisert oppdatert udgivet opdateret kl den cet cest mez mesz julkaistu päivitetty klo "
    # French, Spanish, Portuguese, Italian, Romanian
    "publié mis à jour le et publicado actualizado atualizado em às el a las pubblicato aggiornato il "
    "alle ore di de del "
    "publicat actualizat la ora h "
    # Slavic, Hungarian, Greek, Turkish
    "opublikowano aktualizacja dodano dnia zveřejněno aktualizováno dne опубликовано обновлено дата в мск г оновлено "
    "objavljeno ažurirano publikovano u ob kell avaldatud uuendatud publicēts atjaunināts plkst gada "
    "paskelbta atnaujinta m d val birt uppfært klukkan објавено објављено ажурирано во часот жарияланды жаңартылды "
    "publikuar më përditësuar dərc edilib yenilənib chop etildi yangilandi imechapishwa imesasishwa saa "
    "argitaratua eguneratua publicat actualitzat ás de cyhoeddwyd diweddarwyd foilsithe inilathala "
    "опубліковано публикувано közzétéve frissítve δημοσιεύτηκε δημοσίευση ενημέρωση yayınlanma güncelleme tarihi msk "
    # Asia
    "diperbarui dipublikasikan wib wita wit 日 月 年 发布 发表 发布时间 发布日期 时间 更新 公開 更新日 公開日 配信 "
    "掲載 作成 입력 수정 등록 기사입력 jst kst เวลา น".split()
).union(*map(_WORD.findall, PARTS_OF_DAY))
"""Words that stand beside dates."""
_BESIDE_NAMES: Final = _BESIDE_DATES.union(
    "and und et y e i og och en ja in aus à for für the der die das of von de di at with mit ago min minutes".split()
)
"""Words that stand beside names in bylines, and dates beside these, and are written small."""
_MOST_BESIDE: Final = 4
"""Other words beside names, written large: a role, a place, a paper."""


def is_byline(line: str, language: str | None = None) -> bool:
    """Whether a line says who wrote a text, or when, and nothing else.

    A name counts only behind a word that introduces one. On sites left out, 74 bodies in six corpora whose gold texts
    mostly are without bylines began with such a line; four of the lines are in the gold text.

    Args:
        line: the line.
        language: that of the page, in which names of months are looked for besides English.

    >>> is_byline("By Ada Lovelace - January 2, 2008"), is_byline("Published on 14/01/2008, 11:42 am")
    (True, True)
    >>> is_byline("By January 2 the bridge was open"), is_byline("Ada Lovelace"), is_byline("1984")
    (False, False, False)
    """
    if len(line) > _LONGEST:
        return False
    dates = dates_in(line, language)
    rest = line
    for date in reversed(dates):
        rest = f"{WEEKDAY.sub(' ', rest[: date.start])} | {rest[date.stop :]}"
    rest = rest.strip(BETWEEN)
    names = split_names(rest) if starts_byline(rest) else []
    if names:
        return _names_only(rest, names)
    return bool(dates) and all(word.casefold() in _BESIDE_DATES for word in _WORD.findall(rest))


def is_signature(line: str, names: Collection[str]) -> bool:
    """Whether a line is nothing but the names of authors that are known, with what bylines say of them: roles,
    addresses for mail, the day.

    Args:
        line: the line.
        names: those of the authors.

    >>> is_signature("Ada Lovelace, Staff Writer", ["Ada Lovelace"]), is_signature("Ada", ["Ada Lovelace"])
    (True, False)
    >>> is_signature("Ada Lovelace said no.", ["Ada Lovelace"]), is_signature("윤서진 기자 a@paper.example", ["윤서진"])
    (False, True)
    """
    if len(line) > _LONGEST or not any(name in line for name in names):
        return False
    found = split_names(line)
    return bool(found) and all(name in names for name in found)


def _may_stand_behind(name: str) -> bool:
    """Whether something may stand behind the first name in a byline: another name, an agency, a place."""
    return looks_like_name(name) == 1 or is_organisation(name) or (" " not in name and name[0].isupper())


def _names_only(line: str, names: list[str]) -> bool:
    """Whether a line that begins as a byline has little besides the names in it."""
    last = _WORD.findall(line)[-1].casefold()
    ends = line[-1] in _ENDS and last not in _BESIDE_DATES  # "10:30 a.m."
    if ends or looks_like_name(names[0]) < 1 or not all(map(_may_stand_behind, names[1:])):
        return False
    known = _BESIDE_NAMES | {word.casefold() for name in names for word in _WORD.findall(name)}
    left = _WORD.findall(without_introduction(without_roles(line)))
    large = [word for word in left if word.casefold() not in known]
    return len(large) <= _MOST_BESIDE and not any(word.islower() for word in large)
