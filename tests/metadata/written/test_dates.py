from __future__ import annotations

from time import process_time
from zoneinfo import ZoneInfoNotFoundError

import pytest

from broadsheet.metadata.written import clocks
from broadsheet.metadata.written.dated_lines import is_no_day
from broadsheet.metadata.written.dates import dates_in, first_dates_in
from broadsheet.metadata.written.months import month_of


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("Posted on March 5, 2024 at 9:07 am", "en", "2024-03-05T09:07:00"),
        ("5. des. 2024", "no", "2024-12-05"),
        ("5 oktobar 2024", "sr", "2024-10-05"),
        ("5 غشت 2024", "ar", "2024-08-05"),
        ("5 KASIM 2024", "tr", "2024-11-05"),
        ("5 พ.ค. 2024 14:30", "th", "2024-05-05T14:30:00"),
        ("5 พ.ค. 2567", "th", "2024-05-05"),
        ("5 мар 2024", "bg", "2024-03-05"),
        ("5 марта 2024, 14:30 МСК", "ru", "2024-03-05T14:30:00+03:00"),
        ("5 मार्च 2024 2:30 अपराह्न", "hi", "2024-03-05T14:30:00"),
        ("5th of March 2024", "en", "2024-03-05"),
        ("5 Mar '24", "en", "2024-03-05"),
        ("Mar 5, ’24 at 5:22 pm", "en", "2024-03-05T17:22:00"),
        ("5 marzo 2024 ore 17,22", "it", "2024-03-05T17:22:00"),
        ("5 marzo 2024, alle ore 9,05", "it", "2024-03-05T09:05:00"),
        ("5 مارس 2024 17:22 بتوقيت غرينتش", "ar", "2024-03-05T17:22:00+00:00"),
        ("2024年3月5日 17:22 北京时间", "zh", "2024-03-05T17:22:00+08:00"),
        ("2024年3月5日17:22（北京时间）", "zh", "2024-03-05T17:22:00+08:00"),
        ("Thursday, 8 June, 2000, 11:44 GMT", "en", "2000-06-08T11:44:00+00:00"),
        ("Mar. 5, 2024, 9:07 p.m.", "en", "2024-03-05T21:07:00"),
        ("5. März 2024, 09:07 Uhr", "de", "2024-03-05T09:07:00"),
        ("05.03.2024", "de", "2024-03-05"),
        ("Publié le 5 mars 2024 à 9h07", "fr", "2024-03-05T09:07:00"),
        ("5 de marzo de 2024", "es", "2024-03-05"),
        ("5 marca 2024", "pl", "2024-03-05"),
        ("5 марта 2024", "ru", "2024-03-05"),
        ("5 Μαρτίου 2024", "el", "2024-03-05"),
        ("2024年3月5日", "zh", "2024-03-05"),
        ("2024年3月5日 9時07分", "ja", "2024-03-05T09:07:00"),
        ("2024. 3. 5.", "ko", "2024-03-05"),
        ("2024-03-05 09:07", "en", "2024-03-05T09:07:00"),
        ("31/12/2023", "en", "2023-12-31"),
        ("5. März 2024, 9:07 Uhr MEZ", "de", "2024-03-05T09:07:00+01:00"),
        ("5. März 2024, 9:07 Uhr (MEZ)", "de", "2024-03-05T09:07:00+01:00"),
        ("5. März 2024, 9:07 Uhr (Art)", "de", "2024-03-05T09:07:00"),
        ("5 mars 2024 à 9h07 (CET)", "fr", "2024-03-05T09:07:00+01:00"),
        ("5 March 2024, 14:05 hrs IST", "en", "2024-03-05T14:05:00+05:30"),
        ("5 March 2024 14:05 (GMT+01:00)", "en", "2024-03-05T14:05:00+01:00"),
        ("5 March 2024 14:05 UTC+2", "en", "2024-03-05T14:05:00+02:00"),
        ("5 March 2024 14:05 GMT -5", "en", "2024-03-05T14:05:00-05:00"),
        ("05.03.2024 um 9 Uhr", "de", "2024-03-05T09:00:00"),
        ("05.03.2024, 2 Uhr", "de", "2024-03-05"),
        ("05.03.2024, neu am 06.03., 10:15 Uhr", "de", "2024-03-05"),
        ("5 mars 2024 à 9h", "fr", "2024-03-05T09:00:00"),
        ("5 mars 2024 à 9 heures 30", "fr", "2024-03-05T09:30:00"),
        ("5 mars 2024 · 5h de lecture", "fr", "2024-03-05"),
        ("5 de marzo de 2024 a las 9 h", "es", "2024-03-05T09:00:00"),
        ("05.mar.2024 às 9h07", "pt", "2024-03-05T09:07:00"),
        ("05.ožujka.2024. u 09:07 h", "hr", "2024-03-05T09:07:00"),
        ("5.febr. 2024 kl. 09:07", "nb", "2024-02-05T09:07:00"),
        ("5 февр. 2024 в 09:07", "bg", "2024-02-05T09:07:00"),
        ("05-03-'24 09:07", "nl", "2024-03-05T09:07:00"),
        ("05-Mar-24", "en", "2024-03-05"),
        ("5 Mar 24, 9:07", "en", "2024-03-05T09:07:00"),
        ("5 sty 24 09:07 , AB | Kurier", "pl", "2024-01-05T09:07:00"),
    ],
)
def test_dates_as_people_write_them(text: str, language: str, value: str) -> None:
    assert [one.value for one in dates_in(text, language)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12 people in 2019 rooms",
        "99.99.2024",
        "1.2.3.4",
        "31 February 2024",
        "2999-01-01",
        "on 5 March 24 people",
        "5 Mar 24 09:07:00:00",
        "part 5-may-24-b",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert list(dates_in(text, "en")) == []


@pytest.mark.parametrize(
    ("text", "language", "values"),
    [
        ("2025-05-14 17:05 수정 2025-05-15 18:20", "ko", ["2025-05-14T17:05:00", "2025-05-15T18:20:00"]),
        ("댓글 0 입력 2025.05.15", "ko", ["2025-05-15"]),
        ("3 comments 2025-05-14", "en", ["2025-05-14"]),
        ("Notice 7 2025 2025-05-14", "en", ["2025-05-14"]),
        ("2025 nummer 14.05.2025", "de", ["2025-05-14"]),
        ("Uppdaterad 2025-01-23 19:05 Publicerad 2025-01-22", "sv", ["2025-01-23T19:05:00", "2025-01-22T19:05:00"]),
        ("17:05 mars 2025", "fr", []),
        ("2019-20-10-11", "en", []),
        ("31 February 2024-13-10", "en", []),
    ],
)
def test_what_is_no_date_takes_no_number_of_one(text: str, language: str, values: list[str]) -> None:
    assert [one.value for one in dates_in(text, language)] == values


@pytest.mark.parametrize("text", ["1 a 2025 ", "05:05 수정 2025-", "1 กก 2568 ", "May 1 2025 1 2025 ", "2025 a 1 "])
def test_numbers_that_are_no_dates_take_no_long_time(text: str) -> None:
    def seconds(times: int) -> float:
        start = process_time()
        dates_in(text * times, "th")
        return process_time() - start

    assert seconds(16_000) < 30 * max(seconds(2_000), 0.005)


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("25.05.15 14:05", "ko", "2025-05-15T14:05:00"),
        ("25/05/12", "ja", "2025-05-12"),
        ("25-05-12", "zh", "2025-05-12"),
        ("05/14/25", "zh", "2025-05-14"),
        ("25/05/12", "en", "2012-05-25"),
        ("5/12/24", "zh", "2024-12-05"),
        ("99-03-05", "ja", "1999-03-05"),
        ("80-03-05", "ja", None),
        ("30/05/12", "ja", "2012-05-30"),
        ("R7.5.15", "ja", "2025-05-15"),
        ("R7/5/5", "ja", "2025-05-05"),
        ("Ｒ７年５月１５日", "ja", "2025-05-15"),
        ("H31.4.1", "ja", "2019-04-01"),
        ("GR7.5.5", "ja", None),
        ("14/05/2568 09:05", "th", "2025-05-14T09:05:00"),
        ("2568-05-14", "th", "2025-05-14"),
        ("14/05/68", "th", "2025-05-14"),
        ("14/05/2568", "en", None),
        ("114/05/15", "zh-TW", "2025-05-15"),
        ("114年5月15日", "zh-TW", "2025-05-15"),
        ("114/05/15", "zh", None),
        ("114/05/15", "en", None),
        ("二〇二五年五月十五日", "zh", "2025-05-15"),
        ("二零二五年十二月三十一日 14:05", "zh", "2025-12-31T14:05:00"),
        ("二○二五年十月廿五日", "ja", "2025-10-25"),
        ("二〇二五年二三月十日", "zh", None),
    ],
)
def test_numbers_of_years_in_single_languages(text: str, language: str, value: str | None) -> None:
    assert next((one.value for one in dates_in(text, language)), None) == value


