"""What is written over advertisements, in any language, and nothing else.

It works on one line, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["LONGEST", "heads_advertisement"]

LONGEST: Final = 60
"""Characters of such a line."""
_LABELS: Final = frozenset(
    # Germanic
    "advert|advertisement|advertisements|advertising|ad|ads|skip ad|skip advertisement|sponsored|sponsored content|"
    "advertisement feature|advertiser content|advertorial|paid content|paid post|paid partnership|partner content|"
    "sponsored post|promoted|bezahlte anzeige|bezahlter inhalt|gesponserter inhalt|gesponserte inhalte|"
    "promoted content|anzeige|anzeigen|werbung|werbeanzeige|advertentie|advertenties|reclame|annons|annonser|annonce|"
    "annoncer|reklame|annonsørinnhold|auglýsing|"
    # Romance
    "contenu sponsorisé|contenu partenaire|contenido patrocinado|conteúdo patrocinado|contenuto sponsorizzato|"
    "publicité|publicités|annonces|publicidad|anuncio|anuncios|publicidade|pubblicità|annuncio pubblicitario|"
    "reclamă|publicitate|publicitat|publizitatea|"
    # Slavic, Baltic, Finnic, Hungarian, Turkish, Greek
    "artykuł sponsorowany|materiał sponsorowany|партнерский материал|на правах рекламы|sponsorlu içerik|"
    "kaupallinen yhteistyö|"
    "reklam|reklama|reklamy|inzerce|inzercia|oglas|oglasi|oglasno sporočilo|реклама|рекламы|реклами|оглас|reklaam|"
    "reklāma|mainos|mainokset|hirdetés|διαφήμιση|διαφημιση|διαφημίσεις|"
    # Asia
    "إعلان|اعلان|إعلانات|تبلیغات|آگهی|اشتہار|פרסומת|विज्ञापन|जाहिरात|বিজ্ঞাপন|விளம்பரம்|ప్రకటన|ಜಾಹೀರಾತು|പരസ്യം|"
    "જાહેરાત|ਇਸ਼ਤਿਹਾਰ|ବିଜ୍ଞାପନ|දැන්වීම|දැන්වීම්|โฆษณา|ການໂຄສະນາ|ការផ្សាយពាណិជ្ជកម្ម|ផ្សាយពាណិជ្ជកម្ម|ကြော်ငြာ|"
    "iklan|advertensi|quảng cáo|tangazo|patalastas|ማስታወቂያ|գովազդ|რეკლამა|жарнама|сурталчилгаа|"
    "广告赞助|赞助内容|広告|スポンサーリンク|广告|廣告|광고".split("|")
)
_GOES_ON: Final = (
    r"(?:the )?(?:article|story|text) continues (?:below|after)(?: (?:this|the))? ad(?:vertisement)?|"
    r"continue reading (?:below|after)(?: (?:this|the))? ad(?:vertisement)?|"
    r"(?:advertisement|ad)\W+(?:continue reading(?: below)?|(?:the )?(?:article|story) continues(?: below)?)|"
    r"(?:advertisement|ad)?\W*scroll (?:down )?(?:for more|to continue)(?: reading)?|"
    r"continua (?:após a|depois da) publicidade|continua dopo la pubblicità|"
    r"la suite (?:de l['’]article )?après (?:cette|la) publicité|la publicité se poursuit|"
    r"(?:(?:artikel|der text|text) geht )?(?:unten |nach der (?:anzeige|werbung) )weiter|"
    r"weiter nach der (?:anzeige|werbung)|(?:nach|unter) der (?:anzeige|werbung) (?:weiterlesen|geht es weiter)|"
    r"(?:anzeige|werbung)\W+(?:artikel|text|beitrag) wird (?:unten|danach) fortgesetzt|"
    r"(?:el artículo|artículo|el texto|texto|la noticia|noticia|la nota|la información) (?:sigue|continúa) "
    r"(?:debajo|después|tras)(?: de)? la publicidad|"
    r"artikel gaat (?:verder|door) (?:onder|na) de advertentie|tekst leest verder onder de advertentie|"
    r"artikeln fortsätter (?:efter|under|nedanför) annonsen|artiklen fortsætter (?:efter|under) (?:annoncen|reklamen)|"
    r"(?:artikkelen|saken) fortsetter (?:under|etter) (?:annonsen|reklamen)|"
    r"(?:juttu|artikkeli) jatkuu mainoksen (?:jälkeen|alla)|"
    r"artykuł dalej pod reklamą|(?:dalsza część (?:artykułu|tekstu)|ciąg dalszy|czytaj dalej) pod reklamą|"
    r"(?:článek|článok) pokračuje pod reklamou|pokračování (?:článku )?(?:pod|za) reklamou|"
    r"(?:nastavak|tekst se nastavlja) (?:ispod|nakon) (?:oglasa|reklame)|"
    r"(?:продолжение|статья продолжается) (?:после рекламы|под рекламой)|продовження після реклами|"
    r"a cikk a hirdetés (?:után|alatt) folytatódik|(?:articolul )?continuă după (?:publicitate|reclamă)|"
    r"(?:το άρθρο συνεχίζεται|η συνέχεια) μετά τη διαφήμιση|haberin devamı reklamdan sonra|"
    r"artikel berlanjut setelah iklan|(?:advertisement\W+)?scroll to resume content|"
    r"يستمر المقال بعد الإعلان|请继续往下阅读|請繼續往下閱讀|"
    r"広告の(?:後|あと)に(?:記事が)?続きます|기사는 광고 뒤에 계속됩니다"
)
_WHOLE: Final = re.compile(rf"\W*(?:{_GOES_ON})\W*", re.IGNORECASE)
_STEM: Final = re.compile(
    "continu|scroll|publici|weiter|fortgesetzt|advert|annons|annonc|reklam|mainok|pokra[čc]|oglas|реклам|hirdet|διαφήμ|"
    "iklan|إعلان|往下|広告|광고"
)
"""In small letters; one of these is in all that the pattern above finds."""
_MARKS: Final = " \t\n\r\u00a0-–—:.…•·|*[](){}«»<>\"'"
"""What stands around such a label."""


def heads_advertisement(line: str) -> bool:
    """Whether a line is nothing but the label of an advertisement.

    >>> heads_advertisement("– Anzeige –"), heads_advertisement("ADVERTISEMENT"), heads_advertisement("Advert for sale")
    (True, True, False)
    """
    if len(line) > LONGEST:
        return False
    small = line.strip(_MARKS).casefold()
    return small in _LABELS or (_STEM.search(small) is not None and _WHOLE.fullmatch(line) is not None)
