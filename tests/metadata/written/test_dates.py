"""Dates in texts: ambiguous numbers, other calendars, zones, and times beside dates."""

from __future__ import annotations

from time import process_time
from zoneinfo import ZoneInfoNotFoundError

import pytest

from broadsheet.metadata.written import dates
from broadsheet.metadata.written.dates import dates_in, month_of


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
def test_texts_without_dates(text: str) -> None:
    assert list(dates_in(text, "en")) == []


@pytest.mark.parametrize("text", ["1 a 2025 ", "05:05 수정 2025-", "1 กก 2568 ", "May 1 2025 1 2025 ", "2025 a 1 "])
def test_numbers_without_dates_take_linear_time(text: str) -> None:
    def seconds(times: int) -> float:
        start = process_time()
        dates_in(text * times, "th")
        return process_time() - start

    assert seconds(16_000) < 30 * max(seconds(2_000), 0.005)


def test_ambiguous_numbers() -> None:
    (european,) = dates_in("03/05/2024", "en")
    (american,) = dates_in("03/05/2024", "en", month_first=True)
    assert (european.value, american.value) == ("2024-05-03", "2024-03-05")
    assert (european.otherwise, american.otherwise) == (american.value, european.value)


def test_months_in_unknown_languages() -> None:
    assert month_of("march", "xx") == month_of("marts", "da") == 3
    assert month_of("Μάρτιος".casefold(), "el") == 3
    assert month_of("wrześniu", "pl") == 9
    assert month_of("blah", "xx") is None


@pytest.mark.parametrize("text", ["6 მაისი 2025", "6 Մայիսի, 2025", "6 ພຶດສະພາ 2025", "6 ဧပြီ 2025", "6 ឧសភា 2025"])
def test_months_in_scripts_of_one_language(text: str) -> None:
    assert [one.value[:4] for one in dates_in(text)] == ["2025"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("۱۶ اردیبهشت ۱۴۰۴", "2025-05-06"),
        ("سه‌شنبه ۱۶ اردیبهشت ۱۴۰۴ ساعت ۱۰:۲۵", "2025-05-06T10:25:00"),
        ("16 اردیبهشت ماه 1404", "2025-05-06"),
        ("۱۴۰۴/۰۲/۱۶ - ۱۰:۲۵", "2025-05-06T10:25:00"),
        ("۱۴۰۴\u200f/۰۲\u200f/۱۶", "2025-05-06"),
        ("۳۰ اسفند ۱۴۰۳", "2025-03-20"),
        ("۱ فروردین ۱۴۰۴", "2025-03-21"),
        ("۳۱ مهر ۱۴۰۳", None),
    ],
)
def test_the_calendar_of_iran(text: str, value: str | None) -> None:
    assert next((one.value for one in dates_in(text, "fa")), None) == value


def test_numbers_are_iranian_dates_only_in_its_languages() -> None:
    assert not dates_in("1404/02/16", "en")


def test_times_of_two_dates_where_words_touch() -> None:
    (first, second) = dates_in("입력2025.05.06. 오전 6:02수정2025.05.06. 오후 9:41", "ko")
    assert (first.value, second.value) == ("2025-05-06T06:02:00", "2025-05-06T21:41:00")


def test_offsets_of_more_than_a_day_are_ignored() -> None:
    assert [one.value for one in dates_in("3 March 2020 3:15 +99:99", "en")] == ["2020-03-03T03:15:00"]


def test_a_system_without_time_zone_data(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(name: str) -> None:
        raise ZoneInfoNotFoundError(name)

    monkeypatch.setattr("broadsheet.metadata.written.dates.ZoneInfo", unknown)
    assert [one.value for one in dates_in("July 2, 2020 3:15 pm ET", "en")] == ["2020-07-02T15:15:00"]


@pytest.mark.parametrize(
    ("zone", "value"),
    [
        ("PHT", "2024-05-12T10:00:00+08:00"), ("EST", "2024-05-12T10:00:00-05:00"), ("", "2024-05-12T10:00:00"),
        ("MSK", "2024-12-05T10:00:00+03:00"), ("UTC", "2024-05-12T10:00:00+00:00"),
    ],
)  # fmt: skip
def test_time_zones_where_the_month_never_stands_first(zone: str, value: str) -> None:
    assert [one.value for one in dates_in(f"05/12/2024 10:00 {zone}", "en", month_first=True)] == [value]


def test_the_other_reading_has_the_offset_of_its_own_day() -> None:
    (one,) = dates_in("07/01/2020 3:15 pm ET", "en", month_first=True)
    assert (one.value, one.otherwise) == ("2020-07-01T15:15:00-04:00", "2020-01-07T15:15:00-05:00")


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
    assert [one.value for one in dates_in(text, "en")] == own


def test_only_the_first_dates_of_a_long_table_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dates, "MAX_DATES", 3)
    assert len(dates_in("5 March 2024, " * 100)) == 3
