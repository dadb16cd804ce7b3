from __future__ import annotations

import pytest

from broadsheet.metadata.names import is_organisation, looks_like_name, split_names, starts_byline


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("By Ada Lovelace", ["Ada Lovelace"]),
        ("By Ada Lovelace and Charles Babbage", ["Ada Lovelace", "Charles Babbage"]),
        ("By Ada Lovelace, Senior Political Correspondent", ["Ada Lovelace"]),
        ("Ada Lovelace in London for The Paper", ["Ada Lovelace"]),
        ("Written by: Ada Lovelace, MD, PhD", ["Ada Lovelace"]),
        ("ByAda Lovelace", ["Ada Lovelace"]),
        ("ada@paper.example | Ada Lovelace @ada", ["Ada Lovelace"]),
        ("Ada Lovelace | March 5, 2024", ["Ada Lovelace"]),
        ("Ada Lovelace (Reuters)", ["Ada Lovelace"]),
        ("Martin Luther King, Jr.", ["Martin Luther King, Jr."]),
        ("Von Anna Müller und Karl-Heinz Groß", ["Anna Müller", "Karl-Heinz Groß"]),
        ("Ein Kommentar von Anna Müller", ["Anna Müller"]),
        ("Von unserem Korrespondenten Karl Groß, Rom", ["Karl Groß", "Rom"]),
        ("Par Élise Dupont, correspondante", ["Élise Dupont"]),
        ("Propos recueillis par Élise Dupont", ["Élise Dupont"]),
        ("Por María Pérez y José Núñez", ["María Pérez", "José Núñez"]),
        ("di Carla Rossi", ["Carla Rossi"]),
        ("Door Jan de Vries", ["Jan de Vries"]),
        ("Av Kari Nordmann", ["Kari Nordmann"]),
        ("Af Mette Hansen", ["Mette Hansen"]),
        ("Autor: Jan Kowalski", ["Jan Kowalski"]),
        ("Autor: Petr Novák, redaktor", ["Petr Novák"]),
        ("Írta: Nagy Anna", ["Nagy Anna"]),
        ("Автор: Иван Петров", ["Иван Петров"]),
        ("Γράφει ο Νίκος Παπαδόπουλος", ["Νίκος Παπαδόπουλος"]),
        ("Yazan: Ayşe Yılmaz", ["Ayşe Yılmaz"]),
        ("Oleh: Budi Santoso", ["Budi Santoso"]),
        ("作者：李明", ["李明"]),
        ("김철수 기자", ["김철수"]),
        ("بقلم: أحمد علي", ["أحمد علي"]),
        ("Center for Sound and Light", ["Center for Sound and Light"]),
        ("https://paper.example/ada", []),
        ("admin", []),
        ("Staff Writer", []),
        ("Written By", []),
        ("這篇新聞讓您覺得？", []),
        ("page.head.extra.author", []),
        ("post.example", ["post.example"]),
        ("", []),
    ],
)
def test_names_in_bylines(byline: str, names: list[str]) -> None:
    assert split_names(byline) == names


def test_people_and_organisations() -> None:
    assert is_organisation("The Harbour Courier Newsroom")
    assert is_organisation("dpa")
    assert not is_organisation("Ada Lovelace")
    assert looks_like_name("Ada Lovelace") == 1.0
    assert looks_like_name("read the whole story here now") == 0.0


def test_lines_that_begin_as_bylines_do() -> None:
    assert starts_byline("By Ada Lovelace")
    assert starts_byline("Von Anna Müller")
    assert not starts_byline("Bystanders saw it")
    assert not starts_byline("The bridge is open")
