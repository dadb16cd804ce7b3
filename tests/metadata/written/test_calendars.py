from __future__ import annotations

from datetime import date, timedelta

import pytest

from broadsheet.metadata.written.calendars import of_ethiopia, of_iran, of_nepal


@pytest.mark.parametrize(
    ("year", "first"),
    [(2047, "1990-04-14"), (2057, "2000-04-13"), (2070, "2013-04-14"), (2081, "2024-04-13"), (2082, "2025-04-14")],
)
def test_new_years_of_nepal(year: int, first: str) -> None:
    assert of_nepal(year, 1, 1).isoformat() == first


def test_years_of_nepal_follow_each_other() -> None:
    for year in range(2047, 2086):
        last = next(day for day in (32, 31, 30, 29) if _is_day_of_nepal(year, 12, day))
        assert of_nepal(year + 1, 1, 1) - of_nepal(year, 12, last) == timedelta(days=1)
        assert 365 <= (of_nepal(year + 1, 1, 1) - of_nepal(year, 1, 1)).days <= 366


def _is_day_of_nepal(year: int, month: int, day: int) -> bool:
    try:
        of_nepal(year, month, day)
    except ValueError:
        return False
    return True


def test_new_years_of_ethiopia() -> None:
    assert of_ethiopia(2016, 1, 1) == date(2023, 9, 12)
    assert of_ethiopia(2017, 1, 1) == date(2024, 9, 11)
    assert of_ethiopia(2015, 13, 6) == date(2023, 9, 11)


@pytest.mark.parametrize(
    ("calendar", "day"),
    [
        (of_iran, (1403, 7, 31)),
        (of_iran, (1403, 13, 1)),
        (of_ethiopia, (2016, 13, 6)),
        (of_ethiopia, (2016, 0, 1)),
        (of_nepal, (2080, 1, 32)),
        (of_nepal, (2080, 0, 1)),
        (of_nepal, (2024, 1, 1)),
    ],
)
def test_what_is_no_day(calendar: object, day: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"no (day|month) of the calendar"):
        calendar(*day)  # type: ignore[operator]
