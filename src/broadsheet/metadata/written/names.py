"""Bylines -> names: what stands before, between and behind them is cut, in two dozen languages.

It works on one string, and must not know pages. Introductions, roles and organisations have modules of their own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache
from itertools import dropwhile, takewhile
from typing import Final

from broadsheet.metadata.written.beside_dates import stands_beside_dates
from broadsheet.metadata.written.beside_names import once, without_button, without_kind
from broadsheet.metadata.written.controls import is_control
from broadsheet.metadata.written.east_asian import EAST_ASIAN, HAN, HANGUL, has_family_name
from broadsheet.metadata.written.first_words import keep_dots, keep_first_words, keep_names, kept, without_joiners
from broadsheet.metadata.written.introductions import without_introduction
from broadsheet.metadata.written.letters import in_small
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.metadata.written.people import are_names, may_name_somebody
from broadsheet.metadata.written.places import PLACES
from broadsheet.metadata.written.roles import ROLE_HEAD, field_of_role, is_role, without_role_tail, without_roles
from broadsheet.metadata.written.tasks import bare_other_label, label_of_writers, of_writers, other_label
from broadsheet.page.characters import is_small

__all__ = [
    "BETWEEN",
    "PARTICLES",
    "is_credit",
    "looks_like_name",
    "may_be_name",
    "plain_name",
    "plainly_introduced",
    "signed_by",
    "split_names",
    "to_weekday",
    "without_additions",
    "without_inner_particles",
    "without_kind_or_role",
    "without_open_label",
    "without_particles",
    "without_place_before",
    "without_symbols",
]

_LONGEST: Final = 60
"""Characters of a name; what is longer is a sentence or several names."""
_LONGEST_LIST: Final = 2_000
"""Characters of a byline that are looked at."""
_MOST_WORDS: Final = 6
_PAIR: Final = 2
"""Letters of a word that is an initial at the most, and words of a person's name at the least."""
_CASELESS, _GEORGIAN = 14, 24
"""Letters of a name in a script without capitals, and in Georgian, which writes every vowel."""
_EDGES: Final = ' \t\n\r,;:|।-–—•·*"“”„«»★☆\u00a0\u200b'
"""What stands before and after a name and is no part of it."""

_WORD: Final = re.compile(r"\w+")
_CJK_AFTER: Final = re.compile(
    rf"(?:(?<=[{HANGUL}]{{3}})\s+[{HANGUL}]{{2,5}}(?=\s*특파원))?\s*(?:기자|특파원|선임기자|논설위원|편집위원|記者|记者|特派員|論説委員|編集委員)\s*$|"
    rf"(?<=^[{HANGUL}]{{3}})\s+(?:[{HANGUL}A-Z]{{2,12}}\s+)?(?:명예교수|교수|변호사|작가|평론가|칼럼니스트|연구위원|연구원)$|"
    r"\s*[发發]自.*$|\s+(?:报道|報道|報導)$"
)
"""Who a Korean, a Chinese or a Japanese is, behind the name, with the place that belongs to it."""
_TOOK_PICTURES: Final = ("摄", "攝", "摄影", "攝影", "撮影")
"""What stands in Chinese and Japanese behind the name of who took a picture."""
_CJK_BEFORE: Final = re.compile(
    r"^(?:(?:編集委員|論説委員|編集長|特派員|副編集長|기자|특파원)\s+|編譯(?=.{2,4}$))(?=\S)"
)
_REPORT: Final = re.compile(f"[{HAN}]{{2,6}}(?:報導|报道|報道)")
"""Where a Chinese report is from, as it stands behind the name: ``台北報導``."""

_IN_LANGUAGE: Final = {
    language: re.compile(rf"^\W*(?i:{word})\s+")
    for language, word in (
        ("bg", "от"), ("ca", "per|de"), ("cy", "gan"), ("ga", "le"), ("mt", "minn"), ("ro", "de"), ("sw", "na"),
        ("tl", "ni(?:na)?"),
    )
}  # fmt: skip
"""What stands before names in single languages, and is a name or another word in others."""
_SHORT_BYLINE: Final = 60
"""Characters of a byline that such a word begins; longer lines are sentences as often."""
_SLOVENE_AND: Final = re.compile(r"(?<=\w) in (?=[A-ZČŠŽ]\w+ [A-ZČŠŽ])")
_COMPOUND: Final = {
    language: re.compile(rf"(?<=\w) {word} (?=[^\W\d_a-zà-ÿ][\w'’-]*(?:\s*[,;|/•·(]|$))")
    for language, word in (("ca", "i"), ("es", "y"), ("pt", "e"))
}
"""What parts the two halves of a family name (``Puig i Ferrer``), by language, before one word; where a whole name
follows, or an agency, it parts two people."""
_WRITES: Final = {
    language: re.compile(rf"\s+(?:{word})\s*[.:]?$")
    for language, word in (
        ("cs", "píše"), ("da", "skriver"), ("de", "schreibt"), ("et", "kirjutab"),
        ("fi", "kirjoittaa"), ("hi", "द्वारा"), ("hu", "írása|riportja|cikke|interjúja"),
        ("is", "skrifar"), ("lt", "rašo"), ("lv", "raksta"), ("nb", "skriver"), ("ne", "द्वारा"),
        ("nl", "schrijft"), ("nn", "skriv"), ("no", "skriver"), ("pl", "pisze"), ("sk",
        "píše"), ("sv", "skriver"), ("tr", r"tarafından(?:\s+(?:yazıldı|yayınlandı|hazırlandı))?"),
    )
}  # fmt: skip
"""What stands behind the name of who wrote, at the end of a line, by language."""

