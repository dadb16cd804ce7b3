"""What is written beside dates: that something was published then, or changed.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Final

from broadsheet.metadata.written.east_asian import EAST_ASIAN
from broadsheet.metadata.written.introductions import is_joint
from broadsheet.metadata.written.letters import in_small

__all__ = ["clock_of_change", "is_label", "says_changed", "says_published", "speaks_of"]

_OF_CHANGE: Final = tuple(
    "updat|aktualis|geändert|mis à jour|màj|actualiz|atualiz|aggiorn|bijgewerkt|gewijzigd|uppdater|oppdater|opdater|"
    "päivit|frissít|güncel|обновл|изменен|ενημ|更新|수정".split("|")
)
"""What is said beside a date of change, in small letters."""
_OF_CHANGE_OR_NAME: Final = (
    *_OF_CHANGE, "modif", "stand:", "édité", "zaktualiz", "aktualiz", "revis", "edited", "last",
)  # fmt: skip
"""Likewise, and what else may stand there or in the name of the element."""
_OF_CHANGE_ALONE: Final = (
    *_OF_CHANGE, "modifi",
    *"ažurir|uuenda|atnaujin|atjaunin|posodob|endret|ændret|muokat|zmienion|upraven|módosít|оновл|обнав|актуал|"
    "ажур|последна промяна|cập nhật|diperbarui|diperbaharui|pembaruan|kemas kini|imesasishwa|güncell|yenilən|жаңарт|"
    "yangilan|թարմաց|განახლ|עודכן|עדכון אחרון|تحديث|تعديل|به‌روز|بروزرسانی|به روز رسانی|ویرایش|اپ ڈیٹ|تجدید|अपडेट|"
    "अद्यतन|संशोधित|আপডেট|হালনাগাদ|புதுப்பி|అప్డేట్|అప్‌డేట్|ಅಪ್‌ಡೇಟ್|അപ്‌ഡേറ്റ്|અપડેટ|ਅੱਪਡੇਟ|อัปเดต|อัพเดต|"
    "përditësu|uppfær|diweddarw|eguneratu|nuashonra|aġġornat|अद्यावधिक|යාවත්කාලීන|បច្ចុប្បន្នភាព|ອັບເດດ|"
    "ปรับปรุง|แก้ไข|最終改|更正|修订|修訂|업데이트|aktualiz|"
    "atjauno|papildināt|muudetud|täiendat|actualisé|actualitza|dernière mise à jour|frissült|změněn|zmenen|"
    "zadnja sprememba|zadnji poseg|zadnja izmjena|izmijenjen|poslednja izmena|izmenjen|последња измена|измењен|"
    "последна измена|обновен|обновяв|ανανεώθηκ|τελευταία τροποποίηση|змінен|zmodyfikowan|อัพเดท|อัปเดท|"
    "修改时间|修改時間|最后修改|最後修改|last edited|düzenleme tarihi|letzte änderung|laatste wijziging|senast ändra|"
    "ostatnia zmiana|poslední změna|posledná zmena|última alteração|diubah".split("|"),
)  # fmt: skip
"""What is said of a date of change, and of no other."""
_OF_CHANGE_BEFORE: Final = (
    r"mise à jour|ändrad|ändrat|aangepast|rettet|amended|corrected|düzenleme|τροποποίηση|act\.|"
    r"akt(?:ual)?\.|改訂|修正|갱신"
)
"""Likewise, where it begins a label and little else is in it: in sentences it is said of other things."""
_LABEL_OF_CHANGE: Final = re.compile(
    r"(?:^|[^\w\s]\s*)stand:?\s*$|"
    rf"(?:^|[^\w\s]\s*|\d\s+)(?:{_OF_CHANGE_BEFORE})(?!\w)(?:\W+[^\W\d_]{{1,12}}){{0,2}}\W*$",
    re.IGNORECASE,
)
"""A label that begins so; and the last word of one, in German."""
_BEFORE: Final = re.compile(_OF_CHANGE_BEFORE, re.IGNORECASE)
_CLOCK_OF_CHANGE: Final = re.compile(
    rf"(?<=\d)\D*\b(?:{'|'.join(_OF_CHANGE_ALONE)}|{_OF_CHANGE_BEFORE})\D{{0,20}}"
    r"(?P<clock>\d\d?\s?(?:[:.h]\s?[0-5]\d(?![\d.]|\s?[./-])|[ap]\.?m\b))",
    re.IGNORECASE,
)
"""A word of change with a time behind it, both behind a date."""
_OF_PUBLICATION: Final = tuple(
    "publish|publié|publizier|publicer|publiser|publikac|publikál|publikat|publikov|publikua|publikuo|publikas|"
    "publicē|gepubl|veröff|erschien|erstellt|geplaatst|verschenen|inserito|pubblicat|pubblicaz|opubl|utworz|zveřejn|zverejn|közzét|"
    "megjel|létrehoz|yayın|yayım|oluşturulma|julkais|skapad|offentliggj|udgivet|oprettet|опубл|публикац|"
    "публикув|публікац|публікув|објав|жариялан|δημοσίευ|δημοσιεύ|δημοσιευ|ανάρτ|αναρτ|καταχώρ|投稿|公開|掲載|配信|发表|發表|"
    "刊登|등록|입력|작성|승인|게재|게시|발행|송고|objav|avaldat|paskelbt|cyhoeddw|foilsi|argitarat|imechapish|inilathala|"
    "terbit|tayang|diunggah|xuất bản|เผยแพร่|հրապարակ|გამოქვეყნ|प्रकाशित|પ્રકાશિત|ಪ್ರಕಟ|പ്രസിദ്ധീകരിച്ച|خپور|نشر|انتشار|"
    "منتشر|פורסם|תאריך פרסום|شائع|প্রকাশ".split("|")
)
"""What is said beside a date of publication, in small letters, and is part of no other word."""
_OF_PUBLICATION_APART: Final = re.compile(
    r"publica(?:t|c|ç|d[oa]|r(?:ii|ea)|ră)|publicării|"
    r"(?<![^\W\d_])(?:(?:ge)?post(?:ed|et|at[oa]?|ad[oa]?)|(?:post|create)[-_]?(?:date|time)|parue?s?|appear(?:s|ed)?|"
    r"issued|written|submitted|creat(?:ed?|ion|[oa])|créée?|cread[oa]|criad[oa]|dodan\w*|birt)(?![^\W\d_])|"
    r"(?<![^\W\d_])(?:erscheinungs)?datum(?![^\W\d_])|originally|"
    r"đăng(?! (?:k[ýí]|nhập|cai|quang))|giriş(?: tarihi)?\W*$|(?<!\w)درج(?!\w)|"
    r"(?:发布|發布)(?![会會])|(?<![\u4e00-\u9fff])(?:時間|时间)|"
    r"online (?:since|seit|depuis|sinds|sedan|siden|od|dal|desde)\b"
)
"""Likewise, where it depends on what stands around it: most of it begins, or ends, other words as well."""
_THIS: Final = frozenset(
    "this dieser diese dieses diesen cet cette ce este esta esto questo questa aquest aquesta deze denna detta denne "
    "dette tämä tento tato acest această ovaj ova ovo bu ini эта эту этот данная этой ця цей цю тази този "
    "αυτό αυτή هذا هذه این".split()
)
"""What the article calls itself by, where a whole sentence says when it was published."""
_LAST: Final = frozenset(
    "last latest first originally zuletzt erstmals ursprünglich dernière dernièrement laatst senast sist sidst "
    "viimeksi".split()
)
"""Longer words in labels that are written small, in front of the one that says what was done."""
_SHORT: Final = 3
"""Letters of the words that stand in labels besides: ``was``, ``on``, ``den``."""
_SPOKEN: Final = 10
"""Words of a sentence that says when the article itself was published or changed."""
_GLYPHS: Final = 4
_GLYPHS_OF_WORD: Final = 8
"""Letters of East Asia between what says that something was published or changed and the date, and in that at the most.
"""
_MARKS: Final = re.compile(r"[:：|•·]")
"""What stands between a label and the date, and not in sentences."""
_BREAKS: Final = re.compile(r"[^\w\s'’-]|\d")
"""What stands between a label and what is in front of it."""
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'’-]*")
_OF_EITHER: Final = (*_OF_CHANGE_ALONE, *_OF_PUBLICATION)
_OF_EITHER_IN_ASCII: Final = tuple(filter(str.isascii, _OF_EITHER))
_VOWELS: Final = re.compile("[\u0640\u064b-\u0652\u0670]")
"""Marks on Arabic letters, and what makes words longer: few write them."""


def _any_of(stems: tuple[str, ...]) -> Callable[[str], bool]:
    """A function that says whether any of some stems is in a text in small letters."""
    in_ascii = tuple(filter(str.isascii, stems))  # half of them, and most texts are in ASCII

    def has_any(small: str) -> bool:
        return any(map(small.__contains__, in_ascii if small.isascii() else stems))

    return has_any


_may_label_change: Final = _any_of((
    "stand", "mise à jour", "ändra", "aangepast", "rettet", "amended", "corrected", "düzenleme", "τροποποίηση", "act.",
    "akt.", "aktual", "改訂", "修正", "갱신",
))  # fmt: skip
_may_be_published: Final = _any_of((
    "publica", "post", "creat", "paru", "appear", "issued", "written", "submitted", "créé", "cread", "criad", "dodan",
    "birt", "datum", "originally", "online ", "đăng", "giriş", "درج", "发布", "發布", "時間", "时间",
))  # fmt: skip
"""One of these is in all that the patterns of labels of changes find, and that of publication."""
_names_change: Final = _any_of(_OF_CHANGE_OR_NAME)
_has_change: Final = _any_of(_OF_CHANGE_ALONE)
_has_publication: Final = _any_of(_OF_PUBLICATION)


@lru_cache(maxsize=1024)
def speaks_of(label: str, name: str) -> tuple[bool, bool]:
    """Whether words beside a date, or what its element is called, say that it is of a change, and of a publication."""
    return _names_change(f"{label} {name}".lower()), says_published(label) or says_published(name)


@lru_cache(maxsize=1024)
def says_published(near: str) -> bool:
    """Whether words beside a date say that it is one of publication."""
    small = near.lower() if near.isascii() else _VOWELS.sub("", near.lower())
    return _has_publication(small) or (_may_be_published(small) and _OF_PUBLICATION_APART.search(small) is not None)


@lru_cache(maxsize=1024)
def is_label(words: str) -> bool:
    """Whether words in front of a date are a label that says when something was published or changed. A sentence says
    it between words of its own.

    >>> is_label("Last updated by Ada Lovelace on "), is_label("This post was published on Monday, ")
    (True, True)
    >>> is_label("A report published on "), is_label("Published accounts on ")
    (False, False)
    """
    if _labels_change(words):
        return True
    words = words if words.isascii() else _VOWELS.sub("", words)
    said = _where_said(words)
    if said is None:
        return False
    front, behind = words[: said[0]], words[said[1] :]
    if EAST_ASIAN.search(words):
        return said[1] - said[0] <= _GLYPHS_OF_WORD and sum(map(str.isalpha, behind)) <= _GLYPHS
    if _MARKS.search(behind):
        return True
    every = _WORD.findall(words)
    if not _THIS.isdisjoint(map(str.lower, every)):
        return len(every) <= _SPOKEN
    return _ends_label(_WORD.findall(behind)) and _begins_label(_WORD.findall(_BREAKS.split(front)[-1]))


def _where_said(words: str) -> tuple[int, int] | None:
    """Where the last word, or phrase, stands that says that something was published or changed."""
    small = in_small(words)
    said = _OF_EITHER_IN_ASCII if small.isascii() else _OF_EITHER
    stems = [(at, at + len(stem)) for stem in said if (at := small.rfind(stem)) >= 0]
    found = max((*stems, *[one.span() for one in _OF_PUBLICATION_APART.finditer(small)]), default=None)
    if found is None:
        return None
    start, stop = found
    while start and small[start - 1].isalpha():
        start -= 1
    while stop < len(small) and small[stop].isalpha():
        stop += 1
    return start, stop


def _ends_label(words: list[str]) -> bool:
    """Whether words behind what was done may be those of a label: short ones, names behind these, and at the end the
    day of the week.
    """
    return all(
        len(word) <= _SHORT or (before and (word[0].isupper() or is_joint(before)))
        for before, word in pairwise(["", *words[:-1]])
    )


def _begins_label(words: list[str]) -> bool:
    """Whether words in front of what was done may be those of a label: short ones, and what is written large; one more
    where it is the only one, or in a script without capitals.
    """
    if len(words) == 1:
        return True
    rest = [word for word in words if len(word) > _SHORT and word.lower() not in _LAST and not word[0].isupper()]
    return len(rest) <= (not any(map(str.islower, rest)))


@lru_cache(maxsize=1024)
def says_changed(text: str) -> bool:
    """Whether something is said to be of a change."""
    return _speaks_of_change(text) or _labels_change(text)


def _labels_change(text: str) -> bool:
    """Whether a text ends with a label of a change whose words are said of other things in sentences."""
    return _may_label_change(text.lower()) and _LABEL_OF_CHANGE.search(text) is not None


def _speaks_of_change(text: str) -> bool:
    """Whether a word is in a text that is said of changes alone."""
    return _has_change(text.lower())


def clock_of_change(line: str) -> int | None:
    """Where the time of a change begins that stands in a line behind a date and a word for the change.

    >>> line = "12/09/2024 08:00. Actualizado a las 10:30"
    >>> line[clock_of_change(line):]
    '10:30'
    """
    if not _speaks_of_change(line) and not (_may_label_change(line.lower()) and _BEFORE.search(line)):
        return None
    found = _CLOCK_OF_CHANGE.search(line)
    return None if found is None else found.start("clock")
