"""Whether an article can be read without paying: what the page states, checked against what it shows.

schema.org's ``isAccessibleForFree`` says what a publisher wants to be known. A page that says "not free" may still hold
the whole text (for search engines, or because a script hides it), one that says "free" may end behind its first
paragraph, and pages of publishers that state nothing end in an offer to subscribe. So the statement and the page are
looked at apart.

Standard: Google's structured data for paywalled content, where ``hasPart`` names by ``cssSelector`` the elements that
cost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import compress
from typing import Any, Final

from broadsheet.article.provenance import Access, Claim
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.stated.json_ld import types
from broadsheet.page import kernel, tags

__all__ = ["access"]

_FREE: Final = {"true": True, "yes": True, "free": True, "1": True, "false": False, "no": False, "0": False,
                "paid": False, "premium": False, "metered": False, "locked": False, "subscriber": False,
                "subscription": False, "paywall": False, "abo": False}  # fmt: skip
_OFFER: Final = re.compile(
    r"paywall|pay-wall|piano-|tp-modal|subscriber-only|subscription-wall|premium-(?:wall|content|barrier|teaser)|regwall|"
    r"reg-wall|locked-content|article-locked|paid-content|abo-wall|plus-teaser|offer-page|metered|gateway-content",
    re.IGNORECASE,
)
_OFFERING: Final = ("paywall", "regwall", "premium", "locked", "abo-wall", "paid-content", "piano")
"""What is in classes of offers that are looked at; of ids, the first."""
_WORDS: Final = re.compile(
    r"subscribe (?:now )?to (?:read|continue|unlock)|to continue reading|already a subscriber|for subscribers only|"
    r"this (?:article|story|content) is (?:exclusive|only (?:for|available)|(?:only |available |reserved )*(?:for|to) "
    r"(?:[\w-]+ ){0,3}(?:subscribers|members|customers)|reserved)|"
    r"become a (?:member|subscriber) to (?:read|continue|unlock|view|see)|"
    r"limit of free (?:articles|stories)|your free (?:articles|stories)|subscribe for (?:full|unlimited) access|"
    r"(?:sign|log) in to (?:read|continue|keep reading)|to keep reading|unlock this (?:article|story)|"
    r"subscriber[- ]exclusive|register to (?:read|continue)|"
    r"(?:anmelden|melden sie sich|registrieren|abo).{0,40} artikel .{0,20}lesen|artikel .{0,20}lesen.{0,40} abo|"
    r"möchten weiterlesen|nur für \S{1,20}-?abonnent|"
    r"(?:abonnez|connectez)\S*.{0,20} pour lire|pour lire la suite, (?:abonnez|connectez|inscrivez)|déjà abonné|"
    r"(?:solo|exclusivo) para suscriptores|ya eres suscriptor|con tu suscripción|(?:regístrate|suscríbete) para leer|"
    r"(?:para|assine para|assine e) continu(?:ar|e) lendo|exclusiv[oa]s? para assinantes|já é assinante|"
    r"per continuare a leggere|sei già abbonato|riservat[oa] agli iscritti|"
    r"verder lezen\? (?:word|log)|lees verder met een|al abonnee\?|(?:log in|word \S+) om .{2,20} te lezen|"
    r"(?:bara|endast|exklusivt?) för (?:våra )?(?:plus)?prenumeranter|logga in för att läsa|"
    r"lås upp (?:artikeln|texten)|redan prenumerant|(?:abonn\S*|log ind|logg inn) for (?:at|å) l[æe]se|"
    r"for å lese .{2,30} abonn|"
    r"allerede abonnent|læs hele (?:artiklen|historien) med|(?:saken|artikkelen) er for abonnenter|"
    r"jo tilaaja\?|kirjaudu sisään lukeaksesi|lue koko (?:juttu|artikkeli) tilaa|"
    r"pozostało \d+ ?% (?:artykułu|tekstu)|masz już (?:subskrypcję|prenumeratę)|"
    r"dostępn\w+ (?:tylko )?dla (?:prenumeratorów|subskrybentów)|оформите подписку|"
    r"(?:devam etmek|okumak) için abone|(?:pouze|jen) pro předplatitele|dostupn\w+ (?:jen |pouze )?předplatitel|"
    r"előfizetőink|(?:folytat\w+|tovább\w*) előfizetéssel|برای خواندن ادامه|続きを\S{1,6}(?:会員|登録|ログイン)|"
    r"会員登録で続き|有料記事|(?:登录|登入|订阅|訂閱)(?:后|後|即可)(?:可)?(?:继续|繼續)?(?:阅读|閱讀)全文|"
    r"(?:付费|付費)(?:内容|內容)|"
    r"(?:会员|會員)(?:专享|專享)|免费阅读次数|免費閱讀次數|구독하고 전체|회원 전용|구독자만|"
    r"jetzt weiterlesen|weiterlesen mit|um weiterzulesen|diesen artikel weiterlesen|nur für abonnenten|"
    r"jetzt abonnieren und|"
    r"exklusiv für abonnent|mit .{2,20}\+ weiterlesen|sie haben bereits ein (?:digital-?)?abo|"
    r"(?:réservé|exclusif)\w* (?:aux|à nos) abonnés|abonnez-vous pour (?:lire|continuer)|il vous reste .{2,30} à lire|"
    r"exclusiv[oa]s? para (?:nuestros )?(?:suscriptores|socios)|sólo para suscriptores|suscríbete para (?:leer|"
    r"seguir)|para seguir leyendo|"
    r"riservato agli abbonati|abbonati per (?:leggere|continuare)|conteúdo exclusivo para assinantes|"
    r"(?:alleen|exclusief|enkel) voor abonnees|vain tilaajille|jen pro předplatitele|csak előfizetőknek|"
    r"bli abonnent|bli prenumerant|"
    r"word lid om|logg inn for å lese|kun for abonnenter|för att läsa (?:hela|vidare)|"
    r"(?:dostęp|tylko|wyłącznie) (?:tylko )?dla (?:prenumeratorów|subskrybentów)|aby (?:czytać|"
    r"przeczytać) (?:dalej|całość)|читать полностью по подписке|"
    r"tilaa ja lue|koko juttu tilaajana|유료\s?회원|구독자 전용|aboneler(?:e|imize) özel|exclusiu per a subscriptors|"
    r"læs videre for|want to read more\? subscribe|lesen sie diesen artikel mit|"
    r"doar pentru abona[țt]i|abonează-te pentru a|только (?:для )?подписчик|только по подписке|доступ\w+ по подписке|"
    r"оформите подписку, чтобы|(?:лише|тільки) (?:для )?передплатник|(?:лише|тільки) (?:за|по) передплат|"
    r"доступ\w+ (?:за|по) передплат|оформіть передплату|μόνο για συνδρομητές|γίνετε συνδρομητής για|للمشتركين فقط|"
    r"اشترك لمتابعة|למנויים בלבד|הירשמו כדי להמשיך|केवल सदस्यों के लिए|आगे पढ़ने के लिए|khusus (?:untuk )?pelanggan|"
    r"berlangganan untuk (?:melanjutkan|membaca)|(?:chỉ|bài viết|nội dung) dành (?:riêng )?cho (?:thuê bao|hội viên)|"
    r"đăng ký để đọc tiếp|"
    r"само за абонати|абонирайте се, за да|สำหรับสมาชิกเท่านั้น|สมัครสมาชิกเพื่ออ่าน|"
    r"有料会員|この記事は有料|会員限定|残り\s?\d+文字|订阅后|訂閱後|"
    r"本文(?:仅限|仅供|僅限|僅供)|(?:付费|付費|订阅|訂閱)(?:用户|用戶|会员|會員|读者|讀者)(?:才?可|方可|阅读|閱讀|专享|專享)",
    re.IGNORECASE,
)
_STEMS: Final = kernel.Words([(
    "subscribe to ", "subscribe now to ", "subscribe for ", "to continue reading", "to keep reading", "free articles",
    "free stories", " in to ", "unlock this ", "subscriber", "register to ", "artikel ", "pour lire", "suscriptor",
    "suscripción", "para leer", "lendo", "assinante", "a leggere", "iscritti", "verder lezen", "lees verder",
    "te lezen", "prenumerant", "logga in", "lås upp", "at læse", "læs hele", "å lese", "log ind", "tilaaja",
    "kirjaudu", "lue koko", "pozostało", "subskrypcj", "برای خواندن", "続き", "全文", "会员", "會員", "次数", "次數",
    "구독하고", "회원 전용", "this article is ", "this story is ", "this content is ", "become a ", "weiterlesen",
    "weiterzulesen", "abonn", "sie haben bereits", "il vous reste", "exclusiv", "sólo para", "suscríbete",
    "tilaajille", "předplatitel", "előfizet", "para seguir leyendo", "abbonat", "word lid om", "logg inn for",
    "för att läsa", "prenumerator", "subskrybent", "aby czytać", "aby przeczytać", "читать полностью", "有料",
    "会員限定", "残り", "订阅", "訂閱", "付费", "付費", "本文", "tilaa ja lue", "유료", "구독자", "exclusiu",
    "læs videre", "want to read more", "lesen sie diesen", "abona", "abone", "подпис", "передплат", "συνδρομητ",
    "مشتركين", "اشترك", "מנויים", "הירשמו", "सदस्यों", "आगे पढ़ने", "langgan", "thuê bao", "hội viên", "đăng ký",
    "абонати", "абонирайте", "สมาชิก",
)])  # fmt: skip
"""In lower case; one of these is in all that the pattern above finds."""
_IS_PAGE: Final = frozenset({"WebPage", "WebPageElement", "CreativeWork"})
"""What states it for the article besides the article itself."""
_WHOLE: Final = 1500
"""Characters of a body from which it is taken for a whole text where nothing else tells; a teaser is a paragraph or
two. CJK characters count double."""
_TEASER: Final = 800
"""Characters up to which it is taken for no more than a teaser, whatever is stated."""
_COMPOUND: Final = r"(?:[a-zA-Z][\w-]*|(?=[.#\[]))(?:[.#][\w-]+|\[[\w-]+\])*"
_COMPLEX: Final = rf"{_COMPOUND}(?:(?:\s*>\s*|\s+){_COMPOUND}){{0,2}}"
_SELECTOR: Final = re.compile(rf"\s*{_COMPLEX}(?:\s*,\s*{_COMPLEX}){{0,7}}\s*")
"""Selectors of parts that cost, as pages have them: tags, classes, ids, attributes, of an element and two around it."""
_SELECTORS: Final = 20
"""Selectors of such parts on one page, at the most."""
_FEW: Final = 2
"""Paragraphs of a teaser, at the most."""
_PARAGRAPH: Final = 60
"""Characters of a paragraph."""
_ENDS: Final = re.compile(r"[.!?。！？।؟۔][\"'”’»«“)\]】」]*$")
"""How a text ends that is whole."""
_RIGHT_BEHIND: Final = 3
"""Segments behind the body in which an offer stands where the text breaks off."""
_WIDE: Final = re.compile(r"[\u2e80-\u9fff]")
_A: Final = tags.IDS["a"]
_HEADLINE: Final = 20
"""Characters of a headline that is a link."""
_AROUND: Final = 12
"""Segments behind the body that are looked at."""


def access(context: Context, *, is_scrambled: bool = False) -> tuple[Access | None, tuple[Claim, ...]]:
    """What the page states and shows of access, and the evidence; None where it says nothing at all.

    Args:
        context: the page.
        is_scrambled: a part of the text is scrambled for readers who do not pay.
    """
    stated = [(value, source) for value, source in _stated(context) if value is not None]
    claims = [Claim("free" if free else "paid", source) for free, source in stated]
    shown = list(_shown(context))
    claims += shown
    if is_scrambled:
        return "cut", (Claim("paid", "text:scrambled"), *claims)
    paid = any(not free for free, _ in stated)
    body = context.body_text
    size = len(body)
    if size < 2 * _WHOLE and not body.isascii():
        size += len(_WIDE.findall(body))
    short = size < _WHOLE
    if paid:
        declared = _declared_length(context)
        if declared is not None:
            # The publisher counts words; a page that holds nearly all of them is whole.
            short = context.page.segments.words[context.in_body].sum() < 0.7 * declared
        elif size < 2 * _WHOLE and (short or shown) and _holds_what_costs(context, is_offered=bool(shown)):
            return "paid", tuple(claims)
        elif short and not shown:
            short = size < _TEASER or _paragraphs(context) <= _FEW or not _ENDS.search(body.rstrip())
        return ("cut" if short or (shown and size < 2 * _WHOLE) else "paid"), tuple(claims)
    if stated:
        is_cut = shown and (size < _TEASER or (short and _paragraphs(context) <= _FEW)) and _breaks_off(context)
        return ("cut" if is_cut else "free"), tuple(claims)
    if shown and short:
        return "cut", tuple(claims)
    return None, tuple(claims)


def _paragraphs(context: Context, begin: int = 0, end: int | None = None) -> int:
    """The paragraphs of the body, or those in some rows."""
    segments = context.page.segments
    own = [at for at in context.body if begin <= context.first_row[at] and (end is None or context.first_row[at] < end)]
    return sum(
        int(segments.chars[at]) * (1 + (_WIDE.search(context.texts[at]) is not None)) >= _PARAGRAPH for at in own
    )


def _breaks_off(context: Context) -> bool:
    """Whether an offer in words stands right behind the body, or was taken for its end."""
    behind = context.texts[context.last : context.last + 1 + _RIGHT_BEHIND]
    return any(len(text) < 400 and _WORDS.search(text) for text in behind)


def _holds_what_costs(context: Context, *, is_offered: bool) -> bool:
    """Whether all the elements that are stated to cost are there, with several paragraphs: what is stated of the whole
    body tells that only where nothing is offered.

    Args:
        context: the page.
        is_offered: the page shows an offer.
    """
    if not context.texts:  # a page that was cut off in its head
        return False
    selectors = list(_selectors(context))
    # They are the page's own words, and what they cost is bounded by their form alone.
    if not 0 < len(selectors) <= _SELECTORS or not all(map(_SELECTOR.fullmatch, selectors)):
        return False
    number = 0
    for selector in selectors:
        try:
            rows = [row for row, _ in context.page.query(selector)]
        except ValueError:
            return False
        begin = context.first_row[context.first]
        held = sum(_paragraphs(context, row, context.end[row]) for row in rows)
        if not held or (is_offered and any(row <= begin < context.end[row] for row in rows)):
            return False
        number += held
    return number > _FEW


def _selectors(context: Context) -> Iterator[str]:
    """The selectors of the parts that are stated to cost."""
    for value, _ in context.structured.stated("hasPart"):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Mapping) and _free(part.get("isAccessibleForFree")) is False:
                given = part.get("cssSelector")
                yield from (one for one in (given if isinstance(given, list) else [given]) if isinstance(one, str))


def _stated(context: Context) -> Iterator[tuple[bool | None, str]]:
    structured = context.structured
    for value, source in structured.stated("isAccessibleForFree"):
        yield _free(value), source
    for thing in structured.objects:
        if (
            thing is not structured.article
            and "isAccessibleForFree" in thing
            and ("hasPart" in thing or not _IS_PAGE.isdisjoint(types(thing)))
        ):
            yield _free(thing["isAccessibleForFree"]), f"json-ld:{(types(thing) or ['Thing'])[0]}.isAccessibleForFree"
    of_parts = () if "isAccessibleForFree" in structured.article else structured.stated("hasPart")
    for value, source in of_parts:
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Mapping) and "isAccessibleForFree" in part:
                yield _free(part["isAccessibleForFree"]), f"{source}.isAccessibleForFree"
    for one in structured.marked:
        if one.name == "isAccessibleForFree":
            yield _free(one.value), f"{one.kind}:{one.type or 'Thing'}.isAccessibleForFree"
    for name in (
        "article:content_tier", "og:article:content_tier", "isaccessibleforfree", "cxenseparse:recs:paywall",
        "cxenseparse:paywall", "article:paid", "paywall", "access", "k5a:paywall", "k5a:paid", "lp.article:access",
        "article:premium",
    ):  # fmt: skip
        for value, source in structured.metas(name):
            if name.endswith(("paywall", "paid", "premium")):  # here "true" means that it costs
                yield False if value.strip().lower() in ("true", "yes", "1") else None, source
            else:
                yield _free(value), source


def _free(value: Any) -> bool | None:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, bool):
        return value
    text = str(value).strip().lower()
    return _FREE.get(text.rsplit("/", 1)[-1])


def _shown(context: Context) -> Iterator[Claim]:
    """Offers to subscribe that stand where the text ends."""
    texts = context.texts
    behind = [text for text in texts[max(0, context.last) : context.last + _AROUND] if len(text) < 400]
    has = _STEMS.in_texts("\0".join(behind).lower(), len(behind)) if behind else None
    if any(map(_WORDS.search, behind if has is None else compress(behind, has.tolist()))):
        yield Claim("paid", "text:offer")
    elements = context.elements
    for row in sorted(elements.holding("class", _OFFERING) | elements.holding("id", _OFFERING[:1])):
        if (
            context.first <= context.place[row] <= context.last + _AROUND
            and _OFFER.search(f"{elements.value(row, 'class')} {elements.value(row, 'id')}")
            and context.words_of(row)
            and not (context.is_in_link(row) or _holds_text(context, row) or _is_teaser(context, row))
        ):
            yield Claim("paid", "class:paywall")
            break


def _holds_text(context: Context, row: int) -> bool:
    """Whether an element holds half of the body or more: what costs, and no offer."""
    return 2 * context.body_in(row) >= max(1, len(context.body))


def _is_teaser(context: Context, row: int) -> bool:
    """Whether the words of an element are those of a link that is as long as a headline: what it leads to costs."""
    links = [context.words_of(at) for at in range(row, context.end[row]) if context.tag[at] == _A]
    longest = max(links, key=len, default="")
    return len(longest) >= _HEADLINE and 2 * len(longest) >= len(context.words_of(row))


def _declared_length(context: Context) -> int | None:
    found = re.fullmatch(r"\s*(\d{2,6})\s*", str(context.structured.article.get("wordCount")))
    return int(found[1]) if found is not None else None