_PLACE_TAIL: Final = re.compile(
    r"\s*,?\s+(?:in|IN(?=\s+[^\W\d_]+[a-zß-ÿ])|aus|à|en|a|i|w|из|в|für|[Ff]or|of|at|pour|para|per|voor|för|dla|"
    r"de\s+notre|via|with|reports?|writes|"
    r"reporting|nach)\s+(?=[^\W\d_a-zà-ÿ]|(?:the|der|die|das)\b|(?:il|la|le|lo|el|het)\s[^\W\d_a-zà-ÿ]).*$"
)
_PLACE: Final = re.compile(r"(?:in|à|en|do|em|desde|aus|из)\s+[^\W\d_a-zà-ÿ]")
"""How a place begins that stands between marks behind a name."""
_PLACE_BEHIND_DASH: Final = re.compile(r"\s+[–—]\s+((?:[^\W\d_a-zà-ÿ][\w'’.-]*)(?:\s[\w'’.-]+){0,3})$")
_PLACE_AND_DASH: Final = re.compile(
    r"(?P<place>(?=[^\W\d_])[^\W_](?:[\w'’.-]|[\u064b-\u065f])*(?:\s(?=[^\W\d_])[\w'’.-]+){0,2})\s+[–—-]\s+(?=(?P<rest>[^\W\d_][^,;|/()\d]{3,60}$))"
)
"""What stands before a dash that all of a name may be behind."""
_DASHES: Final = ("-", "–", "—")
_PLACE_AND_AGENCY: Final = re.compile(
    r"\s*[/|–—-]\s*(?:(?-i:[^\W\d_a-zà-ÿ])[\w'’.-]+(?:\s(?-i:[^\W\d_a-zà-ÿ])[\w'’.-]+)?)\s*,?\s*\((?P<agency>[^\W\d_]{2,12})\)\s*$"
)
"""The place behind a name, and the agency in brackets behind that, as Turkish agencies sign."""
_PAPER_TAIL: Final = re.compile(r"\s+(?:special\s+(?:to|for)\s.*|for\s+[\w.-]+\.\w{2,3})$", re.IGNORECASE)
"""The paper that somebody wrote for, behind the name."""
_SEPARATOR: Final = re.compile(
    r"\s*(?:[;؛|•·、，،＆&\n\t/／]|\s\+\s|\s(?:and|und|et|y|e|i|og|och|en|ja|és|si|și|ve|dan|và|και|и|і|та|a|oraz|u|sowie|with|mit|avec|con|ir|un|ed|agus|dhe|və|eta|жана|және|болон|और|एवं|तथा|आणि|এবং|ও|اور|و|"
    r"અને|ਅਤੇ|மற்றும்|మరియు|ಮತ್ತು|සහ|և|ու|და|ແລະ|និង|နှင့်|እና)\s|\s*และ\s*"
    r"|\s+[-–—]\s+|,(?!\s*(?:Jr|Sr|MD|PhD|M\.D|Ph\.D|II|III|IV|Esq)\b))\s*",
)
_BETWEEN_EAST_ASIAN: Final = re.compile(r"[\s·・、,，]+")
"""What parts names of East Asia."""
_BETWEEN_HAN: Final = re.compile(rf"(?<=[{HAN}]{{2}})・(?=[{HAN}]{{2}})")
"""A dot between Japanese names; in foreign ones it stands between syllables."""
_BETWEEN_SYLLABLES: Final = re.compile(rf"[{HAN}]+(?:·[{HAN}]+)+")
"""A foreign name in Chinese, whose parts a dot parts, or several Chinese ones."""
_LARGE_AND: Final = re.compile(
    r"(?:(?<=[A-ZÄÖÜ.])\s(?:AND|UND)|(?<=[a-zß-ÿ])\s(?:And|AND|Und))\s(?=[A-ZÄÖÜ][\w.'’-]*\s[A-ZÄÖÜ])"
)
"""The same written large, where another name of two words follows."""
_PREFIXED_AND: Final = re.compile("(?<=\\S) (?:و(?=[\u0620-\u064a]{2})|ו(?=[\u05d0-\u05ea]{2}))")
_WITH_WAW: Final = frozenset(
    "وليد وائل وسام وسيم وجدي وفاء وداد وضاح وهيب وهبة ورد وردة ولاء وجيه واصف وديع وحيد وجيد ورده وليم وليام ويليام "
    "واثق وعد ونيس وفيق وفقي وصفي وثيق والي ולדימיר ורד ויקטור ויקטוריה ויקי ורדה וילי ויליאם ונדה וולף".split()
)
"""Arabic and Hebrew write "and" as a prefix; these names begin with its letter."""
_AND_OF_NOBLES: Final = " und zu "
"""In German it stands within names: ``von und zu``."""
_CREDENTIALS: Final = re.compile(
    r",?\s+(?:M\.?D\.?|Ph\.?\s?D\.?|D\.?O\.?|R\.?D\.?N?\.?|L\.?D\.?N?\.?|M\.?S\.?c?\.?|M\.?P\.?H\.?|B\.?A\.?|M\.?A\.?|B\.?Sc?\.?|"
    r"R\.?N\.?|BSN|DDS|DMD|DVM|CPT|CSCS|LCSW|LMFT|PsyD|J\.?D\.?|M\.?B\.?A\.?|C\.?F\.?A\.?|C\.?F\.?P\.?|CPA|FACP|FACLM|FACC|PharmD|NP|PA-C|"
    r"CDCES|CNS|CEPF|CISSP|CPP|PSP|PMP|Esq\.?|O\.?D\.?|DPT|PT|EdD|Ed\.D\.?)(?:[®™])?(?=\s*(?:[,;|&]|\s|$))"
)
"""Degrees and licences behind a name, in the capitals that they are written in."""
_PRONOUNS: Final = re.compile(r"[\s,]+(?:she|he|they)/(?:hers?|him|his|them|they|theirs)(?:/\w+)?(?!\w)", re.IGNORECASE)
"""By what somebody is spoken of."""
_BODY: Final = re.compile(
    r"^(?:the\s+)?(?:cent(?:er|re)|institute?|university|universität|ministry|ministerium|department|office|association|"
    r"bureau|society|council|college|school|federation|academy|committee)\b",
    re.IGNORECASE,
)
"""Words that names of public bodies begin with, which have "for", "of" and "and" in them."""
_SYMBOL: Final = re.compile("[\u2122\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")
"""Arrows, signs and pictures."""
_DIVIDERS: Final = ",;|•·"
BETWEEN: Final = " \t|•·–—-,;:/"
"""What stands between a name and a date in a byline."""
_LAST_SENTENCE: Final = re.compile(
    r"(?:(?<=[^\W\d_]{3}\.)|(?<=[।|•·]))(?P<gap>\s+)(?P<said>(?=[^\W\d_])[^.।|•·,;:\d]{1,40}(?<!\s))\s*[:：]?\s*$"
)
"""The last words of a text, behind a full stop that no initial has, or behind a mark."""
_DIVIDER: Final = re.compile(r"[,;|]")
_BEHIND: Final = re.compile(
    r"\s+(?:(?i:contact|updated|published|posted|share|(?:view\s+|read\s+(?:full\s+)?|author\s+)?(?:profile|bio)|verified(?:\s+author)?|comments|"
    r"(?:twitter|facebook|instagram|linkedin|threads|bluesky|rss|website|tel|phone|telefon|tél)(?:\W.*)?|"
    r"(?:see|view|read)\s+(?:all|more)(?:\s.*)?|more\s+(?:content|posts|stories|articles|from|by)\s.*)|\d{1,4}|(?<![Aa]nd\s)(?<!AND\s)(?<!['’]s\s)(?:The|THE)\s+[^\W\d_a-zà-ÿ].*)$|"
    r"(?<=[^\W\d_]{4})\.\s+[^\W\d_a-zà-ÿ][^\W\d_]+$"
)
"""What stands behind names without a mark: buttons, a count, the paper; and a place behind a full stop."""
_ELSEWHERE: Final = ("@", "follow", "seguir", "http:", "https:", "www.", ".com/", ".net/")
"""One of these is, in small letters, in all that `_HANDLE` and `_URL` find."""
_BEFORE_TAIL: Final = re.compile(r"[,–—|/(]")
_NUMBER_OR_DAY: Final = re.compile(r"\d|\b(?:mon|tue|wed|thu|fri|sat|sun)", re.IGNORECASE)
"""What is in every date."""
_IS: Final = re.compile(r"\s+(?:is|ist|est|es|è)$")
_ET_AL: Final = re.compile(r"\s+et\s+al(?:\.|$)")
_DANGLING: Final = frozenset("with and mit und sowie avec et con y com e och og en ja plus + & AND WITH".split())
"""What is left behind a name where others than names followed: ``and 2 others``."""
_GENITIVE: Final = re.compile(r"['’]s$")
_INITIAL: Final = re.compile(r"\b(?:[Jj]r|[Ss]r|[Jj]un|[Ss]en|ml|st|[^\W\d_a-zà-öø-ÿа-яё])\.$")
"""The end of a name with a full stop: an initial, or what tells a son from his father."""
_GLUED_INITIAL: Final = re.compile(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]{2})")
"""The dot between an initial and a name, as Mongolian and Russian papers set it: ``Б.Болормаа``."""
_EMAIL: Final = re.compile(
    r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b>?|\[?\bemail\s*(?:protected|the author)?\]?", re.IGNORECASE
)
_HANDLE: Final = re.compile(r"(?:\btwitter:?\s*)?(?<!\w)@\w+|\bfollow\b.*$|\bseguir\b.*$", re.IGNORECASE)
_URL: Final = re.compile(
    r"(?:https?:|www\.)\S+|\b(?:facebook|twitter|instagram|linkedin|youtube|tiktok|threads|x)\.(?:com|net)/\S*",
    re.IGNORECASE,
)
_BRACKETS: Final = re.compile(r"\s*[(\[（［{【][^)\]）］}】]*(?:[)\]）］}】]|$)")
_PLACE_IN_BRACKETS: Final = re.compile(
    r"\s+\((?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:[ -](?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+)?\)\s*$"
)
"""One or two words in brackets at the end, written large."""
_TASK_BEHIND: Final = re.compile(
    r"\s*\(\s*(?:photos?|photograph\w*|pictures?|fotos?|fotograf\w*|bild(?:er)?|images?|imágenes|videos?|kamera|grafik|"
    r"graphics?|illustrations?|ilustración|zdjęcia|фото)\s*\)",
    re.IGNORECASE,
)
"""What says the same behind the name; who wrote as well has ``(Text und Fotos)``."""
_BY_BEHIND: Final = re.compile(
    r"(?<!\w)((?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Aa]v|[Aa]f|[Dd]oor|[Dd]i)\s+[^\W\d_a-zà-ÿ].*)$"
)
"""A byline behind a date."""
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
_IN_BRACKETS: Final = re.compile(r"^\s*[(\[（［【]\s*([^()\[\]（）［］【】]+?)\s*[)\]）］】]\s*$")
"""A byline that is in brackets as a whole, as Chinese papers set it."""
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
_ENGLISH_DAY: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?"
"""The days of the week in English: people are called so too (``Sun Lin``, ``Joe Friday``)."""
_AT: Final = (
    r"(?:(?<=\s)(?:ca|at|um|à|às|as|a\s+las|alle(?:\s+ore)?|ore|ora|kl|klo|klukkan|kell|plkst|om|o|ob|u|v|в|о|у|στις|saat|"
    r"pukul|jam|godz|lúc)\.?\s+)?"
)
"""What stands between a name and the time of the day."""
_WHEN: Final = re.compile(
    r"\s*[,|•·–—-]?\s*(?:\b(?:first|on|am|il\s+y\s+a|(?-i:em|pe|la\s+data\s+de|pada|d|на|dne|w\s+dniu|vào|ngày|hace|há)|le|el|il|la|op|den|vom|updated|published|posted|last\s+updated|publicerad|uppdaterad|publisert|oppdatert|udgivet|opdateret|julkaistu|päivitetty|avaldatud|publicēts|paskelbta|objavljeno|publikuar\s+më|birt|cyhoeddwyd|foilsithe|argitaratua|imechapishwa|inilathala|објавено|објављено|жарияланды|प्रकाशित|પ્રકાશિત|خپور\s+شوی|د|opublikowano|dodano|zveřejněno|aktualizováno|közzétéve|frissítve|опубликовано|обновлено|gepubliceerd|bijgewerkt|veröffentlicht|erschienen|yayınlanma|aktualisiert|stand|mis\s+à\s+jour|publié|"
    r"actualizado|publicado|dnia|pubblicato|minutes?|min\s+read)\b\.?[\s:]*|(?<!\S)(?:เมื่อ|วันที่|发布于|發佈於|发表于|في|فی|در|ב-)\s*){0,3}"
    rf"(?:\b(?:on|published|posted|updated)\s+{_ENGLISH_DAY}[,\s]*)?{_AT}"
    r"(?:\b(?:yesterday|today|gestern|heute|hier|aujourd['’]hui|ayer|hoy|ontem|hoje|ieri|oggi),?\s+(?:at|um|à|"
    r"a las|às|alle)?\s*\d|\b\d{1,2}(?:st|nd|rd|th)?[./ -]|\b\d{1,2}\s?[:h]\s?\d\d\b|\b\d{1,2}\s?[ap]\.?m\b|"
    rf"(?:\bon\s|[,|•·–—-]\s+){_ENGLISH_DAY}(?!\s*[^\W\d_])|"
    r"\b\d{1,2}[’']?[êی]\s|"
    r"\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|"
    r"dec(?:ember)?)\.?\s+\d|\b\d{4}(?:\b|年)|\b\d+\s*(?:(?:hours?|minutes?|min|days?)\b|[hdm]\s+ago\b)|(?<=[^\W\d_])\d{1,2}[./]\d{1,2}[./]\d).*$",
    re.IGNORECASE,
)
_ENGLISH_DAY_BEFORE: Final = re.compile(rf"(?P<apart>[\s,|•·–—-]*)(?<!\w){_ENGLISH_DAY}\W*$", re.IGNORECASE)
"""A day of the week in front of a date."""
_WEEKDAY: Final = re.compile(
    r"(?P<apart>[\s,|•·–—-]*+)(?<!\w)(?=[\w\u200c])(?:"
    r"montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|"
    r"lunes|martes|miércoles|jueves|viernes|sábado|domingo|dilluns|dimarts|dimecres|dijous|divendres|dissabte|diumenge|"
    r"(?:segunda|terça|quarta|quinta|sexta)-feira|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|"
    r"maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|m[åa]ndag|ti[rs]s?dag|onsdag|torsdag|fredag|l[öø]rdag|"
    r"s[öø]ndag|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai|esmaspäev|teisipäev|kolmapäev|"
    r"neljapäev|reede|laupäev|pühapäev|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|pondělí|úterý|středa|"
    r"čtvrtek|pátek|neděle|pondelok|utorok|streda|štvrtok|piatok|nedeľa|ponedjeljak|ponedeljak|utorak|srijeda|sreda|"
    r"četvrtak|petak|subota|nedjelja|nedelja|ponedeljek|torek|četrtek|petek|hétfő|kedd|szerda|csütörtök|péntek|szombat|"
    r"vasárnap|luni|mar[țţ]i|miercuri|joi|vineri|sâmbătă|duminică|\w+dien(?:is|a)|понедельник|вторник|среда|четверг|"
    r"пятница|суббота|воскресенье|понеділок|вівторок|середа|четвер|п[’']ятниця|субота|неділя|понеделник|сряда|"
    r"четвъртък|петък|събота|неделя|понедељак|уторак|четвртак|петак|недеља|δευτέρα|τρίτη|τετάρτη|πέμπτη|παρασκευή|"
    r"σάββατο|κυριακή|pazartesi|sal[ıi]|çarşamba|perşembe|cuma|cumartesi|pazar|senin|selasa|rabu|kamis|jum['’]?at|sabtu|"
    r"minggu|isnin|khamis|jumaat|ahad|thứ (?:hai|ba|tư|năm|sáu|bảy)|chủ nhật|jumatatu|jumanne|jumatano|alhamisi|"
    r"ijumaa|jumamosi|jumapili|วัน(?:จันทร์|อังคาร|พุธ|พฤหัสบดี|ศุกร์|เสาร์|อาทิตย์)(?:ที่)?|ال[اإ]ثنين|الثلاثاء|الأربعاء|"
    r"الخميس|الجمعة|السبت|الأحد|(?:یک|دو|سه|چهار|پنج)?[\s\u200c]?شنبه|جمعه|"
    r"יום (?:ראשון|שני|שלישי|רביעי|חמישי|שישי|שבת|[א-ו]['׳])|"
    r"(?:सोम|मंगळ|मंगल|बुध|गुरु|गुरू|शुक्र|शनि|रवि)वार|(?:সোম|মঙ্গল|বুধ|বৃহস্পতি|শুক্র|শনি|রবি)বার|"
    r"(?:आइत|सोम|मंगल|मङ्गल|बुध|बिही|बिहि|शुक्र|शनि)बार|(?:સોમ|મંગળ|બુધ|ગુરુ|શુક્ર|શનિ|રવિ)વાર|"
    r"(?:ਸੋਮ|ਮੰਗਲ|ਬੁੱਧ|ਵੀਰ|ਸ਼ੁੱਕਰ|ਸ਼ਨੀ|ਐਤ)ਵਾਰ|(?:ಸೋಮ|ಮಂಗಳ|ಬುಧ|ಗುರು|ಶುಕ್ರ|ಶನಿ|ಭಾನು)ವಾರ|"
    r"(?:సోమ|మంగళ|బుధ|గురు|శుక్ర|శని|ఆది)వారం|(?:തിങ്കളാ|ചൊവ്വാ|ബുധനാ|വ്യാഴാ|വെള്ളിയാ|ശനിയാ|ഞായറാ)ഴ്ച|"
    r"(?:සඳුදා|අඟහරුවාදා|බදාදා|බ්‍රහස්පතින්දා|සිකුරාදා|සෙනසුරාදා|ඉරිදා)|"
    r"ថ្ងៃ(?:ច័ន្ទ|អង្គារ|ពុធ|ព្រហស្បតិ៍|សុក្រ|សៅរ៍|អាទិត្យ|ទី)|ວັນ(?:ຈັນ|ອັງຄານ|ພຸດ|ພະຫັດ|ສຸກ|ເສົາ|ອາທິດ|ທີ)|"
    r"(?:တနင်္လာ|အင်္ဂါ|ဗုဒ္ဓဟူး|ကြာသပတေး|သောကြာ|စနေ|တနင်္ဂနွေ)နေ့|ሰኞ|ማክሰኞ|ረቡዕ|ሐሙስ|ዓርብ|አርብ|ቅዳሜ|እሑድ|እሁድ|"
    r"(?:երկու|երեք|չորեք|հինգ)շաբթի|ուրբաթ|շաբաթ|կիրակի|(?:ორ|სამ|ოთხ|ხუთ)?შაბათი|პარასკევი|კვირა|"
    r"e (?:hënë|martë|mërkurë|enjte|premte|shtunë|diel)|bazar(?: ertəsi)?|(?:çərşənbə|cümə)(?: axşamı)?|şənbə|"
    r"(?:du|se|chor|pay|yak)?shanba|juma|(?:дүй|сей|сәр|бей|жек)?сенбі|жұма|"
    r"(?:даваа|мягмар|лхагва|пүрэв|баасан|бямба|ням)(?: гараг)?|четврток|петок|сабота|недела|"
    r"(?:mánu|þriðju|miðviku|fimmtu|föstu|laugar|sunnu)dagur|astelehena|asteartea|asteazkena|osteguna|ostirala|"
    r"larunbata|igandea|luns|mércores|xoves|venres|dydd (?:llun|mawrth|mercher|iau|gwener|sadwrn|sul)|"
    r"dé (?:luain|máirt|céadaoin|haoine|sathairn|domhnaigh)|déardaoin|miyerkules|huwebes|biyernes|sabado|linggo|"
    r"(?:دوو|سێ|چوار|پێنج|یەک)?شەممە|هەینی|"
    r"(?:le|el|il|op|am|em) (?:lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|sab|ma|di|wo|do|vr|za|zo|mo|mi|fr|"
    r"sa|so|seg|ter|qua|qui|sex)\.?"
    r")(?:\W+(?:ngày|dnia|den|vom|tanggal))?\W*$"
)
"""The day of the week in front of a date, in small letters."""
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
PARTICLES: Final = frozenset(
    "von van de der den del della di da dos das du la le el al bin ibn ben zu zur zum und y e af av ter ten st o' mc "
    "mac abu abd san santa auf vom til dei degli dell' dello dal dalla lo los las dels 't binti binte bint "
    "oğlu ould ul".split()
)
"""Words of names that are written small."""
_INNER_PARTICLE: Final = re.compile(
    r"(?<!\S)(?:(?:de|v[ao]n)\s+(?:la|las|los|de[nr]?|het|'t)|v[ao]n|d[aeiou]|d[ao]s|del|della|dello|dalla|bin|al|ibn|y)(?!\S)\s*"
)
"""Those that are written small in the middle of names, and rarely in the middle of headings of boxes."""
_ELIDED: Final = re.compile(r"^(?:d|l|s|t|dell|dall|nell)?['’](?=[^\W\d_])")
"""What stands in small letters before a name and is one word with it: ``d’Ors``."""


