"""What labels in bylines say of the names behind them: who wrote, and who took pictures, edited, translated, or where
the text was taken from.

It works on one string, and must not know pages, nor how a name looks.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.metadata.written.east_asian import EAST_ASIAN, HAN, HANGUL, KANA

__all__ = [
    "MARK",
    "WROTE",
    "bare_other_label",
    "begins_with_label",
    "label_of_writers",
    "label_within",
    "of_writers",
    "other_label",
    "says_whose_text",
    "stands_behind_other_label",
]

WROTE: Final = frozenset({
    # English, German, Dutch
    "words", "interview", "author", "authors", "writer", "reporter", "journalist", "contributor", "text", "autor",
    "autorin", "verfasser", "verfasserin", "gastautor", "gastautorin", "gastautoren",
    "autoren", "protokoll", "auteur", "auteurs", "tekst", "reportage", "redacteur",
    # Nordic
    "redakteur", "redaktør", "skribent", "kirjoittaja", "kirjoittanut", "teksti",
    "toimittaja", "höfundur", "texti",
    # Romance
    "journaliste", "reportagem", "repórter", "jornalista", "reportaje", "periodista", "giornalista", "intervista",
    "entrevista", "escribe", "auteure", "auteures", "texte", "autrice", "autora", "autores", "autoras", "texto",
    "autore", "autori", "testo", "redactor", "redactora", "autoare", "entrevistes",
    # Slavic
    "dziennikarz", "dziennikarka", "novinář", "novinářka", "novinar", "novinarka", "журналіст", "журналістка",
    "autorka", "autorzy", "autorki", "teksty", "opracowanie", "opracował", "opracowała", "oprac", "rozmawiał",
    "rozmawiała", "rozmawiali", "notował", "notowała", "autoři", "napsal", "napsala", "připravil", "připravila",
    "pripravil", "pripravila", "piše", "pišejo", "pišu", "napisao", "napisala", "razgovarao", "razgovarala",
    "avtor", "avtorica", "avtorja", "avtorji", "autorica", "автор", "авторка", "автори", "авторы", "аутор",
    "аутори", "текст", "пише", "пишува", "пишат", "журналист", "журналистка", "корреспондент", "кореспондент",
    "подготовил", "подготовила", "підготував", "підготувала", "беседовал", "беседовала", "записал", "записала",
    "разговаря", "разговарял", "аўтар", "аўтарка", "авторка тексту", "автор тексту",
    "автор статьи", "автор текста", "автор материала", "автор матеріалу",
    "интервью", "репортер", "репортёр", "інтерв’ю",
    # Baltic, Estonian, Hungarian
    "autorius", "autoriai", "autorė", "autorės", "parengė", "kalbino", "tekstas", "autors", "sagatavoja",
    "sagatavojis", "sagatavojusi", "teksts", "autorid", "intervjueeris", "szerző", "szerzők", "írta", "készítette",
    "szöveg", "riporter",
    # Greek, Turkish, Albanian, Caucasus, Central Asia
    "συντάκτης", "συντάκτρια", "σύνταξη", "συντάκτες", "κείμενο", "κείμενα", "επιμέλεια", "ρεπορτάζ", "γράφει",
    "yazar", "yazan", "haber", "derleyen", "hazırlayan", "muhabir", "röportaj", "metin",
    "müəllif", "muallif", "муаллиф", "ავტორი", "հեղինակ",
    "сэтгүүлч", "сурвалжлагч",
    # Africa, Basque, Indonesian, Malay, Vietnamese
    "mwandishi", "egilea", "penulis", "pewarta", "wartawan", "kontributor", "laporan",
    "oleh", "tác giả", "bài", "bài viết",
    # Hebrew, Arabic, Persian, Urdu, Pashto, Kurdish
    "מאת", "כתב", "כתבה", "כתבת", "הכתב", "الكاتب", "كاتب", "الكاتبة", "كتب", "كتبت", "بقلم", "تقرير", "إعداد", "اعداد",
    "حوار", "متابعة", "نویسنده", "خبرنگار", "گزارشگر", "گزارش", "تحریر", "مصنف", "رپورٹ", "لیکوال", "نووسەر", "نووسینی",
    # India, Bangladesh
    "लेखक", "लेखिका", "द्वारा", "रिपोर्ट", "रिपोर्टर", "লেখক", "লেখা", "প্রতিবেদক", "રચના", "લેખક", "ਲੇਖਕ", "ലേഖകൻ",
    "ലേഖിക", "ಲೇಖಕರು", "ಲೇಖಕ", "రచయిత", "எழுதியவர்", "ஆசிரியர்",
    # South East and East Asia
    "ผู้เขียน", "ผู้สื่อข่าว", "สัมภาษณ์", "เรื่อง", "โดย", "เขียนโดย", "เรื่องโดย",
    "ໂດຍ", "ដោយ", "ရေးသားသူ", "作者", "撰文", "撰稿", "采写", "采访", "thực hiện",
    "文", "記者", "记者", "通讯员", "通訊員", "取材・文", "著者", "執筆", "執筆者", "ライター", "文責", "書いた人",
    "この記事を書いた人", "この記事の著者", "この記事のライター", "記事を書いた人", "取材", "글", "취재", "글쓴이",
    "작성자", "기자명", "聞き手", "聞き手・構成",
})  # fmt: skip
"""What stands, with a colon behind it, before who wrote a text; by language, in small letters."""
_OTHERS: Final = frozenset({
    # Pictures
    "photo", "photos", "photography", "photograph", "photographs", "photographer", "photographed",
    "photo credit", "photo credits", "image credit", "picture credit", "credit", "credits", "picture",
    "pictures", "image", "images", "video", "videos", "camera", "kamera", "graphic", "graphics", "grafik",
    "illustration", "illustrations", "foto", "fotos", "foto's", "foto’s", "fotograf", "fotografin", "fotografie",
    "bild", "bilder", "bildquelle", "beeld", "bilde", "bilete", "billede", "billeder", "fotografo", "fotografia",
    "fotografía", "fotografías", "fotografias", "fotogalería", "imagen", "imágenes", "imagem", "imagens", "imagini",
    "immagini", "ilustración", "illustrazione", "kuva", "kuvat", "kuvaaja", "kuvaus", "valokuva", "valokuvat", "fotod",
    "mynd", "myndir", "ljósmynd", "ljósmyndir", "zdjęcie", "zdjęcia", "fot", "fotky", "snímek", "snímky", "snímka",
    "snimka", "snimke", "snimio", "snimila", "fotografije", "slika", "slike", "снимка", "снимки", "снимок", "фото",
    "фотограф", "світлина", "світлини", "слика", "nuotr", "nuotrauka", "nuotraukos", "fotó", "fotók", "fényképezte",
    "kép", "képek", "φωτό", "φωτο", "φωτογραφία", "φωτογραφίες", "fotoğraf", "fotoğraflar", "ảnh", "hình ảnh", "ภาพ",
    "צילום", "צילומים", "تصوير", "صور", "صورة", "عکس", "عکاس", "تصویر", "फोटो", "तस्वीर", "ছবি", "புகைப்படம்", "사진",
    "写真", "監修", "摄影", "攝影", "撮影", "图", "圖", "图片", "圖片",
    # Editing, translating, checking
    "editor", "editors", "edited", "editing", "redigering", "redigert", "redaksjon", "bearbeitung", "editör",
    "toimetas", "toimetaja", "szerkesztő", "szerkesztette", "uređuje", "urednik", "urednica", "редактор", "редакторка",
    "biên tập", "संपादन", "संपादक", "সম্পাদনা", "تحرير", "translated", "translation", "translator", "übersetzung",
    "übersetzt", "übersetzer", "übersetzerin", "traducción", "traducido", "traducida", "traductor", "traductora",
    "traduction", "traduit", "traduite", "traducteur", "traductrice", "traduzione", "traduttore", "tradução",
    "traduzido", "traduzida", "tradutor", "tradutora", "traducere", "vertaling", "vertaald", "oversettelse",
    "oversat", "översättning", "översatt", "käännös", "suomennos", "tłumaczenie", "tłumaczył", "tłumaczyła", "překlad",
    "preklad", "prijevod", "prevod", "превод", "перевод", "переклад", "перевёл", "перевела", "fordította", "fordítás",
    "çeviri", "çeviren", "tercüme", "terjemahan", "penerjemah", "แปล", "ترجمة", "ترجمه", "مترجم", "תרגום", "अनुवाद",
    "অনুবাদ", "翻译", "翻譯", "翻訳", "번역", "illustrated", "styled", "researched", "contributions", "checked",
    "fact checked", "fact-checked", "fact checker", "reviewed", "medically reviewed", "clinically reviewed",
    "scientifically reviewed", "verified", "proofread", "verificado", "verificada", "revisado", "revisada", "editado",
    "editada", "vérifié", "vérifiée", "relu", "relue", "édité", "éditée", "geprüft", "lektoriert", "redigiert",
    "bearbeitet", "gecontroleerd", "bewerkt", "redigerad", "granskad", "revisionato", "controllato", "curated",
    "additional reporting", "additional research", "video editing", "mitarbeit", "medewerking", "medverkan",
    "collaboration", "colaboración", "colaboração", "collaborazione", "współpraca", "spolupráce",
    # Where it was taken from
    "source", "sources", "quelle", "quellen", "fonte", "fonti", "fuente", "fuentes", "bron", "källa", "kilde",
    "lähde", "heimild", "źródło", "zdroj", "izvor", "vir", "извор", "източник", "источник", "джерело", "sursa",
    "allikas", "avots", "šaltinis", "forrás", "πηγή", "kaynak", "sumber", "nguồn", "מקור", "المصدر", "مصدر", "منبع",
    "स्रोत", "সূত্র", "来源", "來源", "出典", "출처",
})  # fmt: skip
"""What stands before those who did something else, and before the source."""
_WITH_BY: Final = frozenset("text tekst teksti texte texto testo words story written".split())
"""Labels of who wrote that names are parted by, with a preposition too."""
_LABELS: Final = frozenset(map(str.casefold, WROTE))
_EDITORS: Final = frozenset("编辑 編輯 责任编辑 責任編輯 责编 責編".split())
"""Who put a text on a Chinese page: named as those who wrote are where nobody else is."""
_REVIEWERS: Final = frozenset({"reviewed", "curated"})
"""Who checked a text, or wrote it, of a film or a book: likewise."""
_REPORTERS: Final = re.compile(r"\w{4,}(?:redakteur|korrespondent|reporter|journalist)(?:in)?")
"""What somebody is who writes on something, as one word, in small letters."""
_TASKS: Final = {
    **dict.fromkeys(map(str.casefold, _OTHERS | _EDITORS), False),
    **dict.fromkeys(map(str.casefold, WROTE | _WITH_BY), True),
}
"""Whether who stands behind a label wrote the text."""
_SIGNS: Final = "|".join(
    sorted((re.escape(label) for label in _TASKS if EAST_ASIAN.search(label)), key=len, reverse=True)
)
_BARE_SIGNS: Final = re.compile(rf"(?:^|(?<=[\s·・,，、]))({_SIGNS})(?:\s*[|｜丨]\s*|\s+)(?=[{HAN}{KANA}{HANGUL}])")
"""A label of East Asia that only white space parts from a name, or a bar."""
_SIGNS_BEHIND: Final = re.compile(rf"([{HAN}{HANGUL}]{{2,4}})\s*[/／]\s*({_SIGNS})(?=[\s,，、]|$)")
"""A label behind a name."""
_SHORT: Final = 80
"""Characters of a byline with such labels."""
_TEXT_AND_PICTURES: Final = re.compile(
    r"(?:words|text|texte|texto|testo|tekst|teksti|teks|текст|κείμενο|เรื่อง|bài)\s+(?P<who>[^\W\d_].*?)[\s,;/|•]+(?:photos?|photography|photographs|"
    r"pictures|images|foto(?:['’]?s)?|bild(?:er)?|kuvat?|zdjęcia|fotografías?|immagini|beeld|фото|φωτογραφίες|φωτό|ภาพ|ảnh)\s+(?=(?-i:[^\W\d_a-zà-ÿ]))",
    re.IGNORECASE,
)
"""Two labels, without a colon."""
_BEGIN_TEXT: Final = ("text", "teks", "test", "word", "текс", "κείμ", "เรื่", "bài ")
_ENDINGS: Final = (*":：/／＝",)
_ANDS: Final = r"and|und|et|y|e|og|och|en|i|ja|a|și|si|và|és|и|і|та|ve|dan|και"
_BY: Final = r"by|von|par|por|di|de|av|af|door"
_TEXT_BY: Final = re.compile(
    rf"(?:words|text|texte|texto|testo|tekst|teksti)(?:\s*(?:\s(?:{_ANDS})\s|[&+/,])\s*(?P<too>[^\W\d_]+(?:['’]s)?))?"
    rf"\s+(?:{_BY})\s+(?=(?-i:[^\W\d_a-zà-ÿ]))",
    re.IGNORECASE,
)
"""The label of a text, with that of pictures too, and a preposition before a name."""
_LABEL_ENDS: Final = ":：=＝៖՝"
MARK: Final = re.compile(f"[{_LABEL_ENDS}/／]")
"""What is behind a label."""
_LABEL: Final = re.compile(
    rf"\W*([^{_LABEL_ENDS}/／|•,;()\n]{{1,40}}?)\s*"
    rf"(?:[{_LABEL_ENDS}]|[/／](?=\s*[{HAN}]{{2,4}}(?:[\s、，,/／(（]|$)))\s*(?=\S)"
)
"""A label at the beginning of a line; one of East Asia may have a stroke behind it, and a name alone."""
_TASK: Final = re.compile(
    rf"(?:^|(?<=[\s;,|/•]))((?:(?:fact|photo|image|picture|additional|medically|clinically|scientifically|автор|авторка|tác|biên|hình|bài)[\s-])?[^\s{_LABEL_ENDS}/／|•,;()]+)"
    rf"(?:\.?\s+(?:{_BY})\b\s*[:：]?|\.?\s*[:：/／＝])\s*",
    re.IGNORECASE,
)
"""A word that may be a label, with what parts it from a name."""
_BARE_LABEL: Final = re.compile(
    r"(?i:fotos?|photos?|photography|photographer|fotograf(?:in)?|valokuvat?|zdjęcia|фото|"
    r"übersetzung|übersetzt\s+von|traduction|traducción|traduzione|tradução|traducere|vertaling|översättning|oversættelse|"
    r"oversettelse|tłumaczenie|překlad|preklad|prijevod|перевод|переклад|превод|çeviri|fordítás)\s+(?=[^\W\d_a-zà-ÿ])"
)
"""What stands without a mark before those who took the pictures, or translated."""
_GENDERED: Final = re.compile(
    r"\W*+(?P<label>[^\W\d_]{4,}+)(?:[/:*_·.•(-]{1,2}(?:in(?:nen)?|t?rice|ice|es?|as?|i|s)\)?)+"
    rf"(?:\s*[{_LABEL_ENDS}]\s*|\s+)(?=[^\W\d_])",
    re.IGNORECASE,
)
"""A label that speaks of women and men, or of one or several: ``Autor:in``, ``Auteur(s)``."""
_LABEL_BEFORE: Final = re.compile(
    rf"((?:(?:fact|medically|clinically)[\s-])?[^\s{_LABEL_ENDS}/／|•,;()]+)(?:\.?\s+(?:{_BY})\s*[:：]?|\.?\s*[:：])$",
    re.IGNORECASE,
)
"""Such a word at the end of what stands before a name."""
_LABEL_LAST: Final = (":", "：", *(f" {word}" for word in _BY.split("|")))
_HAS_TASK: Final = re.compile(rf"[:：/／＝]|\b(?:{_BY})\b", re.IGNORECASE)
_BOTH: Final = re.compile(
    rf"(?<![^\s(|,;/•])(?P<one>[^\s{_LABEL_ENDS}/／|•,;()&+·・]+)"
    rf"(?:\s+(?:{_ANDS})\s+|\s*[&+/·・、-]\s*)"
    rf"(?P<two>[^\s{_LABEL_ENDS}/／|•,;()&+·・]+)(?:\s+(?:{_BY})\b\s*:?|\s*[:：]|(?<=[\u3040-\u9fff\uac00-\ud7af])\s)\s*",
    re.IGNORECASE,
)
"""Two words that may be labels for one name."""
_BEFORE_DOT: Final = re.compile(rf"(?:^|(?<=[\s　（(]))([{HAN}]{{1,2}}|聞き手)・(?=[{HAN}]{{3}})")
"""A word that may be a label, where a dot parts it from a name, as in Japanese."""
_AND: Final = re.compile(rf"\s(?:{_ANDS})\s|[&+/·・、-]")


def label_of_writers(text: str) -> str | None:
    """The label, with what parts it from the names, at the beginning of a line that says who wrote; None without one.

    >>> label_of_writers("Autorka: Eva Malá"), label_of_writers("Foto: Eva Malá")
    ('Autorka: ', None)
    >>> label_of_writers("Text und Fotos: Karl May"), label_of_writers("Note: all of it")
    ('Text und Fotos: ', None)
    """
    if gendered := _gendered(text):
        return gendered
    found = _LABEL.match(text) if MARK.search(text) is not None else None
    if found is None:
        return None
    label = found[1].strip().casefold()
    if (
        label in _LABELS
        or _REPORTERS.fullmatch(label)
        or ((parts := _AND.split(label, maxsplit=1))[1:] and _is_of_both(*parts))
    ):
        return found[0]
    return None


def _gendered(text: str) -> str:
    """The label at the beginning of a text that speaks of women and men, or of one or several; or nothing."""
    found = _GENDERED.match(text)
    return "" if found is None or found["label"].casefold() not in _LABELS else found[0]


def says_whose_text(text: str) -> bool:
    """Whether a line begins with the label of a text and a preposition before a name.

    >>> says_whose_text("Text and photos by Ada Lovelace"), says_whose_text("Testo di Anna Rossi, foto di Marco Bo")
    (True, True)
    >>> says_whose_text("Text by now was everywhere"), says_whose_text("Texte de loi")
    (False, False)
    """
    found = _TEXT_BY.match(text) if text[:4].lower() in _BEGIN_TEXT else None
    return found is not None and (found["too"] is None or _TASKS.get(found["too"].casefold()) is False)


def begins_with_label(text: str) -> bool:
    """Whether a text begins with a label, whatever those behind it did, and a colon.

    >>> begins_with_label("Foto: Eva Malá"), begins_with_label("编辑：王芳"), begins_with_label("Eva Malá")
    (True, True, False)
    """
    if ":" not in text and "：" not in text:
        return False
    found = _TASK.match(text)
    return found is not None and found[1].casefold() in _TASKS and found[0].rstrip().endswith((":", "："))


def label_within(text: str) -> int:
    """Where the label of who wrote stands in a line that has more in front of it, and letters behind it; -1: nowhere.

    >>> label_within("11.03.2022 14:05 Автор: Анна Петрова"), label_within("Анна Петрова")
    (17, -1)
    """
    for found in _TASK.finditer(text) if MARK.search(text) is not None else ():
        is_label = _TASKS.get(found[1].casefold()) and not found[0].rstrip().endswith(("/", "／"))
        if found.start() and is_label and text[found.end() : found.end() + 1].isalpha():
            return found.start(1)
    return -1


def other_label(text: str) -> bool:
    """Whether a text begins with a label of those who did something else than write.

    >>> other_label("Foto: Eva Malá"), other_label("Eva Malá")
    (True, False)
    """
    found = _TASK.match(text)
    return found is not None and _TASKS.get(found[1].casefold()) is False and found[1] not in _EDITORS


def bare_other_label(text: str) -> bool:
    """Whether a text begins with such a label that no mark parts from a name.

    >>> bare_other_label("Übersetzung Eva Malá"), bare_other_label("Foto des Jahres"), bare_other_label("Eva Malá")
    (True, False, False)
    """
    return _BARE_LABEL.match(text) is not None


def stands_behind_other_label(before: str) -> bool:
    """Whether what stands before a name ends with a label of those who did something else than write.

    >>> stands_behind_other_label("Written by Ada Lovelace | Reviewed by "), stands_behind_other_label("By ")
    (True, False)
    """
    before = before.rstrip()
    if not before.endswith(_LABEL_LAST):
        return False
    found = _LABEL_BEFORE.search(before)
    return found is not None and _TASKS.get(found[1].casefold()) is False and found[1] not in _EDITORS


def of_writers(text: str) -> str:
    """A byline without those who took the pictures, edited or translated it, and without its source.

    >>> of_writers("Text: Anna Müller Fotos: Karl May"), of_writers("Tekst en foto's: Jan de Wit")
    ('Anna Müller', 'Jan de Wit')
    >>> of_writers("文・中村由美　写真・高橋健一")
    '中村由美'
    >>> of_writers("Anna Müller | Quelle: dpa"), of_writers("Bron: ANP")
    ('Anna Müller |', '')
    >>> of_writers("Autor:in: Anna Müller"), of_writers("Auteur(s) : Jean Petit")
    ('Anna Müller', 'Jean Petit')
    """
    text = text[len(_gendered(text)) :]
    if text[:4].lower() in _BEGIN_TEXT and (both := _TEXT_AND_PICTURES.match(text)) is not None:
        return both["who"]
    is_east_asian = not text.isascii() and EAST_ASIAN.search(text) is not None
    if not is_east_asian and not _HAS_TASK.search(text):
        return text
    if is_east_asian and len(text) <= _SHORT:
        text = _BARE_SIGNS.sub(r"\1：", _SIGNS_BEHIND.sub(r" \2：\1 ", text))
    if "・" in text:
        text = _BEFORE_DOT.sub(_with_mark, text)
    text = _BOTH.sub(_both, text)
    found = [one for one in _TASK.finditer(text) if _is_task(one)]
    if not found:
        return text
    before = text[: found[0].start()]
    kept = [before] if any(map(str.isalpha, before)) else []
    for one, following in zip(found, [*found[1:], None], strict=True):
        if _TASKS[one[1].casefold()]:
            kept.append(text[one.end() : None if following is None else following.start()])
    if not any(map(str.strip, kept)) and (edited := [one for one in found if _is_of_last_resort(one[1])]):
        return text[edited[0].start() :]
    return ", ".join(part.strip() for part in kept if part.strip())


def _is_of_last_resort(label: str) -> bool:
    """Whether those behind a label are named where nobody wrote."""
    return label in _EDITORS or label.casefold() in _REVIEWERS


def _is_task(found: re.Match[str]) -> bool:
    """Whether a word is a label: with a colon any of them, with a preposition those that only stand between names."""
    label = found[1].casefold()
    return label in _TASKS and (not _TASKS[label] or label in _WITH_BY or found[0].rstrip().endswith(_ENDINGS))


def _with_mark(found: re.Match[str]) -> str:
    return f"{found[1]}：" if found[1] in _TASKS else found[0]


def _both(found: re.Match[str]) -> str:
    return "Text: " if _is_of_both(found["one"].casefold(), found["two"].casefold()) else found[0]


def _is_of_both(one: str, two: str) -> bool:
    """Whether of two labels for one name any says that somebody wrote."""
    one, two = one.strip(), two.strip()
    return one in _TASKS and two in _TASKS and (_TASKS[one] or _TASKS[two])
