"""What stands beside a name without a word or a mark between: the kind of text (``OPINION Ada Lovelace``), a button
(``More from Ada Lovelace``), the same name, as the text of its picture.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.metadata.written.introductions import IN_FULL, KINDS, without_introduction
from broadsheet.metadata.written.people import are_names

__all__ = ["once", "without_button", "without_kind"]

_WORD: Final = re.compile(r"\w+")
_ALONE: Final = (
    *(kind for _, _, kinds in KINDS for kind in kinds.split("|")),
    # English
    *"opinions?|comment|commentary|guest (?:column|essay|opinion|commentary)|(?:news )?analysis|perspective|viewpoint|"
    "op-ed|feature|exclusive|words|story".split("|"),
    # German, Romance
    *"standpunkt|exklusiv|exclusif|chronique|débat|exclusiva|exclusivo|tribuna|esclusivo|esclusiva|l['’]opinione|"
    "opinie|analiză|comentariu".split("|"),
    # Nordic, Slavic, Hungarian, Turkish
    *"debatt?|debat|krönika|kolumni|pääkirjoitus|mielipide|kommentti|analyysi|opinia|komentarz|felieton|analiza|"
    "komentář|názor|glosa|analýza|komentár|vélemény|jegyzet|publicisztika|elemzés|yorum|görüş|analiz|мнение|колонка|"
    "комментарий|анализ|думка|погляд|коментар|анализа".split("|"),
    # Greek, Hebrew, Arabic
    *"γνώμη|γνωμη|άποψη|αποψη|άρθρο|ανάλυση|αναλυση|σχόλιο|דעה|פרשנות|טור|رأي|مقال|تحليل".split("|"),
)  # fmt: skip
"""Kinds of texts, in small letters."""
_KIND: Final = re.compile(rf"(?:{'|'.join(_ALONE)})(?:\s*[|:•·–—]\s*|\s+)", re.IGNORECASE)
_FIRST_OF_KIND: Final = frozenset(word for kind in _ALONE for word in _WORD.findall(kind))
_LATIN_OR_CYRILLIC: Final = re.compile(r"[A-Za-zÀ-ɏЀ-ӿ]")
"""A letter of a script whose names are listed."""
_BUTTON: Final = re.compile(
    r"(?:(?:(?:profile|author)\s+)?(?:image|picture)|avatar|headshot|(?:(?:view|see|read|show|find|browse)\s+)?(?:all|more|other)\s+(?:of\s+)?(?:the\s+)?(?:(?:latest|recent)\s+)?"
    r"(?:(?:posts?|articles?|stories|content|work|news|columns?|entries|reporting)\s+)?(?:written\s+)?(?:by|from)|"
    r"(?:alle|mehr|weitere)\s+(?:(?:artikel|beiträge|texte|inhalte|kolumnen)\s+)?(?:von|des\s+autors|der\s+autorin)|"
    r"(?:(?:voir|lire)\s+)?(?:tous\s+les|plus\s+d['’e]|d['’]autres|toutes\s+les)\s*(?:articles|contenus|publications|textes|chroniques)?\s+(?:de|par)|"
    r"(?:(?:ver|leer|ler)\s+)?(?:todos?|todas?|más|mais|otros|outros)\s+(?:(?:los|las|os|as)\s+)?"
    r"(?:(?:artículos|artigos|noticias|notícias|entradas|publicaciones|publicações|textos|contenidos|posts|matérias|colunas|columnas)\s+)?(?:de|por|do|da)|"
    r"(?:(?:leggi|vedi)\s+)?(?:tutti\s+gli|altri|gli\s+altri)\s+(?:articoli|post|contenuti)\s+(?:di|scritti\s+da)|"
    r"(?:alle|meer)\s+(?:(?:artikelen|berichten|verhalen|columns)\s+)?(?:van|door)|"
    r"(?:mer|mere|flere?|fler|alla|alle)\s+(?:(?:artiklar|artikler|texter|saker|innlegg|indlæg)\s+)?(?:av|af|från|fra)|"
    r"(?:więcej|wszystkie)\s+(?:(?:artykuł\w*|tekst\w*|wpis\w*)\s+)?(?:autor(?:a|ki|stwa)|od)|"
    r"(?:všechny|další)\s+(?:články|texty)\s+(?:autora|autorky|od)|"
    r"(?:все|другие|інші|усі|всі)\s+(?:материалы|статьи|публикации|матеріали|статті|публікації)(?:\s+(?:автора|авторки))?|"
    r"(?:lihat\s+)?(?:semua|lainnya)\s+(?:artikel|tulisan)\s+(?:oleh|dari)"
    r")\s+(?P<name>\S.*?)(?:\s+(?:anzeigen|ansehen|lesen|here))?[\s→»>›.:]*$",
    re.IGNORECASE,
)
"""What leads to all that somebody wrote, and what says that it is a picture."""
_BEGIN_BUTTON: Final = frozenset(
    "profile author image picture avatar headshot view see read show find browse all more other alle mehr weitere voir "
    "lire tous plus d toutes ver leer ler todo todos toda todas más mais otros outros leggi vedi tutti altri gli meer "
    "mer mere fler flere alla więcej wszystkie všechny další все другие інші усі всі lihat semua lainnya".split()
)
_LONGEST: Final = 140
"""Characters of a byline that a name may stand in twice."""
_TWICE: Final = re.compile(
    r"^(?:[^,;|&/]*?\s)?(?P<name>(?-i:[^\W\d_a-zà-ÿ])[\w.'’-]*(?:\s[\w.'’-]+){1,4})\s+(?P=name)(?!\w)", re.IGNORECASE
)
"""A name of two words or more, behind what is said of a picture, and the same again."""


def without_kind(text: str) -> str:
    """A byline without the kind of text in front of a whole name whose first word is known as one.

    >>> without_kind("OPINION Ada Lovelace"), without_kind("Analyse | Anna Müller")
    ('Ada Lovelace', 'Anna Müller')
    >>> without_kind("Story Musgrave"), without_kind("Kommentar Neue Brücke")
    ('Story Musgrave', 'Kommentar Neue Brücke')
    """
    first = _WORD.match(text)
    found = _KIND.match(text) if first is not None and first[0].casefold() in _FIRST_OF_KIND else None
    if found is None:
        return text
    name = without_introduction(text[found.end() :])
    known = not _LATIN_OR_CYRILLIC.match(name) or are_names(name.split(maxsplit=1)[0])
    return text[found.end() :] if known and IN_FULL.match(name) else text


def without_button(text: str) -> str:
    """A byline that is what leads to all that somebody wrote, or what their picture is called, as the name.

    >>> without_button("View all posts by Ada Lovelace →"), without_button("Mehr von Anna Müller")
    ('Ada Lovelace', 'Anna Müller')
    >>> without_button("More from Northgate"), without_button("All by themselves")
    ('More from Northgate', 'All by themselves')
    """
    first = _WORD.match(text)
    found = _BUTTON.match(text) if first is not None and first[0].casefold() in _BEGIN_BUTTON else None
    return found["name"] if found is not None and IN_FULL.match(found["name"]) else text


def once(text: str) -> str:
    """A byline in which a name stands twice, one behind the other, with the name once, and without what is in front.

    >>> once("Ada Lovelace Ada Lovelace"), once("Headshot of Ada Lovelace Ada Lovelace, Reporter")
    ('Ada Lovelace', 'Ada Lovelace, Reporter')
    >>> once("Ada LovelaceAda Lovelace")
    'Ada Lovelace'
    >>> once("Ada Lovelace, Ada Lovelace"), once("Duran Duran")
    ('Ada Lovelace, Ada Lovelace', 'Duran Duran')
    """
    half = text[: len(text) // 2]
    if " " in half and text == half * 2:
        return half
    words = _WORD.findall(text.casefold()) if len(text) <= _LONGEST else []
    if len(words) - len(set(words)) < 2:  # as many words as a name has at the least
        return text
    found = _TWICE.match(text)
    return text if found is None else found["name"] + text[found.end() :]
