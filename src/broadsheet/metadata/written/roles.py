"""What people are, as bylines say it beside their names: editors, correspondents, professors.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.metadata.written.letters import in_small

__all__ = [
    "ROLE_HEAD",
    "begins_with_role",
    "field_of_role",
    "is_of_press",
    "is_role",
    "without_role_tail",
    "without_roles",
]

_ENGLISH: Final = (
    r"(?:(?:pa|ap|bbc|cnn|itv|npr)\s+)?(?:(?:senior|chief|deputy|associate|assistant|managing|executive|staff|special|guest|contributing|freelance|lead|"
    r"political|business|science|health|sports?|technology|tech|environment|education|legal|foreign|national|world|"
    r"economics?|entertainment|arts?|culture|city|news|features?|travel|fashion|music|film|food|video|digital|web|"
    r"local|transport(?:ation)?|religion|security|personal\s+finance|money|weather|"
    r"consumer|crime|defen[cs]e|diplomatic|royal|social|home|affairs|media|investigative|multimedia|data|data\s+journalism|"
    r"autos?|automotive|books?|cars|climate|courts?|economy|energy|games|gaming|housing|investigations|labou?r|markets?|"
    r"opinions?|photo|police|policy|politics|property|real\s+estate|space|style|wellness|wildlife|"
    r"agriculture|aviation|breaking|business\s+news|celebrity|content|copy|county|cricket|football|general\s+assignment|golf|"
    r"immigration|justice|lifestyle|live|local\s+democracy|newsletter|night|politics|racing|regional|restaurant|retail|royals|rugby|"
    r"rural|senate|showbiz|social\s+media|state|statehouse|theatre|theater|trainee|trending|tv|us\s+politics|weekend|wine|"
    r"global|us|uk|asia|europe|africa|middle\s+east|washington|white\s+house|north\s+america|bureau|"
    r"london|paris|berlin|brussels|moscow|beijing|tokyo|delhi|(?:new|los|south|latin|east|west)\s+(?:delhi|york|angeles|asia|"
    r"africa|america)|jerusalem|cairo|nairobi|johannesburg|rome|madrid|vienna|istanbul|seoul|sydney|westminster|pentagon|"
    r"capitol\s+hill|china|india|russia|ukraine|california|texas|florida|scotland|ireland|wales)(?:\s+(?:and|&))?\s+)*"
    r"(?:writer|editor(?:-in-chief)?|editors|reporter|correspondent|journalist|columnist|contributor|producer|blogger|"
    r"bureau\s+chief|chief|analyst|critic|reviewer|author|photographer|anchor|presenter|commentator|essayist|intern|fellow|"
    r"(?:chief\s+(?:\w+\s+)?)?officer|c[efot]o|(?:vice\s+)?president|head|founder|co-founder|director|manager|professor|lecturer|researcher|dietitian|nutritionist|physician|attorney|economist|phd|ph\.d\.?|md|m\.d\.?|rd|rn|mba|esq|"
    r"specialist|strategist|consultant|expert|head\s+of|staff|desk|team\s+lead|marketing|digital|medical\s+reviewer)s?"
)
_GERMAN: Final = (
    r"(?:(?:stv|stellv)\.\s*|stellvertretender?\s+)?(?:[\w-]+)?(?:redakteur|korrespondent|reporter|autor|journalist|mitarbeiter|"
    r"chefredakteur|volont[aä]r|kolumnist)(?:in|innen|en|e|s)?"
)
_NOUNS: Final = (
    # Romance
    r"(?:grand[es]*\s+)?reporter|journaliste|rédact(?:eur|rice)|correspondante?|envoyée?\s+spéciale?|chroniqueu(?:r|se)|"
    r"éditorialiste|periodista|redactora?|corresponsal|columnista|enviad[oa]\s+especial|jornalista|repórter|colunista|"
    r"redatora?|correspondente|giornalista|(?:capo|vice)?redat(?:tore|trice)|caporedat(?:tore|trice)|inviat[oa]|"
    r"corrispondente|redactor(?:-șef|\s+șef)?|jurnalistă?|corespondentă?|"
    # Dutch, Nordic
    r"(?:chef\s+|eind|adjunct-)?redact(?:eur|rice)|verslagge(?:ver|efster)|correspondent|"
    r"(?:politisk|ekonomisk|økonomisk|utenriks\w*|utrikes\w*|kultur\w*)\s+(?:redakt[øö]r|kommentator|korrespondent|reporter)|"
    r"\w*(?:redakt[øö]r(?:en)?|skribent|kommentator|toimittaja)|krönikör|korrespondent|blaðamaður|"
    # Slavic
    r"dziennikar(?:z|ka)|redaktor(?:ka)?|publicyst(?:a|ka)|"
    r"(?:(?:zahraniční|domácí|sportovní|kulturní|politick[ýá])\s+)?(?:(?:šéf)?redaktor|reportér|komentátor|zpravodaj|novinář)(?:ka)?|"
    r"(?:шеф-)?редактор(?:ка)?|корр?еспондент(?:ка)?|журналіст(?:ка)?|журналист(?:ка)?|обозреватель|репортер|"
    r"новинар(?:ка)?|"
    # Others
    r"újságíró|(?:fő)?szerkesztő|δημοσιογράφος|αρχισυντάκτ\w+|jurnalis|wartawan"
)
"""What people are in other languages: such words stand alone, behind names, before them, and before what they are for.
"""
_NOUNS_AT_END: Final = (
    r"redaktionsleit\w+|ressortleit\w+|leit\w+|freie[rm]?\s+\w+|rédact(?:eur|rice)\w*|correspondant\w*|chroniqueu\w+|"
    r"redact(?:or|rice)\w*|direttor\w+|dziennikar\w+|redaktor\w*|корр?еспондент\w*|(?:\w+\s+)?temsilcisi|"
    r"журналист\w*|редактор\w*|muhabir\w*|(?:köşe\s+)?yazarı|kontributor|novinář\w*|žurn[aā]list\w*|novinar\w*|"
    r"новинар\w*|ajakirjanik|gazetare?|jurnalist|muxbir|kazetari\w*|xornalist\w*|ġurnalist\w*|joernalis|լրագրող|ჟურნალისტი"
)
"""Likewise, in forms that names have as well (``Leitner``): alone, and at the end."""
_ROLE_WORDS: Final = (_ENGLISH, _GERMAN, f"{_NOUNS}|{_NOUNS_AT_END}")
"""Roles, in small letters."""
_ROLE: Final = re.compile(rf"^\W*(?:(?:the|a|an|our|unser(?:e|em|er)?)\s+)?(?:{'|'.join(_ROLE_WORDS)})\b")
"""A role, at the beginning of a text in small letters."""
_ROLE_TAIL: Final = re.compile(rf"(?:\s*[,–—|/(]\s*|\s+-\s+|\s+)(?:{'|'.join(_ROLE_WORDS)})\W*$")
"""A role at the end of such a text, with what parts it from a name."""
ROLE_HEAD: Final = re.compile(
    r"^(?:(?:senior|staff|chief|political|politiek|politisk|politische[rn]?|politico|político|politique|guest|"
    r"contributing|special|sports?|business|news)\s+)*"
    r"(?:writer|editor|reporter|correspondent|columnist|contributor|journalist|(?:gast)?autor(?:in)?|redakteur(?:in)?|phóng\s+viên|"
    rf"muhabir|redazione|{_NOUNS}|mr\.?|mrs\.?|ms\.?|herr|frau|sir|rechtsanw[aä]lt(?:in)?)\s+(?=[^\W\d_])",
    re.IGNORECASE,
)
"""What is said before a name without anything between: a role, a form of address."""
_FAMILY_NAMES: Final = frozenset({" head", " chief", " fellow"})
"""Roles of more words, whose last word alone is a family name."""
_BEFORE_ROLE: Final = re.compile(r"[,،–—|]")
"""What parts a role from a name."""
_ROLE_OF_FIELD: Final = re.compile(
    r"\s(?:(?:deputy\s+)?head\s+of|editor[-\s]in[-\s]chief|"
    r"(?:senior\s+|chief\s+|staff\s+)?(?:reporter|correspondent|columnist|journalist|contributor)|"
    r"[\w-]*(?:redakteur|korrespondent|reporter|journalist|kolumnist)(?:in)?|"
    r"(?:freie[rs]?\s+)?(?:\w+)?(?:autor|mitarbeiter|leiter|chef)in|volont[aä]r(?:in)?|"
    rf"cheff?e?\s+(?:de|du|adjointe?)|jef[ea]\s+de|{_NOUNS})(?:\s(.*))?$"
)
"""A role behind a name, with what it is for (``Redakteurin Politik``), in such a text."""
_SPECIAL: Final = (
    r"special(?:ly)?\s+(?:to|for)|especial\s+para|speciale\s+per|spécial\s+pour|speciaal\s+voor|exklusiv\s+für|"
    r"specjalnie\s+dla|špeciálne\s+pre|speciālī?\w*|specialiai|специально\s+для|спеціально\s+для|специјално\s+за"
)
"""What stands before the paper that somebody wrote for, behind the name."""
_OWN_ROLE: Final = (
    r"(?!the\s)(?:[^\W\d_][\w'’-]*\s+){1,2}(?:correspondent|reporter|columnist|staff\s+writer|korrespondent(?:in)?|reporterin|"
    r"redakteur(?:in)?)s?(?=\s*(?:[,;|&]|\s(?:and|und|et|y)\s|$))"
)
"""A role in words that are known from no list, by its last word."""
_OF_PRESS: Final = re.compile(
    r"\b(?:staff|(?:staff|sports?|feature|senior|news)\s+writer|reporter|correspondent|columnist|journalist|"
    r"[\w-]*redakteur|[\w-]*korrespondent|[\w-]*reporter|volont[aä]r|journaliste|correspondante?|envoyée?\s+spéciale?|"
    r"chroniqueu[rs]e?|rédact(?:eur|rice)|periodista|corresponsal|redactora?|enviad[oa]\s+especial|jornalista|repórter|"
    r"correspondente|giornalista|corrispondente|inviat[oa]|verslagge\w+|redact(?:eur|rice)|korrespondent|skribent|"
    r"toimittaja|dziennikarka?|redaktor|redaktorka|reportér|корр?еспондент|журналист|журналіст|обозреватель|"
    r"δημοσιογράφος)(?:in|innen|en|ka|s)?\b",
    re.IGNORECASE,
)
"""What only those are who write for papers."""
_OUR: Final = "our|notre|nuestr[oa]|noss[oa]|(?:il\\s+|la\\s+)?nostr[oa]|unsere?|onze|vår"
"""What a paper says before the roles of its own people."""
_ROLE_PART: Final = re.compile(
    rf"\s*[,–—|]\s*+(?:(?:{_OUR})\s+)?(?:{'|'.join(_ROLE_WORDS)}|{_SPECIAL}|{_OWN_ROLE})\b(?:(?!\s(?:and|und|et|y|e|og|och|i)\s+(?-i:[^\W\d_a-zà-ÿ]))[^,;|•·&/@])*",
    re.IGNORECASE,
)
"""A role behind a name, with what belongs to it, up to the next name."""
_CASELESS: Final = (
    r"כתב(?:ת|ים|י|נו)?|פרשן|פרשנית|עורך|עורכת|مراسل(?:ة|نا)?|محررة?|صحفية?|صحفي|صحافية?|صحافي|كاتبة?|خبرنگار|"
    r"روزنامه[\s\u200c]?نگار|دبیر|نامہ\s?نگار|رپورٹر|نمائندہ|संवाददाता|पत्रकार|रिपोर्टर|ब्यूरो|প্রতিনিধি|প্রতিবেদক|সংবাদদাতা|রিপোর্টার"
)
"""What people are in scripts without capitals, and behind a mark too."""
_CASELESS_AT_END: Final = (
    r"ผู้สื่อข่าว|นักข่าว|นักเขียน|คอลัมนิสต์|기자|특파원|논설위원|편집위원|칼럼니스트|記者|记者|特派員|論説委員|編集委員"
)
"""Likewise, but not behind a mark: of ``김철수, 박서연 기자`` the second is a name."""
_CASELESS_ROLE: Final = re.compile(rf"\s*[,،–—|]\s*(?:[^\s,،|]+\s){{0,2}}(?:{_CASELESS})(?![^\s,،|])[^,،|;]*")
"""Such a role behind a name and a mark, with the place or the paper that belongs to it."""
_CASELESS_ALONE: Final = re.compile(rf"(?:{_CASELESS}|{_CASELESS_AT_END})(?:\s[^\s,،|]+)?")
_CASELESS_TAIL: Final = re.compile(rf"(?<=\S)\s+(?:{_CASELESS}|{_CASELESS_AT_END})(?:\s[^\s,،|]+)?$")
"""One that is all of a text, and one at its end, each with one word behind it that says for what."""


def is_role(text: str) -> bool:
    """Whether a text is nothing but a role.

    >>> is_role("Senior Reporter"), is_role("Ada Lovelace"), is_role("כתב פוליטי")
    (True, False, True)
    """
    return _ROLE.fullmatch(in_small(text)) is not None or (
        not text.isascii() and _CASELESS_ALONE.fullmatch(text) is not None
    )


def begins_with_role(text: str) -> bool:
    """Whether a text says first what somebody is.

    >>> begins_with_role("Head of the Foreign Desk"), begins_with_role("Ada Head")
    (True, False)
    """
    return _ROLE.match(in_small(text)) is not None


def is_of_press(text: str) -> bool:
    """Whether a text has a role in it that only those have who write for papers.

    >>> is_of_press("Ada Lovelace, Staff Writer"), is_of_press("Ada Lovelace, President")
    (True, False)
    """
    return _OF_PRESS.search(text) is not None


def without_role_tail(text: str) -> str:
    """A text without the role at its end.

    >>> without_role_tail("Ada Lovelace Senior Reporter"), without_role_tail("Ada Mary Head")
    ('Ada Lovelace', 'Ada Mary Head')
    >>> without_role_tail("Anna Müller Redakteurin Politik"), without_role_tail("Ada Lovelace London Correspondent")
    ('Anna Müller', 'Ada Lovelace')
    """
    if not text.isascii() and (tail := _CASELESS_TAIL.search(text)) is not None:
        return text[: tail.start()]
    small = in_small(text)
    found = [one for one in (_ROLE_TAIL.search(small), _ROLE_OF_FIELD.search(small)) if one is not None]
    return text[: min(one.start() for one in found)] if found and found[0][0] not in _FAMILY_NAMES else text


def field_of_role(text: str) -> str:
    """What somebody is a reporter of, or one for, in a text that begins with that; or nothing.

    >>> field_of_role("Redakteurin Politik"), field_of_role("Ada Lovelace")
    ('politik', '')
    """
    found = _ROLE_OF_FIELD.match(f" {in_small(text)}")
    return "" if found is None else found[1]


def without_roles(text: str) -> str:
    """A byline without the roles behind names, unless there is nothing else.

    >>> without_roles("Jean Dupont, envoyé spécial")
    'Jean Dupont'
    """
    if not _BEFORE_ROLE.search(text):
        return text
    if not text.isascii():
        text = _CASELESS_ROLE.sub("", text) or text
    return _ROLE_PART.sub("", text) or text