def test_a_year_of_two_digits_before_the_month_may_be_the_day() -> None:
    assert [one.otherwise for one in dates_in("12.05.15", "ko")] == ["2015-05-12"]
    assert [one.otherwise for one in dates_in("12.05.31", "ko")] == [""]


def test_numbers_that_can_be_read_both_ways() -> None:
    (european,) = dates_in("03/05/2024", "en")
    (american,) = dates_in("03/05/2024", "en", month_first=True)
    assert (european.value, american.value) == ("2024-05-03", "2024-03-05")
    assert (european.otherwise, american.otherwise) == (american.value, european.value)


def test_months_in_a_language_that_is_not_known() -> None:
    assert month_of("march", "xx") == 3
    assert month_of("Μάρτιος".casefold(), "el") == 3
    assert month_of("marts", "da") == 3
    assert month_of("wrześniu", "pl") == 9
    assert month_of("blah", "xx") is None


def test_the_first_dates_of_a_long_text() -> None:
    text = (
        "On 8 June 2000 it began. " + "Nothing happened for a while. " * 40 + "It ended on June 9, 2001, or on 10/11/12"
    )
    found = first_dates_in(text, 2)
    assert [(one.value, text[one.start : one.stop]) for one in found] == [
        ("2000-06-08", "8 June 2000"),
        ("2001-06-09", "June 9, 2001"),
    ]
    assert len(first_dates_in(text, 9)) == 3
    assert first_dates_in("no year at all, and 12 pages", 3) == ()


