"""One name without what people add to it: degrees, roles, places, agencies, what kind of thing it is."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from broadsheet.metadata.written.around_names import EMAIL, LONGEST
from broadsheet.metadata.written.beside_names import without_kind
from broadsheet.metadata.written.controls import is_control
from broadsheet.metadata.written.east_asian import EAST_ASIAN, HAN
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.name_shapes import CJK_AFTER, PAIR, PARTICLES, may_be_name
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.metadata.written.people import are_names, may_name_somebody
from broadsheet.metadata.written.places import PLACES
from broadsheet.metadata.written.roles import ROLE_HEAD, field_of_role, is_role, without_role_tail
from broadsheet.metadata.written.tasks import bare_other_label, other_label

__all__ = ["HANDLE", "plain_name", "without_additions", "without_kind_or_role"]

_MOST_WORDS: Final = 6
_EDGES: Final = ' \t\n\r,;:|।-–—•·*"“”„«»★☆\u00a0\u200b'
"""What stands before and after a name and is no part of it."""
_TOOK_PICTURES: Final = ("摄", "攝", "摄影", "攝影", "撮影")
"""What stands in Chinese and Japanese behind the name of who took a picture."""
_CJK_BEFORE: Final = re.compile(
    r"^(?:(?:編集委員|論説委員|編集長|特派員|副編集長|기자|특파원)\s+|編譯(?=.{2,4}$))(?=\S)"
)
_REPORT: Final = re.compile(f"[{HAN}]{{2,6}}(?:報導|报道|報道)")
"""Where a Chinese report is from, as it stands behind the name: ``台北報導``."""
_PLACE_TAIL: Final = re.compile(
    r"\s*,?\s+(?:in|IN(?=\s+[^\W\d_]+[a-zß-ÿ])|aus|à|en|a|i|w|из|в|für|[Ff]or|of|at|pour|para|per|voor|för|dla|"
    r"de\s+notre|via|with|reports?|writes|"
    r"reporting|nach)\s+(?=[^\W\d_a-zà-ÿ]|(?:the|der|die|das)\b|(?:il|la|le|lo|el|het)\s[^\W\d_a-zà-ÿ]).*$"
)
_PLACE: Final = re.compile(r"(?:in|à|en|do|em|desde|aus|из)\s+[^\W\d_a-zà-ÿ]")
"""How a place begins that stands between marks behind a name."""
_PLACE_AND_AGENCY: Final = re.compile(
    r"\s*[/|–—-]\s*(?:(?-i:[^\W\d_a-zà-ÿ])[\w'’.-]+(?:\s(?-i:[^\W\d_a-zà-ÿ])[\w'’.-]+)?)\s*,?\s*\((?P<agency>[^\W\d_]{2,12})\)\s*$"
)
"""The place behind a name, and the agency in brackets behind that, as Turkish agencies sign."""
_PAPER_TAIL: Final = re.compile(r"\s+(?:special\s+(?:to|for)\s.*|for\s+[\w.-]+\.\w{2,3})$", re.IGNORECASE)
"""The paper that somebody wrote for, behind the name."""
_BEHIND: Final = re.compile(
    r"\s+(?:(?i:contact|updated|published|posted|share|(?:view\s+|read\s+(?:full\s+)?|author\s+)?(?:profile|bio)|verified(?:\s+author)?|comments|"
    r"(?:twitter|facebook|instagram|linkedin|threads|bluesky|rss|website|tel|phone|telefon|tél)(?:\W.*)?|"
    r"(?:see|view|read)\s+(?:all|more)(?:\s.*)?|more\s+(?:content|posts|stories|articles|from|by)\s.*)|\d{1,4}|(?<![Aa]nd\s)(?<!AND\s)(?<!['’]s\s)(?:The|THE)\s+[^\W\d_a-zà-ÿ].*)$|"
    r"(?<=[^\W\d_]{4})\.\s+[^\W\d_a-zà-ÿ][^\W\d_]+$"
)
"""What stands behind names without a mark: buttons, a count, the paper; and a place behind a full stop."""
_BEFORE_TAIL: Final = re.compile(r"[,–—|/(]")
_IS: Final = re.compile(r"\s+(?:is|ist|est|es|è)$")
_DANGLING: Final = frozenset("with and mit und sowie avec et con y com e och og en ja plus + & AND WITH".split())
"""What is left behind a name where others than names followed: ``and 2 others``."""
_GENITIVE: Final = re.compile(r"['’]s$")
_INITIAL: Final = re.compile(r"\b(?:[Jj]r|[Ss]r|[Jj]un|[Ss]en|ml|st|[^\W\d_a-zà-öø-ÿа-яё])\.$")
"""The end of a name with a full stop: an initial, or what tells a son from his father."""
HANDLE: Final = re.compile(r"(?:\btwitter:?\s*)?(?<!\w)@\w+|\bfollow\b.*$|\bseguir\b.*$", re.IGNORECASE)
_PLACE_IN_BRACKETS: Final = re.compile(
    r"\s+\((?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:[ -](?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+)?\)\s*$"
)
"""One or two words in brackets at the end, written large."""
_FOR: Final = re.compile(
    r"^(?:(?i:special\s+(?:to|for)|for)\s+(?i:the\s+)?|"
    r"(?:für|pour|para|per|voor|för|dla)\s+(?:(?:die|das|den|les?|la|[oa]s?|el|il|lo|de|het)\s+|l['’])?)(?=[^\W\d_a-zà-ÿ])"
)
"""What stands before the paper that somebody wrote for."""
_AND: Final = re.compile(r"^(?:[Aa]nd|und|et|y|och|og|&)\s+(?=[^\W\d_a-zà-ÿ])")
"""What is left before the last name of a list."""
_BEFORE_AGENCY: Final = re.compile(
    r"^(?:(?:with|avec|mit|con|com|from|med|met|cu|z|s|с|з)\s+)?(?:the\s+|l['’])?(?=(?P<agency>[^\W\d_]+)$)",
    re.IGNORECASE,
)
"""What is left before an agency that is named with somebody: ``avec l'AFP``, ``com Lusa``."""
_REPORTS: Final = re.compile(r"^(?:aus|in|from)\s+[^\W\d_]+\s+(?:berichtet|berichten|reports?)\s+", re.IGNORECASE)
_TELLS: Final = (" reports", " writes", " berichtet", " rapporte", " informa", " riferisce")
"""Verbs behind the name of who wrote."""
_CONTRIBUTED: Final = re.compile(
    r"\bcontributed\b|\b(?:ha|han|a|ont)\s+(?:contribu(?:ido|é)|colaborado|collaboré)\b|^(?:colaborou|colaboraram|colabora|collabora)\s",
    re.IGNORECASE,
)
"""What is said of those who only contributed."""
_IN_CONTRIBUTED: Final = ("ontrib", "olabor", "ollabor")
"""One of these is in all that it finds, but in capitals."""
_LEADING_ON: Final = frozenset("to of for the für von der pour de du la le para per con di".split())
"""Words that no name ends with."""
_AGENCY_TAIL: Final = re.compile(
    r"\s+(?:(?:[Ff]or|für|pour|para|per|[Ww]ith|avec|mit|con|com)\s+)?(?:[Tt]he\s+|l['’])?"
    r"(?:BBC(?: News| Sport)?|(?:Sky|ITV|CBS|NBC|ABC|Fox) News|Associated Press|"
    r"Canadian Press|"
    r"Press Association|PA Media|Reuters|AFP|dpa|DPA|APA|ANSA|EFE|Bloomberg(?: News)?|"
    r"Tribune News Service|Staff(?: Writer| Reporter)?|Thomson Reuters(?: Foundation)?|"
    r"USA TODAY(?: Sports)?|CNN(?: Business)?|NPR|"
    r"(?:[A-Z]\w+ )?News Service|(?:Statehouse|Capitol|Capital|Washington) Bureau|"
    r"Agence France-Presse|Europa Press|Press Trust of India|PTI|ANI|AAP|UPI|TASS|Xinhua)$"
)
"""Agencies that stand behind a name with nothing between."""
_AGENCY_ENDS: Final = (
    "Press", "Association", "Media", "Reuters", "Foundation", "AFP", "dpa", "DPA", "APA", "ANSA", "EFE", "Bloomberg",
    "News", "Service", "Staff", "Writer", "Reporter", "TODAY", "Sports", "CNN", "Business", "NPR", "France-Presse",
    "India", "PTI", "ANI", "AAP", "UPI", "TASS", "Xinhua", "BBC", "Sport", "Bureau",
)  # fmt: skip
"""How what that finds ends."""
_IN_NO_NAME: Final = re.compile(r"[@#<>{}=©®%$€*?？。：︰「」『』《》:\d](?:(?<![:\d])|(?<=:)(?:\s|$)|(?<=\d)\d\d)")
"""What is in no name."""
_NOT_A_NAME: Final = re.compile(
    r"^\d+\s?(?:小?[時时]|分[鐘钟]|天|日|시간|분|일)\s?[前전]$|^(?:fot|foto|phot|nuotr)\.\s|(?-i:^[A-Z]+_[A-Z]+$)|"
    r"^(?:zitat von|originally posted by|quote from)\b|^previous|^next(?:\b|tutorial)|^former\s|"
    r"^(?:(?:de|d[ae]l|dalla|van|von).{1,2})?(?:notre|nuestr[oa]|noss[oa]|nostr[oa]|onze|unsere[mnr]?)\s|"
    r"^(?:page|post|site|article|author)\.\w+\.|^(?:\w+\s+)?by$|^(?:i['’]m|i\s+am|ich\s+bin|je\s+suis)\s|^(?:hi|hello|hey)$|"
    r"^(?:updated|narrated|illustrated|translated)\s+by\s|"
    r".*\s(?:में|हैं|है|थे|थी|था|पर|के\s+बारे\s+में)$|"
    r"^(?:last updated?|super ?user|bildquelle|giriş tarihi|"
    r"(?:web|wp|site)[ _-]?admin|root|test|demo|ca|circa|admin|administrator|editor|editors|author|authors|"
    r"none|null|undefined|n/?a|unknown|guest|user|on|at|under|an[oó]nimo|anônimo|anonyme|anonym|anonimo|аноним|"
    r"webmaster|posted|share|comment\w*|read more|more|view|all|profile|biography|bio|contact|email|e-mail|"
    r"twitter|facebook|"
    r"follow|subscribe|print|photo|photos|getty images|source|quelle|tags?|updated|published|anonymous|default|name|by|"
    r"von|par|por|text|foto|bild|video|reply|log ?in|home|news|article|post|posts|and|und|et|"
    r"other|others|see all|author archive|image|images|veröffentlicht|publiziert|"
    r"publicado|publié|artikel|beitrag|auteur|autor\w*|"
    r"team|vor|hace|il y a|ago|settings|my settings|sign up|sign in|privacy policy|teilen|merken|drucken|nachrichten|"
    r"letters? to the editors?|leserbriefe?|courrier des lecteurs|"
    r"actualités|noticias|notizie|nyheter|wiadomości|новости|前一篇|下一篇|"
    r"公開日?|更新日?|掲載日?|投稿日|配信|(?:انتهای|پایان) پیام)$|"
    r"(?-i:^(?:themes?|thèmes?|topics?|subjects?|sujets?|temas?|tema|assuntos?|argomento|onderwerp|dates?|fecha|datum|data|"
    r"regions?|régions?|región|regiões|country|countries|pays|país|categor(?:y|ies)|catégories?|categor[ií]as?|titles?|"
    r"titres?|título|type|genre|section|place|popularity|relevance|departments?|rubriques?)$)",
    re.IGNORECASE,
)
"""What is none, and by what lists are sorted (``By topic``)."""
_ACCOUNT: Final = re.compile(
    r"(?:editor|author|autor|auteur|user|usuario|admin|guest|writer|reporter|redaktion|redaktor|redakteur|member|staff|test|dev)"
    r"[_.-]?\d{1,5}|[a-z\d]+[_-]admin\d*|admin[_-][a-z\d]+",
    re.IGNORECASE,
)
"""An account that is one of many, or a site's: ``editor1``, ``courier_admin``."""
_NOBODY: Final = frozenset(
    name.strip()
    for name in (
        # Accounts, feeds and programs
        "rss, rss feed, feed, newsfeed, news feed, autopost, auto post, auto-post, "
        "autoposter, wordpress, wordpress.com, "
        "importer, feed importer, rss importer, content importer, developer, default author, default user, api user, "
        "superadmin, super admin, sysadmin, system, moderator, no author, no byline, no name, unknown author, "
        "not specified, "
        "administrador, administradora, administrateur, amministratore, administratör, administrátor, beheerder, "
        "yönetici, quản trị viên, администратор, админ, адміністратор, адмін, модератор, пользователь, διαχειριστής, "
        "מנהל האתר, אדמין, مدير الموقع, مدير, مدیر سایت, مدیر, ادمین, الإدارة, "
        "إدارة الموقع, ایڈمن, एडमिन, अ‍ॅडमिन, प्रशासक, "
        "অ্যাডমিন, এডমিন, แอดมิน, ผู้ดูแลระบบ, 管理员, 管理員, 管理人, 管理者, 運営者, 站长, 站長, 관리자, "
        "최고관리자, 운영자, "
        # Guests, and those who are not named
        "gast, gastautor, invitado, invitada, convidado, invité, ospite, gość, misafir, "
        "гость, гість, 佚名, 匿名, 未知, "
        "不详, 核稿編輯, 網友, 网友, 名無し, 익명, מערכת האתר, مجهول, "
        # Those who edit, and nobody by name
        "editör, redator, redatora, redattore, redattrice, redactor, redactora, rédacteur, redaktor, redaktör, "
        "biên tập viên, phóng viên, المحرر, محرر, ผู้สื่อข่าว, संवाददाता, 小编, 小編, 編集者, 편집자, 기자, "
        # Where a text is from
        "用户中心, 會員登入, "
        "会员登录, 会员登陆, 注册会员, 登录, 注册, 本站, 网络, 網絡, 網路, 互联网, 原创, 原創, 转载, 轉載, "
        # What is sent in, and what is paid for
        "press release, press releases, pressemitteilung, pressemitteilungen, presseinformation, presseinfo, "
        "communiqué, communiqué de presse, comunicato stampa, comunicati stampa, comunicado de prensa, "
        "comunicado de imprensa, nota de prensa, persbericht, pressmeddelande, pressemeddelelse, pressemelding, "
        "lehdistötiedote, tisková zpráva, informacja prasowa, basın bülteni, пресс-релиз, прес-реліз, 보도자료, "
        "プレスリリース, sponsored content, sponsored post, branded content, "
        "conteúdo patrocinado, contenido patrocinado, "
        "contenu sponsorisé, contenuto sponsorizzato, anzeige, advertentie, annons, reklama"
    ).split(",")
)
"""Accounts of publishing systems and words for nobody, in small letters."""


