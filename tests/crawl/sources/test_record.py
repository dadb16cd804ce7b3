"""The time that relative dates on a page refer to."""

from __future__ import annotations

import pytest

from broadsheet.crawl.sources.record import Record


@pytest.mark.parametrize(
    ("fetched", "date", "captured"),
    [
        ("2026-03-06T09:30:00Z", None, "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00.123456789Z", None, "2026-03-06T09:30:00.123456+00:00"),
        ("2026-03-06T10:30:00+01:00", "", "2026-03-06T10:30:00+01:00"),
        ("2026-03-06T09:30:00Z", "Fri, 06 Mar 2026 07:10:00 GMT", "2026-03-06T07:10:00+00:00"),
        ("2026-03-06T09:30:00Z", "Fri, 06 Mar 2026 09:31:00 GMT", "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00Z", "Thu, 01 Jan 1970 00:00:00 GMT", "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00Z", "Fri, 06 Mar 2026 07:10:00 -0000", "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00Z", "yesterday", "2026-03-06T09:30:00+00:00"),
        ("2026-03-06T09:30:00", None, None),
        ("2026-03-06", None, None),
        ("20260306093000", None, None),
        ("", None, None),
        (None, "Fri, 06 Mar 2026 07:10:00 GMT", None),
    ],
)
def test_when_a_page_was_captured(fetched: str | None, date: str | None, captured: str | None) -> None:
    headers = (("server", "x"),) if date is None else (("date", date),)
    found = Record(asked="x", data=b"", fetched=fetched, headers=headers).captured
    assert (None if found is None else found.isoformat()) == captured
