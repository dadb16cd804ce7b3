"""What is written beside dates: that something was published then, or changed.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["clock_of_change", "says_changed", "says_published", "speaks_of"]

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
    "修改时间|修改時間|最后修改|最後修改|last edited|düzenleme tarihi".split("|"),
)  # fmt: skip
"""What is said of a date of change, and of no other."""
_OF_CHANGE_BEFORE: Final = (
    r"mise à jour|ändrad|ändrat|aangepast|rettet|amended|corrected|düzenleme|τροποποίηση|act\.|akt\.|改訂|修正|갱신"
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
    "publi|post|veröff|erschienen|erschien|paru|appear|erstellt|datum|gepubl|geplaatst|inserito|pubbl|opubl|dodan|megj|yayın|опубл|"
    "δημοσ|ανάρτ|投稿|公開|发布|發布|時間|时间|등록|입력|created|issued|written|first|creat|origin|objav|објав|жариялан|"
    "avaldat|paskelbt|cyhoeddw|foilsi|argitarat|imechapish|inilathala|diterbit|հրապարակ|გამოქვეყნ|प्रकाशित|પ્રકાશિત|"
    "ಪ್ರಕಟ|പ്രസിദ്ധീകരിച്ച|خپور|نشر|انتشار|פורסם|شائع|প্রকাশ".split("|")
)
"""What is said beside a date of publication, in small letters."""
_OF_PUBLICATION_APART: Final = re.compile(r"am \d|birt\b")
"""Likewise, where it depends on what comes behind it."""


@lru_cache(maxsize=1024)
def speaks_of(near: str) -> tuple[bool, bool]:
    """Whether words beside a date say that it is one of a change, and one of publication."""
    return any(map(near.lower().__contains__, _OF_CHANGE_OR_NAME)), says_published(near)


def says_published(near: str) -> bool:
    """Whether words beside a date say that it is one of publication."""
    small = near.lower()
    return any(map(small.__contains__, _OF_PUBLICATION)) or _OF_PUBLICATION_APART.search(small) is not None


@lru_cache(maxsize=1024)
def says_changed(text: str) -> bool:
    """Whether something is said to be of a change."""
    return _speaks_of_change(text) or _LABEL_OF_CHANGE.search(text) is not None


def _speaks_of_change(text: str) -> bool:
    """Whether a word is in a text that is said of changes alone."""
    return any(map(text.lower().__contains__, _OF_CHANGE_ALONE))


def clock_of_change(line: str) -> int | None:
    """Where the time of a change begins that stands in a line behind a date and a word for the change.

    >>> line = "12/09/2024 08:00. Actualizado a las 10:30"
    >>> line[clock_of_change(line):]
    '10:30'
    """
    if not _speaks_of_change(line) and not _BEFORE.search(line):
        return None
    found = _CLOCK_OF_CHANGE.search(line)
    return None if found is None else found.start("clock")