def without_place_behind(name: str) -> str:
    """A name without the city behind it: one of several words that is known, or one word behind a name in capitals,
    unless that may be a family name with a particle, before a first name.

    >>> without_place_behind("Ana Silva São Paulo"), without_place_behind("ANA SILVA Lisboa")
    ('Ana Silva', 'ANA SILVA')
    >>> without_place_behind("Ana Maria Silva"), without_place_behind("LE GALL Anne")
    ('Ana Maria Silva', 'LE GALL Anne')
    """
    words = name.split()
    ends = [at for at in range(PAIR, len(words) - 1) if " ".join(words[at:]).casefold() in PLACES]
    before = words[:-1]
    if len(before) >= PAIR and words[-1].istitle() and are_names(before[0]) and before[0].casefold() not in PARTICLES:
        ends += [len(before)] if all(word.isupper() and len(word) > PAIR for word in before) else []
    return " ".join(words[: ends[0]]) if ends else name


@lru_cache(maxsize=1024)
def plain_name(text: str) -> str | None:
    """One name without what is said of who has it, or None where it is no name.

    >>> plain_name("Senior Reporter Ada Lovelace")
    'Ada Lovelace'
    >>> plain_name("Political Editor") is None
    True
    """
    name = text.strip(_EDGES)
    if (
        (any(map(name.__contains__, _IN_CONTRIBUTED)) and _CONTRIBUTED.search(name))
        or other_label(name)
        or _FOR.match(name)
        or _PLACE.match(name)
        or bare_other_label(name)
    ):
        return None
    name = _REPORTS.sub("", without_introduction(_without_before_agency(_AND.sub("", name))))
    if not name.isascii() and EAST_ASIAN.search(name) is not None:
        if name.endswith(_TOOK_PICTURES) or _REPORT.fullmatch(name):
            return None
        name = _CJK_BEFORE.sub("", CJK_AFTER.sub("", name))
    if is_role(name) or name.casefold() in _NOBODY:
        return None
    if name.endswith((" Feed", " feed")) and name.count(" ") <= PAIR:
        return None
    if " " not in name and _ACCOUNT.fullmatch(name) is not None:
        return None
    if (field := field_of_role(name)) and not may_name_somebody(field, "en"):
        return None
    whole = name
    if (shorter := ROLE_HEAD.sub("", name)) != name and len(shorter.split()) > 1:
        name = shorter
    shorter = _PLACE_TAIL.sub("", name := _PAPER_TAIL.sub("", name))
    if shorter.endswith(_TELLS) and may_be_name(told := shorter.rpartition(" ")[0]) and not is_organisation(told):
        shorter = told
    name = _IS.sub("", shorter if " " in shorter or not is_organisation(shorter) else name)
    while (last := name.rpartition(" "))[2] in _DANGLING and last[0]:
        name = last[0].rstrip(_EDGES)
    if " " in name:
        name = _shorter(name, _BEHIND.sub("", name))
        if name.endswith(_AGENCY_ENDS):
            name = _shorter(name, _AGENCY_TAIL.sub("", name))
        # Two words are left of it.
        if name.count(" ") > 1 or _BEFORE_TAIL.search(name):
            name = _shorter(name, without_role_tail(name))
            name = _shorter(name, without_place_behind(name))
    name = _GENITIVE.sub("", name.strip(_EDGES))
    name = name if _INITIAL.search(name) else name.rstrip(".")
    if not 2 <= len(name) <= LONGEST or _is_of_too_many(name.split()):
        return None
    if _IN_NO_NAME.search(name) or _NOT_A_NAME.match(name) or not any(map(str.isalpha, name)) or is_control(name):
        return None
    if name != whole and is_role(name):
        return None
    return name


