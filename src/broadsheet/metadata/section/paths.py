"""Ways to a section in the addresses of a page and of its links, names of sections as shown, and what is none."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from broadsheet.metadata.around.context import Context
from broadsheet.metadata.stated.structured import absolute
from broadsheet.page import tags

__all__ = [
    "FIRST",
    "HEADLINE",
    "KINDS",
    "LINE_CHARS",
    "MENU_ITEMS",
    "NONE",
    "QUERY",
    "leads_home",
    "leads_to",
    "own_path",
    "path_of",
    "shown_name",
]

_FIRST_PAGE: Final = (
    r"home(?: ?page)?|start(?:seite|sida|side| ?page)?|hauptseite|voorpagina|accueil|inicio|início|"
    r"p[áa]gina (?:inicial|principal|de inicio|iniziale)|portada|hem|hjem|forside|etusivu|domov|domů|"
    r"strona (?:główna|startowa)|kezdőlap|főoldal|címlap|acasă|prima pagină|anasayfa|ana sayfa|beranda|trang chủ|"
    r"αρχική(?: σελίδα)?|главная(?: страница)?|головна(?: сторінка)?|начало|naslovn(?:a|ica)|početna|sākums|esileht|"
    r"avaleht|الرئيسية|خانه|ראשי|होम|मुखपृष्ठ|หน้าแรก|ホーム|トップ(?:ページ)?|首页|首頁|主页|主頁|홈"
)
FIRST: Final = re.compile(rf"^\W*(?:{_FIRST_PAGE})\W*$", re.IGNORECASE)
"""What leads to the first page of a site."""
_HOME: Final = re.compile(
    rf"^\W*(?:{_FIRST_PAGE}|news|headlines|top stories|breaking news|latest (?:news|posts|articles|stories)|"
    r"najnowsze wiadomości|blogs|"
    r"all news|nachrichten|aktuell(?:es)?|nieuws|nyheter|nyheder|uutiset|"
    r"fréttir|uudised|naujienos|ziņas|actualit[ée]s?|actu|noticias|notícias|notícies|notizie|știri|stiri|wiadomości|aktualności|"
    r"zprávy|správy|aktuality|novice|vijesti|vesti|вести|вијести|новости|новини|навіны|hírek|friss hírek|ειδήσεις|"
    r"νέα|haber(?:ler)?|lajme(?:t)?|xəbərlər|yangiliklar|berita|tin tức|tin mới|الأخبار|أخبار|اخبار|خبریں|חדשות|समाचार|"
    r"খবর|সংবাদ|செய்திகள்|ข่าว|新闻|新聞|ニュース|뉴스|uncategori[sz]ed|allgemein(?:es)?|articles?|blog|tags?|"
    r"collections?|categor(?:y|ies)|archives?|stor(?:y|ies)|posts?|main|other|misc(?:ellaneous)?|default)\W*$",
    re.IGNORECASE,
)
"""What leads to the first page, and sections that say little."""
NONE: Final = re.compile(
    r"^\W*(?:articles?|general|uncategori[sz]ed|allgemein(?:es)?|sin categor[ií]a|non class[ée]|sem categoria|"
    r"sans cat[ée]gorie|"
    r"bez kategorii|nezařazen[ée]|nezaradené|egyéb|χωρίς κατηγορία|fără categorie|okategoriserade?|ukategorisert|"
    r"ikke kategoriser(?:et|t)|niet gecategoriseerd|bez kategorije|без категории[ия]?|без категорії|미분류|غير مصنف|"
    r"دسته[\u200c ]?بندی نشده|ללא קטגוריה|chưa (?:được )?phân loại|ไม่มีหมวดหมู่|tak berkategori|genel|"
    r"uncategorized @\w\w|"
    r"senza categoria|geen categorie|без рубрики|未分类|default|main(?: blog)?|other|misc(?:ellaneous)?|root|posts?|"
    r"stor(?:y|ies)|front ?page|titelseite|featured?|archiv(?:es?)?|categor(?:y|ies)|tags?|collections?|none|null|"
    r"(?:print|share|e?-?mail|send|search|tweet)(?: (?:this )?(?:article|page)| (?:to )?a friend)?|"
    r"drucken|teilen|mailen|tweeten|suche|"
    r"(?:zurück|back|terug|retour|volver|zpět|назад)\b.*|(?:正文|內文|内文).*|其他|其它)\W*$",
    re.IGNORECASE,
)
"""What says nothing of a section at all, and other links among breadcrumbs."""
HEADLINE: Final = 12
"""Letters of a headline, or of the end of an address, from which it is not that of its section."""
MENU_ITEMS: Final = 3
"""Entries of a list in a breadcrumb from which it is a menu."""
LINE_CHARS: Final = 200
"""Characters of a line that is a path or has a label in it."""
_GLYPHS: Final = re.compile("[\ue000-\uf8ff]+")
"""Characters that only a font of icons has."""
_EDGES: Final = " \t\n/|›»«‹>·•:：,→"
"""What is shown around a name and is no part of it."""
KINDS: Final = (
    r"(?:[ck]ategori(?:e[ns]?|er|as?|je|i)?|categor(?:y|ies|[ií]as?)|catégories?|rubri(?:k|ken|ques?|cas?|ek|ka|kk)|"
    r"ressort|sezione|secci[oó]n|dział|рубрик[аи]|категори[яи]|κατηγορί(?:α|ες)|カテゴリー?|分类|分類|카테고리)"
)
_LABEL: Final = re.compile(rf"{KINDS}\s*[:：]?\s+(?=\S)|{KINDS}[:：](?=\S)", re.IGNORECASE)
"""What is said before the name of a section: ``Category: Local``."""
_HOST: Final = re.compile(r"^(?:https?:)?//[^/]*")
QUERY: Final = re.compile(r"[?#]")
_LINK: Final = tags.IDS["a"]


@lru_cache(maxsize=4096)
def leads_home(text: str) -> bool:
    """Whether a text is what leads to the first page, or a section that says little: asked of each several times."""
    return _HOME.match(text) is not None


def shown_name(text: str) -> str:
    """A name without what is shown around it: icons, marks, and the word for what it is.

    >>> shown_name("Categories: Local"), shown_name("/ Local »")
    ('Local', 'Local')
    """
    if not text.isascii():
        text = _GLYPHS.sub(" ", text)
    text = " ".join(text.split()).strip(_EDGES)
    label = _LABEL.match(text)
    return text[label.end() :] if label is not None else text


def leads_to(context: Context, row: int) -> str | None:
    """The path that a link leads to; None where the row is none."""
    address = context.elements.value(row, "href") if context.tag[row] == _LINK else ""
    return path_of(absolute(address, context.base) or "") if address else None


def own_path(context: Context) -> tuple[str, list[str], dict[str, int]]:
    """The path of the page's address, the parts of it but the last, and which of these each path above it ends with."""
    own = urlsplit(context.address or "").path
    parts = [part for part in own.rstrip("/").split("/")[:-1] if part]
    # Of the parts of an address, the first few are sections.
    return own, parts, {"/" + "/".join(parts[: at + 1]): at for at in range(min(len(parts), 4))}


def path_of(address: str) -> str:
    """The path of an address, without a slash at its end."""
    return _HOST.sub("", QUERY.split(address.strip(), maxsplit=1)[0]).rstrip("/")