def test_what_stands_far_apart_is_no_date() -> None:
    # As a web archive's toolbar has it, with the month, the day and the year in cells of their own.
    assert first_dates_in("Oct" + " \n" * 60 + "13" + " \n" * 60 + "2004", 3) == ()


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("6 Μαΐου 2025", "el", "2025-05-06"),
        ("15 जनवरी 2025, 10:30", "hi", "2025-01-15T10:30:00"),
        ("6 मई 2025", "hi", "2025-05-06"),
        ("৬ মে ২০২৫", "bn", "2025-05-06"),
        ("٦ مايو ٢٠٢٥", "ar", "2025-05-06"),
        ("6 أيار/مايو 2025", "ar", "2025-05-06"),
        ("۶ مه ۲۰۲۵", "fa", "2025-05-06"),
        ("6 במאי 2025", "he", "2025-05-06"),
        ("6 พฤษภาคม 2568", "th", "2025-05-06"),
        ("6 พ.ค. 2568 10:20", "th", "2025-05-06T10:20:00"),
        ("令和7年5月6日", "ja", "2025-05-06"),
        ("平成元年12月1日", "ja", None),
        ("２０２５年５月６日", "ja", "2025-05-06"),
        ("ngày 6 tháng 5 năm 2025", "vi", "2025-05-06"),
        ("May 6, 2025 at 9:00 AM ET", "en", "2025-05-06T09:00:00-04:00"),
        ("January 6, 2025 at 9:00 AM PT", "en", "2025-01-06T09:00:00-08:00"),
        ("le 6 mai 2025 à 15:00 et modifié", "fr", "2025-05-06T15:00:00"),
        ("Page (1) of 1 - 01/14/08", "en", "2008-01-14"),
        ("民國114年5月6日", "zh", "2025-05-06"),
        ("6 พ.ค. 68 10:20 น.", "th", "2025-05-06T10:20:00"),
        ("๖ พฤษภาคม ๒๕๖๘", "th", "2025-05-06"),
        ("6 Tháng Năm, 2025", "vi", "2025-05-06"),
        ("6 Tháng Mười Hai, 2024", "vi", "2024-12-06"),
        ("6 மே 2025", "ta", "2025-05-06"),
        ("ஜனவரி 6, 2025", "ta", "2025-01-06"),
        ("6 ఫిబ్రవరి 2025", "te", "2025-02-06"),
        ("6 फेब्रुवारी 2025", "mr", "2025-02-06"),
        ("6 ફેબ્રુઆરી 2025", "gu", "2025-02-06"),
        ("6 ಫೆಬ್ರವರಿ 2025", "kn", "2025-02-06"),
        ("6 ഫെബ്രുവരി 2025", "ml", "2025-02-06"),
        ("6 ਫਰਵਰੀ 2025", "pa", "2025-02-06"),
        ("੬ ਫਰਵਰੀ ੨੦੨੫", "pa", "2025-02-06"),
        ("2025 പെ 6", "ml", None),
        ("2025 മേയ് 6", "ml", "2025-05-06"),
        ("6 ຕຸລາ 2025", "lo", "2025-10-06"),
        ("໖ ຕຸລາ ໒໐໒໕", "lo", "2025-10-06"),
        ("ថ្ងៃទី៦ ខែឧសភា ឆ្នាំ២០២៥", "km", "2025-05-06"),
        ("ဇူလိုင် ၆၊ ၂၀၂၅", "my", "2025-07-06"),
        ("၂၀၂၅ ခုနှစ် ဇူလိုင်လ ၆ ရက်", "my", "2025-07-06"),
        ("2025 ඔක්තෝබර් 6", "si", "2025-10-06"),
        ("2025 මැයි මස 6", "si", "2025-05-06"),
        ("6 ମଇ 2025", "or", "2025-05-06"),
        ("৬ মাৰ্চ ২০২৫", "as", "2025-03-06"),
        ("6 مئي 2025", "sd", "2025-05-06"),
        ("วันที่ 6 เดือนพฤษภาคม พ.ศ. 2568", "th", "2025-05-06"),
    ],
)
def test_digits_eras_and_months_of_many_scripts(text: str, language: str, value: str | None) -> None:
    assert next((one.value for one in dates_in(text, language)), None) == value


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("6 İyul 2025, 10:05", "az", "2025-07-06T10:05:00"),
        ("2025-yil 6-may", "uz", "2025-05-06"),
        ("2025 йил 6 июл", "uz", "2025-07-06"),
        ("2025 жылғы 6 мамыр", "kk", "2025-05-06"),
        ("2025-жылдын 6-июлу", "ky", "2025-07-06"),
        ("6 сентябри 2025", "tg", "2025-09-06"),
        ("6 гыйнвар 2025", "tt", "2025-01-06"),
        ("6 iýul 2025", "tk", "2025-07-06"),
        ("2025-يىلى 6-ماي", "ug", "2025-05-06"),
        ("2025 оны 5 сарын 6", "mn", "2025-05-06"),
        ("2025 оны 05-р сарын 06, 10:05", "mn", "2025-05-06T10:05:00"),
        ("2025 оны арван хоёрдугаар сарын 6", "mn", "2025-12-06"),
        ("6. maja 2025. u 10:05", "bs", "2025-05-06T10:05:00"),
        ("6. listopada 2025.", "hr", "2025-10-06"),
        ("6. septembra 2025.", "sr", "2025-09-06"),
        ("6 listopada 2025", "pl", "2025-11-06"),
        ("6. avgusta 2025 ob 10.05", "sl", "2025-08-06T10:05:00"),
        ("2025. gada 6. maijs", "lv", "2025-05-06"),
        ("2025. gada 6. maijā", "lv", "2025-05-06"),
        ("2025 m. gegužės mėn. 6 d.", "lt", "2025-05-06"),
        ("2025թ. մայիսի 6", "hy", "2025-05-06"),
        ("2025 წლის 6 მაისი", "ka", "2025-05-06"),
        ("6 მაისს, 2025", "ka", "2025-05-06"),
        ("6 ta’ Mejju 2025", "mt", "2025-05-06"),
        ("6 Meán Fómhair 2025", "ga", "2025-09-06"),
        ("6 Mí na Nollag 2024", "ga", "2024-12-06"),
        ("2025ko maiatzaren 6a, 10:05", "eu", "2025-05-06T10:05:00"),
        ("2025eko azaroaren 4an", "eu", "2025-11-04"),
        ("ika-6 ng Mayo 2025", "tl", "2025-05-06"),
        ("Hulyo 6, 2025 | 2:05 PM", "fil-PH", "2025-07-06T14:05:00"),
        ("6ê Gulanê 2025", "ku", "2025-05-06"),
        ("٦ی ئایاری ٢٠٢٥", "ckb-IQ", "2025-05-06"),
        ("6 تشرين الأول 2025", "ar", "2025-10-06"),
        ("6 نوفمبر/تشرين الثاني 2025", "ar", "2025-11-06"),
        ("Mayo 6 de 2025", "es", "2025-05-06"),
        ("May 6 , 2025", "en", "2025-05-06"),
        ("Tháng Năm 6, 2025", "vi", "2025-05-06"),
        ("Tháng Mười Hai 6, 2024", "vi", "2024-12-06"),
        ("6 MAG 25 - 15:02", "it", "2025-05-06T15:02:00"),
        ("06.05.2025, 15:02 (МСК)", "ru", "2025-05-06T15:02:00+03:00"),
    ],
)
def test_years_and_months_as_single_languages_write_them(text: str, language: str, value: str) -> None:
    assert [one.value for one in dates_in(text, language)] == [value]


