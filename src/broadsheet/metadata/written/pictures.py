"""What is written under pictures by those who took them: a line that is nothing but a credit, or ends with one.

It works on one line, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["is_of_picture", "labels_picture"]

_LONGEST: Final = 200
"""Characters of such a line."""
_ASKING: Final = ("?", "？", "؟")
"""How a question ends: papers are called "Bild", too."""
_PICTURES: Final = (
    r"photos?|photograph(?:y|s)?|pictures?|images?|fotos?|fotografías?|fotografias?|bild(?:er)?|imágen(?:es)?|imagen|"
    r"imagem|imagens|immagin[ei]|beeld|billede[rt]?|kuvat?|zdjęci[ae]|фото|снимк[аи]|світлин[аи]|φωτογραφίες|φωτογραφία|φωτο|"
    r"kép|fotoğraf|ảnh|写真|画像|사진|图片|圖片|照片|صورة|الصورة|עکس|צילום|ภาพ"
)
_AGENCIES: Final = (
    "afp|ap|dpa|apa|epa|efe|ansa|lapresse|pap|čtk|mti|anp|tt|ntb|ritzau|lehtikuva|keystone|тасс|риа новости|укринформ|"
    "新华社|中央社|共同|時事|연합뉴스|뉴시스|رويترز|أ ف ب"
)
_LINE: Final = re.compile(
    rf"\W*(?:{_PICTURES})(?:[\s-]?(?:credits?|courtesy(?: of)?|by|via|von|kredit|nachweis|来源|來源|提供))*"
    r"\s*[:：=/]\s*\S.*|"
    r"\W*(?:photo(?:s|graphs?)?|images?|pictures?)\s+(?:credits?|courtesy|by)\b.*|"
    r"\W*credits?\s*[:：].*|"
    rf".{{0,150}}(?:\W(?:{_PICTURES})\s*(?:by|[:：]|credits?)|[©ⓒ]|\Wfot\.)\s*[^.!?\d]{{2,50}}\W*|"
    rf"[^.!?]{{0,150}}[(/]\s*(?:{_AGENCIES})\W*|"
    r".{0,150}\W(?:getty images|reuters|shutterstock|i?stock(?:photo)?|unsplash|pexels|imago|picture alliance)\W*",
    re.IGNORECASE | re.DOTALL,
)


def is_of_picture(line: str) -> bool:
    """Whether a line right behind a picture says whose it is.

    >>> is_of_picture("Photo: Ana Silva / Harbour Images"), is_of_picture("The quay. (Photo by Ana Silva/Getty Images)")
    (True, True)
    >>> is_of_picture("Le port, en hiver. © Anne Petit / AFP"), is_of_picture("冬の港 写真：海野あや")
    (True, True)
    >>> is_of_picture("Fotos machen ist erlaubt."), is_of_picture("The photo shows the quay in winter.")
    (False, False)
    >>> is_of_picture("BILD: Wie geht es weiter?")
    False
    """
    line = line.strip()
    return len(line) <= _LONGEST and not line.endswith(_ASKING) and _LINE.fullmatch(line) is not None


_LABEL: Final = re.compile(
    r"\W*(?:(?:beitrags|titel|header|aufmacher|artikel)bild|bild(?:nachweise?|quellen?|rechte|credits?)|"
    r"foto(?:nachweise?|quellen?|credits?)|"
    r"(?:header|featured?|cover|lead|hero|banner|main|top) (?:image|photo|picture)|"
    r"(?:image|photo|picture)s? (?:credits?|sources?|courtesy(?: of)?)|crédits? (?:photos?|images?)|"
    r"créditos? (?:de (?:las? )?)?(?:fotos?|fotografías?|imágenes|imagen)|fotos? de (?:portada|capa)|"
    r"immagine di copertina|foto di copertina|źródło zdjęć|źródło zdjęcia|foto omslag|omslagfoto)"
    r"(?:\s+(?:by|via|von))?\s*[:：]",
    re.IGNORECASE,
)


def labels_picture(line: str) -> bool:
    """Whether a line, wherever it stands, begins with the label of a picture, or of whose it is.

    >>> labels_picture("Header image: The quay in winter."), labels_picture("Bildnachweis: Ana Silva")
    (True, True)
    >>> labels_picture("Photo: it rained."), labels_picture("Image sources are listed below")
    (False, False)
    """
    return len(line) <= _LONGEST and (":" in line or "：" in line) and _LABEL.match(line) is not None
