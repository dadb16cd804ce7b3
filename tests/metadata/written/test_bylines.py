"""Lines that say who wrote a text, or when, and nothing else."""

from __future__ import annotations

import pytest

from broadsheet.metadata.written.bylines import is_byline, is_signature
from broadsheet.metadata.written.labels import is_label
from broadsheet.metadata.written.tasks import begins_with_label, label_of_writers


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("By James Rainey, Times Staff Writer", "en"),
        ("By MATTHEW LEE, Associated Press Writer 59 minutes ago", "en"),
        ("By Nicole Gaouette and Edwin Chen", "en"),
        ("Von Anna Müller und Karl Groß", "de"),
        ("Par Jean Dupont, envoyé spécial", "fr"),
        ("Von Anna Müller, dpa", "de"),
        ("Von Anna Müller/dpa", "de"),
        ("By Ada Lovelace, Reuters", "en"),
        ("By Ada Lovelace BBC News, Paris", "en"),
        ("Автор: Анна Петрова", "ru"),
        ("本报记者 李香才", "zh"),
        ("by Paul Cashmere - January 2 2008", "en"),
        ("Last Updated: Saturday, January 12, 2008 | 1:58 AM ET", "en"),
        ("Posted at 8:56am Monday 16th Jan, 2012", "en"),
        ("12. März 2020, 14:05 Uhr", "de"),
        ("Le 3 mai 2021 à 10h30", "fr"),
        ("2024年3月5日 10:30 发布", "zh"),
        ("2008-01-14 03:50:02 -", None),
        ("By Ada Lovelace, January 2, 2008, 10:30 a.m.", "en"),
        ("โดย สมชาย แสงทอง | 12 มีนาคม 2567 เวลา 10:30 น.", "th"),
        ("2024 මාර්තු 12, 2:35 ප.ව.", "si"),
        ("Objavljeno: 12. marta 2024. u 14:35", "bs"),
        ("2024-yil 12-mart, 14:35", "uz"),
        ("By Ada Lovelace | May 12, 2026 | 4 min read", "en"),
        ("May 12, 2026 · 4 min read", "en"),
        ("Posted on May 12, 2026 by Ada Lovelace", "en"),
        ("Ada Lovelace · May 12, 2026", "en"),
        ("Von Anna Müller | 13.05.2026, 06:30 Uhr | Lesezeit: 4 Min.", "de"),
        ("11.09.2011, 16:20 von Anna Müller", "de"),
        ("Publié le 13/05/2026 à 06h30 • Mis à jour hier à 08h12 • Temps de lecture : 4 min", "fr"),
        ("Par Hélène Varin • Publié le 13/05/2026 à 06h30", "fr"),
        ("Reading time: 4 minutes", "en"),
        ("By Ada Lovelace, May 12, 2026 | 3 Comments", "en"),
        ("By Ada Lovelace on March 2, 2026 at 10:15 am", "en"),
        ("By Ada Lovelace and Charles Babbage on Monday, March 2, 2026", "en"),
        ("Door Ada Lovelace op 2 maart 2026", "nl"),
        ("Di Ada Lovelace il 2 marzo 2026", "it"),
        ("Av Per Lindgren", "sv"),
        ("Von Theo Brandt", "de"),
        ("By Sun Lin", "en"),
    ],
)
def test_bylines(line: str, language: str | None) -> None:
    assert is_byline(line, language)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "1984",
        "Ada Lovelace",
        "By now the bridge was open",
        "By Ada Lovelace we were told that it would open",
        "By Ada Lovelace, who was there.",
        "By John Smith and the bridge that fell",
        "By Paris, London and Rome",
        "Par exemple Paul Martin",
        "Von Anfang an war klar",
        "On January 2, 2008 the bridge was opened",
        "Berlin, 3. Mai 2021: die Brücke ist offen",
        "Copyright 2021",
        "1. Ada Lovelace, January 2, 2008",
        "Ada Lovelace read for 4 min",
        "By noon on May 12, 2026",
        "Everything changed on May 12, 2026",
        "2 comments",
        "30 minutes",
        "May 12, 2026, and by then the bridge was open",
        "The Well Quiz was won on May 12, 2026 by somebody else",
        f"By Ada Lovelace {'and Charles Babbage ' * 8}",
    ],
)
def test_other_lines(line: str) -> None:
    assert not is_byline(line, "de")
    assert not is_byline(line)


@pytest.mark.parametrize(
    ("line", "language"),
    [
        # What somebody is, with nothing before it, and for whom.
        ("By Ada Lovelace Health reporter, BBC News", "en"),
        ("By Ada Lovelace Social affairs correspondent, BBC News", "en"),
        ("By Ada Lovelace London Correspondent", "en"),
        ("Ada Lovelace, Staff Writer", "en"),
        ("Ada Lovelace Health Correspondent", "en"),
        ("A.B. Howard - Staff Reporter", "en"),
        ("Ada Lovelace and Charles Babbage, Staff Writers", "en"),
        ("Anna Müller, Redakteurin Politik", "de"),
        ("Jean Dupont, envoyé spécial à Rome", "fr"),
        ("Ada Lovelace (correspondante à Londres)", "fr"),
        ("Ana García, corresponsal en París", "es"),
        ("Анна Петрова, корреспондент", "ru"),
        # How somebody is reached, where somebody is, and who did something else.
        ("By Ada Lovelace (@adalove)", "en"),
        ("Ada Lovelace Senior Reporter @adalove", "en"),
        ("By Ada Lovelace ada@paper.example", "en"),
        ("Por Ada Lovelace, desde Madrid", "es"),
        ("By Ada Lovelace, reporting from Berlin", "en"),
        ("Words by Ada Lovelace, photos by Tim Hall", "en"),
        ("By Ada Lovelace, illustration by Tim Hall", "en"),
        # Accounts.
        ("by adalove on December 29, 2010", "en"),
        ("By adalove - October 19, 2012", "en"),
        ("July 18, 2012 by: Adalove", "en"),
        ("von adalove am 13. Januar 2014", "de"),
        ("Publiziert am 13. Januar 2014 von adalove", "de"),
        ("Posted by Ada", "en"),
        ("Posted by Ada on August 8, 2012 in Bridges, Ferries", "en"),
        ("Written by Ada filed under General Finance", "en"),
        ("Submitted by adalove on November 12, 2012 - 3:03pm", "en"),
    ],
)
def test_what_is_said_beside_names_in_bylines(line: str, language: str) -> None:
    assert is_byline(line, language)


