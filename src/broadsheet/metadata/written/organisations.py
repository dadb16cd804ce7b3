"""Names of organisations and agencies, told by their words.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["AGENCIES", "is_organisation"]

_WORD: Final = re.compile(r"\w+")
AGENCIES: Final = frozenset(
    "reuters afp dpa ap apa sda ats ansa efe tass xinhua upi pap tt ntb ritzau epd kna lusa anp belga stt čtk tasr "
    "tanjug танјуг mti bns agerpres mediafax бта ukrinform укрінформ unian уніан тасс dha iha irna isna kuna wam "
    "bernama ttxvn kyodo jiji yonhap ians риа интерфакс 新华社 연합뉴스".split()
)
"""Agencies whose name is one word, in lower case."""
_ORGANISATION: Final = frozenset(
    "news newsroom press presse staff team desk editor editors editorial redaktion redakcja redazione redacción "
    "redacao redação rédaction redactie redaktionen agency agencies agentur agenturen agence agences agencia "
    "agencias agência agências agenzia agenzie "
    "media magazine "
    "journal times post herald tribune gazette daily online network tv radio channel inc ltd llc gmbh ag corp "
    "corporation company co group foundation institute university universität college school association society "
    "council committee department ministry center centre bureau service services bbc cnn ots sid bloomberg wire wires "
    "report reports community blog contributor contributors writers partner partners sponsored advertorial "
    "редакция агентство 通讯社 新聞 新闻 日报 時報 编辑部 編集部 社 通信 뉴스 "
    "studio studios shop store clinic hospital church club lab labs academy digest review world today guide "
    "international zeitung verlag verein verband stiftung ministerium "
    "polizei feuerwehr stadt gazeta portal wochenblatt anzeiger kurier".split()
).union(AGENCIES)
"""Words of organisations' names, in lower case."""
_DOMAIN: Final = re.compile(r"\.(?:com|de|org|net|at|ch|fr|pl|es|it|uk|ru)\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def is_organisation(name: str) -> bool:
    """Whether a name is an organisation's, by its words.

    >>> is_organisation("Deutsche Presse-Agentur"), is_organisation("Ada Lovelace")
    (True, False)
    """
    return not _ORGANISATION.isdisjoint(_WORD.findall(name.casefold())) or _DOMAIN.search(name) is not None
