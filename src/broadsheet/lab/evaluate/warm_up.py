"""A page that triggers one-time loading: models and tables for a rare language, and for dates in words.

Such loading takes up to a second, once per process. Every entrant reads this page untimed, before the benchmark's.
"""

from __future__ import annotations

from typing import Final

__all__ = ["LANGUAGE", "PAGE", "URL"]

LANGUAGE: Final = "cy"
URL: Final = "https://example.org/newyddion/pont"

_PARAGRAPH: Final = (
    "<p>Bydd y bont newydd dros yr afon yn agor i gerddwyr a beicwyr y mis nesaf, meddai'r cyngor ddydd Mawrth, ar ôl "
    "bron i ddwy flynedd o waith a sawl gaeaf gwlyb. Mae pobl y dref wedi bod yn aros yn hir am y dydd hwnnw, ac mae "
    "llawer ohonyn nhw'n bwriadu cerdded drosti gyda'u plant ar y bore cyntaf.</p>"
)

# A short article in Welsh, whose language neither stop words nor markup reveal; a word between numbers begins like a
# month's name but is not one.
PAGE: Final = (
    f'<!doctype html><html lang="{LANGUAGE}"><head><meta charset="utf-8"><title>Y bont yn agor - Papur y Dref</title>'
    '<meta property="og:title" content="Y bont yn agor"><script type="application/ld+json">'
    '{"@type": "NewsArticle", "headline": "Y bont yn agor", "author": {"@type": "Person", "name": "Mair Puw"}}</script>'
    '</head><body><nav><a href="/">Hafan</a></nav><article><h1>Y bont yn agor</h1><p class="byline">Gan Mair Puw</p>'
    f'<p class="date">Rhifyn 5 Mawr 2024 | 5 Mawrth 2024</p>{_PARAGRAPH * 4}</article>'
    "<footer><p>Papur y Dref</p></footer></body></html>"
)
