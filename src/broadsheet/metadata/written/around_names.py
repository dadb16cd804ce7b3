"""What stands around the names of a byline and is none of them: places, days of the week, labels, symbols, credits."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import Final

from broadsheet.metadata.written.beside_dates import stands_beside_dates
from broadsheet.metadata.written.letters import in_small
from broadsheet.metadata.written.name_shapes import may_be_name
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.metadata.written.people import are_names, may_name_somebody
from broadsheet.metadata.written.places import PLACES
from broadsheet.metadata.written.roles import is_role
from broadsheet.metadata.written.tasks import label_of_writers, other_label
from broadsheet.page.characters import is_small

__all__ = [
    "DIVIDER",
    "EMAIL",
    "ENGLISH_DAY",
    "LONGEST",
    "is_credit",
    "plainly_introduced",
    "to_weekday",
    "without_open_label",
    "without_place",
    "without_place_before",
    "without_symbols",
    "without_weekday",
]

LONGEST: Final = 60
"""Characters of a name; what is longer is a sentence or several names."""
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
_PLACE_BEHIND_DASH: Final = re.compile(r"\s+[–—]\s+((?:[^\W\d_a-zà-ÿ][\w'’.-]*)(?:\s[\w'’.-]+){0,3})$")
_PLACE_AND_DASH: Final = re.compile(
    r"(?P<place>(?=[^\W\d_])[^\W_](?:[\w'’.-]|[\u064b-\u065f])*(?:\s(?=[^\W\d_])[\w'’.-]+){0,2})\s+[–—-]\s+(?=(?P<rest>[^\W\d_][^,;|/()\d]{3,60}$))"
)
"""What stands before a dash that all of a name may be behind."""
_DASHES: Final = ("-", "–", "—")
_SYMBOL: Final = re.compile("[\u2122\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]+")
"""Arrows, signs and pictures."""
_DIVIDERS: Final = ",;|•·"
_LAST_SENTENCE: Final = re.compile(
    r"(?:(?<=[^\W\d_]{3}\.)|(?<=[।|•·]))(?P<gap>\s+)(?P<said>(?=[^\W\d_])[^.।|•·,;:\d]{1,40}(?<!\s))\s*[:：]?\s*$"
)
"""The last words of a text, behind a full stop that no initial has, or behind a mark."""
DIVIDER: Final = re.compile(r"[,;|]")
EMAIL: Final = re.compile(
    r"<?\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b>?|\[?\bemail\s*(?:protected|the author)?\]?", re.IGNORECASE
)
ENGLISH_DAY: Final = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\b\.?"
"""The days of the week in English: people are called so too (``Sun Lin``, ``Joe Friday``)."""
_ENGLISH_DAY_BEFORE: Final = re.compile(rf"(?P<apart>[\s,|•·–—-]*)(?<!\w){ENGLISH_DAY}\W*$", re.IGNORECASE)
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


def is_credit(text: str) -> bool:
    """Whether a line begins with what somebody did, or is nothing but an address for mail.

    >>> is_credit("Foto: Anna Müller"), is_credit("anna@paper.example"), is_credit("Foto des Jahres")
    (True, True, False)
    """
    if label_of_writers(text) is not None or other_label(text):
        return True
    return "@" in text and EMAIL.fullmatch(text) is not None


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


def without_place(text: str) -> str:
    """What a byline introduces, without the place behind a dash at its end: ``Letícia Amarante, g1 — São Paulo``."""
    found = _PLACE_BEHIND_DASH.search(text)
    if found is None or len(DIVIDER.split(text)[0][: found.start()].split()) < 2 or is_organisation(found[1]):
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


def without_weekday(text: str) -> str:
    """What stands before a date without the day of the week, unless that is a family name: ``Plácido Domingo``."""
    begin = max(0, len(text) - LONGEST)
    found = _ENGLISH_DAY_BEFORE.search(text, begin) or _WEEKDAY.search(in_small(text), begin)
    if found is None:
        return text
    before = text[: found.start()]
    own = DIVIDER.split(before)[-1]
    return before if found["apart"].strip() or len(own.split()) > 1 or not own.strip() else text
