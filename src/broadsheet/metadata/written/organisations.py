"""Names of organisations and agencies, told by their words.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["AGENCIES", "PRESS", "is_organisation", "may_be_family_name"]

_WORD: Final = re.compile(r"\w+")
AGENCIES: Final = frozenset(
    "reuters afp dpa ap apa sda ats ansa efe tass xinhua upi pap tt ntb ritzau epd kna lusa anp belga stt čtk tasr "
    "tanjug танјуг mti bns agerpres mediafax бта ukrinform укрінформ unian уніан тасс dha iha irna isna kuna wam "
    "bernama ttxvn kyodo jiji yonhap ians риа интерфакс 新华社 연합뉴스 뉴시스 pti tnn ani aap npr prnewswire newswire "
    "businesswire globenewswire adnkronos askanews folhapress franceinfo europapress servimedia notimex télam απε μπε "
    "رويترز الأناضول ایسنا ایرنا".split()
)
"""Agencies whose name is one word, in lower case."""
PRESS: Final = frozenset(
    name.strip()
    for name in (
        "associated press, the associated press, press association, canadian press, the canadian press, newsroom, "
        "news desk, web desk, online desk, europa press, redacción, redação, redazione, la rédaction, rédaction, "
        "redaktion, redactie, redakcja, redakce, redaktionen, haber merkezi, anadolu ajansı, редакция, редакція, "
        "риа новости, وكالات, 中央社, 共同通信, 時事通信"
    ).split(",")
)
"""Agencies and newsrooms whose names are words, in lower case."""
_ABBREVIATIONS: Final = frozenset(
    "ap apa sda ats ansa efe tass upi pap tt lusa belga mti bns iha irna isna kuna wam ians риа sid ots "
    "pti tnn ani aap npr απε μπε".split()
)
"""Agencies that stand in capitals, all small, or alone: people are called so as well (``Efe Demir``)."""
_ORGANISATION: Final = frozenset(
    "news newsroom press presse staff team desk editor editors editorial redaktion redakcja redazione redacción "
    "redacao redação rédaction redactie redaktionen agency agencies agentur agenturen agence agences agencia "
    "agencias agência agências agenzia agenzie "
    "media magazine "
    "journal times post herald tribune gazette daily online network tv radio channel inc ltd llc gmbh ag corp "
    "corporation company co group foundation institute university universität college school association society "
    "council committee department ministry center centre bureau service services bbc cnn bloomberg wire wires "
    "report reports community blog contributor contributors writers partner partners sponsored advertorial "
    "редакция агентство 通讯社 新聞 新闻 日报 時報 编辑部 編集部 社 通信 뉴스 "
    "studio studios shop store clinic hospital church club lab labs academy digest review world today guide "
    "international zeitung verlag verein verband stiftung ministerium "
    "polizei feuerwehr stadt gazeta portal wochenblatt anzeiger kurier "
    # Those who put papers together, in other languages
    "toimitus redaksjonen redaksjon ritstjórn toimetus redakce redakcia redakcija redakcije uredništvo szerkesztőség "
    "redacția redacţia redactia редакції редакція рэдакцыя redaksi merkezi servisi συντακτική מערכת التحرير تحریریه "
    "ajansı ouest estadão gazetesi haberleri postası telegraaf وكالة وكالات صحيفة قناة خبرگزاری نیوز "
    "编辑室 編輯部 本报 本報".split()
).union(AGENCIES - _ABBREVIATIONS)
"""Words of organisations' names, in lower case."""
_WITHIN: Final = re.compile(
    r"(?:通信|新聞|新闻|日报|日報|时报|時報|晚报|晚報|通讯|通訊)社?$|(?:新华|人民|中新|央视)[网社]|新闻网$|新聞網$|"
    r"[가-힣]{2}(?:일보|신문|방송|뉴스)$|নিজস্ব\s+(?:প্রতিবেদক|প্রতিনিধি|সংবাদদাতা)|স্টাফ\s+রিপোর্টার|जागरण|निज\s+संवाददाता|"
    r"뉴스팀|취재팀|편집팀|편집국|กองบรรณาธิการ|ทีมข่าว|ban biên tập|编辑部|編輯部|編集部|डेस्क|संपादकीय|ডেস্ক|एजेंसी|ڈیسک|"
    r"中央社|綜合報導|本报讯|편집부|أ ف ب",
    re.IGNORECASE,
)
"""The same in phrases, and in scripts that do not part words or have marks in them."""
_FAMILY_NAMES: Final = frozenset("church club co guide post stadt".split())
"""Words of organisations that are family names as well."""
_DOMAIN: Final = re.compile(r"\.(?:com|de|org|net|at|ch|fr|pl|es|it|uk|ru)\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def is_organisation(name: str) -> bool:
    """Whether a name is an organisation's, by its words.

    >>> is_organisation("Deutsche Presse-Agentur"), is_organisation("Ada Lovelace")
    (True, False)
    >>> is_organisation("EFE Madrid"), is_organisation("Efe"), is_organisation("Efe Demir")
    (True, True, False)
    """
    words = _WORD.findall(_small(name))
    if not _ORGANISATION.isdisjoint(words) or _DOMAIN.search(name) is not None:
        return True
    if words and words[-1].endswith("redaktion"):  # Lokalredaktion
        return True
    if not _ABBREVIATIONS.isdisjoint(words) and _is_abbreviated(name):
        return True
    return not name.isascii() and _WITHIN.search(name) is not None


def _small(text: str) -> str:
    """A text in small letters; that of Turkish which is two of them is one."""
    return text.replace("İ", "I").casefold()


def _is_abbreviated(name: str) -> bool:
    """Whether one of the words of a name is the abbreviation of an agency, as it is written."""
    words = _WORD.findall(name)
    found = [word for word in words if _small(word) in _ABBREVIATIONS]
    return len(found) == len(words) or (not name.isupper() and not all(map(str.istitle, found)))


def may_be_family_name(name: str) -> bool:
    """Whether what is stated as a person's is a first name with a family name that is a word of organisations too.

    >>> may_be_family_name("Charlotte Church"), may_be_family_name("The Post"), may_be_family_name("Web Desk")
    (True, False, False)
    """
    first, _, last = name.partition(" ")
    is_pair = first.istitle() and first.isalpha() and last.istitle() and first != "The"
    return is_pair and last.casefold() in _FAMILY_NAMES and not is_organisation(first)