@pytest.mark.parametrize(
    "text", ["6 მაისი 2025", "6 Մայիսի, 2025", "6 ພຶດສະພາ 2025", "6 ဧပြီ 2025", "6 ሜይ 2025", "6 ឧសភា 2025"]
)
def test_a_script_of_one_language_says_what_language_a_month_is_in(text: str) -> None:
    assert [one.value[:4] for one in dates_in(text)] == ["2025"]


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("የካቲት 27 ቀን 2017 ዓ.ም", "am", "2025-03-06"),
        ("የካቲት 27፣ 2017", "am", "2025-03-06"),
        ("27 የካቲት 2017", "am", "2025-03-06"),
        ("6 ማርች 2025", "am", "2025-03-06"),
        ("6 መጋቢት 2025", "ti", "2025-03-06"),
        ("२०८१ फागुन २२ गते, १०:०५", "ne", "2025-03-06T10:05:00"),
        ("बिहीबार, फाल्गुन २२, २०८१", "ne", "2025-03-06"),
        ("२२ फागुन २०८१", "ne", "2025-03-06"),
        ("६ मार्च २०२५", "ne", "2025-03-06"),
        ("22 चैत्र 2081", "hi", None),
        ("د ۱۴۰۳ کال د کب ۱۶مه", "ps", "2025-03-06"),
        ("۱۶ حوت ۱۴۰۳", "fa", "2025-03-06"),
        ("اسفند 16, 1403", "fa", "2025-03-06"),
        ("16 رمضان 1446", "ar", None),
    ],
)
def test_calendars_of_other_countries(text: str, language: str, value: str | None) -> None:
    assert next((one.value for one in dates_in(text, language)), None) == value


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("2025.05.06. 오후 6:02", "ko", "2025-05-06T18:02:00"),
        ("2025.05.06. 오전 12:02", "ko", "2025-05-06T00:02:00"),
        ("2025년 5월 6일 오후 6시 2분", "ko", "2025-05-06T18:02:00"),
        ("2025年5月6日 下午6:02", "zh", "2025-05-06T18:02:00"),
        ("2025年5月6日 下午18:02", "zh", "2025-05-06T18:02:00"),
        ("2025年5月6日 晚上9:30", "zh", "2025-05-06T21:30:00"),
        ("2025年5月6日 晚上12:30", "zh", "2025-05-06T00:30:00"),
        ("May 6, 2025 18:02 AM", "en", "2025-05-06"),
        ("06-05-2025 - 18:02 PM", "vi", "2025-05-06T18:02:00"),
        ("2025-05-06 PM 06:02", "ko", "2025-05-06T18:02:00"),
        ("2025-05-06 AM 06:02", "zh", "2025-05-06T06:02:00"),
        ("2025年5月6日 午後6時2分", "ja", "2025-05-06T18:02:00"),
        ("2025年5月6日 午前10時", "ja", "2025-05-06T10:00:00"),
        ("6/5/2025, 6:02 μ.μ.", "el", "2025-05-06T18:02:00"),
        ("6/5/2025, 6:02 π.μ.", "el", "2025-05-06T06:02:00"),
        ("6 مايو 2025 - 6:02 م", "ar", "2025-05-06T18:02:00"),
        ("6 مايو 2025 - 6:02 مساءً", "ar", "2025-05-06T18:02:00"),
        ("6 مايو 2025 - 6:02 ص", "ar", "2025-05-06T06:02:00"),
        ("6 مايو 2025 - 18:02 م", "ar", "2025-05-06T18:02:00"),
        ("6 मई 2025, शाम 6:02 बजे", "hi", "2025-05-06T18:02:00"),
        ("৬ মে ২০২৫, সন্ধ্যা ৬:০২", "bn", "2025-05-06T18:02:00"),
        ("৬ মে ২০২৫, ০৬:০২ পিএম", "bn", "2025-05-06T18:02:00"),
        ("৬ মে ২০২৫, ০৬:০২ এএম", "bn", "2025-05-06T06:02:00"),
        ("6 மே 2025 6:02 பிற்பகல்", "ta", "2025-05-06T18:02:00"),
        ("6 மே 2025 6:02 முற்பகல்", "ta", "2025-05-06T06:02:00"),
        ("06/05/2025 6:02 CH", "vi", "2025-05-06T18:02:00"),
        ("6.05.2025 6:02 ÖS", "tr", "2025-05-06T18:02:00"),
        ("६ मे २०२५, दुपारी २:३५", "mr", "2025-05-06T14:35:00"),
        ("६ मे २०२५, दुपारी ११:३५", "mr", "2025-05-06T11:35:00"),
        ("6 મે 2025 સાંજે 6:20", "gu", "2025-05-06T18:20:00"),
        ("6 ਮਈ 2025, ਸਵੇਰੇ 6:20", "pa", "2025-05-06T06:20:00"),
        ("2025-05-06 | 2:35 ප.ව.", "si", "2025-05-06T14:35:00"),
        ("6 Mei 2025, 8:20 malam", "ms", "2025-05-06T20:20:00"),
        ("6 Mei 2025, 11:20 siang", "id", "2025-05-06T11:20:00"),
        ("6 Mei 2025, 1:20 siang", "id", "2025-05-06T13:20:00"),
        ("ថ្ងៃទី៦ ខែឧសភា ឆ្នាំ២០២៥ ម៉ោង ២:៣៥ រសៀល", "km", "2025-05-06T14:35:00"),
    ],
)
def test_halves_of_the_day_before_and_behind_a_time(text: str, language: str, value: str) -> None:
    assert [one.value for one in dates_in(text, language)] == [value]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("۱۶ اردیبهشت ۱۴۰۴", "2025-05-06"),
        ("سه‌شنبه ۱۶ اردیبهشت ۱۴۰۴ ساعت ۱۰:۲۵", "2025-05-06T10:25:00"),
        ("16 اردیبهشت ماه 1404", "2025-05-06"),
        ("۱۴۰۴/۰۲/۱۶ - ۱۰:۲۵", "2025-05-06T10:25:00"),
        ("۳۰ اسفند ۱۴۰۳", "2025-03-20"),
        ("۱ فروردین ۱۴۰۴", "2025-03-21"),
        ("۳۱ مهر ۱۴۰۳", None),
    ],
)
def test_the_calendar_of_iran(text: str, value: str | None) -> None:
    assert next((one.value for one in dates_in(text, "fa")), None) == value


