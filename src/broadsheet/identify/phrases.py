"""Phrases of pages that are not articles: errors, walls, legal notices, shops, forums; in many languages.

Looked for in the title and main heading, and in short lines; never in running text, where news may speak of them.
Whole lines are looked up in sets and parts of lines by plain search: regular expressions over all lines would take
longer than all the other evidence together.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from broadsheet.identify.words import Words

__all__ = ["PHRASES", "phrases_in"]

PHRASES: Final = (
    "error", "legal", "video", "gallery", "audio", "wall", "shop", "forum", "more", "call", "byline", "parts", "cart",
    "question", "guide", "year", "forum_name",
)  # fmt: skip
"""The kinds of phrases, in order."""


def _parts(text: str) -> frozenset[str]:
    """The phrases of a text that semicolons divide."""
    return frozenset(" ".join(part.split()) for part in text.split(";"))


_NUMBER: Final = re.compile(r"\W*\d[\W\d]*")
"""A line that is numbers and nothing else."""
_NUMBERS: Final = 3
"""With so many of these a page has a table of them, and none tells of an error."""
_ERROR_NUMBER: Final = re.compile(
    r"^\W*(?:40[0-9]|410|50[0-4])\W*$|\b(?:error|fehler|erreur|errore|fout|fel|błąd|ошибка|hata)\W{0,3}(?:40[0-9]|410|50[0-4])\b|"
    r"\b(?:40[0-9]|410|50[0-4])\b\W{0,3}(?:(?:error|fehler|erreur|errore|fout|not found|forbidden|gone|ошибка)\b|"
    r"(?:page|seite)(?=\W*$|\W+(?:not|non|is|can\w*|could\w*|does\w*|nicht|existiert|wurde|konnte|introuvable)\b))",
    re.MULTILINE,
)
"""The number of an error, with a word beside it. Reports have 400 pages; of one page it is said that it is missing."""
_ERROR: Final = _parts(
    """
    page not found; page cannot be found; page could not be found; page you requested;
    page doesn't exist; page does not exist; page isn't available; file not found; seite
    nicht gefunden; seite wurde nicht gefunden; seite konnte nicht gefunden; seite
    existiert nicht; page non trouvée; page introuvable; page est introuvable; página no
    encontrada; no se ha encontrado la página; página no existe; página não encontrada;
    pagina non trovata; pagina niet gevonden; nie znaleziono strony; strona nie została
    znaleziona; strona nie istnieje; sidan hittades inte; sidan kunde inte hittas; siden
    ble ikke funnet; siden blev ikke fundet; siden findes ikke; sivua ei löyt; stránka
    nenalezena; stránka nebyla nalezena; az oldal nem található; pagina nu a fost
    găsită; страница не найдена; сторінку не знайдено; страницата не е намерена; η
    σελίδα δεν βρέθηκε; sayfa bulunamadı; halaman tidak ditemukan; không tìm thấy trang;
    页面不存在; 找不到页面; 找不到頁面; ページが見つかりません; 페이지를 찾을 수 없; الصفحة غير موجودة; הדף לא נמצא; bad
    gateway; internal server error; just a moment...; are you a robot; verify you are
    human; attention required!; access to this page has been denied
    """
)
_TROUBLE: Final = _parts(
    """
    no longer available; access denied; service unavailable; something went wrong; temporarily unavailable;
    site maintenance; wartungsarbeiten
    """
)
"""What errors say, and news of trams and drugs too."""
_OF_ERRORS: Final = frozenset(
    "sorry oops ooops whoops uh oh the this that your our a an is are was has have been be currently we it page site "
    "website service server article story content document file item product link url address resource requested you "
    "looking for to at in due and please try again later error access region country on wegen derzeit aktuell unsere "
    "unserer seite der die wir es".split()
)
"""Words beside such a phrase on pages that are errors."""
_CONSENT: Final = _parts(
    """
    before you continue to; we value your privacy; accept cookies to continue; accept
    and continue; accept all cookies; we and our partners; continuer sans accepter;
    tout accepter; nos partenaires et nous; alle akzeptieren; werbung und tracking;
    aceptar todo; aceptar y continuar; accetta tutto; accetta e continua; alles
    accepteren; zaakceptuj i; przejdź do serwisu; принять все; すべて同意; 同意して続ける; 全部接受;
    모두 동의
    """
)
"""What a page says that asks to consent. Banners say it too, on pages that hold an article."""
_FOR: Final = frozenset(
    f"this {what} is for {whom}"
    for what in ("article", "content")
    for whom in ("subscribers", "members", "paying", "premium", "registered", "our subscribers", "our members")
)
"""It may be for information as well, which is no wall."""
_SIGN_IN: Final = _parts("log in to your account; sign in to your account; melden sie sich an")
"""What a form to sign in says, which may be folded away on any page."""
_BANNER: Final = _CONSENT | _SIGN_IN
_WALL: Final = (
    _BANNER
    | _FOR
    | _parts(
        """
    subscribe to continue; subscribe to read; subscribe to keep; to continue reading;
    subscribers only; already a subscriber; sign in to read; sign in to continue; log
    in to read; log in to continue; create a free account to; register to read;
    register to continue; available to subscribers; exclusive to subscribers;
    reserved for subscribers; unlock this article; weiterlesen mit; jetzt weiterlesen; nur für abonnenten; exklusiv für
    abonnenten; mit werbung weiterlesen; zustimmen und weiter; réservé aux abonnés;
    pour lire la suite; la suite est réservée; contenido exclusivo; solo para
    suscriptores; para seguir leyendo; riservato agli abbonati; contenuto riservato;
    per continuare a leggere; alleen voor abonnees; lees verder met; tylko dla
    prenumeratorów; tylko dla subskrybentów; för prenumeranter; for abonnenter; vain
    tilaajille; pro předplatitele; csak előfizetők; только для подписчиков; только по
    подписке; 会員限定; 続きを読むには; 仅限订阅; 订阅后; 구독자 전용; article réservé
    """
    )
)
_OF_MASTHEADS: Final = _SIGN_IN | {"already a subscriber"}
"""What stands above an article too."""
_LEGAL: Final = re.compile(
    r"^\W*(?:(?:our|website|the|online|unsere?|notre|nuestra|la|die|politique de|política de|polityka|politika|"
    r"politica|déclaration de|aviso de|wie wir mit)\s+)*"
    r"(?:privacy(?: (?:policy|notice|statement|rights|cent(?:er|re)))?(?=\W*$|\s+(?:and|&|for|of|-|\|))|"
    r"cookies? (?:policy|notice)\b|imprint\b|impressum\b|legal notice|disclaimer\b|terms (?:of|and|&)|"
    r"conditions of (?:use|sale)|datenschutz|nutzungsbedingungen|agb\b|mentions légales|confidentialité|"
    r"protection des données|aviso legal|privacidad\b|note legali|informativa|privacyverklaring|privacybeleid|"
    r"prywatności|integritetspolicy|personuppgift|personvern|privatlivspolitik|tietosuoja|ochrana osobních|"
    r"zásady ochrany|обработк\w+ персональных|политика конфиденциальности|персональных данных|隐私|隱私|プライバシー|"
    r"個人情報|개인정보|سياسة الخصوصية|gizlilik|(?:about|contact)(?: us)?\W*$|über uns\b|kontakt\W*$|qui sommes-nous|"
    r"contacto\W*$|contatti\W*$)",
    re.MULTILINE,
)
"""How the titles of legal and contact pages begin. A review of privacy tools does not begin like that."""


_MEDIA: Final = {
    "video": re.compile(
        r"^\W*(?:watch(?=\W*:|\W*$)|videos?\b|vidéos?\b|vídeos?\b|filmpje\b|wideo\b|видео\b|відео\b|βίντεο|動画|"
        r"视频|視頻|影片|영상|فيديو)",
        re.MULTILINE,
    ),
    "gallery": re.compile(
        r"^\W*(?:in (?:pictures|photos|images)\b|(?:photo|picture|image) galler(?:y|ies)|photos?\W*:|gallery\b|"
        r"slideshow\b|fotostrecken?\b|bildergalerien?\b|fotogaler|bilderstrecke|fotos?\W*:|en images\b|diaporama\b|"
        r"galerie\b|galería\b|galleria\b|fotoreeks\b|in beeld\b|zdjęcia\b|galeria\b|i bilder\b|bildspel\b|"
        r"фоторепортаж|фотогалере|фото\W*:|写真(?:で|特集)|フォト|图集|圖集|组图|화보)|"
        r"\bslideshow\W*$|\bfotostrecke\W*$|\bphotos\W*$",
        re.MULTILINE,
    ),
    "audio": re.compile(
        r"^\W*(?:podcasts?\b|listen(?=\W*:)|audio\b|hörstück|écouter\b|escucha(?=\W*:)|ascolta\b|подкаст|ポッドキャスト|播客)",
        re.MULTILINE,
    ),
}
"""How the titles of films, pictures and recordings begin, or end."""

_SHOP: Final = _parts(
    """
    add to cart; add to bag; add to basket; buy now; in den warenkorb; ajouter au
    panier; añadir al carrito; comprar; añadir a la cesta; aggiungi al carrello; in
    winkelwagen; dodaj do koszyka; lägg i varukorg; out of stock; in stock; sold out;
    free shipping; sort by; add to wishlist; customer reviews; в корзину; 加入购物车;
    カートに入れる; 장바구니; quick view; checkout; quick shop; choose options; select options;
    view product; quantity; size guide; shop now; your cart is empty; filter; regular
    price; sale price; add to compare; write a review; ausverkauft; lieferzeit; en
    stock; specifications; warranty
    """
)
_FORUM: Final = _parts(
    """
    reply; quote; replies; antworten; zitieren; répondre; citer; responder; citar;
    rispondi; beantwoorden; odpowiedz; ответить; upvote; downvote; share; save;
    report; op; member; new member; senior member; moderator; last edited; accepted
    answer; like; permalink; level 1; level 2; add a comment; improve this question;
    follow; joined; location; posts; active member; registered
    """
)
_FORUM_COUNTS: Final = frozenset(
    "points point votes vote upvotes replies answers answer comments posts views messages antworten beiträge".split()
)
_MORE: Final = _parts(
    """
    read more; more; continue reading; full story; weiterlesen; mehr; mehr lesen; mehr
    erfahren; lire la suite; lire plus; lire l'article; leer más; seguir leyendo;
    continua; continua a leggere; leggi tutto; lees meer; lees verder; czytaj więcej;
    czytaj dalej; läs mer; les mer; læs mere; lue lisää; подробнее; читать далее;
    читать дальше; 続きを読む; 阅读更多; 더보기; load more; show more; view all; see all; next
    page; older posts; next; previous; more stories; view more; see more; alle
    anzeigen; mehr anzeigen; voir plus; ver más; ler mais; saiba mais; weitere
    artikel; ältere beiträge
    """
)
_CALL: Final = _parts(
    """
    get started; sign up; free trial; book now; request info; request information; get
    a quote; get a free quote; contact us; contact sales; learn more; schedule; apply
    now; apply; register now; try for free; try it free; start free; start for free;
    download; download now; enroll; enroll now; get in touch; call us; jetzt testen;
    jetzt buchen; request a demo; book a demo; watch demo; our services; our team;
    pricing; testimonials; sign up free; start free trial; get quote; find out more;
    join now; donate; volunteer; log in; get the app; talk to an expert; features;
    solutions; why us; faq; faqs
    """
)
_PARTS: Final = _parts(
    """
    introduction; conclusion; conclusions; summary; overview; background; key takeaways; takeaways; final thoughts; the
    bottom line; bottom line; references; sources; further reading; footnotes; in this article; table of contents;
    abstract; results; methods; discussion; what's next; wrapping up; final words; the takeaway; fazit; einleitung;
    zusammenfassung; hintergrund; quellen; literatur; inhaltsverzeichnis; inhaltsübersicht; das wichtigste in kürze; en
    résumé; pour aller plus loin; à retenir; conclusión; conclusiones; introducción; resumen; fuentes; referencias;
    conclusioni; introduzione; in sintesi; fonti; conclusie; inleiding; samenvatting; bronnen; podsumowanie; wstęp;
    wnioski; źródła; spis treści; bibliografia; conclusão; introdução; resumo; fontes; referências; slutsats;
    sammanfattning; källor; konklusion; opsummering; kilder; yhteenveto; lähteet; závěr; zdroje; összefoglalás;
    források; concluzie; surse; заключение; вывод; выводы; введение; итоги; источники; оглавление; висновки; джерела;
    συμπέρασμα; πηγές; sonuç; kaynaklar; kesimpulan; まとめ; はじめに; おわりに; 目次; 参考文献; 结论; 总结; 结语;
    参考资料; 結論; 總結; 결론; 요약; 마무리; خاتمة; خلاصة; المصادر; סיכום
    """
)
"""What the parts of a long text are headed with."""
_CART: Final = _parts(
    """
    add to cart; add to bag; add to basket; in den warenkorb; ajouter au panier; añadir al carrito; añadir a la cesta;
    agregar al carrito; aggiungi al carrello; in winkelwagen; in winkelmand; dodaj do koszyka; do koszyka; adicionar ao
    carrinho; lägg i varukorg; legg i handlekurv; læg i kurv; lisää ostoskoriin; do košíku; kosárba; adaugă în coș;
    в корзину; у кошик; sepete ekle; カートに入れる; 加入购物车; 加入購物車; 장바구니; أضف إلى السلة
    """
)
"""The button of a shop, which may share a line with others."""
_QUESTION: Final = re.compile(
    r"^\W*(?:how|why|what|when|where|who|which|is|are|can|do|does|should|will|wie|warum|was|wann|wo|wer|welche\w*|wieso|"
    r"comment|pourquoi|qu[ei']\w*|quel\w*|où|cómo|por qué|qué|cuándo|dónde|quién|cuál\w*|como|por que|quando|onde|quem|"
    r"come|perché|cosa|dove|chi|hoe|waarom|wat|wanneer|waar|jak|dlaczego|kiedy|gdzie|kto|czy|hur|varför|vad|hvordan|"
    r"hvorfor|hvad|hva|miten|miksi|mitä|proč|hogyan|miért|cum|de ce|как|почему|что|когда|где|кто|зачем|чому|як|πώς|"
    r"γιατί|nasıl|neden|bagaimana|mengapa)\b|[?？؟]|^(?:如何|为什么|為什麼|怎么|なぜ|どう)|방법|는 이유"
)
"""A headline that asks, or that promises an answer: "How to ...", "Why ...". """
_GUIDE: Final = re.compile(
    r"^\W*(?:the |die |les |los |le |i |de )?(?:(?:best|top|beste\w*|meilleur\w*|mejores|melhores|migliori|najlepsz\w+|"
    r"лучши\w+|топ)\b|\d{1,3} (?!%)\w|"
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sieben|acht|zehn) \w)|"
    r"\b(?:guide|tips|ideas|review|explained|vs\.?|versus|ratgeber|tipps|leitfaden|anleitung|test|conseils|idées|guía|"
    r"consejos|guida|consigli|gids|poradnik|руководство|советы|обзор)\b"
)
"""A headline that counts, compares or advises: "9 ways ...", "The best ...", "... explained". """
_OF_A_YEAR: Final = re.compile(r"\b(?:19|20)\d{2}\b")
_FORUM_NAME: Final = re.compile(
    r"\b(?:forums?|foren|foros?|fóruns?|fórum|forumas|message boards?|discussion boards?|discussions?|q&a|"
    r"stack exchange|keskustelu\w*|diskuze|diskussion\w*|dyskusj\w+|форум\w*|φόρουμ|diễn đàn)\b|フォーラム|掲示板|论坛|"
    r"論壇|贴吧|포럼|게시판|منتدى|פורום"
)
"""What a forum calls itself in the titles of its pages."""
_BY: Final = frozenset(
    "by von par por di da door od av af autor author published updated posted veröffentlicht aktualisiert stand publié "
    "publicado actualizado pubblicato gepubliceerd opublikowano publicerad опубликовано автор written".split()
)
_FIRST: Final = _BY | _FORUM
_LINES: Final = {
    phrase: kind
    # What is of two kinds is of the last here.
    for kind, phrases in (("parts", _PARTS), ("call", _CALL), ("more", _MORE), ("forum", _FORUM), ("shop", _SHOP))
    for phrase in phrases
}
"""The kind of a line that is a phrase and nothing else."""
_SOUGHT: Final = Words(_WALL | _CART)
"""What is looked for as a part of a line."""
_SHORT: Final = 90
_SENTENCE: Final = 300
"""Characters of a line that may hold a phrase: of any page, and of one with few lines."""
_LONGEST: Final = 60
"""Characters of a line that may be a phrase and nothing else."""
_HEADS: Final = 1000
"""Characters of titles and headings that are looked at: patterns that begin with marks go back and forth in more."""
_MOST: Final = 3000
_FEW: Final = 60
"""Lines of a page that is short enough to be no more than an error."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_EDGES: Final = " .:!>»›→…+·|-()[]*\u00a0\u200b"