def _without_before_agency(name: str) -> str:
    """An agency without what stands before it, where it is named with somebody; another name as it is."""
    found = _BEFORE_AGENCY.match(name)
    if found is None:
        return name
    agency = found["agency"]
    is_one = agency.casefold() in AGENCIES or (agency.isupper() and len(agency) > PAIR)
    return agency if is_one else name


def _is_of_too_many(words: list[str]) -> bool:
    """Whether words are more than a name has, which has more of them with several particles: ``Ruiz de la Torre``."""
    if len(words) <= _MOST_WORDS:
        return False
    proper = [word for word in words if word.casefold() not in PARTICLES]
    return len(proper) >= _MOST_WORDS or not all(word[0].isupper() for word in proper)


def _shorter(name: str, shorter: str) -> str:
    """A name without its tail, if what is left is a person's name."""
    words = shorter.split()
    # "Letters to the Editor" has no role at its end.
    return shorter if len(words) > 1 and words[-1] not in _LEADING_ON and not is_organisation(shorter) else name


def without_additions(text: str) -> str:
    """A line without addresses for mail, handles, and a word or two in brackets at its end: the place, the paper.

    >>> without_additions("Ada Lovelace (Reuters) @ada"), without_additions("Ada Lovelace (2)")
    ('Ada Lovelace', 'Ada Lovelace (2)')
    """
    shorter = HANDLE.sub(" ", EMAIL.sub(" ", text)) if "@" in text else text
    if shorter.rstrip().endswith(")"):
        found = _PLACE_AND_AGENCY.search(shorter)
        if found is not None and is_organisation(found["agency"]):
            return shorter[: found.start()].strip() or text
        shorter = _PLACE_IN_BRACKETS.sub("", shorter)
    return shorter.strip() or text


def without_kind_or_role(text: str) -> str:
    """A line without the kind of text before a whole name, and the role behind it.

    >>> without_kind_or_role("Opinion | Ada Lovelace"), without_kind_or_role("Anna Müller Redakteurin Politik")
    ('Ada Lovelace', 'Anna Müller')
    """
    text = without_kind(text)
    may_have_role = text.count(" ") > 1 and (not text.isascii() or are_names(text.partition(" ")[0]))
    return _shorter(text, without_role_tail(text)) if may_have_role else text
