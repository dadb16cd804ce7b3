"""What is written beside dates: that something was published then, or changed.

It works on strings, and must not know pages.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["clock_of_change", "says_changed", "says_published", "speaks_of"]

_OF_CHANGE: Final = (
    r"updat|aktualis|geändert|mis à jour|màj|actualiz|atualiz|aggiorn|bijgewerkt|gewijzigd|uppdater|oppdater|opdater|"
    r"päivit|frissít|güncel|обновл|изменен|ενημ|更新|수정"
)
_UPDATED: Final = re.compile(rf"{_OF_CHANGE}|modif|stand:|édité|zaktualiz|aktualiz|revis|edited|last", re.IGNORECASE)
_SAYS_UPDATED: Final = re.compile(rf"{_OF_CHANGE}|modifi|(?:^|[^\w\s]\s*)stand:?\s*$", re.IGNORECASE)
"""What is said of a date of change, and of no other."""
_CLOCK_OF_CHANGE: Final = re.compile(
    rf"(?<=\d)\D*\b(?:{_OF_CHANGE}|modifi)\D{{0,20}}(?P<clock>\d\d?\s?(?:[:.h]\s?[0-5]\d(?![\d.]|\s?[./-])|[ap]\.?m\b))",
    re.IGNORECASE,
)
"""A word of change with a time behind it, both behind a date."""
_WORDS_OF_CHANGE: Final = tuple(
    "aktualiz|ažurir|uuenda|atnaujin|atjaunin|posodob|endret|ændret|muokat|zmienion|upraven|módosít|оновл|обнав|актуал|"
    "ажур|последна промяна|cập nhật|diperbarui|diperbaharui|pembaruan|kemas kini|imesasishwa|güncell|yenilən|жаңарт|"
    "yangilan|թարմաց|განახლ|עודכן|עדכון אחרון|تحديث|تعديل|به‌روز|بروزرسانی|به روز رسانی|ویرایش|اپ ڈیٹ|تجدید|अपडेट|"
    "अद्यतन|संशोधित|আপডেট|হালনাগাদ|புதுப்பி|అప్డేట్|అప్‌డేట్|ಅಪ್‌ಡೇಟ್|അപ്‌ഡേറ്റ്|અપડેટ|ਅੱਪਡੇਟ|อัปเดต|อัพเดต|"
    "përditësu|uppfær|diweddarw|eguneratu|nuashonra|aġġornat|अद्यावधिक|යාවත්කාලීන|បច្ចុប្បន្នភាព|ອັບເດດ|"
    "ปรับปรุง|แก้ไข|最終改|更正|修订|修訂|업데이트".split("|")
)
"""Likewise, in small letters."""
_POSTED: Final = re.compile(
    r"publi|post|veröff|erschienen|erstellt|datum|am \d|gepubl|geplaatst|inserito|pubbl|opubl|dodan|megj|yayın|опубл|"
    r"δημοσ|ανάρτ|投稿|公開|发布|發布|時間|时间|등록|입력|created|issued|written|first|creat|origin|objav|објав|жариялан|"
    r"avaldat|paskelbt|birt\b|cyhoeddw|foilsi|argitarat|imechapish|inilathala|diterbit|հրապարակ|გამოქვეყნ|प्रकाशित|પ્રકાશિત|"
    r"ಪ್ರಕಟ|പ്രസിദ്ധീകരിച്ച|خپور|نشر|انتشار|פורסם|شائع|প্রকাশ",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def speaks_of(near: str) -> tuple[bool, bool]:
    """Whether words beside a date say that it is one of a change, and one of publication."""
    return _UPDATED.search(near) is not None, says_published(near)


def says_published(near: str) -> bool:
    """Whether words beside a date say that it is one of publication."""
    return _POSTED.search(near) is not None


def says_changed(text: str) -> bool:
    """Whether something is said to be of a change."""
    small = text.lower()
    return _SAYS_UPDATED.search(text) is not None or any(word in small for word in _WORDS_OF_CHANGE)


def clock_of_change(line: str) -> int | None:
    """Where the time of a change begins that stands in a line behind a date and a word for the change.

    >>> line = "12/09/2024 08:00. Actualizado a las 10:30"
    >>> line[clock_of_change(line):]
    '10:30'
    """
    found = _CLOCK_OF_CHANGE.search(line)
    return None if found is None else found.start("clock")