@pytest.mark.parametrize(
    "line",
    [
        "Ada Lovelace, President",
        "Ada Lovelace reporter’s notebook",
        "Ada Lovelace is a correspondent in Rome",
        "Reporter Ada Lovelace went to Rome",
        "Staff Writer",
        "Our Rome correspondent",
        "The Last Reporter",
        "Ask the Editor",
        "By Ada Lovelace’s account the ferry was late",
        "By law on May 12, 2026",
        "By early May 2026",
        "Posted by mistake",
        "Written by hand",
        "Von Mai bis Juni 2026",
    ],
)
def test_what_only_begins_as_such_lines_do(line: str) -> None:
    assert not is_byline(line, "en")
    assert not is_byline(line)


def test_what_stands_behind_the_first_name_in_a_byline() -> None:
    assert is_byline("By Ada Lovelace, Northgate", "en")
    assert not is_byline("By Ada Lovelace, wearily", "en")


def test_one_word_in_front_of_what_was_done_is_a_label() -> None:
    assert is_label("exclusively published on ")
    assert not is_label("accounts exclusively published on ")


def test_labels_of_texts_and_of_tasks() -> None:
    assert label_of_writers("Text and photos by Ada Lovelace")
    assert not label_of_writers("Text and nothing by Ada Lovelace")
    assert begins_with_label("Foto: Eva Malá")
    assert not begins_with_label("Photos by Ada Lovelace: the pier")


def test_a_first_name_that_introduces_names_elsewhere_signs_as_a_whole() -> None:
    assert is_signature("Text: Per Lindgren", ["Per Lindgren"])
    assert not is_signature("Text: Per Lindgren", ["Ada Lovelace"])


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("12 mars 2024 | Marie Curie", "fr"),
        ("12.03.2024 - Marie Curie", None),
        ("March 12, 2024 · Marie Curie", None),
        ("2024年3月12日, Marie Curie", "zh"),
    ],
)
def test_authors_sign_behind_the_day_too(line: str, language: str | None) -> None:
    assert is_signature(line, ["Marie Curie"], language)
    assert not is_signature(f"{line} and Ada Lovelace", ["Marie Curie"], language)


def test_a_name_behind_a_date_needs_a_mark_between() -> None:
    assert is_byline("12 mars 2024 | Marie Curie", "fr")
    assert is_byline("12 mars 2024 – Marie Curie", "fr")
    assert not is_byline("12 mars 2024, Marie Curie", "fr")


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("الثلاثاء 11 مارس 2025 - 12:05 م", "ar"),
        ("प्रकाशित: 5 अगस्त 2025", "hi"),
        ("2025年7月2日 5時00分", "ja"),
        ("2025年7月2日 10:12 来源：新华社", "zh"),
        ("来源：港口日报 作者：李华 2025-07-02", "zh"),
        ("30/06/2025 12h10 Atualizado há 2 dias", "pt"),
        ("Giriş: 05.03.2024 12:10 Güncelleme: 05.03.2024 13:10", "tr"),
        ("Publié le 5 mars 2024 à 10h12, modifié le 6 mars 2024 à 9h00", "fr"),
        ("Posted on March 4, 2025 by admin in Local News", "en"),
        ("Last updated: 3 hours ago", "en"),
        ("vor 2 Stunden aktualisiert", "de"),
        ("5. März 2026, Donnerstag", "de"),
        ("5 марта 2026, четверг", "ru"),
        ("Yayınlanma: 5 Mart 2026 Perşembe 08:30", "tr"),
        ("Güncellenme: 5 Mart 2026", "tr"),
        ("승인 2026.03.05 08:30", "ko"),
        ("발행일 2026.03.05", "ko"),
        ("송고시간 2026-03-05 08:30", "ko"),
        ("2026.03.05 (목) 08:30", "ko"),
        ("2026년 3월 5일 목요일", "ko"),
        ("2026年3月5日（木）", "ja"),
        ("2026年3月5日 星期四", "zh"),
        ("hace 3 horas", "es"),
    ],
)
def test_lines_that_say_when_in_many_languages(line: str, language: str) -> None:
    assert is_byline(line, language)


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("5 mars 2026, jeudi matin tout était fini", "fr"),
        ("3 de mayo de 2026 Domingo fue", "es"),
        ("2026年3月5日（木）に橋が開いた", "ja"),
        ("2026年3月5日木曜日に橋が開いた", "ja"),
    ],
)
def test_a_sentence_may_begin_with_a_day(line: str, language: str) -> None:
    assert not is_byline(line, language)


@pytest.mark.parametrize(
    "line", ["3 hours", "Two hours ago the bridge was closed.", "来源：新华社", "A day", "Posted in News"]
)
def test_lines_that_say_no_more_than_something_like_it(line: str) -> None:
    assert not is_byline(line, "en")