def test_numbers_are_days_of_that_calendar_in_its_languages_alone() -> None:
    assert not dates_in("1404/02/16", "en")


def test_the_first_time_of_two_is_the_first_dates_where_words_touch() -> None:
    (first, second) = dates_in("입력2025.05.06. 오전 6:02수정2025.05.06. 오후 9:41", "ko")
    assert (first.own, second.own) == ("2025-05-06T06:02:00", "2025-05-06T21:41:00")


def test_offsets_of_more_than_a_day_are_none() -> None:
    assert [one.value for one in dates_in("3 March 2020 3:15 +99:99", "en")] == ["2020-03-03T03:15:00"]


def test_a_system_that_has_no_time_zones(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> None:
        raise ZoneInfoNotFoundError(name)

    monkeypatch.setattr(clocks, "ZoneInfo", unknown)
    assert [one.value for one in dates_in("July 1, 2020 3:15 pm ET", "en")] == ["2020-07-01T15:15:00"]


@pytest.mark.parametrize(
    ("zone", "value"),
    [
        ("PHT", "2024-05-12T10:00:00+08:00"), ("EST", "2024-05-12T10:00:00-05:00"), ("", "2024-05-12T10:00:00"),
        ("MSK", "2024-12-05T10:00:00+03:00"), ("UTC", "2024-05-12T10:00:00+00:00"),
    ],
)  # fmt: skip
def test_clocks_beside_which_nobody_writes_the_month_first(zone: str, value: str) -> None:
    assert [one.value for one in dates_in(f"05/12/2024 10:00 {zone}", "en", month_first=True)] == [value]


def test_the_other_reading_has_the_offset_of_its_own_day() -> None:
    (one,) = dates_in("07/01/2020 3:15 pm ET", "en", month_first=True)
    assert (one.value, one.otherwise) == ("2020-07-01T15:15:00-04:00", "2020-01-07T15:15:00-05:00")


@pytest.mark.parametrize(
    ("line", "language", "is_none"),
    [
        ("Fair, 3. - 5. Mai 2025", "de", True),
        ("Apr. 3rd - May 5, 2025", "en", True),
        ("3 avril - 5 mai 2025", "fr", True),
        ("Part 3 - May 5, 2025", "en", False),
        ("5 min - May 5, 2025", "en", False),
        ("4 Min. - 5. Mai 2025", "de", False),
        ("Numéro 3 - 5 mai 2025", "fr", False),
        ("Seite 9. - 5. Mai 2025", "de", False),
        ("Page 3. - May 5, 2025", "en", False),
        ("May 3 - May 5, 2025", "en", True),
        ("Tool v2025.05.05", "en", True),
        ("Tel Aviv.5 May 2025", "en", False),
    ],
)
def test_days_behind_others_and_versions_are_none(line: str, language: str, *, is_none: bool) -> None:
    assert [is_no_day(line, one, language) for one in dates_in(line, language)] == [is_none]


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("Published March 6, 2026, 7:30 a.m. | Updated March 7, 2026", ["2026-03-06T07:30:00", "2026-03-07"]),
        ("Published March 6, 2026 | Updated 9:00 a.m. March 7, 2026", ["2026-03-06", "2026-03-07T09:00:00"]),
        ("7:30 a.m. March 6, 2026 | 8:00 a.m. March 7, 2026", ["2026-03-06T07:30:00", "2026-03-07T08:00:00"]),
        ("March 6, 2026 10:00 March 7, 2026 11:00", ["2026-03-06T10:00:00", "2026-03-07T11:00:00"]),
        ("10:00 March 6, 2026 11:00 March 7, 2026", ["2026-03-06T10:00:00", "2026-03-07T11:00:00"]),
        ("05.03.2024 | 06.03.2024", ["2024-03-05", "2024-03-06"]),
    ],
)
def test_a_time_between_two_dates_is_the_nearer_ones(text: str, own: list[str]) -> None:
    assert [one.own for one in dates_in(text, "en")] == own
