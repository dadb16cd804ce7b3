"""Text that is scrambled for readers who do not pay."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadsheet import extract

TEXTS = {
    "en": "The town council voted on Tuesday to repair the old bridge before winter. Several members had asked for a "
    "new one, but the money was not there, and the engineers said that the stone arches would last for decades.",
    "de": "Der Stadtrat hat am Dienstag beschlossen, die alte Brücke noch vor dem Winter zu reparieren. Mehrere "
    "Mitglieder hatten eine neue verlangt, doch das Geld fehlte, und die Ingenieure hielten die Bögen für sicher.",
    "pl": "Rada miasta zdecydowała we wtorek, że stary most zostanie naprawiony jeszcze przed zimą. Kilku radnych "
    "chciało nowego, ale zabrakło pieniędzy, a inżynierowie uznali, że kamienne łuki przetrwają jeszcze wiele lat.",
    "el": "Το δημοτικό συμβούλιο αποφάσισε την Τρίτη να επισκευάσει την παλιά γέφυρα πριν από τον χειμώνα. Αρκετά "
    "μέλη ζητούσαν καινούργια, αλλά δεν υπήρχαν χρήματα, και οι μηχανικοί είπαν ότι οι καμάρες θα αντέξουν.",
    "ru": "Городской совет решил во вторник отремонтировать старый мост ещё до зимы. Некоторые депутаты просили "
    "построить новый, но денег не нашлось, а инженеры сказали, что каменные арки простоят ещё много лет.",
}
ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρςστυφχψω", "абвгдежзийклмнопрстуфхцчшщъыьэюя")


def rotated(text: str, shift: int) -> str:
    table = {}
    for small in ALPHABETS:
        for letters in (small, small.upper() if "α" not in small else ""):
            table |= {ord(one): letters[(at + shift) % len(letters)] for at, one in enumerate(letters)}
    return text.translate(table)


def page(intro: str, rest: str) -> str:
    first = intro.split(".")[0]
    menu = "".join(f"<li><a href='/{at}'>{word}</a></li>" for at, word in enumerate(intro.split()))
    head = f"<title>{first}</title>"
    return f"{head}<ul>{menu}</ul><article><h1>{first}</h1><p>{intro}</p><p>{rest}</p><p>{rest}</p></article>"


@pytest.mark.parametrize("language", TEXTS)
@settings(max_examples=10, deadline=None)
@given(shift=st.integers(1, 23))
def test_text_of_any_shift_is_left_out_and_noted(language: str, shift: int) -> None:
    text = TEXTS[language]
    article = extract(page(text, rotated(text, shift)))
    assert rotated(text, shift)[:30] not in article.text
    assert any("scrambled" in note for note in article.notes)
    assert article.access == "cut"


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("other", [
    *TEXTS.values(), TEXTS["en"].upper(), "The joke was in ROT13: gur byq oevqtr. " + TEXTS["en"],
    "for (int i = 0; i < n; i++) { queue.push(xs[i] * ys[j]); free(tmp); assert(jj != kk); goto fail; } " * 3,
    "kUTCd9TnBwvFJX4x8tob9KloOCzBx2qPQbtMHYciSYjUJzvyCmhWyNK50XbajsuDv4jh6KDWVMvzyDhvXr4oMTj4U6RwJgL" * 2,
    "AAPL 187.20 MSFT 402.11 NVDA 721.33 TSLA 199.40 XOM 104.21 JPM 180.01 KO 60.11 PFE 27.39 " * 3,
])  # fmt: skip
def test_ordinary_text_is_not_scrambled(language: str, other: str) -> None:
    article = extract(page(TEXTS[language], other))
    assert not any("scrambled" in note for note in article.notes)
    assert article.access != "cut"
