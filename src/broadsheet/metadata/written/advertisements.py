"""What is written over advertisements, in any language, and nothing else.

It works on one line, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["LONGEST", "heads_advertisement"]

LONGEST: Final = 60
"""Characters of such a line."""
_LABEL: Final = (
    r"advert|advertis(?:ement|ements|ing)|ads?|sponsored(?: content| post)?|promoted(?: content)?|"
    r"anzeigen?|werbung|werbeanzeige|publicité|publicités|annonce|annonces|publicidad|anuncios?|publicidade|"
    r"pubblicità|annuncio pubblicitario|advertenties?|reclame|annons|annonser|reklam|reklame|annoncer|annonsørinnhold|"
    r"mainos|mainokset|reklama|reklamy|reklaam|reklāma|inzerce|inzercia|hirdetés|reclamă|publicitate|publicitat|"
    r"publizitatea|oglasi?|oglasno sporočilo|auglýsing|iklan|advertensi|quảng cáo|реклама|рекламы|реклами|оглас|"
    r"διαφήμιση|διαφημιση|διαφημίσεις|إعلان|اعلان|إعلانات|تبلیغات|آگهی|اشتہار|פרסומת|विज्ञापन|जाहिरात|বিজ্ঞাপন|"
    r"விளம்பரம்|ప్రకటన|ಜಾಹೀರಾತು|പരസ്യം|જાહેરાત|โฆษณา|ကြော်ငြာ|広告|スポンサーリンク|广告|廣告|광고"
)
_GOES_ON: Final = (
    r"(?:the )?(?:article|story|text) continues (?:below|after)(?: (?:this|the))? ad(?:vertisement)?|"
    r"continue reading (?:below|after)(?: (?:this|the))? ad(?:vertisement)?|"
    r"(?:advertisement|ad)?\W*scroll (?:down )?(?:for more|to continue)(?: reading)?|"
    r"continua (?:após|depois d)a publicidade|continua dopo la pubblicità|"
    r"la suite (?:de l['’]article )?après (?:cette|la) publicité|la publicité se poursuit|"
    r"(?:(?:artikel|der text|text) geht )?(?:unten |nach der (?:anzeige|werbung) )weiter|"
    r"weiter nach der (?:anzeige|werbung)|"
    r"(?:el )?(?:artículo|texto) (?:sigue|continúa) (?:debajo|después) de la publicidad|"
    r"artikel gaat (?:verder|door) (?:onder|na) de advertentie|tekst leest verder onder de advertentie"
)
_WHOLE: Final = re.compile(rf"\W*(?:{_LABEL}|{_GOES_ON})\W*", re.IGNORECASE)


def heads_advertisement(line: str) -> bool:
    """Whether a line is nothing but the label of an advertisement.

    >>> heads_advertisement("– Anzeige –"), heads_advertisement("ADVERTISEMENT"), heads_advertisement("Advert for sale")
    (True, True, False)
    """
    return len(line) <= LONGEST and _WHOLE.fullmatch(line) is not None
