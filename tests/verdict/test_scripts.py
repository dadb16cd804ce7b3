"""Articles in scripts without spaces between words, or whose sentences need no punctuation."""

from __future__ import annotations

import pytest

import broadsheet

TEXTS = {
    "th": "สภาเมืองอนุมัติงบประมาณใหม่เมื่อวันอังคารหลังการอภิปรายยาวนานเกี่ยวกับค่าซ่อมสะพานเก่า งานจะเริ่มในฤดูใบไม้ผลิและใช้เวลาสองปี",
    "lo": "ສະພາເມືອງໄດ້ຮັບຮອງງົບປະມານໃໝ່ໃນວັນອັງຄານຫຼັງຈາກການໂຕ້ວາທີຍາວນານກ່ຽວກັບຄ່າສ້ອມແປງຂົວເກົ່າ ວຽກງານຈະເລີ່ມໃນລະດູໃບໄມ້ປົ່ງ",
    "km": "ក្រុមប្រឹក្សាក្រុងបានអនុម័តថវិកាថ្មីនៅថ្ងៃអង្គារបន្ទាប់ពីការពិភាក្សាយ៉ាងយូរអំពីថ្លៃជួសជុលស្ពានចាស់ ការងារនឹងចាប់ផ្តើមនៅនិទាឃរដូវ",
    "ja": "市議会は火曜日、長い議論の末に新しい予算を承認した。古い橋の修理は春に始まり、二年間続くと市長は述べた。",
}


def verdict(language: str) -> broadsheet.Verdict:
    text = TEXTS[language]
    body = "".join(f"<p>{text} {number}</p>" for number in range(4))
    return broadsheet.identify(
        f"<!doctype html><html lang={language}><head><title>{text[:40]}</title></head><body><article>"
        f"<h1>{text[:40]}</h1>"
        f"<p><time datetime=2026-03-05>2026-03-05</time></p>{body}</article></body></html>",
        url="https://courier.example/news/2026/03/05/story-441234",
    )


@pytest.mark.parametrize("language", TEXTS)
def test_running_text_needs_no_punctuation(language: str) -> None:
    found = verdict(language)
    assert found.is_article
    assert not any("no running text" in reason for reason in found.evidence)


@pytest.mark.parametrize("language", TEXTS)
def test_the_reason_counts_actual_characters(language: str) -> None:
    size = len("".join(TEXTS[language].split()))
    said = next(reason for reason in verdict(language).evidence if "of running text in" in reason)
    assert 4 * size <= int(said.split()[0].replace(",", "")) <= 4 * (len(TEXTS[language]) + 2) + 40  # with the heading