def without_particles(name: str) -> str:
    """A name without what is written small in it and words of two letters, which are words of other languages too,
    unless there is nothing else.

    >>> without_particles("Sanne de Wit"), without_particles("Lu Xu")
    ('Sanne Wit', 'Lu Xu')
    """
    words = [word for word in name.split() if len(word) > _PAIR and word.casefold() not in PARTICLES]
    return " ".join(words) or name


def without_inner_particles(name: str) -> str:
    """A name without the particles that are written small between its words.

    >>> without_inner_particles("Juan de la Cruz"), without_inner_particles("Zur Person")
    ('Juan Cruz', 'Zur Person')
    """
    first, last = name.find(" ") + 1, name.rfind(" ")
    if last < 0:
        return name
    return " ".join([*name[:first].split(), *_INNER_PARTICLE.sub("", name[first:last]).split(), *name[last:].split()])


def is_credit(text: str) -> bool:
    """Whether a line begins with what somebody did, or is nothing but an address for mail.

    >>> is_credit("Foto: Anna Müller"), is_credit("anna@paper.example"), is_credit("Foto des Jahres")
    (True, True, False)
    """
    if label_of_writers(text) is not None or other_label(text):
        return True
    return "@" in text and _EMAIL.fullmatch(text) is not None


def plainly_introduced(text: str, language: str) -> str:
    """A byline as English has it, in whose language a preposition introduces names that names elsewhere begin with, or
    a verb stands behind them.

    >>> plainly_introduced("Na Neema Mushi", "sw"), plainly_introduced("Na Hye-seok", "en")
    ('By Neema Mushi', 'Na Hye-seok')
    >>> plainly_introduced("Hildur Jónsdóttir skrifar", "is")
    'By Hildur Jónsdóttir'
    """
    if language == "sl":
        return _SLOVENE_AND.sub(" and ", text)
    writes = _WRITES.get(language)
    if writes is not None and len(text) <= _SHORT_BYLINE and (end := writes.search(text)) is not None:
        name = text[: end.start()]
        return f"By {name}" if may_be_name(name) else text
    introduction = _IN_LANGUAGE.get(language)
    found = introduction.match(text) if introduction is not None and len(text) <= _SHORT_BYLINE else None
    if found is None or not text[found.end() : found.end() + 1].isupper():
        return text
    return f"By {text[found.end() :]}"


