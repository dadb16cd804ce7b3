"""Pages that exercise much of the library: many forms of dates, languages, encodings."""

from __future__ import annotations

_TEXTS = {
    "en": "The council decided on Tuesday evening that the old bridge over the river will be closed to all cars.",
    "de": "Der Rat hat am Dienstagabend beschlossen, dass die alte Brücke für alle Autos gesperrt werden soll.",
    "ru": "Во вторник вечером совет решил, что старый мост через реку будет закрыт для всех автомобилей.",
}
_DAYS = {
    "en": ["{year}0305", "{year}0305090700", "Tue Mar 05 09:07:00 UTC {year}", "Tue, 05 Mar {year} 09:07:00 +0100"],
    "de": ["5. März {year}, 9.07 Uhr", "/Date(17{year}61220000+0100)/"],
    "ru": ["5 марта {year} г. 09:07"],
}


def pages(year: int) -> list[bytes]:
    """Some pages; those of another year have other dates, which are in no cache."""
    out = []
    for language, text in _TEXTS.items():
        for number, day in enumerate(_DAYS[language]):
            written = day.format(year=year)
            for declared in (f' lang="{language}"', ""):
                html = (
                    f"<html{declared}><head><title>Bridge {number} to close in {year}</title>"
                    f'<meta property="article:published_time" content="{written}"></head><body><article>'
                    f'<h1>Bridge {number} to close in {year}</h1><p class="byline">By Ada Marlow</p><p>{written}</p>'
                    + f"<p>{text} {year}</p>" * 5
                    + "</article></body></html>"
                )
                out.append(html.encode("cp1251" if language == "ru" else "utf-8"))
    return out