def _is_error(lines: Sequence[str], *, declared: bool) -> bool:
    """Whether the lines of a page that has few say that it is an error, by its number or by words."""
    words = [line for line in lines if not _NUMBER.fullmatch(line)]
    return _speaks_of_error("\n".join(lines if len(lines) - len(words) < _NUMBERS else words), declared=declared)


def _speaks_of_error(blob: str, *, declared: bool) -> bool:
    """Whether lines have an error's number or words; where an article is declared, no words that news have too."""
    if _ERROR_NUMBER.search(blob) is not None or any(map(blob.__contains__, _ERROR)):
        return True
    trouble = [phrase for phrase in _TROUBLE if phrase in blob]
    return any(
        phrase in line and (not declared or _OF_ERRORS.issuperset(_WORD.findall(line.replace(phrase, " "))))
        for phrase in trouble
        for line in blob.split("\n")
    )


def _nowhere(line: int) -> bool:
    return False


def phrases_in(
    heads: str, texts: Sequence[str], *, headline: str = "", site: str = "", declared: bool = False, begins: int = -1,
    beside: Callable[[int], bool] = _nowhere,
) -> dict[str, float]:  # fmt: skip
    """How many phrases of each kind a page has (logarithms); those of its title, heading and name as 0 or 1, and so
    whether those of walls are all of banners and below another heading (`banner`, which is not one of `PHRASES`).

    Args:
        heads: the parts of the title and the main heading, a line each.
        texts: the page's lines.
        headline: the title without the site's name, as far as that is known.
        site: the site's name.
        declared: whether the page declares an article or its day.
        begins: the line of the main heading, or that where the text begins.
        beside: whether a line stands beside the article, where a page asks on behalf of others.
    """
    heads, headline = heads[:_HEADS].casefold(), headline[:_HEADS].casefold()
    blob = "\n".join([text for text in texts[:_MOST] if len(text) <= _SHORT]).casefold()
    short = blob.split("\n")
    error = _speaks_of_error(heads, declared=declared)
    if not error and len(texts) < _FEW:
        error = _is_error(short, declared=declared)
    lines = _kinds(short)
    found = _SOUGHT.counts(blob)
    walls = _walls(found, texts, begins, beside)
    return {
        "error": float(error),
        "legal": float(_LEGAL.search(heads) is not None),
        **{kind: float(pattern.search(heads) is not None) for kind, pattern in _MEDIA.items()},
        "wall": float(min(4, len(walls))),
        **{kind: math.log1p(lines[kind]) for kind in ("shop", "forum", "more", "call", "byline", "parts")},
        "cart": math.log1p(sum(number for phrase, number in found.items() if phrase in _CART)),
        "question": float(_QUESTION.search(headline) is not None),
        "guide": float(_GUIDE.search(headline) is not None),
        "year": float(_OF_A_YEAR.search(headline) is not None),
        "forum_name": float(_FORUM_NAME.search(f"{heads}\n{site.casefold()}") is not None),
        "banner": float(bool(walls) and _BANNER.issuperset(walls) and not any(map(heads.__contains__, _BANNER))),
    }


