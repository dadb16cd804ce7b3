"""Days by the calendars of Iran, Ethiopia and Nepal, as papers there count them. It knows numbers alone."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

__all__ = ["of_ethiopia", "of_iran", "of_nepal"]


_FIRST_OF_NEPAL: Final = 2047
"""The year of the Bikram era from which the lengths of months are known here."""
_NEW_YEAR_OF_NEPAL: Final = date(1990, 4, 14)
"""The first day of that year."""
_LENGTHS_OF_NEPAL: Final = (
    "222322101011 223222101011 232321110011 232321110102 222322101011 223222101011 232321110011 232321110102 "
    "223222101011 223231101011 232321110012 132321110102 223222101011 223321101011 232321110012 132322010102 "
    "223222101011 223321101011 232321110012 222322011002 223222101011 223321101011 232321110012 222322011011 "
    "223222101011 232321101011 232321110012 222322101011 223222101011 232321110011 232321110102 222322101011 "
    "223222101011 232321110011 232321110102 223222101011 223222101011 223221110111 232312110111 132321110111"
).split()
"""How many days more than 29 each month of a year has. An almanac settles them; for years to come tables differ."""


def of_iran(year: int, month: int, day: int) -> date:
    """A day by the calendar of Iran: months of 31 and 30 days from the equinox on, eight leap years in 33.

    Raises:
        ValueError: there is no such day.

    >>> of_iran(1402, 8, 14), of_iran(1403, 12, 30)
    (datetime.date(2023, 11, 5), datetime.date(2025, 3, 20))
    """
    if not (1 <= month <= 12 and 1 <= day <= (31 if month < 7 else 30)):
        raise ValueError(f"no day of the calendar of Iran: {year}/{month}/{day}")
    since = year - 979
    leaps = since // 33 * 8 + (since % 33 + 3) // 4
    before = 31 * (month - 1) - max(0, month - 7)
    return date(1600, 1, 1) + timedelta(days=79 + 365 * since + leaps + before + day - 1)


def of_ethiopia(year: int, month: int, day: int) -> date:
    """A day by the calendar of Ethiopia, whose year begins in September, and every fourth one has a day more.

    Raises:
        ValueError: there is no such day.

    >>> of_ethiopia(2016, 7, 3), of_ethiopia(2016, 1, 1)
    (datetime.date(2024, 3, 12), datetime.date(2023, 9, 12))
    """
    if not (1 <= month <= 13 and 1 <= day <= (30 if month < 13 else 5 + (year % 4 == 3))):
        raise ValueError(f"no day of the calendar of Ethiopia: {year}/{month}/{day}")
    days = 365 * (year - 1) + year // 4 + 30 * (month - 1) + day - 1
    return date(8, 8, 27) + timedelta(days=days)


def of_nepal(year: int, month: int, day: int) -> date:
    """A day by the calendar of Nepal, the Bikram era, in the years whose months are known.

    Raises:
        ValueError: there is no such day, or its year is not known.

    >>> of_nepal(2080, 11, 29), of_nepal(2082, 1, 1)
    (datetime.date(2024, 3, 12), datetime.date(2025, 4, 14))
    """
    at = year - _FIRST_OF_NEPAL
    if not (0 <= at < len(_LENGTHS_OF_NEPAL) and 1 <= month <= 12):
        raise ValueError(f"no month of the calendar of Nepal that is known: {year}/{month}")
    own = _LENGTHS_OF_NEPAL[at]
    if not 1 <= day <= 29 + int(own[month - 1]):
        raise ValueError(f"no day of the calendar of Nepal: {year}/{month}/{day}")
    before = "".join(_LENGTHS_OF_NEPAL[:at]) + own[: month - 1]
    return _NEW_YEAR_OF_NEPAL + timedelta(days=29 * len(before) + sum(map(int, before)) + day - 1)
