"""What introduces the names in a byline, in front of them ("By", "Von unserem Korrespondenten", "Text:").

It works on one string, and must not know pages, nor what a name is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from broadsheet.metadata.written.east_asian import EAST_ASIAN
from broadsheet.metadata.written.letters import in_small
from broadsheet.metadata.written.organisations import is_organisation
from broadsheet.metadata.written.tasks import MARK, WROTE, label_of_writers, label_within, says_whose_text
from broadsheet.page.characters import is_small

__all__ = ["IN_FULL", "KINDS", "byline_within", "is_joint", "starts_byline", "without_introduction"]

_LONGEST: Final = 60
"""Characters of a word or two that stand before names."""
_PAIR: Final = 2
"""Small words with which a sentence goes on."""
_WORD: Final = re.compile(r"\w+")
_LONG: Final = 220
"""Characters of a byline that is a line of its own."""
_FEW_WORDS: Final = 3
_FEW_SAID: Final = 5
"""Words of a byline that names a body and has a full stop."""
_BEFORE: Final = (
    # English
    "by", "written by", "posted by", "published by", "words by", "story by", "text by", "reported by", "reporting by",
    "report by", "article by", "review by", "analysis by", "opinion by", "compiled by", "produced by", "edited by",
    "about", "created by", "contributed by", "submitted by", "author", "authors", "author name", "about the author",
    "reporter", "posted", "as told to", "interview by", "commentary by", "column by", "from", "staff report by",
    "reviewed by", "curated by", "medically reviewed by", "guest post by", "guest article by", "guest essay by",
    "guest column by", "guest commentary by", "guest opinion by", "editorial by", "essay by", "perspective by",
    "by our correspondent", "with reporting by",
    "writing by", "interviewed by", "files from", "reporting from", "information from",
    # German
    "von", "text", "autor", "autorin", "autoren", "ein gastbeitrag von", "gastbeitrag von",
    "ein kommentar von",
    "mit material von", "mit informationen von", "mit agenturmaterial von",
    "kommentar von", "artikel von", "beitrag von",
    "ein artikel von", "ein beitrag von", "eine analyse von", "analyse von",
    "ein interview von", "interview von", "interview",
    "ein bericht von", "verfasst von", "geschrieben von", "veröffentlicht von", "eine kolumne von", "ein essay von",
    "aus dem englischen von", "protokoll", "aufgezeichnet von", "von unserem redakteur",
    "von unserer redakteurin", "von unserem korrespondenten", "von unserem mitarbeiter", "von unserer mitarbeiterin",
    "von unserem redaktionsmitglied", "unserem korrespondenten", "unserer korrespondentin",
    "das gespräch führte", "das interview führte", "die fragen stellte",
    "das gespräch führten", "das interview führten", "die fragen stellten", "interview führte", "gespräch führte",
    "zusammengestellt von", "recherchiert von", "notiert von", "material von", "informationen von",
    "agenturmaterial von",
    "eingestellt von", "gepostet von", "erstellt von", "eingereicht von", "gespeichert von",
    # French
    "chronique de", "article rédigé par", "article écrit par", "un article de", "une enquête de", "un reportage de",
    "par", "écrit par", "publié par", "proposé par", "rédigé par", "propos recueillis par", "auteur", "un texte de",
    "texte de", "posté par", "soumis par", "mis en ligne par", "une chronique de", "avec",
    "recueilli par", "interview réalisée par",
    "recueillis par", "entretien par", "entretien de", "interview par", "entretien réalisé par", "informations de",
    # Spanish, Portuguese, Galician, Catalan
    "un reportaje de", "una entrevista de", "una crónica de", "reportagem de", "uma reportagem de",
    "de nuestra corresponsal", "de nuestro enviado especial", "de nuestra enviada especial",
    "con información de",
    "información de", "informações de", "informações da", "informações do", "com informações de",
    "entrevista por", "texto por", "reportaje por", "reportagem por",
    "por", "de", "escrito por", "publicado por", "texto de", "texto", "redactado por", "autora", "autores", "per",
    "postado por", "enviado por", "escrit per", "entrevista de", "escribe",
    "de notre envoyé spécial", "de notre envoyée spéciale", "de notre correspondant", "de notre correspondante",
    "notre correspondant", "notre correspondante", "de nuestro corresponsal", "nuestro corresponsal",
    "do correspondente",
    # Italian
    "dal nostro inviato", "dalla nostra inviata", "dal nostro corrispondente", "dalla nostra corrispondente",
    "dal corrispondente", "dalla corrispondente", "dall'inviato", "dall'inviata",
    "intervista di", "intervista a cura di",
    "reportage di", "servizio di",
    "di", "a cura di",
    "testi di", "interviste di", "scritto da", "pubblicato da", "inviato da", "da", "testo di", "autore", "articolo di",
    # Dutch
    "van onze correspondent", "onze correspondent", "van onze verslaggever", "onze verslaggever", "van onze redacteur",
    "onze redacteur", "onze redactrice", "onze medewerker",
    "door", "geschreven door", "tekst", "geplaatst door", "gepubliceerd door", "ingediend door", "auteurs",
    # Nordic
    "publicerad av", "publisert av", "udgivet af", "skrivet av", "postad av", "publicerat av", "julkaissut",
    "av", "af", "tekst av", "text av", "skrevet av", "skrevet af", "skriven av", "skribent", "journalist", "reporter",
    "kirjoittanut", "teksti", "kirjoittaja", "toimittaja", "höfundur", "eftir",
    # Polish, Czech, Slovak, Slovene, Croatian
    "rozmawiał", "rozmawiała", "rozmawiali", "notował", "notowała", "připravil", "připravila", "pripravil",
    "pripravila", "razgovarao", "razgovarala", "napisala",
    "napísal", "napísala", "napísali", "napsali", "připravili", "pripravili", "przygotował", "przygotowała",
    "napisali", "zebrał", "zebrała", "rozmawia",
    "przez", "opracował", "opracowała", "oprac", "opr", "napisał", "napisała", "dodał", "dodane przez", "autorzy",
    "autoři", "ptal se", "ptala se",
    "autoři článku", "napsal", "napsala", "od", "piše", "napisao", "avtor", "avtorica", "autorica",
    # Hungarian, Romanian
    "írta", "szerző", "un articol de", "un text de", "un reportaj de", "un interviu de",
    "scris de", "publicat de", "postat de", "trimis de",
    # Baltic
    "autorius", "autorė", "autore", "autors", "tekstas",
    "parengė", "kalbino", "kalbėjosi", "sagatavoja", "sagatavojis", "sagatavojusi", "kirjutas", "kirjutasid",
    "intervjueeris", "vahendas",
    # Albanian, Macedonian, Azerbaijani, Uzbek, Tajik, Georgian, Armenian, Mongolian, Swahili, Afrikaans, Basque
    "nga", "shkruar nga", "пишува", "müəllif", "muallif", "муаллиф", "ავტორი", "հեղինակ", "сэтгүүлч", "сурвалжлагч",
    "mwandishi", "deur", "egilea",
    # Turkish, Indonesian, Vietnamese
    "yazan", "yazar", "muhabir", "oleh", "ditulis oleh", "dipublikasikan oleh", "wartawan", "penulis",
    "reporter", "bài", "tác giả", "theo", "bởi", "viết bởi", "đăng bởi",
    "thực hiện", "bài và ảnh", "bài, ảnh", "hazırlayan", "hazırlayanlar", "derleyen",
    # Russian, Ukrainian, Bulgarian, Serbian
    "автор", "автор статьи", "автор тексту", "автор материала", "автор матеріалу", "автор публикации",
    "авторка", "авторка тексту", "авторы", "аутор", "текст", "підготував",
    "підготувала", "подготовил", "подготовила", "матеріал підготував", "матеріал підготувала", "материал подготовил",
    "материал подготовила", "записал", "записала", "беседовал",
    "від", "беседовала", "розмовляв", "розмовляла", "журналист", "корреспондент", "от",
    "пише", "автори", "аўтар", "аўтарка", "подготовили", "підготували", "записали", "записав", "беседовали",
    "опубликовал", "опубликовала", "опублікував", "опублікувала",
    "материал подготовили", "матеріал підготували", "написа", "разговаря", "интервю на",
    # Greek
    "του", "της", "των", "από", "από τη", "από την", "από τον", "από το", "απο",
    "γράφει ο", "γράφει η", "γράφουν οι", "γράφει", "συντάκτης", "επιμέλεια",
    # Hebrew, Arabic, Persian, Urdu, Hindi, Bengali
    "מאת", "פורסם על ידי", "נכתב על ידי", "על ידי", "به قلم", "توسط", "লিখেছেন", "בקלם",
    "بقلم", "كتب", "كتبت", "بواسطة", "تقرير", "تحرير", "نویسنده", "خبرنگار", "گزارش از", "گزارش", "گزارشگر",
    "تحریر", "لیکوال", "نووسەر", "نووسینی", "द्वारा", "लेखक", "लेखिका", "লেখক", "লেখা", "લેખક", "ਲੇਖਕ", "ലേഖകൻ",
    "ലേഖിക", "ಲೇಖಕರು", "ಲೇಖಕ", "రచయిత",
    # Thai, Lao, Khmer, Burmese
    "โดย", "ผู้สื่อข่าว", "เรื่องโดย", "เขียนโดย", "เรื่อง", "ผู้เขียน", "ໂດຍ", "ដោយ", "ရေးသားသူ",
    # Chinese, Japanese, Korean
    "作者", "记者", "記者", "文/", "文／", "文＝", "撰文", "采写", "通讯员", "本报记者", "编辑", "责任编辑", "責任編輯",
    "責編", "责编", "取材・文", "文・", "文", "著者", "執筆", "執筆者", "ライター", "記者・", "聞き手・構成",
    "聞き手・",
    "聞き手", "文・写真", "写真・文", "文/写真", "采访", "整理", "작성자", "글", "글쓴이", "글·사진", "사진·글",
)  # fmt: skip
"""What stands before names, by language. A letter must not follow it."""
_BEFORE_PATTERN: Final = re.compile(
    r"^\W*(?:" + "|".join(sorted((re.escape(word) for word in _BEFORE), key=len, reverse=True)) + r")"
    r"(?:\.?\s*[:：=＝/／៖՝]+\s*|\.\s+|\s+(?=[^\W\d_])|\s*[-–—]\s+)",
    re.IGNORECASE,
)
_LONG_WORD: Final = re.compile(r"^(?!about|author|.*review|.*edit|curat)(?=.*[^\W\d_]{4}).* .*$")
"""Several words, one of them no preposition, that stand before names in bylines alone."""
_JOINTS: Final = frozenset(
    (
        *_BEFORE, "and", "und", "et", "y", "e", "i", "og", "och", "en", "ja", "és", "si", "și", "ve", "dan", "và",
        "και", "и", "і", "та", "oraz", "sowie", "with", "mit", "avec", "con", "ir", "un", "और",
        "এবং", "ও", "اور", "و", "และ", "&", "photo", "photos", "foto", "fotos", "фото",
    )
)  # fmt: skip
"""What stands before names, whatever their bearers did, and between them."""
KINDS: Final = (
    ("ein|eine|der|die|das", r"von\s+",
     "kolumne|reportage|glosse|leitartikel|gastkommentar|kommentar|gastbeitrag|beitrag|artikel|analyse|bericht|"
     "rezension|essay|meinung|buchkritik|filmkritik|nachruf"),
    ("un|une|le|la", r"(?:de|par)\s+|d['’]",
     "tribune|édito|éditorial|analyse|reportage|enquête|critique|article|récit|billet|chronique|texte"),
    ("un|una|el|la", r"(?:de|por)\s+",
     "opinión|columna|análisis|crónica|reportaje|artículo|editorial|texto|tribuna|reseña|opinió|anàlisi"),
    ("un|una|il|la|lo", r"di\s+", "articolo|commento|editoriale|analisi|reportage|testo|servizio|recensione|opinione"),
    ("um|uma|o|a", r"(?:de|por)\s+",
     "coluna|análise|opinião|artigo|texto|reportagem|crônica|crónica|editorial|resenha"),
    ("een|de|het", r"(?:door|van)\s+",
     "opinie|column|analyse|commentaar|recensie|reportage|tekst|verslag|interview|essay"),
    ("en|ett|et", r"a[vf]\s+",
     "krönika|ledare|analys|analyse|kommentar|reportage|reportasje|recension|intervju|interview|debattartikel|kronikk|"
     "kronik|leder|anmeldelse|anmälan|debattinnlegg|debatindlæg|essä|essay"),
)  # fmt: skip
"""Kinds of texts that bylines begin with: articles before them, what stands between them and names, and the kinds."""
_KIND: Final = re.compile(
    "|".join(rf"(?:(?:{articles})\s+|l['’])?(?:{kinds})\s+(?:{between})" for articles, between, kinds in KINDS),
    re.IGNORECASE,
)
_FIRST_OF_KIND: Final = frozenset(word for articles, _, kinds in KINDS for word in f"{articles}|{kinds}".split("|"))
IN_FULL: Final = re.compile(
    r"[^\W\d_a-zà-ÿ][\w.'’-]*\s+(?:(?:de|van|von|der|den|di|da|del|della|la|le|du|el|al|af|av|y|e|i)\s+){0,2}[^\W\d_a-zà-ÿ]"
)
"""A name of two words."""
_FIRST_BEFORE: Final = frozenset(found[0].casefold() for word in _BEFORE if (found := _WORD.search(word)) is not None)
"""The first words of what stands before names."""
_GLUED: Final = re.compile(r"^(?:By|Von|Par|Por)(?=[A-Z][a-zà-ÿ.])")
"""What stands before names where the space between two elements is left to the style sheet."""
_CJK_BEFORE: Final = re.compile(
    r"^(?:(?:取材・)?文[・／/＝]|作者|本报记者|本報記者|新华社记者|(?:实习|實習|见习|特约|特約|特派)?(?:记者|記者)|撰文|采写|通讯员|责任编辑|責任編輯|责编|責編|编辑|取材・文|執筆)"
    r"(?![部室])\s*[:：]?\s*"
)
_STRONG_BEFORE: Final = re.compile(
    r"^\W*(?:(?:(?:(?:written|posted|published|submitted|contributed|report(?:ed|ing)?|story|text|words|article|analysis|review|"
    r"opinion|commentary|column|editorial|essay|perspective|interview|"
    r"guest\s+(?:post|article|essay|column|commentary|opinion))\s+)?by|von|par|por|di|door|"
    r"av|af|deur|przez|oleh|nga|(?:เรื่อง|เขียน)?โดย|ໂດຍ|ដោយ|автор|автор\s+статьи|текст|责编|责任编辑|責任編輯|責編|撰文|기자명|του|της|γράφει\s+(?:ο|η)|מאת|(?:פורסם|נכתב)\s+על\s+ידי|بقلم|به\s+قلم|লিখেছেন|작성자|autor(?:in|en|a)?|auteur|autore|"
    r"(?:ein(?:e)?\s+)?(?:kommentar|analyse|gastbeitrag|interview|bericht)\s+von|a\s+cura\s+di|írta|yazan|szerző|"
    r"(?:eingereicht|eingestellt|gepostet|geschrieben|gespeichert|verfasst|veröffentlicht)\s+von|"
    r"(?:écrit|publié|posté|proposé|rédigé|soumis)\s+par|"
    r"article\s+(?:écrit|rédigé)\s+par|(?:enviado|escrito|postado|publicado|redactado)\s+por|(?:inviato|pubblicato|scritto)\s+da|"
    r"(?:geplaatst|geschreven|gepubliceerd|ingediend)\s+door|(?:postat|publicat|scris|trimis)\s+de|(?:skrevet|udgivet|publisert)\s+a[fv]|(?:skriven|publicerad)\s+av|"
    r"(?:dipublikasikan|ditulis)\s+oleh|(?:đăng|viết)\s+bởi|"
    r"propos\s+recueillis\s+par|作者|记者|記者|本报记者|文／|文/|文＝)(?:\s*[:：]\s*|\s+))(?=\S)"
)
"""What stands before names and hardly before anything else: for bylines in running text, in small letters."""
_STRONG_PHRASE: Final = re.compile(
    r"(?:(?:de\s+(?:notre|nuestr[oa]|noss[oa])|d[ae]l(?:la)?\s+nostr[oa])\s+(?:correspondante?|envoyée?\s+spéciale?|"
    r"corresponsal|enviad[oa]\s+especial|correspondente|inviat[oa]|corrispondente)|"
    r"van\s+onze\s+(?:correspondent|verslaggever|verslaggeefster|redacteur|redactrice)|"
    r"rozmawia(?:ł|ła|li)|notowa(?:ł|ła)|opracowa(?:ł|ła)|připravila?|pripravila?|razgovara(?:o|la)|"
    r"беседова(?:л|ла)|записа(?:л|ла)|подготови(?:л|ла)|підготува(?:в|ла)|розмовля(?:в|ла))\s+(?=\S)",
    re.IGNORECASE,
)
"""Likewise, in phrases and verbs."""
_PHRASES: Final = re.compile(
    r"(?:"
    + "|".join(sorted((re.escape(one) for one in _BEFORE if _LONG_WORD.search(one)), key=len, reverse=True))
    + r")\s*:?\s+",
    re.IGNORECASE,
)
"""Several words that stand before a whole name."""
_FIRST_OF_PHRASE: Final = frozenset(one.split()[0] for one in _BEFORE if _LONG_WORD.search(one))
_BEGIN_PHRASES: Final = tuple(
    begin
    for word in "de |del|dal|van |rozm|notow|opraco|přip|prip|razg|бесе|запи|подг|підг|розм".split("|")
    for begin in (word, word.title())
)
"""How these begin."""
_QUOTES: Final = ('"', "“", "„", "«", "‘", "「", ">>")
"""What no byline begins with: quotation marks, and what transcripts of broadcasts put before who speaks."""
_BEHIND_NAMES: Final = frozenset(
    "at on in for and am um im für und le à pour et el en por y em e il su op om voor".split()
)
"""Small words behind nicknames in bylines."""
_STOPS: Final = (".", "!", "?")
_ELISIONS: Final = ("L'", "L’", "l'", "l’")
_WITHIN: Final = re.compile(r"[|•·–—]\s*((?:by|von|par|por|di|door|av|af)\s+[^\W\d_])", re.IGNORECASE)
_WROTE_BEHIND: Final = re.compile(
    r"(?-i:[^\W\d_a-zà-ÿ])[\w.'’-]+\s*\(\s*(?:text|texte|texto|testo|tekst|teksti|texti|words|текст|κείμενο|szöveg)"
    r"(?:\s*(?:[&+,/]|and|und|et|y|e|og|och|en|ja|i|a|и)\s*\w+)?\s*\)",
    re.IGNORECASE,
)
"""What says that somebody wrote, behind the name."""


def _first_word(text: str) -> str:
    """The word that a text begins with, folded; nothing where it begins otherwise."""
    first = _WORD.match(text)
    return "" if first is None else first[0].casefold()


def _kind_before(text: str, first: str) -> int:
    """Where a name of two words or more begins behind what kind of text is by somebody (``Eine Kolumne von``); 0 where
    a text does not begin so.

    Args:
        text: the text.
        first: its first word (`_first_word`).
    """
    if first not in _FIRST_OF_KIND and not (first and text.startswith(_ELISIONS)):
        return 0
    found = _KIND.match(text)
    return found.end() if found is not None and IN_FULL.match(text, found.end()) else 0


@lru_cache(maxsize=1024)
def starts_byline(text: str) -> bool:
    """Whether a line begins as bylines do, by words that hardly begin anything else.

    >>> starts_byline("Von Anna Müller")
    True
    >>> starts_byline("Bypass opened"), starts_byline("Anna Müller (Text), Karl Berg (Fotos)")
    (False, True)
    """
    if text.startswith(_QUOTES):
        return False
    found = _STRONG_BEFORE.match(in_small(text))
    if found is None and text.startswith(_BEGIN_PHRASES):
        found = _STRONG_PHRASE.match(text)
    if found is not None and (MARK.search(found[0]) or not _goes_on_small(text)):
        return True
    first = _first_word(text)
    if len(text) <= _LONG and first in _FIRST_OF_PHRASE and _begins_with_phrase(text):
        return True
    if (
        _GLUED.match(text) is not None
        or _kind_before(text, first)
        or label_of_writers(text) is not None
        or says_whose_text(text)
    ):
        return True
    return "(" in text and len(text) <= _LONG and _WROTE_BEHIND.search(text) is not None


def _begins_with_phrase(text: str) -> bool:
    """Whether a text begins with several words that stand before names, and a name of two words."""
    found = _PHRASES.match(text)
    return found is not None and text[found.end()].isupper() and IN_FULL.match(text, found.end()) is not None


def _goes_on_small(text: str) -> bool:
    """Whether a line goes on with two small words behind a preposition, as sentences do (``Por primera vez en
    diez años``) and names do not, or ends as one does. One alone may be a nickname, and they may name a body
    (``Par la rédaction``).
    """
    said, words = text.split(), without_introduction(text).split()[:_FEW_WORDS]
    small = [word for word in words if is_small(word) and word not in _BEHIND_NAMES]
    is_sentence = text.endswith(_STOPS) and len(said) > _FEW_SAID and said[-1].islower()
    if is_sentence and len(words) == _FEW_WORDS and len(small) == _PAIR and small == words[1:]:
        return True  # By Tuesday evening all was quiet.
    if not words or not is_small(words[0]) or text.islower():
        return False
    if is_sentence:
        return True
    is_label = said[0].lower() in WROTE
    return (is_label or len(small) >= _PAIR) and not is_organisation(" ".join(words))


def byline_within(text: str) -> str | None:
    """The byline in a line that has more in front of it, behind a mark or by its label.

    >>> byline_within("March 8, 2010 | By Ada Lovelace")
    'By Ada Lovelace'
    >>> byline_within("11.03.2022 14:05 Автор: Анна Петрова")
    'Автор: Анна Петрова'
    """
    found = _WITHIN.search(text)
    if found is not None:
        within = text[found.start(1) :]
        return None if _goes_on_small(within) else within
    at = label_within(text)
    return text[at:] if at >= 0 else None


def is_joint(text: str) -> bool:
    """Whether a text is nothing but what stands before names or between them.

    >>> is_joint("By"), is_joint(" und "), is_joint("Ada")
    (True, True, False)
    """
    word = text.strip(" \t\n\r\u00a0:")
    if len(word) > _LONGEST or (not word.isascii() and EAST_ASIAN.search(word)):
        return False
    return word.casefold() in _JOINTS or (":" in text and word.lower() in WROTE) or _is_kind(word)


def _is_kind(word: str) -> bool:
    """Whether a text is nothing but what kind of text is by somebody."""
    return " " in word and word.split()[0].casefold() in _FIRST_OF_KIND and _KIND.fullmatch(f"{word} ") is not None


@lru_cache(maxsize=1024)
def without_introduction(text: str) -> str:
    """A byline without what introduces the names in it.

    >>> without_introduction("A cura di Anna Rossi")
    'Anna Rossi'
    """
    text = _GLUED.sub("", text)
    text = text[_kind_before(text, _first_word(text)) :]
    for _ in range(3):
        first = _WORD.search(text)
        if first is None:
            break
        shorter = _BEFORE_PATTERN.sub("", text, count=1) if first[0].casefold() in _FIRST_BEFORE else text
        shorter = shorter if shorter.isascii() else _CJK_BEFORE.sub("", shorter, count=1)
        if shorter == text and (label := label_of_writers(text)) is not None:
            shorter = text[len(label) :]
        if shorter == text or not shorter:
            break
        text = shorter
    return text