def _walls(found: Iterable[str], texts: Sequence[str], begins: int, beside: Callable[[int], bool]) -> list[str]:
    """The phrases of walls that are in a line not beside the article; what mastheads say, in one below its beginning.

    Args:
        found: the phrases in short lines; a page with few lines is looked at anew, longer lines too.
        texts: the page's lines.
        begins: the line where the article begins.
        beside: whether a line stands beside it.
    """
    longest = _SHORT
    if len(texts) < _FEW:
        longest = _SENTENCE
        found = _SOUGHT.counts("\n".join([text for text in texts if len(text) <= longest]).casefold())
    walls = _WALL.intersection(found)
    if not walls:
        return []
    lines = [(at, text.casefold()) for at, text in enumerate(texts[:_MOST]) if len(text) <= longest]
    return [
        phrase
        for phrase in sorted(walls)
        if any(phrase in line and (at > begins or phrase not in _OF_MASTHEADS) and not beside(at) for at, line in lines)
    ]


def _kinds(lines: Iterable[str]) -> Counter[str]:
    """How many lines in lower case are a phrase of each kind, begin a byline, or count or command in a forum."""
    bare = [line.strip(_EDGES) for line in lines]
    kinds = [_LINES[line] for line in bare if line in _LINES]
    for line in bare:
        first, _, rest = line.partition(" ")
        if rest and (first.rstrip(":") in _FIRST or rest in _FORUM_COUNTS) and line not in _LINES:
            kinds += _kinds_by_beginning(first, rest)
    return Counter(kinds)


def _kinds_by_beginning(first: str, rest: str) -> tuple[str, ...]:
    """The kind of a line, if it has one, by its first word and the rest: "By Ada", "12 replies", "Reply Quote"."""
    if len(first) + 1 + len(rest) > _LONGEST:
        return ()
    if first.rstrip(":") in _BY:
        return ("byline",)
    counts = rest in _FORUM_COUNTS and first[0].isdigit()
    return ("forum",) if counts or (first in _FORUM and _FORUM.issuperset(rest.split())) else ()
