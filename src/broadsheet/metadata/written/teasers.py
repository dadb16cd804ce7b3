"""What stands before the headlines of other articles between the paragraphs of one, in any language.

It works on one line, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["LONGEST", "arrow_of_teaser", "label_of_teaser"]

LONGEST: Final = 250
"""Characters of such a line."""
_LABEL: Final = re.compile(
    r"[\s>»›→▶►➤■◆●▼【［(（+•*–—-]*(?:"
    # Germanic
    r"(?:read|see|watch|listen)(?: also| more| next| now| too)|also (?:read|see)|more on this|more (?:from|on|about)\b|"
    r"on the net(?=\s*:?$)|don['’]t miss|"
    r"related(?: (?:article|stor|read|new|content|coverage|topic)\w*)?|recommended(?: reading| for you)?|"
    r"(?:most|trending) (?:read|now)|meistgelesen|les plus lus|(?:lo )?más leíd[oa]s?|i più letti|(?:as )?mais lidas|"
    r"самое читаемое|najczęściej czytane|mest läst|çok okunanlar|الأكثر قراءة|热门文章|アクセスランキング|많이 본 뉴스|"
    r"you (?:may|might) (?:also )?like|in case you missed it|"
    r"(?:lesen|hören|sehen) sie (?:auch(?: (?:die folgenden|diese) (?:artikel|beiträge))?|mehr|dazu|hier(?:zu)?)|"
    r"lies(?: auch| mehr| dazu)|mehr (?:zum thema|dazu|lesen|(?:zu[mr]?|über|von)(?=\s))|"
    r"auch interessant|das könnte sie auch interessieren|passend dazu|zum thema|lesetipps?|"
    r"lees (?:ook|meer|verder)|bekijk ook|läs (?:också|även|mer)|læs (?:også|mere)|les (?:også|mer)|"
    r"lestu (?:einnig|meira)|"
    # Romance
    r"(?:à )?lire (?:aussi|également|la suite)(?: sur \S+)?|à lire|(?:à )?voir aussi|sur le même sujet|"
    r"vous aimerez (?:aussi|également)|"
    r"le(?:e|é|a|er|ed) (?:también|más)|te puede(?:n)? interesar|también te puede interesar|"
    r"(?:mir[aá]|vea|ver) también|te recomendamos|le puede interesar|más información|no te pierdas|"
    r"también puede leer|nota relacionada|"
    r"leia (?:mais|também)|veja (?:mais|também)|saiba mais|ler também|"
    r"legg(?:i|ete) anche|potrebbe interessarti|guarda anche|per approfondire|"
    r"cite[șş]te (?:și|şi|mai mult)|vezi (?:și|şi)|llegiu també|llegeix també|"
    # Slavic, Baltic, Finnic, Hungarian, Turkish, Greek, Albanian
    r"(?:czytaj|zobacz|przeczytaj|sprawdź) (?:więcej|też|także|również)|dowiedz się więcej|"
    r"(?:čtěte|čítajte|přečtěte si) (?:také|též|aj|i|tiež)|"
    r"(?:čitaj|pročitaj|čitajte|pročitajte) (?:još|i|više)|preberite (?:še|tudi)|"
    r"читайте (?:также|ще|також|ещё|еще)|читать далее|смотрите также|"
    r"(?:(?:ссылки|новости|материалы|статьи) )?по теме|прочетете още|вижте още|"
    r"прочитајте (?:и|још)|лексете|skaityk(?:ite)? (?:taip pat|daugiau)|lasi (?:arī|vēl)|loe (?:ka|veel|lisaks)|"
    r"lue (?:myös|lisää)|katso myös|olvass?a?(?:d|sa)? (?:el )?(?:ezt is|még)|ez is érdekelheti|"
    r"(?:bunu da|şunu da) oku(?:yun)?|ayrıca oku(?:yun)?|[iİ]lg[iİ]l[iİ] haber\w*|diğer haberler|"
    r"(?:bunlar da )?ilginizi çekebilir|"
    r"διαβάστε (?:επίσης|ακόμη|περισσότερα|και)|δείτε (?:επίσης|ακόμη)|lexo(?:ni)? (?:edhe|më shumë)|"
    # Asia
    r"اقرأ أيضا?ً?|إقرأ أيضا?ً?|شاهد أيضا?ً?|بیشتر بخوانید|همچنین بخوانید|یہ بھی پڑھیں|קראו (?:גם|עוד)|ראו גם|"
    r"(?:यह|ये) भी पढ़ें|हे(?:ही)? वाचा|আরও পড়ুন|আরো পড়ুন|மேலும் (?:படிக்க|வாசிக்க)|"
    r"(?:ఇది|ఇవి) కూడా చదవండి|(?:ఇదీ|ఇవీ) చదవండి|ಇದನ್ನೂ ಓದಿ|ഇതും വായിക്കുക|"
    r"ਇਹ ਵੀ ਪੜ੍ਹੋ|यो पनि पढ्नुहोस्|තවත් කියවන්න|අදාළ පුවත්|مزید پڑھیں|អានបន្ថែម|អត្ថបទពាក់ព័ន្ធ|ဆက်လက်ဖတ်(?:ရှု)?ရန်|ဆက်စပ်သတင်း(?:များ)?|"
    r"ተጨማሪ ያንብቡ|կարդա(?:ցե)?ք նաև|կարդալ նաև|կարդացեք նաեւ|(?:წაიკითხეთ|ნახეთ) (?:აგრეთვე|ასევე)|ასევე წაიკითხეთ|"
    r"həmçinin oxuyun|тағы оқыңыз|оқи отырыңыз|shuningdek,? o['ʻ‘’]qing|soma (?:pia|zaidi)|basahin (?:din|rin)|"
    r"આ પણ વાંચો|อ่าน(?:ข่าว)?(?:เพิ่มเติม|ต่อ|ข่าว)|baca (?:juga|selengkapnya)|lihat juga|xem thêm|đọc thêm|"
    # One word, which is a label where a mark is behind it.
    r"(?:more|read|watch|see|lea|lee|leé|leer|mira|mire|mirá|vea|ver|leia|veja|lire|voir|leggi|lies|lees|læs|läs|les|"
    r"czytaj|zobacz|читайте|читать|смотрите|también|sigue leyendo|relacionado|relacionada)(?=\s*[:：|])|"
    r"関連記事|関連リンク|あわせて読みたい|続きを読む|相关阅读|相關(?:新聞|閱讀|報導)|延伸閱讀|延伸阅读|更多(?:阅读|新聞|报道)|관련\s?기사|함께\s?읽기"
    r")(?!\w)\s*(?P<mark>[:：|»›>】］–—-]*)\s*",
    re.IGNORECASE,
)


_ARROW: Final = re.compile(r"\s*(?:[→►▶➤➔➜⇒☛]\ufe0f?|>>+|\+\+\++)\s*")
"""What points at another article, at the beginning of a line that leads to it."""


def label_of_teaser(line: str) -> int:
    """How many characters of a line are the label that heads another article; 0 where it begins with none, or goes on
    as a sentence does.

    >>> label_of_teaser("Read also: Bridge agreed"), label_of_teaser("Lies auch"), label_of_teaser("Read it")
    (11, 9, 0)
    >>> label_of_teaser("Read more about the bridge."), label_of_teaser("MORE: Bridge agreed")
    (0, 6)
    """
    found = _LABEL.match(line) if len(line) <= LONGEST else None
    if found is None or (not found["mark"] and line.rstrip().endswith((".", "。"))):
        return 0
    return found.end()


def arrow_of_teaser(line: str) -> int:
    """How many characters of a line are an arrow at its beginning.

    >>> arrow_of_teaser("➤ Bridge agreed"), arrow_of_teaser("Bridge agreed")
    (2, 0)
    """
    found = _ARROW.match(line) if len(line) <= LONGEST else None
    return found.end() if found is not None else 0
