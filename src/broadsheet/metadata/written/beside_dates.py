"""The words that stand beside dates in bylines: that something was published, changed, on what day, at what hour.

It works on one string, and must not know dates, nor names.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.metadata.written.clocks import PARTS_OF_DAY

__all__ = ["BESIDE_DATES", "stands_beside_dates"]

_WORD: Final = re.compile(
    r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963\u0970-\u0dff\u0e00-\u0eff\u1000-\u103f"
    r"\u1780-\u17d3\u200c\u200d])*"
)
"""A word with its marks, which are no letters to Python."""
BESIDE_DATES: Final = frozenset(
    _WORD.findall(
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
        "opublikowano aktualizacja dodano dnia zveřejněno aktualizováno dne опубликовано обновлено дата в мск г "
        "оновлено "
        "objavljeno ažurirano publikovano u ob kell avaldatud uuendatud publicēts atjaunināts plkst gada "
        "paskelbta atnaujinta m d val birt uppfært klukkan објавено објављено ажурирано во часот жарияланды жаңартылды "
        "publikuar më përditësuar dərc edilib yenilənib chop etildi yangilandi imechapishwa imesasishwa saa "
        "argitaratua eguneratua publicat actualitzat ás de cyhoeddwyd diweddarwyd foilsithe inilathala "
        "опубліковано публикувано közzétéve frissítve δημοσιεύτηκε δημοσίευση ενημέρωση yayınlanma güncelleme "
        "tarihi msk "
        # The day before, and this one
        "today yesterday heute gestern aujourd hui hier hoy ayer oggi ieri hoje ontem vandaag gisteren "
        # Asia
        "diperbarui dipublikasikan wib wita wit 日 月 年 发布 发表 发布时间 发布日期 时间 更新 公開 更新日 公開日 配信 "
        "掲載 作成 입력 수정 등록 기사입력 승인 발행 발행일 작성 작성일 송고 송고시간 게재 게시 "
        "jst kst เวลา น 時 分 点 點 "
        # Forms that change, and days of the week
        "güncellenme eklenme "
        "publiée modifié modifiée modificado modificada modificato giriş son yayın há dia dias hora horas "
        "minuto minutos "
        "atrás "
        "نشر نُشر تاريخ النشر آخر تحديث في الساعة بتوقيت ص م مساء صباحا "
        "الأحد الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت "
        "प्रकाशित प्रकाशन पर को अपडेट अपडेटेड पब्लिश बजे "
        # What is said of a day behind a name
        "publikováno vydáno zverejnené vydané megjelent megjelenés módosítva muokattu udgivelse opdatering "
        "publicerades publicerat päivitys ilmestynyt zmieniono data publikacji publicării publicației creat redactat "
        "ditayangkan diterbitkan terbit rilis tayang ngày đăng cập nhật lúc xuất bản "
        "δημοσιεύθηκε αναρτήθηκε ανάρτηση ενημερώθηκε последна актуализация актуализирано обновена публикация "
        "פורסם פורסמה עודכן עודכנה עדכון אחרון תאריך פרסום בתאריך ב בשעה "
        "منتشر شده انتشار تاریخ به‌روزرسانی در شائع اشاعت تاریخ "
        "প্রকাশ প্রকাশিত প্রকাশের আপডেট เผยแพร่ เผยแพร่เมื่อ วันที่ เมื่อ อัปเดต " + " ".join(PARTS_OF_DAY)
    )
)
"""Words that stand beside dates."""


def stands_beside_dates(text: str) -> bool:
    """Whether all words of a text are such as stand beside dates.

    >>> stands_beside_dates("Publié le"), stands_beside_dates("Ada Lovelace")
    (True, False)
    """
    return all(word.casefold() in BESIDE_DATES for word in _WORD.findall(text))