def without_symbols(text: str) -> str:
    """A text without pictures among its letters, as icons stand before names.

    >>> without_symbols("✍️ Ada Lovelace"), without_symbols("Ada Lovelace ✓")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    return text if text.isascii() or not _SYMBOL.search(text) else " ".join(_SYMBOL.sub(" ", text).split())


def split_names(text: str, language: str | None = None, *, is_person: bool = False) -> list[str]:
    """The names in a byline.

    Args:
        text: the byline.
        language: that of the page, by which family names of two parts are told from two people, and first names from
            words that introduce names.
        is_person: whether the structured data say that it is one person's name.

    >>> split_names("By Ada Lovelace and Charles Babbage, Staff Writers")
    ['Ada Lovelace', 'Charles Babbage']
    >>> split_names("Von unserem Korrespondenten Karl Groß in Rom (dpa)")
    ['Karl Groß']
    >>> split_names("Martin Luther King, Jr.; ada@example.org")
    ['Martin Luther King, Jr.']
    >>> split_names("Por Letícia Amarante, g1 — São Paulo")
    ['Letícia Amarante', 'g1']
    >>> split_names("李明 王芳", "zh"), split_names("أحمد عبد الله، سارة محمود")
    (['李明', '王芳'], ['أحمد عبد الله', 'سارة محمود'])
    >>> split_names("Núria Puig i Ferrer", "ca"), split_names("Jordi Vila i Anna Soler", "ca")
    (['Núria Puig i Ferrer'], ['Jordi Vila', 'Anna Soler'])
    """
    halves = _COMPOUND.get(language) if language is not None else None
    if halves is not None:
        text = halves.sub(_kept, text)
    names = list(map(without_joiners, _split_names(keep_first_words(text, language, is_person=is_person))))
    return [part for name in names for part in _parted_by_space(name)] if language == "zh" else names


def _parted_by_space(name: str) -> list[str]:
    """Chinese names that a space alone parts, one by one; another text as it is."""
    parts = name.split()
    return parts if len(parts) > 1 and all(map(has_family_name, parts)) else [name]


def signed_by(line: str, names: Collection[str]) -> bool:
    """Whether a line names nobody but people who are known.

    >>> signed_by("Text: Per Olsson", ["Per Olsson"]), signed_by("Ada Lovelace", ["Per Olsson"])
    (True, False)
    """
    found = list(map(without_joiners, _split_names(keep_names(line, names))))
    return bool(found) and all(name in names for name in found)


def _kept(found: re.Match[str]) -> str:
    """What parts the halves of a family name, so that it parts nothing; as it is where no such name can end."""
    before = _DIVIDER.split(found.string[: found.start()])[-1]
    behind = _WORD.search(found.string, found.end())
    is_one = behind is not None and not behind[0].isupper() and not is_organisation(behind[0])
    return kept(found[0].strip()) if is_one and len(without_introduction(before).split()) > 1 else found[0]


@lru_cache(maxsize=1024)
def _split_names(text: str) -> tuple[str, ...]:
    """The same, remembered: several sources say the same."""
    text = without_symbols(" ".join(text[:_LONGEST_LIST].split()))
    small = text.lower()
    if "@" in text or "mail" in small:
        text = _EMAIL.sub(" ", text)
    if (whole := _IN_BRACKETS.match(text)) is not None:
        text = whole[1]
    if any(map(small.__contains__, _ELSEWHERE)):
        text = _HANDLE.sub(" ", _URL.sub(" ", text))
    if "(" in text:
        text = _without_others(text)
    text = _BRACKETS.sub(" ", text)
    if "/" in text:
        text = _PRONOUNS.sub("", text)
    text = text.replace(" en chef", " en-chef")
    text = without_kind(without_button(of_writers(once(text.strip(" \u00a0")))))
    introduced = without_introduction(text)
    is_introduced = introduced != text
    text = _without_place(introduced) if is_introduced else without_place_before(text)
    if _BODY.match(text) and len(text) <= _LONGEST and not _DIVIDER.search(text):
        return (text,)
    text = _CREDENTIALS.sub(_without_degree, _LARGE_AND.sub(", ", text) if text.count(" ") > 3 else text)
    text = without_roles(text)
    if _NUMBER_OR_DAY.search(text) and (found := _WHEN.search(text)) is not None:
        behind = _BY_BEHIND.search(text, found.start())
        text = _without_weekday(text[: found.start()])
        text = without_open_label(text)
        if not any(map(str.isalpha, text)):
            text = "" if behind is None else without_introduction(behind[1])
            text = text[: found.start()] if (found := _WHEN.search(text)) is not None else text
    if is_introduced and ": " in text:
        text = _before_colon(text)
    if "・" in text:
        text = _BETWEEN_HAN.sub("、", text)
    if "·" in text:
        text = _BETWEEN_SYLLABLES.sub(_one_or_two, text)
    if _AND_OF_NOBLES in text:
        text = text.replace(_AND_OF_NOBLES, kept(_AND_OF_NOBLES.strip()))
    if " al" in text:
        text = _ET_AL.sub("", text)
    if " و" in text or " ו" in text:
        text = _PREFIXED_AND.sub(_prefixed_and, text)
    parts = takewhile(_has_no_label, filter(None, _SEPARATOR.split(text)))
    names = tuple(dict.fromkeys(name for part in parts if (name := plain_name(part)) is not None))
    if len(names) > 1:  # else it is nobody who is there
        names = tuple(name for name in names if name.casefold() not in PLACES) or names
    return names


def _without_degree(found: re.Match[str]) -> str:
    """Nothing in place of a degree; without a comma before it, it may be a name: ``JACK MA``, ``Kim DO``."""
    before = _DIVIDER.split(found.string[: found.start()])[-1]
    is_name = not found[0].lstrip().startswith(",") and (len(before.split()) < _PAIR or before.isupper())
    return found[0] if is_name else ""


def _has_no_label(part: str) -> bool:
    """Whether a part of a byline has no label that is not known: nobody can say what those behind one did."""
    return ": " not in part


def _one_or_two(found: re.Match[str]) -> str:
    """A foreign name in Chinese as one, and a comma between two Chinese ones."""
    parts = found[0].split("·")
    return "、".join(parts) if all(map(has_family_name, parts)) else keep_dots(found[0])


def _prefixed_and(found: re.Match[str]) -> str:
    """A comma in place of a prefix that says "and", where a name of two words or more is on both sides."""
    before = _DIVIDER.split(found.string[: found.start()])[-1].split()
    behind = _DIVIDER.split(found.string[found.start() :])[0].split()
    is_name = behind[0] in _WITH_WAW or min(len(before), len(behind)) < _PAIR
    return found[0] if is_name else ", "


def _before_colon(text: str) -> str:
    """What a byline introduces, up to a colon behind a name: what follows is said of something else."""
    name = text.partition(": ")[0]
    return name if looks_like_name(name) == 1 and len(name.split()) >= _PAIR and not name.startswith("The ") else text


def _without_place(text: str) -> str:
    """What a byline introduces, without the place behind a dash at its end: ``Letícia Amarante, g1 — São Paulo``."""
    found = _PLACE_BEHIND_DASH.search(text)
    if found is None or len(_DIVIDER.split(text)[0][: found.start()].split()) < 2 or is_organisation(found[1]):
        return text
    return text[: found.start()]


def without_place_before(text: str) -> str:
    """A byline without the place in front of a dash, where a person's name is all that is behind it: one word, one that
    is written in capitals, or a city that is known.

    >>> without_place_before("NORTHGATE – Ada Lovelace"), without_place_before("Paris - Ada Lovelace")
    ('Ada Lovelace', 'Ada Lovelace')
    >>> without_place_before("Anna Müller - Karl Berg"), without_place_before("Kate - Sweet Kitchen")
    ('Anna Müller - Karl Berg', 'Kate - Sweet Kitchen')
    """
    if ": " in text:
        before, _, name = text.partition(": ")
        if before.casefold() in PLACES:
            return name
    found = _PLACE_AND_DASH.match(text) if any(map(text.__contains__, _DASHES)) else None
    if found is None:
        return text
    place, rest = found["place"], found["rest"]
    is_place = (
        (" " not in place and not is_small(place[0]))
        or (place.isupper() and not rest.isupper())
        or place.casefold() in PLACES
    )
    if not is_place or is_organisation(place) or is_organisation(rest) or is_role(rest):
        return text
    is_name = may_be_name(rest) and " " in rest.strip() and may_name_somebody(rest, "en")
    return text[found.end() :] if is_name else text


def without_place_behind(name: str) -> str:
    """A name without the city behind it: one of several words that is known, or one word behind a name in capitals,
    unless that may be a family name with a particle, before a first name.

    >>> without_place_behind("Ana Silva São Paulo"), without_place_behind("ANA SILVA Lisboa")
    ('Ana Silva', 'ANA SILVA')
    >>> without_place_behind("Ana Maria Silva"), without_place_behind("LE GALL Anne")
    ('Ana Maria Silva', 'LE GALL Anne')
    """
    words = name.split()
    ends = [at for at in range(_PAIR, len(words) - 1) if " ".join(words[at:]).casefold() in PLACES]
    before = words[:-1]
    if len(before) >= _PAIR and words[-1].istitle() and are_names(before[0]) and before[0].casefold() not in PARTICLES:
        ends += [len(before)] if all(word.isupper() and len(word) > _PAIR for word in before) else []
    return " ".join(words[: ends[0]]) if ends else name


def without_open_label(text: str) -> str:
    """What stands before a date, without a label at its end: that is no name but what the date is. Behind a full stop,
    or a mark, it needs no colon where all its words stand beside dates.

    >>> without_open_label("Ada Lovelace | Published:"), without_open_label("Published:")
    ('Ada Lovelace |', '')
    >>> without_open_label("Ada Lovelace. Published"), without_open_label("Martin Luther King Jr. April")
    ('Ada Lovelace.', 'Martin Luther King Jr. April')
    >>> without_open_label("Ada Lovelace Last updated: "), without_open_label("Ada Lovelace | In print:")
    ('Ada Lovelace', 'Ada Lovelace |')
    >>> without_open_label("Marie Dupont Publié le"), without_open_label("Ada Lovelace Page")
    ('Marie Dupont', 'Ada Lovelace Page')
    """
    is_open = text.rstrip().endswith((":", "："))
    found = _LAST_SENTENCE.search(text)
    if found is not None and (is_open or stands_beside_dates(found["said"])):
        return text[: found.start("gap")]
    words = text.rstrip(" \t:：").split(" ")
    kept = list(dropwhile(lambda word: any(map(str.isalpha, word)) and stands_beside_dates(word), reversed(words)))
    if len(kept) < len(words) and (is_open or (len(kept) > 1 and not are_names(" ".join(words[len(kept) :])))):
        return " ".join(reversed(kept))
    if not is_open:
        return text
    return text[: max(text.rfind(mark) for mark in _DIVIDERS) + 1]


def to_weekday(text: str, mark: str = "") -> str:
    """What stands before a date, with a mark in place of the day of the week at its end.

    >>> to_weekday("Ada Lovelace, Dienstag, "), to_weekday("Ada Lovelace")
    ('Ada Lovelace', 'Ada Lovelace')
    """
    found = _WEEKDAY.search(in_small(text))
    return text if found is None else text[: found.start()] + mark


def _without_weekday(text: str) -> str:
    """What stands before a date without the day of the week, unless that is a family name: ``Plácido Domingo``."""
    begin = max(0, len(text) - _LONGEST)
    found = _ENGLISH_DAY_BEFORE.search(text, begin) or _WEEKDAY.search(in_small(text), begin)
    if found is None:
        return text
    before = text[: found.start()]
    own = _DIVIDER.split(before)[-1]
    return before if found["apart"].strip() or len(own.split()) > 1 or not own.strip() else text


def _without_others(text: str) -> str:
    """A byline without those of a list who did something else, as it says in brackets behind their names."""
    kept, at = "", 0
    for found in _TASK_BEHIND.finditer(text):
        before = text[at : found.start()]
        kept += before[: max((one.start() for one in _SEPARATOR.finditer(before)), default=0)]
        at = found.end()
    kept += text[at:]
    return kept if any(map(str.isalpha, kept)) else text


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
        name = _CJK_BEFORE.sub("", _CJK_AFTER.sub("", name))
    if is_role(name) or name.casefold() in _NOBODY:
        return None
    if name.endswith((" Feed", " feed")) and name.count(" ") <= _PAIR:
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
    if not 2 <= len(name) <= _LONGEST or _is_of_too_many(name.split()):
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
    is_one = agency.casefold() in AGENCIES or (agency.isupper() and len(agency) > _PAIR)
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
    shorter = _HANDLE.sub(" ", _EMAIL.sub(" ", text)) if "@" in text else text
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


def may_be_name(text: str) -> bool:
    """Whether a line of its own may be a person's name, where nothing says so.

    In scripts without capitals more is asked than that it looks like one: a family name at the beginning
    (`broadsheet.metadata.written.east_asian`), two words where words are parted.

    >>> may_be_name("李明"), may_be_name("相關新聞"), may_be_name("Ada Lovelace"), may_be_name("김철수·이영희")
    (True, False, True, True)
    """
    if ":" in text or looks_like_name(text) < 1 or text.casefold() in PLACES:
        return False
    east_asian = has_family_name("".join(filter(str.isalpha, text)))
    if east_asian is False:
        parts = _BETWEEN_EAST_ASIAN.split(_CJK_AFTER.sub("", text))
        east_asian = all(map(has_family_name, parts))
    return len(_GLUED_INITIAL.sub(" ", text).split()) > 1 if east_asian is None else east_asian


def _is_elided(word: str) -> bool:
    """Whether a word is one that is written large, with what stands in small letters before it."""
    return ("'" in word or "’" in word) and _ELIDED.sub("", word)[:1].isupper()


@lru_cache(maxsize=4096)
def looks_like_name(name: str) -> float:
    """How much a text is written as people's names are, 0 to 1: two to four words that begin with capitals.

    >>> looks_like_name("Ada van der Lovelace"), looks_like_name("read this"), looks_like_name("李明")
    (1.0, 0.0, 1.0)
    """
    spaced = name.replace("-", " ")
    tokens = (_GLUED_INITIAL.sub(" ", spaced) if "." in spaced else spaced).split()
    if not name.isascii():
        letters = [char for char in name if char.isalpha()]
        if letters and all(unicodedata.category(char) == "Lo" for char in letters):
            return 1.0 if 2 <= len(letters) <= _CASELESS else 0.3
        if letters and all(char.islower() and not is_small(char) for char in letters):
            return 1.0 if 1 < len(tokens) <= _PAIR + 1 and len(letters) <= _GEORGIAN else 0.3
    if not any(map(str.isalpha, name)):
        return 0.0
    proper = [token for token in tokens if token.casefold() not in PARTICLES]
    capital = sum([token[0].isupper() or _is_elided(token) for token in proper])
    share = capital / max(1, len(proper))
    if not 2 <= len(tokens) <= 5:
        share *= 0.5
    return float(share)
